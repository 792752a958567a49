"""Boards that Penpa-edit has imported, or setters drew there: they are read, and drawn by us, as they are there."""

import pytest
from test_account import PENPA, addressed
from test_urls import PREFIX

from pyclingo_app import Library, load
from pyclingo_app.formats import penpa, puzzle_of
from pyclingo_app.formats.layers import Layers

LIBRARY = Library()
MADE = addressed("penpa_edit.txt")
LIGHT = {4: "light", 7: "light"}  # styles of numbers; others are dark
# Where other symbols stand: the frames of numbers, grey squares, circles of other sizes, bars.
SYMBOLS = {"tasquare", "batten", "nondango", "roma", "tatamibari", "martini", "familyphoto", "sumiwake"}
# Where numbers stand in black cells and circles instead of other ones.
ON_BLACK = {"shikaku", "chainedb", "yajirushi2", "aquapelago"}


def drawn(address):
    """The size of a board; and by their places what symbols, texts, and styles of these a setter drew."""
    lines = penpa.unpack(address, "URL")
    found = Layers.__new__(Layers).layer(lines[3])
    symbols = {place: (name, style) for place, (style, name, _) in (found["Y"] or {}).items()}
    texts = {place: str(text).strip() for place, (text, *_) in (found["N"] or {}).items()}
    styles = {place: LIGHT.get(style, "dark") for place, (_, style, _) in (found["N"] or {}).items()}
    return lines[0].split(",")[1:3], symbols, {place: text for place, text in texts.items() if text}, styles


def at_both(one, other):
    """What is at the places that two boards have in common, in each of them."""
    return [{place: some[place] for place in one.keys() & other.keys()} for some in (one, other)]


@pytest.mark.some
@pytest.mark.parametrize("url", MADE)
def test_what_penpa_edit_makes_of_an_address_is_read_as_the_address(url):
    address = f"https://puzz.link/p?{url}"
    puzzle = load(puzzle_of(LIBRARY, address))
    assert not penpa.tags(PREFIX + MADE[url]) or puzzle_of(LIBRARY, PREFIX + MADE[url]) == puzzle.name
    one, other = (puzzle.convert(puzzle.read(board), "url").text for board in (address, PREFIX + MADE[url]))
    assert one == other


@pytest.mark.some
@pytest.mark.parametrize("url", MADE)
def test_a_board_is_drawn_as_penpa_edit_draws_it(url):
    address = f"https://puzz.link/p?{url}"
    puzzle = load(puzzle_of(LIBRARY, address))
    assert_alike(puzzle.name, puzzle.convert(puzzle.read(address), "penpa").text, PREFIX + MADE[url])


@pytest.mark.some
@pytest.mark.parametrize("name", PENPA)
def test_a_board_is_drawn_as_its_setter_drew_it(name):
    puzzle = load(name)
    text = puzzle.convert(puzzle.read(PREFIX + PENPA[name]), "penpa").text
    assert puzzle_of(LIBRARY, text) == name
    assert_alike(name, text, PREFIX + PENPA[name])


def assert_alike(name, ours, theirs):
    size, symbols, texts, styles = drawn(ours.strip())
    other, *found = drawn(theirs)
    if size != other:
        return  # a margin is wider
    one, two = at_both(symbols, found[0])
    assert one == two or name in SYMBOLS
    one, two = at_both(texts, found[1])
    assert one == two
    one, two = at_both(styles, found[2])
    assert one == two or name in ON_BLACK

"""Each thing that is read is used, or named: boards of all formats in which one thing is left out, changed or added."""

import json
from random import Random

import pytest
from budget import SEED, each_genre
from conftest import ROOT
from test_urls import PREFIX, at, packed

from pyclingo_app import InstanceError, PuzzaspError, formats, load
from pyclingo_app.formats import penpa
from pyclingo_app.formats.meaning import Source

PENPA = dict(line.split() for line in (ROOT / "tests" / "penpa.txt").read_text().splitlines() if line[0] != "#")


@pytest.fixture
def read(monkeypatch):
    """Read a text: the terms that a reader made of it, and what was made of these, or the error."""
    seen = []
    meaning = Source.meaning

    def spy(source, terms, **more):
        seen[:] = terms = dict.fromkeys(terms)
        return meaning(source, terms, **more)

    monkeypatch.setattr(Source, "meaning", spy)

    def outcome(puzzle, text, form):
        seen.clear()
        try:
            board = formats.read(puzzle.problem(), text, "FILE", form)
        except InstanceError as error:
            return None, error.message
        return frozenset(seen), (frozenset(board.facts), board.constants, board.warnings)

    return outcome


def accounted(read, puzzle, text, others, form):
    """Check that each of some texts that says something else than a text is told, or is another board."""
    terms, board = read(puzzle, text, form)
    assert terms is not None, board
    changed = 0
    for other in others:
        found, again = read(puzzle, other, form)
        assert found is None or found == terms or again != board, (other, found ^ terms)
        changed += found != terms
    return changed


def with_others(random, text, places, signs, number):
    """A text with another sign, or none, at some of some places."""
    for _ in range(number):
        k = random.choice(places)
        yield text[:k] + random.choice(["", *signs.replace(text[k], "")]) + text[k + 1 :]


@each_genre
def test_every_character_of_an_address_is_used_or_told(genre, read):
    puzzle, random = load(genre.name), Random(f"{SEED} {genre}")
    for url in genre.urls[:3]:
        start = url.index("?")
        places = range(start + 1, len(url))
        others = [*with_others(random, url, places, "0123456789abcdefghijklmnopqrstuvwxyz./-", 20)]
        assert accounted(read, puzzle, url, others, "url") > 5


@each_genre
def test_a_flag_that_is_not_declared_is_an_error(genre, read):
    puzzle = load(genre.name)
    declared = {frozenset(flags) for _, flags, _ in formats.declarations(puzzle.problem()).urls}
    for url in genre.urls[:1]:
        site, _, rest = url.partition("?")
        kind, *parts = rest.split("/")
        parts = parts[next(k for k, part in enumerate(parts) if part.isdigit()) :]
        for flag in ("f", "zz", "v:", "v:foo", "v:foo/f", "b", "d"):
            terms, told = read(puzzle, "/".join([f"{site}?{kind}", flag, *parts]), "url")
            assert terms is not None if frozenset(flag) in declared else f"{flag!r} before the size" in told


@each_genre
def test_every_character_of_a_game_id_is_used_or_told(genre, read):
    puzzle, random = load(genre.name), Random(f"{SEED} {genre}")
    for text in genre.game_ids[:2]:
        others = [*with_others(random, text, range(len(text)), "0123456789abcdefLRUD,/!-_WB", 20)]
        assert accounted(read, puzzle, text, others, "gameid") > 5


@each_genre
def test_every_sign_of_a_drawing_is_used_or_told(genre, read):
    """Of a board as it is drawn without a solution; where what is read of it is the same, so is what is seen."""
    puzzle, random = load(genre.name), Random(f"{SEED} {genre}")
    name = min(puzzle.instances(), key=lambda name: len(puzzle.read(name).text))
    text = puzzle.convert(puzzle.read(name), "text")[0]
    terms, _ = read(puzzle, text, "text")
    # The name of a tile says nothing, and # fills a cell with one sign or more.
    filled = [k for k, sign in enumerate(text) if (sign.isalnum() or sign in "?<>^") and text[k - 1] != "["]
    for other in [text[:k] + "." + text[k + 1 :] for k in random.sample(filled, min(8, len(filled)))]:
        found, _ = read(puzzle, other, "text")
        assert found != terms, other
    places = [k for k, sign in enumerate(text) if sign != "\n"]
    accounted(read, puzzle, text, with_others(random, text, places, "015AxX#?o*T+|=.\\é", 20), "text")


@each_genre
def test_everything_in_json_is_used_or_told(genre, read):
    puzzle, random = load(genre.name), Random(f"{SEED} {genre}")
    name = min(puzzle.instances(), key=lambda name: len(puzzle.read(name).text))
    try:
        text = puzzle.convert(puzzle.read(name), "json")[0]
    except PuzzaspError:
        text = puzzle.convert(puzzle.read("2x2-example-a"), "json")[0]
    _, board = read(puzzle, text, "json")
    for _ in range(10):
        value = json.loads(text)
        key = random.choice([key for key, items in value.items() if isinstance(items, list)])
        k = random.randrange(len(value[key]))
        match random.randrange(4):
            case 0:
                del value[key][k]
            case 1:
                value[key + "s"] = value.pop(key)
            case 2:
                value["colour"] = 3
            case 3 if isinstance(value[key][k], dict):
                value[key][k]["colour"] = 3
            case 3:
                value[key][k].append(1)
        found, again = read(puzzle, json.dumps(value), "json")
        assert found is None or again != board, value


@pytest.mark.parametrize("name", PENPA)
def test_published_boards_of_penpa_edit_have_one_solution(name):
    puzzle = load(name)
    assert puzzle.count(formats.read(puzzle.problem(), PREFIX + PENPA[name], "URL")) == 1


def seen(board, part, index, entry):
    """What is seen of a thing drawn with Penpa-edit: nothing of a blank or of the outline of a board."""
    if part == "N":
        blank = "?" if entry[1] == 6 or (entry[1] == 7 and board.drawn["S"].get(index) != 4) else ""
        text = str(entry[0]).strip() or blank
        return text if text != "?" or board.inside(*board.place(index)[1:]) else ""
    if part == "E":
        (_, r, c), (_, y, x) = (board.place(end) for end in index.split(","))
        return not (r == y in (0, board.height) or c == x in (0, board.width))
    return part != "S" or index not in board.drawn["N"]  # cells with numbers are black in some genres


@pytest.mark.parametrize("name", PENPA)
def test_everything_on_a_board_of_penpa_edit_is_used_or_told(name, read):
    puzzle, random = load(name), Random(f"{SEED} {name}")
    lines = penpa.unpack(PREFIX + PENPA[name], "FILE")
    board = penpa._Board("FILE", lines)
    drawn = {part: entries for part, entries in board.drawn.items() if part in "SNYLE"}
    size = board.whole[0] - 4, board.whole[1] - 4
    margins = tuple(json.loads(lines[1]))
    inner = size[0] - margins[0] - margins[1], size[1] - margins[2] - margins[3]

    def address():
        return packed(*inner, drawn, margins)

    _, before = read(puzzle, address(), "penpa")
    there = [(part, index) for part in drawn for index in drawn[part]]
    for part, index in random.sample(there, min(12, len(there))):
        entry = drawn[part].pop(index)
        shown = seen(board, part, index, entry)
        _, without = read(puzzle, address(), "penpa")
        assert without != before or not shown, (part, index, entry)
        numbers = [[text, 6, "1"] for text in ("7", " ", "?", "Z")]
        others = {"S": [9], "N": numbers, "Y": [[2, "square_L", 1]], "L": [13], "E": [13]}[part]
        drawn[part][index] = random.choice(
            [one for one in others if seen(board, part, index, one) not in ("", shown) or part != "N"]
        )
        found, again = read(puzzle, address(), "penpa")
        assert found is None or again not in (before, without), (entry, drawn[part][index])
        drawn[part][index] = entry
    for _ in range(8):
        place = at(random.randint(1, inner[0]), random.randint(1, inner[1]), *inner, margins=margins)
        part, entry = random.choice([("S", 4), ("N", ["47", 1, "1"]), ("Y", [2, "star", 1])])
        if place not in drawn["S"] | drawn["N"] | drawn["Y"]:
            drawn[part][place] = entry
            found, again = read(puzzle, address(), "penpa")
            assert found is None or again != before, (place, entry)
            del drawn[part][place]

"""Each thing that is read is used, or named: boards of all formats in which one thing is left out, changed or added."""

import json
import re
from random import Random

import genres
import pytest
from budget import SEED, some_genres, some_of
from clingo import Number
from conftest import ROOT
from test_urls import PREFIX, at, packed

from pyclingo_app import Instance, InstanceError, PuzzaspError, formats, load
from pyclingo_app.draw.board import DIRECTIONS
from pyclingo_app.formats import penpa
from pyclingo_app.formats.layers import Layers
from pyclingo_app.formats.meaning import Source, declarations


def addressed(name):
    """What stands before each address of Penpa-edit in a file of tests, and the address."""
    return dict(line.split() for line in (ROOT / "tests" / name).read_text().splitlines() if line[0] != "#")


PENPA = addressed("penpa.txt")


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
        return frozenset(telling(seen)), (frozenset(board.facts), board.constants, board.warnings)

    return outcome


def telling(terms):
    """The terms that say something: all but the walls of a hole, which is apart from its neighbours in any case."""
    holes = {tuple(x.number for x in term.arguments) for term in terms if term.name == "hole"}
    for term in terms:
        if holes and term.name == "wall":
            row, column = (x.number for x in term.arguments[:2])
            down, right = DIRECTIONS[term.arguments[2].name]
            if not holes.isdisjoint({(row, column), (row + down, column + right)}):
                continue
        yield term


def accounted(read, puzzle, text, others, form):
    """Check that each of some texts that says something else than a text is told, or is another board."""
    terms, board = read(puzzle, text, form)
    assert terms is not None, board
    changed = 0
    for other in others:
        found, again = read(puzzle, other, form)
        if found is not None and found != terms and again == board:
            assert said_twice(read, puzzle, text, other, board), (other, found ^ terms)
        changed += found != terms
    return changed


def said_twice(read, puzzle, text, other, board):
    """Whether a sign of a drawing says what another one says, as the number of a region in two of its cells: either of
    them alone is the same board."""
    (k,) = (k for k, (sign, new) in enumerate(zip(text, other, strict=True)) if sign != new)
    twins = (j for j, sign in enumerate(other) if sign == other[k] and j != k)
    return any(read(puzzle, other[:j] + "." + other[j + 1 :], "text")[1] == board for j in twins)


def with_others(random, text, places, signs, number):
    """A text with another sign, or none, at some of some places."""
    for _ in range(number):
        k = random.choice(places)
        yield text[:k] + random.choice(["", *signs.replace(text[k], "")]) + text[k + 1 :]


@some_genres
def test_every_character_of_an_address_is_used_or_told(genre, read):
    puzzle, random = load(genre.name), Random(f"{SEED} {genre}")
    for url in genre.addresses[:3]:
        start = url.index("?")
        places = range(start + 1, len(url))
        others = [*with_others(random, url, places, "0123456789abcdefghijklmnopqrstuvwxyz./-", 20)]
        assert accounted(read, puzzle, url, others, "url") > 5


@some_genres
def test_a_flag_that_is_not_declared_is_an_error(genre, read):
    puzzle = load(genre.name)
    declared = {frozenset(flags) for _, flags, _ in formats.declarations(puzzle.problem()).urls}
    for url in genre.addresses[:1]:
        site, _, rest = url.partition("?")
        kind, *parts = rest.split("/")
        parts = parts[next(k for k, part in enumerate(parts) if part.isdigit()) :]
        for flag in ("f", "zz", "v:", "v:foo", "v:foo/f", "b", "d"):
            terms, told = read(puzzle, "/".join([f"{site}?{kind}", flag, *parts]), "url")
            assert terms is not None if frozenset(flag) in declared else f"{flag!r} before the size" in told


@some_of([name for name in genres.NAMES if genres.find(name).game_ids])
def test_every_character_of_a_game_id_is_used_or_told(genre, read):
    puzzle, random = load(genre.name), Random(f"{SEED} {genre}")
    for text in genre.game_ids[:2]:
        others = [*with_others(random, text, range(len(text)), "0123456789abcdefLRUD,/!-_WB", 20)]
        assert accounted(read, puzzle, text, others, "gameid") > 5


@some_genres
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
    places = [k for k, sign in enumerate(text) if sign not in "#\n"]  # numbers are black without their #, too
    accounted(read, puzzle, text, with_others(random, text, places, "015AxX#?o*T+|=.\\é", 20), "text")


@some_genres
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


@pytest.mark.some
@pytest.mark.parametrize("name", PENPA)
def test_published_boards_of_penpa_edit_have_one_solution(name):
    puzzle = load(name)
    assert puzzle.count(formats.read(puzzle.problem(), PREFIX + PENPA[name], "URL")) == 1


def seen(board, part, index, entry):
    """What is seen of a thing drawn with Penpa-edit: nothing of a blank or of the outline of a board."""
    if part == "N":
        framed = board.drawn["Y"].get(index, [0, ""])[1].startswith(("square", "firefly")) or entry[2] == "2"
        blank = "?" if entry[1] == 6 or framed or (entry[1] == 7 and board.drawn["S"].get(index) != 4) else ""
        text = str(entry[0]).strip() or blank
        _, r, c = board.place(index)
        # At the right and at the bottom may stand which line it is.
        counted = r if c == board.width + 1 else c if r == board.height + 1 else None
        return text if (text != "?" or board.inside(r, c)) and text != str(counted) else ""
    if part == "E":
        (_, r, c), (_, y, x) = (board.place(end) for end in index.split(","))
        return not (r == y in (0, board.height) or c == x in (0, board.width))
    return part != "S" or index not in board.drawn["N"]  # cells with numbers are black in some genres


@pytest.mark.some
@pytest.mark.parametrize("name", PENPA)
def test_everything_on_a_board_of_penpa_edit_is_used_or_told(name, read):
    puzzle, random = load(name), Random(f"{SEED} {name}")
    lines = penpa.unpack(PREFIX + PENPA[name], "FILE")
    board = Layers("FILE", lines, declarations(puzzle.problem()).legend)
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
        if part == "E" and entry == 13:
            continue  # dashed, which is what others are drawn as below
        if part == "Y" and not board.inside(*board.place(index)[1:]):
            continue  # one of several things beside the board, of which the first is named
        shown = seen(board, part, index, entry)
        if part == "N" and shown == "?" and index in drawn["S"] | drawn["Y"]:
            shown = ""  # the colour of the cell may say so, too, or a circle
        if part == "Y" and entry[:2] == [1, "circle_L"] and index in drawn["N"]:
            shown = ""  # its number may say that there is a white circle, too
        _, without = read(puzzle, address(), "penpa")
        assert without != before or not shown, (part, index, entry)
        if not shown:
            drawn[part][index] = entry
            continue  # another one in its place would not be seen either
        # That a number is not known may be said by the colour of its cell, or its circle, too.
        unknown = () if any(index in drawn.get(layer, ()) for layer in "SY") else (" ", "?")
        numbers = [[text, 6, "1"] for text in ("7", "Z", *unknown)]
        others = {"S": [9], "N": numbers, "Y": [[9, "star", 1]], "L": [13], "E": [13]}[part]
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


# --- what is said ---


def told(name, text, form=None):
    with pytest.raises(InstanceError) as caught:
        formats.read(load(name).problem(), text, "FILE", form)
    return str(caught.value)


def warned(name, text, **more):
    return formats.read(load(name).problem(), text, "FILE", **more).warnings


FLAGS = """
#const bent = 0.
#program formats.
puzzlink(boxes, (""; "ab"), (fours,)).
constant("bent", 0) :- genre(boxes, "").
constant("bent", 1) :- genre(boxes, "ab").
"""


def test_flags_stand_for_rules_and_may_stand_in_any_order(tmp_path):
    text = (ROOT / "pyclingo_app" / "template" / "puzzle.lp").read_text() + FLAGS
    (tmp_path / "boxes.lp").write_text(text.replace("shade(R, C, grey) ", "mark(R, C, 1)     "))
    puzzle = load(str(tmp_path / "boxes.lp"))

    def board(flags):
        return formats.read(puzzle.problem(), f"https://puzz.link/p?boxes/{flags}2/2/1h", "FILE")

    assert board("").constants == (("bent", "0"),)
    assert board("ab/").constants == board("ba/").constants == (("bent", "1"),)
    assert "p?boxes/2/2/" in puzzle.convert(board(""), "url")[0]
    assert "p?boxes/ab/2/2/" in puzzle.convert(board("ba/"), "url")[0]
    for flags in ("a", "v:", "v:b/ab"):
        with pytest.raises(InstanceError, match=f"FILE: '{flags}' before the size stands for other rules") as caught:
            board(f"{flags}/")
        assert caught.value.hint == f"To read the board by the usual rules, leave out {flags}/. Known are: ab."
    (tmp_path / "boxes.lp").write_text(
        text.replace("#const bent = 0.", "").replace("shade(R, C, grey)", "mark(R, C, 1)")
    )
    assert "boxes has no constant bent" in told(str(tmp_path / "boxes.lp"), "https://puzz.link/p?boxes/ab/2/2/1h")


CLUES = """% Shade - shade cells.
%
% Input
%   size(H, W)       H rows and W columns
%   number(R, C, N)  the number N at (R, C)
% Output
%   shaded(R, C)     the cell (R, C) is shaded
#defined size/2.
#defined number/3.
{ shaded(1..H, 1..W) } :- size(H, W).
:- number(R, C, N), shaded(R, C).
#show shaded/2.
#program display.
#show size(H, W)         : size(H, W).
#show mark(R, C, N)      : number(R, C, N).
#show shade(R, C, black) : shaded(R, C).
#program formats.
puzzlink(shade, "", (numbers,)).
"""


def test_clues_of_an_input_that_is_not_declared_are_errors(tmp_path):
    name = str(tmp_path / "shade.lp")
    (tmp_path / "shade.lp").write_text(CLUES)
    address = "https://puzz.link/p?shade/2/2/1i"
    assert load(name).count(formats.read(load(name).problem(), address, "FILE")) == 8
    (tmp_path / "shade.lp").write_text(CLUES.replace("#defined number/3.\n", ""))
    for text, where in ((address, "FILE: 1 at row 1, column 1"), ("1 .\n. .\n", "FILE:1:1: '1'")):
        assert told(name, text).startswith(f"{where} means nothing in shade\nFacts of a board are size/2.")


@pytest.mark.parametrize("text", [". X . .\n. . . X\n. X . .\n. . . .\n", "  1 0\n1 . x\n0 . .\n", "T × .\n"])
def test_a_cross_in_a_board_is_an_error_and_in_an_answer_it_is_not(text):
    line = next(k for k, row in enumerate(text.split("\n"), 1) if set(row) & {*"xX×"})
    assert re.match(rf"FILE:{line}:\d: '.' is a cross, which stands in answers only\n", told("tents", text))
    answer = formats.read_answer(load("tents").problem(), text, "FILE")
    assert {str(atom)[:6] for atom in answer} == {"-tent("}
    assert "is a cross, which stands in answers only" in told("tents", "2x2:a-b,1,0,1,0")  # - says: no tent


def test_what_is_found_is_left_out_of_a_board_and_told():
    (warning,) = warned("tents", "  1 0\n1 A T\n0 . .\n")
    assert warning == "FILE:2:3: 'A' is part of an answer, and is left out of the board"
    (warning,) = warned("tents", "A T A\n. T .\n. A .\n")
    assert warning == "FILE:1:1: 'A' (and 2 more) is part of an answer, and is left out of the board"
    assert warned("tents", "T .\n. .\n") == ()
    # What follows of the answer is drawn, too: the light of a bulb.
    assert warned("akari", "☼ 🟨\n🟨 .\n") == ("FILE:1:1: '☼' is part of an answer, and is left out of the board",)
    # A black circle says that there is a circle, and what was found of it.
    (warning,) = warned("nondango", "+-----------+\n| #   o   . |\n+-----------+\n")
    assert warning == "FILE:2:3: '#' says something of an answer, too, which is left out"
    assert "FILE:2:3: '🟨' means nothing in akari" in told("akari", "☼ 🟨\n🟨 🟨\n")
    assert "FILE:1:3: '🟨' means nothing in akari" in told("akari", ". 🟨\n. .\n")


# Addresses with walls that part no regions, how many of all ways to fill them in pzprjs accepts, which refuses a board
# on which nothing is shaded, and how many there are without these walls.
STUBS = [
    ("lits/4/3/02eg", 14, 59), ("lits/3/4/38g0", 21, 59), ("lits/3/4/0g90", 23, 59), ("lits/4/3/0g04", 43, 59),
    ("aquarium/4/3/0214/m", 7 + 1, None), ("aquarium/4/3/g2ug/m", 19 + 1, 12), ("aquarium/3/4/38g0/m", 10 + 1, 5),
]  # fmt: skip


@pytest.mark.parametrize(("address", "accepted", "without"), STUBS)
def test_walls_within_regions_count_as_in_pzprjs(address, accepted, without):
    name = address.partition("/")[0]
    puzzle = load(name, constants={"whole": 0} if name == "aquarium" else {})
    board = formats.read(puzzle.problem(), f"https://puzz.link/p?{address}", "FILE")
    assert board.warnings == ()
    assert puzzle.count(board) == accepted
    plain = [fact for fact in board.facts if fact.name != "fence"]
    assert len(plain) < len(board.facts)
    assert without is None or puzzle.count(Instance("", plain)) == without


def test_walls_that_part_no_regions_are_told():
    for name, before, after in (("norinori", "", ""), ("ayeheya", "", "g"), ("starbattle", "1/", "")):
        address = f"https://puzz.link/p?{name}/4/4/{before}g00000{after}"
        assert warned(name, address) == ("FILE: wall at row 1, column 1, right parts no regions, and is left out",)
    grid = "+-----------+\n| .   . | . |\n|           |\n| .   .   . |\n+-----------+\n"
    assert warned("norinori", grid) == ("FILE:2:9: '|' parts no regions, and is left out",)
    drawn = {"E": {f"{at(0, 1, 3, 3, 1)},{at(1, 1, 3, 3, 1)}": 2}}
    assert warned("norinori", packed(3, 3, drawn))[0].startswith(
        "FILE: wall at row 1, column 1, right parts no regions"
    )
    # A program may take them beside its regions, and writes them back as they were.
    doubleback = load(str(ROOT / "tests" / "programs" / "doubleback.lp"))
    address = "https://puzz.link/p?doubleback/4/4/k000g0"
    for text in (address, doubleback.convert(formats.read(doubleback.problem(), address, "FILE"), "text")[0]):
        board = formats.read(doubleback.problem(), text, "FILE")
        assert board.warnings == ()
        fences = {str(fact) for fact in board.facts if fact.name == "fence"}
        assert fences == {"fence(1,1,right)", "fence(1,3,right)", "fence(2,2,down)"}
        assert {fact.arguments[2] for fact in board.facts if fact.name == "region"} == {Number(1)}
        assert doubleback.convert(board, "url")[0].strip() == address
    # Where walls are clues themselves nothing is left out.
    assert warned("fillomino", "https://puzz.link/p?fillomino/2/2/2ig0") == ()


def test_blanks_in_circles_are_numbers_that_are_not_known():
    def facts(style, surface=None):
        drawn = {"N": {at(1, 2, 2, 2): [" ", style, "1"]}, "S": {at(1, 2, 2, 2): surface} if surface else {}}
        try:
            return {str(fact) for fact in formats.read(load("kurotto").problem(), packed(2, 2, drawn), "FILE").facts}
        except InstanceError as error:
            return error.message

    assert facts(1) == {"size(2,2)"}
    assert facts(6) == facts(7) == {"size(2,2)", 'number(1,2,"?")'}
    assert facts(7, 4) != facts(6, 4)


def test_layers_of_penpa_edit_that_are_not_read_are_told():
    address = PREFIX + PENPA["slant"]
    said = [warning.partition("its ")[2] for warning in formats.read(load("slant").problem(), address, "FILE").warnings]
    assert said == ["answer, which check reads, is not read", "choice of colours is not read"]


def test_keys_of_json_that_say_nothing_are_told():
    tile = {"id": 1, "top": 1, "bottom": 1, "left": 1, "right": 1}

    def said(value):
        return [warning.split("'")[1] for warning in warned("tetravex", json.dumps(value))]

    assert said({"n": 1, "tiles": [tile]}) == []
    assert said({"title": "Mine", "n": 1, "tiles": [tile | {"colour": 3}]}) == ["colour", "title"]
    assert said({"n": 1, "top": 4, "tiles": [tile | {"n": 1}]}) == ["n", "top"]
    assert said({"n": 1, "tiles": [tile], "tuiles": [tile]}) == ["tuiles"]
    assert "the key 'n' stands twice" in told("tetravex", '{"n": 1, "n": 2, "tiles": []}')
    assert "expected an object of constants" in told("tents", '{"puzzasp": 1, "puzzle": "tents", "constants": [1]}')


def test_signs_between_tiles_are_told():
    drawn = load("tetravex").convert(load("tetravex").read("2x2-example-a"), "text")[0]
    assert warned("tetravex", drawn) == ()
    assert "'5' cannot stand between tiles" in told("tetravex", "5" + drawn[1:])
    assert told("slant", "+-+-+\n| . |\n+-+-+\n".replace(".", "=")).startswith("FILE:")

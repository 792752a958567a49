"""Each drawing term by itself: small boards drawn by hand, pictures, and that no two boards look the same."""

import random
import re
import xml.etree.ElementTree as ET
from itertools import pairwise, product

import pytest
from clingo import parse_term
from conftest import ROOT
from wcwidth import wcswidth

from pyclingo_app import ProgramError, render_svg, render_text
from pyclingo_app.draw.board import make_board
from pyclingo_app.draw.symbols import GLYPHS, SHADES

SVG = "{http://www.w3.org/2000/svg}"
STYLES = ("ascii", "unicode", "emoji")
BACK = {"right": (0, 1, "left"), "down": (1, 0, "up")}


def board(*terms):
    return make_board(parse_term(term) for term in terms)


def rows(kind, *texts):
    """Terms for the characters of some rows, ``.`` left out."""
    return [kind.format(r, c, x) for r, row in enumerate(texts, 1) for c, x in enumerate(row, 1) if x != "."]


def line(r, c, direction, twice=False):
    """A line from a cell to its neighbour, as both halves."""
    down, right, back = BACK[direction]
    more = ", 2" if twice else ""
    halves = (r, c, direction), (r + down, c + right, back)
    return [f"line({row}, {column}, {arm}, green{more})" for row, column, arm in halves]


def path(*cells, twice=False):
    """A line through cells."""
    terms = []
    for one, other in pairwise(cells):
        (r, c), (below, _) = sorted((one, other))
        terms += line(r, c, "right" if r == below else "down", twice)
    return terms


def ring():
    """A line around a board of three rows and columns."""
    return path((1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (3, 2), (3, 1), (2, 1), (1, 1))


BOXES = [f"wall({r}, 2, right)" for r in range(1, 5)] + [f"wall(2, {c}, down)" for c in range(1, 5)]
SKYSCRAPERS = [
    "size(3, 3)", "clue(left, 1, 3)", "clue(left, 3, 1)", "clue(right, 2, 2)", "clue(top, 1, 3)", "clue(top, 3, 1)",
    "clue(bottom, 2, 2)", "clue(bottom, 3, 2)",
]  # fmt: skip
KAKURO = [
    "size(3, 3)", "clue(top, 1, 3)", "clue(top, 2, 12)", "clue(left, 1, 4)", "clue(left, 2, 7)",
    "shade(1, 3, black)", "mark(1, 3, bottom, 7)", "shade(3, 1, black)", "mark(3, 1, right, 11)",
]  # fmt: skip
NONOGRAM = [
    "size(3, 3)", "clue(left, 1, 1, 3)", "clue(left, 2, 1, 1)", "clue(left, 3, 1, 1)", "clue(left, 3, 2, 1)",
    "clue(top, 1, 1, 1)", "clue(top, 1, 2, 1)", "clue(top, 2, 1, 3)", "clue(top, 3, 1, 1)",
]  # fmt: skip
SLITHERLINK = ["size(3, 3)", "frame(dots)", "mark(1, 1, 2)", "mark(1, 3, 0)", "mark(3, 1, 3)"]
SIDES = [
    "wall(1, 1, up)", "wall(1, 2, up)", "wall(1, 2, right)", "wall(1, 2, down)", "wall(2, 1, right)",
    "wall(3, 1, right)", "wall(3, 1, down)", "wall(3, 1, left)", "wall(2, 1, left)", "wall(1, 1, left)",
]  # fmt: skip

# The boards that docs/formats.md shows.
SHOWN = {
    "skyscrapers": SKYSCRAPERS,
    "skyscrapers, solved": [*SKYSCRAPERS, *rows("mark({},{},{})", "123", "231", "312")],
    "sudoku": ["size(4, 4)", *BOXES, *rows("mark({},{},{})", "1..4", "..1.", ".1..", "4..1")],
    "futoshiki": [
        "size(3, 3)", "mark(1, 1, 1)", "mark(1, 2, 2)", 'between(1, 1, right, "<")', 'between(1, 3, down, "^")',
        'between(2, 1, down, "v")',
    ],
    "kakuro": [*KAKURO, *rows("mark({},{},{})", "13.", "214", ".83")],
    "tapa": [
        "size(3, 3)", *rows("shade({},{},black)", ".#.", "##.", ".#."), "mark(1, 1, 1, 1)", "mark(1, 1, 2, 1)",
        'mark(1, 3, 1, "?")', "mark(1, 3, 2, 1)", "mark(2, 3, 1, 1)", "mark(2, 3, 2, 2)", "mark(2, 3, 3, 3)",
        "mark(3, 1, 1, 8)", *(f"mark(3, 3, {k}, 1)" for k in (1, 2, 3)), "mark(3, 3, 4, 2)",
    ],
    "nonogram": [*NONOGRAM, *rows("shade({},{},black)", "###", ".#.", "##.")],
    "slitherlink": SLITHERLINK,
    "slitherlink, solved": [*SLITHERLINK, *SIDES],
    "masyu": ["mark(1, 2, white)", "mark(2, 1, black)", *ring()],
    "hashi": [
        *rows("mark({},{},{})", "2.3", "...", "1.4"), *path((3, 1), (3, 2), (3, 3)),
        *path((1, 1), (1, 2), (1, 3), (2, 3), (3, 3), twice=True),
    ],
    "factors": [
        "size(3, 3)", "small(1, 1, 6)", "small(1, 2, 18)", "small(3, 2, 2)",
        *rows("mark({},{},{})", "1..", "2..", "3.."),
        *(f"wall({r}, 1, right)" for r in (1, 2, 3)), "wall(2, 2, down)", "wall(2, 3, down)",
    ],
    "holes": [
        "size(3, 4)", "hole(1, 1)", "hole(2, 3)", "hole(3, 4)", "wall(1, 2, right)", "wall(2, 1, right)",
        "wall(2, 2, down)",
    ],
    "killer": [
        "size(4, 4)", *BOXES, *rows("cage({},{},{})", "aab.", "acbb", "dc..", "ddee"), "small(1, 1, 9)",
        "small(1, 3, 8)", "small(2, 2, 4)", "small(3, 1, 10)", "small(4, 3, 5)",
    ],
    "akari": [
        "shade(1, 1, black)", "mark(1, 1, 2)", "shade(3, 3, black)", "mark(1, 2, bulb)", "mark(2, 1, bulb)",
        *rows("shade({},{},light)", ".##", "###", "##."),
    ],
}  # fmt: skip


@pytest.mark.parametrize("style", ["ascii", "unicode"])
@pytest.mark.parametrize("name", SHOWN)
def test_boards_look_as_documented(name, style):
    section = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8").partition("## How boards are drawn")[2]
    shown = [text.ljust(80) for text in section.partition("\n## ")[0].split("\n")]
    drawn = render_text(board(*SHOWN[name]), style).split("\n")

    def stands(k, column):
        """Whether the drawing stands there, two blanks or more away from what is beside it."""
        return all(
            not shown[k + i][max(column - 2, 0) : column].strip() and shown[k + i][column:].startswith(text + "  ")
            for i, text in enumerate(drawn)
        )

    assert any(stands(k, c) for k in range(len(shown) - len(drawn)) for c in range(80)), "\n".join(drawn)


def test_texts_above_a_line_and_beside_it():
    """Walls and lines stay visible beside what stands on them; borders beside cells are then wider."""
    drawn = board(
        "size(2, 4)", *rows("mark({},{},{})", "1234"), *(f"wall({r}, 2, right)" for r in (1, 2)), "wall(1, 3, down)",
        "between(1, 1, right, black)", "between(1, 2, right, white)", "between(1, 3, down, white)",
        "between(1, 4, down, 9)",
    )  # fmt: skip
    assert render_text(drawn, "ascii").split("\n") == [
        "+---------+----------+",
        "|  1 #  2 |o 3    4  |",
        "|         +--o-+  9  |",
        "|  .    . |  .    .  |",
        "+---------+----------+",
    ]


DRAWN = {
    "a text of two signs between cells": (
        ["size(2, 2)", "between(1, 1, right, 12)", "between(1, 1, corner, 3)", "between(2, 1, right, 4)"],
        """
+----------+
|  . 12 .  |
|    3     |
|  . 4  .  |
+----------+
""",
        """
┏━━━━━━━━━━┓
┃  · 12 ·  ┃
┃    3     ┃
┃  · 4  ·  ┃
┗━━━━━━━━━━┛
""",
    ),
    "corners at the edges of the board": (
        ["size(1, 2)", "between(0, 0, corner, 1)", "between(0, 2, corner, 2)", "between(1, 1, corner, 3)",
         "between(1, 0, right, 4)", "between(0, 2, down, 5)"],
        """
1-----5-2
4 .   . |
+---3---+
""",
        """
1━━━━━5━2
4 ·   · ┃
┗━━━3━━━┛
""",
    ),
    "lines across walls": (
        ["size(2, 3)", "wall(1, 1, right)", "wall(1, 1, down)", "wall(1, 2, right)", "wall(1, 2, down)",
         *path((2, 1), (1, 1), (1, 2), twice=True), *path((1, 3), (1, 2), (2, 2))],
        """
+---+---+---+
| +=*=+-+-+ |
+-*-+-+-+   |
| +   +   . |
+-----------+
""",
        """
┏━━━┳━━━┳━━━┓
┃ ╔═╬═╤─╂─╴ ┃
┣━╬━┻━┿━┛   ┃
┃ ╹   ╵   · ┃
┗━━━━━━━━━━━┛
""",
    ),
    "lines in the frame of lines": (
        ["size(2, 3)", "frame(lines)", "wall(1, 1, down)", *path((2, 1), (1, 1), (1, 2), (2, 2)),
         *path((1, 2), (1, 3), (2, 3), twice=True)],
        """
+---+---+---+
| +---+===+ |
+-+-+.|.+.:.+
| + : + : + |
+---+---+---+
""",
        """
┏━━━┯━━━┯━━━┓
┃ ┌─┼─╤═╪═╗ ┃
┣━┿━┽─┼─┼─╫─┨
┃ ╵ │ ╵ │ ╹ ┃
┗━━━┷━━━┷━━━┛
""",
    ),
    "a frame of lines beside walls": (
        ["size(2, 2)", "frame(lines)", "wall(1, 1, right)", "mark(2, 2, 7)"],
        """
+---+---+
| . | . |
+...+...+
| . : 7 |
+---+---+
""",
        """
┏━━━┳━━━┓
┃ · ┃ · ┃
┠───╀───┨
┃ · │ 7 ┃
┗━━━┷━━━┛
""",
    ),
    "walls without a frame": (
        ["size(2, 2)", "frame(none)", "wall(1, 1, up)", "wall(1, 1, right)", "mark(2, 2, 5)"],
        """
+---+   +
  . | .
+   +   +
  .   5
+   +   +
""",
        """
╺━━━┓   •
  · ┃ ·
•   ╹   •
  ·   5
•   •   •
""",
    ),
    "no walls and no frame": (["size(1, 3)", "frame(none)", "mark(1, 2, 5)"], ". 5 .", "· 5 ·"),
    "a row of the frame of dots that would be empty": (
        ["size(2, 2)", "frame(dots)", "wall(1, 2, right)"],
        """
+   +   +
        |
+   +   +
  .   .
+   +   +
""",
        """
•   •   ╻
        ┃
•   •   ╹
  ·   ·
•   •   •
""",
    ),
    "lists with numbers of two digits": (
        ["size(1, 3)", "mark(1, 1, 1, 10)", "mark(1, 1, 2, 2)", "mark(1, 2, 1, 12)", "mark(1, 3, 7, 3)"],
        "10,2 12,   3", "10,2 12,   3",
    ),
    "numbers and arrows": (
        ["size(1, 3)", "mark(1, 1, 1, 2)", "mark(1, 1, 2, arrow_left)", "mark(1, 2, 1, 0)", "mark(1, 2, 2, arrow_up)"],
        "2< 0^ .", "2← 0↑ ·",
    ),
    "a cell that a diagonal splits": (
        ["size(1, 4)", *(f"shade(1, {c}, black)" for c in (1, 2, 3)), "mark(1, 2, bottom, 23)", "mark(1, 2, right, 4)",
         "mark(1, 3, right, 12)", "mark(1, 4, 9)"],
        "##### 23\\4    \\12   9", "█████ 23╲4    ╲12   9",
    ),
    "a line between marks above each other": (
        ["size(2, 2)", "mark(1, 1, white)", "mark(2, 1, black)", *path((1, 1), (2, 1), (2, 2), (1, 2))],
        """
o +
| |
#-+
""",
        """
┏━━━━━━━┓
┃ ○   ╷ ┃
┃ │   │ ┃
┃ ●───┘ ┃
┗━━━━━━━┛
""",
    ),
    "a line between texts at bearings above each other": (
        ["size(2, 2)", "mark(1, 1, north, 1)", "mark(2, 1, east, 2)", *path((1, 1), (2, 1), (2, 2), (1, 2))],
        """
^1 +
|  |
>2-+
""",
        """
┏━━━━━━━━━┓
┃ ↑1   ╷  ┃
┃ │    │  ┃
┃ →2───┘  ┃
┗━━━━━━━━━┛
""",
    ),
    "lines that leave a line of joints empty": (
        ["size(2, 2)", *path((1, 1), (1, 2)), *path((2, 1), (2, 2))],
        """
+-------+
| +---+ |
|       |
| +---+ |
+-------+
""",
        """
╶─╴
╶─╴
""",
    ),
    "letters inside and outside": (
        ["size(1, 2)", "mark(1, 1, a)", "clue(left, 1, a)", "clue(right, 1, b)"],
        """
  +-----+
a | a . | b
  +-----+
""",
        """
  ┏━━━━━┓
a ┃ a · ┃ b
  ┗━━━━━┛
""",
    ),
    "symbols beside numbers outside need no outline": (
        ["size(1, 2)", "mark(1, 1, tent)", "clue(left, 1, 1)"], "1 A .", "1 ▲ ·",
    ),
    "triangles around numbers": (
        ["size(2, 3)", "shade(1, 1, black)", "mark(1, 1, 3)", "mark(1, 2, northwest)", "mark(1, 3, northeast)",
         "mark(2, 2, southwest)", "mark(2, 3, southeast)"],
        """
#3 F  7
.  L  J
""",
        """
█3 ◤  ◥
·  ◣  ◢
""",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_terms_are_drawn(name):
    terms, *expected = DRAWN[name]
    for style, text in zip(STYLES, expected, strict=False):
        drawn = [row.rstrip() for row in render_text(board(*terms), style).split("\n")]
        assert drawn == [row.rstrip() for row in text.strip("\n").split("\n")], style


def crossing(r, c, direction):
    """All that can be on a border: a wall or none, with no line, a line or a double one across it."""
    lines = ([], line(r, c, direction), line(r, c, direction, twice=True))
    return [walls + across for walls in ([], [f"wall({r}, {c}, {direction})"]) for across in lines]


def either(*terms):
    """Nothing, or one of some terms."""
    return [[], *([term] for term in terms)]


def lists(start, *texts):
    """No text, or up to two of some texts, in order."""
    runs = [run for length in range(3) for run in product(texts, repeat=length)]
    return [[f"{start}, {k}, {text})" for k, text in enumerate(run, 1)] for run in runs]


SQUARE = [crossing(1, 1, "right"), crossing(2, 1, "right"), crossing(1, 1, "down"), crossing(1, 2, "down")]
COLUMN = [[lines for lines in crossing(r, 1, "down") if not str(lines).count("wall")] for r in (1, 2, 3)]
EDGES = [either(f"wall(1, 1, {side})") for side in ("up", "left", "down", "right")]
EDGES += [either(f"wall(1, 2, {side})") for side in ("up", "down", "right")]
SIGNS = ('"<"', "white", "12", "k")
# Families of boards of one size: all combinations of what may stand at their places.
FAMILIES = {
    "lines and walls": [["size(2, 2)"], *SQUARE],
    "lines and walls beside marks": [["size(2, 2)", "mark(1, 1, white)", "mark(2, 1, black)"], *SQUARE],
    "lines and walls in the frame lines": [["size(2, 2)", "frame(lines)"], *SQUARE],
    "lines and walls in the frame none": [["size(2, 2)", "frame(none)"], *SQUARE],
    "lines through marks": [["size(4, 1)"], *COLUMN, *(either(f"mark({r}, 1, 1)") for r in range(1, 5))],
    "texts beside cells": [
        ["size(1, 3)"], crossing(1, 1, "right"), either(*(f"between(1, 1, right, {x})" for x in SIGNS)),
        crossing(1, 2, "right"), either("between(1, 2, right, 3)"),
    ],
    "texts above cells": [
        ["size(3, 1)"], crossing(1, 1, "down"), either(*(f"between(1, 1, down, {x})" for x in SIGNS)),
        crossing(2, 1, "down"), either("between(2, 1, down, 3)"),
    ],
    "texts on corners": [
        ["size(2, 2)"], either(*(f"between(1, 1, corner, {x})" for x in SIGNS)), either("between(0, 1, corner, 1)"),
        either("between(2, 1, corner, 1)"), *(either(*terms[3]) for terms in SQUARE),
    ],
    "dots": [["size(1, 2)", "frame(dots)"], *EDGES, *(either(f"mark(1, {c}, 1)") for c in (1, 2))],
    "no frame": [["size(1, 2)", "frame(none)"], *EDGES, *(either(f"mark(1, {c}, 1)") for c in (1, 2))],
    "several marks": [["size(1, 2)"], *(lists(f"mark(1, {c}", 1, 2, 12, '"?"') for c in (1, 2))],
    "numbers inside and beside": [
        ["size(1, 2)"], *(lists(f"clue({side}, 1", 1, 12) for side in ("left", "right")),
        *(either(f"mark(1, {c}, 1)", f"mark(1, {c}, 12)") for c in (1, 2)),
    ],
    "numbers inside, above and below": [
        ["size(1, 2)"], lists("clue(top, 1", 1, 12), lists("clue(top, 2", 1, 12), lists("clue(bottom, 1", 1, 12),
        *(either(f"mark(1, {c}, 1)", f"mark(1, {c}, 12)") for c in (1, 2)),
    ],
    "small texts": [
        ["size(1, 2)"], *(lists(f"small(1, {c}", 1, 12, '"*"', '"+"', '"?"') for c in (1, 2)), either("mark(1, 2, 1)"),
    ],
    "small texts beside clues and walls": [
        ["size(1, 2)"], either("clue(left, 1, 1)", "clue(left, 1, 12)"), either("small(1, 1, 1)"),
        either("wall(1, 1, right)"), either("mark(1, 1, 1)", "mark(1, 1, tent)"), either("shade(1, 1, black)"),
    ],
    "cages and what crosses them": [
        ["size(2, 2)", "cage(1, 1, a)"], *SQUARE[::2], either("cage(1, 2, b)", "cage(1, 2, a)"),
        either("between(1, 1, right, white)"),
    ],
    "holes and what is beside them": [
        ["size(2, 3)"], *(either(f"hole({r}, {c})") for r in (1, 2) for c in (1, 3)),
        either("wall(1, 2, down)", "line(1, 2, down, green)"), either("mark(1, 2, 1)", "mark(1, 2, a)"),
    ],
    "holes in the frame of dots": [
        ["size(2, 2)", "frame(dots)"], either("hole(1, 1)"), either("hole(2, 2)"), *EDGES[4:],
        either("mark(1, 2, 1)"),
    ],
    "split cells": [
        ["size(1, 2)", "mark(1, 1, bottom, 1)"],
        *(either(f"mark(1, {c}, right, 7)", f"mark(1, {c}, right, 12)") for c in (1, 2)),
        either("mark(1, 2, bottom, 7)", "mark(1, 2, bottom, 23)"), either("clue(left, 1, 7)"),
    ],
    "symbols": [["size(1, 1)"], either(*(f"mark(1, 1, {name})" for name in GLYPHS if name != "blocked"))],
}  # fmt: skip


@pytest.mark.some(20)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", FAMILIES)
def test_no_two_boards_look_the_same(name, style):
    always, *places = FAMILIES[name]
    seen = {}
    for choice in product(*places):
        terms = [*always, *(term for some in choice for term in some)]
        text = render_text(board(*terms), style)
        assert text not in seen, f"{terms} and {seen[text]}:\n{text}"
        assert all(row.strip() for row in text.split("\n")), f"an empty line in:\n{text}"
        seen[text] = terms
    assert len(seen) > 10


@pytest.mark.parametrize("style", STYLES)
def test_symbols_and_colours_have_signs_of_their_own(style):
    """Those with the same sign are listed here, with the reason why they may."""
    signs = {}
    for kind, table in (("mark", GLYPHS), ("shade", SHADES)):
        for name, look in table.items():
            signs.setdefault(getattr(look, style), set()).add((kind, name))
    same = {frozenset(name for _, name in names) for names in signs.values() if len(names) > 1}
    colours = frozenset({"grey", "red", "orange", "yellow", "green", "blue", "purple"})
    assert (
        same
        == {
            "ascii": {
                frozenset({"cross", "blocked"}),  # what a player notes, and the same as part of a board
                frozenset({"black"}),  # a full circle and a full cell
                frozenset({"white", "orange"}),  # o, for its first letter
                frozenset({"brown", "light"}),  # are like empty cells
            },
            "unicode": {frozenset({"cross", "blocked"}), colours},  # grey and colours are one half-tone
            "emoji": {frozenset({"black", "grey"}), frozenset({"yellow", "light"})},  # there are no more squares
        }[style]
    )
    assert all(wcswidth(sign) in (1, 2) for sign in signs)


def anything(seed):
    """A board of 3 rows and 4 columns with something of each kind at random places, on a grid, and its texts."""
    chance = random.Random(seed)
    cells = [(r, c) for r in range(1, 4) for c in range(1, 5)]
    free = chance.sample(cells, len(cells))
    marks = [f"m{k}" for k in range(4)]
    terms = [f"mark({r}, {c}, {x})" for (r, c), x in zip(free, marks, strict=False)]
    terms += [f"mark({r}, {c}, {chance.choice(list(GLYPHS))})" for r, c in free[4:7]]
    terms += [f"mark({free[7][0]}, {free[7][1]}, {k}, s{k})" for k in (1, 2)]
    terms += [f"shade({r}, {c}, {chance.choice(list(SHADES))})" for r, c in free[5:10]]
    terms += [f"wall({r}, {c}, {chance.choice(['up', 'down', 'left', 'right'])})" for r, c in chance.sample(cells, 5)]
    for r, c in chance.sample([(r, c) for r, c in cells if r < 3 and c < 4], 4):
        terms += line(r, c, chance.choice(["right", "down"]), twice=chance.random() < 0.5)
    # Not at the right edge, where blanks are left out behind all that is narrower.
    places = [f"{r}, {c}, {place}" for r, c in cells for place in ("right", "down", "corner")[: 3 if c < 4 else 0]]
    terms += [f"between({place}, b{k})" for k, place in enumerate(chance.sample(places, 4))]
    terms += [f"clue({side}, {k}, {k}, {side[0]}_{k})" for side in ("left", "top", "bottom") for k in (1, 2, 3)]
    terms += [f"frame({style})" for style in chance.sample(["lines", "dots"], 1)[: chance.randint(0, 1)]]
    texts = {*marks, "s1", "s2", "b0", "b1", "b2", "b3", *(f"{side}_{k}" for side in "ltb" for k in (1, 2, 3))}
    return board("size(3, 4)", *terms), texts


@pytest.mark.parametrize("seed", range(40))
def test_all_texts_are_seen_in_rows_of_one_width(seed):
    drawn, texts = anything(seed)
    for style in STYLES:
        text = render_text(drawn, style)
        assert all(text.count(x) == 1 for x in texts), text
        grid = text.split("\n")[1:-1]
        assert len(grid) == 7
        if drawn.frame != "dots":
            assert len({wcswidth(row) for row in grid}) == 1, text
        # Beside the rows stand their clues; in the columns of borders nothing else does.
        assert {row[:4].strip() for row in grid[::2]} == {""}, text
        coloured = render_text(drawn, style, colour=True)
        assert [row.rstrip() for row in re.sub(r"\x1b\[[0-9;]*m", "", coloured).split("\n")] == text.split("\n")
    picture = ET.fromstring(render_svg([drawn]))
    assert texts <= {element.text for element in picture.iter(f"{SVG}text")}


def shapes(*terms):
    """The picture of a board: its elements without those of its grid."""
    return list(ET.fromstring(render_svg([board(*terms)])).iter())


def texts_in(elements):
    return {e.text: (float(e.get("x")), float(e.get("y"))) for e in elements if e.tag == f"{SVG}text"}


def test_picture_of_several_marks():
    """Each in its place, in rows, smaller than one alone, and within the cell."""
    found = texts_in(shapes(*(f"mark(1, 1, {k}, {k})" for k in (1, 2, 3, 4))))
    assert found["1"][0] == found["3"][0] < found["2"][0] == found["4"][0]
    assert found["1"][1] == found["2"][1] < found["3"][1] == found["4"][1]
    assert all(5 < x < 35 and 5 < y < 38 for x, y in found.values())
    two = texts_in(shapes("mark(1, 1, 1, 5)", "mark(1, 1, 2, 6)"))
    assert two["5"][1] == two["6"][1]
    for pair in (("mark(1, 1, 1, 5)", "mark(1, 1, 2, arrow_up)"), ("mark(1, 1, 5)", "mark(1, 1, arrow_up)")):
        symbols = [e.get("transform") for e in shapes(*pair)]
        assert any("scale" in text for text in symbols if text), pair


def test_picture_of_a_split_cell():
    """A diagonal, a number in its lower left half, and one in its upper right half, white on black."""
    elements = shapes("mark(1, 1, bottom, 23)", "mark(1, 1, right, 12)", "shade(1, 1, black)")
    (diagonal,) = [e for e in elements if e.get("d") == "M0 0l40 40"]
    assert diagonal.get("stroke") == "#ffffff"
    found = texts_in(elements)
    assert found["23"][0] < found["23"][1]
    assert found["12"][0] > found["12"][1]
    assert {e.get("fill") for e in elements if e.tag == f"{SVG}text"} == {"#ffffff"}
    assert not [e for e in elements if e.tag == f"{SVG}polygon"]


def test_picture_of_small_texts():
    """In the upper left of its cell, smaller than the mark and above it, and readable on its colour."""
    elements = shapes(
        "size(1, 2)", "small(1, 1, 1, 12)", 'small(1, 1, 2, "*")', "mark(1, 1, 5)", "small(1, 2, 7)",
        "shade(1, 2, black)",
    )  # fmt: skip
    sizes = {e.text: (float(e.get("font-size")), e.get("fill")) for e in elements if e.tag == f"{SVG}text"}
    places = texts_in(elements)
    assert sizes["12*"][0] < sizes["5"][0]
    assert places["12*"][0] < 20
    assert places["12*"][1] < places["5"][1] - 10
    assert places["7"][0] < 60
    assert sizes["7"][1] == "#ffffff"


def test_picture_of_cages():
    """A dashed line inside each cell of a cage, closed around an L and around a cell in its bend."""
    (outline,) = [e for e in shapes(*rows("cage({},{},{})", "aa", "ab")) if e.get("stroke-dasharray")]
    sides = re.findall(r"M(\d+) (\d+)L(\d+) (\d+)", outline.get("d"))
    ends = [end for x1, y1, x2, y2 in sides for end in ((x1, y1), (x2, y2))]
    assert all(ends.count(end) == 2 for end in ends)
    assert {("4", "4"), ("36", "36"), ("44", "44"), ("76", "76")} <= {*ends}


def test_picture_of_holes():
    """No line goes through a hole; the outline is that of the cells; one that cells enclose is filled."""
    elements = shapes("size(3, 3)", "hole(1, 1)", "hole(2, 2)")
    paths = [e for e in elements if e.tag == f"{SVG}path"]
    (outline,) = [e.get("d") for e in paths if e.get("stroke-linecap") and e.get("stroke-width") == "2"]
    # 12 sides of the square; the corner's two inner ones stand for its outer ones; and four around the middle.
    assert len(re.findall("M", outline)) == 16
    assert "M0 0h40" not in outline
    thin = next(e.get("d") for e in paths if e.get("stroke-width") == "1")
    assert len({*re.findall(r"M[^M]+", thin)}) == 6
    (filled,) = [e for e in elements if e.get("fill") == "#e4e4e4"]
    assert (filled.get("x"), filled.get("y")) == ("40", "40")


@pytest.mark.parametrize("term", ["mark(1, 2, 5)", "shade(1, 2, red)", "cage(1, 2, a)", "line(1, 2, down, red)"])
def test_nothing_is_drawn_in_a_hole(term):
    with pytest.raises(ProgramError, match="draws in the hole at row 1, column 2"):
        board("size(2, 2)", "hole(1, 2)", term)


def test_picture_of_thermometers():
    """A bulb in the first cell of each, and a line from there that may lead aslant, behind the marks."""
    chain = [f"thermometer(a, {k}, {r}, {c})" for k, (r, c) in enumerate([(2, 1), (1, 2), (1, 3)], 9)]
    elements = shapes("size(2, 3)", *chain, "thermometer(b, 1, 2, 3)", "mark(2, 1, 7)")
    bulbs = [(e.get("cx"), e.get("cy")) for e in elements if e.tag == f"{SVG}circle"]
    assert bulbs == [("20", "60"), ("100", "60")]
    (glass,) = [e for e in elements if e.get("stroke-width") == "14"]
    assert glass.get("d").startswith("M20 60 60 20 100 20")
    kinds = [e.tag for e in elements]
    assert kinds.index(f"{SVG}circle") < kinds.index(f"{SVG}text")


def test_picture_of_lines():
    """A double line is two that lie beside each other; a number on a line stands in a circle."""
    elements = shapes("size(1, 3)", "mark(1, 1, 2)", *line(1, 1, "right", twice=True), *line(1, 2, "right"))
    strokes = {e.get("stroke-width"): e.get("d") for e in elements if e.get("stroke") == SHADES["green"].svg}
    assert strokes == {"3": "M20 16l20 0M20 24l20 0M60 16l-20 0M60 24l-20 0", "5": "M60 20l20 0M100 20l-20 0"}
    (circle,) = [e for e in elements if e.tag == f"{SVG}circle"]
    assert (circle.get("cx"), circle.get("cy")) == ("20", "20")
    alone = shapes("size(1, 2)", *line(1, 1, "right"))
    assert [e.get("stroke-width") for e in alone if e.get("stroke") == SHADES["green"].svg] == ["12"]


def test_picture_of_numbers_in_circles():
    """A number is light on a black circle, and has no other circle on a line."""
    numbers = "mark(1, 1, 3)", "mark(1, 1, black)", "mark(1, 2, 3)", "mark(1, 2, white)"
    elements = shapes("size(1, 2)", *line(1, 1, "right"), *numbers)
    assert [e.get("fill") for e in elements if e.tag == f"{SVG}text"] == ["#ffffff", "#222222"]
    assert [e.get("r") for e in elements if e.tag == f"{SVG}circle"] == ["12", "12"]


def test_picture_of_texts_between_cells():
    """On the middle of the border: a small symbol, a number in a circle, a sign on white."""
    elements = shapes(
        "size(2, 2)", "between(1, 1, right, white)", "between(1, 1, corner, 3)", 'between(1, 2, down, "<")',
        "between(0, 0, corner, 4)",
    )  # fmt: skip
    moved = [e.get("transform") for e in elements if e.get("transform")]
    assert "translate(31 11) scale(0.45)" in moved
    assert "translate(60 40)" in moved
    circles = {(e.get("cx"), e.get("cy")): e.get("stroke") for e in elements if e.get("r") == "9"}
    assert circles == {("40", "40"): "#222222", ("0", "0"): "#222222", ("60", "40"): None}
    assert texts_in(elements).keys() == {"3", "4"}


def test_picture_of_frames():
    def outlines(*terms):
        elements = shapes("size(2, 3)", *terms)
        # A dot is a line of no length with round ends, all of them in one path.
        dots = [dot for e in elements if e.get("stroke-width") == "6" for dot in e.get("d").split("M")[1:]]
        frame = [e for e in elements if e.tag == f"{SVG}rect" and e.get("stroke")]
        return len(dots), len(frame), {e.get("stroke") for e in elements if e.get("stroke-width") == "1"}

    assert outlines() == (0, 1, {"#b5b5b5"})
    assert outlines("frame(lines)") == (0, 1, {"#222222"})
    assert outlines("frame(dots)") == (12, 0, set())
    assert outlines("frame(none)", "wall(1, 1, up)") == (0, 0, set())


@pytest.mark.parametrize(
    "term",
    [
        "mark(1, 1, x, y)", "mark(1, 1, 1, x, y)", "line(1, 1, right, red, 3)", "line(1, 1, right, red, 1)",
        "clue(top, 1, x, 5)", "clue(top, a, 1, 5)", "clue(top, 1, 1, 2, 3)", "between(1, 1, left, x)",
        "between(1, 1, up, x)", "between(a, 1, right, x)", "between(1, 1, right)", "frame(thick)", "frame",
        "frame(dots, 1)",
    ],
)  # fmt: skip
def test_what_is_nearly_a_term_is_an_error(term):
    with pytest.raises(ProgramError) as error:
        board("size(2, 2)", term)
    assert f"shows {parse_term(term)}, which is no drawing term" in error.value.message
    assert "between(R, C, right or down or corner, X)" in error.value.hint


@pytest.mark.parametrize(
    ("term", "place"),
    [
        ("between(0, 1, right, x)", "row 0, column 1"), ("between(1, 0, down, x)", "row 1, column 0"),
        ("between(3, 1, corner, x)", "row 3, column 1"), ("between(-1, 1, down, x)", "row -1, column 1"),
        ("mark(3, 1, 1, x)", "row 3, column 1"), ("clue(top, 3, 1, x)", "row 1, column 3"),
    ],
)  # fmt: skip
def test_terms_outside_the_board_are_errors(term, place):
    with pytest.raises(ProgramError, match=place):
        board("size(2, 2)", term)


def test_one_board_has_one_frame():
    with pytest.raises(ProgramError, match="two frames, dots and none"):
        board("frame(dots)", "frame(none)")


def test_size_counts_borders_above_and_left_of_the_board():
    drawn = board("between(0, 0, corner, 1)", "between(2, 0, right, 2)", "between(0, 3, down, 3)")
    assert (drawn.height, drawn.width) == (2, 3)

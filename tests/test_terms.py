"""Each drawing term by itself: small boards drawn by hand, what a picture holds, and no two boards that look the same."""

import random
import re
import xml.etree.ElementTree as ET
from itertools import combinations, product

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
    for one, other in zip(cells, cells[1:], strict=False):
        (r, c), (r2, c2) = sorted((one, other))
        terms += line(r, c, "right" if r == r2 else "down", twice)
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
        "+---------+---------+",
        "|  1 #  2 |o 3    4 |",
        "|         +--o-+  9 |",
        "|  .    . |  .    . |",
        "+---------+---------+",
    ]


DRAWN = {
    "a text of two signs between cells": (
        ["size(2, 2)", "between(1, 1, right, 12)", "between(1, 1, corner, 3)", "between(2, 1, right, 4)"],
        """
+---------+
|  . 12 . |
|    3    |
|  . 4  . |
+---------+
""",
        """
┏━━━━━━━━━┓
┃  · 12 · ┃
┃    3    ┃
┃  · 4  · ┃
┗━━━━━━━━━┛
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

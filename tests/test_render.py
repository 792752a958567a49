"""Boards as text and pictures: drawn by hand here, and compared."""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from html.parser import HTMLParser
from io import BytesIO
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from clingo import parse_term
from conftest import COMMAND, ROOT, environment
from wcwidth import wcswidth

from pyclingo_app import Instance, ProgramError, UsageError, load, parse_facts, render_svg, render_text
from pyclingo_app.__main__ import run as run_command
from pyclingo_app.draw.board import TERMS, border, make_board
from pyclingo_app.draw.png import render_png, require_rasteriser
from pyclingo_app.draw.symbols import FOCUS, GLYPHS, SHADES, WIDTHS, colours, dark_ink
from pyclingo_app.write.page import render_boards

SVG = "{http://www.w3.org/2000/svg}"


def board(*terms):
    return make_board(parse_term(term) for term in terms)


def solved(name, facts, **constants):
    puzzle = load(name, constants=constants)
    (solution,) = puzzle.solve(Instance("test", parse_facts(facts)), models=0)
    return solution.board


def lines(text):
    return [line.rstrip() for line in text.strip("\n").split("\n")]


BOARDS = {
    "tents": (
        lambda: solved("tents", "size(2,3). tree(1,1). tree(2,3). tent_row(1,1). tent_column(1,1)."),
        """
  1
1 T . A
  A . T
""",
        """
  1
1 ♣ · ▲
  ▲ · ♣
""",
        """
  1
1 🌳 ·  ⛺
  ⛺ ·  🌳
""",
    ),
    "norinori": (
        lambda: solved("norinori", "size(1,5). region(1,1..3,1). region(1,4..5,2)."),
        """
+-----------+-------+
|### ###  . |### ###|
+-----------+-------+
""",
        """
┏━━━━━━━━━━━┳━━━━━━━┓
┃███ ███  · ┃███ ███┃
┗━━━━━━━━━━━┻━━━━━━━┛
""",
        """
┏━━━━━━━━━━━━━━┳━━━━━━━━━┓
┃ ⬛   ⬛   ⬜ ┃ ⬛   ⬛ ┃
┗━━━━━━━━━━━━━━┻━━━━━━━━━┛
""",
    ),
    "queens": (
        lambda: solved("queens", "size(4,4). given(1,2). blocked(1,1)."),
        """
x G . .
. . . Q
Q . . .
. . Q .
""",
        """
× ♕ · ░
░ · ░ ♛
♛ ░ · ░
░ · ♛ ·
""",
        """
❌👸⬜🟫
🟫⬜🟫👑
👑🟫⬜🟫
🟫⬜👑⬜
""",
    ),
    "flow": (
        lambda: solved("flow", "size(3,3). terminal(1,1,1). terminal(3,3,1). terminal(1,2,2). terminal(2,2,2)."),
        """
1 2-+
|   |
| 2-+
|
+---1
""",
        """
1 2─┐
│ 2─┘
└───1
""",
        """
1 2─┐
│ 2─┘
└───1
""",
    ),
    "tetravex": (
        lambda: solved("tetravex", "size(1,2). tile(a,1,2,3,4). tile(b,5,6,4,0)."),
        r"""
+-----+-----+
|\ 1 /|\ 5 /|
|3[a]4|4[b]0|
|/ 2 \|/ 6 \|
+-----+-----+
""",
        """
┌─────┬─────┐
│╲ 1 ╱│╲ 5 ╱│
│3[a]4│4[b]0│
│╱ 2 ╲│╱ 6 ╲│
└─────┴─────┘
""",
        """
┌─────┬─────┐
│╲ 1 ╱│╲ 5 ╱│
│3[a]4│4[b]0│
│╱ 2 ╲│╱ 6 ╲│
└─────┴─────┘
""",
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_text(name):
    make, *expected = BOARDS[name]
    drawn = make()
    for style, text in zip(("ascii", "unicode", "emoji"), expected, strict=True):
        assert lines(render_text(drawn, style)) == lines(text), style


@pytest.mark.parametrize("name", BOARDS)
def test_ascii_is_ascii_and_rows_align(name):
    drawn = BOARDS[name][0]()
    assert render_text(drawn, "ascii").isascii()
    for style in ("unicode", "emoji"):
        rows = [line for line in render_text(drawn, style).split("\n") if line.strip()]
        if name in ("norinori", "tetravex"):
            assert len({wcswidth(row) for row in rows}) == 1, style


@pytest.mark.parametrize("name", BOARDS)
def test_colour_adds_only_escapes(name):
    import re

    drawn = BOARDS[name][0]()
    for style in ("ascii", "unicode", "emoji"):
        coloured = render_text(drawn, style, colour=True)
        plain = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", coloured).split("\n")]
        assert plain == [line.rstrip() for line in render_text(drawn, style).split("\n")]
        assert coloured.count("\x1b[0m") * 2 == coloured.count("\x1b[")


@pytest.mark.parametrize("name", BOARDS)
def test_svg_is_well_formed_and_inside_its_frame(name):
    drawn = BOARDS[name][0]()
    root = ET.fromstring(render_svg([drawn, drawn, drawn], "three <boards>"))
    assert root.tag == SVG + "svg"
    assert root.find(SVG + "title").text == "three <boards>"
    width, height = float(root.get("width")), float(root.get("height"))
    assert len(root.findall(SVG + "g")) == 3
    for text in root.iter(SVG + "text"):
        assert 0 <= float(text.get("x")) <= width
        assert 0 <= float(text.get("y")) <= height


def test_svg_shows_each_mark_and_clue():
    drawn = board(
        "size(2,2)", "mark(1,1,tent)", 'mark(2,2,"<7>")', "clue(left,1,12)", "clue(bottom,2,3)", "shade(1,2,3)"
    )
    text = render_svg([drawn])
    assert GLYPHS["tent"].svg in text
    assert "&lt;7&gt;" in text
    assert ">12</text>" in text
    assert ">3</text>" in text
    assert colours(drawn)["3"][1] in text


def test_what_was_found_is_told_from_the_clues(run, tmp_path):
    """In pictures, pages and steps: as many numbers are blue as cells had no clue."""
    givens = (ROOT / "instances/sudoku/4x4-a.lp").read_text(encoding="utf-8").count("given(")

    def inks(text):
        return Counter(re.findall(r'<text [^>]*fill="(#\w+)"[^>]*>\d', text))

    for command, ending in ((["sudoku"], "svg"), (["sudoku"], "html"), (["show", "sudoku"], "svg")):
        path = tmp_path / f"board.{ending}"
        run(*command, "4x4-a", "-o", path)
        blue = 0 if "show" in command else 16 - givens
        assert inks(path.read_text(encoding="utf-8")) == Counter({"#222222": givens, "#0b5cad": blue})


@pytest.mark.parametrize("names", ["BR", "GW", "AQ", "ABCDEFGHIJKLMNOP", "RGBYOCmPAWgTbcpM"])
def test_colours_on_a_board_are_told_apart(names):
    drawn = board("size(1,20)", *(f'shade(1,{c},"{name}")' for c, name in enumerate(names, 1)))
    assert len({colours(drawn)[name] for name in names}) == len(names)
    rows = render_svg([drawn]).split("<rect")[2 : 2 + len(names)]
    assert len({row.partition("fill=")[2] for row in rows}) == len(names)


def test_colours_are_those_that_letters_are_short_for():
    drawn = board("line(1,1,right,17)", "shade(1,2,1)", 'shade(1,1,"R")', 'shade(1,3,"Y")', "shade(1,4,red)")
    found = colours(drawn)
    assert found["Y"][1] == "#ffd700"
    assert found["1"] == colours(board('shade(1,1,"R")'))["R"]  # numbers first
    assert len({found[name] for name in ("1", "17", "R", "Y", "red")}) == 5
    assert len(set(colours(board(*(f"shade(1,{c},{c})" for c in range(1, 41)))).values())) > 16


# How colours look to those who do not see red, green or blue, in linear RGB (Machado, Oliveira and Fernandes 2009).
VISIONS = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def linear(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(colour, vision):
    """A colour in CIE Lab, as it looks to someone."""
    red, green, blue = (
        min(1, max(0, sum(weight * part for weight, part in zip(weights, linear(colour), strict=True))))
        for weights in VISIONS[vision]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def nearest(found, vision):
    """The distance of the two of some colours that are nearest to each other."""
    return min(dist(seen(one, vision), seen(other, vision)) for one, other in combinations(found, 2))


def on_terminal(number):
    """The colour of a number from 16 on among the 256 of terminals."""
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    levels = (0, 95, 135, 175, 215, 255)
    return "#" + "".join(f"{levels[(number - 16) // k % 6]:02x}" for k in (36, 6, 1))


@pytest.mark.parametrize("vision", VISIONS)
def test_colours_are_told_apart_by_the_colour_blind(vision):
    """16 numbers, and all names with the white of empty cells; a distance of 2.3 in CIE Lab is just seen."""
    numbered = colours(board(*(f"shade(1, {c}, {c})" for c in range(1, 17))))
    svg = [numbered[str(number)][1] for number in range(1, 17)]
    assert nearest(svg[:8], vision) > 23
    assert nearest([*svg, "#ffffff"], vision) > 17
    assert [on_terminal(numbered[str(number)][0]) for number in range(1, 17)] == svg
    assert nearest([*(shade.svg for shade in SHADES.values()), "#ffffff"], vision) > 17
    assert nearest([on_terminal(shade.terminal) for shade in SHADES.values()], vision) > 13
    assert nearest([colour for *_, colour in FOCUS.values()], vision) > 28
    assert nearest([on_terminal(number) for _, _, number, _ in FOCUS.values()], vision) > 25


def test_texts_are_seen_on_each_colour():
    """Black or white, at a contrast of 3 to 1, as WCAG asks of large texts."""
    numbered = colours(board(*(f"shade(1, {c}, {c})" for c in range(1, 17))))
    for _, colour in numbered.values():
        bright = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))
        assert (bright + 0.05 if dark_ink(colour) else 1.05) / (0.05 if dark_ink(colour) else bright + 0.05) > 3, colour


def test_stripes_tell_colours_apart_that_are_used_again():
    drawn = board(*(f"shade(1, {c}, {c})" for c in range(1, 50)))
    root = ET.fromstring(render_svg([drawn]))
    looks = {}
    for element in root.iter():
        if element.tag == f"{SVG}rect" and element.get("x"):
            looks[element.get("x")] = element.get("fill")
        elif element.get("opacity"):
            x = element.get("transform").removeprefix("translate(").split()[0]
            looks[x] += element.get("d")
    assert len(looks) == len(set(looks.values())) == 49
    lined = board(*(f"line(1, {c}, left, {c})" for c in range(1, 35)))
    dashes = [e for e in ET.fromstring(render_svg([lined])).iter(f"{SVG}path") if e.get("stroke-dasharray")]
    assert sorted(e.get("stroke-dasharray") for e in dashes) == ["4 8"] * 16 + ["8 8"] * 2


SHADED = {"ascii": "5  #5 1\n## %2 3", "unicode": "5  █5 1\n██ ▒2 3", "emoji": " 5  ⬛5  1\n⬛  ⬛2  3"}


@pytest.mark.parametrize("style", SHADED)
def test_shade_behind_a_mark_is_seen_without_colour(style):
    drawn = board(
        "size(2,3)", "shade(1,2,black)", "shade(2,1,black)", "shade(2,2,grey)", "shade(1,3,brown)", "shade(2,3,3)",
        *(f"mark({r},{c},{x})" for r, c, x in [(1, 1, 5), (1, 2, 5), (1, 3, 1), (2, 2, 2), (2, 3, 3)]),
    )  # fmt: skip
    assert [row.rstrip() for row in render_text(drawn, style).split("\n")] == SHADED[style].split("\n")
    pointed = drawn._replace(focus={(1, 2): "fault"})
    assert "#5" in render_text(pointed, "ascii")
    assert len({len(row) for row in render_text(pointed, "ascii").split("\n")}) == 1


def test_text_on_a_dark_shade_is_white():
    def ink(shade):
        root = ET.fromstring(render_svg([board("mark(1,1,5)", f"shade(1,1,{shade})")]))
        return next(root.iter(f"{SVG}text")).get("fill")

    assert [ink(shade) for shade in ("black", "yellow", "brown", "1")] == ["#ffffff", "#222222", "#222222", "#ffffff"]
    assert "38;5;15;48;5;240" in render_text(board("mark(1,1,5)", "shade(1,1,black)"), "ascii", colour=True)


def test_cells_that_are_pointed_at_stay_readable():
    """Texts stand above the frames, which are seen on a shade of their own colour, and are black in a terminal."""
    drawn = board("size(1,2)", "mark(1,1,5)", "shade(1,1,3)", "mark(1,2,star)")
    drawn = drawn._replace(focus={(1, 1): "found", (1, 2): "reason"})
    root = ET.fromstring(render_svg([drawn]))
    elements = list(root.iter())
    frames = [element for element in elements if element.get("rx") == "4"]
    assert [frame.get("stroke") for frame in frames] == ["#ffffff", "#2a9d5c", "#e6ac00"]
    text = next(root.iter(f"{SVG}text"))
    assert max(map(elements.index, frames)) < elements.index(text)
    coloured = render_text(drawn, "unicode", colour=True)
    assert coloured == "\x1b[38;5;16;48;5;122m[5]\x1b[0m\x1b[38;5;16;48;5;229m(★)\x1b[0m"


def test_borders_that_are_not_crossed_have_crosses():
    drawn = board("size(2,2)", "line(1,1,down,1)", "line(2,1,up,1)")
    drawn = drawn._replace(barred=frozenset(border(1, 1, "right") | border(2, 2, "up")))
    assert render_text(drawn, "unicode").split("\n") == ["╷×·", "│ ×", "╵ ·"]
    assert render_text(drawn, "ascii").split("\n") == ["+x.", "| x", "+ ."]
    walled = drawn._replace(walls=border(1, 1, "right"))
    assert render_text(walled, "ascii").split("\n") == [
        "+---+---+", "| + | . |", "| | + x |", "| +   . |", "+-------+",
    ]  # fmt: skip
    (path,) = [e for e in ET.fromstring(render_svg([drawn])).iter(f"{SVG}path") if "l8 8" in e.get("d")]
    assert path.get("d") == "M36 16l8 8m0 -8l-8 8M56 36l8 8m0 -8l-8 8"


def test_lines_to_a_cell_that_is_pointed_at_keep_columns_aligned():
    drawn = board("line(1,1,right,1)", "line(1,2,left,1)", "mark(1,3,5)", "mark(2,3,6)")
    first, second = render_text(drawn._replace(focus={(1, 1): "found"}), "unicode").split("\n")
    assert (first.index("5"), first[:4]) == (second.index("6"), "[╶]─")


def test_wide_clues_keep_columns_aligned():
    drawn = board("size(2,3)", "clue(top,1,10)", "clue(top,2,7)", "clue(left,2,100)", "mark(1,1,x)", "mark(2,3,tree)")
    assert lines(render_text(drawn, "ascii"))[1:] == ["    x  .  .", "100 .  .  T"]
    assert render_text(drawn, "ascii").split("\n")[0] == "    10 7"
    emoji = render_text(drawn, "emoji").split("\n")
    assert wcswidth(emoji[2][: emoji[2].index("🌳")]) == len("100 .  .  ")


def test_clues_on_all_sides_and_several_in_order():
    drawn = board(
        "size(1,1)", "clue(top,1,1)", "clue(top,1,2)", "clue(left,1,3)", "clue(right,1,4)", "clue(bottom,1,5)"
    )
    assert render_text(drawn, "ascii").split("\n") == ["  1", "  2", "3 . 4", "  5"]


def test_lines_cross_the_grid_of_a_board_with_walls():
    drawn = board(
        "size(2,2)", "wall(1,1,right)", "line(1,1,down,1)", "line(2,1,up,1)", "line(2,1,right,1)", "line(2,2,left,1)"
    )
    assert render_text(drawn).split("\n") == ["┏━━━┳━━━┓", "┃ ╷ ┃ · ┃", "┃ │ ╹   ┃", "┃ └───╴ ┃", "┗━━━━━━━┛"]


def test_unknown_symbol_is_drawn_as_its_text():
    assert render_text(board('mark(1,1,"é")', "mark(1,2,dragon)"), "unicode") == "  é    dragon"
    assert render_text(board('mark(1,1,"é")', "size(1,2)"), "ascii") == "\\xe9  ."


def test_one_column_of_longer_texts_has_an_outline():
    """Without blanks in any row it would look like a board that is typed, of more columns."""
    assert render_text(board("mark(1,1,10)", "mark(2,1,12)"), "ascii") == "+----+\n| 10 |\n| 12 |\n+----+"
    assert render_text(board("mark(1,1,1)", "mark(2,1,2)"), "ascii") == "1\n2"


def test_squares_touch_only_if_all_signs_are_as_wide():
    touching = board("size(1,3)", "shade(1,1,black)", "mark(1,2,tree)")
    assert render_text(touching, "emoji") == "⬛🌳⬜"
    assert render_text(board("size(1,3)", "shade(1,1,black)", "mark(1,2,3)"), "emoji") == "⬛ 3  ⬜"
    assert (
        render_text(board("size(1,2)", "shade(1,1,black)", "shade(1,2,black)", "clue(top,1,10)"), "emoji")
        == "10\n⬛ ⬛"
    )


def test_program_without_display_part_draws_its_atoms(tmp_path):
    path = tmp_path / "plain.lp"
    path.write_text("% Plain - a test.\n#defined size/2.\nqueen(1, 2).\nnumber(2, 1, 7).\nother.\n#show queen/2.\n"
                    "#show number/3.\n#show other/0.\n")  # fmt: skip
    puzzle = load(str(path))
    (solution,) = puzzle.solve(Instance("test", parse_facts("size(2, 3).")), models=0)
    assert render_text(solution.board, "ascii") == ". Q .\n7 . ."
    assert solution.facts == "number(2,1,7). other. queen(1,2)."
    assert solution.board.undrawn == ("other",)


ZERO = """{ q(0..2,C) : C = 0..2 } = 3.
:- q(R,C), q(R,D), C < D.
:- q(R,C), q(S,C), R < S.
% No queen is on the main diagonal.
:- q(R,R).
:- q(0,2).
#show q/2.
"""
ROOKS = """n(1..4).
{ rook(R,C) : n(C) } = 1 :- n(R).
:- rook(R,C), rook(S,C), R < S.
% The first one is in the first column.
:- not rook(1,1).
% None is on the rising diagonal, nor below the others.
:- rook(R,5-R).
:- rook(4,4).
:- rook(2,4).
#show rook/2.
"""
TENTS = """cell(1..4,1..4).
free(R,C) :- cell(R,C), not tree(R,C).
{ tent(R,C) } :- free(R,C).
% Each column has its number.
:- column(C,N), #count { R : tent(R,C) } != N.
total(N) :- N = #count { R,C : tent(R,C) }.
#show tent/2.
#show total/1.
"""


def test_board_counted_from_0_is_drawn_with_its_first_row_and_column(run, tmp_path):
    (tmp_path / "zero.lp").write_text(ZERO)
    assert run("zero.lp").stdout.startswith("· q ·\n· · q\nq · ·\n\n1 solution, the only one")
    assert run("show", "zero.lp").stdout == "· · ·\n· · ·\n· · ·\n"
    assert run("hint", "zero.lp").stdout.endswith("   0  1  2\n0 [×] · [×]\n1  · [×] ·\n2  ·  · [×]\n")
    solution = json.loads(run("zero.lp", "-f", "json").stdout)["solutions"][0]
    assert (solution["board"], solution["drawing"]["origin"]) == (["· q ·", "· · q", "q · ·"], [0, 0])
    assert solution["drawing"]["marks"] == [[0, 1, ["q"]], [1, 2, ["q"]], [2, 0, ["q"]]]


def test_board_is_drawn_from_its_least_row_and_column():
    drawn = board("mark(-1,0,a)", "mark(1,2,b)", "wall(0,1,up)", "clue(left,0,7)", "clue(top,2,8)", "shade(1,0,grey)")
    assert (drawn.origin, drawn.height, drawn.width) == ((-1, 0), 3, 3)
    assert render_text(drawn, "ascii", numbered=True) == (
        "        0   1   2\n"
        "                8\n"
        "      +-----------+\n"
        "-1    | a   .   . |\n"
        "      |   +---+   |\n"
        " 0  7 | .   .   . |\n"
        "      |           |\n"
        " 1    |%%%  .   b |\n"
        "      +-----------+"
    )
    picture = render_svg([drawn])
    # The cell (1, 1) begins at (0, 0), so that the board begins two rows above it, and one column before.
    assert '<g class="cells" transform="translate(66 110)">' in picture
    assert '<rect x="-40" y="-80" width="120" height="120" fill="none"' in picture
    assert '<text x="13" y="97.2" font-size="20"' in picture  # the clue beside row 0


def test_picture_reaches_as_far_as_anything_can_be(run, tmp_path):
    (tmp_path / "rooks.lp").write_text(ROOKS)
    hint = run("hint", "rooks.lp").stdout
    assert hint.endswith("   1  2  3  4\n1  ·  ·  · [×]\n2  ·  · [×][×]\n3  · [×] ·  ·\n4 [×] ·  · [×]\n")
    check = run("check", "rooks.lp", "-", stdin="rook(1,2).").stdout
    assert "\n    1     2     3     4\n1   ·   <rook>  ·     ·\n2   ·     ·     ·     ·\n3 " in check


def test_only_what_can_be_a_cell_is_drawn_and_the_rest_is_named(run, tmp_path):
    (tmp_path / "tents.lp").write_text(TENTS)
    (tmp_path / "board.lp").write_text("tree(1,2). tree(3,4). column(1,0). column(2,1). bonus(2,2).")
    picture = "0 1\n· ♣ · ·\n· · · ·\n· · · ♣\n· · · ·\nNot drawn: bonus(2,2).\n"
    assert run("show", "tents.lp", "board.lp").stdout == picture
    data = json.loads(run("tents.lp", "board.lp", "-f", "json").stdout)
    assert data["solutions"][0]["drawing"]["undrawn"][0] == "bonus(2,2)"
    assert "total(" in data["solutions"][0]["drawing"]["undrawn"][1]
    result = run("show", "tents.lp", "board.lp", "-o", "board.svg")
    assert "Not drawn: bonus(2,2)." in result.stderr


ARTICLE = """
row(R) :- tent_row(R, _).
col(C) :- tent_column(C, _).
cell(R, C, "🌳") :- tree(R, C).
{ cell(R, C, "⛺") } :- row(R), col(C), not tree(R, C).
cell(R, C, "🟩") :- row(R), col(C), not cell(R, C, "⛺"), not tree(R, C).
:- tent_row(R, N), #count { C : cell(R, C, "⛺") } != N.
:- tent_column(C, N), #count { R : cell(R, C, "⛺") } != N.
:- cell(R, C, "⛺"), cell(R+1, C+(-1..1), "⛺").
:- cell(R, C, "⛺"), cell(R, C+1, "⛺").
:- cell(R, C, "⛺"), not tree(R+1, C), not tree(R-1, C), not tree(R, C+1), not tree(R, C-1).
#show cell/3.
"""


def test_a_program_whose_cells_hold_pictures_needs_no_display(run, tmp_path):
    (tmp_path / "article.lp").write_text(ARTICLE)
    # The board with its solution as the genre draws it, which is tested by counts and checkers of its own.
    board = str(ROOT / "instances" / "6x6.lp")
    drawn = run("article.lp", board).stdout.split("\n\n")[0]
    pictures = str.maketrans({"▲": "⛺", "♣": "🌳", "·": "🟩"})
    own = run("tents", board).stdout.split("\n\n")[0].splitlines()
    assert drawn.splitlines()[1:] == [line.translate(pictures) for line in own[1:]]
    assert drawn.splitlines()[0].split() == own[0].split() == ["1", "2", "0", "2", "1", "2"]
    ascii = run("article.lp", board, "-f", "ascii").stdout
    assert ascii.isascii()
    assert ascii.splitlines()[1] == "2 g A g T A g"
    assert "Not drawn" not in ascii
    hint = run("hint", "article.lp", board).stdout
    assert "♣" not in hint


def test_what_has_no_room_in_a_picture_is_named(run, tmp_path):
    drawn = board("size(1,2)", "shade(1,1,red)", "shade(1,1,blue)", "line(1,1,right,1)", "line(1,1,right,2)",
                  "between(1,1,right,a)", "between(1,1,right,bb)", "mark(1,2,x)", "mark(1,2,y)")  # fmt: skip
    assert drawn.undrawn == ("shade(1,1,red)", "line(1,1,right,1)", "between(1,1,right,a)")
    with pytest.raises(ProgramError, match="two sizes"):
        board("size(1,2)", "size(2,2)")
    (tmp_path / "two.lp").write_text(
        "{ a }.\n:- not a.\n#show a/0.\n#program display.\n#show mark(1,1,x).\n"
        "#show shade(1,1,red).\n#show shade(1,1,blue) : a.\n"
    )
    assert "\nNot drawn: shade(1,1,red).\n" in run("two.lp").stdout


@pytest.mark.parametrize(
    "term",
    [
        "dot(1,1)",
        "mark(1)",
        "mark(a,1,x)",
        "mark(1,1,middle,x)",
        "wall(1,1,north)",
        "line(1,1,in,1)",
        "clue(over,1,1)",
        "clue(top,a,1)",
        "7",
        "f",
        '"s"',
        "(1,1)",
        "size(2)",
    ],
)
def test_unknown_term_is_an_error(term):
    with pytest.raises(ProgramError, match="no drawing term"):
        board(term)


def test_term_outside_the_board_is_an_error():
    with pytest.raises(ProgramError, match="row 3, column 1"):
        board("size(2,2)", "mark(3,1,x)")
    with pytest.raises(ProgramError, match="too large"):
        board("size(2000,2000)")


def test_vocabulary_is_documented():
    text = (Path(__file__).parent.parent / "docs" / "puzzle-programs.md").read_text()
    for name, _ in TERMS:
        assert f"`{name}(" in text
    for name in (*GLYPHS, *SHADES):
        assert f"`{name}`" in text


def test_widths_are_those_of_wcwidth():
    for text, width in WIDTHS.items():
        assert wcswidth(text) == width, text


def test_unsolved_board_shows_the_tiles_beside_it():
    puzzle = load("tetravex")
    drawn = puzzle.draw(Instance("test", parse_facts("size(1,2). tile(a,1,2,3,4). tile(b,5,6,4,0). fixed(b,1,2).")))
    assert render_text(drawn, "ascii").split("\n") == [
        "+-----+-----+     +-----+",
        "|     |\\ 5 /|     |\\ 1 /|",
        "|     |4[b]0|     |3[a]4|",
        "|     |/ 6 \\|     |/ 2 \\|",
        "+-----+-----+     +-----+",
    ]


def test_tray_holds_the_tiles_that_are_not_laid_yet():
    puzzle = load("tetravex")
    board = Instance("test", parse_facts("size(1,3). tile(a,1,2,3,4). tile(b,5,6,4,0). tile(c,7,8,0,9)."))
    drawn = puzzle.draw(board, parse_facts("place(1,2,b)."))
    assert render_text(drawn, "ascii").split("\n")[2] == "|     |4[b]0|     |     |3[a]4|     |0[c]9|"
    whole = puzzle.draw(board, parse_facts("place(1,1,a). place(1,2,b). place(1,3,c)."))
    assert render_text(whole, "ascii").split("\n")[2] == "|3[a]4|4[b]0|0[c]9|"


class Tags(HTMLParser):
    """Checks that the tags of a page are closed in order, and counts them."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_page_of_solutions_stands_alone():
    puzzle = load("queens", constants={"n": "6"})
    boards = [(solution.board, solution.facts) for solution in puzzle.solve(models=0)]
    page = render_boards(boards, "<Queens>", "4 solutions & no more")
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert tags.seen.count("figure") == tags.seen.count("svg") == tags.seen.count("details") == 4
    assert "script" not in tags.seen
    assert not any(name in tags.seen for name in ("link", "img", "iframe"))
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "<h1>&lt;Queens&gt;</h1>" in page
    assert "<p>4 solutions &amp; no more</p>" in page
    for number, (_, facts) in enumerate(boards, 1):
        assert f"<title>&lt;Queens&gt;, solution {number}</title>" in page
        assert facts in page


def test_page_with_a_hundred_solutions_is_light():
    boards = [(solution.board, solution.facts) for solution in load("queens").solve(models=0)]
    assert len(boards) == 92
    assert len(render_boards(boards, "Queens", "")) < 600_000
    unsolved = render_boards([(load("queens").draw(), "")], "Queens", "")
    assert "<details>" not in unsolved
    assert "<p>" not in unsolved


def test_png_is_the_sheet_of_the_svg_picture():
    try:
        require_rasteriser()
    except UsageError as error:
        pytest.skip(error.message)
    from PIL import Image

    red = board("size(1,2)", "shade(1,1,1)", "shade(1,2,black)")
    picture = Image.open(BytesIO(render_png([red, red]))).convert("RGB")
    root = ET.fromstring(render_svg([red, red]))
    assert picture.size == (2 * int(root.get("width")), 2 * int(root.get("height")))
    # In the middle of each cell, at 80 pixels a cell and 48 around the boards, is its colour in the SVG.
    colours = [rect.get("fill") for rect in root.iter(f"{SVG}rect")][1:3]
    for left in (48, 48 + 160 + 48):
        found = [picture.getpixel((left + 40 + 80 * cell, 88)) for cell in range(2)]
        assert [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in found] == colours


def test_too_large_png_is_an_error():
    pytest.importorskip("cairosvg", reason="CairoSVG is not installed", exc_type=(ImportError, OSError))
    with pytest.raises(UsageError, match="too large for PNG"):
        render_png([board("size(1000,1000)", "mark(1,1,x)")])


def test_missing_rasteriser_says_how_to_install_it(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    assert run_command(["queens", "-f", "png", "-o", str(tmp_path / "x.png")]) == 2
    assert "python -m pip install cairosvg" in capsys.readouterr().err
    assert run_command(["show", "queens", "-o", str(tmp_path / "x.png")]) == 2
    assert list(tmp_path.iterdir()) == []


def test_png_goes_to_files_and_pipes(tmp_path):
    try:
        require_rasteriser()
    except UsageError as error:
        pytest.skip(error.message)
    start = b"\x89PNG\r\n\x1a\n"
    piped = subprocess.run(
        [*COMMAND, "show", "tents", "6x6", "-f", "png"],
        env=environment(),
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    assert piped.stdout.startswith(start)
    command = [*COMMAND, "tents", "6x6", "-o", "board.png"]
    result = subprocess.run(command, env=environment(), cwd=tmp_path, capture_output=True, check=True)
    assert result.stderr == b"board.png: 1 solution, the only one\n"
    assert (tmp_path / "board.png").read_bytes().startswith(start)


def test_borders_that_are_pointed_at():
    """A line is coloured itself, along the border or across it; where there is none a ring stands on the border."""
    drawn = board("size(2,2)", "frame(dots)", "wall(1,1,down)", "line(1,2,down,black)", "line(2,2,up,black)")
    pointed = drawn._replace(edges={(2, 1, "up"): "fault", (2, 2, "up"): "found", (1, 1, "right"): "reason"})
    root = ET.fromstring(render_svg([pointed]))
    paths = {e.get("d"): e.get("stroke") for e in root.iter(f"{SVG}path") if e.get("stroke") in POINTED}
    assert paths == {"M0 40l40 0": "#8f1010", "M60 60l0 -40": "#2a9d5c"}
    (ring,) = (e for e in root.iter(f"{SVG}circle") if e.get("stroke") in POINTED)
    assert (ring.get("cx"), ring.get("cy"), ring.get("stroke")) == ("40", "20", "#e6ac00")
    # The numbers of rows and columns, of which a text beside it speaks.
    assert [e.text for e in root.iter(f"{SVG}text")] == ["1", "2", "1", "2"]
    assert not [*ET.fromstring(render_svg([drawn])).iter(f"{SVG}text")]
    assert render_text(pointed, "ascii").split("\n") == [
        " +     +     +",
        "      ( ) +",
        " +-<->-+ [|] +",
        "          +",
        " +     +     +",
    ]  # fmt: skip


def test_what_stands_on_a_border_that_is_pointed_at_stays_readable():
    """A cross, a line through cells and a text stand between the brackets of those of cells; columns stay in line."""
    drawn = board("size(2,2)", "line(1,1,right,black)", "line(1,2,left,black)", "line(2,1,up,black)")
    drawn = drawn._replace(barred=frozenset({(2, 2, "up"), (2, 2, "left")}))
    edges = {(1, 1, "right"): "found", (2, 2, "up"): "fault", (2, 2, "left"): "reason"}
    pointed = drawn._replace(edges=edges, focus={(1, 1): "supposed"})
    assert [line.rstrip() for line in render_text(pointed).split("\n")] == ["{╶}[─]─╴", " │    <×>", " ╵ (×) ·"]
    dotted = board("size(2,1)", "between(1,1,down,black)")._replace(edges={(1, 1, "down"): "found"})
    assert "[●]" in render_text(dotted)
    wide = board("size(1,2)", 'between(1,1,right,"10")')._replace(edges={(1, 1, "right"): "reason"})
    assert "(10)" in render_text(wide, "ascii")
    assert len({len(line) for line in render_text(wide, "ascii").split("\n")}) == 1


POINTED = {"#2a9d5c", "#e6ac00", "#8f1010"}


def test_number_in_a_circle_is_seen():
    """The circle, which stands behind the number in the order of terms, is drawn below it."""
    svg = render_svg(make_board(map(parse_term, ["size(1,1)", "mark(1,1,7)", "mark(1,1,white)"])))
    assert 0 < svg.index("<circle") < svg.index(">7<")


def test_nothing_has_no_numbers_around_it():
    """A program that draws nothing, such as one about countries, has a board without columns."""
    assert render_text(make_board([]), "ascii", numbered=True).strip() == ""

"""What stands beside a board, lines that join no neighbours, and tables: drawn by hand here, compared, and read."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from browsing import NEEDED, answer, choose
from clingo import parse_term
from conftest import ROOT
from serving import site

from pyclingo_app import Instance, InstanceError, ProgramError, formats, load, parse_facts
from pyclingo_app.draw.board import make_board
from pyclingo_app.draw.svg import render_svg
from pyclingo_app.draw.text import render_text
from pyclingo_app.generate.alike import form
from pyclingo_app.write.page import render_boards

SVG = "{http://www.w3.org/2000/svg}"


def board(*terms):
    return make_board(parse_term(term) for term in terms)


def shapes(drawn, name):
    return [*ET.fromstring(render_svg([drawn])).iter(SVG + name)]


def small(name):
    return load(str(ROOT / "tests" / "programs" / f"{name}.lp"))


def read(name, text, **more):
    content = formats.read(small(name).problem(), text, "FILE", **more)
    return {str(fact) for fact in content.facts}


CROWDED = (
    "size(1,2)", "long_arrow(a,2,1,2)", "long_arrow(a,1,1,1)", "segment(1,2,1,1,red)", "segment(1,2,1,1,blue)",
    "bank(2,0,7)", "bank(2,1,7)", "bank(10,1,1)", "bank(10,1,3)", 'note(10,"last")',
    'note(2,("Ships of",2,"cells:","?"))', 'note(3,(1,",",2))',
)  # fmt: skip


def test_text_below_a_board():
    """In the order of their numbers, pieces beside each other, no blank before punctuation."""
    below = """\
Arrows: (1, 1)-(1, 2)
Segments: (1, 2)-(1, 1)
Pieces:
# #.#
#
Note: Ships of 2 cells: ?
Note: 1, 2
Note: last"""
    assert render_text(board(*CROWDED), "ascii") == f". .\n{below}"
    assert render_text(board(*CROWDED)) == f"· ·\n{below.replace('#', '█').replace('█.█', '█·█')}"


def test_long_lines_below_a_board_are_broken():
    arrows = [f"long_arrow({i},{k},{i},{k})" for i in range(1, 13) for k in range(1, 5)]
    pieces = [f"bank({k},1,{j})" for k in range(20) for j in range(1, 6)]
    lines = render_text(board("size(12,4)", *arrows, *pieces), "ascii").split("\n")
    assert max(map(len, lines)) <= 79
    assert [line for line in lines if not line.startswith((".", "#", "Arrows: (", "Pieces:"))] == []
    assert sum(line.count("),") for line in lines) + sum(line.startswith("Arrows") for line in lines) == 12
    assert sum(line.count("#") for line in lines) == 100


def test_picture_shows_pieces_and_notes_below_the_board():
    long = "This is a note that is much longer than its board is wide, so that it takes several lines."
    for size in ("size(1,2)", "size(3,20)"):
        drawn = board(size, *CROWDED[1:], f'note(11,"{long}")')
        bottom = int(size[5]) * 40
        frame = ET.fromstring(render_svg([drawn]))
        pieces = [(int(e.get("x")), int(e.get("y"))) for e in frame.iter(f"{SVG}rect") if e.get("fill") == "#d9d9d9"]
        assert len(pieces) == len(set(pieces)) == 4
        assert all(y > 0 and x + 13 <= int(frame.get("width")) - 48 for x, y in pieces)
        groups = [e.get("transform") for e in frame.iter(f"{SVG}g")]
        assert f"translate(0 {bottom})" in groups
        texts = [e for e in frame.iter(f"{SVG}text") if e.get("text-anchor") == "start"]
        assert " ".join(e.text for e in texts) == f"Ships of 2 cells: ? 1, 2 last {long}"
        heights = [float(e.get("y")) for e in texts]
        assert all(one + 20 < other for one, other in pairwise(heights))
        assert heights[-1] + bottom < int(frame.get("height")) - 24
        assert all(8 * len(e.text) <= int(frame.get("width")) - 48 for e in texts)


def test_notes_stand_below_clues_and_align_with_the_cells():
    drawn = board("size(1,2)", "clue(left,1,12)", "clue(bottom,2,5)", "note(1,a)")
    assert render_text(drawn, "ascii") == "12 . .\n     5\nNote: a"
    assert "translate(34 70)" in [e.get("transform") for e in shapes(drawn, "g")]


def test_picture_of_a_long_arrow_and_of_segments():
    drawn = board("size(3,3)", *(f"long_arrow(1,{k},{k},{min(k, 2)})" for k in (1, 2, 3)), "segment(1,3,3,2,red)")
    paths = [e.attrib for e in shapes(drawn, "path")]
    assert [e["d"] for e in paths if e["d"].startswith("M20 20")] == ["M20 20 60 60 60 100"]
    (head,) = [e["transform"] for e in paths if "transform" in e]
    assert head == "translate(60 100) rotate(90)"
    edge, line = [e for e in paths if e["d"] == "M100 20L60 100"]
    assert (edge["stroke"], line["stroke"]) == ("#ffffff", "#f57173")


def test_segments_have_colours_as_lines_have():
    drawn = board("size(1,3)", "segment(1,1,1,3,1)", "segment(1,2,1,3,2)")
    assert {"#af0000", "#005faf"} <= {e.get("stroke") for e in shapes(drawn, "path")}


WORDS = (
    "size(2,2)", "frame(table)", "clue(left,2,colour)", "clue(top,1,1)", 'mark(1,1,"dark blue")', "mark(2,2,7)",
    "mark(2,1,star)",
)  # fmt: skip
TABLE = """\
       || 1         |
=======++===========+==
       || dark blue | .
colour || *         | 7"""


def test_text_of_a_table():
    assert render_text(board(*WORDS), "ascii") == TABLE
    assert render_text(board("size(1,2)", "frame(table)", 'mark(1,2,"a b")'), "ascii") == ". | a b"
    assert render_text(board(*WORDS)) == TABLE.translate(str.maketrans("|=+.*", "│━┿·★")).replace("││", "┃").replace(
        "┿┿", "╋"
    ).replace("━━╋", "━╋").replace("━━━━━━╋", "━━━━━━━╋")
    pointed = board(*WORDS)._replace(focus={(2, 2): "found"})
    first, *_, last = render_text(pointed, "ascii", numbered=True).split("\n")
    assert (first.split(), last) == (["||", "1", "|", "2"], "2 colour || *         | [7]")
    assert "\x1b[" in render_text(pointed, colour=True)


def test_picture_of_a_table():
    """Each word has room in its column, the first cell begins at (0, 0), and the page is told where columns end."""
    drawn = board(*WORDS, "shade(2,2,black)")._replace(
        focus={(1, 1): "found"}, empty=frozenset([(1, 2)]), found=frozenset([(1, 1)])
    )
    root = ET.fromstring(render_svg([drawn]))
    (group,) = [e for e in root.iter(f"{SVG}g") if e.get("class") == "cells"]
    edges = [*map(int, group.get("data-edges").split())]
    assert edges[0] == 0
    assert edges[1] >= 9 * len("dark blue")
    assert edges[2] == edges[1] + 40
    texts = {e.text: e for e in group.iter(f"{SVG}text")}
    assert float(texts["dark blue"].get("x")) == edges[1] / 2
    assert texts["dark blue"].get("fill") == "#0b5cad"
    assert (float(texts["7"].get("x")), texts["7"].get("fill")) == ((edges[1] + edges[2]) / 2, "#ffffff")
    assert texts["2 colour"].get("text-anchor") == "start"
    assert [e.get("cx") for e in group.iter(f"{SVG}circle")] == [f"{edges[1] + 20}"]
    width = int(root.get("width"))
    assert width >= 48 + edges[2]
    assert f"--width: {width}px" in render_boards([(drawn, "")], "a title", "")


def test_table_names_what_it_has_no_room_for():
    lost = ["wall(1,1,right)", "clue(bottom,1,5)", "mark(1,1,top,3)", "segment(1,1,2,2,red)"]
    drawn = board(*WORDS, *lost)
    assert sorted(drawn.undrawn) == sorted(lost)
    assert render_text(drawn, "ascii") == TABLE


@pytest.mark.parametrize(
    "term", ["note(1)", "bank(1,a,1)", "long_arrow(1,a,1,1)", "segment(1,1,2,x,red)", "frame(box)"]
)
def test_unknown_terms_are_errors(term):
    with pytest.raises(ProgramError, match="is no drawing term"):
        board(term)


# --- reading ---

FLEET = {"size(1,2)", "given(1,2)"}


def test_what_people_write_below_a_board():
    pieces = "Pieces:\n##  .#\n.#  ##"
    text = f". #\nNote: Ships of 10 cells: 2\nNote: Ships of 2 cells: ?\n{pieces}\nNote: It is so (1, 2).\nNote: 5"
    assert read("fleet", text) == FLEET | {
        "fleet(10,2)", 'fleet(2,"?")', 'told(1,"It is so (1, 2).")', "told(2,5)", "shape(1,1,1)", "shape(1,1,2)",
        "shape(1,2,2)", "shape(2,1,2)", "shape(2,2,1)", "shape(2,2,2)",
    }  # fmt: skip
    arrows = "2 .\n. .\nArrows: (1,1) - (1, 2)-(2, 1), (2, 2)\nSegments:(1, 1)-(2, 2)"
    assert read("arrows", arrows) == {
        "size(2,2)", "star(1,1,2)", "course(1,1,1,1)", "course(1,2,1,2)", "course(1,3,2,1)", "course(2,1,2,2)",
        "given(1,1,2,2)",
    }  # fmt: skip


def test_note_sets_a_constant():
    problem = small("fleet").problem()
    instance = formats.read(problem, ". #\nNote: Ghosts: 7", "FILE")
    assert instance.constants == (("ghosts", "7"),)
    again, notes = formats.convert(problem._replace(instance=instance), "text")
    assert (again, notes) == (". #\nNote: Ghosts: 7\n", [])


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("fleet", ". #\nPieces:\n#? #", "FILE:3:1: expected # and . for a piece, found '#[?]'"),
        ("fleet", ". #\nNote: a\n# .", "FILE:3:1: below a board stand lines that begin with Arrows:"),
        ("fleet", "Note: a", "FILE:1:1: there is no board above this line"),
        ("fleet", ". #\nArrows: (1, 1)-(1, 2)", r"FILE:2:9: '\(1, 1\)-\(1, 2\)' means nothing in fleet"),
        ("arrows", "2 .\nArrows: (1, 1), 1", "FILE:2:17: expected cells such as .*found '1'"),
        ("arrows", "2 .\nSegments: (1, 1)-(1, 2)-(1, 1)", "FILE:2:11: a segment joins two cells, and this one has 3"),
        ("arrows", "2 .\nNote: hello", "FILE:2:7: 'hello' means nothing in arrows"),
        ("zebra", "a | b\nc", "FILE:2:1: there are 1 cells in this line, but 2 in the first one"),
        ("zebra", "1\n==+==\na | b", "FILE:3:1: there are 2 cells in this line, but 1 in the first one"),
        ("zebra", "1 | 2\n==+==", "FILE:2:1: a table has one rule, below the line with the heads"),
        ("zebra", "a\n==\nb\n==\nc", "FILE:4:1: a table has one rule"),
    ],
)
def test_what_cannot_be_read_below_a_board_or_in_a_table(name, text, message):
    with pytest.raises(InstanceError, match=message):
        read(name, text, form="text")


def test_table_that_is_typed():
    text = "pet||x y|?? \n house number || 7|. \nNote: The x y is where the 7 is."
    assert read("zebra", text.replace("?? ", ".")) == {
        "size(2,2)", 'named(1,"pet")', 'named(2,"house number")', 'given(1,1,"x y")', "given(2,1,7)", 'same("x y",7)',
    }  # fmt: skip


def test_boards_that_differ_beside_them_differ():
    """Arrows, segments, pieces and notes are seen when new boards are compared; turned ones are the same."""

    def of(name, facts):
        puzzle = small(name)
        return form(puzzle.problem(Instance("x", parse_facts(facts))), ())

    turned = "size(2,2). course(1,1,1,1). course(1,2,1,2).", "size(2,2). course(1,1,2,2). course(1,2,1,2)."
    assert of("arrows", turned[0]) == of("arrows", turned[1])
    assert of("arrows", turned[0]) != of("arrows", "size(2,2). course(1,1,1,1). course(1,2,2,2).")
    assert of("arrows", "size(2,2). given(1,1,1,2).") != of("arrows", "size(2,2). given(1,1,2,2).")
    assert of("fleet", "size(2,2). shape(1,1,1).") != of("fleet", "size(2,2). shape(1,1,1..2).")
    assert of("fleet", "size(2,2). fleet(1,1).") != of("fleet", "size(2,2). fleet(1,2).")


def test_answers_that_are_drawn_as_notes_pieces_and_arrows(tmp_path):
    """They are read again, and a cross in a cell says nothing of them."""
    (tmp_path / "told.lp").write_text("""
#defined size/2.
#defined may/2.
{ said(K, N) } :- may(K, N).
{ lies(S, I, J) : I = 1..2, J = 1..2 } :- size(_, _), S = 1.
{ course(1, 1, R, C) : R = 1..H, C = 1..W } 1 :- size(H, W).
{ joined(R, 1, R, W) } :- size(H, W), R = 1..H.
#show said/2. #show lies/3. #show course/4. #show joined/4.
#program display.
#show size(H, W)                  : size(H, W).
#show note(K, N)                  : said(K, N).
#show note((0, K, N), ("may", K, ":", N)) : may(K, N).
#show bank(S, I, J)               : lies(S, I, J).
#show long_arrow(I, K, R, C)      : course(I, K, R, C).
#show segment(R, C, R', C', blue) : joined(R, C, R', C').
""")
    problem = load(str(tmp_path / "told.lp")).problem(Instance("x", parse_facts("size(2,3). may(1,2). may(2,1).")))
    text = """. . .
. . .
Arrows: (1, 2)
Segments: (2, 1)-(2, 3)
Pieces:
.#
##
Note: may 1: 2
Note: may 2: 1
Note: 2
Note: 1
"""
    expected = "course(1,1,1,2) joined(2,1,2,3) lies(1,1,2) lies(1,2,1) lies(1,2,2) said(1,2) said(2,1)"
    assert " ".join(sorted(map(str, formats.read_answer(problem, text, "FILE")))) == expected
    with pytest.raises(InstanceError, match="FILE:1:1: expected a blank"):
        formats.read_answer(problem, text.replace(". . .", "x . .", 1), "FILE")


# --- the page ---


@NEEDED
def test_page_has_columns_of_a_table_and_says_what_stands_beside_a_board(visit):
    with site(folders=[ROOT / "tests" / "programs"], puzzles=[]) as other:
        page = visit(other.address)
        choose(page, "zebra")
        edges = [*map(int, page.get_attribute("#board g.cells", "data-edges").split())]
        assert edges[1] == 40 < edges[2] - edges[1]
        place = page.evaluate(
            """([x, y]) => {
                const matrix = document.querySelector("#board g.cells").getScreenCTM();
                const found = new DOMPoint(x, y).matrixTransform(matrix);
                return [found.x, found.y];
            }""",
            [edges[2] + 5, 20],
        )
        page.mouse.click(*place)
        assert page.inner_text("#cell").startswith("Row 1, column 3: ")
        assert list(answer(page).values()) == [True]
        assert page.locator("#palette button").all_inner_texts() == ["Englishman", "dark blue", "red"]
        cursor = page.locator("#board g.cursor rect")
        assert float(cursor.get_attribute("x")) > edges[2]
        page.click("#cells summary")
        assert page.text_content("#as-table caption") == (
            "2 rows, 3 columns. The Japanese is where the Englishman is. The red is where the dark blue is"
        )
        choose(page, "fleet")
        assert "Piece of 4 cells: 1, 1; 1, 2; 1, 3; 1, 4" in page.text_content("#as-table caption")
        choose(page, "arrows")
        cells = page.locator("#as-table td").all_text_contents()
        assert any("tail of arrow 1" in text for text in cells)
        assert any("head of arrow 1" in text for text in cells)
        assert any("line to row 4, column 1" in text for text in cells)

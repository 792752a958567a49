"""The page in a real browser: how a player plays, asks, and chooses.  Skipped where there is no chromium."""

import re

import pytest
from browsing import NEEDED, SIDES, answer, board_is, choose, click, clicks, drag, drawing, idle, said

from pyclingo_app import load

# Of each kind: other, number, path, loop in cells and along their sides, shading, regions; and with two sorts of marks.
GENRES = ["tents", "sudoku", "hashi", "masyu", "slitherlink", "nurikabe", "galaxies", "yajilin"]
URL = "https://puzz.link/p?tents/6/6/120212203021k33214381"

pytestmark = NEEDED

# Playing


@pytest.mark.parametrize("name", GENRES)
def test_a_board_is_solved_by_the_mouse_and_all_can_be_asked(visit, name):
    page = visit()
    choose(page, name)
    page.uncheck("#going")
    puzzle = load(name)
    given = {tuple(cell) for cell in page.evaluate(GIVEN)}
    for cell, side, number, several, label in clicks(puzzle, page.input_value("#boards")):
        if cell in given:
            continue
        for _ in range(1 if several > 4 else number + 1):
            click(page, *cell, *SIDES.get(side, ()))
        if several > 4:
            page.keyboard.press(label)
    page.click("#check")
    said(page, "The answer is right and complete.")
    page.click("#clear")
    idle(page)
    for button, expected in [
        ("check", "Right so far, and it can be completed."),
        ("forced", "All is forced: there is one solution."),
        ("solve", "1 solution, the only one"),
        ("all", "1 solution, the only one"),
        ("rate", "steps: "),
        ("explain", " to the only solution: "),
        ("hint", "Look at "),
    ]:
        page.click(f"#{button}")
        said(page, expected)
    page.click("#actions button:has-text('What is there?')")
    page.click("#actions button:has-text('Why?')")
    said(page, "so: ")
    page.click("#actions button:has-text('Put it on my board')")
    idle(page)
    assert answer(page)
    page.click("#why")
    page.click("#actions button >> nth=0")
    idle(page)
    page.wait_for_selector("#message:has-text('It is possible'), #message:has-text('impossible')")


GIVEN = """async () => {
    const { game } = await import("/static/game.js");
    return game.given.filter(atom => atom[0] !== "-").map(atom => atom.match(/\\d+/g).slice(0, 2).map(Number));
}"""


def test_keys_alone_solve_a_board(visit):
    page = visit()
    choose(page, "tents")
    page.focus("#board")
    here = [1, 1]
    for (row, column), *_ in clicks(load("tents"), "6x6"):
        for place, target, more, less in ((0, row, "ArrowDown", "ArrowUp"), (1, column, "ArrowRight", "ArrowLeft")):
            for _ in range(abs(target - here[place])):
                page.keyboard.press(more if target > here[place] else less)
        here = [row, column]
        page.keyboard.press("Enter")
    said(page, "The answer is right and complete.")
    page.keyboard.press("x")
    idle(page)
    assert answer(page)[f"tent({row},{column})"] is False
    assert page.inner_text("#cell").startswith(f"Row {row}, column {column}: certainly nothing")


def test_keys_draw_lines_and_borders(visit):
    page = visit()
    choose(page, "masyu")
    page.focus("#board")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    idle(page)
    assert answer(page) == {"link(1,1,right)": True, "link(1,2,down)": True}
    choose(page, "slitherlink")
    page.focus("#board")
    page.keyboard.press("Shift+ArrowLeft")
    idle(page)
    assert answer(page) == {"line(1,1,left)": True}


def test_dragging_sets_many_cells_and_draws_a_line(visit):
    page = visit()
    choose(page, "nurikabe")
    page.uncheck("#going")
    drag(page, [(1, 1), (1, 2), (1, 3)])
    first = answer(page)
    assert list(first.values()) == [True] * len(first)
    assert len(first) >= 2
    choose(page, "masyu")
    drag(page, [(3, 1), (3, 2), (4, 2)])
    assert answer(page) == {"link(3,1,right)": True, "link(3,2,down)": True}
    drag(page, [(4, 2), (3, 2)])
    assert answer(page) == {"link(3,1,right)": True}


def test_checks_while_one_fills_and_undoes_and_keeps(visit):
    page = visit()
    choose(page, "tents")
    click(page, 1, 2)
    assert said(page) == ""
    click(page, 2, 1, button="right")
    idle(page)
    assert answer(page) == {"tent(1,2)": True, "tent(2,1)": False}
    assert [2, 1] in drawing(page)["empty"]
    click(page, 1, 1)
    said(page, "Tents stand only beside trees.")
    assert {tuple(focus) for focus in drawing(page)["focus"]} == {(1, 1, "fault"), (1, 2, "fault")}
    page.keyboard.press("Control+z")
    assert said(page) == ""
    page.keyboard.press("Control+y")
    said(page, "Tents stand only beside trees.")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    idle(page)
    assert answer(page) == {"tent(1,2)": True, "tent(2,1)": False, "tent(1,1)": True}


def test_pencil_marks_are_no_answer(visit):
    page = visit()
    choose(page, "sudoku")
    click(page, 1, 2)
    page.check("input[value=note]")
    for digit in "24":
        page.keyboard.press(digit)
    idle(page)
    assert page.locator("#board g.noted").count() == 2
    assert page.inner_text("#cell").endswith("pencilled: 2, 4")
    assert answer(page) == {}
    page.check("input[value=set]")
    page.click("#palette button[aria-label='2']")
    idle(page)
    assert answer(page) == {"number(1,2,2)": True}


def test_an_argument_is_lit_line_by_line(visit):
    page = visit()
    choose(page, "starbattle")
    page.click("#explain")
    said(page, "to the only solution")
    pages = int(page.get_attribute("#slider", "max"))
    lines = []
    for _ in range(min(pages, 20)):
        page.click("#next")
        if re.match(r"\d+\.\d", page.inner_text("#place")):
            lines.append(page.inner_text("#steps").split("\n\n"))
            assert page.locator("#board g.focus rect").count() > 0
    assert len(lines) > 2
    assert all(told[0].startswith("Suppose ") for told in lines)
    assert lines[1][: len(lines[0])] == lines[0]


def test_there_is_a_reason_for_no_solution(visit):
    page = visit()
    choose(page, "tents")
    page.select_option("#boards", "4x4-matching-b")
    idle(page)
    page.click("#solve")
    said(page, "no solution")
    page.click("#actions button:has-text('Why?')")
    said(page, "No solution: these ")
    assert "impossible" in page.inner_text("#steps")


def test_all_solutions_are_a_gallery_with_their_number(visit):
    page = visit()
    choose(page, "queens")
    page.select_option("#boards", "-")
    idle(page)
    page.click("#all")
    assert said(page).split("\n\n") == ["92 solutions, all of them", "The first 60 are drawn."]
    assert page.locator("#solutions svg").count() == 60
    page.click("#solutions button >> nth=3")
    assert len([mark for mark in drawing(page)["marks"] if mark[2] == ["queen"]]) == 8


# Choosing


def test_puzzles_are_found_by_words_and_have_pictures(visit):
    page = visit()
    page.wait_for_function(
        "() => document.querySelectorAll('.card svg').length === document.querySelectorAll('.card').length"
    )
    page.fill("#search", "camping")
    assert page.locator(".card:visible").count() == 1
    page.keyboard.press("Enter")
    idle(page)
    assert page.inner_text("#where") == "Tents"


def test_boards_are_opened_from_texts_and_files(visit, tmp_path):
    page = visit()
    choose(page, "sudoku")
    tents = load("tents")
    drawn = tents.convert(tents.read("4x4-matching-a"), "text").text
    for text, height, width in [(URL, 6, 6), ("4x5:cdfab,2,0,1,1,1,1,1,0,1", 5, 4), (drawn, 4, 4)]:
        page.click("#to-open")
        page.fill("#text", text)
        page.click("#load")
        board_is(page, height, width)
        assert page.inner_text("#where") == "Tents"
        assert said(page) == ""
    drop = """text => {
        const data = new DataTransfer();
        data.items.add(new File([text], "board.lp"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }"""
    page.evaluate(drop, "size(1,3). tree(1,2).")
    board_is(page, 1, 3)
    page.evaluate(drop, "size(1,3). tree(1,2")
    said(page, "board:1:")


def test_a_new_board_has_one_solution(visit):
    page = visit()
    choose(page, "norinori")
    page.click("#to-new")
    for field, value in (("rows", "6"), ("columns", "6"), ("seed", "5")):
        page.fill(f"#{field}", value)
    page.click("#make")
    page.wait_for_selector("#message:has-text('seed 5')")
    idle(page)
    expected = load("norinori").generate(size=(6, 6), seed=5)
    facts = page.evaluate("async () => (await import('/static/game.js')).game.facts")
    assert sorted(facts.split()) == sorted(f"{fact}." for fact in expected.facts)
    page.click("#solve")
    said(page, "1 solution, the only one")

"""The page in a real browser: how a player plays, asks, and chooses.  Skipped where there is no chromium."""

import re

import pytest
from browsing import (
    NEEDED,
    SIDES,
    SLOW,
    answer,
    board_is,
    choose,
    click,
    clicks,
    drag,
    drawing,
    idle,
    program,
    receive,
    said,
)
from serving import site

from pyclingo_app import Library, load
from pyclingo_app.solve.moves import find_moves
from pyclingo_app.solve.oracle import Oracle
from pyclingo_app.solve.paper import Paper

# Of each kind: other, number, path, loop in cells and along their sides, shading, regions; and with two sorts of marks.
GENRES = ["tents", "sudoku", "hashi", "masyu", "slitherlink", "nurikabe", "galaxies", "yajilin"]
URL = "https://puzz.link/p?tents/6/6/120212203021k33214381"

pytestmark = NEEDED

# Playing


@pytest.mark.some(2)
@pytest.mark.parametrize("name", GENRES)
def test_a_board_is_solved_by_the_mouse(visit, name):
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
    assert answer(page) == {}


def test_a_mark_that_cannot_be_is_set_alone():
    """Bridges are two where there is a second one; but that one number cannot be makes no other number be there."""
    for name, board, tool, others in (("hashi", "10x10-a", "double", ["bridge"]), ("sudoku", "4x4-a", "number", [])):
        puzzle = load(name)
        oracle = Oracle(puzzle.problem(puzzle.read(board)))
        moves = find_moves(oracle, Paper(oracle, oracle.symbols.values())).moves
        marks = [[atom.name for atom in move.besides] for move in moves if move.atom.name == tool]
        assert marks
        assert all(mark == others for mark in marks)


def test_all_can_be_asked(visit):
    page = visit()
    choose(page, "masyu")
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
    page.wait_for_selector("#actions button:has-text('Back to my board')")
    assert re.search(r"^so\b.*: ", said(page), re.MULTILINE)
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


def test_what_was_put_on_the_board_can_be_undone(visit):
    page = visit()
    choose(page, "tents")
    for ask in ("solve", "hint"):
        page.click(f"#{ask}")
        page.click("#actions button:has-text('Put it on my board')")
        idle(page)
        assert answer(page)
        assert page.is_enabled("#clear")
        page.click("#undo")
        idle(page)
        assert answer(page) == {}
        assert page.is_disabled("#clear")
        assert page.is_enabled("#redo")


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
    assert all(told[0].startswith("Suppose ") or "are left" in told[0] for told in lines)
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
    with site() as server:
        page = visit(server.address)
        assert page.locator(".card").count() == len(Library().names())
        for card in page.locator(".card").all()[::9]:
            card.scroll_into_view_if_needed()
            card.locator("svg").wait_for()
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
        receive(page, text)
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


def test_a_faulty_board_of_another_puzzle_leaves_the_one_on_the_table(visit):
    page = visit()
    choose(page, "norinori")
    page.wait_for_selector("#words li")
    words, board = page.inner_text("#words"), page.input_value("#boards")
    receive(page, "https://puzz.link/p?nurikabe/5/5/zzzz")
    assert said(page)
    assert page.inner_text("#where") == "Norinori"
    assert page.input_value("#boards") == board
    page.wait_for_selector("#law :not([inert]) > summary")
    assert page.inner_text("#words") == words
    click(page, 1, 1)
    assert said(page) == ""
    assert answer(page) == {"shaded(1,1)": True}
    program(page)
    assert page.inner_text(".cm-content").startswith("% Norinori")


def test_a_board_that_is_no_longer_wanted_changes_nothing(visit):
    page = visit()
    choose(page, "norinori")
    page.evaluate(SLOW, ["open", 300])
    for name in ("nurikabe", "tents"):
        page.click("#to-shelf")
        page.click(f".card[data-puzzle={name}]")
    board_is(page, 6, 6)
    page.wait_for_function("() => document.querySelector('#words').textContent.includes('tent')")
    assert page.inner_text("#where") == "Tents"
    assert page.input_value("#boards") == "6x6"
    page.wait_for_selector("#law :not([inert]) > summary")
    click(page, 1, 2)
    idle(page)
    assert answer(page) == {"tent(1,2)": True}


def test_rules_that_come_late_are_not_taken_for_those_of_another_puzzle(visit):
    """The first choice is given up, so that the rules from before are asked for again, and then another one is made."""
    page = visit()
    choose(page, "norinori")
    page.evaluate(SLOW, ["rules", 800])
    page.evaluate(SLOW, ["open", 1000])
    page.click("#to-shelf")
    page.click(".card[data-puzzle=nurikabe]")
    page.click("#to-shelf")
    page.wait_for_function("() => document.querySelector('#where').textContent === 'Norinori'")
    page.click(".card[data-puzzle=tents]")
    page.wait_for_function("() => document.querySelector('#words').textContent.includes('tent')")
    page.wait_for_selector("#law :not([inert]) > summary")


def test_why_nothing_is_opened_is_seen_where_puzzles_are_chosen(visit):
    page = visit()
    for text, why in [
        ("https://puzz.link/p?nonsense/5/5/1", "a board of nonsense, which no puzzle here reads"),
        ("12", "this board does not say which puzzle it is of"),
        ('{"puzzasp": 1, "puzzle": "nonsense"}', "there is no puzzle nonsense"),
    ]:
        page.click("#to-open")
        page.fill("#text", text)
        page.click("#load")
        page.wait_for_selector(f"#found:visible:has-text('{why}')")
        assert page.inner_text("#found")[0].isupper()
    choose(page, "tents")
    page.click("#to-shelf")
    assert page.inner_text("#found") == ""


def test_without_the_token_there_is_no_empty_table(browser, server):
    page = browser.new_page()
    page.goto(server.address)
    page.wait_for_selector("#found:visible:has-text('open the address that puzzasp web printed')")
    assert page.is_hidden("#table")
    page.close()


def test_the_address_of_a_new_server_is_followed_in_the_same_tab(visit):
    page = visit()
    choose(page, "tents")
    page.evaluate("() => { window.same = true; location.hash = 'board'; }")  # as the link to the board does
    page.wait_for_timeout(200)
    assert page.evaluate("() => window.same")
    page.evaluate("() => { sessionStorage.setItem('token', 'old'); location.hash = 'token=secret'; }")
    page.wait_for_function("() => !window.same && document.body.dataset.ready")
    assert page.evaluate("() => sessionStorage.getItem('token')") == "secret"
    assert page.evaluate("() => location.hash") == "#puzzle=tents&board=6x6"
    assert page.inner_text("#where") == "Tents"


def test_an_address_that_ends_too_soon_is_opened_with_a_warning(visit):
    page = visit()
    page.click("#to-open")
    page.fill("#text", "https://puzz.link/p?shakashaka/6/6/kcjaz")
    page.keyboard.press("Enter")
    said(page, "the address ends after 35 of 36 cells: the last one is taken as empty")
    assert page.inner_text("#where") == "Shakashaka"


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


# What newcomers stumbled over

SLITHERLINK = "https://puzz.link/p?slither/6/6/nc8d1c5bbia2a"


def test_a_wrong_line_is_red_itself_and_asked_for_from_the_cell_beside_it(visit):
    page = visit()
    receive(page, SLITHERLINK)
    click(page, 2, 3, *SIDES["left"])
    click(page, 4, 3, *SIDES["up"])
    said(page, "The number of lines around (4, 3) is 0.")
    assert (drawing(page)["edges"], drawing(page)["focus"]) == ([[3, 3, "down", "fault"]], [[4, 3, "reason"]])
    page.click("#why")
    assert page.inner_text("#actions .asked >> nth=0") == "You have set it: why can this not be?"
    assert page.inner_text("#actions button >> nth=0") == "a line above (4, 3)"
    page.click("#actions button >> nth=0")
    said(page, "Suppose a line above (4, 3).")
    shown = drawing(page)
    assert [3, 3, "down", "fault"] in shown["edges"]
    assert [2, 2, "right"] in shown["walls"]
    assert [3, 3, "down"] in shown["walls"]


def test_a_mistake_is_explained_from_the_board_as_it_is(visit):
    page = visit()
    choose(page, "tents")
    page.select_option("#boards", "8x8-a")
    board_is(page, 8, 8)
    click(page, 3, 8)
    idle(page)
    page.click("#check")
    said(page, "these cannot all hold")
    page.click("#actions button:has-text('Why?')")
    said(page, "No solution (known: a tent at (3, 8))")
    assert [3, 8, ["tent"]] in drawing(page)["marks"]
    for _ in range(int(page.get_attribute("#slider", "max"))):
        page.click("#next")
    assert "impossible" in page.inner_text("#steps")


INKS = """text => [...document.querySelectorAll("#board .cells text")]
    .filter(found => found.textContent === text).map(found => found.getAttribute("fill"))"""


def test_own_numbers_have_a_colour_and_only_what_is_twice_is_red(visit):
    page = visit()
    choose(page, "sudoku")
    given = page.evaluate(INKS, "2")
    assert set(given) == {"#222222"}
    for column in (2, 4):
        click(page, 1, column)
        page.keyboard.press("2")
        idle(page)
    said(page, "Row 1 holds 2 exactly once.")
    assert sorted(page.evaluate(INKS, "2")) == ["#0b5cad", "#0b5cad", *given]
    assert {(r, c) for r, c, _ in drawing(page)["focus"]} == {(1, 2), (1, 4)}


def test_a_hint_goes_on_when_it_is_asked_for_again(visit):
    page = visit()
    choose(page, "tents")
    page.keyboard.press("h")
    said(page, "Look at ")
    place = page.locator("#actions button >> nth=0").bounding_box()
    page.keyboard.press("?")
    said(page, "no tent at ")
    assert page.locator("#actions button >> nth=0").bounding_box() == place
    page.click("#hint")
    page.wait_for_selector("#actions button:has-text('Back to my board')")
    click(page, 1, 2)
    said(page, "Back on your board; what was shown was not put on it.")
    page.keyboard.press("c")
    said(page, "Right so far")
    assert "--final" not in page.inner_text("#answers")


def test_the_gallery_begins_anew_and_boards_stay_in_the_list(visit):
    page = visit()
    page.fill("#search", "norinori")
    page.keyboard.press("Enter")
    idle(page)
    page.wait_for_function("() => document.activeElement.id === 'board'")
    names = page.locator("#boards option").all_inner_texts()
    assert "6x6" in names
    assert not any("-" in name for name in names)
    page.click("#to-new")
    assert page.inner_text("#new-title") == "New board of Norinori"
    page.fill("#rows", "6")
    page.fill("#columns", "")
    page.locator("#columns").press_sequentially("e6")
    page.fill("#seed", "7")
    page.click("#make")
    said(page, "seed 7")
    page.select_option("#boards", label="8x8")
    board_is(page, 8, 8)
    page.select_option("#boards", label="new 6x6, seed 7")
    board_is(page, 6, 6)
    page.click("#to-shelf")
    assert page.input_value("#search") == ""
    assert not page.is_visible("#to-new")
    assert not page.is_visible("#to-give")


AROUND = """() => {
    const { left, top, right, bottom } = document.querySelector("#board").getBoundingClientRect();
    return [...document.querySelectorAll("#board svg > g > text")].flatMap(text => {
        const box = text.getBoundingClientRect();
        const inside = box.left >= left && box.top >= top && box.right <= right && box.bottom <= bottom;
        return inside ? [text.textContent] : [];
    });
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_the_numbers_of_rows_and_columns_are_seen(visit, width):
    page = visit()
    page.set_viewport_size({"width": width, "height": 900})
    choose(page, "norinori")
    receive(
        page, f"size(12,14). {' '.join(f'region({r},{c},{(c + 1) // 2}).' for r in range(1, 13) for c in range(1, 15))}"
    )
    board_is(page, 12, 14)
    assert page.evaluate(AROUND) == [str(number) for number in (*range(1, 13), *range(1, 15))]


def test_on_a_phone_hint_and_undo_are_in_reach_and_the_board_stays(visit):
    page = visit(has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 844})
    choose(page, "masyu")
    drag(page, [(2, 3), (2, 4)])
    page.tap("#check")
    said(page, "Right so far, and it can be completed.")
    page.click("#message summary")
    page.wait_for_timeout(200)
    for name in ("hint", "undo", "board"):
        box = page.locator(f"#{name}").bounding_box()
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 844, name

"""The page in a real browser: what a player does and sees.  Needs chromium, and is skipped where there is none."""

import gzip
import json
import os
import re
import shutil
import time
from contextlib import contextmanager

import pytest
from conftest import ROOT
from serving import ENDLESS, site

from pyclingo_app import load
from pyclingo_app.solve.oracle import Oracle
from pyclingo_app.solve.paper import Places

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
# Of each kind: other, number, path, loop in cells and along their sides, shading, regions; and with two sorts of marks.
GENRES = ["tents", "sudoku", "hashi", "masyu", "slitherlink", "nurikabe", "galaxies", "yajilin"]
QUEENS = (ROOT / "asp" / "queens.lp").read_text(encoding="utf-8")
DIAGONAL = "% No queen stands on the falling diagonal.\n:- queen(R, R).\n\n#show"
URL = "https://puzz.link/p?tents/6/6/120212203021k33214381"

pytestmark = pytest.mark.skipif(not os.path.exists(CHROMIUM), reason="no chromium here")


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server():
    with site() as server:
        yield server


@pytest.fixture
def visit(browser, server):
    """Open the page; nothing may be wrong on its console, and nothing may come from elsewhere."""
    contexts, faults, wanted = [], [], []

    def open_page(address=server.address, **options):
        context = browser.new_context(viewport={"width": 1280, "height": 950}, **options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: wanted.append(request.url))
        page.goto(f"{address}/#token=secret")
        page.wait_for_selector("body[data-ready]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults
    assert all(re.match(r"http://127\.0\.0\.1:\d+/|data:|blob:", address) for address in wanted)


def idle(page):
    page.wait_for_timeout(30)
    page.wait_for_selector("#table[aria-busy=false]", state="attached")


def choose(page, name):
    page.click("#to-shelf")
    page.click(f".card[data-puzzle={name}]")
    idle(page)


def said(page, expected=""):
    """Give what the page says; what is expected, when it says that."""
    if expected:
        page.wait_for_selector(f"#message:has-text({json.dumps(expected)})")
    idle(page)
    return page.inner_text("#message")


def board_is(page, height, width):
    """Wait until a board of a size is on the table."""
    until = time.monotonic() + 15
    while (drawing(page)["height"], drawing(page)["width"]) != (height, width):
        assert time.monotonic() < until, (drawing(page)["height"], drawing(page)["width"])
        page.wait_for_timeout(50)
    idle(page)


def click(page, row, column, across=0.5, down=0.5, **more):
    """Click at a point of a cell: 0.5, 0.5 is its middle."""
    page.mouse.click(*point(page, row, column, across, down), **more)


def point(page, row, column, across=0.5, down=0.5):
    place = [(column - 1 + across) * 40, (row - 1 + down) * 40]
    script = """([x, y]) => {
        const matrix = document.querySelector("#board g.cells").getScreenCTM();
        const found = new DOMPoint(x, y).matrixTransform(matrix);
        return [found.x, found.y];
    }"""
    return page.evaluate(script, place)


def drawing(page):
    """The board on the page as data."""
    return page.evaluate("async () => (await import('/static/board.js')).shown()")


def answer(page):
    script = "async () => Object.fromEntries((await import('/static/game.js')).game.answer)"
    return page.evaluate(script)


# Playing

SIDES = {"up": (0.5, 0.03), "down": (0.5, 0.97), "left": (0.03, 0.5), "right": (0.97, 0.5)}


def clicks(puzzle, board):
    """What a player clicks and types to set the solution of a board: the cell, the side, and which of how many."""
    oracle, places = Oracle(puzzle.problem(puzzle.read(board))), Places(puzzle.program)
    free = [atom for number, atom in oracle.symbols.items() if not oracle.facts >> number & 1]
    (solution,) = puzzle.solve(puzzle.read(board))
    for atom in solution.atoms:
        if atom in free:
            side = side_of(atom)
            same = [a for a in free if places(a) == places(atom) and side_of(a) == side]
            yield places(atom), side, same.index(atom), len(same), str(atom.arguments[-1])


def side_of(atom):
    return next((text for text in map(str, atom.arguments) if text in SIDES), None)


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
        ("check", "No rule is broken so far"),
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


def drag(page, cells):
    page.mouse.move(*point(page, *cells[0]))
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*point(page, *cell), steps=4)
    page.mouse.up()
    idle(page)


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
    texts = []
    for _ in range(min(pages, 40)):
        page.click("#next")
        texts.append((page.inner_text("#place"), page.inner_text("#steps")))
    lines = [place for place, _ in texts if re.match(r"\d+\.\d", place)]
    assert lines
    assert page.locator("#board g.focus rect, #board rect").count() > 0
    assert any(text.startswith("Suppose") for _, text in texts)


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


# Rules


def set_rules(page, text):
    page.click(".cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    page.wait_for_selector("#rules[data-read=yes]")
    idle(page)


def test_rules_are_changed_and_taken_back(visit):
    page = visit()
    choose(page, "queens")
    page.select_option("#boards", "-")
    page.wait_for_selector(".cm-content")
    set_rules(page, QUEENS.replace("#show", DIAGONAL, 1))
    page.click("#all")
    said(page, "28 solutions, all of them")
    page.click("#differences")
    added = page.locator("#difference ins").all_inner_texts()
    assert [line.strip() for line in added] == [
        "+ % No queen stands on the falling diagonal.",
        "+ :- queen(R, R).",
        "+",
    ]
    assert page.locator("#difference del").count() == 0
    page.click("#hint")
    idle(page)
    page.click("#actions button:has-text('What is there?')")
    page.click("#actions button:has-text('Why?')")
    said(page, "No queen stands on the falling diagonal.")
    with page.expect_download() as download:
        page.click("#download")
    with open(download.value.path(), encoding="utf-8") as file:
        assert file.read() == QUEENS.replace("#show", DIAGONAL, 1)
    page.click("#reset")
    page.wait_for_selector("#rules[data-read=yes]")
    page.click("#all")
    said(page, "92 solutions, all of them")


def test_a_fault_stands_at_its_line_while_one_types(visit):
    page = visit()
    choose(page, "queens")
    page.wait_for_selector(".cm-content")
    line = QUEENS[: QUEENS.index(":- given(R, C), not queen(R, C).")].count("\n") + 1
    set_rules(page, QUEENS.replace(":- given(R, C), not queen(R, C).", ":- given(R C), not queen(R, C)."))
    page.wait_for_selector(f"#faults li.error:has-text('Line {line} unexpected')")
    assert page.locator(".cm-lintRange-error").count() == 1
    set_rules(page, QUEENS.replace(":- given(R, C), not queen(R, C).", ":- given(R, C), not queen(R, X)."))
    page.wait_for_selector(f"#faults li.error:has-text('Line {line} the variable X is unsafe')")
    set_rules(page, QUEENS)
    assert page.locator("#faults li").count() == 0


def test_constants_are_fields(visit):
    page = visit()
    choose(page, "queens")
    page.select_option("#boards", "-")
    idle(page)
    page.fill("#constants input", "6")
    page.keyboard.press("Tab")
    board_is(page, 6, 6)
    page.click("#all")
    said(page, "4 solutions, all of them")


def test_stop_ends_an_endless_grounding(visit, server):
    page = visit()
    choose(page, "queens")
    page.wait_for_selector(".cm-content")
    page.click(".cm-content")
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(ENDLESS)
    page.wait_for_selector("#stop:not([disabled])")
    page.keyboard.type("% typing does not wait")
    assert "typing does not wait" in page.inner_text(".cm-content")
    page.wait_for_timeout(1200)
    before = max(server.workers().values())
    page.click("#stop")
    assert page.inner_text("#message") == "stopped"
    page.wait_for_timeout(500)
    assert max(server.workers().values()) < before


# Sharing


def test_what_is_shared_is_opened_again(visit, tmp_path):
    page = visit()
    choose(page, "tents")
    page.click("#to-give")
    page.wait_for_function("() => document.querySelector('#form').value === 'url'")
    assert page.input_value("#given").strip() == URL
    for name, begin in (("svg", b"<svg"), ("png", b"\x89PNG")):
        with page.expect_download() as download:
            page.click(f"#{name}")
        with open(download.value.path(), "rb") as file:
            assert file.read().startswith(begin)
    page.keyboard.press("Escape")
    click(page, 1, 2)
    idle(page)
    page.click("#to-give")
    page.select_option("#form", "share")
    text = page.input_value("#given")
    assert json.loads(text)["marks"] == "tent(1,2)."
    other = visit()
    receive(other, text)
    assert other.inner_text("#where") == "Tents"
    assert answer(other) == {"tent(1,2)": True}


def receive(page, text):
    page.click("#to-open")
    page.fill("#text", text)
    page.click("#load")
    page.wait_for_selector("#agree[open], #table:not([hidden])")
    if not page.is_visible("#agree"):
        idle(page)


def test_the_example_of_the_page_about_it_is_opened(visit):
    page = visit()
    text = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    receive(page, re.search(r"```json\n(.*?)```", text, re.DOTALL)[1])
    said(page, "The answer is right and complete.")


def test_shared_rules_run_only_when_the_reader_agrees(browser, visit):
    rules = QUEENS.replace("#show", DIAGONAL, 1)
    shared = {"puzzasp": 1, "puzzle": "queens", "constants": {}, "board": "", "marks": "", "rules": rules}
    with site({"shared": json.dumps(shared)}) as server:
        asked = []
        context = browser.new_context()
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.post_data or ""))
        page.goto(f"{server.address}/#token=secret")
        page.wait_for_selector("#agree[open]")
        assert DIAGONAL.split("\n")[0] in page.inner_text("#agree-rules")
        assert not any("falling diagonal" in request for request in asked)
        page.click("#agree button:has-text('Run these rules')")
        page.wait_for_selector("body[data-ready]")
        page.click("#all")
        said(page, "28 solutions, all of them")
        context.close()
    page = visit()
    receive(page, json.dumps(shared))
    page.click("#agree button:has-text('usual rules')")
    idle(page)
    page.click("#all")
    said(page, "92 solutions, all of them")


# For everybody


@contextmanager
def nothing_serious(page, name):
    from axe_playwright_python.sync_playwright import Axe

    yield
    found = Axe().run(page).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:120]) for v in found if v["impact"] in ("serious", "critical")] == [], name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit, scheme):
    page = visit(color_scheme=scheme, bypass_csp=True)
    with nothing_serious(page, "shelf"):
        page.wait_for_timeout(300)
    with nothing_serious(page, "table"):
        choose(page, "sudoku")
        page.wait_for_selector(".cm-content")
        page.click("#cells summary")
        click(page, 1, 2)
        page.click("#hint")
        idle(page)
    with nothing_serious(page, "wrong"):
        click(page, 1, 2)
        page.keyboard.press("3")
        said(page, "These rules are broken")
    for button, dialog in (("to-new", "new"), ("to-open", "open"), ("to-give", "give")):
        with nothing_serious(page, dialog):
            page.click(f"#{button}")
            page.wait_for_timeout(100)
        page.keyboard.press("Escape")


def test_a_phone_is_wide_enough_and_a_finger_sets(visit):
    page = visit(has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 844})
    wide = "() => document.documentElement.scrollWidth"
    assert page.evaluate(wide) <= 390
    choose(page, "tents")
    page.touchscreen.tap(*point(page, 1, 2))
    idle(page)
    assert answer(page) == {"tent(1,2)": True}
    page.click("#hint")
    idle(page)
    assert page.evaluate(wide) <= 390
    page.click("#rules summary")
    page.wait_for_selector(".cm-content")
    assert page.evaluate(wide) <= 390


def test_the_board_is_a_table_in_words(visit):
    page = visit()
    choose(page, "tents")
    click(page, 1, 2)
    page.click("#cells summary")
    rows = page.locator("#as-table tr").all_inner_texts()
    assert [text.strip() for text in rows[1].split("\t")] == ["1", "2", "0", "2", "1", "2"] or "1" in rows[1]
    assert page.locator("#as-table tr >> nth=2").locator("th, td").all_inner_texts() == [
        "1: 2",
        "",
        "tent",
        "",
        "tree",
        "",
        "",
    ]


def test_nothing_moves_who_does_not_want_that(visit):
    page = visit(reduced_motion="reduce")
    choose(page, "tents")
    durations = "() => [...document.querySelectorAll('*')].map(e => getComputedStyle(e).transitionDuration)"
    assert set(page.evaluate(durations)) <= {"0s"}


def test_the_page_is_light(visit, server):
    page = visit()
    names = page.evaluate("() => performance.getEntriesByType('resource').map(e => new URL(e.name).pathname)")
    files = [name for name in names if name.startswith("/static/")]
    assert len(files) == len(set(files)) > 5
    assert "/static/codemirror.js" not in files
    size = sum(len(gzip.compress(server.get(name)[2])) for name in ["/", *files])
    assert size < 300_000

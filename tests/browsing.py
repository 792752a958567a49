"""What tests of the page in a browser share: what a player does there, and what is seen."""

import json
import os
import re
import shutil

import pytest
from conftest import HUNG, ROOT
from processes import until

from pyclingo_app.solve.oracle import Oracle
from pyclingo_app.solve.paper import Places

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
TENTS = (ROOT / "asp" / "tents.lp").read_text(encoding="utf-8")
QUEENS = (ROOT / "asp" / "queens.lp").read_text(encoding="utf-8")
PUZZLES = [
    "flow", "futoshiki", "galaxies", "hashi", "masyu", "norinori", "nurikabe", "queens", "shakashaka", "slitherlink",
    "starbattle", "sudoku", "tents", "yajilin",
]  # fmt: skip
DIAGONAL = "% No queen stands on the falling diagonal.\n:- queen(R, R).\n\n#show"
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--in-process-gpu", "--renderer-process-limit=1", "--disable-extensions",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
SIZE = {"width": 1280, "height": 950}
NEEDED = pytest.mark.skipif(not os.path.exists(CHROMIUM), reason="no chromium here")


def scenes(*each):
    """A test of what people do one after the other, each with a visit of its own: an ordinary run draws two."""
    ids = [scene.__name__ for scene in each]
    return lambda test: pytest.mark.some(2)(pytest.mark.parametrize("scene", each, ids=ids)(test))


@pytest.fixture(scope="session")
def browser():
    """A browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server():
    """A server of the page with the puzzles of these tests, as each visit draws all that there are."""
    from serving import site

    with site(puzzles=PUZZLES) as server:
        yield server


@pytest.fixture(scope="session")
def tab(browser):
    """The tab that tests share: a new one takes a second of CPU each time."""
    return browser.new_context(viewport=SIZE).new_page()


@pytest.fixture
def visit(browser, server, tab):
    """Open the page, as if for the first time; nothing may be wrong on its console, or come from elsewhere.

    Another visit of a test, or one with options or to another server, is in a tab and has a memory of its own.
    """
    opened, faults, wanted = [], [], []
    listeners = {
        "console": lambda message: message.type in ("error", "warning") and faults.append(message.text),
        "pageerror": lambda error: faults.append(str(error)),
        "request": lambda request: wanted.append(request.url),
    }

    def open_page(address=server.address, **options):
        own = opened or options or address != server.address
        page = browser.new_context(**{"viewport": SIZE, **options}).new_page() if own else tab
        page.context.set_default_timeout(1000 * HUNG)
        opened.append(page)
        for event, listener in listeners.items():
            page.on(event, listener)
        page.goto(f"{address}/#token=secret")
        page.wait_for_selector("body[data-ready]")
        return page

    yield open_page
    for page in opened:
        for event, listener in listeners.items():
            page.remove_listener(event, listener)
        if page is not tab:
            page.context.close()
            continue
        # Where nothing of the page runs any more.
        page.goto(f"{server.address}/static/codemirror.LICENSE.txt")
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.set_viewport_size(SIZE)
        page.emulate_media(media="screen")
        page.mouse.move(0, 0)
    assert not faults
    assert all(re.match(r"http://127\.0\.0\.1:\d+/|data:|blob:", address) for address in wanted)


def idle(page):
    page.wait_for_timeout(30)
    page.wait_for_selector("#table[aria-busy=false]", state="attached")


def choose(page, name):
    page.click("#to-shelf")
    page.click(f".card[data-puzzle={name}]")
    idle(page)


def program(page):
    """Open the program of the puzzle beside its rules in words."""
    page.click("#rules > summary")
    page.wait_for_selector(".cm-content")


CLOSED = """() => {
    window.answered = new Promise(go => document.querySelector("#open").addEventListener("close", go, { once: true }));
}"""


def receive(page, text):
    """Open a text, and wait for its board, for the question whether its rules may run, or for what is wrong with it."""
    page.click("#to-open")
    page.fill("#text", text)
    # That the dialog is closed is told some time after the click, and only then the text is looked at.
    page.evaluate(CLOSED)
    page.click("#load")
    page.evaluate("() => window.answered")
    page.wait_for_selector("#agree[open], #table:not([hidden])")
    if not page.is_visible("#agree"):
        idle(page)


def set_rules(page, text):
    """Type a program in the place of the one that is there."""
    page.click(".cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    page.wait_for_selector("#rules[data-read=yes]")
    idle(page)


def add_rule(page):
    """Add a rule to those of queens, and find all solutions."""
    choose(page, "queens")
    page.select_option("#boards", "-")
    program(page)
    set_rules(page, QUEENS.replace("#show", DIAGONAL, 1))
    page.click("#all")
    said(page, "28 solutions, all of them")


def begin_puzzle(page, title, source=""):
    """Begin a puzzle with a template, or with the rules of another one."""
    page.click("#to-own")
    page.fill("#own-title", title)
    page.select_option("#own-from", source)
    page.click("#own button[value=begin]")
    page.wait_for_function("title => document.querySelector('#where').textContent === title", arg=title)
    page.wait_for_selector(".cm-content")
    idle(page)


def add(page, sentence, rule):
    """Add a rule by its form."""
    if not page.is_visible("#add"):
        page.click("#adding > summary")
    page.fill("#add-sentence", sentence)
    page.fill("#add-rule", rule)
    page.click("#add")


# Makes requests of an operation take longer.
SLOW = """([operation, milliseconds]) => {
    const usual = window.fetch;
    window.fetch = async (address, options) => {
        const meant = (options?.body ?? "").includes(`"op":"${operation}"`);
        if (meant) await new Promise(go => setTimeout(go, milliseconds));
        return usual(address, options);
    };
}"""


def said(page, expected=""):
    """Give what the page says; what is expected, when it says that."""
    if expected:
        page.wait_for_selector(f"#message:has-text({json.dumps(expected)})")
    idle(page)
    return page.inner_text("#message")


def board_is(page, height, width):
    """Wait until a board of a size is on the table."""
    until(lambda: (drawing(page)["height"], drawing(page)["width"]) == (height, width))
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


def answer(page, module="/static/game.js"):
    script = "async module => Object.fromEntries((await import(new URL(module, location.href))).game.answer)"
    return page.evaluate(script, module)


def drag(page, cells):
    page.mouse.move(*point(page, *cells[0]))
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*point(page, *cell), steps=4)
    page.mouse.up()
    idle(page)


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
            if len(same) <= 4 and any(a in solution.atoms for a in same[same.index(atom) + 1 :]):
                continue  # as one bridge where there are two
            yield places(atom), side, same.index(atom), len(same), str(atom.arguments[-1])


def side_of(atom):
    return next((text for text in map(str, atom.arguments) if text in SIDES), None)

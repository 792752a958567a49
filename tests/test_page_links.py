"""The page in a real browser: its address, links, tabs, and small screens.  Skipped where there is no chromium."""

import pytest
from browsing import NEEDED, TENTS, add_rule, answer, board_is, choose, click, drawing, idle, program, said, set_rules
from processes import until

from pyclingo_app import load

URL = "https://puzz.link/p?tents/6/6/120212203021k33214381"

pytestmark = NEEDED


@pytest.fixture
def full(request):
    """A test that takes seconds, and is for --full."""
    if not request.config.option.full:
        pytest.skip("tried with --full")


def address(page):
    return page.evaluate("() => location.hash")


def follow(page, link):
    """Follow a link in the same tab."""
    page.evaluate("link => { location.hash = link; }", link)
    page.wait_for_timeout(50)


def given(page, form, last="link"):
    """What Share gives in a form, when another form is there."""
    page.click("#to-give")
    page.wait_for_selector(f"#form option[value={last}]", state="attached")
    page.select_option("#form", form)
    text = page.input_value("#given")
    page.keyboard.press("Escape")
    return text


def paste(page, text):
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text", text);
            const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
            document.body.dispatchEvent(paste);
        }""",
        text,
    )


def test_back_and_forward_lead_to_boards(visit):
    page = visit()
    choose(page, "tents")
    assert address(page) == "#puzzle=tents&board=6x6"
    choose(page, "sudoku")
    paste(page, "https://another.page/#puzzle=tents&board=size(1,3).tree(1,1).")
    board_is(page, 1, 3)
    pasted = address(page)
    click(page, 1, 2)
    idle(page)
    page.go_back()
    page.wait_for_function("() => document.querySelector('#where').textContent === 'Sudoku'")
    idle(page)
    page.go_back()
    page.wait_for_selector("#shelf:not([hidden])")
    page.go_back()
    page.wait_for_function("() => document.querySelector('#where').textContent === 'Tents'")
    assert (address(page), page.input_value("#boards")) == ("#puzzle=tents&board=6x6", "6x6")
    for _ in range(3):
        page.go_forward()
        page.wait_for_timeout(50)
    page.wait_for_function("hash => location.hash === hash", arg=pasted)
    page.wait_for_function("() => document.querySelector('#where').textContent === 'Tents'")
    idle(page)
    assert answer(page) == {"tent(1,2)": True}
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert (address(page), answer(page)) == (pasted, {"tent(1,2)": True})


def test_a_link_is_the_board_with_what_is_set(visit, full):
    page = visit()
    choose(page, "tents")
    click(page, 1, 2)
    click(page, 2, 1, button="right")
    idle(page)
    plain, marked = given(page, "link"), given(page, "marked")
    assert plain.endswith("/#puzzle=tents&board=6x6")
    other = visit()
    paste(other, f"<{marked}>")
    other.wait_for_function("() => document.querySelector('#where').textContent === 'Tents'")
    idle(other)
    assert answer(other) == {"tent(1,2)": True, "tent(2,1)": False}
    # A board that is not stored: the address of puzz.link where there is one, else the facts.
    follow(other, f"puzzle=tents&board={URL}")
    other.wait_for_function("() => location.hash.includes('size(6,6)')")
    idle(other)
    short = given(other, "link", last="json")
    assert short.endswith(f"/#puzzle=tents&board={URL}")
    for link in (short.partition("#")[2], address(other)):
        follow(page, "puzzle=norinori")
        page.wait_for_function("() => document.querySelector('#where').textContent === 'Norinori'")
        follow(page, link)
        page.wait_for_function("() => document.querySelector('#where').textContent === 'Tents'")
        idle(page)
        found = page.evaluate("async () => (await import('/static/game.js')).game.facts")
        assert sorted(found.split()) == sorted(f"{fact}." for fact in load("tents").read(URL).facts)


def test_rules_in_a_link_run_only_where_the_reader_agrees(visit):
    page = visit()
    add_rule(page)
    link = given(page, "link")
    assert "No+queen+stands+on+the+falling+diagonal" in link
    reader = visit()
    follow(reader, link.partition("#")[2])
    reader.wait_for_selector("#agree[open]")
    assert "No queen stands on the falling diagonal." in reader.inner_text("#agree-rules")
    reader.click("#agree button:has-text('Cancel')")
    reader.wait_for_selector("#shelf:not([hidden])")
    follow(reader, "")
    for button, number in (("Run these rules", "28"), ("Play by the usual rules", "92")):
        follow(reader, link.partition("#")[2])
        reader.click(f"#agree button:has-text('{button}')")
        idle(reader)
        reader.click("#all")
        said(reader, f"{number} solutions, all of them")


def test_a_link_that_cannot_be_opened_says_why(visit):
    page = visit()
    for link, why in (
        ("puzzle=nonsense&board=6x6", "there is no puzzle nonsense"),
        ("puzzle=tents&board=7", "no row of a board"),
    ):
        follow(page, link)
        page.wait_for_selector(f"#found:visible:has-text('{why}'), #message:has-text('{why}')")


def test_a_board_in_two_tabs_is_one(visit, full):
    page = visit()
    choose(page, "tents")
    other = page.context.new_page()
    other.goto(page.url)
    other.evaluate("() => sessionStorage.setItem('token', 'secret')")
    other.reload()
    other.wait_for_selector("body[data-ready]")
    click(page, 1, 2)
    until(lambda: len(answer(other)) == 1)
    idle(other)
    idle(page)
    assert drawing(other)["marks"] == drawing(page)["marks"]
    click(other, 1, 1)
    until(lambda: len(answer(page)) == 2)
    page.click("#undo")
    idle(page)
    assert answer(page) == {"tent(1,2)": True}


def test_a_misspelt_name_is_seen(visit, full):
    page = visit()
    choose(page, "tents")
    program(page)
    set_rules(page, TENTS.replace("#show", "% Nothing.\n:- tnet(1, C).\n\n#show", 1))
    assert "tnet/2" in page.inner_text("#faults > .warning")
    assert page.inner_text("#faults > .warning").startswith("Line ")


def box(page, name):
    return page.locator(f"#{name}").bounding_box()


def test_small_screens_show_what_is_needed(visit, full):
    page = visit()
    page.set_viewport_size({"width": 1366, "height": 768})
    choose(page, "tents")
    page.select_option("#boards", "10x10-a")
    board_is(page, 10, 10)
    for name in ("rate", "stop"):
        assert box(page, name)["y"] + box(page, name)["height"] <= 768
    assert page.is_hidden("#larger")
    page.emulate_media(media="print")
    assert all(page.is_visible(name) for name in ("#board", "#words", "#where"))
    assert not any(page.is_visible(name) for name in ("#hint", "#to-open", "#answers"))


def test_a_phone_has_large_targets_and_a_larger_board(visit, full):
    page = visit(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    regions = "".join(f"region({r},{c},{r})." for r in range(1, 21) for c in range(1, 21))
    choose(page, "norinori")
    paste(page, f"size(20,20).{regions}")
    board_is(page, 20, 20)
    assert min(box(page, name)["height"] for name in ("undo", "hint", "to-open", "boards", "forced")) >= 44
    size = "() => document.querySelector('#board g.cells').getScreenCTM().a"
    before = page.evaluate(size)
    page.tap("#larger")
    page.wait_for_timeout(100)
    assert page.evaluate(size) > 2 * before
    page.touchscreen.tap(box(page, "board")["x"] + 100, box(page, "board")["y"] + 100)
    idle(page)
    assert len(answer(page)) == 1
    page.set_viewport_size({"width": 844, "height": 390})
    page.tap("#larger")
    page.wait_for_timeout(200)
    for name in ("board", "hint", "check"):
        assert box(page, name)["y"] + box(page, name)["height"] <= 390, name


def test_puzzles_are_found_in_spite_of_a_typo_by_kind_and_by_when_they_were_played(visit):
    page = visit(viewport={"width": 400, "height": 400})
    page.locator(".card svg").first.wait_for()
    assert page.locator(".card svg").count() < page.locator(".card").count()  # only those that are seen
    for typed, meant in (("suduko", "Sudoku"), ("slitherlnik", "Slitherlink"), ("tetns", "Tents")):
        page.fill("#search", typed)
        assert meant in page.locator(".card:visible b").all_inner_texts()
        assert "none by these very words" in page.inner_text("#found")
    page.fill("#search", "")
    choose(page, "nurikabe")
    page.click("#to-shelf")
    assert page.locator("section:visible >> nth=0").locator(".card b").all_inner_texts() == ["Nurikabe"]
    page.click("#to-kinds button[data-kind=loop]")
    assert page.locator("section:visible").count() == 1
    page.locator(".card:visible >> nth=0").locator("svg").wait_for()
    assert page.inner_text("#to-kinds button[data-kind=loop]") == f"Loop {page.locator('.card:visible').count()}"

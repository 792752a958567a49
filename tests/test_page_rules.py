"""The page in a real browser: rules that are changed, boards that are shared, and whether everybody can use it."""

import gzip
import json
import re
from contextlib import contextmanager

import pytest
from browsing import (
    DIAGONAL,
    NEEDED,
    QUEENS,
    SLOW,
    add_rule,
    answer,
    board_is,
    choose,
    click,
    idle,
    point,
    program,
    receive,
    said,
    set_rules,
)
from conftest import ROOT
from serving import ENDLESS, site

URL = "https://puzz.link/p?tents/6/6/120212203021k33214381"

pytestmark = NEEDED

# Rules


def test_rules_are_changed_and_taken_back(visit):
    page = visit()
    add_rule(page)
    said(page, "64 of those are none any more.")
    page.click("#differences")
    added = page.locator("#difference ins").all_inner_texts()
    assert [line.strip() for line in added] == [*(f"+ {line}" for line in DIAGONAL.split("\n")[:2]), "+"]
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


def test_rules_typed_while_those_of_the_puzzle_are_awaited_are_kept(visit):
    page = visit()
    page.evaluate(SLOW, ["rules", 600])
    add_rule(page)


def test_a_rule_is_made_a_comment_and_solutions_are_compared(visit):
    page = visit()
    choose(page, "queens")
    program(page)
    place = page.locator("#words").bounding_box()
    lines = QUEENS.replace(":- board(N, _), R = 1..N-1", "%:- board(N, _), R = 1..N-1")
    set_rules(page, lines.replace(":- board(N, _), R = 1, C", "%:- board(N, _), R = 1, C"))
    sentences = page.locator("#words li").all_inner_texts()
    assert "At most one queen stands on the diagonal from (R, C) to (R', C')." in sentences
    assert not any("board(" in sentence for sentence in sentences)
    page.click("#all")
    said(page, "45 solutions, all of them")
    page.wait_for_selector("#message:has-text('By the original rules: 1 solution, the only one.')")
    assert page.locator("#solutions .new").count() == 44
    page.click("#differences")
    assert page.locator("#difference").bounding_box()["y"] < page.locator("#editor").bounding_box()["y"]
    page.evaluate("() => document.querySelector('#law').scrollTo(0, 0)")
    assert page.locator("#words").bounding_box()["y"] == place["y"]
    page.click("#reset")
    page.wait_for_selector("#rules[data-read=yes]")
    page.click("#reset:has-text('Take my changes back')")
    page.wait_for_selector("#rules[data-read=yes]")
    assert page.inner_text("#state") == "changed"


def test_rules_speak_of_things_by_their_names(visit):
    page = visit()
    choose(page, "tents")
    page.wait_for_selector("#words li:has-text('so at most one of them holds a tent.')")


def test_a_fault_stands_at_its_line_while_one_types(visit):
    page = visit()
    choose(page, "queens")
    program(page)
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
    program(page)
    page.fill("#constants input", "6")
    page.keyboard.press("Tab")
    board_is(page, 6, 6)
    page.click("#all")
    said(page, "4 solutions, all of them")
    choose(page, "masyu")
    rule = "#words li:has-text('The loop passes (R, C).')"
    page.wait_for_selector(rule, state="attached")
    page.wait_for_selector(rule, state="hidden")  # it is one with full = 1 alone
    page.fill("#constants input", "1")
    page.keyboard.press("Tab")
    page.wait_for_selector(rule)


def test_stop_ends_an_endless_grounding(visit, server):
    page = visit()
    choose(page, "queens")
    program(page)
    page.click(".cm-content")
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(ENDLESS)
    page.wait_for_selector("#stop:not([disabled])")

    def opens_what_was_typed(request):
        return "typing does not wait" in (request.post_data or "") and '"op":"open"' in request.post_data

    with page.expect_request(opens_what_was_typed):
        page.keyboard.type("% typing does not wait")
        assert "typing does not wait" in page.inner_text(".cm-content")
    server.until(lambda memory: memory > 150)
    page.click("#stop")
    assert page.inner_text("#message") == "Stopped."
    server.until(lambda memory: memory < 100)


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


@pytest.mark.some(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit, scheme):
    page = visit(color_scheme=scheme, bypass_csp=True)
    with nothing_serious(page, "shelf"):
        page.wait_for_timeout(300)
    with nothing_serious(page, "table"):
        choose(page, "sudoku")
        program(page)
        page.click("#cells summary")
        page.click("#adding summary")
        click(page, 1, 2)
        page.click("#hint")
        idle(page)
    with nothing_serious(page, "wrong"):
        click(page, 1, 2)
        page.keyboard.press("3")
        said(page, "These rules are broken")
    for button, dialog in (("to-own", "own"), ("to-new", "new"), ("to-open", "open"), ("to-give", "give")):
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
    program(page)
    assert page.evaluate(wide) <= 390


def test_the_board_is_a_table_in_words(visit):
    page = visit()
    choose(page, "tents")
    click(page, 1, 2)
    idle(page)
    page.click("#cells summary")
    page.wait_for_selector("#as-table table")
    rows = page.locator("#as-table tr").all_inner_texts()
    assert rows[1].split() == ["1", "2", "0", "2", "1", "2"]
    cells = page.locator("#as-table tr >> nth=2").locator("th, td").all_inner_texts()
    assert cells == ["1: 2", "", "tent", "", "tree", "", ""]


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

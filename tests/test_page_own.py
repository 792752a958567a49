"""The page in a real browser: puzzles of one's own, and what an edit of rules changes.  Skipped without a chromium."""

import json

from browsing import (
    DIAGONAL,
    NEEDED,
    QUEENS,
    add,
    answer,
    begin_puzzle,
    choose,
    click,
    drawing,
    idle,
    program,
    receive,
    said,
    scenes,
)
from clingo import Function, Number

from pyclingo_app import load

pytestmark = NEEDED

KEPT = "() => JSON.parse(localStorage.getItem('puzzasp:own') ?? '{}')"
CORNER = ("No stone lies in the upper left corner.", ":- stone(1, 2).")


def test_a_puzzle_is_begun_changed_and_kept_with_its_boards(visit):
    page = visit()
    begin_puzzle(page, "Stones, and more")
    assert (drawing(page)["height"], drawing(page)["width"]) == (3, 4)
    page.click("#solve")
    said(page, "solutions")
    add(page, *CORNER)
    page.wait_for_selector("#effect:has-text('are lost')")
    page.wait_for_selector("#rules[data-read=yes]")
    assert CORNER[0] in page.locator("#words li").all_inner_texts()
    lines = page.evaluate("async () => (await import('/static/game.js')).game.program").split("\n")
    assert lines[lines.index(f"% {CORNER[0]}") + 1] == CORNER[1]
    assert lines.index(CORNER[1]) < lines.index("#show stone/2.")
    page.click("#keep-rules")
    page.wait_for_selector("#keep-rules:disabled")
    idle(page)
    assert CORNER[1] in page.evaluate(KEPT)["stones_and_more"]["own"]
    page.click("#to-edit")
    page.wait_for_selector("#table[data-edit]")
    idle(page)
    click(page, 3, 4)
    page.wait_for_selector("#standing:has-text('olution')")
    page.click("#ready")
    page.wait_for_selector("#boards option:checked:has-text('my own')", state="attached")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    idle(page)
    assert page.inner_text("#where") == "Stones, and more"
    assert [3, 4] in [place[:2] for place in drawing(page)["shades"]]
    page.click("#hint")
    said(page, "Look at ")
    page.click("#to-shelf")
    assert page.locator("section[data-kind=yours] .card b").all_inner_texts() == ["Stones, and more"]
    assert page.locator("section[data-kind=yours] .card svg").count() == 1
    choose(page, "stones_and_more")
    assert set(page.locator("#boards option").all_inner_texts()) == {"my own 3x4", "the first one"}
    page.click("#rules > summary")
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#forget")
    page.wait_for_selector("#shelf:not([hidden])")
    assert page.evaluate(KEPT) == {}
    assert page.locator("section[data-kind=yours]:visible").count() == 0


def a_puzzle_goes_to_others_as_a_link_and_as_a_file(visit):
    page = visit()
    page.click("#to-own")
    page.focus("#own-from")
    page.keyboard.type("Nurik")
    assert page.input_value("#own-from") == "nurikabe"
    page.keyboard.press("Escape")
    begin_puzzle(page, "Few Queens", "queens")
    page.select_option("#boards", "-")
    idle(page)
    add(page, *DIAGONAL.split("\n")[:2])
    page.wait_for_selector("#effect:has-text('by the original rules: 92 solutions')")
    page.click("#keep-rules")
    page.wait_for_selector("#keep-rules:disabled")
    idle(page)
    page.click("#to-give")
    page.select_option("#form", "share")
    shared = json.loads(page.input_value("#given"))
    assert shared["puzzle"] == "few_queens"
    assert "falling diagonal" in shared["rules"]
    page.select_option("#form", "link")
    link = page.input_value("#given")
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.click("#download")
    with open(download.value.path(), encoding="utf-8") as file:
        text = file.read()
    assert download.value.suggested_filename == "few_queens.lp"
    assert text.startswith("% Few Queens - ")
    assert "falling diagonal" in text

    reader = visit()
    for number, given in enumerate((link, json.dumps(shared), text), 1):
        if number > 1:
            reader.evaluate("() => localStorage.clear()")
            reader.reload()
            reader.wait_for_selector("body[data-ready]")
        receive(reader, given)
        reader.wait_for_selector("#agree[open]")  # what the address says may be on its way yet
        assert "falling diagonal" in reader.inner_text("#agree-rules")
        assert reader.is_hidden("#agree-own")
        assert reader.evaluate(KEPT) == {}
        reader.click("#agree button:has-text('Run these rules')")
        reader.wait_for_function("() => document.querySelector('#where').textContent === 'Few Queens'")
        idle(reader)
        reader.click("#all")
        said(reader, "28 solutions, all of them")
    # What is here already is not asked about again; what has its name and other rules is another puzzle.
    receive(reader, json.dumps({**shared, "marks": "queen(1,2)."}))
    assert answer(reader) == {"queen(1,2)": True}
    receive(reader, json.dumps({**shared, "rules": QUEENS}))
    reader.click("#agree button:has-text('Run these rules')")
    idle(reader)
    assert sorted(reader.evaluate(KEPT)) == ["few_queens", "few_queens_2"]


# Whether something is in sight, at its left.
SEEN = """found => {
    const { left, top, height } = found.getBoundingClientRect();
    return found.contains(document.elementFromPoint(left + 10, top + height / 2));
}"""


def what_an_edit_changes_is_counted_and_drawn(visit):
    page = visit()
    choose(page, "queens")
    page.select_option("#boards", "-")
    program(page)
    page.check("input[name=mode][value='1']")
    click(page, 3, 3)
    page.click("#adding > summary")
    page.click("#add")
    assert "sentence" in page.inner_text("#add-note")
    add(page, "No queen stands on the falling diagonal.", ":- queen(R, R)")
    assert "full stop" in page.inner_text("#add-note")
    sentence, rule = DIAGONAL.split("\n")[:2]
    add(page, sentence.strip("% ."), rule)
    page.wait_for_selector("#effect:has-text('28 solutions, all of them; by the original rules: 92 solutions')")
    assert "64 are lost" in page.inner_text("#effect")
    assert page.locator("#words li").last.inner_text() == "No queen stands on the falling diagonal."
    for there in ("#effect", f".cm-line:has-text('{rule}')"):
        assert page.locator(there).evaluate(SEEN), f"{there} is out of sight"
    page.click("#differences")
    assert rule in page.inner_text("#difference ins >> nth=1")
    assert page.locator("#board rect.colour-1").count() == 1
    page.click("#all")
    page.wait_for_selector("#message:has-text('64 of those are none any more.')")
    page.wait_for_selector("#solutions .lost >> nth=11")
    assert page.locator("#solutions button").count() == 28 + 12
    page.click("#solutions .lost >> nth=0")
    queens = {tuple(mark[:2]) for mark in drawing(page)["marks"]}
    assert any(row == column for row, column in queens)
    assert load("queens").check(None, [queen(*place) for place in queens]).right


def queen(row, column):
    return Function("queen", [Number(row), Number(column)])


def a_faulty_program_is_kept_and_mended(visit):
    page = visit()
    receive(page, '% Odd one - something.\n#include "lib/grid.lp".\n{ a(R,C) : cell(R,C).\n#show a/2.\n:- x.')
    page.click("#agree button:has-text('Run these rules')")
    page.wait_for_selector("#faults .error, #message.bad")
    assert list(page.evaluate(KEPT)) == ["odd_one"]


@scenes(
    a_puzzle_goes_to_others_as_a_link_and_as_a_file,
    what_an_edit_changes_is_counted_and_drawn,
    a_faulty_program_is_kept_and_mended,
)
def test_how_an_author_goes_about(visit, scene):
    scene(visit)

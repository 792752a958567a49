"""The page in a real browser: rules that are added, and changes that are kept.  Skipped where there is no chromium."""

import json

from browsing import NEEDED, TENTS, add_rule, answer, board_is, choose, click, idle, program, receive, said, set_rules
from conftest import ROOT
from serving import ENDLESS

from pyclingo_app import Library

URL = "https://puzz.link/p?tents/6/6/120212203021k33214381"

pytestmark = NEEDED

# Rules that are added at the end

ROW_1 = "% No tent in row 1.\n:- tent(1, C)."


def type_at_the_end(page, text):
    page.click(".cm-content")
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(text)


def add_at_the_end(page, text):
    type_at_the_end(page, text)
    page.wait_for_selector("#rules[data-read=yes]")
    idle(page)


def test_what_is_asked_right_after_a_rule_was_typed_is_answered_by_it(visit):
    page = visit()
    choose(page, "tents")
    program(page)
    click(page, 1, 2)
    type_at_the_end(page, ROW_1)
    page.click("#all")
    said(page, "By the original rules: 1 solution")
    page.wait_for_timeout(600)
    assert said(page).startswith("No solution")


def typed(page):
    """Give the text in the editor, also that which has not been scrolled to."""
    return page.evaluate("() => document.querySelector('.cm-content').cmTile.view.state.doc.toString()")


def rules_of(page):
    """Give the rules that are shared."""
    page.click("#to-give")
    page.select_option("#form", "share")
    shared = json.loads(page.input_value("#given"))
    page.keyboard.press("Escape")
    return shared["rules"]


def test_a_rule_that_is_typed_at_the_end_is_one(visit):
    page = visit()
    choose(page, "tents")
    program(page)
    add_at_the_end(page, ROW_1)
    assert page.inner_text("#state") == "changed"
    assert page.locator("#words li:has-text('No tent in row 1.')").count() == 1
    assert page.locator("#faults li").count() == 0
    page.click("#all")
    said(page, "no solution")
    expected = TENTS.replace("#show", f"{ROW_1}\n#show", 1)
    assert rules_of(page) == expected
    with page.expect_download() as download:
        page.click("#download")
    with open(download.value.path(), encoding="utf-8") as file:
        assert file.read() == expected
    page.click("#differences")
    added = page.locator("#difference ins").all_inner_texts()
    assert [line.strip() for line in added] == [f"+ {line}" for line in ROW_1.split("\n")]


PARTED = """async texts => {
    const { parted } = await import("/static/editor.js");
    return texts.map(parted);
}"""


def test_a_program_is_parted_where_its_rules_end(visit):
    page = visit()
    texts = [(ROOT / "asp" / f"{name}.lp").read_text(encoding="utf-8") for name in Library().names()]
    for text, (rules, parts) in zip(texts, page.evaluate(PARTED, texts), strict=True):
        assert rules + parts == text
        assert "#program" not in rules
        assert rules.count(":-") == text.partition("#program")[0].count(":-")
    shown = "a.\n#show a/0.\n"
    for text, rules in [
        (shown, shown),
        (f"a.\n\n% What is shown.\n{shown}b.\n", f"a.\n\n% What is shown.\n{shown}b.\n"),
        (f"{shown}\n% Pictures.\n#program display.\nb.\n", "a.\n"),
        (f"{shown}#program display.\nb.\n#program base.\nc.\n", f"{shown}#program display.\nb.\n#program base.\nc.\n"),
        ("#program base.\na.\n#program pencil.\nb.", "#program base.\na.\n"),
        ("#program display.\nb.", "#program display.\nb."),
        ("", ""),
    ]:
        ((found, parts),) = page.evaluate(PARTED, [text])
        assert found == rules
        assert found + (parts or "") == text


def test_what_is_folded_away_is_still_a_part_of_the_program(visit):
    page = visit()
    choose(page, "tents")
    program(page)
    seen = typed(page)
    page.click("#fold")
    assert typed(page) == TENTS
    assert page.get_attribute("#fold", "aria-expanded") == "true"
    page.click("#fold")
    assert typed(page) == seen
    assert page.inner_text("#state") == ""
    page.click(".cm-content")
    page.keyboard.press("Control+z")
    assert typed(page) == seen


def test_a_rule_typed_into_another_part_is_said_to_be_none(visit):
    page = visit()
    choose(page, "tents")
    program(page)
    page.click("#fold")
    add_at_the_end(page, ROW_1)
    assert page.inner_text("#state") == "changed: generate, but not the rules"
    assert rules_of(page) == TENTS + ROW_1
    page.click("#reset")
    page.wait_for_selector("#rules[data-read=yes]")
    add_at_the_end(page, ROW_1)
    assert page.inner_text("#state") == "changed"


def test_faults_have_the_lines_of_the_whole_program(visit):
    page = visit()
    choose(page, "tents")
    program(page)
    line = TENTS[: TENTS.index("#show mark(R, C, tree)")].count("\n") + 1
    set_rules(page, TENTS.replace("#show mark(R, C, tree)", "#show mark(R C, tree)"))
    page.click("#fold")
    assert page.locator(".cm-lintRange-error").count() == 0
    page.click(f"#faults li.error button:has-text('Line {line}')")
    assert page.get_attribute("#fold", "aria-expanded") == "true"
    assert page.inner_text(".cm-activeLine") == "#show mark(R C, tree) : tree(R, C)."
    assert page.locator(".cm-lintRange-error").count() == 1
    page.click("#reset")
    page.wait_for_selector("#rules[data-read=yes]")
    add_at_the_end(page, ROW_1[:-1])
    assert page.locator(".cm-lintRange-error").inner_text() == ":- tent(1, C)"
    show = TENTS[: TENTS.index("#show")].count("\n") + 3
    assert page.locator(f"#faults li.error button:has-text('Line {show}')").count() == 1


# Rules that are kept


def test_changed_rules_are_there_again_when_one_comes_back(visit):
    page = visit()
    add_rule(page)
    for leave in (lambda: choose(page, "tents"), lambda: receive(page, URL), lambda: None):
        leave()
        choose(page, "queens")
        assert page.inner_text("#where") == "Queens, changed rules"
        page.select_option("#boards", "-")
        idle(page)
        page.click("#all")
        said(page, "28 solutions, all of them")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.inner_text("#where") == "Queens, changed rules"
    page.click("#reset")
    page.wait_for_selector("#rules[data-read=yes]")
    choose(page, "tents")
    choose(page, "queens")
    assert page.inner_text("#where") == "Queens"
    assert page.is_disabled("#reset")


def test_a_board_that_is_opened_goes_by_the_rules_that_were_changed(visit):
    page = visit()
    choose(page, "tents")
    program(page)
    add_at_the_end(page, ROW_1)
    receive(page, URL)
    page.wait_for_selector("#boards option:checked:has-text('opened 6x6')", state="attached")
    choose(page, "sudoku")
    receive(page, URL)
    page.wait_for_selector("#where:has-text('Tents')")
    assert page.inner_text("#where") == "Tents, changed rules"
    page.click("#all")
    said(page, "no solution")


def test_changed_rules_that_cannot_be_run_are_kept_too(visit):
    page = visit()
    choose(page, "tents")
    program(page)
    type_at_the_end(page, ROW_1[:-1])
    choose(page, "sudoku")
    choose(page, "tents")
    said(page, "Yours are kept")
    assert page.inner_text("#where") == "Tents"
    page.click("#solve")
    said(page, "1 solution, the only one")
    page.click("#reset:has-text('Take my changes back')")
    page.wait_for_selector("#faults li.error")
    assert typed(page).endswith(f"\n{ROW_1[:-1]}\n")


def test_changes_of_a_program_that_was_itself_changed_since_are_only_offered(visit):
    page = visit()
    add_rule(page)
    own = rules_of(page)
    kept = json.loads(page.evaluate("() => localStorage.getItem('puzzasp:rules:queens')"))
    page.evaluate("text => localStorage.setItem('puzzasp:rules:queens', text)", json.dumps({**kept, "stamp": "1"}))
    page.reload()
    page.wait_for_selector("body[data-ready]")
    said(page, "Yours are kept")
    assert page.inner_text("#where") == "Queens"
    program(page)
    page.click("#reset:has-text('Take my changes back')")
    page.wait_for_selector("#rules[data-read=yes]")
    assert rules_of(page) == own
    choose(page, "tents")
    choose(page, "queens")
    assert page.inner_text("#where") == "Queens, changed rules"


def test_the_puzzle_of_endless_rules_is_reached_again(visit):
    page = visit()
    choose(page, "tents")
    program(page)
    type_at_the_end(page, ENDLESS)
    page.wait_for_selector("#stop:not([disabled])")
    choose(page, "sudoku")
    page.click("#to-shelf")
    page.click(".card[data-puzzle=tents]")
    page.wait_for_timeout(300)
    page.click("#stop")
    said(page, "Yours are kept")
    assert page.inner_text("#where") == "Tents"
    click(page, 1, 2)
    idle(page)
    assert answer(page) == {"tent(1,2)": True}


def test_rules_of_a_board_take_the_place_of_own_ones_only_when_that_was_said(visit):
    page = visit()
    add_rule(page)
    own = rules_of(page)
    shared = {"puzzasp": 1, "puzzle": "queens", "constants": {}, "board": "", "marks": ""}
    receive(page, json.dumps(shared))
    said(page, "This is by the original rules. Yours are kept")
    assert page.inner_text("#where") == "Queens"
    page.click("#reset:has-text('Take my changes back')")
    page.wait_for_selector("#rules[data-read=yes]")
    assert rules_of(page) == own
    other = own.replace("queen(R, R)", "queen(R, R), R > 1")
    receive(page, json.dumps({**shared, "rules": other}))
    assert page.is_visible("#agree-kept")
    page.click("#agree button:has-text('Run these rules')")
    idle(page)
    assert rules_of(page) == other
    choose(page, "tents")
    choose(page, "queens")
    assert rules_of(page) == other


def test_board_counted_from_0_is_numbered_and_clicked_so(visit):
    """Rows and columns begin where those of the program do, in the table and under the mouse."""
    page = visit()
    choose(page, "queens")
    page.select_option("#boards", "-")
    program(page)
    rules = "cell(0..2, 0..2).\n{ queen(R, C) : cell(R, C) } = 1 :- C = 0..2.\n#show queen/2.\n"
    set_rules(page, rules + "#program display.\n#show shade(R, C, gray) : cell(R, C).\n")
    board_is(page, 3, 3)
    page.click("#cells summary")
    page.wait_for_selector("#as-table table")
    headings = page.locator("#as-table th").all_text_contents()
    assert [text for text in headings if text.isdigit()] == ["0", "1", "2", "0", "1", "2"]
    click(page, 0, 0)
    idle(page)
    assert page.inner_text("#cell").startswith("Row 0, column 0")

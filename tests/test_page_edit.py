"""The page in a real browser: how a setter makes a board.  Skipped where there is no chromium."""

import pytest
from browsing import NEEDED, SIDES, answer, choose, click, drag, drawing, idle, said, scenes
from processes import until

from pyclingo_app import Library, load
from pyclingo_app.facts.instance import instance_of
from pyclingo_app.web.clues import find_clues

pytestmark = NEEDED

FACTS = "async () => (await import('/static/game.js')).game.facts"


def begin(page, name, height, width):
    """Begin with an empty board."""
    choose(page, name)
    page.click("#to-new")
    page.fill("#rows", str(height))
    page.fill("#columns", str(width))
    page.click("#make-empty")
    page.wait_for_selector("#table[data-edit]")
    idle(page)


def facts(page):
    idle(page)
    return {fact.strip(".") for fact in page.evaluate(FACTS).split()}


def standing(page, expected):
    page.wait_for_selector(f"#standing:has-text('{expected}')")


def put(page, row, column, keys, *where):
    click(page, row, column, *where)
    page.keyboard.type(keys)
    idle(page)


def test_tents_are_set_from_nothing_until_there_is_one_solution(visit):
    page = visit()
    begin(page, "tents", 3, 3)
    click(page, 1, 1)
    click(page, 3, 3)
    standing(page, "Several solutions: 4 cells are open.")
    put(page, 1, 0, "1")
    put(page, 0, 3, "0")
    assert facts(page) == {"size(3,3)", "tree(1,1)", "tree(3,3)", "tent_row(1,1)", "tent_column(3,0)"}
    standing(page, "Exactly one solution.")
    until(lambda: len(drawing(page)["marks"]) == 4)
    assert [1, 2, ["tent"]] in drawing(page)["marks"]
    page.click("#to-give")
    assert len(drawing(page)["marks"]) == 2  # a picture of the puzzle does not give away its solution
    page.keyboard.press("Escape")
    until(lambda: len(drawing(page)["marks"]) == 4)
    click(page, 2, 2)
    standing(page, "No solution.")
    page.click("#undo")
    standing(page, "Exactly one solution.")
    page.click("#ready")
    page.wait_for_selector("#table:not([data-edit])")
    idle(page)
    click(page, 1, 2)
    click(page, 3, 2)
    said(page, "The answer is right and complete.")
    assert answer(page) == {"tent(1,2)": True, "tent(3,2)": True}
    assert "my own 3x3" in page.locator("#boards option").all_inner_texts()


def what_was_not_changed_is_as_it_was(visit):
    page = visit()
    choose(page, "tents")
    click(page, 1, 3)
    page.click("#to-edit")
    page.wait_for_selector("#table[data-edit]")
    idle(page)
    page.click("#ready")
    page.wait_for_selector("#table:not([data-edit])")
    idle(page)
    assert page.input_value("#boards") == "6x6"
    assert not any("my own" in label for label in page.locator("#boards option").all_inner_texts())
    assert answer(page) == {"tent(1,3)": True}


def numbers_are_typed_in_symmetry_and_taken_away(visit):
    page = visit()
    begin(page, "slitherlink", 5, 12)
    page.select_option("#alike", "rotation")
    put(page, 1, 2, "3")
    assert facts(page) == {"size(5,12)", "number(1,2,3)", "number(5,11,3)"}
    page.focus("#board")
    for key in ("ArrowRight", "2", "ArrowDown", "?", "ArrowUp", "Backspace"):
        page.keyboard.press(key)
    assert facts(page) == {"size(5,12)", "number(1,2,3)", "number(5,11,3)", 'number(2,3,"?")', 'number(4,10,"?")'}
    page.fill("#wide", "10")
    page.press("#wide", "Tab")
    assert facts(page) == {"size(5,10)", "number(1,2,3)", 'number(2,3,"?")', 'number(4,10,"?")'}
    page.keyboard.press("Control+z")
    assert len(facts(page)) == 5
    begin(page, "hashi", 3, 3)
    put(page, 1, 1, "9")
    assert facts(page) == {"size(3,3)"}
    page.click("#palette button[aria-label='8']")
    assert facts(page) == {"size(3,3)", "number(1,1,8)"}


def areas_are_drawn_and_come_apart(visit):
    page = visit()
    begin(page, "norinori", 3, 3)
    regions = {f"region({r},{c},1)" for r in (1, 2, 3) for c in (1, 2, 3)}
    assert facts(page) == {"size(3,3)", *regions}
    page.check("#what input >> nth=1")
    drag(page, [(1, 2), (3, 2)])
    found = facts(page)
    names = {fact.rpartition(",")[2] for fact in found if fact.startswith("region")}
    assert len(names) == 3
    page.check("#onward")
    drag(page, [(2, 2), (2, 3)])
    parts = {fact for fact in facts(page) if fact.startswith("region")}
    of = {fact[7:10]: fact[11:-1] for fact in parts}
    assert of["2,3"] == of["1,2"] != of["1,3"] != of["3,3"]
    page.click("#undo")
    assert facts(page) == found
    page.click("#undo")
    assert facts(page) == {"size(3,3)", *regions}


def what_stands_on_borders_and_points_somewhere(visit):
    page = visit()
    begin(page, "galaxies", 4, 4)
    click(page, 1, 1)
    click(page, 2, 2, *SIDES["right"])
    click(page, 3, 3, 0.97, 0.97)
    page.keyboard.press("Enter")
    assert facts(page) == {"size(4,4)", "dot(1,1,centre,white)", "dot(2,2,right,white)", "dot(3,3,corner,black)"}
    begin(page, "yajilin", 4, 4)
    put(page, 2, 2, "2")
    page.keyboard.press("Shift+ArrowLeft")
    assert facts(page) == {"size(4,4)", "arrow(2,2,left,2)"}
    begin(page, "shakashaka", 3, 3)
    put(page, 2, 2, "0")
    assert facts(page) == {"size(3,3)", "black(2,2)", "number(2,2,0)"}


def a_board_that_is_made_is_there_again(visit):
    page = visit()
    begin(page, "sudoku", 4, 4)
    put(page, 1, 1, "4")
    put(page, 1, 2, "4")
    standing(page, "No solution.")
    before = facts(page)
    assert before == {"size(4,4)", "given(1,1,4)", "given(1,2,4)"}
    page.reload()
    page.wait_for_selector("#table[data-edit]")
    assert facts(page) == before
    put(page, 1, 2, "3")
    page.click("#fill")
    standing(page, "Exactly one solution.")
    filled = facts(page)
    assert load("sudoku").count("".join(f"{fact}." for fact in filled)) == 1
    assert {"given(1,1,4)", "given(1,2,3)"} < filled
    said(page, f"{len(filled) - 1} clues, {len(filled) - 3} more than before.")
    page.click("#fewer")
    said(page, " before.")
    assert facts(page) <= filled
    standing(page, "Exactly one solution.")
    page.click("#to-give")
    page.wait_for_selector("#form option[value=url]", state="attached")
    page.select_option("#form", "url")
    assert page.input_value("#given").startswith("https://puzz.link/p?sudoku/4/4/")
    page.keyboard.press("Escape")
    choose(page, "tents")
    assert page.is_hidden("#setting")


def what_has_no_solution_yet_is_filled_up(visit):
    page = visit()
    begin(page, "galaxies", 4, 4)
    click(page, 2, 2)
    standing(page, "No solution.")
    page.click("#fill")
    standing(page, "Exactly one solution.")
    assert "dot(2,2,centre,white)" in facts(page)
    assert load("galaxies").count("".join(f"{fact}." for fact in facts(page))) == 1


def what_points_somewhere_has_an_image_that_does(visit):
    page = visit()
    begin(page, "yajilin", 4, 4)
    page.select_option("#alike", "rotation")
    put(page, 2, 1, "1")
    page.keyboard.press("Shift+ArrowUp")
    assert facts(page) == {"size(4,4)", "arrow(2,1,up,1)", "arrow(3,4,down,1)"}
    page.select_option("#alike", "mirror")
    put(page, 1, 2, "0")
    page.keyboard.press("Shift+ArrowLeft")
    assert {"arrow(1,2,left,0)", "arrow(1,3,right,0)"} < facts(page)
    put(page, 1, 3, "2")  # the image follows as long as it is one
    assert {"arrow(1,2,left,2)", "arrow(1,3,right,2)"} < facts(page)
    begin(page, "futoshiki", 4, 4)
    page.select_option("#alike", "rotation")
    click(page, 1, 1, *SIDES["right"])
    click(page, 2, 1, *SIDES["down"])
    found = facts(page)
    signs = found - {"size(4,4)"}
    assert len(signs & {"less(1,1,1,2)", "less(1,2,1,1)"}) == len(signs & {"less(2,1,3,1)", "less(3,1,2,1)"}) == 1
    assert {turned(sign) for sign in signs} == signs
    assert len(found) == 5
    click(page, 1, 1, *SIDES["right"])
    other = facts(page)
    assert len(other) == 5
    assert other != found
    assert {turned(fact) for fact in other if fact.startswith("less")} == other - {"size(4,4)"}


def turned(fact):
    return f"less({','.join(str(5 - int(number)) for number in fact[5:-1].split(','))})"


def what_is_not_finished_is_in_the_list(visit):
    page = visit()
    begin(page, "sudoku", 4, 4)
    put(page, 1, 1, "4")
    put(page, 1, 2, "4")
    choose(page, "tents")
    choose(page, "sudoku")
    page.select_option("#boards", label="unfinished 4x4")
    page.wait_for_selector("#table[data-edit]")
    idle(page)
    assert facts(page) == {"size(4,4)", "given(1,1,4)", "given(1,2,4)"}
    put(page, 1, 2, "3")
    page.select_option("#boards", "6x6-a")
    page.wait_for_selector("#table:not([data-edit])")
    idle(page)
    labels = page.locator("#boards option").all_inner_texts()
    assert labels.count("unfinished 4x4") == 1
    page.select_option("#boards", label="unfinished 4x4")
    page.wait_for_selector("#table[data-edit]")
    idle(page)
    assert "given(1,2,3)" in facts(page)
    page.click("#ready")
    page.wait_for_selector("#boards option:checked:has-text('my own')", state="attached")
    assert not any(label.startswith("unfinished") for label in page.locator("#boards option").all_inner_texts())


@pytest.mark.some(4)
@pytest.mark.parametrize("name", Library().names())
def test_what_stored_boards_hold_can_be_set(name):
    """Of each board all facts but those that are said not to be, with the values that are offered."""
    puzzle = load(name)
    boards = [puzzle.read(path) for path in puzzle.instances().values()]
    if not any(fact.name == "size" for board in boards for fact in board.facts):
        return
    known = find_clues(puzzle, boards[0])
    names = {clue["name"] for clue in known["clues"]} | {area["name"] for area in known["areas"]}
    for board in boards:
        clues = find_clues(puzzle, board)["clues"]
        for fact in board.facts:
            if fact.name in names:
                texts = list(map(str, fact.arguments))
                assert any(fits(clue, fact.name, texts) for clue in clues) or fact.name in {
                    area["name"] for area in known["areas"]
                }, (name, fact)
            else:
                assert fact.name in ("size", *known["others"])


def fits(clue, name, texts):
    if clue["name"] != name or len(texts) != len(clue["at"]):
        return False
    for (kind, *about), text in zip(clue["at"], texts, strict=True):
        if kind == "is" and about[0] != text:
            return False
        if kind == "slot":
            slot = clue["slots"][about[0]]
            low, high = slot["number"] or (1, 0)
            numbers = text.lstrip("-").isdigit() and low <= int(text) <= (high if high is not None else int(text))
            if not (numbers or text in (slot["values"] or ())):
                return False
    return True


def test_a_board_of_nothing_can_be_drawn():
    """What has no areas yet is a board that is made."""
    from pyclingo_app.solve.drawing import draw_begun

    puzzle = load("heyawake")
    begun = instance_of("size(2, 3).", "board", puzzle.program.declared)
    assert (draw_begun(puzzle.problem(begun)).height, draw_begun(puzzle.problem(begun)).width) == (2, 3)


@scenes(
    numbers_are_typed_in_symmetry_and_taken_away,
    areas_are_drawn_and_come_apart,
    what_stands_on_borders_and_points_somewhere,
    what_has_no_solution_yet_is_filled_up,
    what_points_somewhere_has_an_image_that_does,
    what_is_not_finished_is_in_the_list,
    what_was_not_changed_is_as_it_was,
    a_board_that_is_made_is_there_again,
)
def test_how_a_setter_goes_about(visit, scene):
    scene(visit)

"""A hint says something new that follows: held to what its sentences say, by a control of its own."""

from pathlib import Path

import clingo
import pytest
from explaining import Referee, answers, given, opposites, pairs, verify_reason

import pyclingo_app.explain.hint as hinting
from pyclingo_app.explain.scope import Scope
from pyclingo_app.write.steps import step_lines

ROOT = Path(__file__).resolve().parents[1]
# Of each genre a board of 10x10, and others where there is none.
LARGE = sorted((path.parent.name, path.stem) for path in ROOT.glob("instances/*/10x10-a.lp"))
BOARDS = [
    *LARGE,
    ("tetravex", "4x4-fixed-a"),
    ("tetravex", "3x5-a"),
    ("sudoku", "6x6-a"),
    ("queens", "8x8-given-unique"),
]


def followed(name, board, atoms=()):
    """A hint, all of which agrees with the solution and follows from its sentences and from what it takes."""
    puzzle, instance = given(name, board)
    (solution,) = answers(name, board)
    referee = Referee(name, board)
    shown = referee.shown
    hint = puzzle.hint(instance, atoms)
    assert hint.status == "step"
    for mark in (*hint.step.found, *hint.step.earlier):
        if (mark.atom.name, len(mark.atom.arguments)) in shown:
            assert (mark.atom in solution) == mark.present, mark.text
    known = {mark.atom: mark.present for mark in hint.step.earlier}
    for reason in hint.step.reasons:
        texts = [sentence.text for sentence in reason.sentences]
        for opposite in opposites(reason.found):
            assert not referee.possible(texts, [*pairs(reason.earlier), opposite]), texts
        if reason.argued:
            verify_reason(referee, reason, known)
        known |= dict(pairs(reason.found))
    return hint.step


@pytest.mark.some(4)
@pytest.mark.parametrize(("name", "board"), BOARDS)
def test_the_first_hint_follows_from_its_sentences(name, board):
    followed(name, board)


@pytest.mark.some(3)
@pytest.mark.parametrize(("name", "board"), BOARDS[::4])
def test_a_hint_in_the_middle_follows_and_is_new(name, board):
    """Half of the solution is there: what a hint finds is not."""
    (solution,) = answers(name, board)
    atoms = sorted(solution)[::2]
    step = followed(name, board, atoms)
    assert not {mark.atom for mark in step.found} & {*atoms}


def without(name, board, *cells):
    """What the solution of a board holds, but for some cells."""
    (solution,) = answers(name, board)
    return [atom for atom in sorted(solution) if tuple(one.number for one in atom.arguments[:2]) not in cells]


def test_the_last_cell_of_a_run_is_told_by_its_sum():
    """It takes two digits, rather than eight that the cell does not hold."""
    step = followed("kakuro", "10x10-a", without("kakuro", "10x10-a", (2, 10)))
    assert [(str(mark.atom), mark.present) for mark in step.found] == [("digit(2,10,7)", True)]
    assert "sum" in step.sentences[0].text
    assert 0 < len(step.earlier) <= 2


@pytest.mark.parametrize(
    ("name", "board", "open_cells"),
    [
        ("sudoku", "9x9-b", [(1, 1), (1, 2), (1, 3), (1, 4), (5, 5)]),
        ("kakuro", "10x10-a", [(2, 10), (5, 2), (6, 2)]),
        ("futoshiki", "7x7-a", [(1, 1), (1, 2), (4, 4)]),
        ("suguru", "8x8-a", [(1, 1), (1, 2), (4, 4)]),
        ("skyscrapers", "6x6-a", [(1, 1), (1, 2), (4, 4)]),
    ],
)
def test_what_else_a_filled_cell_could_hold_is_no_hint(name, board, open_cells):
    """The answer has digits alone, as a board has on which they are written: what is found is in an open cell."""
    step = followed(name, board, without(name, board, *open_cells))
    assert {mark.cell for mark in step.found} <= {*open_cells}


def test_the_last_cell_of_a_box_is_told_before_others_of_which_as_much_is_known():
    row = [(1, column) for column in range(1, 5)]
    step = followed("sudoku", "9x9-b", without("sudoku", "9x9-b", *row, (5, 5)))
    assert [sentence.text[:18] for sentence in step.sentences] == ["The box of (4, 4) "]
    assert {mark.cell for mark in step.found if mark.present} == {(5, 5)}


@pytest.mark.parametrize(
    ("name", "board", "clue"),
    [("minesweeper", "12x12-a", "number"), ("nurikabe", "8x8-a", "number"), ("kurotto", "10x10-a", "number")],
)
def test_what_no_cell_with_a_clue_holds_is_no_hint(name, board, clue):
    puzzle, instance = given(name, board)
    facts = (fact for fact in puzzle.problem(instance).facts if fact.name == clue)
    clues = {tuple(one.number for one in fact.arguments[:2]) for fact in facts}
    assert clues
    assert not clues & {mark.cell for mark in followed(name, board).found}


def test_what_a_line_rules_out_by_its_clue_is_known(tmp_path):
    """The only line of a clue is there: nobody has to be told that there is no other."""
    board = tmp_path / "one.lp"
    board.write_text("size(3, 3). number(1, 1, 1).")
    step = given("slitherlink", "6x6-a")[0].hint(board, [clingo.parse_term("line(1,1,down)")]).step
    assert not {f"line(1,1,{side})" for side in ("right", "left", "up")} & {str(mark.atom) for mark in step.found}


def test_the_last_cell_of_a_row_is_filled_as_soon_as_it_is_the_last():
    """On a whole path, within two steps: another last cell may come first."""
    puzzle, instance = given("sudoku", "9x9-a")
    cells = [(row, column) for row in range(9) for column in range(9)]
    units = [[cell for cell in cells if cell[k] == n] for k in (0, 1) for n in range(9)]
    units += [[(r, c) for r, c in cells if (r // 3, c // 3) == (n // 3, n % 3)] for n in range(9)]
    filled, last = set(), {}
    for number, step in enumerate(puzzle.explain(instance)):
        filled |= {(mark.cell[0] - 1, mark.cell[1] - 1) for mark in step.found if mark.present}
        for left in ({*unit} - filled for unit in units):
            if len(left) == 1:
                last.setdefault(left.pop(), number)
        assert all(number - since <= 2 for cell, since in last.items() if cell not in filled)
    assert len(filled) == 81
    assert len(last) > 10


def test_the_only_place_in_a_box_is_told_before_the_only_candidate_of_a_cell():
    puzzle, instance = given("sudoku", "9x9-b")
    clues = {
        (fact.arguments[0].number, fact.arguments[1].number): fact.arguments[2].number
        for fact in puzzle.problem(instance).facts
        if fact.name == "given"
    }

    def candidates(row, column):
        seen = {
            digit
            for (r, c), digit in clues.items()
            if r == row or c == column or ((r - 1) // 3, (c - 1) // 3) == ((row - 1) // 3, (column - 1) // 3)
        }
        return {*range(1, 10)} - seen

    assert candidates(9, 4) == {8}
    step = followed("sudoku", "9x9-b")
    assert step.technique == "only place"
    assert step.sentences[0].text.startswith("The box of ")


@pytest.mark.parametrize(
    ("name", "board", "noted"),
    [("flow", "8x8-a", []), ("tetravex", "4x4-fixed-a", []), ("skyscrapers", "6x6-a", []), ("queens", "6x6-a", [True])],
)
def test_notes_are_grounded_where_no_rule_alone_gives_anything(name, board, noted, monkeypatch):
    grounded = []

    def scope(*arguments, notes=True, **options):
        grounded.append(notes)
        return Scope(*arguments, notes=notes, **options)

    monkeypatch.setattr(hinting, "Scope", scope)
    puzzle, instance = given(name, board)
    problem = puzzle.problem(instance)
    hint = hinting.hint(problem, (), False, lambda: None, Scope(problem, notes=False))
    assert grounded == noted
    assert hint.status == "step"
    if not noted:
        assert {len(reason.sentences) for reason in hint.step.reasons} == {1}
        assert not any(mark.pencil for mark in (*hint.step.found, *hint.step.earlier))


HARD = [
    ("aquarium", "6x6-a"),
    ("norinori", "8x8-a"),
    ("slant", "8x8-a"),
    ("starbattle", "6x6-a"),
    ("shimaguni", "5x5-a"),
]


@pytest.mark.parametrize(("name", "board"), HARD)
def test_a_hint_that_takes_an_argument_is_the_step_of_the_path(name, board):
    """Sentences that were got ready one after the other are all there then."""
    puzzle, instance = given(name, board)
    hint = puzzle.hint(instance)
    assert max(len(reason.sentences) for reason in hint.step.reasons) > 1
    assert step_lines(hint.step) == step_lines(hinting.onward(puzzle.problem(instance), ())[-1])


@pytest.mark.parametrize(("name", "board"), [("flow", "8x8-none-a"), ("queens", "8x8-none-b"), ("tents", "8x8-none-a")])
def test_a_board_without_a_solution_has_no_hint(name, board):
    """Also where a rule alone gives something."""
    puzzle, instance = given(name, board)
    assert puzzle.hint(instance).status == "unsatisfiable"


def test_an_answer_that_is_wrong_or_complete_is_told_without_notes_as_with_them():
    puzzle, instance = given("queens", "8x8-given-unique")
    (solution,) = answers("queens", "8x8-given-unique")
    assert puzzle.hint(instance, sorted(solution)).status == "complete"
    free = next(
        atom
        for row in range(1, 9)
        for column in range(1, 9)
        if (atom := clingo.parse_term(f"queen({row},{column})")) not in solution
    )
    assert puzzle.hint(instance, [free]).status == "wrong"

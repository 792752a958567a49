"""The judge of explanations finds faults that are planted, and none in what is true, nor in the paths of boards."""

import re
from copy import deepcopy
from random import Random

import pytest
from budget import each_genre
from explaining import Referee, explained, told
from judge import planted, searched

from pyclingo_app import load
from pyclingo_app.write.steps import step_lines

# One tree in the middle of a row: its tent is on the left, by the number of that column.
BOARD = "size(1, 3). tree(1, 2). tent_row(1, 1). tent_column(1, 1)."
ROW, COLUMN = "The number of tents in row 1 is 1.", "The number of tents in column 1 is 1."
LEFT, RIGHT = ("tent(1,1)", True), ("tent(1,3)", True)
NO_LEFT, NO_RIGHT = ("tent(1,1)", False), ("tent(1,3)", False)
# The CPU seconds that the boards of a genre may take in an ordinary run.
SECONDS = 0.25
# Boards whose paths take minutes.
LONG = {
    ("tetravex", "4x4-many-a"),
    ("tetravex", "5x5-a"),
    ("haisu", "6x6-a"),
    ("haisu", "6x6-b"),
    ("haisu", "6x6-many-a"),
}


def said(*marks):
    return [{"atom": atom, "present": present} for atom, present in marks]


def line(sentence, used=(), gives=(), cases=(), **more):
    sentences = [sentence] if sentence else []
    return {"sentences": sentences, "used": said(*used), "marks": said(*gives), "cases": [*cases], "wall": None, **more}


def case(supposed, *argument):
    return {"supposed": said(supposed)[0], "argument": [*argument]}


def step(found, sentences, supposed, *argument, earlier=()):
    return {
        **case(supposed, *argument), "found": said(found), "sentences": sentences, "earlier": said(*earlier),
        "parts": [], "confined": None,
    }  # fmt: skip


FIRST = step(LEFT, [COLUMN], NO_LEFT, line(COLUMN, [NO_LEFT]))
# What the right cell holds: by what was found, by an argument, and by two cases.
KNOWN = step(NO_RIGHT, [ROW], RIGHT, line(ROW, [RIGHT, LEFT]), earlier=[LEFT])
ARGUED = step(NO_RIGHT, [ROW, COLUMN], RIGHT, line(ROW, [RIGHT], [NO_LEFT]), line(COLUMN, [NO_LEFT]))
BY_CASES = [case(LEFT, line(ROW, [LEFT, RIGHT])), case(NO_LEFT, line(COLUMN, [NO_LEFT]))]
CASES = step(NO_RIGHT, [ROW, COLUMN], RIGHT, line("", cases=BY_CASES))
SEARCHED = step(NO_RIGHT, [ROW, COLUMN], RIGHT, {**line(ROW, [RIGHT]), "sentences": [ROW, COLUMN]})
SUM = {
    "needs": [{"sentences": [COLUMN], "marks": said(LEFT), "many": 1}],
    "limits": [{"sentences": [ROW], "marks": said(LEFT, RIGHT), "many": 1}],
}
ADDED = {**SEARCHED, "confined": SUM}


def faults(*steps):
    return Referee("tents", BOARD).path({"steps": [*steps], "conflict": None})


@pytest.mark.parametrize("second", [KNOWN, ARGUED, CASES, SEARCHED, ADDED])
def test_what_is_true_has_no_fault(second):
    assert faults(FIRST, second) == []
    assert searched(second) == (second is SEARCHED)


def without(told, *place):
    """What is told, but for one thing in it."""
    *way, last = place
    changed = deepcopy(told)
    inner = changed
    for one in way:
        inner = inner[one]
    del inner[last]
    return changed


@pytest.mark.parametrize(
    "steps",
    [
        [FIRST],  # a mark is not found
        [FIRST, FIRST, KNOWN],  # one is found twice
        [KNOWN, FIRST],  # one is taken before it is found
        [FIRST, step(RIGHT, [ROW], NO_RIGHT, line(ROW, [NO_RIGHT, NO_LEFT]), earlier=[LEFT])],  # false
        [FIRST, without(KNOWN, "earlier", 0)],
        [FIRST, without(KNOWN, "argument", 0, "used", 1)],
        [FIRST, without(ARGUED, "sentences", 1)],
        [FIRST, without(ARGUED, "argument", 0)],
        [FIRST, without(ARGUED, "argument", 1)],
        [FIRST, without(SEARCHED, "sentences", 1)],
        [FIRST, without(CASES, "argument", 0, "cases", 0, "argument", 0, "used", 0)],
        [FIRST, {**CASES, "argument": [line("", cases=[BY_CASES[0], BY_CASES[0]])]}],  # not all cases
        [FIRST, {**ARGUED, "argument": [line(ROW, [RIGHT], [LEFT]), line(COLUMN, [NO_LEFT])]}],  # does not follow
        [FIRST, {**ARGUED, "supposed": said(NO_RIGHT)[0]}],  # not the opposite
        [FIRST, {**ADDED, "confined": {**SUM, "needs": [{**SUM["needs"][0], "many": 2}]}}],  # no such count
        [FIRST, {**ADDED, "confined": {**SUM, "limits": [{**SUM["limits"][0], "many": 0}]}}],
        [step(LEFT, ["A tent stands here."], NO_LEFT, line("A tent stands here.", [NO_LEFT])), KNOWN],  # no sentence
    ],
)
def test_what_is_not_has_one(steps):
    assert faults(*steps)


@pytest.mark.some(4)
@each_genre
def test_paths_are_true_and_told_in_whole_sentences(genre, draw):
    """Of boards of at most 6 rows and columns; benchmarks/truth.py judges larger ones."""
    boards = [one for one in load(genre.name).instances() if (genre.name, one) not in LONG]
    for board in draw([one for one in boards if max(map(int, re.findall(r"\d+", one)[:2])) <= 6], SECONDS):
        referee, path = Referee(genre.name, board), explained(genre.name, board)
        assert referee.path(told(path)) == [], board
        assert path.rating.complete == referee.unique
        for step in path.steps:
            lines = step_lines(step)
            assert any(line.strip().startswith("so: ") for line in lines)
            # Nothing is left blank in a sentence.
            assert not any("  " in line.strip() or " ," in line or "()" in line for line in lines), lines


PLANTED = [("tents", "5x5-a"), ("slitherlink", "5x5-a"), ("heyawake", "6x6-a")]


@pytest.mark.parametrize("board", PLANTED)
def test_planted_faults_are_noticed(board):
    referee = Referee(*board)
    sown = [*planted(told(explained(*board)), Random(board[0]), 10)]
    assert len(sown) >= 40
    assert not [(kind, place) for kind, place, changed in sown if not referee.path(changed)]

"""Names of techniques are right: what each means is looked at on the board, without the program's sentences."""

import re
from itertools import combinations

import pytest
from explaining import Referee, lines_of, pairs, reasons_of

from pyclingo_app.explain.technique import NAMES

BOARDS = [
    ("sudoku", "6x6-a"), ("sudoku", "9x9-b"), ("starbattle", "6x6-a"), ("starbattle", "8x8-a"), ("tents", "8x8-a"),
    ("tents", "10x10-a"), ("queens", "8x8-given-unique"), ("slitherlink", "6x6-a"), ("slitherlink", "8x5-a"),
    ("hitori", "6x6-a"), ("norinori", "8x8-a"), ("flow", "6x6-loop-a"), ("minesweeper", "6x9-a"),
]  # fmt: skip
# Those of which all techniques are met.
MET = [
    ("sudoku", "6x6-a"), ("starbattle", "6x6-a"), ("starbattle", "8x8-a"), ("tents", "10x10-a"),
    ("slitherlink", "8x5-a"), ("norinori", "8x8-a"),
]  # fmt: skip

CONFINED = [
    *(("starbattle", "8x8-a"), ("starbattle", "10x10-a"), ("sudoku", "9x9-b")),
    *(("futoshiki", "6x6-a"), ("minesweeper", "12x12-a"), ("tents", "8x8-a")),
]


def touch(one, other):
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def cells(marks):
    return {mark.cell for mark in marks}


def means(step):
    """Whether a step is what its technique is called."""
    found, argument = step.found, step.argument
    alone = len(step.sentences) == 1
    unit = step.sentences[0].cells
    absent = not any(mark.present for mark in found)
    match step.technique:
        case "counting":
            return alone and len({mark.present for mark in found}) == 1 and cells(found) <= unit
        case "only place":
            (one,) = found
            # A corner has four sides, and mines do not lie in the cell of the number that counts them.
            others = 3 if one.atom.name == "line" else len(unit) - (2 if one.atom.name == "mine" else 1)
            absent = not any(mark.present for mark in step.earlier)
            return alone and one.present and absent and len(step.earlier) == others
        case "only candidate":
            (one,) = found
            return alone and one.present and cells(step.earlier) == {one.cell} == unit
        case "touching" if alone:
            (known,) = step.earlier
            return absent and known.present and all(touch(cell, known.cell) for cell in cells(found))
        case "touching":
            one, other = argument[-1].used
            return one.present and other.present and touch(one.cell, other.cell)
        case "already there":
            (known,) = step.earlier
            inside = {known.cell, *cells(found)} <= unit
            return alone and absent and known.present and inside and known.atom not in {mark.atom for mark in found}
        case "no place left":
            struck = {cell for line in argument[:-1] for cell in cells(line.marks)}
            return absent and argument[-1].sentences[0].cells <= struck | cells(step.earlier)
        case "confined" | "locked set":
            counts = argument[0].quantity
            return absent and counts.inside and (len(counts.need) == 1) == (step.technique == "confined")
        case "overlap":
            return not argument[0].quantity.inside
        case "too few places":
            *lines, last = argument
            struck = {cell for line in lines for cell in cells(line.marks)}
            wanted = int(re.search(r"(\d+)\.$", last.sentences[0].text)[1])
            there = {mark.cell for mark in step.earlier if mark.present}
            left = last.sentences[0].cells - struck - (cells(step.earlier) - there)
            return absent and 0 < len(left) < wanted
        case "cut off":
            return argument[-1].wall and not argument[-1].wall.closed
        case "closed loop":
            return argument[-1].wall.closed
        case "cases":
            return len(argument[-1].cases) == 2
    return step.technique is None


@pytest.mark.some(3)
@pytest.mark.parametrize("board", CONFINED)
def test_what_is_confined_is_needed_there_and_leaves_no_room(board):
    """Each share needs, or allows for, so many of the marks by its own sentences, and however as many as are needed of
    all of them are there, the limits do not allow for the opposite of what is found."""
    referee, known, met = Referee(*board), [], 0
    for step in reasons_of(*board):
        counts = step.argument[0].quantity if len(step.argument) == 1 else None
        if counts and counts.added:
            needs, limits, inside = counts.need, counts.allow, counts.inside
            assert {s.text for share in (*needs, *limits) for s in share.sentences} <= {s.text for s in step.sentences}
            taken = {mark.text for mark in step.earlier if mark.present}
            for share in (*needs, *limits):
                # That two cells of some exclude each other is told of one such pair.
                inner = {s.text for s in step.sentences if s.cells <= cells(share.marks)}
                texts, sizes = [*{s.text for s in share.sentences} | inner], range(len(share.marks) + 1)
                possible = [n for n in sizes if any(ways(referee, texts, known, share.marks, n))]
                assert (min(possible) if share in needs else max(possible)) == share.many
                words = share.marks[0].text.removesuffix(str(share.marks[0].cell))
                assert share.more == any(words + str(cell) in taken for s in share.sentences for cell in s.cells)
            left = list(dict.fromkeys(mark for share in needs for mark in share.marks))
            assert inside == ({*left} <= {mark for share in limits for mark in share.marks})
            texts = [*{s.text for s in step.sentences} - {s.text for share in needs for s in share.sentences}]
            for there in (set(some) for n in range(len(left) + 1) for some in combinations(left, n)):
                if all(len(there & {*share.marks}) >= share.many for share in needs):
                    state = [*known, *((mark.atom, mark in there) for mark in left)]
                    for atom, present in pairs(step.found):
                        opposite = [*state, (atom, not present)]
                        assert (atom, present) in state or not referee.possible(texts, opposite)
            met += 1
        known += pairs(step.found)
    assert met


@pytest.mark.parametrize("board", [*CONFINED, ("suguru", "8x8-a")])
def test_a_sentence_that_counts_needs_all_that_is_left_or_has_enough(board):
    """By itself, with what its line takes: none of what is left for it may be absent, and no more than it allows for
    can be there."""
    referee, met = Referee(*board), 0
    for reason, line in ((each, line) for each in reasons_of(*board) for line in lines_of(each.argument)):
        for share in () if line.quantity.added else line.quantity.need or line.quantity.allow:
            used = pairs(line.used)
            if line.quantity.need and len(share.marks) > share.many:
                continue  # It is no count: these are what is left in all ways in which it can hold.
            if line.quantity.need:
                absent = {mark.atom for mark in line.used if not mark.present} - {reason.supposed.atom}
                assert not absent & {mark.atom for mark in share.marks}
                for mark in share.marks:
                    assert not referee.possible([s.text for s in share.sentences], [*used, (mark.atom, False)])
            else:
                there = [mark for mark in line.used if mark.present]
                assert {*there} >= {*share.marks}
                assert len(share.marks) >= share.many
            for atom, present in pairs(line.marks):
                assert not referee.possible([s.text for s in share.sentences], [*used, (atom, not present)])
            met += 1
    assert met


def ways(referee, texts, known, marks, many):
    """For each way in which so many of some marks are there and the others are not, whether some sentences allow it."""
    for there in combinations(marks, many):
        yield referee.possible(texts, [*known, *((mark.atom, mark in there) for mark in marks)])


@pytest.mark.some(6)
@pytest.mark.parametrize("board", BOARDS)
def test_each_technique_is_what_it_is_called(board):
    for step in reasons_of(*board):
        assert means(step), (step.technique, step.found)


def test_all_techniques_are_met_and_most_steps_of_one_sentence_have_a_name():
    met = {step.technique for board in MET for step in reasons_of(*board) if step.technique}
    # Where no place is left it is mostly seen that counts leave no choice.
    assert met >= {*NAMES} - {"no place left"}
    # A region of one cell needs no technique.
    steps = [step for board in BOARDS if board[0] == "starbattle" for step in reasons_of(*board)]
    simple = [step for step in steps if len(step.sentences) == 1]
    assert all(step.technique or len(step.sentences[0].cells) == 1 for step in simple)

"""Names of techniques are right: what each means is looked at on the board, without the program's sentences."""

import re
from itertools import combinations

import pytest
from test_explain import Referee, explained, lines_of, pairs

from pyclingo_app.explain.technique import NAMES
from pyclingo_app.write.steps import step_lines

BOARDS = [
    ("sudoku", "6x6-a"),
    ("sudoku", "9x9-b"),
    ("starbattle", "6x6-a"),
    ("starbattle", "8x8-a"),
    ("tents", "8x8-a"),
    ("tents", "10x10-a"),
    ("queens", "8x8-given-unique"),
    ("slitherlink", "6x6-a"),
    ("slitherlink", "8x5-a"),
    ("hitori", "6x6-a"),
    ("norinori", "8x8-a"),
    ("flow", "6x6-loop-a"),
    ("minesweeper", "6x9-a"),
]


CONFINED = [
    *(("starbattle", "8x8-a"), ("starbattle", "10x10-a"), ("sudoku", "9x9-b")),
    *(("skyscrapers", "6x6-a"), ("minesweeper", "12x12-a"), ("tents", "8x8-a")),
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
            return absent and step.confined.inside and (len(step.confined.needs) == 1) == (step.technique == "confined")
        case "overlap":
            return not step.confined.inside
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
        case "complete":
            # What leads from end to end is looked at in test_explain.py.
            return alone and absent and all(mark.present for mark in step.earlier)
        case "cases":
            return len(argument[-1].cases) == 2
    return step.technique is None


@pytest.mark.parametrize("board", [("tents", "8x8-a"), ("starbattle", "8x8-a")])
def test_other_sentences_give_the_same_alone_and_none_is_left_out(board):
    referee, known, met = Referee(*board), [], 0
    for whole in explained(*board).steps:
        step = whole.reasons[0]
        others = {sentence.text for sentence in step.others}
        if len(step.sentences) == 1:
            first = step.found[0]
            opposite = (first.atom, not first.present)
            marks = [mark for mark in known if mark[0] in referee.marks]
            if all(mark.atom in referee.marks for mark in (first, *step.earlier)):
                near = {text for text in referee.literals if not referee.possible([text], [*marks, opposite])}
                assert others == near - {step.sentences[0].text}
                met += bool(others)
        known += pairs(whole.found)
    assert met


@pytest.mark.parametrize("board", CONFINED)
def test_what_is_confined_is_needed_there_and_leaves_no_room(board):
    """Each sentence alone needs, or allows for, so many of the marks, and however as many as are needed of all of them
    are there, the limits do not allow for the opposite of what is found."""
    referee, known, met = Referee(*board), [], 0
    for step in (step for whole in explained(*board).steps for step in whole.reasons):
        if step.confined:
            needs, limits, inside = step.confined
            assert sorted(share.sentence.text for share in (*needs, *limits)) == sorted(s.text for s in step.sentences)
            taken = {mark.text for mark in step.earlier if mark.present}
            for share in (*needs, *limits):
                texts, sizes = [share.sentence.text], range(len(share.marks) + 1)
                possible = [n for n in sizes if any(ways(referee, texts, known, share.marks, n))]
                assert (min(possible) if share in needs else max(possible)) == share.many
                words = share.marks[0].text.removesuffix(str(share.marks[0].cell))
                assert share.more == any(words + str(cell) in taken for cell in share.sentence.cells)
            left = list(dict.fromkeys(mark for share in needs for mark in share.marks))
            assert inside == ({*left} == {mark for share in limits for mark in share.marks})
            texts = [share.sentence.text for share in limits]
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
def test_what_was_open_is_all_that_was_and_as_much_is_needed(board):
    """Each sentence alone needs so many of the marks, with all that was known before anything was supposed; and what is
    not listed as known then was not there."""
    referee, known, there, met = Referee(*board), [], set(), 0
    for step in (step for whole in explained(*board).steps for step in whole.reasons):
        arguments = [step.argument, *(case.argument for case in step.likewise)]
        told = [line.need for argument in arguments for line in lines_of(argument) if line.need]
        for need in told:
            counts = range(len(need.marks) + 1)
            possible = [n for n in counts if any(ways(referee, [need.sentence.text], known, need.marks, n))]
            assert min(possible) == need.many > 0
            assert not {mark.atom for mark in need.marks} & {atom for atom, _ in known}
            words = need.marks[0].text.removesuffix(str(need.marks[0].cell))
            assert need.more == any(words + str(cell) in there for cell in need.sentence.cells)
            met += 1
        implied = [(mark.atom, False) for mark in step.implied]
        assert {*implied} <= {*known}
        assert all(any(mark.cell in need.sentence.cells for need in told) for mark in step.implied)
        known += pairs(step.found)
        there |= {mark.text for mark in step.found if mark.present}
    assert met


def test_what_was_open_is_told_in_place_of_what_is_known_not_to_be_there():
    """Row 3 of the board has three cells without a cross then, all beside (4, 9); two regions have their own lists."""
    steps = [step_lines(step) for step in explained("starbattle", "10x10-a").steps]
    begin, row = "The number of stars in", "a star at (3, 8), (3, 9), (3, 10)"
    end = f"{begin} row 3 is 1 (undecided before: {row}): impossible, none is left."
    (told,) = (lines for lines in steps if end in lines)
    assert told[0] == "Suppose a star at (4, 9)."
    one, other = "a star at (4, 7), (5, 6), (5, 7)", "a star at (6, 6), (7, 6), (8, 6), (8, 8), (8, 9)"
    regions = f"{begin} the region of (4, 7) is 1 (undecided before: {one}). {begin} the region of (6, 5) is 1"
    assert any(f"{regions} (undecided before: {other}): a star at (5, 6), (6, 6)." in lines for lines in steps)


def test_many_arguments_that_are_alike_are_told_by_what_each_leaves_no_place_for():
    (lines,) = (step_lines(s) for s in explained("suguru", "8x8-a").steps if s.found[0].text == "no 1 at (6, 7)")
    place = lines.index("In the same way:")
    told = dict(
        re.match(r"  (.*) \(undecided before: (.*)\): ", line).groups()
        for line in lines[place + 1 :]
        if "undecided" in line
    )
    assert told["The region of (3, 5) holds 2 exactly once"] == "2 at (4, 5), (5, 5)"
    assert "  The region of (5, 8) holds 2 exactly once: no 2 at (6, 7)." in lines
    assert len(told) == 6 == len(lines[place:]) - 3


def ways(referee, texts, known, marks, many):
    """For each way in which so many of some marks are there and the others are not, whether some sentences allow it."""
    for there in combinations(marks, many):
        yield referee.possible(texts, [*known, *((mark.atom, mark in there) for mark in marks)])


@pytest.fixture(scope="module")
def named():
    return [(board, step) for board in BOARDS for whole in explained(*board).steps for step in whole.reasons]


def test_each_technique_is_what_it_is_called(named):
    for board, step in named:
        assert means(step), (board, step.technique, step.found)


def test_all_techniques_are_met_and_most_steps_of_one_sentence_have_a_name(named):
    assert {step.technique for _, step in named if step.technique} == {*NAMES}
    # A region of one cell needs no technique.
    simple = [step for (puzzle, _), step in named if puzzle == "starbattle" and len(step.sentences) == 1]
    assert all(step.technique or len(step.sentences[0].cells) == 1 for step in simple)

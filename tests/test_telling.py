"""How steps are told: all that a line takes is named, said by what is left, or known; nothing is told twice."""

import re
from itertools import combinations

import pytest
from clingo import Function, Number

from pyclingo_app.explain.terms import Case, Hint, Inference, Mark, Quantity, Sentence, Share, Step, Wall, joined
from pyclingo_app.write.steps import consequences, found, hint_lines, known, lit, reasons, step_lines


def star(row, column, present=True):
    atom = Function("star", [Number(row), Number(column)])
    return Mark(atom, present, f"{'a' if present else 'no'} star at ({row}, {column})", (row, column))


def line(row, column, present=True):
    """A line on a border: what it says is no noun, and its cell alone would not say where it is."""
    atom = Function("link", [Number(row), Number(column), Function("down")])
    text = f"the loop {'goes' if present else 'does not go'} down from ({row}, {column})"
    return Mark(atom, present, text, (row, column))


def digit(value, row, column, present=True):
    atom = Function("digit", [Number(row), Number(column), Number(value)])
    return Mark(atom, present, f"{'' if present else 'no '}{value} at ({row}, {column})", (row, column))


def sentence(text):
    cells = frozenset((int(r), int(c)) for r, c in re.findall(r"\((\d), (\d)\)", text))
    return Sentence(text, cells, cells)


ROW, COLUMN = (sentence(f"The number of stars in {what} is 1.") for what in ("row 1", "column 2"))
LINES = sentence("The loop has 2 lines around (2, 2).")
PAIR = sentence("The cells (1, 1) and (1, 2) touch, so at most one of them holds a star.")


def step(marks, taken, *argument, supposed=None, technique=None):
    """A step that finds marks, from what is taken, by an argument, or by a line that has all that is known and the
    opposite of the first mark that is found."""
    opposite = supposed or marks[0]._replace(present=not marks[0].present, text="not the same")
    lines = [each if each.used else each._replace(used=(*taken, opposite)) for each in argument]
    return Step(tuple(marks), tuple(taken), Case(opposite, tuple(lines)), technique)


def needing(what, marks, many=1):
    return Inference((what,), (), quantity=Quantity((Share((what,), tuple(marks), many, False),)))


def allowing(what, marks, many=1):
    return Inference((what,), (), quantity=Quantity((), (Share((what,), tuple(marks), many, False),)))


def adding(need, allow):
    every = tuple(sentence for share in (*need, *allow) for sentence in share.sentences)
    return Inference(every, (), quantity=Quantity(tuple(need), tuple(allow)))


def share(what, *marks, many=1):
    return Share((what,), marks, many, False)


def test_what_is_left_is_said_and_not_what_is_absent():
    absent = [star(1, c, present=False) for c in (1, 2, 4)]
    one = step([star(1, 3)], absent, needing(ROW, []))
    assert reasons(one) == ["The number of stars in row 1 is 1; only (1, 3) is left."]
    assert known(one) == []
    assert step_lines(one)[-1] == "so: a star at (1, 3)"
    # It is the same whether the line has what is left with what is supposed, or without.
    assert reasons(step([star(1, 3)], absent, needing(ROW, [star(1, 3)]))) == reasons(one)


def test_what_is_there_already_is_told_apart_from_what_is_left():
    two = sentence("The number of stars in row 1 is 2.")
    one = step([star(1, 3)], [star(1, 1), star(1, 2, present=False)], needing(two, [star(1, 1), star(1, 3)], 2))
    assert reasons(one) == ["The number of stars in row 1 is 2; besides (1, 1), only (1, 3) is left."]
    assert known(one) == []


def test_marks_of_borders_are_not_told_by_cells():
    one = step([line(1, 2)], [line(2, 1), line(2, 2, present=False)], needing(LINES, [line(2, 1), line(1, 2)], 2))
    assert reasons(one) == ["The loop has 2 lines around (2, 2); nothing else is left."]
    assert known(one) == ["the loop goes down from (2, 1)", "the loop does not go down from (2, 2)"]


@pytest.mark.parametrize(("many", "told"), [(1, False), (2, True), (8, True), (9, False)])
def test_there_is_enough_already(many, told):
    """Several that are there are named behind the sentence, and all others are known."""
    row = sentence(f"The number of stars in row 1 is {many}.")
    there = [star(1, c) for c in range(1, many + 1)]
    none = star(1, many + 1, present=False)
    one = step([none], there, allowing(row, [*there, none._replace(present=True)], many))
    assert ("already" in reasons(one)[0]) == told
    assert (known(one) == []) == told
    assert all(str(mark.cell) in " ".join(step_lines(one)) for mark in there)


SUMS = {
    "one is needed inside": ([share(ROW, star(1, 1), star(1, 2))], [share(COLUMN, star(1, 1), star(1, 2))], False),
    "two are needed inside": (
        [share(ROW, star(1, 1), star(1, 2)), share(COLUMN, star(3, 1), star(3, 2))],
        [share(LINES, star(1, 1), star(3, 1)), share(PAIR, star(1, 2), star(3, 2))],
        False,
    ),
    "the rest makes up for it": ([share(ROW, star(1, 1), star(1, 2), many=2)], [share(COLUMN, star(1, 1))], False),
    "others are needed": (
        [share(ROW, star(1, 1), star(1, 2), star(1, 5), many=2)],
        [share(PAIR, star(1, 1), star(1, 2))],
        True,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SUMS)
def test_counts_that_are_added(name):
    need, allow, present = SUMS[name]
    one = step([star(1, 5, present=present)], [star(1, 4, present=False), star(4, 4)], adding(need, allow))
    told = reasons(one)
    assert len(told) == len(need) + 1
    for said in (*need, *allow):
        assert said.sentences[0].text.removesuffix(".") in " ".join(told)
    for mark in (mark for each in need for mark in each.marks):
        assert str(mark.cell) in " ".join(told)
    # What is open says what is not there; what is there uses up what others allow for.
    assert known(one) == ["a star at (4, 4)"]
    pages = [*lit(one)]
    assert [lines for _, lines, _ in pages] == [told[:-1], told]
    assert pages[-1][0][1, 5] == "found"


def test_counts_that_are_added_in_an_argument_end_in_what_follows_or_in_a_contradiction():
    need, allow, _ = SUMS["one is needed inside"]
    first = adding(need, allow)._replace(marks=(star(3, 2, present=False),), used=(star(1, 3, present=False),))
    last = adding([share(ROW, star(1, 1), star(1, 2), many=2)], [share(PAIR, star(1, 1), star(1, 2))])
    one = step([star(2, 2)], [star(1, 3, present=False)], first, last._replace(used=(star(3, 2, present=False),)))
    told = " ".join(reasons(one))
    assert re.search(r"so there can be no other: no star at \(3, 2\)\.", told)
    assert told.endswith("but 2 are needed: impossible.")


def test_an_argument_names_what_it_takes_or_it_is_known():
    first = Inference((PAIR,), (star(1, 2, present=False),), (star(1, 1),))
    last = Inference((ROW,), (), (star(1, 2, present=False), star(1, 3, present=False)))
    one = step([star(1, 1, present=False)], [star(1, 3, present=False)], first, last, supposed=star(1, 1))
    assert "but no star at (1, 2), (1, 3): impossible" in " ".join(reasons(one))
    assert known(one) == []
    more = first._replace(used=(star(1, 1), star(5, 5)))
    one = step([star(1, 1, present=False)], [star(5, 5)], more, last, supposed=star(1, 1))
    lines = step_lines(one)
    assert lines[0] == "known: a star at (5, 5)"
    assert lines[1].startswith("Suppose a star at (1, 1).")


def test_a_wall_names_its_marks_and_a_ring_what_it_leaves_out():
    white = sentence("All white cells are connected.")
    fence = tuple(star(1, c) for c in range(1, 13))
    cut = Inference((white,), (), fence, Wall((star(2, 1, present=False),), (), fence, (star(3, 3, present=False),)))
    one = step([star(1, 12, present=False)], fence[:-1], cut, supposed=fence[-1])
    told = " ".join(reasons(one))
    assert all(str(mark.cell) in told for mark in (*fence, star(2, 1), star(3, 3)))
    assert known(one) == []
    loop = tuple(line(1, c) for c in range(1, 5))
    ring = Wall(loop, (), loop, (line(4, 4),), closed=True)
    one = step([line(1, 1, present=False)], loop[1:], Inference((LINES,), (), loop, ring), supposed=loop[0])
    assert "the lines at (1, 1), (1, 2), (1, 3), (1, 4) would close a loop of their own, which leaves out (4, 4)" in (
        " ".join(reasons(one))
    )


def test_the_same_argument_elsewhere_is_told_once():
    def part(column):
        first = Inference((ROW,), (star(1, 5, present=False),), (star(2, column),))
        last = Inference((COLUMN,), (), (star(1, 5, present=False),))
        return step([star(2, column, present=False)], [], first, last, supposed=star(2, column))

    whole = joined([part(column) for column in (2, 3, 4)])
    assert reasons(whole)[1:] == ["In the same way: no star at (2, 3), (2, 4)."]
    assert found(whole) == ["no star at (2, 2), (2, 3), (2, 4)"]


def test_what_each_mark_gives_is_told_with_it_and_like_sentences_as_one():
    begin = step([star(1, 1), star(3, 3), star(5, 5), star(7, 7)], [], Inference((ROW,), ()))
    parts = [
        step(
            [star(n, 8, present=False)],
            [star(n, n)],
            Inference((sentence(f"All are different from the star at ({n}, {n})."),), ()),
        )
        for n in (1, 3, 5, 7)
    ]
    (told,) = consequences(joined([begin, *parts]))
    assert told == (
        "All are different from the star at (1, 1), and so on at (3, 3), (5, 5), (7, 7): "
        "no star at (1, 8), (3, 8), (5, 8), (7, 8)."
    )
    two = consequences(joined([begin, *parts[:2]]))
    assert len(two) == 2
    assert not any("known" in line for line in two)


def test_what_else_a_filled_cell_could_hold_is_not_told():
    begin = step([digit(4, 1, 1)], [], Inference((ROW,), ()))
    others = step(
        [digit(n, 1, 1, present=False) for n in (1, 2, 3)],
        [digit(4, 1, 1)],
        Inference((sentence("The cell (1, 1) holds one."),), ()),
    )
    assert step_lines(joined([begin, others])) == step_lines(begin)
    # By itself it is.
    assert step_lines(others)[-1] == "so: no 1, 2, 3 at (1, 1)"


def test_what_takes_a_search_says_so():
    every = Inference((ROW, COLUMN), ())
    one = step([star(1, 1)], [star(2, 2)], every)
    assert reasons(one)[0].endswith("Whatever is tried then, one of these is broken:")
    assert known(one) == ["a star at (2, 2)"]
    hidden = step([star(1, 1)], [star(2, 2)], Inference((ROW,), (), hidden=True))
    assert "all ways that are left" in reasons(hidden)[0].lower()


def test_hints_tell_more_and_more():
    one = step([star(1, 3)], [star(1, 1, present=False)], needing(ROW, []), technique="only place")
    hint = Hint("step", one)
    assert hint_lines(hint, 1) == ["Look at (1, 3)."]
    assert hint_lines(hint, 2) == ["a star at (1, 3)"]
    assert hint_lines(hint, 3)[2:] == step_lines(one)
    assert step_lines(one)[-1].endswith("[only place]")


def test_cases_are_told_below_what_is_tried():
    cases = tuple(
        Case(mark, (Inference((PAIR,), (), (mark, star(9, 9))),)) for mark in (star(3, 3), star(3, 3, present=False))
    )
    one = step([star(1, 1)], [star(9, 9)], Inference((), (), (), cases=cases), supposed=star(1, 1, present=False))
    told = reasons(one)
    assert [text.split(" ")[0] for text in told] == ["Suppose", "Either", "", "Or", ""]
    assert [len(lines) for _, lines, _ in lit(one)] == [5]


def test_nothing_is_said_to_be_left_where_a_sentence_speaks_of_nothing_else():
    given = sentence("A star is given at (1, 1).")
    assert reasons(step([star(1, 1)], [], needing(given, []))) == [given.text]


def test_cells_alone_are_told_only_where_the_sentence_says_what_is_there():
    """A diagonal that falls is not one that rises, and where none is black a circle is white."""

    def diagonal(column):
        atom = Function("falling", [Number(1), Number(column)])
        return Mark(atom, True, f"a falling diagonal at (1, {column})", (1, column))

    def circle(column, black=True):
        atom = Function("black", [Number(1), Number(column)])
        return Mark(atom, black, f"a {'black' if black else 'white'} circle at (1, {column})", (1, column))

    meeting = sentence("The number of diagonals at the corner of (1, 2) is 2.")
    one = step([diagonal(2)], [diagonal(1)], needing(meeting, [diagonal(1), diagonal(2)], 2))
    assert "(1, 1)" not in reasons(one)[0]
    assert known(one) == ["a falling diagonal at (1, 1)"]
    row = sentence("Row 1 holds as many black as white circles.")
    one = step([circle(3)], [circle(1, black=False), circle(2, black=False)], needing(row, [circle(3), circle(4)], 2))
    assert reasons(one) == [row.text]
    assert known(one) == ["a white circle at (1, 1), (1, 2)"]


def test_what_is_left_is_said_only_by_a_sentence_that_speaks_of_it():
    """Of two white cells one at least is shaded: it would be odd that none is left."""

    def shaded(column, present=True):
        atom = Function("shaded", [Number(1), Number(column)])
        return Mark(atom, present, f"{'a' if present else 'no'} shaded cell at (1, {column})", (1, column))

    white = sentence("A white 4 stands at most once in row 1.")
    one = step([shaded(2)], [shaded(1, present=False)], needing(white, [shaded(2)]))
    assert reasons(one) == [white.text]
    assert known(one) == ["no shaded cell at (1, 1)"]
    none = needing(white, [])._replace(used=(shaded(1, present=False), shaded(2, present=False)))
    first = Inference((PAIR,), (shaded(2, present=False),), (star(1, 1),))
    one = step([star(1, 1, present=False)], [shaded(1, present=False)], first, none, supposed=star(1, 1))
    assert "but no shaded cell at (1, 1), (1, 2): impossible" in reasons(one)[-1]


def test_what_is_left_in_all_ways_is_told_by_cells():
    run = sentence("The digits of the run across from (1, 1) are all different, and their sum is 3.")
    left = Share((run,), tuple(digit(value, 1, column) for column in (1, 2) for value in (1, 2)), 2, False)
    line_ = Inference((run,), (), quantity=Quantity((left,)))
    one = step([digit(value, 1, column, present=False) for column in (1, 2) for value in range(3, 10)], [], line_)
    assert step_lines(one) == [run.text, "so: only 1, 2 at (1, 1), (1, 2)"]


def test_what_rules_others_out_is_known_unless_the_board_shows_it():
    """In a row 4 is left for one cell: a cell that is filled shows that it holds no 4; another one needs the 4 below
    it, and what was found by an argument is told as it is."""
    row = sentence("Row 1 holds 4 exactly once.")
    filled, below = digit(7, 1, 1), digit(4, 5, 2)
    out = [digit(4, 1, c, present=False) for c in (1, 2, 3)]
    taken = [out[0]._replace(by=filled), out[1]._replace(by=below), out[2]]
    one = step([digit(4, 1, 4)], taken, needing(row, []))
    assert reasons(one) == ["Row 1 holds 4 exactly once; only (1, 4) is left."]
    assert known(one) == ["no 4 at (1, 3)", "4 at (5, 2)"]
    assert [mark.seen for mark in (*taken, filled)] == [True, False, False, False]
    # Where there is one mark for a cell a dot shows that it is not there.
    assert [star(1, 1, present).seen for present in (True, False)] == [False, True]
    assert not star(1, 1, present=False)._replace(pencil=True).seen


def test_of_a_cell_it_is_known_what_is_left():
    run = sentence("The digits of the run from (1, 1) are all different, and their sum is 12.")
    left = digit(1, 1, 1, present=False)._replace(text="only 1, 3 at (1, 1)")
    taken = [digit(value, 1, 1, present=False)._replace(by=left) for value in (2, 4, 5)]
    one = step([digit(6, 1, 2, present=False)], taken, Inference((run,), ()))
    assert known(one) == ["only 1, 3 at (1, 1)"]


def test_marks_of_which_each_two_exclude_each_other_are_named_once():
    every = [star(r, c) for r in (1, 2) for c in (1, 2)]
    touching = "The cells {} and {} touch, so at most one of them holds a star."
    pairs = [sentence(touching.format(a.cell, b.cell)) for a, b in combinations(every, 2)]
    need = [share(ROW, star(1, 1), star(1, 2)), share(COLUMN, star(2, 2), star(3, 2))]
    one = step([star(3, 2)], [], adding(need, [Share(tuple(pairs), tuple(every), 1, False)]))
    told = reasons(one)[-1]
    assert told.count("touch") == 1
    assert "likewise any two of (1, 1), (1, 2), (2, 1), (2, 2)" in told
    assert told.endswith("but 2 are needed, so the other one has to be there, too.")


def test_a_reason_that_another_one_takes_is_told_though_its_cell_is_filled():
    """That (1, 1) holds no 1 goes without saying as 3 is found there, but not where 3 follows from it."""
    once = sentence("The run from (1, 1) holds 1 at most once.")
    total = sentence("The digits of the run down from (1, 1) are all different, and their sum is 4.")
    out, other = digit(1, 1, 1, present=False), digit(3, 1, 1)
    first = step([out], [digit(1, 1, 4)], Inference((once,), ()))
    told = [step_lines(joined([first, step([other], taken, Inference((total,), ()))])) for taken in ([out], [])]
    assert [once.text in " ".join(lines) for lines in told] == [True, False]


def test_what_lies_outside_counts_with_what_others_allow_for():
    """The pair holds one at most; with the two that are left besides that is three, but four are needed."""
    region = sentence("The number of stars in the region is 4.")
    need = share(region, star(1, 1), star(1, 2), star(3, 3), star(3, 4), many=4)
    one = step(
        [star(9, 9)], [], adding([need], [share(PAIR, star(1, 1), star(1, 2))]), supposed=star(9, 9, present=False)
    )
    one = one._replace(
        case=one.case._replace(argument=(Inference((ROW,), (star(8, 8),), (one.supposed,)), *one.argument))
    )
    assert reasons(one)[-1].endswith("with (3, 3), (3, 4) that is 3 at most, but 4 are needed: impossible.")

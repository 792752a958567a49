"""What explanations say: sentences, marks, steps, conflicts, checks and ratings, as plain data.

A ``board`` is drawn where the use case was asked to draw, else it is None.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from clingo import Symbol

from ..draw.board import Board, Cell

# Grades by the largest number of sentences in a reason; beyond the last one a path is "extreme".
GRADES = ((1, "easy"), (2, "medium"), (3, "hard"), (5, "very hard"))


class Sentence(NamedTuple):
    """A rule of the game with its values, in words, and the cells that it speaks of."""

    text: str
    cells: frozenset[Cell]


class Mark(NamedTuple):
    """What is known of one possible atom of the answer: that it is in it, or not."""

    atom: Symbol
    present: bool
    text: str
    cell: Cell | None


class Inference(NamedTuple):
    """What follows from some sentences and the marks before; no marks say that they cannot hold."""

    sentences: tuple[Sentence, ...]
    marks: tuple[Mark, ...]


class Step(NamedTuple):
    """Deductions that one reason gives.

    ``proved`` says that no deduction had a reason of fewer sentences.
    ``argument`` goes from the opposite of the first deduction, ``supposed``, to
    a contradiction; the sentences from which nothing follows singly are together
    in its last inference, so that it may have no other.  ``board`` has all that
    is found so far, and points at what is found here and at the reason.
    """

    sentences: tuple[Sentence, ...]
    earlier: tuple[Mark, ...]
    found: tuple[Mark, ...]
    proved: bool
    supposed: Mark
    argument: tuple[Inference, ...]
    board: Board | None = None


class Start(NamedTuple):
    """What is known before the first step: how many marks there are, what
    clingo remarked, and the board of the clues."""

    marks: int
    warnings: tuple[str, ...] = ()
    board: Board | None = None


class Conflict(NamedTuple):
    """Sentences that cannot all hold; ``proved`` says that no fewer of them contradict each other.

    ``argument`` goes from the clues to a contradiction, as that of a step does.
    ``board`` points at the cells of the sentences.
    """

    sentences: tuple[Sentence, ...]
    proved: bool
    argument: tuple[Inference, ...]
    board: Board | None = None


class Check(NamedTuple):
    """What is to be said of an answer.

    right        it is a solution, complete
    broken       the sentences that are broken, if the answer is meant to be complete
    so_far       those of them that are broken for good: no completion fulfils
                 them, or, if they held before anything was marked, none in
                 which the rules that only forbid go on to hold; all of them
                 when the answer is taken as complete
    completable  whether it can be completed to a solution
    impossible   marks that no rule allows for
    conflict     sentences that cannot all hold with some of the marks, when
                 nothing is broken so far and yet it cannot be completed; none
                 can be left out
    blamed       those marks; without a conflict, marks that contradict each other
    board        the answer, pointing at what is wrong with it; None for a right one
    warnings     what clingo remarked
    """

    right: bool
    broken: tuple[Sentence, ...]
    so_far: tuple[Sentence, ...]
    completable: bool
    impossible: tuple[Mark, ...]
    conflict: tuple[Sentence, ...] = ()
    blamed: tuple[Mark, ...] = ()
    board: Board | None = None
    warnings: tuple[str, ...] = ()


class Rating(NamedTuple):
    """How hard the path to the solution is: the number of its steps, and the
    largest and the mean number of sentences in a reason.

    ``complete`` says whether it leads to the only solution, ``proved`` whether
    no reason could have been smaller, ``satisfiable`` whether there is a solution.
    """

    steps: int
    largest: int
    mean: float
    grade: str
    complete: bool
    proved: bool
    satisfiable: bool = True


class Hint(NamedTuple):
    """The next deduction, or why there is none.

    status  "step": ``step`` is it
            "complete": what is given is the solution
            "open": several solutions agree with what is given, and nothing more follows
            "wrong": what is given fits no solution, and ``check`` says how
            "unsatisfiable": there is no solution, whatever is given
    board   what is given, with the step or with what is wrong
    warnings  what clingo remarked
    """

    status: str
    step: Step | None = None
    check: Check | None = None
    board: Board | None = None
    warnings: tuple[str, ...] = ()


def phrase(marks: Iterable[Mark]) -> str:
    """Say several marks together.

    >>> import clingo
    >>> marks = [Mark(clingo.Function("p"), True, f"a tent at (1, {c})", (1, c)) for c in (2, 4)]
    >>> phrase(marks)
    'a tent at (1, 2), (1, 4)'
    """
    groups: dict[str, list[str]] = {}
    for mark in marks:
        cell = str(mark.cell)
        beginning = mark.text.removesuffix(cell)
        groups.setdefault(beginning, []).extend([cell] if beginning != mark.text else [])
    return "; ".join(beginning + ", ".join(cells) for beginning, cells in groups.items())


def rate(steps: Collection[Step], marks: int) -> Rating:
    """Rate a path to so many marks: easy when each reason is one sentence, medium
    up to two, hard up to three, very hard up to five, else extreme."""
    sizes = [len(step.sentences) for step in steps]
    largest = max(sizes, default=0)
    grade = next((name for limit, name in GRADES if largest <= limit), "extreme")
    complete = sum(len(step.found) for step in steps) == marks
    mean = sum(sizes) / len(sizes) if sizes else 0.0
    return Rating(len(steps), largest, round(mean, 2), grade, complete, all(step.proved for step in steps))

"""What explanations say: sentences, marks, steps, conflicts, checks and ratings, as plain data.

The words in it are labels: nothing here or in the search for explanations looks at them.  A ``board`` is drawn where
the use case was asked to draw, else it is None.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from clingo import Symbol

from ..draw.board import Board, Cell, Place, place_of

# So many terms of an atom say of which cell it speaks: of one without others there is one in each cell.
_CELL = 2


class Sentence(NamedTuple):
    """A rule of the game with its values, in words, and the cells that it speaks of.

    ``shown`` are those to point at: a border of a cell that is named is no reason to look at the cell beyond it, and
    what is said of most of the board is no reason to look at all of it.
    """

    text: str
    cells: frozenset[Cell]
    shown: frozenset[Cell]


class Mark(NamedTuple):
    """What is known of one possible atom of the answer: that it is in it, or not; or of what is noted beside it.

    ``beyond`` says the same of a border as seen from the cell on its other side, where the answer has no such atom.
    ``by`` is, of what is not there, where it is taken, what stands on the board and rules it out, or what is left in
    its cell: that is not present.
    """

    atom: Symbol
    present: bool
    text: str
    cell: Cell | None
    pencil: bool = False
    beyond: str | None = None
    by: "Mark | None" = None

    @property
    def place(self) -> Place | None:
        """Where to point: its cell, or a border of that."""
        return place_of(self.cell, self.atom)

    @property
    def seen(self) -> bool:
        """Whether the board shows that it is not there: by what stands in its cell, or as nothing else can be there."""
        only = not self.by and not self.pencil and self.place == self.cell and len(self.atom.arguments) == _CELL
        return not self.present and (only or bool(self.by and self.by.present and self.by.cell == self.cell))

    @property
    def plain(self) -> "Mark":
        """The same mark as where it is found, whatever rules it out where it is taken."""
        return self._replace(by=None) if self.by else self


class Wall(NamedTuple):
    """Why something is not reached that has to be: what ``apart`` says, or what lies in ``cells``, is cut off by the
    marks of the ``wall`` from what the ``witness`` says; ``closed`` says that it is a ring of lines.
    """

    apart: tuple[Mark, ...]
    cells: tuple[Cell, ...]
    wall: tuple[Mark, ...]
    witness: tuple[Mark, ...]
    closed: bool = False


class Share(NamedTuple):
    """Of some ``marks`` that are open a sentence needs so ``many`` at least, or allows for so many at most; ``more``
    says that it counts others, too, that are there.  Several sentences say of each two of the marks that one of both is
    there at most.
    """

    sentences: tuple[Sentence, ...]
    marks: tuple[Mark, ...]
    many: int
    more: bool


class Quantity(NamedTuple):
    """Why counts leave no choice: what they ``need``, and what others ``allow`` for; nothing where none does.

    Where counts are added, these are shares of the marks that are open: what some need is as much as others allow for,
    or more.  A sentence that is alone has one share.  It needs all ``marks`` that can still be there, those that are
    there among them, or more than that; or it allows for as many ``marks`` as there are, or fewer.  Where it needs
    fewer than the ``marks`` it is no count, and these are what is left in all ways in which it can hold.
    Of what it counts as its own rules define it so many would be ``amiss`` at least, were the line not to follow:
    missing, or as a negative number too many.
    """

    need: tuple[Share, ...] = ()
    allow: tuple[Share, ...] = ()
    amiss: int = 0

    @property
    def added(self) -> bool:
        """Whether counts are added, rather than one sentence by itself."""
        return bool(self.need and self.allow)

    @property
    def inside(self) -> bool:
        """Whether others allow for all that is needed: then they count nothing else."""
        allowed = {mark for share in self.allow for mark in share.marks}
        return all(mark in allowed for share in self.need for mark in share.marks)


class Inference(NamedTuple):
    """A line: what follows from a sentence and the marks before that it uses; no marks say that it cannot hold.

    Several sentences are counts that are added, with their ``quantity``; or all of a reason, where nothing follows
    from one of them alone, without.  Without any sentence there are two ``cases``, each of which ends in a
    contradiction.  ``hidden`` says that it takes a look at all ways that are left.
    """

    sentences: tuple[Sentence, ...]
    marks: tuple[Mark, ...]
    used: tuple[Mark, ...] = ()
    wall: Wall | None = None
    quantity: Quantity = Quantity()
    cases: "tuple[Case, ...]" = ()
    hidden: bool = False

    @property
    def every(self) -> "Iterator[Inference]":
        """The line, and those of its cases."""
        yield self
        for case in self.cases:
            for line in case.argument:
                yield from line.every

    @property
    def places(self) -> frozenset[Place]:
        """Where to point: at what is cut off by what, or else at the cells of its sentences, and of its cases.

        Of a sentence about most of the board at what it takes and gives.
        """
        if self.wall:
            named = (mark.place for part in (self.wall.apart, self.wall.wall, self.wall.witness) for mark in part)
            return frozenset(filter(None, (*named, *(() if self.wall.apart else self.wall.cells))))
        inner = (line.places for case in self.cases for line in case.argument)
        wide = not all(sentence.shown for sentence in self.sentences)
        marks = (mark.place for mark in (*self.used, *self.marks) if wide and mark.place)
        return frozenset(marks).union(*(sentence.shown for sentence in self.sentences), *inner)


class Case(NamedTuple):
    """What is supposed, and how it leads to a contradiction."""

    supposed: Mark
    argument: tuple[Inference, ...]


class Step(NamedTuple):
    """What is ``found`` in one thought, from ``earlier`` marks.

    The ``case`` is the opposite of what is found first, and the argument from there to a contradiction, each line by
    one sentence: one line where one sentence, or a sum of counts, gives all that is found, and one line of all
    sentences where that takes a search.
    ``technique`` is what players call it, where the kinds of the sentences tell.
    ``proved`` says whether nothing had a reason of fewer sentences; None if that was not asked.
    Several reasons that are seen in one thought are ``parts``, in their order, each a step of its own that may take
    what those before found; the case is then that of the first of them.
    ``board`` has all that is found so far, and points at what is found here and at the reason.
    """

    found: tuple[Mark, ...]
    earlier: tuple[Mark, ...]
    case: Case
    technique: str | None = None
    proved: bool | None = None
    parts: "tuple[Step, ...]" = ()
    board: Board | None = None

    @property
    def supposed(self) -> Mark:
        """The opposite of what is found first."""
        return self.case.supposed

    @property
    def argument(self) -> tuple[Inference, ...]:
        """The lines from there to a contradiction."""
        return self.case.argument

    @property
    def reasons(self) -> "tuple[Step, ...]":
        """The reasons of a step, each as a step: its parts, or itself."""
        return self.parts or (self,)

    @property
    def lines(self) -> tuple[Inference, ...]:
        """The lines of the argument, and of its cases."""
        return tuple(line for top in self.argument for line in top.every)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of all reasons."""
        return tuple(dict.fromkeys(s for reason in self.reasons for line in reason.lines for s in line.sentences))

    @property
    def argued(self) -> bool:
        """Whether each line needs one sentence only, or counts that are added."""
        last = (reason.argument[-1] for reason in self.reasons)
        return all(len(line.sentences) <= 1 or line.quantity.need for line in last)

    @property
    def direct(self) -> bool:
        """Whether one look gives all that is found, so that nothing need be supposed."""
        return self.argued and len(self.argument) == 1 and not self.argument[0].cases


class Start(NamedTuple):
    """What is known before the first step: how many marks there are to find, what clingo remarked, and the board."""

    marks: int
    warnings: tuple[str, ...] = ()
    board: Board | None = None


class Conflict(NamedTuple):
    """Sentences that cannot all hold; ``proved`` says that no fewer of them contradict each other.

    ``argument`` goes from the clues to a contradiction, as that of a step does, or from the marks that steps found
    before, of which it takes those that are ``earlier``: there other sentences are used, too.
    ``blamed`` are marks that are given with which the sentences cannot hold, all that it takes.
    ``board`` points at the cells of the sentences, or behind steps at those of the argument.
    """

    sentences: tuple[Sentence, ...]
    proved: bool
    argument: tuple[Inference, ...]
    earlier: tuple[Mark, ...] = ()
    blamed: tuple[Mark, ...] = ()
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
    impossible   marks that no rule allows for, and ``outside`` the sentences that say so
    conflict     sentences that cannot all hold with some of the marks, with as
                 short a contradiction of a wrong one as was found, when no
                 sentence alone is broken by the marks; none can be left out;
                 rules by which marks follow from others, when marks contradict
                 each other by these alone
    blamed       those marks
    wrong        those of the marks that are in no solution at all
    board        the answer, pointing at what is wrong with it; None for a right one
    warnings     what clingo remarked
    cost         the cost of a right one, where something is minimised or maximised
    best         the best cost that was found, if asked for, and ``proved`` whether no solution is better
    """

    right: bool
    broken: tuple[Sentence, ...]
    so_far: tuple[Sentence, ...]
    completable: bool
    impossible: tuple[Mark, ...]
    conflict: tuple[Sentence, ...] = ()
    blamed: tuple[Mark, ...] = ()
    outside: tuple[Sentence, ...] = ()
    board: Board | None = None
    warnings: tuple[str, ...] = ()
    wrong: tuple[Mark, ...] = ()
    cost: tuple[int, ...] = ()
    best: tuple[int, ...] = ()
    proved: bool = False


class Rating(NamedTuple):
    """How hard the path to the solution is: the number of its steps, and the
    largest and the mean number of sentences in a reason.

    ``complete`` says whether it leads to the only solution, ``proved`` whether
    no reason could have been smaller, ``satisfiable`` whether there is a solution.
    ``unargued`` is the number of steps that take a search, ``effort`` what all
    steps take beyond one line each, and what has to be remembered for them: it
    orders boards of one grade.
    """

    steps: int
    largest: int
    mean: float
    grade: str
    complete: bool
    proved: bool
    satisfiable: bool = True
    unargued: int = 0
    effort: int = 0


class Hint(NamedTuple):
    """The next deduction, or why there is none.

    status  "step": ``step`` is it
            "complete": what is given is the solution
            "open": several solutions agree with what is given, and nothing more follows
            "wrong": what is given fits no solution, and ``check`` says how
            "unsatisfiable": there is no solution, whatever is given
    board   what is given, with the step or with what is wrong
    warnings  what clingo remarked
    before  the steps that lead to the one that places something, where that was asked for
    """

    status: str
    step: Step | None = None
    check: Check | None = None
    board: Board | None = None
    warnings: tuple[str, ...] = ()
    before: tuple[Step, ...] = ()


def joined(parts: Iterable[Step]) -> Step:
    """Put the reasons that belong to one thought into one step."""
    every = tuple(parts)
    if len(every) == 1:
        return every[0]
    new = {mark for part in every for mark in part.found}
    earlier = {mark.plain: mark for part in every for mark in part.earlier if mark.plain not in new}
    return Step(
        tuple(mark for part in every for mark in part.found),
        tuple(earlier.values()),
        every[0].case,
        every[0].technique,
        True if all(part.proved for part in every) else None,
        every,
    )

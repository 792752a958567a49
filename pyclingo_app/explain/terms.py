"""What explanations say: sentences, marks, steps, conflicts, checks and ratings, as plain data.

A ``board`` is drawn where the use case was asked to draw, else it is None.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from clingo import Symbol

from ..draw.board import Board, Cell, Place, place_of

# Grades by the effort of the hardest step; beyond the last one, and where a step takes a search, a path is "extreme".
GRADES = ((1, "easy"), (3, "medium"), (6, "hard"), (15, "very hard"))
# What it takes to see two cases, and of how many marks a wall is seen as fast as a line is read.
_CASES, _WALL = 3, 6
# What it takes to look at all ways that are left.
_HIDDEN = 2


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
    """

    atom: Symbol
    present: bool
    text: str
    cell: Cell | None
    pencil: bool = False
    beyond: str | None = None

    @property
    def place(self) -> Place | None:
        """Where to point: its cell, or a border of that."""
        return place_of(self.cell, self.atom)


class Wall(NamedTuple):
    """Why a sentence about what reaches what is broken: what ``apart`` says, or what lies in ``cells``, is cut off
    by the marks of the ``wall`` from what the ``witness`` says; ``closed`` says that it is a ring of lines.

    A note in the wall that is there stands for a chain of cells, such as an island, whichever way it goes.
    ``pocket`` are the cells on one side of the wall, if they are few, and clues shut them in as well.
    """

    apart: tuple[Mark, ...]
    cells: tuple[Cell, ...]
    wall: tuple[Mark, ...]
    witness: tuple[Mark, ...]
    closed: bool = False
    pocket: tuple[Cell, ...] = ()


class Amount(NamedTuple):
    """Of what a sentence counts there would be too ``much``, or too little: at least, or at most, ``number``, if it
    is one that the sentence speaks of.

    ``cells`` are those of what is counted then, where they are known; ``out`` are other ones that what is supposed
    leaves no place for, and ``so`` is what follows first by what the sentence says besides; ``whole`` are all that are
    left without it, if they are just as many as are needed.
    """

    much: bool
    number: int | None
    cells: tuple[Cell, ...] = ()
    out: tuple[Cell, ...] = ()
    so: tuple[Mark, ...] = ()
    whole: tuple[Cell, ...] = ()


class Share(NamedTuple):
    """Of some ``marks`` a sentence needs so ``many`` at least, or allows for so many at most; ``more`` says that it
    speaks of others that are there."""

    sentence: Sentence
    marks: tuple[Mark, ...]
    many: int
    more: bool


class Confined(NamedTuple):
    """Why marks cannot be, or must be, without supposing otherwise: the ``needs`` are for as many of the marks that are
    left for them as the ``limits`` allow for, if all lie ``inside`` these, or as these and all the others make.
    """

    needs: tuple[Share, ...]
    limits: tuple[Share, ...]
    inside: bool


class Inference(NamedTuple):
    """What follows from one sentence and the marks before, ``used``; no marks say that it cannot hold.

    Several sentences are together where nothing follows from one of them
    alone.  Without any there are two ``cases``, each of which ends in a contradiction.
    ``hidden`` says that it takes a look at all ways that are left: no wall shows what
    cannot be reached, or many marks in several cells are taken at once by more than a count.
    ``amount`` says of one that cannot hold, and counts, how much there would be.
    ``ways`` are what is left, if it is found so and they are few: what holds in each of what was open.
    ``left`` are the marks of which alone it is open whether they hold, if they are few, of one that cannot hold as
    none of them can. ``then`` says that it goes on with what the line before it gives, by the same sentence.
    In the cells of ``turns`` two lines alternate, round what is open, that would have to cross.
    ``briefer`` are sentences about fewer marks each of which alone gives some of the marks, too, with these; without
    any it is one that cannot hold either.  ``need`` is what the sentence needs of the marks that were open before
    anything was supposed, if these are few.
    """

    sentences: tuple[Sentence, ...]
    marks: tuple[Mark, ...]
    used: tuple[Mark, ...] = ()
    wall: Wall | None = None
    cases: "tuple[Case, ...]" = ()
    hidden: bool = False
    amount: Amount | None = None
    ways: tuple[tuple[Mark, ...], ...] = ()
    left: tuple[Mark, ...] = ()
    then: bool = False
    turns: tuple[Cell, ...] = ()
    briefer: tuple[tuple[Sentence, tuple[Mark, ...]], ...] = ()
    need: Share | None = None

    @property
    def places(self) -> frozenset[Place]:
        """Where to point: at what is cut off by what, or at the cells that are counted where they are told, or else at
        the cells of its sentences, and of its cases.

        Of a sentence about most of the board at what it takes and gives.
        """
        if self.wall:
            named = {mark.place for part in (self.wall.apart, self.wall.wall, self.wall.witness) for mark in part}
            cells = self.wall.pocket if self.wall.apart else (*self.wall.cells, *self.wall.pocket)
            return frozenset(filter(None, {*named, *cells}))
        if self.amount and self.amount.cells:
            marks = (mark.place for mark in (*self.used, *self.amount.so) if mark.place)
            return frozenset({*self.amount.cells, *self.amount.out, *marks})
        inner = (line.places for case in self.cases for line in case.argument)
        wide = not all(sentence.shown for sentence in self.sentences)
        marks = (mark.place for mark in (*self.used, *self.marks) if wide and mark.place)
        return frozenset(marks).union(*(sentence.shown for sentence in self.sentences), *inner)


class Case(NamedTuple):
    """What is supposed, and how it leads to a contradiction."""

    supposed: Mark
    argument: tuple[Inference, ...]


class Step(NamedTuple):
    """Deductions that one reason gives.

    ``proved`` says whether no deduction had a reason of fewer sentences; None if that was not asked.
    ``argument`` goes from the opposite of the first deduction, ``supposed``, to
    a contradiction, each line by one sentence; it is one inference from all sentences
    where that takes a search.  ``likewise`` does the same for what else is found.
    ``technique`` is what players call it, where the kinds of the sentences tell.
    ``others`` are sentences each of which alone gives the first deduction, too, beside a reason of one sentence.
    Several reasons that are seen in one thought are ``parts``, in their order, each a
    step of its own that may take what those before found; supposed and argued is then
    what the first of them is.  ``aside`` says of a part that it only has in other words
    what is known of its cell: the other candidates of one that is filled, or a note.
    ``left`` are the candidates that are left in the cells in which some are ruled out, where there are several.
    ``standing`` is what stands in those cells of which ``earlier`` has only what does not, as they hold one mark each.
    ``sources`` is what stands elsewhere and rules out all else that ``earlier`` says is not, where one place is left,
    marks are ``confined`` or that is much; and ``excluding`` the sentences by which it does where one candidate is;
    ``deduced`` are the few marks of it that nothing that stands there rules out, but steps before did.
    ``confined`` says why counts alone leave no choice, if they do; the argument then only proves it.
    ``words`` are marks of ``earlier`` that only say in other words what another one does that was told, each with it.
    ``board`` has all that is found so far, and points at what is found here and at the reason.
    """

    sentences: tuple[Sentence, ...]
    earlier: tuple[Mark, ...]
    found: tuple[Mark, ...]
    proved: bool | None
    supposed: Mark
    argument: tuple[Inference, ...]
    likewise: tuple[Case, ...] = ()
    technique: str | None = None
    others: tuple[Sentence, ...] = ()
    board: Board | None = None
    parts: "tuple[Step, ...]" = ()
    aside: bool = False
    left: tuple[Mark, ...] = ()
    standing: tuple[Mark, ...] = ()
    sources: tuple[Mark, ...] = ()
    words: tuple[tuple[Mark, Mark], ...] = ()
    excluding: tuple[Sentence, ...] = ()
    deduced: tuple[Mark, ...] = ()
    confined: Confined | None = None

    @property
    def reasons(self) -> "tuple[Step, ...]":
        """The reasons of a step, each as a step: its parts, or itself."""
        return self.parts or (self,)

    @property
    def implied(self) -> frozenset[Mark]:
        """What of ``earlier`` is not there, and is only taken by lines of which it is told what was open."""
        taken = [*self.lines, *(line for case in self.likewise for line in _lines(case.argument))]
        others = {mark for line in taken if not line.need for mark in line.used}
        needing = {mark for line in self.lines if line.need for mark in line.used if not mark.present}
        return frozenset(needing - others) & {*self.earlier}

    @property
    def lines(self) -> "tuple[Inference, ...]":
        """The lines of the argument, and of its cases."""
        return tuple(_lines(self.argument))

    @property
    def effort(self) -> int:
        """How much a player does for it: the lines of the argument, more of them for two cases and for long walls.

        Two marks that contradict each other in a sentence about two cells are seen with the line above it.  Where
        counts leave no choice it is how many they are, but for such ones.  Of several reasons it is the hardest's.
        """
        return max(_counting(r.confined) if r.confined else _effort(r.argument) for r in self.reasons)

    @property
    def argued(self) -> bool:
        """Whether each line of the argument needs one sentence only."""
        return all(len(reason.argument[-1].sentences) <= 1 for reason in self.reasons)


class Start(NamedTuple):
    """What is known before the first step: how many marks there are, what
    clingo remarked, and the board of the clues."""

    marks: int
    warnings: tuple[str, ...] = ()
    board: Board | None = None


class Conflict(NamedTuple):
    """Sentences that cannot all hold; ``proved`` says that no fewer of them contradict each other.

    ``argument`` goes from the clues to a contradiction, as that of a step does, or from the marks that steps found
    before, of which it takes those that are ``earlier``: there other sentences are used, too. ``words`` are as in a
    step.
    ``blamed`` are marks that are given with which the sentences cannot hold, all that it takes.
    ``board`` points at the cells of the sentences, or behind steps at those of the argument.
    """

    sentences: tuple[Sentence, ...]
    proved: bool
    argument: tuple[Inference, ...]
    earlier: tuple[Mark, ...] = ()
    blamed: tuple[Mark, ...] = ()
    words: tuple[tuple[Mark, Mark], ...] = ()
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
    conflict     sentences that cannot all hold with some of the marks, when
                 nothing is broken so far and yet it cannot be completed; none
                 can be left out; rules by which marks follow from others, when
                 marks contradict each other by these alone
    blamed       those marks
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
    outside: tuple[Sentence, ...] = ()
    board: Board | None = None
    warnings: tuple[str, ...] = ()


class Rating(NamedTuple):
    """How hard the path to the solution is: the number of its steps, and the
    largest and the mean number of sentences in a reason.

    ``complete`` says whether it leads to the only solution, ``proved`` whether
    no reason could have been smaller, ``satisfiable`` whether there is a solution.
    ``unargued`` is the number of steps that take a search, ``effort`` what all
    steps take beyond one line each: it orders boards of one grade.
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
    """

    status: str
    step: Step | None = None
    check: Check | None = None
    board: Board | None = None
    warnings: tuple[str, ...] = ()


def phrase(marks: Iterable[Mark]) -> str:
    """Say several marks together: those that differ in their cells, and those of the same cells that differ in a word.

    >>> import clingo
    >>> marks = [Mark(clingo.Function("p"), True, f"a tent at (1, {c})", (1, c)) for c in (2, 4)]
    >>> phrase(marks)
    'a tent at (1, 2), (1, 4)'
    >>> phrase(Mark(clingo.Function("p"), False, f"no {n} at (1, 2)", (1, 2)) for n in (3, 5))
    'no 3, 5 at (1, 2)'
    >>> phrase(Mark(clingo.Function("p"), True, f"a line {p} (1, 2)", (1, 2)) for p in ("above", "left of"))
    'a line above, left of (1, 2)'
    >>> phrase(Mark(clingo.Function("p"), True, f"the island of (2, {n}) at (3, 9)", (3, 9)) for n in (5, 8))
    'the island of (2, 5), (2, 8) at (3, 9)'
    """
    groups: dict[str, list[str]] = {}
    for mark in marks:
        cell = str(mark.cell)
        beginning = mark.text.removesuffix(cell)
        groups.setdefault(beginning, []).extend([cell] if beginning != mark.text else [])
    # The words of each beginning, the place of the one that differs, what stands there, and the cells.
    told: list[tuple[list[str], list[int], list[str], list[str]]] = []
    for beginning, cells in groups.items():
        # Where something is, "left of", is one word, and so is a cell.
        words = re.split(r" (?!of )(?![^(]*\))", beginning)
        for others, place, several, where in told:
            differ = [k for k, pair in enumerate(zip(words, others, strict=False)) if len({*pair}) > 1]
            if cells and where == cells and len(words) == len(others) and differ == (place or differ[:1]):
                place[:] = differ
                several.append(words[differ[0]])
                break
        else:
            told.append((words, [], [], cells))
    for words, place, several, _ in told:
        for k in place:
            words[k] = ", ".join([words[k], *several])
    return "; ".join(" ".join(words) + ", ".join(cells) for words, _, _, cells in told)


def weakest(amounts: Iterable[Amount | None]) -> Amount | None:
    """What holds of all of some amounts.

    >>> weakest([Amount(True, 9), Amount(True, 7)]).number, weakest([Amount(True, 9), None])
    (7, None)
    >>> weakest([Amount(False, 2, ((1, 1), (1, 2))), Amount(False, 1, ((1, 1),))]).cells
    ((1, 1), (1, 2))
    """
    every = list(amounts)
    told = [amount for amount in every if amount]
    if len(told) < len(every) or len({amount.much for amount in told}) != 1:
        return None
    counts = [amount.number for amount in told if amount.number is not None]
    number = (min if told[0].much else max)(counts) if len(counts) == len(told) else None
    cells = {cell for amount in told for cell in amount.cells}
    same = len({amount.cells for amount in told}) == 1 or not told[0].much
    known = same and all(amount.cells for amount in told) and len(cells) == number
    out = told[0].out if len({amount.out for amount in told}) == 1 else ()
    so = told[0].so if len({amount.so for amount in told}) == 1 else ()
    whole = told[0].whole if len({amount.whole for amount in told}) == 1 else ()
    return Amount(told[0].much, number, tuple(sorted(cells)) if known else (), out, so, whole)


def rate(steps: Collection[Step], marks: int) -> Rating:
    """Rate a path to so many marks: easy when each step takes one line, medium up
    to three, hard up to six, very hard up to fifteen, else extreme."""
    reasons = [reason for step in steps for reason in step.reasons]
    sizes = [len(reason.sentences) for reason in reasons]
    largest = max(sizes, default=0)
    hardest = max((reason.effort for reason in reasons), default=0)
    searched = any(not reason.argued for reason in reasons)
    grade = "extreme" if searched else next((name for limit, name in GRADES if hardest <= limit), "extreme")
    complete = sum(not mark.pencil for step in steps for mark in step.found) == marks
    mean = sum(sizes) / len(sizes) if sizes else 0.0
    proved = all(reason.proved for reason in reasons)
    unargued = sum(not reason.argued for reason in reasons)
    effort = sum(reason.effort - 1 for reason in reasons)
    return Rating(len(steps), largest, round(mean, 2), grade, complete, proved, unargued=unargued, effort=effort)


def _lines(argument: Iterable[Inference]) -> Iterator[Inference]:
    """The lines of an argument, and of its cases."""
    for line in argument:
        yield line
        for case in line.cases:
            yield from _lines(case.argument)


def _counting(confined: Confined) -> int:
    """The sentences by which counts leave no choice, but for limits about two cells: they are seen with the others."""
    return len(confined.needs) + sum(len(share.sentence.cells) != 2 for share in confined.limits)


def _effort(argument: Sequence[Inference]) -> int:
    """The lines of an argument; two cases are more than their lines, and a long wall more than a line."""
    effort = -1 if len(argument) > 1 and _clash(argument[-1]) else 0
    for line in argument:
        effort += 0 if line.then else len(line.sentences)
        effort += (_length(line.wall) if line.wall else 0) + line.hidden * _HIDDEN
        if line.cases:
            effort += _CASES + sum(_effort(case.argument) for case in line.cases)
    return effort


def _length(wall: Wall) -> int:
    """What a wall takes besides a line: for every so many of its marks, and for each chain among them."""
    return len(wall.wall) // _WALL + sum(mark.pencil and mark.present for mark in wall.wall)


def _clash(line: Inference) -> bool:
    """Whether a line says of two marks that they contradict each other, by a sentence about two cells."""
    return len(line.used) == 2 and [len(sentence.cells) for sentence in line.sentences] == [2]

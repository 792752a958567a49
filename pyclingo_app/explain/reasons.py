"""Short reasons: few sentences that, with some marks that are known, force another mark, or contradict each other.

One is looked for among the sentences near the cell of a mark, in circles that grow together around all cells, so that
what is found lies close to its cell.  Sentences are left out of it as long as the rest suffices, those first that are
farthest away, and of those the ones of later rules: so it depends on the board and on what is known alone, not on what
was asked before.  That is why what was met on the way may answer most questions: a model in which some sentences hold
says that they are no reason for what it refutes, and a contradiction of some sentences says that all sets with them
are one.  Only a question that is given up for its length may have another answer at another time.

That there is none of fewer sentences is proved by implicit hitting sets: a reason meets the complement of each set of
sentences that can hold together with the opposite, so that a smallest set that meets all complements found so far is
either a smallest reason or gives a new complement.  (Ignatiev, Previti, Liffiton, Marques-Silva, "Smallest MUS
extraction with minimal hitting set dualization", 2015; Gamba, Bogaerts, Guns, "Efficiently explaining CSPs with
unsatisfiable subset optimization", 2021.)
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ..draw.board import Cell
from ..solve.oracle import bits
from .about import moves
from .effort import Effort
from .minimal import shrink
from .questions import Questions
from .scope import Scope
from .sets import Known, Literal, MarkId, Marks, SentenceId, Sentences, mark_of, opposite


class _Goal(NamedTuple):
    """What is supposed, to be refuted by sentences near a cell; or nothing, as None."""

    supposed: Literal | None
    cell: Cell | None


class Reasons:
    """Finds reasons for literals that hold in all solutions, or contradictions, from what is known."""

    def __init__(self, scope: Scope, known: Known, wanted: Iterable[Literal], effort: Effort) -> None:
        """``wanted`` are literals that are not known, and that hold in all solutions; reasons are found for these."""
        self._scope = scope
        self._effort = effort
        self._oracle = scope.oracle
        self._questions = Questions(scope, known, wanted)
        cells = {*filter(None, scope.cells.values())}.union(*map(scope.about.cells, scope.rules))
        self._cells: list[Cell | None] = [*sorted(cells), None]
        # No two cells are farther away from each other.
        self._far = max((max(side) - min(side) for side in zip(*cells, strict=True)), default=0)
        # The work that is left for proofs that a reason is smallest.
        self._left = self._effort.proof

    @property
    def known(self) -> Known:
        """What is known."""
        return self._questions.known

    @property
    def wanted(self) -> list[Literal]:
        """What is wanted and not known."""
        return [*self._questions.wanted.values()]

    def learn(self, found: Known) -> None:
        """Take into account what was found."""
        self._questions.learn(found)

    # A short reason

    def short(self, *marks: MarkId) -> tuple[Literal, Sentences]:
        """Give the first of what :meth:`each` gives."""
        return next(self.each(*marks))

    def each(self, *marks: MarkId) -> Iterator[tuple[Literal, Sentences]]:
        """Give wanted literals, of some marks or of any, each with a reason near its cell: minimal, perhaps not
        smallest.

        First comes what takes the smallest circle, and of that what has the fewest sentences.
        """
        wanted = [self._questions.wanted[mark] for mark in marks] or self.wanted
        goals = [_Goal(opposite(one), self._scope.cells[mark_of(one)]) for one in wanted]
        for goal, reason in self._nearest(goals):
            assert goal.supposed is not None
            yield opposite(goal.supposed), reason

    def contradiction(self) -> Sentences:
        """Give sentences near some cell that contradict what is known, minimal, perhaps not smallest."""
        return next(self._nearest([_Goal(None, cell) for cell in self._cells]))[1]

    def _nearest(self, goals: Sequence[_Goal]) -> Iterator[tuple[_Goal, Sentences]]:
        """Give goals with their reasons, circle by circle; of a circle in which all reasons take more sentences than
        people follow in lines one is given all the same.

        Of what is hard to find out only the first one is: each of the others takes as long, for a reason as long.
        """
        easily, more = self._effort.conflicts
        left = dict.fromkeys(goals)
        while circle := self._circle([*left], easily):
            distance, found = circle
            yield from self._few(found, distance) or [(found[0], self._minimal(found[0], distance))]
            for goal in found:
                del left[goal]
        if goals and len(left) == len(goals):
            goal = goals[0]
            far = self._distance(goal, self._far, more)
            if far is None:
                self._questions.refuting(goal.supposed, self._scope.sentences, None)
            yield goal, self._minimal(goal, self._far if far is None else far)

    def _few(self, goals: Sequence[_Goal], distance: int) -> list[tuple[_Goal, Sentences]]:
        """Give goals with reasons of sentences up to a distance that people follow in lines, the fewest first."""
        most = self._effort.lines
        reasons = ((goal, self._minimal(goal, distance, most)) for goal in goals)
        return sorted((one for one in reasons if len(one[1]) <= most), key=lambda one: len(one[1]))

    def _circle(self, goals: Sequence[_Goal], conflicts: int) -> tuple[int, list[_Goal]] | None:
        """Give the least distance up to which sentences refute some goals, with these; None if none is refuted, or that
        is not found out in so many conflicts."""
        least, found = self._far, list[_Goal]()
        for goal in goals:
            distance = self._distance(goal, least, conflicts)
            if distance is not None:
                found = [*(found if distance == least else []), goal]
                least = distance
        return (least, found) if found else None

    def _distance(self, goal: _Goal, most: int, conflicts: int) -> int | None:
        """Give the least distance, ``most`` at most, up to which sentences refute a goal, as far as that is found.

        Fewer sentences are asked about where a question about more is given up.
        """

        def refuted(far: int) -> bool:
            near = self._scope.about.near(goal.cell, far)
            return self._questions.refuting(goal.supposed, near, conflicts) is not None

        distance = next(filter(refuted, _halves(most)), None)
        while distance and refuted(distance - 1):
            distance -= 1
        return distance

    def _minimal(self, goal: _Goal, distance: int, most: int | None = None) -> Sentences:
        """Of the sentences up to a distance leave out all that can be; end where more than ``most`` cannot be."""
        circles = [self._scope.about.near(goal.cell, far) for far in range(distance + 1)]
        order: list[SentenceId] = []
        for inner, outer in zip([Sentences(), *circles[:-1]], circles, strict=True):
            order += outer - inner

        def refuting(rest: Sequence[SentenceId]) -> Sentences | None:
            return self._questions.refuting(goal.supposed, Sentences.of(rest), self._effort.conflicts[0])

        return Sentences.of(shrink(order[::-1], refuting, most))

    # A smaller one

    def better(self, reason: Sentences, of_any: bool) -> tuple[Sentences, bool]:
        """Give a reason of fewer sentences for any wanted literal, or a contradiction, if there is one, else the same.

        Also give whether it is proved that there is none smaller than that.
        """
        begin = self._oracle.work
        # A contradiction is all that is asked for; a path has more steps.
        end = begin + (self._left // 2 if of_any else self._left)
        smaller, proved = self._smaller(len(reason), [*map(opposite, self.wanted)] if of_any else [None], end)
        self._left -= self._oracle.work - begin
        return reason if smaller is None else smaller, proved

    def _smaller(self, bound: int, goals: Sequence[Literal | None], end: int) -> tuple[Sentences | None, bool]:
        """Give the fewest sentences, of less than a bound, that refute one of some goals, None if there are none.

        Also give whether that is proved; it is not if the work that is allowed for ends first.
        """
        for size in range(bound):
            for supposed in goals:
                while self._oracle.work < end:
                    hitting, finished = self._questions.hitting(supposed, size, end)
                    if hitting is None:
                        if finished:
                            break
                        return None, False
                    answer = self._questions.grow(supposed, hitting)
                    if answer.model is None:
                        return (None, False) if answer.core is None else (hitting, True)
                else:
                    return None, False
        return None, True

    # What follows from a reason, and by which marks

    def consequences(self, reason: Sentences) -> list[Literal]:
        """Give the wanted literals that a reason forces: those of which it is found easily, or else all."""
        literals = self._questions.undecided(reason, self._reach(reason))
        assumptions = self._questions.assumptions(reason)

        def forced(bounded: bool) -> list[Literal]:
            found = self._oracle.consequences(assumptions, literals, bounded, self._questions.meet)
            return [*map(Literal, found)]

        return (forced(bounded=True) if len(reason) > 1 else []) or forced(bounded=False)

    def uses(self, reason: Sentences, found: Iterable[Literal]) -> Known:
        """Give few of the known marks by which a reason forces each literal that it found: none can be left out.

        Marks near what is found are kept rather.
        """
        literals = [*found]
        cells = [cell for literal in literals if (cell := self._scope.cells[mark_of(literal)])]

        def away(mark: MarkId) -> int:
            cell = self._scope.cells[mark]
            return min((moves(cell, other) for other in cells), default=0)

        few = partial(self._oracle.glance, conflicts=self._effort.conflicts[0])
        ask = few if len(reason) > 1 else self._oracle.ask

        def core(rest: Sequence[MarkId]) -> Marks | None:
            fixed = [*(-sentence for sentence in reason), *self.known.among(Marks.of(rest)).literals]
            needed = 0
            for literal in literals:
                answer = ask([*fixed, -literal])
                if answer.core is None:
                    return None
                needed |= bits(map(abs, answer.core))
            return Marks(needed)

        near = self.known.among(self._reach(reason)).marks
        needed = shrink(sorted(near, key=lambda mark: (-away(mark), -mark)), core)
        return self.known.among(Marks.of(needed))

    def _reach(self, reason: Sentences) -> Marks:
        """The marks of which a reason may say something."""
        # Definitions alone may say something of any mark.
        if not reason or self._scope.tied:
            return self._scope.every
        return Marks.of(mark for sentence in reason for mark in self._scope.about.reach(sentence))


def _halves(distance: int) -> Iterator[int]:
    """A distance, half of it, half of that, and so on."""
    while distance:
        yield distance
        distance //= 2
    yield 0

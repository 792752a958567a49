"""Two cases of a mark: neither goes with what is supposed, or one does not, and the other comes to a contradiction."""

from collections.abc import Callable, Iterator
from functools import partial

from ..because import Argument, Deduction
from ..follow import Follower
from ..sets import Known, Literal, MarkId, Marks, mark_of, opposite
from ..view import View
from .chain import deduced


class Cases:
    """The shortest of the likeliest arguments in two cases: those in which little follows.

    ``wrong`` gives the literal of a mark that does not hold in a solution.
    """

    name = "cases"

    def __init__(self, follower: Follower, wrong: Callable[[MarkId], Literal]) -> None:
        self._follower = follower
        self._wrong = wrong
        # All to which literals lead, and the marks that are new since.
        self._closures: dict[Literal, Known | None] = {}
        self._news: dict[Literal, Marks] = {}

    def find(self, view: View) -> Deduction | None:
        effort = self._follower.effort
        for ways in (self._apart(view), self._in_turn(view)):
            found: list[tuple[tuple[int, ...], Literal, Argument, list[Literal]]] = []
            for _, wrong, pivots in sorted(ways)[: effort.tried]:
                argument = self._follower.split(view.known, wrong, pivots, self._follower.every)
                if argument and self._follower.told(argument):
                    found.append((self._follower.weight(argument, view.known), wrong, argument, pivots))
            if found:
                _, wrong, argument, pivots = min(found, key=lambda one: one[:2])
                again = partial(self._follower.split, view.known, wrong, pivots)
                return deduced(self.name, wrong, self._follower.shorten(argument, again))
        return None

    def alike(self, view: View, leading: Deduction) -> list[Deduction]:
        return []

    def learn(self, view: View, found: Known) -> None:
        touched = self._follower.singles.touched(found.marks)
        for literal, closure in [*self._closures.items()]:
            if mark_of(literal) in found.marks:
                del self._closures[literal]
                self._news.pop(literal, None)
            elif closure is not None and touched:
                self._news[literal] = self._news.get(literal, Marks()) | (found.marks - closure.marks)

    def _apart(self, view: View) -> Iterator[tuple[int, Literal, list[Literal]]]:
        """What does not go with either case of a mark, with how much follows in all of it, and the mark."""
        marks = view.nearest(view.open)
        ways = []
        for mark in marks:
            one, other = (self._closure(view.known, Literal(sign * mark)) for sign in (1, -1))
            if one is not None and other is not None:
                ways.append((mark, one, other))
        for mark in marks:
            state = self._closure(view.known, self._wrong(mark))
            for pivot, one, other in ways if state is not None else ():
                if pivot != mark and state and state.clashes(one) and state.clashes(other):
                    yield state.size + one.size + other.size, self._wrong(mark), [Literal(pivot)]

    def _in_turn(self, view: View) -> Iterator[tuple[int, Literal, list[Literal]]]:
        """What leads to a contradiction when all that does not go with it is taken not to be: with how many such there
        are, and one of them that suffices, or all."""
        known, marks = view.known, view.nearest(view.open)
        every = {one: self._closure(known, one) for mark in marks for one in (Literal(mark), Literal(-mark))}
        for wrong in map(self._wrong, marks[: self._follower.effort.cases]):
            before = every[wrong]
            if before is None:
                continue
            others = ((one, state) for one, state in every.items() if not before.has(one))
            apart = [one for one, state in others if state is None or before.clashes(state)]
            against = {one: every[opposite(one)] or Known() for one in apart}
            whole = before
            for state in against.values():
                whole |= state
            if self._ends(before, whole):
                single = next((one for one in apart if self._ends(before, before | against[one])), None)
                yield (1, wrong, [single]) if single else (len(apart), wrong, apart)

    def _ends(self, before: Known, state: Known) -> bool:
        """Whether a state that was gone on with comes to a contradiction."""
        if state.clashes(state):
            return True
        singles = self._follower.singles
        return bool(self._follower.follow(state, singles.touched((state - before).marks), singles.light).ends)

    def _closure(self, known: Known, literal: Literal) -> Known | None:
        """All to which a literal leads by single sentences; None if that is a contradiction."""
        before = self._closures.get(literal, known)
        if literal in self._closures and (before is None or not self._news.get(literal)):
            return before and before | known
        new = self._news.pop(literal, Marks()) | Marks.of((mark_of(literal),))
        state = (before or known) | known.plus(literal)
        if state.clashes(state):
            self._closures[literal] = None
            return None
        light = self._follower.singles.light
        course = self._follower.follow(state, self._follower.singles.touched(new), light)
        self._closures[literal] = None if course.ends else course.known
        return self._closures[literal]

"""Two cases of a mark, neither of which goes with what is supposed."""

from collections.abc import Callable, Iterator

from ..because import Argument, Deduction
from ..follow import Follower
from ..sets import Known, Literal, MarkId, Marks, Sentences, mark_of
from ..view import View
from .chain import deduced


class Cases:
    """The shortest argument in two cases of those that are the likeliest, as little follows in them.

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
        likely = sorted(self._likely(view))[: effort.tried]
        found: list[tuple[tuple[int, ...], MarkId, Argument]] = []
        for _, mark, other in likely:
            argument = self._follower.either(view.known, self._wrong(mark), other, self._follower.every)
            if argument and self._follower.told(argument):
                found.append((self._follower.weight(argument, view.known), mark, argument))
        if not found:
            return None
        _, mark, argument = min(found, key=lambda one: one[:2])
        wrong, pivot = self._wrong(mark), mark_of(argument.cases[0][0]) if argument.cases else None

        def again(among: Sentences) -> Argument | None:
            return self._follower.either(view.known, wrong, pivot, among) if pivot else None

        return deduced(self.name, wrong, self._follower.shorten(argument, again))

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

    def _likely(self, view: View) -> Iterator[tuple[int, MarkId, MarkId]]:
        """Marks whose opposite does not go with either case of another mark, with how much follows in all of it."""
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
                    yield state.size + one.size + other.size, mark, pivot

    def _closure(self, known: Known, literal: Literal) -> Known | None:
        """All to which a literal leads by single sentences; None if that is a contradiction."""
        before = self._closures.get(literal, known)
        if literal in self._closures and (before is None or not self._news.get(literal)):
            return before and before | known
        new = self._news.pop(literal, Marks()) | Marks.of((mark_of(literal),))
        state = before | known.plus(literal)
        if state.clashes(state):
            self._closures[literal] = None
            return None
        light = self._follower.singles.light
        course = self._follower.follow(state, self._follower.singles.touched(new), light)
        self._closures[literal] = None if course.ends else course.known
        return self._closures[literal]

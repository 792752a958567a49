"""Arguments without cases: what a mark leads to that is not as in a solution, until it comes to a contradiction.

Most marks come to none, step after step.  What such a mark leads to comes to none either, and is kept: in the next
step it is only looked at what is new leads to with that.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..because import Argument, Deduction
from ..follow import Follower, Way
from ..sets import NO_SENTENCES, Known, Literal, MarkId, Marks, Sentences, mark_of, opposite
from ..view import Strategy, View


class _Tried(NamedTuple):
    """What was tried for a mark: its argument, in so many ``rounds``, and the sentences that were ``looked`` at; or all
    to which it leads, if that is no contradiction."""

    argument: Argument | None = None
    looked: Sentences = NO_SENTENCES
    rounds: int = 0
    state: Known | None = None


class Chain(Strategy):
    """The shortest argument of all those of as few rounds as can be, first for the answer; in the last rung of rounds
    counts are added, too.

    ``wrong`` gives the literal of a mark that does not hold in a solution.
    """

    name = "chain"

    def __init__(self, follower: Follower, wrong: Callable[[MarkId], Literal]) -> None:
        self._follower = follower
        self._wrong = wrong
        self._tried: dict[MarkId, _Tried] = {}

    def find(self, view: View) -> Deduction | None:
        scope, rungs = self._follower.scope, self._follower.effort.rounds
        shown, notes = view.nearest(view.open), view.nearest(view.known.open(scope.pencil))
        for rounds in rungs:
            for marks in (shown, notes) if rounds < rungs[-1] else (shown,):
                if found := self._shortest(view.known, marks, rounds):
                    return found
        return None

    def learn(self, view: View, found: Known) -> None:
        touched = self._follower.singles.touched(found.marks)
        for mark, tried in list(self._tried.items()):
            if mark in found.marks:
                del self._tried[mark]
            elif not tried.argument and tried.looked.meets(touched):
                self._tried[mark] = tried._replace(rounds=0)
            # An argument holds whatever more is known, but is shorter if that is what it derives.
            elif tried.argument and any(line.gives.marks.meets(found.marks) for line in tried.argument.lines):
                del self._tried[mark]

    def _shortest(self, known: Known, marks: list[MarkId], rounds: int) -> Deduction | None:
        """The shortest argument of so many rounds for any of some marks: that of the fewest sentences, lines and known
        marks, the first of them first."""
        found: list[tuple[tuple[int, ...], MarkId]] = []
        for place, mark in enumerate(marks):
            argument = self._try(known, mark, rounds)
            if argument and self._follower.told(argument) and self._tried[mark].rounds <= rounds:
                weight = len(argument.sentences), argument.length
                found.append(((*weight, argument.needs.among(known.marks).size, place), mark))
                if weight < (rounds, rounds):
                    break
        if not found:
            return None
        mark = min(found)[1]
        return deduced(self.name, self._wrong(mark), self._shortened(known, mark))

    def _shortened(self, known: Known, mark: MarkId) -> Argument:
        """The argument that was found for a mark with sentences left out as long as the rest suffices."""
        wrong, tried = self._wrong(mark), self._tried[mark]
        argument, adding = tried.argument, self._adding(tried.rounds)
        assert argument
        for sentence in argument.sentences:
            left = argument.sentences
            if sentence in left and len(left) > 2:
                other = self._follower.refute(known, wrong, Way(left - Sentences.of((sentence,)), adding=adding))
                if other and other.size < argument.size:
                    argument = other
        self._tried[mark] = tried._replace(argument=argument)
        return argument

    def _way(self, rounds: int) -> Way:
        return Way(self._follower.every, rounds, self._adding(rounds))

    def _adding(self, rounds: int) -> bool:
        return rounds == self._follower.effort.rounds[-1]

    def _try(self, known: Known, mark: MarkId, rounds: int) -> Argument | None:
        """The shortest argument for a mark of so many rounds, or an earlier one."""
        tried = self._tried.get(mark, _Tried())
        if tried.argument or tried.rounds >= rounds:
            return tried.argument
        state = self._onward(known, tried.state, rounds) if tried.state else None
        argument = None
        if state is None:
            wrong = self._wrong(mark)
            course = self._follower.suppose(known, wrong, self._way(rounds))
            argument = self._follower.argument(course, wrong) if course.end else None
            self._tried[mark] = _Tried(argument, self._looked(known, course.known), rounds)
            state = course.known if course.settled else None
        if state is not None:
            self._keep(known, state, rounds)
        return argument

    def _onward(self, known: Known, state: Known, rounds: int) -> Known | None:
        """All to which a state leads with what is known now; None if it comes to a contradiction, or to more rounds."""
        joined = state | known
        if joined.clashes(joined):
            return None
        # Nothing was added yet where a state was looked at without.
        first = self._looked(known if self._adding(rounds) else state, joined)
        course = self._follower.follow(joined, first, self._way(rounds))
        return course.known if course.settled else None

    def _keep(self, known: Known, state: Known, rounds: int) -> None:
        """Keep what leads to no contradiction, however many rounds there are: nothing in it leads to one."""
        rungs = self._follower.effort.rounds
        one = _Tried(None, self._looked(known, state), rungs[-1] if self._adding(rounds) else rungs[-2], state)
        for literal in (state - known).literals:
            mark = mark_of(literal)
            if self._wrong(mark) == literal and not self._tried.get(mark, one).argument:
                self._tried[mark] = one

    def _looked(self, known: Known, state: Known) -> Sentences:
        """The sentences that speak of what is new in a state."""
        return self._follower.singles.touched((state - known).marks)

    def alike(self, view: View, leading: Deduction) -> list[Deduction]:
        """Give the same argument on other cells, by sentences of the same rules, of those that were found with it."""
        argument = leading.why
        assert isinstance(argument, Argument)
        form, found = self._form(argument), []
        for mark in view.nearest(self._tried.keys() - leading.gives.marks):
            other = self._tried[mark].argument
            if other and self._form(other) == form:
                found.append(deduced(self.name, self._wrong(mark), other))
        return found

    def _form(self, argument: Argument) -> list[tuple[list[int], list[tuple[str, bool]]]]:
        """The rules of the lines of an argument, and what these give, whatever their cells."""
        scope = self._follower.scope
        return [
            ([scope.rules[s] for s in line.sentences], sorted(map(scope.named, line.gives.literals)))
            for line in argument.lines
        ]


def deduced(name: str, supposed: Literal, argument: Argument) -> Deduction:
    """What an argument gives: the opposite of what is supposed."""
    uses = argument.needs.without(Marks.of((mark_of(supposed),)))
    return Deduction(name, Known.of((opposite(supposed),)), uses, argument)

"""A short reason that the oracle finds: argued by its own sentences, with cases if need be; else it takes a search."""

from collections.abc import Callable
from itertools import islice

from ..because import Argument, Because, Deduction
from ..follow import Follower, Way
from ..reasons import Reasons
from ..sets import Known, Literal, MarkId, Sentences, opposite
from ..view import Strategy, View
from .chain import deduced


class Reason(Strategy):
    """Few sentences that force a mark, near it if that can be: of several marks the one that can be argued.

    ``wrong`` gives the literal of a mark that does not hold in a solution.
    """

    name = "reason"

    def __init__(self, follower: Follower, wrong: Callable[[MarkId], Literal]) -> None:
        self._follower = follower
        self._wrong = wrong
        self._reasons: Reasons | None = None

    def find(self, view: View) -> Deduction | None:
        reasons = self._reasons = self._reasons or self._begin(view)
        tried: list[tuple[Literal, Sentences]] = []
        for literal, sentences in islice(reasons.each(), self._follower.effort.tried):
            tried.append((literal, sentences))
            if argument := argued(self._follower, view.known, opposite(literal), sentences, splits=1):
                return deduced(self.name, opposite(literal), argument)
            if len(sentences) > 2 * self._follower.effort.lines:
                # Those of others are no shorter.
                break
        if not tried:
            return None
        literal, sentences = min(tried, key=lambda one: len(one[1]))
        if argument := argued(self._follower, view.known, opposite(literal), sentences):
            return deduced(self.name, opposite(literal), argument)
        uses = reasons.uses(sentences, [literal])
        return Deduction("search", Known.of([literal]), uses, Because(sentences, uses, Known.of([literal])))

    def learn(self, view: View, found: Known) -> None:
        if self._reasons:
            self._reasons.learn(found)

    def _begin(self, view: View) -> Reasons:
        scope = self._follower.scope
        unknown = [opposite(self._wrong(mark)) for mark in view.open]
        forced = scope.forced(view.known.literals, unknown)
        return Reasons(scope, view.known, [one for one in unknown if one in forced], self._follower.effort)


def argued(
    follower: Follower, known: Known, wrong: Literal | None, among: Sentences, splits: int | None = None
) -> Argument | None:
    """Argue by some sentences that a literal (None: what is known) cannot be, with so many ``splits`` at most.

    None if there are more sentences than people follow, or it takes more lines or cases.
    """
    effort = follower.effort
    if among != follower.every and not 1 < len(among) <= 2 * effort.lines:
        return None
    way, end = Way(among, adding=True, thorough=True), follower.singles.work + effort.work
    argument = follower.refute(known, wrong, way, effort.splits if splits is None else splits, end)
    return argument if follower.told(argument) else None

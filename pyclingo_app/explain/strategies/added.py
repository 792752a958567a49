"""What counts together leave no choice in."""

from ..because import Deduction
from ..follow import Follower
from ..sets import Known, Sentences
from ..view import Strategy, View
from .alone import deduced


class Added(Strategy):
    """A sum of counts; the one of the fewest sentences first, among those near which something changed."""

    name = "sums"

    def __init__(self, follower: Follower) -> None:
        self._singles = follower.singles
        self._sums, self._together = follower.sums, follower.effort.together
        self._pending = follower.singles.light

    def find(self, view: View) -> Deduction | None:
        found = self._sums.find(view.known, self._pending, self._singles.light, self._together)
        if found is None:
            self._pending = Sentences()
            return None
        return deduced(self.name, found)

    def learn(self, view: View, found: Known) -> None:
        self._pending |= self._singles.touched(found.marks)

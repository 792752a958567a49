"""What stands on the board and rules out what is not there: players look at that, rather than at what is absent."""

from collections import defaultdict
from functools import cached_property

from .sets import Known, MarkId, Marks
from .singles import Singles


class Sources:
    """Finds marks that are there and exclude others, as some sentence allows for one of both at most."""

    def __init__(self, singles: Singles) -> None:
        self._singles = singles
        self._scope = singles.scope

    @cached_property
    def _limits(self) -> dict[MarkId, list[Marks]]:
        """For each mark the sets of which at most one is there with it, as single sentences say."""
        found: dict[MarkId, list[Marks]] = defaultdict(list)
        for sentence in self._scope.rules:
            count = self._singles.counted(sentence)
            if count and count.high == 1:
                for mark in Marks(count.scope):
                    found[mark].append(Marks(count.scope))
        return found

    def of(self, absent: Marks, known: Known) -> dict[MarkId, MarkId]:
        """Give for absent marks what rules each out: what stands in its own cell, or of others as few as can be."""
        covers: dict[MarkId, Marks] = defaultdict(Marks)
        for mark in absent:
            for limit in self._limits.get(mark, ()):
                for source in limit & known.there - self._scope.pencil:
                    covers[source] |= Marks.of((mark,))
        found: dict[MarkId, MarkId] = {}
        cells = self._scope.cells
        for source, marks in covers.items():
            found.update({mark: source for mark in marks if cells[mark] is not None and cells[mark] == cells[source]})
        left = absent - Marks.of(found)
        while covers and left:
            best = max(covers, key=lambda one: (len(covers[one] & left), -one))
            if not covers[best].meets(left):
                break
            found.update(dict.fromkeys(covers[best] & left, best))
            left -= covers[best]
        return found

"""The name of what a player does in a step, where the kinds of its sentences tell it.

A kind is read from the ground program: how many of some marks a sentence allows.
So the names hold in any puzzle; where they would not surely be right there is none.
"""

from functools import reduce
from operator import or_

from ..draw.board import DIRECTIONS, Cell
from ..solve.tables import Count
from .because import Argument, Because, Deduction
from .sets import Marks
from .singles import Singles
from .terms import Inference

# The names; docs/explanations.md says what they mean.
COUNTING, ONLY_PLACE, ONLY_CANDIDATE, TOUCHING = "counting", "only place", "only candidate", "touching"
THERE, NO_PLACE, CUT, LOOP, CASES = "already there", "no place left", "cut off", "closed loop", "cases"
TOO_FEW, CONFINED, LOCKED, OVERLAP = "too few places", "confined", "locked set", "overlap"
NAMES = (
    *(COUNTING, ONLY_PLACE, ONLY_CANDIDATE, TOUCHING, THERE, NO_PLACE, TOO_FEW, CONFINED, LOCKED, OVERLAP),
    *(CUT, LOOP, CASES),
)


class Techniques:
    """Names techniques, in the scope of a problem."""

    def __init__(self, singles: Singles) -> None:
        self._singles = singles
        self._scope = singles.scope

    def name(self, found: Deduction, last: Inference) -> str | None:
        """Give the name of the technique of a deduction whose argument ends as it is told in its ``last`` line, None if
        it has none."""
        why, counts = found.why, last.quantity
        if last.wall:
            return LOOP if last.wall.closed else CUT
        if isinstance(why, Argument):
            return CASES if why.cases else self._argued(found, why)
        if counts.added:
            return OVERLAP if not counts.inside else CONFINED if len(counts.need) == 1 else LOCKED
        return self._single(why)

    def _argued(self, found: Deduction, argument: Argument) -> str | None:
        """The technique of an argument without cases."""
        *first, end = argument.lines
        derived = reduce(or_, (line.gives.marks for line in first), Marks())
        # All that is shown by the opposite of what is found, at once.
        direct = not any(line.uses.marks.meets(derived) or line.gives.there for line in first)
        reached = all(self._reached(line) for line in first)
        if found.gives.absent and direct and reached and (lacking := self._lacking(end)):
            return lacking
        return TOUCHING if self._touching(end) else None

    def _single(self, line: Because) -> str | None:
        """The technique of a single sentence."""
        count = self._count(line)
        # Of a single mark there is nothing to choose.
        if count is None or count.scope.bit_count() == 1:
            return None
        if self._touching(line) and not line.gives.there:
            return TOUCHING
        one_cell = self._candidates(count)
        # Of one mark or two there is nothing to count.
        many = count.scope.bit_count() > 2
        if not line.gives.absent:
            if count.low == count.high == 1:
                return ONLY_CANDIDATE if one_cell else ONLY_PLACE
            return COUNTING if many else None
        if one_cell or not many:
            return None
        return THERE if count.high == 1 else COUNTING

    def _candidates(self, count: Count) -> bool:
        """Whether the marks are those that may stand in one cell, rather than lines that lead from it."""
        symbols = [self._scope.oracle.symbols[mark] for mark in Marks(count.scope)]
        last = (str(argument) for symbol in symbols for argument in symbol.arguments[-1:])
        return len(self._cells(count)) == 1 and not any(argument in DIRECTIONS for argument in last)

    def _touching(self, line: Because) -> bool:
        """Whether the sentence of a line says that of two cells that touch each other one excludes the other."""
        count = self._count(line)
        if count is None or count.high != 1 or count.low or count.scope.bit_count() != 2:
            return False
        cells = [cell for cell in self._cells(count) if cell]
        return len(cells) == 2 and max(abs(one - other) for one, other in zip(*cells, strict=True)) == 1

    def _reached(self, line: Because) -> bool:
        """Whether a line excludes what is left because as much is there as there may be."""
        count = self._count(line)
        return count is not None and (line.uses.true & count.scope).bit_count() >= count.high

    def _lacking(self, line: Because) -> str | None:
        """What a line says that is lacking: all places, or some of them."""
        count = self._count(line)
        left = (count.scope & ~line.uses.false).bit_count() if count else 0
        return (TOO_FEW if left else NO_PLACE) if count and left < count.low else None

    def _count(self, line: Because) -> Count | None:
        """What the sentence of a line says, if it is one that only counts."""
        return None if line.only is None else self._singles.counted(line.only)

    def _cells(self, count: Count) -> set[Cell | None]:
        return {self._scope.cells[mark] for mark in Marks(count.scope)}

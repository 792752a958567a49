"""The name of what a player does in a step, where the kinds of its sentences tell it.

A kind is read from the ground program: how many of some marks a sentence allows.
So the names hold in any puzzle; where they would not surely be right there is none.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from ..draw.board import DIRECTIONS, Cell
from ..solve.oracle import numbers
from ..solve.tables import Count, Tables, counted
from .propagation import Line, Proof
from .scope import Scope
from .terms import Inference

# The names; docs/explanations.md says what they mean.
COUNTING, ONLY_PLACE, ONLY_CANDIDATE, TOUCHING = "counting", "only place", "only candidate", "touching"
THERE, NO_PLACE, CUT, LOOP, CASES = "already there", "no place left", "cut off", "closed loop", "cases"
COMPLETE, TOO_FEW, CONFINED, LOCKED, OVERLAP = "complete", "too few places", "confined", "locked set", "overlap"
NAMES = (
    *(COUNTING, ONLY_PLACE, ONLY_CANDIDATE, TOUCHING, THERE, NO_PLACE, TOO_FEW, CONFINED, LOCKED, OVERLAP),
    *(CUT, LOOP, CASES, COMPLETE),
)


class Techniques:
    """Names techniques, in the scope of a problem."""

    def __init__(self, scope: Scope, tables: Tables) -> None:
        self.scope = scope
        self._tables = tables

    def name(self, proof: Proof, argument: Sequence[Inference], found: Sequence[int]) -> str | None:
        """Give the name of the technique of a step, None if it has none: a proof, also in words, and what is found."""
        last = argument[-1]
        if last.cases:
            return CASES
        if last.wall:
            return LOOP if last.wall.closed else CUT
        if len(proof.lines) == 1:
            return self._single(proof.lines[0], found)
        *first, end = proof.lines
        derived = reduce(or_, (line.new[0] | line.new[1] for line in first))
        # All that is shown by the opposite of what is found, at once.
        direct = not any(line.used & derived or line.new[0] for line in first)
        if found[0] < 0 and direct and all(self._reached(line) for line in first) and (lacking := self._lacking(end)):
            return lacking
        return TOUCHING if self._touching(end) else None

    def _single(self, line: Line, found: Sequence[int]) -> str | None:
        """The technique of a single sentence."""
        count = self._count(line.sentence)
        if count is None:
            return None
        if self._touching(line) and all(literal < 0 for literal in found):
            return TOUCHING
        one_cell = self._candidates(count)
        # Of one mark or two there is nothing to count.
        many = count.scope.bit_count() > 2
        if all(literal > 0 for literal in found):
            if count.low == count.high == 1:
                return ONLY_CANDIDATE if one_cell else ONLY_PLACE
            return COUNTING if many else None
        if one_cell or not many:
            return None
        return THERE if count.high == 1 else COUNTING

    def _candidates(self, count: Count) -> bool:
        """Whether the marks are those that may stand in one cell, rather than lines that lead from it."""
        symbols = [self.scope.oracle.symbols[mark] for mark in numbers(count.scope)]
        last = (str(argument) for symbol in symbols for argument in symbol.arguments[-1:])
        return len(self._cells(count)) == 1 and not any(argument in DIRECTIONS for argument in last)

    def _touching(self, line: Line) -> bool:
        """Whether a line says that of two cells that touch each other one excludes the other."""
        count = self._count(line.sentence)
        if count is None or count.high != 1 or count.low or count.scope.bit_count() != 2:
            return False
        cells = [cell for cell in self._cells(count) if cell]
        return len(cells) == 2 and max(abs(one - other) for one, other in zip(*cells, strict=True)) == 1

    def _reached(self, line: Line) -> bool:
        """Whether a line excludes what is left because as much is there as there may be."""
        count = self._count(line.sentence)
        return count is not None and (line.before[0] & count.scope).bit_count() >= count.high

    def _lacking(self, line: Line) -> str | None:
        """What a line says that is lacking: all places, or some of them."""
        count = self._count(line.sentence)
        left = (count.scope & ~line.before[1]).bit_count() if count else 0
        return (TOO_FEW if left else NO_PLACE) if count and left < count.low else None

    def _count(self, sentence: int) -> Count | None:
        """What a sentence says, if it only counts."""
        return counted(self._tables.table(sentence))

    def _cells(self, count: Count) -> set[Cell | None]:
        return {self.scope.cells[mark] for mark in numbers(count.scope)}

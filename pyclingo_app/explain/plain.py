"""Arguments from one sentence and some that speak of fewer of its marks, without a look at all ways.

What the sentence gives is found mark by mark: where the opposite would break it as its definitions are followed,
as a building that hides all others leaves too few that are seen.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import chain
from operator import or_

from ..solve.oracle import bits, numbers
from .amounts import Amounts
from .proofs import LINES
from .propagation import Line, Proof, Propagation
from .reasons import shrink
from .state import State, literals, state_of, with_literal


class Plain:
    """Looks for such arguments."""

    def __init__(self, propagation: Propagation, amounts: Amounts) -> None:
        self._propagation = propagation
        self._amounts = amounts

    def refute(self, sentence: int, within: int, known: State, literal: int) -> Proof | None:
        """Prove that a literal cannot hold by a sentence, and those within it; None if that is not found, or long."""
        state = with_literal(known, literal)
        lines: list[Line] = []
        while not self._amounts.shown(sentence, state):
            line = next(chain(self._smaller(within, state), self._given(sentence, state)), None)
            if line is None:
                return None
            lines.append(line)
            if not any(line.new):
                return self._proof(lines)
            state = state[0] | line.new[0], state[1] | line.new[1]
        return self._proof([*lines, Line(sentence, state, (0, 0))])

    def _smaller(self, within: int, state: State) -> Iterator[Line]:
        """What sentences give that speak of fewer marks; one that is broken gives nothing."""
        for sentence in numbers(within):
            given = self._propagation.follow(sentence, state)
            if given is None or any(given):
                yield Line(sentence, state, given or (0, 0))

    def _given(self, sentence: int, state: State) -> Iterator[Line]:
        """The marks that would break a sentence as its definitions are followed, or if there are none whose opposites
        would."""
        opened = [*numbers(self._propagation.marks(sentence) & ~(state[0] | state[1]))]
        for sign in (1, -1):
            would = [sign * mark for mark in opened]
            found = [-one for one in would if self._amounts.shown(sentence, with_literal(state, one))]
            if found:
                yield Line(sentence, state, state_of(found))
                return

    def _proof(self, lines: list[Line]) -> Proof | None:
        """Of some lines what the last of them takes, if they are few."""
        needed = self._used(lines[-1], 0)
        kept = [lines.pop()._replace(used=needed)]
        for line in reversed(lines):
            new = line.new[0] & needed, line.new[1] & needed
            if any(new):
                used = reduce(or_, (self._used(line, literal) for literal in literals(new)))
                kept.insert(0, line._replace(new=new, used=used))
                needed = needed & ~(new[0] | new[1]) | used
        return Proof(tuple(kept)) if len(kept) <= LINES else None

    def _used(self, line: Line, literal: int) -> int:
        """The marks before a line that it takes to give a literal (0: to be broken)."""
        state = with_literal(line.before, -literal) if literal else line.before
        if not self._amounts.shown(line.sentence, state):
            return reduce(or_, self._propagation.used(line.sentence, line.before, literal, ()))

        supposed = [-literal] if literal else []

        def shown(items: list[int]) -> list[int] | None:
            return items if self._amounts.shown(line.sentence, state_of([*items, *supposed])) else None

        marks = self._propagation.marks(line.sentence) & ~(1 << abs(literal))
        return bits(map(abs, shrink(literals((line.before[0] & marks, line.before[1] & marks)), shown)))

"""Arguments from one sentence and some that speak of fewer of its marks, without a look at all ways.

What the sentence gives is found mark by mark: where the opposite would break it as its definitions are followed,
as a building that hides all others leaves too few that are seen. One that is read, as that a path is one line, is
taken where it is seen that it is broken, as where a wall shows who is cut off.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import chain
from operator import or_

from ..solve.oracle import bits, numbers
from .amounts import Amounts
from .minimal import shrink
from .proofs import LINES
from .propagation import Line, Proof, Propagation
from .reading import leading
from .state import State, literals, state_of, with_literal

# How many sentences an argument may have by one that is read.
_FEW = 3


class Plain:
    """Looks for such arguments."""

    def __init__(self, propagation: Propagation, amounts: Amounts, hidden: Callable[[Line], bool]) -> None:
        """``hidden`` tells of a line whether it takes a look at all ways."""
        self._propagation = propagation
        self._amounts = amounts
        self._hidden = hidden

    def refute(self, sentence: int, within: int, known: State, literal: int) -> Proof | None:
        """Prove that a literal cannot hold by a sentence, and those within it; None if that is not found, or long."""
        if not self._propagation.read >> sentence & 1:
            return self._followed(sentence, within, known, literal, self._shown)
        for ended in (self._walled, self._plain):
            proof = self._followed(sentence, within, known, literal, ended)
            # Of what is read players see much at once: no long argument is better than that.
            if proof and proof.sentences().bit_count() <= _FEW:
                return proof
        return self._along(sentence, with_literal(known, literal))

    def _along(self, sentence: int, state: State) -> Proof | None:
        """What a sentence that is read forces mark by mark, as where a line can only go on, until that contradicts
        itself, or a wall shows who is cut off."""
        values, clash = self._propagation.readings.plainly(sentence, state)
        true, false = state_of(values)
        after = state[0] | true, state[1] | false
        cut = None if clash else self._propagation.cuts.cut(sentence, after)
        ends = (*cut.wall, *cut.witness) if cut else clash
        if not ends:
            return None
        needed = leading(values, ends)
        given = {one for one in needed if not values[one]}
        end = Line(sentence, after, (0, 0), bits(map(abs, ends)))
        line = Line(sentence, state, state_of(needed - given), bits(map(abs, given)))
        return Proof((line, end) if any(line.new) else (end,))

    def _followed(
        self, sentence: int, within: int, known: State, literal: int, ended: Callable[[int, State], bool]
    ) -> Proof | None:
        """The lines to which a literal leads, until one of the smaller sentences is broken, or ``ended`` says so."""
        state = with_literal(known, literal)
        lines: list[Line] = []
        while True:
            broken = next((s for s in numbers(within) if self._propagation.follow(s, state) is None), None)
            if broken is not None or ended(sentence, state):
                return self._proof([*lines, Line(sentence if broken is None else broken, state, (0, 0))])
            line = next(chain(self._smaller(within, state), self._given(sentence, state)), None)
            if line is None:
                return None
            lines.append(line)
            state = state[0] | line.new[0], state[1] | line.new[1]

    def _shown(self, sentence: int, state: State) -> bool:
        return self._amounts.shown(sentence, state)

    def _walled(self, sentence: int, state: State) -> bool:
        """Whether a wall shows that a state breaks a sentence."""
        return self._propagation.follow(sentence, state) is None and bool(self._propagation.cuts.cut(sentence, state))

    def _plain(self, sentence: int, state: State) -> bool:
        """Whether it is seen without a look at all ways that a state breaks a sentence."""
        if self._propagation.follow(sentence, state) is not None:
            return False
        used = reduce(or_, self._propagation.used(sentence, state, 0, ()))
        return not self._hidden(Line(sentence, state, (0, 0), used))

    def _smaller(self, within: int, state: State) -> Iterator[Line]:
        """What sentences give that speak of fewer marks, none of which is broken."""
        for sentence in numbers(within):
            given = self._propagation.follow(sentence, state)
            if given and any(given):
                yield Line(sentence, state, given)

    def _given(self, sentence: int, state: State) -> Iterator[Line]:
        """The marks that would break a sentence as its definitions are followed, or if there are none whose opposites
        would; none of one that is read."""
        opened = [*numbers(self._propagation.marks(sentence) & ~(state[0] | state[1]))]
        for sign in () if self._propagation.read >> sentence & 1 else (1, -1):
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
        cut = None if literal else self._propagation.cuts.cut(line.sentence, state)
        if cut:
            return bits(map(abs, (*cut.wall, *cut.witness)))
        if self._propagation.read >> line.sentence & 1 or not self._amounts.shown(line.sentence, state):
            return reduce(or_, self._propagation.used(line.sentence, line.before, literal, ()))

        supposed = [-literal] if literal else []

        def shown(items: list[int]) -> list[int] | None:
            return items if self._amounts.shown(line.sentence, state_of([*items, *supposed])) else None

        marks = self._propagation.marks(line.sentence) & ~(1 << abs(literal))
        return bits(map(abs, shrink(literals((line.before[0] & marks, line.before[1] & marks)), shown)))

"""Arguments from what players see at once: mark by mark, the opposite is supposed, and what follows is kept.

Where sentences are read, as of the part pencil, few of them tell much.  What follows from a mark with what
is known follows with more known, too: next time only what is new is followed.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

from .proofs import Prover, argued
from .propagation import Proof
from .state import State, with_literal

# How many sentences an argument may have, or a reason for which no shorter one is looked for.
ENOUGH = 5
# How many arguments are looked for of which none can be told.
_TRIED = 3


class Glances:
    """Looks for arguments without cases, by sentences that need no search."""

    def __init__(self, prover: Prover) -> None:
        self._prover = prover
        self._propagation = prover.propagation
        self._sentences = self._propagation.light & ~self._propagation.asked
        # What follows from literals; None where it comes to a contradiction.
        self._reached: dict[int, State | None] = {}
        # What arguments derive that are too long to be told.
        self._long: dict[int, int] = {}

    def proofs(self, known: State, literals: Iterable[int]) -> Iterator[tuple[int, Proof]]:
        """Give marks with arguments that some of these literals cannot hold, until one can be told."""
        true = false = tried = 0
        for literal in literals:
            mark = abs(literal)
            # What follows from something that comes to no contradiction comes to none either.
            if (true if literal > 0 else false) >> mark & 1:
                continue
            reached = self._follow(known, literal)
            if reached is not None:
                true, false = true | reached[0], false | reached[1]
                continue
            # An argument that is too long becomes shorter when more of what it derives is known.
            if literal in self._long and not self._long[literal] & (known[0] | known[1]):
                continue
            proof = self._prover.straight(known, literal, self._sentences)
            if proof is None or proof.sentences().bit_count() > ENOUGH or not argued(proof):
                self._long[literal] = reduce(or_, (one.new[0] | one.new[1] for one in proof.lines), 0) if proof else 0
            if proof and proof.sentences().bit_count() <= ENOUGH:
                yield mark, proof
                tried += 1
                if argued(proof) or tried == _TRIED:
                    return

    def _follow(self, known: State, literal: int) -> State | None:
        """What follows from a literal one sentence at a time; None if it comes to a contradiction."""
        before = self._reached.get(literal, (0, 0))
        if before is None:
            return None
        state = with_literal((before[0] | known[0], before[1] | known[1]), literal)
        if state[0] & state[1]:
            self._reached[literal] = None
            return None
        new = 1 << abs(literal) if literal not in self._reached else state[0] & ~before[0] | state[1] & ~before[1]
        lines, ends = self._propagation.propagate(state, self._propagation.touched(new), self._sentences)
        for line in lines:
            state = state[0] | line.new[0], state[1] | line.new[1]
        self._reached[literal] = None if ends else state
        return self._reached[literal]

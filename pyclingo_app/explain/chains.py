"""Arguments without cases: what a mark leads to that is not as in a solution, until it comes to a contradiction.

Most marks come to none, step after step.  What such a mark leads to comes to none either, and is kept: in the next
step it is only looked at what is new leads to with that.
"""

from collections.abc import Callable
from typing import NamedTuple

from .proofs import Prover, argued
from .propagation import ROUNDS, Proof
from .state import State, literals, without

# How many of the shortest arguments are made shorter still, to take the shortest.
_SHORTENED = 4


class _Tried(NamedTuple):
    """What was tried for a mark: its argument, in so many ``rounds``, and the sentences that were ``looked`` at; or all
    to which it leads, if that is no contradiction."""

    proof: Proof | None = None
    looked: int = 0
    rounds: int = 0
    state: State | None = None


class Chains:
    """Looks for such arguments; ``opposite`` gives the literal of a mark that does not hold in a solution."""

    def __init__(self, prover: Prover, opposite: Callable[[int], int]) -> None:
        self._prover = prover
        self._opposite = opposite
        self._tried: dict[int, _Tried] = {}

    def learn(self, marks: int, touched: int) -> None:
        """Take into account that some marks are known, of which the touched sentences speak."""
        for mark, tried in list(self._tried.items()):
            if marks >> mark & 1:
                del self._tried[mark]
            elif tried.looked & touched and not tried.proof:
                # An argument holds whatever more is known.
                self._tried[mark] = tried._replace(rounds=0)

    def ended(self, mark: int) -> bool:
        """Whether it is known that the opposite of a mark leads to no contradiction, whatever was learned since."""
        # Of sentences without a table it is not known which marks touch them.
        return self._of(mark).rounds == ROUNDS and not self._prover.propagation.asked

    def shortest(self, known: State, marks: list[int], rounds: int) -> tuple[int, Proof] | None:
        """Give what follows by the shortest argument of so many rounds for any of some marks, the first of them first:
        a literal that holds, and why its opposite cannot."""
        weight = self._prover.weight
        found: list[tuple[tuple[int, ...], int, Proof]] = []
        # What was found before and is short is told before more is looked for that is as deep.
        ready = (tried.proof for tried in map(self._of, marks) if tried.rounds <= rounds)
        before = any(weight(proof, known)[:2] < (rounds, rounds) for proof in ready if argued(proof))
        for place, mark in enumerate(marks):
            proof = self._try(known, mark, 0 if before else rounds)
            if argued(proof) and self._tried[mark].rounds <= rounds:
                found.append(((*weight(proof, known), place), mark, proof))
                if found[-1][0][:2] < (rounds, rounds):
                    break
        found.sort(key=lambda entry: entry[0])
        best: tuple[tuple[int, ...], int, Proof] | None = None
        for (*_, place), mark, proof in found[:_SHORTENED]:
            proof = self._prover.shorten(proof, known, self._opposite(mark), 0)
            self._tried[mark] = self._tried[mark]._replace(proof=proof)
            whole = (*weight(proof, known), place)
            if best is None or whole < best[0]:
                best = whole, mark, proof
        return (-self._opposite(best[1]), best[2]) if best else None

    def _of(self, mark: int) -> _Tried:
        return self._tried.get(mark, _Tried())

    def _try(self, known: State, mark: int, rounds: int) -> Proof | None:
        """The shortest argument for a mark of so many rounds, or an earlier one."""
        tried = self._of(mark)
        if tried.proof or tried.rounds >= rounds:
            return tried.proof
        proof = None
        state = self._prover.onward(known, tried.state, rounds) if tried.state else None
        if not state:
            proof, state, looked = self._prover.probe(known, self._opposite(mark), rounds)
            self._tried[mark] = _Tried(proof, looked, rounds)
        if state:
            self._keep(known, state)
        return proof

    def _keep(self, known: State, state: State) -> None:
        """Keep what leads to no contradiction: nothing in it leads to one."""
        one = _Tried(None, self._prover.looked(known, state), ROUNDS, state)
        for literal in literals(without(state, known)):
            mark = abs(literal)
            if self._opposite(mark) == literal and not self._of(mark).proof:
                self._tried[mark] = one

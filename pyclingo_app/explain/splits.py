"""Arguments in two cases, and longer ones: that marks cannot be otherwise than in a solution.

They are looked for where no short argument shows anything.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import or_
from typing import Any, TypeVar

from .proofs import LINES, SPLITS, Prover, argued
from .propagation import Proof
from .state import State

# In how many rounds what follows from the cases is looked at, and in how many how much follows from a mark.
_ROUNDS = (2, 4, 8)
# How many of the likeliest cases are tried.
_TRIED = 12
# Before a search is told cases are looked for in all ways for the likeliest marks: how much work that may take on a
# whole path, and at once of what is left.
_WORK, _SHARE = 26_000_000, 0.06

T = TypeVar("T")


class Splits:
    """Looks for such arguments; what is found, a literal that holds and why its opposite cannot, is a pair.

    ``opposite`` gives the literal of a mark that does not hold in a solution.
    """

    def __init__(self, prover: Prover, opposite: Callable[[int], int]) -> None:
        self._prover = prover
        self._propagation = prover.propagation
        self._opposite = opposite
        # For literals and rounds what follows, and the sentences that were looked at.
        self._closures: dict[tuple[int, int], tuple[State, int]] = {}
        # For some marks an argument that is longer: they are told before a search is.
        self._long: dict[int, Proof] = {}
        self._work = _WORK
        # For each mark how much followed from its opposite when a search for cases failed, the first one or the second.
        self._failed: dict[tuple[int, int], int] = {}

    def learn(self, marks: int, touched: int) -> None:
        """Take into account that some marks are known, of which the touched sentences speak."""
        # An argument holds whatever more is known, but is shorter if that is what it derives or supposes.
        self._long = {m: proof for m, proof in self._long.items() if not marks & (1 << m | proof.marks())}
        self._closures = {key: one for key, one in self._closures.items() if not one[1] & touched}

    def cases(self, known: State, marks: list[int]) -> tuple[int, Proof] | None:
        """What follows for one of some marks from two cases, each of which ends: another one is true, or false."""
        every = self._propagation.scope.every

        def likely(mark: int, reached: dict[int, State]) -> Iterator[tuple[int, int, int]]:
            one = reached[self._opposite(mark)]
            for other in marks:
                pair = reached[other], reached[-other]
                if other != mark and all(one[0] & two[1] | one[1] & two[0] for two in pair):
                    yield sum((state[0] | state[1]).bit_count() for state in (one, *pair)), mark, other

        def prove(mark: int, other: int, rounds: int) -> Proof | None:
            return self._prover.either(known, self._opposite(mark), other, every, rounds)

        return self._likeliest(known, marks, likely, prove)

    def deep(self, known: State, marks: list[int]) -> tuple[int, Proof] | None:
        """What follows for one of some marks by the shortest argument of as many rounds as it takes."""
        found = []
        for mark in marks:
            opposite = self._opposite(mark)
            proof = self._prover.refute(known, opposite, self._propagation.scope.every)
            if proof and proof.length() < 2 * LINES:
                found.append((mark, self._prover.shorten(proof, known, opposite, 0)))
        return self._shortest(known, found)

    def nested(self, known: State, marks: list[int]) -> tuple[int, Proof] | None:
        """What follows for one of some marks from two splits, one in the other: two more of them are found first."""

        def likely(mark: int, reached: dict[int, State]) -> Iterator[tuple[tuple[bool, int], int, list[int]]]:
            one = reached[self._opposite(mark)]
            wrong = [
                literal
                for literal, two in reached.items()
                if abs(literal) != mark and one[0] & two[1] | one[1] & two[0]
            ]
            true = reduce(or_, (reached[-literal][0] for literal in wrong), one[0])
            false = reduce(or_, (reached[-literal][1] for literal in wrong), one[1])
            yield (not true & false, -len(wrong)), mark, wrong

        def prove(mark: int, wrong: list[int], rounds: int) -> Proof | None:
            return self._prover.nested(known, self._opposite(mark), wrong, rounds)

        return self._likeliest(known, marks, likely, prove)

    def last(self, known: State, marks: list[int], first: int) -> tuple[int, Proof] | None:
        """What follows by an argument that is longer, but in few looks, for the ``first`` mark or one of some others:
        by one split, or by two."""
        for place, search in enumerate((self._prover.split, self._prover.searched)):
            end = (1 - _SHARE) * self._work
            for mark in dict.fromkeys((first, *self._likely(known, marks, place))) if not self._brief() else ():
                begin = self._propagation.work
                proof = search(known, self._opposite(mark))
                self._work -= self._propagation.work - begin
                if proof:
                    self._long[mark] = proof
                self._failed[mark, place] = self._derived(known, mark)
                if self._brief() or self._work < end:
                    break
        if not (brief := self._brief()):
            return None
        _, mark, proof = min(brief, key=lambda entry: (entry[0], entry[2].length(), entry[1]))
        return -self._opposite(mark), proof

    def leads(self, known: State, mark: int) -> int:
        """How many marks follow from a mark, one sentence at a time."""
        return reduce(or_, self._closure(known, -self._opposite(mark), _ROUNDS[-1])).bit_count()

    def _derived(self, known: State, mark: int) -> int:
        """How many marks follow from the opposite of a mark, one sentence at a time."""
        closure = self._closure(known, self._opposite(mark), _ROUNDS[-1])
        return (reduce(or_, closure) & ~reduce(or_, known)).bit_count()

    def _likely(self, known: State, marks: list[int], search: int) -> list[int]:
        """Some marks, those first of whose opposites more follows than when a search failed before."""
        return sorted(marks, key=lambda mark: self._failed.get((mark, search), 0) - self._derived(known, mark))

    def _brief(self) -> list[tuple[int, int, Proof]]:
        """The longer arguments that are told in few looks, with how many they are and the mark that they are for."""
        short = ((mark, proof) for mark, proof in self._long.items() if proof.length() <= 2 * LINES)
        told = ((self._prover.told(proof), mark, proof) for mark, proof in short if proof.splits() <= SPLITS)
        return [one for one in told if one[0] <= LINES]

    def _likeliest(
        self,
        known: State,
        marks: list[int],
        likely: Callable[[int, dict[int, State]], Iterator[tuple[Any, int, T]]],
        prove: Callable[[int, T, int], Proof | None],
    ) -> tuple[int, Proof] | None:
        """What follows for one of some marks in as few rounds as can be, of the likeliest cases: for each a measure,
        the least of which is the likeliest, the mark, and what is tried for it."""
        for rounds in _ROUNDS:
            literals = (literal for mark in marks for literal in (mark, -mark))
            reached = {literal: self._closure(known, literal, rounds) for literal in literals}
            tried = sorted(case for mark in marks for case in likely(mark, reached))[:_TRIED]
            found = self._shortest(known, ((mark, prove(mark, case, rounds)) for _, mark, case in tried))
            if found:
                return found
        return None

    def _closure(self, known: State, literal: int, rounds: int) -> State:
        if (literal, rounds) not in self._closures:
            state, looked, settled = self._prover.closure(known, literal, rounds)
            for more in _ROUNDS if settled else (rounds,):
                if more >= rounds:
                    self._closures[literal, more] = state, looked
        return self._closures[literal, rounds][0]

    def _shortest(self, known: State, proofs: Iterable[tuple[int, Proof | None]]) -> tuple[int, Proof] | None:
        """The shortest of some arguments, each with the mark that it is for, that can be told."""

        def weight(entry: tuple[int, Proof]) -> tuple[int, ...]:
            mark, proof = entry
            return proof.length(), *self._prover.weight(proof, known), mark

        found = [(mark, proof) for mark, proof in proofs if proof]
        told = [(mark, proof) for mark, proof in found if argued(proof)]
        if not told:
            self._long |= found
            return None
        mark, proof = min(told, key=weight)
        return -self._opposite(mark), proof

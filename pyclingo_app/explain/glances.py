"""Arguments from what players see at once: mark by mark, the opposite is supposed, and what follows is kept.

Where sentences are read, as of the part pencil, few of them tell much.  What follows from a mark with what
is known follows with more known, too: next time only what is new is followed.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import chain, islice
from math import inf
from operator import or_
from typing import TypeGuard

from ..draw.board import Cell
from ..solve.oracle import bits, numbers
from .minimal import shrink
from .proofs import LINES, Prover, argued
from .propagation import Line, Proof
from .reasons import ENOUGH
from .state import State, with_literal

# Which part of what an argument derives is much of it.
_PART = 4
# How many arguments are looked for, unless one has so few sentences.
_TRIED, _FEW = 12, 3
# Among how many literals, the nearest ones, a short argument is looked for after one is found, and two cases are.
_NEAR, _CASES = 150, 60


class Glances:
    """Looks for arguments by sentences that need no search."""

    def __init__(self, prover: Prover) -> None:
        self._prover = prover
        self._propagation = prover.propagation
        # What follows from literals; None where it comes to a contradiction.
        self._reached: dict[int, State | None] = {}
        # For literals what arguments derive that are too long to be told with so many sentences at most.
        self._long: dict[tuple[int, int], int] = {}
        # The arguments that were found: they hold whatever more is known.
        self._proofs: dict[int, Proof] = {}
        self._cells: dict[int, set[Cell]] = {}

    @property
    def _sentences(self) -> int:
        """The sentences that need no search, of those that are ready."""
        return self._propagation.light & ~self._propagation.asked

    def argument(self, known: State, literals: Iterable[int], most: int = ENOUGH) -> tuple[int, Proof] | None:
        """Give the argument with least to read that one of some literals cannot hold, of the first that are found.

        Beside it there is the literal.  It has so many sentences at ``most``.
        """
        found: list[tuple[int, Proof]] = []
        true = false = tried = 0
        for place, literal in enumerate(literals):
            if found and place >= _NEAR:
                break
            # What follows from something that comes to no contradiction comes to none either.
            if (true if literal > 0 else false) >> abs(literal) & 1:
                continue
            reached = self._follow(known, literal)
            if reached is not None:
                true, false = true | reached[0], false | reached[1]
                continue
            # An argument that is too long becomes shorter when much of what it derives is known.
            derived = self._long.get((literal, most), 0)
            if _PART * (derived & (known[0] | known[1])).bit_count() < derived.bit_count():
                continue
            proof = self._proofs.get(literal)
            # What it derives and what is known makes it shorter.
            if not _told(proof, most) or proof.marks() & (known[0] | known[1]):
                proof, derived = self._brief(known, literal, most)
            if proof:
                self._proofs[literal] = proof
                found.append((literal, proof))
            else:
                self._long[literal, most] = derived
            tried += 1
            if tried == _TRIED or (proof and proof.sentences().bit_count() <= _FEW):
                break
        return min(found, key=_size, default=None)

    def leading(self, literals: Iterable[int]) -> int:
        """Of some literals that hold the one from which most was seen to follow."""
        return max(literals, key=lambda one: sum(map(int.bit_count, self._reached.get(one) or (0, 0))))

    def likely(self, literals: Sequence[int]) -> list[int]:
        """Order some literals, of which the nearest come first: in turn the next one, and what leads on most."""

        def follows(literal: int) -> float:
            state = self._reached.get(literal, (0, 0))
            return -(state[0] | state[1]).bit_count() if state else -inf

        most = sorted(literals, key=follows)
        return [*dict.fromkeys(chain.from_iterable(zip(literals, most, strict=True)))]

    def apart(self, known: State, literals: Iterable[int]) -> list[int]:
        """Of some literals that hold those none of which follows from others, as far as is seen."""

        def follows(literal: int) -> State:
            return self._follow(known, literal) or (0, 0)

        chosen: list[int] = []
        for literal in sorted(literals, key=lambda one: -sum(map(int.bit_count, follows(one)))):
            if not any(follows(one)[literal < 0] >> abs(literal) & 1 for one in chosen):
                chosen.append(literal)
        return chosen

    def cases(self, known: State, nearest: Sequence[int]) -> tuple[int, Proof] | None:
        """Give the argument with least to read that one of some literals, of which the nearest come first,
        cannot hold by two cases, of the likely.

        In either case, that another mark is there and that it is not, what follows contradicts what follows from it.
        """
        literals = nearest[:_CASES]
        reached = {case: self._follow(known, case) for literal in literals for case in (literal, -literal)}
        likely = []
        for literal in literals:
            one = reached[literal]
            for other in literals if one else ():
                both = reached[other], reached[-other]
                if one and other != literal and all(not two or one[0] & two[1] | one[1] & two[0] for two in both):
                    size = sum((state[0] | state[1]).bit_count() for state in (one, *both) if state)
                    likely.append((size, literal, abs(other)))
        tried = ((literal, self._either(known, literal, other)) for _, literal, other in sorted(likely)[:_TRIED])
        return min(islice(((literal, proof) for literal, proof in tried if proof), _FEW), key=_size, default=None)

    def split(self, known: State, literal: int) -> Proof | None:
        """Give an argument of few sentences by two cases, for any of the nearest marks, that a literal cannot hold."""
        proof = self._prover.refute(known, literal, self._sentences, 1)
        # What is much too long takes long to shorten, and stays too long.
        proof = self._prover.shorten(proof, known, literal, 1) if proof and proof.length() <= 2 * LINES else None
        return proof if _told(proof) else None

    def _either(self, known: State, literal: int, other: int) -> Proof | None:
        """An argument that a literal cannot hold by two cases for another one, if it can be told with few sentences."""
        state = with_literal(known, literal)
        cases = [with_literal(state, case) for case in (other, -other)]
        fewest, _ = self._fewest(cases, literal, self._propagation.touched(1 << abs(literal) | 1 << other), ENOUGH)
        return self._short(fewest, lambda sentences: self._prover.either(known, literal, other, sentences))

    def _brief(self, known: State, literal: int, most: int) -> tuple[Proof | None, int]:
        """An argument that a literal cannot hold, if it can be told with few sentences; and all that it derives."""
        touched = self._propagation.touched(1 << abs(literal))
        fewest, derived = self._fewest([with_literal(known, literal)], literal, touched, most)
        return self._short(fewest, lambda sentences: self._prover.refute(known, literal, sentences), most), derived

    def _fewest(self, states: list[State], literal: int, touched: int, most: int) -> tuple[list[int], int]:
        """Sentences by which each of some states comes to a contradiction, none of which can be left out, those that
        are near to a literal; and the marks that they derive.  Where more than ``most`` have to stay some are left.
        """
        derived = 0

        def ended(sentences: list[int]) -> list[int] | None:
            nonlocal derived
            found: list[Line] = []
            for state in states:
                lines, ends, _ = self._propagation.propagate(state, touched, bits(sentences))
                if not ends:
                    return None
                found += [*lines, ends[0]]
            derived = reduce(or_, (line.new[0] | line.new[1] for line in found))
            return sorted({line.sentence for line in found}, key=lambda s: self._near(s, literal))

        return shrink(ended([*numbers(self._sentences)]) or [], ended, most + 1, soon=True), derived

    def _short(self, fewest: list[int], prove: Callable[[int], Proof | None], most: int = ENOUGH) -> Proof | None:
        """A proof by some sentences, if they are few, that can be told with few; more of them may take fewer lines."""
        for sentences in (bits(fewest), self._sentences) if len(fewest) <= most else ():
            proof = prove(sentences)
            if _told(proof, most):
                return proof
        return None

    def _near(self, sentence: int, literal: int) -> tuple[int, int]:
        """How near a sentence is to a literal: the farther away the less, as those are left out first."""
        cells = self._propagation.scope.cells
        here = cells[abs(literal)]
        if sentence not in self._cells:
            marks = numbers(self._propagation.marks(sentence))
            self._cells[sentence] = {cell for mark in marks if (cell := cells[mark])}
        away = (max(abs(r - here[0]), abs(c - here[1])) for r, c in self._cells[sentence]) if here else ()
        return -min(away, default=0), sentence

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
        course = self._propagation.propagate(state, self._propagation.touched(new), self._sentences)
        self._reached[literal] = None if course.ends else course.state(state)
        return self._reached[literal]


def _told(proof: Proof | None, most: int = ENOUGH) -> TypeGuard[Proof]:
    """Whether there is a proof, short enough to be told, with few sentences."""
    return argued(proof) and proof.sentences().bit_count() <= most


def _size(found: tuple[int, Proof]) -> tuple[int, int]:
    """How much there is to read: sentences and lines."""
    sentences = found[1].sentences().bit_count()
    return sentences + found[1].length(), sentences

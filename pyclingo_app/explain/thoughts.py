"""What belongs to one thought: finds that a player sees at once, so that they are one step.

The same argument on other cells is one thought, and so is what one known mark gives, a sentence
after another.  Nothing here knows a genre: arguments are the same when sentences of the same rules
take and give marks of the same words, in whatever cells.
"""

import re
from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import NamedTuple

from ..solve.oracle import bits, numbers
from ..solve.tables import Count, Table
from .propagation import Proof, Propagation
from .state import State, literals, signed

# From how many known marks at most the same is seen elsewhere at once, and a line is followed.
_FEW = 4
# How many rows the table of a sentence may have that is seen at once with what it is seen with.
_ROWS = 30
# How a find is seen with others: it has in other words what is new in a cell, one of the leading marks gives it
# alone, or it goes on with what the leading find does.
AGAIN, ALONE, ONWARD = 1, 2, 3
_CELL = re.compile(r"\([^()]*\d[^()]*\)")


class Found(NamedTuple):
    """A reason in numbers: the literals that are found with some sentences, when ``known`` is known.

    For each of them there are the known marks that it takes, and the proof; no
    proofs say that this takes a search.
    """

    sentences: int
    known: State
    found: tuple[int, ...]
    earlier: tuple[int, ...]
    proofs: tuple[Proof, ...]

    def takes(self) -> int:
        """The known marks that are used."""
        return reduce(or_, self.earlier, 0)

    def gives(self) -> int:
        """The marks that are found."""
        return bits(map(abs, self.found))

    def only(self, found: Iterable[int]) -> "Found":
        """The same for some of what is found."""
        places = [self.found.index(literal) for literal in found]
        proofs = tuple(self.proofs[place] for place in places) if self.proofs else ()
        return self._replace(
            found=tuple(self.found[place] for place in places),
            earlier=tuple(self.earlier[place] for place in places),
            proofs=proofs,
        )

    def also(self, other: "Found") -> "Found":
        """The same, and something else that the same sentences give when the same is known."""
        return self._replace(
            found=self.found + other.found, earlier=self.earlier + other.earlier, proofs=self.proofs + other.proofs
        )

    def without(self, marks: int) -> "Found":
        """The same without what is found of some marks."""
        return self.only(literal for literal in self.found if not marks >> abs(literal) & 1)


class Thoughts:
    """Tells of finds whether they belong together."""

    def __init__(self, propagation: Propagation) -> None:
        self.scope = propagation.scope
        self._cuts = propagation.cuts
        self._tables = propagation.tables
        self._kinds: dict[int, str] = {}

    def kind(self, literal: int) -> str:
        """What a literal says, whatever its cells."""
        if literal not in self._kinds:
            atom = self.scope.oracle.symbols[abs(literal)]
            self._kinds[literal] = _CELL.sub("", self.scope.problem.program.say(atom, literal > 0))
        return self._kinds[literal]

    def named(self, literal: int) -> tuple[str, bool]:
        """Of what a literal speaks, and whether it says that it is there."""
        return self.scope.oracle.symbols[abs(literal)].name, literal > 0

    def rules(self, found: Found) -> frozenset[int]:
        """The rules of the sentences of a find."""
        return frozenset(self.scope.rules[sentence] for sentence in numbers(found.sentences))

    def alike(self, one: Found, other: Found) -> bool:
        """Whether two sentences give something in one thought: from the same marks, or the same elsewhere."""
        takes, others = one.takes(), other.takes()
        if takes and takes == others and self._seen_at_once(other):
            return takes.bit_count() < _FEW
        if self.rules(one) != self.rules(other):
            return False
        if not takes and not others and self._settled(one) and self._settled(other):
            return True
        as_many = (takes.bit_count(), len(one.found)) == (others.bit_count(), len(other.found))
        return as_many and takes.bit_count() <= _FEW and self._shape(one) == self._shape(other)

    def same_argument(self, one: Found, proof: Proof, literal: int) -> bool:
        """Whether a proof of a literal is the argument of a find on other cells, or comes to the same end."""
        first = one.proofs[0]
        if self.named(literal) != self.named(one.found[0]) or proof.splits() or proof.length() != first.length():
            return False
        if proof.lines[-1].sentence == first.lines[-1].sentence:
            # A wall is another one for each cell.
            cut = self._cuts.speaks_of_cuts(proof.lines[-1].sentence)
            return not cut and proof.needed() & ~(1 << abs(literal)) == one.earlier[0]
        return not proof.sentences() & one.sentences and self._form(first) == self._form(proof)

    def seen_with(self, one: Found, leading: Found, news: int, leads: int) -> tuple[int, Found] | None:
        """What of a find is seen with others that gave ``news``, some of them first, the ``leads``; and how."""
        takes = one.takes()
        if not takes & news:
            return None
        again = one.only(literal for literal in one.found if self._in_other_words(one, literal, news))
        if again.found:
            return AGAIN, again
        if not takes & leads or self._cuts.speaks_of_cuts(one.sentences.bit_length() - 1):
            return None
        # From one cell to the next one, as where each number is less than another one.
        pair = len(self.scope.spoken(one.sentences.bit_length() - 1)) == 2
        rules = takes.bit_count() < _FEW and self.rules(one) == self.rules(leading)
        if rules and pair and {*map(self.named, one.found)} == {*map(self.named, leading.found)}:
            return ONWARD, one
        if takes.bit_count() == 1 and (pair or self._seen_at_once(one)):
            return ALONE, one
        return (ONWARD, one) if rules and {*map(self.kind, one.found)} == {*map(self.kind, leading.found)} else None

    def _in_other_words(self, one: Found, literal: int, news: int) -> bool:
        """Whether something found follows from one of the news alone, in the same cell."""
        takes, cells = one.earlier[one.found.index(literal)], self.scope.cells
        return takes.bit_count() == 1 and bool(takes & news) and cells[takes.bit_length() - 1] == cells[abs(literal)]

    def _seen_at_once(self, found: Found) -> bool:
        """Whether the sentence of a find only counts, allows for few ways, or leaves nothing open."""
        table = self._tables.table(found.sentences.bit_length() - 1)
        few = isinstance(table, Count) or (isinstance(table, Table) and len(table.rows) <= _ROWS)
        return few or self._settled(found)

    def _settled(self, found: Found) -> bool:
        """Whether nothing is left open of what the sentence of a find speaks of."""
        table = self._tables.table(found.sentences.bit_length() - 1)
        return table is not None and not table.scope & ~(found.known[0] | found.known[1] | found.gives())

    def _form(self, proof: Proof) -> list[tuple[int, list[tuple[str, bool]]]]:
        """The rules of the lines of a proof, and what these give, whatever their cells."""
        return [(self.scope.rules[line.sentence], sorted(map(self.named, literals(line.new)))) for line in proof.lines]

    def _shape(self, found: Found) -> tuple[list[str], list[str]]:
        takes = map(self.kind, signed(found.takes(), found.known))
        return sorted(takes), sorted(map(self.kind, found.found))

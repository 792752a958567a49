"""What a count needs of marks of which some exclude each other: of two cells that touch only one can be counted.

So of three cells that are left for two tents, two of which touch, the third one has a tent.  It is looked for at once,
as supposing each mark to be otherwise comes to it by cases only.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from ..solve.oracle import bits, numbers
from ..solve.tables import counted
from .propagation import Propagation
from .state import State


class Pairs:
    """Finds what counts need beside pairs, in the scope of a problem."""

    def __init__(self, propagation: Propagation) -> None:
        self._propagation = propagation

    @cached_property
    def _needing(self) -> list[tuple[int, int, int]]:
        """The sentences that need several marks, with these and how many."""
        return [(sentence, scope, low) for sentence, scope, low, _ in self._counts if low > 1]

    @cached_property
    def _excluding(self) -> dict[int, dict[int, int]]:
        """For each mark those that it excludes, each with the sentence about both."""
        pairs: dict[int, dict[int, int]] = defaultdict(dict)
        for sentence, scope, low, high in self._counts:
            if scope.bit_count() == 2 and (low, high) == (0, 1):
                one, other = numbers(scope)
                pairs[one].setdefault(other, sentence)
                pairs[other].setdefault(one, sentence)
        return pairs

    @cached_property
    def _counts(self) -> list[tuple[int, int, int, int]]:
        table = self._propagation.tables.table
        ready = numbers(self._propagation.ready & self._propagation.light & ~self._propagation.read)
        return [(sentence, *count) for sentence in ready if (count := counted(table(sentence)))]

    def needed(self, known: State) -> Iterator[tuple[int, int, int]]:
        """Give marks that have to be there as of some pairs no more than one each can be: the sentences, the marks, and
        the known marks that are taken.

        Each mark that is left is paired with the first one that it excludes, so that of a row as few as can be are
        needed of the pairs; of other marks it may be more.
        """
        for sentence, scope, low in self._needing:
            left = scope & ~(known[0] | known[1])
            need = low - (scope & known[0]).bit_count()
            single, pairs = left, []
            for mark in numbers(left) if 1 < need < left.bit_count() else ():
                others = self._excluding.get(mark, {}) if single >> mark & 1 else {}
                other = next((one for one in others if single >> one & 1), None)
                if other is not None:
                    single &= ~(1 << mark | 1 << other)
                    pairs.append(others[other])
            if pairs and single and left.bit_count() - len(pairs) == need:
                yield bits([sentence, *pairs]), single, scope & ~left

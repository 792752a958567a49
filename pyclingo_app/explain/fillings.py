"""What fills cells: the marks of a cell of which at most one is true, or exactly one, as some sentence says."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property, reduce
from operator import or_

from ..solve.oracle import bits, numbers
from ..solve.tables import Count, counted
from .propagation import Propagation
from .thoughts import Found

# How many marks may be absent for other reasons than that one stands elsewhere, if not a third of them.
_OTHERS = 3


class Fillings:
    """Finds the sets of marks that fill a cell, and what that says of what is found."""

    def __init__(self, propagation: Propagation) -> None:
        self._propagation = propagation
        self._scope = propagation.scope
        self._tables = propagation.tables
        self._pencil = bits(propagation.scope.pencil)

    @cached_property
    def sets(self) -> frozenset[int]:
        """The sets of marks of a cell at most one of which is true, as some sentence says."""
        counts = {table.scope for _, table in self._counts if table.high == 1}
        return frozenset(scope for scope in counts if self._one_cell(scope))

    @cached_property
    def _counts(self) -> list[tuple[int, Count]]:
        """The sentences that only count, with what they say; of those that are not ready those about one cell."""
        ready, count = self._propagation.ready, self._tables.count
        near = (sentence for sentence in self._scope.rules if ready >> sentence & 1 or self._may_fill(sentence))
        return [(sentence, found) for sentence in near if (found := count(sentence))]

    def _may_fill(self, sentence: int) -> bool:
        """Whether a sentence may only count marks of one cell, as its shape shows."""
        shape = self._tables.forms.shape(sentence)
        return not shape.hidden and self._one_cell(shape.marks)

    def _one_cell(self, marks: int) -> bool:
        """Whether some marks are all of one cell."""
        cells, found = self._scope.cells, numbers(marks)
        first = next(found, 0)
        return all(cells[mark] == cells[first] for mark in found)

    def at_most_one(self, marks: int) -> bool:
        """Whether at most one of some marks of a cell is true, as some sentence says."""
        return any(not marks & ~one for one in self.sets)

    def beside(self, there: int) -> int:
        """The marks that cannot be in a cell beside some that are there; of borders that is not seen at once."""
        sets = (one for one in self.sets if one & there and all(map(self._scope.in_cell, numbers(one))))
        return reduce(or_, (one & ~there for one in sets), 0)

    @cached_property
    def once(self) -> list[int]:
        """The sets of marks of a cell exactly one of which is true, as some sentence says."""
        once = {table.scope for _, table in self._counts if table.low == table.high == 1}
        return sorted(once & self.sets)

    def candidates(self, marks: int) -> bool:
        """Whether of each of some marks it is said that exactly one of it and others, in any cells, is true."""
        shape, unready = self._tables.forms.shape, self._scope.every & ~self._propagation.ready
        near = bits(sentence for sentence in numbers(unready) if marks & shape(sentence).marks)
        for count in map(self._tables.count, numbers(near | self._propagation.touched(marks))):
            if count and count.low == count.high == 1:
                marks &= ~count.scope
        return not marks

    @cached_property
    def _single(self) -> list[int]:
        """The sets of the marks of each cell, where a rule says of all that are called alike that a cell holds one."""
        said: dict[int, list[int]] = defaultdict(list)
        called: dict[str, int] = defaultdict(int)
        symbols, rules = self._scope.oracle.symbols, self._scope.rules
        for mark in self._scope.cells:
            called[symbols[mark].name] |= 1 << mark
        for sentence, table in self._counts:
            if table.high == 1 and table.scope in self.sets:
                said[rules[sentence]].append(table.scope)
        whole = [(fillings, bits(m for one in fillings for m in numbers(one))) for fillings in said.values()]
        complete = [fillings for fillings, every in whole if not any(0 < every & one < one for one in called.values())]
        return sorted({one for fillings in complete for one in fillings})

    def standing(self, found: Found) -> Iterator[int]:
        """What stands in the cells of which a reason takes what does not."""
        absent = found.takes() & found.known[1]
        for one in self._single:
            if one & absent:
                yield from numbers(one & found.known[0])

    def sources(self, found: Found, absent: int, together: bool) -> tuple[list[tuple[int, int]], int]:
        """What stands elsewhere and rules out what a reason takes as ``absent`` in cells that are not filled, each with
        a sentence that allows for one of several at most; none if that rules out none of it, or many are left.

        Few of them suffice, or those are taken ``together`` that do so by a rule about the same cells, as in a row.
        Beside them there are the few marks that are absent for other reasons.
        """
        propagation, there = self._propagation, found.known[0]
        filled = reduce(or_, (one for one in self._single if one & there), 0)
        absent &= ~filled
        rules_out: dict[object, list[tuple[int, int, int]]] = defaultdict(list)
        for sentence in numbers(propagation.touched(absent)):
            table = counted(propagation.tables.table(sentence))
            if table and table.high == 1 and not table.scope & self._pencil:
                alike = self._scope.rules[sentence], self._scope.spoken(sentence)
                for source in numbers(table.scope & there):
                    rules_out[alike if together else source].append((source, sentence, table.scope & absent))
        sources: list[tuple[int, int]] = []
        every = absent.bit_count()
        while absent:
            those = max(rules_out.values(), key=lambda those: _covered(those, absent), default=[])
            if not _covered(those, absent):
                rest = absent.bit_count()
                return (sources, absent) if rest <= max(_OTHERS, every // 3) and rest < every else ([], 0)
            for source, sentence, marks in those:
                if marks & absent:
                    sources.append((source, sentence))
                    absent &= ~marks
        return sources, 0

    def left(self, found: Found, out: int) -> Iterator[int]:
        """The candidates that are left in cells in which some are ruled out, where there are several."""
        new = found.gives() & out
        for filling in self.once:
            left = filling & ~out
            if filling & new and left.bit_count() > 1 and not filling & found.known[0]:
                yield from numbers(left)


def _covered(those: Iterable[tuple[int, int, int]], absent: int) -> int:
    """How many of the absent marks some sources rule out."""
    return reduce(or_, (marks & absent for *_, marks in those), 0).bit_count()

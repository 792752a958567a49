"""What sentences are about: the marks on which they depend, and the cells that they name, from their values."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from ..draw.board import Cell
from ..solve.ground import Rule, connected
from .sets import MarkId, Marks, SentenceId, Sentences


class _Spoken(NamedTuple):
    """The cells that a sentence speaks of, those of them that it names, and the marks that it is about with theirs."""

    cells: frozenset[Cell]
    named: frozenset[Cell]
    marks: Mapping[MarkId, Cell]


class About:
    """Tells what sentences are about.

    ``literals`` are those of the ground program for marks and sentences, ``values`` gives the values of the variables
    of a sentence, and ``rules`` are those of the ground program by their heads.
    """

    def __init__(
        self,
        cells: Mapping[MarkId, Cell | None],
        sentences: Sequence[SentenceId],
        literal: Callable[[int], int],
        values: Callable[[SentenceId], Mapping[str, str]],
        rules: Mapping[int, Sequence[Rule]],
    ) -> None:
        self._cells = cells
        self._sentences = sentences
        self._literal = literal
        self._values = values
        self._rules = rules
        self._spoken: dict[SentenceId, _Spoken] = {}
        self._circles: dict[Cell | None, tuple[list[int], list[Sentences]]] = {}

    def reach(self, sentence: SentenceId) -> Marks:
        """Give the marks that depend on an atom on which a sentence depends, too."""
        return Marks(self._reached(abs(self._literal(sentence))))

    def cells(self, sentence: SentenceId) -> frozenset[Cell]:
        """Give the cells that a sentence speaks of."""
        return self._told(sentence).cells

    def named(self, sentence: SentenceId) -> frozenset[Cell]:
        """Give the cells that a sentence names: they are among its values."""
        return self._told(sentence).named

    def shown(self, sentence: SentenceId, inside: Callable[[MarkId], bool]) -> frozenset[Cell]:
        """Give the cells to point at; of cells beside those that are named where it counts or rules out what is
        ``inside`` of them itself."""
        told = self._told(sentence)
        own = Marks(self._own(abs(self._literal(sentence)))) if told.named and told.marks else Marks()
        within = (mark for mark in told.marks if not told.named or (mark in own and inside(mark)))
        return told.named | {told.marks[mark] for mark in within}

    @cached_property
    def forbidding(self) -> Sentences:
        """The sentences that only forbid: never broken for the lack of something, so that nothing added mends them."""
        rules = self._rules
        lacking = {
            atom: 1 for atom, those in rules.items() if any(literal < 0 for rule in those for literal in rule.body)
        }
        lacks = Below(rules, lacking)
        return Sentences.of(one for one in self._sentences if not lacks(abs(self._literal(one))))

    def near(self, cell: Cell | None, distance: int) -> Sentences:
        """The sentences up to so many king's moves away from a cell.

        A sentence about no cell is near to all, and all are near to no cell.
        """
        if cell not in self._circles:
            rings = {0: self._speaking[None].bits}
            for other, sentences in self._speaking.items() if cell else [(None, Sentences.of(self._sentences))]:
                far = moves(cell, other)
                rings[far] = rings.get(far, 0) | sentences.bits
            away = sorted(rings)
            self._circles[cell] = away, [*map(Sentences, accumulate(map(rings.__getitem__, away), or_))]
        away, circles = self._circles[cell]
        return circles[bisect(away, distance) - 1]

    @cached_property
    def _speaking(self) -> Mapping[Cell | None, Sentences]:
        """For each cell the sentences that speak of it; for None those that speak of no cell."""
        found: dict[Cell | None, int] = defaultdict(int)
        for sentence in self._sentences:
            for cell in self.cells(sentence) or [None]:
                found[cell] |= 1 << sentence
        return defaultdict(Sentences, {cell: Sentences(those) for cell, those in found.items()})

    def _told(self, sentence: SentenceId) -> _Spoken:
        """What a sentence speaks of: marks far away, with which it has to do on a path, only if it names no cell."""
        if sentence not in self._spoken:
            values = self._values(sentence)
            marks = {mark: cell for mark in self.reach(sentence) if (cell := self._cells[mark])}
            cells = {*marks.values()}
            named = {
                (int(values[row]), int(values[column]))
                for row, column in (("R", "C"), ("R'", "C'"))
                if values.get(row, "").isdigit() and values.get(column, "").isdigit()
            }
            # What a path far away has to do with a cell that is named is no help to a reader.
            if 2 * len(cells) > self._board:
                marks, cells = {}, set() if named else cells
            self._spoken[sentence] = _Spoken(frozenset(cells | named), frozenset(named), marks)
        return self._spoken[sentence]

    @cached_property
    def _board(self) -> int:
        """The number of the cells of all marks."""
        return len({*self._cells.values()})

    @cached_property
    def _own(self) -> "Below":
        """Of atoms the marks on which they depend, and not only by what other marks depend on."""
        marks = {abs(self._literal(mark)): 1 << mark for mark in self._cells}
        return Below(self._rules, marks, marks)

    @cached_property
    def _reached(self) -> "Below":
        above: dict[int, int] = defaultdict(int)
        for mark in self._cells:
            above[abs(self._literal(mark))] |= 1 << mark
        rules = self._rules
        defined = [atom for atom in above if below(rules, atom)]
        for atoms in reversed([*connected(defined, lambda atom: below(rules, atom))]):
            marks = reduce(or_, map(above.__getitem__, atoms))
            for other in {*atoms}.union(*(below(rules, atom) for atom in atoms)):
                above[other] |= marks
        return Below(rules, above)


def moves(one: Cell | None, other: Cell | None) -> int:
    """Give how many king's moves two cells are apart; what has no cell is near to all."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) if one and other else 0


class Below:
    """For each atom the union of the sets that belong to it and to all atoms on which it depends."""

    def __init__(self, rules: Mapping[int, Sequence[Rule]], own: Mapping[int, int], ends: Collection[int] = ()) -> None:
        """``rules`` are those of a ground program by their heads, and ``own`` has the sets of some atoms, as bits.

        What an atom of ``ends`` depends on is left out.
        """
        self._rules = rules
        self._own = own
        self._ends = ends
        self._found: dict[int, int] = {}

    def __call__(self, atom: int) -> int:
        """Give the set for an atom: it is found for all on which it depends, too."""
        found = self._found
        for atoms in () if atom in found else connected([atom], self._below):
            if atoms[0] not in found:
                whole = 0
                for each in atoms:
                    whole |= self._own.get(each, 0)
                    for other in self._below(each):
                        whole |= found.get(other, 0)
                found.update(dict.fromkeys(atoms, whole))
        return found[atom]

    def _below(self, atom: int) -> Iterable[int]:
        return () if atom in self._found or atom in self._ends else below(self._rules, atom)


def below(rules: Mapping[int, Sequence[Rule]], atom: int) -> set[int]:
    """Give the atoms in the bodies of the rules for an atom."""
    return {abs(literal) for rule in rules.get(atom, ()) for literal in rule.body}

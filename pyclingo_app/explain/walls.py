"""Who is cut off by what: why a sentence that says that something is reached is broken.

Nothing here knows a puzzle.  With what is known each way between atoms that depend on themselves is open, or there are
marks each of which shuts it; ways are taken in both directions.  If none is open from one that has to be reached to
another one, one of them is cut off, wherever the first of all is; if none is from the ground to one, that is cut off
alone.  A smallest set of marks that does it is found as a maximum flow.  Whether it breaks the sentence is put to the
oracle: that all begins in one place is not known before.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from itertools import product

from clingo import Symbol, SymbolType

from ..draw.board import Cell
from .because import Cut
from .flows import GROUND, Network
from .reaching import ALWAYS, Asked, Reaching
from .scope import Scope
from .sets import Known, Literal, MarkId, Marks, SentenceId, mark_of


class Walls:
    """Finds what sentences say to be cut off, and the smallest walls that do it."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._recursive = scope.forms.recursive
        self._rules = scope.oracle.program.by_head
        self._sentences: dict[SentenceId, Reaching] = {}
        self._found: dict[tuple[SentenceId, Known], Cut | None] = {}

    def speaks(self, sentence: SentenceId) -> bool:
        """Whether a sentence says that something has to be reached."""
        return bool(self._recursive and self._reaching(sentence).component)

    def marks(self, sentence: SentenceId) -> Marks:
        """Give the marks that such a sentence is about; none if some of these depend on themselves, too."""
        return self._reaching(sentence).marks

    def _reaching(self, sentence: SentenceId) -> Reaching:
        if sentence not in self._sentences:
            self._sentences[sentence] = Reaching(self._scope, sentence)
        return self._sentences[sentence]

    def cut(self, sentence: SentenceId, known: Known) -> Cut | None:
        """Give a smallest cut that shows that what is known breaks a sentence, if one does."""
        if not self.speaks(sentence):
            return None
        reaching = self._reaching(sentence)
        key = sentence, known.among(reaching.own)
        if key not in self._found:
            self._found[key] = self._cut(sentence, reaching, known)
        return self._found[key]

    def _cut(self, sentence: SentenceId, reaching: Reaching, known: Known) -> Cut | None:
        """The smallest of all cuts; of those that take as much one between two things, then one with less inside."""
        if not self._breaks(known.among(reaching.own).literals, sentence):
            return None
        shown = reaching.shown(known)
        asked, arcs = reaching.asked(shown), reaching.arcs(shown)
        whole = Network(reaching.component, arcs)
        # What comes from the ground joins nothing.
        inner = Network(reaching.component, [arc for arc in arcs if arc.source != GROUND])
        ground = whole.area[GROUND]
        due = dict.fromkeys(tuple({whole.area[atom]: None for atom in item.atoms}) for item in asked)
        ends = [ground, *(areas[0] for areas in due if len(areas) == 1)]
        best, least = None, (known.size + 1, False, 0)
        for areas, end in product(due, ends):
            found = (whole if end == ground else inner).wall(areas, end, least[0])
            if found:
                cut = self._told(asked, *found, end == ground)
                size = cut.marks.size, end == ground, len(cut.inside)
                if size < least and self._breaks(cut.marks.literals, sentence):
                    best, least = cut, size
        return best

    def between(self, sentence: SentenceId, known: Known) -> Cut | None:
        """Marks none of which can be left out where they break a sentence as a cut: two of them show what has to be
        reached, and the others, such as that something comes here from there, leave no way between these."""
        reaching = self._reaching(sentence)
        asked = [item for item in reaching.asked(reaching.shown(known)) if item.why and item.why != ALWAYS]
        ends = sorted({min(item.why, key=abs) for item in asked}, key=abs)
        if len(ends) != 2:
            return None
        wall = _sorted(known.without(Marks.of(map(mark_of, ends))).literals)
        inside = {atom for item in asked if ends[0] in item.why for atom in item.atoms}
        return Cut(tuple(sorted(inside)), (ends[0],), wall, tuple(ends)) if wall else None

    def _told(self, asked: list[Asked], wall: set[Literal], inside: set[int], alone: bool) -> Cut:
        """A wall as what it cuts off: ``alone``, or from something else that has to be reached, too."""
        due = [item for item in asked if inside.issuperset(item.atoms)]
        beyond = [] if alone else [item for item in asked if inside.isdisjoint(item.atoms)]
        here, there = self._witness(due, wall), self._witness(beyond, wall)
        # Of each thing inside it is told what shows that it has to be reached: the witness, where that does.
        apart = {min(item.why & here or item.why, key=abs) for item in due if item.why and item.why != ALWAYS}
        atoms = tuple(sorted({atom for item in due for atom in item.atoms}))
        return Cut(atoms, _sorted(apart), _sorted(wall), _sorted(here | there))

    def _witness(self, asked: list[Asked], wall: Collection[Literal]) -> set[Literal]:
        """A mark that shows alone that something has to be reached, the one nearest to the wall; none if the wall shows
        it, or it takes none."""
        if any(item.why == ALWAYS or not item.why.isdisjoint(wall) for item in asked):
            return set()
        cells = self._scope.cells
        near = [cell for mark in wall if (cell := cells[mark_of(mark)])]

        def distance(mark: Literal) -> tuple[int, int]:
            cell = cells[mark_of(mark)]
            away = (abs(cell[0] - r) + abs(cell[1] - c) for r, c in near) if cell else ()
            return min(away, default=0), abs(mark)

        return {*sorted({mark for item in asked for mark in item.why}, key=distance)[:1]}

    def _breaks(self, literals: Iterable[Literal], sentence: SentenceId) -> bool:
        """Whether a sentence cannot hold with some literals, as is found at once where something is cut off."""
        return self._scope.oracle.unsatisfiable([*literals, -sentence], bounded=True)

    def closed(self, cut: Cut, known: Known) -> bool:
        """Whether what is cut off is a ring: a walk along marks that are there, each of which joins two atoms, is back
        after all of it."""
        ends: dict[MarkId, set[int]] = defaultdict(set)
        for atom in cut.inside:
            for rule in self._rules[atom]:
                others = [b for b in rule.body if b in self._recursive]
                marks = [self._scope.mark_of[b] for b in rule.body if b in self._scope.mark_of]
                if len(others) == len(marks) == 1:
                    ends[marks[0]] |= {atom, *others}
        joined: dict[int, list[int]] = {atom: [] for atom in cut.inside}
        for mark, two in ends.items():
            if mark in known.there and len(two) == 2 and two.issubset(joined):
                for atom in two:
                    joined[atom] += two - {atom}
        way = [*cut.inside[:1]]
        for atom in way:
            way += [other for other in joined[atom] if other not in way]
        return len(way) == len(cut.inside) > 0 and all(len(those) == 2 for those in joined.values())

    def cells(self, cut: Cut) -> tuple[Cell, ...]:
        """Give the cells of what is cut off; none where it lies elsewhere, as at corners of cells."""
        return tuple(sorted({cell for atom in cut.inside if (cell := self._cells.get(atom))}))

    @cached_property
    def _cells(self) -> Mapping[int, Cell]:
        """The cells of atoms that depend on themselves: a row and a column among their terms, the first of them that
        changes along a rule, or the last, where that is a cell of all atoms that are called the same."""
        named: dict[str, dict[int, list[Symbol]]] = defaultdict(dict)
        for atom, symbol in self._scope.oracle.names(self._recursive, GROUND).items():
            named[symbol.name][atom] = symbol.arguments
        sizes = (_numbers(fact.arguments) for fact in self._scope.problem.facts if fact.match("size", 2))
        size = next(sizes, [])
        found: dict[int, Cell] = {}
        for terms in named.values():
            along = [(terms[a], terms[b]) for a in terms for rule in self._rules[a] for b in rule.body if b in terms]
            differ = (place for pair in along for place, (a, b) in enumerate(zip(*pair, strict=False)) if a != b)
            first = min([*differ, min(map(len, terms.values())) - 2])
            cells = [(atom, _numbers(those[first : first + 2])) for atom, those in terms.items()] if first >= 0 else []
            if all(len(cell) == 2 and all(map(_within, cell, size or cell)) for _, cell in cells):
                found |= {atom: (row, column) for atom, (row, column) in cells}
        return found


def _numbers(terms: Iterable[Symbol]) -> list[int]:
    return [term.number for term in terms if term.type == SymbolType.Number]


def _within(number: int, most: int) -> bool:
    return 0 < number <= most


def _sorted(literals: Iterable[Literal]) -> tuple[Literal, ...]:
    return tuple(sorted(literals, key=abs))

"""Who is cut off by what: why a sentence that says that something is reached is broken.

Nothing here knows a puzzle.  With what is known each way between atoms that depend on themselves is open, or there are
marks each of which shuts it.  If none is open from one that has to be reached to another one, in either direction, one
of them is cut off, wherever the first of all is; if none is from the ground to one, that is cut off alone.  A smallest
set of marks that does it is found as a maximum flow.  Whether it breaks the sentence is put to the oracle: that all
begins in one place is not known before.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator
from functools import cache, cached_property

from clingo import Symbol, SymbolType

from ..draw.board import Cell
from ..solve.ground import components
from .because import Cut
from .flows import GROUND, Arc, Network
from .reaching import ALWAYS, Asked, Reaching
from .scope import Scope
from .sets import Known, Literal, MarkId, Marks, SentenceId, mark_of

# What has to be reached, and is joined by open ways.
_Group = list[Asked]


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
        network = cache(lambda both: Network(arcs, both))
        best: tuple[tuple[int, bool, int], Cut] | None = None
        for one, other in _pairs(asked, arcs):
            both = other is not None
            found = self._between(one, other, network(both), asked, best[0][0] if best else len(arcs))
            if found:
                size = len(found.wall) + len(found.witness), not both, len(found.inside)
                if (best is None or size < best[0]) and self._breaks((*found.wall, *found.witness), sentence):
                    best = size, found
        return best[1] if best else None

    def between(self, sentence: SentenceId, known: Known) -> Cut | None:
        """Marks none of which can be left out where they break a sentence as a cut: two of them show what has to be
        reached, and the others, such as that something comes here from there, leave no way between these."""
        reaching = self._reaching(sentence)
        asked = [item for item in reaching.asked(reaching.shown(known)) if item.why and item.why != ALWAYS]
        ends = sorted({min(item.why, key=abs) for item in asked}, key=abs)
        if len(ends) != 2:
            return None
        wall = _sorted(known.without(Marks.of(map(mark_of, ends))).literals)
        inside = _atoms([item for item in asked if ends[0] in item.why])
        return Cut(tuple(sorted({*inside})), (ends[0],), wall, tuple(ends)) if wall else None

    def _between(
        self, one: _Group, other: _Group | None, network: Network, asked: list[Asked], most: int
    ) -> Cut | None:
        """The smallest cut between what has to be reached and something else, or the ground."""
        found = network.wall(_atoms(one), [GROUND] if other is None else _atoms(other), most)
        if found is None:
            return None
        wall, inside = found
        due = [item for item in asked if inside.issuperset(item.atoms)]
        beyond = [item for item in asked if inside.isdisjoint(item.atoms)] if other is not None else []
        here, there = self._witness(due, wall), self._witness(beyond, wall)
        # Of each thing inside it is told what shows that it has to be reached: the witness, where that does.
        apart = {min(item.why & here or item.why, key=abs) for item in due if item.why and item.why != ALWAYS}
        return Cut(tuple(sorted({*_atoms(due)})), _sorted(apart), _sorted(wall), _sorted(here | there))

    def _witness(self, asked: _Group, wall: Collection[Literal]) -> set[Literal]:
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
        joined = self._joined(cut.inside, known)
        way = [*cut.inside[:1]]
        for atom in way:
            way += [other for other in joined[atom] if other not in way]
        return len(way) == len(cut.inside) > 0 and all(len(joined[atom]) == 2 for atom in way)

    def _joined(self, atoms: Collection[int], known: Known) -> dict[int, list[int]]:
        """Those of some atoms that marks join to each of them, if they join no more and are there."""
        pairs: dict[MarkId, set[frozenset[int]]] = defaultdict(set)
        for atom in atoms:
            for rule in self._rules[atom]:
                others = [b for b in rule.body if b in self._recursive and b != atom]
                marks = [self._scope.mark_of[b] for b in rule.body if b in self._scope.mark_of]
                if len(others) == len(marks) == 1:
                    pairs[marks[0]].add(frozenset((atom, others[0])))
        joined: dict[int, list[int]] = defaultdict(list)
        for mark, (pair, *more) in pairs.items():
            if mark in known.there and not more and pair.issubset(atoms):
                one, other = pair
                joined[one].append(other)
                joined[other].append(one)
        return joined

    def cells(self, cut: Cut) -> tuple[Cell, ...]:
        """Give the cells of what is cut off; none where it lies elsewhere, as at corners of cells."""
        return tuple(sorted({cell for atom in cut.inside if (cell := self.cell(atom))}))

    def cell(self, atom: int) -> Cell | None:
        """Give the cell of an atom that depends on itself, if it has one: a row and a column among its terms."""
        name, terms = self._terms.get(atom, ("", ()))
        place = self._places.get(name)
        return None if place is None else _cell(terms[place : place + 2])

    @cached_property
    def _terms(self) -> dict[int, tuple[str, tuple[Symbol, ...]]]:
        """The names and the terms of the atoms that depend on themselves, and of all that are called like them."""
        found = self._scope.oracle.names(self._recursive, GROUND)
        return {atom: (symbol.name, tuple(_leaves(symbol))) for atom, symbol in found.items()}

    @cached_property
    def _places(self) -> dict[str, int]:
        """By the names of atoms which of their terms is a row, before a column, where these are cells of the board: the
        first one that changes along a rule, or that before the last where only this one does."""
        named: dict[str, list[int]] = defaultdict(list)
        for atom in self._terms:
            named[self._terms[atom][0]].append(atom)
        proved = [(symbol.name, tuple(_leaves(symbol))) for symbol in self._scope.oracle.proved]
        places = {}
        for name, atoms in named.items():
            every = [self._terms[atom][1] for atom in atoms] + [terms for other, terms in proved if other == name]
            place = min([*self._changing(atoms), min(map(len, every)) - 2])
            if place >= 0 and all(self._inside(terms[place : place + 2]) for terms in every):
                places[name] = place
        return places

    def _changing(self, atoms: Collection[int]) -> Iterator[int]:
        """The places of the terms that change along the rules between some atoms."""
        those = {atom: self._terms[atom][1] for atom in atoms if atom in self._recursive}
        for atom, terms in those.items():
            for other in {b for rule in self._rules[atom] for b in rule.body if b in those}:
                pairs = zip(terms, those[other], strict=False)
                yield from (place for place, (one, two) in enumerate(pairs) if one != two)

    def _inside(self, terms: tuple[Symbol, ...]) -> bool:
        """Whether a row and a column are of a cell, as far as the size of the board tells."""
        cell = _cell(terms)
        return cell is not None and all(
            n in range(1, most + 1) for n, most in zip(cell, self._size or cell, strict=True)
        )

    @cached_property
    def _size(self) -> Cell | None:
        """The number of rows and of columns, if it is given."""
        return next((_cell(fact.arguments) for fact in self._scope.problem.facts if fact.match("size", 2)), None)


def _pairs(asked: list[Asked], arcs: list[Arc]) -> Iterator[tuple[_Group, _Group | None]]:
    """The groups of what has to be reached that open ways join: each alone, and each with each other one."""
    joined: dict[int, list[int]] = defaultdict(list)
    for source, target, shut in arcs:
        if source != GROUND and not shut:
            joined[source].append(target)
            joined[target].append(source)
    place = {atom: number for number, atoms in enumerate(components(joined)) for atom in atoms}
    groups: dict[Hashable, _Group] = defaultdict(list)
    for item in asked:
        # Of what is one of some nothing else need be reached.
        alone = len(item.atoms) == 1 and item.atoms[0] in place
        groups[place[item.atoms[0]] if alone else item.atoms].append(item)
    yield from ((group, None) for group in groups.values())
    single = [group for group in groups.values() if len(group[0].atoms) == 1]
    yield from ((group, other) for group in single for other in single if other is not group)


def _atoms(group: _Group) -> list[int]:
    return [atom for item in group for atom in item.atoms]


def _leaves(symbol: Symbol) -> Iterator[Symbol]:
    """The terms of a symbol, and of those the terms, down to what has none."""
    for term in symbol.arguments:
        if term.type == SymbolType.Function and term.arguments:
            yield from _leaves(term)
        else:
            yield term


def _cell(terms: Collection[Symbol]) -> Cell | None:
    """A row and a column, if some terms are two numbers."""
    numbers = [term.number for term in terms if term.type == SymbolType.Number]
    return (numbers[0], numbers[1]) if len(numbers) == len(terms) == 2 else None


def _sorted(literals: Iterable[Literal]) -> tuple[Literal, ...]:
    return tuple(sorted(literals, key=abs))

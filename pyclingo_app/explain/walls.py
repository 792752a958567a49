"""Who is cut off by what: why a sentence about what reaches what is broken.

Nothing here knows a genre.  A sentence asks for atoms of the ground program that
depend on themselves (``not reached(R, C)`` in its rules).  Under some marks each
rule for such an atom is open, or shut by any one of a set of marks.  If no rule
leads from one of the atoms that are asked for to another, in either direction,
one of them is cut off, wherever the first of all is; a smallest set of marks that
shuts all rules between the two is found as a maximum flow.  Where nothing is
asked for on the other side, an atom is cut off from all that needs no other one.

A mark may itself stand for a chain, as that an island is at a cell does: it holds by
other cells, whichever they are.  Where no marks alone shut all rules, few of them do
with such chains: that it is so, whatever way the chains take, is put to the oracle.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from clingo import Symbol

from ..draw.board import Cell
from ..solve.ground import Rule
from ..solve.oracle import bits, numbers
from .flows import Arc, Graph, network, smallest_wall
from .minimal import shrink
from .scope import Scope
from .sets import Known, Marks
State = Known
def literals(s): return Known(*s).literals
def state_of(l): return Known.of(l)

Shown = frozenset[int]
# What needs no mark to be shown.
_ALWAYS: Shown = frozenset((0,))
_WORD = re.compile(r"[^(),]+")


from .because import Cut


class _Asked(NamedTuple):
    """Atoms one of which has to be reached, and marks each of which shows that alone."""

    atoms: tuple[int, ...]
    why: Shown


class Walls:
    """Finds smallest cuts."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        # What atoms are called, as far as it was looked for, and where their cells stand.
        self._names: dict[int, list[str]] = {}
        self._all_named = False
        self._places: dict[str, int | None] = {}
        self._recursive = scope.forms.recursive
        self._together = scope.forms.together
        self._rules = scope.oracle.program.by_head
        self._marks = scope.mark_of
        self._found: dict[tuple[int, State], Cut | None] = {}
        self._orders: dict[int, list[int]] = {}
        self._inside: dict[int, frozenset[int]] = {}

    def speaks(self, sentence: int) -> bool:
        """Whether a sentence says that something has to be reached."""
        return bool(self._recursive and self._component(self.scope.oracle.literal(sentence)))

    def marks(self, sentence: int) -> int:
        """The marks that a sentence about what reaches what is about; none if these depend on themselves, too."""
        broken = self.scope.oracle.literal(sentence)
        component = self._component(broken)
        if not component or component & self._marks.keys():
            return Marks()
        return Marks.of(self._marks[atom] for atom in self._order(broken, component) if atom in self._marks)

    def cut(self, sentence: int, state: State) -> Cut | None:
        """Give a smallest cut that shows that a state breaks a sentence, if it is one."""
        key = sentence, state
        if key not in self._found:
            self._found[key] = self._cut(sentence, state)
        return self._found[key]

    def cells(self, cut: Cut) -> tuple[Cell, ...]:
        """The cells of what is cut off: those arguments of its atoms that change from one to the next.

        There are none where these lie outside the board, too, as corners of cells do.
        """
        return self._at(cut.inside)

    def _at(self, atoms: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(sorted({cell for atom in atoms if (cell := self.cell(atom))}))

    def cell(self, atom: int) -> Cell | None:
        """The cell of an atom that depends on itself, or is called like one that does, if it has one."""
        name, *terms = self._named(atom)
        place = self._place(name)
        return None if place is None else (int(terms[place]), int(terms[place + 1]))

    def _named(self, atom: int) -> list[str]:
        """The name of such an atom, and the numbers, names and strings in its terms; without one "" alone."""
        if atom not in self._names and not self._all_named:
            found = self.scope.oracle.names(self._recursive, atom)
            self._all_named = atom not in found
            self._names |= {other: _words(symbol) for other, symbol in found.items()}
        return self._names.get(atom, [""])

    def _place(self, name: str) -> int | None:
        """Which term in the atoms of a name that depend on themselves is a row, before a column."""
        if name not in self._places:
            called = {atom: terms for atom, (other, *terms) in self._names.items() if other == name}
            those = {atom: terms for atom, terms in called.items() if atom in self._recursive}
            moving = set()
            for target, terms in those.items():
                for source in {b for rule in self._rules[target] for b in rule.body if b in those}:
                    pairs = zip(those[source], terms, strict=False)
                    moving |= {k for k, (one, other) in enumerate(pairs) if one != other}
            last = min(map(len, those.values()), default=0) - 2
            # They stand side by side, and at the end where only one of them changes.
            place = min([*moving, last])
            proved = (terms for other, *terms in map(_words, self.scope.oracle.proved) if other == name)
            inside = last >= 0 and all(self._inside_board(t[place : place + 2]) for t in (*called.values(), *proved))
            self._places[name] = place if inside else None
        return self._places[name]

    @cached_property
    def _size(self) -> list[int]:
        """The number of rows and of columns, if it is given."""
        size = next((fact.arguments for fact in self.scope.problem.facts if fact.match("size", 2)), [])
        return [number.number for number in size]

    def _inside_board(self, cell: Sequence[str]) -> bool:
        """Whether a row and a column are of a cell, as far as the size of the board tells."""
        if len(cell) < 2 or not all(map(str.isdecimal, cell)):
            return False
        numbers = [*map(int, cell)]
        return all(0 < number <= most for number, most in zip(numbers, self._size or numbers, strict=True))

    def _component(self, broken: int) -> frozenset[int]:
        """The atoms that a sentence asks for, with all that depend on each other with these."""
        if broken not in self._inside:
            asked = {atom for atoms, _ in self._demands(broken) for atom in atoms}
            parts = {self._recursive[atom] for atom in asked}
            self._inside[broken] = frozenset().union(*(self._together[part] for part in parts))
        return self._inside[broken]

    def _demands(self, broken: int) -> Iterable[tuple[list[int], list[int]]]:
        """Where a sentence asks for atoms that depend on themselves: for one of some, and under which literals."""
        for rule in self._rules[broken]:
            for literal in rule.body:
                atoms: list[int] = []
                if -literal in self._recursive:
                    atoms = [-literal]
                elif literal < 0 and -literal not in self._marks:
                    bodies = [[b for b in r.body if b in self._recursive] for r in self._rules[-literal]]
                    if all(len(body) == 1 for body in bodies):
                        atoms = [body[0] for body in bodies]
                if atoms:
                    yield atoms, [other for other in rule.body if other != literal]

    def _cut(self, sentence: int, state: State) -> Cut | None:
        broken = self.scope.oracle.literal(sentence)
        component = self._component(broken)
        if not component:
            return None
        alone = self._alone(broken, component, state)
        arcs = self._arcs(component, alone)
        graphs = cache(lambda both: network(arcs, both))
        asked = self._due(broken, alone)
        best: tuple[tuple[object, ...], Cut, list[_Asked] | None] | None = None
        for one, other in self._pairs(asked, arcs, component):
            found = self._between(one, other, graphs(other is not None), arcs, asked)
            size = (len(found.wall) + len(found.witness), other is None, len(found.inside)) if found else ()
            if found and (best is None or size < best[0]):
                used = [*found.wall, *found.witness, -sentence]
                if self._clash(used):
                    best = size, found, other
        return best[1] if best else self._chained(sentence, state, asked)

    def _due(self, broken: int, alone: dict[int, Shown]) -> list[_Asked]:
        """What has to be reached, as some literals show."""
        return [
            _Asked(tuple(atoms), _all(alone[literal] for literal in rest))
            for atoms, rest in self._demands(broken)
            if all(literal in alone for literal in rest)
        ]

    def _chained(self, sentence: int, state: State, asked: list[_Asked]) -> Cut | None:
        """A cut by few marks some of which stand for chains, whatever way these take, between two things asked for."""
        own = self.marks(sentence).bits
        chains = [mark for mark in numbers(state[0] & ~own) if self.scope.oracle.literal(mark) in self._recursive]
        if not own or not chains:
            return None

        def parted(marks: list[int]) -> list[int] | None:
            core = self.scope.oracle.glance([-sentence, *marks]).core
            return core and [mark for mark in marks if mark in core]

        due = {mark for item in asked for mark in item.why}
        shut = [mark for mark in literals((state[0] & own, state[1] & own)) if mark not in due]
        marks = [*chains, *sorted(due - {0}, key=abs), *shut]
        # What cells a chain cannot hold is taken where it has to be.
        left = [-mark for mark in numbers(state[1] & ~own) if self.scope.oracle.literal(mark) in self._recursive]
        core = parted(marks) or parted([*left, *marks])
        used = shrink(core, parted) if core else []
        ends = [mark for mark in used if mark in due]
        inside = {atom for item in asked if ends[:1] and ends[0] in item.why for atom in item.atoms}
        if len(ends) != 2 or not {*chains} & {*used}:
            return None
        return Cut(_sorted(inside), (ends[0],), _sorted({*used} - {*ends}), _sorted(ends))

    def kept_out(self, sentence: int, state: State, literal: int, near: int) -> Cut | None:
        """Give a cut that shows why a mark cannot be, if a sentence shuts the last ways to what it needs:
        it forbids some of the marks ``near`` beside it."""
        rules = self._rules[self.scope.oracle.literal(literal)]
        atoms = [atom for rule in rules for atom in rule.body if atom in self._recursive]
        if literal < 0 or len(atoms) != 1:
            return None
        with_it = [-sentence, literal]
        # Notes shut nothing that is not shut by what is on the board.
        opened = numbers(near & ~(state[0] | state[1] | self.scope.pencil.bits))
        shut = [-mark for mark in opened if self._clash([*with_it, mark])]
        component = frozenset(self._together[self._recursive[atoms[0]]])
        true, false = state_of(shut)
        alone = self._alone(self.scope.oracle.literal(literal), component, (state[0] | true, state[1] | false))
        arcs = self._arcs(component, alone)
        asked = [_Asked((atoms[0],), frozenset((literal,)))]
        found = self._between(asked, None, network(arcs, False), arcs, asked)
        wall = found and _sorted({*found.wall} - {*shut})
        if not found or not wall or len(wall) == len(found.wall):
            return None
        return Cut(found.inside, (literal,), wall, (literal,)) if self._clash([*wall, *with_it]) else None

    def _clash(self, literals: list[int]) -> bool:
        """Whether some literals cannot hold together, as is found at once where something is cut off."""
        return self.scope.oracle.glance(literals).core is not None

    def closed(self, cut: Cut, state: State) -> bool:
        """Whether what is cut off is a ring: each joined to two others, by marks that are true and join no more."""
        atoms = {*cut.inside}
        pairs: dict[int, set[frozenset[int]]] = defaultdict(set)
        for atom in atoms:
            for rule in self._rules[atom]:
                inner = [b for b in rule.body if b in self._recursive and b != atom]
                joined = [self._marks[b] for b in rule.body if b in self._marks]
                if len(inner) == len(joined) == 1:
                    pairs[joined[0]].add(frozenset((atom, inner[0])))
        joints = [pair for mark, found in pairs.items() if len(found) == 1 and state[0] >> mark & 1 for pair in found]
        return bool(atoms) and all(sum(atom in pair and pair <= atoms for pair in joints) == 2 for atom in atoms)

    def _alone(self, broken: int, component: Collection[int], state: State) -> dict[int, Shown]:
        """The literals that a state shows, each with the marks that show it alone."""
        given = {*literals(state)}
        alone: dict[int, Shown] = {}
        for atom in self._order(broken, component):
            mark = self._marks.get(atom)
            if mark is not None:
                for sign in (1, -1):
                    if sign * mark in given:
                        alone[sign * atom] = frozenset((sign * mark,))
                continue
            shut = []
            for rule in self._rules[atom]:
                held = [literal for literal in rule.body if literal in alone]
                if _holds(rule, alone):
                    shown = _all(alone[literal] for literal in held)
                    alone[atom] = _any([alone[atom], shown]) if atom in alone else shown
                shut.append(self._shut(rule, alone))
            if atom not in alone and None not in shut:
                alone[-atom] = _all(one for one in shut if one is not None)
        return alone

    def _shut(self, rule: Rule, alone: dict[int, Shown]) -> Shown | None:
        """The marks that show alone that the body of a rule does not hold; None if it may hold."""
        against = sum(weight for weight, literal in rule.terms() if -literal in alone)
        bound = 0 if rule.bound is None else sum(rule.weights) - rule.bound
        if against <= bound:
            return None
        return _any(alone[-literal] for literal in rule.body if -literal in alone)

    def _order(self, broken: int, component: Collection[int]) -> list[int]:
        """The atoms on which a sentence depends, without those that depend on themselves, each after those below it."""
        if broken not in self._orders:
            seen, done = {*self._recursive}, []
            starts = [b for rule in self._rules[broken] for b in rule.body]
            starts += [b for atom in component for rule in self._rules[atom] for b in rule.body]
            stack = [(abs(start), False) for start in dict.fromkeys(starts)]
            while stack:
                atom, ready = stack.pop()
                if ready:
                    done.append(atom)
                elif atom not in seen:
                    seen.add(atom)
                    stack.append((atom, True))
                    if atom not in self._marks:
                        below = (abs(b) for rule in self._rules[atom] for b in rule.body)
                        stack += [(b, False) for b in below if b not in seen]
            self._orders[broken] = done
        return self._orders[broken]

    def _arcs(self, component: Collection[int], alone: dict[int, Shown]) -> list[Arc]:
        """The rules between the atoms of a component that are not shut for good."""
        arcs = []
        for atom in sorted(component):
            for rule in self._rules[atom]:
                inner = [b for b in rule.body if b in component]
                outer = [b for b in rule.body if b not in component and -b in alone]
                shut = _any(alone[-b] for b in outer) if outer else frozenset()
                if shut is not _ALWAYS and 0 not in shut:
                    arcs.append(Arc(inner[0] if inner else None, atom, shut))
        # An atom all of whose rules one mark shuts supports nothing.
        dead: dict[int, Shown] = {}
        for arc in arcs:
            dead[arc.target] = dead[arc.target] & arc.shut if arc.target in dead else arc.shut
        none: Shown = frozenset()
        return [
            arc._replace(shut=arc.shut | dead.get(arc.source, none) | dead[arc.target]) if arc.source else arc
            for arc in arcs
        ]

    def _pairs(
        self, asked: list[_Asked], arcs: list[Arc], component: Collection[int]
    ) -> Iterable[tuple[list[_Asked], list[_Asked] | None]]:
        """The groups of what is asked for, joined by open rules: each with another one, and each alone."""
        parent = {atom: atom for atom in component}

        def root(atom: int) -> int:
            while parent[atom] != atom:
                parent[atom] = atom = parent[parent[atom]]
            return atom

        for arc in arcs:
            if arc.source and not arc.shut:
                parent[root(arc.source)] = root(arc.target)
        groups: dict[Hashable, list[_Asked]] = defaultdict(list)
        for one in asked:
            groups[root(one.atoms[0]) if len(one.atoms) == 1 else one.atoms].append(one)
        single = [group for group in groups.values() if len(group[0].atoms) == 1]
        for group in groups.values():
            for other in single:
                if other is not group and group in single:
                    yield group, other
            yield group, None

    def _between(
        self, one: list[_Asked], other: list[_Asked] | None, graph: Graph, arcs: list[Arc], asked: list[_Asked]
    ) -> Cut | None:
        """The smallest wall between what is asked for and something else, or all that needs nothing."""
        targets = [atom for item in one for atom in item.atoms]
        found = smallest_wall(graph, targets, _starts(other, arcs))
        if found is None:
            return None
        wall, inside = found
        if other is None:
            for arc in arcs:
                if arc.source is None and arc.target in inside and not arc.shut & wall:
                    wall |= {min(arc.shut, key=abs)}
        due = [item for item in asked if inside.issuperset(item.atoms)]
        others = [item for item in asked if not inside & {*item.atoms}] if other is not None else []
        here, there = self._witness(due, wall), self._witness(others, wall)
        apart = {min(item.why & here or item.why, key=abs) for item in due if item.why and 0 not in item.why}
        atoms = {atom for item in due for atom in item.atoms}
        return Cut(_sorted(atoms), _sorted(apart), _sorted(wall), _sorted(here | there))

    def _witness(self, asked: list[_Asked], wall: Collection[int]) -> set[int]:
        """A mark that shows alone that something has to be reached, near the wall."""
        if any(0 in item.why or item.why & {*wall} for item in asked):
            return set()
        near = [cell for mark in wall if (cell := self.scope.cells[abs(mark)])]

        def distance(mark: int) -> tuple[int, int]:
            cell = self.scope.cells[abs(mark)]
            away = (abs(cell[0] - r) + abs(cell[1] - c) for r, c in near) if cell else ()
            return min(away, default=0), abs(mark)

        return {*sorted({mark for item in asked for mark in item.why}, key=distance)[:1]}


def _words(symbol: Symbol) -> list[str]:
    """The name of an atom, and the numbers, names and strings in its terms: as text, as that is the fastest."""
    return _WORD.findall(str(symbol))


def _starts(other: list[_Asked] | None, arcs: list[Arc]) -> list[int]:
    """Where what is not cut off begins: at something else that is asked for, or at all that needs nothing."""
    if other is None:
        return [arc.target for arc in arcs if arc.source is None and not arc.shut]
    return [atom for item in other for atom in item.atoms]


def _sorted(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(numbers, key=abs))


def _all(sets: Iterable[Shown]) -> Shown:
    """The marks that show alone what takes several things to be shown: those that show each of them."""
    found = _ALWAYS
    for one in sets:
        found = one if 0 in found else found if 0 in one else found & one
    return found


def _any(sets: Iterable[Shown]) -> Shown:
    """The marks that show alone what any of several things shows."""
    found: Shown = frozenset().union(*sets)
    return _ALWAYS if 0 in found else found


def _holds(rule: Rule, shown: Collection[int]) -> bool:
    """Whether the head of a rule holds with what is shown."""
    weight = sum(weight for weight, literal in rule.terms() if literal in shown)
    return not rule.choice and weight >= (len(rule.body) if rule.bound is None else rule.bound)

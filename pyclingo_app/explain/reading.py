"""What players see at once: what the sentences of the part pencil give, read off the ground program without a search.

Such a sentence, that a path is one line from end to end say, may stand for many rules.
They are read as clauses about marks, and as demands: an atom that depends on itself
has to be reached under conditions (``:- on(R, C, X), not route(R, C, X).``), along rules
that lead from one atom to another as long as no mark shuts them.  What a rule says
besides is left out, so that what is read is right, but there may be more.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations, islice
from typing import NamedTuple

from ..solve.oracle import bits, numbers
from .crossing import Crossing, Threads, crossings
from .scope import Scope
from .state import State, literals, state_of

# Where the rules for what is reached begin.
_ROOT = 0


class _Cut(NamedTuple):
    """Why a literal follows from what has to be reached: under some conditions, for what is cut off otherwise.

    ``shut`` is the literal that would do so, 0 if it is cut off anyway; ``before`` says how many literals held before.
    """

    conditions: tuple[int, ...]
    shut: int
    before: int


# The literals that hold, each with those from which it follows: none for those that are given.
_Values = dict[int, tuple[int, ...] | _Cut]


class Readings:
    """Reads some sentences; ``recursive`` are the atoms that depend on themselves."""

    def __init__(self, scope: Scope, sentences: Iterable[int], recursive: Collection[int]) -> None:
        self._oracle = scope.oracle
        self._recursive = recursive
        self._marks = {scope.oracle.literal(mark): mark for mark in scope.cells}
        self._rules = scope.oracle.program.by_head
        self._said: dict[int, int | None] = {}
        self._known: dict[tuple[int, int, int], State | None] = {}
        self._readings: dict[int, _Reading | Crossing] = {}
        excluded = self._excluded()
        for sentence in sentences:
            reading = self._read(scope.oracle.literal(sentence), excluded)
            if reading:
                self._readings[sentence] = reading
        if any(reading.demands for reading in self._readings.values()):
            left = {s: scope.oracle.literal(s) for s in sentences if s not in self._readings}
            self._readings |= crossings(Threads(scope, self._literal), left, excluded)
        else:
            # Where nothing has to be reached tables tell as much, and what other sentences give is looked at as well.
            self._readings.clear()

    @property
    def sentences(self) -> int:
        """The set of the sentences that can be read."""
        return bits(self._readings)

    def marks(self, sentence: int) -> int:
        """The marks that a sentence is about."""
        return self._readings[sentence].scope

    def learn(self, state: State) -> None:
        """Take what is known: what follows with more is found the faster."""
        for reading in self._readings.values():
            reading.learn(state)

    def follow(self, sentence: int, state: State) -> State | None:
        """Give the marks that a sentence forces to be true and to be false with some that are, None if it is broken."""
        reading = self._readings[sentence]
        key = sentence, state[0] & reading.scope, state[1] & reading.scope
        if key not in self._known:
            self._oracle.work += reading.size
            self._known[key] = reading.follow(key[1:])
        return self._known[key]

    def plainly(self, sentence: int, state: State) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
        """Give what a sentence forces mark by mark, whatever has to be reached: the literals that hold, each with those
        from which it follows, and some that contradict each other."""
        reading = self._readings[sentence]
        self._oracle.work += reading.size
        return reading.plainly((state[0] & reading.scope, state[1] & reading.scope))

    def why(self, sentence: int, state: State, order: list[int]) -> int | None:
        """Give few of some marks with which a sentence is broken; the first in an order are left out first.

        None if it is not.
        """
        reading = self._readings[sentence]
        known = (state[0] | state[1]) & reading.scope
        near = [mark for mark in order if known >> mark & 1]
        given = [mark if state[0] >> mark & 1 else -mark for mark in near]
        found = reading.core(given)
        if found is None:
            return None
        for literal in given:
            if literal in found:
                self._oracle.work += reading.size
                found = reading.core([other for other in found if other != literal]) or found
        return bits(map(abs, found))

    def _read(self, broken: int, excluded: dict[int, int]) -> "_Reading | None":
        clauses: list[tuple[int, ...]] = []
        demands: list[tuple[int, tuple[int, ...]]] = []
        for rule in self._rules[broken]:
            said = [(literal, self._literal(literal)) for literal in rule.body]
            inner = [literal for literal, one in said if one is None]
            own = tuple([one for _, one in said if one is not None])
            if rule.bound is not None or len(inner) > 1:
                return None
            if not inner:
                clauses.append(tuple(-one for one in own))
            elif -inner[0] in self._recursive:
                demands.append((-inner[0], own))
            else:
                parts = self._parts(inner[0])
                if parts is None:
                    return None
                clauses += [(*(-one for one in own), *part) for part in parts]
        arcs = self._arcs(atom for atom, _ in demands)
        return _Reading(clauses, demands, arcs, excluded)

    def _parts(self, literal: int) -> list[tuple[int, ...]] | None:
        """The clauses that say that a literal, which counts marks or is a case of some, does not hold."""
        rules = self._rules.get(abs(literal), [])
        if any(rule.choice for rule in rules) or any(weight > 1 for rule in rules for weight in rule.weights):
            return None
        bodies: list[tuple[list[int], int]] = []
        for rule in rules:
            # What no rule derives is false.
            certain = [one for one in rule.body if one < 0 and not self._rules.get(-one)]
            body = [one for other in rule.body if other not in certain and (one := self._literal(other)) is not None]
            if len(certain) + len(body) < len(rule.body):
                return None
            bodies.append((body, (len(rule.body) if rule.bound is None else rule.bound) - len(certain)))
        if literal > 0:
            ways = [way for body, bound in bodies for way in combinations(body, max(bound, 0))]
            return [tuple(-one for one in way) for way in ways]
        if len(bodies) == 1:
            ((body, bound),) = bodies
            return [] if bound <= 0 else [*combinations(body, len(body) - bound + 1)]
        simple = all(len(body) == bound == 1 for body, bound in bodies)
        return [tuple(body[0] for body, _ in bodies)] if simple else None

    def _arcs(self, atoms: Iterable[int]) -> "dict[int, list[_Arc]]":
        """The rules for some atoms and for those that lead to them, by where they lead from."""
        arcs: dict[int, list[_Arc]] = defaultdict(list)
        found = [*dict.fromkeys(atoms)]
        seen = {*found}
        for atom in found:
            for rule in self._rules.get(atom, ()):
                inner = [literal for literal in rule.body if literal in self._recursive]
                said = [self._literal(literal) for literal in rule.body] if rule.bound is None else []
                shut = tuple([-one for one in said if one is not None])
                arcs[inner[0] if inner else _ROOT].append((atom, shut))
                if inner and inner[0] not in seen:
                    seen.add(inner[0])
                    found.append(inner[0])
        return arcs

    def _literal(self, literal: int) -> int | None:
        """The literal of a mark that stands for one of the ground program, None if there is none."""
        atom = abs(literal)
        if atom not in self._said:
            rules = self._rules.get(atom, [])
            if atom in self._marks:
                self._said[atom] = self._marks[atom]
            elif len(rules) == 1 and not rules[0].choice and len(rules[0].body) == 1 and atom not in self._recursive:
                self._said[atom] = self._literal(rules[0].body[0])
            else:
                self._said[atom] = None
        mark = self._said[atom]
        return None if mark is None else mark if literal > 0 else -mark

    def _excluded(self) -> dict[int, int]:
        """For each mark those that the definitions exclude beside it: what one of them takes, the other one denies."""
        takes: dict[int, int] = defaultdict(int)
        bodies = {}
        for atom, mark in self._marks.items():
            bodies[mark] = self._takes(atom)
            for literal in bodies[mark]:
                takes[literal] |= 1 << mark
        excluded = {}
        for mark, body in bodies.items():
            others = 0
            for literal in body:
                others |= takes.get(-literal, 0)
            if others:
                excluded[mark] = others
        return excluded

    def _takes(self, atom: int) -> list[int]:
        """The literals that hold with an atom, as its only rule says, with those that hold with them."""
        found = [atom]
        for literal in found:
            rules = self._rules.get(literal, [])
            if len(rules) == 1 and not rules[0].choice and rules[0].bound is None and literal not in self._recursive:
                found += [other for other in rules[0].body if other not in found]
        return found[1:]


# Where a rule leads, and literals each of which shuts it.
_Arc = tuple[int, tuple[int, ...]]


class _Reached(NamedTuple):
    """What is reached: each with what leads there from the nearest, and with where open rules lead from there."""

    before: dict[int, int]
    leaving: dict[int, list[_Arc]]


class _Excluded(dict[int, tuple[int, ...]]):
    """For each literal those that do not hold beside it, as definitions say, of the marks in a scope."""

    def __init__(self, excluded: dict[int, int], scope: int) -> None:
        self._every = excluded
        self._scope = scope

    def __missing__(self, literal: int) -> tuple[int, ...]:
        inside = literal > 0 and self._scope >> literal & 1
        others = self._every.get(literal, 0) & self._scope if inside else 0
        found = self[literal] = tuple(-other for other in numbers(others))
        return found


class _Reading:
    """What is read of a sentence; ``size`` says how much that is."""

    def __init__(
        self,
        clauses: list[tuple[int, ...]],
        demands: list[tuple[int, tuple[int, ...]]],
        arcs: dict[int, list[_Arc]],
        excluded: dict[int, int],
    ) -> None:
        self._holding: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for clause in clauses:
            for literal in clause:
                self._holding[literal].append(clause)
        self.demands = demands
        self._arcs = arcs
        self._shutting = {literal for leaving in arcs.values() for _, shut in leaving for literal in shut}
        self._asking: dict[int, list[int]] = defaultdict(list)
        for atom, conditions in demands:
            for literal in conditions:
                self._asking[literal].append(atom)
        own = {*self._holding, *self._shutting, *(literal for _, conditions in demands for literal in conditions)}
        self.scope = bits(map(abs, own))
        for mark in list(numbers(self.scope)):
            self.scope |= excluded.get(mark, 0)
        self._excluded = _Excluded(excluded, self.scope)
        self.size = len(clauses) + len(self._shutting)
        # What follows from what is known.
        self._base: tuple[State, _Values, set[int] | None] = (0, 0), {}, None
        self._known: State = 0, 0

    def learn(self, state: State) -> None:
        """Take what is known."""
        self._known = state[0] & self.scope, state[1] & self.scope

    def follow(self, state: State) -> State | None:
        """Give what is forced to be true and to be false, None if the sentence is broken."""
        if not any(_without(self._known, state)):
            if self._base[0] != self._known:
                before, values, passed = self._base
                values = dict(values)
                now = self._run(values, literals(_without(self._known, before)), passed)
                if isinstance(now, tuple):
                    return None
                self._base = self._known, values, now
            before, values, passed = self._base
            values = dict(values)
        else:
            before, values, passed = (0, 0), {}, None
        if isinstance(self._run(values, literals(_without(state, before)), passed), tuple):
            return None
        return _without(state_of(values), state)

    def plainly(self, state: State) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
        """Give what clauses force one after another, and literals that contradict each other, if there are any."""
        values: _Values = {}
        broken = self._spread(values, [(literal, ()) for literal in literals(state)])
        return {one: why for one, why in values.items() if not isinstance(why, _Cut)}, broken or ()

    def core(self, given: list[int]) -> list[int] | None:
        """Give some of the literals that are given with which the sentence is broken, None if it is not."""
        values: _Values = {}
        broken = self._run(values, given, None)
        if not isinstance(broken, tuple):
            return None
        needed = {*broken}
        for literal in reversed(values):
            if literal in needed:
                needed |= {*self._why(values, values[literal])}
        return [literal for literal in given if literal in needed]

    def _why(self, values: _Values, why: tuple[int, ...] | _Cut) -> tuple[int, ...]:
        """The literals from which one follows: where something is cut off also those that shut it in."""
        if not isinstance(why, _Cut):
            return why
        before = dict(islice(values.items(), why.before))
        return *why.conditions, *self._wall(before, self._reached(before, why.shut).before, why.shut)

    def _run(self, values: _Values, given: Iterable[int], passed: set[int] | None) -> set[int] | tuple[int, ...]:
        """Add what follows to the literals that hold; ``passed`` is what all ways to what has to be reached pass then.

        Gives the latter, or literals that contradict each other.
        """
        found: list[tuple[int, tuple[int, ...] | _Cut]] = [(literal, ()) for literal in given]
        while found:
            size = len(values)
            broken = self._spread(values, found)
            if broken is not None:
                return broken
            if passed is not None and not any(self._matters(one, passed) for one in islice(values, size, None)):
                return passed
            passed = set()
            found = []
            for literal, why in self._reach(values, passed):
                if not literal:
                    return self._why(values, why)
                found.append((literal, why))
        return set() if passed is None else passed

    def _matters(self, literal: int, passed: set[int]) -> bool:
        """Whether a literal shuts a rule, or asks for more than is passed anyway."""
        return literal in self._shutting or not passed.issuperset(self._asking.get(literal, ()))

    def _spread(self, values: _Values, found: list[tuple[int, tuple[int, ...] | _Cut]]) -> tuple[int, ...] | None:
        """Follow clauses."""
        holding, excluded = self._holding, self._excluded
        for literal, why in found:
            if literal in values:
                continue
            if -literal in values:
                return *self._why(values, why), -literal
            values[literal] = why
            for other in excluded[literal]:
                if other not in values:
                    found.append((other, (literal,)))
            for clause in holding.get(-literal, ()):
                left = 0
                for other in clause:
                    if -other not in values:
                        if left or other in values:
                            break
                        left = other
                else:
                    rest = tuple(-other for other in clause if other != left)
                    if not left:
                        return rest
                    found.append((left, rest))
        return None

    def _reach(self, values: _Values, passed: set[int]) -> Iterator[tuple[int, _Cut]]:
        """Give the literals that follow from what has to be reached, each with why; 0 if that cannot be.

        Notes what all ways there pass.
        """
        if not self.demands:
            return
        reached = self._reached(values)
        due = {}
        for atom, conditions in self.demands:
            left = [one for one in conditions if one not in values]
            if atom in reached.before:
                if not left:
                    due[atom] = conditions
            elif not left:
                yield 0, _Cut(conditions, 0, len(values))
                return
            elif len(left) == 1 and -left[0] not in values:
                yield -left[0], _Cut(tuple(one for one in conditions if one != left[0]), 0, len(values))
        # What leads on without any literal is reached with what it leads on from.
        passed |= self._surely(reached, _ROOT, values)
        for atom, conditions in due.items():
            if atom not in passed:
                passed |= self._surely(reached, atom, values)
                for needed, entering in _needed(reached, atom):
                    passed.add(needed)
                    for literal in {*entering[0]}.intersection(*entering[1:]):
                        if -literal not in values:
                            yield -literal, _Cut(conditions, literal, len(values))

    def _reached(self, values: _Values, literal: int = 0) -> _Reached:
        """What is reached by which rules, without those that a literal shuts; the nearest come first."""
        arcs, holds = self._arcs, values.keys()
        before, leaving = {_ROOT: _ROOT}, {}
        queue = [_ROOT]
        for source in queue:
            leaving[source] = [
                arc for arc in arcs.get(source, ()) if literal not in arc[1] and holds.isdisjoint(arc[1])
            ]
            for target, _ in leaving[source]:
                if target not in before:
                    before[target] = source
                    queue.append(target)
        return _Reached(before, leaving)

    def _surely(self, reached: _Reached, start: int, values: _Values) -> set[int]:
        """What is reached from an atom by rules that nothing can shut any more."""
        found = [start]
        seen = {start}
        for source in found:
            for target, shut in reached.leaving[source]:
                if target not in seen and all(-literal in values for literal in shut):
                    seen.add(target)
                    found.append(target)
        return seen

    def _wall(self, values: _Values, reached: Collection[int], literal: int) -> tuple[int, ...]:
        """Literals that shut the rules from what is reached to what is not, but for those that a literal shuts."""
        wall: dict[int, None] = {}
        for source in reached:
            for target, shut in self._arcs.get(source, ()):
                if target not in reached and literal not in shut:
                    wall[next(one for one in shut if one in values)] = None
        return tuple(wall)


def leading(values: Mapping[int, tuple[int, ...]], ends: Iterable[int]) -> set[int]:
    """Some of the literals that hold, with all that lead to them; ``values`` has for each those from which it follows.

    >>> sorted(leading({1: (), 2: (), 3: (1,), 4: (3,), 5: (2, 3)}, [4]))
    [1, 3, 4]
    """
    needed = {*ends}
    for one in reversed([*values]):
        needed |= {*values[one]} if one in needed else set()
    return needed


def _without(state: State, other: State) -> State:
    return state[0] & ~other[0], state[1] & ~other[1]


def _needed(reached: _Reached, atom: int) -> Iterator[tuple[int, list[tuple[int, ...]]]]:
    """What all ways to an atom pass, it among them, each with what shuts the rules that lead there from before it.

    Of one way, each piece is passed that no other way from before it leads beyond.
    """
    way = [atom]
    while way[-1] != _ROOT:
        way.append(reached.before[way[-1]])
    way.reverse()
    places = {other: place for place, other in enumerate(way)}
    entering: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    seen: set[int] = set()
    farthest = 0
    for place, start in enumerate(way[:-1]):
        queue = [start]
        for source in queue:
            for target, shut in reached.leaving[source]:
                there = places.get(target)
                if there is None:
                    if target not in seen:
                        seen.add(target)
                        queue.append(target)
                elif there > place:
                    entering[there].append(shut)
                    farthest = max(farthest, there)
        if farthest == place + 1:
            yield way[farthest], entering[farthest]

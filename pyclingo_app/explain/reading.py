"""What players see at once: what the sentences of the part pencil give, read off the ground program without a search.

Such a sentence, that a path is one line from end to end say, may stand for many rules.
They are read as clauses about marks, and as demands: an atom that depends on itself
has to be reached under conditions (``:- on(R, C, X), not route(R, C, X).``), along rules
that lead from one atom to another as long as no mark shuts them.  What a rule says
besides is left out, so that what is read is right, but there may be more.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations

from ..draw.board import Cell
from ..solve.oracle import bits
from .crossing import Crossing, Crossings, Threads, crossings
from .following import ROOT, Arc, Following
from .scope import Scope
from .state import State, without


class Readings:
    """Reads some sentences."""

    def __init__(self, scope: Scope, sentences: Iterable[int]) -> None:
        self._oracle = scope.oracle
        self._recursive = scope.forms.recursive
        self._marks = scope.mark_of
        self._rules = scope.oracle.program.by_head
        self._said: dict[int, int | None] = {}
        self._parted: dict[int, list[tuple[int, ...]] | None] = {}
        self._known: dict[tuple[int, int, int], State | None] = {}
        self._readings: dict[int, Following | Crossing] = {}
        self._crossings: Crossings | None = None
        sentences = [*sentences]
        self._excluded = excluded = self._excluding() if sentences else {}
        for sentence in sentences:
            reading = self._read(scope.oracle.literal(sentence), excluded)
            if reading:
                self._readings[sentence] = reading
        if any(reading.demands for reading in self._readings.values()):
            left = {s: scope.oracle.literal(s) for s in sentences if s not in self._readings}
            self._crossings = crossings(Threads(scope, self._literal), left, excluded)
            self._readings |= self._crossings.readings if self._crossings else {}
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

    def excludes(self, mark: int, other: int) -> bool:
        """Whether the definitions exclude a mark beside another one."""
        return bool(self._excluded.get(mark, 0) >> other & 1)

    def learn(self, state: State) -> None:
        """Take what is known: what follows with more is found the faster."""
        for reading in self._readings.values():
            reading.learn(state)

    def telling(self, sentences: int, state: State) -> int:
        """Those of some sentences that may give something with a state: of all lines that cross it is asked at once."""
        if not self._crossings or not sentences & self._crossings.every:
            return sentences
        return sentences & (~self._crossings.every | self._crossings.broken(state))

    def follow(self, sentence: int, state: State) -> State | None:
        """Give the marks that a sentence forces to be true and to be false with some that are, None if it is broken."""
        reading = self._readings[sentence]
        part = reading.part(state)
        key = sentence, *part
        if key not in self._known:
            self._oracle.work += reading.size
            self._known[key] = reading.follow(part)
        found = self._known[key]
        return found and without(found, state)

    def plainly(self, sentence: int, state: State) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
        """Give what a sentence forces mark by mark, whatever has to be reached: the literals that hold, each with those
        from which it follows, and some that contradict each other."""
        reading = self._readings[sentence]
        self._oracle.work += reading.size
        return reading.plainly((state[0] & reading.scope, state[1] & reading.scope))

    def led(self, sentence: int, state: State) -> dict[int, tuple[int, ...]]:
        """Give what follows from a sentence, each literal after those from which it does, with these."""
        reading = self._readings[sentence]
        self._oracle.work += reading.size
        return reading.led((state[0] & reading.scope, state[1] & reading.scope))

    def turns(self, sentence: int, state: State) -> tuple[Cell, ...]:
        """The cells in which two lines alternate that would have to cross, if a sentence says that they do not."""
        reading = self._readings[sentence]
        return reading.turns(state) if isinstance(reading, Crossing) else ()

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

    def _read(self, broken: int, excluded: dict[int, int]) -> Following | None:
        clauses: list[tuple[int, ...]] = []
        demands: list[tuple[int, tuple[int, ...]]] = []
        for rule in self._rules[broken]:
            inner: list[int] = []
            own: list[int] = []
            denied: list[int] = []
            for literal in rule.body:
                if (one := self._literal(literal)) is None:
                    inner.append(literal)
                else:
                    own.append(one)
                    denied.append(-one)
            if rule.bound is not None or len(inner) > 1:
                return None
            if not inner:
                clauses.append(tuple(denied))
            elif -inner[0] in self._recursive:
                demands.append((-inner[0], tuple(own)))
            else:
                if inner[0] not in self._parted:
                    self._parted[inner[0]] = self._parts(inner[0])
                parts = self._parted[inner[0]]
                if parts is None:
                    return None
                clauses += [(*denied, *part) for part in parts]
        arcs = self._arcs(atom for atom, _ in demands)
        return Following(clauses, demands, arcs, excluded)

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

    def _arcs(self, atoms: Iterable[int]) -> dict[int, list[Arc]]:
        """The rules for some atoms and for those that lead to them, by where they lead from."""
        arcs: dict[int, list[Arc]] = defaultdict(list)
        found = [*dict.fromkeys(atoms)]
        seen = {*found}
        for atom in found:
            for rule in self._rules.get(atom, ()):
                inner = [literal for literal in rule.body if literal in self._recursive]
                said = [self._literal(literal) for literal in rule.body] if rule.bound is None else []
                shut = tuple([-one for one in said if one is not None])
                arcs[inner[0] if inner else ROOT].append((atom, shut))
                if inner and inner[0] not in seen:
                    seen.add(inner[0])
                    found.append(inner[0])
        return arcs

    def _literal(self, literal: int) -> int | None:
        """The literal of a mark that stands for one of the ground program, None if there is none."""
        if literal not in self._said:
            atom = abs(literal)
            rules = self._rules.get(atom, [])
            mark = self._marks.get(atom)
            if mark is None and len(rules) == 1 and not rules[0].choice and atom not in self._recursive:
                mark = self._literal(rules[0].body[0]) if len(rules[0].body) == 1 else None
            self._said |= {atom: mark, -atom: None if mark is None else -mark}
        return self._said[literal]

    def _excluding(self) -> dict[int, int]:
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


def leading(values: Mapping[int, tuple[int, ...]], ends: Iterable[int]) -> set[int]:
    """Some of the literals that hold, with all that lead to them; ``values`` has for each those from which it follows.

    >>> sorted(leading({1: (), 2: (), 3: (1,), 4: (3,), 5: (2, 3)}, [4]))
    [1, 3, 4]
    """
    needed = {*ends}
    for one in reversed([*values]):
        needed |= {*values[one]} if one in needed else set()
    return needed

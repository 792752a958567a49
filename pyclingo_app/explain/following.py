"""What follows from a sentence that is read as clauses about marks, and as demands: what has to be reached.

A demand asks, under conditions, that an atom is reached: along rules that lead from one atom to another as long as
no mark shuts them.  What shuts the last way there is false, and so is what asks for what is cut off.  What is
known stays known, so that of a sentence less and less is open: only that is looked at.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from functools import cached_property, reduce
from itertools import islice
from operator import or_
from typing import NamedTuple

from ..solve.oracle import bits, numbers
from .state import State, literals, state_of, without

# Where the rules for what is reached begin.
ROOT = 0
# After how many looks at a sentence it is worth while to find out what of it is open.
_OFTEN = 20

Clause = tuple[int, ...]
# An atom that has to be reached, and under which conditions.
Demand = tuple[int, tuple[int, ...]]
# By where they lead from, the rules for what is reached: where each leads, and literals each of which shuts it.
Arc = tuple[int, tuple[int, ...]]
Arcs = Mapping[int, list[Arc]]


class _Cut(NamedTuple):
    """Why a literal follows from what has to be reached: under some conditions, for what is cut off otherwise.

    ``shut`` is the literal that would do so, 0 if it is cut off anyway; ``before`` says how many literals held before.
    """

    conditions: tuple[int, ...]
    shut: int
    before: int


_Why = tuple[int, ...] | _Cut
# The literals that hold, each with those from which it follows: none for those that are given.
_Values = dict[int, _Why]


class _Broken(NamedTuple):
    """Why a sentence is broken: what follows from something, with some literals that contradict it."""

    why: _Why
    literals: tuple[int, ...] = ()


class _Open(NamedTuple):
    """What of a sentence is open: clauses by their literals, what marks exclude beside them, demands, and by the
    literals that shut them where rules lead from; and the marks that tell anything more."""

    clauses: list[Clause]
    holding: Mapping[int, list[Clause]]
    beside: Mapping[int, list[int]]
    demands: list[Demand]
    shutting: Mapping[int, list[int]]
    matters: int


class _Stand(NamedTuple):
    """What follows from some marks.

    known    the marks
    values   what follows from them, ``state`` the same as a state
    arcs     the rules that are not shut
    reached  what is reached by them
    passed   what all ways to what has to be reached pass; None if that was not looked at
    telling  the literals that may make it more: without them there are ways that have no more in common
    """

    known: State
    values: _Values
    state: State
    arcs: Arcs
    reached: Mapping[int, int]
    passed: Collection[int] | None
    telling: Set[int] = frozenset()


class Following:
    """What follows from a sentence.

    scope    the marks that it is about
    demands  what has to be reached
    size     how much is read of it
    """

    def __init__(self, clauses: list[Clause], demands: list[Demand], arcs: Arcs, excluded: Mapping[int, int]) -> None:
        """``excluded`` are for each mark those that cannot be beside it."""
        self.demands = demands
        self._arcs = arcs
        self._asking: dict[int, list[int]] = defaultdict(list)
        for atom, conditions in demands:
            for literal in conditions:
                self._asking[literal].append(atom)
        self._clauses = clauses
        self._own = bits(abs(literal) for clause in clauses for literal in clause) | bits(map(abs, self._asking))
        self._excluded = excluded
        shutting = bits(abs(literal) for leaving in arcs.values() for _, shut in leaving for literal in shut)
        self.scope = reduce(or_, (excluded.get(mark, 0) for mark in numbers(self._own)), self._own | shutting)
        self.size = len(clauses) + shutting.bit_count()
        # What follows from nothing, from what is known, and what did from what was looked at last.
        self._nothing = self._base = self._last = _Stand((0, 0), {}, (0, 0), arcs, {}, None)
        self._open: _Open | None = None
        self._known: State = 0, 0
        # How often it was looked at since more is known.
        self._asked = 0

    @cached_property
    def _whole(self) -> _Open:
        """All that the sentence says."""
        beside: dict[int, list[int]] = defaultdict(list)
        for mark in numbers(self._own):
            for other in numbers(self._excluded.get(mark, 0)):
                beside[mark].append(-other)
                if not self._own >> other & 1:
                    beside[other].append(-mark)
        return _opened(self._nothing, self._clauses, beside, self.demands)

    def learn(self, state: State) -> None:
        """Take what is known."""
        self._known = state[0] & self.scope, state[1] & self.scope

    def part(self, state: State) -> State:
        """The part of a state that tells anything, with what is known."""
        base, opened = self._from(state)
        return base.known[0] | state[0] & opened.matters, base.known[1] | state[1] & opened.matters

    def follow(self, part: State) -> State | None:
        """Give what holds where a part of a state does, None if the sentence is broken."""
        base, opened = self._from(part)
        # Mostly a little more is looked at each time.
        if opened is self._open and not any(without(self._last.known, part)):
            base = self._last
        found = self._followed(base, part, opened)
        if found is None:
            return None
        if opened is self._open:
            self._last = found
        return found.state

    def plainly(self, state: State) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
        """Give what clauses force one after another, and literals that contradict each other, if there are any."""
        values: _Values = {}
        broken = _spread(values, [(literal, ()) for literal in literals(state)], self._whole)
        clashing = (*self._why(values, broken.why), *broken.literals) if broken else ()
        return {one: why for one, why in values.items() if not isinstance(why, _Cut)}, clashing

    def led(self, state: State) -> dict[int, tuple[int, ...]]:
        """Give what follows from a state, one literal after another, each with those from which it follows."""
        values: _Values = {}
        self._run(values, literals(state), self._nothing, self._whole)
        return {one: self._why(values, why) for one, why in values.items()}

    def core(self, given: list[int]) -> list[int] | None:
        """Give some of the literals that are given with which the sentence is broken, None if it is not."""
        values: _Values = {}
        broken = self._run(values, given, self._nothing, self._whole)
        if not isinstance(broken, _Broken):
            return None
        needed = {*broken.literals, *self._why(values, broken.why)}
        for literal in reversed(values):
            if literal in needed:
                needed |= {*self._why(values, values[literal])}
        return [literal for literal in given if literal in needed]

    def _from(self, state: State) -> tuple[_Stand, _Open]:
        """What follows from as much of a state as is known, and what of the sentence is open then."""
        if any(without(self._base.known, state)):
            return self._nothing, self._whole
        if self._open is None:
            self._open = self._whole
        new = without(self._known, self._base.known)
        if (new[0] | new[1]) & self._open.matters and not any(without(new, state)):
            found = self._followed(self._base, self._known, self._open)
            if found:
                more = without(found.state, found.known)
                self._open = self._open._replace(matters=self._open.matters | more[0] | more[1])
                self._base = self._last = found
                self._asked = 0
        self._asked += 1
        if self._asked == _OFTEN and self._base.passed is not None:
            arcs = {source: self._base.arcs[source] for source in self._base.reached if source in self._base.arcs}
            self._base = self._last = self._base._replace(arcs=arcs)
            self._open = _opened(self._base, self._open.clauses, self._open.beside, self._open.demands)
        return self._base, self._open

    def _followed(self, base: _Stand, state: State, opened: _Open) -> _Stand | None:
        """What follows from a state, by way of what does from less; None if the sentence is broken."""
        values = dict(base.values)
        end = self._run(values, literals(without(state, base.known)), base, opened)
        if isinstance(end, _Broken):
            return None
        true, false = state_of(_since(values, len(base.values)))
        return end._replace(known=state, values=values, state=(base.state[0] | true, base.state[1] | false))

    def _why(self, values: _Values, why: _Why) -> tuple[int, ...]:
        """The literals from which one follows: where something is cut off also those that shut it in."""
        if not isinstance(why, _Cut):
            return why
        before = dict(islice(values.items(), why.before))
        reached = _reached({source: _left(leaving, before, why.shut) for source, leaving in self._arcs.items()})
        return *why.conditions, *self._wall(before, reached, why.shut)

    def _wall(self, values: _Values, reached: Collection[int], literal: int) -> tuple[int, ...]:
        """Literals that shut the rules from what is reached to what is not, but for those that a literal shuts."""
        wall: dict[int, None] = {}
        for source in reached:
            for target, shut in self._arcs.get(source, ()):
                if target not in reached and literal not in shut:
                    wall[next(one for one in shut if one in values)] = None
        return tuple(wall)

    def _run(self, values: _Values, given: Iterable[int], base: _Stand, opened: _Open) -> _Stand | _Broken:
        """Add what follows to the literals that hold, and give what is left; or how that breaks the sentence."""
        stand = base
        found: list[tuple[int, _Why]] = [(literal, ()) for literal in given]
        while found:
            size = len(values)
            broken = _spread(values, found, opened)
            if broken is not None:
                return broken
            new = [*_since(values, size)]
            arcs = self._shut(stand, new, values, opened)
            kept = stand.passed is not None and not self._asks(new, stand.passed)
            if kept and arcs is stand.arcs:
                return stand
            reached = stand.reached if _leads(stand, arcs) else _reached(arcs)
            kept = kept and stand.telling.isdisjoint(new)
            if kept and reached is stand.reached:
                return stand._replace(arcs=arcs)
            stand = stand._replace(arcs=arcs, reached=reached)
            due, found = _cut_off(values, stand, opened.demands)
            if found and not found[0][0]:
                return _Broken(found[0][1])
            if not kept:
                passed: set[int] = set()
                telling: set[int] = set()
                found += _passed(values, stand, due, passed, telling)
                stand = stand._replace(passed=passed, telling=telling)
        return stand

    def _shut(self, stand: _Stand, new: Iterable[int], values: _Values, opened: _Open) -> Arcs:
        """The rules that are left when literals are new: the same if nothing is shut that was reached."""
        sources = {source for literal in new for source in opened.shutting.get(literal, ())}
        if stand.passed is not None:
            sources &= stand.reached.keys()
        if not sources:
            return stand.arcs
        arcs = dict(stand.arcs)
        for source in sources:
            arcs[source] = _left(arcs[source], values)
        return arcs

    def _asks(self, new: Iterable[int], passed: Collection[int]) -> bool:
        """Whether literals ask for more than is passed anyway."""
        return any(atom not in passed for literal in new for atom in self._asking.get(literal, ()))


def _opened(stand: _Stand, clauses: list[Clause], beside: Mapping[int, list[int]], demands: list[Demand]) -> _Open:
    """What is open of all that is given."""
    values = stand.values
    clauses = [clause for clause in clauses if not any(literal in values for literal in clause)]
    holding: dict[int, list[Clause]] = defaultdict(list)
    for clause in clauses:
        for literal in clause:
            holding[literal].append(clause)
    beside = {mark: left for mark, those in beside.items() if (left := [one for one in those if one not in values])}
    demands = [demand for demand in demands if not any(-one in values for one in demand[1])]
    shutting: dict[int, list[int]] = defaultdict(list)
    for source, leaving in stand.arcs.items():
        for literal in {literal for _, shut in leaving for literal in shut}:
            shutting[literal].append(source)
    telling = {*holding, *beside, *shutting, *(literal for _, conditions in demands for literal in conditions)}
    telling |= {literal for those in beside.values() for literal in those}
    more = without(stand.state, stand.known)
    return _Open(clauses, holding, beside, demands, shutting, bits(map(abs, telling)) | more[0] | more[1])


def _spread(values: _Values, found: list[tuple[int, _Why]], opened: _Open) -> _Broken | None:
    """Follow clauses."""
    holding, beside = opened.holding, opened.beside
    for literal, why in found:
        if literal in values:
            continue
        if -literal in values:
            return _Broken(why, (-literal,))
        values[literal] = why
        alone = (literal,)
        for other in beside.get(literal, ()):
            if other not in values:
                found.append((other, alone))
        for clause in holding.get(-literal, ()):
            left = 0
            for other in clause:
                if -other not in values:
                    if left or other in values:
                        break
                    left = other
            else:
                rest = tuple([-other for other in clause if other != left])
                if not left:
                    return _Broken(rest)
                found.append((left, rest))
    return None


def _since(values: _Values, size: int) -> Iterator[int]:
    """What holds since so many did, the last first: they stand at the end."""
    return islice(reversed(values), len(values) - size)


def _left(leaving: Iterable[Arc], values: _Values, literal: int = ROOT) -> list[Arc]:
    """Those of some rules that are not shut, neither by a literal."""
    holds = values.keys()
    return [arc for arc in leaving if literal not in arc[1] and holds.isdisjoint(arc[1])]


def _reached(arcs: Arcs) -> dict[int, int]:
    """What is reached by some rules, each with what leads there from the nearest; the nearest come first."""
    before = {ROOT: ROOT}
    queue = [ROOT]
    for source in queue:
        for target, _ in arcs.get(source, ()):
            if target not in before:
                before[target] = source
                queue.append(target)
    return before


def _leads(stand: _Stand, arcs: Arcs) -> bool:
    """Whether all that was reached is, with fewer rules, from where it was."""
    if stand.passed is None:
        return False
    for source, leaving in stand.arcs.items():
        left = arcs[source]
        if left is not leaving and source in stand.reached:
            targets = {target for target, _ in left}
            if any(stand.reached.get(target) == source and target not in targets for target, _ in leaving):
                return False
    return True


def _cut_off(
    values: _Values, stand: _Stand, demands: Iterable[Demand]
) -> tuple[dict[int, tuple[int, ...]], list[tuple[int, _Why]]]:
    """What has to be reached, under which conditions; and what follows from that something cannot be: if that must not
    be a 0 alone."""
    due: dict[int, tuple[int, ...]] = {}
    found: list[tuple[int, _Why]] = []
    for atom, conditions in demands:
        if atom in stand.reached:
            if all(map(values.__contains__, conditions)):
                due[atom] = conditions
            continue
        left = [one for one in conditions if one not in values]
        if not left:
            return due, [(0, _Cut(conditions, 0, len(values)))]
        if len(left) == 1 and -left[0] not in values:
            found.append((-left[0], _Cut(tuple(one for one in conditions if one != left[0]), 0, len(values))))
    return due, found


def _passed(
    values: _Values, stand: _Stand, due: Mapping[int, tuple[int, ...]], passed: set[int], telling: set[int]
) -> Iterator[tuple[int, _Cut]]:
    """Give the literals that follow from what all ways pass to what has to be reached, each with why.

    Notes what they pass, and literals without which they have no more in common.
    """
    # What leads on without any literal is reached with what it leads on from.
    passed |= _surely(stand.arcs, ROOT, values)
    for atom, conditions in due.items():
        if atom not in passed:
            passed |= _surely(stand.arcs, atom, values)
            for needed, shutting in _needed(stand, atom, telling):
                passed.add(needed)
                for literal in shutting:
                    if -literal not in values:
                        yield -literal, _Cut(conditions, literal, len(values))


def _surely(arcs: Arcs, start: int, values: _Values) -> set[int]:
    """What is reached from an atom by rules that nothing can shut any more."""
    found = [start]
    seen = {start}
    for source in found:
        for target, shut in arcs.get(source, ()):
            if target not in seen and all(-literal in values for literal in shut):
                seen.add(target)
                found.append(target)
    return seen


def _needed(stand: _Stand, atom: int, telling: set[int]) -> Iterator[tuple[int, set[int]]]:
    """What all ways to an atom pass, it among them, each with what shuts all rules that lead there from before it.

    Of one way, each piece is passed that no other way from before it leads beyond.  Notes what shuts any rule of
    that way, of others that lead beyond the rest, and of those by which no more shuts all.
    """
    way = [atom]
    while way[-1] != ROOT:
        way.append(stand.reached[way[-1]])
    way.reverse()
    places = {other: place for place, other in enumerate(way)}
    entering: dict[int, list[tuple[int, tuple[int, ...]]]] = defaultdict(list)
    # What lies aside of the way, with what it was reached from, and what shuts that.
    aside: dict[int, tuple[int, tuple[int, ...]]] = {}

    def note(source: int, shut: tuple[int, ...]) -> None:
        """Note what shuts a rule, and those that lead there from the way."""
        telling.update(shut)
        while source in aside:
            source, shut = aside[source]
            telling.update(shut)

    farthest = 0
    for place, start in enumerate(way[:-1]):
        queue = [start]
        last: tuple[int, tuple[int, ...]] | None = None
        for source in queue:
            for target, shut in stand.arcs.get(source, ()):
                there = places.get(target)
                if there is None:
                    if target not in aside:
                        aside[target] = source, shut
                        queue.append(target)
                elif there > place:
                    entering[there].append((source, shut))
                    if there == place + 1 and source == start:
                        telling.update(shut)
                    if there > farthest:
                        farthest, last = there, (source, shut)
        if last:
            note(*last)
        if farthest == place + 1:
            every = {*entering[farthest][0][1]}
            note(*entering[farthest][0])
            for source, shut in entering[farthest]:
                if not every.issubset(shut):
                    every &= {*shut}
                    note(source, shut)
            yield way[farthest], every

"""The search for short reasons.

A reason is a set of sentences that, with some marks that are known already,
forces another mark.  Reasons of one sentence are found by trying each sentence.
Where there is none, a short reason is looked for among the sentences near each
cell, in growing circles, and is then proved to be smallest, or bettered, by
implicit hitting sets: a reason meets the complement of every set of sentences
that can be true together with the opposite, so that a smallest set that meets
all complements found so far is either a smallest reason or gives a new
complement.  (Ignatiev, Previti, Liffiton, Marques-Silva, "Smallest MUS
extraction with minimal hitting set dualization", 2015; Gamba, Bogaerts, Guns,
"Efficiently explaining CSPs with unsatisfiable subset optimization", 2021.)

The work that a proof may take is counted, not timed, so that the same board
has the same path on every machine.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple, TypeVar

from ..draw.board import Cell
from ..solve.hitting import add_minimal, hitting_set, optimal_hitting_set, some_hitting_set
from ..solve.oracle import Answer, bits, few, numbers
from .minimal import shrink
from .scope import Scope

# How far from a cell sentences are tried together, before all are; first with little work, then in as many turns with
# more.
_FAR = 3
_TURN = _FAR + 1
# The work that the proofs of a whole path may take, as an oracle counts it (five to
# ten million are about a second), and the share of what is left that one step may take.
EFFORT = 17_500_000
_SHARE = 0.25
# How many of the reasons found near a cell are made minimal, to take the shortest,
# and from which length on only one is.
_TRIED = 4
_LONG = 20
# Where some sentences are near to all cells: how many are until one is short, on small boards.
_MORE = 12
# Where some sentences are near to all cells: how many of them an argument at a glance may have, and a reason that is
# short; after how much work no shorter one is looked for; and after how many reasons that are not short none is.
ENOUGH, _STEP, _FAILS = 5, 1_500_000, 3
# After how many questions without an answer a turn with little work or more ends.
_DOUBTS = 12
# How many conflicts such a question may take: the fewer the larger the board is, as each takes the longer.
_MOST, _WORTH, _LEAST = 200, 9_000_000, 30
# How many times as many it may take in the last turn, in which all sentences are tried.
_MORE_WORK = 10
# After how many conflicts it is given up to leave a known mark out of a reason; where some sentences are near to all
# cells after more, and after how many questions without an answer none is left out any more, nor looked for.
_BRIEF, _WIDELY, _LOST = 50, 100, 5
# How many conflicts it may take to see whether three sentences that are near to all cells suffice with few others, and
# how much work to look for such three.
_WITH_THREE, _FEWER = 600, 10_000_000

K = TypeVar("K")


class Seen(NamedTuple):
    """A model that agrees with what is known: the unknown marks that it
    refutes (has the opposite of), and the sentences that it breaks, as sets."""

    refuted: int
    broken: int


class Reasons:
    """The search for the next reason, and what is known so far: literals by their marks."""

    def __init__(self, scope: Scope, known: Iterable[int], unknown: Iterable[int], wide: int = 0) -> None:
        self.scope = scope
        # The sentences that are near to all cells.
        self._wide = wide
        self.oracle = scope.oracle
        self._easy = max(_LEAST, min(_MOST, _WORTH // self.oracle.cost)) if wide else _MOST
        self._more = _MORE * self._easy // _MOST
        self.known = {abs(literal): literal for literal in known}
        self.unknown = {abs(literal): literal for literal in unknown}
        # Sentences to be tried alone, and the reasons of one sentence found.
        self._untried = set(scope.rules)
        self._single: dict[int, tuple[list[int], list[int]]] = {}
        # The unknown marks, and those of them whose literal is positive, as sets.
        self._open = bits(self.unknown)
        self._wanted = bits(mark for mark, literal in self.unknown.items() if literal > 0)
        # The models seen, and those of them that break as little as can be.
        self._seen: list[Seen] = []
        self._grown: list[Seen] = []
        # For a mark (None: for a contradiction) what these break, and how many of them that is from.
        self._complements: dict[int | None, tuple[list[int], int]] = {}
        # Near which cells the sentences were tried together, up to which distance, for little work, for more and for
        # as much as it takes; and the reasons found so with the turns at which they were.
        self._reached: tuple[dict[object, int], ...] = ({}, {}, {})
        self._pool: dict[object, tuple[int, list[int]]] = {}
        # How many questions of a turn had no answer, and how many reasons were not short.
        self._doubts = self._failed = 0
        # The work left for proofs on the whole path, and where the proof at hand ends.
        self._effort, self._end = EFFORT, 0

    def alone(self) -> bool:
        """Try the sentences alone, and tell whether any gives something."""
        for sentence in sorted(self._untried):
            self._untried.discard(sentence)
            found = self.consequences((sentence,))
            if found:
                self._single[sentence] = (found, self.earlier((sentence,), found))
        return bool(self._single)

    def keep(self, forced: Collection[int]) -> None:
        """Let the unknown marks be those that are forced."""
        self.unknown = {mark: literal for mark, literal in self.unknown.items() if literal in forced}
        self._open = bits(self.unknown)

    def next_reason(self) -> tuple[tuple[int, ...], bool]:
        """Find a reason of the fewest sentences, and whether that is proved."""
        if self.alone():
            best = min(
                self._single,
                key=lambda s: (len(self._single[s][1]), -len(self._single[s][0]), len(self.scope.spoken(s))),
            )
            return (best,), True
        # No sentence alone gives anything.
        return self.better(self.short()[1], self.unknown)

    def contradiction(self) -> tuple[int, ...]:
        """Find a short contradiction among the sentences near some cell: minimal, perhaps not smallest."""
        cells = sorted({cell for s in self.scope.rules for cell in self.scope.spoken(s)})
        return self._likely({cell: (cell, None) for cell in (*cells, None)}, [*cells, None])[1]

    @property
    def found(self) -> list[int]:
        """The unknown marks for which reasons were found on the way to a short one."""
        return [mark for mark in self.unknown if mark in self._pool]

    def short(self, *marks: int) -> tuple[int, tuple[int, ...]]:
        """Find a mark, among some or all, with a short reason: minimal, perhaps not smallest; the first are likely.

        It is empty where some sentences are near to all cells, if it takes too much work, or took so before.
        """
        order = [*(marks or self.unknown)]
        if self._failed == _FAILS:
            return order[0], ()
        found = self._likely({mark: (self.scope.cells[mark], -self.unknown[mark]) for mark in sorted(order)}, order)
        self._failed += self._wide > 0 and len(found[1]) > ENOUGH
        return found

    def better(self, reason: tuple[int, ...], targets: Mapping[int, int] | None) -> tuple[tuple[int, ...], bool]:
        """Look for a reason of fewer sentences, for any of some marks (None: for a contradiction).

        Gives it, or the first one, and whether it is proved that there is none shorter.
        """
        begin = self.oracle.work
        self._end = begin + int(self._effort * (_SHARE if targets else 3 * _SHARE))
        try:
            if targets is None:
                shorter, proved = self._smallest_contradiction(len(reason))
                return shorter or reason, proved
            # Is there a deduction from two, from three, ...?
            for size in range(2, len(reason)):
                for mark, target in targets.items():
                    shorter, proved = self._of_size(size, mark, target)
                    if shorter or not proved:
                        return shorter or reason, proved
            return reason, True
        except _GaveUpError:
            return reason, False
        finally:
            self._effort -= self.oracle.work - begin

    def consequences(self, reason: tuple[int, ...], bounded: bool = True) -> list[int]:
        """The unknown marks, as literals, that a reason forces; bounded, those that are found easily."""
        switched = bits(reason)
        candidates = self._reach(reason) & self._open
        for refuted, broken in self._seen:
            if refuted & candidates and not broken & switched:
                candidates &= ~refuted
        literals = [self.unknown[mark] for mark in numbers(candidates)]
        assumptions = [*self.known.values(), *(-s for s in reason)]
        return list(self.oracle.consequences(assumptions, literals, bounded and len(reason) > 1, self._see))

    def earlier(self, reason: tuple[int, ...], found: list[int]) -> list[int]:
        """The known marks that a reason uses to force what it found: minimal for each of them."""
        reach = self._reach(reason)
        near = [literal for mark, literal in self.known.items() if reach >> mark & 1]
        used: dict[int, None] = {}
        lost = 0
        for literal in found:
            fixed = [*(-s for s in reason), -literal, *used]

            def forces(rest: list[int], fixed: list[int] = fixed) -> list[int] | None:
                nonlocal lost
                if len(reason) == 1:
                    return self.oracle.core(fixed, rest)
                if self._wide and lost >= _LOST:
                    return None
                answer = self.oracle.glance([*fixed, *rest], _WIDELY if self._wide else _BRIEF)
                lost += answer == (None, None)
                return answer.core and [literal for literal in rest if literal in answer.core]

            if forces([]) is None:
                rest = [k for k in near if k not in used]
                used |= dict.fromkeys(shrink(self.oracle.core(fixed, rest, bounded=len(reason) > 1) or rest, forces))
        # What one of them takes may do without what another one took.
        for known in list(used) if len(found) > 1 else ():
            rest = [*(-s for s in reason), *(k for k in used if k != known)]
            if all(self.oracle.unsatisfiable([*rest, -literal], bounded=len(reason) > 1) for literal in found):
                del used[known]
        return sorted(used, key=abs)

    def alike(self, literal: int, reason: Iterable[int], earlier: Iterable[int]) -> list[int]:
        """The other unknown marks, as literals, that a reason forces by the known marks by which it does one, as far as
        that is found easily."""
        switched = bits(reason)
        candidates = self._reach(reason) & self._open & ~(1 << abs(literal))
        for refuted, broken in self._seen:
            if not broken & switched:
                candidates &= ~refuted
        fixed, lost = [*earlier, *(-s for s in reason)], 0

        def ask(more: list[int]) -> Answer:
            nonlocal lost
            answer = self.oracle.glance([*fixed, *more], _WIDELY) if lost < _LOST else Answer(None, None)
            lost += answer == (None, None)
            return answer

        return few(ask, [self.unknown[mark] for mark in numbers(candidates)])

    def fewer(self, reason: Iterable[int], literal: int) -> tuple[int, ...]:
        """A short reason for an unknown mark, as a literal, by three sentences that are near to all cells and few more.

        Of the three a longer reason has two.  It is empty if none is found easily.
        """
        near = self.scope.circles(self.scope.cells[abs(literal)])[: _FAR + 1][-1] & ~self._wide
        models = [entry.broken for entry in self._seen if entry.refuted >> abs(literal) & 1]
        doubts, end = 0, self.oracle.work + _FEWER
        for pair in combinations(numbers(bits(reason) & self._wide), 2):
            for third in numbers(self._wide & ~bits(pair)):
                found = self._with_few(bits((*pair, third)), near, -literal, models)
                doubts += found is None
                if found or doubts > _LOST or self.oracle.work > end:
                    return tuple(self._shrink(found, -literal)) if found else ()
        return ()

    def learn(self, found: Collection[int]) -> None:
        """Add deductions to what is known; forget what no longer holds."""
        for literal in found:
            self.known[abs(literal)] = literal
            self.unknown.pop(abs(literal), None)
            self._pool.pop(abs(literal), None)
        marks = bits(map(abs, found))
        self._open &= ~marks
        touched = bits(s for s in self.scope.rules if self.scope.tied or self.scope.reach(s) & marks)
        circles = (self.scope.circles(self.scope.cells[abs(literal)])[:2][-1] for literal in found)
        changed = touched & reduce(or_, circles)
        for mark in self.unknown:
            near = (k for k, circle in enumerate(self.scope.circles(self.scope.cells[mark])) if circle & changed)
            nearest = next(near, 0)
            for reached in self._reached:
                reached[mark] = min(reached.get(mark, -1), nearest - 1)
        self._untried.update(numbers(touched))
        self._single = {s: entry for s, entry in self._single.items() if not touched >> s & 1}
        self._seen = [entry for entry in self._seen if not entry.refuted & marks]
        self._grown = [entry for entry in self._grown if not entry.refuted & marks]
        self._complements.clear()

    def _reach(self, reason: Iterable[int]) -> int:
        # Definitions alone may say something of any mark.
        reached = () if self.scope.tied else map(self.scope.reach, reason)
        return reduce(or_, reached, 0) or bits(self.scope.cells)

    def _likely(
        self, places: Mapping[K, tuple[Cell | None, int | None]], order: Collection[K]
    ) -> tuple[K, tuple[int, ...]]:
        """Find a short reason among the sentences near some cells, each with what is to be refuted there.

        The circles around all cells grow together, so that the reason that lies
        closest to its cell is found first; it is minimal, perhaps not smallest.
        What is easy to say of all circles goes before what is not.  It is empty if some sentences are near to all
        cells, and it takes more work than it may.
        """
        turn, end = 0, self.oracle.work + _STEP
        while not (found := self._found(places, turn)):
            if self._wide and turn > _TURN:
                return next(iter(order)), ()
            self._look(places, order, turn)
            turn += 1
        done: set[K] = set()
        shortest = self._shortest(found, places, done)
        # Where some sentences are near to all cells, other marks have reasons that are shorter, if less close.
        while self._wide and turn <= _FAR and not self._brief(shortest) and self.oracle.work < end:
            self._look(places, order, turn)
            turn += 1
            shortest = self._shortest(self._found(places, turn), places, done)
        first, reason = self._pool[shortest]
        if self._wide and not self._brief(shortest):
            # It was only found out that it is not short.
            reason = self._shrink(reason, places[shortest][1])
            self._pool[shortest] = first, reason
        return shortest, tuple(sorted(reason))

    def _found(self, places: Iterable[K], turn: int) -> list[K]:
        """What has a reason that was found up to a turn."""
        return [key for key in places if key in self._pool and self._pool[key][0] <= turn]

    def _look(self, places: Mapping[K, tuple[Cell | None, int | None]], order: Iterable[K], turn: int) -> None:
        """Look for reasons among the sentences up to a distance, in later turns with more work, at last among all."""
        effort, radius = divmod(turn, _TURN)
        reached = self._reached[effort]
        last = effort == len(self._reached) - 1
        more = _MORE_WORK if self._wide and turn == _TURN else 1
        self._doubts = 0
        for key in order:
            cell, opposite = places[key]
            if self._wide and not last and self._doubts == _DOUBTS:
                break
            if reached.get(key, -1) < radius and not (self._wide and key in self._pool):
                every = last or more > 1
                near = self.scope.every if every else self.scope.circles(cell)[: radius + 1][-1] | self._wide
                reason = self._core(opposite, near, bounded=not last, easily=effort == 0, more=more)
                if reason is not None:
                    self._pool[key] = (turn, reason)
                reached[key] = radius

    def _shortest(self, found: list[K], places: Mapping[K, tuple[Cell | None, int | None]], done: set[K]) -> K:
        """Make some of the reasons found minimal but for those that are done, and give what has the shortest."""
        found.sort(key=lambda key: len(self._pool[key][1]))
        tried = _TRIED if len(self._pool[found[0]][1]) < _LONG else 1
        for place, key in enumerate(found):
            enough = not self._wide or place >= self._more or any(map(self._brief, found[:place]))
            if place >= tried and enough:
                break
            if key not in done:
                turn, reason = self._pool[key]
                # What cannot become shorter than another one, or short at all, is left as it is.
                most = min((len(self._pool[one][1]) for one in done), default=len(reason))
                if self._wide and done:
                    most = min(most, ENOUGH + 1)
                self._pool[key] = (turn, self._shrink(reason, places[key][1], most))
                done.add(key)
        return min(found, key=lambda key: len(self._pool[key][1]))

    def _brief(self, key: object) -> bool:
        """Whether the reason that was found is short."""
        return len(self._pool[key][1]) <= ENOUGH

    def _of_size(self, size: int, mark: int, target: int) -> tuple[tuple[int, ...], bool]:
        """Find a reason of so many sentences for a mark that has none of fewer.

        Gives an empty reason when there is none, and whether all that is
        proved: it is not when the work allowed was done first.
        """
        while self.oracle.work < self._end:
            hitting, finished = self._hitting_set(mark, size, size + 1)
            if hitting is None:
                return (), finished
            if not self._grow(hitting, -target):
                return tuple(numbers(hitting)), True
        return (), False

    def _smallest_contradiction(self, bound: int) -> tuple[tuple[int, ...], bool]:
        """Find a smallest contradiction of fewer sentences than a bound; gives the same as :meth:`_of_size`."""
        best: tuple[int, ...] = ()
        least = 0
        while self.oracle.work < self._end:
            complements = [entry.broken for entry in self._grown]
            # Sets that meet all complements are tried first when they are found cheaply: what they
            # miss makes the search for a smallest one shorter, and if they miss nothing the bound is lowered.
            cheap = some_hitting_set(complements)
            while (grown := self._grow(cheap)) and self.oracle.work < self._end:
                complements.append(self._grown[-1].broken)
                cheap = some_hitting_set(complements)
            if not grown:
                reason = self._shrink(list(numbers(cheap)))
                if len(reason) < bound:
                    best, bound = tuple(reason), len(reason)
            hitting, finished = self._hitting_set(None, least, bound)
            if hitting is None:
                return best, finished
            if not self._grow(hitting):
                return tuple(numbers(hitting)), True
            least = hitting.bit_count()
        return best, False

    def _with_few(self, given: int, near: int, opposite: int, models: list[int]) -> list[int] | None:
        """A short reason by some sentences and few of those that are near, as far as these do with all; None in doubt.

        ``models`` are those met so far in which the opposite holds, by the sentences that they break.
        """
        if any(not broken & (near | given) for broken in models):
            return []
        missed: list[int] = []
        for broken in models:
            if not broken & given:
                add_minimal(missed, broken & near)
        tried: int | None = near
        while tried is not None:
            answer = self.oracle.glance(self._assumptions(opposite, tried | given), _WITH_THREE)
            if answer.model is not None:
                models.append(self._see(answer.model).broken)
                if tried == near:
                    return []
                held, broken = ((near | self._wide) & part for part in (~answer.model, answer.model))
                most = self.oracle.maximal(self._assumptions(opposite, held), [-s for s in numbers(broken)])
                if most.model is not None:
                    models.append(self._see(most.model).broken)
                add_minimal(missed, models[-1] & near)
            elif answer.core is None:
                return None
            elif tried != near:
                return sorted(-one for one in answer.core if (tried | given) >> abs(one) & 1)
            tried = hitting_set(missed, 0, ENOUGH + 1 - given.bit_count())[0]
        return []

    def _hitting_set(self, mark: int | None, least: int, bound: int) -> tuple[int | None, bool]:
        sets, known = self._complements.get(mark, ([], 0))
        for entry in self._grown[known:]:
            if mark is None or entry.refuted >> mark & 1:
                add_minimal(sets, entry.broken)
        self._complements[mark] = sets, len(self._grown)
        hitting, finished = hitting_set(sets, least, bound)
        if not finished:
            self.oracle.work += sum(s.bit_count() for s in sets)
            hitting, finished = optimal_hitting_set(sets, bound)
        return (hitting, True) if finished else (None, False)

    def _grow(self, sentences: int, opposite: int | None = None) -> bool:
        """Find a model in which some sentences hold, and an opposite, and as many more as can hold together.

        Gives whether there is one; raises _GaveUpError when that is not easy to say.
        """
        seen = self._agreeing(opposite, sentences)
        assumptions = self._assumptions(opposite, self.scope.every & ~seen.broken if seen else sentences)
        model, core = self.oracle.maximal(assumptions, self.scope.switches)
        if model is None and core is None:
            model, core = self.oracle.ask(assumptions, bounded=True)
        if model is not None:
            self._grown.append(self._see(model))
        elif core is None:
            raise _GaveUpError
        return model is not None

    def _core(
        self, opposite: int | None, sentences: int, bounded: bool = True, easily: bool = False, more: int = 1
    ) -> list[int] | None:
        """Those of some sentences that contradict what is known and an opposite; None if they do not.

        Bounded, if that is found out easily, and ``easily`` if it is very easy, or with so many times ``more`` work.
        """
        if self._agreeing(opposite, sentences):
            return None
        assumptions = self._assumptions(opposite, sentences)
        easy = easily or (bounded and self._wide)
        answer = self.oracle.glance(assumptions, more * self._easy) if easy else self.oracle.ask(assumptions, bounded)
        if answer.model is not None:
            self._see(answer.model)
        self._doubts += answer.model is None and answer.core is None
        return answer.core and sorted(-literal for literal in answer.core if sentences >> abs(literal) & 1)

    def _shrink(self, reason: list[int], opposite: int | None = None, most: int | None = None) -> list[int]:
        """Leave sentences out of a reason as long as it stays one: minimal, perhaps not smallest.

        It ends early where it is seen that there are more than ``most``.
        """
        return shrink(reason, lambda rest: self._core(opposite, bits(rest)), most, soon=self._wide > 0)

    def _agreeing(self, opposite: int | None, sentences: int) -> Seen | None:
        """Give a model seen before in which some sentences hold, and an opposite."""
        refuted = 0 if opposite is None else 1 << abs(opposite)
        for entry in self._seen:
            if not entry.broken & sentences and entry.refuted & refuted == refuted:
                return entry
        return None

    def _assumptions(self, opposite: int | None, sentences: int) -> list[int]:
        opposites = [] if opposite is None else [opposite]
        return [*self.known.values(), *opposites, *(-s for s in numbers(sentences))]

    def _see(self, model: int) -> Seen:
        self._seen.append(Seen((model ^ self._wanted) & self._open, model & self.scope.every))
        return self._seen[-1]


class _GaveUpError(Exception):
    """A bounded search ended without an answer."""

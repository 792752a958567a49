"""What follows one sentence at a time: from some marks, until a contradiction or until nothing more follows.

A state is a pair of sets of marks: those that are true, and those that are false.
Sentences with a table are read from it; the others, such as that all cells are
connected, are put to the oracle.
"""

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, reduce
from math import inf
from operator import and_, or_
from typing import NamedTuple

from ..solve.oracle import Answer, bits, few, numbers
from ..solve.tables import Count, Tables
from .cuts import Cut, Cuts
from .lots import lots
from .minimal import shrink
from .reading import Readings
from .scope import Scope
from .state import State, literals, state_of, with_literal, without

# How many ways to a contradiction that are equally long are looked at.
_WAYS = 4
# How many of the models of a sentence are kept: most questions are answered by one that was met before.
_MET = 200
# More rounds than any argument has.
ROUNDS = 1_000
# A look at a sentence takes about so much work.
_LOOK = 45
# Some sentences, with the marks that are true and that are false of those with which they are put to the oracle.
_Key = tuple[int, int, int]


class Line(NamedTuple):
    """What one sentence gives with what is known before; nothing new says that it cannot hold.

    ``used`` is the set of the marks before that it takes, when that was found out.
    """

    sentence: int
    before: State
    new: State
    used: int = 0

    @property
    def taken(self) -> State:
        """The marks before that it takes, as they are then."""
        return self.before[0] & self.used, self.before[1] & self.used


class Proof(NamedTuple):
    """Lines that end in a contradiction: the last one is it, or two cases end so, a literal and its opposite."""

    lines: tuple[Line, ...]
    cases: "tuple[tuple[int, Proof], ...]" = ()

    def sentences(self) -> int:
        """The set of the sentences that are used."""
        found = bits(line.sentence for line in self.lines)
        for _, case in self.cases:
            found |= case.sentences()
        return found

    def length(self) -> int:
        """The number of lines, also of the cases."""
        return len(self.lines) + sum(case.length() for _, case in self.cases)

    def needed(self) -> int:
        """The marks that are taken from before the proof, among them what is supposed."""
        found = 0
        for literal, case in self.cases:
            found |= case.needed() & ~(1 << abs(literal))
        for line in reversed(self.lines):
            found = found & ~(line.new[0] | line.new[1]) | line.used
        return found

    def marks(self) -> int:
        """The marks that are derived or supposed in it."""
        cases = (1 << abs(literal) | case.marks() for literal, case in self.cases)
        return reduce(or_, (*(line.new[0] | line.new[1] for line in self.lines), *cases), 0)

    def splits(self) -> int:
        """The number of times that there are two cases."""
        return sum(case.splits() for _, case in self.cases) + bool(self.cases)


class Course(NamedTuple):
    """Where a state leads: the lines, the contradictions that were found first, and whether nothing more follows."""

    lines: list[Line]
    ends: list[Line]
    settled: bool

    def state(self, state: State) -> State:
        """What is then known, from a state on."""
        for line in self.lines:
            state = state[0] | line.new[0], state[1] | line.new[1]
        return state


class Propagation:
    """Finds what follows one sentence at a time, in the scope of a problem.

    tables  the tables of the sentences
    cuts    what sentences about what reaches what come to
    light   the set of the sentences that have a table
    read    those that are read otherwise: they are counted as light
    slow    those of the light ones that are searched
    vague   those whose table does not tell all, or that have none
    asked   those of them that are put to the oracle at every turn: without a table, or about what reaches what
    ready   the set of those of which this is known: all, or ``lazily`` those that :meth:`more` has got ready
    """

    def __init__(self, scope: Scope, lazily: bool = False) -> None:
        self.scope = scope
        self.oracle = scope.oracle
        self.tables = Tables(scope.oracle, scope.forms, self._is_loose)
        self.cuts = Cuts(scope)
        self.readings = Readings(scope, scope.noted)
        self.read = self.readings.sentences
        self.tables.leave(numbers(self.read))
        self._touched: dict[int, int] = defaultdict(int)
        self._spans: dict[int, int] = {}
        self._owns: dict[int, int] = {}
        self.light = self.asked = self.vague = self.slow = self.ready = 0
        self._lots = lots(scope.rules, self.tables.forms) if lazily else iter([[*scope.rules]])
        self._lot: list[int] = []
        self._looks = 0
        # The marks with which a sentence that is read forced a literal, of those with which that was looked at last.
        self._sufficed: dict[tuple[int, int], tuple[State, int]] = {}
        self._asked: dict[_Key, State | None] = {}
        # For some sentences the last models that were met, and those of which it is hard to say something together.
        self._met: dict[int, deque[int]] = defaultdict(lambda: deque(maxlen=_MET))
        self._apart: set[int] = set()
        if not lazily:
            self.more()

    def more(self, most: float = inf) -> int:
        """Get the next sentences ready, those that say least first; give the set of them, which is empty in the end.

        Those of more than ``most`` rules are left.
        """
        self._lot = self._lot or next(self._lots, [])
        if not self._lot or self.tables.forms.shape(self._lot[-1]).rules > most:
            return 0
        lot, self._lot = self._lot, []
        for sentence in lot:
            if self.read >> sentence & 1:
                self.light |= 1 << sentence
                for mark in numbers(self.readings.marks(sentence)):
                    self._touched[mark] |= 1 << sentence
                continue
            table = self.tables.table(sentence)
            if table:
                self.light |= 1 << sentence
                self.slow |= self.tables.slow(sentence) << sentence
                for mark in numbers(table.scope):
                    self._touched[mark] |= 1 << sentence
            if not table or (not isinstance(table, Count) and not table.exact):
                self.vague |= 1 << sentence
                self.asked |= (not table or self.cuts.speaks_of_cuts(sentence)) << sentence
        self.ready |= bits(lot)
        self.__dict__.pop("_asking", None)
        return bits(lot)

    @cached_property
    def _asking(self) -> int:
        """The marks that are put to the oracle."""
        return reduce(or_, (self.span(s) for s in numbers(self.vague)), 0)

    def _is_loose(self, sentence: int) -> bool:
        """Whether a table of a sentence is to leave to others what is reached: a cut tells it better."""
        return self.cuts.speaks_of_cuts(sentence)

    def span(self, sentence: int) -> int:
        """The marks that are put to the oracle together with a sentence."""
        if sentence not in self._spans:
            self._spans[sentence] = self.cuts.marks(sentence) or self.scope.reach(sentence)
        return self._spans[sentence]

    def touched(self, marks: int) -> int:
        """The sentences with a table that speak of any of some marks."""
        found = 0
        for mark in numbers(marks):
            found |= self._touched[mark]
        return found

    def wide(self) -> int:
        """The sentences that are read and speak of half of the cells or more: they are near to all."""
        cells = self.scope.cells
        half = len({*cells.values()}) / 2
        wide = (s for s in numbers(self.read) if len({cells[m] for m in numbers(self.readings.marks(s))}) > half)
        return bits(wide)

    def follow(self, sentence: int, state: State) -> State | None:
        """Give what a sentence forces to be true and to be false with what is, None if it is broken."""
        if self.read >> sentence & 1:
            return self.readings.follow(sentence, state)
        if self.light >> sentence & 1:
            return self.tables.follow(sentence, *state)
        return self._ask(sentence, state)

    def propagate(
        self, state: State, first: int, sentences: int, thorough: bool = False, rounds: int = ROUNDS
    ) -> Course:
        """Follow some sentences as far as they lead from a state; the first ones are those that may give something.

        ``thorough`` asks the oracle for all that its sentences give, not only
        whether they are broken.  In each of so many ``rounds`` all sentences take
        only what those before gave; the slow ones when nothing else gives more.
        """
        lines: list[Line] = []
        pending, late = first & sentences & self.light, 0
        asked = sentences & (self.vague if thorough else self.asked)
        while True:
            quick = pending & ~self.slow
            late |= pending & self.slow
            state, changed, ends = self._round(quick, state, lines)
            rounds -= quick > 0
            if late and not ends and not (changed and rounds > 0):
                ends = [Line(s, state, (0, 0)) for s in numbers(late) if not self.tables.holds(s, *state)][:_WAYS]
                if not ends and rounds > 0:
                    state, changed, ends = self._round(late, state, lines)
                    late = 0
                    rounds -= 1
            if ends:
                return Course(lines, ends, False)
            if changed and rounds > 0:
                pending = self.touched(changed) & sentences & self.light
                continue
            settled = not (changed or late)
            if not asked:
                return Course(lines, [], settled)
            ended = self._broken(state, asked)
            if ended is not None:
                return Course(lines, [Line(ended, state, (0, 0))], False)
            line = next(self._loosely(state, asked), None) if thorough and rounds > 0 else None
            if line is None:
                return Course(lines, [], settled)
            lines.append(line)
            state = state[0] | line.new[0], state[1] | line.new[1]
            pending = self.touched(line.new[0] | line.new[1]) & sentences & self.light

    def _round(self, sentences: int, state: State, lines: list[Line]) -> tuple[State, int, list[Line]]:
        """Add what each of some sentences gives; give what is then known, the marks that are new, and contradictions.

        None takes what another one gives.
        """
        new_true, new_false = state
        self._looks += sentences.bit_count()
        ends: list[Line] = []
        for sentence in numbers(self.readings.telling(sentences, state)):
            found = self.follow(sentence, state)
            if found is None:
                ends.append(Line(sentence, state, (0, 0)))
                if len(ends) == _WAYS:
                    break
            elif not ends:
                new = found[0] & ~new_true, found[1] & ~new_false
                # What one sentence says, and another one the opposite, breaks one of them in the next round.
                new = new[0] & ~new_false, new[1] & ~new_true
                if new[0] | new[1]:
                    lines.append(Line(sentence, state, new))
                    new_true |= new[0]
                    new_false |= new[1]
        return (new_true, new_false), (new_true ^ state[0]) | (new_false ^ state[1]), ends

    def singly(self, state: State, sentences: int, among: int) -> Iterator[Line]:
        """Give what any of some sentences forces alone, beyond what is known, as the oracle says."""
        together = sentences.bit_count() > 1
        key = self._key(sentences, state)
        given = self._forced(key, among) if together and sentences not in self._apart else None
        if not together or sentences in self._apart:
            yield from self._loosely(state, sentences)
            return
        fixed = literals(key[1:])
        found: dict[int, list[int]] = defaultdict(list)
        for literal in given or ():
            sentence = self._forcing(literal, fixed, sentences, bits(found))
            if sentence is not None:
                found[sentence].append(literal)
        for sentence, those in found.items():
            yield Line(sentence, state, state_of(those))

    def _forcing(self, literal: int, fixed: list[int], sentences: int, likely: int) -> int | None:
        """Give one of some sentences that forces a literal alone with what is fixed, of the likely ones if it can be.

        It is broken wherever the literal does not hold: one look at how most of them can hold leaves few.
        What definitions force alone is told by the sentence about the fewest marks, this one among them.
        """
        opposite = [*fixed, -literal]
        model, core = self.oracle.maximal(opposite, [-s for s in numbers(sentences)])
        if model is None and core is not None:
            about = (s for s in numbers(sentences) if self.span(s) >> abs(literal) & 1)
            return min(about, key=lambda s: (self.span(s).bit_count(), s), default=None)
        left = sentences & model if model is not None else 0
        while left:
            sentence = next(numbers(left & likely or left))
            answer = self.oracle.ask([*opposite, -sentence], bounded=True)
            if answer.core is not None:
                return sentence
            left &= ~(1 << sentence)
            if answer.model is not None:
                left &= answer.model
        return None

    def _loosely(self, state: State, sentences: int) -> Iterator[Line]:
        """Give what each of a few sentences that are asked forces alone."""
        for sentence in numbers(sentences):
            found = self._ask(sentence, state)
            if found and (found[0] | found[1]):
                yield Line(sentence, state, found)

    def _broken(self, state: State, sentences: int) -> int | None:
        """Give one of some sentences that a state breaks alone.

        They are asked together, as most are not broken, but for those of which it is hard to say together.
        """
        if sentences.bit_count() > 1 and sentences not in self._apart:
            key = self._key(sentences, state)
            answer = None if self._agreeing(key) else self._question(key, [])
            if not answer or answer.model is not None:
                return None
            if answer.core is not None:
                sentences &= bits(map(abs, answer.core))
        return next((s for s in numbers(sentences) if not self._holds(s, state)), None)

    def _holds(self, sentence: int, state: State) -> bool:
        """Whether a sentence is not broken by a state alone, as far as that is found easily."""
        key = self._key(1 << sentence, state)
        if key in self._asked:
            return self._asked[key] is not None
        if self._agreeing(key):
            return True
        answer = self._question(key, [])
        if answer.model is None:
            self._asked[key] = None if answer.core is not None else (0, 0)
        return answer.core is None

    def _ask(self, sentence: int, state: State) -> State | None:
        """Put to the oracle what a sentence forces."""
        key = self._key(1 << sentence, state)
        if key not in self._asked:
            found = self._forced(key, self.own(sentence))
            self._asked[key] = None if found is None else state_of(found)
        return self._asked[key]

    def _forced(self, key: _Key, among: int) -> list[int] | None:
        """What some sentences force of some marks, of that in which the models that were met agree; None if broken."""
        agreeing = self._agreeing(key)
        if not agreeing:
            answer = self._question(key, [])
            if answer.model is None:
                return [] if answer.core is None else None
            agreeing = [answer.model]
        opened = among & ~(key[1] | key[2])
        always, ever = reduce(and_, agreeing) & opened, reduce(or_, agreeing)
        return few(lambda more: self._question(key, more), literals((always, opened & ~ever)))

    def own(self, sentence: int) -> int:
        """The marks that a sentence itself is about, as far as they can be told from what definitions tie to them."""
        if sentence not in self._owns:
            self._owns[sentence] = (
                self.cuts.marks(sentence) or self.tables.forms.span(sentence) or self.scope.reach(sentence)
            )
        return self._owns[sentence]

    def gives(self, marks: Iterable[int], sentence: int, among: Collection[int]) -> list[int]:
        """Which of some literals follow from some marks by a sentence, as far as that is found easily."""
        given: set[int] = set()
        if self.light >> sentence & 1:
            given |= {*literals(self.follow(sentence, state_of(marks)) or (0, 0))}
        if self.vague >> sentence & 1:
            given |= {*self.oracle.few([-sentence, *marks], [one for one in among if one not in given])}
        return [one for one in among if one in given]

    def cut(self, sentence: int, state: State) -> Cut | None:
        """Who is cut off by what where a state breaks a sentence; None if a look at the sentence shows that it is."""
        return None if self.shows(sentence, state) else self.cuts.cut(sentence, state)

    def shows(self, sentence: int, state: State) -> bool:
        """Whether the table of a sentence shows that a state breaks it."""
        told = self.light & ~self.read
        return bool(told >> sentence & 1) and self.tables.follow(sentence, *state) is None

    def _key(self, sentences: int, state: State) -> _Key:
        return sentences, state[0] & self._asking, state[1] & self._asking

    def _agreeing(self, key: _Key) -> list[int]:
        """The models met before in which some sentences hold and marks are as they are said to be."""
        sentences, true, false = key
        known = true | false
        return [model for model in self._met[sentences] if model & known == true]

    def _question(self, key: _Key, more: list[int]) -> Answer:
        """Ask whether some sentences can hold with some marks, and more."""
        sentences, *state = key
        switches = [-sentence for sentence in numbers(sentences)]
        answer = self.oracle.glance([*literals((state[0], state[1])), *switches, *more])
        if answer.model is not None:
            self._met[sentences].append(answer.model)
        elif answer.core is None and len(switches) > 1:
            self._apart.add(sentences)
        return answer

    @property
    def work(self) -> int:
        """How much work was done, as an oracle counts it."""
        return self.oracle.work + _LOOK * self._looks

    def marks(self, sentence: int) -> int:
        """The marks that a sentence is about."""
        if self.read >> sentence & 1:
            return self.readings.marks(sentence)
        table = self.tables.table(sentence)
        return table.scope if table else self.span(sentence)

    def used(self, sentence: int, state: State, literal: int, late: Iterable[int]) -> State:
        """Give few of the marks of a state with which a sentence forces a literal (0: is broken).

        Those of ``late`` are left out first, in their order.
        """
        reach = self.marks(sentence)
        told = self.light & ~(self.vague | self.read)
        if told >> sentence & 1 and not reach & (state[0] | state[1]):
            # Its table tells all, and it says so by itself.
            return 0, 0
        if literal:
            state = with_literal(state, -literal)
        last = list(late)
        near = reach & (state[0] | state[1])
        if self.read >> sentence & 1 and not last:
            # What sufficed when less was known still does: it and what is new are looked at.
            before, sufficed = self._sufficed.get((sentence, literal), ((0, 0), near))
            if not any(without(before, state)):
                near &= sufficed | ~(before[0] | before[1])
        # Of what is known, what stands on the board is told, rather than notes or what is not there.
        known = [mark for mark in numbers(near) if mark not in last]
        known.sort(key=lambda mark: (mark not in self.scope.pencil, state[0] >> mark & 1))
        order = [*last, *known]
        if self.read >> sentence & 1:
            marks = self.readings.why(sentence, state, order)
            if marks is not None and not last:
                self._sufficed[sentence, literal] = (state[0] & reach, state[1] & reach), marks
        else:
            marks = self.tables.why(sentence, *state, order)
        if marks is None:
            cut = self.cuts.cut(sentence, state)
            own = self.own(sentence)
            kept = state_of((*cut.wall, *cut.witness)) if cut else smallest(sentence, self.scope, state, last, own)
        else:
            kept = state[0] & marks, state[1] & marks
        bit = ~(1 << abs(literal)) if literal else -1
        return kept[0] & bit, kept[1] & bit


def smallest(sentence: int, scope: Scope, state: State, late: Iterable[int], own: int) -> State:
    """Give marks of a state that break a sentence, none of which can be left out; those of ``late`` go first.

    If that can be they are its ``own``.
    """
    last = list(late)
    near = [literal for literal in literals(state) if scope.reach(sentence) >> abs(literal) & 1]
    place = {mark: k for k, mark in enumerate(last)}
    near.sort(key=lambda literal: place.get(abs(literal), len(last)))

    def breaks(rest: list[int]) -> list[int] | None:
        answer = scope.oracle.glance([-sentence, *rest])
        return answer.core and [literal for literal in rest if literal in answer.core]

    those = breaks([literal for literal in near if own >> abs(literal) & 1]) or breaks(near) or near
    return state_of(shrink(those, breaks))

"""Proofs that a player can follow: line by line, each from one sentence, with two cases where lines alone do not do."""

from collections.abc import Iterable
from functools import reduce
from itertools import combinations
from operator import or_
from typing import TypeGuard

from ..solve.oracle import numbers
from .looks import Said, cells_in, looks
from .propagation import ROUNDS, Course, Line, Proof, Propagation
from .state import State, with_literal

# How many lines a proof may have, and how often it may have two cases.
LINES, SPLITS = 12, 2
# How many marks are tried for cases, the nearest ones; fewer where what follows is read.
_TRIED, _FEWER = 60, 16


class Prover:
    """Looks for proofs."""

    def __init__(self, propagation: Propagation) -> None:
        self.propagation = propagation

    def refute(
        self, known: State, literal: int, sentences: int, splits: int = 0, thorough: bool = False, rounds: int = ROUNDS
    ) -> Proof | None:
        """Prove that a literal (0: what is known) cannot hold, by some sentences, with so many splits at most.

        In so many rounds each sentence takes what those before gave: an argument has no fewer lines than rounds.
        """
        course = self._followed(known, literal, sentences, thorough, rounds)
        if course.ends:
            return self._ended(literal, course)
        return self._cases(known, literal, course, sentences, splits, thorough) if splits else None

    def _followed(self, known: State, literal: int, sentences: int, thorough: bool, rounds: int = ROUNDS) -> Course:
        """Where a literal (0: what is known) leads."""
        if not literal:
            return self.propagation.propagate(known, sentences, sentences, thorough, rounds)
        touched = self.propagation.touched(1 << abs(literal))
        return self.propagation.propagate(with_literal(known, literal), touched, sentences, thorough, rounds)

    def _ended(self, literal: int, course: Course) -> Proof:
        """The shortest proof of those that end."""
        derived = _derived(_supposed(literal), course.lines)
        return min((self._trimmed(course.lines, end, derived) for end in course.ends), key=_size)

    def probe(self, known: State, literal: int, rounds: int) -> tuple[Proof | None, State | None, int]:
        """Try to prove in some rounds that a literal cannot hold; give what else it leads to, if that is all, and the
        sentences that were looked at, too."""
        course = self._followed(known, literal, self.propagation.scope.every, False, rounds)
        state = course.state(with_literal(known, literal))
        looked = self.looked(known, state)
        if course.ends:
            return self._ended(literal, course), None, looked
        return None, state if course.settled else None, looked

    def onward(self, known: State, state: State, rounds: int) -> State | None:
        """Give all to which a state leads with what is known now; None if it comes to a contradiction, or to more in
        some rounds."""
        joined = state[0] | known[0], state[1] | known[1]
        if joined[0] & joined[1]:
            return None
        first = self.looked(state, joined)
        course = self.propagation.propagate(joined, first, self.propagation.scope.every, rounds=rounds)
        return course.state(joined) if course.settled else None

    def closure(self, known: State, literal: int, rounds: int) -> tuple[State, int, bool]:
        """Give what follows from a literal in some rounds, the sentences that were looked at, and whether it is all."""
        propagation = self.propagation
        course = self._followed(known, literal, propagation.light & ~propagation.asked, False, rounds)
        state = course.state(with_literal(known, literal))
        return state, self.looked(known, state), course.settled

    def looked(self, known: State, state: State) -> int:
        """Give the sentences that speak of what is new in a state."""
        return self.propagation.touched(state[0] & ~known[0] | state[1] & ~known[1])

    def either(self, known: State, literal: int, mark: int, sentences: int, rounds: int = ROUNDS) -> Proof | None:
        """Prove by some sentences that a literal cannot hold, in two cases: a mark is true, and it is false."""
        course = self._followed(known, literal, sentences, False, rounds)
        if course.ends:
            return None
        state = course.state(with_literal(known, literal))
        if _decided(state, mark):
            return None
        cases = [(case, self.refute(state, case, sentences)) for case in (mark, -mark)]
        if any(proof is None for _, proof in cases):
            return None
        both = tuple((case, proof) for case, proof in cases if proof)
        return self._joined(course.lines, both, _derived([1 << abs(literal)], course.lines))

    def nested(self, known: State, literal: int, likely: Iterable[int], rounds: int) -> Proof | None:
        """Prove that a literal cannot hold by nested splits: some of the likely literals are found to be wrong."""
        every = self.propagation.scope.every
        course = self._followed(known, literal, every, False, rounds)
        state, lines = course.state(with_literal(known, literal)), course.lines
        derived = _derived([1 << abs(literal)], lines)
        runs: dict[int, Course] = {}
        idle: State = (0, 0)
        for other in likely:
            if not _decided(state, abs(other)) and not _holds(idle, other):
                run = self._followed(state, other, every, False)
                if run.ends:
                    runs[other] = run
                else:
                    idle = _with_idle(idle, other, run)
        wrong = {other: self._ended(other, run) for other, run in runs.items() if -other in runs}
        pairs = [((other, wrong[other]), (-other, wrong[-other])) for other in wrong if other > 0]
        if pairs:
            return min((self._joined(lines, pair, derived) for pair in pairs), key=_size)
        ends = self._after(state, runs)
        best: Proof | None = None
        for chosen in {pair for _, end in ends for pair in combinations(end, SPLITS)}:
            for rest, _ in self._after(state, chosen):
                proof = rest
                for other in reversed(chosen):
                    if other not in wrong:
                        wrong[other] = self._ended(other, runs[other])
                    proof = self._joined([], ((other, wrong[other]), (-other, proof)), derived)
                proof = self._backwards(lines, proof, derived)
                if best is None or _size(proof) < _size(best):
                    best = proof
        return best

    def split(self, known: State, literal: int) -> Proof | None:
        """Prove that a literal cannot hold by two cases for any of the marks that are nearest to it."""
        return self.refute(known, literal, self.propagation.scope.every, 1)

    def searched(self, known: State, literal: int) -> Proof | None:
        """The same by two splits, one in the other, if two cases do not do."""
        every = self.propagation.scope.every
        course = self._followed(known, literal, every, False)
        if course.ends:
            return self._ended(literal, course)
        near = self.near(literal, self.open(known, every))
        return self.nested(known, literal, (case for mark in near for case in (mark, -mark)), ROUNDS)

    def _after(self, state: State, wrong: Iterable[int]) -> list[tuple[Proof, tuple[int, ...]]]:
        """The ways to a contradiction when some literals are wrong, each with those of them that it needs."""
        marks = [1 << abs(other) for other in wrong]
        for other in wrong:
            state = with_literal(state, -other)
        touched = self.propagation.touched(reduce(or_, marks, 0))
        lines, ends, _ = self.propagation.propagate(state, touched, self.propagation.scope.every)
        derived = _derived(marks, lines)
        proofs = [self._trimmed(lines, end, derived) for end in ends]
        return [(proof, tuple(one for one in wrong if proof.needed() >> abs(one) & 1)) for proof in proofs]

    def weight(self, proof: Proof, known: State) -> tuple[int, ...]:
        """How much a proof is to look at: its sentences, its lines, and the known marks that it takes."""
        sentences, needed = proof.sentences().bit_count() - self._clash(proof), proof.needed()
        return sentences, proof.length(), (needed & (known[0] | known[1])).bit_count()

    def _clash(self, proof: Proof) -> bool:
        """Whether it ends with two marks that contradict each other in a sentence about two cells: a player sees it."""
        if proof.cases or len(proof.lines) < 2:
            return False
        end = proof.lines[-1]
        return end.used.bit_count() == 2 == len(self.propagation.scope.spoken(end.sentence))

    def told(self, proof: Proof) -> int:
        """The number of lines as they are told: those that are taken in at one look are one."""
        return len(looks(proof.lines, self._said)) + sum(self.told(case) for _, case in proof.cases)

    def _said(self, line: Line) -> Said | None:
        """What is said of a line; None of one at the end, or about what reaches what."""
        scope, new = self.propagation.scope, line.new[0] | line.new[1]
        if not new or self.propagation.cuts.speaks_of_cuts(line.sentence):
            return None
        inside = len({scope.cells[mark] for mark in numbers(new | line.used)}) == 1
        return Said(scope.text(line.sentence).text, [*numbers(line.used)], [*numbers(new)], inside)

    def shorten(self, proof: Proof, known: State, literal: int, splits: int) -> Proof:
        """Leave sentences out of a proof as long as there is one."""
        for sentence in list(numbers(proof.sentences())):
            left = proof.sentences()
            if left >> sentence & 1 and left.bit_count() > 2:
                other = self.refute(known, literal, left & ~(1 << sentence), splits)
                if other and _size(other) < _size(proof):
                    proof = other
        return proof

    def _trimmed(self, lines: list[Line], end: Line, derived: list[int]) -> Proof:
        end = self._with_used(end, derived)
        return self._backwards(lines, Proof((end,)), derived)

    def _backwards(self, lines: list[Line], rest: Proof, derived: list[int]) -> Proof:
        """Keep of some lines what is needed, put before the rest of a proof."""
        needed = rest.needed()
        kept = list(rest.lines)
        for line in reversed(lines):
            new = line.new[0] & needed, line.new[1] & needed
            if new[0] | new[1]:
                line = self._with_used(line._replace(new=new), derived)
                needed = needed & ~(new[0] | new[1]) | line.used
                if kept and kept[0][:2] == line[:2] and kept[0].used == line.used:
                    after = kept.pop(0).new
                    line = line._replace(new=(new[0] | after[0], new[1] | after[1]))
                kept.insert(0, line)
        self._gather(kept)
        return Proof(tuple(kept), rest.cases)

    def _gather(self, lines: list[Line]) -> None:
        """Put off what a sentence gives until it gives more, where nothing between takes it: then that is one line."""
        for place in reversed(range(len(lines))):
            line = lines[place]
            new = line.new[0] | line.new[1]
            later = next((k for k in range(place + 1, len(lines)) if lines[k].sentence == line.sentence), 0)
            alone = self.propagation.light >> line.sentence & 1 and not self.propagation.asked >> line.sentence & 1
            if not later or not alone or any(other.used & new for other in lines[place + 1 : later]):
                continue
            other = lines[later]
            lines[later] = other._replace(
                before=(other.before[0] & ~line.new[0], other.before[1] & ~line.new[1]),
                new=(other.new[0] | line.new[0], other.new[1] | line.new[1]) if other.new[0] | other.new[1] else (0, 0),
                used=(other.used | line.used) & ~new,
            )
            del lines[place]

    def _with_used(self, line: Line, derived: list[int]) -> Line:
        """Find out which marks a line takes from before it: those that are derived last are left out first."""
        before = line.before[0] | line.before[1]
        late = [mark for group in reversed(derived) if group & before for mark in numbers(group)]
        left = [*numbers(line.new[0]), *(-mark for mark in numbers(line.new[1]))] or [0]
        true = false = 0
        while left:
            more = self.propagation.used(line.sentence, line.before, left[0], late)
            true, false = true | more[0], false | more[1]
            # What one mark follows from is often that from which the others do, too.
            given = self.propagation.follow(line.sentence, (true, false)) if left[1:] else None
            left = [literal for literal in left[1:] if not given or not given[literal < 0] >> abs(literal) & 1]
        return self._acting(line._replace(used=true | false))

    def _acting(self, line: Line) -> Line:
        """The same by a sentence of the same rule that names the cell of the only mark that a line takes."""
        scope, given = self.propagation.scope, line.taken
        cell = scope.cells[line.used.bit_length() - 1] if line.used.bit_count() == 1 else None
        if cell and any(line.new) and cell not in cells_in(scope.text(line.sentence).text):
            for other in numbers(self.propagation.touched(line.used) & self.propagation.light):
                if scope.rules[other] == scope.rules[line.sentence] and cell in cells_in(scope.text(other).text):
                    follows = self.propagation.follow(other, given)
                    if follows and not (line.new[0] & ~follows[0] | line.new[1] & ~follows[1]):
                        return line._replace(sentence=other)
        return line

    def _cases(
        self,
        known: State,
        literal: int,
        course: Course,
        sentences: int,
        splits: int,
        thorough: bool,
    ) -> Proof | None:
        """Go on where nothing more follows with two cases, each of which ends in a contradiction."""
        lines = course.lines
        derived = _derived(_supposed(literal), lines)
        state = course.state(with_literal(known, literal) if literal else known)
        best: Proof | None = None
        halves: list[tuple[int, Proof]] = []
        idle: State = (0, 0)
        for mark in self.near(literal, self.open(state, sentences)):
            ended: list[tuple[int, Course]] = []
            for case in (mark, -mark):
                # Both cases have to end.
                if splits == 1 and _decided(idle, mark):
                    break
                run = None if _holds(idle, case) else self._followed(state, case, sentences, thorough)
                if run and run.ends:
                    ended.append((case, run))
                elif run:
                    idle = _with_idle(idle, case, run)
            if len(ended) == 2 or (ended and splits > 1):
                cases = tuple((case, self._ended(case, run)) for case, run in ended)
                if len(cases) < 2:
                    halves += cases
                    continue
                proof = self._joined(lines, cases, derived)
                if best is None or _size(proof) < _size(best):
                    best = proof
        if best or splits == 1:
            return best
        halves.sort(key=lambda half: _size(half[1]))
        for closed, half in halves:
            rest = self.refute(state, -closed, sentences, splits - 1, thorough)
            if rest:
                proof = self._joined(lines, ((closed, half), (-closed, rest)), derived)
                if best is None or _size(proof) < _size(best):
                    best = proof
                    break
        return best

    def _joined(self, lines: list[Line], cases: tuple[tuple[int, Proof], ...], derived: list[int]) -> Proof:
        """Put two cases behind some lines; one of them suffices if it does not need what it supposes."""
        for literal, case in cases:
            if not case.needed() >> abs(literal) & 1:
                return self._backwards(lines, case, derived)
        return self._backwards(lines, Proof((), cases), derived)

    def near(self, literal: int, marks: list[int]) -> list[int]:
        """The marks that lie nearest to that of a literal."""
        cells = self.propagation.scope.cells
        if self.propagation.read:
            # What is noted is seen together with what it is noted for.
            marks = [mark for mark in marks if mark not in self.propagation.scope.pencil]
        here = cells.get(abs(literal))

        def distance(mark: int) -> tuple[int, int]:
            cell = cells[mark]
            return (max(abs(here[0] - cell[0]), abs(here[1] - cell[1])) if here and cell else 0), mark

        return sorted(marks, key=distance)[: _FEWER if self.propagation.read else _TRIED]

    def open(self, state: State, sentences: int) -> list[int]:
        """The marks that are not decided, of those of which some sentences speak."""
        propagation = self.propagation
        scopes = 0
        for sentence in numbers(sentences):
            if propagation.read >> sentence & 1:
                scopes |= propagation.readings.marks(sentence)
            else:
                table = propagation.tables.table(sentence)
                scopes |= table.scope if table else propagation.own(sentence)
        return list(numbers(scopes & ~(state[0] | state[1])))


def _size(proof: Proof) -> tuple[int, int, int]:
    return proof.splits(), proof.sentences().bit_count(), proof.length()


def _holds(state: State, literal: int) -> bool:
    return bool(state[literal < 0] >> abs(literal) & 1)


def _decided(state: State, mark: int) -> bool:
    return bool((state[0] | state[1]) >> mark & 1)


def _with_idle(idle: State, literal: int, course: Course) -> State:
    """Add a literal that leads to no contradiction to such ones, with all that it leads to: that leads no farther."""
    return course.state(with_literal(idle, literal))


def _supposed(literal: int) -> list[int]:
    return [1 << abs(literal)] if literal else []


def _derived(first: Iterable[int], lines: Iterable[Line]) -> list[int]:
    """The sets of marks that are supposed or derived, in their order."""
    return [*first, *(line.new[0] | line.new[1] for line in lines)]


def argued(proof: Proof | None) -> TypeGuard[Proof]:
    """Whether there is a proof, short enough to be told."""
    return proof is not None and proof.splits() <= SPLITS and proof.length() <= LINES

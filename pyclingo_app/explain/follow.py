"""What follows line by line, to a contradiction or until nothing more follows; and arguments that are made of it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import reduce
from math import inf
from operator import or_
from typing import NamedTuple

from .because import Argument, Because
from .effort import Effort
from .sets import Known, Literal, MarkId, Marks, Sentences, mark_of, opposite
from .singles import Line, Singles
from .sums import Sums

# How many ways to a contradiction that are equally long are looked at.
_WAYS = 4
# More rounds than any argument has.
ROUNDS = 1_000


class Course(NamedTuple):
    """Where a state leads: the lines (a sum is its own reason), the contradictions that were found first, what is known
    then, and whether nothing more follows."""

    lines: "list[Line | Because]"
    ends: "list[Line | Because]"
    known: Known
    settled: bool


class Follower:
    """Follows single sentences, and sums of counts, and argues with what it finds."""

    def __init__(self, singles: Singles, sums: Sums, effort: Effort) -> None:
        self.singles, self.sums, self.effort = singles, sums, effort
        self.scope = singles.scope
        self.every = singles.scope.sentences

    def suppose(
        self,
        known: Known,
        literal: Literal | None,
        among: Sentences,
        rounds: int = ROUNDS,
        adding: bool = False,
        thorough: bool = False,
    ) -> Course:
        """Follow some sentences from what is known and a literal (None: from what is known alone)."""
        if literal is None:
            return self.follow(known, among, among, rounds, adding, thorough)
        touched = self.singles.touched(Marks.of((mark_of(literal),)))
        return self.follow(known.plus(literal), touched, among, rounds, adding, thorough)

    def follow(
        self,
        known: Known,
        first: Sentences,
        among: Sentences,
        rounds: int = ROUNDS,
        adding: bool = False,
        thorough: bool = False,
    ) -> Course:
        """Follow some sentences as far as they lead; the first ones are those that may give something.

        In each of so many ``rounds`` all sentences take only what those before gave; where they give no more those
        that take a search are looked at, then counts are added if ``adding``, and ``thorough`` asks the oracle for all
        that its sentences give, not only whether they are broken.
        """
        singles = self.singles
        lines: list[Line | Because] = []
        light = among & singles.light
        pending, late, new = first & light, Sentences(), first & among
        asked = among & (singles.vague if thorough else singles.asked)
        while True:
            quick = pending - singles.slow
            late |= pending & singles.slow
            before = known
            known, ends = self._round(quick, known, lines)
            rounds -= bool(quick)
            changed = known != before
            if late and not ends and not (changed and rounds > 0):
                holds = singles.tables.holds
                ends += [Line(s, known, Known()) for s in late if not holds(s, known.true, known.false)][:_WAYS]
                if not ends and rounds > 0:
                    known, ends = self._round(late, known, lines)
                    changed, late = known != before, Sentences()
                    rounds -= 1
            if ends:
                return Course(lines, ends, known, False)
            pending = singles.touched((known - before).marks) & light if changed else Sentences()
            new |= pending
            if changed and rounds > 0:
                continue
            broken = singles.broken(asked, known) if asked else None
            if broken is not None:
                return Course(lines, [Line(broken, known, Known())], known, False)
            more = self._more(known, new, among, adding, asked if thorough else Sentences()) if rounds > 0 else None
            if more is None:
                return Course(lines, [], known, not (changed or late))
            gives = more.gives if isinstance(more, Because) else more.new
            if not gives:
                return Course(lines, [more], known, False)
            lines.append(more)
            known |= gives
            rounds -= 1
            pending = singles.touched(gives.marks) & light
            new = pending

    def _more(
        self, known: Known, new: Sentences, among: Sentences, adding: bool, asked: Sentences
    ) -> Line | Because | None:
        """What follows where no sentence with a table gives more: from sums, or from what is asked."""
        found = self.sums.find(known, new, among) if adding else None
        return found or next(self.singles.singly(known, asked), None)

    def _round(
        self, sentences: Sentences, known: Known, lines: list[Line | Because]
    ) -> tuple[Known, list[Line | Because]]:
        """Add what each of some sentences gives; give what is then known, and contradictions.

        None takes what another one gives.
        """
        follow = self.singles.tables.follow
        true, false = known
        new_true, new_false = known
        self.singles.looks += len(sentences)
        ends: list[Line | Because] = []
        for sentence in sentences:
            found = follow(sentence, true, false)
            if found is None:
                ends.append(Line(sentence, known, Known()))
                if len(ends) == _WAYS:
                    break
            elif not ends:
                # What one sentence says, and another one the opposite, breaks one of them in the next round.
                there = found[0] & ~new_true & ~new_false
                absent = found[1] & ~new_false & ~new_true
                if there | absent:
                    lines.append(Line(sentence, known, Known(there, absent)))
                    new_true |= there
                    new_false |= absent
        return Known(new_true, new_false), ends

    # Arguments

    def refute(
        self,
        known: Known,
        literal: Literal | None,
        among: Sentences,
        rounds: int = ROUNDS,
        adding: bool = False,
        thorough: bool = False,
        splits: int = 0,
        end: float = inf,
    ) -> Argument | None:
        """Argue by some sentences that a literal (None: what is known) cannot hold, with so many splits at most.

        It is the shortest of those that come to an end in as few rounds, with only the lines that it takes.  Cases are
        looked for as long as not so much work is done in the ``end``.
        """
        course = self.suppose(known, literal, among, rounds, adding, thorough)
        if course.ends:
            return self.argument(course, literal)
        return self._cases(course, literal, among, splits, thorough, end) if splits else None

    def argument(self, course: Course, literal: Literal | None) -> Argument:
        """The shortest argument to one of the ends of a course."""
        late = _late(literal, course.lines)
        return min((self._behind(course.lines, self._argued(end, late), late) for end in course.ends), key=_size)

    def _argued(self, end: Line | Because, late: list[MarkId]) -> Argument:
        return Argument((self._because(end, Known(), late),))

    def _cases(
        self, course: Course, literal: Literal | None, among: Sentences, splits: int, thorough: bool, end: float
    ) -> Argument | None:
        """Go on where nothing more follows with two cases, each of which ends in a contradiction."""
        state, late = course.known, _late(literal, course.lines)
        best: Argument | None = None
        halves: list[tuple[Literal, Course]] = []
        idle = Known()
        for mark in self._near(literal, state, among):
            if self.singles.work > end:
                break
            ended: list[tuple[Literal, Course]] = []
            for case in (Literal(mark), Literal(-mark)):
                # Both cases have to end.
                if splits == 1 and mark in idle.marks:
                    break
                run = None if idle.has(case) else self.suppose(state, case, among, thorough=thorough)
                if run and run.ends:
                    ended.append((case, run))
                elif run:
                    # What leads to no contradiction leads to none with all that it leads to.
                    idle |= run.known - state
            if len(ended) == 2:
                cases = [(case, self.argument(run, case)) for case, run in ended]
                best = min(filter(None, (best, self._joined(course.lines, cases, late))), key=_size)
            else:
                halves += ended
        if best or splits == 1:
            return best
        for closed, run in sorted(halves, key=lambda one: len(one[1].lines)):
            if self.singles.work > end:
                break
            rest = self.refute(state, opposite(closed), among, thorough=thorough, splits=splits - 1, end=end)
            if rest:
                half = self.argument(run, closed)
                return self._joined(course.lines, [(closed, half), (opposite(closed), rest)], late)
        return None

    def split(self, known: Known, literal: Literal, pivots: Sequence[Literal], among: Sentences) -> Argument | None:
        """Argue by some sentences that a literal cannot hold: each pivot is shown not to hold in turn, where that is of
        use."""
        course = self.suppose(known, literal, among)
        if course.ends:
            return self.argument(course, literal)
        late = _late(literal, course.lines)
        for place, pivot in enumerate(pivots):
            if mark_of(pivot) not in course.known.marks and (one := self.refute(course.known, pivot, among)):
                other = self.split(course.known, opposite(pivot), pivots[place + 1 :], among)
                return self._joined(course.lines, [(pivot, one), (opposite(pivot), other)], late) if other else None
        return None

    def _near(self, literal: Literal | None, state: Known, among: Sentences) -> list[MarkId]:
        """The marks that are open and of which some sentences speak, the nearest to a literal first."""
        about = Marks(reduce(or_, (self.singles.about(sentence).bits for sentence in among), 0))
        cells = self.scope.cells
        here = cells[mark_of(literal)] if literal else None

        def distance(mark: MarkId) -> tuple[int, int]:
            cell = cells[mark]
            return (max(abs(here[0] - cell[0]), abs(here[1] - cell[1])) if here and cell else 0), mark

        return sorted(state.open(about), key=distance)[: self.effort.cases]

    def _joined(
        self, lines: list[Line | Because], cases: list[tuple[Literal, Argument]], late: list[MarkId]
    ) -> Argument:
        """Put two cases behind some lines; one of them suffices if it does not need what it supposes."""
        for literal, case in cases:
            if not case.needs.has(literal):
                return self._behind(lines, case, late)
        return self._behind(lines, Argument((), tuple(cases)), late)

    def _behind(self, lines: list[Line | Because], rest: Argument, late: list[MarkId]) -> Argument:
        """Put the rest of an argument behind those of some lines that it takes."""
        kept = [*rest.lines]
        needs = rest.needs
        for line in reversed(lines):
            gives = (line.gives if isinstance(line, Because) else line.new).among(needs.marks)
            for part in self._parts(line, gives):
                because = self._because(line, part, late)
                needs = (needs - part) | because.uses
                if kept and kept[0].sentences == because.sentences and kept[0].uses == because.uses and kept[0].gives:
                    because = replace(because, gives=part | kept.pop(0).gives)
                kept.insert(0, because)
        self._gather(kept)
        return Argument(tuple(kept), rest.cases)

    def _parts(self, line: Line | Because, gives: Known) -> list[Known]:
        """What a line gives: of walls mark by mark, as there may be one for each."""
        if isinstance(line, Line) and line.sentence in self.singles.asked:
            return [Known.of((literal,)) for literal in gives.literals]
        return [gives] if gives else []

    def _gather(self, lines: list[Because]) -> None:
        """Put off what a sentence gives until it gives more, where nothing between takes it: then that is one line."""
        for place in reversed(range(len(lines))):
            line = lines[place]
            later = next((k for k in range(place + 1, len(lines)) if lines[k].sentences == line.sentences), 0)
            alone = not line.sum and line.sentences.within(self.singles.light - self.singles.asked)
            between = lines[place + 1 : later]
            if later and alone and not any(other.uses.marks.meets(line.gives.marks) for other in between):
                other = lines[later]
                uses = (other.uses | line.uses) - line.gives
                lines[later] = replace(other, uses=uses, gives=(other.gives | line.gives) if other.gives else Known())
                del lines[place]

    def _because(self, line: Line | Because, gives: Known, late: list[MarkId]) -> Because:
        """Why a line gives something (nothing: that it cannot hold): those marks are left out first that are late."""
        if isinstance(line, Because):
            return replace(line, gives=gives)
        singles, sentence = self.singles, line.sentence
        last = [mark for mark in late if mark in line.before.marks]
        uses, cut = Known(), None
        left: list[Literal | None] = [*gives.literals] or [None]
        while left:
            more, cut = singles.uses(sentence, line.before, left[0], last)
            uses |= more
            # What one mark follows from is often that from which the others do, too.
            given = singles.follow(sentence, uses) if left[1:] else None
            left = [one for one in left[1:] if one and not (given and given.has(one))]
        return self._acting(Because(Sentences.of((sentence,)), uses, gives, cut=cut if gives.size <= 1 else None))

    def _acting(self, line: Because) -> Because:
        """The same by a sentence of the same rule that names the cell of the only mark that a line takes."""
        (sentence,), scope = line.sentences, self.scope
        cell = scope.cells[next(iter(line.uses.marks))] if line.uses.size == 1 else None
        if cell and line.gives and cell not in scope.about.named(sentence):
            for other in self.singles.touched(line.uses.marks) & self.singles.light:
                if scope.rules[other] == scope.rules[sentence] and cell in scope.about.named(other):
                    found = self.singles.follow(other, line.uses)
                    if found and not line.gives - found:
                        return replace(line, sentences=Sentences.of((other,)))
        return line

    def shorten(self, argument: Argument, again: Callable[[Sentences], Argument | None]) -> Argument:
        """Leave sentences out of an argument as long as the rest suffices, as is seen by doing it ``again``."""
        for sentence in [*argument.sentences]:
            left = argument.sentences
            if sentence in left and len(left) > 2:
                other = again(left - Sentences.of((sentence,)))
                if other and _size(other) < _size(argument):
                    argument = other
        return argument

    def weight(self, argument: Argument, known: Known) -> tuple[int, int, int]:
        """How much an argument is to look at: its sentences, its lines, and the known marks that it takes.

        Two marks that contradict each other in a sentence about two cells are seen with the line above it.
        """
        clash = False
        if not argument.cases and argument.length > 1:
            end = argument.lines[-1]
            clash = end.uses.size == 2 and [len(self.scope.about.cells(s)) for s in end.sentences] == [2]
        needs = argument.needs.among(known.marks)
        return len(argument.sentences) - clash, argument.length, needs.size

    def told(self, argument: Argument | None) -> bool:
        """Whether there is an argument, short enough to be followed."""
        effort = self.effort
        return argument is not None and argument.splits <= effort.splits and self.looks(argument) <= effort.lines

    def looks(self, argument: Argument) -> int:
        """How many looks an argument takes: lines that lead on from cell to cell by one rule are one, and so are lines
        that all take the same mark."""
        number = 0
        last: Because | None = None
        for line in argument.lines:
            number += last is None or not self._leads_on(last, line)
            last = line
        return number + sum(self.looks(case) for _, case in argument.cases)

    def _leads_on(self, last: Because, line: Because) -> bool:
        """Whether a line is taken in at one look with the one before it."""
        if not line.gives or line.cut or last.cut or len(line.sentences) > 1:
            return False
        if line.uses.size == 1 and last.uses == line.uses:
            return True
        rules = {self.scope.rules[s] for s in last.sentences | line.sentences}
        return len(rules) == 1 and all(len(self.scope.about.named(s)) == 1 for s in last.sentences | line.sentences)


def _late(literal: Literal | None, lines: Iterable[Line | Because]) -> list[MarkId]:
    """What is supposed and derived, the last first."""
    derived = (line.gives if isinstance(line, Because) else line.new for line in lines)
    marks = [*([mark_of(literal)] if literal else []), *(mark for new in derived for mark in new.marks)]
    return marks[::-1]


def _size(argument: Argument) -> tuple[int, int, int]:
    return argument.size

"""What follows line by line, to a contradiction or until nothing more follows; and arguments that are made of it."""

from collections.abc import Iterable
from functools import reduce
from math import inf
from operator import attrgetter, or_
from typing import NamedTuple

from .about import moves
from .because import Argument, Because
from .effort import Effort
from .sets import Known, Literal, MarkId, Marks, Sentences, mark_of, opposite
from .singles import Line, Singles
from .sums import Sums


class Course(NamedTuple):
    """Where a state leads: the lines (a sum is its own reason), the contradiction at the end if there is one, what is
    known then, and whether nothing more follows."""

    lines: "list[Line | Because]"
    end: "Line | Because | None"
    known: Known
    settled: bool


class Way(NamedTuple):
    """How to follow sentences: ``among`` which, in how many ``rounds``.

    In each round all sentences take only what those before gave; where they give no more those that take a search are
    looked at, then counts are added if ``adding``, and ``thorough`` asks the oracle for all that its sentences give,
    not only whether they are broken.
    """

    among: Sentences
    rounds: int = 1_000
    adding: bool = False
    thorough: bool = False


class Follower:
    """Follows single sentences, and sums of counts, and argues with what it finds."""

    def __init__(self, singles: Singles, sums: Sums, effort: Effort) -> None:
        self.singles, self.sums, self.effort = singles, sums, effort
        self.scope = singles.scope
        self.every = singles.scope.sentences

    def suppose(self, known: Known, literal: Literal | None, how: Way) -> Course:
        """Follow what is known and a literal (None: what is known alone)."""
        if literal is None:
            return self.follow(known, how.among, how)
        return self.follow(known.plus(literal), self.singles.touched(Marks.of((mark_of(literal),))), how)

    def follow(self, known: Known, first: Sentences, how: Way) -> Course:
        """Follow some sentences as far as they lead; the first ones are those that may give something."""
        among, rounds = how.among, how.rounds
        singles = self.singles
        lines: list[Line | Because] = []
        light = among & singles.light
        pending, late, new = first & light, Sentences(), first & among
        asked = among & (singles.vague if how.thorough else singles.asked)
        while True:
            quick = pending - singles.slow
            late |= pending & singles.slow
            before = known
            known, end = self._round(quick, known, lines)
            rounds -= bool(quick)
            changed = known != before
            if late and not end and not (changed and rounds > 0):
                holds = singles.tables.holds
                end = next((Line(s, known, Known()) for s in late if not holds(s, known.true, known.false)), None)
                if not end and rounds > 0:
                    known, end = self._round(late, known, lines)
                    changed, late = known != before, Sentences()
                    rounds -= 1
            if end:
                return Course(lines, end, known, False)
            pending = singles.touched((known - before).marks) & light if changed else Sentences()
            new |= pending
            if changed and rounds > 0:
                continue
            broken = singles.broken(asked, known) if asked else None
            if broken is not None:
                return Course(lines, Line(broken, known, Known()), known, False)
            more = self._more(known, new, how) if rounds > 0 else None
            if more is None:
                return Course(lines, None, known, not (changed or late))
            gives = more.gives if isinstance(more, Because) else more.new
            if not gives:
                return Course(lines, more, known, False)
            lines.append(more)
            known |= gives
            rounds -= 1
            pending = singles.touched(gives.marks) & light
            new = pending

    def _more(self, known: Known, new: Sentences, how: Way) -> Line | Because | None:
        """What follows where no sentence with a table gives more: from sums, or from what is asked."""
        # Where something is supposed already nobody adds several counts to see what others allow for.
        found = self.sums.find(known, new, how.among, together=1) if how.adding else None
        if found or not how.thorough:
            return found
        return next(self.singles.singly(known, how.among & self.singles.vague), None)

    def _round(self, sentences: Sentences, known: Known, lines: list[Line | Because]) -> tuple[Known, Line | None]:
        """Add what each of some sentences gives; give what is then known, and the first contradiction.

        None takes what another one gives.
        """
        follow = self.singles.tables.follow
        true, false = known
        new_true, new_false = known
        self.singles.looks += len(sentences)
        for sentence in sentences:
            found = follow(sentence, true, false)
            if found is None:
                return Known(new_true, new_false), Line(sentence, known, Known())
            # What one sentence says, and another one the opposite, breaks one of them in the next round.
            there = found[0] & ~new_true & ~new_false
            absent = found[1] & ~new_false & ~new_true
            if there | absent:
                lines.append(Line(sentence, known, Known(there, absent)))
                new_true |= there
                new_false |= absent
        return Known(new_true, new_false), None

    # Arguments

    def refute(
        self, known: Known, literal: Literal | None, how: Way, splits: int = 0, end: float = inf
    ) -> Argument | None:
        """Argue by some sentences that a literal (None: what is known) cannot hold, with so many splits at most.

        It comes to its end in as few rounds as can be, with only the lines that it takes.  Cases are looked for as long
        as not so much work is done in the ``end``.
        """
        course = self.suppose(known, literal, how)
        if course.end:
            return self.argument(course, literal)
        return self._cases(course, literal, how._replace(adding=False), splits, end) if splits else None

    def argument(self, course: Course, literal: Literal | None) -> Argument:
        """The argument to the end of a course."""
        assert course.end
        late = _late(literal, course.lines)
        return self._behind(course.lines, Argument((self._because(course.end, Known(), late),)), late)

    def _cases(self, course: Course, literal: Literal | None, how: Way, splits: int, end: float) -> Argument | None:
        """Go on where nothing more follows with two cases, each of which ends in a contradiction."""
        state, late = course.known, _late(literal, course.lines)
        best: Argument | None = None
        halves: list[tuple[Literal, Course]] = []
        idle = Known()
        for mark in self._near(literal, state, how.among):
            if self.singles.work > end:
                break
            ended: list[tuple[Literal, Course]] = []
            for case in (Literal(mark), Literal(-mark)):
                # Both cases have to end.
                if splits == 1 and mark in idle.marks:
                    break
                run = None if idle.has(case) else self.suppose(state, case, how)
                if run and run.end:
                    ended.append((case, run))
                elif run:
                    # What leads to no contradiction leads to none with all that it leads to.
                    idle |= run.known - state
            if len(ended) == 2:
                cases = [(case, self.argument(run, case)) for case, run in ended]
                best = min(filter(None, (best, self._joined(course.lines, cases, late))), key=attrgetter("size"))
            else:
                halves += ended
        if best or splits == 1:
            return best
        for closed, run in sorted(halves, key=lambda one: len(one[1].lines)):
            if self.singles.work > end:
                break
            rest = self.refute(state, opposite(closed), how, splits - 1, end)
            if rest:
                half = self.argument(run, closed)
                return self._joined(course.lines, [(closed, half), (opposite(closed), rest)], late)
        return None

    def _near(self, literal: Literal | None, state: Known, among: Sentences) -> list[MarkId]:
        """The marks that are open and of which some sentences speak, the nearest to a literal first."""
        about = Marks(reduce(or_, (self.singles.about(sentence).bits for sentence in among), 0))
        cells = self.scope.cells
        here = cells[mark_of(literal)] if literal else None
        return sorted(state.open(about), key=lambda mark: (moves(here, cells[mark]), mark))

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
                    because = because._replace(gives=part | kept.pop(0).gives)
                kept.insert(0, because)
        return Argument(tuple(kept), rest.cases)

    def _parts(self, line: Line | Because, gives: Known) -> list[Known]:
        """What a line gives: of walls mark by mark, as there may be one for each."""
        if isinstance(line, Line) and line.sentence in self.singles.asked:
            return [Known.of((literal,)) for literal in gives.literals]
        return [gives] if gives else []

    def _because(self, line: Line | Because, gives: Known, late: list[MarkId]) -> Because:
        """Why a line gives something (nothing: that it cannot hold): those marks are left out first that are late."""
        if isinstance(line, Because):
            return line._replace(gives=gives)
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
        """The same by a sentence of the same rule that names the cell of the only mark that a line takes, as players
        say it."""
        (sentence,), scope = line.sentences, self.scope
        cell = scope.cells[next(iter(line.uses.marks))] if line.uses.size == 1 else None
        if cell and line.gives and cell not in scope.about.named(sentence):
            for other in self.singles.touched(line.uses.marks) & self.singles.light:
                if scope.rules[other] == scope.rules[sentence] and cell in scope.about.named(other):
                    found = self.singles.follow(other, line.uses)
                    if found and not line.gives - found:
                        return line._replace(sentences=Sentences.of((other,)))
        return line

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

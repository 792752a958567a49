"""Inside one sentence: how its own rules lead to what it gives.

A sentence with its definitions is a small program.  What follows in it is found rule by rule; of the atoms on the way
only the marks are told, each in a line of its own.
"""

from collections.abc import Iterable, Iterator, Mapping

from ..solve.forms import rules_of
from ..solve.tables import Count, Table, Tables
from ..solve.trace import Course, Program
from .amiss import amiss
from .because import Because
from .effort import Effort
from .sets import Known, Literal, MarkId, SentenceId, Sentences


class Inside:
    """Looks into sentences."""

    def __init__(self, tables: Tables, effort: Effort) -> None:
        self._tables, self._effort = tables, effort
        # The rules of sentences, and the marks by their atoms in them; None where they are too many.
        self._programs: dict[SentenceId, tuple[Program, Mapping[int, MarkId]] | None] = {}

    def lines(self, sentence: SentenceId, known: Known) -> tuple[Because, ...] | None:
        """Lines by a sentence from some of the marks that are known to a contradiction, where its rules lead there.

        One line says that it is broken at a look; None that it takes more than to follow its rules.
        """
        program = self._program(sentence)
        if program is None:
            return None
        rules, marks = program
        course = Course(rules, _given(marks, known))
        if course.conflict is None:
            return None

        def told(literals: Iterable[int]) -> Known:
            return Known.of(Literal(marks[abs(one)] if one > 0 else -marks[abs(one)]) for one in literals)

        need = course.behind(course.conflict, marks)
        lines = [Because(Sentences.of([sentence]), told(need))]
        for literal in reversed([*course.reasons]):
            if literal in need and literal not in course.given:
                uses = course.behind(course.reasons[literal], marks)
                lines.append(Because(Sentences.of([sentence]), told(uses), told([literal])))
                need |= uses
        return tuple(_together(reversed(lines)))

    def seen(self, sentence: SentenceId, known: Known) -> bool:
        """Whether it is seen without a look at all ways that a sentence is broken by what is known: it counts, has few
        ways from the start, or its rules say so, one after the other."""
        table = self._tables.table(sentence)
        few = isinstance(table, Count) or (isinstance(table, Table) and len(table.rows) <= self._effort.ways)
        return few or self.lines(sentence, known) is not None

    def amiss(self, sentence: SentenceId, known: Known) -> int:
        """By how many the one count is off by which what is known breaks a sentence, as :func:`amiss` says."""
        program = self._program(sentence)
        return amiss(program[0].rules, _given(program[1], known)) if program else 0

    def _program(self, sentence: SentenceId) -> tuple[Program, Mapping[int, MarkId]] | None:
        if sentence not in self._programs:
            found = self._tables.forms.form(sentence, loose=False)
            if found is None:
                self._programs[sentence] = None
            else:
                marks = dict(zip(found.form[1], map(MarkId, found.marks), strict=True))
                self._programs[sentence] = Program(rules_of(found.form)), marks
        return self._programs[sentence]


def _given(marks: Mapping[int, MarkId], known: Known) -> list[int]:
    """What is known of marks, as literals of a small program."""
    return [atom if mark in known.there else -atom for atom, mark in marks.items() if mark in known.marks]


def _together(lines: Iterable[Because]) -> Iterator[Because]:
    """Lines of which those one after another that take the same are one."""
    last: Because | None = None
    for line in lines:
        if last and line.gives and line.uses == last.uses:
            line = Because(line.sentences, line.uses, last.gives | line.gives)
        elif last:
            yield last
        last = line
    if last:
        yield last

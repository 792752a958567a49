"""Inside one sentence: how its own rules lead to what it gives, and the ways that it leaves.

A sentence with its definitions is a small program.  What follows in it is found rule by rule; of the atoms on the way
only the marks are told, each in a line of its own.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from ..solve.forms import rules_of
from ..solve.tables import Count, Table, Tables
from ..solve.trace import Course, Program
from .because import Because
from .effort import Effort
from .sets import Known, Literal, MarkId, Marks, SentenceId, Sentences

K = TypeVar("K", bound=Hashable)


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
        given = [atom if mark in known.there else -atom for atom, mark in marks.items() if mark in known.marks]
        course = Course(rules, given)
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

    def ways(self, sentence: SentenceId, known: Known) -> list[Marks] | None:
        """The ways in which the marks of a sentence can stand with what is known: of each those that are there.

        None if they are not few, or the sentence has no exact table.
        """
        if self._tables.table(sentence) is None:
            return None
        found = self._tables.ways(sentence, known.true, known.false, self._effort.ways)
        return None if found is None else [*map(Marks, found)]

    def contents(self, sentence: SentenceId, known: Known, kinds: Mapping[K, Marks]) -> list[frozenset[K]] | None:
        """What marks of a sentence hold in any order, of some kinds: the digits of a run that have its sum.

        In each way that is left with what is known there are marks of all kinds of one of these sets.  None if they are
        not few, or the sentence has no exact table.  One way after another is looked for that lacks a kind of each set
        before, as in Reiter's tree of hitting sets.
        """
        found: list[frozenset[K]] = []
        # Kinds that are left out; it grows on the way.
        tree = [frozenset[K]()]
        seen = {*tree}
        for without in tree:
            if not any(holding.isdisjoint(without) for holding in found):
                absent = Known.split(Marks(), Marks.of(mark for kind in without for mark in kinds[kind]))
                way, core = (None, []) if known.clashes(absent) else self._tables.way(sentence, *(known | absent))
                if way is None and core is None:
                    return None
                if way is not None:
                    found.append(frozenset(kind for kind, marks in kinds.items() if marks.bits & way))
            if len(found) > self._effort.contents:
                return None
            holding = next((one for one in found if one.isdisjoint(without)), frozenset())
            more = [without | {kind} for kind in kinds if kind in holding and without | {kind} not in seen]
            tree += more
            seen.update(more)
        return found

    def _program(self, sentence: SentenceId) -> tuple[Program, Mapping[int, MarkId]] | None:
        if sentence not in self._programs:
            found = self._tables.forms.form(sentence, loose=False)
            if found is None:
                self._programs[sentence] = None
            else:
                marks = dict(zip(found.form[1], map(MarkId, found.marks), strict=True))
                self._programs[sentence] = Program(rules_of(found.form)), marks
        return self._programs[sentence]


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

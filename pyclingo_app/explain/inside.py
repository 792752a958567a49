"""Inside one sentence: whether its own rules, one after the other, show what it gives.

A sentence with its definitions is a small program.
"""

from collections.abc import Mapping

from ..solve.forms import rules_of
from ..solve.tables import Tables
from ..solve.trace import Course, Program
from .amiss import amiss
from .sets import Known, MarkId, SentenceId


class Inside:
    """Looks into sentences."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        # The rules of sentences, and the marks by their atoms in them; None where they are too many.
        self._programs: dict[SentenceId, tuple[Program, Mapping[int, MarkId]] | None] = {}

    def seen(self, sentence: SentenceId, known: Known) -> bool:
        """Whether the rules of a sentence say, one after the other, that what is known breaks it: that takes no look at
        all ways that are left."""
        if self._tables.plain(sentence):
            return self._tables.follow(sentence, known.true, known.false) is None
        program = self._program(sentence)
        return program is not None and Course(program[0], [-1, *_given(program[1], known)]).broken

    def amiss(self, sentence: SentenceId, known: Known) -> int:
        """By how many the one count is off by which what is known breaks a sentence, as :func:`amiss` says."""
        program = None if self._tables.plain(sentence) else self._program(sentence)
        return amiss(program[0], _given(program[1], known)) if program else 0

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

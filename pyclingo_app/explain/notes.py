"""What is noted beside an answer, told only where it is used: each note before the first step that takes it."""

from collections.abc import Iterable, Iterator

from .because import Argument, Because, Cut, Deduction
from .scope import Scope
from .sets import NO_MARKS, Known, Literal, MarkId, Marks, mark_of, opposite
from .walk import Thought


class Notes:
    """Keeps notes until they are used.

    A note that follows from one mark by what the program defines, such as that a white cell is land, is not told: that
    mark stands for it.
    """

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._kept: dict[MarkId, Deduction] = {}
        self._stands: dict[Literal, Literal] = {}

    def told(self, thoughts: Iterable[Thought], wanted: Marks = NO_MARKS) -> Iterator[Thought]:
        """Give thoughts with what is noted for them, and at the end what is ``wanted`` besides."""
        for thought in thoughts:
            told: list[Deduction] = []
            taken = given = within = Marks()
            for one in map(self._plainly, thought):
                shown = one.gives.among(self._scope.marks)
                notes = one.gives - shown
                # A note that takes what this thought has found is told in it.
                if one.uses.marks.meets(given | within):
                    within |= notes.marks
                if not shown:
                    self._keep(one)
                    continue
                told += self._wanted(one.uses.marks & within)
                taken |= one.uses.marks
                given |= one.gives.marks
                # What is noted because it is there is told with the rest.
                there = Known(notes.true)
                if notes.absent:
                    self._keep(one.giving(Known(0, notes.false)))
                told.append(one.giving(shown | there))
            yield from self._before(taken)
            if told:
                yield tuple(told)
        yield from self._before(wanted)

    def argument(self, argument: Argument, derived: Marks = NO_MARKS) -> Argument:
        """An argument with the marks that stand for notes, but for what was ``derived`` before."""
        lines = []
        for line in argument.lines:
            lines.append(self._line(line, derived))
            derived |= line.gives.marks
        cases = ((one, self.argument(case, derived | Marks.of((mark_of(one),)))) for one, case in argument.cases)
        return Argument(tuple(lines), tuple(cases))

    def _keep(self, one: Deduction) -> None:
        """Keep notes; those for which a mark stands are none."""
        for literal in one.gives.literals:
            source = next(iter(one.uses.literals), None) if one.uses.size == 1 else None
            if source and self._means(source, literal):
                self._stands[literal] = self._stands.get(source, source)
            else:
                self._kept[mark_of(literal)] = one

    def _means(self, source: Literal, literal: Literal) -> bool:
        """Whether a note follows from a mark as the program defines it."""
        return self._scope.oracle.glance([source, opposite(literal)]).core is not None

    def _before(self, marks: Marks) -> Iterator[Thought]:
        """The notes among some marks that were not told, each behind those that it takes itself; alike ones at once."""
        found = self._wanted(marks)
        alike: dict[tuple[int, ...], list[Deduction]] = {}
        for one in found:
            rules = tuple(self._scope.rules[s] for s in one.sentences)
            if any(other.gives.marks.meets(one.uses.marks) for others in alike.values() for other in others):
                yield from map(tuple, alike.values())
                alike = {}
            alike.setdefault(rules, []).append(one)
        yield from map(tuple, alike.values())

    def _wanted(self, marks: Marks) -> list[Deduction]:
        found: dict[Deduction, None] = {}
        self._want(marks, found)
        return [*found]

    def _want(self, marks: Marks, found: dict[Deduction, None]) -> None:
        for mark in marks & self._scope.pencil:
            source = self._kept.pop(mark, None)
            if source:
                self._want(source.uses.marks, found)
                # What it gives besides was told before if it is not kept any more.
                others = Marks.of(other for other in source.gives.marks & marks if self._kept.pop(other, None))
                found[source.giving(source.gives.among(others | Marks.of((mark,))))] = None

    def _plainly(self, one: Deduction) -> Deduction:
        """The same with the marks that stand for notes in place of these."""
        if not one.uses.marks.meets(self._scope.pencil):
            return one
        why = self._line(one.why, NO_MARKS) if isinstance(one.why, Because) else self.argument(one.why)
        return one._replace(uses=self._plain(one.uses, NO_MARKS), why=why)

    def _line(self, line: Because, derived: Marks) -> Because:
        """A line with such marks, also those of a wall, but for what was derived before."""
        cut = line.cut
        if cut:
            plain = (self._plain(Known.of(part), derived).literals for part in (cut.apart, cut.wall, cut.witness))
            cut = Cut(cut.inside, *map(tuple, plain))
        return line._replace(uses=self._plain(line.uses, derived), cut=cut)

    def _plain(self, known: Known, derived: Marks) -> Known:
        """What is known, with the marks that stand for notes, but for what was ``derived``."""
        others = known.without(derived).literals
        return Known.of(self._stands.get(literal, literal) for literal in others) | known.among(derived)

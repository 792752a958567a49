"""What one sentence gives: where the last step was, and from few marks; by its table, or a wall, or as it is asked."""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from ...draw.board import Cell
from ...solve.tables import Count, Table
from ..because import Because, Cut, Deduction
from ..effort import Effort
from ..scope import Kind
from ..sets import Known, Literal, Marks, SentenceId, Sentences, mark_of
from ..singles import Singles
from ..view import Strategy, View


class Alone(Strategy):
    """What single sentences give, kept until what they speak of changes."""

    name = "alone"

    def __init__(self, singles: Singles, effort: Effort) -> None:
        self.singles = singles
        self.scope = singles.scope
        self._effort = effort
        self.found: dict[SentenceId, Because] = {}
        self._asked = False
        self._pending = self._wide = Sentences()
        self._take(singles.ready)

    def find(self, view: View, asking: bool = True) -> Deduction | None:
        """Give the easiest, of what is wide only if nothing else gives more; the oracle is asked only where no table
        gives anything, if ``asking``."""
        self.look(view)
        if not self.found:
            self._look(view.known, self._pending)
        while not self.found and (ready := self.singles.more()):
            self._take(ready)
            self._look(view.known, self._pending)
        if not self.found and not self._asked and asking:
            self._asked = True
            for line in self.singles.singly(view.known, self.singles.vague):
                self.found[line.sentence] = self._because(line.sentence, view.known, line.new)
        if not self.found:
            return None
        return deduced(self.name, self.found[self._easiest(view)])

    def look(self, view: View) -> None:
        """Look at what may be seen with what was just found: at what is wide only when nothing else gives more."""
        self._look(view.known, self._pending - self._wide)

    def learn(self, view: View, found: Known) -> None:
        touched = self.singles.touched(found.marks)
        self._asked = False
        self._pending |= touched
        for sentence, one in list(self.found.items()):
            if sentence in touched or one.gives.marks.meets(found.marks):
                del self.found[sentence]
                self._pending |= Sentences.of((sentence,)) & self.singles.light

    def alike(self, view: View, leading: Deduction) -> list[Deduction]:
        """Give the same on other cells: by the same rule from as many marks, or from the same marks."""
        (sentence,) = leading.sentences
        others = (one for other, one in sorted(self.found.items()) if other != sentence)
        return [deduced(self.name, one) for one in others if self._like(leading, one, view.known)]

    def _take(self, sentences: Sentences) -> None:
        """Take sentences into account that are ready."""
        self._pending |= sentences & self.singles.light
        self._wide |= Sentences.of(s for s in sentences if len(self.singles.about(s)) > self._effort.wide)

    def _look(self, known: Known, sentences: Sentences) -> None:
        """Look at some sentences that may give something more."""
        for sentence in sentences:
            given = self.singles.follow(sentence, known)
            if given:
                self.found[sentence] = self._because(sentence, known, given)
        self._pending -= sentences

    def _because(self, sentence: SentenceId, known: Known, given: Known) -> Because:
        """What a sentence gives by the fewest marks, first for the answer, with all that the same marks give."""
        shown = given.among(self.scope.marks) or given
        # Where something is placed, what else is not there needs no reason of its own.
        placed = {self.scope.cells[mark] for mark in shown.there}
        idle = Marks.of(m for m in shown.absent if self.scope.in_cell(m) and self.scope.cells[m] in placed)
        shown = shown.without(idle)
        ways = [(one, *self.singles.uses(sentence, known, one)) for one in shown.literals]
        walls = self.singles.walls.speaks(sentence)
        first, uses, cut = min(ways, key=lambda way: self._weight(way, walls))
        if walls:
            same = Known.of(one for one, others, _ in ways if others == uses)
            return Because(Sentences.of((sentence,)), uses, same | Known.of((first,)), cut=cut)
        # What is known of the same cells is seen with it, and what says the same of others; or all, if it is little.
        cells, kind = self._cells(uses), self.scope.kind(first)
        little = reduce(or_, (others.marks for _, others, _ in ways), Marks())
        for one, others, _ in ways:
            if len(little) <= self._effort.few or self._cells(others) <= cells or self.scope.kind(one) == kind:
                uses |= others
        same = self.singles.follow(sentence, uses) or Known()
        return Because(Sentences.of((sentence,)), uses, same.among(given.marks) | Known.of((first,)))

    def _cells(self, known: Known) -> set[Cell | None]:
        return {self.scope.cells[mark] for mark in known.marks}

    def _weight(self, way: tuple[Literal, Known, Cut | None], walls: bool) -> tuple[bool, int, int]:
        """How hard something is to see: where something has to be reached, what a wall shows is seen first."""
        literal, uses, cut = way
        return walls and cut is None, uses.size, mark_of(literal)

    def _easiest(self, view: View) -> SentenceId:
        """Of the sentences that give something the easiest; of those that are as easy one about the fewest cells."""
        ease = {sentence: self._ease(sentence, view) for sentence in self.found}
        least = min(ease.values())
        tied = [sentence for sentence, one in ease.items() if one == least]
        return min(tied, key=lambda s: (*self._tie(s, view.known), s)) if tied[1:] else tied[0]

    def _ease(self, sentence: SentenceId, view: View) -> tuple[object, ...]:
        """What is on the board goes before notes, and what the clues give before what follows from it."""
        one, shown = self.found[sentence], self.scope.marks
        takes = one.uses.marks
        noted = not one.gives.marks.meets(shown), not takes.within(shown)
        apart = bool(view.recent) and not takes.meets(view.recent) and not self._is_last(sentence, view.known)
        return *noted, not self.at_once(one, view.known), bool(takes), apart, len(takes), -one.gives.size

    def _tie(self, sentence: SentenceId, known: Known) -> tuple[object, ...]:
        """How hard a sentence is to see among others that are as easy, by the cells that it is about.

        The last cells of a row are seen before the only place in a box, that before the only place in a row, and all of
        them before what is left for a cell.
        """
        one, cells = self.found[sentence], self.scope.about.cells(sentence)
        many, left = self._places_by_many(one), self._open_cells(sentence, known)
        last = min(left, self._effort.few) if many else self._effort.few
        # Of notes what only speaks of these.
        noted = sentence in self.scope.noted and not one.gives.marks.meets(self.scope.marks)
        sides = [max(side) - min(side) for side in zip(*cells, strict=True)]
        return many and len(cells) == 1, last, not noted, left, len(cells), max(sides, default=0)

    def _places_by_many(self, one: Because) -> bool:
        """Whether something is placed by many marks, as the last number of a row is."""
        return bool(one.gives.there) and one.uses.size > self._effort.few

    def _is_last(self, sentence: SentenceId, known: Known) -> bool:
        """Whether a sentence fills the last of several cells, such as those of a row: that is seen wherever it is."""
        if not self._places_by_many(self.found[sentence]) or not self.singles.count(sentence):
            return False
        return self._open_cells(sentence, known) == 1 < len(self.scope.about.cells(sentence))

    def _open_cells(self, sentence: SentenceId, known: Known) -> int:
        """About how many cells that are open a sentence is."""
        opened, none = known.open(self.scope.marks), Marks()
        cells = self.scope.about.cells(sentence)
        return sum(self.scope.marks_in.get(cell, none).meets(opened) for cell in cells)

    def _like(self, leading: Deduction, one: Because, known: Known) -> bool:
        """Whether a sentence gives something in one thought with another one: from the same marks, or the same
        elsewhere."""
        takes, others = leading.uses, one.uses
        (sentence,), (other,) = leading.sentences, one.sentences
        if takes and takes == others and self.at_once(one, known):
            return takes.size < self._effort.few
        if self.scope.rules[sentence] != self.scope.rules[other]:
            return False
        if not takes and not others and self._settles(leading, known) and self._settles(one, known):
            return True
        as_many = (takes.size, leading.gives.size) == (others.size, one.gives.size)
        return as_many and takes.size <= self._effort.few and self._shape(leading) == self._shape(one)

    def at_once(self, one: Because | Deduction, known: Known) -> bool:
        """Whether the sentence only counts, allows for few ways, or leaves nothing open."""
        (sentence,) = one.sentences
        table = self.singles.tables.table(sentence)
        few = isinstance(table, Count) or (isinstance(table, Table) and len(table.rows) <= self._effort.ways)
        return few or self._settles(one, known)

    def _settles(self, one: Because | Deduction, known: Known) -> bool:
        """Whether nothing is left open of what the sentence speaks of."""
        (sentence,) = one.sentences
        table = self.singles.tables.table(sentence)
        return table is not None and not (known | one.gives).open(Marks(table.scope))

    def _shape(self, one: Because | Deduction) -> tuple[list[Kind], list[Kind]]:
        """What is taken and given, whatever its cells."""
        return self._kinds(one.uses.literals), self._kinds(one.gives.literals)

    def _kinds(self, literals: Iterable[Literal]) -> list[Kind]:
        return sorted(map(self.scope.kind, literals))


def deduced(name: str, one: Because) -> Deduction:
    """What a look gives."""
    return Deduction(name, one.gives, one.uses, one)

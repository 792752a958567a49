"""What a walk finds as steps: the marks and sentences with their words, what is counted, and who is cut off."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..draw.board import Board
from .because import Argument, Because, Cut, Deduction, Share
from .effort import PLAYER
from .inside import Inside
from .scope import Scope
from .sets import NOTHING, Known, Literal, Marks, SentenceId, Sentences, mark_of, opposite
from .singles import Singles
from .sources import Sources
from .technique import Techniques
from .terms import Case, Inference, Mark, Quantity, Sentence, Step, Wall, joined
from .terms import Share as Said
from .walk import Thought

# So many sentences of one reason are told as they come.
_MANY = 100


class Teller:
    """Tells what is found, in the scope of a problem; ``known`` is what the board shows before."""

    def __init__(self, singles: Singles, known: Known = NOTHING) -> None:
        self._singles = singles
        self._inside = Inside(singles.tables, PLAYER)
        self._scope = singles.scope
        self._known = known
        self._sources = Sources(singles)
        self._techniques = Techniques(singles)

    def step(self, thought: Thought) -> Step:
        """Tell a thought as a step."""
        return joined([self._part(found) for found in thought])

    def _part(self, found: Deduction) -> Step:
        """Tell one reason of a step."""
        first = self._first(found)
        (supposed,) = self._scope.said((opposite(first),))
        if not found.sentences:
            return self._defined(found, supposed)
        found = self._against(found, first)
        why = found.why
        shown = found.uses.plus(opposite(first))
        lines = (self._look(why, first),) if isinstance(why, Because) else self.argument(why, shown)
        gives = [first, *(one for one in found.gives.literals if one != first)]
        technique = None if found.searched else self._techniques.name(found)
        step = Step(self._scope.said(gives), self._said(found.uses), Case(supposed, lines), technique)
        self._known |= found.gives
        return step

    def _first(self, found: Deduction) -> Literal:
        """What is found first: for the answer, and where the argument shows one mark that."""
        shown = found.gives.among(self._scope.marks) or found.gives
        return shown.literals[0]

    def _against(self, found: Deduction, first: Literal) -> Deduction:
        """The same, with the wall against the opposite of what is found first, if it was that against another mark."""
        why = found.why
        if not isinstance(why, Because) or not why.cut or why.cut.marks.has(opposite(first)):
            return found
        (number,) = why.sentences
        cut = self._singles.walls.cut(number, why.uses.plus(opposite(first)))
        return replace(found, why=replace(why, cut=cut))

    def _defined(self, found: Deduction, supposed: Mark) -> Step:
        """A step to what follows without any sentence: what is told are the rules that make marks of others."""
        rules = self._scope.tying((found.uses | found.gives).literals)
        taken = self._said(found.uses)
        line = Inference(rules[:1], (), (*taken, supposed))
        return Step(self._scope.said(found.gives.literals), taken, Case(supposed, (line,)))

    def _look(self, why: Because, first: Literal) -> Inference:
        """One look as a line that the opposite of what is found first cannot be."""
        (supposed,) = self._scope.said((opposite(first),))
        line = self._line(why, why.uses.plus(opposite(first)))
        quantity = line.quantity
        if quantity and not quantity.added and quantity.allow:
            # With what is supposed it is too much.
            (share,) = quantity.allow
            quantity = Quantity(allow=(share._replace(marks=(*share.marks, supposed)),))
        return line._replace(marks=(), used=(*line.used, supposed), quantity=quantity)

    def argument(self, argument: Argument, shown: Known) -> tuple[Inference, ...]:
        """Tell an argument; ``shown`` is what it takes from before, and what is supposed."""
        lines = []
        for line in argument.lines:
            lines.append(self._line(line, shown | line.uses))
            shown |= line.gives
        if argument.cases:
            cases = []
            for literal, case in argument.cases:
                (mark,) = self._scope.said((literal,))
                cases.append(Case(mark, self.argument(case, shown.plus(literal))))
            lines.append(Inference((), (), cases=tuple(cases)))
        return tuple(lines)

    def together(self, sentences: Sentences, used: Iterable[Mark]) -> tuple[Inference, ...]:
        """Say only that some sentences are together impossible, with some marks."""
        return (Inference(self._chained(sentences), (), tuple(used)),)

    def _line(self, line: Because, shown: Known) -> Inference:
        quantity = self._sum(line) if line.sum else self._quantity(line)
        wall = self._wall(line.cut, shown) if line.cut else None
        hidden = not quantity and not wall and self._hidden(line)
        amiss = 0 if quantity and quantity.allow else self._amiss(line)
        return Inference(
            self._chained(line.sentences),
            self._scope.said(sorted(line.gives.literals, key=mark_of)),
            self._said(line.uses),
            wall,
            quantity,
            hidden=hidden,
            amiss=amiss,
        )

    def _said(self, known: Known) -> tuple[Mark, ...]:
        """Marks in words, in the order in which people read a board; of what is not there by what that is seen."""
        by = self._sources.of(known.absent, self._known)
        marks = []
        for literal in sorted(known.literals, key=mark_of):
            (mark,) = self._scope.said((literal,))
            source = by.get(mark_of(literal))
            marks.append(mark._replace(by=self._scope.said((Literal(source),))[0]) if source else mark)
        return tuple(marks)

    def _sum(self, line: Because) -> Quantity:
        assert line.sum
        need, allow = (tuple(map(self._share, shares)) for shares in line.sum)
        return Quantity(need, allow)

    def _share(self, share: Share) -> Said:
        marks = self._scope.said(map(Literal, share.marks))
        return Said(self._chained(share.sentences), marks, share.many, share.more)

    def _quantity(self, line: Because) -> Quantity | None:
        """What a sentence that only counts needs of what can still be there, or what is there of what it allows for."""
        if len(line.sentences) != 1:
            return None
        (number,) = line.sentences
        sentence, count = (self._scope.sentence(number),), self._singles.counted(number)
        if count is None:
            marks = self._left(number, line)
            return Quantity(need=(Said(sentence, self._scope.said(map(Literal, marks)), 0, False),)) if marks else None
        scope = Marks(count.scope)
        if len(scope) == 1:
            return None  # there is nothing to count
        there = line.uses.there & scope
        if line.gives.absent or (not line.gives and len(there) > count.high):
            return Quantity(allow=(Said(sentence, self._scope.said(map(Literal, there)), count.high, False),))
        left = scope - line.uses.absent
        return Quantity(need=(Said(sentence, self._scope.said(map(Literal, left)), count.low, False),))

    def _left(self, number: SentenceId, line: Because) -> Marks:
        """What a sentence that is all about some cells leaves in those in which it rules something out."""
        about, cells = self._singles.about(number), {self._scope.cells[mark] for mark in line.gives.absent}
        if number in self._singles.vague or line.gives.there or not all(map(self._scope.in_cell, about)):
            return Marks()
        names = {name for name, _ in map(self._scope.named, line.gives.literals)}
        left = about - (self._known | line.gives).absent
        near = (mark for mark in left if self._scope.cells[mark] in cells)
        return Marks.of(mark for mark in near if self._scope.named(Literal(mark))[0] in names)

    def _wall(self, cut: Cut, shown: Known) -> Wall:
        """A cut in words."""
        walls, said = self._singles.walls, self._scope.said
        return Wall(said(cut.apart), walls.cells(cut), said(cut.wall), said(cut.witness), walls.closed(cut, shown))

    def _hidden(self, line: Because) -> bool:
        """Whether it takes a look at all ways that are left to see what a sentence gives."""
        if len(line.sentences) != 1:
            return False
        (number,) = line.sentences
        states = [line.uses.plus(opposite(literal)) for literal in line.gives.literals] or [line.uses]
        return not all(self._inside.seen(number, state) for state in states)

    def _amiss(self, line: Because) -> int:
        """By how many a sentence would be off at least that counts what its rules define, were a line not to follow."""
        if len(line.sentences) != 1 or line.cut or self._singles.counted(next(iter(line.sentences))):
            return 0
        (number,) = line.sentences
        states = [line.uses.plus(opposite(literal)) for literal in line.gives.literals] or [line.uses]
        found = [self._inside.amiss(number, state) for state in states]
        return min(found, key=abs) if min(found) > 0 or max(found) < 0 else 0

    def _chained(self, sentences: Sentences) -> tuple[Sentence, ...]:
        """Some sentences in words, ordered so that each speaks of a cell of the one before, as far as that goes."""
        left = [*map(self._scope.sentence, sentences)]
        if not 1 < len(left) < _MANY:
            return tuple(left)
        left.sort(key=lambda one: sum(not one.cells.isdisjoint(other.cells) for other in left))
        ordered = [left.pop(0)]
        while left:
            last = ordered[-1].cells
            best = max(left, key=lambda one: (len(one.cells & last), max(len(one.cells & o.cells) for o in ordered)))
            left.remove(best)
            ordered.append(best)
        return tuple(ordered)


def drawn(scope: Scope, steps: Iterable[Step], marks: list[Mark], boards: bool) -> Iterator[Step]:
    """Give steps, with their boards if asked for; what they find is added to the marks, which are known before."""
    for step in steps:
        marks += (mark for mark in step.found if not mark.pencil)
        yield step._replace(board=_pointed(scope, marks, step)) if boards else step


def _pointed(scope: Scope, marks: Iterable[Mark], step: Step) -> Board:
    """Draw what is known after a step, pointing at what it found and at its reason."""
    new = {mark for part in step.reasons for mark in part.found}
    first, *rest = step.reasons
    # Of several reasons those are pointed at that take nothing that the step finds.
    own = [first, *(part for part in rest if not any(mark.plain in new for mark in part.earlier))]
    reason = [place for part in own for line in part.argument for place in line.places]
    reason += [mark.place for mark in step.earlier if mark.place]
    found = [mark.place for mark in step.found if mark.place]
    return scope.draw(marks, dict.fromkeys(reason, "reason") | dict.fromkeys(found, "found"))

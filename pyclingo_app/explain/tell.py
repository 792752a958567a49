"""What a walk finds as steps: the marks and sentences with their words, what is counted, and who is cut off."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from ..draw.board import Board, Cell
from ..solve.tables import Table
from .because import Argument, Because, Cut, Deduction, Share
from .inside import Inside
from .scope import Scope
from .sets import Known, Literal, MarkId, Marks, SentenceId, mark_of, opposite
from .sources import Sources
from .technique import Techniques
from .terms import Case, Inference, Mark, Quantity, Step, Wall, joined
from .terms import Share as Said
from .walk import Thought, Walk


class Teller:
    """Tells what a walk finds."""

    def __init__(self, walk: Walk) -> None:
        self._singles = walk.singles
        self._effort = walk.effort
        self._inside = Inside(walk.singles.tables)
        self._scope = walk.scope
        self._known = Known()
        self._sources = Sources(walk.singles)
        self._techniques = Techniques(walk.singles)

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
        lines = (self._look(why, supposed, opposite(first)),) if isinstance(why, Because) else self.argument(why, shown)
        gives = [first, *(one for one in found.gives.literals if one != first)]
        technique = self._techniques.name(found, lines[-1])
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
        walls, against = self._singles.walls, why.uses.plus(opposite(first))
        cut = walls.cut(number, against) or walls.between(number, against)
        return found._replace(why=why._replace(cut=cut))

    def _defined(self, found: Deduction, supposed: Mark) -> Step:
        """A step to what follows without any sentence: what is told are the rules that make marks of others."""
        rules = self._scope.tying((found.uses | found.gives).literals)
        taken = self._said(found.uses)
        line = Inference(rules[:1], (), (*taken, supposed))
        return Step(self._scope.said(found.gives.literals), taken, Case(supposed, (line,)))

    def _look(self, why: Because, supposed: Mark, literal: Literal) -> Inference:
        """One look as a line that what is supposed, the literal of a mark, cannot be."""
        line = self._line(why, why.uses.plus(literal))
        quantity = line.quantity
        if quantity.allow and not quantity.added:
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

    def _line(self, line: Because, shown: Known) -> Inference:
        gives = self._scope.said(sorted(line.gives.literals, key=mark_of))
        told = Inference(self._scope.told(line.sentences), gives, self._said(line.uses))
        if line.sum:
            need, allow = (tuple(map(self._share, shares)) for shares in line.sum)
            return told._replace(quantity=Quantity(need, allow))
        number = line.only
        if number is None:
            return told
        board = self._known | shown
        quantity = self._quantity(number, line, board)
        if line.cut:
            return told._replace(wall=self._wall(line.cut, board), quantity=quantity)
        states = [line.uses.plus(opposite(literal)) for literal in line.gives.literals] or [line.uses]
        hidden = not (quantity.need or quantity.allow) and self._hidden(number, line.uses, states)
        amiss = 0 if self._singles.counted(number) else self._amiss(number, states)
        return told._replace(quantity=quantity._replace(amiss=amiss), hidden=hidden)

    def _said(self, known: Known) -> tuple[Mark, ...]:
        """Marks in words, in the order in which people read a board; of what is not there by what that is seen."""
        by = self._candidates(known.absent)
        sources = self._sources.of(known.absent, self._known)
        by |= zip(sources, self._scope.said(map(Literal, sources.values())), strict=True)
        literals = sorted(known.literals, key=mark_of)
        marks = zip(literals, self._scope.said(literals), strict=True)
        return tuple(mark._replace(by=by.get(mark_of(literal))) for literal, mark in marks)

    def _candidates(self, absent: Marks) -> dict[MarkId, Mark]:
        """By what is left in their cells of marks that are absent, where that is less to say than which they are."""
        found: dict[MarkId, Mark] = {}
        of: dict[tuple[Cell | None, str], list[MarkId]] = defaultdict(list)
        for mark in absent & self._scope.marks:
            if self._scope.in_cell(mark):
                of[self._place(mark)].append(mark)
        for place, marks in of.items():
            left = [mark for mark in self._scope.marks_in[place[0]] - self._known.absent if self._place(mark) == place]
            if place[0] and 1 < len(left) <= len(marks):
                found |= dict.fromkeys(marks, self._scope.only(left))
        return found

    def _place(self, mark: MarkId) -> tuple[Cell | None, str]:
        """Of which cell a mark speaks, and of what there."""
        return self._scope.cells[mark], self._scope.named(Literal(mark))[0]

    def _share(self, share: Share) -> Said:
        marks = self._scope.said(map(Literal, share.marks))
        return Said(self._scope.told(share.sentences), marks, share.many, share.more)

    def _quantity(self, number: SentenceId, line: Because, known: Known) -> Quantity:
        """What a sentence that only counts needs of what can still be there, or what is there of what it allows for; or
        what another one leaves."""
        count = self._singles.counted(number)

        def share(marks: Marks, many: int) -> tuple[Said]:
            return (self._share(Share(line.sentences, marks, many, False)),)

        if count is None:
            left, many = self._left(number, line, known)
            return Quantity(need=share(left, many)) if left else Quantity()
        scope = Marks(count.scope)
        there = line.uses.there & scope
        if len(scope) == 1:
            return Quantity()  # there is nothing to count
        if line.gives.absent or (not line.gives and len(there) > count.high):
            return Quantity(allow=share(there, count.high))
        return Quantity(need=share(scope - line.uses.absent, count.low))

    def _left(self, number: SentenceId, line: Because, known: Known) -> tuple[Marks, int]:
        """What is left for a sentence that does more than count, and how much of it is needed: the only places that it
        has, or what can still be in the cells in which it rules something out."""
        about, gives = self._singles.about(number), line.gives
        if number in self._singles.vague or (gives.there and (gives.absent or line.uses.there)):
            return Marks(), 0
        if gives.there:
            return (gives.there, len(gives.there)) if about.within(line.uses.absent | gives.there) else (Marks(), 0)
        places = {*map(self._place, gives.absent)}
        left = [mark for mark in about - (known | gives).absent if self._place(mark) in places]
        # Where one is left in a cell it is placed soon, and that is said then.
        single = 1 in Counter(map(self._place, left)).values()
        return Marks() if single or not all(map(self._scope.in_cell, about)) else Marks.of(left), 0

    def _wall(self, cut: Cut, shown: Known) -> Wall:
        """A cut in words."""
        walls, said = self._singles.walls, self._scope.said
        return Wall(said(cut.apart), walls.cells(cut), said(cut.wall), said(cut.witness), walls.closed(cut, shown))

    def _hidden(self, number: SentenceId, uses: Known, states: Iterable[Known]) -> bool:
        """Whether it takes a look at all ways that are left with what it ``uses`` to see that a sentence is broken in
        some states, and they are not few."""
        table = self._singles.tables.table(number)
        if isinstance(table, Table):
            there = uses.true & table.scope
            if sum(row & there == there and not row & uses.false for row in table.rows) <= self._effort.ways:
                return False
        return not all(self._inside.seen(number, state) for state in states)

    def _amiss(self, number: SentenceId, states: Iterable[Known]) -> int:
        """By how many a sentence that counts what its rules define is off at least, in each of some states."""
        found = [self._inside.amiss(number, state) for state in states]
        return min(found, key=abs) if min(found) > 0 or max(found) < 0 else 0


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
    # A set is in no order.
    reason = sorted({place for part in own for line in part.argument for place in line.places})
    reason += [mark.place for mark in step.earlier if mark.place]
    found = [mark.place for mark in step.found if mark.place]
    return scope.draw(marks, dict.fromkeys(reason, "reason") | dict.fromkeys(found, "found"))

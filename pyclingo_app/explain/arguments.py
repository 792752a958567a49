"""Arguments in words: the lines of a proof, each with what follows from it, or who is cut off by what."""

from collections.abc import Iterable, Iterator, Sequence

from ..solve.oracle import bits, numbers
from ..solve.tables import Count
from .cuts import Cut
from .fillings import Fillings
from .order import in_order
from .propagation import Line, Proof, Propagation
from .sights import Sights
from .stages import Stages
from .state import State, literals, signed, with_literal
from .terms import Case, Inference, Mark, Sentence, Share, Wall

# So many sentences of one reason are told as they come.
_MANY = 100
# How many marks are told that are left where none of them can be.
_LEFT = 8
# What was open is told if it is no more than what was not there, or so few.
_FEW = 3
# What is cut off, with the literals that follow; None where it is by other things.
_Walls = list[tuple[Wall | None, list[int]]]


class Arguments:
    """Tells arguments."""

    def __init__(self, propagation: Propagation, stages: Stages, sights: Sights, fillings: Fillings) -> None:
        self.scope = propagation.scope
        self._propagation = propagation
        self._stages = stages
        self._sights = sights
        self._fillings = fillings

    def together(self, reason: Iterable[int], used: Iterable[Mark] = ()) -> tuple[Inference, ...]:
        """Say only that some sentences are together impossible, with some marks."""
        sentences = [*reason]
        told = self.scope.chain(sentences) if len(sentences) < _MANY else sentences
        return (Inference(tuple(map(self.scope.sentence, told)), (), tuple(used)),)

    def told(self, proof: Proof, shown: State | None = None, known: State | None = None) -> tuple[Inference, ...]:
        """Tell a proof that something is impossible, and what is ``shown`` before it, if less than all that follows.

        What was open of what is counted is told of all that was ``known`` before anything was supposed.
        """
        told: list[Inference] = []
        propagation = self._propagation
        for line in proof.lines:
            shown = shown or line.before
            # By marks that are there it is seen what they join, rather than what would be cut off.
            joined = len(proof.lines) == 1 and (self._sights.completed(line) or self._stages.clash(line))
            given = 0
            for part in in_order(propagation, line):
                walls = [(None, literals(part.new))] if joined else self._walls(part, shown)
                # What is told of a way that is forced is not told again.
                walls = [(wall, [one for one in new if not given >> abs(one) & 1]) for wall, new in walls]
                walls = [(wall, new) for wall, new in walls if new or not any(part.new)]
                then = part.before != line.before
                unseen = not (then or joined) and any(wall is None for wall, _ in walls[:1])
                hidden = unseen and self._stages.hidden(part)
                first, *rest = self._inferences(part, walls, shown, len(proof.lines) == 1, then, hidden)
                told += [first._replace(need=self._need(part, known)) if known else first, *rest]
                given |= bits(abs(one) for _, new in walls for one in new)
                shown = shown[0] | part.new[0], shown[1] | part.new[1]
        if proof.cases:
            cases = []
            for literal, case in proof.cases:
                (mark,) = self.scope.said([literal])
                cases.append(Case(mark, self.told(case, shown and with_literal(shown, literal), known)))
            told.append(Inference((), (), cases=tuple(cases)))
        return tuple(told)

    def _need(self, line: Line, known: State) -> Share | None:
        """What a sentence that counts needs of what was open, where it gives all of it, or that is not left; if there
        was not more of that than of what was not there."""
        table = self._propagation.tables.table(line.sentence)
        if not isinstance(table, Count):
            return None
        left, absent = table.scope & ~(known[0] | known[1]), line.used & table.scope & known[1]
        many = table.low - (table.scope & known[0]).bit_count()
        short = not line.new[1] and (table.scope & ~line.before[1]).bit_count() <= table.low
        few = absent and left.bit_count() <= min(_LEFT, max(_FEW, absent.bit_count()))
        if many < 1 or not short or not few:
            return None
        marks = self.scope.said(numbers(left))
        return Share(self.scope.sentence(line.sentence), marks, many, bool(table.scope & known[0]))

    def _inferences(
        self, line: Line, walls: _Walls, shown: State, alone: bool, then: bool, hidden: bool
    ) -> Iterator[Inference]:
        """A line in words, ``alone`` or one of several, with what each of some walls gives; ``then`` that goes on, and
        ``hidden`` where it takes a look at all ways."""
        used = self.scope.said(signed(line.used, line.before))
        sentences = (self.scope.sentence(line.sentence),)
        # Of marks alone that are counted it is seen without a word, but for those that are there and not told.
        table = self._propagation.tables.table(line.sentence)
        plain = alone and isinstance(table, Count) and not (_too_few(table, line) and table.scope & line.before[0])
        amount = None if plain else self._stages.amount(line)
        ends = not any(line.new) and not any(wall for wall, _ in walls) and not plain
        amount = amount or (self._stages.however(line, self._fillings.once) if ends else None)
        left = self.scope.said(self._left(line.sentence, shown)) if ends and not amount else ()
        read = ends and self._propagation.read >> line.sentence & 1
        state = line.taken
        turns = self._propagation.readings.turns(line.sentence, state) if read else ()
        for place, (wall, new) in enumerate(walls):
            goes_on = then and not place
            marks = self.scope.said(new)
            briefer = () if wall or turns else self._briefer(line, new)
            yield Inference(sentences, marks, used, wall, (), hidden, amount, (), left, goes_on, turns, briefer)

    def _briefer(self, line: Line, new: Sequence[int]) -> tuple[tuple[Sentence, tuple[Mark, ...]], ...]:
        """By what sentences about fewer marks it is seen what a line of one that is read gives, or that it ends."""
        if not self._propagation.read >> line.sentence & 1:
            return ()
        briefer: dict[int, list[int]] = {}
        for literal in new or [0]:
            other = self._sights.brief(line.sentence, line.taken, literal)
            if other is not None:
                briefer.setdefault(other, []).append(literal)
        return tuple(
            (self.scope.sentence(other), self.scope.said(filter(None, those))) for other, those in briefer.items()
        )

    def _left(self, sentence: int, shown: State) -> list[int]:
        """The marks that a sentence is about of which nothing is shown, if they are few, and one of each has to be."""
        left = self._propagation.marks(sentence) & ~(shown[0] | shown[1])
        return [*numbers(left)] if left.bit_count() <= _LEFT and self._fillings.candidates(left) else []

    def _walls(self, line: Line, shown: State) -> _Walls:
        """What is cut off in a line, if it is about that, with all that follows from the same wall; what does not has
        a wall of its own."""
        propagation, sentence = self._propagation, line.sentence
        left = sorted(literals(line.new), key=abs)
        walls: _Walls = []
        while left or not walls:
            first = left[0] if left else 0
            cut = self._cut(line, first)
            wall = cut and self._wall(cut, shown, first)
            if not cut or not first:
                return [*walls, (wall, left)]
            # A way that is forced is told whole, also where a part of it is not needed later on.
            near = propagation.cuts.marks(sentence) & ~(line.before[0] | line.before[1] | line.new[0] | line.new[1])
            ways = [way for mark in numbers(near) for way in (mark, -mark)]
            ways = propagation.gives(signed(line.used, line.before), sentence, ways)
            rest = {*cut.wall, *cut.witness} - {-first}
            given = [first, *propagation.gives(rest, sentence, [*left[1:], *ways])]
            left = [literal for literal in left if literal not in given]
            walls.append((wall, sorted(given, key=abs)))
        return walls

    def _cut(self, line: Line, literal: int) -> Cut | None:
        """Who is cut off by what in a line; a literal is shown by its opposite."""
        propagation = self._propagation
        state = with_literal(line.before, -literal) if literal else line.before
        if propagation.read >> line.sentence & 1:
            marks = line.used | 1 << abs(literal)
            return self._sights.cut(line.sentence, (state[0] & marks, state[1] & marks), bool(literal))
        if literal < 0 and propagation.shows(line.sentence, state):
            near = propagation.marks(line.sentence)
            return propagation.cuts.kept_out(line.sentence, line.taken, -literal, near)
        return propagation.cut(line.sentence, state)

    def _wall(self, cut: Cut, shown: State, literal: int) -> Wall:
        """A cut in words."""
        propagation, said = self._propagation, self.scope.said
        closed = propagation.cuts.closed(cut, with_literal(shown, -literal) if literal else shown)
        cells, fence = propagation.cuts.cells(cut), said(cut.wall)
        if not cells and not cut.apart:
            fence = tuple(map(self._as_other, cut.wall, fence))
        pocket = () if closed else self._sights.pocket(cut)
        return Wall(said(cut.apart), cells, fence, said(cut.witness), closed, pocket)

    def _as_other(self, literal: int, mark: Mark) -> Mark:
        """A mark that is absent, and another one of the same cell then there, in the words of that."""
        pairs = (one for one in self._fillings.once if one.bit_count() == 2 and literal < 0 and one >> -literal & 1)
        for other in (other for one in pairs for other in numbers(one & ~(1 << -literal))):
            return mark._replace(text=self.scope.said([other])[0].text)
        return mark


def _too_few(count: Count, line: Line) -> bool:
    """Whether a line says that there would be fewer of several than a sentence needs."""
    return count.low > 1 and (count.scope & ~line.taken[1]).bit_count() < count.low

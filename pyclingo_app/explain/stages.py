"""What one sentence gives, in the order in which it is seen: first what takes the fewest marks, then what follows.

Of a sentence that counts, what would be too much is seen apart from what would be too little.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from ..draw.board import Cell
from ..solve.oracle import bits, numbers
from ..solve.tables import Count, Kind, Table
from .amounts import Amounts
from .minimal import shrink
from .plain import Plain
from .proofs import Prover, argued
from .propagation import Line, Proof
from .state import State, literals, with_literal
from .terms import Amount
from .thoughts import Found

# How many ways that are left are told.
_WAYS = 6
# For how many marks, the nearest ones, two cases are looked for.
_TRIED = 8
# Of how many ways a table is seen at a glance, of how many marks what joins cells, and of how many, in how many cells,
# what else is more than a count.
_ROWS, _JOINED, _SEEN, _CELLS = 30, 3, 6, 3


class Told(NamedTuple):
    """Reasons that are told together: arguments of their own, if they are ``argued`` for anew, or a sentence, with the
    ``ways`` that are left, if it takes a look at all."""

    reasons: list[Found]
    argued: bool
    ways: list[State]


class Stages:
    """Parts what single sentences give, by what they count."""

    def __init__(self, prover: Prover) -> None:
        self._prover = prover
        self._propagation = prover.propagation
        tables, cuts = self._propagation.tables, self._propagation.cuts
        self._amounts = Amounts(self._propagation.scope, tables.forms, cuts.cell)
        self._plainly = Plain(self._propagation, self._amounts, self.hidden)
        self._inner: dict[int, int] = {}
        self._hidden: dict[Line, bool] = {}
        self._counted: dict[tuple[int, State, bool], Amount | None] = {}

    def told(self, found: Found) -> Iterator[Told]:
        """How a reason is told: in stages, and what takes a look at all ways by other arguments, or with the ways."""
        left = found
        for stage in self._staged(found):
            argued = self._argued(stage)
            if not argued and self._takes_all(stage):
                ways = self._ways(self._with(left, stage.known, [*left.earlier]))
                if ways:
                    yield ways
                    return
            yield Told(argued or [stage], bool(argued), [])
            left = left.without(stage.gives())

    def _staged(self, found: Found) -> list[Found]:
        """Part what a sentence gives, if it takes many marks, or is too much here and too little there."""
        if found.sentences.bit_count() > 1 or not found.proofs or self._plain(found.sentences.bit_length() - 1):
            return [found]
        found = self._counting(found)
        directions = [self._direction(found, literal) for literal in found.found]
        if found.takes().bit_count() <= _SEEN and len({*directions}) == 1:
            return [found]
        parts: list[Found] = []
        left = found
        while left.found:
            first = self._first(left)
            parts.append(first)
            rest = left.without(first.gives())
            known = reduce(with_literal, first.found, left.known)
            new = reduce(or_, (part.gives() for part in parts))
            left = self._again(rest, known, new) if rest.found else rest
        return parts

    def _takes_all(self, found: Found) -> bool:
        """Whether a single sentence gives something by a look at all ways."""
        return found.sentences.bit_count() == 1 and bool(found.proofs) and self.hidden(found.proofs[0].lines[0])

    def _unseen(self, found: Found) -> bool:
        """Whether it is not seen what a single sentence that is read gives for an answer: who would be cut off, or what
        contradicts itself mark by mark."""
        pencil = self._propagation.scope.pencil
        if len(found.proofs) != 1 or found.sentences.bit_count() > 1 or abs(found.found[0]) in pencil:
            return False
        line = found.proofs[0].lines[0]
        state = line.taken
        return not self.clash(line) and self._propagation.cuts.cut(line.sentence, state) is None

    def clash(self, line: Line) -> bool:
        """Whether what a line takes of a sentence that is read contradicts itself mark by mark."""
        if not self._propagation.read >> line.sentence & 1:
            return False
        state = line.taken
        return bool(self._propagation.readings.plainly(line.sentence, state)[1])

    def _argued(self, found: Found) -> list[Found]:
        """Argue for what takes a look at all ways of a sentence: by sentences that speak of fewer of the same marks, or
        by two cases, if they do."""
        sentence = found.sentences.bit_length() - 1
        read = self._propagation.read >> sentence & 1
        if not self._takes_all(found) and not (read and self._unseen(found)):
            return []
        parts = []
        for literal in found.found:
            proof = None
            # Of what is read players see more at once.
            if not read:
                proof = self._smaller(sentence, found.known, literal) or self._split(sentence, found.known, literal)
            proof = proof or self._plainly.refute(sentence, self._counts(sentence), found.known, -literal)
            if not proof:
                return []
            takes = proof.needed() & (found.known[0] | found.known[1])
            parts.append(Found(proof.sentences(), found.known, (literal,), (takes,), (proof,)))
        return parts

    def hidden(self, line: Line) -> bool:
        """Whether a line takes a look at all ways that are left: no wall shows what cannot be reached, nor is it a
        count, or shown by what is there, and what it takes lies in many cells."""
        if line not in self._hidden:
            self._hidden[line] = self._hides(line)
        return self._hidden[line]

    def _hides(self, line: Line) -> bool:
        propagation = self._propagation
        table, cuts = propagation.tables.table(line.sentence), propagation.cuts
        if isinstance(table, Count) or _seen(table):
            return False
        if table and not table.scope & ~(line.used | line.new[0] | line.new[1]):
            # It is the last one that is left.
            return False
        if propagation.read >> line.sentence & 1 and any(line.new) and self._goes_on(line):
            return False
        cells = {propagation.scope.cells[mark] or mark for mark in numbers(line.used)}
        if cuts.speaks_of_cuts(line.sentence):
            near = line.used.bit_count() <= _JOINED or _around_one(cells)
            return not near and cuts.cut(line.sentence, line.before) is None
        if propagation.read >> line.sentence & 1:
            return False
        many = line.used.bit_count() > _SEEN and len(cells) > _CELLS
        return many and self.amount(line) is None and not self._shown(line)

    def _goes_on(self, line: Line) -> bool:
        """Whether what a line gives by a sentence that is read follows mark by mark."""
        given = line.taken
        values, _ = self._propagation.readings.plainly(line.sentence, given)
        return all(one in values for one in literals(line.new))

    def _shown(self, line: Line) -> bool:
        """Whether what would break a sentence does as its definitions are followed."""
        state = line.taken
        new = [*literals(line.new)]
        ends = [with_literal(state, -literal) for literal in new] or [state]
        return all(self._amounts.shown(line.sentence, end) for end in ends)

    def amount(self, line: Line, alone: bool = False) -> Amount | None:
        """How much there would be of what a sentence counts, if a line only says that it is broken: by the count
        ``alone``, or also by what it says besides."""
        state = line.taken
        if line.new[0] | line.new[1]:
            return None
        key = line.sentence, state, alone
        if key not in self._counted:
            table = self._propagation.tables.table(line.sentence)
            # However it is written, of marks alone it is plain that none is left.
            none = isinstance(table, Count) and table.low > 0 and not table.scope & ~state[1]
            self._counted[key] = Amount(False, 0) if none else self._amounts.amount(*key)
        return self._counted[key]

    def however(self, line: Line, once: Iterable[int]) -> Amount | None:
        """How much there would be however other marks stand, of some sets exactly ``once``, if a line only says that a
        sentence is broken."""
        state = line.taken
        return None if any(line.new) else self._amounts.however(line.sentence, state, once)

    def _breaks(self, line: Line) -> bool:
        """Whether there is such an amount, for a line that only says that a sentence is broken."""
        return self._amounts.breaks(line.sentence, line.taken)

    def counted(self, found: Found) -> Found:
        """The same, where a sentence counts in the end by all known marks that make a difference to how much."""
        proofs, earlier = [], []
        for literal, used, proof in zip(found.found, found.earlier, found.proofs, strict=False):
            if not proof.cases:
                line, own = proof.lines[-1], reduce(or_, (one.new[0] | one.new[1] for one in proof.lines), 0)
                own |= 1 << abs(literal)
                more = self._exactly(line, (found.known[0] | found.known[1] | own) & ~line.used)
                used |= more & ~own
                proof = proof._replace(lines=(*proof.lines[:-1], line._replace(used=line.used | more)))
            proofs.append(proof)
            earlier.append(used)
        return found._replace(proofs=tuple(proofs), earlier=tuple(earlier)) if proofs else found

    def _exactly(self, line: Line, marks: int) -> int:
        """Those of some more marks that make a difference to how much there would be."""
        marks &= self._propagation.marks(line.sentence)
        amount, full = (self.amount(line._replace(used=line.used | more)) for more in (0, marks))
        if not full or full.number is None or (amount and (amount.much != full.much or amount.number == full.number)):
            return 0
        how_much = full[:2]

        def exact(items: list[int]) -> list[int] | None:
            told = self.amount(line._replace(used=line.used | bits(items)))
            return items if told and told[:2] == how_much else None

        return bits(shrink([*numbers(marks)], exact))

    def whole(self, found: Found, amount: Amount) -> Amount:
        """The same, with all cells that are left of what is counted, if there would be one too few without one."""
        if amount.much or amount.number is None or found.sentences.bit_count() > 1:
            return amount
        left = self._amounts.open(found.sentences.bit_length() - 1, found.known)
        return amount._replace(whole=tuple(sorted(left))) if len(left) == amount.number + 1 else amount

    def out(self, line: Line, literal: int) -> tuple[Cell, ...]:
        """The cells of what a line counts that the opposite of a literal leaves no place for, beside its own."""
        state = line.taken
        own = ~(1 << abs(literal))
        without = self._amounts.open(line.sentence, (state[0] & own, state[1] & own))
        cell = self._propagation.scope.cells[abs(literal)]
        return tuple(sorted(without - self._amounts.open(line.sentence, state) - {cell}))

    def so(self, line: Line, literal: int) -> list[int]:
        """What a line counts that the opposite of a literal rules out by what the sentence says besides."""
        state = line.taken
        own = ~(1 << abs(literal))
        without = self._amounts.out(line.sentence, (state[0] & own, state[1] & own))
        return [one for one in self._amounts.out(line.sentence, state) if one not in without]

    def _smaller(self, sentence: int, known: State, literal: int) -> Proof | None:
        """An argument by sentences that speak of fewer of the same marks."""
        sentences = self._within(sentence)
        proof = self._prover.refute(known, -literal, sentences, 1) if sentences else None
        proof = proof and self._prover.shorten(proof, known, -literal, 1)
        return proof if argued(proof) and not (proof.length() == 1 and self.hidden(proof.lines[0])) else None

    def _split(self, sentence: int, known: State, literal: int) -> Proof | None:
        """Two cases each of which the same sentence ends, without a look at all ways."""
        propagation = self._propagation
        state = with_literal(known, -literal)
        best: tuple[int, Proof] | None = None
        opened = propagation.marks(sentence) & ~(state[0] | state[1])
        for mark in self._prover.near(literal, list(numbers(opened)))[:_TRIED]:
            cases = [(case, end) for case in (mark, -mark) if (end := self._end(sentence, with_literal(state, case)))]
            size = sum(end.used.bit_count() for _, end in cases)
            if len(cases) == 2 and (best is None or size < best[0]):
                best = size, Proof((), tuple((case, Proof((end,))) for case, end in cases))
        return best and best[1]

    def _end(self, sentence: int, state: State) -> Line | None:
        """That a sentence is broken, if that takes no look at all ways."""
        cuts = self._propagation.cuts
        if cuts.speaks_of_cuts(sentence) and cuts.cut(sentence, state) is None:
            return None
        true, false = self._propagation.used(sentence, state, 0, ())
        line = Line(sentence, state, (0, 0), true | false)
        return None if self.hidden(line) else line

    def _ways(self, found: Found) -> Told | None:
        """What a sentence gives in the few ways that are left of it, with the known marks that leave no others."""
        sentence, known = found.sentences.bit_length() - 1, found.known

        def rows(marks: int) -> list[int]:
            return self._propagation.tables.ways(sentence, known[0] & marks, known[1] & marks, _WAYS) or []

        needed = self._propagation.marks(sentence) & (known[0] | known[1])
        every = rows(needed)
        if not every:
            return None
        for mark in numbers(needed):
            if len(rows(needed & ~(1 << mark))) == len(every):
                needed &= ~(1 << mark)
        opened = self._propagation.marks(sentence) & ~(known[0] | known[1])
        told = self._with(found, known, [needed] * len(found.found))
        return Told([told], False, [(row & opened, opened & ~row) for row in every])

    def _within(self, sentence: int) -> int:
        """The sentences that speak of some of the marks of which one does, and of no others."""
        propagation = self._propagation
        if sentence not in self._inner:
            rules, marks = propagation.scope.rules, propagation.marks(sentence)
            near = (s for s in numbers(propagation.touched(marks)) if rules[s] != rules[sentence])
            self._inner[sentence] = bits(s for s in near if not propagation.marks(s) & ~marks)
        return self._inner[sentence]

    def _counts(self, sentence: int) -> int:
        """Those of the sentences within one that only count; within one that is read those that are not."""
        propagation, within = self._propagation, self._within(sentence)
        if propagation.read >> sentence & 1:
            return within & propagation.light & ~propagation.read & ~propagation.asked
        return bits(other for other in numbers(within) if propagation.tables.count(other))

    def _plain(self, sentence: int) -> bool:
        """Whether a sentence only counts marks, or is about what reaches what."""
        propagation = self._propagation
        return bool(propagation.tables.count(sentence)) or propagation.cuts.speaks_of_cuts(sentence)

    def _counting(self, found: Found) -> Found:
        """The same, by marks that show how much there would be of what is counted, where those taken do not."""
        sentence = found.sentences.bit_length() - 1
        known = (found.known[0] | found.known[1]) & self._propagation.marks(sentence)
        earlier = []
        for literal, used in zip(found.found, found.earlier, strict=True):
            every = known
            line = self._line(sentence, found.known, literal, used)
            if not self.amount(line) and self.amount(self._line(sentence, found.known, literal, every)):
                for mark in [*numbers(every & ~used), *numbers(used)]:
                    rest = every & ~(1 << mark)
                    every = rest if self._breaks(self._line(sentence, found.known, literal, rest)) else every
                used = every
            earlier.append(used)
        return self._with(found, found.known, earlier)

    def _first(self, found: Found) -> Found:
        """What it says besides counting; what there would be too much or too little of; or what takes the fewest marks,
        and what these give."""
        besides = [literal for literal in found.found if self._besides(found, literal)]
        if besides:
            return found.only(besides)
        directions = [self._direction(found, literal) for literal in found.found]
        counted = [direction for direction in directions if direction is not None]
        leading = next((direction for direction in counted if not direction[0]), counted[0] if counted else None)
        least = min(found.earlier, key=int.bit_count)
        return found.only(
            literal
            for literal, used, direction in zip(found.found, found.earlier, directions, strict=True)
            if (direction == leading if counted else not used & ~least)
        )

    def _besides(self, found: Found, literal: int) -> bool:
        """Whether the opposite of a literal alone breaks what a sentence says besides what it counts."""
        (line,) = found.proofs[found.found.index(literal)].lines
        return line.used.bit_count() == 1 and self._amounts.besides(line.sentence, with_literal((0, 0), -literal))

    def _again(self, found: Found, known: State, new: int) -> Found:
        """The same when more is known: by what is new and what is known of its own cell, if that suffices."""
        sentence, cells = found.sentences.bit_length() - 1, self._propagation.scope.cells
        earlier = []
        for literal, before in zip(found.found, found.earlier, strict=True):
            marks = self._propagation.marks(sentence) & (known[0] | known[1])
            near = new | bits(mark for mark in numbers(marks) if cells[mark] == cells[abs(literal)])
            state = known[0] & near, known[1] & near
            given = self._propagation.follow(sentence, state)
            if given is None or not given[literal < 0] >> abs(literal) & 1:
                state = known
            true, false = self._propagation.used(sentence, state, literal, ())
            earlier.append(min(before, true | false, key=int.bit_count))
        return self._with(found, known, earlier)

    def _with(self, found: Found, known: State, earlier: list[int]) -> Found:
        """The same when so much is known, by other marks."""
        sentence = found.sentences.bit_length() - 1
        lines = (self._line(sentence, known, *pair) for pair in zip(found.found, earlier, strict=True))
        proofs = tuple(Proof((line,)) for line in lines)
        return Found(found.sentences, known, found.found, tuple(earlier), proofs)

    def _line(self, sentence: int, known: State, literal: int, used: int) -> Line:
        """That a literal must hold."""
        return Line(sentence, with_literal(known, -literal), (0, 0), used | 1 << abs(literal))

    def _direction(self, found: Found, literal: int) -> tuple[bool, bool] | None:
        """Whether it is by what a sentence says besides that there would be too much of what it counts, or too little,
        if a literal did not hold, and whether it would be too much."""
        (line,) = found.proofs[found.found.index(literal)].lines
        plain = self.amount(line, alone=True)
        amount = plain or self.amount(line)
        return amount and (not plain, amount.much)


def _seen(table: Kind | None) -> bool:
    """Whether the table of a sentence is seen at a glance."""
    return isinstance(table, Table) and table.exact and len(table.rows) <= _ROWS


def _around_one(cells: Collection[Cell | int]) -> bool:
    """Whether some cells are one of them and those beside it."""
    told = [cell for cell in cells if not isinstance(cell, int)]
    return len(told) == len(cells) and any(all(abs(r - x) + abs(c - y) <= 1 for x, y in told) for r, c in told)

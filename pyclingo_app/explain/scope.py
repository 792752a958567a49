"""A problem grounded so that each sentence can be switched on and off: which marks it can have to do with, and where.

One transformation makes all explanations.  A constraint ``:- Body.`` under the
sentence s becomes ``_broken(s, (its variables in s)) :- Body.``; a rule with a
comparison as head has it negated in the body; a choice with bounds loses them,
and a rule says that they do not hold.  The program is grounded once.  Each
ground ``_broken`` atom is one sentence with its values, and assuming it false
switches the sentence on.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from clingo import Function, Number, Symbol

from ..draw.board import DIRECTIONS, OPPOSITE, Board, Cell, Place, place_of
from ..errors import ProgramError, UsageError
from ..program.rules import fill
from ..program.transform import switchable
from ..solve.forms import Forms
from ..solve.ground import connected
from ..solve.oracle import FEW, Oracle, bits, numbers
from ..solve.paper import Paper, Places
from ..solve.problem import Problem
from ..solve.run import beside
from ..solve.search import completing
from .below import Below, below
from .terms import Mark, Sentence


class _About(NamedTuple):
    """The cells that a sentence speaks of, those of them that it names, and the marks that it is about with theirs."""

    cells: frozenset[Cell]
    named: frozenset[Cell]
    marks: Mapping[int, Cell]


class Scope:
    """The sentences and the possible marks of a problem, by their numbers in an oracle, and what ties them.

    marks      the numbers of the possible marks, in the order in which people read a board
    pencil     those of what explanations may note beside them: no part of an answer
    cells      the cells of both
    sentences  the sentences by their numbers
    switches   the literals that switch all sentences on
    rules      for each sentence the number of its rule
    every      the set of the sentences
    noted      the sentences of the part pencil, if they are ``observed``
    tied       whether marks may follow from each other without any sentence
    """

    def __init__(
        self,
        problem: Problem,
        check: Callable[[], None] = lambda: None,
        observed: bool = True,
        among: Collection[Symbol] | None = None,
        notes: bool = True,
        meanwhile: Callable[[], object] | None = None,
    ) -> None:
        """``among`` are the only atoms of which an answer may be made; without it all are possible.

        Without ``notes`` there are the rules alone, and nothing of the part pencil.  ``meanwhile`` is done while clingo
        grounds, where it can be.
        """
        self.problem = problem
        self._check = check
        self._cell = Places(problem.program)
        statements, self._rules = switchable(problem.program, observed, among, notes)
        name = problem.program.name
        if problem.program.named and not problem.program.shown:
            raise ProgramError(f"{name} shows no atoms, of which answers are made", "Show them with #show p/n.")
        if not self._rules:
            raise ProgramError(f"{name} has no rules that can be explained", "State them as constraints.")
        self.oracle = Oracle(problem, statements, key=self._order, check=check, meanwhile=meanwhile)
        # Of a head that became a part of the body clingo says all in its own place, too.
        remarks = (text for text in self.oracle.warnings if not text.startswith("<string>"))
        self.warnings = (*problem.program.warnings, *remarks)
        symbols = self.oracle.symbols
        # Sentences come after marks.
        last = bisect_left(range(1, len(symbols) + 1), True, key=lambda number: _is_switch(symbols[number]))
        self.rules = {n: symbols[n].arguments[0].number for n in range(last + 1, len(symbols) + 1)}
        self.every = bits(self.rules)
        self._notes = problem.program.notes if notes else ()
        noted = {(rule.sentence, rule.variables) for rule in problem.program.observations} if notes else ()
        self.noted = [number for number, rule in self.rules.items() if self._rules[rule] in noted]
        self.switches = [-number for number in self.rules]
        possible = [n for n in symbols if n not in self.rules and not self.oracle.facts >> n & 1]
        pencilled = problem.program.pencilled - problem.program.shown if notes else ()
        shown = (n for n in possible if (symbols[n].name, len(symbols[n].arguments)) not in pencilled)
        self.marks = [*shown] if pencilled else possible
        self.tied = not self.oracle.free(self.marks)
        if self.tied:
            # What holds without any sentence is known, as facts are.
            settled = self.oracle.settle(self.marks)
            possible, self.marks = ([n for n in those if n not in settled] for those in (possible, self.marks))
        self.pencil = frozenset(possible) - {*self.marks}
        self._answer = frozenset(self.marks)
        self.cells = {mark: self._cell(symbols[mark]) for mark in possible}
        self.paper = Paper(self.oracle, [symbols[mark] for mark in self.marks], self._cell)
        self._texts: dict[int, str] = {}
        self._abouts: dict[int, _About] = {}
        self._sentences: dict[int, Sentence] = {}
        self._circles: dict[Cell | None, list[int]] = {}
        self._said: dict[int, Mark] = {}

    def mark(self, atom: Symbol, present: bool) -> Mark:
        """Say in words that an atom is in the answer, or not: as the table Output does."""
        program = self.problem.program
        pencil = (atom.name, len(atom.arguments)) not in program.shown
        other = self._beyond(atom)
        beyond = program.say(other, present) if other else None
        return Mark(atom, present, program.say(atom, present), self._cell(atom), pencil, beyond)

    def _beyond(self, atom: Symbol) -> Symbol | None:
        """The atom that would say the same from the other side of a border; None if there is no such side or name."""
        cell = self._cell(atom)
        place = place_of(cell, atom)
        if not cell or not place or len(place) == 2:
            return None
        down, right = DIRECTIONS[place[2]]
        row, column = self.paper.cell.columns(atom)
        changed = {row: Number(cell[0] + down), column: Number(cell[1] + right)}
        others = [Function(OPPOSITE[place[2]]) if str(one) == place[2] else one for one in atom.arguments]
        other = Function(atom.name, [changed.get(k, one) for k, one in enumerate(others)])
        inside = (cell[0] + down, cell[1] + right) in self._board
        return other if inside and self.oracle.number(other) is None else None

    def in_cell(self, mark: int) -> bool:
        """Whether a mark lies in its cell, not at a border of it."""
        return not self.paper.bars(self.oracle.symbols[mark])

    @cached_property
    def mark_of(self) -> dict[int, int]:
        """The marks by their literals in the ground program."""
        return {self.oracle.literal(mark): mark for mark in self.cells}

    @cached_property
    def marks_in(self) -> dict[Cell | None, int]:
        """The sets of the marks of each cell."""
        marks: dict[Cell | None, int] = defaultdict(int)
        for mark, cell in self.cells.items():
            marks[cell] |= 1 << mark
        return marks

    @cached_property
    def _board(self) -> frozenset[Cell | None]:
        """The cells of all possible marks."""
        return frozenset(self.cells.values())

    def said(self, literals: Iterable[int]) -> tuple[Mark, ...]:
        """Give literals as marks, in words."""
        marks = []
        for literal in literals:
            if literal not in self._said:
                self._said[literal] = self.mark(self.oracle.symbols[abs(literal)], literal > 0)
            marks.append(self._said[literal])
        return tuple(marks)

    def answer(self, atoms: Iterable[Symbol]) -> list[Mark]:
        """Give the atoms of an answer, perhaps not a complete one, as marks.

        Raises UsageError for an atom of another predicate, and for one that is given both ways.
        """
        program = self.problem.program
        marks = []
        for atom in atoms:
            signature = atom.name, len(atom.arguments)
            if signature not in program.shown:
                if atom.positive and signature in program.answers and self.oracle.proves(atom):
                    continue  # it is in each solution
                shown = ", ".join(f"{name}/{arity}" for name, arity in sorted(program.shown))
                raise UsageError(f"{atom} is not part of an answer", f"Answers of {program.name} hold {shown}.")
            marks.append(self.mark(Function(atom.name, atom.arguments), atom.positive))
        absent = {mark.atom for mark in marks if not mark.present}
        for mark in marks:
            if mark.present and mark.atom in absent:
                both = f"{mark.text}; {self.mark(mark.atom, False).text}"
                raise UsageError(f"the answer contradicts itself: {both}", "Leave one of them out.")
        return marks

    def literal(self, mark: Mark) -> int | None:
        """Give a mark as a literal, None if its atom is not possible, or certain."""
        number = self.oracle.number(mark.atom)
        if number not in self._answer:
            return None
        return number if mark.present else -number

    def literals(self, marks: Iterable[Mark]) -> tuple[list[int], list[Mark]]:
        """Give marks as literals, but for those that are certain, and those that cannot be."""
        literals, impossible = [], []
        for mark in marks:
            literal = self.literal(mark)
            if literal is not None:
                literals.append(literal)
            elif mark.present != self.certain(mark.atom):
                impossible.append(mark)
        return literals, impossible

    def certain(self, atom: Symbol) -> bool:
        """Whether an atom is in all answers, as the grounder knows."""
        number = self.oracle.number(atom)
        return number is not None and bool(self.oracle.facts >> number & 1)

    def solution(
        self, literals: Sequence[int], meanwhile: Callable[[], object] = lambda: None, conflicts: int = FEW
    ) -> int | None:
        """Give what is shown in a solution in which some marks hold or not, None if there is none.

        Sentences that can be switched off tell a search little: where it does not end after some ``conflicts``, the
        program itself is grounded and searched, as it asks to be, and something else is done ``meanwhile``.
        """
        oracle, program = self.oracle, self.problem.program
        # What explains the solution is got ready meanwhile.
        answer = beside(lambda: oracle.glance([*literals, *self.switches], conflicts), lambda: self.forms)
        if answer.model is not None or answer.core is not None:
            return answer.model
        given = {oracle.symbols[abs(literal)]: literal > 0 for literal in literals}
        search = completing(self.problem, (*program.base, *self._notes), given, self._check)
        found = beside(search, meanwhile)
        if found is None:
            return None
        return bits(number for atom in found if (number := oracle.number(atom)) is not None)

    def forced(self, literals: Iterable[int], likely: Iterable[int]) -> set[int]:
        """Give those of some likely literals that hold in all solutions in which others do; all of marks of the answer.

        The program itself is asked: sentences that can be switched off tell a search little.
        """
        oracle = Oracle(self.problem, check=self._check)

        def asked(literal: int) -> int:
            """The literal as this oracle calls it, 0 if it always holds, as the grounder knows."""
            number = oracle.number(self.oracle.symbols[abs(literal)]) or 0
            return number if literal > 0 else -number

        given = [number for literal in literals if abs(literal) in self._answer and (number := asked(literal))]
        places = {literal: asked(literal) for literal in likely}
        found = {0, *oracle.consequences(given, filter(None, places.values()))}
        return {literal for literal, number in places.items() if number in found}

    def tying(self, literals: Iterable[int]) -> tuple[Sentence, ...]:
        """The rules that make marks follow from others, for marks that do so, or contradict each other, without any
        sentence."""
        signatures = {(mark.atom.name, len(mark.atom.arguments)) for mark in self.said(literals)}
        rules = self.problem.program.definitions(signatures)
        return tuple(Sentence(text, frozenset(), frozenset()) for text in rules)

    @cached_property
    def forms(self) -> Forms:
        """What the sentences say, cut out of the ground program."""
        return Forms(self.oracle, self.rules, self.cells)

    def draw(self, marks: Iterable[Mark], focus: Mapping[Place, str]) -> Board:
        """Draw the board with what some marks say, pointing at cells and borders."""
        return self.paper.draw({mark.atom: mark.present for mark in marks}, focus)

    @cached_property
    def forbidding(self) -> frozenset[int]:
        """The sentences that only forbid: never broken for the lack of something, so that nothing added mends them."""
        rules = self.oracle.program.by_head
        lacking = {
            atom: 1 for atom, those in rules.items() if any(literal < 0 for rule in those for literal in rule.body)
        }
        lacks = Below(rules, lacking)
        return frozenset(number for number in self.rules if not lacks(abs(self.oracle.literal(number))))

    @cached_property
    def _speaking(self) -> dict[Cell | None, int]:
        """For each cell the sentences that speak of it; for None those that speak of no cell."""
        found: dict[Cell | None, int] = defaultdict(int)
        for number in self.rules:
            for cell in self.spoken(number) or [None]:
                found[cell] |= 1 << number
        return found

    def circles(self, cell: Cell | None) -> list[int]:
        """The sets of the sentences up to 0, 1, 2, ... king's moves away from a cell, the last of all.

        A sentence about no cell is near to all, and all are near to no cell.
        """
        if cell not in self._circles:
            rings = {0: self._speaking[None]}
            for other, sentences in self._speaking.items() if cell else [(None, self.every)]:
                distance = max(abs(other[0] - cell[0]), abs(other[1] - cell[1])) if other and cell else 0
                rings[distance] = rings.get(distance, 0) | sentences
            self._circles[cell] = list(accumulate((rings.get(k, 0) for k in range(max(rings) + 1)), or_))
        return self._circles[cell]

    def chain(self, sentences: Collection[int]) -> list[int]:
        """Order sentences so that each speaks of a cell of the one before, as far as that goes."""
        left = sorted(sentences)

        def shared(first: int, second: int) -> int:
            return len(self.spoken(first) & self.spoken(second))

        left.sort(key=lambda s: sum(shared(s, other) > 0 for other in left))
        ordered = left[:1]
        while len(ordered) < len(left):
            rest = [s for s in left if s not in ordered]
            ordered.append(max(rest, key=lambda s: (shared(s, ordered[-1]), max(shared(s, o) for o in ordered))))
        return ordered

    def sentence(self, number: int) -> Sentence:
        """Give a sentence with its values, and the cells that it speaks of."""
        if number not in self._sentences:
            about = self._about(number)
            # Beside cells that are named, those of what it counts or rules out itself.
            own = self._own(abs(self.oracle.literal(number))) if about.named and about.marks else 0
            within = (m for m in about.marks if not about.named or (own >> m & 1 and self.in_cell(m)))
            inside = {about.marks[mark] for mark in within}
            self._sentences[number] = Sentence(self.text(number).text, about.cells, about.named | inside)
        return self._sentences[number]

    def text(self, number: int) -> Sentence:
        """Give a sentence with its values alone, which takes less: what it has to do with need not be known."""
        if number not in self._texts:
            self._texts[number] = fill(self._rules[self.rules[number]][0], self._values(number))
        return Sentence(self._texts[number], frozenset(), frozenset())

    def spoken(self, number: int) -> frozenset[Cell]:
        """Give the cells that a sentence speaks of, which takes less than to give it."""
        return self._about(number).cells

    def _values(self, number: int) -> dict[str, str]:
        """The values of the variables of a sentence."""
        _, values = self.oracle.symbols[number].arguments
        return dict(zip(self._rules[self.rules[number]][1], map(str, values.arguments), strict=True))

    def _about(self, number: int) -> _About:
        """What a sentence is about: marks far away, with which it has to do on a path, only if it names no cell."""
        if number not in self._abouts:
            values = self._values(number)
            marks = {mark: cell for mark in numbers(self.reach(number)) if (cell := self.cells[mark])}
            cells = {*marks.values()}
            named = {
                (int(values[row]), int(values[column]))
                for row, column in (("R", "C"), ("R'", "C'"))
                if values.get(row, "").isdigit() and values.get(column, "").isdigit()
            }
            # What a path far away has to do with a cell that is named is no help to a reader.
            if 2 * len(cells) > len(self._board):
                marks, cells = {}, set() if named else cells
            self._abouts[number] = _About(frozenset(cells | named), frozenset(named), marks)
        return self._abouts[number]

    def _order(self, symbol: Symbol) -> tuple[object, ...]:
        """Marks as people read a board, then sentences in the order of the rules, by their values."""
        cell = self._cell(symbol)
        return (1,) if cell is None and _is_switch(symbol) else (0, cell or (0, 0))

    def reach(self, sentence: int) -> int:
        """Give the marks that depend on an atom on which a sentence depends, too."""
        return self._reached(abs(self.oracle.literal(sentence)))

    @cached_property
    def _own(self) -> Below:
        """Of atoms the marks on which they depend, and not only by what other marks depend on."""
        marks = {abs(self.oracle.literal(mark)): 1 << mark for mark in self.cells}
        return Below(self.oracle.program.by_head, marks, marks)

    @cached_property
    def _reached(self) -> Below:
        above: dict[int, int] = defaultdict(int)
        for mark in self.cells:
            above[abs(self.oracle.literal(mark))] |= 1 << mark
        rules = self.oracle.program.by_head
        defined = [atom for atom in above if below(rules, atom)]
        for atoms in reversed([*connected(defined, lambda atom: below(rules, atom))]):
            marks = reduce(or_, map(above.__getitem__, atoms))
            for other in {*atoms}.union(*(below(rules, atom) for atom in atoms)):
                above[other] |= marks
        return Below(rules, above)


def _is_switch(symbol: Symbol) -> bool:
    return symbol.name == "_broken"

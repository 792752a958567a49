"""A problem grounded so that each sentence can be switched on and off: its marks, its sentences, and their words.

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
from functools import cached_property

from clingo import Function, Number, Symbol

from ..draw.board import DIRECTIONS, OPPOSITE, Board, Cell, Place, place_of
from ..errors import ProgramError
from ..program.rules import fill
from ..program.transform import switchable
from ..solve.forms import Forms
from ..solve.oracle import FEW, Oracle, bits
from ..solve.paper import Paper, Places
from ..solve.problem import Problem
from ..solve.search import completed
from .about import About
from .minimal import shrink
from .sets import NO_SENTENCES, Literal, MarkId, Marks, SentenceId, Sentences, mark_of
from .terms import Mark, Sentence

# What a literal says whatever its cell: whether it is there, its name, and its other arguments.
Kind = tuple[bool, str, tuple[str, ...]]


class Scope:
    """The sentences and the possible marks of a problem, by their numbers in an oracle.

    marks      the marks of an answer, in the order in which people read a board
    pencil     what explanations may note beside them: no part of an answer
    every      all marks, of both kinds
    cells      the cells of all marks
    sentences  all sentences
    rules      for each sentence the number of its rule
    noted      the sentences of the part pencil, if they are ``observed``
    tied       whether marks may follow from each other without any sentence
    about      what the sentences are about
    """

    def __init__(
        self,
        problem: Problem,
        check: Callable[[], None] = lambda: None,
        observed: bool = True,
        among: Collection[Symbol] | None = None,
        notes: bool = True,
    ) -> None:
        """``among`` are the only atoms of which an answer may be made; without it all are possible.

        Without ``notes`` there are the rules alone, and nothing of the part pencil.
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
        self.oracle = Oracle(problem, statements, key=self._order, check=check)
        # Of a head that became a part of the body clingo says all in its own place, too.
        remarks = (text for text in self.oracle.warnings if not text.startswith("<string>"))
        self.warnings = (*problem.program.warnings, *remarks)
        symbols = self.oracle.symbols
        # Sentences come after marks.
        last = bisect_left(range(1, len(symbols) + 1), True, key=lambda number: _is_switch(symbols[number]))
        switches = map(SentenceId, range(last + 1, len(symbols) + 1))
        self.rules = {n: symbols[n].arguments[0].number for n in switches}
        self.sentences = Sentences.of(self.rules)
        self._notes = problem.program.notes if notes else ()
        noted = {(rule.sentence, rule.variables) for rule in problem.program.observations} if notes else ()
        self.noted = Sentences.of(s for s, rule in self.rules.items() if self._rules[rule] in noted)
        possible = [MarkId(n) for n in range(1, last + 1) if not self.oracle.facts >> n & 1]
        pencilled = problem.program.pencilled - problem.program.shown if notes else ()
        shown = [n for n in possible if (symbols[n].name, len(symbols[n].arguments)) not in pencilled]
        self.tied = not self.oracle.free(shown)
        if self.tied:
            # What holds without any sentence is known, as facts are.
            settled = self.oracle.settle(shown)
            possible, shown = ([n for n in those if n not in settled] for those in (possible, shown))
        self.marks = Marks.of(shown)
        self.every = Marks.of(possible)
        self.pencil = self.every - self.marks
        self.cells: dict[MarkId, Cell | None] = {mark: self._cell(symbols[mark]) for mark in possible}
        self.paper = Paper(self.oracle, [symbols[mark] for mark in shown], self._cell)
        self.about = About(self.cells, [*self.rules], self.oracle.literal, self._values, self.oracle.program.by_head)
        self._sentences: dict[SentenceId, Sentence] = {}
        self._said: dict[Literal, Mark] = {}
        self._kinds: dict[Literal, Kind] = {}

    # In words

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
        inside = (cell[0] + down, cell[1] + right) in self.marks_in
        return other if inside and self.oracle.number(other) is None else None

    def said(self, literals: Iterable[Literal]) -> tuple[Mark, ...]:
        """Give literals as marks, in words."""
        marks = []
        for literal in literals:
            if literal not in self._said:
                self._said[literal] = self.mark(self.oracle.symbols[abs(literal)], literal > 0)
            marks.append(self._said[literal])
        return tuple(marks)

    def only(self, marks: Iterable[MarkId]) -> Mark:
        """Say in words that nothing but some marks of one name is left in their cell."""
        first, *others = self.said(map(Literal, marks))
        columns = zip(*(mark.text.split(" ") for mark in (first, *others)), strict=False)
        words = " ".join(", ".join(dict.fromkeys(column)) for column in columns)
        return first._replace(present=False, text=f"only {words}")

    def sentence(self, number: SentenceId) -> Sentence:
        """Give a sentence with its values, and the cells that it speaks of."""
        if number not in self._sentences:
            shown = self.about.shown(number, self.in_cell)
            self._sentences[number] = Sentence(self.text(number).text, self.about.cells(number), shown)
        return self._sentences[number]

    def told(self, sentences: Sentences) -> tuple[Sentence, ...]:
        """Give sentences with their values, and the cells that they speak of."""
        return tuple(map(self.sentence, sentences))

    def text(self, number: SentenceId) -> Sentence:
        """Give a sentence with its values alone, which takes less: what it has to do with need not be known."""
        text = fill(self._rules[self.rules[number]][0], self._values(number))
        return Sentence(text, frozenset(), frozenset())

    def tying(self, literals: Iterable[Literal]) -> tuple[Sentence, ...]:
        """The rules that make marks follow from others, for marks that do so, or contradict each other, without any
        sentence."""
        signatures = {(mark.atom.name, len(mark.atom.arguments)) for mark in self.said(literals)}
        rules = self.problem.program.definitions(signatures)
        return tuple(Sentence(text, frozenset(), frozenset()) for text in rules)

    def draw(self, marks: Iterable[Mark], focus: Mapping[Place, str]) -> Board:
        """Draw the board with what some marks say, pointing at cells and borders."""
        return self.paper.draw({mark.atom: mark.present for mark in marks}, focus)

    # In numbers

    def kind(self, literal: Literal) -> Kind:
        """What a literal says, whatever its cell."""
        if literal not in self._kinds:
            atom = self.oracle.symbols[abs(literal)]
            columns = self.paper.cell.columns(atom) if self.cells[mark_of(literal)] else ()
            others = tuple(str(one) for k, one in enumerate(atom.arguments) if k not in columns)
            self._kinds[literal] = literal > 0, atom.name, others
        return self._kinds[literal]

    def named(self, literal: Literal) -> tuple[str, bool]:
        """Of what a literal speaks, and whether it says that it is there."""
        return self.oracle.symbols[abs(literal)].name, literal > 0

    def in_cell(self, mark: MarkId) -> bool:
        """Whether a mark lies in its cell, not at a border of it."""
        return not self.paper.bars(self.oracle.symbols[mark])

    @cached_property
    def mark_of(self) -> dict[int, MarkId]:
        """The marks by their literals in the ground program."""
        return {self.oracle.literal(mark): mark for mark in self.cells}

    @cached_property
    def marks_in(self) -> Mapping[Cell | None, Marks]:
        """The marks of each cell."""
        marks: dict[Cell | None, list[MarkId]] = defaultdict(list)
        for mark, cell in self.cells.items():
            marks[cell].append(mark)
        return {cell: Marks.of(those) for cell, those in marks.items()}

    @cached_property
    def forms(self) -> Forms:
        """What the sentences say, cut out of the ground program."""
        return Forms(self.oracle, self.rules, self.cells)

    @cached_property
    def switches(self) -> list[int]:
        """What switches all sentences on."""
        return [-sentence for sentence in self.rules]

    # Solutions

    def solution(self, literals: Sequence[Literal], conflicts: int = FEW) -> Marks | None:
        """Give what is shown in a solution in which some marks hold or not, None if there is none.

        Sentences that can be switched off tell a search little: where it does not end after some ``conflicts``, the
        program itself is grounded and searched, as it asks to be.
        """
        oracle, program = self.oracle, self.problem.program
        answer = oracle.glance([*literals, *self.switches], conflicts)
        if answer.model is not None or answer.core is not None:
            return None if answer.model is None else Marks(answer.model) & self.every
        given = {oracle.symbols[abs(literal)]: literal > 0 for literal in literals}
        found = completed(self.problem, (*program.base, *self._notes), given, self._check)
        if found is None:
            return None
        return Marks(bits(n for atom in found if (n := oracle.number(atom)) is not None)) & self.every

    def forced(self, literals: Iterable[Literal], likely: Iterable[Literal]) -> set[Literal]:
        """Give those of some likely literals that hold in all solutions in which others do; all of marks of the answer.

        The program itself is asked: sentences that can be switched off tell a search little.
        """
        oracle = Oracle(self.problem, check=self._check)

        def asked(literal: Literal) -> int:
            """The literal as this oracle calls it, 0 if it always holds, as the grounder knows."""
            number = oracle.number(self.oracle.symbols[abs(literal)]) or 0
            return number if literal > 0 else -number

        given = [number for one in literals if mark_of(one) in self.marks and (number := asked(one))]
        places = {literal: asked(literal) for literal in likely}
        found = {0, *oracle.consequences(given, filter(None, places.values()))}
        return {literal for literal, number in places.items() if number in found}

    def blamed(self, literals: Sequence[Literal], sentences: Sentences = NO_SENTENCES) -> list[Literal]:
        """Give those of some literals that contradict some sentences, or each other: none of them can be left out."""
        switches = [-sentence for sentence in sentences]
        return shrink(literals, lambda rest: self.oracle.core(switches, rest))

    def _values(self, number: SentenceId) -> dict[str, str]:
        """The values of the variables of a sentence."""
        _, values = self.oracle.symbols[number].arguments
        return dict(zip(self._rules[self.rules[number]][1], map(str, values.arguments), strict=True))

    def _order(self, symbol: Symbol) -> tuple[object, ...]:
        """Marks as people read a board, then sentences in the order of the rules, by their values."""
        cell = self._cell(symbol)
        return (1,) if cell is None and _is_switch(symbol) else (0, cell or (0, 0))


def _is_switch(symbol: Symbol) -> bool:
    return symbol.name == "_broken"

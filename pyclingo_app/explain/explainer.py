"""Explanations from the sentences above the rules: check, conflict, and the path to a solution.

One transformation makes them all.  A constraint ``:- Body.`` under the sentence
s becomes ``_broken(s, (its variables in s)) :- Body.``; a rule with a comparison
as head has it negated in the body; a choice with bounds loses them, and a rule
says that they do not hold.  The program is grounded once.  Each ground
``_broken`` atom is one sentence with its values, and assuming it false switches
the sentence on.

A reason is a set of sentences that, with some cells that are known already,
forces another cell.  Reasons of one sentence are found by trying each sentence.
Where there is none, a short reason is looked for among the sentences near each
cell, in growing circles, and is then proved to be smallest, or bettered, by
implicit hitting sets: a reason meets the complement of every set of sentences
that can be true together with the opposite, so that a smallest set that meets
all complements found so far is either a smallest reason or gives a new
complement.  (Ignatiev, Previti, Liffiton, Marques-Silva, "Smallest MUS
extraction with minimal hitting set dualization", 2015; Gamba, Bogaerts, Guns,
"Efficiently explaining CSPs with unsatisfiable subset optimization", 2021.)

The work that a proof may take is counted, not timed, so that the same board
has the same path on every machine.
"""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

import clingo
from clingo import Symbol, SymbolType

from ..draw.board import DIRECTIONS, Board, Cell, border
from ..errors import LimitError, ProgramError, UsageError
from ..program.rules import fill
from ..program.source import Log
from ..program.transform import switchable
from ..solve.control import ground, make_control, sort_key
from ..solve.drawing import draw_atoms, proved_atoms
from ..solve.problem import Problem
from ..solve.run import Inline, Run
from ..words import natural
from .terms import Check, Conflict, Inference, Mark, Rating, Sentence, Step, rate

# How many nodes the search for a smallest hitting set may visit before clingo
# takes over, and after how many conflicts a bounded search gives up.
_NODES = 500
_CONFLICTS = 2_000
# How far from a cell sentences are tried together, before all are.
_FAR = 3
# The work that the proofs of a whole path may take, counted in literals of the ground
# program and the assumptions of each call of the solver (five to ten million are about a
# second), and the share of what is left that one step may take.  To ask for a model costs
# so many times more.
EFFORT = 70_000_000
_SHARE = 0.25
_READING = 3
# How many of the reasons found near a cell are made minimal, to take the shortest,
# and from which length on only one is.
_TRIED = 4
_LONG = 20
# Up to how many sentences are put in the order of an argument.
_ARGUED = 40

T = TypeVar("T")
K = TypeVar("K")


class Explainer:
    """A problem, grounded so that each sentence can be switched on and off.

    >>> from pyclingo_app import load
    >>> tents = load("tents")
    >>> explainer = tents.explain(tents.read("6x6"))
    >>> first = next(explainer.steps())
    >>> first.sentences[0].text, first.found[0].text
    ('Tents stand only beside trees.', 'no tent at (1, 1)')

    Raises InstanceError for a faulty instance, and ProgramError when there is
    nothing to explain: no rule of the game, or no possible atom of an answer.
    """

    def __init__(self, problem: Problem, run: Run | None = None) -> None:
        self.problem = problem
        self.program = problem.program
        self.run = run or Inline()
        self._phrases = {entry.name: entry for entry in self.program.table("Output")}
        self._definitions: dict[int, list[Sequence[int]]] = {}
        self._marks: dict[int, Symbol] = {}
        self._facts: list[Symbol] = []
        self.run.call(self._ground)
        self._scopes()

    def _ground(self) -> None:
        statements, texts = switchable(self.program)
        log = Log()
        # Saved phases keep models near the solution: they break a tenth of the sentences.
        # Thousands of small questions leave more lemmas behind than they have use for:
        # forgetting them makes a path of flow five times faster.
        options = [
            "--opt-mode=ignore",
            "--opt-strategy=usc",
            "--save-progress=1",
            "--forget-on-step=lemmas",
            "--trans-ext=no",
        ]
        control = make_control(options, self.problem, log, statements)
        control.add("base", [], "#minimize { 1, I, V : _broken(I, V) }. #defined _broken/2.")
        definitions = self._definitions

        class Observer(clingo.Observer):
            """Notes what each atom is derived from."""

            def rule(self, choice: bool, head: list[int], body: list[int]) -> None:  # type: ignore[override]
                for atom in head:
                    definitions.setdefault(atom, []).append(body)

            def weight_rule(  # type: ignore[override]
                self, choice: bool, head: list[int], lower_bound: int, body: list[tuple[int, int]]
            ) -> None:
                for atom in head:
                    definitions.setdefault(atom, []).append([literal for literal, _ in body])

        control.register_observer(Observer())
        ground(control, self.problem, log)
        # Of a head that became a part of the body clingo says all in its own place, too.
        self.warnings = [*self.program.warnings, *(text for text in log.texts() if not text.startswith("<string>"))]
        self._control = control
        self._proved = proved_atoms(control, self.program)
        for name, arity in sorted(self.program.shown):
            for atom in control.symbolic_atoms.by_signature(name, arity):
                if atom.is_fact:
                    self._facts.append(atom.symbol)
                else:
                    self._marks[atom.literal] = atom.symbol
        # In the order in which people read a board, whatever the order of grounding.
        self._marks = dict(sorted(self._marks.items(), key=lambda item: (self._place(item[1]), sort_key(item[1]))))
        self._cells = {mark: self._cell(atom) for mark, atom in self._marks.items()}
        self._sentences: dict[int, tuple[str, dict[str, str]]] = {}
        self._rules: dict[int, int] = {}
        for atom in control.symbolic_atoms.by_signature("_broken", 2):
            number, values = atom.symbol.arguments
            sentence, names = texts[number.number]
            filled = dict(zip(names, map(str, values.arguments), strict=True))
            self._sentences[atom.literal] = (fill(sentence, filled), filled)
            self._rules[atom.literal] = number.number
        if not texts:
            raise ProgramError(f"{self.program.name} has no rules that can be explained", "State them as constraints.")

    def _scopes(self) -> None:
        """Find which marks each sentence can have to do with."""
        closures = {literal: self._closure(literal) for literal in (*self._sentences, *self._marks)}
        above: dict[int, set[int]] = {}
        for literal in self._marks:
            for atom in closures[literal]:
                above.setdefault(atom, set()).add(literal)
        order = {literal: place for place, literal in enumerate(self._marks)}
        self.scope: dict[int, list[int]] = {}
        self.sentences: dict[int, Sentence] = {}
        every = {self.cell(mark) for mark in self._marks}
        for literal, (text, values) in sorted(self._sentences.items(), key=lambda item: natural(item[1][0])):
            marks = {mark for atom in closures[literal] for mark in above.get(atom, ())}
            self.scope[literal] = sorted(marks, key=order.__getitem__)
            cells = {cell for mark in marks if (cell := self.cell(mark))}
            named = _named_cells(values)
            # What a path far away has to do with a cell that is named is no help to a reader.
            if named and 2 * len(cells) > len(every):
                cells = set()
            self.sentences[literal] = Sentence(text, frozenset(cells | named))
        self._literals = list(self.sentences)
        self._configuration: Any = self._control.configuration.solve
        self._bounded = False
        self._stopped = False
        # The work done so far, and what one question to the solver adds to it.
        self.work = 0
        size = sum(len(body) for bodies in self._definitions.values() for body in bodies)
        self.cost = len(self._literals) + len(self._marks) + size
        self._distances: dict[Cell | None, list[tuple[int, int]]] = {}
        self._of_mark: dict[int, list[int]] = {mark: [] for mark in self._marks}
        for literal, marks_in_scope in self.scope.items():
            for mark in marks_in_scope:
                self._of_mark[mark].append(literal)

    def nearby(self, cell: Cell | None) -> list[tuple[int, int]]:
        """The sentences with their distances from a cell in king's moves, nearest first.

        A sentence about no cell is near to all, and all are near to no cell.
        """
        if cell not in self._distances:
            found = []
            for literal, sentence in self.sentences.items():
                steps = [max(abs(r - cell[0]), abs(c - cell[1])) for r, c in sentence.cells] if cell else []
                found.append((min(steps, default=0), literal))
            self._distances[cell] = sorted(found, key=lambda pair: pair[0])
        return self._distances[cell]

    def chain(self, sentences: Collection[int]) -> list[int]:
        """Order sentences so that each speaks of a cell of the one before, as far as that goes."""
        left = [s for s in self._literals if s in sentences]

        def shared(first: int, second: int) -> int:
            return len(self.sentences[first].cells & self.sentences[second].cells)

        left.sort(key=lambda s: sum(shared(s, other) > 0 for other in left))
        ordered = left[:1]
        while len(ordered) < len(left):
            rest = [s for s in left if s not in ordered]
            ordered.append(max(rest, key=lambda s: (shared(s, ordered[-1]), max(shared(s, o) for o in ordered))))
        return ordered

    def _closure(self, literal: int) -> set[int]:
        """All atoms that an atom depends on, itself included."""
        seen = {literal}
        pending = [literal]
        while pending:
            for body in self._definitions.get(pending.pop(), ()):
                for other in map(abs, body):
                    if other not in seen:
                        seen.add(other)
                        pending.append(other)
        return seen

    def _cell(self, atom: Symbol) -> Cell | None:
        """The cell of an atom: its arguments that the table Output calls R and C, else the first two."""
        names = self._phrases[atom.name].arguments if atom.name in self._phrases else None
        positions = (names.index("R"), names.index("C")) if names and {"R", "C"} <= set(names) else (0, 1)
        arguments = atom.arguments
        if len(arguments) <= max(positions):
            return None
        row, column = (arguments[position] for position in positions)
        if row.type != SymbolType.Number or column.type != SymbolType.Number:
            return None
        return row.number, column.number

    def cell(self, mark: int) -> Cell | None:
        """The cell of a mark, None if it has none."""
        return self._cells[mark]

    def _place(self, atom: Symbol) -> Cell:
        return self._cell(atom) or (0, 0)

    def mark(self, atom: Symbol, present: bool) -> Mark:
        """Say in words that an atom is in the answer, or not: as the table Output does."""
        entry = self._phrases.get(atom.name if present else "-" + atom.name)
        text = str(atom) if present else f"not {atom}"
        if entry and entry.text and entry.arguments is not None:
            text = fill(entry.text, dict(zip(entry.arguments, map(str, atom.arguments), strict=False)), capital=False)
        return Mark(atom, present, text, self._cell(atom))

    def _to_mark(self, literal: int) -> Mark:
        return self.mark(self._marks[abs(literal)], literal > 0)

    # Questions to the solver

    def _begin(self, bounded: bool) -> None:
        """Before each call of the solver: look whether a limit is reached, and count the work."""
        if self._stopped or self.run.limits.reached():
            reason = self.run.limits.reached() or "cancel"
            raise LimitError(f"stopped by the {reason} limit", reason)
        self.work += self.cost
        if bounded != self._bounded:
            self._bounded = bounded
            self._configuration.solve_limit = str(_CONFLICTS if bounded else "umax")

    def _unsatisfiable(self, assumptions: Iterable[int], bounded: bool = False) -> bool:
        """Whether there is no model; a bounded search that gives up counts as if there were one."""
        self._begin(bounded)
        return bool(self._control.solve(assumptions=list(assumptions)).unsatisfiable)

    def _model(self, assumptions: Iterable[int], bounded: bool = False) -> tuple[frozenset[int], frozenset[int]] | None:
        """Give the marks that are present and the sentences that are broken in some model, None if there is none.

        Raises _GaveUpError when a bounded search ends without an answer.
        """
        self._begin(bounded)
        self.work += _READING * self.cost
        found: list[tuple[frozenset[int], frozenset[int]]] = []

        def take(model: clingo.Model) -> None:
            found.append(
                (frozenset(filter(model.is_true, self._marks)), frozenset(filter(model.is_true, self._literals)))
            )

        result = self._control.solve(assumptions=list(assumptions), on_model=take)
        if not found and not result.unsatisfiable:
            raise _GaveUpError
        return found[-1] if found else None

    def _core(self, fixed: Iterable[int], items: list[int], bounded: bool = False) -> list[int] | None:
        """Those of some literals with which the solver refutes what is fixed; None if it does not."""
        self._begin(bounded)
        with self._control.solve(assumptions=[*fixed, *items], yield_=True) as handle:
            if not handle.get().unsatisfiable:
                return None
            core = set(handle.core())
        return [literal for literal in items if literal in core]

    def _within(self, function: Callable[[], T]) -> T:
        self._stopped = False
        return self.run.call(function)

    def _stop(self) -> None:
        self._stopped = True

    # What is offered

    def satisfiable(self) -> bool:
        """Whether the instance has a solution."""
        return self._within(lambda: self._model(-s for s in self._literals) is not None)

    def forced(self, given: Iterable[int] = ()) -> list[int]:
        """The marks, as literals, that are the same in all solutions that contain the given ones."""
        every = [*(-s for s in self._literals), *given]
        model = self._model(every)
        if model is None:
            return []
        candidates = {mark if mark in model[0] else -mark for mark in self._marks}
        forced = []
        for literal in [mark if mark in model[0] else -mark for mark in self._marks]:
            if literal not in candidates:
                continue
            other = self._model([*every, -literal])
            if other is None:
                forced.append(literal)
            else:
                candidates &= {mark if mark in other[0] else -mark for mark in self._marks}
        return forced

    def steps(self, given: Iterable[Mark] = ()) -> Generator[Step, None, None]:
        """Give the path from the clues, and the marks given, to all that they force.

        Each step takes a reason of the fewest sentences that any deduction then
        has, and of those one that uses few earlier marks.  Nothing is given when
        there is no solution.  Raises LimitError when a limit is reached.
        """
        literals = [literal for mark in given if (literal := self._literal(mark)) is not None]
        self._stopped = False
        return self.run.stream(lambda: self._path(literals), self._stop)

    def conflict(self) -> Conflict | None:
        """Give a smallest set of sentences that cannot all hold; None when there is a solution.

        Raises LimitError when a limit is reached before any such set is known.
        """
        self._found: Conflict | None = None
        try:
            return self._within(self._conflict)
        except LimitError:
            if self._found:
                return self._found
            raise

    def check(self, answer: Iterable[Symbol], final: bool = False) -> Check:
        """Check an answer: atoms of the shown predicates; ``-p(..)`` says that p(..) is not in it.

        ``final`` takes it as complete: what it does not say is not in it.

        Raises UsageError for an atom of another predicate, and for one that is given both ways.
        """
        marks = []
        for atom in answer:
            if (atom.name, len(atom.arguments)) not in self.program.shown:
                shown = ", ".join(f"{name}/{arity}" for name, arity in sorted(self.program.shown))
                raise UsageError(f"{atom} is not part of an answer", f"Answers of {self.program.name} hold {shown}.")
            marks += self.marks([atom])
        absent = {mark.atom for mark in marks if not mark.present}
        for mark in marks:
            if mark.present and mark.atom in absent:
                both = f"{mark.text}; {self.mark(mark.atom, False).text}"
                raise UsageError(f"the answer contradicts itself: {both}", "Leave one of them out.")
        return self._within(lambda: self._check(marks, final))

    def rate(self) -> Rating:
        """Rate how hard the path is, by the sizes of its reasons."""
        return rate(list(self.steps()), self.size)

    @property
    def size(self) -> int:
        """The number of atoms of which a path says whether they are in the solution."""
        return len(self._marks)

    def marks(self, answer: Iterable[Symbol]) -> list[Mark]:
        """Give the atoms of an answer as marks, ``-p(..)`` as absent ones."""
        return [self.mark(clingo.Function(a.name, a.arguments), a.positive) for a in answer]

    def draw(self, present: Iterable[Mark]) -> Board:
        """Draw the board with the marks that are present on it, also after a limit was reached.

        Atoms that are not possible are left out: they may lie outside the board.
        """
        possible = {*self._marks.values(), *self._facts}
        atoms = [mark.atom for mark in present if mark.present and mark.atom in possible]
        return draw_atoms(self.problem, self._proved, [*self._facts, *atoms])

    def empty_cells(self, marks: Collection[Mark]) -> set[Cell]:
        """The cells of which it is known, from some marks, that nothing is there; none when all is known."""
        known = {mark.atom for mark in marks}
        unknown = {cell for atom in self._marks.values() if atom not in known and (cell := self._cell(atom))}
        present = {mark.cell for mark in marks if mark.present}
        return {mark.cell for mark in marks if mark.cell} - unknown - present if unknown else set()

    def barred(self, marks: Collection[Mark]) -> set[tuple[int, int, str]]:
        """The borders of cells that are known, from some marks, not to be crossed; none when all is known.

        That is what an absent atom with a direction says, such as ``-link(R, C, D)``.
        """
        if {mark.atom for mark in marks}.issuperset(self._marks.values()):
            return set()
        absent = [(mark.cell, str(a)) for mark in marks if mark.cell and not mark.present for a in mark.atom.arguments]
        return set().union(*(border(*cell, direction) for cell, direction in absent if direction in DIRECTIONS))

    # How it is found

    def _literal(self, mark: Mark) -> int | None:
        atom = self._control.symbolic_atoms[mark.atom]
        if atom is None or atom.is_fact:
            return None
        return atom.literal if mark.present else -atom.literal

    def _path(self, given: list[int]) -> Iterator[Step]:
        known: dict[int, int] = {abs(literal): literal for literal in given}
        model = self._model([*(-s for s in self._literals), *given])
        if model is None:
            return
        # What is forced is as in any solution. It is found out when no sentence alone
        # gives anything: then more is known, and for a hint it is seldom needed.
        unknown = {mark: mark if mark in model[0] else -mark for mark in self._marks if mark not in known}
        search = _Search(self, known, unknown)
        forced = False
        while unknown:
            if not (search.alone() or forced):
                search.keep(set(self.forced(known.values())))
                forced = True
                continue
            reason, proved = search.next_reason()
            found = search.consequences(reason) or search.consequences(reason, bounded=False)
            earlier = search.earlier(reason, found)
            yield Step(
                tuple(self.sentences[s] for s in reason),
                tuple(map(self._to_mark, earlier)),
                tuple(map(self._to_mark, found)),
                proved,
                self._to_mark(-found[0]),
                self._inferences(search.argue(reason, [*earlier, -found[0]])),
            )
            search.learn(found)

    def _conflict(self) -> Conflict | None:
        if self._model(-s for s in self._literals) is not None:
            return None
        search = _Search(self, {}, {})
        reason = search.contradiction()
        self._found = self._as_conflict(search, reason, False)
        return self._as_conflict(search, *search.better(reason, None))

    def _as_conflict(self, search: "_Search", reason: tuple[int, ...], proved: bool) -> Conflict:
        reason = tuple(s for s in self._literals if s in reason)
        return Conflict(tuple(self.sentences[s] for s in reason), proved, self._inferences(search.argue(reason, [])))

    def _inferences(self, argument: Iterable[tuple[Iterable[int], Iterable[int]]]) -> tuple[Inference, ...]:
        return tuple(
            Inference(tuple(self.sentences[s] for s in sentences), tuple(map(self._to_mark, marks)))
            for sentences, marks in argument
        )

    def _check(self, marks: list[Mark], final: bool) -> Check:
        impossible = []
        literals = []
        for mark in marks:
            literal = self._literal(mark)
            if literal is not None:
                literals.append(literal)
            elif mark.present != (mark.atom in self._facts):
                impossible.append(mark)
        present = {literal for literal in literals if literal > 0}
        complete = [mark if mark in present else -mark for mark in self._marks]
        given = complete if final else literals
        completable = not impossible and not self._unsatisfiable([*given, *(-s for s in self._literals)])
        right = completable and not self._unsatisfiable([*complete, *(-s for s in self._literals)])
        # Helper choices of the program take the values that break the fewest sentences.
        self._configuration.opt_mode = "opt"
        model = self._model(complete)
        self._configuration.opt_mode = "ignore"
        broken = [s for s in self._literals if model and s in model[1]]
        so_far = broken
        conflict: tuple[int, ...] = ()
        blamed: list[int] = []
        if completable:
            so_far = []
        elif (contradiction := self._core([], given)) is not None:
            so_far = []
            blamed = _shrink(contradiction, lambda rest: self._core([], rest))
        elif not final:
            candidates = broken if model else self._literals
            so_far = [s for s in candidates if self._broken_for_good(s, broken, literals, complete)]
            if not (so_far or impossible):
                conflict = _Search(self, {abs(literal): literal for literal in literals}, {}).contradiction()
                switches = [-s for s in conflict]
                blamed = _shrink(literals, lambda rest: self._core(switches, rest))
        return Check(
            right,
            tuple(self.sentences[s] for s in broken),
            tuple(self.sentences[s] for s in so_far),
            completable,
            tuple(impossible),
            tuple(self.sentences[s] for s in self._literals if s in conflict),
            tuple(map(self._to_mark, blamed)),
        )

    def _broken_for_good(
        self, sentence: int, broken: Collection[int], literals: list[int], complete: list[int]
    ) -> bool:
        """Whether a sentence is broken by the marks of an answer as ``Check.so_far`` says.

        ``broken`` are those that are when the answer is complete.  Where one of
        them is so for what helper choices may be, as when a path joins two
        colours, it takes further sentences of its rule to show it.
        """
        if self._unsatisfiable([*literals, -sentence]):
            return True
        if sentence not in broken or self._unsatisfiable([*(-mark for mark in self._marks), -sentence]):
            return False
        held = [s for s in self._literals if s not in broken]
        same = [-s for s in held if self._rules[s] == self._rules[sentence]]
        together = self._core([*complete, -sentence], same)
        if together is None:
            return False
        together = _shrink(together, lambda rest: self._core([*complete, -sentence], rest))
        forbidding = (-s for s in held if s in self._forbidding)
        return self._unsatisfiable([*literals, -sentence, *together, *forbidding])

    @cached_property
    def _forbidding(self) -> frozenset[int]:
        """The sentences that only forbid: never broken for the lack of something, so that nothing added mends them."""

        def only_forbids(sentence: int) -> bool:
            bodies = (body for atom in self._closure(sentence) for body in self._definitions.get(atom, ()))
            return all(literal > 0 for body in bodies for literal in body)

        return frozenset(filter(only_forbids, self._literals))


class _GaveUpError(Exception):
    """A bounded search ended without an answer."""


class _Search:
    """The search for the next reason on a path."""

    def __init__(self, explainer: Explainer, known: dict[int, int], unknown: dict[int, int]) -> None:
        self.explainer = explainer
        self.known = known
        self.unknown = unknown
        # Sentences to be tried alone, and the reasons of one sentence found.
        self.untried = set(explainer.sentences)
        self.single: dict[int, tuple[list[int], list[int]]] = {}
        # Models that agree with what is known: the unknown marks that they
        # refute (have the opposite of), and the sentences that they break.
        self.seen: list[tuple[frozenset[int], frozenset[int]]] = []
        self.complements: list[tuple[frozenset[int], frozenset[int]]] = []
        # Near which cells the sentences were tried together, up to which distance,
        # and the reasons found so with the distances at which they were.
        self.reach: dict[object, int] = {}
        self.pool: dict[object, tuple[int, list[int]]] = {}
        # The work left for proofs on the whole path, and where the one at hand ends.
        self.effort = EFFORT
        self.end = 0

    def alone(self) -> bool:
        """Try the sentences alone, and tell whether any gives something."""
        for sentence in [s for s in self.explainer.sentences if s in self.untried]:
            self.untried.discard(sentence)
            found = self.consequences((sentence,))
            if found:
                self.single[sentence] = (found, self.earlier((sentence,), found))
        return bool(self.single)

    def keep(self, forced: Collection[int]) -> None:
        """Let the unknown marks be those that are forced."""
        for mark in [mark for mark, literal in self.unknown.items() if literal not in forced]:
            del self.unknown[mark]

    def next_reason(self) -> tuple[tuple[int, ...], bool]:
        """Find a reason of the fewest sentences, and whether that is proved."""
        explainer = self.explainer
        if self.alone():
            best = min(
                self.single,
                key=lambda s: (len(self.single[s][1]), -len(self.single[s][0]), len(explainer.sentences[s].cells)),
            )
            return (best,), True
        # No sentence alone gives anything.
        places = {mark: (self.explainer.cell(mark), -target) for mark, target in self.unknown.items()}
        return self.better(self.likely(places), self.unknown)

    def likely(self, places: Mapping[K, tuple[Cell | None, int | None]]) -> tuple[int, ...]:
        """Find a short reason among the sentences near some cells, each with what is to be refuted there.

        The circles around all cells grow together, so that the reason that lies
        closest to its cell is found first; it is minimal, perhaps not smallest.
        """
        radius = 0
        while not (found := [key for key in places if key in self.pool and self.pool[key][0] <= radius]):
            for key, (cell, opposite) in places.items():
                if self.reach.get(key, -1) < radius:
                    near = [s for distance, s in self.explainer.nearby(cell) if distance <= radius or radius > _FAR]
                    reason = self.core(opposite, near, bounded=radius <= _FAR)
                    if reason is not None:
                        self.pool[key] = (radius, reason)
                    self.reach[key] = radius
            radius += 1
        found.sort(key=lambda key: len(self.pool[key][1]))
        for key in found[: _TRIED if len(self.pool[found[0]][1]) < _LONG else 1]:
            radius, reason = self.pool[key]
            self.pool[key] = (radius, self.shrink(reason, places[key][1]))
        shortest: list[int] = min((self.pool[key][1] for key in found), key=len)
        return tuple(sorted(shortest))

    def contradiction(self) -> tuple[int, ...]:
        """Find a short contradiction among the sentences near some cell: minimal, perhaps not smallest."""
        cells = sorted({cell for sentence in self.explainer.sentences.values() for cell in sentence.cells})
        return self.likely({cell: (cell, None) for cell in (*cells, None)})

    def better(self, reason: tuple[int, ...], targets: Mapping[int, int] | None) -> tuple[tuple[int, ...], bool]:
        """Look for a reason of fewer sentences, for any of some marks (None: for a contradiction).

        Gives it, or the first one, and whether it is proved that there is none shorter.
        """
        begin = self.explainer.work
        self.end = begin + int(self.effort * (_SHARE if targets else 3 * _SHARE))
        try:
            if targets is None:
                shorter, proved = self.smallest(None, None, len(reason))
                return shorter or reason, proved
            # Is there a deduction from two, from three, ...?
            for size in range(2, len(reason)):
                for mark, target in targets.items():
                    shorter, proved = self.smallest(mark, target, size + 1)
                    if shorter or not proved:
                        return shorter or reason, proved
            return reason, True
        except _GaveUpError:
            return reason, False
        finally:
            self.effort -= self.explainer.work - begin

    def consequences(self, reason: tuple[int, ...], bounded: bool = True) -> list[int]:
        """The unknown marks, as literals, that a reason forces; bounded, those that are found easily."""
        scope = {mark for sentence in reason for mark in self.explainer.scope[sentence]}
        candidates = {mark for mark in scope if mark in self.unknown}
        switched = frozenset(reason)
        for refuted, broken in self.seen:
            if candidates and not switched & broken:
                candidates -= refuted
        found = []
        for mark in [m for m in self.unknown if m in candidates]:
            if mark not in candidates:
                continue
            try:
                model = self.model([-s for s in reason], -self.unknown[mark], bounded and len(reason) > 1)
            except _GaveUpError:
                continue
            if model is None:
                found.append(self.unknown[mark])
            else:
                candidates -= model[0]
        return found

    def model(
        self, switches: Iterable[int], opposite: int | None, bounded: bool = True
    ) -> tuple[frozenset[int], frozenset[int]] | None:
        """Find a model with some sentences switched on; keep it for later questions."""
        found = self.explainer._model([*self.fixed(opposite), *switches], bounded)
        if found is None:
            return None
        refuted = frozenset(mark for mark, literal in self.unknown.items() if (mark in found[0]) != (literal > 0))
        entry = (refuted, found[1])
        self.seen.append(entry)
        return entry

    def smallest(self, mark: int | None, target: int | None, bound: int) -> tuple[tuple[int, ...], bool]:
        """Find a smallest reason for a mark (None: for a contradiction), below a bound.

        Gives an empty reason when there is none below the bound, and whether
        all that is proved: it is not when the work allowed was done first.
        """
        opposite = None if target is None else -target
        best: tuple[int, ...] = ()
        while self.explainer.work < self.end:
            complements = [broken for refuted, broken in self.complements if mark is None or mark in refuted]
            # For a contradiction, sets that meet all complements are tried first when
            # they are found cheaply: what they miss makes the search for a smallest one
            # shorter, and if they miss nothing the bound is lowered.
            while mark is None and self.explainer.work < self.end:
                cheap = sorted(_some_hitting_set(complements))
                model = self.model([-s for s in cheap], opposite)
                if model is None:
                    reason = self.shrink(cheap, opposite)
                    if len(reason) < bound:
                        best, bound = tuple(reason), len(reason)
                    break
                self.complements.append(self.grow(model, opposite))
                complements.append(self.complements[-1][1])
            hitting, finished = smallest_hitting_set(complements, bound)
            if not finished:
                self.explainer.work += sum(map(len, complements))
                hitting, finished = _optimal_hitting_set(complements, bound)
                if not finished:
                    break
            if hitting is None:
                return best, True
            model = self.model([-s for s in hitting], opposite)
            if model is None:
                return tuple(sorted(hitting)), True
            self.complements.append(self.grow(model, opposite))
        return best, False

    def grow(
        self, model: tuple[frozenset[int], frozenset[int]], opposite: int | None
    ) -> tuple[frozenset[int], frozenset[int]]:
        """Add sentences to those that hold in a model, as long as they can hold together."""
        literals = self.explainer._literals
        for sentence in [s for s in literals if s in model[1]]:
            if sentence in model[1]:
                kept = [-s for s in literals if s not in model[1]]
                model = self.model([*kept, -sentence], opposite) or model
        return model

    def fixed(self, opposite: int | None) -> list[int]:
        """What is known, and what is to be refuted."""
        return [*self.known.values(), *([opposite] if opposite is not None else [])]

    def core(self, opposite: int | None, sentences: Iterable[int], bounded: bool = True) -> list[int] | None:
        """Those of some sentences that contradict what is known and what is to be refuted; None if they do not."""
        core = self.explainer._core(self.fixed(opposite), [-s for s in sentences], bounded)
        return None if core is None else [-literal for literal in core]

    def shrink(self, reason: list[int], opposite: int | None) -> list[int]:
        """Leave sentences out of a reason as long as it stays one: minimal, perhaps not smallest."""
        return _shrink(reason, lambda rest: self.core(opposite, rest))

    def earlier(self, reason: tuple[int, ...], found: list[int]) -> list[int]:
        """The known marks that a reason uses to force what it found: minimal for each of them."""
        scope = {mark for sentence in reason for mark in self.explainer.scope[sentence]}
        near = [literal for mark, literal in self.known.items() if mark in scope]
        switches = [-s for s in reason]
        used: dict[int, None] = {}
        for literal in found:
            fixed = [*switches, -literal, *used]

            def forces(rest: list[int], fixed: list[int] = fixed) -> list[int] | None:
                return self.explainer._core(fixed, rest, bounded=len(reason) > 1)

            if forces([]) is None:
                used |= dict.fromkeys(_shrink([k for k in near if k not in used], forces))
        return [self.known[mark] for mark in self.explainer._marks if self.known.get(mark, 0) in used]

    def argue(self, reason: tuple[int, ...], start: list[int]) -> list[tuple[list[int], list[int]]]:
        """Order the sentences of a reason as inferences, from some marks to a contradiction.

        Gives the sentences and the marks of each; the last has no marks.
        """

        if len(reason) == 1 or len(reason) > _ARGUED:
            return [(list(reason), [])]

        def used(sentences: Iterable[int], marks: list[int], *more: int) -> list[int] | None:
            return self.explainer._core([*start, *more, *(-s for s in sentences)], marks, bounded=True)

        def impossible(sentences: Iterable[int], *marks: int) -> bool:
            return used(sentences, list(marks)) is not None

        lines: list[tuple[list[int], list[int]]] = []
        added: list[int] = []
        while not (last := [s for s in reason if impossible([s], *added)][:1]):
            follows = ((s, self.follow(s, [*start, *added])) for s in reason)
            sentence, new = next(((s, new) for s, new in follows if new), (0, []))
            if not new:
                break
            lines.append(([sentence], new))
            added += new
        if not last:
            single = {s for sentences, _ in lines for s in sentences}
            last = [s for s in reason if s not in single]
            if not impossible(last, *added):
                last, lines, added = list(reason), [], []
        # Backwards from the contradiction, only what is used is kept.
        argument: list[tuple[list[int], list[int]]] = [(self.explainer.chain(last), [])]
        needed = set(_shrink(added, lambda rest: used(last, rest)))
        for sentences, new in reversed(lines):
            added = added[: -len(new)]
            kept = [mark for mark in new if mark in needed]
            for mark in kept:
                needed |= set(_shrink(added, lambda rest, s=sentences, m=mark: used(s, rest, -m)))  # type: ignore[misc]
            if kept:
                argument.append((sentences, kept))
        return argument[::-1]

    def follow(self, sentence: int, marks: list[int]) -> list[int]:
        """The marks in the cells of a sentence that it forces, with some marks, beyond these and what is known."""
        explainer = self.explainer
        cells = explainer.sentences[sentence].cells
        fixed = [*marks, -sentence]
        given = {*map(abs, fixed), *self.known}
        open_marks = [mark for mark in explainer.scope[sentence] if mark not in given and explainer.cell(mark) in cells]
        try:
            model = explainer._model(fixed, bounded=True) if open_marks else None
        except _GaveUpError:
            model = None
        if model is None:
            return []
        likely = [mark if mark in model[0] else -mark for mark in open_marks]
        return [literal for literal in likely if explainer._unsatisfiable([*fixed, -literal], bounded=True)]

    def learn(self, found: list[int]) -> None:
        """Add deductions to what is known; forget what no longer holds."""
        marks = {abs(literal) for literal in found}
        for mark in marks:
            self.known[mark] = self.unknown.pop(mark)
            self.pool.pop(mark, None)
        touched = {sentence for mark in marks for sentence in self.explainer._of_mark[mark]}
        cells = {self.explainer.cell(mark) for mark in marks}
        changed = touched & {s for cell in cells for distance, s in self.explainer.nearby(cell) if distance <= 1}
        for mark in self.unknown:
            near = (distance for distance, s in self.explainer.nearby(self.explainer.cell(mark)) if s in changed)
            self.reach[mark] = min(self.reach.get(mark, -1), next(near, 0) - 1)
        self.untried |= touched
        self.single = {s: entry for s, entry in self.single.items() if s not in touched}
        self.seen = [entry for entry in self.seen if not entry[0] & marks]
        self.complements = [entry for entry in self.complements if not entry[0] & marks]


def _shrink(items: list[int], core: Callable[[list[int]], list[int] | None]) -> list[int]:
    """Leave items out, halves first, as long as the rest still holds: ``core`` gives what it takes of some, or None."""
    size = max(1, len(items) // 2)
    while True:
        place = 0
        while place < len(items):
            kept = core(items[:place] + items[place + size :])
            if kept is None:
                place += size
            else:
                place = len(set(items[:place]) & set(kept))
                items = kept
        if size == 1:
            return items
        size = max(1, size // 2)


def smallest_hitting_set(
    sets: Collection[frozenset[int]], bound: int | None = None
) -> tuple[frozenset[int] | None, bool]:
    """Find a smallest set that meets all sets, of fewer than ``bound`` elements if given.

    Gives the set, None when there is none below the bound, and whether the
    search was finished within its allowance of nodes.
    """
    # A set that contains another one is met with it.
    minimal: list[frozenset[int]] = []
    for candidate in sorted(set(sets), key=lambda s: (len(s), sorted(s))):
        if not any(kept <= candidate for kept in minimal):
            minimal.append(candidate)
    if any(not kept for kept in minimal):
        return None, True
    nodes = 0

    def descend(chosen: frozenset[int], left: int) -> frozenset[int] | None:
        nonlocal nodes
        nodes += 1
        open_sets = [s for s in minimal if not s & chosen]
        if not open_sets:
            return chosen
        # Sets without a common element need an element each.
        apart: frozenset[int] = frozenset()
        needed = 0
        for s in open_sets:
            if not s & apart:
                apart |= s
                needed += 1
        if needed > left or nodes > _NODES:
            return None
        for element in sorted(open_sets[0]):
            result = descend(chosen | {element}, left - 1)
            if result is not None:
                return result
        return None

    size = 0
    while bound is None or size < bound:
        result = descend(frozenset(), size)
        if result is not None:
            return result, True
        if nodes > _NODES:
            return None, False
        size += 1
    return None, True


def _some_hitting_set(sets: Collection[frozenset[int]]) -> set[int]:
    """A set that meets all sets, each time by the element that meets most of them."""
    chosen: set[int] = set()
    left = list(sets)
    while left:
        counts: dict[int, int] = {}
        for s in left:
            for element in s:
                counts[element] = counts.get(element, 0) + 1
        best = max(sorted(counts), key=counts.__getitem__)
        chosen.add(best)
        left = [s for s in left if best not in s]
    return chosen


def _optimal_hitting_set(sets: Collection[frozenset[int]], bound: int) -> tuple[frozenset[int] | None, bool]:
    """The same by clingo's optimisation, slower to start and faster on many sets."""
    control = clingo.Control(["--opt-mode=opt", "--opt-strategy=usc", f"--solve-limit={100 * _CONFLICTS}"])
    facts = "".join(f"in({number},{element})." for number, s in enumerate(sets) for element in s)
    control.add(
        "base", [], facts + "{ pick(E) : in(_, E) }. :- in(S, _), not pick(E) : in(S, E). #minimize { 1,E : pick(E) }."
    )
    control.ground([("base", [])])
    best: list[frozenset[int]] = []

    def take(model: clingo.Model) -> None:
        best.append(frozenset(atom.arguments[0].number for atom in model.symbols(atoms=True) if atom.name == "pick"))

    finished = bool(control.solve(on_model=take).exhausted)
    return (best[-1] if best and len(best[-1]) < bound else None), finished


def _named_cells(values: dict[str, str]) -> set[Cell]:
    """The cells that the variables R, C and R', C' of a sentence name."""
    cells = set()
    for row, column in (("R", "C"), ("R'", "C'")):
        if values.get(row, "").isdigit() and values.get(column, "").isdigit():
            cells.add((int(values[row]), int(values[column])))
    return cells

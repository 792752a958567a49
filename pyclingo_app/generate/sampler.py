"""Drawing boards: a random board and its solution are one answer set of the program and its part ``generate``."""

from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

import clingo
from clingo import Symbol
from clingo.backend import HeuristicType

from ..draw.board import Cell
from ..program.source import Log
from ..program.types import valued
from ..solve.control import add_facts, make_control, wait
from ..solve.problem import Problem
from ..solve.run import THREADS
from .checker import CHANGE, Check
from .part import SAID, Part
from .places import Places

# After how many conflicts a drawing is given up.
_CONFLICTS = 30_000
# How many of the choices in a change are made by chance alone.
_CHANCE = "0.3"
# The largest activity at the start: what is chosen first is drawn.
_ACTIVITY = 1000


class Drawn(NamedTuple):
    """A board with a solution, those of its facts that may be left out, and of these the ones that go last."""

    facts: tuple[Symbol, ...]
    solution: frozenset[Symbol]
    removable: tuple[Symbol, ...]
    late: frozenset[Symbol]


class _Atom(NamedTuple):
    """A possible atom with its literal, None where it is a fact."""

    symbol: Symbol
    literal: int | None

    @classmethod
    def of(cls, atom: clingo.SymbolicAtom) -> "_Atom":
        return cls(atom.symbol, None if atom.is_fact else atom.literal)


class Sampler:
    """One grounding in which the board and its answer are open; each question gives a random answer set.

    ``none`` tells after a question without an answer that there is none at all.
    """

    def __init__(
        self, problem: Problem, part: Part, facts: Iterable[Symbol], places: Places, random: Random, check: Check
    ) -> None:
        self._check = check
        self._given = frozenset(facts)
        self.none = False
        log = Log()
        options = ["1", "--heuristic=Domain", f"--seed={random.getrandbits(31)}", "--trans-ext=no"]
        options.append(f"--solve-limit={_CONFLICTS}")
        control = self._control = make_control(options, problem, log, part.statements)
        with log.raising("No board was made."):
            add_facts(control, "base", sorted(self._given))
            defined = "".join(f"#defined {name}/{arity}. " for name, arity in sorted(SAID))
            control.add("base", [], f"making. :- input_error. #defined input_error/0. {defined}")
            if part.draws:
                height, width = board_size(self._given)
                numbers = range(1, 4 * (height + 2) * (width + 2))
                control.add("base", [], "".join(f"draw({k},{random.getrandbits(30)})." for k in numbers))
            else:
                control.add("base", [], "#defined draw/2.")
            control.ground([("base", []), ("generate", [])])
        atoms = control.symbolic_atoms
        inputs, shown = sorted(problem.program.inputs), sorted(problem.program.shown)
        self._inputs = [_Atom.of(atom) for one in inputs for atom in atoms.by_signature(*one)]
        self._shown = [_Atom.of(atom) for one in shown for atom in atoms.by_signature(*one)]
        self._removable, self._late = (
            [_Atom(atom.symbol.arguments[0], atom.literal) for atom in map(_Atom.of, atoms.by_signature(name, 1))]
            for name in ("removable", "late")
        )
        possible = (*self._inputs, *self._shown)
        self._literals = {atom.symbol: atom.literal for atom in possible if atom.literal is not None}
        self._open = [
            (literal, places.cell(symbol))
            for symbol, literal in self._literals.items()
            if (symbol.name, len(symbol.arguments)) in part.open
        ]
        said = {_place(fact) for fact in self._given if _is_value(problem, fact)}
        with control.backend() as backend:
            for symbol, literal in self._inputs:  # what is given keeps its value
                if literal is not None and symbol not in self._given and _place(symbol) in said:
                    backend.add_rule([], [literal])
            for literal in self._literals.values():
                backend.add_heuristic(literal, HeuristicType.Init, random.randint(0, _ACTIVITY), 1, [])
                backend.add_heuristic(literal, HeuristicType.Sign, random.choice((-1, 1)), 1, [])

    def facts(self) -> tuple[list[Symbol], list[Symbol]]:
        """Give the facts that all boards have, and those that some have."""
        fixed = [symbol for symbol, literal in self._inputs if literal is None]
        return fixed, [symbol for symbol, literal in self._inputs if literal is not None]

    def draw(self) -> Drawn | None:
        """Draw a board; None if none was found soon."""
        return self._ask([])

    def loosen(self) -> None:
        """Let further drawings depend on chance alone, not on those before."""
        configuration: Any = self._control.configuration
        configuration.solve.solve_limit = str(CHANGE)
        solvers = configuration.solver
        for k in range(len(solvers)):
            solvers[k].rand_freq = _CHANCE
            solvers[k].sign_def = "rnd"
            solvers[k].save_progress = "0"

    def vary(self, drawn: Drawn, place: Cell, reach: int) -> Drawn | None:
        """Draw a board again that is as it was but for what lies within reach of a place, and what has none;
        None if none was found soon."""
        row, column = place
        there = {self._literals[symbol] for symbol in (*drawn.facts, *drawn.solution) if symbol in self._literals}
        held = [
            literal if literal in there else -literal
            for literal, cell in self._open
            if cell and (abs(cell[0] - row) > reach or abs(cell[1] - column) > reach)
        ]
        # What holds comes first: most of what does not follows from it.
        return self._ask(sorted(held, key=lambda literal: literal < 0))

    def _ask(self, assumptions: list[int]) -> Drawn | None:
        found: Drawn | None = None
        with self._control.solve(assumptions=assumptions, yield_=True, async_=THREADS) as handle:
            wait(handle, self._check)
            model = handle.model()
            if model is not None:
                found = self._read(model)
            else:
                self.none = bool(handle.get().unsatisfiable)
        return found

    def _read(self, model: clingo.Model) -> Drawn:
        true = model.is_true

        def held(atoms: list[_Atom]) -> list[Symbol]:
            return [symbol for symbol, literal in atoms if literal is None or true(literal)]

        facts, solution = sorted(held(self._inputs)), frozenset(held(self._shown))
        removable = sorted(fact for fact in held(self._removable) if fact not in self._given)
        return Drawn(tuple(facts), solution, tuple(removable), frozenset(held(self._late)))


def _is_value(problem: Problem, fact: Symbol) -> bool:
    return valued(fact.name, problem.program.types.get((fact.name, len(fact.arguments)), ()))


def _place(fact: Symbol) -> tuple[object, ...]:
    return (fact.name, len(fact.arguments), *fact.arguments[:-1])


def board_size(facts: Iterable[Symbol]) -> tuple[int, int]:
    """Give the rows and columns of a board."""
    rows, columns = next(fact.arguments for fact in facts if fact.match("size", 2))
    return rows.number, columns.number

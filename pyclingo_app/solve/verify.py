"""Verifying one answer: exactly these atoms are shown."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

import clingo
from clingo import Function, Symbol, ast

from ..errors import InstanceError
from ..program.source import Log
from ..program.transform import narrowed
from .control import add_facts, ground, make_control
from .drawing import proved_atoms
from .ground import GroundProgram
from .problem import Problem


class Verified(NamedTuple):
    """A solution: its shown atoms, and what is proved besides and drawn with them."""

    atoms: tuple[Symbol, ...]
    proved: list[Symbol]


def verify(problem: Problem, answer: Collection[str]) -> Verified | None:
    """Verify an answer, given as the texts of its shown atoms; None if it is no solution.

    Raises InstanceError for an atom that is never shown, and for a faulty instance.
    """
    log = Log()
    control = make_control(["--project=show"], problem, log, problem.program.base)
    program = GroundProgram()
    control.register_observer(program)
    ground(control, problem, log)
    _assume(control, program, answer)
    with control.solve(yield_=True) as handle:
        model = handle.model()
        return Verified(tuple(model.symbols(shown=True)), proved_atoms(control, problem.program)) if model else None


def _assume(control: clingo.Control, program: GroundProgram, answer: Collection[str]) -> None:
    """Add to a ground program that exactly the atoms of an answer are shown."""
    foreign = set(answer).difference(map(str, program.shown))
    if foreign:
        raise InstanceError(
            f"the answer has {min(foreign)}, which is no atom of this board",
            "Give the puzzle, the constants and the instance that it was made from.",
        )
    shown = dict(program.shown)
    with control.backend() as backend:
        for symbol, conditions in shown.items():
            if str(symbol) in answer:
                atom = backend.add_atom()
                for condition in conditions:
                    backend.add_rule([atom], condition)
                backend.add_rule([], [-atom])
            else:
                for condition in conditions:
                    backend.add_rule([], condition)


class Checker:
    """Tells whether answers are solutions.

    A board is grounded with its answer, so that little is left to be chosen; where the next answer is to the same
    board, as a whole, and kept for more.
    """

    def __init__(self) -> None:
        self._board: tuple[object, ...] | None = None
        self._kept: tuple[clingo.Control, dict[Symbol, int]] | None = None

    def fulfils(self, problem: Problem, answer: Collection[Symbol]) -> bool:
        """Whether an answer is a solution, in which these atoms are shown and no others.

        Raises InstanceError for a faulty instance, and ProgramError.
        """
        wanted, board = set(answer), (problem.program, problem.facts, problem.constants)
        if board != self._board:
            self._board, self._kept = board, None
            control, atoms = _grounded(problem, narrowed(problem.program), wanted)
        else:
            control, atoms = self._kept = self._kept or _grounded(problem, problem.program.base)
        if not wanted <= atoms.keys():
            return False
        assumptions = [literal if atom in wanted else -literal for atom, literal in atoms.items()]
        return bool(control.solve(assumptions=assumptions).satisfiable)


def _grounded(
    problem: Problem, statements: Iterable[ast.AST], given: Iterable[Symbol] = ()
) -> tuple[clingo.Control, dict[Symbol, int]]:
    """Ground statements of a program with an instance and what is given of an answer; give the shown atoms, too."""
    log = Log()
    control = make_control([], problem, log, statements)
    add_facts(control, "base", (Function("_given", [atom]) for atom in given))
    ground(control, problem, log)
    shown = problem.program.shown
    return control, {a.symbol: a.literal for one in shown for a in control.symbolic_atoms.by_signature(*one)}

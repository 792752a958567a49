"""Verifying one answer: exactly these atoms are shown."""

from collections.abc import Collection
from typing import NamedTuple

import clingo
from clingo import Symbol

from ..errors import InstanceError
from ..program.source import Log
from .control import ground, make_control
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


def fulfils(problem: Problem, answer: Collection[Symbol]) -> bool:
    """Whether an answer is a solution, in which these atoms are shown and no others.

    Raises InstanceError for a faulty instance, and ProgramError.
    """
    log = Log()
    control = make_control([], problem, log, problem.program.base)
    ground(control, problem, log)
    wanted = set(answer)
    atoms = [atom for shown in problem.program.shown for atom in control.symbolic_atoms.by_signature(*shown)]
    if not wanted <= {atom.symbol for atom in atoms}:
        return False
    return bool(control.solve(assumptions=[(atom.symbol, atom.symbol in wanted) for atom in atoms]).satisfiable)

"""From an instance and shown atoms to a board: the display part, grounded alone."""

import re
from collections.abc import Iterable

import clingo
from clingo import Symbol, ast

from ..draw.board import Board, make_board, plain_terms
from ..errors import ProgramError
from ..program.program import Program
from ..program.source import Log
from .control import add_facts, ground, make_control
from .problem import Problem


def proved_atoms(control: clingo.Control, program: Program) -> list[Symbol]:
    """Give what the grounder proved, as far as the display part speaks of it and no answer holds it."""
    words = set(re.findall(r"\w+", " ".join(map(str, program.display))))
    atoms = control.symbolic_atoms
    return [
        atom.symbol
        for name, arity, positive in atoms.signatures
        if name in words and (name, arity) not in program.shown
        for atom in atoms.by_signature(name, arity, positive)
        if atom.is_fact
    ]


def draw_unsolved(problem: Problem, atoms: Iterable[Symbol] = ()) -> Board:
    """Draw the board of an instance without a solution, or with some shown atoms on it.

    Raises InstanceError when the program's rules find the instance faulty.
    """
    log = Log()
    control = make_control([], problem, log, problem.program.base)
    ground(control, problem, log)
    return draw_atoms(problem, proved_atoms(control, problem.program), atoms)


def draw_atoms(problem: Problem, proved: Iterable[Symbol], atoms: Iterable[Symbol]) -> Board:
    """Draw the board of an instance with some shown atoms on it; ``proved`` is what the display part knows besides.

    Raises ProgramError when the display part is faulty.
    """
    facts = dict.fromkeys((*problem.facts, *proved, *atoms))
    if not any(statement.ast_type == ast.ASTType.ShowTerm for statement in problem.program.display):
        return make_board(plain_terms(facts))
    log = Log()
    control = make_control([], problem, log, problem.program.display)
    terms: list[Symbol] = []
    with log.raising("The display part of the program cannot be drawn."):
        add_facts(control, "facts", facts)
        control.ground([("facts", []), ("display", [])])
        result = control.solve(on_model=lambda model: terms.extend(model.symbols(terms=True)))
    if not result.satisfiable:
        raise ProgramError("the display part of the program contradicts itself", "Draw with rules and #show only.")
    return make_board(terms)

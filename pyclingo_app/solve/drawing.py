"""From an instance and shown atoms to a board: the display part, grounded alone."""

import re
from collections.abc import Iterable
from functools import lru_cache

import clingo
from clingo import Symbol, ast

from ..draw.board import Board, make_board
from ..errors import ProgramError
from ..program.program import Program
from ..program.source import Log
from ..program.syntax import atoms, heads, supporting
from .control import add_facts, ground, make_control
from .problem import Problem


def proved_atoms(control: clingo.Control, program: Program) -> list[Symbol]:
    """Give what the grounder proved, as far as the display part speaks of it and no answer holds it.

    For a program without one, give the corners of its picture.
    """
    if not draws(program):
        from .plain import corners

        return corners(control, program)
    words = _words(program)
    found = control.symbolic_atoms
    return [
        atom.symbol
        for name, arity, positive in found.signatures
        if name in words and (name, arity) not in program.shown
        for atom in found.by_signature(name, arity, positive)
        if atom.is_fact
    ]


@lru_cache(64)
def draws(program: Program) -> bool:
    """Whether a program has a display part that draws."""
    return any(statement.ast_type == ast.ASTType.ShowTerm for statement in program.display)


@lru_cache(64)
def _words(program: Program) -> frozenset[str]:
    """The words of the display part."""
    return frozenset(re.findall(r"\w+", " ".join(map(str, program.display))))


def draw_unsolved(problem: Problem, shown: Iterable[Symbol] = ()) -> Board:
    """Draw the board of an instance without a solution, or with some shown atoms on it.

    Raises InstanceError when the program's rules find the instance faulty.
    """
    return draw_atoms(problem, _proved(problem), shown)


def draw_begun(problem: Problem) -> Board:
    """Draw the board of an instance in whose facts something may still be faulty, as while it is made."""
    log = Log()
    control = make_control([], problem, log, _supporting(problem.program))
    with log.raising("The board cannot be drawn."):
        add_facts(control, "base", problem.facts)
        control.ground([("base", [])])
    return draw_atoms(problem, proved_atoms(control, problem.program), ())


def draw_atoms(problem: Problem, proved: Iterable[Symbol], shown: Iterable[Symbol]) -> Board:
    """Draw the board of an instance with some shown atoms on it; ``proved`` is what the display part knows besides.

    Raises ProgramError when the display part is faulty.
    """
    if draws(problem.program):
        return make_board(_terms(problem, proved, shown))
    from .plain import draw_plain

    return draw_plain(problem, proved, shown)


def unsolved_terms(problem: Problem, shown: Iterable[Symbol] = ()) -> list[Symbol]:
    """Give the drawing terms of the board of an instance without a solution, or with some shown atoms on it.

    Raises InstanceError when the program's rules find the instance faulty.
    """
    return _terms(problem, _proved(problem), shown)


def _proved(problem: Problem) -> list[Symbol]:
    """Ground what a board without a solution depends on, and give what is proved."""
    log = Log()
    control = make_control([], problem, log, _supporting(problem.program))
    ground(control, problem, log)
    return proved_atoms(control, problem.program)


@lru_cache(64)
def _supporting(program: Program) -> tuple[ast.AST, ...]:
    """Give the statements on which depends what is drawn, and whether the instance is faulty: without the others
    the grounder proves the same of these.
    """
    wanted = {("input_error", 0)}
    if draws(program):
        wanted |= {atom.signature for statement in program.display for atom in atoms(statement)} - program.shown
    else:
        wanted |= program.shown or heads(program.base)
    kept = {*map(id, supporting(program.base, wanted))}
    rules = (ast.ASTType.Rule, ast.ASTType.ShowSignature, ast.ASTType.ShowTerm)
    return tuple(s for s in program.base if id(s) in kept or s.ast_type not in rules)


def _terms(problem: Problem, proved: Iterable[Symbol], shown: Iterable[Symbol]) -> list[Symbol]:
    """Ground the display part over what is known of a board."""
    words = _words(problem.program)
    facts = dict.fromkeys((*(fact for fact in problem.facts if fact.name in words), *proved, *shown))
    log = Log()
    control = make_control([], problem, log, problem.program.display)
    terms: list[Symbol] = []
    with log.raising("The display part of the program cannot be drawn."):
        add_facts(control, "facts", facts)
        control.ground([("facts", []), ("display", [])])
        result = control.solve(on_model=lambda model: terms.extend(model.symbols(terms=True)))
    if not result.satisfiable:
        raise ProgramError("the display part of the program contradicts itself", "Draw with rules and #show only.")
    return terms

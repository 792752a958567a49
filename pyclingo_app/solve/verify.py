"""Verifying one answer: exactly these atoms are shown."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import clingo
from clingo import Function, Number, Symbol, ast

from ..errors import InstanceError
from ..program.source import Log
from ..program.transform import narrowed, numbered
from .control import add_facts, ground, make_control, proves, require_types
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
        if not all(proves(control, atom) for atom in wanted - atoms.keys()):
            return False
        assumptions = [literal if atom in wanted else -literal for atom, literal in atoms.items()]
        return bool(control.solve(assumptions=assumptions).satisfiable)


def fulfilling(problems: Sequence[Problem], answers: Sequence[Iterable[Symbol]]) -> set[int]:
    """Give the places of answers that are solutions of the problems there: all those, unless something is faulty.

    The problems have one program and the same constants, and are grounded together, nearly twice as fast as one
    by one.  Of a place that is not given nothing is known for sure.
    """
    statements = numbered(problems[0].program)
    if statements is None:
        return set()
    log = Log()
    control = make_control([], problems[0], log, statements)
    wanted: dict[Symbol, int] = {}
    for number, (problem, answer) in enumerate(zip(problems, answers, strict=True)):
        with suppress(InstanceError):
            require_types(problem)
            given = (Function("_given", [atom]) for atom in answer)
            facts = [_text(fact, number) for fact in (Function("_board"), *problem.facts, *given)]
            control.add("base", [], ".".join([*facts, ""]))
            own = (Function("_held"), *answer)
            wanted |= {Function(a.name, [Number(number), *a.arguments], a.positive): number for a in own}
    with log.raising("The program was not run."):
        control.ground([("base", [])])
    return _fulfilled(control, (("_held", 0), *problems[0].program.shown), wanted)


def _text(atom: Symbol, number: int) -> str:
    """An atom of the board of some number, as a text."""
    text = str(atom)
    return text.replace("(", f"({number},", 1) if "(" in text else f"{text}({number})"


def _fulfilled(control: clingo.Control, shown: Iterable[tuple[str, int]], wanted: Mapping[Symbol, int]) -> set[int]:
    """Give the numbers of the boards that have a solution with their atoms, which are wanted, and no others."""
    missing = Counter(wanted.values())
    assumptions: dict[int, list[int]] = {number: [] for number in missing}
    board_of: dict[int, int] = {}
    for name, arity in shown:
        for atom in control.symbolic_atoms.by_signature(name, arity + 1):
            symbol, literal = atom.symbol, atom.literal
            number = wanted.get(symbol)
            if number is None:
                number, literal = symbol.arguments[0].number, -literal
            else:
                missing[number] -= 1
            assumptions[number].append(literal)
            board_of[abs(literal)] = number
    faulty = {atom.symbol.arguments[0].number for atom in control.symbolic_atoms.by_signature("input_error", 1)}
    sure = {number for number, atoms in missing.items() if not atoms} - faulty
    dropped: set[int] = set()
    while sure and (core := _core(control, [one for number in sure for one in assumptions[number]])) is not None:
        dropped |= {board_of[abs(literal)] for literal in core} if core else sure
        sure -= dropped
    # A core may name some besides those that are wrong.
    return sure | {number for number in dropped if _core(control, assumptions[number]) is None}


def _core(control: clingo.Control, assumptions: Sequence[int]) -> Sequence[int] | None:
    """Give some of the assumptions that contradict each other, None if they have a solution."""
    with control.solve(assumptions=assumptions, yield_=True) as handle:
        return handle.core() if handle.get().unsatisfiable else None


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

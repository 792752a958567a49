"""The commands for SAT and pseudo-Boolean solvers: cnf and decode; each prints and gives an exit status."""

import sys
from collections.abc import Sequence

from ..errors import UsageError
from ..words import counted, display_name
from ..write.solutions import writer
from ..write.target import Output
from .commands import open_puzzle, print_warnings
from .terminal import SOLVED, UNSATISFIABLE, colour_wanted, resolve


def cnf(
    name: str,
    instance: str | None,
    *,
    source: str | None = None,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    form: str = "auto",
    output: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> int:
    """Write a board as a formula for SAT solvers, or as linear constraints."""
    if form == "auto":
        form = "opb" if output and output.lower().endswith(".opb") else "cnf"
    if form not in ("cnf", "opb"):
        raise UsageError(f"a board cannot be translated to {form}", "Use one of cnf, opb.")
    puzzle, board = open_puzzle(name, instance, source, constants, rules, time_limit, memory_limit)
    out = Output(output)
    formula = puzzle.cnf(board, form == "opb")
    print_warnings([*puzzle.program.warnings, *formula.warnings])
    out.write(formula.text)
    out.flush()
    if output:
        number = counted(formula.rows, "constraint" if form == "opb" else "clause")
        print(f"{display_name(output)}: {counted(formula.variables, 'variable')}, {number}", file=sys.stderr)
    return SOLVED


def decode(
    name: str,
    instance: str | None,
    formula: str,
    answer: str,
    *,
    source: str | None = None,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    form: str = "auto",
    output: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> int:
    """Draw what a solver answered, after the puzzle's own program has verified it."""
    if [instance, formula, answer].count("-") > 1:
        raise UsageError("only one of the files can be standard input", "Name the others.")
    puzzle, board = open_puzzle(name, instance, source, constants, rules, time_limit, memory_limit)
    out = Output(output)
    boards = writer(resolve(form, output), out, output is None and colour_wanted())
    solution, outcome = puzzle.decode(board, formula, answer)
    if solution:
        boards.solution(solution)
    closing = "the answer is a solution" if solution else "no solution, says the answer"
    boards.end(puzzle.problem(board), outcome, closing)
    out.flush()
    return SOLVED if solution else UNSATISFIABLE

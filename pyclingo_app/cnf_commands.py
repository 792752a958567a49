"""The commands for SAT and pseudo-Boolean solvers: cnf and decode; each prints and gives an exit status."""

import sys
from collections.abc import Sequence

from .commands import SOLVED, UNSATISFIABLE, parse_constants, print_warnings
from .completion import translate
from .dimacs import FORMATS, broken, dimacs, opb, read_answer, read_problem, same_rows
from .errors import InstanceError, UsageError
from .instance import counted, display_name
from .output import Output, writer
from .puzzle import load
from .solver import Limits, Search, within


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
    if form not in FORMATS:
        raise UsageError(f"a board cannot be translated to {form}", f"Use one of {', '.join(FORMATS)}.")
    puzzle = load(name, constants=parse_constants(constants), rules=rules)
    board = puzzle.read(instance, source) if instance is not None else None
    limits = Limits(time_limit, memory_limit)
    out = Output(output)
    translation = within(limits, lambda: translate(puzzle, board, form == "opb"))
    for warning in (*puzzle.warnings, *translation.warnings):
        print(f"warning: {warning}", file=sys.stderr)
    out.write(opb(translation) if form == "opb" else dimacs(translation))
    out.flush()
    if output:
        rows = sum(map(len, translation.formula.sections.values()))
        number = counted(rows, "constraint" if form == "opb" else "clause")
        variables = counted(translation.formula.size, "variable")
        print(f"{display_name(output)}: {variables}, {number}", file=sys.stderr)
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
    puzzle = load(name, constants=parse_constants(constants), rules=rules)
    board = puzzle.read(instance, source) if instance is not None else None
    limits = Limits(time_limit, memory_limit)
    out = Output(output)
    boards = writer(form, out)
    problem = read_problem(formula)
    if problem.puzzle != puzzle.name:
        raise InstanceError(
            f"{problem.name}: is of the puzzle {problem.puzzle}, not of {puzzle.name}", "Name that puzzle."
        )
    settings = {**puzzle.defaults, **puzzle.for_instance(board).constants}
    for constant, value in {**puzzle.defaults, **problem.constants}.items():
        if settings.get(constant) != value:
            other = f"not with {constant} = {settings[constant]}" if constant in settings else "which there is no more"
            hint = f"Give the same constants: -c {constant}={value}."
            raise InstanceError(f"{problem.name}: was made with {constant} = {value}, {other}", hint)
    origin = f"made from {problem.instance}" if problem.instance not in ("", "none") else "made without an instance"
    same = f"It was {origin}: give the same puzzle, constants and instance."
    true = read_answer(answer, problem.size)
    shown = () if true is None else {atom for variable, atom in problem.atoms.items() if variable in true}
    search = Search(puzzle, board, limits, 1, "1", None, None, False, shown)
    if true is None:
        translation = within(limits, lambda: translate(puzzle, board, problem.linear))
        if translation.atoms != list(problem.atoms.values()) or not same_rows(problem, translation):
            raise InstanceError(f"{problem.name}: is of another board: it says something else", same)
        search.complete = True
    else:
        fault = broken(problem, true)
        if fault:
            raise InstanceError(f"the answer is wrong, it does not fulfil {fault}", "Is it the answer to this file?")
        found = list(search)
        if not found:
            raise InstanceError(
                f"the answer fulfils {problem.name}, but it is no solution of this board",
                same,
            )
        print_warnings(search)
        # Whether there are more is not known.
        search.complete, search.stopped = False, "models"
        boards.solution(found[0])
    boards.end(search)
    out.flush()
    return UNSATISFIABLE if true is None else SOLVED

"""The commands that explain: check, hint, explain and rate; each prints and gives an exit status."""

import contextlib
import sys
from collections.abc import Sequence
from json import dumps
from typing import Any

from ..draw.board import Board
from ..draw.text import render_text
from ..errors import LimitError, UsageError
from ..explain.explainer import Explainer
from ..explain.terms import Check, Conflict, Step
from ..puzzle import Puzzle
from ..words import counted, display_name
from ..write.explanations import (
    LEGEND,
    argued,
    as_json,
    check_as_json,
    check_closing,
    check_lines,
    closing,
    conflict_line,
    grade,
    pointed,
    step_lines,
)
from ..write.target import Output
from .commands import command_line, open_puzzle, print_warnings
from .terminal import INTERRUPTED, LIMIT, SOLVED, UNSATISFIABLE, colour_wanted, resolve

FORMATS = ("text", "json", "html")
# How many seconds the drawing of the last board may last, also after a limit was reached.
_DRAWING = 10.0


def _open(
    name: str,
    instance: str | None,
    constants: Sequence[str],
    rules: Sequence[str],
    time_limit: float | None,
    memory_limit: int | None,
    source: str | None = None,
) -> tuple[Puzzle, Explainer]:
    puzzle, board = open_puzzle(name, instance, source, constants, rules, time_limit, memory_limit)
    explainer = puzzle.explain(board)
    print_warnings(explainer.warnings)
    for sentence in sorted({rule.file for rule in puzzle.program.rules if not rule.sentence and rule.kind != "input"}):
        print(
            f"warning: {display_name(sentence)}: rules without a sentence above them are called by their line",
            file=sys.stderr,
        )
    return puzzle, explainer


def _print_board(board: Board, closing: str = "") -> None:
    print("\n" + render_text(board, resolve("auto", None), colour_wanted()))
    if closing:
        print("\n" + closing)


def check(
    name: str,
    instance: str,
    answer: str,
    *,
    final: bool = False,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    form: str = "text",
    time_limit: float | None = None,
    source: str | None = None,
) -> int:
    """Check an answer against the rules: what is broken, and whether it can be completed.

    ``final`` takes it as complete: what it does not say is not in it.
    """
    if form not in ("text", "json"):
        raise UsageError(f"there is no format {form} for a check", "Use one of text, json.")
    if instance == answer == "-":
        raise UsageError("the instance and the answer cannot both be standard input", "Name a file.")
    puzzle, explainer = _open(name, instance, constants, rules, time_limit, None, source)
    facts = puzzle.read_answer(answer, explainer.problem.instance)
    result = explainer.check(facts, final)
    if form == "json":
        print(dumps(check_as_json(explainer, result), ensure_ascii=False, indent=2))
    else:
        _print_check(explainer, facts, result, final)
    return SOLVED if result.right else UNSATISFIABLE


def _print_check(explainer: Explainer, facts: Sequence[Any], result: Check, final: bool = False) -> None:
    print("\n".join(check_lines(result)))
    if result.right:
        return
    # Of the cells that a broken rule speaks of, those in which there is something.
    marks = explainer.marks(facts)
    present = {mark.cell for mark in marks if mark.present}
    cells = {cell for sentence in result.so_far for cell in (sentence.cells & present or sentence.cells)}
    cells |= {mark.cell for mark in (*result.blamed, *result.impossible) if mark.cell}
    _print_board(pointed(explainer, marks, cells, (), "fault"), check_closing(result, final))


def hint(
    name: str,
    instance: str | None,
    *,
    given: str | None = None,
    level: int = 3,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    time_limit: float | None = None,
    source: str | None = None,
) -> int:
    """Print the next deduction: where to look (level 1), what (2), and why (3)."""
    if level not in (1, 2, 3):
        raise UsageError(f"there is no level {level}", "1 says where to look, 2 what is there, 3 why.")
    puzzle, explainer = _open(name, instance, constants, rules, time_limit, None, source)
    facts = puzzle.read_answer(given, explainer.problem.instance) if given else ()
    if facts:
        result = explainer.check(facts)
        if result.right:
            print("The answer is right and complete.")
            return SOLVED
        if not result.completable:
            _print_check(explainer, facts, result)
            return UNSATISFIABLE
    elif not explainer.satisfiable():
        print("no solution")
        if instance != "-":
            why = command_line("explain", puzzle, name, instance, constants=constants, rules=rules, source=source)
            print(f"Why: {why}", file=sys.stderr)
        return UNSATISFIABLE
    marks = explainer.marks(facts)
    with contextlib.closing(explainer.steps(marks)) as steps:
        step = next(steps, None)
    if step is None:
        print("Nothing more follows: there are several solutions.")
        return SOLVED
    cells = [mark.cell for mark in step.found if mark.cell]
    if level == 1:
        print(f"Look at {', '.join(map(str, dict.fromkeys(cells))) or 'the rest'}.")
        return SOLVED
    if level == 3:
        print(LEGEND + "\n")
    _print_step(step, "", why=level == 3)
    reason = {cell for s in step.sentences for cell in s.cells} | {m.cell for m in step.earlier if m.cell}
    _print_board(pointed(explainer, [*marks, *step.found], cells, reason if level == 3 else ()))
    return SOLVED


def _print_step(step: Step, number: str, why: bool = True) -> None:
    print("\n".join(step_lines(step, number, why)))
    sys.stdout.flush()


def explain(
    name: str,
    instance: str | None,
    *,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    form: str = "auto",
    output: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    source: str | None = None,
) -> int:
    """Print the whole path to the solution, or why there is none."""
    if form == "auto":
        suffix = (output or "").rpartition(".")[2].lower()
        form = suffix if output and suffix in ("json", "html") else "text"
    if form not in FORMATS:
        raise UsageError(f"there is no format {form} for an explanation", f"Use one of {', '.join(FORMATS)}.")
    if output and form == "text":
        raise UsageError(f"{output}: only pages and JSON are written to files", "Use -o FILE.html or FILE.json.")
    out = Output(output)
    _, explainer = _open(name, instance, constants, rules, time_limit, memory_limit, source)
    conflict = None if explainer.satisfiable() else explainer.conflict()
    if conflict and form == "text":
        _print_conflict(explainer, conflict)
        return UNSATISFIABLE
    steps: list[Step] = []
    stopped = ""
    if form == "text":
        print(LEGEND + "\n")
    try:
        for step in explainer.steps() if not conflict else ():
            steps.append(step)
            if form == "text":
                _print_step(step, f"{len(steps):3}. ")
            elif sys.stderr.isatty():
                print(f"\r{counted(len(steps), 'step')}", end="", file=sys.stderr, flush=True)
    except LimitError as limit:
        stopped = f"stopped by the {limit.reason} limit"
    except KeyboardInterrupt:
        stopped = "interrupted"
    last = conflict_line(conflict) if conflict else closing(explainer, steps, stopped)
    if form == "text":
        found = [mark for step in steps for mark in step.found]
        _print_board(pointed(explainer, found, (), ()), last)
    elif form == "json":
        out.write(dumps(as_json(explainer, steps, conflict, stopped), ensure_ascii=False, indent=2) + "\n")
    else:
        from ..write.page import render_page

        out.write(render_page(explainer, steps, conflict, last))
    out.flush()
    if output:
        print(f"{display_name(output)}: {last}", file=sys.stderr)
    if stopped:
        return INTERRUPTED if stopped == "interrupted" else (SOLVED if steps else LIMIT)
    return UNSATISFIABLE if conflict else SOLVED


def _print_conflict(explainer: Explainer, conflict: Conflict) -> None:
    print(f"{conflict_line(conflict)}\n{LEGEND}\n")
    for line in argued(conflict.argument):
        print(f"  {line}")
    cells = {cell for sentence in conflict.sentences for cell in sentence.cells}
    _print_board(pointed(explainer, (), cells, (), "fault"))


def rate_command(
    name: str,
    instance: str | None,
    *,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    time_limit: float | None = None,
    source: str | None = None,
) -> int:
    """Print how hard the path to the solution is."""
    _, explainer = _open(name, instance, constants, rules, time_limit, None, source)
    if not explainer.satisfiable():
        print("no solution")
        return UNSATISFIABLE
    rating = explainer.rate()
    if rating.steps:
        print(f"{counted(rating.steps, 'step')}: {grade(rating)}")
    if not rating.complete:
        print("The clues do not force everything: there are several solutions.")
    return SOLVED

"""The commands that explain: check, hint, explain and rate; each prints and gives an exit status."""

import contextlib
import sys
from collections.abc import Sequence
from json import dumps

from ..draw.board import Board
from ..draw.text import render_text
from ..errors import LimitError, UsageError
from ..explain.path import Explanation
from ..explain.terms import Check, Step
from ..facts.instance import Instance
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
    grade,
    step_lines,
)
from ..write.target import Output
from .commands import command_line, open_puzzle, print_warnings
from .terminal import INTERRUPTED, LIMIT, SOLVED, UNSATISFIABLE, colour_wanted, resolve

FORMATS = ("text", "json", "html")


def _open(
    name: str,
    instance: str | None,
    constants: Sequence[str],
    rules: Sequence[str],
    time_limit: float | None,
    memory_limit: int | None,
    source: str | None = None,
) -> tuple[Puzzle, Instance | None]:
    puzzle, board = open_puzzle(name, instance, source, constants, rules, time_limit, memory_limit)
    for sentence in sorted({rule.file for rule in puzzle.program.rules if not rule.sentence and rule.kind != "input"}):
        print(
            f"warning: {display_name(sentence)}: rules without a sentence above them are called by their line",
            file=sys.stderr,
        )
    return puzzle, board


def _print_board(board: Board | None, closing: str = "") -> None:
    if board:
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
    puzzle, board = _open(name, instance, constants, rules, time_limit, None, source)
    result = puzzle.check(board, puzzle.read_answer(answer, board), final)
    print_warnings(list(result.warnings))
    if form == "json":
        print(dumps(check_as_json(puzzle.problem(board), result), ensure_ascii=False, indent=2))
    else:
        _print_check(result, final)
    return SOLVED if result.right else UNSATISFIABLE


def _print_check(result: Check, final: bool = False) -> None:
    print("\n".join(check_lines(result)))
    if not result.right:
        _print_board(result.board, check_closing(result, final))


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
    puzzle, board = _open(name, instance, constants, rules, time_limit, None, source)
    result = puzzle.hint(board, puzzle.read_answer(given, board) if given else ())
    print_warnings(list(result.warnings))
    if result.status == "complete":
        print("The answer is right and complete.")
    elif result.status == "open":
        print("Nothing more follows: there are several solutions.")
    elif result.check:
        _print_check(result.check)
        return UNSATISFIABLE
    elif result.step is None:
        print("no solution")
        if instance != "-":
            why = command_line("explain", puzzle, name, instance, constants=constants, rules=rules, source=source)
            print(f"Why: {why}", file=sys.stderr)
        return UNSATISFIABLE
    elif level == 1:
        cells = [mark.cell for mark in result.step.found if mark.cell]
        print(f"Look at {', '.join(map(str, dict.fromkeys(cells))) or 'the rest'}.")
    else:
        if level == 3:
            print(LEGEND + "\n")
        _print_step(result.step, "", why=level == 3)
        drawn = result.board
        if drawn and level == 2:
            drawn = drawn._replace(focus={cell: kind for cell, kind in drawn.focus.items() if kind != "reason"})
        _print_board(drawn)
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
    puzzle, board = _open(name, instance, constants, rules, time_limit, memory_limit, source)
    explanation = puzzle.explain(board, boards=form == "html")
    print_warnings(list(explanation.warnings))
    with contextlib.suppress(LimitError, KeyboardInterrupt):
        for number, step in enumerate(explanation, 1):
            if form == "text":
                if number == 1:
                    print(LEGEND + "\n")
                _print_step(step, f"{number:3}. ")
            elif sys.stderr.isatty():
                print(f"\r{counted(number, 'step')}", end="", file=sys.stderr, flush=True)
    last = closing(explanation)
    if form == "text":
        _print_end(explanation, last)
    elif form == "json":
        out.write(dumps(as_json(puzzle.problem(board), explanation), ensure_ascii=False, indent=2) + "\n")
    else:
        from ..write.page import render_page

        out.write(render_page(puzzle.problem(board), explanation, last))
    out.flush()
    if output:
        print(f"{display_name(output)}: {last}", file=sys.stderr)
    if explanation.conflict:
        return UNSATISFIABLE
    if explanation.stopped:
        return INTERRUPTED if explanation.stopped == "interrupt" else (SOLVED if explanation.steps else LIMIT)
    return SOLVED


def _print_end(explanation: Explanation, last: str) -> None:
    if explanation.conflict:
        print(f"{last}\n{LEGEND}\n")
        for line in argued(explanation.conflict.argument):
            print(f"  {line}")
        _print_board(explanation.board)
    else:
        if not explanation.steps:
            print(LEGEND + "\n")
        _print_board(explanation.board, last)


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
    puzzle, board = _open(name, instance, constants, rules, time_limit, None, source)
    rating = puzzle.rate(board)
    if not rating.satisfiable:
        print("no solution")
        return UNSATISFIABLE
    if rating.steps:
        print(f"{counted(rating.steps, 'step')}: {grade(rating)}")
    if not rating.complete:
        print("The clues do not force everything: there are several solutions.")
    return SOLVED

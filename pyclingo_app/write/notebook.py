"""How results show at a prompt and in a notebook: boards and steps as pictures, searches as what they found."""

import os
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from html import escape
from typing import Any

from ..draw.board import Board, telling_found
from ..draw.svg import render_svg
from ..draw.text import render_text
from ..errors import PuzzaspError, UsageError
from ..explain.path import Explanation
from ..explain.terms import Check, Conflict, Hint, Rating, Step
from ..facts.instance import Instance
from ..generate.tally import Made
from ..program.library import Library
from ..puzzle import Puzzle, load
from ..solve.consequences import Consequences
from ..solve.search import Outcome, Search, Solution
from ..words import counted
from .explanations import (
    check_closing,
    check_lines,
    closing,
    conflict_line,
    contradiction,
    forced_lines,
    rating_lines,
)
from .steps import hint_lines, step_lines
from .words import summary

Told = tuple[Sequence[str], Board | None, str]  # lines, a board below them, and a last line


def attach() -> None:
    """Give the classes of results their words and pictures."""
    _as_text(Board, render_text)
    _as_text(Solution, lambda solution: render_text(solution.board))
    _set(Board, _repr_svg_=_svg)
    _set(Solution, _repr_svg_=lambda solution: _svg(telling_found(solution.board, solution.render(()))))
    _set(Outcome, __str__=summary)
    _as_text(Search, _search)
    _as_text(Rating, lambda rating: "\n".join(rating_lines(rating)) if rating.steps else "no steps")
    _as_text(Puzzle, lambda puzzle: f"{puzzle.program.title} - {puzzle.program.summary}".removesuffix(" - "))
    _set(Instance, __str__=_board_text, __repr__=_instance, _repr_svg_=_board_svg)
    _set(PuzzaspError, _render_traceback_=_fault)
    tellers: dict[type, Callable[[Any], Told]] = {
        Step: lambda step: (step_lines(step), step.board, ""),
        Hint: _hint,
        Check: lambda check: (check_lines(check), check.board, check_closing(check)),
        Conflict: lambda conflict: ([conflict_line(conflict), *contradiction(conflict)], conflict.board, ""),
        Consequences: _forced,
        Explanation: _path,
        Made: lambda made: ([", ".join(filter(None, [made.instance.name, made.grade]))], _drawn(made.instance), ""),
    }
    for kind, tell in tellers.items():
        _tell(kind, tell)


def cell(line: str, text: str) -> None:
    """``%%puzzasp [NAME] [BOARD] [-n N] [-c NAME=VALUE]``: solve the program in a cell and show what is found.

    With the NAME of a puzzle the cell holds rules that are added to it.
    """
    from argparse import ArgumentParser
    from shlex import split

    from IPython.display import display

    parser = ArgumentParser("%%puzzasp", description=cell.__doc__, add_help=False)
    parser.add_argument("words", nargs="*", metavar="NAME BOARD")
    parser.add_argument("-n", type=int, default=1)
    parser.add_argument("-c", action="append", default=[])
    given = parser.parse_args(split(line))
    constants = dict(constant.partition("=")[::2] for constant in given.c)
    named = bool(given.words) and Library().knows(given.words[0])
    name, rules = (given.words.pop(0), [text]) if named else (text, [])
    if len(given.words) > 1:
        raise UsageError(f"there is no puzzle {given.words[0]}", "%%puzzasp takes the name of a puzzle and a board.")
    search = load(name, rules=rules, constants=constants).solve(next(iter(given.words), None), models=given.n)
    for solution in search:
        display(solution)  # type: ignore[no-untyped-call]
    print(search.outcome)


def _tell(kind: type, tell: Callable[[Any], Told]) -> None:
    _as_text(kind, lambda result: _text(tell(result)))
    _set(kind, _repr_html_=lambda result: _html(tell(result)))


def _as_text(kind: type, text: Callable[[Any], str]) -> None:
    _set(kind, __str__=text, __repr__=text)


def _set(kind: type, **methods: Callable[[Any], Any]) -> None:
    for name, method in methods.items():
        setattr(kind, name, method)


def _svg(board: Board) -> str:
    return render_svg([board], "")


def _text(told: Told) -> str:
    lines, board, last = told
    return "\n\n".join(filter(None, ["\n".join(lines), render_text(board) if board else "", last]))


def _html(told: Told) -> str:
    lines, board, last = told
    words = "".join(f"<div>{escape(line)}</div>" for line in lines)
    return f"<div>{words}{_svg(board) if board else ''}{f'<div>{escape(last)}</div>' if last else ''}</div>"


def _fault(error: PuzzaspError) -> list[str]:
    """An error in a notebook: the line that was typed, and what the error says, without the way to it."""
    package = os.path.dirname(os.path.dirname(__file__))
    typed = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(package)]
    where = [f"line {typed[-1].lineno}: {typed[-1].line}"] if typed else []
    return [*where, f"{type(error).__name__}: {error}"]


def _instance(instance: Instance) -> str:
    return "\n".join([f"{instance.name}: {counted(len(instance.facts), 'fact')}", *instance.warnings])


def _drawn(instance: Instance) -> Board | None:
    """An instance, drawn by the puzzle that read or made it; None for others, and for a faulty one."""
    with suppress(PuzzaspError):
        board: Board | None = instance.draw and instance.draw(instance)
        return board
    return None


def _board_text(instance: Instance) -> str:
    board = _drawn(instance)
    return render_text(board) if board else _instance(instance)


def _board_svg(instance: Instance) -> str | None:
    board = _drawn(instance)
    return _svg(board) if board else None


def _search(search: Search) -> str:
    if search.begun:
        return summary(search.outcome)
    return "a search that is not begun: list(..) gives its solutions, next(..) the first one"


def _hint(hint: Hint) -> Told:
    return hint_lines(hint, 3), hint.board, check_closing(hint.check) if hint.check else ""


def _path(explanation: Explanation) -> Told:
    """All steps, which are found now if nobody asked for them yet."""
    if not explanation.begun:
        for _ in explanation:
            pass
    steps = [line for number, step in enumerate(explanation.steps, 1) for line in step_lines(step, f"{number}. ")]
    if explanation.conflict:
        steps += contradiction(explanation.conflict)
    return steps, explanation.board, closing(explanation)


def _forced(common: Consequences) -> Told:
    numbers = f"{len(common.present)} in all solutions, {len(common.absent)} in none, {len(common.open)} in some"
    return forced_lines(common), common.board, numbers if common.satisfiable else ""

"""What commands share: exit statuses, errors and warnings, and where and how the output is written."""

import os
import signal
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import TypeVar

from ..errors import InternalError, LimitError, PuzzaspError, UsageError, bounded
from ..facts.instance import Instance
from ..program.source import PACKAGED
from ..puzzle import Puzzle, load
from ..solve.limits import Limits
from ..solve.run import Guarded, Run
from ..words import display_name
from ..write.news import news
from ..write.target import PICTURES, Output
from ..write.whole import INTERRUPTING
from .options import OPTIONS, Arguments

T = TypeVar("T")


class Status(IntEnum):
    """The exit statuses."""

    SOLVED = 0
    UNSATISFIABLE = 1
    BAD_INPUT = 2
    LIMIT = 3
    FAULT = 70
    INTERRUPTED = 130


# What a command does, in the line that a terminal is told when it lasts.
_DOING = {
    "check": "checking the answer",
    "hint": "looking for the next step",
    "explain": "grounding",
    "rate": "rating",
    "forced": "looking for what all solutions have in common",
    "cnf": "translating",
    "generate": "making boards",
}
# What the suffix of a file stands for.
_SUFFIXES = {".txt": "unicode", ".lp": "facts"} | {f".{form}": form for form in ("json", "jsonl", "csv", *PICTURES)}


def report(error: PuzzaspError) -> int:
    """Print an error for people, to standard error; give the exit status."""
    news.clear()
    print(f"error: {error.message}", file=sys.stderr)
    if error.hint:
        print(f"  {error.hint}", file=sys.stderr)
    return {LimitError: Status.LIMIT, InternalError: Status.FAULT}.get(type(error), Status.BAD_INPUT)


def warn(warnings: Iterable[str], told: Collection[str] = ()) -> None:
    """Print what is to be warned of and was not told before, to standard error; called before the result is told."""
    print_lines(f"warning: {warning}" for warning in warnings if warning not in told)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines beside the output, to standard error."""
    for line in lines:
        news.clear()
        print(bounded(line, 1_900), file=sys.stderr)


def open_puzzle(args: Arguments, cancel: Callable[[], bool] | None = None) -> Puzzle:
    """Load the puzzle that a command line names, and warn of mistakes in its program; its limits count from here."""
    news.begin(_DOING.get(args.command, "working"))
    if sys.stderr.isatty():
        given = cancel
        cancel = lambda: news.tell() or bool(given and given())  # noqa: E731
    limits = Limits(args.time_limit, args.memory_limit, cancel)
    run: Run = Guarded(limits)
    if args.watch:
        # In a process that is killed when a file changes: of an endless rule nothing goes on.
        from ..jobs.client import Worker

        run = Worker(limits)
    puzzle = load(args.name, constants=constants_of(args), rules=args.rules, library=args.library, run=run)
    if args.more.rules and not args.name.endswith(".lp"):
        print_lines([f"note: the rules of {', '.join(args.more.rules)} are added to those of {puzzle.name}"])
    warn(puzzle.program.warnings)
    return puzzle


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Let the first Ctrl-C, or what is treated as such, end the work as a limit does, so that what is found is told.

    Gives a function that tells whether it came.
    """
    came: list[int] = []

    def handle(number: int, frame: object) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)

    numbers = [n for n in INTERRUPTING if signal.getsignal(n) != signal.SIG_IGN]
    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield lambda: bool(came)
    except LimitError:
        if came:
            raise KeyboardInterrupt from None
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def constants_of(args: Arguments) -> dict[str, str]:
    """The values for constants that a command line gives."""
    constants = {}
    for text in args.constants:
        key, sign, value = text.partition("=")
        if not sign or not key.strip() or not value.strip():
            raise UsageError(f"expected NAME=VALUE after --const, found {text!r}", "For example: -c n=8.")
        constants[key.strip()] = value.strip()
    return constants


def within(puzzle: Puzzle, function: Callable[[], T]) -> T:
    """Do some work under the limits of a puzzle."""
    return function() if puzzle.run is None else puzzle.run.call(function)


def read_board(args: Arguments, puzzle: Puzzle) -> Instance | None:
    """Read the instance that a command line names, and warn of what was assumed; None if it names none."""
    instance = args.instance
    if instance is None:
        return None
    board = within(puzzle, lambda: puzzle.read(instance, args.source))
    for facts in within(puzzle, lambda: [puzzle.read(file) for file in args.more.facts]):
        board = board.joined(facts)
    warn(board.warnings)
    return board


def open_output(args: Arguments, cannot: str = "", *, without: Sequence[str] = ()) -> Output:
    """Find where a command line wants its output, and in which format: by its option, its file, or the terminal.

    ``cannot`` says of a format that other commands have, or that is in
    ``without``, that this result has none.  Raises UsageError.
    """
    path, form = args.output, args.format
    formats = OPTIONS["format"].rows
    own = [form for form in formats[args.command].metavar.split("|") if form not in without]
    if form == "auto" and path:
        form = _SUFFIXES.get(os.path.splitext(path)[1].lower(), "")
        if not form:
            suffixes = [suffix for suffix, form in _SUFFIXES.items() if form in own]
            message = f"{path}: cannot tell the format from the suffix"
            raise UsageError(message, f"Use {', '.join(suffixes)}, or -f.")
        form = "text" if form == "unicode" and "text" in own else form
    if form not in own:
        known = cannot and any(form in row.metavar.split("|") for row in formats.values())
        page = " html is a page with pictures." if "html" in own and form in PICTURES else ""
        message = f"{cannot} {form}" if known else f"there is no format {form}"
        raise UsageError(message, f"Use one of {', '.join(own)}.{page}")
    columns = None
    if form in ("auto", "text"):
        form = "unicode" if path else _style()
        columns = terminal_width() if path is None and sys.stdout.isatty() else None
    return Output(path, form, path is None and _colour_wanted(), columns)


def terminal_width() -> int:
    """How many columns the terminal has."""
    import shutil

    return shutil.get_terminal_size().columns


def _style() -> str:
    if (sys.stdout.encoding or "").lower().replace("-", "") != "utf8":
        return "ascii"
    return "emoji" if sys.stdout.isatty() and os.environ.get("TERM", "") not in ("dumb", "linux") else "unicode"


def _colour_wanted() -> bool:
    """Whether to write terminal colours: NO_COLOR, FORCE_COLOR, and what the terminal is."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"


def command_line(puzzle: Puzzle, name: str, *words: str | None, command: str = "") -> str:
    """Give a command for a puzzle, quoted, to be pasted into a shell; "" solves."""
    import shlex

    folder = os.path.dirname(puzzle.program.path)
    # A program found by its name elsewhere: in --asp DIR, or in PUZZASP_PATH.
    asp = ["--asp", display_name(folder)] if not name.endswith(".lp") and folder != PACKAGED else []
    return shlex.join(["puzzasp", *asp, *filter(None, [command, name, *words])])


def say_why(args: Arguments, puzzle: Puzzle, *given: str) -> None:
    """Name the command that explains why a board has no solution, or none with what is given, to standard error."""
    if args.instance != "-":
        more = [word for constant in args.constants for word in ("-c", constant)]
        more += [word for file in args.rules for word in ("--with", file)]
        more += ["--from", args.source] if args.source else []
        why = command_line(puzzle, args.name, args.instance, *args.more.facts, *more, *given, command="explain")
        print(f"Why: {why}", file=sys.stderr)

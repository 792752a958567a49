"""The command that makes boards: generate."""

import os
import re
import sys
import time
from collections.abc import Iterator

from ..errors import LimitError, UsageError
from ..generate.tally import Made, Tally, shortage
from ..puzzle import new_seed
from ..words import counted
from ..write.boards import BoardWriter
from .options import Arguments
from .terminal import Status, open_output, open_puzzle, warn, within

# After how many seconds a terminal is told what is done, and how often then.
_SILENT, _NEWS = 2.0, 0.25
_SIZE = re.compile(r"([1-9]\d{0,3})[xX]([1-9]\d{0,3})")
_SUFFIXES = {"unicode": "txt", "ascii": "txt", "emoji": "txt", "facts": "lp"}


def generate(args: Arguments) -> int:
    """Make boards, and write each as soon as it is made."""
    folder = _folder(args)
    if args.to and args.format not in ("auto", "json", "jsonl"):
        raise UsageError(f"a board is written as --to {args.to} or as -f {args.format}, not both", "Leave out one.")
    if args.format == "auto" and (folder or not args.output or args.to):
        args.format = "facts"
    path, args.output = args.output, None if folder else args.output
    output = open_output(args, "a board that is made cannot be written as")
    puzzle = open_puzzle(args)
    source = args.source
    begun = within(puzzle, lambda: puzzle.read(source)) if source else None
    seed = new_seed() if args.seed is None else args.seed
    suffix = "txt" if args.to else _SUFFIXES.get(output.form, output.form)
    pattern = os.path.join(path or "", f"{puzzle.name}-%d.{suffix}") if folder else None
    out = BoardWriter(output, puzzle, args.to, pattern, seed)
    warn(puzzle.program.warnings)
    results = puzzle.make(
        _size(args.size), args.models, seed, difficulty=args.difficulty, graded=args.grade, symmetry=args.symmetry,
        clues=args.clues, begun=begun,
    )  # fmt: skip
    tally = Tally(wanted=args.models)
    limit: LimitError | None = None
    try:
        for result in _told(results):
            if isinstance(result, Made):
                out.board(result)
                tally = tally._replace(made=result.number)
            else:
                tally = result
    except LimitError as error:
        limit = error
    finally:
        # What was made stays, also when it ends early.
        out.end(tally)
    if tally.made == args.models:
        return Status.SOLVED
    within_time = f" in {args.time_limit:g} s" if limit and limit.reason == "time" else ""
    if limit and not within_time:
        raise limit
    print(f"{shortage(tally, args.difficulty, within_time)}.", file=sys.stderr)
    return Status.LIMIT


def _size(text: str | None) -> tuple[int, int] | None:
    match = _SIZE.fullmatch(text or "")
    if text and not match:
        raise UsageError(f"cannot use the size {text!r}", "Give rows and columns: --size 10x10.")
    return (int(match[1]), int(match[2])) if match else None


def _folder(args: Arguments) -> bool:
    """Whether each board goes to a file of its own, in a directory."""
    path = args.output
    if not path:
        return False
    folder = os.path.isdir(path) or path.endswith(os.sep) or (args.models != 1 and not os.path.splitext(path)[1])
    if folder:
        try:
            os.makedirs(path, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{path}: cannot be made: {error.strerror}", "Name another directory.") from None
    return folder


def _told(results: Iterator[Made | Tally]) -> Iterator[Made | Tally]:
    """Give results, and tell a terminal how far the work is when it takes long."""
    begin = news = time.monotonic()
    told = False
    try:
        for result in results:
            now = time.monotonic()
            if isinstance(result, Tally) and sys.stderr.isatty() and now > begin + _SILENT and now > news + _NEWS:
                drawn = f"{counted(result.drawn, 'board')} drawn, {result.made} of {result.wanted} made"
                print(f"\r\x1b[K{drawn}", end="", file=sys.stderr, flush=True)
                told, news = True, now
            elif told and isinstance(result, Made):
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            yield result
    finally:
        if told:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

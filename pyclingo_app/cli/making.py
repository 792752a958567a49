"""The command that makes boards: generate."""

import os
import sys

from ..errors import LimitError, UsageError
from ..generate.tally import Made, Tally, shortage
from ..puzzle import new_seed
from ..words import counted
from ..write.boards import BoardWriter
from ..write.news import news
from .options import Arguments
from .terminal import Status, open_output, open_puzzle, warn, within

_SUFFIXES = {"unicode": "txt", "ascii": "txt", "emoji": "txt", "facts": "lp"}


def generate(args: Arguments) -> int:
    """Make boards, and write each as soon as it is made."""
    if args.size and args.extent:
        raise UsageError("the size is given twice", f"Leave out {args.extent} or --size {args.size}.")
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
    warn(begun.warnings if begun else ())
    seed = new_seed() if args.seed is None else args.seed
    suffix = "txt" if args.to else _SUFFIXES.get(output.form, output.form)
    pattern = os.path.join(path or "", f"{puzzle.name}-%d.{suffix}") if folder else None
    if args.solutions and (pattern or output.form not in ("html", "pdf")):
        raise UsageError("solutions are written behind boards on pages only", "For example: -o booklet.html.")
    out = BoardWriter(output, puzzle, args.to, pattern, seed, args.solutions)
    results = puzzle.trials(
        args.size or args.extent, args.models, seed, difficulty=args.difficulty, graded=args.grade,
        symmetry=args.symmetry, clues=args.clues, form=args.to, begun=begun,
    )  # fmt: skip
    tally = Tally(wanted=args.models)
    limit: LimitError | None = None
    try:
        news.doing = lambda: f"{counted(tally.drawn, 'board')} drawn, {tally.made} of {tally.wanted} made"
        for result in results:
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


def _folder(args: Arguments) -> bool:
    """Whether each board goes to a file of its own, in a directory."""
    path = args.output
    if not path:
        return False
    folder = os.path.isdir(path) or path.endswith(os.sep) or (args.models != 1 and not os.path.splitext(path)[1])
    if folder:
        os.makedirs(path, exist_ok=True)
    return folder

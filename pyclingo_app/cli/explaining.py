"""The commands that explain: check, hint, explain and rate; each writes its result and gives an exit status."""

from contextlib import suppress

from ..draw.board import Place
from ..errors import LimitError, UsageError
from ..facts.instance import Instance
from ..puzzle import Puzzle
from ..solve.paper import pointing
from ..write.explanations import (
    check_closing,
    check_lines,
    closing,
    forced_closing,
    forced_facts,
    forced_lines,
    rating_lines,
)
from ..write.news import news
from ..write.programs import unexplained
from ..write.report import Report, tell
from ..write.writers import path_writer
from .fast import shared_puzzle
from .options import Arguments
from .terminal import Status, interruptible, open_output, open_puzzle, read_board, say_why, warn


def _open(args: Arguments) -> tuple[Puzzle, Instance | None]:
    puzzle = open_puzzle(args)
    warn(unexplained(puzzle.program))
    return puzzle, read_board(args, puzzle)


def check(args: Arguments) -> int:
    """Check an answer against the rules: what is broken, and whether it can be completed."""
    if args.instance == args.answer == "-":
        raise UsageError("the instance and the answer cannot both be standard input", "Name a file.")
    output = open_output(args)
    if args.instance is None and shared_puzzle(args.answer):
        args.instance = args.answer  # which holds a board with its marks
    puzzle, board = _open(args)
    answer, cells = puzzle.read_answer(args.answer, board), output.form in ("json", "jsonl")
    result = puzzle.check(board, answer, args.final, cells=cells, best=args.best)
    warn(result.warnings, puzzle.program.warnings)
    report = Report(check_lines(result), result, result.board, check_closing(result, args.final))
    tell(report, output, puzzle.problem(board))
    if result.conflict and args.answer != "-":
        say_why(args, puzzle, "--given", args.answer)
    return Status.SOLVED if result.right else Status.UNSATISFIABLE


def hint(args: Arguments) -> int:
    """Give the next deduction: where to look (level 1), what (2), and why (3)."""
    if args.level not in (1, 2, 3):
        raise UsageError(f"there is no level {args.level}", "1 says where to look, 2 what is there, 3 why.")
    output = open_output(args)
    puzzle, board = _open(args)
    given = args.given or (args.instance if args.instance and shared_puzzle(args.instance) else None)
    result = puzzle.hint(board, puzzle.read_answer(given, board) if given else (), place=args.place)
    warn(result.warnings, puzzle.program.warnings)
    # It needs the rooms that explain: they are read when it is known that there is something to explain.
    from ..write.steps import hint_lines

    drawing = result.board if result.step or result.check else None
    if args.level == 1 and result.step:
        drawing = None
    elif args.level == 2 and drawing:
        pointed: list[tuple[Place, str]] = [*drawing.focus.items(), *drawing.edges.items()]
        drawing = pointing(drawing, {place: kind for place, kind in pointed if kind != "reason"})
    closing = check_closing(result.check) if result.check else ""
    tell(Report(hint_lines(result, args.level), result, drawing, closing), output, puzzle.problem(board))
    if result.status == "unsatisfiable":
        say_why(args, puzzle)
    elif result.check and result.check.conflict and args.given and args.given != "-":
        say_why(args, puzzle, "--given", args.given)
    return Status.UNSATISFIABLE if result.status in ("unsatisfiable", "wrong") else Status.SOLVED


def rate(args: Arguments) -> int:
    """Say how hard the path to the solution is."""
    output = open_output(args)
    puzzle, board = _open(args)
    rating = puzzle.rate(board)
    tell(Report(rating_lines(rating), rating), output, puzzle.problem(board))
    return Status.SOLVED if rating.satisfiable else Status.UNSATISFIABLE


def explain(args: Arguments) -> int:
    """Explain the whole path to the solution, or why there is none."""
    if args.begin < 1:
        raise UsageError(f"there is no step {args.begin}", "Steps are counted from 1 on.")
    output = open_output(args, "the steps of an explanation are not one picture, and cannot be written as")
    puzzle, board = _open(args)
    given = puzzle.read_answer(args.given, board) if args.given else ()
    explanation = puzzle.explain(board, boards=args.drawn or output.form == "html", order=args.order, given=given)
    warn(explanation.warnings, puzzle.program.warnings)
    out = path_writer(output, puzzle.problem(board))
    total = explanation.start.marks
    with suppress(LimitError, KeyboardInterrupt):
        news.doing = lambda: f"step {len(explanation.steps) + 1}, {explanation.known} of {total} known"
        before = explanation.start.board
        for number, step in enumerate(explanation, 1):
            if number >= args.begin:
                out.step(number, step, before)
            before = step.board
    out.end(explanation)
    output.close()
    if output.path:
        output.note(closing(explanation))
    if explanation.conflict:
        return Status.UNSATISFIABLE
    if explanation.stopped == "interrupt":
        return Status.INTERRUPTED
    return Status.LIMIT if explanation.stopped and not explanation.steps else Status.SOLVED


def forced(args: Arguments) -> int:
    """Say what all solutions have in common, and what differs."""
    output = open_output(args)
    with interruptible() as interrupted:
        puzzle = open_puzzle(args, interrupted)
        board = read_board(args, puzzle)
        result = puzzle.forced(board)
        if interrupted() and result.stopped:
            result = result._replace(stopped="interrupt")
    warn(result.warnings, puzzle.program.warnings)
    closing = forced_closing(result, puzzle.program)
    report = Report(forced_lines(result), result, result.board, closing, forced_facts(result))
    tell(report, output, puzzle.problem(board))
    if not result.satisfiable:
        say_why(args, puzzle)
        return Status.UNSATISFIABLE
    if result.stopped == "interrupt":
        return Status.INTERRUPTED
    return Status.LIMIT if result.undecided else Status.SOLVED

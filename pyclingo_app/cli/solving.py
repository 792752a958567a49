"""The commands about solutions: solve, show, forced and decode; each writes its result and gives an exit status."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ..draw.board import Board, Cell
from ..errors import LimitError, UsageError
from ..solve.limits import peak_memory
from ..solve.search import Outcome, Search, Solution
from ..write.news import news
from ..write.target import PICTURES, Output
from ..write.words import costs, decoded, differences, number, settings, statistics, summary
from ..write.writers import writer
from .options import Arguments
from .terminal import Status, open_output, open_puzzle, print_lines, read_board, say_why, warn


def solve(args: Arguments) -> int:
    """Solve a board and draw what is found."""
    if not args.watch:
        return _solve(args, None, lambda files: None)
    from .watch import watch

    return watch(lambda cancel, note: _solve(args, cancel, note), [args.library.find(args.name), *args.rules])


def _solve(args: Arguments, cancel: Callable[[], bool] | None, note: Callable[[Sequence[str]], None]) -> int:
    """Solve once; ``note`` is told which files are read, and ``cancel`` asked whether to give up."""
    if args.differ and (args.count or args.models != 1):
        raise UsageError("--differ shows two solutions", f"Leave out {'--count' if args.count else '-n'}.")
    if args.count and args.models > 1:
        raise UsageError("--count counts all solutions", "Leave out -n.")
    pictures = ("facts", *PICTURES) if args.count else ()
    output = open_output(args, "a number of solutions cannot be written as", without=pictures)
    puzzle = open_puzzle(args, cancel)
    note(puzzle.program.files)
    if args.instance is not None and args.instance != "-":
        note([puzzle.locate(args.instance)[0], *args.more.facts])
    told = puzzle.program.warnings
    search = puzzle.solve(
        read_board(args, puzzle),
        models=2 if args.differ else args.models,
        threads=args.threads,
        seed=args.seed,
        configuration=args.configuration,
        stats=args.stats,
    )
    del search.warnings[: len(told)]
    news.doing = lambda: _doing(search, args.count)
    try:
        outcome = _count(search, output) if args.count else _write(search, output, args.differ)
    finally:
        _warn(search)
    if outcome.stopped == "time" and puzzle.program.defaults and (args.count or not outcome.count):
        print_lines([settings(search.problem)])
    if args.stats:
        print_lines(statistics(outcome, peak_memory()))
    if outcome.stopped == "cancel":
        return Status.SOLVED
    if outcome.stopped == "interrupt":
        return Status.INTERRUPTED
    if outcome.complete and not outcome.count:
        if not args.count:
            say_why(args, puzzle)
        return Status.UNSATISFIABLE
    found = outcome.count and outcome.best and not args.count
    return Status.SOLVED if outcome.complete or found else Status.LIMIT


def _doing(search: Search, count: bool) -> str:
    outcome = search.outcome
    if outcome.grounded is None:
        return "grounding"
    if outcome.cost and not outcome.best:
        return f"searching for a solution that is better than the best so far, of cost {costs(outcome.cost)}"
    return f"counting: {outcome.count:,} so far" if count else "searching"


def _write(search: Search, output: Output, differ: bool) -> Outcome:
    """Write the solutions as they are found, and what the search came to."""
    out = writer(output, search.problem)
    cells: list[Cell] = []
    with _stopping(search):
        for solution in _pair(search, cells) if differ else search:
            _warn(search)
            out.solution(solution)
    if search.outcome.stopped != "cancel":
        _warn(search)
        closing = "\n".join([summary(search.outcome), *differences(cells)])
        out.end(search.outcome, closing, {"differ": cells} if differ else {})
        output.close()
    return search.outcome


def _pair(search: Search, cells: list[Cell]) -> Iterator[Solution]:
    """Give two solutions, each pointing at the ``cells`` where they differ; one alone is given as it is."""
    from ..solve.consequences import differ

    solutions = iter(search)
    for first in solutions:
        try:
            second = next(solutions, None)
        except (LimitError, KeyboardInterrupt):
            yield first
            raise
        if second is None:
            yield first
        else:
            difference = differ(search.problem.program, first, second)
            cells += difference.cells
            yield from map(_drawn, (first, second), difference.boards)


def _drawn(solution: Solution, board: Board) -> Solution:
    return solution._replace(render=lambda atoms: board)


def _warn(search: Search) -> None:
    """Print the warnings of a search, each once."""
    warn(search.warnings)
    search.warnings.clear()


def _count(search: Search, output: Output) -> Outcome:
    """Count the solutions, and write their number."""
    from ..write.report import Report, tell

    with _stopping(search):
        search.count()
    outcome = search.outcome
    if outcome.stopped != "cancel":
        _warn(search)
        tell(Report([number(outcome)], outcome), output, search.problem)
        if output.path or not outcome.complete:
            output.note(summary(outcome))
    return outcome


@contextmanager
def _stopping(search: Search) -> Iterator[None]:
    """Let a limit or Ctrl-C end a search, so that what it found is told."""
    try:
        yield
    except KeyboardInterrupt:
        search.stop("interrupt")
    except LimitError as limit:
        # Solving or a drawing was stopped, or memory ran out.
        search.stop(limit.reason)


def show(args: Arguments) -> int:
    """Draw the unsolved board."""
    from ..write.report import Report, tell

    output = open_output(args, "an unsolved board cannot be shown as")
    puzzle = open_puzzle(args)
    board = read_board(args, puzzle)
    drawn = puzzle.draw(board)
    tell(Report([], drawn, drawn), output, puzzle.problem(board))
    return Status.SOLVED


def decode(args: Arguments) -> int:
    """Draw what a solver answered, after the puzzle's own program has verified it."""
    if [args.instance, args.formula, args.answer].count("-") > 1:
        raise UsageError("only one of the files can be standard input", "Name the others.")
    output = open_output(args)
    puzzle = open_puzzle(args)
    board = read_board(args, puzzle)
    out = writer(output, puzzle.problem(board))
    solution, outcome = puzzle.decode(board, args.formula, args.answer)
    if solution:
        out.solution(solution)
    out.end(outcome, decoded(solution is not None), {})
    output.close()
    return Status.SOLVED if solution else Status.UNSATISFIABLE

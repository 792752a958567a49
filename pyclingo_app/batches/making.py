"""A board of a data set: made, named by its form, and told with its solution and the path to it."""

from collections.abc import Collection, Iterator
from hashlib import sha256
from typing import Any

from clingo import Symbol

from ..errors import LimitError
from ..generate.alike import form
from ..generate.tally import Made, Tally, shortage
from ..jobs import tasks
from ..solve.problem import Problem
from ..solve.run import Run
from ..solve.search import Solution, solve
from .paths import told_path


def make(
    problem: Problem, run: Run, worded: bool = False, graded: bool = False, **wanted: Any
) -> Iterator[dict[str, Any]]:
    """Make one board that is ``wanted``; ``graded`` says how hard it is, ``worded`` tells the path to its solution.

    Raises LimitError when no such board is found.
    """
    made: Made | None = None
    tally = Tally()
    # The path in words says how hard it is, too.
    for result in tasks.generate(problem, run, graded=graded and not worded, **wanted):
        if isinstance(result, Made):
            made = result
        else:
            tally = result
    if made is None:
        raise LimitError(shortage(tally, wanted.get("difficulty")), "work")
    problem = problem._replace(instance=made.instance)
    (solution,) = (s for s in solve(problem, run, models=1) if isinstance(s, Solution))
    size = next(fact for fact in made.instance.facts if fact.match("size", 2))
    yield {
        "status": "made",
        "unique": True,
        "size": "x".join(map(str, size.arguments)),
        "board": " ".join(f"{fact}." for fact in made.instance.facts),
        "solution": list(map(str, solution.atoms)),
        "grade": made.grade,
        "form": named(problem, solution.atoms),
    }
    if worded:
        yield from told_path(problem, run)
        yield {"status": "made"}


def named(problem: Problem, solution: Collection[Symbol]) -> str:
    """Give the name of a board, by its solution: one for all that differ in rotation, reflection and names only."""
    return sha256(f"{problem.program.name} {form(problem, solution)}".encode()).hexdigest()[:16]

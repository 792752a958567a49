"""puzzasp: logic puzzles as plain answer set programs.

A puzzle is one clingo program; everything here is generic and knows no puzzle.

>>> import pyclingo_app as puzzasp
>>> tents = puzzasp.load("tents")
>>> search = tents.solve("6x6", models=2)
>>> for solution in search:
...     print(solution)
  1 2 0 2 1 2
2 · ▲ · ♣ ▲ ·
0 · ♣ · · · ♣
3 · ▲ ♣ ▲ ♣ ▲
0 · · · ♣ · ·
2 ▲ ♣ · ▲ · ·
1 · · · · ♣ ▲
>>> print(search.outcome)
1 solution, the only one
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .draw.board import Board
from .draw.text import render_text
from .errors import InstanceError, LimitError, ProgramError, PuzzaspError, UsageError
from .facts.instance import Instance, read_instance
from .facts.reader import parse_facts
from .jobs.tasks import Faults, Formula, Written
from .jobs.verdict import Verdict
from .program.library import Library
from .program.program import Program
from .program.rules import Rule
from .puzzle import Puzzle
from .solve.problem import Problem
from .solve.run import Inline, Run
from .solve.search import Outcome, Search, Solution

if TYPE_CHECKING:
    from .draw.svg import render_svg
    from .explain.path import Explanation
    from .explain.terms import Check, Conflict, Hint, Inference, Mark, Rating, Sentence, Step
    from .generate.tally import Made, Tally
    from .puzzle import load
    from .solve.consequences import Consequences


def batch(
    requests: Iterable[Mapping[str, Any]],
    workers: int = 2,
    *,
    ordered: bool = True,
    library: Library | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Iterator[Verdict]:
    """Judge many boards in some worker processes; give a verdict on each as soon as it and those before are there.

    A request holds ``puzzle`` and ``board``, a text in any format; perhaps ``command``, "count" if there is none,
    or another one of ``puzzasp batch``, with its options; ``id``, else its number; ``constants``, ``from``, the
    format of the board, and ``answer``.  Requests are read as they are needed.  The limits are for each board: one
    that passes them is killed, and costs only itself.

    >>> boards = ({"puzzle": "queens", "board": f"size({n}, {n})."} for n in (3, 4, 5, 6))
    >>> [verdict.count for verdict in batch(boards, time_limit=60)]
    [0, 2, 10, 4]

    What is wrong with a board is in its verdict.  Raises UsageError for limits that cannot be.
    """
    from .batches.requests import judged_requests

    return judged_requests(requests, workers, ordered, library, time_limit, memory_limit)


def __getattr__(name: str) -> object:
    # Late, for start-up only.
    if name == "load":
        # Who loads a puzzle here may look at results at a prompt or in a notebook.
        from .puzzle import load
        from .write.notebook import attach

        attach()
        return load
    if name == "render_svg":
        from .draw.svg import render_svg

        return render_svg
    if name in ("Check", "Conflict", "Hint", "Inference", "Mark", "Rating", "Sentence", "Step"):
        from .explain import terms

        return getattr(terms, name)
    if name == "Explanation":
        from .explain.path import Explanation

        return Explanation
    if name == "Consequences":
        from .solve.consequences import Consequences

        return Consequences
    if name in ("Made", "Tally"):
        from .generate import tally

        return getattr(tally, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Board",
    "Check",
    "Conflict",
    "Consequences",
    "Explanation",
    "Faults",
    "Formula",
    "Hint",
    "Inference",
    "Inline",
    "Instance",
    "InstanceError",
    "Library",
    "LimitError",
    "Made",
    "Mark",
    "Outcome",
    "Problem",
    "Program",
    "ProgramError",
    "PuzzaspError",
    "Puzzle",
    "Rating",
    "Rule",
    "Run",
    "Search",
    "Sentence",
    "Solution",
    "Step",
    "Tally",
    "UsageError",
    "Verdict",
    "Written",
    "batch",
    "load",
    "parse_facts",
    "read_instance",
    "render_svg",
    "render_text",
]

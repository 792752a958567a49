"""puzzasp: logic puzzles as plain answer set programs.

A puzzle is one clingo program; everything here is generic and knows no puzzle.

>>> import pyclingo_app as puzzasp
>>> tents = puzzasp.load("tents")
>>> search = tents.solve(tents.read("6x6"), models=2)
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

from .draw.board import Board
from .draw.text import render_text
from .errors import InstanceError, LimitError, ProgramError, PuzzaspError, UsageError
from .facts.instance import Instance, read_instance
from .facts.reader import parse_facts
from .jobs.tasks import Faults, Formula, Written
from .program.library import Library
from .program.program import Program
from .program.rules import Rule
from .puzzle import Puzzle, load
from .solve.problem import Problem
from .solve.run import Inline, Run
from .solve.search import Outcome, Search, Solution


def __getattr__(name: str) -> object:
    # Late, for start-up only.
    if name == "render_svg":
        from .draw.svg import render_svg

        return render_svg
    if name in ("Check", "Conflict", "Hint", "Inference", "Mark", "Rating", "Sentence", "Step"):
        from .explain import terms

        return getattr(terms, name)
    if name in ("Made", "Tally"):
        from .generate import tally

        return getattr(tally, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _svg(drawn: Board | Solution) -> str:
    from .draw.svg import render_svg

    return render_svg([drawn if isinstance(drawn, Board) else drawn.board], "")


def _summary(outcome: Outcome) -> str:
    from .write.words import summary

    return summary(outcome)


def _attach() -> None:
    """Let print() and a notebook show results as people read them."""
    Board.__str__ = render_text  # type: ignore[method-assign, assignment]
    Solution.__str__ = lambda self: render_text(self.board)  # type: ignore[method-assign, attr-defined]
    Outcome.__str__ = _summary  # type: ignore[method-assign, assignment]
    Board._repr_svg_ = Solution._repr_svg_ = _svg  # type: ignore[attr-defined]


_attach()

__all__ = [
    "Board",
    "Check",
    "Conflict",
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
    "Written",
    "load",
    "parse_facts",
    "read_instance",
    "render_svg",
    "render_text",
]

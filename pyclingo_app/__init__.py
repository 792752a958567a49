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

from typing import TYPE_CHECKING

from .draw.board import Board
from .draw.text import render_text
from .errors import InstanceError, LimitError, ProgramError, PuzzaspError, UsageError
from .facts.instance import Instance, read_instance
from .facts.reader import parse_facts
from .jobs.tasks import Faults, Formula, Written
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
    "Written",
    "load",
    "parse_facts",
    "read_instance",
    "render_svg",
    "render_text",
]

"""puzzasp: logic puzzles as plain answer set programs.

A puzzle is one clingo program; everything here is generic and knows no puzzle.

>>> import pyclingo_app as puzzasp
>>> tents = puzzasp.load("tents")
>>> search = tents.solve(tents.read("6x6"), models=2)
>>> for solution in search:
...     print(puzzasp.render_text(solution.board, "ascii"))
  1 2 0 2 1 2
2 . A . T A .
0 . T . . . T
3 . A T A T A
0 . . . T . .
2 A T . A . .
1 . . . . T A
>>> search.outcome.count, search.outcome.complete
(1, True)
"""

from .draw.board import Board
from .draw.text import render_text
from .errors import InstanceError, LimitError, ProgramError, PuzzaspError, UsageError
from .facts.instance import Instance, read_instance
from .facts.reader import parse_facts
from .program.library import Library
from .program.program import Program
from .program.rules import Rule
from .puzzle import Puzzle, load
from .solve.search import Outcome, Search, Solution


def __getattr__(name: str) -> object:
    # Late, for start-up only.
    if name == "render_svg":
        from .draw.svg import render_svg

        return render_svg
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Board",
    "Instance",
    "InstanceError",
    "Library",
    "LimitError",
    "Outcome",
    "Program",
    "ProgramError",
    "PuzzaspError",
    "Puzzle",
    "Rule",
    "Search",
    "Solution",
    "UsageError",
    "load",
    "parse_facts",
    "read_instance",
    "render_svg",
    "render_text",
]

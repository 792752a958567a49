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
>>> search.count, search.complete
(1, True)
"""

from .board import Board
from .errors import InstanceError, LimitError, ProgramError, PuzzaspError, UsageError
from .instance import Instance, parse_facts, read_instance
from .puzzle import Puzzle, Rule, find, load, names, search_path
from .render import render_svg, render_text
from .solver import Search, Solution

__all__ = [
    "Board",
    "Instance",
    "InstanceError",
    "LimitError",
    "ProgramError",
    "PuzzaspError",
    "Puzzle",
    "Rule",
    "Search",
    "Solution",
    "UsageError",
    "find",
    "load",
    "names",
    "parse_facts",
    "read_instance",
    "render_svg",
    "render_text",
    "search_path",
]

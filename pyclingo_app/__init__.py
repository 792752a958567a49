"""puzzasp: logic puzzles as plain answer set programs.

A puzzle is one clingo program; everything here is generic and knows no puzzle.

>>> import puzzasp
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

from importlib import import_module

# That of typing, which takes longer to read than all else here: until then Ctrl-C ends the command with a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from .batches.requests import batch
    from .draw.board import Board
    from .draw.svg import render_svg
    from .draw.text import render_text
    from .errors import InstanceError, LimitError, ProgramError, PuzzaspError, UsageError
    from .explain.path import Explanation
    from .explain.terms import Check, Conflict, Hint, Inference, Mark, Rating, Sentence, Step
    from .facts.instance import Instance, read_instance
    from .facts.reader import parse_facts
    from .generate.tally import Made, Tally
    from .jobs.results import Faults, Formula, Written
    from .jobs.verdict import Verdict
    from .program.library import Library
    from .program.program import Program
    from .program.rules import Rule
    from .puzzle import Puzzle, load
    from .solve.consequences import Consequences
    from .solve.problem import Problem
    from .solve.run import Inline, Run
    from .solve.search import Outcome, Search, Solution

# Where the public names stand.  They are imported when they are first asked for, so that a process reads what it uses.
_ROOMS = {
    "batches.requests": ("batch",),
    "draw.board": ("Board",),
    "draw.svg": ("render_svg",),
    "draw.text": ("render_text",),
    "errors": ("InstanceError", "LimitError", "ProgramError", "PuzzaspError", "UsageError"),
    "explain.path": ("Explanation",),
    "explain.terms": ("Check", "Conflict", "Hint", "Inference", "Mark", "Rating", "Sentence", "Step"),
    "facts.instance": ("Instance", "read_instance"),
    "facts.reader": ("parse_facts",),
    "generate.tally": ("Made", "Tally"),
    "jobs.results": ("Faults", "Formula", "Written"),
    "jobs.verdict": ("Verdict",),
    "program.library": ("Library",),
    "program.program": ("Program",),
    "program.rules": ("Rule",),
    "puzzle": ("Puzzle", "load"),
    "solve.consequences": ("Consequences",),
    "solve.problem": ("Problem",),
    "solve.run": ("Inline", "Run"),
    "solve.search": ("Outcome", "Search", "Solution"),
}


def __getattr__(name: str) -> object:
    room = next((room for room, names in _ROOMS.items() if name in names), None)
    if room is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{room}", __name__), name)
    if name == "load":
        # Who loads a puzzle here may look at results at a prompt or in a notebook.
        from .write.notebook import attach

        attach()
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


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

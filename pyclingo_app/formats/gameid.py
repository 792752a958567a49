"""Game IDs of Simon Tatham's Portable Puzzle Collection: ``PARAMETERS:DESCRIPTION``, such as ``7x7:c1d0c0h2``.

A game ID does not say its genre.  A program says of which parts its parameters
consist (:mod:`.heads`), and of which pieces its description (:mod:`.pieces`).
How hard the board is, ``d`` and a letter after the parameters, is skipped.
"""

import re

from ..errors import InstanceError
from ..solve.problem import Problem
from .heads import form
from .heads import read as read_head
from .heads import write as write_head
from .meaning import Content, Source, board_of, declarations
from .pieces import IDS, Description, fail_at, read_pieces, write_pieces
from .terms import MAX_CELLS

# A number alone is that of the rows only if no blank follows: it may as well begin a drawing.
_START = re.compile(r"[0-9]+x[0-9]+[a-z0-9.]*:|[0-9]+[a-z][a-z0-9.]*:|[0-9]+:\S*$")


def is_gameid(text: str) -> bool:
    """Whether a text begins as a game ID."""
    return bool(_START.match(text))


def read(source: Source) -> Content:
    """Read a game ID; raises InstanceError with the position of the fault."""
    declared = declarations(source.problem).gameids
    program, text = source.problem.program.name, source.text.strip()
    if not declared:
        raise InstanceError(f"{program} reads no game IDs", "See docs/puzzle-programs.md.")
    forms = " or ".join(form(parts) for parts, _ in declared)
    found = ((read_head(text, parts), pieces) for parts, pieces in declared)
    head, pieces = next(((head, pieces) for head, pieces in found if head), (None, []))
    if head is None:
        start = text[: text.find(":") + 1][:30]
        fail_at(source.name, 0, f"expected {forms} as in game IDs of {program}, found {start!r}",
                "See docs/formats.md. Leave out what only says how the board was made.")  # fmt: skip
    if not 0 < head.height * head.width <= MAX_CELLS:
        fail_at(source.name, 0, "a board of this size cannot be", f"Expected {forms}")
    body = Description(source.name, text[head.end :], head.height, head.width, head.end)
    terms = read_pieces(body, pieces, IDS)
    regions = max((area.arguments[2].number for area in terms if area.name == "area"), default=0)
    if head.regions not in (None, regions):
        fail_at(source.name, head.end - 1, f"expected {head.regions} regions, found {regions}")
    return source.meaning([*terms, *head.constants])


def write(problem: Problem) -> list[str]:
    """Write the game IDs of a board; raises InstanceError if there is none."""
    declared = declarations(problem).gameids
    if not declared:
        return []
    drawn = board_of(problem, "gameid")
    texts = []
    faults = []
    for parts, pieces in declared:
        try:
            texts.append(f"{write_head(drawn, parts)}{write_pieces(drawn, pieces, IDS)}\n")
        except InstanceError as fault:
            faults.append(fault)
    if not texts:
        raise faults[0]
    return texts

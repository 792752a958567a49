"""Game IDs of Simon Tatham's Portable Puzzle Collection, of the form that his Tents has.

``WIDTHxHEIGHT[dLEVEL]:GRID,NUMBERS``: in GRID ``_`` is a piece, a letter that
many blanks (a = 1 ... y = 25) and then a piece, ``z`` 25 blanks alone; ``!``
or ``-`` say of the square just before that the answer is there or not.  The
last piece is beyond the last square.  Then the numbers above the columns, and
those of the rows.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NoReturn

from clingo import Symbol, SymbolType

from ..errors import InstanceError
from ..solve.problem import Problem
from .meaning import Content, Source, board_of, declarations
from .pieces import fail_at
from .terms import MAX_CELLS, number_in, term

_HEAD = re.compile(r"([0-9]+)x([0-9]+)(?:d[a-z]*)?:")
_FORM = "Expected WIDTHxHEIGHT:GRID,NUMBERS."


def is_gameid(text: str) -> bool:
    """Whether a text begins as a game ID."""
    return bool(_HEAD.match(text))


def read(source: Source) -> Content:
    """Read a game ID; raises InstanceError with the position of the fault."""
    symbols = declarations(source.problem).gameid
    if not symbols:
        raise InstanceError(f"{source.problem.program.name} reads no game IDs", "See docs/puzzle-programs.md.")
    return source.meaning(read_squares(source.text.strip(), symbols, source.name))


def read_squares(text: str, symbols: Sequence[Symbol], name: str) -> list[Symbol]:
    """Read a game ID into terms: size(H, W), mark(R, C, X), clue(top, C, N) and clue(left, R, N).

    ``symbols`` are the X for a piece, for an answer, and for none; ``name``
    is that of the file, or the game ID itself.
    """

    def fail(position: int, message: str, hint: str = "") -> NoReturn:
        fail_at(name, position, message, hint)

    head = _HEAD.match(text)
    if head is None:
        fail(0, "this is no game ID", _FORM)
    if max(len(head[1]), len(head[2])) > 7 or not 0 < int(head[1]) * int(head[2]) <= MAX_CELLS:
        fail(0, "a board of this size cannot be", _FORM)
    width, height = int(head[1]), int(head[2])
    terms = [term("size", height, width)]
    grid, *numbers = text[head.end() :].split(",")

    def mark(index: int, symbol: Symbol) -> None:
        terms.append(term("mark", index // width + 1, index % width + 1, symbol))

    index = 0
    for position, character in enumerate(grid, head.end()):
        if character in "!-":
            if not 0 < index <= width * height:
                fail(position, f"there is no square before {character!r}")
            mark(index - 1, symbols[1 if character == "!" else 2])
            continue
        if character != "_" and not "a" <= character <= "z":
            fail(position, f"expected a letter or _, found {character!r}")
        blanks = 0 if character == "_" else ord(character) - 96
        index += 25 if character == "z" else blanks
        if index > width * height:
            fail(position, f"the squares go beyond the board of {width} by {height}")
        if character != "z":
            if index < width * height:
                mark(index, symbols[0])
            index += 1
    end = head.end() + len(grid)
    if index != width * height + 1:
        fail(end, f"the grid ends after {index} of {width * height + 1} squares", "Copy the whole game ID.")
    if len(numbers) != width + height:
        fail(end, f"expected {width + height} numbers, found {len(numbers)}", "Columns first, then rows.")
    position = end + 1
    for digits, (side, line) in zip(numbers, _lines(height, width), strict=True):
        number = number_in(digits, 7)
        if number is None:
            fail(position, f"expected a number, found {digits[:20]!r}")
        position += len(digits) + 1
        terms.append(term("clue", side, line, number))
    return terms


def _lines(height: int, width: int) -> list[tuple[str, int]]:
    """Give the side and the number of each line that has a number, in their order."""
    return [("top", c + 1) for c in range(width)] + [("left", r + 1) for r in range(height)]


def write(problem: Problem) -> list[str]:
    """Write a game ID; raises InstanceError when a row or column has no number."""
    symbols = declarations(problem).gameid
    if not symbols:
        return []
    terms, (height, width) = board_of(problem, "gameid")
    pieces = sorted((r.number - 1) * width + c.number - 1 for r, c, x in terms.get("mark", ()) if x == symbols[0])
    grid = ""
    for last, index in pairwise([-1, *pieces, width * height]):
        full = max(index - last - 2, 0) // 25
        blanks = index - last - 1 - 25 * full
        grid += "z" * full + (chr(96 + blanks) if blanks else "_")
    clues = {(side.name, k.number): n for side, k, n in terms.get("clue", ())}
    for side, k in _lines(height, width):
        if (side, k) not in clues or clues[side, k].type != SymbolType.Number:
            line = "column" if side == "top" else "row"
            message = f"a game ID has a number for every row and column, but {line} {k} has none"
            raise InstanceError(message, "Write facts, text or url.")
    return [f"{width}x{height}:{grid}," + ",".join(str(clues[line]) for line in _lines(height, width)) + "\n"]

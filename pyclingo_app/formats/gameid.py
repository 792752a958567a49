"""Game IDs of Simon Tatham's Portable Puzzle Collection, of the form that his Tents has.

``WIDTHxHEIGHT[dLEVEL]:GRID,NUMBERS``: in GRID ``_`` is a piece, a letter that
many blanks (a = 1 ... y = 25) and then a piece, ``z`` 25 blanks alone; ``!``
or ``-`` say of the square just before that the answer is there or not.  The
last piece is beyond the last square.  Then the numbers above the columns, and
those of the rows.
"""

import re
from collections.abc import Mapping
from typing import NoReturn

from clingo import Function, Number, Symbol, SymbolType

from ..errors import InstanceError
from .puzzlink import fail as fail_at
from .text import MAX_CELLS

_HEAD = re.compile(r"([0-9]+)x([0-9]+)(?:d[a-z]*)?:")


def is_gameid(text: str) -> bool:
    """Whether a text begins as a game ID."""
    return bool(_HEAD.match(text))


def decode(text: str, symbols: list[Symbol], name: str) -> list[Symbol]:
    """Read a game ID into facts: size(H, W), mark(R, C, X), clue(top, C, N) and clue(left, R, N).

    ``symbols`` are the X for a piece, for an answer, and for none; ``name``
    is that of the file, or the game ID itself.

    Raises InstanceError with the position of the fault.
    """

    def fail(position: int, message: str, hint: str = "") -> NoReturn:
        fail_at(name, position, message, hint)

    head = _HEAD.match(text)
    if head is None:
        fail(0, "this is no game ID", "Expected WIDTHxHEIGHT:GRID,NUMBERS.")
    if max(len(head[1]), len(head[2])) > 7 or not 0 < int(head[1]) * int(head[2]) <= MAX_CELLS:
        fail(0, "a board of this size cannot be", "Expected WIDTHxHEIGHT:GRID,NUMBERS.")
    width, height = int(head[1]), int(head[2])
    facts = [Function("size", [Number(height), Number(width)])]
    grid, *numbers = text[head.end() :].split(",")

    def mark(index: int, symbol: Symbol) -> None:
        facts.append(Function("mark", [Number(index // width + 1), Number(index % width + 1), symbol]))

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
    for k, number in enumerate(numbers):
        if not (number.isascii() and number.isdigit() and len(number) < 8):
            fail(position, f"expected a number, found {number[:20]!r}")
        position += len(number) + 1
        side, line = ("top", k + 1) if k < width else ("left", k - width + 1)
        facts.append(Function("clue", [Function(side), Number(line), Number(int(number))]))
    return facts


def encode(symbols: list[Symbol], facts: Mapping[str, list[tuple[Symbol, ...]]], size: tuple[int, int]) -> str:
    """Write a game ID from the facts that :func:`decode` gives, by their names.

    Raises InstanceError when a row or column has no number.
    """
    height, width = size
    pieces = sorted((r.number - 1) * width + c.number - 1 for r, c, x in facts.get("mark", ()) if x == symbols[0])
    grid = ""
    last = -1
    for index in [*pieces, width * height]:
        blanks = index - last - 1
        last = index
        while blanks > 25:
            grid += "z"
            blanks -= 25
        grid += chr(96 + blanks) if blanks else "_"
    clues = {(side.name, k.number): n for side, k, n in facts.get("clue", ())}
    lines = [("top", c + 1) for c in range(width)] + [("left", r + 1) for r in range(height)]
    for side, k in lines:
        if (side, k) not in clues or clues[side, k].type != SymbolType.Number:
            line = "column" if side == "top" else "row"
            raise InstanceError(
                f"a game ID has a number for every row and column, but {line} {k} has none", "Write facts, text or url."
            )
    return f"{width}x{height}:{grid}," + ",".join(str(clues[line]) for line in lines)

"""What stands before the colon of a game ID: the size of the board, and which rules it has.

A head is a tuple of parts: ``size``; ``side`` for a square board, ``side(A, B)`` for one with A rows and B columns
more than the number says; ``boxes("c")`` for a square board of boxes, whose rows are the constant c unless these are
the squarest; ``flag("x", "c")`` for a letter x that is there if the constant c is 1; ``regions`` for their number; a
text.
"""

import re
from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from clingo import Symbol, SymbolType

from ..errors import InstanceError
from ..words import counted
from .pieces import Drawn
from .terms import term

PARTS = 'size, side, side(A, B), boxes("name"), flag("x", "name"), regions and "text"'

_ARGUMENTS = {"size": (0,), "side": (0, 2), "boxes": (1,), "flag": (2,), "regions": (0,)}
_DIFFICULTY = "(?:d[a-z0-9]*)?"


class Head(NamedTuple):
    """What a head says: the size of the board, the constants that it sets, the number of regions if it says one."""

    height: int
    width: int
    constants: list[Symbol]
    end: int
    regions: int | None = None


def is_part(symbol: Symbol) -> bool:
    """Whether a term declares a part of a head."""
    if symbol.type == SymbolType.String:
        return bool(re.fullmatch("[a-z0-9]+", symbol.string))
    if symbol.type != SymbolType.Function or len(symbol.arguments) not in _ARGUMENTS.get(symbol.name, ()):
        return False
    if symbol.name == "side":
        return all(argument.type == SymbolType.Number for argument in symbol.arguments)
    texts = [argument.string if argument.type == SymbolType.String else "" for argument in symbol.arguments]
    return all(texts) and (symbol.name != "flag" or bool(re.fullmatch("[a-z]", texts[0])))


def form(parts: Sequence[Symbol]) -> str:
    """Give the form of a head for people: ``WxH[u]:``."""
    forms = {"size": "WxH", "side": "N", "boxes": "RxC", "regions": "N"}
    texts = (
        part.string if part.type == SymbolType.String else forms.get(part.name) or f"[{part.arguments[0].string}]"
        for part in parts
    )
    return "".join(texts) + ":"


def _pattern(part: Symbol) -> str:
    if part.type == SymbolType.String:
        return part.string
    if part.name == "flag":
        return f"({part.arguments[0].string}?)"
    return "([0-9]{1,9})" if part.name in ("side", "regions") else "([0-9]{1,9})x([0-9]{1,9})"


def read(text: str, parts: Sequence[Symbol]) -> Head | None:
    """Read the head of a game ID with its colon, None if it has other parts."""
    match = re.match("".join(map(_pattern, parts)) + _DIFFICULTY + ":", text)
    if match is None:
        return None
    height = width = 0
    regions = None
    constants = []
    groups = iter(match.groups())
    for part in (part for part in parts if part.type == SymbolType.Function):
        found = next(groups)
        if part.name == "size":
            width, height = int(found), int(next(groups))
        elif part.name == "side":
            height, width = (int(found) + more for more in _more(part))
        elif part.name == "regions":
            regions = int(found)
        elif part.name == "boxes":
            rows, columns = int(found), int(next(groups))
            width = height = rows * columns
            if rows != _squarest(height):
                constants.append(term("constant", part.arguments[0], rows))
        else:
            constants.append(term("constant", part.arguments[1], int(bool(found))))
    return Head(height, width, constants, match.end(), regions)


def _more(part: Symbol) -> Sequence[int]:
    """Give how many rows and columns more a board has than a part says, as ``side(1, 2)`` does."""
    return [argument.number for argument in part.arguments] if part.name == "side" and part.arguments else [0, 0]


def _squarest(side: int) -> int:
    """Give how many rows the squarest boxes of a board have, which are wider than high if need be."""
    return max((rows for rows in range(1, isqrt(side) + 1) if side % rows == 0), default=0)


def write(drawn: Drawn, parts: Sequence[Symbol]) -> str:
    """Write a head with its colon; raises InstanceError for a board that it cannot hold."""
    return "".join(_write(drawn, part) for part in parts) + ":"


def _write(drawn: Drawn, part: Symbol) -> str:
    if part.type == SymbolType.String:
        return part.string
    if part.name == "size":
        return f"{drawn.width}x{drawn.height}"
    if part.name == "flag":
        letter, constant = (argument.string for argument in part.arguments)
        return letter if drawn.settings.get(constant) == "1" else ""
    if part.name == "regions":
        return str(max(drawn.regions.values()))
    rows, columns = _more(part)
    if drawn.height - rows != drawn.width - columns:
        shape = f"with {counted(columns - rows, 'column')} more than rows" if columns > rows else "that is square"
        raise InstanceError(f"a game ID of this kind holds a board {shape} only", "Use --to facts.")
    return str(drawn.height - rows) if part.name == "side" else _boxes(drawn)


def _boxes(drawn: Drawn) -> str:
    """Write how many rows and columns a box has."""
    first = [cell for cell, region in drawn.regions.items() if region == 1]
    rows, columns = max(r for r, _ in first), max(c for _, c in first)
    kinds = {(region, (r - 1) // rows, (c - 1) // columns) for (r, c), region in drawn.regions.items()}
    if rows * columns != drawn.height or len(kinds) != drawn.height:
        raise InstanceError("a game ID of this kind holds boxes of equal shape only", "Use --to facts.")
    return f"{rows}x{columns}"

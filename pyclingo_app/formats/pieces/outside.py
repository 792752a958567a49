"""Pieces about what stands outside the board, and about cells that a diagonal parts."""

from collections.abc import Iterator

from clingo import Function, Number, Symbol

from ...errors import InstanceError
from ..terms import symbol_of, term, value_of
from .body import UNKNOWN, Body, Drawn, Value, is_number, number_item, write_run
from .cells import code_number, read_number
from .places import Place, Places, lines, slots
from .tables import read_signs, table, write_signs

Line = tuple[str, int]  # a side, and the number of a row or column


def read_outside(body: Body) -> Iterator[Symbol]:
    """``outside``: numbers beside the board; one that is not known says nothing."""
    values = body.run(read_number(body, "-."))
    return body.numbered({k: value for k, value in values.items() if value != UNKNOWN})


def write_outside(drawn: Drawn) -> str:
    return write_run(drawn.count, drawn.numbers, code_number(256))


def _slots(height: int, width: int) -> Places:
    """Give the places of the numbers of ``lists``."""
    return slots(height, width, (height + 1) // 2, (width + 1) // 2)


def read_lists(body: Body, *empty: Symbol) -> Iterator[Symbol]:
    """``lists``, ``lists(X)``: several numbers above each column and beside each row, clue(Side, I, K, N); a line
    without any has X, as 0 in Nonogram."""
    body.places = _slots(body.height, body.width)
    found: dict[Line, list[Value]] = {}
    # Where one number is missing, the others of its line are not in their places.
    for k, value in sorted(body.run(read_number(body, "-."), short=False).items(), reverse=True):
        found.setdefault(body.places.at(k)[:2], []).append(value)
    for line in lines(body.height, body.width).all:
        for place, x in enumerate(map(symbol_of, found.get(line, ())), 1):
            yield term("clue", *line, place, x)
        if line not in found and empty:
            yield term("clue", *line, 1, *empty)


def lists_of(drawn: Drawn, *empty: Symbol) -> dict[Line, list[Value]]:
    """Give the numbers of each line that has several, without what stands for none."""
    found: dict[Line, list[tuple[int, Value]]] = {}
    for side, k, place, x in drawn.named("clue", 4):
        if is_number(x) and x not in empty:
            found.setdefault((str(side), k.number), []).append((place.number, value_of(x)))
    return {line: [value for _, value in sorted(entries)] for line, entries in found.items()}


def write_lists(drawn: Drawn, *empty: Symbol) -> str:
    places = _slots(drawn.height, drawn.width)
    values: dict[int, Value] = {}
    for (side, line), numbers in lists_of(drawn, *empty).items():
        length = ((drawn.height if side == "top" else drawn.width) + 1) // 2
        if len(numbers) > length:
            raise InstanceError(f"a URL has no room for the {len(numbers)} numbers at the {side} of line {line}")
        values |= dict(enumerate(reversed(numbers), places.index((side, line, length)) or 0))
    return write_run(places.count, values, code_number(256))


# What stands in cells: X, alone or with a number for what is below and one for what is to the right; and outside.
_SPLIT = '"k", (".", {0}), ("", ({0}, mark(bottom, sum), mark(right, sum)))'
_BESIDE = '"-", ("", sum)'


def _beside(height: int, width: int, filled: set[Place]) -> Places:
    """Give the lines whose first cell is not filled."""
    every = lines(height, width).all
    return Places("places", [(side, k) for side, k in every if ((1, k) if side == "top" else (k, 1)) not in filled])


def read_splits(body: Body, fill: Symbol) -> Iterator[Symbol]:
    """``splits(X)``: cells shown as X, some with a number for what is below and to the right, as in Kakuro.

    Those of the first row and column stand outside the board; 0 is none.
    """
    found = list(read_signs(body, *table(_SPLIT, fill)))
    yield from (each for each in found if each.arguments[-1] != Number(0))
    filled: set[Place] = {(r.number, c.number) for r, c, *_ in (each.arguments for each in found)}
    body.places = _beside(body.height, body.width, filled)
    yield from (each for each in read_signs(body, *table(_BESIDE)) if each.arguments[-1] != Number(0))


def write_splits(drawn: Drawn, fill: Symbol) -> str:
    filled = {drawn.places.at(k) for k in drawn.having(fill)}
    beside = drawn.on(_beside(drawn.height, drawn.width, filled))
    return write_signs(drawn, *table(_SPLIT, fill)) + write_signs(beside, *table(_BESIDE))


def read_fractions(body: Body) -> Iterator[Symbol]:
    """``fractions``: two numbers for each cell, the parts of a fraction, the lower of which may be missing.

    If the lower one is not known, the upper one is a number in the cell, or 0 for a cell that is missing.
    """
    cells = body.places
    body.places = Places("halves of cells", [place for place in cells.all for _ in range(2)])
    values = body.run(read_number(body))
    body.places = cells
    for k in range(cells.count):
        upper, lower = values.get(2 * k), values.get(2 * k + 1)
        if upper is None or lower == UNKNOWN == upper:
            if upper != lower:
                body.fail(f"the fraction at {cells.at(k)} has no upper part")
        elif lower == UNKNOWN:
            yield cells.put(k, number_item(upper) if upper else Function("hole", []))
        else:
            parts = {"bottom": upper, "right": lower}
            found = ((side, symbol_of(value)) for side, value in parts.items() if value is not None)
            yield from (cells.put(k, Function("mark", [Function(side), x])) for side, x in found)


def write_fractions(drawn: Drawn) -> str:
    values: dict[int, Value] = {}
    for k, items in drawn.items.items():
        parts = {str(side): value_of(x) for side, x in (i.arguments for i in items if len(i.arguments) == 2)}
        values |= {2 * k + n: parts[side] for n, side in enumerate(("bottom", "right")) if side in parts}
        if not parts:
            values |= {2 * k: drawn.numbers.get(k, 0), 2 * k + 1: UNKNOWN}
    return write_run(2 * drawn.count, values, code_number())

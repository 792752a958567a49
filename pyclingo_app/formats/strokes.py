"""Parts of lines within cells, as Penpa-edit draws them: from the middle to a border, or from border to border."""

from collections.abc import Collection, Sequence
from itertools import combinations

from .terms import Cell

Place = tuple[int, int, int]  # a kind, with 2 for a border below a cell, 3 for one right of it; a row, a column

# Where the borders of a cell are from it on: below the cell above and below itself, right of the one before and of
# itself; and which side of it each is.
BORDERS: dict[str, Place] = {"U": (2, -1, 0), "D": (2, 0, 0), "L": (3, 0, -1), "R": (3, 0, 0)}
_SIDES = {place: side for side, place in BORDERS.items()}


def parts(ends: Sequence[Place]) -> tuple[Cell, str] | None:
    """Give the cell in which something is drawn between two places, and the sides of it to which that leads."""
    if len(ends) != 2:
        return None
    (kind, r, c), (to, y, x) = sorted(ends)
    if not kind and (side := _SIDES.get((to, y - r, x - c))):
        return (r, c), side
    across = {(2, 1, 0): "UD", (3, 0, 1): "LR"}.get((kind, y - r, x - c)) if kind == to else None
    return ((y, x), across) if across else None


def piece(sides: Collection[str]) -> str:
    """Name all that is drawn in a cell by its sides: a cross goes to all."""
    return "X" if len(sides) == 4 else "".join(sorted(sides, key="UDLR".index))


PIECES = {piece(sides): sides for number in (2, 3, 4) for sides in combinations("UDLR", number)}

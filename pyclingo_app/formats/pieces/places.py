"""Places on a board and beside it in the order of addresses, and what drawing terms say stands there.

A place is (row, column) for a cell, (row, column, where) for a border or a crossing, and outside the board
(side, line), or (side, line, K) for the K-th of several.  What stands there, an item, is a drawing term without
its place: mark(X), shade(X), hole, mark(bottom, N).
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from clingo import Function, Symbol, SymbolType

from ...draw.symbols import SHADES
from ..terms import term

Place = tuple[Any, ...]

# Where the order of a board's edges begins: those above, below, left and right of it.
SIDES = ("top", "bottom", "left", "right")
# Items may be declared as what they are: mark(black) is a black circle, where black alone fills a cell.
_WHOLE = ("mark", "shade", "small", "line")
_ALONE = ("hole", "wall")
# Terms of numbers that are no places on a board.
_NO_PLACE = ("size", "constant", "area", "bank", "note")


class Places:
    """Places in an order, counted from 0; ``what`` they are called in messages.

    ``index`` says where a place is found if not by its own; ``filled``: whether a colour fills what is there.
    """

    def __init__(
        self, what: str, places: Iterable[Place], index: Mapping[Place, int] | None = None, *, filled: bool = False
    ) -> None:
        self.what = what
        self.all = list(places)
        self.filled = filled
        self._given = index

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.all)

    @cached_property
    def _index(self) -> Mapping[Place, int]:
        return self._given if self._given is not None else {place: k for k, place in enumerate(self.all)}

    def at(self, k: int) -> Place:
        """Give the place with an index."""
        return self.all[k]

    def index(self, place: Place) -> int | None:
        """Give the index of a place, None if it is not among these."""
        return self._index.get(place)

    def put(self, k: int, item: Symbol) -> Symbol:
        """Make the drawing term for an item at a place."""
        return term_at(self.all[k], item)

    def items(self, x: Symbol, *, filled: bool = True) -> list[Symbol]:
        """Give the items that a declared X stands for: a tuple for several, a colour for what fills the place.

        Where nothing can be ``filled`` a colour is a mark.
        """
        if x.type == SymbolType.Function and not x.name:
            return [item for part in x.arguments for item in self.items(part, filled=filled)]
        if x.type == SymbolType.Function and (x.name in _ALONE or (x.arguments and x.name in _WHOLE)):
            return [x]
        return [Function("shade" if filled and self.filled and str(x) in SHADES else "mark", [x])]


def term_at(place: Place, item: Symbol) -> Symbol:
    """Make the drawing term for an item at a place."""
    name = item.name
    if isinstance(place[0], str):
        name = "clue"
    elif len(place) == 3 and name != "wall":
        name = "between"
    return term(name, *place, *item.arguments)


def item_of(name: str, arguments: Sequence[Symbol]) -> tuple[Place, Symbol] | None:
    """Part a drawing term into its place and its item; None if it has no place."""
    if len(arguments) < 2 or arguments[1].type != SymbolType.Number or name in _NO_PLACE:
        return None
    first, second, *rest = arguments
    if name == "clue":
        *which, x = rest
        return (str(first), second.number, *(k.number for k in which)), Function("mark", [x])
    if name in ("between", "wall"):
        where, *rest = rest
        return (first.number, second.number, str(where)), Function("mark" if rest else "wall", rest)
    return (first.number, second.number), Function(name, rest)


def cells(height: int, width: int) -> Places:
    """Give the cells, row by row."""
    return Places("cells", ((r, c) for r in range(1, height + 1) for c in range(1, width + 1)), filled=True)


def between_columns(height: int, width: int) -> Places:
    """Give the borders between columns, row by row."""
    places = ((r, c, "right") for r in range(1, height + 1) for c in range(1, width))
    return Places("places of walls between columns", places)


def between_rows(height: int, width: int) -> Places:
    """Give the borders between rows, row by row."""
    places = ((r, c, "down") for r in range(1, height) for c in range(1, width + 1))
    return Places("places of walls between rows", places)


def borders(height: int, width: int) -> Places:
    """Give the borders between cells: those between columns, then those between rows."""
    return Places("borders", between_columns(height, width).all + between_rows(height, width).all)


def crossings(height: int, width: int, edge: int) -> Places:
    """Give where lines cross, row by row: with those at the edges of the board (1), or without (0)."""
    rows, columns = range(1 - edge, height + edge), range(1 - edge, width + edge)
    return Places("crossings", ((r, c, "corner") for r in rows for c in columns))


def halves(height: int, width: int) -> Places:
    """Give the cells, the borders and the crossings inside a board, all row by row as they lie."""
    names: dict[tuple[int, int], Place] = {(0, 0): (), (0, 1): ("right",), (1, 0): ("down",), (1, 1): ("corner",)}
    points = ((y, x) for y in range(2 * height - 1) for x in range(2 * width - 1))
    return Places("places of dots", ((y // 2 + 1, x // 2 + 1, *names[y % 2, x % 2]) for y, x in points))


def edges(height: int, width: int, *, walls: bool = True) -> Places:
    """Give the borders at the edges of the board: above, below, left and right of it.

    Those of ``walls`` are called by a cell of the board, others may be right of column 0 and below row 0.
    """
    rows, columns = range(1, height + 1), range(1, width + 1)
    top, left = ((1, "up"), (1, "left")) if walls else ((0, "down"), (0, "right"))
    above: list[Place] = [(r, c, way) for r, way in (top, (height, "down")) for c in columns]
    return Places("borders", above + [(r, c, way) for c, way in (left, (width, "right")) for r in rows])


def sides(height: int, width: int) -> Places:
    """Give for each cell but the last the border to its right, then that below it, also where the board ends."""
    around = ((r, c, way) for r in range(1, height + 1) for c in range(1, width + 1) for way in ("right", "down"))
    return Places("sides of cells", [*around][:-2])


def lines(height: int, width: int, *, around: bool = False) -> Places:
    """Give the columns and rows that have clues: at the top and left, or ``around``, then also opposite."""
    chosen = SIDES if around else ("top", "left")
    counts = {side: width if side in ("top", "bottom") else height for side in chosen}
    return Places("places", ((side, k) for side in chosen for k in range(1, counts[side] + 1)))


def clockwise(height: int, width: int) -> Places:
    """Give the places around the board clockwise, from above the first column on."""
    rows, columns = range(1, height + 1), range(1, width + 1)
    around = {"top": columns, "right": rows, "bottom": columns[::-1], "left": rows[::-1]}
    return Places("places", [(side, k) for side, line in around.items() for k in line])


def slots(height: int, width: int, above: int, beside: int) -> Places:
    """Give the places of several numbers in each line above and beside the board, the last of each line first."""
    counts = {"top": above, "left": beside}
    every = lines(height, width).all
    return Places("places", ((side, line, k) for side, line in every for k in range(counts[side], 0, -1)))


def rooms(height: int, width: int, areas: Mapping[tuple[int, int], int]) -> Places:
    """Give the first cell of each region; ``areas`` numbers the regions of all cells, from 1."""
    first = {k: cell for cell, k in sorted(areas.items(), reverse=True)}
    index: dict[Place, int] = {cell: k - 1 for cell, k in areas.items()}
    return Places("regions", (first[k] for k in sorted(first)), index, filled=True)

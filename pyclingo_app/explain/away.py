"""How far marks are from some others: what is near to the last step is seen first."""

from collections.abc import Mapping

from ..draw.board import Cell
from ..solve.oracle import numbers


class Away:
    """Measures how far marks are from some, the ``origin``, by their cells in king's moves."""

    def __init__(self, cells: Mapping[int, Cell | None]) -> None:
        self._cells = cells
        self._origin = 0
        self._near: set[Cell] = set()
        self._found: dict[Cell | None, int] = {}

    def __call__(self, mark: int, origin: int) -> int:
        """Give how far a mark is from the nearest of some; 0 if there is no cell to go by."""
        if origin != self._origin:
            self._origin, self._found = origin, {}
            self._near = {cell for one in numbers(origin) if (cell := self._cells[one])}
        cell = self._cells[mark]
        if cell not in self._found:
            distances = (max(abs(cell[0] - r), abs(cell[1] - c)) for r, c in self._near) if cell else ()
            self._found[cell] = min(distances, default=0)
        return self._found[cell]

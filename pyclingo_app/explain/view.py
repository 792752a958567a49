"""What strategies look at: what is known on a board, and where the last step was."""

from collections.abc import Iterable
from typing import Protocol

from ..draw.board import Cell
from .about import moves
from .because import Deduction
from .scope import Scope
from .sets import NO_MARKS, Known, MarkId, Marks


class View:
    """What is known, and what was found last."""

    def __init__(self, scope: Scope, known: Known) -> None:
        self.scope = scope
        self.known = known
        self.recent: Marks = NO_MARKS

    @property
    def open(self) -> Marks:
        """The marks of an answer that are not known."""
        return self.known.open(self.scope.marks)

    def nearest(self, marks: Iterable[MarkId]) -> list[MarkId]:
        """Some marks, the nearest to the last step first: what is near to it is seen first."""
        near = {cell for mark in self.recent if (cell := self.scope.cells[mark])}
        away: dict[Cell | None, int] = {}

        def distance(mark: MarkId) -> tuple[int, int]:
            cell = self.scope.cells[mark]
            if cell not in away:
                away[cell] = min((moves(cell, other) for other in near), default=0)
            return away[cell], mark

        return sorted(marks, key=distance)

    def learn(self, found: Known) -> None:
        """Add what is found."""
        self.known |= found
        self.recent = found.marks


class Strategy(Protocol):
    """A rung of the ladder."""

    name: str

    def find(self, view: View) -> Deduction | None:
        """Give the easiest deduction of its kind, None if there is none."""

    def alike(self, view: View, leading: Deduction) -> list[Deduction]:
        """Give the same on other cells, where a deduction of its kind leads; as a rule nothing."""
        return []

    def learn(self, view: View, found: Known) -> None:
        """Take into account that more is known."""

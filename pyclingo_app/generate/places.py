"""Where facts and atoms lie on the board, by the names of their arguments in the tables of the header."""

from collections.abc import Iterable

from clingo import Symbol, SymbolType

from ..draw.board import Cell
from ..program.program import Program


class Places:
    """The rows and columns among the arguments of facts and atoms: those that the header calls R and C."""

    def __init__(self, program: Program, height: int, width: int) -> None:
        self.size = height, width
        self._places: dict[tuple[str, int], tuple[list[int], list[int]]] = {}
        for entry in (*program.table("Input"), *program.table("Output")):
            names = [name.rstrip("'0123456789") for name in entry.arguments or ()]
            rows, columns = ([k for k, name in enumerate(names) if name == axis] for axis in "RC")
            self._places[entry.name, len(names)] = rows, columns

    def cell(self, atom: Symbol) -> Cell | None:
        """Give the cell of a fact or an atom; None if it has none."""
        rows, columns = self._places.get((atom.name, len(atom.arguments)), ((), ()))
        if not (rows and columns):
            return None
        row, column = atom.arguments[rows[0]], atom.arguments[columns[0]]
        if row.type != SymbolType.Number or column.type != SymbolType.Number:
            return None
        return row.number, column.number

    def image(self, fact: Symbol, symmetry: str) -> tuple[str, tuple[int, ...]]:
        """Give the name and the place, without any value, of the image of a fact under a symmetry."""
        rows, columns = self._places.get((fact.name, len(fact.arguments)), ([], []))
        height, width = self.size
        place = []
        for k, argument in enumerate(fact.arguments):
            if argument.type != SymbolType.Number or k not in (*rows, *columns):
                continue
            number = argument.number
            if symmetry == "rotation" and k in rows:
                number = height + 1 - number
            if symmetry in ("rotation", "mirror") and k in columns:
                number = width + 1 - number
            place.append(number)
        return fact.name, tuple(place)

    def orbits(self, facts: Iterable[Symbol], symmetry: str) -> list[list[Symbol]]:
        """Group facts whose places are images of each other; each fact alone where there is no symmetry."""
        if symmetry == "none":
            return [[fact] for fact in facts]
        groups: dict[tuple[str, tuple[int, ...]], list[Symbol]] = {}
        for fact in facts:
            groups.setdefault(min(self.image(fact, "none"), self.image(fact, symmetry)), []).append(fact)
        return list(groups.values())

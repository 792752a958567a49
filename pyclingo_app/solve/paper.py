"""Boards of what is known of a solution, as a player fills them in: what is there, and what is not."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from clingo import Function, Symbol

from ..draw.board import DIRECTIONS, Board, Border, Cell, Place, border
from ..program.program import Program
from .drawing import draw_atoms
from .oracle import Oracle
from .problem import Problem

# What an atom begins with whose first two arguments are numbers.
_FIRST = re.compile(r"-?[\w']*\((-?\d+),(-?\d+)[,)]").match


class Places:
    """The cells of shown atoms: their arguments that the table Output calls R and C, else the first two."""

    def __init__(self, program: Program) -> None:
        tables = (*program.table("Pencil"), *program.table("Output"))
        named = {entry.name: entry.arguments or () for entry in tables}
        # Whether all are told to lie in cells: what is at a border has a direction D.
        self.inside = all(named.values()) and not any("D" in names for names in named.values())
        columns = {n: (names.index("R"), names.index("C")) for n, names in named.items() if {"R", "C"} <= {*names}}
        self._columns = {n: places for n, places in columns.items() if places != (0, 1)}
        self._found: dict[Symbol, Cell | None] = {}

    def __call__(self, atom: Symbol) -> Cell | None:
        """Give the cell of an atom, None if it has none."""
        # An atom is hashed as seldom as can be: clingo does that, and it takes a while.
        found = self._found.get(atom, ...)
        if found is ...:
            found = self._found[atom] = self._look(atom)
        return found

    def _look(self, atom: Symbol) -> Cell | None:
        if not self._columns:  # as always but for few puzzles: its text says it sooner than its arguments
            first = _FIRST(str(atom))
            return (int(first[1]), int(first[2])) if first else None
        try:
            row, column = self.columns(atom)
            arguments = atom.arguments
            return arguments[row].number, arguments[column].number
        except (RuntimeError, IndexError):
            return None  # what has no arguments, too few, or others than numbers

    def columns(self, atom: Symbol) -> tuple[int, int]:
        """Give which of the arguments of an atom are its row and its column, counted from 0."""
        return self._columns.get(atom.name, (0, 1)) if self._columns else (0, 1)


class _Told(NamedTuple):
    """Of an atom whether it is possible, its cell, and the borders that it names."""

    possible: bool
    cell: Cell | None
    bars: frozenset[Border]


class Paper:
    """The board of a problem, to be drawn with what is known of some possible atoms of a solution."""

    def __init__(self, oracle: Oracle, possible: Collection[Symbol], cell: Places | None = None) -> None:
        self.cell = cell or Places(oracle.problem.program)
        self._oracle = oracle
        self._possible = frozenset(possible)
        self._facts = [symbol for number, symbol in oracle.symbols.items() if oracle.facts >> number & 1]
        # By what is known to be there: what is known not to be there changes nothing of it.
        self._drawn: dict[frozenset[Symbol], Board] = {}
        self._told: dict[Symbol, _Told] = {}

    @cached_property
    def _number(self) -> Counter[Cell | None]:
        """For each cell the number of the atoms that are possible in it, not at a border of it."""
        if self.cell.inside:
            return Counter(map(self.cell, self._possible))
        return Counter(told.cell for told in map(self._of, self._possible) if not told.bars)

    def draw(self, known: Mapping[Symbol, bool], focus: Mapping[Place, str] | None = None) -> Board:
        """Draw the atoms that are known to be there, and point at some cells and borders.

        Atoms that are not possible are left out: they may lie outside the board.
        As long as not all is known, and where it points at something, a cell of
        which it is known that nothing is in it is empty, and a border is barred
        that an absent atom with a direction, such as ``-link(R, C, D)``, says is
        not crossed.

        Raises ProgramError when the display part is faulty.
        """
        present = [atom for atom, there in known.items() if there]
        there = self._possible.intersection(present)
        if there not in self._drawn:
            atoms = [*self._facts, *(atom for atom in present if atom in there)]
            self._drawn[there] = draw_atoms(self._oracle.problem, self._oracle.proved, atoms)
        board = pointing(self._drawn[there], focus or {})
        if self._possible <= known.keys() and not focus:
            return board
        # To find a symbol takes a while: each of those known is looked up once.
        told = [(self._of(atom), there) for atom, there in known.items()]
        absent = [one for one, there in told if not there]
        number = Counter(one.cell for one, _ in told if one.possible and not one.bars)
        inside = {one.cell for one in absent if one.cell and not one.bars}
        whole = {cell for cell in inside if number[cell] == self._number[cell]}
        empty = whole - {one.cell for one, there in told if there and one.cell}
        barred = {one.bars for one in absent}
        return board._replace(empty=frozenset(empty), barred=frozenset().union(*barred))

    def bars(self, atom: Symbol) -> bool:
        """Whether an atom lies at a border of its cell, which a board bars where it is known not to be there."""
        return bool(self._of(atom).bars)

    def _of(self, atom: Symbol) -> "_Told":
        """What is to be known of an atom."""
        if atom not in self._told:
            cell = self.cell(atom)
            named = cell and not self.cell.inside and any(map(str(atom).__contains__, DIRECTIONS))
            sides = [side for side in map(str, atom.arguments) if side in DIRECTIONS] if named else []
            bars = frozenset().union(*(border(*cell, side) for side in sides)) if cell else frozenset()
            self._told[atom] = _Told(atom in self._possible, cell, bars)
        return self._told[atom]


def pointing(board: Board, focus: Mapping[Place, str]) -> Board:
    """Let a board point at some cells and borders, as far as they lie on it."""
    on_board = [(place, kind) for place, kind in focus.items() if board.holds(*place[:2])]
    cells: dict[Cell, str] = {place: kind for place, kind in on_board if len(place) == 2}
    edges: dict[Border, str] = {place: kind for place, kind in on_board if len(place) == 3}
    return board._replace(focus=cells, edges=edges)


def draw_known(problem: Problem, known: Iterable[Iterable[Symbol]]) -> list[Board]:
    """Draw boards with what is known: atoms, and ``-p(..)`` for those that are certainly not there.

    Raises ProgramError when the display part is faulty.
    """
    oracle = Oracle(problem)
    paper = Paper(oracle, oracle.symbols.values())
    return [paper.draw({Function(atom.name, atom.arguments): atom.positive for atom in atoms}) for atoms in known]

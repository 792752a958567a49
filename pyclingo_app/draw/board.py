"""From display terms to a board: what is to be drawn, whatever draws it."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from clingo import Function, Symbol, SymbolType, parse_term

from ..errors import ProgramError
from ..words import counted

Cell = tuple[int, int]

# The drawing vocabulary: the terms that make_board() knows.
TERMS = frozenset({("size", 2), ("mark", 3), ("mark", 4), ("shade", 3), ("wall", 3), ("line", 4), ("clue", 3)})

SIDES = ("top", "left", "bottom", "right")
DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}
_MAX_CELLS = 1_000_000
_PLAIN = re.compile(r'(\w+)\(([^()"]+)\)')


class Board(NamedTuple):
    """What to draw.  Cells are (row, column), counted from 1 at the top left.

    marks    texts or names of symbols in a cell
    sides    texts at the sides of a cell, by ``top``, ``left``, ``bottom``, ``right``
    shades   the colour that fills a cell
    walls    thick borders, as (row, column, direction); both sides of a border are in it
    lines    the colour of the line from the centre of a cell in a direction
    clues    texts outside the board by side and row or column
    focus    cells to point at: "found", "reason" or "fault"
    empty    in a board that is solved step by step, the cells that are known to stay empty
    barred   there, too, the borders that are known not to be crossed, written as walls are
    """

    height: int
    width: int
    marks: dict[Cell, list[str]]
    sides: dict[Cell, dict[str, str]]
    shades: dict[Cell, str]
    walls: set[tuple[int, int, str]]
    lines: dict[Cell, dict[str, str]]
    clues: dict[str, dict[int, list[str]]]
    focus: Mapping[Cell, str] = MappingProxyType({})
    empty: frozenset[Cell] = frozenset()
    barred: frozenset[tuple[int, int, str]] = frozenset()


def border(row: int, column: int, direction: str) -> set[tuple[int, int, str]]:
    """Give the border of a cell in a direction as seen from both of its sides."""
    down, right = DIRECTIONS[direction]
    return {(row, column, direction), (row + down, column + right, OPPOSITE[direction])}


def text_of(symbol: Symbol) -> str:
    """Give the text of a display term: a string without its quotes, else as in ASP."""
    return symbol.string if symbol.type == SymbolType.String else str(symbol)


def make_board(terms: Iterable[Symbol]) -> Board:
    """Make a board from the terms of the drawing vocabulary.

    size(H, W), mark(R, C, X), mark(R, C, Side, X), shade(R, C, Colour),
    wall(R, C, Direction), line(R, C, Direction, Colour) and clue(Side, I, X).
    Without a size the board reaches as far as its cells do.

    Raises ProgramError for a term that is not in the vocabulary, or not on the board.
    """
    board = Board(0, 0, {}, {}, {}, set(), {}, {side: {} for side in SIDES})
    size: Cell | None = None
    cells: set[Cell] = set()
    # In an order that does not depend on clingo's, smaller numbers first.
    for term in sorted(set(map(str, terms)), key=lambda term: (len(term), term)):
        name, arguments = _parts(term)
        match name, arguments:
            case "size", [height, width]:
                size = _number(height, term), _number(width, term)
                continue
            case "clue", [side, index, text]:
                number = _number(index, term)
                if side not in SIDES or number < 1:
                    raise _unknown(term)
                board.clues[side].setdefault(number, []).append(text)
                cells.add((number, 1) if side in ("left", "right") else (1, number))
                continue
            case _, [first, second, *rest]:
                row, column = cell = _number(first, term), _number(second, term)
            case _:
                raise _unknown(term)
        match name, rest:
            case "mark", [x]:
                board.marks.setdefault(cell, []).append(x)
            case "mark", [side, x] if side in SIDES:
                board.sides.setdefault(cell, {})[side] = x
            case "shade", [colour]:
                board.shades[cell] = colour
            case "wall", [direction] if direction in DIRECTIONS:
                board.walls.update(border(row, column, direction))
            case "line", [direction, colour] if direction in DIRECTIONS:
                board.lines.setdefault(cell, {})[direction] = colour
            case _:
                raise _unknown(term)
        cells.add(cell)
    rows, columns = size or (max((r for r, _ in cells), default=0), max((c for _, c in cells), default=0))
    outside = next((cell for cell in sorted(cells) if not (1 <= cell[0] <= rows and 1 <= cell[1] <= columns)), None)
    if outside:
        raise ProgramError(
            f"the display part draws at row {outside[0]}, column {outside[1]}, "
            f"outside the board of {counted(rows, 'row')} and {counted(columns, 'column')}",
            "Rows and columns are counted from 1.",
        )
    if rows * columns > _MAX_CELLS:
        raise ProgramError(f"a board of {rows} rows and {columns} columns is too large to draw", "Use -f facts.")
    return board._replace(height=rows, width=columns)


def plain_terms(atoms: Iterable[Symbol]) -> list[Symbol]:
    """Give display terms for a program without a display part.

    Atoms ``size(H, W)`` are the size; ``p(R, C)`` marks its cell with p and
    ``p(R, C, V)`` with V.  Atoms of other forms cannot be drawn.
    """
    terms = []
    for atom in atoms:
        arguments = atom.arguments
        if len(arguments) in (2, 3) and all(a.type == SymbolType.Number and a.number >= 0 for a in arguments[:2]):
            if atom.name == "size" and len(arguments) == 2:
                terms.append(atom)
            elif arguments[0].number and arguments[1].number:
                mark = arguments[2] if len(arguments) == 3 else Function(atom.name)
                terms.append(Function("mark", [*arguments[:2], mark]))
    return terms


def _parts(term: str) -> tuple[str, list[str]]:
    """Give the name of a term and its arguments as texts.

    Large boards have a million terms, nearly all with plain arguments, which
    need no parser.
    """
    match = _PLAIN.fullmatch(term)
    if match:
        return match[1], match[2].split(",")
    symbol = parse_term(term)
    if symbol.type != SymbolType.Function:
        return "", []
    return symbol.name, [text_of(argument) for argument in symbol.arguments]


def _number(text: str, term: str) -> int:
    """Give a row, a column or another number of a term."""
    try:
        return int(text)
    except ValueError:
        raise _unknown(term) from None


def _unknown(term: str) -> ProgramError:
    return ProgramError(
        f"the display part shows {term}, which is no drawing term",
        "Drawing terms are size(H, W), mark(R, C, X), mark(R, C, Side, X), shade(R, C, Colour), "
        "wall(R, C, Direction), line(R, C, Direction, Colour) and clue(Side, I, X).",
    )

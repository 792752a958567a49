"""From display terms to a board: what is to be drawn, whatever draws it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from clingo import Symbol, SymbolType, parse_term

from ..errors import ProgramError
from ..words import counted

Cell = tuple[int, int]
# A border of a cell: its row, its column, and a direction.
Border = tuple[int, int, str]
Place = Cell | Border

# The drawing vocabulary: the terms that make_board() knows.
TERMS = frozenset(
    {
        ("size", 2), ("mark", 3), ("mark", 4), ("shade", 3), ("wall", 3), ("line", 4), ("line", 5), ("clue", 3),
        ("clue", 4), ("between", 4), ("frame", 1), ("small", 3), ("small", 4), ("cage", 3), ("long_arrow", 4),
        ("thermometer", 4), ("segment", 5), ("bank", 3), ("note", 2), ("hole", 2),
    }
)  # fmt: skip

SIDES = ("top", "left", "bottom", "right")
# Where a text stands in a cell that points to it, each with its arrow, in the order of reading.
BEARINGS = {"north": "arrow_up", "south": "arrow_down", "west": "arrow_left", "east": "arrow_right"}
DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}
# Where something stands between cells, by how many rows and columns it lies beyond the cell that is named.
PLACES = {"right": (0, 1), "down": (1, 0), "corner": (1, 1)}
FRAMES = ("dots", "lines", "none", "table")
# What a table, whose cells are as wide as their words, has no room for.
_NOT_IN_TABLES = re.compile(
    r"(?:wall|line|between|long_arrow|thermometer|small|cage|hole|segment)\("
    r"|clue\((?:right|bottom),|mark\([^,]+,[^,]+,(?:top|left|bottom|right|north|south|west|east),"
)
MAX_CELLS = 1_000_000
_PLAIN = re.compile(r'(\w+)\(([^()"]+)\)')


class Board(NamedTuple):
    """What to draw.  Cells are (row, column), counted from 1 at the top left, or from what is ``origin`` there.

    marks    texts or names of symbols in a cell
    several  the cells whose marks are a list, in order
    small    small texts in the upper left of a cell, in order
    cages    the name of the cage in which a cell lies
    holes    cells that do not belong to the board
    sides    texts at the sides of a cell: by ``top``, ``left``, ``bottom``, ``right``, see :func:`tiles` and
             :func:`splits`, or by bearings, such as ``north``
    shades   the colour that fills a cell
    walls    thick borders, as (row, column, direction); both sides of a border are in it
    lines    the colour of the line from the centre of a cell in a direction
    double   the lines that are double, as (row, column, direction)
    clues    texts outside the board by side and row or column, in order
    between  texts or names of symbols on borders, as (row, column, place): ``right`` and ``down`` of the cell or at its
             lower right ``corner``; row and column 0 are those above and left of the board
    frame    ``dots``, ``lines``, ``none`` or ``table``, else empty
    arrows   long arrows: the cells of each, from its tail to its head
    thermometers   the cells of each, from its bulb on
    segments straight lines between the centres of two cells, each with its colour
    bank     pieces beside the board: the cells of each
    notes    texts beside the board
    found    the cells whose texts are no clues, which pictures show
    focus    cells to point at: "found", "reason", "fault" or "supposed"
    edges    borders, and lines across them, to point at in the same way, each seen from one of its sides
    empty    in a board that is solved step by step, the cells that are known to stay empty
    barred   there, too, the borders that are known not to be crossed, written as walls are
    origin   the row and the column at the top left
    undrawn  what was to be drawn and is not
    """

    height: int
    width: int
    marks: dict[Cell, list[str]]
    sides: dict[Cell, dict[str, str]]
    shades: dict[Cell, str]
    walls: set[tuple[int, int, str]]
    lines: dict[Cell, dict[str, str]]
    clues: dict[str, dict[int, list[str]]]
    several: frozenset[Cell] = frozenset()
    small: Mapping[Cell, list[str]] = MappingProxyType({})
    cages: Mapping[Cell, str] = MappingProxyType({})
    holes: frozenset[Cell] = frozenset()
    double: frozenset[tuple[int, int, str]] = frozenset()
    between: Mapping[tuple[int, int, str], str] = MappingProxyType({})
    frame: str = ""
    arrows: tuple[tuple[Cell, ...], ...] = ()
    thermometers: tuple[tuple[Cell, ...], ...] = ()
    segments: tuple[tuple[Cell, Cell, str], ...] = ()
    bank: tuple[tuple[Cell, ...], ...] = ()
    notes: tuple[str, ...] = ()
    found: frozenset[Cell] = frozenset()
    focus: Mapping[Cell, str] = MappingProxyType({})
    empty: frozenset[Cell] = frozenset()
    barred: frozenset[tuple[int, int, str]] = frozenset()
    edges: Mapping[Border, str] = MappingProxyType({})
    origin: Cell = (1, 1)
    undrawn: tuple[str, ...] = ()

    @property
    def rows(self) -> range:
        """The numbers of its rows."""
        return range(self.origin[0], self.origin[0] + self.height)

    @property
    def columns(self) -> range:
        """The numbers of its columns."""
        return range(self.origin[1], self.origin[1] + self.width)

    def holds(self, row: int, column: int) -> bool:
        """Whether a cell lies on it, and is no hole."""
        return row in self.rows and column in self.columns and (row, column) not in self.holes

    @property
    def points(self) -> bool:
        """Whether it points at something."""
        return bool(self.focus or self.edges)


def telling_found(board: Board, plain: Board) -> Board:
    """Tell on a board which of its texts were found: those that ``plain``, which has the clues alone, has not."""
    return board._replace(found=frozenset(c for c, marks in board.marks.items() if marks != plain.marks.get(c)))


def border(row: int, column: int, direction: str) -> set[tuple[int, int, str]]:
    """Give the border of a cell in a direction as seen from both of its sides."""
    down, right = DIRECTIONS[direction]
    return {(row, column, direction), (row + down, column + right, OPPOSITE[direction])}


def place_of(cell: Cell | None, atom: Symbol) -> Place | None:
    """Give where to point for an atom that lies at a cell: in it, or at the border that a direction in it names."""
    if not cell or atom.type != SymbolType.Function:
        return cell
    text = str(atom)
    if not any(side in text for side in DIRECTIONS):
        return cell  # told by one text, as it is of most atoms
    side = next((text for text in map(str, atom.arguments) if text in DIRECTIONS), None)
    return (*cell, side) if side else cell


def text_of(symbol: Symbol) -> str:
    """Give the text of a display term: a string without its quotes, else as in ASP."""
    return symbol.string if symbol.type == SymbolType.String else str(symbol)


def tiles(board: Board) -> bool:
    """Whether cells are tiles: something stands at a top or left side."""
    return any({"top", "left"} & sides.keys() for sides in board.sides.values())


def splits(board: Board) -> bool:
    """Whether cells with texts at their sides are split by a diagonal: nothing stands at a top or left side."""
    return any({"bottom", "right"} & sides.keys() for sides in board.sides.values()) and not tiles(board)


def make_board(terms: Iterable[Symbol], reach: Iterable[Cell] = ()) -> Board:
    """Make a board from the terms of the drawing vocabulary, which docs/puzzle-programs.md lists.

    Without a size the board reaches as far as its cells do, and those in ``reach``.

    Raises ProgramError for a term that is not in the vocabulary, or not on the board.
    """
    maker = _Maker()
    # In an order that does not depend on clingo's, smaller numbers first.
    ordered = sorted(set(map(str, terms)), key=lambda term: (len(term), term))
    lost = list(filter(_NOT_IN_TABLES.match, ordered)) if "frame(table)" in ordered else []
    maker.undrawn += lost
    for term in ordered:
        if term not in lost:
            maker.add(term)
    maker.cells.update(reach)
    return maker.board()


class _Maker:
    """Collects terms into a board."""

    def __init__(self) -> None:
        # The board as far as it can be filled; the rest of it stands below.
        self.filled = Board(0, 0, {}, {}, {}, set(), {}, {side: {} for side in SIDES})
        self.double: set[tuple[int, int, str]] = set()
        self.between: dict[tuple[int, int, str], str] = {}
        self.frame = ""
        self.size: Cell | None = None
        self.undrawn: list[str] = []
        # What has a number in its place, and the cells that are drawn in.
        self.listed: dict[Cell, list[tuple[int, str]]] = {}
        self.small: dict[Cell, list[tuple[int, str]]] = {}
        self.cages: dict[Cell, str] = {}
        self.holes: set[Cell] = set()
        self.runs: dict[tuple[str, int], list[tuple[int, str]]] = {}
        self.cells: set[Cell] = set()
        # What has a name or a number, by which it is put in order.
        self.chains: dict[str, dict[str, list[tuple[int, Cell]]]] = {"long_arrow": {}, "thermometer": {}}
        self.segments: list[tuple[Cell, Cell, str]] = []
        self.bank: dict[str, list[Cell]] = {}
        self.notes: list[tuple[str, str]] = []

    def add(self, term: str) -> None:
        """Add a term; raises ProgramError for one that is not in the vocabulary."""
        name, arguments = _parts(term)
        match name, arguments:
            case "size", [height, width]:
                size = _number(height, term), _number(width, term)
                self._once("sizes", self.size, size)
                self.size = size
            case "frame", [style] if style in FRAMES:
                self._once("frames", self.frame, style)
                self.frame = style
            case "clue", [side, index, *rest]:
                self._clue(side, _number(index, term), rest, term)
            case "note", [k, text]:
                self.notes.append((_in_order(k), text))
            case "bank", [k, row, column]:
                self.bank.setdefault(_in_order(k), []).append((_number(row, term), _number(column, term)))
            case "long_arrow" | "thermometer", [i, k, first, second]:
                cell = _number(first, term), _number(second, term)
                self.chains[name].setdefault(_in_order(i), []).append((_number(k, term), cell))
                self.cells.add(cell)
            case _, [first, second, *rest]:
                self._cell(name, (_number(first, term), _number(second, term)), rest, term)
            case _:
                raise _unknown(term)

    @staticmethod
    def _once(what: str, known: object, new: object) -> None:
        """Raise ProgramError for a second one of what there is one of."""
        if known and known != new:
            raise ProgramError(f"the display part shows two {what}, {known} and {new}", "Show one.")

    def _put(self, places: dict[Any, str], place: object, what: str, name: str, *around: object) -> None:
        """Put something where there is room for one; what was there is left out."""
        if places.get(place, what) != what:
            self.undrawn.append(f"{name}({','.join(map(str, around))},{places[place]})")
        places[place] = what

    def _clue(self, side: str, index: int, rest: list[str], term: str) -> None:
        """Add a text, or one of several, outside the board."""
        match rest:
            case [text] if side in SIDES:
                self.filled.clues[side].setdefault(index, []).append(text)
            case [k, text] if side in SIDES:
                self.runs.setdefault((side, index), []).append((_number(k, term), text))
            case _:
                raise _unknown(term)
        self.cells.add((index, 1) if side in ("left", "right") else (1, index))

    def _cell(self, name: str, cell: Cell, rest: list[str], term: str) -> None:
        """Add what stands in a cell or at its borders."""
        row, column = cell
        match name, rest:
            case "mark", [x]:
                self.filled.marks.setdefault(cell, []).append(x)
            case "mark", [side, x] if side in SIDES or side in BEARINGS:
                self._put(self.filled.sides.setdefault(cell, {}), side, x, name, *cell, side)
            case "mark", [k, x]:
                self.listed.setdefault(cell, []).append((_number(k, term), x))
            case "small", [*k, x] if len(k) < 2:
                self.small.setdefault(cell, []).append((_number(k[0], term) if k else 0, x))
            case "cage", [cage]:
                self._put(self.cages, cell, cage, name, *cell)
            case "hole", []:
                self.holes.add(cell)
            case "shade", [colour]:
                self._put(self.filled.shades, cell, colour, name, *cell)
            case "wall", [direction] if direction in DIRECTIONS:
                self.filled.walls.update(border(row, column, direction))
            case "line", [direction, colour, *twice] if direction in DIRECTIONS and twice in ([], ["2"]):
                self._put(self.filled.lines.setdefault(cell, {}), direction, colour, name, *cell, direction)
                if twice:
                    self.double.add((row, column, direction))
            case "segment", [y, x, colour]:
                end = _number(y, term), _number(x, term)
                self.segments.append((cell, end, colour))
                self.cells.add(end)
            case "between", [place, x] if place in PLACES:
                self._put(self.between, (row, column, place), x, name, *cell, place)
                # At the edges of the board, row and column 0 lie outside, but the border that is meant is its own.
                down, right = PLACES[place]
                cell = (row or down, column or right)
            case _:
                raise _unknown(term)
        self.cells.add(cell)

    def board(self) -> Board:
        """Give the board; raises ProgramError for what lies outside, and for a board that is too large."""
        rows, columns = self._span(0), self._span(1)
        board = self.filled._replace(
            height=len(rows), width=len(columns), origin=(rows.start, columns.start), frame=self.frame,
            several=frozenset(self.listed), small=_listed(self.small), cages=self.cages, holes=frozenset(self.holes),
            double=frozenset(self.double), between=self.between,
            arrows=self._chained("long_arrow"), thermometers=self._chained("thermometer"),
            segments=tuple(sorted(self.segments)), bank=tuple(tuple(sorted(b)) for _, b in sorted(self.bank.items())),
            notes=tuple(text for _, text in sorted(self.notes)), undrawn=tuple(self.undrawn),
        )  # fmt: skip
        outside = min((cell for cell in self.cells if cell[0] not in rows or cell[1] not in columns), default=None)
        if outside:
            raise ProgramError(
                f"the display part draws at row {outside[0]}, column {outside[1]}, "
                f"outside the board of {counted(len(rows), 'row')} and {counted(len(columns), 'column')}",
                "Rows and columns are counted from 1.",
            )
        if len(rows) * len(columns) > MAX_CELLS:
            what = f"a board of {len(rows)} rows and {len(columns)} columns is too large to draw"
            raise ProgramError(what, "Use -f facts.")
        for place, marks in _listed(self.listed).items():
            board.marks.setdefault(place, []).extend(marks)
        drawn = {*board.marks, *board.small, *board.sides, *board.shades, *board.lines, *board.cages}
        for row, column in sorted(drawn & self.holes):
            what = f"the display part draws in the hole at row {row}, column {column}"
            raise ProgramError(what, "A hole is no cell of the board: draw nothing in it.")
        for (side, index), texts in _listed(self.runs).items():
            board.clues[side].setdefault(index, []).extend(texts)
        return board

    def _chained(self, name: str) -> tuple[tuple[Cell, ...], ...]:
        """Give the cells of each long arrow or thermometer in their order."""
        return tuple(tuple(cell for _, cell in sorted(cells)) for _, cells in sorted(self.chains[name].items()))

    def _span(self, k: int) -> range:
        """The rows or the columns: from 1, or the least where something is drawn if that is smaller, to the largest."""
        if self.size:
            return range(1, self.size[k] + 1)
        numbers = {cell[k] for cell in self.cells}
        return range(min({1, *numbers}), max({0, *numbers}) + 1)


def _parts(term: str) -> tuple[str, Sequence[str]]:
    """Give the name of a term and its arguments as texts.

    Large boards have a million terms, nearly all with plain arguments, which
    need no parser.
    """
    match = _PLAIN.fullmatch(term)
    if match:
        return match[1], match[2].split(",")
    return _parsed(term)


# The same board is drawn again and again, with more and more on it.
@lru_cache(1_000)
def _parsed(term: str) -> tuple[str, tuple[str, ...]]:
    symbol = parse_term(term)
    if symbol.type != SymbolType.Function:
        return "", ()
    return symbol.name, tuple(map(_words if symbol.name == "note" else text_of, symbol.arguments))


def _words(symbol: Symbol) -> str:
    """Give the text of a note, whose words may be the parts of a tuple, on one line."""
    parts = symbol.arguments if symbol.type == SymbolType.Function and not symbol.name else [symbol]
    return " ".join("".join(blank_before(text) + text for text in map(text_of, parts)).split())


def blank_before(part: str) -> str:
    """Give the blank before a part of a note: none before punctuation."""
    return "" if part.startswith((".", ",", ":", ";", "!", ")")) else " "


def _in_order(text: str) -> str:
    """Give a text by which numbers in names come in their order."""
    return re.sub(r"\d+", lambda number: number[0].zfill(10), text)


def _listed(places: Mapping[Any, list[tuple[int, str]]]) -> dict[Any, list[str]]:
    """Give the texts of each place in the order of their numbers."""
    return {place: [text for _, text in sorted(texts)] for place, texts in places.items()}


def _number(text: str, term: str) -> int:
    """Give a row, a column or another number of a term."""
    try:
        return int(text)
    except ValueError:
        raise _unknown(term) from None


def _unknown(term: str) -> ProgramError:
    return ProgramError(
        f"the display part shows {term}, which is no drawing term",
        "Drawing terms are size(H, W), mark(R, C, X), mark(R, C, Side or K, X), small(R, C, X), small(R, C, K, X), "
        "cage(R, C, I), hole(R, C), shade(R, C, Colour), wall(R, C, Direction), line(R, C, Direction, Colour), "
        "line(R, C, Direction, Colour, 2), clue(Side, I, X), clue(Side, I, K, X), "
        "between(R, C, right or down or corner, X), frame(dots or lines or none or table), "
        "long_arrow(I, K, R, C), thermometer(I, K, R, C), segment(R, C, R', C', Colour), bank(K, I, J) and note(K, X).",
    )

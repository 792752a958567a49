"""The layers of a board of Penpa-edit, read into drawing terms.

Its fourth line is an object with what is drawn of the puzzle, its fifth the same of the answer, by kind and the index
of the place.  Places are cells, corners, and borders below and right of cells, numbered row by row over the whole
sheet, which has two rows and columns more on each side than the board with its margins.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from clingo import Symbol

from ..draw.board import text_of
from ..draw.symbols import SHADES
from ..errors import InstanceError
from ..words import shortened
from .areas import Wall, at_edge, between_crossings, cages, regions
from .backwards import CROSS
from .legend import Legend
from .pieces.body import UNKNOWN
from .pieces.places import borders
from .strokes import parts, piece
from .symbols import PENPA_ALIKE, PENPA_ARROWS, PENPA_BLACK, PENPA_COLOURS, PENPA_SIGNS, PENPA_SYMBOLS, arrows
from .terms import MAX_CELLS, Cell, number_in, symbol_in, symbol_of, term

# What Penpa-edit calls what is drawn, by the key that is written; no term is there for some of it.
KEYS = {
    "S": "surface", "N": "number", "Y": "symbol", "L": "line", "E": "edge", "W": "wall", "C": "cage",
    "1": "small number", "F": "free line", "2": "free edge", "T": "thermometer", "3": "arrow", "D": "direction",
    "0": "frame", "5": "polygon", "4": "removed edge", "6": "killer cage", "7": "thermometer without bulb",
}  # fmt: skip
SAYS_NOTHING = ("R", "U", "8")  # what was done, to be undone
# All keys in the order in which they are written, and those of lists.
PARTS = ("SN1YF2T3D05LEWC467", "T3D0567")
_ANSWER, _COLOURS = 4, 14  # lines

_SOLID = (1, 2, 3, 4, 5, 8, 9, 21)  # lines that are not dashed
_DASHED = (10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)
_DOUBLE, _CROSSED = 30, 98
_PLACES = {1: "corner", 2: "down", 3: "right"}  # what a place beyond the cells is called
# The corners and sides of a cell in which a small number may stand: of a split cell, of which the diagonal falls or, as
# in a fraction, rises; of a tile, and at bearings.
_AT_SIDES = {
    "split": {1: "right", 2: "bottom", 0: "bottom", 3: "right"},
    "sides": {4: "top", 5: "right", 6: "left", 7: "bottom"},
    "bearings": {4: "north", 5: "east", 6: "west", 7: "south"},
}
# What frames a number: in a cell, where a circle may mean something, and on a border or corner.
_SQUARE, _ROUND = (re.compile(rf"({shapes})_\w+") for shapes in ("square", "square|circle"))
_HOLDER = re.compile(r"square_\w+|firefly")  # what holds a number, known or not


class Layers:
    """What the lines of a board say, in drawing terms for a puzzle with some legend; ``answer``: its answer, too.

    ``left`` names what was left out, as it says nothing in any puzzle: things beside the board, dashed edges.
    """

    def __init__(self, name: str, lines: list[str], legend: Legend, answer: bool = False) -> None:
        self.name = shortened(name)
        self.legend = legend
        if len(lines) < 4:
            self.fail()
        header = lines[0].split(",")
        if header[0] not in ("square", "sudoku", "kakuro"):
            self.fail(f"its grid is {header[0][:20]!r}, and only square grids are read")
        if len(header) < 7 or header[4:7] != ["0", "1", "1"]:
            self.fail("it is turned or mirrored, which is not read")
        columns, rows = (number_in(text, 4) or 0 for text in header[1:3])
        margins = self.load(lines[1])
        if not (
            isinstance(margins, list) and len(margins) == 4 and all(isinstance(m, int) and m >= 0 for m in margins)
        ):
            self.fail()
        self.top, bottom, self.left_margin, right = margins
        self.height: int = rows - self.top - bottom
        self.width: int = columns - self.left_margin - right
        if self.height < 1 or self.width < 1 or rows * columns > MAX_CELLS:
            self.fail(f"a board of {rows} rows and {columns} columns cannot be")
        self.whole = (rows + 4, columns + 4)  # with two more on each side
        self.left: dict[str, tuple[int, str]] = {}
        self.lattice = False
        self.holes = self.missing(self.load(lines[5]) if len(lines) > 5 else [])
        self.drawn = self.layer(lines[3])
        if not self.holes and self.on_corners():
            self.leave("its signs stand on corners, which are taken for cells")
            self.lattice, self.height, self.width = True, self.height + 1, self.width + 1
        self.colours = {
            text_of(shown) for some in legend.cells.texts.values() for name, shown in some if name == "shade"
        }
        self.holes = self.holes or frozenset(self.blackened(self.drawn.get("S", {})))
        self.answered = self.layer(lines[_ANSWER]) if len(lines) > _ANSWER and lines[_ANSWER][:1] == "{" else {}
        self.parts = [self.drawn, self.answered] if answer else [self.drawn]
        for key, what in ((_ANSWER, "answer, which check reads,"), (_COLOURS, "choice of colours")):
            there = re.search(r"z[^RU8_]:[\[{][^\]}]", "".join(lines[key : key + 1]))
            if there and not (answer and key == _ANSWER):
                self.leave(f"its {what} is not read")

    def on_corners(self) -> bool:
        """Whether all signs stand on corners, though the puzzle has none there: its board is drawn as dots."""
        signs = [index for key in "NY" for index in self.entries(self.drawn.get(key, {}))]
        kinds = {self.place(index)[0] for index, _ in signs}
        return kinds == {1} and "corner" not in self.legend.kinds

    def fail(self, message: str = "this is no board of Penpa-edit") -> NoReturn:
        """Raise InstanceError for what cannot be read."""
        raise InstanceError(f"{self.name}: {message}", "See docs/formats.md for what is read of Penpa-edit.")

    def refuse(self, what: str, r: int, c: int) -> NoReturn:
        """Raise InstanceError for a thing that no drawing term says."""
        self.fail(f"it holds what is not read: {what} at row {r}, column {c}")

    def leave(self, sentence: str, what: str = "") -> None:
        """Note what is left out: a sentence, with the first of the things that it is about."""
        count, first = self.left.get(sentence, (0, what))
        self.left[sentence] = (count + 1, first)

    def warnings(self) -> Iterator[str]:
        """Say what was left out."""
        for sentence, (count, first) in self.left.items():
            more = f" (and {count - 1} more)" if count > 1 else ""
            yield f"{self.name}: {first}{more} {sentence}" if first else f"{self.name}: {sentence}"

    def load(self, line: str) -> Any:
        """Read JSON."""
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            self.fail()

    def layer(self, line: str) -> dict[str, Any]:
        """Read one layer; short keys are called by their letters."""
        letters = {"Z": "z", "O": "null", "_": '"_"'} | {key: f'"{key}"' for key in (*KEYS, *SAYS_NOTHING)}
        found = self.load(re.sub(r"z(.)", lambda found: letters.get(found[1], found[0]), line))
        return found if isinstance(found, dict) else self.fail()

    def missing(self, steps: Any) -> frozenset[Cell]:
        """Give the cells of the board that are missing; ``steps`` lead from each that is there to the next one."""
        cells = {(r, c) for r in range(1, self.height + 1) for c in range(1, self.width + 1)}
        if not (isinstance(steps, list) and all(isinstance(step, int) for step in steps)):
            self.fail()
        index, there = 0, set()
        for step in steps:
            index += step
            there.add(self.place(str(index))[1:])
        holes = frozenset(cells - there) if steps else frozenset()
        if holes and "hole" not in self.legend.kinds:
            self.fail("some of its cells are missing, which is not read here")
        return holes

    def blackened(self, given: Any) -> Iterator[Cell]:
        """Give the black cells where nothing else is black: who draws a board where cells are missing paints them."""
        if "hole" in self.legend.kinds and not self.colours & {"black", *PENPA_ALIKE["black"]}:
            for index, colour in self.entries(given):
                kind, r, c = self.place(index)
                if colour == PENPA_BLACK and not kind and self.inside(r, c):
                    self.leave("is taken for a cell that is missing", f"black at row {r}, column {c}")
                    yield r, c

    def place(self, index: Any) -> tuple[int, int, int]:
        """Give the kind of a place (0: a cell), and its row and column, from 1 inside the margins."""
        number = number_in(str(index))
        rows, columns = self.whole
        if number is None or number >= 4 * rows * columns:
            self.fail(f"{str(index)[:20]!r} is no place on the board")
        kind, rest = divmod(number, rows * columns)
        r, c = rest // columns - 1 - self.top, rest % columns - 1 - self.left_margin
        if self.lattice:
            # Cells and corners change places, and so do the borders, which lie right of corners and below them.
            return 1 - kind if kind < 2 else 5 - kind, r + (kind in (1, 2)), c + (kind in (1, 3))
        return kind, r, c

    def inside(self, r: int, c: int) -> bool:
        """Whether a cell is one of the board."""
        return 1 <= r <= self.height and 1 <= c <= self.width

    def terms(self) -> list[Symbol]:
        """Give the drawing terms; raises InstanceError for what none says."""
        parts: dict[str, Callable[[Any], Iterator[Symbol]]] = {
            "S": self.surfaces, "N": self.numbers, "Y": self.symbols, "L": self.lines, "E": self.edges,
            "1": self.corners, "C": self.caged, "6": self.killer, "4": self.removed, "W": self.bars,
            "T": lambda given: self.chains(given, "thermometer"), "3": lambda given: self.chains(given, "long_arrow"),
        }  # fmt: skip
        if self.lattice:
            parts |= {"L": self.edges, "E": self.lines}
        found = [term("size", self.height, self.width), *(term("hole", *cell) for cell in sorted(self.holes))]
        # What is beside lines is in order only when all of them are known.
        self.beside: dict[tuple[str, int], list[tuple[int, Symbol]]] = {}
        self.walls: set[Wall] = set()
        self.pieces: dict[Cell, set[str]] = {}
        for layer in self.parts:
            for key, entries in layer.items():
                if key in SAYS_NOTHING or not entries:
                    continue
                if key not in parts:
                    self.fail(f"it holds what is not read: {KEYS.get(key, str(key)[:20])}")
                self.here = layer
                found += parts[key](entries)
        inside = borders(self.height, self.width).index
        walls = {wall for wall in self.walls if inside(wall) is not None}
        # The outline of the board says nothing, unless the puzzle draws none.
        for r, c, way in sorted(self.walls if self.legend.kinds & {"dots", "none"} else walls):
            found.append(term("wall", *at_edge(r, c, way)))
        if self.walls or self.holes:
            found += regions(self.height, self.width, walls, self.holes)
        # The parts of a line within a cell are a sign that names its sides.
        for cell, sides in sorted(self.pieces.items()):
            found.append(term("mark", *cell, symbol_of(piece(sides))))
        return [*found, *self.clues()]

    def entries(self, given: Any) -> Iterable[tuple[str, Any]]:
        """Give the entries of a part, by their indices."""
        return given.items() if isinstance(given, dict) else self.fail()

    def listed(self, given: Any) -> list[Any]:
        """Give the things in a part that has no indices."""
        return given if isinstance(given, list) else self.fail()

    def also(self, key: str, index: str) -> Any:
        """Give what another part of the same layer has at a place, None if that is nothing."""
        part = self.here.get(key)
        return part.get(index) if isinstance(part, dict) else None

    def surfaces(self, given: Any) -> Iterator[Symbol]:
        """Read the colours of cells; green says that a cell is not shaded, where the puzzle draws no green."""
        for index, colour in self.entries(given):
            kind, r, c = self.place(index)
            name = PENPA_COLOURS.get(colour, "") if isinstance(colour, int) else ""
            if name not in SHADES or kind:
                self.refuse(f"surface {colour}", r, c)
            if not self.inside(r, c):
                self.leave("stands beside the board, and is left out", f"{name} at row {r}, column {c}")
            elif name == "green" and name not in self.colours and self.crossed():
                yield term("mark", r, c, CROSS)
            elif (r, c) not in self.holes:
                if colour == PENPA_BLACK and self.small_in_black() and self.also("N", index):
                    name = "light"
                alike = (other for other in PENPA_ALIKE.get(name, ()) if other in self.colours)
                yield term("shade", r, c, name if name in self.colours else next(alike, name))

    def small_in_black(self) -> bool:
        """Whether a number in a black cell is what a puzzle draws as a small one in a light cell."""
        return self.legend.small.number and "light" in self.colours and "small" not in self.legend.kinds

    def crossed(self) -> bool:
        """Whether a cross says here that nothing is in a cell."""
        return any(text_of(shown) == CROSS for some in self.legend.cells.texts.values() for _, shown in some)

    def placed(self, given: Any) -> Iterator[tuple[str, int, int, int, list[Any]]]:
        """Give entries of three values, each with its index, the kind of its place, and its row and column."""
        for index, entry in self.entries(given):
            if not (isinstance(entry, list) and len(entry) == 3):
                self.fail()
            yield index, *self.place(index), entry

    def numbers(self, given: Any) -> Iterator[Symbol]:
        """Read numbers and texts; one that is blank but drawn in a circle or square, or with an arrow, is not known."""
        for index, kind, r, c, (text, colour, form) in self.placed(given):
            text = str(text).strip()
            black = self.also("S", index) == PENPA_BLACK
            # A black circle in a black cell is not seen.
            framed = colour in (6, 11) or (colour == 7 and not black) or form == "2" or self._symbol(index, _HOLDER)
            text = text or UNKNOWN * bool(framed)
            if form == "7" and text:
                self.leave("is noted in pencil, and is left out", f"{text[:20]!r} at row {r}, column {c}")
            elif text and not (kind or self.inside(r, c) or self.legend.clue(text, form == "8")):
                self.leave("stands beside the board, and is left out", f"{text[:20]!r} at row {r}, column {c}")
            elif text and not kind and form in ("1", "5", "6", "8", "10") and not self.inside(r, c):
                self.note_beside(r, c, symbol_in(text), f"the number {text[:20]!r}")
            elif text and black and self.small_in_black() and not kind and self.inside(r, c):
                yield term("small", r, c, symbol_in(text))
            elif text:
                yield from self.number(kind, r, c, text, form)

    def _symbol(self, index: str, names: re.Pattern[str]) -> bool:
        """Whether a symbol of some names stands at a place."""
        entry = self.also("Y", index)
        return isinstance(entry, list) and len(entry) == 3 and bool(names.fullmatch(str(entry[1])))

    def number(self, kind: int, r: int, c: int, text: str, form: Any) -> Iterator[Symbol]:
        """Give the terms for a text in a cell or between cells."""
        way = re.fullmatch(r"(.*)_([0-3])", text) if form == "2" else None
        if kind and form in ("1", "5", "6", "8", "10") and self.inside(max(r, 1), max(c, 1)):
            yield term("between", r, c, _PLACES[kind], symbol_in(text))
        elif kind or not self.inside(r, c) or form not in ("1", "2", "4", "5", "6", "8", "10"):
            self.refuse(f"number {text[:20]!r} of kind {form}", r, c)
        elif form == "4" or ("several" in self.legend.kinds and form != "2"):
            signs = text if form == "4" or text.isdigit() else [text]
            yield from (term("mark", r, c, place, symbol_in(sign)) for place, sign in enumerate(signs, 1))
        elif way:
            yield term("mark", r, c, symbol_in(way[1] or UNKNOWN))
            yield term("mark", r, c, PENPA_ARROWS[way[2]])
        else:
            cells = self.legend.cells
            # As in a text: the sign of a symbol is this, unless it may be a letter.
            shown = () if number_in(text) is not None or cells.letter else cells.named(text)
            yield term(shown[0][0], r, c, shown[0][1]) if len(shown) == 1 else term("mark", r, c, symbol_in(text))

    def note_beside(self, r: int, c: int, shown: Symbol, what: str) -> None:
        """Note what stands in the margins, beside a line; raises InstanceError beyond the corners."""
        if 1 <= c <= self.width and not 1 <= r <= self.height:
            self.beside.setdefault(("top" if r < 1 else "bottom", c), []).append((r, shown))
        elif 1 <= r <= self.height:
            self.beside.setdefault(("left" if c < 1 else "right", r), []).append((c, shown))
        else:
            self.refuse(f"{what} beyond a corner,", r, c)

    def clues(self) -> Iterator[Symbol]:
        """Give what stands beside lines."""
        several = "clues" in self.legend.kinds or any(len(found) > 1 for found in self.beside.values())
        for (side, k), found in self.beside.items():
            for place, (_, shown) in enumerate(sorted(found), 1):
                if several:
                    yield term("clue", side, k, place, shown)
                elif text_of(shown) != UNKNOWN or self.legend.around.named(UNKNOWN):  # else it says nothing
                    yield term("clue", side, k, shown)

    def corners(self, given: Any) -> Iterator[Symbol]:
        """Read numbers in corners and at sides of cells: small ones, of a split cell, of a tile, at bearings."""
        for index, entry in self.entries(given):
            if not (isinstance(entry, list) and entry):
                self.fail()
            number = number_in(str(index)) or 0
            kind, r, c = self.place(number // 4)
            corner, text = 4 * (kind - 1) + number % 4, str(entry[0]).strip()
            kinds = self.legend.kinds
            side = next((sides.get(corner) for kind, sides in _AT_SIDES.items() if kind in kinds), None)
            if not text:
                continue
            if not self.inside(r, c) and (r < 1, side) in ((True, "bottom"), (False, "right")):
                self.note_beside(r, c, symbol_in(text), f"small number {text[:20]!r}")
            elif not self.inside(r, c) or not (side or corner == 0):
                self.refuse(f"small number {text[:20]!r}", r, c)
            elif side:
                yield term("mark", r, c, side, symbol_in(text))
            elif "small" in kinds and (result := re.fullmatch(r"(\d+)(\D?)", text)):
                signs = [result[1], *filter(None, [PENPA_SIGNS.get(result[2], result[2])])]
                yield from (term("small", r, c, place, symbol_in(sign)) for place, sign in enumerate(signs, 1))
            else:
                yield term("small" if any(self.legend.small) else "mark", r, c, symbol_in(text))

    def symbols(self, given: Any) -> Iterator[Symbol]:
        """Read symbols; a square around a number, known or not, is its frame."""
        for index, kind, r, c, (style, name, _) in self.placed(given):
            if (_ROUND if kind else _SQUARE).fullmatch(str(name)) and self.also("N", index):
                self.leave("only frames a number", f"{name} at row {r}, column {c}")
                continue
            if name == "compass" and "bearings" in self.legend.kinds and not kind and self.inside(r, c):
                yield term("mark", r, c, "north", symbol_of(UNKNOWN))  # it may have no numbers
                continue
            ways = arrows(str(name), style) if isinstance(style, list) else []
            if name == "arrow_cross" and not kind and self.inside(r, c):
                yield from (term("mark", r, c, place, _sign(way)) for place, way in enumerate(ways, 1))
                continue
            sign = ways[0] if len(ways) == 1 else PENPA_SYMBOLS.get(f"{name} {style}", "")
            if name == "kakuro" and style in (1, 2, 3, 4):
                sign = "black"
            if kind and sign and self.inside(max(r, 1), max(c, 1)):
                yield term("between", r, c, _PLACES[kind], _sign(sign))
            elif not kind and sign and self.inside(r, c):
                yield term("shade" if name == "kakuro" else "mark", r, c, _sign(sign))
            elif not self.inside(r, c) and (name == "kakuro" or not self._in_margin(r, c)):
                self.leave("stands beside the board, and is left out", f"symbol {name} at row {r}, column {c}")
            elif not kind and sign and (1 <= r <= self.height or 1 <= c <= self.width):
                self.note_beside(r, c, _sign(sign), f"symbol {name}")
            else:
                self.refuse(f"symbol {str(name)[:20]} {str(style)[:20]}", r, c)

    def _in_margin(self, r: int, c: int) -> bool:
        """Whether a cell belongs to the board or its margins, and not only to the sheet."""
        row, column, (rows, columns) = r + self.top, c + self.left_margin, self.whole
        return row in range(1, rows - 3) and column in range(1, columns - 3)

    def ends(self, index: str, style: Any, kind: int, what: str) -> tuple[int, int, int, int]:
        """Give the rows and columns of the two places that a line joins, the upper or left one first."""
        ends = sorted(self.place(end) for end in index.split(","))
        if style not in (*_SOLID, *_DASHED, _DOUBLE) or len(ends) != 2 or any(end[0] != kind for end in ends):
            self.fail(f"it holds what is not read: {what} {index[:20]!r} of kind {style}")
        (_, r, c), (_, y, x) = ends
        return r, c, y - r, x - c

    def cross(self, index: str) -> Iterator[Symbol]:
        """Read the cross of a border that is known not to be crossed."""
        kind, r, c = self.place(index)
        if kind not in (2, 3):
            self.refuse("a cross", r, c)
        yield term("between", r, c, _PLACES[kind], CROSS)

    def lines(self, given: Any) -> Iterator[Symbol]:
        """Read lines from cell to cell, and crosses between cells."""
        for index, style in self.entries(given):
            if style == _CROSSED and "," not in index:
                yield from self.cross(index)
                continue
            if self.part(index, style):
                continue
            r, c, down, right = self.ends(index, style, 0, "line")
            if (down, right) not in ((0, 1), (1, 0)) or style in _DASHED:
                self.fail(f"it holds what is not read: line {index[:20]!r}, which joins no neighbours")
            if not (self.inside(r, c) and self.inside(r + down, c + right)):
                self.refuse("a line outside the board,", r, c)
            yield term("line", r, c, "right" if right else "down", "any", *([2] if style == _DOUBLE else []))

    def part(self, index: str, style: Any) -> bool:
        """Note a part of a line within a cell, if a line is one."""
        found = parts([self.place(end) for end in index.split(",")])
        if found is None or style not in _SOLID or not self.inside(*found[0]):
            return False
        self.pieces.setdefault(found[0], set()).update(found[1])
        return True

    def bars(self, given: Any) -> Iterator[Symbol]:
        """Note lines across a cell, from border to border."""
        for index, style in self.entries(given):
            if not self.part(index, style):
                self.fail(f"it holds what is not read: wall {index[:20]!r} of kind {style}")
        yield from ()

    def edges(self, given: Any) -> Iterator[Symbol]:
        """Read edges: walls, of which the outline of the board says nothing; diagonals of cells; and crosses."""
        for index, style in self.entries(given):
            if style == _CROSSED and "," not in index:
                yield from self.cross(index)
                continue
            r, c, down, right = self.ends(index, style, 1, "edge")
            if (down, right) in ((1, 1), (1, -1)) and self.inside(r + 1, max(c, c + right)):
                yield term("mark", r + 1, max(c, c + right), "falling" if right == 1 else "rising")
                continue
            if (down, right) not in ((0, 1), (1, 0)):
                self.fail(f"it holds what is not read: edge {index[:20]!r}, which joins no neighbours")
            wall = between_crossings(r, c, right)
            if not (min(r, c) >= 0 and wall[0] <= self.height and wall[1] <= self.width):
                self.leave("stands beside the board, and is left out", f"an edge at row {r}, column {c}")
            elif style in _DASHED:
                self.leave("is dashed, and is left out", f"an edge at row {r}, column {c}")
            else:
                self.walls.add(wall)
        yield from ()

    def removed(self, given: Any) -> Iterator[Symbol]:
        """Read lines of the grid that are not drawn, which says nothing in most puzzles."""
        for index, _ in self.entries(given):
            r, c, down, right = self.ends(index, 1, 1, "removed edge")
            wall = between_crossings(r, c, right)
            if "removed" not in self.legend.kinds or not self.inside(max(wall[0], 1), max(wall[1], 1)):
                self.leave("is removed from the grid, which says nothing", f"an edge at row {r}, column {c}")
            elif (down, right) not in ((0, 1), (1, 0)):
                self.refuse("a removed edge", r, c)
            else:
                yield term("removed", *at_edge(*wall))

    def caged(self, given: Any) -> Iterator[Symbol]:
        """Read the outlines of cages, whose parts join corners of cells: inside one, or across a border."""
        edges: dict[Wall, int] = {}
        for index, _ in self.entries(given):
            numbers = [number_in(part) or 0 for part in index.split(",")]
            (one, *_, other) = (divmod(number, 4) for number in (numbers[0], numbers[-1]))
            if one[0] != other[0]:
                continue  # it goes on in the next cell
            kind, r, c = self.place(one[0])
            sides = {
                (0, 1): (r - 1, c, "down"),
                (2, 3): (r, c, "down"),
                (0, 2): (r, c - 1, "right"),
                (1, 3): (r, c, "right"),
            }
            side = sides.get((min(one[1], other[1]), max(one[1], other[1])))
            if side is None or kind != 1 or not self.inside(r, c):
                self.refuse("a part of a cage", r, c)
            edges[side] = edges.get(side, 0) + 1
        found, wrong = cages(self.height, self.width, edges, self.holes)
        if wrong:
            self.refuse("the outline of a cage that is not closed", *wrong[:2])
        yield from (term("cage", *cell, k) for cell, k in found.items())

    def cells(self, indices: Any, what: str) -> list[Cell]:
        """Give the cells of a thing that goes through several."""
        found = [self.place(index) for index in self.listed(indices)]
        if not found or any(kind or not self.inside(r, c) for kind, r, c in found):
            self.fail(f"it holds what is not read: {what} outside the board")
        return [(r, c) for _, r, c in found]

    def killer(self, given: Any) -> Iterator[Symbol]:
        """Read cages that are listed by their cells, unless their outlines are drawn."""
        areas = [] if self.here.get("C") else sorted(sorted(self.cells(cage, "a cage")) for cage in self.listed(given))
        yield from (term("cage", *cell, k) for k, area in enumerate(areas, 1) for cell in area)

    def chains(self, given: Any, name: str) -> Iterator[Symbol]:
        """Read what goes from cell to cell: a thermometer from its bulb, an arrow from its circle."""
        for number, indices in enumerate(self.listed(given), 1):
            for k, cell in enumerate(self.cells(indices, name.replace("_", " ")), 1):
                yield term(name, number, k, *cell)


def _sign(name: str) -> Symbol:
    """Give what a symbol is in a drawing term: its name, or a text."""
    return term(name) if name.isidentifier() and len(name) > 1 else symbol_of(name)

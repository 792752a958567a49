"""Boards in addresses of Penpa-edit: ``https://HOST/penpa-edit/#m=edit&p=BOARD``.

BOARD is text, deflated and to the base 64.  Its first line says the kind of
grid, the number of its columns and its rows, and how it is turned; the second
how many of them are margins; the fourth is an object with what is drawn, by
the index of its place; the sixth are the cells that there are.  Keys are
shortened to z and a letter, a z in a text is written zZ.

Only what has a drawing term is read, from square grids; anything else is an
error that names it.  What the address does not say is which puzzle it is.
"""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterator
from typing import Any, NoReturn
from urllib.parse import unquote

from clingo import Symbol

from ..draw.symbols import GLYPHS, SHADES
from ..errors import InstanceError, UsageError
from ..solve.problem import Problem
from ..words import shortened
from .areas import Wall, regions
from .meaning import Content, Source
from .pieces import fail_at
from .pieces.body import UNKNOWN
from .pieces.places import borders
from .puzzlink import inner
from .symbols import PENPA_ARROWS, PENPA_COLOURS, PENPA_SYMBOLS
from .terms import MAX_CELLS, number_in, symbol_in, term

_ADDRESS = re.compile(r"(?:https?://)?[\w.:-]+/(?:[\w.-]+/)*penpa-edit/?(?:index\.html)?[?#]", re.IGNORECASE)
_MOST = 8_000_000  # characters of a board
_HINT = "Copy the whole address."

# What Penpa-edit calls what is drawn, by the key that is written; no term is there for most of it.
_KEYS = {
    "S": "surface", "N": "number", "Y": "symbol", "L": "line", "E": "edge", "W": "wall", "C": "cage",
    "1": "small numbers", "F": "free line", "2": "free edge", "T": "thermometer", "3": "arrow", "D": "direction",
    "0": "frame", "5": "polygon", "4": "removed edge", "6": "killer cage", "7": "thermometer without bulb",
}  # fmt: skip
_SAYS_NOTHING = ("R", "U", "8")  # what was done, to be undone
_LAYERS = {4: "answer", 14: "choice of colours"}  # by the number of their line

_SOLID = (1, 2, 3, 4, 5, 8, 9, 21)  # lines that are not dashed
_PLACES = {1: "corner", 2: "down", 3: "right"}  # what a place beyond the cells is called


def matches(text: str) -> bool:
    """Whether a text is an address of Penpa-edit."""
    return bool(_ADDRESS.match(inner(text)))


def read(source: Source) -> Content:
    """Read an address; raises InstanceError for one that is not whole, and for what no drawing term says."""
    text = source.text.strip()
    lines = unpack(text, source.name)
    content = source.meaning(_Board(source.name, lines).terms())
    unread = (what for k, what in _LAYERS.items() if re.search(r"z[^RU8_]:[\[{][^\]}]", "".join(lines[k : k + 1])))
    warnings = (f"{shortened(source.name)}: its {what} is not read" for what in unread)
    return content._replace(warnings=(*content.warnings, *warnings))


def write(problem: Problem) -> NoReturn:
    """Boards are not written for Penpa-edit."""
    raise UsageError("boards cannot be written as penpa", "Use --to url or --to text.")


def unpack(text: str, name: str) -> list[str]:
    """Give the lines of the board in an address; raises InstanceError with the position of what cannot be."""
    start = _ADDRESS.match(text)
    if start is None:
        fail_at(
            name, 0, "this is no address of Penpa-edit", "Expected https://HOST/penpa-edit/#m=edit&p= and the board."
        )
    found = re.compile(r"(?:[^&]*&)*?p=([^&]*)").match(text, start.end())
    if found is None:
        fail_at(name, start.end(), "expected m=edit&p= and the board", _HINT)
    data = unquote(found[1])
    plain = re.match(r"[A-Za-z0-9+/]*={0,2}", data)
    if plain is None or plain.end() < len(data):
        end = plain.end() if plain else 0
        fail_at(name, found.start(1) + end, f"unexpected character {data[end]!r}", _HINT)
    if not data or len(data) % 4:
        fail_at(name, found.end(1), "the address ends too soon", _HINT)
    inflate = zlib.decompressobj(-15)
    try:
        content = inflate.decompress(b64decode(data), _MOST)
    except zlib.error:
        fail_at(name, found.start(1), "the board cannot be unpacked", _HINT)
    if inflate.unconsumed_tail:
        raise InstanceError(f"{shortened(name)}: the board is too large")
    if not inflate.eof:
        fail_at(name, found.end(1), "the address ends too soon", _HINT)
    if inflate.unused_data:
        fail_at(name, found.end(1) - 1, "expected the end", _HINT)
    return content.decode("utf-8", "replace").split("\n")


def _expand(line: str) -> str:
    """Give JSON for what is written with short keys; they are called by their letters."""
    letters = {"Z": "z", "O": "null", "_": '"_"'} | {key: f'"{key}"' for key in (*_KEYS, *_SAYS_NOTHING)}
    return re.sub(r"z(.)", lambda found: letters.get(found[1], found[0]), line)


class _Board:
    """What the lines of a board say, in drawing terms."""

    def __init__(self, name: str, lines: list[str]) -> None:
        self.name = shortened(name)
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
        self.top, bottom, self.left, right = margins
        self.height: int = rows - self.top - bottom
        self.width: int = columns - self.left - right
        if self.height < 1 or self.width < 1 or rows * columns > MAX_CELLS:
            self.fail(f"a board of {rows} rows and {columns} columns cannot be")
        self.whole = (rows + 4, columns + 4)  # with two more on each side
        self.drawn = self.load(_expand(lines[3]))
        if not isinstance(self.drawn, dict):
            self.fail()
        self.check_cells(self.load(lines[5]) if len(lines) > 5 else [])

    def fail(self, message: str = "this is no board of Penpa-edit") -> NoReturn:
        raise InstanceError(f"{self.name}: {message}", "See docs/formats.md for what is read of Penpa-edit.")

    def refuse(self, what: str, r: int, c: int) -> NoReturn:
        self.fail(f"it holds what is not read: {what} at row {r}, column {c}")

    def load(self, line: str) -> Any:
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            self.fail()

    def check_cells(self, steps: Any) -> None:
        """Check that no cell is missing; ``steps`` lead from each to the next one."""
        first = (self.top + 2) * self.whole[1] + self.left + 2
        gap = self.whole[1] - self.width + 1
        row = [1] * (self.width - 1)
        if steps and steps != [first, *row, *([gap, *row] * (self.height - 1))]:
            self.fail("some of its cells are missing, which is not read")

    def place(self, index: str) -> tuple[int, int, int]:
        """Give the kind of a place (0: a cell), and its row and column, from 1 inside the margins."""
        number = number_in(index)
        rows, columns = self.whole
        if number is None or number >= 4 * rows * columns:
            self.fail(f"{index[:20]!r} is no place on the board")
        kind, rest = divmod(number, rows * columns)
        return kind, rest // columns - 1 - self.top, rest % columns - 1 - self.left

    def inside(self, r: int, c: int) -> bool:
        """Whether a cell is one of the board."""
        return 1 <= r <= self.height and 1 <= c <= self.width

    def terms(self) -> list[Symbol]:
        """Give the drawing terms; raises InstanceError for what none says."""
        parts: dict[str, Callable[[dict[str, Any]], Iterator[Symbol]]] = {
            "S": self.surfaces, "N": self.numbers, "Y": self.symbols, "L": self.lines, "E": self.edges,
        }  # fmt: skip
        found = [term("size", self.height, self.width)]
        for key, entries in self.drawn.items():
            if key in _SAYS_NOTHING or not entries:
                continue
            if key not in parts:
                self.fail(f"it holds what is not read: {_KEYS.get(key, str(key)[:20])}")
            if not isinstance(entries, dict):
                self.fail()
            found += parts[key](entries)
        return found

    def surfaces(self, entries: dict[str, Any]) -> Iterator[Symbol]:
        for index, colour in entries.items():
            kind, r, c = self.place(index)
            name = PENPA_COLOURS.get(colour) if isinstance(colour, int) else None
            if name not in SHADES or kind or not self.inside(r, c):
                self.refuse(f"surface {colour}", r, c)
            yield term("shade", r, c, name)

    def placed(self, entries: dict[str, Any]) -> Iterator[tuple[str, int, int, int, list[Any]]]:
        """Give entries of three values, each with its index, the kind of its place, and its row and column."""
        for index, entry in entries.items():
            if not (isinstance(entry, list) and len(entry) == 3):
                self.fail()
            yield index, *self.place(index), entry

    def numbers(self, entries: dict[str, Any]) -> Iterator[Symbol]:
        outside: dict[tuple[str, int], list[tuple[int, str]]] = {}
        surfaces = self.drawn.get("S")
        black = {index for index, k in surfaces.items() if k == 4} if isinstance(surfaces, dict) else ()
        for index, kind, r, c, entry in self.placed(entries):
            # What is blank in a circle is a number that is not known, but a black circle in a black cell is not seen.
            circled = entry[1] in (6, 11) or (entry[1] == 7 and index not in black)
            text, form = str(entry[0]).strip() or UNKNOWN * circled, entry[2]
            if text and not kind and form in ("1", "5", "6", "10") and not self.inside(r, c):
                line = self.line_beside(r, c)
                outside.setdefault(line, []).append((r if line[0] in ("top", "bottom") else c, text))
            elif text:
                yield from self.number(kind, r, c, text, form)
        several = any(len(found) > 1 for found in outside.values())
        for (side, k), found in outside.items():
            for place, (_, text) in enumerate(sorted(found), 1):
                if several:
                    yield term("clue", side, k, place, symbol_in(text))
                elif text != UNKNOWN:  # which says nothing, as in other addresses
                    yield term("clue", side, k, symbol_in(text))

    def number(self, kind: int, r: int, c: int, text: str, form: Any) -> Iterator[Symbol]:
        """Give the terms for a text in a cell or between cells."""
        way = re.fullmatch(r"(.+)_([0-3])", text)
        if kind and form in ("1", "5", "6") and self.inside(max(r, 1), max(c, 1)):
            yield term("between", r, c, _PLACES[kind], symbol_in(text))
        elif kind or not self.inside(r, c) or form not in ("1", "2", "4", "5", "6", "10") or (form == "2" and not way):
            self.refuse(f"number {text[:20]!r} of kind {form}", r, c)
        elif form == "4":
            yield from (term("mark", r, c, place, symbol_in(sign)) for place, sign in enumerate(text, 1))
        elif form == "2" and way:
            yield term("mark", r, c, symbol_in(way[1]))
            yield term("mark", r, c, PENPA_ARROWS[way[2]])
        else:
            yield term("mark", r, c, symbol_in(text))

    def line_beside(self, r: int, c: int) -> tuple[str, int]:
        """Give the side and the row or column that a place in the margins is beside."""
        if 1 <= c <= self.width and not 1 <= r <= self.height:
            return ("top" if r < 1 else "bottom"), c
        if 1 <= r <= self.height:
            return ("left" if c < 1 else "right"), r
        self.refuse("a number beyond a corner,", r, c)

    def symbols(self, entries: dict[str, Any]) -> Iterator[Symbol]:
        for _, kind, r, c, (style, name, _) in self.placed(entries):
            sign = PENPA_SYMBOLS.get(f"{name} {style}")
            if sign not in GLYPHS or not (self.inside(max(r, 1), max(c, 1)) if kind else self.inside(r, c)):
                self.refuse(f"symbol {str(name)[:20]} {str(style)[:20]}", r, c)
            yield term("between", r, c, _PLACES[kind], sign) if kind else term("mark", r, c, sign)

    def pair(self, index: str, style: Any, kind: int, what: str) -> tuple[int, int, str]:
        """Give the upper or left one of the two neighbours that a line joins, and where the other one lies."""
        ends = sorted(self.place(end) for end in index.split(","))
        if style not in _SOLID or len(ends) != 2 or any(end[0] != kind for end in ends):
            self.fail(f"it holds what is not read: {what} {index[:20]!r} of kind {style}")
        (_, r, c), (_, y, x) = ends
        if (y - r, x - c) not in ((0, 1), (1, 0)):
            self.fail(f"it holds what is not read: {what} {index[:20]!r}, which joins no neighbours")
        return r, c, "right" if r == y else "down"

    def lines(self, entries: dict[str, Any]) -> Iterator[Symbol]:
        for index, style in entries.items():
            r, c, way = self.pair(index, style, 0, "line")
            if not (self.inside(r, c) and self.inside(r + (way == "down"), c + (way == "right"))):
                self.refuse("a line outside the board,", r, c)
            yield term("line", r, c, way, "any")

    def edges(self, entries: dict[str, Any]) -> Iterator[Symbol]:
        """Give the walls, and the regions that they part; the outline of the board says nothing."""
        walls: set[Wall] = set()
        for index, style in entries.items():
            # From one crossing to the next: below a cell of row r, or right of one of column c.
            r, c, way = self.pair(index, style, 1, "edge")
            wall = (r, c + 1, "down") if way == "right" else (r + 1, c, "right")
            if not (0 <= r <= wall[0] <= self.height and 0 <= c <= wall[1] <= self.width):
                self.refuse("an edge outside the board,", r, c)
            walls.add(wall)
        inside = borders(self.height, self.width).index
        walls = {wall for wall in walls if inside(wall) is not None}
        yield from (term("wall", *wall) for wall in sorted(walls))
        if walls:
            yield from regions(self.height, self.width, walls)

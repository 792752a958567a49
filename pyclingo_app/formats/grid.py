"""Boards on a grid of lines: what stands on the borders of cells, and in the cells between them."""

from collections.abc import Container, Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from ..draw.pen import HOLE
from .areas import Wall, beyond, cages, regions
from .backwards import CROSS
from .lines import LINES
from .rows import add_columns
from .sheet import Sheet
from .tokens import Line, Token, columns_of, tokens_of

# What a line of borders begins with, its first corner: in an outline, and without one.
_OUTLINED = frozenset("+┏┣┃┠┗")
_OPEN = frozenset("+•╺╸━╻┏┓┳╹┗┛┻┃┣┫╋")
_CORNERS = frozenset("+-|•" + "".join(map(chr, range(0x2500, 0x2580))))
_DASHES = frozenset("-━")
# What outlines cages, beside a cell and above it: a wall or none, and of how many cages the outline is.
_CAGED = {sign: (wall, count) for signs, wall, count in (("┆┄!~", 0, 2), ("┇┅&", 1, 2), ("┊┈;,", 0, 1), ("┋┉%", 1, 1))
          for sign in signs}  # fmt: skip
_ARMS = "-─=═"

# What the sign of a border says: a wall, and how many lines cross it.
_UPRIGHT = {"|": (1, 0), "┃": (1, 0), "-": (0, 1), "─": (0, 1), "=": (0, 2), "═": (0, 2), "+": (1, 1), "╂": (1, 1),
            "*": (1, 2), "╬": (1, 2), ":": (0, 0), "│": (0, 0), "┼": (0, 1), "╪": (0, 2)}  # fmt: skip
_ACROSS = {"|": (0, 1), "│": (0, 1), ":": (0, 2), "║": (0, 2), "+": (1, 1), "┿": (1, 1), "*": (1, 2), "╬": (1, 2),
           "┼": (0, 1), "╫": (0, 2)}  # fmt: skip


class _Strip(NamedTuple):
    """A line of a grid by its display columns, behind a margin; ``offsets`` are the characters in which they begin."""

    line: Line
    columns: list[str]
    offsets: list[int]
    margin: int

    def around(self, total: int) -> tuple[list[Token], list[Token]]:
        """Give what stands before the margin, and what behind so many columns."""
        tokens = tokens_of(self.line)
        right = [token for token in tokens if token.left >= self.margin + total]
        return [token for token in tokens if token.right <= self.margin], right

    def behind(self, columns: tuple[int, int]) -> str:
        """Give what stands in the column behind some, a blank at the end of a line."""
        return [*self.columns, " "][min(columns[1], len(self.columns))]

    def token(self, start: int, end: int, fill: str = " ") -> Token:
        """Give what stands in some columns, without what fills them at both sides."""
        text = "".join(self.columns[start:end])
        before = len(text) - len(text.lstrip(fill))
        first = self.offsets[min(start, len(self.offsets) - 1)] + before
        left = self.margin + start
        return Token(text.strip(fill), self.line.number, first + 1, left, left + end - start)


class _Layout(NamedTuple):
    """How a grid is laid out: rows and columns, and the widths of a cell and of a border beside it."""

    height: int
    width: int
    cell: int
    seam: int

    def at(self, c: int) -> tuple[int, int]:
        """Give the first column of cell ``c``, counted from 0, and the one behind it."""
        start = self.seam + c * (self.cell + self.seam)
        return start, start + self.cell

    def beside(self, c: int) -> tuple[int, int]:
        """Give the columns of the border left of cell ``c``."""
        start = c * (self.cell + self.seam)
        return start, start + self.seam


class _Border(NamedTuple):
    """What stands on a border: a wall, the outline of so many cages, the strokes of a line across it, and a text."""

    token: Token
    wall: bool
    cages: int
    strokes: int
    text: str


def is_grid(sheet: Sheet) -> bool:
    """Whether there is a line of borders above each row and below the last one."""
    lines = sheet.lines
    first = _first(sheet)
    ascii_lines = first is not None and lines[first].text.lstrip()[0] == "+" and "line" in sheet.legend.kinds
    if first is None or not ascii_lines or not _is_closed(sheet):
        return first is not None
    # In ASCII rows with lines in them, too, may begin with a corner; a line of joints is below these.
    return first + 1 < len(lines) and not set(lines[first + 1].text) <= set(" |:x")


def read_grid(sheet: Sheet) -> None:
    """Read a grid, and what stands around it."""
    first, starts = _first(sheet) or 0, _OUTLINED if _is_closed(sheet) else _OPEN
    ends = [k for k, line in enumerate(sheet.lines) if k > first and _begins(sheet, line, starts)]
    last = max((k for k in ends if (k - first) % 2 == 0), default=len(sheet.lines) - 1)
    body = sheet.lines[first : last + 1]
    if len(body) % 2 == 0 or len(body) < 3:
        sheet.fail(body[-1].number, 1, "expected a line of borders above and below each row")
    strips = [_strip(line, len(body[0].text) - len(body[0].text.lstrip())) for line in body]
    layout = _layout(sheet, strips)
    sheet.drawn = sheet.walled = True
    sheet.size(layout.height, layout.width)
    for r, strip in enumerate(strips[1::2], 1) if sheet.holed else ():
        sheet.holes |= {(r, c + 1) for c in range(layout.width) if strip.token(*layout.at(c)).text == HOLE}
    borders = {place: border for r in range(layout.height + 1) for place, border in _borders(sheet, strips, layout, r)}
    if "area" in sheet.legend.kinds:
        inside = {place for place, border in borders.items() if border.wall and _is_inside(sheet, layout, place)}
        sheet.terms |= dict.fromkeys(regions(layout.height, layout.width, inside, sheet.holes))
    _add_cages(sheet, layout, borders)
    for token in (t for strip in strips[::2] for t in strip.around(layout.beside(layout.width)[1])[1]):
        sheet.refuse(token, "nothing can stand beside a line of borders")
    passing = LINES if "line" in sheet.legend.kinds else ()
    for r, strip in enumerate(strips[1::2], 1):
        for c in range(layout.width):
            token = strip.token(*layout.at(c), fill=" " + _ARMS if "line" in sheet.legend.kinds else " ")
            if token.text not in passing or token.text in sheet.legend.cells.texts:
                sheet.cell(token, r, c + 1)
        left, right = strip.around(layout.beside(layout.width)[1])
        sheet.clues("left", r, left)
        sheet.clues("right", r, right)
    cells = [strips[1].token(*layout.at(c)) for c in range(layout.width)]
    add_columns(sheet, "top", list(map(tokens_of, sheet.lines[:first])), cells)
    add_columns(sheet, "bottom", list(map(tokens_of, sheet.lines[last + 1 :])), cells)


def _first(sheet: Sheet) -> int | None:
    starts = "+┏" if _is_closed(sheet) else _OPEN
    return next((k for k, line in enumerate(sheet.lines) if _begins(sheet, line, starts)), None)


def _begins(sheet: Sheet, line: Line, starts: Container[str]) -> bool:
    """Whether a line begins with a corner, or with a text that stands there and the outline behind it."""
    text = line.text.lstrip()
    return text[0] in starts or ("corner" in sheet.legend.kinds and text[1:4] in ("---", "━━━"))


def _strip(line: Line, margin: int) -> _Strip:
    columns = columns_of(line.text)
    offsets = list(accumulate(map(len, columns), initial=0))
    return _Strip(line, columns[margin:], offsets[margin:] or offsets[-1:], margin)


def _layout(sheet: Sheet, strips: list[_Strip]) -> _Layout:
    """Find how wide cells and borders are; raises InstanceError for the first line that has others."""
    length = len(strips[0].columns)
    for strip in strips[2::2] if _is_closed(sheet) else ():
        if len(strip.columns) != length:
            message = f"this line takes {len(strip.columns)} columns, but the first one {length}"
            sheet.fail(strip.line.number, 1, message)
    # A text that cannot stand in a cell is told when the cell is read.
    layout = _search(sheet, strips, known=True) or _search(sheet, strips, known=False)
    if layout is None:
        first = _search(sheet, strips[:3], known=False)
        wrong = next((k for k in range(3, len(strips)) if first and not _fits(sheet, strips[k], first, k, False)), 1)
        cells = f"{first.width} cells of equal width, as in the first row" if first else "cells of equal width"
        sheet.fail(strips[wrong].line.number, 1, f"expected {cells}, each with its border in one column")
    return layout


def _search(sheet: Sheet, strips: list[_Strip], known: bool) -> _Layout | None:
    """Find the narrowest borders and cells, of three columns or more unless someone typed them, that fit all lines."""
    length, height = len(strips[0].columns), len(strips) // 2
    # Blanks at the end of a line are left out.
    totals = [(seam, total) for seam in range(1, 5) for total in range(length, length + seam)]
    found = (
        _Layout(height, width, (total - (width + 1) * seam) // width, seam)
        for drawn in (True, False)
        for seam, total in totals
        for width in range((total - seam) // (seam + (3 if drawn else 1)), 0, -1)
        if (total - seam) % width == 0
    )
    return next(
        (layout for layout in found if all(_fits(sheet, strip, layout, k, known) for k, strip in enumerate(strips))),
        None,
    )


def _fits(sheet: Sheet, strip: _Strip, layout: _Layout, k: int, known: bool) -> bool:
    """Whether each cell and each border in line ``k`` is one text, in cells ``known``, and in an outline not blank."""
    framed = _is_closed(sheet)
    for c in range(layout.width):
        text = "".join(strip.columns[slice(*layout.at(c))]).strip()
        if " " in text or (k % 2 and ((framed and not text) or (known and not _may_be_cell(sheet, text.strip(_ARMS))))):
            return False
    for c in range(layout.width + 1):
        token = strip.token(*layout.beside(c))
        text = token.text
        needed = c in (0, layout.width) if framed else k % 2 == 0
        sign = text.strip("".join(_corners(sheet)))
        if k % 2:
            border = _sign(sheet, token, "right")
            sign = border.text
            if border.cages and not border.strokes and strip.behind(layout.beside(c)) in _ARMS:
                return False  # a line that crosses the outline of a cage stands behind it
        if (needed and not text) or (sign and sign not in "x×" and not sheet.legend.borders.holds(sign)):
            return False
    return True


def _may_be_cell(sheet: Sheet, text: str) -> bool:
    """Whether a text may stand in a cell: what it may hold, or a line."""
    return ("line" in sheet.legend.kinds and text in LINES) or sheet.holds(text)


def _corners(sheet: Sheet) -> frozenset[str]:
    """The signs that say nothing at a corner."""
    return _CORNERS | _CAGED.keys() if "cage" in sheet.legend.kinds else _CORNERS


def _is_framed(sheet: Sheet) -> bool:
    """Whether an outline is drawn around a grid."""
    return sheet.legend.kinds.isdisjoint({"dots", "none"})


def _is_closed(sheet: Sheet) -> bool:
    """Whether the outline goes around all of a grid, which has no holes."""
    return _is_framed(sheet) and not sheet.holed


def _borders(sheet: Sheet, strips: list[_Strip], layout: _Layout, r: int) -> Iterator[tuple[Wall, _Border]]:
    """Add what stands on the borders right of and below the cells of row ``r``, and give what they are.

    Row and column 0 are those before the board.
    """
    for c in range(layout.width + 1):
        corner = strips[2 * r].token(*layout.beside(c))
        if not set(corner.text) <= _corners(sheet):
            sheet.border(corner, r, c, "corner")
        if c:
            yield (r, c, "down"), _border(sheet, strips[2 * r].token(*layout.at(c - 1)), layout, (r, c, "down"))
        if r:
            yield (r, c, "right"), _border(sheet, strips[2 * r - 1].token(*layout.beside(c)), layout, (r, c, "right"))


def _is_inside(sheet: Sheet, layout: _Layout, place: Wall) -> bool:
    """Whether a border lies between two cells."""
    r, c, way = place
    inside = bool(r and c) and (r < layout.height if way == "down" else c < layout.width)
    return inside and sheet.holes.isdisjoint({(r, c), beyond(place)})


def _border(sheet: Sheet, token: Token, layout: _Layout, place: Wall) -> _Border:
    """Add what stands on a border, outlines of cages left out, and give what it is."""
    border = _sign(sheet, token, place[2])
    r, c, way = place
    # The borders of the board are called by the cells inside.
    inner = (r or 1, c or 1, way if r and c else "left" if way == "right" else "up")
    if border.wall and (_is_inside(sheet, layout, place) or not _is_framed(sheet)):
        sheet.add(token, "wall", *inner)
    if border.strokes:
        sheet.add(token, "line", *inner, "any", *([2] if border.strokes == 2 else []))
    if border.text in ("x", "×") and CROSS in map(str, (shown for _, shown in sheet.legend.borders.named("×"))):
        sheet.add(token, "between", *inner, CROSS)
    elif border.text:
        sheet.border(token._replace(text=border.text), r, c, way)
    return border


def _add_cages(sheet: Sheet, layout: _Layout, borders: Mapping[Wall, _Border]) -> None:
    """Add the cages that are outlined; raises InstanceError for an outline that is not closed."""
    edges = {place: border.cages for place, border in borders.items() if border.cages}
    found, wrong = cages(layout.height, layout.width, edges, sheet.holes) if edges else ({}, None)
    if wrong:
        hint = "Draw it around all cells of a cage, by one sign between two cages and another beside one."
        sheet.refuse(borders[wrong].token, "the outline of a cage does not fit here", f"{hint} See docs/formats.md.")
    for (r, c), k in found.items():
        sheet.add(None, "cage", r, c, k)


def _sign(sheet: Sheet, token: Token, way: str) -> _Border:
    """Tell what stands on a border."""
    text = token.text
    caged = _CAGED.get(text[:1]) if "cage" in sheet.legend.kinds else None
    wall, count = caged or (0, 0)
    if way == "down":
        core = text.strip(text[0]) if caged else text.strip("-━.─")
        also, strokes = _ACROSS.get(core[:1], (text[:1] in _DASHES, 0)) if text else (0, 0)
        return _Border(token, bool(wall or also), count, strokes, core[1:] if core[:1] in _ACROSS else core)
    text = text[1:] if caged else text
    if text and not text.strip(text[0]) and text[0] in _ARMS:
        text = text[0]
    also, strokes = _UPRIGHT.get(text[:1], (0, 0))
    return _Border(token, bool(wall or also), count, strokes, text[1:] if text[:1] in _UPRIGHT else text)

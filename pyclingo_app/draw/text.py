"""Boards as text: ASCII, Unicode or emoji, with or without terminal colours.

A board without borders is drawn with one space between its cells, as people
type boards; borders (regions, texts between cells, or tiles with numbers at their
sides) put it on a grid of lines.  All widths are display widths.  docs/formats.md
says how each term is drawn, for those who read it again.
"""

import re
from collections.abc import Iterator

from .board import BEARINGS, Board, Cell, splits, tiles
from .borders import Borders, corner_sign, has_joints, line_sign, needs_grid
from .pen import BLACK, FAINT, HOLE, Ink, Pen, centre, display_width, padding, small_text
from .symbols import FOCUS, GLYPHS, SHADES, side_colour, without_emoji

__all__ = ["display_width", "render_text", "text_width"]

# What stands around a board, and is seen to be outside only by an outline when it stands in cells, too.
_NUMBER = re.compile(r"[0-9?-]+")
_ESCAPES = re.compile(r"\x1b\[[\d;]*m")


def render_text(
    board: Board, style: str = "unicode", colour: bool = False, narrow: bool = False, numbered: bool = False
) -> str:
    """Draw a board as text, in the style ``ascii``, ``unicode`` or ``emoji``, without a final newline.

    ``colour`` adds terminal colours (ANSI, 256 colours).  In a ``narrow`` drawing a mark stands for a
    border that is pointed at, rather than brackets around it.  A board that is ``numbered`` has the numbers of
    its rows and columns around it, and is not to be read again.
    """
    board = without_emoji(board) if style == "ascii" else board
    return "\n".join(_Drawing(board, style, colour, narrow, numbered).lines())


def text_width(text: str) -> int:
    """How many columns of a terminal the widest line of a text takes, colours left out."""
    lines = [_ESCAPES.sub("", line) for line in text.splitlines()]
    return max((display_width(line) for line in lines), default=0)


class _Drawing:
    """A board in a style: how wide its cells are, and what stands in and between them."""

    def __init__(self, board: Board, style: str, colour: bool, narrow: bool, numbered: bool) -> None:
        self.board = board
        self.style = style
        self.pen = Pen(board, style, colour)
        self.signs = self.pen.signs
        self.borders = Borders(board, self.pen, narrow)
        self.split = splits(board)
        self.tiles = tiles(board)
        outlined = _inside_and_outside(board)
        self.grid = needs_grid(board, style) or (outlined and bool(board.lines or board.barred))
        self.joints = has_joints(board, style)
        squares = style == "emoji" and any(shade in SHADES for shade in board.shades.values())
        self.blank = " " if board.frame == "dots" else "⬜" if squares else self.signs.blank
        # How many lines a cell has.
        self.depth = 3 if self.tiles else 1
        self.side_width = max(
            (display_width(text) for side in board.sides.values() for text in side.values()), default=0
        )
        self.split_widths = [
            max((display_width(sides.get(side, "")) for sides in board.sides.values()), default=0)
            for side in ("bottom", "right")
        ]
        self.width = self._width()
        self.outlined = not self.grid and (outlined or self._is_column())
        self.gap = "" if not self.grid and self._is_close(squares) else " " * self.borders.seam
        self.margin = max((display_width(" ".join(texts)) for texts in board.clues["left"].values()), default=-1) + 1
        # How many columns the numbers of the rows take.
        self.digits = max((len(str(r)) for r in board.rows), default=1)
        self.aside = self.digits + (2 if board.clues["left"] else 1) if numbered else 0
        # What has no mark, line or pointer is drawn once for each shade.
        self._plain: dict[tuple[str | None, bool], str] = {}

    def _width(self) -> int:
        """Give the columns that a cell takes."""
        board = self.board
        special = {*board.marks, *board.small, *board.shades, *board.empty, *(board.sides if not self.tiles else ())}
        texts = {self._content(cell)[0] for cell in special}
        if len(special) < board.height * board.width:
            texts.add(self.blank)
        for side in ("top", "bottom"):
            texts.update(text for clues in board.clues[side].values() for text in clues)
        inner = max(map(display_width, texts), default=1)
        if self.tiles:
            # A name stands in brackets between the numbers.
            named = any(any(board.marks.get(cell, ())) for cell in board.sides)
            return max(2 * self.side_width + max(inner, 1) + 2 * named, 3)
        between = (display_width(text) for place, text in self.borders.texts.items() if place[2] == "down")
        return max(inner, *between, 1) + 2 if self.grid or board.points else inner

    def _is_close(self, squares: bool) -> bool:
        """Whether cells touch: where brackets part them, and squares if all that stands among them is as wide."""
        board = self.board
        if board.lines or board.barred or board.edges or self.outlined or not (squares or board.focus):
            return False
        cells = (self._content(cell)[0] for cell in (*board.marks, *board.small, *board.empty, *board.sides))
        clues = (text for side in ("top", "bottom") for texts in board.clues[side].values() for text in texts)
        return bool(board.focus) or (
            all(len(text) == 1 and display_width(text) == 2 for text in cells)
            and all(display_width(text) < self.width for text in clues)
        )

    def _is_column(self) -> bool:
        """Whether a board is one column of longer texts, which would look like rows of more cells."""
        texts = (self._content(cell)[0] for cell in (*self.board.marks, *self.board.small, *self.board.sides))
        return self.board.width == 1 and not self.board.lines and any(len(text) > 1 for text in texts)

    def lines(self) -> list[str]:
        """Give the lines of the board with the clues around it."""
        if self.board.frame == "table":
            from .table import table_lines

            return [*table_lines(self.board, self.pen, self._content, bool(self.aside)), *self._below()]
        lines = []
        for r in self.board.rows:
            if self.grid:
                lines.append(self._beside(None, self._border_line(r)))
            elif self.joints and r > self.board.rows.start:
                lines.append(self._beside(None, self._joints(r)))
            for k in range(self.depth):
                lines.append(self._beside(r if k == self.depth // 2 else None, self._row(r, k)))
        if self.grid:
            lines.append(self._beside(None, self._border_line(self.board.rows.stop)))
        if self.outlined:
            lines = [self._beside(None, self._outline(top=True)), *lines, self._beside(None, self._outline(top=False))]
        return [*self._numbers(), *self._clues("top"), *lines, *self._clues("bottom"), *self._below()]

    def _below(self) -> Iterator[str]:
        """What stands below the board and its clues, if anything does."""
        board = self.board
        if any((board.arrows, board.thermometers, board.segments, board.bank, board.notes)):
            from .beside import text_lines

            yield from text_lines(board, self.pen)

    def _row(self, r: int, k: int) -> str:
        """Line ``k`` of a row of cells."""
        cells = self.board.columns
        line = "".join(self._left(r, c) + self._cell((r, c), k) for c in cells) + self._left(r, cells.stop)
        if self.outlined:
            bar = corner_sign(self.style, 2, 2, 0, 0)
            return f"{bar} {line} {bar}"
        if self.grid and not _ESCAPES.sub("", line).strip():
            # Within the frame ``dots``: an empty line would part two boards.
            blank = self.pen.paint(centre(self.signs.blank, self.width), (FAINT, None))
            return self.gap + self.gap.join(blank for _ in cells)
        return line

    def _left(self, r: int, c: int) -> str:
        """What stands left of a cell."""
        if self.grid:
            return self.borders.upright(r, c)
        if c not in self.board.columns[1:]:
            return ""
        return self.borders.upright(r, c) if self.joints or self.board.lines else self.gap

    def _cell(self, cell: Cell, k: int) -> str:
        """Line ``k`` of a cell."""
        board = self.board
        if self.tiles:
            return self._tile_line(cell, k)
        filled = (board.marks, board.small, board.lines, board.focus, board.sides, board.holes)
        if any(cell in places for places in filled):
            text, ink = self._drawn(cell)
            if cell in board.focus or not self._says_shade(cell):
                return self.pen.paint(text, ink)
            # The sign of the colour is as one with what fills the cell.
            shade = SHADES[board.shades[cell]]
            before, sign, after = text.partition(getattr(shade, self.style))
            return self.pen.paint(before + sign, (shade.terminal, ink[1])) + self.pen.paint(after, ink)
        kind = board.shades.get(cell), cell in board.empty
        if kind not in self._plain:
            self._plain[kind] = self.pen.paint(*self._drawn(cell))
        return self._plain[kind]

    def _drawn(self, cell: Cell) -> tuple[str, Ink]:
        """A cell that is no tile, exactly as wide as all are, and its colours."""
        board = self.board
        text, ink = self._content(cell)
        arms = board.lines.get(cell, {})
        if arms and cell not in board.marks and cell not in board.small and text == self.blank:
            text = line_sign(board, cell, self.style)
        if cell in board.focus:
            # Between brackets, in black on a light colour.
            brackets, _, background, _ = FOCUS[board.focus[cell]]
            return brackets[0] + centre(text, self.width - 2) + brackets[1], (BLACK, background)
        if arms:
            stroke = self.signs.upright[0]
            left, right = (stroke[(side in arms) + ((*cell, side) in board.double)] for side in ("left", "right"))
            before, after = padding(text, self.width, left, right)
            colour = self.pen.palette[next(iter(arms.values()))][0]
            return before + text + after, ink if ink[1] is not None else (colour, None)
        marked = cell in board.marks or cell in board.small or cell in board.sides
        filled = cell in board.shades and not marked and self.style != "emoji"
        if filled and len(text) == 1 and text not in (".", self.blank):
            return text * self.width, ink
        return centre(text, self.width), ink

    def _content(self, cell: Cell) -> tuple[str, Ink]:
        """What stands in a cell, lines and tiles left out, and its colours; small texts stand before a colon."""
        text, ink = self._inside(cell)
        signs = map(self.pen.sign, self.board.small.get(cell, ()))
        return (f"{small_text(signs)}:{text}" if cell in self.board.small else text), ink

    def _inside(self, cell: Cell) -> tuple[str, Ink]:
        """What stands in a cell besides small texts, and its colours."""
        board = self.board
        if cell in board.holes:
            return HOLE, (FAINT, None)
        shade = SHADES.get(board.shades.get(cell, ""))
        background = self.pen.palette[board.shades[cell]][0] if cell in board.shades else None
        marks = board.marks.get(cell, [])
        aside = "" if cell not in board.sides else self._split(cell) if self.split else self._bearings(cell)
        if marks or aside:
            text = aside + self._signs(cell, marks)
            if text and shade and self._says_shade(cell):
                text = getattr(shade, self.style) + text
            ink = None if cell not in board.shades else self.pen.ink(self.pen.palette[board.shades[cell]])
            glyphs = [GLYPHS[mark] for mark in marks if mark in GLYPHS]
            return text, (next((glyph.colour for glyph in glyphs if glyph.colour is not None), ink), background)
        if cell in board.empty and cell not in board.lines:
            return self.signs.cross, (FAINT, background)
        if shade:
            sign = getattr(shade, self.style)
            sign = self.blank if sign == self.signs.blank else sign
            return sign, (None, None) if self.style == "emoji" else (shade.terminal, background)
        return self.blank, (None if self.blank in " ⬜" else FAINT, background)

    def _says_shade(self, cell: Cell) -> bool:
        """Whether the sign of its colour stands before the marks of a cell: no empty cell has it, no mark names it."""
        shade, marks = self.board.shades.get(cell, ""), self.board.marks.get(cell, ())
        says_more = shade in SHADES and SHADES[shade].ascii != "." and shade not in marks
        return says_more and cell not in self.board.sides and any(marks)

    def _signs(self, cell: Cell, marks: list[str]) -> str:
        """The signs of the marks of a cell side by side; in a list, commas part what has more than one."""
        signs = [self.pen.sign(mark) for mark in marks]
        if cell not in self.board.several or all(len(sign) == 1 for sign in signs):
            return "".join(signs)
        return ",".join(signs) + "," * (len(signs) == 1)

    def _split(self, cell: Cell) -> str:
        """The numbers of a cell that a diagonal splits, before and behind it, the diagonals below each other."""
        before, after = (self.board.sides[cell].get(side, "") for side in ("bottom", "right"))
        left, right = (" " * (w - display_width(t)) for w, t in zip(self.split_widths, (before, after), strict=True))
        return left + before + self.signs.falling + after + right

    def _bearings(self, cell: Cell) -> str:
        """The texts of a cell to which it points, each behind its arrow."""
        sides = self.board.sides[cell]
        return "".join(self.pen.sign(arrow) + sides[to] for to, arrow in BEARINGS.items() if to in sides)

    def _tile_line(self, cell: Cell, k: int) -> str:
        """Line ``k`` of a tile with its numbers at its four sides, between the diagonals."""
        board, signs = self.board, self.signs
        sides = board.sides.get(cell)
        pointer = FOCUS[board.focus[cell]][1] if cell in board.focus else ""
        content = self._content(cell)[0]
        if not sides:
            text = pointer or (content if cell in board.marks else "")
            return centre(text if k == 1 else "", self.width)

        def number(side: str, room: int) -> str:
            text = sides.get(side, "")
            before, after = padding(text, room)
            colour = side_colour(text)
            return before + (self.pen.paint(text, (self.pen.ink(colour), colour[0])) if text else "") + after

        if k == 1:
            middle = f"[{content}]" if any(board.marks.get(cell, [])) else pointer or signs.crossing
            middle = centre(middle, self.width - 2 * self.side_width)
            return number("left", self.side_width) + middle + number("right", self.side_width)
        if k == 0:
            return signs.falling + number("top", self.width - 2) + signs.rising
        return signs.rising + number("bottom", self.width - 2) + signs.falling

    def _border_line(self, r: int) -> str:
        """The line above row r of a grid, with its corners."""
        columns, corner, across = self.board.columns, self.borders.corner, self.borders.across
        return "".join(corner(r, c) + across(r, c, self.width) for c in columns) + corner(r, columns.stop)

    def _joints(self, r: int) -> str:
        """The line between two rows without borders."""
        return self.gap.join(self.borders.across(r, c, self.width) for c in self.board.columns).rstrip()

    def _outline(self, top: bool) -> str:
        """The outline of a board without other borders, above or below it."""
        inside = self.board.width * (self.width + 1) + 1
        up, down = (0, 2) if top else (2, 0)
        left, right = corner_sign(self.style, up, down, 0, 2), corner_sign(self.style, up, down, 2, 0)
        return left + corner_sign(self.style, 0, 0, 2, 2) * inside + right

    def _beside(self, r: int | None, line: str) -> str:
        """Add the clues beside row r to a line, where one stands in it."""
        beside = [] if r is None else [self.board.clues[side].get(r, []) for side in ("left", "right")]
        before, after = map(" ".join, beside or ([], []))
        if self.margin:
            line = " " * (self.margin - 1 - display_width(before)) + before + " " + line
        if self.aside:
            number = ("" if r is None else str(r)).rjust(self.digits).ljust(self.aside)
            line = (number if r is None else self.pen.paint(number, (FAINT, None))) + line
        return (f"{line} {after}" if after else line).rstrip()

    def _clues(self, side: str) -> list[str]:
        """Give the lines with the clues above or below the board."""
        clues = self.board.clues[side]
        height = max(map(len, clues.values()), default=0)
        columns = []
        for c in self.board.columns:
            texts = clues.get(c, [])
            missing = [""] * (height - len(texts))
            columns.append(missing + texts if side == "top" else texts + missing)
        return self._above(columns)

    def _above(self, columns: list[list[str]]) -> list[str]:
        """Give the lines with the texts above or below each column."""
        start = " " * (self.aside + self.margin) + (self.gap if self.grid else "  " if self.outlined else "")
        rows = ([centre(text, self.width) for text in row] for row in zip(*columns, strict=True))
        return [(start + self.gap.join(row)).rstrip() for row in rows]

    def _numbers(self) -> list[str]:
        """Give the lines with the numbers of the columns: of one digit in each where they do not fit in one."""
        if not self.aside or not self.board.width:
            return []
        texts = [str(c) for c in self.board.columns]
        longest = max(map(len, texts))
        digits = [[*text.rjust(longest)] for text in texts]
        lines = self._above([[text] for text in texts] if longest <= self.width else digits)
        return [self.pen.paint(line, (FAINT, None)) for line in lines]


def _inside_and_outside(board: Board) -> bool:
    """Whether texts of a kind, numbers or others, stand both in the cells and around the board."""
    around = [text for clues in board.clues.values() for texts in clues.values() for text in texts]
    if not around:
        return False
    marks = (*board.marks.values(), *board.small.values())
    inside = {mark for several in marks for mark in several if mark and mark not in GLYPHS}
    return (
        splits(board)
        or any(map(_NUMBER.fullmatch, inside))
        or (bool(inside) and not all(map(_NUMBER.fullmatch, around)))
    )

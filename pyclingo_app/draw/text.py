"""Boards as text: ASCII, Unicode or emoji, with or without terminal colours.

A board without borders is drawn with one space between its cells, as people
type boards; borders (regions, or tiles with numbers at their sides) put it on
a grid of lines.  All widths are display widths.
"""

from .board import Board, Cell
from .symbols import FOCUS, GLYPHS, SHADES, WIDTHS, colours, dark_ink, side_colour

# The box-drawing characters by their arms: up, down, left, right.
_LIGHT = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
_HEAVY = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
_LINE = "●╵╷│╴┘┐┤╶└┌├─┴┬┼"
_ASCII = " ++|++++++++-+++"
_ARMS = {"up": 1, "down": 2, "left": 4, "right": 8}

Ink = tuple[int | None, int | None]  # foreground and background in the 256 terminal colours
_FAINT = 243  # the dots of empty cells
_WHITE, _BLACK = 15, 16


def render_text(board: Board, style: str = "unicode", colour: bool = False) -> str:
    """Draw a board as text, in the style ``ascii``, ``unicode`` or ``emoji``, without a final newline.

    ``colour`` adds terminal colours (ANSI, 256 colours).
    """
    return "\n".join(_Drawing(board, style, colour).lines())


class _Drawing:
    """A board in a style: how wide its cells are, and what stands in and between them."""

    def __init__(self, board: Board, style: str, colour: bool) -> None:
        self.board = board
        self.style = style
        self.colour = colour
        self.palette = colours(board)
        self.ascii = style == "ascii"
        # A cross says that nothing is there: in an empty cell, and between cells that are not joined.
        signs = list(".-|x\\/X" if self.ascii else "·─│×╲╱╳")
        self.blank, self.across, self.down, self.cross, self.falling, self.rising, self.crossing = signs
        self.tiles = bool(board.sides)
        self.grid = bool(board.walls) or self.tiles
        squares = style == "emoji" and any(shade in SHADES for shade in board.shades.values())
        if squares:
            self.blank = "⬜"
        self.borders = _borders(board) if self.grid else set()
        mixed = any(_says_more(board, cell) for cell, marks in board.marks.items() if any(marks))
        close = (squares and not mixed) or (board.focus and not board.lines)
        self.gap = "" if close and not self.grid and not board.barred else " "
        # How many lines a cell has, and whether there are lines between the rows.
        self.depth = 3 if self.tiles else 1
        self.between = bool(board.barred) or (self.ascii and bool(board.lines))
        self.side_width = max(
            (display_width(text) for side in board.sides.values() for text in side.values()), default=0
        )
        self.width = self._width()
        self.margin = max((display_width(" ".join(texts)) for texts in board.clues["left"].values()), default=-1) + 1
        # What has no mark, line or pointer is drawn once for each shade.
        self._plain: dict[tuple[str | None, bool], str] = {}

    def _width(self) -> int:
        """Give the columns that a cell takes."""
        board = self.board
        special = {*board.marks, *board.shades, *board.empty}
        texts = {self._content(cell)[0] for cell in special}
        if len(special) < board.height * board.width:
            texts.add(self.blank)
        for side in ("top", "bottom"):
            texts.update(text for clues in board.clues[side].values() for text in clues)
        inner = max(map(display_width, texts), default=1)
        if self.tiles:
            return max(2 * self.side_width + max(inner, 1), 3)
        return inner + 2 if self.grid or board.focus else inner

    def lines(self) -> list[str]:
        """Give the lines of the board with the clues around it."""
        lines = []
        for r in range(1, self.board.height + 1):
            if self.grid:
                lines.append(self._beside(0, self._border_line(r)))
            elif self.between and r > 1:
                lines.append(self._beside(0, self._joints(r)))
            for k in range(self.depth):
                lines.append(self._beside(r if k == self.depth // 2 else 0, self._row(r, k)))
        if self.grid:
            lines.append(self._beside(0, self._border_line(self.board.height + 1)))
        return [*self._clues("top"), *lines, *self._clues("bottom")]

    def _row(self, r: int, k: int) -> str:
        """Line ``k`` of a row of cells."""
        parts = []
        for c in range(1, self.board.width + 1):
            parts += [self._left(r, c), self._cell((r, c), k)]
        return "".join([*parts, self._left(r, self.board.width + 1)])

    def _left(self, r: int, c: int) -> str:
        """What stands left of a cell."""
        if ("left", r, c) in self.borders:
            return "┃" if not self.ascii and not self.tiles else self.down
        inside = 1 < c <= self.board.width
        line = self.board.lines.get((r, c), {}).get("left")
        if line and inside:
            return self._paint(self.across, (self.palette[line][0], None))
        if inside and not self.tiles and (r, c, "left") in self.board.barred:
            return self._paint(self.cross, (_FAINT, None))
        return self.gap if inside or self.grid else ""

    def _cell(self, cell: Cell, k: int) -> str:
        """Line ``k`` of a cell."""
        board = self.board
        if self.tiles:
            return self._tile_line(cell, k)
        if cell in board.marks or cell in board.lines or cell in board.focus:
            return self._paint(*self._drawn(cell))
        kind = board.shades.get(cell), cell in board.empty
        if kind not in self._plain:
            self._plain[kind] = self._paint(*self._drawn(cell))
        return self._plain[kind]

    def _drawn(self, cell: Cell) -> tuple[str, Ink]:
        """A cell that is no tile, exactly as wide as all are, and its colours."""
        board = self.board
        text, ink = self._content(cell)
        arms = board.lines.get(cell, {})
        if arms and cell not in board.marks:
            text = self._box(sum(_ARMS[arm] for arm in arms), _LINE)
        if cell in board.focus:
            # Between brackets, in black on a light colour.
            brackets, _, background, _ = FOCUS[board.focus[cell]]
            return brackets[0] + _centre(text, self.width - 2) + brackets[1], (_BLACK, background)
        if arms:
            left, right = (self.across if side in arms else " " for side in ("left", "right"))
            before, after = _padding(text, self.width, left, right)
            colour = self.palette[next(iter(arms.values()))][0]
            return before + text + after, ink if ink[1] is not None else (colour, None)
        filled = cell in board.shades and cell not in board.marks and self.style != "emoji"
        if filled and len(text) == 1 and text != ".":
            return text * self.width, ink
        return _centre(text, self.width), ink

    def _content(self, cell: Cell) -> tuple[str, Ink]:
        """What stands in a cell, lines and tiles left out, and its colours."""
        board = self.board
        shade = SHADES.get(board.shades.get(cell, ""))
        background = self.palette[board.shades[cell]][0] if cell in board.shades else None
        marks = board.marks.get(cell, [])
        if marks:
            glyphs = [GLYPHS.get(mark) for mark in marks]
            text = "".join(getattr(g, self.style) if g else m for g, m in zip(glyphs, marks, strict=True))
            if self.ascii:
                text = text.encode("ascii", "backslashreplace").decode()
            if text and shade and _says_more(board, cell):
                text = getattr(shade, self.style) + text
            ink = None if background is None else _BLACK if dark_ink(board.shades[cell]) else _WHITE
            return text, (next((g.colour for g in glyphs if g and g.colour is not None), ink), background)
        if cell in board.empty and cell not in board.lines:
            return self.cross, (_FAINT, background)
        if shade:
            return getattr(shade, self.style), (None, None) if self.style == "emoji" else (shade.terminal, background)
        return self.blank, (None if self.blank == "⬜" else _FAINT, background)

    def _tile_line(self, cell: Cell, k: int) -> str:
        """Line ``k`` of a tile with its numbers at its four sides, between the diagonals."""
        board = self.board
        sides = board.sides.get(cell)
        pointer = FOCUS[board.focus[cell]][1] if cell in board.focus else ""
        content = self._content(cell)[0]
        if not sides:
            text = pointer or (content if cell in board.marks else "")
            return _centre(text if k == 1 else "", self.width)

        def number(side: str, room: int) -> str:
            text = sides.get(side, "")
            before, after = _padding(text, room)
            return before + (self._paint(text, (_WHITE, side_colour(text)[0])) if text else "") + after

        if k == 1:
            middle = content if any(board.marks.get(cell, [])) else pointer or self.crossing
            middle = _centre(middle, self.width - 2 * self.side_width)
            return number("left", self.side_width) + middle + number("right", self.side_width)
        if k == 0:
            return self.falling + number("top", self.width - 2) + self.rising
        return self.rising + number("bottom", self.width - 2) + self.falling

    def _border_line(self, r: int) -> str:
        """The line above row r of a grid, with its corners."""
        boxes = _LIGHT if self.tiles else _HEAVY
        parts = []
        for c in range(1, self.board.width + 2):
            borders = ("left", r - 1, c), ("left", r, c), ("above", r, c - 1), ("above", r, c)
            number = sum(arm for arm, border in zip(_ARMS.values(), borders, strict=True) if border in self.borders)
            parts.append(self._box(number, boxes))
            if c <= self.board.width:
                above = ("above", r, c) in self.borders
                parts.append(self._box(12, boxes) * self.width if above else self._joint(r, c))
        return "".join(parts)

    def _joints(self, r: int) -> str:
        """The line between two rows without borders."""
        return self.gap.join(self._joint(r, c) for c in range(1, self.board.width + 1)).rstrip()

    def _joint(self, r: int, c: int) -> str:
        """What stands above a cell without a border: where a line leads from it to the one above."""
        lines = self.board.lines
        line = lines.get((r - 1, c), {}).get("down") if self.grid else lines.get((r, c), {}).get("up")
        if line:
            return self._paint(_centre(self.down, self.width), (self.palette[line][0], None))
        if (r, c, "up") in self.board.barred:
            return self._paint(_centre(self.cross, self.width), (_FAINT, None))
        return " " * self.width

    def _beside(self, r: int, line: str) -> str:
        """Add the clues beside row r to a line."""
        before, after = (" ".join(self.board.clues[side].get(r, [])) for side in ("left", "right"))
        if self.margin:
            line = " " * (self.margin - 1 - display_width(before)) + before + " " + line
        return (f"{line} {after}" if after else line).rstrip()

    def _clues(self, side: str) -> list[str]:
        """Give the lines with the clues above or below the board."""
        clues = self.board.clues[side]
        height = max(map(len, clues.values()), default=0)
        columns = []
        for c in range(1, self.board.width + 1):
            texts = clues.get(c, [])
            missing = [""] * (height - len(texts))
            columns.append(missing + texts if side == "top" else texts + missing)
        start = " " * self.margin + (" " if self.grid else "")
        rows = ([_centre(text, self.width) for text in row] for row in zip(*columns, strict=True))
        return [(start + self.gap.join(row)).rstrip() for row in rows]

    def _box(self, arms: int, boxes: str) -> str:
        """The character whose arms make a number."""
        return (_ASCII if self.ascii else boxes)[arms]

    def _paint(self, text: str, ink: Ink) -> str:
        if not self.colour or ink == (None, None):
            return text
        codes = [f"{ground};5;{colour}" for ground, colour in zip((38, 48), ink, strict=True) if colour is not None]
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"


def display_width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    if text in WIDTHS:
        return WIDTHS[text]
    if len(text) == 1 and "\u2500" <= text <= "\u257f":  # box drawing
        return 1
    from wcwidth import wcswidth

    return max(wcswidth(text), 0)


def _padding(text: str, width: int, left: str = " ", right: str = " ") -> tuple[str, str]:
    missing = width - display_width(text)
    return left * (missing // 2), right * (missing - missing // 2)


def _centre(text: str, width: int) -> str:
    return text.join(_padding(text, width))


def _says_more(board: Board, cell: Cell) -> bool:
    """Whether a cell with marks is shaded in a colour that they do not tell: as no empty cell, nor named by them."""
    shade = board.shades.get(cell, "")
    return shade in SHADES and SHADES[shade].ascii != "." and shade not in board.marks.get(cell, ())


def _borders(board: Board) -> set[tuple[str, int, int]]:
    """The borders to draw: ("above", r, c) is above cell (r, c), ("left", r, c) left of it.

    Tiles have their own outlines, as they may lie apart; else it is the outline
    of the board and its walls.
    """
    borders = set()
    if board.sides:
        for r, c in {*board.sides, *board.marks, *board.shades}:
            borders |= {("above", r, c), ("above", r + 1, c), ("left", r, c), ("left", r, c + 1)}
    else:
        for c in range(1, board.width + 1):
            borders |= {("above", 1, c), ("above", board.height + 1, c)}
        for r in range(1, board.height + 1):
            borders |= {("left", r, 1), ("left", r, board.width + 1)}
    for r, c, direction in board.walls:
        if 1 <= r <= board.height and 1 <= c <= board.width:
            side, row, column = {
                "up": ("above", r, c), "down": ("above", r + 1, c), "left": ("left", r, c), "right": ("left", r, c + 1),
            }[direction]  # fmt: skip
            borders.add((side, row, column))
    return borders

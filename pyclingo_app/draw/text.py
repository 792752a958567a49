"""Boards as text: ASCII, Unicode or emoji, with or without terminal colours.

A board without borders is drawn with one space between its cells, as people
type boards; borders (regions, or tiles with numbers at their sides) put it on
a grid of lines.  All widths are display widths.
"""

from typing import NamedTuple

from .board import Board, Cell
from .symbols import FOCUS, GLYPHS, SHADES, WIDTHS, colours, dark_ink, side_colour

STYLES = ("ascii", "unicode", "emoji")

# The box-drawing characters by their arms: up, down, left, right.
_LIGHT = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
_HEAVY = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
_LINE = "●╵╷│╴┘┐┤╶└┌├─┴┬┼"
_ARMS = {"up": 1, "down": 2, "left": 4, "right": 8}

Ink = tuple[int | None, int | None]  # foreground and background in the 256 terminal colours
_NO_INK: Ink = (None, None)
_FAINT = 243  # the dots of empty cells
_WHITE, _BLACK = 15, 16


class _Style(NamedTuple):
    name: str
    colour: bool
    palette: dict[str, tuple[int, str]]


def render_text(board: Board, style: str = "unicode", colour: bool = False) -> str:
    """Draw a board as text in a style of :data:`STYLES`, without a final newline.

    ``colour`` adds terminal colours (ANSI, 256 colours).
    """
    pen = _Style(style, colour, colours(board))
    tiles = bool(board.sides)
    grid = bool(board.walls) or tiles
    squares = style == "emoji" and any(shade in SHADES for shade in board.shades.values())
    blank = "⬜" if squares else "." if style == "ascii" else "·"

    special = {*board.marks, *board.shades, *board.empty}
    texts = {_content(board, cell, pen, blank)[0] for cell in special}
    texts |= {blank} if len(special) < board.height * board.width else set()
    column_clues = [text for side in ("top", "bottom") for texts in board.clues[side].values() for text in texts]
    inner = max((display_width(text) for text in (*texts, *column_clues)), default=1)
    side_width = max((display_width(text) for texts in board.sides.values() for text in texts.values()), default=0)
    if tiles:
        inner = max(inner, 1)
        width = max(2 * side_width + inner, 3)
    elif grid or board.focus:
        width = inner + 2
    else:
        width = inner
    mixed = any(_says_more(board, cell) for cell, marks in board.marks.items() if any(marks))
    close = (squares and not mixed) or (board.focus and not board.lines)
    gap = "" if not grid and close and not board.barred else " "
    cell_lines = 3 if tiles else 1
    between = grid or bool(board.barred) or (style == "ascii" and bool(board.lines))

    # What has no mark, line or pointer is drawn once for each shade.
    plain: dict[tuple[str | None, bool], str] = {}

    def drawn(cell: Cell, k: int) -> str:
        if tiles or cell in board.marks or cell in board.lines or cell in board.focus:
            text, ink = _cell_line(board, cell, k, width, side_width, _content(board, cell, pen, blank), pen)
            return text if tiles else _paint(text, ink, pen)
        kind = board.shades.get(cell), cell in board.empty
        if kind not in plain:
            text, ink = _cell_line(board, cell, k, width, side_width, _content(board, cell, pen, blank), pen)
            plain[kind] = _paint(text, ink, pen)
        return plain[kind]

    borders = _borders(board) if grid else set()
    lines: list[str] = []
    nothing: dict[str, str] = {}
    for r in range(1, board.height + 1):
        if grid:
            lines.append(_border_line(board, borders, r, width, pen))
        elif between and r > 1:
            lines.append(_joints(board, r, width, gap, pen))
        for k in range(cell_lines):
            parts = []
            for c in range(1, board.width + 2):
                line = board.lines.get((r, c), nothing).get("left")
                if ("left", r, c) in borders:
                    parts.append("|" if style == "ascii" else "│" if tiles else "┃")
                elif line and c > 1:
                    parts.append(_paint("-" if style == "ascii" else "─", (pen.palette[line][0], None), pen))
                elif (r, c, "left") in board.barred and 1 < c <= board.width and not tiles:
                    parts.append(_paint(_cross(pen), (_FAINT, None), pen))
                elif 1 < c <= board.width or grid:
                    parts.append(" " if grid else gap)
                if c <= board.width:
                    parts.append(drawn((r, c), k))
            lines.append("".join(parts))
    if grid:
        lines.append(_border_line(board, borders, board.height + 1, width, pen))
    return "\n".join(_with_clues(board, lines, grid, between, cell_lines, width, gap, pen))


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


def _content(board: Board, cell: Cell, pen: _Style, blank: str) -> tuple[str, Ink]:
    """What stands in a cell, lines and tiles left out, and its colours."""
    shade = SHADES.get(board.shades.get(cell, ""))
    background = pen.palette[board.shades[cell]][0] if cell in board.shades else None
    marks = board.marks.get(cell, [])
    if marks:
        glyphs = [GLYPHS.get(mark) for mark in marks]
        text = "".join(getattr(g, pen.name) if g else m for g, m in zip(glyphs, marks, strict=True))
        if pen.name == "ascii":
            text = text.encode("ascii", "backslashreplace").decode()
        if text and shade and _says_more(board, cell):
            text = getattr(shade, pen.name) + text
        ink = None if background is None else _BLACK if dark_ink(board.shades[cell]) else _WHITE
        return text, (next((g.colour for g in glyphs if g and g.colour is not None), ink), background)
    if cell in board.empty and cell not in board.lines:
        return _cross(pen), (_FAINT, background)
    if shade:
        return getattr(shade, pen.name), (None, None) if pen.name == "emoji" else (shade.terminal, background)
    return blank, (None if blank == "⬜" else _FAINT, background)


def _says_more(board: Board, cell: Cell) -> bool:
    """Whether a cell with marks is shaded in a colour that they do not tell: as no empty cell, nor named by them."""
    shade = board.shades.get(cell, "")
    return shade in SHADES and SHADES[shade].ascii != "." and shade not in board.marks.get(cell, ())


def _cell_line(
    board: Board, cell: Cell, k: int, width: int, side_width: int, content: tuple[str, Ink], pen: _Style
) -> tuple[str, Ink]:
    """Line ``k`` of a cell, exactly ``width`` columns wide."""
    if board.sides:
        return _tile_line(board, cell, k, width, side_width, content, pen), _NO_INK
    if cell in board.focus:
        return _focused(board, cell, width, content, pen)
    text, ink = content
    arms = board.lines.get(cell, {})
    if not arms:
        shade = board.shades.get(cell)
        if shade and cell not in board.marks and pen.name != "emoji" and len(text) == 1 and text != ".":
            return text * width, ink
        return _centre(text, width), ink
    colour = next(iter(arms.values()))
    dash = "-" if pen.name == "ascii" else "─"
    if cell not in board.marks:
        text = _line_text(arms, pen)
    missing = width - display_width(text)
    left, right = missing // 2, missing - missing // 2
    text = (dash if "left" in arms else " ") * left + text + (dash if "right" in arms else " ") * right
    return text, ink if ink[1] is not None else (pen.palette[colour][0], None)


def _focused(board: Board, cell: Cell, width: int, content: tuple[str, Ink], pen: _Style) -> tuple[str, Ink]:
    """A cell that is pointed at, between brackets, in black on a light colour."""
    brackets, _, background, _ = FOCUS[board.focus[cell]]
    text, _ = content
    arms = board.lines.get(cell, {})
    if arms and cell not in board.marks:
        text = _line_text(arms, pen)
    return brackets[0] + _centre(text, width - 2) + brackets[1], (_BLACK, background)


def _line_text(arms: dict[str, str], pen: _Style) -> str:
    """The character for lines from the centre of a cell."""
    number = sum(_ARMS[arm] for arm in arms)
    return {3: "|", 12: "-"}.get(number, "+") if pen.name == "ascii" else _LINE[number]


def _tile_line(
    board: Board, cell: Cell, k: int, width: int, side_width: int, content: tuple[str, Ink], pen: _Style
) -> str:
    """Line ``k`` of a tile with its numbers at its four sides, between the diagonals."""
    sides = board.sides.get(cell)
    pointer = FOCUS[board.focus[cell]][1] if cell in board.focus else ""
    if not sides and pointer:
        return _centre(pointer if k == 1 else "", width)
    if not sides:
        return _centre(content[0] if k == 1 and cell in board.marks else "", width)
    falling, rising, cross = ("\\", "/", "X") if pen.name == "ascii" else ("╲", "╱", "╳")

    def number(side: str) -> str:
        text = sides.get(side, "")
        return _paint(text, (15, side_colour(text)[0]), pen) if text else ""

    def padding(side: str, room: int) -> tuple[str, str]:
        missing = room - display_width(sides.get(side, ""))
        return " " * (missing // 2), " " * (missing - missing // 2)

    if k == 1:
        room = width - 2 * side_width
        middle = content[0] if any(board.marks.get(cell, [])) else pointer or cross
        left, right = padding("left", side_width), padding("right", side_width)
        return left[0] + number("left") + left[1] + _centre(middle, room) + right[0] + number("right") + right[1]
    side = "top" if k == 0 else "bottom"
    before, after = padding(side, width - 2)
    first, last = (falling, rising) if k == 0 else (rising, falling)
    return first + before + number(side) + after + last


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
            borders.add(
                ("above", r + (direction == "down"), c)
                if direction in ("up", "down")
                else ("left", r, c + (direction == "right"))
            )
    return borders


def _border_line(board: Board, borders: set[tuple[str, int, int]], r: int, width: int, pen: _Style) -> str:
    """The line above row r of a grid, with its corners."""
    boxes, dash = (_LIGHT, "─") if board.sides else (_HEAVY, "━")
    parts = []
    for c in range(1, board.width + 2):
        number = (
            (("left", r - 1, c) in borders) * _ARMS["up"]
            + (("left", r, c) in borders) * _ARMS["down"]
            + (("above", r, c - 1) in borders) * _ARMS["left"]
            + (("above", r, c) in borders) * _ARMS["right"]
        )
        parts.append({0: " ", 3: "|", 12: "-"}.get(number, "+") if pen.name == "ascii" else boxes[number])
        if c > board.width:
            break
        line = board.lines.get((r - 1, c), {}).get("down")
        if ("above", r, c) in borders:
            parts.append(("-" if pen.name == "ascii" else dash) * width)
        elif line:
            parts.append(_paint(_centre("|" if pen.name == "ascii" else "│", width), (pen.palette[line][0], None), pen))
        else:
            parts.append(_centre(_cross(pen) if (r, c, "up") in board.barred else "", width))
    return "".join(parts)


def _joints(board: Board, r: int, width: int, gap: str, pen: _Style) -> str:
    """The line between two rows without borders: where lines lead from one to the other."""
    parts = []
    for c in range(1, board.width + 1):
        line = board.lines.get((r, c), {}).get("up")
        text = ("|" if pen.name == "ascii" else "│") if line else _cross(pen) if (r, c, "up") in board.barred else ""
        colour = pen.palette[line][0] if line else _FAINT if text else None
        parts.append(_paint(_centre(text, width), (colour, None), pen))
    return gap.join(parts).rstrip()


def _cross(pen: _Style) -> str:
    """What says that nothing is there: in an empty cell, and between cells that are not joined."""
    return "x" if pen.name == "ascii" else "×"


def _with_clues(
    board: Board, lines: list[str], grid: bool, between: bool, cell_lines: int, width: int, gap: str, pen: _Style
) -> list[str]:
    """Add the clues outside the board to its lines."""
    left, right = board.clues["left"], board.clues["right"]
    margin = max((display_width(" ".join(texts)) for texts in left.values()), default=-1) + 1
    clued = {}
    for r in range(1, board.height + 1):
        clued[(r - 1) * (cell_lines + between) + grid + (cell_lines - 1) // 2] = r
    result = []
    for number, line in enumerate(lines):
        r = clued.get(number, 0)
        before = " ".join(left.get(r, []))
        after = " ".join(right.get(r, []))
        text = " " * (margin - 1 - display_width(before)) + before + " " if margin else ""
        result.append((text + line + (" " + after if after else "")).rstrip())
    for side in ("top", "bottom"):
        clues = board.clues[side]
        height = max((len(texts) for texts in clues.values()), default=0)
        rows = []
        for k in range(height):
            cells = []
            for c in range(1, board.width + 1):
                texts = clues.get(c, [])
                index = k - (height - len(texts)) if side == "top" else k
                cells.append(_centre(texts[index] if 0 <= index < len(texts) else "", width))
            rows.append((" " * (margin + grid) + (" " if grid else gap).join(cells)).rstrip())
        result = rows + result if side == "top" else result + rows
    return result


def _centre(text: str, width: int) -> str:
    missing = width - display_width(text)
    return " " * (missing // 2) + text + " " * (missing - missing // 2)


def _paint(text: str, ink: Ink, pen: _Style) -> str:
    if not pen.colour or ink == _NO_INK:
        return text
    codes = [f"38;5;{ink[0]}"] if ink[0] is not None else []
    codes += [f"48;5;{ink[1]}"] if ink[1] is not None else []
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"

"""Boards as text: ASCII, Unicode or emoji, with or without terminal colours.

A board without borders is drawn with one space between its cells, as people
type boards; borders (regions, or tiles with numbers at their sides) put it on
a grid of lines.  All widths are display widths.
"""

from typing import NamedTuple

from ..board import Board, Cell
from .symbols import GLYPHS, SHADES, palette

STYLES = ("ascii", "unicode", "emoji")

# The box-drawing characters by their arms: up, down, left, right.
_LIGHT = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
_HEAVY = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
_LINE = "●╵╷│╴┘┐┤╶└┌├─┴┬┼"
_ARMS = {"up": 1, "down": 2, "left": 4, "right": 8}

Ink = tuple[int | None, int | None]  # foreground and background in the 256 terminal colours
_NO_INK: Ink = (None, None)


class _Style(NamedTuple):
    name: str
    colour: bool


def render_text(board: Board, style: str = "unicode", colour: bool = False) -> str:
    """Draw a board as text in a style of :data:`STYLES`, without a final newline.

    ``colour`` adds terminal colours (ANSI, 256 colours).
    """
    pen = _Style(style, colour)
    tiles = bool(board.sides)
    grid = bool(board.walls) or tiles
    blank = "⬜" if style == "emoji" and board.shades and not board.lines else "." if style == "ascii" else "·"
    if tiles or board.lines and style != "ascii" and not grid:
        blank = " " if tiles else blank

    contents = {
        (r, c): _content(board, (r, c), pen, blank) for r in range(1, board.height + 1) for c in range(1, board.width + 1)
    }
    column_clues = [text for side in ("top", "bottom") for texts in board.clues[side].values() for text in texts]
    inner = max((display_width(text) for text in (*(t for t, _ in contents.values()), *column_clues)), default=1)
    side_width = max((display_width(text) for texts in board.sides.values() for text in texts.values()), default=0)
    if tiles:
        inner = max(inner, 1)
        width = max(2 * side_width + inner, 3)
    elif grid:
        width = inner + 2
    else:
        width = inner
    gap = "" if blank == "⬜" and not grid else " "
    cell_lines = 3 if tiles else 1
    between = grid or (style == "ascii" and bool(board.lines))

    lines: list[str] = []
    for r in range(1, board.height + 1):
        if grid:
            lines.append(_border(board, r, width, pen, tiles))
        elif between and r > 1:
            lines.append(_joints(board, r, width, gap, pen))
        for k in range(cell_lines):
            parts = [_upright(board, r, 1, pen, tiles)] if grid else []
            for c in range(1, board.width + 1):
                text, ink = _cell_line(board, (r, c), k, width, side_width, contents[r, c], pen, tiles)
                parts.append(text if tiles else _paint(text, ink, pen))
                if c < board.width or grid:
                    right = board.lines.get((r, c), {}).get("right")
                    if right and not (grid and (r, c, "right") in board.walls):
                        parts.append(_paint("-" if style == "ascii" else "─", (palette(right)[0], None), pen))
                    else:
                        parts.append(_upright(board, r, c + 1, pen, tiles) if grid else gap)
            lines.append("".join(parts))
    if grid:
        lines.append(_border(board, board.height + 1, width, pen, tiles))
    return "\n".join(_with_clues(board, lines, grid, between, cell_lines, width, gap, pen))


def display_width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth

    return max(wcswidth(text), 0)


def _content(board: Board, cell: Cell, pen: _Style, blank: str) -> tuple[str, Ink]:
    """What stands in a cell, lines and tiles left out, and its colours."""
    shade = SHADES.get(board.shades.get(cell, ""))
    background = shade.terminal if shade else palette(board.shades[cell])[0] if cell in board.shades else None
    marks = board.marks.get(cell, [])
    if marks:
        glyphs = [GLYPHS.get(mark) for mark in marks]
        text = "".join(getattr(g, pen.name) if g else m for g, m in zip(glyphs, marks, strict=True))
        if pen.name == "ascii":
            text = text.encode("ascii", "backslashreplace").decode()
        foreground = next((g.colour for g in glyphs if g), None)
        if cell in board.lines or not board.lines:
            return text, (foreground, background)
        return text, (foreground, background)
    if shade:
        return getattr(shade, pen.name), (None, None) if pen.name == "emoji" else (shade.terminal, background)
    if cell in board.shades:
        return board.shades[cell][:1] or blank, (None, background)
    return blank, _NO_INK


def _cell_line(
    board: Board, cell: Cell, k: int, width: int, side_width: int, content: tuple[str, Ink], pen: _Style, tiles: bool
) -> tuple[str, Ink]:
    """Line ``k`` of a cell, exactly ``width`` columns wide."""
    if tiles:
        return _tile_line(board, cell, k, width, side_width, content, pen), _NO_INK
    text, ink = content
    arms = board.lines.get(cell, {})
    if not arms:
        shade = board.shades.get(cell)
        if shade and cell not in board.marks and pen.name != "emoji" and len(text) == 1:
            return text * width, ink
        return _centre(text, width), ink
    colour = next(iter(arms.values()))
    dash = "-" if pen.name == "ascii" else "─"
    if cell not in board.marks:
        number = sum(_ARMS[arm] for arm in arms)
        text = {3: "|", 12: "-"}.get(number, "+") if pen.name == "ascii" else _LINE[number]
    missing = width - display_width(text)
    left, right = missing // 2, missing - missing // 2
    text = (dash if "left" in arms else " ") * left + text + (dash if "right" in arms else " ") * right
    return text, (palette(colour)[0], ink[1])


def _tile_line(
    board: Board, cell: Cell, k: int, width: int, side_width: int, content: tuple[str, Ink], pen: _Style
) -> str:
    """Line ``k`` of a tile with its numbers at its four sides, between the diagonals."""
    sides = board.sides.get(cell)
    if not sides:
        return _centre(content[0] if k == 1 and cell in board.marks else "", width)
    falling, rising, cross = ("\\", "/", "X") if pen.name == "ascii" else ("╲", "╱", "╳")

    def number(side: str) -> str:
        text = sides.get(side, "")
        return _paint(text, (15, palette(str(int(text) + 1) if text.isdigit() else text)[0]), pen) if text else ""

    def padding(side: str, room: int) -> tuple[str, str]:
        missing = room - display_width(sides.get(side, ""))
        return " " * (missing // 2), " " * (missing - missing // 2)

    if k == 1:
        room = width - 2 * side_width
        middle = content[0] if cell in board.marks else cross
        left, right = padding("left", side_width), padding("right", side_width)
        return left[0] + number("left") + left[1] + _centre(middle, room) + right[0] + number("right") + right[1]
    side = "top" if k == 0 else "bottom"
    before, after = padding(side, width - 2)
    first, last = (falling, rising) if k == 0 else (rising, falling)
    return first + before + number(side) + after + last


def _has_border(board: Board, r: int, c: int, direction: str) -> bool:
    """Whether a thick border is on a side of a cell; the outline of the board is one."""
    if not (1 <= r <= board.height and 1 <= c <= board.width):
        return False
    outline = {"up": r == 1, "down": r == board.height, "left": c == 1, "right": c == board.width}
    return outline[direction] or (r, c, direction) in board.walls


def _corner(board: Board, r: int, c: int, pen: _Style, tiles: bool) -> str:
    """The character at the top left corner of cell (r, c)."""
    if tiles and not board.walls:
        number = (r > 1) * 1 + (r <= board.height) * 2 + (c > 1) * 4 + (c <= board.width) * 8
        return "+" if pen.name == "ascii" else _LIGHT[number]
    number = (
        1 * (_has_border(board, r - 1, c, "left") or _has_border(board, r - 1, c - 1, "right"))
        + 2 * (_has_border(board, r, c, "left") or _has_border(board, r, c - 1, "right"))
        + 4 * (_has_border(board, r, c - 1, "up") or _has_border(board, r - 1, c - 1, "down"))
        + 8 * (_has_border(board, r, c, "up") or _has_border(board, r - 1, c, "down"))
    )
    if pen.name == "ascii":
        return {0: " ", 3: "|", 12: "-"}.get(number, "+")
    return _HEAVY[number]


def _border(board: Board, r: int, width: int, pen: _Style, tiles: bool) -> str:
    """The line above row r."""
    parts = []
    for c in range(1, board.width + 1):
        parts.append(_corner(board, r, c, pen, tiles))
        above = board.lines.get((r - 1, c), {}).get("down")
        if tiles and not board.walls:
            parts.append(("-" if pen.name == "ascii" else "─") * width)
        elif _has_border(board, r, c, "up") or _has_border(board, r - 1, c, "down"):
            parts.append(("-" if pen.name == "ascii" else "━") * width)
        elif above:
            parts.append(_paint(_centre("|" if pen.name == "ascii" else "│", width), (palette(above)[0], None), pen))
        else:
            parts.append(" " * width)
    parts.append(_corner(board, r, board.width + 1, pen, tiles))
    return "".join(parts)


def _joints(board: Board, r: int, width: int, gap: str, pen: _Style) -> str:
    """The line between two rows without borders: where lines lead from one to the other."""
    below = ["|" if "up" in board.lines.get((r, c), {}) else "" for c in range(1, board.width + 1)]
    return gap.join(_centre(text, width) for text in below).rstrip()


def _upright(board: Board, r: int, c: int, pen: _Style, tiles: bool) -> str:
    """The border between the cells (r, c - 1) and (r, c)."""
    if tiles and not board.walls:
        return "|" if pen.name == "ascii" else "│"
    if _has_border(board, r, c, "left") or _has_border(board, r, c - 1, "right"):
        return "|" if pen.name == "ascii" else "┃"
    return " "


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

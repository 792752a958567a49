"""Boards as SVG, to be printed or put on a page."""

from collections.abc import Sequence
from html import escape
from math import ceil, sqrt

from .board import DIRECTIONS, Board, Cell
from .symbols import FOCUS, GLYPHS, colours, dark_ink, side_colour

CELL = 40
_GAP = 24
_INK = "#222222"
_FONT = 'font-family="\'DejaVu Sans\', Verdana, Arial, sans-serif" text-anchor="middle"'


def render_svg(boards: Sequence[Board], title: str = "puzzle") -> str:
    """Draw boards as one SVG document, up to four beside each other.

    A cell is 40 units wide; the document ends in a newline.
    """
    pictures = [_board(board) for board in boards]
    columns = max(1, min(4, ceil(sqrt(len(pictures)))))
    width = max((w for w, _, _ in pictures), default=0)
    height = max((h for _, h, _ in pictures), default=0)
    rows = ceil(len(pictures) / columns)
    total_width = columns * (width + _GAP) + _GAP
    total_height = rows * (height + _GAP) + _GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total_width}" height="{total_height}" '
        f'viewBox="0 0 {total_width} {total_height}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{total_width}" height="{total_height}" fill="#ffffff"/>',
    ]
    for number, (_, _, content) in enumerate(pictures):
        x = _GAP + number % columns * (width + _GAP)
        y = _GAP + number // columns * (height + _GAP)
        lines += [f'<g transform="translate({x} {y})">', *content, "</g>"]
    return "\n".join([*lines, "</svg>", ""])


def _board(board: Board) -> tuple[int, int, list[str]]:
    """Give the width, the height and the elements of one board."""
    depth = {side: max((len(texts) for texts in clues.values()), default=0) for side, clues in board.clues.items()}
    widest = {
        side: max((len(text) for texts in clues.values() for text in texts), default=0) * 13 + 8
        for side, clues in board.clues.items()
    }
    left, right = (depth[side] * max(widest[side], 26) for side in ("left", "right"))
    top, bottom = (depth[side] * 30 for side in ("top", "bottom"))
    width = left + board.width * CELL + right
    height = top + board.height * CELL + bottom
    lines = [f'<g transform="translate({left} {top})">']
    lines += _fills(board) + _grid(board) + _focus(board) + _lines(board) + _marks(board)
    lines.append("</g>")
    for side, clues in board.clues.items():
        across = side in ("left", "right")
        step = max(widest[side], 26) if across else 30
        # Where those clues end or begin that are nearest to the board.
        edge = {"left": left, "right": width - right, "top": top, "bottom": height - bottom}[side]
        for index, texts in clues.items():
            along = (top if across else left) + (index - 0.5) * CELL
            for k, text in enumerate(texts, 0 if side in ("right", "bottom") else -len(texts)):
                away = edge + (k + 0.5) * step
                lines.append(_text(*((away, along) if across else (along, away)), text, 20))
    return width, height, lines


def _corner(cell: Cell) -> tuple[int, int]:
    """The coordinates of the top left corner of a cell."""
    return (cell[1] - 1) * CELL, (cell[0] - 1) * CELL


def _fills(board: Board) -> list[str]:
    lines = []
    palette = colours(board)
    for cell, name in sorted(board.shades.items()):
        x, y = _corner(cell)
        fill = palette[name][1]
        lines.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>')
    for cell, sides in sorted(board.sides.items()):
        x, y = _corner(cell)
        middle = f"{x + CELL / 2} {y + CELL / 2}"
        corners = {
            "top": f"{x} {y} {x + CELL} {y}",
            "bottom": f"{x} {y + CELL} {x + CELL} {y + CELL}",
            "left": f"{x} {y} {x} {y + CELL}",
            "right": f"{x + CELL} {y} {x + CELL} {y + CELL}",
        }
        centres = {"top": (20, 8), "bottom": (20, 32), "left": (8, 20), "right": (32, 20)}
        for side, text in sides.items():
            colour = side_colour(text)[1]
            lines.append(
                f'<polygon points="{corners[side]} {middle}" fill="{colour}" stroke="#ffffff" stroke-width="1"/>'
            )
            lines.append(_text(x + centres[side][0], y + centres[side][1], text, 12, "#ffffff"))
    return lines


def _grid(board: Board) -> list[str]:
    """Thin lines between cells, thick borders, and the outline of the board."""
    width, height = board.width * CELL, board.height * CELL
    if board.sides:
        # Tiles may lie apart from each other: each cell in use has its own outline.
        used = sorted({*board.sides, *board.marks, *board.shades})
        thin = [f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in map(_corner, used)]
        return [f'<path d="{"".join(thin)}" fill="none" stroke="{_INK}" stroke-width="1.5"/>']
    thin = [f"M{c * CELL} 0V{height}" for c in range(1, board.width)]
    thin += [f"M0 {r * CELL}H{width}" for r in range(1, board.height)]
    thick = []
    for r, c, direction in sorted(board.walls):
        if 1 <= r <= board.height and 1 <= c <= board.width:
            x, y = _corner((r + 1, c) if direction == "down" else (r, c + 1) if direction == "right" else (r, c))
            thick.append(f"M{x} {y}{'h' if direction in ('up', 'down') else 'v'}{CELL}")
    outline = 4 if board.walls else 2
    return [
        f'<path d="{"".join(thin)}" fill="none" stroke="#b5b5b5" stroke-width="1"/>',
        f'<path d="{"".join(thick)}" fill="none" stroke="{_INK}" stroke-width="4" stroke-linecap="square"/>',
        f'<rect width="{width}" height="{height}" fill="none" stroke="{_INK}" stroke-width="{outline}"/>',
    ]


def _lines(board: Board) -> list[str]:
    """Lines from the centres of cells: one path for each colour, so that joints are round."""
    paths: dict[str, list[str]] = {}
    palette = colours(board)
    for cell, arms in sorted(board.lines.items()):
        x, y = _corner(cell)
        for direction, colour in sorted(arms.items()):
            down, right = DIRECTIONS[direction]
            paths.setdefault(colour, []).append(
                f"M{x + CELL // 2} {y + CELL // 2}l{right * CELL // 2} {down * CELL // 2}"
            )
    return [
        f'<path d="{"".join(path)}" fill="none" stroke="{palette[colour][1]}" stroke-width="12" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
        for colour, path in sorted(paths.items())
    ]


def _focus(board: Board) -> list[str]:
    """Frames in the cells that are pointed at, below lines and marks, and dots in those that are known to stay empty.

    On a shade a frame has a white edge, as it may have the same colour.  A cross
    stands on a border that is known not to be crossed.
    """
    lines = []
    for cell in sorted(board.empty - {*board.marks, *board.sides, *board.lines}):
        x, y = _corner(cell)
        lines.append(f'<circle cx="{x + CELL // 2}" cy="{y + CELL // 2}" r="3" fill="#777777"/>')
    for cell, kind in sorted(board.focus.items()):
        x, y = _corner(cell)
        colour = FOCUS[kind][3]
        frame = f'<rect x="{x + 3}" y="{y + 3}" width="{CELL - 6}" height="{CELL - 6}" rx="4"'
        fill = f'fill="{colour}" fill-opacity="0.15"'
        if cell in board.shades:
            fill = 'fill="none"'
            lines.append(f'{frame} {fill} stroke="#ffffff" stroke-width="6"/>')
        lines.append(f'{frame} {fill} stroke="{colour}" stroke-width="3"/>')
    crosses = []
    for r, c, direction in sorted(board.barred):
        if direction in ("down", "right") and 1 <= r <= board.height and 1 <= c <= board.width:
            x, y = _corner((r, c + 1) if direction == "right" else (r + 1, c))
            x, y = (x, y + CELL // 2) if direction == "right" else (x + CELL // 2, y)
            crosses.append(f"M{x - 4} {y - 4}l8 8m0 -8l-8 8")
    if crosses:
        lines.append(f'<path d="{"".join(crosses)}" fill="none" stroke="{_INK}" stroke-width="2"/>')
    return lines


def _marks(board: Board) -> list[str]:
    lines = []
    for cell, marks in sorted(board.marks.items()):
        x, y = _corner(cell)
        light = cell in board.lines or (cell in board.shades and not dark_ink(board.shades[cell]))
        for mark in filter(None, marks):
            glyph = GLYPHS.get(mark)
            if glyph:
                lines.append(f'<g transform="translate({x} {y})">{glyph.svg}</g>')
            else:
                size = min(22.0, 52.0 / len(mark))
                lines.append(_text(x + CELL / 2, y + CELL / 2, mark, size, "#ffffff" if light else _INK))
    return lines


def _text(x: float, y: float, text: str, size: float, colour: str = _INK) -> str:
    baseline = y + size * 0.36
    return f'<text x="{x:g}" y="{baseline:g}" font-size="{size:g}" fill="{colour}" {_FONT}>{escape(text)}</text>'

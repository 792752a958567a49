"""Boards as SVG, to be printed or put on a page."""

from collections.abc import Sequence
from html import escape
from math import atan2, ceil, degrees, sqrt

from .board import DIRECTIONS, OPPOSITE, PLACES, Board, Cell, splits, tiles
from .cages import around_holes, cages, holes, thermometers
from .pen import small_text
from .shapes import CELL, FAINT, FOUND, INK, PAPER, corner_of, mark_at, middle_of, side_of, text_at
from .symbols import CIRCLES, FOCUS, GLYPHS, colours, dark_ink, repeats, side_colour

_GAP = 24
# Stripes in a cell, for the first, second and any later repeat of a colour.
_STRIPES = ("M0 20 20 0M0 40 40 0M20 40 40 20", "M20 0 40 20M0 0 40 40M0 20 20 40", "M0 10H40M0 20H40M0 30H40")
# Where texts stand that are at a bearing from the middle of a cell, and the arms of the cross that parts them.
_BEARINGS = {"north": (20, 8), "south": (20, 32), "west": (9, 20), "east": (31, 20)}
_ARMS = ((3, 3, 15, 15), (37, 3, 25, 15), (3, 37, 15, 25), (37, 37, 25, 25))
# Signs between cells that are drawn, as they look wherever they stand.
_CHEVRONS = {"<": "M4 -6-5 0 4 6", ">": "M-4 -6 5 0-4 6", "^": "M-6 4 0-5 6 4", "v": "M-6 -4 0 5 6-4"}


def render_svg(boards: Board | Sequence[Board], title: str = "puzzle", numbered: bool = False) -> str:
    """Draw a board, or several, as one SVG document, up to four beside each other.

    A cell is 40 units wide; the document ends in a newline.  Texts in cells that were found are blue.
    A board that is ``numbered`` or points at something has the numbers of its rows and columns around it.
    """
    pictures = [_board(board, numbered) for board in ([boards] if isinstance(boards, Board) else boards)]
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


def _board(board: Board, numbered: bool) -> tuple[int, int, list[str]]:
    """Give the width, the height and the elements of one board, and of what stands below it."""
    if board.frame == "table":
        from .table import table_picture

        (width, height, lines), left = table_picture(board, numbered), 0
    else:
        width, height, left, lines = _squares(board, numbered)
    if board.bank or board.notes:
        from .beside import picture

        more, below, shapes = picture(board, width - left)
        lines += [f'<g transform="translate({left} {height})">', *shapes, "</g>"]
        width, height = max(width, left + more), height + below
    return width, height, lines


def _squares(board: Board, numbered: bool) -> tuple[int, int, int, list[str]]:
    """Give the width and the height of a board of squares, where its cells begin, and its elements."""
    step, room = dict.fromkeys(board.clues, 30), {}
    for side, clues in board.clues.items():
        if side in ("left", "right"):
            step[side] = max([26, *(len(text) * 13 + 8 for texts in clues.values() for text in texts)])
        room[side] = max(map(len, clues.values()), default=0) * step[side]
    left, right, top, bottom = (room[side] for side in ("left", "right", "top", "bottom"))
    width = left + board.width * CELL + right
    height = top + board.height * CELL + bottom
    # A page finds the cells in this group; the one in row 1 and column 1 begins at (0, 0), on the board or not.
    x, y = corner_of(board.origin)
    lines = [f'<g class="cells" transform="translate({left - x} {top - y})">']
    for layer in (_fills, thermometers, holes, _grid, cages, _focus, _edges, _arrows, _lines, _segments):
        lines += layer(board)
    lines += [*_small(board), *_bearings(board), *_marks(board), *_between(board), "</g>"]
    for side, clues in board.clues.items():
        across = side in ("left", "right")
        # Where those clues end or begin that are nearest to the board.
        edge = {"left": left, "right": width - right, "top": top, "bottom": height - bottom}[side]
        for index, texts in clues.items():
            along = (top - y if across else left - x) + (index - 0.5) * CELL
            for k, text in enumerate(texts, 0 if side in ("right", "bottom") else -len(texts)):
                away = edge + (k + 0.5) * step[side]
                lines.append(text_at(*((away, along) if across else (along, away)), text, 20))
    if numbered or board.points:
        # In the gap around the board, outside of all clues.
        lines += [text_at(-_GAP / 2, top - y + (r - 0.5) * CELL, str(r), 11, FAINT) for r in board.rows]
        lines += [text_at(left - x + (c - 0.5) * CELL, -_GAP / 2, str(c), 11, FAINT) for c in board.columns]
    return width, height, left, lines


def _fills(board: Board) -> list[str]:
    lines = []
    palette = colours(board)
    again = repeats(palette)
    for cell, name in sorted(board.shades.items()):
        x, y = corner_of(cell)
        fill = palette[name][1]
        lines.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>')
        if name in again:
            stripes = _STRIPES[min(again[name], len(_STRIPES)) - 1]
            ink = INK if dark_ink(fill) else PAPER
            lines.append(
                f'<path transform="translate({x} {y})" d="{stripes}" stroke="{ink}" stroke-width="2" opacity="0.6"/>'
            )
    return lines + (_tiles(board) if tiles(board) else _splits(board, palette) if splits(board) else [])


def _splits(board: Board, palette: dict[str, tuple[int, str]]) -> list[str]:
    """Cells that a diagonal splits, with a number in their lower left and their upper right half."""
    lines = []
    for cell, sides in sorted(board.sides.items()):
        x, y = corner_of(cell)
        ink = _ink_on(board, cell, palette)
        lines.append(f'<path d="M{x} {y}l{CELL} {CELL}" stroke="{ink}" stroke-width="1.5"/>')
        for side, dx, dy in (("bottom", 12.5, 29), ("right", 28, 12)):
            if side in sides:
                lines.append(text_at(x + dx, y + dy, sides[side], min(14.0, 30.0 / len(sides[side])), ink))
    return lines


def _tiles(board: Board) -> list[str]:
    lines = []
    for cell, sides in sorted(board.sides.items()):
        x, y = corner_of(cell)
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
                f'<polygon points="{corners[side]} {middle}" fill="{colour}" stroke="{PAPER}" stroke-width="1"/>'
            )
            ink = INK if dark_ink(colour) else PAPER
            lines.append(text_at(x + centres[side][0], y + centres[side][1], text, 12, ink))
    return lines


def _ink_on(board: Board, cell: Cell, palette: dict[str, tuple[int, str]]) -> str:
    """The colour of a text in a cell."""
    return INK if cell not in board.shades or dark_ink(palette[board.shades[cell]][1]) else PAPER


def _grid(board: Board) -> list[str]:
    """Thin lines between cells, thick borders, and the outline of the board, as far as its frame has them."""
    width, height = board.width * CELL, board.height * CELL
    if tiles(board):
        # Tiles may lie apart from each other: each cell in use has its own outline.
        used = sorted({*board.sides, *board.marks, *board.shades})
        thin = [f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in map(corner_of, used)]
        return [f'<path d="{"".join(thin)}" fill="none" stroke="{INK}" stroke-width="1.5"/>']
    left, top = corner_of(board.origin)
    thin = [f"M{left + c * CELL} {top}V{top + height}" for c in range(1, board.width)]
    thin += [f"M{left} {top + r * CELL}H{left + width}" for r in range(1, board.height)]
    thick: dict[int, list[str]] = {}
    for r, c, direction in sorted(board.walls):
        if board.holds(r, c):
            thick.setdefault(r, []).append(side_of((r, c), direction))
    # A path for each row: on a page that row alone is drawn anew.
    stroke = f'fill="none" stroke="{INK}" stroke-width="4" stroke-linecap="square"'
    walls = [f'<path d="{"".join(sides)}" {stroke}/>' for sides in thick.values()]
    if board.frame in ("dots", "none"):
        cells = ((r, c) for r in board.rows for c in board.columns if board.frame == "dots" and board.holds(r, c))
        places = {(y + j, x + i) for x, y in map(corner_of, cells) for j in (0, CELL) for i in (0, CELL)}
        points = "".join(f"M{x} {y}h0" for y, x in sorted(places))
        dots = [f'<path d="{points}" stroke="{INK}" stroke-width="6" stroke-linecap="round"/>'] if points else []
        return [*dots, *walls]
    outline = 4 if board.walls else 2
    corner = f' x="{left}" y="{top}"' if left or top else ""
    around = f'<rect{corner} width="{width}" height="{height}"'
    if board.holes:
        thin, edge = around_holes(board)
        around = f'<path d="{"".join(edge)}" stroke-linecap="square"'
    colour = INK if board.frame == "lines" else "#b5b5b5"
    return [
        f'<path d="{"".join(thin)}" fill="none" stroke="{colour}" stroke-width="1"/>',
        *walls,
        f'{around} fill="none" stroke="{INK}" stroke-width="{outline}"/>',
    ]


def _lines(board: Board) -> list[str]:
    """Lines from the centres of cells: one path for each colour, so that joints are round.

    Beside double lines, which are two thin ones, the others are thinner.
    """
    paths: dict[str, list[str]] = {}
    pairs: dict[str, list[str]] = {}
    palette = colours(board)
    again = repeats(palette)
    for cell, arms in sorted(board.lines.items()):
        x, y = (place + CELL // 2 for place in corner_of(cell))
        for direction, colour in sorted(arms.items()):
            down, right = DIRECTIONS[direction]
            arm = f"l{right * CELL // 2} {down * CELL // 2}"
            if (*cell, direction) in board.double:
                aside, along = 4 * abs(down), 4 * abs(right)
                pairs.setdefault(colour, []).extend(f"M{x + s * aside} {y + s * along}{arm}" for s in (-1, 1))
            else:
                paths.setdefault(colour, []).append(f"M{x} {y}{arm}")

    def path(parts: list[str], colour: str, width: int, more: str = "") -> str:
        return (
            f'<path d="{"".join(parts)}" fill="none" stroke="{colour}" stroke-width="{width}" '
            f'stroke-linecap="round" stroke-linejoin="round"{more}/>'
        )

    drawn = []
    for colour, parts in sorted(paths.items()):
        drawn.append(path(parts, palette[colour][1], 5 if board.double else 12))
        if colour in again:
            drawn.append(path(parts, PAPER, 3, f' stroke-dasharray="{4 * again[colour]} 8"'))
    return drawn + [path(parts, palette[colour][1], 3) for colour, parts in sorted(pairs.items())]


def _arrows(board: Board) -> list[str]:
    """Long arrows: thin lines through their cells, with a head in the last one."""
    paths, heads = [], []
    for cells in board.arrows:
        points = [*map(middle_of, cells)]
        (x0, y0), (x, y) = points[-2:] if len(points) > 1 else (points[0], points[0])
        paths.append("M" + " ".join(f"{a} {b}" for a, b in points))
        turned = degrees(atan2(y - y0, x - x0))
        heads.append(f'<path transform="translate({x} {y}) rotate({turned:g})" d="M8 0-5-7-2 0-5 7Z" fill="{FAINT}"/>')
    line = f'fill="none" stroke="{FAINT}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"'
    return [f'<path d="{"".join(paths)}" {line}/>', *heads] if paths else []


def _segments(board: Board) -> list[str]:
    """Straight lines between the centres of two cells, on a white edge, as they may cross."""
    palette, drawn = colours(board), []
    for one, other, colour in board.segments:
        line = "M{} {}L{} {}".format(*middle_of(one), *middle_of(other))
        for stroke, width in ((PAPER, 7), (palette[colour][1], 4)):
            drawn.append(f'<path d="{line}" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"/>')
    return drawn


def _focus(board: Board) -> list[str]:
    """Frames in the cells that are pointed at, below lines and marks, and dots in those that are known to stay empty.

    On a shade a frame has a white edge, as it may have the same colour.  One of what is supposed is broken.  A cross
    stands on a border that is known not to be crossed.
    """
    lines = []
    for cell in sorted(board.empty - {*board.marks, *board.sides, *board.lines}):
        x, y = corner_of(cell)
        lines.append(f'<circle cx="{x + CELL // 2}" cy="{y + CELL // 2}" r="3" fill="{FAINT}"/>')
    for cell, kind in sorted(board.focus.items()):
        x, y = corner_of(cell)
        colour = FOCUS[kind][3]
        inset = 1.5 if cell in board.sides else 3
        edge = CELL - 2 * inset
        frame = f'<rect x="{x + inset:g}" y="{y + inset:g}" width="{edge:g}" height="{edge:g}" rx="4"'
        fill = f'fill="{colour}" fill-opacity="0.15"'
        if cell in board.shades:
            fill = 'fill="none"'
            lines.append(f'{frame} {fill} stroke="#ffffff" stroke-width="6"/>')
        lines.append(f'{frame} {fill} stroke="{colour}" stroke-width="3"{_broken(kind)}/>')
    crosses = []
    for r, c, direction in sorted(board.barred):
        if direction in ("down", "right") and r < board.rows.stop and c < board.columns.stop:
            x, y = corner_of((r, c + 1) if direction == "right" else (r + 1, c))
            x, y = (x, y + CELL // 2) if direction == "right" else (x + CELL // 2, y)
            crosses.append(f"M{x - 4} {y - 4}l8 8m0 -8l-8 8")
    if crosses:
        lines.append(f'<path d="{"".join(crosses)}" fill="none" stroke="{INK}" stroke-width="2"/>')
    return lines


def _broken(kind: str) -> str:
    """What is supposed is told from what is known by its stroke, too."""
    return ' stroke-dasharray="7 4"' if kind == "supposed" else ""


def _edges(board: Board) -> list[str]:
    """Colours on the borders that are pointed at: the line itself, along or across it, else a ring about its middle."""
    drawn = []
    for (r, c, side), kind in sorted(board.edges.items()):
        down, right = DIRECTIONS[side]
        x, y = (c - 1) * CELL + (1 + right) * CELL // 2, (r - 1) * CELL + (1 + down) * CELL // 2
        colour = FOCUS[kind][3]
        stroke = f'stroke="{colour}" stroke-linecap="round"'
        if side in board.lines.get((r, c), ()) or OPPOSITE[side] in board.lines.get((r + down, c + right), ()):
            path = f"M{x - right * CELL // 2} {y - down * CELL // 2}l{right * CELL} {down * CELL}"
            drawn.append(f'<path d="{path}" {stroke} stroke-width="22" opacity="0.75"/>')
        elif (r, c, side) in board.walls:
            path = f"M{x - abs(down) * CELL // 2} {y - abs(right) * CELL // 2}l{abs(down) * CELL} {abs(right) * CELL}"
            drawn.append(f'<path d="{path}" {stroke} stroke-width="14" opacity="0.4"/>')
            drawn.append(f'<path d="{path}" {stroke} stroke-width="5"/>')
        else:
            ring = f'r="9" fill="{colour}" fill-opacity="0.15" stroke="{colour}" stroke-width="3"{_broken(kind)}'
            drawn.append(f'<circle cx="{x}" cy="{y}" {ring}/>')
    return drawn


def _marks(board: Board) -> list[str]:
    """The marks of each cell: above each other; beside each other in rows, if they are in order, or text and arrow."""
    lines = []
    palette = colours(board)
    joined = {*board.lines, *(end for *ends, _ in board.segments for end in ends)}
    for cell, marks in sorted(board.marks.items()):
        x, y = corner_of(cell)
        shown = list(filter(None, marks))
        ink = FOUND if cell in board.found and cell not in board.shades else _ink_on(board, cell, palette)
        arrows = [mark for mark in shown if mark.startswith("arrow_")]
        if cell in board.several or (arrows and any(mark not in GLYPHS for mark in shown)):
            lines += _several(x, y, shown, ink)
            continue
        # A number in a circle stands in front of it.
        for mark in sorted(shown, key=lambda mark: mark not in GLYPHS):
            if mark not in GLYPHS and cell in board.sides and tiles(board):
                # The name of a tile stands between its numbers.
                lines.append(f'<circle cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}" r="7" fill="{PAPER}"/>')
                lines.append(text_at(x + CELL / 2, y + CELL / 2, mark, min(10.0, 20.0 / len(mark)), INK))
                continue
            circled = [CIRCLES[other] for other in shown if other in CIRCLES]
            if mark not in GLYPHS and not all(circled):
                ink = PAPER
            if mark not in GLYPHS and cell in joined and cell not in board.shades and not circled:
                # A text on a line stands in a circle.
                centre = f'cx="{x + CELL // 2}" cy="{y + CELL // 2}"'
                lines.append(f'<circle {centre} r="15" fill="{PAPER}" stroke="{INK}" stroke-width="1.5"/>')
            # Where any cell has a small text, all leave room for one.
            lines.append(mark_at(x + 3, y + 6, mark, ink, 0.85) if board.small else mark_at(x, y, mark, ink))
    return lines


def _bearings(board: Board) -> list[str]:
    """Texts at the north, south, west and east of cells, parted by the arms of a cross."""
    lines = []
    for cell, sides in sorted(board.sides.items()) if not tiles(board) and not splits(board) else ():
        x, y = corner_of(cell)
        arms = "".join(f"M{x + a} {y + b}L{x + c} {y + d}" for a, b, c, d in _ARMS)
        lines.append(f'<path d="{arms}" stroke="{FAINT}" stroke-width="1.5"/>')
        for to, text in sides.items():
            dx, dy = _BEARINGS[to]
            lines.append(text_at(x + dx, y + dy, text, min(14.0, 24.0 / len(text))))
    return lines


def _small(board: Board) -> list[str]:
    """Small texts in the upper left of cells, in the outline of a cage with room of their own."""
    lines = []
    palette = colours(board)
    for cell, texts in sorted(board.small.items()):
        x, y = corner_of(cell)
        text = small_text(GLYPHS[text].unicode if text in GLYPHS else text for text in texts)
        size = min(12.0, 54.0 / max(len(text), 1))
        width = 0.64 * size * len(text) + 2
        if cell in board.cages and cell not in board.focus:
            fill = palette[board.shades[cell]][1] if cell in board.shades else PAPER
            lines.append(f'<rect x="{x + 2}" y="{y + 2}" width="{width:g}" height="{size + 1:g}" fill="{fill}"/>')
        lines.append(text_at(x + 2 + width / 2, y + 2.5 + size / 2, text, size, _ink_on(board, cell, palette)))
    return lines


def _several(x: int, y: int, marks: list[str], ink: str) -> list[str]:
    """Several marks in a cell, in rows of equal length but for the last."""
    columns = max(1, ceil(sqrt(len(marks))))
    rows = ceil(len(marks) / columns)
    scale = 1.0 if columns == 1 else 0.85 / columns
    size = CELL * scale
    lines = []
    for k, mark in enumerate(marks):
        r, c = divmod(k, columns)
        length = columns if r < rows - 1 else len(marks) - columns * r
        left, top = CELL / 2 + (c - length / 2) * size, CELL / 2 + (r - rows / 2) * size
        lines.append(mark_at(x + left, y + top, mark, ink, scale))
    return lines


def _between(board: Board) -> list[str]:
    """Small symbols, signs, and numbers in circles, on borders and corners."""
    lines = []
    for (r, c, place), text in sorted(board.between.items()):
        down, right = PLACES[place]
        x, y = (c - 1) * CELL + (1 + right) * CELL // 2, (r - 1) * CELL + (1 + down) * CELL // 2
        if text in GLYPHS:
            lines.append(mark_at(x - 9, y - 9, text, INK, 0.45))
            continue
        ring = f' stroke="{INK}" stroke-width="1"' if text.isdecimal() else ""
        lines.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{PAPER}"{ring}/>')
        if text in _CHEVRONS:
            chevron = f'd="{_CHEVRONS[text]}" fill="none" stroke="{INK}" stroke-width="2"'
            lines.append(f'<path transform="translate({x} {y})" {chevron}/>')
        else:
            lines.append(text_at(x, y, text, min(13.0, 22.0 / len(text))))
    return lines

"""A board of words as a table: each column as wide as its words, with the texts left and above as its heads."""

from collections.abc import Callable, Collection, Iterator
from itertools import accumulate, pairwise

from .board import Board, Cell
from .pen import BLACK, FAINT, Ink, Pen, display_width
from .shapes import CELL, INK, PAPER, mark_at, text_at
from .shapes import FAINT as GREY
from .symbols import FOCUS, GLYPHS, colours, dark_ink

# In ASCII and else: what stands between cells and behind the heads of the rows, and the same below the heads above.
_BARS = {True: (" | ", " || ", "=", "=+=", "=++="), False: (" │ ", " ┃ ", "━", "━┿━", "━╋━")}
_SIZE, _LETTER = 16, 9.5  # of a letter in a picture: how high it is, and how wide, more or less
_HEAD, _OWN = "#ececec", "#0b5cad"

Text = tuple[str, Ink]


def table_lines(board: Board, pen: Pen, content: Callable[[Cell], Text], numbered: bool) -> Iterator[str]:
    """Give the lines of a table; ``content`` is what stands in a cell."""
    bar, head_bar, rule, *crossings = _BARS[pen.style == "ascii"]
    plain: Ink = (None, None)
    faint: Ink = (FAINT, None)
    top, rows = [(c, _head(board, "top", c)) for c in board.columns], list[list[Text]]()
    heads = [[(str(c), faint) for c, _ in top]] if numbered else []
    heads += [[(text, plain) for _, text in top]] if any(board.clues["top"]) else []
    for r in board.rows:
        cells = [_pointed(board, (r, c), content((r, c))) for c in board.columns]
        names = [(str(r), faint)] if numbered else []
        rows.append(names + [(_head(board, "left", r), plain)] * bool(board.clues["left"]) + cells)
    before = len(rows[0]) - board.width if rows else 0
    lines = [[("", plain)] * before + head for head in heads] + rows
    widths = [max(display_width(line[k][0]) for line in lines) for k in range(len(lines[0]))] if lines else []
    between = [head_bar if k == before else bar for k in range(1, len(widths))]
    for k, line in enumerate(lines):
        if k == len(heads) > 0:
            joints = [crossings[each is head_bar] for each in between]
            yield "".join(rule * width + joint for width, joint in zip(widths, [*joints, ""], strict=True))
        padded = (
            pen.paint(text, ink) + " " * (width - display_width(text))
            for width, (text, ink) in zip(widths, line, strict=True)
        )
        yield "".join(text + each for text, each in zip(padded, [*between, ""], strict=True)).rstrip()


def _pointed(board: Board, cell: Cell, shown: Text) -> Text:
    """Give what stands in a cell, between brackets if it is pointed at."""
    if cell not in board.focus:
        return shown
    brackets, _, background, _ = FOCUS[board.focus[cell]]
    return shown[0].join(brackets), (BLACK, background)


def _head(board: Board, side: str, index: int) -> str:
    """The text beside a row or above a column."""
    return " ".join(board.clues[side].get(index, []))


def table_picture(board: Board, own: Collection[Cell], numbered: bool) -> tuple[int, int, list[str]]:
    """Give the width, the height and the elements of a table; the page reads from these where columns begin and end."""
    left = max((_room(_head(board, "left", r)) for r in board.rows), default=0) if board.clues["left"] else 0
    top = CELL if board.clues["top"] else 0
    columns = ([_head(board, "top", c), *(_words(board, (r, c)) for r in board.rows)] for c in board.columns)
    widths = [max(map(_room, texts)) for texts in columns]
    edges = [*accumulate(widths, initial=0)]
    height, start = board.height * CELL, (board.rows.start - 1) * CELL
    shapes = [f'<g class="cells" data-edges="{" ".join(map(str, edges))}" transform="translate({left} {top - start})">']
    if top:
        shapes.append(f'<rect x="{-left}" y="{start - top}" width="{left + edges[-1]}" height="{top}" fill="{_HEAD}"/>')
    if left:
        shapes.append(f'<rect x="{-left}" y="{start}" width="{left}" height="{height}" fill="{_HEAD}"/>')
    for k, c in enumerate(board.columns):
        for r in board.rows:
            shapes += _cell(board, (r, c), edges[k], widths[k], (r, c) in own)
        shapes.append(text_at(edges[k] + widths[k] / 2, start - top / 2, _head(board, "top", c), _SIZE))
    shapes += [text_at(8 - left, (r - 0.5) * CELL, _head(board, "left", r), _SIZE, anchor="start") for r in board.rows]
    thin = [f"M{x} {start - top}V{start + height}" for x in edges[1:-1]]
    thin += [f"M{-left} {(r - 1) * CELL}H{edges[-1]}" for r in board.rows[1:]]
    thick = f"M{-left} {start - top}H{edges[-1]}V{start + height}H{-left}Z"
    thick += f"M{-left} {start}H{edges[-1]}" * bool(top) + f"M0 {start - top}V{start + height}" * bool(left)
    for path, width in (("".join(thin), 1), (thick, 2)):
        shapes.append(f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="{width}"/>')
    if numbered or board.points:
        shapes += [text_at(-left - 12, (r - 0.5) * CELL, str(r), 11, GREY) for r in board.rows]
        middles = ((a + b) / 2 for a, b in pairwise(edges))
        shapes += [text_at(x, start - top - 12, str(c), 11, GREY) for x, c in zip(middles, board.columns, strict=True)]
    return left + edges[-1], top + height, [*shapes, "</g>"]


def _words(board: Board, cell: Cell) -> str:
    """What stands in a cell without its symbols."""
    return " ".join(mark for mark in board.marks.get(cell, ()) if mark not in GLYPHS)


def _room(text: str) -> int:
    """How wide a cell with a text is."""
    return max(CELL, round(len(text) * _LETTER) + 16)


def _cell(board: Board, cell: Cell, x: int, width: int, own: bool) -> Iterator[str]:
    """The shapes in a cell: its colour, what points at it, its symbols and words, or a dot if it stays empty."""
    y, ink = (cell[0] - 1) * CELL, _OWN if own else INK
    if cell in board.shades:
        fill = colours(board)[board.shades[cell]][1]
        ink = INK if dark_ink(fill) else PAPER
        yield f'<rect x="{x}" y="{y}" width="{width}" height="{CELL}" fill="{fill}"/>'
    if cell in board.focus:
        colour = FOCUS[board.focus[cell]][3]
        frame = f'x="{x + 3}" y="{y + 3}" width="{width - 6}" height="{CELL - 6}" rx="4" stroke-width="3"'
        yield f'<rect {frame} fill="{colour}" fill-opacity="0.15" stroke="{colour}"/>'
    middle = x + width / 2
    for mark in board.marks.get(cell, ()):
        if mark in GLYPHS:
            yield mark_at(middle - CELL / 2, y, mark, ink)
    if words := _words(board, cell):
        yield text_at(middle, y + CELL / 2, words, _SIZE, ink)
    elif cell in board.empty and cell not in board.marks:
        yield f'<circle cx="{middle:g}" cy="{y + CELL // 2}" r="3" fill="{GREY}"/>'

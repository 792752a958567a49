"""A board of words as a table: each column as wide as its words, with the texts left and above as its heads."""

from collections.abc import Callable, Iterator
from itertools import accumulate

from .board import Board, Cell
from .pen import BLACK, Ink, Pen, display_width
from .shapes import CELL, FAINT, FOUND, INK, PAPER, mark_at, text_at
from .symbols import FOCUS, GLYPHS, colours, dark_ink

# In ASCII and else: what stands between cells, and behind the heads of rows, and how that goes on in the rule below the
# heads of columns.
_BARS = {True: (" | ", " || ", str.maketrans(" |", "=+")), False: (" │ ", " ┃ ", str.maketrans(" │┃", "━┿╋"))}
_SIZE, _LETTER = 16, 9.5  # of a letter in a picture: how high it is, and how wide, more or less
_HEAD = "#ececec"

Text = tuple[str, Ink]


def table_lines(board: Board, pen: Pen, content: Callable[[Cell], Text], numbered: bool) -> Iterator[str]:
    """Give the lines of a table; ``content`` is what stands in a cell."""
    plain: Ink = (None, None)
    left, top = (numbered or bool(board.clues[side]) for side in ("left", "top"))
    corner = [("", plain)] * left
    rows = [corner + [(_head(board, "top", c, numbered), plain) for c in board.columns]] * top
    for r in board.rows:
        head = [(_head(board, "left", r, numbered), plain)] * left
        rows.append(head + [_pointed(board, (r, c), content((r, c))) for c in board.columns])
    widths = [max(display_width(text) for text, _ in column) for column in zip(*rows, strict=True)]
    bar, double, across = _BARS[pen.style == "ascii"]
    bars = [*([double] * left + [bar] * board.width)[: len(widths) - 1], ""]
    for k, row in enumerate(rows):
        parts = zip(row, widths, bars, strict=True)
        padded = (pen.paint(text, ink) + " " * (width - display_width(text)) + bar for (text, ink), width, bar in parts)
        yield "".join(padded).rstrip()
        if k == 0 and top:
            yield "".join(" " * width + bar for width, bar in zip(widths, bars, strict=True)).translate(across)


def _pointed(board: Board, cell: Cell, shown: Text) -> Text:
    """Give what stands in a cell, between brackets if it is pointed at."""
    if cell not in board.focus:
        return shown
    brackets, _, background, _ = FOCUS[board.focus[cell]]
    return shown[0].join(brackets), (BLACK, background)


def _head(board: Board, side: str, index: int, numbered: bool) -> str:
    """The head of a row or a column, with its number unless it is no more than that."""
    return " ".join(dict.fromkeys([str(index)] * numbered + board.clues[side].get(index, [])))


def table_picture(board: Board, numbered: bool) -> tuple[int, int, list[str]]:
    """Give the width, the height and the elements of a table; the page reads from these where columns begin and end."""
    numbered = numbered or board.points
    names = {r: _head(board, "left", r, numbered) for r in board.rows}
    titles = {c: _head(board, "top", c, numbered) for c in board.columns}
    left, top = max(map(_room, names.values()), default=0) * any(names.values()), CELL * any(titles.values())
    widths = [max(_room(text) for text in (titles[c], *(_words(board, (r, c)) for r in names))) for c in titles]
    edges = [*accumulate(widths, initial=0)]
    height, start = board.height * CELL, (board.rows.start - 1) * CELL
    shapes = [f'<g class="cells" data-edges="{" ".join(map(str, edges))}" transform="translate({left} {top - start})">']
    for across, down in ((left + edges[-1], top), (left, top + height)):
        shapes.append(f'<rect x="{-left}" y="{start - top}" width="{across}" height="{down}" fill="{_HEAD}"/>')
    for k, c in enumerate(titles):
        for r in names:
            shapes += _cell(board, (r, c), edges[k], widths[k])
        shapes.append(text_at(edges[k] + widths[k] / 2, start - top / 2, titles[c], _SIZE))
    shapes += [text_at(8 - left, (r - 0.5) * CELL, name, _SIZE, anchor="start") for r, name in names.items()]
    thin = [f"M{x} {start - top}V{start + height}" for x in edges[1:-1]]
    thin += [f"M{-left} {(r - 1) * CELL}H{edges[-1]}" for r in board.rows[1:]]
    thick = f"M{-left} {start - top}H{edges[-1]}V{start + height}H{-left}Z"
    thick += f"M{-left} {start}H{edges[-1]}" * bool(top) + f"M0 {start - top}V{start + height}" * bool(left)
    for path, width in (("".join(thin), 1), (thick, 2)):
        shapes.append(f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="{width}"/>')
    return left + edges[-1], top + height, [*shapes, "</g>"]


def _words(board: Board, cell: Cell) -> str:
    """What stands in a cell without its symbols."""
    return " ".join(mark for mark in board.marks.get(cell, ()) if mark not in GLYPHS)


def _room(text: str) -> int:
    """How wide a cell with a text is."""
    return max(CELL, round(len(text) * _LETTER) + 16)


def _cell(board: Board, cell: Cell, x: int, width: int) -> Iterator[str]:
    """The shapes in a cell: its colour, what points at it, its symbols and words, or a dot if it stays empty."""
    y, ink = (cell[0] - 1) * CELL, FOUND if cell in board.found else INK
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
        yield f'<circle cx="{middle:g}" cy="{y + CELL // 2}" r="3" fill="{FAINT}"/>'

"""What stands below a board: its pieces and notes; and as text, which cannot draw them, long arrows,
thermometers and segments.

docs/formats.md says what its lines of text look like, for :mod:`..formats.beside`, which reads them again.
"""

from collections.abc import Iterable, Iterator
from math import ceil
from textwrap import wrap
from typing import NamedTuple

from .board import Board, Cell
from .pen import Pen
from .shapes import INK, text_at

_WIDTH = 79  # columns of a line of text
# In a picture, in its units: a cell of a piece, a line of a note, its letters about as wide as they are, and a board
# that is narrower than what stands below it.
_CELL, _LINE, _SIZE, _LETTER, _NARROW = 13, 22, 15, 8, 280


class _Piece(NamedTuple):
    """A piece: its cells, counted from 0, the column in which it begins, and how far it reaches."""

    cells: set[Cell]
    start: int
    height: int
    width: int


def text_lines(board: Board, pen: Pen) -> Iterator[str]:
    """Give the lines of text below a board."""
    yield from _chains("Arrows", board.arrows)
    yield from _chains("Thermometers", board.thermometers)
    yield from _chains("Segments", dict.fromkeys((one, other) for one, other, _ in board.segments))
    for row in _rows(board, _WIDTH):
        yield "Pieces:"
        for i in range(max(piece.height for piece in row)):
            signs = (
                "".join(pen.signs.piece if (i, j) in piece.cells else pen.signs.blank for j in range(piece.width))
                if i < piece.height
                else " " * piece.width
                for piece in row
            )
            yield " ".join(signs).rstrip()
    yield from (f"Note: {text}" for text in board.notes if text)


def _chains(head: str, chains: Iterable[Iterable[Cell]]) -> Iterator[str]:
    """Give chains of cells, as many in a line as there is room for."""
    line = ""
    for cells in chains:
        text = "-".join(f"({row}, {column})" for row, column in cells)
        if line and len(f"{line}, {text}") > _WIDTH:
            yield line
            line = ""
        line += f", {text}" if line else f"{head}: {text}"
    if line:
        yield line


def picture(board: Board, width: int) -> tuple[int, int, list[str]]:
    """Give how wide and how high the pieces and notes below a board of a width are, and their shapes."""
    widest, y, shapes = 0, 0, list[str]()
    for row in _rows(board, max(width, _NARROW) // _CELL):
        y += _CELL
        for piece in row:
            for i, j in sorted(piece.cells):
                place = f'x="{(piece.start + j) * _CELL}" y="{y + i * _CELL}" width="{_CELL}" height="{_CELL}"'
                shapes.append(f'<rect {place} fill="#d9d9d9" stroke="{INK}" stroke-width="1"/>')
            widest = max(widest, (piece.start + piece.width) * _CELL)
        y += max(piece.height for piece in row) * _CELL
    y += _LINE // 2
    for note in board.notes:
        for line in wrap(note, int(max(width, _NARROW) / _LETTER)):
            shapes.append(text_at(0, y + _LINE / 2, line, _SIZE, anchor="start"))
            widest, y = max(widest, ceil(len(line) * _LETTER)), y + _LINE
    return widest, y, shapes


def _rows(board: Board, width: int) -> Iterator[list[_Piece]]:
    """Give the pieces in rows of so many columns, with an empty one between two of them; a wider piece stands alone."""
    row: list[_Piece] = []
    start = 0
    for piece in board.bank:
        top, left = min(r for r, _ in piece), min(c for _, c in piece)
        cells = {(r - top, c - left) for r, c in piece}
        height, broad = (1 + max(cell[k] for cell in cells) for k in (0, 1))
        if row and start + broad > width:
            yield row
            row, start = [], 0
        row.append(_Piece(cells, start, height, broad))
        start += broad + 1
    if row:
        yield row

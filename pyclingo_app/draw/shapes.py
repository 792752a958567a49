"""What pictures are made of: the size of a cell, inks, texts and symbols."""

from html import escape

from .board import Cell
from .symbols import GLYPHS

CELL = 40  # the units of a cell
INK = "#222222"
PAPER = "#ffffff"
FAINT = "#777777"
FOUND = "#0b5cad"  # a text that is no clue
_FONT = "font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\""


def mark_at(x: float, y: float, mark: str, ink: str, scale: float = 1) -> str:
    """A symbol or a text in the middle of a square whose upper left corner is given, of a cell's size or smaller."""
    if mark in GLYPHS:
        smaller = "" if scale == 1 else f" scale({scale:g})"
        return f'<g transform="translate({x:g} {y:g}){smaller}">{GLYPHS[mark].svg}</g>'
    middle = CELL * scale / 2
    return text_at(x + middle, y + middle, mark, min(22.0, 44.0 * scale, 52.0 * scale / len(mark)), ink)


def text_at(x: float, y: float, text: str, size: float, colour: str = INK, anchor: str = "middle") -> str:
    """A text whose middle is at a point, or which begins there if its ``anchor`` is "start"."""
    baseline = y + size * 0.36
    place = f'x="{x:g}" y="{baseline:g}" font-size="{size:g}" fill="{colour}"'
    return f'<text {place} {_FONT} text-anchor="{anchor}">{escape(text)}</text>'


def corner_of(cell: Cell) -> tuple[int, int]:
    """The coordinates of the top left corner of a cell."""
    return (cell[1] - 1) * CELL, (cell[0] - 1) * CELL


def side_of(cell: Cell, direction: str) -> str:
    """The path along a side of a cell."""
    x, y = corner_of((cell[0] + (direction == "down"), cell[1] + (direction == "right")))
    return f"M{x} {y}{'h' if direction in ('up', 'down') else 'v'}{CELL}"


def middle_of(cell: Cell) -> tuple[int, int]:
    """The coordinates of the centre of a cell."""
    x, y = corner_of(cell)
    return x + CELL // 2, y + CELL // 2

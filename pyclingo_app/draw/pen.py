"""What a text is drawn with: the signs of its style, its colours, and the widths of what it holds."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .board import Board
from .symbols import GLYPHS, WIDTHS, colours, dark_ink

Ink = tuple[int | None, int | None]  # foreground and background in the 256 terminal colours
FAINT = 243  # the dots of empty cells
WHITE, BLACK = 15, 16


HOLE = "_"  # where a cell is missing
_NUMBERS = "0123456789?"


class Signs(NamedTuple):
    """The characters that a style draws with."""

    blank: str
    piece: str  # a cell of a piece beside the board
    dot: str  # a corner of the frame ``dots``
    cross: str  # nothing is there: in an empty cell, and between cells that are not joined
    falling: str
    rising: str
    crossing: str
    # For each weight of a border what stands there without a line, with a line, and with a double one.
    upright: tuple[Sequence[str], ...]
    across: tuple[Sequence[str], ...]


# The weights of borders: none, thin, a wall; then each that outlines cages, of which the second one is a wall, too.
TWO_CAGES, ONE_CAGE = 3, 5
# What the arms of a corner look like by these weights: nothing, thin or thick.
ARMS = (0, 1, 2, 1, 2, 1, 2)

_PLAIN = Signs(
    ".", "#", "+", "x", "\\", "/", "X",
    (" -=", ":-=", "|+*", *((sign, f"{sign}-", f"{sign}=") for sign in "!&;%")),
    (" |:", ".|:", "-+*", *(f"{sign}|:" for sign in "~&,%")),
)  # fmt: skip
_DRAWN = Signs(
    "·", "█", "•", "×", "╲", "╱", "╳",
    (" ─═", "│┼╪", "┃╂╬", *((sign, f"{sign}─", f"{sign}═") for sign in "┆┇┊┋")),
    (" │║", "─┼╫", "━┿╬", *(f"{sign}│║" for sign in "┄┅┈┉")),
)  # fmt: skip


class Pen:
    """The style of a text, with or without terminal colours, and the colours of a board's names."""

    def __init__(self, board: Board, style: str, colour: bool) -> None:
        self.style = style
        self.colour = colour
        self.palette = colours(board)
        self.signs = _PLAIN if style == "ascii" else _DRAWN

    def sign(self, mark: str) -> str:
        """Give what a text or the name of a symbol looks like."""
        if mark in GLYPHS:
            return str(getattr(GLYPHS[mark], self.style))
        return mark.encode("ascii", "backslashreplace").decode() if self.style == "ascii" else mark

    def ink(self, colour: tuple[int, str]) -> int:
        """Give the colour of a text on a colour."""
        return BLACK if dark_ink(colour[1]) else WHITE

    def paint(self, text: str, ink: Ink) -> str:
        """Give a text its colours."""
        if not self.colour or ink == (None, None):
            return text
        codes = [f"{ground};5;{colour}" for ground, colour in zip((38, 48), ink, strict=True) if colour is not None]
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"


def small_text(signs: Iterable[str]) -> str:
    """Join small texts: side by side where one of two is a number or a question mark, else parted by a comma.

    >>> small_text(["12", "*"]), small_text(["12", "?", "+", "/"])
    ('12*', '12,?+,/')
    """
    joined = ""
    for sign in signs:
        alike = bool(joined) and (joined[-1] in _NUMBERS) == (sign[:1] in _NUMBERS)
        joined += "," * alike + sign
    return joined


def display_width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    if text in WIDTHS:
        return WIDTHS[text]
    if all(character in WIDTHS for character in text):
        return sum(WIDTHS[character] for character in text)
    from wcwidth import wcswidth

    return max(wcswidth(text), 0)


def padding(text: str, width: int, left: str = " ", right: str = " ") -> tuple[str, str]:
    """Give what fills a text to a width, before and behind it."""
    missing = width - display_width(text)
    return left * (missing // 2), right * (missing - missing // 2)


def centre(text: str, width: int) -> str:
    """Give a text in the middle of blanks."""
    return text.join(padding(text, width))

"""Lines of boards parted into tokens and columns, by their widths on a terminal."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from ..draw.text import display_width

# What may stand outside a board.
CLUE = re.compile(r"[0-9?-]+")


class Line(NamedTuple):
    """A line of a file: its number, counted from 1, and its text."""

    number: int
    text: str


class Token(NamedTuple):
    """What stands between blanks: its text, its line, its first character and its display columns."""

    text: str
    line: int
    start: int
    left: int
    right: int


def parted(token: Token) -> list[Token]:
    """Part a token into the number before its cells, the cells, and the number behind them."""
    match = re.fullmatch(r"([0-9]*)([^0-9]+)([0-9]*)", token.text)
    if match is None or not (match[1] or match[3]) or CLUE.fullmatch(token.text):
        return [token]
    return _parts(token, filter(None, match.groups()))


def split(token: Token) -> list[Token]:
    """Give the characters of a token as tokens of their own."""
    return _parts(token, token.text)


def _parts(token: Token, texts: Iterable[str]) -> list[Token]:
    parts = []
    start, left = token.start, token.left
    for text in texts:
        right = left + max(display_width(text), 1)
        parts.append(Token(text, token.line, start, left, right))
        start, left = start + len(text), right
    return parts


def digits(tokens: list[Token], cells: list[Token]) -> list[Token]:
    """Part a run of as many digits as there are columns, unless it can be a number at one of them."""
    count = len(cells)
    if len(tokens) != 1 or len(tokens[0].text) != count or count < 2:
        return tokens
    columns = [cell for cell in cells if cell.left < tokens[0].right and tokens[0].left < cell.right]
    pitch = cells[1].left - cells[0].left
    fits = len(columns) == 1 and cells[0].right < cells[1].left and (pitch > count or count == 2)
    return tokens if fits else split(tokens[0])


def tokens_of(line: Line) -> list[Token]:
    """Part a line at its blanks."""
    tokens = []
    column = position = 0
    for match in re.finditer(r"\S+", line.text):
        column += match.start() - position
        position = match.end()
        right = column + max(display_width(match[0]), 1)
        tokens.append(Token(match[0], line.number, match.start() + 1, column, right))
        column = right
    return tokens


def columns_of(text: str) -> list[str]:
    """Give what stands in each display column; the second one of a wide character is empty."""
    if text.isascii():
        return list(text)
    widths = ((character, display_width(character)) for character in text)
    return [part for character, width in widths for part in (character, *[""] * (width - 1))]

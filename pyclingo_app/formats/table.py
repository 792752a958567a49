"""Tables of words, as :mod:`..draw.table` draws them."""

import re

from .sheet import Sheet
from .tokens import Line, Token

_RULE = re.compile(r"[=+]{2,}|[━┿╋]+")
_HEAD = re.compile(r"\|\||┃")
_BAR = re.compile(r"[|│]")


def read_table(sheet: Sheet) -> None:
    """Read a table: a line for each row, its cells parted by bars, with heads before a double bar and above a rule."""
    sheet.drawn = sheet.words = True
    lines = [line for line in sheet.lines if not _RULE.fullmatch(line.text)]
    headed = len(lines) < len(sheet.lines)
    if headed and (sheet.lines[:1] + sheet.lines[2:] != lines or len(lines) < 2):
        rule = next(line for line in reversed(sheet.lines) if line not in lines)
        sheet.fail(rule.number, 1, "a table has one rule, below the line with the heads of its columns")
    rows = [_parts(line) for line in lines]
    width = len(rows[0]) - 1
    sheet.size(len(rows) - headed, width)
    for r, (line, (head, *cells)) in enumerate(zip(lines, rows, strict=True), 1 - headed):
        if len(cells) != width:
            sheet.fail(line.number, 1, f"there are {len(cells)} cells in this line, but {width} in the first one")
        if r and head.text:
            sheet.clues("left", r, [head])
        for c, token in enumerate(cells, 1):
            if r:
                sheet.cell(token, r, c)
            elif token.text:
                sheet.clues("top", c, [token])


def _parts(line: Line) -> list[Token]:
    """Part a line at its bars: the head of a row, which may be empty, and its cells."""
    double = _HEAD.search(line.text)
    start, place = double.span() if double else (0, 0)
    parts = [(0, line.text[:start])]
    for text in _BAR.split(line.text[place:]):
        parts.append((place, text))
        place += len(text) + 1
    return [Token(text.strip(), line.number, k + len(text) - len(text.lstrip()) + 1, 0, 0) for k, text in parts]

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
    ruled = [k for k, line in enumerate(sheet.lines) if _RULE.fullmatch(line.text)]
    if len(ruled) > 1:
        sheet.fail(sheet.lines[ruled[1]].number, 1, "a table has one rule, below the heads of its columns")
    heads, rows = (sheet.lines[: ruled[0]], sheet.lines[ruled[0] + 1 :]) if ruled else ([], sheet.lines)
    if not rows or len(heads) > 1:
        line = sheet.lines[-1] if not rows else heads[1]
        sheet.fail(line.number, 1, "expected one line of heads above the rule of a table, and its rows below")
    parted = [_parts(sheet, line) for line in rows]
    width = len(parted[0][1])
    sheet.size(len(rows), width)
    for r, (line, (head, cells)) in enumerate(zip(rows, parted, strict=True), 1):
        if len(cells) != width:
            sheet.fail(line.number, 1, f"this row has {len(cells)} cells, but the first one has {width}")
        _clue(sheet, "left", r, head)
        for c, token in enumerate(cells, 1):
            sheet.cell(token, r, c)
    for line in heads:
        _, cells = _parts(sheet, line)
        if len(cells) != width:
            sheet.fail(line.number, 1, f"there are {len(cells)} heads, but {width} columns")
        for c, token in enumerate(cells, 1):
            _clue(sheet, "top", c, token)


def _parts(sheet: Sheet, line: Line) -> tuple[Token | None, list[Token]]:
    """Part a line at its bars: the head of a row, if it has one, and its cells."""
    double = _HEAD.search(line.text)
    head = _token(line, 0, double.start()) if double else None
    start = double.end() if double else 0
    ends = [bar.start() for bar in _BAR.finditer(line.text, start)] + [len(line.text)]
    return head, [_token(line, a, b) for a, b in zip([start, *(end + 1 for end in ends)], ends, strict=False)]


def _token(line: Line, start: int, end: int) -> Token:
    """Give the words in a part of a line."""
    text = line.text[start:end]
    return Token(text.strip(), line.number, start + len(text) - len(text.lstrip()) + 1, 0, 0)


def _clue(sheet: Sheet, side: str, index: int, token: Token | None) -> None:
    """Add the head of a row or a column."""
    if token and token.text:
        sheet.clues(side, index, [token])

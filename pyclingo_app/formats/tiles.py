"""Tiles with numbers at their sides, on a board and beside it; a name in the middle of one says nothing."""

import re
from collections.abc import Iterator

from clingo import Tuple_

from .sheet import Sheet
from .terms import number_in, symbol_of
from .tokens import Token

_BETWEEN = re.compile(r"[^ +|\u2500-\u257f-]")  # what no border is drawn with
_TOP = re.compile(r"[\\╲]\s*\d+\s*[/╱]")
# The lines of a tile below its upper border.
_SIDES = {
    1: re.compile(r"[\\╲]\s*(?P<top>\d+)\s*[/╱]"),
    2: re.compile(r"\s*(?P<left>\d+)\s*(?:\D|\[.+\])\s*(?P<right>\d+)\s*"),
    3: re.compile(r"[/╱]\s*(?P<bottom>\d+)\s*[\\╲]"),
}


def read_tiles(sheet: Sheet) -> None:
    """Read tiles, and number them in reading order; those beyond an empty column do not lie on the board."""
    texts = [line.text for line in sheet.lines]
    corner = _TOP.search(texts[1]) if len(texts) > 1 else None
    corner = corner or next(filter(None, (_TOP.search(text) for text in texts[1::4])), None)
    if corner is None or len(texts) % 4 != 1:
        message = "expected a drawing of tiles, with four lines for each row and one below"
        sheet.fail(sheet.lines[0].number, 1, message, "The first row of a tile is like \\1/, its second like 4X2.")
    pitch = corner.end() - corner.start() + 1
    for k, line in enumerate(sheet.lines):
        if strange := _BETWEEN.search(line.text[:: pitch if k % 4 else 1]):
            sheet.fail(line.number, 1, f"{strange[0]!r} cannot stand between tiles")
    height, count = len(texts) // 4, (max(map(len, texts)) - 1) // pitch
    cells = [texts[0][c * pitch + 1 : (c + 1) * pitch].strip() for c in range(count)]
    sheet.size(height, cells.index("") if "" in cells else count)
    number = 0
    for r in range(1, height + 1):
        for c in range(1, count + 1):
            start = (c - 1) * pitch + 1
            parts = {k: texts[4 * r - 4 + k][start : start + pitch - 1] for k in _SIDES}
            if "".join(parts.values()).strip():
                number += 1
                lines = [Token(text, sheet.lines[4 * r - 4 + k].number, start + 1, 0, 0) for k, text in parts.items()]
                sides = dict(side for k, token in enumerate(lines, 1) for side in _sides(sheet, token, k))
                values = Tuple_([symbol_of(sides[side]) for side in ("top", "bottom", "left", "right")])
                sheet.add(None, "tile", r, c, number, values)


def _sides(sheet: Sheet, token: Token, k: int) -> Iterator[tuple[str, int]]:
    """Give the numbers in line ``k`` of a tile."""
    match = _SIDES[k].fullmatch(token.text)
    if match is None:
        sheet.refuse(token, f"expected line {k} of a tile, found {token.text!r}")
    for side, text in match.groupdict().items():
        number = number_in(text)
        if number is None:
            sheet.refuse(token, f"the number {text[:20]} is too large")
        yield side, number

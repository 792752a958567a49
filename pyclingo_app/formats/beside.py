"""What stands below a board in a text: long arrows, thermometers, segments, pieces and notes.

:mod:`..draw.beside` writes them.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from .legend import Note
from .sheet import Sheet
from .terms import Cell, symbol_in
from .tokens import Line, Token

# A line below a board, but for those of a piece.
BELOW = re.compile(r"^(?P<head>Arrows|Thermometers|Segments|Pieces|Note):(?P<rest>.*)$", re.MULTILINE)
_CELL = re.compile(r"\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)")
_CHAINED = {"Arrows": "long_arrow", "Thermometers": "thermometer"}
_FILLED, _BLANK = "#█", ".·"


def read_below(sheet: Sheet, lines: list[Line]) -> None:
    """Read the lines below a board; raises InstanceError for one that is not as it is drawn."""
    numbers = dict.fromkeys((*_CHAINED, "Segments", "Pieces"), 0)
    notes: Counter[Note | None] = Counter()
    while lines:
        line, *lines = lines
        match = BELOW.fullmatch(line.text)
        if match is None:
            message = "below a board stand lines that begin with Arrows:, Thermometers:, Segments:, Pieces: or Note:"
            sheet.fail(line.number, 1, message)
        head = match["head"]
        if head == "Note":
            _note(sheet, Token(match["rest"].strip(), line.number, match.start("rest") + 2, 0, 0), notes)
        elif head == "Pieces":
            count = next((k for k, other in enumerate(lines) if BELOW.fullmatch(other.text)), len(lines))
            numbers[head] += _pieces(sheet, lines[:count], numbers[head])
            lines = lines[count:]
        else:
            for token, cells in _chains(sheet, line, match.start("rest")):
                numbers[head] += 1
                _chain(sheet, head, numbers[head], token, cells)


def _note(sheet: Sheet, token: Token, before: Counter[Note | None]) -> None:
    """Add a note with the parts that the program draws it of, and its number among those of the same line."""
    looks = ((note, read) for note in sheet.legend.notes if (read := note.read(token.text)) is not None)
    note, read = next(looks, (None, symbol_in(token.text)))
    before[note] += 1
    sheet.add(token, "note", before[note], read)


def _pieces(sheet: Sheet, lines: list[Line], before: int) -> int:
    """Add pieces that stand beside each other, numbered after those before, and give how many there are."""
    width = max((len(line.text) for line in lines), default=0)
    texts = [line.text.ljust(width) for line in lines]
    count = 0
    for filled, columns in groupby(range(width), lambda k: any(text[k] != " " for text in texts)):
        first, *_ = several = list(columns)
        count += filled
        for i, (text, line) in enumerate(zip(texts, lines, strict=True), 1):
            for j, k in enumerate(several, 1):
                token = Token(text[first : several[-1] + 1].strip(), line.number, first + 1, 0, 0)
                if text[k] in _FILLED:
                    sheet.add(token, "bank", before + count, i, j)
                elif text[k] not in f"{_BLANK} ":
                    sheet.refuse(token, f"expected # and . for a piece, found {token.text[:20]!r}")
    return count


def _chains(sheet: Sheet, line: Line, start: int) -> Iterator[tuple[Token, list[Cell]]]:
    """Give the chains of cells in a line, which begin at a character."""
    for part in re.finditer(r"(?:\([^()]*\)|[^,])+", line.text[start:]):
        text = part[0].strip()
        token = Token(text, line.number, start + part.start() + part[0].index(text) + 1, 0, 0)
        cells = [(int(row), int(column)) for row, column in _CELL.findall(text)]
        if _CELL.sub("", text).replace(" ", "") != "-" * (len(cells) - 1) or not cells:
            sheet.refuse(token, f"expected cells such as (1, 2)-(1, 3), found {text[:20]!r}")
        yield token, cells


def _chain(sheet: Sheet, head: str, number: int, token: Token, cells: list[Cell]) -> None:
    """Add a long arrow, a thermometer, or a segment, which has two ends."""
    if head in _CHAINED:
        for k, cell in enumerate(cells, 1):
            sheet.add(token, _CHAINED[head], number, k, *cell)
    elif len(cells) != 2:
        sheet.refuse(token, f"a segment joins two cells, and this one has {len(cells)}")
    else:
        sheet.add(token, "segment", *cells[0], *cells[1], "any")

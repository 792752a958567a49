"""What stands below a board in a text: long arrows, thermometers, segments, pieces and notes.

:mod:`..draw.beside` writes them.
"""

import re
from collections import Counter
from itertools import groupby, pairwise

from .sheet import Sheet
from .terms import symbol_in
from .tokens import Line, Token

# The terms that chains of cells are read into, by what begins their lines.
_CHAINS = {"Arrows": "long_arrow", "Thermometers": "thermometer", "Segments": "segment"}
# A line below a board, but for those of a piece.
BELOW = re.compile(rf"^({'|'.join(_CHAINS)}|Pieces|Note):(.*)$", re.MULTILINE)
_CHAIN = re.compile(r"(?:\([^()]*\)|[^,])+")
_CELL = re.compile(r"\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)")


def read_below(sheet: Sheet, lines: list[Line]) -> None:
    """Read the lines below a board; raises InstanceError for one that is not as it is drawn."""
    count: Counter[object] = Counter()
    starts = [k for k, line in enumerate(lines) if BELOW.fullmatch(line.text)]
    for start, end in pairwise([*starts, len(lines)]):
        line, more = lines[start], lines[start + 1 : end]
        head, _, rest = line.text.partition(":")
        token = Token(rest.strip(), line.number, len(line.text) - len(rest.lstrip()) + 1, 0, 0)
        if head == "Pieces":
            _pieces(sheet, more, count)
        elif more:
            heads = ", ".join(f"{head}:" for head in (*_CHAINS, "Pieces"))
            sheet.fail(more[0].number, 1, f"below a board stand lines that begin with {heads} or Note:")
        elif head == "Note":
            _note(sheet, token, count)
        else:
            _chains(sheet, _CHAINS[head], token, count)


def _note(sheet: Sheet, token: Token, count: Counter[object]) -> None:
    """Add a note with the parts that the program draws it of, and its number among those of the same line."""
    looks = ((note, read) for note in sheet.legend.notes if (read := note.read(token.text)) is not None)
    note, read = next(looks, (None, symbol_in(token.text)))
    count[note] += 1
    sheet.add(token, "note", count[note], read)


def _pieces(sheet: Sheet, lines: list[Line], count: Counter[object]) -> None:
    """Add pieces that stand beside each other, with blank columns between them."""
    width = max((len(line.text) for line in lines), default=0)
    texts = [line.text.ljust(width) for line in lines]
    for filled, columns in groupby(range(width), lambda k: any(text[k] != " " for text in texts)):
        first, last = (several := list(columns))[0], several[-1]
        count["Pieces"] += filled
        for i, (text, line) in enumerate(zip(texts, lines, strict=True), 1):
            token = Token(text[first : last + 1].strip(), line.number, first + 1, 0, 0)
            if set(text[first : last + 1]) - set("#█.· "):
                sheet.refuse(token, f"expected # and . for a piece, found {token.text[:20]!r}")
            for k in several:
                if text[k] in "#█":
                    sheet.add(token, "bank", count["Pieces"], i, k - first + 1)


def _chains(sheet: Sheet, name: str, line: Token, count: Counter[object]) -> None:
    """Add long arrows or thermometers, each by its cells, or segments, each by its two ends."""
    for part in _CHAIN.finditer(line.text):
        text = part[0].strip()
        token = line._replace(text=text, start=line.start + part.start() + part[0].index(text))
        cells = [(int(row), int(column)) for row, column in _CELL.findall(text)]
        if _CELL.sub("", text).replace(" ", "") != "-" * (len(cells) - 1) or not cells:
            sheet.refuse(token, f"expected cells such as (1, 2)-(1, 3), found {text[:20]!r}")
        count[name] += 1
        if name != "segment":
            for k, cell in enumerate(cells, 1):
                sheet.add(token, name, count[name], k, *cell)
        elif len(cells) != 2:
            sheet.refuse(token, f"a segment joins two cells, and this one has {len(cells)}")
        else:
            sheet.add(token, name, *cells[0], *cells[1], "any")

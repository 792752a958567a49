"""Boards whose rows stand directly below each other, typed or drawn, and the numbers around any board."""

import re
from collections.abc import Sequence

from ..draw.symbols import SHADES
from .sheet import Sheet
from .tokens import CLUE, Line, Token, columns_of, digits, parted, split, tokens_of

_OUTLINE = re.compile(r"\s*[+┏┗][-━]+[+┓┛]")
_BARS = re.compile(r"[|┃]")

# Squares as emoji that touch: there are no blanks between the cells, which are two columns wide.
_TOUCHING = re.compile(f"[{''.join(look.emoji for look in SHADES.values())}⬜]{{2}}")

# A row: what stands before its cells, they themselves, and what stands behind them.
Row = tuple[list[Token], list[Token], list[Token]]


def read_rows(sheet: Sheet) -> None:
    """Read characters with or without blanks between them, and what stands around them."""
    legend = sheet.legend
    blanks = any(sheet.is_blank(character) for line in sheet.lines for character in line.text)
    sheet.others = "other" in legend.kinds and not blanks
    around = any(legend.around)
    if not around and (rows := _on_one_line(sheet)):
        sheet.others = not blanks
        add_rows(sheet, rows)
        return
    if any(_TOUCHING.search(line.text) for line in sheet.lines):
        _read_squares(sheet)
        return
    rows = []
    above: list[list[Token]] = []
    below: list[list[Token]] = []
    # Numbers may stand directly beside the cells, unless cells may hold numbers, too.
    mixed = legend.cells.number or bool(legend.kinds & {"area", "several"})
    for line in sheet.lines:
        tokens = [part for token in tokens_of(line) for part in (parted(token) if around and not mixed else [token])]
        inside = [k for k, token in enumerate(tokens) if not (around and _may_be_clue(sheet, token))]
        if not inside:
            (below if rows else above).append(tokens)
            continue
        if below:
            sheet.refuse(tokens[0], "a row of the board below the numbers under it")
        left, cells, right = tokens[: inside[0]], tokens[inside[0] : inside[-1] + 1], tokens[inside[-1] + 1 :]
        if around and mixed and len(inside) < len(cells):
            number = next(token for token in cells if _may_be_clue(sheet, token))
            sheet.refuse(number, "here numbers may stand in cells and around them", "Draw an outline around the cells.")
        rows.append((left, cells, right))
    if not rows:
        sheet.fail(sheet.lines[0].number, 1, "there is no row of a board")
    if any(len(cells) == 1 and len(cells[0].text) > 1 for _, cells, _ in rows):
        rows = [(left, [part for token in cells for part in split(token)], right) for left, cells, right in rows]
    add_rows(sheet, rows, above, below)


def is_outlined(sheet: Sheet) -> bool:
    """Whether an outline parts rows from what stands around them, and nothing stands between the cells."""
    rows = _inside(sheet.lines)
    if len(rows) == 1:
        return not (any(sheet.legend.borders) or sheet.legend.kinds & {"wall", "line", "dots", "lines", "none"})
    return bool(rows) and any(sheet.legend.around) and len({len(cells) for _, cells, _ in rows}) == 1


def read_outlined(sheet: Sheet) -> None:
    """Read rows with an outline around them."""
    first, *_, last = (k for k, line in enumerate(sheet.lines) if _OUTLINE.fullmatch(line.text))
    above, below = (list(map(tokens_of, lines)) for lines in (sheet.lines[:first], sheet.lines[last + 1 :]))
    add_rows(sheet, _inside(sheet.lines), above, below)


def _inside(lines: list[Line]) -> list[Row]:
    """Give the rows between the two lines of an outline, none if that is not what stands there."""
    edges = [k for k, line in enumerate(lines) if _OUTLINE.fullmatch(line.text)]
    rows = []
    for line in lines[edges[0] + 1 : edges[1]] if len(edges) == 2 else ():
        bars = [match.start() for match in _BARS.finditer(line.text)]
        if len(bars) != 2:
            return []
        tokens = tokens_of(line._replace(text=_BARS.sub(" ", line.text)))
        places = [sum(bar < token.start - 1 for bar in bars) for token in tokens]
        left, cells, right = ([t for t, place in zip(tokens, places, strict=True) if place == k] for k in range(3))
        rows.append((left, cells, right))
    return rows if all(cells for _, cells, _ in rows) else []


def _read_squares(sheet: Sheet) -> None:
    """Read rows of squares, which are two columns wide, and of what stands among them."""
    around = any(sheet.legend.around)
    parted_lines = [(line, tokens_of(line)) for line in sheet.lines]
    inside = [
        (line, [token for token in tokens if not (around and _may_be_clue(sheet, token))], tokens)
        for line, tokens in parted_lines
    ]
    first, *_, last = [k for k, (_, cells, _) in enumerate(inside) if cells] * 2
    margin = min(cells[0].left for _, cells, _ in inside if cells)
    end = max(cells[-1].right for _, cells, _ in inside if cells)
    rows = []
    for line, _, tokens in inside[first : last + 1]:
        columns = columns_of(line.text)
        cells = []
        for left in range(margin, end, 2):
            text, start = "".join(columns[left : left + 2]), len("".join(columns[:left]))
            cells.append(Token(text.strip(), line.number, start + 1, left, left + 2))
        rows.append(([t for t in tokens if t.right <= margin], cells, [t for t in tokens if t.left >= end]))
    above, below = ([tokens for _, _, tokens in lines] for lines in (inside[:first], inside[last + 1 :]))
    add_rows(sheet, rows, above, below)


def _on_one_line(sheet: Sheet) -> list[Row]:
    """Give the rows of a square board with numbers that stand one after the other; none if it is no such board."""
    legend, tokens = sheet.legend, tokens_of(sheet.lines[0])
    cells = split(tokens[0])
    side = round(len(cells) ** 0.5)
    square = "square" in legend.kinds and legend.cells.number and side > 1 and side * side == len(cells)
    if not square or len(sheet.lines) > 1 or len(tokens) > 1:
        return []
    return [([], cells[k : k + side], []) for k in range(0, len(cells), side)]


def _may_be_clue(sheet: Sheet, token: Token) -> bool:
    """Whether a token may stand around a board."""
    return bool(CLUE.fullmatch(token.text)) or sheet.legend.around.holds(token.text)


def add_rows(
    sheet: Sheet, rows: list[Row], above: Sequence[list[Token]] = (), below: Sequence[list[Token]] = ()
) -> None:
    """Add the cells of a board, and what stands around them."""
    width = len(rows[0][1])
    sheet.size(len(rows), width)
    for r, (left, cells, right) in enumerate(rows, 1):
        if len(cells) != width:
            message = f"this row has {len(cells)} cells, but the first one has {width}"
            last = cells[min(width, len(cells) - 1)]
            sheet.refuse(last, message, "Write one character for each cell, . where it is empty.")
        for c, token in enumerate(cells, 1):
            sheet.cell(token, r, c)
        sheet.clues("left", r, left)
        sheet.clues("right", r, right)
    add_columns(sheet, "top", above, rows[0][1])
    add_columns(sheet, "bottom", below, rows[-1][1])


def add_columns(sheet: Sheet, side: str, lines: Sequence[list[Token]], cells: list[Token]) -> None:
    """Add what stands in lines above or below the columns of some cells."""
    found: dict[int, list[Token]] = {}
    for line in lines:
        tokens = digits(line, cells)
        for c, token in zip(_columns(sheet, tokens, cells), tokens, strict=True):
            found.setdefault(c, []).append(token)
    for c, tokens in sorted(found.items()):
        sheet.clues(side, c, tokens)


def _columns(sheet: Sheet, tokens: list[Token], cells: list[Token]) -> list[int]:
    """Give the columns that tokens above or below a board belong to."""
    if len(tokens) == len(cells):
        return list(range(1, len(cells) + 1))
    columns, c = [], 0
    for token in tokens:
        while c < len(cells) and cells[c].right <= token.left:
            c += 1
        if c == len(cells) or token.right <= cells[c].left:
            sheet.refuse(token, "this number stands above or below no column", "Align it with one.")
        if c + 1 < len(cells) and cells[c + 1].left < token.right:
            message = f"the number {token.text[:20]} stands above or below several columns"
            sheet.refuse(token, message, "Write blanks between the numbers, or one digit per column.")
        columns.append(c + 1)
        c += 1
    return columns

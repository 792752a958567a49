"""Boards whose rows stand directly below each other, typed or drawn, and the numbers around any board."""

import re
from collections.abc import Sequence

from ..draw.text import display_width
from .lines import LINES
from .sheet import Sheet
from .tokens import CLUE, Line, Token, digits, parted, split, tokens_of

_OUTLINE = re.compile(r"\s*[+┏┗][-━]+[+┓┛]")
_HINT = "Draw an outline around the cells, with + - and |."
# What is drawn between cells, or needs a grid.
_GRIDDED = frozenset({"wall", "cage", "hole", "line", "dots", "lines", "none"})
_BARS = re.compile(r"[|┃]")

# A row: what stands before its cells, they themselves, and what stands behind them.
Row = tuple[list[Token], list[Token], list[Token]]


def read_rows(sheet: Sheet) -> None:
    """Read characters with or without blanks between them, and what stands around them."""
    legend = sheet.legend
    blanks = any(sheet.is_blank(character) for line in sheet.lines for character in line.text)
    sheet.others = "other" in legend.kinds and not blanks
    around = any(legend.around)
    if rows := _on_one_line(sheet):
        sheet.others = not blanks
        add_rows(sheet, rows)
        return
    # Numbers may stand directly beside the cells, unless cells may hold numbers, too.
    mixed = any((legend.cells.number, legend.cells.letter, *legend.small, legend.kinds & {"area", "several"}))
    lines = _squares_apart(sheet, list(map(tokens_of, sheet.lines)))
    if around and not mixed:
        lines = [[part for token in tokens for part in parted(token)] for tokens in lines]
    elif around and (_has_small(sheet) or _all_inside(sheet, lines)):
        around = False
    rows = []
    above: list[list[Token]] = []
    below: list[list[Token]] = []
    for tokens in lines:
        inside = [k for k, token in enumerate(tokens) if not (around and _may_be_clue(sheet, token))]
        if not inside:
            (below if rows else above).append(tokens)
            continue
        if below:
            sheet.refuse(tokens[0], "a row of the board below the numbers under it")
        left, cells, right = tokens[: inside[0]], tokens[inside[0] : inside[-1] + 1], tokens[inside[-1] + 1 :]
        if around and mixed and len(inside) < len(cells):
            number = next(token for token in cells if _may_be_clue(sheet, token))
            sheet.refuse(number, "here numbers may stand in cells and around them", _HINT)
        rows.append((left, cells, right))
    if not rows:
        sheet.fail(sheet.lines[0].number, 1, "there is no row of a board")
    if any(len(cells) == 1 and len(cells[0].text) > 1 for _, cells, _ in rows):
        rows = [(left, [part for token in cells for part in split(token)], right) for left, cells, right in rows]
    add_rows(sheet, rows, above, below)


def _has_small(sheet: Sheet) -> bool:
    """Whether small texts are seen in cells; an outline then parts what stands around these."""
    return any(sheet.legend.small) and any(":" in line.text for line in sheet.lines)


def _squares_apart(sheet: Sheet, lines: list[list[Token]]) -> list[list[Token]]:
    """Part squares that touch: wide signs, when nothing else but clues is in any line."""
    cells = [[token for token in tokens if not _may_be_clue(sheet, token)] for tokens in lines]
    wide = all(display_width(token.text) == 2 * len(token.text) for tokens in cells for token in tokens)
    if not wide or any(len(tokens) > 1 for tokens in cells):
        return lines
    return [[part for token in tokens for part in (split(token) if token in own else [token])]
            for tokens, own in zip(lines, cells, strict=True)]  # fmt: skip


def _all_inside(sheet: Sheet, lines: list[list[Token]]) -> bool:
    """Whether all that may stand around a board stands in cells: its rows are as long, and as many if it is square.

    Raises InstanceError if it may be either.
    """
    width, square = len(lines[0]), "square" in sheet.legend.kinds
    if any(len(tokens) != width for tokens in lines) or (square and width != len(lines)):
        return False
    # Clues are at the ends of rows, and in lines of their own above and below all rows.
    signs = ["".join(".1"[_may_be_clue(sheet, token)] for token in tokens) for tokens in lines]
    rows = [k for k, text in enumerate(signs) if "." in text]
    cells = {text.strip("1") for text in signs if "." in text}
    most = width if "clues" in sheet.legend.kinds else 1
    outside = (
        len({*map(len, cells)}) == 1
        and not any("1" in text for text in cells)
        and len(rows) == rows[-1] - rows[0] + 1
        and all(len(re.split(r"\.+", signs[k])[end]) <= most for k in rows for end in (0, -1))
        and (len(rows) == len(lines) or width <= len(min(cells)))
        and (not square or len(min(cells)) == len(rows))
    )
    if outside and any("1" in text for text in signs):
        number = next(token for tokens in lines for token in tokens if _may_be_clue(sheet, token))
        sheet.doubt(number, "this may stand in a cell or beside the board", _HINT)
    return not outside


def is_outlined(sheet: Sheet) -> bool:
    """Whether an outline parts rows from what stands around them, and nothing stands between the cells."""
    rows = _inside(sheet.lines)
    if len(rows) == 1:
        return not (any(sheet.legend.borders) or sheet.legend.kinds & _GRIDDED)
    counts = {len(cells) for _, cells, _ in rows}
    texts = [token.text for _, cells, _ in rows for token in cells]
    column = counts == {1} and max(map(len, texts)) > 1 and not any(LINES & set(text) for text in texts)
    return len(counts) == 1 and (any(sheet.legend.around) or column)


def read_outlined(sheet: Sheet) -> None:
    """Read rows with an outline around them."""
    sheet.drawn = True
    first, last = (k for k, line in enumerate(sheet.lines) if _OUTLINE.fullmatch(line.text))
    above, below = (list(map(tokens_of, lines)) for lines in (sheet.lines[:first], sheet.lines[last + 1 :]))
    rows = _inside(sheet.lines)
    # What stands above a cell may stand beside what is in it, but is within its columns.
    (edge,), count = tokens_of(sheet.lines[first]), len(rows[0][1])
    pitch = (edge.right - edge.left - 3) / count
    starts = [round(edge.left + 2 + k * pitch) for k in range(count)]
    columns = [
        token._replace(left=start, right=start + round(pitch)) for token, start in zip(rows[0][1], starts, strict=True)
    ]
    add_rows(sheet, rows, above, below, columns)


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
    sheet: Sheet,
    rows: list[Row],
    above: Sequence[list[Token]] = (),
    below: Sequence[list[Token]] = (),
    columns: list[Token] | None = None,
) -> None:
    """Add the cells of a board, and what stands around them, by the columns of the nearest cells unless others do."""
    width = len(rows[0][1])
    sheet.size(len(rows), width)
    for r, (left, cells, right) in enumerate(rows, 1):
        if len(cells) != width:
            message = f"this row has {len(cells)} cells, but the first one has {width}"
            last = cells[min(width, len(cells) - 1)]
            sheet.refuse(
                last,
                message,
                "Write one sign or number for each cell, . where it is empty.",
            )
        for c, token in enumerate(cells, 1):
            sheet.cell(token, r, c)
        sheet.clues("left", r, left)
        sheet.clues("right", r, right)
    add_columns(sheet, "top", above, columns or rows[0][1])
    add_columns(sheet, "bottom", below, columns or rows[-1][1])


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

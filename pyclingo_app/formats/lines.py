"""Boards with lines from cell to cell, in the blanks between them and in lines of joints."""

from itertools import accumulate

from .backwards import CROSS
from .sheet import Sheet
from .tokens import Token, columns_of

_SINGLE, _DOUBLE = "-─", "=═"
_GAPS = frozenset(" x×" + _SINGLE + _DOUBLE)
_JOINTS = {"|": 1, "│": 1, ":": 2, "║": 2}
# Lines in cells by their arms up, down, left and right, as numbers of base 2, single and double.
_SIGNS = (" ╵╷│╴┘┐┤╶└┌├─┴┬┼", " ╵╷│╸╛╕╡╺╘╒╞═╧╤╪", " ╹╻║╴╜╖╢╶╙╓╟─╨╥╫", " ╹╻║╸╝╗╣╺╚╔╠═╩╦╬")
UP = {sign: 1 + (k > 1) for k, signs in enumerate(_SIGNS) for arms, sign in enumerate(signs) if arms & 1}
DOWN = {sign: 1 + (k > 1) for k, signs in enumerate(_SIGNS) for arms, sign in enumerate(signs) if arms & 2}
# What a cell shows that lines pass and that has no mark.
LINES = frozenset("".join(_SIGNS)[1:] + "+|:-=") - {" "}


def has_joints(sheet: Sheet) -> bool:
    """Whether there is a line of joints between each two rows: in ASCII, or where crosses stand between cells."""
    rows, joints = ([columns_of(line.text) for line in sheet.lines[k::2]] for k in (0, 1))
    if len(rows) != len(joints) + 1 or not joints:
        return False
    if all(line.text.isascii() for line in sheet.lines):
        return all(set(row) <= set(" |:x") for row in joints)
    pitch = _pitch(sheet, rows)
    crossed = any("×" in row for row in joints) or (pitch and any("×" in row[pitch - 1 :: pitch] for row in rows))
    return bool(crossed) and all(set(row) <= {*_JOINTS, *" ×"} for row in joints)


def has_lines(sheet: Sheet) -> bool:
    """Whether a board shows lines between its cells.

    Raises InstanceError for a row alone that may be a drawing, or a board of other cells that someone typed.
    """
    if "line" not in sheet.legend.kinds:
        return False
    if any(set(line.text) & LINES - set("+|:-=") for line in sheet.lines) or has_joints(sheet):
        return True
    (line, *more) = sheet.lines
    row = columns_of(line.text)
    pitch = None if more else _pitch(sheet, [row], one=" " not in row)
    gaps = set(row[pitch - 1 :: pitch]) - {" "} if pitch else set()
    letters = sheet.legend.cells.letter and gaps & {"x", "×"}
    if pitch == 2 and gaps and (letters or ("other" in sheet.legend.kinds and not any(map(sheet.is_blank, row)))):
        sign = min(gaps)
        hint = "Write . for an empty cell, and X for a letter; or draw the line in Unicode."
        token = Token(sign, line.number, line.text.index(sign) + 1, 0, 0)
        sheet.doubt(token, f"{sign} may stand in a cell or between two cells", hint)
    return bool(gaps)


def read_lines(sheet: Sheet) -> None:
    """Read rows of cells with lines between them."""
    sheet.drawn = True
    joints = has_joints(sheet)
    step = 2 if joints else 1
    columns = [columns_of(line.text) for line in sheet.lines]
    rows = columns[::step]
    pitch = _pitch(sheet, rows)
    if pitch is None:
        message = "expected cells of equal width, with a blank or a line between two of them"
        sheet.fail(sheet.lines[0].number, 1, message)
    height, width = len(rows), -(-(max(map(len, rows)) + 1) // pitch)
    rows = [row + [" "] * (width * pitch - len(row)) for row in rows]
    sheet.size(height, width)
    signs: dict[tuple[int, int], str] = {}
    for r, (row, line) in enumerate(zip(rows, sheet.lines[::step], strict=True), 1):
        offsets = list(accumulate(map(len, row), initial=0))
        for c in range(1, width + 1):
            start, end = (c - 1) * pitch, c * pitch - 1
            inside = "".join(row[start:end])
            text = signs[r, c] = inside.strip(" " + _SINGLE + _DOUBLE) or inside.strip()[:1]
            token = Token(text, line.number, offsets[start] + inside.index(text) + 1, start, end)
            if text not in LINES or text in sheet.legend.cells.texts:
                sheet.cell(token, r, c)
            if c < width and (gap := row[end].strip()):
                _add(sheet, Token(gap, line.number, offsets[end] + 1, end, end + 1), r, c, "right")
    for r, c in signs:
        if r == height:
            continue
        if joints:
            start, number = (c - 1) * pitch, sheet.lines[2 * r - 1].number
            text = "".join(columns[2 * r - 1][start : start + pitch]).rstrip()
            token = Token(text.lstrip(), number, start + len(text) - len(text.lstrip()) + 1, start, start + pitch - 1)
            if len(token.text) > 1 or len(text) == pitch:
                sheet.refuse(token, f"expected one line from cell to cell, found {token.text!r}")
        else:
            # In a cell with a mark its lines are not seen, but they are in the other one.
            strokes = DOWN.get(signs[r, c], 0) or UP.get(signs[r + 1, c], 0)
            token = Token(("", "│", "║")[strokes], sheet.lines[r - 1].number, 1, 0, 0)
        if token.text:
            _add(sheet, token, r, c, "down")


def _add(sheet: Sheet, token: Token, r: int, c: int, place: str) -> None:
    """Add a line, or a cross, that leads from a cell to the next one."""
    if token.text in ("x", "×"):
        sheet.add(token, "between", r, c, place, CROSS)
    else:
        double = token.text in _DOUBLE or _JOINTS.get(token.text) == 2
        sheet.add(token, "line", r, c, place, "any", *([2] if double else []))


def _pitch(sheet: Sheet, rows: list[list[str]], one: bool = False) -> int | None:
    """Give the distance of cells: nothing but lines stands between them, and each has a text, or only ``one`` sign."""
    length = max(map(len, rows))
    for pitch in range(2, length + 2):
        starts = range(0, length, pitch)
        if all(
            _GAPS.issuperset(row[pitch - 1 :: pitch])
            and all(_may_be_cell(sheet, row[k : k + pitch - 1], one) for k in starts)
            for row in rows
        ):
            return pitch
    return None


def _may_be_cell(sheet: Sheet, columns: list[str], one: bool) -> bool:
    """Whether some columns of a row may be a cell."""
    text = "".join(columns).strip()
    mark = text.strip(_SINGLE + _DOUBLE)
    return bool(text) and " " not in text and (not one or len(mark) < 2 or sheet.holds(mark))

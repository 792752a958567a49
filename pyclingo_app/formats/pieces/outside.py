"""Pieces about what stands outside the board, and about cells that a diagonal parts."""

from collections.abc import Iterator

from clingo import Symbol

from ...errors import InstanceError
from ..terms import symbol_of, term, value_of
from .body import DIGITS, UNKNOWN, Body, Drawn, Value, held, is_number, sign, write_run
from .cells import code_number, read_number

Line = tuple[str, int]  # a side, and the number of a row or column


def lines_of(height: int, width: int, *, around: bool = False) -> list[Line]:
    """Give the rows and columns that have clues, in the order of addresses."""
    columns, rows = range(1, width + 1), range(1, height + 1)
    if around:
        return [(side, k) for side in ("top", "bottom") for k in columns] + [
            (side, k) for side in ("left", "right") for k in rows
        ]
    return [("top", k) for k in columns] + [("left", k) for k in rows]


def clues_of(drawn: Drawn) -> dict[Line, Value]:
    """Give the number of each line that has one."""
    return {(str(side), k.number): value_of(x) for side, k, x in drawn.named("clue", 3) if is_number(x)}


def read_outside(body: Body, *, around: bool = False) -> Iterator[Symbol]:
    """``outside``: numbers above the columns, then beside the rows; one that is not known says nothing.

    ``around``: above and below the columns, then left and right of the rows.
    """
    lines = lines_of(body.height, body.width, around=around)
    for k, value in body.run(len(lines), read_number(body, "-."), what="places").items():
        if value != UNKNOWN:
            yield term("clue", *lines[k], symbol_of(value))


def write_outside(drawn: Drawn, *, around: bool = False) -> str:
    lines, clues = lines_of(drawn.height, drawn.width, around=around), clues_of(drawn)
    values = {k: clues[line] for k, line in enumerate(lines) if line in clues}
    return write_run(len(lines), values, code_number(256))


def _slots(height: int, width: int) -> list[Line]:
    """Give the line of each number of ``lists``, those of a line from the board outwards."""
    lengths = {"top": (height + 1) // 2, "left": (width + 1) // 2}
    return [(side, k) for side, k in lines_of(height, width) for _ in range(lengths[side])]


def read_lists(body: Body, *empty: Symbol) -> Iterator[Symbol]:
    """``lists``, ``lists(X)``: several numbers above each column and beside each row, clue(Side, I, K, N); a line
    without any has X, as 0 in Nonogram."""
    slots = _slots(body.height, body.width)
    found: dict[Line, list[Value]] = {}
    # Where one number is missing, the others of its line are not in their places.
    numbers = body.run(len(slots), read_number(body, "-."), what="places", short=False)
    for k, value in sorted(numbers.items(), reverse=True):
        found.setdefault(slots[k], []).append(value)
    for line in dict.fromkeys(slots):
        for place, x in enumerate(map(symbol_of, found.get(line, ())), 1):
            yield term("clue", *line, place, x)
        if line not in found and empty:
            yield term("clue", *line, 1, *empty)


def lists_of(drawn: Drawn, *empty: Symbol) -> dict[Line, list[Value]]:
    """Give the numbers of each line that has several, without what stands for none."""
    found: dict[Line, list[tuple[int, Value]]] = {}
    for side, k, place, x in drawn.named("clue", 4):
        if is_number(x) and x not in empty:
            found.setdefault((str(side), k.number), []).append((place.number, value_of(x)))
    return {line: [value for _, value in sorted(entries)] for line, entries in found.items()}


def write_lists(drawn: Drawn, *empty: Symbol) -> str:
    slots = _slots(drawn.height, drawn.width)
    values: dict[int, Value] = {}
    for line, numbers in lists_of(drawn, *empty).items():
        if len(numbers) > slots.count(line):
            raise InstanceError(f"a URL has no room for the {len(numbers)} numbers at the {line[0]} of line {line[1]}")
        values |= dict(enumerate(reversed(numbers), slots.index(line)))
    return write_run(len(slots), values, code_number(256))


def _split_value(body: Body, character: str) -> int:
    """Read a number of kakuro, 0 for none."""
    if character.isascii() and character.isupper():
        return int(character, 36) + 10
    if character not in DIGITS[:20] and character != "-":
        body.fail(f"expected a number, found {character!r}", back=1)
    return DIGITS.find(character) if character != "-" else 0


def read_splits(body: Body, fill: Symbol) -> Iterator[Symbol]:
    """``splits(X)``: cells shown as X, some with a number for what is below and to the right, as in Kakuro.

    Those of the first row and column stand outside the board.
    """

    def taken(what: str) -> int:
        if body.position == len(body.text):
            body.fail(f"the address ends before {what}")
        return _split_value(body, body.next())

    def read(character: str) -> tuple[tuple[int, int], int]:
        if character == ".":
            return (0, 0), 0
        return (_split_value(body, character), taken("the second number of a cell")), 0

    cells = body.run(body.count, read, "k")
    for k, pair in cells.items():
        yield sign(*body.cell(k), fill)
        for side, value in zip(("bottom", "right"), pair, strict=True):
            if value:
                yield term("mark", *body.cell(k), side, value)
    for side, k in lines_of(body.height, body.width):
        if (k - 1 if side == "top" else (k - 1) * body.width) not in cells:
            value = taken(f"the number at the {side} of line {k}")
            if value:
                yield term("clue", side, k, value)


def write_splits(drawn: Drawn, fill: Symbol) -> str:
    cells: dict[int, dict[str, Value]] = {k: {} for k in drawn.having(fill)}
    for r, c, place, x in drawn.named("mark", 4):
        if str(place) in ("bottom", "right"):
            cells.setdefault(drawn.index(r, c), {})[str(place)] = value_of(x)

    def text(value: Value) -> str:
        number = held(value, 46)
        return "-" if not number else DIGITS[number] if number < 20 else DIGITS[number - 10].upper()

    def code(entry: dict[str, Value], _: int) -> str:
        return text(entry.get("bottom", 0)) + text(entry.get("right", 0)) if entry else "."

    clues = clues_of(drawn)
    body = write_run(drawn.count, cells, code, "k")
    for side, k in lines_of(drawn.height, drawn.width):
        if (k - 1 if side == "top" else (k - 1) * drawn.width) not in cells:
            body += text(clues.get((side, k), 0))
    return body

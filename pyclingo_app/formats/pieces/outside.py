"""Pieces about what stands outside the board, and about cells that a diagonal parts."""

from collections.abc import Iterator

from clingo import Symbol

from ...errors import InstanceError
from ..terms import symbol_of, term, value_of
from .body import DIGITS, UNKNOWN, Body, Drawn, Value, held, is_number, write_run
from .cells import code_number, read_number
from .places import Places, lines

Line = tuple[str, int]  # a side, and the number of a row or column


def clues_of(drawn: Drawn) -> dict[Line, Value]:
    """Give the number of each line that has one."""
    return {(str(side), k.number): value_of(x) for side, k, x in drawn.named("clue", 3) if is_number(x)}


def read_outside(body: Body) -> Iterator[Symbol]:
    """``outside``: numbers beside the board; one that is not known says nothing."""
    values = body.run(read_number(body, "-."))
    return body.numbered({k: value for k, value in values.items() if value != UNKNOWN})


def write_outside(drawn: Drawn) -> str:
    return write_run(drawn.count, drawn.numbers, code_number(256))


def _slots(height: int, width: int) -> list[Line]:
    """Give the line of each number of ``lists``, those of a line from the board outwards."""
    lengths = {"top": (height + 1) // 2, "left": (width + 1) // 2}
    return [(side, k) for side, k in lines(height, width).all for _ in range(lengths[side])]


def read_lists(body: Body, *empty: Symbol) -> Iterator[Symbol]:
    """``lists``, ``lists(X)``: several numbers above each column and beside each row, clue(Side, I, K, N); a line
    without any has X, as 0 in Nonogram."""
    slots = _slots(body.height, body.width)
    body.places = Places("places", slots)
    found: dict[Line, list[Value]] = {}
    # Where one number is missing, the others of its line are not in their places.
    numbers = body.run(read_number(body, "-."), short=False)
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

    cells = body.run(read, "k")
    for k, pair in cells.items():
        yield from body.put(k, fill)
        for side, value in zip(("bottom", "right"), pair, strict=True):
            if value:
                yield term("mark", *body.places.at(k), side, value)
    for side, k in lines(body.height, body.width).all:
        if (k - 1 if side == "top" else (k - 1) * body.width) not in cells:
            value = taken(f"the number at the {side} of line {k}")
            if value:
                yield term("clue", side, k, value)


def write_splits(drawn: Drawn, fill: Symbol) -> str:
    cells: dict[int, dict[str, Value]] = {k: {} for k in drawn.having(fill)}
    for k, items in drawn.items.items():
        for side, x in (item.arguments for item in items if item.name == "mark" and len(item.arguments) == 2):
            if str(side) in ("bottom", "right"):
                cells.setdefault(k, {})[str(side)] = value_of(x)

    def text(value: Value) -> str:
        number = held(value, 46)
        return "-" if not number else DIGITS[number] if number < 20 else DIGITS[number - 10].upper()

    def code(entry: dict[str, Value], _: int) -> str:
        return text(entry.get("bottom", 0)) + text(entry.get("right", 0)) if entry else "."

    clues = clues_of(drawn)
    body = write_run(drawn.count, cells, code, "k")
    for side, k in lines(drawn.height, drawn.width).all:
        if (k - 1 if side == "top" else (k - 1) * drawn.width) not in cells:
            body += text(clues.get((side, k), 0))
    return body

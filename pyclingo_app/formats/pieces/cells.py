"""Pieces about what stands in cells, or at other places: numbers, circles, arrows and groups of numbers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from clingo import Function, Number, Symbol, SymbolType

from ...errors import InstanceError
from ..symbols import ARROWS
from ..terms import symbol_of, value_of
from .body import DIGITS, UNKNOWN, Body, Drawn, Value, held, is_number, number_item, write_fixed, write_run

# What Number16 writes: sign, digits, and the first value of each range; % is read as @, too.
RANGES = (("", 1, 0), ("-", 2, 16), ("+", 3, 256), ("=", 3, 4096), ("@", 3, 8192), ("*", 4, 12240), ("$", 5, 77776))
OFFSETS = {"-": 0, "+": 0, "=": 4096, "@": 8192, "*": 12240, "$": 77776}
LIMIT = 77776 + 16**5
# How many places are free, and 36 at the end of which none is taken.
FAR = DIGITS + "."


def read_number(body: Body, signs: str = "-+=%@*$.") -> Callable[[str], tuple[Value, int] | None]:
    """Read the values of Number16: a digit, or a sign and digits, or a dot for a number that is not known."""
    lengths = {mark: length for mark, length, _ in RANGES}

    def read(character: str) -> tuple[Value, int] | None:
        if character in "0123456789abcdef":
            return int(character, 16), 0
        if character not in signs:
            return None
        if character == ".":
            return UNKNOWN, 0
        mark = character.replace("%", "@")
        return body.number(lengths[mark]) + OFFSETS[mark], 0

    return read


def code_number(limit: int = LIMIT) -> Callable[[Value, int], str]:
    """Write the values of Number16 that are less than a limit."""

    def code(value: Value, _: int) -> str:
        if value == UNKNOWN:
            return "."
        number = held(value, limit)
        mark, length, _ = next(entry for entry in reversed(RANGES) if number >= entry[2])
        return f"{mark}{number - OFFSETS.get(mark, 0):0{length}x}"

    return code


def read_numbers(body: Body, signs: str = "-+=%@*$.") -> Iterator[Symbol]:
    """``numbers``: Number16."""
    return body.numbered(body.run(read_number(body, signs), dots="." in signs))


def write_numbers(drawn: Drawn, limit: int = LIMIT) -> str:
    return write_run(drawn.count, drawn.numbers, code_number(limit))


def write_names(drawn: Drawn) -> str:
    """Write ``names``: as numbers, but they only tell cells apart, and none is unknown."""
    marks = {k: [item.arguments for item in items if item.name == "mark"] for k, items in drawn.items.items()}
    named = {k: x for k, found in marks.items() for x, *more in found if not more and x.type != SymbolType.Function}
    if any(x.type != SymbolType.Number or x.number < 1 for x in named.values()):
        anew = {x: Number(k) for k, x in enumerate(dict.fromkeys(named.values()), 1)}
        named = {k: anew[x] for k, x in named.items()}
    return write_run(drawn.count, {k: value_of(x) for k, x in named.items()}, code_number())


def _read_claiming(body: Body, kinds: int, most: int, skip: str = "g", over: int = 0) -> dict[int, int | str]:
    """Read which of some kinds is at a place: a digit, which also claims up to ``most`` empty places.

    These may lie beyond the last place, up to ``over``.  Where there are five kinds, a dot is one that is not known.
    """

    def read(character: str) -> tuple[Value, int] | None:
        if character == "." and kinds == 5:
            return UNKNOWN, 0
        digit = DIGITS.find(character)
        return (digit % kinds, digit // kinds) if 0 <= digit < kinds * (most + 1) else None

    return body.run(read, skip, over, dots=kinds == 5)


def _write_claiming(
    drawn: Drawn, values: Mapping[int, Value], kinds: int, most: int, skip: str = "g", over: int = 0
) -> str:
    """Write values as :func:`_read_claiming` reads them; one that is not known claims no places."""

    def code(value: Value, claimed: int) -> str:
        return "." if value == UNKNOWN else DIGITS[held(value, kinds) + kinds * claimed]

    return write_run(drawn.count, values, code, skip, lambda value: 0 if value == UNKNOWN else most, over)


def read_fours(body: Body, *fill: Symbol) -> Iterator[Symbol]:
    """``fours``, ``fours(X)``: 4Cell; with X each cell is shown as X, and an unknown number is nothing else."""
    values = _read_claiming(body, 5, 2, over=2)
    for k in values if fill else ():
        yield from body.put(k, fill[0])
    yield from body.numbered({k: value for k, value in values.items() if not fill or value != UNKNOWN})


def write_fours(drawn: Drawn, *fill: Symbol) -> str:
    values: dict[int, Value] = dict.fromkeys(drawn.having(fill[0]), UNKNOWN) if fill else {}
    return _write_claiming(drawn, values | drawn.numbers, 5, 2, over=2)


def read_dots(body: Body, *xs: Symbol) -> Iterator[Symbol]:
    """``dots(X, Y)``: Dot, X and Y; each claims up to 7 places."""
    found = _read_claiming(body, 2, 7, over=7)
    return (term for k, value in found.items() for term in body.put(k, xs[int(value)]))


def write_dots(drawn: Drawn, *xs: Symbol) -> str:
    return _write_claiming(drawn, _which(drawn, xs), 2, 7, over=7)


def read_marks(body: Body, x: Symbol) -> Iterator[Symbol]:
    """``marks(X)``: 1Cell, the cells that show X; each claims up to 17 empty ones."""
    return (term for k in _read_claiming(body, 1, 17, "i") for term in body.put(k, x))


def write_marks(drawn: Drawn, x: Symbol) -> str:
    return _write_claiming(drawn, _which(drawn, [x]), 1, 17, "i")


def _which(drawn: Drawn, xs: Sequence[Symbol], *, filled: bool = True) -> dict[int, Value]:
    """Give which X is at each place that shows one, counted from 0."""
    return {k: value for value, x in enumerate(xs) for k in drawn.having(x, filled=filled)}


def read_cells(body: Body, *xs: Symbol, each: int, filled: bool = True) -> Iterator[Symbol]:
    """``cells(X)``: a bit for each cell, whether it shows X; ``circles(X, Y)``: 0, 1 for a mark X or 2 for a mark Y."""
    values = enumerate(body.fixed(len(xs) + 1, each))
    return (term for k, value in values if value for term in body.put(k, xs[value - 1], filled=filled))


def write_cells(drawn: Drawn, *xs: Symbol, each: int, filled: bool = True) -> str:
    which = _which(drawn, xs, filled=filled)
    return write_fixed([int(which.get(k, -1)) + 1 for k in range(drawn.count)], len(xs) + 1, each)


def read_rest(body: Body, x: Symbol) -> Iterator[Symbol]:
    """``rest(X)``: a bit for each cell, as in ``cells``, but the cells without it show X."""
    return (term for k, bit in enumerate(body.fixed(2, 5)) if not bit for term in body.put(k, x))


def write_rest(drawn: Drawn, x: Symbol) -> str:
    having = _which(drawn, (x,))
    return write_fixed([int(k not in having) for k in range(drawn.count)], 2, 5)


def read_far(body: Body, letters: str = FAR, *, rest: bool) -> list[int]:
    """Read how many places are free before each that is not; the last of the letters leads to no place.

    ``rest``: those at the end stand there, too.
    """
    found = []
    index = 0
    count = body.places.count
    if rest and not count and body.text.startswith("0", body.position):
        body.next()
    while index < count and body.position < len(body.text) and body.text[body.position] != "/":
        character = body.next()
        free = letters.find(character)
        if free < 0:
            body.fail(f"unexpected character {character!r}", back=1)
        index += free
        if character != letters[-1] and index < count:
            found.append(index)
            index += 1
        elif index > count:
            body.fail(f"{character!r} leads beyond the last of {count} {body.places.what}", back=1)
    if rest:
        body.require(index)
    return found


def write_far(count: int, places: set[int], letters: str = FAR, *, rest: bool) -> str:
    """Write places as :func:`read_far` reads them, with the free ones at the end or without."""
    text = ""
    free = 0
    for k in range(count):
        if k in places:
            text += letters[free]
            free = 0
        else:
            free += 1
            if free == len(letters) - 1:
                text += letters[-1]
                free = 0
    return text + (letters[free] if rest and (free or not count) else "")


def read_blocks(body: Body, x: Symbol, *, rest: bool = False) -> Iterator[Symbol]:
    """``blocks(X)``: BlockCell, how many cells are before each that shows X; those after the last do not stand."""
    return (term for k in read_far(body, rest=rest) for term in body.put(k, x))


def write_blocks(drawn: Drawn, x: Symbol, *, rest: bool = False) -> str:
    return write_far(drawn.count, drawn.having(x), rest=rest)


def read_arrow(body: Body) -> Callable[[str], tuple[list[Symbol], int] | None]:
    """Read the values of ArrowNumber16: a direction and a number in a cell; direction 0 is no arrow."""

    def direction(way: int) -> int:
        if way > 4:
            body.fail(f"expected a direction from 0 to 4, found {way}", back=1)
        return way

    def pair(character: str) -> tuple[int, Value]:
        if character == "-":
            return direction(body.number(1)), body.number(3)
        way = int(character)
        if way < 5 and body.text.startswith(".", body.position):
            body.next()
            return way, UNKNOWN
        return direction(way % 5), body.number(1 + way // 5)

    def read(character: str) -> tuple[list[Symbol], int] | None:
        if character not in "-0123456789":
            return None
        way, value = pair(character)
        return [number_item(value), *([Function("mark", [Function(ARROWS[way - 1])])] if way else [])], 0

    return read


def code_arrow(items: Iterable[Symbol], value: Value) -> str:
    """Write a number, and the arrow among the items of its cell."""
    arrows = [str(item.arguments[-1]) for item in items if item.name == "mark"]
    way = next((k for k, arrow in enumerate(ARROWS, 1) if arrow in arrows), 0)
    if value == UNKNOWN:
        return f"{way}."
    number = held(value, 16**3)
    return f"{way}{number:x}" if number < 16 else f"{way + 5}{number:x}" if number < 256 else f"-{way}{number:x}"


def read_arrows(body: Body) -> Iterator[Symbol]:
    """``arrows``: ArrowNumber16."""
    found = body.run(read_arrow(body), "a", dots=False)
    return (body.places.put(k, item) for k, items in found.items() for item in items)


def write_arrows(drawn: Drawn) -> str:
    arrows = {k for arrow in ARROWS for k in drawn.having(Function(arrow))}
    lost = min(arrows - drawn.numbers.keys(), default=None)
    if lost is not None:
        raise InstanceError(f"a URL holds no arrow without a number, as at row {lost // drawn.width + 1}")
    codes = {k: code_arrow(drawn.items[k], value) for k, value in drawn.numbers.items()}
    return write_run(drawn.count, codes, lambda code, _: code, "a")


# Groups of 2, 3 and 4 numbers: the sign before their codes to the base 36, the first of these, and what each number is
# counted in; and those of Tapa-Like Loop.
GROUPS = {2: ("", 360, 6), 3: ("", 396, 4), 4: ("", 460, 2)}
LOOP_GROUPS = {2: ("", 360, 8), 3: ("+", 36, 7), 4: ("-", 36, 6)}


def read_groups(body: Body, *loop: Symbol) -> Iterator[Symbol]:
    """``groups``, ``groups(loop)``: up to four numbers in a cell, as in Tapa; the K-th is mark(R, C, K, N)."""
    groups = LOOP_GROUPS if loop else GROUPS

    def read(character: str) -> tuple[list[Value], int] | None:
        if character in "012345678":
            return [int(character)], 0
        if character == "." or (character == "9" and not loop):
            return [UNKNOWN] if character == "." else [1, 1, 1, 1], 0
        mark = "" if character in "abcdef" else character
        lengths = [length for length, (each, _, _) in groups.items() if each == mark]
        if not lengths:
            return None
        body.position -= not mark
        code = body.number(2, 36)
        length = max((length for length in lengths if code >= groups[length][1]), default=lengths[0])
        _, first, base = groups[length]
        if not first <= code < first + base**length:
            body.fail("no group of numbers has this code", back=2)
        return [(code - first) // base**k % base or UNKNOWN for k in range(length - 1, -1, -1)], 0

    for k, values in body.run(read).items():
        for place, value in enumerate(values, 1):
            yield body.places.put(k, Function("mark", [Number(place), symbol_of(value)]))


def _listed(drawn: Drawn) -> dict[int, list[Value]]:
    """Give the numbers of each cell that has several, in their order."""
    found: dict[int, list[Value]] = {}
    for k, items in drawn.items.items():
        listed = [item.arguments for item in items if item.name == "mark" and len(item.arguments) == 2]
        values = [(place, value_of(x)) for place, x in listed if place.type == SymbolType.Number and is_number(x)]
        if values:
            found[k] = [value for _, value in sorted(values)]
    return found


def write_groups(drawn: Drawn, *loop: Symbol) -> str:
    groups = LOOP_GROUPS if loop else GROUPS

    def code(values: list[Value], _: int) -> str:
        if len(values) == 1:
            return "." if values == [UNKNOWN] else str(held(values[0], 9))
        if values == [1, 1, 1, 1] and not loop:
            return "9"
        if len(values) > 4:
            raise InstanceError(f"a URL holds up to 4 numbers in a cell, not {len(values)}")
        mark, number, base = groups[len(values)]
        for k, value in enumerate(reversed(values)):
            number += base**k * (0 if value == UNKNOWN else held(value, base))
        high, low = divmod(held(number, 36**2), 36)
        return mark + DIGITS[high] + DIGITS[low]

    return write_run(drawn.count, _listed(drawn), code)


def are_loop(*kind: Symbol) -> bool:
    """Whether the argument of ``groups`` is right: none, or loop."""
    return kind in ((), (Function("loop"),))


# What follows the numbers of a cell in ``series``: how many empty cells come next.
_GAPS = DIGITS[10:]


def read_series(body: Body) -> Iterator[Symbol]:
    """``series``: digits of a cell one after the other, as in Lohkous, then a letter for the empty cells behind it.

    The K-th is mark(R, C, K, N), where 0 is a number that is not known.
    """

    def read(character: str) -> tuple[list[Value], int] | None:
        digits = ""
        while character in "0123456789":
            digits += character
            character = body.next() if not body.at_end() else _GAPS[0]
        if not digits:
            return None
        if character not in _GAPS:
            body.fail(f"unexpected character {character!r}", back=1)
        return [int(digit) or UNKNOWN for digit in digits], _GAPS.index(character)

    for k, values in body.run(read, "a", dots=False).items():
        for place, value in enumerate(values, 1):
            yield body.places.put(k, Function("mark", [Number(place), symbol_of(value)]))


def write_series(drawn: Drawn) -> str:
    last = drawn.count - 1

    def code(entry: tuple[int, list[Value]], claimed: int) -> str:
        k, values = entry
        if 0 in values:
            raise InstanceError("a URL holds numbers from 1 to 9 here, not 0")
        digits = "".join(str(0 if value == UNKNOWN else held(value, 10)) for value in values)
        return digits + (_GAPS[claimed] if k < last else "")

    found = {k: (k, values) for k, values in _listed(drawn).items()}
    return write_run(drawn.count, found, code, "a", lambda _: len(_GAPS) - 1)

"""Pieces about what is between cells: walls, regions and their numbers, numbers and signs on borders and crossings."""

from collections.abc import Iterator, Mapping

from clingo import Symbol, SymbolType

from ...errors import InstanceError
from ..terms import areas, regions, symbol_of, term, value_of
from .body import (
    DIGITS,
    UNKNOWN,
    Body,
    Drawn,
    Places,
    Value,
    borders,
    crossings,
    halves,
    held,
    is_number,
    write_fixed,
    write_run,
)  # fmt: skip
from .cells import code_number, read_far, read_four, read_number, write_far, write_fours_at


def read_walls(body: Body) -> Iterator[Symbol]:
    """``walls``: a bit for each border between columns, then between rows, whether a wall is there."""
    places = borders(body.height, body.width)
    columns = (body.width - 1) * body.height
    bits = body.fixed(columns, 2, 5, "places of walls between columns")
    bits += body.fixed(places.count - columns, 2, 5, "places of walls between rows")
    found = [places.at(k) for k, bit in enumerate(bits) if bit]
    body.walls = set(found)
    return (term("wall", *place) for place in found)


def write_walls(drawn: Drawn) -> str:
    places = borders(drawn.height, drawn.width)
    columns = (drawn.width - 1) * drawn.height
    bits = [places.at(k) in drawn.walls for k in range(places.count)]
    return write_fixed(bits[:columns], 2, 5) + write_fixed(bits[columns:], 2, 5)


def read_border(body: Body) -> Iterator[Symbol]:
    """``border``: walls, and the regions that they part, area(R, C, I)."""
    yield from read_walls(body)
    yield from regions(body.height, body.width, body.walls)


def read_rooms(body: Body) -> Iterator[Symbol]:
    """``rooms``: after border, Number16 over the regions; a number stands in the first cell of its region."""
    found = areas(body.height, body.width, body.walls)
    first = {k: cell for cell, k in sorted(found.items(), reverse=True)}
    for k, value in body.run(len(first), read_number(body), what="regions").items():
        yield term("mark", *first[k + 1], symbol_of(value))


def write_rooms(drawn: Drawn) -> str:
    found = drawn.regions
    values: dict[int, Value] = {}
    for k, value in sorted(drawn.numbers.items()):
        values.setdefault(found[k // drawn.width + 1, k % drawn.width + 1] - 1, value)
    return write_run(max(found.values()), values, code_number())


def between(places: Places, found: Mapping[int, Symbol]) -> Iterator[Symbol]:
    """Make the terms for what is shown at places between cells, or in the middles of these."""
    for k, x in found.items():
        r, c, place = places.at(k)
        yield term("mark", r, c, x) if place == "centre" else term("between", r, c, place, x)


def numbers_between(places: Places, found: Mapping[int, Value]) -> Iterator[Symbol]:
    """Make the terms for numbers at places between cells."""
    return between(places, {k: symbol_of(value) for k, value in found.items()})


def numbers_at(drawn: Drawn, places: Places) -> dict[int, Value]:
    """Give the numbers at places between cells, by the index of the place."""
    return {k: value_of(x) for k, x in drawn.between(places).items() if is_number(x)}


def read_edge_numbers(body: Body) -> Iterator[Symbol]:
    """``edge_numbers``: Number16 on the borders between cells."""
    places = borders(body.height, body.width)
    return numbers_between(places, body.run(places.count, read_number(body, "-."), what="borders"))


def write_edge_numbers(drawn: Drawn) -> str:
    places = borders(drawn.height, drawn.width)
    return write_run(places.count, numbers_at(drawn, places), code_number(256))


def read_edge_circles(body: Body, one: Symbol, two: Symbol) -> Iterator[Symbol]:
    """``edge_circles(X, Y)``: for each border between cells 0, 1 for X or 2 for Y, to the base 27."""
    places = borders(body.height, body.width)
    values = body.fixed(places.count, 3, 3, "borders")
    return between(places, {k: (one, two)[value - 1] for k, value in enumerate(values) if value})


def write_edge_circles(drawn: Drawn, one: Symbol, two: Symbol) -> str:
    places = borders(drawn.height, drawn.width)
    code = {one: 1, two: 2}
    found = {k: code.get(x, 0) for k, x in drawn.between(places).items()}
    return write_fixed([found.get(k, 0) for k in range(places.count)], 3, 3)


SIGNS = {("right", "g"): "<", ("right", "h"): ">", ("down", "g"): "^", ("down", "h"): "v"}


def read_inequalities(body: Body) -> Iterator[Symbol]:
    """``inequalities``: on the borders between cells, numbers, or which cell has the smaller one: < > ^ v."""
    places = borders(body.height, body.width)
    number = read_number(body, "-.")

    def read(character: str) -> tuple[Value, int] | None:
        return (character, 0) if character in "gh" else number(character)

    for k, value in body.run(places.count, read, "i", what="borders").items():
        place = places.at(k)
        yield term("between", *place, symbol_of(SIGNS.get((place[2], str(value)), value)))


def write_inequalities(drawn: Drawn) -> str:
    places = borders(drawn.height, drawn.width)
    letters: dict[Value, str] = {shown: letter for (_, letter), shown in SIGNS.items()}
    number = code_number(256)

    def code(value: Value, _: int) -> str:
        return letters[value] if value in letters else number(value, 0)

    found = {k: value_of(x) for k, x in drawn.between(places).items()}
    known = {k: value for k, value in found.items() if value in (*letters, UNKNOWN) or isinstance(value, int)}
    return write_run(places.count, known, code, "i")


def read_crossings(body: Body) -> Iterator[Symbol]:
    """``crossings``: 4Cross, numbers up to 4 where lines cross, at the edges of the board, too."""
    places = crossings(body.height, body.width, 1)
    return numbers_between(places, body.run(places.count, read_four, over=2, what="crossings"))


def write_crossings(drawn: Drawn) -> str:
    places = crossings(drawn.height, drawn.width, 1)
    return write_fours_at(places.count, numbers_at(drawn, places))


def read_points(body: Body, x: Symbol) -> Iterator[Symbol]:
    """``points(X)``: CrossMark, X where lines cross inside the board, by how many crossings are before each."""
    places = crossings(body.height, body.width, 0)
    return between(places, dict.fromkeys(read_far(body, places.count, "crossings", rest=True), x))


def write_points(drawn: Drawn, x: Symbol) -> str:
    places = crossings(drawn.height, drawn.width, 0)
    return write_far(places.count, {k for k, found in drawn.between(places).items() if found == x}, rest=True)


def read_dots(body: Body, one: Symbol, two: Symbol) -> Iterator[Symbol]:
    """``dots(X, Y)``: X and Y in the middles of cells, on borders and on crossings; each claims up to 7 places."""
    places = halves(body.height, body.width)

    def read(character: str) -> tuple[Symbol, int] | None:
        digit = DIGITS.find(character)
        return ((one, two)[digit % 2], digit // 2) if 0 <= digit < 16 else None

    return between(places, body.run(places.count, read, what="places of dots", over=7))


def write_dots(drawn: Drawn, one: Symbol, two: Symbol) -> str:
    places = halves(drawn.height, drawn.width)

    def code(x: Symbol, claimed: int) -> str:
        return DIGITS[2 * claimed + (x == two)]

    values = {k: x for k, x in drawn.between(places).items() if x in (one, two)}
    return write_run(places.count, values, code, claims=lambda _: 7, over=7)


def read_slash(body: Body) -> Iterator[Symbol]:
    """``slash``: a slash that parts two pieces."""
    if not body.text.startswith("/", body.position):
        body.fail("expected a slash")
    body.next()
    return iter(())


def write_slash(_: Drawn) -> str:
    return "/"


def read_parameter(body: Body, name: Symbol) -> Iterator[Symbol]:
    """``parameter("name")``: the value of a constant, a number up to the next slash."""
    digits, slash, _ = body.text[body.position :].partition("/")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        body.fail(f"expected a number and a slash, found {(digits + slash)[:20]!r}")
    body.position += len(digits) + len(slash)
    return iter((term("constant", name, int(digits)),))


def write_parameter(drawn: Drawn, name: Symbol) -> str:
    text = drawn.settings.get(name.string, "")
    if not text.isdecimal():
        raise InstanceError(f"a URL holds a number for {name.string} here, not {text or 'nothing'}")
    return f"{held(int(text), 10**6)}/"


def is_name(name: Symbol) -> bool:
    """Whether the argument of ``parameter`` is the name of a constant."""
    return name.type == SymbolType.String

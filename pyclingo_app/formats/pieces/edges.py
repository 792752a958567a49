"""Pieces about what is between cells: walls and regions, inequalities, arrows across borders."""

from collections.abc import Iterator

from clingo import Function, Symbol

from ..areas import regions
from ..terms import symbol_of, value_of
from .body import DIGITS, UNKNOWN, Body, Drawn, Value, write_fixed, write_run
from .cells import code_number, read_cells, read_far, read_number, write_cells, write_far
from .places import Places, between_columns, between_rows, borders, edges

WALL = Function("wall")


def read_walls(body: Body) -> Iterator[Symbol]:
    """``walls``: a bit for each border between columns, then between rows, whether a wall is there."""
    for places in between_columns(body.height, body.width), between_rows(body.height, body.width):
        body.places = places
        yield from read_cells(body, WALL, each=5)


def write_walls(drawn: Drawn) -> str:
    parts = between_columns(drawn.height, drawn.width), between_rows(drawn.height, drawn.width)
    return "".join(write_fixed([place in drawn.walls for place in places.all], 2, 5) for places in parts)


def read_border(body: Body) -> Iterator[Symbol]:
    """``border``: walls, and the regions that they part, area(R, C, I)."""
    walls = list(read_walls(body))
    yield from walls
    found = ((r.number, c.number, str(side)) for r, c, side in (wall.arguments for wall in walls))
    yield from regions(body.height, body.width, set(found))


def _outer(height: int, width: int, x: Symbol) -> tuple[Places, Places]:
    """Give the borders between cells, and these with the edges of the board, where X may stand."""
    inner = borders(height, width)
    return inner, Places("borders", inner.all + edges(height, width, walls=x == WALL).all)


def read_outer(body: Body, x: Symbol = WALL) -> Iterator[Symbol]:
    """``outer``, ``outer(X)``: a bit for each border, whether a wall or X is there; edges may be left out."""
    inner, every = _outer(body.height, body.width, x)
    rest = len(body.text[body.position :].rstrip(body.padding))
    body.places = inner if 5 * rest < every.count else every
    return read_cells(body, x, each=5)


def write_outer(drawn: Drawn, x: Symbol = WALL) -> str:
    inner, every = _outer(drawn.height, drawn.width, x)
    outside = max(drawn.on(every).having(x), default=0) >= inner.count
    return write_cells(drawn.on(every if outside else inner), x, each=5)


SIGNS = {("right", "g"): "<", ("right", "h"): ">", ("down", "g"): "^", ("down", "h"): "v"}


def read_inequalities(body: Body) -> Iterator[Symbol]:
    """``inequalities``: on the borders between cells, numbers, or which cell has the smaller one: < > ^ v."""
    number = read_number(body, "-.")

    def read(character: str) -> tuple[Value, int] | None:
        return (character, 0) if character in "gh" else number(character)

    for k, value in body.run(read, "i").items():
        where = body.places.at(k)[2]
        yield from body.put(k, symbol_of(SIGNS.get((where, str(value)), value)))


def write_inequalities(drawn: Drawn) -> str:
    letters: dict[Value, str] = {shown: letter for (_, letter), shown in SIGNS.items()}
    number = code_number(256)

    def code(value: Value, _: int) -> str:
        return letters[value] if value in letters else number(value, 0)

    found = {k: value_of(item.arguments[-1]) for k, items in drawn.items.items() for item in items if item.arguments}
    known = {k: value for k, value in found.items() if value in (*letters, UNKNOWN) or isinstance(value, int)}
    return write_run(drawn.count, known, code, "i")


# What an arrow across a border is, by whether it points up or left, or down or right.
_ARROWS = {"down": ("arrow_up", "arrow_down"), "right": ("arrow_left", "arrow_right")}


def read_edge_arrows(body: Body) -> Iterator[Symbol]:
    """``edge_arrows``: BorderArrow, the borders with an arrow up or left, then those with one down or right."""
    for way in (0, 1):
        for k in read_far(body, DIGITS, rest=True):
            yield from body.put(k, Function(_ARROWS[body.places.at(k)[2]][way]))


def write_edge_arrows(drawn: Drawn) -> str:
    return "".join(
        write_far(drawn.count, {k for arrow in arrows for k in drawn.having(Function(arrow))}, DIGITS, rest=True)
        for arrows in zip(*_ARROWS.values(), strict=True)
    )

"""The areas of a board: those that walls part, and the cages that are outlined on it, numbered in reading order."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from clingo import Symbol

from .terms import Cell, term

Wall = tuple[int, int, str]  # the border right of a cell or below it: row, column, "right" or "down"


def regions(height: int, width: int, walls: Collection[Wall], holes: Collection[Cell] = ()) -> Iterator[Symbol]:
    """Make the terms for the areas that walls part, area(R, C, I), and for walls that part none, _stub(R, C, Side)."""
    area = areas(height, width, walls, holes)
    yield from (term("area", *cell, k) for cell, k in area.items())
    for r, c, way in sorted(walls):
        if area.get((r, c), 0) == area.get(beyond((r, c, way))):
            yield term("_stub", r, c, way)


def without_holes(height: int, width: int, terms: Sequence[Symbol]) -> Sequence[Symbol]:
    """Take the holes of a board, which may be read after its walls, out of the areas that these part."""
    holes = {(r.number, c.number) for r, c in (one.arguments for one in terms if one.name == "hole")}
    if not holes or not any(one.name == "area" for one in terms):
        return terms
    walls = {(r.number, c.number, str(way)) for r, c, way in (one.arguments for one in terms if one.name == "wall")}
    kept = [one for one in terms if one.name not in ("area", "_stub")]
    return [*kept, *regions(height, width, walls, holes)]


def between_crossings(r: int, c: int, right: int) -> Wall:
    """Give the border from one crossing to the next: below a cell of row r, or right of one of column c."""
    return (r, c + 1, "down") if right else (r + 1, c, "right")


def at_edge(r: int, c: int, way: str) -> tuple[int, int, str]:
    """Give a cell of the board and a side of it that are a border, which may lie left of the board or above it."""
    return r or 1, c or 1, way if r and c else "left" if way == "right" else "up"


def cages(
    height: int, width: int, edges: Mapping[Wall, int], holes: Collection[Cell] = ()
) -> tuple[dict[Cell, int], Wall | None]:
    """Number the cages of a board from 1 in reading order, and give the number of each cell that lies in one.

    ``edges`` are the borders that outline cages, also at the edges of the board: 2 between two cages, 1 beside one.
    The second value is a border that does not fit the others, if there is any.
    """
    area = areas(height, width, edges, holes)
    places = [(r, c, way) for r in range(height + 1) for c in range(width + 1) for way in ("right", "down")]
    # The areas on both sides of each border; 0 is outside, and no cage.
    pairs = {place: (area.get(place[:2], 0), area.get(beyond(place), 0)) for place in places}
    caged = {0: False}
    if edges and 1 not in edges.values():
        # They fill the board, whose outline is not drawn as theirs.
        caged |= dict.fromkeys(area.values(), True)
        pairs = {place: pair for place, pair in pairs.items() if place in edges}
    # From what is known to be a cage or none to all others: only beside one cage lies something else.
    beside: dict[int, list[tuple[int, bool]]] = {}
    for place, (one, other) in pairs.items():
        beside.setdefault(one, []).append((other, edges.get(place) == 1))
        beside.setdefault(other, []).append((one, edges.get(place) == 1))
    pending = [*caged]
    for one in pending:
        for other, differs in beside.get(one, ()):
            if other not in caged:
                caged[other] = caged[one] != differs
                pending.append(other)
    numbers = {one: k for k, one in enumerate(sorted(one for one in caged if caged[one]), 1)}
    wrong = (
        place
        for place, (one, other) in pairs.items()
        if (caged[one] != caged[other]) != (edges.get(place) == 1)
        or (edges.get(place) == 2 and (one == other or not caged[one]))
    )
    return {cell: numbers[one] for cell, one in sorted(area.items()) if one in numbers}, next(wrong, None)


def beyond(place: Wall) -> Cell:
    """Give the cell right of or below a border, which is named from its other side."""
    r, c, way = place
    return r + (way == "down"), c + (way == "right")


def areas(height: int, width: int, walls: Collection[Wall], holes: Collection[Cell] = ()) -> dict[Cell, int]:
    """Number the areas between walls from 1 in reading order, and give the number of each cell.

    ``holes`` are cells that do not belong to the board, and to no area.
    """
    found: dict[Cell, int] = {}
    count = 0
    for start in ((r, c) for r in range(1, height + 1) for c in range(1, width + 1)):
        if start in found or start in holes:
            continue
        count += 1
        found[start] = count
        pending = [start]
        while pending:
            r, c = pending.pop()
            for cell, wall in (
                ((r, c + 1), (r, c, "right")),
                ((r + 1, c), (r, c, "down")),
                ((r, c - 1), (r, c - 1, "right")),
                ((r - 1, c), (r - 1, c, "down")),
            ):
                inside = 1 <= cell[0] <= height and 1 <= cell[1] <= width and cell not in holes
                if inside and cell not in found and wall not in walls:
                    found[cell] = count
                    pending.append(cell)
    return found

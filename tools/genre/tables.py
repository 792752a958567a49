"""Tiny random boards by the table ``Input`` of a program: types by name, ranges and special values."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pyclingo_app as puzzasp
from pyclingo_app.program.program import Program
from pyclingo_app.program.types import Argument, value

SHAPES = [(3, 3), (2, 3), (3, 4), (2, 4), (2, 2)]
SQUARES = [(2, 2), (3, 3), (3, 3), (4, 4), (5, 5)]
# The values of an argument that the table does not bound, as in packaged boards: by predicate, and number of the place.
Pool = Mapping[tuple[str, int], list[str]]
# Of packaged boards so many are looked at, and of a range that is wide the lowest numbers.
BOARDS = 12
WIDE = 5

Room = dict[tuple[int, int], int]


def is_square(program: Program) -> bool:
    """Whether the table says that boards are square."""
    size = program.types.get(("size", 2))
    return bool(size and size[0].name == size[1].name)


def pool(puzzle: puzzasp.Puzzle) -> Pool:
    """The values in packaged boards, for arguments that the table does not bound."""
    found: dict[tuple[str, int], set[str]] = {}
    for path in sorted(puzzle.instances().values())[:BOARDS]:
        for fact in puzzasp.read_instance(str(path)).facts:
            for place, argument in enumerate(fact.arguments):
                found.setdefault((fact.name, place), set()).add(str(argument))
    return {key: sorted(values) for key, values in found.items()}


def boards(puzzle: puzzasp.Puzzle, random: Random) -> Iterator[str]:
    """Texts of facts without end; not all of them are boards of the puzzle."""
    program, values = puzzle.program, pool(puzzle)
    while True:
        height, width = random.choice(SQUARES if is_square(program) else SHAPES)
        known = {"H": str(height), "W": str(width), **program.defaults}
        facts: list[tuple[object, ...]] = [("size", height, width)]
        rooms: list[int] = []
        if ("region", 3) in program.inputs:
            room = _rooms(height, width, random)
            facts += [("region", *cell, name) for cell, name in sorted(room.items())]
            rooms = sorted(set(room.values()))
        for name, arity in sorted(program.inputs - {("size", 2), ("region", 3)}):
            types = program.types.get((name, arity), ())
            last = types and types[-1].name[0] in "NXI" and arity > 1
            placed = {}
            for _ in range(random.choice([0, 1, 2, 3, 4]) if arity > 1 else 1):
                row = [_value(name, place, of, known, rooms, values, random) for place, of in enumerate(types)]
                _as_neighbours(row, types, random)
                placed[tuple(row[:-1] if last else row)] = row
            facts += [(name, *row) for row in placed.values() if row]
        yield " ".join(f"{name}({','.join(map(str, row))})." for name, *row in facts)


def _rooms(height: int, width: int, random: Random) -> Room:
    """Divide a board into one to five connected regions, in half of the cases not numbered in reading order."""
    cells = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
    number = min(len(cells), random.randint(1, 5))
    room = dict(zip(random.sample(cells, number), random.sample(range(1, 7), number), strict=True))
    while len(room) < len(cells):
        r, c = random.choice(cells)
        near = [room[x] for x in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)) if x in room]
        if (r, c) not in room and near:
            room[r, c] = random.choice(near)
    order = list(dict.fromkeys(room[cell] for cell in cells))
    return room if random.random() < 0.5 else {cell: order.index(name) + 1 for cell, name in room.items()}


def _as_neighbours(row: list[object], types: Sequence[Argument], random: Random) -> None:
    """Where a fact is of two cells, make the second one the neighbour at the right or below."""
    where = {argument.name: place for place, argument in enumerate(types)}
    if {"R", "C", "R'", "C'"} <= where.keys():
        down = random.random() < 0.5
        row[where["R'"]] = int(str(row[where["R"]])) + down
        row[where["C'"]] = int(str(row[where["C"]])) + (not down)


def _value(
    name: str, place: int, of: Argument, known: Mapping[str, str], rooms: list[int], values: Pool, random: Random
) -> object:
    """A value of an argument."""
    low, high = value(of.low, known), value(of.high, known)
    special = sorted(of.special)
    if special and random.random() < 0.25:
        return random.choice(special)
    if of.name.startswith("I") and rooms:
        return random.choice(rooms)
    if of.kind == "D":
        return random.choice(["up", "down", "left", "right"])
    if of.kind == "Side":
        return random.choice(["top", "left", "bottom", "right"])
    if of.kind in ("R", "C") and not of.low:
        return random.randint(1, int(known["H" if of.kind == "R" else "W"]))
    if low is not None:
        return random.randint(low, max(low, min(low + WIDE if high is None else high, low + WIDE)))
    return random.choice(values.get((name, place)) or ["1", "2", "3", "4"])

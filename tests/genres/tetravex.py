"""Tetravex: each tile in one cell, touching sides equal; equal tiles are interchangeable."""

from collections import Counter
from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

from genres import Cell, Fact, Facts, Genre, Published, Wrong, beside, broken, cells_of, named, reflected, transposed


def check(facts: Facts, answer: Facts) -> list[str]:
    tiles = {name: sides for name, *sides in named(facts, "tile")}
    placed = named(answer, "place")
    neighbours = [(one, other) for one in placed for other in placed if beside(one[:2], other[:2])]
    right = [(tiles[a[2]], tiles[b[2]]) for a, b in neighbours if a[0] == b[0] and a[1] < b[1]]
    down = [(tiles[a[2]], tiles[b[2]]) for a, b in neighbours if a[0] < b[0]]
    return broken(
        cell=sorted(place[:2] for place in placed) == cells_of(facts),
        tile=sorted(place[2] for place in placed) == sorted(tiles),
        across=all(left[3] == right[2] for left, right in right),
        below=all(upper[1] == lower[0] for upper, lower in down),
        fixed=all((row, column, name) in placed for name, row, column in named(facts, "fixed")),
    )


def brute(facts: Facts) -> int:
    return sum(not check(facts, places) for places in all_places(facts))


def all_places(facts: Facts) -> Iterator[list[Fact]]:
    """Fill the board in reading order, with only one of several equal tiles at each turn."""
    cells = cells_of(facts)
    tiles = {name: tuple(sides) for name, *sides in named(facts, "tile")}
    fixed = {(row, column): name for name, row, column in named(facts, "fixed")}

    def fits(cell: Cell, name: Any, filled: dict[Cell, Any]) -> bool:
        upper, left = filled.get((cell[0] - 1, cell[1])), filled.get((cell[0], cell[1] - 1))
        return (upper is None or tiles[upper][1] == tiles[name][0]) and (
            left is None or tiles[left][3] == tiles[name][2]
        )

    def extend(filled: dict[Cell, Any], loose: list[Any]) -> Iterator[list[Fact]]:
        if len(filled) == len(cells):
            yield [("place", *cell, name) for cell, name in filled.items()]
            return
        cell = cells[len(filled)]
        for name in [fixed[cell]] if cell in fixed else {tiles[name]: name for name in loose}.values():
            if fits(cell, name, filled):
                yield from extend({**filled, cell: name}, [other for other in loose if other != name])

    return extend({}, [name for name in tiles if name not in fixed.values()])


def board(random: Random) -> list[Fact]:
    """Make a board of up to nine cells, often with equal tiles, some of them fixed."""
    size = random.choice([(1, 1), (1, 2), (3, 1), (1, 4), (2, 2), (2, 3), (3, 2), (5, 1), (2, 4), (3, 3)])
    facts: list[Fact] = [("size", *size)]
    cells, colours = cells_of(facts), random.randint(1, 3)
    flat = {(r, c): random.randrange(colours) for r in range(5) for c in range(6)}
    upright = {(r, c): random.randrange(colours) for r in range(5) for c in range(7)}
    names = random.sample(range(len(cells)), len(cells))
    fair = random.random() < 0.7
    for name, (r, c) in zip(names, cells, strict=True):
        sides = [flat[r - 1, c - 1], flat[r % 5, c - 1], upright[r - 1, c - 1], upright[r - 1, c]]
        facts.append(("tile", name, *(sides if fair else [random.randrange(colours) for _ in sides])))
    for place in random.sample(range(len(cells)), random.choice([0, 0, 1, min(2, len(cells))])):
        facts.append(("fixed", names[place] if random.random() < 0.8 else names[0], *cells[place]))
    return facts


def on_its_side(fact: Fact) -> Fact:
    """Exchange rows and columns."""
    name, *values = fact
    if name == "tile":
        tile, top, bottom, left, right = values
        return (name, tile, left, right, top, bottom)
    return (name, values[0], values[2], values[1]) if name == "fixed" else transposed(fact)


def in_a_mirror(fact: Fact, width: int) -> Fact:
    """Exchange left and right."""
    name, *values = fact
    if name == "tile":
        tile, top, bottom, left, right = values
        return (name, tile, top, bottom, right, left)
    return (name, *values[:2], width + 1 - values[2]) if name == "fixed" else reflected(fact, width)


def unnamed(facts: Facts) -> Hashable:
    """Give the tiles by their sides, and where some of them are fixed."""
    tiles = {name: tuple(sides) for name, *sides in named(facts, "tile")}
    fixed = frozenset((row, column, tiles[name]) for name, row, column in named(facts, "fixed"))
    return named(facts, "size")[0], frozenset(Counter(tiles.values()).items()), fixed


_BOARD = "size(1,2). tile(1,0,0,1,2). tile(2,0,0,2,3)."
_EQUAL = "size(1,2). tile(1,0,0,1,1). tile(2,0,0,1,1)."
_RIGHT = "place(1,1,1). place(1,2,2)."

GENRE = Genre(
    "tetravex",
    check,
    brute,
    board,
    wrong=[
        Wrong(["cell"], _EQUAL, _RIGHT, "place(1,1,1..2)."),
        Wrong(["tile"], _EQUAL, _RIGHT, "place(1,1..2,1)."),
        Wrong(["across"], _BOARD, _RIGHT, "place(1,1,2). place(1,2,1)."),
        Wrong(
            ["below"],
            "size(2,1). tile(1,1,2,0,0). tile(2,2,3,0,0).",
            "place(1,1,1). place(2,1,2).",
            "place(1,1,2). place(2,1,1).",
        ),
        Wrong(
            ["fixed"],
            "size(1,2). tile(1,0,0,1,2). tile(2,0,0,2,1). fixed(1,1,1).",
            _RIGHT,
            "place(1,1,2). place(1,2,1).",
        ),
    ],
    # A tile beside an empty cell has no neighbour to agree with, and as many tiles as cells in no empty cell
    # are one in each.
    implied={
        "The cell (R, C) holds exactly one tile.": (
            "The tiles at (R, C) and (R', C') show the same number where they meet.",
        ),
    },
    published=[
        Published(
            "size(2,2). tile(0,1,2,1,2). tile(1,1,2,2,3). tile(2,2,3,1,2). tile(3,2,3,2,3).",
            1,
            "place(1,1,0). place(1,2,1). place(2,1,2). place(2,2,3).",
        ),
        Published("size(2,2). tile(0,1,2,3,4). tile(1,1,3,4,2). tile(2,2,4,3,1). tile(3,3,1,2,4).", 0),
    ],
    twins=[(_EQUAL, _RIGHT, "place(1,1,2). place(1,2,1).")],
    transposed=on_its_side,
    reflected=in_a_mirror,
    unnamed=unnamed,
    redrawn=False,  # tiles on the board are read as loose ones
    unheld={"json": "would be lost: (size|fixed)", "penpa": "penpa cannot hold"},
    made=((2, 3), (5, 5)),
)

"""LITS: a tetromino in each region, equal ones apart, all connected, and no square of two by two."""

from itertools import combinations, product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, grown, named
from genres.nurikabe import pieces


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, region = named(answer, "shaded"), by_cell(facts, "region")
    parts = {room: [cell for cell in shaded if region.get(cell) == room] for room in set(region.values())}
    touching = [(one, other) for one, other in product(shaded, shaded) if beside(one, other)]
    whole = all(len(part) == 4 and len(pieces(part)) == 1 for part in parts.values())
    return broken(
        outside=set(shaded) <= set(cells_of(facts)),
        tetromino=whole,
        square=not any({*product((r, r + 1), (c, c + 1))} <= set(shaded) for r, c in shaded),
        equal=not whole
        or all(
            distances(parts[region[one]]) != distances(parts[region[other]])
            for one, other in touching
            if one in region and other in region and region[one] != region[other]
        ),
        connected=len(pieces(shaded)) <= 1,
    )


def distances(cells: list[Cell]) -> list[int]:
    """Give the squares of the distances between cells: the same for equal shapes, however they are turned."""
    return sorted((r - x) ** 2 + (c - y) ** 2 for (r, c), (x, y) in combinations(cells, 2))


def brute(facts: Facts) -> int:
    region = by_cell(facts, "region")
    choices = [combinations([cell for cell in region if region[cell] == room], 4) for room in set(region.values())]
    return sum(not check(facts, [("shaded", *cell) for part in parts for cell in part]) for parts in product(*choices))


def board(random: Random) -> list[Fact]:
    """Make a board of up to 15 cells with up to three regions, which in most cases are connected."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 6) for w in range(1, 6) if 5 < h * w < 16])]
    cells = cells_of(facts)
    return facts + grown(random, cells, random.randint(1, len(cells) // 5))


_TWO = "size(3,4). region(1..2,1..2,1). region(3,1..3,1). region(1..2,3..4,2). region(3,4,2)."
_RIGHT = "shaded(1,2..4). shaded(2,(1;2;4)). shaded(3,(1;4))."

GENRE = Genre(
    "lits",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,4). region(1,1..4,1).", "shaded(1,1..4).", "shaded(1,1..5)."),
        Wrong(["tetromino"], "size(1,5). region(1,1..5,1).", "shaded(1,1..4).", "shaded(1,1..3)."),
        Wrong(["square"], "size(2,3). region(1..2,1..3,1).", "shaded(1,1..3). shaded(2,1).", "shaded(1..2,1..2)."),
        Wrong(["equal"], _TWO, _RIGHT, "shaded(1,1..4). shaded(2..3,(1;4))."),
        Wrong(["connected"], _TWO, _RIGHT, "shaded(1,(1;3;4)). shaded(2,(1;2;4)). shaded(3,(1;4))."),
    ],
)

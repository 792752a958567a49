"""Star Battle: as many stars in each row, column and region, none of which touch."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

from genres import Fact, Facts, Genre, Wrong, broken, by_cell, cells_of, named, size_of, touching


def check(facts: Facts, answer: Facts, *, stars: int = 1) -> list[str]:
    placed, region = named(answer, "star"), by_cell(facts, "region")
    lines = range(1, size_of(facts)[0] + 1)
    return broken(
        outside=set(placed) <= set(cells_of(facts)),
        row=all(sum(cell[0] == line for cell in placed) == stars for line in lines),
        column=all(sum(cell[1] == line for cell in placed) == stars for line in lines),
        region=all(sum(region.get(cell) == name for cell in placed) == stars for name in set(region.values())),
        touch=not any(touching(*pair) for pair in combinations(placed, 2)),
    )


def brute(facts: Facts, *, stars: int = 1) -> int:
    return sum(not check(facts, placed, stars=stars) for placed in star_rows(size_of(facts)[0], stars))


@cache
def star_rows(n: int, stars: int) -> list[list[Fact]]:
    """Give all ways to put so many stars into each row and column that none touch."""

    def extend(rows: list[tuple[int, ...]]) -> Iterator[list[Fact]]:
        if len(rows) == n:
            yield [("star", row, column) for row, columns in enumerate(rows, 1) for column in columns]
            return
        full = Counter(column for columns in rows for column in columns)
        above = rows[-1] if rows else ()
        for columns in combinations([column for column in range(1, n + 1) if full[column] < stars], stars):
            apart = all(b - a > 1 for a, b in combinations(columns, 2))
            if apart and all(abs(column - other) > 1 for column in columns for other in above):
                yield from extend([*rows, columns])

    return list(extend([]))


def board(random: Random) -> list[Fact]:
    """Make a board of 2x2 to 6x6 cells, or one of 8x8 for two stars; regions need not be connected."""
    n = random.choice([2, 3, 4, 5, 6, 8])
    facts: list[Fact] = [("size", n, n)]
    cells, stars = cells_of(facts), 2 if n == 8 else 1
    right = star_rows(n, stars) if random.random() < 0.7 else []
    placed = named(random.choice(right), "star") if right else random.sample(cells, n * stars)
    number = {cell: place // stars for place, cell in enumerate(random.sample(placed, n * stars))}
    return facts + [("region", *cell, number.get(cell, random.randrange(n))) for cell in cells]


_BOARD = (
    "size(4,4). region(1,2,1). region(1,(1;3;4),2). region(2,4,2). region(2,1..3,3)."
    "region(3..4,1..2,3). region(3..4,3..4,4)."
)
_RIGHT = "star(1,2). star(2,4). star(3,1). star(4,3)."

GENRE = Genre(
    "starbattle",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], _BOARD, _RIGHT, _RIGHT + "star(6,6)."),
        Wrong(["row"], _BOARD, _RIGHT, "star(1,(2;4)). star(3,(1;3))."),
        Wrong(["column"], _BOARD, _RIGHT, "star(1,2). star((2;4),4). star(3,1)."),
        Wrong(["region"], _BOARD, _RIGHT, "star(1,3). star(2,1). star(3,4). star(4,2)."),
        Wrong(["touch"], _BOARD, _RIGHT, "star(1,2). star(2,4). star(3,3). star(4,1)."),
    ],
    modes=[{}, {"stars": 2}],
    urls=[
        "https://puzz.link/p?starbattle/10/10/2/5g252c2qkgbakk98igse7g88cp3730so000u",  # E
        "https://pzprxs.vercel.app/p?starbattle/10/10/2/00lhksmullfd75hm00u85lakb8442q5alk2f",  # W
    ],
    made=((5, 5), (8, 8)),
)

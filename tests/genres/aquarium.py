"""Aquarium: water that lies level in each region, counted in rows and columns."""

from random import Random

from genres import Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, line_counts, named
from genres.nurikabe import brute_shadings, pieces


def check(facts: Facts, answer: Facts, *, whole: int = 1) -> list[str]:
    water, region = set(named(answer, "shaded")), by_cell(facts, "region")
    parts = [[cell for cell in water if region.get(cell) == room] for room in sorted(set(region.values()), key=str)]
    bodies = parts if whole else [body for part in parts for body in pieces(part)]
    return broken(
        outside=water <= set(cells_of(facts)),
        row=all(n == sum(cell[0] == row for cell in water) for row, n in named(facts, "row_count")),
        column=all(n == sum(cell[1] == column for cell in water) for column, n in named(facts, "column_count")),
        level=all(
            region[cell] != region[body[0]] or cell in body or (not whole and not any(beside(cell, x) for x in body))
            for body in bodies
            if body
            for cell in region
            if cell[0] >= min(row for row, _ in body)
        ),
    )


def brute(facts: Facts, *, whole: int = 1) -> int:
    return brute_shadings(lambda facts, answer: check(facts, answer, whole=whole), facts)


def board(random: Random) -> list[Fact]:
    """Make a board of up to twelve cells with some counts of water that may be level."""
    sizes = [(3, 3), (3, 4), (4, 3), (2, 3), (3, 2), (4, 2), (1, 3), (3, 1), (3, 3), (3, 4)]
    facts: list[Fact] = [("size", *random.choice(sizes))]
    cells = cells_of(facts)
    rooms = random.randint(1, max(1, len(cells) // 3))
    region = dict(zip(random.sample(cells, rooms), range(rooms), strict=True))
    while len(region) < len(cells):
        cell = random.choice([cell for cell in cells if cell not in region])
        near = [room for other, room in region.items() if beside(cell, other)]
        if near:
            region[cell] = random.choice(near)
    level = [random.randint(1, 5) for _ in range(rooms)]
    water = [cell for cell in cells if cell[0] >= level[region[cell]]]
    facts += [("region", *cell, region[cell]) for cell in cells]
    return facts + line_counts(cells, water, random, 0.4)


_BOWL = "size(2,3). region(2,1..3,1). region(1,(1;3),1). region(1,2,2)."

GENRE = Genre(
    "aquarium",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2). region(1,1..2,1).", "shaded(1,1..2).", "shaded(1,1..3)."),
        Wrong(["row"], "size(2,1). region(1..2,1,1). row_count(1,1).", "shaded(1..2,1).", "shaded(2,1)."),
        Wrong(["column"], "size(2,1). region(1..2,1,1). column_count(1,1).", "shaded(2,1).", "shaded(1..2,1)."),
        Wrong(["level"], _BOWL, "shaded(2,1..3).", "shaded(2,1..3). shaded(1,1).", {"whole": 0}),
        Wrong(["level"], _BOWL, "shaded(2,1..3).", "shaded(2,1..2).", {"whole": 0}),
    ],
    modes=[{}, {"whole": 0}],
    transposed=lambda fact: fact,  # water knows up and down
)

"""Tapa: a connected wall without squares of two by two, in runs around the clues."""

from itertools import groupby, product
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, cells_of, named
from genres.nurikabe import pieces

RING = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, clues = named(answer, "shaded"), clues_of(facts)
    return broken(
        outside=set(shaded) <= set(cells_of(facts)),
        clue_shaded=not set(shaded) & set(clues),
        runs=all(suits(numbers, runs(cell, shaded)) for cell, numbers in clues.items()),
        square=not any({*product((r, r + 1), (c, c + 1))} <= set(shaded) for r, c in shaded),
        wall=len(pieces(shaded)) <= 1,
    )


def clues_of(facts: Facts) -> dict[Cell, list[int | str]]:
    """Give the numbers of each clue."""
    clues: dict[Cell, list[int | str]] = {}
    for row, column, _, number in named(facts, "group"):
        clues.setdefault((row, column), []).append(number)
    return clues


def runs(cell: Cell, shaded: list[Cell]) -> list[int]:
    """Give the lengths of the runs around a cell, 0 where there are none."""
    ring = [(cell[0] + x, cell[1] + y) in shaded for x, y in RING]
    start = ring.index(False) if False in ring else 0
    return [sum(run) for dark, run in groupby(ring[start:] + ring[:start]) if dark] or [0]


def suits(numbers: list[int | str], lengths: list[int]) -> bool:
    """Whether lengths are the numbers, in any order; one that is not known is any, 0 only if it stands alone."""
    left = list(lengths)
    for number in numbers:
        if number != "?":
            if number not in left:
                return False
            left.remove(number)
    return len(left) == numbers.count("?") and (0 not in left or numbers == ["?"])


def brute(facts: Facts) -> int:
    free = [cell for cell in cells_of(facts) if cell not in clues_of(facts)]
    shadings = product((0, 1), repeat=len(free))
    return sum(
        not check(facts, [("shaded", *cell) for cell, dark in zip(free, shading, strict=True) if dark])
        for shading in shadings
    )


def board(random: Random) -> list[Fact]:
    """Make a board of up to twelve cells, with clues around a shading, some of which are not known or wrong."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 6) for w in range(1, 6) if h * w <= 12])]
    cells = cells_of(facts)
    clues = random.sample(cells, random.randint(1, max(len(cells) // 3, 1)))
    shaded = [cell for cell in cells if cell not in clues and random.random() < 0.75]
    for cell in clues:
        for order, length in enumerate(random.sample(lengths := runs(cell, shaded), len(lengths)), 1):
            changed = random.choice([*[length] * 8, "?", 1, 2, 3] if length else [0, 0, "?"])
            facts.append(("group", *cell, order, changed))
    return facts


GENRE = Genre(
    "tapa",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,3). group(1,1,1,1).", "shaded(1,2).", "shaded(1,2..4)."),
        Wrong(["clue shaded"], "size(1,5). group(1,3,1,1).", "shaded(1,4).", "shaded(1,3..4)."),
        Wrong(["runs"], "size(1,5). group(1,3,1,1).", "shaded(1,4).", ""),
        Wrong(["runs"], "size(1,3). group(1,2,1,0).", "", "shaded(1,1)."),
        Wrong(
            ["runs"], 'size(3,3). group(1,2,1,"?").', "shaded(2..3,1). shaded(3,2).", "shaded(2..3,(1;3)). shaded(3,2)."
        ),
        Wrong(["runs"], 'size(2,3). group(1,2,1..2,"?").', None, ""),
        Wrong(["square"], "size(2,3). group(1,3,1,2).", "shaded(2,2..3).", "shaded(1..2,1..2)."),
        Wrong(["wall"], "size(1,5). group(1,3,1,1).", "shaded(1,4).", "shaded(1,(2;5))."),
    ],
    # As pzprjs judges all shadings of tapa/4/1/.h1 and tapa/4/1/.1h.
    published=[
        Published('size(1,4). group(1,1,1,"?"). group(1,4,1,1).', 2),
        Published('size(1,4). group(1,1,1,"?"). group(1,2,1,1).', 2),
    ],
    urls=[
        "https://puzz.link/p?tapa/7/6/2nabg9w8o0h",  # C
        "https://puzz.link/p?tapa/6/8/q2g9g.qb0pa0ccn",  # C
        "https://puzz.link/p?tapa/10/10/rbmbmsblblsbmbmrbmbmsafafsagagr",  # E
    ],
    made=((3, 4), (5, 5)),
)

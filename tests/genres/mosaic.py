"""Mosaic: numbers that count the shaded cells around them, and their own."""

from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, by_cell, cells_of, named, touching


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, number = named(answer, "shaded"), by_cell(facts, "number")
    return broken(
        outside=set(shaded) <= set(cells_of(facts)),
        number=all(n in (_around(cell, shaded), "?") for cell, n in number.items()),
    )


def _around(cell: Cell, shaded: list[Cell]) -> int:
    return sum(touching(cell, other) for other in shaded)


def brute(facts: Facts) -> int:
    cells = cells_of(facts)
    choices = product((0, 1), repeat=len(cells))
    answers = ([("shaded", *cell) for cell, on in zip(cells, choice, strict=True) if on] for choice in choices)
    return sum(not check(facts, answer) for answer in answers)


def board(random: Random) -> list[Fact]:
    """Make a board of one to twelve cells, with numbers that count drawn cells, or nearly."""
    sizes = [("size", h, w) for h in range(1, 6) for w in range(1, 6) if h * w <= 12]
    facts: list[Fact] = [random.choice(sizes)]
    cells = cells_of(facts)
    shaded = [cell for cell in cells if random.random() < 0.5]
    for cell in cells:
        if random.random() < 0.5:
            n = _around(cell, shaded)
            facts.append(("number", *cell, random.choice([*[n] * 9, "?", min(n + 1, 9)])))
    return facts


GENRE = Genre(
    "mosaic",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2). number(1,1,2).", "shaded(1,1..2).", "shaded(1,1..3)."),
        Wrong(["number"], "size(2,2). number(1,1,0).", "", "shaded(1,1)."),
        Wrong(["number"], "size(1,3). number(1,2,3). number(1,1,1).", None, "shaded(1,2). shaded(1,3). shaded(1,1)."),
        Wrong(["number"], "size(3,3). number(2,2,9).", "shaded(1..3,1..3).", "shaded(1..3,1). shaded(1..3,3)."),
    ],
    published=[
        # Any five of nine cells.
        Published("size(3,3). number(2,2,5).", 126),
    ],
    made=((3, 4), (8, 8)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=[
        "3x3:a44c2a4",
        "5x5:1b2f2a586c6a1a3b",
        "8x8:1e5c35a9c3a3a6a34d6a2b4a754e6c66a4554i",
        "7x5:b3a23b55d0c13g422b3b",
        "10x10:c1a0c13b21a3c3b102a32c5a0a231a67b3d25a6a3b4d4b75a3e4a57c1c6a6a40b23a4c",
    ],
)

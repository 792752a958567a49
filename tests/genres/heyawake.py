"""Heyawake: shaded cells apart, white ones connected, and no white line through three rooms."""

from itertools import groupby
from random import Random

from genres import Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, named, size_of
from genres.nurikabe import brute_shadings, pieces


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, region, cells = named(answer, "shaded"), by_cell(facts, "region"), cells_of(facts)
    height, width = size_of(facts)
    held = [(sum(region.get(cell) == room for cell in shaded), n) for room, n in named(facts, "holds")]
    lines = [[(row, column) for column in range(1, width + 1)] for row in range(1, height + 1)]
    lines += [list(line) for line in zip(*lines, strict=True)]
    runs = [list(run) for line in lines for dark, run in groupby(line, lambda cell: cell in shaded) if not dark]
    return broken(
        outside=set(shaded) <= set(cells),
        apart=not any(beside(cell, other) for cell in shaded for other in shaded),
        number=all(n in (count, "?") for count, n in held),
        white=len(pieces([cell for cell in cells if cell not in shaded])) <= 1,
        three_rooms=all(len([*groupby(run, lambda cell: region[cell])]) <= 2 for run in runs),
    )


def brute(facts: Facts) -> int:
    return brute_shadings(check, facts)


def board(random: Random) -> list[Fact]:
    """Make a board of up to nine cells with rooms that need not be connected, and some numbers."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 6) for w in range(1, 6) if h * w <= 9])]
    cells = cells_of(facts)
    rooms = random.randint(1, max(1, len(cells) // 2))
    region = {cell: random.randrange(rooms) for cell in cells}
    shaded = [cell for cell in cells if random.random() < 0.3]
    facts += [("region", *cell, room) for cell, room in region.items()]
    for room in set(region.values()):
        if random.random() < 0.6:
            count = sum(region[cell] == room for cell in shaded)
            facts.append(("holds", room, random.choice([count, count, count, "?", 1])))
    return facts


_ROW = "size(1,3). region(1,1,1). region(1,2,2). region(1,3,3)."
_ONE = "size(2,2). region(1..2,1..2,1). holds(1,1)."

GENRE = Genre(
    "heyawake",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], _ROW, "shaded(1,1).", "shaded(1,(1;4))."),
        Wrong(["apart"], 'size(1,3). region(1,1..3,1). holds(1,"?").', "shaded(1,1).", "shaded(1,1..2)."),
        Wrong(["number"], _ONE, "shaded(2,1).", ""),
        Wrong(["white"], "size(1,3). region(1,1..3,1).", "shaded(1,(1;3)).", "shaded(1,2)."),
        Wrong(["three rooms"], _ROW, "shaded(1,3).", ""),
    ],
    made=((3, 4), (5, 5)),
)

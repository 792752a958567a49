"""Kurodoko: shaded cells apart, white ones connected, and numbers that count the white cells they see."""

from itertools import takewhile
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, named
from genres.nurikabe import brute_shadings, pieces


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, number, cells = named(answer, "shaded"), by_cell(facts, "number"), cells_of(facts)
    white = [cell for cell in cells if cell not in shaded]
    return broken(
        outside=set(shaded) <= set(cells),
        number_shaded=not set(shaded) & set(number),
        apart=not any(beside(cell, other) for cell in shaded for other in shaded),
        sees=all(n in (seen(cell, white), "?") for cell, n in number.items() if cell in white),
        white=len(pieces(white)) <= 1,
    )


def seen(cell: Cell, white: list[Cell]) -> int:
    """Count the white cells that one of them sees, its own included."""
    rays = [[(cell[0] + k * x, cell[1] + k * y) for k in range(1, 20)] for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0))]
    return 1 + sum(len([*takewhile(lambda other: other in white, ray)]) for ray in rays)


def brute(facts: Facts) -> int:
    return brute_shadings(check, facts)


def board(random: Random) -> list[Fact]:
    """Make a board of up to ten cells, with numbers for a shading, of which one may be wrong."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 6) for w in range(1, 6) if h * w <= 10])]
    cells = cells_of(facts)
    white = [cell for cell in cells if random.random() < 0.75]
    for cell in white:
        if random.random() < 0.5:
            n = seen(cell, white)
            facts.append(("number", *cell, random.choice([n, n, n, n, n, n, "?", max(1, n - 1)])))
    return facts


GENRE = Genre(
    "kurodoko",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2). number(1,1,1).", "shaded(1,2).", "shaded(1,(2;4))."),
        Wrong(["number shaded"], "size(3,1). number(3,1,2).", "shaded(1,1).", "shaded(3,1)."),
        Wrong(["apart"], "size(1,2).", "", "shaded(1,1..2)."),
        Wrong(["sees"], "size(3,1). number(3,1,2).", "shaded(1,1).", ""),
        Wrong(["white"], "size(1,3).", "", "shaded(1,2)."),
    ],
    made=((3, 4), (8, 8)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["8x6:7e2d4e8l5e3d11e6"],
)

"""Hitori: white numbers differ in each row and column, shaded cells are apart, white ones connected."""

from itertools import product
from random import Random

from genres import Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, named
from genres.nurikabe import pieces


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, number, cells = named(answer, "shaded"), by_cell(facts, "number"), cells_of(facts)
    white = [cell for cell in cells if cell not in shaded]
    equal = [
        (a, b) for a in white for b in white if a < b and number.get(a) == number.get(b) and number.get(a, "?") != "?"
    ]
    return broken(
        outside=set(shaded) <= set(cells),
        row=not any(a[0] == b[0] for a, b in equal),
        column=not any(a[1] == b[1] for a, b in equal),
        apart=not any(beside(cell, other) for cell in shaded for other in shaded),
        white=len(pieces(white)) <= 1,
    )


def brute(facts: Facts) -> int:
    cells = cells_of(facts)
    shadings = (
        [("shaded", *cell) for cell, dark in zip(cells, chosen, strict=True) if dark]
        for chosen in product((0, 1), repeat=len(cells))
    )
    return sum(not check(facts, shading) for shading in shadings)


def board(random: Random) -> list[Fact]:
    """Make a board of up to twelve cells with small numbers, a few of which say nothing."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 6) for w in range(1, 6) if h * w <= 12])]
    most = max(facts[0][1:])
    for cell in cells_of(facts):
        facts.append(("number", *cell, "?" if random.random() < 0.1 else random.randint(1, most)))
    return facts


GENRE = Genre(
    "hitori",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2). number(1,1..2,1).", "shaded(1,1).", "shaded(1,(1;4))."),
        Wrong(["row"], "size(1,3). number(1,1,1). number(1,2,2). number(1,3,1).", "shaded(1,1).", ""),
        Wrong(["column"], "size(3,1). number(1,1,1). number(2,1,2). number(3,1,1).", "shaded(3,1).", ""),
        Wrong(["apart"], "size(1,3). number(1,1..2,1). number(1,3,2).", "shaded(1,1).", "shaded(1,1..2)."),
        Wrong(["white"], "size(1,3). number(1,1..2,1). number(1,3,2).", "shaded(1,1).", "shaded(1,2)."),
    ],
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["7x6:217667546472536433516341516473564764163176"],
)

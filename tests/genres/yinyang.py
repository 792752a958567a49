"""Yin-Yang: black and white circles, each colour in one piece, and no square of one colour."""

from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, broken, by_cell, cells_of, named
from genres.nurikabe import pieces


def check(facts: Facts, answer: Facts) -> list[str]:
    black, given, cells = named(answer, "shaded"), by_cell(facts, "given"), cells_of(facts)
    white = [cell for cell in cells if cell not in black]
    squares = [{*product((r, r + 1), (c, c + 1))} for r, c in cells]
    return broken(
        outside=set(black) <= set(cells),
        given=all((cell in black) == (colour == "black") for cell, colour in given.items()),
        square=not any(square <= set(black) or square <= set(white) for square in squares),
        black=len(pieces(black)) <= 1,
        white=len(pieces(white)) <= 1,
    )


def brute(facts: Facts) -> int:
    cells, given = cells_of(facts), by_cell(facts, "given")
    colours = [[given[cell]] if cell in given else ["black", "white"] for cell in cells]
    return sum(
        not check(facts, [("shaded", *cell) for cell, colour in zip(cells, choice, strict=True) if colour == "black"])
        for choice in product(*colours)
    )


def board(random: Random) -> list[Fact]:
    """Make a board of up to 16 cells, with circles that are given at random or from a snake and what is left."""
    facts: list[Fact] = [("size", random.randint(1, 4), random.randint(1, 4))]
    cells = cells_of(facts)
    black: list[Cell] = random.sample(cells, 1)
    for cell in random.sample(cells, len(cells)):
        white = [other for other in cells if other not in black and other != cell]
        if len(pieces([*black, cell])) == 1 and len(pieces(white)) <= 1 and random.random() < 0.8:
            black = sorted({*black, cell})
    share = max(0.3, 1 - 9 / len(cells))
    for cell in cells:
        if random.random() < share:
            facts.append(("given", *cell, "black" if (cell in black) == (random.random() < 0.95) else "white"))
    return facts


GENRE = Genre(
    "yinyang",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2).", "shaded(1,2).", "shaded(1,2..3)."),
        Wrong(["given"], "size(2,1). given(2,1,black).", "shaded(2,1).", ""),
        Wrong(["given"], "size(2,1). given(2,1,white).", "shaded(1,1).", "shaded(2,1)."),
        Wrong(["square"], "size(2,2).", "shaded(2,2).", ""),
        Wrong(["square"], "size(2,2).", "shaded(2,2).", "shaded(1..2,1..2)."),
        Wrong(["black"], "size(4,1).", "", "shaded((1;4),1)."),
        Wrong(["white"], "size(4,1).", "", "shaded(3,1)."),
    ],
    redrawn=False,
    urls=[
        "https://puzz.link/p?yinyang/6/6/0j40j0060220",  # cspuz, cspuz/puzzle/yinyang.py
        "https://puzz.link/p?yinyang/12/5/02903a2o490i392o0290",  # E
    ],
)

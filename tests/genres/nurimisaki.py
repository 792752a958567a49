"""Nurimisaki: white cells, connected, that end at the circles and only there."""

from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, named
from genres.kurodoko import seen
from genres.nurikabe import brute_shadings, pieces


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, number, cells = named(answer, "shaded"), by_cell(facts, "number"), cells_of(facts)
    white = [cell for cell in cells if cell not in shaded]
    squares = [{*product((r, r + 1), (c, c + 1))} for r, c in cells]
    return broken(
        outside=set(shaded) <= set(cells),
        circle_shaded=not set(shaded) & set(number),
        no_cape=all(is_cape(cell, white) for cell in number if cell in white),
        cape_without_circle=not any(is_cape(cell, white) for cell in white if cell not in number),
        line=all(n in (seen(cell, white), "?") for cell, n in number.items() if is_cape(cell, white)),
        square=not any(square <= set(shaded) or square <= set(white) for square in squares),
        white=len(pieces(white)) <= 1,
    )


def is_cape(cell: Cell, white: list[Cell]) -> bool:
    """Whether exactly one neighbour of a white cell is white."""
    return cell in white and sum(beside(cell, other) for other in white) == 1


def brute(facts: Facts) -> int:
    return brute_shadings(check, facts)


def board(random: Random) -> list[Fact]:
    """Make a board of up to twelve cells, with circles at the capes of a shading."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 6) for w in range(1, 6) if h * w <= 12])]
    cells = cells_of(facts)
    white = [random.choice(cells)]
    for cell in random.sample(cells, len(cells)) * 3:  # in one piece
        if any(beside(cell, other) for other in white) and random.random() < 0.4:
            white = sorted({*white, cell})
    for cell in white:
        if is_cape(cell, white) and random.random() < 0.97:
            n = seen(cell, white)
            facts.append(("number", *cell, random.choice([n, n, n, "?", "?", 2])))
    return facts


_CAPE = 'size(3,4). number(1,4,"?").'
_LINE = 'size(2,4). number(1,1,2). number(2,3,"?").'

GENRE = Genre(
    "nurimisaki",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2).", "shaded(1,2).", "shaded(1,2..3)."),
        Wrong(["circle shaded"], _CAPE, "shaded(2,(2;4)). shaded(3,4).", "shaded(1,4). shaded(2,(2;4)). shaded(3,4)."),
        Wrong(["no cape"], _CAPE, "shaded(2,(2;4)). shaded(3,4).", "shaded(2,2..3)."),
        Wrong(["cape without circle"], "size(1,2).", "shaded(1,2).", ""),
        Wrong(["line"], _LINE, "shaded(1,3..4). shaded(2,(1;4)).", "shaded(1,4). shaded(2,(1;2;4))."),
        Wrong(["square"], 'size(2,3). number(1..2,3,"?").', None, "shaded(1..2,1..2)."),
        Wrong(["white"], "size(2,3).", "shaded(1,(1;3)). shaded(2,1..3).", "shaded(1,2). shaded(2,(1;3))."),
    ],
    urls=[
        "https://puzz.link/p?nurimisaki/9/9/h3g5g3y.o2m3o.y3g2g.h",  # E
    ],
)

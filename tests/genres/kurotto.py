"""Kurotto: circles that count the cells of the groups of shaded cells beside them."""

from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, named
from genres.nurikabe import brute_shadings, pieces


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, number = named(answer, "shaded"), by_cell(facts, "number")
    return broken(
        outside=set(shaded) <= set(cells_of(facts)),
        circle_shaded=not set(shaded) & set(number),
        number=all(n in (around(cell, shaded), "?") for cell, n in number.items()),
    )


def around(cell: Cell, shaded: list[Cell]) -> int:
    """Count the cells of the groups that share a side with a cell."""
    return sum(len(group) for group in pieces(shaded) if any(beside(cell, other) for other in group))


def brute(facts: Facts) -> int:
    return brute_shadings(check, facts)


def board(random: Random) -> list[Fact]:
    """Make a board of up to ten cells, with circles for a shading, of which one may be wrong."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 6) for w in range(1, 6) if h * w <= 10])]
    cells = cells_of(facts)
    shaded = [cell for cell in cells if random.random() < 0.5]
    for cell in cells:
        if cell not in shaded and random.random() < 0.7:
            n = around(cell, shaded)
            facts.append(("number", *cell, random.choice([*[n] * 9, "?", min(n + 1, len(cells))])))
    return facts


GENRE = Genre(
    "kurotto",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2). number(1,1,1).", "shaded(1,2).", "shaded(1,(2;4))."),
        Wrong(["circle shaded"], 'size(1,2). number(1,1,"?").', "shaded(1,2).", "shaded(1,1)."),
        Wrong(["number"], "size(1,3). number(1,1,1).", "shaded(1,2).", "shaded(1,2..3)."),
    ],
    urls=[
        "https://puzz.link/p?kurotto/4/4/g4g3.l.3g3g",  # E
    ],
)

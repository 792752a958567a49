"""Minesweeper: numbers that count the mines around them."""

from itertools import product
from random import Random

from genres import Fact, Facts, Genre, Wrong, broken, by_cell, cells_of, named, touching


def check(facts: Facts, answer: Facts, *, total: int = -1) -> list[str]:
    mines, number = named(answer, "mine"), by_cell(facts, "number")
    return broken(
        outside=set(mines) <= set(cells_of(facts)),
        mine_on_number=not set(mines) & set(number),
        number=all(n in (sum(touching(c, mine) for mine in mines if mine != c), "?") for c, n in number.items()),
        total=total in (-1, len(mines)),
    )


def brute(facts: Facts, *, total: int = -1) -> int:
    free = [cell for cell in cells_of(facts) if cell not in by_cell(facts, "number")]
    choices = product((0, 1), repeat=len(free))
    return sum(
        not check(facts, [("mine", *cell) for cell, on in zip(free, choice, strict=True) if on], total=total)
        for choice in choices
    )


def board(random: Random) -> list[Fact]:
    """Make a board of four to twelve cells, with numbers that count drawn mines, or nearly."""
    sizes = [("size", h, w) for h in range(1, 6) for w in range(1, 6) if 4 <= h * w <= 12]
    facts: list[Fact] = [random.choice(sizes)]
    cells = cells_of(facts)
    mines = [cell for cell in cells if random.random() < 0.3]
    for cell in cells:
        if cell not in mines and random.random() < 0.5:
            n = sum(touching(cell, mine) for mine in mines)
            facts.append(("number", *cell, random.choice([*[n] * 9, "?", min(n + 1, 8)])))
    return facts


GENRE = Genre(
    "minesweeper",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2). number(1,1,1).", "mine(1,2).", "mine(1,(2;4))."),
        Wrong(["mine on number"], "size(1,2). number(1,1,1).", "mine(1,2).", "mine(1,1..2)."),
        Wrong(["number"], "size(2,2). number(1,1,1). number(1,2,1).", "mine(2,1).", ""),
        Wrong(["total"], 'size(1,3). number(1,1,"?").', "mine(1,2..3).", "mine(1,2).", {"total": 2}),
    ],
    modes=[{}, {"total": 2}],
    made=((4, 4), (8, 8)),
)

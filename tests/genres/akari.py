"""Akari: bulbs that light all white cells, but not each other, with numbers beside them."""

from itertools import product, takewhile
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, named


def check(facts: Facts, answer: Facts) -> list[str]:
    bulbs, black, cells = named(answer, "bulb"), named(facts, "black"), cells_of(facts)
    white = [cell for cell in cells if cell not in black]
    lit = {bulb: lit_by(bulb, white) for bulb in bulbs if bulb in white}
    return broken(
        outside=set(bulbs) <= set(cells),
        bulb_in_black=not set(bulbs) & set(black),
        number=all(n == sum(beside(c, bulb) for bulb in bulbs) for c, n in by_cell(facts, "number").items()),
        dark=set(white) <= set(bulbs).union(*lit.values()),
        bulbs_meet=not any(bulb in cells for bulb in bulbs for cells in lit.values()),
    )


def lit_by(bulb: Cell, white: list[Cell]) -> set[Cell]:
    """Give the other cells that a bulb lights."""
    row, column = bulb
    rays = [[(row + k * x, column + k * y) for k in range(1, 20)] for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0))]
    return {cell for ray in rays for cell in takewhile(lambda cell: cell in white, ray)}


def brute(facts: Facts) -> int:
    free = [cell for cell in cells_of(facts) if cell not in named(facts, "black")]
    choices = product((0, 1), repeat=len(free))
    return sum(
        not check(facts, [("bulb", *cell) for cell, on in zip(free, choice, strict=True) if on]) for choice in choices
    )


def board(random: Random) -> list[Fact]:
    """Make a board of up to twelve cells; some numbers count bulbs that were drawn."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 6) for w in range(1, 6) if h * w <= 12])]
    cells = cells_of(facts)
    black = [cell for cell in cells if random.random() < 0.3]
    white = [cell for cell in cells if cell not in black]
    bulbs: list[Cell] = []
    for cell in random.sample(white, len(white)):
        if not any(cell in lit_by(bulb, white) for bulb in bulbs):
            bulbs.append(cell)
    facts += [("black", *cell) for cell in black]
    for cell in black:
        if random.random() < 0.6:
            facts.append(("number", *cell, sum(beside(cell, bulb) for bulb in bulbs if random.random() < 0.97)))
    return facts


GENRE = Genre(
    "akari",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2).", "bulb(1,1).", "bulb(1,(1;3))."),
        Wrong(["bulb in black"], "size(1,2). black(1,2).", "bulb(1,1).", "bulb(1,1..2)."),
        Wrong(["number"], "size(2,2). black(1,1). number(1,1,2).", "bulb(1,2). bulb(2,1).", "bulb(2,2)."),
        Wrong(["dark"], "size(1,3). black(1,2).", "bulb(1,(1;3)).", "bulb(1,1)."),
        Wrong(["bulbs meet"], "size(1,3).", "bulb(1,2).", "bulb(1,(1;3))."),
    ],
    made=((3, 3), (8, 8)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["7x10:gBB0aBc2d2cBcBBbBd2bB1c2c2d2c0aBBBg"],
)

"""Norinori: dominoes that do not touch, two cells of each region."""

from collections import Counter
from itertools import combinations, product
from random import Random
from typing import Any

from genres import Cell, Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, named


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, region = named(answer, "shaded"), by_cell(facts, "region")
    held = Counter(region.get(cell) for cell in shaded)
    return broken(
        outside=set(shaded) <= set(cells_of(facts)),
        region=all(held[name] == 2 for name in region.values()),
        domino=all(sum(beside(cell, other) for other in shaded) == 1 for cell in shaded),
    )


def brute(facts: Facts) -> int:
    regions: dict[Any, list[Fact]] = {}
    for cell, name in by_cell(facts, "region").items():
        regions.setdefault(name, []).append(("shaded", *cell))
    choices = product(*(combinations(cells, 2) for cells in regions.values()))
    return sum(not check(facts, [cell for pair in choice for cell in pair]) for choice in choices)


def board(random: Random) -> list[Fact]:
    """Make a board of up to 4x4 cells with regions that need not be connected."""
    facts: list[Fact] = [("size", random.randint(1, 4), random.randint(1, 4))]
    cells = cells_of(facts)
    shaded: list[Cell] = []
    if random.random() < 0.5:
        for domino in random.sample(list(product(cells, cells)), len(cells) ** 2):
            if beside(*domino) and not any(c == s or beside(c, s) for c in domino for s in shaded):
                shaded += domino
        random.shuffle(shaded)
    regions = max(len(shaded) // 2, 1) if shaded else random.randint(1, max(len(cells) // 3, 1))
    number = {cell: place // 2 for place, cell in enumerate(shaded)}
    return facts + [("region", *cell, number.get(cell, random.randrange(regions))) for cell in cells]


_BOARD = "size(2,4). region(1..2,1..2,1). region(1..2,3..4,2)."
_RIGHT = "shaded(1..2,1). shaded(1..2,4)."

GENRE = Genre(
    "norinori",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], _BOARD, _RIGHT, _RIGHT + "shaded(1..2,6)."),
        Wrong(["region"], _BOARD, _RIGHT, "shaded(1..2,1)."),
        Wrong(["domino"], _BOARD, _RIGHT, "shaded(1,1). shaded(2,2). shaded(1..2,4)."),
    ],
    urls=[
        "https://puzz.link/p?norinori/6/6/mac2a4c11spr",  # C
        "https://puzz.link/p?norinori/10/10/90i2c76esik8rapah800evmv37d4fsm9dmte",  # W
        "https://puzz.link/p?norinori/18/10/365btauumbakihchaf0o3q67cbjcg8kki94dtj2oorju6tnmontv0vgb4ssnvsb9v3g",  # E
    ],
    made=((4, 4), (8, 8)),
)

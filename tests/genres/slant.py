"""Slant: a diagonal in each cell, numbers that count them at corners, and no closed loop."""

from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, broken, by_cell, cells_of, named, size_of


def ends_of(row: int, column: int, kind: str) -> tuple[Cell, Cell]:
    """Give the corners that a diagonal joins, counted from (0, 0)."""
    if kind == "falling":
        return (row - 1, column - 1), (row, column)
    return (row - 1, column), (row, column - 1)


def check(facts: Facts, answer: Facts) -> list[str]:
    diagonals, cells, number = named(answer, "diagonal"), cells_of(facts), by_cell(facts, "ends")
    places = [(row, column) for row, column, _ in diagonals]
    ends = [corner for diagonal in diagonals for corner in ends_of(*diagonal)]
    return broken(
        outside=set(places) <= set(cells),
        one_diagonal=set(places) >= set(cells) and len(set(places)) == len(places),
        number=all(n == "?" or ends.count(corner) == n for corner, n in number.items()),
        loop=not looped([ends_of(*diagonal) for diagonal in diagonals]),
    )


def looped(edges: list[tuple[Cell, Cell]]) -> bool:
    """Whether edges close a loop: one joins two corners that are joined already."""
    name: dict[Cell, Cell] = {}
    for one, other in edges:
        a, b = name.setdefault(one, one), name.setdefault(other, other)
        if a == b:
            return True
        name = {corner: a if root == b else root for corner, root in name.items()}
    return False


def brute(facts: Facts) -> int:
    cells = cells_of(facts)
    return sum(
        not check(facts, [("diagonal", *cell, kind) for cell, kind in zip(cells, kinds, strict=True)])
        for kinds in product(("falling", "rising"), repeat=len(cells))
    )


def board(random: Random) -> list[Fact]:
    """Make a board of up to nine cells with some numbers, in most cases those of one answer."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 5) for w in range(1, 5) if h * w <= 9])]
    height, width = size_of(facts)
    diagonals = [(*cell, random.choice(["falling", "rising"])) for cell in cells_of(facts)]
    ends = [corner for diagonal in diagonals for corner in ends_of(*diagonal)]
    for corner in product(range(height + 1), range(width + 1)):
        if random.random() < 0.35:
            number = ends.count(corner)
            facts.append(("ends", *corner, random.choice([*[number] * 30, (number + 1) % 5, "?"])))
    return facts


def reflected(fact: Fact, width: int) -> Fact:
    name, row, column, *rest = fact
    return fact if name == "size" else (name, row, width - column, *rest)


# The diagonals of two rows that run around the corner in the middle, and those that leave it.
_ROUND = "diagonal(1,1,rising). diagonal(1,2,falling). diagonal(2,1,falling). diagonal(2,2,rising)."
_OPEN = "diagonal(1,1,falling). diagonal(1,2,falling). diagonal(2,1,falling). diagonal(2,2,rising)."

GENRE = Genre(
    "slant",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,1). ends(0,0,1).", "diagonal(1,1,falling).", "diagonal(1,1..2,falling)."),
        Wrong(["one diagonal"], "size(1,2).", "diagonal(1,1..2,falling).", "diagonal(1,1,falling)."),
        Wrong(["number"], "size(1,1). ends(0,0,1).", "diagonal(1,1,falling).", "diagonal(1,1,rising)."),
        Wrong(["loop"], "size(2,2).", _OPEN, _ROUND),
    ],
    reflected=reflected,
    urls=[
        "https://puzz.link/p?gokigen/4/3/l372666bg",  # C
    ],
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["8x6:d1b1b1a2a33a11a23f21b31a1a321a3a3b2a3a232j"],
)

"""Dominosa: dominoes over all cells, on which each pair of the numbers lies once."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, by_cell, cells_of, named

Domino = tuple[Cell, Cell]


def dominoes(answer: Facts) -> list[Domino]:
    """Give the two cells of each domino."""
    return [((r, c), (r, c + 1) if way == "right" else (r + 1, c)) for r, c, way in named(answer, "link")]


def pairs(facts: Facts) -> list[tuple[int, int]]:
    """Give all pairs of the numbers on a board."""
    return [*combinations_with_replacement(sorted({*by_cell(facts, "number").values()}), 2)]


def held(facts: Facts, laid: list[Domino]) -> Counter[tuple[int, ...]]:
    """Count the dominoes with each pair of numbers."""
    number = by_cell(facts, "number")
    return Counter(tuple(sorted((number.get(one, -1), number.get(other, -1)))) for one, other in laid)


def check(facts: Facts, answer: Facts) -> list[str]:
    laid = dominoes(answer)
    covered = Counter(cell for domino in laid for cell in domino)
    found, every = held(facts, laid), pairs(facts)
    enough = 2 * len(every) <= len(cells_of(facts))
    return broken(
        inside=set(covered) <= set(cells_of(facts)),
        cell=all(covered[cell] == 1 for cell in cells_of(facts)),
        pair=all(found[pair] == 1 for pair in every) or not enough,
        twice=all(found[pair] < 2 for pair in every) or enough,
    )


def tilings(cells: list[Cell]) -> Iterator[list[Fact]]:
    """Give all ways to cover cells with dominoes."""
    if not cells:
        yield []
        return
    (r, c), *rest = cells
    for other, way in (((r, c + 1), "right"), ((r + 1, c), "down")):
        if other in rest:
            for more in tilings([cell for cell in rest if cell != other]):
                yield [("link", r, c, way), *more]


def brute(facts: Facts) -> int:
    return sum(not check(facts, answer) for answer in tilings(cells_of(facts)))


def board(random: Random) -> list[Fact]:
    """Make a board of the numbers up to 3, in most cases from a solution; some have too few cells for all pairs."""
    high = random.choice([1, 2, 2, 3, 3])
    size = random.choice([(high + 1, high + 2), (high + 2, high + 1), (2, high + 1)])
    facts: list[Fact] = [("size", *size)]
    cells = cells_of(facts)
    if random.random() < 0.2:
        return [*facts, *(("number", *cell, random.randint(0, high)) for cell in cells)]
    laid = random.choice([*tilings(cells)])
    values = [*combinations_with_replacement(range(high + 1), 2)]
    random.shuffle(values)
    for domino, value in zip(dominoes(laid), values, strict=False):
        facts += [("number", *cell, n) for cell, n in zip(domino, random.sample(value, 2), strict=True)]
    return facts


def read(*rows: str) -> str:
    """Give the facts of a board, a digit for each cell."""
    numbers = (f"number({r},{c},{n})." for r, row in enumerate(rows, 1) for c, n in enumerate(row, 1))
    return f"size({len(rows)},{len(rows[0])})." + "".join(numbers)


_BOARD = read("001", "110")
_RIGHT = "link(1,1,right). link(1,3,down). link(2,1,right)."

GENRE = Genre(
    "dominosa",
    check,
    brute,
    board,
    wrong=[
        Wrong(["inside"], _BOARD, _RIGHT, _RIGHT + "link(7,7,right)."),
        Wrong(["cell"], _BOARD, _RIGHT, "link(1,1,right). link(1,2,right). link(2,1,right)."),
        Wrong(["pair"], _BOARD, _RIGHT, "link(1,1,down). link(1,2,right). link(2,2,right)."),
        Wrong(["twice"], read("01", "01"), "link(1,1,down). link(1,2,down).", "link(1,1,right). link(2,1,right)."),
    ],
    published=[
        # Made by Debian sgt-puzzles 20230122 (MIT), with its own solution.
        Published(
            read("12301", "03231", "01221", "20033"),
            1,
            "link(1,1,down). link(1,2,right). link(1,4,down). link(1,5,down). link(2,2,down). link(2,3,down)."
            "link(3,1,down). link(3,4,right). link(4,2,right). link(4,4,right).",
        ),
    ],
    unheld={"gameid": "1 column more than rows"},
    made=((2, 3), (4, 5)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=[
        "3:12301032310122120033",
        "6:02350024521206032321135446545652411316526334415604603016",
        "10:[10]97[10]4[10]05820[10]857635[10]4299746174003583262171464808766768573[10]0[10]8507[10]50307[10]12921617188[10]3[10]388947999932991435205136924[10]30553445486126102216",
    ],
)

"""Mercury: thermometers that are filled from their bulbs on, counted in rows and columns."""

from collections import defaultdict
from collections.abc import Hashable
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, broken, cells_of, line_counts, named, touching
from genres.nurikabe import brute_shadings


def tubes(facts: Facts) -> list[list[Cell]]:
    """Give the cells of each thermometer, from its bulb on."""
    found: dict[int, list[tuple[int, Cell]]] = defaultdict(list)
    for name, k, r, c in named(facts, "glass"):
        found[name].append((k, (r, c)))
    return [[cell for _, cell in sorted(tube)] for tube in found.values()]


def check(facts: Facts, answer: Facts) -> list[str]:
    filled = set(named(answer, "shaded"))
    full = [[cell in filled for cell in tube] for tube in tubes(facts)]
    return broken(
        glass=filled <= {cell for tube in tubes(facts) for cell in tube},
        gap=all(cells == sorted(cells, reverse=True) for cells in full),
        row=all(n == sum(cell[0] == row for cell in filled) for row, n in named(facts, "row_count")),
        column=all(n == sum(cell[1] == column for cell in filled) for column, n in named(facts, "column_count")),
    )


def brute(facts: Facts) -> int:
    return brute_shadings(check, facts)


def unnamed(facts: Facts) -> Hashable:
    """Give a board whose thermometers have no names."""
    return frozenset(fact for fact in facts if fact[0] != "glass"), frozenset(map(tuple, tubes(facts)))


def board(random: Random) -> list[Fact]:
    """Make a board of up to twelve cells: thermometers that go anywhere, filled, and some counts of their cells."""
    facts: list[Fact] = [("size", *random.choice([(3, 3), (3, 4), (4, 3), (2, 3), (3, 2), (1, 3), (3, 1), (1, 1)]))]
    free = cells_of(facts)
    filled = []
    for name in range(random.randint(1, 4)):
        if not free:
            break
        tube = [random.choice(free)]
        while True:
            free.remove(tube[-1])
            near = [cell for cell in free if touching(cell, tube[-1])]
            if not near or random.random() < 0.3:
                break
            tube.append(random.choice(near))
        facts += [("glass", name, k, *cell) for k, cell in enumerate(tube, 1)]
        filled += tube[: random.randint(0, len(tube))]
    return facts + line_counts(cells_of(facts), filled, random, 0.5)


_TUBE = "size(2,3). glass(1,1,1,1). glass(1,2,1,2). glass(1,3,1,3). "

GENRE = Genre(
    "mercury",
    check,
    brute,
    board,
    wrong=[
        Wrong(["glass"], _TUBE, "shaded(1,1).", "shaded(1,1). shaded(2,1)."),
        Wrong(["gap"], _TUBE, "shaded(1,1..2).", "shaded(1,1). shaded(1,3)."),
        Wrong(["gap"], _TUBE, "", "shaded(1,2..3)."),
        Wrong(["row"], _TUBE + "row_count(1,2).", "shaded(1,1..2).", "shaded(1,1..3)."),
        Wrong(["column"], _TUBE + "column_count(2,0).", "shaded(1,1).", "shaded(1,1..2)."),
    ],
    unnamed=unnamed,
    made=((3, 3), (6, 6)),
)

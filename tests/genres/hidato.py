"""Hidato: numbers in all cells, each of which touches the next one."""

from collections.abc import Callable
from itertools import pairwise, permutations
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, cells_of, filled, named, touching

Near = Callable[[Cell, Cell], bool]


def check(facts: Facts, answer: Facts, near: Near = touching) -> list[str]:
    cells, held = cells_of(facts), named(answer, "number")
    numbers = range(1, len(cells) + 1)
    place = {n: (r, c) for r, c, n in held}
    return broken(
        outside=all((r, c) in cells and n in numbers for r, c, n in held),
        one_number=all(sum((r, c) == cell for r, c, _ in held) == 1 for cell in cells),
        each_number=all(sum(n == x for *_, x in held) == 1 for n in numbers),
        following=all(near(place[n], place[m]) for n, m in pairwise(numbers) if n in place and m in place),
        given={*named(facts, "given")} <= {*held},
    )


def brute(facts: Facts, near: Near = touching) -> int:
    cells = cells_of(facts)
    answers = permutations(range(1, len(cells) + 1))
    found = ([("number", *cell, n) for cell, n in zip(cells, numbers, strict=True)] for numbers in answers)
    return sum(not check(facts, answer, near) for answer in found)


def board(random: Random, near: Near = touching) -> list[Fact]:
    """Make a board of up to six cells, with numbers along a walk from cell to cell."""
    size = random.choice([(1, 1), (1, 4), (2, 2), (3, 2), (2, 3), (5, 1)])
    facts: list[Fact] = [("size", *size)]
    cells = cells_of(facts)
    order = [random.choice(cells)]
    while len(order) < len(cells):
        rest = [cell for cell in cells if cell not in order]
        order.append(random.choice([cell for cell in rest if near(order[-1], cell)] or rest))
    return facts + [("given", *cell, k) for k, cell in enumerate(order, 1) if random.random() < 0.3]


_SQUARE, _RIGHT = "size(2,2).", filled("12", "43")
_LINE, _ALONG = "size(1,3).", filled("123")
# Wrong answers on boards on which cells that touch are beside each other, or there are no others.
WRONG = [
    Wrong(["outside"], _SQUARE, _RIGHT, _RIGHT + "number(3,1,5)."),
    Wrong(["one number"], _SQUARE, _RIGHT, "number(1,1,1). number(1,2,2). number(1,1,3). number(2,1,4)."),
    Wrong(["each number"], "size(1,2).", filled("12"), filled("11")),
    Wrong(["following"], _LINE, _ALONG, filled("132")),
    Wrong(["given"], _LINE + "given(1,1,1).", _ALONG, filled("321")),
]

GENRE = Genre(
    "hidato",
    check,
    brute,
    board,
    wrong=WRONG,
    # From any number others lead on to the last one, and back to the first.
    implied={"The number N is in exactly one cell.": ("The numbers N and M touch.",)},
    published=[
        # Found by walking along all paths of a king.
        Published("size(2,2).", 24),
        Published("size(3,3).", 784),
        Published("size(2,3).", 96),
    ],
    redrawn=False,
    made=((2, 3), (4, 4)),
)

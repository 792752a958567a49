"""Magic square: each number once, and the same sum in all rows, columns and long diagonals."""

from itertools import permutations
from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, broken, cells_of, filled, named, size_of


def check(facts: Facts, answer: Facts) -> list[str]:
    cells, (size, _), held = cells_of(facts), size_of(facts), named(answer, "number")
    numbers, lines = range(1, size + 1), range(1, size * size + 1)
    total = sum(lines) // size

    def right(*line: tuple[int, int]) -> bool:
        return sum(n for r, c, n in held if (r, c) in line) == total

    return broken(
        outside=all((r, c) in cells and n in lines for r, c, n in held),
        one_number=all(sum((r, c) == cell for r, c, _ in held) == 1 for cell in cells),
        each_number=all(sum(n == x for *_, x in held) == 1 for n in lines),
        row=all(right(*((k, x) for x in numbers)) for k in numbers),
        column=all(right(*((x, k) for x in numbers)) for k in numbers),
        falling=right(*((x, x) for x in numbers)),
        rising=right(*((x, size + 1 - x) for x in numbers)),
        given={*named(facts, "given")} <= {*held},
    )


# The eight squares of three rows are one, turned and mirrored; of two rows there is none.
LO_SHU = ((2, 7, 6), (9, 5, 1), (4, 3, 8))


def brute(facts: Facts) -> int:
    cells = cells_of(facts)
    given = {(r, c): n for r, c, n in named(facts, "given")}
    rest = [n for n in range(1, len(cells) + 1) if n not in given.values()]
    free = [cell for cell in cells if cell not in given]
    if len(rest) != len(free):
        return 0
    answers = ({**given, **dict(zip(free, ns, strict=True))} for ns in permutations(rest))
    return sum(not check(facts, [("number", *cell, n) for cell, n in answer.items()]) for answer in answers)


def board(random: Random) -> list[Fact]:
    """Make a board of up to two rows, or one of three with most numbers, in general those of a magic square."""
    size = random.choice([1, 2, 3, 3, 3, 3])
    facts: list[Fact] = [("size", size, size)]
    if size < 3:
        return facts + [("given", 1, 1, random.randint(1, size * size))] * random.choice([0, 1])
    square = random.choice([LO_SHU, [*zip(*LO_SHU, strict=True)], LO_SHU[::-1]])
    left = random.randint(3, 5)
    for r, c in random.sample(cells_of(facts), 9 - left):
        facts.append(("given", r, c, square[r - 1][c - 1]))
    if random.random() < 0.2:
        facts[-1] = (*facts[-1][:3], random.randint(1, 9))
    return facts


_THREE, _RIGHT = "size(3,3).", filled("276", "951", "438")
# 1 and 9 in the middle of the first row, and nothing below: 2 (1+9) 3, 6 5 4, 7 - 8.
_TWO_IN_ONE = (
    "number(1,1,2). number(1,2,1). number(1,2,9). number(1,3,3). number(2,1,6). number(2,2,5). number(2,3,4)."
    "number(3,1,7). number(3,3,8)."
)

GENRE = Genre(
    "magicsquare",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], _THREE, _RIGHT, _RIGHT + "number(4,1,10)."),
        Wrong(["one number"], _THREE, _RIGHT, _TWO_IN_ONE),
        Wrong(["each number"], _THREE, _RIGHT, filled("555", "555", "555")),
        # Found by trying all ways to write nine numbers.
        Wrong(["row"], _THREE, _RIGHT, filled("124", "963", "578")),
        Wrong(["column"], _THREE, _RIGHT, filled("168", "357", "249")),
        Wrong(["falling"], _THREE, _RIGHT, filled("168", "924", "573")),
        Wrong(["rising"], _THREE, _RIGHT, filled("249", "681", "735")),
        Wrong(["given"], _THREE + "given(1,1,2).", _RIGHT, filled("618", "753", "294")),
    ],
    published=[
        # The Lo Shu is the only one, turned and mirrored.
        Published(_THREE, 8),
        Published("size(1,1).", 1),
        Published("size(2,2).", 0),
    ],
    made=((3, 3), (3, 3)),
    redrawn=False,
)

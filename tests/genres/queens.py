"""Queens: one in each row and column, at most one on each diagonal, some given, some cells blocked."""

from collections.abc import Iterable
from itertools import permutations
from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, broken, cells_of, named, size_of


def check(facts: Facts, answer: Facts) -> list[str]:
    queens, lines = named(answer, "queen"), list(range(1, size_of(facts)[0] + 1))
    return broken(
        row=sorted(row for row, _ in queens) == lines,
        column=sorted(column for _, column in queens) == lines,
        falling_diagonal=len({row - column for row, column in queens}) == len(queens),
        rising_diagonal=len({row + column for row, column in queens}) == len(queens),
        given=set(named(facts, "given")) <= set(queens),
        blocked=not set(named(facts, "blocked")) & set(queens),
    )


def brute(facts: Facts) -> int:
    orders = permutations(range(1, size_of(facts)[0] + 1))
    return sum(not check(facts, queens_in(columns)) for columns in orders)


def queens_in(columns: Iterable[int]) -> list[Fact]:
    """Put a queen into each row, in the columns given."""
    return [("queen", row, column) for row, column in enumerate(columns, 1)]


def board(random: Random) -> list[Fact]:
    """Make a board of up to 6x6 cells with some queens given and some cells blocked."""
    n = random.randint(1, 6)
    facts: list[Fact] = [("size", n, n)]
    cells = cells_of(facts)
    columns = [order for order in permutations(range(1, n + 1)) if not check(facts, queens_in(order))]
    if columns and random.random() < 0.5:
        queens = named(queens_in(random.choice(columns)), "queen")
        some, others = random.sample(queens, min(n, 2)), [cell for cell in cells if cell not in queens]
    else:
        some, others = random.sample(cells, min(n, 2)), cells
    facts += [("given", *cell) for cell in some if random.random() < 0.4]
    return facts + [("blocked", *cell) for cell in random.sample(others, random.randint(0, len(others) // 2))]


_OEIS_A000170 = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]
_RIGHT = "queen(2,1). queen(4,2). queen(1,3). queen(3,4)."
_MIRRORED = "queen(2,4). queen(4,3). queen(1,2). queen(3,1)."
_FALLING = "queen(1,1). queen(2,4). queen(3,2). queen(4,3)."
_RISING = "queen(1,4). queen(2,1). queen(3,3). queen(4,2)."

GENRE = Genre(
    "queens",
    check,
    brute,
    board,
    unheld={"penpa": "penpa cannot hold"},
    wrong=[
        Wrong(["row"], "size(4,4).", _RIGHT, "queen(1,1..4)."),
        Wrong(["column"], "size(4,4).", _RIGHT, "queen(1..4,1)."),
        Wrong(["row", "column"], "size(4,4).", _RIGHT, "queen(2,1). queen(4,2). queen(1,3)."),
        Wrong(["falling diagonal"], "size(4,4).", _RIGHT, _FALLING),
        Wrong(["rising diagonal"], "size(4,4).", _RIGHT, _RISING),
        Wrong(["given"], "size(4,4). given(1,3).", _RIGHT, _MIRRORED),
        Wrong(["blocked"], "size(4,4). blocked(1,2).", _RIGHT, _MIRRORED),
    ],
    published=[
        *(Published("", number, mode={"n": n}) for n, number in enumerate(_OEIS_A000170, 1)),
        *(Published(f"size({n},{n}).", number) for n, number in enumerate(_OEIS_A000170, 1)),
    ],
    redrawn=False,  # all queens are read as given
    made=((6, 6), (8, 8)),
)

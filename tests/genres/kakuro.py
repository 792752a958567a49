"""Kakuro: digits from 1 to 9 in runs without equal ones, which have the sums before them."""

from collections.abc import Iterator
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, cells_of, named

Run = tuple[tuple[str, int, int], list[Cell]]


def runs_of(facts: Facts) -> list[Run]:
    """Give the runs of white cells, each with the name and the place that the fact of its sum has."""
    white = [cell for cell in cells_of(facts) if cell not in named(facts, "black")]
    runs = []
    for row, column in white:
        if (row, column - 1) not in white:
            cells = [cell for cell in white if cell[0] == row and cell[1] >= column]
            run = [cell for k, cell in enumerate(cells) if cell[1] == column + k]
            runs.append((("row_sum", row, column - 1), run))
        if (row - 1, column) not in white:
            cells = [cell for cell in white if cell[1] == column and cell[0] >= row]
            run = [cell for k, cell in enumerate(cells) if cell[0] == row + k]
            runs.append((("column_sum", row - 1, column), run))
    return runs


def check(facts: Facts, answer: Facts) -> list[str]:
    white = [cell for cell in cells_of(facts) if cell not in named(facts, "black")]
    digits = named(answer, "digit")
    runs = [(place, [n for r, c, n in digits if (r, c) in run]) for place, run in runs_of(facts)]
    sums = {fact[:3]: fact[3] for fact in facts if fact[0] in ("row_sum", "column_sum")}
    return broken(
        outside=all((r, c) in white and n in range(1, 10) for r, c, n in digits),
        one_digit=all(sum((r, c) == cell for r, c, _ in digits) == 1 for cell in white),
        twice=all(len(set(run)) == len(run) for _, run in runs),
        sum=all(sum(run) == sums[place] for place, run in runs if place in sums),
    )


def brute(facts: Facts) -> int:
    return sum(not check(facts, [("digit", *cell, n) for cell, n in filling.items()]) for filling in fillings(facts))


def fillings(facts: Facts) -> Iterator[dict[Cell, int]]:
    """Give all ways to fill the white cells so that no run holds a digit twice or has a sum that is too large."""
    runs = runs_of(facts)
    sums = {fact[:3]: fact[3] for fact in facts if fact[0] in ("row_sum", "column_sum")}
    white = [cell for cell in cells_of(facts) if cell not in named(facts, "black")]

    def extend(filling: dict[Cell, int]) -> Iterator[dict[Cell, int]]:
        if len(filling) == len(white):
            yield filling
            return
        cell = white[len(filling)]
        for digit in range(1, 10):
            for place, run in runs:
                held = [filling[other] for other in run if other in filling] if cell in run else []
                if digit in held or (cell in run and sum(held) + digit > sums.get(place, 45)):
                    break
            else:
                yield from extend({**filling, cell: digit})

    return extend({})


def board(random: Random) -> list[Fact]:
    """Make a board of up to eight cells with small sums, most of them those of a filling."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 5) for w in range(1, 5) if h * w <= 8])]
    cells = cells_of(facts)
    black = random.sample(cells, random.randint(len(cells) // 4, len(cells) // 2))
    facts += [("black", *cell) for cell in black]
    filling = {cell: random.randint(1, 4) for cell in cells}
    for _ in range(20):
        cell = random.choice(cells)
        near = [filling[other] for _, run in runs_of(facts) if cell in run for other in run if other != cell]
        filling[cell] = min(set(range(1, 10)) - set(near))
    for (name, *place), run in runs_of(facts):
        if random.random() < 0.9:
            total = sum(filling[cell] for cell in run) + (random.random() < 0.1)
            facts.append((name, *place, min(total, 45)))
    return facts


def on_its_side(fact: Fact) -> Fact:
    """Exchange rows and columns."""
    name, row, column, *rest = fact
    return ({"row_sum": "column_sum", "column_sum": "row_sum"}.get(name, name), column, row, *rest)


_BOARD = "size(2,2). row_sum(1,0,3). row_sum(2,0,4). column_sum(0,1,4). column_sum(0,2,3)."
_RIGHT = "digit(1,1,1). digit(1,2,2). digit(2,1,3). digit(2,2,1)."

GENRE = Genre(
    "kakuro",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2). black(1,2). row_sum(1,0,4).", "digit(1,1,4).", "digit(1,1,4). digit(1,2,1)."),
        Wrong(["one digit"], "size(1,2). row_sum(1,0,9).", "digit(1,1,4). digit(1,2,5).", "digit(1,1,9)."),
        Wrong(["twice"], "size(1,2). row_sum(1,0,8).", "digit(1,1,3). digit(1,2,5).", "digit(1,1..2,4)."),
        Wrong(["sum"], _BOARD, _RIGHT, "digit(1,1,1). digit(1,2,2). digit(2,1,3). digit(2,2,5)."),
    ],
    published=[
        # A board of cspuz_core with the solution of its test, cspuz_rs_puzzles/src/puzzles/kakuro.rs.
        Published(
            "size(5,6). black(1,(1;4)). black(3,(3;6)). black(5,(1;4))."
            "column_sum(0,2,29). column_sum(0,3,14). column_sum(0,5,22)."
            "column_sum(0,6,3). column_sum(1,1,23). row_sum(1,1,12). column_sum(1,4,17). row_sum(1,4,4)."
            "row_sum(2,0,21). row_sum(3,0,16)."
            "column_sum(3,3,9). row_sum(3,3,15). column_sum(3,6,3). row_sum(4,0,26). row_sum(5,1,16). row_sum(5,4,10).",
            1,
            "digit(1,2,3). digit(1,3,9). digit(1,5,3). digit(1,6,1). digit(2,1,6). digit(2,2,4). digit(2,3,5)."
            "digit(2,4,3). digit(2,5,1). digit(2,6,2). digit(3,1,9). digit(3,2,7). digit(3,4,9). digit(3,5,6)."
            "digit(4,1,8). digit(4,2,6). digit(4,3,2). digit(4,4,5). digit(4,5,4). digit(4,6,1). digit(5,2,9)."
            "digit(5,3,7). digit(5,5,8). digit(5,6,2).",
        ),
    ],
    transposed=on_its_side,
    # A sum stands before its run; in a mirror it would stand behind it.
    reflected=lambda fact, width: on_its_side(fact),
    urls=[
        "https://puzz.link/p?kakuro/5/5/48la-.na-lh3l-Bn.-cl.c4a3",  # P, where a missing sum is 0
        "https://puzz.link/p?kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG",  # C
    ],
    made=((2, 2), (6, 6)),
)

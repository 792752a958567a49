"""Binairo: as many black as white circles in each line, never three of a colour in a row, no two lines equal."""

from itertools import combinations, product
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, by_cell, cells_of, named, size_of


def check(facts: Facts, answer: Facts, *, distinct: int = 1) -> list[str]:
    black, (height, width) = named(answer, "shaded"), size_of(facts)
    rows = [[(r, c) in black for c in range(1, width + 1)] for r in range(1, height + 1)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    return broken(
        outside=set(black) <= set(cells_of(facts)),
        given=all((cell in black) == (colour == "black") for cell, colour in by_cell(facts, "given").items()),
        three=not any(
            a == b == c for line in rows + columns for a, b, c in zip(line, line[1:], line[2:], strict=False)
        ),
        row=all(2 * sum(row) == width for row in rows),
        column=all(2 * sum(column) == height for column in columns),
        equal_rows=not distinct or all(one != other for one, other in combinations(rows, 2)),
        equal_columns=not distinct or all(one != other for one, other in combinations(columns, 2)),
    )


def brute(facts: Facts, *, distinct: int = 1) -> int:
    height, width = size_of(facts)
    halves = [row for row in product((0, 1), repeat=width) if 2 * sum(row) == width]
    boards = product(halves, repeat=height)
    return sum(not check(facts, circles(board), distinct=distinct) for board in boards)


def circles(rows: tuple[tuple[int, ...], ...]) -> list[Fact]:
    """Give the black circles of rows of 0 and 1."""
    return [("shaded", r, c) for r, row in enumerate(rows, 1) for c, dark in enumerate(row, 1) if dark]


def board(random: Random) -> list[Fact]:
    """Make a board of up to four rows, in most cases with circles of a filling that breaks no rule."""
    height, width = random.choice([(2, 2), (2, 4), (4, 2), (4, 4), (4, 4), (4, 4), (2, 6), (6, 2)])
    facts: list[Fact] = [("size", height, width)]
    halves = [row for row in product((0, 1), repeat=width) if 2 * sum(row) == width]
    filled: list[Fact] = []
    for _ in range(random.choice([1, 200])):
        filled = circles(tuple(random.choice(halves) for _ in range(height)))
        if len(check(facts, filled)) <= random.choice([0, 0, 1]):
            break
    for r, c in random.sample(cells_of(facts), random.randint(0, height * width // 3)):
        facts.append(("given", r, c, "black" if ("shaded", r, c) in filled else "white"))
    return facts


def filled(*rows: str) -> str:
    """Give the black circles of a board, row by row, where # is black."""
    cells: list[Cell] = [(r, c) for r, row in enumerate(rows, 1) for c, sign in enumerate(row, 1) if sign == "#"]
    return "".join(f"shaded({r},{c})." for r, c in cells)


_SIZE = "size(4,4)."
_RIGHT = filled("..##", ".#.#", "#.#.", "##..")

GENRE = Genre(
    "binairo",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(2,2).", filled("#.", ".#"), filled("#.", ".#") + "shaded(3,1)."),
        Wrong(["given"], _SIZE + "given(4,1,black).", _RIGHT, filled("##..", "#.#.", ".#.#", "..##")),
        Wrong(["given"], _SIZE + "given(1,1,white).", _RIGHT, filled("##..", "#.#.", ".#.#", "..##")),
        Wrong(["three"], "size(2,6).", filled("#.#.#.", ".#.#.#"), filled("###...", "...###"), {"distinct": 0}),
        Wrong(["three"], "size(6,2).", filled(*["#.", ".#"] * 3), filled(*["#."] * 3, *[".#"] * 3), {"distinct": 0}),
        Wrong(["row"], _SIZE, _RIGHT, filled("..#.", ".#.#", "#.##", "##..")),
        Wrong(["column"], _SIZE, _RIGHT, filled("..##", ".#.#", "#.#.", ".##.")),
        Wrong(["equal rows"], "size(6,2).", None, filled(".#", ".#", "#.", ".#", "#.", "#.")),
        Wrong(["equal columns"], "size(2,6).", None, filled("..#.##", "##.#..")),
    ],
    modes=[{}, {"distinct": 0}],
    published=[
        # OEIS A253316: boards of n rows and n columns.
        Published("size(2,2).", 2),
        Published("size(4,4).", 72),
        Published("size(6,6).", 4140),
    ],
    redrawn=False,
    made=((4, 4), (8, 8)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["8x6:CDAbfiicbDf", "6x8u:aBEbAGbagBfCAcCc"],
)

"""Snake: one path of shaded cells that does not touch itself, with circles on it and numbers that count its cells."""

from itertools import combinations, product
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, beside, broken, cells_of, named
from genres.nurikabe import pieces


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, cells = named(answer, "shaded"), cells_of(facts)
    near = {cell: sum(beside(cell, other) for other in shaded) for cell in cells}
    columns, rows = named(facts, "column_count"), named(facts, "row_count")
    inside = [cell for cell in shaded if cell in near]
    return broken(
        outside=set(shaded) <= set(cells),
        branch=all(near[cell] <= 2 for cell in inside),
        corner=not any(only_at_a_corner(one, other, shaded) for one, other in combinations(shaded, 2)),
        connected=len(pieces(shaded)) <= 1,
        no_end=any(near[cell] < 2 for cell in inside),
        black=all(cell in shaded and near[cell] == 1 for cell in named(facts, "black")),
        white=all(cell in shaded and near[cell] == 2 for cell in named(facts, "white")),
        row=all(sum(r == row for r, _ in shaded) == n for row, n in rows),
        column=all(sum(c == column for _, c in shaded) == n for column, n in columns),
    )


def only_at_a_corner(one: Cell, other: Cell, shaded: list[Cell]) -> bool:
    """Whether two cells touch at a corner, and neither of the two beside both of them is shaded."""
    corner = abs(one[0] - other[0]) == abs(one[1] - other[1]) == 1
    return corner and not {(one[0], other[1]), (other[0], one[1])} & set(shaded)


def brute(facts: Facts) -> int:
    return sum(not check(facts, answer) for answer in fillings(cells_of(facts)))


def fillings(cells: list[Cell]) -> list[list[Fact]]:
    """Give all sets of shaded cells."""
    chosen = product((0, 1), repeat=len(cells))
    return [[("shaded", *cell) for cell, dark in zip(cells, some, strict=True) if dark] for some in chosen]


def board(random: Random) -> list[Fact]:
    """Make a board of up to ten cells, in most cases with clues of a snake that is drawn at random."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 6) for w in range(1, 6) if h * w <= 10])]
    cells = cells_of(facts)
    snake = [random.choice(cells)]
    for _ in range(random.randint(0, 8)):
        near = [c for c in cells if c not in snake and beside(c, snake[-1])]
        free = [c for c in near if not any(beside(c, other) for other in snake[:-1])]
        snake += random.sample(free, min(len(free), 1))
    for k, cell in enumerate(snake):
        if random.random() < 0.3:
            facts.append(("black" if len(snake) > 1 and k in (0, len(snake) - 1) else "white", *cell))
    for name, axis in (("row_count", 0), ("column_count", 1)):
        for line in range(1, facts[0][1 + axis] + 1):
            number = sum(cell[axis] == line for cell in snake)
            if random.random() < 0.4:
                facts.append((name, line, number if random.random() < 0.95 else 1))
    return facts


GENRE = Genre(
    "snake",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2).", "shaded(1,1..2).", "shaded(1,1..3)."),
        Wrong(["branch"], "size(2,3).", "shaded(1,1..3).", "shaded(1,1..3). shaded(2,2)."),
        Wrong(["no end"], "size(2,2).", "shaded(1,1..2).", "shaded(1..2,1..2)."),
        Wrong(
            ["corner"],
            "size(3,3).",
            "shaded(1,1..3). shaded(2..3,3).",
            "shaded(1,2..3). shaded(2,(1;3)). shaded(3,1..3).",
        ),
        Wrong(["connected"], "size(1,3).", "shaded(1,1).", "shaded(1,(1;3))."),
        Wrong(["black"], "size(1,3). black(1,2).", "shaded(1,1..2).", "shaded(1,1..3)."),
        Wrong(["white"], "size(1,3). white(1,2).", "shaded(1,1..3).", "shaded(1,1..2)."),
        Wrong(["row"], "size(1,3). row_count(1,2).", "shaded(1,1..2).", "shaded(1,1..3)."),
        Wrong(["column"], "size(3,1). column_count(1,2).", "shaded(1..2,1).", "shaded(1..3,1)."),
    ],
    published=[
        # The board of the test of pzprjs, test/script/snake.js, with its solution.
        Published(
            "size(4,4). black(2,1). white(3,3). column_count(2,1). row_count(1,4).",
            1,
            "shaded(1,1..4). shaded(2,(1;4)). shaded(3,3..4). shaded(4,3).",
        ),
    ],
)

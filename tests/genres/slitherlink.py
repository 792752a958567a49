"""Slitherlink: one loop along the sides of cells, and numbers that count the lines around their cells."""

from collections.abc import Collection, Iterator
from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, beside, broken, by_cell, cells_of, named

Side = tuple[int, int, str]


def sides_of(cell: Cell) -> list[Side]:
    """Give the names of the four sides of a cell."""
    row, column = cell
    left = (row, column - 1, "right") if column > 1 else (row, column, "left")
    above = (row - 1, column, "down") if row > 1 else (row, column, "up")
    return [(row, column, "right"), (row, column, "down"), left, above]


def ends_of(side: Side) -> list[Cell]:
    """Give the dots at the ends of a side, counted from (0, 0)."""
    row, column, way = side
    right, down = column - (way == "left"), row - (way == "up")
    if way in ("right", "left"):
        return [(row - 1, right), (row, right)]
    return [(down, column - 1), (down, column)]


def counted(cell: Cell, lines: Collection[Side], counts: int) -> int:
    """Count the lines around a cell, the corners that they pass, or how often they come to it."""
    around = sum(side in lines for side in sides_of(cell))
    ends = {dot for line in lines for dot in ends_of(line)}
    corners = ends & {dot for side in sides_of(cell) for dot in ends_of(side)}
    return (around, len(corners), len(corners) - min(around, 3))[counts]


def check(facts: Facts, answer: Facts, *, full: int = 0, counts: int = 0) -> list[str]:
    lines, number = named(answer, "line"), by_cell(facts, "number")
    ends = [dot for line in lines for dot in ends_of(line)]
    all_sides = {side for cell in cells_of(facts) for side in sides_of(cell)}
    return broken(
        outside=set(lines) <= all_sides,
        number=all(n == "?" or counted(cell, lines, counts) == n for cell, n in number.items()),
        two_at_a_dot=all(ends.count(dot) == 2 for dot in ends),
        no_line=bool(lines),
        one_loop=len(pieces(lines)) <= 1,
        every_dot=not full or {dot for side in all_sides for dot in ends_of(side)} <= set(ends),
    )


def pieces(lines: list[Side]) -> list[list[Side]]:
    """Give the sets of lines that hang together."""
    found: list[list[Side]] = []
    for line in lines:
        near = [piece for piece in found if any(set(ends_of(line)) & set(ends_of(other)) for other in piece)]
        found = [piece for piece in found if piece not in near] + [[line, *(x for piece in near for x in piece)]]
    return found


def outlines(cells: list[Cell]) -> Iterator[list[Fact]]:
    """Give the outlines of all sets of cells: these are all ways to have an even number of lines at each dot."""
    for inside in product((0, 1), repeat=len(cells)):
        lines: set[Side] = set()
        for cell, taken in zip(cells, inside, strict=True):
            lines ^= set(sides_of(cell)) if taken else set()
        yield [("line", *line) for line in sorted(lines)]


def brute(facts: Facts, *, full: int = 0, counts: int = 0) -> int:
    return sum(not check(facts, lines, full=full, counts=counts) for lines in outlines(cells_of(facts)))


def board(random: Random) -> list[Fact]:
    """Make a board of up to nine cells with some numbers, often those of the outline of cells that hang together."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 6) for w in range(1, 6) if h * w <= 9])]
    cells = cells_of(facts)
    inside = [random.choice(cells)]
    for _ in range(random.randrange(7)):
        near = [cell for cell in cells if cell not in inside and any(beside(cell, other) for other in inside)]
        inside += random.sample(near, min(len(near), 1))
    sides = [side for cell in inside for side in sides_of(cell)]
    lines = {side for side in sides if sides.count(side) == 1}
    if random.random() < 0.3:
        lines = set(random.sample(sides, len(sides) // 2))
    for cell in cells:
        if random.random() < 0.4:
            number = sum(side in lines for side in sides_of(cell))
            facts.append(("number", *cell, "?" if random.random() < 0.1 else number))
    return facts


_RING = "line(1,1,(up;left;right;down))."

GENRE = Genre(
    "slitherlink",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,1).", _RING, "line(1,1,(left;right;down)). line(0,1,down)."),
        Wrong(["number"], "size(1,2). number(1,2,4).", "line(1,2,(up;right;down)). line(1,1,right).", _RING),
        # A line across a loop, and two loops that touch in a dot.
        Wrong(
            ["two at a dot"],
            "size(1,2).",
            "line(1,1..2,(up;down)). line(1,1,left). line(1,2,right).",
            "line(1,1..2,(up;down)). line(1,1,left). line(1,1..2,right).",
        ),
        Wrong(["no line"], "size(1,1).", _RING, ""),
        Wrong(["one loop"], "size(1,3).", _RING, _RING + "line(1,3,(up;right;down)). line(1,2,right)."),
        # Solved and wrong with the flag f in the test of pzprjs, test/script/slither.js.
        Wrong(
            ["every dot"],
            "size(2,3).",
            "line(1,1..3,up). line(1..2,1,left). line(1..2,3,right). line(1,2,down). line(2,(1;3),down)."
            "line(2,1..2,right).",
            "line(1,1..3,up). line(1..2,1,left). line(1,3,right). line(1,2..3,down). line(2,1,(down;right)).",
            {"full": 1},
        ),
    ],
    modes=[{}, {"full": 1}, {"counts": 1}, {"counts": 2}],
    published=[
        # Loops in a grid of dots, OEIS A140517, and those through all dots, A003763.
        Published("size(3,3).", 6, mode={"full": 1}),
        Published("size(5,5).", 1072, mode={"full": 1}),
        Published("size(2,2).", 13),
        Published("size(3,3).", 213),
        Published("size(4,4).", 9349),
        # A board of cspuz_core with the solution of its test, cspuz_rs_puzzles/src/puzzles/slitherlink.rs.
        Published(
            "size(4,4). number(1..2,1,3). number(3,2..3,2). number(4,2,2). number(4,4,1).",
            1,
            "line(1,1..4,up). line(1,(1;3),down). line(2,1,down). line(3,(2;4),down). line(4,1,down)."
            "line(1,1,left). line(1,4,right). line(2,1..4,right). line(3,1,left). line(3,2..4,right). line(4,1,left)."
            "line(4,1,right).",
        ),
    ],
    urls=[
        "https://puzz.link/p?slither/4/4/dgdh2c7b",  # C, as puzz.link writes it
    ],
    made=((3, 3), (8, 8)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["8x6t0:3b3a333c3d3c2a0b111b221b2b2a22a3a3a3"],
)

"""Shakashaka: triangles that leave white rectangles, upright or turned by 45 degrees."""

from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, named

# The quarters of a cell, between its diagonals, that a triangle in a corner fills.
QUARTERS = {"northwest": "nw", "northeast": "ne", "southeast": "se", "southwest": "sw"}
ACROSS = {"n": (-1, 0, "s"), "e": (0, 1, "w"), "s": (1, 0, "n"), "w": (0, -1, "e")}
# The ends of the outer side of a quarter, in half cells from the middle of its cell.
SIDES = {"n": [(-1, -1), (-1, 1)], "e": [(-1, 1), (1, 1)], "s": [(1, -1), (1, 1)], "w": [(-1, -1), (1, -1)]}
Quarter = tuple[int, int, str]


def check(facts: Facts, answer: Facts) -> list[str]:
    triangles, black, number = named(answer, "triangle"), named(facts, "black"), by_cell(facts, "number")
    places = [(row, column) for row, column, _ in triangles]
    white = [cell for cell in cells_of(facts) if cell not in black]
    dark = {(row, column, part) for row, column, corner in triangles for part in QUARTERS[corner]}
    free = {(*cell, part) for cell in white for part in "nesw"} - dark
    return broken(
        outside=set(places) <= set(white),
        two_in_a_cell=len(set(places)) == len(places),
        number=all(sum(beside(cell, place) for place in set(places)) == n for cell, n in number.items()),
        rectangle=all(map(is_rectangle, pieces(free))),
    )


def pieces(free: set[Quarter]) -> list[list[Quarter]]:
    """Give the white areas: quarters that touch each other by a side."""
    left, found = set(free), []
    while left:
        piece = [left.pop()]
        for row, column, part in piece:
            down, right, other = ACROSS[part]
            turns = "ew" if part in "ns" else "ns"
            beside_it = {(row + down, column + right, other), *((row, column, turn) for turn in turns)}
            piece += beside_it & left
            left -= beside_it
        found.append(piece)
    return found


def is_rectangle(piece: list[Quarter]) -> bool:
    """Whether an area is as large as the upright rectangle around it, or as the one that is turned."""
    middle = [(2 * row, 2 * column) for row, column, _ in piece]
    points = middle + [(2 * r + y, 2 * c + x) for r, c, part in piece for y, x in SIDES[part]]
    turned = [(y + x, y - x) for y, x in points]
    # A quarter has the area 1; in the turned system areas are twice as large.
    return len(piece) in (area(points), area(turned) / 2)


def area(points: list[Cell]) -> int:
    """Give the area of the rectangle around points."""
    rows, columns = zip(*points, strict=True)
    return (max(rows) - min(rows)) * (max(columns) - min(columns))


def fillings(facts: Facts) -> list[list[Fact]]:
    """Give all ways to put triangles into the white cells."""
    white = [cell for cell in cells_of(facts) if ("black", *cell) not in facts]
    kinds = product([None, *QUARTERS], repeat=len(white))
    return [[("triangle", *c, kind) for c, kind in zip(white, chosen, strict=True) if kind] for chosen in kinds]


def brute(facts: Facts) -> int:
    return sum(not check(facts, answer) for answer in fillings(facts))


def board(random: Random) -> list[Fact]:
    """Make a board of up to nine cells, five of them white at most, with some numbers of one filling."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 4) for w in range(1, 4)])]
    cells = cells_of(facts)
    square = [(1, 1), (1, 2), (2, 1), (2, 2)] if random.random() < 0.5 else []
    others = [cell for cell in cells if cell not in square]
    black = random.sample(others, min(len(others), max(len(cells) - random.randint(3, 5), 0)))
    facts += [("black", *cell) for cell in sorted(black)]
    filled = square if set(square) <= set(cells) and random.random() < 0.8 else []
    for cell in black:
        number = sum(beside(cell, place) for place in filled)
        if random.random() < 0.5:
            facts.append(("number", *cell, number if random.random() < 0.9 else (number + 1) % 5))
    return facts


_SQUARE = "triangle(1,1,northwest). triangle(1,2,northeast). triangle(2,1,southwest). triangle(2,2,southeast)."

GENRE = Genre(
    "shakashaka",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,1). black(1,1).", "", "triangle(1,1,northwest)."),
        Wrong(["two in a cell"], "size(1,1).", "", "triangle(1,1,(northwest;southeast))."),
        Wrong(["number"], "size(2,3). black(1..2,3). number(1,3,0).", "", _SQUARE),
        Wrong(["rectangle"], "size(2,2). black(2,2).", None, ""),
    ],
    made=(None, (6, 6)),
)

"""Shikaku: rectangles, each with one number, which counts its cells."""

from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, broken, by_cell, cells_of, named, size_of


def areas_of(facts: Facts, answer: Facts) -> list[set[Cell]]:
    """Give the sets of cells that hang together where no border parts them."""
    borders = {(row, column, way) for row, column, way in named(answer, "border")}
    areas: list[set[Cell]] = []
    for row, column in cells_of(facts):
        joined = [(row, column - 1)] if column > 1 and (row, column - 1, "right") not in borders else []
        joined += [(row - 1, column)] if row > 1 and (row - 1, column, "down") not in borders else []
        near = [area for area in areas if area & set(joined)]
        areas = [area for area in areas if area not in near] + [{(row, column)}.union(*near)]
    return areas


def check(facts: Facts, answer: Facts) -> list[str]:
    number, (height, width) = by_cell(facts, "number"), size_of(facts)
    borders, areas = named(answer, "border"), areas_of(facts, answer)
    area_of = {cell: k for k, area in enumerate(areas) for cell in area}
    inside = {"right": {(r, c) for r, c in area_of if c < width}, "down": {(r, c) for r, c in area_of if r < height}}
    here = [(r, c, way) for r, c, way in borders if (r, c) in inside[way]]
    held = [[number[cell] for cell in sorted(area) if cell in number] for area in areas]
    sides = [[{cell[axis] for cell in area} for axis in (0, 1)] for area in areas]
    return broken(
        outside=len(here) == len(borders),
        loose_border=all(area_of[r, c] != area_of[(r, c + 1) if way == "right" else (r + 1, c)] for r, c, way in here),
        rectangle=all(
            len(area) == len(rows) * len(columns) for area, (rows, columns) in zip(areas, sides, strict=True)
        ),
        one_number=all(len(numbers) == 1 for numbers in held),
        size=all(n in (len(area), "?") for area, numbers in zip(areas, held, strict=True) for n in numbers[:1]),
    )


def borders_of(facts: Facts, area: dict[Cell, int]) -> list[Fact]:
    """Give the borders between areas."""
    steps = {"right": (0, 1), "down": (1, 0)}
    return [
        ("border", row, column, way)
        for row, column in cells_of(facts)
        for way, (down, right) in steps.items()
        if area.get((row + down, column + right), area[row, column]) != area[row, column]
    ]


def brute(facts: Facts) -> int:
    """Count the divisions: each cell takes the name of one of the numbers."""
    cells, numbers = cells_of(facts), by_cell(facts, "number")
    found = set()
    for names in product(range(len(numbers)), repeat=len(cells)):
        answer = borders_of(facts, dict(zip(cells, names, strict=True)))
        found.add(tuple(answer))
    return sum(not check(facts, answer) for answer in found)


def board(random: Random) -> list[Fact]:
    """Make a board of up to eight cells and three numbers, in most cases of a division into rectangles."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 5) for w in range(1, 5) if h * w <= 8])]
    boxes = [(1, 1, *facts[0][1:])]
    for _ in range(random.randint(0, 2)):
        top, left, bottom, right = boxes.pop(random.randrange(len(boxes)))
        if bottom > top and (right == left or random.random() < 0.5):
            cut = random.randrange(top, bottom)
            boxes += [(top, left, cut, right), (cut + 1, left, bottom, right)]
        elif right > left:
            cut = random.randrange(left, right)
            boxes += [(top, left, bottom, cut), (top, cut + 1, bottom, right)]
        else:
            boxes.append((top, left, bottom, right))
    for top, left, bottom, right in boxes:
        number = (bottom - top + 1) * (right - left + 1)
        cell = random.randint(top, bottom), random.randint(left, right)
        facts.append(("number", *cell, random.choice([number] * 6 + [min(number + 1, len(cells_of(facts))), "?"])))
    return facts if random.random() < 0.9 else facts[:-1]


GENRE = Genre(
    "shikaku",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2). number(1,(1;2),1).", "border(1,1,right).", "border(1,1..2,right)."),
        Wrong(["loose border"], "size(2,2). number(1,1,4).", "", "border(1,1,right)."),
        Wrong(
            ["rectangle"], 'size(2,2). number(1,1,"?"). number(2,2,1).', None, "border(1,2,down). border(2,1,right)."
        ),
        Wrong(["one number"], "size(1,2). number(1,1,1).", None, "border(1,1,right)."),
        Wrong(["size"], 'size(1,3). number(1,1,2). number(1,3,"?").', "border(1,2,right).", "border(1,1,right)."),
    ],
    made=((3, 3), (6, 6)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["9x8:2c4a3_2d3a6a2_2c4o3a2e5_2e9c3_2_6e2b2_8c"],
)

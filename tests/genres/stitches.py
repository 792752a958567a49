"""Stitches: each two regions that share a border are joined by stitches, whose holes are counted in lines."""

from collections import Counter
from itertools import compress, product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, broken, by_cell, cells_of, grown, line_counts, named

Stitch = tuple[int, int, str]


def ends(stitch: Stitch) -> tuple[Cell, Cell]:
    """Give the two cells that a stitch joins."""
    row, column, way = stitch
    return (row, column), (row, column + 1) if way == "right" else (row + 1, column)


def borders(facts: Facts) -> list[Stitch]:
    """Give the places of all stitches that there may be."""
    region = by_cell(facts, "region")
    sides = [(r, c, way) for r, c in cells_of(facts) for way in ("right", "down")]
    return [side for side in sides if all(end in region for end in ends(side)) and len(joined(region, side)) == 2]


def joined(region: dict[Cell, object], stitch: Stitch) -> frozenset[object]:
    """Give the regions that a stitch joins."""
    return frozenset(map(region.get, ends(stitch)))


def check(facts: Facts, answer: Facts, *, threads: int = 1) -> list[str]:
    region, places = by_cell(facts, "region"), borders(facts)
    stitches = named(answer, "stitch")
    holes = Counter(end for stitch in stitches for end in ends(stitch))
    pairs = Counter(joined(region, stitch) for stitch in stitches)
    return broken(
        border=set(stitches) <= set(places),
        joined=all(pairs[joined(region, place)] == threads for place in places),
        one_hole=max(holes.values(), default=0) <= 1,
        row=all(n == sum(cell[0] == row for cell in holes) for row, n in named(facts, "row_count")),
        column=all(n == sum(cell[1] == column for cell in holes) for column, n in named(facts, "column_count")),
    )


def brute(facts: Facts, *, threads: int = 1) -> int:
    places = borders(facts)
    answers = ([("stitch", *place) for place in compress(places, some)] for some in product((0, 1), repeat=len(places)))
    return sum(not check(facts, answer, threads=threads) for answer in answers)


def board(random: Random) -> list[Fact]:
    """Make a board of up to nine cells in two or three regions, with some numbers of what may be stitches."""
    facts: list[Fact] = [("size", *random.choice([(3, 3), (2, 3), (3, 2), (2, 4), (4, 2), (2, 2), (1, 4)]))]
    cells = cells_of(facts)
    facts += grown(random, cells, random.randint(1, 3))
    for _ in range(20):
        stitches = [place for place in borders(facts) if random.random() < 0.3]
        if not check(facts, [("stitch", *stitch) for stitch in stitches], threads=random.randint(1, 2)):
            break
    holes = {end for stitch in stitches for end in ends(stitch)}
    return facts + line_counts(cells, holes, random, 0.4)


# Two rows, which are two regions, and three.
_TWO = "size(2,3). region(1,1..3,a). region(2,1..3,b). "
_THREE = "size(3,3). region(1,1..3,a). region(2,1..3,b). region(3,1..3,c). "

GENRE = Genre(
    "stitches",
    check,
    brute,
    board,
    wrong=[
        Wrong(["border"], _TWO, "stitch(1,1,down).", "stitch(1,1,down). stitch(1,2,right)."),
        Wrong(["joined"], _TWO, "stitch(1,1,down).", ""),
        Wrong(["joined"], _TWO, "stitch(1,1,down).", "stitch(1,1..2,down)."),
        Wrong(["joined"], _TWO, "stitch(1,1..2,down).", "stitch(1,1,down).", {"threads": 2}),
        Wrong(["one hole"], _THREE, "stitch(1,1,down). stitch(2,2,down).", "stitch(1..2,1,down)."),
        Wrong(["row"], _THREE + "row_count(2,1).", None, "stitch(1,1,down). stitch(2,2,down)."),
        Wrong(["column"], _TWO + "column_count(2,0).", "stitch(1,1,down).", "stitch(1,2,down)."),
    ],
    modes=[{}, {"threads": 2}],
    made=((3, 3), (6, 6)),
)

"""Palisade: areas of equally many cells; numbers count the borders around their cells."""

from collections.abc import Iterator
from itertools import product
from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, broken, by_cell, cells_of, named, size_of
from genres.shikaku import areas_of


def check(facts: Facts, answer: Facts, *, cells: int = 6) -> list[str]:
    height, width = size_of(facts)
    areas = areas_of(facts, answer)
    area_of = {cell: k for k, area in enumerate(areas) for cell in area}
    borders = {(r, c, way) for r, c, way in named(answer, "border")}
    pairs = [((r, c), (r, c + 1) if way == "right" else (r + 1, c)) for r, c, way in borders]
    pairs = [pair for pair in pairs if set(pair) <= set(area_of)]

    def around(r: int, c: int) -> int:
        sides = [c == 1 or (r, c - 1, "right") in borders, c == width or (r, c, "right") in borders]
        sides += [r == 1 or (r - 1, c, "down") in borders, r == height or (r, c, "down") in borders]
        return sum(sides)

    return broken(
        outside=len(pairs) == len(borders),
        loose_border=all(area_of[one] != area_of[other] for one, other in pairs),
        size=all(len(area) == cells for area in areas),
        number=all(n in ("?", around(*cell)) for cell, n in by_cell(facts, "number").items()),
    )


def brute(facts: Facts, *, cells: int = 6) -> int:
    """Count the divisions by trying all sets of borders."""
    height, width = size_of(facts)
    places = [("border", r, c, "right") for r, c in cells_of(facts) if c < width]
    places += [("border", r, c, "down") for r, c in cells_of(facts) if r < height]
    answers = ([place for place, is_in in zip(places, chosen, strict=True) if is_in] for chosen in _sets(len(places)))
    return sum(not check(facts, answer, cells=cells) for answer in answers)


def _sets(size: int) -> Iterator[tuple[bool, ...]]:
    return product((False, True), repeat=size)


def board(random: Random) -> list[Fact]:
    """Make a board of up to six cells with few numbers, which are seldom large."""
    facts: list[Fact] = [("size", *random.choice([(1, 6), (6, 1), (2, 3), (3, 2), (1, 3), (2, 2)]))]
    chosen = [cell for cell in cells_of(facts) if random.random() < 0.3]
    return facts + [("number", *cell, random.choice([1, 2, 2, 3, 3, 3, "?"])) for cell in chosen]


GENRE = Genre(
    "palisade",
    check,
    brute,
    board,
    modes=[{}, {"cells": 3}],
    wrong=[
        Wrong(["outside"], "size(1,6). number(1,1,3).", "", "border(1,6,right)."),
        Wrong(["loose border"], "size(2,2).", "", "border(1,1,right).", {"cells": 4}),
        Wrong(["size"], "size(1,4).", "border(1,2,right).", "border(1,1,right).", {"cells": 2}),
        Wrong(["size"], "size(1,4).", "border(1,2,right).", "", {"cells": 2}),
        Wrong(["number"], "size(2,2). number(1,1,2).", None, "border(1,1..2,down).", {"cells": 2}),
    ],
    published=[
        # The ways to divide a square into dominoes: A004003; into trominoes: A172477.
        Published("size(4,4).", 36, mode={"cells": 2}),
        Published("size(3,3).", 10, mode={"cells": 3}),
    ],
    made=(None, (6, 6)),
)

"""Fillomino: areas of equal numbers that have as many cells as they say."""

from functools import cache
from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, filled, named, size_of
from genres.shikaku import areas_of


def check(facts: Facts, answer: Facts, *, most: int = 0) -> list[str]:
    cells, given, numbers = cells_of(facts), by_cell(facts, "given"), named(answer, "number")
    at = {(r, c): n for r, c, n in numbers}
    return broken(
        outside=set(at) <= set(cells),
        one_number=set(at) >= set(cells) and len(at) == len(numbers),
        given=all(n == "?" or at.get(cell, n) == n for cell, n in given.items()),
        too_large=not most or all(n <= most for n in at.values()),
        area=all(len(area_of(cell, at)) == n for cell, n in at.items()),
        border=all(
            at.get((r, c)) != at.get((r, c + 1) if side == "right" else (r + 1, c))
            for r, c, side in named(facts, "border")
        ),
    )


def area_of(start: Cell, at: dict[Cell, int]) -> list[Cell]:
    """Give the cells of an area, from one of them."""
    found = [start]
    for one in found:
        found += [cell for cell, n in at.items() if n == at[start] and beside(one, cell) and cell not in found]
    return found


@cache
def fillings(height: int, width: int) -> list[tuple[Fact, ...]]:
    """Give all right answers to a board without given numbers: the sizes of areas, for all ways to draw borders."""
    size = ("size", height, width)
    cells = cells_of([size])
    sides = [(r, c, "right") for r, c in cells if c < width] + [(r, c, "down") for r, c in cells if r < height]
    found = set()
    for drawn in product((0, 1), repeat=len(sides)):
        areas = areas_of([size], [("border", *side) for side, there in zip(sides, drawn, strict=True) if there])
        found.add(tuple(sorted(("number", *cell, len(area)) for area in areas for cell in area)))
    return [numbers for numbers in sorted(found) if not check([size], numbers)]


def brute(facts: Facts, *, most: int = 0) -> int:
    return sum(not check(facts, numbers, most=most) for numbers in fillings(*size_of(facts)))


def board(random: Random) -> list[Fact]:
    """Make a board of up to eight cells, in most cases with some numbers of one filling."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 5) for w in range(1, 5) if h * w <= 8])]
    cells = cells_of(facts)
    for _, row, column, n in random.choice(fillings(*size_of(facts))):
        if random.random() < 0.4:
            facts.append(("given", row, column, random.choice([n] * 6 + ["?", random.randint(1, len(cells))])))
    for r, c in cells:
        sides = [("right", (r, c + 1)), ("down", (r + 1, c))]
        facts += [("border", r, c, side) for side, other in sides if other in cells and random.random() < 0.1]
    return facts


GENRE = Genre(
    "fillomino",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,1).", "number(1,1,1).", "number(1,1,1). number(3,1,1)."),
        Wrong(["one number"], "size(1,1).", "number(1,1,1).", ""),
        Wrong(
            ["given"],
            "size(1,3). given(1,1,1).",
            "number(1,1,1). number(1,2..3,2).",
            "number(1,1..2,2). number(1,3,1).",
        ),
        Wrong(["area"], "size(1,3).", "number(1,1..3,3).", "number(1,1..3,2)."),
        # Solved and wrong with the flag t in the test of pzprjs, test/script/fillomino.js.
        Wrong(["too large"], "size(3,3).", filled("122", "333", "221"), filled("126", "626", "666"), {"most": 3}),
        Wrong(["border"], "size(2,1). border(1,1,down).", None, "number(1..2,1,2)."),
    ],
    modes=[{}, {"most": 3}],
    redrawn=False,
    urls=[
        # with one given border; some sites of puzzles list it under pzprxs.vercel.app
        "https://puzz.link/p?fillomino/10/10/9h9h9h9g34i332h454i13g94g9h9g39j51n14j9g19h94g9g331i23h32i323g9h9h9h9"
        + "0" * 35
        + "8",
    ],
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["9x7:c28a73a4378f3a8822a72e9e758b9a3a4e33b53c"],
    made=((3, 3), (5, 5)),
)

"""Galaxies: areas, each of which looks the same when it is turned around its dot by half a turn."""

from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, beside, broken, cells_of, named
from genres.shikaku import areas_of, borders_of

HALVES = {"centre": (0, 0), "right": (0, 1), "down": (1, 0), "corner": (1, 1)}


def dots_of(facts: Facts) -> list[Cell]:
    """Give the places of the dots, counted in half cells: the middle of the cell (R, C) is (2R, 2C)."""
    halves = [(r, c, HALVES[place]) for r, c, place, _ in named(facts, "dot")]
    return [(2 * r + down, 2 * c + right) for r, c, (down, right) in halves]


def check(facts: Facts, answer: Facts) -> list[str]:
    dots, black = dots_of(facts), set(named(facts, "black"))
    borders, areas = named(answer, "border"), areas_of(facts, answer)
    area_of = {cell: k for k, area in enumerate(areas) for cell in area}
    pairs = [((r, c), (r, c + 1) if way == "right" else (r + 1, c)) for r, c, way in borders]
    pairs = [pair for pair in pairs if set(pair) <= set(area_of)]
    galaxies = [area for area in areas if not area & black]
    # The dot of a galaxy lies inside it: all cells that the dot touches belong to it.
    held = [[dot for dot in dots if touched(dot) & galaxy] for galaxy in galaxies]
    return broken(
        outside=len(pairs) == len(borders),
        loose_border=all(area_of[one] != area_of[other] and not {one, other} <= black for one, other in pairs),
        black_cell=all(area <= black for area in areas if area & black)
        and all((one, other) in pairs for one, other in product(area_of, repeat=2) if parts(one, other, black)),
        one_dot=all(len(found) == 1 for found in held),
        dot_on_a_border=all(any(touched(dot) <= area for area in areas) for dot in dots),
        symmetry=all(
            {(y - r, x - c) for r, c in galaxy} == galaxy
            for galaxy, found in zip(galaxies, held, strict=True)
            for y, x in found[:1]
        ),
    )


def touched(dot: Cell) -> set[Cell]:
    """Give the cells that a dot touches."""
    y, x = dot
    return set(product({y // 2, (y + 1) // 2}, {x // 2, (x + 1) // 2}))


def parts(one: Cell, other: Cell, black: set[Cell]) -> bool:
    """Whether there must be a border as only one of two neighbours, the first before the second, is black."""
    return one < other and beside(one, other) and (one in black) != (other in black)


def brute(facts: Facts) -> int:
    """Count the divisions: each cell that is not black takes the name of one of the dots."""
    cells, dots, black = cells_of(facts), dots_of(facts), named(facts, "black")
    found = set()
    names = [[-1] if cell in black else range(len(dots)) for cell in cells]
    for chosen in product(*names):
        found.add(tuple(borders_of(facts, dict(zip(cells, chosen, strict=True)))))
    return sum(not check(facts, answer) for answer in found)


def board(random: Random) -> list[Fact]:
    """Make a board of up to nine cells with up to four dots that touch different cells, and few black cells."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 5) for w in range(1, 5) if h * w <= 9])]
    cells = cells_of(facts)
    free = set(cells)
    for _ in range(random.randint(1, 5)):
        cell, place = random.choice(cells), random.choice([*HALVES])
        dot = ("dot", *cell, place, random.choice(["white", "black"]))
        taken = touched(*dots_of([dot]))
        if taken <= free and len(named(facts, "dot")) < 4:
            free -= taken
            facts.append(dot)
    black = [cell for cell in sorted(free) if random.random() < 0.15]
    return facts + [("black", *cell) for cell in black]


def reflected(fact: Fact, width: int) -> Fact:
    name, row, column, *rest = fact
    if name == "size":
        return fact
    return (name, row, width + 1 - column - (rest[:1] in (["right"], ["corner"])), *rest)


GENRE = Genre(
    "galaxies",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,1). dot(1,1,centre,white).", "", "border(1,1,right)."),
        Wrong(["loose border"], "size(2,2). dot(1,1,corner,white).", "", "border(1,1,right)."),
        Wrong(["black cell"], "size(1,2). dot(1,1,centre,white). black(1,2).", "border(1,1,right).", ""),
        Wrong(["dot on a border", "symmetry"], "size(1,2). dot(1,1,right,white).", "", "border(1,1,right)."),
        Wrong(["one dot"], "size(1,2). dot(1,1,centre,white).", None, "border(1,1,right)."),
        Wrong(["symmetry"], "size(1,3). dot(1,1,centre,white). dot(1,3,centre,white).", None, "border(1,1,right)."),
    ],
    reflected=reflected,
    made=((2, 4), (6, 6)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["7x6:bgkzgdccdwzedfj"],
)

"""Nurikabe: islands of as many cells as their numbers say, in a connected sea without squares of two by two."""

from collections.abc import Callable
from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, beside, broken, by_cell, cells_of, named


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, number, cells = named(answer, "shaded"), by_cell(facts, "number"), cells_of(facts)
    islands = pieces([cell for cell in cells if cell not in shaded])
    held = [[number[cell] for cell in island if cell in number] for island in islands]
    return broken(
        outside=set(shaded) <= set(cells),
        number_shaded=not set(shaded) & set(number),
        one_number=all(len(numbers) == 1 for numbers in held),
        size=all(n in (len(island), "?") for island, numbers in zip(islands, held, strict=True) for n in numbers[:1]),
        square=not any({*product((r, r + 1), (c, c + 1))} <= set(shaded) for r, c in cells),
        sea=len(pieces(shaded)) <= 1,
    )


def pieces(cells: list[Cell]) -> list[list[Cell]]:
    """Give the sets of cells that hang together."""
    found: list[list[Cell]] = []
    for cell in cells:
        near = [piece for piece in found if any(beside(cell, other) for other in piece)]
        found = [piece for piece in found if piece not in near] + [[cell, *(x for piece in near for x in piece)]]
    return found


def brute(facts: Facts) -> int:
    return brute_shadings(check, facts)


def brute_shadings(check: Callable[[Facts, Facts], list[str]], facts: Facts) -> int:
    """Count the right ones of all shadings of the cells without a number."""
    free = [cell for cell in cells_of(facts) if cell not in by_cell(facts, "number")]
    shadings = product((0, 1), repeat=len(free))
    return sum(
        not check(facts, [("shaded", *cell) for cell, dark in zip(free, shading, strict=True) if dark])
        for shading in shadings
    )


def board(random: Random) -> list[Fact]:
    """Make a board of up to ten cells, in most cases with a number in each island of a shading."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 6) for w in range(1, 6) if h * w <= 10])]
    cells = cells_of(facts)
    shaded = random.sample(cells, random.randint(0, len(cells)))
    for cell in cells:  # mend what is broken, as far as that goes
        changed = [c for c in shaded if c != cell] if cell in shaded else [*shaded, cell]
        shaded = min(shaded, changed, key=faults_of(cells))
    for island in pieces([cell for cell in cells if cell not in shaded]):
        size = random.choice([*[len(island)] * 8, min(len(island) + 1, len(cells)), *["?"] * 4])
        facts.append(("number", *random.choice(island), size))
    return facts if random.random() < 0.8 else facts[: max(1, len(facts) - 1)]


def faults_of(cells: list[Cell]) -> Callable[[list[Cell]], int]:
    """Give a function that counts the pieces of a sea and its squares."""

    def count(shaded: list[Cell]) -> int:
        squares = sum({*product((r, r + 1), (c, c + 1))} <= set(shaded) for r, c in cells)
        return len(pieces(shaded)) + squares

    return count


GENRE = Genre(
    "nurikabe",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2). number(1,1,1).", "shaded(1,2).", "shaded(0..1,2)."),
        Wrong(["number shaded"], "size(1,2). number(1,1,1).", "shaded(1,2).", "shaded(1,1..2)."),
        Wrong(["one number"], "size(1,3). number(1,1,1).", "shaded(1,2..3).", "shaded(1,2)."),
        Wrong(["size"], "size(1,3). number(1,1,2).", "shaded(1,3).", "shaded(1,2..3)."),
        Wrong(["square"], "size(2,3). number(1,1,2).", "shaded(2,1..3). shaded(1,3).", "shaded(1..2,2..3)."),
        Wrong(["sea"], 'size(2,3). number(1,2,"?").', "shaded(1,1).", "shaded(1,(1;3))."),
    ],
    published=[
        # The board of the test of pzprjs, test/script/nurikabe.js, with its solution.
        Published(
            "size(5,5). number(1,2,5). number(2,3,2). number(4,3,1). number(5,4,3).",
            1,
            "shaded(1,3..5). shaded(2,(2;5)). shaded(3,2..5). shaded(4,(2;4)). shaded(5,1..3).",
        ),
    ],
)

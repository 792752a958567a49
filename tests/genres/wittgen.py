"""Wittgenstein Briquet: straight lines of three cells, counted by numbers; all other cells are connected."""

from collections.abc import Iterator
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, named
from genres.nurikabe import pieces
from genres.yajilin import around

_Line = tuple[Cell, Cell, Cell]


def check(facts: Facts, answer: Facts) -> list[str]:
    cells, number = cells_of(facts), by_cell(facts, "number")
    near = around(named(answer, "link"), cells)
    passed = [cell for cell in near if near[cell]]
    ends = [cell for cell in passed if len(near[cell]) == 1]
    middles = [cell for cell in passed if len(near[cell]) == 2]
    return broken(
        outside=set(near) <= set(cells),
        on_number=not set(number) & set(passed),
        three_cells=len(ends) == 2 * len(middles)
        and all(any(len(near[other]) > 1 for other in near[cell]) for cell in ends)
        and not any(len(near[other]) > 1 for cell in middles for other in near[cell]),
        straight=all(
            len(near[cell]) < 3 and any(len({x[k] for x in (cell, *near[cell])}) == 1 for k in (0, 1))
            for cell in passed
        ),
        count=all(n == "?" or sum(beside(cell, other) for other in passed) == n for cell, n in number.items()),
        connected=len(pieces([cell for cell in cells if cell not in passed])) <= 1,
    )


def _sets(lines: list[_Line], taken: frozenset[Cell] = frozenset()) -> Iterator[list[_Line]]:
    """Give all sets of lines no two of which share a cell."""
    if not lines:
        yield []
        return
    first, *rest = lines
    yield from _sets(rest, taken)
    if not taken & set(first):
        yield from ([first, *others] for others in _sets(rest, taken | set(first)))


def _answers(facts: Facts) -> Iterator[list[Fact]]:
    cells = set(cells_of(facts)) - set(by_cell(facts, "number"))
    ways = {"right": (0, 1), "down": (1, 0)}
    found = {((r, c), (r + x, c + y), (r + 2 * x, c + 2 * y)): d for r, c in cells for d, (x, y) in ways.items()}
    for lines in _sets([line for line in sorted(found) if cells.issuperset(line)]):
        yield [("link", *cell, found[line]) for line in lines for cell in line[:2]]


def brute(facts: Facts) -> int:
    return sum(not check(facts, answer) for answer in _answers(facts))


def board(random: Random) -> list[Fact]:
    """Make a board of up to 4x4 cells, in most cases with numbers that are right beside some lines."""
    facts: list[Fact] = [("size", random.randint(1, 4), random.randint(1, 4))]
    cells = cells_of(facts)
    near = around(named(random.choice(list(_answers(facts))), "link"), cells)
    passed = [cell for cell in near if near[cell]]
    for cell in cells:
        if cell not in passed and random.random() < 0.3:
            right = sum(beside(cell, other) for other in passed)
            facts.append(("number", *cell, random.choice((right, right, right, "?", random.randint(0, 2)))))
    return facts


_RIGHT = "link(1,1..2,right)."

GENRE = Genre(
    "wittgen",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(2,3).", _RIGHT, "link(1,2..3,right)."),
        Wrong(["on number"], "size(2,3). number(1,1,1).", "link(2,1..2,right).", _RIGHT),
        Wrong(["three cells"], "size(2,3).", _RIGHT, "link(1,1,right)."),
        Wrong(["three cells"], "size(2,4).", _RIGHT, "link(1,1..3,right)."),
        Wrong(["straight"], "size(3,3).", _RIGHT, "link(1,1,(right;down))."),
        Wrong(["three cells", "straight"], "size(3,3).", _RIGHT, _RIGHT + "link(1,2,down)."),
        Wrong(["count"], "size(2,3). number(2,1,1).", _RIGHT, ""),
        Wrong(["connected"], "size(3,3).", _RIGHT, "link(2,1..2,right)."),
    ],
    urls=[
        "https://puzz.link/p?wittgen/6/6/n0drchbj",  # P
    ],
    made=((4, 4), (8, 8)),
)

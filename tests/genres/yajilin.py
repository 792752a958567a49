"""Yajilin: one loop through all cells that are neither shaded nor hold a clue, and arrows that count shaded cells."""

from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, beside, broken, cells_of, named, size_of
from genres import reflected as reflected_fact
from genres.masyu import Link, joins, outlines, reached

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def around(links: list[Link], cells: list[Cell]) -> dict[Cell, list[Cell]]:
    """Give the cells that lines join with each cell."""
    near: dict[Cell, list[Cell]] = {cell: [] for cell in [*cells, *(cell for link in links for cell in joins(link))]}
    for one, other in map(joins, links):
        near[one].append(other)
        near[other].append(one)
    return near


def seen(clue: Cell, way: str, cells: list[Cell]) -> list[Cell]:
    """Give the cells in a direction from a clue."""
    (row, column), (down, right) = clue, STEPS[way]
    ray = [(row + k * down, column + k * right) for k in range(1, 30)]
    return [cell for cell in ray if cell in cells]


def check(facts: Facts, answer: Facts, *, outside: int = 0) -> list[str]:
    shaded, links, cells = named(answer, "shaded"), named(answer, "link"), cells_of(facts)
    near, arrows = around(links, cells), named(facts, "arrow")
    clues, passed = [(row, column) for row, column, *_ in arrows], [cell for cell in near if near[cell]]
    told = [((r, c), way, n) for r, c, way, n in arrows if way in STEPS and n != "?"]
    return broken(
        outside=set(near) | set(shaded) <= set(cells),
        clue_used=not set(clues) & {*shaded, *passed},
        shaded_on_the_loop=not set(shaded) & set(passed),
        cell_left_out=set(cells) <= {*clues, *shaded, *passed},
        shaded_neighbours=not any(beside(one, other) for one, other in product(shaded, shaded)),
        arrow=all(sum(cell in shaded for cell in seen(clue, way, cells)) == n for clue, way, n in told),
        two_in_a_cell=all(len(near[cell]) == 2 for cell in passed),
        no_line=bool(links),
        shaded_inside=not outside or not any(within(cell, links) for cell in shaded),
        one_loop=len(reached(near, passed[:1])) == len(passed),
    )


def within(cell: Cell, links: list[Link]) -> bool:
    """Whether a cell that the loop leaves out lies inside it: the way up crosses the loop an odd number of times.

    It goes a little to the right of the middles of the cells.
    """
    return sum(c == cell[1] and r < cell[0] and way == "right" for r, c, way in links) % 2 == 1


def brute(facts: Facts, *, outside: int = 0) -> int:
    """Count loops whose rest can be shaded: which cells that are is told by the loop."""
    cells = cells_of(facts)
    clues = [(row, column) for row, column, *_ in named(facts, "arrow")]
    found = 0
    for links in outlines(*size_of(facts)):
        near = around(named(links, "link"), cells)
        answer = [*links, *(("shaded", *c) for c in cells if not near[c] and c not in clues)]
        found += not check(facts, answer, outside=outside)
    return found


def board(random: Random) -> list[Fact]:
    """Make a board of up to 4x4 cells, in most cases with clues of a loop and of what it leaves."""
    facts: list[Fact] = [("size", random.randint(2, 4), random.randint(2, 4))]
    cells = cells_of(facts)
    links = random.choice(list(outlines(*size_of(facts))))
    near = around(named(links, "link"), cells)
    clues = [cell for cell in cells if not near[cell] and random.random() < 0.6] or random.sample(cells, 1)
    for clue in clues:
        way = random.choice([*STEPS, *STEPS, "none"])
        number = sum(not near[cell] and cell not in clues for cell in seen(clue, way, cells)) if way != "none" else 0
        facts.append(("arrow", *clue, way, random.choice([number, number, number, number + 1, "?"])))
    return facts


def reflected(fact: Fact, width: int) -> Fact:
    name, row, column, *rest = reflected_fact(fact, width)
    return (name, row, column, *({"left": "right", "right": "left"}.get(word, word) for word in rest))


_RING = "link(1,1,(right;down)). link(2,1,right). link(1,2,down)."
# Around the middle of a board of 3x3 cells.
_THREE = "link((1;3),1..2,right). link(1..2,(1;3),down)."

GENRE = Genre(
    "yajilin",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(2,2).", _RING, _RING + "shaded(0,1)."),
        Wrong(["clue used"], "size(3,3). arrow(2,2,up,0).", _THREE, _THREE + "shaded(2,2)."),
        Wrong(
            ["clue used"],
            'size(2,4). arrow(1..2,3,down,"?"). arrow(1..2,4,down,"?").',
            _RING,
            "link(1..2,1..2,right). link(1,(1;3),down).",
        ),
        Wrong(["shaded on the loop"], "size(3,3).", _THREE + "shaded(2,2).", _THREE + "shaded(2,2). shaded(1,1)."),
        Wrong(["cell left out"], "size(3,3).", _THREE + "shaded(2,2).", _THREE),
        Wrong(
            ["shaded neighbours"],
            "size(3,4).",
            "link(1,1..3,right). link(1..2,(1;4),down). link(2,2..3,down). link(2,2,right). link(3,(1;3),right).",
            "link((1;3),1..3,right). link(1..2,(1;4),down). shaded(2,2..3).",
        ),
        Wrong(["arrow"], "size(2,3). arrow(1,3,down,0).", None, _RING + "shaded(2,3)."),
        Wrong(["two in a cell"], "size(2,2).", _RING, "link(1,1,(right;down)). link(2,1,right)."),
        Wrong(["no line"], "size(1,1).", None, "shaded(1,1)."),
        Wrong(
            ["shaded inside"],
            "size(3,3).",
            "shaded(1,1). link(1,2,(down;right)). link(1..2,3,down). link(2,1,(down;right)). link(3,1..2,right).",
            _THREE + "shaded(2,2).",
            {"outside": 1},
        ),
        Wrong(
            ["one loop"],
            "size(2,4).",
            "link(1..2,1..3,right). link(1,(1;4),down).",
            _RING + "link(1..2,3,right). link(1,3..4,down).",
        ),
    ],
    implied={
        "Two lines meet at (R, C), or none.": ("Two lines of the loop meet at (R, C), or it is shaded, not both.",)
    },
    modes=[{}, {"outside": 1}],
    reflected=reflected,
    urls=[
        "https://puzz.link/p?yajilin/10/10/40u23k10h20l10h20k13l40i",  # E
    ],
)

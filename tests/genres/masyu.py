"""Masyu: one loop from cell to cell that turns at black circles and goes straight at white ones."""

from collections.abc import Iterator
from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, cells_of, named, size_of

Link = tuple[int, int, str]


def joins(link: Link) -> tuple[Cell, Cell]:
    """Give the two cells that a link joins."""
    row, column, way = link
    return (row, column), (row, column + 1) if way == "right" else (row + 1, column)


def check(facts: Facts, answer: Facts, *, full: int = 0) -> list[str]:
    links, cells = named(answer, "link"), cells_of(facts)
    ends = [cell for link in links for cell in joins(link)]
    near: dict[Cell, list[Cell]] = {cell: [] for cell in [*cells, *ends]}
    for one, other in map(joins, links):
        near[one].append(other)
        near[other].append(one)

    def straight(cell: Cell) -> bool:
        """Whether the lines at a cell lie in its row or in its column."""
        return len(near[cell]) == 2 and any(one[axis] == other[axis] for axis in (0, 1) for one, other in [near[cell]])

    def turns(cell: Cell) -> bool:
        return len(near[cell]) == 2 and not straight(cell)

    black, white = named(facts, "black"), named(facts, "white")
    return broken(
        outside=set(ends) <= set(cells),
        two_in_a_cell=all(len(others) in (0, 2) for others in near.values()),
        no_line=bool(links),
        one_loop=len(reached(near, ends[:1])) == len(set(ends)),
        every_cell=not full or all(near.values()),
        circle_left_out=all(cell in ends for cell in black + white),
        straight_at_black=not any(straight(cell) for cell in black),
        turn_beside_black=not any(turns(other) for cell in black for other in near[cell]),
        turn_at_white=not any(turns(cell) for cell in white),
        straight_beside_white=not any(near[cell] and all(map(straight, near[cell])) for cell in white),
    )


def reached(near: dict[Cell, list[Cell]], start: list[Cell]) -> set[Cell]:
    """Give the cells that lines join with those to start from."""
    found, new = set(start), list(start)
    for cell in new:
        new += [other for other in near[cell] if other not in found]
        found.update(near[cell])
    return found


def outlines(height: int, width: int) -> Iterator[list[Fact]]:
    """Give all ways to have an even number of lines at each cell: the outlines of sets of squares between cells."""
    squares = list(product(range(1, height), range(1, width)))
    for inside in product((0, 1), repeat=len(squares)):
        links: set[Link] = set()
        for (row, column), taken in zip(squares, inside, strict=True):
            around = {
                (row, column, "right"),
                (row + 1, column, "right"),
                (row, column, "down"),
                (row, column + 1, "down"),
            }
            links ^= around if taken else set()
        yield [("link", *link) for link in sorted(links)]


def brute(facts: Facts, *, full: int = 0) -> int:
    return sum(not check(facts, links, full=full) for links in outlines(*size_of(facts)))


def board(random: Random) -> list[Fact]:
    """Make a board of up to 4x4 cells, in most cases with circles of a loop."""
    facts: list[Fact] = [("size", random.randint(2, 4), random.randint(2, 4))]
    cells = cells_of(facts)
    loops = [links for links in outlines(*size_of(facts)) if not check(facts, links)]
    links = random.choice(loops)
    for cell in cells:
        right = [[(colour, *cell)] for colour in ("black", "white") if not check([facts[0], (colour, *cell)], links)]
        if right and random.random() < 0.6:
            facts += random.choice(right)
        elif random.random() < 0.05:
            facts.append((random.choice(["black", "white"]), *cell))
    return facts


RING = "link(1,1,(right;down)). link(2,1,right). link(1,2,down)."
# Around a board of 3x3, and of 3x4 cells.
THREE = "link((1;3),1..2,right). link(1..2,(1;3),down)."

# What is wrong where one loop is wanted, whatever else is.
NO_LOOP = [
    Wrong(["outside"], "size(2,2).", RING, "link(0,1,(right;down)). link(1,1,right). link(0,2,down)."),
    Wrong(["two in a cell"], "size(2,3).", RING, RING + "link(1,2,right)."),
    Wrong(["no line"], "size(2,2).", RING, ""),
    Wrong(["one loop"], "size(2,4).", RING, RING + "link(1..2,3,right). link(1,3..4,down)."),
]

GENRE = Genre(
    "masyu",
    check,
    brute,
    board,
    wrong=[
        *NO_LOOP,
        Wrong(
            ["circle left out"],
            "size(3,3). black(3,3).",
            THREE,
            "link(1,1..2,right). link(2,1..2,right). link(1,(1;3),down).",
        ),
        Wrong(["every cell"], "size(3,2).", "link((1;3),1,right). link(1..2,1..2,down).", RING, {"full": 1}),
        Wrong(
            ["straight at black"],
            "size(3,5). black(1,3).",
            "link((1;3),1..2,right). link(1..2,(1;3),down).",
            "link((1;3),1..4,right). link(1..2,(1;5),down).",
        ),
        Wrong(["turn beside black"], "size(3,3). black(1,1).", THREE, RING),
        Wrong(["turn at white"], "size(3,3). white(1,2).", THREE, RING),
        Wrong(
            ["straight beside white"],
            "size(3,5). white(1,3).",
            "link((1;3),2..3,right). link(1..2,(2;4),down).",
            "link((1;3),1..4,right). link(1..2,(1;5),down).",
        ),
    ],
    modes=[{}, {"full": 1}],
    published=[
        # Without circles each loop will do: OEIS A140517; through all cells: A003763.
        Published("size(4,4).", 6, mode={"full": 1}),
        Published("size(3,3).", 13),
        Published("size(4,4).", 213),
    ],
    urls=[
        "https://puzz.link/p?masyu/10/10/0600003i06b1300600000a30600i090330",  # C
    ],
    made=((4, 4), (8, 8)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["8x7:BbWaBkWWaWBWbWWaWjWcWeWeB"],
)

"""Shingoki: one loop, straight at white circles and turning at black ones, whose straight lines there are measured."""

from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, cells_of, named, size_of
from genres.masyu import NO_LOOP, RING, THREE, joins, outlines, reached


def lengths(near: dict[Cell, list[Cell]], cell: Cell) -> dict[Cell, int]:
    """Give for each way in which lines leave a cell how many steps they go straight on."""
    found = {}
    for r, c in near[cell]:
        way = r - cell[0], c - cell[1]
        length, end = 1, (r, c)
        while (end[0] + way[0], end[1] + way[1]) in near[end] and length <= len(near):
            length, end = length + 1, (end[0] + way[0], end[1] + way[1])
        found[way] = length
    return found


def check(facts: Facts, answer: Facts) -> list[str]:
    links, cells = named(answer, "link"), cells_of(facts)
    ends = [cell for link in links for cell in joins(link)]
    near: dict[Cell, list[Cell]] = {cell: [] for cell in [*cells, *ends]}
    for one, other in map(joins, links):
        near[one].append(other)
        near[other].append(one)
    ways = {cell: [*lengths(near, cell)] for cell in cells}
    passed = [cell for cell in cells if near[cell]]
    turns = {cell for cell in passed if len({r == 0 for r, _ in ways[cell]}) == 2}
    circles = {(r, c): (colour, number) for r, c, colour, number in named(facts, "circle")}
    return broken(
        outside=set(ends) <= set(cells),
        two_in_a_cell=all(len(others) in (0, 2) for others in near.values()),
        no_line=bool(links),
        one_loop=len(reached(near, ends[:1])) == len(set(ends)),
        circle_left_out=circles.keys() <= {*passed},
        turn_at_white=not any(cell in turns for cell, (colour, _) in circles.items() if colour == "white"),
        straight_at_black=not any(
            cell in passed and cell not in turns for cell, (colour, _) in circles.items() if colour == "black"
        ),
        number=all(
            sum(lengths(near, cell).values()) == n for cell, (_, n) in circles.items() if n != "?" and cell in passed
        ),
    )


def brute(facts: Facts) -> int:
    return sum(not check(facts, links) for links in outlines(*size_of(facts)))


def board(random: Random) -> list[Fact]:
    """Make a board of up to 4x4 cells, in most cases with circles of a loop."""
    facts: list[Fact] = [("size", random.randint(2, 4), random.randint(2, 4))]
    loops = [links for links in outlines(*size_of(facts)) if not check(facts, links)]
    links = random.choice(loops)
    for cell in cells_of(facts):
        kinds = [("circle", *cell, x, n) for x in ("white", "black", "grey") for n in ("?", 2, 3, 4, 5)]
        right = [kind for kind in kinds if not check([facts[0], kind], links)]
        if right and random.random() < 0.3:
            facts.append(random.choice(right))
        elif random.random() < 0.03:
            facts.append(random.choice(kinds[:-1]))
    return facts


# Around a board of 2x3 cells, and of 2x4.
_WIDE = "link(1..2,1..2,right). link(1,(1;3),down)."
_WIDER = "link(1..2,1..3,right). link(1,(1;4),down)."

GENRE = Genre(
    "shingoki",
    check,
    brute,
    board,
    wrong=[
        *NO_LOOP,
        Wrong(["circle left out"], 'size(3,3). circle(3,3,grey,"?").', THREE, RING),
        Wrong(["turn at white"], 'size(3,3). circle(1,2,white,"?").', THREE, RING),
        Wrong(["straight at black"], 'size(2,3). circle(1,2,black,"?").', RING, _WIDE),
        Wrong(["number"], "size(2,4). circle(1,1,black,3).", _WIDE, _WIDER),
        Wrong(["number"], "size(2,4). circle(1,2,white,2).", _WIDE, _WIDER),
        Wrong(["number"], "size(2,4). circle(1,1,grey,4).", _WIDER, RING),
    ],
    published=[
        # Without circles each loop will do: OEIS A140517.
        Published("size(3,3).", 13),
        Published("size(4,4).", 213),
    ],
    made=((3, 4), (8, 8)),
)

"""Country road: one loop that enters each region once, and passes one of two neighbours across a border."""

from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, beside, broken, by_cell, cells_of, named, size_of, unnamed
from genres.masyu import joins, outlines, reached
from genres.yajilin import around


def check(facts: Facts, answer: Facts, *, empty: int = 0) -> list[str]:
    links, cells, region = named(answer, "link"), cells_of(facts), by_cell(facts, "region")
    near = around(links, cells)
    passed = [cell for cell in near if near[cell]]
    gates = [[region.get(cell) for cell in joins(link)] for link in links]
    regions = set(region.values())
    crossed = {name: sum(name in gate and gate[0] != gate[1] for gate in gates) for name in regions}
    return broken(
        outside=set(near) <= set(cells),
        two_in_a_cell=all(len(near[cell]) == 2 for cell in passed),
        one_loop=len(reached(near, passed[:1])) == len(passed),
        no_line=bool(links),
        visits=all(n <= 2 for n in crossed.values()) and (bool(empty) or regions <= {region.get(c) for c in passed}),
        number=all(n == "?" or sum(region.get(c) == name for c in passed) == n for name, n in named(facts, "visit")),
        both_left_out=not any(
            beside(one, other) and region[one] != region[other] and not near[one] and not near[other]
            for one in cells
            for other in cells
        ),
    )


def brute(facts: Facts, *, empty: int = 0) -> int:
    return sum(not check(facts, links, empty=empty) for links in outlines(*size_of(facts)))


def board(random: Random) -> list[Fact]:
    """Make a board of up to 4x4 cells and one to four regions, some with a number that is right for a loop."""
    facts: list[Fact] = [("size", random.randint(1, 4), random.randint(2, 4))]
    cells = cells_of(facts)
    region = dict(zip(random.sample(cells, min(len(cells), random.randint(1, 4))), (5, 1, 4, 2), strict=False))
    while len(region) < len(cells):
        one = random.choice(sorted(region))
        region |= {random.choice([c for c in cells if beside(one, c)]): region[one]} | region
    facts += [("region", *cell, name) for cell, name in sorted(region.items())]
    loops = [links for links in outlines(*size_of(facts)) if not check(facts, links)]
    near = around(named(random.choice(loops or [[]]), "link"), cells)
    for name in sorted(set(region.values())):
        number = sum(bool(near[cell]) for cell in cells if region[cell] == name) or 1
        if random.random() < 0.5:
            facts.append(("visit", name, random.choice([number] * 5 + [min(number + 1, len(cells)), "?"])))
    return facts


_RING = "link(1,1,(right;down)). link(2,1,right). link(1,2,down)."
# Two regions beside each other, on a board of two rows.
_HALVES = "size(2,4). region(1..2,1..2,1). region(1..2,3..4,2)."
_LONG = "link(1..2,1..3,right). link(1,(1;4),down)."

GENRE = Genre(
    "countryroad",
    check,
    brute,
    board,
    wrong=[
        Wrong(
            ["outside"],
            "size(2,2). region(1..2,1,1). region(1..2,2,2).",
            _RING,
            "link((0;2),1,right). link(0..1,(1;2),down).",
        ),
        Wrong(["two in a cell"], _HALVES, _LONG, _LONG + "link(1,2,down)."),
        Wrong(
            ["one loop"],
            "size(2,5). region(1..2,1,1). region(1..2,2..5,2).",
            "link(1..2,1..4,right). link(1,(1;5),down).",
            _RING + "link(1..2,4,right). link(1,4..5,down).",
        ),
        Wrong(["no line"], "size(2,2). region(1..2,1..2,1).", _RING, "", {"empty": 1}),
        Wrong(["number"], _HALVES + "visit(2,0).", _RING, _LONG, {"empty": 1}),
        Wrong(
            ["visits"],
            "size(3,3). region(1..3,(1;3),1). region(2,2,1). region(1,2,2). region(3,2,3).",
            None,
            "link((1;3),1..2,right). link(1..2,(1;3),down).",
            {"empty": 1},
        ),
        Wrong(
            ["both left out"],
            "size(3,3). region(1..2,1..2,1). region(1..2,3,2). region(3,1..3,2).",
            "link((1;3),1..2,right). link(1..2,(1;3),down).",
            "link(1..2,2,right). link(1,2..3,down).",
        ),
    ],
    modes=[{}, {"empty": 1}],
    published=[Published("size(2,2). region(1..2,1..2,1).", 1, _RING)],  # country/2/2/00g by pzprjs
    unnamed=unnamed,
    made=((4, 4), (6, 6)),
)

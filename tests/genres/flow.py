"""Flow: paths between equal numbers; constants say whether they fill the board and may lie beside themselves."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, named, size_of


def check(facts: Facts, answer: Facts, *, touch: bool | int = True, fill: bool | int = True) -> list[str]:
    """Name the rules that an answer breaks.

    ``touch`` allows a path beside itself, ``fill`` wants a path in every cell.
    """
    cells, colour = cells_of(facts), by_cell(facts, "terminal")
    edges = [((r, c), (r, c + 1) if way == "right" else (r + 1, c)) for r, c, way in named(answer, "link")]
    ends = Counter(cell for edge in edges for cell in edge)
    paths = components(cells, edges)
    other = [cell for cell in cells if cell not in colour]
    loops = [path for path in paths if len(path) > 1 and all(ends[c] > 1 and c not in colour for c in path)]
    beside_itself = [
        pair for path in paths for pair in combinations(sorted(path), 2) if beside(*pair) and pair not in edges
    ]
    return broken(
        outside=set(ends) <= set(cells),
        terminal=all(ends[cell] == 1 for cell in colour),
        fill=not fill or all(ends[cell] for cell in other),
        branch=all(ends[cell] <= 2 for cell in other),
        dead_end=all(ends[cell] != 1 for cell in other),
        colour=all(len({colour[cell] for cell in path if cell in colour}) <= 1 for path in paths),
        loop=not loops,
        touch=bool(touch) or not beside_itself,
    )


def components(cells: list[Cell], edges: list[tuple[Cell, Cell]]) -> list[set[Cell]]:
    """Give the sets of cells that are joined by edges."""
    part = {cell: {cell} for cell in cells}
    for one, other in edges:
        merged = part.get(one, {one}) | part.get(other, {other})
        part.update(dict.fromkeys(merged, merged))
    return [cells for cell, cells in part.items() if cell == min(cells)]


def brute(facts: Facts, *, touch: bool | int = True, fill: bool | int = True) -> int:
    return sum(not check(facts, links, touch=touch, fill=fill) for links in all_links(facts))


def all_links(facts: Facts) -> Iterator[list[Fact]]:
    """Give all sets of links with one link at each terminal, and two or none elsewhere."""
    cells, (height, width) = cells_of(facts), size_of(facts)
    terminals = by_cell(facts, "terminal")

    def extend(number: int, links: list[Fact], ends: Counter[Cell]) -> Iterator[list[Fact]]:
        if number == len(cells):
            yield links
            return
        row, column = cells[number]
        degrees = (1,) if (row, column) in terminals else (0, 2)
        for right, down in product(range(min(2, width - column + 1)), range(min(2, height - row + 1))):
            if ends[row, column] + right + down in degrees:
                new = [("link", row, column, "right")] * right + [("link", row, column, "down")] * down
                after = ends + Counter({(row, column + 1): right, (row + 1, column): down})
                yield from extend(number + 1, links + new, after)

    return extend(0, [], Counter())


def board(random: Random) -> list[Fact]:
    """Make a board of up to twelve cells."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 7) for w in range(1, 7) if h * w <= 12])]
    cells = cells_of(facts)
    ends: list[Cell] = []
    if random.random() < 0.5:
        while cells:
            path = [random.choice(cells)]
            while steps := [cell for cell in cells if cell not in path and beside(cell, path[-1])]:
                path.append(random.choice(steps))
                if len(path) > 2 and random.random() < 0.15:
                    break
            cells = [cell for cell in cells if cell not in path]
            if len(path) > 1:
                ends += [path[0], path[-1]]
    else:
        ends = random.sample(cells, random.randint(0, min(len(cells) // 2, 4)) * 2)
    return facts + [("terminal", *cell, place // 2 + 1) for place, cell in enumerate(ends)]


_PAIR = "size(1,2). terminal(1,1..2,1)."
_LOOP = "size(2,3). terminal(1..2,1,1)."
_AROUND = "link(1,1..2,right). link(2,1..2,right). link(1,3,down)."
_TOP = "size(2,4). terminal(1,(1;4),1)."
_LINE = "link(1,1..3,right)."

GENRE = Genre(
    "flow",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], _PAIR, "link(1,1,right).", "link(0,1,down). link(1,2,right)."),
        Wrong(["terminal"], _PAIR, "link(1,1,right).", ""),
        Wrong(["fill"], "size(2,2). terminal(1,1..2,1).", "link(1,1..2,down). link(2,1,right).", "link(1,1,right)."),
        Wrong(["branch"], _TOP, _LINE, _LINE + "link(1,2..3,down). link(2,2,right).", {"fill": 0}),
        Wrong(["dead end"], _TOP, _LINE, "link(1,(1;3),right).", {"fill": 0}),
        Wrong(
            ["colour"],
            "size(2,2). terminal(1..2,1,1). terminal(1..2,2,2).",
            "link(1,1..2,down).",
            "link(1..2,1,right).",
        ),
        Wrong(["loop"], _LOOP, _AROUND, "link(1,1..3,down). link(1..2,2,right)."),
        Wrong(["touch"], _LOOP, "link(1,1,down).", _AROUND, {"touch": 0, "fill": 0}),
    ],
    modes=[{}, {"touch": 0}, {"fill": 0}, {"touch": 0, "fill": 0}],
    stated={"Without self-touch:": {"touch": 0}},
    urls=[
        "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3",  # P
        "https://puzz.link/p?numlin/6/6/j4h14m2n2h133k",  # C
        "https://puzz.link/p?numlin/9/9/h1j32j4l5v67o2g4l7r3j165i",  # W
        "https://puzz.link/p?numlin/7/7/4h2j1i5h4q3h3h52s1",  # W
        "https://puzz.link/p?arukone/14/9/zh-15h6heh3fe6-15-1354g4ci7g9u2zg3g9g-1351ch2i7g1j8of8n",  # N
    ],
    # Flow Free text: mzucker/flow_solver, puzzles/ regular_6x6_01, extreme_8x8_01, jumbo_10x10_01
    # (its solutions are unique).
    texts=[
        "GYC.RB\n....O.\n..C...\n..R...\nG.O...\nY.B...\n",
        "........\n.O......\n........\n.....R..\n...Y...G\n.R..B..O\n.......G\nY......B\n",
        "R....B...B\n...W......\n..WG......\n.COm..O...\n.g....m.G.\n........A.\n..R..M...C\nYA........\n"
        ".P....g.M.\n.Y..P.....\n",
    ],
    made=((4, 4), (8, 8)),
)

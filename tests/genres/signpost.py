"""Signpost: numbers in all cells, each in the direction of the arrow of the one before it."""

from itertools import permutations
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, by_cell, cells_of, named

WAYS = {
    "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1),
    "northwest": (-1, -1), "northeast": (-1, 1), "southwest": (1, -1), "southeast": (1, 1),
}  # fmt: skip


def points(one: Cell, other: Cell, way: str | None) -> bool:
    """Whether an arrow that points some way in one cell points to another one."""
    if way is None or one == other:
        return False
    (down, right), (rows, columns) = WAYS[way], (other[0] - one[0], other[1] - one[1])
    far = max(abs(rows), abs(columns))
    return (rows, columns) == (far * down, far * right)


def check(facts: Facts, answer: Facts) -> list[str]:
    cells, arrow, held = cells_of(facts), by_cell(facts, "arrow"), named(answer, "number")
    place = {n: (r, c) for r, c, n in held}
    numbers = range(1, len(cells) + 1)
    known = [n for n in numbers[:-1] if n in place and n + 1 in place]
    return broken(
        outside=all((r, c) in cells and n in numbers for r, c, n in held),
        one_number=all(sum((r, c) == cell for r, c, _ in held) == 1 for cell in cells),
        each_number=all(sum(n == x for *_, x in held) == 1 for n in numbers),
        arrow=all(points(place[n], place[n + 1], arrow.get(place[n])) for n in known),
        given=set(named(facts, "given")) <= set(held),
    )


def brute(facts: Facts) -> int:
    cells = cells_of(facts)
    answers = permutations(range(1, len(cells) + 1))
    return sum(not check(facts, [("number", *cell, n) for cell, n in zip(cells, ns, strict=True)]) for ns in answers)


def board(random: Random) -> list[Fact]:
    """Make a board of up to six cells, most of its arrows those of a solution."""
    size = random.choice([(1, 1), (1, 3), (2, 2), (3, 2), (2, 3), (1, 5)])
    facts: list[Fact] = [("size", *size)]
    cells = cells_of(facts)
    order = [random.choice(cells)]
    while len(order) < len(cells):
        rest = [cell for cell in cells if cell not in order]
        near = [cell for cell in rest if any(points(order[-1], cell, way) for way in WAYS)]
        order.append(random.choice(near or rest))
    for k, cell in enumerate(order):
        ways = [way for way in WAYS if k + 1 < len(order) and points(cell, order[k + 1], way)]
        if ways or random.random() < 0.4:
            facts.append(("arrow", *cell, random.choice(ways if ways and random.random() < 0.95 else [*WAYS])))
        if random.random() < 0.2:
            facts.append(("given", *cell, k + 1 if random.random() < 0.95 else 1))
    return facts


ON_ITS_SIDE = {"up": "left", "down": "right", "northeast": "southwest"}
ON_ITS_SIDE |= {other: way for way, other in ON_ITS_SIDE.items()}
MIRRORED = {"left": "right", "northwest": "northeast", "southwest": "southeast"}
MIRRORED |= {other: way for way, other in MIRRORED.items()}


def transposed(fact: Fact) -> Fact:
    """Exchange rows and columns."""
    name, row, column, *rest = fact
    return (name, column, row, *(ON_ITS_SIDE.get(x, x) for x in rest))


def reflected(fact: Fact, width: int) -> Fact:
    """Exchange left and right."""
    name, row, column, *rest = fact
    return fact if name == "size" else (name, row, width + 1 - column, *(MIRRORED.get(x, x) for x in rest))


_LINE = "size(1,3). arrow(1,1,right). arrow(1,2,right)."
_RIGHT = "number(1,1,1). number(1,2,2). number(1,3,3)."

GENRE = Genre(
    "signpost",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], _LINE, _RIGHT, _RIGHT + "number(2,1,4)."),
        Wrong(
            ["one number"],
            "size(1,3). arrow(1,1,right). arrow(1,2,left).",
            "number(1,2,1). number(1,1,2). number(1,3,3).",
            "number(1,2,1). number(1,1,2). number(1,2,3).",
        ),
        Wrong(
            ["each number"],
            "size(1,2). arrow(1,1,right).",
            "number(1,1,1). number(1,2,2).",
            "number(1,1,1). number(1,2,1).",
        ),
        Wrong(
            ["arrow"],
            "size(1,3). arrow(1,1,right). arrow(1,3,left). given(1,1,1).",
            "number(1,1,1). number(1,3,2). number(1,2,3).",
            _RIGHT,
        ),
        Wrong(
            ["given"],
            "size(1,2). arrow(1,1,right). arrow(1,2,left). given(1,2,1).",
            "number(1,1,2). number(1,2,1).",
            "number(1,1,1). number(1,2,2).",
        ),
    ],
    # From any number arrows lead on to all others, in as many cells as there are.
    implied={
        "The number N is in exactly one cell.": ("The arrow of the cell with N points to the number after it.",),
    },
    published=[
        # A row of arrows to the right leaves one order.
        Published("size(1,4). arrow(1,1..3,right).", 1, "number(1,1,1). number(1,2,2). number(1,3,3). number(1,4,4)."),
    ],
    transposed=transposed,
    reflected=reflected,
    redrawn=False,
    unheld={"gameid": "has an arrow in each cell"},
    made=((2, 3), (5, 5)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=[
        "4x4:1dfefdeaacfghabc16a",
        "5x5:25aedgeaef15fhbhah11acbeg9ac1chah",
        "7x7:c16d49ae43feecdeebh40gd19cgfeeac32hdd12gafeaffgh2hbfac23ahgbag29g1bga",
    ],
)

"""Tracks: one line from end to end, which numbers beside the board count."""

from collections import defaultdict
from itertools import combinations, pairwise
from random import Random

from genres import WAYS, Cell, Fact, Facts, Genre, Published, Wrong, broken, cells_of, named, size_of

STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
PIECES = {"LR": ("left", "right"), "UD": ("up", "down"), "UL": ("up", "left"),
          "UR": ("up", "right"), "DL": ("down", "left"), "DR": ("down", "right")}  # fmt: skip
OPPOSITE = {"left": "right", "up": "down"} | {"right": "left", "down": "up"}


def rails(facts: Facts, answer: Facts) -> dict[Cell, set[str]]:
    """Give the ways in which rails go from each cell."""
    found = defaultdict(set)
    for r, c, way in named(facts, "gate"):
        found[r, c].add(way)
    for r, c, way in named(answer, "link"):
        found[r, c].add(way)
        found[r + STEPS[way][0], c + STEPS[way][1]].add(OPPOSITE[way])
    return found


def joined(found: dict[Cell, set[str]], start: Cell) -> set[Cell]:
    """Give the cells to which rails lead from one."""
    reached, pending = {start}, [start]
    while pending:
        r, c = pending.pop()
        near = {(r + STEPS[way][0], c + STEPS[way][1]) for way in found[r, c]}
        new = {cell for cell in near if cell in found} - reached
        reached |= new
        pending += new
    return reached


def check(facts: Facts, answer: Facts) -> list[str]:
    found, cells = rails(facts, answer), cells_of(facts)
    laid = {cell for cell, ways in found.items() if ways}
    first = min((r, c) for r, c, _ in named(facts, "gate"))
    return broken(
        outside=laid <= set(cells),
        two=all(len(ways) == 2 for ways in found.values() if ways),
        one_track=laid <= joined(found, first),
        row=all(sum(r == i for r, _ in laid) == n for i, n in named(facts, "row_count")),
        column=all(sum(c == i for _, c in laid) == n for i, n in named(facts, "column_count")),
        piece=all({*PIECES[x]} <= found[r, c] for r, c, x in named(facts, "piece")),
    )


def brute(facts: Facts) -> int:
    height, width = size_of(facts)
    links = [("link", r, c, "right") for r, c in cells_of(facts) if c < width]
    links += [("link", r, c, "down") for r, c in cells_of(facts) if r < height]
    return sum(not check(facts, some) for k in range(len(links) + 1) for some in combinations(links, k))


def board(random: Random) -> list[Fact]:
    """Make a board of up to six cells, most of its numbers those of a way that is walked from one end."""
    height, width = random.choice([(1, 1), (1, 3), (2, 2), (2, 2), (3, 2), (2, 3), (2, 4)])
    facts: list[Fact] = [("size", height, width)]
    cells = cells_of(facts)
    leaving = [(r, c, way) for r, c in cells for way, (i, j) in STEPS.items() if (r + i, c + j) not in cells]
    start = random.choice(leaving)
    route = [start[:2]]
    while True:
        r, c = route[-1]
        near = [(r + i, c + j) for i, j in STEPS.values() if (r + i, c + j) in cells and (r + i, c + j) not in route]
        if not near or (len(route) > 2 and random.random() < 0.2):
            break
        route.append(random.choice(near))
    ends = [place for place in leaving if place[:2] == route[-1] and place != start]
    other = random.choice(ends or [place for place in leaving if place != start])
    facts += [("gate", *start), ("gate", *other)]
    answer = [("link", *min(one, two), "right" if one[0] == two[0] else "down") for one, two in pairwise(route)]
    for name, k, high in (("row_count", 0, height), ("column_count", 1, width)):
        for i in range(1, high + 1):
            if random.random() < 0.5:
                facts.append((name, i, max(0, sum(cell[k] == i for cell in route) - (random.random() < 0.05))))
    for cell, ways in rails(facts, answer).items():
        for x, both in PIECES.items():
            if random.random() < 0.15 and {*both} == ways:
                facts.append(("piece", *cell, x))
    return facts


def transposed(fact: Fact) -> Fact:
    """Exchange rows and columns."""
    name, first, second, *rest = fact
    if name in ("row_count", "column_count"):
        return ("column_count" if name == "row_count" else "row_count", first, second)
    turned = {"LR": "UD", "UD": "LR", "UR": "DL", "DL": "UR"}
    return (name, second, first, *(turned.get(x, WAYS.get(x, x)) for x in rest))


def reflected(fact: Fact, width: int) -> Fact:
    """Exchange left and right."""
    name, first, second, *rest = fact
    if name in ("size", "row_count"):
        return fact
    if name == "column_count":
        return (name, width + 1 - first, second)
    mirrored = {"UL": "UR", "UR": "UL", "DL": "DR", "DR": "DL", "left": "right", "right": "left"}
    if name == "link" and rest == ["right"]:
        return (name, first, width - second, "right")
    return (name, first, width + 1 - second, *(mirrored.get(x, x) for x in rest))


_BOARD = "size(2,2). gate(1,1,left). gate(2,2,down)."
_RIGHT = "link(1,1,right). link(1,2,down)."
_OTHER = "link(1,1,down). link(2,1,right)."
_LINE = "size(3,2). gate(1,1,left). gate(1,2,right)."

GENRE = Genre(
    "tracks",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], _BOARD, _RIGHT, "link(1,1,right). link(1,2,right). link(1,3,down). link(2,2,right)."),
        Wrong(["two"], _BOARD, _RIGHT, "link(1,1,right). link(1,1,down). link(1,2,down). link(2,1,right)."),
        Wrong(
            ["one track"],
            _LINE,
            "link(1,1,right).",
            "link(1,1,right). link(2,1,right). link(2,1,down). link(2,2,down). link(3,1,right).",
        ),
        Wrong(["row"], _BOARD + "row_count(1,2).", _RIGHT, _OTHER),
        Wrong(["column"], _BOARD + "column_count(1,2).", _OTHER, _RIGHT),
        Wrong(["piece"], _BOARD + 'piece(1,2,"DL").', _RIGHT, _OTHER),
    ],
    published=[
        # Ways from corner to corner of a square of four by four cells, OEIS A007764.
        Published("size(4,4). gate(1,1,left). gate(4,4,down).", 184),
    ],
    transposed=transposed,
    reflected=reflected,
    redrawn=False,
    unheld={"gameid": "has none|leaves", "penpa": "penpa cannot hold"},
    made=((3, 3), (6, 6)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=[
        "6x6:CmAp9d,3,S6,6,5,5,2,S6,6,5,3,4,3",
        "6x6:d9gCdAm9d,3,S4,3,2,4,5,2,4,S4,3,4,4",
        "8x8:Cze9jCl9g,S8,7,3,3,3,4,2,2,S1,3,6,3,5,8,4,2",
    ],
)

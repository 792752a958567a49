"""Undead: ghosts, vampires and zombies between mirrors, counted along lines of sight."""

from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, by_cell, cells_of, named, size_of
from genres import reflected as genres_reflected

KINDS = ("ghost", "vampire", "zombie")
# How a mirror turns what goes some rows down and some columns to the right.
TURNS = {"falling": lambda down, right: (right, down), "rising": lambda down, right: (-right, -down)}


def sight(facts: Facts, side: str, line: int) -> list[tuple[Cell, bool]]:
    """Give the cells without mirrors along a line of sight, each with whether a mirror is before it."""
    height, width = size_of(facts)
    mirror = by_cell(facts, "pane")
    r, c, down, right = {
        "left": (line, 1, 0, 1), "right": (line, width, 0, -1), "top": (1, line, 1, 0), "bottom": (height, line, -1, 0),
    }[side]  # fmt: skip
    found, mirrored = [], False
    while 1 <= r <= height and 1 <= c <= width:
        if (r, c) in mirror:
            down, right = TURNS[mirror[r, c]](down, right)
            mirrored = True
        else:
            found.append(((r, c), mirrored))
        r, c = r + down, c + right
    return found


def visible(facts: Facts, answer: Facts, side: str, line: int) -> int:
    """Count the monsters that are seen along a line of sight."""
    kind = by_cell(answer, "monster")
    hidden = {("ghost", False), ("vampire", True), (None, False), (None, True)}
    return sum((kind.get(cell), mirrored) not in hidden for cell, mirrored in sight(facts, side, line))


def check(facts: Facts, answer: Facts) -> list[str]:
    mirror, placed = by_cell(facts, "pane"), named(answer, "monster")
    free = [cell for cell in cells_of(facts) if cell not in mirror]
    return broken(
        outside=all((r, c) in free and kind in KINDS for r, c, kind in placed),
        one_monster=all(sum((r, c) == cell for r, c, _ in placed) == 1 for cell in free),
        seen=all(visible(facts, answer, side, line) == n for side, line, n in named(facts, "seen")),
        total=all(sum(kind == x for *_, kind in placed) == n for x, n in named(facts, "total")),
        given=set(named(facts, "given")) <= set(placed),
    )


def brute(facts: Facts) -> int:
    mirror = by_cell(facts, "pane")
    free = [cell for cell in cells_of(facts) if cell not in mirror]
    answers = product(KINDS, repeat=len(free))
    return sum(not check(facts, [("monster", *place) for place in map(_place, free, kinds)]) for kinds in answers)


def _place(cell: Cell, kind: str) -> tuple[int, int, str]:
    return (*cell, kind)


def board(random: Random) -> list[Fact]:
    """Make a board of up to four cells without mirrors, most of its numbers those of a solution."""
    size = random.choice([(1, 1), (1, 3), (2, 2), (3, 2), (2, 4), (3, 3)])
    facts: list[Fact] = [("size", *size)]
    cells = cells_of(facts)
    mirrors = random.sample(cells, min(len(cells), max(len(cells) - random.randint(2, 4), random.randint(0, 3))))
    facts += [("pane", *cell, random.choice([*TURNS])) for cell in mirrors]
    answer = [("monster", *cell, random.choice(KINDS)) for cell in cells if cell not in mirrors]
    facts += [("given", *place) for _, *place in answer if random.random() < 0.1]
    for kind in KINDS:
        if random.random() < 0.6:
            facts.append(("total", kind, sum(x == kind for *_, x in answer)))
    for side in ("left", "right", "top", "bottom"):
        for line in range(1, size[side in ("top", "bottom")] + 1):
            if random.random() < 0.5:
                seen = visible(facts, answer, side, line) + (random.random() < 0.05)
                facts.append(("seen", side, line, seen))
    return facts


def reflected(fact: Fact, width: int) -> Fact:
    """Exchange left and right."""
    name, *rest = fact
    if name == "pane":
        return (name, rest[0], width + 1 - rest[1], "rising" if rest[2] == "falling" else "falling")
    return genres_reflected(fact, width)


GENRE = Genre(
    "undead",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,1).", "monster(1,1,ghost).", "monster(1,1,ghost). monster(1,2,ghost)."),
        Wrong(["one monster"], "size(1,2).", "monster(1,1,ghost). monster(1,2,ghost).", "monster(1,1,ghost)."),
        Wrong(
            ["seen"],
            "size(1,2). pane(1,1,rising). seen(right,1,1).",
            "monster(1,2,zombie).",
            "monster(1,2,ghost).",
        ),
        Wrong(
            ["seen"],
            "size(2,2). pane(1,2,falling). seen(left,1,1). given(1,1,vampire).",
            "monster(1,1,vampire). monster(2,1,ghost). monster(2,2,vampire).",
            "monster(1,1,vampire). monster(2,1,ghost). monster(2,2,ghost).",
        ),
        Wrong(["total"], "size(1,1). total(ghost,0).", "monster(1,1,zombie).", "monster(1,1,ghost)."),
        Wrong(["given"], "size(1,1). given(1,1,zombie).", "monster(1,1,zombie).", "monster(1,1,ghost)."),
    ],
    published=[
        # Every cell of a board without mirrors and numbers may hold each kind.
        Published("size(2,2).", 81),
    ],
    reflected=reflected,
    redrawn=False,
    unheld={"gameid": "has none|there is none", "penpa": "penpa cannot hold"},
    made=((3, 3), (5, 5)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=[
        "4x4:2,5,3,aLaRaLRcRbRb,3,0,1,0,0,3,2,1,3,0,1,3,2,2,3,1",
        "5x5:4,7,4,cRdRRRLaLaLRcRcR,2,2,3,2,2,1,5,0,3,0,0,3,3,3,5,0,0,0,3,1",
        "7x7:8,18,5,hRaLaRcLaRLLcRLLLaLcRLdLaLaLcLa,6,0,3,2,1,0,1,3,0,2,1,4,0,1,2,1,2,4,4,1,6,1,4,1,6,4,2,3",
    ],
)

"""Tents: trees and tents matched one to one, tents that do not touch, numbers beside rows and columns."""

from itertools import combinations, product
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, beside, broken, cells_of, named, touching


def check(facts: Facts, answer: Facts) -> list[str]:
    trees, tents = named(facts, "tree"), named(answer, "tent")
    return broken(
        outside=set(tents) <= set(cells_of(facts)),
        on_tree=not set(tents) & set(trees),
        matching=can_match(trees, tents),
        touch=not any(touching(*pair) for pair in combinations(tents, 2)),
        row_count=all(sum(tent[0] == row for tent in tents) == n for row, n in named(facts, "tent_row")),
        column_count=all(sum(tent[1] == column for tent in tents) == n for column, n in named(facts, "tent_column")),
    )


def can_match(trees: list[Cell], tents: list[Cell]) -> bool:
    """Whether trees and tents can be paired one to one, each tent beside its tree."""
    tree_of: dict[Cell, Cell] = {}

    def pitch(tree: Cell, tried: set[Cell]) -> bool:
        for tent in tents:
            if beside(tree, tent) and tent not in tried:
                tried.add(tent)
                if tent not in tree_of or pitch(tree_of[tent], tried):
                    tree_of[tent] = tree
                    return True
        return False

    return len(trees) == len(tents) and all(pitch(tree, set()) for tree in trees)


def brute(facts: Facts) -> int:
    trees = named(facts, "tree")
    free = [("tent", *cell) for cell in cells_of(facts) if cell not in trees]
    return sum(not check(facts, tents) for tents in combinations(free, len(trees)))


def board(random: Random) -> list[Fact]:
    """Make a board of up to 4x4 cells with up to four trees and some numbers."""
    facts: list[Fact] = [("size", random.randint(1, 4), random.randint(1, 4))]
    cells = cells_of(facts)
    trees: list[Cell] = []
    tents: list[Cell] = []
    if random.random() < 0.5:
        for tree, tent in random.sample(list(product(cells, cells)), len(cells) ** 2):
            near = any(touching(tent, other) for other in tents)
            free = not near and tent not in trees and tree not in trees + tents
            if beside(tree, tent) and free and len(trees) < 4:
                trees.append(tree)
                tents.append(tent)
    else:
        trees = random.sample(cells, random.randint(0, min(4, len(cells))))
        tents = random.sample(cells, random.randint(0, min(4, len(cells))))
    facts += [("tree", *tree) for tree in trees]
    for axis, name in enumerate(("tent_row", "tent_column")):
        lines = range(1, facts[0][axis + 1] + 1)
        facts += [(name, i, sum(t[axis] == i for t in tents)) for i in lines if random.random() < 0.4]
    return facts


_BOARD = "size(2,6). tree(1,2). tree(1,5). "
_RIGHT = "tent(1,1). tent(1,4)."

GENRE = Genre(
    "tents",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], _BOARD, _RIGHT, "tent(0,2). tent(1,4)."),
        # A tent on a tree touches the tent of that tree, so this rule is never the only one broken.
        Wrong(
            ["on tree", "touch"], "size(2,4). tree(1,2). tree(1,3).", "tent(1,1). tent(1,4).", "tent(1,3). tent(2,3)."
        ),
        # Only that each tree has a tent of its own rules out the one filling of 4x4:bgd_,0,1,0,2,2,0,1,0.
        Wrong(
            ["matching"],
            "size(4,4). tree(1,3). tree(3,3). tree(4,4)."
            "tent_column(1,0). tent_column(2,1). tent_column(3,0). tent_column(4,2)."
            "tent_row(1,2). tent_row(2,0). tent_row(3,1). tent_row(4,0).",
            None,
            "tent(1,2). tent(1,4). tent(3,4).",
        ),
        Wrong(["row count"], _BOARD + "tent_row(2,0).", _RIGHT, "tent(2,2). tent(1,4)."),
        Wrong(["column count"], _BOARD + "tent_column(1,1).", _RIGHT, "tent(1,3). tent(1,6)."),
    ],
    published=[
        # The board of the article, with the solution that it shows.
        Published("6x6", 1, "tent(1,2). tent(1,5). tent(3,2). tent(3,4). tent(3,6). tent(5,1). tent(5,4). tent(6,6)."),
    ],
    urls=[
        "https://pzprxs.vercel.app/p?tents/5/5/3g2j1hk1322313",  # C
        "https://puzz.link/p?tents/13/13/h3g03h1g2j3h32g24g2g55233hi11131331f78625243a872550",  # N
        "https://puzz.link/p?tents/13/13/23g3g1i333g2j2g2j3i1517617151695114b322hi33g00100100e",  # N
        "https://puzz.link/p?tents/9/9/2i2i1i221i31a0c42124b1a112",  # E
        "https://puzz.link/p?tents/12/11/g111h1h11g1213i21g1ndd2240hzl0978h",  # E
        "https://puzz.link/p?tents/8/8/g1g1g1g11g1g1g1gj2263a353d31",  # E
    ],
    # What the Debian program sgt-tents printed with --generate 3 8x8de, 1 6x9de and 1 12x9dt.
    game_ids=[
        "8x8:iefadbeeag_cd,1,2,1,1,0,3,0,4,2,0,2,1,1,3,1,2",
        "8x8:aafabegkhb_bf,3,0,3,0,3,1,0,2,4,0,2,0,1,2,2,1",
        "8x8:bledbdfccahaa,1,2,1,2,1,1,3,1,0,2,1,2,1,2,0,4",
        "6x9:_ddegdhbfbb,1,2,1,2,1,3,1,2,0,1,1,1,1,2,1",
        "12x9:agjccfgc_bdeae_emccbca,2,1,3,0,2,1,0,4,1,2,2,3,2,2,2,1,4,2,3,1,4",
    ],
    unheld={"gameid": "has none"},
    made=((4, 4), (8, 8)),
)

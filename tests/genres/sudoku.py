"""Sudoku: each number once in each row, column and box, and with a constant in each long diagonal."""

from collections.abc import Hashable
from functools import cache
from itertools import permutations
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, by_cell, cells_of, filled, named, size_of


def boxes_of(facts: Facts, height: int) -> dict[Cell, Hashable]:
    """Give the box of each cell: its region, or a rectangle of so many rows, the squarest one for 0."""
    n = size_of(facts)[0]
    high = height or max(k for k in range(1, n + 1) if n % k == 0 and k * k <= n)
    boxes = {(r, c): ((r - 1) // high, (c - 1) // (n // high)) for r, c in cells_of(facts)}
    return by_cell(facts, "region") or boxes


def check(facts: Facts, answer: Facts, *, height: int = 0, diagonals: int = 0) -> list[str]:
    held, (n, _) = named(answer, "number"), size_of(facts)
    numbers, cells, box = range(1, n + 1), cells_of(facts), boxes_of(facts, height)

    def once(part: list[Cell]) -> bool:
        """Whether cells hold each number exactly once."""
        return sorted(k for r, c, k in held if (r, c) in part) == list(numbers)

    return broken(
        outside=all((r, c) in cells and k in numbers for r, c, k in held),
        one_number=all(sum((r, c) == cell for r, c, _ in held) == 1 for cell in cells),
        row=all(once([(i, c) for c in numbers]) for i in numbers),
        column=all(once([(r, i) for r in numbers]) for i in numbers),
        box=all(once([cell for cell in cells if box[cell] == name]) for name in set(box.values())),
        diagonal=not diagonals or all(once([(r, abs(k - r)) for r in numbers]) for k in (0, n + 1)),
        given=set(named(facts, "given")) <= set(held),
    )


@cache
def latin(n: int) -> list[list[Fact]]:
    """Give all ways to write the numbers so that no row and no column holds one twice."""
    found: list[list[tuple[int, ...]]] = [[]]
    for _ in range(n):
        lines = list(permutations(range(1, n + 1)))
        found = [
            [*rows, line]
            for rows in found
            for line in lines
            if all(a != b for row in rows for a, b in zip(row, line, strict=True))
        ]
    return [[("number", r, c, k) for r, row in enumerate(rows, 1) for c, k in enumerate(row, 1)] for rows in found]


def brute(facts: Facts, *, height: int = 0, diagonals: int = 0) -> int:
    filled = latin(size_of(facts)[0])
    return sum(not check(facts, numbers, height=height, diagonals=diagonals) for numbers in filled)


def board(random: Random) -> list[Fact]:
    """Make a board of up to four rows, some with regions that need not be connected."""
    n = random.choice([1, 2, 3, 4, 4, 4])
    facts: list[Fact] = [("size", n, n)]
    cells = cells_of(facts)
    if random.random() < 0.3:
        drawn = random.sample(cells, len(cells)) if random.random() < 0.5 else sorted(cells, key=lambda c: sum(c) % n)
        facts += [("region", *cell, k // n + 1) for k, cell in enumerate(drawn)]
    right = [numbers for numbers in latin(n) if not check(facts, numbers)] or latin(n)
    filled = random.choice(right if random.random() < 0.8 else latin(n))
    return facts + [("given", *place) for _, *place in filled if random.random() < 0.25]


def renamed(fact: Fact) -> Fact:
    """Exchange the numbers 1 and 2; a board on its side would have other boxes."""
    name, row, column, *rest = fact
    return (name, row, column, *({1: 2, 2: 1}.get(n, n) for n in rest)) if name == "given" else fact


_SIZE = "size(4,4)."
_RIGHT = filled("1234", "3412", "2143", "4321")

GENRE = Genre(
    "sudoku",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,1).", filled("1"), filled("1") + "number(1,2,1)."),
        Wrong(
            ["one number"],
            _SIZE,
            _RIGHT,
            _RIGHT.replace("number(1,2,2).", "number(1,1,2).").replace("number(3,1,2).", "number(3,2,2)."),
        ),
        Wrong(["row"], _SIZE, _RIGHT, filled("3234", "1412", "2143", "4321")),
        Wrong(["column"], _SIZE, _RIGHT, filled("2134", "3412", "2143", "4321")),
        # Two regions that are the diagonals.
        Wrong(
            ["box"], "size(2,2). region(1,1,1). region(2,2,1). region(1,2,2). region(2,1,2).", None, filled("12", "21")
        ),
        Wrong(["diagonal"], _SIZE, filled("1234", "3412", "4321", "2143"), _RIGHT, {"diagonals": 1}),
        Wrong(["given"], _SIZE + "given(1,1,2).", filled("2134", "3421", "1243", "4312"), _RIGHT),
    ],
    modes=[{}, {"diagonals": 1}],
    published=[
        # Boards with boxes of two rows, OEIS A107739, and with boxes that are rows or columns: Latin squares, A002860.
        Published(_SIZE, 288),
        Published(_SIZE, 576, mode={"height": 4}),
        Published(_SIZE, 576, mode={"height": 1}),
        # A board of cspuz_core with the solution of its test, cspuz_rs_puzzles/src/puzzles/sudoku.rs.
        Published(
            "size(9,9). given(1,6,8). given(1,8,1). given(2,1,7). given(2,5,2). given(2,9,9). given(3,1,9)."
            "given(4,2,2). given(4,4,3). given(4,7,7). given(4,8,5). given(6,2,1). given(6,3,9). given(6,6,5)."
            "given(6,8,4). given(7,9,8). given(8,1,3). given(8,5,4). given(8,9,6). given(9,2,4). given(9,4,5).",
            1,
            filled(
                "264798315",
                "735124869",
                "981653274",
                "426389751",
                "573416982",
                "819275643",
                "152967438",
                "397841526",
                "648532197",
            ),
        ),
    ],
    transposed=renamed,
    redrawn=False,
    unheld={"url": "facts would be lost: region"},
    urls=[
        "https://puzz.link/p?sudoku/9/9/k8g1g7i2i99o2g3h75q19h5g4o83i4i6g4g5k",  # C
    ],
    made=((4, 4), (9, 9)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=[
        "2x3:a1_6a5h6c1_3c4h4a2_3a",
        "3x2:c2b6c2_1_5j4_2_1c6b5c",
        "3x3x:f9_6c5b6h5_7d2a9c3b4a6a5b3c2a4d1_2h4b2c7_8f",
        "7j:d2a3_1g7a1e5a4e3a6g7_3a2d,bdaaabd_c__baaaf_d_b_____a_b_ca_bbc_",
        "6jx:d6b3d1j5d2b2d,ad___ad_c_cedc_baaa_a_aa_",
    ],
)

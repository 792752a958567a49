"""Sudoku: each number once in each row, column and box, and what cages, thermometers and other clues say."""

from collections import defaultdict
from collections.abc import Hashable
from functools import cache
from itertools import permutations
from random import Random

from genres import (
    Cell,
    Fact,
    Facts,
    Genre,
    Mode,
    Published,
    Wrong,
    broken,
    by_cell,
    cells_of,
    filled,
    named,
    size_of,
    touching,
)
from genres import reflected as genres_reflected


def boxes_of(facts: Facts, height: int) -> dict[Cell, Hashable]:
    """Give the box of each cell: its region, or a rectangle of so many rows, the squarest one for 0."""
    n = size_of(facts)[0]
    high = height or max(k for k in range(1, n + 1) if n % k == 0 and k * k <= n)
    boxes = {(r, c): ((r - 1) // high, (c - 1) // (n // high)) for r, c in cells_of(facts)}
    return by_cell(facts, "region") or boxes


def sums(facts: Facts, found: dict[Cell, int]) -> dict[str, bool]:
    """Whether cages, thermometers and arrows are right, also in other genres."""
    cages, shafts = defaultdict(list), defaultdict(list)
    for r, c, i in named(facts, "caged"):
        cages[i].append(found.get((r, c), 0))
    for name in ("glass", "arrow"):
        for i, _, r, c in sorted(named(facts, name), key=lambda fact: fact[1]):
            shafts[name, i].append(found.get((r, c), 0))
    return {
        "cage": all(len(set(inside)) == len(inside) for inside in cages.values()),
        "total": all(sum(cages[i]) == n for i, n in named(facts, "total")),
        "thermometer": all(line == sorted(set(line)) for (name, _), line in shafts.items() if name == "glass"),
        "arrow": all(line[0] == sum(line[1:]) for (name, _), line in shafts.items() if name == "arrow"),
    }


def drawn(one: int, other: int) -> set[str]:
    """Give the signs that may stand between two numbers."""
    signs = {
        "white": abs(one - other) == 1,
        "black": one == 2 * other or other == 2 * one,
        "X": one + other == 10,
        "V": one + other == 5,
    }
    return {sign for sign, right in signs.items() if right}


def pairs(facts: Facts, found: dict[Cell, int], whole: set[str]) -> bool:
    """Whether the signs between cells are right, and none is missing of those that are always drawn."""
    signs = {(r, c, way): sign for r, c, way, sign in named(facts, "tie")}
    for r, c in found:
        for way, beside in (("right", (r, c + 1)), ("down", (r + 1, c))):
            right = drawn(found[r, c], found[beside]) if beside in found else set()
            sign = signs.get((r, c, way))
            if (sign and sign not in right) or (not sign and right & whole):
                return False
    return True


def seen(side: str, line: int, n: int) -> list[Cell]:
    """Give the cells of a line in the order in which they are seen from a side."""
    cells = [(line, k) if side in ("left", "right") else (k, line) for k in range(1, n + 1)]
    return cells[::-1] if side in ("right", "bottom") else cells


def filling(row: list[int]) -> int:
    """Give the sum of the numbers between 1 and the largest one; -1 where these are not there."""
    if not {1, len(row)} <= set(row):
        return -1
    first, last = sorted((row.index(1), row.index(len(row))))
    return sum(row[first + 1 : last])


def slope(side: str, line: int, way: str, found: dict[Cell, int], n: int) -> int:
    """Give the sum of the numbers on a diagonal from the side of the board on."""
    (r, c), total = seen(side, line, n)[0], 0
    down = 1 if side == "top" else -1 if side == "bottom" else 0
    across = {"left": 1, "right": -1}.get(side, 0)
    across = across or (-down if way == "rising" else down)
    down = down or (-across if way == "rising" else across)
    while (r, c) in found:
        total, r, c = total + found[r, c], r + down, c + across
    return total


def apart(found: dict[Cell, int], moves: set[Cell]) -> bool:
    """Whether no equal numbers are a move apart, where one goes so many rows and columns."""
    return not any(
        found[one] == found[other] and (abs(one[0] - other[0]), abs(one[1] - other[1])) in moves
        for one in found
        for other in found
    )


def check(
    facts: Facts, answer: Facts, *, height: int = 0, diagonals: int = 0, knight: int = 0, king: int = 0,
    whites: int = 0, blacks: int = 0, letters: int = 0,
) -> list[str]:  # fmt: skip
    held, (n, _) = named(answer, "number"), size_of(facts)
    found = {(r, c): k for r, c, k in held}
    whole = {"white"} if whites else set()
    whole |= {"black"} if blacks else set()
    whole |= {"X", "V"} if letters else set()
    numbers, cells, box = range(1, n + 1), cells_of(facts), boxes_of(facts, height)
    right = sums(facts, found)

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
        pairs=pairs(facts, found, whole),
        filling=all(filling([found.get(c, 0) for c in seen(s, i, n)]) == k for s, i, k in named(facts, "filling")),
        slope=all(slope(s, i, way, found, n) == k for s, i, way, k in named(facts, "slope")),
        knight=not knight or apart(found, {(1, 2), (2, 1)}),
        king=not king or apart(found, {(0, 1), (1, 0), (1, 1)}),
        cage=right["cage"],
        total=right["total"],
        thermometer=right["thermometer"],
        arrow=right["arrow"],
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


def brute(facts: Facts, **mode: int) -> int:
    given = {("number", *place) for place in named(facts, "given")}
    return sum(given <= {*numbers} and not check(facts, numbers, **mode) for numbers in latin(size_of(facts)[0]))


def shape(random: Random, cells: list[Cell], length: int) -> list[Cell]:
    """Draw cells, each of which touches the one before it."""
    line = [random.choice(cells)]
    while len(line) < length:
        near = [cell for cell in cells if cell not in line and touching(cell, line[-1])]
        if not near:
            break
        line.append(random.choice(near))
    return line


def more(random: Random, numbers: list[Fact], n: int) -> list[Fact]:
    """Draw clues of each kind, most of which are true of the numbers."""
    found = {(r, c): k for _, r, c, k in numbers}
    facts: list[Fact] = []
    lie = int(random.random() < 0.1)
    kind = random.choice(["cage", "thermometer", "arrow", "pair", "filling", "slope"])
    line = shape(random, sorted(found), random.randint(2, 3))
    values = [found[cell] for cell in line]
    if kind == "cage":
        facts += [("caged", *cell, 1) for cell in line]
        facts += [("total", 1, sum(values) + lie)] * (random.random() < 0.7)
    elif kind == "thermometer":
        facts += [("glass", 1, k, *cell) for k, cell in enumerate(line, 1)]
    elif kind == "arrow":
        facts += [("arrow", 1, k, *cell) for k, cell in enumerate(line, 1)]
    elif kind == "pair":
        for r, c in found:
            for way, other in (("right", (r, c + 1)), ("down", (r + 1, c))):
                signs = sorted(drawn(found[r, c], found[other])) if other in found else []
                if signs and random.random() < 0.3:
                    facts.append(("tie", r, c, way, "white" if lie else random.choice(signs)))
    else:
        side, i = random.choice(["left", "right", "top", "bottom"]), random.randint(1, n)
        way = random.choice(["rising", "falling"])
        if kind == "filling":
            facts.append(("filling", side, i, max(0, filling([found[cell] for cell in seen(side, i, n)])) + lie))
        else:
            facts.append(("slope", side, i, way, slope(side, i, way, found, n) + lie))
    return facts


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
    if n > 1 and random.random() < 0.7:
        return facts + more(random, filled, n) + [("given", *place) for _, *place in filled if random.random() < 0.1]
    return facts + [("given", *place) for _, *place in filled if random.random() < 0.25]


def reflected(fact: Fact, width: int) -> Fact:
    """Exchange left and right."""
    name, *rest = fact
    match name:
        case "arrow":
            i, k, r, c = rest
            return (name, i, k, r, width + 1 - c)
        case "tie":
            r, c, way, sign = rest
            return (name, r, width + 1 - c - (way == "right"), way, sign)
        case "slope":
            turned = {"rising": "falling", "falling": "rising"}
            fact = (name, *(turned.get(x, x) for x in rest))
    return genres_reflected(fact, width)


# A Latin square, which programs of such squares take.
SQUARE = filled("123", "231", "312")


def no_squares(board: str, mode: Mode | None = None) -> list[Wrong]:
    """What breaks the rules of Latin squares alone, on a board of three rows that takes SQUARE."""
    moved = SQUARE.replace("number(1,2,2).", "number(1,1,2).").replace("number(2,1,2).", "number(2,2,2).")
    wrong = {"one number": moved, "row": filled("111", "222", "333"), "column": filled("123", "123", "123")}
    return [Wrong([rule], board, SQUARE, answer, mode or {}) for rule, answer in wrong.items()]


_SIZE = "size(4,4)."
_RIGHT = filled("1234", "3412", "2143", "4321")
_OTHER = filled("1234", "3421", "2143", "4312")

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
        Wrong(["cage"], _SIZE + "caged(1,1,1). caged(2,3,1).", _OTHER, _RIGHT),
        Wrong(["total"], _SIZE + "caged(2,2..3,1). total(1,6).", _OTHER, _RIGHT),
        Wrong(["thermometer"], _SIZE + "glass(1,1,2,4). glass(1,2,2,3).", _OTHER, _RIGHT),
        Wrong(["arrow"], _SIZE + "arrow(1,1,1,4). arrow(1,2,2,3). arrow(1,3,1,2).", _OTHER, _RIGHT),
        *(
            Wrong(["pairs"], f"{_SIZE} tie({r},{c},{way},{sign}).", _OTHER, _RIGHT)
            for r, c, way, sign in ((2, 2, "right", "black"), (1, 3, "down", "white"), (3, 4, "down", '"V"'))
        ),
        *(Wrong(["pairs"], _SIZE, None, _RIGHT, {signs: 1}) for signs in ("whites", "blacks")),
        Wrong(["pairs"], _SIZE, filled("1243", "3421", "4312", "2134"), _RIGHT, {"letters": 1}),
        Wrong(["filling"], _SIZE + "filling(left,2,2).", _OTHER, _RIGHT),
        Wrong(["slope"], _SIZE + "slope(top,2,falling,7).", _OTHER, _RIGHT),
        Wrong(["knight"], _SIZE, filled("1234", "4321", "3412", "2143"), _RIGHT, {"knight": 1}),
        Wrong(["king"], _SIZE, None, _RIGHT, {"king": 1}),
        Wrong(["given"], _SIZE + "given(1,1,2).", filled("2134", "3421", "1243", "4312"), _RIGHT),
    ],
    modes=[{}, {"diagonals": 1}, {"knight": 1}, {"king": 1}, {"whites": 1}, {"blacks": 1}, {"letters": 1}],
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
    transposed=lambda fact: fact,  # a board on its side would have other boxes
    reflected=reflected,
    redrawn=False,
    unheld={
        "url": "would be lost: (arrow|caged|filling|glass|region|slope|tie|total)",
        "gameid": "would be lost: (arrow|caged|filling|glass|slope|tie|total)",
    },
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

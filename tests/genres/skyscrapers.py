"""Skyscrapers: a Latin square of heights, and numbers of buildings that are seen from the sides."""

from random import Random

from genres import SIDES, Fact, Facts, Genre, Published, Wrong, broken, cells_of, named, size_of
from genres.sudoku import SQUARE, filled, latin, no_squares, sums


def check(facts: Facts, answer: Facts) -> list[str]:
    held, (n, _) = named(answer, "number"), size_of(facts)
    numbers, cells = range(1, n + 1), cells_of(facts)
    rows = [[k for r, c, k in sorted(held) if r == i and c in numbers] for i in numbers]
    columns = [[k for r, c, k in sorted(held) if c == i and r in numbers] for i in numbers]
    right = sums(facts, {(r, c): k for r, c, k in held})
    return broken(
        cage=right["cage"],
        total=right["total"],
        outside=all((r, c) in cells and k in numbers for r, c, k in held),
        one_number=all(sum((r, c) == cell for r, c, _ in held) == 1 for cell in cells),
        row=all(sorted(row) == list(numbers) for row in rows),
        column=all(sorted(column) == list(numbers) for column in columns),
        seen=all(visible(line_of(side, rows, columns)[i - 1], side) == k for side, i, k in named(facts, "seen")),
        given=set(named(facts, "given")) <= set(held),
    )


def line_of(side: str, rows: list[list[int]], columns: list[list[int]]) -> list[list[int]]:
    """Give the lines that are looked at from a side."""
    return rows if side in ("left", "right") else columns


def visible(heights: list[int], side: str) -> int:
    """Count the buildings of a line, from the left or the top, that are seen from a side."""
    line = heights if side in ("left", "top") else heights[::-1]
    return sum(height > max(line[:k], default=0) for k, height in enumerate(line))


def brute(facts: Facts) -> int:
    return sum(not check(facts, heights) for heights in latin(size_of(facts)[0]))


def board(random: Random) -> list[Fact]:
    """Make a board of up to four rows, most of its numbers those of a solution."""
    n = random.choice([1, 2, 3, 4, 4])
    facts: list[Fact] = [("size", n, n)]
    heights = random.choice(latin(n))
    facts += [("given", *place) for _, *place in heights if random.random() < 0.1]
    rows = [[k for _, r, _, k in heights if r == i] for i in range(1, n + 1)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    for side in SIDES:
        for i, line in enumerate(line_of(side, rows, columns), 1):
            if random.random() < 0.4:
                seen = visible(line, side) if random.random() < 0.95 else random.randint(1, n)
                facts.append(("seen", side, i, seen))
    return facts


_SIZE = "size(3,3)."

GENRE = Genre(
    "skyscrapers",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,1).", filled("1"), filled("1") + "number(1,2,1)."),
        *no_squares(_SIZE),
        Wrong(["seen"], _SIZE + "seen(left,2,1).", filled("123", "312", "231"), SQUARE),
        Wrong(["cage"], _SIZE + "caged(1,1,1). caged(2,3,1).", filled("213", "321", "132"), SQUARE),
        Wrong(["total"], _SIZE + "caged(1,1..2,1). total(1,5).", filled("231", "312", "123"), SQUARE),
        Wrong(["given"], _SIZE + "given(1,1,2).", filled("231", "312", "123"), SQUARE),
    ],
    unheld={"gameid": "would be lost: (caged|total)", "url": "would be lost: (caged|total)"},
    published=[
        # The board of the test of pzprjs, test/script/skyscrapers.js, with its solution.
        Published(
            "size(4,4). seen(bottom,2,1). seen(bottom,3,3). seen(left,2,4). seen(right,3,3).",
            1,
            filled("2143", "1234", "4312", "3421"),
        ),
        # Latin squares, OEIS A002860.
        Published("size(3,3).", 12),
        Published("size(4,4).", 576),
    ],
    redrawn=False,
    made=((3, 3), (6, 6)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["6:/3//4/////3//2///2//4//2/4//2///1,p3a1q", "5:2/2/2/////2///4/////1/3/3//,q2g"],
)

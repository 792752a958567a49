"""Futoshiki: a Latin square in which each sign between two cells is true."""

from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, broken, cells_of, named, size_of
from genres import reflected as genres_reflected
from genres import transposed as genres_transposed
from genres.sudoku import SQUARE, filled, latin, no_squares, sums


def check(facts: Facts, answer: Facts) -> list[str]:
    held, (n, _) = named(answer, "number"), size_of(facts)
    numbers, cells = range(1, n + 1), cells_of(facts)
    found = {(r, c): k for r, c, k in held}
    signs = [(found.get((r, c)), found.get((x, y))) for r, c, x, y in named(facts, "less")]
    right = sums(facts, found)
    return broken(
        cage=right["cage"],
        total=right["total"],
        thermometer=right["thermometer"],
        outside=all((r, c) in cells and k in numbers for r, c, k in held),
        one_number=all(sum((r, c) == cell for r, c, _ in held) == 1 for cell in cells),
        row=all(sorted(k for r, c, k in held if r == i and c in numbers) == list(numbers) for i in numbers),
        column=all(sorted(k for r, c, k in held if c == i and r in numbers) == list(numbers) for i in numbers),
        less=all(small is None or large is None or small < large for small, large in signs),
        given=set(named(facts, "given")) <= set(held),
    )


def brute(facts: Facts) -> int:
    return sum(not check(facts, numbers) for numbers in latin(size_of(facts)[0]))


def board(random: Random) -> list[Fact]:
    """Make a board of up to four rows, most of its signs and numbers those of a solution."""
    n = random.choice([1, 2, 3, 4, 4, 4])
    facts: list[Fact] = [("size", n, n)]
    numbers = random.choice(latin(n))
    facts += [("given", *place) for _, *place in numbers if random.random() < 0.1]
    found = {(r, c): k for _, r, c, k in numbers}
    for r, c in found:
        for cell in ((r, c + 1), (r + 1, c)):
            if cell in found and random.random() < 0.3:
                small, large = sorted(((r, c), cell), key=found.__getitem__, reverse=random.random() < 0.05)
                facts.append(("less", *small, *large))
    return facts


def transposed(fact: Fact) -> Fact:
    """Exchange rows and columns."""
    name, row, column, *rest = fact
    return (name, column, row, *rest[::-1]) if name == "less" else genres_transposed(fact)


def reflected(fact: Fact, width: int) -> Fact:
    """Exchange left and right."""
    name, row, column, *rest = fact
    if name == "less":
        return (name, row, width + 1 - column, rest[0], width + 1 - rest[1])
    return genres_reflected(fact, width)


_SIZE = "size(3,3)."

GENRE = Genre(
    "futoshiki",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,1).", filled("1"), filled("1") + "number(1,2,1)."),
        *no_squares(_SIZE),
        Wrong(["less"], _SIZE + "less(1,2,1,1).", filled("213", "321", "132"), SQUARE),
        Wrong(["less"], _SIZE + "less(3,1,2,1).", filled("123", "312", "231"), SQUARE),
        Wrong(["cage"], _SIZE + "caged(1,1,1). caged(2,3,1).", filled("213", "321", "132"), SQUARE),
        Wrong(["total"], _SIZE + "caged(1,1..2,1). total(1,5).", filled("231", "312", "123"), SQUARE),
        Wrong(["thermometer"], _SIZE + "glass(1,1,1,2). glass(1,2,1,1).", filled("213", "321", "132"), SQUARE),
        Wrong(["given"], _SIZE + "given(1,1,2).", filled("231", "312", "123"), SQUARE),
    ],
    unheld={"gameid": "would be lost: (caged|glass|total)"},
    published=[
        # The board of the article in Wikipedia with its solution, as in google/or-tools, examples/contrib/futoshiki.py.
        Published(
            "size(5,5). given(2,1,4). given(2,5,2). given(3,3,4). given(4,5,4). less(1,2,1,1). less(1,4,1,3)."
            "less(1,5,1,4). less(4,4,4,5). less(5,1,5,2). less(5,2,5,3).",
            1,
            filled("54321", "43152", "21435", "35214", "12543"),
        ),
        # Latin squares, OEIS A002860.
        Published("size(3,3).", 12),
        Published("size(4,4).", 576),
    ],
    transposed=transposed,
    reflected=reflected,
    redrawn=False,
    made=((4, 4), (6, 6)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["6:0R,0R,0R,0,0,0,5,0U,0,0,0R,0,0R,0,0L,0,0,0L,0R,0,0L,0,0,3,0,0,0,0,0,5,0U,0U,0U,0L,0,0L,"],
)

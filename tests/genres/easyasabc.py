"""Easy as ABC: each letter once in each row and column, and clues that name the first ones from the sides."""

from collections.abc import Iterator
from itertools import permutations
from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, broken, cells_of, named, size_of

Rows = tuple[tuple[str, ...], ...]


def check(facts: Facts, answer: Facts, *, letters: int = 3) -> list[str]:
    held, (n, _), known = named(answer, "holds"), size_of(facts), list("ABCDEFGHI"[:letters])
    lines = range(1, n + 1)
    rows = [[x for r, c, x in sorted(held) if r == i and c in lines] for i in lines]
    columns = [[x for r, c, x in sorted(held) if c == i and r in lines] for i in lines]
    return broken(
        outside=all((r, c) in cells_of(facts) for r, c, _ in held),
        one_letter=all(sum((r, c) == cell for r, c, _ in held) <= 1 for cell in cells_of(facts)),
        row=all(sorted(row) == known for row in rows),
        column=all(sorted(column) == known for column in columns),
        first=all(seen(rows, columns, side, i)[:1] == [x] for side, i, x in named(facts, "first")),
        given=set(named(facts, "given")) <= set(held),
    )


def seen(rows: list[list[str]], columns: list[list[str]], side: str, line: int) -> list[str]:
    """Give the letters of a line in the order in which they are seen from a side."""
    letters = (rows if side in ("left", "right") else columns)[line - 1]
    return letters if side in ("left", "top") else letters[::-1]


def fillings(n: int, letters: int) -> Iterator[Rows]:
    """Give all ways to write each letter once into each row, and not twice into a column; "" is no letter."""
    lines = sorted(set(permutations([*"ABCDEFGHI"[:letters], *[""] * (n - letters)])))

    def extend(rows: Rows) -> Iterator[Rows]:
        if len(rows) == n:
            yield rows
            return
        for line in lines:
            if not any(x and x == y for row in rows for x, y in zip(row, line, strict=True)):
                yield from extend((*rows, line))

    return extend(())


def letters_of(rows: Rows) -> list[Fact]:
    """Give the letters of a board as facts."""
    return [("holds", r, c, x) for r, row in enumerate(rows, 1) for c, x in enumerate(row, 1) if x]


def brute(facts: Facts, *, letters: int = 3) -> int:
    return sum(not check(facts, letters_of(rows), letters=letters) for rows in fillings(size_of(facts)[0], letters))


def board(random: Random) -> list[Fact]:
    """Make a board of three or four rows, most of its clues those of a solution."""
    n = random.choice([3, 4, 4])
    facts: list[Fact] = [("size", n, n)]
    held = letters_of(random.choice(list(fillings(n, 3))))
    facts += [("given", *place) for _, *place in held if random.random() < 0.1]
    rows = [[x for _, r, _, x in held if r == i] for i in range(1, n + 1)]
    columns = [[x for _, r, c, x in sorted(held) if c == i] for i in range(1, n + 1)]
    for side in ("left", "right", "top", "bottom"):
        for i in range(1, n + 1):
            if random.random() < 0.3:
                letter = seen(rows, columns, side, i)[0] if random.random() < 0.95 else random.choice("AB")
                facts.append(("first", side, i, letter))
    return facts


def filled(*rows: str) -> str:
    """Give the letters of a board, row by row."""
    cells = [(r, c, x) for r, row in enumerate(rows, 1) for c, x in enumerate(row, 1) if x != "."]
    return "".join(f'holds({r},{c},"{x}").' for r, c, x in cells)


_SIZE = "size(4,4)."
_RIGHT = filled(".BCA", "A.BC", "BCA.", "CA.B")
_SHORT = {"letters": 1}

GENRE = Genre(
    "easyasabc",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,1).", filled("A"), filled("A") + 'holds(1,2,"A").', _SHORT),
        Wrong(
            ["one letter"],
            "size(2,2).",
            filled("AB", "BA"),
            'holds(1,1,("A";"B")). holds(2,2,("A";"B")).',
            {"letters": 2},
        ),
        Wrong(["row"], "size(2,2).", filled("A.", ".A"), filled("AA"), _SHORT),
        Wrong(["column"], "size(2,2).", filled("A.", ".A"), filled("A.", "A."), _SHORT),
        Wrong(["first"], 'size(2,2). first(left,1,"B").', filled("BA", "AB"), filled("AB", "BA"), {"letters": 2}),
        Wrong(["first"], 'size(2,2). first(bottom,1,"A").', filled("BA", "AB"), filled("AB", "BA"), {"letters": 2}),
        Wrong(["given"], 'size(2,2). given(1,1,"A").', filled("A.", ".A"), filled(".A", "A."), _SHORT),
    ],
    published=[
        # The board of the test of pzprjs, test/script/easyasabc.js, with its solution.
        Published(_SIZE + 'first(top,1,"A"). first(left,1,"B"). first(right,2,"C"). first(left,4,"C").', 1, _RIGHT)
    ],
    redrawn=False,
    made=((4, 4), (6, 6)),
)

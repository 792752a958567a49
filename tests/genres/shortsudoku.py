"""Short sudoku: a number in each cell, and none twice in a row, a column or a box."""

from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, broken, by_cell, cells_of, filled, named, size_of


def check(facts: Facts, answer: Facts) -> list[str]:
    cells, (size, _), held = cells_of(facts), size_of(facts), named(answer, "number")
    side = round(size**0.5)

    def unlike(line: str) -> bool:
        """Whether no number is twice in a row, a column or a box."""
        lines = {
            "row": lambda r, c: r,
            "column": lambda r, c: c,
            "box": lambda r, c: ((r - 1) // side, (c - 1) // side),
        }
        places = [(lines[line](r, c), n) for r, c, n in held]
        return len(places) == len({*places})

    return broken(
        outside=all((r, c) in cells and 1 <= n <= size for r, c, n in held),
        one_number=all(sum((r, c) == cell for r, c, _ in held) == 1 for cell in cells),
        row=unlike("row"),
        column=unlike("column"),
        box=unlike("box"),
        given={*named(facts, "given")} <= {*held},
    )


def brute(facts: Facts) -> int:
    """Fill cell by cell; a number that is twice in a line or a box is so whatever follows."""
    cells, given = cells_of(facts), by_cell(facts, "given")
    filled_in: list[list[Fact]] = [[]]
    for cell in cells:
        longer = [[*held, ("number", *cell, n)] for held in filled_in for n in range(1, size_of(facts)[0] + 1)]
        filled_in = [
            held for held in longer
            if given.get(cell, held[-1][3]) == held[-1][3] and not {"row", "column", "box"} & {*check(facts, held)}
        ]  # fmt: skip
    return sum(not check(facts, held) for held in filled_in)


def board(random: Random) -> list[Fact]:
    """Make a board of four rows, with some numbers of a filled one, or one that is another."""
    rows = [list(row) for row in ("1234", "3412", "2143", "4321")]
    names = random.sample("1234", 4)
    facts: list[Fact] = [("size", 4, 4)]
    for r, c in random.sample(cells_of(facts), random.randint(6, 11)):
        facts.append(("given", r, c, int(names[int(rows[r - 1][c - 1]) - 1])))
    if random.random() < 0.3:
        facts[-1] = (*facts[-1][:3], random.randint(1, 4))
    return facts


_FOUR, _RIGHT = "size(4,4).", filled("1234", "3412", "2143", "4321")

GENRE = Genre(
    "shortsudoku",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], _FOUR, _RIGHT, _RIGHT + "number(5,5,5)."),
        Wrong(["one number"], _FOUR, _RIGHT, _RIGHT.replace("number(4,4,1).", "")),
        Wrong(["row"], _FOUR, _RIGHT, filled("1313", "2424", "3131", "4242")),
        Wrong(["column"], _FOUR, _RIGHT, filled("1234", "3412", "1234", "3412")),
        Wrong(["box"], _FOUR, _RIGHT, filled("1234", "2341", "3412", "4123")),
        Wrong(["given"], _FOUR + "given(1,1,1).", _RIGHT, filled("2134", "3421", "1243", "4312")),
    ],
    published=[
        # OEIS A107739: filled boards of 1, 4 and 9 rows.
        Published("size(1,1).", 1),
        Published(_FOUR, 288),
        # 17 numbers, by Gordon Royle.
        Published("9x9-royle-a", 1),
    ],
    redrawn=False,
    made=((4, 4), (9, 9)),
)

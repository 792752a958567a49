"""Nonogram: runs of shaded cells as long as the numbers beside the rows and columns."""

from itertools import groupby, product
from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, broken, cells_of, named, size_of, transposed

Clues = dict[int, list[int]]


def clues_of(facts: Facts, name: str) -> Clues:
    """Give the numbers of the lines, in order, without 0."""
    clues: Clues = {}
    for line, _, n in sorted(named(facts, name)):
        clues.setdefault(line, []).extend([n] * (n > 0))
    return clues


def runs(line: list[bool]) -> list[int]:
    """Give the lengths of the runs in a line."""
    return [len(list(group)) for dark, group in groupby(line) if dark]


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, (height, width) = named(answer, "shaded"), size_of(facts)
    rows, columns = clues_of(facts, "row_run"), clues_of(facts, "column_run")
    across, down = range(1, width + 1), range(1, height + 1)
    return broken(
        outside=set(shaded) <= set(cells_of(facts)),
        row=all(runs([(r, c) in shaded for c in across]) == rows.get(r, []) for r in down),
        column=all(runs([(r, c) in shaded for r in down]) == columns.get(c, []) for c in across),
    )


def brute(facts: Facts) -> int:
    height, width = size_of(facts)
    rows = clues_of(facts, "row_run")
    lines = [
        [x for x in product((False, True), repeat=width) if runs(x) == rows.get(r, [])] for r in range(1, height + 1)
    ]
    pictures = (
        [("shaded", r, c) for r, line in enumerate(picture, 1) for c, dark in enumerate(line, 1) if dark]
        for picture in product(*lines)
    )
    return sum(not check(facts, picture) for picture in pictures)


def board(random: Random) -> list[Fact]:
    """Make a board of up to 4x5 cells, in most cases of a picture."""
    height, width = random.randint(1, 4), random.randint(1, 5)
    picture = [[random.random() < 0.6 for _ in range(width)] for _ in range(height)]
    facts: list[Fact] = [("size", height, width)]
    for name, lines, length in (("row_run", picture, width), ("column_run", list(zip(*picture, strict=True)), height)):
        for i, line in enumerate(lines, 1):
            numbers = runs(line) or random.choice([[], [0]])
            if random.random() < 0.1:
                numbers = [random.randint(1, length)]
            facts += [(name, i, k, n) for k, n in enumerate(numbers, 1)]
    return facts


_BOARD = "size(2,3). row_run(1,1..2,1). row_run(2,1,2). column_run(1,1,1). column_run(2,1,1). column_run(3,1,2)."
_RIGHT = "shaded(1,(1;3)). shaded(2,2..3)."
_DIAGONAL = "size(2,2). row_run(1..2,1,1). column_run(1..2,1,1)."

GENRE = Genre(
    "nonogram",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], _BOARD, _RIGHT, _RIGHT + "shaded(1,5)."),
        # The numbers of a line stand in the order of its runs.
        Wrong(
            ["row"],
            "size(2,4). row_run(1,1,1). row_run(1,2,2). row_run(2,1,1). column_run(1..4,1,1).",
            "shaded(1,(1;3;4)). shaded(2,2).",
            "shaded(1,(1;2;4)). shaded(2,3).",
        ),
        Wrong(["column"], _DIAGONAL, "shaded(1,1). shaded(2,2).", "shaded(1..2,1)."),
    ],
    published=[
        # A board of cspuz_core with the solution of its test, cspuz_rs_puzzles/src/puzzles/nonogram.rs.
        Published(
            "size(7,6). column_run(1,1,1). column_run(1,2,3). column_run(2,1,2). column_run(2,2,1). column_run(3,1,1)."
            "column_run(3,2,3). column_run(4,1..3,1). column_run(5,1,2). column_run(6,1,5). row_run(2,1,2)."
            "row_run(2,2,3). row_run(3,1..2,2). row_run(4,1..2,1). row_run(5,1,1). row_run(5,2,2). row_run(5,3,1)."
            "row_run(6,1..3,1). row_run(7,1,3).",
            1,
            "shaded(2,(1;2;4;5;6)). shaded(3,(2;3;5;6)). shaded(4,(1;6)). shaded(5,(1;3;4;6)). shaded(6,(1;3;6))."
            "shaded(7,2..4).",
        )
    ],
    # In a mirror the numbers of a line stand in reverse, which is no matter of one fact.
    reflected=lambda fact, width: transposed(fact),
    # A line without numbers and one with 0 alone are the same.
    unnamed=lambda facts: frozenset(fact for fact in facts if fact[0] == "size" or fact[2:] != (1, 0)),
    urls=[
        "https://puzz.link/p?nonogram/6/7/31h12h31h111g2i5l32g22g11g1211113h",  # C
    ],
    made=((4, 4), (8, 8)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["10x8:5/1.5/4/1/1/1.1/1.2/7/5/6/1.1/3/3/2.5/3.3/3.1.3/3.2/4.3"],
)

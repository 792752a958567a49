"""Numbrix: as Hidato, but each number is beside the next one."""

from functools import wraps
from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, beside, filled, hidato


@wraps(hidato.check)
def check(facts: Facts, answer: Facts) -> list[str]:
    return hidato.check(facts, answer, beside)


def brute(facts: Facts) -> int:
    return hidato.brute(facts, beside)


def board(random: Random) -> list[Fact]:
    return hidato.board(random, beside)


GENRE = Genre(
    "numbrix",
    check,
    brute,
    board,
    wrong=[*hidato.WRONG, Wrong(["following"], "size(2,2).", filled("12", "43"), filled("12", "34"))],
    # From any number others lead on to the last one, and back to the first.
    implied={"The number N is in exactly one cell.": ("The cells with N and M share a side.",)},
    published=[
        # OEIS A096969: squares of N rows in which each number is beside the next one.
        Published("size(2,2).", 8),
        Published("size(3,3).", 40),
        Published("size(4,4).", 552),
    ],
    redrawn=False,
    made=((2, 3), (4, 4)),
)

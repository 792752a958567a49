"""Which boards are wanted, which were made, and what became of the others: plain data."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from ..errors import UsageError
from ..facts.instance import Instance
from ..words import counted


class Wanted(NamedTuple):
    """What boards are wanted: how large (None for what is usual), how many, from which seed, and which ones.

    difficulty  a grade, or None
    graded      whether the grade is to be found out where none is wanted
    symmetry    that of the clues, None for what is usual
    clues       the fewest clues that are left, None for as few as can be
    form        a format that can hold them, None for any
    """

    size: tuple[int, int] | None = None
    number: int = 1
    seed: int = 1
    difficulty: str | None = None
    graded: bool = False
    symmetry: str | None = None
    clues: int | None = None
    form: str | None = None


def size_of(given: object) -> tuple[int, int]:
    """Give the rows and columns of a size: two numbers, or a text.

    >>> size_of("6x10"), size_of((6, 10))
    ((6, 10), (6, 10))

    Raises UsageError for what is none.
    """
    text = "x".join(map(str, given)) if isinstance(given, tuple | list) else str(given)
    match = re.fullmatch(r"([1-9]\d{0,3})[xX]([1-9]\d{0,3})", text)
    if not match:
        raise UsageError(f"cannot use the size {given!r}", "Give rows and columns: 10x10.")
    return int(match[1]), int(match[2])


class Tally(NamedTuple):
    """What became of the boards that were drawn.

    drawn      how many there were
    failed     those that were given up: the solver found none soon, or found that there is none
    ambiguous  those that did not come to have one solution
    full       those that needed more clues than were wanted, or others than the format holds
    alike      those that were there before, but for rotation, reflection and names
    grades     the others by their grades, "harder" for what is harder than was wanted, if a grade was asked for
    wanted     how many boards were wanted
    made       how many there are
    finished   whether no more are tried
    """

    drawn: int = 0
    failed: int = 0
    ambiguous: int = 0
    full: int = 0
    alike: int = 0
    grades: Mapping[str, int] = {}
    wanted: int = 1
    made: int = 0
    finished: bool = False


class Made(NamedTuple):
    """A board that was made.

    instance  the board, as other methods take it; its ``text`` is a file of facts, and it draws itself
    number    the how manieth it is, from 1 on
    grade     how hard it is, if asked for
    """

    instance: Instance
    number: int
    grade: str | None


def shortage(tally: Tally, difficulty: str | None, within: str = "") -> str:
    """Say that fewer boards were made than were wanted, and what became of those that were drawn."""
    kind = f"{difficulty} board" if difficulty else "board"
    found = f"no {kind}" if not tally.made else f"{tally.made} of {tally.wanted} {kind}s"
    grades = [f"{number} {_were(number)} {name}" for name, number in tally.grades.items()]
    fates = [
        (tally.failed, "came to nothing"),
        (tally.ambiguous, "had several solutions"),
        (tally.full, "needed more clues"),
        (tally.alike, "like one of the others"),
    ]
    for number, fate in fates:
        if number:
            grades.append(f"{number} {_were(number) + ' ' if fate.startswith('like') else ''}{fate}")
    told = f": of {counted(tally.drawn, 'board')} drawn {', '.join(grades)}" if grades else ""
    return f"{found}{within}{told}"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"

"""Suguru: numbers in regions, with different numbers in cells that touch."""

from itertools import combinations
from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, broken, by_cell, named, touching
from genres.rippleeffect import divided, filled, fillings, rooms, with_numbers


def check(facts: Facts, answer: Facts) -> list[str]:
    room, held = by_cell(facts, "region"), named(answer, "number")
    sizes = {name: list(room.values()).count(name) for name in room.values()}
    numbers = {name: sorted(k for r, c, k in held if room.get((r, c)) == name) for name in sizes}
    return broken(
        outside=all((r, c) in room for r, c, _ in held),
        one_number=all(sum((r, c) == cell for r, c, _ in held) == 1 for cell in room),
        region=all(numbers[name] == [*range(1, size + 1)] for name, size in sizes.items()),
        touch=not any(one[2] == other[2] and touching(one[:2], other[:2]) for one, other in combinations(held, 2)),
        given={place for place in named(facts, "given") if place[2] != "?"} <= set(held),
    )


def brute(facts: Facts) -> int:
    return sum(
        not check(facts, numbers) for numbers in fillings(facts, lambda cell, other, _: not touching(cell, other))
    )


def board(random: Random) -> list[Fact]:
    """Make a board of up to twelve cells, in most cases with numbers of a solution."""
    return with_numbers(random, divided(random, 12), check)


GENRE = Genre(
    "suguru",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], rooms("a"), filled("1"), filled("1") + "number(1,3,1)."),
        Wrong(["one number"], rooms("aa"), filled("12"), "number(1,1,1..2)."),
        Wrong(["region"], rooms("aa"), filled("12"), filled("13")),
        Wrong(["touch"], rooms("ab"), None, filled("11")),
        Wrong(["touch"], rooms("aa", "bb"), None, filled("12", "21")),
        Wrong(["given"], rooms("aa") + "given(1,1,2).", filled("21"), filled("12")),
    ],
    published=[
        # The board of the test of pzprjs, test/script/suguru.js, with its solution.
        Published(
            rooms("aabcc", "aaddd", "addee", "fffee", "ffggg")
            + "given(1,1,3). given(2,4,3). given(3,1,5). given(5,2,1). given(5,4,2).",
            1,
            filled("32121", "14534", "52121", "34543", "21321"),
        ),
    ],
    redrawn=False,
    made=((3, 3), (6, 6)),
)

"""Ripple effect: numbers in rooms, with at least N cells between equal numbers N in a line."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, beside, broken, by_cell, cells_of, filled, named


def check(facts: Facts, answer: Facts) -> list[str]:
    room, held = by_cell(facts, "region"), named(answer, "number")
    rooms = [[k for r, c, k in held if room.get((r, c)) == name] for name in set(room.values())]
    sizes = [list(room.values()).count(name) for name in set(room.values())]
    return broken(
        outside=all((r, c) in room for r, c, _ in held),
        one_number=all(sum((r, c) == cell for r, c, _ in held) == 1 for cell in room),
        room=all(sorted(numbers) == [*range(1, size + 1)] for numbers, size in zip(rooms, sizes, strict=True)),
        gap=not any(0 < apart(one, other) <= one[2] == other[2] for one, other in product(held, held)),
        given={place for place in named(facts, "given") if place[2] != "?"} <= set(held),
    )


def apart(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    """Give how many cells away a number is in its row or its column, 0 where it is in neither."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) if one[0] == other[0] or one[1] == other[1] else 0


def fillings(facts: Facts, may: Callable[[Cell, Cell, int], bool]) -> Iterator[list[Fact]]:
    """Give all ways to fill rooms with their numbers so that any two cells may hold the same one, if they do."""
    room, cells = by_cell(facts, "region"), cells_of(facts)

    def extend(found: dict[Cell, int]) -> Iterator[list[Fact]]:
        if len(found) == len(cells):
            yield [("number", *cell, k) for cell, k in found.items()]
            return
        cell = cells[len(found)]
        for k in range(1, list(room.values()).count(room[cell]) + 1):
            equal = [other for other in found if found[other] == k]
            if all(room[other] != room[cell] and may(cell, other, k) for other in equal):
                yield from extend({**found, cell: k})

    return extend({})


def brute(facts: Facts) -> int:
    filled = fillings(facts, lambda cell, other, k: not 0 < apart((*cell, k), (*other, k)) <= k)
    return sum(not check(facts, numbers) for numbers in filled)


def divided(random: Random, largest: int) -> list[Fact]:
    """Make a board of up to ``largest`` cells, divided into connected rooms of up to four."""
    sizes = [("size", h, w) for h in range(1, 6) for w in range(1, 6) if h * w <= largest]
    facts: list[Fact] = [random.choice(sizes)]
    free = set(cells_of(facts))
    name = 0
    while free:
        room = [min(free)]
        for _ in range(random.randint(0, 3)):
            near = [cell for cell in sorted(free) if cell not in room and any(beside(cell, other) for other in room)]
            room += random.sample(near, min(1, len(near)))
        name += 1
        facts += [("region", *cell, name) for cell in room]
        free -= set(room)
    return facts


def board(random: Random) -> list[Fact]:
    """Make a board of up to twelve cells, in most cases with numbers of a solution."""
    return with_numbers(random, divided(random, 12), check)


def with_numbers(random: Random, facts: list[Fact], check: Callable[[Facts, Facts], list[str]]) -> list[Fact]:
    """Add some numbers of a solution to a board, if there is one, or of a filling that need not be right."""
    filled = list(fillings(facts, lambda *_: random.random() < 0.9))[:300]
    right = [numbers for numbers in filled if not check(facts, numbers)] or filled
    numbers = random.choice(right) if right else []
    given: list[Fact] = [("given", *place) for _, *place in numbers if random.random() < 0.2]
    return facts + [(name, r, c, "?" if random.random() < 0.1 else n) for name, r, c, n in given]


def rooms(*rows: str) -> str:
    """Give the size and the rooms of a board, row by row, a letter for each cell."""
    regions = [f"region({r},{c},{x})." for r, row in enumerate(rows, 1) for c, x in enumerate(row, 1)]
    return f"size({len(rows)},{len(rows[0])})." + "".join(regions)


GENRE = Genre(
    "rippleeffect",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], rooms("a"), filled("1"), filled("1") + "number(1,3,1)."),
        Wrong(["one number"], rooms("aa"), filled("12"), "number(1,1,1..2)."),
        Wrong(["room"], rooms("aa"), filled("12"), filled("13")),
        Wrong(["gap"], rooms("ab"), None, filled("11")),
        Wrong(["gap"], rooms("a", "a", "b", "b"), None, filled("2", "1", "2", "1")),
        Wrong(["given"], rooms("aa") + "given(1,1,2).", filled("21"), filled("12")),
    ],
    published=[
        # The board of the test of pzprjs, test/script/ripple.js, with its solution.
        Published(
            rooms("aabb", "ccbd", "eebd", "feed") + "given(2,2,1). given(2,3,4). given(3,2,3). given(3,3,2).",
            1,
            filled("1231", "2142", "4321", "1213"),
        ),
    ],
    redrawn=False,
    urls=[
        "https://puzz.link/p?ripple/5/5/d6lqqf3ei1g3s2g.i",  # as E, one number as ?
    ],
    made=((3, 3), (6, 6)),
)

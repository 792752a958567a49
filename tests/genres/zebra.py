"""Zebra: things in rows of a table, each in one house, and clues which of them belong together."""

from itertools import permutations, product
from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, broken, named, size_of


def check(facts: Facts, answer: Facts) -> list[str]:
    height, width = size_of(facts)
    held = named(answer, "holds")
    houses = {(one, c) for _, c, one in held}

    def clue(name: str, *ways: int) -> bool:
        """Whether of each two things of a clue one is in a house so far on the right of the other's."""
        return all(
            any((other, c + way) in houses for way in ways for x, c in houses if x == one)
            for one, other in named(facts, name)
        )

    return broken(
        there={(r, x) for r, _, x in held} <= {*named(facts, "thing")} and all(1 <= c <= width for _, c, _ in held),
        one_house=all(sum((row, x) == (r, thing) for row, _, x in held) == 1 for r, thing in named(facts, "thing")),
        one_thing=all(
            sum((r, c) == cell for r, c, _ in held) == 1 for cell in product(range(1, height + 1), range(1, width + 1))
        ),
        same=clue("same", 0),
        close=clue("close", -1, 1),
        before=clue("before", 1),
        given={*named(facts, "given")} <= {*held},
    )


def brute(facts: Facts) -> int:
    height, width = size_of(facts)
    rows = [[thing for r, thing in named(facts, "thing") if r == row] for row in range(1, height + 1)]
    tables = product(*(permutations(things, width) for things in rows))
    return sum(not check(facts, table(*rows)) for rows in tables)


def table(*rows: tuple[str, ...]) -> list[Fact]:
    """Give the things of a table, row by row."""
    return [("holds", r, c, thing) for r, row in enumerate(rows, 1) for c, thing in enumerate(row, 1)]


def board(random: Random) -> list[Fact]:
    """Make a table of two rows, or up to three houses, with clues that most often are true of a filled one."""
    height, width = random.choice([(1, 3), (2, 2), (2, 3), (2, 3)])
    names = ["ABC"[:width], "DEF"[:width]][:height]
    facts: list[Fact] = [("size", height, width)]
    facts += [("thing", r, thing) for r, row in enumerate(names, 1) for thing in row]
    filled = table(*(random.sample(row, width) for row in names))
    for _ in range(random.randint(0, 4)):
        (_, r, c, one), (_, _, d, other) = random.choices(filled, k=2)
        kinds = ["same"] * (c == d) + ["close"] * (abs(c - d) == 1) + ["before"] * (c + 1 == d)
        if one != other:
            facts.append((random.choice(kinds or ["close"]), one, other))
        elif random.random() < 0.5:
            facts.append(("given", r, c, one))
    return facts


def things(*rows: str) -> str:
    """Give the facts of a table whose things are letters."""
    names = "".join(f'thing({r},"{x}").' for r, row in enumerate(rows, 1) for x in row)
    return f"size({len(rows)},{len(rows[0])}).{names}"


def held(*rows: str) -> str:
    """Give an answer whose things are letters."""
    return "".join(f'holds({r},{c},"{x}").' for r, row in enumerate(rows, 1) for c, x in enumerate(row, 1))


_TWO, _RIGHT = things("AB", "CD"), held("AB", "CD")

GENRE = Genre(
    "zebra",
    check,
    brute,
    board,
    wrong=[
        Wrong(["there"], _TWO, _RIGHT, _RIGHT + 'holds(3,1,"E").'),
        Wrong(["one house"], things("AB", "C") + 'given(1,1,"A").', None, held("AB", "CC")),
        Wrong(["one thing"], things("AB"), held("AB"), 'holds(1,1,"A"). holds(1,1,"B").'),
        Wrong(["same"], _TWO + 'same("A","C").', _RIGHT, held("AB", "DC")),
        Wrong(["close"], things("ABC") + 'close("A","B").', held("ABC"), held("ACB")),
        Wrong(["before"], things("ABC") + 'before("A","B").', held("ABC"), held("BAC")),
        Wrong(["given"], _TWO + 'given(1,1,"A").', _RIGHT, held("BA", "CD")),
    ],
    published=[
        # Without clues the things of each row stand in any order.
        Published(_TWO, 4),
        Published(things("ABCD"), 24),
        Published("5x5-life-a", 1),
    ],
    transposed=lambda fact: fact,
    reflected=lambda fact, width: fact,
    unheld={"penpa": "would be lost"},
    redrawn=False,
    made=(None, (3, 3)),
)

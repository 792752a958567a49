"""Map colouring: each country has one of a few colours, other than those of its neighbours."""

from itertools import product
from random import Random

import genres
from genres import Fact, Facts, Genre, Published, Wrong, broken, by_cell, named


def check(facts: Facts, answer: Facts, *, colours: int = 3) -> list[str]:
    country, held = by_cell(facts, "place"), named(answer, "colour")
    colour = {country.get((r, c)): n for r, c, n in held}
    return broken(
        there=all((r, c) in country and 1 <= n <= colours for r, c, n in held),
        one=all(sum((r, c) == place for r, c, _ in held) == 1 for place in country),
        neighbours=not any(a in colour and colour[a] == colour.get(b) for a, b in named(facts, "border")),
        given={*named(facts, "given")} <= {*held},
    )


def brute(facts: Facts, *, colours: int = 3) -> int:
    places = [*by_cell(facts, "place")]
    answers = product(range(1, colours + 1), repeat=len(places))
    found = ([("colour", *place, n) for place, n in zip(places, ns, strict=True)] for ns in answers)
    return sum(not check(facts, answer, colours=colours) for answer in found)


def board(random: Random) -> list[Fact]:
    """Make a map of up to five countries, some of them with a colour."""
    names = "ABCDE"[: random.randint(1, 5)]
    places = random.sample([(r, c) for r in (1, 2, 3) for c in (1, 2, 3)], len(names))
    facts: list[Fact] = [("size", 3, 3), *(("place", *place, name) for place, name in zip(places, names, strict=True))]
    facts += [("border", a, b) for a in names for b in names if a < b and random.random() < 0.5]
    return facts + [("given", *place, random.randint(1, 2)) for place in places if random.random() < 0.2]


def transposed(fact: Fact) -> Fact:
    """Exchange rows and columns."""
    return fact if fact[0] == "border" else genres.transposed(fact)


def reflected(fact: Fact, width: int) -> Fact:
    """Exchange left and right."""
    return fact if fact[0] == "border" else genres.reflected(fact, width)


_TWO = 'size(1,2). place(1,1,"A"). place(1,2,"B"). border("A","B").'
_RIGHT = "colour(1,1,1). colour(1,2,2)."

GENRE = Genre(
    "mapcolouring",
    check,
    brute,
    board,
    wrong=[
        Wrong(["there"], _TWO, _RIGHT, _RIGHT + "colour(2,1,2)."),
        Wrong(["one"], _TWO, _RIGHT, "colour(1,1,1)."),
        Wrong(["one"], _TWO, _RIGHT, _RIGHT + "colour(1,2,3)."),
        Wrong(["neighbours"], _TWO, _RIGHT, "colour(1,1,1). colour(1,2,1)."),
        Wrong(["given"], _TWO + "given(1,1,1).", _RIGHT, "colour(1,1,2). colour(1,2,1)."),
    ],
    modes=[{}, {"colours": 2}, {"colours": 4}],
    published=[
        # Two of K colours for neighbours: K * (K-1); for four countries that all touch each other, 4 * 3 * 2 * 1.
        Published(_TWO, 6),
        Published("3x3-none-a", 24, mode={"colours": 4}),
        # The chromatic polynomial of the graph of Petersen is 120 at 3, and 0 at 2.
        Published("5x5-petersen-a", 120),
        Published("5x5-petersen-a", 0, mode={"colours": 2}),
    ],
    transposed=transposed,
    reflected=reflected,
    redrawn=False,
    unheld={"penpa": "would be lost"},
    made=(None, (3, 3)),
)

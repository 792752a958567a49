"""Shimaguni: one island in each region; islands lie apart, and those of neighbouring regions differ in size."""

from random import Random

from genres import Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, grown, named
from genres.nurikabe import brute_shadings, pieces


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, region = named(answer, "shaded"), by_cell(facts, "region")
    islands = {room: [cell for cell in shaded if region.get(cell) == room] for room in set(region.values())}
    pairs = [(a, b) for a in region for b in region if beside(a, b) and region[a] != region[b]]
    return broken(
        outside=set(shaded) <= set(cells_of(facts)),
        empty=all(islands.values()),
        number=all(n in (len(islands[room]), "?") for room, n in named(facts, "holds")),
        connected=all(len(pieces(island)) <= 1 for island in islands.values()),
        apart=not any(a in shaded and b in shaded for a, b in pairs),
        equal=all(len(islands[region[a]]) != len(islands[region[b]]) or not islands[region[a]] for a, b in pairs),
    )


def brute(facts: Facts) -> int:
    return brute_shadings(check, facts)


def board(random: Random) -> list[Fact]:
    """Make a board of up to twelve cells in up to four regions, with some numbers."""
    sizes = [(3, 4), (4, 3), (2, 5), (3, 3), (2, 4), (5, 2), (1, 6), (7, 1), (2, 2)]
    facts: list[Fact] = [("size", *random.choice(sizes))]
    cells = cells_of(facts)
    rooms = random.randint(1, len(cells) // 3)
    facts += grown(random, cells, rooms)
    for room in range(rooms):
        if random.random() < 0.3:
            facts.append(("holds", room, random.choice([1, 1, 2, 2, 3, "?"])))
    return facts


_TWO = "size(1,6). region(1,1..3,1). region(1,4..6,2)."

GENRE = Genre(
    "shimaguni",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2). region(1,1..2,1).", "shaded(1,1..2).", "shaded(1,1..3)."),
        Wrong(["empty"], "size(1,2). region(1,1..2,1).", "shaded(1,1..2).", ""),
        Wrong(["number"], "size(1,2). region(1,1..2,1). holds(1,2).", "shaded(1,1..2).", "shaded(1,1)."),
        Wrong(["connected"], "size(1,3). region(1,1..3,1).", "shaded(1,1..2).", "shaded(1,(1;3))."),
        Wrong(["apart"], _TWO, "shaded(1,(1;5;6)).", "shaded(1,3..5)."),
        Wrong(["equal"], _TWO, "shaded(1,(1;5;6)).", "shaded(1,(1;6))."),
    ],
)

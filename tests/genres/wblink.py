"""Shirokuro-link: straight lines that pair white circles with black ones, none across another."""

from itertools import combinations, product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, broken, cells_of, named
from genres.hashi import spans_of, under


def check(facts: Facts, answer: Facts) -> list[str]:
    colour = _colours(facts)
    spans, lines = spans_of(list(colour)), named(answer, "bond")
    built = sorted({*lines} & set(spans))
    ends = [cell for span in built for cell in (span[:2], spans[span])]
    return broken(
        nowhere={*lines} <= set(spans),
        number=all(ends.count(cell) == 1 for cell in colour),
        colour=all(colour[span[:2]] != colour[spans[span]] for span in built),
        crossing=not any(under(a, spans[a]) & under(b, spans[b]) for a, b in combinations(built, 2)),
    )


def _colours(facts: Facts) -> dict[Cell, str]:
    return {cell: name for name in ("white", "black") for cell in named(facts, name)}


def brute(facts: Facts) -> int:
    spans = list(spans_of(list(_colours(facts))))
    choices = product((0, 1), repeat=len(spans))
    answers = ([("bond", *span) for span, on in zip(spans, choice, strict=True) if on] for choice in choices)
    return sum(not check(facts, answer) for answer in answers)


def board(random: Random) -> list[Fact]:
    """Make a board of a few circles, most of them in pairs that lines could join."""
    facts: list[Fact] = [("size", random.randint(1, 5), random.randint(1, 5))]
    free = cells_of(facts)
    random.shuffle(free)
    while free and len(facts) < 9:
        row, column = free.pop()
        mates = [cell for cell in free if row == cell[0] or column == cell[1]]
        pair = [(row, column), *(random.sample(mates, 1) if mates and random.random() < 0.95 else [])]
        colours = random.sample(["white", "black"], 2) if random.random() < 0.95 else ["white", "white"]
        facts += [(name, *cell) for name, cell in zip(colours, pair, strict=False)]
        free = [cell for cell in free if cell not in pair]
    return facts


GENRE = Genre(
    "wblink",
    check,
    brute,
    board,
    wrong=[
        Wrong(["nowhere"], "size(1,3). white(1,1). black(1,2).", "bond(1,1,right).", "bond(1,1..2,right)."),
        Wrong(
            ["number"],
            "size(1,4). white(1,(1;3)). black(1,(2;4)).",
            "bond(1,(1;3),right).",
            "bond(1,1..3,right).",
        ),
        Wrong(["number"], "size(2,2). white(1,1). black(2,1). white(2,2).", None, "bond(1,1,down)."),
        Wrong(["colour"], "size(1,3). white(1,(1;3)).", None, "bond(1,1,right)."),
        Wrong(["colour"], "size(2,2). white(1..2,1). black(1..2,2).", "bond(1..2,1,right).", "bond(1,1..2,down)."),
        Wrong(
            ["crossing"],
            "size(3,3). white(1,2). black(3,2). white(2,1). black(2,3).",
            None,
            "bond(1,2,down). bond(2,1,right).",
        ),
    ],
)

"""Four Colours: four colours for regions, different ones where two share a side."""

from itertools import product
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, beside, broken, by_cell, cells_of, grown, named

COLOURS = range(1, 5)


def firsts(facts: Facts) -> dict[int, Cell]:
    """Give the first cell of each region."""
    region = by_cell(facts, "region")
    return {name: min(cell for cell in region if region[cell] == name) for name in region.values()}


def check(facts: Facts, answer: Facts) -> list[str]:
    region, first, coloured = by_cell(facts, "region"), firsts(facts), named(answer, "colour")
    colour = by_cell(answer, "colour")
    shared = {
        (region[one], region[other])
        for one in region
        for other in region
        if beside(one, other) and region[one] != region[other]
    }
    pairs = [(colour.get(first[one]), colour.get(first[other])) for one, other in shared]
    return broken(
        outside=all((r, c) in first.values() and x in COLOURS for r, c, x in coloured),
        one_colour=all(sum((r, c) == cell for r, c, _ in coloured) == 1 for cell in first.values()),
        differ=all(None in pair or pair[0] != pair[1] for pair in pairs),
        given=all((*first[name], x) in coloured for name, x in named(facts, "given")),
    )


def brute(facts: Facts) -> int:
    first = [*firsts(facts).values()]
    answers = product(COLOURS, repeat=len(first))
    return sum(
        not check(facts, [("colour", *cell, x) for cell, x in zip(first, colours, strict=True)]) for colours in answers
    )


def board(random: Random) -> list[Fact]:
    """Make a board of up to five regions, some of whose colours are given."""
    facts: list[Fact] = [("size", *random.choice([(1, 1), (1, 4), (2, 3), (3, 3), (4, 2)]))]
    cells = cells_of(facts)
    facts += grown(random, cells, random.randint(1, min(5, len(cells))))
    return facts + [("given", name, random.choice(COLOURS)) for name in firsts(facts) if random.random() < 0.5]


def transposed(fact: Fact) -> Fact:
    """Exchange rows and columns."""
    name, first, second, *rest = fact
    return fact if name == "given" else (name, second, first, *rest)


def reflected(fact: Fact, width: int) -> Fact:
    """Exchange left and right."""
    name, first, second, *rest = fact
    return fact if name in ("size", "given") else (name, first, width + 1 - second, *rest)


def unnamed(facts: Facts) -> frozenset[Fact]:
    """Give what is left of a board when its regions have no names."""
    order = firsts(facts)
    of = {"given": 1, "region": 3}
    return frozenset(
        tuple(order.get(value, value) if k == of.get(fact[0]) else value for k, value in enumerate(fact))
        for fact in facts
    )


_BOARD = "size(1,2). region(1,1,1). region(1,2,2)."
_RIGHT = "colour(1,1,1). colour(1,2,2)."

GENRE = Genre(
    "fourcolours",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], _BOARD, _RIGHT, "colour(1,1,1). colour(1,2,2). colour(2,1,3)."),
        Wrong(["one colour"], _BOARD, _RIGHT, "colour(1,1,1)."),
        Wrong(["differ"], _BOARD, _RIGHT, "colour(1,1,1). colour(1,2,1)."),
        Wrong(["given"], _BOARD + "given(2,3).", "colour(1,1,1). colour(1,2,3).", _RIGHT),
    ],
    published=[
        # Colourings of a path of three regions, 4 * 3 * 3, and of a triangle of regions, 4 * 3 * 2.
        Published("size(1,3). region(1,1,1). region(1,2,2). region(1,3,3).", 36),
        Published("size(2,2). region(1,1..2,1). region(2,1,2). region(2,2,3).", 24),
    ],
    transposed=transposed,
    reflected=reflected,
    unnamed=unnamed,
    redrawn=False,
    made=((3, 3), (6, 6)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=[
        "8x8n12:badabaadabadaaaaebbadaabdafdbabaagaabbcbhefaaae,2b2100b013",
        "15x12n30:cbdedbacababababbaaedadaacbccabbaaaabbcbababdcaagadabbaaaadcbbbabccbcacadacdibaaagbabaabgaaaacbabgeebacacdacaaabbafaacaaaaeabbcabababdbabcbaaaabacaabbabcd,a0103a23c3f3a2a2d32a",
        "8x8n12:jcbafabacdabgdeabbbcedbbcbcdaacabbbaacadd,0a11a03121a0",
    ],
)

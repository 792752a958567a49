"""Keen: a Latin square in which the numbers of each cage give its result."""

from math import prod
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, by_cell, cells_of, grown, named, size_of
from genres.sudoku import SQUARE, filled, latin, no_squares


def gives(sign: str, numbers: list[int]) -> int | None:
    """Give the result of the numbers of a cage, None where there is none."""
    large, small = max(numbers), min(numbers)
    quotient = large // small if large % small == 0 else None
    return {"+": sum(numbers), "*": prod(numbers), "-": large - small, "/": quotient}[sign]


def cages(facts: Facts) -> dict[int, list[Cell]]:
    """Give the cells of each cage."""
    region = by_cell(facts, "region")
    return {name: [cell for cell in region if region[cell] == name] for name in region.values()}


def check(facts: Facts, answer: Facts) -> list[str]:
    held, (n, _) = named(answer, "number"), size_of(facts)
    numbers, cells = range(1, n + 1), cells_of(facts)
    found = {(r, c): k for r, c, k in held}
    signs, cage = dict(named(facts, "operation")), cages(facts)
    results = {
        sign: [
            all(cell in found for cell in cage[name]) and gives(sign, [found[cell] for cell in cage[name]]) != result
            for name, result in named(facts, "result")
            if signs[name] == sign
        ]
        for sign in "+-*/"
    }
    return broken(
        outside=all((r, c) in cells and k in numbers for r, c, k in held),
        one_number=all(sum((r, c) == cell for r, c, _ in held) == 1 for cell in cells),
        row=all(sorted(k for r, c, k in held if r == i and c in numbers) == list(numbers) for i in numbers),
        column=all(sorted(k for r, c, k in held if c == i and r in numbers) == list(numbers) for i in numbers),
        sum=not any(results["+"]),
        difference=not any(results["-"]),
        product=not any(results["*"]),
        quotient=not any(results["/"]),
        given=set(named(facts, "given")) <= set(held),
    )


def brute(facts: Facts) -> int:
    return sum(not check(facts, numbers) for numbers in latin(size_of(facts)[0]))


def board(random: Random) -> list[Fact]:
    """Make a board of up to four rows, most of its results those of a solution."""
    n = random.choice([1, 2, 3, 4, 4, 4])
    facts: list[Fact] = [("size", n, n)]
    cells = cells_of(facts)
    facts += grown(random, cells, max(1, len(cells) // 2 - random.randint(0, 2)))
    numbers = random.choice(latin(n))
    facts += [("given", *place) for _, *place in numbers if random.random() < 0.05]
    found = {(r, c): k for _, r, c, k in numbers}
    for name, cage in cages(facts).items():
        held = [found[cell] for cell in cage]
        sign = random.choice([sign for sign in "+-*/" if sign in "+*" or len(cage) == 2])
        result = gives(sign, held)
        if random.random() < 0.8 and result is not None:
            facts += [("operation", name, sign), ("result", name, result + (random.random() < 0.04))]
    return facts


def transposed(fact: Fact) -> Fact:
    """Exchange rows and columns."""
    name, first, *rest = fact
    return fact if name in ("operation", "result") else (name, rest[0], first, *rest[1:])


def reflected(fact: Fact, width: int) -> Fact:
    """Exchange left and right."""
    name, first, *rest = fact
    return fact if name in ("operation", "result", "size") else (name, first, width + 1 - rest[0], *rest[1:])


def unnamed(facts: Facts) -> frozenset[Fact]:
    """Give what is left of a board when its cages have no names."""
    order = {name: min(cells) for name, cells in cages(facts).items()}
    named_by = {"operation": 1, "result": 1, "region": 3}
    return frozenset(
        tuple(order.get(value, value) if k == named_by.get(fact[0]) else value for k, value in enumerate(fact))
        for fact in facts
    )


_PUBLISHED = (
    'operation(1,"*"). operation(2,"/"). operation(3,"-"). operation(4,"+"). operation(5,"/").'
    'operation(6,"+"). operation(7,"-"). operation(8,"*"). region(1,1,1). region(1,2,2). region(1,3,2).'
    "region(1,4,3). region(2,1,1). region(2,2,4). region(2,3,4). region(2,4,3). region(3,1,5)."
    "region(3,2,6). region(3,3,7). region(3,4,7). region(4,1,5). region(4,2,6). region(4,3,8)."
    "region(4,4,8). result(1,3). result(2,2). result(3,1). result(4,3). result(5,2). result(6,7)."
    "result(7,2). result(8,2). size(4,4)."
)
_CAGES = "size(3,3). region(1,1..2,1). region(1,3,2). region(2,1..3,3). region(3,1..3,4)."

GENRE = Genre(
    "keen",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,1). region(1,1,1).", filled("1"), filled("1") + "number(1,2,1)."),
        *no_squares(_CAGES),
        Wrong(["sum"], _CAGES + 'operation(1,"+"). result(1,3).', SQUARE, filled("231", "123", "312")),
        Wrong(["product"], _CAGES + 'operation(1,"*"). result(1,2).', SQUARE, filled("231", "123", "312")),
        Wrong(["difference"], _CAGES + 'operation(1,"-"). result(1,2).', filled("132", "213", "321"), SQUARE),
        Wrong(["quotient"], _CAGES + 'operation(1,"/"). result(1,2).', SQUARE, filled("231", "123", "312")),
        Wrong(["given"], _CAGES + "given(1,1,2).", filled("231", "312", "123"), SQUARE),
    ],
    published=[
        # Made by Debian sgt-puzzles 20230122 (MIT), with its own solution.
        Published(_PUBLISHED, 1, filled("1243", "3124", "2431", "4312")),
        # Latin squares, OEIS A002860.
        Published("size(3,3). region(1..3,1..3,1).", 12),
        Published('size(3,3). region(1..3,1..3,1). operation(1,"+"). result(1,17).', 0),
    ],
    transposed=transposed,
    reflected=reflected,
    unnamed=unnamed,
    redrawn=False,
    unheld={"gameid": "no sign for|nothing stands|not ", "penpa": "penpa cannot hold"},
    made=((3, 3), (5, 5)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=[
        "4:ab_6a_a_aa_a_,m4a5s2m4d2d2a5s2",
        "6:_a_a_3a_3a_11ababa7__a_3a_,s2m60s2d2a8s3d2m6d3m24d2m30s1a7s1a8a8",
        "6:a4_a__a_4a__a__a3b_a4_aa_7aa,m5m12m12m8m36m15m20m6m24m90m20m6m4m30m12",
    ],
)

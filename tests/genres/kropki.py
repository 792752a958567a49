"""Kropki: a Latin square in which white dots part numbers that differ by 1, and black dots a number and its double."""

from collections.abc import Iterator
from random import Random

from genres import Cell, Fact, Facts, Genre, Published, Wrong, broken, cells_of, named, size_of
from genres.sudoku import SQUARE, filled, latin, no_squares


def check(facts: Facts, answer: Facts, *, strict: int = 1) -> list[str]:
    held, (n, _) = named(answer, "number"), size_of(facts)
    numbers, cells = range(1, n + 1), cells_of(facts)
    dots = {(r, c, side): colour for r, c, side, colour in named(facts, "dot")}
    pairs = [(dots.get(place), *pair) for place, pair in pairs_of({(r, c): k for r, c, k in held})]
    return broken(
        outside=all((r, c) in cells and k in numbers for r, c, k in held),
        one_number=all(sum((r, c) == cell for r, c, _ in held) == 1 for cell in cells),
        row=all(sorted(k for r, c, k in held if r == i and c in numbers) == list(numbers) for i in numbers),
        column=all(sorted(k for r, c, k in held if c == i and r in numbers) == list(numbers) for i in numbers),
        white=all("white" in colours(a, b) for dot, a, b in pairs if dot == "white"),
        black=all("black" in colours(a, b) for dot, a, b in pairs if dot == "black"),
        no_dot=not strict or not any(colours(a, b) for dot, a, b in pairs if dot is None),
        given=set(named(facts, "given")) <= set(held),
    )


def pairs_of(found: dict[Cell, int]) -> Iterator[tuple[tuple[int, int, str], tuple[int, int]]]:
    """Give the numbers of each two cells beside each other, with the place of their border."""
    for (r, c), k in found.items():
        for side, other in (("right", (r, c + 1)), ("down", (r + 1, c))):
            if other in found:
                yield (r, c, side), (k, found[other])


def colours(one: int, other: int) -> list[str]:
    """Give the colours of dots that may stand between two numbers."""
    small, large = sorted((one, other))
    return ["white"] * (large - small == 1) + ["black"] * (large == 2 * small)


def brute(facts: Facts, *, strict: int = 1) -> int:
    return sum(not check(facts, numbers, strict=strict) for numbers in latin(size_of(facts)[0]))


def board(random: Random) -> list[Fact]:
    """Make a board of up to four rows, with the dots of a solution, and sometimes without one or with a wrong one."""
    n = random.choice([1, 2, 3, 4, 4, 4])
    facts: list[Fact] = [("size", n, n)]
    numbers = random.choice(latin(n))
    facts += [("given", *place) for _, *place in numbers if random.random() < 0.1]
    for place, pair in pairs_of({(r, c): k for _, r, c, k in numbers}):
        if colours(*pair) and random.random() < 0.97:
            facts.append(("dot", *place, random.choice(colours(*pair))))
        elif random.random() < 0.02:
            facts.append(("dot", *place, "white"))
    return facts


def reflected(fact: Fact, width: int) -> Fact:
    """Exchange left and right."""
    name, row, column, *rest = fact
    if name == "size":
        return fact
    return (name, row, width + (0 if "right" in rest else 1) - column, *rest)


_SIZE = "size(3,3)."
_FREE = {"strict": 0}

GENRE = Genre(
    "kropki",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,1).", filled("1"), filled("1") + "number(1,3,1)."),
        *no_squares(_SIZE, _FREE),
        Wrong(["white"], _SIZE + "dot(1,1,right,white).", SQUARE, filled("132", "213", "321"), _FREE),
        Wrong(["white"], _SIZE + "dot(2,1,down,white).", SQUARE, filled("213", "132", "321"), _FREE),
        Wrong(["black"], _SIZE + "dot(1,1,right,black).", SQUARE, filled("231", "312", "123"), _FREE),
        Wrong(["black"], _SIZE + "dot(1,1,down,black).", SQUARE, filled("213", "321", "132"), _FREE),
        Wrong(["no dot"], "size(2,2).", None, filled("12", "21")),
        Wrong(["given"], _SIZE + "given(1,1,2).", filled("231", "312", "123"), SQUARE, _FREE),
    ],
    modes=[{}, _FREE],
    published=[
        # The board of the test of pzprjs, test/script/kropki.js, with its solution.
        Published(
            "size(4,4). dot(1,(1;3),right,white). dot(2,(1;3),right,white). dot(3,2,right,black)."
            "dot(3,3,right,white). dot(4,1,right,white). dot(4,2,right,black). dot(1,(1;4),down,black)."
            "dot(2,1,down,black). dot(2,(3;4),down,white). dot(3,(2;3),down,black).",
            1,
            filled("4312", "2134", "1423", "3241"),
        ),
        # Latin squares, OEIS A002860.
        Published("size(4,4).", 576, mode=_FREE),
    ],
    reflected=reflected,
    redrawn=False,
    unheld={"url": "would be lost: given"},
    made=((3, 3), (6, 6)),
)

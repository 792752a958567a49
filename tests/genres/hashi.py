"""Hashi: bridges that join all islands, one or two of them between two, none across another."""

from itertools import combinations, product
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, broken, by_cell, cells_of, named

Span = tuple[int, int, str]


def spans_of(islands: list[Cell]) -> dict[Span, Cell]:
    """Give the pairs of islands that see each other: the first one, the direction, and the second one."""
    spans: dict[Span, Cell] = {}
    for row, column in islands:
        if across := [cell for cell in sorted(islands) if cell[0] == row and cell[1] > column]:
            spans[row, column, "right"] = across[0]
        if below := [cell for cell in sorted(islands) if cell[1] == column and cell[0] > row]:
            spans[row, column, "down"] = below[0]
    return spans


def under(span: Span, end: Cell) -> set[Cell]:
    """Give the cells below a bridge, without its ends."""
    row, column, _ = span
    rows, columns = range(row, end[0] + 1), range(column, end[1] + 1)
    return set(product(rows, columns)) - {(row, column), end}


def check(facts: Facts, answer: Facts) -> list[str]:
    single, double, number = named(answer, "bridge"), named(answer, "double"), by_cell(facts, "number")
    spans = spans_of(list(number))
    built = sorted({*single, *double} & set(spans))
    ends = [cell for span in built + [s for s in double if s in spans] for cell in (span[:2], spans[span])]
    joined, new = set(list(number)[:1]), list(number)[:1]
    for cell in new:
        more = {c for s in built for c in (s[:2], spans[s]) if cell in (s[:2], spans[s])} - joined
        joined |= more
        new += sorted(more)
    return broken(
        nowhere={*single, *double} <= set(spans),
        number=all(n == "?" or ends.count(cell) == n for cell, n in number.items()),
        crossing=not any(under(a, spans[a]) & under(b, spans[b]) for a, b in combinations(built, 2)),
        joined=len(joined) == len(number),
    )


def brute(facts: Facts) -> int:
    spans = list(spans_of(list(by_cell(facts, "number"))))
    return sum(not check(facts, bridges(spans, counts)) for counts in product(range(3), repeat=len(spans)))


def bridges(spans: list[Span], counts: tuple[int, ...]) -> list[Fact]:
    """Give the facts for numbers of bridges."""
    chosen = list(zip(spans, counts, strict=True))
    return [(name, *s) for s, n in chosen for name in ("bridge", "double")[:n]]


def board(random: Random) -> list[Fact]:
    """Make a board of a few islands, with the numbers of some bridges between them."""
    facts: list[Fact] = [("size", random.randint(1, 5), random.randint(1, 5))]
    cells = cells_of(facts)
    islands = sorted(random.sample(cells, min(len(cells), random.randint(1, 6))))
    spans = spans_of(islands)
    counts = [random.choice([0, 1, 1, 1, 2, 2]) for _ in spans]
    for cell in islands:
        number = sum(n for (span, end), n in zip(spans.items(), counts, strict=True) if cell in (span[:2], end))
        facts.append(("number", *cell, random.choice([number] * 6 + ["?", number + 1]) if 0 < number < 8 else "?"))
    return facts


_TWO = "bridge(1,1,right). double(1,1,right)."
_CROSS = 'size(3,3). number(1,(1;2),"?"). number(2,(1;3),"?"). number(3,(1;2),"?").'

GENRE = Genre(
    "hashi",
    check,
    brute,
    board,
    wrong=[
        Wrong(
            ["nowhere"], "size(1,4). number(1,(1;3),1).", "bridge(1,1,right).", "bridge(1,1,right). bridge(1,3,right)."
        ),
        Wrong(["number"], 'size(1,3). number(1,1,1). number(1,3,"?").', "bridge(1,1,right).", _TWO),
        Wrong(["number"], 'size(1,3). number(1,1,2). number(1,3,"?").', _TWO, "bridge(1,1,right)."),
        Wrong(
            ["crossing"],
            _CROSS,
            "bridge(1,1,right). bridge((1;2),1,down). bridge(2,1,right). bridge(3,1,right).",
            "bridge(1,1,right). bridge(1,1,down). bridge(2,1,(right;down)). bridge(1,2,down).",
        ),
        Wrong(
            ["joined"],
            "size(3,3). number((1;3),1,2). number((1;3),3,2).",
            "bridge((1;3),1,right). bridge(1,(1;3),down).",
            "bridge((1;3),1,right). double((1;3),1,right).",
        ),
    ],
    # Two bridges are a bridge and a second one; the second one alone would be drawn as both are.
    twins=[("size(1,2). number(1,(1;2),2).", _TWO, "double(1,1,right).")],
    urls=[
        "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3",  # P
        "https://puzz.link/p?hashi/9/9/h2g3g.q.g1i3g.o2i1i2o.g2i2g1q.g3g3h",  # E
    ],
    made=((5, 5), (8, 8)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=["9x8m2:4a5a2a2a1i5a5d2l3a3b3j4c4a2i1a"],
)

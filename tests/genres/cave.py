"""Cave: white cells in one piece that enclose no shaded ones, and numbers that count the white cells they see."""

from random import Random

from genres import Fact, Facts, Genre, Wrong, beside, broken, by_cell, cells_of, named, size_of
from genres.kurodoko import seen
from genres.nurikabe import brute_shadings, pieces


def check(facts: Facts, answer: Facts) -> list[str]:
    shaded, number, cells = named(answer, "shaded"), by_cell(facts, "number"), cells_of(facts)
    height, width = size_of(facts)
    white = [cell for cell in cells if cell not in shaded]
    return broken(
        outside=set(shaded) <= set(cells),
        number_shaded=not set(shaded) & set(number),
        sees=all(n in (seen(cell, white), "?") for cell, n in number.items() if cell in white),
        white=len(pieces(white)) <= 1,
        enclosed=all(any(r in (1, height) or c in (1, width) for r, c in piece) for piece in pieces(shaded)),
    )


def brute(facts: Facts) -> int:
    return brute_shadings(check, facts)


def board(random: Random) -> list[Fact]:
    """Make a board of up to twelve cells, with numbers for a shading, of which one may be wrong."""
    sizes = [(3, 4), (4, 3), (3, 4), (4, 3), (3, 3), (2, 5), (1, 4), (2, 2), (5, 2), (1, 1), (3, 1)]
    facts: list[Fact] = [("size", *random.choice(sizes))]
    cells = cells_of(facts)
    white = random.sample(cells, 1)
    for cell in random.sample(cells, len(cells)) * 2:
        if any(beside(cell, other) for other in white) and random.random() < 0.6:
            white = sorted({*white, cell})
    for cell in white:
        if random.random() < 0.5:
            n = seen(cell, white)
            facts.append(("number", *cell, random.choice([*[n] * 9, "?", max(1, n - 1)])))
    return facts


GENRE = Genre(
    "cave",
    check,
    brute,
    board,
    wrong=[
        Wrong(["outside"], "size(1,2). number(1,1,1).", "shaded(1,2).", "shaded(1,2..3)."),
        Wrong(["number shaded"], 'size(1,2). number(1,1,"?").', "shaded(1,2).", "shaded(1,1)."),
        Wrong(["sees"], "size(3,1). number(3,1,2).", "shaded(1,1).", ""),
        Wrong(["sees"], "size(1,4). number(1,2,4).", "", "shaded(1,4)."),
        Wrong(["white"], "size(1,3).", "", "shaded(1,2)."),
        Wrong(["enclosed"], "size(3,3). number(1,1,5).", "", "shaded(2,2)."),
    ],
    urls=[
        "https://puzz.link/p?cave/6/6/k3h6j2l7g3g2h3n",  # C
        "https://puzz.link/p?cave/10/10/7i6i7j6j3i5i6w8p6w2i7i5j3j6i3ib",  # E
    ],
)

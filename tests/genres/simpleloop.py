"""Simple loop: one loop through all cells that are not black."""

from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, broken, cells_of, named, size_of
from genres.masyu import outlines, reached
from genres.yajilin import around


def check(facts: Facts, answer: Facts) -> list[str]:
    links, cells, black = named(answer, "link"), cells_of(facts), named(facts, "black")
    near = around(links, cells)
    passed = [cell for cell in near if near[cell]]
    return broken(
        outside=set(near) <= set(cells),
        black_passed=not set(black) & set(passed),
        cell_left_out=set(cells) <= {*black, *passed},
        two_in_a_cell=all(len(near[cell]) == 2 for cell in passed),
        no_line=bool(links),
        one_loop=len(reached(near, passed[:1])) == len(passed),
    )


def brute(facts: Facts) -> int:
    return sum(not check(facts, links) for links in outlines(*size_of(facts)))


def board(random: Random) -> list[Fact]:
    """Make a board of up to 4x4 cells, in most cases black where some outline does not pass."""
    facts: list[Fact] = [("size", random.randint(1, 4), random.randint(1, 4))]
    near = around(named(random.choice(list(outlines(*size_of(facts)))), "link"), cells_of(facts))
    facts += [("black", *cell) for cell in near if bool(near[cell]) == (random.random() < 0.03)]
    return facts


_RING = "link(1,1,(right;down)). link(2,1,right). link(1,2,down)."

GENRE = Genre(
    "simpleloop",
    check,
    brute,
    board,
    wrong=[
        Wrong(
            ["outside"],
            "size(2,2).",
            _RING,
            "link(0,1,(right;down)). link(1,(1;2),down). link(0,2,down). link(2,1,right).",
        ),
        Wrong(["black passed"], "size(2,3). black(1..2,3).", _RING, "link(1..2,1..2,right). link(1,(1;3),down)."),
        Wrong(["cell left out"], "size(2,3).", "link(1..2,1..2,right). link(1,(1;3),down).", _RING),
        Wrong(["two in a cell"], "size(2,2).", _RING, "link(1,1,(right;down)). link(2,1,right)."),
        Wrong(["no line"], "size(1,1). black(1,1).", None, ""),
        Wrong(
            ["one loop"],
            "size(2,4).",
            "link(1..2,1..3,right). link(1,(1;4),down).",
            _RING + "link(1..2,3,right). link(1,3..4,down).",
        ),
    ],
    published=[
        # Without black cells: the closed rook tours of a square of an even number of rows, OEIS A003763.
        Published("size(2,2).", 1),
        Published("size(3,3).", 0),
        Published("size(4,4).", 6),
        Published("size(6,6).", 1072),
    ],
    implied={"Two lines meet at (R, C), or none.": ("The loop passes (R, C), where two lines meet.",)},
    urls=[
        "https://puzz.link/p?simpleloop/12/12/40860g10m0kc0o0m3480q0g0008h2",  # E
    ],
    made=((4, 4), (8, 8)),
)

"""Boards of any size, each with at least one solution, the same for the same seed.

    python benchmarks/boards.py PUZZLE SIZE [SEED] > board.lp

They are easy to make, and so need not have one solution only; the boards in
instances/ and benchmarks/boards/ that say so in their first line have.
"""

import random
import sys
from collections.abc import Callable, Iterable

Cell = tuple[int, int]
Fact = tuple[object, ...]


def _cells(n: int) -> list[Cell]:
    return [(r, c) for r in range(1, n + 1) for c in range(1, n + 1)]


def _beside(cell: Cell) -> list[Cell]:
    r, c = cell
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def tents(n: int, chance: random.Random) -> Iterable[Fact]:
    """Tents at random where none touches another, as many as on published boards; a tree beside each; all numbers."""
    order = _cells(n)
    inside = set(order)
    chance.shuffle(order)
    trees: set[Cell] = set()
    pitched: set[Cell] = set()
    taken: set[Cell] = set()
    blocked: set[Cell] = set()
    for cell in order:
        places = [other for other in _beside(cell) if other in inside and other not in taken]
        if cell in blocked or cell in trees or not places or 5 * len(pitched) >= n * n:
            continue
        tree = chance.choice(places)
        trees.add(tree)
        pitched.add(cell)
        taken |= {cell, tree}
        blocked |= {(cell[0] + i, cell[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
    yield from (("tree", *cell) for cell in sorted(trees))
    yield from (("tent_row", r, sum(x[0] == r for x in pitched)) for r in range(1, n + 1))
    yield from (("tent_column", c, sum(x[1] == c for x in pitched)) for c in range(1, n + 1))


def norinori(n: int, chance: random.Random) -> Iterable[Fact]:
    """Dominoes at random that share no side, and regions grown around pairs of their cells."""
    inside = set(_cells(n))
    pairs = [(cell, other) for cell in _cells(n) for other in _beside(cell) if cell < other and other in inside]
    chance.shuffle(pairs)
    closed: set[Cell] = set()
    partner: dict[Cell, Cell] = {}
    for one, other in pairs:
        if one not in closed and other not in closed:
            partner[one], partner[other] = other, one
            closed.update((one, other, *_beside(one), *_beside(other)))
    # A plot grows around each shaded cell; a region is two plots that touch.
    plot = {cell: cell for cell in partner}
    border = list(partner)
    touching: set[tuple[Cell, Cell]] = set()
    while border:
        at = chance.randrange(len(border))
        border[at], border[-1] = border[-1], border[at]
        cell = border[-1]
        free = [other for other in _beside(cell) if other in inside and other not in plot]
        if not free:
            border.pop()
            continue
        other = chance.choice(free)
        plot[other] = plot[cell]
        border.append(other)
    for cell in _cells(n):
        for other in _beside(cell):
            if other in inside and plot[cell] != plot[other]:
                touching.add((plot[cell], plot[other]))
    # Regions begin as dominoes; neighbouring ones exchange plots.
    swaps = sorted(touching)
    for _ in range(2):
        chance.shuffle(swaps)
        for a, c in swaps:
            b, d = partner[a], partner[c]
            if b != c and (b, d) in touching:
                partner[a], partner[c], partner[b], partner[d] = c, a, d, b
    names: dict[Cell, int] = {}
    for cell in sorted(partner):
        names.setdefault(cell, len(names) // 2 + 1)
        names.setdefault(partner[cell], names[cell])
    yield from (("region", *cell, names[plot[cell]]) for cell in _cells(n))


def flow(n: int, chance: random.Random) -> Iterable[Fact]:
    """A path through all cells, shuffled by reversing parts of it (backbiting), and cut into short ones."""
    path = [(r, c if r % 2 else n + 1 - c) for r in range(1, n + 1) for c in range(1, n + 1)]
    at = {cell: i for i, cell in enumerate(path)}
    for _ in range(5 * n * n):
        if chance.random() < 0.5:
            path.reverse()
            at = {cell: i for i, cell in enumerate(path)}
        near = [at[cell] for cell in _beside(path[-1]) if cell in at and at[cell] != len(path) - 2]
        cut = chance.choice(near) + 1 if near else len(path)
        path[cut:] = path[: cut - 1 : -1] if cut else path[::-1]
        at.update((path[i], i) for i in range(cut, len(path)))
    start, colour = 0, 0
    while start < len(path):
        length = chance.randint(4, 14)
        end = len(path) if len(path) - start - length < 4 else start + length
        colour += 1
        yield ("terminal", *path[start], colour)
        yield ("terminal", *path[end - 1], colour)
        start = end


def tetravex(n: int, chance: random.Random) -> Iterable[Fact]:
    """Random numbers 0 to 9 on the borders of a solved board; the tiles shuffled."""
    across = {(r, c): chance.randrange(10) for r in range(1, n + 1) for c in range(n + 1)}
    below = {(r, c): chance.randrange(10) for r in range(n + 1) for c in range(1, n + 1)}
    tiles = [(below[r - 1, c], below[r, c], across[r, c - 1], across[r, c]) for r, c in _cells(n)]
    chance.shuffle(tiles)
    yield from (("tile", name, *sides) for name, sides in enumerate(tiles, 1))


def queens(n: int, chance: random.Random) -> Iterable[Fact]:
    """The empty board."""
    return []


GENRES: dict[str, Callable[[int, random.Random], Iterable[Fact]]] = {
    "tents": tents,
    "norinori": norinori,
    "flow": flow,
    "tetravex": tetravex,
    "queens": queens,
}


def board(genre: str, n: int, seed: int = 1) -> str:
    """Give a board of n rows and n columns as facts."""
    facts = [("size", n, n), *GENRES[genre](n, random.Random(f"{genre} {n} {seed}"))]
    lines = [f"{name}({', '.join(map(str, values))})." for name, *values in facts]
    return "\n".join([f"% {genre.capitalize()} {n}x{n}, made by benchmarks/boards.py with seed {seed}.", *lines, ""])


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in GENRES:
        sys.exit(f"usage: {sys.argv[0]} {'|'.join(GENRES)} SIZE [SEED]")
    print(board(sys.argv[1], *map(int, sys.argv[2:4])), end="")

"""The rules of the puzzles once more, in plain Python and without clingo.

A board and an answer are collections of tuples such as ``("tree", 1, 4)``.
Each ``check_`` function names the rules that an answer breaks; each ``brute_``
function counts the answers to a tiny board by trying all there are.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, permutations, product
from typing import Any

Fact = tuple[Any, ...]
Facts = Collection[Fact]
Cell = tuple[int, int]


def facts_of(symbols: Iterable[Any]) -> list[Fact]:
    """Turn clingo's symbols into tuples."""
    return [(symbol.name, *map(_value, symbol.arguments)) for symbol in symbols]


def _value(symbol: Any) -> Any:
    kind = symbol.type.name
    if kind == "Function":
        return (symbol.name, *map(_value, symbol.arguments)) if symbol.arguments else symbol.name
    return symbol.number if kind == "Number" else symbol.string


def named(facts: Facts, name: str) -> list[Any]:
    """Give the arguments of all facts of one name."""
    return [fact[1:] for fact in facts if fact[0] == name]


def size_of(facts: Facts) -> Cell:
    """Give the number of rows and of columns."""
    ((height, width),) = named(facts, "size")
    return height, width


def cells_of(facts: Facts) -> list[Cell]:
    """Give all cells of the board in reading order."""
    height, width = size_of(facts)
    return [(row, column) for row in range(1, height + 1) for column in range(1, width + 1)]


def beside(one: Cell, other: Cell) -> bool:
    """Whether two cells share a side."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _broken(**rules: bool) -> list[str]:
    """Give the names of the rules that do not hold."""
    return [name.replace("_", " ") for name, holds in rules.items() if not holds]


# Tents


def check_tents(facts: Facts, answer: Facts) -> list[str]:
    """Name the rules of Tents that an answer breaks."""
    trees, tents = named(facts, "tree"), named(answer, "tent")
    return _broken(
        outside=set(tents) <= set(cells_of(facts)),
        on_tree=not set(tents) & set(trees),
        matching=can_match(trees, tents),
        touch=all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1 for a, b in combinations(tents, 2)),
        row_count=all(sum(tent[0] == row for tent in tents) == n for row, n in named(facts, "tent_row")),
        column_count=all(sum(tent[1] == column for tent in tents) == n for column, n in named(facts, "tent_column")),
    )


def can_match(trees: list[Cell], tents: list[Cell]) -> bool:
    """Whether trees and tents can be paired one to one, each tent beside its tree."""
    tree_of: dict[Cell, Cell] = {}

    def pitch(tree: Cell, tried: set[Cell]) -> bool:
        for tent in tents:
            if beside(tree, tent) and tent not in tried:
                tried.add(tent)
                if tent not in tree_of or pitch(tree_of[tent], tried):
                    tree_of[tent] = tree
                    return True
        return False

    return len(trees) == len(tents) and all(pitch(tree, set()) for tree in trees)


def brute_tents(facts: Facts) -> int:
    """Count the solutions of a tiny board."""
    trees = named(facts, "tree")
    free = [("tent", *cell) for cell in cells_of(facts) if cell not in trees]
    return sum(not check_tents(facts, tents) for tents in combinations(free, len(trees)))


# Norinori


def check_norinori(facts: Facts, answer: Facts) -> list[str]:
    """Name the rules of Norinori that an answer breaks."""
    shaded, region = named(answer, "shaded"), {(row, column): name for row, column, name in named(facts, "region")}
    held = Counter(region.get(cell) for cell in shaded)
    return _broken(
        outside=set(shaded) <= set(cells_of(facts)),
        region=all(held[name] == 2 for name in region.values()),
        domino=all(sum(beside(cell, other) for other in shaded) == 1 for cell in shaded),
    )


def brute_norinori(facts: Facts) -> int:
    """Count the solutions of a tiny board."""
    regions: dict[Any, list[Fact]] = {}
    for row, column, name in named(facts, "region"):
        regions.setdefault(name, []).append(("shaded", row, column))
    choices = product(*(combinations(cells, 2) for cells in regions.values()))
    return sum(not check_norinori(facts, [cell for pair in choice for cell in pair]) for choice in choices)


# Queens


def check_queens(facts: Facts, answer: Facts) -> list[str]:
    """Name the rules of the queens puzzle that an answer breaks."""
    queens, lines = named(answer, "queen"), list(range(1, size_of(facts)[0] + 1))
    return _broken(
        row=sorted(row for row, _ in queens) == lines,
        column=sorted(column for _, column in queens) == lines,
        falling_diagonal=len({row - column for row, column in queens}) == len(queens),
        rising_diagonal=len({row + column for row, column in queens}) == len(queens),
        given=set(named(facts, "given")) <= set(queens),
        blocked=not set(named(facts, "blocked")) & set(queens),
    )


def brute_queens(facts: Facts) -> int:
    """Count the solutions of a small board."""
    lines = range(1, size_of(facts)[0] + 1)
    boards = ([("queen", *cell) for cell in zip(lines, columns, strict=True)] for columns in permutations(lines))
    return sum(not check_queens(facts, board) for board in boards)


# Flow


def check_flow(facts: Facts, answer: Facts, *, touch: bool | int = True, fill: bool | int = True) -> list[str]:
    """Name the rules of Flow that an answer breaks.

    ``touch`` allows a path beside itself, ``fill`` wants a path in every cell.
    """
    cells = cells_of(facts)
    colour = {(row, column): name for row, column, name in named(facts, "terminal")}
    edges = [((r, c), (r, c + 1) if way == "right" else (r + 1, c)) for r, c, way in named(answer, "link")]
    ends = Counter(cell for edge in edges for cell in edge)
    paths = _components(cells, edges)
    other = [cell for cell in cells if cell not in colour]
    loops = [path for path in paths if len(path) > 1 and all(ends[c] > 1 and c not in colour for c in path)]
    beside_itself = [
        pair for path in paths for pair in combinations(sorted(path), 2) if beside(*pair) and pair not in edges
    ]
    return _broken(
        outside=set(ends) <= set(cells),
        terminal=all(ends[cell] == 1 for cell in colour),
        fill=not fill or all(ends[cell] for cell in other),
        branch=all(ends[cell] <= 2 for cell in other),
        dead_end=all(ends[cell] != 1 for cell in other),
        colour=all(len({colour[cell] for cell in path if cell in colour}) <= 1 for path in paths),
        loop=not loops,
        touch=bool(touch) or not beside_itself,
    )


def _components(cells: list[Cell], edges: list[tuple[Cell, Cell]]) -> list[set[Cell]]:
    """Give the sets of cells that are joined by edges."""
    part = {cell: {cell} for cell in cells}
    for one, other in edges:
        merged = part.get(one, {one}) | part.get(other, {other})
        part.update(dict.fromkeys(merged, merged))
    return [cells for cell, cells in part.items() if cell == min(cells)]


def brute_flow(facts: Facts, *, touch: bool | int = True, fill: bool | int = True) -> int:
    """Count the solutions of a tiny board."""
    return sum(not check_flow(facts, links, touch=touch, fill=fill) for links in _flow_links(facts))


def _flow_links(facts: Facts) -> Iterator[list[Fact]]:
    """Give all sets of links with one link at each terminal, and two or none elsewhere."""
    cells, (height, width) = cells_of(facts), size_of(facts)
    terminals = {(row, column) for row, column, _ in named(facts, "terminal")}

    def extend(number: int, links: list[Fact], ends: Counter[Cell]) -> Iterator[list[Fact]]:
        if number == len(cells):
            yield links
            return
        row, column = cells[number]
        degrees = (1,) if (row, column) in terminals else (0, 2)
        for right, down in product(range(min(2, width - column + 1)), range(min(2, height - row + 1))):
            if ends[row, column] + right + down in degrees:
                new = [("link", row, column, "right")] * right + [("link", row, column, "down")] * down
                after = ends + Counter({(row, column + 1): right, (row + 1, column): down})
                yield from extend(number + 1, links + new, after)

    return extend(0, [], Counter())


# Tetravex


def check_tetravex(facts: Facts, answer: Facts) -> list[str]:
    """Name the rules of Tetravex that an answer breaks."""
    tiles = {name: sides for name, *sides in named(facts, "tile")}
    placed = named(answer, "place")
    neighbours = [(one, other) for one in placed for other in placed if beside(one[:2], other[:2])]
    across = [(tiles[a[2]], tiles[b[2]]) for a, b in neighbours if a[0] == b[0] and a[1] < b[1]]
    below = [(tiles[a[2]], tiles[b[2]]) for a, b in neighbours if a[0] < b[0]]
    return _broken(
        cell=sorted(place[:2] for place in placed) == cells_of(facts),
        tile=sorted(place[2] for place in placed) == sorted(tiles),
        across=all(left[3] == right[2] for left, right in across),
        below=all(upper[1] == lower[0] for upper, lower in below),
        fixed=all((row, column, name) in placed for name, row, column in named(facts, "fixed")),
    )


def brute_tetravex(facts: Facts) -> int:
    """Count the pictures of a small board; equal tiles are interchangeable."""
    return sum(not check_tetravex(facts, places) for places in _tetravex_places(facts))


def _tetravex_places(facts: Facts) -> Iterator[list[Fact]]:
    """Fill the board in reading order, with only one of several equal tiles at each turn."""
    cells = cells_of(facts)
    tiles = {name: tuple(sides) for name, *sides in named(facts, "tile")}
    fixed = {(row, column): name for name, row, column in named(facts, "fixed")}

    def fits(cell: Cell, name: Any, filled: dict[Cell, Any]) -> bool:
        upper, left = filled.get((cell[0] - 1, cell[1])), filled.get((cell[0], cell[1] - 1))
        return (upper is None or tiles[upper][1] == tiles[name][0]) and (
            left is None or tiles[left][3] == tiles[name][2]
        )

    def extend(filled: dict[Cell, Any], loose: list[Any]) -> Iterator[list[Fact]]:
        if len(filled) == len(cells):
            yield [("place", *cell, name) for cell, name in filled.items()]
            return
        cell = cells[len(filled)]
        for name in [fixed[cell]] if cell in fixed else {tiles[name]: name for name in loose}.values():
            if fits(cell, name, filled):
                yield from extend({**filled, cell: name}, [other for other in loose if other != name])

    return extend({}, [name for name in tiles if name not in fixed.values()])


# Starbattle


def check_starbattle(facts: Facts, answer: Facts, *, stars: int = 1) -> list[str]:
    """Name the rules of Star Battle that an answer breaks."""
    placed, region = named(answer, "star"), {(row, column): name for row, column, name in named(facts, "region")}
    lines = range(1, size_of(facts)[0] + 1)
    return _broken(
        outside=set(placed) <= set(cells_of(facts)),
        row=all(sum(cell[0] == line for cell in placed) == stars for line in lines),
        column=all(sum(cell[1] == line for cell in placed) == stars for line in lines),
        region=all(sum(region.get(cell) == name for cell in placed) == stars for name in region.values()),
        touch=all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1 for a, b in combinations(placed, 2)),
    )


def brute_starbattle(facts: Facts, *, stars: int = 1) -> int:
    """Count the solutions of a small board."""
    return sum(not check_starbattle(facts, placed, stars=stars) for placed in star_rows(size_of(facts)[0], stars))


def star_rows(n: int, stars: int) -> Iterator[list[Fact]]:
    """Give all ways to put so many stars into each row and column that none touch."""

    def extend(rows: list[tuple[int, ...]]) -> Iterator[list[Fact]]:
        if len(rows) == n:
            yield [("star", row, column) for row, columns in enumerate(rows, 1) for column in columns]
            return
        full = Counter(column for columns in rows for column in columns)
        above = rows[-1] if rows else ()
        for columns in combinations([column for column in range(1, n + 1) if full[column] < stars], stars):
            apart = all(b - a > 1 for a, b in combinations(columns, 2))
            if apart and all(abs(column - other) > 1 for column in columns for other in above):
                yield from extend([*rows, columns])

    return extend([])

"""What the tests know of each genre, found by its name: ``NAME.json`` or ``NAME.py`` beside this file, or both.

``NAME.json`` holds facts from outside, which ``tests/test_data.py`` compares with the program; tools/README.md
says what each of its keys is.  In ``NAME.py`` the rules are once more, in plain Python and without clingo.
Boards and answers are collections of tuples such as ``("tree", 1, 4)``, or texts of facts.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pyclingo_app import Puzzle, load

Fact = tuple[Any, ...]
Facts = Collection[Fact]
Cell = tuple[int, int]
Mode = dict[str, int]  # values of constants

FOLDER = Path(__file__).parent
# Genres that have rules in Python, those that have data, and all.
CHECKED, KNOWN = (sorted(path.stem for path in FOLDER.glob(f"[a-z]*.{ending}")) for ending in ("py", "json"))
NAMES = sorted({*CHECKED, *KNOWN})


class Wrong(NamedTuple):
    """A board, its right answer, None if it has none, and another one that breaks just the rules named."""

    rules: list[str]
    board: str
    right: str | None
    wrong: str
    mode: Mode = {}  # noqa: RUF012


class Published(NamedTuple):
    """A board with the number of solutions that others state, and the only solution if they show it.

    The board is a text of facts, empty for no instance, or the name of a packaged one.
    """

    board: str
    number: int
    solution: str = ""
    mode: Mode = {}  # noqa: RUF012


# What becomes of words when rows and columns are exchanged: sides of a board, and ways from a cell.
SIDES = {"left": "top", "top": "left", "right": "bottom", "bottom": "right"}
WAYS = {"left": "up", "up": "left", "right": "down", "down": "right"}
# What is said of a region by its number.
OF_REGIONS = ("holds", "product", "total", "visit")
# What goes from cell to cell: its number, and that of the cell in it, stand before the cell.
FROM_CELL_TO_CELL = ("glass",)


def transposed(fact: Fact) -> Fact:
    """Exchange rows and columns."""
    name, first, *rest = fact
    if first in SIDES:
        return (name, SIDES[first], *rest)
    parts = name.split("_")
    if "row" in parts or "column" in parts:
        other = {"row": "column", "column": "row"}
        return ("_".join(other.get(part, part) for part in parts), first, *rest)
    second, *more = rest
    if name in FROM_CELL_TO_CELL:
        return (name, first, second, *more[::-1])
    return fact if name in OF_REGIONS and not more else (name, second, first, *(WAYS.get(x, x) for x in more))


def reflected(fact: Fact, width: int) -> Fact:
    """Exchange left and right; what says to which side of its cell it is stays at the same side."""
    name, first, *rest = fact
    if first in ("left", "right"):
        return (name, "left" if first == "right" else "right", *rest)
    if "column" in name.split("_"):
        return (name, width + 1 - first, *rest)
    if name == "size" or "row" in name.split("_") or (name in OF_REGIONS and len(rest) == 1):
        return fact
    if name in FROM_CELL_TO_CELL:
        return (name, first, *rest[:2], width + 1 - rest[2])
    return (name, first, width + 1 - rest[0], *rest[1:])


def unnamed(facts: Facts) -> Hashable:
    """Give what is left of a board when its regions have no names: the order in which they appear."""
    region = by_cell(facts, "region")
    order = {name: k for k, name in enumerate(dict.fromkeys(region[cell] for cell in sorted(region)))}

    def renamed(fact: Fact) -> Fact:
        name, first, *rest = fact
        if name == "region":
            return (name, first, rest[0], order[rest[1]])
        return (name, order.get(first, first), *rest) if name in OF_REGIONS and len(rest) == 1 else fact

    return frozenset(map(renamed, facts))


@dataclass(frozen=True, eq=False, repr=False)
class Genre:
    """The tables of a genre; ``GENRE`` in its file.  One that has data only has ``implied``, ``made``,
    ``game_ids`` and ``unheld`` from these, if they are there.

    check       names the rules that an answer to a board breaks
    brute       counts the solutions of a tiny board by trying all answers there are
    board       makes a tiny random board, in about half of the cases from a solution
    wrong       wrong answers: at least one for each rule that ``check`` names
    modes       constants with which the boards are tried, too
    stated      words in the first line of an instance after which it states another number of solutions,
                and the constants that this is for
    implied     sentences of rules that follow from others, so that boards need them only without these, and these
    published   boards whose numbers of solutions are known from elsewhere
    twins       boards with two answers that look the same, so that only one of them is counted
    transposed, reflected
                what a fact is on the board on its side, and in a mirror of a width
    unnamed     what is left of a board without names that say nothing
    redrawn     whether a drawn solution, read as an instance, is the board that was solved
    urls, game_ids, texts
                published boards in other formats, with one solution each.  Sources of URLs: robx/pzprjs,
                test/script/GENRE.js (P); semiexp/cspuz_core, cspuz_rs_puzzles/src/puzzles (C); T0nyX1ang/noqx,
                solver/GENRE.py and const.py (N); swaroopg92/penpa-edit, test/public/example_urls.js (E); single
                URLs that pages and programs in public repositories show as examples (W)
    unheld      formats that cannot hold all boards, and the error then
    made        sizes of boards that are made: one whose answers can all be tried, None if there is none, and one
                that is looked at
    """

    name: str
    check: Callable[..., list[str]] | None = None
    brute: Callable[..., int] | None = None
    board: Callable[[Random], list[Fact]] | None = None
    wrong: list[Wrong] = field(default_factory=list)
    modes: list[Mode] = field(default_factory=lambda: [{}])
    stated: dict[str, Mode] = field(default_factory=dict)
    implied: dict[str, tuple[str, ...]] = field(default_factory=dict)
    published: list[Published] = field(default_factory=list)
    twins: list[tuple[str, str, str]] = field(default_factory=list)
    transposed: Callable[[Fact], Fact] = transposed
    reflected: Callable[[Fact, int], Fact] = reflected
    unnamed: Callable[[Facts], Hashable] = unnamed
    redrawn: bool = True
    urls: list[str] = field(default_factory=list)
    game_ids: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    unheld: dict[str, str] = field(default_factory=dict)
    made: tuple[tuple[int, int] | None, tuple[int, int]] = ((3, 4), (6, 6))

    def __repr__(self) -> str:
        return self.name

    @property
    def addresses(self) -> list[str]:
        """Published boards with one solution, in addresses: those of the data that are no facts, and others."""
        known = [board for board, number, *_ in data(self.name)["published"] if number == 1]
        return list(dict.fromkeys([board for board in known if board.startswith("http")] + self.urls))


@cache
def packaged(name: str, **constants: str | int) -> Puzzle:
    """Load one of the puzzles of the package, once."""
    return load(name, constants=constants)


@cache
def find(name: str) -> Genre:
    """Give the genre of a name."""
    if name not in CHECKED:
        tables = {key: data(name)[key] for key in ("implied", "game_ids", "unheld") if key in data(name)}
        if made := data(name)["made"]:
            tables["made"] = tuple(size and tuple(size) for size in made)
        return Genre(name, modes=_modes(name), **tables)
    genre: Genre = import_module(f"genres.{name}").GENRE
    return genre


def _modes(name: str) -> list[Mode]:
    """Give no constants, and each that is 0 or 1 with the other value."""
    defaults = packaged(name).program.defaults
    return [{}, *({constant: 1 - int(value)} for constant, value in defaults.items() if value in ("0", "1"))]


@cache
def data(name: str) -> dict[str, Any]:
    """Give the facts from outside about a genre, by their keys; those that it has not are empty."""
    path = FOLDER / f"{name}.json"
    return defaultdict(list, json.loads(path.read_text(encoding="utf-8")) if path.exists() else {})


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


def by_cell(facts: Facts, name: str) -> dict[Cell, Any]:
    """Give the last argument of the facts of one name, by the cell before it."""
    return {(row, column): value for row, column, value in named(facts, name)}


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


def touching(one: Cell, other: Cell) -> bool:
    """Whether two cells share a side or a corner, or are the same."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1


def broken(**rules: bool) -> list[str]:
    """Give the names of the rules that do not hold."""
    return [name.replace("_", " ") for name, holds in rules.items() if not holds]


def filled(*rows: str) -> str:
    """Give the numbers of an answer, row by row, a digit for each cell."""
    return "".join(f"number({r},{c},{n})." for r, row in enumerate(rows, 1) for c, n in enumerate(row, 1))


def line_counts(cells: Iterable[Cell], marked: Collection[Cell], random: Random, share: float) -> list[Fact]:
    """Count the marked cells in some of the rows and columns in which cells are."""
    lines = {(name, cell[place], place) for cell in cells for name, place in (("row_count", 0), ("column_count", 1))}
    return [
        (name, line, sum(cell[place] == line for cell in marked))
        for name, line, place in sorted(lines)
        if random.random() < share
    ]


def grown(random: Random, cells: list[Cell], rooms: int) -> list[Fact]:
    """Divide a board into regions from 0 on, which in most cases are connected."""
    region = dict(zip(random.sample(cells, rooms), range(rooms), strict=True))
    while len(region) < len(cells):
        cell = random.choice([cell for cell in cells if cell not in region])
        near = [room for other, room in region.items() if beside(cell, other)]
        if near or random.random() < 0.02:
            region[cell] = random.choice(near or [*region.values()])
    return [("region", *cell, region[cell]) for cell in cells]

"""The puzzles as propositional formulas in conjunctive normal form, for the SAT solver CaDiCaL in PySAT.

    python benchmarks/peers/cadical.py PUZZLE INSTANCE [NAME=VALUE ...]

The encodings are those of the classical reports, with pairwise at-most-one
clauses.  What a formula cannot say without many more variables, that flow has no
closed loop, is said when a loop appears, and the solver goes on.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import combinations

from board import Answer, Board, Cell, beside, cells, constant, edges, main
from pysat.solvers import Solver


class Formula:
    """A solver with variables that are numbered when they are first named."""

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}
        self.solver = Solver(name="cadical195")

    def variable(self, *name: object) -> int:
        """Give the number of a variable."""
        return self.numbers.setdefault(name, len(self.numbers) + 1)

    def clause(self, *literals: int) -> None:
        """Add a clause."""
        self.solver.add_clause(literals)

    def at_most(self, bound: int, literals: Iterable[int], unless: tuple[int, ...] = ()) -> None:
        """No more than so many of the literals hold."""
        for some in combinations(list(literals), bound + 1):
            self.clause(*unless, *(-literal for literal in some))

    def at_least(self, bound: int, literals: Iterable[int], unless: tuple[int, ...] = ()) -> None:
        """At least so many of the literals hold."""
        literals = list(literals)
        for some in combinations(literals, max(len(literals) - bound + 1, 0)):
            self.clause(*unless, *some)

    def exactly(self, bound: int, literals: Iterable[int], unless: tuple[int, ...] = ()) -> None:
        """So many of the literals hold."""
        literals = list(literals)
        self.at_least(bound, literals, unless)
        self.at_most(bound, literals, unless)

    def solve(self, more: Callable[[set[int]], list[list[int]]] = lambda _: []) -> Answer | None:
        """Give the names of the variables that hold, or None; ``more`` gives clauses that an answer breaks."""
        while self.solver.solve():
            true = {literal for literal in self.solver.get_model() or () if literal > 0}
            broken = more(true)
            if not broken:
                return [name for name, number in self.numbers.items() if number in true]  # type: ignore[misc]
            for clause in broken:
                self.clause(*clause)
        return None


def tetravex(board: Board) -> Answer | None:
    """A tile in each cell, a cell for each tile, and no two neighbours that do not match."""
    formula = Formula()
    tiles = {name: sides for name, *sides in board["tile"]}
    place = {(cell, tile): formula.variable("place", *cell, tile) for cell in cells(board) for tile in tiles}
    for cell in cells(board):
        formula.exactly(1, [place[cell, tile] for tile in tiles])
    for tile in tiles:
        formula.exactly(1, [place[cell, tile] for cell in cells(board)])
    for one, other, d in edges(board):
        here, there = (3, 2) if d == "right" else (1, 0)
        for tile, sides in tiles.items():
            for name, numbers in tiles.items():
                if tile != name and sides[here] != numbers[there]:
                    formula.clause(-place[one, tile], -place[other, name])
    for tile, r, c in board["fixed"]:
        formula.clause(place[(r, c), tile])
    return formula.solve()


def queens(board: Board) -> Answer | None:
    """A queen in each row and each column, and no two that attack each other."""
    formula = Formula()
    n = board["size"][0][0] if board.get("size") else constant(board, "n", 8)
    lines: dict[tuple[str, int], list[int]] = defaultdict(list)
    for r in range(1, n + 1):
        for c in range(1, n + 1):
            for line in (("row", r), ("column", c), ("falling", r - c), ("rising", r + c)):
                lines[line].append(formula.variable("queen", r, c))
    for (kind, _), literals in lines.items():
        if kind in ("row", "column"):
            formula.at_least(1, literals)
        formula.at_most(1, literals)
    for cell in board["given"]:
        formula.clause(formula.variable("queen", *cell))
    for cell in board["blocked"]:
        formula.clause(-formula.variable("queen", *cell))
    return formula.solve()


def norinori(board: Board) -> Answer | None:
    """Two cells of each region; a shaded cell has a shaded neighbour, and no two."""
    formula = Formula()
    shaded = {cell: formula.variable("shaded", *cell) for cell in cells(board)}
    regions = defaultdict(list)
    for r, c, region in board["region"]:
        regions[region].append(shaded[r, c])
    for literals in regions.values():
        formula.exactly(2, literals)
    for cell, literal in shaded.items():
        formula.exactly(1, [shaded[x] for x in beside(cell) if x in shaded], (-literal,))
    return formula.solve()


def flow(board: Board) -> Answer | None:
    """A colour of each cell and each edge; one edge at each terminal, two of its colour at each other cell."""
    formula = Formula()
    terminals = {(r, c): colour for r, c, colour in board["terminal"]}
    colours = sorted(set(terminals.values()))
    at: dict[tuple[Cell, object], list[int]] = defaultdict(list)
    link = {}
    for one, other, d in edges(board):
        link[one, other] = formula.variable("link", *one, d)
        for x in colours:
            edge = formula.variable("edge", *one, d, x)
            formula.clause(-edge, link[one, other])
            for cell in (one, other):
                at[cell, x].append(edge)
                formula.clause(-edge, formula.variable("colour", *cell, x))
            if not constant(board, "touch", 1):
                same = (-formula.variable("colour", *cell, x) for cell in (one, other))
                formula.clause(*same, edge)
        formula.clause(-link[one, other], *(formula.variable("edge", *one, d, x) for x in colours))
    for cell in cells(board):
        formula.exactly(1, [formula.variable("colour", *cell, x) for x in colours])
        if cell in terminals:
            formula.clause(formula.variable("colour", *cell, terminals[cell]))
        for x in colours:
            needed = 1 if cell in terminals else 2
            formula.exactly(needed, at[cell, x], (-formula.variable("colour", *cell, x),))

    def loops(true: set[int]) -> list[list[int]]:
        """Give a clause against each closed loop, from the links that no terminal leads to."""
        near = defaultdict(list)
        for (one, other), literal in link.items():
            if literal in true:
                near[one].append(other)
                near[other].append(one)

        def part(todo: list[Cell]) -> set[Cell]:
            found = set(todo)
            while todo:
                more = [cell for cell in near[todo.pop()] if cell not in found]
                found.update(more)
                todo += more
            return found

        clauses = []
        left = set(near) - part(list(terminals))
        while left:
            loop = part([left.pop()])
            left -= loop
            clauses.append([-literal for (one, _), literal in link.items() if one in loop and literal in true])
        return clauses

    answer = formula.solve(loops)
    return answer and [name for name in answer if name[0] == "link"]


if __name__ == "__main__":
    main({"tetravex": tetravex, "queens": queens, "norinori": norinori, "flow": flow})

"""Flow for the SMT solver Z3 through grilops, a library for puzzles on grids.

    python benchmarks/peers/grilops_z3.py flow INSTANCE [touch=0]

Of the genres measured grilops has parts for this one only, its paths; the others
would be plain Z3.
"""

from collections import defaultdict

import grilops
from board import Answer, Board, cells, constant, edges, main
from grilops.geometry import Point
from grilops.paths import PathConstrainer, PathSymbolSet
from z3 import Or


def flow(board: Board) -> Answer | None:
    """Paths that end at terminals only, both ends of a colour on one path."""
    ((height, width),) = board["size"]
    lattice = grilops.get_rectangle_lattice(height, width)
    symbols = PathSymbolSet(lattice)
    grid = grilops.SymbolGrid(lattice, symbols)
    paths = PathConstrainer(grid, complete=True, allow_loops=False)
    point = {(r, c): Point(r - 1, c - 1) for r, c in cells(board)}
    ends = defaultdict(list)
    for r, c, colour in board["terminal"]:
        ends[colour].append((r, c))
    terminals = {cell for pair in ends.values() for cell in pair}
    for cell, p in point.items():
        grid.solver.add(symbols.is_terminal(grid.grid[p]) == (cell in terminals))
    for one, other in ends.values():
        # A path is numbered from the first of its cells.
        grid.solver.add(paths.path_instance_grid[point[one]] == lattice.point_to_index(point[one]))
        grid.solver.add(paths.path_instance_grid[point[other]] == lattice.point_to_index(point[one]))
    ways = {d.name: d for d in lattice.edge_sharing_directions()}

    def leaves(cell: tuple[int, int], d: str) -> object:
        symbol = grid.grid[point[cell]]
        return Or([symbol == s for s in symbols.symbols_for_direction(ways["E" if d == "right" else "S"])])

    if not constant(board, "touch", 1):
        for one, other, d in edges(board):
            path = paths.path_instance_grid
            grid.solver.add(Or(path[point[one]] != path[point[other]], leaves(one, d)))
    if not grid.solve():
        return None
    model = grid.solver.model()
    return [("link", *one, d) for one, _, d in edges(board) if model.eval(leaves(one, d))]


if __name__ == "__main__":
    main({"flow": flow})

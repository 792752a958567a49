"""The puzzles as models of the constraint solver CP-SAT of OR-Tools.

    python benchmarks/peers/cpsat.py PUZZLE INSTANCE [NAME=VALUE ...]

Each model is written the way that the solver likes best, of those tried: Boolean
variables with exactly-one constraints and linear sums, and for flow one circuit
through all cells.  WORKERS threads (default 1, as for all programs measured).
"""

import os
from collections import defaultdict

from board import Answer, Board, beside, cells, constant, edges, main
from ortools.sat.python import cp_model


def solve(model: cp_model.CpModel) -> cp_model.CpSolver | None:
    """Solve a model; None when it has no solution."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = int(os.environ.get("WORKERS", "1"))
    status = solver.solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE), solver.status_name(status)
    return None if status == cp_model.INFEASIBLE else solver


def tents(board: Board) -> Answer | None:
    """One site of each tree, at most one tree of each site, at most one tent in each square of four cells."""
    model = cp_model.CpModel()
    ((height, width),) = board["size"]
    trees = set(board["tree"])
    tent = {cell: model.new_bool_var("") for cell in cells(board) if cell not in trees}
    owner = defaultdict(list)
    for tree in trees:
        own = {cell: model.new_bool_var("") for cell in beside(tree) if cell in tent}
        model.add_exactly_one(own.values())
        for cell, variable in own.items():
            owner[cell].append(variable)
    for cell, variable in tent.items():
        model.add(sum(owner[cell]) == variable)
    for r in range(1, height + 1):
        for c in range(1, width + 1):
            model.add_at_most_one(tent[x] for x in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)) if x in tent)
    for r, number in board["tent_row"]:
        model.add(sum(tent[x] for x in tent if x[0] == r) == number)
    for c, number in board["tent_column"]:
        model.add(sum(tent[x] for x in tent if x[1] == c) == number)
    solver = solve(model)
    return solver and [("tent", *cell) for cell in tent if solver.boolean_value(tent[cell])]


def queens(board: Board) -> Answer | None:
    """One queen in each row and column, at most one on each diagonal."""
    model = cp_model.CpModel()
    n = board["size"][0][0] if board.get("size") else constant(board, "n", 8)
    lines = defaultdict(list)
    queen = {(r, c): model.new_bool_var("") for r in range(1, n + 1) for c in range(1, n + 1)}
    for (r, c), variable in queen.items():
        for line in (("row", r), ("column", c), ("falling", r - c), ("rising", r + c)):
            lines[line].append(variable)
    for (kind, _), variables in lines.items():
        if kind in ("row", "column"):
            model.add_exactly_one(variables)
        else:
            model.add_at_most_one(variables)
    for cell in board["given"]:
        model.add(queen[cell] == 1)
    for cell in board["blocked"]:
        model.add(queen[cell] == 0)
    solver = solve(model)
    return solver and [("queen", *cell) for cell in queen if solver.boolean_value(queen[cell])]


def norinori(board: Board) -> Answer | None:
    """Two cells of each region; one neighbour of each shaded cell."""
    model = cp_model.CpModel()
    regions = defaultdict(list)
    shaded = {cell: model.new_bool_var("") for cell in cells(board)}
    for r, c, region in board["region"]:
        regions[region].append(shaded[r, c])
    for variables in regions.values():
        model.add(sum(variables) == 2)
    for cell, variable in shaded.items():
        model.add(sum(shaded[x] for x in beside(cell) if x in shaded) == 1).only_enforce_if(variable)
    solver = solve(model)
    return solver and [("shaded", *cell) for cell in shaded if solver.boolean_value(shaded[cell])]


def tetravex(board: Board) -> Answer | None:
    """One cell of each tile, one tile in each cell; both sides of a border show a number equally often."""
    model = cp_model.CpModel()
    place = {(cell, tile[0]): model.new_bool_var("") for cell in cells(board) for tile in board["tile"]}
    for cell in cells(board):
        model.add_exactly_one(place[cell, tile[0]] for tile in board["tile"])
    for tile in board["tile"]:
        model.add_exactly_one(place[cell, tile[0]] for cell in cells(board))
    sides = defaultdict(list)
    for name, *numbers in board["tile"]:
        for side, number in zip(("top", "bottom", "left", "right"), numbers, strict=True):
            sides[side, number].append(name)
    numbers = {number for _, number in sides}
    for one, other, d in edges(board):
        here, there = ("right", "left") if d == "right" else ("bottom", "top")
        for number in numbers:
            shown = sum(place[one, tile] for tile in sides[here, number])
            model.add(shown == sum(place[other, tile] for tile in sides[there, number]))
    for tile, r, c in board["fixed"]:
        model.add(place[(r, c), tile] == 1)
    solver = solve(model)
    return solver and [("place", *cell, tile) for (cell, tile), x in place.items() if solver.boolean_value(x)]


def flow(board: Board) -> Answer | None:
    """One circuit through all cells: the paths from first to second terminals, in the order of their colours."""
    model = cp_model.CpModel()
    number = {cell: i for i, cell in enumerate(cells(board))}
    ends = defaultdict(list)
    for r, c, colour in board["terminal"]:
        ends[colour].append((r, c))
    colours = list(ends)
    first, last = {ends[x][0] for x in colours}, {ends[x][1] for x in colours}
    arcs = [
        (number[ends[x][1]], number[ends[y][0]], True) for x, y in zip(colours, colours[1:] + colours[:1], strict=True)
    ]
    colour = {cell: {x: model.new_bool_var("") for x in colours} for cell in number}
    for cell in number:
        model.add_exactly_one(colour[cell].values())
    for r, c, x in board["terminal"]:
        model.add(colour[r, c][x] == 1)
    link = {}
    for one, other, d in edges(board):
        joined = link[(*one, d)] = model.new_bool_var("")
        ways = []
        for a, b in ((one, other), (other, one)):
            if a not in last and b not in first:
                ways.append(model.new_bool_var(""))
                arcs.append((number[a], number[b], ways[-1]))
        model.add(sum(ways) == joined)
        for x in colours:
            model.add_implication(colour[one][x], colour[other][x]).only_enforce_if(joined)
            model.add_implication(colour[other][x], colour[one][x]).only_enforce_if(joined)
            if not constant(board, "touch", 1):
                model.add_bool_or(~colour[one][x], ~colour[other][x], joined)
    model.add_circuit(arcs)
    solver = solve(model)
    return solver and [("link", *place) for place, x in link.items() if solver.boolean_value(x)]


if __name__ == "__main__":
    main({"tents": tents, "queens": queens, "norinori": norinori, "tetravex": tetravex, "flow": flow})

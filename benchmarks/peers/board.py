"""What the peers share: reading a board of facts, and writing an answer as facts."""

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

Cell = tuple[int, int]
Board = dict[str, list[tuple[Any, ...]]]
Answer = Iterable[tuple[Any, ...]]  # ("tent", 1, 2), ...

FACT = re.compile(r"([a-z]\w*)\(([^()]*)\)\s*\.")


def read(path: str) -> Board:
    """Read a file of facts whose arguments are numbers or names, into a list of arguments for each predicate."""
    board: Board = defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for line in file:
            for name, arguments in FACT.findall(line.split("%")[0]):
                values = (value.strip() for value in arguments.split(","))
                board[name].append(tuple(int(v) if v.lstrip("-").isdigit() else v for v in values))
    return board


def cells(board: Board) -> list[Cell]:
    """Give the cells in reading order."""
    ((height, width),) = board["size"]
    return [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]


def beside(cell: Cell) -> list[Cell]:
    """Give the four cells that share a side with a cell, some of them perhaps outside the board."""
    r, c = cell
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def edges(board: Board) -> list[tuple[Cell, Cell, str]]:
    """Give the pairs of cells that share a side, with the direction from the first to the second."""
    inside = set(cells(board))
    near = [((r, c), other, d) for r, c in cells(board) for other, d in (((r, c + 1), "right"), ((r + 1, c), "down"))]
    return [edge for edge in near if edge[1] in inside]


def main(models: dict[str, Callable[[Board], Answer | None]]) -> None:
    """Solve ``PUZZLE INSTANCE [NAME=VALUE ...]``; print the answer as facts, and give clingo's exit statuses.

    Constants stand among the facts of the board, as predicates of one argument.
    """
    if len(sys.argv) < 3 or sys.argv[1] not in models:
        sys.exit(f"usage: {sys.argv[0]} {'|'.join(models)} INSTANCE [NAME=VALUE ...]")
    board = read(sys.argv[2])
    for constant in sys.argv[3:]:
        name, _, value = constant.partition("=")
        board[name] = [(int(value),)]
    answer = models[sys.argv[1]](board)
    if answer is None:
        print("UNSATISFIABLE")
        sys.exit(20)
    print(" ".join(f"{name}({','.join(map(str, values))})." for name, *values in answer))
    sys.exit(10)


def constant(board: Board, name: str, default: int) -> int:
    """Give the value of a constant."""
    return board[name][0][0] if board.get(name) else default

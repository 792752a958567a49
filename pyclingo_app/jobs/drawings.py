"""The JSON form of boards: what lies at a cell is [row, column, what]."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..draw.board import Board
from ..draw.text import render_text

Event = dict[str, Any]

_PLACED = ("marks", "sides", "shades", "lines", "focus")
_BORDERS = ("between", "edges")
_SETS: dict[str, Callable[[Iterable[Any]], Any]] = {
    "walls": set,
    **dict.fromkeys(("empty", "barred", "several", "double"), frozenset),
}


def drawn(board: Board | None) -> Event:
    """Give the fields ``board`` and ``drawing``; none when nothing was drawn."""
    return {} if board is None else {"board": render_text(board).split("\n"), "drawing": _drawing(board)}


def _drawing(board: Board) -> Event:
    placed = {name: [[*cell, what] for cell, what in getattr(board, name).items()] for name in _PLACED}
    sets = {name: sorted(map(list, getattr(board, name))) for name in _SETS}
    clues = {side: {str(index): texts for index, texts in lines.items()} for side, lines in board.clues.items()}
    between, edges = ([[*place, what] for place, what in getattr(board, name).items()] for name in _BORDERS)
    size = {"height": board.height, "width": board.width, "frame": board.frame}
    size |= {"origin": board.origin} if board.origin != (1, 1) else {}
    size |= {"undrawn": board.undrawn} if board.undrawn else {}
    return {**size, "clues": clues, "between": between, "edges": edges, **placed, **sets}


def as_board(event: Mapping[str, Any]) -> Board | None:
    """Read a board, if there is one."""
    if "drawing" not in event:
        return None
    data = event["drawing"]
    placed: Event = {name: {(row, column): what for row, column, what in data[name]} for name in _PLACED}
    sets: Event = {name: kind(map(tuple, data[name])) for name, kind in _SETS.items()}
    clues = {side: {int(index): texts for index, texts in lines.items()} for side, lines in data["clues"].items()}
    borders: Event = {name: {(row, column, side): what for row, column, side, what in data[name]} for name in _BORDERS}
    size = {name: data[name] for name in ("height", "width", "frame")}
    size |= {name: tuple(data[name]) for name in ("origin", "undrawn") if name in data}
    return Board(**size, clues=clues, **borders, **placed, **sets)

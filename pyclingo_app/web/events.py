"""What events of the page are made of: a board as a picture and as data, and what is known by name."""

from collections.abc import Iterable, Mapping
from typing import Any

from clingo import Function, Symbol

from ..draw.board import Board, telling_found
from ..draw.svg import render_svg
from ..jobs.codec import form

Event = dict[str, Any]
Request = Mapping[str, Any]


def picture(board: Board | None, plain: Board | None = None) -> Event:
    """The fields of a board: as a picture, and as data for those who cannot see it.

    With the ``plain`` board, which has the clues alone, what else stands in its cells has a colour of its own.
    """
    if board is None:
        return {}
    board = telling_found(board, plain) if plain else board
    return {"svg": render_svg([board], "", numbered=True), "drawing": form(Board).write(board)}


def known(marks: Iterable[Symbol]) -> dict[Symbol, bool]:
    return {positive(atom): atom.positive for atom in marks}


def positive(atom: Symbol) -> Symbol:
    return Function(atom.name, atom.arguments)

"""Which lines of an argument are taken in at one look.

A line leads on from cell to cell, as where a loop has one way only: sentences that differ in their
only cell.  A mark gives something alone by several sentences, as a queen does for all lines that it stands on.
And what fills a cell rules out all else in it.
"""

import re
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, TypeVar

from ..draw.board import Cell

_CELL = re.compile(r"\((\d+), (\d+)\)")

T = TypeVar("T")


class Said(NamedTuple):
    """The text of a line, the marks that it takes, and those that it gives; ``inside`` one cell, where all of these
    are of the same."""

    text: str
    takes: Collection[object]
    gives: Collection[object]
    inside: bool


def looks(lines: Iterable[T], said: Callable[[T], Said | None]) -> list[list[T]]:
    """Put the lines of an argument that are one look together, in their order; None is said of one by itself."""
    found: list[list[T]] = []
    look: list[Said | None] = []
    for line in lines:
        one = said(line)
        if look and (_leads_on([*look, one]) or _from_one(look, one) or _fills(look[-1], one)):
            found[-1].append(line)
            look.append(one)
        else:
            found.append([line])
            look = [one]
    return found


def varying(texts: Iterable[str]) -> list[str] | None:
    """The cells in which sentences differ that differ in one cell each, their only one or a neighbour of what they
    have in common; None if they differ otherwise.

    >>> varying(["(1, 2) and (1, 3) touch.", "(1, 2) and (2, 1) touch."])
    ['(1, 3)', '(2, 1)']
    """
    every = list(texts)
    cells = [cells_in(text) for text in every]
    common = set.intersection(*map(set, cells))
    others = [cell for one in cells for cell in one if cell not in common]
    if len({*map(without_cells, every)}) > 1 or not len(others) == len({*others}) == len(every):
        return None
    if any(max(abs(r - x), abs(c - y)) > 1 for r, c in others for x, y in common):
        return None
    return list(map(str, others))


def without_cells(text: str) -> str:
    """A text without the cells that it names.

    >>> without_cells("The cell (1, 2) sees 3.")
    'The cell  sees 3.'
    """
    return _CELL.sub("", text)


def cells_in(text: str) -> list[Cell]:
    """The cells that a text names.

    >>> cells_in("The cells (1, 2) and (1, 3) touch.")
    [(1, 2), (1, 3)]
    """
    return [(int(row), int(column)) for row, column in _CELL.findall(text)]


def _leads_on(look: list[Said | None]) -> bool:
    texts = [one.text for one in look if one]
    if len(texts) < len(look) or any(len(cells_in(text)) != 1 for text in texts):
        return False
    return len({*map(without_cells, texts)}) == 1


def _from_one(look: list[Said | None], one: Said | None) -> bool:
    """Whether all lines take one mark, the same."""
    return one is not None and len(one.takes) == 1 and all(other and [*other.takes] == [*one.takes] for other in look)


def _fills(last: Said | None, one: Said | None) -> bool:
    """Whether a line says only what a mark that the last one gives means for its cell."""
    return bool(last and one and one.inside and len(one.takes) == 1 and next(iter(one.takes)) in last.gives)

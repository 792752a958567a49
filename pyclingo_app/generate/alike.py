"""Which boards are the same but for rotation, reflection and names."""

from collections.abc import Collection, Hashable, Iterator
from contextlib import suppress
from itertools import product

from clingo import Symbol

from ..draw.board import Board
from ..draw.symbols import GLYPHS
from ..errors import InstanceError
from ..facts.instance import Instance
from ..solve.drawing import draw_unsolved
from ..solve.problem import Problem

# Where what lies at a cell is, from its centre, if a cell is six wide and high.
_STEPS = {
    "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1), "corner": (1, 1),
    "top": (-1, 0), "bottom": (1, 0), "north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1),
}  # fmt: skip
_CELL = 6


def form(problem: Problem, solution: Collection[Symbol]) -> Hashable:
    """Give what a board has in common with all that are the same but for rotation, reflection and names.

    It is made of the drawing; what stands in a drawing without any clue is left out.  Where pieces wait beside
    the board, in places that say nothing, it is made of the drawing of the board's only solution.
    """
    board, solved = draw_unsolved(problem), draw_unsolved(problem, solution)
    if (board.height, board.width) != (solved.height, solved.width):
        board = solved
    items = set(_items(board))
    assert problem.instance
    sizes = tuple(fact for fact in problem.instance.facts if fact.match("size", 2))
    with suppress(InstanceError):  # without clues it may be no board
        items.difference_update(_items(draw_unsolved(problem._replace(instance=Instance("", sizes)))))
    height, width = _CELL * (board.height + 1), _CELL * (board.width + 1)
    images = []
    for turned, upwards, leftwards in product((False, True), repeat=3):
        image = []
        for kind, row, column, what in items:
            y = height - row if upwards else row
            x = width - column if leftwards else column
            image.append((kind, *((x, y) if turned else (y, x)), what))
        images.append(((width, height) if turned else (height, width), _renamed(image)))
    return min(images)


def _items(board: Board) -> Iterator[tuple[str, int, int, str]]:
    """Give what is drawn, each with the place of its middle."""
    for cell, texts in board.marks.items():
        yield from (("mark", *_place(cell), text) for text in texts)
    for cell, texts in board.small.items():
        yield "small", *_place(cell), " ".join(texts)
    for (row, column), texts_at in board.sides.items():
        for side, text in texts_at.items():
            yield "side", *_place((row, column), side, 1), text
    for cell, colour in board.shades.items():
        yield "shade", *_place(cell), colour
    for row, column, direction in board.walls:
        yield "wall", *_place((row, column), direction, 3), ""
    for (row, column), colours in board.lines.items():
        for direction in colours:
            yield "line", *_place((row, column), direction, 1), ""
    for (row, column, where), text in board.between.items():
        yield "between", *_place((row, column), where, 3), text
    for cell, cage in board.cages.items():
        yield "cage", *_place(cell), cage
    yield from (("hole", *_place(cell), "") for cell in board.holes)
    for cells in board.thermometers:
        yield from (("thermometer", *_place(cell), str(k)) for k, cell in enumerate(cells))
    for side, lines in board.clues.items():
        for index, texts in lines.items():
            # In the middle of their line: on which side they stand is the same, and in which order.
            middle = _CELL // 2 * ((board.width if side in ("left", "right") else board.height) + 1)
            place = (_CELL * index, middle) if side in ("left", "right") else (middle, _CELL * index)
            yield "clue", *place, " ".join(sorted(texts))
    for cells in board.arrows:
        yield from (("long arrow", *_place(cell), str(k)) for k, cell in enumerate(cells))
    for (row, column), (down, right), _ in board.segments:
        yield "segment", _CELL // 2 * (row + down), _CELL // 2 * (column + right), ""
    # In the middle of the board, wherever they stand beside it.
    centre = _CELL // 2 * (board.height + 1), _CELL // 2 * (board.width + 1)
    yield from (("beside", *centre, str(what)) for what in (*board.bank, *board.notes))


def _place(cell: tuple[int, int], step: str = "", far: int = 0) -> tuple[int, int]:
    down, right = _STEPS.get(step, (0, 0))
    return _CELL * cell[0] + far * down, _CELL * cell[1] + far * right


def _renamed(items: list[tuple[str, int, int, str]]) -> tuple[tuple[str, int, int, str], ...]:
    """Call marks and colours anew in the order of their places; symbols keep their names."""
    names: dict[tuple[bool, str], str] = {}
    renamed = []
    for kind, row, column, what in sorted(items):
        if kind in ("mark", "shade", "cage") and what not in GLYPHS:
            what = names.setdefault((kind == "cage", what), str(len(names)))
        renamed.append((kind, row, column, what))
    return tuple(renamed)

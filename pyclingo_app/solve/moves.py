"""What a player can put on a board: the possible atoms of its answers, each with its place and its picture."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from clingo import Function, Number, Symbol

from ..draw.board import DIRECTIONS, OPPOSITE, Board, Cell
from .oracle import Oracle
from .paper import Paper

# In one place so many moves at most may go with each other.
_FEW = 4


class Move(NamedTuple):
    """A possible atom of an answer, which a player may put on the board.

    ``side`` is where it lies at its cell, None for one in the cell; ``tool`` is the number of its :class:`Tool`.
    ``besides`` are other moves in its place that no answer with it lacks: where two bridges lie, one does.
    """

    atom: Symbol
    cell: Cell
    side: str | None
    tool: int
    besides: tuple[Symbol, ...] = ()


class Tool(NamedTuple):
    """What moves that differ only in their places have in common.

    name     that of the atoms
    label    their other arguments as a text; "" where there are none
    form     how they are drawn: in a "cell", as a "line" between cells, or as a "border"
    picture  one of them, drawn in a cell alone; None for those that lie between cells
    """

    name: str
    label: str
    form: str
    picture: Board | None


class Moves(NamedTuple):
    """All moves on a board, and their tools.

    ``given`` is what the clues show already: atoms that all answers hold, and ``-p(..)`` for what none holds there.
    """

    moves: list[Move]
    tools: list[Tool]
    given: list[Symbol]


def find_moves(oracle: Oracle, paper: Paper) -> Moves:
    """Find what can be put on the board of a problem; atoms without a cell cannot.

    Raises ProgramError when the display part is faulty.
    """
    moves: list[Move] = []
    kinds: dict[tuple[str, str, bool], list[Move]] = {}
    numbers: dict[tuple[str, str, bool], int] = {}
    for number, atom in oracle.symbols.items():
        cell = paper.cell(atom)
        if cell is None or oracle.facts >> number & 1:
            continue
        texts = [str(argument) for k, argument in enumerate(atom.arguments) if k not in paper.cell.columns(atom)]
        side = next((text for text in texts if text in DIRECTIONS), None)
        label = " ".join(text.strip('"') for text in texts if text != side)
        kind = (atom.name, label, side is not None)
        move = Move(atom, cell, side, numbers.setdefault(kind, len(numbers)))
        kinds.setdefault(kind, []).append(move)
        moves.append(move)
    plain = paper.draw({})
    forms = [_form(paper, plain, found[0]) for found in kinds.values()]
    pictures = _pictures(paper, plain, [found if forms[k] == "cell" else [] for k, found in enumerate(kinds.values())])
    tools = [Tool(kind[0], kind[1], form, p) for kind, form, p in zip(kinds, forms, pictures, strict=True)]
    cells = _given(oracle, paper, plain, moves)
    taken = [move for move in moves if move.side is None and move.cell in cells]
    given = [literal for move in taken for literal in _known(oracle, move.atom)]
    left = [move for move in moves if move.side is not None or move.cell not in cells]
    return Moves(_besides(oracle, left), tools, given)


def _besides(oracle: Oracle, moves: list[Move]) -> list[Move]:
    """Find which of a few moves in one place go with each other: those whose tools do wherever a move can be.

    Where it cannot be, as is easily seen, every other move would go with it.
    """
    places: dict[object, list[Move]] = {}
    for move in moves:
        places.setdefault((move.cell, move.side), []).append(move)
    pairs = [
        (move, other) for here in places.values() if 1 < len(here) <= _FEW for move in here for other in here
        if move is not other
    ]  # fmt: skip
    together: dict[tuple[int, int], bool] = {}
    for move, other in pairs:
        present, absent = oracle.number(move.atom) or 0, -(oracle.number(other.atom) or 0)
        tools = move.tool, other.tool
        if together.get(tools, True) and not oracle.unsatisfiable([present], bounded=True):
            together[tools] = oracle.unsatisfiable([present, absent], bounded=True)
    found: dict[Symbol, list[Symbol]] = {}
    for move, other in pairs:
        if together.get((move.tool, other.tool)):
            found.setdefault(move.atom, []).append(other.atom)
    return [move._replace(besides=tuple(found.get(move.atom, ()))) for move in moves]


def beyond(atom: Symbol, columns: Cell) -> Symbol:
    """Give an atom that lies on a border as if it were named from the cell on its other side.

    ``columns`` are the places of the row and the column among its arguments.
    """
    arguments = list(atom.arguments)
    for place, side in enumerate(map(str, atom.arguments)):
        if side in DIRECTIONS:
            arguments[place] = Function(OPPOSITE[side])
            for column, step in zip(columns, DIRECTIONS[side], strict=True):
                arguments[column] = Number(atom.arguments[column].number + step)
    return Function(atom.name, arguments)


# What of a board stands in cells, and may be a clue.
_IN_CELLS = ("marks", "small", "shades", "sides")


def _given(oracle: Oracle, paper: Paper, plain: Board, moves: Iterable[Move]) -> set[Cell]:
    """Find the cells in which a clue stands that is a part of the answer: a move changes nothing, and none lacks it."""
    clues: dict[Cell, list[Symbol]] = {}
    for move in moves:
        if move.side is None and (any(plain.marks.get(move.cell, ())) or move.cell in plain.sides):
            clues.setdefault(move.cell, []).append(move.atom)
    found = set()
    for atoms in zip_longest(*clues.values()):
        drawn = {cell: atom for cell, atom in zip(clues, atoms, strict=True) if atom}
        board = paper.draw(dict.fromkeys(drawn.values(), True))
        for cell, atom in drawn.items():
            same = all(_at(board, cell, kind) == _at(plain, cell, kind) for kind in _IN_CELLS)
            if same and any(literal.positive for literal in _known(oracle, atom)):
                found.add(cell)
    return found


def _at(board: Board, cell: Cell, kind: str) -> object:
    return getattr(board, kind).get(cell)


def _known(oracle: Oracle, atom: Symbol) -> Iterator[Symbol]:
    """Give an atom, positive or negative, if that is easily seen to be in all answers."""
    number = oracle.number(atom) or 0
    for literal in (number, -number):
        if oracle.unsatisfiable([-literal], bounded=True):
            yield Function(atom.name, atom.arguments, literal > 0)
            return


def _form(paper: Paper, plain: Board, move: Move) -> str:
    if move.side is None:
        return "cell"
    return "line" if paper.draw({move.atom: True}).lines != plain.lines else "border"


def _pictures(paper: Paper, plain: Board, kinds: list[list[Move]]) -> list[Board | None]:
    """Draw one move of each kind, as many as have cells of their own at once, and cut out their cells."""
    pictures: list[Board | None] = [None] * len(kinds)
    left = [k for k, moves in enumerate(kinds) if moves]
    while left:
        chosen: dict[Cell, tuple[int, Symbol]] = {}
        for k in left:
            # Rather not where something stands already.
            free = min(
                (move for move in kinds[k] if move.cell not in chosen),
                key=lambda move: move.cell in plain.marks,
                default=None,
            )
            if free:
                chosen[free.cell] = (k, free.atom)
        board = paper.draw({atom: True for _, atom in chosen.values()})
        for cell, (k, _) in chosen.items():
            pictures[k] = _cut(board, plain, cell)
        left = [k for k in left if k not in {number for number, _ in chosen.values()}]
    return pictures


def _cut(board: Board, plain: Board, cell: Cell) -> Board:
    """Give what is in a cell of a board and not on the plain one, as a board of one cell."""
    here = (1, 1)

    def new(marks: Iterable[str], before: Iterable[str]) -> list[str]:
        return [mark for mark in marks if mark not in before]

    marks = new(board.marks.get(cell, ()), plain.marks.get(cell, ()))
    small = new(board.small.get(cell, ()), plain.small.get(cell, ()))
    shade, sides = board.shades.get(cell), board.sides.get(cell)
    return Board(
        1, 1, {here: marks} if marks else {}, {here: sides} if sides else {},
        {here: shade} if shade and shade != plain.shades.get(cell) else {}, set(), {},
        {side: {} for side in board.clues}, small={here: small} if small else {}, frame="none",
    )  # fmt: skip

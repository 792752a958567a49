"""What stands between the cells of a board as text: walls, frames, lines and texts, and their corners."""

from collections.abc import Sequence
from typing import NamedTuple

from .board import DIRECTIONS, Board, Cell, border, tiles
from .pen import ARMS, BLACK, FAINT, ONE_CAGE, TWO_CAGES, Ink, Pen, display_width, padding
from .symbols import FOCUS, GLYPHS

# The box-drawing characters by the weights of their arms up, down, left and right, as numbers of base 3.
_BOXES = " ╶╺╴─╼╸╾━╷┌┍┐┬┮┑┭┯╻┎┏┒┰┲┓┱┳╵└┕┘┴┶┙┵┷│├┝┤┼┾┥┽┿╽┟┢┧╁╆┪╅╈╹┖┗┚┸┺┛┹┻╿┞┡┦╀╄┩╃╇┃┠┣┨╂╊┫╉╋"
_ASCII = " ++|++++++++-+++"
# Lines by their arms, as numbers of base 2, and by how many strokes those up and down and those left and right have.
# There is no half of a double line: its ends are heavy.
_LINES = {
    (1, 1): " ╵╷│╴┘┐┤╶└┌├─┴┬┼",
    (1, 2): " ╵╷│╸╛╕╡╺╘╒╞═╧╤╪",
    (2, 1): " ╹╻║╴╜╖╢╶╙╓╟─╨╥╫",
    (2, 2): " ╹╻║╸╝╗╣╺╚╔╠═╩╦╬",
}
_ARMS = {"up": 1, "down": 2, "left": 4, "right": 8}


def corner_sign(style: str, up: int, down: int, left: int, right: int) -> str:
    """The character whose arms have these weights: 0 for none, 1 thin, 2 thick."""
    if style == "ascii":
        return _ASCII[(up > 0) + 2 * (down > 0) + 4 * (left > 0) + 8 * (right > 0)]
    return _BOXES[27 * up + 9 * down + 3 * left + right]


def line_sign(board: Board, cell: Cell, style: str) -> str:
    """The character for the lines in a cell."""
    arms = board.lines[cell]
    number = sum(_ARMS[arm] for arm in arms)
    double = {arm for arm in arms if (*cell, arm) in board.double}
    upright, across = (1 + bool(double & axis) for axis in ({"up", "down"}, {"left", "right"}))
    if style == "ascii":
        return ":" if number == 3 and upright == 2 else "=" if number == 12 and across == 2 else _ASCII[number]
    return _LINES[upright, across][number]


def needs_grid(board: Board, style: str) -> bool:
    """Whether borders need lines and columns of their own: for what stands on them, or to tell where lines lead.

    Lines between two rows are seen in the cells that they lead to, in ASCII in a line of joints; neither tells
    between two marks above each other, and where a line of joints would be empty it would part two boards.
    """
    if any((board.walls, board.cages, board.holes, board.between, board.frame in ("dots", "lines"), tiles(board))):
        return True
    down = {(r, c) if arm == "down" else (r - 1, c) for (r, c), arms in board.lines.items() for arm in arms
            if arm in ("up", "down")}  # fmt: skip
    if has_joints(board, style):
        crossed = {*board.barred, *(both for edge in board.edges for both in border(*edge))}
        seen = {r for r, _ in down} | {r for r, _, direction in crossed if direction == "down"}
        return any(r not in seen for r in board.rows[:-1])
    return any(not _tells(board, (r, c)) and not _tells(board, (r + 1, c)) for r, c in down)


def has_joints(board: Board, style: str) -> bool:
    """Whether there is a line between each two rows that are not parted by borders."""
    return bool(board.barred or board.edges) or (style == "ascii" and bool(board.lines))


def _tells(board: Board, cell: Cell) -> bool:
    """Whether the sign of a cell tells its lines up and down."""
    arms = {"up", "down"} & board.lines.get(cell, {}).keys()
    marked = any(cell in places for places in (board.marks, board.small, board.shades))
    return bool(arms) and not marked and len({(*cell, arm) in board.double for arm in arms}) == 1


class _Border(NamedTuple):
    """A border: its weight (see pen.py), the strokes of a line across it, whether it has a cross, and their colours."""

    weight: int
    strokes: int
    barred: bool
    ink: Ink


class Borders:
    """The borders of a board; that left of a cell is upright, that above it lies across.

    ``seam`` is the width of an upright border: wider where some stand between brackets, to be pointed at, unless it is
    to be ``narrow``.
    """

    def __init__(self, board: Board, pen: Pen, narrow: bool = False) -> None:
        self.board = board
        self.pen = pen
        self.narrow = narrow
        self.tiles = tiles(board)
        self.open = board.frame in ("dots", "none")
        self.thick = _thick(board, self.tiles, self.open)
        self.caged = _caged(board)
        self.texts = {place: pen.sign(text) for place, text in board.between.items()}
        self.pointers = {both: kind for edge, kind in board.edges.items() for both in border(*edge)}
        bracketed = 2 if self.pointers and not narrow else 0
        crossed = any(
            self._is_crossed(r, c - 1) or (r, c, side) in board.barred for side, r, c in self.caged if side == "left"
        )
        self.seam = max((self._room(*place) for place in self.texts), default=1 + crossed) + bracketed

    def upright(self, r: int, c: int) -> str:
        """What stands left of cell (r, c), as wide as the seam."""
        place = (r, c - 1, "right")
        here = self._border(r, c, "left")
        kept = bool(here.strokes) or place in self.board.walls or ("left", r, c) in self.caged
        sign, ink = self._sign(here, self.pen.signs.upright, place, kept)
        fill = self.pen.signs.upright[0][here.strokes]
        before, after = self._padding(sign, c, fill, fill)
        return self.pen.paint(before + sign + after, ink)

    def across(self, r: int, c: int, width: int) -> str:
        """What stands above cell (r, c), in this width."""
        here = self._border(r, c, "up")
        sign, ink = self._sign(here, self.pen.signs.across, (r - 1, c, "down"), bool(here.strokes))
        fill = self._fill(here.weight)
        before, after = padding(sign, width, fill, fill)
        if fill == " ":
            return self.pen.paint(before + sign + after, ink)
        return before + self.pen.paint(sign, ink) + after

    def corner(self, r: int, c: int) -> str:
        """What stands at the upper left corner of cell (r, c), as wide as the seam."""
        arms = [self.weight(*place) for place in (("left", r - 1, c), ("left", r, c), ("up", r, c - 1), ("up", r, c))]
        sign = corner_sign(self.pen.style, *(ARMS[arm] for arm in arms))
        # Where a board has no outline only cages have thin borders; beside holes a corner is always seen.
        thin = self.pen.style == "ascii" or any(ARMS[arm] == 1 for arm in arms)
        if (self.open and thin) or ((self.open or self.board.holes) and not any(arms)):
            sign = self.pen.signs.dot
        text = self.texts.get((r - 1, c - 1, "corner"))
        before, after = self._padding(text or sign, c, self._fill(arms[2]), self._fill(arms[3]))
        if text is None:
            return before + sign + after
        return before + self.pen.paint(text, self._ink((r - 1, c - 1, "corner"))) + after

    def _padding(self, sign: str, c: int, left: str, right: str) -> tuple[str, str]:
        """What fills the seam before and behind a sign; outside the outline nothing, which tells how wide a seam is."""
        before, after = padding(sign, self.seam, left, right)
        if not self.pointers and c == self.board.columns.start:
            return "", right * (len(before) + len(after))
        if not self.pointers and c == self.board.columns.stop:
            return left * (len(before) + len(after)), ""
        return before, after

    def weight(self, side: str, r: int, c: int) -> int:
        """The weight of a border; tiles have thin ones in Unicode."""
        thick = (side, r, c) in self.thick
        if (side, r, c) in self.caged:
            return self.caged[side, r, c] + thick
        if thick:
            return 1 if self.tiles and self.pen.style != "ascii" else 2
        return int(self.board.frame == "lines" and self.board.holds(r, c))

    def _border(self, r: int, c: int, side: str) -> _Border:
        """The border of a cell to the left or up."""
        weight = self.weight(side, r, c)
        beyond = (r, c - 1, "right") if side == "left" else (r - 1, c, "down")
        for row, column, arm in ((r, c, side), beyond):
            colour = self.board.lines.get((row, column), {}).get(arm)
            if colour is not None:
                twice = (r, c, side) in self.board.double or beyond in self.board.double
                return _Border(weight, 1 + twice, False, (self.pen.palette[colour][0], None))
        if (side, r, c) not in self.thick and (r, c, side) in self.board.barred:
            return _Border(weight, 0, True, (FAINT, None))
        return _Border(weight, 0, False, (None, None))

    def _sign(
        self, drawn: _Border, signs: tuple[Sequence[str], ...], place: tuple[int, int, str], kept: bool
    ) -> tuple[str, Ink]:
        """What stands on a border: its sign, which gives way to a text unless it is kept."""
        sign = signs[drawn.weight][drawn.strokes]
        if drawn.barred:
            # Beside a cell it stands behind the outline of a cage, above one in the middle of it.
            before = sign if signs is self.pen.signs.upright and drawn.weight > 2 else ""
            sign = before + self.pen.signs.cross
        ink = drawn.ink
        if place in self.texts:
            sign = (sign if kept else "") + self.texts[place]
            ink = ink if kept else self._ink(place)
        if place in self.pointers:
            brackets, instead, background, _ = FOCUS[self.pointers[place]]
            return instead if self.narrow else sign.join(brackets), (BLACK, background)
        return sign, ink

    def _ink(self, place: tuple[int, int, str]) -> Ink:
        glyph = GLYPHS.get(self.board.between[place])
        return (glyph.colour if glyph else None, None)

    def _room(self, r: int, c: int, place: str) -> int:
        """The columns that a text takes of an upright border."""
        if place == "down":
            return 1
        caged, crossed = ("left", r, c + 1) in self.caged, self._is_crossed(r, c)
        kept = place == "right" and (caged + crossed or (r, c, place) in self.board.walls)
        return display_width(self.texts[r, c, place]) + kept

    def _is_crossed(self, r: int, c: int) -> bool:
        """Whether a line crosses the border right of a cell."""
        return "right" in self.board.lines.get((r, c), ()) or "left" in self.board.lines.get((r, c + 1), ())

    def _fill(self, weight: int) -> str:
        return self.pen.signs.across[weight][0]


def _caged(board: Board) -> dict[tuple[str, int, int], int]:
    """The borders that outline cages, as in :func:`_thick`, each with its weight.

    Where several cages fill the board, what is seen at its edges is its own outline.
    """
    found = {}
    for (r, c), cage in board.cages.items():
        for down, right in DIRECTIONS.values():
            other = board.cages.get((r + down, c + right))
            place = ("left", r, c + max(right, 0)) if right else ("up", r + max(down, 0), c)
            if other != cage:
                found[place] = ONE_CAGE if other is None else TWO_CAGES
    filled = len(board.cages) + len(board.holes) == board.height * board.width and TWO_CAGES in found.values()
    return {place: weight for place, weight in found.items() if weight == TWO_CAGES or not filled}


def _thick(board: Board, tiles: bool, unframed: bool) -> set[tuple[str, int, int]]:
    """The walls and the outline: ("up", r, c) is above cell (r, c), ("left", r, c) left of it.

    Tiles have their own outlines, as they may lie apart.
    """
    borders = set()
    if tiles:
        for r, c in {*board.sides, *board.marks, *board.shades}:
            borders |= {("up", r, c), ("up", r + 1, c), ("left", r, c), ("left", r, c + 1)}
    elif not unframed:
        rows, columns = board.rows, board.columns
        borders |= {("up", r, c) for r in (rows.start, rows.stop) for c in columns}
        borders |= {("left", r, c) for r in rows for c in (columns.start, columns.stop)}
        for r, c in board.holes:
            for side, row, column in (("up", r, c), ("left", r, c), ("up", r + 1, c), ("left", r, c + 1)):
                down, right = DIRECTIONS[side]
                lone = board.holds(row, column) or board.holds(row + down, column + right)
                (borders.add if lone else borders.discard)((side, row, column))
    for r, c, direction in board.walls:
        if board.holds(r, c):
            down, right = DIRECTIONS[direction]
            borders.add(("left", r, c + max(right, 0)) if right else ("up", r + max(down, 0), c))
    return borders

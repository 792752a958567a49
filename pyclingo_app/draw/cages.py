"""What a picture shows of several cells together, behind their marks: cages, thermometers and holes of the board."""

from .board import DIRECTIONS, Board
from .shapes import CELL, INK, corner_of, middle_of, side_of

_INSET = 4  # from the side of a cell to the outline of its cage
_GLASS, _HOLE = "#cccccc", "#e4e4e4"


def thermometers(board: Board) -> list[str]:
    """A thick line from cell to cell, with a bulb in the first one."""
    paths, bulbs = [], []
    for cells in board.thermometers:
        points = [*map(middle_of, cells)]
        paths.append("M" + " ".join(f"{x} {y}" for x, y in (*points, points[-1])))
        bulbs.append('<circle cx="{}" cy="{}" r="15" fill="{}"/>'.format(*points[0], _GLASS))
    line = f'fill="none" stroke="{_GLASS}" stroke-width="14" stroke-linejoin="round" stroke-linecap="round"'
    return [f'<path d="{"".join(paths)}" {line}/>', *bulbs] if paths else []


def cages(board: Board) -> list[str]:
    """A dashed outline inside the cells of each cage; each side of a cell has whole dashes."""
    parts = []
    for (r, c), cage in sorted(board.cages.items()):
        x, y = corner_of((r, c))
        for down, right in DIRECTIONS.values():
            if board.cages.get((r + down, c + right)) == cage:
                continue
            # From the middle of the side to where it meets the next one, inside the cell or beyond it.
            ends = []
            for way in (-1, 1):
                along = (r + way * abs(right), c + way * abs(down))
                beyond = (along[0] + down, along[1] + right)
                inside, bent = (board.cages.get(place) == cage for place in (along, beyond))
                ends.append(way * (CELL // 2 + (_INSET if inside and bent else 0 if inside else -_INSET)))
            across = CELL // 2 - _INSET
            x1, x2 = (x + CELL // 2 + right * across + abs(down) * along for along in ends)
            y1, y2 = (y + CELL // 2 + down * across + abs(right) * along for along in ends)
            parts.append(f"M{x1} {y1}L{x2} {y2}")
    stroke = f'stroke="{INK}" stroke-width="1.2" stroke-dasharray="5 3"'
    return [f'<path d="{"".join(parts)}" fill="none" {stroke}/>'] if parts else []


def around_holes(board: Board) -> tuple[list[str], list[str]]:
    """The paths between the cells of a board with holes, and those around them."""
    inner: list[str] = []
    outer: list[str] = []
    for r, c in ((r, c) for r in board.rows for c in board.columns if board.holds(r, c)):
        for side, (down, right) in DIRECTIONS.items():
            (inner if board.holds(r + down, c + right) else outer).append(side_of((r, c), side))
    return inner, outer


def holes(board: Board) -> list[str]:
    """Holes that cells enclose are grey, as each would look like a cell between walls; others are outside the board."""
    edges = board.rows[0 :: board.height - 1 or 1], board.columns[0 :: board.width - 1 or 1]
    outside = [(r, c) for r, c in sorted(board.holes) if r in edges[0] or c in edges[1]]
    for r, c in outside:
        near = {(r + down, c + right) for down, right in DIRECTIONS.values()}
        outside += sorted((near & board.holes).difference(outside))
    return [
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{_HOLE}"/>'
        for x, y in map(corner_of, sorted(board.holes.difference(outside)))
    ]

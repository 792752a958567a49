"""Boards as people write them elsewhere, rewritten as :mod:`.text` reads them.

What may be meant is tried in order, and only where a text is no board as it stands: the first that the puzzle takes
is read, with a warning that says what was understood.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from .boards import is_square
from .legend import Legend
from .terms import number_in

_EMPTY = ("0", "-", "*", "?", "x", "X", "_", "-1", "-2", "", "None", "null")
_BARS = re.compile(r"[|│┃║]")
_FRAME = re.compile(r"[\s+|:*=─-╬-]*[-=─━═]{3}[\s+|:*=─-╬-]*")
_REMARK = re.compile(r"\s*//|\s*[#%]+\s.*[A-Za-z]{2}|#[A-Z][A-Za-z0-9].*[a-z0-9]{2}")
_BEHIND = re.compile(r"\s(?:#|//)\s*[A-Za-z]{2}.*")
_LIST = re.compile(r"\s*\[\s*[\[(].*[\])]\s*\]\s*", re.DOTALL)
_COLOURS = ({"1": "●", "0": "○"}, {"b": "●", "w": "○"})

Rows = list[list[str]]
Meant = Callable[[str], str]


def is_list(text: str) -> bool:
    """Whether a text is a list of the rows of a board, as programs print them."""
    return bool(_LIST.fullmatch(text) and _listed(text))


def readings(text: str, legend: Legend) -> Iterator[tuple[str, str]]:
    """Give what a text may stand for, each with words for it, the likelier first."""
    lines = [_BEHIND.sub("", line).rstrip() for line in text.splitlines() if not _REMARK.match(line)]
    blocks: list[list[str]] = [[]]
    for line in lines:
        blocks += [[]] if not line and blocks[-1] else []
        blocks[-1] += [line] if line else []
    several = [rows for block in blocks if block and (rows := _rows(block, legend))]
    if is_list(text):
        several = [rows] if (rows := _listed(text)) else []
    meant = partial(_meant, legend, any(sign in text for sign in ".·"))
    signs = "1 and B are black, 0 and W white" if _has_colours(legend) else "signs without a meaning are empty cells"
    plain = [_plain(line, meant) for line in lines]
    yield "\n".join(plain), signs if plain != lines else "comments are left out"
    if any(legend.borders):
        yield _gridded(lines), "it is read as with an outline around it"
    if len(several) == 2 and "area" in legend.kinds and _are_areas(*several):
        yield (
            _walled(several[0], [[*map(meant, row)] for row in several[1]]),
            "the first block tells regions, the second what is given",
        )
    if len(several) == 1 or (several and "square" in legend.kinds):
        words = "all blocks are one board" if several[1:] else ""
        for board, more in _sized([row for rows in several for row in rows], legend):
            what = ", ".join(filter(None, (words, more))) or "it is read cell by cell"
            yield _outlined([[*map(meant, row)] for row in board], any(legend.around)), f"{what}; {signs}"


def _are_areas(areas: Rows, given: Rows) -> bool:
    """Whether a block has the letter or number of a region for each cell of another one."""
    named = all(text.isalnum() for row in areas for text in row)
    return named and len({*map(len, areas)}) == 1 and list(map(len, areas)) == list(map(len, given))


def _rows(block: Sequence[str], legend: Legend) -> Rows:
    """Part the lines of a block into cells: at bars, at commas, at blanks, or into signs."""
    framed = any(_BARS.search(line) for line in block)
    rows = []
    for line in block:
        if framed and _FRAME.fullmatch(line):
            continue
        parts = [part.strip() for part in _BARS.split(line)] if framed else [line]
        if framed and len(parts) > 2:
            parts = parts[not parts[0] : len(parts) - (not parts[-1])]
        if not framed and "several" not in legend.kinds and re.search(r"[,;\t]", line.strip()):
            rows.append([part.strip().strip("\"'") for part in re.split(r"[,;\t]", line.strip())])
        elif framed and len(parts) > 3 and all(len(part.split()) < 2 for part in parts):
            rows.append(parts)
        else:
            tokens = " ".join(parts).split()
            rows.append([*tokens[0]] if len(tokens) == 1 else tokens)
    return rows


def _listed(text: str) -> Rows:
    """Give the rows of a list."""
    with suppress(ValueError, TypeError, RecursionError):
        found = json.loads(re.sub(r"\bNone\b", "null", text.replace("(", "[").replace(")", "]").replace("'", '"')))
        if all(isinstance(row, list) and not any(isinstance(cell, (list, dict)) for cell in row) for row in found):
            return [[str(cell) if cell is not None else "" for cell in row] for row in found]
    return []


def _sized(rows: Rows, legend: Legend) -> Iterator[tuple[Rows, str]]:
    """Give rows of equal length: as they are, without a first line of width and height, as signs of a square board,
    and a board on one line without what stands behind it."""
    head = [number_in(text) for text in rows[0]]
    sizes = (len(rows) - 1, len(rows[-1]))
    if len(rows) > 1 and head in ([*sizes], [*reversed(sizes)]):
        yield rows[1:], "the first line says how large it is"
    if len({*map(len, rows)}) == 1 and len(rows) > 1:
        yield rows, ""
    if "square" in legend.kinds:
        signs = [[*"".join(row)] for row in rows]
        if all(len(row) == len(rows) > 1 for row in signs):
            yield signs, "each sign is a cell"
        first = next((row[0] for row in rows if row and is_square(row[0])), "")
        side = round(len(first) ** 0.5)
        if first:
            words = "the first board is read" if len(rows) > 1 else "what stands behind the board is left out"
            yield [[*first[k : k + side]] for k in range(0, len(first), side)], words


def _has_colours(legend: Legend) -> bool:
    """Whether cells are black and white circles, and no numbers."""
    return {"●", "○"} <= legend.cells.texts.keys() and not legend.cells.number


def _meant(legend: Legend, dotted: bool, text: str) -> str:
    """Give the sign of ours for that of a cell; where dots stand for empty cells, no other sign does."""
    cells = legend.cells
    for meant in _COLOURS if _has_colours(legend) else ():
        text = meant.get(text.lower(), text)
    if "split" in legend.kinds and text.strip().lower() in ("x", "\\"):
        return "#"
    return "." if text in _EMPTY and not (dotted and text) and not cells.named(text) else text


def _plain(line: str, meant: Meant) -> str:
    """Give a line with our signs in place of those that stand alone, or touch from end to end."""
    sign = r"(?<!\S)\S(?!\S)" if len(line.split()) > 1 else r"\S"
    return re.sub(sign, lambda found: meant(found[0]), line)


def _outlined(rows: Rows, around: bool) -> str:
    """Write rows of cells, with an outline where something may stand around them."""
    lines = [" ".join(row) for row in rows]
    if not around:
        return "\n".join(lines)
    edge = f"+{'-' * (max(map(len, lines)) + 2)}+"
    return "\n".join([edge, *(f"| {line} |" for line in lines), edge])


def _gridded(lines: Sequence[str]) -> str:
    """Write an outline around rows of cells and, between two of them, lines of borders."""
    kept = [line.replace("∧", "^").replace("∨", "v").replace("_", ".") for line in lines]
    while kept and not kept[-1].strip():
        kept.pop()
    width = max(map(len, kept), default=0)
    return "\n".join(
        [f"+{'-' * (width + 2)}+", *(f"| {line.ljust(width)} |" for line in kept), f"+{'-' * (width + 2)}+"]
    )


def _walled(areas: Rows, given: Rows) -> str:
    """Write a grid with walls between areas, and in its cells what is given."""
    wide = max(len(text) for row in given for text in row) + 2
    lines = []
    for r, row in enumerate([*areas, []]):
        above = areas[r - 1] if r else []
        edges = ["-" * wide if not (row and above) or row[c] != above[c] else " " * wide for c in range(len(areas[0]))]
        lines.append("+" + "+".join(edges) + "+")
        if row:
            parts = ["|" if not c or row[c] != row[c - 1] else " " for c in range(len(row))]
            lines.append("".join(p + t.center(wide) for p, t in zip(parts, given[r], strict=True)) + "|")
    return "\n".join(lines)

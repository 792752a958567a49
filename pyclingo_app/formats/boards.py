"""Files with several boards, parted into the lines of each."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, dropwhile

from ..errors import InstanceError
from .tokens import Line

_COLOUR_CODE = re.compile(r"\x1b\[[\d;]*m")
# The last line of a search that was drawn.
SUMMARY = re.compile(r"^(?:no|\d+) solutions?\b.*$", re.MULTILINE)
# A line of a board that is a comment, and one that is a comment above a line of width and height.
COMMENT = re.compile(r"^[ \t]*%+[ \t].*[A-Za-z]{2}.*$", re.MULTILINE)
NOTE = re.compile(r"^[ \t]*(?:#+|//+)[ \t].*[A-Za-z]{2}.*$", re.MULTILINE)


def boards(text: str, name: str, announced: bool, square: bool = False) -> list[list[Line]]:
    """Part a file into its boards, each as its lines; ``square`` ones with numbers may stand on one line each.

    Boards are parted by empty lines, or each is announced by a line ``W H`` (or
    ``W`` if it is square); ``0 0`` ends the file then, and lines above such a
    line that begin with ``#`` are comments: no row of a board can stand there.
    Terminal colours, comments and the last line of a search are left out.

    Raises InstanceError for a board that is not as large as announced.
    """
    lines = [
        Line(k, _COLOUR_CODE.sub("", line).replace("\ufe0f", "").rstrip())
        for k, line in enumerate(text.split("\n"), 1)
        if not COMMENT.match(line)
    ]
    filled = list(dropwhile(lambda line: NOTE.match(line.text), (line for line in lines if line.text.strip())))
    if announced and len(filled) > 1 and _announces(filled[0].text, filled[1].text):
        return _announced_boards(filled, name)
    if (
        square
        and len({len(line.text) for line in filled}) == 1 < len(filled) != len(filled[0].text)
        and all(is_square(line.text) for line in filled)
    ):
        return [[line] for line in filled]
    found: list[list[Line]] = [[]]
    for line in lines:
        if not line.text.strip():
            found.append([])
        elif not SUMMARY.match(line.text):
            found[-1].append(line)
    found = [board for board in found if board]
    return [board for board in found if not _is_heading(line.text for line in board)] or found


def _is_heading(lines: Iterable[str]) -> bool:
    """Whether lines apart from a board are comments, and at most its size."""
    said = [line for line in lines if not NOTE.match(line) and not COMMENT.match(line)]
    return not said or (len(said) == 1 and _announced(said[0]) is not None)


def is_square(text: str) -> bool:
    """Whether a text may be a square board on one line: as many signs as it has cells, 16 or more."""
    return len(text) > 15 and (len(text) ** 0.5).is_integer() and " " not in text


def parted(lines: Iterable[str], announced: Callable[[], bool]) -> Iterator[str]:
    """Part the lines of a text into the texts of its boards as :func:`boards` does, and read no further than asked.

    ``announced`` is asked where a line may say how large a board is.  What is no board is given, too.
    """
    lines = iter(lines)
    head: list[str] = []
    filled: list[str] = []
    for line in lines:
        head.append(line)
        if line.strip() and not COMMENT.match(line) and (filled or not NOTE.match(line)):
            filled.append(line)
            if len(filled) == 2:
                break
    several = len(filled) == 2 and _announces(*filled) and announced()
    return (_announced_texts if several else _blocks)(chain(head, lines))


def _blocks(lines: Iterable[str]) -> Iterator[str]:
    """Part lines at empty ones; comments and a size alone are no board, nor is the last line of a search."""
    block: list[str] = []
    heading = ""
    for line in chain(lines, [""]):
        if line.strip():
            block.append(line)
            continue
        text, block = [line for line in block if not SUMMARY.match(line)], []
        if not _is_heading(text):
            heading = ""
            yield "\n".join(text)
        elif any(not COMMENT.match(line) for line in text):
            heading = "\n".join(text)
    if heading:  # and nothing after it
        yield heading


def _announced_texts(lines: Iterable[str]) -> Iterator[str]:
    """Part lines at those that announce a board."""
    block: list[str] = []
    width = missing = 0
    for line in lines:
        if not line.strip() or COMMENT.match(line) or (not missing and line.lstrip().startswith("#")):
            continue
        size = _announced(line)
        # A row of two numbers is one where rows are still to come; a longer board has no such row.
        if size and not (missing and len(line.split()) == width):
            if block:
                yield "\n".join(block)
            if size == (0, 0):
                return
            block, width, missing = [line], size[0], size[1]
        else:
            block.append(line)
            missing = max(0, missing - 1)
    if block:
        yield "\n".join(block)


def _announces(first: str, second: str) -> bool:
    """Whether a line says how large the board is whose first row is the next one."""
    size, row = _announced(first), second.split()
    if not size or _announced(second) or len(row) not in (1, size[0]):
        return False
    # One number alone could be a cell of a board of one column.
    return len(first.split()) != 1 or 1 < size[0] == len(row[0] if len(row) == 1 else row)


def _announced(text: str) -> tuple[int, int] | None:
    match = re.fullmatch(r"\s*([0-9]{1,6})(?:\s+([0-9]{1,6}))?\s*", text)
    return (int(match[1]), int(match[2] or match[1])) if match else None


def _announced_boards(lines: list[Line], name: str) -> list[list[Line]]:
    found: list[list[Line]] = []
    k = 0
    while k < len(lines):
        where, text = lines[k]
        if text.lstrip().startswith("#"):
            k += 1
            continue
        announced = _announced(text)
        if announced is None:
            raise InstanceError(f"{name}:{where}:1: expected a line with width and height, found {text[:20]!r}")
        width, height = announced
        if announced == (0, 0):
            break
        board = lines[k + 1 : k + 1 + height]
        if len(board) < height or not height:
            raise InstanceError(f"{name}:{where}:1: a board of {height} rows is announced, but {len(board)} follow")
        for line in board:
            cells = line.text.split()
            if len(cells[0] if len(cells) == 1 else cells) != width:
                message = f"expected a row of {width} cells, found {line.text[:20]!r}"
                raise InstanceError(f"{name}:{line.number}:1: {message}", "The line above the board is WIDTH HEIGHT.")
        found.append(board)
        k += 1 + height
    return found

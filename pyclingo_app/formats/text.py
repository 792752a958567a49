"""Boards as text: what people type, and what ``draw.text`` draws in any of its styles, read into drawing terms."""

import re
from contextlib import suppress

from ..draw.text import render_text
from ..errors import InstanceError
from ..program.types import faults
from ..solve.drawing import draw_unsolved
from ..solve.problem import Problem
from .beside import BELOW, read_below
from .boards import COMMENT, NOTE, SUMMARY, boards
from .files import gameid_in, read_nonogram, rows_in
from .files import matches as is_file
from .gameid import read as read_gameid
from .grid import is_grid, read_grid
from .legend import Legend
from .lines import has_lines, read_lines
from .loose import is_list, readings
from .meaning import Content, Source, declarations
from .rows import is_outlined, read_outlined, read_rows
from .sheet import DoubtError, Sheet
from .table import read_table
from .tiles import read_tiles
from .tokens import Line

# What only facts have.
_WORD = re.compile(
    r"[({]|:-|\"|^[ \t]*(?:%.*[A-Za-z]{2}|%\*"
    r"|#(?:const|defined|edge|external|heuristic|include|m(?:ax|in)imi[sz]e|pro(?:gram|ject)|script|show|theory)\b)",
    re.MULTILINE,
)
_BARE = re.compile(r"(\s*-?_*[a-z]\w*\s*\.)+\s*")
# A comment beside such facts; "%%" and "%o" are cells that are shaded.
_BESIDE = re.compile(r"%(?!\S(?:\s|$)).*")


def matches(text: str) -> bool:
    """Whether a text is a board, and not facts.

    A text in which anything looks like a fact is facts, so that their reader
    tells what is wrong with it, and so is one of comments alone.
    """
    if is_list(text) or is_file(text):
        return True
    board = NOTE.sub("", COMMENT.sub("", BELOW.sub("", text)))
    bare = _BARE.fullmatch(_BESIDE.sub("", text))
    if not board.strip() or bare or "\0" in text or text.startswith("\ufeff"):
        return False
    return not _WORD.search(SUMMARY.sub("", board))


def read(source: Source) -> Content:
    """Read one of the boards in a text: as it stands, or else as what people write elsewhere and the puzzle takes.

    Raises InstanceError with the position of the first fault.
    """
    legend = declarations(source.problem).legend
    if not legend:
        message = f"{source.name}: {source.problem.program.name} reads no boards as text: it has no display part"
        raise InstanceError(message, "To read it as facts: --from facts.")
    if source.text.startswith("SAVEFILE"):
        return read_gameid(source._replace(text=gameid_in(source.text), form="gameid"))
    if "<opensudoku" in source.text:
        source = source._replace(text=rows_in(source.text))
    elif is_file(source.text):
        return read_nonogram(source)
    try:
        content = _read(source, legend)
        if not _is_faulty(source, content):
            return content
        fault = None
    except DoubtError:
        raise
    except InstanceError as error:
        content, fault = Content(()), error
    for text, words in readings(_chosen(source, legend), legend):
        with suppress(InstanceError):
            other = _read(source._replace(text=text, choice=None), legend, places=False)
            if not _is_faulty(source, other):
                return other._replace(warnings=(*other.warnings, f"{source.name}: {words}"))
    if fault:
        raise fault
    return content


def _is_faulty(source: Source, content: Content) -> bool:
    """Whether the facts of a board are not of their types."""
    types, settings = source.problem.program.types, {**source.problem.settings, **dict(content.constants)}
    return not source.answer and any(faults(types, content.facts, settings))


def _chosen(source: Source, legend: Legend) -> str:
    """Give the text, or that of the board in it that was chosen."""
    if source.choice is None:
        return source.text
    with suppress(InstanceError):
        parts = _parts(source, legend)
        return "\n".join(line.text for part in parts[source.choice - 1 : source.choice] for line in part)
    return ""


def _parts(source: Source, legend: Legend) -> list[list[Line]]:
    """Part the text into its boards."""
    square = "square" in legend.kinds and legend.cells.number
    return boards(source.text, source.name, legend.cells.letter, square)


def _read(source: Source, legend: Legend, places: bool = True) -> Content:
    """Read one of the boards in a text as it stands."""
    name, choice = source.name, source.choice
    parts = _parts(source, legend)
    if not parts:
        raise InstanceError(f"{name}:1:1: there is no board in it")
    if choice is None and len(parts) > 1:
        lines = ", ".join(str(part[0].number) for part in parts[:5]) + (", ..." if len(parts) > 5 else "")
        hint = f"Choose one: {name}#1." if name != "standard input" else "Save it as a file, and choose FILE#1."
        raise InstanceError(f"{name}: there are {len(parts)} boards in it (at the lines {lines})", hint)
    if choice is not None and not 1 <= choice <= len(parts):
        raise InstanceError(f"{name}: there is no board {choice}: it holds {len(parts)}")
    sheet = read_board(name, parts[(choice or 1) - 1], legend)
    sheet.check_regions(source.answer)
    return source.meaning(sheet.terms, places=sheet.places() if places else None)


def read_board(name: str, lines: list[Line], legend: Legend) -> Sheet:
    """Read the lines of a board into terms."""
    count = next((k for k, line in enumerate(lines) if BELOW.fullmatch(line.text)), len(lines))
    sheet = Sheet(name, lines[:count], legend)
    if not count:
        sheet.fail(lines[0].number, 1, "there is no board above this line")
    if "sides" in legend.kinds:
        read_tiles(sheet)
    elif "table" in legend.kinds:
        read_table(sheet)
    elif is_outlined(sheet):
        read_outlined(sheet)
    elif is_grid(sheet):
        read_grid(sheet)
    elif has_lines(sheet):
        read_lines(sheet)
    else:
        read_rows(sheet)
    read_below(sheet, lines[count:])
    return sheet


def write(problem: Problem) -> list[str]:
    """Draw the unsolved board."""
    return [render_text(draw_unsolved(problem), "ascii") + "\n"] if declarations(problem).legend else []

"""Boards in the files of other programs: nonograms (``.non``, webpbn's XML), sudokus (opensudoku's XML, ``.sdm``,
``.sdk``, ``.ss``), and the saved games of Simon Tatham's puzzles."""

import re
from collections.abc import Iterator, Sequence

from clingo import Symbol

from ..errors import InstanceError
from .meaning import Content, Source
from .terms import MAX_CELLS, number_in, term

# What files begin with, and the word for their puzzle.
_KINDS = {
    r"\s*(?:<\?xml[^>]*>\s*)?<opensudoku": "sudoku",
    r"SAVEFILE:\d+:": "",
    r"\s*(?:<\?xml.*?)?<puzzleset": "nonogram",
}
_NON = re.compile(r"^rows\b.*^columns\b|^columns\b.*^rows\b", re.MULTILINE | re.DOTALL)
_SUDOKU = (".sdm", ".sdk", ".ss", ".opensudoku")


def matches(text: str) -> bool:
    """Whether a text is a file of one of these programs, apart from boards as plain text."""
    return bool(_NON.search(text)) or any(re.match(start, text, re.DOTALL) for start in _KINDS)


def check(text: str, name: str) -> None:
    """Raise InstanceError for a file that puzz.link saves, with what to give instead."""
    if re.match(r"\s*pzprv3", text):
        hint = "Open it there (File, Open), and give the address (File, Export URL)."
        raise InstanceError(f"{name}: files that puzz.link saves are not read", hint)


def game(text: str, path: str) -> str | None:
    """Give a word for the puzzle of a file, None if it does not say it."""
    if saved := re.search(r"^GAME *:\d+:(.+)$", text, re.MULTILINE):
        return re.sub(r"\W", "", saved[1]).lower()
    found = (word for start, word in _KINDS.items() if re.match(start, text, re.DOTALL))
    return next(found, "nonogram" if _NON.search(text) else "sudoku" if path.lower().endswith(_SUDOKU) else None)


def gameid_in(text: str) -> str:
    """Give the game ID of a saved game, which is its parameters and its description; raises InstanceError without."""
    parts = [re.search(rf"^{key} *:\d+:(.*)$", text, re.MULTILINE) for key in ("PARAMS", "DESC")]
    if not all(parts):
        raise InstanceError("this saved game has no PARAMS and DESC", "Save it anew, or give its game ID.")
    return ":".join(part[1].strip() for part in parts if part)


def rows_in(text: str) -> str:
    """Give the boards of opensudoku's file, one on each line."""
    return "\n".join(re.findall(r"""data=["']([^"']+)["']""", text))


def read_nonogram(source: Source) -> Content:
    """Read the numbers beside rows and above columns; raises InstanceError for a line without any."""
    text = source.text
    lists = {}
    for name in ("rows", "columns"):
        if found := re.search(rf"<clues type=[\"']{name}[\"']>(.*?)</clues>", text, re.DOTALL):
            lines = re.findall(r"<line>(.*?)</line>|<line\s*/>", found[1], re.DOTALL)
            lists[name] = [re.findall(r"<count[^>]*>\s*(\d+)", line) for line in lines]
        elif found := re.search(rf"^{name}[^\S\n]*\n((?:[\d ,;]*\n)*[\d ,;]*)", text, re.MULTILINE):
            lists[name] = [re.findall(r"\d+", line) for line in found[1].strip("\n").split("\n")]
    sizes = {name: len(lists.get(name, ())) for name in ("rows", "columns")}
    if not 0 < sizes["rows"] * sizes["columns"] <= MAX_CELLS:
        raise InstanceError(f"{source.name}: expected the numbers of all rows and columns", "See docs/formats.md.")
    return source.meaning(
        [term("size", *sizes.values()), *_clues("left", lists["rows"]), *_clues("top", lists["columns"])]
    )


def _clues(side: str, lists: Sequence[Sequence[str]]) -> Iterator[Symbol]:
    """Give what stands beside lines; beside an empty one 0."""
    for line, texts in enumerate(lists, 1):
        for k, text in enumerate(texts or ["0"], 1):
            yield term("clue", side, line, k, number_in(text) or 0)

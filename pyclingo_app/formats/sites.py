"""Addresses of other sites: those in which a board is found, and those that are named with what to give instead."""

import re
from urllib.parse import unquote

from ..errors import InstanceError

# Where a board stands in an address, and in which part of it the word for its puzzle, if it is not sudoku.
_BOARDS = (
    re.compile(r"https?://[^\s#?]*/(?P<game>[a-z]+)\.html#(?P<board>\d+[^\s]*:\S+)"),  # Simon Tatham's pages
    re.compile(r"https?://(?:www\.)?sudokuwiki\.org/\S*[?&]bd=(?P<board>[\d.]{81})(?:&\S*)?"),
)
_PENPA = "Draw it in Penpa-edit or at puzz.link, and give that address."
_UNREAD = {
    r"(?:www\.)?f-puzzles\.com": "Open it, and export it there as an address that holds the board: ?load=...",
    r"sudokupad\.app|(?:app\.)?crackingthecryptic\.com": "Give its address of f-puzzles (?load=...) or of Penpa-edit.",
    r"sudoku\.coach": "Copy the puzzle as a string of digits.",
    r"(?:pedros\.works|kudamono\.app)": _PENPA,
    r"(?:[\w-]+\.)?tinyurl\.com|bit\.ly|t\.co|git\.io": "It is short for another address: open it, and copy that.",
    r"(?:www\.)?puzzle-[\w-]+\.com": "Share the board there as a text, or give its rows.",
    r"(?:www\.)?(?:linkedin|nytimes|websudoku|sudoku|krazydad)\.com": "Type the board: a row on each line.",
}


def board_in(text: str) -> str:
    """Give the board that stands in an address of another site; any other text as it is.

    >>> board_in("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/tents.html#2x2:abc,1,0,1,0")
    '2x2:abc,1,0,1,0'
    """
    found = _found(text)
    return unquote(found["board"]) if found else text


def game_in(text: str) -> str | None:
    """Give the word for the puzzle of such an address; None for any other text."""
    found = _found(text)
    return found.groupdict().get("game", "sudoku") if found else None


def _found(text: str) -> re.Match[str] | None:
    """The parts of an address in which a board stands; None for any other text."""
    return next(filter(None, (pattern.fullmatch(text.strip()) for pattern in _BOARDS)), None)


def check(text: str, name: str) -> None:
    """Raise InstanceError for an address of a site whose boards are not read, with what to give instead."""
    site = re.match(r"\s*https?://([^/?#\s]+)", text)
    for pattern, hint in _UNREAD.items():
        if site and re.fullmatch(pattern, site[1], re.IGNORECASE):
            raise InstanceError(f"{name[:60]}: boards of {site[1]} are not read", hint)

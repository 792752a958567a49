"""Boards of f-puzzles, also in addresses of SudokuPad: ``https://f-puzzles.com/?load=BOARD``.

BOARD is JSON in UTF-16, packed as lz-string does (pieroxy.net/blog/pages/lz-string) and to the base 64.  Cells are
called R1C1; row and column 0, and those one behind the last, are beside the board.  Each kind of clue is a list of
objects with the cells of one; a rule that only switches is true, and ``negative`` lists the signs of which all are
there.  What the format knows and is not read here is refused by its name.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NoReturn
from urllib.parse import unquote

from clingo import Symbol

from ..errors import InstanceError
from ..words import shortened
from .meaning import Content, Source
from .pieces import fail_at
from .terms import Cell, number_in, symbol_in, term

_ADDRESS = re.compile(
    r"https?://(?:www\.)?f-puzzles\.com/\?(?:[^#\s]*&)?load=|(?:https?://[^\s?#]+/)?(?:\?puzzleid=)?(?:fpuzzles|fpuz)"
    r"(?=N4Ig)|(?=N4Ig[A-Za-z0-9+/]{40})",
    re.IGNORECASE,
)
_LETTERS = {letter: k for k, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}
GAME = "sudoku"  # which all its boards are
_MOST = 8_000_000  # characters of a board
_HINT = "Copy the whole address."

# What says nothing about the board: names, marks of the solver, settings of programs.
_NOTHING = {
    "author", "customcolors", "disabledlogic", "highlightconflicts", "ruleset", "size", "solution", "successmessage",
    "title", "truecandidatesoptions",
}  # fmt: skip
# The names that a puzzle here has for rules which only switch, and for signs that all are there.
_VARIANTS = {"difference": "consecutive", "ratio": "all-doubles", "xv": "xv-sudoku"}
_SWITCHES = ("antiking", "antiknight", "nonconsecutive")
_BOTH = {"diagonal+", "diagonal-"}


def matches(text: str) -> bool:
    """Whether a text is an address of f-puzzles, or the board in one."""
    return bool(_ADDRESS.match(text.strip()))


def read(source: Source) -> Content:
    """Read an address; raises InstanceError for one that is not whole, and for a rule that is not read."""
    board = _Board(source.name, unpack(source.text.strip(), source.name), source.answer)
    content = source.meaning(board.terms())
    known = source.problem.program.headline.variants
    for name, what in board.variants.items():
        if name not in known:
            board.refuse(what)
    meant = (pair for name in board.variants for pair in known[name])
    return content._replace(constants=(*meant, *content.constants), warnings=(*content.warnings, *board.warnings()))


def unpack(text: str, name: str) -> dict[str, Any]:
    """Give the object in an address; raises InstanceError with the position of what cannot be."""
    start = _ADDRESS.match(text)
    data = unquote(text[start.end() :].partition("&")[0]).replace(" ", "+").rstrip("=") if start else ""
    strange = next((k for k, letter in enumerate(data) if letter not in _LETTERS), None)
    if start is None or strange is not None:
        end = start.end() + (strange or 0) if start else 0
        fail_at(name, end, f"unexpected character {text[end : end + 1]!r}", _HINT)
    with suppress(ValueError, IndexError, RecursionError):
        found = json.loads(_inflated(data))
        if isinstance(found, dict):
            return {str(key).lower(): value for key, value in found.items()}
    fail_at(name, len(text), "the board cannot be unpacked, as if the address ended too soon", _HINT)


def _inflated(data: str) -> str:
    """Unpack a text, whose letters are 6 bits each; raises ValueError or IndexError for what is not packed so.

    Each number is a word that came before: the last word and the first letter of the one after it.  A 0 says
    that a new letter of 8 bits follows, a 1 one of 16, a 2 is the end.
    """
    bits = "".join(f"{_LETTERS[letter]:06b}" for letter in data)
    place = 0

    def number(width: int) -> int:
        """Give the next number, whose lowest bit comes first."""
        nonlocal place
        place += width
        return int(bits[place - width : place][::-1], 2)

    words = ["", "", ""]
    parts: list[str] = []
    total, last, width = 0, "", 2
    while (code := number(width)) != 2 and total < _MOST:
        if code < 2:
            words.append(chr(number(16 if code else 8)))
            code = len(words) - 1
        # The word may be the very one that is made of it.
        word = last + last[0] if code == len(words) else words[code]
        if last:
            words.append(last + word[0])
        parts.append(word)
        total, last, width = total + len(word), word, len(words).bit_length()
    return "".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class _Board:
    """What a board says, in drawing terms; ``variants`` are the names of rules that switch, with what said them."""

    def __init__(self, name: str, board: dict[str, Any], answer: bool) -> None:
        self.name = shortened(name)
        self.board = board
        self.answer = answer
        self.left: list[str] = []
        self.variants: dict[str, str] = {}
        grid = board.get("grid")
        self.size = len(grid) if isinstance(grid, list) else 0
        if not self.size or not all(isinstance(row, list) and len(row) == self.size for row in grid or ()):
            self.fail("its grid is no square")
        self.grid: list[list[dict[str, Any]]] = [
            [entry if isinstance(entry, dict) else {} for entry in row] for row in grid or ()
        ]

    def fail(self, message: str) -> NoReturn:
        """Raise InstanceError for what cannot be read."""
        raise InstanceError(f"{self.name}: {message}", "See docs/formats.md for what is read of f-puzzles.")

    def refuse(self, what: str) -> NoReturn:
        """Raise InstanceError for a rule that is not read."""
        self.fail(f"it holds what is not read: {what}")

    def warnings(self) -> Iterator[str]:
        """Say what was left out."""
        yield from (f"{self.name}: {sentence}" for sentence in self.left)
        if rules := " ".join(str(self.board.get("ruleset") or "").split()):
            yield f"{self.name}: its rules in words are not read: {shortened(rules)}"

    def terms(self) -> Iterator[Symbol]:
        """Give the drawing terms; raises InstanceError for what none says."""
        readers: dict[str, Callable[[Any], Iterator[Symbol]]] = {
            "grid": self.cells, "killercage": self.cages, "thermometer": self.thermometers, "arrow": self.arrows,
            "difference": lambda clues: self.signs(clues, "white", "1"),
            "ratio": lambda clues: self.signs(clues, "black", "2"),
            "xv": lambda clues: self.signs(clues, "", ""),
            "sandwichsum": self.sandwiches, "littlekillersum": self.diagonals, "negative": self.negative,
        }  # fmt: skip
        yield term("size", self.size, self.size)
        for key, said in self.board.items():
            if key in _NOTHING or not said:
                continue
            if key in readers:
                yield from readers[key](said)
            elif key in _SWITCHES:
                self.variants[key] = key
            elif key not in _BOTH or not all(map(self.board.get, _BOTH)):
                self.refuse(key)
            else:
                self.variants["sudoku-x"] = "the diagonals"

    def cells(self, _: Any) -> Iterator[Symbol]:
        """Read numbers, and regions where they are not the usual ones."""
        entries = {(r, c): entry for r, row in enumerate(self.grid, 1) for c, entry in enumerate(row, 1)}
        for (r, c), entry in entries.items():
            value = entry.get("value")
            if value and (self.answer or entry.get("given")):
                yield term("mark", r, c, symbol_in(str(value)))
        if not self.answer and any(entry.get("value") and not entry.get("given") for entry in entries.values()):
            self.left.append("what was filled in is an answer, which check reads")
        if any("region" in entry for entry in entries.values()):
            # As there: as nearly square as can be, and wider than high.
            height = max(h for h in range(1, self.size + 1) if h * h <= self.size and self.size % h == 0)
            for (r, c), entry in entries.items():
                usual = (r - 1) // height * height + (c - 1) * height // self.size
                region = entry.get("region", usual)
                if not isinstance(region, int):
                    self.refuse(f"R{r}C{c} in no region")
                yield term("area", r, c, region + 1)

    def clues(self, clues: Any) -> Iterator[dict[str, Any]]:
        """Give the objects in a list."""
        for clue in clues if isinstance(clues, list) else self.fail("a kind of clue is no list"):
            yield clue if isinstance(clue, dict) else self.fail("a clue is no object")

    def place(self, text: Any, margin: int = 0) -> Cell:
        """Give the row and column of a cell; with ``margin`` 1 it may be beside the board."""
        found = re.fullmatch(r"R(\d{1,3})C(\d{1,3})", str(text))
        r, c = (int(found[1]), int(found[2])) if found else (-1, -1)
        inside = range(1 - margin, self.size + 1 + margin)
        return (r, c) if r in inside and c in inside else self.fail(f"{shortened(str(text))} is no cell")

    def places(self, given: Any) -> list[Cell]:
        """Give the cells of a clue."""
        return [self.place(text) for text in given] if isinstance(given, list) else self.fail("a clue has no cells")

    def cages(self, clues: Any) -> Iterator[Symbol]:
        """Read cages, whose sum stands in their first cell."""
        for k, clue in enumerate(self.clues(clues), 1):
            cells = sorted(self.places(clue.get("cells")))
            yield from (term("cage", *cell, k) for cell in cells)
            if cells and (value := str(clue.get("value") or "")):
                yield term("small", *cells[0], symbol_in(value))

    def thermometers(self, clues: Any) -> Iterator[Symbol]:
        """Read thermometers: one for each way from a bulb."""
        ways = [line for clue in self.clues(clues) for line in clue.get("lines") or ()]
        for number, line in enumerate(ways, 1):
            yield from (term("thermometer", number, k, *cell) for k, cell in enumerate(self.places(line), 1))

    def arrows(self, clues: Any) -> Iterator[Symbol]:
        """Read arrows: one for each way from a circle."""
        ways = []
        for clue in self.clues(clues):
            circle = self.places(clue.get("cells"))
            lines = [self.places(line) for line in clue.get("lines") or ()]
            if len(circle) != 1 or any(line[:1] != circle for line in lines):
                self.refuse("an arrow from more than one cell")
            ways += lines
        for number, line in enumerate(ways, 1):
            yield from (term("long_arrow", number, k, *cell) for k, cell in enumerate(line, 1))

    def signs(self, clues: Any, sign: str, usual: str) -> Iterator[Symbol]:
        """Read dots between cells, and letters; ``usual`` is the number that need not stand in a dot."""
        for clue in self.clues(clues):
            cells, value = sorted(self.places(clue.get("cells"))), str(clue.get("value") or usual).upper()
            step = (cells[1][0] - cells[0][0], cells[1][1] - cells[0][1]) if len(cells) == 2 else None
            if step not in ((0, 1), (1, 0)) or (sign and value != usual) or (not sign and value not in ("X", "V")):
                self.refuse(f"the sign {shortened(value)!r} between {clue.get('cells')}")
            shown = term(sign) if sign else symbol_in(value)
            yield term("between", *cells[0], "right" if step == (0, 1) else "down", shown)

    def negative(self, words: Any) -> Iterator[Symbol]:
        """Read of which signs all are there."""
        for word in words if isinstance(words, list) else self.fail("negative is no list"):
            self.variants[_VARIANTS.get(word, "")] = f"negative {shortened(str(word))}"
        yield from ()

    def outside(self, clue: dict[str, Any]) -> tuple[Cell, str, Symbol]:
        """Give the place beside the board at which a clue stands, its side, and its number."""
        r, c = self.place(clue.get("cell"), 1)
        side = "top" if r == 0 else "bottom" if r > self.size else "left" if c == 0 else "right"
        number = number_in(str(clue.get("value") or ""))
        if number is None or (side == "right" and c <= self.size):
            self.refuse(f"a clue at {clue.get('cell')} of {shortened(str(clue.get('value')))!r}")
        return (r, c), side, symbol_in(str(number))

    def sandwiches(self, clues: Any) -> Iterator[Symbol]:
        """Read sums of what lies between the smallest and the largest number."""
        for clue in self.clues(clues):
            (r, c), side, number = self.outside(clue)
            yield term("clue", side, c if side in ("top", "bottom") else r, 1, number)

    def diagonals(self, clues: Any) -> Iterator[Symbol]:
        """Read sums of the numbers on diagonals: a stroke and the sum beside the cell where one begins."""
        for clue in self.clues(clues):
            (r, c), side, number = self.outside(clue)
            way = str(clue.get("direction"))
            if way not in ("UL", "UR", "DL", "DR"):
                self.refuse(f"a sum in direction {shortened(way)}")
            down, right = 1 if way[0] == "D" else -1, 1 if way[1] == "R" else -1
            first = self.place(f"R{r + down}C{c + right}")
            line = first[1] if side in ("top", "bottom") else first[0]
            rising = down != right
            yield term("clue", side, line, 2 if rising else 4, symbol_in("/" if rising else "\\"))
            yield term("clue", side, line, 3 if rising else 5, number)

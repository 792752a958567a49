"""Boards in URLs as puzz.link, pzv.jp, pzprxs and pzplus write them (pzpr).

``https://HOST/p?GENRE/[v:VARIANT/][FLAGS/]COLUMNS/ROWS/BODY``.  A URL is never
fetched: it is the board.  The body is a sequence of pieces; each is read and
written here by a pair of functions that know nothing of the genre.  Cells are
(row, column), counted from 1 at the top left; faults are told by the position
of the character, counted from 1.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, NoReturn

from clingo import Number, Symbol, SymbolType

from ..errors import InstanceError
from ..solve.problem import Problem
from .terms import (
    MAX_CELLS,
    Cell,
    Content,
    Source,
    Terms,
    areas,
    board_of,
    declarations,
    number_in,
    symbol_of,
    term,
    value_of,
)

HOST = "https://puzz.link/p?"
ALIASES = {"numberlink": "numlin", "akari": "lightup", "hashi": "hashikake", "masyu": "mashu",
           "slitherlink": "slither"}  # fmt: skip

_URL = re.compile(r"(?:https?://[\w.:-]+/(?:[\w.-]+/)*|(?:www\.)?(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn)/)"
                  r"(?:p|p\.html|play|edit)?\?", re.IGNORECASE)  # fmt: skip
# What stands behind, up to the body.  Flags are no number.
_PARTS = re.compile(r"(?:type=\w*&)?(?P<genre>[^/]*)/?(?:v:[^/]*/?)?(?:(?!\d+(?:/|$))(?P<flags>[^/]*)/?)?"
                    r"(?P<columns>[^/]*)/?(?P<rows>[^/]*)/?")  # fmt: skip
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_UNKNOWN = "?"

# What Number16 writes: sign, digits, and the first value of each range.
_RANGES = (("", 1, 0, 16), ("-", 2, 16, 256), ("+", 3, 256, 4096), ("=", 3, 4096, 8192), ("%", 3, 8192, 12240),
           ("*", 4, 12240, 77776), ("$", 5, 77776, 77776 + 16**5))  # fmt: skip
_OFFSETS = {"": 0, "-": 0, "+": 0, "=": 4096, "%": 8192, "*": 12240, "$": 77776}

Value = int | str


class GenreError(InstanceError):
    """A URL that is of another genre than a puzzle reads."""

    def __init__(self, puzzle: str, genre: str) -> None:
        super().__init__(f"this is a board of {genre}, not of {puzzle}")
        self.genre = genre


class Url(NamedTuple):
    """A URL in its parts; ``start`` is the position of the body's first character."""

    name: str
    genre: str
    flags: str
    height: int
    width: int
    body: str
    start: int


def is_url(text: str) -> bool:
    """Whether a text begins as a URL of this family, or as any URL."""
    return bool(_URL.match(text)) or bool(re.match(r"https?://", text, re.IGNORECASE))


def read(source: Source) -> Content:
    """Read a URL; raises InstanceError with the position of what cannot be, GenreError for one of another genre."""
    url = parse(source.text.strip(), source.name)
    known = {flags: pieces for genre, flags, pieces in declarations(source.problem).urls if genre == url.genre}
    if not known:
        raise GenreError(source.problem.program.name, url.genre)
    pieces = known.get(url.flags, next(iter(known.values())))
    return source.meaning([*read_pieces(url, pieces), term("genre", url.genre, symbol_of(url.flags))])


def write(problem: Problem) -> list[str]:
    """Write a URL in each of the genres that a puzzle has, as puzz.link itself would write it.

    Raises InstanceError for a value that a piece cannot hold.
    """
    texts = []
    for genre, flags, pieces in declarations(problem).urls:
        terms, (height, width) = board_of(problem, "url")
        parts = [genre, *([flags] if flags else []), str(width), str(height)]
        texts.append(HOST + "/".join([*parts, write_pieces(pieces, terms, height, width)]) + "\n")
    return texts


def parse(text: str, name: str) -> Url:
    """Part a URL, which stands in the file ``name`` or is that itself.

    Raises InstanceError with the position of what cannot be.
    """
    match = _URL.match(text)
    if match is None:
        fail(name, 0, "this is no address of a puzzle", "Expected https://puzz.link/p?GENRE/COLUMNS/ROWS/BODY.")
    parts = _PARTS.match(text, match.end())
    assert parts  # all of it is optional
    genre = re.sub(r"_(edit|play)$", "", parts["genre"])
    genre = ALIASES.get(genre, genre)
    if not re.fullmatch(r"[a-z][a-z0-9-]*", genre):
        fail(name, match.end(), f"{genre[:20]!r} is no name of a genre", "Expected p?GENRE/COLUMNS/ROWS/BODY.")
    sizes = []
    for what in ("columns", "rows"):
        number = number_in(parts[what], 7)
        if not number:
            fail(name, parts.start(what), f"expected the number of {what}, found {parts[what][:20]!r}")
        sizes.append(number)
    width, height = sizes
    if width * height > MAX_CELLS:
        fail(name, parts.start("rows"), f"a board of {height} rows and {width} columns is too large")
    return Url(name, genre, parts["flags"] or "", height, width, text[parts.end() :], parts.end())


def fail(name: str, position: int, message: str, hint: str = "") -> NoReturn:
    """Raise InstanceError for the character at a position, counted from 0."""
    name = name if len(name) <= 60 else name[:57] + "..."
    raise InstanceError(f"{name}: character {position + 1}: {message}", hint)


def read_pieces(url: Url, pieces: Iterable[Symbol]) -> list[Symbol]:
    """Read the body of a URL, piece after piece, into terms.

    ``outside``     clue(top, C, N), then clue(left, R, N); an unknown number says nothing
    ``marks(X)``    mark(R, C, X)
    ``numbers``     number(R, C, N); an unknown number is "?"
    ``names``       name(R, C, N): as numbers, but they only tell cells apart, and none is unknown
    ``fours``       number(R, C, N) up to 4
    ``border``      area(R, C, I)
    ``rooms``       room(I, N), after ``border``
    ``parameter``   parameter(N)

    Raises InstanceError with the position of a character that cannot be.
    """
    reader = Reader(url)
    height, width = url.height, url.width
    count = height * width
    terms = [term("size", height, width)]
    rooms = 0

    def in_cells(name: str, values: Mapping[int, Value]) -> list[Symbol]:
        return [term(name, k // width + 1, k % width + 1, symbol_of(value)) for k, value in values.items()]

    for piece in pieces:
        match piece.name:
            case "outside":
                for k, value in reader.numbers(width + height, "0123456789abcdef-.").items():
                    if value != _UNKNOWN:
                        side, line = ("top", k) if k < width else ("left", k - width)
                        terms.append(term("clue", side, line + 1, symbol_of(value)))
            case "marks":
                terms += [term("mark", k // width + 1, k % width + 1, *piece.arguments) for k in reader.marks(count)]
            case "numbers":
                terms += in_cells("number", reader.numbers(count))
            case "names":
                terms += in_cells("name", reader.numbers(count, "0123456789abcdef-+=%*$"))
            case "fours":
                terms += in_cells("number", reader.fours(count))
            case "border":
                found = areas(height, width, reader.border())
                rooms = max(found.values())
                terms += [term("area", r, c, k) for (r, c), k in found.items()]
            case "rooms":
                terms += [term("room", k + 1, symbol_of(value)) for k, value in reader.numbers(rooms).items()]
            case "parameter":
                terms.append(term("parameter", reader.parameter()))
    reader.end()
    return terms


class Reader:
    """Reads the pieces of a body one after the other; a piece that ends too soon is a fault."""

    def __init__(self, url: Url) -> None:
        self.url = url
        self.body = url.body
        self.position = 0

    def fail(self, message: str, back: int = 0) -> NoReturn:
        fail(self.url.name, self.url.start + self.position - back, message, "Copy the whole address.")

    def require(self, count: int, index: int, what: str) -> None:
        """Check that the body went on to the last of ``count`` places."""
        if index < count:
            self.fail(f"the address ends after {index} of {count} {what}")

    def digits(self, count: int) -> int:
        """Read a number of ``count`` hexadecimal digits."""
        text = self.body[self.position : self.position + count]
        if len(text) < count or not re.fullmatch(r"[0-9a-f]+", text):
            self.fail(f"expected {count} hexadecimal digits, found {text!r}")
        self.position += count
        return int(text, 16)

    def _places(
        self, count: int, code: Callable[[str], tuple[Value | None, int]], what: str, beyond: int = 0
    ) -> dict[int, Value]:
        """Read the values of places, by their index, where there are any.

        ``code`` gives the value of a character, and how many places it takes;
        a value may take some that are ``beyond`` the last one.
        """
        found: dict[int, Value] = {}
        index = 0
        while index < count and self.position < len(self.body):
            character = self.body[self.position]
            self.position += 1
            value, taken = code(character)
            if not taken:
                self.fail(f"unexpected character {character!r}", back=1)
            if value is not None:
                found[index] = value
            index += taken
            if index > count + (beyond if value is not None else 0):
                self.fail(
                    f"{character!r} {'skips' if what == 'places' else 'leads'} beyond the last of {count} {what}", 1
                )
        self.require(count, index, what)
        return found

    def numbers(self, count: int, allowed: str = "0123456789abcdef-+=%*$.") -> dict[int, Value]:
        """Read Number16."""

        def code(character: str) -> tuple[Value | None, int]:
            if "g" <= character <= "z":
                return None, _DIGITS.index(character) - 15
            if character not in allowed:
                return None, 0
            if character == ".":
                return _UNKNOWN, 1
            if character not in _OFFSETS:
                return int(character, 16), 1
            length = next(length for sign, length, _, _ in _RANGES if sign == character)
            return self.digits(length) + _OFFSETS[character], 1

        return self._places(count, code, "places")

    def marks(self, count: int) -> list[int]:
        """Read 1Cell: the indices of the marked cells."""

        def code(character: str) -> tuple[Value | None, int]:
            value = _DIGITS.find(character)
            return (1, value + 1) if value < 18 else (None, value - 17)

        return list(self._places(count, code, "cells"))

    def fours(self, count: int) -> dict[int, Value]:
        """Read 4Cell: numbers up to 4, each of which may claim empty cells after it that are not there."""

        def code(character: str) -> tuple[Value | None, int]:
            if character == ".":
                return _UNKNOWN, 1
            value = _DIGITS.find(character)
            return (value % 5, value // 5 + 1) if value < 15 else (None, value - 15)

        return self._places(count, code, "cells", beyond=2)

    def border(self) -> set[tuple[int, int, str]]:
        """Read Border: the walls, as (row, column, "right" or "down")."""
        height, width = self.url.height, self.url.width
        walls = set()
        for direction, rows, columns in (("right", height, width - 1), ("down", height - 1, width)):
            count = rows * columns
            for first in range(0, count, 5):
                if self.position == len(self.body):
                    self.require(count, first, f"places of walls between {'columns' if rows == height else 'rows'}")
                value = _DIGITS.find(self.body[self.position])
                if not 0 <= value < 32:
                    self.fail(f"unexpected character {self.body[self.position]!r}")
                self.position += 1
                for k in range(first, min(first + 5, count)):
                    if value & 16 >> (k - first):
                        walls.add((k // columns + 1, k % columns + 1, direction))
        return walls

    def parameter(self) -> int:
        """Read a decimal number up to the next slash."""
        match = re.compile(r"([0-9]{1,6})(/|$)").match(self.body, self.position)
        if match is None:
            self.fail(f"expected a number and a slash, found {self.body[self.position : self.position + 20]!r}")
        self.position = match.end()
        return int(match[1])

    def end(self) -> None:
        """Check that nothing but padding is left."""
        rest = self.body[self.position :]
        if rest.strip("/ "):
            self.fail(f"expected the end, found {rest[:20]!r}")


def write_pieces(pieces: Iterable[Symbol], terms: Terms, height: int, width: int) -> str:
    """Write the body of a URL from the terms that :func:`read_pieces` gives, by their names."""
    count = height * width
    body = ""
    for piece in pieces:
        match piece.name:
            case "outside":
                clues = {
                    k.number - 1 + (width if side.name == "left" else 0): value_of(n)
                    for side, k, n in terms.get("clue", ())
                }
                body += write_numbers(width + height, clues, 256)
            case "marks":
                cells = [cell for *cell, x in terms.get("mark", ()) if x == piece.arguments[0]]
                body += write_marks(count, [_index(cell, width) for cell in cells])
            case "numbers":
                body += write_numbers(count, _values(terms.get("number", ()), width))
            case "fours":
                body += write_fours(count, _values(terms.get("number", ()), width))
            case "names":
                named = sorted(terms.get("name", ()), key=lambda arguments: _index(arguments, width))
                if any(x.type != SymbolType.Number or x.number < 1 for _, _, x in named):
                    anew = {x: Number(k) for k, x in enumerate(dict.fromkeys(x for _, _, x in named), 1)}
                    named = [(r, c, anew[x]) for r, c, x in named]
                body += write_numbers(count, _values(named, width))
            case "border":
                body += write_border(height, width, {(r.number, c.number): x for r, c, x in terms.get("area", ())})
            case "rooms":
                found = sorted(terms.get("area", ()), key=lambda arguments: _index(arguments, width))
                order = {x: k for k, x in enumerate(dict.fromkeys(x for _, _, x in found))}
                rooms = {order[x]: value_of(n) for x, n in terms.get("room", ()) if x in order}
                body += write_numbers(len(order), rooms)
            case "parameter":
                body += f"{piece.arguments[0]}/"
    return body


def write_numbers(count: int, values: Mapping[int, Value], limit: int = _RANGES[-1][3]) -> str:
    """Write Number16."""

    def code(value: int, _: int) -> str:
        sign, length, _, _ = next(entry for entry in _RANGES if entry[2] <= value < entry[3])
        return f"{sign}{value - _OFFSETS[sign]:0{length}x}"

    return _with_skips(count, values, limit, code)


def write_fours(count: int, values: Mapping[int, Value]) -> str:
    """Write 4Cell: each number claims up to two empty cells after it."""
    return _with_skips(count, values, 5, lambda value, claimed: _DIGITS[value + 5 * claimed], 2)


def _with_skips(
    count: int, values: Mapping[int, Value], limit: int, code: Callable[[int, int], str], most: int = 0
) -> str:
    """Write the values of some of ``count`` places, and letters for runs of places between that have none.

    ``code`` writes a value less than ``limit`` that claims up to ``most`` empty places after it.
    """
    text = ""
    index = empty = 0
    while index < count:
        value = values.get(index)
        index += 1
        if value is None:
            empty += 1
        if empty and (value is not None or empty == 20 or index == count):
            text += _DIGITS[empty + 15]
            empty = 0
        if value == _UNKNOWN:
            text += "."
        elif value is not None:
            if not isinstance(value, int) or not 0 <= value < limit:
                raise InstanceError(f"a URL holds numbers from 0 to {limit - 1} here, not {value}")
            claimed = next((k for k in range(most) if index + k in values), most)
            index += claimed
            text += code(value, claimed)
    return text


def write_marks(count: int, marks: list[int]) -> str:
    """Write 1Cell."""
    text = ""
    index = 0
    marked = set(marks)
    while index < count:
        have = index in marked
        end = index + 1 if have else index
        while end < count and end - index < 18 and end not in marked:
            end += 1
        text += _DIGITS[end - index - 1] if have else _DIGITS[end - index + 17]
        index = end
    return text


def write_border(height: int, width: int, area: Mapping[Cell, Symbol]) -> str:
    """Write Border: a wall wherever neighbours are in different areas."""
    right = [area.get((r, c)) != area.get((r, c + 1)) for r in range(1, height + 1) for c in range(1, width)]
    down = [area.get((r, c)) != area.get((r + 1, c)) for r in range(1, height) for c in range(1, width + 1)]
    text = ""
    for bits in (right, down):
        for first in range(0, len(bits), 5):
            group = bits[first : first + 5]
            text += _DIGITS[sum(16 >> k for k, bit in enumerate(group) if bit)]
    return text


def _index(cell: Sequence[Symbol], width: int) -> int:
    """Give the place in reading order of a cell, whose row and column come first."""
    return (cell[0].number - 1) * width + cell[1].number - 1


def _values(terms: Iterable[Sequence[Symbol]], width: int) -> dict[int, Value]:
    return {_index(arguments, width): value_of(arguments[2]) for arguments in terms}

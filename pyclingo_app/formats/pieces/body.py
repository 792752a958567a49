"""What all pieces of addresses and game IDs share: a body read from left to right, a drawn board that is written.

Places (cells, borders, crossings ...) have an index in the order of the
address, counted from 0.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn, TypeVar

from clingo import String, Symbol, SymbolType

from ...draw.symbols import SHADES
from ...errors import InstanceError
from ...words import shortened
from ..terms import Cell, Terms, areas, term, value_of

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
UNKNOWN = "?"

Value = int | str  # a number, or UNKNOWN
Wall = tuple[int, int, str]  # row, column, "right" or "down"
T = TypeVar("T")


def fail_at(name: str, position: int, message: str, hint: str = "") -> NoReturn:
    """Raise InstanceError for the character at a position, counted from 0, of what is called ``name``."""
    raise InstanceError(f"{shortened(name)}: character {position + 1}: {message}", hint)


class Body:
    """The body of an address, read piece after piece; a piece that ends too soon is a fault.

    ``start`` is the position of its first character in the address.
    """

    kind = "address"
    padding = "/ "
    points: tuple[str, ...] = ("", ".", ",", ";")
    # Whether it may end before the last places of its last piece, as puzz.link takes it: these are empty.
    short = True

    def __init__(self, name: str, text: str, height: int, width: int, start: int = 0) -> None:
        self.name = name
        self.text = text
        self.height = height
        self.width = width
        self.start = start
        self.position = 0
        self._end = len(text.rstrip(self.padding))
        self.walls: set[Wall] = set()
        # Whether no piece that must stand is behind the one that is read, and what was taken as said though it was not.
        self.last = False
        self.warnings: list[str] = []

    @property
    def count(self) -> int:
        """The number of cells."""
        return self.height * self.width

    def cell(self, index: int) -> Cell:
        """Give the row and the column of a cell."""
        return index // self.width + 1, index % self.width + 1

    def fail(self, message: str, back: int = 0, more: str = "") -> NoReturn:
        """Raise InstanceError for the next character, or one before it."""
        more = more or "If it is whole, the pieces in the program's part formats are of another genre."
        fail_at(self.name, self.start + self.position - back, message, f"Copy the whole {self.kind}. {more}")

    def at_end(self) -> bool:
        """Whether nothing but padding is left."""
        return self.position >= self._end

    def end(self) -> None:
        """Check that nothing but padding is left, or the point of a sentence in which an address stood."""
        rest = self.text[self.position : self._end]
        if rest not in self.points:
            self.fail(f"expected the end, found {rest[:20]!r}")

    def expected(self, what: str) -> NoReturn:
        """Raise InstanceError for what is next, where something else should be."""
        self.fail(f"expected {what}, found {repr(self.text[self.position]) if not self.at_end() else 'the end'}")

    def expect(self, text: str) -> None:
        """Take what must be there."""
        if not self.text.startswith(text, self.position):
            self.expected(repr(text))
        self.position += len(text)

    def next(self) -> str:
        """Take the next character; there is one."""
        self.position += 1
        return self.text[self.position - 1]

    def require(self, count: int, index: int, what: str, skip: str = "") -> None:
        """Check that the body went on to the last of ``count`` places; characters from ``skip`` pass over some."""
        if index < count:
            more = ""
            if skip:
                most = DIGITS[DIGITS.index(skip) :]
                whole, rest = divmod(count - index, len(most))
                more = f"Where all others are empty, end it with {most[-1] * whole}{most[rest - 1 : rest]}."
            self.fail(f"the {self.kind} ends after {index} of {count} {what}", more=more)

    def lack(self, count: int, index: int, what: str, dot: bool) -> None:
        """Take the places after ``index`` of ``count`` as empty, and warn of it; ``dot``: a dot says something here."""
        left = count - index
        others = f"the other {left} are taken as empty" if left > 1 else "the last one is taken as empty"
        lost = "; a dot at the end is often lost: add it if there was one" if left == 1 and dot else ""
        self.warnings.append(f"the {self.kind} ends after {index} of {count} {what}: {others}{lost}")

    def number(self, count: int, base: int = 16) -> int:
        """Read a number of ``count`` digits to a base."""
        text = self.text[self.position : self.position + count]
        if len(text) < count or any(character not in DIGITS[:base] for character in text):
            kind = "hexadecimal digits" if base == 16 else f"digits to the base {base}"
            kind = kind.replace("s", "", 1) if count == 1 else kind
            self.fail(f"expected {count} {kind}, found {text!r}")
        self.position += count
        return int(text, base)

    def fixed(self, count: int, size: int, each: int, what: str) -> list[int]:
        """Read ``count`` numbers below ``size``: ``each`` digit stands for so many of them, the first highest."""
        found: list[int] = []
        while len(found) < count:
            if self.position == len(self.text):
                self.require(count, len(found), what)
            digit = DIGITS[: size**each].find(self.text[self.position])
            if digit < 0:
                self.fail(f"unexpected character {self.text[self.position]!r}")
            self.position += 1
            found += [digit // size**k % size for k in range(each - 1, -1, -1)]
        return found[:count]

    def run(
        self,
        count: int,
        read: Callable[[str], tuple[T, int] | None],
        skip: str = "g",
        what: str = "cells",
        over: int = 0,
        short: bool = True,
    ) -> dict[int, T]:
        """Read what stands at some of ``count`` places; characters from ``skip`` to z, if any, pass over 1, 2, ...

        ``read`` is given any other character, takes more of them if it needs,
        and gives a value and how many empty places after it this claims, at
        the end of the board up to ``over`` that are not there; None for a
        character that cannot be.  A ``short`` run may end before its last places.
        """
        found: dict[int, T] = {}
        index = 0
        first = DIGITS.index(skip) if skip else len(DIGITS)
        while index < count and not self.at_end():
            character = self.next()
            here = self.position
            digit = DIGITS.find(character)
            verb, beyond = "skips", 0
            if digit < first:
                entry = read(character)
                if entry is None:
                    self.position = here
                    self.fail(f"unexpected character {character!r}", back=1)
                found[index], claimed = entry
                index += 1 + claimed
                verb, beyond = "leads", over
            else:
                index += digit - first + 1
            if index > count + beyond:
                self.position = here
                self.fail(f"{character!r} {verb} beyond the last of {count} {what}", back=1)
        if short and self.short and self.last and count / 2 < index < count:
            self.lack(count, index, what, read(".") is not None)
        else:
            self.require(count, index, what, skip)
        return found


def _none(_: object) -> int:
    return 0


def write_run(
    count: int, values: Mapping[int, T], code: Callable[[T, int], str], skip: str = "g",
    claims: Callable[[T], int] = _none, over: int = 0,
) -> str:  # fmt: skip
    """Write the values of some of ``count`` places, as :meth:`Body.run` reads them.

    ``code`` writes a value that claims some empty places after it, up to ``claims(value)``.
    """
    text = ""
    index = empty = 0
    first = DIGITS.index(skip)
    while index < count:
        have = index in values
        if not have:
            empty += 1
            index += 1
        if empty and (have or empty == 36 - first or index == count):
            text += DIGITS[empty + first - 1]
            empty = 0
        if have:
            most = min(claims(values[index]), count + over - index - 1)
            claimed = next((k for k in range(most) if index + 1 + k in values), most)
            text += code(values[index], claimed)
            index += 1 + claimed
    return text


def write_fixed(values: Sequence[int], size: int, each: int) -> str:
    """Write numbers below ``size``, as :meth:`Body.fixed` reads them."""
    text = ""
    for first in range(0, len(values), each):
        group = [*values[first : first + each], *[0] * each][:each]
        text += DIGITS[sum(value * size ** (each - 1 - k) for k, value in enumerate(group))]
    return text


def sign(row: int, column: int, x: Symbol) -> Symbol:
    """Make the drawing term that shows X in a cell: a colour fills it, and a hole is none."""
    if str(x) == "hole":
        return term("hole", row, column)
    return term("shade" if str(x) in SHADES else "mark", row, column, x)


def is_number(x: Symbol) -> bool:
    """Whether X is a number, or the sign for one that is not known."""
    return x.type == SymbolType.Number or x == String(UNKNOWN)


class Drawn:
    """A drawn board, as the pieces look it up to write it; ``settings`` are the values of constants."""

    def __init__(self, terms: Terms, height: int, width: int, settings: Mapping[str, str] | None = None) -> None:
        self.terms = terms
        self.height = height
        self.width = width
        self.settings = settings or {}

    @property
    def count(self) -> int:
        """The number of cells."""
        return self.height * self.width

    def index(self, row: Symbol, column: Symbol) -> int:
        """Give the index of a cell."""
        return (row.number - 1) * self.width + column.number - 1

    def named(self, name: str, arity: int) -> list[Sequence[Symbol]]:
        """Give the arguments of all terms of a name and arity."""
        return [arguments for arguments in self.terms.get(name, ()) if len(arguments) == arity]

    def having(self, x: Symbol) -> set[int]:
        """Give the cells that show X, as a mark or, if it is a colour, as their filling; or the holes."""
        if str(x) == "hole":
            return {self.index(r, c) for r, c in self.named("hole", 2)}
        name = "shade" if str(x) in SHADES else "mark"
        return {self.index(r, c) for r, c, found in self.named(name, 3) if found == x}

    @cached_property
    def numbers(self) -> dict[int, Value]:
        """The number in each cell that has one; a number that is known stands for one that is not."""
        found = [(self.index(r, c), value_of(x)) for r, c, x in self.named("mark", 3) if is_number(x)]
        return dict(sorted(found, key=lambda entry: entry[1] != UNKNOWN))

    @cached_property
    def walls(self) -> set[Wall]:
        """The walls between cells."""
        found = {(r.number, c.number, str(side)) for r, c, side in self.named("wall", 3)}
        other = {"left": (0, -1, "right"), "up": (-1, 0, "down"), "right": (0, 0, "right"), "down": (0, 0, "down")}
        places = ((r + other[side][0], c + other[side][1], other[side][2]) for r, c, side in found if side in other)
        inside = borders(self.height, self.width).index
        return {place for place in places if inside(place) is not None}

    @cached_property
    def regions(self) -> dict[Cell, int]:
        """The number of the region of each cell, from 1 in the order of their first cells."""
        return areas(self.height, self.width, self.walls)

    def between(self, places: "Places") -> dict[int, Symbol]:
        """Give what stands at some of the places between cells, or in the middles of these, by their index."""
        shown = [((r.number, c.number, str(place)), x) for r, c, place, x in self.named("between", 4)]
        shown += [((r.number, c.number, "centre"), x) for r, c, x in self.named("mark", 3)]
        return {k: x for place, x in shown if (k := places.index(place)) is not None}


@dataclass(frozen=True)
class Places:
    """Places between cells in the order of addresses: how many, which one has an index, and which index one has."""

    count: int
    at: Callable[[int], Wall]
    index: Callable[[Wall], int | None]


def borders(height: int, width: int) -> Places:
    """Give the borders between cells: those between columns, row by row, then those between rows."""
    columns = (width - 1) * height

    def at(k: int) -> Wall:
        if k < columns:
            return k // (width - 1) + 1, k % (width - 1) + 1, "right"
        return (k - columns) // width + 1, (k - columns) % width + 1, "down"

    def index(wall: Wall) -> int | None:
        r, c, place = wall
        if place == "right" and 1 <= r <= height and 1 <= c < width:
            return (r - 1) * (width - 1) + c - 1
        if place == "down" and 1 <= r < height and 1 <= c <= width:
            return columns + (r - 1) * width + c - 1
        return None

    return Places(columns + width * (height - 1), at, index)


def crossings(height: int, width: int, edge: int) -> Places:
    """Give where lines cross, row by row: with those at the edges of the board (1), or without (0)."""
    rows, columns = height - 1 + 2 * edge, width - 1 + 2 * edge

    def at(k: int) -> Wall:
        return k // columns + 1 - edge, k % columns + 1 - edge, "corner"

    def index(wall: Wall) -> int | None:
        r, c, place = wall[0] - 1 + edge, wall[1] - 1 + edge, wall[2]
        return r * columns + c if place == "corner" and 0 <= r < rows and 0 <= c < columns else None

    return Places(rows * columns, at, index)


def halves(height: int, width: int) -> Places:
    """Give the middles of cells (called "centre"), borders and crossings inside a board, row by row."""
    names = ("centre", "right", "down", "corner")
    columns = 2 * width - 1

    def at(k: int) -> Wall:
        y, x = divmod(k, columns)
        return y // 2 + 1, x // 2 + 1, names[y % 2 * 2 + x % 2]

    def index(wall: Wall) -> int | None:
        place = names.index(wall[2])
        y, x = 2 * wall[0] - 2 + place // 2, 2 * wall[1] - 2 + place % 2
        return y * columns + x if 0 <= y < 2 * height - 1 and 0 <= x < columns else None

    return Places(columns * (2 * height - 1), at, index)


def held(value: Value, limit: int, kind: str = "URL") -> int:
    """Give a number that is less than a limit; raises InstanceError for others."""
    if not isinstance(value, int) or not 0 <= value < limit:
        raise InstanceError(f"a {kind} holds numbers from 0 to {limit - 1} here, not {value}")
    return value

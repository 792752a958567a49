"""What all pieces of addresses and game IDs share: a body read from left to right, a drawn board that is written.

Places (cells, borders, crossings ...) have an index in the order of the
address, counted from 0.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NoReturn, TypeVar

from clingo import Function, String, Symbol, SymbolType

from ...errors import InstanceError
from ...words import shortened
from ..areas import Wall, areas
from ..terms import Cell, Terms, symbol_of, value_of
from .places import Places, borders, cells, item_of

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
UNKNOWN = "?"

Value = int | str  # a number, or UNKNOWN
T = TypeVar("T")


def fail_at(name: str, position: int, message: str, hint: str = "") -> NoReturn:
    """Raise InstanceError for the character at a position, counted from 0, of what is called ``name``."""
    raise InstanceError(f"{shortened(name)}: character {position + 1}: {message}", hint)


class Body:
    """The body of an address, read piece after piece; a piece that ends too soon is a fault.

    ``start`` is the position of its first character in the address, ``places`` are those that the piece is about,
    and ``terms`` what was read so far.
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
        self.places = cells(height, width)
        self.terms: list[Symbol] = []
        # Whether no piece that must stand is behind the one that is read, and what was taken as said though it was not.
        self.last = False
        self.warnings: list[str] = []

    @property
    def drawn(self) -> "Drawn":
        """The board as far as it was read."""
        terms: dict[str, list[Sequence[Symbol]]] = {}
        for each in self.terms:
            terms.setdefault(each.name, []).append(each.arguments)
        return Drawn(terms, self.height, self.width)

    def put(self, k: int, x: Symbol, *, filled: bool = True) -> list[Symbol]:
        """Make the drawing terms that show X at a place: a colour fills it, unless it is not to be ``filled``."""
        return [self.places.put(k, item) for item in self.places.items(x, filled=filled)]

    def numbered(self, values: Mapping[int, Value]) -> Iterator[Symbol]:
        """Make the drawing terms for numbers at places."""
        return (self.places.put(k, number_item(value)) for k, value in values.items())

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

    def require(self, index: int, skip: str = "") -> None:
        """Check that the body went on to the last of the places; characters of ``skip`` pass over some."""
        count = self.places.count
        if index < count:
            more = ""
            if skip:
                most = gaps(skip)
                whole, rest = divmod(count - index, len(most))
                more = f"Where all others are empty, end it with {most[-1] * whole}{most[rest - 1 : rest]}."
            self.fail(f"the {self.kind} ends after {index} of {count} {self.places.what}", more=more)

    def lack(self, index: int, dot: bool) -> None:
        """Take the places after ``index`` as empty, and warn of it; ``dot``: a dot says something here."""
        count, what = self.places.count, self.places.what
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

    def decimal(self) -> int:
        """Read a number of up to seven digits."""
        match = re.compile("[0-9]{1,7}(?![0-9])").match(self.text, self.position)
        if match is None:
            self.expected("a number of up to seven digits")
        self.position = match.end()
        return int(match[0])

    def fixed(self, size: int, each: int) -> list[int]:
        """Read for each place a number below ``size``: ``each`` digit stands for so many of them, the first highest."""
        found: list[int] = []
        count = self.places.count
        while len(found) < count:
            if self.position == len(self.text):
                self.require(len(found))
            digit = DIGITS[: size**each].find(self.text[self.position])
            if digit < 0:
                self.fail(f"unexpected character {self.text[self.position]!r}")
            self.position += 1
            found += [digit // size**k % size for k in range(each - 1, -1, -1)]
        return found[:count]

    def run(
        self,
        read: Callable[[str], tuple[T, int] | None],
        skip: str = "g",
        over: int = 0,
        short: bool = True,
        dots: bool = True,
    ) -> dict[int, T]:
        """Read what stands at some of the places; the characters of ``skip`` (see :func:`gaps`) pass over 1, 2, ...

        ``read`` is given any other character, takes more of them if it needs,
        and gives a value and how many empty places after it this claims, at
        the end of the board up to ``over`` that are not there; None for a
        character that cannot be.  A ``short`` run may end before its last places; ``dots``: a dot says something.
        """
        found: dict[int, T] = {}
        index = 0
        count, what = self.places.count, self.places.what
        passing = gaps(skip)
        while index < count and not self.at_end():
            character = self.next()
            here = self.position
            verb, beyond = "skips", 0
            if character not in passing:
                entry = read(character)
                if entry is None:
                    self.position = here
                    self.fail(f"unexpected character {character!r}", back=1)
                found[index], claimed = entry
                index += 1 + claimed
                verb, beyond = "leads", over
            else:
                index += passing.index(character) + 1
            if index > count + beyond:
                self.position = here
                self.fail(f"{character!r} {verb} beyond the last of {count} {what}", back=1)
        if short and self.short and self.last and len(passing) > 1 and count / 2 < index < count:
            self.lack(index, dots)
        else:
            self.require(index, skip)
        return found


def gaps(skip: str) -> str:
    """Give the characters that pass over 1, 2, ... places: those that are listed, or from a letter on to z."""
    return DIGITS[DIGITS.index(skip) :] if len(skip) == 1 and skip in DIGITS else skip


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
    passing = gaps(skip)
    while index < count:
        have = index in values
        if not have and not passing:
            message = f"nothing stands at place {index + 1} of {count}, where this format has a sign for each"
            raise InstanceError(message, "Write facts or text, which have room for all boards.")
        if not have:
            empty += 1
            index += 1
        if empty and (have or empty == len(passing) or index == count):
            text += passing[empty - 1]
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


def is_number(x: Symbol) -> bool:
    """Whether X is a number, or the sign for one that is not known."""
    return x.type == SymbolType.Number or x == String(UNKNOWN)


def number_item(value: Value) -> Symbol:
    """Make the item for a number."""
    return Function("mark", [symbol_of(value)])


class Drawn:
    """A drawn board, as the pieces look it up to write it; ``settings`` are the values of constants.

    ``places`` are those that a piece is about: the cells, unless it is ``on`` others.
    """

    def __init__(self, terms: Terms, height: int, width: int, settings: Mapping[str, str] | None = None) -> None:
        self.terms = terms
        self.height = height
        self.width = width
        self.settings = settings or {}
        self.places = cells(height, width)

    def on(self, places: Places) -> "Drawn":
        """Give the same board, to be written at other places."""
        other = Drawn(self.terms, self.height, self.width, self.settings)
        other.places = places
        return other

    @property
    def count(self) -> int:
        """The number of places."""
        return self.places.count

    def named(self, name: str, arity: int) -> list[Sequence[Symbol]]:
        """Give the arguments of all terms of a name and arity."""
        return [arguments for arguments in self.terms.get(name, ()) if len(arguments) == arity]

    @cached_property
    def items(self) -> dict[int, list[Symbol]]:
        """What stands at each place where anything does: drawing terms without their places."""
        parted = (item_of(name, arguments) for name, terms in self.terms.items() for arguments in terms)
        placed = [(self.places.index(place), place, item) for place, item in filter(None, parted)]
        found: dict[int, list[Symbol]] = {}
        for k, _, item in sorted((k, place, item) for k, place, item in placed if k is not None):
            found.setdefault(k, []).append(item)
        return found

    def having(self, x: Symbol, *, filled: bool = True) -> set[int]:
        """Give the places that show X, as a mark or, if it is a colour and may be that, as their filling."""
        wanted = self.places.items(x, filled=filled)
        return {k for k, items in self.items.items() if all(item in items for item in wanted)}

    @cached_property
    def numbers(self) -> dict[int, Value]:
        """The number at each place that has one; a number that is known stands for one that is not."""
        found: dict[int, Value] = {}
        for k, items in self.items.items():
            marks = (item.arguments for item in items if item.name == "mark")
            values = [value_of(x) for x, *more in marks if not more and is_number(x)]
            if values:
                found[k] = next((value for value in values if value != UNKNOWN), UNKNOWN)
        return found

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
        """The number of the region of each cell that is no hole, from 1 in the order of their first cells."""
        holes = {(r.number, c.number) for r, c in self.named("hole", 2)}
        return areas(self.height, self.width, self.walls, holes)


def held(value: Value, limit: int, kind: str = "URL") -> int:
    """Give a number that is less than a limit; raises InstanceError for others."""
    if not isinstance(value, int) or not 0 <= value < limit:
        raise InstanceError(f"a {kind} holds numbers from 0 to {limit - 1} here, not {value}")
    return value

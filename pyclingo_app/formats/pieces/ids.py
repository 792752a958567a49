"""Pieces of Simon Tatham's game IDs: letters for how many places are free, numbers and signs for the others.

They are read into drawing terms, and written from them, as those of addresses are.
"""

import re
from collections.abc import Iterator, Mapping
from string import ascii_lowercase, ascii_uppercase, digits

from clingo import Symbol

from ...errors import InstanceError
from ..areas import regions
from ..terms import symbol_of, term, value_of
from .body import Body, Drawn, Value, held, number_item, write_run
from .outside import lists_of
from .places import Places, between_columns, borders, lines

CHARACTERS = digits + ascii_lowercase + ascii_uppercase
FREE = "_" + ascii_lowercase[:-1]  # how many places are free: _ for none, a for one, ...
FREE_FROM_0 = ascii_lowercase[:-1]  # a for none, b for one, ...


class Description(Body):
    """What follows the colon of a game ID."""

    kind = "game ID"
    padding = ""
    points = ("",)
    short = False

    def has_digit(self) -> bool:
        """Whether a digit is next."""
        return self.text[self.position : self.position + 1] in [*digits]


def held_number(value: Value, limit: int) -> int:
    """Give a number that is less than a limit; raises InstanceError for others."""
    return held(value, limit, "game ID")


def read_numbers(body: Description) -> Iterator[Symbol]:
    """``numbers``: in cells, with an underscore between two that would touch."""

    def read(character: str) -> tuple[Value, int] | None:
        if character not in digits:
            return None
        body.position -= 1
        number = body.decimal()
        if body.text.startswith("_", body.position):
            body.next()
            if not body.has_digit():
                body.expected("a number after _")
        return number, 0

    return body.numbered(body.run(read, "a"))


def write_numbers(drawn: Drawn) -> str:
    text = write_run(drawn.count, drawn.numbers, lambda value, _: f"{held_number(value, 10**7)}_", "a")
    return re.sub("_(?![0-9])", "", text)


def _marks(drawn: Drawn, one: Symbol, two: Symbol) -> dict[int, bool]:
    """Give the places with one of two marks, and whether it is the second."""
    first, second = drawn.having(one, filled=False), drawn.having(two, filled=False)
    return {k: k in second for k in sorted(first | second)}


def _gaps(body: Description, letters: str, signs: str = "", repeated: bool = False) -> Iterator[tuple[int, str]]:
    """Read letters for how many places are free before each that is not, z for 25 alone; give these.

    Some ``signs`` say something of the place just before them.  A number behind a letter that may be ``repeated``
    says how often it stands there.
    """
    index = 0
    count = body.places.count
    while index < count and body.position < len(body.text):
        character = body.next()
        if character in signs:
            if not index:
                body.fail(f"there is no place before {character!r}", back=1)
            yield index - 1, character
            continue
        small = character if "_" in letters else character.lower()
        free = 25 if small == "z" else letters.find(small)
        if free < 0:
            body.fail(f"expected a letter{' or _' if '_' in letters else ''}, found {character!r}", back=1)
        for _ in range(body.decimal() if repeated and body.has_digit() else 1):
            index += free
            if index >= count:
                body.fail(f"{character!r} leads beyond the last of {count} {body.places.what}", back=1)
            if small != "z":
                yield index, character
                index += 1


def to_the_end(
    body: Description, letters: str, signs: str = "", *, repeated: bool = False
) -> Iterator[tuple[int, str]]:
    """Read letters as :func:`_gaps` does, the last of which stands for a place beyond the others."""
    last, count = -1, body.places.count
    body.places = Places(body.places.what.replace("cells", "places"), [*body.places.all, ()], filled=body.places.filled)
    for last, character in _gaps(body, letters, signs, repeated):
        if last < count:
            yield last, character
    body.require(last + 1)


def code_gaps(places: Mapping[int, bool], letters: str, end: int | None = None) -> str:
    """Write places as :func:`_gaps` reads them, some in capital letters, and one beyond them if there is an ``end``."""
    text = ""
    last = -1
    for index in [*sorted(places), *([] if end is None else [end])]:
        free = index - last - 1
        full = max(free - len(letters) + 25, 0) // 25
        gap = "z" * full + letters[free - 25 * full]
        text += gap.upper() if places.get(index) else gap
        last = index
    return text


def read_gaps(body: Description, x: Symbol, *answer: Symbol) -> Iterator[Symbol]:
    """``gaps(X)``, ``gaps(X, Y, Z)``: X in cells, _ is one right behind another; just behind a cell ! is Y, - is Z."""
    shown = dict(zip("!-", answer, strict=False))
    for k, character in to_the_end(body, FREE, "".join(shown)):
        yield from body.put(k, shown.get(character, x))


def write_gaps(drawn: Drawn, x: Symbol, *_: Symbol) -> str:
    return code_gaps(dict.fromkeys(drawn.having(x), False), FREE, drawn.count)


def read_cases(body: Description, one: Symbol, two: Symbol) -> Iterator[Symbol]:
    """``cases(X, Y)``: X in cells as small letters, Y as capital ones, a right behind another."""
    for k, letter in to_the_end(body, FREE_FROM_0):
        yield from body.put(k, two if letter.isupper() else one, filled=False)


def write_cases(drawn: Drawn, one: Symbol, two: Symbol) -> str:
    return code_gaps(_marks(drawn, one, two), FREE_FROM_0, drawn.count)


def read_dots(body: Description, one: Symbol, two: Symbol) -> Iterator[Symbol]:
    """``dots(X, Y)``: X and Y, in small and capital letters, in the middles of cells, on borders and crossings."""
    for k, letter in _gaps(body, FREE_FROM_0):
        yield from body.put(k, two if letter.isupper() else one)


def write_dots(drawn: Drawn, one: Symbol, two: Symbol) -> str:
    return code_gaps(_marks(drawn, one, two), FREE_FROM_0)


def edges(height: int, width: int) -> Places:
    """Give the borders between columns, row by row, and those between rows, column by column."""
    downwards = ((r, c, "down") for c in range(1, width + 1) for r in range(1, height))
    return Places("places of walls", [*between_columns(height, width).all, *downwards])


def read_blocks(body: Description) -> Iterator[Symbol]:
    """``blocks``: a comma and the borders of regions, and the regions, area(R, C, I)."""
    body.expect(",")
    body.places = edges(body.height, body.width)
    found = [body.places.at(k) for k, _ in to_the_end(body, FREE)]
    yield from (term("wall", *place) for place in found)
    yield from regions(body.height, body.width, set(found))


def write_blocks(drawn: Drawn) -> str:
    places = edges(drawn.height, drawn.width)
    walls = {k: False for k, edge in enumerate(places.all) if edge in drawn.walls}
    return "," + code_gaps(walls, FREE, places.count)


def read_outside(body: Description) -> Iterator[Symbol]:
    """``outside``: a comma and a number for each column, then for each row."""
    for k in range(body.places.count):
        body.expect(",")
        yield body.places.put(k, number_item(body.decimal()))


def write_outside(drawn: Drawn) -> str:
    for k, (side, line) in enumerate(drawn.places.all):
        if not isinstance(drawn.numbers.get(k), int):
            what = f"{'row' if side in ('left', 'right') else 'column'} {line}"
            message = f"a game ID has a number for every row and column, but {what} has none"
            raise InstanceError(message, "Write facts, text or url.")
    return "".join(f",{held_number(drawn.numbers[k], 10**7)}" for k in range(drawn.count))


def read_around(body: Description) -> Iterator[Symbol]:
    """``around``: numbers above and below the columns, left and right of the rows, or none; slashes part them."""
    for k in range(body.places.count):
        if k:
            body.expect("/")
        if body.has_digit():
            yield body.places.put(k, number_item(body.decimal()))


def write_around(drawn: Drawn) -> str:
    return "/".join(str(held_number(drawn.numbers[k], 10**7)) if k in drawn.numbers else "" for k in range(drawn.count))


def read_lists(body: Description) -> Iterator[Symbol]:
    """``lists``: several numbers above each column, then beside each row; dots part them, and slashes the lines."""
    for index, (side, k) in enumerate(lines(body.height, body.width).all):
        if index:
            body.expect("/")
        place = 0
        while body.has_digit() or place:
            place += 1
            yield term("clue", side, k, place, body.decimal())
            if not body.text.startswith(".", body.position):
                break
            body.next()


def write_lists(drawn: Drawn) -> str:
    found = lists_of(drawn)
    return "/".join(
        ".".join(str(held_number(value, 10**7)) for value in found.get(line, ()))
        for line in lines(drawn.height, drawn.width).all
    )


# Where the smaller number is, and the sign between the two cells: where this one stands, and what it is.
SMALLER = {"U": (-1, 0, "down", "^"), "R": (0, 0, "right", ">"), "D": (0, 0, "down", "v"), "L": (0, -1, "right", "<")}


def read_inequalities(body: Description) -> Iterator[Symbol]:
    """``inequalities``: for each cell its number or 0, letters for where smaller ones are, and a comma."""
    inside = borders(body.height, body.width).index
    for r, c in body.places.all:
        number = body.decimal()
        if number:
            yield term("mark", r, c, number)
        while not body.text.startswith(",", body.position):
            letter = body.text[body.position : body.position + 1]
            if letter not in SMALLER:
                body.expected(f"one of {', '.join(SMALLER)} or a comma")
            down, right, place, x = SMALLER[letter]
            if inside((r + down, c + right, place)) is None:
                body.fail(f"{letter!r} leads out of the board")
            body.next()
            yield term("between", r + down, c + right, place, symbol_of(x))
        body.next()


def write_inequalities(drawn: Drawn) -> str:
    signs = {(r.number, c.number, str(side)): str(value_of(x)) for r, c, side, x in drawn.named("between", 4)}

    def letters(r: int, c: int) -> str:
        around = ((letter, (r + down, c + right, place), x) for letter, (down, right, place, x) in SMALLER.items())
        return "".join(letter for letter, wall, x in around if signs.get(wall) == x)

    return "".join(
        f"{held_number(drawn.numbers.get(k, 0), 10**7)}{letters(r, c)}," for k, (r, c) in enumerate(drawn.places.all)
    )

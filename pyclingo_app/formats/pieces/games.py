"""Pieces of Simon Tatham's game IDs that one of his games has for itself, read and written as those of :mod:`.ids`."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from string import ascii_lowercase

from clingo import Function, Number, Symbol, SymbolType

from ...errors import InstanceError
from ..areas import beyond, regions
from ..terms import term, value_of
from .body import Drawn, number_item
from .ids import CHARACTERS, FREE, Description, edges, held_number, to_the_end, write_blocks, write_outside
from .places import Place, Places
from .tables import read_signs, table, write_signs

_WAYS = ("up", "northeast", "right", "southeast", "down", "southwest", "left", "northwest")
# The arrows by their letters.
_ARROWS = {letter: f"arrow_{way}" for letter, way in zip("abcdefgh", _WAYS, strict=True)}

_WALLS = {"v": "right", "h": "down"}
_BITS = {"arrow_right": 1, "arrow_up": 2, "arrow_left": 4, "arrow_down": 8}
_POLES = table(f'".", ("{CHARACTERS}", 0)')


def read_bracketed(body: Description) -> Iterator[Symbol]:
    """``bracketed``: a number for each cell, in brackets if it has more than one digit."""

    def read(character: str) -> tuple[int, int] | None:
        if character != "[":
            return (int(character), 0) if character in CHARACTERS[:10] else None
        number = body.decimal()
        body.expect("]")
        return number, 0

    return body.numbered(body.run(read, ""))


def write_bracketed(drawn: Drawn) -> str:
    def text(k: int) -> str:
        number = held_number(drawn.numbers.get(k, "nothing"), 10**7)
        return f"[{number}]" if number > 9 else str(number)

    return "".join(map(text, range(drawn.count)))


def read_totals(body: Description, *texts: Symbol) -> Iterator[Symbol]:
    """``totals(TEXT, ...)``: a number and a comma for each TEXT, which is noted with it below the board."""
    for k, text in enumerate(texts, 1):
        yield term("note", k, Function("", [text, Number(body.decimal())]))
        body.expect(",")


def write_totals(drawn: Drawn, *texts: Symbol) -> str:
    notes = (x.arguments for _, x in drawn.named("note", 2))
    known = {note[0]: value_of(note[1]) for note in notes if len(note) == 2}
    missing = next((text.string for text in texts if text not in known), "")
    if missing:
        raise InstanceError(f"a game ID has a number behind {missing!r} here, but there is none", "Use --to facts.")
    return "".join(f"{held_number(known[text], 10**7)}," for text in texts)


def are_texts(*texts: Symbol) -> bool:
    """Whether the arguments of ``totals`` are texts."""
    return bool(texts) and all(text.type == SymbolType.String for text in texts)


def read_packed(body: Description) -> Iterator[Symbol]:
    """``packed``: as ``blocks``, but with a number behind a letter that is repeated, and the comma at the end."""
    body.places = edges(body.height, body.width)
    found = [body.places.at(k) for k, _ in to_the_end(body, FREE, repeated=True)]
    yield from (term("wall", *place) for place in found)
    yield from regions(body.height, body.width, set(found))
    body.expect(",")


def write_packed(drawn: Drawn) -> str:
    return re.sub(r"(.)\1\1+", lambda run: f"{run[1]}{len(run[0])}", write_blocks(drawn)[1:]) + ","


def read_headings(body: Description) -> Iterator[Symbol]:
    """``headings``: for each cell its number, if it has one, and a letter for its arrow; the last number has none."""
    for k, cell in enumerate(body.places.all):
        number = body.decimal() if body.has_digit() else 0
        if body.at_end():
            body.require(k)
        letter = body.next()
        if letter not in _ARROWS:
            body.fail(f"expected a letter from a to h, found {letter!r}", back=1)
        if number:
            yield term("small", *cell, number)
        if number != body.places.count:
            yield term("mark", *cell, _ARROWS[letter])
        elif letter != "a":
            body.fail(f"expected 'a' behind the last number, found {letter!r}", back=1)


def write_headings(drawn: Drawn) -> str:
    numbers = {(r.number, c.number): value_of(x) for r, c, x in drawn.named("small", 3)}
    arrows = {(r.number, c.number): str(x) for r, c, x in drawn.named("mark", 3)}
    letters = {arrow: letter for letter, arrow in _ARROWS.items()}

    def text(cell: Place) -> str:
        number, arrow = numbers.get(cell, 0), arrows.get(cell)
        if (arrow is None) != (number == drawn.count) or arrow not in (None, *letters):
            raise InstanceError(f"a game ID has an arrow in each cell but that of the last number, unlike {cell}")
        letter = letters[arrow] if arrow else "a"
        return (str(held_number(number, drawn.count + 1)) if number else "") + letter

    return "".join(map(text, drawn.places.all))


def read_wires(body: Description) -> Iterator[Symbol]:
    """``wires``: for each cell from 1 to f which arrows it has, and v for a wall on the right, h for one below."""
    for k, cell in enumerate(body.places.all):
        if body.at_end():
            body.require(k)
        character = body.next()
        if character not in CHARACTERS[1:16]:
            body.fail(f"expected a digit from 1 to f, found {character!r}", back=1)
        arrows = [arrow for arrow, bit in _BITS.items() if CHARACTERS.index(character) & bit]
        yield from (term("mark", *cell, number, arrow) for number, arrow in enumerate(arrows, 1))
        for letter, way in _WALLS.items():
            if body.text.startswith(letter, body.position):
                body.next()
                yield term("wall", *cell, way)


def write_wires(drawn: Drawn) -> str:
    numbers: Counter[Place] = Counter()
    for r, c, _, x in drawn.named("mark", 4):
        numbers[r.number, c.number] += _BITS.get(str(x), 0)
    walls = {(r.number, c.number, str(way)) for r, c, way in drawn.named("wall", 3)}

    def text(cell: Place) -> str:
        if not numbers[cell]:
            raise InstanceError(f"a game ID of this kind has an arrow in each cell, unlike {cell}")
        return CHARACTERS[numbers[cell]] + "".join(letter for letter, way in _WALLS.items() if (*cell, way) in walls)

    return "".join(map(text, drawn.places.all))


def read_gates(body: Description) -> Iterator[Symbol]:
    """``gates``: as ``outside``; behind S a line leaves the board there, below its column or left of its row."""
    for k in range(body.places.count):
        body.expect(",")
        side, i = body.places.at(k)
        if body.text.startswith("S", body.position):
            body.next()
            yield term("line", *((body.height, i, "down") if side == "top" else (i, 1, "left")), "any")
        yield body.places.put(k, number_item(body.decimal()))


def write_gates(drawn: Drawn) -> str:
    lines = {(r.number, c.number, str(way)) for r, c, way, *_ in drawn.terms.get("line", ())}
    gates = (((drawn.height, i, "down") if side == "top" else (i, 1, "left")) for side, i in drawn.places.all)
    numbers = write_outside(drawn).split(",")[1:]
    return "".join(f",{'S' * (gate in lines)}{number}" for gate, number in zip(gates, numbers, strict=True))


def _slots(height: int, width: int) -> list[Places]:
    """Give the places of the first numbers above the columns and left of the rows, then of the second ones."""
    sides = [("top", width), ("left", height)]
    return [Places("lines", [(side, i, k) for i in range(1, n + 1)]) for k in (1, 2) for side, n in sides]


def read_poles(body: Description) -> Iterator[Symbol]:
    """``poles``: for each column, then for each row, a character for its first number or a dot; a comma behind both.
    Then the same for their second numbers.
    """
    for places in _slots(body.height, body.width):
        body.places = places
        yield from read_signs(body, *_POLES)
        body.expect(",")


def write_poles(drawn: Drawn) -> str:
    return "".join(write_signs(drawn.on(places), *_POLES) + "," for places in _slots(drawn.height, drawn.width))


def _partner(cell: Place, letter: str) -> Place:
    """Give the other cell of a domino, half of which a letter is; without a letter, of none, the cell itself."""
    down, right = {"L": (0, 1), "R": (0, -1), "T": (1, 0), "B": (-1, 0)}.get(letter, (0, 0))
    return cell[0] + down, cell[1] + right


def read_dominoes(body: Description) -> Iterator[Symbol]:
    """``dominoes``: for each cell which half of its domino it is, L, R, T or B, or * for a hole."""
    letters = body.run(lambda letter: (letter, 0) if letter in "LRTB*" else None, "")
    partner = {body.places.at(k): _partner(body.places.at(k), letter) for k, letter in letters.items()}
    torn = next((cell for cell, other in partner.items() if partner.get(other) != cell), None)
    if torn:
        body.fail(f"the cell at row {torn[0]}, column {torn[1]} is half of no domino")
    walls = {place for place in edges(body.height, body.width).all if partner[place[:2]] != beyond(place)}
    holes = [cell for cell, other in partner.items() if cell == other]
    yield from (term("wall", *wall) for wall in sorted(walls))
    yield from (term("hole", *cell) for cell in holes)
    yield from regions(body.height, body.width, walls, holes)


def write_dominoes(drawn: Drawn) -> str:
    def letter(cell: Place) -> str:
        fitting = (letter for letter in "LRTB" if drawn.regions.get(_partner(cell, letter)) == drawn.regions[cell])
        return next(fitting, "")

    if any(count != 2 for count in Counter(drawn.regions.values()).values()):
        raise InstanceError("a game ID of this kind holds regions of two cells only", "Use --to facts.")
    return "".join(letter(cell) if cell in drawn.regions else "*" for cell in drawn.places.all)


def read_countries(body: Description) -> Iterator[Symbol]:
    """``countries``: letters for how many borders between rows, then between columns, part no regions, part some, ...;
    z is 25 that are not the last of their kind.
    """
    places = _borders(body.height, body.width)
    # There is one border more, before the first, which parts nothing.
    parts: list[bool] = []
    count = 0
    while len(parts) <= len(places) and not body.at_end():
        letter = body.next()
        if letter not in ascii_lowercase:
            body.fail(f"expected a letter, found {letter!r}", back=1)
        some = count % 2 == 1
        parts += [some] * (25 if letter == "z" else ord(letter) - 96)
        count += letter != "z"
    if len(parts) != len(places) + 1:
        body.fail(f"expected letters for {len(places)} borders, found {len(parts) - 1}")
    walls = {place for place, some in zip(places, parts[1:], strict=True) if some}
    yield from (term("wall", *wall) for wall in sorted(walls))
    yield from regions(body.height, body.width, walls)
    body.expect(",")


def write_countries(drawn: Drawn) -> str:
    parts = [False, *(place in drawn.walls for place in _borders(drawn.height, drawn.width))]
    runs = [len([*run]) for _, run in groupby(parts)]
    return "".join("z" * ((run - 1) // 25) + chr(97 + (run - 1) % 25) for run in runs) + ","


def _borders(height: int, width: int) -> list[Place]:
    """Give the borders between rows, row by row, then those between columns, column by column."""
    across = [(r, c, "down") for r in range(1, height) for c in range(1, width + 1)]
    return [*across, *((r, c, "right") for c in range(1, width) for r in range(1, height + 1))]

"""Pieces around a piece: it is left out, stands at other places, or its numbers mean something else."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from clingo import Function, Number, String, Symbol, SymbolType

from .body import Body, Drawn, number_item, write_run
from .cells import code_number, read_number
from .places import (
    Place,
    Places,
    borders,
    cells,
    clockwise,
    crossings,
    halves,
    item_of,
    lines,
    rooms,
    sides,
    slots,
    term_at,
)


def takes(*counts: int) -> Callable[..., bool]:
    """Check that a piece has so many arguments."""
    return lambda *arguments: len(arguments) in counts


class Piece(NamedTuple):
    """How a piece is read and written, and whether its arguments are right; ``form`` is how it is declared."""

    form: str
    read: Callable[..., Iterable[Symbol]]
    write: Callable[..., str]
    fits: Callable[..., bool] = takes(0)


Pieces = Mapping[str, Piece]

# Places by their names, some with arguments: those of the cells that show X, of K numbers in each line; "" is a tuple.
PLACES: dict[str, Callable[..., Places]] = {
    "around": lambda drawn: lines(drawn.height, drawn.width, around=True),
    "borders": lambda drawn: borders(drawn.height, drawn.width),
    "cells": lambda drawn: cells(drawn.height, drawn.width),
    "clockwise": lambda drawn: clockwise(drawn.height, drawn.width),
    "corners": lambda drawn: crossings(drawn.height, drawn.width, 1),
    "halves": lambda drawn: halves(drawn.height, drawn.width),
    "having": lambda drawn, x: Places("cells", [drawn.places.at(k) for k in sorted(drawn.having(x))], filled=True),
    "outside": lambda drawn: lines(drawn.height, drawn.width),
    "points": lambda drawn: crossings(drawn.height, drawn.width, 0),
    "rooms": lambda drawn: rooms(drawn.height, drawn.width, drawn.regions),
    "sides": lambda drawn: sides(drawn.height, drawn.width),
    "slots": lambda drawn, k: slots(drawn.height, drawn.width, k.number, k.number),
    "": lambda drawn, *parts: Places("places", [p for x in parts for p in _places(x, drawn).all], filled=True),
}


def _places(x: Symbol, drawn: Drawn) -> Places:
    """Give the places that a term declares: one of PLACES, with its arguments, or several in a tuple."""
    return PLACES[x.name](drawn, *x.arguments)


def _are_places(x: Symbol) -> bool:
    if x.type != SymbolType.Function or x.name not in PLACES:
        return False
    if not x.name:
        return all(map(_are_places, x.arguments))
    kinds = [each.type == SymbolType.Number for each in x.arguments]
    return {"having": len(kinds) == 1, "slots": kinds == [True]}.get(x.name, not kinds)


def at(piece: Piece, places: Callable[[Drawn], Places]) -> Piece:
    """Give the piece that reads and writes at some places what another does in cells."""

    def read(body: Body, *arguments: Symbol) -> Iterable[Symbol]:
        body.places = places(body.drawn)
        return piece.read(body, *arguments)

    def write(drawn: Drawn, *arguments: Symbol) -> str:
        return piece.write(drawn.on(places(drawn)), *arguments)

    return piece._replace(read=read, write=write)


def given(form: str, piece: Piece, arguments: Callable[..., Sequence[Symbol]], fits: Callable[..., bool]) -> Piece:
    """Give the piece that is another one with other ``arguments``, which follow from its own."""
    return Piece(
        form,
        lambda body, *xs: piece.read(body, *arguments(*xs)),
        lambda drawn, *xs: piece.write(drawn, *arguments(*xs)),
        fits,
    )


def is_inner(pieces: Pieces, x: Symbol) -> bool:
    """Whether a term declares a piece that others may be around."""
    return is_declared(pieces, x) and x.name not in ("optional", "parameter")


def is_declared(pieces: Pieces, x: Symbol) -> bool:
    """Whether a term declares a piece."""
    if x.type != SymbolType.Function or x.name not in pieces:
        return False
    try:
        return pieces[x.name].fits(*x.arguments)
    except TypeError:  # too few arguments, or too many
        return False


def optional(pieces: Callable[[], Pieces], comma: str = "") -> Piece:
    """Make ``optional(PIECE, ...)``: left out at the end, or before a slash, when all would say nothing.

    In game IDs it stands after a comma.
    """

    def read(body: Body, *inner: Symbol) -> Iterator[Symbol]:
        if body.at_end() or body.text.startswith("/", body.position):
            return
        body.expect(comma)
        for piece in inner:
            body.places = cells(body.height, body.width)
            yield from pieces()[piece.name].read(body, *piece.arguments)

    def write(drawn: Drawn, *inner: Symbol) -> str:
        def text(drawn: Drawn) -> str:
            return "".join(pieces()[piece.name].write(drawn, *piece.arguments) for piece in inner)

        whole = text(drawn)
        return "" if whole == text(Drawn({}, drawn.height, drawn.width)) else comma + whole

    return Piece(
        "optional(PIECE, ...)",
        read,
        write,
        lambda first, *more: is_inner(pieces(), first) and all(is_declared(pieces(), x) for x in more),
    )


def on(pieces: Callable[[], Pieces]) -> Piece:
    """Make ``on(PLACES, PIECE)``: as PIECE, at other places than all cells."""

    def there(x: Symbol, piece: Symbol) -> Piece:
        return at(pieces()[piece.name], lambda drawn: _places(x, drawn))

    return Piece(
        "on(PLACES, PIECE)",
        lambda body, x, piece: there(x, piece).read(body, *piece.arguments),
        lambda drawn, x, piece: there(x, piece).write(drawn, *piece.arguments),
        lambda x, piece: _are_places(x) and is_inner(pieces(), piece),
    )


def coded(pieces: Callable[[], Pieces]) -> Piece:
    """Make ``coded(PIECE, (V, X), ((K, R), Y), ...)``: V stands for X, and K times a number and R for it and Y.

    V is a number, or "?".

    Of several that fit, the first is meant when it is read, and the one that says most when it is written.
    """

    def parted(places: Places, codes: tuple[Symbol, ...]) -> list[tuple[int, Symbol, list[Symbol]]]:
        pairs = [((0, v) if v.type != SymbolType.Function else (v.arguments[0].number, v.arguments[1]), places.items(x))
                 for v, x in (code.arguments for code in codes)]  # fmt: skip
        return [(*numbers, items) for numbers, items in pairs]

    def read(body: Body, piece: Symbol, *codes: Symbol) -> Iterator[Symbol]:
        for found in pieces()[piece.name].read(body, *piece.arguments):
            place, item = item_of(found.name, found.arguments) or ((), found)
            number = number_of(item)
            meant = [[item]]
            for times, rest, items in parted(body.places, codes):
                if not times and item == Function("mark", [rest]):
                    meant.append(items)
                elif times and number is not None and number >= rest.number and not (number - rest.number) % times:
                    meant.append([*items, number_item((number - rest.number) // times)])
            yield from (term_at(place, each) for each in meant[:2][-1]) if place else [found]

    def write(drawn: Drawn, piece: Symbol, *codes: Symbol) -> str:
        known = parted(drawn.places, codes)
        places: dict[Place, list[Symbol]] = {}
        for name, some in drawn.terms.items():
            for place, item in filter(None, (item_of(name, each) for each in some)):
                places.setdefault(place, []).append(item)
        terms: dict[str, list[Sequence[Symbol]]] = {}
        for found in (term_at(place, item) for place, items in places.items() for item in _code(items, known)):
            terms.setdefault(found.name, []).append(found.arguments)
        other = Drawn(terms, drawn.height, drawn.width)
        return pieces()[piece.name].write(other.on(drawn.places), *piece.arguments)

    def fits(piece: Symbol, *codes: Symbol) -> bool:
        pairs = [c.arguments for c in codes if c.type == SymbolType.Function and not c.name and len(c.arguments) == 2]
        return is_inner(pieces(), piece) and 0 < len(codes) == len(pairs) and all(_is_code(v) for v, _ in pairs)

    return Piece("coded(PIECE, (V, X), ...)", read, write, fits)


def _is_code(v: Symbol) -> bool:
    """Whether V is a number, a pair of numbers, or "?", the number that is not known."""
    if v.type == SymbolType.Function and not v.name and len(v.arguments) == 2:
        return all(each.type == SymbolType.Number for each in v.arguments)
    return v.type == SymbolType.Number or v == String("?")


def _code(items: list[Symbol], known: Iterable[tuple[int, Symbol, list[Symbol]]]) -> list[Symbol]:
    """Give what stands at a place with the number that stands for most of it by a code, if one fits."""
    own = [item for item in items if number_of(item) is not None][:1]
    fitting = []
    for times, rest, some in known:
        taken = [*some, *own] if times else some
        if taken and (own or not times) and all(item in items for item in taken):
            value = Number(rest.number + times * (number_of(own[0]) or 0)) if times else rest
            fitting.append((len(taken), [*(item for item in items if item not in taken), Function("mark", [value])]))
    return max(fitting, key=lambda each: each[0])[1] if fitting else items


def letters(pieces: Callable[[], Pieces]) -> Piece:
    """Make ``letters(PIECE)``: its numbers are letters, 1 is "A", and 27 is "a"."""
    codes = [Function("", [Number(k), String(letter)]) for k, letter in enumerate(ascii_uppercase + ascii_lowercase, 1)]
    return given(
        "letters(PIECE)", coded(pieces), lambda piece: [piece, *codes], lambda piece: is_inner(pieces(), piece)
    )


def number_of(item: Symbol) -> int | None:
    """Give the number that an item is."""
    numbered = item.name == "mark" and len(item.arguments) == 1 and item.arguments[0].type == SymbolType.Number
    return item.arguments[0].number if numbered else None


def _twofold(x: Symbol) -> tuple[Symbol, Symbol]:
    """Give what an X of a ``joint`` piece is in cells, and what elsewhere: ``cells(X, Y)`` names both."""
    first, second = x.arguments if x.match("cells", 2) else (x, x)
    return first, second


def _elsewhere(place: Place) -> bool:
    """Whether a place is no cell, so that its name stands behind row and column."""
    return len(place) > 2


def read_joint(body: Body, *some: Symbol) -> Iterator[Symbol]:
    """``joint(X, Y, ...)``: a number for each two places, which says for both whether nothing, X or Y is there."""
    places = body.places
    body.places = Places(places.what, places.all[::2])
    numbers = body.run(read_number(body, "-"), dots=False)
    body.places = places
    for k, number in numbers.items():
        for place, value in zip((2 * k, 2 * k + 1), divmod(int(number), len(some) + 1), strict=True):
            if value > len(some) or (value and place >= places.count):
                body.fail(f"{number} says nothing of these two places")
            yield from body.put(place, _twofold(some[value - 1])[_elsewhere(places.at(place))]) if value else ()


def write_joint(drawn: Drawn, *some: Symbol) -> str:
    values = {
        k: value
        for value, x in enumerate(some, 1)
        for one in set(_twofold(x))
        for k in drawn.having(one)
        if _twofold(x)[_elsewhere(drawn.places.at(k))] == one
    }
    pairs = [values.get(k, 0) * (len(some) + 1) + values.get(k + 1, 0) for k in range(0, drawn.count, 2)]
    return write_run(len(pairs), {k: number for k, number in enumerate(pairs) if number}, code_number(256))

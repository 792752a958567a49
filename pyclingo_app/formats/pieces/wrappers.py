"""Pieces around a piece: it is left out, stands at other places, or its numbers mean something else."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from string import ascii_uppercase
from typing import NamedTuple

from clingo import Function, Number, String, Symbol, SymbolType

from ..terms import areas
from .body import Body, Drawn, is_number, number_item, write_run
from .cells import code_number, read_number
from .places import Place, Places, borders, cells, crossings, halves, item_of, lines, rooms, sides, term_at


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

PLACES: dict[str, Callable[[Drawn], Places]] = {
    "around": lambda drawn: lines(drawn.height, drawn.width, around=True),
    "borders": lambda drawn: borders(drawn.height, drawn.width),
    "cells": lambda drawn: cells(drawn.height, drawn.width),
    "corners": lambda drawn: crossings(drawn.height, drawn.width, 1),
    "halves": lambda drawn: halves(drawn.height, drawn.width),
    "outside": lambda drawn: lines(drawn.height, drawn.width),
    "points": lambda drawn: crossings(drawn.height, drawn.width, 0),
    "rooms": lambda drawn: rooms(drawn.height, drawn.width, areas(drawn.height, drawn.width, drawn.walls)),
    "sides": lambda drawn: sides(drawn.height, drawn.width),
}


def at(piece: Piece, places: Callable[[Drawn], Places]) -> Piece:
    """Give the piece that reads and writes at some places what another does in cells."""

    def read(body: Body, *arguments: Symbol) -> Iterable[Symbol]:
        body.places = places(body.drawn)
        return piece.read(body, *arguments)

    def write(drawn: Drawn, *arguments: Symbol) -> str:
        return piece.write(drawn.on(places(drawn)), *arguments)

    return piece._replace(read=read, write=write)


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

    return Piece("optional(PIECE, ...)", read, write, lambda *a: bool(a) and all(is_inner(pieces(), x) for x in a))


def on(pieces: Callable[[], Pieces]) -> Piece:
    """Make ``on(PLACES, PIECE)``: as PIECE, at other places than cells; a tuple is places one after another."""

    def chosen(x: Symbol, drawn: Drawn) -> Places:
        if x.name == "having":
            shown = drawn.having(x.arguments[0])
            return Places("cells", (place for k, place in enumerate(drawn.places.all) if k in shown), filled=True)
        if x.name:
            return PLACES[x.name](drawn)
        parts = [chosen(part, drawn) for part in x.arguments]
        return Places("places", (place for part in parts for place in part.all), filled=True)

    def inner(x: Symbol, piece: Symbol) -> Piece:
        return at(pieces()[piece.name], lambda drawn: chosen(x, drawn))

    def known(x: Symbol) -> bool:
        if x.type != SymbolType.Function or x.name == "having":
            return x.type == SymbolType.Function and len(x.arguments) == 1
        return (x.name in PLACES and not x.arguments) or (not x.name and all(map(known, x.arguments)))

    return Piece(
        "on(PLACES, PIECE)",
        lambda body, x, piece: inner(x, piece).read(body, *piece.arguments),
        lambda drawn, x, piece: inner(x, piece).write(drawn, *piece.arguments),
        lambda x, piece: known(x) and is_inner(pieces(), piece),
    )


Items = Iterable[Symbol]


def changed(
    pieces: Callable[[], Pieces],
    form: str,
    out: Callable[..., Items],
    back: Callable[..., Items],
    fits: Callable[..., bool],
) -> Piece:
    """Make a piece around PIECE that changes what stands at a place: ``out`` of an address, and ``back`` into it."""

    def read(body: Body, piece: Symbol, *arguments: Symbol) -> Iterator[Symbol]:
        for found in pieces()[piece.name].read(body, *piece.arguments):
            parted = item_of(found.name, found.arguments)
            if parted is None:
                yield found
            else:
                place, item = parted
                yield from (term_at(place, each) for each in out(body.places, item, *arguments))

    def write(drawn: Drawn, piece: Symbol, *arguments: Symbol) -> str:
        terms: dict[str, list[list[Symbol]]] = {}
        places: dict[Place, list[Symbol]] = {}
        for name, some in drawn.terms.items():
            for each in some:
                parted = item_of(name, each)
                if parted is None or name == "wall":
                    terms.setdefault(name, []).append([*each])
                else:
                    places.setdefault(parted[0], []).append(parted[1])
        for place, items in places.items():
            for item in back(drawn.places, items, *arguments):
                found = term_at(place, item)
                terms.setdefault(found.name, []).append(found.arguments)
        other = Drawn(terms, drawn.height, drawn.width, drawn.settings)
        return pieces()[piece.name].write(other.on(drawn.places), *piece.arguments)

    return Piece(form, read, write, lambda piece, *a: is_inner(pieces(), piece) and fits(*a))


def _number(item: Symbol) -> int | None:
    """Give the number that an item is."""
    numbered = item.name == "mark" and len(item.arguments) == 1 and item.arguments[0].type == SymbolType.Number
    return item.arguments[0].number if numbered else None


def _renumbered(items: Items, change: Callable[[int], int]) -> list[Symbol]:
    """Give items with another number in the place of theirs."""
    return [item if (n := _number(item)) is None else number_item(change(n)) for item in items]


def _without(items: Items, some: Items) -> list[Symbol]:
    left = [*some]
    return [item for item in items if item not in left]


def letters(pieces: Callable[[], Pieces]) -> Piece:
    """Make ``letters(PIECE)``: its numbers are letters, 1 is "A"."""
    letter = {Number(k): String(text) for k, text in enumerate(ascii_uppercase, 1)}
    number = {text: k for k, text in letter.items()}

    def exchanged(items: Items, table: Mapping[Symbol, Symbol]) -> Items:
        return [Function(i.name, [*i.arguments[:-1], *(table.get(x, x) for x in i.arguments[-1:])]) for i in items]

    return changed(
        pieces,
        "letters(PIECE)",
        lambda _, item: exchanged([item], letter),
        lambda _, items: exchanged(items, number),
        lambda: True,
    )


def coded(pieces: Callable[[], Pieces]) -> Piece:
    """Make ``coded(PIECE, (V, X), ..., K)``: a number V stands for X, and others are K less than in the address."""

    def parted(codes: tuple[Symbol, ...]) -> tuple[list[list[Symbol]], int]:
        pairs = [code.arguments for code in codes if code.type == SymbolType.Function]
        return pairs, sum(code.number for code in codes if code.type == SymbolType.Number)

    def out(places: Places, item: Symbol, *codes: Symbol) -> Items:
        pairs, less = parted(codes)
        found = next((x for value, x in pairs if number_item(value.number) == item), None)
        return _renumbered([item], lambda n: n - less) if found is None else places.items(found)

    def back(places: Places, items: Items, *codes: Symbol) -> Items:
        pairs, less = parted(codes)
        known = [(value.number, places.items(x)) for value, x in pairs]
        shown = [(value, some) for value, some in known if some and not _without(some, items)]
        if shown:
            value, some = max(shown, key=lambda each: len(each[1]))
            return [*_without(items, some), number_item(value)]
        empty = [number_item(value) for value, some in known if not some]
        if empty and not any(is_number(x) for item in items for x in item.arguments):
            return [*items, *empty]
        return _renumbered(items, lambda n: n + less)

    def fits(*codes: Symbol) -> bool:
        pairs = [c.arguments for c in codes if c.type == SymbolType.Function and not c.name and len(c.arguments) == 2]
        numbers = [value for value, _ in pairs] + [c for c in codes if c.type == SymbolType.Number]
        return bool(codes) and len(numbers) == len(codes) and all(n.type == SymbolType.Number for n in numbers)

    return changed(pieces, "coded(PIECE, (V, X), ..., K)", out, back, fits)


def mixed(pieces: Callable[[], Pieces]) -> Piece:
    """Make ``mixed(PIECE, X, Y, ...)``: what is left of a number, divided by how many X there are, is one of these."""

    def out(places: Places, item: Symbol, *some: Symbol) -> Items:
        number = _number(item)
        if number is None:
            return [item]
        return [number_item(number // len(some)), *places.items(some[number % len(some)])]

    def back(places: Places, items: Items, *some: Symbol) -> Items:
        known = [(len(shown), -k, shown) for k, shown in enumerate(map(places.items, some))]
        fitting = [each for each in known if not _without(each[2], items)]
        if not fitting:
            return items
        _, k, shown = max(fitting, key=lambda each: each[:2])
        return _renumbered(_without(items, shown), lambda n: n * len(some) - k)

    return changed(pieces, "mixed(PIECE, X, Y, ...)", out, back, lambda *some: len(some) > 1)


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
            yield from body.put(place, some[value - 1]) if value else ()


def write_joint(drawn: Drawn, *some: Symbol) -> str:
    values = {k: value for value, x in enumerate(some, 1) for k in drawn.having(x)}
    pairs = [values.get(k, 0) * (len(some) + 1) + values.get(k + 1, 0) for k in range(0, drawn.count, 2)]
    return write_run(len(pairs), {k: number for k, number in enumerate(pairs) if number}, code_number(256))

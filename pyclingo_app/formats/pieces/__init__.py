"""The pieces that bodies of addresses and of game IDs consist of, one pair of functions for each.

Those of addresses are what pzpr's decoders share.  A piece knows no genre.  It
is read into drawing terms, with constant("name", N) and area(R, C, I) beside
them, and written from the drawing terms of the unsolved board.  What each is
called and holds says docs/formats.md.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from string import ascii_uppercase
from typing import NamedTuple

from clingo import Number, String, Symbol, SymbolType

from ..terms import term
from . import cells, edges, ids, outside
from .body import Body, Drawn, fail_at
from .ids import Description


def _names(*counts: int) -> Callable[..., bool]:
    """Check that a piece has so many arguments."""
    return lambda *arguments: len(arguments) in counts


class Piece(NamedTuple):
    """How a piece is read and written, and whether its arguments are right; ``form`` is how it is declared."""

    form: str
    read: Callable[..., Iterable[Symbol]]
    write: Callable[..., str]
    fits: Callable[..., bool] = _names(0)


def _is_inner(pieces: Mapping[str, Piece], *arguments: Symbol) -> bool:
    return len(arguments) == 1 and is_piece(arguments[0], pieces) and arguments[0].name not in ("optional", "parameter")


def _optional(pieces: Callable[[], Mapping[str, Piece]], comma: str = "") -> Piece:
    """``optional(PIECE)``: left out at the end when it would say nothing; in game IDs it stands after a comma."""

    def read(body: Body, piece: Symbol) -> Iterable[Symbol]:
        if body.at_end():
            return ()
        body.expect(comma)
        return pieces()[piece.name].read(body, *piece.arguments)

    def write(drawn: Drawn, piece: Symbol) -> str:
        write = pieces()[piece.name].write
        text = write(drawn, *piece.arguments)
        return "" if text == write(Drawn({}, drawn.height, drawn.width), *piece.arguments) else comma + text

    return Piece("optional(PIECE)", read, write, lambda *arguments: _is_inner(pieces(), *arguments))


def _read_letters(body: Body, piece: Symbol) -> Iterable[Symbol]:
    """``letters(PIECE)``: its numbers are letters, 1 is "A"."""
    for found in PIECES[piece.name].read(body, *piece.arguments):
        *place, x = found.arguments
        is_letter = x.type == SymbolType.Number and 0 < x.number <= len(ascii_uppercase)
        yield term(found.name, *place, String(ascii_uppercase[x.number - 1])) if is_letter else found


def _write_letters(drawn: Drawn, piece: Symbol) -> str:
    def numbered(x: Symbol) -> Symbol:
        is_letter = x.type == SymbolType.String and x.string in [*ascii_uppercase]
        return Number(ascii_uppercase.index(x.string) + 1) if is_letter else x

    terms = {name: [[*place, numbered(x)] for *place, x in filter(None, some)] for name, some in drawn.terms.items()}
    return PIECES[piece.name].write(Drawn(terms, drawn.height, drawn.width), *piece.arguments)


PIECES: dict[str, Piece] = {
    "arrows": Piece("arrows", cells.read_arrows, cells.write_arrows),
    "around": Piece("around", partial(outside.read_outside, around=True), partial(outside.write_outside, around=True)),
    "base36": Piece("base36", cells.read_base36, cells.write_base36),
    "blocks": Piece("blocks(X)", cells.read_blocks, cells.write_blocks, _names(1)),
    "border": Piece("border", edges.read_border, edges.write_walls),
    "cells": Piece("cells(X)", cells.read_cells, cells.write_cells, _names(1)),
    "circles": Piece("circles(X, Y)", cells.read_circles, cells.write_circles, _names(2)),
    "crossings": Piece("crossings", edges.read_crossings, edges.write_crossings),
    "digits": Piece("digits", cells.read_digits, cells.write_digits),
    "dots": Piece("dots(X, Y)", edges.read_dots, edges.write_dots, _names(2)),
    "edge_circles": Piece("edge_circles(X, Y)", edges.read_edge_circles, edges.write_edge_circles, _names(2)),
    "edge_numbers": Piece("edge_numbers", edges.read_edge_numbers, edges.write_edge_numbers),
    "either": Piece("either", cells.read_either, cells.write_either),
    "fours": Piece("fours, fours(X)", cells.read_fours, cells.write_fours, _names(0, 1)),
    "groups": Piece("groups", cells.read_groups, cells.write_groups),
    "inequalities": Piece("inequalities", edges.read_inequalities, edges.write_inequalities),
    "letters": Piece("letters(PIECE)", _read_letters, _write_letters, lambda *arguments: _is_inner(PIECES, *arguments)),
    "lists": Piece("lists, lists(X)", outside.read_lists, outside.write_lists, _names(0, 1)),
    "marks": Piece("marks(X)", cells.read_marks, cells.write_marks, _names(1)),
    "names": Piece("names", cells.read_names, cells.write_names),
    "numbers": Piece("numbers", cells.read_numbers, cells.write_numbers),
    "optional": _optional(lambda: PIECES),
    "outside": Piece("outside", outside.read_outside, outside.write_outside),
    "parameter": Piece('parameter("name")', edges.read_parameter, edges.write_parameter, edges.is_name),
    "points": Piece("points(X)", edges.read_points, edges.write_points, _names(1)),
    "rooms": Piece("rooms", edges.read_rooms, edges.write_rooms),
    "signs": Piece('signs("g", ("1", X), ...)', cells.read_signs, cells.write_signs, cells.is_table),
    "slash": Piece("slash", edges.read_slash, edges.write_slash),
    "splits": Piece("splits(X)", outside.read_splits, outside.write_splits, _names(1)),
    "walls": Piece("walls", edges.read_walls, edges.write_walls),
}


IDS: dict[str, Piece] = {
    "around": Piece("around", ids.read_around, ids.write_around),
    "blocks": Piece("blocks", ids.read_blocks, ids.write_blocks),
    "cases": Piece("cases(X, Y)", ids.read_cases, ids.write_cases, _names(2)),
    "characters": Piece("characters", ids.read_characters, ids.write_characters),
    "crossings": Piece("crossings", ids.read_crossings, ids.write_crossings),
    "digits": Piece("digits, digits(X)", ids.read_digits, ids.write_digits, _names(0, 1)),
    "dots": Piece("dots(X, Y)", ids.read_dots, ids.write_dots, _names(2)),
    "gaps": Piece("gaps(X), gaps(X, Y, Z)", ids.read_gaps, ids.write_gaps, _names(1, 3)),
    "inequalities": Piece("inequalities", ids.read_inequalities, ids.write_inequalities),
    "lists": Piece("lists", ids.read_lists, ids.write_lists),
    "numbers": Piece("numbers", ids.read_numbers, ids.write_numbers),
    "optional": _optional(lambda: IDS, ","),
    "outside": Piece("outside", ids.read_outside, ids.write_outside),
    "pair": Piece("pair(X, Y)", ids.read_pair, ids.write_pair, _names(2)),
}


def is_piece(symbol: Symbol, pieces: Mapping[str, Piece] = PIECES) -> bool:
    """Whether a term declares one of some pieces: of an address, or of a game ID."""
    if symbol.type != SymbolType.Function or symbol.name not in pieces:
        return False
    try:
        return pieces[symbol.name].fits(*symbol.arguments)
    except TypeError:  # too few arguments, or too many
        return False


def read_pieces(body: Body, pieces: Iterable[Symbol], known: Mapping[str, Piece] = PIECES) -> list[Symbol]:
    """Read a body, piece after piece, into terms; raises InstanceError with the position of what cannot be."""
    terms = [term("size", body.height, body.width)]
    pieces = list(pieces)
    for number, piece in enumerate(pieces, 1):
        body.last = all(later.name == "optional" for later in pieces[number:])
        terms += known[piece.name].read(body, *piece.arguments)
    body.end()
    return terms


def write_pieces(drawn: Drawn, pieces: Iterable[Symbol], known: Mapping[str, Piece] = PIECES) -> str:
    """Write a body; raises InstanceError for a value that a piece cannot hold."""
    return "".join(known[piece.name].write(drawn, *piece.arguments) for piece in pieces)


__all__ = [
    "IDS", "PIECES", "Body", "Description", "Drawn", "fail_at", "is_piece", "read_pieces", "write_pieces",
]  # fmt: skip

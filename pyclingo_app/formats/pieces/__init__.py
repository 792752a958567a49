"""The pieces that bodies of addresses and of game IDs consist of, one pair of functions for each.

Those of addresses are what pzpr's decoders share.  A piece knows no genre.  It
is read into drawing terms, with constant("name", N) and area(R, C, I) beside
them, and written from the drawing terms of the unsolved board.  What each is
called and holds says docs/formats.md.
"""

from collections.abc import Iterable, Mapping
from functools import partial

from clingo import Symbol

from ..terms import term
from . import cells, edges, games, ids, outside, single, tables, wrappers
from .body import DIGITS, Body, Drawn, fail_at
from .ids import Description
from .places import cells as all_cells
from .wrappers import PLACES, Piece, Pieces, at, given, is_declared, takes

_signs = Piece('signs("g", ("1", X), ...)', tables.read_signs, tables.write_signs, tables.is_table)


def _table(form: str, texts: Mapping[int, str]) -> Piece:
    """Give the piece that is a table of signs: one of ``texts``, by how many arguments the piece has."""
    return given(form, _signs, lambda *xs: tables.table(texts[len(xs)], *xs), takes(*texts))


_numbers = Piece("numbers", cells.read_numbers, cells.write_numbers)
_small = Piece("edge_numbers", partial(cells.read_numbers, signs="-."), partial(cells.write_numbers, limit=256))
_outside = Piece("outside", outside.read_outside, outside.write_outside)
_fours = Piece("fours, fours(X)", cells.read_fours, cells.write_fours, takes(0, 1))
_circles = Piece(
    "circles(X, Y)",
    partial(cells.read_cells, each=3, filled=False),
    partial(cells.write_cells, each=3, filled=False),
    takes(2),
)
_far = Piece("far(X)", partial(cells.read_blocks, rest=True), partial(cells.write_blocks, rest=True), takes(1))

PIECES: dict[str, Piece] = {
    "arrows": Piece("arrows", cells.read_arrows, cells.write_arrows),
    "around": at(_outside._replace(form="around"), PLACES["around"]),
    "bank": Piece('bank(("t", SHAPE, ...), ...)', single.read_bank, single.write_bank, single.is_presets),
    "base36": _table("base36", {0: f'".", ("{DIGITS}", 0), ("-", digits(2, 36)), ("@", "?"), ("%", "?")'}),
    "blocks": Piece("blocks(X)", cells.read_blocks, cells.write_blocks, takes(1)),
    "border": Piece("border", edges.read_border, edges.write_walls),
    "cell": Piece("cell(X)", single.read_cell, single.write_cell, takes(1)),
    "cells": Piece("cells(X)", partial(cells.read_cells, each=5), partial(cells.write_cells, each=5), takes(1)),
    "circles": _circles,
    "coded": wrappers.coded(lambda: PIECES),
    "crossings": at(_fours._replace(form="crossings", fits=takes(0)), PLACES["corners"]),
    "digits": _table("digits", {0: '"a", ("0123456789", 0), (".", "?")'}),
    "dots": at(Piece("dots(X, Y)", cells.read_dots, cells.write_dots, takes(2)), PLACES["halves"]),
    "edge_arrows": at(Piece("edge_arrows", edges.read_edge_arrows, edges.write_edge_arrows), PLACES["borders"]),
    "edge_circles": at(_circles._replace(form="edge_circles(X, Y)"), PLACES["borders"]),
    "edge_numbers": at(_small, PLACES["borders"]),
    "either": Piece("either", tables.read_either, tables.write_either),
    "far": _far,
    "fours": _fours,
    "fractions": Piece("fractions", outside.read_fractions, outside.write_fractions),
    "groups": Piece("groups, groups(loop)", cells.read_groups, cells.write_groups, cells.are_loop),
    "index": Piece("index(X)", single.read_index, single.write_index, takes(1)),
    "inequalities": at(Piece("inequalities", edges.read_inequalities, edges.write_inequalities), PLACES["borders"]),
    "joint": Piece("joint(X, Y, ...)", wrappers.read_joint, wrappers.write_joint, lambda *some: bool(some)),
    "letters": wrappers.letters(lambda: PIECES),
    "lists": Piece("lists, lists(X)", outside.read_lists, outside.write_lists, takes(0, 1)),
    "marks": Piece("marks(X)", cells.read_marks, cells.write_marks, takes(1)),
    "names": Piece("names", partial(cells.read_numbers, signs="-+=%@*$"), cells.write_names),
    "notes": Piece('notes(("i", TEXT, ...), ...)', single.read_notes, single.write_notes, single.is_presets),
    "numbers": _numbers,
    "on": wrappers.on(lambda: PIECES),
    "optional": wrappers.optional(lambda: PIECES),
    "outer": Piece("outer, outer(X)", edges.read_outer, edges.write_outer, takes(0, 1)),
    "outside": at(_outside, PLACES["outside"]),
    "parameter": Piece('parameter("name")', single.read_parameter, single.write_parameter, single.is_name),
    "points": at(_far._replace(form="points(X)"), PLACES["points"]),
    "rest": Piece("rest(X)", cells.read_rest, cells.write_rest, takes(1)),
    "rooms": at(_numbers._replace(form="rooms"), PLACES["rooms"]),
    "series": Piece("series", cells.read_series, cells.write_series),
    "signs": _signs,
    "slash": Piece("slash", single.read_slash, lambda _: "/"),
    "splits": Piece("splits(X)", outside.read_splits, outside.write_splits, takes(1)),
    "walls": Piece("walls", edges.read_walls, edges.write_walls),
}


_CAPITALS = DIGITS.upper()
_letters = _table("digits, digits(X)", {0: f'"a", ("{_CAPITALS}", 0)', 1: '"a", ("0123456789", (0, {0})), ("B", {0})'})
_commas = Piece("outside", ids.read_outside, ids.write_outside)

IDS: dict[str, Piece] = {
    "around": at(Piece("around", ids.read_around, ids.write_around), PLACES["around"]),
    "blocks": Piece("blocks", ids.read_blocks, ids.write_blocks),
    "bracketed": Piece("bracketed", games.read_bracketed, games.write_bracketed),
    "cases": Piece("cases(X, Y)", ids.read_cases, ids.write_cases, takes(2)),
    "characters": _table("characters", {0: f'"", ("{ids.CHARACTERS}", 0)'}),
    "clockwise": at(_commas._replace(form="clockwise"), PLACES["clockwise"]),
    "countries": Piece("countries", games.read_countries, games.write_countries),
    "crossings": at(_letters._replace(form="crossings", fits=takes(0)), PLACES["corners"]),
    "digits": _letters,
    "dominoes": Piece("dominoes", games.read_dominoes, games.write_dominoes),
    "dots": at(Piece("dots(X, Y)", ids.read_dots, ids.write_dots, takes(2)), PLACES["halves"]),
    "gates": at(Piece("gates", games.read_gates, games.write_gates), PLACES["outside"]),
    "gaps": Piece("gaps(X), gaps(X, Y, Z)", ids.read_gaps, ids.write_gaps, takes(1, 3)),
    "inequalities": Piece("inequalities", ids.read_inequalities, ids.write_inequalities),
    "headings": Piece("headings", games.read_headings, games.write_headings),
    "lists": Piece("lists", ids.read_lists, ids.write_lists),
    "numbers": Piece("numbers", ids.read_numbers, ids.write_numbers),
    "on": wrappers.on(lambda: IDS),
    "optional": wrappers.optional(lambda: IDS, ","),
    "outside": at(_commas, PLACES["outside"]),
    "packed": Piece("packed", games.read_packed, games.write_packed),
    "pair": _table("pair(X, Y)", {2: '"a", ("B", mark({0})), ("W", mark({1}))'}),
    "poles": Piece("poles", games.read_poles, games.write_poles),
    "signs": _signs,
    "totals": Piece("totals(TEXT, ...)", games.read_totals, games.write_totals, games.are_texts),
    "wires": Piece("wires", games.read_wires, games.write_wires),
}


def is_piece(symbol: Symbol, pieces: Pieces = PIECES) -> bool:
    """Whether a term declares one of some pieces: of an address, or of a game ID."""
    return is_declared(pieces, symbol)


def read_pieces(body: Body, pieces: Iterable[Symbol], known: Pieces = PIECES) -> list[Symbol]:
    """Read a body, piece after piece, into terms; raises InstanceError with the position of what cannot be."""
    body.terms = [term("size", body.height, body.width)]
    pieces = list(pieces)
    for number, piece in enumerate(pieces, 1):
        body.last = all(later.name == "optional" for later in pieces[number:])
        body.places = all_cells(body.height, body.width)
        body.terms += known[piece.name].read(body, *piece.arguments)
    body.end()
    return body.terms


def write_pieces(drawn: Drawn, pieces: Iterable[Symbol], known: Pieces = PIECES) -> str:
    """Write a body; raises InstanceError for a value that a piece cannot hold."""
    return "".join(known[piece.name].write(drawn, *piece.arguments) for piece in pieces)


__all__ = [
    "IDS", "PIECES", "Body", "Description", "Drawn", "fail_at", "is_piece", "read_pieces", "write_pieces",
]  # fmt: skip

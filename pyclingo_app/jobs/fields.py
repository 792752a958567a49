"""The JSON form of what has fields: each is written and read as its type asks, under its name.

Sentences are there as texts, beside them their cells (``..._cells``) and those to point at (``..._shown``).  A few
fields are there for the readers of schema 1 alone (:data:`_BESIDES`): what is derived from others, or no longer said.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from clingo import Symbol, parse_term

from ..draw.board import Board
from ..explain.terms import Case, Conflict, Inference, Mark, Quantity, Sentence, Share, Step, Wall
from .drawings import Event, as_board, drawn

# Instances and answers repeat their atoms.
symbol_of = lru_cache(maxsize=100_000)(parse_term)


class Value(NamedTuple):
    """How a value is written, and read."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class Field(NamedTuple):
    """How a field is written under its name, and read."""

    write: Callable[[str, Any], Event]
    read: Callable[[Mapping[str, Any], str], Any]


def under(value: Value) -> Field:
    """A field that stands under its name, perhaps as null."""
    return Field(
        lambda name, what: {name: None if what is None else value.write(what)},
        lambda event, name: None if event[name] is None else value.read(event[name]),
    )


def by_fields(kind: Any, **own: Field) -> Value:
    """How a named tuple is written, field by field, the board last; some fields in a way of their ``own``."""
    hints = get_type_hints(kind)
    fields = {name: own.get(name) or _field(hints[name]) for name in sorted(kind._fields, key=lambda f: f == "board")}
    besides = _BESIDES.get(kind, lambda result: {})

    def write(result: Any) -> Event:
        event: Event = besides(result)
        for name, field in fields.items():
            event |= field.write(name, getattr(result, name))
        return event

    return Value(write, lambda event: kind(**{name: field.read(event, name) for name, field in fields.items()}))


def _field(hint: Any) -> Field:
    return _FIELDS.get(hint) or under(_value(hint))


@lru_cache
def _value(hint: Any) -> Value:
    """How a value of a type is written."""
    if get_origin(hint) in (Union, UnionType):
        inner, none = get_args(hint)
        assert none is type(None)
        return _value(inner)
    if get_origin(hint) is tuple:
        parts = get_args(hint)
        if parts[1:] == (...,):
            part = _value(parts[0])
            return Value(lambda items: list(map(part.write, items)), lambda items: tuple(map(part.read, items)))
        return Value(list, tuple)
    if hint is Symbol:
        return Value(str, symbol_of)
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        # A step has steps in it: how these are written is asked for when there are some.
        return Value(lambda result: _record(hint).write(result), lambda event: _record(hint).read(event))
    return Value(lambda value: value, lambda value: value)


_record = lru_cache(by_fields)


def of_sentences(name: str, sentences: Sequence[Sentence]) -> Event:
    """Give the texts of sentences, with the cells that they speak of and those to point at beside them."""
    cells, shown = ([sorted(map(list, getattr(s, kind))) for s in sentences] for kind in ("cells", "shown"))
    return {name: [sentence.text for sentence in sentences], f"{name}_cells": cells, f"{name}_shown": shown}


def as_sentences(event: Mapping[str, Any], name: str) -> tuple[Sentence, ...]:
    """Read sentences."""
    parts = zip(event[name], event[f"{name}_cells"], event[f"{name}_shown"], strict=True)
    return tuple(Sentence(text, *(frozenset((r, c) for r, c in cells) for cells in both)) for text, *both in parts)


MARKS = _value(tuple[Mark, ...])
_SHARE, _SHARES = under(_value(Share)), under(_value(tuple[Share, ...]))


def _of_quantity(name: str, quantity: Quantity) -> Event:
    """Counts that are added are ``confined``, what a single one needs is its ``need``, and an ``amount`` that of which
    there is enough: the marks are those that its line uses and that are there."""
    told: Event = {"need": None, "amount": None, "confined": None, "amiss": quantity.amiss}
    if quantity.added:
        return told | {"confined": _of_sum(quantity)}
    if quantity.need:
        return told | _SHARE.write("need", quantity.need[0])
    if quantity.allow:
        told["amount"] = {"much": True, "number": quantity.allow[0].many, "cells": [], "out": [], "so": [], "whole": []}
    return told


def _of_sum(quantity: Quantity) -> Event:
    needs, limits = _SHARES.write("needs", quantity.need), _SHARES.write("limits", quantity.allow)
    return {**needs, **limits, "inside": quantity.inside}


def _as_quantity(event: Mapping[str, Any], name: str) -> Quantity:
    if added := event["confined"]:
        return Quantity(_SHARES.read(added, "needs"), _SHARES.read(added, "limits"))
    if event["amount"]:
        there = tuple(mark for mark in MARKS.read(event["used"]) if mark.present)
        return Quantity(allow=(Share(as_sentences(event, "sentences"), there, event["amount"]["number"], False),))
    return Quantity((_SHARE.read(event, "need"),) if event["need"] else (), amiss=event["amiss"])


# The fields that are more than a value under their name, by their types.
_FIELDS: dict[Any, Field] = {
    tuple[Sentence, ...]: Field(of_sentences, as_sentences),
    Case: Field(lambda name, case: _record(Case).write(case), lambda event, name: _record(Case).read(event)),
    # Few marks have one.
    Mark | None: Field(
        lambda name, mark: {} if mark is None else {name: _record(Mark).write(mark)},
        lambda event, name: _record(Mark).read(event[name]) if name in event else None,
    ),
    Quantity: Field(_of_quantity, _as_quantity),
    Board | None: Field(lambda name, board: drawn(board), lambda event, name: as_board(event)),
}


def _none(*names: str) -> Event:
    return {name: [] for name in names}


def _of_step(step: Step) -> Event:
    (quantity,) = [line.quantity for line in step.argument] if len(step.argument) == 1 else [Quantity()]
    return {
        **of_sentences("sentences", step.sentences),
        **_none("likewise", "left", "standing", "sources", "words", "deduced"),
        **of_sentences("others", ()),
        **of_sentences("excluding", ()),
        "aside": False,
        "confined": _of_sum(quantity) if quantity.added else None,
    }


# What is written besides, of some kinds, and read by others only.
_BESIDES: dict[Any, Callable[[Any], Event]] = {
    Step: _of_step,
    Inference: lambda line: {**_none("ways", "left", "turns", "briefer"), "then": False},
    Wall: lambda wall: _none("pocket"),
    Conflict: lambda conflict: _none("words"),
}

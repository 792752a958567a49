"""The JSON form of plain data, from its annotations: how it is written, and read, and the JSON schema of it.

A named tuple is an object of its fields; a board in it stands there twice, as lines of text (``board``) and as data
(``drawing``).  What is not plain data, such as the way to draw, is left out.  Symbols are texts, sets sorted lists, and
what lies at places sorted lists of [row, column, .., what].  Fields that are not there have their defaults.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Callable as Function
from functools import cache, lru_cache
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from clingo import Symbol, parse_term

from ..draw.board import Board
from ..draw.text import render_text

Data = dict[str, Any]

# Instances and answers repeat their atoms.
symbol_of = lru_cache(maxsize=100_000)(parse_term)

_PLAIN = {str: "string", bool: "boolean", int: "integer", float: "number"}
_MANY = (tuple, list, set, frozenset, Sequence, Iterable, Collection)


class Form(NamedTuple):
    """How values of a type are written and read, and their JSON schema; ``plain`` ones are as they are."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    schema: Data
    plain: bool = False


def _same(value: Any) -> Any:
    return value


@cache
def form(hint: Any) -> Form:
    """Give the form of a type."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Symbol:
        return Form(str, symbol_of, {"type": "string"})
    if hint in _PLAIN:
        return Form(_same, _same, {"type": _PLAIN[hint]}, True)
    if origin in (Union, UnionType):
        return _union(parts)
    if origin is tuple and parts[1:] != (...,):
        return _fixed(tuple(map(form, parts)))
    if origin in _MANY:
        return _many(origin, form(parts[0]))
    if origin in (dict, Mapping):
        return _mapping(*parts)
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        # A step has steps in it: how these are written is asked for when there are some.
        name = {"$ref": f"terms.json#/$defs/{hint.__name__.lower()}"}
        return Form(lambda value: record(hint).write(value), lambda data: record(hint).read(data), name)
    return Form(_same, _same, {}, True)


def _union(parts: tuple[Any, ...]) -> Form:
    """What may be null, or one of some that are plain."""
    forms = [form(part) for part in parts if part is not type(None)]
    schema = {"anyOf": [*(each.schema for each in forms), *[{"type": "null"}] * (type(None) in parts)]}
    inner = forms[0]
    if inner.plain or len(forms) > 1:
        return Form(_same, _same, schema, True)
    return Form(
        lambda value: None if value is None else inner.write(value),
        lambda data: None if data is None else inner.read(data),
        schema,
    )


def _fixed(parts: tuple[Form, ...]) -> Form:
    """Some values in a row, one of each type."""
    schema = {"type": "array", "prefixItems": [part.schema for part in parts], "items": False, "minItems": len(parts)}
    if all(part.plain for part in parts):
        return Form(list, tuple, schema)
    return Form(
        lambda values: [part.write(value) for part, value in zip(parts, values, strict=True)],
        lambda data: tuple(part.read(value) for part, value in zip(parts, data, strict=True)),
        schema,
    )


def _many(kind: Any, part: Form) -> Form:
    """Any number of values of one type."""
    schema = {"type": "array", "items": part.schema}
    make = kind if kind in (list, set, frozenset) else tuple
    if part.plain:
        return Form(sorted if make in (set, frozenset) else list, make, schema)
    if make in (set, frozenset):
        return Form(lambda values: sorted(map(part.write, values)), lambda data: make(map(part.read, data)), schema)
    return Form(lambda values: list(map(part.write, values)), lambda data: make(map(part.read, data)), schema)


def _mapping(key: Any, value: Any) -> Form:
    """What lies at places, or under names or numbers."""
    inner = form(value)
    if get_origin(key) is tuple:
        row = [form(part).schema for part in get_args(key)] + [inner.schema]
        size = len(row)
        schema: Data = {"type": "array", "prefixItems": row, "items": False, "minItems": size}
        return Form(
            lambda values: [[*place, inner.write(values[place])] for place in sorted(values)],
            lambda data: {tuple(place): inner.read(what) for *place, what in data},
            {"type": "array", "items": schema},
        )
    return Form(
        lambda values: {str(name): inner.write(what) for name, what in values.items()},
        lambda data: {key(name) if key is int else name: inner.read(what) for name, what in data.items()},
        {"type": "object", "additionalProperties": inner.schema} if inner.schema else {"type": "object"},
    )


def drawn(board: Board | None) -> Data:
    """Give the fields ``board`` and ``drawing``; none when nothing was drawn."""
    return {} if board is None else {"board": render_text(board).split("\n"), "drawing": form(Board).write(board)}


def as_board(data: Mapping[str, Any]) -> Board | None:
    """Read a board, if there is one."""
    return form(Board).read(data["drawing"]) if data.get("drawing") else None


@cache
def record(kind: Any) -> Form:
    """Give the form of a named tuple, with a schema of its own."""
    hints = {name: hint for name, hint in get_type_hints(kind).items() if name in kind._fields and not _calls(hint)}
    has_board = Board | None in hints.values()
    forms = {name: form(hint) for name, hint in hints.items() if hint != Board | None}
    besides = {name: get_type_hints(getattr(kind, name).fget)["return"] for name in BESIDES.get(kind, ())}

    def write(value: Any) -> Data:
        data = {name: each.write(getattr(value, name)) for name, each in forms.items()}
        data |= {name: form(hint).write(getattr(value, name)) for name, hint in besides.items()}
        return data | drawn(value.board) if has_board else data

    def read(data: Mapping[str, Any]) -> Any:
        found = {name: each.read(data[name]) for name, each in forms.items() if name in data}
        return kind(**found, board=as_board(data)) if has_board else kind(**found)

    properties = {name: form(hint).schema for name, hint in (hints | besides).items() if hint != Board | None}
    required = [name for name in properties if name in besides or name not in kind._field_defaults]
    about = " ".join((kind.__doc__ or "").partition("\n\n")[0].split())
    schema = {"description": about, "type": "object", "properties": properties, "required": required}
    return Form(write, read, schema | ({"$ref": "terms.json#/$defs/drawn"} if has_board else {}))


def _calls(hint: Any) -> bool:
    """Whether values of a type are functions."""
    return any(get_origin(part) is Function for part in (hint, *get_args(hint)))


# Properties that follow from the fields of a type, and are said for those who only read them.
BESIDES: dict[Any, Collection[str]] = {}

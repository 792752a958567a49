"""The general terms that boards of all formats become: making them and reading their arguments."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from clingo import Function, Number, String, Symbol, SymbolType

Cell = tuple[int, int]
Terms = Mapping[str, Sequence[Sequence[Symbol]]]  # the arguments of all terms of a name

MAX_CELLS = 1_000_000


def term(name: str, *arguments: int | str | Symbol) -> Symbol:
    """Make a term; texts stand for constants."""
    return Function(name, [a if isinstance(a, Symbol) else _constant(a) for a in arguments])


@lru_cache(100_000)
def _constant(value: int | str) -> Symbol:
    return Number(value) if isinstance(value, int) else Function(value)


@lru_cache(100_000)
def symbol_of(value: int | str) -> Symbol:
    """Give the number or the string that a value is."""
    return Number(value) if isinstance(value, int) else String(value)


def symbol_in(text: str) -> Symbol:
    """Give the number that a text is, or else the string."""
    number = number_in(text)
    return symbol_of(text if number is None else number)


def value_of(symbol: Symbol) -> int | str:
    """Give the number or the text that a symbol is."""
    if symbol.type == SymbolType.Number:
        return symbol.number
    return symbol.string if symbol.type == SymbolType.String else str(symbol)


def number_in(text: str, digits: int = 9) -> int | None:
    """Give the value of a number of not too many digits, None for other texts."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None

"""Types by name: what the arguments in the tables of a header may be, and the facts that they are not.

Names have one meaning everywhere: R and C are a row and a column of the board
(``R'``, ``R2`` and so on, too), H and W its extent, N an integer, D one of four
directions, Way one of eight, and Side a side.  The words behind them may add a
range, ``N = 0..W``, and special values, ``N or "?"``; ``"?" says nothing`` makes
that a value of the last number among the arguments.  A last argument N, X or I is the value of what
stands before it, and a place has one value.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from clingo import Symbol, SymbolType, parse_term

from ..words import counted

# The largest board: no program grounds a larger one in the memory of a usual machine.
MAX_CELLS = 1_000_000
DIRECTIONS = ("up", "down", "left", "right")
# The kinds whose values are words, with these.
WORDS = {
    "D": DIRECTIONS,
    "Way": (*DIRECTIONS, "northeast", "northwest", "southeast", "southwest"),
    "Side": ("top", "left", "bottom", "right"),
}

_NAME = re.compile(r"(R|C|N|H|W|D|Way|Side)(?:'*|\d*)")
_RANGE = re.compile(r"(?<![\w'])([A-Z]\w*'*) = ([\w+*-]+)\.\.([\w+*-]+)")
_SPECIAL = r"(?<![\w'])([A-Z]\w*'*)((?: = [\w+*-]+\.\.[\w+*-]+)?(?: or (?:\"[^\"]*\"|_*[a-z]\w*(?![\w(])))+)"
_UNKNOWN = re.compile(r"(\"[^\"]*\"),? (?:which )?says nothing")
_VALUE = r"or (\"[^\"]*\"|_*[a-z]\w*)"
_OF_CONSTANT = r"\(([\w+*-]+)\.\.([\w+*-]+)\)"
# The bounds that a name has of itself, and the names of a value at the end.
_BOUNDS = {"R": ("1", "H"), "C": ("1", "W"), "H": ("1", ""), "W": ("1", "")}
_VALUES = ("N", "X", "I")
# The kinds whose values are all numbers within the bounds; so many are noted as right before any fact is looked at.
_NUMBERS = ("R", "C", "N", "H", "W")
_FEW = 50


class Argument(NamedTuple):
    """The type of an argument: its name, its kind, bounds as texts, and the values that it may have besides."""

    name: str
    kind: str
    low: str
    high: str
    special: frozenset[str]


# An argument with the numbers that bound it.
Check = tuple[Argument, int | None, int | None]


def arguments(name: str, names: Iterable[str], words: str) -> tuple[Argument, ...]:
    """Give the types of the arguments of an entry of a table by their names and its words.

    >>> arguments("tent_row", ("R", "N"), 'row R holds N = 0..W tents')[1][2:4]
    ('0', 'W')
    """
    ranges = {each: (low, high) for each, low, high in _RANGE.findall(words)}
    listed = re.findall(_SPECIAL, words) if " or " in words else []
    special = {each: frozenset(re.findall(_VALUE, values)) for each, values in listed}
    found = []
    for each in names:
        match = _NAME.fullmatch(each)
        kind = match[1] if match else "N" if each in ranges else ""
        low, high = ranges.get(each) or _BOUNDS.get("H" if name == "size" else kind, ("", ""))
        found.append(Argument(each, kind, low, high, special.get(each, frozenset())))
    unknown = _UNKNOWN.findall(words)
    last = max((k for k, one in enumerate(found) if one.kind == "N"), default=None)
    if unknown and last is not None:
        found[last] = found[last]._replace(special=found[last].special.union(unknown))
    return tuple(found)


def constant_bounds(words: str) -> tuple[str, str] | None:
    """Give the bounds in the words of a constant, as in ``0 forbids it (0..1)``."""
    match = re.search(_OF_CONSTANT, words)
    return (match[1], match[2]) if match else None


def value(text: str, known: Mapping[str, str]) -> int | None:
    """Evaluate a bound: integers, H, W and constants with + - *; None for what has no value.

    >>> value("H*W-1", {"H": "2", "W": "3"})
    5
    """
    if not text or (simple := known.get(text, text)).isdecimal():
        return int(simple) if text else None
    filled = re.sub(r"[A-Za-z_]\w*", lambda match: known.get(match[0], "none"), text)
    try:
        term = parse_term(filled)
    except RuntimeError:
        return None
    return term.number if term.type == SymbolType.Number else None


def faults(
    types: Mapping[tuple[str, int], tuple[Argument, ...]],
    facts: Iterable[Symbol],
    settings: Mapping[str, str],
    written: Sequence[str] = (),
) -> Iterator[tuple[Symbol, str]]:
    """Give the facts that are not of their types, each with a sentence; ``settings`` are the constants' values.

    ``written`` are the texts of the facts, where they are known already.
    """
    facts = list(facts)
    written = written or [str(fact) for fact in facts]
    known = dict(settings)
    sizes = [
        fact for fact, text in zip(facts, written, strict=True) if text.startswith("size(") and len(fact.arguments) == 2
    ]
    if sizes and all(argument.type == SymbolType.Number for argument in sizes[0].arguments):
        height, width = (argument.number for argument in sizes[0].arguments)
        known["H"], known["W"] = str(height), str(width)
        if height > 0 and width > 0 and height * width > MAX_CELLS:
            yield sizes[0], f"a board of {height} rows and {width} columns is too large: more than {MAX_CELLS} cells"
    for size in sizes[1:]:
        yield size, f"the board has two sizes, {sizes[0]} and {size}"
    checks: dict[tuple[str, int], tuple[Check, ...]] = {}
    # Of each argument, texts that were found to be right; None where all are.
    right: dict[tuple[str, int], list[set[str] | None]] = {}
    places: dict[object, Symbol] = {}
    for fact, text in zip(facts, written, strict=True):
        # Nearly all facts have plain arguments, which are told much faster by their text.
        name, _, inner = text.partition("(")
        plain = inner and not (text[0] == "-" or "(" in inner or '"' in inner)
        texts = inner[:-1].split(",") if plain else []
        signature = (name, len(texts)) if plain else (fact.name, len(fact.arguments))
        if signature not in types:
            continue
        if signature not in checks:
            checks[signature], few = _checks(types[signature], tuple(known.items()))
            right[signature] = [None if one is None else set(one) for one in few]
        noted = right[signature]
        if not (plain and noted and all(one is None or each in one for each, one in zip(texts, noted, strict=True))):
            fault = next(_faults_of(fact, checks[signature]), None)
            if fault:
                yield fact, fault
                continue
            for each, one in zip(texts, noted, strict=False):
                if one is not None:
                    one.add(each)
        if valued(fact.name, types[signature]):
            place = text.rpartition(",")[0] if plain else (*signature, tuple(fact.arguments[:-1]))
            other = places.setdefault(place, fact)
            if other is not fact:
                yield fact, f"{other} and {fact} are two values of one place"


def valued(name: str, types: Sequence[Argument]) -> bool:
    """Whether the last argument of an input is a value of what stands before it, of which that has one."""
    return len(types) > 1 and types[-1].name in _VALUES and (name, len(types)) != ("size", 2)


@lru_cache(1_000)
def _checks(
    types: tuple[Argument, ...], known: tuple[tuple[str, str], ...]
) -> tuple[tuple[Check, ...], list[frozenset[str] | None]]:
    """Give the types of a predicate with their bounds, and for each what is right where that is not much; None where
    it is all.

    Of arguments that must be equal nothing is right by itself.
    """
    values = dict(known)
    checks = tuple((argument, value(argument.low, values), value(argument.high, values)) for argument in types)
    few = [
        frozenset(map(str, range(low, high + 1)))
        if argument.kind in _NUMBERS and low is not None and high is not None and high - low < _FEW
        else frozenset()
        if argument.kind
        else None
        for argument, low, high in checks
    ]
    return checks, few if len({argument.name for argument in types}) == len(types) else []


def _faults_of(fact: Symbol, checks: Iterable[Check]) -> Iterator[str]:
    same: dict[str, Symbol] = {}
    for (argument, low, high), symbol in zip(checks, fact.arguments, strict=True):
        name, kind, special = argument.name, argument.kind, sorted(argument.special)
        besides = f" or {' or '.join(special)}" if special else ""
        if same.setdefault(name, symbol) != symbol:
            yield f"{fact}: the two {name} must be equal"
        if not kind or str(symbol) in special:
            continue
        if kind in WORDS:
            if str(symbol) not in WORDS[kind]:
                yield f"{fact}: {name} must be one of {', '.join(WORDS[kind])}{besides}, not {symbol}"
        elif symbol.type != SymbolType.Number:
            yield f"{fact}: {name} must be a whole number{besides}, not {symbol}"
        elif kind in ("R", "C") and (low, high) != (None, None) and not _within(symbol.number, low, high):
            line = "row" if kind == "R" else "column"
            extent = f" of {counted(high, line)}" if high is not None else ""
            yield f"{fact} is outside the board{extent}: there is no {line} {symbol}"
        elif not _within(symbol.number, low, high):
            bounds = f"from {low} to {high}" if high is not None else f"at least {low}"
            yield f"{fact}: {name} must be {bounds}{besides}, not {symbol}"


def _within(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or low <= number) and (high is None or number <= high)

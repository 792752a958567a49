"""The piece ``signs``: what each character of an address means, as a table that the program gives.

``signs("g", ("1", X), ("-", digits(2)), ...)``: the characters from g on, or those that are listed, pass over 1, 2, ...
places.  Behind the character of an entry may stand numbers, for each of which its X has a pattern:

- ``digits(K)``, ``digits(K, BASE)``, ``digits(K, BASE, LEAST)``: K digits, to the base 16 if no other is given, that
  count from LEAST; where several things stand in a place, a dot for one digit says that this number is missing;
- ``numbers``: as the piece of this name; ``arrows``: as that one, a number and perhaps an arrow.

Without a character the number alone stands there; several characters are consecutive numbers, from that in X on.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clingo import Function, Number, Symbol, SymbolType

from ..terms import symbol_of, value_of
from .body import DIGITS, UNKNOWN, Body, Drawn, Value, is_number, write_run
from .cells import code_arrow, code_number, read_arrow, read_number
from .places import Places

# How many arguments the patterns of numbers may have.
_PATTERNS = {"digits": (1, 2, 3), "numbers": (0,), "arrows": (0,)}


class _Entry(NamedTuple):
    """The characters of an entry, and what each of them means: items, in which patterns may stand for numbers."""

    text: str
    items: list[Symbol]

    def read(self, body: Body, character: str) -> list[Symbol]:
        """Read the items behind a character of the entry."""
        if not self.text:
            body.position -= 1
        return [found for item in self.items for found in self._read_item(body, item, character)]

    def _read_item(self, body: Body, item: Symbol, character: str) -> list[Symbol]:
        *before, x = item.arguments or [item]
        if x.type == SymbolType.Number and len(self.text) > 1:
            return [Function(item.name, [*before, Number(x.number + self.text.index(character))])]
        if not _is_pattern(x):
            return [item]
        if body.position == len(body.text):
            body.fail(f"the {body.kind} ends before a number")
        if x.name == "digits":
            length, base, least = _digits(x)
            if length == 1 < len(self.items) and body.text[body.position] == ".":
                body.next()
                return []
            return [Function(item.name, [*before, Number(body.number(length, base) + least)])]
        after = body.next()
        found = read_arrow(body)(after) if x.name == "arrows" else None
        if found:
            return found[0]
        number = read_number(body)(after) if x.name == "numbers" else None
        if not number:
            body.fail(f"expected a number, found {after!r}", back=1)
        return [Function(item.name, [*before, symbol_of(number[0])])]

    def write(self, items: Sequence[Symbol]) -> tuple[int, str] | None:
        """Write what stands at a place, and say how much of it that is; None if it is not what the entry says."""
        text, known = self.text if len(self.text) == 1 else "", 0
        for wanted in self.items:
            *before, x = wanted.arguments or [wanted]
            if not (_is_pattern(x) or (x.type == SymbolType.Number and len(self.text) > 1)):
                more = "" if wanted in items else None
            else:
                like = (i.arguments for i in items if i.name == wanted.name and i.arguments[:-1] == before)
                values = [value_of(each[-1]) for each in like if is_number(each[-1])]
                value = next((v for v in values if v != UNKNOWN), UNKNOWN if values else None)
                more = self._code(x, value, items)
                known -= value is None
            if more is None:
                return None
            text, known = text + more, known + 1
        return (known, text) if known else None

    def _code(self, x: Symbol, value: Value | None, items: Sequence[Symbol]) -> str | None:
        """Write a number, None if it cannot stand there."""
        if x.type == SymbolType.Number:
            index = value - x.number if isinstance(value, int) else -1
            return self.text[index] if 0 <= index < len(self.text) else None
        if x.name == "digits":
            length, base, least = _digits(x)
            if value is None:
                return "." if length == 1 < len(self.items) else None
            number = value - least if isinstance(value, int) else -1
            fits = 0 <= number < base**length
            return "".join(DIGITS[number // base**k % base] for k in range(length - 1, -1, -1)) if fits else None
        if x.name == "arrows":
            return None if value is None else code_arrow(items, value)
        return ("." if len(self.items) > 1 else None) if value is None else code_number()(value, 0)


def _is_pattern(x: Symbol) -> bool:
    return x.type == SymbolType.Function and len(x.arguments) in _PATTERNS.get(x.name, ())


def _digits(x: Symbol) -> tuple[int, int, int]:
    """Give how many digits a pattern stands for, to which base, and what the first number is."""
    length, base, least = ([each.number for each in x.arguments] + [16, 0][len(x.arguments) - 1 :])[:3]
    return length, base, least


def _entries(places: Places, table: Sequence[Symbol]) -> list[_Entry]:
    return [_Entry(text.string, places.items(x)) for text, x in (entry.arguments for entry in table)]


def read_signs(body: Body, skip: Symbol, *table: Symbol) -> Iterator[Symbol]:
    """``signs("g", ("1", X), ...)``: see above."""
    entries = _entries(body.places, table)
    known = {character: entry for entry in entries for character in entry.text}
    other = next((entry for entry in entries if not entry.text), None)

    def read(character: str) -> tuple[list[Symbol], int] | None:
        entry = known.get(character, other)
        return (entry.read(body, character), 0) if entry else None

    found = body.run(read, skip.string, dots="." in known)
    return (body.places.put(k, item) for k, items in found.items() for item in items)


def write_signs(drawn: Drawn, skip: Symbol, *table: Symbol) -> str:
    entries = _entries(drawn.places, table)
    texts: dict[int, str] = {}
    for k, items in drawn.items.items():
        fitting = list(filter(None, (entry.write(items) for entry in entries)))
        if fitting:
            texts[k] = max(fitting, key=lambda each: each[0])[1]
    return write_run(drawn.count, texts, lambda text, _: text, skip.string)


def is_table(skip: Symbol, *table: Symbol) -> bool:
    """Whether the arguments of ``signs`` are right."""
    pairs = [e.arguments for e in table if e.type == SymbolType.Function and not e.name and len(e.arguments) == 2]
    texts = [skip, *(text for text, _ in pairs)]
    if not table or len(pairs) < len(table) or any(text.type != SymbolType.String for text in texts):
        return False
    return all(len(text.string) < 2 or any(_counts(x)) for text, x in pairs)


def _counts(x: Symbol) -> Iterator[bool]:
    """Give for all that an X consists of whether it is a number."""
    yield x.type == SymbolType.Number
    for part in x.arguments if x.type == SymbolType.Function else ():
        yield from _counts(part)

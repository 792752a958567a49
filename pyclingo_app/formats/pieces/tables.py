"""The piece ``signs``: what each character of an address means, as a table that a program gives.

``signs("g", ("1", X), ("-", digits(2)), ...)``: the characters from g on, or those that are listed, pass over 1, 2, ...
places.  Behind the character of an entry may stand numbers, for each of which its X has a pattern:

- ``digits(K)``, ``digits(K, BASE)``, ``digits(K, BASE, LEAST)``: K digits, to the base 16 if no other is given, that
  count from LEAST; where several things stand in a place, a dot for one digit says that this number is missing;
- ``numbers``: as the piece of this name; ``arrows``: as that one, a number and perhaps an arrow;
- ``decimal``: all digits that stand there;
- ``sum``: a character for a number up to 45, as in Kakuro, or a minus for none.

Without a character the numbers alone stand there; several characters are consecutive numbers, from that in X on.
"""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from clingo import Function, Symbol, SymbolType, parse_term

from ...errors import InstanceError
from ..terms import symbol_of, value_of
from .body import DIGITS, UNKNOWN, Body, Drawn, Value, is_number, write_run
from .cells import code_arrow, code_number, read_arrow, read_number, read_numbers, write_numbers
from .places import Places

# How many arguments the patterns of numbers may have.
_PATTERNS = {"digits": (1, 2, 3), "numbers": (0,), "arrows": (0,), "decimal": (0,), "sum": (0,)}
_SUMS = DIGITS[:20] + ascii_uppercase


class _Entry(NamedTuple):
    """The characters of an entry, and what each of them means: items, in which patterns may stand for numbers."""

    text: str
    items: list[Symbol]

    def varies(self, x: Symbol) -> bool:
        """Whether X stands for a number: as a pattern, or as the first of consecutive ones."""
        return _is_pattern(x) or (x.type == SymbolType.Number and len(self.text) > 1)

    @property
    def numbered(self) -> set[tuple[object, ...]]:
        """What its numbers stand behind in their items: ("mark",) for the only one of a cell."""
        last = [(item, [item, *item.arguments][-1]) for item in self.items]
        return {(item.name, *item.arguments[:-1]) for item, x in last if self.varies(x) or is_number(x)}

    def read(self, body: Body, character: str) -> list[Symbol]:
        """Read the items that a character of the entry, and what is behind it, stands for."""
        if not self.text:
            body.position -= 1
        found: list[Symbol] = []
        for item in self.items:
            *before, x = item.arguments or [item]
            if not self.varies(x):
                found.append(item)
            elif x.type == SymbolType.Function and x.name == "arrows":
                found += (read_arrow(body)(_after(body)) or body.expected("a direction"))[0]
            else:
                value = self._number(body, x, character)
                found += [] if value is None else [Function(item.name, [*before, symbol_of(value)])]
        return found

    def _number(self, body: Body, x: Symbol, character: str) -> Value | None:
        """Read a number, None for one that is missing."""
        if x.type == SymbolType.Number:
            return x.number + self.text.index(character)
        if x.name == "decimal":
            return body.decimal()
        after = _after(body)
        if x.name == "numbers":
            return (read_number(body)(after) or body.fail(f"expected a number, found {after!r}", back=1))[0]
        if x.name == "sum":
            if after not in "-" + _SUMS:
                body.fail(f"expected a number, found {after!r}", back=1)
            return None if after == "-" else _SUMS.index(after)
        length, base, least = _digits(x)
        if after == "." and length == 1 < len(self.items):
            return None
        body.position -= 1
        return body.number(length, base) + least

    def write(self, items: Sequence[Symbol]) -> tuple[int, str] | None:
        """Write what stands at a place, and say how much of it that is; None if it is not what the entry says."""
        text, known = self.text if len(self.text) == 1 else "", 0
        for wanted in self.items:
            *before, x = wanted.arguments or [wanted]
            value: Value | None = 0
            if not self.varies(x):
                more = "" if wanted in items else None
            else:
                like = (i.arguments for i in items if i.name == wanted.name and i.arguments[:-1] == before)
                values = [value_of(each[-1]) for each in like if is_number(each[-1])]
                value = next((v for v in values if v != UNKNOWN), UNKNOWN if values else None)
                more = self._code(x, value, items)
            if more is None:
                return None
            text, known = text + more, known + (value is not None)
        return (known, text) if known else None

    def _code(self, x: Symbol, value: Value | None, items: Sequence[Symbol]) -> str | None:
        """Write a number, or that it is missing; None if it cannot stand there."""
        number = value if isinstance(value, int) else -1
        if x.type == SymbolType.Number:
            index = number - x.number
            return self.text[index] if 0 <= index < len(self.text) else None
        if value is None and (len(self.items) == 1 or x.name == "arrows"):
            return None
        if x.name == "arrows":
            return code_arrow(items, value or 0)
        if x.name == "numbers":
            return code_number()(UNKNOWN if value is None else value, 0)
        if x.name == "decimal":
            return None if value is None or number < 0 else str(number)
        if x.name == "sum":
            return "-" if value is None else _SUMS[number] if 0 <= number < len(_SUMS) else None
        length, base, least = _digits(x)
        if value is None:
            return "." if length == 1 else None
        number -= least
        digits = "".join(DIGITS[number // base**k % base] for k in range(length - 1, -1, -1))
        return digits if 0 <= number < base**length else None


def _after(body: Body) -> str:
    """Take the next character, of a number."""
    if body.position == len(body.text):
        body.fail(f"the {body.kind} ends before a number")
    return body.next()


def _is_pattern(x: Symbol) -> bool:
    if x.type != SymbolType.Function or len(x.arguments) not in _PATTERNS.get(x.name, ()):
        return False
    return all(each.type == SymbolType.Number for each in x.arguments)


def _digits(x: Symbol) -> tuple[int, int, int]:
    """Give how many digits a pattern stands for, to which base, and what the first number is."""
    length, base, least = [*(each.number for each in x.arguments), *(16, 0)[len(x.arguments) - 1 :]]
    return length, base, least


def _entries(places: Places, declared: Sequence[Symbol]) -> list[_Entry]:
    return [_Entry(text.string, places.items(x)) for text, x in (entry.arguments for entry in declared)]


def read_signs(body: Body, skip: Symbol, *declared: Symbol) -> Iterator[Symbol]:
    """``signs("g", ("1", X), ...)``: see above."""
    entries = _entries(body.places, declared)
    known = {character: entry for entry in entries for character in entry.text}
    other = next((entry for entry in entries if not entry.text), None)

    def read(character: str) -> tuple[list[Symbol], int] | None:
        entry = known.get(character, other)
        return (entry.read(body, character), 0) if entry else None

    found = body.run(read, skip.string, dots="." in known)
    return (body.places.put(k, item) for k, items in found.items() for item in items)


def write_signs(drawn: Drawn, skip: Symbol, *declared: Symbol) -> str:
    """Write what stands at places; raises InstanceError for a number that no entry holds, though some hold numbers."""
    entries = _entries(drawn.places, declared)
    texts: dict[int, str] = {}
    for k, items in drawn.items.items():
        fitting = [(found, entry) for entry in entries if (found := entry.write(items))]
        (_, text), best = max(fitting, key=lambda each: each[0][0], default=((0, ""), None))
        lost = {kind for entry in entries for kind in entry.numbered} - (best.numbered if best else set())
        for number in (item.arguments[-1] for item in items if (item.name, *item.arguments[:-1]) in lost):
            if is_number(number):
                where = ", ".join(map(str, drawn.places.at(k)))
                hint = "Write facts or text, which hold all numbers."
                raise InstanceError(f"this format has no sign for the number {value_of(number)}, as at ({where})", hint)
        if best:
            texts[k] = text
    return write_run(drawn.count, texts, lambda text, _: text, skip.string)


def table(text: str, *xs: Symbol) -> Sequence[Symbol]:
    """Give the arguments of ``signs`` for a text, in which {0} and {1} stand for some X."""
    return parse_term(f"({text.format(*xs)})").arguments


_DIGITS = table('"a", ("0123456789", 0), (".", "?")')


def read_either(body: Body) -> Iterator[Symbol]:
    """``either``: Number10or16, digits, or a minus and numbers if one is greater than 9."""
    if body.text.startswith("-", body.position):
        body.next()
        return read_numbers(body)
    return read_signs(body, *_DIGITS)


def write_either(drawn: Drawn) -> str:
    large = any(isinstance(value, int) and value > 9 for value in drawn.numbers.values())
    return "-" + write_numbers(drawn) if large else write_signs(drawn, *_DIGITS)


def is_table(skip: Symbol, *entries: Symbol) -> bool:
    """Whether the arguments of ``signs`` are right."""
    pairs = [e.arguments for e in entries if e.type == SymbolType.Function and not e.name and len(e.arguments) == 2]
    texts = [skip, *(text for text, _ in pairs)]
    if not entries or len(pairs) < len(entries) or any(text.type != SymbolType.String for text in texts):
        return False
    return all(len(text.string) < 2 or any(_counts(x)) for text, x in pairs)


def _counts(x: Symbol) -> Iterator[bool]:
    """Give for all that an X consists of whether it is a number."""
    yield x.type == SymbolType.Number
    for part in x.arguments if x.type == SymbolType.Function else ():
        yield from _counts(part)

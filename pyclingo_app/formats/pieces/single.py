"""Pieces about one thing: the value of a constant, one place, a slash; and shapes or numbers beside the board."""

from collections.abc import Iterator, Sequence

from clingo import Symbol, SymbolType

from ...errors import InstanceError
from ..terms import number_in, symbol_in, term, value_of
from .body import DIGITS, Body, Drawn, held, write_fixed
from .cells import code_number, read_number


def read_slash(body: Body) -> Iterator[Symbol]:
    """``slash``: a slash that parts two pieces."""
    body.expect("/")
    return iter(())


def read_parameter(body: Body, name: Symbol) -> Iterator[Symbol]:
    """``parameter("name")``: the value of a constant, a number up to the next slash."""
    number = _before_slash(body)
    return iter((term("constant", name, number),))


def _before_slash(body: Body) -> int:
    """Read a number up to the next slash, and this if there is one."""
    digits, slash, _ = body.text[body.position :].partition("/")
    number = number_in(digits, 6)
    if number is None:
        body.fail(f"expected a number and a slash, found {(digits + slash)[:20]!r}")
    body.position += len(digits) + len(slash)
    return number


def write_parameter(drawn: Drawn, name: Symbol) -> str:
    text = drawn.settings.get(name.string, "")
    if not text.isdecimal():
        raise InstanceError(f"a URL holds a number for {name.string} here, not {text or 'nothing'}")
    return f"{held(int(text), 10**6)}/"


def is_name(name: Symbol) -> bool:
    """Whether the argument of ``parameter`` is the name of a constant."""
    return name.type == SymbolType.String


def _only(drawn: Drawn, x: Symbol) -> int:
    """Give the one place that shows X."""
    found = sorted(drawn.having(x))
    if len(found) != 1:
        raise InstanceError(f"a URL holds {x} at one place, not at {len(found)}")
    return found[0]


def read_cell(body: Body, x: Symbol) -> Iterator[Symbol]:
    """``cell(X)``: the column and the row of the one cell that shows X, as numbers."""
    number = read_number(body, "-+")
    place = []
    for count in body.width, body.height:
        found = number(body.next()) if body.position < len(body.text) else None
        if not found or not isinstance(found[0], int) or not 1 <= found[0] <= count:
            body.fail(f"expected a number from 1 to {count}")
        place.append(found[0])
    column, row = place
    return iter(body.put((row - 1) * body.width + column - 1, x))


def write_cell(drawn: Drawn, x: Symbol) -> str:
    row, column = divmod(_only(drawn, x), drawn.width)
    code = code_number()
    return code(column + 1, 0) + code(row + 1, 0)


def read_index(body: Body, x: Symbol) -> Iterator[Symbol]:
    """``index(X)``: a slash and how many places are before the one that shows X."""
    body.expect("/")
    digits = body.text[body.position :].partition("/")[0].rstrip(body.padding)
    number = number_in(digits, 6)
    if number is None or number >= body.places.count:
        body.fail(f"expected a number below {body.places.count}, found {digits[:20]!r}")
    body.position += len(digits)
    return iter(body.put(number, x))


def write_index(drawn: Drawn, x: Symbol) -> str:
    return f"/{_only(drawn, x)}"


def _text(shape: Sequence[tuple[int, int]]) -> str:
    """Write a shape: how wide and how high it is, and a bit for each cell of this box, without zeros at the end."""
    height, width = (max(each) for each in zip(*shape, strict=True))
    bits = [(i, j) in shape for i in range(1, height + 1) for j in range(1, width + 1)]
    return DIGITS[held(width, 32)] + DIGITS[held(height, 32)] + write_fixed(bits, 2, 5).rstrip("0")


def _shape(body: Body, text: str) -> list[tuple[int, int]]:
    """Read a shape, the cells (row, column) of its box."""
    digits = [DIGITS.find(character) for character in text]
    if len(digits) < 2 or min(digits) < 0 or max(digits) > 31:
        body.fail(f"expected a shape, found {text[:20]!r}")
    width, height, *rest = digits
    bits = [number >> k & 1 for number in rest for k in range(4, -1, -1)]
    return [(k // width + 1, k % width + 1) for k in range(width * height) if k < len(bits) and bits[k]]


def _presets(table: Sequence[Symbol]) -> dict[str, list[str]]:
    return {key.string: [text.string for text in texts] for key, *texts in (entry.arguments for entry in table)}


def _listed(body: Body, table: Sequence[Symbol], *, ranges: bool = False) -> list[str]:
    """Read what is beside the board: two slashes and a letter for one of the presets, or how many there are and each.

    ``ranges``: behind two slashes may stand a number, for all up to that.
    """
    body.expect("/")
    if body.text.startswith("/", body.position):
        body.next()
        presets = _presets(table)
        letter = body.next() if not body.at_end() else ""
        if ranges and letter in DIGITS[1:10]:
            body.position -= 1
            return [str(k) for k in range(1, _before_slash(body) + 1)]
        if letter not in presets:
            body.fail(f"expected one of {', '.join(presets) or 'no letters'}, found {letter!r}", back=len(letter))
        return presets[letter]
    count = _before_slash(body)
    texts = body.text[body.position : len(body.text.rstrip(body.padding))].split("/") if count else []
    if len(texts) != count:
        body.fail(f"expected {count} parts, found {len(texts)}")
    body.position = len(body.text)
    return texts


def _code(texts: Sequence[str], table: Sequence[Symbol]) -> str:
    preset = next((key for key, known in _presets(table).items() if known == texts), None)
    return f"//{preset}" if preset else "/" + "/".join([str(len(texts)), *texts])


def read_bank(body: Body, *table: Symbol) -> Iterator[Symbol]:
    """``bank(("t", SHAPE, ...), ...)``: PieceBank, shapes beside the board; a letter stands for all of an entry."""
    for k, text in enumerate(_listed(body, table), 1):
        yield from (term("bank", k, *cell) for cell in _shape(body, text))


def write_bank(drawn: Drawn, *table: Symbol) -> str:
    shapes: dict[Symbol, list[tuple[int, int]]] = {}
    for k, *cell in drawn.named("bank", 3):
        if any(x.type != SymbolType.Number or x.number < 1 for x in cell):
            raise InstanceError(f"a URL holds rows and columns of pieces from 1 on, not {' and '.join(map(str, cell))}")
        i, j = (x.number for x in cell)
        shapes.setdefault(k, []).append((i, j))
    return _code([_text(shape) for _, shape in sorted(shapes.items())], table)


def read_notes(body: Body, *table: Symbol) -> Iterator[Symbol]:
    """``notes(("i", TEXT, ...), ...)``: PieceBank, numbers or words beside the board."""
    for k, text in enumerate(_listed(body, table, ranges=True), 1):
        yield term("note", k, symbol_in(text))


def write_notes(drawn: Drawn, *table: Symbol) -> str:
    texts = [str(value_of(x)) for _, x in sorted((k, x) for k, x in drawn.named("note", 2))]
    text = _code(texts, table)
    is_range = texts == [str(k) for k in range(1, len(texts) + 1)] and 0 < len(texts) < 1000
    return f"//{len(texts)}" if is_range and not text.startswith("//") else text


def is_presets(*table: Symbol) -> bool:
    """Whether the arguments of ``bank`` and ``notes`` are tuples of texts, the first of which is a letter."""
    entries = [e.arguments for e in table if e.type == SymbolType.Function and not e.name and e.arguments]
    return len(entries) == len(table) and all(x.type == SymbolType.String for entry in entries for x in entry)

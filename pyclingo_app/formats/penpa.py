"""Boards in addresses of Penpa-edit: ``https://HOST/penpa-edit/#m=edit&p=BOARD``.

BOARD is text, deflated and to the base 64.  Its first line says the kind of
grid, the number of its columns and its rows, and how it is turned; the second
how many of them are margins; the fourth is an object with what is drawn, by
the index of its place; the sixth are the cells that there are.  Keys are
shortened to z and a letter, a z in a text is written zZ.

What is drawn there, :mod:`.layers` reads and :mod:`.inking` writes.  A setter may tag the genre; else the address
does not say which puzzle it is.
"""

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from contextlib import suppress
from urllib.parse import unquote

from clingo import Symbol

from ..errors import InstanceError
from ..solve.problem import Problem
from ..words import shortened
from .inking import sheet
from .layers import Layers
from .meaning import Content, Source, board_of, declarations
from .pieces import fail_at
from .puzzlink import inner

HOST = "https://swaroopg92.github.io/penpa-edit/"

# Of the site, of those that show its boards, or what follows alone.
_ADDRESS = re.compile(
    r"(?:https?://)?[\w.:-]+/(?:[\w.-]+/)*penpa-edit/?(?:index\.html)?[?#]|(?:https?://[^#?\s]*[#?])?(?=m=(?:edit|solve)&)",
    re.IGNORECASE,
)
_TAGS = 17  # the number of their line
_MOST = 8_000_000  # characters of a board
_HINT = "Copy the whole address."


def matches(text: str) -> bool:
    """Whether a text is an address of Penpa-edit."""
    return bool(_ADDRESS.match(inner(text)))


def read(source: Source) -> Content:
    """Read an address; raises InstanceError for one that is not whole, and for what no drawing term says."""
    lines = unpack(source.text.strip(), source.name)
    board = Layers(source.name, lines, declarations(source.problem).legend, source.answer)
    content = source.meaning(board.terms())
    # A tag may be a name that stands for values of constants.
    variants = source.problem.program.headline.variants
    meant = (pair for tag in _tags(lines) for pair in variants.get(tag.replace(" ", "-"), ()))
    warnings = (*content.warnings, *board.warnings())
    return content._replace(constants=(*meant, *content.constants), warnings=warnings)


def write(problem: Problem, solution: Iterable[Symbol] = ()) -> list[str]:
    """Write an address in which a board is edited, and in its answer layer the drawing terms of a solution.

    Raises InstanceError for a size that no format holds.
    """
    drawn = board_of(problem, "penpa")
    legend = declarations(problem).legend
    # Penpa-edit knows its own tags only, of which one may be the title.
    genre = sorted({problem.program.name, problem.program.headline.title.lower()})
    text = "\n".join(sheet(drawn, genre, legend, solution))
    compress = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = compress.compress(text.encode()) + compress.flush()
    return [f"{HOST}#m=edit&p={b64encode(data).decode()}\n"]


def tags(address: str) -> list[str]:
    """Give what a setter said of the genre of a board, in words of Penpa-edit."""
    return _tags(unpack(address.strip(), "URL"))


def _tags(lines: Sequence[str]) -> list[str]:
    """The words for the genre in the lines of a board."""
    with suppress(ValueError):
        found = json.loads(lines[_TAGS].replace("zZ", "z")) if len(lines) > _TAGS else []
        return [tag for tag in found if isinstance(tag, str)] if isinstance(found, list) else []
    return []


def unpack(text: str, name: str) -> list[str]:
    """Give the lines of the board in an address; raises InstanceError with the position of what cannot be."""
    start = _ADDRESS.match(text)
    if start is None:
        fail_at(
            name, 0, "this is no address of Penpa-edit", "Expected https://HOST/penpa-edit/#m=edit&p= and the board."
        )
    found = re.compile(r"(?:[^&]*&)*?p=([^&]*)").match(text, start.end())
    if found is None:
        fail_at(name, start.end(), "expected m=edit&p= and the board", _HINT)
    data = unquote(found[1])
    plain = re.match(r"[A-Za-z0-9+/]*={0,2}", data)
    if plain is None or plain.end() < len(data):
        end = plain.end() if plain else 0
        fail_at(name, found.start(1) + end, f"unexpected character {data[end]!r}", _HINT)
    if not data or len(data) % 4:
        fail_at(name, found.end(1), "the address ends too soon", _HINT)
    inflate = zlib.decompressobj(-15)
    try:
        content = inflate.decompress(b64decode(data), _MOST)
    except zlib.error:
        fail_at(name, found.start(1), "the board cannot be unpacked", _HINT)
    if inflate.unconsumed_tail:
        raise InstanceError(f"{shortened(name)}: the board is too large")
    if not inflate.eof:
        fail_at(name, found.end(1), "the address ends too soon", _HINT)
    if inflate.unused_data:
        fail_at(name, found.end(1) - 1, "expected the end", _HINT)
    return content.decode("utf-8", "replace").split("\n")

"""One board as facts, and the text of the files that boards come in."""

import os
import re
import sys
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from clingo import Symbol

from ..errors import InstanceError, typed
from ..words import position
from .reader import Signature, parse_facts, places

# The formats in which a board is one word, that says nothing to a reader.
ADDRESSES = ("url", "penpa", "fpuzzles", "gameid")


class Instance(NamedTuple):
    """One board: its facts, and the name by which errors and output call it.

    ``constants`` are values that the board sets, by ``#const`` or as its format
    does, such as the number of stars in a URL; they hold unless others are asked for.  ``form`` is the
    format, so that errors speak of what was given, and ``text`` what was read.
    ``warnings`` say what was assumed where it did not say all.  ``draw`` is the
    way to draw it, of the puzzle that read or made it.
    """

    name: str
    facts: tuple[Symbol, ...]
    constants: tuple[tuple[str, str], ...] = ()
    form: str = "facts"
    text: str = ""
    warnings: tuple[str, ...] = ()
    draw: Callable[["Instance"], Any] | None = None

    def __eq__(self, other: object) -> bool:
        """Whether the boards are the same, whoever draws them."""
        return isinstance(other, Instance) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-1])

    def joined(self, other: "Instance") -> "Instance":
        """The same board with what another file says of it."""
        names, facts = f"{self.name} and {other.name}", tuple(dict.fromkeys(self.facts + other.facts))
        return self._replace(name=names, facts=facts, constants=self.constants + other.constants, text="")

    def place(self, fact: Symbol) -> str:
        """Where a fact stands: the name, with line and column where the instance was read from facts."""
        where = places(self.text, [fact]).get(fact) if self.form == "facts" else None
        return f"{self.name}:{where}" if where else self.name

    def setting(self, constant: str) -> str:
        """Where the value of a constant stands: the name, with line and column where ``#const`` gives it."""
        match = re.search(rf"#const +{re.escape(constant)}\b", self.text) if self.form == "facts" else None
        return f"{self.name}:{position(self.text, match.start())}" if match else self.name


@typed
def read_instance(path: str | os.PathLike[str], known: Collection[Signature] | None = None) -> Instance:
    """Read the facts of the file ``path`` (``-`` is standard input).

    ``known`` holds the signatures ``(name, arity)`` that the puzzle declares
    with ``#defined``; a fact of any other signature is an error.  Without it
    every fact is accepted.

    Raises InstanceError with the position of the first fault.
    """
    return instance_of(*read_file(os.fspath(path)), known)


def instance_of(text: str, name: str, known: Collection[Signature] | None) -> Instance:
    """Read the facts of a text, and the constants that it sets, as :func:`read_instance` does."""
    constants: dict[str, str] = {}
    facts = parse_facts(text, name, known, constants)
    return Instance(name, facts, tuple(constants.items()), text=text)


def read_file(path: str) -> tuple[str, str]:
    """Read the text of the file ``path`` (``-`` is standard input); give it and the name for errors.

    Raises InstanceError when it cannot be read or is not UTF-8.
    """
    name = "standard input" if path == "-" else path
    try:
        if path == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:
                data = file.read()
    except IsADirectoryError:
        raise InstanceError(
            f"{name}: is a directory, not an instance", "Name a file; puzzasp batch works on many."
        ) from None
    except FileNotFoundError:
        raise InstanceError(f"{name}: no such file", "Check the path.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InstanceError(f"{name}: cannot be read: {reason}") from None
    return decode(data, name), name


def empty(name: str) -> InstanceError:
    """The error that a file or text holds nothing."""
    return InstanceError(f"{name}: is empty", "Put a board into it: facts, a drawing, JSON, an address or a game ID.")


def board_number(path: str) -> tuple[str, int | None]:
    """Part ``FILE#2`` into the file and the number of a board in it; what is a file itself stays whole."""
    file, sign, number = path.rpartition("#")
    if sign and number.isascii() and number.isdigit() and len(number) < 7 and not os.path.exists(path):
        return file, int(number)
    return path, None


def decode(data: bytes, name: str) -> str:
    """Decode UTF-8 without its byte order mark; raise InstanceError with the position of the first byte that is not."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:2]:
        raise InstanceError(f"{name}:1:1: this looks like UTF-16, not UTF-8", "Save the file with the encoding UTF-8.")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        where = position(data[: error.start].decode(), error.start)
        raise InstanceError(
            f"{name}:{where}: byte 0x{data[error.start]:02x} is not valid UTF-8",
            "Save the file with the encoding UTF-8.",
        ) from None

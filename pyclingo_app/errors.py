"""The errors that puzzasp raises: one family, each with a way out."""

import os
from collections.abc import Callable
from functools import lru_cache, wraps
from types import FunctionType, UnionType
from typing import Any, TypeVar, cast

T = TypeVar("T", bound=Callable[..., Any])


class PuzzaspError(Exception):
    """Base of all errors of this package.

    ``message`` says where and what, ``hint`` what to do about it (may be
    empty).  ``str()`` gives both, one line each.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        self.message = bounded(message, 1_500)
        self.hint = bounded(hint, 400)
        super().__init__(self.message, self.hint)

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class UsageError(PuzzaspError):
    """An option or argument that cannot be used: a puzzle that is not there, an unknown constant."""


class InstanceError(PuzzaspError):
    """An instance that cannot be read, or that the puzzle's own rules find faulty."""


class ProgramError(PuzzaspError):
    """A puzzle program that clingo does not accept, or whose display part is faulty."""


class LimitError(PuzzaspError):
    """A time or memory limit was reached before a result, or the work was interrupted.

    ``reason`` is ``"time"``, ``"memory"``, ``"cancel"`` or ``"interrupt"``.  What
    was at work then, grounding too, was ended.
    """

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class InternalError(PuzzaspError):
    """A fault of puzzasp itself, which nobody who uses it can help; please report it."""


def our_error(error: BaseException) -> PuzzaspError:
    """Give an error of this package for any: an unexpected one shows a fault, with the last places it came through."""
    if isinstance(error, PuzzaspError):
        return error
    if isinstance(error, MemoryError):
        return LimitError("out of memory", "memory")
    from traceback import extract_tb

    frames = extract_tb(error.__traceback__)[-5:]
    places = "".join(f", {os.path.basename(frame.filename)}:{frame.lineno}" for frame in frames)
    text = f"this is a fault of puzzasp itself: {error!r}{places}"
    return InternalError(text, "Please report it: this message, the command, and what it was given.")


def bounded(text: str, most: int) -> str:
    """Give a text of no more bytes than ``most``: what it quotes may be as long as a board, and loses its middle."""
    data = text.encode(errors="surrogatepass")
    begin, end = data[: most // 2].decode(errors="ignore"), data[-most // 2 :].decode(errors="ignore")
    return text if len(data) <= most else f"{begin} ... {end}"


def typed(what: T) -> T:
    """Let a function, or the public methods of a class, raise UsageError for arguments that are not of their types."""
    if isinstance(what, type):
        for name, member in list(vars(what).items()):
            if isinstance(member, FunctionType) and not name.startswith("_"):
                setattr(what, name, typed(member))
        return what

    @wraps(what)
    def call(*given: Any, **named: Any) -> Any:
        for name, value in (*zip(what.__code__.co_varnames, given, strict=False), *named.items()):
            require(name, value, what.__annotations__.get(name, object))
        return what(*given, **named)

    return cast(T, call)


def require(name: str, value: Any, kind: Any) -> Any:
    """Give a value; raise UsageError if it is not of a type.  One that is only named, and a protocol, says nothing."""
    kinds = _classes(kind)
    if kinds and not isinstance(value, kinds) and not isinstance(value, tuple(map(_wider, kinds))):
        names = " or ".join(one.__name__.replace("NoneType", "None") for one in kinds)
        raise UsageError(f"{name} cannot be {value!r}", f"Give {names}.")
    return value


@lru_cache(None)
def _classes(kind: Any) -> tuple[Any, ...]:
    """The classes that a type names; none where one of them says nothing."""
    kinds = [getattr(one, "__origin__", one) for one in (kind.__args__ if isinstance(kind, UnionType) else (kind,))]
    known = all(isinstance(one, type) and not getattr(one, "_is_protocol", False) for one in kinds)
    return tuple(kinds) if known else ()


def _wider(kind: Any) -> Any:
    """Give what is as good as a type: whole numbers, and numbers, of other packages too."""
    from numbers import Integral, Real

    return {int: Integral, float: Real}.get(kind, kind)

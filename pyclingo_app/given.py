"""What a person passes as a board or an answer: facts, a text, a name, a path, an address, or what was read already."""

import os
import re
import sys
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from math import isqrt
from typing import Any, TypeVar

from clingo import Symbol

from .draw.board import Board
from .errors import InstanceError, UsageError, require, typed
from .facts.instance import Instance, board_number, empty, instance_of, read_file
from .facts.reader import parse_facts
from .jobs import tasks
from .program.library import Library, instances, instances_hint
from .program.program import Program
from .solve.search import Solution
from .words import display_name, nearest

T = TypeVar("T")
Path = str | os.PathLike[str]
# A board, and an answer.  Atoms are of clingo's type.
Given = Instance | Path | Iterable[Symbol]
Answer = Solution | Path | Iterable[Symbol]


def is_text(given: str) -> bool:
    """Whether a text is itself a board or an answer, and not the name of a file, a bare name or an address.

    >>> is_text("tent(1,2)"), is_text("1 . T"), is_text("6x6"), is_text("boards/6x6.lp")
    (True, True, False, False)
    """
    text = given.strip()
    if os.path.exists(given) or ("\n" not in text and text.startswith(("http:", "https:"))):
        return False
    return bool(re.search(r"\s|\.$|^\{|\)$", text))


@typed
class Reading(ABC):
    """What reads boards and answers of a program."""

    program: Program
    library: Library

    @abstractmethod
    def draw(self, instance: Given | None = None) -> Board:
        """Draw the unsolved board."""

    @abstractmethod
    def _result(
        self, task: Callable[..., Generator[T, None, None]], instance: Given | None, limits: Any, **options: Any
    ) -> T:
        """Give the one result of a task."""

    def instances(self) -> dict[str, str]:
        """Give the instances that come with the program, name to path."""
        return instances(self.program)

    def board(self, given: Given | None) -> Instance | None:
        """Give the instance that is meant by a name, a path, an address, a text, facts, or an instance; what was
        assumed of one that does not say all is a warning of Python's.

        >>> from puzzasp import load
        >>> tents = load("tents")
        >>> tents.count("6x6"), tents.count("1 . T"), tents.count("size(1, 2). tree(1, 1).")
        (1, 1, 1)

        Raises what :meth:`read` does.
        """
        if given is None or isinstance(given, Instance):
            return given
        if not isinstance(given, str | os.PathLike):
            return Instance("the facts", tuple(require("an atom", atom, Symbol) for atom in given))
        is_board = isinstance(given, str) and is_text(given)
        instance = self._read_text(str(given), "the text") if is_board else self.read(os.fspath(given))
        for warning in instance.warnings:
            warnings.warn(warning, stacklevel=_outside())
        return instance

    def answer(self, given: Answer, instance: Given | None = None) -> tuple[Symbol, ...]:
        """Give the atoms of an answer: of a solution, a path, a text, or the atoms themselves.

        Raises what :meth:`read_answer` does.
        """
        if isinstance(given, Solution):
            return given.atoms
        if isinstance(given, str) and (is_text(given) or not given.strip()):
            return self._read_answer(given, "the text", instance) if given.strip() else ()
        if isinstance(given, str | os.PathLike):
            return self.read_answer(os.fspath(given), instance)
        return tuple(require("an atom", atom, Symbol) for atom in given)

    def read(self, path: str, form: str | None = None) -> Instance:
        """Read an instance: a path, ``-``, or the bare name of one of :meth:`instances`.

        A path may be a URL or a game ID itself, or end with ``#`` and the
        number of one of several boards in a text.  ``form`` is the format of
        the text, one of ``formats.FORMATS``, None to recognise it.

        >>> from puzzasp import load
        >>> tents = load("tents")
        >>> tents.count("https://puzz.link/p?tents/5/5/2g0h1i1j82323")
        1

        Raises InstanceError, and UsageError for an unknown format.
        """
        path, choice = self.locate(path)
        if form is None and path != "-" and (path.endswith(".lp") and os.path.exists(path)):
            form = "facts"
        text, name = (path, path) if _is_literal(path) else read_file(path if path == "-" else display_name(path))
        if not text.strip():
            raise empty(name)
        if choice is None and form == "facts":
            try:
                return instance_of(text, name, self.program.declared)._replace(draw=self.draw)
            except InstanceError as error:
                raise _otherwise(error, text) from None
        return self._read_text(text, name, form, choice)

    def _read_text(self, text: str, name: str, form: str | None = None, choice: int | None = None) -> Instance:
        options = {"text": text, "name": name, "form": form, "choice": choice, "folders": self.library.folders}
        return self._result(tasks.read, None, {}, **options)._replace(draw=self.draw)

    def read_answer(self, path: str, instance: Given | None = None) -> tuple[Symbol, ...]:
        """Read an answer: facts of the shown predicates, and ``-p(..)`` for what is not in it.

        A drawn board is one, too, as is any other format that holds answers;
        ``FILE#2`` is the second one in a file.

        Raises InstanceError.
        """
        file, number = board_number(path)
        if file != "-" and not os.path.exists(file):
            facts = ", ".join(f"{name}/{arity}" for name, arity in sorted(self.program.shown))
            board = _is_literal(file) or file in self.instances()
            raise InstanceError(
                f"{file}: " + ("this is a board, not an answer to one" if board else "no such file"),
                _written(file)
                or f"Give a file with the answer, as a drawn board or facts ({facts}); - is standard input.",
            )
        text, name = read_file(file)
        if number is None and file.endswith(".lp"):
            # Else, and for what is wrong with it, all formats are read, which takes longer than the answer.
            with suppress(InstanceError):
                return parse_facts(text, name, self.program.answers)
        return self._read_answer(text, name, instance, number)

    def _read_answer(
        self, text: str, name: str, instance: Given | None, choice: int | None = None
    ) -> tuple[Symbol, ...]:
        return self._result(tasks.read_answer, instance, {}, text=text, name=name, choice=choice).facts

    def locate(self, path: str) -> tuple[str, int | None]:
        """Find the file of an instance, and the number of the board in it behind a ``#``.

        Raises UsageError for a bare name that is not one of :meth:`instances`.
        """
        if path == "-" or os.path.exists(path) or _is_literal(path):
            return path.strip() if _is_literal(path) else path, None
        file, number = board_number(path)
        if number is not None:
            return self.locate(file)[0], number
        if os.path.basename(path) == path:
            packaged = self.instances()
            name = path.removesuffix(".lp")
            if name in packaged:
                path = packaged[name]
            elif name == path:
                raise UsageError(
                    f"{self.program.name} has no instance {path}, and there is no such file",
                    _written(path) or nearest(path, packaged) + instances_hint(self.program),
                )
        return path, None


def _written(path: str) -> str:
    """Say of facts that stand where a file is wanted how they are given; nothing of any other word."""
    import shlex

    piped = f"echo {shlex.quote(path)} | puzzasp ... -"
    return f"Facts go into a file, or to standard input, which - stands for: {piped}" if "(" in path else ""


def _outside() -> int:
    """How many calls the first one that is not of this package is above who asks."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals["__name__"].startswith(__package__):
        level, frame = level + 1, frame.f_back
    return level


def _is_literal(path: str) -> bool:
    """Whether the name of a file is none, but a URL, a game ID, or the signs of a square board in a row."""
    if os.path.exists(path):
        return False
    if re.fullmatch(r"[0-9._*-]{16,}", path) and isqrt(len(path)) ** 2 == len(path):
        return True
    if not (":" in path or "?" in path):
        return False
    from . import formats

    return formats.is_literal(path.strip())


def _otherwise(error: InstanceError, text: str) -> InstanceError:
    """The error of a file that is called as one of facts, with what else it looks like."""
    from . import formats

    form = formats.recognise(text)
    if form == "facts":
        return error
    return InstanceError(error.message, f"This looks like {formats.NAMES[form]}: call it .txt, or say --from {form}.")

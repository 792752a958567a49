"""Where programs and their instances are found."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple, TypeVar

from ..errors import ProgramError, UsageError, typed
from ..words import display_name, natural, nearest
from .program import Headline, Program, header, headline, read_program
from .source import PACKAGED

NAME = re.compile(r"[a-z][a-z0-9_-]*")
_WORDS = re.compile(r"[\w -]+")
Value = TypeVar("Value", str, str | int)
# In the text of a program: an included file of its own, which may say what it does not.
ELSEWHERE = r'\#include\s*"(?!lib/)'


def _letters(name: str) -> str:
    """What two ways to write a name have in common."""
    return re.sub(r"[\W_]", "", name).lower()


class Variant(NamedTuple):
    """A puzzle with values for some of its constants, which has a name of its own."""

    puzzle: str
    constants: tuple[tuple[str, str], ...]


class Library:
    """Directories of puzzle programs, the first one first; those that come with puzzasp are the last.

    >>> Library().find("tents").endswith("tents.lp")
    True
    """

    @typed
    def __init__(self, folders: Iterable[str] = ()) -> None:
        self.folders = (*folders, PACKAGED)

    def names(self) -> list[str]:
        """Give the names of all puzzles, sorted."""
        found = set()
        for folder in self.folders:
            if os.path.isdir(folder):
                found |= {f[:-3] for f in os.listdir(folder) if f.endswith(".lp") and NAME.fullmatch(f[:-3])}
        return sorted(found)

    def variants(self) -> dict[str, Variant]:
        """Give the other names of puzzles that stand for values of constants, by these, in order."""
        found: dict[str, Variant] = {}
        for puzzle, head in self._headlines():
            for name, constants in head.variants.items():
                found.setdefault(name, Variant(puzzle, constants))
        return dict(sorted(found.items()))

    def resolve(self, name: str, constants: Mapping[str, Value]) -> tuple[str, dict[str, Value]]:
        """Give for another name of a puzzle the puzzle, with the values of constants for which it stands, where no
        others are given; any other name as it is.

        >>> Library().resolve("Number-Link", {}), Library().resolve("antiking", {"height": 2})
        (('flow', {}), ('sudoku', {'king': '1', 'height': 2}))
        """
        variant = self._other(name)
        return (variant.puzzle, {**dict(variant.constants), **constants}) if variant else (name, dict(constants))

    def knows(self, name: str) -> bool:
        """Whether a puzzle has that name; headers are read only if no program is called so."""
        return (NAME.fullmatch(name) is not None and self._path(name) is not None) or self._other(name) is not None

    def _other(self, name: str) -> Variant | None:
        """The puzzle of which a word is the title or another name, in any case; None if a program is called so."""
        if not _WORDS.fullmatch(name) or self._path(name):
            return None
        word = _letters(name)
        for puzzle, head in self._headlines():
            for also in (head.title, *head.also):
                if _letters(also) == word:
                    return Variant(puzzle, head.variants.get(also, ()))
        return None

    def find(self, name: str) -> str:
        """Give the path of the program of a puzzle, by its name or a path that ends in ``.lp``.

        Raises UsageError, with the most similar name, when there is none.
        """
        if path := self._path(self.resolve(name, {})[0]):
            return path
        known = [*self.names(), *self.variants()]
        if name.endswith(".lp") and not self.meant(name):
            meant = nearest(os.path.basename(name).removesuffix(".lp"), known)
            raise UsageError(f"{name}: no such file", f"{meant}Give the path of a program, or the name of a puzzle.")
        meant = self.meant(name) or nearest(name, known)
        raise UsageError(f"there is no puzzle {name}", f"{meant}puzzasp list names them all.")

    def _path(self, name: str) -> str | None:
        """The path of the program that is itself called so."""
        if name.endswith(".lp") and os.path.isfile(name):
            return name
        paths = [os.path.join(folder, name + ".lp") for folder in self.folders if NAME.fullmatch(name)]
        return next(filter(os.path.isfile, paths), None)

    def meant(self, name: str) -> str:
        """Say of a word that it is a file or an address, and no puzzle; nothing if it is neither."""
        if os.path.isfile(name):
            return "That is a file: put the name of its puzzle before it. "
        if "//" in name:
            return "That is the address of a board: the name of a puzzle is wanted here. "
        return ""

    def _headlines(self) -> Iterator[tuple[str, Headline]]:
        """The headers of all programs that can be read."""
        for name in self.names():
            with suppress(ProgramError):
                yield name, self.headline(name)

    def texts(self) -> Iterator[tuple[str, str]]:
        """The texts of all programs that can be read, by name: to see at a glance which are worth parsing."""
        for name in self.names():
            with suppress(OSError, UnicodeDecodeError), open(self.find(name), encoding="utf-8") as file:
                yield name, file.read()

    def headline(self, name: str) -> Headline:
        """Give the title of a puzzle and what else its header says, from the first lines of its program alone.

        Raises UsageError as :meth:`find`, and ProgramError when the file cannot be read.
        """
        path = self.find(name)
        try:
            with open(path, encoding="utf-8") as file:
                return headline(header(file), path)
        except (OSError, UnicodeDecodeError) as error:
            raise ProgramError(f"{display_name(path)}: cannot be read: {error}", "Check the file.") from None

    def program(self, name: str, rules: Iterable[str] = ()) -> Program:
        """Read the program of a puzzle, with the rules of further programs added.

        Raises UsageError as :meth:`find`, and ProgramError when it cannot be read.
        """
        return read_program(self.find(name), rules)


def instances(program: Program) -> dict[str, str]:
    """Give the instances that come with a program, name to path."""
    return instances_beside(program.path, program.title)


def instances_beside(path: str, title: str) -> dict[str, str]:
    """Give the instances of the program at a path, name to path.

    They lie in ``instances/NAME`` beside the program or beside its
    directory; files directly in ``instances`` say in their first line
    which puzzle they are for.
    """
    found: dict[str, str] = {}
    directory, name = os.path.dirname(path), os.path.splitext(os.path.basename(path))[0]
    for parent in (directory, os.path.dirname(directory)):
        base = os.path.join(parent, "instances")
        for folder in (base, os.path.join(base, name)):
            files = os.listdir(folder) if os.path.isdir(folder) else []
            for file in sorted(file for file in files if file.endswith(".lp")):
                there = os.path.join(folder, file)
                if folder != base or _first_word(there) == title:
                    found.setdefault(file.removesuffix(".lp"), there)
    return found


def instances_hint(program: Program) -> str:
    """Say in a sentence which instances there are."""
    names = sorted(instances(program), key=natural)
    return f"Give a file, - for standard input, or one of: {', '.join(names)}." if names else "Give a file of facts."


def _first_word(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return next(iter(file.readline().lstrip("% ").split()), "")

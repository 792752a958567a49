"""Where programs and their instances are found."""

import os
import re
from collections.abc import Iterable

from ..errors import ProgramError, UsageError, typed
from ..words import display_name, natural, nearest
from .program import Headline, Program, header, headline, read_program
from .source import PACKAGED

NAME = re.compile(r"[a-z][a-z0-9_-]*")


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

    def find(self, name: str) -> str:
        """Give the path of the program of a puzzle, by its name or a path that ends in ``.lp``.

        Raises UsageError, with the most similar name, when there is none.
        """
        if name.endswith(".lp") and os.path.isfile(name):
            return name
        if NAME.fullmatch(name):
            for folder in self.folders:
                path = os.path.join(folder, name + ".lp")
                if os.path.isfile(path):
                    return path
        known = self.names()
        meant = self.meant(name) or nearest(name, known)
        raise UsageError(f"there is no puzzle {name}", f"{meant}Puzzles: {', '.join(known)}.")

    def meant(self, name: str) -> str:
        """Say which puzzle a word is another name of, or that it is a file; nothing if it is neither.

        >>> Library().meant("Numberlink")
        'It is called flow here. '
        """
        if os.path.isfile(name):
            return "That is a file: put the name of its puzzle before it. "
        if "//" in name:
            return "That is the address of a board: the name of a puzzle is wanted here. "
        for puzzle in self.names():
            try:
                if name.lower() in map(str.lower, self.headline(puzzle).also):
                    return f"It is called {puzzle} here. "
            except ProgramError:
                continue
        return ""

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
            for file in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
                there = os.path.join(folder, file)
                if file.endswith(".lp") and (folder != base or _first_word(there) == title):
                    found.setdefault(file.removesuffix(".lp"), there)
    return found


def instances_hint(program: Program) -> str:
    """Say in a sentence which instances there are."""
    names = sorted(instances(program), key=natural)
    return f"Give a file, - for standard input, or one of: {', '.join(names)}." if names else "Give a file of facts."


def _first_word(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return next(iter(file.readline().lstrip("% ").split()), "")

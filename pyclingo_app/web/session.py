"""What a request of the page is about: its puzzle, its board, and what is set on it."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from clingo import Symbol

from .. import formats
from ..errors import InstanceError, ProgramError, UsageError
from ..facts.instance import Instance, instance_of
from ..facts.reader import parse_facts
from ..jobs.programs import Programs
from ..program.library import NAME, Library, instances_beside
from ..program.program import Program, read_program
from ..program.source import PACKAGED
from ..puzzle import Puzzle
from ..solve.limits import Limits
from ..solve.oracle import Oracle
from ..solve.paper import Paper
from ..solve.run import Inline
from ..words import position

# Seconds for a request that asks for no others, and the most that can be asked for.
SECONDS, LONGEST = 60.0, 600.0
# How errors and titles call a board that came from the page.
BOARD = "board"

_INCLUDE = re.compile(r'\s*"lib/(\w+\.lp)"')


class Session:
    """Requests, each with a puzzle of a library; what was read and grounded for the last one is kept.

    Rules that were edited on the page are written into ``folder``, an empty directory.  ``cancelled`` is asked again
    and again whether the request at work is no longer wanted.
    """

    def __init__(self, library: Library, folder: str) -> None:
        self.library = library
        self.cancelled: Callable[[], bool] = lambda: False
        self._folder = folder
        self._programs = Programs()
        # The rules that came last, and their program.
        self._edited: tuple[object, Program] | None = None
        self._paper: tuple[object, tuple[Oracle, Paper]] | None = None

    def puzzle(self, request: Mapping[str, Any], rules: Sequence[str] = ()) -> Puzzle:
        """Give the puzzle of a request: with the rules that came with it, if any did, and others that are added.

        One that the library does not have is one of the page's own: its rules come with each request.
        """
        name, text = text_of(request, "puzzle"), text_of(request, "program")
        if name not in self.library.names() and not (text and NAME.fullmatch(name)):
            raise UsageError(f"there is no puzzle {name}", "Choose one of those on the page.")
        program = self._program(name, text)
        if rules:
            program = read_program(program.path, rules)
        given = request.get("constants") or {}
        if not isinstance(given, dict):
            raise UsageError("the constants are no object of names and values")
        run = Inline(Limits(seconds_of(request), None, self.cancelled))
        return Puzzle(program, {str(key): str(value) for key, value in given.items()}, self.library, run)

    def instance(self, puzzle: Puzzle, request: Mapping[str, Any]) -> Instance | None:
        """Give the board of a request: a stored one by its name, or a text in any format; None if there is none."""
        if name := text_of(request, "stored"):
            # They lie beside the puzzle, not beside rules that were changed.
            stored = instances_beside(self.library.find(puzzle.name), self.library.headline(puzzle.name).title)
            if name not in stored:
                raise UsageError(f"{puzzle.name} has no board {name}", "Choose one of those on the page.")
            return puzzle.read(stored[name])
        text = text_of(request, "board")
        if not text.strip():
            return None
        if request.get("form") == "facts":
            return instance_of(text, BOARD, puzzle.program.declared)
        return formats.read(puzzle.problem(), text, BOARD)

    def paper(self, puzzle: Puzzle, instance: Instance | None) -> tuple[Oracle, Paper]:
        """Give the board of a puzzle, grounded, to be drawn with what a player knows."""
        key = (puzzle.program, instance and (instance.facts, instance.constants), tuple(puzzle.constants.items()))
        if self._paper is None or self._paper[0] != key:
            self._paper = None  # its memory first
            oracle = Oracle(puzzle.problem(instance))
            answer = [s for s in oracle.symbols.values() if (s.name, len(s.arguments)) in puzzle.program.shown]
            self._paper = (key, (oracle, Paper(oracle, answer)))
        return self._paper[1]

    def write(self, name: str, text: str) -> str:
        """Write a file into the folder of the session; give its path."""
        path = os.path.join(self._folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def _program(self, name: str, text: str) -> Program:
        if not text:
            return self._programs.read(self.library.find(name))
        if self._edited is None or self._edited[0] != (name, text):
            check_includes(text, f"{name}.lp")
            self._edited = None  # what is written now takes the place of its file
            self._edited = ((name, text), read_program(self.write(f"{name}.lp", text)))
        return self._edited[1]


def seconds_of(request: Mapping[str, Any]) -> float:
    """Give the time limit of a request."""
    seconds = request.get("seconds", SECONDS)
    if not isinstance(seconds, (int, float)) or not 0 <= seconds <= LONGEST:
        raise UsageError(f"the time limit is no number of seconds from 0 to {LONGEST:.0f}")
    return float(seconds)


def text_of(request: Mapping[str, Any], name: str) -> str:
    """Give a text of a request, "" where it has none."""
    text = request.get(name) or ""
    if not isinstance(text, str):
        raise UsageError(f"{name} is no text")
    return text


def answer_of(request: Mapping[str, Any]) -> tuple[Symbol, ...]:
    """Give what is set on the board of a request: atoms, and ``-p(..)`` for those that are certainly not there."""
    given = request.get("answer") or []
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise UsageError("the answer is no list of atoms")
    return _atoms("".join(f"{text}.\n" for text in given))


@lru_cache(4)
def _atoms(text: str) -> tuple[Symbol, ...]:
    try:
        return parse_facts(text, "answer")
    except InstanceError as error:
        raise UsageError(error.message, error.hint) from None


def check_includes(text: str, name: str) -> None:
    """Raise ProgramError where rules that came from the page include anything but files of the packaged library."""
    for match in re.finditer("#include", text):
        target = _INCLUDE.match(text, match.end())
        if target is None or not os.path.isfile(os.path.join(PACKAGED, "lib", target[1])):
            known = ", ".join(sorted(f"lib/{file}" for file in os.listdir(os.path.join(PACKAGED, "lib"))))
            raise ProgramError(
                f"{name}:{position(text, match.start())}: rules on the page include only files of the library",
                f"They are {known}.",
            )

"""Where the boards of a batch come from: directories, files, lines of JSON and addresses, one after another."""

import itertools
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import IO, Any, NamedTuple

from ..errors import InstanceError, PuzzaspError, UsageError
from ..facts.instance import ADDRESSES, board_number, read_file
from ..formats import FORMATS, is_literal, puzzle_of, puzzlink, recognise
from ..formats.boards import parted
from ..formats.meaning import declarations
from ..formats.shared import is_shared, puzzle_in
from ..program.library import Library
from ..puzzle import load
from ..solve.problem import Problem
from ..words import display_name, natural

Fields = dict[str, Any]

# How much of a file is looked at to tell what it holds.
_HEAD = 2**16


class Item(NamedTuple):
    """A board of a batch, and what is to be done with it.

    id         its name
    puzzle     the name of its puzzle, or the path of a program
    options    for the task: the board, a text, and what else the command takes
    constants  values for the constants of the program
    error      what is wrong with it already
    done       how much of all boards there are with it, from 0 to 1; None where that is not known
    """

    id: str
    puzzle: str | None
    options: Mapping[str, Any] = {}
    constants: Mapping[str, str] = {}
    error: str | None = None
    done: float | None = None


class Boards:
    """Finds boards; ``puzzle`` is that of boards which do not say theirs, ``form`` the format of their texts;
    ``lines`` says that in a text each line is a board."""

    def __init__(
        self,
        library: Library,
        puzzle: str | None = None,
        constants: Mapping[str, str] = MappingProxyType({}),
        form: str | None = None,
        lines: bool = False,
    ) -> None:
        self._library = library
        self._puzzle = puzzle
        self._constants = constants
        self._form = form
        self._lines = lines
        self._names = frozenset((*library.names(), *library.variants()))
        self._instances = load(puzzle, library=library).instances() if puzzle else {}
        self._genre = cache(lambda genre: puzzle_of(library, f"https://puzz.link/p?{genre}/1/1/"))
        # How much of all boards there was with the last one, from 0 to 1; None where that is not known.
        self._done: Callable[[], float | None] = lambda: None

    def find(self, places: Iterable[str], without: str | None = None) -> Iterator[Item]:
        """Give the boards in files, directories and addresses, in natural order; ``-`` is standard input.

        The file ``without`` is left out of directories.  Raises UsageError for a place that is not there, before any
        board is given, and where there are none.
        """
        places = [self._place(place) for place in places]
        return self._some(places, without and os.path.realpath(without))

    def _some(self, places: list[str], without: str | None) -> Iterator[Item]:
        found = False
        for number, place in enumerate(places):
            for item in self._items(place, without, number / len(places), 1 / len(places)):
                found = True
                yield item._replace(done=self._done())
        if not found:
            names = ["standard input" if place == "-" else display_name(place) for place in places]
            raise UsageError(
                f"there are no boards in {', '.join(names)}",
                "Name directories or files that hold boards, or addresses.",
            )

    def _place(self, place: str) -> str:
        if place == "-" or os.path.exists(place) or is_literal(place) or os.path.exists(board_number(place)[0]):
            return place
        if place.removesuffix(".lp") in self._instances:
            return self._instances[place.removesuffix(".lp")]
        raise UsageError(
            f"{place}: no such file or directory",
            "Name boards: directories, files, addresses, or - for standard input.",
        )

    def _items(self, place: str, without: str | None, begin: float, share: float) -> Iterator[Item]:
        """Give the boards at a place; ``share`` of all boards are there, after ``begin``."""
        self._done = lambda: begin + share
        if os.path.isdir(place):
            files = [path for path in sorted(_files(place), key=natural) if os.path.realpath(path) != without]
            for k, path in enumerate(files):
                yield from self._file(path, place, begin + k * share / len(files), share / len(files))
        elif place == "-":
            self._done = lambda: None
            yield from self._stream(sys.stdin.buffer, "-", self._puzzle)
        elif os.path.exists(place):
            yield from self._file(place, "", begin, share)
        elif is_literal(place):
            yield self._item(place, {"board": place, "form": self._form}, self._puzzle)
        else:
            yield self._whole(place, {"form": self._form}, self._puzzle_above(board_number(place)[0]))

    def _file(self, path: str, top: str, begin: float, share: float) -> Iterator[Item]:
        """Give the boards in a file, perhaps one below the directory ``top``."""
        self._done = lambda: begin + share
        puzzle = self._puzzle_above(path, top)
        if path.endswith(".lp") and self._form in (None, "facts"):
            yield self._whole(path, {"form": "facts"}, puzzle)
            return
        try:
            with open(path, "rb") as file:
                size = os.fstat(file.fileno()).st_size or 1
                self._done = lambda: begin + share * min(1.0, file.tell() / size)
                yield from self._stream(file, path, puzzle)
        except OSError as error:
            name = display_name(path)
            yield Item(name, self._puzzle, error=f"{name}: cannot be read: {error.strerror}")

    def _stream(self, file: IO[bytes], path: str, puzzle: str | None) -> Iterator[Item]:
        """Give the boards that a file holds: lines of JSON or addresses, texts, or one board alone."""
        name = display_name(path)
        head = b""
        while len(head) < _HEAD and (more := file.readline()):
            head += more
        text = head.decode("utf-8-sig", "surrogateescape")
        form = self._form or (recognise(text) if text.strip() and "\0" not in text[:2] else "facts")
        lines = _decoded(head, file)
        told = ((f"{name}:{number}", line) for number, line in enumerate(lines, 1) if line.strip())
        options = {"form": self._form}
        if path.endswith(".jsonl") or _is_json_lines(text):
            yield from itertools.starmap(self._object, told)
        elif self._lines or form in ADDRESSES:
            for id, line in told:
                yield self._item(id, {"board": line.strip(), **options}, puzzle)
        elif form == "text":
            yield from self._texts(name, lines, puzzle)
        elif path != "-":
            own = puzzle_in(path) if form == "json" and self._puzzle is None else None
            yield self._whole(path, options, own or puzzle)
        elif head:
            rest = (head + file.read()).decode("utf-8-sig", "surrogateescape")
            yield self._item(name, {"board": rest, **options}, puzzle)

    def _whole(self, place: str, options: Fields, puzzle: str | None) -> Item:
        """Give the board that a file is, or one of those in it."""
        path, choice = board_number(place)
        try:
            text = read_file(path)[0]
        except PuzzaspError as error:
            return Item(display_name(place), puzzle, error=str(error))
        return self._item(display_name(place), {"board": text, "choice": choice, **options}, puzzle)

    def _texts(self, name: str, lines: Iterator[str], puzzle: str | None) -> Iterator[Item]:
        """Give the boards of a text; one alone is called like its file, others by their numbers."""
        parts = parted(lines, lambda: puzzle is not None and _letters(self._library, puzzle, self._constants))
        try:
            first, second = next(parts, ""), next(parts, None)
            several = [first] if second is None else itertools.chain((first, second), parts)
            for number, text in enumerate(several, 1):
                id = name if second is None else f"{name}#{number}"
                yield self._item(id, {"board": text, "form": self._form}, puzzle)
        except PuzzaspError as error:
            yield Item(name, puzzle, error=str(error))

    def _object(self, id: str, line: str) -> Item:
        """Give the board that a line of JSON holds."""
        try:
            told = json.loads(line)
        except (ValueError, RecursionError) as error:
            return Item(id, self._puzzle, error=f"{id}: this is no JSON: {error}")
        try:
            return self.item(told, id)
        except PuzzaspError as error:
            own = str(told.get("id", id)) if isinstance(told, dict) else id
            return Item(own, self._puzzle, error=str(error))

    def item(self, told: Mapping[str, Any], id: str) -> Item:
        """Give the board that an object holds: ``puzzle``, ``board``, and perhaps ``id``, ``constants``, ``from`` and
        ``answer`` or ``solution``.

        Raises InstanceError.
        """
        if not isinstance(told, Mapping) or not told.get("board"):
            raise InstanceError(f"{id}: there is no board in it", 'Expected {"puzzle": NAME, "board": TEXT}.')
        id, board, answer = str(told.get("id", id)), told["board"], told.get("answer", told.get("solution"))
        options: Fields = {"board": board if isinstance(board, str) else json.dumps(board)}
        form = told.get("from", self._form)
        if form is not None and form not in list(FORMATS):  # a list has no hash
            raise InstanceError(f"{id}: there is no format {form}", f"Use one of {', '.join(FORMATS)}.")
        if answer is not None:
            texts = isinstance(answer, list) and all(isinstance(atom, str) for atom in answer)
            options["answer"] = answer if texts or isinstance(answer, str) else json.dumps(answer)
        constants = told.get("constants") or {}
        if not isinstance(constants, Mapping):
            raise InstanceError(f"{id}: the constants are no object", 'Expected {"NAME": VALUE}.')
        constants = {str(key): str(value) for key, value in constants.items()}
        puzzle = told["puzzle"] if isinstance(told.get("puzzle"), str) else ""
        return self._item(id, {**options, "form": form}, puzzle or self._puzzle, constants)

    def _item(
        self, id: str, options: Fields, puzzle: str | None, constants: Mapping[str, str] = MappingProxyType({})
    ) -> Item:
        """Give a board; where no puzzle is told, that of its address."""
        error, board = None, options["board"]
        if not _is_unicode(board):
            return Item(id, puzzle, error=f"{id}: this is not valid UTF-8\nSave it with the encoding UTF-8.")
        if puzzle is None:
            try:
                puzzle = self._puzzle_of(board.strip())
            except PuzzaspError as fault:
                error = str(fault)
        if puzzle is None and error is None:
            error = (
                f"{id}: which puzzle is this of?\nPut a name before the files, or boards into a directory of that name."
            )
        constants = {**constants, **self._constants}
        if puzzle:
            puzzle, constants = self._library.resolve(puzzle, constants)
        return Item(id, puzzle, options, constants, error)

    def _puzzle_above(self, path: str, top: str = "") -> str | None:
        """The puzzle of boards that do not say theirs: if none was named, that of whose name the directory of their
        file is, or one above it up to ``top``."""
        folder = os.path.dirname(os.path.abspath(path))
        top = os.path.abspath(top) if top else folder
        while os.path.basename(folder) not in self._names and folder != top:
            folder = os.path.dirname(folder)
        name = os.path.basename(folder)
        return self._puzzle or (name if name in self._names else None)

    def _puzzle_of(self, text: str) -> str | None:
        """The puzzle of an address."""
        if not puzzlink.is_url(text):
            return None
        return self._genre(puzzlink.parse(text, "URL").genre)


def _files(folder: str) -> Iterator[str]:
    """The files in a directory and below it, without hidden ones."""
    for where, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (os.path.join(where, name) for name in files if not name.startswith("."))


def _decoded(head: bytes, file: IO[bytes]) -> Iterator[str]:
    """The lines of a file of which the beginning was read; what is no UTF-8 is an error where it is read."""
    for line in head.splitlines():
        yield line.decode("utf-8-sig", "surrogateescape")
    for line in file:
        yield line.decode("utf-8", "surrogateescape").rstrip("\r\n")


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_json_lines(text: str) -> bool:
    """Whether a text begins with an object on a line that holds a board."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    try:
        told = json.loads(first)
    except ValueError:
        return False
    return isinstance(told, dict) and "board" in told and not is_shared(told)


def _letters(library: Library, puzzle: str, constants: Mapping[str, str]) -> bool:
    """Whether cells of a puzzle hold letters: only then a line of its own may say how large a board is."""
    problem = Problem(library.program(puzzle), None, constants)
    return declarations(problem).legend.cells.letter

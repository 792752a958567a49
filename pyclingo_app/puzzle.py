"""Puzzle programs: finding them, reading them, and what they say about themselves.

A program is read once, into clingo's syntax tree.  Its comments are part of
the tree, so its title, its rules in words and its inputs all come from there.
"""

import os
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from clingo import MessageCode, ast

from .errors import ProgramError, UsageError
from .instance import (
    Instance,
    Signature,
    block_comment_end,
    board_number,
    display_name,
    empty,
    nearest,
    parse_facts,
    position,
    read_file,
)
from .syntax import atoms, derived, is_positive, signature

if TYPE_CHECKING:
    from .board import Board
    from .explain import Explainer
    from .solver import Search

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
# In a checkout the programs are the top-level files themselves, so that an edit
# takes effect at once; a wheel holds a copy of them inside the package.
PACKAGED = os.path.join(ROOT if os.path.isfile(os.path.join(ROOT, "pyproject.toml")) else HERE, "asp")

NAME = re.compile(r"[a-z][a-z0-9_-]*")
_VARIABLE = re.compile(r"(?<![\w'])_*[A-Z][A-Za-z0-9_]*'*")
_PROGRAM_TOKEN = re.compile(r"""%\*|%[^\n]*|"(?:[^"\\\n]|\\.)*"|\#include\b|\#script\b|[^\x01-\x7f]""")
_INCLUDE = re.compile(r'\s*"([^"\n]*)"|\s*<\w+>')
_MESSAGE = re.compile(
    r"(?P<file>.*?):(?P<line>\d+):(?P<column>\d+)(?:-[\d:]+)?: (?P<text>(?P<kind>(?:\w+: )?[\w# ]*).*)", re.DOTALL
)
_CONSTANT = re.compile(r"""-?\d+|_*[a-z][A-Za-z0-9_']*|"[^"\\\n\x80-\U0010ffff]*\"""")


# The tables in a header, and a line of one.
TABLES = ("Input", "Output", "Search")
ENTRY = re.compile(r"  (-?[a-z]\w*)(?:\(([^)]*)\))?(?: = (\S+))?(?:  +(\S.*))?")


class Entry(NamedTuple):
    """A line of the tables ``Input`` and ``Output`` in a header.

    ``arguments`` are the names of the arguments, None for a constant.
    """

    name: str
    arguments: tuple[str, ...] | None
    text: str


class Rule(NamedTuple):
    """One rule of the game: a statement that carries a sentence.

    ``kind`` is ``"constraint"``, ``"comparison"``, ``"choice"`` (a choice with
    bounds) or ``"input"`` (a rule for ``input_error``).  ``sentence`` still has
    its variables in it; ``variables`` are those that stand both in it and in
    the rule.
    """

    kind: str
    sentence: str
    variables: tuple[str, ...]
    file: str
    line: int
    statement: ast.AST


class Puzzle:
    """A puzzle program, ready to be solved; get one from :func:`load`."""

    def __init__(self, path: str, constants: dict[str, str], rules: Iterable[str]) -> None:
        self.path = os.path.abspath(path)
        self.name = os.path.splitext(os.path.basename(path))[0]
        self.warnings: list[str] = []
        self.files: list[str] = []
        self.statements: list[ast.AST] = []
        self.display: list[ast.AST] = []
        self.formats: list[ast.AST] = []
        self.comments: list[ast.AST] = []
        paths = [os.path.abspath(file) for file in (path, *rules)]
        self.folders = list(dict.fromkeys(map(os.path.dirname, paths)))
        for file in paths:
            self._read(file)
        self.inputs: frozenset[Signature] = frozenset(
            (s.name, s.arity) for s in self.statements if s.ast_type == ast.ASTType.Defined
        )
        self.defaults = {s.name: str(s.value) for s in self.statements if s.ast_type == ast.ASTType.Definition}
        self.constants = constants
        self._check_constants()
        self._check_shown()

    def _read(self, path: str) -> None:
        files = program_files(path)
        part = "base"
        logger = Log([os.path.dirname(path)])

        def add(statement: ast.AST) -> None:
            nonlocal part
            kind = statement.ast_type
            if kind == ast.ASTType.Program:
                part = statement.name
            elif kind == ast.ASTType.Comment:
                self.comments.append(statement)
                return
            parts = {"display": self.display, "formats": self.formats}
            own = parts.get(part, self.statements)
            # Constants hold in all parts of a program.
            for statements in (self.statements, *parts.values()) if kind == ast.ASTType.Definition else (own,):
                statements.append(statement)

        with logger.raising("The program was not run."), _beside(path):
            ast.parse_files([path], add, logger=logger)
        for statement in self.statements:
            if statement.ast_type == ast.ASTType.Minimize:
                begin = statement.location.begin
                raise ProgramError(
                    f"{display_name(self.file_of(statement))}:{begin.line}:{begin.column}: "
                    "puzzles have no best solution, so #minimize and #maximize are not supported",
                    "State what is allowed as constraints.",
                )
        self.warnings += logger.texts()
        self.files += [file for file in files if file not in self.files]

    def _check_constants(self) -> None:
        for name, value in self.constants.items():
            if name not in self.defaults:
                known = ", ".join(f"{n} (default {v})" for n, v in sorted(self.defaults.items()))
                raise UsageError(
                    f"{self.name} has no constant {name}",
                    nearest(name, self.defaults) + (f"It has: {known}." if known else "It has no constants at all."),
                )
            if not _CONSTANT.fullmatch(value) or (value.lstrip("-").isdigit() and abs(int(value)) >= 2**31):
                raise UsageError(
                    f"the constant {name} cannot have the value {value!r}",
                    "Give an integer of 32 bits, a name in lower case, or a string in double quotes.",
                )
            if self.defaults[name].lstrip("-").isdigit() and not value.lstrip("-").isdigit():
                raise UsageError(
                    f"the constant {name} must be a whole number, not {value}",
                    f"For example: {name}={self.defaults[name]}.",
                )

    def _check_shown(self) -> None:
        """Raise ProgramError for an atom that ``#show`` names and nothing derives: no answer would hold it."""
        missing: dict[Signature, ast.AST] = {}
        for statement in self.statements:
            if statement.ast_type == ast.ASTType.ShowSignature and statement.name:  # a plain #show. has none
                missing.setdefault(signature(statement), statement)
            elif statement.ast_type == ast.ASTType.ShowTerm:
                for literal in filter(is_positive, statement.body):
                    missing |= {atom.signature: statement for atom in atoms(literal)}
        known: set[Signature] = set()
        grounded = True
        for statement in self.statements if missing else ():
            found: list[Signature] = []
            if statement.ast_type == ast.ASTType.Program:
                grounded = statement.name == "base" and not statement.parameters
            elif statement.ast_type == ast.ASTType.Defined:
                found = [signature(statement)]
            elif grounded:
                found = derived(statement)
            known.update(found)
            for one in found:
                missing.pop(one, None)
            if not missing:
                return
        for (name, arity), statement in missing.items():
            begin = statement.location.begin
            what = f"{name}/{arity} is no input, and no rule derives it"
            others = [f"{n}/{a}" for n, a in known if n == name] or [f"{n}/{a}" for n, a in known]
            raise ProgramError(
                annotate(
                    f"{begin.filename}:{begin.line}:{begin.column}: no answer can hold what #show names: {what}",
                    self.folders,
                ),
                nearest(f"{name}/{arity}", others) + "Correct the name, or write a rule that derives it.",
            )

    @property
    def header(self) -> str:
        """The comment at the top of the file, without its comment signs."""
        lines: list[str] = []
        for comment in self.comments:
            begin = comment.location.begin
            if begin.filename == self.path and begin.line == len(lines) + 1:
                lines += [line.removeprefix("%").removeprefix(" ").rstrip() for line in comment.value.splitlines()]
        return "\n".join(lines)

    @property
    def title(self) -> str:
        """The name in the first line of the header, which is ``Name - one sentence.``"""
        return self.header.partition("\n")[0].partition(" - ")[0] or self.name

    @property
    def summary(self) -> str:
        """The sentence in the first line of the header."""
        return self.header.partition("\n")[0].partition(" - ")[2]

    def table(self, heading: str) -> list[Entry]:
        """Give the lines below ``Input`` or ``Output`` in the header."""
        entries: list[Entry] = []
        inside = False
        for line in self.header.splitlines():
            if not line.startswith(" "):
                inside = line.strip() == heading
            elif inside and (match := ENTRY.fullmatch(line)):
                name, arguments, default, text = match.groups()
                names = tuple(a.strip() for a in arguments.split(",")) if arguments else ()
                entries.append(Entry(name, None if default else names, text or ""))
            elif inside and entries:
                entries[-1] = entries[-1]._replace(text=f"{entries[-1].text} {line.strip()}".strip())
        return entries

    @property
    def shown(self) -> frozenset[Signature]:
        """The signatures of ``#show p/n.``: what a solution consists of."""
        kind = ast.ASTType.ShowSignature
        return frozenset((s.name, s.arity) for s in self.statements if s.ast_type == kind)

    @property
    def rules(self) -> list[Rule]:
        """The rules of the game in the order of the program, included files first."""
        return list(_rules(self.statements, self.comments, self.folders))

    def file_of(self, statement: ast.AST) -> str:
        """The path of the file in which a statement stands."""
        return full_path(statement.location.begin.filename, self.folders)

    def for_instance(self, instance: Instance | None) -> "Puzzle":
        """Give this puzzle with the constants that an instance sets, unless others are asked for."""
        given = {name: value for name, value in instance.constants if name in self.defaults} if instance else {}
        if not given or {**given, **self.constants} == self.constants:
            return self
        puzzle = copy(self)
        puzzle.constants = {**given, **self.constants}
        return puzzle

    def read(self, path: str, form: str | None = None) -> Instance:
        """Read an instance: a path, ``-``, or the bare name of one of :meth:`instances`.

        A path may be a URL or a game ID itself, or end with ``#`` and the
        number of one of several boards in a text.  ``form`` is the format of
        the text, one of ``formats.FORMATS``, None to recognise it.

        >>> tents = load("tents")
        >>> tents.count(tents.read("https://puzz.link/p?tents/5/5/2g0h1i1j82323"))
        1

        Raises InstanceError, and UsageError for an unknown format.
        """
        if form is not None:
            from . import formats

            formats.check_format(form)
        path, choice = self.locate(path)
        if form is None and path != "-" and (path.endswith(".lp") and os.path.exists(path)):
            form = "facts"
        text, name = (path, path) if self._is_literal(path) else read_file(path if path == "-" else display_name(path))
        if not text.strip():
            raise empty(name)
        if choice is None and form == "facts":
            return Instance(name, parse_facts(text, name, self.inputs))
        from . import formats

        return formats.read(self, text, name, form, choice)

    @staticmethod
    def _is_literal(path: str) -> bool:
        """Whether the name of a file is none, but a URL or a game ID."""
        if not (":" in path or "?" in path) or os.path.exists(path):
            return False
        from . import formats

        return formats.is_literal(path)

    def locate(self, path: str) -> tuple[str, int | None]:
        """Find the file of an instance, and the number of the board in it behind a ``#``.

        Raises UsageError for a bare name that is not one of :meth:`instances`.
        """
        if path == "-" or os.path.exists(path) or self._is_literal(path):
            return path, None
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
                    f"{self.name} has no instance {path}, and there is no such file",
                    nearest(path, packaged) + self.instances_hint(),
                )
        return path, None

    def instances(self) -> dict[str, str]:
        """Give the instances that come with the program, name to path.

        They lie in ``instances/NAME`` beside the program or beside its
        directory; files directly in ``instances`` say in their first line
        which puzzle they are for.
        """
        found: dict[str, str] = {}
        directory = os.path.dirname(self.path)
        for parent in (directory, os.path.dirname(directory)):
            base = os.path.join(parent, "instances")
            for folder in (base, os.path.join(base, self.name)):
                for file in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
                    path = os.path.join(folder, file)
                    if file.endswith(".lp") and (folder != base or _first_word(path) == self.title):
                        found.setdefault(file.removesuffix(".lp"), path)
        return found

    def instances_hint(self) -> str:
        """Say in a sentence which instances there are."""
        names = sorted(self.instances(), key=natural)
        return f"Give a file, or one of: {', '.join(names)}." if names else "Give a file of facts."

    def solve(
        self,
        instance: Instance | None = None,
        *,
        models: int = 1,
        threads: str = "1",
        seed: int | None = None,
        configuration: str | None = None,
        stats: bool = False,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> "Search":
        """Begin a search for solutions: an iterator of :class:`Solution`.

        ``models`` is the number of solutions wanted, 0 for all.  ``time_limit``
        is in seconds, ``memory_limit`` in MiB; both hold while grounding, too.
        ``cancel`` is asked many times a second whether to give up.

        >>> search = load("queens", constants={"n": "6"}).solve(models=0)
        >>> len(list(search)), search.complete
        (4, True)

        Raises UsageError for an option that clingo does not take; the search
        itself raises InstanceError, ProgramError, and LimitError when a limit
        ends it before its time, also after solutions.
        """
        from .solver import Limits, Search

        limits = Limits(time_limit, memory_limit, cancel)
        return Search(self, instance, limits, models, threads, seed, configuration, stats)

    def count(
        self, instance: Instance | None = None, *, time_limit: float | None = None, memory_limit: int | None = None
    ) -> int:
        """Count all solutions, each distinct set of shown atoms once.

        >>> load("queens").count()
        92

        Raises LimitError when a limit stops the count before its end.
        """
        search = self.solve(instance, models=0, time_limit=time_limit, memory_limit=memory_limit)
        return search.exhaust()

    def explain(
        self,
        instance: Instance | None = None,
        *,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> "Explainer":
        """Make an :class:`Explainer` of an instance: it checks answers, finds
        conflicts, and gives the path to the solution step by step.

        >>> tents = load("tents")
        >>> tents.explain(tents.read("6x6")).rate().grade
        'easy'

        Raises InstanceError and ProgramError.
        """
        from .explain import Explainer
        from .solver import Limits

        return Explainer(self, instance, Limits(time_limit, memory_limit, cancel))

    def draw(self, instance: Instance | None = None) -> "Board":
        """Draw the unsolved board.

        Raises InstanceError when the puzzle's rules find the instance faulty.
        """
        from .solver import draw_unsolved

        return draw_unsolved(self, instance)


def search_path() -> list[str]:
    """Give the directories that are searched for programs, first one first."""
    return [directory for directory in os.environ.get("PUZZASP_PATH", "").split(os.pathsep) if directory] + [PACKAGED]


def names() -> list[str]:
    """Give the names of all puzzles, sorted."""
    found = set()
    for folder in search_path():
        if os.path.isdir(folder):
            found |= {f[:-3] for f in os.listdir(folder) if f.endswith(".lp") and NAME.fullmatch(f[:-3])}
    return sorted(found)


def find(name: str) -> str:
    """Give the path of the program of a puzzle, by its name or a path that ends in ``.lp``.

    Raises UsageError, with the most similar name, when there is none.
    """
    if name.endswith(".lp") and os.path.isfile(name):
        return name
    if NAME.fullmatch(name):
        for folder in search_path():
            path = os.path.join(folder, name + ".lp")
            if os.path.isfile(path):
                return path
    known = names()
    raise UsageError(f"there is no puzzle {name}", f"{nearest(name, known)}Puzzles: {', '.join(known)}.")


def load(name: str, *, constants: dict[str, str] | None = None, rules: Iterable[str] = ()) -> Puzzle:
    """Load a puzzle by its name, from ``PUZZASP_PATH`` or the package, or by the path of its program.

    ``constants`` are values for the program's ``#const``; ``rules`` are paths
    of further programs that are added to it.

    >>> load("tents").summary
    'pitch one tent beside each tree so that no two tents touch.'

    Raises UsageError for an unknown puzzle or constant, ProgramError when a
    program cannot be read.
    """
    return Puzzle(find(name), dict(constants or {}), rules)


class Log:
    """Collects clingo's messages.  It only appends: a logger that raises ends the process.

    ``folders`` are the directories of the programs, from which clingo names the files that they include.
    """

    def __init__(self, folders: Sequence[str] = ()) -> None:
        self.folders = folders
        self.messages: list[tuple[MessageCode, str]] = []

    def __call__(self, code: MessageCode, message: str) -> None:
        self.messages.append((code, message))

    def texts(self, errors: bool = False) -> list[str]:
        """Give the warnings, or only the errors, each with its line and a caret."""
        wanted = [text for code, text in self.messages if not errors or code == MessageCode.RuntimeError]
        return [annotate(text, self.folders) for text in wanted]

    @contextmanager
    def raising(self, hint: str) -> Iterator[None]:
        """Turn clingo's RuntimeError into a ProgramError with the messages logged."""
        try:
            yield
        except RuntimeError as error:
            raise ProgramError("\n".join(self.texts(errors=True)) or f"clingo: {error}", hint) from None


def annotate(message: str, folders: Sequence[str] = ()) -> str:
    """Add to a message of clingo's the line that it is about, and a caret.

    ``/a/b.lp:2:7-8: error: syntax error`` becomes the same with the path as
    people know it, the line itself, and a caret below the column.  Of a file
    that is no program (see :func:`is_program`) only the place and the kind of
    error are told.  ``folders`` are those of :class:`Log`.
    """
    match = _MESSAGE.fullmatch(message.strip())
    if match is None:
        return message.strip()
    path = full_path(match["file"], folders)
    column = int(match["column"])
    where = f"{display_name(path)}:{match['line']}:{column}"
    if not is_program(path):
        return f"{where}: {match['kind'].strip()}"
    text = f"{where}: {match['text']}"
    if not os.path.isabs(path):
        return text
    try:
        with open(path, "rb") as file:
            line = file.read().split(b"\n")[int(match["line"]) - 1]
    except (OSError, IndexError):
        return text
    before = line[: column - 1].decode(errors="replace")
    padding = "".join("\t" if character == "\t" else " " for character in before)
    return f"{text}\n    {line.decode(errors='replace').rstrip()}\n    {padding}^"


def full_path(name: str, folders: Sequence[str]) -> str:
    """The path of a file as clingo names it: an included one by its place from the directory of the program.

    A name that is there in several of the directories stays as it is.
    """
    if os.path.isabs(name):
        return name
    places = dict.fromkeys(os.path.normpath(os.path.join(folder, name)) for folder in folders)
    there = [place for place in places if os.path.isfile(place)]
    return there[0] if len(there) == 1 else name


def is_program(path: str) -> bool:
    """Whether a file is a program by its name, so that messages may quote it.

    An ``#include`` can name any file, and clingo's errors would tell what is in it.
    """
    return os.path.realpath(path).endswith(".lp")


def program_files(path: str) -> list[str]:
    """Check the text of a program, and of all that it includes, before clingo reads it.

    Takes and gives absolute paths.  A character beyond ASCII outside
    strings and comments would end the whole process inside clingo, and clingo
    would look for included files in the working directory; scripts are never
    run.  An included file is looked for beside the program, then beside the
    file that includes it.

    Raises ProgramError with the position.
    """
    root = os.path.dirname(path)
    files: list[str] = []
    pending = [(path, "")]
    while pending:
        file, origin = pending.pop(0)
        if file in files:
            continue
        files.append(file)
        name = display_name(file)
        quoted = is_program(file)
        try:
            with open(file, "rb") as stream:
                data = stream.read()
            text = data.decode()
        except UnicodeDecodeError as error:
            where = position(data[: error.start].decode(), error.start)
            raise ProgramError(f"{name}:{where}: this is not valid UTF-8", "Save the file as UTF-8.") from None
        except OSError as error:
            what = f"cannot be read: {error.strerror}"
            message = f"{origin}: the included file {name} {what}" if origin else f"{name}: {what}"
            raise ProgramError(message, "Check the path.") from None

        end = 0
        while match := _PROGRAM_TOKEN.search(text, end):
            end = match.end()
            where = f"{name}:{position(text, match.start())}"
            if match[0] == "%*":
                end = block_comment_end(text, match.start()) or len(text)
            elif match[0] == "#script":
                raise ProgramError(f"{where}: puzzasp never runs #script", "Write the rules in ASP alone.")
            elif match[0] == "#include":
                target = _INCLUDE.match(text, end)
                if target is None:
                    raise ProgramError(f"{where}: expected a file name after #include", 'Write #include "FILE.lp".')
                end = target.end()
                if target[1] is not None:
                    beside = (os.path.join(folder, target[1]) for folder in (root, os.path.dirname(file)))
                    found = next((p for p in beside if os.path.isfile(p)), None)
                    if found is None:
                        if not quoted:
                            raise ProgramError(f"{where}: an included file was not found")
                        bundled = os.path.join(PACKAGED, target[1])
                        hint = f"Put it into {display_name(root)}, where the program is."
                        if os.path.isfile(bundled):
                            place = display_name(os.path.join(root, target[1]))
                            hint = f"It comes with puzzasp: copy {bundled} to {place}."
                        raise ProgramError(f"{where}: the included file {target[1]} was not found", hint)
                    pending.append((os.path.abspath(found), where))
            elif (not match[0].isascii() and match[0][0] not in '"%') or match[0] == "\0":
                what = f"the character {match[0]!r} (U+{ord(match[0]):04X})" if quoted else "a character beyond ASCII"
                raise ProgramError(
                    f"{where}: {what} cannot stand outside strings and comments",
                    "Remove it, or write it inside a string.",
                )
    return files


_directory_lock = threading.Lock()


@contextmanager
def _beside(path: str) -> Iterator[None]:
    """Work in the directory of a program while clingo parses it.

    clingo looks for included files in the working directory first, where a
    ``lib/`` of the user's could take the place of the program's own.
    """
    with _directory_lock:
        before = os.getcwd()
        os.chdir(os.path.dirname(path))
        try:
            yield
        finally:
            os.chdir(before)


def _first_word(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return next(iter(file.readline().lstrip("% ").split()), "")


def natural(name: str) -> list[tuple[int, str]]:
    """Sort key that puts 8x8 before 10x10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]


def _rules(statements: Iterable[ast.AST], comments: Iterable[ast.AST], folders: Sequence[str]) -> Iterator[Rule]:
    """Pair the rules that can carry a sentence with the comments directly above them.

    Rules that follow each other without a blank line share one sentence.
    """
    blocks: dict[tuple[str, int], list[str]] = {}
    for comment in comments:
        begin = comment.location.begin
        if not comment.value.startswith("%*"):
            text = comment.value.rstrip("\n").removeprefix("%").strip()
            blocks[begin.filename, begin.line + 1] = [*blocks.pop((begin.filename, begin.line), []), text]
    for statement in statements:
        kind = rule_kind(statement)
        if kind is None:
            continue
        begin, end = statement.location.begin, statement.location.end
        lines = blocks.get((begin.filename, begin.line), [])
        if lines:
            blocks.setdefault((begin.filename, end.line + 1), lines)
        sentence = " ".join(lines)
        if sentence.startswith("Redundant:"):
            continue
        own = variables(statement)
        used = tuple(dict.fromkeys(v for v in _VARIABLE.findall(sentence) if v in own))
        yield Rule(kind, sentence, used, full_path(begin.filename, folders), begin.line, statement)


def rule_kind(statement: ast.AST) -> str | None:
    """Tell which kind of sentence-bearing rule a statement is, None if of none."""
    if statement.ast_type != ast.ASTType.Rule:
        return None
    head = statement.head
    if head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.HeadAggregate):
        return "choice" if head.left_guard or head.right_guard else None
    if head.ast_type != ast.ASTType.Literal:
        return None
    if head.atom.ast_type == ast.ASTType.BooleanConstant:
        return "constraint" if not head.atom.value else None
    if head.atom.ast_type == ast.ASTType.Comparison:
        return "comparison"
    return "input" if str(head.atom) == "input_error" else None


def variables(statement: ast.AST) -> set[str]:
    """Give the names of the variables of a statement, the anonymous one left out."""
    found: set[str] = set()

    class Collector(ast.Transformer):
        def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802 (clingo's name)
            found.add(node.name)
            return node

    Collector()(statement)
    return found - {"_"}


def fill(sentence: str, values: dict[str, str], capital: bool = True) -> str:
    """Put values in the place of the variables of a sentence; it begins with a capital letter.

    >>> fill("Row R holds N tents, not N'.", {"R": "3", "N": "2"})
    "Row 3 holds 2 tents, not N'."
    """
    text = _VARIABLE.sub(lambda match: values.get(match[0], match[0]), sentence)
    return text[:1].upper() + text[1:] if capital else text

"""From the text of a program to clingo's syntax tree: characters, includes, messages.

A program's includes are looked for beside the program, then beside the file
that includes, and last among those that come with puzzasp.  clingo looks in
the working directory first; where that would find another file, the files are
parsed one by one and joined here, so that the working directory of the process
never matters and never changes.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from clingo import MessageCode, ast

from ..errors import ProgramError
from ..facts.reader import block_comment_end
from ..words import display_name, is_program, nearest, position

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(HERE)
# In a checkout the programs are the top-level files themselves, so that an edit
# takes effect at once; a wheel holds a copy of them inside the package.
PACKAGED = os.path.join(ROOT if os.path.isfile(os.path.join(ROOT, "pyproject.toml")) else HERE, "asp")

_TOKEN = re.compile(r"""%\*|%[^\n]*|"(?:[^"\\\n]|\\.)*"|\#include\b|\#script\b|[^\x01-\x7f]""")
_INCLUDE = re.compile(r'\s*"([^"\n]*)"|\s*<\w+>')
_CLOSE = "Write *% where it ends."
_DIRECTIVE = re.compile(r"\s*\.")


class Log:
    """Collects clingo's messages.  It only appends: a logger that raises ends the process."""

    def __init__(self) -> None:
        self.messages: list[tuple[MessageCode, str]] = []

    def __call__(self, code: MessageCode, message: str) -> None:
        self.messages.append((code, message))

    def texts(self) -> list[str]:
        """Give the remarks, each with its line and a caret."""
        if not self.messages:
            return []
        from .messages import annotate

        return [annotate(text) for _, text in self.messages]

    @contextmanager
    def raising(self, hint: str) -> Iterator[None]:
        """Turn clingo's RuntimeError into a ProgramError with the messages logged."""
        try:
            yield
        except RuntimeError as error:
            from .messages import told

            errors = [told(text) for code, text in self.messages if code == MessageCode.RuntimeError]
            meant = next((meant for _, meant in errors if meant), hint)
            raise ProgramError("\n".join(text for text, _ in errors) or f"clingo: {error}", meant) from None


class _Include(NamedTuple):
    """A directive ``#include "FILE".``: the text from ``start`` to ``end``, and the file that is meant."""

    start: int
    end: int
    target: str
    file: str


class _File(NamedTuple):
    path: str
    text: str
    includes: list[_Include]


def read_tree(path: str, log: Log, bundled: str = PACKAGED) -> tuple[list[ast.AST], dict[str, str]]:
    """Parse a program with all that it includes: its statements and comments, and the texts of the files, itself first.

    ``path`` is absolute; ``bundled`` is the directory in which includes are looked for last.

    Raises ProgramError with the position of what clingo would not accept.
    """
    files = {file.path: file for file in _files(path, bundled)}
    statements: list[ast.AST] = []
    with log.raising("The program was not run."):
        includes = [(file, include) for file in files.values() for include in file.includes]
        if all(_clingo_finds(file, include) for file, include in includes):
            ast.parse_files([path], statements.append, logger=log)
            # clingo names a file that it finds from the working directory by its path from there.
            near = any(os.path.isfile(include.target) for _, include in includes)
            for statement in statements if near else ():
                if not os.path.isabs(statement.location.begin.filename):
                    _place(statement, os.path.abspath(statement.location.begin.filename))
        else:
            statements = _join(files, path, set(), log)
    return statements, {name: file.text for name, file in files.items()}


def _files(path: str, bundled: str) -> Iterator[_File]:
    """Check the text of a program, and of all that it includes, before clingo reads it.

    A character beyond ASCII outside strings and comments would end the whole
    process inside clingo; scripts are never run.
    """
    root = os.path.dirname(path)
    seen: set[str] = set()
    pending = [(path, "")]
    while pending:
        file, origin = pending.pop(0)
        if file in seen:
            continue
        seen.add(file)
        text = _text(file, origin)
        includes = list(_includes(file, text, (root, os.path.dirname(file), bundled)))
        pending += [(i.file, f"{display_name(file)}:{position(text, i.start)}") for i in includes]
        yield _File(file, text, includes)


def _text(file: str, origin: str) -> str:
    name = display_name(file)
    data = b""
    try:
        with open(file, "rb") as stream:
            data = stream.read()
        return data.decode()
    except UnicodeDecodeError as error:
        where = position(data[: error.start].decode(), error.start)
        raise ProgramError(f"{name}:{where}: this is not valid UTF-8", "Save the file as UTF-8.") from None
    except OSError as error:
        what = f"cannot be read: {error.strerror}"
        message = f"{origin}: the included file {name} {what}" if origin else f"{name}: {what}"
        raise ProgramError(message, "Check the path.") from None


def _includes(file: str, text: str, folders: tuple[str, ...]) -> Iterator[_Include]:
    """Find the includes of a file; raise ProgramError for what may not stand in a program."""
    name, quoted = display_name(file), is_program(file)
    start = end = 0

    def where() -> str:
        return f"{name}:{position(text, start)}"

    while match := _TOKEN.search(text, end):
        start, end = match.span()
        if match[0] == "%*":
            closed = block_comment_end(text, start)
            if closed is None:
                from .messages import annotate

                raise ProgramError(annotate(f"{file}:{position(text, start)}: this comment is never closed"), _CLOSE)
            end = closed
        elif match[0] == "#script":
            raise ProgramError(f"{where()}: puzzasp never runs #script", "Write the rules in ASP alone.")
        elif match[0] == "#include":
            target = _INCLUDE.match(text, end)
            if target is None:
                raise ProgramError(f"{where()}: expected a file name after #include", 'Write #include "FILE.lp".')
            end = target.end()
            if target[1] is not None:
                beside = (os.path.join(folder, target[1]) for folder in folders)
                found = next((path for path in beside if os.path.isfile(path)), None)
                if found is None and not quoted:
                    raise ProgramError(f"{where()}: an included file was not found")
                if found is None:
                    lib = os.path.join(PACKAGED, "lib")
                    known = [f"lib/{file}" for file in os.listdir(lib)]
                    hint = f"{nearest(target[1], known)}Put it into {display_name(folders[0])}, where the program is."
                    raise ProgramError(f"{where()}: the included file {target[1]} was not found", hint)
                stop = _DIRECTIVE.match(text, end)
                yield _Include(start, stop.end() if stop else end, target[1], os.path.abspath(found))
        elif (not match[0].isascii() and match[0][0] not in '"%') or match[0] == "\0":
            what = f"the character {match[0]!r} (U+{ord(match[0]):04X})" if quoted else "a character beyond ASCII"
            raise ProgramError(
                f"{where()}: {what} cannot stand outside strings and comments",
                "Remove it, or write it inside a string.",
            )


def _clingo_finds(file: _File, include: _Include) -> bool:
    """Whether clingo, which looks in the working directory and then beside the file, finds what is meant."""
    first = (
        include.target if os.path.exists(include.target) else os.path.join(os.path.dirname(file.path), include.target)
    )
    return os.path.exists(first) and os.path.samefile(first, include.file)


def _join(files: dict[str, _File], path: str, seen: set[str], log: Log) -> list[ast.AST]:
    """Parse a file without its includes, and put what they hold in their places.

    As with clingo, a file is included once, into the part in which its include
    stands; behind it the part is ``base``.
    """
    seen.add(path)
    text, includes = files[path].text, files[path].includes
    for include in includes:
        blank = re.sub(r"[^\n]", " ", text[include.start : include.end])
        text = text[: include.start] + blank + text[include.end :]
    own: list[ast.AST] = []
    messages = Log()
    try:
        ast.parse_string(text, own.append, logger=messages)
    finally:
        log.messages += [(code, message.replace("<string>", path)) for code, message in messages.messages]
    for statement in own:
        _relocate(statement, path)
    joined: list[ast.AST] = []
    base, taken = own[0], 0
    for include in includes:
        place = tuple(map(int, position(text, include.start).split(":")))
        while taken < len(own) and (own[taken].location.begin.line, own[taken].location.begin.column) < place:
            joined.append(own[taken])
            taken += 1
        if include.file not in seen:
            joined += [*_join(files, include.file, seen, log)[1:], base]
    return joined + own[taken:]


def _relocate(node: ast.AST, path: str) -> None:
    """Say of a node and all below it that they stand in a file, not in a string."""
    if "location" in node.keys():  # noqa: SIM118 (a node is no mapping)
        _place(node, path)
    for key in node.child_keys:
        child = getattr(node, key)
        for below in [child] if isinstance(child, ast.AST) else child or ():
            _relocate(below, path)


def _place(node: ast.AST, path: str) -> None:
    begin, end = node.location
    node.location = ast.Location(ast.Position(path, begin.line, begin.column), ast.Position(path, end.line, end.column))

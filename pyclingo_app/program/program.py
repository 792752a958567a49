"""A puzzle program: its text, read once, and what it says about itself.

The comments are part of clingo's syntax tree, so the title, the rules in words
and the inputs all come from there.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from clingo import Symbol, ast

from ..errors import ProgramError, UsageError
from ..facts.reader import Signature
from ..words import display_name, nearest
from .rules import Rule, fill, told
from .source import Log, annotate, read_tree
from .syntax import atoms, derived, is_positive, signature

# The parts of a program that are grounded on their own; all else is the puzzle itself.
PARTS = ("display", "formats")

# The tables in a header, and a line of one.
TABLES = ("Input", "Output", "Search")
ENTRY = re.compile(r"  (-?[a-z]\w*)(?:\(([^)]*)\))?(?: = (\S+))?(?:  +(\S.*))?")
_CONSTANT = re.compile(r"""-?[0-9]+|_*[a-z][A-Za-z0-9_']*|"[^"\\\n]*\"""")  # of ASCII alone


_WORD = re.compile(r"[\w']+")


class Entry(NamedTuple):
    """A line of the tables ``Input`` and ``Output`` in a header.

    ``arguments`` are the names of the arguments, None for a constant.
    """

    name: str
    arguments: tuple[str, ...] | None
    text: str


class _Text(NamedTuple):
    """What stands in the files of a program."""

    path: str
    added: tuple[str, ...]
    files: tuple[str, ...]
    base: tuple[ast.AST, ...]
    display: tuple[ast.AST, ...]
    formats: tuple[ast.AST, ...]
    comments: tuple[ast.AST, ...]
    warnings: tuple[str, ...]


class Program(_Text):
    """A puzzle program as it was read; get one from :func:`read_program` or a library.

    path      the absolute path of the program
    added     those of the programs whose rules were added to it
    files     all these, and those of all included files
    base      the statements of the puzzle itself
    display   those of ``#program display.``
    formats   those of ``#program formats.``; ``#const`` stands in all three
    comments  all comments, with their places
    warnings  what clingo remarked while it parsed
    """

    # One program read is not another, whatever they hold.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @cached_property
    def name(self) -> str:
        """The name of the puzzle: that of its file."""
        return os.path.splitext(os.path.basename(self.path))[0]

    @cached_property
    def inputs(self) -> frozenset[Signature]:
        """The signatures that ``#defined`` declares: the facts that an instance may hold."""
        kind = ast.ASTType.Defined
        return frozenset((s.name, s.arity) for s in self.base if s.ast_type == kind)

    @cached_property
    def shown(self) -> frozenset[Signature]:
        """The signatures of ``#show p/n.``: what a solution consists of."""
        kind = ast.ASTType.ShowSignature
        return frozenset((s.name, s.arity) for s in self.base if s.ast_type == kind)

    @cached_property
    def defaults(self) -> Mapping[str, str]:
        """The constants of the program with their values."""
        return {s.name: str(s.value) for s in self.base if s.ast_type == ast.ASTType.Definition}

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the game in the order of the program, included files first."""
        return tuple(told(self.base, self.comments))

    @cached_property
    def header(self) -> str:
        """The comment at the top of the file, without its comment signs."""
        lines: list[str] = []
        for comment in self.comments:
            begin = comment.location.begin
            if begin.filename == self.path and begin.line == len(lines) + 1:
                lines += [line.removeprefix("%").removeprefix(" ").rstrip() for line in comment.value.splitlines()]
        return "\n".join(lines)

    @cached_property
    def title(self) -> str:
        """The name in the first line of the header, which is ``Name - one sentence.``"""
        return headline(self.header.partition("\n")[0], self.path)[0]

    @cached_property
    def summary(self) -> str:
        """The sentence in the first line of the header."""
        return headline(self.header.partition("\n")[0], self.path)[1]

    @cached_property
    def tables(self) -> Mapping[str, tuple[Entry, ...]]:
        """The tables of the header, such as ``Input`` and ``Output``, by their headings."""
        tables: dict[str, list[Entry]] = {}
        entries: list[Entry] = []
        for line in self.header.splitlines():
            if not line.startswith(" "):
                entries = tables.setdefault(line.strip(), [])
            elif match := ENTRY.fullmatch(line):
                name, arguments, default, text = match.groups()
                names = tuple(a.strip() for a in arguments.split(",")) if arguments else ()
                entries.append(Entry(name, None if default else names, text or ""))
            elif entries:
                entries[-1] = entries[-1]._replace(text=f"{entries[-1].text} {line.strip()}".strip())
        return {heading: tuple(entries) for heading, entries in tables.items()}

    def table(self, heading: str) -> tuple[Entry, ...]:
        """Give the lines below a heading of the header; none if it is not there."""
        return self.tables.get(heading, ())

    def say(self, atom: Symbol, present: bool = True) -> str:
        """Say in words that an atom is in an answer, or not: as the table Output does."""
        name = atom.name if present else "-" + atom.name
        entry = next((entry for entry in self.table("Output") if entry.name == name), None)
        if entry is None or not entry.text or entry.arguments is None:
            return str(atom) if present else f"not {atom}"
        return fill(entry.text, dict(zip(entry.arguments, map(str, atom.arguments), strict=False)), capital=False)

    def check_constants(self, constants: Mapping[str, str | int]) -> dict[str, str]:
        """Give the values asked for some constants as texts; raise UsageError for what cannot be."""
        checked = {name: str(value) for name, value in constants.items()}
        for name, value in checked.items():
            if name not in self.defaults:
                known = ", ".join(f"{n} (default {v})" for n, v in sorted(self.defaults.items()))
                raise UsageError(
                    f"{self.name} has no constant {name}",
                    nearest(name, self.defaults.keys())
                    + (f"It has: {known}." if known else "It has no constants at all."),
                )
            if not (value.isascii() and _CONSTANT.fullmatch(value)) or (
                value.lstrip("-").isdigit() and abs(int(value)) >= 2**31
            ):
                raise UsageError(
                    f"the constant {name} cannot have the value {value!r}",
                    "Give an integer of 32 bits, a name in lower case, or a string in double quotes.",
                )
            if self.defaults[name].lstrip("-").isdigit() and not value.lstrip("-").isdigit():
                raise UsageError(
                    f"the constant {name} must be a whole number, not {value}",
                    f"For example: {name}={self.defaults[name]}.",
                )
        return checked


def headline(line: str, path: str) -> tuple[str, str]:
    """Give the title of a program, which has that of its file if it states none, and the sentence about it."""
    title, _, summary = line.partition(" - ")
    return title or os.path.splitext(os.path.basename(path))[0], summary


def read_program(path: str, rules: Iterable[str] = ()) -> Program:
    """Read the program ``path``, and add the rules of further programs to it.

    Raises ProgramError when it cannot be read, or has what puzzles do not have.
    """
    log = Log()
    files: list[str] = []
    base: list[ast.AST] = []
    parts: dict[str, list[ast.AST]] = {part: [] for part in PARTS}
    comments: list[ast.AST] = []
    added = tuple(map(os.path.abspath, rules))
    for file in (os.path.abspath(path), *added):
        statements, read = read_tree(file, log)
        files += [name for name in read if name not in files]
        own = base
        for statement in statements:
            kind = statement.ast_type
            if kind == ast.ASTType.Program:
                own = parts.get(statement.name, base)
            if kind == ast.ASTType.Comment:
                comments.append(statement)
            elif kind == ast.ASTType.Definition:
                # Constants hold in all parts of a program.
                for each in (base, *parts.values()):
                    each.append(statement)
            else:
                own.append(statement)
    for statement in base:
        if statement.ast_type == ast.ASTType.Minimize:
            begin = statement.location.begin
            raise ProgramError(
                f"{display_name(begin.filename)}:{begin.line}:{begin.column}: puzzles have no best solution, "
                "so #minimize and #maximize are not supported",
                "State what is allowed as constraints.",
            )
    _require_shown(base)
    return Program(
        files[0], added, tuple(files), tuple(base), tuple(parts["display"]), tuple(parts["formats"]), tuple(comments),
        tuple(log.texts()),
    )  # fmt: skip


def _require_shown(statements: Iterable[ast.AST]) -> None:
    """Raise ProgramError for an atom that ``#show`` names and nothing derives: no answer would hold it."""
    missing: dict[Signature, ast.AST] = {}
    for statement in statements:
        if statement.ast_type == ast.ASTType.ShowSignature and statement.name:  # a plain #show. has none
            missing.setdefault(signature(statement), statement)
        elif statement.ast_type == ast.ASTType.ShowTerm:
            for literal in filter(is_positive, statement.body):
                missing |= {atom.signature: statement for atom in atoms(literal)}
    for found in _derivations(statements, {name.lstrip("-") for name, _ in missing}) if missing else ():
        for one in found:
            missing.pop(one, None)
        if not missing:
            break
    known = {one for found in _derivations(statements) for one in found} if missing else set()
    for (name, arity), statement in missing.items():
        begin = statement.location.begin
        what = f"no answer can hold what #show names: {name}/{arity} is no input, and no rule derives it"
        others = [f"{n}/{a}" for n, a in known if n == name] or [f"{n}/{a}" for n, a in known]
        raise ProgramError(
            annotate(f"{begin.filename}:{begin.line}:{begin.column}: {what}"),
            nearest(f"{name}/{arity}", others) + "Correct the name, or write a rule that derives it.",
        )


def _derivations(statements: Iterable[ast.AST], names: set[str] | None = None) -> Iterator[list[Signature]]:
    """Give for each statement what it derives or declares as an input; with ``names`` of those only that name one."""
    grounded = True
    for statement in statements:
        if statement.ast_type == ast.ASTType.Program:
            grounded = statement.name == "base" and not statement.parameters
        elif statement.ast_type == ast.ASTType.Defined:
            yield [signature(statement)]
        elif grounded and (names is None or not names.isdisjoint(_WORD.findall(str(statement)))):
            yield derived(statement)

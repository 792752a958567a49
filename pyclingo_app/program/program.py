"""A puzzle program: its text, read once, and what it says about itself.

The comments are part of clingo's syntax tree, so the title, the rules in words
and the inputs all come from there.
"""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from clingo import Symbol, ast

from ..errors import ProgramError, UsageError
from ..facts.reader import Signature
from ..words import display_name, nearest
from .mistakes import Typed, mistakes, placed
from .source import Log, read_tree
from .syntax import asked, atoms, derived, heads, is_positive, signature, split, supporting, undecided, within
from .types import Argument, arguments, constant_bounds
from .types import value as evaluate

if TYPE_CHECKING:
    from .rules import Domain, Rule

# The parts of a program that are grounded on their own; all else is the puzzle itself.
PARTS = ("search", "pencil", "display", "formats", "generate")
# What holds while a board is drawn, and is no input: rules with ``not making`` are left out then.
MAKING: Signature = ("making", 0)

# The tables in a header, and a line of one.
TABLES = ("Input", "Output", "Pencil")
ENTRY = re.compile(r"  (-?[a-z]\w*)(?:\(([^)]*)\))?(?: = (\S+))?(?:  +(\S.*))?")
_CONSTANT = r"""-?[0-9]+|_*[a-z][A-Za-z0-9_']*|"[^"\\\n]*\""""  # of ASCII alone


_WORD = re.compile(r"[\w']+")
# Another name of a puzzle, and behind it in brackets the values of constants for which it stands.
_ALSO = re.compile(r"([^,()]+)(?:\(([^)]*)\))?")
_SETTING = re.compile(r"(\w+) *= *([^\s,]+)")


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
    search: tuple[ast.AST, ...]
    pencil: tuple[ast.AST, ...]
    display: tuple[ast.AST, ...]
    formats: tuple[ast.AST, ...]
    generate: tuple[ast.AST, ...]
    goals: tuple[ast.AST, ...]
    maximised: frozenset[str]
    comments: tuple[ast.AST, ...]
    header: str
    warnings: tuple[str, ...]


class Program(_Text):
    """A puzzle program as it was read; get one from :func:`read_program` or a library.

    path      the absolute path of the program
    added     those of the programs whose rules were added to it
    files     all these, and those of all included files
    base      the statements of the puzzle itself
    search, pencil, display, formats, generate
              those of ``#program search.`` and so on; ``#const`` stands in all, but in ``generate`` there alone
    goals     what tells better solutions from worse: ``#minimize``, ``#maximize`` and weak constraints
    maximised the priorities, as texts, of which only ``#maximize`` speaks
    comments  all comments, with their places
    header    the comment at the top of the file, without its comment signs
    warnings  what clingo remarked while it parsed, and what is hardly meant as it stands
    """

    # One program read is not another, whatever they hold.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @cached_property
    def name(self) -> str:
        """The name of the puzzle: that of its file."""
        return os.path.splitext(os.path.basename(self.path))[0]

    @cached_property
    def declared(self) -> frozenset[Signature] | None:
        """The signatures that ``#defined`` declares, the facts that an instance may hold; None if it may hold any."""
        return frozenset((s.name, s.arity) for s in self._of(ast.ASTType.Defined)) - {MAKING} or None

    @cached_property
    def _typed(self) -> list[Typed]:
        return [(statement.ast_type, statement) for statement in self.base]

    def _of(self, kind: ast.ASTType) -> list[ast.AST]:
        """The statements of the puzzle itself that are of a type."""
        return [statement for own, statement in self._typed if own == kind]

    @cached_property
    def inputs(self) -> frozenset[Signature]:
        """The signatures that ``#defined`` declares, or without any those that rules ask for and none derives."""
        if self.declared is not None:
            return self.declared
        statements = (*self.base, *self.goals, *self.display)
        found = frozenset(atom.signature for statement in statements for atom in atoms(statement))
        return found - heads(statements) - {MAKING}

    @cached_property
    def named(self) -> frozenset[Signature]:
        """The signatures of ``#show p/n.``; a plain ``#show.`` has an empty name."""
        return frozenset((s.name, s.arity) for s in self._of(ast.ASTType.ShowSignature))

    @cached_property
    def shown(self) -> frozenset[Signature]:
        """The signatures of what a solution consists of: those of ``#show p/n.`` and ``#show p(X) : p(X).``

        As in clingo, without any ``#show p/n.`` they are those of all atoms that are not the same in each solution.
        """
        found = self.named or {(name.lstrip("-"), arity) for name, arity in undecided(self.base)}
        terms = self._of(ast.ASTType.ShowTerm) if self.named else ()
        plain = {one.signature for s in terms if [str(s.term)] == [*map(str, s.body)] for one in atoms(s.body[0])}
        # What begins with an underscore does not tell two solutions apart.
        return frozenset(one for one in found | plain if one[0] and not one[0].startswith("_"))

    @cached_property
    def follows(self) -> bool:
        """Whether shown atoms follow from others that may be there or not, or can be chosen only then."""
        rules = (rule for rule in self.base if not self.shown.isdisjoint(derived(rule)))
        below = set().union(*map(asked, rules))
        return not below.isdisjoint(undecided(supporting(self.base, below)))

    @cached_property
    def answers(self) -> frozenset[Signature]:
        """The signatures of an answer: those of a solution, and with a minus sign what is not in it.

        What is the same in each solution belongs to it where it is shown, too.
        """
        known = () if self.named else self.inputs | heads(self.base)
        return self.signed.union(known)

    @cached_property
    def signed(self) -> frozenset[Signature]:
        """The signatures of a solution, and with a minus sign those of what is not in it."""
        return frozenset((sign + name, arity) for name, arity in self.shown for sign in ("", "-"))

    @cached_property
    def defaults(self) -> Mapping[str, str]:
        """The constants of the program with their values."""
        return {s.name: str(s.value) for s in self._of(ast.ASTType.Definition)}

    @cached_property
    def knobs(self) -> Mapping[str, str]:
        """The constants of the part ``generate`` alone with their values."""
        found = {s.name: str(s.value) for s in self.generate if s.ast_type == ast.ASTType.Definition}
        return {name: value for name, value in found.items() if name not in self.defaults}

    @cached_property
    def _used(self) -> frozenset[str]:
        """The names that stand in rules as terms of their own, such as ``n`` in ``1..n``."""
        terms = (
            term for statement in (*self.base, *self.goals) for term in within(statement, ast.ASTType.SymbolicTerm)
        )
        return frozenset(name for term in terms if (name := str(term)).isidentifier())

    def takes(self, constant: str) -> bool:
        """Whether a board may give a constant a value: one that ``#const`` defines, or as in clingo a name that rules
        only use."""
        return constant in self.defaults or constant in self._used

    def require_no_goals(self, what: str) -> None:
        """Raise ProgramError where some solutions are better than others, which ``what`` knows nothing of."""
        if self.goals:
            hint = "puzzasp finds the best solutions; for all others leave out what is minimised or maximised."
            raise ProgramError(placed(self.goals[0], f"some solutions are better than others, but {what}"), hint)

    def remarks(self, log: Log) -> list[str]:
        """Give what clingo remarked while it grounded the program; what no rule derives with what may be meant."""
        if not log.messages:
            return []
        from .messages import remarks

        def derivations() -> Iterator[tuple[Signature, int]]:
            for statement in self.base:
                declared = [signature(statement)] if statement.ast_type == ast.ASTType.Defined else []
                for one in declared or derived(statement):
                    yield one, statement.location.begin.line

        return remarks(log.messages, derivations())

    @cached_property
    def rules(self) -> tuple["Rule", ...]:
        """The rules of the game in the order of the program, included files first."""
        from .rules import told

        return tuple(told(self.base, self.comments))

    @cached_property
    def domains(self) -> tuple["Domain", ...]:
        """What may be chosen, as sentences say it."""
        from .rules import domains

        return tuple(domains(self.base, self.comments))

    def definitions(self, signatures: Collection[Signature]) -> list[str]:
        """The rules by which some predicates follow, or else the choices of them, each after its file and line."""
        rules = (one for one in self.base if one.ast_type == ast.ASTType.Rule and split(one)[1])
        found = [rule for rule in rules if not {*signatures}.isdisjoint(derived(rule))]
        plain = [rule for rule in found if rule.head.ast_type == ast.ASTType.Literal]
        begins = [(rule.location.begin, rule) for rule in plain or found]
        return [f"{display_name(begin.filename)}:{begin.line}: {rule}" for begin, rule in begins]

    @cached_property
    def notes(self) -> tuple[ast.AST, ...]:
        """The rules of the part pencil, without its constants."""
        return tuple(statement for statement in self.pencil if statement.ast_type == ast.ASTType.Rule)

    @cached_property
    def observations(self) -> tuple["Rule", ...]:
        """The constraints of the part pencil: they follow from the rules, and players see them at once."""
        from .rules import told

        return tuple(told(self.pencil, self.comments))

    @cached_property
    def title(self) -> str:
        """The name in the first line of the header, which is ``Name - one sentence.``"""
        return self.headline.title

    @cached_property
    def summary(self) -> str:
        """The sentence in the first line of the header."""
        return self.headline.summary

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

    @cached_property
    def kind(self) -> str:
        """What kind of puzzle it is: the words behind ``Kind:`` in the header."""
        return self.headline.kind

    @cached_property
    def also(self) -> tuple[str, ...]:
        """Other names of the puzzle: those behind ``Also:`` in the header."""
        return self.headline.also

    @cached_property
    def headline(self) -> "Headline":
        """What the header says in its lines."""
        return headline(self.header.splitlines(), self.path)

    def table(self, heading: str) -> tuple[Entry, ...]:
        """Give the lines below a heading of the header; none if it is not there."""
        return self.tables.get(heading, ())

    @cached_property
    def types(self) -> Mapping[Signature, tuple[Argument, ...]]:
        """The types of the arguments of each input, by its signature."""
        entries = [entry for entry in self.table("Input") if entry.arguments]
        return {(e.name, len(e.arguments)): arguments(e.name, e.arguments, e.text) for e in entries if e.arguments}

    @cached_property
    def _outputs(self) -> dict[str, Entry]:
        return {entry.name: entry for entry in (*self.table("Pencil"), *self.table("Output"))}

    @cached_property
    def pencilled(self) -> frozenset[Signature]:
        """The signatures of the table Pencil: what explanations may note beside an answer."""
        entries = [entry for entry in self.table("Pencil") if entry.arguments and not entry.name.startswith("-")]
        return frozenset((entry.name, len(entry.arguments or ())) for entry in entries)

    def say(self, atom: Symbol, present: bool = True) -> str:
        """Say in words that an atom is in an answer, or not: as the table Output does."""
        from .rules import fill

        entry = self._outputs.get(atom.name if present else "-" + atom.name)
        if entry is None or not entry.text or entry.arguments is None:
            return str(atom) if present else f"not {atom}"
        return fill(entry.text, dict(zip(entry.arguments, map(str, atom.arguments), strict=False)), capital=False)

    def check_constants(
        self, constants: Mapping[str, str | int], defaults: Mapping[str, str] | None = None
    ) -> dict[str, str]:
        """Give the values asked for some constants as texts; raise UsageError for what cannot be.

        ``defaults`` are those that can be asked for, with their values; without it all, those of new boards, too.
        A name that rules only use can be given any value.
        """
        checked = {str(name): str(value) for name, value in constants.items()}
        defaults = {**self.knobs, **self.defaults} if defaults is None else defaults
        for name, value in checked.items():
            if name not in defaults and name not in self._used:
                known = ", ".join(f"{n} (default {v})" for n, v in sorted(defaults.items()))
                raise UsageError(
                    f"{self.name} has no constant {name}",
                    nearest(name, defaults.keys()) + (f"It has: {known}." if known else "It has no constants at all."),
                )
            if not (value.isascii() and re.fullmatch(_CONSTANT, value)) or (
                value.lstrip("-").isdigit() and abs(int(value)) >= 2**31
            ):
                raise UsageError(
                    f"the constant {name} cannot have the value {value!r}",
                    "Give an integer of 32 bits, a name in lower case, or a string in double quotes.",
                )
            if defaults.get(name, "").lstrip("-").isdigit() and not value.lstrip("-").isdigit():
                raise UsageError(
                    f"the constant {name} must be a whole number, not {value}",
                    f"For example: {name}={defaults[name]}.",
                )
            entry = next((entry for entry in self.table("Input") if entry.name == name), None)
            bounds = constant_bounds(entry.text) if entry and value.lstrip("-").isdigit() else None
            # A bound that depends on the size is looked at with the instance.
            least, most = (evaluate(bound, self.defaults) for bound in bounds or ("", ""))
            if bounds and ((least is not None and int(value) < least) or (most is not None and int(value) > most)):
                raise UsageError(
                    f"the constant {name} must be from {bounds[0]} to {bounds[1]}, not {value}",
                    f"For example: {name}={defaults[name]}.",
                )
        return checked


class Headline(NamedTuple):
    """What a header says in its lines: a title, a sentence, a kind, and other names.

    ``variants`` are those of the other names that stand for values of constants, ``NAME (constant = value, ...)``.
    """

    title: str
    summary: str
    kind: str
    also: tuple[str, ...]
    variants: Mapping[str, tuple[tuple[str, str], ...]]


def header(lines: Iterable[str]) -> list[str]:
    """Give the comment at the top of a program, from its lines, without its comment signs."""
    comment = takewhile(lambda line: line.startswith("%"), lines)
    return [line.removeprefix("%").removeprefix(" ").rstrip() for line in comment]


def headline(lines: Sequence[str], path: str) -> Headline:
    """Read the lines of a header, without their ``%``; a program that states no title has that of its file.

    A line that ends in a comma goes on in the next one, if that is indented.
    """
    title, _, summary = (lines[0] if lines else "").partition(" - ")
    whole = re.sub(r",\n +", ", ", "\n".join(lines)).split("\n")
    said = {word: text.strip() for word, colon, text in (line.partition(":") for line in whole) if colon}
    also = {name.strip(): values for name, values in _ALSO.findall(said.get("Also", "")) if name.strip()}
    variants = {name: tuple(_SETTING.findall(values)) for name, values in also.items() if values}
    name = title or os.path.splitext(os.path.basename(path))[0]
    return Headline(name, summary, said.get("Kind", ""), tuple(also), variants)


def read_program(path: str, rules: Iterable[str] = ()) -> Program:
    """Read the program ``path``, and add the rules of further programs to it.

    Raises ProgramError when it cannot be read, or has what puzzles do not have.
    """
    log = Log()
    texts: dict[str, str] = {}
    base: list[Typed] = []
    parts: dict[str, list[Typed]] = {part: [] for part in PARTS}
    comments: list[ast.AST] = []
    added = tuple(map(os.path.abspath, rules))
    for file in (os.path.abspath(path), *added):
        statements, read = read_tree(file, log)
        texts = {**texts, **read}
        own = base
        for statement in statements:
            kind = statement.ast_type
            if kind == ast.ASTType.Program:
                if statement.parameters:
                    what = f"puzzles are grounded once, and {str(statement).rstrip('.')} is for more than one time"
                    hint = "State the rules for all steps at once, such as at(T) for T = 1..n, above any #program."
                    raise ProgramError(placed(statement, what), hint)
                own = parts.get(statement.name, base)
            if kind == ast.ASTType.Comment:
                comments.append(statement)
            elif kind == ast.ASTType.Definition and own is not parts["generate"]:
                # Constants hold in all parts of a program, but those of new boards.
                for each in (base, *parts.values()):
                    each.append((kind, statement))
            else:
                own.append((kind, statement))
    remarked = mistakes(base, parts)
    _require_shown(base)
    goals = [statement for kind, statement in base if kind == ast.ASTType.Minimize]
    return Program(
        path=next(iter(texts)),
        added=added,
        files=tuple(texts),
        base=tuple(statement for kind, statement in base if kind != ast.ASTType.Minimize),
        goals=tuple(goals),
        maximised=_maximised(goals, texts),
        comments=tuple(comments),
        header="\n".join(header(next(iter(texts.values())).splitlines())),
        warnings=(*remarked, *log.texts()),
        **{part: tuple(statement for _, statement in typed) for part, typed in parts.items()},
    )


def _maximised(goals: Iterable[ast.AST], texts: Mapping[str, str]) -> frozenset[str]:
    """The priorities, as texts, of which only ``#maximize`` speaks: clingo reads it as ``#minimize`` with a minus."""
    upwards: dict[str, set[bool]] = {}
    for goal in goals:
        begin = goal.location.begin
        lines = texts[begin.filename].encode().splitlines(keepends=True)
        before = b"".join(lines[: begin.line - 1]) + lines[begin.line - 1][: begin.column - 1]
        weak = lines[begin.line - 1][begin.column - 1 :].startswith(b":~")
        upwards.setdefault(str(goal.priority), set()).add(not weak and before.rfind(b"#maxi") > before.rfind(b"#mini"))
    return frozenset(priority for priority, ways in upwards.items() if ways == {True})


def _require_shown(base: Sequence[Typed]) -> None:
    """Raise ProgramError for an atom that ``#show`` names and nothing derives: no answer would hold it."""
    missing: dict[Signature, ast.AST] = {}
    for kind, statement in base:
        if kind == ast.ASTType.ShowSignature and statement.name:  # a plain #show. has none
            missing.setdefault(signature(statement), statement)
        elif kind == ast.ASTType.ShowTerm:
            for literal in filter(is_positive, statement.body):
                missing |= {atom.signature: statement for atom in atoms(literal)}
    if not missing:
        return
    for found in _derivations(base, {name.lstrip("-") for name, _ in missing}):
        for one in found:
            missing.pop(one, None)
        if not missing:
            return
    known = {one for found in _derivations(base) for one in found}
    free = {atom.signature for kind, s in base if kind == ast.ASTType.Rule for atom in atoms(s)}
    if any(kind == ast.ASTType.Defined for kind, _ in base):
        free = set()  # else every fact that a rule asks for is an input
    for (name, arity), statement in missing.items():
        if (name, arity) in known | free:
            continue
        what = f"no answer can hold what #show names: {name}/{arity} is no input, and no rule derives it"
        others = [f"{n}/{a}" for n, a in known if n == name] or [f"{n}/{a}" for n, a in known]
        hint = nearest(f"{name}/{arity}", others) + "Correct the name, or write a rule that derives it."
        raise ProgramError(placed(statement, what), hint)


def _derivations(base: Iterable[Typed], names: set[str] | None = None) -> Iterator[list[Signature]]:
    """Give for each statement what it derives or declares as an input; with ``names`` of those only that name one."""
    grounded = True
    for kind, statement in base:
        if kind == ast.ASTType.Program:
            grounded = statement.name == "base"
        elif kind == ast.ASTType.Defined:
            yield [signature(statement)]
        elif grounded and (names is None or not names.isdisjoint(_WORD.findall(str(statement).partition(" :- ")[0]))):
            yield derived(statement)

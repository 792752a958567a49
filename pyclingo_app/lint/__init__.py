"""The contract of a puzzle program, checked on clingo's syntax tree.

docs/puzzle-programs.md states it, and docs/lint.md each finding; here each point is one
function that gives the faults it finds, as texts that begin with ``file:line:`` and a code.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

from clingo import ast

from .. import formats
from ..draw.board import TERMS
from ..draw.symbols import GLYPHS, SHADES
from ..errors import ProgramError, UsageError
from ..facts.reader import Signature
from ..generate.part import GIVEN, SAID, Part, makes
from ..program.library import NAME
from ..program.program import ENTRY, PARTS, TABLES, Program
from ..program.rules import rule_kind, variables
from ..program.syntax import CHOICES, asked, atoms, dependencies, derived, heads, is_positive, reached, signature
from ..solve.drawing import draws
from ..solve.problem import Problem
from ..solve.search import tuning
from ..words import display_name, nearest
from .boards import instance_faults, stored_count
from .values import strangers

__all__ = ["Fault", "faults", "instance_faults", "stored_count"]

SECTIONS = ("Domain", "Generate", "Define", "Test")

_TITLE = re.compile(r"% \S.* - \S.*\.")


class Fault(NamedTuple):
    """What does not keep to the contract: where, a code that docs/lint.md explains, and words."""

    place: str
    code: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.code} {self.text}"


def faults(program: Program) -> list[Fault]:
    """Give what in a program does not keep to the contract; nothing when it does."""
    checks = (
        _header, _tables, _words, _special, _order, _inputs, _made, _values, _shown, _sentences, _unwritten, _pencil,
        _display, _colours, _formats, _drawings, _scripts,
    )  # fmt: skip
    return [fault for check in checks for fault in check(program)]


def _table(program: Program, heading: str) -> dict[str, int | None]:
    """The entries below a heading, name to arity, None for a constant; absences (``-tent``) left out."""
    entries = (entry for entry in program.table(heading) if not entry.name.startswith("-"))
    return {entry.name: None if entry.arguments is None else len(entry.arguments) for entry in entries}


def _at(program: Program, node: ast.AST | int) -> str:
    if isinstance(node, int):
        return f"{display_name(program.path)}:{node}"
    begin = node.location.begin
    return f"{display_name(begin.filename)}:{begin.line}"


def _own(program: Program, statements: Iterable[ast.AST]) -> list[ast.AST]:
    """The statements that stand in the program's own file, not in an included one."""
    return [s for s in statements if s.location.begin.filename == program.path and s.ast_type != ast.ASTType.Program]


def _header(program: Program) -> Iterator[Fault]:
    first = program.header.partition("\n")[0]
    if not _TITLE.fullmatch("% " + first):
        yield Fault(_at(program, 1), "PZ101", "the first line is not '% Name - one sentence.'")
    for heading in ("Input", "Output"):
        if not _table(program, heading):
            yield Fault(_at(program, 1), "PZ102", f"the header has no table '{heading}'")
    for name, constants in program.headline.variants.items():
        try:
            if not NAME.fullmatch(name) or not program.check_constants(dict(constants)):
                raise UsageError("expected NAME (constant = value)")
        except UsageError as error:
            text = f"'{name}' is no other name with values of constants: {error.message}"
            yield Fault(_at(program, 1), "PZ104", text)
    try:
        tuning(program, program.defaults)
    except ProgramError as error:
        yield Fault(_at(program, 1), "PZ103", error.message.partition(": ")[2])


def _tables(program: Program) -> Iterator[Fault]:
    """Each line of a table is an entry, or goes on with the words of the entry above it, farther in."""
    inside = entry = False
    for number, line in enumerate(program.header.splitlines(), 1):
        if line in TABLES:
            inside, entry = True, False
        elif inside and ENTRY.fullmatch(line):
            entry = True
        elif inside and line.strip():
            indented = ENTRY.fullmatch("  " + line.strip())
            if not entry or not line.startswith("   ") or (indented and any(indented.groups()[1:])):
                like = "one looks like '%   name(A, B)  its words'"
                yield Fault(_at(program, number), "PZ111", f"'{line.strip()}' is no line of a table; {like}")


def _words(program: Program) -> Iterator[Fault]:
    """Explanations say an output by its words, which so name what it is about."""
    for entry in (*program.table("Output"), *program.table("Pencil")):
        variables = [one for one in entry.arguments or () if one[:1].isupper()]
        left = [one for one in variables if not re.search(rf"(?<!\w){re.escape(one)}(?![\w'])", entry.text)]
        if left:
            text = f"the words of {entry.name}({', '.join(entry.arguments or ())}) do not say {' and '.join(left)}"
            yield Fault(_at(program, 1), "PZ112", text)


def _special(program: Program) -> Iterator[Fault]:
    """What the words of an input put in quotes is a value that its types admit; its facts would be refused."""
    for entry in program.table("Input"):
        types = program.types.get((entry.name, len(entry.arguments or ())), ())
        if types and all(one.kind for one in types):
            for value in sorted({*re.findall(r'"[^"]*"', entry.text)}.difference(*(one.special for one in types))):
                text = f"the words of {entry.name}/{len(types)} speak of {value}, which it does not admit: say which"
                yield Fault(_at(program, 1), "PZ113", f"{text} argument may be that, as in 'N = 0..4 or {value}'")


def _order(program: Program) -> Iterator[Fault]:
    """Includes and inputs, then the sections in their order, then #show, then the display part."""
    places = {
        ast.ASTType.Definition: 1,
        ast.ASTType.Defined: 1,
        ast.ASTType.External: 2,
        ast.ASTType.Rule: 2,
        ast.ASTType.ShowSignature: 3,
        ast.ASTType.ShowTerm: 3,
    }
    last = 0
    for statement in _own(program, program.base):
        place = places.get(statement.ast_type, 2)
        if place < last:
            yield Fault(_at(program, statement), "PZ121", f"'{statement}' stands too late")
        last = max(last, place)
    before, name_before = 0, ""
    for name in ("base", *PARTS):
        own = _own(program, getattr(program, name))
        lines = [s.location.begin.line for s in own if name == "base" or s.ast_type != ast.ASTType.Definition]
        if lines and min(lines) < before:
            text = f"the part {name} stands above the end of {name_before}; the order is {', '.join(PARTS)}"
            yield Fault(_at(program, min(lines)), "PZ122", text)
        if lines:
            before, name_before = max(before, *lines), name
    found = [
        (SECTIONS.index(text), comment.location.begin.line)
        for comment in _own(program, program.comments)
        if (text := comment.value.strip("% \n")) in SECTIONS
    ]
    if [place for place, _ in found] != sorted({place for place, _ in found}):
        yield Fault(_at(program, found[0][1]), "PZ124", f"the sections are not in the order {', '.join(SECTIONS)}")
    if not found:
        yield Fault(_at(program, 1), "PZ125", f"there is no section heading; these are {', '.join(SECTIONS)}")
    commented = {comment.location.begin.line for comment in _own(program, program.comments)}
    with open(program.path, encoding="utf-8") as file:
        lines = ["", *file.read().splitlines(), ""]
    for _, line in found:
        if lines[line + 1].strip() or line - 1 in commented or lines[line - 1].strip():
            yield Fault(_at(program, line), "PZ126", "a section heading is set off by blank lines")


def _inputs(program: Program) -> Iterator[Fault]:
    """Every predicate that no rule derives is declared with #defined, and documented."""
    declared = program.declared or frozenset()
    known = {signature(statement) for statement in program.base if statement.ast_type == ast.ASTType.Defined}
    for statements in (program.base, program.display):
        known |= heads(statements)
        yield from _unknown(program, statements, known, "PZ131", "is neither derived nor declared with #defined")
    documented = {(name, arity) for name, arity in _table(program, "Input").items() if arity is not None}
    for name, arity in sorted(declared - documented):
        yield Fault(_at(program, 1), "PZ132", f"the input {name}/{arity} is not in the table 'Input'")
    for name, arity in sorted(documented - declared):
        yield Fault(_at(program, 1), "PZ133", f"{name}/{arity} is in the table 'Input', but not declared with #defined")
    constants = {name for name, arity in _table(program, "Input").items() if arity is None}
    for name in sorted(constants ^ set(program.defaults)):
        yield Fault(_at(program, 1), "PZ134", f"the constant {name} is not both in the table 'Input' and defined")


def _unknown(
    program: Program, statements: Iterable[ast.AST], known: Collection[Signature], code: str, what: str
) -> Iterator[Fault]:
    """Say of predicates in some statements that are not known what they are."""
    for statement in statements:
        for name, arity in dict.fromkeys(atom.signature for atom in atoms(statement)):
            if (name, arity) not in known:
                yield Fault(_at(program, statement), code, f"{name}/{arity} {what}")


def _made(program: Program) -> Iterator[Fault]:
    """The part generate asks for nothing that is not there, and leaves out facts of the instance only."""
    if not makes(program):
        return  # what a file of the library has
    # A part that says what the answer is does without the rules of the program.
    known = heads(Part(program).statements) | program.inputs | GIVEN
    yield from _unknown(program, program.generate, known, "PZ135", "is neither an input nor derived")
    for statement in program.generate:
        if statement.ast_type != ast.ASTType.Rule:
            continue
        for name, arity in derived(statement):
            facts = statement.head.atom.symbol.arguments if name in ("removable", "late") else ()
            named = [
                (getattr(f, "name", ""), len(f.arguments) if f.ast_type == ast.ASTType.Function else 0) for f in facts
            ]
            if name in ("removable", "late") and (arity != 1 or not program.inputs.issuperset(named)):
                yield Fault(_at(program, statement), "PZ136", f"{name} names a fact of an input, as in clue(R, C, N)")
    used = set().union(*map(asked, program.generate))
    for name, arity in sorted(heads(program.generate) - program.inputs - SAID - heads(program.base) - used):
        text = f"the part generate derives {name}/{arity}, which is no input, and no rule of it asks for it"
        yield Fault(_at(program, 1), "PZ137", text)


def _values(program: Program) -> Iterator[Fault]:
    """No rule asks for a constant that can never be there, as a variable in lower case does."""
    for statement, names in strangers(program):
        text = (
            f"nothing gives the value{'s' if len(names) > 1 else ''} {', '.join(names)}: a variable begins with "
            "a capital letter, and a value of an input stands in its words in the table 'Input'"
        )
        yield Fault(_at(program, statement), "PZ141", text)


def _shown(program: Program) -> Iterator[Fault]:
    """The shown predicates are the table of outputs, and nothing else is shown."""
    for statement in program.base:
        if statement.ast_type == ast.ASTType.ShowTerm:
            yield Fault(
                _at(program, statement), "PZ151", "the answer is shown with #show p/n; terms belong to the display part"
            )
    shown = program.named - {("", 0)}
    for name, arity in sorted(shown):
        if name.startswith("_"):
            yield Fault(
                _at(program, 1), "PZ152", f"{name}/{arity} is shown, but projection leaves out names that begin with _"
            )
    documented = {(name, arity or 0) for name, arity in _table(program, "Output").items()}
    for name, arity in sorted(shown ^ documented):
        yield Fault(_at(program, 1), "PZ153", f"{name}/{arity} is not both shown and in the table 'Output'")


def _sentences(program: Program) -> Iterator[Fault]:
    """Every rule of the game has a sentence, whose variables are the rule's own."""
    told = {rule.statement.location.begin for rule in program.rules}
    for rule in program.rules:
        if not rule.sentence:
            yield Fault(rule.place, "PZ163", "this rule has no sentence directly above it")
            continue
        if not rule.sentence.endswith("."):
            yield Fault(rule.place, "PZ164", "the sentence does not end with a full stop")
        words = dict.fromkeys(re.findall(r"(?<![\w'])[A-Z]'*(?![\w'])", rule.sentence))
        for word in sorted(words.keys() - variables(rule.statement) - {"A", "I"}):
            yield Fault(rule.place, "PZ165", f"{word} in the sentence is no variable of the rule")
        for text in rule.unfilled:
            yield Fault(rule.place, "PZ166", text)
    for statement in program.base:
        if rule_kind(statement) == "input" and statement.location.begin not in told:
            yield Fault(_at(program, statement), "PZ161", "a rule for input_error cannot be redundant")
        named = statement.ast_type == ast.ASTType.Rule and any(one.name == "input_error" for one in atoms(statement))
        if named and ("input_error", 0) not in derived(statement):
            yield Fault(_at(program, statement), "PZ162", "input_error has no arguments, and no rule may depend on it")


def _unwritten(program: Program) -> Iterator[Fault]:
    """What ties a shown atom to a choice that is not shown is a rule of the game: it needs a sentence."""
    rules = [s for s in program.base if s.ast_type == ast.ASTType.Rule]
    plain = [rule for rule in rules if rule.head.ast_type not in CHOICES]
    hidden = heads(rule for rule in rules if rule.head.ast_type in CHOICES) - program.shown
    # What is shown hides nothing behind it.
    graph = {head: those for head, those in dependencies(plain, positive=True).items() if head not in program.shown}
    for rule in plain:
        shown = [signature for signature in derived(rule) if signature in program.shown]
        if shown and not hidden.isdisjoint(reached(graph, asked(rule, positive=True))):
            name, arity = shown[0]
            text = f"{name}/{arity} is derived from a choice that is not shown, and no sentence says so: choose it, too"
            yield Fault(_at(program, rule), "PZ167", text)


def _pencil(program: Program) -> Iterator[Fault]:
    """Pencil marks are atoms that the program or its part pencil defines; the part chooses nothing, and what it
    forbids has a sentence."""
    known = heads((*program.base, *program.pencil))
    for entry in program.table("Pencil"):
        signature = entry.name.lstrip("-"), len(entry.arguments or ())
        if signature not in known:
            text = f"no rule derives {signature[0]}/{signature[1]}, which the table 'Pencil' has"
            yield Fault(_at(program, 1), "PZ168", text)
    told = {id(rule.statement) for rule in program.observations if rule.sentence and rule.kind == "constraint"}
    for statement in program.pencil:
        if statement.ast_type == ast.ASTType.Rule and not is_positive(statement.head) and id(statement) not in told:
            text = "the part pencil holds definitions, and constraints that have a sentence"
            yield Fault(_at(program, statement), "PZ169", text)


def _display(program: Program) -> Iterator[Fault]:
    """The display part draws and does nothing else."""
    for statement in program.display:
        if statement.ast_type == ast.ASTType.ShowTerm:
            term = statement.term
            signature = (term.name, len(term.arguments)) if term.ast_type == ast.ASTType.Function else (str(term), 0)
            if signature not in TERMS:
                yield Fault(_at(program, statement), "PZ171", f"{signature[0]}/{signature[1]} is no drawing term")
        elif not _defines(statement):
            yield Fault(_at(program, statement), "PZ172", "the display part holds definitions and #show only")
    if not draws(program):
        yield Fault(_at(program, 1), "PZ173", "there is no '#program display.' that draws the board")


def _defines(statement: ast.AST) -> bool:
    """Whether a statement of a part chooses and forbids nothing."""
    if statement.ast_type == ast.ASTType.Rule:
        return is_positive(statement.head)
    return statement.ast_type in (ast.ASTType.Program, ast.ASTType.Definition)


def _colours(program: Program) -> Iterator[Fault]:
    """A colour that is named is one of those that there are; any other would be drawn as one of many."""
    for statement in program.display:
        if statement.ast_type == ast.ASTType.ShowTerm and statement.term.ast_type == ast.ASTType.Function:
            term = statement.term
            place = {"shade": 2, "line": 3, "segment": 4}.get(term.name)
            colour = term.arguments[place] if place and len(term.arguments) > place else None
            name = str(colour) if colour and colour.ast_type == ast.ASTType.SymbolicTerm else "1"
            if name.isidentifier() and name not in SHADES:
                text = f"{name} is no colour. {nearest(name, SHADES)}There are {', '.join(SHADES)}"
                yield Fault(_at(program, statement), "PZ177", text)


def _formats(program: Program) -> Iterator[Fault]:
    """The part about formats says what their terms mean, and names none that is not known."""
    for statement in program.formats:
        if not _defines(statement):
            yield Fault(_at(program, statement), "PZ181", "the part formats holds definitions only")
    # What display asks for may be derived from what is read.
    used = heads(program.base).union(*map(asked, program.formats))
    known = program.inputs | program.signed | formats.TERMS | (heads(program.formats) & used)
    yield from _unknown(program, program.formats, known, "PZ182", "is no fact of the puzzle and no term of a format")
    try:
        declared = formats.declarations(Problem(program))
    except ProgramError as error:
        yield Fault(_at(program, 1), "PZ183", error.message)
        return
    # A genre that is newer than this list is like none of it, mostly; a slip is like the one that was meant.
    for genre in sorted({genre for genre, _, _ in declared.urls} - _puzzlink_genres()):
        if meant := nearest(genre, _puzzlink_genres(), 0.8):
            yield Fault(_at(program, 1), "PZ185", f"puzz.link has no genre {genre}. {meant.rstrip()}")


@cache
def _puzzlink_genres() -> frozenset[str]:
    """The names of genres in addresses of puzz.link."""
    lines = resources.files(__package__).joinpath("genres.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(name for line in lines if not line.startswith("#") for name in line.split())


def _drawings(program: Program) -> Iterator[Fault]:
    """What is drawn tells any two boards apart, so that it can be read again."""
    if not draws(program):
        return
    for one, other in formats.clashes(program):
        text = f"'{other}' may draw the same as '{one}', so that nobody can tell which of them it is"
        yield Fault(_at(program, other), "PZ174", text)
    for name, arity in sorted((program.inputs | program.shown) - formats.readable(program) - {("size", 2)}):
        text = f"no line of display says all of {name}/{arity}, so that a drawing does not tell"
        yield Fault(_at(program, 1), "PZ175", text)
    for name, arity in sorted((formats.TERMS & (program.inputs | program.signed)) - {("size", 2)}):
        text = f"{name}/{arity} is called like a term of drawings, which it would be read from; give it another name"
        yield Fault(_at(program, 1), "PZ176", text)
    genres = {str(atom.arguments[0]) for rule in program.formats for atom in atoms(rule) if atom.name == "puzzlink"}
    for name in sorted(program.defaults.keys() & (genres | GLYPHS.keys() | SHADES.keys())):
        text = f"the constant {name} is called like a genre, a symbol or a colour, which would be replaced by its value"
        yield Fault(_at(program, 1), "PZ184", text)


def _scripts(program: Program) -> Iterator[Fault]:
    """No functions from outside: the program runs under stock clingo."""
    for statement in (*program.base, *program.display, *program.formats):
        if re.search(r"@[a-z]", re.sub(r'"(?:\\.|[^"])*"', "", str(statement))):
            yield Fault(_at(program, statement), "PZ191", "@functions do not run under stock clingo")

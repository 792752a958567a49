"""The contract of a puzzle program, checked on clingo's syntax tree.

docs/puzzle-programs.md states it; here each point is one function that gives
the faults it finds, as texts that begin with ``file:line:``.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from clingo import ast

from .. import formats
from ..draw.board import TERMS
from ..errors import LimitError, ProgramError, PuzzaspError
from ..facts.instance import read_instance
from ..program.library import instances
from ..program.program import ENTRY, TABLES, Program
from ..program.rules import Rule, rule_kind
from ..program.syntax import atoms, derived
from ..solve.control import safe
from ..solve.limits import Limits
from ..solve.problem import Problem
from ..solve.run import Guarded, Run
from ..solve.search import Search, search_table
from ..words import counted, display_name
from .values import strangers

SECTIONS = ("Domain", "Generate", "Define", "Test")

_TITLE = re.compile(r"% \S.* - \S.*\.")
_COUNT = re.compile(r"\b(\d+|unknown number of) solutions?\b")


def faults(program: Program) -> list[str]:
    """Give what in a program does not keep to the contract; nothing when it does."""
    checks = (_header, _tables, _order, _inputs, _values, _shown, _sentences, _display, _formats, _scripts)
    return [fault for check in checks for fault in check(program)]


def stored_count(path: str) -> int | None:
    """Give the number of solutions that the first line of an instance states, None if it states none."""
    with open(path, encoding="utf-8") as file:
        match = _COUNT.search(file.readline())
    return int(match[1]) if match and match[1].isdigit() else None


def _table(program: Program, heading: str) -> dict[str, int | None]:
    """The entries below a heading, name to arity, None for a constant; absences (``-tent``) left out."""
    entries = (entry for entry in program.table(heading) if not entry.name.startswith("-"))
    return {entry.name: None if entry.arguments is None else len(entry.arguments) for entry in entries}


def _at(program: Program, node: ast.AST | int) -> str:
    if isinstance(node, int):
        return f"{display_name(program.path)}:{node}: "
    begin = node.location.begin
    return f"{display_name(begin.filename)}:{begin.line}: "


def _own(program: Program, statements: Iterable[ast.AST]) -> list[ast.AST]:
    """The statements that stand in the program's own file, not in an included one."""
    return [s for s in statements if s.location.begin.filename == program.path and s.ast_type != ast.ASTType.Program]


def _header(program: Program) -> Iterator[str]:
    first = program.header.partition("\n")[0]
    if not _TITLE.fullmatch("% " + first):
        yield _at(program, 1) + "the first line is not '% Name - one sentence.'"
    for heading in ("Input", "Output"):
        if not _table(program, heading):
            yield _at(program, 1) + f"the header has no table '{heading}'"
    try:
        search_table(program)
    except ProgramError as error:
        yield _at(program, 1) + error.message.partition(": ")[2]


def _tables(program: Program) -> Iterator[str]:
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
                yield _at(program, number) + f"'{line.strip()}' is no line of a table; {like}"


def _order(program: Program) -> Iterator[str]:
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
            yield _at(program, statement) + f"'{statement}' stands too late"
        last = max(last, place)
    base = [s.location.begin.line for s in _own(program, program.base)]
    display = [s.location.begin.line for s in _own(program, program.display) if s.ast_type != ast.ASTType.Definition]
    if base and display and max(base) > min(display):
        yield _at(program, max(base)) + "the display part is not the last one"
    own_formats = [
        s.location.begin.line for s in _own(program, program.formats) if s.ast_type != ast.ASTType.Definition
    ]
    if own_formats and max((*base, *display), default=0) > min(own_formats):
        yield _at(program, min(own_formats)) + "the part formats does not stand at the end"
    found = [
        (SECTIONS.index(text), comment.location.begin.line)
        for comment in _own(program, program.comments)
        if (text := comment.value.strip("% \n")) in SECTIONS
    ]
    if [place for place, _ in found] != sorted({place for place, _ in found}):
        yield _at(program, found[0][1]) + f"the sections are not in the order {', '.join(SECTIONS)}"
    if not found:
        yield _at(program, 1) + f"there is no section heading; these are {', '.join(SECTIONS)}"
    commented = {comment.location.begin.line for comment in _own(program, program.comments)}
    with open(program.path, encoding="utf-8") as file:
        lines = ["", *file.read().splitlines(), ""]
    for _, line in found:
        if lines[line + 1].strip() or line - 1 in commented or lines[line - 1].strip():
            yield _at(program, line) + "a section heading is set off by blank lines"


def _inputs(program: Program) -> Iterator[str]:
    """Every predicate that no rule derives is declared with #defined, and documented."""
    known = set(program.inputs)
    for statements in (program.base, program.display):
        known.update(signature for statement in statements for signature in derived(statement))
        for statement in statements:
            for name, arity in dict.fromkeys(atom.signature for atom in atoms(statement)):
                if (name, arity) not in known:
                    yield _at(program, statement) + f"{name}/{arity} is neither derived nor declared with #defined"
    documented = {(name, arity) for name, arity in _table(program, "Input").items() if arity is not None}
    for name, arity in sorted(program.inputs - documented):
        yield _at(program, 1) + f"the input {name}/{arity} is not in the table 'Input'"
    for name, arity in sorted(documented - program.inputs):
        yield _at(program, 1) + f"{name}/{arity} is in the table 'Input', but not declared with #defined"
    constants = {name for name, arity in _table(program, "Input").items() if arity is None}
    for name in sorted(constants ^ set(program.defaults)):
        yield _at(program, 1) + f"the constant {name} is not both in the table 'Input' and defined"


def _values(program: Program) -> Iterator[str]:
    """No rule asks for a constant that can never be there, as a variable in lower case does."""
    for statement, names in strangers(program):
        yield (
            _at(program, statement) + f"nothing gives the value{'s' if len(names) > 1 else ''} {', '.join(names)}: "
            "a variable begins with a capital letter, and a value of an input stands in its words in the table 'Input'"
        )


def _shown(program: Program) -> Iterator[str]:
    """The shown predicates are the table of outputs, and nothing else is shown."""
    for statement in program.base:
        if statement.ast_type == ast.ASTType.ShowTerm:
            yield _at(program, statement) + "the answer is shown with #show p/n; terms belong to the display part"
    for name, arity in sorted(program.shown):
        if name.startswith("_"):
            yield _at(program, 1) + f"{name}/{arity} is shown, but projection leaves out names that begin with _"
    documented = {(name, arity or 0) for name, arity in _table(program, "Output").items()}
    for name, arity in sorted(program.shown ^ documented):
        yield _at(program, 1) + f"{name}/{arity} is not both shown and in the table 'Output'"


def _sentences(program: Program) -> Iterator[str]:
    """Every rule of the game has a sentence, whose variables are the rule's own."""
    told = {rule.statement.location.begin for rule in program.rules}
    for rule in program.rules:
        where = f"{display_name(rule.file)}:{rule.line}: "
        if not rule.sentence:
            yield where + "this rule has no sentence directly above it"
            continue
        if not rule.sentence.endswith("."):
            yield where + "the sentence does not end with a full stop"
        words = re.findall(r"(?<![\w'])[A-Z]'*(?![\w'])", rule.sentence)
        for word in dict.fromkeys(w for w in words if w not in rule.variables and w not in ("A", "I")):
            yield where + f"{word} in the sentence is no variable of the rule"
        fault = _unbound(rule)
        if fault:
            yield where + fault
    for statement in program.base:
        if rule_kind(statement) == "input" and statement.location.begin not in told:
            yield _at(program, statement) + "a rule for input_error cannot be redundant"
    for statement in program.base:
        if statement.ast_type == ast.ASTType.Rule and ("input_error", 0) in derived(statement):
            continue
        if statement.ast_type == ast.ASTType.Rule and any(atom.name == "input_error" for atom in atoms(statement)):
            yield _at(program, statement) + "input_error has no arguments, and no rule may depend on it"


def _unbound(rule: Rule) -> str:
    """Say which variables of the sentence have no value outside the aggregates of the rule."""
    body = "; ".join(map(str, rule.statement.body))
    for name in rule.variables:
        if not safe(f"_value({name}) :- {body}." if body else f"_value({name})."):
            return f"{name} in the sentence has no one value: it stands only inside an aggregate"
    return ""


def _display(program: Program) -> Iterator[str]:
    """The display part draws and does nothing else."""
    for statement in program.display:
        if statement.ast_type == ast.ASTType.ShowTerm:
            term = statement.term
            signature = (term.name, len(term.arguments)) if term.ast_type == ast.ASTType.Function else (str(term), 0)
            if signature not in TERMS:
                yield _at(program, statement) + f"{signature[0]}/{signature[1]} is no drawing term"
        elif statement.ast_type == ast.ASTType.Rule:
            head = statement.head
            if head.ast_type != ast.ASTType.Literal or head.atom.ast_type != ast.ASTType.SymbolicAtom:
                yield _at(program, statement) + "the display part holds definitions and #show only"
        elif statement.ast_type not in (ast.ASTType.Program, ast.ASTType.Definition):
            yield _at(program, statement) + "the display part holds definitions and #show only"
    if not any(s.ast_type == ast.ASTType.ShowTerm for s in program.display):
        yield _at(program, 1) + "there is no '#program display.' that draws the board"


def _formats(program: Program) -> Iterator[str]:
    """The part about formats says what their terms mean, and names none that is not known."""
    rules = [s for s in program.formats if s.ast_type == ast.ASTType.Rule]
    for statement in program.formats:
        if statement.ast_type in (ast.ASTType.Program, ast.ASTType.Definition):
            continue
        head = statement.head if statement.ast_type == ast.ASTType.Rule else None
        if head is None or head.ast_type != ast.ASTType.Literal or head.atom.ast_type != ast.ASTType.SymbolicAtom:
            yield _at(program, statement) + "the part formats holds definitions only"
    known = (
        formats.TERMS | program.inputs | {(sign + name, arity) for name, arity in program.shown for sign in ("", "-")}
    )
    heads = {atom for rule in rules for atom in derived(rule)}
    bodies = {atom.signature for rule in rules for literal in rule.body for atom in atoms(literal)}
    for rule in rules:
        for name, arity in dict.fromkeys(atom.signature for atom in atoms(rule)):
            if (name, arity) not in known and not ((name, arity) in heads and (name, arity) in bodies):
                yield _at(program, rule) + f"{name}/{arity} is no fact of the puzzle and no term of a format"
    try:
        formats.declarations(Problem(program))
    except ProgramError as error:
        yield _at(program, 1) + error.message


def _scripts(program: Program) -> Iterator[str]:
    """No functions from outside: the program runs under stock clingo."""
    for statement in (*program.base, *program.display, *program.formats):
        if re.search(r"@[a-z]", re.sub(r'"(?:\\.|[^"])*"', "", str(statement))):
            yield _at(program, statement) + "@functions do not run under stock clingo"


def instance_faults(
    program: Program, seconds: float = 60, run: Callable[[Limits], Run] = Guarded
) -> Iterator[tuple[str, str]]:
    """Count the solutions of each instance against the number in its first line.

    ``run`` makes a way to do that within a limit.

    Gives (name, fault) for each instance, with an empty text where the number holds.
    """
    for name, path in instances(program).items():
        stored = stored_count(path)
        if stored is None:
            yield name, "the first line states no number of solutions, such as '% Tents 6x6, 1 solution.'"
            continue
        try:
            problem = Problem(program, read_instance(path, program.inputs))
            found = Search(problem, run(Limits(seconds)), models=0).exhaust()
        except LimitError:
            yield name, f"not counted within {seconds:g} seconds"
        except PuzzaspError as error:
            yield name, error.message
        else:
            there = f"there {'is' if found == 1 else 'are'} {found}"
            yield name, "" if found == stored else f"the first line states {counted(stored, 'solution')}, but {there}"

"""The contract of a puzzle program, checked on clingo's syntax tree.

docs/puzzle-programs.md states it; here each point is one function that gives
the faults it finds, as texts that begin with ``file:line:``.
"""

import re
from collections.abc import Iterable, Iterator

from clingo import ast

from .board import TERMS
from .errors import LimitError, ProgramError, PuzzaspError
from .instance import counted, display_name
from .puzzle import ENTRY, TABLES, Puzzle, Rule, rule_kind
from .solver import safe, search_table
from .syntax import atoms, derived
from .values import strangers

SECTIONS = ("Domain", "Generate", "Define", "Test")

_TITLE = re.compile(r"% \S.* - \S.*\.")
_COUNT = re.compile(r"\b(\d+|unknown number of) solutions?\b")


def faults(puzzle: Puzzle) -> list[str]:
    """Give what in a program does not keep to the contract; nothing when it does."""
    checks = (_header, _tables, _order, _inputs, _values, _shown, _sentences, _display, _formats, _scripts)
    return [fault for check in checks for fault in check(puzzle)]


def stored_count(path: str) -> int | None:
    """Give the number of solutions that the first line of an instance states, None if it states none."""
    with open(path, encoding="utf-8") as file:
        match = _COUNT.search(file.readline())
    return int(match[1]) if match and match[1].isdigit() else None


def _table(puzzle: Puzzle, heading: str) -> dict[str, int | None]:
    """The entries below a heading, name to arity, None for a constant; absences (``-tent``) left out."""
    entries = (entry for entry in puzzle.table(heading) if not entry.name.startswith("-"))
    return {entry.name: None if entry.arguments is None else len(entry.arguments) for entry in entries}


def _at(puzzle: Puzzle, node: ast.AST | int) -> str:
    if isinstance(node, int):
        return f"{display_name(puzzle.path)}:{node}: "
    return f"{display_name(puzzle.file_of(node))}:{node.location.begin.line}: "


def _own(puzzle: Puzzle, statements: Iterable[ast.AST]) -> list[ast.AST]:
    """The statements that stand in the program's own file, not in an included one."""
    return [s for s in statements if s.location.begin.filename == puzzle.path and s.ast_type != ast.ASTType.Program]


def _header(puzzle: Puzzle) -> Iterator[str]:
    first = puzzle.header.partition("\n")[0]
    if not _TITLE.fullmatch("% " + first):
        yield _at(puzzle, 1) + "the first line is not '% Name - one sentence.'"
    for heading in ("Input", "Output"):
        if not _table(puzzle, heading):
            yield _at(puzzle, 1) + f"the header has no table '{heading}'"
    try:
        search_table(puzzle)
    except ProgramError as error:
        yield _at(puzzle, 1) + error.message.partition(": ")[2]


def _tables(puzzle: Puzzle) -> Iterator[str]:
    """Each line of a table is an entry, or goes on with the words of the entry above it, farther in."""
    inside = entry = False
    for number, line in enumerate(puzzle.header.splitlines(), 1):
        if line in TABLES:
            inside, entry = True, False
        elif inside and ENTRY.fullmatch(line):
            entry = True
        elif inside and line.strip():
            indented = ENTRY.fullmatch("  " + line.strip())
            if not entry or not line.startswith("   ") or (indented and any(indented.groups()[1:])):
                like = "one looks like '%   name(A, B)  its words'"
                yield _at(puzzle, number) + f"'{line.strip()}' is no line of a table; {like}"


def _order(puzzle: Puzzle) -> Iterator[str]:
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
    for statement in _own(puzzle, puzzle.statements):
        place = places.get(statement.ast_type, 2)
        if place < last:
            yield _at(puzzle, statement) + f"'{statement}' stands too late"
        last = max(last, place)
    base = [s.location.begin.line for s in _own(puzzle, puzzle.statements)]
    display = [s.location.begin.line for s in _own(puzzle, puzzle.display) if s.ast_type != ast.ASTType.Definition]
    if base and display and max(base) > min(display):
        yield _at(puzzle, max(base)) + "the display part is not the last one"
    formats = [s.location.begin.line for s in _own(puzzle, puzzle.formats) if s.ast_type != ast.ASTType.Definition]
    if formats and max((*base, *display), default=0) > min(formats):
        yield _at(puzzle, min(formats)) + "the part formats does not stand at the end"
    found = [
        (SECTIONS.index(text), comment.location.begin.line)
        for comment in _own(puzzle, puzzle.comments)
        if (text := comment.value.strip("% \n")) in SECTIONS
    ]
    if [place for place, _ in found] != sorted({place for place, _ in found}):
        yield _at(puzzle, found[0][1]) + f"the sections are not in the order {', '.join(SECTIONS)}"
    if not found:
        yield _at(puzzle, 1) + f"there is no section heading; these are {', '.join(SECTIONS)}"
    commented = {comment.location.begin.line for comment in _own(puzzle, puzzle.comments)}
    for _, line in found:
        with open(puzzle.path, encoding="utf-8") as file:
            lines = ["", *file.read().splitlines(), ""]
        if lines[line + 1].strip() or line - 1 in commented or lines[line - 1].strip():
            yield _at(puzzle, line) + "a section heading is set off by blank lines"


def _inputs(puzzle: Puzzle) -> Iterator[str]:
    """Every predicate that no rule derives is declared with #defined, and documented."""
    known = set(puzzle.inputs)
    for statements in (puzzle.statements, puzzle.display):
        known.update(signature for statement in statements for signature in derived(statement))
        for statement in statements:
            for name, arity in dict.fromkeys(atom.signature for atom in atoms(statement)):
                if (name, arity) not in known:
                    yield _at(puzzle, statement) + f"{name}/{arity} is neither derived nor declared with #defined"
    documented = {(name, arity) for name, arity in _table(puzzle, "Input").items() if arity is not None}
    for name, arity in sorted(puzzle.inputs - documented):
        yield _at(puzzle, 1) + f"the input {name}/{arity} is not in the table 'Input'"
    for name, arity in sorted(documented - puzzle.inputs):
        yield _at(puzzle, 1) + f"{name}/{arity} is in the table 'Input', but not declared with #defined"
    constants = {name for name, arity in _table(puzzle, "Input").items() if arity is None}
    for name in sorted(constants ^ set(puzzle.defaults)):
        yield _at(puzzle, 1) + f"the constant {name} is not both in the table 'Input' and defined"


def _values(puzzle: Puzzle) -> Iterator[str]:
    """No rule asks for a constant that can never be there, as a variable in lower case does."""
    for statement, names in strangers(puzzle):
        yield (
            _at(puzzle, statement) + f"nothing gives the value{'s' * (len(names) > 1)} {', '.join(names)}: "
            "a variable begins with a capital letter, and a value of an input stands in its words in the table 'Input'"
        )


def _shown(puzzle: Puzzle) -> Iterator[str]:
    """The shown predicates are the table of outputs, and nothing else is shown."""
    for statement in puzzle.statements:
        if statement.ast_type == ast.ASTType.ShowTerm:
            yield _at(puzzle, statement) + "the answer is shown with #show p/n; terms belong to the display part"
    for name, arity in sorted(puzzle.shown):
        if name.startswith("_"):
            yield _at(puzzle, 1) + f"{name}/{arity} is shown, but projection leaves out names that begin with _"
    documented = {(name, arity or 0) for name, arity in _table(puzzle, "Output").items()}
    for name, arity in sorted(puzzle.shown ^ documented):
        yield _at(puzzle, 1) + f"{name}/{arity} is not both shown and in the table 'Output'"


def _sentences(puzzle: Puzzle) -> Iterator[str]:
    """Every rule of the game has a sentence, whose variables are the rule's own."""
    told = {rule.statement.location.begin for rule in puzzle.rules}
    for rule in puzzle.rules:
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
    for statement in puzzle.statements:
        if rule_kind(statement) == "input" and statement.location.begin not in told:
            yield _at(puzzle, statement) + "a rule for input_error cannot be redundant"
    for statement in puzzle.statements:
        if statement.ast_type == ast.ASTType.Rule and ("input_error", 0) in derived(statement):
            continue
        if statement.ast_type == ast.ASTType.Rule and any(atom.name == "input_error" for atom in atoms(statement)):
            yield _at(puzzle, statement) + "input_error has no arguments, and no rule may depend on it"


def _unbound(rule: Rule) -> str:
    """Say which variables of the sentence have no value outside the aggregates of the rule."""
    body = "; ".join(map(str, rule.statement.body))
    for name in rule.variables:
        if not safe(f"_value({name}) :- {body}." if body else f"_value({name})."):
            return f"{name} in the sentence has no one value: it stands only inside an aggregate"
    return ""


def _display(puzzle: Puzzle) -> Iterator[str]:
    """The display part draws and does nothing else."""
    for statement in puzzle.display:
        if statement.ast_type == ast.ASTType.ShowTerm:
            term = statement.term
            signature = (term.name, len(term.arguments)) if term.ast_type == ast.ASTType.Function else (str(term), 0)
            if signature not in TERMS:
                yield _at(puzzle, statement) + f"{signature[0]}/{signature[1]} is no drawing term"
        elif statement.ast_type == ast.ASTType.Rule:
            head = statement.head
            if head.ast_type != ast.ASTType.Literal or head.atom.ast_type != ast.ASTType.SymbolicAtom:
                yield _at(puzzle, statement) + "the display part holds definitions and #show only"
        elif statement.ast_type not in (ast.ASTType.Program, ast.ASTType.Definition):
            yield _at(puzzle, statement) + "the display part holds definitions and #show only"
    if not any(s.ast_type == ast.ASTType.ShowTerm for s in puzzle.display):
        yield _at(puzzle, 1) + "there is no '#program display.' that draws the board"


def _formats(puzzle: Puzzle) -> Iterator[str]:
    """The part about formats says what their terms mean, and names none that is not known."""
    from .formats import TERMS as FORMAT_TERMS
    from .formats import declarations

    rules = [s for s in puzzle.formats if s.ast_type == ast.ASTType.Rule]
    for statement in puzzle.formats:
        if statement.ast_type in (ast.ASTType.Program, ast.ASTType.Definition):
            continue
        head = statement.head if statement.ast_type == ast.ASTType.Rule else None
        if head is None or head.ast_type != ast.ASTType.Literal or head.atom.ast_type != ast.ASTType.SymbolicAtom:
            yield _at(puzzle, statement) + "the part formats holds definitions only"
    known = FORMAT_TERMS | puzzle.inputs | {(sign + name, arity) for name, arity in puzzle.shown for sign in ("", "-")}
    heads = {atom for rule in rules for atom in derived(rule)}
    bodies = {atom.signature for rule in rules for literal in rule.body for atom in atoms(literal)}
    for rule in rules:
        for name, arity in dict.fromkeys(atom.signature for atom in atoms(rule)):
            if (name, arity) not in known and not ((name, arity) in heads and (name, arity) in bodies):
                yield _at(puzzle, rule) + f"{name}/{arity} is no fact of the puzzle and no term of a format"
    try:
        declarations(puzzle)
    except ProgramError as error:
        yield _at(puzzle, 1) + error.message


def _scripts(puzzle: Puzzle) -> Iterator[str]:
    """No functions from outside: the program runs under stock clingo."""
    for statement in (*puzzle.statements, *puzzle.display, *puzzle.formats):
        if re.search(r"@[a-z]", re.sub(r'"(?:\\.|[^"])*"', "", str(statement))):
            yield _at(puzzle, statement) + "@functions do not run under stock clingo"


def instance_faults(puzzle: Puzzle, seconds: float = 60) -> Iterator[tuple[str, str]]:
    """Count the solutions of each instance against the number in its first line.

    Gives (name, fault) for each instance, with an empty text where the number holds.
    """
    for name, path in puzzle.instances().items():
        stored = stored_count(path)
        if stored is None:
            yield name, "the first line states no number of solutions, such as '% Tents 6x6, 1 solution.'"
            continue
        try:
            found = puzzle.count(puzzle.read(path), time_limit=seconds)
        except LimitError:
            yield name, f"not counted within {seconds:g} seconds"
        except PuzzaspError as error:
            yield name, error.message
        else:
            there = f"there {'is' if found == 1 else 'are'} {found}"
            yield name, "" if found == stored else f"the first line states {counted(stored, 'solution')}, but {there}"

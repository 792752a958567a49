"""Reading is drawing backwards: the lines of ``#program display.``, inverted.

``#show mark(R, C, tree) : tree(R, C).`` says both ways what a tree on a board
is.  A line is inverted if its body has one atom over an input or an output and
its term gives values to all variables of that atom, perhaps together with other
lines for the same atom.  Conditions that can be told from what is drawn stay;
all others are dropped, which only widens what is read.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import clingo
from clingo import ast

from ..draw.symbols import GLYPHS
from ..facts.reader import Signature
from ..program.program import Program
from ..program.syntax import atoms, derived, is_positive, within

# The drawing terms that are read, and what their arguments are: c a row, column or line, s a side or a direction,
# k which of several, or what they belong to, x what is drawn, _ a colour that no text shows, and o what only puts it in
# order, of which a text tells the number among those of its line.
ROLES = {
    ("mark", 3): "ccx", ("mark", 4): "cckx", ("shade", 3): "ccx", ("wall", 3): "ccs", ("line", 4): "ccs_",
    ("line", 5): "ccs_x", ("clue", 3): "scx", ("clue", 4): "sckx", ("between", 4): "ccsx", ("small", 3): "ccx",
    ("small", 4): "cckx", ("cage", 3): "cck", ("long_arrow", 4): "kkcc", ("thermometer", 4): "kkcc",
    ("segment", 5): "cccc_", ("bank", 3): "kkk", ("note", 2): "ox", ("hole", 2): "cc",
}  # fmt: skip

# A cross, in a cell or on a border, says that what a term would draw there is not there.
CROSS = "cross"

_LIKE_CROSS = [name for name, look in GLYPHS.items() if look.ascii == GLYPHS[CROSS].ascii and name != CROSS]

# The values of predicates that are nothing but facts.
Statics = Mapping[Signature, tuple[tuple[str, ...], ...]]


class Line(NamedTuple):
    """A line of display, its variables renamed: those of ``target``, the atom that it stands for, by their order.

    ``about`` are the inputs and outputs in its body; ``kept`` are the conditions that stay.
    """

    statement: ast.AST
    term: ast.AST
    about: frozenset[Signature]
    target: ast.AST | None
    kept: tuple[ast.AST, ...]

    @property
    def roles(self) -> list[tuple[str, ast.AST]]:
        """What each argument of the drawing term is, and the argument."""
        return list(zip(ROLES[self.signature], self.term.arguments, strict=True))

    @property
    def signature(self) -> Signature:
        """The signature of the drawing term."""
        return self.term.name, len(self.term.arguments)

    @property
    def drawn(self) -> ast.AST | None:
        """The argument that says what is drawn."""
        return next((argument for role, argument in self.roles if role == "x"), None)

    @property
    def needs(self) -> set[str]:
        """The variables of the atom that the line stands for."""
        return set(_names(self.target)) if self.target else set()

    @property
    def binds(self) -> set[str]:
        """The variables that get values from the term and the conditions."""
        return _bound((argument for role, argument in self.roles if role != "_"), self.kept)

    def written(self) -> str:
        """The term as it stands in a rule: its colour may be any, and its order if it is seen in what is drawn."""
        arguments = [f"Colour{k}" if role == "_" else str(a) for k, (role, a) in enumerate(self.roles)]
        for k, (role, order) in enumerate(self.roles):
            free = {*_names(order)} - (_binds(self.drawn) if self.drawn else set())
            if role == "o" and len(free) < 2:
                arguments[k] = next(iter(free), "Order")
        return f"{self.term.name}({','.join(arguments)})"


class Inverse(NamedTuple):
    """Display read backwards.

    rules    a text of rules; besides inputs and outputs they derive what becomes of each term T: ``_used(T)``, it makes
             an input; ``_asked(T)``, a rule of ``#program formats.`` makes an input or a constant of it;
             ``_found(T)``, it says something of an output; ``_besides(T)``, nothing is made of it, but it may be drawn
             of what the others make
    covered  the inputs and outputs that something derives, here or in ``#program formats.``
    lines    the lines of display that draw terms which can be read
    statics  the values of predicates that their conditions ask for
    crosses  the terms that say where a cross may stand, ``mark`` and ``between``
    areas    whether the areas are asked for that walls part
    walls    whether walls are read, which beside areas are those that part none
    """

    rules: str
    covered: frozenset[Signature]
    lines: tuple[Line, ...]
    statics: Statics
    crosses: frozenset[str]
    areas: bool
    walls: bool


@lru_cache(64)
def invert(program: Program) -> Inverse:
    """Give the rules that lead from drawing terms back to inputs and outputs."""
    known = _known(program)
    shown = {frozenset([signature]) for signature in program.shown}
    own = {signature for rule in program.formats for signature in derived(rule)}
    statics = _statics(program)
    lines = _lines(program, known, frozenset(statics.keys() | own) - known)
    groups: dict[str, list[Line]] = {}
    for line in lines:
        if line.target:
            groups.setdefault(str(line.target), []).append(line)
    sources = [source for same in groups.values() for source in _sources(program, same, lines, statics)]
    covered = (own & known) | {signature for source in sources for signature in source[0].about}
    rules = [rule for source in sources for rule in _rules(program, source, lines, statics)]
    taken = {id(line) for source in sources for line in source}
    besides = [line for line in lines if id(line) not in taken and line.about <= covered]
    rules += [_accepted(program, line) for line in besides]
    rules += [rule for statement in program.formats for rule in _asked(program, statement)]
    asked = {atom.signature for rule in program.formats for atom in atoms(rule)}
    read = {line.signature for source in sources for line in source} | asked
    crosses = [cross for source in sources if len(source) == 1 for cross in _crosses(program, source[0], lines)]
    if any(str(line.drawn) == CROSS for line in lines):
        crosses = []
    if len({line.about for source in sources for line in source if line.term.name in ("line", "wall")} & shown) > 1:
        # A cross on a border does not tell which of them is not there.
        crosses = [cross for cross in crosses if cross[0] != "between"]
    facts = [f"{name}({','.join(values)})." for (name, _), tuples in statics.items() for values in tuples]
    return Inverse(
        "\n".join((*facts, *rules, *(rule for _, rule in crosses))),
        frozenset(covered),
        tuple(lines),
        statics,
        frozenset(name for name, _ in crosses),
        ("area", 3) in asked,
        ("wall", 3) in read,
    )


def clashes(program: Program) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Give pairs of lines of display that may draw the same term for different inputs, or for different outputs."""
    inverse = invert(program)
    for one, other in combinations(inverse.lines, 2):
        if _rivals(program, one, other, inverse.statics):
            yield one.statement, other.statement


def readable(program: Program) -> frozenset[Signature]:
    """Give the inputs and outputs that are read from what is drawn, or that ``#program formats.`` derives."""
    return invert(program).covered


def _known(program: Program) -> frozenset[Signature]:
    """The inputs and outputs that drawing terms may stand for."""
    return (program.inputs | program.signed) - {("size", 2)}


def _statics(program: Program) -> Statics:
    """Ground the predicates that display asks for and that are nothing but facts."""
    shown = [statement for statement in program.display if statement.ast_type == ast.ASTType.ShowTerm]
    literals = [literal for statement in shown for literal in statement.body if is_positive(literal)]
    asked = {atom.signature for literal in literals for atom in atoms(literal)} - program.inputs - program.shown
    rules: dict[Signature, list[str]] = {}
    for statement in (*program.base, *program.display) if asked else ():
        for signature in asked.intersection(derived(statement)):
            fact = statement.ast_type == ast.ASTType.Rule and not statement.body and is_positive(statement.head)
            rules.setdefault(signature, []).append(str(statement) if fact else "")
    facts = {signature: texts for signature, texts in rules.items() if all(texts)}
    if not facts:
        return {}
    control = clingo.Control()
    constants = [str(s) for s in program.base if s.ast_type == ast.ASTType.Definition]
    control.add("base", [], "\n".join((*constants, *(text for texts in facts.values() for text in texts))))
    control.ground([("base", [])])
    found = control.symbolic_atoms
    return {
        (name, arity): tuple(tuple(map(str, atom.symbol.arguments)) for atom in found.by_signature(name, arity))
        for name, arity in facts
    }


def _lines(program: Program, known: frozenset[Signature], usable: frozenset[Signature]) -> list[Line]:
    """Read the lines of display; ``usable`` are the predicates that conditions may ask for."""
    shown = [statement for statement in program.display if statement.ast_type == ast.ASTType.ShowTerm]
    parts = [part for statement in shown for part in statement.unpool()]
    return [
        _line(part, number, known, usable)
        for number, part in enumerate(parts)
        if part.term.ast_type == ast.ASTType.Function and (part.term.name, len(part.term.arguments)) in ROLES
    ]


def _line(statement: ast.AST, number: int, known: frozenset[Signature], usable: frozenset[Signature]) -> Line:
    positive = [(literal, atoms(literal)[0].signature) for literal in statement.body if is_positive(literal)]
    about = [(literal, signature) for literal, signature in positive if signature in known]
    target = about[0][0].atom if len(about) == 1 and "_" not in _names(about[0][0]) else None
    rename = _Renamer(target, number)
    line = Line(
        statement,
        rename(statement.term),
        frozenset(signature for _, signature in about),
        rename(target) if target else None,
        tuple(rename(literal) for literal, signature in positive if signature in usable),
    )
    # Comparisons of what has values; an equation may give a value, too.
    rest = [rename(literal) for literal in statement.body if _is_comparison(literal)]
    while more := [literal for literal in rest if set(_names(literal)) - _equated(literal) <= line.binds]:
        line = line._replace(kept=(*line.kept, *more))
        rest = [literal for literal in rest if literal not in more]
    return line


class _Renamer(ast.Transformer):
    """Renames variables: those of an atom by their order, all others so that no other line has them."""

    def __init__(self, target: ast.AST | None, number: int) -> None:
        self.number = number
        self.names = {name: f"V{k}" for k, name in enumerate(dict.fromkeys(_names(target)))} if target else {}

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802 (clingo's name)
        return node if node.name == "_" else node.update(name=self.names.get(node.name, f"{node.name}_{self.number}"))


def _names(node: ast.AST) -> list[str]:
    """The variables in a node, the anonymous one, too."""
    return [variable.name for variable in within(node, ast.ASTType.Variable)]


def _bound(terms: Iterable[ast.AST], conditions: Iterable[ast.AST]) -> set[str]:
    """The variables to which terms and conditions give values."""
    found = {name for term in terms for name in _binds(term)}
    for literal in conditions:
        found |= _equated(literal) | {name for atom in atoms(literal) for a in atom.arguments for name in _binds(a)}
    return found


def _binds(term: ast.AST) -> set[str]:
    """The variables to which a term gives values: those in it, unless in arithmetic that is not linear."""
    if term.ast_type == ast.ASTType.Variable:
        return {term.name} - {"_"}
    if term.ast_type == ast.ASTType.Function:
        return {name for argument in term.arguments for name in _binds(argument)}
    if term.ast_type == ast.ASTType.UnaryOperation:
        return _binds(term.argument)
    linear = (ast.BinaryOperator.Plus, ast.BinaryOperator.Minus, ast.BinaryOperator.Multiplication)
    if term.ast_type == ast.ASTType.BinaryOperation and term.operator_type in linear:
        sides = [side for side in (term.left, term.right) if _names(side)]
        return _binds(sides[0]) if len(sides) == 1 else set()
    return set()


def _is_comparison(literal: ast.AST) -> bool:
    return literal.ast_type == ast.ASTType.Literal and literal.atom.ast_type == ast.ASTType.Comparison


def _equated(literal: ast.AST) -> set[str]:
    """The variable to which an equation such as ``X = Y+1`` gives a value."""
    if not _is_comparison(literal) or literal.sign != ast.Sign.NoSign:
        return set()
    term, guard = literal.atom.term, literal.atom.guards[0]
    equal = len(literal.atom.guards) == 1 and guard.comparison == ast.ComparisonOperator.Equal
    sides = [(term, guard.term), (guard.term, term)] if equal else []
    return next(({a.name} for a, b in sides if a.ast_type == ast.ASTType.Variable and a.name not in _names(b)), set())


def _sources(program: Program, same: list[Line], lines: list[Line], statics: Statics) -> list[list[Line]]:
    """Choose from the lines for one atom those to read it from: each alone, or some together; none if none can."""
    full = [line for line in same if line.needs <= line.binds]
    if full:
        own = [line for line in full if not any(_rivals(program, line, other, statics) for other in lines)]
        return [[line] for line in own or full[:1]]
    joined: list[Line] = []
    have: set[str] = set()
    for line in same:
        if (line.binds & line.needs) - have:
            joined.append(line)
            have |= line.binds
    return [joined] if same[0].needs <= have else []


def _rules(program: Program, source: list[Line], lines: list[Line], statics: Statics) -> Iterator[str]:
    """Write the rule for the atom that some lines stand for together, and those for the terms that it uses.

    The inputs of an answer are known.
    """
    body = [line.written() for line in source]
    for line in source:
        body += [*map(str, line.kept), *_guards(line, lines, statics)]
    text = ", ".join(dict.fromkeys(body))
    is_input = source[0].about <= program.inputs
    yield f"{source[0].target} :- {text}{', not answer' if is_input else ''}."
    for line in source:
        yield f"{'_used' if is_input else '_found'}({line.written()}) :- {text}."


def _guards(line: Line, lines: list[Line], statics: Statics) -> Iterator[str]:
    """What a variable that is drawn does not stand for: what other lines draw there by name, or as a few values."""
    if not _is_bare(line, line.drawn):
        return
    name = str(line.drawn)
    if line.term.name in ("mark", "between"):
        yield f"{name} != {CROSS}"
    if line.term.name == "note":
        yield f"{name} < (#inf,)"  # it is no tuple, which is another line's
    for other in lines:
        if other is not line and not _apart(line, other, statics, "csk"):
            yield from (f"{name} != {value}" for value in sorted(values(other, other.drawn, statics) or ()))


def _accepted(program: Program, line: Line) -> str:
    """Write the rule that a term of which nothing is made may stand in a board or an answer: it is drawn besides."""
    free = [
        f"Any{k}" if role in "_o" or (_names(argument) and not _binds(argument)) else str(argument)
        for k, (role, argument) in enumerate(line.roles)
    ]
    term = f"{line.term.name}({','.join(free)})"
    fate = "_found" if line.about and line.about <= program.shown else "_besides"
    return f"{fate}({term}) :- {', '.join([term, *map(str, line.kept)])}."


def _asked(program: Program, statement: ast.AST) -> Iterator[str]:
    """Write the rules that say what becomes of the terms of which a rule of ``#program formats.`` makes something."""
    for rule in statement.unpool() if statement.ast_type == ast.ASTType.Rule else ():
        made = {*derived(rule)} & (program.inputs | program.answers | {("constant", 2)})
        fate = "_found" if made <= program.answers else "_asked"
        for atom in (atoms(literal)[0] for literal in rule.body if made and is_positive(literal)):
            if atom.signature in ROLES:
                arguments = (f"Any{k}" if str(a) == "_" else str(a) for k, a in enumerate(atom.arguments))
                term = f"{atom.name}({','.join(arguments)})"
                yield f"{fate}({term}) :- {', '.join([term, *map(str, rule.body)])}."


def _crosses(program: Program, line: Line, lines: list[Line]) -> Iterator[tuple[str, str]]:
    """Write the rules that crosses say of an output, each with the name of the term that is a cross.

    An input that looks like a cross is none.
    """
    if not (ROLES[line.signature].startswith("cc") and line.about <= program.shown):
        return
    row, column, *rest = line.term.arguments
    places: list[tuple[str, list[ast.AST], list[str]]] = [("mark", [row, column], [])]
    if line.term.name in ("line", "wall"):
        # Beside the crosses on borders there is one in a cell that no line leaves.
        places = [("between", [row, column, rest[0]], []), ("mark", [row, column], [f"{rest[0]} = (right; down)"])]
    for name, arguments, more in places:
        bound = _bound(arguments, line.kept) | (_binds(rest[0]) if more else set())
        if line.needs <= bound:
            cross = f"{name}({','.join(map(str, arguments))},{CROSS})"
            body = ", ".join([cross, *more, *(str(literal) for literal in line.kept if {*_names(literal)} <= bound)])
            alike = [other for other in lines if other.target and str(other.drawn) in _LIKE_CROSS]
            inputs = [str(other.target) for other in alike if other.needs <= bound]
            body += "".join(f", not {target}" for target in inputs)
            yield name, f"-{line.target} :- {body}.\n_found({cross}) :- {body}."
            yield from ((name, f"_used({cross}) :- {cross}, {target}.") for target in inputs)


def _rivals(program: Program, one: Line, other: Line, statics: Statics) -> bool:
    """Whether two lines may draw the same term for different inputs, or for different outputs."""
    if not one.target or not other.target or str(one.target) == str(other.target):
        return False
    decided = any(map(_is_comparison, (*one.kept, *other.kept)))
    same_kind = (one.about <= program.inputs) == (other.about <= program.inputs)
    return same_kind and not decided and not _apart(one, other, statics)


def _apart(one: Line, other: Line, statics: Statics, places: str = "csk_x") -> bool:
    """Whether two lines cannot draw the same term, as far as the arguments in some places tell."""
    if one.signature != other.signature:
        return True
    for (role, a), (_, b) in zip(one.roles, other.roles, strict=True):
        if role in places and _differ(a, b):
            return True
        few = values(one, a, statics), values(other, b, statics)
        if role in places and few[0] is not None and few[1] is not None and few[0].isdisjoint(few[1]):
            return True
        # A variable does not stand for what another line draws by name.
        bare = few[1] is None and _is_bare(other, b), few[0] is None and _is_bare(one, a)
        if role == "x" and role in places and ((few[0] and bare[0]) or (few[1] and bare[1])):
            return True
    return False


def _differ(one: ast.AST, other: ast.AST) -> bool:
    """Whether no values make two terms equal: parts of tuples tell that, as far as they are constants."""
    kinds = one.ast_type, other.ast_type
    if kinds == (ast.ASTType.SymbolicTerm, ast.ASTType.SymbolicTerm):
        return str(one) != str(other)
    if kinds != (ast.ASTType.Function, ast.ASTType.Function):
        return False
    sizes = len(one.arguments), len(other.arguments)
    return sizes[0] != sizes[1] or any(map(_differ, one.arguments, other.arguments))


def values(line: Line, argument: ast.AST | None, statics: Statics) -> frozenset[str] | None:
    """Give the few values that an argument of a drawing term may have, None if it may have any."""
    if argument is None or argument.ast_type == ast.ASTType.SymbolicTerm:
        return frozenset([str(argument)])
    for literal in line.kept:
        for atom in atoms(literal):
            for place, inside in enumerate(atom.arguments):
                if str(inside) == str(argument) and atom.signature in statics:
                    return frozenset(values[place] for values in statics[atom.signature])
    return None


def _is_bare(line: Line, argument: ast.AST | None) -> bool:
    """Whether an argument is a variable that no condition knows."""
    known = {name for literal in line.kept if is_positive(literal) for name in _names(literal)}
    return argument is not None and argument.ast_type == ast.ASTType.Variable and argument.name not in known

"""Programs made of programs: rules as sentences that can be switched on and off, choices that are made already."""

from collections.abc import Collection
from functools import lru_cache

from clingo import Symbol, ast

from .program import Program
from .rules import grounded, rule_kind
from .syntax import Atom, is_positive, unpooled

_SHOWING = (ast.ASTType.ShowSignature, ast.ASTType.ShowTerm)
# Terms that stand for one term each.
_SINGLE = (ast.ASTType.Variable, ast.ASTType.SymbolicTerm)
# Statements that say the same for any number of boards, and those of which the answer sets do not depend.
_COMMON = (ast.ASTType.Program, ast.ASTType.Definition)
_IDLE = (ast.ASTType.Heuristic, *_SHOWING)


def switchable(
    program: Program, observed: bool = True, among: Collection[Symbol] | None = None, notes: bool = True
) -> tuple[list[ast.AST], list[tuple[str, tuple[str, ...]]]]:
    """Give the statements that stay and the rules for ``_broken``, and each sentence with its variables.

    Rules without a sentence are called by their file and line, with all their variables.
    With ``observed`` there are those of the part pencil, too, and with ``among`` the shown atoms are chosen
    among those alone.  Without ``notes`` nothing of the part pencil is there, nor of its table.
    Shown are ``_broken``, the atoms of a solution and those of the table Pencil.
    """
    rules = (*program.rules, *program.observations) if observed and notes else program.rules
    told = {id(rule.statement): rule for rule in rules}
    statements = [_parsed("#show _broken/2."), _parsed("#defined _broken/2.")]
    numbers: dict[tuple[str, tuple[str, ...]], int] = {}
    implied = {(sign + name, arity) for name, arity in program.shown - program.named for sign in ("", "-")}
    shown = sorted(implied | (program.pencilled if notes else frozenset()))
    statements += [_parsed(f"#show {name}/{arity}.") for name, arity in shown]
    if among is not None:
        statements += [_parsed("#defined _given/1."), *(_parsed(f"_given({atom}).") for atom in among)]
    for each in (*program.base, *(program.notes if notes else ())):
        rule = told.get(id(each))
        statement = each if among is None else _narrowed(each, program)
        kind = rule.kind if rule else rule_kind(statement)
        # Instead of what shows terms, or what does not tell solutions apart, there are the ``implied`` ones.
        named = statement.ast_type == ast.ASTType.ShowSignature and not statement.name.startswith("_")
        if statement.ast_type in _SHOWING and not named:
            continue
        if kind in (None, "input"):
            statements.append(statement)
            continue
        body = list(statement.body)
        if kind != "constraint":
            body += _parsed(f":- not {each.head}.").body
        if kind == "choice":
            free = statement.head.update(left_guard=None, right_guard=None)
            statements.append(statement.update(head=free))
        if rule is None:
            continue  # redundant: never counts as a reason
        names = rule.variables
        sentence = rule.sentence
        if not sentence:
            names = tuple(sorted(grounded(each)))
            sentence = f"Rule {rule.place}: {str(each).removeprefix('#false ')}"
        number = numbers.setdefault((sentence, names), len(numbers))
        broken = _parsed(f"_broken({number},({''.join(name + ',' for name in names)})).")
        statements.append(statement.update(head=broken.head, body=body))
    return statements, list(numbers)


@lru_cache(64)
def narrowed(program: Program) -> tuple[ast.AST, ...]:
    """Give the statements of a program, where shown atoms are chosen only among those in ``_given(p(..))``.

    The solutions in which no other atoms are shown are the same: of an atom that is not chosen a choice says nothing.
    """
    return (_parsed("#defined _given/1."), *(_narrowed(statement, program) for statement in program.base))


def _narrowed(statement: ast.AST, program: Program) -> ast.AST:
    if statement.ast_type != ast.ASTType.Rule or statement.head.ast_type != ast.ASTType.Aggregate:
        return statement
    elements = []
    for element in statement.head.elements:
        atoms = list(unpooled(element.literal.atom.symbol)) if is_positive(element.literal) else []
        shown = len(atoms) == 1 and atoms[0].signature in program.shown
        elements.append(_among_given(element, atoms[0]) if shown else element)
    return statement.update(head=statement.head.update(elements=elements))


def _among_given(element: ast.AST, atom: Atom) -> ast.AST:
    """Add to an element of a choice that its atom is given; what may be several terms gets a variable."""
    names = {k: f"_Given{k}" for k, a in enumerate(atom.arguments) if a.ast_type not in _SINGLE}
    arguments = ",".join(names.get(k, str(argument)) for k, argument in enumerate(atom.arguments))
    term = f"{atom.name}({arguments})" if arguments else atom.name
    values = "".join(f"{name} = {atom.arguments[k]}; " for k, name in names.items())
    rule = _parsed(f"{term} :- {values}_given({term}).")
    return element.update(literal=rule.head, condition=[*rule.body, *element.condition])


@lru_cache(64)
def numbered(program: Program) -> tuple[ast.AST, ...] | None:
    """Give the statements of a program for several boards at once, as :func:`narrowed`; None where that cannot be.

    The first argument of each atom is the number of its board, one of those in ``_board(N)``.  What forbids
    something does so for the boards for which ``_held(N)`` is chosen.
    """
    statements = [_parsed("{ _held(_Board) : _board(_Board) }."), _parsed("#defined _board/1.")]
    for statement in narrowed(program):
        if statement.ast_type == ast.ASTType.Defined:
            statements.append(statement.update(arity=statement.arity + 1))
        elif statement.ast_type in _COMMON:
            statements.append(statement)
        elif statement.ast_type == ast.ASTType.Rule and statement.head.ast_type != ast.ASTType.TheoryAtom:
            statements += _numbered(statement)
        elif statement.ast_type not in _IDLE:
            return None
    return tuple(statements)


def _numbered(statement: ast.AST) -> list[ast.AST]:
    """Give a rule for the boards of some numbers, and the bounds of a choice as a rule of their own."""
    body = [*statement.body, *(() if any(map(is_positive, statement.body)) else _parsed(":- _board.").body)]
    kind = rule_kind(statement)
    if kind == "choice":
        bounds = _parsed(f":- not {statement.head}.")
        free = statement.update(head=statement.head.update(left_guard=None, right_guard=None), body=body)
        rules = [free, bounds.update(body=[*bounds.body, *body, *_parsed(":- _held.").body])]
    else:
        held = _parsed(":- _held.").body if kind in ("constraint", "comparison") else ()
        rules = [statement.update(body=[*body, *held])]
    return [_Numbering()(rule) for rule in rules]


class _Numbering(ast.Transformer):
    """Gives each atom the variable ``_Board`` as its first argument."""

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:  # noqa: N802 (clingo's name)
        return atom.update(symbol=self._numbered(atom.symbol))

    def _numbered(self, symbol: ast.AST) -> ast.AST:
        if symbol.ast_type == ast.ASTType.UnaryOperation:
            return symbol.update(argument=self._numbered(symbol.argument))
        if symbol.ast_type == ast.ASTType.Pool:
            return symbol.update(arguments=list(map(self._numbered, symbol.arguments)))
        return symbol.update(arguments=[ast.Variable(symbol.location, "_Board"), *symbol.arguments])


def _parsed(text: str) -> ast.AST:
    """Parse a text that is one statement."""
    statements: list[ast.AST] = []
    ast.parse_string(text, statements.append)
    return statements[-1]

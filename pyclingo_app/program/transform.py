"""Programs made of programs: the rules of the game as sentences that can be switched on and off."""

from clingo import ast

from ..words import display_name
from .program import Program
from .rules import rule_kind, variables


def switchable(program: Program, observed: bool = True) -> tuple[list[ast.AST], list[tuple[str, tuple[str, ...]]]]:
    """Give the statements that stay and the rules for ``_broken``, and each sentence with its variables.

    Rules without a sentence are called by their file and line, with all their variables.
    With ``observed`` there are those of the part pencil, too.
    Shown are ``_broken``, the atoms of ``#show p/n.`` and those of the table Pencil.
    """
    rules = (*program.rules, *program.observations) if observed else program.rules
    told = {id(rule.statement): rule for rule in rules}
    statements = [_parsed("#show _broken/2."), _parsed("#defined _broken/2.")]
    numbers: dict[tuple[str, tuple[str, ...]], int] = {}
    statements += [_parsed(f"#show {name}/{arity}.") for name, arity in sorted(program.pencilled)]
    noted = (statement for statement in program.pencil if statement.ast_type == ast.ASTType.Rule)
    for statement in (*program.base, *noted):
        rule = told.get(id(statement))
        kind = rule.kind if rule else rule_kind(statement)
        if statement.ast_type == ast.ASTType.ShowTerm:
            continue
        if kind in (None, "input"):
            statements.append(statement)
            continue
        body = list(statement.body)
        if kind != "constraint":
            body += _parsed(f":- not {statement.head}.").body
        if kind == "choice":
            free = statement.head.update(left_guard=None, right_guard=None)
            statements.append(statement.update(head=free))
        if rule is None:
            continue  # redundant: never counts as a reason
        names = rule.variables
        sentence = rule.sentence
        if not sentence:
            names = tuple(sorted(variables(statement) & _global(statement)))
            sentence = f"{display_name(rule.file)}:{rule.line}: {statement}"
        number = numbers.setdefault((sentence, names), len(numbers))
        broken = _parsed(f"_broken({number},({''.join(name + ',' for name in names)})).")
        statements.append(statement.update(head=broken.head, body=body))
    return statements, list(numbers)


def _parsed(text: str) -> ast.AST:
    """Parse a text that is one statement."""
    statements: list[ast.AST] = []
    ast.parse_string(text, statements.append)
    return statements[-1]


def _global(statement: ast.AST) -> set[str]:
    """The variables of a rule that stand in its body outside of aggregates."""
    found: set[str] = set()
    for literal in statement.body:
        if literal.ast_type == ast.ASTType.Literal and literal.atom.ast_type == ast.ASTType.SymbolicAtom:
            found |= variables(literal)
    return found

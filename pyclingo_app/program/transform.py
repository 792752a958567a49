"""Programs made of programs: the rules of the game as sentences that can be switched on and off."""

from clingo import ast

from ..words import display_name
from .program import Program
from .rules import rule_kind, variables


def switchable(program: Program) -> tuple[list[ast.AST], list[str], list[tuple[str, tuple[str, ...]]]]:
    """Give the statements that stay, the rules for ``_broken`` as texts, and each sentence with its variables.

    Rules without a sentence are called by their file and line, with all their variables.
    """
    told = {(rule.file, rule.line): rule for rule in program.rules}
    statements: list[ast.AST] = []
    rules: list[str] = []
    numbers: dict[tuple[str, tuple[str, ...]], int] = {}
    for statement in program.base:
        kind = rule_kind(statement)
        begin = statement.location.begin
        if kind in (None, "input"):
            statements.append(statement)
            continue
        body = [str(literal) for literal in statement.body]
        if kind != "constraint":
            body.append(f"not {statement.head}")
        if kind == "choice":
            free = statement.head.update(left_guard=None, right_guard=None)
            statements.append(statement.update(head=free))
        rule = told.get((begin.filename, begin.line))
        if rule is None:
            continue  # redundant: never counts as a reason
        names = rule.variables
        sentence = rule.sentence
        if not sentence:
            names = tuple(sorted(variables(statement) & _global(statement)))
            sentence = f"{display_name(rule.file)}:{rule.line}: {statement}"
        number = numbers.setdefault((sentence, names), len(numbers))
        rules.append(f"_broken({number},({''.join(name + ',' for name in names)})) :- {'; '.join(body)}.")
    return statements, rules, list(numbers)


def _global(statement: ast.AST) -> set[str]:
    """The variables of a rule that stand in its body outside of aggregates."""
    found: set[str] = set()
    for literal in statement.body:
        if literal.ast_type == ast.ASTType.Literal and literal.atom.ast_type == ast.ASTType.SymbolicAtom:
            found |= variables(literal)
    return found

"""Sentences as they stand in the program: which of them hold here, with words for variables that stand for words."""

import clingo
from clingo import Symbol, SymbolType, ast

from ..program.rules import Rule, fill, variables
from ..program.transform import switchable
from .oracle import Oracle
from .problem import Problem

# Of so many words a sentence tells which they are.
_WORDS = 4


def general_sentences(problem: Problem) -> dict[str, str]:
    """Give each sentence in which a variable stands for words, as "a X" for "a tent", with these words on this board.

    Variables that stand for numbers stay: they say of which row, or of how many, a rule speaks.
    """
    statements, rules = switchable(problem.program)
    values: dict[tuple[str, str], dict[Symbol, None]] = {}
    for symbol in Oracle(problem, statements).symbols.values():
        if symbol.name == "_broken":
            rule, found = symbol.arguments
            sentence, names = rules[rule.number]
            for name, value in zip(names, found.arguments, strict=True):
                values.setdefault((sentence, name), {})[value] = None
    told: dict[str, dict[str, str]] = {}
    for (sentence, name), those in values.items():
        words = [_word(value) for value in sorted(those) if value.type != SymbolType.Number]
        # Letters are as good as numbers.
        if len(words) == len(those) == 1 or (len(words) == len(those) <= _WORDS and min(map(len, words)) > 1):
            told.setdefault(sentence, {})[name] = " or ".join(words)
    return {sentence: fill(sentence, names) for sentence, names in told.items()}


def idle_sentences(problem: Problem) -> list[str]:
    """Give the sentences of rules that are of no account with the constants of a board, such as those of a variant."""
    control = clingo.Control([f"-c{name}={value}" for name, value in problem.settings.items()])
    rules = [rule for rule in problem.program.rules if rule.sentence]
    for number, rule in enumerate(rules):
        control.add("base", [], f"counts({number}){_under(rule)}.")
    control.ground([("base", [])])
    active = {rules[atom.symbol.arguments[0].number].sentence for atom in control.symbolic_atoms}
    return [sentence for sentence in dict.fromkeys(rule.sentence for rule in rules) if sentence not in active]


def _under(rule: Rule) -> str:
    """The comparisons of constants under which a rule stands."""
    conditions = [
        str(literal)
        for literal in rule.statement.body
        if literal.ast_type == ast.ASTType.Literal
        and literal.atom.ast_type == ast.ASTType.Comparison
        and not variables(literal)
    ]
    return f" :- {'; '.join(conditions)}" if conditions else ""


def _word(value: Symbol) -> str:
    return value.string if value.type == SymbolType.String else str(value).replace("_", " ")

"""Sentences as they stand in the program, with words in the place of those variables that stand for words."""

from clingo import Symbol, SymbolType

from ..program.rules import fill
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


def _word(value: Symbol) -> str:
    return value.string if value.type == SymbolType.String else str(value).replace("_", " ")

"""The sentences of a program: which of them a check names, and the program without some."""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache

from clingo import ast

import pyclingo_app as puzzasp
from pyclingo_app.explain.terms import Check
from pyclingo_app.program.program import Program
from pyclingo_app.program.rules import Rule, fill, rule_kind

# What a check says without any sentence of the program.
IMPOSSIBLE = "impossible"


def rules_of(program: Program) -> dict[str, list[Rule]]:
    """The rules that answers may break, by their sentences; those without any are under an empty one."""
    found: dict[str, list[Rule]] = {}
    for rule in program.rules:
        if rule.kind != "input":
            found.setdefault(rule.sentence, []).append(rule)
    return found


def without(program: Program, rules: Collection[Rule]) -> Program:
    """Leave out some rules of the game; of a choice with bounds the choice stays."""
    return changed(program, {id(rule.statement): _unbound(rule.statement) for rule in rules})


def _unbound(statement: ast.AST) -> list[ast.AST]:
    if rule_kind(statement) != "choice":
        return []
    return [statement.update(head=statement.head.update(left_guard=None, right_guard=None))]


def changed(program: Program, changes: Mapping[int, list[ast.AST]]) -> Program:
    """Put others instead of some statements, which are called by their identity."""
    return program._replace(base=tuple(new for one in program.base for new in changes.get(id(one), [one])))


@lru_cache(8)
def _patterns(program: Program) -> list[tuple[str, re.Pattern[str]]]:
    """The sentences of a program, each with a pattern of it with values; directions change words around them."""
    found = []
    for sentence, rules in rules_of(program).items():
        # Rules that share a sentence may call what it speaks of by other variables: a pattern for each of them.
        for variables in dict.fromkeys(rule.variables for rule in rules):
            blank = re.escape(fill(sentence, dict.fromkeys(variables, "\0")))
            text = blank.replace("\0\\ of", "(?:.+? of|above|below)").replace("\0", ".+?")
            found.append((sentence, re.compile(text)))
    return found


def named(puzzle: puzzasp.Puzzle, check: Check, for_good: bool = False) -> list[str]:
    """The sentences that a check names, with their variables, in its order; only those that no more marks mend.

    What is said without a sentence of the program stands as it was said, behind ``? ``.
    """
    said = [check.so_far, check.outside] if for_good else [check.so_far, check.broken, check.conflict, check.outside]
    found = []
    for text in (one.text for group in said for one in group):
        # The longest is the one that leaves least to its variables.
        full = [sentence for sentence, pattern in _patterns(puzzle.program) if pattern.fullmatch(text)]
        found.append(max(full, key=len) if full else f"? {text}")
    return list(dict.fromkeys(found)) or ([IMPOSSIBLE] if check.impossible and not for_good else [])

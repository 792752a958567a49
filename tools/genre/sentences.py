"""Which sentences of a program a check names, and programs that lack some of them."""

import re
from collections.abc import Collection
from functools import lru_cache

import pyclingo_app as puzzasp
from pyclingo_app.explain.terms import Check
from pyclingo_app.program.program import Program
from pyclingo_app.program.rules import Rule, fill

# What a check says without any sentence of the program.
IMPOSSIBLE = "impossible"


def rules_of(program: Program) -> list[Rule]:
    """The rules that answers may break: all but those that find a board faulty."""
    return [rule for rule in program.rules if rule.kind != "input"]


def without(puzzle: puzzasp.Puzzle, rules: Collection[Rule]) -> puzzasp.Puzzle:
    """The puzzle without some of its rules; of a choice with bounds the choice stays."""
    base = []
    dropped = {id(rule.statement): rule for rule in rules}
    for statement in puzzle.program.base:
        rule = dropped.get(id(statement))
        if rule is None:
            base.append(statement)
        elif rule.kind == "choice":
            base.append(statement.update(head=statement.head.update(left_guard=None, right_guard=None)))
    return puzzasp.Puzzle(puzzle.program._replace(base=tuple(base)), puzzle.constants)


@lru_cache(8)
def _patterns(program: Program) -> list[tuple[str, re.Pattern[str]]]:
    """The sentences of a program, each with a pattern of it with values; directions change words around them."""
    found = {}
    for rule in rules_of(program):
        blank = re.escape(fill(rule.sentence, dict.fromkeys(rule.variables, "\0")))
        text = blank.replace("\0\\ of", "(?:.+? of|above|below)").replace("\0", ".+?")
        found[rule.sentence] = re.compile(text)
    return list(found.items())


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

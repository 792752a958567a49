"""By how many a sentence is off that counts what its own rules define, as it does with what a cell sees.

In its small program it is followed from marks to what depends on them, so that of each count it is known how many there
are at least, and how many there can be.  What a grounder knows it has counted already: of how many a sentence speaks is
not seen in its rules, but how many are missing, or too many, is.
"""

from collections.abc import Collection, Iterable, Iterator

from ..solve.trace import Course, Program, much, room


def amiss(program: Program, given: Iterable[int]) -> int:
    """Give how many are missing, at least, in the one count by which a sentence is broken, or how many are too many as
    a negative number; 0 if it is not broken so, or by several counts.

    In its small ``program`` atom 1 says that it is broken; ``given`` are literals of marks.
    """
    shown = Course(program, given).holds
    found = {*_counts(1, program, shown)} if 1 in shown else set()
    return found.pop() if len(found) == 1 else 0


def _counts(literal: int, program: Program, shown: Collection[int]) -> Iterator[int]:
    """By how many the counts are off because of which a literal holds, the nearest to it."""
    pending = [literal]
    # It grows on the way.
    for one in pending:
        for rule in program.of[abs(one)]:
            there, able = much(rule, shown), room(rule, shown)
            if rule.choice or (one > 0 and there < rule.need):
                continue
            if rule.bound is not None:
                # Of what has weights it would be a sum, and marks themselves are named rather than counted.
                plain = all(weight == 1 for weight in rule.weights) and any(_defined(program, t) for t in rule.body)
                yield 0 if not plain else rule.need - able if one < 0 else rule.need - 1 - there
            else:
                behind = rule.body if one > 0 else [-other for other in rule.body if -other in shown]
                pending += [other for other in behind if other not in pending]


def _defined(program: Program, literal: int) -> bool:
    """Whether an atom is more than another name of a mark."""
    return any(not rule.choice and len(rule.body) > 1 for rule in program.of[abs(literal)])

"""By how many a sentence is off that counts what its own rules define, as it does with what a cell sees.

Its small program is followed upwards, from marks to what depends on them, so that of each count it is known how many
there are at least, and how many there can be.  What a grounder knows it has counted already: of how many a sentence
speaks is not seen in its rules, but how many are missing, or too many, is.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..solve.ground import Rule


def amiss(rules: Sequence[Rule], given: Iterable[int]) -> int:
    """Give how many are missing, at least, in the one count by which a sentence is broken, or how many are too many as
    a negative number; 0 if it is not broken so, or by several counts.

    ``rules`` are those of its small program, in which atom 1 says that it is broken, and ``given`` literals of marks.
    """
    shown = {*given}
    heads: dict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        heads[rule.head[0]].append(rule)
    size = -1
    while size < len(shown):
        size = len(shown)
        for head, those in heads.items():
            if any(not rule.choice and _sum(rule, shown) >= _bound(rule) for rule in those):
                shown.add(head)
            elif not any(rule.choice or _room(rule, shown) >= _bound(rule) for rule in those):
                shown.add(-head)
    found = {*_counts(1, heads, shown)} if 1 in shown else set()
    return found.pop() if len(found) == 1 else 0


def _counts(literal: int, heads: Mapping[int, Sequence[Rule]], shown: set[int]) -> Iterator[int]:
    """By how many the counts are off because of which a literal holds, the nearest to it."""
    pending = [literal]
    # It grows on the way.
    for one in pending:
        for rule in heads.get(abs(one), ()):
            much, room, bound = _sum(rule, shown), _room(rule, shown), _bound(rule)
            if rule.choice or (one > 0 and much < bound):
                continue
            if rule.bound is not None:
                # Of what has weights it would be a sum, and marks themselves are named rather than counted.
                seen = all(weight == 1 for weight in rule.weights) and any(_defined(heads, t) for t in rule.body)
                yield 0 if not seen else bound - room if one < 0 else bound - 1 - much
            else:
                behind = rule.body if one > 0 else [-other for other in rule.body if -other in shown]
                pending += [other for other in behind if other not in pending]


def _defined(heads: Mapping[int, Sequence[Rule]], literal: int) -> bool:
    """Whether an atom is more than another name of a mark."""
    return any(not rule.choice and len(rule.body) > 1 for rule in heads.get(abs(literal), ()))


def _sum(rule: Rule, shown: set[int]) -> int:
    return sum(weight for weight, literal in rule.terms() if literal in shown)


def _room(rule: Rule, shown: set[int]) -> int:
    return sum(weight for weight, literal in rule.terms() if -literal not in shown)


def _bound(rule: Rule) -> int:
    return len(rule.body) if rule.bound is None else rule.bound

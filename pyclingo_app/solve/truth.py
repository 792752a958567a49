"""Truth tables: all ways in which the atoms of a small program can stand, looked at together.

Where few atoms are chosen, each atom is an integer that has a bit for each way to choose: it is set where the atom is
true.  What a body comes to is then found for all ways at once.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from operator import and_

from .ground import Rule

# With so many atoms to choose an integer has 4,096 bits; beyond that a search is faster.
_CHOSEN = 12


def truth(rules: Collection[Rule], marks: Collection[int]) -> dict[int, int] | None:
    """Give for each atom on which atom 1 and some marks depend the set of the ways in which it is true.

    With 0 stands the set of all ways.  None where many atoms are chosen, or some depend on themselves.

    >>> choices, rule = [Rule(True, (atom,), ()) for atom in (2, 3)], Rule(False, (1,), (2, -3))
    >>> bin(truth([*choices, rule], [2, 3])[1])
    '0b10'
    """
    chosen = dict.fromkeys(rule.head[0] for rule in rules if rule.choice)
    if len(chosen) > _CHOSEN:
        return None
    full = (1 << (1 << len(chosen))) - 1
    found = {0: full}
    patterns = {atom: full ^ full // ((1 << (1 << k)) + 1) for k, atom in enumerate(chosen)}
    defined: dict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        defined[rule.head[0]].append(rule)
    opened: set[int] = set()
    pending = [1, *marks]
    while pending:
        atom = pending[-1]
        if atom in found:
            pending.pop()
            continue
        below = [other for rule in defined[atom] for literal in rule.body if (other := abs(literal)) not in found]
        if not below:
            always = maybe = 0
            for rule in defined[atom]:
                if rule.choice:
                    maybe |= _held(rule, found)
                else:
                    always |= _held(rule, found)
            found[atom] = always | maybe & patterns.get(atom, 0)
        elif atom in opened:
            return None
        opened.add(atom)
        pending += below
    return found


def _held(rule: Rule, found: Mapping[int, int]) -> int:
    """The ways in which the body of a rule holds."""
    full = found[0]
    true = [found[literal] if literal > 0 else full ^ found[-literal] for literal in rule.body]
    if rule.bound is None:
        return reduce(and_, true, full)
    # By the weight that is reached, at most the bound.
    reached = {min(0, rule.bound): full}
    for weight, ways in zip(rule.weights, true, strict=True):
        before, reached = reached, defaultdict(int)
        for whole, those in before.items():
            reached[min(whole + weight, rule.bound)] |= those & ways
            reached[whole] |= those & ~ways
    return reached.get(rule.bound, 0)


def listed(found: Mapping[int, int], marks: Sequence[int], limit: int) -> list[tuple[int, ...]] | None:
    """Give the ways in which some marks can stand where atom 1 is false, in order; None if they are more than a limit.

    Of each way there are the places of the marks that are true.

    >>> listed({0: 0b1111, 1: 0b0010, 2: 0b1010, 3: 0b1100}, [2, 3], 9)
    [(), (1,), (0, 1)]
    """
    left = found[0] & ~found[1]
    parts: list[tuple[int, tuple[int, ...]]] = [(left, ())] if left else []
    for place in reversed(range(len(marks))):
        true = found[marks[place]]
        parted = []
        for ways, row in parts:
            there = ways & true
            if there != ways:
                parted.append((ways ^ there, row))
            if there:
                parted.append((there, (place, *row)))
        if len(parted) > limit:
            return None
        parts = parted
    return [row for _, row in parts]

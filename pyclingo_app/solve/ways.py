"""What ways give: how some marks can stand so that a sentence holds, each told by the few marks that it takes.

Where one of several things is asked for, such as a piece that covers a cell, a way is one of them, and says nothing of
all other marks.  Rows would tell of all marks, and there are too many of them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import partial, reduce
from itertools import chain
from operator import and_

from .ground import Rule, connected
from .oracle import bits, numbers

# The marks that are true, and those that are false, as sets of their places.
_Way = tuple[int, int]


class Ways:
    """Ways to one of which marks keep, by their places from 1 on."""

    def __init__(self, ways: list[_Way]) -> None:
        self._ways = ways
        self.size = len(ways)

    def follow(self, literals: Collection[int]) -> list[int] | None:
        """Give the literals of marks that follow from some, None if they contradict each other."""
        left = self._left(literals)
        if not left:
            return None
        there, absent = (reduce(and_, side) for side in zip(*left, strict=True))
        found = (*numbers(there), *(-place for place in numbers(absent)))
        return [literal for literal in found if literal not in literals]

    def core(self, literals: Sequence[int]) -> Sequence[int] | None:
        """Give the literals if they contradict each other, None if they do not."""
        return None if self._left(literals) else literals

    def _left(self, literals: Collection[int]) -> list[_Way]:
        """The ways that agree with some literals."""
        true, false = bits(one for one in literals if one > 0), bits(-one for one in literals if one < 0)
        return [way for way in self._ways if not (way[0] & false or way[1] & true)]


def ways(rules: Collection[Rule], marks: Sequence[int]) -> list[_Way] | None:
    """Give the ways in which atom 1 is false, in a program without weights and circles.

    None if they are more than the rules, or if more or less can be chosen than the marks.

    >>> choices, rule = [Rule(True, (atom,), ()) for atom in (2, 3)], Rule(False, (1,), (2, -3))
    >>> ways([*choices, rule], [2, 3])
    [(0, 2), (4, 0)]
    """
    if {(rule.head[0], rule.body) for rule in rules if rule.choice} != {(mark, ()) for mark in marks}:
        return None
    found = {mark: [(1 << place, 0)] for place, mark in enumerate(marks, 1)}
    found |= {-mark: [(0, 1 << place)] for place, mark in enumerate(marks, 1)}
    bodies: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for rule in rules:
        bodies[rule.head[0]].append(rule.body)
    any_of, all_of = (partial(join, most=len(rules)) for join in (_any, _all))

    def own(literal: int) -> list[list[int]]:
        return [[one if literal > 0 else -one for one in body] for body in bodies[abs(literal)]]

    for (literal,) in connected([-1], lambda literal: () if literal in found else chain.from_iterable(own(literal))):
        if literal not in found:
            # An atom holds by any of its rules, with all of its body; it does not where in each any literal fails.
            parts = [[found[one] for one in body] for body in own(literal)]
            joined = any_of(map(all_of, parts)) if literal > 0 else all_of(map(any_of, parts))
            if joined is None:
                return None
            found[literal] = joined
    return found[-1]


def _any(parts: Iterable[list[_Way] | None], most: int) -> list[_Way] | None:
    """The ways of any of some parts, None if they are more than so many."""
    found: dict[_Way, None] = {}
    for part in parts:
        if part is None or len(found) > most:
            return None
        found |= dict.fromkeys(part)
    return [*found]


def _all(parts: Iterable[list[_Way] | None], most: int) -> list[_Way] | None:
    """The ways in all of some parts, None if they are more than so many."""
    found = [(0, 0)]
    for part in parts:
        if part is None or len(found) * len(part) > most:
            return None
        pairs = ((true | more, false | less) for true, false in found for more, less in part)
        found = [*dict.fromkeys(way for way in pairs if not way[0] & way[1])]
    return found

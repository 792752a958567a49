"""What counts leave no choice: some sentences need as much as others allow for, in the places that are left.

Then nothing else of these others can be: a row's only star lies in one region, two cells of a row share two
candidates, the places of a number in two rows lie in two columns.  Or what these others leave over is needed: of two
cells at most one has a mine, so the third one that is left for a 2 has one, too.  Players say it so, rather than to
suppose each mark to be otherwise.
"""

from collections.abc import Iterable
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from ..solve.oracle import bits, numbers
from ..solve.tables import Count, Tables, counted
from .state import State
from .thoughts import Found

# Of how many sentences at most.
_SENTENCES = 8


class Share(NamedTuple):
    """A sentence with some marks, and how many of them it needs at least, or allows for at most; ``more`` says that
    it speaks of others that are there."""

    sentence: int
    marks: int
    many: int
    more: bool


class Within(NamedTuple):
    """What some sentences need, and what others allow for of that; whether all the marks lie ``inside`` these; and all
    that is ``forced`` as what is found is: the marks that are there, or those that are not."""

    needs: tuple[Share, ...]
    limits: tuple[Share, ...]
    inside: bool
    forced: int


def within(found: Found, tables: Tables) -> Within | None:
    """Tell why something is found by what counts leave, if that is why."""
    sentences = list(numbers(found.sentences))
    takes = {(found.known[0] & earlier, found.known[1] & earlier) for earlier in found.earlier}
    if not 1 < len(sentences) <= _SENTENCES or not found.proofs or len(takes) > 1:
        return None
    (taken,) = takes
    counts = [count for sentence in sentences if (count := counted(tables.table(sentence)))]
    if len(counts) < len(sentences):
        return None
    needs = [_share(s, one, taken, one.low) for s, one in zip(sentences, counts, strict=True)]
    limits = [_share(s, one, taken, one.high) for s, one in zip(sentences, counts, strict=True)]
    for size in range(1, len(sentences)):
        for chosen in combinations(range(len(sentences)), size):
            needing = [needs[place] for place in chosen]
            allowing = [share for place, share in enumerate(limits) if place not in chosen]
            true, false, inside = _forced(needing, allowing)
            # Where nothing is needed, or allowed for, any more one sentence alone says so.
            open_ = all(share.many > 0 for share in (*needing, *allowing))
            # What is left for the needs is not told to be ruled out, though it would take too much of several limits.
            left = reduce(or_, (share.marks for share in needing))
            false &= ~left
            if open_ and all((true if one > 0 else false) >> abs(one) & 1 for one in found.found):
                left &= ~found.known[1]
                return Within(
                    tuple(share._replace(marks=share.marks & left) for share in needing),
                    tuple(share._replace(marks=share.marks & left) for share in allowing),
                    inside,
                    true if found.found[0] > 0 else false,
                )
    return None


def _share(sentence: int, count: Count, taken: State, bound: int) -> Share:
    """What is left of a count, or of its bound, when some marks are known."""
    there = (count.scope & taken[0]).bit_count()
    return Share(sentence, count.scope & ~(taken[0] | taken[1]), bound - there, there > 0)


def _forced(needs: Iterable[Share], limits: Iterable[Share]) -> tuple[int, int, bool]:
    """The marks that are there, and those that are not, as some need as much as the others, and all that these do not
    speak of, come to; and whether these speak of all.

    What is needed is at most the sum over the marks of how many more of the needs than of the limits speak of each, if
    it is there: where it is just as much each mark that adds to the sum is there, and none that takes from it.
    """
    more: dict[int, int] = {}
    for shares, sign in ((needs, 1), (limits, -1)):
        for share in shares:
            for mark in numbers(share.marks):
                more[mark] = more.get(mark, 0) + sign
    most = sum(number for number in more.values() if number > 0)
    if sum(share.many for share in needs) - sum(share.many for share in limits) != most:
        return 0, 0, False
    true, false = (bits(mark for mark, number in more.items() if sign * number > 0) for sign in (1, -1))
    return true, false, not most

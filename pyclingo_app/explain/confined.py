"""What is confined: some sentences need as much as others allow for, in places that all lie within these.

Then nothing else of the others can be: a row's only star that lies in one region, two cells of a row that share two
candidates, a number whose places in two rows lie in two columns.  Players say it so, rather than to suppose each
mark that is ruled out.
"""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

from ..solve.oracle import numbers
from ..solve.tables import Count
from .state import State
from .thoughts import Found

# Of how many sentences at most.
_SENTENCES = 8


class Within(NamedTuple):
    """The sentences that need something, each with the marks that are left for it, the ``limits``, which allow for no
    more of all these, and how many that is."""

    needs: tuple[tuple[int, int], ...]
    limits: tuple[int, ...]
    number: int


def within(found: Found, count: Callable[[int], Count | None]) -> Within | None:
    """Tell what is found as what is confined, if that is why; ``count`` gives what a sentence counts."""
    sentences = list(numbers(found.sentences))
    if not 1 < len(sentences) <= _SENTENCES or not found.proofs or any(literal > 0 for literal in found.found):
        return None
    counts = {sentence: table for sentence in sentences if (table := count(sentence))}
    if len(counts) < len(sentences):
        return None
    takes = {(found.known[0] & earlier, found.known[1] & earlier) for earlier in found.earlier}
    if len(takes) > 1:
        return None
    (taken,) = takes
    for size in range(1, len(sentences)):
        for needs in combinations(sentences, size):
            limits = tuple(sentence for sentence in sentences if sentence not in needs)
            number = _confined([counts[s] for s in needs], [counts[s] for s in limits], taken, found.gives())
            if number:
                left = ((s, counts[s].scope & ~(taken[0] | taken[1] | found.known[1])) for s in needs)
                return Within(tuple(left), limits, number)
    return None


def _confined(needs: list[Count], limits: list[Count], taken: State, ruled_out: int) -> int:
    """How many marks some counts need at least, and others allow for at most, so that some cannot be; 0 if not so.

    Each of the marks left for what needs them is within as many limits as it is left for, or more, and each that is
    ruled out is within more.
    """
    number = sum(count.low - (count.scope & taken[0]).bit_count() for count in needs)
    room = sum(count.high - (count.scope & taken[0]).bit_count() for count in limits)
    if number != room:
        return 0
    closed = taken[0] | taken[1]
    left, allowed = ([count.scope & ~closed for count in counts] for counts in (needs, limits))
    marks = ruled_out
    for scope in left:
        marks |= scope
    for mark in numbers(marks):
        more = sum(scope >> mark & 1 for scope in allowed) - sum(scope >> mark & 1 for scope in left)
        if more < (ruled_out >> mark & 1):
            return 0
    return number

"""Covers of marks by parts of which only so many can be there, and the parts of marks that exclude each other."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from ..solve.oracle import numbers

# What each mark of a part takes of it at least is told in whole numbers: most parts are of ten marks at most.
_WHOLE = 2_520


class Part(NamedTuple):
    """Of ``marks`` at most so ``many`` are there; ``place`` says by which of some bounds, and is None if they exclude
    each other two by two."""

    marks: int
    many: int
    place: int | None


def covers(marks: int, most: int, parts: Sequence[Part], tries: int) -> Iterator[tuple[int, tuple[Part, ...]]]:
    """Give the ways to cover marks so that the parts, and the marks in none of them, come to so many at most.

    Each has what it comes to, and its parts, of which each comes to less than the marks that it adds.  It is a search
    by branch and bound, mark by mark, and ends after so many ``tries``; it may come to the same cover twice.

    >>> pairs = [Part(0b0011, 1, 0), Part(0b0110, 1, 1)]
    >>> [(many, [part.place for part in chosen]) for many, chosen in covers(0b0111, 2, pairs, 100)]
    [(2, [0]), (2, [1])]
    """
    of = {mark: [part for part in parts if part.marks >> mark & 1] for mark in numbers(marks)}
    # No cover comes to less than what each mark takes at least.
    least = {mark: min((_WHOLE * p.many // p.marks.bit_count() for p in of[mark]), default=_WHOLE) for mark in of}
    if sum(least.values()) > _WHOLE * most:
        return
    # Where there is little choice is chosen first.
    order = sorted(of, key=lambda mark: (len(of[mark]), mark))
    # The last one is gone on with: what is left, what the parts come to, and these.
    pending: list[tuple[int, int, tuple[Part, ...]]] = [(marks, 0, ())]
    while pending and tries:
        tries -= 1
        left, spent, chosen = pending.pop()
        rest = [mark for mark in order if left >> mark & 1]
        if _WHOLE * spent + sum(map(least.__getitem__, rest)) > _WHOLE * most:
            continue
        if not rest:
            beside = reduce(lambda open_, part: open_ & ~part.marks, chosen, marks)
            yield sum(part.many for part in chosen) + beside.bit_count(), chosen
        else:
            pending.append((left & ~(1 << rest[0]), spent + 1, chosen))
            for part in reversed(of[rest[0]]):
                if (part.marks & left).bit_count() > part.many:
                    pending.append((left & ~part.marks, spent + part.many, (*chosen, part)))


def cliques(apart: Mapping[int, int]) -> Iterator[int]:
    """Give sets of two marks or more of which each two exclude each other, so that all pairs that do so are in one.

    ``apart`` has for each mark those that it excludes.  From a pair that is in none yet a set grows by what excludes
    the most of the others that are left.

    >>> [*map(bin, cliques({0: 0b0110, 1: 0b0101, 2: 0b1011, 3: 0b0100}))]
    ['0b111', '0b1100']
    """
    left = dict(apart)
    for mark in apart:
        while left[mark]:
            other = next(numbers(left[mark]))
            clique, more = 1 << mark | 1 << other, apart[mark] & apart[other]
            while more:
                shared = {one: (apart[one] & more).bit_count() for one in numbers(more)}
                best = max(shared, key=shared.__getitem__)
                clique |= 1 << best
                more &= apart[best]
            for one in numbers(clique):
                left[one] &= ~clique
            yield clique

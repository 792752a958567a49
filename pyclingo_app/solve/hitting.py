"""Small sets that meet all of some sets; all are bits of integers."""

from bisect import insort
from collections.abc import Callable

from .oracle import numbers


def add_minimal(sets: list[int], new: int) -> None:
    """Add a set to sets of which none contains another, the smallest first: who meets the smaller meets the larger."""
    if not any(other & new == other for other in sets):
        sets[:] = [other for other in sets if other & new != new]
        insort(sets, new, key=lambda s: (s.bit_count(), s))


def hitting_set(sets: list[int], size: int, go_on: Callable[[int], bool]) -> tuple[int | None, bool]:
    """Find a set of so many elements at most that meets all sets, by branch and bound.

    Gives the set, None when there is none, and whether that was found out: ``go_on`` is told how many sets are looked
    at next, and says whether the search may go on.  It is fastest when the smallest sets come first.
    """
    finished = True

    def descend(chosen: int, left: list[int], more: int) -> int | None:
        nonlocal finished
        if not left:
            return chosen
        finished = finished and go_on(len(left))
        # Sets without a common element need an element each.
        apart = needed = 0
        for s in left:
            if not s & apart:
                apart |= s
                needed += 1
        if needed > more:
            return None
        for element in numbers(min(left, key=int.bit_count)):
            if not finished:
                break
            one = 1 << element
            found = descend(chosen | one, [s for s in left if not s & one], more - 1)
            if found is not None:
                return found
            # With what was looked at there is none.
            left = [s & ~one for s in left]
        return None

    found = None if 0 in sets else descend(0, sets, size)
    return found, finished or found is not None

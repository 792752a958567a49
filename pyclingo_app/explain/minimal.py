"""Making what suffices minimal, perhaps not smallest."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T", bound=int)
# While items are left out one of so many parts of them is tried at once: that spares questions where most of them are
# not needed, and what stays is the same.
_PARTS = 8


def shrink(items: Sequence[T], core: Callable[[Sequence[T]], Iterable[int] | None], most: int | None = None) -> list[T]:
    """Leave items out that suffice, in their order, as long as the rest does; end where more than ``most`` stay.

    ``core`` gives items that suffice, or None if those it gets do not.  It only spares questions: an item stays if and
    only if without it those that stay and all that come after it do not suffice.

    >>> def core(rest):
    ...     return rest if 3 in rest and (1 in rest or 2 in rest) else None
    >>> shrink([1, 2, 3, 4], core), shrink([1, 2, 3, 4], core, most=0)
    ([2, 3], [2])
    """
    stay: list[T] = []
    # The places of those that are not known to be needless.
    left = [*range(len(items))]
    step = len(left) // _PARTS
    while left and (most is None or len(stay) <= most):
        step = max(1, step)
        place = left[step - 1]
        found = core([*stay, *items[place + 1 :]])
        if found is not None:
            kept = {*found}
            left = [later for later in range(place + 1, len(items)) if items[later] in kept]
            step = len(left) // _PARTS
        elif step > 1:
            step //= 2
        else:
            stay.append(items[left.pop(0)])
    return stay

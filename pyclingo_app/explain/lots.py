"""Sentences in lots: those that say least first, so that a hint need not get ready what says much."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

# A lot depends on about so many atoms at most, if it has sentences of different extents.
_MANY = 500


def lots(sentences: Iterable[int], extent: Callable[[int], int]) -> Iterator[list[int]]:
    """Give sentences in lots, by the number of atoms on which each depends, the ``extent``: those with as many
    together, and some with more if they are few.

    >>> list(lots([1, 2, 3, 4], {1: 90, 2: 40, 3: 70, 4: 60}.__getitem__))
    [[2, 4, 3, 1]]
    >>> list(lots([1, 2, 3, 4], {1: 900, 2: 400, 3: 900, 4: 300}.__getitem__))
    [[4], [2], [1, 3]]
    """
    alike: dict[int, list[int]] = defaultdict(list)
    for sentence in sentences:
        alike[extent(sentence)].append(sentence)
    lot: list[int] = []
    whole = 0
    for number, those in sorted(alike.items()):
        if lot and whole + number * len(those) > _MANY:
            yield lot
            lot, whole = [], 0
        lot += those
        whole += number * len(those)
    if lot:
        yield lot

"""Sentences in lots: those that say least first, so that a hint need not get ready what says much."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

# A lot depends on about so many atoms at least, if there are as many.
_ENOUGH = 500


def lots(sentences: Iterable[int], extent: Callable[[int], int]) -> Iterator[list[int]]:
    """Give sentences in lots, by the number of atoms on which each depends, the ``extent``: those with about as many
    together.

    >>> list(lots([1, 2, 3, 4], {1: 900, 2: 40, 3: 700, 4: 60}.__getitem__))
    [[2, 4, 1, 3]]
    >>> list(lots([1, 2, 3, 4], {1: 900, 2: 400, 3: 700, 4: 300}.__getitem__))
    [[2, 4], [1, 3]]
    """
    alike: dict[int, list[int]] = defaultdict(list)
    extents = {sentence: extent(sentence) for sentence in sentences}
    for sentence, number in extents.items():
        alike[number.bit_length()].append(sentence)
    lot: list[int] = []
    for _, those in sorted(alike.items()):
        lot += those
        if sum(map(extents.__getitem__, lot)) >= _ENOUGH:
            yield lot
            lot = []
    if lot:
        yield lot

"""Making what suffices minimal, perhaps not smallest."""

from collections.abc import Callable


def shrink(
    items: list[int], core: Callable[[list[int]], list[int] | None], most: int | None = None, soon: bool = False
) -> list[int]:
    """Leave items out, several at once first, as long as the rest suffices: ``core`` gives what it takes, or None.

    With more than ``most`` of them it ends where so many cannot be left out; ``soon`` where one of each of so many
    groups cannot.
    """
    size = max(1, len(items) // 8)
    while True:
        place = held = 0
        while place < len(items):
            stay = held if soon else place if size == 1 else 0
            if most is not None and most <= stay:
                return items
            kept = core(items[:place] + items[place + size :])
            if kept is None:
                place += size
                held += 1
            else:
                place = len(set(items[:place]) & set(kept))
                items = kept
        if size == 1:
            return items
        size = max(1, size // 2)

"""Making what suffices minimal, perhaps not smallest."""

from collections.abc import Callable


def shrink(items: list[int], core: Callable[[list[int]], list[int] | None]) -> list[int]:
    """Leave items out, several at once first, as long as the rest suffices: ``core`` gives what it takes, or None."""
    size = max(1, len(items) // 8)
    while True:
        place = 0
        while place < len(items):
            kept = core(items[:place] + items[place + size :])
            if kept is None:
                place += size
            else:
                place = len(set(items[:place]) & set(kept))
                items = kept
        if size == 1:
            return items
        size = max(1, size // 2)

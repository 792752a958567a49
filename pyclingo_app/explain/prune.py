"""What of a path is needed for something: the shortest story to it, as if nothing else had been found."""

from collections.abc import Iterable

from .because import Deduction
from .sets import Known, Marks
from .walk import Thought


def pruned(thoughts: Iterable[Thought], needs: Marks) -> list[Thought]:
    """Give of some thoughts what leads to marks, by itself or by what that takes.

    Each deduction comes with what of it is needed.
    """
    kept: list[Thought] = []
    for thought in reversed([*thoughts]):
        those: list[Deduction] = []
        for one in reversed(thought):
            gives = one.gives.among(needs)
            if gives:
                needs = (needs - gives.marks) | one.uses.marks
                those.insert(0, one.giving(gives))
        if those:
            kept.insert(0, tuple(those))
    return kept


def found_in(thought: Iterable[Deduction]) -> Known:
    """All that is found in a thought."""
    found = Known()
    for one in thought:
        found |= one.gives
    return found

"""Small sets that meet all of some sets; all are bits of integers."""

from bisect import insort
from collections.abc import Iterable

import clingo

from .oracle import numbers

# How many nodes the search may visit before it gives up, and how many conflicts clingo may have.
_NODES = 500
_CONFLICTS = 200_000


def add_minimal(sets: list[int], new: int) -> None:
    """Add a set to sets of which none contains another, the smallest first: who meets the smaller meets the larger."""
    if not any(other & new == other for other in sets):
        sets[:] = [other for other in sets if other & new != new]
        insort(sets, new, key=lambda s: (s.bit_count(), s))


def hitting_set(sets: list[int], least: int, bound: int) -> tuple[int | None, bool]:
    """Find a set that meets all sets, of fewer than ``bound`` elements: of ``least`` or, if there is none, a smallest.

    Gives the set, None when there is none below the bound, and whether the
    search was finished within its allowance.  It is fastest when the smallest sets come first.
    """
    if 0 in sets:
        return None, True
    nodes = 0

    def descend(chosen: int, left: int) -> int | None:
        nonlocal nodes
        nodes += 1
        open_sets = [s for s in sets if not s & chosen]
        if not open_sets:
            return chosen
        # Sets without a common element need an element each.
        apart = needed = 0
        for s in open_sets:
            if not s & apart:
                apart |= s
                needed += 1
        if needed > left or nodes > _NODES:
            return None
        for element in numbers(open_sets[0]):
            result = descend(chosen | 1 << element, left - 1)
            if result is not None:
                return result
        return None

    for size in range(least, bound):
        result = descend(0, size)
        if result is not None:
            return result, True
        if nodes > _NODES:
            return None, False
    return None, True


def optimal_hitting_set(sets: Iterable[int], bound: int) -> tuple[int | None, bool]:
    """The same by clingo's optimisation, slower to start and faster on many sets."""
    control = clingo.Control(["--opt-mode=opt", "--opt-strategy=usc", f"--solve-limit={_CONFLICTS}"])
    facts = "".join(f"in({number},{element})." for number, s in enumerate(sets) for element in numbers(s))
    control.add(
        "base", [], facts + "{ pick(E) : in(_, E) }. :- in(S, _), not pick(E) : in(S, E). #minimize { 1,E : pick(E) }."
    )
    control.ground([("base", [])])
    best: list[int] = []

    def take(model: clingo.Model) -> None:
        picked = (atom.arguments[0].number for atom in model.symbols(atoms=True) if atom.name == "pick")
        best.append(sum(1 << element for element in picked))

    finished = bool(control.solve(on_model=take).exhausted)
    return (best[-1] if best and best[-1].bit_count() < bound else None), finished

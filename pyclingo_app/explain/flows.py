"""Smallest walls: the marks without which nothing leads from one thing to another, as a maximum flow.

Each mark is a gate that lets one way through, so that as many ways as there are side by side, so many marks it takes to
shut them all.  (Ford and Fulkerson, "Maximal flow through a network", 1956.)
"""

from collections.abc import Collection, Iterable
from itertools import count
from typing import NamedTuple

from .sets import Literal

# What holds by itself: no atom has this number.
GROUND = 0
_MANY = 1 << 30


class Arc(NamedTuple):
    """A rule that leads to the ``target`` from another atom, or from the ground, and marks each of which shuts it."""

    source: int
    target: int
    shut: frozenset[Literal]


class Network:
    """Atoms as nodes, and of each mark a gate of two nodes, with a passage for one way from the first to the second.

    An arc goes through all gates of its marks.  Where a mark shuts arcs that have no atom in common a way may change
    from one to another in its gate: then a wall may be larger than need be, but it shuts all ways.
    """

    def __init__(self, arcs: Collection[Arc], both: bool) -> None:
        """Ways go along arcs from target to source; in ``both`` directions, without what comes from the ground."""
        atoms = dict.fromkeys(atom for source, target, _ in arcs for atom in (target, source))
        self._atoms = {atom: node for node, atom in enumerate(atoms)}
        marks = sorted({mark for _, _, shut in arcs for mark in shut})
        self._gates = {mark: node for node, mark in zip(count(len(atoms), 2), marks, strict=False)}
        # From each node to others, how many ways more may go.
        self._room: list[dict[int, int]] = [{} for _ in range(len(atoms) + 2 * len(marks))]
        for gate in self._gates.values():
            self._join(gate, gate + 1, 1)
        for source, target, shut in arcs:
            if source != GROUND or not both:
                self._lead(target, source, shut)
            if source != GROUND and both:
                self._lead(source, target, shut)

    def _lead(self, one: int, other: int, shut: Iterable[Literal]) -> None:
        """Let ways go from an atom to another, through the gates of some marks."""
        last = self._atoms[one]
        for mark in sorted(shut):
            gate = self._gates[mark]
            self._join(last, gate, _MANY)
            last = gate + 1
        self._join(last, self._atoms[other], _MANY)

    def _join(self, one: int, other: int, many: int) -> None:
        self._room[one][other] = many
        self._room[other].setdefault(one, 0)

    def wall(
        self, targets: Collection[int], starts: Collection[int], most: int
    ) -> tuple[set[Literal], set[int]] | None:
        """Give a smallest set of marks without which nothing leads from the starts to the targets, and all atoms on
        the side of the targets, which is as small as it can be; None if there is none, or it has more than ``most``."""
        if not {*targets}.isdisjoint(starts):
            return None
        begun = [self._atoms[atom] for atom in targets if atom in self._atoms]
        ends = {self._atoms[atom] for atom in starts if atom in self._atoms}
        # Of what all walls share only what changes is copied.
        room = [*self._room]
        for _ in range(most + 1):
            before, end = _search(room, begun, ends)
            if end is None:
                wall = {mark for mark, gate in self._gates.items() if gate in before and gate + 1 not in before}
                return wall, {*targets} | {atom for atom, node in self._atoms.items() if node in before}
            steps = [*_steps(before, end)]
            if all(room[one][other] >= _MANY // 2 for one, other in steps):
                return None
            for one, other in steps:
                for node in (one, other):
                    if room[node] is self._room[node]:
                        room[node] = {**room[node]}
                room[one][other] -= 1
                room[other][one] += 1
        return None


def _search(
    room: list[dict[int, int]], begun: Iterable[int], ends: Collection[int]
) -> tuple[dict[int, int], int | None]:
    """The nodes that are reached, each with the one before it (itself at the beginning), and the first end, if any."""
    before = {node: node for node in begun}
    queue = [*before]
    for one in queue:
        for other, many in room[one].items():
            if many and other not in before:
                before[other] = one
                if other in ends:
                    return before, other
                queue.append(other)
    return before, None


def _steps(before: dict[int, int], end: int) -> Iterable[tuple[int, int]]:
    """The steps of the way to an end, the last one first."""
    while before[end] != end:
        yield before[end], end
        end = before[end]

"""Smallest walls: the marks without which nothing leads from one thing to another, as a maximum flow.

Each mark is a gate that lets one way through, so that as many ways as there are side by side, so many marks it takes to
shut them all.  (Ford and Fulkerson, "Maximal flow through a network", 1956.)
"""

from collections.abc import Collection, Iterable
from itertools import count
from typing import NamedTuple

from ..solve.ground import components
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
    """Areas, each of atoms that open ways join, and of each mark a gate of two nodes, with a passage for one way.

    Ways go along arcs in both directions, through the gates of all marks that shut them; the ground is only an end.
    Where a mark shuts arcs that have no atom in common a way may change from one to another in its gate: then a wall
    may be larger than need be, but it shuts all ways.

    area    by atoms, which area is theirs; the ground is one of its own
    """

    def __init__(self, atoms: Iterable[int], arcs: Collection[Arc]) -> None:
        joined: dict[int, list[int]] = {atom: [] for atom in (GROUND, *atoms)}
        for source, target, shut in arcs:
            if source != GROUND and not shut:
                joined[source].append(target)
                joined[target].append(source)
        self._areas = components(joined)
        self.area = {atom: number for number, atoms in enumerate(self._areas) for atom in atoms}
        marks = sorted({mark for _, _, shut in arcs for mark in shut})
        self._gates = {mark: node for node, mark in zip(count(len(self._areas), 2), marks, strict=False)}
        # From each node to others, how many ways more may go.
        self._room: list[dict[int, int]] = [{} for _ in range(len(self._areas) + 2 * len(marks))]
        for gate in self._gates.values():
            self._join(gate, gate + 1, 1)
        for source, target, shut in arcs:
            here, there = self.area[source], self.area[target]
            if here != there:
                self._lead(here, there, shut)
                self._lead(there, here, shut)

    def _lead(self, area: int, other: int, shut: Collection[Literal]) -> None:
        """Let ways go from an area to another, through the gates of some marks."""
        for mark in sorted(shut):
            gate = self._gates[mark]
            self._join(area, gate, _MANY)
            area = gate + 1
        self._join(area, other, _MANY)

    def _join(self, one: int, other: int, many: int) -> None:
        self._room[one][other] = many
        self._room[other].setdefault(one, 0)

    def wall(self, begun: Collection[int], end: int, most: int) -> tuple[set[Literal], set[int]] | None:
        """Give a smallest set of marks without which nothing leads from some areas to another one, and all atoms on
        their side, which is as small as it can be; None if there is none, or it has more than ``most``."""
        room = [{**ways} for ways in self._room]
        for _ in range(most + 1):
            before = {area: area for area in begun}
            queue = [*before]
            for one in queue:
                if end in before:
                    break
                for other, many in room[one].items():
                    if many and other not in before:
                        before[other] = one
                        queue.append(other)
            if end not in before:
                wall = {mark for mark, gate in self._gates.items() if gate in before and gate + 1 not in before}
                return wall, {atom for area, atoms in enumerate(self._areas) if area in before for atom in atoms}
            node = end
            while before[node] != node:
                room[before[node]][node] -= 1
                room[node][before[node]] += 1
                node = before[node]
        return None

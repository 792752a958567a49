"""Smallest walls: the marks without which nothing leads from one thing to another, as a maximum flow.

Each mark that shuts a rule is a node that lets one way through, so that a smallest cut of the graph is a smallest set
of marks that shuts all ways.  (Ford and Fulkerson, "Maximal flow through a network", 1956.)
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable
from typing import NamedTuple

_MANY = 1 << 30
# From each node to others, how much may flow.
Graph = dict[Hashable, dict[Hashable, int]]


class Arc(NamedTuple):
    """A rule that leads from an atom (None: from none) to another, and marks each of which shuts it."""

    source: int | None
    target: int
    shut: frozenset[int]


def network(arcs: Iterable[Arc], both: bool) -> Graph:
    """The graph in which each mark that shuts arcs between atoms lets one way through; ``both``: and back."""
    graph: Graph = defaultdict(dict)

    def joined(source: int, target: int, shut: Iterable[int]) -> None:
        last: Hashable = ("atom", target)
        for mark in sorted(shut):
            _join(graph, last, ("in", mark), _MANY)
            _join(graph, ("in", mark), ("out", mark), 1)
            last = ("out", mark)
        _join(graph, last, ("atom", source), _MANY)

    for source, target, shut in arcs:
        if source is not None:
            joined(source, target, shut)
            if both:
                joined(target, source, shut)
    return graph


def _join(graph: Graph, one: Hashable, other: Hashable, capacity: int) -> None:
    graph[one][other] = max(graph[one].get(other, 0), capacity)
    graph[other].setdefault(one, 0)


def smallest_wall(shared: Graph, targets: Iterable[int], starts: Iterable[int]) -> tuple[set[int], set[int]] | None:
    """A smallest set of marks without which nothing leads from the starts to the targets, and the targets' side.

    It is walked backwards from the targets, so that their side is as small as it can be.
    """
    graph: Graph = defaultdict(dict, shared)
    # Of what many walls share only what changes is copied.
    copied: set[Hashable] = set()

    def own(nodes: Collection[Hashable]) -> None:
        for node in nodes:
            if node not in copied:
                copied.add(node)
                graph[node] = {**graph[node]}

    begun: list[tuple[Hashable, Hashable]] = [("begin", ("atom", atom)) for atom in targets]
    for one, other in [*begun, *((("atom", atom), "end") for atom in starts)]:
        own((one, other))
        _join(graph, one, other, _MANY)
    before = _search(graph)
    while "end" in before:
        way: list[Hashable] = ["end"]
        while way[-1] != "begin":
            way.append(before[way[-1]])
        steps = [*zip(way[1:], way, strict=False)]
        if min(graph[x][y] for x, y in steps) >= _MANY // 2:
            return None
        own(way)
        for x, y in steps:
            graph[x][y] -= 1
            graph[y][x] += 1
        before = _search(graph)
    wall = {x[1] for x in before if isinstance(x, tuple) and x[0] == "in" and ("out", x[1]) not in before}
    return wall, {x[1] for x in before if isinstance(x, tuple) and x[0] == "atom"}


def _search(graph: Graph) -> dict[Hashable, Hashable]:
    """What is reached from the beginning, each from what, until the end is."""
    before: dict[Hashable, Hashable] = {"begin": None}
    queue: list[Hashable] = ["begin"]
    for x in queue:
        for y, capacity in graph[x].items():
            if capacity > 0 and y not in before:
                before[y] = x
                if y == "end":
                    return before
                queue.append(y)
    return before


def side(arcs: Iterable[Arc], wall: Collection[int], starts: Iterable[int], back: bool, both: bool) -> set[int]:
    """The atoms on this side of a wall: those to which rules lead from some, or ``back`` from which they do, or
    ``both``."""
    leads: dict[int, set[int]] = defaultdict(set)
    for source, target, shut in arcs:
        if source is not None and shut.isdisjoint(wall):
            for one, other in ((source, target),) * (both or not back) + ((target, source),) * (both or back):
                leads[one].add(other)
    found = {*starts}
    queue = [*found]
    for atom in queue:
        new = leads[atom] - found
        found |= new
        queue += new
    return found

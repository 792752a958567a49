"""Circuits of gates over Boolean variables, simplified, and made of smaller gates.

Every gate is equivalent to a function of the inputs, in both directions, and so
is every auxiliary variable that writing a gate or a constraint needs: a
circuit has exactly as many models as there are values of its inputs that fulfil
what is required.

A literal is a non-zero integer, negative for the opposite; ``TRUE`` is a
literal too.  Weights are positive.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb, gcd, inf, isqrt
from typing import NamedTuple

TRUE = 1

# Up to how many literals "at most one" is written pair by pair; from nine on the
# product encoding has fewer clauses.
_PAIRWISE = 8


class And(NamedTuple):
    """All of the literals are true."""

    literals: tuple[int, ...]

    def copied(self, circuit: "Circuit", moved: Callable[[int], int]) -> int:
        """Make the gate in another circuit, and give its literal; ``moved`` leads to the literals there."""
        return circuit.all_of(map(moved, self.literals))

    def implied(self, node: int, values: "Values") -> list[int]:
        """Give the literals that the gate, which is a node, implies, its own among them."""
        if values.get(node):
            return list(self.literals)
        rest = [literal for literal in self.literals if not _holds(literal, values)]
        if any(abs(literal) in values for literal in rest):
            return [-node]
        if not rest:
            return [node]
        return [-rest[0]] if len(rest) == 1 and node in values else []


class AtLeast(NamedTuple):
    """The weights of the true literals make ``bound`` or more; ``terms`` are (weight, literal)."""

    bound: int
    terms: tuple[tuple[int, int], ...]

    @property
    def literals(self) -> list[int]:
        return [literal for _, literal in self.terms]

    def copied(self, circuit: "Circuit", moved: Callable[[int], int]) -> int:
        return circuit.at_least(self.bound, [(weight, moved(literal)) for weight, literal in self.terms])

    def implied(self, node: int, values: "Values") -> list[int]:
        sure = sum(weight for weight, literal in self.terms if _holds(literal, values))
        rest = [(weight, literal) for weight, literal in self.terms if abs(literal) not in values]
        possible = sure + sum(weight for weight, _ in rest)
        if sure >= self.bound:
            return [node]
        if possible < self.bound:
            return [-node]
        if node not in values:
            return []
        if values[node]:
            return [literal for weight, literal in rest if possible - weight < self.bound]
        return [-literal for weight, literal in rest if sure + weight >= self.bound]


class Choose(NamedTuple):
    """``high`` if the literal is true, else ``low``, where ``low`` implies ``high``."""

    literal: int
    high: int
    low: int

    @property
    def literals(self) -> tuple[int, ...]:
        return tuple(self)

    def copied(self, circuit: "Circuit", moved: Callable[[int], int]) -> int:
        return circuit.choose(*map(moved, self))

    def implied(self, node: int, values: "Values") -> list[int]:
        chosen, high, low = (_holds(literal, values) for literal in self)
        if low or (chosen and high):
            return [node]
        if high is False or (chosen is False and low is False):
            return [-node]
        if node not in values:
            return []
        if values[node]:
            return [self.high, *([self.low] if chosen is False else []), *([self.literal] if low is False else [])]
        return [-self.low, *([-self.high] if chosen else []), *([-self.literal] if high else [])]


Gate = And | AtLeast | Choose
Values = dict[int, bool]  # of nodes


def _holds(literal: int, values: Values) -> bool | None:
    """Whether a literal is true, None if that is not known."""
    value = values.get(abs(literal))
    return None if value is None else value is (literal > 0)


class Circuit:
    """Gates without repetition, and the literals that are required to be true.

    The nodes are numbered from 2, each gate after what it is made of; a node
    without a gate is an input.
    """

    def __init__(self) -> None:
        self.size = TRUE
        self.gates: dict[int, Gate] = {}
        self.required: dict[int, None] = {}
        self._nodes: dict[Gate, int] = {}

    def variable(self) -> int:
        """Make an input."""
        self.size += 1
        return self.size

    def require(self, literal: int) -> None:
        """Demand that a literal is true."""
        if literal != TRUE:
            self.required[literal] = None

    def all_of(self, literals: Iterable[int]) -> int:
        """Give the literal that says that all of the literals are true."""
        kept = set(literals)
        kept.discard(TRUE)
        if -TRUE in kept or any(-literal in kept for literal in kept):
            return -TRUE
        if len(kept) < 2:
            return kept.pop() if kept else TRUE
        return self._node(And(tuple(sorted(kept, key=abs))))

    def any_of(self, literals: Iterable[int]) -> int:
        """Give the literal that says that one of the literals is true."""
        return -self.all_of([-literal for literal in literals])

    def at_least(self, bound: int, terms: Iterable[tuple[int, int]]) -> int:
        """Give the literal that says that the weights of the true literals make ``bound`` or more."""
        weights: dict[int, int] = {}
        for weight, literal in terms:
            if abs(literal) == TRUE:
                bound -= weight if literal == TRUE else 0
                continue
            opposite = weights.pop(-literal, 0)
            common = min(weight, opposite)
            bound -= common  # one of the two is true
            if opposite > weight:
                weights[-literal] = opposite - common
            elif weight > opposite:
                weights[literal] = weights.get(literal, 0) + weight - common
        if bound <= 0:
            return TRUE
        weights = {literal: min(weight, bound) for literal, weight in weights.items()}
        total = sum(weights.values())
        if total < bound:
            return -TRUE
        smallest = min(weights.values())
        if smallest >= bound:
            return self.any_of(weights)
        if total - smallest < bound:
            return self.all_of(weights)
        divisor = gcd(*weights.values())
        # Large weights first, which keeps the diagrams narrow.
        ordered = sorted(weights.items(), key=lambda item: (-item[1], abs(item[0])))
        return self._node(AtLeast(-(-bound // divisor), tuple((weight // divisor, lit) for lit, weight in ordered)))

    def choose(self, literal: int, high: int, low: int) -> int:
        """Give the literal that is ``high`` if ``literal`` is true, else ``low``; ``low`` must imply ``high``."""
        if high == low or literal == TRUE:
            return high
        if literal == -TRUE or high == -TRUE or low == TRUE:
            return low
        if high == TRUE:
            return self.any_of((literal, low))
        if low == -TRUE:
            return self.all_of((literal, high))
        return self._node(Choose(literal, high, low))

    def _node(self, gate: Gate) -> int:
        node = self._nodes.get(gate)
        if node is None:
            node = self._nodes[gate] = self.variable()
            self.gates[node] = gate
        return node

    def simplified(self) -> "tuple[Circuit, Callable[[int], int]]":
        """Give an equivalent circuit without what is decided by unit propagation.

        The function given with it leads from a literal of this circuit to one of
        the new circuit.  There a required literal is part of no other gate.  A
        contradiction leaves ``-TRUE`` required.
        """
        circuit = self
        steps: list[Callable[[int], int]] = []
        while True:
            values = _propagate(circuit)
            done = all(node in circuit.gates for node in values) and not any(
                abs(literal) in values for gate in circuit.gates.values() for literal in gate.literals
            )
            if values.get(TRUE) is False or (steps and done):
                if values.get(TRUE) is False:
                    circuit.required = {-TRUE: None}
                break
            circuit, step = _rebuilt(circuit, values, lambda gate, new, moved, _: gate.copied(new, moved))
            steps.append(step)

        def lead(literal: int) -> int:
            for step in steps:
                literal = step(literal)
            return literal

        return circuit, lead


def _propagate(circuit: Circuit) -> Values:
    """Give the values of the nodes that unit propagation finds; of ``TRUE`` the value false for a contradiction."""
    parents: dict[int, list[int]] = {}
    for node, gate in circuit.gates.items():
        for literal in gate.literals:
            parents.setdefault(abs(literal), []).append(node)
    values: Values = {}
    waiting = list(circuit.required)
    while waiting:
        literal = waiting.pop()
        node = abs(literal)
        if literal == -TRUE or values.get(node, literal > 0) != (literal > 0):
            return {TRUE: False}
        if node in values or node == TRUE:
            continue
        values[node] = literal > 0
        for affected in (*([node] if node in circuit.gates else []), *parents.get(node, ())):
            waiting += circuit.gates[affected].implied(affected, values)
    return values


Copy = Callable[[Gate, Circuit, Callable[[int], int], bool | None], int]


def _rebuilt(old: Circuit, values: Values, copy: Copy) -> tuple[Circuit, Callable[[int], int]]:
    """Build a circuit again with the values of some nodes put in, and give it with the way of literals into it.

    ``copy`` makes a gate in the new circuit, given its value or None.
    """
    new = Circuit()
    place = {TRUE: TRUE}

    def moved(literal: int) -> int:
        return place[literal] if literal > 0 else -place[-literal]

    for node in range(TRUE + 1, old.size + 1):
        gate, value = old.gates.get(node), values.get(node)
        known = TRUE if value else -TRUE
        if gate is None:
            place[node] = new.variable() if value is None else known
            continue
        place[node] = copy(gate, new, moved, value)
        if value is not None:
            new.require(place[node] if value else -place[node])
            place[node] = known
    return new, moved


def lowered(old: Circuit, lead: Callable[[int], int]) -> tuple[Circuit, Callable[[int], int]]:
    """Give what :meth:`Circuit.simplified` gave as an equivalent circuit in which counts are made of smaller gates.

    What remains of counts has few clauses if written directly.  "At most one" is written by the product encoding
    (Chen, "A new SAT encoding of the at-most-one constraint", 2010), other counts as decision diagrams that share
    their nodes (Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell, "BDDs for pseudo-Boolean constraints -
    revisited", 2011).
    """

    def copy(gate: Gate, new: Circuit, moved: Callable[[int], int], value: bool | None) -> int:
        if not isinstance(gate, AtLeast):
            return gate.copied(new, moved)
        terms = [(weight, moved(literal)) for weight, literal in gate.terms]
        if value is None:
            return _counted(new, gate.bound, terms)
        _constrain(new, gate.bound, terms, value)
        return TRUE if value else -TRUE

    new, moved = _rebuilt(old, {abs(literal): literal > 0 for literal in old.required}, copy)
    if -TRUE in old.required:
        new.require(-TRUE)
    last, again = new.simplified()
    return last, lambda literal: again(moved(lead(literal)))


def _counted(circuit: Circuit, bound: int, terms: Sequence[tuple[int, int]]) -> int:
    """Give the literal of a count, as one gate if that has few clauses, else as a diagram."""
    number = len(terms)
    plain = all(weight == 1 for weight, _ in terms)
    if plain and comb(number, bound - 1) + comb(number, bound) <= 4 * bound * (number - bound + 1):
        return circuit.at_least(bound, terms)
    return _diagram(circuit, bound, terms)


def _constrain(circuit: Circuit, bound: int, terms: Sequence[tuple[int, int]], value: bool) -> None:
    """Require that the weights of the true literals make ``bound`` or more, or else that they do not."""
    number = len(terms)
    most = number - bound if value else bound - 1
    literals = [-literal if value else literal for _, literal in terms]
    plain = all(weight == 1 for weight, _ in terms)
    if plain and most == 1:
        _at_most_one(circuit, literals)
    elif plain and comb(number, most + 1) <= 4 * (most + 1) * (number - most):
        for some in combinations(literals, most + 1):
            circuit.require(-circuit.all_of(some))
    else:
        root = _diagram(circuit, bound, terms)
        circuit.require(root if value else -root)


def _at_most_one(circuit: Circuit, literals: Sequence[int]) -> None:
    """Require that at most one of the literals is true, by rows and columns if they are many."""
    if len(literals) <= _PAIRWISE:
        for pair in combinations(literals, 2):
            circuit.require(-circuit.all_of(pair))
        return
    width = isqrt(len(literals) - 1) + 1
    _at_most_one(circuit, [circuit.any_of(literals[k : k + width]) for k in range(0, len(literals), width)])
    _at_most_one(circuit, [circuit.any_of(literals[k::width]) for k in range(width)])


def _diagram(circuit: Circuit, bound: int, terms: Sequence[tuple[int, int]]) -> int:
    """Give the literal of a count as a decision diagram.

    A node says that the terms from one on make at least a number; it is the
    same for an interval of numbers.
    """
    rest = [0]
    for weight, _ in reversed(terms):
        rest.append(rest[-1] + weight)
    rest.reverse()
    starts: list[list[float]] = [[-inf, total + 1] for total in rest]
    found: list[list[tuple[float, float, int]]] = [[(-inf, 0, TRUE), (total + 1, inf, -TRUE)] for total in rest]

    def find(level: int, number: int) -> tuple[float, float, int] | None:
        interval = found[level][bisect_right(starts[level], number) - 1]
        return interval if number <= interval[1] else None

    stack = [(0, bound)]
    while stack:
        level, number = stack[-1]
        if find(level, number):
            stack.pop()
            continue
        weight, literal = terms[level]
        high, low = find(level + 1, number - weight), find(level + 1, number)
        if high and low:
            interval = (max(high[0] + weight, low[0]), min(high[1] + weight, low[1]))
            place = bisect_right(starts[level], interval[0])
            starts[level].insert(place, interval[0])
            found[level].insert(place, (*interval, circuit.choose(literal, high[2], low[2])))
        elif high:
            stack.append((level + 1, number))
        else:
            stack.append((level + 1, number - weight))
    node = find(0, bound)
    return node[2] if node else -TRUE

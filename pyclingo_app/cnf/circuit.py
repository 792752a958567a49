"""Circuits of gates over Boolean variables, and how they are written as clauses or linear constraints.

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


class AtLeast(NamedTuple):
    """The weights of the true literals make ``bound`` or more; ``terms`` are (weight, literal)."""

    bound: int
    terms: tuple[tuple[int, int], ...]


class Choose(NamedTuple):
    """``high`` if the literal is true, else ``low``, where ``low`` implies ``high``."""

    literal: int
    high: int
    low: int


Gate = And | AtLeast | Choose


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
        steps: list[dict[int, int]] = []
        while True:
            values = _propagate(circuit)
            done = all(node in circuit.gates for node in values) and not any(
                abs(literal) in values for gate in circuit.gates.values() for literal in _literals(gate)
            )
            if values.get(TRUE) is False or (steps and done):
                if values.get(TRUE) is False:
                    circuit.required = {-TRUE: None}
                break
            circuit, step = _rebuilt(circuit, values)
            steps.append(step)

        def lead(literal: int) -> int:
            for step in steps:
                literal = step[abs(literal)] if literal > 0 else -step[abs(literal)]
            return literal

        return circuit, lead


def _literals(gate: Gate) -> Sequence[int]:
    return (
        [literal for _, literal in gate.terms]
        if isinstance(gate, AtLeast)
        else gate.literals
        if isinstance(gate, And)
        else gate
    )


def _propagate(circuit: Circuit) -> dict[int, bool]:
    """Give the values of the nodes that unit propagation finds; of ``TRUE`` the value false for a contradiction."""
    parents: dict[int, list[int]] = {}
    for node, gate in circuit.gates.items():
        for literal in _literals(gate):
            parents.setdefault(abs(literal), []).append(node)
    values: dict[int, bool] = {}
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
            waiting += _implied(affected, circuit.gates[affected], values)
    return values


def _implied(node: int, gate: Gate, values: dict[int, bool]) -> list[int]:
    """Give the literals that a gate implies, its own among them."""
    value = values.get(node)
    if isinstance(gate, And):
        if value:
            return list(gate.literals)
        rest = [lit for lit in gate.literals if values.get(abs(lit)) is not (lit > 0)]
        if any(abs(lit) in values for lit in rest):
            return [-node]
        if not rest:
            return [node]
        return [-rest[0]] if value is False and len(rest) == 1 else []
    if isinstance(gate, Choose):
        chosen, high, low = (None if abs(lit) not in values else values[abs(lit)] is (lit > 0) for lit in gate)
        if low or (chosen and high):
            return [node]
        if high is False or (chosen is False and low is False):
            return [-node]
        if value:
            return [gate.high, *([gate.low] if chosen is False else []), *([gate.literal] if low is False else [])]
        if value is False:
            return [-gate.low, *([-gate.high] if chosen else []), *([-gate.literal] if high else [])]
        return []
    sure = sum(weight for weight, lit in gate.terms if values.get(abs(lit)) is (lit > 0))
    rest_terms = [(weight, lit) for weight, lit in gate.terms if abs(lit) not in values]
    possible = sure + sum(weight for weight, _ in rest_terms)
    if sure >= gate.bound:
        return [node]
    if possible < gate.bound:
        return [-node]
    if value:
        return [lit for weight, lit in rest_terms if possible - weight < gate.bound]
    if value is False:
        return [-lit for weight, lit in rest_terms if sure + weight >= gate.bound]
    return []


def _rebuilt(old: Circuit, values: dict[int, bool]) -> tuple[Circuit, dict[int, int]]:
    """Build a circuit again with the values put in; give it with the literal of each old node."""
    new = Circuit()
    place = {TRUE: TRUE}

    def moved(literal: int) -> int:
        return place[literal] if literal > 0 else -place[-literal]

    for node in range(TRUE + 1, old.size + 1):
        gate = old.gates.get(node)
        value = values.get(node)
        if gate is None:
            literal = new.variable() if value is None else TRUE if value else -TRUE
        else:
            if isinstance(gate, And):
                literal = new.all_of(map(moved, gate.literals))
            elif isinstance(gate, Choose):
                literal = new.choose(*map(moved, gate))
            else:
                literal = new.at_least(gate.bound, [(weight, moved(lit)) for weight, lit in gate.terms])
            if value is not None:
                new.require(literal if value else -literal)
                literal = TRUE if value else -TRUE
        place[node] = literal
    return new, place


def lowered(old: Circuit) -> tuple[Circuit, Callable[[int], int]]:
    """Give an equivalent circuit in which counts are made of smaller gates, and where its literals are in it.

    What remains of counts has few clauses if written directly.  "At most one"
    is written by the product encoding (Chen, "A new SAT encoding of the
    at-most-one constraint", 2010), other counts as decision diagrams that share
    their nodes (Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell, "BDDs for
    pseudo-Boolean constraints - revisited", 2011).
    """
    new = Circuit()
    place = {TRUE: TRUE}

    def moved(literal: int) -> int:
        return place[literal] if literal > 0 else -place[-literal]

    for node in range(TRUE + 1, old.size + 1):
        gate = old.gates.get(node)
        value = True if node in old.required else False if -node in old.required else None
        if gate is None:
            place[node] = new.variable()
        elif isinstance(gate, And):
            place[node] = new.all_of(map(moved, gate.literals))
        elif isinstance(gate, Choose):
            place[node] = new.choose(*map(moved, gate))
        else:
            terms = [(weight, moved(lit)) for weight, lit in gate.terms]
            if value is None:
                place[node] = _counted(new, gate.bound, terms)
            else:
                place[node] = TRUE if value else -TRUE
                _constrain(new, gate.bound, terms, value)
            continue
        if value is not None:
            new.require(place[node] if value else -place[node])
    if -TRUE in old.required:
        new.require(-TRUE)
    return new, moved


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


class Linear(NamedTuple):
    """The weights of the true literals make ``least`` or more, or with ``equal`` exactly that."""

    terms: tuple[tuple[int, int], ...]
    least: int
    equal: bool = False


class Formula:
    """A circuit as numbered variables, and as clauses or linear constraints over them.

    ``wanted`` are literals of the circuit that get the variables 1, 2, ... in
    their order, each its own.  ``size`` is the number of all variables.
    ``sections`` has the rows under their headings: a list of literals is a
    clause; with ``linear`` there are :class:`Linear` rows as well.
    """

    def __init__(self, circuit: Circuit, wanted: Sequence[int], linear: bool = False) -> None:
        self.size = 0
        self.sections: dict[str, list[list[int] | Linear]] = {}
        self._numbers: dict[int, int] = {}
        required = {abs(literal): literal > 0 for literal in circuit.required}
        known: list[list[int] | Linear] = []
        for literal in wanted:
            self.size += 1
            if abs(literal) in required:
                literal = TRUE if literal in circuit.required else -TRUE
            if abs(literal) == TRUE:
                known.append([self.size if literal == TRUE else -self.size])
            elif abs(literal) in self._numbers:
                known += [[-self.size, self.number(literal)], [self.size, -self.number(literal)]]
            else:
                self._numbers[abs(literal)] = self.size if literal > 0 else -self.size
        used = _reachable(circuit, [*wanted, *circuit.required])
        for node in range(TRUE + 1, circuit.size + 1):
            if node not in self._numbers and node not in required and (node in used or node not in circuit.gates):
                self.size += 1
                self._numbers[node] = self.size
        defined: list[list[int] | Linear] = []
        for node, gate in circuit.gates.items():
            if node in used and node not in required:
                defined += self._definition(self._numbers[node], gate, linear)
        self.sections["shown atoms that are decided, or equal to others"] = known
        self.sections["derived atoms and auxiliary variables, each defined in both directions"] = defined
        self.sections["constraints"] = self._constraints(circuit, required, linear)

    def number(self, literal: int) -> int:
        """Give the variable of a literal of the circuit, negative for the opposite; 0 if it has none."""
        number = self._numbers.get(abs(literal), 0)
        return number if literal > 0 else -number

    def _terms(self, terms: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        return [(weight, self.number(literal)) for weight, literal in terms]

    def _definition(self, own: int, gate: Gate, linear: bool) -> list[list[int] | Linear]:
        """Give the rows that say that a variable is equivalent to a gate."""
        if isinstance(gate, AtLeast):
            terms = self._terms(gate.terms)
            if linear:
                slack = sum(weight for weight, _ in terms) - gate.bound + 1
                return [
                    Linear(((gate.bound, -own), *terms), gate.bound),
                    Linear(((slack, own), *((weight, -number) for weight, number in terms)), slack),
                ]
            return [
                *([-own, *some] for some in _at_least(gate.bound, terms)),
                *([own, *some] for some in _at_most(gate.bound - 1, terms)),
            ]
        if isinstance(gate, Choose):
            literal, high, low = map(self.number, gate)
            return [[-own, high], [-own, literal, low], [own, -low], [own, -literal, -high]]
        numbers = [self.number(literal) for literal in gate.literals]
        opposite = [own, *(-number for number in numbers)]
        if linear:
            return [Linear(((len(numbers), -own), *((1, number) for number in numbers)), len(numbers)), opposite]
        return [*([-own, number] for number in numbers), opposite]

    def _constraints(self, circuit: Circuit, required: dict[int, bool], linear: bool) -> list[list[int] | Linear]:
        """Give the rows of what is required of a simplified circuit."""
        if -TRUE in circuit.required:
            self.size = max(self.size, 1)
            return [[1], [-1]]
        rows: list[list[int] | Linear] = []
        bounds: dict[tuple[tuple[int, int], ...], dict[bool, int]] = {}
        for node, value in required.items():
            gate = circuit.gates[node]
            if isinstance(gate, AtLeast):
                terms = self._terms(gate.terms)
                if linear:
                    bounds.setdefault(tuple(terms), {})[value] = gate.bound
                else:
                    rows += _at_least(gate.bound, terms) if value else _at_most(gate.bound - 1, terms)
                continue
            # A conjunction that must not hold: all else is decided already.
            clause = [-self.number(literal) for literal in _literals(gate)]
            if linear:
                bounds.setdefault(tuple((1, number) for number in clause), {})[True] = 1
            else:
                rows.append(clause)
        for key, bound in bounds.items():
            if bound.get(False) == bound.get(True, 0) + 1:
                rows.append(Linear(key, bound[True], equal=True))
                continue
            if True in bound:
                rows.append(Linear(key, bound[True]))
            if False in bound:
                total = sum(weight for weight, _ in key)
                rows.append(Linear(tuple((weight, -number) for weight, number in key), total - bound[False] + 1))
        return rows


def _reachable(circuit: Circuit, literals: Iterable[int]) -> set[int]:
    """Give the nodes that some literals depend on."""
    found: set[int] = set()
    waiting = [abs(literal) for literal in literals]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            if node in circuit.gates:
                waiting += map(abs, _literals(circuit.gates[node]))
    return found


def _at_least(bound: int, terms: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Give the clauses for ``bound`` of some literals; weights must be 1."""
    return [list(some) for some in combinations([number for _, number in terms], len(terms) - bound + 1)]


def _at_most(bound: int, terms: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Give the clauses for not more than ``bound`` of some literals; weights must be 1."""
    return [list(some) for some in combinations([-number for _, number in terms], bound + 1)]

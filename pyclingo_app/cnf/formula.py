"""Circuits as numbered variables, with clauses or linear constraints over them."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from .circuit import TRUE, AtLeast, Choose, Circuit, Gate


class Linear(NamedTuple):
    """The weights of the true literals make ``least`` or more, or with ``equal`` exactly that."""

    terms: tuple[tuple[int, int], ...]
    least: int
    equal: bool = False


Row = list[int] | Linear  # a clause, or a constraint


class Formula:
    """A circuit as numbered variables, and as clauses or linear constraints over them.

    ``wanted`` are literals of the circuit that get the variables 1, 2, ... in
    their order, each its own.  ``size`` is the number of all variables.
    ``sections`` has the rows under their headings: a list of literals is a
    clause; with ``linear`` there are :class:`Linear` rows as well.
    """

    def __init__(self, circuit: Circuit, wanted: Sequence[int], linear: bool = False) -> None:
        self.size = 0
        self.sections: dict[str, list[Row]] = {}
        self._numbers: dict[int, int] = {}
        required = {abs(literal): literal > 0 for literal in circuit.required}
        known: list[Row] = []
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
        defined: list[Row] = []
        for node, gate in circuit.gates.items():
            if node in used and node not in required:
                defined += self._definition(self._numbers[node], gate, linear)
        self.sections["shown atoms that are decided, or equal to others"] = known
        self.sections["derived atoms and auxiliary variables, each defined in both directions"] = defined
        self.sections["constraints"] = self._constraints(circuit, required, linear)

    @property
    def rows(self) -> list[Row]:
        """All rows, in their order."""
        return [row for section in self.sections.values() for row in section]

    def number(self, literal: int) -> int:
        """Give the variable of a literal of the circuit, negative for the opposite; 0 if it has none."""
        number = self._numbers.get(abs(literal), 0)
        return number if literal > 0 else -number

    def _terms(self, terms: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        return [(weight, self.number(literal)) for weight, literal in terms]

    def _definition(self, own: int, gate: Gate, linear: bool) -> list[Row]:
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

    def _constraints(self, circuit: Circuit, required: dict[int, bool], linear: bool) -> list[Row]:
        """Give the rows of what is required of a simplified circuit."""
        if -TRUE in circuit.required:
            self.size = max(self.size, 1)
            return [[1], [-1]]
        rows: list[Row] = []
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
            clause = [-self.number(literal) for literal in gate.literals]
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
                waiting += map(abs, circuit.gates[node].literals)
    return found


def _at_least(bound: int, terms: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Give the clauses for ``bound`` of some literals; weights must be 1."""
    return [list(some) for some in combinations([number for _, number in terms], len(terms) - bound + 1)]


def _at_most(bound: int, terms: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Give the clauses for not more than ``bound`` of some literals; weights must be 1."""
    return [list(some) for some in combinations([-number for _, number in terms], bound + 1)]

"""The ground program that clingo hands over to a solver, written down."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import clingo
from clingo import Symbol

from ..program.source import Log
from .control import ground, make_control
from .problem import Problem

K = TypeVar("K", bound=Hashable)


class Rule(NamedTuple):
    """A ground rule: atoms as head, literals as body.

    The body holds if the ``weights`` of its true literals make ``bound`` or more;
    without ``bound`` if all of them are true.
    """

    choice: bool
    head: tuple[int, ...]
    body: tuple[int, ...]
    bound: int | None = None
    weights: tuple[int, ...] = ()

    def terms(self) -> tuple[tuple[int, int], ...]:
        """The literals of the body, each behind its weight, which is 1 without a bound."""
        return tuple(zip(self.weights or (1,) * len(self.body), self.body, strict=True))

    @property
    def need(self) -> int:
        """How much the weights of true literals have to make so that the body holds."""
        return len(self.body) if self.bound is None else self.bound


_new = tuple.__new__


class GroundProgram(clingo.Observer):
    """The ground program that clingo's grounder hands over.

    ``shown`` has for each shown symbol the conditions, lists of literals, under
    each of which it is shown; ``names`` are symbols of atoms, to be filled in
    after grounding; ``externals`` are values of atoms that need no rule;
    ``refused`` says what in the program has no translation.
    """

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self.shown: dict[Symbol, list[Sequence[int]]] = {}
        self.names: dict[int, Symbol] = {}
        self.externals: dict[int, clingo.TruthValue] = {}
        self.refused: set[str] = set()
        self.warnings: list[str] = []

    @cached_property
    def by_head(self) -> defaultdict[int, list[Rule]]:
        """The rules by the atoms in their heads, as soon as all is grounded."""
        rules: defaultdict[int, list[Rule]] = defaultdict(list)
        for rule in self.rules:
            for atom in rule.head:
                rules[atom].append(rule)
        return rules

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        if head or not choice:
            # The same as Rule(choice, tuple(head), tuple(body)), in two thirds of the time: most rules are such ones.
            self.rules.append(_new(Rule, (choice, tuple(head), tuple(body), None, ())))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        if head or not choice:
            literals, weights = zip(*body, strict=True) if body else ((), ())
            self.rules.append(Rule(choice, tuple(head), literals, lower_bound, weights))

    def output_atom(self, symbol: Symbol, atom: int) -> None:
        self.shown.setdefault(symbol, []).append([atom] if atom else [])

    def output_term(self, symbol: Symbol, condition: Sequence[int]) -> None:
        self.shown.setdefault(symbol, []).append(list(condition))

    def external(self, atom: int, value: clingo.TruthValue) -> None:
        self.externals[atom] = value

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self.refused.add("optimisation")

    def acyc_edge(self, node_u: int, node_v: int, condition: Sequence[int]) -> None:
        self.refused.add("#edge")

    def theory_atom(self, atom_id_or_zero: int, term_id: int, elements: Sequence[int]) -> None:
        self.refused.add("theory atoms")

    def theory_atom_with_guard(self, atom_id_or_zero: int, *rest: Any) -> None:
        self.refused.add("theory atoms")


def components(successors: Mapping[K, Iterable[K]]) -> list[list[K]]:
    """Give the strongly connected components of a graph, each after those that it leads to."""
    return [*connected(successors, lambda node: successors.get(node, ()))]


def connected(roots: Iterable[K], successors: Callable[[K], Iterable[K]]) -> Iterator[list[K]]:
    """Give the strongly connected components of what some nodes lead to, each after those that it leads to.

    (Tarjan, "Depth-first search and linear graph algorithms", 1972.)
    """
    index: dict[K, int] = {}
    lowest: dict[K, int] = {}
    path: list[K] = []
    place: dict[K, int] = {}
    work: list[tuple[K, Iterator[K]]] = []

    def enter(node: K) -> None:
        index[node] = lowest[node] = len(index)
        place[node] = len(path)
        path.append(node)
        work.append((node, iter(successors(node))))

    for root in roots:
        if root not in index:
            enter(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    enter(other)
                    break
                if other in place:
                    lowest[node] = min(lowest[node], index[other])
            else:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[node])
                if lowest[node] == index[node]:
                    start = place[node]
                    yield path[start:]
                    for member in path[start:]:
                        del place[member]
                    del path[start:]


def ground_program(problem: Problem) -> GroundProgram:
    """Ground a problem, and give what the grounder hands to a solver.

    Raises InstanceError with the faults that the program's rules find, and ProgramError.
    """
    log = Log()
    control = make_control([], problem, log, problem.program.base)
    program = GroundProgram()
    control.register_observer(program)
    ground(control, problem, log)
    program.names = {atom.literal: atom.symbol for atom in control.symbolic_atoms if not atom.is_fact}
    program.warnings = problem.program.remarks(log)
    return program

"""Ground programs as circuits whose models are the answer sets, one to one.

An atom is true exactly if one of its rules supports it (Clark's completion, in
both directions).  Where atoms depend on themselves through positive literals,
each atom that is true has besides a rank: the first stage at which the rules
derive it from atoms of lower ranks.  Ranks are binary numbers with exactly one
value in each answer set (Janhunen, Niemela, "Compact translations of
non-disjunctive answer set programs to propositional clauses", 2011), and counts
in recursive rules are counts of the atoms of lower rank.  Disjunctive heads are
shifted into the bodies, which is right without head cycles (Ben-Eliyahu,
Dechter, "Propositional semantics for disjunctive logic programs", 1994).
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from clingo import Symbol, TruthValue

from ..errors import ProgramError
from ..solve.control import sort_key
from ..solve.ground import GroundProgram, Rule, components, ground_program
from ..solve.problem import Problem
from .circuit import TRUE, Circuit, lowered
from .formula import Formula


class Completion(NamedTuple):
    """A circuit, with its literals for the shown symbols and for everything else that has a name."""

    circuit: Circuit
    shown: dict[Symbol, int]
    named: dict[str, int]


def complete(program: GroundProgram) -> Completion:
    """Translate a ground program.

    Raises ProgramError for what cannot be translated: theory atoms, optimisation,
    ``#edge``, and disjunctions whose atoms depend on each other.
    """
    if program.refused:
        raise ProgramError(
            f"{' and '.join(sorted(program.refused))} cannot be translated to clauses",
            "Use choices, rules, constraints and aggregates only.",
        )
    completer = _Completer(program)
    completer.define()
    completer.require()
    named = {str(symbol): completer.literal(atom) for atom, symbol in program.names.items()}
    circuit = completer.circuit
    shown = {
        symbol: circuit.any_of([circuit.all_of(map(completer.literal, condition)) for condition in conditions])
        for symbol, conditions in program.shown.items()
    }
    return Completion(circuit, shown, named | completer.ranks)


class Translation(NamedTuple):
    """A board as a formula: the shown atom of each of the variables 1, 2, ..., and
    the names of other literals; one of ``names`` may be that of several atoms."""

    puzzle: str
    constants: dict[str, str]
    instance: str | None
    formula: Formula
    atoms: list[str]
    names: list[tuple[int, str]]
    warnings: list[str]


def translate(problem: Problem, linear: bool = False) -> Translation:
    """Translate a puzzle with an instance to clauses, or with ``linear`` to linear constraints.

    The models correspond to the answer sets one to one.  Raises InstanceError
    and ProgramError.
    """
    program = ground_program(problem)
    completion = complete(program)
    circuit, led = completion.circuit.simplified()
    if not linear:
        circuit, led = lowered(circuit, led)
    symbols = sorted(completion.shown, key=sort_key)
    formula = Formula(circuit, [led(completion.shown[symbol]) for symbol in symbols], linear)
    shown = set(map(str, symbols))
    numbers = ((formula.number(led(literal)), name) for name, literal in completion.named.items())
    names = sorted(((n, name) for n, name in numbers if n and name not in shown), key=lambda item: abs(item[0]))
    name = os.path.basename(problem.instance.name) if problem.instance else None
    return Translation(
        problem.program.name, problem.constants, name, formula, list(map(str, symbols)), names, program.warnings
    )


class _Completer:
    """The state of one translation: the circuit, and the literal in it of each atom."""

    def __init__(self, program: GroundProgram) -> None:
        self.circuit = Circuit()
        self.names = program.names
        ground = [*program.rules, *_externals(program)]
        facts = {rule.head[0] for rule in ground if _is_fact(rule)}
        rules = [rule for rule in ground if rule.choice or facts.isdisjoint(rule.head)]
        uses: dict[int, list[int]] = {}
        for rule in rules:
            for head in rule.head:
                if head not in facts:
                    uses.setdefault(head, []).extend(lit for lit in rule.body if lit > 0 and lit not in facts)
        self.recursive = [atoms for atoms in components(uses) if len(atoms) > 1 or atoms[0] in uses.get(atoms[0], ())]
        self.component = {atom: number for number, atoms in enumerate(self.recursive) for atom in atoms}
        self.literals = dict.fromkeys(facts, TRUE)
        self.supports: dict[int, list[Rule]] = {}
        self.constraints: list[Rule] = []
        for rule in rules:
            if not rule.head:
                self.constraints.append(rule)
            for head in rule.head:
                if head not in facts:
                    self.supports.setdefault(head, []).append(self._single(rule, head))
        self.ranks: dict[str, int] = {}

    def _single(self, rule: Rule, head: int) -> Rule:
        """Give a rule for one atom of its head; the others of a disjunction go negated into the body."""
        if rule.choice or len(rule.head) == 1:
            return rule
        others = [atom for atom in rule.head if atom != head]
        for atom in others:
            if atom in self.component and self.component[atom] == self.component.get(head):
                raise ProgramError(
                    f"a rule has both {self._name(head)} and {self._name(atom)} as alternatives in its head, and they "
                    "depend on each other (a head cycle), which cannot be translated to clauses",
                    "Use a choice instead of the disjunction.",
                )
        # In a weighted body an atom of the head stops the rule by itself.
        body = (*rule.body, *(-atom for atom in others))
        if rule.bound is None:
            return rule._replace(head=(head,), body=body)
        more = sum(rule.weights) + 1
        weights = (*rule.weights, *(more for _ in others))
        return Rule(rule.choice, (head,), body, rule.bound + more * len(others), weights)

    def _name(self, atom: int) -> str:
        return str(self.names.get(atom, f"atom {atom}"))

    def literal(self, literal: int) -> int:
        """Give the circuit's literal for a literal of the program."""
        value = self.literals.get(abs(literal), -TRUE)
        return value if literal > 0 else -value

    def _body(self, rule: Rule, replaced: Mapping[int, int]) -> int:
        """Give the literal of a body, in which some literals are replaced."""
        terms = [(weight, replaced.get(lit) or self.literal(lit)) for weight, lit in rule.terms()]
        if rule.bound is None:
            return self.circuit.all_of([lit for _, lit in terms])
        return self.circuit.at_least(rule.bound, terms)

    def define(self) -> None:
        """Give each atom its literal: that of its bodies, or a variable for a choice and in a cycle."""
        self.chosen = {atom for atom, rules in self.supports.items() if any(rule.choice for rule in rules)}
        uses = {
            atom: [abs(lit) for rule in rules for lit in rule.body if abs(lit) not in self.chosen]
            for atom, rules in self.supports.items()
            if atom not in self.chosen
        }
        for atom in self.supports:
            if atom in self.chosen:
                self.literals[atom] = self.circuit.variable()
        for atoms in components(uses):
            if len(atoms) > 1 or atoms[0] in uses.get(atoms[0], ()):
                self.chosen |= set(atoms)
                self.literals |= {atom: self.circuit.variable() for atom in atoms}
            elif atoms[0] in uses and atoms[0] not in self.literals:
                bodies = [self._body(rule, {}) for rule in self.supports[atoms[0]]]
                self.literals[atoms[0]] = self.circuit.any_of(bodies)

    def require(self) -> None:
        """Require the constraints, the rules of atoms that have variables, and the ranks."""
        circuit = self.circuit
        for rule in self.constraints:
            circuit.require(-self._body(rule, {}))
        for atom in sorted(self.chosen):
            own = self.literals[atom]
            bodies = [(rule, self._body(rule, {})) for rule in self.supports[atom]]
            for rule, body in bodies:
                if not rule.choice:
                    circuit.require(circuit.any_of([-body, own]))
            if atom not in self.component:
                circuit.require(circuit.any_of([-own, *(body for _, body in bodies)]))
        for atoms in self.recursive:
            self._rank(sorted(atoms))

    def _rank(self, atoms: Sequence[int]) -> None:
        """Require for atoms that depend on each other that rules derive them in stages.

        An atom has rank r when its rules derive it from atoms of ranks less
        than r, but not from those of ranks less than r - 1 alone.
        """
        circuit = self.circuit
        size = (len(atoms) - 1).bit_length()
        ranks = {atom: [circuit.variable() for _ in range(size)] for atom in atoms}
        after = {atom: self._successor(bits) for atom, bits in ranks.items()}
        for atom, bits in ranks.items():
            own = self.literals[atom]
            self.ranks |= {f"bit {k} of the rank of {self._name(atom)}": bit for k, bit in enumerate(bits)}
            for bit in bits:
                circuit.require(circuit.any_of([-bit, own]))
            bodies = []
            for rule in self.supports[atom]:
                inner = {lit for lit in rule.body if lit in ranks}
                lower = {lit: circuit.all_of([self.literals[lit], self._greater(bits, ranks[lit])]) for lit in inner}
                bodies.append(self._body(rule, lower))
                before = {lit: circuit.all_of([self.literals[lit], self._greater(bits, after[lit])]) for lit in inner}
                circuit.require(-circuit.all_of([circuit.any_of(bits), self._body(rule, before)]))
            circuit.require(circuit.any_of([-own, *bodies]))

    def _greater(self, left: Sequence[int], right: Sequence[int]) -> int:
        """Give the literal that says that a binary number, lowest bit first, is greater than another."""
        result = -TRUE
        for k in range(max(len(left), len(right))):
            bit = left[k] if k < len(left) else -TRUE
            opposite = -right[k] if k < len(right) else TRUE
            result = self.circuit.at_least(2, [(1, bit), (1, opposite), (1, result)])
        return result

    def _successor(self, bits: Sequence[int]) -> list[int]:
        """Give the bits of a binary number plus one."""
        result = []
        carry = TRUE
        for bit in bits:
            both = self.circuit.all_of([bit, carry])
            result.append(self.circuit.all_of([self.circuit.any_of([bit, carry]), -both]))
            carry = both
        return [*result, carry]


def _externals(program: GroundProgram) -> Iterator[Rule]:
    """Give rules for externals that no rule of the program defines: without one they are false."""
    defined = {atom for rule in program.rules for atom in rule.head}
    for atom, value in program.externals.items():
        if atom not in defined and value in (TruthValue.True_, TruthValue.Free):
            yield Rule(value == TruthValue.Free, (atom,), ())


def _is_fact(rule: Rule) -> bool:
    return not rule.choice and len(rule.head) == 1 and (not rule.body if rule.bound is None else rule.bound <= 0)

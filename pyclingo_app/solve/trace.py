"""What follows in a small program rule by rule, to a contradiction or until nothing more follows.

That is unit propagation over the completion, with weights, and as nothing holds by itself alone (unfounded sets); it
finds less than a search.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from .ground import Rule


class Program:
    """The small program of a sentence, in which atom 1 says that it is broken."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = rules
        self.of: dict[int, list[Rule]] = {atom: [] for rule in rules for atom in (*rule.head, *map(abs, rule.body))}
        self.within: dict[int, list[Rule]] = defaultdict(list)
        for rule in rules:
            self.of[rule.head[0]].append(rule)
            for atom in dict.fromkeys(map(abs, rule.body)):
                self.within[atom].append(rule)


class Course:
    """What follows in a small program from literals that are given.

    holds     the literals that hold
    broken    whether some of them contradict each other
    """

    def __init__(self, program: Program, given: Iterable[int]) -> None:
        self._program = program
        self.holds: set[int] = set()
        self.broken = False
        self._pending: list[int] = []
        for literal in given:
            self._add(literal)
        for rule in program.rules:
            self._follow(rule)
        for atom in program.of:
            self._support(atom)
        while self._pending and not self.broken:
            pending, self._pending = self._pending, []
            for atom in pending:
                self._support(atom)
                for rule in (*program.of[atom], *program.within[atom]):
                    self._follow(rule)
                    self._support(rule.head[0])
            if not self._pending:
                self._unfounded()

    def _add(self, literal: int) -> None:
        if -literal in self.holds:
            self.broken = True
        elif literal not in self.holds:
            self.holds.add(literal)
            self._pending.append(abs(literal))

    def _follow(self, rule: Rule) -> None:
        """What the body of a rule says of its head, and a head that does not hold of the body."""
        (head,), low = rule.head, much(rule, self.holds)
        if rule.choice:
            return
        if low >= rule.need:
            self._add(head)
        elif -head in self.holds:
            for weight, literal in rule.terms():
                if low + weight >= rule.need and literal not in self.holds:
                    self._add(-literal)

    def _support(self, atom: int) -> None:
        """An atom holds by one of its rules, or not at all."""
        left = [rule for rule in self._program.of[atom] if room(rule, self.holds) >= rule.need]
        if not left:
            self._add(-atom)
        elif atom in self.holds and len(left) == 1:
            spare = room(left[0], self.holds) - left[0].need
            for weight, literal in left[0].terms():
                if weight > spare and -literal not in self.holds:
                    self._add(literal)

    def _unfounded(self) -> None:
        """Atoms that could hold by each other only do not hold."""
        founded: set[int] = set()
        size = -1
        while size < len(founded):
            size = len(founded)
            for rule in self._program.rules:
                able = (w for w, one in rule.terms() if -one not in self.holds and (one < 0 or one in founded))
                if rule.head[0] not in founded and sum(able) >= rule.need:
                    founded.add(rule.head[0])
        for atom in self._program.of:
            if atom not in founded:
                self._add(-atom)


def much(rule: Rule, holds: Collection[int]) -> int:
    """How much the literals of a body make that hold."""
    return sum(weight for weight, literal in rule.terms() if literal in holds)


def room(rule: Rule, holds: Collection[int]) -> int:
    """How much the literals of a body can still make where some hold."""
    return sum(weight for weight, literal in rule.terms() if -literal not in holds)

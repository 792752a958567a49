"""What follows in a small program rule by rule, each with that from which it follows.

That is unit propagation over the completion, with weights, and as nothing holds by itself alone (unfounded sets); it
finds less than a search.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from .ground import Rule


class Program:
    """The small program of a sentence, in which atom 1, that it is broken, does not hold."""

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

    reasons   the literals that hold, in the order in which they were found, each with those from which it follows
    conflict  literals that contradict each other, None if none do
    """

    def __init__(self, program: Program, given: Sequence[int]) -> None:
        self._program = program
        self.given = {*given}
        self.reasons: dict[int, tuple[int, ...]] = {}
        self.conflict: tuple[int, ...] | None = None
        self._places: dict[int, int] = {}
        self._pending: list[int] = []
        for literal in (-1, *given):
            self._add(literal, ())
        for rule in program.rules:
            self._follow(rule)
        for atom in program.of:
            self._support(atom)
        while self._pending and self.conflict is None:
            pending, self._pending = self._pending, []
            for atom in pending:
                self._support(atom)
                for rule in (*program.of[atom], *program.within[atom]):
                    self._follow(rule)
                    self._support(rule.head[0])
            if not self._pending:
                self._unfounded()

    def behind(self, literals: Iterable[int], marks: Iterable[int]) -> set[int]:
        """The literals of marks from which others follow with no mark in between."""
        found: set[int] = set()
        seen = {*literals}
        # It grows on the way.
        pending = [*seen]
        for literal in pending:
            if abs(literal) in marks:
                found.add(literal)
            else:
                new = [one for one in self.reasons[literal] if one not in seen]
                seen.update(new)
                pending += new
        return found

    def _add(self, literal: int, reason: tuple[int, ...]) -> None:
        if -literal in self.reasons and self.conflict is None:
            self.conflict = (*reason, -literal)
        if literal not in self.reasons and -literal not in self.reasons:
            self._places[literal] = len(self.reasons)
            self.reasons[literal] = reason
            self._pending.append(abs(literal))

    def _enough(self, terms: Iterable[tuple[int, int]], need: int) -> tuple[int, ...]:
        """Few of the literals that hold, those found first, whose weights make so much."""
        weights: dict[int, int] = defaultdict(int)
        for weight, literal in terms:
            if literal in self.reasons:
                weights[literal] += weight
        kept = sorted(weights, key=self._places.__getitem__)
        spare = sum(weights.values()) - need
        for literal in reversed(kept[:]):
            if weights[literal] <= spare:
                spare -= weights[literal]
                kept.remove(literal)
        return tuple(kept)

    def _follow(self, rule: Rule) -> None:
        """What the body of a rule says of its head, and a head that does not hold of the body."""
        (head,), terms, bound = rule.head, rule.terms(), _bound(rule)
        low = sum(weight for weight, literal in terms if literal in self.reasons)
        if rule.choice:
            return
        if low >= bound:
            self._add(head, self._enough(terms, bound))
        elif -head in self.reasons:
            for weight, literal in terms:
                if low + weight >= bound and literal not in self.reasons and -literal not in self.reasons:
                    self._add(-literal, (-head, *self._enough(terms, bound - weight)))

    def _blocked(self, rule: Rule, without: int = 0) -> tuple[int, ...] | None:
        """Few literals with which the body of a rule cannot hold, ``without`` a literal of it; None if it can."""
        terms = [(weight, -literal) for weight, literal in rule.terms() if literal != without]
        need = sum(weight for weight, _ in terms) - _bound(rule) + 1
        out = sum(weight for weight, literal in terms if literal in self.reasons)
        return self._enough(terms, need) if out >= need else None

    def _support(self, atom: int) -> None:
        """An atom holds by one of its rules, or not at all."""
        blocks = [(rule, self._blocked(rule)) for rule in self._program.of[atom]]
        blocking = tuple(one for _, block in blocks for one in block or ())
        left = [rule for rule, block in blocks if block is None]
        if not left:
            self._add(-atom, blocking)
        elif atom in self.reasons and len(left) == 1:
            for literal in left[0].body:
                if literal not in self.reasons and (block := self._blocked(left[0], literal)) is not None:
                    self._add(literal, (atom, *blocking, *block))

    def _unfounded(self) -> None:
        """Atoms that could hold by each other only do not hold."""
        founded: set[int] = set()
        size = -1
        while size < len(founded):
            size = len(founded)
            for rule in self._program.rules:
                able = (w for w, one in rule.terms() if -one not in self.reasons and (one < 0 or one in founded))
                if rule.head[0] not in founded and sum(able) >= _bound(rule):
                    founded.add(rule.head[0])
        loose = {atom for atom in self._program.of if atom not in founded and -atom not in self.reasons}
        for atom in sorted(loose):
            those, reason = [atom], dict[int, None]()
            # It grows on the way.
            for one in those:
                for rule in self._program.of[one]:
                    outside = [(weight, -other) for weight, other in rule.terms() if other not in loose]
                    need = sum(weight for weight, _ in outside) - _bound(rule) + 1
                    reason |= dict.fromkeys(self._enough(outside, need) if need > 0 else ())
                    those += [other for other in rule.body if other in loose and other not in those]
            self._add(-atom, tuple(reason))


def _bound(rule: Rule) -> int:
    return len(rule.body) if rule.bound is None else rule.bound

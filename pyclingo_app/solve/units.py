"""What clauses give by units: the completion of a small program without weights."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from copy import copy

from .ground import Rule

# Literals one of which holds.
_Clause = list[int]


class Units:
    """Clauses that say what a program does, in which atom 1 is false and some atoms, the marks, are free.

    Atoms are called by their places in the program, and marks by theirs in the list of marks, both from 1 on.
    """

    def __init__(self, rules: Collection[Rule], marks: Collection[int]) -> None:
        self._marks = [*marks]
        self._top = max(abs(atom) for rule in rules for atom in (*rule.head, *rule.body))
        self._clauses = [[-1], *self._said(rules)]
        self._index()
        # What follows from nothing is left out of the clauses, but for what it says of marks.
        base: dict[int, _Clause | None] = {}
        self._propagate(base, self._sizes, [(clause[0], clause) for clause in self._clauses if len(clause) == 1])
        held = [clause for clause in self._clauses if base.keys().isdisjoint(clause)]
        self._clauses = [[literal for literal in clause if -literal not in base] for clause in held]
        self._fixed = {literal: [literal] for mark in marks for literal in (mark, -mark) if literal in base}
        self._index()
        self.size = sum(map(len, self._clauses))
        self._begin()

    def _said(self, rules: Iterable[Rule]) -> Iterator[_Clause]:
        """Give clauses that say that atom 1 does not hold, and what its marks depend on.

        Of other atoms they only say what leads to that: as much follows with half of them (Plaisted, Greenbaum, "A
        structure-preserving clause form translation", 1986).
        """
        own: dict[int, list[Rule]] = defaultdict(list)
        for rule in rules:
            own[rule.head[0]].append(rule)
        wanted = dict.fromkeys([-1, *self._marks, *(-mark for mark in self._marks)])
        pending = [*wanted]
        # It grows on the way.
        for literal in pending:
            sign, atom = (1, literal) if literal > 0 else (-1, -literal)
            those = [rule.body for rule in own[atom] if literal > 0 or not rule.choice]
            if literal < 0:
                yield from ([atom, *(-other for other in body)] for body in those)
            elif all(those):
                bodies = [body[0] if len(body) == 1 else self._top + k for k, body in enumerate(those, 1)]
                self._top += len(bodies)
                yield [-atom, *bodies]
                longer = ((one, body) for one, body in zip(bodies, those, strict=True) if len(body) > 1)
                yield from ([-one, other] for one, body in longer for other in body)
            below = [sign * other for body in those for other in body if sign * other not in wanted]
            wanted |= dict.fromkeys(below)
            pending += dict.fromkeys(below)

    def _index(self) -> None:
        """Index the clauses: those of two literals by each with what then holds, and the others by their numbers."""
        self._pairs: dict[int, list[tuple[int, _Clause]]] = {}
        self._holding: dict[int, list[int]] = {}
        self._clauses = [[*dict.fromkeys(clause)] for clause in self._clauses]
        for number, clause in enumerate(self._clauses):
            if len(clause) == 2:
                for literal, other in (clause, clause[::-1]):
                    self._pairs.setdefault(-literal, []).append((other, clause))
            else:
                for literal in clause:
                    self._holding.setdefault(-literal, []).append(number)
        self._sizes = [len(clause) for clause in self._clauses]

    def _begin(self) -> None:
        # The literals that were followed last, each with how many held before it; and what they gave.
        self._followed: list[tuple[int, int]] = []
        self._reasons: dict[int, _Clause | None] = {**self._fixed}
        self._open = [*self._sizes]

    def again(self) -> "Units":
        """The same clauses for other marks; it remembers for itself what it followed last."""
        other = copy(self)
        other._begin()
        return other

    def follow(self, literals: Iterable[int]) -> list[int] | None:
        """Give the literals of marks that follow from some, None if they contradict each other.

        What is asked is mostly what was asked last with a few others: only what differs is followed anew.
        """
        given = dict.fromkeys(literals)
        for literal in self._kept(given):
            self._followed.append((literal, len(self._reasons)))
            if self._propagate(self._reasons, self._open, [(self._own(literal), None)]) is not None:
                self._back(self._followed.pop()[1])
                return None
        reasons = self._reasons
        found = ((mark, place) for place, mark in enumerate(self._marks, 1))
        signed = (place if mark in reasons else -place for mark, place in found if mark in reasons or -mark in reasons)
        return [literal for literal in signed if literal not in given]

    def _kept(self, given: Collection[int]) -> list[int]:
        """Take back what was followed last from the first literal on that is not given now; give those to follow."""
        last = [literal for literal, _ in self._followed]
        first = next((k for k, literal in enumerate(last) if literal not in given), len(last))
        if first < len(last):
            self._back(self._followed[first][1])
            del self._followed[first:]
        # Those that are given again come first, so that they are soon below all that changes.
        held = {*last[:first]}
        wanted = dict.fromkeys([*last[first:], *given])
        return [literal for literal in wanted if literal in given and literal not in held]

    def _back(self, number: int) -> None:
        """Take back what holds but for the first so many literals."""
        reasons, sizes, holding = self._reasons, self._open, self._holding
        while len(reasons) > number:
            for clause in holding.get(reasons.popitem()[0], ()):
                sizes[clause] += 1

    def _own(self, literal: int) -> int:
        """A literal of a mark as one of an atom of the program."""
        return self._marks[literal - 1] if literal > 0 else -self._marks[-literal - 1]

    def core(self, literals: Iterable[int]) -> list[int] | None:
        """Give some of the literals of marks that contradict each other, None if they do not."""
        reasons: dict[int, _Clause | None] = {**self._fixed}
        conflict = self._propagate(reasons, [*self._sizes], [(self._own(literal), None) for literal in literals])
        if conflict is None:
            return None
        pending, seen = [-literal for literal in conflict], set()
        places = {mark: place for place, mark in enumerate(self._marks, 1)}
        core = []
        while pending:
            literal = pending.pop()
            if literal in seen:
                continue
            seen.add(literal)
            clause = reasons[literal]
            if clause is None:
                core.append(places[abs(literal)] * (1 if literal > 0 else -1))
            else:
                pending += [-other for other in clause if other != literal]
        return core

    def _propagate(
        self, reasons: dict[int, _Clause | None], sizes: list[int], queue: Iterable[tuple[int, _Clause | None]]
    ) -> _Clause | None:
        """Add what follows to the literals that hold, each with the clause that says so; give a clause that is broken.

        ``sizes`` are the numbers of literals of the clauses of more than two that are not false.
        """
        pending = [*queue]
        clauses, pairs, holding = self._clauses, self._pairs, self._holding
        # It grows on the way.
        for literal, reason in pending:
            if literal in reasons:
                continue
            reasons[literal] = reason
            for number in holding.get(literal, ()):
                sizes[number] -= 1
                if sizes[number] == 1:
                    left = next(other for other in clauses[number] if -other not in reasons)
                    if left not in reasons:
                        pending.append((left, clauses[number]))
            if -literal in reasons:
                return self._both(literal, reasons)
            pending += [entry for entry in pairs.get(literal, ()) if entry[0] not in reasons]
        return None

    def _both(self, literal: int, reasons: dict[int, _Clause | None]) -> _Clause:
        """A clause that is broken when a literal and its opposite both hold."""
        clause = reasons[literal] or reasons[-literal]
        if clause is None:
            raise ValueError("a mark is given both ways")
        return clause

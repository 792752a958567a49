"""What clauses give by units: the completion of a small program without weights."""

from collections.abc import Collection, Iterable, Sequence
from copy import copy

from .ground import Rule


class Units:
    """Clauses that say what a program does, in which atom 1 is false and some atoms, the marks, are free.

    Atoms are called by their places in the program, and marks by theirs in the list of marks, both from 1 on.
    """

    def __init__(self, rules: Collection[Rule], marks: Collection[int]) -> None:
        self._marks = [*marks]
        self._top = max(rule.head[0] for rule in rules)
        self._clauses: list[list[int]] = [[-1]]
        bodies: dict[int, list[int]] = {}
        for rule in rules:
            bodies.setdefault(rule.head[0], []).append(self._all(rule.body))
            if not rule.choice:
                self._clauses.append([rule.head[0], -bodies[rule.head[0]][-1]])
        for rule in rules:
            for literal in rule.body:
                bodies.setdefault(abs(literal), [])
        for atom, own in bodies.items():
            self._clauses.append([-atom, *own])
        self._clauses = [[*dict.fromkeys(clause)] for clause in self._clauses]
        self._holding: dict[int, list[int]] = {}
        for number, clause in enumerate(self._clauses):
            for literal in clause:
                self._holding.setdefault(literal, []).append(number)
        self.size = sum(map(len, self._clauses))
        # What follows from nothing.
        self._base: dict[int, int | None] = {}
        self._sizes = [len(clause) for clause in self._clauses]
        ones = [(clause[0], number) for number, clause in enumerate(self._clauses) if len(clause) == 1]
        self._propagate(self._base, self._sizes, ones)
        self._begin()

    def _begin(self) -> None:
        # The literals that were followed last, each with how many held before it; and what they gave.
        self._followed: list[tuple[int, int]] = []
        self._reasons, self._open = dict(self._base), list(self._sizes)

    def again(self) -> "Units":
        """The same clauses for other marks; it remembers for itself what it followed last."""
        other = copy(self)
        other._begin()
        return other

    def _all(self, body: Sequence[int]) -> int:
        """A variable that says that all of some literals hold."""
        if len(body) == 1:
            return body[0]
        self._top += 1
        self._clauses.append([self._top, *(-literal for literal in body)])
        self._clauses += [[-self._top, literal] for literal in body]
        return self._top

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
        wanted = dict.fromkeys([*last[first:], *given])
        return [literal for literal in wanted if literal in given and literal not in last[:first]]

    def _back(self, number: int) -> None:
        """Take back what holds but for the first so many literals."""
        while len(self._reasons) > number:
            literal, _ = self._reasons.popitem()
            for clause in self._holding.get(-literal, ()):
                self._open[clause] += 1

    def _own(self, literal: int) -> int:
        """A literal of a mark as one of an atom of the program."""
        return self._marks[literal - 1] if literal > 0 else -self._marks[-literal - 1]

    def core(self, literals: Iterable[int]) -> list[int] | None:
        """Give some of the literals of marks that contradict each other, None if they do not."""
        reasons, conflict = self._run(literals)
        if conflict is None:
            return None
        pending, seen = [-literal for literal in self._clauses[conflict]], set()
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
                pending += [-other for other in self._clauses[clause] if other != literal]
        return core

    def _run(self, literals: Iterable[int]) -> tuple[dict[int, int | None], int | None]:
        reasons, sizes = dict(self._base), list(self._sizes)
        return reasons, self._propagate(reasons, sizes, [(self._own(literal), None) for literal in literals])

    def _propagate(
        self, reasons: dict[int, int | None], sizes: list[int], queue: Iterable[tuple[int, int | None]]
    ) -> int | None:
        """Add what follows to the literals that hold, each with the clause that says so; give a clause that is broken.

        ``sizes`` are the numbers of literals of the clauses that are not false.
        """
        pending = [*queue]
        place = 0
        clauses, holding = self._clauses, self._holding
        while place < len(pending):
            literal, reason = pending[place]
            place += 1
            if literal in reasons:
                continue
            reasons[literal] = reason
            broken = None
            for number in holding.get(-literal, ()):
                sizes[number] -= 1
                if sizes[number] == 1:
                    left = [other for other in clauses[number] if -other not in reasons]
                    if left and left[0] not in reasons:
                        pending.append((left[0], number))
                    elif not left:
                        broken = number
                elif sizes[number] == 0:
                    broken = number
            if broken is not None:
                return broken
            if -literal in reasons:
                return self._both(literal, reasons)
        return None

    def _both(self, literal: int, reasons: dict[int, int | None]) -> int:
        """A clause that is broken when a literal and its opposite both hold."""
        for one in (literal, -literal):
            number = reasons[one]
            if number is not None:
                return number
        raise ValueError("a mark is given both ways")

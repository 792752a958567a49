"""An answer, perhaps not a complete one: what is given, whether it can be completed, and what follows from it."""

from collections.abc import Iterable
from functools import cached_property

from clingo import Function, Symbol

from ..errors import UsageError
from ..solve.oracle import FEW
from .effort import PLAYER, Effort
from .scope import Scope
from .sets import NOTHING, Known, Literal, MarkId, Marks
from .singles import Singles
from .terms import Mark
from .walk import Walk

# Where only one step is looked for, to ground the program again takes as long as so many conflicts.
_CONFLICTS = 600
# What to do where an answer is no part of the board.
_CHECK = "puzzasp check says why."


class Answer:
    """An answer to the problem of a scope.

    marks       what it says
    literals    what it says of marks that may be in a solution or not
    known       the same as what is known
    impossible  what it says of others, and is wrong
    complete    the literals of all marks, where what it does not say is not there
    """

    def __init__(self, scope: Scope, answer: Iterable[Symbol], lazily: bool = False, effort: Effort = PLAYER) -> None:
        """Raises UsageError for an atom of another predicate, and for one that is given both ways."""
        self.scope = scope
        self.effort = effort
        self._lazily = lazily
        self._solution: Marks | None = None
        self.marks = _read(scope, answer)
        self.literals: list[Literal] = []
        self.impossible: list[Mark] = []
        certain = Marks(scope.oracle.facts)
        for mark in self.marks:
            number = MarkId(scope.oracle.number(mark.atom) or 0)
            if number in scope.marks:
                self.literals.append(Literal(number if mark.present else -number))
            elif mark.present != (number in certain):
                self.impossible.append(mark)
        self.known = Known.of(self.literals)
        self.complete = [Literal(mark if mark in self.known.there else -mark) for mark in scope.marks]

    def completed(self) -> bool:
        """Find a solution that agrees with the answer; give whether there is one."""
        if not self.impossible:
            conflicts = _CONFLICTS if self._lazily else FEW
            self._solution = self.scope.solution(self.literals, conflicts)
        return self._solution is not None

    def solution(self) -> Marks:
        """The solution that was found."""
        assert self._solution is not None
        return self._solution

    def possible(self) -> "Answer":
        """The answer, if it can be one whatever the rules; raises UsageError where it cannot."""
        if self.impossible:
            raise UsageError(f"not possible on this board: {self.impossible[0].text}", _CHECK)
        blamed = self.scope.oracle.core([], self.literals) if self.literals else None
        if blamed is not None:
            told = "; ".join(mark.text for mark in self.scope.said(map(Literal, blamed)))
            raise UsageError(f"what is given contradicts itself: {told}", _CHECK)
        return self

    @cached_property
    def singles(self) -> Singles:
        """What single sentences give."""
        return Singles(self.scope, self._lazily)

    def walk(self, besides: Known = NOTHING) -> Walk:
        """The path that goes on from the answer, and from what is known ``besides``."""
        return Walk(self.singles, self.solution, self.known | besides, self.effort)

    def right(self) -> bool:
        """Whether the answer is a solution when it is taken as complete."""
        return not (self.impossible or self.scope.oracle.unsatisfiable([*self.complete, *self.scope.switches]))


def _read(scope: Scope, atoms: Iterable[Symbol]) -> list[Mark]:
    """Give the atoms of an answer as marks; raises UsageError for one of another predicate, and if it is given both
    ways."""
    program = scope.problem.program
    marks = []
    for atom in atoms:
        signature = atom.name, len(atom.arguments)
        if signature not in program.shown:
            if atom.positive and signature in program.answers and scope.oracle.proves(atom):
                continue  # it is in each solution
            shown = ", ".join(f"{name}/{arity}" for name, arity in sorted(program.shown))
            raise UsageError(f"{atom} is not part of an answer", f"Answers of {program.name} hold {shown}.")
        marks.append(scope.mark(Function(atom.name, atom.arguments), atom.positive))
    absent = {mark.atom for mark in marks if not mark.present}
    for mark in marks:
        if mark.present and mark.atom in absent:
            both = f"{mark.text}; {scope.mark(mark.atom, False).text}"
            raise UsageError(f"the answer contradicts itself: {both}", "Leave one of them out.")
    return marks

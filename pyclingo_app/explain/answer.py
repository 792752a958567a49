"""An answer, perhaps not a complete one: what is given, whether it can be completed, and what follows from it."""

from collections.abc import Callable, Iterable
from functools import cached_property

from clingo import Symbol

from ..solve.oracle import FEW
from .scope import Scope
from .sets import Known, Literal, Marks
from .singles import Singles

# Where only one step is looked for, to ground the program again takes as long as so many conflicts.
_CONFLICTS = 600


class UnsolvedError(Exception):
    """A solution is needed before it was found."""


class Answer:
    """An answer to the problem of a scope.

    marks       what it says
    literals    what it says of atoms that may be in a solution or not
    known       the same as what is known
    impossible  what it says of others, and is wrong
    complete    the literals of all marks, where what it does not say is not there
    """

    def __init__(self, scope: Scope, answer: Iterable[Symbol], lazily: bool = False) -> None:
        """Raises UsageError for an atom of another predicate, and for one that is given both ways."""
        self.scope = scope
        self._lazily = lazily
        self._solution: Marks | None = None
        self.marks = scope.answer(answer)
        self.literals, self.impossible = scope.literals(self.marks)
        self.known = Known.of(self.literals)
        self.complete = [Literal(mark if mark in self.known.there else -mark) for mark in scope.marks]

    def completed(self, meanwhile: Callable[[], object] = lambda: None) -> Marks | None:
        """Find a solution that agrees with the answer, if there is one; where that takes a while, do something else
        ``meanwhile``."""
        if self.impossible:
            return None
        conflicts = _CONFLICTS if self._lazily else FEW
        self._solution = self.scope.solution(self.literals, meanwhile, conflicts)
        return self._solution

    def solution(self) -> Marks:
        """The solution that was found; raises UnsolvedError before."""
        if self._solution is None:
            raise UnsolvedError
        return self._solution

    @cached_property
    def singles(self) -> Singles:
        """What single sentences give."""
        return Singles(self.scope, self._lazily)

    def right(self) -> bool:
        """Whether the answer is a solution when it is taken as complete."""
        return not (self.impossible or self.scope.oracle.unsatisfiable([*self.complete, *self.scope.switches]))

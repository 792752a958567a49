"""What a board shows anyway of what is found next, so that a hint tells what it does not show."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from clingo import Symbol

from ..draw.board import Board, Cell
from ..solve.oracle import bits, numbers
from .propagation import Propagation
from .state import State, literals, state_of
from .tell import Reason, Teller


class Shown:
    """A board with an answer, and what was found since.

    It shows what is copied from the clues, and what a mark that stands there
    rules out, if it looks the same with that, though not with the whole solution.
    """

    def __init__(
        self, teller: Teller, propagation: Propagation, answer: Mapping[Symbol, bool], solution: Callable[[], int]
    ) -> None:
        """``answer`` says of atoms whether they are there, and ``solution`` gives a solution."""
        self._scope = teller.scope
        self._teller = teller
        self._propagation = propagation
        self._answer = answer
        self._solution = solution
        # What the answer leaves open, and where it has something.
        self._left = bits(self._scope.marks) & ~bits(filter(None, map(self._scope.oracle.number, answer)))
        self._filled = {self._scope.paper.cell(atom) for atom, there in answer.items() if there}
        # What is known, and what looks like that.
        self._known = self._like = (0, 0)
        # The new state is drawn before the one from which it came.
        self._drawn = lru_cache(3)(self._draw)

    def learn(self, step: Sequence[Reason]) -> None:
        """Add what was found."""
        known = self._with(step)
        self._like = known if self._changes(step) else self._like
        self._known = known

    def whole(self, step: Sequence[Reason]) -> bool:
        """Whether the board shows all that a step finds."""
        if all(map(self._on_clues, step)):
            return True
        return all(part.aside or self._teller.obvious(part) for part in step) and self._same(step)

    def beyond(self, step: Sequence[Reason]) -> list[Reason]:
        """The part of a step that first finds something that the board does not show."""
        parts: list[Reason] = []
        for place, part in enumerate(step, 1):
            parts.append(part)
            if any(self._marks([part])) and not part.aside:
                if not (self._teller.obvious(part) and self._same(step[:place])):
                    break
                parts.clear()
        return parts or [*step]

    def _marks(self, step: Iterable[Reason]) -> State:
        """What reasons give of an answer."""
        found = (literal for reason in step for literal in reason.found.found)
        return state_of(literal for literal in found if abs(literal) not in self._scope.pencil)

    def _with(self, step: Iterable[Reason]) -> State:
        """What is known with what is found."""
        found = self._marks(step)
        return self._known[0] | found[0], self._known[1] | found[1]

    def _same(self, step: Sequence[Reason]) -> bool:
        """Whether the board looks the same with what is found, though not as it is solved."""
        board = self._drawn(self._like)
        return (self._drawn(self._with(step)) if self._changes(step) else board) == board != self._solved

    def _changes(self, step: Sequence[Reason]) -> bool:
        """Whether the board may look otherwise with what is found, as far as that is seen without drawing it."""
        scope, (true, false) = self._scope, self._marks(step)
        left = self._left & ~(self._known[0] | self._known[1] | false)
        if true or not left or not all(map(scope.in_cell, numbers(false))):
            return True
        # Where something is, or could be, a cell is not drawn as empty.
        filled = {scope.cells[mark] for mark in numbers(self._known[0])} | self._filled
        cells = {scope.cells[mark] for mark in numbers(false)} - filled - {None}
        return not all(any(map(scope.in_cell, numbers(scope.marks_in[cell] & left))) for cell in cells)

    def _draw(self, state: State) -> Board:
        symbols = self._scope.oracle.symbols
        found = {symbols[abs(literal)]: literal > 0 for literal in literals(state)}
        return self._scope.paper.draw({**self._answer, **found})

    @cached_property
    def _solved(self) -> Board:
        symbols, model = self._scope.oracle.symbols, self._solution()
        return self._scope.paper.draw({symbols[mark]: bool(model >> mark & 1) for mark in self._scope.marks})

    @cached_property
    def _clues(self) -> set[Cell | None]:
        """The cells that have a clue."""
        return {*self._scope.paper.draw({}).marks}

    def _on_clues(self, reason: Reason) -> bool:
        """Whether a reason only says what is not in cells that have a clue, as a rule does of all of them."""
        scope, found = self._scope, reason.found
        if found.takes() or max(found.found) > 0 or found.sentences.bit_count() != 1:
            return False
        if not all(scope.in_cell(-literal) and scope.cells[-literal] in self._clues for literal in found.found):
            return False
        rule = scope.rules[found.sentences.bit_length() - 1]
        said = (sentence for sentence, other in scope.rules.items() if other == rule)
        return self._clues == {scope.cells[mark] for one in said for mark in numbers(self._propagation.marks(one))}

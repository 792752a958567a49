"""What a board shows anyway of what is found next, so that a hint tells what it does not show."""

from collections.abc import Iterable
from functools import cached_property, lru_cache

from ..draw.board import Board, Cell
from .answer import Answer
from .because import Because, Deduction
from .prune import found_in
from .sets import Known
from .walk import Thought


class Shown:
    """A board with an answer, and what was found since.

    It shows what is copied from the clues, and what a mark that stands there
    rules out, if it looks the same with that, though not with the whole solution.
    """

    def __init__(self, answer: Answer) -> None:
        """The ``answer`` can be completed, and was."""
        self._scope = answer.scope
        self._answer = answer
        self._given = {mark.atom: mark.present for mark in answer.marks}
        self._known = Known()
        # The new state is drawn before the one from which it came.
        self._drawn = lru_cache(3)(self._draw)

    def learn(self, thought: Thought) -> None:
        """Add what was found."""
        self._known |= self._found(thought)

    def whole(self, thought: Thought) -> bool:
        """Whether the board shows all that is found in a thought."""
        if all(map(self._on_clues, thought)):
            return True
        return all(map(self._obvious, thought)) and self._same(thought)

    def beyond(self, thought: Thought) -> Thought:
        """The part of a thought that first finds something that the board does not show."""
        parts: list[Deduction] = []
        for place, part in enumerate(thought, 1):
            parts.append(part)
            if self._found((part,)):
                if not (self._obvious(part) and self._same(thought[:place])):
                    break
                parts.clear()
        return tuple(parts) or thought

    def _found(self, thought: Iterable[Deduction]) -> Known:
        """What is found of an answer."""
        return found_in(thought).among(self._scope.marks)

    def _obvious(self, one: Deduction) -> bool:
        """Whether it is only what a clue says is there, or what a mark that is there rules out."""
        takes = one.uses
        if not (takes.there if takes else one.gives.there) or takes.size > 1 or len(one.sentences) != 1:
            return False
        # Of what is cut off there may be more to see than one mark.
        return isinstance(one.why, Because) and one.why.cut is None

    def _same(self, thought: Thought) -> bool:
        """Whether the board looks the same with what is found, though not as it is solved."""
        return self._drawn(self._known) == self._drawn(self._known | self._found(thought)) != self._solved

    def _draw(self, known: Known) -> Board:
        symbols = self._scope.oracle.symbols
        found = {symbols[abs(literal)]: literal > 0 for literal in known.literals}
        return self._scope.paper.draw({**self._given, **found})

    @cached_property
    def _solved(self) -> Board:
        symbols, model = self._scope.oracle.symbols, self._answer.solution()
        return self._scope.paper.draw({symbols[mark]: mark in model for mark in self._scope.marks})

    @cached_property
    def _clues(self) -> set[Cell | None]:
        """The cells that have a clue."""
        return {*self._scope.paper.draw({}).marks}

    def _on_clues(self, one: Deduction) -> bool:
        """Whether it only says what is not in cells that have a clue, as a rule does of all of them."""
        scope = self._scope
        if one.uses or one.gives.there or len(one.sentences) != 1:
            return False
        if not all(scope.in_cell(mark) and scope.cells[mark] in self._clues for mark in one.gives.absent):
            return False
        (sentence,) = one.sentences
        said = (other for other, rule in scope.rules.items() if rule == scope.rules[sentence])
        return self._clues == {scope.cells[mark] for each in said for mark in self._answer.singles.about(each)}

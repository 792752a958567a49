"""The path from the clues to the solution, step by step; or why there is none."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from clingo import Function, Symbol

from ..draw.board import Board
from ..errors import LimitError, UsageError
from ..solve.oracle import Oracle, watched
from ..solve.paper import Paper
from ..solve.problem import Problem
from ..solve.run import Run
from .because import Because, Deduction
from .conflict import conflicts
from .grade import rate
from .notes import Notes
from .scope import Scope
from .sets import NOTHING, Known, Literal, Marks, opposite
from .singles import Singles
from .smallest import smallest
from .strategies.reason import argued
from .tell import Teller, drawn
from .terms import Conflict, Mark, Rating, Start, Step
from .walk import Walk

Event = Start | Step | Conflict

# The orders of a path: the easiest argument first, or the smallest reason.
ORDERS = ("human", "smallest")
# What to do where an answer is no part of the board.
_CHECK = "puzzasp check says why."


class Explanation:
    """The path from the clues to all that they force, or why they contradict each other: iterate over its steps, once.

    During the iteration and after it there is what was found so far, also when a limit ended it.

    start     what is known before the first step
    steps     the steps; where there is no solution those that lead to a contradiction, if it is not shown at once
    conflict  sentences that cannot all hold, when there is no solution
    stopped   why it ended early: "time", "memory", "cancel", "interrupt", or None
    warnings  what clingo remarked

    ``events`` are those of :func:`explain`, wherever that is done; ``draw``
    draws boards, each with some marks.
    """

    def __init__(
        self, events: Generator[Event, None, None], draw: Callable[[Iterable[Sequence[Mark]]], list[Board]]
    ) -> None:
        self.steps: list[Step] = []
        self.conflict: Conflict | None = None
        self.stopped: str | None = None
        self._begun = False
        self._events = events
        self._draw = draw
        start = next(events)
        assert isinstance(start, Start)
        self.start = start
        self.warnings = start.warnings

    def __iter__(self) -> Iterator[Step]:
        """Give the steps as they are found.

        Raises UsageError the second time, and LimitError when a limit cuts it
        short before there is a conflict.
        """
        if self._begun:
            raise UsageError("the steps of an explanation were asked for twice", "They stand in its list of steps.")
        self._begun = True
        try:
            for event in self._events:
                if isinstance(event, Conflict):
                    self.conflict = event
                elif isinstance(event, Step):
                    self.steps.append(event)
                    yield event
        except LimitError as limit:
            self.stopped = limit.reason
            if self.conflict is None:
                raise
        except KeyboardInterrupt:
            self.stopped = "interrupt"
            raise
        finally:
            self._events.close()

    @property
    def begun(self) -> bool:
        """Whether the steps were asked for."""
        return self._begun

    @property
    def known(self) -> int:
        """How many marks are known so far."""
        return sum(not mark.pencil for step in self.steps for mark in step.found)

    @property
    def rating(self) -> Rating:
        """How hard the steps so far are; those to a contradiction are no path to a solution."""
        if self.conflict:
            return rate([], self.start.marks)._replace(satisfiable=False)
        return rate(self.steps, self.start.marks)

    def drawn(self, boards: Iterable[Iterable[Mark]]) -> list[Board]:
        """Draw boards, each with some marks: as those that a line of an argument supposes and finds.

        Raises ProgramError when the display part is faulty, and LimitError when drawing takes too long.
        """
        return self._draw([[mark for mark in marks if not mark.pencil] for marks in boards])

    @property
    def board(self) -> Board:
        """All that was found so far, or the conflict.

        Raises ProgramError when the display part is faulty, and LimitError when drawing takes too long.
        """
        last = self.conflict or (self.steps[-1] if self.steps else self.start)
        if last.board is None:
            (board,) = self.drawn([[mark for step in self.steps for mark in step.found]])
            return board
        return last.board if self.conflict else last.board._replace(focus={}, edges={})


def explain(
    problem: Problem, run: Run, boards: bool = False, order: str = ORDERS[0], given: Iterable[Symbol] = ()
) -> Generator[Event, None, None]:
    """Give a start, then the steps, with their boards if asked for, or conflicts, each better than the one before.

    Where no short argument shows the last of them, steps to a contradiction come between.  Atoms of an answer
    may be ``given``, as :func:`check` takes them.

    Raises InstanceError for a faulty instance, ProgramError where there are no rules to explain, UsageError
    for an answer that is impossible whatever the rules, and LimitError.
    """
    return watched(run, lambda check: _events(Scope(problem, check, order == ORDERS[0]), boards, order, given))


def rating(problem: Problem, run: Run) -> Rating:
    """Rate how hard the path is; raises what :func:`explain` does."""

    def work(check: Callable[[], None]) -> Iterator[Rating]:
        scope = Scope(problem, check)
        model = scope.solution([])
        found = [] if model is None else list(steps(scope, model))
        yield rate(found, len(scope.marks))._replace(satisfiable=model is not None)

    return next(watched(run, work))


def draw_known(problem: Problem, known: Iterable[Iterable[Symbol]]) -> list[Board]:
    """Draw boards with what is known: atoms, and ``-p(..)`` for those that are certainly not there.

    Raises ProgramError when the display part is faulty.
    """
    oracle = Oracle(problem)
    paper = Paper(oracle, oracle.symbols.values())
    return [paper.draw({Function(atom.name, atom.arguments): atom.positive for atom in atoms}) for atoms in known]


def steps(scope: Scope, model: Marks, known: Known = NOTHING, order: str = ORDERS[0]) -> Iterator[Step]:
    """Give the path from the clues, and what is known besides, to all that they force; ``model`` is a solution.

    In the order of people a step takes what is shown by the easiest argument; in
    that of size a reason of the fewest sentences that any deduction then has.
    """
    singles = Singles(scope)
    teller = Teller(singles)
    if order == ORDERS[0]:
        for thought in Notes(scope).told(Walk(singles, lambda: model, known).thoughts()):
            yield teller.step(thought)
        return
    follower = Walk(singles, lambda: model, known).follower
    for sentences, found, uses, proved in smallest(scope, model, known):
        why = argued(follower, uses, opposite(found[0]), sentences) or Because(sentences, uses, Known.of(found))
        yield teller.step((Deduction("smallest", Known.of(found), uses, why),))._replace(proved=proved)


def _events(scope: Scope, boards: bool, order: str, answer: Iterable[Symbol]) -> Iterator[Event]:
    marks = scope.answer(answer)
    given = _literals(scope, marks)
    yield Start(len(scope.marks) - len(given), scope.warnings, scope.draw(marks, {}) if boards else None)
    model = scope.solution(given)
    if model is None:
        yield from conflicts(scope, boards, order == ORDERS[0], marks, Known.of(given))
        return
    yield from drawn(scope, steps(scope, model, Known.of(given), order), marks, boards)


def _literals(scope: Scope, marks: Iterable[Mark]) -> list[Literal]:
    """Give marks of an answer as literals but for those that are certain; raises UsageError where they cannot be."""
    literals, impossible = scope.literals(marks)
    if impossible:
        raise UsageError(f"not possible on this board: {impossible[0].text}", _CHECK)
    blamed = scope.oracle.core([], literals) if literals else None
    if blamed is not None:
        told = "; ".join(mark.text for mark in scope.said(map(Literal, blamed)))
        raise UsageError(f"what is given contradicts itself: {told}", _CHECK)
    return literals

"""The path from the clues to the solution, step by step; or why there is none."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from clingo import Symbol

from ..draw.board import Board
from ..errors import LimitError, UsageError
from ..solve.oracle import watched
from ..solve.problem import Problem
from ..solve.run import Run
from .answer import Answer
from .because import Because, Deduction
from .conflict import conflicts
from .grade import rate
from .notes import Notes
from .scope import Scope
from .sets import Known, opposite
from .smallest import smallest
from .strategies.reason import argued
from .tell import Teller, drawn
from .terms import Conflict, Mark, Rating, Start, Step

Event = Start | Step | Conflict

# The orders of a path: the easiest argument first, or the smallest reason.
ORDERS = ("human", "smallest")


class Explanation:
    """The path from the clues to all that they force, or why they contradict each other: iterate over its steps, once.

    During the iteration and after it there is what was found so far, also when a limit ended it.

    start     what is known before the first step
    steps     the steps; where there is no solution those that lead to a contradiction, if it is not shown at once
    conflict  sentences that cannot all hold, when there is no solution
    stopped   why it ended early: "time", "memory", "cancel", "interrupt", or None
    warnings  what clingo remarked
    begun     whether the steps were asked for

    ``events`` are those of :func:`explain`, wherever that is done; ``draw``
    draws boards, each with some marks.
    """

    def __init__(
        self, events: Generator[Event, None, None], draw: Callable[[Iterable[Sequence[Mark]]], list[Board]]
    ) -> None:
        self.steps: list[Step] = []
        self.conflict: Conflict | None = None
        self.stopped: str | None = None
        self.begun = False
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
        if self.begun:
            raise UsageError("the steps of an explanation were asked for twice", "They stand in its list of steps.")
        self.begun = True
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

    def events(check: Callable[[], None]) -> Iterator[Event]:
        scope = Scope(problem, check, order == ORDERS[0])
        return _events(Answer(scope, given).possible(), boards, order)

    return watched(run, events)


def rating(problem: Problem, run: Run) -> Rating:
    """Rate how hard the path is; raises what :func:`explain` does."""

    def work(check: Callable[[], None]) -> Iterator[Rating]:
        answer = Answer(Scope(problem, check), ())
        satisfiable = answer.completed()
        found = [*_steps(answer, ORDERS[0])] if satisfiable else []
        yield rate(found, len(answer.scope.marks))._replace(satisfiable=satisfiable)

    return next(watched(run, work))


def _events(answer: Answer, boards: bool, order: str) -> Iterator[Event]:
    scope, marks = answer.scope, [*answer.marks]
    board = scope.draw(marks, {}) if boards else None
    yield Start(len(scope.marks) - answer.known.size, scope.warnings, board)
    if answer.completed():
        yield from drawn(scope, _steps(answer, order), marks, boards)
    else:
        yield from conflicts(answer, boards, order == ORDERS[0])


def _steps(answer: Answer, order: str) -> Iterator[Step]:
    """Give the path from the clues, and what an answer says, to all that they force.

    In the order of people a step takes what is shown by the easiest argument; in
    that of size a reason of the fewest sentences that any deduction then has.
    """
    walk = answer.walk()
    teller = Teller(walk)
    if order == ORDERS[0]:
        yield from map(teller.step, Notes(answer.scope).told(walk.thoughts()))
        return
    for sentences, found, uses, proved in smallest(answer.scope, answer.solution(), answer.known, answer.effort):
        why = argued(walk.follower, uses, opposite(found[0]), sentences) or Because(sentences, uses, Known.of(found))
        yield teller.step((Deduction("smallest", Known.of(found), uses, why),))._replace(proved=proved)

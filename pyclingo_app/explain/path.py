"""The path from the clues to the solution, step by step; or why there is none."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from clingo import Function, Symbol

from ..draw.board import Board, Cell
from ..errors import LimitError, UsageError
from ..solve.oracle import Oracle, watched
from ..solve.paper import Paper
from ..solve.problem import Problem
from ..solve.run import Run
from .argument import argue, inference
from .reasons import Reasons
from .scope import Scope
from .terms import Conflict, Mark, Rating, Sentence, Start, Step, rate

Event = Start | Step | Conflict


class Explanation:
    """The path from the clues to all that they force, or why they contradict each other: iterate over its steps, once.

    During the iteration and after it there is what was found so far, also when a limit ended it.

    start     what is known before the first step
    steps     the steps
    conflict  sentences that cannot all hold, when there is no solution
    stopped   why it ended early: "time", "memory", "cancel", "interrupt", or None
    warnings  what clingo remarked

    ``events`` are those of :func:`explain`, wherever that is done; ``draw``
    draws the board with some marks.
    """

    def __init__(self, events: Generator[Event, None, None], draw: Callable[[Sequence[Mark]], Board]) -> None:
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
    def rating(self) -> Rating:
        """How hard the steps so far are."""
        return rate(self.steps, self.start.marks)._replace(satisfiable=self.conflict is None)

    @property
    def board(self) -> Board:
        """All that was found so far, or the conflict.

        Raises ProgramError when the display part is faulty, and LimitError when drawing takes too long.
        """
        last = self.conflict or (self.steps[-1] if self.steps else self.start)
        if last.board is None:
            return self._draw([mark for step in self.steps for mark in step.found])
        return last.board if self.conflict else last.board._replace(focus={})


def explain(problem: Problem, run: Run, boards: bool = False) -> Generator[Event, None, None]:
    """Give a start, then the steps, with their boards if asked for, or conflicts, each better than the one before.

    Raises InstanceError for a faulty instance, ProgramError where there are no rules to explain, and LimitError.
    """
    return watched(run, lambda check: _events(Scope(problem, check), boards))


def rating(problem: Problem, run: Run) -> Rating:
    """Rate how hard the path is; raises what :func:`explain` does."""

    def work(check: Callable[[], None]) -> Iterator[Rating]:
        scope = Scope(problem, check)
        model = scope.oracle.model(scope.switches)
        found = [] if model is None else list(steps(scope, model))
        yield rate(found, len(scope.marks))._replace(satisfiable=model is not None)

    return next(watched(run, work))


def draw_known(problem: Problem, known: Iterable[Symbol]) -> Board:
    """Draw the board with what is known: atoms, and ``-p(..)`` for those that are certainly not there.

    Raises ProgramError when the display part is faulty.
    """
    oracle = Oracle(problem)
    return Paper(oracle, oracle.symbols.values()).draw(
        {Function(atom.name, atom.arguments): atom.positive for atom in known}
    )


def steps(scope: Scope, model: int, given: Iterable[int] = ()) -> Iterator[Step]:
    """Give the path from the clues, and some literals that are given, to all that they force; ``model`` is a solution.

    Each step takes a reason of the fewest sentences that any deduction then
    has, and of those one that uses few earlier marks.
    """
    known = {abs(literal): literal for literal in given}
    # What is forced is as in any solution.  It is found out when no sentence alone
    # gives anything: then more is known, and for a hint it is seldom needed.
    unknown = [mark if model >> mark & 1 else -mark for mark in scope.marks if mark not in known]
    reasons = Reasons(scope, known.values(), unknown)
    forced = False
    while reasons.unknown:
        if not (reasons.alone() or forced):
            every = [*scope.switches, *reasons.known.values()]
            reasons.keep(set(scope.oracle.consequences(every, list(reasons.unknown.values()))))
            forced = True
            continue
        reason, proved = reasons.next_reason()
        found = reasons.consequences(reason) or reasons.consequences(reason, bounded=False)
        earlier = reasons.earlier(reason, found)
        yield Step(
            tuple(scope.sentence(s) for s in reason),
            scope.said(earlier),
            scope.said(found),
            proved,
            scope.said([-found[0]])[0],
            argue(scope, reason, [*earlier, -found[0]], reasons.known),
        )
        reasons.learn(found)


def pointed(scope: Scope, marks: Iterable[Mark], step: Step) -> Board:
    """Draw what is known after a step, pointing at what it found and at its reason."""
    reason = [*_cells(step.sentences), *(mark.cell for mark in step.earlier if mark.cell)]
    found = [mark.cell for mark in step.found if mark.cell]
    return scope.draw(marks, dict.fromkeys(reason, "reason") | dict.fromkeys(found, "found"))


def _events(scope: Scope, boards: bool) -> Iterator[Event]:
    yield Start(len(scope.marks), scope.warnings, scope.draw((), {}) if boards else None)
    model = scope.oracle.model(scope.switches)
    if model is None:
        yield from _conflicts(scope)
        return
    marks: list[Mark] = []
    for step in steps(scope, model):
        marks += step.found
        yield step._replace(board=pointed(scope, marks, step)) if boards else step


def _conflicts(scope: Scope) -> Iterator[Conflict]:
    """Give sentences that cannot all hold, then a smallest set of such."""
    reasons = Reasons(scope, (), ())
    reason = reasons.contradiction()
    first = Conflict(tuple(scope.sentence(s) for s in reason), False, (inference(scope, reason),))
    focus = dict.fromkeys(_cells(first.sentences), "fault")
    yield first._replace(board=scope.draw((), focus))
    reason, proved = reasons.better(reason, None)
    best = Conflict(tuple(scope.sentence(s) for s in reason), proved, argue(scope, reason, []))
    focus = dict.fromkeys(_cells(best.sentences), "fault")
    yield best._replace(board=scope.draw((), focus))


def _cells(sentences: Iterable[Sentence]) -> Iterator[Cell]:
    return (cell for sentence in sentences for cell in sentence.cells)

"""The path from the clues to the solution, step by step; or why there is none."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from clingo import Function, Symbol

from ..draw.board import Board, Place
from ..errors import LimitError, UsageError
from ..solve.oracle import Oracle, bits, watched
from ..solve.paper import Paper
from ..solve.problem import Problem
from ..solve.run import Run
from .contradiction import way
from .looks import without_cells
from .minimal import shrink
from .proofs import LINES, SPLITS, Prover, argued
from .propagation import Propagation
from .reasons import Reasons
from .scope import Scope
from .state import state_of
from .tell import Teller
from .terms import Conflict, Mark, Rating, Sentence, Start, Step, phrase, rate
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


def steps(scope: Scope, model: int, given: Iterable[int] = (), order: str = ORDERS[0]) -> Iterator[Step]:
    """Give the path from the clues, and some literals that are given, to all that they force; ``model`` is a solution.

    In the order of people a step takes what is shown by the easiest argument; in
    that of size a reason of the fewest sentences that any deduction then has.
    """
    if order == ORDERS[0]:
        walk = Walk(Propagation(scope), lambda: model, given)
        teller = Teller(scope, walk.prover)
        yield from map(teller.told, teller.steps(walk.finds()))
    else:
        yield from _smallest(scope, model, given)


def _smallest(scope: Scope, model: int, given: Iterable[int]) -> Iterator[Step]:
    """Give the path of the smallest reasons, and of those one that uses few earlier marks."""
    prover = Prover(Propagation(scope))
    teller = Teller(scope, prover)
    known = {abs(literal): literal for literal in given}
    # What is forced is as in any solution.  It is found out when no sentence alone
    # gives anything: then more is known, and for a hint it is seldom needed.
    unknown = [mark if model >> mark & 1 else -mark for mark in scope.marks if mark not in known]
    reasons = Reasons(scope, known.values(), unknown)
    forced = False
    while reasons.unknown:
        if not (reasons.alone() or forced):
            reasons.keep(scope.forced(reasons.known.values(), reasons.unknown.values()))
            forced = True
            continue
        reason, proved = reasons.next_reason()
        found = reasons.consequences(reason) or reasons.consequences(reason, bounded=False)
        earlier = reasons.earlier(reason, found)
        reasons.learn(found)
        if not reason:
            yield teller.defined(earlier, found)
            continue
        proof = None
        if 1 < len(reason) <= LINES:
            proof = prover.refute(state_of(earlier), -found[0], bits(reason), SPLITS, thorough=True)
        (supposed,) = scope.said([-found[0]])
        told = (*scope.said(earlier), supposed)
        yield Step(
            tuple(scope.sentence(s) for s in reason),
            scope.said(earlier),
            scope.said(found),
            proved,
            supposed,
            teller.arguments.told(proof) if argued(proof) else teller.arguments.together(reason, told),
        )


def pointed(scope: Scope, marks: Iterable[Mark], step: Step) -> Board:
    """Draw what is known after a step, pointing at what it found and at its reason."""
    arguments = [part.argument for part in _together(step)] + [case.argument for case in step.likewise]
    reason = [place for argument in arguments for line in argument for place in line.places]
    # What rules out the other places is told, and what an absent note has in other words is not.
    told = [mark for part in step.reasons if not part.aside for mark in part.sources]
    reason += [mark.place for mark in (*step.earlier, *told) if mark.place]
    new = [mark for part in step.reasons for mark in part.found if mark.present or not (part.aside and mark.pencil)]
    found = [mark.place for mark in new if mark.place]
    return scope.draw(marks, dict.fromkeys(reason, "reason") | dict.fromkeys(found, "found"))


def _together(step: Step) -> list[Step]:
    """The reasons of a step that differ from the first one in their cells only, and take nothing that it finds."""

    def forms(part: Step) -> set[str]:
        return {without_cells(sentence.text) for sentence in part.sentences}

    first, *rest = [part for part in step.reasons if not part.aside] or [step]
    new = {mark for part in step.reasons for mark in part.found}
    return [first, *(part for part in rest if forms(part) == forms(first) and new.isdisjoint(part.earlier))]


def _events(scope: Scope, boards: bool, order: str, answer: Iterable[Symbol]) -> Iterator[Event]:
    marks = scope.answer(answer)
    given = _literals(scope, marks)
    yield Start(len(scope.marks) - len(given), scope.warnings, scope.draw(marks, {}) if boards else None)
    model = scope.solution(given)
    if model is None:
        yield from _conflicts(scope, boards, order, marks, given)
    else:
        yield from _drawn(scope, steps(scope, model, given, order), marks, boards)


def _literals(scope: Scope, marks: Iterable[Mark]) -> list[int]:
    """Give marks of an answer as literals but for those that are certain; raises UsageError where they cannot be."""
    literals, impossible = scope.literals(marks)
    if impossible:
        raise UsageError(f"not possible on this board: {impossible[0].text}", _CHECK)
    blamed = scope.oracle.core([], literals) if literals else None
    if blamed is not None:
        raise UsageError(f"what is given contradicts itself: {phrase(scope.said(blamed))}", _CHECK)
    return literals


def _conflicts(scope: Scope, boards: bool, order: str, marks: list[Mark], given: list[int]) -> Iterator[Event]:
    """Give sentences that cannot all hold with what is given, then a smallest set of such; and the way to a
    contradiction, if that is not shown at once, in the order of people."""
    reasons = Reasons(scope, given, ())
    prover = Prover(Propagation(scope))
    teller = Teller(scope, prover)

    def conflict(reason: tuple[int, ...], proved: bool) -> tuple[Conflict, list[int]]:
        switches = [-sentence for sentence in reason]
        blamed = shrink(given, lambda rest: scope.oracle.core(switches, rest)) if given else []
        told = scope.said(blamed)
        found = Conflict(
            tuple(map(scope.sentence, reason)), proved, teller.arguments.together(reason, told), told, told
        )
        focus = dict.fromkeys(_cells(found.sentences), "fault")
        return found._replace(board=scope.draw(marks, focus)), blamed

    reason = reasons.contradiction()
    yield conflict(reason, False)[0]
    reason, proved = reasons.better(reason, None)
    best, blamed = conflict(reason, proved)
    state = state_of(blamed)
    proof = prover.refute(state, 0, bits(reason), SPLITS, thorough=True) if 1 < len(reason) <= LINES else None
    if argued(proof):
        yield best._replace(argument=teller.arguments.told(proof))
        return
    yield best
    if len(reason) > 1 and order == ORDERS[0] and (found := way(prover, reason, blamed)):
        yield from _drawn(scope, found.steps, marks, boards)
        focus = {place: "fault" for line in found.argument for place in sorted(line.places)}
        _, argument, earlier, words = found
        yield best._replace(argument=argument, earlier=earlier, words=words, board=scope.draw(marks, focus))


def _drawn(scope: Scope, steps: Iterable[Step], marks: list[Mark], boards: bool) -> Iterator[Step]:
    """Give steps with their boards, if asked for; what they find is added to the marks."""
    for step in steps:
        marks += (mark for mark in step.found if not mark.pencil)
        yield step._replace(board=pointed(scope, marks, step)) if boards else step


def _cells(sentences: Iterable[Sentence]) -> Iterator[Place]:
    return (cell for sentence in sentences for cell in sentence.shown)

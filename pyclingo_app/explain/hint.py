"""What comes next on a board on which something is marked: one step, or all to the next mark that can be placed."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import islice

from clingo import Symbol

from ..solve.problem import Problem
from .answer import Answer, UnsolvedError
from .check import wrong
from .notes import Notes
from .prune import found_in, pruned
from .scope import Scope
from .sets import Known
from .shown import Shown
from .tell import Teller, drawn
from .terms import Hint, Step
from .walk import Thought, Walk


def hint(
    problem: Problem, given: Iterable[Symbol], draw: bool, stop: Callable[[], None], rules: Scope, place: bool = False
) -> Hint:
    """Give the next deduction, or why there is none; raises what :func:`check` does.

    What a sentence alone gives is looked for among the ``rules`` first, the scope without notes, and with those of the
    part pencil, of which much is grounded, only if none does.  To ``place`` something there are all steps that it
    takes; the ``rules`` have the notes then.
    """
    given = list(given)
    notes = bool(problem.program.notes)
    for alone in (True, False) if notes and not place else (False,):
        early = alone or not notes or place
        scope = rules if early else Scope(problem, stop)
        answer = Answer(scope, given, lazily=early)
        news = _News(answer, alone)
        if answer.completed(news.begin) is None:
            if not answer.marks or scope.solution([]) is None:
                return Hint("unsatisfiable", warnings=scope.warnings)
            found = wrong(problem, given, False, draw, stop)
            return Hint("wrong", None, found, found.board, scope.warnings)
        if answer.right():
            return Hint("complete", warnings=scope.warnings)
        steps = news.placing() if place else [*islice(news, 1)]
        if steps:
            *before, last = drawn(scope, steps, [*answer.marks], draw)
            return Hint("step", last, None, last.board, scope.warnings, tuple(before))
    return Hint("open", board=scope.draw(answer.marks, {}) if draw else None, warnings=scope.warnings)


def onward(problem: Problem, given: Iterable[Symbol], stop: Callable[[], None] = lambda: None) -> list[Step]:
    """Give the steps from what is given up to the first one that sets something: before it what is noted for it.

    The last one has its board.  There are none where nothing more follows, or nothing fits what is given.
    """
    scope = Scope(problem, stop)
    answer = Answer(scope, given)
    news, found = _News(answer), []
    for step in news if answer.completed(news.begin) is not None else ():
        found.append(step)
        if not all(mark.pencil for mark in step.found):
            break
    return [*drawn(scope, found, [*answer.marks], True)]


class _News(Iterator[Step]):
    """The steps from an answer on, of each what first finds something, and nothing that the board shows.

    ``alone`` there is only what a sentence gives by its table.
    """

    def __init__(self, answer: Answer, alone: bool = False) -> None:
        self._answer = answer
        self._alone = alone
        # The first step, if it was told while a solution was looked for, or what it finds, if one is needed to tell it.
        self._early: list[Step] = []
        self._left: Thought = ()

    def begin(self) -> None:
        """Find the first step while a solution is looked for, as far as none is needed for it."""
        if self._alone:
            with suppress(UnsolvedError):
                self._early = [*islice(self, 1)]
        else:
            _ = self._answer.singles

    def __next__(self) -> Step:
        if self._early:
            return self._early.pop()
        while True:
            self._left = thought = self._left or next(self._thoughts)
            told = () if self._shown.whole(thought) else self._shown.beyond(thought)
            self._left = ()
            self._shown.learn(thought)
            if told:
                return self._teller.step(told)
            self._walk.look_everywhere()

    def placing(self) -> list[Step]:
        """The steps to the next mark that is placed, with no more than it takes; all there are where none is."""
        thoughts: list[Thought] = []
        scope = self._answer.scope
        for thought in self._walk.thoughts():
            thoughts.append(thought)
            if placed := found_in(thought).there & scope.marks:
                first = next(one.gives.there & placed for one in thought if one.gives.there.meets(placed))
                thoughts = pruned(thoughts, first)
                break
        return [*map(self._teller.step, Notes(scope).told(thoughts))]

    @cached_property
    def _thoughts(self) -> Iterator[Thought]:
        return Notes(self._answer.scope).told(self._walk.thoughts(self._alone))

    @cached_property
    def _walk(self) -> Walk:
        answer = self._answer
        return Walk(answer.singles, answer.solution, answer.known | self._excluded)

    @property
    def _excluded(self) -> Known:
        """What single marks that are given rule out, by one sentence each: nobody has to be told."""
        answer, singles = self._answer, self._answer.singles
        out = Known()
        # What is not ready yet would be told as news later.
        while answer.known.there and singles.more():
            pass
        for mark in answer.known.there:
            one = Known(1 << mark)
            for sentence in singles.touched(one.marks):
                given = singles.follow(sentence, one)
                out |= Known(0, given.false) if given else Known()
        return out.without(answer.known.marks).among(answer.scope.marks)

    @cached_property
    def _teller(self) -> Teller:
        return Teller(self._answer.singles)

    @cached_property
    def _shown(self) -> Shown:
        answer = self._answer
        known = {mark.atom: mark.present for mark in answer.marks}
        return Shown(answer.singles, known, answer.solution)

"""What comes next on a board on which something is marked: one step, or all to the next mark that can be placed."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from clingo import Symbol

from ..solve.problem import Problem
from .answer import Answer
from .check import wrong
from .notes import Notes
from .prune import found_in, pruned
from .scope import Scope
from .sets import Known
from .shown import Shown
from .tell import Teller, drawn
from .terms import Hint, Step
from .walk import Thought


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
        if not answer.completed():
            if not answer.marks or scope.solution([]) is None:
                return Hint("unsatisfiable", warnings=scope.warnings)
            found = wrong(problem, given, False, draw, stop)
            return Hint("wrong", None, found, found.board, scope.warnings)
        if answer.right():
            return Hint("complete", warnings=scope.warnings)
        steps = _placing(answer) if place else [*islice(_news(answer, alone), 1)]
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
    found = []
    for step in _news(answer, False) if answer.completed() else ():
        found.append(step)
        if not all(mark.pencil for mark in step.found):
            break
    return [*drawn(scope, found, [*answer.marks], True)]


def _news(answer: Answer, alone: bool) -> Iterator[Step]:
    """The steps from an answer on, of each what first finds something, and nothing that the board shows; only what a
    sentence gives ``alone`` by its table, if that is asked for."""
    walk = answer.walk(_excluded(answer))
    teller, shown = Teller(walk), Shown(answer)
    for thought in Notes(answer.scope).told(walk.thoughts(alone)):
        told = () if shown.whole(thought) else shown.beyond(thought)
        shown.learn(thought)
        if told:
            yield teller.step(told)
        else:
            walk.look_everywhere()


def _placing(answer: Answer) -> list[Step]:
    """The steps to the next mark that is placed, with no more than it takes; all there are where none is."""
    walk = answer.walk(_excluded(answer))
    thoughts: list[Thought] = []
    for thought in walk.thoughts():
        thoughts.append(thought)
        if placed := found_in(thought).there & answer.scope.marks:
            first = next(one.gives.there & placed for one in thought if one.gives.there.meets(placed))
            thoughts = pruned(thoughts, first)
            break
    return [*map(Teller(walk).step, Notes(answer.scope).told(thoughts))]


def _excluded(answer: Answer) -> Known:
    """What single marks that are given rule out, by one sentence each: nobody has to be told."""
    singles, out = answer.singles, Known()
    # What is not ready yet would be told as news later.
    while answer.known.there and singles.more():
        pass
    for mark in answer.known.there:
        one = Known(1 << mark)
        for sentence in singles.touched(one.marks):
            given = singles.follow(sentence, one)
            out |= Known(0, given.false) if given else Known()
    return out.without(answer.known.marks).among(answer.scope.marks)

"""Why there is no solution: sentences that cannot all hold, and the way to a contradiction, step by step.

Where no short argument shows it, a path is walked by all sentences towards what would be a solution without one of
them, or without one of the marks that are given; what leads, as far as it is needed, to where a short argument shows
that all together are impossible is told as a path is.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from ..draw.board import Place
from .answer import Answer
from .because import Argument, Deduction
from .follow import Follower, Way
from .notes import Notes
from .prune import pruned
from .reasons import Reasons
from .scope import Scope
from .sets import Known, Literal, Marks, Sentences, mark_of, opposite
from .strategies.reason import argued
from .tell import Teller, drawn
from .terms import Conflict, Inference, Step
from .walk import Thought, Walk


def conflicts(answer: Answer, boards: bool, human: bool) -> Iterator[Conflict | Step]:
    """Give sentences that cannot all hold with an answer, then a smallest set of such; and the way to a contradiction,
    if that is not shown at once, in the order of people."""
    scope, given, marks = answer.scope, answer.known, [*answer.marks]
    reasons = Reasons(scope, given, (), answer.effort)
    walk = answer.walk()
    teller, follower = Teller(walk), walk.follower

    def conflict(reason: Sentences, proved: bool) -> tuple[Conflict, list[Literal]]:
        blamed = scope.blamed(given.literals, reason)
        told = scope.said(blamed)
        sentences = scope.told(reason)
        focus: dict[Place, str] = {cell: "fault" for sentence in sentences for cell in sentence.shown}
        board = scope.draw(marks, focus)
        return Conflict(sentences, proved, (Inference(sentences, (), told),), told, told, board), blamed

    reason = reasons.contradiction()
    yield conflict(reason, False)[0]
    reason, proved = reasons.better(reason, of_any=False)
    best, blamed = conflict(reason, proved)
    known = Known.of(blamed)
    argument = argued(follower, known, None, reason)
    if argument:
        yield best._replace(argument=teller.argument(argument, known))
        return
    yield best
    way = _way(follower, [*reason], known) if human and len(reason) > 1 else None
    if way:
        notes = Notes(scope)
        thoughts = notes.told(way.thoughts, way.end.needs.marks)
        yield from drawn(scope, map(teller.step, thoughts), marks, boards)
        end = notes.argument(way.end)
        told = teller.argument(end, way.known)
        earlier = scope.said(sorted(end.needs.literals, key=mark_of))
        focus = {place: "fault" for line in told for place in sorted(line.places)}
        yield best._replace(argument=told, earlier=earlier, board=scope.draw(marks, focus))


class _Solution(NamedTuple):
    """What would be a solution but for so many sentences that it ``breaks``, or without a literal; some others are
    given."""

    model: Marks
    breaks: int
    literal: Literal | None
    given: Known


class _Way(NamedTuple):
    """What a path finds, thought by thought, all that is known then, and the argument at its end."""

    thoughts: list[Thought]
    known: Known
    end: Argument


def _way(follower: Follower, reason: list[int], given: Known) -> _Way | None:
    """Give a way to a contradiction of some sentences, none of which can be left out, with what is given.

    None if no way is found with little work, or without a search: that is no better than the sentences themselves.
    """
    scope = follower.scope
    limit = scope.oracle.work + follower.effort.contradiction
    # Where there is one fault, all other sentences can hold without one of those that take part in it.
    solutions = [*_without_mark(scope, given), *_without_sentence(scope, reason, given)]
    for solution in sorted(solutions, key=lambda one: one.breaks):
        way = _towards(follower, solution, limit)
        if way and not any(found.searched for thought in way.thoughts for found in thought):
            return way
        if scope.oracle.work > limit:
            break
    return None


def _without_mark(scope: Scope, given: Known) -> Iterator[_Solution]:
    """The solutions without one of the literals that are given."""
    for one in given.literals:
        others = given - Known.of((one,))
        model = scope.oracle.ask([*others.literals, *scope.switches], bounded=True).model
        if model is not None:
            yield _Solution(Marks(model) & scope.every, 0, one, others)


def _without_sentence(scope: Scope, reason: list[int], given: Known) -> Iterator[_Solution]:
    """The solutions without one of the sentences of a reason, and as few others as is found easily."""
    for one in reason:
        others = [-other for other in reason if other != one]
        model = scope.oracle.maximal([*given.literals, *others], scope.switches).model
        if model is not None:
            breaks = len(Sentences(model) & scope.sentences)
            yield _Solution(Marks(model) & scope.every, breaks, None, given)


def _towards(follower: Follower, solution: _Solution, limit: int) -> _Way | None:
    """The path towards what would be a solution, to a contradiction, with what its end takes; None if it takes more
    work than the limit, or a search at the end."""
    scope, literal = follower.scope, solution.literal
    walk = Walk(follower.singles, lambda: solution.model, solution.given, follower.effort)
    known = solution.given.plus(literal) if literal else solution.given
    thoughts: list[Thought] = []
    for thought in chain([()], walk.thoughts()):
        thoughts.append(())
        for found in thought:
            if literal and found.gives.has(opposite(literal)):
                # What shows the opposite of a literal shows that it cannot be.
                end = _end(found, literal)
                return _Way(pruned(thoughts, end.needs.marks), known, end) if end else None
            thoughts[-1] = (*thoughts[-1], found)
            known |= found.gives
        # What is seen at the first rung ends a path.
        end = follower.refute(known, None, Way(follower.every, follower.effort.rounds[0]))
        if follower.told(end):
            break
        if scope.oracle.work > limit:
            return None
    else:
        end = argued(follower, known, None, follower.every)
    return _Way(pruned(thoughts, end.needs.marks), known, end) if end else None


def _end(found: Deduction, literal: Literal) -> Argument | None:
    """The argument that a literal cannot be, None if it takes a search."""
    if found.searched:
        return None
    if isinstance(found.why, Argument):
        return found.why
    # A look that gives the opposite cannot hold with it.
    return Argument((found.why._replace(uses=found.why.uses.plus(literal), gives=Known()),))

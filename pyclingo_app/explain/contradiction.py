"""The way to a contradiction, step by step, where sentences cannot all hold and no short argument shows it.

A path is walked by all sentences towards what would be a solution without one of them, or without one of the marks
that are given; what leads, as far as it is needed, to where a short argument shows that all together are impossible
is told as a path is.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from .proofs import SPLITS, Prover, argued
from .propagation import Proof
from .scope import Scope
from .state import State, signed, state_of
from .tell import Teller
from .terms import Inference, Mark, Step
from .thoughts import Found
from .walk import Walk

# How many lines the argument at the end has, as long as the path goes on.
_END = 3
# Towards how many of what would be solutions paths are walked, and how much work is done on all of them.
_TRIED, _WORK = 6, 10_000_000
# Of how many sentences reasons may be, if no easier path is looked for.
_EASY = 3


class Way(NamedTuple):
    """Steps from the clues, the argument that with what they found all sentences together are impossible, what it
    takes of that, and what of it has only in other words what was told, with that."""

    steps: tuple[Step, ...]
    argument: tuple[Inference, ...]
    earlier: tuple[Mark, ...]
    words: tuple[tuple[Mark, Mark], ...]


class _Solution(NamedTuple):
    """What would be a solution but for so many sentences that it ``breaks``, or without a literal, else 0; some
    others are given."""

    model: int
    breaks: int
    literal: int
    given: list[int]


class _Path(NamedTuple):
    """What a path finds, thought by thought, all that is known then, and the proof at its end."""

    thoughts: list[tuple[Found, ...]]
    known: State
    end: Proof

    def ease(self) -> tuple[int, int, int]:
        """How easy it is to follow: the searches, the sentences of the largest reason, and all lines."""
        reasons = [found for thought in self.thoughts for found in thought]
        sizes = [found.sentences.bit_count() for found in reasons]
        return sum(not found.proofs for found in reasons), max(sizes, default=0), sum(sizes) + self.end.length()


def way(prover: Prover, reason: Sequence[int], given: Sequence[int]) -> Way | None:
    """Give the easiest way of those that are tried to a contradiction of some sentences and literals that are given.

    None of them can be left out; ``prover`` is that of all sentences.  None if no way is found with little work.
    """
    scope = prover.propagation.scope
    limit = scope.oracle.work + _WORK
    # Where there is one fault, all other sentences can hold without one of those that take part in it.
    solutions = [*_without_mark(scope, given), *_without_sentence(scope, reason, given)]
    found: list[_Path] = []
    for solution in sorted(solutions, key=lambda one: one.breaks)[:_TRIED]:
        path = _path(prover, solution, limit)
        found += [path] if path else []
        if scope.oracle.work > limit or (path and path.ease()[:2] <= (0, _EASY)):
            break
    best = min(found, key=_Path.ease, default=None)
    # What takes a search is no better than the sentences themselves.
    if best is None or best.ease()[0]:
        return None
    teller = Teller(scope, prover)
    needed = best.end.needed()
    steps = tuple(map(teller.told, teller.steps(best.thoughts, needed, best.known)))
    earlier = signed(needed, best.known)
    return Way(steps, teller.arguments.told(best.end), scope.said(earlier), teller.other_words(earlier))


def _without_mark(scope: Scope, given: Sequence[int]) -> Iterator[_Solution]:
    """The solutions without one of the literals that are given."""
    for one in given:
        others = [other for other in given if other != one]
        model = scope.oracle.ask([*others, *scope.switches], bounded=True).model
        if model is not None:
            yield _Solution(model, 0, one, others)


def _without_sentence(scope: Scope, reason: Sequence[int], given: Sequence[int]) -> Iterator[_Solution]:
    """The solutions without one of the sentences of a reason, and as few others as is found easily."""
    for one in reason:
        others = [-other for other in reason if other != one]
        model = scope.oracle.maximal([*given, *others], scope.switches).model
        if model is not None:
            yield _Solution(model, (model & scope.every).bit_count(), 0, [*given])


def _path(prover: Prover, solution: _Solution, limit: int) -> _Path | None:
    """The path towards what would be a solution, to a contradiction."""
    scope = prover.propagation.scope
    walk = Walk(prover.propagation, lambda: solution.model, solution.given)
    thoughts: list[tuple[Found, ...]] = []
    known = given = state_of(filter(None, [*solution.given, solution.literal]))
    for thought in chain([()], walk.finds()):
        thoughts.append(())
        for found in thought:
            if -solution.literal in found.found:
                # What shows the opposite of a literal shows that it cannot be.
                end = _proof(found, -solution.literal)
                return _pruned(thoughts, given, end) if end else None
            thoughts[-1] = *thoughts[-1], found
            new = state_of(found.found)
            known = known[0] | new[0], known[1] | new[1]
        end = prover.refute(known, 0, scope.every)
        if end and end.length() <= _END:
            return _pruned(thoughts, given, end)
        if scope.oracle.work > limit:
            return None
    end = prover.refute(known, 0, scope.every, SPLITS, thorough=True)
    return _pruned(thoughts, given, end) if argued(end) else None


def _proof(found: Found, literal: int) -> Proof | None:
    """The proof of a literal that is found, None if it takes a search."""
    return found.proofs[found.found.index(literal)] if found.proofs else None


def _pruned(thoughts: list[tuple[Found, ...]], given: State, end: Proof) -> _Path:
    """The path with what a proof takes, by itself or by what it takes, as if nothing else was known."""
    needed = end.needed()
    kept: list[list[Found]] = []
    for thought in reversed(thoughts):
        kept.insert(0, [])
        for found in reversed(thought):
            found = found.only(literal for literal in found.found if needed >> abs(literal) & 1)
            if found.found:
                needed = needed & ~found.gives() | found.takes()
                kept[0].insert(0, found)
    known = given
    told: list[tuple[Found, ...]] = []
    for reasons in filter(None, kept):
        told.append(())
        for found in reasons:
            marks = known[0] | known[1]
            pairs = zip(found.found, found.proofs, strict=False)
            proofs = tuple(_limited(proof, marks | 1 << abs(literal)) for literal, proof in pairs)
            told[-1] = *told[-1], found._replace(known=known, proofs=proofs)
            new = state_of(found.found)
            known = known[0] | new[0], known[1] | new[1]
    return _Path(told, known, _limited(end, known[0] | known[1]))


def _limited(proof: Proof, marks: int) -> Proof:
    """The same proof where only some marks are known before it."""
    lines = []
    for line in proof.lines:
        lines.append(line._replace(before=(line.before[0] & marks, line.before[1] & marks)))
        marks |= line.new[0] | line.new[1]
    cases = ((literal, _limited(case, marks | 1 << abs(literal))) for literal, case in proof.cases)
    return Proof(tuple(lines), tuple(cases))

"""The path of the smallest reasons: each step is one of the fewest sentences of all that give anything then."""

from collections.abc import Iterator
from typing import NamedTuple

from .effort import Effort
from .reasons import Reasons
from .scope import Scope
from .sets import Known, Literal, Marks, Sentences


class Smallest(NamedTuple):
    """A smallest reason, all that it gives, few of the known marks by which it does, and whether it is proved that no
    reason has fewer sentences."""

    sentences: Sentences
    found: list[Literal]
    uses: Known
    proved: bool


def smallest(scope: Scope, model: Marks, known: Known, effort: Effort) -> Iterator[Smallest]:
    """Give the path of the smallest reasons from what is known to all that is forced; ``model`` is a solution.

    Of reasons of one sentence that one comes first which takes the fewest marks, gives the most, and is about the
    fewest cells.
    """
    # What is forced is as in any solution.  It is found out when no sentence alone gives anything: then more is known.
    likely = [Literal(mark if mark in model else -mark) for mark in known.open(scope.marks)]
    reasons, forced = Reasons(scope, known, likely, effort), False
    pending, alone = scope.sentences, dict[Sentences, Smallest]()
    while reasons.wanted:
        # Definitions may give something without any sentence.
        step = _given(reasons, Sentences(), True) if scope.tied else None
        if step is None:
            for sentence in pending:
                one = Sentences.of([sentence])
                if given := _given(reasons, one, True):
                    alone[one] = given
            pending = Sentences()
            step = min(alone.values(), key=lambda each: _ease(scope, each), default=None)
        if step is None and not forced:
            reasons = Reasons(scope, reasons.known, scope.forced(reasons.known.literals, reasons.wanted), effort)
            forced = True
            continue
        if step is None:
            step = _given(reasons, *reasons.better(reasons.short()[1], of_any=True))
            assert step is not None
        yield step
        found = Known.of(step.found)
        reasons.learn(found)
        changed = [s for s in scope.sentences if scope.tied or scope.about.reach(s).meets(found.marks)]
        pending |= Sentences.of(changed)
        alone = {one: given for one, given in alone.items() if not one.meets(pending)}


def _given(reasons: Reasons, sentences: Sentences, proved: bool) -> Smallest | None:
    """What some sentences give, if they give anything."""
    found = reasons.consequences(sentences)
    return Smallest(sentences, found, reasons.uses(sentences, found), proved) if found else None


def _ease(scope: Scope, step: Smallest) -> tuple[int, ...]:
    (sentence,) = step.sentences
    return step.uses.size, -len(step.found), len(scope.about.cells(sentence)), sentence

"""How a reason is told: its sentences in an order in which each says what follows from those before."""

from collections.abc import Collection, Iterable, Iterator

from ..solve.oracle import numbers
from .reasons import shrink
from .scope import Scope
from .terms import Inference

# Up to how many sentences are put in the order of an argument.
_ARGUED = 40


def argue(
    scope: Scope, reason: Collection[int], start: list[int], known: Collection[int] = ()
) -> tuple[Inference, ...]:
    """Tell a reason as inferences, from some marks to a contradiction; the last has no marks.

    What follows is said of marks that are not ``known``, from sentences that give something singly.
    """
    if len(reason) == 1 or len(reason) > _ARGUED:
        return (inference(scope, sorted(reason)),)

    def used(sentences: Iterable[int], marks: list[int], *more: int) -> list[int] | None:
        return scope.oracle.core([*start, *more, *(-s for s in sentences)], marks, bounded=True)

    def impossible(sentences: Iterable[int], marks: list[int]) -> bool:
        return used(sentences, marks) is not None

    lines: list[tuple[int, list[int]]] = []
    added: list[int] = []
    # How much was added when a sentence was last tried: for a contradiction, and for what follows.
    tried: dict[int, int] = {}
    followed: dict[int, int] = {}

    def fresh(before: dict[int, int]) -> Iterator[int]:
        """Give the sentences to which something was added that they can have to do with."""
        for s in reason:
            if s not in before or any(scope.reach[s] >> abs(mark) & 1 for mark in added[before[s] :]):
                before[s] = len(added)
                yield s

    while not (last := next(([s] for s in fresh(tried) if impossible([s], added)), [])):
        follows = ((s, _follow(scope, s, [*start, *added], known)) for s in fresh(followed))
        sentence, new = next(((s, new) for s, new in follows if new), (0, []))
        if not new:
            break
        lines.append((sentence, new))
        added += new
    if not last:
        single = {sentence for sentence, _ in lines}
        last = [s for s in reason if s not in single]
        if not impossible(last, added):
            last, lines, added = list(reason), [], []
    # Backwards from the contradiction, only what is used is kept.
    argument = [inference(scope, scope.chain(last))]
    needed = set(shrink(added, lambda rest: used(last, rest)))
    for sentence, new in reversed(lines):
        added = added[: -len(new)]
        kept = [mark for mark in new if mark in needed]
        for mark in kept:
            needed |= set(shrink(added, lambda rest, s=sentence, m=mark: used([s], rest, -m)))  # type: ignore[misc]
        if kept:
            argument.append(inference(scope, [sentence], kept))
    return tuple(argument[::-1])


def _follow(scope: Scope, sentence: int, marks: list[int], known: Collection[int]) -> list[int]:
    """The marks in the cells of a sentence that it forces, with some marks, beyond these and what is known."""
    cells = scope.sentence(sentence).cells
    fixed = [*marks, -sentence]
    given = {*map(abs, marks), *known}
    open_marks = [m for m in numbers(scope.reach[sentence]) if m not in given and scope.cells[m] in cells]
    model = scope.oracle.ask(fixed, bounded=True).model if open_marks else None
    if model is None:
        return []
    likely = [mark if model >> mark & 1 else -mark for mark in open_marks]
    return list(scope.oracle.consequences(fixed, likely, bounded=True))


def inference(scope: Scope, sentences: Iterable[int], marks: Iterable[int] = ()) -> Inference:
    """Say that some marks follow from sentences, or that these cannot hold."""
    return Inference(tuple(scope.sentence(s) for s in sentences), scope.said(marks))

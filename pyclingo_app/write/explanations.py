"""Explanations as text and JSON; the sentences about them are those of the program."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from ..draw.board import Board, Cell
from ..explain.explainer import Explainer
from ..explain.terms import Check, Conflict, Inference, Mark, Sentence, Step, phrase, rate
from ..words import counted

# How many of the rules that an unfinished answer does not fulfil are listed.
_LISTED = 10
LEGEND = "Cells are (row, column), counted from the top left."


def pointed(
    explainer: Explainer, marks: Collection[Mark], found: Iterable[Cell], reason: Iterable[Cell], kind: str = "found"
) -> Board:
    """Draw the board with some marks on it, pointing at cells; ``kind`` is "found" or "fault"."""
    board = explainer.draw(marks)
    focus = dict.fromkeys(reason, "reason") | dict.fromkeys(found, kind)
    inside = {(r, c): how for (r, c), how in focus.items() if 1 <= r <= board.height and 1 <= c <= board.width}
    empty, barred = frozenset(explainer.empty_cells(marks)), frozenset(explainer.barred(marks))
    return board._replace(focus=inside, empty=empty, barred=barred)


def reasons(step: Step) -> list[str]:
    """The reason of a step: its sentences, with the argument if there is more to say than that."""
    return [f"Suppose {step.supposed.text}."] * (len(step.argument) > 1) + argued(step.argument)


def argued(argument: Sequence[Inference]) -> list[str]:
    """The sentences of an argument, each with what follows from it."""
    lines = []
    for inference in argument:
        texts = [sentence.text for sentence in inference.sentences]
        if len(argument) == 1:
            lines += texts
        elif len(texts) == 1:
            lines.append(f"{texts[0].removesuffix('.')}: {phrase(inference.marks) or 'impossible'}.")
        else:
            lines += ["These together are impossible:", *("  " + text for text in texts)]
    return lines


def step_lines(step: Step, number: str = "", why: bool = True) -> list[str]:
    """A step as lines of text, the first behind its number."""
    lines = []
    if why:
        lines = reasons(step)
        if not step.proved:
            lines.append(
                f"(≤ {counted(len(step.sentences), 'sentence')}: whether fewer suffice was not proved in time)"
            )
        if step.earlier:
            lines.insert(0 if len(step.argument) > 1 else len(lines), "known: " + phrase(step.earlier))
    lines.append(("so: " if why else "") + phrase(step.found))
    return [(" " * len(number) if k else number) + line for k, line in enumerate(lines)]


def closing(explainer: Explainer, steps: list[Step], stopped: str) -> str:
    """The last line of a path: how far it goes, and how hard it is."""
    rating = rate(steps, explainer.size)
    text = counted(rating.steps, "step")
    if stopped:
        return f"{stopped} after {text}"
    if not rating.complete:
        return f"{text}; nothing more is forced: there are several solutions"
    return f"{text} to the only solution: {grade(rating)}"


def grade(rating: Any) -> str:
    if rating.largest <= 1:
        return f"{rating.grade}, each from one sentence"
    doubt = "" if rating.proved else ", not all proved to be fewest"
    return f"{rating.grade}, up to {rating.largest} sentences at once, {rating.mean:.2f} on average{doubt}"


def conflict_line(conflict: Conflict) -> str:
    number = len(conflict.sentences)
    these = f"these {number} sentences cannot all hold" if number != 1 else "this sentence cannot hold"
    note = "no fewer sentences contradict each other" if conflict.proved else "none of them can be left out"
    return f"No solution: {these}; {note}."


def check_lines(check: Check) -> list[str]:
    """What a check found, as lines of text."""
    if check.right:
        return ["The answer is right and complete."]
    lines = [f"Not possible on this board: {mark.text}." for mark in check.impossible]
    below: list[str] = []
    if check.so_far:
        lines.append("These rules are broken:")
        below = _texts(check.so_far)
    elif check.conflict:
        lines.append("No rule is broken yet, but these cannot all hold:")
        below = _texts(check.conflict) + ([f"known: {phrase(check.blamed)}"] if check.blamed else [])
    elif check.blamed:
        lines.append(f"Not possible together: {phrase(check.blamed)}.")
    elif check.completable and check.broken:
        lines.append("No rule is broken so far. Not fulfilled yet:")
        below = _texts(check.broken[:_LISTED])
        if len(check.broken) > _LISTED:
            below.append(f"and {counted(len(check.broken) - _LISTED, 'more rule')}; --final lists them all")
    elif not check.impossible:
        lines.append("No rule is broken so far.")
    return lines + [f"  {line}" for line in below]


def check_closing(check: Check, final: bool) -> str:
    """The last line about an answer that is not right."""
    if final:
        return "The answer is wrong."
    if check.completable:
        return "The answer is not complete, and can be completed."
    return "It cannot be completed to a solution."


def check_as_json(explainer: Explainer, check: Check) -> dict[str, Any]:
    """Give what a check found as a JSON object; docs/json.md describes it."""
    conflict = {"sentences": _texts(check.conflict), "marks": _marks(check.blamed)}
    return {
        "puzzle": explainer.program.name,
        "right": check.right,
        "broken": _texts(check.broken),
        "broken_so_far": _texts(check.so_far),
        "completable": check.completable,
        "impossible": [mark.text for mark in check.impossible],
        "conflict": conflict if check.conflict or check.blamed else None,
    }


def _marks(items: Iterable[Mark]) -> list[dict[str, Any]]:
    return [{"atom": str(mark.atom), "present": mark.present, "text": mark.text} for mark in items]


def _texts(items: Iterable[Sentence]) -> list[str]:
    return [sentence.text for sentence in items]


def as_json(explainer: Explainer, steps: list[Step], conflict: Conflict | None, stopped: str) -> dict[str, Any]:
    """Give an explanation as a JSON object; docs/json.md describes it."""

    def inferences(argument: Iterable[Inference]) -> list[dict[str, Any]]:
        return [{"sentences": _texts(inference.sentences), "marks": _marks(inference.marks)} for inference in argument]

    rating = rate(steps, explainer.size)
    status = "stopped" if stopped else "unsatisfiable" if conflict else "solved" if rating.complete else "open"
    return {
        "puzzle": explainer.program.name,
        "instance": explainer.problem.instance.name if explainer.problem.instance else None,
        "status": status,
        "steps": [
            {
                "sentences": _texts(step.sentences),
                "earlier": _marks(step.earlier),
                "found": _marks(step.found),
                "proved": step.proved,
                "supposed": _marks([step.supposed])[0],
                "argument": inferences(step.argument),
            }
            for step in steps
        ],
        "conflict": {
            "sentences": _texts(conflict.sentences),
            "proved": conflict.proved,
            "argument": inferences(conflict.argument),
        }
        if conflict
        else None,
        "rating": rating._asdict(),
    }

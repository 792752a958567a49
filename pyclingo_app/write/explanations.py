"""The sentences about explanations; what they quote are the sentences of the program."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clingo import Symbol

from ..explain.terms import Check, Conflict, Mark, Rating, Step
from ..program.program import Program
from ..solve.paper import Places
from ..words import counted
from .phrases import listed, phrase, texts
from .reasoning import argued, taken
from .words import costs, stopped

if TYPE_CHECKING:
    from ..explain.path import Explanation
    from ..solve.consequences import Consequences

LEGEND = "Cells are (row, column), counted from the top left."
# How to read boards that point at something, as text.
KEY = "On the boards [ ] is around what a step finds, ( ) around what shows it, and a cross where nothing is."
# What is said of an answer in which nothing is wrong so far.
RIGHT_SO_FAR = "Right so far, and it can be completed."
# How many of the rules that an unfinished answer does not fulfil are listed.
_LISTED = 10


def doubt(step: Step) -> list[str]:
    """Say of a step that is not proved what was not."""
    if step.proved is not False:
        return []
    return [f"(≤ {counted(len(step.sentences), 'sentence')}: whether fewer suffice was not proved in time)"]


def closing(explanation: "Explanation") -> str:
    """The line that says how far a path goes, and how hard it is; or that there is a conflict."""
    if explanation.conflict:
        short = f" {stopped(explanation.stopped).capitalize()}; given longer, steps might show it."
        return conflict_line(explanation.conflict) + (short if explanation.stopped else "")
    rating = explanation.rating
    text = counted(rating.steps, "step")
    if explanation.stopped:
        return f"{stopped(explanation.stopped)} after {text}"
    if rating.complete and not rating.steps:
        return "nothing is left to find"
    if not rating.complete:
        return f"{text}; nothing more is forced: there are several solutions"
    return f"{text} to the only solution: {grade(rating)}"


def grade(rating: Rating) -> str:
    """How hard a path is."""
    if rating.largest <= 1:
        return f"{rating.grade}, each from one sentence"
    search = f"; {counted(rating.unargued, 'step')} only by search" if rating.unargued else ""
    return f"{rating.grade}, up to {rating.largest} sentences at once, {rating.mean:.2f} on average{search}"


def rating_lines(rating: Rating) -> list[str]:
    """A rating as lines of text."""
    if not rating.satisfiable:
        return ["no solution"]
    lines = [f"{counted(rating.steps, 'step')}: {grade(rating)}"] if rating.steps else []
    return lines + ([] if rating.complete else ["The clues do not force everything: there are several solutions."])


def conflict_line(conflict: Conflict) -> str:
    """The first line about a conflict."""
    number = len(conflict.sentences)
    these = f"these {number} sentences cannot all hold" if number != 1 else "this sentence cannot hold"
    note = "no fewer sentences contradict each other" if conflict.proved else "none of them can be left out"
    given = f" (known: {phrase(conflict.blamed)})" if conflict.blamed else ""
    return f"No solution{given}: {these}; {note}."


def contradiction(conflict: Conflict) -> list[str]:
    """Why sentences cannot hold, with what is known by then, as lines of text."""
    known = listed(taken(conflict.earlier, [line for top in conflict.argument for line in top.every]))
    return [*([f"known: {known}"] if known else []), *argued(conflict.argument)]


def check_lines(check: Check) -> list[str]:
    """What a check found, as lines of text."""
    if check.right:
        told = [f"its cost is {costs(check.cost)}"] if check.cost else []
        if check.best:
            told.append(
                f"the best {'is' if check.proved else 'found is'} {costs(check.best)}{' (proved)' * check.proved}"
            )
        return [f"The answer is right and complete{': ' * bool(told)}{'; '.join(told)}."]
    lines = [f"Not possible on this board: {mark.text}." for mark in check.impossible]
    lines += [f"  {text}" for text in texts(check.outside)]
    below: list[str] = []
    if check.so_far:
        lines += ["These rules are broken:", *(f"  {text}" for text in texts(check.so_far))]
    if check.wrong:
        lines.append(f"Wrong: {phrase(check.wrong)}.")
    if check.conflict:
        these = "with what is known these" if check.wrong else "these"
        these = these.capitalize() if check.so_far else f"No rule is broken yet, but {these}"
        lines.append(f"{these} cannot all hold:")
        below = texts(check.conflict) + ([f"known: {phrase(check.blamed)}"] if check.blamed else [])
    elif check.completable and check.broken:
        lines.append("No rule is broken so far. Not fulfilled yet:")
        below = texts(check.broken[:_LISTED])
        if len(check.broken) > _LISTED:
            below.append(f"and {counted(len(check.broken) - _LISTED, 'more rule')}; --final lists them all")
    elif not (check.so_far or check.impossible):
        lines.append("No rule is broken so far.")
    return lines + [f"  {line}" for line in below]


def check_closing(check: Check, final: bool = False) -> str:
    """The last line about an answer that is not right."""
    if check.right:
        return ""
    if final:
        return "The answer is wrong."
    if check.completable:
        return "The answer is not complete, and can be completed."
    return "It cannot be completed to a solution."


def forced_lines(result: "Consequences") -> list[str]:
    """What is said above the board of what all solutions have in common."""
    if not result.satisfiable:
        return ["no solution"]
    return [LEGEND] if result.open or result.undecided else []


def forced_closing(result: "Consequences", program: Program) -> str:
    """What is not the same in all solutions, and what is not known, when a limit came first."""
    if not result.satisfiable:
        return ""
    lines = []
    if result.open:
        lines.append(f"In some solutions and not in others: {_listed(result.open, program)}.")
    if result.undecided:
        lines.append(f"Not decided, {stopped(result.stopped)}: {_listed(result.undecided, program)}.")
    if not lines:
        lines.append("All is forced: there is one solution.")
    elif result.present or result.absent:
        lines.append("All else is forced.")
    elif not result.undecided:
        lines.append("Nothing is forced.")
    return "\n".join(lines)


def forced_facts(result: "Consequences") -> str:
    """What is the same in all solutions as facts, ``-p(..)`` for what is in none: an answer, as far as it is forced."""
    absent = [f"-{atom}." for atom in result.absent if atom.positive]
    return " ".join([*(f"{atom}." for atom in result.present), *absent]) + "\n" if result.satisfiable else ""


def _listed(atoms: Sequence[Symbol], program: Program) -> str:
    """Some atoms in words, and the number of the others."""
    place, rest = Places(program), len(atoms) - _LISTED
    text = phrase(Mark(atom, True, program.say(atom), place(atom)) for atom in atoms[:_LISTED])
    return text + (f", and {rest} more" if rest > 0 else "")

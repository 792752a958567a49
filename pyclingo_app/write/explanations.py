"""The sentences about explanations; what they quote are the sentences of the program."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from clingo import Symbol

from ..draw.board import Place
from ..explain.terms import Case, Check, Conflict, Hint, Inference, Mark, Rating, Sentence, Step, phrase
from ..program.program import Program
from ..solve.consequences import Consequences
from ..solve.paper import Places
from ..words import counted
from .words import stopped

if TYPE_CHECKING:
    from ..explain.path import Explanation

LEGEND = "Cells are (row, column), counted from the top left."
# How many marks of a wall are named, rather than counted.
_NAMED = 8
# How many of the rules that an unfinished answer does not fulfil are listed.
_LISTED = 10


def reasons(step: Step) -> list[str]:
    """The reason of a step: its sentences, with the argument if there is more to say than that."""
    if len(step.argument) == 1 and not (step.argument[0].wall or step.argument[0].cases):
        searched = [] if step.argued else [f"These {len(step.sentences)} together, which takes a search:"]
        return searched + (_texts(step.argument[0].sentences) or ["Else what is known could not be."])
    ways: dict[object, list[tuple[Case, Mark]]] = {}
    cases = [Case(step.supposed, step.argument), *step.likewise]
    for case, mark in zip(cases, step.found, strict=len(cases) > 1):
        ways.setdefault(_way(case), []).append((case, mark))
    lines = []
    for (case, _), *others in ways.values():
        lines += [f"Suppose {case.supposed.text}.", *argued(case.argument)]
        if others:
            lines.append(f"In the same way: {phrase(mark for _, mark in others)}.")
    return lines


def _way(case: Case) -> object:
    """What arguments that go in the same way have in common: the sentences, and what is cut off but is not supposed."""
    wall = case.argument[0].wall if len(case.argument) == 1 else None
    apart = wall and tuple(mark for mark in wall.apart if mark != case.supposed)
    pocket = wall and (apart or len(wall.wall), wall.closed)
    return tuple(tuple(_texts(line.sentences)) for line in case.argument), pocket


def argued(argument: Sequence[Inference]) -> list[str]:
    """The lines of an argument: each sentence with what follows from it."""
    lines = []
    for line in argument:
        texts = _texts(line.sentences)
        if len(texts) > 1:
            lines += ["These together are impossible:", *("  " + text for text in texts)]
        elif texts:
            lines.append(f"{texts[0].removesuffix('.')}: {_follows(line)}.")
        for word, case in zip(("Either", "Or"), line.cases, strict=False):
            lines += [f"{word} {case.supposed.text}:", *("  " + text for text in argued(case.argument))]
    return lines


def _follows(line: Inference) -> str:
    """What follows in a line; of a cut who is cut off by what."""
    if line.wall is None:
        return phrase(line.marks) or "impossible"
    wall = line.wall
    here = _few(_places(wall.apart) or [str(cell) for cell in wall.cells], "cell")
    there = ", ".join(_places(mark for mark in wall.witness if mark not in wall.apart))
    if wall.closed:
        what = f"the lines at {here} would close a loop of their own{there and f', without {there}'}"
    else:
        fence = phrase(wall.wall) if len(wall.wall) <= _NAMED else counted(len(wall.wall), "mark")
        what = f"what lies at {here} would be cut off{there and f' from {there}'} ({fence})"
    return f"{what}: {phrase(line.marks) or 'impossible'}"


def _few(items: Sequence[str], noun: str) -> str:
    """Name the first of some items, and count the others."""
    named, more = items[:_NAMED], len(items) - _NAMED
    return ", ".join(named) + (f" and {counted(more, f'more {noun}')}" if more > 0 else "")


def _places(marks: Iterable[Mark]) -> list[str]:
    """The cells of some marks, or the words of one without a cell."""
    return list(dict.fromkeys(str(mark.cell) if mark.cell else mark.text for mark in marks))


def doubt(step: Step) -> list[str]:
    """Say of a step that is not proved what was not."""
    if step.proved is not False:
        return []
    return [f"(≤ {counted(len(step.sentences), 'sentence')}: whether fewer suffice was not proved in time)"]


def needed(step: Step) -> list[Mark]:
    """The known marks that a step takes, without those that the wall of its only line names."""
    wall = step.argument[0].wall if len(step.argument) == 1 else None
    named = {*wall.apart, *wall.wall, *wall.witness} if wall else set()
    return [mark for mark in step.earlier if mark not in named]


def step_lines(step: Step, number: str = "", why: bool = True) -> list[str]:
    """A step as lines of text, the first behind its number."""
    lines = []
    if why:
        lines = reasons(step) + doubt(step)
        known = needed(step)
        if known:
            lines.insert(0 if lines[0].startswith("Suppose") else len(lines), "known: " + phrase(known))
    technique = f" [{step.technique}]" if step.technique else ""
    lines.append(f"so: {phrase(step.found)}{technique}" if why else phrase(step.found))
    return [(" " * len(number) if k else number) + line for k, line in enumerate(lines)]


def lit(step: Step) -> Iterator[tuple[dict[Place, str], list[str]]]:
    """The lines of an argument, one after another: the cells to point at, and all that is told up to there."""
    lines = reasons(step)
    supposed: dict[Place, str] = {step.supposed.place: "found"} if step.supposed.place else {}
    told = 1
    for line in step.argument:
        places = line.places | {mark.place for mark in line.used if mark.place}
        kind = "found" if line.marks else "fault"
        follows = {mark.place for mark in line.marks if mark.place} if line.marks else places
        told = len(lines) if line.cases else told + 1
        yield supposed | dict.fromkeys(places, "reason") | dict.fromkeys(follows, kind), lines[:told]


def closing(explanation: "Explanation") -> str:
    """The line that says how far a path goes, and how hard it is; or that there is a conflict."""
    if explanation.conflict:
        return conflict_line(explanation.conflict)
    rating = explanation.rating
    text = counted(rating.steps, "step")
    if explanation.stopped:
        return f"{stopped(explanation.stopped)} after {text}"
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
    return f"No solution: {these}; {note}."


def check_lines(check: Check) -> list[str]:
    """What a check found, as lines of text."""
    if check.right:
        return ["The answer is right and complete."]
    lines = [f"Not possible on this board: {mark.text}." for mark in check.impossible]
    lines += [f"  {text}" for text in _texts(check.outside)]
    below: list[str] = []
    if check.so_far:
        lines.append("These rules are broken:")
        below = _texts(check.so_far)
    elif check.conflict:
        lines.append("No rule is broken yet, but these cannot all hold:")
        below = _texts(check.conflict) + ([f"known: {phrase(check.blamed)}"] if check.blamed else [])
    elif check.completable and check.broken:
        lines.append("No rule is broken so far. Not fulfilled yet:")
        below = _texts(check.broken[:_LISTED])
        if len(check.broken) > _LISTED:
            below.append(f"and {counted(len(check.broken) - _LISTED, 'more rule')}; --final lists them all")
    elif not check.impossible:
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


def hint_lines(hint: Hint, level: int) -> list[str]:
    """A hint as lines of text: where to look (level 1), what is there (2), and why (3)."""
    if hint.check:
        return check_lines(hint.check)
    if not hint.step:
        return {
            "complete": ["The answer is right and complete."],
            "open": ["Nothing more follows: there are several solutions."],
        }.get(hint.status, ["no solution"])
    if level == 1:
        cells = dict.fromkeys(str(mark.cell) for mark in hint.step.found if mark.cell)
        return [f"Look at {', '.join(cells) or 'the rest'}."]
    return ([LEGEND, ""] if level == 3 else []) + step_lines(hint.step, why=level == 3)


def _texts(items: Sequence[Sentence]) -> list[str]:
    return [sentence.text for sentence in items]


def forced_lines(result: Consequences) -> list[str]:
    """What is said above the board of what all solutions have in common."""
    if not result.satisfiable:
        return ["no solution"]
    return [LEGEND] if result.open or result.undecided else []


def forced_closing(result: Consequences, program: Program) -> str:
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


def forced_facts(result: Consequences) -> str:
    """What is the same in all solutions as facts, ``-p(..)`` for what is in none: an answer, as far as it is forced."""
    absent = [f"-{atom}." for atom in result.absent if atom.positive]
    return " ".join([*(f"{atom}." for atom in result.present), *absent]) + "\n" if result.satisfiable else ""


def _listed(atoms: Sequence[Symbol], program: Program) -> str:
    """Some atoms in words, and the number of the others."""
    place, rest = Places(program), len(atoms) - _LISTED
    text = phrase(Mark(atom, True, program.say(atom), place(atom)) for atom in atoms[:_LISTED])
    return text + (f", and {rest} more" if rest > 0 else "")

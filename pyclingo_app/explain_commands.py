"""The commands that explain: check, hint, explain and rate; each prints and gives an exit status."""

import os
import sys
from collections.abc import Collection, Iterable, Sequence
from json import dumps
from typing import Any

from .board import Board, Cell
from .commands import INTERRUPTED, LIMIT, SOLVED, UNSATISFIABLE, command_line, parse_constants
from .errors import InstanceError, LimitError, UsageError
from .explain import Check, Conflict, Explainer, Inference, Mark, Sentence, Step, phrase, rate
from .instance import Instance, board_number, counted, display_name, read_file
from .output import Output, colour_wanted, resolve
from .puzzle import Puzzle, load
from .render import render_text
from .solver import Limits

FORMATS = ("text", "json", "html")
# How many of the rules that an unfinished answer does not fulfil are listed.
_LISTED = 10
LEGEND = "Cells are (row, column), counted from the top left."


def _open(
    name: str,
    instance: str | None,
    constants: Sequence[str],
    rules: Sequence[str],
    time_limit: float | None,
    memory_limit: int | None,
    source: str | None = None,
) -> Explainer:
    puzzle = load(name, constants=parse_constants(constants), rules=rules)
    board = puzzle.read(instance, source) if instance is not None else None
    explainer = Explainer(puzzle, board, Limits(time_limit, memory_limit))
    for warning in explainer.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    for sentence in sorted({rule.file for rule in puzzle.rules if not rule.sentence and rule.kind != "input"}):
        print(
            f"warning: {display_name(sentence)}: rules without a sentence above them are called by their line",
            file=sys.stderr,
        )
    return explainer


def read_answer(puzzle: Puzzle, path: str, instance: Instance | None) -> tuple[Any, ...]:
    """Read an answer: facts of the shown predicates, and ``-p(..)`` for what is not in it.

    A drawn board is one, too, as is any other format that holds answers;
    ``FILE#2`` is the second one in a file.

    Raises InstanceError.
    """
    from . import formats

    file, number = board_number(path)
    if file != "-" and not os.path.exists(file):
        facts = ", ".join(f"{name}/{arity}" for name, arity in sorted(puzzle.shown))
        raise InstanceError(
            f"{file}: no such file",
            f"Give a file with the answer, as a drawn board or facts ({facts}); - is standard input.",
        )
    return formats.read_answer(puzzle, *read_file(file), instance, number)


def pointed(
    explainer: Explainer, marks: Collection[Mark], found: Iterable[Cell], reason: Iterable[Cell], kind: str = "found"
) -> Board:
    """Draw the board with some marks on it, pointing at cells; ``kind`` is "found" or "fault"."""
    board = explainer.draw(marks)
    focus = dict.fromkeys(reason, "reason") | dict.fromkeys(found, kind)
    inside = {(r, c): how for (r, c), how in focus.items() if 1 <= r <= board.height and 1 <= c <= board.width}
    empty, barred = frozenset(explainer.empty_cells(marks)), frozenset(explainer.barred(marks))
    return board._replace(focus=inside, empty=empty, barred=barred)


def _print_board(board: Board, closing: str = "") -> None:
    print("\n" + render_text(board, resolve("auto", None), colour_wanted()))
    if closing:
        print("\n" + closing)


def check(
    name: str,
    instance: str,
    answer: str,
    *,
    final: bool = False,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    form: str = "text",
    time_limit: float | None = None,
    source: str | None = None,
) -> int:
    """Check an answer against the rules: what is broken, and whether it can be completed.

    ``final`` takes it as complete: what it does not say is not in it.
    """
    if form not in ("text", "json"):
        raise UsageError(f"there is no format {form} for a check", "Use one of text, json.")
    if instance == answer == "-":
        raise UsageError("the instance and the answer cannot both be standard input", "Name a file.")
    explainer = _open(name, instance, constants, rules, time_limit, None, source)
    facts = read_answer(explainer.puzzle, answer, explainer.instance)
    result = explainer.check(facts, final)
    if form == "json":
        print(dumps(_check_as_json(explainer, result), ensure_ascii=False, indent=2))
    else:
        _print_check(explainer, facts, result, final)
    return SOLVED if result.right else UNSATISFIABLE


def _check_as_json(explainer: Explainer, result: Check) -> dict[str, Any]:
    """Give what a check found as a JSON object; docs/json.md describes it."""
    conflict = {"sentences": _texts(result.conflict), "marks": _marks(result.blamed)}
    return {
        "puzzle": explainer.puzzle.name,
        "right": result.right,
        "broken": _texts(result.broken),
        "broken_so_far": _texts(result.so_far),
        "completable": result.completable,
        "impossible": [mark.text for mark in result.impossible],
        "conflict": conflict if result.conflict or result.blamed else None,
    }


def _print_check(explainer: Explainer, facts: Sequence[Any], result: Check, final: bool = False) -> None:
    if result.right:
        print("The answer is right and complete.")
        return
    for mark in result.impossible:
        print(f"Not possible on this board: {mark.text}.")
    lines = [sentence.text for sentence in result.so_far]
    if result.so_far:
        print("These rules are broken:")
    elif result.conflict:
        print("No rule is broken yet, but these cannot all hold:")
        lines = [sentence.text for sentence in result.conflict]
        lines += [f"known: {phrase(result.blamed)}"] if result.blamed else []
    elif result.blamed:
        print(f"Not possible together: {phrase(result.blamed)}.")
    elif result.completable and result.broken:
        print("No rule is broken so far. Not fulfilled yet:")
        lines = [sentence.text for sentence in result.broken[:_LISTED]]
        if len(result.broken) > _LISTED:
            lines.append(f"and {counted(len(result.broken) - _LISTED, 'more rule')}; --final lists them all")
    elif not result.impossible:
        print("No rule is broken so far.")
    for line in lines:
        print(f"  {line}")
    # Of the cells that a broken rule speaks of, those in which there is something.
    marks = explainer.marks(facts)
    present = {mark.cell for mark in marks if mark.present}
    cells = {cell for sentence in result.so_far for cell in (sentence.cells & present or sentence.cells)}
    cells |= {mark.cell for mark in (*result.blamed, *result.impossible) if mark.cell}
    closing = "It cannot be completed to a solution."
    if final:
        closing = "The answer is wrong."
    elif result.completable:
        closing = "The answer is not complete, and can be completed."
    _print_board(pointed(explainer, marks, cells, (), "fault"), closing)


def hint(
    name: str,
    instance: str | None,
    *,
    given: str | None = None,
    level: int = 3,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    time_limit: float | None = None,
    source: str | None = None,
) -> int:
    """Print the next deduction: where to look (level 1), what (2), and why (3)."""
    if level not in (1, 2, 3):
        raise UsageError(f"there is no level {level}", "1 says where to look, 2 what is there, 3 why.")
    explainer = _open(name, instance, constants, rules, time_limit, None, source)
    facts = read_answer(explainer.puzzle, given, explainer.instance) if given else ()
    if facts:
        result = explainer.check(facts)
        if result.right:
            print("The answer is right and complete.")
            return SOLVED
        if not result.completable:
            _print_check(explainer, facts, result)
            return UNSATISFIABLE
    elif not explainer.satisfiable():
        print("no solution")
        if instance != "-":
            puzzle = explainer.puzzle
            why = command_line("explain", puzzle, name, instance, constants=constants, rules=rules, source=source)
            print(f"Why: {why}", file=sys.stderr)
        return UNSATISFIABLE
    marks = explainer.marks(facts)
    steps = explainer.steps(marks)
    step = next(steps, None)
    del steps  # ends the search for more
    if step is None:
        print("Nothing more follows: there are several solutions.")
        return SOLVED
    cells = [mark.cell for mark in step.found if mark.cell]
    if level == 1:
        print(f"Look at {', '.join(map(str, dict.fromkeys(cells))) or 'the rest'}.")
        return SOLVED
    if level == 3:
        print(LEGEND + "\n")
    _print_step(step, "", why=level == 3)
    reason = {cell for s in step.sentences for cell in s.cells} | {m.cell for m in step.earlier if m.cell}
    _print_board(pointed(explainer, [*marks, *step.found], cells, reason if level == 3 else ()))
    return SOLVED


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


def _print_step(step: Step, number: str, why: bool = True) -> None:
    indent = " " * len(number)
    if why:
        lines = reasons(step)
        if not step.proved:
            lines.append(
                f"(≤ {counted(len(step.sentences), 'sentence')}: whether fewer suffice was not proved in time)"
            )
        if step.earlier:
            lines.insert(0 if len(step.argument) > 1 else len(lines), "known: " + phrase(step.earlier))
    else:
        lines = []
    lines += [("so: " if why else "") + phrase(step.found)]
    for k, line in enumerate(lines):
        print((number if k == 0 else indent) + line)
    sys.stdout.flush()


def explain(
    name: str,
    instance: str | None,
    *,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    form: str = "auto",
    output: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    source: str | None = None,
) -> int:
    """Print the whole path to the solution, or why there is none."""
    if form == "auto":
        suffix = (output or "").rpartition(".")[2].lower()
        form = suffix if output and suffix in ("json", "html") else "text"
    if form not in FORMATS:
        raise UsageError(f"there is no format {form} for an explanation", f"Use one of {', '.join(FORMATS)}.")
    if output and form == "text":
        raise UsageError(f"{output}: only pages and JSON are written to files", "Use -o FILE.html or FILE.json.")
    out = Output(output)
    explainer = _open(name, instance, constants, rules, time_limit, memory_limit, source)
    conflict = None if explainer.satisfiable() else explainer.conflict()
    if conflict and form == "text":
        _print_conflict(explainer, conflict)
        return UNSATISFIABLE
    steps: list[Step] = []
    stopped = ""
    if form == "text":
        print(LEGEND + "\n")
    try:
        for step in explainer.steps() if not conflict else ():
            steps.append(step)
            if form == "text":
                _print_step(step, f"{len(steps):3}. ")
            elif sys.stderr.isatty():
                print(f"\r{counted(len(steps), 'step')}", end="", file=sys.stderr, flush=True)
    except LimitError as limit:
        stopped = f"stopped by the {limit.reason} limit"
    except KeyboardInterrupt:
        stopped = "interrupted"
    closing = _conflict_line(conflict) if conflict else _closing(explainer, steps, stopped)
    if form == "text":
        found = [mark for step in steps for mark in step.found]
        _print_board(pointed(explainer, found, (), ()), closing)
    elif form == "json":
        out.write(dumps(as_json(explainer, steps, conflict, stopped), ensure_ascii=False, indent=2) + "\n")
    else:
        from .render.html import render_page

        out.write(render_page(explainer, steps, conflict, closing))
    out.flush()
    if output:
        print(f"{display_name(output)}: {closing}", file=sys.stderr)
    if stopped:
        return INTERRUPTED if stopped == "interrupted" else (SOLVED if steps else LIMIT)
    return UNSATISFIABLE if conflict else SOLVED


def _closing(explainer: Explainer, steps: list[Step], stopped: str) -> str:
    """The last line of a path: how far it goes, and how hard it is."""
    rating = rate(steps, explainer.size)
    text = counted(rating.steps, "step")
    if stopped:
        return f"{stopped} after {text}"
    if not rating.complete:
        return f"{text}; nothing more is forced: there are several solutions"
    return f"{text} to the only solution: {_grade(rating)}"


def _grade(rating: Any) -> str:
    if rating.largest <= 1:
        return f"{rating.grade}, each from one sentence"
    doubt = "" if rating.proved else ", not all proved to be fewest"
    return f"{rating.grade}, up to {rating.largest} sentences at once, {rating.mean:.2f} on average{doubt}"


def _conflict_line(conflict: Conflict) -> str:
    number = len(conflict.sentences)
    these = f"these {number} sentences cannot all hold" if number != 1 else "this sentence cannot hold"
    note = "no fewer sentences contradict each other" if conflict.proved else "none of them can be left out"
    return f"No solution: {these}; {note}."


def _print_conflict(explainer: Explainer, conflict: Conflict) -> None:
    print(f"{_conflict_line(conflict)}\n{LEGEND}\n")
    for line in argued(conflict.argument):
        print(f"  {line}")
    cells = {cell for sentence in conflict.sentences for cell in sentence.cells}
    _print_board(pointed(explainer, (), cells, (), "fault"))


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
        "puzzle": explainer.puzzle.name,
        "instance": explainer.instance.name if explainer.instance else None,
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


def rate_command(
    name: str,
    instance: str | None,
    *,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    time_limit: float | None = None,
    source: str | None = None,
) -> int:
    """Print how hard the path to the solution is."""
    explainer = _open(name, instance, constants, rules, time_limit, None, source)
    if not explainer.satisfiable():
        print("no solution")
        return UNSATISFIABLE
    rating = explainer.rate()
    if rating.steps:
        print(f"{counted(rating.steps, 'step')}: {_grade(rating)}")
    if not rating.complete:
        print("The clues do not force everything: there are several solutions.")
    return SOLVED

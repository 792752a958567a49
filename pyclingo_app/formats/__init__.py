"""Formats of other tools: from their files and addresses to facts, and back.

Each format turns pieces of its texts into drawing terms; what these mean for a
puzzle says its own program: what it draws, read backwards, and ``#program
formats.``, which is grounded alone over them (docs/puzzle-programs.md).
"""

from collections.abc import Callable
from typing import NamedTuple

from clingo import Symbol

from ..errors import InstanceError, UsageError
from ..facts.instance import Instance, empty
from ..facts.reader import parse_facts
from ..solve.control import sort_key
from ..solve.problem import Problem
from . import gameid, objects, penpa, puzzlink
from . import text as typed
from .backwards import clashes, readable
from .differences import constants_lost, differences
from .meaning import TERMS, Content, Source, declarations, translate
from .puzzlink import GenreError, canonical


class Format(NamedTuple):
    """How texts of a format are recognised, and read, and how an instance is written, perhaps in several ways."""

    matches: Callable[[str], bool]
    read: Callable[[Source], Content]
    write: Callable[[Problem], list[str]]


def _read_facts(source: Source) -> Content:
    return parse_facts(source.text, source.name, source.known), ()


def _write_facts(problem: Problem) -> list[str]:
    return ["".join(f"{fact}.\n" for fact in sorted(problem.facts, key=sort_key))]


# A text is of the last format that it matches.
FORMATS = {
    "facts": Format(lambda text: True, _read_facts, _write_facts),
    "text": Format(typed.matches, typed.read, typed.write),
    "json": Format(objects.matches, objects.read, objects.write),
    "url": Format(puzzlink.matches, puzzlink.read, puzzlink.write),
    "penpa": Format(penpa.matches, penpa.read, penpa.write),
    "gameid": Format(gameid.matches, gameid.read, gameid.write),
}


def recognise(text: str) -> str:
    """Tell the format of a text by its content: one of :data:`FORMATS`.

    >>> recognise("size(2, 2). tree(1, 1)."), recognise("1 . T"), recognise("2x2:abc,1,0,1,0")
    ('facts', 'text', 'gameid')
    """
    return next(name for name, form in reversed(FORMATS.items()) if form.matches(text))


def is_literal(argument: str) -> bool:
    """Whether an argument is itself a board, a URL or a game ID, and not the name of a file."""
    return puzzlink.is_url(argument) or penpa.matches(argument) or gameid.is_gameid(argument)


def check_format(form: str | None) -> None:
    """Raise UsageError for a format that is not known."""
    if form is not None and form not in FORMATS:
        raise UsageError(f"there is no format {form}", f"Use one of {', '.join(FORMATS)}.")


def read(problem: Problem, text: str, name: str, form: str | None = None, choice: int | None = None) -> Instance:
    """Read a board in any format into the facts of a puzzle's instance.

    ``form`` is one of :data:`FORMATS`, None to recognise it; ``choice`` is the
    number of the board, counted from 1, in a text of several.

    Raises InstanceError with the position of the first fault.
    """
    check_format(form)
    if not text.strip():
        raise empty(name)
    source = Source(problem, text, name, form or recognise(text), choice, answer=False)
    return Instance(name, *_read(source), source.form, text)


def read_answer(problem: Problem, text: str, name: str, choice: int | None = None) -> tuple[Symbol, ...]:
    """Read an answer in any format: the shown atoms, and ``-p(..)`` for what is not in it.

    ``choice`` is the number of the board, counted from 1, in a text of several.

    Raises InstanceError with the position of the first fault.
    """
    return _read(Source(problem, text, name, recognise(text), choice, answer=True))[0]


def _read(source: Source) -> Content:
    if source.choice is not None and source.form != "text":
        raise InstanceError(f"{source.name}: only a text can hold several boards", "Leave out the number after #.")
    return FORMATS[source.form].read(source)


def convert(problem: Problem, form: str) -> tuple[str, list[str]]:
    """Write an instance in a format; give the text, and a sentence for each thing that is written otherwise.

    Raises InstanceError when the format cannot hold the board, UsageError for
    a format that is not known or that the puzzle does not have.
    """
    check_format(form)
    texts = FORMATS[form].write(problem)
    if form == "facts":
        return texts[0], constants_lost(problem, form, {})
    results = []
    for text in texts:
        try:
            back = read(Problem(problem.program, None, problem.constants), text, form, form)
        except InstanceError as error:
            raise InstanceError(f"{form} cannot hold this board: {error.message}", "Use --to facts.") from None
        held = dict(back.constants)
        wrong = {name for name, value in held.items() if value != problem.settings.get(name, value)}
        results.append((len(wrong), text, back, held))
    _, text, back, held = min(results, key=lambda result: result[0])
    return text, [*differences(problem.facts, back.facts, form), *constants_lost(problem, form, held)]


__all__ = [
    "FORMATS", "TERMS", "GenreError", "canonical", "check_format", "clashes", "convert", "declarations", "is_literal",
    "read", "read_answer", "readable", "recognise", "translate",
]  # fmt: skip

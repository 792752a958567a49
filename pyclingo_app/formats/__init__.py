"""Formats of other tools: from their files and addresses to facts, and back.

Each format turns pieces of its texts into drawing terms; what these mean for a
puzzle says its own program: what it draws, read backwards, and ``#program
formats.``, which is grounded alone over them (docs/puzzle-programs.md).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from clingo import Symbol

from ..errors import InstanceError, PuzzaspError, UsageError
from ..facts.instance import ADDRESSES, Instance, decode, empty, instance_of
from ..facts.reader import parse_facts
from ..program.library import ELSEWHERE, Library
from ..program.program import Program
from ..solve.control import sort_key
from ..solve.drawing import unsolved_terms
from ..solve.problem import Problem
from ..words import counted
from . import files, fpuzzles, gameid, objects, penpa, puzzlink, shared, sites
from . import text as typed
from .backwards import clashes, readable
from .meaning import TERMS, Content, Source, declarations
from .puzzlink import GenreError


class Format(NamedTuple):
    """How texts of a format are recognised and read, and how an instance is written: in several ways, in none where
    the program does not say how, or never."""

    matches: Callable[[str], bool]
    read: Callable[[Source], Content]
    write: Callable[[Problem], list[str]] | None


def _read_facts(source: Source) -> Content:
    if source.answer:
        return Content(parse_facts(source.text, source.name, source.known))
    return Content(*instance_of(source.text, source.name, source.known)[1:3])


def _write_facts(problem: Problem) -> list[str]:
    # So that clingo takes it, too, beside the value that the program gives.
    changed = (f"#const {name} = {value}. [override]\n" for name, value in _changed(problem).items())
    return ["".join([*changed, *(f"{fact}.\n" for fact in sorted(problem.facts, key=sort_key))])]


def _changed(problem: Problem) -> dict[str, str]:
    """The constants that have other values than the program gives them."""
    return {name: value for name, value in problem.settings.items() if value != problem.program.defaults.get(name)}


# A text is of the last format that it matches.
FORMATS = {
    "facts": Format(lambda text: True, _read_facts, _write_facts),
    "text": Format(typed.matches, typed.read, typed.write),
    "json": Format(objects.matches, objects.read, objects.write),
    "url": Format(puzzlink.is_url, puzzlink.read, puzzlink.write),
    "penpa": Format(penpa.matches, penpa.read, penpa.write),
    "fpuzzles": Format(fpuzzles.matches, fpuzzles.read, None),
    "gameid": Format(lambda text: gameid.is_gameid(text.strip()), gameid.read, gameid.write),
}

# What a board in a format is called.
NAMES = {
    "text": "a drawn board", "json": "JSON", "url": "an address", "penpa": "an address",
    "fpuzzles": "an address", "gameid": "a game ID",
}  # fmt: skip


def recognise(text: str) -> str:
    """Tell the format of a text by its content: one of :data:`FORMATS`.

    >>> recognise("size(2, 2). tree(1, 1)."), recognise("1 . T"), recognise("2x2:abc,1,0,1,0")
    ('facts', 'text', 'gameid')
    """
    text = sites.board_in(text)
    return next(name for name, form in reversed(FORMATS.items()) if form.matches(text))


def is_literal(argument: str) -> bool:
    """Whether an argument is itself a board, a URL or a game ID, and not the name of a file."""
    return any(FORMATS[form].matches(argument) for form in ADDRESSES)


def check_format(form: str | None, formats: Iterable[str] = tuple(FORMATS)) -> None:
    """Raise UsageError for a format that is not known, or is none of those that are wanted."""
    if form is not None and form not in formats:
        message = f"{form} is read, and never written" if form in FORMATS else f"there is no format {form}"
        raise UsageError(message, f"Use one of {', '.join(formats)}.")


def read(problem: Problem, text: str, name: str, form: str | None = None, choice: int | None = None) -> Instance:
    """Read a board in any format into the facts of a puzzle's instance.

    ``form`` is one of :data:`FORMATS`, None to recognise it; ``choice`` is the
    number of the board, counted from 1, in a text of several.

    Raises InstanceError with the position of the first fault.
    """
    check_format(form)
    if not text.strip():
        raise empty(name)
    source = Source(problem, sites.board_in(text), name, form or recognise(text), choice, answer=False)
    content = _read(source)
    found = Instance(name, content.facts, content.constants, source.form, text, content.warnings)
    for constant in sorted(name for name, _ in content.constants if not problem.program.takes(name)):
        what = f"{found.setting(constant)}: {problem.program.name} has no constant {constant[:40]}"
        raise InstanceError(what, f"It has: {', '.join(problem.program.defaults) or 'none'}.")
    return found


def read_answer(problem: Problem, text: str, name: str, choice: int | None = None) -> tuple[Symbol, ...]:
    """Read an answer in any format: the shown atoms, and ``-p(..)`` for what is not in it.

    Raises InstanceError as :func:`read` does.
    """
    return _read(Source(problem, text, name, recognise(text), choice, answer=True)).facts


def _read(source: Source) -> Content:
    files.check(source.text, source.name)
    if source.choice is not None and source.form != "text":
        raise InstanceError(f"{source.name}: only a text can hold several boards", "Leave out the number after #.")
    return FORMATS[source.form].read(source)


def puzzle_of(library: Library, address: str) -> str:
    """Give the name of the puzzle that a URL is of, or of the only one that reads a game ID.

    Raises InstanceError for what no puzzle reads, and for what does not tell which.
    """
    if game := sites.game_in(address):
        return puzzlink.puzzle_of(library, game)
    if fpuzzles.matches(address):
        return puzzlink.puzzle_of(library, fpuzzles.GAME)
    sites.check(address, address)
    if penpa.matches(address):
        return _puzzle_of_tags(library, penpa.tags(address))
    if gameid.is_gameid(address):
        return _puzzle_of_gameid(library, address)
    return puzzlink.puzzle_of(library, puzzlink.parse(address, "URL").genre)


def puzzle_in(library: Library, path: str) -> str | None:
    """Give the puzzle of a file that says which it is: what the page has shared, an address, a file of a program that
    knows only one puzzle; None for any other.

    Raises InstanceError for an address that no puzzle reads, and for a board that is not read.
    """
    try:
        with open(path, "rb") as file:
            text = decode(file.read(), path)
    except (OSError, InstanceError):
        return None  # told by who reads it
    files.check(text, path)
    if is_literal(text) and not gameid.is_gameid(text):
        return puzzle_of(library, text.strip()) if len(text.split()) == 1 else None
    word = files.game(text, path)
    return puzzlink.puzzle_of(library, word) if word else shared.puzzle_in(path)


def _puzzle_of_tags(library: Library, tags: Sequence[str]) -> str:
    """Give the puzzle of the first tag of a board that names one, such as ``slant (gokigen)``."""
    for word in (word for tag in tags for word in re.findall(r"[a-z0-9][a-z0-9 -]*", tag.lower())):
        name, _ = library.resolve(word.strip(), {})
        if name in library.names():
            return name
        with suppress(InstanceError):
            return puzzlink.puzzle_of(library, re.sub("[ -]", "", word))
    said = f"its tags are {', '.join(tags)}, and no puzzle here is called so" if tags else "it has no tag of a genre"
    message = f"this address of Penpa-edit does not say which puzzle it is: {said}"
    raise InstanceError(message, "Put the puzzle's name before it.")


def _puzzle_of_gameid(library: Library, text: str) -> str:
    found = []
    for name in [name for name, program in library.texts() if re.search(rf"gameid\(|{ELSEWHERE}", program)]:
        with suppress(PuzzaspError):  # it is of another game, or in the program of another puzzle
            read(Problem(library.program(name)), text, name, "gameid")
            found.append(name)
    if len(found) == 1:
        return found[0]
    if found:
        raise InstanceError(f"this game ID may be of {' or '.join(found)}", "Put the puzzle's name before it.")
    raise InstanceError("this is a game ID that no puzzle here reads", "Put the puzzle's name before it to see why.")


def convert(problem: Problem, form: str, answer: Sequence[Symbol] = ()) -> tuple[str, list[str]]:
    """Write an instance in a format; give the text, and a sentence for each thing that is written otherwise.

    ``answer`` are the shown atoms of a solution, which is written beside the board.

    Raises InstanceError when the format cannot hold the board, UsageError for
    a format that is not known, that the puzzle does not have, or that holds no answers.
    """
    writers = {name: each.write for name, each in FORMATS.items() if each.write}
    check_format(form, writers)
    if answer and form != "penpa":
        raise UsageError(f"{form} holds no solution beside a board", "Use --to penpa, or write the board alone.")
    texts = writers[form](problem)
    if not texts:
        raise UsageError(f"{problem.program.name} cannot be written as {form}", "Its program does not say how.")
    if form == "facts":
        return texts[0], []
    results = []
    for text in texts:
        try:
            back = read(Problem(problem.program, None, problem.constants), text, form, form)
        except InstanceError as error:
            raise InstanceError(f"{form} cannot hold this board: {error.message}", "Use --to facts.") from None
        held = dict(back.constants)
        # What a text does not say of a constant is its default.
        meant = {**problem.program.defaults, **held}
        wrong = [name for name, value in problem.settings.items() if meant.get(name) != value]
        results.append((len(wrong), text, back, held))
    _, text, back, held = min(results, key=lambda result: result[0])
    notes = [*_differences(problem.program, problem.facts, back.facts, form), *_constants_lost(problem, form, held)]
    if form == "url" and problem.instance and problem.instance.form == form:
        bodies = {puzzlink.parse(each, form).body.rstrip("/") for each in (problem.instance.text, text)}
        notes += ["The address given says the same in other characters."] if len(bodies) > 1 else []
    return (penpa.write(problem, unsolved_terms(problem, answer))[0] if answer else text), notes


def _constants_lost(problem: Problem, form: str, held: Mapping[str, str]) -> list[str]:
    """Say which constants a format does not hold; ``held`` are those that it does."""
    lost = [f"-c {name}={value}" for name, value in _changed(problem).items() if held.get(name) != value]
    return [f"{form} does not hold {' '.join(lost)}: give it again."] if lost else []


def _differences(program: Program, facts: Sequence[Symbol], back: Sequence[Symbol], form: str) -> list[str]:
    """Say what facts are read back otherwise: other names, or more facts.  No place, number or direction is a name.

    Raises InstanceError when facts are lost.
    """
    missing, gained = set(facts) - set(back), set(back) - set(facts)
    notes = []
    renamed: dict[Symbol, Symbol] = {}
    for name, arity in sorted({(fact.name, len(fact.arguments)) for fact in missing}):
        old, new = ([fact.arguments for fact in some if fact.match(name, arity)] for some in (facts, back))
        types = program.types.get((name, arity), ())
        names = [k for k in range(arity) if not (types and types[k].kind)]
        place = next((k for k in names if _same_but_names(old, new, k, renamed)), None)
        if place is not None:
            missing, gained = ({fact for fact in some if not fact.match(name, arity)} for some in (missing, gained))
            notes.append(f"{form} holds no names: argument {place + 1} of {name}/{arity} is numbered anew.")
    if missing:
        shown = ", ".join(map(str, sorted(missing)[:5])) + (", ..." if len(missing) > 5 else "")
        raise InstanceError(
            f"{form} cannot hold this board: {counted(len(missing), 'fact')} would be lost: {shown}", "Use --to facts."
        )
    if gained:
        notes.append(f"Read back, it has also: {', '.join(map(str, sorted(gained)[:5]))}.")
    return notes


def _same_but_names(
    old: Iterable[Sequence[Symbol]], new: Iterable[Sequence[Symbol]], k: int, renamed: dict[Symbol, Symbol]
) -> bool:
    """Whether facts differ only by what stands at place ``k``, always one new name for one old one."""

    def by_rest(facts: Iterable[Sequence[Symbol]]) -> dict[tuple[Symbol, ...], list[Symbol]]:
        groups: dict[tuple[Symbol, ...], list[Symbol]] = {}
        for arguments in facts:
            groups.setdefault((*arguments[:k], *arguments[k + 1 :]), []).append(arguments[k])
        return groups

    before, after = by_rest(old), by_rest(new)
    if {rest: len(group) for rest, group in before.items()} != {rest: len(group) for rest, group in after.items()}:
        return False
    names = dict(renamed)
    for rest, group in before.items():
        if len(group) == 1 and names.setdefault(group[0], after[rest][0]) != after[rest][0]:
            return False
    if len(set(names.values())) != len(names):
        return False
    renamed.update(names)
    return True


__all__ = [
    "FORMATS", "NAMES", "TERMS", "GenreError", "check_format", "clashes", "convert", "declarations", "is_literal",
    "is_url", "puzzle_in", "read", "read_answer", "readable", "recognise",
]  # fmt: skip

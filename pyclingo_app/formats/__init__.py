"""Formats of other tools: from their files and addresses to facts, and back.

The modules here know pieces of formats and turn them into general terms; what
these mean for a puzzle says its own program, in ``#program formats.``, which
is grounded alone over them (docs/puzzle-programs.md).
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from clingo import Function, String, Symbol, SymbolType

from ..draw.text import render_text
from ..errors import InstanceError, ProgramError, UsageError
from ..facts.instance import Instance, empty
from ..facts.reader import Signature, parse_facts
from ..program.source import Log
from ..solve.control import add_facts, make_control, sort_key
from ..solve.drawing import draw_unsolved
from ..solve.problem import Problem
from ..words import counted, nearest
from . import gameid, objects, puzzlink
from .text import COMMENT, KINDS, MAX_CELLS, NOTE, SUMMARY, SYMBOLS, TextBoard, boards

FORMATS = ("facts", "text", "json", "url", "gameid")

# What #program formats. derives or is given; docs/puzzle-programs.md describes them.
TERMS = frozenset(
    {
        ("legend", 1), ("puzzlink", 3), ("gameid", 3), ("constant", 2), ("genre", 2), ("answer", 0), ("size", 2),
        ("mark", 3), ("mark", 4), ("clue", 3), ("line", 3), ("area", 3), ("number", 3), ("name", 3), ("room", 2),
        ("parameter", 1), ("json", 3), ("key", 1),
    }
)  # fmt: skip

# Which arguments of the terms are rows, columns and numbers of lines.
_PLACES = {"size": (0, 1), "mark": (0, 1), "line": (0, 1), "area": (0, 1), "number": (0, 1), "clue": (1,)}

_WORD = re.compile(r"[({]|:-|\"|^[ \t]*(?:%.*[A-Za-z]{2}|#[a-z]{3}|%\*)", re.MULTILINE)
_BARE = re.compile(r"(\s*-?_*[a-z]\w*\s*\.)+\s*")


class GenreError(InstanceError):
    """A URL that is of another genre than a puzzle reads."""

    def __init__(self, puzzle: str, genre: str) -> None:
        super().__init__(f"this is a board of {genre}, not of {puzzle}")
        self.genre = genre


class Declared(NamedTuple):
    """What a program says about formats without any board."""

    legend: frozenset[str]
    urls: tuple[tuple[str, str, list[Symbol]], ...]  # genre, flags, pieces
    gameid: list[Symbol]
    keys: frozenset[str]  # of objects in JSON


def recognise(text: str) -> str:
    """Tell the format of a text by its content: one of :data:`FORMATS`.

    A text in which anything looks like a fact is facts, so that their reader
    tells what is wrong with it, and so is one of comments alone.

    >>> recognise("size(2, 2). tree(1, 1)."), recognise("1 . T"), recognise("2x2:abc,1,0,1,0")
    ('facts', 'text', 'gameid')
    """
    start = text.strip()
    if puzzlink.is_url(start):
        return "url"
    if gameid.is_gameid(start):
        return "gameid"
    if re.match(r"\{\s*[\"}]|\[\s*[\[{\"\d\]-]", start):
        return "json"
    board = NOTE.sub("", COMMENT.sub("", text))
    if not board.strip() or _BARE.fullmatch(re.sub("%.*", "", text)) or "\0" in text or text.startswith("\ufeff"):
        return "facts"
    if _WORD.search(SUMMARY.sub("", board)):
        return "facts"
    return "text"


def is_literal(argument: str) -> bool:
    """Whether an argument is itself a board, a URL or a game ID, and not the name of a file."""
    return puzzlink.is_url(argument) or gameid.is_gameid(argument)


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
    form = form or recognise(text)
    facts, constants = _decode(problem, text, name, form, choice, problem.program.inputs, ())
    return Instance(name, facts, constants, form, text)


def read_answer(problem: Problem, text: str, name: str, choice: int | None = None) -> tuple[Symbol, ...]:
    """Read an answer in any format: the shown atoms, and ``-p(..)`` for what is not in it.

    ``choice`` is the number of the board, counted from 1, in a text of several.

    Raises InstanceError with the position of the first fault.
    """
    known = {(sign + shown, arity) for shown, arity in problem.program.shown for sign in ("", "-")}
    given = [*problem.facts, Function("answer")]
    return _decode(problem, text, name, recognise(text), choice, known, given)[0]


def _decode(
    problem: Problem,
    text: str,
    name: str,
    form: str,
    choice: int | None,
    known: Collection[Signature],
    given: Sequence[Symbol],
) -> tuple[tuple[Symbol, ...], tuple[tuple[str, str], ...]]:
    """Give the facts of the known signatures that a text holds, and the constants that it sets."""
    if choice is not None and form != "text":
        raise InstanceError(f"{name}: only a text can hold several boards", "Leave out the number after #.")
    if form == "facts":
        return parse_facts(text, name, known), ()
    declared = declarations(problem)
    program = problem.program
    terms: list[Symbol]
    keys = ""
    if form == "json":
        terms = objects.decode(objects.load(text, name), name, known)
        if terms and terms[0].name != "json":
            return tuple(dict.fromkeys(terms)), ()
        keys = _check_keys(terms, declared.keys, {known_name for known_name, _ in known}, name)
    elif form == "url":
        url = puzzlink.parse(text.strip(), name)
        pieces = next((p for genre, flags, p in declared.urls if (genre, flags) == (url.genre, url.flags)), None)
        pieces = pieces or next((p for genre, _, p in declared.urls if genre == url.genre), None)
        if pieces is None:
            raise GenreError(program.name, url.genre)
        terms = puzzlink.decode(url, pieces)
        terms.append(Function("genre", [Function(url.genre), String(url.flags)]))
    elif form == "gameid":
        if not declared.gameid:
            raise InstanceError(f"{program.name} reads no game IDs", "See docs/puzzle-programs.md.")
        terms = gameid.decode(text.strip(), declared.gameid, name)
    else:
        if not declared.legend:
            raise InstanceError(
                f"{name}: {program.name} reads no boards as text: its program has no legend",
                "To read it as facts: --from facts.",
            )
        parts = boards(text, name, declared.legend)
        if not parts:
            raise InstanceError(f"{name}:1:1: there is no board in it")
        if choice is None and len(parts) > 1:
            lines = ", ".join(str(part[0].number) for part in parts[:5])
            message = f"{name}: there are {len(parts)} boards in it (at the lines {lines}{', ...' * (len(parts) > 5)})"
            hint = f"Choose one: {name}#1." if name != "standard input" else "Save it as a file, and choose FILE#1."
            raise InstanceError(message, hint)
        if choice is not None and not 1 <= choice <= len(parts):
            raise InstanceError(f"{name}: there is no board {choice}: it holds {len(parts)}")
        terms = TextBoard(name, parts[(choice or 1) - 1], declared.legend).read()
    atoms = translate(problem, [*given, *terms])
    facts = [atom for signature in sorted(known) for atom in atoms.get(signature, ())]
    if not facts:
        what, hint = "a fact of", f"Expected are the keys {keys}." if form == "json" else "See docs/formats.md."
        if Function("answer") in given:
            shown = ", ".join(f"{shown}/{arity}" for shown, arity in sorted(program.shown))
            what, hint = "in an answer to", f"Draw what was found into the unsolved board, or give facts ({shown})."
        raise InstanceError(f"{name}: nothing in this {form} is {what} {program.name}", hint)
    constants = [atom.arguments for atom in atoms.get(("constant", 2), ())]
    return tuple(facts), tuple((_text(key), str(value)) for key, value in constants)


def _check_keys(terms: Iterable[Symbol], declared: Collection[str], facts: Collection[str], name: str) -> str:
    """List the keys that JSON has here: those of the puzzle's objects, or the names of its facts.

    Raises InstanceError for a key that is nearly one of them which is missing; other keys say nothing.
    """
    used = {key.string for _, key, _ in (term.arguments for term in terms) if key.type == SymbolType.String}
    known = sorted(facts if not declared or used.intersection(facts) else declared)
    listing = ", ".join(known)
    for key in sorted(used.difference(known)):
        meant = nearest(key, known)
        if meant and meant != nearest(key, used.intersection(known)):
            raise InstanceError(f"{name}: unknown key {key[:40]!r}", f"{meant}Expected are the keys {listing}.")
    return listing


def translate(problem: Problem, facts: Iterable[Symbol]) -> dict[Signature, list[Symbol]]:
    """Ground ``#program formats.`` alone over facts, and give all atoms that follow, by signature.

    Raises ProgramError.
    """
    log = Log()
    control = make_control([], problem, log, problem.program.formats)
    with log.raising("The part formats of the program cannot be used."):
        add_facts(control, "facts", facts)
        control.ground([("facts", []), ("formats", [])])
    atoms = control.symbolic_atoms
    return {
        (("" if positive else "-") + name, arity): [
            atom.symbol for atom in atoms.by_signature(name, arity, positive) if atom.is_fact
        ]
        for name, arity, positive in atoms.signatures
    }


def declarations(problem: Problem) -> Declared:
    """Give what a program says about formats.

    Raises ProgramError for a declaration that is not one.
    """
    legend, urls, game = set(), [], []
    atoms = translate(problem, ())
    for atom in atoms.get(("legend", 1), ()):
        legend.add(_text(atom.arguments[0]))
    unknown = min(legend - set(KINDS) - SYMBOLS, default="")
    if unknown:
        hint = f"It names symbols and colours, and the kinds {', '.join(KINDS)}."
        raise ProgramError(f"{problem.program.name}: {unknown} in the legend is not known", hint)
    for atom in atoms.get(("puzzlink", 3), ()):
        genre, flags, pieces = atom.arguments
        if pieces.type != SymbolType.Function or pieces.name:
            raise ProgramError(
                f"{problem.program.name}: {atom} does not end with a tuple of pieces", "Write (border,)."
            )
        strange = next((p for p in pieces.arguments if not _is_piece(p)), None)
        if strange is not None:
            known = ", ".join(name + "(X)" * arity for name, arity in sorted(puzzlink.PIECES))
            raise ProgramError(f"{problem.program.name}: {strange} is no piece of a URL", f"Pieces are {known}.")
        urls.append((_text(genre), _text(flags), list(pieces.arguments)))
    for atom in atoms.get(("gameid", 3), ()):
        game = list(atom.arguments)
    keys = frozenset(_text(atom.arguments[0]) for atom in atoms.get(("key", 1), ()))
    return Declared(frozenset(legend), tuple(sorted(urls, key=lambda url: (url[1], url[0]))), game, keys)


def convert(problem: Problem, form: str) -> tuple[str, list[str]]:
    """Write an instance in a format; give the text, and a sentence for each thing that is written otherwise.

    Raises InstanceError when the format cannot hold the board, UsageError for
    a format that is not known or that the puzzle does not have.
    """
    check_format(form)
    program, facts = problem.program, problem.facts
    settings = problem.settings
    changed = {name: value for name, value in settings.items() if value != program.defaults[name]}
    if form == "facts":
        text = "".join(f"{fact}.\n" for fact in sorted(facts, key=sort_key))
        return text, _constants_lost("facts", changed, {})
    declared = declarations(problem)
    says_how = {"text": declared.legend, "url": declared.urls, "gameid": declared.gameid, "json": True}
    if not says_how[form]:
        raise UsageError(f"{program.name} cannot be written as {form}", "Its program does not say how.")
    texts = (
        [render_text(draw_unsolved(problem), "ascii") + "\n"] if form == "text" else _encode(problem, form, declared)
    )
    results = []
    for text in texts:
        try:
            back = read(Problem(program, None, problem.constants), text, form, form)
        except InstanceError as error:
            raise InstanceError(f"{form} cannot hold this board: {error.message}", "Use --to facts.") from None
        held = dict(back.constants)
        wrong = {name for name, value in held.items() if value != settings.get(name, value)}
        results.append((len(wrong), text, back, held))
    _, text, back, held = min(results, key=lambda result: result[0])
    return text, [*_differences(facts, back.facts, form), *_constants_lost(form, changed, held)]


def _encode(problem: Problem, form: str, declared: Declared) -> list[str]:
    """Write an instance as JSON, as a game ID, or in each of the genres that a puzzle has."""
    terms: dict[str, list[tuple[Symbol, ...]]] = {}
    for (name, _), atoms in translate(problem, problem.facts).items():
        terms.setdefault(name, []).extend(tuple(atom.arguments) for atom in atoms)
    if form == "json":
        return [objects.encode(problem.facts, terms.get("json", []))]
    _require_places(terms, form)
    height, width = size = next(((h.number, w.number) for h, w in terms.get("size", ())), (0, 0))
    if not (height > 0 and width > 0 and height * width <= MAX_CELLS):
        raise InstanceError(f"{form} cannot hold a board of {height} rows and {width} columns", "Use --to facts.")
    if form == "gameid":
        return [gameid.encode(declared.gameid, terms, size) + "\n"]
    return [puzzlink.encode(*url, terms, size) + "\n" for url in declared.urls]


def _require_places(terms: Mapping[str, list[tuple[Symbol, ...]]], form: str) -> None:
    """Raise InstanceError unless numbers stand where terms have rows, columns and lines."""
    for name, places in _PLACES.items():
        for arguments in terms.get(name, ()):
            if any(arguments[place].type != SymbolType.Number for place in places if place < len(arguments)):
                message = f"{form} cannot hold this board: terms stand in it where numbers should"
                raise InstanceError(message, "Use --to facts.")


def _constants_lost(form: str, changed: dict[str, str], held: dict[str, str]) -> list[str]:
    lost = [f"-c {name}={value}" for name, value in changed.items() if held.get(name) != value]
    return [f"{form} does not hold {' '.join(lost)}: give it again."] if lost else []


def _differences(facts: Sequence[Symbol], back: Sequence[Symbol], form: str) -> list[str]:
    """Say what facts are read back otherwise: other names, or more facts.

    Raises InstanceError when facts are lost.
    """
    missing, gained = set(facts) - set(back), set(back) - set(facts)
    notes = []
    renamed: dict[Symbol, Symbol] = {}
    for name, arity in sorted({(fact.name, len(fact.arguments)) for fact in missing}):
        old = [fact.arguments for fact in facts if (fact.name, len(fact.arguments)) == (name, arity)]
        new = [fact.arguments for fact in back if (fact.name, len(fact.arguments)) == (name, arity)]
        place = next((k for k in range(arity) if _same_but_names(old, new, k, renamed)), None)
        if place is None:
            continue
        missing = {fact for fact in missing if (fact.name, len(fact.arguments)) != (name, arity)}
        gained = {fact for fact in gained if (fact.name, len(fact.arguments)) != (name, arity)}
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


def _is_piece(symbol: Symbol) -> bool:
    return symbol.type == SymbolType.Function and (symbol.name, len(symbol.arguments)) in puzzlink.PIECES


def _text(symbol: Symbol) -> str:
    return symbol.string if symbol.type == SymbolType.String else str(symbol)


__all__ = [
    "FORMATS", "TERMS", "check_format", "convert", "declarations", "is_literal", "read", "read_answer", "recognise",
    "translate",
]  # fmt: skip

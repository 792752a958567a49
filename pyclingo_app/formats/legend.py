"""What a text of a board may hold: derived from the lines of ``#program display.``, which draw it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from clingo import Function, Symbol, Tuple_, ast, parse_term

from ..draw.board import BEARINGS, SIDES, blank_before, text_of
from ..draw.symbols import GLYPHS, SHADES
from ..program.program import Program
from ..program.syntax import atoms
from .backwards import CROSS, Line, invert, values
from .symbols import ALSO
from .terms import number_in, symbol_in

# The names of variables that hold whole numbers.
_NUMERIC = re.compile(r"[NHWRCKI](?:'*|\d*)")

# What a text shows: the name of a drawing term, and what that shows.
Shown = tuple[str, Symbol]


class Signs(NamedTuple):
    """What may stand in places of one sort: texts, with what each may show, and whether numbers and letters may."""

    texts: Mapping[str, tuple[Shown, ...]]
    number: bool
    letter: bool

    def named(self, text: str) -> tuple[Shown, ...]:
        """Give what a text may show, in capitals or not."""
        return next((self.texts[look] for look in (text, text.upper(), text.lower()) if look in self.texts), ())

    def holds(self, text: str) -> bool:
        """Whether a text may stand in such a place."""
        letter = self.letter and len(text) == 1 and text.isalpha()
        return bool(self.named(text)) or letter or (self.number and number_in(text) is not None)


class Note(NamedTuple):
    """A note that display draws: what its text looks like, and its parts, None where anything may stand."""

    pattern: re.Pattern[str]
    parts: tuple[Symbol | None, ...]

    def read(self, text: str) -> Symbol | None:
        """Give what the note shows if this is its text: a tuple, unless it has one part."""
        if not (match := self.pattern.fullmatch(text)):
            return None
        found = map(symbol_in, match.groups())
        values = [next(found) if part is None else part for part in self.parts]
        return Tuple_(values) if values[1:] else values[0]


class Legend(NamedTuple):
    """What may stand in the cells of a board, on their borders and around it.

    ``listed`` is what may stand in cells with several marks, ``small`` the small texts in cells, ``sides`` are those
    with clues.  ``kinds`` says what else there is: cells that are ``split``, with ``several`` marks, with numbers at
    their ``sides`` or at ``bearings``; lists of ``clues`` and of ``small`` texts; texts at a ``corner``; a ``wall``,
    ``cage``, ``hole``, ``line`` or ``double`` line; the frames ``dots``, ``lines`` and ``none``; regions that letters
    tell (``area``); lines that are ``removed`` from the grid; letters that are ``found``; ``square`` boards; and
    ``other``, where 0 and signs without a meaning are empty cells.
    """

    cells: Signs
    listed: Signs
    borders: Signs
    around: Signs
    small: Signs
    sides: frozenset[str]
    kinds: frozenset[str]
    notes: tuple[Note, ...]

    def __bool__(self) -> bool:
        signs = (self.cells, self.listed, self.borders, self.around, self.small)
        return any(map(any, signs)) or bool(self.kinds - {"area", "square", "other", "found"})

    def clue(self, text: str, long: bool) -> bool:
        """Whether a text beside the board may be a clue, and no remark, as which letters there are."""
        return number_in(text) is not None or (self.around.holds(text) if long else any(self.around))


@lru_cache(64)
def legend(program: Program, declared: frozenset[str] = frozenset()) -> Legend:
    """Derive the legend of a program; ``declared`` are the kinds that it names itself."""
    inverse = invert(program)
    crosses = {name: [(name, Function(CROSS))] for name in inverse.crosses}
    lines: dict[str, list[Line]] = {}
    for line in inverse.lines:
        lines.setdefault(_place(line), []).append(line)
    kinds = declared | {kind for line in inverse.lines for kind in _kinds(line)} | _frames(program)
    if "sides" in kinds:
        kinds -= {"split"}
    asked = {atom.signature for rule in program.formats for atom in atoms(rule)}
    size = program.types.get(("size", 2), ())
    kinds |= {name for name, arity in (("area", 3), ("removed", 3)) if (name, arity) in asked}
    kinds |= {"square"} if len({argument.name for argument in size}) == 1 else set()
    answers = [line for line in lines.get("cells", ()) if line.about and line.about <= program.shown]
    kinds |= {"found"} if _signs(program, answers, ()).letter else set()
    clues = {str(line.term.arguments[0]) for line in lines.get("around", ())}
    return Legend(
        _signs(program, lines.get("cells", ()), crosses.get("mark", ())),
        _signs(program, lines.get("listed", ()), ()),
        _signs(program, lines.get("borders", ()), crosses.get("between", ())),
        _signs(program, lines.get("around", ()), ()),
        _signs(program, lines.get("small", ()), ()),
        frozenset(clues if clues <= {*SIDES} else SIDES),
        kinds,
        tuple(_notes(program, inverse.lines)),
    )


def _place(line: Line) -> str:
    """Where what a line draws stands."""
    match line.term.name, len(line.roles):
        case "mark", 4:
            return "" if _side(line) else "listed"
        case "mark" | "shade", _:
            return "cells"
        case "between", _:
            return "borders"
        case "clue", _:
            return "around"
        case "small", _:
            return "small"
    return ""


def _notes(program: Program, lines: Iterable[Line]) -> list[Note]:
    """Give the notes of display and those that ``#program formats.`` asks for; those with more words come first."""
    asked = (atom for rule in program.formats for atom in atoms(rule))
    shown = [line.term for line in lines] + [atom for atom in asked if atom.signature == ("note", 2)]
    notes = []
    for term in (term.arguments[1] for term in shown if term.name == "note"):
        pattern, parts = "", list[Symbol | None]()
        for part in term.arguments if term.ast_type == ast.ASTType.Function else [term]:
            # A constant of the program may have any value.
            fixed = part.ast_type == ast.ASTType.SymbolicTerm and str(part) not in program.defaults
            text = " ".join(text_of(part.symbol).split()) if fixed else ""
            pattern += blank_before(text) + re.escape(text) if fixed else " (.+?)"
            parts.append(part.symbol if fixed else None)
        notes.append(Note(re.compile(pattern.lstrip()), tuple(parts)))
    return sorted(notes, key=lambda note: note.parts.count(None) - len(note.parts))


def _frames(program: Program) -> frozenset[str]:
    """The frames that display draws."""
    terms = [statement.term for statement in program.display if statement.ast_type == ast.ASTType.ShowTerm]
    terms = [term for term in terms if term.ast_type == ast.ASTType.Function and term.name == "frame"]
    return frozenset(str(argument) for term in terms for argument in term.arguments)


def _side(line: Line) -> str:
    """The side of a cell at which a mark stands, or its bearing, if it has one."""
    place = str(line.statement.term.arguments[2])
    named = place in SIDES or place in BEARINGS or place.startswith("Side")
    return place if len(line.roles) == 4 and named else ""


def _kinds(line: Line) -> Iterator[str]:
    """The kinds of pieces that a line draws, if they are not told by what they show."""
    match line.term.name, len(line.roles):
        case "mark", 4:
            side = _side(line)
            split = side in ("bottom", "right")
            yield "several" if not side else "bearings" if side in BEARINGS else "split" if split else "sides"
        case "clue", 4:
            yield "clues"
        case "between", 4 if str(line.term.arguments[2]) == "corner":
            yield "corner"
        case "small", 4:
            yield "small"
        case "line", arity:
            yield from ("line", "double") if arity == 5 else ("line",)
        case ("wall" | "cage" | "hole" | "long_arrow" | "thermometer" | "segment" | "bank" | "note") as name, _:
            yield name


def _signs(program: Program, lines: Iterable[Line], more: Iterable[Shown]) -> Signs:
    """Give what some lines draw in their places."""
    texts: dict[str, dict[Shown, None]] = {}
    numbers, letters = False, False
    shown = list(more)
    for line in lines:
        few = values(line, line.drawn, invert(program).statics)
        if few is None or few & program.defaults.keys():
            drawn = line.statement.term.arguments[[role for role, _ in line.roles].index("x")]
            number = drawn.ast_type != ast.ASTType.Variable or _NUMERIC.fullmatch(drawn.name)
            numbers, letters = True, letters or not number
            few = frozenset(_special(program, line))
        shown += [(line.term.name, parse_term(value)) for value in sorted(few)]
    for term, symbol in shown:
        for text in _looks(term, text_of(symbol)):
            texts.setdefault(text, {})[term, symbol] = None
    return Signs({text: tuple(several) for text, several in texts.items()}, numbers, letters)


def _special(program: Program, line: Line) -> Iterator[str]:
    """The special values of an argument in the table Input that a line draws, such as ``"?"``."""
    for atom in atoms(line.target) if line.target else ():
        types = program.types.get(atom.signature, ())
        for type_, argument in zip(types, atom.arguments, strict=False):
            if str(argument) == str(line.drawn):
                yield from type_.special


def _looks(term: str, name: str) -> Iterator[str]:
    """The texts that show a symbol, a colour or another text, in all styles; a colour also has those of its symbol."""
    looks = [*SHADES[name][:3]] if term == "shade" and name in SHADES else []
    looks += [*GLYPHS[name][:3], *ALSO.get(name, ())] if name in GLYPHS else []
    yield from dict.fromkeys(looks or ([name] if term != "shade" else []))

"""The general terms that boards of all formats become, and what they mean for a puzzle.

That says ``#program formats.``, grounded alone over them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from clingo import Function, Number, String, Symbol, SymbolType

from ..draw.board import text_of
from ..draw.symbols import GLYPHS, SHADES
from ..errors import InstanceError, ProgramError
from ..facts.reader import Signature
from ..program.source import Log
from ..solve.control import add_facts, make_control
from ..solve.problem import Problem

# What #program formats. derives or is given; docs/puzzle-programs.md describes them.
TERMS = frozenset(
    {
        ("legend", 1), ("puzzlink", 3), ("gameid", 3), ("constant", 2), ("genre", 2), ("answer", 0), ("size", 2),
        ("mark", 3), ("mark", 4), ("clue", 3), ("line", 3), ("area", 3), ("number", 3), ("name", 3), ("room", 2),
        ("parameter", 1), ("json", 3), ("key", 1),
    }
)  # fmt: skip

# What a legend may name: kinds of pieces, and symbols.
KINDS = ("letter", "number", "area", "clue", "line", "sides", "other")
SYMBOLS = frozenset((*GLYPHS, *SHADES))

# The pieces that the body of a URL can have, with the number of their arguments.
PIECES = {
    "outside": 0, "marks": 1, "numbers": 0, "names": 0, "fours": 0, "border": 0, "rooms": 0, "parameter": 1,
}  # fmt: skip

# Which arguments of the terms are rows, columns and numbers of lines.
_PLACES = {"size": (0, 1), "mark": (0, 1), "line": (0, 1), "area": (0, 1), "number": (0, 1), "clue": (1,)}

# What is read: the facts, and the constants that the board sets.
Content = tuple[tuple[Symbol, ...], tuple[tuple[str, str], ...]]

Cell = tuple[int, int]
Terms = Mapping[str, Sequence[Sequence[Symbol]]]  # the arguments of all terms of a name

MAX_CELLS = 1_000_000


class Declared(NamedTuple):
    """What a program says about formats without any board."""

    legend: frozenset[str]
    urls: tuple[tuple[str, str, list[Symbol]], ...]  # genre, flags, pieces
    gameid: list[Symbol]
    keys: frozenset[str]  # of objects in JSON


class Source(NamedTuple):
    """A text in a format, to be read as an instance or as an answer; ``choice`` is the number of a board in it."""

    problem: Problem
    text: str
    name: str
    form: str
    choice: int | None
    answer: bool

    @property
    def known(self) -> frozenset[Signature]:
        """The signatures of the facts that may be in it."""
        program = self.problem.program
        if not self.answer:
            return frozenset(program.inputs)
        return frozenset((sign + name, arity) for name, arity in program.shown for sign in ("", "-"))

    def meaning(self, terms: Iterable[Symbol], hint: str = "See docs/formats.md.") -> Content:
        """Give what terms of formats mean for the puzzle; raises InstanceError if that is nothing."""
        program = self.problem.program
        given = [*self.problem.facts, Function("answer")] if self.answer else []
        atoms = translate(self.problem, [*given, *terms])
        facts = [atom for signature in sorted(self.known) for atom in atoms.get(signature, ())]
        if not facts:
            what = "a fact of"
            if self.answer:
                shown = ", ".join(f"{name}/{arity}" for name, arity in sorted(program.shown))
                what, hint = "in an answer to", f"Draw what was found into the unsolved board, or give facts ({shown})."
            raise InstanceError(f"{self.name}: nothing in this {self.form} is {what} {program.name}", hint)
        constants = (atom.arguments for atom in atoms.get(("constant", 2), ()))
        return tuple(facts), tuple((text_of(name), str(value)) for name, value in constants)


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
    name, atoms = problem.program.name, translate(problem, ())
    legend = frozenset(text_of(atom.arguments[0]) for atom in atoms.get(("legend", 1), ()))
    unknown = min(legend - set(KINDS) - SYMBOLS, default="")
    if unknown:
        hint = f"It names symbols and colours, and the kinds {', '.join(KINDS)}."
        raise ProgramError(f"{name}: {unknown} in the legend is not known", hint)
    urls = []
    for atom in atoms.get(("puzzlink", 3), ()):
        genre, flags, pieces = atom.arguments
        if pieces.type != SymbolType.Function or pieces.name:
            raise ProgramError(f"{name}: {atom} does not end with a tuple of pieces", "Write (border,).")
        strange = next((p for p in pieces.arguments if not any(p.match(*piece) for piece in PIECES.items())), None)
        if strange is not None:
            known = ", ".join(piece + ("(X)" if arity else "") for piece, arity in sorted(PIECES.items()))
            raise ProgramError(f"{name}: {strange} is no piece of a URL", f"Pieces are {known}.")
        urls.append((text_of(genre), text_of(flags), list(pieces.arguments)))
    gameid = next((list(atom.arguments) for atom in reversed(atoms.get(("gameid", 3), []))), [])
    keys = frozenset(text_of(atom.arguments[0]) for atom in atoms.get(("key", 1), ()))
    return Declared(legend, tuple(sorted(urls, key=lambda url: (url[1], url[0]))), gameid, keys)


def terms_of(problem: Problem) -> Terms:
    """Give the arguments of all terms that the facts of an instance mean, by their names."""
    terms: dict[str, list[Sequence[Symbol]]] = {}
    for (name, _), atoms in translate(problem, problem.facts).items():
        terms.setdefault(name, []).extend(atom.arguments for atom in atoms)
    return terms


def board_of(problem: Problem, form: str) -> tuple[Terms, tuple[int, int]]:
    """Give the terms of a board in rows and columns, and its size.

    Raises InstanceError when the format cannot hold such a board.
    """
    terms, hint = terms_of(problem), "Use --to facts."
    for name, places in _PLACES.items():
        for arguments in terms.get(name, ()):
            if any(arguments[place].type != SymbolType.Number for place in places if place < len(arguments)):
                raise InstanceError(f"{form} cannot hold this board: terms stand in it where numbers should", hint)
    height, width = next(((h.number, w.number) for h, w in terms.get("size", ())), (0, 0))
    if not (height > 0 and width > 0 and height * width <= MAX_CELLS):
        raise InstanceError(f"{form} cannot hold a board of {height} rows and {width} columns", hint)
    return terms, (height, width)


def term(name: str, *arguments: int | str | Symbol) -> Symbol:
    """Make a term; texts stand for constants."""
    return Function(name, [a if isinstance(a, Symbol) else _constant(a) for a in arguments])


@lru_cache(100_000)
def _constant(value: int | str) -> Symbol:
    return Number(value) if isinstance(value, int) else Function(value)


@lru_cache(100_000)
def symbol_of(value: int | str) -> Symbol:
    """Give the number or the string that a value is."""
    return Number(value) if isinstance(value, int) else String(value)


def value_of(symbol: Symbol) -> int | str:
    """Give the number or the text that a symbol is."""
    if symbol.type == SymbolType.Number:
        return symbol.number
    return symbol.string if symbol.type == SymbolType.String else str(symbol)


def number_in(text: str, digits: int = 9) -> int | None:
    """Give the value of a number of not too many digits, None for other texts."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def areas(height: int, width: int, walls: Collection[tuple[int, int, str]]) -> dict[Cell, int]:
    """Number the areas between walls from 1 in reading order, and give the number of each cell.

    ``walls`` holds (row, column, "right" or "down").
    """
    found: dict[Cell, int] = {}
    count = 0
    for start in ((r, c) for r in range(1, height + 1) for c in range(1, width + 1)):
        if start in found:
            continue
        count += 1
        found[start] = count
        pending = [start]
        while pending:
            r, c = pending.pop()
            for cell, wall in (
                ((r, c + 1), (r, c, "right")),
                ((r + 1, c), (r, c, "down")),
                ((r, c - 1), (r, c - 1, "right")),
                ((r - 1, c), (r - 1, c, "down")),
            ):
                if 1 <= cell[0] <= height and 1 <= cell[1] <= width and cell not in found and wall not in walls:
                    found[cell] = count
                    pending.append(cell)
    return found

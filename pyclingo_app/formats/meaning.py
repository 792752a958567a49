"""What terms of formats mean for a puzzle: ``#program formats.``, grounded alone over them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clingo import Function, Number, Symbol, SymbolType

from ..draw.board import text_of
from ..draw.symbols import GLYPHS, SHADES
from ..errors import InstanceError, ProgramError, UsageError
from ..facts.reader import Signature
from ..program.source import Log
from ..solve.control import add_facts, make_control
from ..solve.problem import Problem
from .pieces import PIECES, is_piece
from .pieces.body import borders, is_number
from .terms import MAX_CELLS, Terms, term

# What #program formats. derives or is given; docs/puzzle-programs.md describes them.
TERMS = frozenset(
    {
        ("legend", 1), ("puzzlink", 3), ("gameid", 3), ("constant", 2), ("genre", 2), ("answer", 0), ("size", 2),
        ("mark", 3), ("mark", 4), ("clue", 3), ("line", 3), ("area", 3), ("number", 3), ("name", 3), ("room", 2),
        ("json", 3), ("key", 1),
    }
)  # fmt: skip

# What a legend may name: kinds of pieces, and symbols.
KINDS = ("letter", "number", "area", "clue", "line", "sides", "other")
SYMBOLS = frozenset((*GLYPHS, *SHADES))

# Which arguments of the terms are rows, columns and numbers of lines.
_PLACES = {"size": (0, 1), "mark": (0, 1), "line": (0, 1), "area": (0, 1), "number": (0, 1), "clue": (1,)}

# What is read: the facts, and the constants that the board sets.
Content = tuple[tuple[Symbol, ...], tuple[tuple[str, str], ...]]


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
        strange = next((p for p in pieces.arguments if not is_piece(p)), None)
        if strange is not None:
            known = ", ".join(piece.form for piece in PIECES.values())
            raise ProgramError(f"{name}: {strange} is no piece of a URL", f"Pieces are {known}.")
        urls.append((text_of(genre), text_of(flags), list(pieces.arguments)))
    gameid = next((list(atom.arguments) for atom in reversed(atoms.get(("gameid", 3), []))), [])
    keys = frozenset(text_of(atom.arguments[0]) for atom in atoms.get(("key", 1), ()))
    return Declared(legend, tuple(sorted(urls, key=lambda url: (url[1], url[0]))), gameid, keys)


def as_before(terms: Iterable[Symbol]) -> list[Symbol]:
    """Add the terms of formats to the drawing terms of an address: number, name and room."""
    found, region = list(terms), {}
    for one in found:
        if one.name == "area":
            region[one.arguments[0], one.arguments[1]] = one.arguments[2]
    for one in tuple(found):
        if one.name == "mark" and len(one.arguments) == 3 and is_number(one.arguments[2]):
            r, c, x = one.arguments
            found += [term("number", r, c, x), term("name", r, c, x)]
            if (r, c) in region:
                found.append(term("room", region[r, c], x))
    return found


def as_drawn(terms: Terms, height: int, width: int) -> Terms:
    """Add drawing terms to the terms of formats, from which addresses are written."""
    region = {(r.number, c.number): x for r, c, x in terms.get("area", ())}
    marks = [*terms.get("mark", ()), *terms.get("number", ()), *terms.get("name", ())]
    first = {x: cell for cell, x in sorted(region.items(), reverse=True)}
    marks += [(Number(first[x][0]), Number(first[x][1]), n) for x, n in terms.get("room", ()) if x in first]
    places = borders(height, width)
    walls = [
        (Number(r), Number(c), Function(place))
        for r, c, place in map(places.at, range(places.count if region else 0))
        if region.get((r, c)) != region.get((r, c + 1) if place == "right" else (r + 1, c))
    ]
    return {**terms, "mark": marks, "wall": [*terms.get("wall", ()), *walls]}


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


def unwritable(problem: Problem, form: str) -> UsageError:
    """The error that a program does not say how its boards are written."""
    return UsageError(f"{problem.program.name} cannot be written as {form}", "Its program does not say how.")

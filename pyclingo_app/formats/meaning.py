"""What drawing terms mean for a puzzle: its display part read backwards, and ``#program formats.``."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from clingo import Function, Number, Symbol, SymbolType

from ..draw.board import TERMS as DRAWING
from ..draw.board import text_of
from ..errors import InstanceError, ProgramError
from ..facts.instance import Instance
from ..facts.reader import Signature
from ..program.program import Program
from ..program.source import Log
from ..solve.control import add_facts, make_control
from ..solve.drawing import unsolved_terms
from ..solve.problem import Problem
from ..words import shortened
from .account import FATES, described, settle
from .backwards import invert
from .heads import PARTS, is_part
from .legend import Legend, legend
from .pieces import IDS, PIECES, Drawn, is_piece
from .terms import MAX_CELLS

# What #program formats. declares or is given besides drawing terms; docs/puzzle-programs.md describes them.
TERMS = DRAWING | {
    ("legend", 1), ("puzzlink", 3), ("gameid", 2), ("record", 2), ("alias", 2), ("constant", 2), ("genre", 2),
    ("answer", 0), ("area", 3), ("tile", 4), ("removed", 3),
}  # fmt: skip

# What a program may say of its legend itself.
KINDS = ("other",)


class Content(NamedTuple):
    """What is read: the facts, the constants that the board sets, and what was assumed."""

    facts: tuple[Symbol, ...]
    constants: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()


class Declared(NamedTuple):
    """What a program says about formats without any board."""

    legend: Legend
    urls: tuple[tuple[str, str, list[Symbol]], ...]  # genre, flags, pieces
    gameids: tuple[tuple[list[Symbol], list[Symbol]], ...]  # parts of the head, pieces
    records: tuple[tuple[str, Symbol], ...]  # a list in JSON, and the fact that each object in it stands for
    aliases: Mapping[str, str]  # other names of keys


class Source(NamedTuple):
    """A text in a format, to be read as an instance or as an answer; ``choice`` is the number of a board in it."""

    problem: Problem
    text: str
    name: str
    form: str
    choice: int | None
    answer: bool

    @property
    def known(self) -> frozenset[Signature] | None:
        """The signatures of the facts that may be in it, None for any."""
        program = self.problem.program
        return program.answers if self.answer else program.declared

    def meaning(self, terms: Iterable[Symbol], places: Mapping[Symbol, str] | None = None) -> Content:
        """Give what terms mean for the puzzle; ``places`` say where drawing terms stand, and what.

        Raises InstanceError if that is nothing, and for a drawing term that is not used.
        """
        program = self.problem.program
        self._require_drawn()
        given = [*self.problem.facts, Function("answer")] if self.answer else []
        known = self.known if self.known is not None else program.inputs
        terms = _walls_apart(program, list(terms))
        atoms = translate(self.problem, [*given, *terms], {*known, *program.answers, ("constant", 2), *FATES})
        facts = tuple(atom for signature in sorted(known) for atom in atoms[signature])
        pairs = (atom.arguments for atom in atoms["constant", 2])
        constants = tuple((text_of(name), str(value)) for name, value in pairs)

        def where(term: Symbol) -> str:
            return (places or {}).get(term) or f"{shortened(self.name)}: {described(term)}"

        board = self.problem.instance if self.answer else Instance(self.name, facts, constants)
        # With Penpa-edit people also draw what only looks well.
        ornaments = ("wall", "shade") if self.form == "penpa" else ()
        warnings = tuple(settle(self.problem._replace(instance=board), terms, atoms, self.answer, where, ornaments))
        # An answer may be a board that is not begun yet.
        if not facts and not (self.answer and any(term.match("size", 2) for term in terms)):
            what, hint = "a fact of", "See docs/formats.md."
            if self.answer:
                shown = ", ".join(f"{name}/{arity}" for name, arity in sorted(program.shown))
                what, hint = "in an answer to", f"Draw what was found into the unsolved board, or give facts ({shown})."
            raise InstanceError(f"{self.name}: nothing in this {self.form} is {what} {program.name}", hint)
        return Content(facts, constants, warnings)

    def _require_drawn(self) -> None:
        """Raise InstanceError for a text if drawings of the puzzle do not show all that it should hold."""
        program = self.problem.program
        wanted = (program.shown if self.answer else program.inputs) - {("size", 2)}
        missing = sorted(wanted - invert(program).covered) if self.form == "text" else []
        if missing:
            what = ", ".join(f"{name}/{arity}" for name, arity in missing)
            raise InstanceError(
                f"{self.name}: a drawing of {program.name} does not show {what}", "Give facts, or a format that does."
            )


def _walls_apart(program: Program, terms: list[Symbol]) -> list[Symbol]:
    """Leave out walls that say no more than the areas which they part, where these are asked for.

    Those that part none stay: as walls if these are read, else as what is told of them.
    """
    inverse = invert(program)
    stubs = {Function("wall", term.arguments) for term in terms if term.name == "_stub"}
    kept = {"wall": not inverse.areas, "_stub": inverse.areas and not inverse.walls}
    return [term for term in terms if kept.get(term.name, True) or (inverse.walls and term in stubs)]


def translate(problem: Problem, facts: Iterable[Symbol], wanted: Iterable[Signature]) -> dict[Signature, list[Symbol]]:
    """Ground what a program says about formats alone over facts, and give the atoms that follow of some signatures.

    Raises ProgramError.
    """
    log = Log()
    control = make_control([], problem, log, problem.program.formats)
    with log.raising("The part formats of the program cannot be used."):
        control.add("formats", [], invert(problem.program).rules)
        add_facts(control, "facts", facts)
        control.ground([("facts", []), ("formats", [])])
    found: dict[Signature, list[Symbol]] = {}
    for name, arity in wanted:
        atoms = control.symbolic_atoms.by_signature(name.lstrip("-"), arity, not name.startswith("-"))
        found[name, arity] = [atom.symbol for atom in atoms if atom.is_fact]
    return found


def declarations(problem: Problem) -> Declared:
    """Give what a program says about formats.

    Raises ProgramError for a declaration that is not one.
    """
    return _declared(problem.program, frozenset(problem.constants.items()))


@lru_cache(64)
def _declared(program: Program, constants: frozenset[tuple[str, str]]) -> Declared:
    declared = [("legend", 1), ("puzzlink", 3), ("gameid", 2), ("record", 2), ("alias", 2)]
    name, atoms = program.name, translate(Problem(program, None, dict(constants)), (), declared)
    kinds = frozenset(text_of(atom.arguments[0]) for atom in atoms["legend", 1])
    unknown = min(kinds - set(KINDS), default="")
    if unknown:
        hint = f"What display draws is in it; more that can be said is: {', '.join(KINDS)}."
        raise ProgramError(f"{name}: {unknown} in the legend is not known", hint)
    urls = []
    for genre, flags, pieces in (atom.arguments for atom in atoms["puzzlink", 3]):
        known = ", ".join(piece.form for piece in PIECES.values())
        urls.append((text_of(genre), text_of(flags), _tuple(name, pieces, is_piece, "piece of a URL", known)))
    gameids = []
    for head, pieces in sorted(atom.arguments for atom in atoms["gameid", 2]):
        known = ", ".join(piece.form for piece in IDS.values())
        parts = _tuple(name, head, is_part, "part of a game ID's head", PARTS)
        gameids.append((parts, _tuple(name, pieces, lambda p: is_piece(p, IDS), "piece of a game ID", known)))
    records = [(text_of(key), fact) for key, fact in (atom.arguments for atom in atoms["record", 2])]
    aliases = {text_of(other): text_of(key) for other, key in (a.arguments for a in atoms["alias", 2])}
    urls.sort(key=lambda url: (url[1], url[0] != name, url[0]))  # its own name before others
    return Declared(legend(program, kinds), tuple(urls), tuple(gameids), tuple(sorted(records)), aliases)


def _tuple(name: str, term: Symbol, fits: Callable[[Symbol], bool], what: str, known: str) -> list[Symbol]:
    """Give what a declared tuple consists of; raises ProgramError if that cannot be."""
    if term.type != SymbolType.Function or term.name:
        raise ProgramError(f"{name}: {term} is no tuple", "Write (border,), with a comma.")
    strange = next((part for part in term.arguments if not fits(part)), None)
    if strange is not None:
        raise ProgramError(f"{name}: {strange} is no {what}", f"There are {known}.")
    return list(term.arguments)


def board_of(problem: Problem, form: str) -> Drawn:
    """Draw the unsolved board.

    Raises InstanceError when the format cannot hold such a board, and for a faulty instance.
    """
    for fact in problem.facts:
        if fact.match("size", 2):
            _require_size(form, fact.arguments)  # before anything is grounded
    terms: dict[str, list[Sequence[Symbol]]] = {}
    for term in unsolved_terms(problem):
        terms.setdefault(term.name, []).append(term.arguments)
    return Drawn(terms, *_require_size(form, next(iter(terms.get("size", ())), ())), problem.settings)


def _require_size(form: str, size: Sequence[Symbol]) -> tuple[int, int]:
    """Give the numbers of rows and columns; raises InstanceError for a board that no format holds."""
    height, width = (symbol.number if symbol.type == SymbolType.Number else 0 for symbol in size or [Number(0)] * 2)
    if not (height > 0 and width > 0 and height * width <= MAX_CELLS):
        raise InstanceError(f"{form} cannot hold a board of {height} rows and {width} columns", "Use --to facts.")
    return height, width

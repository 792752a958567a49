"""Constants that a rule asks for and nothing gives: variables in lower case, most often.

A variable carries values between the places where it stands, and so does a
constant that a rule both asks for and hands on.  Places that are joined so make
a class, such as the rows of a board.  Heads, instances and the words of the
table Input give constants to a class; what a body asks for must be among them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from clingo import Symbol, SymbolType, ast

from ..draw.board import BEARINGS, DIRECTIONS, PLACES, SIDES
from ..draw.symbols import GLYPHS, SHADES
from ..errors import PuzzaspError
from ..facts.instance import read_instance
from ..program.library import instances
from ..program.program import Program
from ..program.syntax import Atom, atoms, split, within
from ..program.types import WORDS

# An argument of a predicate, or a variable or a constant of one statement.
Place = tuple[object, ...]

# What in the words of an input may be a value of it; in "at row R" that is not "row".
_WORD = re.compile(r"\b_*[a-z]\w+\b(?!\s+[A-Z])")
# What is drawn gives to #program formats., by place; all else that it gives are numbers and strings.
_FORMATS = {
    ("formats", "mark", 3, 2): (*GLYPHS, *SHADES),
    ("formats", "mark", 4, 2): (*SIDES, *BEARINGS),
    ("formats", "mark", 4, 3): GLYPHS,
    ("formats", "small", 3, 2): GLYPHS,
    ("formats", "small", 4, 3): GLYPHS,
    ("formats", "shade", 3, 2): SHADES,
    ("formats", "wall", 3, 2): DIRECTIONS,
    ("formats", "line", 4, 2): DIRECTIONS,
    ("formats", "line", 5, 2): DIRECTIONS,
    ("formats", "clue", 3, 0): SIDES,
    ("formats", "clue", 4, 0): SIDES,
    ("formats", "between", 4, 2): (*PLACES, *DIRECTIONS),
    ("formats", "between", 4, 3): GLYPHS,
}
# Where names of marks and genres are declared, and where they are given then.
_NAMED = (("legend", 1, 0), ("puzzlink", 3, 0), ("puzzlink", 3, 2), ("genre", 2, 0), ("mark", 3, 2),
          *(("gameid", 2, k) for k in range(2)))  # fmt: skip


def strangers(program: Program) -> Iterator[tuple[ast.AST, list[str]]]:
    """Give the statements that ask for constants which can never be there, with these."""
    places = _Places(program)
    asked: list[tuple[ast.AST, list[tuple[Place, str]]]] = []
    for part, statements in (("base", (*program.base, *program.display)), ("formats", program.formats)):
        asked += [(statement, places.read(part, statement)) for statement in statements]
    given = places.given()
    for statement, wanted in asked:
        names = [name for place, name in wanted if name not in given.get(places.root(place), ())]
        if names:
            yield statement, list(dict.fromkeys(names))


class _Places:
    """The places in a program, joined to classes, and the constants given at them."""

    def __init__(self, program: Program) -> None:
        self._parent: dict[Place, Place] = {}
        self._gifts: list[tuple[Place, str]] = []
        self._statements = 0
        self._defaults = program.defaults
        # Of the predicates of #program formats. these are the puzzle's; the others are its own.
        self._facts = program.inputs | program.signed
        self._gifts += [(place, name) for place, names in _FORMATS.items() for name in names]
        self._unite([("formats", *place) for place in _NAMED])
        for entry in program.table("Input"):
            own: list[Place] = [("#const", entry.name)]
            if entry.arguments is not None:
                own = [("base", entry.name, len(entry.arguments), k) for k in range(len(entry.arguments))]
            self._gifts += [(place, word) for place in own for word in _WORD.findall(entry.text)]
        for signature, types in program.types.items():
            for k, argument in enumerate(types):
                self._gifts += [(("base", *signature, k), word) for word in WORDS.get(argument.kind, ())]
        self._gifts += [(("#const", name), value) for name, value in program.defaults.items()]
        for path in instances(program).values():
            try:
                facts = read_instance(path, program.declared).facts
            except PuzzaspError:
                continue  # told where its solutions are counted
            for fact in facts:
                self._gifts += [
                    (("base", ("" if fact.positive else "-") + fact.name, len(fact.arguments), k), name)
                    for k, argument in enumerate(fact.arguments)
                    for name in _names(argument)
                ]

    def root(self, place: Place) -> Place:
        """The place that stands for the class of a place."""
        while place in self._parent:
            place = self._parent[place]
        return place

    def given(self) -> dict[Place, set[str]]:
        """The constants that are given to each class."""
        found: dict[Place, set[str]] = {}
        for place, name in self._gifts:
            found.setdefault(self.root(place), set()).add(name)
        return found

    def read(self, part: str, statement: ast.AST) -> list[tuple[Place, str]]:
        """Join the places of a statement, note what it gives, and return the constants that it asks for."""
        self._statements += 1
        heads, rest = split(statement)
        asked: list[tuple[Place, str]] = []
        for node in rest:
            for atom in atoms(node):
                asked += self._join_arguments(part, atom)
            for terms, gives in _comparisons(node):
                constants = self._join(terms)
                if gives:
                    self._gifts += constants
                asked += constants
        names = {name for _, name in asked}
        for atom in heads:
            self._gifts += [gift for gift in self._join_arguments(part, atom) if gift[1] not in names]
        return asked

    def _join_arguments(self, part: str, atom: Atom) -> list[tuple[Place, str]]:
        part = "base" if atom.signature in self._facts else part
        constants = []
        for k, term in enumerate(atom.arguments):
            constants += self._join([term], (part, *atom.signature, k))
        return constants

    def _join(self, terms: Iterable[ast.AST], *places: Place) -> list[tuple[Place, str]]:
        """Join places and all that stands in some terms; give the constants among that."""
        joined = list(places)
        constants: list[tuple[Place, str]] = []
        for leaf in (leaf for term in terms for leaf in _leaves(term)):
            if leaf in self._defaults:
                joined.append(("#const", leaf))
            else:
                joined.append((self._statements, leaf))
                if leaf.lstrip("_")[:1].islower():
                    constants.append(((self._statements, leaf), leaf))
        self._unite(joined)
        return constants

    def _unite(self, places: Sequence[Place]) -> None:
        for place in places[1:]:
            first, second = self.root(places[0]), self.root(place)
            if first != second:
                self._parent[second] = first


def _leaves(term: ast.AST) -> list[str]:
    """The variables and constants in a term."""
    found: list[str] = []
    for leaf in within(term, ast.ASTType.Variable, ast.ASTType.SymbolicTerm):
        found += [leaf.name] if leaf.ast_type == ast.ASTType.Variable else _names(leaf.symbol)
    return [name for name in found if name != "_"]


def _names(symbol: Symbol) -> Iterator[str]:
    """The constants in a symbol."""
    if symbol.type == SymbolType.Function:
        if symbol.name and not symbol.arguments:
            yield symbol.name
        for argument in symbol.arguments:
            yield from _names(argument)


def _comparisons(node: ast.AST) -> list[tuple[list[ast.AST], bool]]:
    """The terms that a node compares with each other, and whether that gives a variable its values."""
    found: list[tuple[list[ast.AST], bool]] = []
    # A constant in a calculation, or beside another one, is no value for a variable.
    plain = {ast.ASTType.Variable, ast.ASTType.SymbolicTerm, ast.ASTType.Function, ast.ASTType.Pool}
    for one in within(node, ast.ASTType.Comparison):
        terms = [one.term, *(guard.term for guard in one.guards)]
        kinds = {term.ast_type for term in terms}
        equal = all(guard.comparison == ast.ComparisonOperator.Equal for guard in one.guards)
        found.append((terms, equal and kinds <= plain and kinds != {ast.ASTType.SymbolicTerm}))
    for one in within(node, ast.ASTType.BodyAggregate):
        if one.function in (ast.AggregateFunction.Min, ast.AggregateFunction.Max):
            guards = [guard.term for guard in (one.left_guard, one.right_guard) if guard]
            found.append((guards + [element.terms[0] for element in one.elements if element.terms], False))
    return found

"""Pictures of programs without a display part: ``p(R, C)`` marks its cell with p, and ``p(R, C, V)`` with V."""

import re
from collections.abc import Iterable
from functools import lru_cache
from math import prod

import clingo
from clingo import Function, Number, Symbol, ast

from ..draw.board import MAX_CELLS, Board, make_board
from ..facts.reader import Signature
from ..program.program import Program
from ..program.rules import variables
from ..program.syntax import atoms, split
from .problem import Problem

_CHOICES = (ast.ASTType.Aggregate, ast.ASTType.HeadAggregate, ast.ASTType.Disjunction)
_FIRST = re.compile(r"-?[\w']+\((-?\d+),(-?\d+)[,)]").match


def draw_plain(problem: Problem, reach: Iterable[Symbol], shown: Iterable[Symbol]) -> Board:
    """Draw facts and shown atoms as far as they lie in cells; ``reach`` is as :func:`corners` gives it.

    What is shown elsewhere is named, and so are facts that look as if they told of some place.
    """
    terms: list[Symbol] = []
    undrawn: list[str] = []
    facts = dict.fromkeys(problem.facts)
    for atom in dict.fromkeys((*facts, *shown)):
        arguments = atom.arguments
        if _is_placed(problem.program, _signature(atom.name, len(arguments), atom.positive)) and _FIRST(str(atom)):
            mark = arguments[2] if len(arguments) == 3 else Function(atom.name, [], atom.positive)
            terms.append(Function("mark", [*arguments[:2], mark]))
        elif atom.name != "size" and (len(arguments) > 1 or atom not in facts):
            undrawn.append(str(atom))
    corners = ((cell.arguments[0].number, cell.arguments[1].number) for cell in reach)
    return make_board(terms, corners)._replace(undrawn=tuple(undrawn))


def corners(control: clingo.Control, program: Program) -> list[Symbol]:
    """Give the two cells, as tuples, between which all lie in which something can be; none if there are none.

    That is what can be shown and, where the program has no size, its facts.
    """
    found = control.symbolic_atoms
    sizes = [match for atom in found.by_signature("size", 2) if atom.is_fact and (match := _FIRST(str(atom.symbol)))]
    cells: set[tuple[str, ...]] = set()
    for name, arity, positive in found.signatures:
        own = _signature(name, arity, positive)
        if _is_placed(program, own):
            shown = own in program.shown or not program.shown
            every = found.by_signature(name, arity, positive)
            told = (_FIRST(str(atom.symbol)) for atom in every if shown or (not sizes and atom.is_fact))
            cells.update(match.groups() for match in told if match)
    spans = []
    for k in (0, 1):
        numbers = {1, *(int(cell[k]) for cell in cells)}
        spans.append((min(numbers), max({*numbers, *(min(numbers) + int(size[k + 1]) - 1 for size in sizes)})))
    if not (cells or sizes) or prod(last - first + 1 for first, last in spans) > MAX_CELLS:
        return []
    return [Function("", [Number(row), Number(column)]) for row, column in zip(*spans, strict=True)]


def _signature(name: str, arity: int, positive: bool) -> Signature:
    return "-" * (not positive) + name, arity


def _is_placed(program: Program, own: Signature) -> bool:
    """Whether atoms of a signature can lie in cells, as far as can be told."""
    placed = _placed(program)
    return own[1] in (2, 3) and own != ("size", 2) and (not placed or own in placed)


@lru_cache(64)
def _placed(program: Program) -> frozenset[Signature]:
    """The signatures whose first two arguments are rows and columns: of the kinds, by the variables that rules have in
    several places, of which those of what is chosen and shown are; none where there is no such choice.
    """
    parents: dict[object, object] = {}

    def root(place: object) -> object:
        while place in parents:
            place = parents[place]
        return place

    def unite(places: Iterable[object]) -> None:
        found = [*map(root, places)]
        parents.update((other, found[0]) for other in found if other != found[0])

    known: set[Signature] = set()
    chosen: set[Signature] = set()
    for number, statement in enumerate(program.base):
        heads, rest = split(statement)
        for atom in (*heads, *(atom for node in rest for atom in atoms(node))):
            known.add(atom.signature)
            for k, argument in enumerate(atom.arguments[:2]):
                unite([(*atom.signature, k), *((number, name) for name in variables(argument))])
        for node in rest:
            if node.ast_type == ast.ASTType.Literal and node.atom.ast_type == ast.ASTType.Comparison:
                unite((number, name) for name in variables(node))
        if statement.ast_type == ast.ASTType.Rule and statement.head.ast_type in _CHOICES:
            chosen |= {atom.signature for atom in heads if len(atom.arguments) in (2, 3)}
    chosen = chosen & program.shown if program.shown else chosen
    kinds = {(root((*one, 0)), root((*one, 1))) for one in chosen}
    return frozenset(one for one in known if (root((*one, 0)), root((*one, 1))) in kinds)

"""Pictures of programs without a display part: ``p(R, C)`` marks its cell with p, and ``p(R, C, V)`` with V."""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from math import prod

import clingo
from clingo import Function, Number, Symbol, ast

from ..draw.board import MAX_CELLS, Board, make_board
from ..facts.reader import Signature
from ..program.program import Program
from ..program.syntax import atoms, derived, is_positive
from .problem import Problem

_CELL = re.compile(r"-?[\w']+\((-?\d+),(-?\d+)[,)]").match
_VARIABLE = re.compile(r"\(?([A-Z][\w']*)").match


def draw_plain(problem: Problem, reach: Iterable[Symbol], shown: Iterable[Symbol]) -> Board:
    """Draw facts and shown atoms that lie in cells; ``reach`` is as :func:`corners` gives it.

    Other shown atoms are named, and so are facts that look as if they told of some place.
    """
    terms: list[Symbol] = []
    undrawn: list[str] = []
    facts = frozenset(problem.facts)
    for atom in dict.fromkeys((*problem.facts, *shown)):
        arguments = atom.arguments
        if _in_cell(problem.program, atom.name, len(arguments)) and _CELL(str(atom)):
            mark = arguments[2] if len(arguments) == 3 else Function(atom.name, [], atom.positive)
            terms.append(Function("mark", [*arguments[:2], mark]))
        elif atom.name != "size" and (len(arguments) > 1 or atom not in facts):
            undrawn.append(str(atom))
    corners = ((cell.arguments[0].number, cell.arguments[1].number) for cell in reach)
    return make_board(terms, corners)._replace(undrawn=tuple(undrawn))


def corners(control: clingo.Control, program: Program) -> list[Symbol]:
    """Give the two cells, as tuples, between which all lie in which something can be; none if there are none.

    That is the size, what can be shown, and without a size what is a fact.
    """
    found = control.symbolic_atoms
    sizes = [match for atom in found.by_signature("size", 2) if atom.is_fact and (match := _CELL(str(atom.symbol)))]
    cells: list[re.Match[str]] = []
    for name, arity, positive in found.signatures:
        if _in_cell(program, name, arity):
            shown = (name, arity) in program.shown
            every = found.by_signature(name, arity, positive)
            texts = (str(atom.symbol) for atom in every if shown or (not sizes and atom.is_fact))
            cells += filter(None, map(_CELL, texts))
    spans = []
    for k in (1, 2):
        numbers = {1, *(int(cell[k]) for cell in cells)}
        spans.append((min(numbers), max({*numbers, *(min(numbers) + int(size[k]) - 1 for size in sizes)})))
    if not (cells or sizes) or prod(last - first + 1 for first, last in spans) > MAX_CELLS:
        return []
    return [Function("", [Number(row), Number(column)]) for row, column in zip(*spans, strict=True)]


def _in_cell(program: Program, name: str, arity: int) -> bool:
    """Whether atoms can lie in cells, as far as can be told."""
    placed = _placed(program)
    return arity in (2, 3) and (name, arity) != ("size", 2) and (not placed or name in placed)


@lru_cache(64)
def _placed(program: Program) -> set[str]:
    """The names of what has its row and column from where that has them which is chosen and shown, in either order, as
    rules share variables; none if nothing is chosen that lies in cells.
    """
    chosen: set[Signature] = set()
    together: dict[tuple[int, str], set[tuple[str, int]]] = defaultdict(set)
    for number, rule in enumerate(program.base):
        if rule.ast_type == ast.ASTType.Rule and not is_positive(rule.head):
            chosen.update(derived(rule))
        for atom in atoms(rule):
            for k, variable in enumerate(map(_VARIABLE, map(str, atom.arguments[:2]))):
                if variable:
                    together[number, variable[1]].add((atom.name, k))
    rows, columns = ({(name, k) for name, arity in chosen & program.shown if arity in (2, 3)} for k in (0, 1))
    for kind in (rows, columns):
        while more := set().union(*(ones for ones in together.values() if ones & kind)) - kind:
            kind |= more
    pairs = (rows, columns), (columns, rows)
    return {name for one, other in pairs for name, k in one if k == 0 and (name, 1) in other}

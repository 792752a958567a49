"""Pictures of programs without a display part: ``p(R, C)`` marks its cell with p, and ``p(R, C, V)`` with V."""

import re
from collections.abc import Iterable
from functools import lru_cache
from math import prod

import clingo
from clingo import Function, Number, Symbol

from ..draw.board import MAX_CELLS, Board, make_board
from ..program.program import Program
from .problem import Problem

_CELL = re.compile(r"-?[\w']+\((-?\d+),(-?\d+)[,)]").match
# What a choice chooses, and an atom with the variables that its first two arguments begin with.
_CHOSEN = r"[{;] ([\w']+)\("
_PAIR = r"([\w']+)\(\(?([A-Z][\w']*)?[^(),]*\)?,\(?([A-Z][\w']*)?[^(),]*\)?[,)]"


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
            shown = not program.shown or ("-" * (not positive) + name, arity) in program.shown
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
def _placed(program: Program) -> frozenset[str]:
    """The names of what is chosen and shown, and of what has its rows and columns from where that has them, as rules
    share variables; none if nothing is chosen that lies in cells.
    """
    rules = [str(statement) for statement in program.base]
    shown = {name for name, arity in program.shown if arity in (2, 3)}
    chosen = {name for rule in rules for name in re.findall(_CHOSEN, rule.partition(" :- ")[0])}
    chosen &= shown if program.shown else chosen
    together: dict[tuple[int, str], set[tuple[str, int]]] = {}
    for number, rule in enumerate(rules):
        for name, *pair in re.findall(_PAIR, rule):
            for k, variable in enumerate(pair):
                together.setdefault((number, variable), set()).add((name, k))
    kinds = []
    for k in (0, 1):
        kind = {(name, k) for name in chosen}
        while more := {one for (_, v), ones in together.items() if v and ones & kind for one in ones} - kind:
            kind |= more
        kinds.append({name for name, place in kind if place == k})
    return frozenset.intersection(*map(frozenset, kinds))

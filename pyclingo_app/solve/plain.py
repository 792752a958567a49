"""Pictures of programs without a display part: ``p(R, C)`` marks its cell with p, ``p(R, C, V)`` with V, and
``p(R, N)`` about a row, or a column, puts N before it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod

import clingo
from clingo import Function, Number, Symbol, SymbolType, ast

from ..draw.board import MAX_CELLS, Board, make_board
from ..draw.symbols import meant
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
    facts, answer = dict.fromkeys(problem.facts), dict.fromkeys(shown)
    corners = [(cell.arguments[0].number, cell.arguments[1].number) for cell in reach]
    clues = _clues(problem.program)
    whole = _whole(answer, corners)
    pictured = {(*atom.arguments[:2], meant(_text(atom.arguments[2]))) for atom in answer if len(atom.arguments) == 3}
    for atom in facts | answer:
        arguments = atom.arguments
        if edge := clues.get((atom.name, len(arguments))):
            terms.append(Function("clue", [Function(edge), *arguments]))
        elif _in_cell(problem.program, atom.name, len(arguments)) and _CELL(str(atom)):
            mark = arguments[2] if len(arguments) == 3 else Function(atom.name, [], atom.positive)
            # An answer that says what is in each cell says what the instance holds there, too; and so does a picture.
            said = not atom.match(whole, 3) if whole else (*arguments[:2], atom.name) in pictured
            if not said:
                terms.append(Function("mark", [*arguments[:2], mark]))
        elif atom.name != "size" and (len(arguments) > 1 or atom not in facts):
            undrawn.append(str(atom))
    return make_board(terms, corners)._replace(undrawn=tuple(undrawn))


def display_lines(program: Program) -> list[str]:
    """Write the lines of a display part that draws what these pictures do, as far as the text of a program tells it."""
    lines = ["#show size(H, W) : size(H, W)."] if ("size", 2) in program.inputs else []
    clues, told = _clues(program), _told(program)
    for name, arity in sorted(program.inputs) + sorted(program.shown - program.inputs):
        if edge := clues.get((name, arity)):
            lines.append(f"#show clue({edge}, I, N) : {name}(I, N).")
        elif _in_cell(program, name, arity):
            mark = "V" if arity == 3 else name.lstrip("-")
            said = f", not {told[name, arity]}(R, C, _)" if (name, arity) in told else ""
            lines.append(f"#show mark(R, C, {mark}) : {name}(R, C{', V' * (arity == 3)}){said}.")
    return lines


def _told(program: Program) -> dict[Signature, str]:
    """The inputs of which a rule makes an answer about their cell, as ``cell(R, C, tree) :- tree(R, C)``, with its
    name.
    """
    found: dict[Signature, str] = {}
    for rule in program.base:
        if rule.ast_type == ast.ASTType.Rule and is_positive(rule.head):
            head = atoms(rule.head)[0]
            bodies = [atom for literal in rule.body if is_positive(literal) for atom in atoms(literal)]
            if head.signature in program.shown and len(head.arguments) == 3:
                place = [*map(str, head.arguments[:2])]
                found |= {
                    atom.signature: head.name
                    for atom in bodies
                    if atom.signature in program.inputs and [*map(str, atom.arguments[:2])] == place
                }
    return found


def _text(symbol: Symbol) -> str:
    return symbol.string if symbol.type == SymbolType.String else str(symbol)


def _whole(answer: Iterable[Symbol], corners: Sequence[tuple[int, int]]) -> str:
    """The name of what an answer holds in all cells, as ``p(R, C, V)``; nothing if there is none."""
    if not corners:
        return ""
    (top, left), (bottom, right) = corners
    cells = defaultdict(set)
    for atom in answer:
        if len(atom.arguments) == 3 and _CELL(str(atom)):
            cells[atom.name].add(tuple(atom.arguments[:2]))
    area = (bottom - top + 1) * (right - left + 1)
    return next((name for name, found in cells.items() if len(found) == area), "")


def corners(control: clingo.Control, program: Program) -> list[Symbol]:
    """Give the two cells, as tuples, between which all lie in which something can be; none if there are none.

    That is the size, what can be shown, and without a size what is a fact.
    """
    if not any(_in_cell(program, name, arity) for name, arity in program.shown | program.inputs):
        return []
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
    rows, columns = _lines(program)
    placed = {one for first, other in ((rows, columns), (columns, rows)) for one, k in first if (one, 1 - k) in other}
    return arity in (2, 3) and (name, arity) != ("size", 2) and (not placed or (name, arity) in placed)


@lru_cache(64)
def _clues(program: Program) -> dict[Signature, str]:
    """What tells something of a row, or of a column, by the edge at which it stands."""
    rows, columns = _lines(program)
    alone = {one for one, k in rows ^ columns if k == 0 and one[1] == 2 and (one, 1) not in rows | columns}
    return {one: "left" if (one, 0) in rows else "top" for one in alone}


@lru_cache(64)
def _lines(program: Program) -> tuple[set[tuple[Signature, int]], set[tuple[Signature, int]]]:
    """What has a row as its first argument (0) or its second one (1), and what has a column: as what is chosen and
    shown has them in this order, and rules share variables.
    """
    chosen: set[Signature] = set()
    together: dict[tuple[int, str], set[tuple[Signature, int]]] = defaultdict(set)
    for number, rule in enumerate(program.base):
        if rule.ast_type == ast.ASTType.Rule and not is_positive(rule.head):
            chosen.update(derived(rule))
        for atom in atoms(rule):
            for k, variable in enumerate(map(_VARIABLE, map(str, atom.arguments[:2]))):
                if variable:
                    together[number, variable[1]].add((atom.signature, k))
    rows, columns = ({(one, k) for one in chosen & program.shown if one[1] in (2, 3)} for k in (0, 1))
    for kind in (rows, columns):
        while more := set().union(*(ones for ones in together.values() if ones & kind)) - kind:
            kind |= more
    return rows, columns

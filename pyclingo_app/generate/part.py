"""The part ``generate`` of a program: which statements draw a board, and what it says about new boards."""

import re
from collections.abc import Iterator

from clingo import ast

from ..errors import UsageError
from ..facts.reader import Signature
from ..program.program import Program
from ..program.syntax import atoms, derived

# What a part is given, and what it says of a board.
GIVEN = frozenset({("draw", 2)})
SAID = frozenset({("removable", 1), ("late", 1), ("usual", 1)})
SYMMETRIES = ("rotation", "mirror", "none")

_CHOICES = (ast.ASTType.Aggregate, ast.ASTType.HeadAggregate, ast.ASTType.Disjunction)
_SIZE = re.compile(r"usual\(size\((\d+),(\d+)\)\)\.")
_SYMMETRY = re.compile(r"usual\(symmetry\((\w+)\)\)\.")
# The size of a board where the part says none.
_DEFAULT = (10, 10)


class Part:
    """What a program says of new boards.

    statements  those that draw a board with its solution
    apart       whether these are the part and the files of the library alone: where the part itself
                says what the answer is, the rules of the program are grounded later, over the board
    pruned      whether rules prune by the inputs while grounding, which is why they are grounded later, or have
                another form while a board is made
    open        the signatures that something chooses: what is free in a drawing
    size        the rows and columns of a board if none are asked for
    symmetry    the symmetry of its clues, as one of :data:`SYMMETRIES`
    removable   whether a board has facts that may be left out
    draws       whether random numbers are asked for

    Raises UsageError for a program without a part.
    """

    def __init__(self, program: Program) -> None:
        rules = [statement for statement in program.generate if statement.ast_type == ast.ASTType.Rule]
        own = {program.path, *program.added}
        if not makes(program):
            raise UsageError(
                f"{program.name} has no part that makes boards",
                "docs/generate.md says how to write one.",
            )
        heads = {signature for rule in rules for signature in derived(rule)}
        self.apart = not heads.isdisjoint(program.shown)
        base = program.base
        asked = (atom.signature for statement in base for atom in atoms(statement))
        self.pruned = self.apart or ("making", 0) in asked
        if self.apart:
            base = tuple(s for s in base if s.location.begin.filename not in own)
        known = set(map(id, base))
        self.statements = (*base, *(s for s in program.generate if id(s) not in known))
        self.open = frozenset(_chosen(self.statements))
        texts = "\n".join(map(str, rules))
        size, symmetry = _SIZE.search(texts), _SYMMETRY.search(texts)
        self.size = (int(size[1]), int(size[2])) if size else _DEFAULT
        self.symmetry = symmetry[1] if symmetry else "none"
        self.removable = ("removable", 1) in heads
        self.draws = any(atom.signature == ("draw", 2) for rule in rules for atom in atoms(rule))


def makes(program: Program) -> bool:
    """Whether a program makes boards: it has a part of its own, or the parts of library files give it all clues."""
    own = {program.path, *program.added}
    rules = [statement for statement in program.generate if statement.ast_type == ast.ASTType.Rule]
    if any(rule.location.begin.filename in own for rule in rules):
        return True
    heads = {signature for rule in rules for signature in derived(rule)}
    known = {signature for statement in program.base for signature in derived(statement)} | heads | program.inputs
    asked = {atom.signature for rule in rules for atom in atoms(rule)}
    return not heads.isdisjoint(program.inputs) and asked <= known | GIVEN


def _chosen(statements: tuple[ast.AST, ...]) -> Iterator[Signature]:
    for statement in statements:
        if statement.ast_type == ast.ASTType.Rule and statement.head.ast_type in _CHOICES:
            yield from derived(statement)

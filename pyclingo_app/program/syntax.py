"""What a statement of clingo's syntax tree derives, and what it depends on."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from clingo import ast

from ..facts.reader import Signature

# What a head is that does not derive each of its atoms.
CHOICES = (ast.ASTType.Aggregate, ast.ASTType.HeadAggregate, ast.ASTType.Disjunction)


class Atom(NamedTuple):
    """An atom as it stands in a program; a classical negation belongs to its name, as in ``-tent``."""

    name: str
    arguments: tuple[ast.AST, ...]

    @property
    def signature(self) -> Signature:
        return self.name, len(self.arguments)


def split(statement: ast.AST) -> tuple[list[Atom], list[ast.AST]]:
    """Part a statement into the atoms that it derives, and the nodes that it depends on.

    A rule derives the atoms of its head, an ``#external`` its atom, and
    ``#show`` none.  Conditions are depended on, and so is a literal with
    ``not`` or a comparison as head.
    """
    if statement.ast_type == ast.ASTType.External:
        return list(unpooled(statement.atom.symbol)), list(statement.body)
    if statement.ast_type == ast.ASTType.ShowTerm:
        return [], list(statement.body)
    if statement.ast_type != ast.ASTType.Rule:
        return [], []
    head, rest = statement.head, list(statement.body)
    literals = [head]
    if head.ast_type in CHOICES:
        elements = [e.condition if e.ast_type == ast.ASTType.HeadAggregateElement else e for e in head.elements]
        literals = [element.literal for element in elements]
        rest += [condition for element in elements for condition in element.condition]
    found: list[Atom] = []
    for literal in literals:
        if is_positive(literal):
            found += unpooled(literal.atom.symbol)
        else:
            rest.append(literal)
    return found, rest


def derived(statement: ast.AST) -> list[Signature]:
    """The signatures of the atoms that a statement derives."""
    return [atom.signature for atom in split(statement)[0]]


def heads(statements: Iterable[ast.AST]) -> set[Signature]:
    """The signatures of the atoms that some statements derive."""
    return {one for statement in statements for one in derived(statement)}


def asked(statement: ast.AST, positive: bool | None = None) -> set[Signature]:
    """The signatures of the atoms on which a statement depends; of ``positive`` literals alone, or of others."""
    nodes = (node for node in split(statement)[1] if positive is None or is_positive(node) == positive)
    return {atom.signature for node in nodes for atom in atoms(node)}


def dependencies(statements: Iterable[ast.AST], positive: bool | None = None) -> dict[Signature, set[Signature]]:
    """Give for each signature that some statements derive those on which they depend, as :func:`asked` does."""
    found: dict[Signature, set[Signature]] = {}
    for statement in statements:
        for head in derived(statement):
            found.setdefault(head, set()).update(asked(statement, positive))
    return found


def reached(graph: Mapping[Signature, set[Signature]], begin: Iterable[Signature]) -> set[Signature]:
    """Some signatures with all on which they depend."""
    found = more = {*begin}
    while more := set().union(*(graph.get(one, ()) for one in more)) - found:
        found |= more
    return found


def supporting(statements: Collection[ast.AST], wanted: Collection[Signature]) -> list[ast.AST]:
    """Those of some statements that derive what is wanted, and all on which that depends; only these are looked into,
    as that takes long.
    """
    left = [(statement, derived(statement)) for statement in statements]
    kept: list[ast.AST] = []
    known = {*wanted}
    while more := [statement for statement, found in left if not known.isdisjoint(found)]:
        kept += more
        left = [(statement, found) for statement, found in left if known.isdisjoint(found)]
        known.update(*map(asked, more))
    return kept


def undecided(statements: Collection[ast.AST]) -> set[Signature]:
    """The signatures of the atoms of which the grounder may not know whether they are there: of what is chosen, what
    depends on itself by ``not`` and such, and what depends on these.
    """
    graph = dependencies(statements)
    found = heads(s for s in statements if s.ast_type != ast.ASTType.Rule or not is_positive(s.head))
    for statement in statements:
        found |= reached(graph, asked(statement, positive=False)).intersection(derived(statement))
    return {head for head in graph if not found.isdisjoint(reached(graph, [head]))}


def signature(statement: ast.AST) -> Signature:
    """The signature that a ``#defined`` or a ``#show`` names."""
    return "-" * (not statement.positive) + statement.name, statement.arity


def is_positive(node: ast.AST) -> bool:
    """Whether a node is an atom without ``not``."""
    return (
        node.ast_type == ast.ASTType.Literal
        and node.sign == ast.Sign.NoSign
        and node.atom.ast_type == ast.ASTType.SymbolicAtom
    )


def atoms(node: ast.AST) -> list[Atom]:
    """All atoms in a node."""
    return [atom for each in within(node, ast.ASTType.SymbolicAtom) for atom in unpooled(each.symbol)]


def within(node: ast.AST, *kinds: ast.ASTType) -> Iterator[ast.AST]:
    """The nodes of some kinds in a node, or that itself; not what is in one of them."""
    if node.ast_type in kinds:
        yield node
        return
    for key in node.child_keys:
        child = getattr(node, key)
        for each in child if isinstance(child, ast.ASTSequence) else (child,) if child else ():
            yield from within(each, *kinds)


def unpooled(symbol: ast.AST, sign: str = "") -> Iterator[Atom]:
    """The atoms that the symbol of an atom stands for: several in a pool, as in ``p(1; 2, 3)``."""
    if symbol.ast_type == ast.ASTType.UnaryOperation:
        yield from unpooled(symbol.argument, "" if sign else "-")
    elif symbol.ast_type == ast.ASTType.Pool:
        for part in symbol.arguments:
            yield from unpooled(part, sign)
    elif symbol.ast_type == ast.ASTType.Function:
        yield Atom(sign + symbol.name, tuple(symbol.arguments))

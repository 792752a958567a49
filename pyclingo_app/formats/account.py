"""The account of what a reader found on a board: each drawing term is used, or it is named."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence, Set
from contextlib import suppress

from clingo import Function, Symbol

from ..draw.board import text_of
from ..errors import InstanceError
from ..facts.reader import Signature
from ..solve.drawing import unsolved_terms
from ..solve.problem import Problem
from .backwards import CROSS, ROLES

# The names of the terms of which something must be made.
_READ = frozenset(name for name, _ in ROLES)

# What becomes of a term, as the rules that read it derive (:class:`.backwards.Inverse`).
FATES = (("_used", 1), ("_asked", 1), ("_found", 1), ("_besides", 1))


def described(term: Symbol) -> str:
    """Say what a drawing term shows, and where."""
    parts: dict[str, list[str]] = {}
    for role, argument in zip(ROLES[term.name, len(term.arguments)], term.arguments, strict=True):
        parts.setdefault(role, []).append(text_of(argument))
    what = parts["x"][0] if "x" in parts and term.name != "line" else term.name.replace("_", " ")
    if "c" not in parts:
        return f"{what} beside the board"
    row, *column = parts["c"]
    place = f"row {row}, column {column[0]}" if column else f"line {row}"
    return ", ".join([f"{what} at {place}", *parts.get("s", ())])


def _unordered(term: Symbol) -> Symbol:
    """Give a term without what only puts it in order, which no text shows."""
    roles = ROLES.get((term.name, len(term.arguments)), "")
    if "o" not in roles:
        return term
    return Function(term.name, [x for role, x in zip(roles, term.arguments, strict=True) if role != "o"])


def _drawn(problem: Problem, terms: Set[Symbol], marks: Sequence[Symbol] = ()) -> set[Symbol]:
    """Give those of some terms that stand on a board with some marks of an answer; all if the board is faulty, which
    is told when it is used.
    """
    with suppress(InstanceError):
        drawn = {*map(_unordered, unsolved_terms(problem, marks))}
        return {term for term in terms if _unordered(term) in drawn}
    return {*terms}


def settle(
    problem: Problem, terms: Sequence[Symbol], atoms: Mapping[Signature, Sequence[Symbol]], answer: bool,
    where: Callable[[Symbol], str], ornaments: Container[str] = (),
) -> Iterator[str]:  # fmt: skip
    """Account for the terms that were read, and warn of what is left out of an instance: marks that belong to an
    answer, and walls that part no regions.  ``problem`` holds the instance that was read, or that of an answer.
    Where a format has ``ornaments``, terms of these names that say nothing are left out, too, and crosses.

    Raises InstanceError for a cross in an instance, and for a term of which nothing is made.
    """
    used, asked, found, besides = ({atom.arguments[0] for atom in atoms[fate]} for fate in FATES)
    used |= asked
    left = [term for term in terms if term.name in _READ and term not in used]
    both = set() if answer else asked & found
    partly = both and both - _drawn(problem, both)
    if answer:
        besides |= found
    elif not besides.isdisjoint(left):
        marks = [atom for signature in problem.program.shown for atom in atoms[signature]]
        besides = _drawn(problem, besides, marks) - found
    left = [term for term in left if term not in besides]
    plain = [term for term in left if term.name in ornaments and term not in found]
    for term in (term for term in left if term not in plain):
        if term in found and str(term.arguments[-1]) == CROSS and not ornaments:
            hint = "Write . where nothing is known. In an answer a cross says that something is not there."
            raise InstanceError(f"{where(term)} is a cross, which stands in answers only", hint)
        if term not in found:
            known = ", ".join(f"{name}/{arity}" for name, arity in sorted(problem.program.inputs))
            hint = f"Facts of a board are {known}. See docs/formats.md."
            raise InstanceError(f"{where(term)} means nothing in {problem.program.name}", hint)
    stubs = [Function("wall", term.arguments) for term in terms if term.name == "_stub" and not answer]
    for what, several in (
        ("is part of an answer, and is left out of the board", [term for term in left if term in found]),
        ("says something of an answer, too, which is left out", [term for term in terms if term in partly]),
        ("says nothing here, and is left out", plain),
        ("parts no regions, and is left out", stubs),
    ):
        if several:
            more = f" (and {len(several) - 1} more)" if len(several) > 1 else ""
            yield f"{where(several[0])}{more} {what}"

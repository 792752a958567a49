"""What of a board is written otherwise in a format, by comparing it with what is read back."""

from collections.abc import Iterable, Mapping, Sequence

from clingo import Symbol

from ..errors import InstanceError
from ..solve.problem import Problem
from ..words import counted


def constants_lost(problem: Problem, form: str, held: Mapping[str, str]) -> list[str]:
    """Say which constants a format does not hold; ``held`` are those that it does."""
    defaults = problem.program.defaults
    changed = {name: value for name, value in problem.settings.items() if value != defaults[name]}
    lost = [f"-c {name}={value}" for name, value in changed.items() if held.get(name) != value]
    return [f"{form} does not hold {' '.join(lost)}: give it again."] if lost else []


def differences(facts: Sequence[Symbol], back: Sequence[Symbol], form: str) -> list[str]:
    """Say what facts are read back otherwise: other names, or more facts.

    Raises InstanceError when facts are lost.
    """
    missing, gained = set(facts) - set(back), set(back) - set(facts)
    notes = []
    renamed: dict[Symbol, Symbol] = {}
    for name, arity in sorted({(fact.name, len(fact.arguments)) for fact in missing}):
        old = [fact.arguments for fact in facts if (fact.name, len(fact.arguments)) == (name, arity)]
        new = [fact.arguments for fact in back if (fact.name, len(fact.arguments)) == (name, arity)]
        place = next((k for k in range(arity) if _same_but_names(old, new, k, renamed)), None)
        if place is None:
            continue
        missing = {fact for fact in missing if (fact.name, len(fact.arguments)) != (name, arity)}
        gained = {fact for fact in gained if (fact.name, len(fact.arguments)) != (name, arity)}
        notes.append(f"{form} holds no names: argument {place + 1} of {name}/{arity} is numbered anew.")
    if missing:
        shown = ", ".join(map(str, sorted(missing)[:5])) + (", ..." if len(missing) > 5 else "")
        raise InstanceError(
            f"{form} cannot hold this board: {counted(len(missing), 'fact')} would be lost: {shown}", "Use --to facts."
        )
    if gained:
        notes.append(f"Read back, it has also: {', '.join(map(str, sorted(gained)[:5]))}.")
    return notes


def _same_but_names(
    old: Iterable[Sequence[Symbol]], new: Iterable[Sequence[Symbol]], k: int, renamed: dict[Symbol, Symbol]
) -> bool:
    """Whether facts differ only by what stands at place ``k``, always one new name for one old one."""

    def by_rest(facts: Iterable[Sequence[Symbol]]) -> dict[tuple[Symbol, ...], list[Symbol]]:
        groups: dict[tuple[Symbol, ...], list[Symbol]] = {}
        for arguments in facts:
            groups.setdefault((*arguments[:k], *arguments[k + 1 :]), []).append(arguments[k])
        return groups

    before, after = by_rest(old), by_rest(new)
    if {rest: len(group) for rest, group in before.items()} != {rest: len(group) for rest, group in after.items()}:
        return False
    names = dict(renamed)
    for rest, group in before.items():
        if len(group) == 1 and names.setdefault(group[0], after[rest][0]) != after[rest][0]:
            return False
    if len(set(names.values())) != len(names):
        return False
    renamed.update(names)
    return True

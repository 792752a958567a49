"""The sentences about a search, each in one place."""

import os
from collections.abc import Sequence

from ..draw.board import Board, Cell
from ..facts.instance import ADDRESSES
from ..solve.problem import Problem
from ..solve.search import Outcome
from ..words import counted

# How many cells are named one by one.
_NAMED = 12


def summary(outcome: Outcome) -> str:
    """The truth about a search in one line."""
    return _with_cost(outcome, _found(outcome))


def _with_cost(outcome: Outcome, text: str) -> str:
    """Put before what was found its cost, where something is minimised or maximised, and whether it is the best."""
    if not outcome.cost:
        return text
    cost = f"cost {costs(outcome.cost)}, the best"
    if outcome.best:
        return f"{cost}: {text}"
    return f"{cost} so far: {stopped(outcome.stopped)}, so there may be a better solution"


def costs(cost: Sequence[int]) -> str:
    """A cost, with a number for each priority."""
    return ", ".join(map(str, cost))


def _found(outcome: Outcome) -> str:
    """How many solutions a search found, and whether these are all."""
    number = counted(outcome.count, "solution")
    if outcome.complete:
        rest = {0: "no solution", 1: f"{number}, the only one"}
        return rest.get(outcome.count, f"{number}, all of them")
    if outcome.stopped == "models":
        more = "there are more" if outcome.more else "there may be more"
        return f"{number} shown, {more} (stopped at -n {outcome.models})"
    why = stopped(outcome.stopped)
    if outcome.grounded is None:
        return f"{why} while grounding, before the search for solutions began"
    return f"{why} after {number}" if outcome.count else f"{why} before a solution was found"


def settings(problem: Problem) -> str:
    """Say which constants a board was solved with, and which of them it sets itself."""
    own = dict(problem.instance.constants) if problem.instance else {}
    told = [
        f"{name}={value}{' (set by the board)' if name in own and name not in problem.asked else ''}"
        for name, value in problem.settings.items()
    ]
    return f"It was solved with {', '.join(told)}; puzzasp rules {problem.program.name} says what -c can change."


def told(outcome: Outcome) -> str:
    """The truth about a search that was asked for no number of solutions, or for a second one only to see it."""
    if outcome.stopped == "models":
        return _with_cost(outcome, "one of several solutions")
    return summary(outcome)


def stopped(reason: str | None) -> str:
    """Say why work ended early."""
    return "interrupted" if reason == "interrupt" else f"stopped by the {reason} limit"


def number(outcome: Outcome) -> str:
    """The number of solutions, with the sign that clingo, too, puts behind one that may be too small."""
    return f"{outcome.count}{'' if outcome.complete else '+'}"


def cells_text(cells: Sequence[Cell | str], noun: str = "cell", most: int = _NAMED) -> str:
    """Name some cells, or what else the noun says, and count the others."""
    rest = len(cells) - most
    return ", ".join(map(str, cells[:most])) + (f" and {counted(rest, f'more {noun}')}" if rest > 0 else "")


def undrawn(board: Board) -> str:
    """Say what a picture leaves out, as the line below it; an empty text if it is nothing, or nothing is drawn."""
    return f"\nNot drawn: {cells_text(board.undrawn, 'atom')}." if board.undrawn and board.height else ""


def differences(cells: Sequence[Cell]) -> list[str]:
    """Say where two solutions differ."""
    return [f"They differ in {counted(len(cells), 'cell')}: {cells_text(cells)}."] if cells else []


def decoded(found: bool) -> str:
    """Say what the answer of another solver is, which was verified."""
    return "the answer is a solution" if found else "no solution, says the answer"


def statistics(outcome: Outcome, memory: float | None) -> list[str]:
    """What a search cost; ``memory`` is the peak in MiB, None where the system does not tell."""
    rows: list[tuple[str, object]] = [("solutions", outcome.count), ("seconds", f"{outcome.seconds:.3f}")]
    if outcome.grounded is not None:
        rows.append(("  grounding", f"{outcome.grounded:.3f}"))
        rows.append(("  solving", f"{outcome.seconds - outcome.grounded:.3f}"))
    if outcome.statistics:
        rules, problem = (outcome.statistics["problem"][part] for part in ("lp", "generator"))
        solvers = outcome.statistics["solving"]["solvers"]
        rows += [("ground rules", int(rules["rules"])), ("atoms", int(rules["atoms"]))]
        rows += [("variables", int(problem["vars"])), ("constraints", int(problem["constraints"]))]
        rows += [(what, int(solvers[what])) for what in ("choices", "conflicts", "restarts")]
    rows.append(("peak memory", "unknown on this system" if memory is None else f"{memory:.0f} MiB"))
    return [f"{label:14} {value}" for label, value in rows]


def page_title(problem: Problem) -> str:
    """The title of a page: that of the puzzle, and the name of the instance, or its size where it is an address."""
    if problem.instance is None:
        return problem.program.title
    if problem.instance.form in ADDRESSES:
        size = next((fact.arguments for fact in problem.facts if fact.match("size", 2)), ())
        return f"{problem.program.title} {'x'.join(map(str, size))}".strip()
    name = os.path.basename(problem.instance.name.replace("\\", "/")).removesuffix(".lp")
    return f"{problem.program.title} - {name}"

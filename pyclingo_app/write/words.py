"""The sentences about a result, each in one place."""

from ..solve.search import Outcome
from ..words import counted


def summary(outcome: Outcome) -> str:
    """The truth about a search in one line."""
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


def stopped(reason: str | None) -> str:
    """Say why work ended early."""
    return "interrupted" if reason == "interrupt" else f"stopped by the {reason} limit"

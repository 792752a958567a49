"""What the page is told where a request ends with an error: in its own words, with the lines that it speaks of."""

import re
from collections.abc import Iterator
from typing import Any

from ..errors import LimitError, ProgramError, PuzzaspError
from .events import Event, Request

# Of limits: what happened, and what a person at the page can do.
TOLD = {
    "time": (
        "stopped, as it took too long",
        "A smaller board may do. Where rules were changed, one of them may go on for ever.",
    ),
    "memory": ("the process that did the work ended, perhaps for want of memory", "A smaller board may do."),
    "interrupt": ("the server was ended", "Start it again: puzzasp web."),
}
# What a command says a person can do, and what the page does.
_WORDS = (("See puzzasp list.", "Those that there are stand on the page, by kind."),)


def error_event(error: PuzzaspError, request: Request | None = None) -> Event:
    """The event that ends a request with an error; of one in a program that came with it, with its lines."""
    reason = error.reason if isinstance(error, LimitError) else None
    message, hint = TOLD.get(reason or "", (error.message, error.hint))
    for command, page in _WORDS:
        hint = hint.replace(command, page)
    places = list(_places(error, request)) if request and isinstance(error, ProgramError) else []
    return {"event": "error", "message": message, "hint": hint, "reason": reason, "faults": places}


def limit_events() -> dict[str, Event]:
    """The events that end a request at a limit of time or memory, by the limit."""
    return {reason: error_event(LimitError("", reason)) for reason in ("time", "memory")}


def _places(error: ProgramError, request: Request) -> Iterator[dict[str, Any]]:
    """The lines of the puzzle's own program that an error speaks of."""
    pattern = rf"^(?:.*[/\\])?{re.escape(request['puzzle'])}\.lp:(\d+):(\d+): (.*)$"
    found = list(re.finditer(pattern, error.message, re.MULTILINE))
    more = f"\n{error.hint}" if len(found) == 1 and error.hint else ""
    for match in found:
        yield {"line": int(match[1]), "column": int(match[2]), "text": match[3] + more, "severity": "error"}

"""The operations of the page in a browser: what the server's workers are there, without threads and processes."""

import json
import tempfile
from collections.abc import Callable

from ..errors import our_error
from ..program.library import Library
from .faults import error_event, limit_events
from .operations import handle
from .session import Session

# What the page says of limits, which end the worker that Python runs in.
TOLD = json.dumps(limit_events())


def begin(folders: list[str]) -> Callable[[str, Callable[[str], object]], None]:
    """Give what answers requests, each a text of JSON, with the puzzles of some folders: it gives each event as such
    a text to a function."""
    session = Session(Library(folders), tempfile.mkdtemp())

    def answer(request: str, give: Callable[[str], object]) -> None:
        try:
            for event in handle(session, json.loads(request)):
                give(json.dumps(event))
        except Exception as error:  # the page is told of any
            give(json.dumps(error_event(our_error(error))))

    return answer

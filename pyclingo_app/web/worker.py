"""A process that answers requests of the page, each with at most so much memory."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..errors import our_error
from ..jobs.server import serve, wall
from ..program.library import Library
from .events import Event
from .faults import error_event
from .operations import handle
from .session import Session


class _Page:
    """Answers by the operations of the page, in a session."""

    beside: Mapping[str, Callable[[Any], Event]] = {}

    def __init__(self, session: Session, memory: int) -> None:
        self._session = session
        self._memory = memory

    def answer(self, request: Any, asked: Callable[[], bool]) -> Iterator[Event]:
        """Give the events of a request."""
        self._session.cancelled = asked
        with wall(self._memory):
            yield from handle(self._session, request)

    def fault(self, error: Exception) -> Event:
        """Give the event for an error."""
        return error_event(our_error(error))


def main(folders: Sequence[str], memory: int) -> None:
    """Answer the requests on standard input until it ends; the working directory is this worker's own."""
    serve(_Page(Session(Library(folders), os.getcwd()), memory))

"""The workers of the server: a few at once, one request each, each looked after by a thread of its own."""

import asyncio
import json
import os
import tempfile
import threading
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from shutil import rmtree
from typing import Any, NamedTuple

from ..errors import LimitError, PuzzaspError, UsageError
from ..jobs import patience
from ..jobs.lines import line_of
from ..jobs.process import Call, Workers
from ..solve import limits
from .faults import error_event
from .session import LONGEST, seconds_of


class Limits(NamedTuple):
    """What the server allows.

    workers  requests at work at once
    memory   that each may take, in MiB
    seconds  that a request may ask for at most
    body     bytes of a request
    patience seconds for which who asked may leave an answer unread
    """

    workers: int = 2
    memory: int = 2048
    seconds: float = LONGEST
    body: int = 1 << 20
    patience: float = 30.0


class Pool:
    """Workers that wait, and those at work."""

    def __init__(self, folders: Sequence[str], limits: Limits) -> None:
        self._limits = limits
        self._memory = limits.memory if _told_of_memory() else None
        self._folder = tempfile.mkdtemp(prefix="puzzasp-web-")
        main = f"main({[os.path.abspath(folder) for folder in folders]}, {limits.memory})"
        code = f"from pyclingo_app.web.worker import main; {main}"
        self._workers = Workers(code, limits.workers, self._folder)
        self._threads = [ThreadPoolExecutor(1) for _ in range(limits.workers)]
        self._free: asyncio.Queue[ThreadPoolExecutor] = asyncio.Queue()
        for thread in self._threads:
            self._free.put_nowait(thread)
        self._ending = False
        self._workers.warm()

    def stop(self) -> None:
        """End all requests; who asks is told that the server ends.  From any thread, and in a signal handler."""
        self._ending = True

    def close(self) -> None:
        """End all workers, and remove what they wrote."""
        self.stop()
        for thread in self._threads:
            thread.shutdown()
        self._workers.end()
        rmtree(self._folder, ignore_errors=True)

    async def events(self, request: dict[str, Any]) -> AsyncGenerator[bytes, None]:
        """Give the events of a request as lines of JSON; one that is left is stopped."""
        loop = asyncio.get_running_loop()
        left = threading.Event()
        lines = self._lines(request, left.is_set)
        thread = await self._free.get()

        def free(closed: Future[None]) -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(self._free.put_nowait, thread)

        try:
            while (line := await loop.run_in_executor(thread, next, lines, None)) is not None:
                yield line
        finally:
            # This task may have been cancelled; the thread goes on with it as soon as what it waits for has stopped.
            left.set()
            thread.submit(lines.close).add_done_callback(free)

    def _lines(self, request: dict[str, Any], left: Callable[[], bool]) -> Generator[bytes, None, None]:
        """Give the lines in the thread that calls this; ``left`` tells whether nobody waits for them any more."""
        seconds = min(seconds_of(request), self._limits.seconds) + patience.DRAWING
        bounds = limits.Limits(seconds, self._memory, lambda: self._ending or left())
        try:
            with closing(Call(self._workers, [line_of(request)], bounds).lines()) as lines:
                for line in lines:
                    if self._ending:
                        raise LimitError("stopped", "interrupt")
                    yield line + b"\n"
        except PuzzaspError as error:
            known = LimitError("", "interrupt") if self._ending else error
            yield json.dumps(error_event(known)).encode() + b"\n"
        finally:
            if not self._ending:
                self._workers.warm()


def _told_of_memory() -> bool:
    """Whether the system tells how much memory another process uses."""
    try:
        limits.resident_memory(os.getpid())
    except UsageError:
        return False
    return True

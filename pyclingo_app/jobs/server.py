"""The loop of a worker: it answers requests one after another, and ends with its input and with its parent."""

import json
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, BinaryIO, NoReturn, Protocol

from ..errors import LimitError, UsageError
from . import patience
from .lines import END, READY, Event, line_of


class Handler(Protocol):
    """What a worker does."""

    @property
    def beside(self) -> Mapping[str, Callable[[Any], Event]]:
        """What answers messages while a request is at work, by their names: each with one event."""

    def answer(self, request: Any, asked: Callable[[], bool]) -> Iterator[Event]:
        """Answer what came as a line; ``asked``, again and again, tells whether it is no longer wanted."""

    def fault(self, error: Exception) -> Event:
        """Give the event for an error that ended an answer."""


class _Job:
    """A line that is to be answered: what it says, or the error that it says nothing."""

    def __init__(self, said: Any) -> None:
        self.said = said
        self.cancelled = False


class _Server:
    def __init__(self, handler: Handler, output: BinaryIO) -> None:
        self._handler = handler
        self._output = output
        self._lock = threading.Lock()
        self._written = 0
        self._flushed = 0.0
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._unanswered: deque[_Job] = deque()

    def listen(self, lines: Iterable[bytes]) -> None:
        """Take requests, and what is said about the one at work; end the process with the input."""
        for line in lines:
            try:
                said: Any = json.loads(line)
            except Exception as error:  # whatever it is, the next line may be a request
                said = UsageError(f"this is no request: {error!r}", "docs/json.md says what one looks like.")
            name = next(iter(said), "") if isinstance(said, dict) else ""
            if name == "cancel":
                for job in list(self._unanswered)[:1]:
                    job.cancelled = True
            elif name in self._handler.beside:
                # In a thread of its own: the one at work may be searching for long.
                threading.Thread(target=self._beside, args=(name, said[name]), daemon=True).start()
            else:
                job = _Job(said)
                self._unanswered.append(job)
                self._jobs.put(job)
        os._exit(0)

    def serve(self) -> NoReturn:
        """Answer requests for ever."""
        self._write(READY)
        self._flush()
        while True:
            job = self._jobs.get()
            # Where more requests wait already, it is enough that events come with the end.
            self._written = 0 if self._jobs.empty() else patience.FIRST
            try:
                self._answer(job)
            except Exception as error:
                self._write(line_of(self._handler.fault(error)))
            self._unanswered.popleft()
            self._write(END)
            self._flush()

    def _answer(self, job: _Job) -> None:
        def asked() -> bool:
            self._flush()
            return job.cancelled

        if isinstance(job.said, Exception):
            raise job.said
        for event in self._handler.answer(job.said, asked):
            if job.cancelled:
                raise LimitError("stopped", "cancel")
            self._write(line_of(event))

    def _beside(self, name: str, said: Any) -> None:
        self._write(line_of(self._handler.beside[name](said)))
        self._flush()

    def _write(self, line: bytes) -> None:
        with self._lock:
            self._output.write(line + b"\n")
            self._written += 1
        if self._written <= patience.FIRST or time.monotonic() - self._flushed > patience.TOGETHER:
            self._flush()

    def _flush(self) -> None:
        with self._lock:
            self._flushed = time.monotonic()
            self._output.flush()


def serve(handler: Handler) -> NoReturn:
    """Let this process be a worker: it answers requests on standard input until that ends, or its parent does."""
    # Ctrl-C goes to all processes of a terminal; the one that started this one kills it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What anything else writes to standard output must not stand between events.
    server = _Server(handler, os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    threading.Thread(target=server.listen, args=(sys.stdin.buffer,), daemon=True).start()
    try:
        server.serve()
    finally:
        os._exit(1)


def _end_with_parent() -> None:
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(patience.ORPHAN)
    os._exit(0)


@contextmanager
def wall(memory: int | None, threads: int = 1) -> Iterator[None]:
    """Keep some work from taking the memory of the whole machine before it is seen that a limit, in MiB, is reached;
    where the system has no such wall, nothing is done."""
    if memory is None or not sys.platform.startswith("linux"):
        yield
        return
    import resource

    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = used + (2 * memory + patience.SPARE + patience.STACK * threads) * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (most if hard < 0 else min(most, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))

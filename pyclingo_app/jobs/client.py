"""Work in a process of its own, which is killed at its limit.

One worker is kept for the next piece of work, so that a call takes hardly longer
than here; where it is busy a second one is started, and not kept besides.
"""

import atexit
import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from queue import Empty, Queue
from typing import IO, Any

from clingo import Symbol

from ..draw.board import Board
from ..errors import LimitError, PuzzaspError, UsageError, our_error
from ..solve.limits import Limits, resident_memory
from ..solve.problem import Problem
from ..solve.run import THREADS, Inline, Task
from ..solve.search import Solution
from . import tasks
from .drawings import Event
from .events import decode, encode
from .request import Request

# How long a worker that was told to stop may take before it is killed, in seconds.
_PATIENCE = 0.1
# How much more memory than at its start a worker that is kept may hold, in MiB.
_GROWN = 200
_START = "import sys; sys.path[:] = {}; from pyclingo_app.worker import main; main()"


class Worker(Inline):
    """Work in a process of its own, which is killed when a limit is reached."""

    def __init__(self, limits: Limits) -> None:
        if not THREADS:
            raise UsageError("limits need a process of their own, which this system does not have", "Leave them out.")
        if limits.memory is not None:
            resident_memory(os.getpid())  # raises where this is not told of processes
        self.limits = limits

    def results(self, task: Task, problem: Problem, **options: Any) -> Generator[Any, None, None]:
        return _Job(Request.of(task.__name__, problem, options, self.limits), problem, self.limits).results()


class _Job:
    """A request, at work in a process."""

    def __init__(self, request: Request, problem: Problem, limits: Limits) -> None:
        self.request = request
        self.problem = problem
        self.limits = limits
        self.process: Process | None = None
        # Events that came while a drawing was waited for.
        self.early: deque[Event] = deque()
        # Whether any event came, and when the process is killed after it was told to stop.
        self.begun = False
        self.deadline: float | None = None

    def results(self) -> Generator[Any, None, None]:
        """Give the results as they come; raises the error that ends them, and LimitError."""
        process = self.process = take()
        error: Exception | None = None
        finished = False
        try:
            if not process.ready:
                process.ready = self._receive(process)["event"] == "ready"
            self.limits.measure(process.pid)
            process.begin(encode(self.request))
            while (event := self.early.popleft() if self.early else self._receive(process))["event"] != "end":
                self.begun = True
                if event["event"] == "error":
                    error = self._error(event)
                else:
                    yield self._result(event)
            finished = True
        except GeneratorExit:
            finished = self.begun and process in _all and self._ended(process)
            raise
        finally:
            self.process = None
            release(process, finished)
        if error:
            raise error

    def draw(self, atoms: Iterable[Symbol]) -> Board:
        """Draw a solution: while the search is on in its process under its limits, else under the same ones anew."""
        process = self.process
        board: Board
        if process is None:
            (board,) = Worker(self.limits.again()).results(tasks.draw, self.problem, atoms=tuple(atoms))
            return board
        try:
            process.send({"draw": list(map(str, atoms))})
            while (event := self._receive(process))["event"] != "drawn":
                self.early.append(event)
        except BaseException:
            process.kill()
            raise
        if "error" in event:
            raise decode(event["error"])
        board = decode({**event, "event": "board"})
        return board

    def _result(self, event: Event) -> Any:
        result = decode(event)
        return result._replace(draw=self.draw) if isinstance(result, Solution) else result

    def _error(self, event: Event) -> Exception:
        """The error that an event speaks of; what was told to stop was stopped by a limit."""
        if event.get("reason") == "cancel" and self.deadline is not None:
            return _stopped(self.limits.reached() or "cancel")
        if event.get("reason") == "memory" and self.limits.memory is not None:
            return _stopped("memory")
        error: Exception = decode(event)
        return error

    def _receive(self, process: "Process") -> Event:
        """Wait for an event; raise LimitError when a limit is reached first."""
        while True:
            self._look(process)
            try:
                line = process.lines.get(0.01 if self.deadline else self.limits.pause())
            except EOFError:
                raise self._death(process) from None
            if line is not None:
                event: Event = json.loads(line)
                return event

    def _look(self, process: "Process") -> None:
        """At a limit tell the process to stop; raise LimitError when it does not, or cannot."""
        reason = self.limits.reached()
        if reason is None:
            return
        if self.deadline is None and self.begun and reason != "memory":
            self.deadline = time.monotonic() + _PATIENCE
            process.send({"cancel": True})
        elif self.deadline is None or time.monotonic() >= self.deadline:
            raise _stopped(reason)

    def _ended(self, process: "Process") -> bool:
        """Tell the process to stop, and whether it does in time."""
        deadline = time.monotonic() + _PATIENCE
        process.send({"cancel": True})
        try:
            while not any(event["event"] == "end" for event in self.early):
                line = process.lines.get(0.01)
                self.early = deque([json.loads(line)] if line else [])
                if time.monotonic() >= deadline:
                    return False
        except EOFError:
            return False
        return True

    def _death(self, process: "Process") -> PuzzaspError:
        """The error for a process that ended by itself: at the wall behind its limit, or killed by the system."""
        status = process.kill()
        if self.limits.memory is not None and status < 0:
            return _stopped("memory")
        if status == -getattr(signal, "SIGKILL", 9):
            return LimitError("the process that did the work was killed, perhaps for want of memory", "memory")
        return our_error(RuntimeError(f"the process that did the work ended with status {status}"))


def _stopped(reason: str) -> LimitError:
    return LimitError(f"stopped by the {reason} limit", reason)


class Process:
    """A worker process."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", _START.format(sys.path)]
        with _no_interrupts():
            self.popen = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.popen.stdin
        assert self.popen.stdout
        self.pid = self.popen.pid
        self.directory = os.getcwd()
        self.ready = False
        self._input, self.output = self.popen.stdin, self.popen.stdout
        self.lines = (_Threaded if os.name == "nt" else _Selected)(self.output)
        self._memory: float | None = None

    def begin(self, *requests: Mapping[str, Any]) -> None:
        """Send requests to a process that is ready."""
        if self._memory is None:
            self._memory = self._resident()
        self.send(*requests)

    def send(self, *messages: Mapping[str, Any]) -> None:
        """Send messages; that the process has died shows when its answer is read."""
        with suppress(BrokenPipeError):
            self._input.writelines(json.dumps(message, ensure_ascii=False).encode() + b"\n" for message in messages)
            self._input.flush()

    def fit(self) -> bool:
        """Whether the process can be kept: alive, in the same directory, and not grown fat."""
        if self.popen.poll() is not None or self.directory != os.getcwd():
            return False
        return self._memory is None or self._resident() - self._memory < _GROWN

    def kill(self) -> int:
        """End the process; give its status, which is its own if it had ended."""
        self.popen.kill()
        return self.popen.wait()

    def end(self) -> None:
        """End the process and close the pipes to it."""
        self.kill()
        self.lines.close()
        for pipe in (self._input, self.output):
            with suppress(BrokenPipeError):
                pipe.close()

    def _resident(self) -> float:
        try:
            return resident_memory(self.pid)
        except UsageError:
            return 0.0


class _Selected:
    """The lines that a process writes, read where a pipe can be waited for."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe.fileno()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._pipe, selectors.EVENT_READ)
        self._lines: deque[bytes] = deque()
        self._parts: list[bytes] = []

    def get(self, timeout: float) -> bytes | None:
        """Give the next line, None if none comes in time; raise EOFError when there are no more."""
        if not self._lines and self._selector.select(timeout):
            data = os.read(self._pipe, 2**16)
            if not data:
                raise EOFError
            *lines, rest = data.split(b"\n")
            if lines:
                self._lines.extend([b"".join([*self._parts, lines[0]]), *lines[1:]])
                self._parts = []
            self._parts.append(rest)
        return self._lines.popleft() if self._lines else None

    def close(self) -> None:
        """End the reading; the process has ended."""
        self._selector.close()


class _Threaded:
    """The same, read by a thread, where a pipe cannot be waited for (Windows)."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._lines: Queue[bytes | None] = Queue(256)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for line in self._pipe:
            self._lines.put(line)
        self._lines.put(None)

    def get(self, timeout: float) -> bytes | None:
        try:
            line = self._lines.get(timeout=timeout) if timeout > 0 else self._lines.get_nowait()
        except Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EOFError
        return line

    def close(self) -> None:
        while self._lines.get() is not None:
            pass
        self._thread.join()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Let a process be started to which Ctrl-C in the terminal does nothing, from its first instruction on."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# The worker that waits for work, and all that there are.
_lock = threading.Lock()
_kept: list[Process] = []
_all: set[Process] = set()


def take() -> Process:
    """Give the worker that waits, if it is fit, or a new one."""
    with _lock:
        process = _kept.pop() if _kept else None
    if process and not process.fit():
        release(process, False)
        process = None
    if process is None:
        process = Process()
        _all.add(process)
    return process


def release(process: Process, finished: bool) -> None:
    """Keep a worker that has finished its work, if there is none yet; else end it."""
    if process not in _all:
        return  # in a fork of the process that started it
    if finished and process.fit():
        with _lock:
            if not _kept:
                _kept.append(process)
                return
    _all.discard(process)
    process.end()


@atexit.register
def end_workers() -> None:
    """End the worker that is kept, and all others."""
    for process in list(_all):
        release(process, False)


def _forget() -> None:
    """In a fork: the workers belong to the process that started them."""
    global _lock
    _lock = threading.Lock()
    _kept.clear()
    _all.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)

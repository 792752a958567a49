"""The one supervisor: processes that work, are told to stop or killed at a limit, and are kept or replaced.

:class:`Workers` are processes of a kind, some of which wait; a :class:`Call` is what is asked of one of them.  Both
are used from any thread, as lists and sets take and give without a lock.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, Queue
from shutil import rmtree
from typing import IO

from ..errors import LimitError, PuzzaspError, UsageError, our_error
from ..solve.limits import Limits, resident_memory
from . import patience
from .lines import CANCEL, END


class Process:
    """A worker process that runs some code, in a ``folder`` of its own or where this process is."""

    def __init__(self, code: str, folder: str | None = None) -> None:
        start = f"import sys; sys.path[:] = {[os.path.abspath(entry) for entry in sys.path]}; {code}"
        with _no_interrupts():
            self.popen = subprocess.Popen(
                [sys.executable, "-c", start], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        assert self.popen.stdin
        assert self.popen.stdout
        self._pipes = (self.popen.stdin, self.popen.stdout)
        self.pid = self.popen.pid
        self.owner = os.getpid()
        self.ready = False
        self.lines = _Lines(self.popen.stdout)
        self._folder = folder
        self._directory = os.getcwd()
        self._memory: float | None = None

    def begin(self, requests: Sequence[bytes]) -> None:
        """Send requests to a process that is ready."""
        if self._memory is None:
            self._memory = self._resident()
        self.send(*requests)

    def send(self, *lines: bytes) -> None:
        """Send lines; that the process has died shows when its answer is read."""
        with suppress(BrokenPipeError):
            self._pipes[0].writelines(line + b"\n" for line in lines)
            self._pipes[0].flush()

    def fit(self) -> bool:
        """Whether the process can be kept: alive, in the same directory, and not grown fat."""
        if self.popen.poll() is not None or not (self._folder or self._directory == os.getcwd()):
            return False
        return self._memory is None or self._resident() - self._memory < patience.GROWN

    def kill(self) -> int:
        """End the process; give its status, which is its own if it had ended."""
        self.popen.kill()
        return self.popen.wait()

    def end(self) -> None:
        """End the process, close the pipes to it, and remove what it wrote."""
        self.kill()
        self.lines.close()
        for pipe in self._pipes:
            with suppress(BrokenPipeError):
                pipe.close()
        if self._folder:
            rmtree(self._folder, ignore_errors=True)

    def _resident(self) -> float:
        try:
            return resident_memory(self.pid)
        except UsageError:
            return 0.0


def stopped(reason: str) -> LimitError:
    """The error for work that a limit stopped."""
    return LimitError(f"stopped by the {reason} limit", reason)


def _died(status: int, walled: bool) -> PuzzaspError:
    """The error for a process that ended by itself: at the wall behind its limit, or killed by the system."""
    if walled and status < 0:
        return stopped("memory")
    if status == -getattr(signal, "SIGKILL", 9):
        return LimitError("the process that did the work was killed, perhaps for want of memory", "memory")
    return our_error(RuntimeError(f"the process that did the work ended with status {status}"))


class _Lines:
    """The lines that a process writes, read in a thread: a pipe cannot be waited for everywhere (Windows)."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        # A process that says more than is taken has to wait.
        self._chunks: Queue[list[bytes]] = Queue(16)
        self._lines: deque[bytes] = deque()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        parts: list[bytes] = []
        while data := os.read(self._pipe.fileno(), 2**16):
            *lines, rest = data.split(b"\n")
            if lines:
                self._chunks.put([b"".join([*parts, lines[0]]), *lines[1:]])
                parts = []
            parts.append(rest)
        self._chunks.put([])

    def get(self, timeout: float) -> bytes | None:
        """Give the next line, None if none comes in time; raise EOFError when there are no more."""
        if not self._lines:
            try:
                lines = self._chunks.get(True, timeout)
            except Empty:
                return None
            if not lines:
                self._chunks.put([])
                raise EOFError
            self._lines.extend(lines)
        return self._lines.popleft()

    def close(self) -> None:
        """End the reading; the process has ended."""
        while self._chunks.get():
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


class Workers:
    """Processes that run some code: ``kept`` of them wait for the next request, in folders of their own if they get
    one for these."""

    def __init__(self, code: str, kept: int = 1, folder: str | None = None) -> None:
        self.waiting: list[Process] = []
        self.all: set[Process] = set()
        self._code = code
        self._kept = kept
        self._folder = folder

    def has(self, process: Process) -> bool:
        """Whether a process is one of these, and not of the process that this one is a fork of."""
        return process in self.all and process.owner == os.getpid()

    def start(self) -> Process:
        """Start one more."""
        process = Process(self._code, self._folder and tempfile.mkdtemp(dir=self._folder))
        self.all.add(process)
        return process

    def warm(self) -> None:
        """Start one that waits, if none does."""
        if not self.waiting:
            self.waiting.append(self.start())

    def take(self) -> Process:
        """Give one that waits and is fit, or a new one."""
        while True:
            try:
                process = self.waiting.pop()
            except IndexError:
                return self.start()
            if self.has(process) and process.fit():
                return process
            self.release(process, False)

    def release(self, process: Process, finished: bool) -> None:
        """Keep one that has finished its work, if it is fit and not too many wait; else end it."""
        if not self.has(process):
            return
        if finished and len(self.waiting) < self._kept and process.fit():
            self.waiting.append(process)
        else:
            with suppress(KeyError):  # another thread has done it
                self.all.remove(process)
                process.end()

    def keep(self, number: int) -> None:
        """Let so many wait from now on."""
        self._kept = number
        for process in self.waiting[number:]:
            with suppress(ValueError):  # another thread has taken it
                self.waiting.remove(process)
                self.release(process, False)

    def end(self) -> None:
        """End all."""
        self.waiting.clear()
        for process in list(self.all):
            self.release(process, False)


class Call:
    """Requests to a worker, one after another, under limits.

    ``each`` lets the limits count anew for each request, from when the worker is at it; ``anew`` has a worker started
    for it, as one that waits may be about to end.
    """

    def __init__(
        self, workers: Workers, requests: Sequence[bytes], limits: Limits, each: bool = False, anew: bool = False
    ) -> None:
        # Where they count for each request they do not while the worker starts.
        self.limits = Limits(cancel=limits.cancel) if each else limits
        # Whether the worker was ready, how many requests it is through with, and the status with which it ended by
        # itself.
        self.started = False
        self.finished = 0
        self.died: int | None = None
        self._workers = workers
        self._anew = anew
        self._requests = requests
        self._each = limits if each else None
        self._process: Process | None = None
        # Lines that came while another one was waited for.
        self._early: deque[bytes] = deque()
        # Whether any line came, and when the process is killed after it was told to stop.
        self._begun = False
        self._deadline: float | None = None

    @property
    def at_work(self) -> bool:
        """Whether a process works on it."""
        return self._process is not None

    def lines(self) -> Generator[bytes, None, None]:
        """Give the lines of the answers as they come; who leaves them early stops the work.

        Raises LimitError when a limit is reached and the worker does not stop in time, and what its death shows.
        """
        process = self._process = self._workers.start() if self._anew else self._workers.take()
        finished = False
        try:
            if not process.ready:
                self._next(process)
                process.ready = True
            self.started = True
            process.begin(self._requests)
            for _ in self._requests:
                if self._each:
                    self.limits = self._each.again()
                self.limits.measure(process.pid)
                while (line := self._early.popleft() if self._early else self._next(process)) != END:
                    self._begun = True
                    yield line
                self.finished += 1
            finished = True
        except GeneratorExit:
            finished = self._begun and self._workers.has(process) and self._ends(process)
            raise
        finally:
            self._process = None
            self._workers.release(process, finished)

    def beside(self, message: bytes, answers: bytes) -> bytes:
        """Send a message about the work that goes on; give the line that answers it, which begins with ``answers``."""
        process = self._process
        assert process
        try:
            process.send(message)
            while not (line := self._next(process)).startswith(answers):
                self._early.append(line)
        except BaseException:
            process.kill()
            raise
        return line

    def why(self) -> str | None:
        """The limit for which the worker was told to stop; None if it was not."""
        return self.limits.reached() if self._deadline else None

    def _next(self, process: Process) -> bytes:
        """Wait for a line; raise LimitError when a limit is reached first."""
        while True:
            self._look(process)
            try:
                line = process.lines.get(patience.STOPPING if self._deadline else self.limits.pause())
            except EOFError:
                self.died = process.kill()
                raise _died(self.died, self.limits.memory is not None) from None
            if line is not None:
                return line

    def _look(self, process: Process) -> None:
        """At a limit tell the process to stop; raise LimitError when it does not, or cannot."""
        reason = self.limits.reached()
        if reason is None:
            return
        if self._deadline is None and self._begun and reason != "memory":
            self._deadline = time.monotonic() + patience.STOP
            process.send(CANCEL)
        elif self._deadline is None or time.monotonic() >= self._deadline:
            raise stopped(reason)

    def _ends(self, process: Process) -> bool:
        """Tell the process to stop, and whether it does in time."""
        self.limits = Limits(cancel=lambda: True)
        try:
            while END not in self._early:
                self._early = deque([self._next(process)])
        except PuzzaspError:
            return False
        return True

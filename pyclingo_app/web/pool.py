"""The workers of the server: a few at once, one request each; one that is no longer wanted is stopped or killed."""

import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ..errors import LimitError, UsageError
from ..solve.limits import resident_memory
from .operations import error_event
from .session import LONGEST, seconds_of

# How long a worker that is no longer wanted may take before it is killed, in seconds.
_PATIENCE = 0.2
# How many seconds beyond its time limit a request is killed.
_GRACE = 2.0
# How much more memory than at its start a worker that is kept may hold, in MiB.
_GROWN = 150
# The longest line that a worker may write, in bytes.
_LINE = 1 << 26
_START = "import sys; sys.path[:] = {}; from pyclingo_app.web.worker import main; main({}, {})"


class Limits(NamedTuple):
    """What the server allows.

    workers  requests at work at once
    memory   of the address space of each, in MiB
    seconds  that a request may ask for at most
    body     bytes of a request
    patience seconds for which who asked may leave an answer unread
    """

    workers: int = 2
    memory: int = 2048
    seconds: float = LONGEST
    body: int = 1 << 20
    patience: float = 30.0


class _Worker:
    """A process, and what it uses at its start."""

    def __init__(self, process: asyncio.subprocess.Process, folder: str) -> None:
        self.process = process
        self.folder = folder
        self.before: float | None = None

    def memory(self) -> float:
        """The resident memory in MiB; 0 where the system does not tell."""
        try:
            return resident_memory(self.process.pid)
        except UsageError:
            return 0.0


class Pool:
    """Workers that wait, and those at work."""

    def __init__(self, folders: Sequence[str], limits: Limits) -> None:
        self._folders = list(map(os.path.abspath, folders))
        self._limits = limits
        self._room = asyncio.Semaphore(limits.workers)
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._retiring: set[asyncio.Task[None]] = set()
        self._folder = tempfile.mkdtemp(prefix="puzzasp-web-")

    async def warm(self) -> None:
        """Start the first worker."""
        self._idle.append(await self._spawn())

    async def close(self) -> None:
        """End all workers, and remove what they wrote."""
        for worker in list(self._all):
            await self._kill(worker)
        shutil.rmtree(self._folder, ignore_errors=True)

    async def events(self, request: dict[str, Any]) -> AsyncGenerator[bytes, None]:
        """Give the events of a request as lines of JSON; one that is left is stopped."""
        await self._room.acquire()
        worker = None
        finished = False
        try:
            worker = await self._take()
            assert worker.process.stdin
            worker.process.stdin.write(json.dumps(request).encode() + b"\n")
            deadline = asyncio.get_running_loop().time() + min(seconds_of(request), self._limits.seconds) + _GRACE
            while not finished:
                line = await self._line(worker, deadline)
                if isinstance(line, str):
                    yield _error(line)
                    break
                finished = line == b'{"event":"end"}\n'
                if not finished:
                    yield line
                    if b'"reason":"memory"' in line[-200:]:
                        break
        finally:
            # In a task of its own: this one may have been cancelled.
            task = asyncio.create_task(self._retire(worker, finished))
            self._retiring.add(task)
            task.add_done_callback(self._retiring.discard)

    async def _line(self, worker: _Worker, deadline: float) -> bytes | str:
        """Wait for a line; give a text that says why there is none."""
        assert worker.process.stdout
        left = deadline - asyncio.get_running_loop().time()
        try:
            line = await asyncio.wait_for(worker.process.stdout.readline(), max(left, 0))
        except asyncio.TimeoutError:
            return "time"
        return line or "memory"

    async def _spawn(self) -> _Worker:
        folder = tempfile.mkdtemp(dir=self._folder)
        path = [os.path.abspath(entry) for entry in sys.path]
        command = _START.format(path, self._folders, self._limits.memory)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-X", "utf8", "-c", command, cwd=folder, limit=_LINE,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        worker = _Worker(process, folder)
        self._all.add(worker)
        return worker

    async def _take(self) -> _Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.process.returncode is None:
                break
            await self._kill(worker)
        else:
            worker = await self._spawn()
        worker.before = worker.before or worker.memory()
        return worker

    async def _retire(self, worker: _Worker | None, finished: bool) -> None:
        """Keep a worker whose request is finished, or ends soon; else kill it, and start the next one."""
        try:
            if worker is None:
                return
            if not finished and worker.process.returncode is None:
                finished = await self._stopped(worker)
            if finished and worker.memory() - (worker.before or 0.0) < _GROWN:
                self._idle.append(worker)
            else:
                await self._kill(worker)
                self._idle.append(await self._spawn())
        finally:
            self._room.release()

    async def _stopped(self, worker: _Worker) -> bool:
        """Tell a worker to stop, and whether it does in time."""
        assert worker.process.stdin
        with suppress(ConnectionError):
            worker.process.stdin.write(b"cancel\n")
        deadline = asyncio.get_running_loop().time() + _PATIENCE
        while isinstance(line := await self._line(worker, deadline), bytes):
            if line == b'{"event":"end"}\n':
                return True
        return False

    async def _kill(self, worker: _Worker) -> None:
        self._all.discard(worker)
        with suppress(ProcessLookupError):
            worker.process.kill()
        await worker.process.wait()
        shutil.rmtree(worker.folder, ignore_errors=True)


def _error(reason: str) -> bytes:
    """The event that a request came to a limit."""
    message, hint = {
        "time": ("stopped by the time limit", "Ask for more seconds, or for a smaller board."),
        "memory": ("the process that did the work ended, perhaps for want of memory", "A smaller board may do."),
    }[reason]
    event = {**error_event(LimitError(message, reason)), "hint": hint}
    return json.dumps(event).encode() + b"\n"

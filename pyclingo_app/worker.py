"""A process that does what it is asked: requests come in as lines of JSON, events go out.

    python -m pyclingo_app.worker

Requests are answered one after another; behind the results of each stands an
event ``end`` (docs/json.md).  The process ends with its standard input, and when
the process that started it is gone, also while it grounds.
"""

import json
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from queue import SimpleQueue
from typing import Any, BinaryIO

from .errors import LimitError, UsageError
from .jobs.drawings import Event, drawn
from .jobs.events import SCHEMA, decode, encode
from .jobs.fields import symbol_of
from .jobs.request import Request
from .jobs.tasks import TASKS
from .program.program import Program, read_program
from .solve.limits import Limits
from .solve.problem import Problem
from .solve.run import Inline, Task
from .solve.search import Solution

# The first events of a request are written at once, later ones after so many
# seconds, or when nothing else is to be done.
_FIRST = 32
_LATER = 0.02
# A file that was changed within so many seconds is read again: it may change without a new time.
_RECENT = 2.0
# How often to look whether the process that started this one is still there, in seconds.
_WATCH = 0.25
# Beyond its limit a request may take as much address space again, what the process has anyway, and
# the stacks of solving threads, in MiB.
_SPARE = 500
_STACK = 80


class _Job:
    """What came as a line, to be answered: a request, or the error that it is none."""

    def __init__(self, content: Request | Exception) -> None:
        self.content = content
        self.cancelled = False


class Server:
    """Answers requests, one after another."""

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._lock = threading.Lock()
        self._written = 0
        self._flushed = 0.0
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._unanswered: deque[_Job] = deque()
        self._programs: dict[tuple[str, tuple[str, ...]], tuple[Program, list[object]]] = {}
        # The problem that was solved last, and a solution of it, which can draw others.
        self._solved: tuple[object, Solution] | None = None

    def listen(self, lines: Iterable[bytes]) -> None:
        """Take requests, and what is said about the one at work; end the process with the input."""
        for line in lines:
            try:
                message = json.loads(line)
                if message.get("cancel"):
                    for job in list(self._unanswered)[:1]:
                        job.cancelled = True
                    continue
                if "draw" in message:
                    # In a thread of its own: the one at work may be searching for long.
                    threading.Thread(target=self._draw, args=(message["draw"],), daemon=True).start()
                    continue
                job = _Job(decode(message))
            except Exception as error:  # whatever it is, the next line may be a request
                job = _Job(UsageError(f"this is no request: {error!r}", "docs/json.md says what one looks like."))
            self._unanswered.append(job)
            self._jobs.put(job)
        os._exit(0)

    def serve(self) -> None:
        """Answer requests for ever."""
        self._write({"schema": SCHEMA, "event": "ready"})
        self._flush()
        while True:
            job = self._jobs.get()
            # Where more requests wait already, it is enough that events come with the end.
            self._written = 0 if self._jobs.empty() else _FIRST
            try:
                for result in self._results(job):
                    self._write(encode(result))
            except Exception as error:
                self._write(encode(error))
            self._unanswered.popleft()
            self._write({"schema": SCHEMA, "event": "end"})
            self._flush()

    def _results(self, job: _Job) -> Iterator[Any]:
        request = job.content
        if isinstance(request, Exception):
            raise request
        task = _task(request.command) if isinstance(request, Request) else None
        if not isinstance(request, Request) or task is None:
            raise UsageError("there is no such command", f"Commands: {', '.join(TASKS)}.")
        program = self._program(request.program, request.rules)
        problem = Problem(program, request.instance, program.check_constants(request.constants))
        same = (program, request.instance, request.constants)

        def asked() -> bool:
            self._flush()
            return job.cancelled

        if request.command == "draw" and self._solved and self._solved[0] == same and "atoms" in request.options:
            yield self._solved[1].draw(request.options["atoms"])
            return
        # A board of a batch is never cancelled: its process is killed.
        of_batch = request.command not in TASKS
        run = Inline(Limits(request.seconds, None, None if of_batch else asked), alone=of_batch)
        try:
            results = task(problem, run, **request.options)
        except TypeError as error:
            raise UsageError(f"{request.command} cannot be done so: {error}") from None
        with _wall(request), closing(results):
            for result in results:
                if job.cancelled:
                    raise LimitError("stopped", "cancel")
                if isinstance(result, Solution):
                    self._solved = (same, result)
                yield result

    def _program(self, path: str, rules: tuple[str, ...]) -> Program:
        """Give a program, read again when one of its files has changed."""
        known = self._programs.get((path, rules))
        if known and known[1] == [stamp(file) for file in known[0].files]:
            return known[0]
        begin = time.time()
        program = read_program(path, rules)
        stamps = [stamp(file) for file in program.files]
        self._programs.pop((path, rules), None)
        if all(os.stat(file).st_mtime < begin - _RECENT for file in program.files):
            self._programs[path, rules] = (program, stamps)
        return program

    def _draw(self, atoms: list[str]) -> None:
        """Draw a board with the atoms of a solution, while the search for others goes on."""
        event: Event = {"schema": SCHEMA, "event": "drawn"}
        try:
            if self._solved is None:
                raise UsageError("there is no solution to draw")
            event |= drawn(self._solved[1].draw(map(symbol_of, atoms)))
        except Exception as error:
            event["error"] = encode(error)
        self._write(event)
        self._flush()

    def _write(self, event: Mapping[str, Any]) -> None:
        line = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            self._output.write(line)
            self._written += 1
        if self._written <= _FIRST or time.monotonic() - self._flushed > _LATER:
            self._flush()

    def _flush(self) -> None:
        with self._lock:
            self._flushed = time.monotonic()
            self._output.flush()


def _task(name: str) -> Task | None:
    """The task of a name; None if there is none."""
    if name.startswith("judge"):
        from .batches.judge import JUDGES

        return JUDGES.get(name)
    return TASKS.get(name)


def stamp(path: str) -> object:
    """What changes when a file does; None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


@contextmanager
def _wall(request: Request) -> Iterator[None]:
    """Keep a request from taking the memory of the whole machine before its limit is seen to be reached."""
    if request.memory is None or not sys.platform.startswith("linux"):
        yield
        return
    import resource

    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    threads = int(str(request.options.get("threads", "1")).partition(",")[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wall = used + (2 * request.memory + _SPARE + _STACK * threads) * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (wall if hard < 0 else min(wall, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def stand_alone() -> BinaryIO:
    """Let this process be a worker: it leaves Ctrl-C to the process that started it, and ends when that is gone.

    Gives the pipe for events: what anything else writes to standard output must not stand between them.
    """
    # Ctrl-C goes to all processes of a terminal; the one that started this one kills it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    return output


def _end_with_parent() -> None:
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(_WATCH)
    os._exit(0)


def main() -> None:
    """Answer the requests on standard input until it ends."""
    server = Server(stand_alone())
    threading.Thread(target=server.listen, args=(sys.stdin.buffer,), daemon=True).start()
    try:
        server.serve()
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()

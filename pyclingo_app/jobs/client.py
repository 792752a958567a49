"""Tasks in a process of their own, which is killed at their limits.

One worker is kept for the next piece of work, so that a call takes hardly longer
than here; where it is busy a second one is started, and not kept besides.
"""

import atexit
import json
import os
from collections.abc import Generator, Iterable
from contextlib import closing
from typing import Any

from clingo import Symbol

from ..draw.board import Board
from ..errors import LimitError, UsageError
from ..solve.limits import Limits, resident_memory
from ..solve.problem import Problem
from ..solve.run import THREADS, Inline, Task
from ..solve.search import Solution
from . import tasks
from .events import DRAWN, decode, encode
from .lines import line_of
from .process import Call, Workers, stopped
from .request import Request

WORKERS = Workers("from pyclingo_app.worker import main; main()")
atexit.register(WORKERS.end)


class Worker(Inline):
    """Work in a process of its own, which is killed when a limit is reached."""

    def __init__(self, limits: Limits) -> None:
        if not THREADS:
            raise UsageError("limits need a process of their own, which this system does not have", "Leave them out.")
        if limits.memory is not None:
            resident_memory(os.getpid())  # raises where this is not told of processes
        self.limits = limits

    def results(self, task: Task, problem: Problem, **options: Any) -> Generator[Any, None, None]:
        call = Call(WORKERS, [line_of(encode(Request.of(task, problem, options, self.limits)))], self.limits)

        def draw(atoms: Iterable[Symbol]) -> Board:
            """Draw a solution: while the search is on in its process under its limits, else under the same anew."""
            board: Board
            if not call.at_work:
                (board,) = Worker(self.limits.again()).results(tasks.draw, problem, atoms=tuple(atoms))
                return board
            event = json.loads(call.beside(line_of({"draw": list(map(str, atoms))}), DRAWN))
            if "error" in event:
                raise decode(event["error"])
            board = decode({**event, "event": "board"})
            return board

        error: Exception | None = None
        with closing(call.lines()) as lines:
            for result in map(decode, map(json.loads, lines)):
                if isinstance(result, Exception):
                    error = self._limit(call, result) or result
                else:
                    yield result._replace(render=draw) if isinstance(result, Solution) else result
        if error:
            raise error

    def _limit(self, call: Call, error: Exception) -> LimitError | None:
        """The limit that stopped the work, where the worker only knows that it was told to stop."""
        if not isinstance(error, LimitError):
            return None
        reason = call.why() if error.reason == "cancel" else self.limits.memory and error.reason
        return stopped(reason) if reason else None

"""The ways to run a piece of work: in the caller's thread, or in a second one under limits.

Whoever owns the process may end it.  Clingo's grounder cannot be stopped, so
under limits it works in a second thread, which holds no lock of Python's while
it grounds and searches: the caller's thread sees Ctrl-C and the limits at once
in every phase, leaves that thread behind, and should end the process by
``os._exit``, as the command does.  Others have such work done in a process of
its own (:mod:`pyclingo_app.jobs.client`).
"""

import sys
import threading
from collections.abc import Callable, Generator, Iterator
from typing import Any, Generic, Protocol, TypeVar

from ..errors import LimitError
from .limits import Limits
from .problem import Problem

# Whether this system has threads and processes; a browser has neither.
THREADS = sys.platform not in ("emscripten", "wasi")
# How long to wait for a thread after it was told to stop, in seconds.
_PATIENCE = 0.1

T = TypeVar("T")
# A function of a problem, a run and options that gives results.
Task = Callable[..., Generator[Any, None, None]]


class Run(Protocol):
    """A way to run a piece of work."""

    limits: Limits
    # How long to wait for work that was told to stop, in seconds; None waits for its end.
    patience: float | None

    def results(self, task: Task, problem: Problem, **options: Any) -> Generator[Any, None, None]:
        """Give the results of a task; raise LimitError when a limit is reached first."""

    def call(self, function: Callable[[], T]) -> T:
        """Give what a function returns; raise LimitError when a limit is reached first."""

    def stream(self, items: Callable[[], Iterator[T]], stop: Callable[[], None]) -> Generator[T, None, None]:
        """Give the items of an iterator as it finds them; raise LimitError when a limit is reached first.

        ``stop`` is called when no more are wanted; the iterator should then end soon.
        """


class Inline:
    """Work in the caller's thread; limits are looked at between the solver's answers only."""

    patience: float | None = None

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()

    def results(self, task: Task, problem: Problem, **options: Any) -> Generator[Any, None, None]:
        return task(problem, self, **options)

    def call(self, function: Callable[[], T]) -> T:
        return function()

    def stream(self, items: Callable[[], Iterator[T]], stop: Callable[[], None]) -> Generator[T, None, None]:
        try:
            yield from items()
            self.limits.check()
        finally:
            stop()


class Guarded(Inline):
    """Work in a second thread, under limits, for the owner of the process."""

    patience: float | None = _PATIENCE

    def call(self, function: Callable[[], T]) -> T:
        task = _Task(function)
        while not task.done.wait(self.limits.pause()):
            self.limits.check()
        return task.result()

    def stream(self, items: Callable[[], Iterator[T]], stop: Callable[[], None]) -> Generator[T, None, None]:
        from queue import Empty, SimpleQueue

        found: SimpleQueue[T] = SimpleQueue()

        def work() -> None:
            for item in items():
                found.put(item)

        task = _Task(work)
        try:
            while True:
                done = task.done.is_set()
                try:
                    yield found.get(timeout=max(self.limits.pause(), 0.001))
                except Empty:
                    if done:
                        task.result()
                        return
                    self.limits.check()
        finally:
            stop()
            task.done.wait(self.patience)


class _Task(Generic[T]):
    """A function at work in a thread of its own."""

    def __init__(self, function: Callable[[], T]) -> None:
        self.done = threading.Event()
        self._function = function
        self._result: T
        self._error: BaseException | None = None
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._result = self._function()
        except BaseException as error:  # handed to the caller by result()
            self._error = error
        self.done.set()

    def result(self) -> T:
        """Give the function's result, or raise its error; only after ``done``."""
        if isinstance(self._error, MemoryError):
            raise LimitError("out of memory", "memory")
        if self._error:
            raise self._error
        return self._result

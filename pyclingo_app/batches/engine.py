"""Long-lived workers that judge boards: what passes its limit is killed, and costs only itself."""

import json
import signal
import time
from collections import deque
from collections.abc import Generator, Iterator
from functools import cache
from threading import Event
from typing import Any

from ..errors import our_error
from ..jobs import patience
from ..jobs.client import WORKERS
from ..jobs.events import decode, encode
from ..jobs.lines import END, READY
from ..jobs.process import Process
from ..jobs.request import Request
from ..jobs.verdict import Verdict
from ..program.library import Library
from ..solve.limits import Limits
from .boards import Item
from .judge import TOGETHER, judge, judge_together
from .queue import Job, Order, Queue, failed

# A worker is given boards for so many seconds of work, and no more than so many boards.
_AHEAD, _MOST = 0.2, 50
# So many boards are judged together where that can be, of those that a worker is given then.
_TOGETHER, _MOST_TOGETHER = 25, 200
# After so many boards it is looked whether a worker has grown fat.
_LOOK = 200
# How often a worker may end before it is ready, besides once for each of them.
_STARTS = 3
# Where all workers have work for longer, so many seconds pass before it is looked what they have said.
_REST = 0.005
# The signals that end a process which gets no more memory.
_NO_MEMORY = (signal.SIGABRT, getattr(signal, "SIGKILL", None))


def judged(queue: Queue, order: Order, workers: int) -> Generator[tuple[Item, Verdict], None, None]:
    """Judge the boards of a queue with some worker processes; give each board with its verdict.

    Raises UsageError for limits that cannot be, and InternalError when no worker can be started.
    """
    order_limits(order)
    return _Engine(queue, order, workers).results()


def order_limits(order: Order) -> Limits:
    """The limits at which a board is killed, counted from now."""
    return Limits(order.seconds and order.seconds + patience.GRACE, order.memory)


class _Slot:
    """A worker process, and the boards that it was given: one by one, or some together; it is at the first ones."""

    def __init__(self, heard: Event) -> None:
        self._heard = heard
        self.start()

    def start(self) -> None:
        """Begin anew with a process, which sets ``heard`` when it says something."""
        self.process: Process = WORKERS.take()
        self.process.lines.heard = self._heard
        self.jobs: deque[list[Job]] = deque()
        self.limits: Limits | None = None
        self.since = 0.0
        self.done = 0
        # What it has said of the first ones, which it is not through with yet.
        self.told: list[Verdict] = []

    def boards(self) -> int:
        """How many boards it has."""
        return sum(map(len, self.jobs))


class _Engine:
    def __init__(self, queue: Queue, order: Order, workers: int) -> None:
        self._queue = queue
        self._order = order
        self._workers = workers
        self._find = cache(Library(order.folders).find)
        self._slots: list[_Slot] = []
        # Set when any of them says something.
        self._heard = Event()
        # How many workers in a row have ended before they were ready.
        self._stillborn = 0
        # How long a board takes: a mean of the last ones.
        self._mean: float | None = None

    def results(self) -> Generator[tuple[Item, Verdict], None, None]:
        """Give each board with its verdict."""
        try:
            while True:
                self._feed()
                yield from self._queue.due()
                if self._queue.finished():
                    return
                self._wait()
                for slot in self._slots:
                    self._look(slot)
        finally:
            for slot in self._slots:
                WORKERS.release(slot.process, slot.process.ready and not slot.jobs)

    def _wait(self) -> None:
        """Wait until a worker says something, or has to be looked after."""
        busy = [slot for slot in self._slots if slot.jobs or not slot.process.ready]
        pause = min((slot.limits.pause() for slot in busy if slot.limits), default=patience.LOOK)
        if busy and pause > _REST and min(slot.boards() for slot in busy) * (self._mean or 0) > 2 * _REST:
            # Nobody waits for boards: to hear of several at once leaves the processors to the workers.
            time.sleep(_REST)
        if busy and self._heard.wait(pause):
            self._heard.clear()

    # Giving boards to workers

    def _feed(self) -> None:
        """Give boards to workers that have few."""
        while len(self._slots) < self._workers and self._queue.waits():
            self._slots.append(_Slot(self._heard))
        most = _MOST_TOGETHER if self._order.command in TOGETHER else _MOST
        most = min(most, max(1, self._queue.window // (2 * self._workers)))
        depth = 1 if self._mean is None else max(1, min(most, int(_AHEAD / max(self._mean, 1e-6))))
        for slot in self._slots:
            if slot.process.ready and (boards := slot.boards()) <= depth // 2:
                self._give(slot, depth - boards)

    def _give(self, slot: _Slot, number: int) -> None:
        """Give a worker so many boards."""
        idle, requests = not slot.jobs, []
        for jobs in self._taken(number):
            try:
                requests.append(encode(self._request([job.item for job in jobs])))
                slot.jobs.append(jobs)
            except Exception as error:  # whatever a board holds, it costs only itself
                for job in jobs:
                    self._queue.put(job, failed(job.item, our_error(error)))
        if requests:
            slot.process.begin(*requests)
            if idle:
                self._begin(slot)

    def _taken(self, number: int) -> Iterator[list[Job]]:
        """Take so many boards: each alone, or those of a puzzle that may be judged together."""
        alike: dict[object, list[Job]] = {}
        while number and (job := self._queue.take()):
            number -= 1
            if job.alone or self._order.command not in TOGETHER:
                yield [job]
                continue
            jobs = alike.setdefault((job.item.puzzle, tuple(job.item.constants.items())), [])
            jobs.append(job)
            if len(jobs) == _TOGETHER:
                yield list(jobs)
                jobs.clear()
        yield from filter(None, alike.values())

    def _request(self, items: list[Item]) -> Request:
        order, first = self._order, items[0]
        path = self._find(first.puzzle or "")
        about = {"folders": list(order.folders), **order.options}
        boards: list[Any] = [{"id": item.id, "puzzle": item.puzzle, **item.options} for item in items]
        if len(items) > 1:
            name, options = judge_together.__name__, {**about, "boards": boards}
        else:
            name, options = judge.__name__, {"what": order.command, **about, **boards[0]}
        return Request(name, path, order.rules, first.constants, None, options, order.seconds, order.memory)

    def _begin(self, slot: _Slot) -> None:
        """Let the limits of the first of the boards that a worker has count from now."""
        slot.since = time.monotonic()
        slot.limits = None
        if slot.jobs and (self._order.seconds or self._order.memory):
            slot.limits = order_limits(self._order)
            slot.limits.measure(slot.process.pid)

    # What workers say

    def _look(self, slot: _Slot) -> None:
        """Take what a worker says; end it when the board that it is at has passed a limit."""
        try:
            while (line := slot.process.lines.get(0)) is not None:
                self._hear(slot, line)
        except EOFError:
            self._bury(slot)
            return
        reason = slot.limits.reached() if slot.limits else None
        if reason:
            self._kill(slot, stopped=reason)
        elif slot.done >= _LOOK:
            slot.done = 0
            if not slot.process.fit():
                self._replace(slot)

    def _hear(self, slot: _Slot, line: bytes) -> None:
        if line == READY:
            slot.process.ready = True
        elif line == END:
            self._finish(slot)
        else:
            told = decode(json.loads(line))
            slot.told.append(told if isinstance(told, Verdict) else failed(slot.jobs[0][0].item, told))

    def _finish(self, slot: _Slot) -> None:
        """Note the verdicts on the boards that a worker is through with; it is at the next ones now."""
        jobs, told = slot.jobs.popleft(), slot.told
        slot.told = []
        if len(jobs) == 1:
            self._queue.put(jobs[0], told[0])
        else:
            right = {place for place, verdict in enumerate(told) if verdict.status == "right"}
            for place in right:
                self._queue.put(jobs[place], told[place])
            self._back([job for place, job in enumerate(jobs) if place not in right], alone=True)
        slot.done += len(jobs)
        seconds = (time.monotonic() - slot.since) / len(jobs)
        self._mean = seconds if self._mean is None else 0.9 * self._mean + 0.1 * seconds
        self._begin(slot)

    def _bury(self, slot: _Slot) -> None:
        """Replace a worker that has died; the board that it was at is tried once more, by another one."""
        status = slot.process.kill()
        self._stillborn = 0 if slot.process.ready else self._stillborn + 1
        if self._stillborn > self._workers + _STARTS:
            raise our_error(RuntimeError(f"a worker process ended at once, with status {status}"))
        if slot.jobs and len(slot.jobs[0]) == 1:
            job = slot.jobs[0][0]
            job.deaths += 1
            if job.deaths > 1:
                why = f"the process that did the work ended twice, with status {status}"
                memory = self._order.memory is not None and -status in _NO_MEMORY
                self._kill(slot, stopped="memory" if memory else "died", error=None if memory else why)
                return
        self._replace(slot)

    def _kill(self, slot: _Slot, **told: Any) -> None:
        """Say of the board that a worker is at why it ends there, and replace the worker.

        Which of some together it is is not known: they are judged one by one.
        """
        if len(slot.jobs[0]) == 1:
            (job,) = slot.jobs.popleft()
            seconds = round(time.monotonic() - slot.since, 4)
            self._queue.put(job, Verdict(job.item.id, job.item.puzzle, "unknown", seconds=seconds, **told))
        self._replace(slot)

    def _replace(self, slot: _Slot) -> None:
        """Start another worker in the place of one; what that was given and is not done comes first."""
        for jobs in reversed(slot.jobs):
            self._back(jobs, alone=jobs is slot.jobs[0])
        WORKERS.release(slot.process, False)
        slot.start()

    def _back(self, jobs: list[Job], alone: bool) -> None:
        """Let boards be the next ones again; ``alone`` those that were at work together."""
        for job in reversed(jobs):
            job.alone = job.alone or alone
            self._queue.back(job)

"""Workers that judge boards, some at a time: what passes its limit is killed, and costs only itself."""

import json
import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import closing, suppress
from functools import cache, partial
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from ..errors import LimitError, PuzzaspError, our_error
from ..jobs import patience
from ..jobs.client import WORKERS
from ..jobs.events import decode, encode
from ..jobs.lines import line_of
from ..jobs.process import Call
from ..jobs.request import Request
from ..jobs.verdict import Verdict
from ..program.library import Library
from ..solve.limits import Limits
from .boards import Item
from .judge import TOGETHER, judge, judge_together
from .queue import Job, Order, Queue, failed

# A worker is given boards for so many seconds of work, and no more than so many boards.
_SECONDS, _MOST = 0.2, 50
# So many boards are judged together where that can be, of those that a worker is given then.
_TOGETHER, _MOST_TOGETHER = 25, 200
# So often boards are given out to each worker at once: while it is at some, the next ones wait for it.
_AHEAD = 2
# The signals that end a process which gets no more memory.
_NO_MEMORY = (signal.SIGABRT, getattr(signal, "SIGKILL", None))

Judged = Generator[tuple[Item, Verdict], None, None]


def judged(queue: Queue, order: Order, workers: int) -> Judged:
    """Judge the boards of a queue with some worker processes; give each board with its verdict.

    Raises UsageError for limits that cannot be, and InternalError when no worker can be started.
    """
    order.limits()
    ending = Event()
    WORKERS.keep(workers)
    threads = _Threads(workers)
    try:
        yield from given_out(queue, order, threads, workers, lambda done, jobs: done.result(), ending.is_set)
    finally:
        ending.set()
        threads.shutdown()
        WORKERS.keep(1)


class _Threads(Executor):
    """Threads that do not keep the process from ending, as those of ThreadPoolExecutor do: who has not taken all
    verdicts may leave."""

    def __init__(self, number: int) -> None:
        self._asked: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(number)]
        for thread in self._threads:
            thread.start()

    def submit(self, function: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._asked.put((future, partial(function, *args, **options)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the threads, as soon as what was asked for has ended."""
        for _ in self._threads:
            self._asked.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while asked := self._asked.get():
            future, function = asked
            try:
                future.set_result(function())
            except BaseException as error:  # raised where the result is asked for
                future.set_exception(error)


def given_out(
    queue: Queue,
    order: Order,
    executor: Executor,
    workers: int,
    result: Callable[[Future[Any], Sequence[Job]], Sequence[Verdict]],
    *left: Callable[[], bool],
) -> Judged:
    """Give boards to the workers of an executor, some at a time; give each with its verdict.

    ``result`` says what became of some; ``left`` is asked again and again whether nobody waits for verdicts any more.
    """
    most = _MOST_TOGETHER if order.command in TOGETHER else _MOST
    queue.window = max(queue.window, 2 * _AHEAD * most * workers)
    at_work: dict[Future[Any], list[Job]] = {}
    size = 1
    while True:
        while len(at_work) < _AHEAD * workers and (jobs := queue.take(size)):
            items = [_absolute(job.item) for job in jobs]
            at_work[executor.submit(judge_some, items, order, *left)] = jobs
        yield from queue.due()
        if queue.finished():
            return
        for done in wait(at_work, patience.LOOK, FIRST_COMPLETED).done if at_work else ():
            jobs = at_work.pop(done)
            verdicts = result(done, jobs)
            for job, verdict in zip(jobs, verdicts, strict=True):
                queue.put(job, verdict._replace(puzzle=job.item.puzzle))
            mean = sum(verdict.seconds for verdict in verdicts) / len(verdicts)
            size = max(1, min(most, int(_SECONDS / max(mean, 1e-6))))


def _absolute(item: Item) -> Item:
    """A board whose program is found from everywhere."""
    puzzle = item.puzzle or ""
    return item._replace(puzzle=os.path.abspath(puzzle)) if puzzle.endswith(".lp") else item


def judge_some(items: Sequence[Item], order: Order, left: Callable[[], bool] | None = None) -> list[Verdict]:
    """Judge some boards by a worker; give a verdict on each.

    A board with which a worker dies is tried once more, by a new one.  Raises LimitError when nobody waits any
    more, and InternalError when no worker can be started.
    """
    limits = order.limits(left)
    limits.check()
    find = cache(Library(order.folders).find)
    told = dict(_together(items, order, find, limits)) if order.command in TOGETHER else {}
    requests: dict[int, bytes] = {}
    for place, item in enumerate(items):
        if place not in told:
            try:
                requests[place] = line_of(encode(_request([item], order, find)))
            except Exception as error:  # whatever a board holds, it costs only itself
                told[place] = failed(item, our_error(error))
    tried: set[int] = set()
    while rest := [place for place in requests if place not in told]:
        # Who kills one worker may kill the next one that waits, too: that is no fault of the board.
        call = Call(WORKERS, [requests[place] for place in rest], limits, each=True, anew=rest[0] in tried)
        try:
            with closing(call.lines()) as lines:
                for line in lines:
                    told[rest[call.finished]] = _verdict(items[rest[call.finished]], line)
        except PuzzaspError as error:
            place = rest[min(call.finished, len(rest) - 1)]
            if getattr(error, "reason", None) == "cancel" or (not call.started and place in tried):
                raise
            if place in told:
                continue  # what ends it came after its verdict
            if call.died is None:
                told[place] = failed(items[place], error)._replace(seconds=round(call.limits.elapsed(), 4))
            elif place in tried:
                told[place] = _dead(items[place], order, call.died)
            tried.add(place)
    return [told[place] for place in range(len(items))]


def _together(
    items: Sequence[Item], order: Order, find: Callable[[str], str], limits: Limits
) -> Iterator[tuple[int, Verdict]]:
    """Judge boards together that are of the same puzzle; give the places and verdicts of those that are right."""
    alike: dict[object, list[int]] = {}
    for place, item in enumerate(items):
        alike.setdefault((item.puzzle, tuple(item.constants.items())), []).append(place)
    for places in alike.values():
        # One alone is asked for as others are.
        for begin in range(0, len(places) - 1, _TOGETHER):
            several = places[begin : begin + _TOGETHER]
            # Of which of them an error speaks is not known.
            with suppress(Exception):
                request = line_of(encode(_request([items[place] for place in several], order, find)))
                with closing(Call(WORKERS, [request], limits, each=True).lines()) as lines:
                    for place, verdict in zip(several, [_verdict(items[0], line) for line in lines], strict=True):
                        if verdict.status == "right":
                            yield place, verdict


def _request(items: Sequence[Item], order: Order, find: Callable[[str], str]) -> Request:
    """What a worker is asked for: to judge a board, or several together; ``find`` gives the path of a program."""
    path = find(items[0].puzzle or "")
    about = {"folders": list(order.folders), **order.options}
    boards: list[Any] = [{"id": item.id, "puzzle": item.puzzle, **item.options} for item in items]
    if len(items) > 1:
        name, options = judge_together.__name__, {**about, "boards": boards}
    else:
        name, options = judge.__name__, {"what": order.command, **about, **boards[0]}
    return Request(name, path, order.rules, items[0].constants, None, options, order.seconds, order.memory)


def _verdict(item: Item, line: bytes) -> Verdict:
    """What a worker says of a board."""
    told = decode(json.loads(line))
    return told if isinstance(told, Verdict) else failed(item, told)


def _dead(item: Item, order: Order, status: int) -> Verdict:
    """The verdict on a board with which the process that did the work ended twice."""
    if order.memory is not None and -status in _NO_MEMORY:
        return failed(item, LimitError("", "memory"))
    why = f"the process that did the work ended twice, with status {status}"
    return Verdict(item.id, item.puzzle, "unknown", stopped="died", error=why)

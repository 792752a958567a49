"""Boards on many machines: tasks of Dask, each of some boards, which a worker of ours judges on its machine."""

import atexit
import os
from collections.abc import Iterator, Sequence
from typing import Any

from ..errors import PuzzaspError, UsageError
from ..facts.instance import read_file
from ..jobs.client import WORKERS
from ..jobs.verdict import Verdict
from .boards import Item
from .engine import judged, order_limits
from .queue import Job, Order, Queue, failed

# A task is so many boards, at first and at most, and about so many seconds of work.
_FIRST, _MOST, _SECONDS = 10, 50, 0.5
# How many tasks there are for each thread of the cluster, so that none waits for work.
_AHEAD = 3


class Cluster:
    """A Dask cluster: that at an address, or a ``local`` one of some processes; ``link`` is that of its dashboard.

    Raises UsageError where Dask is missing, or the cluster does not answer.
    """

    def __init__(self, address: str, workers: int) -> None:
        try:
            import dask
            import distributed
        except ImportError:
            raise UsageError("Dask is not installed", 'Install it: python -m pip install "puzzasp[dask]".') from None
        self._distributed: Any = distributed
        self._local: Any = None
        if address == "local":
            # Without a look at each worker's stack a hundred times a second, which takes a tenth of its time.
            with dask.config.set({"distributed.worker.profile.enabled": False}):
                self._local = distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
                )
        try:
            self._client: Any = distributed.Client(self._local or address)
        except (OSError, ValueError) as error:
            raise UsageError(f"there is no Dask cluster at {address}: {error}", "Check its address.") from None
        self.link: str = self._client.dashboard_link
        if self._local:
            self._client.run(_leave_at_once)

    def close(self) -> None:
        """Leave the cluster, and end it if it is a local one."""
        self._client.close()
        if self._local:
            self._local.close()

    def judged(self, queue: Queue, order: Order) -> Iterator[tuple[Item, Verdict]]:
        """Judge the boards of a queue; give each board with its verdict.

        What a machine that is lost was at is done by another one.  Raises PuzzaspError when the cluster is lost.
        """
        order_limits(order)
        threads = max(1, sum(self._client.nthreads().values()))
        queue.window = max(queue.window, 2 * _AHEAD * _MOST * threads)
        completed: Any = self._distributed.as_completed()
        at_work: dict[Any, list[Job]] = {}
        size = _FIRST
        while True:
            while len(at_work) < _AHEAD * threads and (jobs := _some(queue, size)):
                items = [job.item for job in jobs]
                future = self._client.submit(work, items, order, pure=False, retries=2)
                at_work[future] = jobs
                completed.add(future)
            yield from queue.due()
            if queue.finished():
                return
            if at_work:
                future = next(completed)
                jobs = at_work.pop(future)
                verdicts = self._result(future, jobs)
                for job, verdict in zip(jobs, verdicts, strict=True):
                    queue.put(job, verdict)
                mean = sum(verdict.seconds for verdict in verdicts) / len(verdicts)
                size = max(1, min(_MOST, int(_SECONDS / max(mean, 1e-6))))

    def _result(self, future: Any, jobs: Sequence[Job]) -> list[Verdict]:
        if future.status == "cancelled":
            raise PuzzaspError("the Dask cluster is lost", "--resume goes on with what there is.")
        error = future.exception()
        if error is None:
            return list(future.result())
        lost = Verdict("", None, "unknown", stopped="died", error=f"no machine did the work: {error}")
        return [lost._replace(id=job.item.id, puzzle=job.item.puzzle) for job in jobs]


def work(items: Sequence[Item], order: Order) -> list[Verdict]:
    """Judge some boards by a worker of this process, which is kept for more: the task that Dask runs."""
    return [verdict for _, verdict in judged(Queue(iter(items)), order, 1)]


def _leave_at_once() -> None:
    """Let this process, a worker of a local cluster, end without tidying up what ends with it: that takes as long as
    to judge some hundred boards."""
    atexit.register(os._exit, 0)
    atexit.register(WORKERS.end)  # the last one that is registered is called first


def _some(queue: Queue, size: int) -> list[Job]:
    """Take some boards, with what can be read here only."""
    jobs: list[Job] = []
    while len(jobs) < size and (job := queue.take()):
        options, puzzle = dict(job.item.options), job.item.puzzle
        try:
            if "path" in options:
                options["board"] = read_file(options.pop("path"))[0]
        except PuzzaspError as error:
            queue.put(job, failed(job.item, error))
            continue
        if puzzle and puzzle.endswith(".lp"):
            puzzle = os.path.abspath(puzzle)
        job.item = job.item._replace(options=options, puzzle=puzzle)
        jobs.append(job)
    return jobs

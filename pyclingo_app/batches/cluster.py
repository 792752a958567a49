"""Boards on many machines: tasks of Dask, each of some boards, which a worker of ours judges on its machine."""

import atexit
import os
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from ..errors import PuzzaspError, UsageError
from ..jobs.client import WORKERS
from ..jobs.verdict import Verdict
from .engine import Judged, given_out
from .queue import Job, Order, Queue


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

    def judged(self, queue: Queue, order: Order) -> Judged:
        """Judge the boards of a queue; give each board with its verdict.

        What a machine that is lost was at is done by another one.  Raises PuzzaspError when the cluster is lost.
        """
        order.limits()
        threads = max(1, sum(self._client.nthreads().values()))
        return given_out(queue, order, self._client.get_executor(pure=False, retries=2), threads, _result)


def _result(done: Future[list[Verdict]], jobs: Sequence[Job]) -> list[Verdict]:
    """What became of some boards."""
    if done.cancelled():
        raise PuzzaspError("the Dask cluster is lost", "--resume goes on with what there is.")
    if error := done.exception():
        why = f"no machine did the work: {error}"
        return [Verdict(job.item.id, job.item.puzzle, "unknown", stopped="died", error=why) for job in jobs]
    return done.result()


def _leave_at_once() -> None:
    """Let this process, a worker of a local cluster, end without tidying up what ends with it: that takes as long as
    to judge some hundred boards."""
    atexit.register(os._exit, 0)
    atexit.register(WORKERS.end)  # the last one that is registered is called first

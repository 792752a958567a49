"""What is to be done with boards, and the queue that they wait in, before and after."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ..errors import InternalError, LimitError
from ..jobs import patience
from ..jobs.verdict import Verdict
from ..solve.limits import Limits
from .boards import Item

# The window of a queue, if no other is set.
_WINDOW = 1_000


class Order(NamedTuple):
    """What is to be done with boards: a command and its options, the same for all, and the limits for each board.

    ``rules`` are paths of further programs, ``folders`` those of the library.
    """

    command: str
    options: Mapping[str, Any] = {}
    rules: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    seconds: float | None = None
    memory: int | None = None

    def limits(self, left: Callable[[], bool] | None = None) -> Limits:
        """The limits at which a board is killed, counted from now; raises UsageError for those that cannot be."""
        return Limits(self.seconds and self.seconds + patience.GRACE, self.memory, left)


class Job(NamedTuple):
    """A board at work, and its place among all."""

    number: int
    item: Item


class Queue:
    """Boards that are read no faster than their verdicts are given, in the order of the boards if that is wanted.

    ``window`` is how many boards may be at work, or wait for the verdicts on boards before them.
    ``revise`` is asked with each board and its verdict for the verdict to be given, or for another board to be
    judged in the place of this one.
    """

    def __init__(
        self,
        items: Iterator[Item],
        ordered: bool = True,
        revise: Callable[[Item, Verdict], Item | Verdict] = lambda item, verdict: verdict,
    ) -> None:
        self.window = _WINDOW
        self._items = items
        self._ordered = ordered
        self._revise = revise
        self._first: deque[Job] = deque()
        self._found: dict[int, tuple[Job, Verdict]] = {}
        self._read = self._given = 0
        self._ended = False

    def waits(self) -> bool:
        """Whether there is a board to be judged; reads one."""
        while not self._first and not self._ended and self._read - self._given < self.window:
            item = next(self._items, None)
            if item is None:
                self._ended = True
                break
            job = Job(self._read, item)
            self._read += 1
            if item.error is None:
                self._first.append(job)
            else:
                self.put(job, Verdict(item.id, item.puzzle, "faulty", error=item.error))
        return bool(self._first)

    def take(self, most: int) -> list[Job]:
        """Give the next boards to be judged, as many as there are now."""
        jobs: list[Job] = []
        while len(jobs) < most and self.waits():
            jobs.append(self._first.popleft())
        return jobs

    def put(self, job: Job, verdict: Verdict) -> None:
        """Take the verdict on a board."""
        self._found[job.number] = (job, verdict)

    def due(self) -> Iterator[tuple[Item, Verdict]]:
        """Give the verdicts that are due, each with its board."""
        while self._found:
            number = self._given if self._ordered else next(iter(self._found))
            if number not in self._found:
                return
            job, verdict = self._found.pop(number)
            revised = self._revise(job.item, verdict)
            if isinstance(revised, Verdict):
                self._given += 1
                yield job.item, revised
            else:
                self._first.appendleft(Job(number, revised))
                if self._ordered:
                    return

    def finished(self) -> bool:
        """Whether all boards that there are have their verdicts."""
        return self._ended and self._given == self._read


def failed(item: Item, error: Exception) -> Verdict:
    """The verdict on a board where the task ended with an error."""
    if isinstance(error, LimitError):
        return Verdict(item.id, item.puzzle, "unknown", stopped=error.reason)
    if isinstance(error, InternalError):
        return Verdict(item.id, item.puzzle, "unknown", stopped="fault", error=str(error))
    return Verdict(item.id, item.puzzle, "faulty", error=str(error))

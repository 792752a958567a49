"""The time and memory that a piece of work may use."""

import os
import sys
import threading
import time
from collections.abc import Callable

from ..errors import LimitError, UsageError, typed

# How many seconds may pass between two looks at the memory, or questions whether to give up.
_PAUSE = 0.05


class Limits:
    """The time and memory that a piece of work may use, and a question that can end it.

    ``seconds`` count from now; ``memory``, in MiB, is what the work may add to
    the resident memory of this process, or of another one (:meth:`measure`);
    ``cancel`` is asked again and again, 20 times a second.

    Raises UsageError for a limit that cannot be.
    """

    @typed
    def __init__(
        self, seconds: float | None = None, memory: int | None = None, cancel: Callable[[], bool] | None = None
    ) -> None:
        if seconds is not None and not 0 < seconds < threading.TIMEOUT_MAX:
            told = f"{seconds!r:.20}".removesuffix(".0")
            raise UsageError(f"cannot use a time limit of {told} seconds", "Give a positive number.")
        if memory is not None and not 0 < memory < 2**40:
            raise UsageError(f"cannot use a memory limit of {memory!r:.20} MiB", "Give a positive number.")
        self.start = time.monotonic()
        self.seconds = seconds
        self.end = None if seconds is None else self.start + seconds
        self.memory = memory
        self.cancel = cancel
        self._reached: str | None = None
        self._looked = 0.0
        self.measure(None)

    def measure(self, pid: int | None) -> None:
        """Let the memory be what a process, this one if none is named, uses more than now."""
        self._pid = pid
        self._before = 0.0 if self.memory is None else resident_memory(pid)

    def none(self) -> bool:
        """Whether there is no limit at all."""
        return self.end is None and self.memory is None and self.cancel is None

    def again(self) -> "Limits":
        """The same limits for another piece of work, from now on."""
        return Limits(self.seconds, self.memory, self.cancel)

    def prolong(self, seconds: float) -> None:
        """Allow for some more time, from now on, once the time is up."""
        if self._reached == "time":
            self.end, self._reached = time.monotonic() + seconds, None

    def elapsed(self) -> float:
        """The seconds since the work began."""
        return time.monotonic() - self.start

    def pause(self) -> float:
        """How many seconds may pass before the next look; 0 if a limit is reached."""
        if self.reached():
            return 0
        return _PAUSE if self.end is None else max(0.0, min(_PAUSE, self.end - time.monotonic()))

    def reached(self) -> str | None:
        """Give "time", "memory" or "cancel" when that is reached."""
        now = time.monotonic()
        if self._reached is None:
            if self.end is not None and now >= self.end:
                self._reached = "time"
            elif now - self._looked >= 0.9 * _PAUSE:
                self._looked = now
                if self.memory is not None and resident_memory(self._pid) - self._before >= self.memory:
                    self._reached = "memory"
                elif self.cancel and self.cancel():
                    self._reached = "cancel"
        return self._reached

    def check(self) -> None:
        """Raise LimitError when a limit is reached."""
        reason = self.reached()
        if reason:
            raise LimitError(f"stopped by the {reason} limit", reason)


def resident_memory(pid: int | None = None) -> float:
    """The resident memory of a process, of this one if none is named, in MiB.

    Where the system tells the peak of this process only (macOS), that.

    Raises UsageError where the system does not tell (Windows, and macOS of another process).
    """
    try:
        with open(f"/proc/{pid or 'self'}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        if pid is not None:
            raise UsageError(
                "this system does not tell how much memory another process uses", "Leave out memory_limit."
            ) from None
        return peak_memory()


def peak_memory() -> float:
    """The peak memory of this process in MiB.

    Raises UsageError where the system does not tell (Windows).
    """
    try:
        # Linux counts ru_maxrss on from the process that started this one.
        with open("/proc/self/status", encoding="ascii") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        pass
    try:
        import resource
    except ImportError:
        raise UsageError(
            "this system does not tell how much memory a process uses", "Leave out --memory-limit."
        ) from None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)

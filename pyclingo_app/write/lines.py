"""Verdicts on boards as lines, of JSON or CSV, in a file that can be gone on with."""

import csv
import io
import json
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

from ..errors import UsageError
from ..words import display_name
from .target import Output
from .whole import whole

# What is in a line of CSV: what is one value.
FLAT = ("id", "puzzle", "status", "count", "unique", "grade", "steps", "seconds", "stopped", "error")


# What a command finds out of a board that has a solution, where it is not stopped.
_FOUND = {
    "solve": "solution", "count": "count", "unique": "unique", "forced": "present", "rate": "steps", "explain": "path",
    "generate": "form",
}  # fmt: skip
# The statuses that other commands give, if nothing is wrong.
_STATUSES = {"check": ("right", "incomplete", "wrong"), "convert": ("written",)}


class LineWriter:
    """Writes verdicts of a command as lines, each of them whole, and at once, to a file that is its own meanwhile.

    ``done`` counts, by their names, the boards that were in the file before; ``csv`` is whether lines are CSV.
    """

    def __init__(self, output: Output, command: str) -> None:
        self.done: Counter[str] = Counter()
        self._output = output
        output.append = True
        self.csv = output.form == "csv"
        self._command = command
        self._begun = False
        self._lock: IO[bytes] | None = None

    def read(self) -> Iterator[Mapping[str, Any]]:
        """Give the lines that are in the file already, and go on behind them; what is not a whole line is cut off.

        Raises UsageError for a file that is something else.
        """
        path = self._output.path or ""
        if not os.path.exists(path):
            return
        self._own()
        with open(path, "r+b") as file:
            end = 0
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                told = self._told(line, number)
                end += len(line)
                if told is not None and not _is_of(told, self._command):
                    raise UsageError(
                        f"{display_name(path)}:{number}: this is no line of batch {self._command}",
                        "Go on with the same command, or name another file with -o.",
                    )
                if told is not None:
                    self.done[str(told["id"])] += 1
                    yield told
            file.truncate(end)
        self._begun = end > 0

    def _told(self, line: bytes, number: int) -> Mapping[str, Any] | None:
        """What a line says; None for the first one of CSV."""
        try:
            text = line.decode()
            if not self.csv:
                told: dict[str, Any] = json.loads(text)
                assert told["id"] is not None
                int(told.get("form", "0"), 16)
                return told
            cells = next(csv.reader([text]))
            if number == 1 and cells == list(FLAT):
                return None
            return {name: cell or None for name, cell in zip(FLAT, cells, strict=True)}
        except (ValueError, KeyError, TypeError, AssertionError, StopIteration, RecursionError):
            where = f"{display_name(self._output.path or '')}:{number}"
            raise UsageError(f"{where}: this is no line of a batch", "Name another file with -o.") from None

    def write(self, told: Mapping[str, Any]) -> None:
        """Write a line."""
        text = _row([_cell(told[name]) for name in FLAT]) if self.csv else json.dumps(told, ensure_ascii=False) + "\n"
        if not self._begun:
            self._begun = True
            if self.csv:
                text = _row(FLAT) + text
        self._own()
        with whole:
            self._output.write(text)
            self._output.flush()

    def _own(self) -> None:
        """Keep other batches from writing to the file, until this process ends; raises UsageError if one does."""
        path = self._output.path
        if self._lock or fcntl is None or not path or (os.path.exists(path) and not os.path.isfile(path)):
            return
        self._lock = open(path, "ab")  # noqa: SIM115 (kept, and with it the lock)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            hint = "Wait until it has ended, or name another file with -o."
            raise UsageError(f"another batch is writing to {display_name(path)}", hint) from None
        except OSError:  # a file system without locks
            pass


def _is_of(told: Mapping[str, Any], command: str) -> bool:
    """Whether a line may be one of a command; all say the same of what is faulty, unsolvable or stopped."""
    status = told.get("status", "satisfiable")
    if status in ("faulty", "unknown") or told.get("stopped"):
        return True
    if command in _STATUSES:
        return status in _STATUSES[command]
    return status == "unsatisfiable" or (status == "satisfiable" and told.get(_FOUND[command]) is not None)


def _row(cells: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def _cell(value: object) -> str:
    """A value in CSV: on one line, and nothing for what is not known."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else " ".join(str(value).split("\n"))


class Summary:
    """What became of the boards so far, in words."""

    def __init__(self) -> None:
        self.statuses: Counter[str] = Counter()
        self.stopped = self.faults = 0
        self.ambiguous = 0
        self._begin = time.monotonic()
        self._now = 0

    def add(self, told: Mapping[str, Any], now: bool = True) -> None:
        """Add a line; ``now`` is false for one that was there before."""
        self.statuses[told.get("status") or "made"] += 1
        self.stopped += bool(told.get("stopped"))
        self.faults += told.get("stopped") == "fault"
        self.ambiguous += told.get("unique") in (False, "false")
        self._now += now

    def closing(self, timed: bool) -> str:
        """What the batch came to, in a line; ``timed`` says how long it took, too."""
        number = sum(self.statuses.values())
        before = f", {number - self._now:,} of them before" if number > self._now else ""
        fates = [f"{count:,} {status}" for status, count in self.statuses.items()]
        fates += [f"{self.stopped:,} stopped"] if self.stopped else []
        seconds = time.monotonic() - self._begin
        told = f"{number:,} board{'' if number == 1 else 's'}{before}: {', '.join(fates)}" if number else "no boards"
        return told + (f" ({seconds:.1f} s, {self._now / seconds:.0f}/s)" if timed else "")

    def progress(self, done: float | None) -> str:
        """How far the batch is, in a few words; ``done`` is how much of all boards has been read, from 0 to 1."""
        number, seconds = sum(self.statuses.values()), time.monotonic() - self._begin
        words = [f"{number:,} boards, {self._now / seconds:.0f}/s"]
        for count, what in ((self.statuses["faulty"], "faulty"), (self.stopped, "stopped")):
            words += [f"{count:,} {what}"] if count else []
        if done is not None and 0 < done < 1 and self._now:
            # What was there before took no time.
            left = number * (1 - done) / done
            words.append(f"{100 * done:.0f} %, {_lasting(seconds * left / self._now)} left")
        return ", ".join(words)


def _lasting(seconds: float) -> str:
    """A time in words, roughly."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"

"""Solving again whenever a file changes."""

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence

from ..errors import LimitError, PuzzaspError
from ..jobs.programs import stamp
from ..words import display_name
from .terminal import Status, report


def watch(
    run: Callable[[Callable[[], bool] | None, Callable[[Sequence[str]], None]], int], files: Sequence[str]
) -> int:
    """Run again whenever a file that the last run read has changed; until Ctrl-C or SIGTERM."""
    seen: dict[str, object] = dict.fromkeys(files)
    # What runs in the background of a shell ignores Ctrl-C.
    end = f"kill {os.getpid()}" if signal.getsignal(signal.SIGINT) == signal.SIG_IGN else "Ctrl-C"

    def changed() -> bool:
        return any(stamp(file) != before for file, before in seen.items())

    def note(more: Sequence[str]) -> None:
        for file in more:
            seen.setdefault(file, stamp(file))

    while True:
        seen.update({file: stamp(file) for file in seen})
        if sys.stdout.isatty():
            print("\x1b[2J\x1b[H", end="")
        try:
            if run(changed, note) == Status.INTERRUPTED:
                return Status.INTERRUPTED
        except PuzzaspError as error:
            if not (isinstance(error, LimitError) and error.reason == "cancel"):
                report(error)
        if changed():
            continue
        there = sorted({display_name(file) for file in seen if os.path.exists(file)})
        print(f"watching {', '.join(there)} - {end} ends", file=sys.stderr)
        sys.stdout.flush()
        while not changed():
            time.sleep(0.1)

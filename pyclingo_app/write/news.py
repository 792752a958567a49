"""Signs of life: one line on a terminal about work that lasts, taken away before anything else is written."""

import sys
import time
from collections.abc import Callable

from ..errors import UsageError
from ..solve.limits import resident_memory

# After how many seconds without any output a terminal is told what is done, and how often then.
_SILENT, _OFTEN = 2.0, 0.25


class News:
    """The line; ``doing`` gives what is done, in a few words, such as "grounding"."""

    def __init__(self) -> None:
        self.doing: Callable[[], str] = lambda: "working"
        self._begin = self._quiet = time.monotonic()
        self._told = 0.0
        self._shown = False

    def begin(self, doing: str) -> None:
        """Begin a piece of work."""
        self.doing = lambda: doing
        self._begin = self._quiet = time.monotonic()

    def tell(self) -> bool:
        """Write the line, if it is time to; give False, so that limits can ask for it as whether to give up."""
        now = time.monotonic()
        if sys.stderr.isatty() and now >= self._quiet + _SILENT and now >= self._told + _OFTEN:
            self._told, self._shown = now, True
            import shutil

            text = f"{self.doing()}, {now - self._begin:.0f} s{_memory()} (Ctrl-C stops)"
            print(f"\r\x1b[K{text[: shutil.get_terminal_size().columns - 1]}", end="", file=sys.stderr, flush=True)
        return False

    def clear(self) -> None:
        """Take the line away: something else is to be written."""
        self._quiet = time.monotonic()
        if self._shown:
            self._shown = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _memory() -> str:
    try:
        return f", {resident_memory():.0f} MB"
    except UsageError:
        return ""


news = News()

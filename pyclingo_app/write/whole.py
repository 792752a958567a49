"""Output is whole, or the exit status says that it is not, whatever comes: a signal, a full disk, a fault of ours."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from io import BufferedWriter, RawIOBase, TextIOWrapper
from typing import NoReturn, TextIO

from ..errors import our_error
from .news import news

# The exit statuses that come from here: output that is cut, a fault, and Ctrl-C.
CUT, FAULT, INTERRUPTED = 2, 70, 130
# The signals that are treated as Ctrl-C: what ends a job of a batch system, or one that timeout(1) runs, and what comes
# when a terminal is closed; and the one of the clock, which comes where something does not end.
INTERRUPTING = [n for n in signal.Signals if n.name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM")]
# How many seconds, when it is to end, the process waits for a reader that does not take what belongs together.
_PATIENCE = 2
_alarm: Callable[[int], object] = getattr(signal, "alarm", lambda seconds: None)  # not on Windows

# The files that are begun, each beside its place.
unfinished: set[str] = set()


class _Whole:
    """Keeps Ctrl-C from coming between things that belong together, such as a text that is written and its count.

    It is raised behind them.  Where they do not end the process does, with a status that says so.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._came = False

    def handle(self, number: int, frame: object) -> None:
        """The handler of the signals that are to interrupt."""
        if not self._depth:
            raise KeyboardInterrupt
        if self._came:
            os.set_blocking(2, False)
            finish(CUT, "error: interrupted while it was written: the output is cut")
        self._came = True
        _alarm(_PATIENCE)

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(self, *error: object) -> None:
        self._depth -= 1
        if self._came and not self._depth:
            self._came = False
            _alarm(0)
            raise KeyboardInterrupt


whole = _Whole()


def end(run: Callable[[], int]) -> NoReturn:
    """Do what the command line asks for, which gives an exit status, and end the process with it."""
    # What the caller has closed (<&- or >&-) is empty; it comes first, so that no file takes its number.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout, sys.stderr = map(_steady, (sys.stdout, sys.stderr))
    for number in INTERRUPTING:
        # What runs in the background of a shell ignores Ctrl-C.
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, whole.handle)
    try:
        status = run()
        with whole:
            sys.stdout.flush()
        finish(status)
    except SystemExit as error:
        finish(int(error.code or 0))
    except KeyboardInterrupt:
        finish(INTERRUPTED, "interrupted")
    except BrokenPipeError:
        # Into a closed pipe (| head) the process ends in silence, by the signal that ends other commands.  Only here:
        # a pipe to a worker that has died, or to a reader of the page who has left, is no reason to end.
        if hasattr(signal, "SIGPIPE"):
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            finish(-signal.SIGPIPE)
        finish(CUT)
    except OSError as error:
        # A disk is full, say; without the name of a file it is that of standard output.
        finish(CUT, f"error: {error.filename or 'cannot write'}: {error.strerror}")
    except Exception as error:
        fault = our_error(error)
        finish(FAULT, f"error: {fault.message}\n  {fault.hint}")


def finish(status: int, text: str = "") -> NoReturn:
    """End the process at once with a status, or by a signal, its negative; before say something, if it can be said."""
    with suppress(OSError, RuntimeError):
        news.clear()
        print(text, end="\n" if text else "", file=sys.stderr, flush=True)
    # The files that are begun will not be whole.
    while unfinished:
        with suppress(OSError):
            os.unlink(unfinished.pop())
    if status < 0:
        os.kill(os.getpid(), -status)
    # Grounding cannot be stopped: a thread that is still at it ends only with
    # the process, without the interpreter's waiting for it or for anything.
    os._exit(status)


def _steady(stream: TextIO | None) -> TextIO:
    """Give a stream that goes on with what was written in part only, as those of PYTHONUNBUFFERED do not."""
    stream = stream or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    raw: object = stream.buffer
    if not isinstance(raw, RawIOBase):
        return stream
    return TextIOWrapper(BufferedWriter(raw), stream.encoding, stream.errors, line_buffering=True)

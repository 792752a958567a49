"""The ``puzzasp`` command."""

import gc
import os
import signal
import sys
from contextlib import suppress

# What is read at the start stays to the end: looking for garbage in it takes half a millisecond and finds none.
gc.disable()

from .errors import LimitError, PuzzaspError  # noqa: E402
from .write.news import news  # noqa: E402
from .write.target import whole  # noqa: E402


def main() -> None:
    """Run the command line and end the process with its exit status."""
    # What ends a job of a batch system, or one that timeout(1) runs, is treated as Ctrl-C: output ends well-formed.
    # What runs in the background of a shell ignores Ctrl-C.
    for number in (signal.SIGTERM, signal.SIGINT):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, whole.handle)
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (closed by the caller: >&-)
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        status = _status()
        with suppress(OSError):
            sys.stderr.flush()
    except BrokenPipeError:
        # Into a closed pipe (| head) the process ends in silence, by the signal that ends other commands.  Only here:
        # a pipe to a worker that has died, or to a reader of the page who has left, is no reason to end.
        if hasattr(signal, "SIGPIPE"):
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGPIPE)
        status = 1
    # Grounding cannot be stopped: a thread that is still at it ends only with
    # the process, without the interpreter's waiting for it or for anything.
    os._exit(status)


def _status() -> int:
    """Run the command line; give the exit status, however it ends."""
    try:
        status = run(sys.argv[1:])
        sys.stdout.flush()
        return status
    except SystemExit as end:
        return int(end.code or 0)
    except KeyboardInterrupt:
        news.clear()
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        raise
    except OSError as error:
        # Standard output is on a full disk, say.
        print(f"error: cannot write: {error.strerror}", file=sys.stderr)
        return 2


def run(arguments: list[str]) -> int:
    """Run the command line with these arguments; give the exit status."""
    from .cli.fast import find_library, parse, perform, with_command, with_name
    from .cli.terminal import Status, report

    # Rules and marks are many and refer to nothing that refers to them: to look for garbage seldom saves 3 % of a hint.
    gc.freeze()
    gc.set_threshold(100_000)
    gc.enable()
    # A thread that waits for clingo holds up the others with little: it gets its turn as soon as it has an answer.
    sys.setswitchinterval(0.0005)

    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        library, rest = find_library(arguments)
        rest = with_name(with_command(rest, library), library)
        if args := parse(rest, library):
            return perform(args)
        # Help, completion, and what is wrong with a command line are typer's, which takes its time.
        from .cli.app import run_app

        return run_app(rest, library)
    except PuzzaspError as error:
        report(error)
        return Status.LIMIT if isinstance(error, LimitError) else Status.BAD_INPUT


if __name__ == "__main__":
    main()

"""The ``puzzasp`` command."""

import gc
import os
import signal
import sys

from .errors import PuzzaspError, our_error


def main() -> None:
    """Run the command line and end the process with its exit status."""
    # Until the modules are read that know how to end, Ctrl-C is told by the status alone; what runs in the background
    # of a shell ignores it.
    if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(130))
    # What is read at the start stays to the end: looking for garbage in it takes half a millisecond and finds none.
    gc.disable()
    from .write.whole import end

    end(lambda: run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line with these arguments; give the exit status."""
    from .cli.fast import find_library, parse, perform, with_command, with_name
    from .cli.terminal import report

    # Rules and marks are many and refer to nothing that refers to them: to look for garbage seldom saves 3 % of a hint.
    gc.freeze()
    gc.set_threshold(100_000)
    gc.enable()

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
    except (PuzzaspError, MemoryError) as error:
        return report(our_error(error))


if __name__ == "__main__":
    main()

"""The ``puzzasp`` command."""

import os
import signal
import sys

from .write.target import whole


def main() -> None:
    """Run the command line and end the process with its exit status."""
    if hasattr(signal, "SIGPIPE"):
        # Into a closed pipe (| head) the process ends in silence, as other commands do.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # What ends a job of a batch system, or one that timeout(1) runs, is treated as Ctrl-C: output ends well-formed.
    # What runs in the background of a shell ignores Ctrl-C.
    for number in (signal.SIGTERM, signal.SIGINT):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, whole.handle)
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (closed by the caller: >&-)
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        status = run(sys.argv[1:])
        sys.stdout.flush()
    except SystemExit as end:
        status = int(end.code or 0)
    except KeyboardInterrupt:
        status = 130
        print("interrupted", file=sys.stderr)
    except OSError as error:
        # Standard output is on a full disk, say.
        status = 2
        print(f"error: cannot write: {error.strerror}", file=sys.stderr)
    try:
        sys.stderr.flush()
    finally:
        # Grounding cannot be stopped: a thread that is still at it ends only with
        # the process, without the interpreter's waiting for it or for anything.
        os._exit(status)


def run(arguments: list[str]) -> int:
    """Run the command line with these arguments; give the exit status."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    arguments = _take_asp(arguments)
    # The plain call, a puzzle and perhaps an instance and constants, needs no parser:
    # leaving typer out takes a third off the time of the whole process (benchmarks/).
    words, constants = [], []
    given = iter(arguments)
    for argument in given:
        if argument == "-c":
            constants.append(next(given, "-"))
        else:
            words.append(argument)
    if 1 <= len(words) <= 2 and not any(word.startswith("-") for word in (*words, *constants)):
        from .cli import commands

        if words[0] in commands.library().names() and words[0] not in commands.COMMANDS:
            return commands.guarded(lambda: commands.solve(*words, constants=constants))
    from .cli.app import run_app

    return run_app(arguments)


def _take_asp(arguments: list[str]) -> list[str]:
    """Take ``--asp DIR`` out of the arguments, wherever it stands, and search DIR first."""
    rest: list[str] = []
    given = iter(arguments)
    for argument in given:
        if argument == "--":
            return [*rest, argument, *given]
        name, sign, folder = argument.partition("=")
        if name != "--asp":
            rest.append(argument)
            continue
        folder = folder if sign else next(given, "")
        if not folder:
            return [argument]
        if not os.path.isdir(folder) and "new" not in arguments:
            print(f"error: {folder}: no such directory\n  Check the path after --asp.", file=sys.stderr)
            raise SystemExit(2)
        os.environ["PUZZASP_PATH"] = os.pathsep.join(filter(None, (folder, os.environ.get("PUZZASP_PATH"))))
    return rest


if __name__ == "__main__":
    main()

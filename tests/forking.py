"""A process that has read the command already, and forks for each run of it, which takes a tenth of a second less.

A run is a process of its own, with its own directory, environment, input and output, as one that is started anew.
What it does not show is that the command starts from nothing: that is asked where processes are started, as by the
tests of start-up, interrupts, packages and documents.
"""

import json
import os
import pkgutil
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from importlib import import_module
from pathlib import Path

FILES = ("stdin", "stdout", "stderr")


class Forks:
    """The process."""

    def __init__(self, environment):
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
            encoding="utf-8", start_new_session=True,
        )  # fmt: skip

    def run(self, arguments, folder, environment, text, seconds):
        """Run the command in a folder, as ``subprocess.run`` does; all is killed when it takes too many seconds."""
        watchdog = threading.Timer(seconds, self._kill)
        watchdog.start()
        with tempfile.TemporaryDirectory() as place:
            Path(place, "stdin").write_text(text, encoding="utf-8")
            self._process.stdin.write(json.dumps([arguments, str(folder), environment, place]) + "\n")
            self._process.stdin.flush()
            status = int(self._process.stdout.readline())
            output, errors = (Path(place, name).read_text(encoding="utf-8") for name in FILES[1:])
        watchdog.cancel()
        return subprocess.CompletedProcess(arguments, status, output, errors)

    def end(self):
        """End the process."""
        self._process.communicate()

    def _kill(self):
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)


def serve():
    """Fork for each line that comes, and write the status of what was run."""
    import pyclingo_app

    for module in pkgutil.walk_packages(pyclingo_app.__path__, "pyclingo_app."):
        if not module.name.startswith(("pyclingo_app.__main__", "pyclingo_app.web", "pyclingo_app.batches.cluster")):
            import_module(module.name)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            become(*json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def become(arguments, folder, environment, place):
    """Be the command from now on, with files of a place as input and output."""
    for number, name in enumerate(FILES):
        opened = os.open(Path(place, name), os.O_RDWR | os.O_CREAT)
        os.dup2(opened, number)
        os.close(opened)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    # In the place of this file and its folder.
    sys.argv[1:], sys.path[0] = arguments, folder
    runpy.run_module("pyclingo_app", run_name="__main__", alter_sys=True)
    os._exit(0)


if __name__ == "__main__":
    serve()

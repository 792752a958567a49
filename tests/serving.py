"""A server of the page for tests: a process of its own, asked over HTTP as a browser does."""

import http.client
import json
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from conftest import HUNG, ROOT

from pyclingo_app.errors import UsageError
from pyclingo_app.solve.limits import resident_memory

_SERVE = """
import socket
from pyclingo_app.web.app import serve
from pyclingo_app.web.pool import Limits
listener = socket.create_server(("127.0.0.1", 0))
ready = lambda: print(listener.getsockname()[1], flush=True)
serve({folders!r}, "secret", {start!r}, listener, ready, Limits(**{limits!r}))
"""
ENDLESS = "\n#program base.\nn(0). n(X+1) :- n(X).\n"


class Site:
    """A server at work."""

    token = "secret"

    def __init__(self, process, port):
        self.process, self.port = process, port
        self.address = f"http://127.0.0.1:{port}"

    def send(self, request, path="/api/run", body=None, timeout=HUNG, **headers):
        """Send a request, and give the connection with its answer not read yet."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        known = {"content-type": "application/json", "x-puzzasp-token": self.token}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        body = json.dumps(request) if body is None else body
        connection.request("POST", path, body, {name: v for name, v in {**known, **given}.items() if v is not None})
        return connection

    def status(self, request, **more):
        connection = self.send(request, **more)
        try:
            return connection.getresponse().status
        finally:
            connection.close()

    def ask(self, op, puzzle="tents", **request):
        """Ask, and give all events."""
        connection = self.send({"op": op, "puzzle": puzzle, **request})
        try:
            response = connection.getresponse()
            assert response.status == 200
            return [json.loads(line) for line in response]
        finally:
            connection.close()

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HUNG)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    def until(self, condition):
        """Wait until something is true of the memory of the largest worker."""
        end = time.monotonic() + HUNG
        while not condition(max(self.workers().values(), default=0)):
            assert time.monotonic() < end, self.workers()
            time.sleep(0.02)

    def workers(self):
        """The processes of the workers, by their numbers, with their resident memory in MiB."""
        return children(self.process.pid)


def children(parent):
    """The processes that a process started, whichever of its threads did, with their resident memory in MiB.

    Threads and processes that end while they are looked at are left out.
    """
    memory = {}
    for path in Path(f"/proc/{parent}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):
            for number in map(int, path.read_text().split()):
                with suppress(UsageError):
                    memory[number] = resident_memory(number)
    return memory


@contextmanager
def site(start=None, folders=(), puzzles=None, **limits):
    """Serve for a while, with some limits, and with programs in other folders, too; at the end no process is left.

    Where ``puzzles`` are named, the server knows no others of those that the package has.
    """
    code = _SERVE.format(start=start or {}, folders=list(map(str, folders)), limits=limits)
    with tempfile.TemporaryDirectory() as folder:
        here = ROOT if puzzles is None else _with_few(Path(folder), puzzles)
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=here)
        try:
            yield Site(process, int(process.stdout.readline()))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(HUNG)
            process.stdout.close()


def _with_few(folder, puzzles):
    """Make a checkout with few puzzles: its files are links to those of this one."""
    for name in ("asp", "instances"):
        (folder / name).mkdir()
    of_puzzles = [path for name in puzzles for path in (f"asp/{name}.lp", f"instances/{name}")]
    for path in ("pyproject.toml", "pyclingo_app", "asp/lib", "instances/6x6.lp", *of_puzzles):
        (folder / path).symlink_to(ROOT / path)
    return folder

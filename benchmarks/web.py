"""Measures the server of the page: python benchmarks/web.py [REQUESTS]

Sends many mixed requests about all puzzles, four at once, leaves some in the middle and some that would never
end, compares each answer with what the same operation gives in this process, and looks at the memory and the processes
that are left.  Last it measures the time from a click on Hint to the hint, on boards of 10x10.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from pyclingo_app import Library, load
from pyclingo_app.solve.limits import resident_memory
from pyclingo_app.web.operations import handle
from pyclingo_app.web.session import Session

ENDLESS = "\n#program base.\nn(0). n(X+1) :- n(X).\n"
OPERATIONS = ("open", "play", "check", "hint", "forced", "solve", "rules", "export")


class Server:
    """``puzzasp web`` in a process of its own."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "pyclingo_app", "web", "--no-browser", "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        found = re.search(r":(\d+)/#token=(\S+)", self.process.stdout.readline())
        assert found
        self.port, self.token = int(found[1]), found[2]

    def send(self, request: dict[str, Any]) -> HTTPConnection:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=600)
        headers = {"content-type": "application/json", "x-puzzasp-token": self.token}
        connection.request("POST", "/api/run", json.dumps(request), headers)
        return connection

    def ask(self, request: dict[str, Any]) -> list[Any]:
        connection = self.send(request)
        try:
            return [json.loads(line) for line in connection.getresponse()]
        finally:
            connection.close()

    def workers(self) -> list[int]:
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        listing = " ".join(path.read_text() for path in threads)
        return list(map(int, listing.split()))

    def end(self) -> list[int]:
        """End it; give the workers that are left."""
        workers = self.workers()
        self.process.terminate()
        self.process.wait(20)
        if self.process.stdout:
            self.process.stdout.close()
        time.sleep(0.5)
        return [pid for pid in workers if Path(f"/proc/{pid}").exists()]


def requests(number: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Mixed requests about boards of 6x6 or nearly, of all puzzles."""
    draw = random.Random(seed)
    names = Library().names()
    boards = {name: next(iter(sorted(n for n in load(name).instances() if n < "7")), "") for name in names}
    for k in range(number):
        name = names[k % len(names)]
        yield {"op": draw.choice(OPERATIONS), "puzzle": name, "stored": boards[name], "check": True}


class Tally(NamedTuple):
    """How many requests were answered as in this process, how many otherwise, and how many were left."""

    right: int
    wrong: int
    left: int
    endless: int


def run(server: Server, number: int, left: int, endless: int) -> Tally:
    """Send requests, a part of which is left after a moment, some of them endless."""
    program = Path(load("tents").program.path).read_text(encoding="utf-8") + ENDLESS
    wishes: list[tuple[str, dict[str, Any]]] = [("ask", request) for request in requests(number)]
    wishes += [("leave", {"op": "rate", "puzzle": "sudoku", "stored": "9x9-a"})] * left
    wishes += [("leave", {"op": "solve", "puzzle": "tents", "stored": "6x6", "program": program})] * endless
    random.Random(2).shuffle(wishes)
    expected: dict[str, Any] = {json.dumps(wish): None for kind, wish in wishes if kind == "ask"}
    with tempfile.TemporaryDirectory() as folder:
        session = Session(Library(), folder)
        for wish in expected:
            # Through JSON, as the others come.
            expected[wish] = json.loads(json.dumps(list(handle(session, json.loads(wish)))))

    def one(wish: tuple[str, dict[str, Any]]) -> Any:
        if wish[0] == "ask":
            return server.ask(wish[1])
        connection = server.send(wish[1])
        time.sleep(0.1)
        connection.close()
        return None

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(one, wishes))
    right = sum(
        kind == "ask" and answer == expected[json.dumps(wish)]
        for (kind, wish), answer in zip(wishes, answers, strict=True)
    )
    return Tally(right, number - right, left, endless)


def main(number: int) -> None:
    """Print what was measured."""
    server = Server()
    server.ask({"op": "catalogue"})
    for part in range(4):
        begin = time.monotonic()
        tally = run(server, number // 4, number // 80, number // 200)
        seconds = time.monotonic() - begin
        memory = sum(resident_memory(pid) for pid in server.workers())
        print(
            f"part {part + 1}: {tally.right} right, {tally.wrong} wrong, {tally.left} left, {tally.endless} endless; "
            f"{seconds:.1f} s; server {resident_memory(server.process.pid):.0f} MiB, "
            f"{len(server.workers())} workers {memory:.0f} MiB"
        )
    times = []
    for name in Library().names():
        for board in sorted(b for b in load(name).instances() if b.startswith("10x10"))[:1]:
            server.ask({"op": "open", "puzzle": name, "stored": board})
            begin = time.monotonic()
            server.ask({"op": "hint", "puzzle": name, "stored": board})
            times.append((time.monotonic() - begin, name))
    times.sort()
    longest = ", ".join(f"{name} {seconds:.2f}" for seconds, name in times[:-6:-1])
    print(f"hint on {len(times)} boards 10x10: median {median(t for t, _ in times):.2f} s; longest {longest}")
    print(f"workers left at the end: {server.end()}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)

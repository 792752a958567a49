"""A process that answers requests of the page, one after another: lines of JSON in, lines of JSON out.

Behind the events of each request stands an event ``end``.  A request may take so
much memory; where that is not enough the process ends, and the pool starts another.
"""

import json
import os
import sys
import threading
from collections.abc import Sequence
from queue import SimpleQueue
from typing import BinaryIO

from ..errors import our_error
from ..program.library import Library
from ..worker import stand_alone
from .events import Event
from .operations import error_event, handle
from .session import Session


class Worker:
    """Reads requests in a second thread, so that the one at work can be told to stop."""

    def __init__(self, library: Library, folder: str, output: BinaryIO) -> None:
        self._output = output
        self._requests: SimpleQueue[bytes] = SimpleQueue()
        self._cancelled = False
        self._session = Session(library, folder, lambda: self._cancelled)

    def listen(self) -> None:
        """Take lines: requests, and the word that the one at work is no longer wanted; end with the input."""
        for line in sys.stdin.buffer:
            if line == b"cancel\n":
                self._cancelled = True
            else:
                # The word may have come when the request before was done already.
                self._cancelled = False
                self._requests.put(line)
        os._exit(0)

    def serve(self) -> None:
        """Answer requests for ever."""
        while True:
            request = json.loads(self._requests.get())
            try:
                for event in handle(self._session, request):
                    if self._cancelled:
                        break
                    self._write(event)
            except Exception as error:
                self._write(error_event(our_error(error)))
            self._write({"event": "end"})

    def _write(self, event: Event) -> None:
        """Write an event; end this process with one that memory is not enough."""
        self._output.write(json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self._output.flush()
        if event["event"] == "error" and event["reason"] == "memory":
            os._exit(1)


def limit_memory(megabytes: int) -> None:
    """Let this process take no more address space; where the system has no such limit (Windows), nothing is done."""
    if sys.platform.startswith("linux"):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def main(folders: Sequence[str], memory: int) -> None:
    """Answer the requests on standard input until it ends; the working directory is this worker's own."""
    output = stand_alone()
    limit_memory(memory)
    worker = Worker(Library(folders), os.getcwd(), output)
    threading.Thread(target=worker.listen, daemon=True).start()
    try:
        worker.serve()
    finally:
        os._exit(1)

"""Processes that tests have started, looked at from outside, however busy the machine is."""

import os
import time
from contextlib import suppress
from pathlib import Path

from conftest import HUNG


def until(condition):
    """Wait until a condition holds; give what it is."""
    end = time.monotonic() + HUNG
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def gone(pid):
    """Wait until a process has ended; one that has ended may wait to be asked how, without a command line."""

    def ended():
        with suppress(OSError):
            return not Path(f"/proc/{pid}/cmdline").read_bytes()
        return True

    return until(ended)


def work(pid, seconds=0.5):
    """Wait until a process has ended, or has worked for some seconds of the processor."""

    def worked():
        with suppress(OSError):
            status, *fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            return status == "Z" or (int(fields[10]) + int(fields[11])) / os.sysconf("SC_CLK_TCK") >= seconds
        return True

    return until(worked)


def children(pid):
    """The processes that a process has started, by any of its threads."""
    texts = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for text in texts for child in text.split()]

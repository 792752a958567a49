"""Running the command as users do, anywhere: in the background, on a busy machine, in no activated environment."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
import uuid
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from forking import Forks

from pyclingo_app.jobs.client import WORKERS

pytest_plugins = ["budget", "browsing"]

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "pyclingo_app"]
# After so many seconds a process will not end any more, however busy the machine is.
HUNG = 300
# What marks the processes that these tests start, those that have lost their parents, too.
MARK = "TESTS_THAT_STARTED_IT"


def environment(**more):
    """The environment without what changes the output, and with what is asked for."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "PUZZASP_PATH")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **more}


def pytest_configure():
    """End by SIGTERM as by Ctrl-C, so that what the tests have started ends, too."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers():
    """One process more than there are cores: a fifth of the time a test waits for what it has started."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", autouse=True)
def _no_process_outlives_the_tests():
    """Fail when a process that a test started is left, and end it (where there is /proc)."""
    os.environ[MARK] = str(uuid.uuid4())
    yield
    WORKERS.end()
    end = time.monotonic() + 5  # those that were killed a moment ago may take one to end
    while (left := marked(os.environ[MARK])) and time.monotonic() < end:
        time.sleep(0.05)
    for process in left:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    assert not left, f"left behind by {', '.join(sorted(set(left.values())))}"


def marked(mark):
    """The processes with a mark in their environment, and the tests that started them."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it has ended, or is another user's
            variables = dict(line.partition("=")[::2] for line in path.read_bytes().decode("latin-1").split("\0"))
            if variables.get(MARK) == mark:
                found[int(path.parent.name)] = variables.get("PYTEST_CURRENT_TEST", "a test")
    return found


@contextmanager
def started(command, sigint=signal.default_int_handler, **options):
    """Start a process, and at the end, or when it hangs, kill what is left of it and of those that it has started.

    Ctrl-C and a closed terminal end it even if the tests run with these signals ignored, as in the
    background, which a process else hands on to those that it starts.
    """

    def kill():
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    kept = {number: signal.signal(number, action) for number, action in
            ((signal.SIGINT, sigint), (signal.SIGHUP, signal.SIG_DFL))}  # fmt: skip
    try:
        process = subprocess.Popen(command, start_new_session=True, **options)
    finally:
        for number, action in kept.items():
            signal.signal(number, action)
    watchdog = threading.Timer(HUNG, kill)
    watchdog.start()
    with process:
        try:
            yield process
        finally:
            watchdog.cancel()
            kill()


def shell(command, **options):
    """Run a line of a shell, and give its status, output and errors."""
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    with started(command, shell=True, encoding="utf-8", **options) as process:
        output, errors = process.communicate()
        return process.returncode, output, errors


def replace(path, text):
    """Change a file in one step, as editors do: it is never seen half written."""
    new = path.with_name(path.name + ".new")
    new.write_text(text)
    new.replace(path)


@pytest.fixture(scope="session")
def forks():
    """A process that has read the command, where processes can be forked."""
    forks = Forks(environment()) if hasattr(os, "fork") else None
    yield forks
    if forks:
        forks.end()


@pytest.fixture
def run(tmp_path, forks):
    """Run ``puzzasp`` with arguments, in a process that starts from nothing where it has an environment of its own.

    A batch is judged by one process if nothing else is asked, as each takes a while to start.  No run may show a
    traceback.
    """

    def call(*arguments, cwd=tmp_path, env=None, stdin=""):
        words = [*map(str, arguments)]
        if words[:1] == ["batch"] and "-j" not in words:
            words += ["-j", "1"]
        if forks and not env:
            result = forks.run(words, cwd, environment(), stdin, HUNG)
        else:
            result = subprocess.run(
                [*COMMAND, *words], cwd=cwd, env=environment(**(env or {})), input=stdin, capture_output=True,
                encoding="utf-8", timeout=HUNG, check=False,
            )  # fmt: skip
        assert "Traceback" not in result.stdout + result.stderr
        return result

    return call


def limited(run, wanted, *arguments):
    """Run with a time limit, with a longer one where a busy machine has not come as far as is wanted."""
    for limit in (0.6, 3, 15, 75):
        result = run(*arguments, "--time-limit", limit)
        if re.search(wanted, result.stdout + result.stderr):
            break
    return result


@pytest.fixture
def interrupt(tmp_path):
    """Run ``puzzasp``, send Ctrl-C when it has worked for a while, and give the status, output and errors.

    The seconds are those of the processor, so that a busy machine changes nothing.
    """
    from processes import work

    if not Path("/proc/self/stat").exists():
        pytest.skip("this system has no /proc, which tells the time that a process has used")

    def call(*arguments, after=0.6):
        # Into files, which never keep the process waiting.
        output, errors = tmp_path / "output", tmp_path / "errors"
        with (
            output.open("wb") as out,
            errors.open("wb") as err,
            started(
                [*COMMAND, *map(str, arguments)], cwd=tmp_path, env=environment(), stdout=out, stderr=err
            ) as process,
        ):
            work(process.pid, after)
            process.send_signal(signal.SIGINT)
            process.wait()
        texts = output.read_text(encoding="utf-8"), errors.read_text(encoding="utf-8")
        assert "Traceback" not in "".join(texts)
        return process.returncode, *texts

    return call

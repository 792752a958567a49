"""Running the command as users do."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest_plugins = ["budget"]

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "pyclingo_app"]


def environment(**more):
    """The environment without what changes the output, and with what is asked for."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "PUZZASP_PATH")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **more}


@pytest.fixture
def run(tmp_path):
    """Run ``puzzasp`` with arguments; no run may show a traceback."""

    def call(*arguments, cwd=tmp_path, env=None, stdin="", timeout=60):
        result = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            cwd=cwd,
            env=environment(**(env or {})),
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=timeout,
            check=False,
        )
        assert "Traceback" not in result.stdout + result.stderr
        return result

    return call


@pytest.fixture
def interrupt(tmp_path):
    """Run ``puzzasp``, send Ctrl-C after some seconds, and give the result and the seconds it took to end."""

    def call(*arguments, after=1.0):
        process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)],
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        timer = time.monotonic() + after
        output = []
        import threading

        reader = threading.Thread(target=lambda: output.append(process.stdout.read()))
        reader.start()
        while time.monotonic() < timer and process.poll() is None:
            time.sleep(0.02)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait(20)
        seconds = time.monotonic() - start
        reader.join()
        errors = process.stderr.read()
        process.stdout.close()
        process.stderr.close()
        assert "Traceback" not in output[0] + errors
        return process.returncode, output[0], errors, seconds

    return call

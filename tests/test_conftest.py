"""The tests themselves leave no process behind, also those that fail or are ended."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, environment, started
from processes import gone, until

COMMAND = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "conftest", "test_it.py"]

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="this system has no /proc")


@pytest.fixture
def tests(tmp_path):
    """Start a run of tests of their own, with the fixtures of these."""

    def start(text):
        (tmp_path / "test_it.py").write_text(text)
        return started(
            COMMAND, cwd=tmp_path, env=environment(PYTHONPATH=f"{ROOT / 'tests'}:{ROOT}"),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
        )  # fmt: skip

    return start


def test_some_of_what_a_test_is_tried_with_are_drawn(tests):
    code = "import pytest\n@pytest.mark.some\n@pytest.mark.parametrize('n', range(10))\ndef test_a(n):\n    pass\n"
    with tests(code) as run:
        assert "8 passed" in run.communicate()[0]


def number(path):
    """The number of a process, as soon as it stands in a file."""
    until(lambda: path.exists() and path.read_text().endswith("\n"))
    return int(path.read_text())


def test_process_that_is_left_behind_is_told_and_ended(tests, tmp_path):
    # A process tells its environment only once its program is there, which may take a stalled machine a while: until
    # then it is a shell, which names that, too.
    code = (
        "import subprocess\n"
        "from pathlib import Path\n"
        "def test_a():\n"
        "    subprocess.run('sleep 1000 & echo $! > process', shell=True)\n"
        "    process = Path('/proc', Path('process').read_text().strip())\n"
        "    def told(name): return (process / name).read_bytes()\n"
        "    while not told('cmdline').startswith(b'sleep') or not told('environ'):\n"
        "        pass\n"
    )
    with tests(code) as run:
        output = run.communicate()[0]
    assert run.returncode == 1
    assert "left behind by test_it.py::test_a" in output
    assert gone(number(tmp_path / "process"))


@pytest.mark.parametrize("end", ["assert False", "__import__('time').sleep(1000)"], ids=["failed", "ended"])
def test_what_a_test_started_ends_with_it(end, tests, tmp_path):
    code = (
        "import os\n"
        "from conftest import started\n"
        "def test_a():\n"
        "    with started('sleep 1000 & echo $! > process; wait', shell=True) as process:\n"
        "        while not (os.path.exists('process') and open('process').read().endswith('\\n')):\n"
        "            pass\n"
        "        open('begun', 'w').write('0\\n')\n"
        f"        {end}\n"
    )
    with tests(code) as run:
        process = number(tmp_path / "process")
        if "sleep" in end:
            number(tmp_path / "begun")
            run.send_signal(signal.SIGTERM)
        output = run.communicate()[0]
        assert gone(process)
    assert run.returncode == (2 if "sleep" in end else 1)
    assert "left behind" not in output

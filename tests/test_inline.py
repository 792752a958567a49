"""Where there are no threads, processes and signals, the operations of the page give what they give natively."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import HUNG, ROOT, environment

from pyclingo_app import Library

SCRIPT = str(ROOT / "tests" / "inline.py")
# The folder of Pyodide, with clingo, cffi, pycparser and the metadata of this package in its folder "site".
PYODIDE = os.environ.get("PUZZASP_PYODIDE")


@pytest.fixture(scope="module")
def names(few):
    return few(Library().names(), 2)


def answers(*command):
    """What a process says of all operations, by the puzzle and the operation."""
    result = subprocess.run(
        command, env=environment(), capture_output=True, encoding="utf-8", timeout=10 * HUNG, check=False
    )
    assert result.returncode == 0, result.stderr
    # The clingo that made a board is named in it.
    text = re.sub(r"\(clingo [\d.]+\)", "", result.stdout)
    lines = (line for line in text.splitlines() if line.startswith("["))
    return {(name, op): events for name, op, events in map(json.loads, lines)}


@pytest.fixture(scope="module")
def native(names):
    return answers(sys.executable, SCRIPT, *names)


def same(found, native, names):
    assert len(native) > 14 * len(names)
    assert found.keys() == native.keys()
    for key, events in native.items():
        assert [event["event"] for event in events if event["event"] == "error"] == []
        assert found[key] == events, key


def test_without_threads(names, native):
    same(answers(sys.executable, SCRIPT, *names, "--forbid"), native, names)


@pytest.mark.skipif(not PYODIDE or not shutil.which("node"), reason="PUZZASP_PYODIDE names no Pyodide for Node")
def test_in_pyodide(names, native):
    same(answers("node", str(ROOT / "tests" / "inline.mjs"), PYODIDE, str(ROOT), *names), native, names)

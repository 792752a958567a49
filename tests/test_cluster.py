"""Boards on a cluster of Dask: a real one of processes on this machine, of which one is killed."""

import os
import re
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest
from conftest import COMMAND, HUNG, environment, started
from processes import children, gone, until
from test_batch import batching, boards, grown, lines, timeless  # noqa: F401 (a fixture)
from test_worker import ENDLESS

pytest.importorskip("distributed")


def descendants(pid):
    found = children(pid)
    return [*found, *(below for child in found for below in descendants(child))]


def dask_workers(pid):
    """The worker processes of Dask that a batch has started: those which have started workers of ours."""

    def ours(process):
        return any(b"pyclingo_app.worker" in Path(f"/proc/{child}/cmdline").read_bytes() for child in children(process))

    return [process for process in descendants(pid) if ours(process)]


def test_a_cluster_of_which_a_worker_is_killed_gives_each_line_once(boards, run, tmp_path):  # noqa: F811
    boards(800)
    whole = lines(run("batch", "count", "boards.jsonl"))
    out, errors = tmp_path / "out.jsonl", tmp_path / "errors"
    arguments = ["count", "boards.jsonl", "-j", "2", "--dask", "local", "-o", out]
    with (
        errors.open("wb") as err,
        started([*COMMAND, "batch", *map(str, arguments)], cwd=tmp_path, env=environment(), stderr=err) as process,
    ):
        link = until(lambda: re.search(r"http://\S+/status", errors.read_text()))[0]
        assert urllib.request.urlopen(link, timeout=HUNG).status == 200
        until(grown(out, 20))
        victim = dask_workers(process.pid)[0]
        ours = children(victim)
        os.kill(victim, signal.SIGKILL)
        assert all(map(gone, ours))
        everything = descendants(process.pid)
        assert process.wait(timeout=HUNG) == 0
    assert timeless(lines(out)) == timeless(whole)
    assert all(map(gone, everything))


def test_limits_hold_on_a_cluster(run, tmp_path):
    (tmp_path / "endless.lp").write_text(ENDLESS)
    (tmp_path / "six.lp").write_text("size(6, 6).")
    (tmp_path / "some.jsonl").write_text(
        '{"puzzle": "endless.lp", "board": "x(1)."}\n{"puzzle": "queens", "board": "size(6, 6)."}\n'
        '{"puzzle": "queens", "board": "size(6"}\n'
    )
    result = run("batch", "count", "queens", "some.jsonl", "six.lp", "--dask", "local", "-j", "1", "--time-limit", "5")
    endless, queens, broken, six = lines(result)
    assert (endless["stopped"], queens["count"], broken["status"], six["count"]) == ("time", 4, "faulty", 4)
    assert result.returncode == 2


def test_a_cluster_that_is_not_there(run):
    result = run("batch", "count", "queens", "8x8-mixed-a", "--dask", "nonsense")
    assert result.returncode == 2
    assert "there is no Dask cluster at nonsense" in result.stderr


def test_without_dask_it_says_how_to_install_it(tmp_path):
    code = "import sys; sys.modules['distributed'] = None; from pyclingo_app.__main__ import main; main()"
    command = [COMMAND[0], "-c", code, "batch", "count", "queens", "8x8-mixed-a", "--dask", "local"]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, 'pip install "puzzasp[dask]"' in done.stderr) == (2, True)

"""Limits and Ctrl-C hold in every phase, and nothing found before is lost."""

import re
import shlex
import subprocess

import pytest
from conftest import COMMAND, environment, shell

PHASES = {
    "grounding": "p(1..3000, 1..3000, 1..3000).\n#show p/3.\n",
    "solving": "{ in(P, H) : H = 1..14 } = 1 :- P = 1..15.\n:- in(P, H), in(Q, H), P < Q.\n#show in/2.\n",
    "drawing": "x(1, 1).\n#show x/2.\n#program display.\n"
    "p(1..3000, 1..3000, 1..3000).\n#show mark(R, C, a) : p(R, C, _).\n",
}
SENTENCES = {
    "grounding": "while grounding, before the search for solutions began",
    "solving": "before a solution was found",
    "drawing": "after 1 solution",
}
MANY = "{ x(1..N, 1) } :- n = N.\n#const n = 8.\n#show x/2.\n"


@pytest.fixture
def program(tmp_path):
    def write(text):
        (tmp_path / "own.lp").write_text(text)
        return ["--asp", ".", "own"]

    return write


def limited(run, wanted, *arguments):
    """Run with a time limit, with a longer one where a busy machine has not come as far as is wanted."""
    for limit in (0.6, 3, 15, 75):
        result = run(*arguments, "--time-limit", limit)
        if re.search(wanted, result.stdout + result.stderr):
            break
    return result


@pytest.mark.parametrize("phase", PHASES)
def test_time_limit(phase, program, run):
    result = limited(run, SENTENCES[phase], *program(PHASES[phase]))
    assert f"stopped by the time limit {SENTENCES[phase]}" in result.stdout
    assert result.returncode == (0 if phase == "drawing" else 3)
    assert ("x(1,1)." in result.stdout) == (phase == "drawing")


@pytest.mark.parametrize("phase", ["grounding", "drawing"])
def test_memory_limit(phase, program, run):
    result = run(*program(PHASES[phase]), "--memory-limit", "120")
    assert f"stopped by the memory limit {SENTENCES[phase]}" in result.stdout
    assert result.returncode == (0 if phase == "drawing" else 3)


@pytest.mark.parametrize("phase", PHASES)
def test_interrupt(phase, program, interrupt):
    status, output, _ = interrupt(*program(PHASES[phase]))
    assert status == 130
    assert f"interrupted {SENTENCES[phase]}" in output
    assert ("x(1,1)." in output) == (phase == "drawing")


def test_interrupt_keeps_what_was_found(program, interrupt):
    status, output, errors = interrupt(*program(MANY), "-c", "n=40", "-n", "0", "-f", "facts")
    lines = output.splitlines()
    assert status == 130
    assert len(lines) > 100
    assert all(line == "" or line.endswith(".") for line in lines)
    assert errors == f"interrupted after {len(lines)} solutions\n"


def test_interrupted_json_is_whole(program, interrupt):
    import json

    status, output, _ = interrupt(*program(MANY), "-c", "n=40", "-n", "0", "-f", "json")
    data = json.loads(output)
    assert status == 130
    assert data["stopped"] == "interrupt"
    assert not data["complete"]
    assert data["count"] >= len(data["solutions"]) > 10


def test_count_that_was_stopped_is_marked(program, run):
    result = limited(run, r"[1-9]\d* solutions", *program(MANY), "-c", "n=40", "--count")
    assert result.returncode == 3
    assert result.stdout.rstrip("\n").endswith("+")
    assert int(result.stdout.rstrip("+\n")) > 0
    assert "stopped by the time limit after" in result.stderr


def test_solutions_before_the_limit_are_kept(program, run):
    result = limited(run, r"after \d+ solutions", *program(MANY), "-c", "n=40", "-n", "0", "-f", "facts")
    assert result.returncode == 0
    assert result.stderr == f"stopped by the time limit after {len(result.stdout.splitlines())} solutions\n"


@pytest.mark.parametrize("command", ["explain", "hint", "rate"])
def test_explanations_are_stopped_too(command, program, run, interrupt):
    program("% Large - too large.\n" + PHASES["grounding"])
    result = run("--asp", ".", command, "own", "--time-limit", "0.6")
    assert result.returncode == 3
    assert "stopped by the time limit" in result.stderr
    assert interrupt("--asp", ".", command, "own")[0] == 130


def test_path_keeps_its_steps_when_it_is_stopped(run):
    result = limited(run, "  1. ", "explain", "flow", "10x10-a")
    assert "stopped by the time limit after" in result.stdout
    assert "  1. " in result.stdout
    assert result.returncode == 0


def test_closed_pipe(program, tmp_path):
    program(MANY)
    command = shlex.join([*COMMAND, "--asp", ".", "own", "-n", "0", "-c", "n=14"])
    _, output, errors = shell(f"{command} | head -2", cwd=tmp_path, env=environment())
    assert errors == ""
    assert len(output.splitlines()) == 2


@pytest.mark.parametrize("arguments", [["tents", "6x6"], ["list"], ["tents", "6x6", "-f", "json"], ["rules", "flow"]])
def test_full_disk(arguments, tmp_path):
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [*COMMAND, *arguments], cwd=tmp_path, env=environment(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert result.returncode == 2
    assert result.stderr == b"error: cannot write: No space left on device\n"


def test_closed_standard_output(tmp_path):
    command = shlex.join([*COMMAND, "tents", "6x6"])
    status, _, errors = shell(f"{command} >&-", cwd=tmp_path, env=environment())
    assert (status, errors) == (0, "")


def test_a_hundred_thousand_solutions_need_no_more_memory(program, run):
    def peak(number):
        result = run(*program(MANY), "-n", "0", "-c", f"n={number}", "-f", "facts", "--stats")
        assert len(result.stdout.splitlines()) == 2**number
        return int(re.search(r"peak memory +(\d+) MiB", result.stderr)[1])

    assert peak(17) < peak(8) + 8


def test_memory_of_the_starting_process_does_not_count(program, tmp_path):
    """Linux hands the peak memory of a process on to what it starts."""
    program(MANY)
    code = (
        "import subprocess, sys; large = bytearray(300_000_000); "
        "sys.exit(subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode)"
    )
    command = [COMMAND[0], "-c", code, *COMMAND, "--asp", ".", "own", "--memory-limit", "200"]
    assert subprocess.run(command, cwd=tmp_path, env=environment(), check=False).returncode == 0

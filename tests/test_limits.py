"""Limits and Ctrl-C hold in every phase, and nothing found before is lost."""

import json
import re
import shlex
import signal
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import contextmanager
from fcntl import ioctl
from termios import FIONREAD

import pytest
from conftest import COMMAND, HUNG, environment, limited, replace, shell, started

from pyclingo_app import LimitError, UsageError, load
from pyclingo_app.explain.path import Explanation
from pyclingo_app.solve.limits import Limits
from pyclingo_app.solve.run import Guarded
from pyclingo_app.write.explanations import closing

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
    first, *_ = result.stderr.splitlines()
    assert first == f"stopped by the time limit after {len(result.stdout.splitlines())} solutions"


def test_limit_holds_when_solutions_come_faster_than_they_are_drawn(program, run):
    result = limited(run, r"after \d+ solutions", *program(MANY), "-c", "n=40", "-n", "0", "-f", "ascii")
    assert result.returncode == 0
    number = result.stdout.count("\n\n")
    assert result.stdout.endswith(f"\n\nstopped by the time limit after {number} solutions\n")


@pytest.mark.parametrize("command", ["explain", "hint", "rate"])
def test_explanations_are_stopped_too(command, program, run, interrupt):
    program("% Large - too large.\n" + PHASES["grounding"] + "% The first is there.\n:- not p(1, 1, 1).\n")
    result = run("--asp", ".", command, "own", "--time-limit", "0.1")
    assert result.returncode == 3
    assert "stopped by the time limit" in result.stderr
    assert interrupt("--asp", ".", command, "own")[0] == 130


def test_a_conflict_is_kept_when_the_search_for_steps_to_it_is_stopped():
    whole = load("slant").explain("6x6-none-a")
    list(whole)

    def events():
        yield whole.start
        yield whole.conflict
        raise LimitError("it takes too long", "time")

    explanation = Explanation(events(), lambda marks: None)
    assert list(explanation) == []
    assert (explanation.stopped, explanation.conflict) == ("time", whole.conflict)
    assert closing(explanation).endswith(". Stopped by the time limit; given longer, steps might show it.")
    assert closing(whole).endswith("no fewer sentences contradict each other.")


def test_path_keeps_its_steps_when_it_is_stopped(run):
    result = limited(run, "  1. ", "explain", "heyawake", "12x12-a")
    assert "stopped by the time limit after" in result.stdout
    assert "  1. " in result.stdout
    assert result.returncode == 0


def test_closed_pipe(program, tmp_path):
    program(MANY)
    command = shlex.join([*COMMAND, "--asp", ".", "own", "-n", "0", "-c", "n=14"])
    _, output, errors = shell(f"{command} | head -2", cwd=tmp_path, env=environment())
    assert errors == ""
    assert len(output.splitlines()) == 2


def ended(run, folder):
    """The status and the errors of a process in which this is what the command line does."""
    code = f"from pyclingo_app import __main__\n\n\n{textwrap.dedent(run)}\n\n__main__.run = run\n__main__.main()\n"
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, check=False)
    return result.returncode, result.stderr


def test_a_dead_worker_does_not_end_the_command(tmp_path):
    """What is written to a worker that was killed, or left in its pipe, is lost without harm."""
    run = """
        from pyclingo_app.jobs.process import Process

        def run(arguments):
            process = Process("input()")
            process.kill()
            process.send(b"{}")
            process.end()
            return 3
    """
    assert ended(run, tmp_path) == (3, "")


def test_a_fault_of_ours_is_seen(tmp_path):
    status, errors = ended("def run(arguments):\n    raise ValueError(8)", tmp_path)
    assert status == 70
    assert errors.startswith("error: this is a fault of puzzasp itself: ValueError(8), ")
    assert errors.endswith("Please report it: this message, the command, and what it was given.\n")
    assert len(errors.splitlines()) == 2


def test_a_fault_of_ours_in_a_batch_is_seen(tmp_path):
    run = """
        from pyclingo_app.batches.boards import Item
        from pyclingo_app.batches.queue import failed
        from pyclingo_app.cli import batching
        from pyclingo_app.jobs.events import decode, encode

        def judged(*arguments):
            item = Item("one", "queens")
            yield item, failed(item, decode(encode(KeyError("x"))))

        batching.judged = judged
        kept = __main__.run
        run = lambda arguments: kept(["batch", "count", "queens", "puzz.link/p?queens"])
    """
    status, errors = ended(run, tmp_path)
    assert status == 70
    assert errors.startswith("1 board: 1 unknown, 1 stopped")


def test_ctrl_c_while_modules_are_read(tmp_path):
    code = """
        import os, signal, sys

        class Finder:
            def find_spec(self, name, *rest):
                if name == "clingo":
                    os.kill(os.getpid(), signal.SIGINT)

        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.meta_path.insert(0, Finder())
        sys.argv = ["puzzasp", "queens"]
        from pyclingo_app.__main__ import main
        main()
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    result = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, check=False)
    assert (result.returncode, result.stdout) == (130, b"")
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("line", "status", "output"),
    [
        ("tents - <&-", 2, ""),
        ("tents nope 2>/dev/full", 2, ""),
        ("queens -c n=1 -f facts 2>/dev/full", 2, "queen(1,1).\n"),
    ],
)
def test_standard_streams_that_are_closed_or_full(line, status, output, tmp_path):
    found = shell(f"{shlex.join(COMMAND)} {line}", stdin=None, cwd=tmp_path, env=environment())
    assert found[:2] == (status, output)
    assert ("is empty" in found[2]) == ("<&-" in line)
    assert "Traceback" not in found[2]


@contextmanager
def unread(tmp_path, **more):
    """A command that waits for its output to be read: it is larger than a pipe."""
    command = [*COMMAND, "explain", "tents", "6x6", "-f", "json"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(command, cwd=tmp_path, env=environment(**more), **pipes) as process:
        while int.from_bytes(ioctl(process.stdout, FIONREAD, bytes(4)), sys.byteorder) < 2**16:
            time.sleep(0.02)
        yield process


def test_a_write_that_was_stopped_goes_on(tmp_path):
    """What a pipe has taken is less than all then, where Python does not keep the rest in a buffer."""
    with unread(tmp_path, PYTHONUNBUFFERED="1") as process:
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.1)
        process.send_signal(signal.SIGCONT)
        time.sleep(0.1)
        output, _ = process.communicate()
    assert process.returncode == 0
    assert json.loads(output)["status"] == "solved"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_output_is_whole_though_a_signal_came_while_it_was_written(number, tmp_path):
    with unread(tmp_path) as process:
        process.send_signal(number)
        time.sleep(0.1)
        output, errors = process.communicate()
    assert (process.returncode, errors) == (130, b"interrupted\n")
    assert json.loads(output)["status"] == "solved"


def test_output_that_nobody_reads_is_cut_and_the_status_says_so(tmp_path):
    with unread(tmp_path) as process:
        process.terminate()
        assert process.wait() == 2
        assert process.stderr.read() == b"error: interrupted while it was written: the output is cut\n"


@pytest.mark.parametrize("there", [True, False])
def test_a_full_disk_leaves_no_half_file(there, tmp_path):
    """A limit for the size of a file stands for a full disk."""
    if there:
        (tmp_path / "path.json").write_text("before")
    line = f"ulimit -f 16; {shlex.join(COMMAND)} explain tents 6x6 -o path.json"
    status, _, errors = shell(line, cwd=tmp_path, env=environment(PYTHONDONTWRITEBYTECODE="1"))
    assert (status, errors) == (2, "error: path.json: File too large\n")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["before"] * there


def test_a_file_is_written_beside_and_keeps_its_mode_and_its_links(run, tmp_path):
    file, link = tmp_path / "one.lp", tmp_path / "link.lp"
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to("one.lp")
    with file.open() as reader:
        assert run("queens", "-c", "n=1", "-o", "link.lp").returncode == 0
        assert reader.read() == "before"
    assert file.read_text() == "queen(1,1).\n"
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.lp", "one.lp"]


def test_a_file_is_whole_when_the_terminal_is_closed(program, tmp_path):
    command = [*COMMAND, *program(MANY), "-c", "n=40", "-n", "0", "-o", "all.json"]
    with started(command, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE) as process:
        while not (found := [*tmp_path.glob(".puzzasp-*")]) or not found[0].stat().st_size:
            time.sleep(0.02)
        assert not (tmp_path / "all.json").exists()
        process.send_signal(signal.SIGHUP)
        assert process.wait() == 130
    assert json.loads((tmp_path / "all.json").read_text())["stopped"] == "interrupt"
    assert not [*tmp_path.glob(".puzzasp-*")]


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


def test_tens_of_thousands_of_solutions_need_no_more_memory(program, run):
    def peak(number):
        result = run(*program(MANY), "-n", "0", "-c", f"n={number}", "-f", "facts", "--stats")
        assert len(result.stdout.splitlines()) == 2**number
        return int(re.search(r"peak memory +(\d+) MiB", result.stderr)[1])

    assert peak(15) < peak(8) + 4


def test_memory_of_the_starting_process_does_not_count(program, tmp_path):
    """Linux hands the peak memory of a process on to what it starts."""
    program(MANY)
    code = (
        "import subprocess, sys; large = bytearray(300_000_000); "
        "sys.exit(subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode)"
    )
    command = [COMMAND[0], "-c", code, *COMMAND, "--asp", ".", "own", "--memory-limit", "200"]
    assert subprocess.run(command, cwd=tmp_path, env=environment(), check=False).returncode == 0


@pytest.fixture
def puzzle(program, tmp_path):
    def make(text, **constants):
        program(text)
        return load(str(tmp_path / "own.lp"), constants=constants)

    return make


# One solution that is found at once, and a long proof that there are no more.
ONE = PHASES["solving"].replace("= 1 :- P = 1..15.", "= 1 :- P = 1..15, more.\n{ more }.") + "#show more/0.\n"


@pytest.mark.parametrize("models", [0, 1, 2])
def test_as_many_solutions_as_were_asked_for_are_no_error(models, puzzle):
    found = []
    search = puzzle(ONE).solve(models=models, cancel=lambda: bool(found))
    try:
        for solution in search:
            found.append(solution)
    except LimitError:
        assert models != 1
    else:
        assert models == 1
    assert [solution.facts for solution in found] == [""]
    assert (search.outcome.count, search.outcome.complete, search.outcome.more) == (1, False, False)


def test_finished_search_is_no_error_whatever_the_limit(puzzle):
    search = puzzle(MANY, n="8").solve(models=0, time_limit=HUNG, memory_limit=100_000, cancel=lambda: False)
    assert len(list(search)) == 2**8
    assert (search.outcome.complete, search.outcome.stopped) == (True, None)


def test_solutions_are_given_once(puzzle):
    search = puzzle(MANY, n="3").solve(models=0)
    assert len(list(search)) == 8
    with pytest.raises(UsageError, match="twice"):
        list(search)
    assert (search.outcome.complete, search.outcome.count) == (True, 8)


@pytest.mark.parametrize("main", [True, False], ids=["taking", "working"])
def test_path_that_a_limit_cuts_short_is_an_error_in_python(main, monkeypatch):
    """Whichever thread sees the limit first: the one that takes the steps, or the one that finds them."""
    monkeypatch.setattr("pyclingo_app.solve.limits._PAUSE", 0.0)
    shimaguni = load("shimaguni")
    board = shimaguni.read("6x6-a")
    questions, half = 0, 10**9
    found = []
    seen = threading.Event()

    def reached():
        nonlocal questions
        if threading.current_thread() is threading.main_thread():
            if main and found:
                seen.set()
            return seen.is_set()
        questions += 1
        if questions < half:
            return False
        return not main or not seen.wait(HUNG)

    def explained():
        shimaguni.run = Guarded(Limits(cancel=reached))
        return shimaguni.explain(board)

    number = len(list(explained()))
    questions, half = 0, questions // 2
    explanation = explained()
    with pytest.raises(LimitError) as caught:
        found.extend(explanation)
    assert caught.value.reason == explanation.stopped == "cancel"
    assert 1 <= len(found) < number
    assert explanation.steps == found
    assert explanation.rating.steps == len(found)
    shaded = {mark.cell for step in found for mark in step.found if mark.present and not mark.pencil}
    assert explanation.board.shades.keys() == shaded


@pytest.mark.parametrize("phase", ["before", "after"])
def test_interrupt_in_python(phase, puzzle):
    """Ctrl-C, sent at a moment that is known: whenever the search looks whether it is to go on."""
    found = []

    def look():
        if phase == "before" or found:
            signal.raise_signal(signal.SIGINT)
        return False

    text = PHASES["solving"] if phase == "before" else MANY.replace("8", "40")
    search = puzzle(text).solve(models=0, cancel=look)
    kept = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            found.extend(search)
    finally:
        signal.signal(signal.SIGINT, kept)
    assert (search.outcome.stopped, search.outcome.complete, search.outcome.count) == ("interrupt", False, len(found))


def test_ignored_interrupt_is_ignored(program, tmp_path):
    """As shells intend it for what runs in the background; SIGTERM ends it all the same."""
    program(MANY)
    with started(
        [*COMMAND, "--asp", ".", "own", "--watch"], signal.SIG_IGN,
        cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8",
    ) as process:  # fmt: skip
        assert process.stderr.readline() == f"watching own.lp - kill {process.pid} ends\n"
        process.send_signal(signal.SIGINT)
        replace(tmp_path / "own.lp", MANY + ":- x(1, 1).\n")
        assert process.stderr.readline() == f"watching own.lp - kill {process.pid} ends\n"
        process.terminate()
        assert process.wait() == 130


def test_a_name_that_is_no_utf_8_stands_in_a_page(tmp_path):
    (tmp_path / "queens.lp").write_text("size(1,1).\n")
    line = f"cp queens.lp \"$(printf 'n\\377')\" && {shlex.join(COMMAND)} queens n* -o page.html"
    status, _, errors = shell(line, cwd=tmp_path, env=environment())
    assert (status, errors) == (0, "page.html: 1 solution, the only one\n")
    assert r"n\udcff" in (tmp_path / "page.html").read_text(encoding="utf-8")

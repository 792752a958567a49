"""Work in a process of its own: the same results, killed at its limits, and nothing of it left behind."""

import contextlib
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest
from conftest import COMMAND, HUNG, ROOT, environment, replace, started
from processes import children, gone, until, work
from test_events import REGISTRY, SCHEMAS

import pyclingo_app.puzzle
import pyclingo_app.solve.run
from pyclingo_app import InstanceError, Library, LimitError, ProgramError, PuzzaspError, UsageError, load, parse_facts
from pyclingo_app.jobs import client, patience, tasks
from pyclingo_app.jobs.client import WORKERS
from pyclingo_app.solve.limits import Limits, resident_memory
from pyclingo_app.solve.run import Inline

LONG = 100.0
ENDLESS = "% Endless - too large.\np(1..300, 1..300, 1..300, 1..300).\n% No.\n:- p(0, 0, 0, 0).\n#show p/4.\n"
MANY = "{ x(1..N, 1) } :- n = N.\n#const n = 8.\n#show x/2.\n"
PIGEONS = "% Hard - no solution.\n% One hole each.\n{ in(P, H) : H = 1..11 } = 1 :- P = 1..12.\n"
PIGEONS += "% One pigeon each.\n:- in(P, H), in(Q, H), P < Q.\n#show in/2.\n"
ENDLESS_DRAWING = "{ x(1..2, 1) } = 1.\n#show x/2.\n#program display.\np(1..3000, 1..3000, 1..3000) :- x(2, 1).\n"
ENDLESS_DRAWING += "#show mark(1, 1, a) : x(_, _). #show mark(R, C, a) : p(R, C, _).\n"


@pytest.fixture
def own(tmp_path):
    def write(text, name="own.lp", **constants):
        (tmp_path / name).write_text(text)
        return load(str(tmp_path / name), constants=constants)

    return write


@pytest.fixture(autouse=True)
def _searches_are_left():
    """A search that a traceback still holds has a worker, until Python collects it."""
    yield
    gc.collect()


def workers():
    """The worker processes of this process, and the one of them that is kept."""
    return {process.pid for process in WORKERS.all}, [process.pid for process in WORKERS.waiting]


# Results


def test_results_are_those_of_the_same_process():
    tents, queens = load("tents"), load("queens", constants={"n": 6})
    board = tents.read("6x6")
    answer = parse_facts("tent(1, 1). tent(1, 2).")
    pairs = [
        (lambda **limits: [s.facts for s in queens.solve(models=0, **limits)], 4),
        (lambda **limits: [s.board for s in tents.solve(board, models=0, **limits)], 1),
        (lambda **limits: tents.check(board, answer, **limits), None),
        (lambda **limits: tents.check(board, answer, final=True, **limits), None),
        (lambda **limits: tents.rate(board, **limits), None),
        (lambda **limits: tents.draw(board, **limits), None),
        (lambda **limits: tents.draw(board, answer, **limits), None),
        (lambda **limits: tents.convert(board, "url", **limits), None),
    ]
    for asked, number in pairs:
        here, there = asked(), asked(time_limit=LONG)
        assert here == there
        assert number is None or len(there) == number
    assert queens.count(time_limit=LONG) == 4
    problem = tents.problem(board)
    assert list(Inline().results(tasks.explain, problem)) == list(worker().results(tasks.explain, problem))


def worker(**limits):
    return client.Worker(Limits(**limits))


def test_reading_and_other_genres_in_the_worker():
    tents = load("tents")
    tents.run = worker()
    url = "https://puzz.link/p?tents/5/5/2g0h1i1j82323"
    assert tents.read(url) == load("tents").read(url)
    with pytest.raises(InstanceError) as here:
        load("tents").read("https://puzz.link/p?norinori/5/5/cag4ocjo")
    with pytest.raises(InstanceError) as there:
        tents.read("https://puzz.link/p?norinori/5/5/cag4ocjo")
    assert str(here.value) == str(there.value)
    assert "puzzasp norinori" in there.value.hint


def test_outcomes_tell_the_truth(own):
    many = own(MANY)
    search = many.solve(models=3, time_limit=LONG, stats=True)
    assert len(list(search)) == 3
    outcome = search.outcome
    assert (outcome.count, outcome.complete, outcome.more, outcome.stopped) == (3, False, True, "models")
    assert 0 < outcome.grounded < outcome.seconds
    assert outcome.statistics["problem"]["lp"]["rules"] > 0
    search = many.solve(models=256, time_limit=LONG)
    assert len(list(search)) == 256
    assert search.outcome.complete
    search = many.solve(models=0, time_limit=LONG)
    next(iter(search))
    search.stop("interrupt")
    assert (search.outcome.count, search.outcome.stopped) == (1, "interrupt")
    search = own("a :- not b(1).\n#show a/0.\n").solve(time_limit=LONG)
    list(search)
    assert "b(1)" in search.warnings[0] or "b/1" in search.warnings[0]
    assert search.outcome.warnings == tuple(search.warnings)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("#show p/0.\np.\n% Never right.\ninput_error :- p.\n", InstanceError),
        (ENDLESS.replace("300", "2") + ":- q(X), not p(X, Y, Y, Y).\n", ProgramError),
        ("#show p/0.\np.\n#program display.\n#show mark(1, 1) : p.\n", ProgramError),
    ],
    ids=["instance", "program", "display"],
)
def test_errors_are_those_of_the_same_process(own, text, error):
    puzzle = own(text)
    found = []
    for limits in ({}, {"time_limit": LONG}):
        with pytest.raises(error) as raised:
            [solution.board for solution in puzzle.solve(**limits)]
        found.append((raised.value.message, raised.value.hint))
    assert found[0] == found[1]


def test_wrong_use_is_an_error_of_the_worker_too():
    tents = load("tents")
    with pytest.raises(UsageError, match=r"tree\(1,1\) is not part of an answer"):
        tents.check(tents.read("6x6"), parse_facts("tree(1, 1)."), time_limit=LONG)
    with pytest.raises(UsageError, match="there is no format x"):
        tents.convert(tents.read("6x6"), "x", time_limit=LONG)


def test_many_solutions_come_in_order_and_once(own):
    many = own(MANY, n=14)
    here = [solution.facts for solution in many.solve(models=0)]
    assert [solution.facts for solution in many.solve(models=0, time_limit=LONG)] == here
    assert len(set(here)) == 2**14
    assert many.count(time_limit=LONG) == 2**14


# Drawing, and several pieces of work at once


def test_solutions_are_drawn_while_the_search_goes_on(own):
    queens = load("queens")
    here = [solution.board for solution in queens.solve(models=0)]
    assert [solution.board for solution in queens.solve(models=0, time_limit=LONG)] == here
    solutions = list(queens.solve(models=0, time_limit=LONG))
    queens.count(time_limit=LONG)
    load("queens", constants={"n": 6}).count(time_limit=LONG)
    assert [solution.board for solution in solutions] == here
    # A search that finds nothing more for long does not keep drawings waiting.
    hard = own(PIGEONS.replace("P = 1..12.", "P = 1..12, not easy.\n{ easy }.\nx(1, 1) :- easy.\n#show x/2."))
    assert next(iter(hard.solve(models=2, time_limit=LONG))).board.height == 12


@pytest.mark.parametrize("when", ["while the search goes on", "afterwards"])
def test_what_is_drawn_has_limits_too(when, own):
    """Of the two solutions one can be drawn."""
    endless = []
    search = own(ENDLESS_DRAWING).solve(models=0, cancel=lambda: bool(endless))
    drawn = 0
    for solution in search if when == "while the search goes on" else list(search):
        if solution.facts == "x(1,1).":
            drawn += solution.board.height
            continue
        endless.append(solution)
        with pytest.raises(LimitError) as limit:
            solution.board  # noqa: B018
        assert limit.value.reason == "cancel"
        break
    assert (len(endless), drawn) in ((1, 0), (1, 1))


def test_a_busy_worker_gets_company_that_is_not_kept():
    queens = load("queens")
    pairs = list(zip(queens.solve(models=0, time_limit=LONG), queens.solve(models=0, time_limit=LONG), strict=True))
    assert len(pairs) == 92
    assert all(first.facts == second.facts for first, second in pairs)
    every, kept = workers()
    assert every == set(kept)
    assert len(kept) == 1


def test_threads_use_puzzles_at_once():
    found = []

    def work(name, instance):
        puzzle = load(name)
        board = puzzle.read(instance)
        for _ in range(5):
            (solution,) = puzzle.solve(board, models=2, time_limit=LONG)
            found.append((name, solution.board == next(iter(puzzle.solve(board))).board))

    threads = [threading.Thread(target=work, args=pair) for pair in (("tents", "6x6"), ("flow", "5x5-a"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [("flow", True)] * 5 + [("tents", True)] * 5
    assert len(workers()[0]) == 1


def test_two_libraries_in_one_process(tmp_path):
    for number in (2, 3):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "own.lp").write_text(f"{{ x(1..{number}, 1) }} = 1.\n#show x/2.\n")
    two, three = (load("own", library=Library([str(tmp_path / str(number))])) for number in (2, 3))
    for limits in ({}, {"time_limit": LONG}):
        assert (two.count(**limits), three.count(**limits), two.count(**limits)) == (2, 3, 2)
    assert "own" not in Library().names()


# The worker that is kept


def test_one_worker_is_kept_and_replaced(own, tmp_path, monkeypatch):
    queens = load("queens", constants={"n": 6})

    def used():
        assert queens.count(time_limit=LONG) == 4
        (pid,) = workers()[1]
        return pid

    first = used()
    assert used() == first
    for _ in queens.solve(models=0, time_limit=LONG):
        break
    assert used() == first, "a search that was left is stopped, not the worker"
    os.kill(first, signal.SIGKILL)
    until(lambda: WORKERS.waiting[0].popen.poll() is not None)
    second = used()
    assert second != first
    monkeypatch.chdir(tmp_path)
    third = used()
    assert third != second, "names of files are relative to another directory"
    assert gone(second)
    monkeypatch.setattr(patience, "GROWN", -1)
    assert queens.count(time_limit=LONG) == 4
    assert workers() == (set(), [])
    assert gone(third)


def test_a_worker_that_dies_at_work_is_an_error(own):
    search = own(MANY, n=30).solve(models=0, time_limit=LONG)
    solutions = iter(search)
    next(solutions)
    (pid,) = workers()[0]
    os.kill(pid, signal.SIGSEGV)
    with pytest.raises(PuzzaspError, match="status -11"):
        list(solutions)
    assert workers() == (set(), [])


def test_programs_are_read_again_when_they_change(own, tmp_path):
    puzzle = own(MANY)
    assert puzzle.count(time_limit=LONG) == 256
    old = time.time() - 100
    for number in (3, 4, 5):
        (tmp_path / "own.lp").write_text(MANY.replace("8", str(number)))
        assert puzzle.count(time_limit=LONG) == 2**number
        os.utime(tmp_path / "own.lp", (old + number, old + number))
        assert puzzle.count(time_limit=LONG) == 2**number
        assert puzzle.count(time_limit=LONG) == 2**number


FORK = """
import os
from pyclingo_app import load
from pyclingo_app.jobs.client import WORKERS
queens = load("queens", constants={"n": 6})
solutions = iter(queens.solve(models=0, time_limit=100))
next(solutions)
child = os.fork()
if child == 0:
    solutions.close()
    print(queens.count(time_limit=100), sum(one.owner == os.getpid() for one in WORKERS.all), flush=True)
    WORKERS.end()
    os._exit(0)
os.waitpid(child, 0)
print(1 + len(list(solutions)))
"""


def test_a_fork_leaves_the_worker_alone():
    assert python("-c", FORK).stdout == "4 1\n4\n"


# Limits


LIMITED = """
import sys
from pyclingo_app import LimitError, load
puzzle = load(sys.argv[1])
work = {
    "solve": lambda **limits: list(puzzle.solve(**limits)),
    "count": puzzle.count,
    "check": lambda **limits: puzzle.check(None, [], **limits),
    "rate": puzzle.rate,
    "draw": puzzle.draw,
}[sys.argv[2]]
try:
    work(**{sys.argv[3]: float(sys.argv[4]) if sys.argv[3] == "time_limit" else int(sys.argv[4])})
except LimitError as limit:
    print(limit.reason)
"""


def python(*arguments, **options):
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        env=environment(), capture_output=True, encoding="utf-8", timeout=HUNG, check=False, **options,
    )  # fmt: skip


@pytest.mark.some(4)
@pytest.mark.parametrize("kind", ["solve", "count", "check", "rate", "draw"])
@pytest.mark.parametrize("limit", [("time_limit", 0.3), ("memory_limit", 50)], ids=["time", "memory"])
def test_a_process_whose_grounding_was_stopped_ends_normally(own, kind, limit):
    # An unsolved board needs only those rules on which its drawing depends.
    drawn = ENDLESS.replace("#show p/4.", "#show q/0. q.") + "#program display.\n#show mark(R, C, a) : p(R, C, _, _).\n"
    result = python("-c", LIMITED, own(drawn if kind == "draw" else ENDLESS).program.path, kind, *limit)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == limit[0].partition("_")[0] + "\n"


def test_time_holds_while_solving(own):
    puzzle = own(PIGEONS.replace("1..11", "1..14").replace("1..12", "1..15"))
    for limit in (0.6, 3, 15, 75):
        search = puzzle.solve(time_limit=limit)
        with pytest.raises(LimitError) as stopped:
            list(search)
        if search.outcome.grounded is not None:
            break
    assert stopped.value.reason == "time"
    assert (search.outcome.stopped, search.outcome.complete, search.outcome.count) == ("time", False, 0)
    assert 0 < search.outcome.grounded < search.outcome.seconds


def test_what_was_found_before_the_limit_is_kept(own):
    found = []
    search = own(MANY, n=40).solve(models=0, cancel=lambda: len(found) > 1000)
    with pytest.raises(LimitError):
        found.extend(search)
    assert len(found) == search.outcome.count > 1000
    assert (search.outcome.stopped, search.outcome.complete) == ("cancel", False)
    search = own(MANY, n=40).solve(cancel=lambda: search.outcome.count > 1000)
    with pytest.raises(LimitError):
        search.count()
    assert search.outcome.count > 1000
    assert not search.outcome.complete


def test_a_search_that_is_not_looked_at_stops_at_its_limit_too(own):
    """It finds one solution, and would prove for long that there are no more."""
    hard = own(PIGEONS.replace("P = 1..12.", "P = 1..15, not easy.\n{ easy }.\n").replace("1..11", "1..14"))
    for limit in (1.0, 5.0, 25.0):
        solutions = iter(hard.solve(models=0, time_limit=limit))
        with contextlib.suppress(LimitError):
            next(solutions)
            break
    (pid,) = workers()[0]

    def idle():
        before = Path(f"/proc/{pid}/stat").read_text().split()[13]
        time.sleep(0.3)
        return Path(f"/proc/{pid}/stat").read_text().split()[13] == before

    assert until(idle)
    with pytest.raises(LimitError):
        next(solutions)


def test_cancel_is_asked_again_and_again(own):
    asked = []

    def cancel():
        asked.append(1)
        return len(asked) > 12

    with pytest.raises(LimitError) as limit:
        own(ENDLESS).count(cancel=cancel)
    assert limit.value.reason == "cancel"
    assert len(asked) == 13
    assert workers() == (set(), [])


def test_the_wall_behind_the_memory_limit(own, monkeypatch):
    """Where memory is taken faster than it is looked at, the worker stops itself; afterwards it works on."""
    monkeypatch.setattr("pyclingo_app.solve.limits._PAUSE", 1000.0)
    monkeypatch.setattr(patience, "GROWN", 10_000)
    with pytest.raises(LimitError) as limit:
        own(ENDLESS).count(memory_limit=50)
    assert limit.value.reason == "memory"
    (pid,) = workers()[1]
    assert resident_memory(pid) < 2 * 50 + 500 + 300
    with open(f"/proc/{pid}/limits", encoding="ascii") as file:
        (space,) = (line for line in file if line.startswith("Max address space"))
    assert space.split()[3] == "unlimited"
    assert load("queens").count(time_limit=LONG) == 92


@pytest.mark.parametrize("threads", ["1", "8"])
def test_memory_that_a_job_does_not_use_is_not_counted(threads):
    (solution,) = load("tents").solve(load("tents").read("6x6"), models=2, memory_limit=60, threads=threads)
    assert solution.board.height == 6


@pytest.mark.parametrize("limit", [{"time_limit": 0}, {"time_limit": -1.0}, {"memory_limit": 0}])
def test_limits_that_cannot_be(limit):
    with pytest.raises(UsageError, match="cannot use a"):
        load("queens").count(**limit)


def test_where_the_memory_of_another_process_is_not_told(monkeypatch):
    def refuse(pid=None):
        if pid is None:
            return 10.0
        raise UsageError("this system does not tell")

    monkeypatch.setattr(client, "resident_memory", refuse)
    with pytest.raises(UsageError, match="does not tell"):
        load("queens").solve(memory_limit=100)
    assert load("queens").count(time_limit=LONG) == 92


def test_where_there_are_no_threads(monkeypatch):
    monkeypatch.setattr(pyclingo_app.solve.run, "THREADS", False)
    monkeypatch.setattr(client, "THREADS", False)
    monkeypatch.setattr(threading.Thread, "start", None)
    queens = load("queens")
    search = queens.solve(models=0, stats=True)
    assert len({solution.facts for solution in search}) == 92
    assert search.outcome.complete
    assert search.outcome.statistics
    assert queens.count() == 92
    search = queens.solve(models=2)
    assert len(list(search)) == 2
    assert search.outcome.more
    with pytest.raises(UsageError, match="process of their own"):
        queens.count(time_limit=1)


# Ctrl-C and the ends of processes


def interrupted(code, *arguments):
    """Run a script until it, or its worker, is at work; send Ctrl-C to its process group; give status and output."""
    with started(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=environment(PYTHONUNBUFFERED="1"), stdout=subprocess.PIPE, encoding="utf-8",
    ) as process:  # fmt: skip
        assert process.stdout.readline() == "go\n"
        below = until(lambda: children(process.pid)) if "limit" in code else []
        work(below[0] if below else process.pid)
        os.killpg(process.pid, signal.SIGINT)
        output = process.communicate()[0]
        assert all(map(gone, below))
        return process.returncode, output


CATCHING = """
import sys
from pyclingo_app import load
puzzle = load(sys.argv[1])
print("go")
try:
    for _ in puzzle.solve(models=0, {}):
        pass
except KeyboardInterrupt:
    print("interrupted", load("queens").count({}))
"""


@pytest.mark.parametrize(("text", "limits"), [(PIGEONS, ""), (PIGEONS, "time_limit=100"), (ENDLESS, "time_limit=100")])
def test_ctrl_c_acts_at_once(own, text, limits):
    assert interrupted(CATCHING.format(limits, limits), own(text).program.path) == (0, "interrupted 92\n")


def test_prompt_and_notebook_use_a_worker(own, monkeypatch):
    lines = [
        "from pyclingo_app import load",
        "from pyclingo_app.jobs.client import WORKERS",
        "import os, signal, threading, time",
        "signal.signal(signal.SIGINT, signal.default_int_handler) and None",
        "load('queens').count()",
        "'workers', len(WORKERS.all)",
        "threading.Timer(0.7, lambda: os.kill(os.getpid(), signal.SIGINT)).start()",
        f"load({str(own(ENDLESS).program.path)!r}).count()",
        "'alive', load('queens').count()",
    ]
    result = python("-i", input="\n".join(lines) + "\n")
    assert "92\n" in result.stdout
    assert "('workers', 1)" in result.stdout
    assert "KeyboardInterrupt" in result.stderr
    assert "('alive', 92)" in result.stdout
    assert python("-c", "\n".join([*lines[:5], "print(WORKERS.all)"])).stdout == "set()\n"
    assert not pyclingo_app.puzzle.interactive()
    with monkeypatch.context() as patch:
        shell = None
        patch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
        assert not pyclingo_app.puzzle.interactive()
        shell = "a shell"
        assert pyclingo_app.puzzle.interactive()
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    assert pyclingo_app.puzzle.interactive()


PARENT = """
import os, sys, threading, time
from pyclingo_app import load
puzzle = load(sys.argv[1])
def fork():
    if os.fork() == 0:
        time.sleep(1000)
threading.Timer(0.5, fork).start()
puzzle.count(time_limit=1000)
"""


def test_a_worker_ends_with_its_parent(own):
    """Also while it grounds, and where a fork of the parent holds the pipe to it open."""
    with started([sys.executable, "-W", "ignore", "-c", PARENT, own(ENDLESS).program.path]) as process:
        below = until(lambda: len(found := children(process.pid)) == 2 and found)
        (pid,) = (pid for pid in below if "pyclingo_app.worker" in Path(f"/proc/{pid}/cmdline").read_text())
        work(pid)
        process.kill()
        assert gone(pid)


@pytest.fixture
def command(tmp_path):
    """Run ``puzzasp`` in the background; what it started is ended in any case."""
    with contextlib.ExitStack() as stack:

        def start(*arguments):
            return stack.enter_context(
                started(
                    [*COMMAND, *map(str, arguments)],
                    cwd=tmp_path, env=environment(PYTHONUNBUFFERED="1"), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                )
            )  # fmt: skip

        yield start


def test_watch_leaves_nothing_of_an_endless_rule(own, tmp_path, command):
    own(MANY)
    process = command("own.lp", "--watch", "-f", "facts")

    def watching():
        while not (line := process.stderr.readline()).startswith(b"watching"):
            assert line

    watching()
    (first,) = children(process.pid)
    replace(tmp_path / "own.lp", MANY + ENDLESS)
    work(first, 0.7)
    replace(tmp_path / "own.lp", MANY.replace("8", "2"))
    assert gone(first)
    watching()
    (second,) = children(process.pid)
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130
    assert gone(second)


def test_ctrl_c_ends_watching_while_it_solves(own, command):
    own(ENDLESS)
    process = command("own.lp", "--watch")
    (below,) = until(lambda: children(process.pid))
    work(below)
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130
    assert gone(below)


def test_sigterm_ends_json_well_formed(own, command):
    own(MANY)
    process = command("own.lp", "-n", "0", "-c", "n=25", "-f", "json")
    begin = process.stdout.read1(100)
    process.terminate()
    data = json.loads(begin + process.stdout.read())
    assert process.wait() == 130
    assert (data["stopped"], data["complete"]) == ("interrupt", False)
    assert data["count"] >= len(data["solutions"]) > 0


@pytest.mark.parametrize("phase", ["reading", "rules", "counting"])
def test_ctrl_c_ends_the_tests_of_a_program(phase, own, tmp_path, command):
    folder = tmp_path / "instances" / "own"
    folder.mkdir(parents=True)
    (folder / "a.lp").write_text("% Own, 5 solutions.\n" + "size(1, 1). " * (600_000 if phase == "reading" else 1))
    endless = "% Rule X.\n:- X = 1..3000, Y = 1..3000, Z = 1..3000, X * Y * Z < 0.\n"
    text = "#defined size/2.\n#show p/1.\np(1).\n"
    own(text + {"rules": endless, "counting": "q(1..3000, 1..3000, 1..3000).\n", "reading": ""}[phase])
    process = command("test", "own.lp")
    work(process.pid, 0.7)
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130


# The protocol


@pytest.fixture
def server():
    process = subprocess.Popen(
        [sys.executable, "-m", "pyclingo_app.worker"],
        env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    watchdog = threading.Timer(HUNG, process.kill)
    watchdog.start()

    def say(*messages):
        for message in messages:
            process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
        process.stdin.flush()

    def hear():
        event = json.loads(process.stdout.readline())
        assert event["schema"] == 2
        if event["event"] in SCHEMAS:
            jsonschema.Draft202012Validator(SCHEMAS[event["event"]], registry=REGISTRY).validate(event)
        return event

    assert hear()["event"] == "ready"
    yield process, say, hear
    watchdog.cancel()
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()


def request(command, program="queens", **more):
    path = program if os.path.isabs(program) else str(ROOT / "asp" / f"{program}.lp")
    event = {"schema": 2, "event": "request", "command": command, "program": path, **more}
    jsonschema.Draft202012Validator(SCHEMAS["request"], registry=REGISTRY).validate(event)
    return event


def test_requests_are_answered_one_after_another(server):
    _, say, hear = server
    six = {"constants": {"n": "6"}}
    say(request("count"), request("solve", options={"models": 0}, **six), request("draw", **six))

    def until_end():
        events = [hear()]
        while events[-1]["event"] != "end":
            events.append(hear())
        return events[:-1]

    assert until_end()[-1]["count"] == 92
    events = until_end()
    assert [event["event"] for event in events] == ["outcome", *["solution"] * 4, "outcome"]
    first = ["queen(1,2)", "queen(2,4)", "queen(3,6)", "queen(4,1)", "queen(5,3)", "queen(6,5)"]
    assert first in [event["atoms"] for event in events[1:-1]]
    (board,) = until_end()
    assert board["drawing"]["height"] == 6
    assert len(board["board"]) == 6
    say(request("draw", options={"atoms": ["queen(1,2)"]}, **six))
    assert until_end()[0]["drawing"]["marks"]


UNANSWERED = [
    ("{", "this is no request"),
    ("[]", "this is no request"),
    ({"schema": 2, "event": "request"}, "this is no request"),
    ({"schema": 1, "event": "request", "command": "count"}, "no event of schema 2"),
    ({"schema": 2, "event": "rating"}, "this is no request"),
    ({"schema": 2, "event": "written", "text": "", "notes": []}, "no such command"),
    ({"schema": 2, "event": "request", "command": "x", "program": "y"}, "no such command"),
    (request("draw", options={"atoms": ["queen(1"]}), "this is no request"),
    (request("draw", options={"atoms": 1}), "this is no request"),
    (request("solve", options={"colour": 1}), "cannot be done so"),
    (request("solve", options={"models": -1}), "cannot look for -1"),
    (request("count", constants={"m": "1"}), "has no constant m"),
    (request("count", "nowhere"), "cannot be read"),
]


def test_requests_that_cannot_be_answered(server):
    _, say, hear = server
    for message, text in UNANSWERED:
        say(message, request("count"))
        event = hear()
        assert event["event"] == "error", message
        assert event["error"] in ("UsageError", "ProgramError"), message
        assert text in event["message"], message
        assert hear()["event"] == "end", message
        while (event := hear())["event"] != "end":
            assert event["event"] == "outcome", message
            last = event
        assert last["count"] == 92, message


def test_a_request_is_cancelled(server, own):
    _, say, hear = server
    say(request("solve", own(MANY, n=40).program.path, constants={"n": "40"}, options={"models": 0}))
    assert hear()["event"] == "outcome"
    assert hear()["event"] == "solution"
    say({"cancel": True}, request("count"))
    events = [hear()]
    while events[-1]["event"] != "end":
        events.append(hear())
    assert (events[-2]["event"], events[-2]["reason"]) == ("error", "cancel")
    assert hear()["event"] == "outcome"


def test_a_worker_ignores_ctrl_c_and_ends_with_its_input(server, own):
    process, say, hear = server
    process.send_signal(signal.SIGINT)
    say(request("count"))
    assert hear()["event"] == "outcome"
    say(request("count", own(ENDLESS).program.path))
    work(process.pid)
    process.stdin.close()
    assert process.wait(HUNG) == 0


def test_what_is_written_to_standard_output_does_not_stand_between_events(server):
    """clingo warns of more threads than processors there are on C's standard error; nothing else may come."""
    _, say, hear = server
    say(request("solve", options={"threads": "8"}))
    assert [hear()["event"] for _ in range(4)] == ["outcome", "solution", "outcome", "end"]


def test_the_documented_session_runs(server):
    """docs/json.md shows lines that go in and come out."""
    _, say, hear = server
    text = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    block = text.partition("```worker\n")[2].partition("```")[0]
    lines = [line for line in block.splitlines() if line]
    assert len(lines) > 3
    for line in lines:
        sign, message = line[0], line[2:]
        if sign == ">":
            say(message.replace("asp/", f"{ROOT}/asp/"))
        else:
            event, shown = hear(), json.loads(message)
            for fields in (event, shown):
                for name in ("seconds", "grounded"):
                    fields.pop(name, None)
            assert event == shown

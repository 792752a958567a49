"""What comes from outside at the wrong moment: poisoned lines, signals at work, connections that are held."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest
from conftest import COMMAND, HUNG, environment, started
from serving import Site

LINUX = pytest.mark.skipif(not os.path.isdir("/proc"), reason="looks at processes in /proc")
GOOD = b'{"puzzle":"tents","board":"size(1,2). tree(1,1)."}'
BOARD = b'{"puzzle":"tents","board":"size(2,2). tree(1,1).",'
DEEP = b"[" * 200_000
# Each is answered by a line; those in the first list by one with a count.
HARMLESS = [
    BOARD + rest for rest in (b'"id":"\\ud800"}', b'"answer":"\\ud800"}', b'"id":[1]}', b'"answer":["\\ud800"]}')
]
POISON = [
    *(BOARD + rest for rest in (b'"from":[]}', b'"from":{}}', b'"constants":{"n":"\\ud800"}}', b'"constants":[1]}',
                                b'"puzzle":"\\ud800"}', b'"puzzle":"tents\\u0000"}', b'"puzzle":"../tents"}')),
    DEEP, b'{"puzzle":"tents","board":' + DEEP + b"]" * len(DEEP) + b"}", b'{"id":' + b"9" * 5000 + b"}",
    b'{"puzzle":"tents","board":"' + b"(" * 100_000 + b'."}', b'{"puzzle":["tents"],"board":"size(2,2)."}',
    b'{"puzzle":"tents","board":{"a":1}}', b'{"puzzle":"tents","board":true}', b'{"puzzle":"tents","board":"\\u0000"}',
    b'{"puzzle":"tents","board":"size(2,2). tree(1,1).\\ud800"}', b"\xff\xfe", b"null", b"1", b'"x"', b"\0",
]  # fmt: skip


def batch(*arguments, folder, **options):
    return subprocess.run(
        [*COMMAND, "batch", *arguments], cwd=folder, env=environment(), capture_output=True, timeout=HUNG, **options
    )


def test_one_line_never_ends_a_batch(tmp_path):
    """Whatever a line holds, it is answered by a line, and so are all others."""
    poisoned = [line for poison in (*HARMLESS, *POISON) for line in (GOOD, poison)]
    (tmp_path / "boards.jsonl").write_bytes(b"\n".join(poisoned))
    result = batch("count", "boards.jsonl", "-j", "1", folder=tmp_path)
    assert b"Traceback" not in result.stderr
    assert result.returncode == 2
    told = list(map(json.loads, result.stdout.splitlines()))
    assert len(told) == len(poisoned)
    assert [line["count"] for line in told[::2]] == [1] * (len(poisoned) // 2)
    answers = told[1::2]
    assert [line["count"] for line in answers[: len(HARMLESS)]] == [2] * len(HARMLESS)
    for line, poison in zip(answers[len(HARMLESS) :], POISON, strict=True):
        assert line["status"] == "faulty", poison[:60]
        assert "fault of puzzasp" not in line["error"], poison[:60]


@LINUX
def test_a_file_may_have_any_name(tmp_path):
    (tmp_path / os.fsdecode(b"\xff.lp")).write_text("size(1,2). tree(1,1).")
    result = batch("count", "tents", ".", folder=tmp_path)
    assert (result.returncode, json.loads(result.stdout)["count"]) == (0, 1)


@pytest.mark.parametrize(("line", "command"), [(DEEP, "count"), (b'{"id":"tents-1","form":"zz"}', "generate")])
def test_what_cannot_be_gone_on_with_is_left_as_it_is(line, command, tmp_path):
    (tmp_path / "out.jsonl").write_bytes(line + b"\n")
    places = ["6x6"] if command == "count" else ["-n", "1"]
    result = batch(command, "tents", *places, "-o", "out.jsonl", "--resume", folder=tmp_path)
    assert result.returncode == 2
    assert b"out.jsonl:1: this is no line of a batch" in result.stderr
    assert (tmp_path / "out.jsonl").read_bytes() == line + b"\n"


# The server of the page

ALL = {"op": "solve", "puzzle": "queens", "constants": {"n": 14}, "all": True, "seconds": 600}
GROUNDING = {"op": "solve", "puzzle": "tents", "stored": "6x6"}
GROUNDING["program"] = "#show p/1.\nn(0). n(X+1) :- n(X).\np(X) :- n(X).\n"


@contextlib.contextmanager
def page(folder):
    """The command ``web`` at work; what it writes beside goes to a folder."""
    with started(
        [*COMMAND, "web", "--no-browser", "--port", "0"], env=environment(TMPDIR=str(folder)),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    ) as process:  # fmt: skip
        port, token = re.search(r":(\d+)/#token=(\S+)", process.stdout.readline()).groups()
        site = Site(process, int(port))
        site.token = token
        yield site


@LINUX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("work", [[], [ALL], [GROUNDING, ALL, ALL]], ids=["idle", "searching", "queueing"])
def test_a_signal_ends_the_server_at_work(number, work, tmp_path):
    """At once, with the status of what is interrupted, its folder gone, and the page knows why."""
    with page(tmp_path) as server:
        connections = [server.send(request) for request in work]
        answers = [connection.getresponse() for connection in connections]
        if ALL in work:
            assert answers[work.index(ALL)].readline()
        below = set(server.workers())
        assert below
        begin = time.monotonic()
        server.process.send_signal(number)
        last = [list(answer)[-1] for answer in answers]
        errors = server.process.stderr.read()
        assert server.process.wait(HUNG) == 130
        assert time.monotonic() - begin < 2 * slow()
        assert "Traceback" not in errors
        assert list(tmp_path.iterdir()) == []
        for line in last:
            event = json.loads(line)
            assert (event["event"], event["message"]) == ("error", "the server was ended")
        for connection in connections:
            connection.close()
        assert not any(map(alive, below))


def alive(pid):
    """Whether a process is at work, and no zombie."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def slow():
    """How much slower than an idle one the machine is now."""
    begin, used = time.monotonic(), time.process_time()
    sum(range(2_000_000))
    return max(1.0, (time.monotonic() - begin) / (time.process_time() - used)) * 2


@LINUX
def test_connections_that_are_held_do_not_shut_others_out(tmp_path):
    with page(tmp_path) as server, contextlib.ExitStack() as stack:
        for number in range(510):
            held = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            if number % 3 == 1:
                held.sendall(b"POST /api/run HTTP/1.1\r\nHost: localhost\r\nX-")
            elif number % 3 == 2:
                head = f"x-puzzasp-token: {server.token}\r\ncontent-type: application/json\r\ncontent-length: 90"
                held.sendall(f"POST /api/run HTTP/1.1\r\nHost: localhost\r\n{head}\r\n\r\n".encode() + b'{"op": ')
        assert server.ask("check", stored="6x6")[-1]["event"] == "checked"
        assert server.get("/")[0] == 200

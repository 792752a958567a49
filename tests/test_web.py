"""The server of the page: what it answers, whom it refuses, and what it stops."""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest
from conftest import HUNG, ROOT
from serving import ENDLESS, Site, site

from pyclingo_app import Library, load
from pyclingo_app.web.operations import OPERATIONS, handle
from pyclingo_app.web.session import Session

STATIC = ROOT / "pyclingo_app" / "web" / "static"
TENTS = (ROOT / "asp" / "tents.lp").read_text(encoding="utf-8")
LINUX = pytest.mark.skipif(not os.path.isdir("/proc"), reason="looks at processes in /proc")
HINT = {"op": "hint", "puzzle": "tents", "stored": "6x6"}


@pytest.fixture
def session(tmp_path):
    return Session(Library(), str(tmp_path))


@cache
def kinds():
    """The puzzles by their kinds, as the page is told of them."""
    (catalogue,) = (event for event in ask(Session(Library(), ""), "catalogue") if event["event"] == "catalogue")
    return catalogue["kinds"]


def ask(session, op, puzzle="tents", **request):
    return list(handle(session, {"op": op, "puzzle": puzzle, **request}))


# What it answers


def test_the_page_begins_with_what_the_command_line_says():
    for words, start in [
        ([], {}),
        (["tents"], {"puzzle": "tents"}),
        (["sudoku-x"], {"puzzle": "sudoku", "constants": {"diagonals": "1"}}),
        (["tents", "6x6"], {"puzzle": "tents", "stored": "6x6"}),
        (["tents", "instances/6x6.lp"], {"puzzle": "tents", "board": (ROOT / "instances/6x6.lp").read_text()}),
        (["https://puzz.link/p?tents/2/2/"], {"puzzle": "tents", "board": "https://puzz.link/p?tents/2/2/"}),
    ]:
        command = [sys.executable, "-m", "pyclingo_app", "web", *words, "--no-browser", "--port", "0"]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = process.stdout.readline()
            port, token = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#token=(\S{32})\n", address).groups()
            connection = Site(process, int(port)).send({}, path="/api/start", x_puzzasp_token=token)
            assert json.load(connection.getresponse()) == start, words
            connection.close()
        finally:
            process.terminate()
            status = process.wait(HUNG)
            process.stdout.close()
        assert status == 130


def test_a_puzzle_that_the_library_does_not_have_comes_with_its_rules(session):
    (begun,) = ask(session, "template", puzzle="")
    mine = {"puzzle": "mine", "program": begun["program"], "board": begun["facts"], "form": "facts"}
    (rules,) = ask(session, "rules", **mine)
    assert rules["about"]["title"] == "Template"
    assert ask(session, "open", **mine)[0]["drawing"]["width"] == 4
    assert ask(session, "solve", **mine)[-1]["count"] == 2
    fewer = mine["program"].replace("#show", "% No stone lies at (1, 2).\n:- stone(1, 2).\n\n#show", 1)
    (told, *lost) = ask(session, "compare", **{**mine, "program": fewer, "original": mine["program"], "drawn": True})
    assert told["new"] == []
    assert len(lost) == told["lost"] > 0
    for wrong in ({"puzzle": "mine"}, {**mine, "puzzle": "../mine"}, {**mine, "stored": "3x4"}):
        assert ask(session, "open", **wrong)[-1]["message"].startswith("there is no puzzle ")
    outside = {**mine, "program": '#include "/etc/hostname".'}
    assert "only files of the library" in ask(session, "open", **outside)[-1]["message"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["tent"], "there is no puzzle tent"),
        (["tents", "7x7"], "tents has no instance 7x7"),
        (["tents", "--port", "99999"], "cannot listen on port 99999"),
    ],
)
def test_what_cannot_be_served(words, error):
    command = [sys.executable, "-m", "pyclingo_app", "web", *words, "--no-browser"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HUNG)
    assert done.returncode == 2
    assert error in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.some
@pytest.mark.parametrize("name", Library().names())
def test_a_player_can_set_all_that_an_answer_holds(session, name):
    """What can be set and what is given are together each answer; what is given is in it."""
    about = next(one for kind in kinds() for one in kind["puzzles"] if one["name"] == name)
    board, moves = ask(session, "open", name, stored=about["begin"])
    request = {"board": board["facts"], "form": "facts", "constants": board["constants"]}
    solution, _ = ask(session, "solve", name, **request)
    can = {move["atom"] for move in moves["moves"]}
    given = set(moves["certain"])
    answer = [atom for atom in solution["atoms"] if atom in can]
    assert answer
    assert {atom for atom in given if atom[0] != "-"} <= set(solution["atoms"])
    assert not {atom[1:] for atom in given if atom[0] == "-"} & set(solution["atoms"])
    (checked,) = ask(session, "check", name, answer=[*moves["certain"], *answer], **request)
    assert checked["right"]
    (hint,) = ask(session, "hint", name, answer=[*moves["certain"], *answer], **request)
    assert hint["status"] == "complete"


def test_errors_speak_of_the_page_and_not_of_commands(session):
    (told,) = ask(session, "recognise", text="https://puzz.link/p?nonsense/5/5/1")
    assert told["hint"] == "Those that there are stand on the page, by kind."
    # Eleven holes for twelve pigeons, which no search is through with soon.
    crowded = "{ in(P, 1..11) } = 1 :- P = 1..12.\n:- in(P, H), in(Q, H), P < Q.\n"
    (told,) = ask(session, "solve", stored="6x6", program=TENTS.replace("#show", f"{crowded}#show", 1), seconds=0.1)
    assert (told["message"], told["reason"]) == ("stopped, as it took too long", "time")
    assert "seconds" not in told["hint"]


def test_a_slip_of_the_pen_is_told_from_a_remark(session):
    for rule, severity in ((":- tnet(1, C).", "warning"), (":- tent(1, C), tree(1, C).", "remark")):
        (told,) = ask(session, "rules", program=TENTS.replace("#show", f"\n{rule}\n\n#show", 1))
        assert {fault["severity"] for fault in told["faults"]} >= {severity}
        assert severity == "warning" or "warning" not in {fault["severity"] for fault in told["faults"]}


def test_what_is_played_is_drawn_and_checked(session):
    drawn, checked = ask(session, "play", stored="6x6", answer=["tent(1,1)", "-tent(2,1)"], check=True)
    assert drawn["drawing"]["marks"][0] == [1, 1, ["tent"]]
    assert [2, 1] in drawn["drawing"]["empty"]
    assert checked["wrong"]
    assert "  Tents stand only beside trees." in checked["lines"]


def test_why_not(session):
    (told,) = ask(session, "why", stored="6x6", atom="tent(1,1)")
    assert told["event"] == "impossible"
    assert told["lines"][-1] == "You suppose a tent at (1, 1), but no tent at (1, 1): impossible."
    (told,) = ask(session, "why", stored="6x6", atom="-tent(1,2)")
    assert told["event"] == "impossible"
    (told,) = ask(session, "why", stored="6x6", atom="tent(1,2)", answer=["-tent(1,2)", "-tent(1,1)"])
    assert told["event"] == "possible"
    (told,) = ask(session, "why", stored="6x6-many-a", atom="tent(1,5)", answer=["tent(1,4)"])
    assert "On your board: a tent at (1, 4)" in "\n".join(told["lines"])
    (told,) = ask(session, "why", stored="6x6", atom="tree(1,2)")
    assert told["event"] == "error"


def test_a_mistake_that_breaks_no_rule_yet_is_explained(session):
    request = {"stored": "8x8-a", "answer": ["tent(3,8)"]}
    (checked,) = ask(session, "check", **request)
    assert checked["wrong"]
    assert checked["unbroken"]
    start, *steps, last = ask(session, "explain", onward=True, **request)
    assert [3, 8, ["tent"]] in start["drawing"]["marks"]
    assert [step["number"] for step in steps] == [*range(1, len(steps) + 1)]
    assert any("a tent at (3, 8)" in line for each in (*steps, last) for line in each["lines"])
    assert last["conflict"]
    assert any("impossible" in line for line in last["lines"])
    assert not ask(session, "explain", **request)[-1]["conflict"]
    (checked,) = ask(session, "check", stored="6x6", answer=["tent(1,1)"])
    assert checked["wrong"]
    assert not checked["unbroken"]


def test_all_solutions_are_counted_and_some_drawn(session):
    events = ask(session, "solve", "queens", all=True)
    assert sum(event["event"] == "solution" for event in events) == 60
    assert (events[-1]["count"], events[-1]["drawn"]) == (92, 60)


def test_a_new_board_is_what_generate_makes(session):
    made = ask(session, "generate", "norinori", size=[6, 6], seed=3)[-1]
    puzzle = load("norinori")
    assert made["facts"] == puzzle.generate(size=(6, 6), seed=3).text
    (opened, _) = ask(session, "open", "norinori", board=made["facts"], form="facts")
    (solved,) = (
        event for event in ask(session, "solve", "norinori", board=opened["facts"]) if event["event"] == "solved"
    )
    assert solved["text"] == "1 solution, the only one"


def test_a_board_is_written_for_others(session):
    url = "https://puzz.link/p?tents/6/6/120212203021k33214381"
    (known,) = ask(session, "recognise", text=url)
    assert known["puzzle"] == "tents"
    board, _ = ask(session, "open", board=url)
    texts = {event["form"]: event["text"] for event in ask(session, "export", board=board["facts"], form="facts")}
    assert texts["url"].strip() == url
    assert {"facts", "text", "json", "gameid"} <= texts.keys()


def test_edited_rules_solve_draw_hint_and_explain(session):
    rule = "\n% No queen stands on the falling diagonal.\n:- queen(R, R).\n"
    program = load("queens").program
    with open(program.path, encoding="utf-8") as file:
        edited = file.read().replace("\n#show", rule + "\n#show", 1)
    request = {"puzzle": "queens", "program": edited, "constants": {"n": 8}}
    assert ask(session, "solve", **request, all=True)[-1]["count"] == 28
    rules = ask(session, "rules", **request)[-1]
    assert rules["sentences"][-1]["text"] == "No queen stands on the falling diagonal."
    (checked,) = ask(session, "check", **request, answer=["queen(3,3)"])
    assert "  No queen stands on the falling diagonal." in checked["lines"]
    (hint,) = ask(session, "hint", **request)
    assert hint["levels"][2][0] == "No queen stands on the falling diagonal."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("tent(R, C) } :-", "tent(R C) } :-"), "unexpected"),
        ((":- tent(R, C), not site(R, C).", ":- tent(R, C), not site(R, X)."), "unsafe"),
    ],
)
def test_faults_of_edited_rules_have_their_line(session, change, said):
    line = TENTS[: TENTS.index(change[0])].count("\n") + 1
    event = ask(session, "open", stored="6x6", program=TENTS.replace(*change))[-1]
    assert event["event"] == "error"
    assert event["faults"][0]["line"] == line
    assert said in event["faults"][0]["text"]


def test_what_is_no_request_is_an_error(session):
    for request in [None, [], {}, {"op": "fly"}, {"op": []}, {"op": "open"}, {"op": "open", "puzzle": ["tents"]}]:
        assert [event["event"] for event in handle(session, request)] == ["error"]
    wrong = [
        {"stored": "../6x6"}, {"stored": "/etc/passwd"}, {"board": 3}, {"constants": [1]}, {"answer": "tent"},
        {"answer": ["tent(1,1"]}, {"seconds": "x"}, {"seconds": 10**400}, {"program": ["x"]},
        {"puzzle": "../asp/tents"}, {"puzzle": "/etc/passwd"}, {"constants": {"n": "1).p("}},
    ]  # fmt: skip
    for request in wrong:
        assert ask(session, "hint", **{"stored": "", "board": "size(2,2).", **request})[-1]["event"] == "error", request


def test_nothing_about_a_puzzle_is_written_in_the_page():
    words = set(Library().names())
    for path in STATIC.glob("*"):
        if not path.name.startswith("codemirror"):
            assert not words & set(re.findall(r"\w+", path.read_text(encoding="utf-8"))), path


# Whom it refuses


def test_a_foreign_host_is_refused(server):
    assert server.status(HINT, Host=f"evil.example:{server.port}") == 400
    assert server.status(HINT, Host=f"localhost:{server.port}") == 200


def test_a_foreign_origin_is_refused(server):
    assert server.status(HINT, Origin="http://evil.example") == 403
    assert server.status(HINT, Origin="null") == 403
    assert server.status(HINT, Origin=server.address) == 200


def test_nothing_is_answered_without_the_token(server):
    for path in ("/api/run", "/api/start"):
        assert server.status(HINT, path=path, x_puzzasp_token=None) == 403
        assert server.status(HINT, path=path, x_puzzasp_token="wrong") == 403
        assert server.status(HINT, path=path) == 200


def test_what_is_no_json_is_refused(server):
    assert server.status(HINT, content_type="text/plain") == 415
    for body in ("[1, 2]", "{" * 100_000, "", "{}", '{"op": []}', '{"op": {}}', '{"op": "fly"}', '{"op": null}'):
        assert server.status(None, body=body) == 400, body[:20]


def test_a_time_limit_is_a_number_of_seconds(server):
    for seconds in ("1" * 400, "1" * 5000, "1e400", "NaN", "Infinity", "-1", "601", "null", '"x"', "[]"):
        connection = server.send(
            None, body=f'{{"op": "check", "puzzle": "tents", "stored": "6x6", "seconds": {seconds}}}'
        )
        response = connection.getresponse()
        assert response.status == 400, seconds[:20]
        assert json.load(response)["message"]
        connection.close()
    assert server.ask("check", stored="6x6", seconds=600)[-1]["event"] == "checked"


def test_a_body_has_a_limit(server):
    assert server.status({**HINT, "board": "x" * (1 << 20)}) == 413
    assert server.status(HINT) == 200


def test_no_script_but_the_own_files_can_run(server):
    status, headers, body = server.get("/")
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert (status, policy["default-src"], policy["script-src"]) == (200, "'none'", "'self'")
    page = body.decode()
    assert re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL) == [""]
    assert not re.search(r"\son\w+=|javascript:", page)
    for path in STATIC.iterdir():
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) < 500 or path.name.startswith("codemirror")
        if path.suffix == ".js" and path.name != "codemirror.js":
            assert not re.search(
                r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|https?://(?!www\.w3)", text
            ), path


def test_only_the_files_of_the_page_are_served(server):
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/app.py", "/static/"):
        assert server.get(path)[0] in (404, 405), path
    assert server.get("/static/main.js")[0] == 200


def test_markup_in_a_board_is_escaped(server):
    mark = '<img src=x onerror="alert(1)">'
    events = server.ask(
        "open", "flow", board=f"size(2,2). terminal(1,1,{json.dumps(mark)}). terminal(2,2,{json.dumps(mark)})."
    )
    assert events[0]["event"] == "board"
    assert "&lt;img" in events[0]["svg"]
    assert "<img" not in events[0]["svg"] + "".join(tool["svg"] for tool in events[1]["tools"])


@pytest.mark.parametrize(
    "line",
    ['#include "/etc/passwd".', '#include "../tents.lp".', '#include "lib/../../etc/passwd".', "#include <incmode>.",
     '#include "lib/none.lp".', '#include"tents.lp".', "#script (python) import os #end."],
)  # fmt: skip
def test_edited_rules_include_only_the_library(server, line):
    (event,) = server.ask("rules", program=line)
    assert event["event"] == "error"
    assert "root:" not in json.dumps(event)
    (event,) = server.ask("rules", program=TENTS)
    assert event["event"] == "rules", event


# What it stops


@LINUX
def test_memory_and_time_of_a_request_are_limited():
    with site(memory=400, seconds=2, patience=1) as server:
        (event,) = server.ask("solve", stored="6x6", program=TENTS + ENDLESS)
        assert event["reason"] in ("memory", "time")
        big = "p(1..3000). q(X,Y,Z) :- p(X), p(Y), p(Z), X+Y+Z < 0."
        (event,) = server.ask("solve", stored="6x6", program=f"{TENTS}\n#program base.\n{big}\n", seconds=0.5)
        assert event["reason"] == "time"
        assert server.ask("check", stored="6x6")[-1]["event"] == "checked"
        assert len(server.workers()) <= 2


@LINUX
def test_a_request_that_is_left_is_ended_and_its_memory_is_back(server):
    server.ask("check", stored="6x6")
    before = max(server.workers().values())
    connection = server.send({"op": "solve", "puzzle": "tents", "stored": "6x6", "program": TENTS + ENDLESS})
    server.until(lambda memory: memory > before + 100)
    connection.close()
    server.until(lambda memory: memory < before + 20)
    assert server.ask("check", stored="6x6")[-1]["event"] == "checked"


def test_a_hundred_requests_at_once_are_answered(server):
    boards = [board for board in sorted(load("tents").instances()) if board.startswith("4x4")]
    expected = {board: len(list(load("tents").solve(load("tents").read(board), models=2))) for board in boards}
    wishes = [boards[k % len(boards)] for k in range(100)]

    def count(board):
        return server.ask("solve", stored=board)[-1]["count"]

    with ThreadPoolExecutor(100) as threads:
        counts = list(threads.map(count, wishes))
    assert counts == [expected[board] for board in wishes]


def test_slow_readers_do_not_keep_others_waiting():
    with site(seconds=2, patience=1) as server:
        # More than the buffers of the connection hold.
        wish = {"op": "solve", "puzzle": "queens", "constants": {"n": 30}, "all": True, "seconds": 600}
        slow = [server.send(wish) for _ in range(2)]
        assert server.ask("check", stored="6x6")[-1]["event"] == "checked"
        for connection in slow:
            connection.close()


def test_each_operation_is_tried():
    """Those that the tests here do not name are tried by the page's."""
    tried = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("test_*.py"))
    page = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
    for name in OPERATIONS:
        assert f'"{name}"' in tried or f'"{name}"' in page, name


@LINUX
def test_mixed_requests_are_answered_right_and_leave_nothing():
    """A small part of what benchmarks/web.py sends."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    import web

    server = web.Server()
    tally = web.run(server, 8, 1, 1)
    assert (tally.right, tally.wrong) == (8, 0)
    assert server.end() == []

"""Many boards: each gets its right line, whatever happens to the others, to the workers and to the batch itself."""

import contextlib
import csv
import json
import os
import re
import signal
import subprocess
from pathlib import Path
from random import Random

import jsonschema
import pytest
from conftest import COMMAND, HUNG, environment, started
from genres import facts_of, find
from processes import children, gone, until
from test_json import REGISTRY, SCHEMAS
from test_worker import ENDLESS, PIGEONS

import pyclingo_app as puzzasp
from pyclingo_app import UsageError, load, parse_facts
from pyclingo_app.batches.boards import Item
from pyclingo_app.batches.engine import judged
from pyclingo_app.batches.queue import Order, Queue
from pyclingo_app.formats.boards import parted
from pyclingo_app.jobs import client
from pyclingo_app.jobs.verdict import Verdict
from pyclingo_app.write.lines import Summary

TENTS = find("tents")
URLS = ["https://puzz.link/p?tents/6/6/120212203021k33214381", "https://puzz.link/p?norinori/5/5/cag4ocjo"]
# A term as deep as this one ends clingo's parser, and its process, by a segmentation fault.
DEEP = f"p({'f(' * 100_000}1{')' * 100_000}).\n#show p/1.\n"


# Both ways to put four queens on a board, one with two in a row, and one of which a queen is missing.
QUEENS = [
    ["queen(1,2)", "queen(2,4)", "queen(3,1)", "queen(4,3)"],
    ["queen(1,3)", "queen(2,1)", "queen(3,4)", "queen(4,2)"],
    ["queen(1,2)", "queen(2,4)", "queen(3,1)", "queen(3,4)"],
    ["queen(1,3)", "queen(2,1)", "queen(3,4)"],
]


def text(facts):
    """Facts as a text."""
    return " ".join(f"{name}({','.join(map(str, arguments))})." for name, *arguments in facts) + "\n"


def tiny(number, seed=1):
    """Tiny boards of tents, each with its number of solutions, counted by trying all answers there are."""
    random = Random(seed)
    boards = [TENTS.board(random) for _ in range(number)]
    return [text(board) for board in boards], [TENTS.brute(board) for board in boards]


def lines(result_or_path, schema="commands/batch"):
    """The lines of a batch, each valid by its schema."""
    content = result_or_path.read_text() if isinstance(result_or_path, Path) else result_or_path.stdout
    validator = jsonschema.Draft202012Validator(SCHEMAS[f"{schema}.json"], registry=REGISTRY)
    found = list(map(json.loads, content.splitlines()))
    for line in found:
        validator.validate(line)
    return found


def timeless(found):
    """Lines without what is never the same twice."""
    return [{name: value for name, value in line.items() if name != "seconds"} for line in found]


@pytest.fixture
def boards(tmp_path):
    """A file of JSON lines with tiny boards of tents, of which a hundred differ, and their numbers of solutions."""

    def write(number):
        texts, counts = tiny(min(number, 100))
        requests = ({"id": f"b{k}", "puzzle": "tents", "board": texts[k % 100]} for k in range(number))
        (tmp_path / "boards.jsonl").write_text("".join(json.dumps(request) + "\n" for request in requests))
        return [counts[k % 100] for k in range(number)]

    return write


# Where boards come from


def test_counts_are_those_of_trying_all_answers(run, boards):
    counts = boards(150)
    assert {0, 1} < set(counts)
    result = run("batch", "count", "boards.jsonl", "-j", "2")
    found = lines(result)
    assert (result.returncode, [line["count"] for line in found]) == (0, counts)
    assert [line["unique"] for line in found] == [count == 1 for count in counts]
    assert [line["id"] for line in found] == [f"b{k}" for k in range(150)]
    assert "150 boards" in result.stderr


def test_boards_in_directories_files_addresses_and_standard_input(run, tmp_path):
    texts, counts = tiny(12)
    folder = tmp_path / "archive" / "tents"
    folder.mkdir(parents=True)
    for k in range(11):
        (folder / f"{k}.lp").write_text(texts[k])
    (folder / ".hidden").write_text("no board")
    # The puzzle is that of the directory; files come in natural order.
    found = lines(run("batch", "count", "archive"))
    assert [line["id"] for line in found] == [f"archive/tents/{k}.lp" for k in range(11)]
    assert [line["count"] for line in found] == counts[:11]
    drawings = [run("show", "tents", folder / f"{k}.lp", "-f", "ascii").stdout for k in range(3)]
    (tmp_path / "some.txt").write_text("% Three boards.\n\n" + "\n".join(drawings) + "\n1 solution, the only one\n")
    (tmp_path / "urls.txt").write_text("\n".join(URLS) + "\n")
    one = json.dumps({"puzzle": "tents", "board": texts[0]})
    places = ["archive/tents/0.lp", "some.txt", "urls.txt", URLS[0], "6x6", "some.txt#2", "-"]
    found = lines(run("batch", "count", "tents", *places, stdin=one))
    names = ["archive/tents/0.lp", "some.txt#1", "some.txt#2", "some.txt#3", "urls.txt:1", "urls.txt:2", URLS[0]]
    assert [line["id"] for line in found][:7] == names
    assert [line["id"] for line in found][8:] == ["some.txt#2", "-:1"]
    assert [line["count"] for line in found] == [counts[0], *counts[:3], 1, None, 1, 1, counts[1], counts[0]]
    # Named first, tents is the puzzle of all that do not say theirs; an address of another one is refused.
    assert "this is a board of norinori, not of tents" in found[5]["error"]
    found = lines(run("batch", "count", "-", stdin="\n".join(URLS)))
    assert [(line["puzzle"], line["count"]) for line in found] == [("tents", 1), ("norinori", 1)]


def test_boards_below_a_directory_that_has_the_name_of_a_puzzle(run, tmp_path):
    texts, counts = tiny(3)
    folder = tmp_path / "archive" / "tents" / "hard" / "very"
    folder.mkdir(parents=True)
    for name, board in zip(("a.lp", "../b.lp", "../../c.lp"), texts, strict=True):
        (folder / name).write_text(board)
    for place in ("archive", "archive/tents"):
        found = lines(run("batch", "count", place))
        assert [line["count"] for line in found] == [counts[2], counts[1], counts[0]]
    # What is above the directory that is named says nothing.
    (line,) = lines(run("batch", "count", "archive/tents/hard/very"))
    assert "which puzzle is this of?" in line["error"]


def test_where_there_are_no_boards(run, tmp_path):
    (tmp_path / "empty" / "below").mkdir(parents=True)
    (tmp_path / "empty.jsonl").write_text("\n")
    for place, name in (("empty", "empty"), ("empty.jsonl", "empty.jsonl"), ("-", "standard input")):
        result = run("batch", "count", "tents", place, "-o", "out.jsonl", stdin="")
        assert (result.returncode, f"there are no boards in {name}" in result.stderr) == (2, True), result.stderr
    assert not (tmp_path / "out.jsonl").exists()


def test_each_line_may_be_a_board(run, tmp_path):
    board = "1...\n..2.\n.3..\n...4\n"
    (tmp_path / "square.txt").write_text(board)
    (tmp_path / "flat.txt").write_text(f"{board.replace(chr(10), '')}\n" * 3)
    count = lines(run("batch", "count", "sudoku", "square.txt"))[0]["count"]
    assert count > 0
    assert [line["count"] for line in lines(run("batch", "count", "sudoku", "flat.txt", "--lines"))] == [count] * 3


@pytest.mark.parametrize(
    ("text", "announced", "parts"),
    [
        ("a b\nc d\n\n\ne f\n", False, ["a b\nc d", "e f"]),
        ("% One board:\na b\n\n% no board\n\nno solution\n", False, ["% One board:\na b"]),
        ("2 2\n. .\n. .\n2 2\n. .\n\n. .\n0 0\nrest\n", True, ["2 2\n. .\n. .", "2 2\n. .\n. ."]),
        ("2 3\n. 4\n2 1\n5 6\n1 2\n3\n", True, ["2 3\n. 4\n2 1\n5 6", "1 2\n3"]),
        ("2 2\n1 2\n3 4\n", True, ["2 2\n1 2\n3 4"]),
        ("3 3\n. . .\n. . .\n3 1\n1 2 3\n", True, ["3 3\n. . .\n. . .", "3 1\n1 2 3"]),
        ("", False, []),
    ],
)
def test_texts_are_parted_without_reading_on(text, announced, parts):
    assert list(parted(text.splitlines(), lambda: announced)) == parts


def test_a_text_is_read_no_further_than_asked():
    taken = []

    def endless():
        while True:
            taken.append(1)
            yield from ("a b", "")

    several = parted(endless(), lambda: False)
    assert [next(several) for _ in range(3)] == ["a b"] * 3
    assert len(taken) < 8


def test_what_is_faulty_is_a_line_that_says_why(run, tmp_path):
    (tmp_path / "bytes.txt").write_bytes(b"\x00\xff\xfe\x80")
    (tmp_path / "latin.jsonl").write_bytes(b'{"board": "ok"}\n{"board": "\xe9"}\n')
    (tmp_path / "empty.lp").write_text("")
    (tmp_path / "half.lp").write_text("size(4, 4). tree(1,")
    (tmp_path / "other.lp").write_text("size(4, 4). queen(1, 1).")
    requests = [
        {"id": "no board"},
        {"id": "no puzzle", "board": "size(2, x)."},
        {"id": "x", "puzzle": "tnets", "board": "a"},
    ]
    requests += [
        {"id": "form", "board": "a", "from": "pdf"},
        [],
        {"id": "c", "board": "size(2,2).", "constants": {"k": 1}},
    ]
    (tmp_path / "some.jsonl").write_text("".join(json.dumps(request) + "\n" for request in requests) + "{\n")
    result = run("batch", "count", "tents", *sorted(tmp_path.iterdir()), "6x6")
    *faulty, last = lines(result)
    assert (result.returncode, last["count"]) == (2, 1)
    assert {line["status"] for line in faulty} == {"faulty"}
    errors = {line["id"]: line["error"] for line in faulty}
    expected = {
        "bytes.txt": "UTF", "latin.jsonl:1": "", "latin.jsonl:2": "UTF-8", "empty.lp": "is empty",
        "half.lp": "half.lp:1:", "other.lp": "queen", "no board": "there is no board in it",
        "x": "Did you mean tents?", "form": "there is no format pdf", "some.jsonl:5": "there is no board",
        "c": "constant", "some.jsonl:7": "no JSON",
    }  # fmt: skip
    for name, words in expected.items():
        assert words in errors[name], name
    alone = lines(run("batch", "count", "some.jsonl"))
    assert "which puzzle is this of?" in next(line["error"] for line in alone if line["id"] == "no puzzle")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["cuont", "tents", "6x6"], "Did you mean count?"),
        (["count"], "there are no boards"),
        (["count", "tents"], "there are no boards"),
        (["count", "tnets", "6x6"], "Did you mean tents?"),
        (["count", "nowhere/x.lp"], "nowhere/x.lp: no such file"),
        (["convert", "tents", "6x6"], "needs the format"),
        (["count", "tents", "6x6", "--to", "url"], "takes no --to"),
        (["count", "tents", "6x6", "--size", "4x4"], "takes no --size"),
        (["count", "tents", "6x6", "-n", "4"], "takes no --models"),
        (["count", "tents", "6x6", "-j", "0"], "0 processes"),
        (["count", "tents", "6x6", "--time-limit", "0"], "time limit of 0"),
        (["count", "tents", "6x6", "--resume"], "-o"),
        (["count", "tents", "6x6", "-c", "k=1"], "constant"),
        (["solve", "tents", "6x6", "-o", "x.csv"], "CSV"),
        (["count", "tents", "6x6", "-o", "x.doc"], "suffix"),
        (["count", "tents", "6x6", "-o", "there.jsonl"], "there already"),
        (["count", "tents", "6x6", "-o", "there.jsonl", "--resume"], "no line of a batch"),
        (["generate", "tents", "queens"], "name of a puzzle"),
        (["generate", "tents", "-n", "0"], "0 boards"),
        (["generate", "tents", "--split", "90,5,5"], "-o"),
        (["generate", "tents", "--split", "90", "-o", "x"], "two or three shares"),
        (["generate", "tents", "--unordered"], "takes no --unordered"),
        (["count", "nowhere"], "there is no puzzle nowhere"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_use_is_refused(arguments, fault, run, tmp_path):
    (tmp_path / "there.jsonl").write_text("{}\n")
    result = run("batch", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert fault in result.stderr
    assert (tmp_path / "there.jsonl").read_text() == "{}\n"


# What is done with them


def test_solutions_are_right_by_the_rules_in_python(run, boards, tmp_path):
    counts = boards(40)
    texts, _ = tiny(40)
    for board, count, line in zip(texts, counts, lines(run("batch", "solve", "boards.jsonl")), strict=True):
        assert (line["solution"] is not None) == (count > 0)
        if line["solution"] is not None:
            answer = parse_facts("".join(f"{atom}." for atom in line["solution"]))
            assert TENTS.check(facts_of(parse_facts(board)), facts_of(answer)) == []


def test_unique_is_a_property(run, boards):
    counts = boards(30)
    result = run("batch", "unique", "boards.jsonl", "-f", "csv")
    rows = list(csv.DictReader(result.stdout.splitlines()))
    assert [row["unique"] for row in rows] == [str(count == 1).lower() for count in counts]
    assert result.returncode == 1
    assert run("batch", "unique", "tents", "6x6").returncode == 0


def test_forced_rated_explained_and_converted_as_by_the_commands_for_one(run):
    names = ["6x6", "6x6-many-a", "4x4-matching-b"]
    found = {what: lines(run("batch", what, "tents", *names)) for what in ("forced", "rate", "explain")}
    tents = load("tents")
    instances = [tents.read(name) for name in names]
    for instance, line in zip(instances, found["forced"], strict=True):
        common = tents.forced(instance)
        assert line["present"] == list(map(str, common.present))
        assert line["open"] == list(map(str, common.open))
        assert line["status"] == ("satisfiable" if common.satisfiable else "unsatisfiable")
    for name, instance, rated, explained in zip(names, instances, found["rate"], found["explain"], strict=True):
        rating = tents.rate(instance)
        assert rated["status"] == ("satisfiable" if rating.satisfiable else "unsatisfiable")
        if rating.satisfiable:
            assert (rated["grade"], rated["steps"], rated["unique"]) == (rating.grade, rating.steps, rating.complete)
            assert (explained["grade"], len(explained["path"])) == (rating.grade, rating.steps)
            said = run("explain", "tents", name).stdout
            for step in explained["path"]:
                assert all(part.strip() in said for part in step.split("\n"))
    assert ", but " in explained["path"][-1].split("\n")[-1]
    converted = lines(run("batch", "convert", "tents", "6x6", "--to", "url"))
    assert [line["text"] for line in converted] == [URLS[0] + "\n"]


def test_answers_are_checked(run, tmp_path):
    drawn = run("tents", "6x6", "-f", "ascii").stdout
    solved = load("tents").solve(load("tents").read("6x6"))
    atoms = [str(atom) for atom in next(iter(solved)).atoms]
    wrong = run("show", "tents", "6x6", "-f", "ascii").stdout
    requests = [
        {"board": URLS[0], "answer": "".join(f"{atom}." for atom in atoms)},
        {"board": URLS[0], "solution": atoms},
        {"board": URLS[0], "solution": atoms[1:]},
        {"board": URLS[0], "solution": ["tent(1,1)", *atoms]},
        {"board": URLS[0], "solution": ["tent(9,9)"]},
        {"board": drawn},
        {"board": wrong, "answer": ""},
    ]
    (tmp_path / "some.jsonl").write_text("".join(json.dumps({"puzzle": "tents", **each}) + "\n" for each in requests))
    result = run("batch", "check", "some.jsonl")
    found = lines(result)
    expected = ["right", "right", "incomplete", "wrong", "wrong", "right", "incomplete"]
    assert [line["status"] for line in found] == expected
    assert result.returncode == 1
    assert "Tents stand only beside trees." in found[3]["broken"]


def test_answers_that_are_judged_together_cost_only_themselves(run, boards, tmp_path):
    boards(90)
    texts, _ = tiny(90)
    solved = [line["solution"] or [] for line in lines(run("batch", "solve", "boards.jsonl"))]
    answers = [[atoms, atoms[1:], [*atoms, "tent(1,1)"], atoms][k % 4] for k, atoms in enumerate(solved)]
    facts = ["".join(f"{atom}." for atom in answer) for answer in answers]
    right = [
        TENTS.check(facts_of(parse_facts(board)), facts_of(parse_facts(answer))) == []
        for board, answer in zip(texts, facts, strict=True)
    ]
    assert {True, False} == set(right[::4]) | set(right[1::4])
    requests = [
        {"puzzle": "tents", "board": board, "answer": answer} for board, answer in zip(texts, facts, strict=True)
    ]
    several = [{"puzzle": "queens", "board": "size(4, 4).", "solution": atoms} for atoms in QUEENS * 3]
    large = {"board": "size(1000, 1000). tree(1, 1).", "answer": "tent(1, 2)."}
    others = [large, {"board": "size(4, 4). tree(1,", "answer": "tent(1, 1)."}, {"board": texts[0], "answer": "tent(1"}]
    requests += [*several, *({"puzzle": "tents", **other} for other in others)]
    random = Random(1)
    named = random.sample([{"id": str(k), **request} for k, request in enumerate(requests)], len(requests))
    (tmp_path / "some.jsonl").write_text("".join(json.dumps(request) + "\n" for request in named))
    result = run("batch", "check", "some.jsonl", "-j", "2", "--memory-limit", "300")
    found = {line["id"]: line for line in lines(result)}
    assert list(found) == [request["id"] for request in named]
    statuses = [found[str(k)]["status"] for k in range(len(requests))]
    assert [status == "right" for status in statuses[:90]] == right
    assert statuses[90:-3] == ["right", "right", "wrong", "incomplete"] * 3
    assert statuses[-3:] == ["unknown", "faulty", "faulty"]
    assert found[str(len(requests) - 3)]["stopped"] == "memory"
    assert all(line["broken"] for line in found.values() if line["status"] in ("wrong", "incomplete"))


def test_rules_constants_and_programs_of_ones_own(run, tmp_path):
    (tmp_path / "board.lp").write_text("size(8, 8).")
    (tmp_path / "rule.lp").write_text(":- queen(R, R).\n")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "coins.lp").write_text("{ head(1..n) }.\n#const n = 3.\n#defined size/2.\n#show head/1.\n")
    assert [line["count"] for line in lines(run("batch", "count", "queens", "board.lp"))] == [92]
    assert [line["count"] for line in lines(run("batch", "count", "queens", "board.lp", "--with", "rule.lp"))] == [28]
    for arguments, count in (([], 8), (["-c", "n=5"], 32)):
        (line,) = lines(run("--asp", "own", "batch", "count", "coins", "board.lp", *arguments))
        assert (line["puzzle"], line["count"]) == ("coins", count)
    (line,) = lines(run("batch", "count", "own/coins.lp", "board.lp"))
    assert line["count"] == 8


def test_a_program_on_one_line_is_no_board(run, tmp_path):
    (tmp_path / "coins.lp").write_text("{ head(1..3) }. #show head/1.\n")
    (tmp_path / "board.lp").write_text("x. % or with #show\n")
    assert [line["count"] for line in lines(run("batch", "count", "coins.lp", "board.lp"))] == [8]
    assert lines(run("batch", "count", "board.lp"))[0]["status"] == "faulty"


def test_as_they_end_or_in_order_the_lines_are_the_same(run, boards):
    boards(60)
    ordered = lines(run("batch", "count", "boards.jsonl", "-j", "2"))
    unordered = lines(run("batch", "count", "boards.jsonl", "-j", "2", "--unordered"))
    assert sorted(map(str, timeless(ordered))) == sorted(map(str, timeless(unordered)))


# Limits, and workers that die


def test_poisoned_boards_cost_only_themselves(run, tmp_path):
    (tmp_path / "endless.lp").write_text(ENDLESS)
    (tmp_path / "deep.lp").write_text(DEEP)
    (tmp_path / "pigeons.lp").write_text(PIGEONS.replace("1..11", "1..14").replace("1..12", "1..15"))
    texts, counts = tiny(60)
    requests = [{"id": k, "puzzle": "tents", "board": board} for k, board in enumerate(texts)]
    trees = " ".join(f"tree({r}, {r % 7 * 9 + 1})." for r in range(1, 1000))
    poison = {
        "large": {"puzzle": "tents", "board": f"size(1000, 1000). {trees}"},
        "too large": {"puzzle": "tents", "board": f"size(2500, 2500). {trees}"},
        "endless": {"puzzle": str(tmp_path / "endless.lp"), "board": "x(1)."},
        "deep": {"puzzle": str(tmp_path / "deep.lp"), "board": "x(1)."},
        "hard": {"puzzle": str(tmp_path / "pigeons.lp"), "board": "x(1)."},
        "broken": {"puzzle": "tents", "board": "size(2"},
    }
    for k, (name, board) in enumerate(poison.items()):
        requests.insert(7 + 11 * k, {"id": name, **board})
    (tmp_path / "some.jsonl").write_text("".join(json.dumps(request) + "\n" for request in requests))
    result = run("batch", "count", "some.jsonl", "-j", "2", "--time-limit", "3", "--memory-limit", "300")
    found = {line["id"]: line for line in lines(result)}
    assert [found[str(k)]["count"] for k in range(60)] == counts
    assert list(found) == [str(request["id"]) for request in requests]
    assert found["large"]["stopped"] in ("time", "memory")
    assert found["endless"]["stopped"] in ("time", "memory")
    assert found["hard"]["stopped"] == "time"
    assert found["deep"]["stopped"] == "died"
    assert found["broken"]["error"].startswith("broken:1:")
    assert "too large" in found["too large"]["error"]
    assert result.returncode == 2  # faulty before stopped


def test_a_worker_that_dies_twice_with_a_board_is_told(run, tmp_path):
    (tmp_path / "deep.lp").write_text(DEEP)
    requests = [{"puzzle": str(tmp_path / "deep.lp"), "board": "x(1)."}, {"puzzle": "queens", "board": "size(6, 6)."}]
    (tmp_path / "some.jsonl").write_text("".join(json.dumps(request) + "\n" for request in requests))
    result = run("batch", "count", "some.jsonl", "-j", "1")
    dead, queens = lines(result)
    assert (dead["status"], dead["stopped"], queens["count"], result.returncode) == ("unknown", "died", 4, 3)
    assert "ended twice" in dead["error"]


def test_workers_that_are_killed_are_replaced():
    texts, counts = tiny(80)
    items = (Item(str(k), "tents", {"board": board}) for k, board in enumerate(texts))
    found = []
    for number, (_, verdict) in enumerate(judged(Queue(items), Order("count"), 2)):
        found.append(verdict.count)
        if number == 5:  # once: a board with which two workers die is given up
            for process in list(client.WORKERS.all):
                os.kill(process.pid, signal.SIGKILL)
    assert found == counts


def test_no_more_is_read_than_may_wait():
    """A consumer that is slow keeps the boards waiting, not the verdicts; a head that is slow, too."""
    read = []

    def items():
        for k in range(5000):
            read.append(k)
            yield Item(str(k), None, error="faulty")

    queue = Queue(items())
    queue.waits()
    assert len(read) == 1000
    assert len(list(queue.due())) == 1000


def test_another_board_takes_the_place_of_one_that_is_revised():
    def revise(item, verdict):
        return item._replace(options={"board": "size(6, 6)."}) if verdict.count == 2 else verdict

    items = (Item(f"{n}", "queens", {"board": f"size({n}, {n})."}) for n in (3, 4, 5))
    found = [verdict.count for _, verdict in judged(Queue(items, revise=revise), Order("count"), 2)]
    assert found == [0, 4, 10]


# Ending early, and going on


def batching(tmp_path, *arguments, **options):
    return started(
        [*COMMAND, "batch", *map(str, arguments)], cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, **options
    )


def grown(path, number):
    return lambda: path.exists() and path.read_bytes().count(b"\n") >= number


def test_killed_at_any_moment_it_goes_on_with_the_same_lines(run, boards, tmp_path):
    boards(300)
    whole = lines(run("batch", "count", "boards.jsonl"))
    out = tmp_path / "out.jsonl"
    for number in (1, 60, 130, 220):
        before = out.read_bytes() if out.exists() else b""
        with batching(tmp_path, "count", "boards.jsonl", "-j", "2", "-o", out, "--resume") as process:
            until(grown(out, number))
            workers = children(process.pid)
            process.kill()
            process.wait()
        assert all(map(gone, workers))
        assert out.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    with out.open("ab") as file:
        file.write(b'{"id": "b2')  # as if it had been killed within a line
    result = run("batch", "count", "boards.jsonl", "-o", out, "--resume")
    assert result.returncode == 0
    assert timeless(lines(out)) == timeless(whole)
    assert re.search(r"300 boards, \d+ of them before", result.stderr)
    before = out.read_bytes()
    assert run("batch", "count", "boards.jsonl", "-o", out, "--resume").returncode == 0
    assert out.read_bytes() == before


def test_csv_is_gone_on_with(run, boards, tmp_path):
    counts = boards(20)
    out = tmp_path / "out.csv"
    run("batch", "count", "boards.jsonl", "-o", out)
    kept = out.read_text().splitlines(keepends=True)
    out.write_text("".join(kept[:8]) + kept[8][:5])
    run("batch", "count", "boards.jsonl", "-o", out, "--resume")
    rows = list(csv.DictReader(out.read_text().splitlines()))
    assert [int(row["count"]) for row in rows] == counts


def test_a_batch_is_gone_on_with_by_the_same_command_only(run, tmp_path):
    (tmp_path / "empty.lp").write_text("size(2, 2). tent_row(1, 0). tent_row(2, 0).")  # solved without any step
    places = ["tents", "6x6", "6x6-many-a", "4x4-matching-b", "empty.lp", "nosuch.txt#7"]
    (tmp_path / "nosuch.txt").write_text("1 2\n")
    commands = {"solve": [], "count": [], "unique": [], "forced": [], "rate": [], "explain": [], "check": []}
    commands["convert"] = ["--to", "url"]
    for command, more in commands.items():
        for suffix in ("jsonl", "csv") if command in ("count", "unique", "rate", "check") else ("jsonl",):
            out = tmp_path / f"{command}.{suffix}"
            arguments = ["batch", command, *places, *more, "-o", out]
            first = run(*arguments)
            assert first.returncode == 2, first.stderr
            before = out.read_bytes()
            again = run(*arguments, "--resume")
            assert (again.returncode, out.read_bytes()) == (2, before), again.stderr
            assert "5 boards, 5 of them before" in again.stderr
    for old, new in (("count", "solve"), ("solve", "count"), ("rate", "explain"), ("count", "check")):
        out = tmp_path / f"{old}.jsonl"
        before = out.read_bytes()
        refused = run("batch", new, *places, "-o", out, "--resume")
        assert (refused.returncode, out.read_bytes()) == (2, before)
        assert f"{old}.jsonl:1: this is no line of batch {new}" in refused.stderr


def test_only_one_batch_writes_to_a_file(run, boards, tmp_path):
    boards(20_000)
    with batching(tmp_path, "count", "boards.jsonl", "-j", "1", "-o", "out.jsonl") as process:
        until(grown(tmp_path / "out.jsonl", 5))
        other = run("batch", "count", "boards.jsonl", "-o", "out.jsonl", "--resume")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=HUNG)
    assert (other.returncode, "another batch is writing to out.jsonl" in other.stderr) == (2, True)
    found = lines(tmp_path / "out.jsonl")
    assert [line["id"] for line in found] == [f"b{k}" for k in range(len(found))]


def test_places_that_are_not_written_to(run, tmp_path):
    texts, counts = tiny(2)
    (tmp_path / "tents").mkdir()
    (tmp_path / "tents" / "a.lp").write_text(texts[0])
    out = tmp_path / "tents" / "out.jsonl"
    assert run("batch", "count", "tents", "-o", "tents").returncode == 2
    assert run("batch", "count", "tents", "./tents", "-o", out).returncode == 0
    (tmp_path / "tents" / "b.lp").write_text(texts[1])
    # What was written is no board.
    assert run("batch", "count", "tents", "./tents", "-o", out, "--resume").returncode == 0
    assert [line["count"] for line in lines(out)] == counts
    (tmp_path / "full.jsonl").symlink_to("/dev/full")
    for more, fault in (([], "No space left"), (["--resume"], "no file that can be gone on with")):
        result = run("batch", "count", "tents", "./tents", "-o", "full.jsonl", *more)
        assert (result.returncode, fault in result.stderr) == (2, True), result.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_an_interrupted_batch_leaves_whole_lines(number, boards, run, tmp_path):
    boards(20_000)
    out = tmp_path / "out.jsonl"
    with batching(tmp_path, "count", "boards.jsonl", "-j", "2", "-o", out) as process:
        until(grown(out, 50))
        workers = children(process.pid)
        process.send_signal(number)
        errors = process.communicate(timeout=HUNG)[1].decode()
        assert (process.returncode, "interrupted" in errors) == (130, True)
    assert all(map(gone, workers))
    found = lines(out)
    assert 50 <= len(found) < 20_000
    assert [line["id"] for line in found] == [f"b{k}" for k in range(len(found))]


def test_a_terminal_is_told_how_far_it_is(boards, tmp_path):
    boards(50_000)
    reader, terminal = os.openpty()
    command = [*COMMAND, "batch", "count", "boards.jsonl", "-o", "out.jsonl", "-j", "1"]
    with started(command, cwd=tmp_path, env=environment(), stderr=terminal) as process:
        os.close(terminal)
        told = b""
        with contextlib.suppress(OSError):  # it has ended
            while not re.search(rb"\d boards, \d+/s, \d+ %, \d+ (s|min|h) left", told):
                told += os.read(reader, 4096)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=HUNG)
    os.close(reader)
    assert b" left" in told, told


def test_news_and_closing_words():
    summary = Summary()
    for status, stopped in (("satisfiable", None), ("faulty", None), ("unknown", "time")):
        summary.add({"status": status, "stopped": stopped, "unique": None})
    words = summary.progress(0.25)
    assert re.fullmatch(r"3 boards, \d+/s, 1 faulty, 1 stopped, 25 %, \d+ s left", words), words
    assert re.fullmatch(r"3 boards, \d+/s, 1 faulty, 1 stopped", summary.progress(None))
    assert summary.closing(False) == "3 boards: 1 satisfiable, 1 faulty, 1 unknown, 1 stopped"


# In Python


def test_requests_in_python():
    boards = [
        {"puzzle": "queens", "board": "size(6, 6).", "id": "six"},
        {"puzzle": "tents", "board": URLS[0], "command": "rate"},
        {"board": URLS[1], "command": "solve"},
        {"puzzle": "queens", "board": "size(5", "command": "solve"},
        {"puzzle": "queens", "board": "size(5, 5).", "command": "sing"},
        {"puzzle": "queens", "command": "generate", "size": [5, 5], "seed": 1},
    ]
    six, rated, solved, broken, unknown, made = puzzasp.batch(boards, workers=2, time_limit=60)
    assert (six.id, six.count, six.unique) == ("six", 4, False)
    assert (rated.grade, rated.steps) == ("easy", 7)
    assert (solved.puzzle, len(solved.solution)) == ("norinori", 10)
    assert (broken.status, unknown.status) == ("faulty", "faulty")
    assert "there is no command sing" in unknown.error
    assert load("queens").count(puzzasp.Instance("", parse_facts(made.more["board"]))) == 1
    assert isinstance(made, Verdict)
    with pytest.raises(UsageError, match="0 processes"):
        puzzasp.batch([], workers=0)


def test_requests_are_read_as_they_are_needed():
    def endless():
        while True:
            yield {"puzzle": "queens", "board": "size(4, 4)."}

    verdicts = puzzasp.batch(endless())
    assert [next(verdicts).count for _ in range(5)] == [2] * 5
    verdicts.close()


def test_a_process_that_does_not_take_all_verdicts_ends(tmp_path):
    """Neither what is at work nor what waits keeps it, and nothing is left behind."""
    (tmp_path / "endless.lp").write_text(ENDLESS)
    code = """
import pyclingo_app
endless = [{"puzzle": "endless.lp", "board": "x(1)."}] * 9
verdicts = pyclingo_app.batch([{"puzzle": "queens", "board": "size(6, 6)."}, *endless])
print(next(verdicts).count)
"""
    command = [COMMAND[0], "-c", code]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=HUNG, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "4\n", "")

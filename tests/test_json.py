"""``-f json``: every command has it, it is valid by its schema in docs/schema/commands, and says what the text says."""

import json
import re

import jsonschema
import pytest
from conftest import ROOT
from referencing import Registry, Resource

from pyclingo_app.cli.options import COMMANDS, OPTIONS

FOLDER = ROOT / "docs" / "schema"
SCHEMAS = {
    path.relative_to(FOLDER).as_posix(): json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.rglob("*.json")
}
REGISTRY = Registry().with_resources((name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items())
TENTS = "tent(1,2). tent(1,5). tent(3,2). tent(3,4). tent(3,6). tent(5,1). tent(5,4). tent(6,6)."


def valid(text, schema):
    """Read a JSON text, and validate it against a schema."""
    data = json.loads(text)
    jsonschema.Draft202012Validator(SCHEMAS[f"{schema}.json"], registry=REGISTRY).validate(data)
    return data


# For each command the arguments, the status, and some of what is to be in the object.
CASES = {
    "solve": (["tents", "6x6"], 0, {"status": "satisfiable", "complete": True, "count": 1}),
    "solve several": (["queens", "-c", "n=6", "-n", "2"], 0, {"count": 2, "complete": False, "more": True}),
    "solve all": (["queens", "-c", "n=6", "-n", "0"], 0, {"count": 4, "complete": True, "instance": None}),
    "solve none": (["queens", "-c", "n=3"], 1, {"status": "unsatisfiable", "solutions": []}),
    "solve differ": (["tents", "6x6-many-a", "--differ"], 0, {"count": 2, "complete": False}),
    "count": (["queens", "-c", "n=8", "--count"], 0, {"count": 92, "complete": True}),
    "list": (["list"], 0, {}),
    "show": (["show", "queens", "-c", "n=2"], 0, {"board": ["· ░", "░ ·"], "puzzle": "queens"}),
    "rules": (["rules", "flow"], 0, {"title": "Flow", "constants": {"fill": "1", "pairs": "1", "touch": "1"}}),
    "new": (["new", "mine", "--asp", "own"], 0, {"run": "puzzasp --asp own mine 3x4", "notes": []}),
    "test": (["test", "queens"], 0, {"good": True, "program": []}),
    "check": (["check", "tents", "6x6", "right.lp"], 0, {"right": True, "broken": []}),
    "check wrong": (["check", "tents", "6x6", "wrong.lp"], 1, {"right": False, "completable": False}),
    "hint": (["hint", "tents", "6x6"], 0, {"status": "step", "check": None}),
    "hint wrong": (["hint", "tents", "6x6", "--given", "wrong.lp"], 1, {"status": "wrong", "step": None}),
    "hint none": (["hint", "queens", "3x3-a"], 1, {"status": "unsatisfiable"}),
    "hint complete": (["hint", "tents", "6x6", "--given", "right.lp"], 0, {"status": "complete"}),
    "explain": (["explain", "tents", "6x6"], 0, {"status": "solved", "conflict": None}),
    "explain open": (["explain", "tents", "6x6-many-a"], 0, {"status": "open"}),
    "explain none": (["explain", "queens", "3x3-a"], 1, {"status": "unsatisfiable", "steps": []}),
    "rate": (["rate", "tents", "6x6"], 0, {"steps": 7, "grade": "easy", "complete": True}),
    "cnf": (["cnf", "queens", "-c", "n=4"], 0, {"format": "cnf", "variables": 16, "rows": 84}),
    "cnf opb": (["cnf", "queens", "-c", "n=4", "--to", "opb"], 0, {"format": "opb"}),
    "convert": (["convert", "tents", "6x6", "--to", "gameid"], 0, {"format": "gameid", "puzzle": "tents"}),
    "generate": (["generate", "tents", "--size", "5x5", "--seed", "1"], 0, {"made": 1, "finished": True, "seed": 1}),
    "copy": (["copy", "queens", "copied"], 0, {"directory": "copied"}),
}


@pytest.mark.parametrize("case", CASES)
def test_json_is_valid_by_its_schema(case, run, tmp_path):
    (tmp_path / "right.lp").write_text(TENTS)
    (tmp_path / "wrong.lp").write_text("tent(1,1). tent(1,2).")
    arguments, status, expected = CASES[case]
    result = run(*arguments, "-f", "json")
    assert result.returncode == status, result.stderr
    data = valid(result.stdout, f"commands/{case.split()[0]}")
    assert expected.items() <= data.items()


def test_every_command_writes_json():
    for command in COMMANDS.keys() - {"web"}:  # its results are a page
        # A batch writes a line for each board (tests/test_batch.py).
        form = "jsonl" if command == "batch" else "json"
        assert form in OPTIONS["format"].rows[command].metavar.split("|")
        assert command in {case.split()[0] for case in CASES} or command in ("decode", "forced", "batch")


def test_json_of_an_answer_that_is_decoded(run, tmp_path):
    assert run("cnf", "queens", "-c", "n=4", "-o", "out.cnf").returncode == 0
    (tmp_path / "answer").write_text("SAT\n-1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0\n")
    data = valid(run("decode", "queens", "-c", "n=4", "out.cnf", "answer", "-f", "json").stdout, "commands/solve")
    assert data["solutions"][0]["atoms"] == ["queen(1,2)", "queen(2,4)", "queen(3,1)", "queen(4,3)"]
    (tmp_path / "answer").write_text("UNSAT\n")
    result = run("decode", "queens", "-c", "n=4", "out.cnf", "answer", "-f", "json")
    assert (result.returncode, valid(result.stdout, "commands/solve")["status"]) == (1, "unsatisfiable")


def test_json_lines(run):
    *lines, last = run("queens", "-c", "n=6", "-n", "0", "-f", "jsonl").stdout.splitlines()
    assert [len(valid(line, "solution")["atoms"]) for line in lines] == [6] * 4
    assert valid(last, "commands/solve-end")["count"] == 4
    (line,) = run("queens", "-c", "n=6", "--count", "-f", "jsonl").stdout.splitlines()
    assert valid(line, "commands/solve-end")["count"] == 4
    *lines, last = run("explain", "tents", "6x6", "-f", "jsonl").stdout.splitlines()
    assert sum(not mark["pencil"] for line in lines for mark in valid(line, "step")["found"]) == 28
    assert valid(last, "commands/explain-end")["rating"]["steps"] == len(lines) == 7
    (last,) = run("explain", "queens", "3x3-a", "-f", "jsonl").stdout.splitlines()
    assert valid(last, "commands/explain-end")["conflict"]["proved"]


def is_drawn(board, text):
    """Whether a board is in a text, perhaps with numbers around it."""
    lines = text.splitlines()
    parts = (lines[k : k + len(board)] for k in range(len(lines) - len(board) + 1))
    return any(all(line.endswith(row) for line, row in zip(part, board, strict=True)) for part in parts)


def test_json_says_what_the_text_says(run):
    lines = run("tents", "6x6").stdout.splitlines()
    data = json.loads(run("tents", "6x6", "-f", "json").stdout)
    assert data["solutions"][0]["board"] == lines[: len(lines) - 2]
    assert data["solutions"][0]["atoms"] == [atom + ")" for atom in TENTS[:-2].split("). ")]
    text = run("hint", "starbattle", "6x6-a").stdout
    data = json.loads(run("hint", "starbattle", "6x6-a", "-f", "json").stdout)
    assert is_drawn(data["board"], text)
    for sentence in data["step"]["sentences"]:
        assert re.sub(r"\(\d+, \d+\)", "", sentence["text"].removesuffix(".")) in re.sub(r"\(\d+, \d+\)", "", text)
    text = run("explain", "tents", "6x6").stdout
    data = json.loads(run("explain", "tents", "6x6", "-f", "json").stdout)
    assert is_drawn(data["board"], text)
    assert f"{data['rating']['steps']} steps to the only solution: {data['rating']['grade']}" in text
    for puzzle in json.loads(run("list", "shading", "-f", "json").stdout)["puzzles"]:
        listed = run("list", "shading").stdout.split()
        assert set(puzzle["summary"].split()) <= set(listed)
        assert {f"{name}" for name in puzzle["instances"]} <= {word.rstrip(",") for word in listed}
    text = run("rules", "tents").stdout
    data = json.loads(run("rules", "tents", "-f", "json").stdout)
    assert text.startswith(data["header"])
    assert [line.partition(". ")[2] for line in text.partition("Rules\n")[2].splitlines()] == data["rules"]


def test_solutions_that_differ_are_pointed_at(run):
    result = run("tents", "6x6-many-a", "--differ")
    assert result.returncode == 0
    data = json.loads(run("tents", "6x6-many-a", "--differ", "-f", "json").stdout)
    first, second = ({*solution["atoms"]} for solution in data["solutions"])
    cells = {tuple(map(int, atom[5:-1].split(","))) for atom in first ^ second}
    assert cells
    assert {tuple(cell) for cell in data["differ"]} == cells
    for solution in data["solutions"]:
        assert {(row, column) for row, column, _ in solution["drawing"]["focus"]} == cells
    assert f"They differ in {len(cells)} cells: " in result.stdout
    assert result.stdout.count("[") == 2 * len(cells)
    only = run("tents", "6x6", "--differ")
    assert only.stdout == run("tents", "6x6").stdout
    assert "differ" not in only.stdout
    refused = run("tents", "6x6", "--differ", "-n", "3")
    assert (refused.returncode, "--differ shows two solutions" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    "board",
    [
        ["tents", "6x6-many-a"],
        ["queens", "-c", "n=6"],
        ["flow", "4x4-many-a"],
        ["tents", "6x6"],
        ["norinori", "4x4-many"],
    ],
    ids=" ".join,
)
def test_forced_is_what_all_solutions_have_in_common(board, run):
    lines = run(*board, "-n", "0", "-f", "facts").stdout.splitlines()
    solutions = [set(line.removesuffix(".").split(". ")) for line in lines]
    result = run("forced", *board, "-f", "json")
    assert result.returncode == 0
    data = valid(result.stdout, "commands/forced")
    assert set(data["present"]) == set.intersection(*solutions)
    assert set(data["open"]) == set.union(*solutions) - set.intersection(*solutions)
    assert not set(data["absent"]) & set.union(*solutions)
    assert (data["undecided"], data["stopped"]) == ([], None)
    pointed = [*data["drawing"]["focus"], *data["drawing"]["edges"]]
    assert {(row, column) for row, column, *_ in pointed} == {
        tuple(map(int, atom.partition("(")[2].rstrip(")").split(",")[:2])) for atom in data["open"]
    }
    text = run("forced", *board).stdout
    assert is_drawn(data["board"], text)
    assert ("All is forced: there is one solution." in text) == (len(solutions) == 1)


def test_forced_in_other_formats(run, tmp_path):
    facts = run("forced", "tents", "6x6-many-a", "-f", "facts")
    (tmp_path / "forced.lp").write_text(facts.stdout)
    assert "In some solutions and not in others: a tent at (1, 4), (1, 5)" in facts.stderr
    hint = run("hint", "tents", "6x6-many-a", "--given", "forced.lp")
    assert (hint.returncode, hint.stdout) == (0, "Nothing more follows: there are several solutions.\n")
    for suffix, start in (("svg", "<svg"), ("html", "<!DOCTYPE html>"), ("txt", "Cells are")):
        result = run("forced", "tents", "6x6-many-a", "-o", f"board.{suffix}")
        assert (result.returncode, result.stdout) == (0, "")
        assert (tmp_path / f"board.{suffix}").read_text(encoding="utf-8").startswith(start)


def test_forced_without_a_solution_and_at_a_limit(run):
    none = run("forced", "queens", "3x3-a")
    assert (none.returncode, none.stdout, none.stderr) == (1, "no solution\n", "Why: puzzasp explain queens 3x3-a\n")
    data = valid(run("forced", "queens", "3x3-a", "-f", "json").stdout, "commands/forced")
    assert (data["satisfiable"], data["present"], data["open"]) == (False, [], [])
    late = run("forced", "queens", "-c", "n=1000", "--time-limit", "0.5")
    assert (late.returncode, late.stdout, late.stderr) == (3, "", "error: stopped by the time limit\n")
    partly = run("forced", "queens", "-c", "n=60", "--time-limit", "2", "-f", "json")
    data = valid(partly.stdout, "commands/forced")
    assert data["undecided"] or not data["stopped"]
    assert (partly.returncode, data["stopped"]) == ((3, "time") if data["undecided"] else (0, None))

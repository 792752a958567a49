"""The command line: what it prints, where, and with which status."""

import html
import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import xml.etree.ElementTree as ET

import pytest
from conftest import COMMAND, ROOT, environment, replace, started

from pyclingo_app import InstanceError, formats, load, parse_facts

BOARD = ROOT / "instances" / "6x6.lp"
TENTS = "tent(1,2). tent(1,5). tent(3,2). tent(3,4). tent(3,6). tent(5,1). tent(5,4). tent(6,6)."


def test_main_job(run):
    result = run("tents", BOARD)
    assert result.returncode == 0
    assert result.stdout.splitlines()[1] == "2 · ▲ · ♣ ▲ ·"
    assert result.stdout.endswith("\n1 solution, the only one\n")
    assert result.stderr == ""


BAD = {
    "unknown puzzle": (["tens"], ["no puzzle or command tens", "Did you mean tents?"]),
    "unknown puzzle for rules": (["rules", "flw"], ["no puzzle flw", "Did you mean flow?"]),
    "unknown option": (["tents", "6x6", "--modles", "2"], ["there is no option --modles"]),
    "unknown constant": (["queens", "-c", "m=3"], ["has no constant m", "n (default 8)"]),
    "constants of a program without": (["norinori", "5x5-a", "-c", "n=3"], ["no constants at all"]),
    "constant without a value": (["queens", "-c", "n"], ["NAME=VALUE"]),
    "bad constant": (["queens", "-c", "n=1+1"], ["cannot have the value"]),
    "large constant": (["queens", "-c", "n=9999999999"], ["cannot have the value"]),
    "bad number of models": (["queens", "-n", "-1"], ["cannot look for -1"]),
    "no number of models": (["queens", "-n", "x"], ["not a valid int"]),
    "bad threads": (["queens", "-t", "0"], ["cannot use 0 threads"]),
    "bad seed": (["queens", "--seed", "-1"], ["cannot use the seed"]),
    "bad configuration": (["queens", "--configuration", "x"], ["no configuration x", "crafty"]),
    "bad format": (["queens", "-f", "gif"], ["no format gif", "svg"]),
    "format that is read only": (["convert", "sudoku", "4x4-a", "--to", "fpuzzles"], ["never written", "gameid."]),
    "bad suffix": (["queens", "-o", "x.gif"], ["cannot tell the format", ".svg"]),
    "no directory": (["queens", "-o", "none/x.svg"], ["no such directory"]),
    "bad time limit": (["queens", "--time-limit", "-1"], ["cannot use a time limit"]),
    "no time": (["queens", "--time-limit", "0"], ["cannot use a time limit of 0 seconds"]),
    "count as a picture": (["queens", "--count", "-f", "svg"], ["a number of solutions cannot be written as svg"]),
    "count as facts": (["queens", "--count", "-o", "x.lp"], ["a number of solutions cannot be written as facts"]),
    "missing answer": (["check", "tents", "6x6", "none"], ["none: no such file", "with the answer", "tent/2"]),
    "no answer": (["check", "tents", "6x6"], ["6x6: this is a board, not an answer to one", "with the answer"]),
    "facts as an answer": (["check", "tents", "6x6", "tent(1, 1)."], ["no such file", "echo 'tent(1, 1).' | puzzasp"]),
    "facts as a board": (["tents", "size(2, 2)."], ["no instance", "echo 'size(2, 2).' | puzzasp"]),
    "missing given": (["hint", "tents", "6x6", "--given", "none.lp"], ["none.lp: no such file", "with the answer"]),
    "puzzle with the name of a command": (["--asp", "own", "new", "list"], ["list is a command of puzzasp"]),
    "small memory limit": (
        ["queens", "--memory-limit", "0"],
        ["cannot use a memory limit of 0 MiB", "positive number"],
    ),
    "no --asp directory": (["--asp", "none", "queens"], ["none: no such directory"]),
    "--asp without directory": (["queens", "--asp"], ["--asp"]),
    "no instance": (["tents"], ["tents without an instance", "6x6", "10x10-a"]),
    "unknown instance": (["tents", "6x7"], ["no instance 6x7", "Did you mean 6x6?"]),
    "missing program": (["hint", "drafts/tent.lp"], ["tent.lp: no such file", "Did you mean tents? Give the path"]),
    "missing file": (["tents", "none.lp"], ["none.lp: no such file"]),
    "directory": (["tents", "."], ["is a directory"]),
    "no room for queens": (["queens", "-c", "n=0"], ["the constant n must be from 1 to 1000000, not 0"]),
    "no number of queens": (["queens", "-c", "n=abc"], ["the constant n must be a whole number, not abc"]),
    "negative number of queens": (["queens", "-c", "n=-1"], ["the constant n must be from 1 to 1000000, not -1"]),
    "no number of stars": (["starbattle", "5x5-a", "-c", "stars=x"], ["stars must be a whole number, not x"]),
    "negative stars": (["starbattle", "5x5-a", "-c", "stars=-1"], ["of 5 cells must be from 1 to 5, not -1."]),
    "no stars": (["starbattle", "5x5-a", "-c", "stars=0"], ["must be from 1 to 5, not 0.", "or the constants"]),
    "many stars": (["starbattle", "5x5-a", "-c", "stars=6"], ["must be from 1 to 5, not 6."]),
    "no number in flow": (["flow", "5x5-a", "-c", "touch=no"], ["touch must be a whole number, not no"]),
    "constant of flow": (["flow", "5x5-a", "-c", "fill=2"], ["the constant fill must be from 0 to 1, not 2"]),
    "show as facts": (["show", "tents", "6x6", "-f", "facts"], ["cannot be shown as facts"]),
    "name of a new puzzle": (["--asp", "own", "new", "My Puzzle"], ["cannot be the name"]),
    "no place for a new puzzle": (["new", "mine"], ["--asp DIR"]),
    "missing argument": (["copy", "tents"], ["missing argument"]),
    "no such rules": (["queens", "--with", "none.lp"], ["none.lp: cannot be read"]),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_usage(case, run):
    arguments, fragments = BAD[case]
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    for fragment in fragments:
        assert fragment in " ".join(result.stderr.split())


FAULTS = {
    "tree outside": ("tents", "size(2,2). tree(3,1).",
     "standard input:1:12: tree(3,1) is outside the board of 2 rows: there is no row 3"),
    "two numbers": ("tents", "size(2,2). tent_row(1,1..2).",
     "standard input:1:12: tent_row(1,1) and tent_row(1,2) are two values of one place"),
    "number outside": ("tents", "size(2,2). tent_column(3,1).",
     "tent_column(3,1) is outside the board of 2 columns: there is no column 3"),
    "words as size": ("tents", "size(a,b).", "standard input:1:1: size(a,b): H must be a whole number, not a"),
    "text as size": ("norinori", 'size("2",2).', 'size("2",2): H must be a whole number, not "2"'),
    "term as size": ("flow", "size(2,f(2)).", "size(2,f(2)): W must be a whole number, not f(2)"),
    "negative size": ("starbattle", "size(-1,-1).", "size(-1,-1): N must be at least 1, not -1"),
    "word as number": ("tents", "size(2,3). tent_row(1,a).", "tent_row(1,a): N must be a whole number, not a"),
    "number too large": ("tents", "size(2,3). tent_row(1,4).", "tent_row(1,4): N must be from 0 to 3, not 4"),
    "negative number": ("tents", "size(2,3). tent_column(1,-1).", "tent_column(1,-1): N must be from 0 to 2, not -1"),
    "word as tree": ("tents", "size(2,2). tree(a,1).", "tree(a,1): R must be a whole number, not a"),
    "negative terminal": ("flow", "size(2,2). terminal(-1,1..2,7).",
     "terminal(-1,1,7) is outside the board of 2 rows: there is no row -1"),
    "word at a tile": ("tetravex", "size(1,1). tile(1,x,1,1,1).", "tile(1,x,1,1,1): N must be a whole number, not x"),
    "no size": ("tents", "tree(1,1).", "The board has no size"),
    "two sizes": ("norinori", "size(1,2). size(2,2).",
     "standard input:1:12: the board has two sizes, size(1,2) and size(2,2)"),
    "empty board": ("flow", "size(0,2).", "size(0,2): H must be at least 1, not 0"),
    "not square": ("queens", "size(2,3).", "size(2,3): the two N must be equal"),
    "three terminals": ("flow", "size(1,3). terminal(1,1..3,7).", "Colour 7 has more than two terminals."),
    "too few tiles": ("tetravex", "size(1,2). tile(1,1,1,1,1).",
     "The board has 1 * 2 cells, but the number of tiles is 1."),
    "regions": ("starbattle", "size(2,2). region(1..2,1..2,1).", "must have as many regions, but has 1."),
    "unknown fact": ("tents", "size(2,2).\ntreee(1,1).", "standard input:2:1: unknown fact treee/2"),
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTS)
def test_faulty_instance(case):
    name, facts, sentence = FAULTS[case]
    puzzle = load(name)
    for asked in (puzzle.count, puzzle.draw):
        with pytest.raises(InstanceError, match=re.escape(sentence)):
            asked(formats.read(puzzle.problem(), facts, "standard input"))


PROGRAMS = {
    "syntax": ("a.\n:- tent(R C).\n", ["bad.lp:2:11: unexpected 'C'", "    :- tent(R C).\n              ^"]),
    "unsafe": ("p(X) :- not q(X).\n", ["bad.lp:1:3: the variable X is unsafe", "^"]),
    "script": ("a.\n#script (python) #end.", ["bad.lp:2:1: puzzasp never runs #script"]),
    "include": ('% x\n#include "none.lp".', ["bad.lp:2:1: the included file none.lp was not found"]),
    "character": ("a.\nb :- é.", ["bad.lp:2:6: the character 'é' (U+00E9)"]),
    "encoding": (b"a.\n% \xe9", ["bad.lp:2:3: this is not valid UTF-8"]),
    "search": ('% A - b.\na.\n#program search.\none("-c n=1").', ['bad.lp:4:1: the part search holds one("-c n=1").']),
    "option": ('% A - b.\na.\n#program search.\none("--heuristic=foo").', ["'foo' invalid value for: 'heuristic'"]),
    "drawing": ("a.\n#show a/0.\n#program display.\n#show dot(1,1).", ["shows dot(1,1), which is no drawing term"]),
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_broken_program(case, run, tmp_path):
    text, fragments = PROGRAMS[case]
    (tmp_path / "bad.lp").write_bytes(text if isinstance(text, bytes) else text.encode())
    result = run("--asp", ".", "bad")
    assert result.returncode == 2
    for fragment in fragments:
        assert fragment in result.stderr
    assert run("list", "--asp", ".").returncode == 0
    assert run("bad", "--help", "--asp", ".").returncode == 0


def test_warnings_of_clingo_reach_the_user(run, tmp_path):
    (tmp_path / "odd.lp").write_text("a :- treee(1).\n#show a/0.\n")
    result = run("--asp", ".", "odd")
    assert "warning: odd.lp:1:6: no rule derives treee/1" in result.stderr
    assert "    a :- treee(1).\n         ^" in result.stderr


@pytest.mark.parametrize("arguments", [[], ["--count"], ["-f", "json"]], ids=["text", "count", "json"])
def test_warnings_of_clingo_come_before_the_answer(arguments, tmp_path):
    (tmp_path / "odd.lp").write_text("% No a.\n:- a.\n{ a } :- not treee(1).\n#show a/0.\n")
    for command in (["odd", *arguments], ["explain", "odd"]):
        result = subprocess.run(
            [*COMMAND, *command, "--asp", "."], cwd=tmp_path, env=environment(PYTHONUNBUFFERED="1"),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
        )  # fmt: skip
        assert result.returncode == 0
        assert result.stdout.startswith("warning: odd.lp:3:14: no rule derives treee/1")
        assert result.stdout.count("warning: odd.lp:3:14") == 1
        assert result.stdout.splitlines()[3:]


NOT_DERIVED = {
    "misspelt": ("{ tent(1) }.\n#show tnet/1.", "tnet/1", "Did you mean tent/1?"),
    "arity": ("{ tent(1) }.\n#show tent/2.", "tent/2", "Did you mean tent/1?"),
    "arity before a like name": ("{ tent(1); ten(1,2) }.\n#show tent/2.", "tent/2", "Did you mean tent/1?"),
    "classical negation": ("{ tent(1) }.\n#show -tent/1.", "-tent/1", "Did you mean tent/1?"),
    "no classical negation": ("{ -tent(1) }.\n#show tent/1.", "tent/1", "Did you mean -tent/1?"),
    "body only": ("{ a }. :- tent, a.\n#show tent/0.", "tent/0", ""),
    "condition only": ("{ a : tent }.\n#show tent/0.", "tent/0", ""),
    "negated head": ("{ a }. not tent :- a.\n#show tent/0.", "tent/0", ""),
    "condition of a theory atom": (
        "#theory t { x { + : 0, unary }; &t/0 : x, any }. { a }. &t { 1 : tent } :- a.\n#show tent/0.", "tent/0", ""
    ),
    "part that is not grounded": ("{ a }.\n#show tent/0.\n#program step. tent.", "tent/0", ""),
    "display part": ("{ a }.\n#show tent/0.\n#program display. tent.", "tent/0", ""),
    "shown term": ("{ tent(1) }.\n#show t(X) : tnet(X).", "tnet/1", "Did you mean tent/1?"),
}  # fmt: skip


@pytest.mark.parametrize("case", NOT_DERIVED)
def test_show_of_what_nothing_derives(case, run, tmp_path):
    text, name, hint = NOT_DERIVED[case]
    # Where nothing is declared as an input, every fact that a rule asks for is one.
    (tmp_path / "bad.lp").write_text(text + "\n#program base.\n#defined input/1.")
    for command in (["bad"], ["bad", "--count"], ["explain", "bad"]):
        result = run("--asp", ".", *command)
        assert (result.returncode, result.stdout) == (2, "")
        message = f"no answer can hold what #show names: {name} is no input, and no rule derives it"
        assert f"error: bad.lp:2:1: {message}" in result.stderr
        assert hint in result.stderr
        assert "    #show " in result.stderr


DERIVED = {
    "fact": "a.\n#show a/0.",
    "choice": "{ a(X) : b(X) }. b(1). :- not a(1).\n#show a/1.",
    "aggregate as head": "1 #count { X : a(X) : b(X) } 1. b(1).\n#show a/1.",
    "disjunction": "a; b. :- b.\n#show a/0.\n#show b/0.",
    "conditional head": "a : b. b.\n#show a/0.",
    "classical negation": "-a.\n#show -a/0.",
    "pool": "a(1; 2, 3).\n#show a/2.\n#show a/1.",
    "external": "#external a.\n#show a/0.",
    "input": "#defined a/1.\nb.\n#show a/1.\n#show b/0.",
    "terms": "a(1).\n#show.\n#show t(X) : a(X), not b(X), 2 { a(Y) : c(Y) }.\n#show t.",
    "included": '#include "more.lp".\n#show m/1.',
    "after another part": "#program step.\nb.\n#program base.\na.\n#show a/0.",
}


@pytest.mark.parametrize("case", DERIVED)
def test_show_of_what_something_derives(case, run, tmp_path):
    (tmp_path / "good.lp").write_text(DERIVED[case])
    (tmp_path / "more.lp").write_text("m(1).")
    result = run("--asp", ".", "good", "--count")
    assert (result.returncode, result.stdout) == (0, "1\n")


def test_show_of_what_another_program_derives(run, tmp_path):
    (tmp_path / "base.lp").write_text("a.\n#show b/0.")
    (tmp_path / "more.lp").write_text("{ b }.")
    assert run("--asp", ".", "base").returncode == 2
    assert run("--asp", ".", "base", "--with", "more.lp", "--count").stdout == "2\n"


def test_messages_tell_the_place_in_an_included_file(run, tmp_path):
    for folder, text in (("own/lib", "a.\n:- b c.\n"), ("lib", "not this\nnor this\n")):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "more.lp").write_text(text)
    (tmp_path / "own" / "bad.lp").write_text('#include "lib/more.lp".\n')
    error = run("--asp", "own", "bad").stderr
    assert "own/lib/more.lp:2:6: unexpected 'c'" in error
    assert "    :- b c.\n         ^" in error
    assert "this" not in error
    (tmp_path / "own" / "lib" / "more.lp").write_text("a.\n\n:- a, treee(1).\n#show a/0.\n")
    assert "own/lib/more.lp:3:7: no rule derives treee/1" in run("--asp", "own", "bad").stderr
    assert "warning: own/lib/more.lp: rules without a sentence" in run("--asp", "own", "explain", "bad").stderr


SECRETS = {
    "syntax": ("ok.\nroot:hidden:0:0\n", "2:12: error: syntax error\n"),
    "lexer": ("ok. hidden $hidden\n", "1:12: error: lexer error\n"),
    "character": ("ok.\nhidden § hidden\n", "2:8: a character beyond ASCII cannot stand outside"),
    "encoding": (b"ok.\nhidden \xe9 hidden\n", "2:8: this is not valid UTF-8"),
    "script": ("ok. #script (hidden) #end.\n", "1:5: puzzasp never runs #script"),
    "include": ('ok.\n#include "hidden".\n', "2:1: an included file was not found"),
    "unsafe": ("ok(HIDDEN).\n", "1:1: error: unsafe variables in\n"),
    "constant": ("ok.\n#const hidden = 1.\n#const hidden = 2.\n", "3:1: error: redefinition of constant\n"),
    "undefined": ("ok(1/hidden).\n", "1:4: info: operation undefined\n"),
    "not derived": ("ok :- hidden(1).\n", "1:7: info: atom does not occur in any rule head\n"),
    "show": ("ok.\n#show hidden/1.", "2:1: no answer can hold what #show names\n"),
}


@pytest.mark.parametrize("case", SECRETS)
def test_messages_never_quote_a_file_that_is_no_program(case, run, tmp_path):
    text, message = SECRETS[case]
    (tmp_path / "a" / "b").mkdir(parents=True)
    secret = tmp_path / "secret.txt"
    secret.write_bytes(text if isinstance(text, bytes) else text.encode())
    (tmp_path / "link.lp").symlink_to(secret)
    for name in (secret, "../../secret.txt", "../../link.lp"):
        (tmp_path / "a" / "b" / "mine.lp").write_text(f'#include "{name}".\na.\n#show a/0.\n')
        result = run("--asp", "a/b", "mine")
        assert f"{'link.lp' if 'link' in str(name) else 'secret.txt'}:{message}" in result.stderr
        assert "hidden" not in (result.stdout + result.stderr).lower()
        if message.split()[1] != "info:":
            assert (result.returncode, result.stdout) == (2, "")


def test_any_file_with_rules_can_be_included(run, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "rules.txt").write_text("{ a; b }.\n")
    for name in (tmp_path / "rules.txt", "../rules.txt"):
        (tmp_path / "own" / "mine.lp").write_text(f'#include "{name}".\n#show a/0.\n')
        assert run("--asp", "own", "mine", "--count").stdout == "2\n"


def test_facts(run, tmp_path):
    result = run("tents", BOARD, "-n", "0", "-f", "facts")
    assert result.stdout == TENTS + "\n"
    assert result.stderr == "1 solution, the only one\n"
    lines = run("queens", "-c", "n=6", "-n", "0", "-f", "facts").stdout.splitlines()
    assert len(lines) == 4
    for line in lines:
        atoms = [tuple(argument.number for argument in fact.arguments) for fact in parse_facts(line)]
        assert atoms == sorted(atoms)
        assert len(atoms) == 6
    assert run("tents", "4x4-matching-b", "-n", "0", "-f", "facts").stdout == ""


@pytest.mark.parametrize("suffix", ["txt", "lp", "json", "jsonl", "svg", "html"])
def test_output_file(suffix, run, tmp_path):
    path = tmp_path / f"board.{suffix}"
    result = run("tents", BOARD, "-o", path.name)
    assert result.returncode == 0
    assert result.stdout == ""
    assert result.stderr == f"board.{suffix}: 1 solution, the only one\n"
    text = path.read_text(encoding="utf-8")
    if suffix == "svg":
        assert ET.fromstring(text).tag.endswith("svg")
    elif suffix == "json":
        assert json.loads(text)["count"] == 1
    elif suffix == "lp":
        assert text == TENTS + "\n"
    elif suffix == "html":
        assert "<title>Tents - 6x6</title>" in text
        assert "<p>1 solution, the only one</p>" in text
    else:
        assert "♣" in text


def test_failed_run_leaves_the_file_as_it_was(run, tmp_path):
    path = tmp_path / "board.lp"
    path.write_text("mine")
    assert run("tents", "-", "-o", path.name, stdin="size(1,1). tree(2,2).").returncode == 2
    assert path.read_text() == "mine"


def test_summary_tells_the_truth(run):
    def last(*arguments):
        result = run(*arguments)
        return result.stdout.splitlines()[-1], result.returncode

    assert last("tents", BOARD) == ("1 solution, the only one", 0)
    assert last("tents", BOARD, "-n", "5") == ("1 solution, the only one", 0)
    assert last("queens", "-c", "n=6", "-n", "0") == ("4 solutions, all of them", 0)
    assert last("queens", "-c", "n=6", "-n", "4") == ("4 solutions, all of them", 0)
    assert last("queens", "-c", "n=6", "-n", "2") == ("2 solutions shown, there are more (stopped at -n 2)", 0)
    assert last("queens", "-c", "n=3") == ("no solution", 1)
    assert run("queens", "3x3-a").stderr == "Why: puzzasp explain queens 3x3-a\n"
    assert run("queens", "-c", "n=3").stderr == "Why: puzzasp explain queens -c n=3\n"


def test_count(run):
    result = run("queens", "-c", "n=8", "--count")
    assert (result.stdout, result.stderr, result.returncode) == ("92\n", "", 0)
    result = run("queens", "-c", "n=3", "--count")
    assert (result.stdout, result.returncode) == ("0\n", 1)


def test_count_in_a_file(run, tmp_path):
    result = run("queens", "-c", "n=8", "--count", "-o", "count.txt")
    assert (result.stdout, result.stderr) == ("", "count.txt: 92 solutions, all of them\n")
    assert (tmp_path / "count.txt").read_text() == "92\n"


def test_any_number_of_solutions_may_be_asked_for(run):
    for number in (2**31 - 2, 2**31 - 1, 2**32, 2**64, 10**30):
        assert run("queens", "-c", "n=6", "-n", number).stdout.endswith("\n4 solutions, all of them\n")


def test_command_that_says_why_can_be_pasted(run, tmp_path):
    (tmp_path / "more rules.lp").write_text("% No queen on the long diagonal.\n:- queen(R, R).\n")
    run("copy", "queens", "my puzzles")
    for command in ("queens", "hint"):
        given = ["--with", "more rules.lp", "--from", "facts", "-c", "n=5"]
        name = ["queens"] if command == "hint" else []
        first = run("--asp", "my puzzles", command, *name, "3x3-a", *given)
        assert first.returncode == 1
        words = shlex.split(first.stderr.removeprefix("Why: "))
        assert words == ["puzzasp", "--asp", "my puzzles", "explain", "queens", "3x3-a",
                         "-c", "n=5", "--with", "more rules.lp", "--from", "facts"]  # fmt: skip
        assert "cannot all hold" in run(*words[1:]).stdout
    result = run("my puzzles/queens.lp", "-c", "n=3")
    assert result.stderr == "Why: puzzasp explain 'my puzzles/queens.lp' -c n=3\n"


def test_a_mistake_that_breaks_no_rule_yet_has_a_command_that_says_why(run, tmp_path):
    (tmp_path / "my board.lp").write_text("tent(3, 8).")
    why = "Why: puzzasp explain tents 8x8-a --given 'my board.lp'\n"
    assert run("check", "tents", "8x8-a", "my board.lp").stderr == why
    assert run("hint", "tents", "8x8-a", "--given", "my board.lp").stderr == why
    told = run(*shlex.split(why.removeprefix("Why: "))[1:])
    assert told.returncode == 1
    assert "known: a tent at (3, 8)" in told.stdout
    assert "No solution (known: a tent at (3, 8)): these " in told.stdout
    (tmp_path / "my board.lp").write_text("tent(1, 2).")
    assert run("check", "tents", "6x6", "my board.lp").stderr == ""
    path = run("explain", "tents", "6x6", "--given", "my board.lp")
    assert (path.returncode, path.stderr) == (0, "")
    assert path.stdout.splitlines()[-1].endswith(" steps to the only solution: easy, each from one sentence")


def test_answer_that_is_an_unsolved_board(run, tmp_path):
    (tmp_path / "board.txt").write_text(run("show", "tents", BOARD).stdout)
    result = run("check", "tents", BOARD, "board.txt")
    assert result.returncode == 1
    assert result.stdout.endswith("The answer is not complete, and can be completed.\n")
    # Such a board gets the first hint, as one that nobody has looked at yet.
    hint = run("hint", "tents", BOARD, "--given", "board.txt")
    assert (hint.returncode, hint.stdout) == (0, run("hint", "tents", BOARD).stdout)
    (tmp_path / "none.txt").write_text("A")
    result = run("check", "tents", "6x6", "none.txt")


def test_commands_come_before_puzzles_of_their_name(run, tmp_path):
    (tmp_path / "list.lp").write_text("% List - a test.\na.\n#show a/0.\n")
    assert "queens" in run("--asp", ".", "list").stdout


def test_new_puzzle_has_its_instances_beside_it(run, tmp_path):
    (tmp_path / "instances").mkdir()
    assert run("new", "mine", "--asp", "own").returncode == 0
    assert (tmp_path / "own" / "instances" / "mine" / "3x4.lp").is_file()


def test_new_puzzle_says_that_it_takes_the_place_of_another(run):
    result = run("new", "tents", "--asp", "own")
    assert "there is a puzzle tents already" in result.stdout
    assert "there is a puzzle" not in run("new", "mine", "--asp", "own").stdout


def test_lists_fit_on_a_narrow_terminal(run):
    for command in ("list", "--help"):
        output = run(command, env={"COLUMNS": "80"}).stdout
        assert max(map(len, output.splitlines())) <= 80
        assert "..." not in output.replace("[ARGS]...", "")


def test_standard_input_and_options(run):
    assert run("tents", "-", stdin=BOARD.read_text()).returncode == 0
    result = run("queens", "-t", "2", "--seed", "7", "--configuration", "trendy", "--stats", "-f", "facts")
    assert result.returncode == 0
    for word in ("grounding", "solving", "ground rules", "conflicts", "peak memory"):
        assert word in result.stderr


def test_variant_by_more_rules(run, tmp_path):
    (tmp_path / "variant.lp").write_text("% No queen on the long diagonal.\n:- queen(R, R).\n")
    assert run("queens", "--count", "--with", "variant.lp").stdout == "28\n"


def test_list_show_rules_help_and_version(run):
    listed = run("list").stdout
    for path in (ROOT / "asp").glob("*.lp"):
        assert re.search(rf"^  {path.stem} ", listed, re.MULTILINE)
    assert re.findall(r"^  (\w+)", run("list", "PEARL").stdout, re.MULTILINE) == ["masyu"]
    assert "6x6-none-a" in run("list", "masyu").stdout
    assert "6x6-none-a" not in listed
    assert re.findall(r"^(\w+)$", run("list", "loop").stdout, re.MULTILINE)[0] == "Loop"
    assert "no puzzle here is about kropkaa" in run("list", "kropkaa").stderr


def test_gallery_shows_each_puzzle_with_its_rules(run, tmp_path):
    assert run("list", "loop", "-o", "gallery.html").returncode == 0
    page = (tmp_path / "gallery.html").read_text(encoding="utf-8")
    names = {path.stem for path in (ROOT / "asp").glob("*.lp") if "% Kind: loop" in path.read_text(encoding="utf-8")}
    found = re.findall(r'<article id="(\w+)">', page)
    assert names <= set(found)
    assert page.count("<svg") == 2 * len(found)
    for name in names:
        rules = run("rules", name).stdout.partition("Rules\n")[2].partition("\n\n")[0].splitlines()
        for rule in rules:
            assert html.escape(rule.partition(". ")[2]) in page
    assert run("list", "-f", "svg").returncode == 2


def test_show_rules_help_and_version(run):
    assert run("show", "tents", BOARD).stdout.splitlines()[1] == "2 · · · ♣ · ·"
    assert run("show", "queens", "-c", "n=2").stdout == "· ░\n░ ·\n"
    rules = run("rules", "tents").stdout
    assert "The cells (R, C) and (R', C') touch, so at most one of them holds a tent." in rules
    assert "outside the board." not in rules.partition("Rules")[2]
    help_ = run("tents", "--help").stdout
    assert "so at most one of them holds a tent." in help_
    assert "Example: puzzasp tents " in help_
    assert "puzzasp list names the puzzles" in " ".join(run("--help").stdout.split())
    assert re.fullmatch(r"puzzasp \d+\.\d+\.\d+, clingo 5\.\d+\.\d+\n", run("--version").stdout)


def test_every_command_has_help(run):
    for name in ("list", "show", "rules", "new", "test", "copy", "check", "hint", "explain", "rate", "cnf", "decode"):
        result = run(name, "--help")
        assert result.returncode == 0
        assert len(result.stdout.splitlines()[2].strip()) > 20


def test_new_puzzle_runs_at_once(run, tmp_path):
    result = run("new", "hitori", "--asp", "own")
    assert result.returncode == 0
    first = (tmp_path / "own" / "instances" / "hitori" / "3x4.lp").read_text().partition("\n")[0]
    number = re.search(r"(\d+) solutions", first)[1]
    assert run("--asp", "own", "hitori", "3x4", "--count").stdout == number + "\n"
    assert run("hitori", "3x4", "--asp=own").returncode == 0
    assert run("hitori", "3x4", env={"PUZZASP_PATH": "own"}).returncode == 0
    assert run("./own/hitori.lp", "3x4").returncode == 0
    assert "Row R holds exactly one stone." in run("--asp", "own", "hitori", "--help").stdout
    tested = run("--asp", "own", "test", "hitori")
    assert tested.returncode == 0
    assert "keeps to the contract" in tested.stdout
    assert run("--asp", "own", "explain", "hitori", "3x4").returncode == 0
    nearly = run("--asp", "own", "check", "hitori", "3x4", "-", stdin="stone(2,1). stone(3,2).")
    assert nearly.stdout.startswith(
        "No rule is broken so far. Not fulfilled yet:\n  Row 1 holds exactly one stone.\n\n"
    )
    assert nearly.stdout.endswith("The answer is not complete, and can be completed.\n")
    again = run("new", "hitori", "--asp", "own")
    assert again.returncode == 2
    assert "is there already" in again.stderr


def test_test_finds_faults(run, tmp_path):
    run("new", "mine", "--asp", "own")
    path = tmp_path / "own" / "mine.lp"
    path.write_text(path.read_text().replace("% Row R holds exactly one stone.\n", ""))
    result = run("--asp", "own", "test", "mine")
    assert result.returncode == 1
    assert "has no sentence" in result.stdout


def test_copied_puzzle_can_be_edited(run, tmp_path):
    copied = run("copy", "tents", "mine")
    assert copied.returncode == 0
    again = shlex.split(copied.stdout.partition("Run it: ")[2])
    assert again[:4] == ["puzzasp", "--asp", "mine", "tents"]
    assert run(*again[1:]).returncode == 0
    assert run("--asp", "mine", "tents", "6x6", "--count").stdout == "1\n"
    path = tmp_path / "mine" / "tents.lp"
    path.write_text(path.read_text() + "\n#program base.\n:- tent(1, 2).\n")
    assert run("--asp", "mine", "tents", "6x6", "--count").stdout == "0\n"
    assert run("copy", "tents", "mine").returncode == 2


def test_colour(run):
    assert "\x1b" not in run("tents", BOARD).stdout
    assert "\x1b[" in run("tents", BOARD, env={"FORCE_COLOR": "1"}).stdout
    assert "\x1b" not in run("tents", BOARD, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout
    assert "\x1b" not in run("tents", BOARD, env={"FORCE_COLOR": "0"}).stdout
    assert "⛺" in run("tents", BOARD, "-f", "emoji").stdout
    assert run("tents", BOARD, env={"PYTHONIOENCODING": "ascii"}).stdout.isascii()


def test_terminal_gets_emoji_and_colour(tmp_path):
    parent, child = pty.openpty()
    output = b""
    with started([*COMMAND, "tents", str(BOARD)], stdout=child, env=environment(TERM="xterm-256color")) as process:
        os.close(child)
        while True:
            try:
                data = os.read(parent, 4096)
            except OSError:
                break
            if not data:
                break
            output += data
        os.close(parent)
        assert process.wait() == 0
    assert "⛺" in output.decode()
    assert "\x1b[38;5;" in output.decode()


def test_shell_completion(run):
    def complete(words, place):
        env = {"_PUZZASP_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(place)}
        return run(env=env).stdout.split()

    assert set(complete("puzzasp ten", 1)) == {"tents"}
    assert {"test", "tetravex"} < set(complete("puzzasp te", 1))
    assert "6x6-many-a" in complete("puzzasp tents 6", 2)
    assert "6x6-many-a" in complete("puzzasp show tents 6", 3)


@pytest.mark.parametrize("arguments", [["queens", "board.lp"], ["./asp/queens.lp", "board"]], ids=["file", "name"])
def test_watch(arguments, tmp_path):
    board = tmp_path / "board.lp"
    if arguments[1] == "board":
        board = tmp_path / "asp" / "instances" / "queens" / "board.lp"
        board.parent.mkdir(parents=True)
        shutil.copy(ROOT / "asp" / "queens.lp", tmp_path / "asp")
    rules = tmp_path / "more.lp"
    board.write_text("size(1, 1).\n")
    rules.write_text("")
    with started(
        [*COMMAND, *arguments, "--with", "more.lp", "--watch"],
        cwd=tmp_path, env=environment(PYTHONUNBUFFERED="1"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as process:  # fmt: skip

        def printed():
            """What it prints until it waits for a change."""
            lines = []
            while not lines or not lines[-1].startswith("watching "):
                lines.append(process.stdout.readline())
                assert lines[-1], "".join(lines)
            assert lines[-1].endswith(" - Ctrl-C ends\n")
            return "".join(lines)

        assert "the only one" in printed()
        replace(board, "size(4, 4). given(1, 2).\n")
        assert "1 solution" in printed()
        replace(rules, ":- queen(1 2).\n")
        assert "unexpected '2'" in printed()
        replace(rules, ":- queen(1, 2).\n")
        assert "no solution" in printed()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130


def test_explain_commands(run, tmp_path):
    text = run("explain", "tents", BOARD)
    assert text.returncode == 0
    assert "The number of tents in column 3 is 0." in text.stdout
    assert text.stdout.splitlines()[-1].startswith("7 steps to the only solution: easy")
    conflict = run("explain", "queens", "3x3-a")
    assert conflict.returncode == 1
    assert "cannot all hold; no fewer sentences contradict each other." in conflict.stdout
    data = json.loads(run("explain", "tents", BOARD, "-f", "json").stdout)
    assert data["status"] == "solved"
    assert sum(not mark["pencil"] for step in data["steps"] for mark in step["found"]) == 28
    assert data["rating"]["grade"] == "easy"
    assert json.loads(run("explain", "queens", "3x3-a", "-f", "json").stdout)["conflict"]["proved"]
    assert run("explain", "tents", BOARD, "-o", "path.html").returncode == 0
    page = (tmp_path / "path.html").read_text(encoding="utf-8")
    assert page.count("</script>") == 1
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    steps = json.loads(re.search(r"const steps = (.*);\n", page)[1])
    assert len(steps) == 8
    for step in steps:
        ET.fromstring(step["board"])
    many = run("explain", "tents", "6x6-many-a")
    assert "there are several solutions" in many.stdout.splitlines()[-1]
    assert run("explain", "tents", BOARD, "-f", "svg").returncode == 2


def test_hint_check_and_rate(run, tmp_path):
    assert run("hint", "tents", BOARD, "--level", "1").stdout.startswith("Look at (1, 1)")
    assert "because" not in run("hint", "tents", BOARD, "--level", "2").stdout
    assert "Tents stand only beside trees." in run("hint", "tents", BOARD).stdout
    assert run("hint", "tents", BOARD, "--level", "4").returncode == 2
    assert run("hint", "queens", "3x3-a").returncode == 1
    (tmp_path / "part.lp").write_text("tent(1, 2). -tent(1, 3).")
    assert run("hint", "tents", BOARD, "--given", "part.lp").returncode == 0
    right = run("check", "tents", BOARD, "-", stdin=TENTS)
    assert (right.stdout, right.returncode) == ("The answer is right and complete.\n", 0)
    part = run("check", "tents", BOARD, "part.lp")
    assert part.returncode == 1
    assert "can be completed" in part.stdout
    wrong = run("check", "tents", BOARD, "-", stdin="tent(1,1). tent(1,2).")
    assert wrong.returncode == 1
    assert "The cells (1, 1) and (1, 2) touch, so at most one of them holds a tent." in wrong.stdout
    assert "cannot be completed" in wrong.stdout
    assert json.loads(run("check", "tents", BOARD, "part.lp", "-f", "json").stdout)["completable"]
    assert run("check", "tents", BOARD, "-", stdin="tree(1,1).").returncode == 2
    faults = run("hint", "tents", BOARD, "--given", "-", stdin="tent(1,1).")
    assert faults.returncode == 1
    assert "Tents stand only beside trees." in faults.stdout
    assert run("rate", "tents", BOARD).stdout.startswith("7 steps: easy")


NORINORI = "https://puzz.link/p?norinori/5/5/cag4ocjo"
ARUKONE = "https://puzz.link/p?arukone/4/4/12l3123j"
TENTS_5 = "https://puzz.link/p?tents/5/5/2g0h1i1j82323"


def check_both(run, *arguments, stdin):
    """Check an answer as text and as JSON: give the text, and what the JSON says."""
    text, data = (run("check", *arguments, "-", "-f", form, stdin=stdin) for form in ("text", "json"))
    result = json.loads(data.stdout)
    assert text.returncode == data.returncode == (0 if result["right"] else 1)
    for kind in ("so_far", "conflict", "broken"):
        result[kind] = [sentence["text"] for sentence in result[kind]]
    shown = [*result["so_far"], *result["conflict"]] or result["broken"]
    lines = [line[2:] for line in text.stdout.partition("\n\n")[0].splitlines() if line.startswith("  ")]
    if result["conflict"]:
        known = lines.pop().removeprefix("known: ")
        # Marks that begin with the same words are said together.
        assert known.count("(") == len(result["blamed"])
        assert all(str(tuple(mark["cell"])) in known for mark in result["blamed"])
    assert lines == shown
    return text.stdout, result


def test_check_says_the_same_as_text_and_json(run):
    """pzprjs calls the first answer bkNoShade, the second nmConnDiff, the last nmTentLt; the third one is a loop."""
    domino = "shaded(1,1). shaded(1,2). shaded(5,1). shaded(5,2)."
    regions = [f"The region of {cell} holds exactly two shaded cells." for cell in ((1, 3), (1, 4), (3, 2))]
    text, result = check_both(run, "norinori", NORINORI, stdin=domino)
    assert text.startswith("No rule is broken so far. Not fulfilled yet:\n")
    assert text.endswith("\nThe answer is not complete, and can be completed.\n")
    assert (result["broken"], result["so_far"], result["completable"]) == (regions, [], True)
    text, result = check_both(run, "norinori", NORINORI, "--final", stdin=domino)
    assert text.startswith("These rules are broken:\n")
    assert text.endswith("\nThe answer is wrong.\n")
    assert (result["broken"], result["so_far"], result["completable"]) == (regions, regions, False)

    joined = "link(2,1,right). link(2,1,down). link(2,2,right). link(2,3,down)."
    text, result = check_both(run, "flow", ARUKONE, stdin=joined)
    assert re.fullmatch(r".* and .* are joined only if they are on the same path\.", *result["so_far"])
    loop = "link(1,3,right). link(1,3,down). link(1,4,down). link(2,3,right)."
    text, result = check_both(run, "flow", ARUKONE, stdin=loop)
    assert result["so_far"] == [
        f"A path through {cell} must lead to a terminal, not round in a loop."
        for cell in ((1, 3), (1, 4), (2, 3), (2, 4))
    ]

    tents = "tent(1,2). tent(2,5). tent(4,2). tent(4,5)."
    text, result = check_both(run, "tents", TENTS_5, stdin=tents)
    assert "No rule is broken yet, but with what is known these cannot all hold:\n" in text
    assert text.endswith("\nIt cannot be completed to a solution.\n")
    assert result["so_far"] == []
    text, result = check_both(run, "tents", TENTS_5, "--final", stdin=tents)
    assert "The number of tents in row 5 is 1." in result["so_far"]
    assert result["conflict"] == []

    right = run("tents", TENTS_5, "-f", "facts").stdout
    right = right.partition("\n")[0]
    for final in ([], ["--final"]):
        assert run("check", "tents", TENTS_5, "-", *final, stdin=right).stdout == "The answer is right and complete.\n"


def test_check_lists_some_of_many_rules_unless_the_answer_is_final(run):
    few = run("check", "queens", "8x8-given-unique", "-", stdin="-queen(1,1).").stdout
    listed, more = few.partition("\n\n")[0].splitlines()[1:-1], few.partition("\n\n")[0].splitlines()[-1]
    assert (len(listed), bool(re.fullmatch(r"  and \d+ more rules; --final lists them all", more))) == (10, True)
    every = run("check", "queens", "8x8-given-unique", "-", "--final", stdin="-queen(1,1).").stdout
    lines = every.partition("\n\n")[0].splitlines()[1:]
    assert len(lines) == len(listed) + int(more.split()[1])
    assert lines[:10] == listed


def test_check_of_a_contradictory_answer(run):
    result = run("check", "flow", ARUKONE, "-", stdin="link(2,1,right). -link(2,1,right).")
    assert result.returncode == 2
    assert "contradicts itself: a path goes right from (2, 1); no path goes right from (2, 1)\n" in result.stderr


@pytest.mark.parametrize("form", [None, "facts", "text", "json", "url", "gameid"])
def test_empty_file_is_told_in_every_format(form, run, tmp_path):
    for name, text in (("empty.lp", ""), ("blank.txt", " \n\n")):
        (tmp_path / name).write_text(text)
        result = run("tents", name, *(["--from", form] if form else []))
        assert result.returncode == 2
        assert f"{name}: is empty" in result.stderr


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tents", "size(2,2). tree(1,1)."),
        ("tents", "T .\n. .\n"),
        ("tents", '{"size": [[2, 2]], "tree": [[1, 1]]}'),
        ("tents", "https://puzz.link/p?tents/2/2/j0k\n"),
        ("tents", "2x2:_c,1,0,0,1\n"),
    ],
)
def test_byte_order_mark_is_skipped(name, text, run, tmp_path):
    (tmp_path / "board").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert run(name, "board", "--count").stdout == run(name, "-", "--count", stdin=text).stdout != ""
    assert run(name, "-", "--count", stdin="\ufeff" + text).returncode == 0


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("size(2,2). tree(3,1).", "Correct the facts;"),
        ('{"size": [[2, 2]], "tree": [[3, 1]]}', "Correct the JSON;"),
        ("5 T .\n. .\n", "Correct the board;"),
        ("https://puzz.link/p?tents/2/2/5i0k", "Copy the whole address, or correct the board."),
        ("2x2:_c,1,0,0,9", "Copy the whole game ID."),
    ],
)
def test_fault_of_a_board_is_told_in_the_words_of_its_format(text, hint, run):
    result = run("tents", "-", stdin=text)
    assert result.returncode == 2
    assert hint in result.stderr.splitlines()[-1]
    assert "size/2" not in result.stderr

"""The table of options: read with and without typer to the same effect, and true of what it speaks of."""

import re
import shlex
import subprocess
import sys

import pytest
import typer
from conftest import ROOT, environment
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pyclingo_app import Library, formats
from pyclingo_app.cli import app
from pyclingo_app.cli.fast import find_library, parse
from pyclingo_app.cli.options import COMMANDS, NAMED, OPTIONS
from pyclingo_app.errors import UsageError
from pyclingo_app.explain.path import ORDERS
from pyclingo_app.solve.search import CONFIGURATIONS

# All that are written by hand.
MADE = ("commands.md", "python.md")
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
DOCUMENTS += [page for page in (ROOT / "docs").glob("*.md") if page.name not in MADE]
FORBID = "import sys; sys.modules['typer'] = None"


def with_typer(arguments):
    """What typer makes of a command line: the values that are handed on, None for help and what is wrong."""
    library, rest = find_library(arguments)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "perform", lambda args: args)
        try:
            result = app.app(rest, prog_name="puzzasp", standalone_mode=False, obj=library)
        except (typer.BadParameter.__base__, UsageError):
            return None
    return None if isinstance(result, int) else vars(result)


def without_typer(arguments):
    library, rest = find_library(arguments)
    args = parse(rest, library)
    return args and vars(args)


def same(arguments):
    """Assert that a command line is read to the same effect in both ways; give the values, None if it is wrong."""
    typed, plain = with_typer(arguments), without_typer(arguments)
    for values in filter(None, (typed, plain)):
        values["library"] = values["library"].folders
    assert typed == plain
    return plain


def documented():
    """The command lines in the documents, with a name in the place of NAME and of the docs' own program."""
    for document in DOCUMENTS:
        for line in re.findall(r"puzzasp ([^`\n|>&)]+?)(?: 2)?(?=[`\n|>&)])", document.read_text(encoding="utf-8")):
            words = [
                "queens" if word in ("NAME", "mines") else "." if word in ("DIR", "mine") else word
                for word in shlex.split(line)
            ]
            if len(words) > 1 and "--help" not in words:
                yield words


def test_documented_command_lines_need_no_typer():
    lines = [line for line in documented() if "-h" not in line]  # typer writes the help
    assert len(lines) > 40
    code = f"{FORBID}\nfrom pyclingo_app.cli.fast import find_library, parse\n"
    code += f"for line in {lines}:\n    library, rest = find_library(line)\n    assert parse(rest, library), line"
    subprocess.run([sys.executable, "-c", code], env=environment(), cwd=ROOT / "asp", check=True)


CORRECT = [
    "tents 6x6 -n 0 --count", "queens -c n=6 -c n=7 --const=n=8 -cn=9", "tents - -n0 -fjson", "tents 6x6 --models=3",
    "asp/tents.lp 6x6 --time-limit 1e1 --memory-limit 100", "tents -- -n", "tents 6x6 -n -1", "tents -n 1 -n 2 6x6",
    "queens -t 2 --seed 7 --configuration trendy --stats --watch --differ", "list", "list -f json", "show queens",
    "check tents 6x6 - --final", "hint tents 6x6 --given x --level 2 --with a.lp --with b.lp", "rate tents 6x6",
    "explain tents -o x.html --from text", "forced tents 6x6 -f svg", "cnf tents 6x6 --to opb", "new mine --asp asp",
    "decode tents out.cnf answer", "decode tents 6x6 out.cnf answer -o x.svg", "convert tents 6x6 --to url",
    "copy tents there", "--asp asp test tents", "generate tents --size 6x6 -n 3 --seed 1 --grade --to url",
    "generate queens --from x --clues 3", "test --asp=asp tents", "tents --output=", "rules tents",
    "check queens answer",
]  # fmt: skip
WRONG = [
    "", "tens", "-h", "--version", "--asp", "tents --help", "tents 6x6 more", "tents -n x", "tents --modles 2",
    "tents --count=1", "tents -n", "tents --seed 1.5", "tents --time-limit soon", "list tents more", "check tents",
    "convert tents 6x6", "convert tents --to url", "decode tents out.cnf", "decode tents a b c d", "rules",
    "new", "copy tents", "show tents 6x6 -n 2", "list -n 1", "tents -x", "tents --n 1", "hint tents --final",
    "-n 1 tents", "queens --constants n=2",
]  # fmt: skip


@pytest.mark.parametrize("line", CORRECT)
def test_correct_command_lines_are_read_the_same_way_by_both(line, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert same(line.split()) is not None


@pytest.mark.parametrize("line", WRONG)
def test_wrong_command_lines_are_refused_by_both(line, capsys):
    assert same(line.split()) is None


WORDS = [
    *NAMED, "tents", "queens", "6x6", "a", "-", "--", "", "-n", "-1", "2", "-n2", "--models=0", "1.5", "-c", "n=6",
    "-cn=6", "--const", "--count", "--final", "--to", "url", "--to=text", "-f", "json", "-fsvg", "--format=", "-o",
    "x.svg", "--level", "--level=3", "--with", "--from", "--time-limit", "--time-limit=2", "--seed", "-t", "-x",
    "--unknown", "-h", "--stats", "--watch", "--count=1", "--differ", "--given=x", "--asp=.",
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([*NAMED, "tents", "queens", "x"]), st.lists(st.sampled_from(WORDS), max_size=7))
@example("decode", ["tents", "--", "-f", "-"])
def test_any_command_line_is_read_the_same_way_by_both(first, rest):
    same([first, *rest])


def test_library_is_made_of_the_option_and_the_environment(monkeypatch):
    monkeypatch.setenv("PUZZASP_PATH", "one:two")
    monkeypatch.chdir(ROOT)
    library, rest = find_library(["--asp", "asp", "tents", "--asp=docs", "-n", "2"])
    assert library.folders[:-1] == ("docs", "asp", "one", "two")
    assert rest == ["tents", "-n", "2"]


def test_values_of_options_are_those_of_the_rooms_that_take_them():
    assert OPTIONS["source"].rows["solve"].metavar.split("|") == list(formats.FORMATS)
    written = [form for form in formats.FORMATS if form != "fpuzzles"]
    assert OPTIONS["to"].rows["convert"].metavar.split("|") == written
    assert OPTIONS["configuration"].rows["solve"].metavar.split("|") == list(CONFIGURATIONS)


def test_orders_of_a_path_are_those_that_there_are():
    assert OPTIONS["order"].rows["explain"].metavar.split("|") == list(ORDERS)


def test_every_option_is_for_some_command_and_every_command_is_named():
    for option in OPTIONS.values():
        assert option.rows
        assert set(option.rows) <= set(COMMANDS)
    assert not set(NAMED) & set(Library().names())

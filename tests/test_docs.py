"""The documents say what the program does: commands, outputs, tables."""

import os
import re
import shlex
import subprocess

import pytest
from conftest import COMMAND, ROOT, environment, shell

import pyclingo_app
from pyclingo_app import Library, formats, load
from pyclingo_app.draw.board import TERMS
from pyclingo_app.draw.symbols import GLYPHS, SHADES

README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.partition("\n")[0].removeprefix("$ "))
def test_readme_commands_print_what_it_says(block, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "instances").symlink_to(ROOT / "instances")
    # The environment need not be activated, nor the package be installed, nor typer be there.
    script = tmp_path / "puzzasp"
    forbid = "import sys; sys.modules['typer'] = None; from pyclingo_app.__main__ import main; main()"
    script.write_text(f'#!/bin/sh\nexec {shlex.join([COMMAND[0], "-c", forbid])} "$@"\n')
    script.chmod(0o755)
    env = environment(PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        _, output, _ = shell(command, cwd=folder, env=env, stderr=subprocess.STDOUT)
        # What goes to standard error may come before or after.
        assert sorted(output.splitlines()) == sorted(expected.splitlines())


def test_readme_shows_the_puzzles_that_it_describes():
    """It need not describe them all."""
    section = README.partition("## The puzzles")[2].partition("\n## ")[0]
    described = re.split(r"^\*\*[A-Z][\w ]+\*\*:", section, flags=re.MULTILINE)[1:]
    shown = {re.search(r"^\$ puzzasp (\w+)", text, re.MULTILINE)[1] for text in described}
    assert len(described) == len(shown) >= 6
    assert shown <= set(Library().names())


def test_readme_names_every_exit_status():
    from pyclingo_app.cli.terminal import Status

    table = re.findall(r"^\| (\d+) \|", README, re.MULTILINE)
    assert [int(status) for status in table] == list(Status)


def test_readme_python_example_runs():
    import doctest

    text = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_links_lead_somewhere():
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
            assert target.startswith("https://") or (document.parent / target).exists(), (document.name, target)


def test_public_names_are_complete_and_documented():
    assert pyclingo_app.__all__ == sorted(pyclingo_app.__all__)
    for name in pyclingo_app.__all__:
        assert getattr(pyclingo_app, name).__doc__, name


def test_example_in_the_contract_is_a_program(tmp_path):
    """The program on the page about puzzle programs is read without a fault in its rules."""
    from pyclingo_app.lint import faults

    text = (ROOT / "docs" / "puzzle-programs.md").read_text()
    program = re.findall(r"```prolog\n(.*?)```", text, re.DOTALL)[0]
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "grid.lp").write_text((ROOT / "asp" / "lib" / "grid.lp").read_text())
    (tmp_path / "tents.lp").write_text(program)
    assert faults(load(str(tmp_path / "tents.lp")).program) == []


def test_nothing_about_a_puzzle_is_written_in_python():
    """No module of the package names a puzzle, its facts or its atoms, examples in docstrings left out."""
    import ast

    words = set(Library().names())
    for name in Library().names():
        puzzle = load(name)
        words |= {n for n, _ in puzzle.program.inputs | puzzle.program.shown}
    words -= {term for term, _ in TERMS | formats.TERMS}  # of which drawings and formats are made
    words -= {"number", *SHADES}  # what may stand in a place: a number or a letter; colours
    symbols = {"symbols.py": set(GLYPHS), "penpa.py": {"kakuro", "sudoku"}}  # these are names of kinds of board there
    for module in (ROOT / "pyclingo_app").rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in words - symbols.get(module.name, set()), (
                    module,
                    node.value,
                )

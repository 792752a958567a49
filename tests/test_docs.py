"""The documents say what the program does: commands, outputs, tables."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from itertools import combinations

import clingo
import clingo.ast
import pytest
from conftest import COMMAND, ROOT, environment, shell

import pyclingo_app
from pyclingo_app import Library, formats, load
from pyclingo_app.cli.options import COMMANDS
from pyclingo_app.draw.board import TERMS
from pyclingo_app.draw.symbols import GLYPHS, SHADES
from pyclingo_app.program.program import PARTS, TABLES

sys.path.insert(0, str(ROOT / "docs"))
import make

README = (ROOT / "README.md").read_text()
CONTRACT = (ROOT / "docs" / "puzzle-programs.md").read_text()
LINT = (ROOT / "docs" / "lint.md").read_text()
PAGES = make.pages()


@pytest.fixture
def folder(tmp_path):
    """An empty folder to run the commands of a page in."""
    folder = tmp_path / "folder"
    folder.mkdir()
    return folder


@pytest.fixture
def prints(tmp_path, folder):
    """Run the commands of a block of a page in the folder: they print what it says."""
    # The environment need not be activated, nor the package be installed, nor typer be there.
    script = tmp_path / "puzzasp"
    forbid = "import sys; sys.modules['typer'] = None; from pyclingo_app.__main__ import main; main()"
    script.write_text(f'#!/bin/sh\nexec {shlex.join([COMMAND[0], "-c", forbid])} "$@"\n')
    script.chmod(0o755)
    env = environment(PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    def run(block):
        for command, expected in make.commands(block):
            _, output, _ = shell(command, cwd=folder, env=env, stderr=subprocess.STDOUT)
            # What goes to standard error may come before or after.
            assert sorted(output.splitlines()) == sorted(expected.splitlines()), command

    return run


@pytest.mark.parametrize("page", [page for page in PAGES if "```console" in page.read_text()], ids=lambda p: p.stem)
def test_commands_print_what_the_page_says(page, folder, prints):
    """In the order of the page, with the files that it says how to save."""
    if page.parent == ROOT:
        (folder / "instances").symlink_to(ROOT / "instances")
    for language, match, above in make.blocks(page.read_text()):
        if language == "console":
            prints(match[2])
        else:
            make.save(folder, match[2], above)


def test_what_is_made_of_the_program_is_up_to_date():
    """Pictures, and the pages from docstrings and from the table of options; docs/make.py writes them."""
    for path, text in make.generated().items():
        assert path.read_text() == text, path


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_manual_is_set_without_a_warning():
    manual = str(ROOT / "docs" / "puzzasp.1")
    result = subprocess.run(["groff", "-man", "-ww", "-Tascii", manual], capture_output=True, text=True, check=True)
    assert result.stderr == ""
    text = re.sub(r"\x1b\[\d*m|.\x08", "", result.stdout)
    for name, command in COMMANDS.items():
        assert " ".join(["puzzasp", *([] if name == "solve" else [name]), *command.arguments]) in text
    assert "--time-limit S" in text


@pytest.mark.parametrize("page", ["README.md", "docs/many-boards.md"])
def test_python_of_a_page_is_true(page):
    blocks = make.blocks((ROOT / page).read_text())
    python = "".join(match[2] for language, match, _ in blocks if language == "python")
    test = doctest.DocTestParser().get_doctest(python, {}, page, page, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_pictures_of_the_readme_are_those_of_the_program():
    shown = set(re.findall(r'src="docs/pictures/([^"]+)"', README))
    assert len(shown) >= 5
    assert shown <= set(make.PICTURES)
    assert set(make.PICTURES) == {path.name for path in (ROOT / "docs" / "pictures").iterdir()}


def test_first_puzzle_is_one(folder):
    """What the page leads to keeps to the contract, and its board has one solution, found by brute force."""
    page = (ROOT / "docs" / "first-puzzle.md").read_text()
    for language, match, above in make.blocks(page):
        if language == "prolog":
            make.save(folder, match[2], above)
    text = (folder / "lighthouses.lp").read_text()
    assert 35 <= len(text.splitlines()) <= 45
    puzzle = load(str(folder / "lighthouses.lp"))
    assert puzzle.test().program == []
    (solution,) = puzzle.solve(str(folder / "board.lp"), models=0)
    lights = {(2, 1): 2, (5, 1): 1, (5, 3): 2}
    near = {(r + x, c + y) for r, c in lights for x in (-1, 0, 1) for y in (-1, 0, 1)}
    seen = {(r, c) for r in range(1, 6) for c in range(1, 6) if any(r == x or c == y for x, y in lights)} - near
    found = []
    for number in range(6):
        for ships in combinations(sorted(seen), number):
            apart = all(max(abs(r - x), abs(c - y)) > 1 for (r, c), (x, y) in combinations(ships, 2))
            if apart and all(sum(r == x or c == y for x, y in ships) == n for (r, c), n in lights.items()):
                found.append({f"ship({r},{c})" for r, c in ships})
    assert found == [set(map(str, solution.atoms))]


def test_site_is_built_and_its_links_lead_somewhere(tmp_path):
    env = environment(NO_MKDOCS_2_WARNING="1")
    result = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(tmp_path / "site")],
        cwd=ROOT, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert f"{len(Library().names())} puzzles" in (tmp_path / "site" / "gallery.html").read_text()


def test_readme_is_a_landing_page():
    assert len(README.splitlines()) <= 200
    (number,) = re.findall(r"There are more than (\d+),", README)
    assert int(number) < len(Library().names())


def test_every_exit_status_is_named():
    from pyclingo_app.cli.terminal import Status

    page = (ROOT / "docs" / "limits.md").read_text()
    table = re.findall(r"^\| (\d+) \|", page, re.MULTILINE)
    assert [int(status) for status in table] == list(Status)


def test_links_lead_somewhere():
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
            assert target.startswith("https://") or (document.parent / target).exists(), (document.name, target)


def test_public_names_are_complete_and_documented():
    assert pyclingo_app.__all__ == sorted(pyclingo_app.__all__)
    for name in pyclingo_app.__all__:
        assert getattr(pyclingo_app, name).__doc__, name


def climb(folder, each):
    """Follow the page about puzzle programs: save its files, and do ``each`` with its commands."""
    for language, match, above in make.blocks(CONTRACT):
        if language == "console":
            each(match[2])
        else:
            make.save(folder, match[2], above)


def test_staircase_begins_with_two_lines_and_ends_with_a_program_without_a_fault(folder):
    from pyclingo_app.lint import faults

    lengths = []
    climb(folder, lambda block: lengths.append(len((folder / "mines.lp").read_text().splitlines())))
    assert lengths[0] == 2
    assert lengths == sorted(lengths)
    program = load(str(folder / "mines.lp")).program
    assert faults(program) == []
    assert all(getattr(program, part) for part in ("display", "formats", "generate"))


def test_part_generate_of_the_staircase_makes_boards(folder):
    """What it says gives boards, by clingo alone, whose numbers lead back to their mines."""
    climb(folder, lambda block: None)
    puzzle = load(str(folder / "mines.lp"))
    control = clingo.Control(["5"])
    with clingo.ast.ProgramBuilder(control) as builder:
        for statement in puzzle.program.base:
            builder.add(statement)
        builder.add(next(s for s in puzzle.program.base if s.ast_type == clingo.ast.ASTType.Program))
        for statement in puzzle.program.generate:
            if statement.ast_type not in (clingo.ast.ASTType.Program, clingo.ast.ASTType.Definition):
                builder.add(statement)
    control.add("base", [], "size(3, 4).")
    control.ground([("base", [])])
    made = []
    control.solve(on_model=lambda model: made.append(model.symbols(atoms=True)))
    assert len(made) == 5
    for atoms in made:
        mines = {tuple(a.number for a in atom.arguments) for atom in atoms if atom.match("mine", 2)}
        numbers = {tuple(a.number for a in atom.arguments) for atom in atoms if atom.match("number", 3)}
        assert len(mines) == 3
        around = {(r, c, sum(abs(r - x) <= 1 and abs(c - y) <= 1 for x, y in mines)) for r, c, _ in numbers}
        assert numbers == around
        assert {(r, c) for r, c, _ in numbers} == {(r, c) for r in (1, 2, 3) for c in (1, 2, 3, 4)} - mines
        assert {atom.arguments[0] for atom in atoms if atom.match("removable", 1)} == {
            atom for atom in atoms if atom.match("number", 3)
        }


def test_parts_and_tables_are_described():
    section = CONTRACT.partition("## Parts")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `#program (\w+)\.`", section, re.MULTILINE) == list(PARTS)
    for table in TABLES:
        assert f"*{table}*" in CONTRACT


def findings():
    """The examples of the page about the linter: the code, and the hunks that are wrong and right in them."""
    found = []
    for section in re.split(r"^### ", LINT, flags=re.MULTILINE)[1:]:
        code = section.partition("\n")[0]
        diff = next(match[2] for language, match, _ in make.blocks(section) if language == "diff")
        hunks = [hunk.splitlines(keepends=True) for hunk in re.split(r"^@@\n", diff, flags=re.MULTILINE)]
        sides = [["".join(line[2:] or "\n" for line in hunk if line[0] != sign) for hunk in hunks] for sign in "+-"]
        found.append(pytest.param(code, *sides, id=code))
    return found


def test_every_finding_of_the_linter_is_described():
    sources = "".join(path.read_text() for path in (ROOT / "pyclingo_app" / "lint").glob("*.py"))
    codes = sorted(set(re.findall(r"\bPZ\d+", sources)))
    assert len(codes) > 40
    assert [parameters.values[0] for parameters in findings()] == codes


@pytest.fixture
def mines(tmp_path):
    """Write the corrected program and instance of the docs, and give their paths."""
    texts = [match[2] for language, match, _ in make.blocks(LINT) if language == "prolog"]
    paths = tmp_path / "mines.lp", tmp_path / "instances" / "mines" / "4x4-a.lp"
    paths[1].parent.mkdir(parents=True)
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return paths


def in_program(path):
    """Find what the linter says about a program, as codes."""
    from pyclingo_app.lint import faults

    return {fault.code for fault in faults(load(str(path)).program)}


def in_instances(path, seconds=60):
    """Find what it says about the instances; "" is one without a fault."""
    from pyclingo_app.lint import instance_faults

    return {fault.partition(" ")[0] for _, fault in instance_faults(load(str(path)).program, seconds)}


def test_corrected_example_has_no_finding(mines):
    assert (in_program(mines[0]), in_instances(mines[0])) == (set(), {""})


@pytest.mark.parametrize(("code", "wrong", "right"), findings())
def test_finding_is_in_its_example(code, wrong, right, mines):
    of_instances = code >= "PZ2"
    # What is drawn is told by a solution, too, but the program draws it.
    changed = mines[of_instances and code != "PZ205"]
    text = changed.read_text()
    for old, new in zip(right, wrong, strict=True):
        assert text.count(old) == 1
        text = text.replace(old, new)
    changed.write_text(text)
    # What clingo remarks is seen with an instance. PZ203 says that a second was too short.
    with_instances = of_instances or code == "PZ142"
    assert code in (in_instances(mines[0], 1 if code == "PZ203" else 60) if with_instances else in_program(mines[0]))


def test_nothing_about_a_puzzle_is_written_in_python():
    """No module of the package names a puzzle, its facts or its atoms, examples in docstrings left out."""
    import ast

    words = set(Library().names())
    for name in Library().names():
        puzzle = load(name)
        words |= {n for n, _ in puzzle.program.inputs | puzzle.program.shown}
    words -= {term for term, _ in TERMS | formats.TERMS}  # of which drawings and formats are made
    words -= {"number", "double", "border", *SHADES}  # what may stand in a place, a style of line, colours
    # Names of symbols, of kinds of board in Penpa-edit, and of what other programs are about.
    symbols = {"symbols.py": set(GLYPHS), "layers.py": {"arrow", "compass", "kakuro", "sudoku"},
               "inking.py": {"arrow", "circle", "compass"}, "files.py": {"nonogram", "sudoku"}, "sites.py": {"sudoku"},
               "fpuzzles.py": {"arrow", "black", "given", "region", "sudoku", "white"}}  # fmt: skip
    for module in (ROOT / "pyclingo_app").rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in words - symbols.get(module.name, set()), (module, node.value)

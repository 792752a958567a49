"""The tools for developers, without pzprjs; with it where ``PZPR`` names its folder."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import pyclingo_app as puzzasp
from tools.genre import layout, tables
from tools.genre.data import merge, read, text
from tools.sentences import named, rules_of, without

ROOT = Path(__file__).parents[1]
BOARD = "https://puzz.link/p?nurikabe/4/2/h3k"


def test_data_are_extended(tmp_path):
    """What stands there is kept, also what a person wrote; what is new comes after it, and what differs is told."""
    path = tmp_path / "one.json"
    path.write_text(
        '{"name": "one", "names": {"a": "Sure.", "b": "Gone."}, "counts": [["u1", 2]],'
        '"alone": [["u1", "x.", "b", "Gone."]], "disagree": [["u2", 1, 2, "for a reason"]]}',
        encoding="utf-8",
    )
    new = {
        **read(tmp_path / "none.json"),
        "name": "one",
        "names": {"a": "Other.", "b": "Other."},
        "counts": [["u1", 3], ["u3", 1]],
        "disagree": [["u2", 1, 2, ""], ["u4", None, 2, ""]],
    }
    merged, news = merge(read(path), new, ["Sure.", "Other."])
    assert merged["names"] == {"a": "Sure.", "b": "Other."}
    assert merged["counts"] == [["u1", 2], ["u3", 1]]
    assert merged["disagree"] == [["u2", 1, 2, "for a reason"], ["u4", None, 2, ""]]
    assert merged["alone"] == []
    assert "counts: u1 is [2] in the file and [3] now" in news
    path.write_text(text(merged), encoding="utf-8")
    assert read(path) == read(tmp_path / "none.json") | {k: v for k, v in merged.items() if v is not None}
    assert ' ["u3", 1]' in text(merged).replace("]],", "]").splitlines()


@pytest.mark.parametrize("name", ["masyu", "slitherlink", "nurikabe", "tents", "shakashaka"])
def test_answers_become_marks_and_come_back(name):
    """A solved board, by the layout that stands in the data of its genre."""
    puzzle, data = puzzasp.load(name), read(ROOT / f"tests/genres/{name}.json")
    url, answer = data["solved"][0]
    board, atoms = puzzle.board(url), puzzasp.parse_facts(answer)
    marks = layout.marks_of(puzzle, board, atoms, data["layout"])
    assert marks
    assert set(layout.answer_of(puzzle, board, marks, data["layout"])) == set(atoms)


def test_a_layout_is_what_a_program_draws():
    assert layout.drawn(puzzasp.load("yajilin").program) == ["line", "shade"]
    assert layout.drawn(puzzasp.load("hashi").program) == ["line", "double"]


def test_boards_of_the_table_are_boards():
    """Most of those of a puzzle whose table says it all can be solved, or have no solution."""
    puzzle = puzzasp.load("nurikabe")
    made = tables.boards(puzzle, Random(1))
    assert sum(puzzle.solve(next(made)).count() for _ in range(20)) > 0


def test_an_answer_that_breaks_one_sentence():
    """Without its rules it is a solution, and a check names it."""
    puzzle = puzzasp.load("nurikabe")
    sentence = "All shaded cells are connected."
    less = puzzasp.Puzzle(without(puzzle.program, rules_of(puzzle.program)[sentence]))
    solutions = {solution.atoms for solution in less.solve(BOARD, models=0)}
    wrong = sorted(solutions - {solution.atoms for solution in puzzle.solve(BOARD, models=0)})
    assert wrong
    assert named(puzzle, puzzle.check(BOARD, wrong[0], final=True)) == [sentence]


@pytest.mark.skipif("PZPR" not in os.environ, reason="PZPR names no folder of pzprjs")
def test_data_are_written_and_stay(tmp_path):
    """A second run adds nothing and changes nothing."""
    command = [sys.executable, "-m", "tools.genre", "write", "norinori", "--out", str(tmp_path), "--number", "4"]
    texts = []
    for _ in range(2):
        subprocess.run(command, cwd=ROOT, check=True)
        texts.append((tmp_path / "norinori.json").read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert len(read(tmp_path / "norinori.json")["counts"]) >= 4

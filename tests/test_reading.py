"""What is drawn is read again: display read backwards, over every stored board of every program, in each style."""

import random
import re
from functools import cache

import genres
import pytest
from conftest import ROOT

from pyclingo_app import InstanceError, Library, Puzzle, formats, load
from pyclingo_app.draw.board import DIRECTIONS, border
from pyclingo_app.draw.text import render_text
from pyclingo_app.formats.backwards import clashes, invert
from pyclingo_app.formats.differences import differences
from pyclingo_app.lint import faults
from pyclingo_app.program.source import Log
from pyclingo_app.solve.control import ground, make_control
from pyclingo_app.solve.drawing import draw_atoms, draw_unsolved, proved_atoms

PROGRAMS = sorted(str(path) for folder in ("asp", "tests/programs") for path in (ROOT / folder).glob("*.lp"))
STYLES = ("ascii", "unicode", "emoji")
BOARDS = [
    pytest.param(path, name, id=f"{load(path).name}-{name}") for path in PROGRAMS for name in load(path).instances()
]


@cache
def puzzle_of(path):
    return load(path)


@pytest.mark.parametrize(("path", "name"), BOARDS)
def test_unsolved_boards_are_read_again(path, name):
    puzzle = puzzle_of(path)
    instance = puzzle.read(name)
    board = draw_unsolved(puzzle.problem(instance))
    for style in STYLES:
        for colour in (False, True):
            text = render_text(board, style, colour)
            back = formats.read(puzzle.problem(), text, "FILE", "text")
            same(instance.facts, back.facts, text)


def same(facts, back, text):
    """Whether facts are the same, but for names that a drawing does not show."""
    notes = differences(facts, back, "text")
    assert all("numbered anew" in note for note in notes), (notes, text)


def answers(puzzle, instance, count):
    """Some answers at random, and the possible atoms of answers."""
    problem = puzzle.problem(instance)
    found = []
    for seed in range(count):
        log = Log()
        options = ["--rand-freq=1", "--sign-def=rnd", f"--seed={seed}"]
        control = make_control(
            options if "tests/programs" in puzzle.program.path else [], problem, log, puzzle.program.base
        )
        ground(control, problem, log)
        atoms = {
            atom.symbol: atom.is_fact
            for n, a in puzzle.program.shown
            for atom in control.symbolic_atoms.by_signature(n, a)
        }
        control.solve(on_model=lambda model: found.append([atom for atom in model.symbols(shown=True)]))
    return proved_atoms(control, puzzle.program), atoms, found

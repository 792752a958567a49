"""What clingo writes down of a ground program is what it tells an observer."""

from pathlib import Path

import clingo
import pytest

from pyclingo_app import load, parse_facts
from pyclingo_app.errors import InstanceError, ProgramError
from pyclingo_app.explain.scope import Scope
from pyclingo_app.solve import oracle, written
from pyclingo_app.solve.ground import GroundProgram
from pyclingo_app.solve.oracle import Oracle

ROOT = Path(__file__).resolve().parents[1]
BOARDS = sorted({path.parent.name: path for path in sorted(ROOT.glob("instances/*/*.lp"))[::-1]}.items())
# What puzzles seldom have: heads of several atoms, weights, strings that look like other statements, terms that are
# shown under conditions, and atoms that need no rule.
ODD = r"""
    { a(1..3) } 2. b; c :- a(1). :- #sum { -2, X : a(X); 3 : b } > 1.
    #external e. #external f. [true] #external g. [free] g :- a(2). d :- e, not f, not g.
    s("a \"b\"\n1 0 1 7 0 0"). s("ü", f(-3,(),(1,))) :- c. t(X) :- a(X), not d, t(Y), Y < X. t(0). t(1) :- t(2).
    #show s/1. #show a/1. #show pair(X, "4 1 x 0") : a(X), not b. #show zero : 1 { a(1); a(2) }. #show -x(1) : d.
"""

pytestmark = pytest.mark.skipif(not written.AVAILABLE, reason="clingo can write to memory on Linux alone")


def observed(text):
    control, program = clingo.Control(), GroundProgram()
    control.add("base", [], text)
    control.register_observer(program)
    control.ground([("base", [])])
    return program


def test_any_ground_program_is_taken_as_an_observer_takes_it():
    control, program, done = clingo.Control(["0"]), GroundProgram(), []
    control.add("base", [], ODD)
    written.ground_beside(control, program, lambda: done.append(True))
    wanted = observed(ODD)
    assert done
    assert len(program.rules) > 20
    assert len(program.externals) == 3
    assert (program.rules, program.shown, program.externals) == (wanted.rules, wanted.shown, wanted.externals)
    # The control answers as it would have, and writes down no more.
    other = clingo.Control(["0"])
    other.add("base", [], ODD)
    other.ground([("base", [])])
    models = [
        sorted(sorted(map(str, model.symbols(shown=True))) for model in asked)
        for asked in (control.solve(yield_=True), other.solve(yield_=True))
    ]
    assert models[0] == models[1]
    assert len(models[0]) > 3


def test_a_program_without_atoms_is_taken_too():
    program = GroundProgram()
    written.ground_beside(clingo.Control(), program, lambda: None)
    assert (program.rules, program.shown) == ([], {})


@pytest.mark.parametrize(("name", "path"), BOARDS, ids=dict(BOARDS))
def test_sentences_are_grounded_alike(name, path):
    puzzle = load(name)
    problem = puzzle.problem(puzzle.read(str(path)))
    first, second = Scope(problem), Scope(problem, meanwhile=lambda: None)
    assert second.oracle.program.rules == first.oracle.program.rules
    assert second.oracle.program.shown == first.oracle.program.shown
    assert second.oracle.symbols == first.oracle.symbols
    assert (second.oracle.facts, second.oracle.cost, second.rules) == (
        first.oracle.facts,
        first.oracle.cost,
        first.rules,
    )


def test_where_nothing_can_be_written_down_hints_are_the_same(monkeypatch):
    puzzle = load("kropki")
    before = puzzle.hint("10x10-a")
    monkeypatch.setattr(oracle, "AVAILABLE", False)
    assert puzzle.hint("10x10-a") == before


def test_errors_are_those_of_grounding():
    puzzle = load("kropki")
    problem = puzzle.problem(parse_facts("size(4,4). dot(9,9,right,white)."))
    with pytest.raises(InstanceError, match="9"):
        Oracle(problem, meanwhile=lambda: None)


def test_what_is_done_meanwhile_may_fail():
    puzzle = load("tents")

    def fail():
        raise ProgramError("no room", "Build one.")

    with pytest.raises(ProgramError, match="no room"):
        Oracle(puzzle.problem(puzzle.read("6x6")), meanwhile=fail)

"""What all solutions have in common, and where two differ: compared with all solutions, from stock clingo."""

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import HUNG, environment, started
from explaining import TINY, UNSOLVABLE, answers, given
from processes import work

from pyclingo_app import LimitError, load
from pyclingo_app.solve import consequences
from pyclingo_app.solve.consequences import differ, forced
from pyclingo_app.solve.oracle import Oracle, bits, numbers
from pyclingo_app.solve.run import Inline

MANY = [
    ("tents", "6x6-many-a"),
    ("tents", "size(3,4). tree(2,2). tree(2,3)."),
    ("norinori", "4x4-many"),
    ("norinori", "5x5-many-a"),
    ("queens", "8x8-given-e"),
    ("queens", "size(5,5)."),
    ("flow", "4x4-many-a"),
    ("tetravex", "3x3-equal-b"),
    ("tetravex", "size(1,2). tile(a,1,2,0,0). tile(b,5,6,0,0)."),
    ("starbattle", "8x8-many-a"),
]


@pytest.mark.parametrize(("name", "facts"), [*TINY[:-1], *MANY])
def test_forced_is_what_all_solutions_say(name, facts):
    puzzle, instance = given(name, facts)
    found = puzzle.forced(instance)
    solutions = answers(name, facts)
    possible = {*found.present, *found.absent, *found.open}
    assert len(possible) == len(found.present) + len(found.absent) + len(found.open)
    assert possible >= frozenset.union(*solutions)
    assert set(found.present) == frozenset.intersection(*solutions)
    assert set(found.open) == frozenset.union(*solutions) - frozenset.intersection(*solutions)
    assert (found.satisfiable, found.undecided, found.stopped) == (True, (), None)
    assert bool(found.open) == (len(solutions) > 1)


@pytest.mark.parametrize(("name", "facts"), UNSOLVABLE)
def test_nothing_is_common_to_no_solutions(name, facts):
    puzzle, instance = given(name, facts)
    found = puzzle.forced(instance)
    assert not found.satisfiable
    assert found[1:] == ((), (), (), (), None, None, found.warnings)


def test_a_limit_that_stops_only_the_picture_stops_nothing(monkeypatch):
    draw, tries = consequences._drawn, []

    def late(*args):
        tries.append(args)
        if len(tries) == 1:
            raise LimitError("stopped by the time limit", "time")
        return draw(*args)

    monkeypatch.setattr(consequences, "_drawn", late)
    puzzle, instance = given("tents", "6x6-many-a")
    found = puzzle.forced(instance)
    assert (found.satisfiable, found.undecided, found.stopped) == (True, (), None)
    assert (len(found.present), len(found.absent), len(found.open)) == (2, 17, 10)
    assert (len(tries), found.board.marks[(4, 6)]) == (2, ["tent"])


def test_forced_is_drawn():
    """Row 1 of three cells holds one stone beside the first cell, which is given."""
    puzzle, instance = given("tents", "size(1,4). tree(1,1). tree(1,3). tent_row(1,2).")
    board = puzzle.forced(instance).board
    assert board.marks == {(1, 1): ["tree"], (1, 2): ["tent"], (1, 3): ["tree"], (1, 4): ["tent"]}
    assert (board.focus, board.empty) == ({}, frozenset())
    puzzle, instance = given("tents", "size(1,5). tree(1,1). tree(1,4). tent_row(1,2).")
    board = puzzle.forced(instance).board
    assert board.marks == {(1, 1): ["tree"], (1, 2): ["tent"], (1, 4): ["tree"], (1, 5): ["tent"]}
    puzzle, instance = given("tents", "size(1,4). tree(1,2).")
    board = puzzle.forced(instance).board
    assert board.marks == {(1, 2): ["tree"]}
    assert board.focus == {(1, 1): "found", (1, 3): "found"}
    assert board.empty == {(1, 4)}
    assert puzzle.forced(instance, draw=False).board is None


SHOWN = """% Shown - terms, facts and atoms that are shown under conditions.
{ p(1..4) }.
:- not p(1).
:- p(2).
:- p(3), p(4).
q.
% What is shown.
:- not q.
#show p/1.
#show q/0.
#show both : p(3), not p(4).
#show both : p(4), not p(3).
#show one : p(1).
#show none : p(2).
#show sure.
"""


def test_shown_terms_are_common_or_not_as_well(tmp_path):
    path = tmp_path / "shown.lp"
    path.write_text(SHOWN)
    found = load(str(path)).forced()
    assert list(map(str, found.present)) == ["one", "p(1)", "q", "sure"]
    assert set(map(str, found.absent)) == {"p(2)", "none"}
    assert set(map(str, found.open)) == {"p(3)", "p(4)", "both"}


@pytest.mark.parametrize(("name", "facts"), MANY)
def test_what_is_told_on_the_way_is_true(name, facts, monkeypatch):
    """Each thing that is told before the end stays so: what a limit leaves is true."""
    monkeypatch.setattr(consequences, "_NEWS", -1.0)
    puzzle, instance = given(name, facts)
    *before, last = forced(puzzle.problem(instance), Inline())
    assert before
    for told in before:
        assert set(told.present) <= set(last.present)
        assert set(told.absent) <= set(last.absent)
        assert set(told.open) <= set(last.open)
        assert len({*told.present, *told.absent, *told.open, *told.undecided}) == len(
            {*last.present, *last.absent, *last.open}
        )


# Whether hard(1) can be in a solution is the question whether 15 pigeons fit into 14 holes.
HARD = """% Hard - a question that takes too long beside easy ones.
{ hard(1) }.
{ in(P, H) : H = 1..14 } = 1 :- P = 1..15, hard(1).
:- in(P, H), in(Q, H), P < Q.
{ x(1..3, 1) }.
:- not x(1, 1).
% The second one stays away.
:- x(2, 1).
#show hard/1.
#show x/2.
"""
DRAWN = "#program display.\n#show size(3, 1).\n#show mark(R, C, stone) : x(R, C).\n"


def test_limit_leaves_what_was_decided(tmp_path):
    path = tmp_path / "hard.lp"
    path.write_text(HARD + DRAWN)
    puzzle = load(str(path))
    for limit in (0.5, 3, 15, 75):  # longer on a busy machine
        try:
            found = puzzle.forced(time_limit=limit)
        except LimitError:
            continue
        if len(found.undecided) == 1:
            break
    assert found.stopped == "time"
    assert list(map(str, found.present)) == ["x(1,1)"]
    assert list(map(str, found.absent)) == ["x(2,1)"]
    assert list(map(str, found.open)) == ["x(3,1)"]
    assert list(map(str, found.undecided)) == ["hard(1)"]
    assert found.board.marks == {(1, 1): ["stone"]}
    assert found.board.focus == {(3, 1): "found"}
    assert found.board.empty == {(2, 1)}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_interrupt_leaves_what_was_decided(number, tmp_path):
    (tmp_path / "hard.lp").write_text(HARD + DRAWN)
    command = [sys.executable, "-m", "pyclingo_app", "forced", "hard.lp"]
    for seconds in (0.6, 2, 8):
        with started(command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, encoding="utf-8") as process:
            work(process.pid, seconds)
            process.send_signal(number)
            text = process.communicate(timeout=HUNG)[0]
        assert process.returncode == 130
        if "Not decided, interrupted: hard(1)." in text:
            break
    assert text.splitlines()[-3:] == [
        "In some solutions and not in others: x(3,1).",
        "Not decided, interrupted: hard(1).",
        "All else is forced.",
    ]


def test_limit_before_any_solution_is_an_error(tmp_path):
    path = tmp_path / "hard.lp"
    path.write_text(HARD + ":- not hard(1).\n")
    with pytest.raises(LimitError) as caught:
        load(str(path)).forced(time_limit=0.5)
    assert caught.value.reason == "time"


@pytest.mark.parametrize("question", ["forced()", "check(None, ())", "hint()", "rate()", "explain()"])
def test_interrupt_of_a_question_that_lasts(question, tmp_path):
    """Without limits the work is done in this process, and Ctrl-C acts while clingo searches."""
    (tmp_path / "hard.lp").write_text(HARD + ":- not hard(1).\n")
    code = (
        "import pyclingo_app\n"
        "puzzle = pyclingo_app.load('hard.lp')\n"
        "print('begun', flush=True)\n"
        "try:\n"
        f"    print(list(puzzle.{question}))\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    with started(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout.readline() == "begun\n"
        work(process.pid, 0.6)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=HUNG)[0] == "interrupted\n"


@pytest.mark.parametrize(("name", "facts"), MANY)
def test_difference_of_two_solutions(name, facts):
    puzzle, instance = given(name, facts)
    first, second = list(puzzle.solve(instance, models=2))
    difference = differ(puzzle.program, first, second)
    one, two = set(first.atoms), set(second.atoms)
    assert set(difference.first) == one - two
    assert set(difference.second) == two - one
    cells = {tuple(argument.number for argument in atom.arguments[:2]) for atom in one ^ two}
    assert set(difference.cells) == cells
    for board, solution in zip(difference.boards, (first, second), strict=True):
        assert board.focus == dict.fromkeys(cells, "found")
        assert board._replace(focus={}) == solution.board


CLAUSES = "{ v(1..8) }.\n#show v/1.\n"


@pytest.fixture
def asked(tmp_path):
    """An oracle over eight variables with random clauses, and its answer sets as sets of numbers."""

    def make(seed):
        chance = random.Random(seed)
        clauses = [
            [chance.choice((-1, 1)) * v for v in chance.sample(range(1, 9), 3)] for _ in range(chance.randrange(5, 30))
        ]
        rules = "".join(
            ":- " + ", ".join(f"{'not ' if v > 0 else ''}v({abs(v)})" for v in clause) + ".\n" for clause in clauses
        )
        path = Path(tmp_path) / f"clauses{seed}.lp"
        path.write_text("% Clauses - random ones.\n" + CLAUSES + rules)
        oracle = Oracle(load(str(path)).problem())
        number = {symbol.arguments[0].number: n for n, symbol in oracle.symbols.items()}
        models = [
            bits(number[v] for v in range(1, 9) if chosen >> v & 1)
            for chosen in range(0, 512, 2)
            if all(any((chosen >> abs(v) & 1) == (v > 0) for v in clause) for clause in clauses)
        ]
        return oracle, models

    return make


@pytest.mark.parametrize("seed", range(25))
def test_oracle_answers_as_trying_all_does(seed, asked):
    oracle, models = asked(seed)
    chance = random.Random(seed)

    def holds(model, literal):
        return (model >> abs(literal) & 1) == (literal > 0)

    def agree(literals):
        return [model for model in models if all(holds(model, literal) for literal in literals)]

    for _ in range(20):
        every = [chance.choice((-1, 1)) * n for n in chance.sample(list(oracle.symbols), len(oracle.symbols))]
        fixed, items = every[:2], every[2:]
        assert oracle.unsatisfiable(fixed) == (not agree(fixed))
        answer = oracle.ask(every[:4])
        assert (answer.model in agree(every[:4])) == bool(agree(every[:4]))
        assert answer.core is None or not agree(answer.core)
        core = oracle.core(fixed, items)
        assert (core is None) == bool(agree(every))
        assert core is None or not agree([*fixed, *core])
        if agree(fixed):
            common = [literal for literal in items if all(holds(model, literal) for model in agree(fixed))]
            met = []
            assert sorted(oracle.consequences(fixed, items, seen=met.append)) == sorted(common)
            assert sorted(oracle.consequences(fixed, items)) == sorted(common)
            assert set(met) <= set(agree(fixed))
            most = oracle.maximal(fixed, items).model
            assert most in agree(fixed)
            kept = [literal for literal in items if holds(most, literal)]
            assert not any(agree([*fixed, *kept, literal]) for literal in items if literal not in kept)
        else:
            assert oracle.maximal(fixed, items).core is not None
        # Clauses that were added for one question do not stay for the next one.
        assert oracle.unsatisfiable(()) == (not models)
    if models:
        least = min(model.bit_count() for model in models)
        assert oracle.fewest(oracle.symbols, ()).bit_count() == least
        assert oracle.unsatisfiable(()) is False
    assert list(numbers(bits(oracle.symbols))) == sorted(oracle.symbols)

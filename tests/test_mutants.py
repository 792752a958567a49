"""Programs that lack something, and what notices it."""

from collections import Counter

import pytest
from mutants import Witness, compared, count, instance, mutants, notices

from pyclingo_app import load
from pyclingo_app.solve.problem import Problem

PAIRS = """% Pairs - a program of a test, in which one rule says what another one says.
cell(R, C) :- size(H, W), R = 1..H, C = 1..W.
{ stone(R, C) } :- cell(R, C).
even(R) :- cell(R, _), R \\ 2 = 0.

% Row R holds one stone.
:- cell(R, _), { stone(R, C) : cell(R, C) } != 1.

% Not more than one stone is in row R, and if R is even none right of column 1.
:- stone(R, C), stone(R, C'), C < C'.
:- stone(R, C), even(R), C > 1.
#show stone/2.
"""
PIGEONS = """{ in(1..9, 1..8) }.
:- P = 1..9, { in(P, H) } != 1.
:- in(P, H), in(Q, H), P < Q.
#show in/2.
"""


@pytest.fixture
def program(tmp_path):
    (tmp_path / "pairs.lp").write_text(PAIRS)
    return load(str(tmp_path / "pairs.lp")).program


def known(text, number):
    return Witness("test", instance(text), number)


def test_each_sentence_rule_definition_and_comparison_is_changed(program):
    found = list(mutants(program))
    assert Counter(one.kind for one in found) == {"sentence": 2, "rule": 2, "definition": 2, "comparison": 2}
    assert all(one.program.path == program.path for one in found)


def test_what_follows_from_others_is_not_missed(program):
    boards = [known("size(1, 3).", 3), known("size(2, 2).", 2)]
    assert all(board.holds(program) for board in boards)
    missed = {one.what for one in mutants(program) if notices(one, boards) is None}
    assert missed == {
        "#false :- stone(R,C); stone(R,C'); C < C'.",
        "#false :- cell(R,_); 1 > { stone(R,C): cell(R,C) }.",
    }


def test_a_comparison_with_what_is_no_number_stays():
    assert list(compared("#false :- number(R,C,N); N != { shaded(R,C) }.")) == [
        "#false :- number(R,C,N); N < { shaded(R,C) }.",
        "#false :- number(R,C,N); N > { shaded(R,C) }.",
    ]
    assert list(compared('#false :- number(R,C,N); N != "?"; not shaded(R,C).')) == []


def test_solutions_are_counted_up_to_a_number(program):
    found = [count(Problem(program, instance("size(3, 3).")), most) for most in (2, 50)]
    assert found == [(2, False), (9, False)]


def test_what_a_search_did_not_find_is_not_missed(monkeypatch, tmp_path):
    """That nine pigeons do not fit into eight holes takes more than one conflict."""
    monkeypatch.setattr("mutants.CONFLICTS", 1)
    (tmp_path / "pigeons.lp").write_text(PIGEONS)
    pigeons = load(str(tmp_path / "pigeons.lp")).program
    assert count(Problem(pigeons), 2) == (0, True)
    assert known("", 3).holds(pigeons)

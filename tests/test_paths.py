"""Whole paths of larger boards: they lead to the solution, and what each step finds is in it."""

import pytest
from test_explain import answers, explained
from test_hints import LARGE

from pyclingo_app.explain.chains import Chains
from pyclingo_app.explain.proofs import Prover
from pyclingo_app.write.steps import step_lines

# Paths that take many seconds are walked by benchmarks/explanations.py.
LONG = {"countryroad", "flow", "heyawake", "kropki", "kurotto", "shimaguni", "snake"}


@pytest.mark.parametrize(("name", "board"), [one for one in LARGE if one[0] not in LONG])
def test_a_path_leads_to_the_solution(name, board):
    explanation = explained(name, board)
    (solution,) = answers(name, board)
    assert explanation.rating.complete
    found = [mark for step in explanation.steps for mark in step.found if not mark.pencil]
    assert len({mark.atom for mark in found}) == len(found)
    for mark in found:
        assert (mark.atom in solution) == mark.present, mark.text
    known = {mark.atom for step in explanation.steps for mark in step.found}
    for step in explanation.steps:
        lines = step_lines(step)
        assert any(line.strip().startswith("so: ") for line in lines)
        # Nothing is left blank in a sentence.
        assert not any("  " in line.strip() or " ," in line or "()" in line for line in lines), lines
        assert {mark.atom for mark in step.earlier} <= known


@pytest.mark.parametrize(("name", "board"), [("heyawake", "6x9-a"), ("slitherlink", "6x6-a"), ("countryroad", "6x6-a")])
def test_what_leads_nowhere_need_not_be_looked_at_again(name, board, monkeypatch):
    """What is kept of marks that lead to no contradiction saves work, and changes nothing."""
    path = [line for step in explained(name, board).steps for line in step_lines(step)]
    probes = []

    def probe(self, known, literal, rounds):
        probes.append(literal)
        return probed(self, known, literal, rounds)

    probed = Prover.probe
    monkeypatch.setattr(Prover, "probe", probe)
    explained(name, board)
    few = len(probes)
    monkeypatch.setattr(Chains, "_keep", lambda self, known, state: None)
    monkeypatch.setattr("pyclingo_app.explain.proofs._with_idle", lambda idle, literal, course: idle)
    assert [line for step in explained(name, board).steps for line in step_lines(step)] == path
    assert len(probes) > 2 * few > 0

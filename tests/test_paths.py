"""Whole paths of larger boards: they lead to the solution, and what each step finds is in it."""

import pytest
from test_explain import answers, explained
from test_hints import LARGE

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

"""Grading boards: how hard the path to the solution is, asked of the explanations."""

from contextlib import closing

from ..explain.grade import GRADES, rate
from ..explain.path import explain
from ..explain.terms import Start, Step
from ..solve.limits import Limits
from ..solve.problem import Problem
from ..solve.run import Inline

EXTREME = "extreme"
NAMES = (*(name for _, name in GRADES), EXTREME)


def grade(problem: Problem, limits: Limits, highest: str = EXTREME) -> str | None:
    """Give the grade of a board with one solution; None as soon as a step is harder than the grade ``highest``."""
    steps: list[Step] = []
    marks = 0
    with closing(explain(problem, Inline(limits))) as events:
        for event in events:
            if isinstance(event, Start):
                marks = event.marks
            elif isinstance(event, Step):
                steps.append(event)
                if NAMES.index(rate(steps[-1:], marks).grade) > NAMES.index(highest):
                    return None
    rating = rate(steps, marks)
    found = rating.grade if rating.complete else EXTREME
    return found if NAMES.index(found) <= NAMES.index(highest) else None

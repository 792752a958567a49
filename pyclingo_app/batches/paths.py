"""Paths to solutions, in words, and how hard they are."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

from ..explain.grade import rate
from ..explain.terms import Conflict, Rating, Start, Step
from ..jobs import tasks
from ..solve.problem import Problem
from ..solve.run import Run
from ..write.explanations import contradiction
from ..write.steps import step_lines

Fields = dict[str, Any]


def told_rating(problem: Problem, run: Run) -> Iterator[Fields]:
    """Say how hard the path is."""
    (rating,) = tasks.rate(problem, run)
    yield _rated(rating)


def _rated(rating: Rating) -> Fields:
    if not rating.satisfiable:
        return {"status": "unsatisfiable", "unique": False}
    return {"status": "satisfiable", "unique": rating.complete, "grade": rating.grade, "steps": rating.steps}


def told_path(problem: Problem, run: Run) -> Iterator[Fields]:
    """Tell the path in words, each step as a text of lines; or why there is none."""
    path: list[str] = []
    steps: list[Step] = []
    marks = 0
    satisfiable = True
    yield {"path": path}
    with closing(tasks.explain(problem, run)) as events:
        for event in events:
            if isinstance(event, Conflict):
                satisfiable = False
                yield {"path": [*path, "\n".join(contradiction(event))] if path else contradiction(event)}
            elif isinstance(event, Start):
                marks = event.marks
            else:
                steps.append(event)
                path.append("\n".join(step_lines(event)))
                if satisfiable:
                    yield {"status": "satisfiable", "steps": len(steps), "path": path}
    yield _rated(rate(steps, marks)._replace(satisfiable=satisfiable))

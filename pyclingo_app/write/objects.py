"""Results as JSON; docs/json.md describes it. How each result is encoded stands in ``jobs.events``."""

from collections.abc import Mapping
from json import dumps
from typing import Any

from ..draw.board import Board
from ..explain.path import Explanation
from ..explain.terms import Step
from ..jobs.codec import drawn
from ..jobs.events import encode
from ..jobs.lines import SCHEMA
from ..solve.problem import Problem
from ..solve.search import Outcome, Solution
from .paths import TextPath
from .solutions import TextWriter
from .whole import whole

_KIND = ("schema", "event")


def fields(result: Any) -> dict[str, Any]:
    """The fields of the JSON form of a result, without those that say what it is."""
    return {name: value for name, value in encode(result).items() if name not in _KIND}


def about(problem: Problem | None) -> dict[str, Any]:
    """The fields that an object begins with: of what it is the result."""
    board = {}
    if problem:
        board = {"puzzle": problem.program.name, "instance": problem.instance.name if problem.instance else None}
    return {"schema": SCHEMA, **board}


def text(value: Mapping[str, Any], indent: int | None = 2) -> str:
    """Write an object as JSON, on one line without an indent."""
    return dumps(value, ensure_ascii=False, indent=indent) + "\n"


class LinesWriter(TextWriter):
    """An object for each solution, on a line of its own, and a last one about the search."""

    def solution(self, solution: Solution) -> None:
        board: dict[str, Any] = {}
        try:
            board = drawn(solution.board)
        finally:
            # What was stopped while it was drawn is not lost.
            self._write({**encode(solution), **board})

    def end(self, outcome: Outcome, closing: str, more: Mapping[str, Any]) -> None:
        self.output.write(text({**about(self.problem), **encode(outcome), **more}, indent=None))
        if self.output.path:
            self.output.note(closing)

    def _write(self, solution: Mapping[str, Any]) -> None:
        self.output.write(text(solution, indent=None))


class ObjectWriter(LinesWriter):
    """One object, written while the solutions in it are found."""

    written = 0

    def end(self, outcome: Outcome, closing: str, more: Mapping[str, Any]) -> None:
        begin = "\n  " if self.written else self._begin()
        self.output.write(f"{begin}],{text({**fields(outcome), **more})[1:]}")
        if self.output.path:
            self.output.note(closing)

    def _write(self, solution: Mapping[str, Any]) -> None:
        own = {name: value for name, value in solution.items() if name not in _KIND}
        line = f"\n    {dumps(own, ensure_ascii=False)}"
        with whole:
            self.output.write(("," if self.written else self._begin()) + line)
            self.written += 1

    def _begin(self) -> str:
        return text(about(self.problem)).removesuffix("\n}\n") + ',\n  "solutions": ['


class LinesPath(TextPath):
    """An object for each step, on a line of its own, and a last one."""

    def step(self, number: int, step: Step, before: Board | None) -> None:
        self.output.write(text(encode(step), indent=None))
        self.output.flush()

    def end(self, explanation: Explanation) -> None:
        self.output.write(text({**about(self.problem), "event": "explanation", **_explained(explanation)}, indent=None))


class ObjectPath(TextPath):
    """One object with all steps."""

    def step(self, number: int, step: Step, before: Board | None) -> None:
        pass

    def end(self, explanation: Explanation) -> None:
        steps = list(map(fields, explanation.steps))
        self.output.write(text({**about(self.problem), "steps": steps, **_explained(explanation)}))


def _explained(explanation: Explanation) -> dict[str, Any]:
    conflict, rating = explanation.conflict, explanation.rating
    status = "unsatisfiable" if conflict else "solved" if rating.complete else "open"
    return {
        "status": "stopped" if explanation.stopped else status,
        "stopped": explanation.stopped,
        "conflict": fields(conflict) if conflict else None,
        "rating": fields(rating),
        "warnings": list(explanation.warnings),
        **drawn(explanation.board),
    }

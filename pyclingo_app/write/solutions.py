"""Writing solutions as they are found, one writer for each family of formats."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ..errors import PuzzaspError
from ..solve.drawing import draw_unsolved
from ..solve.problem import Problem
from ..solve.search import Outcome, Solution
from .target import Output


class TextWriter:
    """Boards as text, one below the other, and a last line about the search."""

    def __init__(self, output: Output, problem: Problem) -> None:
        self.output, self.problem = output, problem

    def solution(self, solution: Solution) -> None:
        text = ""
        try:
            text = self.output.drawing(solution.board)
        finally:
            # What cannot be drawn, or was stopped while it was drawn, is not lost.
            self.output.write(f"{text or solution.facts}\n\n")
            self.output.flush()

    def end(self, outcome: Outcome, closing: str, more: Mapping[str, Any]) -> None:
        """Write what the search came to; ``more`` is what ``closing`` says besides, as data.

        A board without a solution is drawn as it was read, so that a misreading is seen.
        """
        instance = self.problem.instance
        if outcome.complete and not outcome.count and instance and instance.form != "facts":
            with suppress(PuzzaspError):
                self.output.write(f"{self.output.drawing(draw_unsolved(self.problem))}\n\n")
        self.output.write(closing + "\n")
        if self.output.path:
            self.output.note(closing)


class FactsWriter(TextWriter):
    """One solution a line, as facts that can be read again."""

    def solution(self, solution: Solution) -> None:
        text = None
        try:
            text = solution.facts
        finally:
            # A solution that is counted is not lost, even if Ctrl-C comes here.
            self.output.write((solution.facts if text is None else text) + "\n")

    def end(self, outcome: Outcome, closing: str, more: Mapping[str, Any]) -> None:
        self.output.write("")
        self.output.note(closing)

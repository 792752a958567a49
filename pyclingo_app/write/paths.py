"""Writing an explanation as it is found: as text, JSON, or a page."""

from typing import Protocol

from ..draw.board import Board
from ..draw.text import render_text
from ..explain.terms import Conflict, Rating, Step
from ..solve.problem import Problem
from .explanations import LEGEND, argued, closing, conflict_line, step_lines
from .target import Output


class Explanation(Protocol):
    """What an explanation came to, when its steps are told."""

    conflict: Conflict | None
    rating: Rating
    board: Board | None


def last_line(result: Explanation, why: str | None) -> str:
    """The last line of an explanation; ``why`` it was stopped early."""
    return conflict_line(result.conflict) if result.conflict else closing(result.rating, why)


class TextPath:
    """Steps, each as some lines of text, then the board with all that was found; or the conflict."""

    def __init__(self, output: Output, problem: Problem, start: Board | None = None) -> None:
        self.output, self.problem, self.start = output, problem, start
        self.steps: list[Step] = []

    def step(self, step: Step) -> None:
        if not self.steps:
            self.output.write(LEGEND + "\n\n")
        self.steps.append(step)
        self.output.write("\n".join(step_lines(step, f"{len(self.steps):3}. ")) + "\n")
        self.output.flush()

    def end(self, result: Explanation, why: str | None) -> None:
        """Write the end; ``why`` the explanation was stopped early."""
        last = last_line(result, why)
        if result.conflict:
            lines = [last, LEGEND, "", *(f"  {line}" for line in argued(result.conflict.argument))]
            self.output.write("\n".join(lines) + "\n\n" + self._drawn(result.conflict.board))
        else:
            before = "\n" if self.steps else f"{LEGEND}\n\n"
            self.output.write(f"{before}{self._drawn(result.board)}\n{last}\n")

    def _drawn(self, board: Board | None) -> str:
        return render_text(board, self.output.form, self.output.colour) + "\n" if board else ""


def path_writer(output: Output, problem: Problem, start: Board | None = None) -> TextPath:
    """Make the writer for the format of an output; ``start`` is the board of the clues, for a page."""
    if output.form in ("json", "jsonl"):
        from .objects import LinesPath, ObjectPath

        return (ObjectPath if output.form == "json" else LinesPath)(output, problem)
    if output.form == "html":
        from .page import PagePath

        return PagePath(output, problem, start)
    return TextPath(output, problem)

"""Writing an explanation as it is found: as text, JSON, or a page."""

from ..draw.board import Board
from ..draw.text import render_text
from ..explain.path import Explanation
from ..explain.terms import Step
from ..solve.problem import Problem
from .explanations import KEY, LEGEND, closing, contradiction
from .phrases import texts
from .steps import numbered, step_lines
from .target import Output
from .words import undrawn


class TextPath:
    """Steps, each as some lines of text, then the board with all that was found; or the conflict."""

    def __init__(self, output: Output, problem: Problem) -> None:
        self.output, self.problem = output, problem
        self._begun = False

    def step(self, number: int, step: Step, before: Board | None) -> None:
        """Write a step, when it is found; before the first one also how to read it, and the board ``before`` it."""
        if not self._begun:
            self._begun = True
            told = [LEGEND, KEY, "", self._drawn(before), ""] if before else [LEGEND, ""]
            self.output.write("\n".join(told) + "\n")
        self.output.write("\n".join(step_lines(step, f"{number:3}. ")) + "\n")
        if step.board:
            self.output.write(f"\n{self._drawn(step.board)}\n\n")
        self.output.flush()

    def _drawn(self, board: Board, around: bool = True) -> str:
        """A board as text, with numbers ``around`` it."""
        return render_text(board, self.output.form, self.output.colour, numbered=around) + undrawn(board)

    def end(self, explanation: Explanation) -> None:
        """Write what the explanation came to."""
        last, conflict = closing(explanation), explanation.conflict
        number, board = len(explanation.steps), self._drawn(explanation.board, around=bool(conflict))
        if conflict and not number:
            lines = [last, LEGEND, "", *(f"  {line}" for line in contradiction(conflict)), "", board]
        elif conflict:
            told = numbered(contradiction(conflict), f"{number + 1:3}. ")
            these = [f"  {text}" for text in texts(conflict.sentences)]
            lines = [*told, "", board, "", last, *these, "The steps may take other sentences, too."]
        else:
            lines = ["" if self._begun else f"{LEGEND}\n", board, "", last]
        self.output.write("\n".join(lines) + "\n")

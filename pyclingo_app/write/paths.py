"""Writing an explanation as it is found: as text, JSON, or a page."""

from ..draw.text import render_text
from ..explain.path import Explanation
from ..explain.terms import Step
from ..solve.problem import Problem
from .explanations import LEGEND, closing, contradiction, texts
from .steps import numbered, step_lines
from .target import Output


class TextPath:
    """Steps, each as some lines of text, then the board with all that was found; or the conflict."""

    def __init__(self, output: Output, problem: Problem) -> None:
        self.output, self.problem = output, problem
        self._begun = False

    def step(self, number: int, step: Step) -> None:
        """Write a step, when it is found."""
        before = "" if self._begun else f"{LEGEND}\n\n"
        self._begun = True
        self.output.write(before + "\n".join(step_lines(step, f"{number:3}. ")) + "\n")
        if step.board:
            self.output.write(f"\n{render_text(step.board, self.output.form, self.output.colour)}\n\n")
        self.output.flush()

    def end(self, explanation: Explanation) -> None:
        """Write what the explanation came to."""
        last, board = closing(explanation), render_text(explanation.board, self.output.form, self.output.colour)
        conflict, number = explanation.conflict, len(explanation.steps)
        if conflict and not number:
            lines = [last, LEGEND, "", *(f"  {line}" for line in contradiction(conflict)), "", board]
        elif conflict:
            told = numbered(contradiction(conflict), f"{number + 1:3}. ")
            these = [f"  {text}" for text in texts(conflict.sentences)]
            lines = [*told, "", board, "", last, *these, "The steps may take other sentences, too."]
        else:
            lines = ["" if self._begun else f"{LEGEND}\n", board, "", last]
        self.output.write("\n".join(lines) + "\n")

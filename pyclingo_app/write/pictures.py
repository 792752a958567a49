"""Boards as pictures and pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..draw.board import Board, telling_found
from ..solve.problem import Problem
from ..solve.search import Outcome, Solution
from .solutions import TextWriter
from .target import Output
from .words import page_title, undrawn


class PictureWriter(TextWriter):
    """All boards as one picture or page."""

    def __init__(self, output: Output, problem: Problem) -> None:
        super().__init__(output, problem)
        self.boards: list[tuple[Board, str]] = []
        self._plain: Board | None = None

    def solution(self, solution: Solution) -> None:
        self._plain = self._plain or solution.render(())
        self.boards.append((telling_found(solution.board, self._plain), solution.facts))

    def end(self, outcome: Outcome, closing: str, more: Mapping[str, Any]) -> None:
        if self.boards:
            draw(self.output, self.problem, self.boards, closing)
        self.output.note(closing)


def draw(
    output: Output, problem: Problem, boards: Sequence[tuple[Board, str]], closing: str,
    solutions: Sequence[tuple[Board, str]] = (),
) -> None:  # fmt: skip
    """Draw boards, each with its atoms as text, and behind them their solutions, if these are given; a page has the
    name of the instance and ``closing``, too."""
    title, pictures = problem.program.title, [board for board, _ in [*boards, *solutions]]
    for line in dict.fromkeys(filter(None, map(undrawn, pictures))):
        output.note(line.strip())
    if output.form == "html":
        from .page import render_boards

        output.write(render_boards(boards, page_title(problem), closing, solutions))
    elif output.form in ("png", "pdf"):
        from ..draw.png import render_pdf, render_png

        output.write_bytes((render_png if output.form == "png" else render_pdf)(pictures, title))
    else:
        from ..draw.svg import render_svg

        output.write(render_svg(pictures, title))

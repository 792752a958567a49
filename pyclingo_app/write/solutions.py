"""Writing solutions as they are found, one writer for each family of formats."""

import os
import sys
from typing import Any

from ..draw.board import Board
from ..draw.text import render_text
from ..errors import UsageError
from ..facts.instance import Instance
from ..solve.problem import Problem
from ..solve.search import Outcome, Solution
from .target import Output, whole

FORMATS = ("auto", "emoji", "unicode", "ascii", "facts", "json", "jsonl", "svg", "html", "png")
PICTURES = ("svg", "html", "png")
DRAWN = tuple(form for form in FORMATS if form not in ("facts", "json", "jsonl"))


class TextWriter:
    """Boards as text, one below the other, and a last line about the search."""

    def __init__(self, output: Output, style: str, colour: bool) -> None:
        self.output, self.style, self.colour = output, style, colour

    def solution(self, solution: Solution) -> None:
        text = ""
        try:
            text = render_text(solution.board, self.style, self.colour)
        finally:
            # What cannot be drawn, or was stopped while it was drawn, is not lost.
            self.output.write(f"{text or solution.facts}\n\n")
            self.output.flush()

    def end(self, problem: Problem, outcome: Outcome, closing: str) -> None:
        self.output.write(closing + "\n")
        if self.output.path:
            self.output.note(closing)


class FactsWriter:
    """One solution a line, as facts that can be read again."""

    def __init__(self, output: Output) -> None:
        self.output = output

    def solution(self, solution: Solution) -> None:
        text = None
        try:
            text = solution.facts
        finally:
            # A solution that is counted is not lost, even if Ctrl-C comes here.
            self.output.write((solution.facts if text is None else text) + "\n")

    def end(self, problem: Problem, outcome: Outcome, closing: str) -> None:
        self.output.write("")
        self.output.note(closing)


class JsonWriter:
    """One JSON object, or with ``lines`` an object for each solution and a last
    one with the summary; docs/json.md describes both."""

    def __init__(self, output: Output, lines: bool) -> None:
        self.output, self.lines, self.first = output, lines, True

    def solution(self, solution: Solution) -> None:
        from json import dumps

        text = dumps({"atoms": [str(atom) for atom in solution.atoms], "board": _drawing(solution)}, ensure_ascii=False)
        with whole:
            if self.lines:
                self.output.write(text + "\n")
            else:
                self.output.write(("{\n  " + '"solutions": [\n    ' if self.first else ",\n    ") + text)
            self.first = False

    def end(self, problem: Problem, outcome: Outcome, closing: str) -> None:
        from json import dumps

        fields = summary_fields(problem, outcome)
        if self.lines:
            self.output.write(dumps(fields, ensure_ascii=False) + "\n")
        else:
            self.output.write('{\n  "solutions": []' if self.first else "\n  ]")
            self.output.write(
                "".join(f',\n  "{k}": {dumps(v, ensure_ascii=False)}' for k, v in fields.items()) + "\n}\n"
            )
        if self.output.path:
            self.output.note(closing)


class PictureWriter:
    """All boards as one picture or page."""

    def __init__(self, output: Output, form: str) -> None:
        self.output, self.form = output, form
        self.boards: list[tuple[Board, str]] = []
        if form == "png":
            from ..draw.png import require_rasteriser

            require_rasteriser()
            if output.path is None and sys.stdout.isatty():
                raise UsageError("a PNG picture cannot be shown on a terminal", "Write it to a file: -o board.png.")

    def solution(self, solution: Solution) -> None:
        self.boards.append((solution.board, solution.facts))

    def end(self, problem: Problem, outcome: Outcome, closing: str) -> None:
        if self.boards:
            self.draw(problem.program.title, problem.instance, closing)
        self.output.note(closing)

    def draw(self, title: str, instance: Instance | None, closing: str) -> None:
        """Write the boards; a page has the name of the instance and a line below the title, too."""
        boards = [board for board, _ in self.boards]
        if self.form == "png":
            from ..draw.png import render_png

            self.output.write_bytes(render_png(boards, title))
        elif self.form == "html":
            from .page import render_boards

            name = f"{title} - {os.path.splitext(os.path.basename(instance.name))[0]}" if instance else title
            self.output.write(render_boards(self.boards, name, closing))
        else:
            from ..draw.svg import render_svg

            self.output.write(render_svg(boards, title))


Writer = TextWriter | FactsWriter | JsonWriter | PictureWriter


def writer(form: str, output: Output, colour: bool) -> Writer:
    """Make the writer for a format, one of :data:`FORMATS` but ``auto``; ``colour`` is for boards as text."""
    match form:
        case "facts":
            return FactsWriter(output)
        case "json" | "jsonl":
            return JsonWriter(output, form == "jsonl")
        case "svg" | "html" | "png":
            return PictureWriter(output, form)
    return TextWriter(output, form, colour)


def summary_fields(problem: Problem, outcome: Outcome) -> dict[str, Any]:
    """The truth about a search as the fields of a JSON object."""
    status = "satisfiable" if outcome.count else "unsatisfiable" if outcome.complete else "unknown"
    return {
        "puzzle": problem.program.name,
        "instance": problem.instance.name if problem.instance else None,
        "status": status,
        "complete": outcome.complete,
        "count": outcome.count,
        "stopped": outcome.stopped,
        "seconds": round(outcome.seconds, 3),
    }


def _drawing(solution: Solution) -> list[str]:
    return render_text(solution.board).split("\n")

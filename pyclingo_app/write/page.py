"""Self-contained pages: boards beside each other, and an explanation to be stepped through with the arrow keys."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape
from json import dumps
from string import Template
from typing import NamedTuple

from ..draw.board import Board, Place, telling_found
from ..draw.shapes import CELL
from ..draw.svg import render_svg
from ..errors import LimitError
from ..explain.path import Explanation
from ..explain.terms import Mark, Step
from ..solve.paper import pointing
from .explanations import LEGEND, closing, contradiction, doubt
from .paths import TextPath
from .phrases import texts
from .steps import consequences, found, known, lit, reasons
from .words import page_title


def render_boards(
    boards: Sequence[tuple[Board, str]], title: str, closing: str, solutions: Sequence[tuple[Board, str]] = ()
) -> str:
    """Give a page with boards, each with the atoms on it as text, for those who cannot see the picture, too.

    ``closing`` is lines of text above them.  Many boards are drawn smaller, so that several stand beside each other.
    ``solutions`` of the boards, if they are given, stand behind all of them, on paper of their own.
    """
    figures, widths = _figures(boards, title, "board" if solutions else "solution")
    solved, _ = _figures(solutions, title, "solution")
    behind = f'</main>\n<h2>Solutions</h2>\n<main style="--width: {min(max(widths), 480) // 2}px">' if solved else ""
    return template("boards").substitute(
        title=escape(title),
        closing="".join(f"<p>{escape(line)}</p>\n" for line in closing.splitlines()),
        width=min(max(widths) // (1 if len(boards) <= 12 else 2), 480),
        figures="\n".join([*figures, behind, *solved]),
    )


def _figures(boards: Sequence[tuple[Board, str]], title: str, what: str) -> tuple[list[str], list[int]]:
    """Give the figures of boards, of which ``what`` says what they are, and how wide their pictures are, in pixels."""
    figures, widths = [], [2 * CELL]
    for number, (board, facts) in enumerate(boards, 1):
        name = f"{title}, {what} {number}" if len(boards) > 1 else title
        caption = f"<figcaption>{number}" if len(boards) > 1 else "<figcaption>"
        atoms = f"<details><summary>atoms</summary><p><code>{escape(facts)}</code></p></details>" if facts else ""
        picture = render_svg([board], name)
        widths.append(int(picture.partition('width="')[2].partition('"')[0]))
        figures.append(f"<figure>\n{picture}{caption}{atoms}</figcaption></figure>")
    return figures, widths


class PagePath(TextPath):
    """A page: the board of the clues, then the board and the reason of each step; or the conflict."""

    def step(self, number: int, step: Step, before: Board | None) -> None:
        pass

    def end(self, explanation: Explanation) -> None:
        plain, conflict = explanation.start.board, explanation.conflict
        before = plain
        marks: list[Mark] = []
        pages = [_Page("0", before, f"<p>The clues. {LEGEND}</p>")]
        for number, step in enumerate(explanation.steps, 1):
            name = f" ({step.technique})" if step.technique else ""
            text = f"<p><b>Step {number}</b>{name}</p>" + _list(found(step), "found")
            text += "<p>because</p>" + _list(reasons(step), "reason")
            text += "".join(f"<p>{escape(line)}</p>" for line in doubt(step))
            if told := known(step):
                text += "<p>and it is known already:</p>" + _list(told, "reason")
            if more := consequences(step):
                text += "<p>and with it</p>" + _list(more, "reason")
            if before:
                pages += _lines(number, before, step, marks)
            marks += step.found
            pages.append(_Page(str(number), step.board, text))
            before = step.board
        if conflict:
            number = len(explanation.steps) + 1
            text = _list(contradiction(conflict), "fault")
            if explanation.steps:
                text = f"<p><b>Step {number}</b></p>{text}<p>{escape(closing(explanation))}</p>"
                pages.append(_Page(str(number), conflict.board, text + _list(texts(conflict.sentences), "reason")))
            else:
                pages = [_Page("0", conflict.board, f"<p>{LEGEND}</p>" + text)]
        with suppress(LimitError):  # then the board of the step before stands for that of the line
            drawn = iter(explanation.drawn(page.marks for page in pages if page.marks))
            pages = [page._replace(board=pointing(next(drawn), page.focus)) if page.marks else page for page in pages]
        title = page_title(self.problem)
        content = [
            {"label": label, "board": render_svg([telling_found(board, plain)], title, numbered=True), "text": text}
            for label, board, text, *_ in pages
            if board and plain
        ]
        page = template("page").substitute(
            title=escape(title),
            closing=escape(closing(explanation)),
            # A closing tag inside a string would end the script.
            steps=dumps(content, ensure_ascii=False).replace("</", "<\\/"),
        )
        self.output.write(page)


class _Page(NamedTuple):
    """What is shown at once: the number of the step, the board, and HTML beside it.

    With some marks the board is to be drawn with these, pointing at some places.
    """

    label: str
    board: Board | None
    text: str
    marks: Sequence[Mark] = ()
    focus: Mapping[Place, str] = {}


def _lines(number: int, before: Board, step: Step, marks: Sequence[Mark]) -> Iterator[_Page]:
    """A page for each line of an argument, with what is known, supposed, and follows up to there; and the reason."""
    facts = known(step)
    taken = "<p>It is known:</p>" + _list(facts, "reason") if facts else ""
    for place, (focus, told, more) in enumerate(lit(step), 1):
        text = f"<p><b>Step {number}, line {place}.</b></p>{taken}" + _list(told, "reason")
        yield _Page(f"{number}.{place}", pointing(before, focus), text, [*marks, *more], focus)


def _list(items: list[str], kind: str) -> str:
    # A cell is not broken between its row and its column.
    told = (re.sub(r"\((\d+), (\d+)\)", r"(\1,&nbsp;\2)", escape(item)) for item in items)
    return f'<ul class="{kind}">' + "".join(f"<li>{item}</li>" for item in told) + "</ul>"


def template(name: str) -> Template:
    with open(os.path.join(os.path.dirname(__file__), f"{name}.html"), encoding="utf-8") as file:
        return Template(file.read())

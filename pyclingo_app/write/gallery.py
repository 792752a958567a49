"""A page with all puzzles: a board unsolved and solved, the rules in words, and the commands."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ..draw.board import Board, telling_found
from ..draw.svg import render_svg
from ..program.program import Program
from .page import template
from .programs import by_kind, header, sentences


class Exhibit(NamedTuple):
    """A puzzle with one of its instances, drawn as it is and solved."""

    program: Program
    instance: str
    boards: tuple[Board, Board]
    commands: tuple[str, ...]


def gallery(exhibits: Sequence[Exhibit]) -> str:
    """Give the page; its text can be searched in the page."""
    parts = []
    for kind, those in by_kind((one.program.kind, one) for one in exhibits):
        links = " ".join(f'<a href="#{one.program.name}">{escape(one.program.title)}</a>' for one in those)
        parts.append(f'<section>\n<h2 id="kind-{escape(kind)}">{escape(kind.capitalize())}</h2>\n<p>{links}</p>')
        parts += [_article(one) for one in those]
        parts.append("</section>")
    return template("gallery").substitute(number=len(exhibits), sections="\n".join(parts))


def _article(one: Exhibit) -> str:
    name, title = one.program.name, one.program.title
    plain, solved = one.boards
    pictures = "".join(
        f"<figure>{render_svg([board], f'{title}, {state}')}<figcaption>{state}</figcaption></figure>"
        for board, state in zip((plain, telling_found(solved, plain)), ("unsolved", "solved"), strict=True)
    )
    # The header begins with the title and the sentence, which stand above the pictures already.
    prose = header(one.program).partition("\n")[2].partition("\nInput\n")[0].strip()
    rules = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences(one.program))
    commands = "\n".join(escape(command) for command in one.commands)
    return (
        f'<article id="{name}">\n<h3>{escape(title)}</h3>\n<p>{escape(one.program.summary.capitalize())}</p>\n'
        f'<div class="boards">{pictures}</div>\n<p class="prose">{escape(prose)}</p>\n'
        f"<ol>{rules}</ol>\n<pre>{commands}</pre>\n</article>"
    )

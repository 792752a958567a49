"""One result as text, JSON or a picture."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..draw.board import Board
from ..solve.problem import Problem
from .target import PICTURES, Output


class Report(NamedTuple):
    """A result to be told: lines, perhaps a board below them, and a last line.

    ``result`` says the same as data: what ``jobs.events`` encodes, or the fields themselves;
    ``facts`` as facts that can be read again, where that can be.
    """

    lines: Sequence[str]
    result: Any
    board: Board | None = None
    closing: str = ""
    facts: str = ""


def tell(report: Report, output: Output, problem: Problem | None = None) -> None:
    """Write a report about a problem, or about none."""
    if output.form in ("json", "jsonl"):
        from ..jobs.events import encode
        from .objects import about, fields, text

        whole = output.form == "json"
        own = report.result if isinstance(report.result, Mapping) else (fields if whole else encode)(report.result)
        output.write(text({**about(problem), **own}, indent=2 if whole else None))
    elif problem and output.form in ("facts", *PICTURES):
        from .pictures import draw

        said = "\n".join(filter(None, [*report.lines, report.closing]))
        if output.form == "facts":
            output.write(report.facts)
        elif report.board:
            draw(output, problem, [(report.board, "")], said)
        if said:
            output.note(said)
    else:
        board = output.drawing(report.board) if report.board else ""
        output.write("\n\n".join(filter(None, ["\n".join(report.lines), board, report.closing])) + "\n")
    output.close()


def write_text(result: Any, form: str, output: Output, problem: Problem) -> None:
    """Write the text that is a result, or all of the result as JSON, with the format of the text."""
    if output.form == "json":
        from .objects import about, fields, text

        output.write(text({**about(problem), "format": form, **fields(result)}))
    else:
        output.write(result.text)
    output.close()

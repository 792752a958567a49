"""The writer for each format: of solutions as they are found, and of the steps of a path."""

from typing import TYPE_CHECKING

from ..solve.problem import Problem
from .solutions import FactsWriter, TextWriter
from .target import PICTURES, Output

if TYPE_CHECKING:
    from .paths import TextPath


def writer(output: Output, problem: Problem) -> TextWriter:
    """Make the writer for the format of an output."""
    if output.form == "facts":
        return FactsWriter(output, problem)
    if output.form in ("json", "jsonl"):
        from .objects import LinesWriter, ObjectWriter

        return (ObjectWriter if output.form == "json" else LinesWriter)(output, problem)
    if output.form in PICTURES:
        from .pictures import PictureWriter

        return PictureWriter(output, problem)
    return TextWriter(output, problem)


def path_writer(output: Output, problem: Problem) -> "TextPath":
    """Make the writer for the format of an output."""
    if output.form in ("json", "jsonl"):
        from .objects import LinesPath, ObjectPath

        return (ObjectPath if output.form == "json" else LinesPath)(output, problem)
    if output.form == "html":
        from .page import PagePath

        return PagePath(output, problem)
    from .paths import TextPath

    return TextPath(output, problem)

"""Writing solutions as they are found, one writer for each family of formats."""

import os
import sys
from typing import IO, TYPE_CHECKING, Any

from .errors import UsageError
from .instance import Instance, counted, display_name
from .render import render_text
from .solver import Search, Solution

if TYPE_CHECKING:
    from .board import Board

FORMATS = ("auto", "emoji", "unicode", "ascii", "facts", "json", "jsonl", "svg", "html", "png")
PICTURES = ("svg", "html", "png")
DRAWN = tuple(form for form in FORMATS if form not in ("facts", "json", "jsonl"))
SUFFIXES = {".txt": "unicode", ".lp": "facts", ".json": "json", ".jsonl": "jsonl"} | {f".{p}": p for p in PICTURES}


class Output:
    """Where solutions go: standard output, or a file that is opened only when
    there is something to write, so that a failed run leaves it as it was."""

    def __init__(self, path: str | None = None) -> None:
        self.path = path
        self._file: IO[str] | None = None if path else sys.stdout
        if path and not os.path.isdir(os.path.dirname(path) or "."):
            raise UsageError(f"{path}: there is no such directory to write to", "Make it first.")

    def write(self, text: str) -> None:
        if self._file is None and self.path:
            try:
                self._file = open(self.path, "w", encoding="utf-8")  # noqa: SIM115 (kept for the next solution)
            except OSError as error:
                raise UsageError(f"{self.path}: cannot be written: {error.strerror}") from None
        if self._file:
            self._file.write(text)

    def write_bytes(self, data: bytes) -> None:
        if not self.path:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            return
        try:
            with open(self.path, "wb") as file:
                file.write(data)
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be written: {error.strerror}") from None

    def note(self, search: Search) -> None:
        """Say what the search came to, beside the output, not in it."""
        self.flush()
        name = f"{display_name(self.path)}: " if self.path else ""
        print(name + summary(search), file=sys.stderr)

    def flush(self) -> None:
        if self._file:
            self._file.flush()


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

    def end(self, search: Search) -> None:
        self.output.write(summary(search) + "\n")
        if self.output.path:
            self.output.note(search)


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

    def end(self, search: Search) -> None:
        self.output.write("")
        self.output.note(search)


class JsonWriter:
    """One JSON object, or with ``lines`` an object for each solution and a last
    one with the summary; docs/json.md describes both."""

    def __init__(self, output: Output, lines: bool) -> None:
        self.output, self.lines, self.first = output, lines, True

    def solution(self, solution: Solution) -> None:
        from json import dumps

        text = dumps({"atoms": [str(atom) for atom in solution.atoms], "board": _drawing(solution)}, ensure_ascii=False)
        if self.lines:
            self.output.write(text + "\n")
        else:
            self.output.write(("{\n  " + '"solutions": [\n    ' if self.first else ",\n    ") + text)
        self.first = False

    def end(self, search: Search) -> None:
        from json import dumps

        fields = summary_fields(search)
        if self.lines:
            self.output.write(dumps(fields, ensure_ascii=False) + "\n")
        else:
            self.output.write('{\n  "solutions": []' if self.first else "\n  ]")
            self.output.write(
                "".join(f',\n  "{k}": {dumps(v, ensure_ascii=False)}' for k, v in fields.items()) + "\n}\n"
            )
        if self.output.path:
            self.output.note(search)


class PictureWriter:
    """All boards as one picture or page."""

    def __init__(self, output: Output, form: str) -> None:
        self.output, self.form = output, form
        self.boards: list[tuple[Board, str]] = []
        if form == "png":
            from .render.png import require_rasteriser

            require_rasteriser()
            if output.path is None and sys.stdout.isatty():
                raise UsageError("a PNG picture cannot be shown on a terminal", "Write it to a file: -o board.png.")

    def solution(self, solution: Solution) -> None:
        self.boards.append((solution.board, solution.facts))

    def end(self, search: Search) -> None:
        if self.boards:
            self.draw(search.puzzle.title, search.instance, summary(search))
        self.output.note(search)

    def draw(self, title: str, instance: Instance | None, closing: str) -> None:
        """Write the boards; a page has the name of the instance and a line below the title, too."""
        boards = [board for board, _ in self.boards]
        if self.form == "png":
            from .render.png import render_png

            self.output.write_bytes(render_png(boards, title))
        elif self.form == "html":
            from .render.html import render_boards

            name = f"{title} - {os.path.splitext(os.path.basename(instance.name))[0]}" if instance else title
            self.output.write(render_boards(self.boards, name, closing))
        else:
            from .render.svg import render_svg

            self.output.write(render_svg(boards, title))


Writer = TextWriter | FactsWriter | JsonWriter | PictureWriter


def writer(form: str, output: Output) -> Writer:
    """Make the writer for a format: one of :data:`FORMATS`, or ``auto``."""
    form = resolve(form, output.path)
    match form:
        case "facts":
            return FactsWriter(output)
        case "json" | "jsonl":
            return JsonWriter(output, form == "jsonl")
        case "svg" | "html" | "png":
            return PictureWriter(output, form)
    return TextWriter(output, form, output.path is None and colour_wanted())


def resolve(form: str, path: str | None) -> str:
    """Decide what ``auto`` means: by the suffix of the file, or by the terminal.

    Raises UsageError for an unknown format or suffix.
    """
    if form not in FORMATS:
        raise UsageError(f"there is no format {form}", f"Use one of {', '.join(FORMATS)}.")
    if form != "auto":
        return form
    if path:
        suffix = os.path.splitext(path)[1].lower()
        if suffix not in SUFFIXES:
            raise UsageError(f"{path}: cannot tell the format from the suffix", f"Use {', '.join(SUFFIXES)}, or -f.")
        return SUFFIXES[suffix]
    if (sys.stdout.encoding or "").lower().replace("-", "") != "utf8":
        return "ascii"
    return "emoji" if sys.stdout.isatty() and os.environ.get("TERM", "") not in ("dumb", "linux") else "unicode"


def colour_wanted() -> bool:
    """Whether to write terminal colours: NO_COLOR, FORCE_COLOR, and what the terminal is."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"


def summary(search: Search) -> str:
    """The truth about a search in one line."""
    if search.answer is not None:
        return "the answer is a solution" if search.count else "no solution, says the answer"
    number = counted(search.count, "solution")
    if search.complete:
        rest = {0: "no solution", 1: f"{number}, the only one"}
        return rest.get(search.count, f"{number}, all of them")
    if search.stopped == "models":
        more = "there are more" if search.more else "there may be more"
        return f"{number} shown, {more} (stopped at -n {search.models})"
    why = "interrupted" if search.stopped == "interrupt" else f"stopped by the {search.stopped} limit"
    if search.grounded is None:
        return f"{why} while grounding, before the search for solutions began"
    return f"{why} after {number}" if search.count else f"{why} before a solution was found"


def summary_fields(search: Search) -> dict[str, Any]:
    """The truth about a search as the fields of a JSON object."""
    status = "satisfiable" if search.count else "unsatisfiable" if search.complete else "unknown"
    return {
        "puzzle": search.puzzle.name,
        "instance": search.instance.name if search.instance else None,
        "status": status,
        "complete": search.complete,
        "count": search.count,
        "stopped": search.stopped,
        "seconds": round(search.seconds, 3),
    }


def _drawing(solution: Solution) -> list[str]:
    return render_text(solution.board).split("\n")

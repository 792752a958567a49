"""Where results go: standard output, or a file that is opened only when there is something to write."""

import os
import sys
from typing import IO

from ..draw.board import Board
from ..draw.text import render_text, text_width
from ..errors import UsageError
from ..words import display_name
from .news import news
from .words import undrawn

# The formats that are pictures, or pages with pictures.
PICTURES = ("svg", "html", "png", "pdf")


class _Whole:
    """Keeps Ctrl-C from coming between things that belong together, such as a text that is written and its count.

    It is raised behind them; a second one, where they do not end, at once.
    """

    def __init__(self) -> None:
        self._inside = False
        self._came = False

    def handle(self, number: int, frame: object) -> None:
        """The handler of the signals that are to interrupt."""
        if not self._inside or self._came:
            raise KeyboardInterrupt
        self._came = True

    def __enter__(self) -> None:
        self._inside = True

    def __exit__(self, *error: object) -> None:
        self._inside = False
        if self._came:
            self._came = False
            raise KeyboardInterrupt


whole = _Whole()


class Output:
    """Where results go, and how they are written: standard output, or a file that is opened only
    when there is something to write, so that a failed run leaves it as it was.

    ``form`` is the format: a style of text, or another one; ``colour`` is for boards as text.  In a
    terminal of so many ``columns`` a board that is too wide is drawn in a narrower style.  ``append`` goes on
    with a file.
    """

    append = False

    def __init__(
        self, path: str | None = None, form: str = "unicode", colour: bool = False, columns: int | None = None
    ) -> None:
        self.path = path
        self.form = form
        self.colour = colour
        self.columns = columns
        self._file: IO[str] | None = None if path else sys.stdout
        if path and not os.path.isdir(os.path.dirname(path) or "."):
            raise UsageError(f"{path}: there is no such directory to write to", "Make it first.")
        if form in ("png", "pdf"):
            from ..draw.png import require_rasteriser

            require_rasteriser()
            if path is None and sys.stdout.isatty():
                hint = f"Write it to a file: -o board.{form}."
                raise UsageError(f"a {form.upper()} picture cannot be shown on a terminal", hint)

    def drawing(self, board: Board) -> str:
        """Draw a board as text, with numbers around it if it points at cells; say so if the terminal is narrower."""
        text = render_text(board, self.form, self.colour, numbered=board.points) + undrawn(board)
        if self.columns is None or (width := text_width(text)) <= self.columns:
            return text
        if self.form == "emoji" or board.edges:
            form = "unicode" if self.form == "emoji" else self.form
            text = render_text(board, form, self.colour, narrow=True, numbered=board.points) + undrawn(board)
            width = text_width(text)
        if width > self.columns:
            print(f"note: the board takes {width} columns; -o board.svg draws a picture of it", file=sys.stderr)
            self.columns = None
        return text

    def write(self, text: str) -> None:
        news.clear()
        if self._file is None and self.path:
            try:
                self._file = open(self.path, "a" if self.append else "w", encoding="utf-8")  # noqa: SIM115 (kept for the next solution)
            except OSError as error:
                raise UsageError(f"{self.path}: cannot be written: {error.strerror}") from None
        if self._file:
            self._file.write(text)

    def write_bytes(self, data: bytes) -> None:
        news.clear()
        if not self.path:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            return
        try:
            with open(self.path, "wb") as file:
                file.write(data)
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be written: {error.strerror}") from None

    def note(self, text: str) -> None:
        """Say something beside the output, not in it."""
        self.flush()
        news.clear()
        name = f"{display_name(self.path)}: " if self.path else ""
        print(name + text, file=sys.stderr)

    def flush(self) -> None:
        if self._file:
            self._file.flush()

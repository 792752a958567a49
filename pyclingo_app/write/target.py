"""Where results go: standard output, or a file that is opened only when there is something to write."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from stat import S_IMODE
from typing import IO

from ..draw.board import Board
from ..draw.text import render_text, text_width
from ..errors import UsageError
from ..words import display_name
from .news import news
from .whole import unfinished, whole
from .words import undrawn

# The formats that are pictures, or pages with pictures.
PICTURES = ("svg", "html", "png", "pdf")


class Output:
    """Where results go, and how they are written: standard output, or a file that is opened only
    when there is something to write, so that a failed run leaves it as it was.

    ``form`` is the format: a style of text, or another one; ``colour`` is for boards as text.  In a
    terminal of so many ``columns`` a board that is too wide is drawn in a narrower style.  ``append`` goes on
    with a file; any other is in its place only when all is written, and closed.
    """

    append = False

    def __init__(
        self, path: str | None = None, form: str = "unicode", colour: bool = False, columns: int | None = None
    ) -> None:
        self.path = path
        self.form = form
        self.colour = colour
        self.columns = columns
        self._stream: IO[bytes] | None = None
        self._beside = ""
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
        if self.path:
            self.write_bytes(text.encode("utf-8", "backslashreplace"))
            return
        news.clear()
        with whole:
            sys.stdout.write(text)

    def write_bytes(self, data: bytes) -> None:
        news.clear()
        with self._writing():
            self._opened().write(data)

    def note(self, text: str) -> None:
        """Say something beside the output, not in it."""
        self.flush()
        news.clear()
        name = f"{display_name(self.path)}: " if self.path else ""
        print(name + text, file=sys.stderr)

    def flush(self) -> None:
        with self._writing():
            (self._stream or sys.stdout).flush()

    def close(self) -> None:
        """Put the file in its place: it is whole."""
        self.flush()
        if self._stream and self._beside and self.path:
            with self._writing():
                self._stream.close()
                with suppress(FileNotFoundError):
                    os.chmod(self._beside, S_IMODE(os.stat(self.path).st_mode))
                os.replace(self._beside, os.path.realpath(self.path))
            unfinished.discard(self._beside)
            self._stream = None

    def _opened(self) -> IO[bytes]:
        """What bytes go to."""
        if self._stream:
            return self._stream
        if not self.path:
            sys.stdout.flush()
            self._stream = sys.stdout.buffer
        elif self.append or _direct(self.path):
            self._stream = open(self.path, "ab" if self.append else "wb")  # noqa: SIM115 (kept for what comes later)
        else:
            folder = os.path.dirname(os.path.realpath(self.path))
            self._beside = os.path.join(folder, f".puzzasp-{os.urandom(4).hex()}")
            self._stream = open(self._beside, "xb")  # noqa: SIM115
            unfinished.add(self._beside)
        return self._stream

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write something whole; an error names the file that cannot be written."""
        try:
            with whole:
                yield
        except OSError as error:
            error.filename = self.path
            raise


def _direct(path: str) -> bool:
    """Whether a file is written where it is: what is no file of its own, what a shell has opened (``/dev/stdout``), and
    where there is no right to put another in its place."""
    if not os.path.exists(path):
        return False
    opened = any(os.path.samestat(os.stat(path), os.fstat(number)) for number in (1, 2))
    changed = (path, os.path.dirname(os.path.realpath(path)))
    return opened or not os.path.isfile(path) or not all(os.access(place, os.W_OK) for place in changed)

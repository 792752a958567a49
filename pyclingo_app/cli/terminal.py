"""What the terminal and the environment say about how to write."""

import os
import sys

from ..errors import PuzzaspError, UsageError
from ..write.solutions import FORMATS, PICTURES

SOLVED, UNSATISFIABLE, BAD_INPUT, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130

SUFFIXES = {".txt": "unicode", ".lp": "facts", ".json": "json", ".jsonl": "jsonl"} | {f".{p}": p for p in PICTURES}


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


def report(error: PuzzaspError) -> None:
    """Print an error for people, to standard error."""
    print(f"error: {error.message}", file=sys.stderr)
    if error.hint:
        print(f"  {error.hint}", file=sys.stderr)

"""Words for people: numbers with what they count, names that are near, positions and paths as they are shown."""

import os
import re
from collections.abc import Collection


def counted(number: int, noun: str) -> str:
    """Give a number and what it counts.

    >>> counted(1, "step"), counted(2, "step")
    ('1 step', '2 steps')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def nearest(word: str, known: Collection[str], like: float = 0.6) -> str:
    """Give "Did you mean ...? " for the known word most like ``word``, or nothing.

    ``like`` is how much it has to be like it, from 0 to 1 for the same.
    """
    from difflib import get_close_matches

    words = sorted(set(known))
    close = get_close_matches(word, words, 1, like) or get_close_matches(word.lower(), words, 1, like)
    return f"Did you mean {close[0]}? " if close else ""


def natural(name: str) -> list[tuple[int, str]]:
    """Sort key that puts 8x8 before 10x10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]


def position(text: str, offset: int) -> str:
    """Give ``line:column`` of an offset in characters, both counted from 1."""
    line = text.count("\n", 0, offset) + 1
    return f"{line}:{offset - text.rfind(chr(10), 0, offset)}" if offset <= len(text) else f"{line}:1"


def display_name(path: str) -> str:
    """Shorten a path for people: relative to the working directory when it lies below."""
    try:
        relative = os.path.relpath(path)
    except (ValueError, OSError):
        return path
    return path if relative.startswith("..") else relative


def shortened(name: str) -> str:
    """Shorten what errors call a board by, which may be its whole address.

    >>> shortened("https://puzz.link/p?tents/6/6/120212203021k33214381/and/so/on/and/on")
    'https://puzz.link/p?tents/6/6/120212203021k33214381/and/s...'
    """
    return name if len(name) <= 60 else name[:57] + "..."


def is_program(path: str) -> bool:
    """Whether a file is a program by its name, so that messages may quote it.

    An ``#include`` can name any file, and clingo's errors would tell what is in it.
    """
    return os.path.realpath(path).endswith(".lp")

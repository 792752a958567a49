"""What the page in the browser shares: a board, with marks and constants, and perhaps with changed rules."""

import json
import re
from collections.abc import Mapping
from typing import Any

from ..errors import InstanceError
from ..facts.instance import decode
from ..facts.reader import parse_facts
from .meaning import Content, Source


def is_shared(value: Any) -> bool:
    """Whether a value of JSON is something shared."""
    return isinstance(value, dict) and value.get("puzzasp") == 1 and isinstance(value.get("puzzle"), str)


def puzzle_in(path: str) -> str | None:
    """Give the puzzle of what was shared in a file; None if the file holds something else."""
    try:
        with open(path, "rb") as file:
            text = decode(file.read(), path)
        value: Any = json.loads(text) if re.match(r"\s*{", text) else None
    except (OSError, ValueError, RecursionError, InstanceError):
        return None  # told by who reads it
    return value["puzzle"] if is_shared(value) else None


def read(value: Mapping[str, Any], source: Source) -> Content:
    """Read the board of something shared with its constants, or its marks as an answer.

    Raises InstanceError for a board of another puzzle, and for rules of its own, which do not run unasked.
    """
    name, puzzle = source.name, source.problem.program.name
    if value["puzzle"] != puzzle:
        raise InstanceError(
            f"{name}: this is a board of {value['puzzle']}, not of {puzzle}", f"puzzasp {value['puzzle']} {name}"
        )
    if value.get("rules"):
        raise InstanceError(
            f"{name}: it was shared with changed rules, which do not run unasked",
            f"puzzasp web {name} shows them and asks.",
        )
    part = "marks" if source.answer else "board"
    facts = parse_facts(str(value.get(part) or ""), f"{name}: {part}", source.known)
    constants = value.get("constants") or {}
    if not isinstance(constants, dict):
        raise InstanceError(f"{name}: expected an object of constants, found {str(constants)[:20]}")
    return Content(facts, tuple((key, str(one)) for key, one in constants.items()))

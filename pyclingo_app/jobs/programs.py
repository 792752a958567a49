"""Programs that are kept, and read again when one of their files has changed."""

import os
import time
from collections.abc import Sequence

from ..program.program import Program, read_program
from . import patience


class Programs:
    """Programs by their paths, each with what changes when its files do."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, tuple[str, ...]], tuple[Program, list[object]]] = {}

    def read(self, path: str, rules: Sequence[str] = ()) -> Program:
        """Give a program with further rules; raises ProgramError."""
        key = (path, tuple(rules))
        known = self._known.pop(key, None)
        if known is None or known[1] != [stamp(file) for file in known[0].files]:
            begin = time.time()
            program = read_program(path, rules)
            known = (program, [stamp(file) for file in program.files])
            if not all(os.stat(file).st_mtime < begin - patience.RECENT for file in program.files):
                return program
        self._known[key] = known
        return known[0]


def stamp(path: str) -> object:
    """What changes when a file does; None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino

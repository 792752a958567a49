"""pzprjs as a judge of boards, in a process of node."""

import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple


class Mark(NamedTuple):
    """Something filled in on a board of pzprjs, or a number that is given (``qnum``).

    ``group`` is ``cell``, ``border``, ``cross`` or ``excell``; borders lie at the side ``right`` or ``down`` of
    their cell, or ``left`` or ``up`` at the edge of the board.
    """

    group: str
    row: int
    column: int
    side: str
    name: str
    value: int

    @property
    def key(self) -> str:
        """What kind of mark it is, without its value: ``cell.qans``."""
        return f"{self.group}.{self.name}"


class Drawn(NamedTuple):
    """A board of a script: its address, what is filled in, and the failcode; None if it is solved."""

    url: str
    marks: tuple[Mark, ...]
    code: str | None


class Count(NamedTuple):
    """How many of all assignments are right, None if there are too many to be judged.

    ``nothing`` more are refused only as nothing is drawn on the board; ``looked`` were judged.
    """

    right: int | None
    nothing: int
    looked: int


class Pzpr:
    """pzprjs, built in a folder; to be used in a ``with`` statement.

    Methods raise ValueError for what pzprjs cannot read or do.
    """

    def __init__(self, folder: str) -> None:
        if not Path(folder, "dist/js/pzpr.js").exists():
            raise ValueError(f"{folder} holds no pzprjs that is built: dist/js/pzpr.js is not there")
        command = ["node", str(Path(__file__).with_name("judge.js")), folder]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def __enter__(self) -> "Pzpr":
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        self._process.kill()
        self._process.communicate()

    def _ask(self, op: str, **request: Any) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"op": op, **request}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        answer: dict[str, Any] = json.loads(line) if line else {"error": "node has ended"}
        if "error" in answer:
            raise ValueError(f"pzprjs: {answer['error']}")
        return answer

    def script_of(self, genre: str) -> str | None:
        """The name of the script for a genre of addresses, if there is one."""
        found = self._ask("genre", name=genre)
        return found["pid"] if found["script"] else None

    def script(self, name: str) -> tuple[str, list[Drawn]]:
        """The address that a script begins with, and its boards, as far as pzprjs reads them."""
        found = self._ask("script", name=name)
        boards = [b for b in found["boards"] if "error" not in b]
        return found["url"], [Drawn(b["url"], tuple(Mark(*m) for m in b["marks"]), b["code"]) for b in boards]

    def cut(self, seeds: Iterable[str], shape: Sequence[int], seed: int, number: int, square: bool) -> list[str]:
        """Addresses of boards of a shape, cut out of those of the seeds, with clues exchanged."""
        found = self._ask("cut", seeds=list(seeds), shape=shape, seed=seed, number=number, square=square)
        return list(found["urls"])

    def count(self, url: str, domain: Mapping[str, Any], limit: int) -> Count:
        """Judge all assignments to a board, at most so many."""
        found = self._ask("count", url=url, domain=domain, limit=limit)
        return Count(found["count"], found["nothing"], found["looked"])

    def judge(self, url: str, marks: Iterable[Mark]) -> str | None:
        """The failcode of an answer, None if it is right."""
        found = self._ask("judge", url=url, marks=list(marks))
        return None if found["right"] else str(found["code"])

    def same(self, url: str) -> str:
        """The address that pzprjs itself writes for a board."""
        return str(self._ask("same", url=url)["url"])

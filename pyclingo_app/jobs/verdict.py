"""What became of one board of many: plain data."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Verdict(NamedTuple):
    """What became of one board of many; what was not asked for is None.

    id        the name of the board
    puzzle    that of its puzzle
    status    "satisfiable", "unsatisfiable", or "unknown" where a limit came before either; of an answer "right",
              "incomplete" or "wrong"; "written" or "made"; "faulty" where something is wrong with the board
    count     the number of solutions: all, or those that were found before a limit
    unique    whether there is exactly one
    grade     how hard it is
    solution  the atoms of a solution
    steps     the number of steps to it
    seconds   the time that it took
    stopped   the limit that was reached, "time" or "memory"; "died" where the process that did the work did so twice;
              "fault" where a fault of ours came first
    error     what is wrong with the board
    more      what only some commands say, by its name
    """

    id: str
    puzzle: str | None
    status: str
    count: int | None = None  # type: ignore[assignment]  # tuples have a method of this name
    unique: bool | None = None
    grade: str | None = None
    solution: Sequence[str] | None = None
    steps: int | None = None
    seconds: float = 0.0
    stopped: str | None = None
    error: str | None = None
    more: Mapping[str, Any] = {}

    def line(self) -> dict[str, Any]:
        """Give all fields, those of the command last."""
        fields = self._asdict()
        more = fields.pop("more")
        return {**fields, **more}

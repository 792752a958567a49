"""How boards are explained, and how long that takes: a board of each genre, and the sum of all.

    python benchmarks/explanations.py [--against PUZZASP] [--only NAME ...] [--side N]

The boards are the largest stored ones of at most N rows and columns (6); seconds are of CPU of whole processes, of a
path to the end, or a conflict, and of a first hint.  With another ``puzzasp`` both are measured in turn.  Writes
EXPLANATIONS.md, but with ``--only``.
"""

import argparse
import re
import sys
from typing import NamedTuple

import paths
from common import PUZZASP, report, table, verdict
from judge import searched

# The share of deductions of several sentences that are argued line by line, of all; and when a genre has a line.
ARGUED, SLOW = 0.9, 2.0


class Measured(NamedTuple):
    """Boards as one puzzasp explains them; ``lost`` is how many were not done."""

    boards: int = 0
    lost: int = 0
    steps: int = 0
    deductions: int = 0
    several: int = 0
    searched: int = 0
    path: float = 0
    hint: float = 0

    def __add__(self, other: "Measured") -> "Measured":  # type: ignore[override]
        return Measured(*map(sum, zip(self, other, strict=True)))

    def cells(self) -> list[str]:
        """What a table shows."""
        return [*map(str, self[2:6]), f"{self.path:.1f}", f"{self.hint:.1f}"]


def explained(puzzasp: str, board: paths.Board, timeout: float) -> Measured:
    """Measure the path, or the conflict, and the first hint."""
    done, told = paths.ask(puzzasp, "explain", board.puzzle, board.path, timeout=timeout)
    hint, _ = paths.ask(puzzasp, "hint", board.puzzle, board.path, timeout=timeout)
    reasons = [reason for step in told.get("steps", []) for reason in step["parts"] or [step]]
    several = [reason for reason in reasons if len(reason["sentences"]) > 1]
    numbers = len(told.get("steps", [])), len(reasons), len(several), sum(map(searched, several))
    return Measured(1, int(not told), *numbers, done.cpu, hint.cpu)


def main() -> None:
    """Measure all boards, and write EXPLANATIONS.md."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--against", metavar="PUZZASP", help="the command of another version")
    parser.add_argument("--only", nargs="*", default=(), metavar="NAME", help="these puzzles only")
    parser.add_argument("--side", type=int, default=6, metavar="N", help="boards of so many rows and columns (6)")
    parser.add_argument("--timeout", type=float, default=120, metavar="S", help="seconds of CPU for a process (120)")
    given = parser.parse_args()
    commands = [PUZZASP, given.against] if given.against else [PUZZASP]
    ordinary = (board for board in paths.stored(given.side, given.only) if not re.search("none|many", board.name))
    largest = {board.puzzle: board for board in sorted(ordinary, key=lambda board: board.name)}
    found: dict[str, list[Measured]] = {}
    with paths.scratch(*commands):
        for name, board in largest.items():
            found[name] = [explained(command, board, given.timeout) for command in commands]
            print(name, board.name, *found[name], file=sys.stderr, flush=True)
    total = [sum(column, Measured()) for column in zip(*found.values(), strict=True)]
    listed = {name: one[0] for name, one in found.items() if one[0].searched or one[0].lost or one[0].path >= SLOW}
    rest = sum((one[0] for name, one in found.items() if name not in listed), Measured())
    rows = [["board", "steps", "deductions", "of several", "by search", "s, path", "s, first hint"]]
    rows += [[f"{name} {largest[name].name}", *one.cells()] for name, one in listed.items()]
    rows += [[f"{rest.boards} others", *rest.cells()], [f"all {total[0].boards}", *total[0].cells()]]
    rows += [["all, by the other", *other.cells()] for other in total[1:]]
    argued = 1 - total[0].searched / (total[0].several or 1)
    parts = [
        f"The largest stored board of at most {given.side} rows and columns of each genre; seconds of CPU of whole "
        "processes, each with the start of Python. A deduction is a reason of a step; of those of several sentences "
        "most are argued line by line, and the others, found by search, name what they take. Genres have a line where "
        f"something is found by search, or a path takes {SLOW:g} s.",
        table(rows),
        f"Argued line by line {argued:.1%} (bar {ARGUED:.0%}): {verdict(argued >= ARGUED)}. Not done: {total[0].lost}.",
    ]
    report(__file__, "How boards are explained", parts, not given.only)


if __name__ == "__main__":
    main()

"""How boards are explained: a table with a line for each genre, and whether its bars are met.

    python benchmarks/explanations.py [--against PUZZASP] [--only PUZZLE ...] [--made] [--side N] [--runs N]

Whole processes on the stored boards of at most N rows and columns (10), with
``--made`` on those of paths.py that are made from seeds instead; seconds are of CPU.
With another ``puzzasp`` all is measured in turn, and ratios are told.  Writes
EXPLANATIONS.md beside this file when all stored boards are measured, or else prints only.
"""

import argparse
import platform
import shutil
import sys
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))

import paths
from run import HERE, PUZZASP, ROOT, machine, table, verdict

sys.path.insert(0, str(ROOT / "tests"))

from judge import searched

# Shares of the deductions of several sentences that are argued line by line: over all genres, in each, and in those
# whose boards take long arguments.
ARGUED, EACH, FEW = 0.9, 0.75, 0.5
# CPU as a multiple of the other one's: all paths but those of SLOW genres, these, and hints.
PATHS, SLOW_PATHS, HINTS = 1.3, 3.0, 1.2
HARD, SLOW = ("flow", "snake", "kurotto"), ("flow", "snake", "shimaguni")


class Measured(NamedTuple):
    """Boards of a genre, or of several, as one puzzasp explains them; ``lost`` is how many were not done."""

    boards: int = 0
    lost: int = 0
    steps: int = 0
    deductions: int = 0
    several: int = 0
    searched: int = 0
    path: float = 0
    hint: float = 0

    def __add__(self, other: "Measured") -> "Measured":
        return Measured(*map(sum, zip(self, other, strict=True)))

    @property
    def argued(self) -> float:
        """The share of the deductions of several sentences that needs no search."""
        return 1 - self.searched / self.several if self.several else 1


def explained(puzzasp: str, board: paths.Board, runs: int, timeout: float) -> Measured:
    """Measure the path, or the conflict, and the first hint: the least of some runs, or one of what takes long."""
    what = board.puzzle, board.path
    done, told = paths.ask(puzzasp, "explain", *what, timeout=timeout)
    more = range(runs - 1) if done.cpu < 5 else ()
    path = min([done.cpu, *(paths.ask(puzzasp, "explain", *what)[0].cpu for _ in more)])
    hint = min(paths.ask(puzzasp, "hint", *what)[0].cpu for _ in range(runs))
    steps = told.get("steps", [])
    reasons = [reason for step in steps for reason in step["parts"] or [step]]
    several = [reason for reason in reasons if len(reason["sentences"]) > 1]
    hard = sum(map(searched, several))
    return Measured(1, int(not told), len(steps), len(reasons), len(several), hard, path, hint)


def row(name: str, found: list[Measured]) -> list[str]:
    """A line of the table: ours, and where there is another one its shares, and ratios."""
    ours, *other = found
    lost = f" ({ours.lost} not done)" if ours.lost else ""
    numbers = [f"{ours.boards}{lost}", *map(str, ours[2:5]), f"{ours.argued:.0%}", str(ours.searched)]
    cells = [name, *numbers, f"{ours.path:.1f}", f"{ours.hint / ours.boards:.2f}"]
    for old in other:
        ratios = [f"{ours.path / old.path:.2f}", f"{ours.hint / old.hint:.2f}"]
        cells += [str(old.deductions), f"{old.argued:.0%}", str(old.searched), *ratios]
    return cells


def bars(totals: dict[str, list[Measured]]) -> Iterable[str]:
    """Say of each bar whether it is met."""
    every = [sum(found, Measured()) for found in zip(*totals.values(), strict=True)]
    share = every[0].argued
    yield f"Argued line by line over all genres {share:.1%} (bar {ARGUED:.0%}): {verdict(share >= ARGUED)}."
    under = [
        f"{name} {found.argued:.0%}"
        for name, (found, *_) in totals.items()
        if found.argued < (FEW if name in HARD else EACH)
    ]
    lost = every[0].lost
    below = f" ({', '.join(under)})" if under else ""
    yield f"In each genre {EACH:.0%}, in {', '.join(HARD)} {FEW:.0%}: {verdict(not under)}{below}."
    yield f"Boards that were not done in time: {lost}, {verdict(not lost)}."
    if len(every) > 1:
        slow = [sum((totals[name][k] for name in SLOW if name in totals), Measured()) for k in (0, 1)]
        ratios = [
            ("paths", every[0].path - slow[0].path, every[1].path - slow[1].path, PATHS),
            (f"paths of {', '.join(SLOW)}", slow[0].path, slow[1].path, SLOW_PATHS),
            ("hints", every[0].hint, every[1].hint, HINTS),
        ]
        for what, ours, old, bar in ratios:
            if old:
                met = verdict(ours <= bar * old)
                yield f"CPU of {what}: {ours:.0f} s for {old:.0f} s, {ours / old:.2f} (bar {bar}): {met}."


def main() -> None:
    """Measure all boards, print the table, and write EXPLANATIONS.md."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--against", metavar="PUZZASP", help="the command of another version")
    parser.add_argument("--puzzasp", default=PUZZASP, metavar="PUZZASP", help="the command that is measured (ours)")
    parser.add_argument("--only", nargs="*", default=(), metavar="PUZZLE", help="these puzzles only")
    parser.add_argument("--made", action="store_true", help="boards that are made from seeds")
    parser.add_argument(
        "--side", type=int, default=10, metavar="N", help="boards of so many rows and columns at most (10)"
    )
    parser.add_argument("--runs", type=int, default=2, metavar="N", help="runs of what takes less than 5 s (2)")
    parser.add_argument("--timeout", type=float, default=300, metavar="S", help="seconds for a process (300)")
    given = parser.parse_args()
    commands = [shutil.which(command) or command for command in (given.puzzasp, given.against) if command]
    totals: dict[str, list[Measured]] = {}
    with paths.scratch(*commands) as folder:
        boards = paths.made(folder, given.only, commands[-1]) if given.made else paths.stored(given.side, given.only)
        for board in boards:
            found = [explained(command, board, given.runs, given.timeout) for command in commands]
            if any(one.lost for one in found):  # what was not done by both says nothing of how long it takes
                found = [one._replace(path=0.0) for one in found]
            before = totals.get(board.puzzle, [Measured()] * len(commands))
            totals[board.puzzle] = [one + more for one, more in zip(before, found, strict=True)]
            print(board.puzzle, board.name, *(f"{one.path:.2f}" for one in found), file=sys.stderr, flush=True)
    head = ["puzzle", "boards", "steps", "deductions", "of several", "argued", "by search", "s, paths", "s, a hint"]
    other = ["deductions, other", "argued, other", "by search, other", "× s, paths", "× s, hints"]
    every = [sum(found, Measured()) for found in zip(*totals.values(), strict=True)]
    rows = [row(name, found) for name, found in [*sorted(totals.items()), ("all", every)]]
    text = "\n\n".join(
        [
            "# How boards are explained",
            f"{date.today():%Y-%m-%d}. Python {platform.python_version()}. {machine()}. Written by "
            "`python benchmarks/explanations.py`: whole processes on the stored boards up to 10x10, seconds of CPU of "
            "all paths (or conflicts) of a genre, and of a first hint in the mean. A deduction is a reason of a step; "
            "argued are those of several sentences in which each line needs one sentence, or counts that are added.",
            table([[*head, *(other if given.against else ())], *rows]),
            "\n".join(f"- {line}" for line in bars(totals)),
        ]
    )
    print(text)
    if not (given.only or given.made or given.side != 10 or given.puzzasp != PUZZASP):
        (HERE / "EXPLANATIONS.md").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

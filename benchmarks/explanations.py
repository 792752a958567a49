"""How long explanations take: the path, a hint, and the conflict of boards of 10x10.

    python benchmarks/explanations.py [DIR ...] [--runs N] [--timeout S]

Whole processes on the boards of instances/, and of the directories named: boards
there lie in DIR/PUZZLE/.  Writes EXPLANATIONS.md beside this file when no
directory is named, or else prints the table only.
"""

import argparse
import json
import os
import platform
import re
import statistics
import sys
import tempfile
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))

from run import HERE, PUZZASP, ROOT, Run, machine, measure, table, verdict

# Bars, in seconds: of paths, the median of them, of hints by one sentence and by more, of conflicts.
PATH_ARTICLE, PATH, MEDIAN, ONE, HINT, CONFLICT = 1.5, 10.0, 1.0, 0.15, 0.3, 5.0
# What every command takes at least.
LEAST = [sys.executable, "-c", "import clingo"]


class Line(NamedTuple):
    """One command measured: median seconds, the bar if one holds, and what came out."""

    board: str
    command: str
    seconds: float
    late: bool
    bar: float | None
    note: str

    @property
    def met(self) -> bool:
        """Whether the bar is met."""
        return self.bar is None or (self.seconds <= self.bar and not self.late)


def explain(command: str, puzzle: str, board: Path, runs: int, timeout: float) -> tuple[Run, float]:
    """Measure ``puzzasp COMMAND``; give the last run and the median of the seconds."""
    form = ["-f", "json"] if command == "explain" else []
    found = []
    for _ in range(runs):
        found.append(measure([PUZZASP, command, puzzle, str(board), *form], timeout))
        if found[-1].seconds > 10:
            break
    assert found[-1].late or found[-1].status in (0, 1), f"{command} {board}: status {found[-1].status}"
    return found[-1], statistics.median(run.seconds for run in found)


def lines(puzzle: str, board: Path, runs: int, timeout: float) -> Iterable[Line]:
    """Measure the whole path and a hint, or the conflict, on one board."""
    name = f"{puzzle} {board.stem}"
    run, seconds = explain("explain", puzzle, board, runs, timeout)
    if run.late:
        unsolvable = " 0 solutions" in board.read_text(encoding="utf-8").partition("\n")[0]
        yield Line(name, "explain", timeout, True, CONFLICT if unsolvable else PATH, "not done in time")
    else:
        result = json.loads(run.output)
        steps, conflict = result["steps"], result["conflict"]
        if conflict:
            note = f"{len(conflict['sentences'])} sentences{'' if conflict['proved'] else ', ≤'}"
            yield Line(name, "explain", seconds, False, CONFLICT, f"conflict of {note}")
            return
        open_steps = sum(not step["proved"] for step in steps)
        rest = f", {open_steps} not proved smallest" if open_steps else ""
        largest = max((len(one["sentences"]) for step in steps for one in step["parts"] or [step]), default=0)
        bar = PATH_ARTICLE if board.name == "6x6.lp" and board.parent.name == "instances" else PATH
        yield Line(name, "explain", seconds, False, bar, f"{len(steps)} steps, largest reason {largest}{rest}")
        if not steps:
            return
    walked = not run.late
    run, seconds = explain("hint", puzzle, board, runs, timeout)
    # The reason stands in lines of its own, before what it needs and what it gives.
    reason = re.split(r"^(?:known|so):", run.output, flags=re.MULTILINE)[0].strip().split("\n\n")[-1].splitlines()
    held = ONE if len(reason) == 1 and not run.late else HINT
    note = "" if run.late else f"reason of {len(reason)} sentence{'s' if len(reason) != 1 else ''}"
    yield Line(name, "hint", seconds, run.late, held, note)
    if not walked:
        return
    run, seconds = explain("rate", puzzle, board, runs, timeout)
    grade = re.search(r"steps: (.*?) ?\(|: ([a-z ]+)", run.output)
    yield Line(name, "rate", seconds, run.late, None, (grade[1] or grade[2]) if grade else "")


def found(folders: Iterable[Path]) -> Iterable[tuple[str, Path]]:
    """The boards of 10x10 in folders, with the names of their puzzles."""
    puzzles = {path.stem for path in (ROOT / "asp").glob("*.lp")}
    for folder in folders:
        for path in sorted(folder.glob("*/10x10*.lp")):
            if path.parent.name in puzzles:
                yield path.parent.name, path


def main() -> None:
    """Measure all boards, print the table, and write EXPLANATIONS.md."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, metavar="DIR", help="more boards, in DIR/PUZZLE/")
    parser.add_argument(
        "--runs", type=int, default=3, metavar="N", help="runs of what takes less than 10 s (default 3)"
    )
    parser.add_argument("--timeout", type=float, default=60, metavar="S", help="seconds for a process (default 60)")
    given = parser.parse_args()
    measured: list[Line] = []
    with tempfile.TemporaryDirectory() as folder:
        # What is installed has its byte code, too.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        board = ROOT / "instances" / "6x6.lp"
        for command in ("explain", "hint", "rate"):
            explain(command, "tents", board, 1, given.timeout)
        measured += lines("tents", board, given.runs, given.timeout)
        for puzzle, path in found([ROOT / "instances", *(folder.resolve() for folder in given.folders)]):
            print(f"{puzzle} {path.stem} ...", file=sys.stderr)
            measured += lines(puzzle, path, given.runs, given.timeout)
    rows = [["board", "command", "seconds", "bar", "", "what"]]
    for line in measured:
        shown = f"{'≥ ' if line.late else ''}{line.seconds:.2f}"
        bar = ["", ""] if line.bar is None else [f"≤ {line.bar:g}", verdict(line.met)]
        rows.append([line.board, line.command, shown, *bar, line.note])
    missed = [line for line in measured if not line.met]
    paths = statistics.median(line.seconds for line in measured if line.command == "explain")
    least = statistics.median(measure(LEAST, given.timeout).seconds for _ in range(given.runs))
    text = "\n\n".join(
        [
            "# How long explanations take",
            f"{date.today():%Y-%m-%d}. Python {platform.python_version()}. {machine()}. Written by "
            "`python benchmarks/explanations.py`: wall time of whole processes, with byte code, one at a time, medians "
            f"of {given.runs} runs (one of what takes over 10 s).",
            f"A Python that imports clingo and ends takes {least:.2f} s here. `rate` walks the whole path.",
            table(rows),
            f"The median of the paths is {paths:.2f} s (bar {MEDIAN:g}: {verdict(paths <= MEDIAN)}). "
            f"Bars not met: {len(missed)}.",
        ]
    )
    print(text)
    if not given.folders:
        target = HERE / "EXPLANATIONS.md"
        levels = "".join(target.read_text(encoding="utf-8").partition("\n# ")[1:])
        target.write_text(f"{text}\n{levels}", encoding="utf-8")


if __name__ == "__main__":
    main()

"""How well steps are argued: for each genre the share of the steps of several sentences that need no search.

    python benchmarks/arguments.py [DIR ...] [--only PUZZLE ...] [--match TEXT] [--seconds S]
                                   [--cells N] [--lines]

The boards of instances/, and of the directories named: boards there lie in
DIR/PUZZLE/.  Prints a table; with ``--lines`` a line for each board, too.
"""

import argparse
import re
import statistics
import time
from pathlib import Path
from typing import NamedTuple

from pyclingo_app import load

ROOT = Path(__file__).resolve().parent.parent


class Result(NamedTuple):
    """What came of one board; ``seconds`` are of CPU, ``largest`` is the largest number of sentences."""

    board: str
    seconds: float
    stopped: bool
    steps: int
    several: int
    argued: int
    largest: int
    grade: str
    unique: bool


def measure(puzzle: str, path: Path, seconds: float) -> Result | None:
    """Walk the path of one board; None if there is no solution."""
    loaded = load(puzzle)
    begin = time.process_time()
    explanation = loaded.explain(loaded.read(str(path)))
    stopped = False
    for _ in explanation:
        if time.process_time() > begin + seconds:
            stopped = True
            break
    spent = time.process_time() - begin
    if explanation.conflict:
        return None
    several = [one for step in explanation.steps for one in step.reasons if len(one.sentences) > 1]
    argued = sum(step.argued for step in several)
    rating = explanation.rating
    return Result(
        path.stem, spent, stopped, rating.steps, len(several), argued, rating.largest, rating.grade, rating.complete
    )


def main() -> None:
    """Measure all boards and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, metavar="DIR", help="more boards, in DIR/PUZZLE/")
    parser.add_argument("--only", nargs="*", default=(), metavar="PUZZLE", help="these puzzles only")
    parser.add_argument("--match", default="", metavar="TEXT", help="boards with TEXT in their names only")
    parser.add_argument(
        "--seconds", type=float, default=60, metavar="S", help="CPU seconds after which no step is begun (default 60)"
    )
    parser.add_argument("--cells", type=int, default=225, metavar="N", help="boards of so many cells at most (225)")
    parser.add_argument("--lines", action="store_true", help="a line for each board")
    given = parser.parse_args()
    totals: dict[str, list[Result]] = {}
    for folder in [ROOT / "instances", *given.folders]:
        for path in sorted(folder.glob("*/*.lp")):
            puzzle = path.parent.name
            if (given.only and puzzle not in given.only) or given.match not in path.stem:
                continue
            if not (ROOT / "asp" / f"{puzzle}.lp").exists() or path.stem in {r.board for r in totals.get(puzzle, [])}:
                continue
            size = re.match(r"(\d+)x(\d+)", path.stem)
            if size and int(size[1]) * int(size[2]) > given.cells:
                continue
            result = measure(puzzle, path, given.seconds)
            if result is None:
                continue
            totals.setdefault(puzzle, []).append(result)
            if given.lines:
                late = " (stopped)" if result.stopped else ""
                print(
                    f"{puzzle:12} {result.board:20} {result.seconds:6.2f} s{late}  {result.steps} steps, "
                    f"{result.argued} of {result.several} argued, largest {result.largest}, {result.grade}",
                    flush=True,
                )
    print(f"{'':12} boards stopped  steps several argued      %  largest  s median    s max")
    every = [result for results in totals.values() for result in results]
    for puzzle, results in [*sorted(totals.items()), ("all", every), ("one solution", [r for r in every if r.unique])]:
        several, argued = sum(r.several for r in results), sum(r.argued for r in results)
        share = 100 * argued / several if several else 100
        seconds = [r.seconds for r in results] or [0]
        print(
            f"{puzzle:12} {len(results):6} {sum(r.stopped for r in results):7} {sum(r.steps for r in results):6} "
            f"{several:7} {argued:6} {share:6.1f}  {max((r.largest for r in results), default=0):7} "
            f"{statistics.median(seconds):9.2f} {max(seconds):8.2f}"
        )


if __name__ == "__main__":
    main()

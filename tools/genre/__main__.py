"""Write the data of genres: ``python -m tools.genre write NAME ... --pzpr DIR``."""

import argparse
import os
import sys
import time
import warnings
from pathlib import Path

import pyclingo_app as puzzasp

from ..sentences import rules_of
from . import scripts, tiny
from .data import merge, read, text
from .pzpr import Pzpr
from .subject import begin, find_layout

ROOT = Path(__file__).parents[2]


def write(name: str, judge: Pzpr, options: argparse.Namespace) -> list[str]:
    """Write the data of one genre, and give what is to be told of it.

    Raises PuzzaspError for a program that cannot be read, and ValueError for what pzprjs cannot do.
    """
    puzzle = puzzasp.load(str(options.asp / f"{name}.lp"))
    path = options.out / f"{name}.json"
    old = read(path)
    subject = begin(puzzle, judge, old)
    if subject is None:
        return ["pzprjs has no script for it: nothing is written"]
    find_layout(subject)
    scripts.published(subject, options.published)
    if subject.layout:
        scripts.solved(subject)
        possible = scripts.wrong(subject)
        tiny.counts(subject, options.number)
        tiny.alone(subject)
        scripts.names(subject, possible)
    merged, news = merge(old, subject.new, set(rules_of(puzzle.program)))
    path.write_text(text(merged), encoding="utf-8")
    silent = [f"disagree: {datum[0]} has no reason yet" for datum in merged["disagree"] if not datum[3]]
    return [*news, *silent, *subject.told]


def main() -> int:
    """Read the command line, write, tell; the status is 1 if something could not be done."""
    parser = argparse.ArgumentParser(prog="python -m tools.genre", description=__doc__)
    parser.add_argument("action", choices=["write"])
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs; all of the folder without any")
    parser.add_argument("--pzpr", default=os.environ.get("PZPR", ""), help="the folder of pzprjs, built [PZPR]")
    parser.add_argument("--asp", type=Path, default=ROOT / "asp", help="the folder of the programs")
    parser.add_argument("--out", type=Path, default=ROOT / "tests/genres", help="the folder of the data")
    parser.add_argument("--number", type=int, default=24, help="so many tiny boards are wanted [24]")
    parser.add_argument("--published", type=Path, help="JSON lines with genre, url, rows, cols and source of boards")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    warnings.simplefilter("ignore")  # what a solver remarks of boards that are drawn by chance
    status = 0
    with Pzpr(options.pzpr) as judge:
        for name in options.names or sorted(path.stem for path in options.asp.glob("*.lp")):
            start = time.time()
            try:
                told = write(name, judge, options)
            except (puzzasp.PuzzaspError, ValueError) as error:
                told, status = [f"error: {error}"], 1
            print(f"{name}: {time.time() - start:.0f} s", *told, sep="\n  ", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())

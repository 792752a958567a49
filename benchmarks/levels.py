"""How grades agree with the levels of others: boards of Simon Tatham's generators, of the lowest and the highest level.

    python benchmarks/levels.py [--puzzasp PUZZASP] [--only GENERATOR ...] [--number N] [--seed S] [--timeout S]

The generators are Debian's (apt install sgt-puzzles); the boards of a level are what
``sgt-tents --generate N 8x8de#SEED`` prints, the same ones always.  AUC is the share of
pairs of boards, one of each level, in which the harder level is graded harder, a draw
counts for one half; of boards of one grade the one with more effort is harder.  His
levels say which techniques his solver may use, not how long an argument is.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections import Counter
from itertools import product
from typing import NamedTuple

import paths
from common import PUZZASP, table, verdict

# Puzzle, generator, and the parameters of its lowest and its highest level; there are one to three between them.
LEVELS = [
    ("tents", "tents", "8x8de", "8x8dt"),
    ("tents", "tents", "10x10de", "10x10dt"),
    ("akari", "lightup", "7x7b20s4d0", "7x7b20s4d2"),
    ("binairo", "unruly", "8x8dt", "8x8dn"),
    ("futoshiki", "unequal", "5dt", "5dx"),
    ("galaxies", "galaxies", "7x7dn", "7x7du"),
    ("hashi", "bridges", "7x7i30e10m2d0", "7x7i30e10m2d2"),
    ("hitori", "singles", "6x6de", "6x6dk"),
    ("masyu", "pearl", "6x6de", "6x6dt"),
    ("skyscrapers", "towers", "5de", "5dx"),
    ("slant", "slant", "8x8de", "8x8dh"),
    ("slitherlink", "loopy", "7x7t0de", "7x7t0dh"),
    ("sudoku", "solo", "3x3dt", "3x3de"),
]
GRADES = ("easy", "medium", "hard", "very hard", "extreme")
# The shares of the lowest level that are easy or medium, of the highest that are hard or above, and the AUC.
LOW, HIGH, AUC = 0.9, 0.9, 0.95


class Rated(NamedTuple):
    """The place of a board's grade among GRADES, and its effort; one that was not done is extreme."""

    grade: int
    effort: int


def rate(puzzasp: str, puzzle: str, board: str, timeout: float) -> Rated:
    """Rate a board, which is a game ID."""
    told = paths.ask(puzzasp, "rate", puzzle, board, timeout=timeout)[1]
    if not told:
        return Rated(len(GRADES) - 1, sys.maxsize)
    return Rated(GRADES.index(told["grade"]), told["effort"])


def apart(low: list[Rated], high: list[Rated]) -> float:
    """The share of the pairs in which the board of the high level is graded harder."""
    return sum((one < other) + (one == other) / 2 for one, other in product(low, high)) / len(low) / len(high)


def grades(rated: list[Rated]) -> str:
    """Say how many boards have which grades."""
    counts = Counter(one.grade for one in rated)
    return ", ".join(f"{counts[place]} {GRADES[place]}" for place in sorted(counts))


def main() -> None:
    """Rate the boards of the levels, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--puzzasp", default=PUZZASP, metavar="PUZZASP", help="the command that rates (ours)")
    parser.add_argument("--only", nargs="*", default=(), metavar="GENERATOR", help="these generators only")
    parser.add_argument("--number", type=int, default=10, metavar="N", help="boards of a level (10)")
    parser.add_argument("--seed", default="1", metavar="SEED", help="what the boards are made from (1)")
    parser.add_argument("--timeout", type=float, default=120, metavar="S", help="seconds for a board (120)")
    given = parser.parse_args()
    rows = [
        [
            "puzzle",
            "levels",
            "easy or medium of the lowest",
            "hard or above of the highest",
            "AUC",
            "",
            "lowest",
            "highest",
        ]
    ]
    with paths.scratch(given.puzzasp):
        for puzzle, generator, *levels in LEVELS:
            command = shutil.which(f"sgt-{generator}", path=f"{os.environ['PATH']}:/usr/games")
            if not command or (given.only and generator not in given.only):
                continue
            rated = []
            for level in levels:
                made = [command, "--generate", str(given.number), f"{level}#{given.seed}"]
                boards = subprocess.run(made, capture_output=True, text=True, check=True).stdout.split()
                rated.append([rate(given.puzzasp, puzzle, board, given.timeout) for board in boards])
                print(puzzle, level, grades(rated[-1]), file=sys.stderr, flush=True)
            low, high = rated
            easy, hard = sum(one.grade < 2 for one in low), sum(one.grade >= 2 for one in high)
            auc = apart(low, high)
            met = easy >= LOW * len(low) and hard >= HIGH * len(high) and auc >= AUC
            shares = [f"{easy} of {len(low)}", f"{hard} of {len(high)}", f"{auc:.2f}", verdict(met)]
            rows.append([puzzle, ", ".join(levels), *shares, grades(low), grades(high)])
    print(table(rows))


if __name__ == "__main__":
    main()

"""How grades agree with the levels of others: boards of Simon Tatham's generators, easy ones and hard ones.

    python benchmarks/levels.py [--only GENERATOR ...] [--number N] [--seconds S]

The generators are Debian's (apt install sgt-puzzles); board N of a level is what
``sgt-tents --generate 1 8x8de#N`` prints.  Writes the section on levels in
EXPLANATIONS.md when all are measured, or else prints the table only.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import date
from itertools import pairwise, product
from typing import NamedTuple

from run import HERE, table

from pyclingo_app import load
from pyclingo_app.explain.terms import Rating
from pyclingo_app.generate.grade import NAMES

HEADING = "# How grades agree with the levels of others"
# Puzzle, generator, and the parameters of its levels from easy to hard.
LEVELS = [
    ("tents", "tents", ("8x8de", "8x8dt")),
    ("tents", "tents", ("10x10de", "10x10dt")),
    ("akari", "lightup", ("7x7b20s4d0", "7x7b20s4d1", "7x7b20s4d2")),
    ("binairo", "unruly", ("8x8dt", "8x8de", "8x8dn")),
    ("futoshiki", "unequal", ("5dt", "5de", "5dk", "5dx")),
    ("galaxies", "galaxies", ("7x7dn", "7x7du")),
    ("hashi", "bridges", ("7x7i30e10m2d0", "7x7i30e10m2d1", "7x7i30e10m2d2")),
    ("hitori", "singles", ("6x6de", "6x6dk")),
    ("masyu", "pearl", ("6x6de", "6x6dt")),
    ("skyscrapers", "towers", ("5de", "5dh", "5dx")),
    ("slant", "slant", ("8x8de", "8x8dh")),
    ("slitherlink", "loopy", ("7x7t0de", "7x7t0dn", "7x7t0dt", "7x7t0dh")),
    ("sudoku", "solo", ("3x3dt", "3x3db", "3x3di", "3x3da", "3x3de")),
]
# How many boards of a level, where it is not said, of the puzzle whose levels have a bar and of the others.
NUMBER, OTHERS = 200, 20


class Level(NamedTuple):
    """The boards of one level: their ratings, and how many were not rated in time."""

    parameters: str
    ratings: list[Rating]
    late: int


def measure(puzzle: str, generator: str, parameters: str, number: int, seconds: float) -> Level:
    """Rate the boards of a level; one that takes more CPU seconds is extreme as far as it goes."""
    loaded = load(puzzle)
    ratings, late = [], 0
    for seed in range(number):
        made = subprocess.run(
            [generator, "--generate", "1", f"{parameters}#{seed}"], capture_output=True, text=True, check=True
        )
        path = loaded.explain(loaded.read(made.stdout.strip()))
        begin = time.process_time()
        over = any(time.process_time() > begin + seconds for _ in path)
        late += over
        ratings.append(path.rating._replace(grade=NAMES[-1]) if over else path.rating)
    return Level(parameters, ratings, late)


def apart(easy: list[Rating], hard: list[Rating], key: Callable[[Rating], tuple[int, ...]]) -> float:
    """The share of the pairs in which the hard board is graded harder (AUC), a draw for one half."""

    pairs = list(product(map(key, easy), map(key, hard)))
    return sum((one < other) + (one == other) / 2 for one, other in pairs) / len(pairs)


def by_grade(rating: Rating) -> tuple[int, ...]:
    """A place in the order of grades."""
    return (NAMES.index(rating.grade),)


def by_effort(rating: Rating) -> tuple[int, ...]:
    """A place in the order of grades, and of boards of one grade by the effort."""
    return NAMES.index(rating.grade), rating.effort


def tables(measured: list[tuple[str, list[Level]]]) -> list[str]:
    """The grades of each level, and how well levels beside each other are told apart."""
    grades = [["puzzle", "level", "boards", *NAMES, "not in time"]]
    pairs = [["puzzle", "levels", "AUC of the grade", "with the effort"]]
    for puzzle, levels in measured:
        for level in levels:
            counts = Counter(rating.grade for rating in level.ratings)
            shown = [str(counts[name] or "") for name in NAMES]
            grades.append([puzzle, level.parameters, str(len(level.ratings)), *shown, str(level.late or "")])
        for easy, hard in pairwise(levels):
            found = [f"{apart(easy.ratings, hard.ratings, key):.3f}" for key in (by_grade, by_effort)]
            pairs.append([puzzle, f"{easy.parameters}, {hard.parameters}", *found])
    return [table(pairs), table(grades)]


def main() -> None:
    """Measure the levels, print the tables, and write them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="*", default=(), metavar="GENERATOR", help="these generators only")
    parser.add_argument("--number", type=int, metavar="N", help=f"boards of a level ({NUMBER} of tents, else {OTHERS})")
    parser.add_argument("--seconds", type=float, default=20, metavar="S", help="CPU seconds for a board (default 20)")
    given = parser.parse_args()
    measured = []
    for puzzle, generator, parameters in LEVELS:
        command = shutil.which(f"sgt-{generator}", path=f"{os.environ['PATH']}:/usr/games")
        if command and (not given.only or generator in given.only):
            number = given.number or (NUMBER if puzzle == "tents" else OTHERS)
            levels = [measure(puzzle, command, level, number, given.seconds) for level in parameters]
            print(puzzle, *parameters, file=sys.stderr, flush=True)
            measured.append((puzzle, levels))
    text = "\n\n".join(
        [
            HEADING,
            f"{date.today():%Y-%m-%d}. Written by `python benchmarks/levels.py`: grades of boards that Simon Tatham's "
            "generators make for a level, numbered from 0. AUC is the share of pairs of boards, one of each level, "
            "in which the harder level is graded harder; a draw is half a pair. His levels say which techniques "
            "his solver may use, not how long an argument is, and count other techniques than ours.",
            *tables(measured),
        ]
    )
    print(text)
    if not given.only:
        target = HERE / "EXPLANATIONS.md"
        kept = target.read_text(encoding="utf-8").partition(HEADING)[0]
        target.write_text(f"{kept.rstrip()}\n\n{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

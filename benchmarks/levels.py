"""How grades agree with the levels of others: boards of Simon Tatham's generators, easy ones and hard ones.

    python benchmarks/levels.py [--only GENERATOR ...] [--number N] [--seconds S] [--results FILE]

The generators are Debian's (apt install sgt-puzzles); board N of a level is what
``sgt-tents --generate 1 8x8de#N`` prints.  Writes the section on levels in
EXPLANATIONS.md when all are measured, or else prints the table only.  What stands in
FILE was measured before, and is not measured again.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import date
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

from run import HERE, table

from pyclingo_app import Instance, load, parse_facts
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
# Boards that are published, with what is known of them; sudokus as their clues, row by row.
PUBLISHED = [
    (
        "sudoku", "Wikipedia's article",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ),
    (
        "sudoku", "Arto Inkala's Escargot",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ),
    ("starbattle", "9x9, two stars", "https://puzz.link/p?starbattle/9/9/2/12a955kh37khi20fe0g13toea1c07g"),
    (
        "tents", "17x17",
        "https://puzz.link/p?tents/17/17/"
        "g4o3i2n33nl63b6211411253hj3228811537197125226153333hl33351513335123314",
    ),
]  # fmt: skip
# How many boards of a level, where it is not said, of the puzzle whose levels have a bar and of the others.
NUMBER, OTHERS = 200, 12


class Level(NamedTuple):
    """The boards of one level: their grades and efforts, and how many were not rated in time."""

    parameters: str
    ratings: list[tuple[str, int]]
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
        ratings.append((NAMES[-1] if over else path.rating.grade, path.rating.effort))
    return Level(parameters, ratings, late)


Key = Callable[[tuple[str, int]], tuple[int, ...]]


def published() -> list[list[str]]:
    """The grades of published boards."""
    rows = [["puzzle", "board", "steps", "grade", "longest argument", "steps by search"]]
    for puzzle, name, board in PUBLISHED:
        loaded = load(puzzle)
        given = (f"given({k // 9 + 1},{k % 9 + 1},{sign})." for k, sign in enumerate(board) if sign != ".")
        known = "://" in board
        instance = loaded.read(board) if known else Instance(name, parse_facts("size(9,9)." + "".join(given)))
        path = loaded.explain(instance)
        argued = [step.effort for step in path if step.argued]
        rating = path.rating
        rows.append([puzzle, name, str(rating.steps), rating.grade, str(max(argued)), str(rating.unargued)])
    return rows


def apart(easy: list[tuple[str, int]], hard: list[tuple[str, int]], key: Key) -> float:
    """The share of the pairs in which the hard board is graded harder (AUC), a draw for one half."""

    pairs = list(product(map(key, easy), map(key, hard)))
    return sum((one < other) + (one == other) / 2 for one, other in pairs) / len(pairs)


def by_grade(rating: tuple[str, int]) -> tuple[int, ...]:
    """A place in the order of grades."""
    return (NAMES.index(rating[0]),)


def by_effort(rating: tuple[str, int]) -> tuple[int, ...]:
    """A place in the order of grades, and of boards of one grade by the effort."""
    return NAMES.index(rating[0]), rating[1]


def tables(measured: list[tuple[str, list[Level]]]) -> list[str]:
    """The grades of each level, and how well levels beside each other are told apart."""
    grades = [["puzzle", "level", "boards", *NAMES, "not in time"]]
    pairs = [["puzzle", "levels", "AUC of the grade", "with the effort"]]
    for puzzle, levels in measured:
        for level in levels:
            counts = Counter(grade for grade, _ in level.ratings)
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
    parser.add_argument("--results", type=Path, metavar="FILE", help="what was measured, as lines of JSON")
    given = parser.parse_args()
    before = given.results.read_text().splitlines() if given.results and given.results.exists() else []
    known = {(level[0], level[1]): Level(*level[1:]) for level in map(json.loads, before)}
    measured = []
    for puzzle, generator, parameters in LEVELS:
        command = shutil.which(f"sgt-{generator}", path=f"{os.environ['PATH']}:/usr/games")
        if command and (not given.only or generator in given.only):
            number = given.number or (NUMBER if puzzle == "tents" else OTHERS)
            levels = []
            for level in parameters:
                if (puzzle, level) not in known:
                    known[puzzle, level] = measure(puzzle, command, level, number, given.seconds)
                    print(puzzle, level, file=sys.stderr, flush=True)
                    if given.results:
                        with given.results.open("a") as file:
                            file.write(json.dumps([puzzle, *known[puzzle, level]]) + "\n")
                levels.append(known[puzzle, level])
            measured.append((puzzle, levels))
    text = "\n\n".join(
        [
            HEADING,
            f"{date.today():%Y-%m-%d}. Written by `python benchmarks/levels.py`: grades of boards that Simon Tatham's "
            "generators make for a level, numbered from 0. AUC is the share of pairs of boards, one of each level, "
            "in which the harder level is graded harder; a draw is half a pair. His levels say which techniques "
            "his solver may use, not how long an argument is, and count other techniques than ours.",
            *tables(measured),
            "Published boards. The last two need reasons of many sentences whatever the order: with `--order smallest` "
            "the first steps of the 9x9 take 7, 7, 9 and 9 sentences, proved to be the fewest, and later ones 25; "
            "the 17x17 takes 11 and more. So extreme is fair as long as single marks are noted; a player who notes "
            "pairs of cells may find shorter ones.",
            table(published()),
        ]
    )
    print(text)
    if not given.only:
        target = HERE / "EXPLANATIONS.md"
        kept = target.read_text(encoding="utf-8").partition(HEADING)[0]
        target.write_text(f"{kept.rstrip()}\n\n{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

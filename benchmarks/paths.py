"""The boards whose explanations are measured and judged: those that are stored, and some that are made from seeds."""

import json
import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from common import PUZZASP, ROOT, Run, measure, scratch
from judge import plainly

__all__ = ["ask", "made", "scratch", "stored"]

# Boards that are made: `puzzasp generate PUZZLE --size SIZE --seed SEED`.
MADE = [
    ("akari", "8x8", 102), ("aquarium", "8x8", 102), ("binairo", "8x8", 102),
    ("cave", "7x7", 101), ("cave", "8x8", 102), ("countryroad", "6x6", 6), ("easyasabc", "6x6", 102),
    ("fillomino", "6x6", 101), ("fillomino", "6x6", 102), ("flow", "6x6", 101), ("flow", "7x7", 102),
    ("futoshiki", "7x7", 102), ("galaxies", "8x8", 102), ("hashi", "7x7", 101), ("hashi", "8x8", 102),
    ("heyawake", "7x7", 101), ("heyawake", "7x7", 104), ("hitori", "7x7", 101), ("hitori", "8x8", 102),
    ("kakuro", "7x7", 101), ("kakuro", "7x7", 104), ("kurodoko", "8x8", 102),
    ("kurotto", "6x6", 101), ("kurotto", "7x7", 102), ("lits", "7x7", 101), ("lits", "8x8", 102),
    ("masyu", "7x7", 101), ("masyu", "8x8", 102), ("minesweeper", "8x8", 102), ("nonogram", "8x8", 102),
    ("norinori", "7x7", 101), ("norinori", "8x8", 102), ("nurikabe", "7x7", 101), ("nurikabe", "8x8", 102),
    ("nurimisaki", "8x8", 102), ("queens", "9x9", 102), ("rippleeffect", "7x7", 102), ("shakashaka", "8x8", 102),
    ("shikaku", "8x8", 102), ("shimaguni", "6x6", 101), ("shimaguni", "7x7", 102), ("simpleloop", "8x8", 102),
    ("skyscrapers", "5x5", 101), ("skyscrapers", "6x6", 102), ("slant", "8x8", 102),
    ("slitherlink", "7x7", 101), ("slitherlink", "8x8", 102), ("snake", "6x6", 101), ("snake", "7x7", 102),
    ("starbattle", "7x7", 101), ("starbattle", "8x8", 102), ("sudoku", "9x9", 102), ("suguru", "7x7", 102),
    ("tapa", "7x7", 101), ("tapa", "7x7", 104), ("tents", "8x8", 102), ("tetravex", "4x4", 102),
    ("yajilin", "7x7", 103), ("yajilin", "8x8", 102), ("yinyang", "8x8", 102),
]  # fmt: skip


class Board(NamedTuple):
    """A board in a file."""

    puzzle: str
    name: str
    path: Path


def stored(side: int = 10, only: Collection[str] = ()) -> Iterator[Board]:
    """Give the stored boards of at most so many rows and columns, of some puzzles or of all."""
    for path in sorted((ROOT / "instances").glob("*/*x*.lp")):
        size = re.match(r"(\d+)x(\d+)", path.stem)
        if size and max(map(int, size.groups())) <= side and (not only or path.parent.name in only):
            yield Board(path.parent.name, path.stem, path)


def made(folder: Path, only: Collection[str] = (), puzzasp: str = PUZZASP) -> Iterator[Board]:
    """Make the boards with seeds, each in a file in a folder; one that is there is not made again."""
    for puzzle, size, seed in MADE:
        path = folder / puzzle / f"{size}-{seed}.lp"
        if not only or puzzle in only:
            if not path.exists():
                done = measure([puzzasp, "generate", puzzle, "--size", size, "--seed", str(seed)], 300)
                assert done.status == 0, f"{puzzle} {size} {seed} was not made"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(done.output, encoding="utf-8")
            yield Board(puzzle, path.stem, path)


def ask(
    puzzasp: str, command: str, puzzle: str, board: Path | str, *options: str, timeout: float = 600
) -> tuple[Run, dict[str, Any]]:
    """Run a command on a board, a file or a game ID; give the run, and its JSON, empty if it failed."""
    done = measure([puzzasp, command, puzzle, str(board), "-f", "json", *options], timeout)
    if not done.late and done.status in (0, 1):
        return done, plainly(json.loads(done.output))
    print(f"{puzzasp} {command} {puzzle} {board}: not done, status {done.status}", file=sys.stderr, flush=True)
    return done, {}

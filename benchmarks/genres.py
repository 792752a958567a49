"""One table of all genres: what each has, and how fast it is beside what a first lesson would write.

    python benchmarks/genres.py [--only NAME ...] [--timeout S] [--boards N]

Writes GENRES.md beside this file; with --only it prints these lines.  Times are
seconds of CPU of whole processes, which work in one thread: what they take on an
idle machine, whatever else runs.  Ours and the naive program are run in turn, for
the solution and that it is the only one; making is the median of three seeds.
"""

import argparse
import math
import re
import resource
import statistics
import subprocess
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from generate import run as generate
from run import HERE, ROOT, clingo, machine, ours, table

from pyclingo_app import load
from pyclingo_app.formats import declarations, heads

LEAST = 0.3  # seconds that one of the two takes for a board that counts
MEAN, WORST, LARGEST = 0.3, 1.0, 10.0  # bars: ratios, and seconds for the largest board
MADE = 40  # seconds after which a new board is given up
EXPLAINED = 20.0  # seconds of CPU after which no step is begun
# Of the first 40 to 45 steps of a board of each genre, mostly 6x6, that three people read on 2026-11-22, with nothing
# but the rules, the board and what `explain` printed: those that convinced them, and all.  What they named first of
# all was mended since: reasons told before what they take, loops and cuts that named what they left out, Yin-Yang.
READ = {
    "akari": (4, 4), "aquarium": (6, 6), "binairo": (12, 12), "cave": (15, 15), "countryroad": (23, 23),
    "easyasabc": (22, 22), "fillomino": (15, 15), "flow": (40, 40), "futoshiki": (45, 45), "galaxies": (15, 16),
    "hashi": (8, 8), "heyawake": (12, 15), "hitori": (12, 12), "kakuro": (30, 32), "kropki": (45, 45),
    "kurodoko": (10, 10), "kurotto": (29, 35), "lits": (19, 19), "masyu": (29, 30), "minesweeper": (9, 9),
    "nonogram": (14, 14), "norinori": (27, 27), "nurikabe": (15, 17), "nurimisaki": (20, 20), "queens": (4, 12),
    "rippleeffect": (36, 36), "shakashaka": (28, 31), "shikaku": (9, 9), "shimaguni": (26, 26),
    "simpleloop": (5, 5), "skyscrapers": (30, 34), "slant": (15, 16), "slitherlink": (40, 40), "snake": (7, 8),
    "starbattle": (16, 16), "sudoku": (40, 40), "suguru": (35, 35), "tapa": (8, 8), "tents": (6, 6),
    "tetravex": (39, 45), "yajilin": (25, 28), "yinyang": (21, 29),
}  # fmt: skip


class Pair(NamedTuple):
    """A board with our median time and that of the naive program, and whether one ran out of time."""

    board: str
    ours: float
    naive: float
    late: bool

    @property
    def ratio(self) -> float:
        """Our time over the other's."""
        return self.ours / self.naive


def cells(path: Path) -> int:
    """Give how many cells a stored board has, by its name."""
    size = re.match(r"(\d+)x(\d+)", path.stem)
    return int(size[1]) * int(size[2]) if size else 0


def stored(name: str) -> list[Path]:
    """Give the stored boards of a genre, the largest first."""
    places = (ROOT / "instances" / name, ROOT / "benchmarks" / "boards" / name)
    return sorted((path for place in places for path in place.glob("*.lp")), key=lambda path: (-cells(path), path.stem))


def cpu(command: Sequence[str], timeout: float) -> float:
    """Give the seconds of CPU that a process takes, no more than ``timeout``."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(timeout), math.ceil(timeout)))

    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, capture_output=True, check=False, preexec_fn=limit)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return min(end.ru_utime - begin.ru_utime + end.ru_stime - begin.ru_stime, timeout)


def beside(name: str, path: Path, timeout: float, runs: int = 3) -> Pair:
    """Measure a board by both programs in turn; what runs out of time is not run again."""
    board = str(path.relative_to(ROOT))
    naive = clingo(f"benchmarks/naive/{name}.lp", board, "2", "--project=show", "--warn=none")
    taken: list[list[float]] = [[], []]
    for _ in range(runs):
        for found, command in zip(taken, (ours(name, board), naive), strict=True):
            if not found or found[-1] < timeout:
                found.append(cpu(command, timeout))
    mine, theirs = map(statistics.median, taken)
    return Pair(path.stem, mine, theirs, max(mine, theirs) >= timeout)


def pairs(name: str, timeout: float, number: int) -> list[Pair]:
    """Measure the largest boards of a genre on which one of the two programs takes long enough."""
    found: list[Pair] = []
    for path in stored(name):
        once = beside(name, path, timeout, runs=1)
        if max(once.ours, once.naive) < LEAST and cells(path) < 400:
            break
        if max(once.ours, once.naive) >= LEAST:
            found.append(beside(name, path, timeout))
        if len(found) == number:
            break
    return found


def reason(name: str) -> str:
    """Give the largest number of sentences that a step of the board 6x6-a needs, and its grade."""
    path = ROOT / "instances" / name / "6x6-a.lp"
    if not path.exists():
        return ""
    puzzle = load(name)
    begin, stopped = time.process_time(), ""
    explanation = puzzle.explain(puzzle.read(str(path)))
    for _ in explanation:
        if time.process_time() > begin + EXPLAINED:
            stopped = " (stopped)"
            break
    return f"{explanation.rating.largest}, {explanation.rating.grade}{stopped}"


def making(name: str) -> str:
    """Give the seconds for a new board of 8x8, or of the usual size or 6x6 where there is none of these."""
    for size in (["--size", "8x8"], [], ["--size", "6x6"]):
        seconds = []
        for seed in (1, 2, 3):
            spent, status, board, _ = generate([name, *size, "--seed", str(seed), "--time-limit", str(MADE)])
            if status:
                break
            seconds.append(spent)
        else:
            first = re.search(r"\d+x\d+", board)
            return f"{statistics.median(seconds):.2f} ({first[0] if first else ''})"
    return f"> {MADE}"


def line(name: str, timeout: float, number: int) -> tuple[list[str], list[Pair]]:
    """Give the line of a genre, and what was measured."""
    text = (ROOT / "asp" / f"{name}.lp").read_text(encoding="utf-8")
    declared = declarations(load(name).problem())
    boards = stored(name)
    start = text.find("#include")
    largest = beside(name, boards[0], timeout, runs=1)
    found = pairs(name, timeout, number)
    mean = math.exp(statistics.fmean(math.log(pair.ratio) for pair in found)) if found else None
    ratio = f"{'< ' if any(pair.late for pair in found) else ''}{mean:.2f} ({len(found)})" if mean else ""
    return [
        name,
        str(text[max(start, 0) :].count("\n")),
        str(len(boards)),
        "yes" if (ROOT / "tests" / "genres" / f"{name}.py").exists() else "no",
        ", ".join(dict.fromkeys(genre for genre, _, _ in declared.urls)),
        " ".join(f"`{heads.form(parts)}`" for parts, _ in declared.gameids),
        reason(name),
        "{0} % of {2}".format(100 * READ[name][0] // READ[name][1], *READ[name]) if name in READ else "",
        making(name),
        f"{largest.ours:.2f} ({boards[0].stem})",
        ratio,
    ], found


def main() -> None:
    """Measure all genres and write the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="these genres only")
    parser.add_argument("--timeout", type=float, default=10, metavar="S", help="seconds for one process (default 10)")
    parser.add_argument("--boards", type=int, default=3, metavar="N", help="boards that are compared (default 3)")
    given = parser.parse_args()
    names = given.only or sorted(path.stem for path in (ROOT / "asp").glob("*.lp"))
    lines, every = [], {}
    for name in names:
        cells_of_line, found = line(name, given.timeout, given.boards)
        lines.append(cells_of_line)
        every[name] = found
        print(" | ".join(cells_of_line), flush=True)
    ratios = [pair.ratio for found in every.values() for pair in found]
    slower = [f"{name} {p.board} ({p.ratio:.2f})" for name, found in every.items() for p in found if p.ratio > WORST]
    mean = math.exp(statistics.fmean(map(math.log, ratios))) if ratios else 0.0
    head = ["genre", "lines", "boards", "checker", "URL", "game ID", "largest reason on 6x6-a",
            "steps that convinced", "s to make", "s for the largest board", "ratio to naive (boards)"]  # fmt: skip
    text = f"""# All genres

{machine()}, {date.today():%Y-%m-%d}, by `python benchmarks/genres.py`.

{table([head, *lines])}

- Lines are those from the first `#include` on. The largest reason is how many sentences a step needs at most.
- Lines: {statistics.median(int(one[1]) for one in lines):g} in the median (bar 55), {max(int(one[1]) for one in lines)}
  at most (bar 90).
- Steps that convinced: of so many that three people read who saw nothing but rules, boards and printed steps, before
  what they named was mended; {sum(one for one, _ in READ.values())} of {sum(every for _, every in READ.values())}. \
In a reading before that it was 1550 of 1732.
- Ratios are geometric means over stored boards, the largest first, on which one of the two takes {LEAST} s or more;
  `<`: one ran out of {given.timeout:g} s. Over all {len(ratios)} boards: {mean:.2f} (bar {MEAN}).
- Slower than the naive program (bar: none): {", ".join(slower) or "none"}.
- The largest boards take {LARGEST:g} s at most (bar).
"""
    if given.only:
        print(text)
    else:
        (HERE / "GENRES.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""How long new boards take, which grades can be had, and whether boards have one solution by other means.

    python benchmarks/generate.py times [--seeds N] [NAME ...]
    python benchmarks/generate.py grades [--seeds N] [NAME ...]
    python benchmarks/generate.py parts
    python benchmarks/generate.py verify DIR [--boards N] [NAME ...]

Times are seconds of CPU of whole processes, which work in one thread: what they
take on an idle machine, whatever else runs.  ``verify`` makes boards
in DIR; their solutions are then counted by a SAT solver (CaDiCaL in PySAT) on the
formula of ``puzzasp cnf``, and checked by the rules in plain Python of
tests/genres: the generator and clingo take no part.  Prints tables in Markdown.
"""

import argparse
import re
import resource
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
COMMAND = [sys.executable, "-m", "pyclingo_app"]
# After so many seconds a board is given up, and a grade.
_LONG, _GRADED = 120, 30

# Sizes, each with the bar for the median in seconds where there is one, and constants.
TIMES: dict[str, list[tuple[str, float | None, list[str]]]] = {
    "akari": [("10x10", None, [])],
    "aquarium": [("8x8", None, []), ("10x10", None, [])],
    "binairo": [("10x10", None, [])],
    "cave": [("8x8", None, []), ("10x10", None, [])],
    "countryroad": [("10x10", None, [])],
    "easyasabc": [("6x6", None, [])],
    "fillomino": [("8x8", None, []), ("10x10", None, [])],
    "flow": [("8x8", None, []), ("10x10", 1.5, [])],
    "futoshiki": [("7x7", None, [])],
    "galaxies": [("8x8", None, []), ("10x10", None, [])],
    "hashi": [("10x10", None, [])],
    "heyawake": [("8x8", None, []), ("10x10", None, [])],
    "hitori": [("8x8", None, []), ("10x10", None, [])],
    "kakuro": [("8x8", None, []), ("10x10", None, [])],
    "kropki": [("8x8", None, []), ("10x10", None, [])],
    "kurodoko": [("10x10", None, [])],
    "kurotto": [("8x8", None, []), ("10x10", None, [])],
    "lits": [("8x8", None, []), ("10x10", None, [])],
    "masyu": [("10x10", None, [])],
    "minesweeper": [("10x10", None, [])],
    "nonogram": [("10x10", None, []), ("20x20", None, [])],
    "norinori": [("10x10", 5, [])],
    "nurikabe": [("8x8", None, []), ("10x10", None, [])],
    "nurimisaki": [("10x10", None, [])],
    "queens": [("8x8", None, []), ("20x20", None, [])],
    "rippleeffect": [("8x8", None, []), ("10x10", None, [])],
    "shakashaka": [("8x8", None, []), ("10x10", None, [])],
    "shikaku": [("8x8", None, []), ("10x10", None, [])],
    "shimaguni": [("8x8", None, []), ("10x10", None, [])],
    "simpleloop": [("10x10", None, [])],
    "skyscrapers": [("6x6", None, [])],
    "slant": [("8x8", None, []), ("10x10", None, [])],
    "slitherlink": [("10x10", 0.5, []), ("20x20", 2, [])],
    "snake": [("8x8", None, []), ("10x10", None, [])],
    "starbattle": [("8x8", None, []), ("10x10", 4, []), ("10x10", 8, ["-c", "stars=2"])],
    "sudoku": [("9x9", 0.5, []), ("16x16", None, [])],
    "suguru": [("8x8", None, []), ("10x10", None, [])],
    "tapa": [("8x8", None, []), ("10x10", None, [])],
    "tents": [("10x10", 0.5, []), ("20x20", 1, []), ("30x30", 3, [])],
    "tetravex": [("4x4", None, []), ("6x6", None, [])],
    "yajilin": [("8x8", None, []), ("10x10", None, [])],
    "yinyang": [("10x10", None, [])],
}
GRADES = ("easy", "medium", "hard")
# Where 8x8 is not what people play, or too large for its grade to be found out soon.
GRADED = {"sudoku": "6x6", "skyscrapers": "5x5", "futoshiki": "5x5", "tetravex": "4x4"}


def run(arguments: Iterable[str]) -> tuple[float, int, str, str]:
    """Run the command from start to end: its seconds of CPU, status, output and errors."""
    begin = _used()
    done = subprocess.run([*COMMAND, "generate", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return _used() - begin, done.returncode, done.stdout, done.stderr


def _used() -> float:
    """The seconds of CPU of all processes that were run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def times(names: list[str], seeds: int) -> None:
    """Print how long a board takes."""
    print(f"| puzzle | size | median s | largest s | bar | over ten medians, of {seeds} | given up after {_LONG} s |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        for size, bar, options in TIMES[name]:
            limit = ["--time-limit", str(_LONG)]
            results = [run([name, "--size", size, "--seed", str(s), *options, *limit]) for s in range(1, seeds + 1)]
            seconds = [result[0] for result in results]
            median, lost = statistics.median(seconds), sum(result[1] != 0 for result in results)
            met = "" if bar is None else f"≤ {bar:g} {'met' if median <= bar else 'missed'}"
            late = sum(each > 10 * median for each in seconds)
            what = f"{name} {' '.join(options[1:])}".strip()
            print(f"| {what} | {size} | {median:.2f} | {max(seconds):.2f} | {met} | {late} | {lost} |", flush=True)


def grades(names: list[str], seeds: int) -> None:
    """Print how long a board of a grade takes, and of what grades boards are that were drawn in vain."""
    print(f"| puzzle | size | {' | '.join(GRADES)} |")
    print(f"|---|---|{'---|' * len(GRADES)}")
    for name in names:
        size = GRADED.get(name, "8x8")
        cells = []
        for grade in GRADES:
            limit = ["--time-limit", str(_GRADED)]
            wanted = [name, "--size", size, "--difficulty", grade, *limit]
            results = [run([*wanted, "--seed", str(seed)]) for seed in range(1, seeds + 1)]
            found = [result[0] for result in results if result[1] == 0]
            lost = [result[3] for result in results if result[1] != 0]
            cells.append(f"{statistics.median(found):.1f} s" if found else "")
            if lost:
                why = re.sub(r".*drawn ", "", lost[-1].strip()).rstrip(".")
                cells[-1] += f" {len(found)} of {seeds} ({why})"
        print(f"| {name} | {size} | {' | '.join(cells)} |", flush=True)


def parts() -> None:
    """Print how many lines the part of each program and library takes, without comments and empty lines."""
    for folder in ("asp", "asp/lib"):
        told = []
        for path in sorted((ROOT / folder).glob("*.lp")):
            _, begin, part = path.read_text(encoding="utf-8").partition("#program generate.\n")
            lines = [line for line in part.partition("\n#program")[0].splitlines() if line and line[0] != "%"]
            told += [f"{path.stem} {len(lines)}"] if begin else []
        print(f"{folder}: {', '.join(told)}.\n")


def verify(names: list[str], folder: Path, boards: int) -> None:
    """Make boards, and count their solutions by other means."""
    print("| puzzle | boards | of size | one solution by the SAT solver, right by the rules in Python |")
    print("|---|---|---|---|")
    total: Counter[str] = Counter()
    for name in names:
        sizes = [size for size, _, options in TIMES[name] if not options and int(size.split("x")[0]) <= 20]
        size = next((size for size in sizes if size == "10x10"), sizes[0])
        target = folder / f"{name}-{size}"
        if len(list(target.glob("*.lp"))) < boards:
            done = run([name, "--size", size, "--seed", "1", "-n", str(boards), "-o", str(target)])
            if done[1]:
                print(f"{name}: {done[3].strip()}", file=sys.stderr)
        right = Counter(_verdict(name, path) for path in sorted(target.glob("*.lp")))
        total += right
        told = ", ".join(f"{number} {verdict}" for verdict, number in right.items())
        print(f"| {name} | {sum(right.values())} | {size} | {told} |", flush=True)
    print(f"\n{sum(total.values())} boards: {dict(total)}")


def _verdict(name: str, path: Path) -> str:
    """Count the solutions of a board up to two by a SAT solver, and check the first one by the rules in Python."""
    from genres import facts_of, find
    from pysat.solvers import Solver

    import pyclingo_app as puzzasp

    puzzle = puzzasp.load(name)
    instance = puzzle.read(str(path))
    text = puzzle.cnf(instance).text
    lines = text.splitlines()
    # Names of shown atoms come first, then those of others for the same variables.
    named = re.findall(r"^c (\d+) (\w+\(.*\))$", text, re.MULTILINE)
    names = {int(number): atom for number, atom in reversed(named)}
    shown = next(list(map(int, line.split()[3:-1])) for line in lines if line.startswith("c p show"))
    clauses = [list(map(int, line.split()[:-1])) for line in lines if line and line[0] not in "cp"]
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return "without a solution"
        model: Any = solver.get_model()
        true = {literal for literal in model if literal > 0}
        atoms = puzzasp.parse_facts("".join(f"{names[number]}. " for number in shown if number in true))
        if find(name).check(facts_of(instance.facts), facts_of(atoms)):
            return "wrong by the rules"
        solver.add_clause([-number if number in true else number for number in shown])
        return "several" if solver.solve() else "one, right"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["times", "grades", "parts", "verify"])
    parser.add_argument("rest", nargs="*", default=[])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--boards", type=int, default=50)
    args = parser.parse_intermixed_args()
    folder, names = (Path(args.rest[0]), args.rest[1:]) if args.what == "verify" else (Path(), args.rest)
    names = names or list(TIMES)
    if args.what == "parts":
        parts()
    elif args.what == "verify":
        verify(names, folder.resolve(), args.boards)
    else:
        (times if args.what == "times" else grades)(names, args.seeds)


if __name__ == "__main__":
    main()

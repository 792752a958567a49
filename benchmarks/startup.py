"""How long puzzasp takes where there is next to nothing to solve: ratios to stock clingo.

    python benchmarks/startup.py [--runs N] [DIR ...]

Whole processes, one after another in each round, so that all see the same
machine; ratios of the medians of their times to that of `python -m clingo
asp/tents.lp instances/6x6.lp`, with the bar that each has to meet, and the same
of their CPU times, which vary less on a busy machine.  Modules are compiled
before.  DIR are other checkouts to be measured beside this one.  Ends with
status 1 when a bar is missed.
"""

import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOARD = "instances/6x6.lp"
ANSWER = "tent(1,2). tent(1,5). tent(3,2). tent(3,4). tent(3,6). tent(5,1). tent(5,4). tent(6,6).\n"

# What is measured: a name, the bar, and the arguments; {} is a directory with an answer, and 250 programs.
CASES = [
    ("plain", 1.3, ["tents", BOARD]),
    ("-f facts", 1.5, ["tents", BOARD, "-f", "facts"]),
    ("-n 0 --count", 1.5, ["tents", BOARD, "-n", "0", "--count"]),
    ("-c n=6", 1.5, ["queens", "-c", "n=6"]),
    ("-c n=6 -f ascii", 1.5, ["queens", "-c", "n=6", "-f", "ascii"]),
    ("hint", 2.2, ["hint", "tents", BOARD]),
    ("check", 2.2, ["check", "tents", BOARD, "{}/answer.lp"]),
    ("list of 250", 3, ["list", "--asp", "{}/programs"]),
    ("an address", 4, ["https://puzz.link/p?tents/5/5/2g0h1i1j82323", "--asp", "{}/programs"]),
]


class Times:
    """The times of one command: wall and CPU, in seconds."""

    def __init__(self) -> None:
        self.runs: list[tuple[float, float]] = []

    def measure(self, command: list[str], cwd: Path, env: dict[str, str]) -> None:
        """Run a command from start to end."""
        begin, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, cwd=cwd, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        self.runs.append((wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))

    def medians(self) -> tuple[float, float]:
        """The medians, the first run left out, which compiles."""
        wall, cpu = zip(*self.runs[1:], strict=True)
        return statistics.median(wall), statistics.median(cpu)


def many_programs(folder: Path, number: int) -> None:
    """Copy the programs, with other names and genres, until there are so many beside those that come with puzzasp."""
    shutil.copytree(ROOT / "asp" / "lib", folder / "lib")
    programs = sorted((ROOT / "asp").glob("*.lp"))
    for k in range(number - len(programs)):
        text = programs[k % len(programs)].read_text()
        text = re.sub(r"^(% Also: |puzzlink\()", rf"\1genre{k}", text, flags=re.MULTILINE)
        (folder / f"genre{k}.lp").write_text(text)


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("trees", nargs="*", type=Path, metavar="DIR", default=[])
    parser.add_argument("--runs", type=int, default=21)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        many_programs(Path(folder, "programs"), 250)
        Path(folder, "answer.lp").write_text(ANSWER)
        keep = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PUZZASP_PATH")}
        env = keep | {"PYTHONPYCACHEPREFIX": str(Path(folder, "cache"))}
        clingo = [sys.executable, "-m", "clingo", "asp/tents.lp", BOARD]
        trees = [ROOT, *(tree.resolve() for tree in given.trees)]
        base = Times()
        times = {(tree, name): Times() for tree in trees for name, _, _ in CASES}
        for _ in range(given.runs + 1):
            base.measure(clingo, ROOT, env)
            for tree in trees:
                for name, _, arguments in CASES:
                    command = [sys.executable, "-m", "pyclingo_app", *(a.replace("{}", folder) for a in arguments)]
                    times[tree, name].measure(command, tree, env)
    wall, cpu = base.medians()
    print(f"{' '.join(clingo[1:])}: {1000 * wall:.1f} ms, CPU {1000 * cpu:.1f} ms; medians of {given.runs} runs\n")
    missed = False
    for tree in trees:
        print(f"{tree!s:20}  wall   CPU")
        for name, bar, _ in CASES:
            ratios = [time / unit for time, unit in zip(times[tree, name].medians(), (wall, cpu), strict=True)]
            missed |= tree == ROOT and ratios[0] > bar
            print(f"  {name:16} {ratios[0]:6.2f} {ratios[1]:6.2f}   at most {bar}")
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())

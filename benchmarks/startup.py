"""How long a user waits for a small board: whole processes, side by side.

    python benchmarks/startup.py [RUNS]

Runs each command in turn, RUNS times (default 21) after one run that is not
counted, and prints the median wall time of each and the median of its ratios
to stock clingo on the same files.  Quote ratios: machines are noisy.
"""

import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = ("asp/tents.lp", "instances/6x6.lp")
PUZZASP = shutil.which("puzzasp", path=str(Path(sys.executable).parent)) or "puzzasp"

COMMANDS = {
    "clingo asp/tents.lp instances/6x6.lp": [sys.executable, "-m", "clingo", *FILES],
    "puzzasp tents instances/6x6.lp": [PUZZASP, "tents", FILES[1]],
    "the same, with an option for typer": [PUZZASP, "tents", FILES[1], "-n", "1"],
    "import clingo": [sys.executable, "-c", "import clingo"],
    "import nothing": [sys.executable, "-c", "pass"],
}


def wall(command: list[str]) -> float:
    """Run a command to its end and give the seconds it took."""
    start = time.perf_counter()
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def main() -> None:
    """Measure all commands in turn and print the table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 21
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for run in range(runs + 1):
        for name, command in COMMANDS.items():
            seconds = wall(command)
            if run:
                times[name].append(seconds)
    base = next(iter(times.values()))
    for name, seconds in times.items():
        ratio = statistics.median(a / b for a, b in zip(seconds, base, strict=True))
        print(f"{statistics.median(seconds) * 1000:7.1f} ms  {ratio:5.2f} x  {name}")


if __name__ == "__main__":
    main()

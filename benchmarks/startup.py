"""How long puzzasp takes where there is next to nothing to solve: ratios to stock clingo.

    python benchmarks/startup.py [--runs N] [--against PYTHON]

Whole processes, one after another in each round, so that all see the same machine; ratios of the medians of their CPU
and wall times to that of ``python -m clingo asp/tents.lp instances/6x6.lp``, with the bar that the CPU time has to
meet.  Last a board in this process: reading and counting it beside clingo's own load, ground and solve.  With the
Python of another environment the same is measured for the puzzasp that is installed there.  Writes STARTUP.md, and ends
with status 1 when a bar is missed.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from common import ROOT, Run, measure, report, scratch, table, verdict

BOARD = "instances/6x6.lp"
ANSWER = "tent(1,2). tent(1,5). tent(3,2). tent(3,4). tent(3,6). tent(5,1). tent(5,4). tent(6,6).\n"
INSIDE = 1.15  # the bar for a board in the process

# What is measured: a name, the bar, and the arguments; {} is a directory with an answer, and 250 programs.
CASES = [
    ("tents 6x6", 1.3, ["tents", BOARD]),
    ("-f facts", 1.5, ["tents", BOARD, "-f", "facts"]),
    ("-n 0 --count", 1.5, ["tents", BOARD, "-n", "0", "--count"]),
    ("queens -c n=6", 1.5, ["queens", "-c", "n=6"]),
    ("hint", 2.2, ["hint", "tents", BOARD]),
    ("check", 2.2, ["check", "tents", BOARD, "{}/answer.lp"]),
    ("list of 250", 3, ["list", "--asp", "{}/programs"]),
    ("an address", 4, ["https://puzz.link/p?tents/5/5/2g0h1i1j82323", "--asp", "{}/programs"]),
]
# A board in one process, in turn, by both; printed are the least milliseconds of CPU of each.
WITHIN = """
import sys, time
import clingo, pyclingo_app
program, board = sys.argv[1:]
tents = pyclingo_app.load("tents")
def ours():
    assert tents.count(tents.read(board)) == 1
def clingos():
    control = clingo.Control(["0", "--project=show", "--warn=none"])
    control.load(program)
    control.load(board)
    control.ground([("base", [])])
    control.solve(on_model=lambda model: None)
taken = {ours: [], clingos: []}
for _ in range(150):
    for work, times in taken.items():
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
print(*(1000 * sorted(times)[len(times) // 10] for times in taken.values()))
"""


def many_programs(folder: Path, number: int) -> None:
    """Copy the programs, with other names and genres, until there are so many beside those that come with puzzasp."""
    shutil.copytree(ROOT / "asp" / "lib", folder / "lib")
    programs = sorted((ROOT / "asp").glob("*.lp"))
    for k in range(number - len(programs)):
        text = programs[k % len(programs)].read_text()
        text = re.sub(r"^(% Also: |puzzlink\()", rf"\1genre{k}", text, flags=re.MULTILINE)
        (folder / f"genre{k}.lp").write_text(text)


def main() -> int:
    """Measure, and write STARTUP.md."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=21, metavar="N", help="rounds (21)")
    parser.add_argument("--against", metavar="PYTHON", help="the Python of another environment")
    given = parser.parse_args()
    pythons = [sys.executable, given.against] if given.against else [sys.executable]
    rows: list[list[object]] = [["command", "bar", ""] + ["CPU", "wall"] * len(pythons)]
    with scratch() as folder:
        many_programs(folder / "programs", 250)
        (folder / "answer.lp").write_text(ANSWER)
        environment = {name: value for name, value in os.environ.items() if name != "PUZZASP_PATH"}
        commands = {"clingo": [sys.executable, "-m", "clingo", "asp/tents.lp", BOARD]}
        for python in pythons:
            for name, _, arguments in CASES:
                command = [python, "-m", "pyclingo_app", *(text.replace("{}", str(folder)) for text in arguments)]
                commands[f"{python} {name}"] = command
        runs: dict[str, list[Run]] = {name: [] for name in commands}
        for turn in range(given.runs + 1):
            for name, command in commands.items():
                place = ROOT if sys.executable in command[0] else folder  # the other one imports what it has installed
                run = measure([one.replace(BOARD, str(ROOT / BOARD)) for one in command], 60, place, environment)
                runs[name] += [run] if turn else []  # the first run compiles
        inside = [
            subprocess.run(
                [python, "-c", WITHIN, str(ROOT / "asp" / "tents.lp"), str(ROOT / BOARD)],
                cwd=ROOT if python == sys.executable else folder, capture_output=True, text=True, check=True,
            ).stdout.split()
            for python in pythons
        ]  # fmt: skip
    medians = {
        name: [statistics.median(times) for times in zip(*((run.cpu, run.seconds) for run in found), strict=True)]
        for name, found in runs.items()
    }
    base, missed = medians["clingo"], False
    for name, bar, _ in CASES:
        ratios = [
            [time / unit for time, unit in zip(medians[f"{python} {name}"], base, strict=True)] for python in pythons
        ]
        missed |= ratios[0][0] > bar
        told = (f"{ratio:.2f}" for pair in ratios for ratio in pair)
        rows.append([name, bar, verdict(ratios[0][0] <= bar), *told])
    ratio = float(inside[0][0]) / float(inside[0][1])
    missed |= ratio > INSIDE
    of_all = "; ".join(f"{ours} ms for {clingos}" for ours, clingos in ([x[:4] for x in one] for one in inside))
    parts = [
        f"Ratios to `python -m clingo asp/tents.lp {BOARD}`, {1000 * base[0]:.0f} ms of CPU; medians of {given.runs} "
        "runs in turn. Bars are for CPU times.",
        table(rows),
        f"A board of tents 6x6 read and counted in a process, of clingo's own load, ground and solve: {ratio:.2f} "
        f"(bar {INSIDE}): {verdict(ratio <= INSIDE)}; {of_all} of CPU.",
    ]
    report(__file__, "Start-up", parts, not given.against)
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())

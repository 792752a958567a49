"""How fast puzzasp is, side by side with what else people use.

    python -m pip install -e ".[bench]"
    python benchmarks/run.py [--only GENRE] [--runs N] [--timeout S] [--quick]

Whole processes are measured, from start to end, in turn: ours, each peer, ours,
each peer, and so on; times are medians.  Every answer is checked by
tests/genres.  Writes RESULTS.md, which ends with NOTES.md, and a plot for each
genre beside this file; a part of the benchmark (--only, --quick) is printed only.
"""

import argparse
import importlib.util
import math
import os
import platform
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "tests"), str(HERE)]

import boards  # noqa: E402
import genres  # noqa: E402
from ground import naive_queens_rules  # noqa: E402

PUZZASP = shutil.which("puzzasp", path=str(Path(sys.executable).parent)) or "puzzasp"
ANSWERS = {"tents": "tent", "norinori": "shaded", "queens": "queen", "flow": "link", "tetravex": "place"}
COUNTS = {11: 2680, 12: 14200}  # OEIS A000170

# The modules that a peer needs, by the name of its script.
PEERS = {"cpsat": "ortools", "cadical": "pysat", "grilops_z3": "grilops"}
TITLES = {"cpsat": "CP-SAT", "cadical": "CaDiCaL", "grilops_z3": "Z3 (grilops)", "naive": "naive ASP"}

SLOW = 10.0  # seconds from which a command is run twice only
GROWTH_LIMIT = 10.0  # seconds that a peer may take for one board of a growth plot
SIZES = {
    "tents": (6, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200),
    "norinori": (6, 10, 20, 40, 60, 80, 120, 160, 240, 320),
    "flow": (6, 10, 15, 20, 30, 40, 60, 80, 120, 160),
    "tetravex": (3, 4, 5, 6, 7, 8, 9, 10),
    "queens": (8, 20, 50, 100, 200, 400, 700, 1000, 1400, 2000),
}


class Run(NamedTuple):
    """One process: seconds of wall time, peak memory in MiB, whether it ran out of time, its status and output, and
    seconds of CPU."""

    seconds: float
    memory: float
    late: bool
    status: int
    output: str
    cpu: float


class Task(NamedTuple):
    """One board and the commands that solve it, by name; ours is called puzzasp."""

    board: str  # a file, or "" for the constant n
    commands: dict[str, list[str]]
    constants: tuple[str, ...] = ()
    count: int | None = None  # the number of solutions, where all are wanted


class Row(NamedTuple):
    """One line of the table of bars: times are added up over its tasks, or ratios averaged geometrically."""

    genre: str
    work: str
    tasks: list[Task]
    bars: dict[str, float | None]  # for each peer, how large the ratio may be
    mean: bool = False
    seconds: float | None = None  # how long ours may take for any task
    memory: float | None = None  # how many MiB ours may take
    runs: int | None = None


class Measured(NamedTuple):
    """The median of one command on one board."""

    seconds: float
    memory: float
    late: bool
    runs: int


def measure(command: Sequence[str], timeout: float) -> Run:
    """Run a command to its end, or until the time is out; its errors are not wanted.

    The peak memory that the system tells is never less than that of this process, about 22 MiB.
    """
    with tempfile.TemporaryFile() as file:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=file, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True
        )
        late = False

        def stop(*_: object) -> None:
            nonlocal late
            late = True
            os.killpg(process.pid, signal.SIGKILL)

        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, timeout)
        _, status, usage = os.wait4(process.pid, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        file.seek(0)
        output = file.read().decode()
    scale = 1024 if sys.platform == "darwin" else 1
    cpu = usage.ru_utime + usage.ru_stime
    return Run(seconds, usage.ru_maxrss / scale / 1024, late, process.returncode, output, cpu)


def ours(genre: str, instance: str, *options: str) -> list[str]:
    """Our command."""
    return [PUZZASP, genre, *([instance] if instance else []), *options]


def clingo(program: str, instance: str, *options: str) -> list[str]:
    """The command of stock clingo, of the same package."""
    return [sys.executable, "-m", "clingo", program, *([instance] if instance else []), *options]


def peer(name: str, genre: str, instance: str, *constants: str) -> list[str]:
    """The command of a peer."""
    return [sys.executable, f"benchmarks/peers/{name}.py", genre, instance or os.devnull, *constants]


def installed(name: str) -> bool:
    """Whether a peer can run."""
    return name not in PEERS or importlib.util.find_spec(PEERS[name]) is not None


def task(genre: str, instance: str, peers: Iterable[str], *constants: str) -> Task:
    """A first solution of a board, by us and by peers."""
    options = [option for constant in constants for option in ("-c", constant)]
    commands = {"puzzasp": ours(genre, instance, *options)}
    for name in filter(installed, peers):
        if name == "naive":
            commands[name] = clingo(f"benchmarks/naive/{genre}.lp", instance, *options)
        else:
            commands[name] = peer(name, genre, instance, *constants)
    return Task(instance, commands, constants)


def rows(folder: Path) -> list[Row]:
    """All rows with a ratio; boards that are generated are written to a folder."""
    mine, stored = "instances", "benchmarks/boards"
    tents = {20: f"{mine}/tents/20x20-a.lp", 40: f"{stored}/tents/40x40-a.lp", 50: f"{stored}/tents/50x50-a.lp"}
    flow = [f"{mine}/flow/14x14-a.lp", f"{stored}/flow/14x14-b.lp", f"{stored}/flow/20x20-a.lp"]
    large = [*flow, f"{stored}/flow/25x25-a.lp", f"{stored}/flow/30x30-a.lp"]
    eight = [f"{stored}/tetravex/8x8-a.lp", *(generated(folder, "tetravex", 8, seed) for seed in range(1, 5))]

    def every(n: int, *peers: str) -> Task:
        known = {
            "naive": clingo("benchmarks/naive/queens.lp", "", "-c", f"n={n}", "0", "-q"),
            "clingo trendy": clingo("asp/queens.lp", "", "-c", f"n={n}", "0", "-q", "--configuration=trendy"),
        }
        commands = {"puzzasp": ours("queens", "", "-c", f"n={n}", "--count"), **{name: known[name] for name in peers}}
        return Task("", commands, (f"n={n}",), COUNTS[n])

    count = ours("queens", "", "-c", "n=11", "--count")
    facts = ours("queens", "", "-c", "n=11", "-n", "0", "-f", "facts", "-o", str(folder / "queens.facts"))
    others = ("cpsat", "cadical")
    return [
        Row(
            "startup",
            "start-up, tents 6x6",
            [
                Task(
                    "instances/6x6.lp",
                    {
                        "puzzasp": ours("tents", "instances/6x6.lp"),
                        "clingo": clingo("asp/tents.lp", "instances/6x6.lp"),
                    },
                )
            ],
            {"clingo": 1.6},
            runs=21,
        ),
        Row("tents", "tents 20x20", [task("tents", tents[20], ("naive", "cpsat"))], {"naive": 0.6, "cpsat": None}),
        Row("tents", "tents 40x40", [task("tents", tents[40], ("naive", "cpsat"))], {"naive": 0.25, "cpsat": None}),
        Row("tents", "tents 50x50", [task("tents", tents[50], ("naive", "cpsat"))], {"naive": 0.2, "cpsat": 0.1}),
        *(
            Row(
                "norinori",
                f"norinori {n}x{n}",
                [task("norinori", f"{stored}/norinori/{n}x{n}-a.lp", ("naive", *others))],
                {"naive": bar, "cpsat": None, "cadical": None},
            )
            for n, bar in ((50, 0.4), (75, 0.25))
        ),
        Row(
            "flow",
            "flow 14x14 and 20x20, sum",
            [task("flow", path, ("naive", *others)) for path in flow],
            {"naive": 0.5, "cpsat": None, "cadical": None},
        ),
        Row(
            "flow",
            "flow 14x14 and 20x20, sum, touch=0",
            [task("flow", path, ("naive", *others), "touch=0") for path in flow],
            {"naive": 0.2, "cpsat": None, "cadical": None},
        ),
        Row(
            "flow",
            "flow 14x14 to 30x30, the slowest board, both readings",
            [task("flow", path, (), f"touch={touch}") for path in large for touch in (1, 0)],
            {},
            seconds=5,
        ),
        *(
            Row(
                "tetravex",
                f"tetravex 7x7, {kind}",
                [task("tetravex", f"{stored}/tetravex/{name}.lp", ("naive", "cadical", "cpsat"))],
                {"naive": 0.2, "cadical": 0.15, "cpsat": None},
            )
            for kind, name in (("sat", "7x7-a"), ("unsat", "7x7-none-a"))
        ),
        Row(
            "tetravex",
            f"tetravex 8x8, {len(eight)} boards, geometric mean",
            [task("tetravex", path, ("naive",)) for path in eight],
            {"naive": 0.25},
            mean=True,
            seconds=20,
        ),
        Row(
            "queens",
            "queens, first, n = 100",
            [task("queens", "", ("naive", *others), "n=100")],
            {"naive": 0.03, "cpsat": 0.3, "cadical": None},
        ),
        Row("queens", "queens, first, n = 200", [task("queens", "", ("cpsat",), "n=200")], {"cpsat": 0.4}),
        Row("queens", "queens, first, n = 1000", [task("queens", "", (), "n=1000")], {}, seconds=20, memory=1.2 * 1024),
        Row("queens", "queens, all of n = 11", [every(11, "naive")], {"naive": 0.3}),
        Row(
            "queens",
            "queens, all of n = 12",
            [every(12, "naive", "clingo trendy")],
            {"naive": None, "clingo trendy": 1.5},
        ),
        Row(
            "queens",
            "queens, all of n = 11 as facts, over --count",
            [Task("", {"puzzasp": facts, "--count": count})],
            {"--count": 3},
        ),
    ]


def generated(folder: Path, genre: str, n: int, seed: int = 1) -> str:
    """Write a board that is generated to a folder, and give its path; queens need none."""
    if genre == "queens":
        return ""
    path = folder / f"{genre}-{n}-{seed}.lp"
    if not path.exists():
        path.write_text(boards.board(genre, n, seed), encoding="utf-8")
    return str(path)


def check(genre: str, work: Task, name: str, run: Run) -> None:
    """Raise AssertionError unless what a command wrote is a right answer to its task."""
    output = run.output
    label = f"{name} on {work.board or genre}"
    if work.count is not None:
        found = re.search(r"Models\s*:\s*(\d+)$|^(\d+)$", output, re.MULTILINE)
        assert found, f"{label}: no number of solutions"
        assert int(found[1] or found[2]) == work.count, f"{label}: {found[0]}"
        return
    text = Path(ROOT, work.board).read_text(encoding="utf-8") if work.board else ""
    answer = parse(output, ANSWERS[genre])
    if " 0 solutions" in text.partition("\n")[0]:
        assert not answer, f"{label}: an answer, but there is none"
        assert "UNSATISFIABLE" in output or (name == "puzzasp" and run.status == 1), f"{label}: {output[:200]}"
        return
    constants = {key: int(value) for key, _, value in (constant.partition("=") for constant in work.constants)}
    facts = parse(text)
    if not work.board:
        n = constants.pop("n")
        facts = [("size", n, n)]
    broken = genres.find(genre).check(facts, answer, **constants)
    assert answer, f"{label}: no answer"
    assert not broken, f"{label}: broken rules: {', '.join(broken)}"


def parse(text: str, name: str = r"[a-z]\w*") -> list[tuple[object, ...]]:
    """Find all atoms of one name, or of any, whose arguments are numbers or names."""
    text = re.sub("%.*", "", text)
    atoms = re.findall(rf"\b({name})\(([^()]*)\)", text)
    values = [(found, [value.strip() for value in arguments.split(",")]) for found, arguments in atoms]
    return [(found, *(int(v) if v.lstrip("-").isdigit() else v for v in given)) for found, given in values]


def side_by_side(row: Row, runs: int, timeout: float) -> list[dict[str, Measured]]:
    """Measure all commands of a row in turn; give their medians for each task.

    What runs out of time is not run again, what is slow is run twice.
    """
    taken: list[dict[str, list[Run]]] = [{name: [] for name in work.commands} for work in row.tasks]
    for number in range(runs):
        for work, measured in zip(row.tasks, taken, strict=True):
            for name, command in work.commands.items():
                earlier = measured[name]
                if number and (earlier[0].late or (earlier[0].seconds > SLOW and number > 1)):
                    continue
                run = measure(command, timeout)
                earlier.append(run._replace(output=""))
                if not number and not run.late and row.genre in ANSWERS and "--count" not in work.commands:
                    if name == "puzzasp" and work.count is None:  # it draws the board; ask for facts
                        run = measure([*command, "-f", "facts"], timeout)
                    if not run.late:
                        check(row.genre, work, name, run)
    return [{name: median(found) for name, found in measured.items()} for measured in taken]


def median(found: list[Run]) -> Measured:
    """The medians of the runs of one command."""
    return Measured(
        statistics.median(run.seconds for run in found),
        statistics.median(run.memory for run in found),
        any(run.late for run in found),
        len(found),
    )


def table(lines: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, its columns aligned; the first line is its head."""
    lines = [lines[0], ["---"] * len(lines[0]), *lines[1:]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join("| " + " | ".join(x.ljust(w) for x, w in zip(line, widths, strict=True)) + " |" for line in lines)


def told(value: float, late: bool = False) -> str:
    """Seconds with three digits; a lower bound where the time ran out."""
    return ("≥ " if late else "") + f"{value:#.3g}".rstrip(".") + " s"


def verdict(met: bool) -> str:
    """One word for the last column."""
    return "met" if met else "**NOT met**"


def compare(row: Row, found: list[dict[str, Measured]]) -> list[list[str]]:
    """The lines of a row: each peer with our time, its time, the ratio, the bar, and whether it is met."""
    mine = [measured["puzzasp"] for measured in found]
    total = sum(x.seconds for x in mine)
    late = any(x.late for x in mine)
    memory = max(x.memory for x in mine)
    lines = []
    for name, bar in row.bars.items():
        theirs = [measured[name] for measured in found if name in measured]
        work = [row.work, told(total, late), TITLES.get(name, name)]
        if not theirs:
            lines.append([*work, "not installed", "", "" if bar is None else f"≤ {bar:g}", "not measured", ""])
            continue
        if row.mean:
            ratio = math.exp(
                statistics.fmean(math.log(a.seconds / b.seconds) for a, b in zip(mine, theirs, strict=True))
            )
        else:
            ratio = total / sum(x.seconds for x in theirs)
        cut = any(x.late for x in theirs)
        shown = ("> " if late and not cut else "< " if cut and not late else "? " if cut else "") + f"{ratio:.2g}"
        met = ratio <= (1 if bar is None else bar) and not late
        word = verdict(met) if bar is not None else "faster" if met else "we lose"
        if cut and not met:
            word = "unknown: cut off"
        lines.append(
            [
                *work,
                told(sum(x.seconds for x in theirs), cut),
                shown,
                "" if bar is None else f"≤ {bar:g}",
                word,
                f"{memory:.0f}, {max(x.memory for x in theirs):.0f} MiB; "
                f"{min(x.runs for x in mine)}, {min(x.runs for x in theirs)} runs",
            ]
        )
    if row.seconds is not None:
        worst = max(mine, key=lambda x: (x.late, x.seconds))
        shown = told(worst.seconds, worst.late)
        met = verdict(worst.seconds <= row.seconds and not worst.late)
        note = f"{memory:.0f} MiB; {min(x.runs for x in mine)} runs"
        lines.append([row.work, shown, "(our slowest)", "", "", f"≤ {row.seconds:g} s", met, note])
    if row.memory is not None:
        met = verdict(memory <= row.memory and not late)
        lines.append([row.work, f"{memory:.0f} MiB", "(our memory)", "", "", f"≤ {row.memory:.0f} MiB", met, ""])
    return lines


def drawing(runs: int, timeout: float) -> list[str]:
    """The line about drawing: 1000 solutions as text, less the time for the same as facts."""
    many = ("-c", "n=11", "-n", "1000", "-o")
    with tempfile.TemporaryDirectory() as folder:
        forms = {form: ours("queens", "", *many, f"{folder}/x", "-f", form) for form in ("unicode", "facts")}
        times: dict[str, list[float]] = {form: [] for form in forms}
        for _ in range(runs):
            for form, command in forms.items():
                times[form].append(measure(command, timeout).seconds)
    each = statistics.median(times["unicode"]) - statistics.median(times["facts"])  # seconds for 1000: ms for one
    return [
        "1,000 solutions as text (queens, n = 11)",
        f"{each:.2f} ms each",
        "",
        "",
        "",
        "≤ 3 ms",
        verdict(each <= 3),
        "",
    ]


def ground_rules() -> list[list[str]]:
    """The table of ground rules: ours and the naive program's."""
    lines = [["work", "ours", "naive", "ratio", "bar", ""]]
    for genre, name, path, bar in (
        ("tents", "tents 20x20", "instances/tents/20x20-a.lp", 0.5),
        ("tetravex", "tetravex 7x7", "benchmarks/boards/tetravex/7x7-a.lp", 0.1),
        ("flow", "flow 14x14", "instances/flow/14x14-a.lp", 0.5),
        ("queens", "queens 100", "n=100", 0.01),
    ):
        counts = []
        for program in (f"asp/{genre}.lp", f"benchmarks/naive/{genre}.lp"):
            if genre == "queens" and counts:
                counts.append(naive_queens_rules(100))
                continue
            command = [sys.executable, "benchmarks/ground.py", program, path]
            counts.append(int(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout))
        ratio = counts[0] / counts[1]
        lines.append([name, f"{counts[0]:,}", f"{counts[1]:,}", f"{ratio:.3f}", f"≤ {bar:g}", verdict(ratio <= bar)])
    return lines


def growth(genre: str, folder: Path, limit: float) -> dict[str, list[tuple[int, float]]]:
    """The seconds of each solver for boards of growing size, up to the first that it does not solve in time."""
    peers = ["naive", "cpsat"]
    peers += ["cadical"] if genre != "tents" else []
    peers += ["grilops_z3"] if genre == "flow" else []
    going = ["puzzasp", *filter(installed, peers)]
    times: dict[str, list[tuple[int, float]]] = {name: [] for name in going}
    for n in SIZES[genre]:
        path = generated(folder, genre, n)
        work = task(genre, path, peers, *([f"n={n}"] if genre == "queens" else []))
        work.commands["puzzasp"] += ["-f", "facts"]  # to be checked
        for name in list(going):
            run = measure(work.commands[name], limit if name == "puzzasp" else min(limit, GROWTH_LIMIT))
            if run.late:
                going.remove(name)
                continue
            check(genre, work, name, run)
            times[name].append((n, run.seconds))
            print(f"  {genre} {n}: {name} {run.seconds:.2f} s", file=sys.stderr)
        if not going:
            break
    return times


def largest(times: list[tuple[int, float]], seconds: float) -> str:
    """The largest size that was solved within some seconds."""
    return str(max((n for n, taken in times if taken <= seconds), default="none"))


def plot(genre: str, times: dict[str, list[tuple[int, float]]]) -> None:
    """Write growth-GENRE.svg: seconds over the side of the board, both axes logarithmic."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "puzzasp"})
    from matplotlib import pyplot
    from matplotlib.ticker import NullFormatter, ScalarFormatter

    figure, axes = pyplot.subplots(figsize=(6, 4), layout="constrained")
    for name, points in times.items():
        if points:
            sizes, seconds = zip(*points, strict=True)
            width = 2.2 if name == "puzzasp" else 1.2
            axes.loglog(sizes, seconds, marker="o", markersize=3, linewidth=width, label=TITLES.get(name, name))
    axes.set(xlabel="rows and columns", ylabel="seconds, whole process", title=f"{genre}: first solution")
    axes.set_xticks(sorted({n for points in times.values() for n, _ in points}))
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.grid(True, which="major", alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(HERE / f"growth-{genre}.svg", metadata={"Date": None})
    pyplot.close(figure)


def machine() -> str:
    """The machine in general terms."""
    info = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*:\s*(.*)", info.read_text(encoding="utf-8")) if info.exists() else None
    cpu = f"{model[1]}, {platform.machine()}" if model else platform.machine()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores ({cpu}), {memory:.0f} GiB, {platform.system()}"


def versions() -> str:
    """The versions of what is measured."""
    found = [f"Python {platform.python_version()}"]
    for name in ("puzzasp", "clingo", "ortools", "python-sat", "grilops", "z3-solver"):
        try:
            found.append(f"{name} {version(name)}")
        except ImportError:
            found.append(f"{name} not installed")
    return ", ".join(found)


def main() -> None:
    """Measure what is asked for, print it, and write RESULTS.md when it is everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    genres = ["startup", *boards.GENRES]
    parser.add_argument("--only", choices=genres, help="measure one genre, and write no RESULTS.md")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="runs of each command (default 5)")
    parser.add_argument("--timeout", type=float, default=60, metavar="S", help="seconds for a process (default 60)")
    parser.add_argument("--quick", action="store_true", help="one run of each, 10 seconds, no growth, no RESULTS.md")
    given = parser.parse_args()
    runs, timeout = (1, 10.0) if given.quick else (given.runs, given.timeout)
    wanted = [given.only] if given.only else genres
    start = time.monotonic()

    bars = [["work", "ours", "peer", "its time", "ratio", "bar", "", "peak memory; runs (ours, peer)"]]
    sizes = [["genre", "solver", "within 10 s", f"within {timeout:g} s"]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for row in rows(folder):
            if row.genre in wanted:
                print(f"{row.work} ...", file=sys.stderr)
                number = 1 if given.quick else row.runs if row.runs and runs == 5 else runs
                bars += compare(row, side_by_side(row, number, timeout))
        if "queens" in wanted:
            bars.append(drawing(runs, timeout))
        if not given.quick:
            for genre in (genre for genre in boards.GENRES if genre in wanted):
                times = growth(genre, folder, timeout)
                if not given.only:
                    plot(genre, times)
                for solver, points in times.items():
                    late = largest(points, timeout) if solver == "puzzasp" else "not tried"
                    sizes.append([genre, TITLES.get(solver, solver), largest(points, 10), late])

    missed = [line for line in bars[1:] if line[6] == verdict(False)]
    lost = [line for line in bars[1:] if line[6] == "we lose"]
    head = (
        f"{date.today():%Y-%m-%d}. {versions()}. {machine()}. Written by `python benchmarks/run.py` in "
        f"{(time.monotonic() - start) / 60:.0f} minutes."
    )
    method = f"""Wall time of whole processes, measured in turn; medians of {runs} runs (start-up: 21; two runs of what
takes over {SLOW:g} s, one of what does not end in {timeout:g} s). A time that was cut off is a lower bound (≥), and
its ratio an upper one (<). Where a row has several boards, times are sums; the ratio is that of the sums unless the
row says otherwise. All solvers use one thread. Every answer was checked. The peers are the programs in `naive/` and
`peers/`; those in `peers/` build their models in Python, which is part of the time."""
    failed = "".join(f"\n- {x[0]}, {x[2] or 'ours'}: {x[4] or x[1]} (bar {x[5]})" for x in missed)
    slower = "".join(f"\n- {x[0]}: {x[2]} needs {x[3]}, we {x[1]}" for x in lost)
    parts = [
        "# Benchmark results",
        head,
        method,
        "## Bars",
        table(bars),
        f"Bars not met: {len(missed)}{':' if missed else '.'}{failed}",
        f"Where we lose without a bar:{slower or ' nowhere.'}",
    ]
    if not given.only:
        parts += ["## Ground rules", table(ground_rules())]
    if not given.quick and len(sizes) > 1:
        parts += [
            "## Growth",
            "Boards of `boards.py` with seed 1, each solver up to the first board that it does not solve in time"
            f" ({GROWTH_LIMIT:g} s for peers, one run). The largest board solved, rows and columns:",
            table(sizes),
            "\n".join(f"![{genre}](growth-{genre}.svg)" for genre in boards.GENRES),
        ]
    if not given.only and not given.quick:
        parts.append((HERE / "NOTES.md").read_text(encoding="utf-8").strip())
    text = "\n\n".join(parts) + "\n"
    print(text)
    if not given.only and not given.quick:
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

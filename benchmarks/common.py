"""What the measurements share: whole processes with their time and memory, tables, and the machine."""

import os
import platform
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from importlib.metadata import version
from math import ceil
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
PUZZASP = shutil.which("puzzasp", path=str(Path(sys.executable).parent)) or "puzzasp"


class Run(NamedTuple):
    """One process: seconds of wall time and of CPU, whether it ran out of time, its status and output."""

    seconds: float
    cpu: float
    late: bool
    status: int
    output: str


def measure(
    command: Sequence[str], timeout: float, folder: Path = ROOT, environment: Mapping[str, str] | None = None
) -> Run:
    """Run a command to its end, or for some seconds of CPU, and ten times as many of wall time."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(timeout), ceil(timeout)))

    with tempfile.TemporaryFile() as file:
        begin = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.DEVNULL,
            start_new_session=True, preexec_fn=limit,
        )  # fmt: skip
        signal.signal(signal.SIGALRM, lambda *_: os.killpg(process.pid, signal.SIGKILL))
        signal.setitimer(signal.ITIMER_REAL, 10 * timeout)
        _, status, usage = os.wait4(process.pid, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        seconds = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        file.seek(0)
        output = file.read().decode()
    return Run(seconds, usage.ru_utime + usage.ru_stime, process.returncode < 0, process.returncode, output)


@contextmanager
def scratch(*commands: str) -> Iterator[Path]:
    """Give a folder for a while, and let commands have their byte code, as those that are installed do."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = f"{folder}/code"
        for command in commands:
            for what in ("explain", "hint", "rate", "generate"):
                board = ["--size", "4x4"] if what == "generate" else ["6x6"]
                measure([command, what, "tents", *board, "-f", "json"], 60)
        yield Path(folder)


def table(lines: Sequence[Sequence[object]]) -> str:
    """A table in Markdown; the first line is its head."""
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in [lines[0], ["---"] * len(lines[0]), *lines[1:]])


def verdict(met: bool) -> str:
    """Say whether a bar is met."""
    return "met" if met else "**not met**"


def report(script: str, title: str, parts: Sequence[str], write: bool) -> None:
    """Print what was measured, with where and when; write it to a file beside the script if it is everything."""
    info = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*:\s*(.*)", info.read_text(encoding="utf-8")) if info.exists() else None
    where = f"{os.cpu_count()} cores ({model[1] if model else platform.machine()})"
    versions = f"Python {platform.python_version()}, clingo {version('clingo')}"
    name = Path(script).stem
    head = f"By `python benchmarks/{name}.py`, {date.today():%Y-%m-%d}; {versions}; {where}."
    text = "\n\n".join([f"# {title}", head, *parts]) + "\n"
    print(text)
    if write:
        (HERE / f"{name.upper()}.md").write_text(text, encoding="utf-8")

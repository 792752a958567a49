"""Boards by the thousand: how fast, by how many workers and by which engine, and what becomes of bad ones.

    python benchmarks/batch.py speed [--boards N] [--rounds R]
    python benchmarks/batch.py cost [--boards N]
    python benchmarks/batch.py memory [--boards N]
    python benchmarks/batch.py poison [--boards N]
    python benchmarks/batch.py kills [--boards N]
    python benchmarks/batch.py cluster [--boards N]
    python benchmarks/batch.py data [--boards N]

Boards are tents 6x6, made here from numbers.  In ``speed`` each engine has its turn in each round, so that all
see the same machine; times are those of the work with the start of its processes, and without it, and the CPU time
of all its processes.  ``cost`` is in CPU time, which is nearly the same on a busy machine.
"""

import argparse
import concurrent.futures
import json
import multiprocessing
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import pyclingo_app as puzzasp  # noqa: E402
from pyclingo_app.batches.boards import Boards  # noqa: E402
from pyclingo_app.batches.engine import judged  # noqa: E402
from pyclingo_app.batches.judge import judge, judge_together  # noqa: E402
from pyclingo_app.batches.queue import Order, Queue  # noqa: E402
from pyclingo_app.program.library import Library  # noqa: E402

COMMAND = [sys.executable, "-m", "pyclingo_app", "batch"]
_SIDE, _TREES, _CHUNK = 6, 7, 50
GENRES = ["tents", "starbattle", "sudoku", "futoshiki", "tetravex", "binairo", "hitori", "akari"]
SIZES = {"sudoku": "6x6", "futoshiki": "4x4", "tetravex": "3x3", "hitori": "5x5"}


def board(seed: int) -> str:
    """A board of tents as facts: of one solution at least."""
    chance = random.Random(seed)
    cells = [(row, column) for row in range(1, _SIDE + 1) for column in range(1, _SIDE + 1)]
    while True:
        chance.shuffle(cells)
        tents: dict[tuple[int, int], tuple[int, int]] = {}
        for row, column in cells:
            near = any(abs(row - r) <= 1 and abs(column - c) <= 1 for r, c in tents)
            taken = {*tents, *tents.values()}
            around = ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column))
            free = [cell for cell in around if cell in cells and cell not in taken]
            if len(tents) < _TREES and free and not near and (row, column) not in taken:
                tents[row, column] = chance.choice(free)
        if len(tents) == _TREES:
            break
    facts = [f"size({_SIDE}, {_SIDE})."] + [f"tree({row}, {column})." for row, column in sorted(tents.values())]
    for k in range(1, _SIDE + 1):
        facts.append(f"tent_row({k}, {sum(row == k for row, _ in tents)}).")
        facts.append(f"tent_column({k}, {sum(column == k for _, column in tents)}).")
    return " ".join(facts) + "\n"


def write_boards(folder: Path, number: int) -> list[str]:
    """Write boards, each into a file; give the paths."""
    folder.mkdir()
    for k in range(number):
        (folder / f"{k:06}.lp").write_text(board(k))
    return [str(folder / f"{k:06}.lp") for k in range(number)]


def cpu() -> float:
    """The CPU time of this process and of all that it has started, in seconds."""
    own, ended = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    ticks = sum(sum(map(int, fields[13:17])) for fields in map(_stat, _below(os.getpid())))
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime + ticks / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[str]:
    """What the system tells of a process; its name, which may hold spaces, is left out."""
    before, _, after = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
    return [before, "", *after.split()]


def _below(pid: int) -> Iterator[int]:
    for child in _children(pid):
        yield child
        yield from _below(child)


# Engines: each counts the solutions of the boards at some paths; gives the counts, the seconds of the start, and the
# CPU time of all processes at the end

Found = tuple[list[int], float, float]


@cache
def tents() -> puzzasp.Puzzle:
    return puzzasp.load("tents")


def count(path: str) -> int:
    """Count the solutions of a board, in the process that does the work."""
    return tents().count(tents().read(path))


def in_a_loop(paths: list[str], workers: int) -> Found:
    tents()
    return list(map(count, paths)), 0.0, cpu()


def by_futures(paths: list[str], workers: int) -> Found:
    begin = time.perf_counter()
    context = multiprocessing.get_context("forkserver")
    with concurrent.futures.ProcessPoolExecutor(workers, mp_context=context) as pool:
        list(pool.map(count, paths[:1] * 2 * workers))
        started = time.perf_counter() - begin
        return list(pool.map(count, paths, chunksize=_CHUNK)), started, cpu()


def by_ours(paths: list[str], workers: int) -> Found:
    begin = time.perf_counter()
    items = Boards(Library(), "tents").find(paths)
    found, started = [], 0.0
    for _, verdict in judged(Queue(items), Order("count"), workers):
        started = started or time.perf_counter() - begin
        found.append(verdict.count or 0)
    return found, started, cpu()


def by_dask(paths: list[str], workers: int) -> Found:
    from pyclingo_app.batches.cluster import Cluster

    begin = time.perf_counter()
    cluster = Cluster("local", workers)
    try:
        found, started = [], 0.0
        items = Boards(Library(), "tents").find(paths)
        for _, verdict in cluster.judged(Queue(items), Order("count")):
            started = started or time.perf_counter() - begin
            found.append(verdict.count or 0)
        return found, started, cpu()
    finally:
        cluster.close()


ENGINES: dict[str, tuple[Callable[[list[str], int], Found], tuple[int, ...]]] = {
    "one loop": (in_a_loop, (1,)),
    f"concurrent.futures, chunks of {_CHUNK}": (by_futures, (1, 2)),
    "puzzasp batch": (by_ours, (1, 2)),
    "puzzasp batch --dask local": (by_dask, (2,)),
}


def speed(folder: Path, boards: int, rounds: int) -> None:
    """Print how many boards a second there are, by engine and workers."""
    paths = write_boards(folder / "boards", boards)
    times: dict[tuple[str, int], list[tuple[float, float, float]]] = {}
    counts = None
    for _ in range(rounds):
        for name, (engine, several) in ENGINES.items():
            for workers in several:
                begin, before = time.perf_counter(), cpu()
                found, start, spent = engine(paths, workers)
                seconds = time.perf_counter() - begin
                puzzasp.jobs.client.WORKERS.end()  # type: ignore[attr-defined]
                assert counts in (None, found), f"{name} counts otherwise"
                counts = found
                times.setdefault((name, workers), []).append((seconds, start, spent - before))
    base = statistics.median(seconds for seconds, *_ in times[f"concurrent.futures, chunks of {_CHUNK}", 2])
    print(f"{boards} boards of tents 6x6, medians of {rounds} rounds, load {os.getloadavg()[0]:.1f}\n")
    print("| engine | workers | start s | whole s | boards/s | without the start | of futures with 2 | CPU s |")
    print("|---|---|---|---|---|---|---|---|")
    for (name, workers), runs in times.items():
        seconds, start, spent = (statistics.median(column) for column in zip(*runs, strict=True))
        rate, work = boards / seconds, boards / (seconds - start)
        row = (name, workers, f"{start:.2f}", f"{seconds:.2f}", f"{rate:.0f}", f"{work:.0f}")
        print(f"| {' | '.join(map(str, row))} | {base / seconds:.2f} | {spent:.2f} |")


def cost(folder: Path, boards: int) -> None:
    """Print the CPU time of a board by command, as a worker spends it, and what a hundred million boards take."""
    problem, texts = tents().problem(), [board(k) for k in range(boards)]

    def judged_here(command: str, text: str, **options: Any) -> puzzasp.Verdict:
        return next(judge(problem, puzzasp.Inline(alone=True), command, "", "tents", text, form="facts", **options))

    answers = [judged_here("solve", text).solution for text in texts]
    asked = [
        {"id": "", "puzzle": "tents", "board": text, "form": "facts", "answer": answer}
        for text, answer in zip(texts, answers, strict=True)
    ]

    def checked_together(number: int) -> None:
        for k in range(0, number, 25):
            several = asked[k : min(k + 25, number)]
            assert {v.status for v in judge_together(problem, puzzasp.Inline(alone=True), several)} == {"right"}

    def one_by_one(command: str, number: int) -> None:
        for text, answer in zip(texts[:number], answers, strict=False):
            judged_here(command, text, **{"check": {"answer": answer}, "convert": {"to": "url"}}.get(command, {}))

    works = {c: partial(one_by_one, c) for c in ("count", "unique", "forced", "convert", "rate", "explain", "check")}
    print("| command | CPU ms a board | boards/s on a core | 10^8 boards on 1,000 cores |\n|---|---|---|---|")
    for command, work in {**works, "check, 25 together": checked_together}.items():
        work(1)  # what is done once for a program
        begin = time.process_time()
        work(boards)
        seconds = (time.process_time() - begin) / boards
        hours = 1e8 * seconds / 1000 / 3600
        told = f"{hours:.1f} h" if hours >= 2 else f"{60 * hours:.0f} min"
        print(f"| {command} | {1000 * seconds:.2f} | {1 / seconds:.0f} | {told} |", flush=True)


# The command from start to end


def run(folder: Path, *arguments: object) -> tuple[float, int]:
    """Run a batch; give its seconds and status."""
    begin = time.perf_counter()
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], cwd=folder, env=_env(), stderr=subprocess.DEVNULL, check=False
    )
    return time.perf_counter() - begin, done.returncode


def _env() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a batch without what is never the same twice."""
    with path.open(encoding="utf-8") as file:
        return [{name: value for name, value in json.loads(line).items() if name != "seconds"} for line in file]


def write_requests(path: Path, number: int, poison: dict[int, dict[str, Any]] | None = None) -> None:
    """Write boards as lines of JSON; ``poison`` takes the places of some."""
    several = [board(k) for k in range(min(number, 2000))]
    with path.open("w", encoding="utf-8") as file:
        for k in range(number):
            request = (poison or {}).get(k) or {"puzzle": "tents", "board": several[k % len(several)]}
            file.write(json.dumps({"id": k, **request}) + "\n")


def memory(folder: Path, boards: int) -> None:
    """Print the memory of the parent and of its workers, as boards are done."""
    write_requests(folder / "boards.jsonl", boards)
    command = [*COMMAND, "count", "boards.jsonl", "-o", "out.jsonl", "-j", "2"]
    print("| boards | parent MiB | workers MiB |\n|---|---|---|")
    with subprocess.Popen(command, cwd=folder, env=_env(), stderr=subprocess.DEVNULL) as process:
        steps = [step for step in (1_000, 5_000, 10_000, 25_000, 50_000, 75_000, boards - 500) if step < boards]
        out = folder / "out.jsonl"
        for step in steps:
            while process.poll() is None and (not out.exists() or _lines_of(out) < step):
                time.sleep(0.5)
            workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            print(
                f"| {step} | {_resident(process.pid):.1f} | {', '.join(f'{_resident(w):.0f}' for w in workers)} |",
                flush=True,
            )


def _lines_of(path: Path) -> int:
    with path.open("rb") as file:
        return sum(part.count(b"\n") for part in iter(lambda: file.read(2**20), b""))


def _resident(pid: object) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def poison(folder: Path, boards: int) -> None:
    """Print what becomes of 20 bad boards among many, and of the others."""
    (folder / "endless.lp").write_text("% Endless - too large.\nn(0). n(X+1) :- n(X).\n#show n/1.\n")
    (folder / "deep.lp").write_text(f"p({'f(' * 100_000}1{')' * 100_000}).\n#show p/1.\n")
    trees = " ".join(f"tree({k}, {k})." for k in range(1, 990, 3))
    kinds = {
        "2500x2500": {"puzzle": "tents", "board": f"size(2500, 2500). {trees}"},
        "1000x1000": {"puzzle": "tents", "board": f"size(1000, 1000). {trees}"},
        "an endless rule": {"puzzle": "endless.lp", "board": "x(1)."},
        "ends clingo": {"puzzle": "deep.lp", "board": "x(1)."},
        "half a file": {"puzzle": "tents", "board": "size(6, 6). tree(1,"},
    }
    names = [name for name in kinds for _ in range(4)]
    chance = random.Random(1)
    places = dict(zip(sorted(chance.sample(range(boards), len(names))), chance.sample(names, len(names)), strict=True))
    write_requests(folder / "clean.jsonl", boards)
    write_requests(folder / "poisoned.jsonl", boards, {place: kinds[name] for place, name in places.items()})
    limits = ["--time-limit", "2", "--memory-limit", "500", "-j", "2"]
    clean, _ = run(folder, "count", "clean.jsonl", "-o", "clean.out.jsonl", *limits)
    dirty, status = run(folder, "count", "poisoned.jsonl", "-o", "poisoned.out.jsonl", *limits)
    pairs = zip(lines(folder / "clean.out.jsonl"), lines(folder / "poisoned.out.jsonl"), strict=True)
    right, fates = 0, Counter[str]()
    for k, (one, other) in enumerate(pairs):
        if k in places:
            # Without the name of the board before it.
            why = other["stopped"] or other["error"].splitlines()[0].partition(": ")[2]
            fates[f"{places[k]}: {why}"] += 1
        else:
            right += one == other
    whole = [json.loads(line)["seconds"] for line in (folder / "poisoned.out.jsonl").open()]
    spent = sum(whole[place] for place in places)
    print(f"{right} of {boards - len(places)} right, status {status}")
    for fate, number in sorted(fates.items()):
        print(f"  {number} x {fate}")
    print(f"{clean:.1f} s without them, {dirty:.1f} s with them; they took {spent:.1f} s on two workers")
    print(f"ratio to the time without them and half of that: {dirty / (clean + spent / 2):.2f}")


def kills(folder: Path, boards: int) -> None:
    """Kill a batch ten times at random moments, and go on each time."""
    write_requests(folder / "boards.jsonl", boards)
    whole, _ = run(folder, "count", "boards.jsonl", "-o", "whole.jsonl", "--time-limit", "5")
    out, chance, again, left = folder / "out.jsonl", random.Random(2), 0, 0
    command = [*COMMAND, "count", "boards.jsonl", "-o", "out.jsonl", "--resume", "--time-limit", "5"]
    for _ in range(10):
        before = out.read_bytes() if out.exists() else b""
        finished = before[: before.rfind(b"\n") + 1]
        with subprocess.Popen(command, cwd=folder, env=_env(), stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and (out.stat().st_size if out.exists() else 0) <= len(finished):
                time.sleep(0.01)
            time.sleep(chance.random() * whole / 12)
            workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            process.send_signal(signal.SIGKILL)
        again += not (out.read_bytes() if out.exists() else b"").startswith(finished)
        time.sleep(1)
        left += sum(_works(worker) for worker in workers)
        print(f"killed at {_lines_of(out) if out.exists() else 0} lines", flush=True)
    run(folder, *command[len(COMMAND) :])
    same = lines(out) == lines(folder / "whole.jsonl")
    print(f"the same lines: {same}; finished lines that changed: {again}; workers left: {left}")


def _works(pid: str) -> bool:
    """Whether a process is there, and has not ended."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


def cluster(folder: Path, boards: int) -> None:
    """Kill a worker of a local Dask cluster in mid-run."""
    write_requests(folder / "boards.jsonl", boards)
    run(folder, "count", "boards.jsonl", "-o", "whole.jsonl")
    out = folder / "out.jsonl"
    command = [*COMMAND, "count", "boards.jsonl", "-o", "out.jsonl", "-j", "2", "--dask", "local"]
    with subprocess.Popen(command, cwd=folder, env=_env(), stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        print(process.stderr.readline().strip())
        while not out.exists() or _lines_of(out) < boards // 3:
            time.sleep(0.1)
        victim = next(_dask_workers(process.pid))
        os.kill(victim, signal.SIGKILL)
        print(f"killed process {victim} of Dask at {_lines_of(out)} lines")
        process.stderr.read()
    print(f"status {process.returncode}; the same lines: {lines(out) == lines(folder / 'whole.jsonl')}")


def _dask_workers(pid: int) -> Iterator[int]:
    """The processes of Dask that have started workers of ours."""
    for child in _children(pid):
        if any(b"pyclingo_app.worker" in Path(f"/proc/{below}/cmdline").read_bytes() for below in _children(child)):
            yield child
        yield from _dask_workers(child)


def _children(pid: int) -> list[int]:
    texts = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for text in texts for child in text.split()]


def data(folder: Path, boards: int) -> None:
    """Make a data set of eight genres, verify it, and load it by Hugging Face datasets."""
    recipe = ["seed = 1", "grade = true", "path = true"]
    for name in GENRES:
        recipe += ["[[boards]]", f'puzzle = "{name}"', f'sizes = ["{SIZES.get(name, "6x6")}"]']
    (folder / "recipe.toml").write_text("\n".join(recipe) + "\n")
    seconds, status = run(
        folder, "generate", "--recipe", "recipe.toml", "-n", boards, "--split", "90,5,5", "-o", "data", "-j", "2"
    )
    paths = {name: str(folder / "data" / f"{name}.jsonl") for name in ("train", "validation", "test")}
    verified, verdict = run(folder, "check", *paths.values(), "-o", "check.jsonl", "-j", "2")
    os.environ |= {"HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "cache")}
    import datasets

    loaded = datasets.load_dataset("json", data_files=paths, cache_dir=str(folder / "cache"))
    rows = [row for split in loaded.values() for row in split]
    print(
        f"{len(rows)} boards in {seconds:.0f} s, status {status}; splits { ({k: len(v) for k, v in loaded.items()}) }"
    )
    print(f"{len({row['form'] for row in rows})} forms; all answers right: {verdict == 0}, in {verified:.1f} s")
    print("| puzzle | size | boards | grades | steps, mean |\n|---|---|---|---|---|")
    for name in GENRES:
        own = [row for row in rows if row["puzzle"] == name]
        grades = ", ".join(f"{number} {grade}" for grade, number in Counter(row["grade"] for row in own).most_common())
        print(f"| {name} | {own[0]['size']} | {len(own)} | {grades} | {statistics.mean(r['steps'] for r in own):.1f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("speed", "cost", "memory", "poison", "kills", "cluster", "data"))
    parser.add_argument("--boards", type=int)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    usual = {
        "speed": 2_000,
        "cost": 100,
        "memory": 100_000,
        "poison": 10_000,
        "kills": 3_000,
        "cluster": 3_000,
        "data": 2_000,
    }
    boards = given.boards or usual.get(given.what, 2_000)
    with tempfile.TemporaryDirectory() as folder:
        more = [given.rounds] if given.what == "speed" else []
        globals()[given.what](Path(folder), boards, *more)


if __name__ == "__main__":
    main()

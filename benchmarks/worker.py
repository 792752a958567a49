"""How long work takes in a worker process, beside the same work in the process that asks for it.

    python benchmarks/worker.py [RUNS]

Both are measured in turn; times are medians, in milliseconds, but for those of
many solutions, which are the time of one of 2^17.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pyclingo_app import Puzzle, load
from pyclingo_app.jobs.client import WORKERS

MANY = "{ x(1..17, 1) }.\n#show x/2.\n"


def timed(work: Callable[[], object]) -> float:
    """The milliseconds that some work takes."""
    begin = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begin)


def compare(name: str, work: Callable[..., object], runs: int, share: int = 1) -> None:
    """Measure work here and in a worker, in turn; print both, and their ratio."""
    work(time_limit=1000)
    here, there = [], []
    for _ in range(runs):
        here.append(timed(work))
        there.append(timed(lambda: work(time_limit=1000)))
    first, second = statistics.median(here) / share, statistics.median(there) / share
    print(f"{name:40} {first:9.4f} {second:9.4f} {second / first:6.1f}")


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    tents, queens = load("tents"), load("queens")
    board = tents.read("6x6")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.lp"
        path.write_text(MANY)
        many: Puzzle = load(str(path))
        print(f"{'':40} {'here':>9} {'worker':>9}  ratio")
        cold = []
        for _ in range(max(3, runs // 10)):
            WORKERS.end()
            cold.append(timed(lambda: tents.count(board, time_limit=1000)))
        print(f"{'tents 6x6, one solution, worker cold':40} {'':9} {statistics.median(cold):9.4f}")
        compare("tents 6x6, one solution", lambda **limits: list(tents.solve(board, models=2, **limits)), runs)
        compare("tents 6x6, drawn", lambda **limits: [s.board for s in tents.solve(board, models=2, **limits)], runs)
        compare("tents 6x6, rated", lambda **limits: tents.rate(board, **limits), max(3, runs // 5))
        compare(
            "queens, 92 boards", lambda **limits: [s.board for s in queens.solve(models=0, **limits)], runs // 5 or 1
        )
        few = max(1, runs // 25)
        compare("one of 131072 solutions", lambda **limits: list(many.solve(models=0, **limits)), few, 2**17)
        compare("one of 131072 solutions, counted", many.count, few, 2**17)


if __name__ == "__main__":
    main()

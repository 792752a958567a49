"""Boards by the thousand: boards a second by engine, and the cost of a board by command.

    python benchmarks/batch.py [--boards N] [--rounds R] [--against PUZZASP]

The boards are tents 6x6, made here from numbers.  Engines are whole processes that have their turn in each round, so
that all see the same machine; the others beside ``puzzasp batch`` are what a user would write, in this file.  What a
command costs is CPU time as a worker spends it, which is nearly the same on a busy machine.  With another ``puzzasp``
its batches are measured, too.  Writes BATCH.md, but where ``--boards`` or ``--against`` are given.
"""

import argparse
import concurrent.futures
import json
import multiprocessing
import random
import statistics
import sys
import time
from functools import cache, partial
from pathlib import Path
from typing import Any

from common import PUZZASP, measure, report, scratch, table

import pyclingo_app as puzzasp
from pyclingo_app.batches.judge import judge, judge_together

_SIDE, _TREES, _CHUNK, _BOARDS = 6, 7, 50, 2000


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


@cache
def tents() -> puzzasp.Puzzle:
    """The puzzle, in each process once."""
    return puzzasp.load("tents")


def count(line: str) -> int:
    """Count the solutions of a board, in the process that does the work."""
    return tents().count(json.loads(line)["board"])


def engine(path: str, workers: int) -> None:
    """Count the solutions of boards as a user would write it: in a loop, or with as many workers as are asked for."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    if workers:
        context = multiprocessing.get_context("forkserver")
        with concurrent.futures.ProcessPoolExecutor(workers, mp_context=context) as pool:
            print(sum(pool.map(count, lines, chunksize=_CHUNK)))
    else:
        print(sum(map(count, lines)))


def speed(folder: Path, boards: int, rounds: int, others: list[str]) -> list[list[object]]:
    """The table of engines."""
    path = folder / "boards.jsonl"
    path.write_text("".join(f"{json.dumps({'puzzle': 'tents', 'board': board(k)})}\n" for k in range(boards)))
    here = [sys.executable, __file__, "--engine", str(path)]
    engines = {"one loop": [*here, "0"], "concurrent.futures, 2 workers": [*here, "2"]}
    for title, command in zip(("puzzasp batch", "puzzasp batch, the other"), (PUZZASP, *others), strict=False):
        batch = [command, "batch", "count", str(path), "-o", str(folder / "out.jsonl")]
        for options in ("-j 1", "-j 2", "-j 2 --dask local")[: None if command == PUZZASP else 2]:
            engines[f"{title} {options}"] = [*batch, *options.split()]
    runs: dict[str, list[float]] = {}
    for _ in range(rounds):
        for name, command in engines.items():
            (folder / "out.jsonl").unlink(missing_ok=True)
            run = measure(command, 600)
            assert run.status == 0, name
            runs.setdefault(name, []).append(run.seconds)
    rows: list[list[object]] = [["engine", "s", "boards/s", "of one loop"]]
    loop = statistics.median(runs["one loop"])
    for name, times in runs.items():
        seconds = statistics.median(times)
        rows.append([name, f"{seconds:.2f}", f"{boards / seconds:.0f}", f"{loop / seconds:.2f}"])
    return rows


def cost(boards: int = 100) -> list[list[object]]:
    """The table of commands: CPU of a board, and what a hundred million boards take."""
    problem, texts = tents().problem(), [board(k) for k in range(boards)]

    def judged_here(command: str, text: str, **options: Any) -> puzzasp.Verdict:
        return next(judge(problem, puzzasp.Inline(), command, "", "tents", text, form="facts", **options))

    answers = [judged_here("solve", text).solution for text in texts]
    asked = [
        {"id": "", "puzzle": "tents", "board": text, "form": "facts", "answer": answer}
        for text, answer in zip(texts, answers, strict=True)
    ]

    def checked_together(number: int) -> None:
        for k in range(0, number, 25):
            several = asked[k : min(k + 25, number)]
            assert {v.status for v in judge_together(problem, puzzasp.Inline(), several)} == {"right"}

    def one_by_one(command: str, number: int) -> None:
        for text, answer in zip(texts[:number], answers, strict=False):
            judged_here(command, text, **{"check": {"answer": answer}, "convert": {"to": "url"}}.get(command, {}))

    works = {c: partial(one_by_one, c) for c in ("count", "unique", "forced", "convert", "rate", "explain", "check")}
    rows: list[list[object]] = [["command", "CPU ms a board", "boards/s on a core", "10^8 boards on 1,000 cores"]]
    for command, work in {**works, "check, 25 together": checked_together}.items():
        work(1)  # what is done once for a program
        begin = time.process_time()
        work(boards)
        seconds = (time.process_time() - begin) / boards
        rows.append([command, f"{1000 * seconds:.2f}", f"{1 / seconds:.0f}", f"{1e8 * seconds / 1000 / 60:.0f} min"])
    return rows


def main() -> None:
    """Measure both, and write BATCH.md."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--engine", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--boards", type=int, default=_BOARDS, metavar="N", help=f"boards of the engines ({_BOARDS})")
    parser.add_argument("--rounds", type=int, default=3, metavar="R", help="rounds of the engines (3)")
    parser.add_argument("--against", metavar="PUZZASP", help="the command of another version")
    given = parser.parse_args()
    if given.engine:
        engine(given.engine[0], int(given.engine[1]))
        return
    with scratch(PUZZASP) as folder:
        engines = table(speed(folder, given.boards, given.rounds, [given.against] if given.against else []))
    parts = [
        f"{given.boards} boards of tents 6x6 counted: whole processes, medians of {given.rounds} rounds in turn.",
        engines,
        "The cost of a board in a worker; reading and writing lines takes the parent 0.1 ms a board besides.",
        table(cost()),
    ]
    report(__file__, "Boards by the thousand", parts, not given.against and given.boards == _BOARDS)


if __name__ == "__main__":
    main()

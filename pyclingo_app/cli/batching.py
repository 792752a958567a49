"""The command for many boards: batch."""

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

from ..batches.boards import Boards, Item
from ..batches.engine import judged
from ..batches.judge import COMMANDS
from ..batches.queue import Order, Queue
from ..batches.recipe import DataSet, Kind, Recipe, read_recipe, read_splits
from ..errors import UsageError
from ..generate.tally import size_of
from ..jobs.verdict import Verdict
from ..program.library import Library
from ..puzzle import load
from ..words import display_name, nearest
from ..write.lines import LineWriter, Summary
from ..write.target import Output
from .options import OPTIONS, Arguments
from .terminal import Status, constants_of, open_output

# The commands whose lines have one value in each column.
_FLAT = ("count", "unique", "rate", "check")
# What only generate takes, and what it does not take.
_MAKING = ("models", "size", "difficulty", "grade", "symmetry", "clues", "seed", "recipe", "split")
_READING = ("source", "lines", "unordered", "to")
# After how many seconds a terminal is told how far the work is, and how often then.
_SILENT, _NEWS = 2.0, 0.25


def batch(args: Arguments) -> int:
    """Judge many boards, or make them, and write a line for each."""
    if args.task not in COMMANDS:
        known = ", ".join(COMMANDS)
        raise UsageError(f"there is no batch {args.task}", f"{nearest(args.task, COMMANDS)}Use one of {known}.")
    if args.resume and not args.output:
        raise UsageError("--resume goes on with a file", "Name it with -o.")
    for name in _MAKING if args.task != "generate" else _READING:
        if getattr(args, name) != OPTIONS[name].default("batch"):
            raise UsageError(f"{args.task} takes no {OPTIONS[name].flags[-1]}", "Leave it out.")
    if args.task == "convert" and args.to is None:
        raise UsageError(
            "convert needs the format to write", "For example: puzzasp batch convert tents boards --to url."
        )
    if args.task not in ("convert", "generate") and args.to is not None:
        raise UsageError(f"{args.task} takes no --to", "Only convert does.")
    return _make(args) if args.task == "generate" else _judge(args)


def _judge(args: Arguments) -> int:
    places = list(args.boards)
    name = places.pop(0) if places and _names_puzzle(args.library, places[0]) else None
    constants = constants_of(args)
    if name:
        name, constants = args.library.resolve(name, constants)
        load(name, constants=constants, rules=args.rules, library=args.library)  # raises for what cannot be
    if not places:
        raise UsageError("there are no boards to work on", "Name directories, files or URLs, or - for standard input.")
    output = _output(args)
    if output.form == "csv" and args.task not in _FLAT:
        raise UsageError(f"what {args.task} says does not fit into CSV", "Use .jsonl.")
    boards = Boards(args.library, name, constants, args.source, args.lines)
    items = boards.find(places, args.output)
    writer, summary = LineWriter(output, args.task), Summary()
    _read(args, writer, summary)
    queue = Queue(_left(items, writer.done), not args.unordered)

    def write(item: Item, verdict: Verdict) -> None:
        told = verdict.line()
        summary.add(told)
        writer.write(told)

    status = _follow(args, queue, write, summary)
    if status != Status.SOLVED:
        return status
    if summary.faults:
        return Status.FAULT
    if summary.statuses["faulty"]:
        return Status.BAD_INPUT
    if summary.stopped:
        return Status.LIMIT
    wrong = summary.statuses["wrong"] + summary.statuses["incomplete"]
    return Status.UNSATISFIABLE if wrong or (args.task == "unique" and summary.ambiguous) else Status.SOLVED


def _make(args: Arguments) -> int:
    """Make the boards of a data set; one that cannot be made is told, and is not in it."""
    recipe, shares = _recipe(args), read_splits(args.split) if args.split else {"": 1.0}
    if args.models < 1:
        raise UsageError(f"cannot make {args.models} boards", "Ask for one at least.")
    if args.split and not args.output:
        raise UsageError("--split writes several files", "Name a directory with -o.")
    folder, summary = args.output, Summary()
    if args.split:
        os.makedirs(folder or "", exist_ok=True)
    writers = []
    for split in shares:
        args.output = os.path.join(folder or "", f"{split}.jsonl") if split else folder
        writers.append(LineWriter(_output(args), args.task))
    if writers[0].csv:
        raise UsageError("boards do not fit into CSV", "Use .jsonl.")
    data, done = DataSet(recipe, args.models, list(shares.values())), Counter[str]()
    for writer in writers:
        data.forms |= {int(told["form"], 16) for told in _read(args, writer, summary)}
        done += writer.done
    missing = Status.SOLVED

    def write(item: Item, verdict: Verdict) -> None:
        nonlocal missing
        split = data.splits.pop(item.id)
        if verdict.status == "made":
            told = data.line(item, verdict)
            summary.add(told)
            writers[split].write(told)
        else:
            missing = max(missing, Status.FAULT if verdict.stopped == "fault" else Status.LIMIT)
            why = verdict.error or f"stopped by the {verdict.stopped} limit"
            print(f"{_clear()}{item.id}: not made: {why}", file=sys.stderr)

    queue = Queue(_left(data.items(), done), revise=data.revise)
    status = _follow(args, queue, write, summary)
    return status or missing


def _recipe(args: Arguments) -> Recipe:
    seed = 1 if args.seed is None else args.seed
    if args.recipe:
        if args.boards or any((args.size, args.difficulty, args.symmetry, args.clues, args.grade, args.constants)):
            raise UsageError("a recipe says itself which boards are wanted", "Leave out what else asks for some.")
        recipe = read_recipe(args.recipe, seed)
    else:
        if len(args.boards) != 1:
            raise UsageError("expected the name of a puzzle, or --recipe", "puzzasp batch generate tents -n 100.")
        size = size_of(args.size) if args.size else None
        kind = Kind(args.boards[0], size, args.difficulty, constants_of(args), args.symmetry, args.clues)
        recipe = Recipe([kind], seed, args.grade)
    kinds = []
    for kind in recipe.kinds:
        name, constants = args.library.resolve(kind.puzzle, kind.constants)
        load(name, constants=constants, rules=args.rules, library=args.library)  # raises for what cannot be
        kinds.append(kind._replace(puzzle=name, constants=constants))
    return recipe._replace(kinds=kinds)


def _names_puzzle(library: Library, word: str) -> bool:
    """Whether a word is the name of a puzzle, or the path of a program, which is no board: it says what is shown."""
    if library.knows(word):
        return True
    if not word.endswith(".lp") or not os.path.isfile(word):
        return not (os.path.exists(word) or word == "-" or any(sign in word for sign in "?:/#."))
    with open(word, encoding="utf-8", errors="replace") as file:
        return any("#show" in line.partition("%")[0] for line in file)


def _output(args: Arguments) -> Output:
    """Find where lines go; raises UsageError for a file that is there already and is not to be gone on with."""
    if args.format == "auto" and not args.output:
        args.format = "jsonl"
    output = open_output(args, "lines cannot be written as")
    path = output.path
    if path and args.resume and os.path.exists(path) and not os.path.isfile(path):
        raise UsageError(f"{display_name(path)} is no file that can be gone on with", "Name another one with -o.")
    if path and os.path.isdir(path):
        raise UsageError(f"{display_name(path)} is a directory", "Name a file with -o.")
    if path and not args.resume and os.path.exists(path) and os.path.getsize(path):
        hint = "Go on with it by --resume, or name another file."
        raise UsageError(f"{display_name(path)} is there already", hint)
    return output


def _order(args: Arguments) -> Order:
    options = {"to": args.to} if args.to else {}
    rules, folders = tuple(map(os.path.abspath, args.rules)), args.library.folders[:-1]
    return Order(args.task, options, rules, folders, args.time_limit, args.memory_limit)


@contextmanager
def _results(args: Arguments, queue: Queue) -> Iterator[Iterator[tuple[Item, Verdict]]]:
    """Judge boards with workers of this process, or on a cluster."""
    workers = _processors() if args.jobs is None else args.jobs
    if workers < 1:
        raise UsageError(f"cannot work in {workers} processes", "Give a number from 1.")
    if args.dask is None:
        with closing(judged(queue, _order(args), workers)) as results:
            yield results
        return
    from ..batches.cluster import Cluster

    with closing(Cluster(args.dask, workers)) as cluster:
        print(f"Dask shows what it does at {cluster.link}", file=sys.stderr)
        yield cluster.judged(queue, _order(args))


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _read(args: Arguments, writer: LineWriter, summary: Summary) -> list[Mapping[str, Any]]:
    """Read what is to be gone on with."""
    found = []
    if args.resume:
        for told in writer.read():
            summary.add(told, now=False)
            if "form" in told:
                found.append(told)
    return found


def _left(items: Iterator[Item], done: Counter[str]) -> Iterator[Item]:
    """Give the boards that are not done."""
    for item in items:
        if done[item.id]:
            done[item.id] -= 1
        else:
            yield item


def _follow(args: Arguments, queue: Queue, write: Callable[[Item, Verdict], None], summary: Summary) -> int:
    """Write what comes; tell a terminal how far the work is, and at last what it came to."""
    news = time.monotonic() + _SILENT - _NEWS
    status = Status.SOLVED
    try:
        with _results(args, queue) as results:
            for item, verdict in results:
                write(item, verdict)
                if sys.stderr.isatty() and time.monotonic() > news + _NEWS:
                    news = time.monotonic()
                    print(_clear() + summary.progress(item.done), end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    print(_clear() + summary.closing(sys.stderr.isatty()) + (", interrupted" if status else ""), file=sys.stderr)
    return status


def _clear() -> str:
    """What takes the news off a terminal's line."""
    return "\r\x1b[K" if sys.stderr.isatty() else ""

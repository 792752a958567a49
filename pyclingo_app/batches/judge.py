"""The task of a batch: to read one board, and to say what becomes of it."""

import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from typing import Any

from clingo import Symbol

from ..errors import LimitError, PuzzaspError
from ..jobs import tasks
from ..jobs.verdict import Verdict
from ..solve.problem import Problem
from ..solve.run import Run, Task
from ..solve.search import Outcome, Solution, count, solve
from ..solve.verify import Checker, fulfilling
from .making import make
from .paths import told_path, told_rating

Fields = dict[str, Any]
# An answer that is to be checked: its place among others, the problem, and its atoms.
Answered = tuple[int, Problem, Sequence[Symbol]]

_checker = Checker()
# From so many answers to one board on these are checked one by one, on a board that is grounded once.
_MANY = 4


def judge(
    problem: Problem,
    run: Run,
    what: str,
    id: str,
    puzzle: str,
    board: str = "",
    form: str | None = None,
    choice: int | None = None,
    folders: tuple[str, ...] = (),
    answer: str | list[str] | None = None,
    **options: Any,
) -> Generator[Verdict, None, None]:
    """Read a board, do ``what`` is to be done with it, one of :data:`COMMANDS`, and say what became of it; ``id`` is
    its name, ``puzzle`` that of its puzzle.

    ``answer`` is what is to be checked, a text or atoms; without it what is drawn on the board.
    """
    begin = time.perf_counter()
    told: Fields = {}
    try:
        if what != "generate":
            (instance,) = tasks.read(problem, run, board, id, form, choice, folders)
            problem = problem._replace(instance=instance)
            told |= {"warnings": list(instance.warnings)} if instance.warnings else {}
            if what == "check":
                options["answer"] = instance.text if answer is None else answer
        for fields in COMMANDS[what](problem, run, **options):
            told |= fields
    except (LimitError, MemoryError) as error:
        reason = error.reason if isinstance(error, LimitError) else "memory"
        told |= {"stopped": reason, "error": str(error) if reason == "work" else None}
    except PuzzaspError as error:
        told = {"status": "faulty", "error": str(error)}
    own = {name: told.pop(name) for name in Verdict._fields if name in told}
    yield Verdict(id, puzzle, **{"status": "unknown", "seconds": _since(begin), **own}, more=told)


def judge_together(
    problem: Problem, run: Run, boards: Sequence[Mapping[str, Any]], folders: tuple[str, ...] = ()
) -> Generator[Verdict, None, None]:
    """Say of the answers to several boards, each given as to :func:`judge`, which are surely right; of each other
    one that this is unknown, whatever is the matter: it is to be judged alone."""
    begin = time.perf_counter()
    read: list[Answered] = []
    for place, board in enumerate(boards):
        with suppress(PuzzaspError):
            form, choice = board.get("form"), board.get("choice")
            (instance,) = tasks.read(problem, run, board["board"], board["id"], form, choice, folders)
            one = problem._replace(instance=instance)
            if not instance.warnings:
                read.append((place, one, _answer(one, run, board.get("answer", instance.text))))
    right = _right(read)
    seconds = round((time.perf_counter() - begin) / len(boards), 4)
    for place, board in enumerate(boards):
        told: Fields = {"status": "right", "more": {"broken": []}} if place in right else {"status": "unknown"}
        yield Verdict(board["id"], board["puzzle"], seconds=seconds, **told)


def _right(read: Sequence[Answered]) -> set[int]:
    """Give the places of those answers that are surely right."""
    right: set[int] = set()
    same: dict[object, list[Answered]] = defaultdict(list)
    for each in read:
        same[each[1].facts, tuple(each[1].constants.items())].append(each)
    together: dict[object, list[Answered]] = defaultdict(list)
    for several in same.values():
        if len(several) < _MANY:
            together[tuple(several[0][1].constants.items())] += several
            continue
        with suppress(PuzzaspError):
            right |= {place for place, one, atoms in several if _checker.fulfils(one, atoms)}
    for several in together.values():
        places, problems, answers = zip(*several, strict=True)
        right |= {places[k] for k in fulfilling(problems, answers)}
    return right


def _since(begin: float) -> float:
    return round(time.perf_counter() - begin, 4)


def _status(satisfiable: bool) -> str:
    return "satisfiable" if satisfiable else "unsatisfiable"


def _searched(results: Iterator[Outcome | Solution]) -> Iterator[Fields]:
    """Say of a search what it has found so far, and what it came to."""
    for result in results:
        if isinstance(result, Solution):
            yield {"status": "satisfiable", "solution": list(map(str, result.atoms)), **_cost(result)}
        elif result.count or result.complete:
            unique = result.count == 1 if result.complete else False if result.more or result.count > 1 else None
            count = {"count": result.count} if result.models == 0 else {}
            yield {"status": _status(result.count > 0), "unique": unique, **count, **_cost(result)}


def _cost(result: Outcome | Solution) -> Fields:
    """What solutions cost, where something is minimised or maximised, and whether they are the best."""
    return {"cost": list(result.cost), "best": result.best} if result.cost else {}


def _solve(problem: Problem, run: Run) -> Iterator[Fields]:
    return _searched(solve(problem, run, models=1))


def _count(problem: Problem, run: Run) -> Iterator[Fields]:
    return _searched(count(problem, run))


def _unique(problem: Problem, run: Run) -> Iterator[Fields]:
    """Look for two solutions, and no further."""
    found, ended = 0, False
    with closing(solve(problem, run, models=0)) as results:
        for result in results:
            found += isinstance(result, Solution) and result.best
            if found == 2:
                break
            ended = isinstance(result, Outcome) and result.complete
        else:
            yield {"status": _status(found > 0), "unique": found == 1 if ended else None}
            return
    yield {"status": "satisfiable", "unique": False}


def _forced(problem: Problem, run: Run) -> Iterator[Fields]:
    for common in tasks.forced(problem, run, draw=False):
        sorts = {name: list(map(str, getattr(common, name))) for name in ("present", "absent", "open", "undecided")}
        unique = False if common.open or not common.satisfiable else True if not common.undecided else None
        yield {"status": _status(common.satisfiable), "unique": unique, **sorts}


def _convert(problem: Problem, run: Run, to: str) -> Iterator[Fields]:
    (written,) = tasks.convert(problem, run, to)
    yield {"status": "written", "text": written.text, "notes": written.notes}


def _check(problem: Problem, run: Run, answer: str | list[str]) -> Iterator[Fields]:
    """Check an answer; the rules that it breaks are found out only where it is not right."""
    atoms = _answer(problem, run, answer)
    if _checker.fulfils(problem, atoms):
        yield {"status": "right", "broken": []}
        return
    (found,) = tasks.check(problem, run, atoms, draw=False, cells=False)
    told = found.so_far or found.conflict or (found.broken if found.completable else ())
    broken = [*(mark.text for mark in found.impossible), *(sentence.text for sentence in told)]
    yield {"status": "incomplete" if found.completable else "wrong", "broken": broken}


def _answer(problem: Problem, run: Run, answer: str | list[str]) -> tuple[Symbol, ...]:
    text = answer if isinstance(answer, str) else "".join(f"{atom}.\n" for atom in answer)
    if not text.strip():
        return ()
    assert problem.instance
    (read,) = tasks.read_answer(problem, run, text, f"the answer to {problem.instance.name}")
    return read.facts


COMMANDS: Mapping[str, Callable[..., Iterator[Fields]]] = {
    "solve": _solve, "count": _count, "unique": _unique, "forced": _forced, "rate": told_rating, "explain": told_path,
    "check": _check, "convert": _convert, "generate": make,
}  # fmt: skip

# What a worker is asked to do for a batch.
JUDGES: Mapping[str, Task] = {task.__name__: task for task in (judge, judge_together)}
# The commands for which several boards may be judged together.
TOGETHER = ("check",)

"""The instances of a program, counted against the numbers of solutions that their first lines state."""

import re
from collections.abc import Callable, Iterator
from functools import partial

from ..draw.text import render_text
from ..errors import LimitError, ProgramError, PuzzaspError
from ..facts.instance import Instance, read_instance
from ..formats import read_answer
from ..generate.making import generate
from ..generate.part import makes
from ..generate.tally import Made, Tally, Wanted, shortage
from ..program.library import instances
from ..program.program import Program
from ..solve.drawing import draws
from ..solve.limits import Limits
from ..solve.problem import Problem
from ..solve.run import Guarded, Run
from ..solve.search import Search
from ..words import counted

_COUNT = re.compile(r"\b(\d+|unknown number of) solutions?\b")


def stored_count(path: str) -> int | None:
    """Give the number of solutions that the first line of an instance states, None if it states none."""
    with open(path, encoding="utf-8") as file:
        match = _COUNT.search(file.readline())
    return int(match[1]) if match and match[1].isdigit() else None


def instance_faults(
    program: Program, seconds: float = 60, run: Callable[[Limits], Run] = Guarded
) -> Iterator[tuple[str, str]]:
    """Count the solutions of each instance against the number in its first line.

    ``run`` makes a way to do that within a limit.

    Gives (name, fault) for each instance, a code and words, with an empty text where the number holds; the last
    one is a new board, where the program makes any.  A solution of the first that has any is drawn and read again.
    """
    drawn = False
    for name, path in instances(program).items():
        stored = stored_count(path)
        if stored is None:
            yield name, "PZ201 the first line states no number of solutions, such as '% Tents 6x6, 1 solution.'"
            continue
        read = partial(read_instance, path, program.declared)
        fault = _count_fault(program, read, stored, seconds, run)
        if not drawn and stored and not fault and draws(program):
            drawn, fault = True, _reading_fault(Problem(program, read()), run(Limits(seconds)))
        yield name, fault
    if makes(program):
        yield "a new 6x6", _count_fault(program, lambda: _new_board(program, run(Limits(seconds))), 1, seconds, run)


def _count_fault(
    program: Program, board: Callable[[], Instance], stored: int, seconds: float, run: Callable[[Limits], Run]
) -> str:
    """Say what is wrong with the number of solutions that a board states."""
    try:
        search = Search(Problem(program, board()), run(Limits(seconds)), models=0)
        found = search.count()
    except LimitError:
        return f"PZ203 not counted within {seconds:g} seconds"
    except PuzzaspError as error:
        return f"PZ204 {error.message}"
    if found != stored:
        there = f"there {'is' if found == 1 else 'are'} {found}"
        return f"PZ202 the first line states {counted(stored, 'solution')}, but {there}"
    remarked = search.warnings[len(program.warnings) :]
    return f"PZ142 clingo remarks: {remarked[0].partition(chr(10))[0]}" if remarked else ""


def _reading_fault(problem: Problem, run: Run) -> str:
    """Say what of a solution that is drawn is not read again."""
    solution = next(Search(problem, run), None)
    if solution is None:
        return ""
    try:
        back = {atom for atom in read_answer(problem, render_text(solution.board), "the drawing") if atom.positive}
    except PuzzaspError as error:
        return f"PZ205 a solution that is drawn is not read again: {error.message}"
    lost = sorted(map(str, {*solution.atoms} - back))
    other = sorted(map(str, back - {*solution.atoms}))
    parts = [f"{', '.join(lost[:3])} is not found in it"] if lost else []
    parts += [f"{', '.join(other[:3])} is found in it"] if other else []
    return f"PZ205 a solution that is drawn is not read again: {', and '.join(parts)}" if parts else ""


def _new_board(program: Program, run: Run) -> Instance:
    """Make a board of 6 rows and 6 columns."""
    tally: Tally | None = None
    for result in generate(Problem(program), run, Wanted((6, 6))):
        if isinstance(result, Made):
            return result.instance
        tally = result
    assert tally
    raise ProgramError(shortage(tally, None), "Correct the part generate.")

"""What a process or its worker can be asked to do with a problem: each task gives results, one after another.

A task is a function of a problem, the run that does the work, and options,
which are plain JSON data or tuples of atoms.  A worker knows it by its name.  To
add one, write it, and add it to :data:`TASKS`; its results need a JSON form in
:mod:`.events`.
"""

from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from clingo import Symbol

from ..draw.board import Board
from ..errors import InstanceError, LimitError, UsageError, typed
from ..facts.instance import Instance
from ..program.library import Library
from ..solve.drawing import draw_atoms, draw_unsolved
from ..solve.models import Atom
from ..solve.problem import Problem
from ..solve.run import Run, Task
from ..solve.search import Outcome, Solution, cost, count, solve

if TYPE_CHECKING:
    from ..explain.path import Event
    from ..explain.terms import Check, Hint, Rating
    from ..generate.tally import Made, Tally
    from ..solve.consequences import Consequences
    from .results import Faults, Formula, Written


def draw(problem: Problem, run: Run, atoms: Iterable[Symbol] = ()) -> Generator[Board, None, None]:
    """Draw the board of an instance, with some shown atoms on it."""
    yield run.call(lambda: draw_unsolved(problem, atoms))


def read(
    problem: Problem,
    run: Run,
    text: str,
    name: str,
    form: str | None = None,
    choice: int | None = None,
    folders: Iterable[str] = (),
) -> Generator[Instance, None, None]:
    """Read a board in any format; ``folders`` are those of the library that may know a URL better."""
    from .. import formats

    try:
        yield run.call(lambda: formats.read(problem, text, name, form, choice))
    except formats.GenreError as error:
        genre = error.genre
        raise run.call(lambda: _other_genre(problem, Library(folders), genre, name)) from None


def _other_genre(problem: Problem, library: Library, genre: str, name: str) -> InstanceError:
    """Say that a URL is of another genre than a puzzle reads, and which puzzle reads it."""
    from .. import formats

    other = formats.puzzlink.puzzle_of(library, genre)
    return InstanceError(f"this is a board of {genre}, not of {problem.program.name}", f"puzzasp {other} '{name}'")


def read_answer(
    problem: Problem, run: Run, text: str, name: str, choice: int | None = None
) -> Generator[Instance, None, None]:
    """Read an answer in any format: its atoms are the facts of what is given."""
    from .. import formats

    yield Instance(name, run.call(lambda: formats.read_answer(problem, text, name, choice)))


def convert(problem: Problem, run: Run, form: str, answer: Sequence[Symbol] = ()) -> Generator["Written", None, None]:
    """Write the instance in a format, and the shown atoms of an answer, if there are any."""
    from .. import formats
    from .results import Written

    yield Written(*run.call(lambda: formats.convert(problem, form, answer)))


def check(
    problem: Problem,
    run: Run,
    answer: Sequence[Symbol],
    final: bool = False,
    draw: bool = True,
    cells: bool = True,
    best: bool = False,
) -> Generator["Check", None, None]:
    """Check an answer against the rules; ``final`` takes it as complete, ``cells`` says where rules are not
    fulfilled yet, and ``best`` what the best solution costs.
    """
    from ..explain.check import check

    found = run.call(lambda: check(problem, answer, final, draw, cells, run.limits.check))
    if found.right and problem.program.goals:
        found = found._replace(cost=run.call(lambda: cost(problem, answer, run.limits.check)))
    if best:
        solution = _best(problem, run)
        found = found._replace(best=solution.cost, proved=solution.best) if solution else found
    yield found


def _best(problem: Problem, run: Run) -> Solution | None:
    """The best solution, or where a limit is reached the best one found, if there is any."""
    if not problem.program.goals:
        raise UsageError(f"{problem.program.name} minimises and maximises nothing", "Leave out --best.")
    found = None
    with suppress(LimitError):
        for result in solve(problem, run):
            found = result if isinstance(result, Solution) else found
    return found


def hint(
    problem: Problem, run: Run, given: Sequence[Symbol] = (), draw: bool = True, place: bool = False
) -> Generator["Hint", None, None]:
    """Give the next deduction, or all steps to the next mark that is placed, or say why there is none."""
    problem.program.require_no_goals("a hint says what follows for all")
    from ..explain.hint import hint
    from ..explain.scope import Scope

    def work() -> "Hint":
        # The rules alone are grounded first.
        rules = Scope(problem, run.limits.check, notes=place or not problem.program.notes)
        return hint(problem, given, draw, run.limits.check, rules, place)

    yield run.call(work)


def rate(problem: Problem, run: Run) -> Generator["Rating", None, None]:
    """Rate how hard the path to the solution is."""
    problem.program.require_no_goals("the path that is rated leads to all")
    from ..explain.path import rating

    yield rating(problem, run)


def explain(
    problem: Problem, run: Run, boards: bool = False, order: str = "human", given: Sequence[Symbol] = ()
) -> Generator["Event", None, None]:
    """Give a start, then the steps to the solution, or conflicts when there is none, the best one last."""
    problem.program.require_no_goals("an explanation says what follows for all")
    from ..explain.path import explain

    return explain(problem, run, boards, order, given)


def draw_known(problem: Problem, run: Run, known: Sequence[Sequence[Symbol]]) -> Generator[Board, None, None]:
    """Draw boards with what is known: atoms, and ``-p(..)`` for those that are certainly not there."""
    from ..solve.paper import draw_known

    yield from run.call(lambda: draw_known(problem, known))


def forced(problem: Problem, run: Run, draw: bool = True) -> Generator["Consequences", None, None]:
    """Find out what all solutions have in common: what is decided again and again, at last all."""
    problem.program.require_no_goals("this says what is common to all")
    from ..solve.consequences import forced

    return forced(problem, run, draw)


def draw_forced(
    problem: Problem, run: Run, present: Sequence[Symbol], absent: Sequence[Symbol], others: Sequence[Symbol]
) -> Generator[Board, None, None]:
    """Draw what is common to all solutions, as far as it is decided."""
    from ..solve.consequences import Consequences, draw_consequences

    told = Consequences(True, tuple(present), tuple(absent), tuple(others))
    yield run.call(lambda: draw_consequences(problem, told))


def test(problem: Problem, run: Run) -> Generator["Faults", None, None]:
    """Test the text of the program against the contract, without its instances."""
    from ..lint import faults
    from .results import Faults

    yield Faults(run.call(lambda: [str(fault) for fault in faults(problem.program)]), {})


def cnf(problem: Problem, run: Run, linear: bool = False) -> Generator["Formula", None, None]:
    """Write a board as DIMACS CNF, or with ``linear`` as constraints of the format OPB."""
    problem.program.require_no_goals("a formula is fulfilled by all")
    from ..cnf.completion import translate
    from ..cnf.dimacs import dimacs, opb
    from .results import Formula

    def write() -> Formula:
        translation = translate(problem, linear)
        rows = sum(map(len, translation.formula.sections.values()))
        text = (opb if linear else dimacs)(translation)
        return Formula(text, translation.formula.size, rows, tuple(translation.warnings))

    yield run.call(write)


def decode(problem: Problem, run: Run, formula: str, answer: str) -> Generator[Solution | Outcome, None, None]:
    """Give the solution that a solver's answer to a formula stands for, if it is one, and the outcome."""
    from ..cnf.decode import decode

    found = run.call(lambda: decode(problem, formula, answer))
    if found:
        proved = found.proved
        yield Solution(
            sorted(map(Atom.of, found.atoms)), lambda atoms: run.call(lambda: draw_atoms(problem, proved, atoms))
        )
    # With a solution it is not known whether there are more.
    yield Outcome(int(bool(found)), not found, False, "models" if found else None, 1, run.limits.elapsed(), None)


def generate(
    problem: Problem,
    run: Run,
    size: Sequence[int] | None = None,
    number: int = 1,
    seed: int = 1,
    difficulty: str | None = None,
    graded: bool = False,
    symmetry: str | None = None,
    clues: int | None = None,
    form: str | None = None,
) -> Generator["Made | Tally", None, None]:
    """Make boards that begin with the facts of the instance: give each, and what became of those that were drawn."""
    problem.program.require_no_goals("a made board has one solution, and no worse ones")
    from ..generate.making import generate
    from ..generate.tally import Wanted

    wanted = (size[0], size[1]) if size else None
    return generate(problem, run, Wanted(wanted, number, seed, difficulty, graded, symmetry, clues, form))


_ALL = (
    solve, count, draw, read, read_answer, convert, check, hint, rate, explain, draw_known, forced, draw_forced, test,
    cnf, decode, generate,
)  # fmt: skip
TASKS: dict[str, Task] = {task.__name__: typed(task) for task in _ALL}

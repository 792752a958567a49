"""What can be done with a puzzle: solve, count, check, explain, draw, convert.

Each use case takes data and returns data; nothing here prints.
"""

import os
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clingo import Function

from .draw.board import Board
from .errors import LimitError, UsageError, require, typed
from .facts.instance import Instance
from .given import Answer, Given, Path, Reading, T
from .jobs import tasks
from .program.library import Library
from .program.program import Program
from .solve.limits import Limits
from .solve.problem import Problem
from .solve.run import THREADS, Guarded, Inline, Run
from .solve.search import Outcome, Search, Solution

if TYPE_CHECKING:
    from typing_extensions import TypedDict, Unpack

    from .explain.path import Explanation
    from .explain.terms import Check, Hint, Mark, Rating
    from .generate.tally import Made, Tally
    from .jobs.results import Faults, Formula, Written
    from .solve.consequences import Consequences

    class Bounds(TypedDict, total=False):
        """The limits of a piece of work."""

        time_limit: float | None
        memory_limit: int | None
        cancel: Callable[[], bool] | None


# How many seconds the drawing of what was found before a limit was reached may last.
_DRAWING = 10.0


@typed
class Puzzle(Reading):
    """A puzzle program with all that can be done with it; get one from :func:`load`.

    ``program`` is its text and what that says.  ``run`` is how work is done;
    without it in this process, but in a worker process with limits, and where
    someone sits who may interrupt it: at a prompt and in a notebook.  Each kind
    of work takes these limits, and raises LimitError when one is reached first:

    time_limit    in seconds, from the call on
    memory_limit  in MiB, of memory beyond what the worker has anyway
    cancel        a function that is asked 20 times a second whether to give up

    A worker reads a program again whose files have changed.
    """

    def __init__(
        self,
        program: Program,
        constants: Mapping[str, str | int] | None = None,
        library: Library | None = None,
        run: Run | None = None,
    ) -> None:
        self.program = program
        self.constants = program.check_constants(constants or {})
        self.library = library or Library()
        self.run = run

    @property
    def name(self) -> str:
        """The name of the puzzle: that of its file."""
        return self.program.name

    def problem(self, instance: Given | None = None) -> Problem:
        """Give the program with an instance, as :meth:`board` takes it, and the constants that were asked for."""
        return Problem(self.program, self.board(instance), self.constants)

    def solve(
        self,
        instance: Given | None = None,
        *,
        models: int = 1,
        threads: str = "1",
        seed: int | None = None,
        configuration: str | None = None,
        stats: bool = False,
        **limits: "Unpack[Bounds]",
    ) -> Search:
        """Begin a search for solutions: an iterator of :class:`Solution`.

        ``models`` is the number of solutions wanted, 0 for all.

        >>> search = load("queens", constants={"n": 6}).solve(models=0)
        >>> len(list(search)), search.outcome.complete
        (4, True)

        Raises UsageError for an option that clingo does not take; the search
        itself raises InstanceError, ProgramError and LimitError.
        """
        return Search(
            self.problem(instance),
            self._run(**limits),
            models=models,
            threads=threads,
            seed=seed,
            configuration=configuration,
            stats=stats,
        )

    def count(self, instance: Given | None = None, **limits: "Unpack[Bounds]") -> int:
        """Count all solutions, each distinct set of shown atoms once.

        >>> load("queens").count()
        92

        Raises LimitError when a limit stops the count before its end.
        """
        return self.solve(instance, models=0, **limits).count()

    def forced(self, instance: Given | None = None, draw: bool = True, **limits: "Unpack[Bounds]") -> "Consequences":
        """Find out what all solutions have in common; at a limit, what is decided so far.

        >>> tents = load("tents")
        >>> common = tents.forced("6x6-many-a")
        >>> len(common.present), len(common.absent), len(common.open)
        (2, 17, 10)

        Raises InstanceError and ProgramError, and LimitError when a limit is reached before there is any solution.
        """
        found: Consequences | None = None
        problem = self.problem(instance)
        try:
            for told in self._run(**limits).results(tasks.forced, problem, draw=draw):
                found = told
        except LimitError as limit:
            if found is None:
                raise
            parts = {"present": found.present, "absent": found.absent, "others": (*found.open, *found.undecided)}
            (board,) = self._later().results(tasks.draw_forced, problem, **parts) if draw else (None,)
            # A limit while all is decided stopped the picture only.
            return found._replace(stopped=limit.reason if found.undecided else None, board=board)
        assert found
        return found

    def check(
        self,
        instance: Given | None,
        answer: Answer,
        final: bool = False,
        draw: bool = True,
        cells: bool = True,
        best: bool = False,
        **limits: "Unpack[Bounds]",
    ) -> "Check":
        """Check an answer, as :meth:`answer` takes it: what is broken, and whether it can be completed.

        ``final`` takes it as complete: what it does not say is not in it.  Without ``cells`` it is not found
        out of which cells the sentences speak that are only not fulfilled yet, which is sooner.  With ``best`` the
        best solution is looked for, too, and at a limit the best one found is told.

        >>> tents = load("tents")
        >>> tents.check("6x6", "tent(1, 1).").so_far[0].text
        'Tents stand only beside trees.'

        Raises UsageError for atoms that are no part of an answer, InstanceError and ProgramError.
        """
        atoms = self.answer(answer, instance)
        return self._result(tasks.check, instance, limits, answer=atoms, final=final, draw=draw, cells=cells, best=best)

    def hint(
        self,
        instance: Given | None = None,
        given: Answer = (),
        draw: bool = True,
        place: bool = False,
        **limits: "Unpack[Bounds]",
    ) -> "Hint":
        """Give the next deduction, from the clues and what is given, or say why there is none.

        To ``place`` something there are all the steps that it takes: the last one places it.

        >>> tents = load("tents")
        >>> hint = tents.hint("6x6")
        >>> hint.status, hint.step.found[0].text
        ('step', 'no tent at (1, 1)')

        Raises what :meth:`check` does.
        """
        return self._result(tasks.hint, instance, limits, given=self.answer(given, instance), draw=draw, place=place)

    def explain(
        self,
        instance: Given | None = None,
        boards: bool = False,
        order: str = "human",
        given: Answer = (),
        **limits: "Unpack[Bounds]",
    ) -> "Explanation":
        """Explain the path to the solution step by step, or why there is none; ``boards`` draws each step.

        ``order`` is "human", the easiest argument first, or "smallest", the fewest sentences first.
        The path goes on from what is ``given``, or shows that it fits no solution.

        >>> tents = load("tents")
        >>> explanation = tents.explain("6x6")
        >>> next(iter(explanation)).sentences[0].text
        'Tents stand only beside trees.'

        Raises InstanceError, ProgramError, LimitError, and UsageError for another order, and for an answer
        that is impossible whatever the rules.
        """
        from .explain.path import ORDERS, Explanation

        if order not in ORDERS:
            raise UsageError(f"there is no order {order!r}", f"Orders of a path are {' and '.join(ORDERS)}.")

        problem = self.problem(instance)
        answer = self.answer(given, instance)

        def draw(boards: "Iterable[Iterable[Mark]]") -> list[Board]:
            found = ((Function(m.atom.name, m.atom.arguments, m.present) for m in marks) for marks in boards)
            known = tuple((*answer, *marks) for marks in found)
            # Nothing is grounded anew where there is nothing to draw.
            return list(self._later().results(tasks.draw_known, problem, known=known)) if known else []

        events = self._run(**limits).results(tasks.explain, problem, boards=boards, order=order, given=answer)
        return Explanation(events, draw)

    def rate(self, instance: Given | None = None, **limits: "Unpack[Bounds]") -> "Rating":
        """Rate how hard the path to the solution is.

        >>> tents = load("tents")
        >>> tents.rate("6x6").grade
        'easy'

        Raises InstanceError, ProgramError and LimitError.
        """
        return self._result(tasks.rate, instance, limits)

    def draw(self, instance: Given | None = None, atoms: Answer = (), **limits: "Unpack[Bounds]") -> Board:
        """Draw the unsolved board, or one with some atoms of an answer on it.

        Raises InstanceError when the program's rules find the instance faulty.
        """
        return self._result(tasks.draw, instance, limits, atoms=self.answer(atoms, instance))

    def convert(
        self, instance: Given, form: str, solution: Solution | None = None, **limits: "Unpack[Bounds]"
    ) -> "Written":
        """Write an instance in a format; give the text, and a sentence for each thing that is written otherwise.

        ``solution`` is written as the answer of the board, where a format has one (``penpa``).

        Raises InstanceError when the format cannot hold the board, and UsageError.
        """
        answer = solution.atoms if solution else ()
        return self._result(tasks.convert, instance, limits, form=form, answer=answer)

    def cnf(self, instance: Given | None = None, linear: bool = False, **limits: "Unpack[Bounds]") -> "Formula":
        """Write a board as clauses (DIMACS CNF), or with ``linear`` as constraints (OPB); models and answer
        sets correspond one to one.

        Raises InstanceError and ProgramError.
        """
        return self._result(tasks.cnf, instance, limits, linear=linear)

    def decode(
        self, instance: Given | None, formula: Path, answer: Path, **limits: "Unpack[Bounds]"
    ) -> tuple[Solution | None, Outcome]:
        """Give the solution that a solver's answer to a formula stands for, verified; None if it is "no solution".

        ``formula`` and ``answer`` are paths.  Raises InstanceError.
        """
        *solutions, outcome = self._run(**limits).results(
            tasks.decode, self.problem(instance), formula=os.fspath(formula), answer=os.fspath(answer)
        )
        return next(iter(solutions), None), outcome

    def generate(
        self,
        size: Sequence[int] | str | None = None,
        *,
        seed: int | None = None,
        difficulty: str | None = None,
        symmetry: str | None = None,
        clues: int | None = None,
        begun: Given | None = None,
        **limits: "Unpack[Bounds]",
    ) -> Instance:
        """Make a board with exactly one solution, of a size such as "6x6"; the same seed gives the same board.

        ``difficulty`` is a grade as :meth:`rate` gives it, ``symmetry`` that of the clues, ``clues`` their
        number where fewer would do, and ``begun`` a board that is to be completed.

        >>> queens = load("queens")
        >>> board = queens.generate("6x6", seed=1)
        >>> queens.count(board)
        1

        Raises UsageError for a puzzle that makes no boards and what cannot be wanted, InstanceError,
        and LimitError when no such board was found.
        """
        options: dict[str, Any] = {"difficulty": difficulty, "symmetry": symmetry, "clues": clues}
        return next(self.make(size, 1, seed, begun=begun, **options, **limits)).instance

    def make(
        self,
        size: Sequence[int] | str | None = None,
        number: int = 1,
        seed: int | None = None,
        *,
        difficulty: str | None = None,
        **options: Any,
    ) -> "Generator[Made, None, None]":
        """Make several boards as :meth:`generate` does, none like another, and give each as it is made.

        ``options`` are those of :meth:`generate` and the limits; ``graded``, which finds out the grades; and ``form``,
        a format that can hold all boards.

        >>> [board.grade for board in load("queens").make("5x5", 2, seed=1, graded=True)]
        ['easy', 'easy']

        Raises what :meth:`generate` does; LimitError when fewer were found.
        """
        from .generate.tally import Made, Tally, shortage

        tally = Tally(wanted=number)
        for result in self.trials(size, number, seed, difficulty=difficulty, **options):
            if isinstance(result, Made):
                tally = tally._replace(made=result.number)
                yield result
            else:
                tally = result
        if tally.made < number:
            raise LimitError(shortage(tally, difficulty), "work")

    def trials(
        self,
        size: Sequence[int] | str | None = None,
        number: int = 1,
        seed: int | None = None,
        *,
        difficulty: str | None = None,
        graded: bool = False,
        symmetry: str | None = None,
        clues: int | None = None,
        form: str | None = None,
        begun: Given | None = None,
        **limits: "Unpack[Bounds]",
    ) -> "Generator[Made | Tally, None, None]":
        """Make boards as :meth:`make` does, and give between them now and then what became of all that were drawn."""
        from .generate.tally import Made, size_of

        options: dict[str, Any] = {"number": number, "difficulty": difficulty, "graded": graded}
        options["size"] = None if size is None else size_of(size)
        options |= {"seed": new_seed() if seed is None else seed, "symmetry": symmetry, "clues": clues, "form": form}
        results = self._run(**limits).results(tasks.generate, self.problem(begun), **options)
        return (self._own(result) if isinstance(result, Made) else result for result in results)

    def test(self, time_limit: float = 60) -> "Faults":
        """Test the program against the contract, and the numbers of solutions that its instances state.

        The limit is for the program, and for each instance.

        >>> load("queens").test().program
        []
        """
        from .lint import instance_faults

        def run(limits: Limits) -> Run:
            return Guarded(limits) if self.run else self._within(limits if THREADS else Limits())

        faults: Faults
        (faults,) = run(Limits(time_limit)).results(tasks.test, self.problem())
        return faults._replace(instances=dict(instance_faults(self.program, time_limit, run)))

    def _own(self, made: "Made") -> "Made":
        """Give a board that was made with the way to draw it."""
        return made._replace(instance=made.instance._replace(draw=self.draw))

    def _result(
        self, task: Callable[..., Generator[T, None, None]], instance: Given | None, limits: "Bounds", **options: Any
    ) -> T:
        result: T
        (result,) = self._run(**limits).results(task, self.problem(instance), **options)
        return result

    def _run(
        self,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        cancel: Callable[[], bool] | None = None,
        **unknown: object,
    ) -> Run:
        if unknown:
            hint = "Constants are given to load(NAME, constants={..}); limits are time_limit, memory_limit and cancel."
            raise UsageError(f"there is no option {', '.join(unknown)}", hint)
        return self.run or self._within(Limits(time_limit, memory_limit, cancel))

    def _later(self) -> Run:
        """The way to draw what was found, also when a limit was reached before."""
        return Guarded(Limits(_DRAWING)) if isinstance(self.run, Guarded) else self._within(Limits())

    def _within(self, limits: Limits) -> Run:
        if limits.none() and not (THREADS and interactive()):
            return Inline(limits)
        from .jobs.client import Worker

        return Worker(limits)


def _file(given: Path) -> Path:
    """The path of a program that is given as a text, which has lines or ends as a rule does; others as they are."""
    if not isinstance(given, str) or not ("\n" in given or given.rstrip().endswith(".")):
        return given
    from .program.texts import file_of

    return file_of(given)


def new_seed() -> int:
    """Give a number from which boards are made that nobody has seen."""
    return 1 + int.from_bytes(os.urandom(8), "big") % (10**9 - 1)


def interactive() -> bool:
    """Whether someone sits at a prompt of Python's, or in a notebook, and may interrupt what takes long."""
    if hasattr(sys, "ps1") or sys.flags.interactive:
        return True
    # That ipykernel is imported says little: who only starts notebooks imports it, too.
    ipython = sys.modules.get("IPython")
    return ipython is not None and ipython.get_ipython() is not None


@typed
def load(
    name: str,
    *,
    constants: Mapping[str, str | int] | None = None,
    rules: Iterable[str] = (),
    library: Library | None = None,
    run: Run | None = None,
) -> Puzzle:
    """Load a puzzle by its name, from a library, or by the path or the text of its program.

    ``constants`` are values for the program's ``#const``, before those for which
    its name may stand; ``rules`` are paths or texts of further programs that are added to it.
    Without a library the puzzles
    that come with puzzasp are known.

    >>> load("tents").program.summary
    'pitch one tent beside each tree so that no two tents touch.'
    >>> load("{ q(1..2) }.").count(), load("queens", rules=[":- queen(1, C), C > 2."]).count()
    (4, 12)

    Raises UsageError for an unknown puzzle or constant, ProgramError when a
    program cannot be read.
    """
    library = library or Library()
    if isinstance(rules, str):
        raise UsageError("rules are a list of paths or texts", 'For example: rules=[":- tent(1, 1)."].')
    paths = [os.fspath(_file(require("a path of rules", path, Path))) for path in rules]
    name = os.fspath(_file(name))
    name, given = library.resolve(name, constants or {})
    return Puzzle(library.program(name, paths), given, library, run)

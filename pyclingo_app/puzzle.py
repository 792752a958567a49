"""What can be done with a puzzle: solve, count, check, explain, draw, convert.

Each use case takes data and returns data; nothing here prints.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from clingo import Symbol

from .draw.board import Board
from .errors import InstanceError, PuzzaspError, UsageError
from .facts.instance import Instance, board_number, empty, read_file
from .facts.reader import parse_facts
from .program.library import Library, instances, instances_hint
from .program.program import Program
from .solve.drawing import draw_atoms, draw_unsolved
from .solve.limits import Limits
from .solve.problem import Problem
from .solve.run import Guarded, Inline, Run
from .solve.search import Atom, Outcome, Search, Solution
from .words import display_name, nearest

if TYPE_CHECKING:
    from .cnf.completion import Translation
    from .explain.explainer import Explainer


class Puzzle:
    """A puzzle program with all that can be done with it; get one from :func:`load`.

    ``program`` is its text and what that says; ``run`` is how work is done,
    None to choose by the limits that are asked for.
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

    def problem(self, instance: Instance | None = None) -> Problem:
        """Give the program with an instance and the constants that were asked for."""
        return Problem(self.program, instance, self.constants)

    def instances(self) -> dict[str, str]:
        """Give the instances that come with the program, name to path."""
        return instances(self.program)

    def read(self, path: str, form: str | None = None) -> Instance:
        """Read an instance: a path, ``-``, or the bare name of one of :meth:`instances`.

        A path may be a URL or a game ID itself, or end with ``#`` and the
        number of one of several boards in a text.  ``form`` is the format of
        the text, one of ``formats.FORMATS``, None to recognise it.

        >>> tents = load("tents")
        >>> tents.count(tents.read("https://puzz.link/p?tents/5/5/2g0h1i1j82323"))
        1

        Raises InstanceError, and UsageError for an unknown format.
        """
        path, choice = self.locate(path)
        if form is None and path != "-" and (path.endswith(".lp") and os.path.exists(path)):
            form = "facts"
        text, name = (path, path) if _is_literal(path) else read_file(path if path == "-" else display_name(path))
        if not text.strip():
            raise empty(name)
        if choice is None and form == "facts":
            return Instance(name, parse_facts(text, name, self.program.declared), text=text)
        from . import formats

        try:
            return formats.read(self.problem(), text, name, form, choice)
        except formats.GenreError as error:
            raise self._other_genre(error.genre, name) from None

    def read_answer(self, path: str, instance: Instance | None = None) -> tuple[Symbol, ...]:
        """Read an answer: facts of the shown predicates, and ``-p(..)`` for what is not in it.

        A drawn board is one, too, as is any other format that holds answers;
        ``FILE#2`` is the second one in a file.

        Raises InstanceError.
        """
        from . import formats

        file, number = board_number(path)
        if file != "-" and not os.path.exists(file):
            facts = ", ".join(f"{name}/{arity}" for name, arity in sorted(self.program.shown))
            raise InstanceError(
                f"{file}: no such file",
                f"Give a file with the answer, as a drawn board or facts ({facts}); - is standard input.",
            )
        return formats.read_answer(self.problem(instance), *read_file(file), number)

    def locate(self, path: str) -> tuple[str, int | None]:
        """Find the file of an instance, and the number of the board in it behind a ``#``.

        Raises UsageError for a bare name that is not one of :meth:`instances`.
        """
        if path == "-" or os.path.exists(path) or _is_literal(path):
            return path, None
        file, number = board_number(path)
        if number is not None:
            return self.locate(file)[0], number
        if os.path.basename(path) == path:
            packaged = self.instances()
            name = path.removesuffix(".lp")
            if name in packaged:
                path = packaged[name]
            elif name == path:
                raise UsageError(
                    f"{self.name} has no instance {path}, and there is no such file",
                    nearest(path, packaged) + instances_hint(self.program),
                )
        return path, None

    def _other_genre(self, genre: str, name: str) -> InstanceError:
        """Say that a URL is of another genre than this puzzle reads, and which puzzle reads it."""
        from . import formats

        for other in self.library.names():
            try:
                urls = formats.declarations(Problem(self.library.program(other))).urls
            except PuzzaspError:
                continue
            if any(genre == formats.canonical(known) for known, _, _ in urls):
                return InstanceError(f"this is a board of {genre}, not of {self.name}", f"puzzasp {other} '{name}'")
        return InstanceError(f"this is a board of {genre}, which no puzzle here reads", "See puzzasp list.")

    def solve(
        self,
        instance: Instance | None = None,
        *,
        models: int = 1,
        threads: str = "1",
        seed: int | None = None,
        configuration: str | None = None,
        stats: bool = False,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> Search:
        """Begin a search for solutions: an iterator of :class:`Solution`.

        ``models`` is the number of solutions wanted, 0 for all.  ``time_limit``
        is in seconds, ``memory_limit`` in MiB; both hold while grounding, too.
        ``cancel`` is asked many times a second whether to give up.

        >>> search = load("queens", constants={"n": 6}).solve(models=0)
        >>> len(list(search)), search.outcome.complete
        (4, True)

        Raises UsageError for an option that clingo does not take; the search
        itself raises InstanceError, ProgramError and LimitError.
        """
        return Search(
            self.problem(instance),
            self._run(time_limit, memory_limit, cancel),
            models=models,
            threads=threads,
            seed=seed,
            configuration=configuration,
            stats=stats,
        )

    def count(
        self, instance: Instance | None = None, *, time_limit: float | None = None, memory_limit: int | None = None
    ) -> int:
        """Count all solutions, each distinct set of shown atoms once.

        >>> load("queens").count()
        92

        Raises LimitError when a limit stops the count before its end.
        """
        return self.solve(instance, models=0, time_limit=time_limit, memory_limit=memory_limit).exhaust()

    def explain(
        self,
        instance: Instance | None = None,
        *,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> "Explainer":
        """Make an :class:`Explainer` of an instance: it checks answers, finds
        conflicts, and gives the path to the solution step by step.

        >>> tents = load("tents")
        >>> tents.explain(tents.read("6x6")).rate().grade
        'easy'

        Raises InstanceError and ProgramError.
        """
        from .explain.explainer import Explainer

        return Explainer(self.problem(instance), self._run(time_limit, memory_limit, cancel))

    def draw(self, instance: Instance | None = None) -> Board:
        """Draw the unsolved board.

        Raises InstanceError when the program's rules find the instance faulty.
        """
        return self._run().call(lambda: draw_unsolved(self.problem(instance)))

    def convert(self, instance: Instance, form: str) -> tuple[str, list[str]]:
        """Write an instance in a format; give the text, and a sentence for each thing that is written otherwise.

        Raises InstanceError when the format cannot hold the board, and UsageError.
        """
        from . import formats

        return self._run().call(lambda: formats.convert(self.problem(instance), form))

    def cnf(self, instance: Instance | None = None, linear: bool = False) -> "Translation":
        """Translate a board to clauses, or with ``linear`` to linear constraints; models and answer sets one to one.

        Raises InstanceError and ProgramError.
        """
        from .cnf.completion import translate

        return self._run().call(lambda: translate(self.problem(instance), linear))

    def decode(self, instance: Instance | None, formula: str, answer: str) -> tuple[Solution | None, Outcome]:
        """Give the solution that a solver's answer to a formula stands for, verified; None if it is "no solution".

        ``formula`` and ``answer`` are paths.  Raises InstanceError.
        """
        from .cnf.decode import decode

        problem, run = self.problem(instance), self._run()
        found = run.call(lambda: decode(problem, formula, answer))
        if found is None:
            return None, Outcome(0, True, False, None, 1, run.limits.elapsed(), None)
        # Whether there are more is not known.
        outcome = Outcome(1, False, False, "models", 1, run.limits.elapsed(), None)
        entries = sorted(map(Atom.of, found.atoms))
        return Solution(entries, lambda atoms: run.call(lambda: draw_atoms(problem, found.proved, atoms))), outcome

    def _run(
        self, seconds: float | None = None, memory: int | None = None, cancel: Callable[[], bool] | None = None
    ) -> Run:
        if self.run:
            return self.run
        if seconds is None and memory is None and cancel is None:
            return Inline()
        return Guarded(Limits(seconds, memory, cancel))


def load(
    name: str,
    *,
    constants: Mapping[str, str | int] | None = None,
    rules: Iterable[str] = (),
    library: Library | None = None,
    run: Run | None = None,
) -> Puzzle:
    """Load a puzzle by its name, from a library, or by the path of its program.

    ``constants`` are values for the program's ``#const``; ``rules`` are paths
    of further programs that are added to it.  Without a library the puzzles
    that come with puzzasp are known.

    >>> load("tents").program.summary
    'pitch one tent beside each tree so that no two tents touch.'

    Raises UsageError for an unknown puzzle or constant, ProgramError when a
    program cannot be read.
    """
    library = library or Library()
    return Puzzle(library.program(name, rules), constants, library, run)


def _is_literal(path: str) -> bool:
    """Whether the name of a file is none, but a URL or a game ID."""
    if not (":" in path or "?" in path) or os.path.exists(path):
        return False
    from . import formats

    return formats.is_literal(path)

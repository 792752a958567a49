"""The search for solutions, and the truth about it."""

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn

from clingo import Symbol, SymbolType, ast

from ..draw.board import Board
from ..errors import LimitError, ProgramError, UsageError
from ..program.program import Program
from ..program.source import Log
from ..words import counted, display_name
from .control import ground, make_control, wait
from .models import Atom, Models, cost_of
from .problem import Problem
from .run import THREADS, Run, Task

CONFIGURATIONS = ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many")
# Counts as they are, not rewritten as rules: up to ten times faster (benchmarks/README.md).
DEFAULTS = ("--trans-ext=no",)
# What a program may ask of the search for its solutions in its part search.
_TUNED = ("--eq", "--heuristic", "--restarts", "--sat-prepro", "--sign-def", "--trans-ext")
# How many seconds the drawing of the best solution found may last once the time is up.
_DRAWING = 10.0
_SEARCH = r'(one|all)\("([^"]*)"\)(?: :- (\w+) = (\w+))?\.'


class Solution(NamedTuple):
    """One solution.

    atoms   its shown atoms, sorted, which are of clingo's type; ``facts`` are they as text
    board   the board with the solution on it, which :meth:`draw` gives, too
    entries, render
            what the atoms and the board are made of
    cost, best
            where something is minimised or maximised

    ``cost`` has a number for each priority of what is minimised or maximised, the most important first; ``best`` says
    whether it is proved that no solution is better, which none is where nothing is minimised or maximised.
    """

    entries: list[Atom]
    render: Callable[[Iterable[Symbol]], Board]
    cost: tuple[int, ...] = ()
    best: bool = True

    @property
    def atoms(self) -> tuple[Symbol, ...]:
        """The shown atoms, sorted."""
        return tuple(entry.symbol for entry in self.entries)

    @property
    def facts(self) -> str:
        """The atoms on one line, as facts that can be read again."""
        return " ".join([entry.text for entry in self.entries])

    @property
    def board(self) -> Board:
        """The board with this solution on it.

        Raises ProgramError when the display part of the program is faulty.
        """
        return self.render(self.atoms)

    def draw(self) -> Board:
        """Draw the board with this solution on it; raises what :attr:`board` does."""
        return self.board


class Outcome(NamedTuple):
    """What a search came to.

    count      the number of solutions given
    complete   whether they are all: the search was exhausted
    more       whether at least one more is known to exist
    stopped    why it ended early: "models", "time", "memory", "cancel", "interrupt", or None
    models     how many were wanted, 0 for all
    seconds    the time used
    grounded   the seconds after which grounding was done, None if it was not
    statistics clingo's statistics, if asked for and solving was done
    warnings   what clingo remarked
    cost       the cost of the solutions found, as :class:`Solution` has it
    best       whether it is known that no solution is better
    """

    count: int  # type: ignore[assignment]  # tuples have a method of this name
    complete: bool
    more: bool
    stopped: str | None
    models: int
    seconds: float
    grounded: float | None
    statistics: Mapping[str, Any] = MappingProxyType({})
    warnings: tuple[str, ...] = ()
    cost: tuple[int, ...] = ()
    best: bool = True

    @property
    def status(self) -> str:
        """Whether there are solutions: "satisfiable", "unsatisfiable" where that is proved, else "unknown"."""
        return "satisfiable" if self.count else "unsatisfiable" if self.complete else "unknown"


class Options(NamedTuple):
    """How to search: the number of solutions wanted, 0 for all, and what clingo is told."""

    models: int = 1
    threads: str = "1"
    seed: int | None = None
    configuration: str | None = None
    stats: bool = False

    def arguments(self, problem: Problem) -> list[str]:
        """Give them as arguments of clingo, with those that suit the program and its constants.

        Raises UsageError for what clingo does not take, and ProgramError for what the program asks for.
        """
        if self.models < 0:
            what = counted(self.models, "solution")
            raise UsageError(f"cannot look for {what}", "Give a number from 0; 0 means all.")
        if self.threads != "1" and not re.fullmatch(r"([1-9]|[1-5]\d|6[0-4])(,(compete|split))?", self.threads):
            raise UsageError(f"cannot use {self.threads} threads", "Give a number from 1 to 64.")
        if self.configuration is not None and self.configuration not in CONFIGURATIONS:
            known = f"Use one of {', '.join(CONFIGURATIONS)}."
            raise UsageError(f"there is no configuration {self.configuration}", known)
        if self.seed is not None and not 0 <= self.seed < 2**32:
            raise UsageError(f"cannot use the seed {self.seed}", "Give a number from 0 to 4294967295.")
        found = ["--project=show", f"-t{self.threads}"]
        found += [f"--seed={self.seed}"] if self.seed is not None else []
        found += ["--stats"] if self.stats else []
        return found + ([f"--configuration={self.configuration}"] if self.configuration else self._tuning(problem))

    def _tuning(self, problem: Problem) -> list[str]:
        """The options of clingo that suit a problem; several threads try several configurations."""
        stated = tuning(problem.program, problem.settings)
        own = stated.get("one" if self.models == 1 else "all", []) if self.threads.partition(",")[0] == "1" else []
        names = {option.partition("=")[0] for option in own}
        return [*(option for option in DEFAULTS if option.partition("=")[0] not in names), *own]


class Search:
    """A search for solutions: iterate over it; get one from :meth:`Puzzle.solve`.

    After (and during) the iteration ``outcome`` tells the truth about it;
    ``warnings`` are what clingo remarked.
    """

    def __init__(
        self,
        problem: Problem,
        run: Run,
        *,
        models: int = 1,
        threads: str = "1",
        seed: int | None = None,
        configuration: str | None = None,
        stats: bool = False,
    ) -> None:
        self._options = Options(models, threads, seed, configuration, stats)
        self._options.arguments(problem)  # raises for what cannot be
        self.problem = problem
        self.warnings = list(problem.program.warnings)
        self.run = run
        self._results: Generator[Solution | Outcome, None, None] | None = None
        self._solutions: Iterator[Solution] | None = None
        # What the task told last, and how many solutions were given.
        self._told = Outcome(0, False, False, None, models, 0, None)
        self._count = 0
        # The best solution so far, as long as better ones are looked for.
        self._better: Solution | None = None
        self._grounded: float | None = None
        self._stopped: str | None = None
        self._seconds: float | None = None

    @property
    def begun(self) -> bool:
        """Whether solutions were asked for."""
        return self._results is not None

    @property
    def outcome(self) -> Outcome:
        """What the search came to, so far."""
        stopped = self._stopped or self._told.stopped
        return self._told._replace(
            count=self._count,
            complete=self._told.complete and not stopped,
            stopped=stopped,
            seconds=self.run.limits.elapsed() if self._seconds is None else self._seconds,
            grounded=self._grounded,
            warnings=(*self.problem.program.warnings, *self._told.warnings),
        )

    def __iter__(self) -> Iterator[Solution]:
        """Give the solutions as they are found.

        Ends when there are no more or when as many as wanted were given.  Where something is minimised or maximised
        only best ones are given; when a limit comes before one is proved to be that, the best one found.
        Raises LimitError when a limit cuts it short, InstanceError,
        ProgramError, and UsageError the second time.
        """
        begun, self._solutions = self._solutions, None
        return begun or self._follow(solve)

    def __next__(self) -> Solution:
        """Give the next solution; raises what an iteration does, and StopIteration."""
        self._solutions = self._solutions or self._follow(solve)
        return next(self._solutions)

    def __getitem__(self, index: object) -> NoReturn:
        """Raise UsageError: solutions have no index, as they come one after another, and once."""
        hint = "list(..) gives those that were asked for, next(..) the first one."
        raise UsageError("a search gives its solutions one after another, and has no index", hint)

    def draw(self) -> Board:
        """Draw the next solution, which is the first one of a search that is not begun.

        Raises UsageError where there is none, and what an iteration does.
        """
        if (solution := next(self, None)) is None:
            raise UsageError("there is no solution to draw", "The outcome of the search tells how many there were.")
        return solution.board

    def rows(self) -> Iterator[dict[str, Any]]:
        """Give a row for each shown atom of each solution, as a table takes it: ``pandas.DataFrame(search.rows())``.

        The number of the solution, the name of the predicate, and its arguments, called as in the table ``Output`` of
        the program.

        >>> from puzzasp import load
        >>> next(load("queens", constants={"n": 1}).solve().rows())
        {'solution': 1, 'atom': 'queen', 'R': 1, 'C': 1}
        """
        names = {entry.name: entry.arguments or () for entry in self.problem.program.table("Output")}
        for number, solution in enumerate(self, 1):
            for atom in solution.atoms:
                own = [name.strip() for name in names.get(atom.name, ())]
                called = (
                    own
                    if len(own) == len(atom.arguments)
                    else [f"argument {n}" for n, _ in enumerate(atom.arguments, 1)]
                )
                values = (one.number if one.type == SymbolType.Number else str(one) for one in atom.arguments)
                yield {"solution": number, "atom": atom.name, **dict(zip(called, values, strict=True))}

    def count(self) -> int:
        """Count all solutions without looking at them.

        Raises LimitError as an iteration does.
        """
        self._options = self._options._replace(models=0)
        for _ in self._follow(count):
            pass
        return self._count

    def stop(self, reason: str) -> None:
        """End the search; ``outcome.stopped`` says why."""
        self._stopped = self._stopped or reason
        if self._results:
            self._results.close()

    def _follow(self, task: Task) -> Iterator[Solution]:
        """Give the solutions that a task gives, and note what it tells besides."""
        if self._results:
            raise UsageError("the solutions of a search were asked for twice", "Begin another search with solve().")
        self._results = self.run.results(task, self.problem, **self._options._asdict())
        try:
            for result in self._results:
                if isinstance(result, Solution):
                    self._told = self._told._replace(cost=result.cost, best=result.best)
                    self._better = None if result.best else result
                    self._count += result.best
                    if result.best:
                        yield result
                else:
                    self._note(result)
        except LimitError as limit:
            self.stop(limit.reason)
            yield from self._best_so_far()
            # With as many as were wanted, only whether there are more stays unknown.
            if not self._options.models or self._count < self._options.models:
                raise
        except KeyboardInterrupt:
            self.stop("interrupt")
            yield from self._best_so_far()
            raise
        finally:
            self._seconds = self.run.limits.elapsed()

    def _best_so_far(self) -> Iterator[Solution]:
        """Give the solution that is the best one only as far as is known, if there is one."""
        if self._better:
            self._count += 1
            self.run.limits.prolong(_DRAWING)
            yield self._better

    def _note(self, told: Outcome) -> None:
        self._told = told
        # A count gives no solutions.
        self._count = max(self._count, told.count)
        if self._grounded is None and told.grounded is not None:
            self._grounded = self.run.limits.elapsed()
            self.warnings += told.warnings


def solve(problem: Problem, run: Run, **options: Any) -> Generator[Solution | Outcome, None, None]:
    """Search for solutions: first what is known when grounding is done, then the solutions, at last the outcome."""
    return _solutions(problem, run, Options(**options))


def count(problem: Problem, run: Run, **options: Any) -> Generator[Outcome, None, None]:
    """Count all solutions: what is known of them many times a second, at last the outcome."""
    return _numbers(problem, run, Options(**options)._replace(models=0))


def _solutions(problem: Problem, run: Run, options: Options) -> Generator[Solution | Outcome, None, None]:
    models = _grounded(problem, run, options)
    yield _outcome(models)
    for found in models:
        yield Solution(found.entries, models.draw, found.cost, found.best)
    yield _outcome(models, ended=True)


def _numbers(problem: Problem, run: Run, options: Options) -> Generator[Outcome, None, None]:
    models = _grounded(problem, run, options, counted=True)
    try:
        for _ in models.counts():
            yield _outcome(models)
    except LimitError:
        yield _outcome(models)
        raise
    yield _outcome(models, ended=True)


def _grounded(problem: Problem, run: Run, options: Options, counted: bool = False) -> Models:
    models = Models(problem, run, options.models, options.arguments(problem), counted)
    models.ground()
    return models


def _outcome(models: Models, ended: bool = False) -> Outcome:
    complete = ended and models.exhausted and not models.more
    return Outcome(
        models.count,
        complete,
        models.more,
        "models" if ended and not complete else None,
        models.wanted,
        models.run.limits.elapsed(),
        models.grounded,
        models.statistics,
        tuple(models.warnings),
        models.last.cost,
        models.last.best,
    )


def _tunes(option: str) -> bool:
    """Whether a program may ask for an option of clingo."""
    name, _, value = option.partition("=")
    if name == "--configuration":
        return value in CONFIGURATIONS
    return name in _TUNED and bool(re.fullmatch(r"[A-Za-z0-9,.-]+", value))


def completed(
    problem: Problem, statements: Iterable[ast.AST], given: Mapping[Symbol, bool], check: Callable[[], None]
) -> Sequence[Symbol] | None:
    """Give the atoms of an answer set of some statements in which given atoms hold or not, None if there is none.

    It is looked for as for the first solution of a problem; ``check`` is called now and then, to end it.
    """
    log = Log()
    control = make_control(Options().arguments(problem), problem, log, statements)
    ground(control, problem, log)
    with control.solve(list(given.items()), yield_=True, async_=THREADS) as handle:
        wait(handle, check)
        model = handle.model()
        return model.symbols(atoms=True) if model else None


def cost(problem: Problem, answer: Iterable[Symbol], check: Callable[[], None]) -> tuple[int, ...]:
    """Give the cost of a solution that consists of the atoms of an answer; ``check`` is called now and then.

    Where what is not shown may differ, it is the best.
    """
    log, program, own = Log(), problem.program, set(answer)
    options = ["0", *DEFAULTS, "--opt-mode=opt"]
    control = make_control(options, problem, log, (*program.base, *program.goals))
    ground(control, problem, log)
    symbols = [
        atom.symbol for name, arity in program.shown for atom in control.symbolic_atoms.by_signature(name, arity)
    ]
    found: tuple[int, ...] = ()
    with control.solve([(symbol, symbol in own) for symbol in symbols], yield_=True, async_=THREADS) as handle:
        while True:
            wait(handle, check)
            if (model := handle.model()) is None:
                return found
            found = cost_of(program, model)
            handle.resume()


def tuning(program: Program, settings: Mapping[str, str]) -> dict[str, list[str]]:
    """Give the options of clingo that a program states in its part ``search``: for one solution, and for all.

    ``settings`` are the values of its constants, on one of which options may depend.

    Raises ProgramError for what is no such fact, or no such option.
    """
    stated: dict[str, list[str]] = {}
    for statement, match in _search_facts(program):
        known = match and (match[3] is None or match[3] in settings)
        if not match or not known or not all(map(_tunes, match[2].split())):
            begin = statement.location.begin
            raise ProgramError(
                f"{display_name(begin.filename)}:{begin.line}:{begin.column}: the part search holds {statement}",
                'It holds one("..") and all("..") with options of clingo such as --configuration=handy, '
                "perhaps under a condition on a constant, :- n = 1.",
            )
        if match[3] is None or settings.get(match[3]) == match[4]:
            stated.setdefault(match[1], []).extend(match[2].split())
    return stated


@lru_cache(64)
def _search_facts(program: Program) -> list[tuple[ast.AST, re.Match[str] | None]]:
    """The statements of the part ``search``, and what each says, None where it is no such fact."""
    besides = (ast.ASTType.Program, ast.ASTType.Definition)
    return [(s, re.fullmatch(_SEARCH, str(s))) for s in program.search if s.ast_type not in besides]

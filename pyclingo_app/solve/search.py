"""The search for solutions, and the truth about it."""

import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import clingo
from clingo import Symbol

from ..draw.board import Board
from ..errors import LimitError, ProgramError, UsageError
from ..program.program import Program
from ..program.source import Log
from ..words import counted, display_name
from .control import ground, make_control, sort_key
from .drawing import draw_atoms, proved_atoms
from .problem import Problem
from .run import Run

CONFIGURATIONS = ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many")
# Counts as they are, not rewritten as rules: up to ten times faster (benchmarks/RESULTS.md).
DEFAULTS = ("--trans-ext=no",)
# What a program may ask of the search for its solutions in the table Search.
_TUNING = re.compile(
    rf"--configuration=({'|'.join(CONFIGURATIONS)})|--(eq|heuristic|restarts|sat-prepro|sign-def|trans-ext)=[\w,-]+"
)

# Solutions that may wait to be taken, so that a million need no more memory than ten.
_WAITING = 256
# How long a search goes on after the last solution wanted, to learn whether it
# was the only one; in seconds.
_GRACE = 0.25


class Atom(NamedTuple):
    """A shown atom with what every solution needs of it, made once for a search."""

    key: tuple[object, ...]
    text: str
    symbol: Symbol

    @classmethod
    def of(cls, symbol: Symbol) -> "Atom":
        return cls(sort_key(symbol), f"{symbol}.", symbol)


class Solution(NamedTuple):
    """One solution: its shown atoms, sorted, and the way to draw it."""

    entries: list[Atom]
    draw: Callable[[Iterable[Symbol]], Board]

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
        return self.draw(self.atoms)


@dataclass(frozen=True)
class Outcome:
    """What a search came to.

    count      the number of solutions given
    complete   whether they are all: the search was exhausted
    more       whether at least one more is known to exist
    stopped    why it ended early: "models", "time", "memory", "cancel", "interrupt", or None
    models     how many were wanted, 0 for all
    seconds    the time used
    grounded   the seconds after which grounding was done, None if it was not
    statistics clingo's statistics, if asked for and solving was done
    """

    count: int
    complete: bool
    more: bool
    stopped: str | None
    models: int
    seconds: float
    grounded: float | None
    statistics: Mapping[str, Any] = field(default_factory=dict)


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
        if models < 0:
            raise UsageError(f"cannot look for {counted(models, 'solution')}", "Give a number from 0; 0 means all.")
        if not re.fullmatch(r"([1-9]|[1-5]\d|6[0-4])(,(compete|split))?", threads):
            raise UsageError(f"cannot use {threads} threads", "Give a number from 1 to 64.")
        if configuration is not None and configuration not in CONFIGURATIONS:
            raise UsageError(f"there is no configuration {configuration}", f"Use one of {', '.join(CONFIGURATIONS)}.")
        if seed is not None and not 0 <= seed < 2**32:
            raise UsageError(f"cannot use the seed {seed}", "Give a number from 0 to 4294967295.")
        self.problem = problem
        self.run = run
        self.warnings = list(problem.program.warnings)
        self._models = models
        self._threads = threads
        self._options = ["--project=show", f"-t{threads}"]
        self._options += [f"--seed={seed}"] if seed is not None else []
        self._options += ["--stats"] if stats else []
        self._options += [f"--configuration={configuration}"] if configuration else self._tuning()
        self._count = 0
        self._complete = False
        self._more = False
        self._stopped: str | None = None
        self._grounded: float | None = None
        self._seconds: float | None = None
        self._statistics: Mapping[str, Any] = {}
        self._proved: list[Symbol] = []
        self._atoms: dict[Symbol, Atom] = {}
        self._found = 0
        self._waiting: list[list[Atom]] = []
        self._condition = threading.Condition()
        self._begun = False
        self._stop = False
        self._finished = False
        self._counting = False
        self._error: BaseException | None = None

    @property
    def outcome(self) -> Outcome:
        """What the search came to, so far."""
        return Outcome(
            self._count,
            self._complete,
            self._more,
            self._stopped,
            self._models,
            self.run.limits.elapsed() if self._seconds is None else self._seconds,
            self._grounded,
            self._statistics,
        )

    def __iter__(self) -> Iterator[Solution]:
        """Give the solutions as they are found.

        Ends when there are no more or when as many as wanted were given.
        Raises LimitError when a limit cuts it short, InstanceError,
        ProgramError, and UsageError the second time.
        """
        if self._begun:
            raise UsageError("the solutions of a search were asked for twice", "Begin another search with solve().")
        self._begun = True
        try:
            for entries in self._solve():
                if self._models and self._count == self._models:
                    self._more = True
                    break
                self._count += 1
                yield Solution(entries, self.draw)
            self._complete = self._complete and not self._more
            if not self._complete:
                self._stopped = "models"
        except LimitError as limit:
            self.stop(limit.reason)
            # With as many as were wanted, only whether there are more stays unknown.
            if not self._models or self._count < self._models:
                raise
        except KeyboardInterrupt:
            self.stop("interrupt")
            raise
        finally:
            self._seconds = self.run.limits.elapsed()

    def exhaust(self) -> int:
        """Count all solutions without looking at them.

        Raises LimitError as an iteration does.
        """
        self._counting, self._models = True, 0
        for _ in self:
            pass
        return self._count

    def stop(self, reason: str) -> None:
        """End the search; ``outcome.stopped`` says why."""
        self._stopped = self._stopped or reason
        self._complete = False
        self._release()

    def draw(self, atoms: Iterable[Symbol]) -> Board:
        """Draw the board with some shown atoms on it.

        Raises ProgramError when the display part is faulty, and LimitError.
        """
        return self.run.call(lambda: draw_atoms(self.problem, self._proved, atoms))

    def _solve(self) -> Iterator[list[Atom]]:
        """Ground, and give the solutions that clingo's thread finds until it ends or a limit is reached."""
        control = self._control = self.run.call(self._ground)
        self._grounded = self.run.limits.elapsed()
        # Held by the search: to free a control that was left at work would wait for it.
        handle = self._handle = self.run.call(
            lambda: control.solve(on_model=self._on_model, on_finish=self._on_finish, async_=True)
        )
        grace: float | None = None
        try:
            while True:
                found, ended, reason = self._take(grace)
                yield from found
                if ended:
                    break
                if reason:
                    raise LimitError(f"stopped by the {reason} limit", reason)
                if self._models and self._count == self._models:
                    grace = grace or time.monotonic() + _GRACE
                    if time.monotonic() >= grace:
                        return
        finally:
            self._release()
            if not handle.wait(0):
                control.interrupt()
            if handle.wait(self.run.patience) and "--stats" in self._options:
                handle.get()
                self._statistics = control.statistics
        self._finish(handle)

    def _take(self, grace: float | None) -> tuple[list[list[Atom]], bool, str | None]:
        """Wait a while for solutions; give them, whether they are the last, and the limit that is reached."""
        with self._condition:
            if not (self._waiting or self._finished):
                wait = self.run.limits.pause()
                if grace is not None:
                    wait = min(wait, grace - time.monotonic())
                if wait > 0:
                    self._condition.wait(wait)
            # Looked at in each round: solutions may never cease to wait.
            reason = self.run.limits.reached()
            found, self._waiting = self._waiting, []
            self._condition.notify_all()
            return found, self._finished, reason

    def _finish(self, handle: clingo.SolveHandle) -> None:
        if isinstance(self._error, MemoryError):
            raise LimitError("out of memory", "memory")
        if self._error:
            raise self._error
        self._complete = bool(handle.get().exhausted)

    def _release(self) -> None:
        """Let clingo's thread go, which may wait for solutions to be taken."""
        with self._condition:
            self._stop = True
            self._waiting.clear()
            self._condition.notify_all()

    def _ground(self) -> clingo.Control:
        log = Log()
        # clingo takes numbers of 32 bits; the iteration itself ends after as many as are wanted.
        models = str(self._models + 1) if 0 < self._models < 2**31 - 1 else "0"
        control = make_control([models, *self._options], self.problem, log, self.problem.program.base)
        ground(control, self.problem, log)
        self.warnings += log.texts()
        self._proved = proved_atoms(control, self.problem.program)
        return control

    def _tuning(self) -> list[str]:
        """The options of clingo that suit the puzzle; several threads try several configurations."""
        stated = search_table(self.problem.program)
        own = stated.get("one" if self._models == 1 else "all", []) if self._threads.partition(",")[0] == "1" else []
        names = {option.partition("=")[0] for option in own}
        return [*(option for option in DEFAULTS if option.partition("=")[0] not in names), *own]

    def _on_model(self, model: clingo.Model) -> bool:
        """Take a model, in clingo's thread; an error here must not pass through clingo."""
        try:
            if self._counting:
                self._count += 1
            else:
                self._keep(model)
        except BaseException as error:  # raised by _finish, in the caller's thread
            self._error = error
            return False
        return not self._stop

    def _on_finish(self, result: clingo.SolveResult) -> None:
        with self._condition:
            self._finished = True
            self._condition.notify_all()

    def _keep(self, model: clingo.Model) -> None:
        entries = []
        for symbol in model.symbols(shown=True):
            entry = self._atoms.get(symbol)
            if entry is None:
                entry = self._atoms[symbol] = Atom.of(symbol)
            entries.append(entry)
        entries.sort()
        self._found += 1
        with self._condition:
            self._waiting.append(entries)
            # The first solutions are handed over at once, later ones in batches: to
            # wake the other thread for each of a million takes five times as long.
            if self._found <= _WAITING // 8 or len(self._waiting) >= _WAITING // 2:
                self._condition.notify_all()
            while len(self._waiting) >= _WAITING and not self._stop:
                self._condition.wait()


def search_table(program: Program) -> dict[str, list[str]]:
    """Give the options of clingo that a program states in its table ``Search``.

    Raises ProgramError for what is no such option.
    """
    stated = {entry.name: entry.text.split() for entry in program.table("Search")}
    for name, options in stated.items():
        wrong = [option for option in options if not _TUNING.fullmatch(option)]
        if wrong or name not in ("one", "all"):
            raise ProgramError(
                f"{display_name(program.path)}: the table Search holds {' '.join([name, *wrong])}",
                "It has a line 'one' and a line 'all', each with options of clingo such as --configuration=handy.",
            )
    return stated

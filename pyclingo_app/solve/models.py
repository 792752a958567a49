"""The models of a problem as clingo finds them, in a thread of its own."""

import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from itertools import chain
from typing import Any, NamedTuple

import clingo
from clingo import Symbol

from ..draw.board import Board
from ..errors import LimitError
from ..program.program import Program
from ..program.source import Log
from . import run as runs
from .control import ground, make_control, sort_key
from .drawing import draw_atoms, proved_atoms
from .problem import Problem
from .run import Run

# Solutions that may wait to be taken, so that a million need no more memory than ten.
_WAITING = 256
# How long a search goes on after the last solution wanted, to learn whether it
# was the only one; in seconds.
_GRACE = 0.25
# How many conflicts a search takes before clingo gets a thread of its own, which most boards do not need: few, as
# nothing stops it meanwhile.
_EASY = 100


class Atom(NamedTuple):
    """A shown atom with what every solution needs of it, made once for a search."""

    key: tuple[object, ...]
    text: str
    symbol: Symbol

    @classmethod
    def of(cls, symbol: Symbol) -> "Atom":
        return cls(sort_key(symbol), f"{symbol}.", symbol)


class Found(NamedTuple):
    """A model: its shown atoms, sorted, its cost, and whether no model is better, as where there are no costs."""

    entries: list[Atom]
    cost: tuple[int, ...] = ()
    best: bool = True


def cost_of(program: Program, model: clingo.Model) -> tuple[int, ...]:
    """The cost of a model as who wrote the program counts: what is maximised is no negative cost."""
    levels = zip(model.priority, model.cost, strict=True)
    return tuple(-cost if str(level) in program.maximised else cost for level, cost in levels)


class Models:
    """A search of clingo's for models: grounded first, then iterated over or counted, once.

    ``wanted`` is the number of models wanted, 0 for all; ``options`` are clingo's; ``counted`` says that models are
    to be counted, so that none is drawn.

    count      how many were found: given, or counted; of the best ones where some are better than others
    exhausted  whether these are all
    last       the last model that was counted, or that is better than all before
    more       whether there is one more than were wanted
    grounded   the seconds after which grounding was done
    """

    def __init__(self, problem: Problem, run: Run, wanted: int, options: list[str], counted: bool = False) -> None:
        self.problem = problem
        self.run = run
        self.wanted = wanted
        self.options = options
        self.count = 0
        self.last = Found([], (), not problem.program.goals)
        self.exhausted = False
        self.more = False
        self.grounded: float | None = None
        self.statistics: Mapping[str, Any] = {}
        self.warnings: list[str] = []
        self.draw: Callable[[Iterable[Symbol]], Board]
        self._control: clingo.Control
        self._atoms: dict[Symbol, Atom] = {}
        self._kept = 0
        self._waiting: list[Found] = []
        self._condition = threading.Condition()
        self._stop = False
        self._finished = False
        self._counted = counted
        # Asked for each of perhaps a million models.
        self._goals = bool(problem.program.goals)
        self._may_be_easy = not self._goals and "--stats" not in options
        self._error: BaseException | None = None

    def ground(self) -> None:
        """Ground the problem; raises InstanceError, ProgramError and LimitError."""
        self._control = self.run.call(self._ground)
        self.grounded = self.run.limits.elapsed()

    def _ground(self) -> clingo.Control:
        log = Log()
        # clingo takes numbers of 32 bits; the iteration itself ends after as many as are wanted.
        models = str(self.wanted + 1) if 0 < self.wanted < 2**31 - 1 else "0"
        program = self.problem.program
        # Better and better models first, then those of which is proved that none is better.
        options = [models, *self.options, *(["--opt-mode=optN"] if program.goals else [])]
        options += [f"--solve-limit={_EASY}"] if self._may_be_easy else []
        control = make_control(options, self.problem, log, (*program.base, *program.goals))
        ground(control, self.problem, log)
        self.warnings = self.problem.program.remarks(log)
        problem, run = self.problem, self.run
        proved = [] if self._counted else proved_atoms(control, problem.program)
        # Solutions keep this, and nothing else of the search.
        self.draw = lambda atoms: run.call(lambda: draw_atoms(problem, proved, atoms))
        return control

    def __iter__(self) -> Iterator[Found]:
        """Give the models as they are found, until as many as wanted were given; such that are only better than those
        before are not counted."""
        with closing(self._batches()) as batches:
            for found in chain.from_iterable(batches):
                if self.wanted and self.count == self.wanted:
                    self.more = True
                    return
                self.count += found.best
                self.last = found
                yield found

    def counts(self) -> Iterator[int]:
        """Count the models without looking at them; give their number so far many times a second."""
        with closing(self._batches()) as batches:
            for _ in batches:
                yield self.count

    def _batches(self) -> Generator[list[Found], None, None]:
        """Give the models that wait to be taken, none where there are none for a while, until the search ends."""
        if self._may_be_easy and self.run.call(self._easy):
            yield self._waiting
            return
        if not runs.THREADS:
            yield from self._one_by_one()
            return
        control = self._control
        # Held by this object: to free a control that was left at work would wait for it.
        handle = self._handle = self.run.call(
            lambda: control.solve(on_model=self._on_model, on_finish=self._on_finish, async_=True)
        )
        grace: float | None = None
        ended = False
        try:
            while not ended and not (grace and time.monotonic() >= grace):
                found, ended, reason = self._take(grace)
                yield found
                if reason and not ended:
                    raise LimitError(f"stopped by the {reason} limit", reason)
                if self.wanted and self.count == self.wanted:
                    grace = grace or time.monotonic() + _GRACE
        finally:
            self._release()
            if not handle.wait(0):
                control.interrupt()
            if handle.wait(self.run.patience) and "--stats" in self.options:
                handle.get()
                self.statistics = control.statistics
        if ended:
            self._finish(handle.get())

    def _easy(self) -> bool:
        """Search in this thread as long as that is easy; whether it found all that are wanted.  If not, it found none.

        To begin anew in a thread costs hard boards next to nothing, and to have none saves easy ones a tenth of
        their time.
        """
        self._finish(self._control.solve(on_model=self._on_model_of_few))
        if self.exhausted or 0 < self.wanted < len(self._waiting):
            return True
        self._control.configuration.solve.solve_limit = "umax"  # type: ignore[union-attr]
        self.count = self._kept = 0
        self._waiting = []
        return False

    def _on_model_of_few(self, model: clingo.Model) -> bool:
        """Take a model; there may be as many as can wait to be taken."""
        return self._on_model(model) and self.count + len(self._waiting) < _WAITING - 1

    def _one_by_one(self) -> Iterator[list[Found]]:
        """Give the models one by one, found in this thread."""
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                self.run.limits.check()
                self._on_model(model)
                if self._waiting or self.count % _WAITING == 0:
                    found, self._waiting = self._waiting, []
                    yield found
            self._finish(handle.get())
        self.statistics = self._control.statistics if "--stats" in self.options else {}

    def _take(self, grace: float | None) -> tuple[list[Found], bool, str | None]:
        """Wait a while for models; give them, whether they are the last, and the limit that is reached."""
        with self._condition:
            if not (self._waiting or self._finished):
                wait = self.run.limits.pause()
                if grace is not None:
                    wait = min(wait, grace - time.monotonic())
                if wait > 0:
                    self._condition.wait(wait)
            # Looked at in each round: models may never cease to wait.
            reason = self.run.limits.reached()
            found, self._waiting = self._waiting, []
            self._condition.notify_all()
            return found, self._finished, reason

    def _finish(self, result: clingo.SolveResult) -> None:
        if isinstance(self._error, MemoryError):
            raise LimitError("out of memory", "memory")
        if self._error:
            raise self._error
        self.exhausted = bool(result.exhausted)

    def _release(self) -> None:
        """Let clingo's thread go, which may wait for models to be taken."""
        with self._condition:
            self._stop = True
            self._waiting.clear()
            self._condition.notify_all()

    def _on_model(self, model: clingo.Model) -> bool:
        """Take a model, in clingo's thread; an error here must not pass through clingo."""
        try:
            if self._counted and not self._goals:
                self.count += 1
            elif self._counted:
                self.last = Found([], cost_of(self.problem.program, model), model.optimality_proven)
                self.count += self.last.best
            elif self._goals:
                self._keep(model, cost_of(self.problem.program, model), model.optimality_proven)
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

    def _keep(self, model: clingo.Model, cost: tuple[int, ...] = (), best: bool = True) -> None:
        entries = []
        for symbol in model.symbols(shown=True):
            entry = self._atoms.get(symbol)
            if entry is None:
                entry = self._atoms[symbol] = Atom.of(symbol)
            entries.append(entry)
        entries.sort()
        self._kept += 1
        with self._condition:
            self._waiting.append(Found(entries, cost, best))
            # The first models are handed over at once, later ones in batches: to
            # wake the other thread for each of a million takes five times as long.
            if self._kept <= _WAITING // 8 or len(self._waiting) >= _WAITING // 2:
                self._condition.notify_all()
            while len(self._waiting) >= _WAITING and not self._stop:
                self._condition.wait()

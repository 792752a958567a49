"""Solving: the only module that makes a ``clingo.Control`` for it.

Clingo works in a second thread, which holds no lock of Python's while it
grounds and searches, so that the caller's thread sees Ctrl-C and the limits at
once in every phase.  Solving is stopped with ``interrupt``; grounding cannot
be stopped, so its thread is left behind and ends with the process.
"""

import re
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import clingo
from clingo import Function, Symbol, SymbolType, ast

from .board import Board, make_board, plain_terms
from .errors import InstanceError, LimitError, ProgramError, UsageError
from .instance import Instance, counted, display_name
from .puzzle import Log, Puzzle, fill, rule_kind

if TYPE_CHECKING:
    from .ground import GroundProgram

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
# How long to wait for clingo's thread after it was interrupted, in seconds.
_PATIENCE = 0.1

# What to do about a faulty instance, by its format.
_CORRECT = {
    "facts": "Correct the facts{1}; puzzasp rules {0} lists the inputs.",
    "text": "Correct the board{1}; docs/formats.md says how it is typed.",
    "json": "Correct the JSON{1}; puzzasp rules {0} lists the inputs.",
    "url": "Copy the whole address.",
    "gameid": "Copy the whole game ID.",
}

T = TypeVar("T")


class Atom(NamedTuple):
    """A shown atom with what every solution needs of it, made once for a search."""

    key: tuple[object, ...]
    text: str
    symbol: Symbol


def sort_key(symbol: Symbol) -> tuple[object, ...]:
    """A key that sorts symbols as people expect: numbers by value, before names and terms."""
    match symbol.type:
        case SymbolType.Number:
            return (1, symbol.number)
        case SymbolType.String:
            return (3, symbol.string)
        case SymbolType.Function:
            arguments = tuple(map(sort_key, symbol.arguments))
            return (2, symbol.name, len(arguments), arguments, symbol.negative)
    return (0,) if symbol.type == SymbolType.Infimum else (4,)


class Solution(NamedTuple):
    """One solution: its shown atoms, sorted, and the way to draw it."""

    entries: list[Atom]
    search: "Search"

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
        return self.search.draw(self.atoms)


class Search:
    """A search for solutions: iterate over it, once; get one from :meth:`Puzzle.solve`.

    After (and during) the iteration these tell the truth about it:

    count      the number of solutions given so far
    complete   whether they are all: the search was exhausted
    more       whether at least one more is known to exist
    stopped    why it ended early: "models", "time", "memory", "cancel", "interrupt", or None
    grounded   the seconds after which grounding was done, None before
    seconds    the time used so far
    statistics clingo's statistics, if asked for and solving was done

    With ``answer``, texts of shown atoms, it verifies that one answer.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        instance: Instance | None,
        limits: "Limits",
        models: int,
        threads: str,
        seed: int | None,
        configuration: str | None,
        stats: bool,
        answer: Collection[str] | None = None,
    ) -> None:
        if models < 0:
            raise UsageError(f"cannot look for {counted(models, 'solution')}", "Give a number from 0; 0 means all.")
        if not re.fullmatch(r"([1-9]|[1-5]\d|6[0-4])(,(compete|split))?", threads):
            raise UsageError(f"cannot use {threads} threads", "Give a number from 1 to 64.")
        if configuration is not None and configuration not in CONFIGURATIONS:
            raise UsageError(f"there is no configuration {configuration}", f"Use one of {', '.join(CONFIGURATIONS)}.")
        if seed is not None and not 0 <= seed < 2**32:
            raise UsageError(f"cannot use the seed {seed}", "Give a number from 0 to 4294967295.")
        self.puzzle = puzzle.for_instance(instance)
        self.instance = instance
        self.models = models
        self.threads = threads
        self.configuration = configuration
        self.options = ["--project=show", f"-t{threads}"]
        self.options += [f"--seed={seed}"] if seed is not None else []
        self.options += ["--stats"] if stats else []
        self.limits = limits
        self.answer = answer
        self.count = 0
        self.complete = False
        self.more = False
        self.stopped: str | None = None
        self.grounded: float | None = None
        self.statistics: dict[str, Any] = {}
        self.warnings = list(puzzle.warnings)
        self._proved: list[Symbol] = []
        self._control: clingo.Control | None = None
        self._atoms: dict[Symbol, Atom] = {}
        self._found = 0
        self._waiting: list[list[Atom]] = []
        self._condition = threading.Condition()
        self._stop = False
        self._counting = False
        self._worker: Task[bool] | None = None

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.limits.start

    @property
    def running(self) -> bool:
        """Whether clingo's thread is still at work: left behind, it ends with the process."""
        return self._worker is not None and not self._worker.done.is_set()

    def __iter__(self) -> Iterator[Solution]:
        """Give the solutions as they are found.

        Ends when there are no more, or when ``models`` of them were given.
        Raises LimitError when a limit is reached before, InstanceError,
        ProgramError, and UsageError the second time.
        """
        if self._worker:
            raise UsageError("the solutions of a search were asked for twice", "Begin another search with solve().")
        try:
            for entries in self._take():
                if self.models and self.count == self.models:
                    self.more = True
                    break
                solution = Solution(entries, self)
                self.count += 1
                yield solution
            if not self.complete:
                self.stopped = "models"
        except KeyboardInterrupt:
            self.stopped = "interrupt"
            raise
        except LimitError as limit:
            self.stopped = limit.reason
            # With as many as were wanted, only whether there are more stays unknown.
            if not self.models or self.count < self.models:
                raise
        finally:
            self._end()

    def exhaust(self) -> int:
        """Count all solutions without looking at them.

        Raises LimitError when a limit is reached before the end; ``count`` is
        then the number of those found.
        """
        self._counting, self.models = True, 0
        for _ in self:
            pass
        return self.count

    def draw(self, atoms: Iterable[Symbol]) -> Board:
        """Draw the board with some shown atoms on it."""
        return draw_atoms(self.puzzle, self.instance, self._proved, atoms, self.limits)

    def _take(self) -> Iterator[list[Atom]]:
        """Start clingo's thread and give what it finds until it ends; raise LimitError at a limit."""
        self._worker = worker = Task(self._work, self._condition)
        grace: float | None = None
        while True:
            with self._condition:
                while not self._waiting and not worker.done.is_set():
                    wait = self.limits.pause()
                    if grace is not None:
                        wait = min(wait, grace - time.monotonic())
                    if wait <= 0:
                        break
                    self._condition.wait(wait)
                # Looked at in each round: solutions may never cease to wait.
                reason = self.limits.reached()
                found, self._waiting = self._waiting, []
                ended = worker.done.is_set()
                self._condition.notify_all()
            yield from found
            if ended:
                self.complete = worker.result()
                return
            if reason:
                raise LimitError(f"stopped by the {reason} limit", reason)
            if self.models and self.count == self.models:
                grace = grace or time.monotonic() + _GRACE
                if time.monotonic() >= grace:
                    return

    def _end(self) -> None:
        """Stop clingo's thread, and wait a little for it."""
        with self._condition:
            self._stop = True
            self._waiting.clear()
            self._condition.notify_all()
        if self.running and self._worker:
            if self.grounded is not None and self._control:
                self._control.interrupt()
            self._worker.done.wait(_PATIENCE)

    def _work(self) -> bool:
        """Ground and solve, in clingo's thread; tell whether the search was exhausted."""
        log = Log(self.puzzle.folders)
        # clingo takes numbers of 32 bits; the iteration itself ends after as many as are wanted.
        models = str(self.models + 1) if 0 < self.models < 2**31 - 1 else "0"
        tuned = [f"--configuration={self.configuration}"] if self.configuration else self._tuning()
        control = make_control([models, *self.options, *tuned], self.puzzle, log, self.puzzle.statements)
        program = _observe(control) if self.answer is not None else None
        _ground(control, self.puzzle, self.instance, log)
        if program and self.answer is not None:
            _assume(control, program, self.answer)
        self.warnings += log.texts()
        self._proved = proved_atoms(control, self.puzzle)
        self._control = control
        self.grounded = self.seconds
        if self._stop:
            return False
        result = control.solve(on_model=self._on_model)
        if "--stats" in self.options:
            self.statistics = control.statistics
        return bool(result.exhausted)

    def _tuning(self) -> list[str]:
        """The options of clingo that suit the puzzle; several threads try several configurations."""
        stated = search_table(self.puzzle)
        own = stated.get("one" if self.models == 1 else "all", []) if self.threads.partition(",")[0] == "1" else []
        names = {option.partition("=")[0] for option in own}
        return [*(option for option in DEFAULTS if option.partition("=")[0] not in names), *own]

    def _on_model(self, model: clingo.Model) -> bool:
        if self._counting:
            self.count += 1
            return not self._stop
        entries = []
        for symbol in model.symbols(shown=True):
            entry = self._atoms.get(symbol)
            if entry is None:
                entry = self._atoms[symbol] = Atom(sort_key(symbol), f"{symbol}.", symbol)
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
        return not self._stop


def search_table(puzzle: Puzzle) -> dict[str, list[str]]:
    """Give the options of clingo that a program states in its table ``Search``.

    Raises ProgramError for what is no such option.
    """
    stated = {entry.name: entry.text.split() for entry in puzzle.table("Search")}
    for name, options in stated.items():
        wrong = [option for option in options if not _TUNING.fullmatch(option)]
        if wrong or name not in ("one", "all"):
            raise ProgramError(
                f"{display_name(puzzle.path)}: the table Search holds {' '.join([name, *wrong])}",
                "It has a line 'one' and a line 'all', each with options of clingo such as --configuration=handy.",
            )
    return stated


class Limits:
    """The time and memory that a piece of work may use, and a question that can end it.

    Raises UsageError for a limit that cannot be.
    """

    def __init__(
        self, seconds: float | None = None, memory: int | None = None, cancel: Callable[[], bool] | None = None
    ) -> None:
        if seconds is not None and not 0 < seconds < threading.TIMEOUT_MAX:
            raise UsageError(f"cannot use a time limit of {seconds:g} seconds", "Give a positive number.")
        if memory is not None and memory <= memory_used():
            raise UsageError(
                f"cannot use a memory limit of {memory} MiB: {memory_used():.0f} MiB are in use already",
                "Give a larger number.",
            )
        self.start = time.monotonic()
        self.end = None if seconds is None else self.start + seconds
        self.memory = memory
        self.cancel = cancel

    def pause(self) -> float:
        """How many seconds may pass before the next look; 0 if a limit is reached."""
        if self.reached():
            return 0
        pause = 0.01 if self.memory is not None else 0.05
        return pause if self.end is None else max(0.0, min(pause, self.end - time.monotonic()))

    def reached(self) -> str | None:
        """Give "time", "memory" or "cancel" when that is reached."""
        if self.end is not None and time.monotonic() >= self.end:
            return "time"
        if self.memory is not None and memory_used() >= self.memory:
            return "memory"
        if self.cancel and self.cancel():
            return "cancel"
        return None


def memory_used() -> float:
    """The peak memory of this process in MiB.

    Raises UsageError where the system does not tell (Windows).
    """
    try:
        # Linux counts ru_maxrss on from the process that started this one.
        with open("/proc/self/status", encoding="ascii") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        pass
    try:
        import resource
    except ImportError:
        raise UsageError(
            "this system does not tell how much memory a process uses", "Leave out --memory-limit."
        ) from None
    import sys

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


class Task(Generic[T]):
    """A function at work in a thread of its own."""

    def __init__(self, function: Callable[[], T], condition: threading.Condition | None = None) -> None:
        self.done = threading.Event()
        self._function = function
        self._condition = condition
        self._result: T
        self._error: BaseException | None = None
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._result = self._function()
        except BaseException as error:  # handed to the caller by result()
            self._error = error
        self.done.set()
        if self._condition:
            with self._condition:
                self._condition.notify_all()

    def result(self) -> T:
        """Give the function's result, or raise its error; only after ``done``."""
        if isinstance(self._error, MemoryError):
            raise LimitError("out of memory", "memory")
        if self._error:
            raise self._error
        return self._result


def within(limits: Limits, function: Callable[[], T]) -> T:
    """Run a function in a second thread, so that Ctrl-C and limits hold in it.

    Raises LimitError when a limit is reached first; the thread is left behind.
    """
    task = Task(function)
    while not task.done.wait(limits.pause()):
        reason = limits.reached()
        if reason:
            raise LimitError(f"stopped by the {reason} limit", reason)
    return task.result()


def stream(limits: Limits, items: Callable[[], Iterator[T]], stop: Callable[[], None]) -> Iterator[T]:
    """Give the items of an iterator that works in a second thread, as it finds them.

    ``stop`` is called when no more are wanted; the iterator should then end soon.
    Raises LimitError when a limit is reached first.
    """
    found: SimpleQueue[T] = SimpleQueue()

    def work() -> None:
        for item in items():
            found.put(item)

    task = Task(work)
    try:
        while True:
            done = task.done.is_set()
            try:
                yield found.get(timeout=max(limits.pause(), 0.001))
            except Empty:
                if done:
                    task.result()
                    return
                reason = limits.reached()
                if reason:
                    raise LimitError(f"stopped by the {reason} limit", reason) from None
    finally:
        stop()
        task.done.wait(_PATIENCE)


def draw_unsolved(puzzle: Puzzle, instance: Instance | None, limits: Limits | None = None) -> Board:
    """Draw the board of an instance without a solution.

    Raises InstanceError when the puzzle's rules find the instance faulty.
    """
    limits = limits or Limits()
    puzzle = puzzle.for_instance(instance)

    def proved() -> list[Symbol]:
        log = Log(puzzle.folders)
        control = make_control([], puzzle, log, puzzle.statements)
        _ground(control, puzzle, instance, log)
        return proved_atoms(control, puzzle)

    return draw_atoms(puzzle, instance, within(limits, proved), (), limits)


def ground_program(puzzle: Puzzle, instance: Instance | None) -> "GroundProgram":
    """Ground the program with an instance, and give what the grounder hands to a solver.

    Raises InstanceError with the faults that the program's rules find, and ProgramError.
    """
    puzzle = puzzle.for_instance(instance)
    log = Log(puzzle.folders)
    control = make_control([], puzzle, log, puzzle.statements)
    program = _observe(control)
    _ground(control, puzzle, instance, log)
    program.names = {atom.literal: atom.symbol for atom in control.symbolic_atoms if not atom.is_fact}
    program.warnings = log.texts()
    return program


def _observe(control: clingo.Control) -> "GroundProgram":
    """Have the ground program of a control written down while it is grounded."""
    from .ground import GroundProgram

    program = GroundProgram()
    control.register_observer(program)
    return program


def _assume(control: clingo.Control, program: "GroundProgram", answer: Collection[str]) -> None:
    """Add to a ground program that exactly the atoms of an answer are shown.

    Raises InstanceError for an atom that is never shown.
    """
    foreign = set(answer).difference(map(str, program.shown))
    if foreign:
        raise InstanceError(
            f"the answer has {min(foreign)}, which is no atom of this board",
            "Give the puzzle, the constants and the instance that it was made from.",
        )
    shown = dict(program.shown)
    with control.backend() as backend:
        for symbol, conditions in shown.items():
            if str(symbol) in answer:
                atom = backend.add_atom()
                for condition in conditions:
                    backend.add_rule([atom], condition)
                backend.add_rule([], [-atom])
            else:
                for condition in conditions:
                    backend.add_rule([], condition)


def make_control(options: list[str], puzzle: Puzzle, log: Log, statements: Iterable[ast.AST]) -> clingo.Control:
    """Make a control that holds some statements of a puzzle, with the constants asked for."""
    for name, value in puzzle.constants.items():
        options = [*options, "-c", f"{name}={value}"]
    with log.raising("The program was not run."):
        control = clingo.Control(options, logger=log, message_limit=100)
        with ast.ProgramBuilder(control) as builder:
            for statement in statements:
                builder.add(statement)
    return control


def safe(rule: str) -> bool:
    """Whether the variables of a rule, given as text, are all bound to values."""
    log = Log()
    control = clingo.Control(logger=log)
    try:
        control.add("rule", [], rule)
        control.ground([("rule", [])])
    except RuntimeError:
        return False
    return True


def add_facts(control: clingo.Control, part: str, facts: Iterable[Symbol]) -> None:
    """Add facts as text written from symbols: twice as fast as one by one, and as safe."""
    control.add(part, [], "".join(f"{fact}." for fact in facts))


def _ground(control: clingo.Control, puzzle: Puzzle, instance: Instance | None, log: Log) -> None:
    """Ground the program with an instance.

    Raises InstanceError with the faults that its rules find.
    """
    with log.raising("The program was not run."):
        if instance:
            add_facts(control, "base", instance.facts)
        control.ground([("base", [])])
    check_input(control, puzzle, instance)


def check_input(control: clingo.Control, puzzle: Puzzle, instance: Instance | None) -> None:
    """Raise InstanceError with the faults of an instance that grounding has shown."""
    error = control.symbolic_atoms[Function("input_error")]
    if error is not None and error.is_fact:
        faults = input_errors(puzzle, instance)
        if instance is None:
            raise InstanceError(f"{puzzle.name} without an instance: {faults[0]}", puzzle.instances_hint())
        shown = [f"{instance.name}: {fault}" for fault in faults[:10]]
        hidden = len(faults) - len(shown)
        more = f"There are {hidden} more faults. " if hidden else ""
        todo = _CORRECT[instance.form].format(puzzle.name, " or the constants" * bool(puzzle.constants))
        raise InstanceError("\n".join(shown), f"{more}{todo}")


def input_errors(puzzle: Puzzle, instance: Instance | None) -> list[str]:
    """Give the sentences of the puzzle's ``input_error`` rules that hold for an instance.

    Each such rule is grounded again with a head that names the rule and holds
    the values of the variables in its sentence.
    """
    control = make_control([], puzzle, Log(), [s for s in puzzle.statements if rule_kind(s) in (None, "input")])
    rules = [rule for rule in puzzle.rules if rule.kind == "input"]
    for number, rule in enumerate(rules):
        body = "; ".join(str(literal) for literal in rule.statement.body)
        head = f"_input_error({number},({''.join(v + ',' for v in rule.variables)}))"
        control.add("base", [], f"{head} :- {body}.")
    if instance:
        add_facts(control, "base", instance.facts)
    control.ground([("base", [])])
    faults = []
    for atom in control.symbolic_atoms.by_signature("_input_error", 2):
        number = atom.symbol.arguments[0].number
        rule = rules[number]
        sentence = rule.sentence or f"{display_name(rule.file)}:{rule.line}: the instance breaks this rule."
        values = map(str, atom.symbol.arguments[1].arguments)
        faults.append((number, fill(sentence, dict(zip(rule.variables, values, strict=True)))))
    return [sentence for _, sentence in sorted(set(faults))]


def proved_atoms(control: clingo.Control, puzzle: Puzzle) -> list[Symbol]:
    """Give what the grounder proved, as far as the display part speaks of it and no answer holds it."""
    words = set(re.findall(r"\w+", " ".join(map(str, puzzle.display))))
    atoms = control.symbolic_atoms
    return [
        atom.symbol
        for name, arity, positive in atoms.signatures
        if name in words and (name, arity) not in puzzle.shown
        for atom in atoms.by_signature(name, arity, positive)
        if atom.is_fact
    ]


def draw_atoms(
    puzzle: Puzzle, instance: Instance | None, proved: list[Symbol], atoms: Iterable[Symbol], limits: Limits
) -> Board:
    """Draw the board of an instance with some shown atoms on it."""
    facts = dict.fromkeys((*(instance.facts if instance else ()), *proved, *atoms))
    if not any(statement.ast_type == ast.ASTType.ShowTerm for statement in puzzle.display):
        return make_board(plain_terms(facts))
    return make_board(within(limits, lambda: _display_terms(puzzle, facts)))


def _display_terms(puzzle: Puzzle, facts: Iterable[Symbol]) -> list[Symbol]:
    """Ground the display part alone over facts, and give the terms that it shows."""
    log = Log(puzzle.folders)
    control = make_control([], puzzle, log, puzzle.display)
    terms: list[Symbol] = []
    with log.raising("The display part of the program cannot be drawn."):
        add_facts(control, "facts", facts)
        control.ground([("facts", []), ("display", [])])
        result = control.solve(on_model=lambda model: terms.extend(model.symbols(terms=True)))
    if not result.satisfiable:
        raise ProgramError("the display part of the program contradicts itself", "Draw with rules and #show only.")
    return terms

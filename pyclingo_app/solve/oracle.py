"""One grounding, many questions: each is asked under assumptions and costs a fraction of a search."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple, TypeVar

import clingo
from clingo import Symbol, ast

from ..errors import LimitError
from ..program.source import Log
from .control import ground, make_control, proves, sort_key, wait
from .drawing import proved_atoms
from .ground import GroundProgram, components
from .problem import Problem
from .run import THREADS, Run

# After how many conflicts a bounded question is given up, one that needs no full answer, and one for more than a model
# has: that there is no more takes long to say, and is hardly worth it.
_CONFLICTS = 2_000
FEW = 200
_MORE = 50
_NAME = re.compile(r"\b_*[a-z][\w']*")
# Saved phases keep the models of one question near those of the one before.  Thousands
# of small questions leave more lemmas behind than they have use for: forgetting them
# makes a path of flow five times faster.
# To record models, not to backtrack from them, gives others that differ more.
_OPTIONS = (
    "0",
    "--enum-mode=record",
    f"--solve-limit={_CONFLICTS}",
    "--save-progress=1",
    "--forget-on-step=lemmas",
    "--trans-ext=no",
    "--opt-mode=ignore",
    "--opt-strategy=usc",
)

T = TypeVar("T")
# What takes a model and says what a better one is like.
_Better = Callable[[clingo.Model], Sequence[Sequence[int]] | None]


class Answer(NamedTuple):
    """What a question came to: what is shown in an answer set, or those of the
    assumptions that admit none; neither when a bounded question was given up."""

    model: int | None
    core: list[int] | None


class Oracle:
    """Answers questions about the answer sets of a problem, which is grounded once.

    The shown symbols are numbered from 1 on, in the order of ``key``, and of clingo where that is the same.  A literal
    is such a number, for "it is shown", or its negative.  A set of them is an
    integer that has the bit ``1 << number`` for each.

    symbols    the shown symbols by their numbers
    facts      the set of those that all answer sets show, as far as the grounder knows
    program    the ground program
    warnings   what clingo remarked
    cost       the work that a question takes that needs no search
    work       the work done, in literals of the ground program: a count, so
               that it is the same on every machine

    ``check`` is called before and during questions; it may raise an error to end the work.
    """

    def __init__(
        self,
        problem: Problem,
        statements: Iterable[ast.AST] | None = None,
        *,
        key: Callable[[Symbol], object] = sort_key,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        log = Log()
        self.problem = problem
        self.work = 0
        self._check = check
        statements = [*(problem.program.base if statements is None else statements)]
        self._control = make_control([*_OPTIONS], problem, log, statements)
        self._rules = [statement for statement in statements if statement.ast_type == ast.ASTType.Rule]
        self.program = GroundProgram()
        self._control.register_observer(self.program)
        ground(self._control, problem, log)
        self.warnings = problem.program.remarks(log)
        self.symbols = dict(enumerate(_in_order(self.program.shown, key), 1))
        self._bits = {symbol: 1 << number for number, symbol in self.symbols.items()}
        self.facts = sum(self._bits[symbol] for symbol, conditions in self.program.shown.items() if [] in conditions)
        with self._control.backend() as backend:
            literals = [self._literal(backend, symbol) for symbol in self.symbols.values()]
        # By the number from the front, by its negative from the back.
        self._literals = [0, *literals, *(-literal for literal in reversed(literals))]
        self.cost = len(literals) + sum(len(rule.body) for rule in self.program.rules)
        self._configuration = self._control.configuration.solve

    @cached_property
    def proved(self) -> list[Symbol]:
        """What the grounder proved and the display part speaks of, besides what is shown."""
        return proved_atoms(self._control, self.problem.program)

    def proves(self, atom: Symbol) -> bool:
        """Whether an atom is there in all answer sets, as the grounder knows."""
        return proves(self._control, atom)

    def free(self, numbers: Iterable[int]) -> bool:
        """Whether each of some symbols is chosen under no condition, so that nothing follows of one from others."""
        rules = (self.program.by_head[abs(self.literal(number))] for number in numbers)
        free = all(those and all(rule.choice and not rule.body for rule in those) for those in rules)
        return free and all(rule.head for rule in self.program.rules)

    def settle(self, numbers: Collection[int]) -> set[int]:
        """Give those of some symbols that all answer sets show, or none does; those that all show become facts."""
        model = self.model(())
        likely = [] if model is None else [number if model >> number & 1 else -number for number in numbers]
        settled = [*self.consequences((), likely)]
        self.facts |= bits(number for number in settled if number > 0)
        return {*map(abs, settled)}

    def names(self, atoms: Collection[int], first: int) -> dict[int, Symbol]:
        """Give the symbols of some atoms of the ground program that depend on themselves, and of all that are called
        like one of them; if a ``first`` one of these is found, of those alone that are called like it."""
        every = self._control.symbolic_atoms
        by_name: dict[str, list[tuple[str, int, bool]]] = defaultdict(list)
        for signature in every.signatures:
            by_name[signature[0]].append(signature)
        found: dict[int, clingo.SymbolicAtom] = {}
        left = {*atoms}
        # What answers are made of comes behind what is known from the start.
        for name in reversed([name for name in by_name if name in self._recursive]):
            called = {atom.literal: atom for one in by_name[name] for atom in every.by_signature(*one)}
            if first in called:
                found = called
                break
            if not left.isdisjoint(called):
                found |= called
                left -= called.keys()
            if not left:
                break
        return {literal: atom.symbol for literal, atom in found.items()}

    @cached_property
    def _recursive(self) -> set[str]:
        """The names of what depends on itself, and perhaps some more: by the words of the rules, as to look at all
        atoms takes longer."""
        uses: dict[str, set[str]] = defaultdict(set)
        for rule in self._rules:
            head, _, body = str(rule).partition(":-")
            heads = Counter(_NAME.findall(head))
            for name, count in heads.items():
                uses[name].update(heads.keys() - {name}, [name] * (count > 1), _NAME.findall(body))
        together = components(uses)
        return {name for names in together for name in names if names[1:] or name in uses[name]}

    def number(self, symbol: Symbol) -> int | None:
        """Give the number of a symbol, None if no answer set shows it."""
        bit = self._bits.get(symbol)
        return bit.bit_length() - 1 if bit else None

    def literal(self, number: int) -> int:
        """Give the literal of the ground program that stands for a number."""
        return self._literals[number]

    def ask(self, assumptions: Sequence[int], bounded: bool = False, few: bool = False) -> Answer:
        """Ask for an answer set in which some literals hold; bounded, only if it is found or refuted easily.

        ``few`` bounds it to what is very easy.
        """
        shown: list[int] = []
        with self._set(**({"solve_limit": str(FEW)} if few else {})):
            core, _ = self._ask(assumptions, lambda model: shown.append(self._read(model)), bounded or few)
        return Answer(shown[0] if shown else None, core)

    def glance(self, assumptions: Sequence[int], conflicts: int = FEW) -> Answer:
        """Ask for an answer set in which some literals hold, if it is found or refuted at once."""
        with self._set(solve_limit=str(conflicts)):
            return self.ask(assumptions, bounded=True)

    def model(self, assumptions: Sequence[int]) -> int | None:
        """Give what is shown in an answer set in which some literals hold, None if there is none."""
        return self.ask(assumptions).model

    def unsatisfiable(self, assumptions: Sequence[int], bounded: bool = False) -> bool:
        """Whether there is no such answer set; a bounded question that is given up does not say so."""
        return self._ask(assumptions, lambda model: None, bounded)[0] is not None

    def core(self, fixed: Iterable[int], items: Sequence[int], bounded: bool = False) -> list[int] | None:
        """Give those of some literals that contradict what is fixed; None if they do not."""
        core, _ = self._ask([*fixed, *items], lambda model: None, bounded)
        return None if core is None else [item for item in items if item in core]

    def consequences(
        self,
        assumptions: Sequence[int],
        literals: Iterable[int],
        bounded: bool = False,
        seen: Callable[[int], object] | None = None,
    ) -> Iterator[int]:
        """Give, one by one, those of some literals that hold in all answer sets in which the assumptions do.

        There has to be such an answer set.  Bounded, those are given of which it
        is found out easily.  ``seen`` takes the models met on the way.
        """
        left = dict.fromkeys(literals)

        def others(model: clingo.Model) -> list[list[int]] | None:
            """Take a model, and ask for one in which another literal does not hold."""
            nonlocal left
            if seen is None:
                left = {literal: None for literal in left if model.is_true(self._literals[literal])}
            else:
                shown = self._read(model)
                seen(shown)
                left = {literal: None for literal in left if (shown >> abs(literal) & 1) == (literal > 0)}
            return [[-literal for literal in left]] if left else None

        if left and self._ask(assumptions, others, bounded=True)[1]:
            yield from left
            return
        for literal in list(left):
            if literal in left:
                core, _ = self._ask([*assumptions, -literal], lambda model: others(model) and None, bounded)
                if core is not None:
                    yield literal

    def few(self, assumptions: Sequence[int], literals: Iterable[int]) -> list[int]:
        """Give what :meth:`consequences` does, bounded; faster where few literals are, slower where most are."""
        return few(lambda more: self.ask([*assumptions, *more], bounded=True), literals)

    def maximal(self, assumptions: Sequence[int], literals: Iterable[int]) -> Answer:
        """Ask for an answer set in which no more of some literals can hold than do, as far as that is found easily."""
        shown: int | None = None
        fixed = set(assumptions)
        broken = [literal for literal in literals if literal not in fixed]

        def better(model: clingo.Model) -> list[list[int]] | None:
            """Keep what holds, and ask that more does."""
            nonlocal shown, broken
            shown = self._read(model)
            held = [literal for literal in broken if (shown >> abs(literal) & 1) == (literal > 0)]
            broken = [literal for literal in broken if (shown >> abs(literal) & 1) != (literal > 0)]
            return [broken, *([literal] for literal in held)] if broken else None

        with self._set(solve_limit=str(_MORE)):
            core, _ = self._solve(assumptions, better)
        return Answer(shown, core)

    def fewest(self, numbers: Iterable[int], assumptions: Iterable[int]) -> int | None:
        """Give what is shown in an answer set that shows as few of some symbols as any; None if there is none."""
        with self._control.backend() as backend:
            backend.add_minimize(0, [(self._literals[number], 1) for number in numbers])
        shown: int | None = None

        def better(model: clingo.Model) -> list[list[int]]:
            nonlocal shown
            shown = self._read(model)
            return []

        with self._set(solve_limit="umax", opt_mode="opt"):
            self._solve(list(assumptions), better, lasting=True)
        return shown

    def _ask(self, assumptions: Sequence[int], more: _Better, bounded: bool) -> tuple[list[int] | None, bool]:
        """Put a question as :meth:`_solve` does: first a bounded one, as most are easy, and if need be again."""
        found = False

        def take(model: clingo.Model) -> Sequence[Sequence[int]] | None:
            nonlocal found
            found = True
            return more(model)

        core, exhausted = self._solve(assumptions, take)
        if bounded or found or core is not None:
            return core, exhausted
        with self._set(solve_limit="umax"):
            return self._solve(assumptions, more, lasting=True)

    def _solve(self, assumptions: Sequence[int], more: _Better, lasting: bool = False) -> tuple[list[int] | None, bool]:
        """Let the solver look for models; if it may last in a thread of its own, so that Ctrl-C acts at once.

        ``more`` takes each model and gives the clauses that a better one is to fulfil, or None to end the search.
        Gives the assumptions that admit no model, if that is so, and whether there is no better model.
        """
        literals = [self._literals[literal] for literal in assumptions]
        self._check()
        with self._control.solve(assumptions=literals, yield_=True, async_=lasting and THREADS) as handle:
            while True:
                self.work += self.cost
                if lasting:
                    wait(handle, self._check)
                model = handle.model()
                if model is None:
                    break
                clauses = more(model)
                if clauses is None:
                    return None, False
                context = model.context
                for clause in clauses:
                    context.add_clause([self._literals[literal] for literal in clause])
                handle.resume()
            result = handle.get()
            core = set(handle.core()) if result.unsatisfiable else None
        if core is None:
            return None, bool(result.exhausted)
        return [ours for ours, literal in zip(assumptions, literals, strict=True) if literal in core], True

    @contextmanager
    def _set(self, **settings: str) -> Iterator[None]:
        """Let questions be put with some settings of the solver."""
        before = {name: getattr(self._configuration, name) for name in settings}
        try:
            for name, value in settings.items():
                setattr(self._configuration, name, value)
            yield
        finally:
            for name, value in before.items():
                setattr(self._configuration, name, value)

    def _read(self, model: clingo.Model) -> int:
        shown = 0
        for symbol in model.symbols(shown=True):
            shown |= self._bits[symbol]
        return shown

    def _literal(self, backend: clingo.Backend, symbol: Symbol) -> int:
        """Give the literal for a symbol: that of its atom, or a new one that holds under any of its conditions."""
        conditions = self.program.shown[symbol]
        if len(conditions) == 1 and len(conditions[0]) == 1:
            return conditions[0][0]
        atom = backend.add_atom()
        for condition in conditions:
            backend.add_rule([atom], condition)
        return atom


def _in_order(symbols: Iterable[Symbol], key: Callable[[Symbol], Any]) -> list[Symbol]:
    """Sort symbols, first by a key: whether two of them are the same, which takes long, is not asked."""
    alike: dict[Any, list[Symbol]] = defaultdict(list)
    for symbol in symbols:
        alike[key(symbol)].append(symbol)
    return [symbol for _, those in sorted(alike.items()) for symbol in sorted(those)]


def few(ask: Callable[[list[int]], Answer], literals: Iterable[int]) -> list[int]:
    """Give those of some literals of which ``ask`` says that nothing is the case in which one does not hold.

    They are put together, as long as that can be: it is fast where few hold always.
    """
    found: list[int] = []
    doubtful: list[int] = []
    left = [*literals]

    def drop(answer: Answer) -> bool:
        """Keep those that hold in an answer set, too."""
        nonlocal left, doubtful
        if answer.model is not None:
            model = answer.model
            left = [literal for literal in left if (model >> abs(literal) & 1) == (literal > 0)]
            doubtful = [literal for literal in doubtful if (model >> abs(literal) & 1) == (literal > 0)]
        return answer.model is not None

    while left:
        answer = ask([-literal for literal in left])
        if not drop(answer):
            core = {-literal for literal in answer.core or ()} & {*left} or {*left}
            (found if answer.core and len(core) == 1 else doubtful).extend(one for one in left if one in core)
            left = [literal for literal in left if literal not in core]
    while doubtful:
        literal = doubtful.pop()
        answer = ask([-literal])
        if not drop(answer) and answer.core is not None:
            found.append(literal)
    return found


def bits(numbers: Iterable[int]) -> int:
    """Give the set of some numbers.

    >>> bin(bits([1, 3]))
    '0b1010'
    """
    return reduce(or_, map((1).__lshift__, numbers), 0)


def numbers(bits: int) -> Iterator[int]:
    """Give the numbers in a set, in their order.

    >>> list(numbers(0b1010))
    [1, 3]
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def watched(run: Run, items: Callable[[Callable[[], None]], Iterator[T]]) -> Generator[T, None, None]:
    """Give the items of an iterator as a run finds them.

    It is made with the function that its oracles are to call: one that raises
    an error when a limit is reached, or when no more items are wanted.
    """
    wanted = True

    def check() -> None:
        if not wanted:
            raise LimitError("no more is wanted", "cancel")
        run.limits.check()

    def stop() -> None:
        nonlocal wanted
        wanted = False

    return run.stream(lambda: items(check), stop)

"""Questions of the plain program: has a board other solutions, and which clues does it need?"""

from collections.abc import Callable, Collection, Iterable, Sequence
from random import Random
from typing import NamedTuple

from clingo import Symbol

from ..program.source import Log
from ..solve.control import add_facts, make_control, wait
from ..solve.problem import Problem
from ..solve.run import THREADS

# After how many conflicts a question is given up, one of many about clues, and a change of a board or a search for
# what it leaves open.
_CONFLICTS = 20_000
_FEW = 3_000
CHANGE = 200

Check = Callable[[], None]


def solutions(problem: Problem, facts: Iterable[Symbol], number: int, check: Check) -> list[frozenset[Symbol]] | None:
    """Give some solutions of a board, no more than ``number``; None if that takes long."""
    log = Log()
    options = [str(number), "--project=show", "--trans-ext=no", f"--solve-limit={_CONFLICTS}", "--seed=1"]
    control = make_control(options, problem, log, problem.program.base)
    with log.raising("No board was made."):
        add_facts(control, "base", facts)
        control.ground([("base", [])])
    found: list[frozenset[Symbol]] = []
    with control.solve(yield_=True, async_=THREADS) as handle:
        wait(handle, check)
        while (model := handle.model()) is not None:
            found.append(frozenset(model.symbols(shown=True)))
            handle.resume()
            wait(handle, check)
        result = handle.get()
    return found if result.exhausted or len(found) == number else None


class Differing(NamedTuple):
    """The shown atoms in which some solutions of a board differ, and others that might."""

    found: list[Symbol]
    doubted: list[Symbol]


class Solver:
    """The plain program over some facts, others of which may be left out: one grounding with a switch for each."""

    def __init__(
        self, problem: Problem, facts: Iterable[Symbol], free: Iterable[Symbol], check: Check, limit: int = CHANGE
    ) -> None:
        self._check = check
        log = Log()
        options = ["0", "--enum-mode=record", "--trans-ext=no", f"--solve-limit={limit}", "--seed=1"]
        # A search tries first what the one before came to, however few levels it had.
        options.append("--save-progress=1")
        control = self._control = make_control(options, problem, log, problem.program.base)
        with log.raising("No board was made."):
            add_facts(control, "base", facts)
            control.add("base", [], "".join(f"{{{fact}}}." for fact in free))
            control.ground([("base", [])])
        atoms = control.symbolic_atoms
        self._literals = {fact: atom.literal for fact in free if (atom := atoms[fact])}
        self._shown = {
            atom.symbol: atom.literal
            for one in sorted(problem.program.shown)
            for atom in atoms.by_signature(*one)
            if not atom.is_fact
        }
        # What the question before was about: another solution than the one that was known.
        self._asked: int | None = None

    def differing(self, board: Iterable[Symbol], known: Iterable[Symbol], most: float) -> Differing:
        """Give the shown atoms in which solutions of a board differ, one of which is known, as soon as there are more
        than ``most``.

        Each solution that is found differs from the known one where none did.  Where a search from nowhere finds none,
        one begins at the known solution, near which others may lie.
        """
        there = {self._literals[fact] for fact in board if fact in self._literals}
        held = [literal if literal in there else -literal for literal in self._literals.values()]
        true = {self._shown[atom] for atom in known if atom in self._shown}
        as_known = [literal if literal in true else -literal for literal in self._shown.values()]
        with self._control.backend() as backend:
            if self._asked:
                backend.add_rule([], [self._asked])
            self._asked = backend.add_atom()
            backend.add_rule([self._asked], choice=True)
            backend.add_rule([], [self._asked, *as_known])
        found = self._others([self._asked, *held], true, most)
        if not found.found and found.doubted:
            self._control.solve(assumptions=[*held, *as_known])
            found = self._others([self._asked, *held], true, most)
        return found

    def _others(self, assumptions: list[int], true: set[int], most: float) -> Differing:
        """Give in which shown atoms solutions under assumptions differ from one of which these literals are true."""
        same, exhausted = {*self._shown.values()}, False
        with self._control.solve(assumptions=assumptions, yield_=True, async_=THREADS) as handle:
            wait(handle, self._check)
            while len(self._shown) - len(same) <= most and (model := handle.model()) is not None:
                same -= true ^ {self._shown[atom] for atom in model.symbols(shown=True) if atom in self._shown}
                model.context.add_clause([-literal if literal in true else literal for literal in same])
                handle.resume()
                wait(handle, self._check)
            else:
                exhausted = bool(handle.get().exhausted)
        atoms: tuple[list[Symbol], list[Symbol]] = [], []
        for atom, literal in self._shown.items():
            atoms[literal in same].append(atom)
        return Differing(atoms[0], [] if exhausted else atoms[1])


class Clues(Solver):
    """A board with its only solution, of whose facts some may be left out: one grounding with a switch for each."""

    def __init__(
        self, problem: Problem, facts: Iterable[Symbol], removable: Sequence[Symbol], solution: frozenset[Symbol],
        check: Check,
    ) -> None:  # fmt: skip
        left = set(removable)
        super().__init__(problem, [fact for fact in facts if fact not in left], removable, check, _FEW)
        self._facts = {literal: fact for fact, literal in self._literals.items()}
        with self._control.backend() as backend:
            # Another solution than the known one.
            backend.add_rule([], [literal if atom in solution else -literal for atom, literal in self._shown.items()])

    def core(self, kept: Iterable[Symbol]) -> set[Symbol] | None:
        """Give those of some clues that a proof used that there is one solution only; None if that was not proved."""
        there = set(kept)
        needed = [literal for fact, literal in self._literals.items() if fact in there]
        others = [-literal for fact, literal in self._literals.items() if fact not in there]
        with self._control.solve(assumptions=[*others, *needed], yield_=True, async_=THREADS) as handle:
            wait(handle, self._check)
            if handle.model() is not None or not handle.get().unsatisfiable:
                return None
            return {self._facts[literal] for literal in handle.core() if literal in self._facts}

    def minimal(
        self, orbits: list[list[Symbol]], late: Collection[Symbol], random: Random, least: int
    ) -> set[Symbol] | None:
        """Leave out orbits in random order, late ones last, as long as the solution stays the only one, until at most
        ``least`` clues are left; None if it is not proved to be the only one with all of them."""
        kept = {fact for orbit in orbits for fact in orbit}
        if self.core(kept) is None:
            return None
        order = orbits[:]
        random.shuffle(order)
        order.sort(key=lambda orbit: orbit[0] in late)
        for orbit in order:
            if len(kept) <= least:
                break
            if orbit[0] not in kept:
                continue
            core = self.core(kept.difference(orbit))
            if core is None:
                continue
            kept.difference_update(orbit)
            # What the proof did not use is not needed either: whole orbits at once.
            unused = [
                other
                for other in order
                if other[0] in kept and core.isdisjoint(other) and (orbit[0] in late or other[0] not in late)
            ]
            for other in unused:
                if len(kept) - len(other) < least:
                    break
                kept.difference_update(other)
        return kept


class ClueByClue(Clues):
    """The same for programs whose rules prune by the inputs while grounding: a grounding for each question."""

    def __init__(
        self, problem: Problem, facts: Iterable[Symbol], removable: Sequence[Symbol], solution: frozenset[Symbol],
        check: Check,
    ) -> None:  # fmt: skip
        self._check = check
        self._problem = problem
        self._solution = solution
        self._needed = frozenset(facts).difference(removable)

    def core(self, kept: Iterable[Symbol]) -> set[Symbol] | None:
        """Give some clues if there is one solution only with them; None if that was not proved."""
        there = set(kept)
        found = solutions(self._problem, sorted(self._needed | there), 2, self._check)
        return there if found == [self._solution] else None

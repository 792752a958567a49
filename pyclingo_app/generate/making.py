"""Making boards: drawing, one solution, few clues, a grade, and none that was there before."""

from collections.abc import Collection, Generator, Hashable, Iterable, Iterator
from importlib.metadata import version
from random import Random
from textwrap import TextWrapper

import clingo
from clingo import Function, Number, Symbol, SymbolType

from .. import formats
from ..errors import InstanceError, ProgramError, UsageError
from ..facts.instance import Instance
from ..facts.reader import parse_facts
from ..program import types
from ..program.program import Program
from ..solve.oracle import watched
from ..solve.problem import Problem
from ..solve.run import Run
from ..words import nearest
from .alike import form
from .checker import Check, ClueByClue, Clues, solutions
from .grade import NAMES, grade
from .part import SYMMETRIES, Part
from .places import Places
from .repair import repair
from .sampler import Drawn, Sampler, board_size
from .tally import Made, Tally, Wanted

# How many boards are drawn for one, and how many of the first may have no answer at all, before it is given up.
_DRAWN, _WITHOUT = 1_000, 20
_LINES = TextWrapper(100, break_long_words=False, break_on_hyphens=False)


def generate(problem: Problem, run: Run, wanted: Wanted) -> Generator[Made | Tally, None, None]:
    """Make boards, beginning with the facts of the problem's instance: give each, and tallies between them.

    Raises UsageError for what cannot be wanted, InstanceError, ProgramError, and LimitError.
    """
    check_wanted(problem, wanted)
    return watched(run, lambda check: _Maker(problem, run, wanted, check).make())


def check_wanted(problem: Problem, wanted: Wanted) -> None:
    """Raise UsageError for boards that cannot be wanted."""
    program, part = problem.program, Part(problem.program)
    if wanted.number < 1:
        raise UsageError(f"cannot make {wanted.number} boards", "Ask for one at least.")
    if wanted.difficulty is not None and wanted.difficulty not in NAMES:
        raise UsageError(
            f"there is no grade {wanted.difficulty}",
            nearest(wanted.difficulty, NAMES) + f"Grades: {', '.join(NAMES)}.",
        )
    if wanted.symmetry is not None and wanted.symmetry not in SYMMETRIES:
        raise UsageError(f"there is no symmetry {wanted.symmetry}", f"Use one of {', '.join(SYMMETRIES)}.")
    if not part.removable and (wanted.clues is not None or wanted.symmetry not in (None, "none")):
        option = "--symmetry" if wanted.clues is None else "--clues"
        raise UsageError(f"{program.name} has no clues that could be left out, as {option} asks", "Leave it out.")
    if wanted.clues is not None and wanted.clues < 0:
        raise UsageError(f"a board cannot have {wanted.clues} clues", "Ask for 0 at least.")
    given = _given_size(problem)
    if wanted.size and given and given != wanted.size:
        asked, there = ("x".join(map(str, size)) for size in (wanted.size, given))
        raise UsageError(f"the board begun has the size {there}, not {asked}", "Leave out --size.")
    facts = _beginning(problem, wanted, part)
    for _, text in types.faults(program.types, facts, problem.settings):
        if problem.instance is None:
            raise UsageError(text, "Ask for another size.")
        raise InstanceError(f"{problem.instance.name}: {text}", "Correct the board, or ask for another size.")


def _given_size(problem: Problem) -> tuple[int, int] | None:
    sizes = [fact for fact in problem.facts if fact.match("size", 2)]
    numbers = sizes and all(argument.type == SymbolType.Number for argument in sizes[0].arguments)
    return board_size(sizes) if numbers else None


def _beginning(problem: Problem, wanted: Wanted, part: Part) -> tuple[Symbol, ...]:
    """Give the facts that a board begins with: those that are given, and its size."""
    if any(fact.match("size", 2) for fact in problem.facts):
        return problem.facts
    size = wanted.size or part.size
    return (Function("size", [Number(size[0]), Number(size[1])]), *problem.facts)


class _Maker:
    """Makes the boards that are wanted."""

    def __init__(self, problem: Problem, run: Run, wanted: Wanted, check: Check) -> None:
        # What a board that was begun sets holds for those that are made of it.
        self.problem = problem._replace(asked=problem.constants)
        self.run = run
        self.wanted = wanted
        self.check = check
        self.part = Part(problem.program)
        self.facts = _beginning(problem, wanted, self.part)
        self.size = board_size(self.facts)
        self.places = Places(problem.program, *self.size)
        self.tally = Tally(wanted=wanted.number)
        self.forms: set[Hashable] = set()
        # The board that was solved last, and its solutions.
        self.solved: tuple[frozenset[Symbol], list[frozenset[Symbol]] | None] | None = None

    def make(self) -> Iterator[Made | Tally]:
        """Make the boards one after another; end early when one cannot be had."""
        while self.tally.made < self.wanted.number:
            found: Made | None = None
            for attempt in range(_DRAWN):
                self._count("drawn")
                # Each board is drawn from numbers of its own: it does not depend on those before.
                random = Random(f"{self.wanted.seed} {self.tally.made} {attempt}")
                found = self._attempt(random)
                yield self.tally
                if found or (attempt + 1 == _WITHOUT and self.tally.failed == self.tally.drawn):
                    break
            if found is None:
                break
            self._count("made")
            yield found
        yield self.tally._replace(finished=True)

    def _count(self, what: str) -> None:
        self.tally = self.tally._replace(**{what: getattr(self.tally, what) + 1})

    def _attempt(self, random: Random) -> Made | None:
        """Draw a board and make it what is wanted; None if it cannot be."""
        sampler = Sampler(self.problem, self.part, self.facts, self.places, random, self.check)
        drawn = sampler.draw()
        if drawn is None:
            self._count("failed")
            return None
        drawn = repair(self.problem, self.part, sampler, drawn, self.places, random, self.check)
        if drawn is None:
            self._count("ambiguous")
            return None
        found = (drawn.facts, self._grade(drawn.facts)) if not drawn.removable else self._thin(drawn, random)
        if found is None:
            return None
        facts, name = found
        if not self._held(facts):
            self._count("full")
            return None
        if self.wanted.difficulty not in (None, name):
            self._grades(name or "harder")
            return None
        if self.wanted.number > 1 and self._alike(facts, drawn.solution):
            self._count("alike")
            return None
        if self.wanted.graded and name is None:
            name = self._rated(facts)
        made = self._written(facts, name)
        if made is None:
            self._count("failed")
        elif name:
            self._grades(name)
        return made

    def _problem(self, facts: tuple[Symbol, ...]) -> Problem:
        return self.problem._replace(instance=Instance("", facts))

    def _held(self, facts: tuple[Symbol, ...]) -> bool:
        """Whether the format that is wanted, if any, holds a board."""
        try:
            if self.wanted.form:
                formats.convert(self._problem(facts), self.wanted.form)
        except InstanceError:
            return False
        return True

    def _alike(self, facts: tuple[Symbol, ...], solution: Collection[Symbol]) -> bool:
        """Whether a board was there before, but for rotation, reflection and names."""
        shape = form(self._problem(facts), solution)
        known = shape in self.forms
        self.forms.add(shape)
        return known

    def _grades(self, name: str) -> None:
        grades = {**self.tally.grades, name: self.tally.grades.get(name, 0) + 1}
        self.tally = self.tally._replace(grades=grades)

    def _grade(self, facts: tuple[Symbol, ...]) -> str | None:
        """Give the grade of a board where one is wanted; None where none is, and for one that is harder."""
        return self._rated(facts) if self.wanted.difficulty else None

    def _rated(self, facts: tuple[Symbol, ...]) -> str | None:
        return grade(self._problem(facts), self.run.limits, self.wanted.difficulty or NAMES[-1])

    def _thin(self, drawn: Drawn, random: Random) -> tuple[tuple[Symbol, ...], str | None] | None:
        """Leave out clues, as many as can be, or as make the board as hard as it is wanted; give it and its grade."""
        wanted = self.wanted
        orbits = self.places.orbits(drawn.removable, wanted.symmetry or self.part.symmetry)
        # Proofs use what is asked first: in the order of the facts no clues would be left at the bottom.
        shuffled = random.sample(drawn.removable, len(drawn.removable))
        shuffled.sort(key=lambda fact: fact not in drawn.late)

        def least(ask: type[Clues]) -> set[Symbol] | None:
            clues = ask(self.problem, drawn.facts, shuffled, drawn.solution, self.check)
            return clues.minimal(orbits, drawn.late, random, wanted.clues or 0)

        def board(back: int) -> tuple[Symbol, ...]:
            """The board with some of the clues put back."""
            there = (kept or set()).union(*left[:back])
            return tuple(fact for fact in drawn.facts if fact not in removable or fact in there)

        left: list[list[Symbol]] = []
        removable = set(drawn.removable)
        kept = least(ClueByClue if self.part.apart else Clues)
        if kept is not None and self._solutions(board(0)) not in (None, [drawn.solution]):
            # The solution itself needs some of what was left out: whatever is left out, the board is solved anew.
            kept = least(ClueByClue)
        if kept is None:
            self._count("ambiguous")
            return None
        if wanted.clues is not None and len(kept) > wanted.clues:
            self._count("full")
            return None
        left = [orbit for orbit in orbits if orbit[0] not in kept]
        random.shuffle(left)
        left.sort(key=lambda orbit: orbit[0] not in drawn.late)
        name = self._grade(board(0))
        if name or wanted.difficulty is None or wanted.clues is not None:
            return board(0), name
        # With all clues it is easiest: the fewest put back that make it as easy as is wanted.
        low, high = 0, len(left)
        best = self._grade(board(high))
        while best and high - low > 1:
            middle = (low + high) // 2
            if other := self._grade(board(middle)):
                high, best = middle, other
            else:
                low = middle
        return board(high), best

    def _solutions(self, facts: Iterable[Symbol]) -> list[frozenset[Symbol]] | None:
        """Give the solutions of a board by the plain program, two at most; None if that takes long."""
        board = frozenset(facts)
        if self.solved is None or self.solved[0] != board:
            self.solved = board, solutions(self.problem, sorted(board), 2, self.check)
        return self.solved[1]

    def _written(self, facts: tuple[Symbol, ...], name: str | None) -> Made | None:
        """Write a board as a file of facts, read it strictly again, and solve it with the plain program; None if that
        takes it too long, or if what is drawn does not go with a board that was begun.

        Raises ProgramError where another board has not one solution: then the part is at fault.
        """
        number, program = self.tally.made + 1, self.problem.program
        text = f"{heading(self.problem, self.size, self.wanted, number, name)}\n{_body(program, facts)}"
        constants = tuple(self.problem.asked.items())
        name_of = f"{program.name}-{number}"
        instance = Instance(name_of, parse_facts(text, "a new board", program.declared), constants, text=text)
        fault = next(types.faults(program.types, instance.facts, self.problem.settings), None)
        found = self._solutions(instance.facts) if fault is None else None
        if fault is None and found is None:
            return None
        if fault or len(found or ()) != 1:
            if len(self.facts) > 1:  # more than its size is given
                return None
            what = fault[1] if fault else "has not exactly one solution"
            raise ProgramError(f"a board that the part generate of {program.name} made is faulty: {what}", text)
        return Made(instance, number, name)


def heading(problem: Problem, size: tuple[int, int], wanted: Wanted, number: int, name: str | None) -> str:
    """Give the first line of a board: what it is, and what made it."""
    constants = "".join(f" -c {key}={value}" for key, value in problem.asked.items())
    by = f"puzzasp {version('puzzasp')} (clingo {clingo.__version__})"
    which = f"seed {wanted.seed}" + (f", board {number}" if wanted.number > 1 else "")
    told = f" Grade: {name}." if name else ""
    return (
        f"% {problem.program.title} {size[0]}x{size[1]}, 1 solution{' with' if constants else ''}{constants}. "
        f"Made by {by}, {which}.{told}"
    )


def _body(program: Program, facts: tuple[Symbol, ...]) -> str:
    """Write facts, those of one kind together, in the order of the table of inputs."""
    order = {entry.name: k for k, entry in enumerate(program.table("Input"))}
    groups: dict[str, list[str]] = {}
    for fact in sorted(facts, key=lambda fact: (order.get(fact.name, len(order)), fact)):
        groups.setdefault(fact.name, []).append(f"{fact}.")
    return "".join(f"{line}\n" for group in groups.values() for line in _LINES.wrap(" ".join(group)))

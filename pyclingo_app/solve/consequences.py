"""What all solutions have in common, and where two of them differ."""

import time
from collections.abc import Generator, Iterator
from typing import NamedTuple

from clingo import Symbol

from ..draw.board import Board, Cell, Place, place_of
from ..program.program import Program
from .oracle import Oracle, numbers, watched
from .paper import Paper, Places, pointing
from .problem import Problem
from .run import Run
from .search import Solution

# What is decided is told again and again, after so many seconds.
_NEWS = 0.25


class Consequences(NamedTuple):
    """What all solutions have in common.

    satisfiable  whether there is a solution
    present      the atoms that are in all solutions
    absent       the possible atoms that are in none
    open         those that are in some solutions and not in others
    undecided    those of which it is not known, when a limit was reached first
    stopped      the limit: "time", "memory" or "cancel", or None
    board        what is common to all, pointing at the cells that are open or undecided
    warnings     what clingo remarked
    """

    satisfiable: bool
    present: tuple[Symbol, ...] = ()
    absent: tuple[Symbol, ...] = ()
    open: tuple[Symbol, ...] = ()
    undecided: tuple[Symbol, ...] = ()
    stopped: str | None = None
    board: Board | None = None
    warnings: tuple[str, ...] = ()


def forced(problem: Problem, run: Run, draw: bool = True) -> Generator[Consequences, None, None]:
    """Find out what all solutions have in common: give what is decided again and again, at last all.

    Raises InstanceError, ProgramError, and LimitError; what was given before is true.
    """
    return watched(run, lambda check: _decide(Oracle(problem, check=check), draw))


def _decide(oracle: Oracle, draw: bool) -> Iterator[Consequences]:
    warnings = (*oracle.problem.program.warnings, *oracle.warnings)
    model = oracle.model(())
    if model is None:
        yield Consequences(False, warnings=warnings)
        return
    decided = _Decided(oracle, model)
    yield decided.told()._replace(warnings=warnings)
    news = time.monotonic()
    # What is found out easily comes first.
    for literal in oracle.consequences((), decided.literals(), bounded=True, seen=decided.see):
        decided.prove(literal)
        if time.monotonic() > news + _NEWS:
            news = time.monotonic()
            yield decided.told()._replace(warnings=warnings)
    while left := decided.literals():
        yield decided.told()._replace(warnings=warnings)
        other = oracle.model([-left[0]])
        if other is None:
            decided.prove(left[0])
        else:
            decided.see(other)
    told = decided.told()._replace(warnings=warnings)
    # All is told before the picture, which a limit may stop.
    yield told
    if draw:
        yield told._replace(board=_drawn(oracle, told))


class _Decided:
    """What is decided, as sets of numbers: of models what all and what any of them show, and what is proved."""

    def __init__(self, oracle: Oracle, model: int) -> None:
        self.symbols = oracle.symbols
        self.every = sum(1 << number for number in oracle.symbols)
        self.always = self.ever = model
        self.present, self.absent = oracle.facts, 0

    def see(self, model: int) -> None:
        """Take a model."""
        self.always &= model
        self.ever |= model

    def prove(self, literal: int) -> None:
        """Take a literal that holds in all models."""
        if literal > 0:
            self.present |= 1 << literal
        else:
            self.absent |= 1 << -literal

    def literals(self) -> list[int]:
        """The literals that hold in all models seen and are not proved."""
        return [n if self.always >> n & 1 else -n for n in numbers(self._undecided())]

    def _undecided(self) -> int:
        return self.every & ~(self.present | self.absent | self.ever & ~self.always)

    def told(self) -> Consequences:
        """What is decided, as symbols."""
        sets = (self.present, self.absent, self.ever & ~self.always, self._undecided())
        present, absent, open_, undecided = (tuple(self.symbols[n] for n in numbers(bits)) for bits in sets)
        return Consequences(True, present, absent, open_, undecided)


def draw_consequences(problem: Problem, told: Consequences) -> Board:
    """Draw what is common to all solutions, pointing at the cells that are open or undecided.

    Raises ProgramError when the display part is faulty.
    """
    return _drawn(Oracle(problem), told)


def _drawn(oracle: Oracle, told: Consequences) -> Board:
    paper = Paper(oracle, oracle.symbols.values())
    known = dict.fromkeys(told.present, True) | dict.fromkeys(told.absent, False)
    places = (place_of(paper.cell(atom), atom) for atom in (*told.open, *told.undecided))
    return paper.draw(known, {place: "found" for place in places if place})


class Difference(NamedTuple):
    """Where two solutions differ: the atoms that only one of them holds, and
    their cells, to which the boards of both solutions point."""

    first: tuple[Symbol, ...]
    second: tuple[Symbol, ...]
    cells: tuple[Cell, ...]
    boards: tuple[Board, Board]


def differ(program: Program, first: Solution, second: Solution) -> Difference:
    """Compare two solutions.

    Raises ProgramError when the display part of the program is faulty.
    """
    one, two = set(first.atoms), set(second.atoms)
    mine = tuple(atom for atom in first.atoms if atom not in two)
    others = tuple(atom for atom in second.atoms if atom not in one)
    cells = sorted({cell for cell in map(Places(program), (*mine, *others)) if cell})
    focus: dict[Place, str] = dict.fromkeys(cells, "found")
    return Difference(mine, others, tuple(cells), (pointing(first.board, focus), pointing(second.board, focus)))

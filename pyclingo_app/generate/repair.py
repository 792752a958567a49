"""Making the solution of a drawn board the only one: again and again a small part of the board is drawn anew."""

from math import exp
from random import Random

from clingo import Symbol

from ..solve.problem import Problem
from .checker import Check, solutions
from .places import Places
from .sampler import Drawn, Sampler

# How many solutions of a board are compared, and after how many changes without a better one another board is drawn.
_COMPARED = 10
_PATIENCE = 60
# How far from a difference a change may reach, in cells; drawn at random.
_REACH = (1, 1, 2, 2, 3)
# How much worse than before a change may be, at first and from one change to the next.
_HEAT, _COOLING = 1.0, 0.995


def repair(problem: Problem, sampler: Sampler, drawn: Drawn, places: Places, random: Random, check: Check
           ) -> Drawn | None:  # fmt: skip
    """Change a board until it has one solution; None if that does not come about."""
    differing = _differing(problem, drawn, check)
    if not differing:
        return drawn if differing is not None else None
    sampler.loosen()
    best, since, heat = len(differing), 0, _HEAT
    while since < _PATIENCE:
        since += 1
        cells = sorted({cell for atom in differing if (cell := places.cell(atom))})
        if not cells:
            return None
        other = sampler.vary(drawn, random.choice(cells), random.choice(_REACH))
        if other is None or other.facts == drawn.facts:
            continue
        rest = _differing(problem, other, check)
        if rest is None:
            continue
        if not rest:
            return other
        if len(rest) <= len(differing) or random.random() < exp((len(differing) - len(rest)) / heat):
            drawn, differing = other, rest
            if len(rest) < best:
                best, since = len(rest), 0
        heat *= _COOLING
    return None


def _differing(problem: Problem, drawn: Drawn, check: Check) -> frozenset[Symbol] | None:
    """Give the atoms in which some solutions of a board differ; None if finding them takes long."""
    found = solutions(problem, drawn.facts, _COMPARED, check)
    if not found:
        return None
    return frozenset.union(*found) - frozenset.intersection(*found)

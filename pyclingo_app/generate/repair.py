"""Making the solution of a drawn board the only one: again and again a small part of the board is drawn anew."""

from math import inf, log
from random import Random

from ..solve.problem import Problem
from .checker import Check, Differing, Solver
from .part import Part
from .places import Places
from .sampler import Drawn, Sampler

# After how many changes without a better one another board is drawn: half as many as it has cells, at least so many.
_PATIENCE = 60
# How far from a difference a change may reach, in cells; drawn at random.
_REACH = (1, 1, 2, 2, 3)
# How much worse than before a change may be, at first and from one change to the next.
_HEAT, _COOLING = 1.0, 0.995


def repair(
    problem: Problem, part: Part, sampler: Sampler, drawn: Drawn, places: Places, random: Random, check: Check
) -> Drawn | None:  # fmt: skip
    """Change a board until it has one solution; None if that does not come about."""

    def ask(board: Drawn, most: float) -> Differing:
        solver = many or Solver(problem, board.facts, (), check)
        return solver.differing(board.facts, board.solution, most)

    many: Solver | None = None
    differing = ask(drawn, inf)
    if not any(differing):
        return drawn
    if not part.pruned:
        many = Solver(problem, *sampler.facts(), check)
    sampler.loosen()
    best = now = sum(map(len, differing))
    patience, since, heat = max(_PATIENCE, places.size[0] * places.size[1] // 2), 0, _HEAT
    while since < patience:
        since += 1
        cells = sorted({cell for atom in differing.found or differing.doubted if (cell := places.cell(atom))})
        if not cells:
            return None
        other = sampler.vary(drawn, random.choice(cells), random.choice(_REACH))
        if other is None or other.facts == drawn.facts:
            continue
        # How many differences are few enough is drawn before they are counted.
        enough = now - heat * log(1 - random.random())
        rest = ask(other, enough)
        if not any(rest):
            return other
        size = sum(map(len, rest))
        if size <= enough:
            drawn, differing, now = other, rest, size
            if size < best:
                best, since = size, 0
        heat *= _COOLING
    return None

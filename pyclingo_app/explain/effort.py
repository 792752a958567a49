"""Every limit of how far explanations look, in one place: all count work, so that a path is the same on each machine."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """How far a player looks.

    few         from how many known marks at most the same is seen elsewhere at once
    rounds      of arguments, rung by rung: in each of them every sentence takes what those before gave
    together    how many counts are added on one side of a sum
    lines       how many lines are an argument that people follow
    splits      how often an argument may come to two cases
    cases       for how many of the nearest marks two cases are looked for
    tried       for how many of the likeliest of them
    conflicts   in how many conflicts it is to be found out whether sentences force a mark, and in how many if none is
                forced so: what takes more is hardly ever said by sentences that people follow
    proof       how much work it may take to prove that reasons are smallest, on a whole path: a step takes at most half
                of what is left
    work        how much work the search for cases may take on a whole path before a reason is told that takes a search
    """

    few: int = 4
    rounds: tuple[int, ...] = (2, 4, 8)
    together: int = 3
    lines: int = 12
    splits: int = 2
    cases: int = 60
    tried: int = 12
    conflicts: tuple[int, ...] = (200, 2_000)
    proof: int = 17_500_000
    work: int = 26_000_000

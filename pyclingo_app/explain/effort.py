"""Every limit of how far explanations look, in one place: all count work, so that paths are the same everywhere."""

from typing import NamedTuple


class Effort(NamedTuple):
    """How far a player looks.

    few         from how many known marks at most the same is seen elsewhere at once, and all that a sentence gives with
                so many
    wide        a sentence about more marks is looked at when nothing else gives more
    rounds      of arguments, rung by rung: in each of them every sentence takes what those before gave
    together    how many counts are added on one side of a sum
    covers      how many ways of covering what they need by others are tried
    ways        of how many ways from the start a sentence is seen at a look
    lines       how many lines are an argument that people follow
    splits      how often an argument may come to two cases
    tried       how many short reasons are compared, until one of them can be argued
    work        how much work it may take to look for cases by the sentences of one reason
    conflicts   in how many conflicts it is to be found out whether sentences force a mark, and if none is forced so
                which sentences near its cell force the first: what takes more is hardly ever said by sentences that
                people follow
    contradiction
                how much work it may take to find a way to a contradiction, where no short argument shows it: what takes
                more is told by its sentences alone
    proof       how much work it may take to prove that reasons are smallest, on a whole path: a step takes at most half
                of what is left
    """

    few: int = 4
    wide: int = 80
    rounds: tuple[int, ...] = (2, 4, 8, 24)
    together: int = 2
    covers: int = 1_000
    ways: int = 24
    lines: int = 12
    splits: int = 2
    tried: int = 12
    work: int = 2_000_000
    conflicts: tuple[int, ...] = (200, 2_000)
    contradiction: int = 10_000_000
    proof: int = 17_500_000


# What is usual.
PLAYER = Effort()

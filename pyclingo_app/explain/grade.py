"""How hard a path is: what each step takes a player to see, and a grade by the hardest."""

from collections.abc import Collection, Sequence

from .terms import Inference, Rating, Step

# Grades by the effort of the hardest step; beyond the last one, and where a step takes a search, a path is "extreme".
GRADES = ((1, "easy"), (3, "medium"), (6, "hard"), (15, "very hard"))
# What it takes to see two cases, and of how many marks a wall is seen as fast as a line is read.
_CASES, _WALL = 3, 6
# What it takes to look at all ways that are left.
_HIDDEN = 2


def rate(steps: Collection[Step], marks: int) -> Rating:
    """Rate a path to so many marks: easy when each step takes one line, medium up
    to three, hard up to six, very hard up to fifteen, else extreme."""
    reasons = [reason for step in steps for reason in step.reasons]
    sizes = [len(reason.sentences) for reason in reasons]
    efforts = [effort(reason) for reason in reasons]
    hardest = max(efforts, default=0)
    searched = sum(not reason.argued for reason in reasons)
    grade = "extreme" if searched else next((name for limit, name in GRADES if hardest <= limit), "extreme")
    return Rating(
        len(steps),
        max(sizes, default=0),
        round(sum(sizes) / len(sizes) if sizes else 0.0, 2),
        grade,
        sum(not mark.pencil for step in steps for mark in step.found) == marks,
        all(reason.proved for reason in reasons),
        unargued=searched,
        effort=sum(efforts) - len(efforts),
    )


def effort(step: Step) -> int:
    """How much a player does for a step: the lines of its argument, more of them for two cases and for long walls.

    Of several reasons it is the hardest's.
    """
    return max(_effort(reason.argument) for reason in step.reasons)


def _effort(argument: Sequence[Inference]) -> int:
    """The lines of an argument: two marks that contradict each other in a sentence about two cells are seen with the
    line above it; where counts leave no choice it is how many they are."""
    found = -1 if len(argument) > 1 and _clash(argument[-1]) else 0
    for line in argument:
        found += _counted(line) if line.quantity and len(line.sentences) > 1 else len(line.sentences)
        found += _length(line) + line.hidden * _HIDDEN
        if line.cases:
            found += _CASES + sum(_effort(case.argument) for case in line.cases)
    return found


def _counted(line: Inference) -> int:
    """The counts that leave no choice, but for limits about two cells: they are seen with the others."""
    assert line.quantity
    return len(line.quantity.need) + sum(
        any(len(one.cells) != 2 for one in share.sentences) for share in line.quantity.allow
    )


def _length(line: Inference) -> int:
    """What a wall takes besides a line, for every so many of its marks."""
    return len(line.wall.wall) // _WALL if line.wall else 0


def _clash(line: Inference) -> bool:
    """Whether a line says of two marks that they contradict each other, by a sentence about two cells."""
    return len(line.used) == 2 and [len(sentence.cells) for sentence in line.sentences] == [2]

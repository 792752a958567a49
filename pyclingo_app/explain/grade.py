"""How hard a path is: what each step takes a player to see, and a grade by the hardest."""

from collections.abc import Collection, Sequence

from .terms import Inference, Quantity, Rating, Step, Wall

# Grades by the effort of the hardest step; beyond the last one, and where a step takes a search, a path is "extreme".
GRADES = ((1, "easy"), (3, "medium"), (6, "hard"), (15, "very hard"))
# What something takes besides the lines that are read: that neither of two cases can be; to look at all ways that are
# left; that counts overlap, as what some need lies only in part within others.
_CASES, _HIDDEN, _OVERLAP = 3, 2, 2
# To see who is cut off: what lines join, which are followed to their ends, or a cell that clues help to shut in; an
# area of several cells.
_LINE, _AREA = 1, 3


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
        effort=sum(efforts) - len(efforts) + sum(map(_remembered, reasons)),
    )


def effort(step: Step) -> int:
    """How much a player does for a step: the lines of its argument, and more for cases, for counts that overlap, for
    who is cut off, and for what takes a look at all ways that are left.

    Of several reasons it is the hardest's.
    """
    return max(_effort(reason.argument) for reason in step.reasons)


def _effort(argument: Sequence[Inference]) -> int:
    """The lines of an argument: two marks that contradict each other in a sentence about two cells are seen with the
    line above it; where counts leave no choice it is how many they are."""
    found = -1 if len(argument) > 1 and _clash(argument[-1]) else 0
    for line in argument:
        found += _counted(line.quantity) if line.quantity.added else len(line.sentences)
        found += (_cut(line.wall) if line.wall else 0) + line.hidden * _HIDDEN
        if line.cases:
            found += _CASES + sum(_effort(case.argument) for case in line.cases)
    return found


def _counted(quantity: Quantity) -> int:
    """The counts that leave no choice, but for limits about two cells: they are seen with the others."""
    pairs = [all(len(one.cells) == 2 for one in share.sentences) for share in quantity.allow]
    counts = len(quantity.need) + pairs.count(False)
    return counts if counts == 1 or quantity.inside else counts + _OVERLAP


def _cut(wall: Wall) -> int:
    """What it takes to see who is cut off: nothing where it is one cell and the wall are its neighbours, which are two
    at least."""
    inside = len(wall.cells or wall.apart)
    if not inside or any(mark.place != mark.cell and not mark.present for mark in wall.wall):
        return _LINE
    if inside > 1:
        return _AREA
    return 0 if len(wall.wall) > 1 else _LINE


def _clash(line: Inference) -> bool:
    """Whether a line says of two marks that they contradict each other, by a sentence about two cells."""
    return len(line.used) == 2 and [len(sentence.cells) for sentence in line.sentences] == [2]


def _remembered(reason: Step) -> int:
    """How many marks but one a player has to remember: of what is not there what nothing on the board rules out."""
    return max(0, sum(not mark.present and mark.by is None for mark in reason.earlier) - 1)

"""What a setter asks while a board is made: what can be put on it, how it looks, and what follows from it so far."""

from collections.abc import Iterable, Iterator
from random import Random

from clingo import Symbol

from ..errors import UsageError
from ..generate.checker import ClueByClue, Clues, solutions
from ..generate.places import Places as Symmetry
from ..generate.sampler import board_size
from ..generate.tally import Made
from ..puzzle import new_seed
from ..solve.drawing import draw_begun
from ..solve.paper import Places
from .clues import find_clues, removable
from .events import Event, Request, picture
from .session import Session, text_of


def setting(session: Session, request: Request) -> Iterator[Event]:
    """What can be put on a board."""
    puzzle = session.puzzle(request)
    yield {"event": "setting", **find_clues(puzzle, session.instance(puzzle, request))}


def sketch(session: Session, request: Request) -> Iterator[Event]:
    """The board as it is while it is made, whatever is still wrong with it."""
    puzzle = session.puzzle(request)
    yield {"event": "drawn", **picture(draw_begun(puzzle.problem(session.instance(puzzle, request))))}


def state(session: Session, request: Request) -> Iterator[Event]:
    """How many solutions a board has, 2 for several; then what they have in common, with the number of open cells."""
    puzzle = session.puzzle(request)
    instance = session.instance(puzzle, request)
    count = sum(1 for _ in puzzle.solve(instance, models=2))
    yield {"event": "counted", "count": count}
    if count:
        result = puzzle.forced(instance)
        cells = set(map(Places(puzzle.program), (*result.open, *result.undecided)))
        plain = draw_begun(puzzle.problem(instance))
        yield {"event": "forced", "open": len(cells), "stopped": result.stopped, **picture(result.board, plain)}


def fewer(session: Session, request: Request) -> Iterator[Event]:
    """The same board with as few of its clues as its only solution needs."""
    puzzle = session.puzzle(request)
    instance = session.instance(puzzle, request)
    problem, facts, check = (
        puzzle.problem(instance),
        instance.facts if instance else (),
        puzzle.run.limits.check if puzzle.run else lambda: None,
    )
    found = solutions(problem, facts, 2, check)
    if not found or len(found) > 1:
        raise UsageError("clues can be left out of a board with exactly one solution", "This one has none, or several.")
    free = [fact for fact in facts if fact.name in removable(puzzle.program)]
    symmetry = Symmetry(puzzle.program, *board_size(facts)) if any(f.match("size", 2) for f in facts) else None
    orbits = symmetry.orbits(free, text_of(request, "symmetry") or "none") if symmetry else [[fact] for fact in free]
    kept: set[Symbol] | None = None
    for way in (Clues, ClueByClue):  # where rules look at clues while they are grounded, each board is solved anew
        kept = way(problem, facts, free, found[0], check).minimal(orbits, (), Random(new_seed()), 0)
        left = [fact for fact in facts if fact not in free or fact in (kept or ())]
        if kept is not None and solutions(problem, left, 2, check) == found:
            yield {"event": "made", "facts": _text(left)}
            return
    raise UsageError("this took too long", "Take clues away by hand: it is said at once whether one was needed.")


def fill(session: Session, request: Request) -> Iterator[Event]:
    """The same board with more clues, so that it has exactly one solution."""
    puzzle = session.puzzle(request)
    instance = session.instance(puzzle, request)
    symmetry = text_of(request, "symmetry") or None
    for result in puzzle.trials(None, 1, new_seed(), symmetry=symmetry, begun=instance):
        if isinstance(result, Made):
            yield {"event": "made", "facts": _text(result.instance.facts)}
            return
        yield {"event": "progress", "text": f"{result.drawn} tried"}
    raise UsageError("no board was found that goes on from this one", "Take something away, or try once more.")


def _text(facts: Iterable[Symbol]) -> str:
    return "".join(f"{fact}.\n" for fact in facts)


OPERATIONS = {"setting": setting, "sketch": sketch, "state": state, "fewer": fewer, "fill": fill}

"""What a setter asks while a board is made: what can be put on it, how it looks, and what follows from it so far."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from clingo import Symbol
from clingo.backend import HeuristicType

from ..errors import UsageError
from ..facts.reader import parse_facts
from ..generate.checker import Check, ClueByClue, Clues, solutions
from ..generate.part import Part, makes
from ..generate.places import Places as Symmetry
from ..generate.sampler import board_size
from ..generate.tally import Made, Tally
from ..program.source import Log
from ..puzzle import new_seed
from ..solve.control import add_facts, make_control, wait
from ..solve.drawing import draw_begun
from ..solve.paper import Places
from ..solve.problem import Problem
from ..solve.run import THREADS
from ..words import counted
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
    problem, check = _problem(session, request)
    found = solutions(problem, problem.facts, 2, check)
    if not found or len(found) > 1:
        raise UsageError("clues can be left out of a board with exactly one solution", "This one has none, or several.")
    names = removable(problem.program)
    free = [fact for fact in problem.facts if fact.name in names]
    yield _thinned(problem, problem.facts, free, found[0], request, check)


def fill(session: Session, request: Request) -> Iterator[Event]:
    """The same board with more clues, of those that the request names as possible, so that it has exactly one solution.

    One of its solutions is chosen, and all clues that are true of it; those that are not needed are left out again.
    Where that leads nowhere, as where a board needs more clues to have a solution at all, the board is the beginning
    of a new one, as the program makes them.
    """
    problem, check = _problem(session, request)
    found = solutions(problem, problem.facts, 2, check)
    if found:
        solution = Random(new_seed()).choice(found)
        wanted = parse_facts(text_of(request, "candidates"), "clues", problem.program.declared)
        more = _true(problem, wanted, solution, check)
        whole = (*problem.facts, *more)
        if solutions(problem, whole, 2, check) == [solution]:
            yield _thinned(problem, whole, more, solution, request, check)
            return
    yield from _completed(session, request)


def _completed(session: Session, request: Request) -> Iterator[Event]:
    """The board completed as the program makes new ones."""
    puzzle = session.puzzle(request)
    tally = Tally()
    if makes(puzzle.program):
        begun, symmetry = session.instance(puzzle, request), text_of(request, "symmetry") or "none"
        for result in puzzle.trials(symmetry=symmetry if Part(puzzle.program).removable else None, begun=begun):
            if isinstance(result, Made):
                yield {"event": "made", "facts": _text(result.instance.facts)}
                return
            tally = result
            yield {"event": "progress", "text": f"{counted(tally.drawn, 'board')} drawn"}
    tried = f"; {counted(tally.drawn, 'board')} {'was' if tally.drawn == 1 else 'were'} drawn" if tally.drawn else ""
    raise UsageError(
        f"no clues that were found lead to exactly one solution{tried}", "Change the board a little, or try once more."
    )


def _problem(session: Session, request: Request) -> tuple[Problem, Check]:
    puzzle = session.puzzle(request)
    return puzzle.problem(session.instance(puzzle, request)), puzzle.run.limits.check if puzzle.run else lambda: None


def _true(problem: Problem, wanted: Iterable[Symbol], solution: frozenset[Symbol], check: Check) -> list[Symbol]:
    """Give clues that are true of a solution, as many as are found to go with each other; a place has one value."""
    there = {(fact.name, *fact.arguments[:-1]) for fact in problem.facts}
    free = [fact for fact in wanted if fact not in problem.facts and (fact.name, *fact.arguments[:-1]) not in there]
    places: dict[object, list[str]] = {}
    for fact in free:
        places.setdefault((fact.name, *fact.arguments[:-1]), []).append(str(fact))
    log = Log()
    control = make_control(["1", "--heuristic=Domain", "--trans-ext=no"], problem, log, problem.program.base)
    with log.raising("No clues were found."):
        add_facts(control, "base", problem.facts)
        choices = "".join(f"{{{';'.join(facts)}}}1." for facts in places.values())
        control.add("base", [], f"{choices} :- input_error. #defined input_error/0.")
        control.ground([("base", [])])
    atoms = control.symbolic_atoms
    literals = {fact: atom.literal for fact in free if (atom := atoms[fact])}
    with control.backend() as backend:
        for literal in literals.values():
            backend.add_heuristic(literal, HeuristicType.True_, 1, 1, [])
    shown = [atom for one in sorted(problem.program.shown) for atom in atoms.by_signature(*one) if not atom.is_fact]
    assumed = [(atom.symbol, atom.symbol in solution) for atom in shown]
    with control.solve(assumptions=assumed, yield_=True, async_=THREADS) as handle:
        wait(handle, check)
        model = handle.model()
        return [fact for fact, literal in literals.items() if model.is_true(literal)] if model else []


def _thinned(
    problem: Problem, facts: Sequence[Symbol], free: list[Symbol], solution: frozenset[Symbol], request: Request,
    check: Check,
) -> Event:  # fmt: skip
    """Leave out clues that the only solution of a board does not need."""
    sized = any(fact.match("size", 2) for fact in facts)
    symmetry = text_of(request, "symmetry") or "none"
    orbits = Symmetry(problem.program, *board_size(facts)).orbits(free, symmetry) if sized else [[f] for f in free]
    for way in (Clues, ClueByClue):  # where rules look at clues while they are grounded, each board is solved anew
        kept = way(problem, facts, free, solution, check).minimal(orbits, (), Random(new_seed()), 0)
        left = [fact for fact in facts if fact not in free or fact in (kept or ())]
        if kept is not None and solutions(problem, left, 2, check) == [solution]:
            return {"event": "made", "facts": _text(left)}
    raise UsageError("this took too long", "Take clues away by hand: it is said at once whether one was needed.")


def _text(facts: Iterable[Symbol]) -> str:
    return "".join(f"{fact}.\n" for fact in facts)


OPERATIONS = {"setting": setting, "sketch": sketch, "state": state, "fewer": fewer, "fill": fill}

"""Why not: what is supposed on the board of a player, and why that cannot be."""

from collections.abc import Iterator, Mapping
from itertools import chain

from clingo import Symbol

from ..draw.board import Board, Place, place_of
from ..errors import UsageError
from ..explain.terms import Conflict, Step
from ..program.program import Program
from ..solve.moves import beyond
from ..solve.paper import Paper
from ..write import explanations
from ..write.steps import numbered, step_lines
from .events import Event, Request, known, picture, positive
from .session import Session, answer_of, text_of


def why_not(session: Session, request: Request) -> Iterator[Event]:
    """Why something cannot be on the board, or has to be there, with what is set; or a solution with it."""
    puzzle = session.puzzle(request)
    program = puzzle.program
    given = answer_of({"answer": [text_of(request, "atom")]})
    if len(given) != 1 or (given[0].name, len(given[0].arguments)) not in program.shown:
        raise UsageError("this is no part of an answer", "Choose something on the board.")
    _, paper = session.paper(puzzle, session.instance(puzzle, request))
    named = positive(given[0])
    if request.get("beyond"):
        named = beyond(named, paper.cell.columns(named))
    said = program.say(named, given[0].positive)
    marks = [mark for mark in answer_of(request) if positive(mark) != positive(given[0])]
    texts = {f"On your board: {program.say(positive(mark), mark.positive)}.": mark for mark in marks}
    texts[_supposing(said)] = given[0]
    rules = "".join(_as_rule(mark, text) for text, mark in texts.items())
    asked = session.puzzle(request, [session.write("supposed.lp", rules)])
    instance = session.instance(asked, request)
    plain = paper.draw({})
    for solution in asked.solve(instance):
        text = f"It is possible: here is a solution with {said}."
        yield {"event": "possible", "text": text, **picture(solution.board, plain)}
        return
    explanation = asked.explain(instance, boards=True)
    steps = list(explanation)
    if conflict := explanation.conflict:
        text, lines = _told(program, conflict, steps, texts, said)
        drawing = _reasoned(paper, conflict, texts, given[0])
        yield {"event": "impossible", "text": text, "lines": lines, **picture(drawing, plain)}


def _told(
    program: Program, conflict: Conflict, steps: list[Step], mine: Mapping[str, Symbol], said: str
) -> tuple[str, list[str]]:
    """A conflict in words; what is on the board is said once, and not each time that it is used."""
    sentences = chain(conflict.sentences, *(step.sentences for step in steps))
    told = {sentence.text for sentence in sentences}
    text = f"Suppose {said}."
    if _supposing(said) not in told:
        text = f"Whether {said} or not: what is on your board cannot be completed."
    board = {fact: mark for fact, mark in mine.items() if fact != _supposing(said)}
    known_already = tuple(f"{fact.removesuffix('.')}{sign}" for fact in board for sign in (":", ";"))
    # What one sees on the board is no step.
    ways = [step_lines(step) for step in steps if any(sentence.text not in mine for sentence in step.sentences)]
    ways = [numbered(way, f"{number}. ") for number, way in enumerate(ways, 1)]
    end = explanations.contradiction(conflict)
    ways += [numbered(end, f"{len(ways) + 1}. ") if ways else end]
    lines = [line for way in ways for line in way if not line.strip().startswith(known_already)]
    if used := [program.say(positive(mark), mark.positive) for fact, mark in board.items() if fact in told]:
        lines.insert(0, f"On your board: {'; '.join(used)}.")
    return text, lines


def _supposing(said: str) -> str:
    return f"You suppose {said}."


def _reasoned(paper: Paper, conflict: Conflict, mine: Mapping[str, Symbol], supposed: Symbol) -> Board:
    """The player's board with what is supposed, in red, and what else is a reason; ``mine`` are sentences about it."""
    focus: dict[Place | None, str] = {}
    for sentence in conflict.sentences:
        mark = mine.get(sentence.text)
        places = [place_of(paper.cell(mark), mark)] if mark else sentence.shown
        focus |= dict.fromkeys(places, "fault" if mark is supposed else "reason")
    return paper.draw(known(mine.values()), {place: kind for place, kind in focus.items() if place})


def _as_rule(atom: Symbol, sentence: str) -> str:
    """A rule of the game, with its sentence: that an atom is there, or for a negative one that it is not."""
    return f"% {sentence}\n:- {'not ' if atom.positive else ''}{positive(atom)}.\n\n"

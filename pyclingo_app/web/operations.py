"""What the page can ask for: each operation takes a request, an object, and gives events, objects, as it finds them.

They only join what the puzzle can do with what is said about it elsewhere, and
with pictures.  To add one, write it, and add it to :data:`OPERATIONS`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from clingo import Function, Symbol

from .. import formats
from ..draw.board import Board, Place
from ..draw.svg import render_svg
from ..errors import InstanceError, LimitError, ProgramError, PuzzaspError, UsageError
from ..explain.check import onward
from ..explain.terms import Check, Mark, Step
from ..generate.part import SYMMETRIES, Part, makes
from ..generate.tally import Made, Tally, shortage
from ..jobs.events import drawn
from ..lint import faults, stored_count
from ..program.program import Program
from ..program.types import constant_bounds
from ..puzzle import Puzzle, new_seed
from ..solve.moves import find_moves
from ..words import counted, natural
from ..write import explanations, programs
from ..write.words import told
from .session import Session, answer_of, text_of

Event = dict[str, Any]
Request = Mapping[str, Any]

# How many solutions are drawn; others are counted.
PICTURES = 60


def handle(session: Session, request: Any) -> Iterator[Event]:
    """Answer a request: events, the last one an error if there was one."""
    try:
        if not isinstance(request, dict) or request.get("op") not in OPERATIONS:
            raise UsageError("there is no such operation", f"Operations: {', '.join(OPERATIONS)}.")
        yield from OPERATIONS[request["op"]](session, request)
    except PuzzaspError as error:
        yield error_event(error, _places(error, request) if isinstance(error, ProgramError) else [])


def error_event(error: PuzzaspError, places: Sequence[Event] = ()) -> Event:
    """The event that ends a request with an error; ``places`` are the lines that it speaks of."""
    reason = error.reason if isinstance(error, LimitError) else None
    return {"event": "error", "message": error.message, "hint": error.hint, "reason": reason, "faults": list(places)}


def _places(error: ProgramError, request: Request) -> list[Event]:
    """The lines of the puzzle's own program that an error speaks of."""
    pattern = rf"^(?:.*[/\\])?{re.escape(request['puzzle'])}\.lp:(\d+):(\d+): (.*)$"
    found = re.finditer(pattern, error.message, re.MULTILINE)
    places: list[Event] = [{"line": int(m[1]), "column": int(m[2]), "text": m[3], "severity": "error"} for m in found]
    if len(places) == 1 and error.hint:
        places[0]["text"] += f"\n{error.hint}"
    return places


def _picture(board: Board | None, title: str = "") -> Event:
    """The fields of a board: as a picture, and as data for those who cannot see it."""
    return {"svg": render_svg([board], title), **drawn(board)} if board else {}


def _look(places: Iterable[Place | None]) -> list[list[Any]]:
    return [list(place) for place in dict.fromkeys(places) if place]


def _marks(marks: Iterable[Mark]) -> list[tuple[str, bool]]:
    """What can be set on the board of some marks."""
    return [(str(mark.atom), mark.present) for mark in marks if not mark.pencil]


# Choosing


def catalogue(session: Session, request: Request) -> Iterator[Event]:
    """All puzzles by kind, with their boards."""
    found: list[tuple[str, Event]] = []
    for name in session.library.names():
        try:
            puzzle = session.puzzle({"puzzle": name})
        except ProgramError as error:
            yield {"event": "note", "text": f"{name} cannot be read: {error.message}"}
            continue
        program = puzzle.program
        about: Event = {"name": name, "title": program.title, "summary": program.summary, "also": list(program.also)}
        boards = sorted(puzzle.instances(), key=natural)
        about |= {"boards": boards, "begin": _first(puzzle), "bare": _bare(puzzle), "makes": None}
        if makes(program):
            part = Part(program)
            symmetries = SYMMETRIES if part.removable else ()
            about["makes"] = {"size": part.size, "symmetry": part.symmetry, "symmetries": symmetries}
        found.append((program.kind, about))
    kinds = [{"kind": kind, "puzzles": puzzles} for kind, puzzles in programs.by_kind(found)]
    yield {"event": "catalogue", "kinds": kinds}


def _bare(puzzle: Puzzle) -> bool:
    """Whether the constants of a puzzle make a board without any facts."""
    try:
        return bool(puzzle.program.defaults and puzzle.draw(None).height)
    except InstanceError:
        return False


def _first(puzzle: Puzzle) -> str:
    """The stored board to begin with: small, and with one solution if there is such a one."""
    paths = puzzle.instances()
    names = sorted(paths, key=natural)
    unique = [name for name in names if stored_count(paths[name]) == 1] or names
    return next((name for size in ("6x6", "8x8") for name in unique if name.startswith(size)), (unique or [""])[0])


def pictures(session: Session, request: Request) -> Iterator[Event]:
    """A picture of a board of each puzzle; or of each stored board of the one that is named."""
    name = text_of(request, "puzzle")
    for each in [name] if name else session.library.names():
        try:
            puzzle = session.puzzle({"puzzle": each})
            for board in sorted(puzzle.instances(), key=natural) if name else [_first(puzzle)]:
                drawing = puzzle.draw(puzzle.read(board) if board else None)
                yield {"event": "picture", "puzzle": each, "board": board, "svg": render_svg([drawing], "")}
        except PuzzaspError as error:
            yield {"event": "note", "text": f"{each}: {error.message}"}


def recognise(session: Session, request: Request) -> Iterator[Event]:
    """Which puzzle a text is a board of, as far as it says so itself."""
    text = text_of(request, "text").strip()
    form = formats.recognise(text)
    name = formats.puzzle_of(session.library, text) if form == "url" else None
    yield {"event": "recognised", "form": form, "puzzle": name}


# Rules


def rules(session: Session, request: Request) -> Iterator[Event]:
    """The rules of a puzzle, in words and as a program, and what in it does not keep to the contract."""
    puzzle = session.puzzle({**request, "constants": {}})
    program = puzzle.program
    lines: dict[str, int | None] = {}
    for rule in program.rules:
        if rule.kind != "input" and rule.sentence:
            lines.setdefault(rule.sentence, rule.line if rule.file == program.path else None)
    with open(program.path, encoding="utf-8") as file:
        text = file.read()
    yield {
        "event": "rules",
        "program": text,
        "header": programs.header(program),
        "sentences": [{"text": sentence, "line": line} for sentence, line in lines.items()],
        "constants": [_constant(program, name, value) for name, value in program.defaults.items()],
        "faults": [_fault(fault.place, fault.text) for fault in faults(program)] if request.get("program") else [],
    }


def _constant(program: Program, name: str, value: str) -> Event:
    entry = next((entry for entry in program.table("Input") if entry.name == name), None)
    least, most = (entry and constant_bounds(entry.text)) or (None, None)
    return {"name": name, "value": value, "text": entry.text if entry else "", "least": least, "most": most}


def _fault(place: str, text: str) -> Event:
    where = re.search(r":(\d+)(?::(\d+))?$", place)
    line, column = (int(where[1]), int(where[2] or 1)) if where else (1, 1)
    return {"line": line, "column": column, "text": text, "severity": "warning"}


# Playing


def open_board(session: Session, request: Request) -> Iterator[Event]:
    """The board of a request, and all that a player can put on it."""
    puzzle = session.puzzle(request)
    instance = session.instance(puzzle, request)
    drawing = puzzle.draw(instance)
    yield {
        "event": "board",
        "facts": "".join(f"{fact}.\n" for fact in instance.facts) if instance else "",
        "constants": puzzle.problem(instance).constants,
        **_picture(drawing),
    }
    oracle, paper = session.paper(puzzle, instance)
    found = find_moves(oracle, paper)
    say = puzzle.program.say
    yield {
        "event": "moves",
        "certain": list(map(str, found.given)),
        "moves": [
            {"atom": str(atom), "cell": cell, "side": side, "tool": tool, "text": say(atom), "not": say(atom, False)}
            for atom, cell, side, tool in found.moves
        ],
        "tools": [
            {"name": name, "label": label, "form": form, "svg": render_svg([picture], "") if picture else ""}
            for name, label, form, picture in found.tools
        ],
    }


def play(session: Session, request: Request) -> Iterator[Event]:
    """The board with what is set on it, and if asked for, what is wrong with that."""
    puzzle = session.puzzle(request)
    instance, answer = session.instance(puzzle, request), answer_of(request)
    _, paper = session.paper(puzzle, instance)
    drawing = paper.draw({_positive(atom): atom.positive for atom in answer})
    yield {"event": "drawn", **_picture(drawing)}
    if request.get("check"):
        yield _checked(puzzle.check(instance, answer))


def check(session: Session, request: Request) -> Iterator[Event]:
    """What is right and wrong about what is set."""
    puzzle = session.puzzle(request)
    yield _checked(puzzle.check(session.instance(puzzle, request), answer_of(request)))


def _checked(result: Check) -> Event:
    return {
        "event": "checked",
        "right": result.right,
        "wrong": not (result.right or (result.completable and not result.so_far)),
        "lines": explanations.check_lines(result),
        "closing": explanations.check_closing(result),
        **_picture(result.board),
    }


def hint(session: Session, request: Request) -> Iterator[Event]:
    """The next deduction, told in three levels; or why there is none."""
    puzzle, answer = session.puzzle(request), answer_of(request)
    instance = session.instance(puzzle, request)
    result = puzzle.hint(instance, answer)
    step, before = result.step, []
    if step and not _marks(step.found):
        # What is only noted cannot be put on the board: the hint goes on to what can.
        *before, step = onward(puzzle.problem(instance), answer)
        result = result._replace(step=step, board=step.board)
    levels = [explanations.hint_lines(result, level) for level in (1, 2)]
    told = {"event": "hint", "status": result.status, "levels": levels, **_picture(result.board)}
    if step:
        levels.append([line for each in (*before, step) for line in explanations.step_lines(each)])
        told |= {"look": _look(mark.place for mark in step.found), **_argued(step)}
    yield told


def _argued(step: Step) -> Event:
    """What a step finds, and its argument line by line: where to look, and what is told up to there."""
    lines = [{"focus": [[*place, kind] for place, kind in focus.items()], "lines": t} for focus, t in _lit(step)]
    return {"marks": _marks(step.found), "argument": lines}


def _lit(step: Step) -> Iterable[tuple[dict[Place, str], list[str]]]:
    return explanations.lit(step) if len(step.argument) > 1 else ()


# Asking


def forced(session: Session, request: Request) -> Iterator[Event]:
    """What all solutions have in common."""
    puzzle = session.puzzle(request)
    result = puzzle.forced(session.instance(puzzle, request))
    lines = [*explanations.forced_lines(result), explanations.forced_closing(result, puzzle.program)]
    marks = [(str(atom), True) for atom in result.present] + [(str(atom), False) for atom in result.absent]
    yield {"event": "forced", "lines": list(filter(None, lines)), "marks": marks, **_picture(result.board)}


def solve(session: Session, request: Request) -> Iterator[Event]:
    """A solution, and whether there are others; or all solutions, of which the first ones are drawn."""
    puzzle = session.puzzle(request)
    every = bool(request.get("all"))
    search = puzzle.solve(session.instance(puzzle, request), models=0 if every else 2)
    most = PICTURES if every else 1
    for number, solution in enumerate(search, 1):
        if number <= most:
            atoms = list(map(str, solution.atoms))
            yield {"event": "solution", "number": number, "atoms": atoms, **_picture(solution.board)}
        elif every and number % 100 == 0:
            yield {"event": "count", "number": number}
    outcome = search.outcome
    yield {"event": "solved", "count": outcome.count, "drawn": min(outcome.count, most), "text": told(outcome),
           "notes": list(outcome.warnings)}  # fmt: skip


def explain(session: Session, request: Request) -> Iterator[Event]:
    """The path to the solution step by step, or why there is none."""
    puzzle = session.puzzle(request)
    explanation = puzzle.explain(session.instance(puzzle, request), boards=True)
    yield {"event": "start", "text": explanations.LEGEND, **_picture(explanation.start.board)}
    for number, step in enumerate(explanation, 1):
        lines = explanations.step_lines(step)
        yield {"event": "step", "number": number, "lines": lines, **_argued(step), **_picture(step.board)}
    conflict = explanation.conflict
    lines = explanations.argued(conflict.argument) if conflict else []
    board = conflict.board if conflict else None
    closing = explanations.closing(explanation)
    yield {"event": "explained", "conflict": bool(conflict), "closing": closing, "lines": lines, **_picture(board)}


def why_not(session: Session, request: Request) -> Iterator[Event]:
    """Why something cannot be on the board, or has to be there, with what is set; or a solution with it."""
    program = session.puzzle(request).program
    given = answer_of({"answer": [text_of(request, "atom")]})
    if len(given) != 1 or (given[0].name, len(given[0].arguments)) not in program.shown:
        raise UsageError("this is no part of an answer", "Choose something on the board.")
    said = program.say(_positive(given[0]), given[0].positive)
    marks = [mark for mark in answer_of(request) if _positive(mark) != _positive(given[0])]
    supposed = [_as_rule(mark, f"On your board: {program.say(_positive(mark), mark.positive)}.") for mark in marks]
    supposed.append(_as_rule(given[0], f"You suppose {said}."))
    asked = session.puzzle(request, [session.write("supposed.lp", "".join(supposed))])
    instance = session.instance(asked, request)
    for solution in asked.solve(instance):
        yield {
            "event": "possible",
            "text": f"It is possible: here is a solution with {said}.",
            **_picture(solution.board),
        }
        return
    explanation = asked.explain(instance, boards=True)
    list(explanation)
    if conflict := explanation.conflict:
        lines = explanations.argued(conflict.argument)
        yield {"event": "impossible", "text": f"Suppose {said}.", "lines": lines, **_picture(conflict.board)}


def _positive(atom: Symbol) -> Symbol:
    return Function(atom.name, atom.arguments)


def _as_rule(atom: Symbol, sentence: str) -> str:
    """A rule of the game, with its sentence: that an atom is there, or for a negative one that it is not."""
    return f"% {sentence}\n:- {'not ' if atom.positive else ''}{_positive(atom)}.\n\n"


def rate(session: Session, request: Request) -> Iterator[Event]:
    """How hard the board is."""
    puzzle = session.puzzle(request)
    rating = puzzle.rate(session.instance(puzzle, request))
    yield {"event": "rated", "grade": rating.grade, "lines": explanations.rating_lines(rating)}


# Making and giving away


def generate(session: Session, request: Request) -> Iterator[Event]:
    """A new board with one solution."""
    puzzle = session.puzzle(request)
    seed = request.get("seed") or new_seed()
    difficulty, symmetry = (text_of(request, name) or None for name in ("difficulty", "symmetry"))
    size = request.get("size")
    if not isinstance(seed, int) or not (size is None or _is_size(size)):
        raise UsageError("the size or the seed of a board is wrong", "A size is [rows, columns].")
    tally = Tally()
    for result in puzzle.make(size and (size[0], size[1]), 1, seed, difficulty=difficulty, symmetry=symmetry):
        if isinstance(result, Made):
            yield {"event": "made", "facts": result.instance.text, "seed": seed, "grade": result.grade}
            return
        tally = result
        yield {"event": "progress", "text": f"{counted(tally.drawn, 'board')} drawn"}
    raise LimitError(shortage(tally, difficulty), "work")


def _is_size(size: Any) -> bool:
    return isinstance(size, list) and len(size) == 2 and all(isinstance(n, int) and 0 < n < 100 for n in size)


def export(session: Session, request: Request) -> Iterator[Event]:
    """The board in each format that can hold it."""
    puzzle = session.puzzle(request)
    instance = session.instance(puzzle, request)
    if instance is None:
        raise UsageError("there is no board to write", f"{puzzle.program.title} needs none.")
    for form in formats.FORMATS:
        try:
            written = puzzle.convert(instance, form)
        except (InstanceError, UsageError):
            continue
        yield {"event": "text", "form": form, "text": written.text, "notes": written.notes}


def read_answer(session: Session, request: Request) -> Iterator[Event]:
    """What a text, in any format, says is on the board."""
    puzzle = session.puzzle(request)
    instance = session.instance(puzzle, request)
    read: Sequence[Symbol] = formats.read_answer(puzzle.problem(instance), text_of(request, "text"), "text")
    yield {"event": "answer", "marks": [(str(_positive(a)), a.positive) for a in read]}


OPERATIONS: dict[str, Callable[[Session, Request], Iterator[Event]]] = {
    "catalogue": catalogue, "pictures": pictures, "recognise": recognise, "rules": rules, "open": open_board,
    "play": play, "check": check, "hint": hint, "forced": forced, "solve": solve, "explain": explain,
    "why": why_not, "rate": rate, "generate": generate, "export": export, "answer": read_answer,
}  # fmt: skip

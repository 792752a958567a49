"""What the page can ask for: each operation takes a request, an object, and gives events, objects, as it finds them.

They only join what the puzzle can do with what is said about it elsewhere, and
with pictures.  To add one, write it, and add it to :data:`OPERATIONS`.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from clingo import Symbol

from .. import formats
from ..draw.board import Board, Place
from ..draw.svg import render_svg
from ..errors import InstanceError, LimitError, ProgramError, PuzzaspError, UsageError
from ..explain.hint import onward
from ..explain.terms import Check, Mark, Step
from ..facts.instance import read_file
from ..facts.reader import parse_facts
from ..generate.part import SYMMETRIES, Part, makes
from ..generate.tally import Made, Tally, shortage
from ..jobs.codec import record
from ..lint import Fault, faults, stored_count
from ..program.library import instances_beside
from ..program.program import Program
from ..program.rules import Rule
from ..program.source import HERE
from ..program.types import constant_bounds
from ..puzzle import Puzzle, new_seed
from ..solve.general import general_sentences, idle_sentences
from ..solve.moves import Move, beyond, find_moves
from ..words import counted, natural
from ..write import explanations, programs
from ..write.phrases import texts
from ..write.steps import hint_lines, lit, step_lines
from ..write.words import summary, told
from . import setting
from .events import Event, Request, known, picture, positive
from .faults import error_event
from .session import BOARD, Session, answer_of, seconds_of, text_of
from .why import why_not

# What names of boards say of the number of their solutions.
_COUNTS = ("many", "none", "unique", "unknown")
# Faults that are most often slips of the pen; others are about how programs are written.
_SLIPS = ("PZ131", "PZ135", "PZ141", "PZ142")
# How many solutions are drawn; others are counted.
PICTURES = 60
# How many solutions by the original rules are compared with those by the rules that were changed.
COMPARED = 1000
# Of those that are lost so many are drawn.
DRAWN = 12


def handle(session: Session, request: Any) -> Iterator[Event]:
    """Answer a request: events, the last one an error if there was one."""
    try:
        require(request)
        yield from OPERATIONS[request["op"]](session, request)
    except PuzzaspError as error:
        yield error_event(error, request)


def require(request: Any) -> None:
    """Raise UsageError for what is no request: an object with an operation, and perhaps a time limit."""
    if not isinstance(request, dict) or request.get("op") not in list(OPERATIONS):  # a dict looks no list up
        raise UsageError("a request is an object of JSON with an operation", f"Operations: {', '.join(OPERATIONS)}.")
    seconds_of(request)


def _look(places: Iterable[Place | None]) -> list[list[Any]]:
    return [list(place) for place in dict.fromkeys(places) if place]


def _marks(marks: Iterable[Mark]) -> list[tuple[str, bool]]:
    """What can be set on the board of some marks."""
    return [(str(mark.atom), mark.present) for mark in marks if not mark.pencil]


# Choosing


def catalogue(session: Session, request: Request) -> Iterator[Event]:
    """All puzzles by kind, with their boards: what headers and file names say, as programs may be hundreds."""
    found: list[tuple[str, Event]] = []
    for name in session.library.names():
        try:
            head, path = session.library.headline(name), session.library.find(name)
        except ProgramError as error:
            yield {"event": "note", "text": f"{name} cannot be read: {error.message}"}
            continue
        about: Event = {"name": name, "title": head.title, "summary": head.summary, "also": list(head.also)}
        paths = instances_beside(path, head.title)
        counts = _counts(paths)
        boards = [{"name": board, "label": _label(board, count)} for board, count in counts.items()]
        about |= {"boards": boards, "begin": _first(counts)}
        about["stamp"] = str(os.stat(path).st_mtime_ns)  # what was changed was changed in this text
        found.append((head.kind, about))
    kinds = [{"kind": kind, "puzzles": puzzles} for kind, puzzles in programs.by_kind(found)]
    yield {"event": "catalogue", "kinds": kinds}


def _making(program: Program) -> Event | None:
    """What a puzzle takes for new boards, None if it makes none."""
    if not makes(program):
        return None
    part = Part(program)
    return {"size": part.size, "symmetry": part.symmetry, "symmetries": SYMMETRIES if part.removable else ()}


def _label(name: str, count: int | None) -> str:
    """The name of a stored board in words: its size and more, and how many solutions it has if that is not one."""
    size, *rest = name.split("-")
    letter = rest.pop() if rest and len(rest[-1]) == 1 else ""
    words = [word for word in rest if word not in _COUNTS]
    told = [] if count in (None, 1) else ["no solution" if count == 0 else f"{count} solutions"]
    return ", ".join([" ".join([size, *words, letter if letter != "a" else ""]).strip(), *told])


def _bare(puzzle: Puzzle) -> bool:
    """Whether the constants of a puzzle make a board without any facts."""
    try:
        return bool(puzzle.program.defaults and puzzle.draw(None).height)
    except InstanceError:
        return False


def _counts(paths: Mapping[str, str]) -> dict[str, int | None]:
    """The stored boards in natural order, each with the number of solutions that it states."""
    return {name: stored_count(paths[name]) for name in sorted(paths, key=natural)}


def _first(counts: Mapping[str, int | None]) -> str:
    """The stored board to begin with: small, and with one solution if there is such a one."""
    unique = [name for name, count in counts.items() if count == 1] or [*counts]
    return next((name for size in ("6x6", "8x8") for name in unique if name.startswith(size)), (unique or [""])[0])


def pictures(session: Session, request: Request) -> Iterator[Event]:
    """A picture of a board of each puzzle of some names; or of each stored board of one puzzle."""
    name, names = text_of(request, "puzzle"), request.get("names") or []
    if not isinstance(names, list):
        raise UsageError("the names are no list")
    for each in [name] if name else names:
        try:
            puzzle = session.puzzle({"puzzle": each})
            counts = _counts(puzzle.instances())
            for board in counts if name else [_first(counts)]:
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
    with open(program.path, encoding="utf-8") as file:
        text = file.read()
    places: dict[str, Event] = {}
    for rule in program.rules:
        if rule.kind != "input" and rule.sentence:
            places.setdefault(rule.sentence, _place(text, program.path, rule))
    yield {
        "event": "rules",
        "program": text,
        "about": {"title": program.title, "summary": program.summary},
        "header": programs.header(program),
        "sentences": [{"text": sentence, **place} for sentence, place in places.items()],
        "constants": [_constant(program, name, value) for name, value in program.defaults.items()],
        "faults": [_fault(fault) for fault in faults(program)] if request.get("program") else [],
    }


def template(session: Session, request: Request) -> Iterator[Event]:
    """The program to begin a puzzle with, and a board of it."""
    program, board = (read_file(os.path.join(HERE, "template", name))[0] for name in ("puzzle.lp", "3x4.lp"))
    yield {
        "event": "template",
        "program": program,
        "facts": "".join(f"{fact}.\n" for fact in parse_facts(board, BOARD)),
    }


def words(session: Session, request: Request) -> Iterator[Event]:
    """What the sentences of the rules say of this board: those of no account with its constants, and the words for
    things of which others speak by a variable."""
    puzzle = session.puzzle(request)
    problem = puzzle.problem(session.instance(puzzle, request))
    yield {"event": "idle", "sentences": idle_sentences(problem)}
    yield {"event": "words", "sentences": general_sentences(problem)}


def _place(text: str, path: str, rule: Rule) -> Event:
    """The line of a rule in the text of a program; of one of an included file that of the directive, and the file."""
    if rule.file == path:
        return {"line": rule.line, "file": ""}
    name = os.path.basename(rule.file)
    include = re.search(rf'^\s*#include\s+"[^"\n]*{re.escape(name)}"', text, re.MULTILINE)
    return {"line": text.count("\n", 0, include.end()) + 1 if include else None, "file": name}


def _constant(program: Program, name: str, value: str) -> Event:
    entry = next((entry for entry in program.table("Input") if entry.name == name), None)
    least, most = (entry and constant_bounds(entry.text)) or (None, None)
    text = entry.text if entry else ""
    unless = re.search(r"unless (\w+) is given", text)
    found: Event = {"name": name, "value": value, "text": text, "least": least, "most": most}
    return {**found, "unless": unless[1] if unless else ""}


def _fault(fault: Fault) -> Event:
    where = re.search(r":(\d+)(?::(\d+))?$", fault.place)
    line, column = (int(where[1]), int(where[2] or 1)) if where else (1, 1)
    severity = "warning" if fault.code in _SLIPS else "remark"
    return {"line": line, "column": column, "text": fault.text, "severity": severity}


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
        "warnings": list(instance.warnings) if instance else [],
        "bare": _bare(puzzle),
        "makes": _making(puzzle.program),
        **picture(drawing),
    }
    oracle, paper = session.paper(puzzle, instance)
    found = find_moves(oracle, paper)
    columns = paper.cell.columns

    def say(move: Move) -> list[list[str]]:
        """A move and its contrary in words; of one on a border, also as from the cell beyond it."""
        seen = [move.atom, beyond(move.atom, columns(move.atom))] if move.side else [move.atom]
        return [[puzzle.program.say(atom, there) for there in (True, False)] for atom in seen]

    yield {
        "event": "moves",
        "certain": list(map(str, found.given)),
        "moves": [{**record(Move).write(move), "said": say(move)} for move in found.moves],
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
    plain = paper.draw({})
    yield {"event": "drawn", **picture(paper.draw(known(answer)), plain)}
    if request.get("check"):
        yield _checked(puzzle.check(instance, answer, cells=False), plain)


def check(session: Session, request: Request) -> Iterator[Event]:
    """What is right and wrong about what is set."""
    puzzle = session.puzzle(request)
    instance = session.instance(puzzle, request)
    _, paper = session.paper(puzzle, instance)
    yield _checked(puzzle.check(instance, answer_of(request), cells=False), paper.draw({}))


def _checked(result: Check, plain: Board) -> Event:
    wrong = not (result.right or (result.completable and not result.so_far))
    good = not (wrong or result.right)
    lines = [explanations.RIGHT_SO_FAR] if good else explanations.check_lines(result)
    return {
        "event": "checked",
        "right": result.right,
        "wrong": wrong,
        "unbroken": bool(result.conflict and not result.so_far and result.blamed),
        "lines": [*lines, "" if good else explanations.check_closing(result)],
        "open": [sentence.text for sentence in result.broken] if good else [],
        **picture(result.board, plain),
    }


def hint(session: Session, request: Request) -> Iterator[Event]:
    """The next deduction, told in three levels; or why there is none."""
    puzzle, answer = session.puzzle(request), answer_of(request)
    instance = session.instance(puzzle, request)
    _, paper = session.paper(puzzle, instance)
    result = puzzle.hint(instance, answer)
    step, before = result.step, []
    if step and not _marks(step.found):
        # What is only noted cannot be put on the board: the hint goes on to what can.
        *before, step = onward(puzzle.problem(instance), answer)
        result = result._replace(step=step, board=step.board)
    levels = [hint_lines(result, level) for level in (1, 2)]
    told = {"event": "hint", "status": result.status, "levels": levels, **picture(result.board, paper.draw({}))}
    if step:
        levels.append([line for each in (*before, step) for line in step_lines(each)])
        told |= {"look": _look(mark.place for mark in step.found), **_argued(step)}
    yield told


def _argued(step: Step) -> Event:
    """What a step finds, and its argument line by line: where to look, and what is told up to there."""
    lines = [{"focus": [[*place, kind] for place, kind in focus.items()], "lines": t} for focus, t, _ in lit(step)]
    return {"marks": _marks(step.found), "argument": lines}


# Asking


def forced(session: Session, request: Request) -> Iterator[Event]:
    """What all solutions have in common."""
    puzzle = session.puzzle(request)
    result = puzzle.forced(session.instance(puzzle, request))
    lines = [*explanations.forced_lines(result), explanations.forced_closing(result, puzzle.program)]
    marks = [(str(atom), True) for atom in result.present] + [(str(atom), False) for atom in result.absent]
    yield {"event": "forced", "lines": list(filter(None, lines)), "marks": marks, **picture(result.board)}


def solve(session: Session, request: Request) -> Iterator[Event]:
    """A solution, and whether there are others; or all solutions, of which the first ones are drawn."""
    puzzle = session.puzzle(request)
    every = bool(request.get("all"))
    instance, plain = session.instance(puzzle, request), None
    search = puzzle.solve(instance, models=0 if every else 2)
    most = PICTURES if every else 1
    for number, solution in enumerate(search, 1):
        if number <= most:
            plain = plain or session.paper(puzzle, instance)[1].draw({})
            atoms = list(map(str, solution.atoms))
            yield {"event": "solution", "number": number, "atoms": atoms, **picture(solution.board, plain)}
        elif every and number % 100 == 0:
            yield {"event": "count", "number": number}
    outcome = search.outcome
    yield {"event": "solved", "count": outcome.count, "drawn": min(outcome.count, most), "text": told(outcome),
           "notes": list(outcome.warnings)}  # fmt: skip


def compare(session: Session, request: Request) -> Iterator[Event]:
    """What an edit of rules changes on a board: how many solutions they have and the ``original`` rules, those that are
    new, by what both show, and pictures of some that are lost."""
    both = [session.puzzle({**request, "program": text_of(request, name)}) for name in ("program", "original")]
    shown = frozenset.intersection(*(puzzle.program.shown for puzzle in both))
    instances = [session.instance(puzzle, request) for puzzle in both]
    searches = [puzzle.solve(instance, models=COMPARED) for puzzle, instance in zip(both, instances, strict=True)]
    mine, theirs = (
        {tuple(sorted(str(a) for a in one.atoms if (a.name, len(a.arguments)) in shown)): one.atoms for one in search}
        for search in searches
    )
    outcome, before = (search.outcome for search in searches)
    gone = [atoms for key, atoms in theirs.items() if key not in mine] if outcome.complete else []
    fresh = [list(key) for key in mine if key not in theirs] if before.complete else []
    yield {"event": "compared", "text": summary(outcome), "original": summary(before), "new": fresh, "lost": len(gone)}
    plain = both[1].draw(instances[1]) if gone else None
    for atoms in gone[: DRAWN if request.get("drawn") else 0]:
        yield {"event": "lost", **picture(both[1].draw(instances[1], atoms), plain)}


def explain(session: Session, request: Request) -> Iterator[Event]:
    """The path to the solution step by step, from the clues or from what is set, or why there is none."""
    puzzle = session.puzzle(request)
    given = answer_of(request) if request.get("onward") else ()
    explanation = puzzle.explain(session.instance(puzzle, request), boards=True, given=given)
    yield {"event": "start", "text": explanations.LEGEND, **picture(explanation.start.board)}
    for number, step in enumerate(explanation, 1):
        lines = step_lines(step)
        yield {"event": "step", "number": number, "lines": lines, **_argued(step), **picture(step.board)}
    conflict = explanation.conflict
    lines = explanations.contradiction(conflict) if conflict else []
    if conflict and explanation.steps:
        lines += ["These sentences cannot all hold:", *texts(conflict.sentences)]
    board = conflict.board if conflict else None
    closing = explanations.closing(explanation)
    yield {"event": "explained", "conflict": bool(conflict), "closing": closing, "lines": lines, **picture(board)}


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
    for result in puzzle.trials(size and (size[0], size[1]), 1, seed, difficulty=difficulty, symmetry=symmetry):
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
    yield {"event": "answer", "marks": [(str(positive(a)), a.positive) for a in read]}


OPERATIONS: dict[str, Callable[[Session, Request], Iterator[Event]]] = {
    "catalogue": catalogue, "pictures": pictures, "recognise": recognise, "template": template, "rules": rules,
    "words": words, "open": open_board, "play": play, "check": check, "hint": hint, "forced": forced, "solve": solve,
    "compare": compare, "explain": explain, "why": why_not, "rate": rate, "generate": generate,
    "export": export, "answer": read_answer, **setting.OPERATIONS,
}  # fmt: skip

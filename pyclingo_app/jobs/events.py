"""The one JSON form of each result: for ``--format json``, and between a process and its worker.

:func:`encode` gives an object with ``"schema": 1`` and the kind of result under
``"event"``; docs/schema has a JSON schema for each kind.  :func:`decode` gives
the same result again.  Symbols are texts.  What is said in sentences is there as
texts, with the cells that each sentence speaks of beside them in ``..._cells``, to point at in ``..._shown``;
a board is there as lines of plain text (``board``) and as data (``drawing``).

To add a kind of result, write how it is encoded and decoded, and add it to the
table :data:`KINDS`.
"""

import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from clingo import Symbol, parse_term

from .. import errors
from ..draw.board import Board, Cell
from ..draw.text import render_text
from ..errors import LimitError, PuzzaspError
from ..explain.terms import (
    Amount,
    Case,
    Check,
    Confined,
    Conflict,
    Hint,
    Inference,
    Mark,
    Rating,
    Sentence,
    Start,
    Step,
    Wall,
)
from ..facts.instance import Instance
from ..generate.tally import Made, Tally
from ..solve.consequences import Consequences
from ..solve.models import Atom
from ..solve.search import Outcome, Solution
from .request import Request
from .results import Faults, Formula, Written
from .verdict import Verdict

SCHEMA = 1

Event = dict[str, Any]

# Instances and answers repeat their atoms.
symbol_of = lru_cache(maxsize=100_000)(parse_term)


@lru_cache(maxsize=100_000)
def _atom(text: str) -> Atom:
    return Atom.of(parse_term(text))


def encode(result: Any) -> Event:
    """Give the JSON form of a result, or of an exception.

    A solution is given without its board; :func:`drawn` adds one.
    """
    for kind, (of, write, _) in KINDS.items():
        if isinstance(result, of):
            return {"schema": SCHEMA, "event": kind, **write(result)}
    raise TypeError(f"{type(result).__name__} has no JSON form")


def decode(event: Mapping[str, Any]) -> Any:
    """Give the result, or the exception, that an event is the JSON form of.

    Raises ValueError for what is no event of this schema.
    """
    kind = KINDS.get(event.get("event", ""))
    if kind is None or event.get("schema") != SCHEMA:
        raise ValueError(f"no event of schema {SCHEMA}: {str(event)[:80]}")
    return kind.read(event)


def drawn(board: Board | None) -> Event:
    """Give the fields ``board`` and ``drawing``; none when nothing was drawn."""
    return {} if board is None else {"board": render_text(board).split("\n"), "drawing": _drawing(board)}


class Kind(NamedTuple):
    """A kind of result: its type, and how it is written and read."""

    of: type | tuple[type, ...]
    write: Callable[[Any], Event]
    read: Callable[[Mapping[str, Any]], Any]


# Boards: what lies at a cell is [row, column, ...].


def _drawing(board: Board) -> Event:
    placed = {name: [[*cell, what] for cell, what in getattr(board, name).items()] for name in _PLACED}
    sets = {name: sorted(map(list, getattr(board, name))) for name in _SETS}
    clues = {side: {str(index): texts for index, texts in lines.items()} for side, lines in board.clues.items()}
    between, edges = ([[*place, what] for place, what in getattr(board, name).items()] for name in _BORDERS)
    size = {"height": board.height, "width": board.width, "frame": board.frame}
    return {**size, "clues": clues, "between": between, "edges": edges, **placed, **sets}


def _as_board(event: Mapping[str, Any]) -> Board | None:
    if "drawing" not in event:
        return None
    data = event["drawing"]
    placed: Event = {name: {(row, column): what for row, column, what in data[name]} for name in _PLACED}
    sets: Event = {name: kind(map(tuple, data[name])) for name, kind in _SETS.items()}
    clues = {side: {int(index): texts for index, texts in lines.items()} for side, lines in data["clues"].items()}
    borders: Event = {name: {(row, column, side): what for row, column, side, what in data[name]} for name in _BORDERS}
    size = {name: data[name] for name in ("height", "width", "frame")}
    return Board(**size, clues=clues, **borders, **placed, **sets)


_PLACED = ("marks", "sides", "shades", "lines", "focus")
_BORDERS = ("between", "edges")
_SETS: dict[str, Callable[[Iterable[Any]], Any]] = {
    "walls": set,
    **dict.fromkeys(("empty", "barred", "several", "double"), frozenset),
}


# Solutions


def _solution(solution: Solution) -> Event:
    return {"atoms": [entry.text[:-1] for entry in solution.entries]}


def _as_solution(event: Mapping[str, Any]) -> Solution:
    def draw(atoms: Iterable[Symbol]) -> Board:
        board = _as_board(event)
        if board is None:
            raise ValueError("this solution came without its board")
        return board

    return Solution([_atom(text) for text in event["atoms"]], draw)


def _outcome(outcome: Outcome) -> Event:
    status = "satisfiable" if outcome.count else "unsatisfiable" if outcome.complete else "unknown"
    return {
        "status": status,
        **outcome._asdict(),
        "statistics": dict(outcome.statistics),
        "warnings": list(outcome.warnings),
    }


def _as_outcome(event: Mapping[str, Any]) -> Outcome:
    fields = {name: event[name] for name in Outcome._fields}
    return Outcome(**{**fields, "warnings": tuple(event["warnings"])})


def _instance(instance: Instance) -> Event:
    told = instance._asdict()
    told.pop("draw")
    return {**told, "facts": [str(fact) for fact in instance.facts], "constants": dict(instance.constants)}


def _as_instance(event: Mapping[str, Any]) -> Instance:
    facts = tuple(map(symbol_of, event["facts"]))
    constants, warnings = tuple(event["constants"].items()), tuple(event.get("warnings", ()))
    return Instance(event["name"], facts, constants, event["form"], event.get("text", ""), warnings)


def _option(value: Any) -> Any:
    """Options are JSON data but for atoms, which come as ``{"atoms": TEXTS}``."""
    atoms = isinstance(value, tuple) and all(isinstance(item, Symbol) for item in value)
    return {"atoms": list(map(str, value))} if atoms else value


def _as_option(value: Any) -> Any:
    return tuple(map(symbol_of, value["atoms"])) if isinstance(value, dict) else value


def _request(request: Request) -> Event:
    options = {name: _option(value) for name, value in request.options.items()}
    instance = request.instance and _instance(request.instance)
    return {**request._asdict(), "constants": dict(request.constants), "instance": instance, "options": options}


def _as_request(event: Mapping[str, Any]) -> Request:
    given, instance = event.get("options", {}), event.get("instance")
    return Request(
        event["command"],
        event["program"],
        tuple(event.get("rules", ())),
        event.get("constants", {}),
        instance and _as_instance(instance),
        {name: _as_option(value) for name, value in given.items()},
        event.get("seconds"),
        event.get("memory"),
    )


# Explanations


def _cell(cell: Sequence[int] | None) -> Cell | None:
    return (cell[0], cell[1]) if cell else None


def _sentences(name: str, sentences: Sequence[Sentence]) -> Event:
    cells, shown = ([sorted(map(list, getattr(s, kind))) for s in sentences] for kind in ("cells", "shown"))
    return {name: [sentence.text for sentence in sentences], f"{name}_cells": cells, f"{name}_shown": shown}


def _as_sentences(event: Mapping[str, Any], name: str) -> tuple[Sentence, ...]:
    parts = zip(event[name], event[f"{name}_cells"], event[f"{name}_shown"], strict=True)
    return tuple(Sentence(text, *(frozenset((r, c) for r, c in cells) for cells in both)) for text, *both in parts)


def _mark(mark: Mark) -> Event:
    return {**mark._asdict(), "atom": str(mark.atom), "cell": mark.cell and list(mark.cell)}


def _as_mark(event: Mapping[str, Any]) -> Mark:
    atom, cell = symbol_of(event["atom"]), _cell(event["cell"])
    return Mark(atom, event["present"], event["text"], cell, event["pencil"], event["beyond"])


def _as_marks(events: Iterable[Mapping[str, Any]]) -> tuple[Mark, ...]:
    return tuple(map(_as_mark, events))


def _argument(argument: Iterable[Inference]) -> list[Event]:
    return [
        {
            **_sentences("sentences", line.sentences),
            "marks": list(map(_mark, line.marks)),
            "used": list(map(_mark, line.used)),
            "wall": line.wall and _wall(line.wall),
            "cases": _cases(line.cases),
            "hidden": line.hidden,
            "amount": line.amount and _amount(line.amount),
            "ways": [list(map(_mark, way)) for way in line.ways],
            "left": list(map(_mark, line.left)),
            "then": line.then,
            "turns": list(map(list, line.turns)),
            "briefer": _with_marks(line.briefer),
        }
        for line in argument
    ]


def _as_argument(events: Iterable[Mapping[str, Any]]) -> tuple[Inference, ...]:
    return tuple(
        Inference(
            _as_sentences(event, "sentences"),
            _as_marks(event["marks"]),
            _as_marks(event["used"]),
            event["wall"] and _as_wall(event["wall"]),
            _as_cases(event["cases"]),
            event["hidden"],
            event["amount"] and _as_amount(event["amount"]),
            tuple(map(_as_marks, event["ways"])),
            _as_marks(event["left"]),
            event["then"],
            tuple((row, column) for row, column in event["turns"]),
            _as_with_marks(event["briefer"]),
        )
        for event in events
    )


def _with_marks(pairs: Iterable[tuple[Sentence, tuple[Mark, ...]]]) -> list[Event]:
    return [{**_sentences("sentences", (sentence,)), "marks": list(map(_mark, marks))} for sentence, marks in pairs]


def _as_with_marks(events: Iterable[Mapping[str, Any]]) -> tuple[tuple[Sentence, tuple[Mark, ...]], ...]:
    return tuple((_as_sentences(one, "sentences")[0], _as_marks(one["marks"])) for one in events)


def _confined(confined: Confined) -> Event:
    return {"needs": _with_marks(confined.needs), **_sentences("limits", confined.limits), "many": confined.many}


def _as_confined(event: Mapping[str, Any]) -> Confined:
    return Confined(_as_with_marks(event["needs"]), _as_sentences(event, "limits"), event["many"])


def _amount(amount: Amount) -> Event:
    cells, out = (list(map(list, each)) for each in (amount.cells, amount.out))
    return {**amount._asdict(), "cells": cells, "out": out, "so": list(map(_mark, amount.so))}


def _as_amount(event: Mapping[str, Any]) -> Amount:
    cells, out = (tuple((r, c) for r, c in event[name]) for name in ("cells", "out"))
    return Amount(event["much"], event["number"], cells, out, _as_marks(event["so"]))


def _cases(cases: Iterable[Case]) -> list[Event]:
    return [{"supposed": _mark(case.supposed), "argument": _argument(case.argument)} for case in cases]


def _as_cases(events: Iterable[Mapping[str, Any]]) -> tuple[Case, ...]:
    return tuple(Case(_as_mark(event["supposed"]), _as_argument(event["argument"])) for event in events)


def _wall(wall: Wall) -> Event:
    marks = {name: list(map(_mark, getattr(wall, name))) for name in ("apart", "wall", "witness")}
    cells = {name: list(map(list, getattr(wall, name))) for name in ("cells", "pocket")}
    return {**marks, **cells, "closed": wall.closed}


def _as_wall(event: Mapping[str, Any]) -> Wall:
    cells, pocket = (tuple((row, column) for row, column in event[name]) for name in ("cells", "pocket"))
    apart, wall, witness = (_as_marks(event[name]) for name in ("apart", "wall", "witness"))
    return Wall(apart, cells, wall, witness, event["closed"], pocket)


def _pairs(pairs: Iterable[tuple[Mark, Mark]]) -> list[Any]:
    return [list(map(_mark, pair)) for pair in pairs]


def _as_pairs(pairs: Iterable[Iterable[Mapping[str, Any]]]) -> tuple[tuple[Mark, Mark], ...]:
    return tuple((_as_mark(mark), _as_mark(other)) for mark, other in pairs)


def _step(step: Step) -> Event:
    return {
        **_sentences("sentences", step.sentences),
        "earlier": [_mark(mark) for mark in step.earlier],
        "found": [_mark(mark) for mark in step.found],
        "proved": step.proved,
        "supposed": _mark(step.supposed),
        "argument": _argument(step.argument),
        "likewise": _cases(step.likewise),
        "technique": step.technique,
        **_sentences("others", step.others),
        "parts": [_step(part) for part in step.parts],
        "aside": step.aside,
        "left": list(map(_mark, step.left)),
        "standing": list(map(_mark, step.standing)),
        "sources": list(map(_mark, step.sources)),
        "words": _pairs(step.words),
        **_sentences("excluding", step.excluding),
        "deduced": list(map(_mark, step.deduced)),
        "confined": step.confined and _confined(step.confined),
        **drawn(step.board),
    }


def _as_step(event: Mapping[str, Any]) -> Step:
    return Step(
        _as_sentences(event, "sentences"),
        _as_marks(event["earlier"]),
        _as_marks(event["found"]),
        event["proved"],
        _as_mark(event["supposed"]),
        _as_argument(event["argument"]),
        _as_cases(event["likewise"]),
        event["technique"],
        _as_sentences(event, "others"),
        _as_board(event),
        tuple(map(_as_step, event["parts"])),
        event["aside"],
        _as_marks(event["left"]),
        _as_marks(event["standing"]),
        _as_marks(event["sources"]),
        _as_pairs(event["words"]),
        _as_sentences(event, "excluding"),
        _as_marks(event["deduced"]),
        event["confined"] and _as_confined(event["confined"]),
    )


def _conflict(conflict: Conflict) -> Event:
    sentences = _sentences("sentences", conflict.sentences)
    return {
        **sentences,
        "proved": conflict.proved,
        "argument": _argument(conflict.argument),
        "earlier": list(map(_mark, conflict.earlier)),
        "blamed": list(map(_mark, conflict.blamed)),
        "words": _pairs(conflict.words),
        **drawn(conflict.board),
    }


def _as_conflict(event: Mapping[str, Any]) -> Conflict:
    return Conflict(
        _as_sentences(event, "sentences"),
        event["proved"],
        _as_argument(event["argument"]),
        _as_marks(event["earlier"]),
        _as_marks(event["blamed"]),
        _as_pairs(event["words"]),
        _as_board(event),
    )


def _check(check: Check) -> Event:
    blamed = {**_sentences("sentences", check.conflict), "marks": [_mark(mark) for mark in check.blamed]}
    return {
        "right": check.right,
        **_sentences("broken", check.broken),
        **_sentences("broken_so_far", check.so_far),
        "completable": check.completable,
        "impossible": [mark.text for mark in check.impossible],
        "impossible_marks": [_mark(mark) for mark in check.impossible],
        **_sentences("outside", check.outside),
        "conflict": blamed if check.conflict or check.blamed else None,
        "warnings": check.warnings,
        **drawn(check.board),
    }


def _as_check(event: Mapping[str, Any]) -> Check:
    blamed = event["conflict"]
    return Check(
        event["right"],
        _as_sentences(event, "broken"),
        _as_sentences(event, "broken_so_far"),
        event["completable"],
        _as_marks(event["impossible_marks"]),
        _as_sentences(blamed, "sentences") if blamed else (),
        _as_marks(blamed["marks"]) if blamed else (),
        _as_sentences(event, "outside"),
        _as_board(event),
        tuple(event["warnings"]),
    )


def _hint(hint: Hint) -> Event:
    step, check = hint.step and _step(hint.step), hint.check and _check(hint.check)
    return {"status": hint.status, "step": step, "check": check, "warnings": hint.warnings, **drawn(hint.board)}


def _as_hint(event: Mapping[str, Any]) -> Hint:
    step, check = event["step"] and _as_step(event["step"]), event["check"] and _as_check(event["check"])
    return Hint(event["status"], step, check, _as_board(event), tuple(event["warnings"]))


def _start(start: Start) -> Event:
    return {"marks": start.marks, "warnings": start.warnings, **drawn(start.board)}


def _as_start(event: Mapping[str, Any]) -> Start:
    return Start(event["marks"], tuple(event["warnings"]), _as_board(event))


_SORTS = ("present", "absent", "open", "undecided")


def _consequences(common: Consequences) -> Event:
    sorts = {name: list(map(str, getattr(common, name))) for name in _SORTS}
    told = {"satisfiable": common.satisfiable, "stopped": common.stopped, "warnings": common.warnings}
    return {**told, **sorts, **drawn(common.board)}


def _as_consequences(event: Mapping[str, Any]) -> Consequences:
    sorts = {name: tuple(map(symbol_of, event[name])) for name in _SORTS}
    board, warnings = _as_board(event), tuple(event["warnings"])
    return Consequences(event["satisfiable"], stopped=event["stopped"], board=board, warnings=warnings, **sorts)


def _made(made: Made) -> Event:
    return {**made._asdict(), "instance": _instance(made.instance)}


def _as_made(event: Mapping[str, Any]) -> Made:
    return Made(_as_instance(event["instance"]), event["number"], event["grade"])


def _as_verdict(event: Mapping[str, Any]) -> Verdict:
    own = {name: event[name] for name in Verdict._fields if name != "more"}
    more = {name: value for name, value in event.items() if name not in own and name not in ("schema", "event")}
    return Verdict(**own, more=more)


def _named(kind: Any) -> Callable[[Mapping[str, Any]], Any]:
    """Read what is written as its fields are."""
    return lambda event: kind(*(event[name] for name in kind._fields))


# Errors


def _error(error: BaseException) -> Event:
    if isinstance(error, MemoryError):
        error = LimitError("out of memory", "memory")
    if not isinstance(error, PuzzaspError):
        return {"error": type(error).__name__, "message": "".join(traceback.format_exception(error)), "hint": ""}
    known = next(kind.__name__ for kind in type(error).__mro__ if getattr(errors, kind.__name__, None) is kind)
    reason = {"reason": error.reason} if isinstance(error, LimitError) else {}
    return {"error": known, "message": error.message, "hint": error.hint, **reason}


def _as_error(event: Mapping[str, Any]) -> Exception:
    kind = getattr(errors, event["error"], None)
    if kind is None:
        return RuntimeError(f"the worker failed:\n{event['message']}")
    details = [event["message"], event["reason"] if kind is LimitError else event["hint"]]
    error: PuzzaspError = kind(*details)
    return error


KINDS = {
    "solution": Kind(Solution, _solution, _as_solution),
    "request": Kind(Request, _request, _as_request),
    "outcome": Kind(Outcome, _outcome, _as_outcome),
    "board": Kind(Board, drawn, _as_board),
    "instance": Kind(Instance, _instance, _as_instance),
    "start": Kind(Start, _start, _as_start),
    "consequences": Kind(Consequences, _consequences, _as_consequences),
    "step": Kind(Step, _step, _as_step),
    "conflict": Kind(Conflict, _conflict, _as_conflict),
    "check": Kind(Check, _check, _as_check),
    "hint": Kind(Hint, _hint, _as_hint),
    "rating": Kind(Rating, Rating._asdict, _named(Rating)),
    "written": Kind(Written, Written._asdict, _named(Written)),
    "formula": Kind(Formula, Formula._asdict, _named(Formula)),
    "faults": Kind(Faults, Faults._asdict, _named(Faults)),
    "made": Kind(Made, _made, _as_made),
    "tally": Kind(Tally, Tally._asdict, _named(Tally)),
    "verdict": Kind(Verdict, Verdict.line, _as_verdict),
    "error": Kind(BaseException, _error, _as_error),
}

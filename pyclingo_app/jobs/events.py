"""The one JSON form of each result: for ``--format json``, and between a process and its worker.

:func:`encode` gives an object with ``"schema": 1`` and the kind of result under
``"event"``; docs/schema has a JSON schema for each kind.  :func:`decode` gives
the same result again.  Symbols are texts.  What is said in sentences is there as
texts, with the cells that each sentence speaks of beside them in ``..._cells``, to point at in ``..._shown``;
a board is there as lines of plain text (``board``) and as data (``drawing``).

To add a kind of result, write how it is encoded and decoded, and add it to the
table :data:`KINDS`.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from clingo import Symbol, parse_term

from .. import errors
from ..draw.board import Board
from ..errors import LimitError, PuzzaspError, our_error
from ..explain.terms import Check, Conflict, Hint, Rating, Start, Step
from ..facts.instance import Instance
from ..generate.tally import Made, Tally
from ..solve.consequences import Consequences
from ..solve.models import Atom
from ..solve.search import Outcome, Solution
from .drawings import Event, as_board, drawn
from .fields import MARKS, Field, Value, as_sentences, by_fields, of_sentences, symbol_of, under
from .lines import SCHEMA, line_of
from .request import Request
from .results import Faults, Formula, Written
from .verdict import Verdict

# How the answer to a request for a drawing begins.
DRAWN = line_of({"schema": SCHEMA, "event": "drawn"}).rstrip(b"}")


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


class Kind(NamedTuple):
    """A kind of result: its type, and how it is written and read."""

    of: type | tuple[type, ...]
    write: Callable[[Any], Event]
    read: Callable[[Mapping[str, Any]], Any]


# Solutions


def _solution(solution: Solution) -> Event:
    return {"atoms": [entry.text[:-1] for entry in solution.entries]}


def _as_solution(event: Mapping[str, Any]) -> Solution:
    def draw(atoms: Iterable[Symbol]) -> Board:
        board = as_board(event)
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
    """Options are JSON data but for atoms, which come as ``{"atoms": TEXTS}``, or as a list of such."""
    if not isinstance(value, tuple):
        return value
    atoms = all(isinstance(item, Symbol) for item in value)
    return {"atoms": list(map(str, value))} if atoms else list(map(_option, value))


def _as_option(value: Any) -> Any:
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return tuple(map(_as_option, value))
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


def _check(check: Check) -> Event:
    blamed = {**of_sentences("sentences", check.conflict), "marks": MARKS.write(check.blamed)}
    return {
        "right": check.right,
        **of_sentences("broken", check.broken),
        **of_sentences("broken_so_far", check.so_far),
        "completable": check.completable,
        "impossible": [mark.text for mark in check.impossible],
        "impossible_marks": MARKS.write(check.impossible),
        "wrong": MARKS.write(check.wrong),
        **of_sentences("outside", check.outside),
        "conflict": blamed if check.conflict or check.blamed else None,
        "warnings": check.warnings,
        **drawn(check.board),
    }


def _as_check(event: Mapping[str, Any]) -> Check:
    blamed = event["conflict"]
    return Check(
        event["right"],
        as_sentences(event, "broken"),
        as_sentences(event, "broken_so_far"),
        event["completable"],
        MARKS.read(event["impossible_marks"]),
        as_sentences(blamed, "sentences") if blamed else (),
        MARKS.read(blamed["marks"]) if blamed else (),
        as_sentences(event, "outside"),
        as_board(event),
        tuple(event["warnings"]),
        MARKS.read(event["wrong"]),
    )


_SORTS = ("present", "absent", "open", "undecided")


def _consequences(common: Consequences) -> Event:
    sorts = {name: list(map(str, getattr(common, name))) for name in _SORTS}
    told = {"satisfiable": common.satisfiable, "stopped": common.stopped, "warnings": common.warnings}
    return {**told, **sorts, **drawn(common.board)}


def _as_consequences(event: Mapping[str, Any]) -> Consequences:
    sorts = {name: tuple(map(symbol_of, event[name])) for name in _SORTS}
    board, warnings = as_board(event), tuple(event["warnings"])
    return Consequences(event["satisfiable"], stopped=event["stopped"], board=board, warnings=warnings, **sorts)


def _as_verdict(event: Mapping[str, Any]) -> Verdict:
    own = {name: event[name] for name in Verdict._fields if name != "more"}
    more = {name: value for name, value in event.items() if name not in own and name not in ("schema", "event")}
    return Verdict(**own, more=more)


# Errors


def _error(error: BaseException) -> Event:
    error = our_error(error)
    known = next(kind.__name__ for kind in type(error).__mro__ if getattr(errors, kind.__name__, None) is kind)
    reason = {"reason": error.reason} if isinstance(error, LimitError) else {}
    return {"error": known, "message": error.message, "hint": error.hint, **reason}


def _as_error(event: Mapping[str, Any]) -> Exception:
    error: PuzzaspError = getattr(errors, event["error"])(event["message"], event.get("reason", event["hint"]))
    return error


def _by_fields(kind: Any, **own: Field) -> Kind:
    return Kind(kind, *by_fields(kind, **own))


KINDS = {
    "solution": Kind(Solution, _solution, _as_solution),
    "request": Kind(Request, _request, _as_request),
    "outcome": Kind(Outcome, _outcome, _as_outcome),
    "board": Kind(Board, drawn, as_board),
    "instance": Kind(Instance, _instance, _as_instance),
    "start": _by_fields(Start),
    "consequences": Kind(Consequences, _consequences, _as_consequences),
    "step": _by_fields(Step),
    "conflict": _by_fields(Conflict),
    "check": Kind(Check, _check, _as_check),
    "hint": _by_fields(Hint, check=under(Value(_check, _as_check))),
    "rating": _by_fields(Rating),
    "written": _by_fields(Written),
    "formula": _by_fields(Formula),
    "faults": _by_fields(Faults),
    "made": _by_fields(Made, instance=under(Value(_instance, _as_instance))),
    "tally": _by_fields(Tally),
    "verdict": Kind(Verdict, Verdict.line, _as_verdict),
    "error": Kind(BaseException, _error, _as_error),
}

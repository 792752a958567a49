"""The one JSON form of each result: for ``--format json``, and between a process and its worker.

:func:`encode` gives an object with ``"schema": 2`` and the kind of result under
``"event"``; docs/schema has a JSON schema for each kind.  :func:`decode` gives
the same result again.  Nearly all forms come from annotations (:mod:`.codec`).

To add a kind of result, add it to the table :data:`KINDS`.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

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
from .codec import BESIDES, Data, Form, as_board, drawn, record
from .lines import SCHEMA, line_of
from .request import Request
from .results import Faults, Formula, Written
from .verdict import Verdict

# How the answer to a request for a drawing begins.
DRAWN = line_of({"schema": SCHEMA, "event": "drawn"}).rstrip(b"}")

BESIDES |= {Step: ("sentences",), Outcome: ("status",)}


def encode(result: Any) -> Data:
    """Give the JSON form of a result, or of an exception.

    A solution is given without its board; :func:`drawn` adds one.
    """
    for kind, of in KINDS.items():
        if isinstance(result, of):
            return {"schema": SCHEMA, "event": kind, **form_of(of).write(result)}
    raise TypeError(f"{type(result).__name__} has no JSON form")


def decode(event: Mapping[str, Any]) -> Any:
    """Give the result, or the exception, that an event is the JSON form of.

    Raises ValueError for what is no event of this schema.
    """
    of = KINDS.get(event.get("event", ""))
    if of is None or event.get("schema") != SCHEMA:
        raise ValueError(f"no event of schema {SCHEMA}: {str(event)[:80]}")
    return form_of(of).read(event)


def form_of(kind: Any) -> Form:
    """Give the form of a kind of result."""
    return _OWN.get(kind) or record(kind)


@lru_cache(maxsize=100_000)
def _atom(text: str) -> Atom:
    return Atom.of(parse_term(text))


def _solution(solution: Solution) -> Data:
    atoms = {"atoms": [entry.text[:-1] for entry in solution.entries]}
    return {**atoms, "cost": list(solution.cost), "best": solution.best} if solution.cost else atoms


def _as_solution(event: Mapping[str, Any]) -> Solution:
    def draw(atoms: Iterable[Symbol]) -> Board:
        board = as_board(event)
        if board is None:
            raise ValueError("this solution came without its board")
        return board

    entries = [_atom(text) for text in event["atoms"]]
    return Solution(entries, draw, tuple(event.get("cost", ())), event.get("best", True))


def _error(error: BaseException) -> Data:
    error = our_error(error)
    known = next(kind.__name__ for kind in type(error).__mro__ if getattr(errors, kind.__name__, None) is kind)
    reason = {"reason": error.reason} if isinstance(error, LimitError) else {}
    return {"error": known, "message": error.message, "hint": error.hint, **reason}


def _as_error(event: Mapping[str, Any]) -> Exception:
    error: PuzzaspError = getattr(errors, event["error"])(event["message"], event.get("reason", event["hint"]))
    return error


# What is no plain data, or has another form than its fields.
_TEXT, _TEXTS = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
_OWN: dict[Any, Form] = {
    Board: Form(drawn, as_board, {"$ref": "terms.json#/$defs/drawn", "required": ["board", "drawing"]}),
    Solution: Form(
        _solution,
        _as_solution,
        {
            "$ref": "terms.json#/$defs/drawn",
            "properties": {
                "atoms": _TEXTS,
                "cost": {"type": "array", "items": {"type": "integer"}},
                "best": {"type": "boolean"},
            },
            "required": ["atoms"],
        },
    ),
    BaseException: Form(
        _error,
        _as_error,
        {
            "properties": dict.fromkeys(("error", "message", "hint", "reason"), _TEXT),
            "required": ["error", "message", "hint"],
        },
    ),
}

KINDS: dict[str, Any] = {
    "solution": Solution, "request": Request, "outcome": Outcome, "board": Board, "instance": Instance, "start": Start,
    "consequences": Consequences, "step": Step, "conflict": Conflict, "check": Check, "hint": Hint, "rating": Rating,
    "written": Written, "formula": Formula, "faults": Faults, "made": Made, "tally": Tally, "verdict": Verdict,
    "error": BaseException,
}  # fmt: skip

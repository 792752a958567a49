"""Boards as a program asks for them, one request for each."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..errors import PuzzaspError, UsageError, require, typed
from ..jobs.verdict import Verdict
from ..program.library import Library
from .boards import Boards, Item
from .engine import judged
from .judge import COMMANDS
from .queue import Order, Queue

# What a request may say besides options of its command.
_KEYS = ("command", "id", "puzzle", "board", "from", "constants", "answer", "solution")


@typed
def batch(
    requests: Iterable[Mapping[str, Any]],
    workers: int = 2,
    *,
    ordered: bool = True,
    library: Library | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Iterator[Verdict]:
    """Judge many boards in some worker processes; give a verdict on each as soon as it and those before are there.

    A request holds ``puzzle`` and ``board``, a text in any format; perhaps ``command``, "count" if there is none,
    or another one of ``puzzasp batch``, with its options; ``id``, else its number; ``constants``, ``from``, the
    format of the board, and ``answer``.  Requests are read as they are needed.  The limits are for each board: one
    that passes them is killed, and costs only itself.

    >>> boards = ({"puzzle": "queens", "board": f"size({n}, {n})."} for n in (3, 4, 5, 6))
    >>> [verdict.count for verdict in batch(boards, time_limit=60)]
    [0, 2, 10, 4]

    What is wrong with a board is in its verdict.  Raises UsageError for limits that cannot be.
    """
    if workers < 1:
        raise UsageError(f"cannot work in {workers} processes", "Give a number from 1.")
    library = library or Library()
    boards = Boards(library)
    items = (_item(boards, number, request) for number, request in enumerate(requests, 1))
    order = Order("count", folders=library.folders[:-1], seconds=time_limit, memory=memory_limit)
    return (verdict for _, verdict in judged(Queue(items, ordered), order, workers))


def _item(boards: Boards, number: int, request: Mapping[str, Any]) -> Item:
    require("a request", request, Mapping)
    id, puzzle = str(request.get("id", number)), request.get("puzzle")
    command = request.get("command", "count")
    options = {key: value for key, value in request.items() if key not in _KEYS} | {"what": command}
    if command not in COMMANDS:
        return Item(id, puzzle, error=f"there is no command {command}\nUse one of {', '.join(COMMANDS)}.")
    if command == "generate":
        return Item(id, puzzle, options, request.get("constants", {}))
    try:
        item = boards.item(request, id)
    except PuzzaspError as error:
        return Item(id, puzzle, error=str(error))
    return item._replace(options={**item.options, **options})

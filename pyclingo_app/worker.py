"""A process that does what it is asked: requests come in as lines of JSON, events go out (docs/json.md).

python -m pyclingo_app.worker
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import Any

from .errors import UsageError
from .jobs.codec import drawn, symbol_of
from .jobs.events import decode, encode
from .jobs.lines import SCHEMA, Event
from .jobs.programs import Programs
from .jobs.request import Request
from .jobs.server import serve, wall
from .jobs.tasks import TASKS
from .solve.limits import Limits
from .solve.problem import Problem
from .solve.run import Inline, Task
from .solve.search import Solution


class Tasks:
    """Does tasks by their names; the programs that it has read are kept."""

    def __init__(self) -> None:
        self.beside: Mapping[str, Callable[[Any], Event]] = {"draw": self._draw}
        self._programs = Programs()
        # The problem that was solved last, and a solution of it, which can draw others.
        self._solved: tuple[object, Solution] | None = None

    def answer(self, said: Any, asked: Callable[[], bool]) -> Iterator[Event]:
        """Give what a task finds; raises what it does, and UsageError for what is no request."""
        task, request, options = _request(said)
        program = self._programs.read(request.program, request.rules)
        problem = Problem(program, request.instance, program.check_constants(request.constants))
        same = (program, request.instance, request.constants)
        if request.command == "draw" and self._solved and self._solved[0] == same and "atoms" in options:
            yield encode(self._solved[1].render(options["atoms"]))
            return
        # A board of a batch is never cancelled: its process is killed.
        of_batch = request.command not in TASKS
        run = Inline(Limits(request.seconds, None, None if of_batch else asked))
        try:
            results = task(problem, run, **options)
        except TypeError as error:
            raise UsageError(f"{request.command} cannot be done so: {error}") from None
        threads = int(str(options.get("threads", "1")).partition(",")[0])
        with wall(request.memory, threads), closing(results):
            for result in results:
                if isinstance(result, Solution):
                    self._solved = (same, result)
                yield encode(result)

    def fault(self, error: Exception) -> Event:
        """Give the event for an error."""
        return encode(error)

    def _draw(self, atoms: list[str]) -> Event:
        """Draw a board with the atoms of a solution, while the search for others goes on."""
        event = {"schema": SCHEMA, "event": "drawn"}
        try:
            if self._solved is None:
                raise UsageError("there is no solution to draw")
            return event | drawn(self._solved[1].render(map(symbol_of, atoms)))
        except Exception as error:
            return event | {"error": encode(error)}


def _request(said: Any) -> tuple[Task, Request, dict[str, Any]]:
    """Give the task that is asked for, the request, and its options; raises UsageError."""
    try:
        request = decode(said)
        task = _task(request.command) if isinstance(request, Request) else None
        options = request.options_of(task) if task else {}
    except Exception as error:
        raise UsageError(f"this is no request: {error!r}", "docs/json.md says what one looks like.") from None
    if task is None:
        raise UsageError("there is no such command", f"Commands: {', '.join(TASKS)}.")
    return task, request, options


def _task(name: str) -> Task | None:
    """The task of a name; None if there is none."""
    if name.startswith("judge"):
        from .batches.judge import JUDGES

        return JUDGES.get(name)
    return TASKS.get(name)


def main() -> None:
    """Answer the requests on standard input until it ends."""
    serve(Tasks())


if __name__ == "__main__":
    main()

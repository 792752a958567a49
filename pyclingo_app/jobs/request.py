"""What is asked of a worker."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..facts.instance import Instance
from ..solve.limits import Limits
from ..solve.problem import Problem


class Request(NamedTuple):
    """A task to be done with a problem.

    command    the name of the task
    program    the absolute path of the program
    rules      those of further programs whose rules are added
    constants  values for its constants
    instance   one board as facts, or None
    options    those of the task
    seconds    the time limit, and
    memory     the limit for the memory, in MiB: who asks kills the worker when
               they are reached; it keeps to them itself if nobody looks
    """

    command: str
    program: str
    rules: tuple[str, ...]
    constants: Mapping[str, str]
    instance: Instance | None
    options: Mapping[str, Any]
    seconds: float | None = None
    memory: int | None = None

    @classmethod
    def of(cls, command: str, problem: Problem, options: Mapping[str, Any], limits: Limits) -> "Request":
        """Give the request for a task with a problem."""
        program, given = problem.program, (limits.seconds, limits.memory)
        return cls(command, program.path, program.added, problem.asked, problem.instance, options, *given)

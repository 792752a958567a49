"""What is asked of a worker."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ..facts.instance import Instance
from ..solve.limits import Limits
from ..solve.problem import Problem
from ..solve.run import Task
from .codec import Form, form


class Request(NamedTuple):
    """A task to be done with a problem.

    command    the name of the task
    program    the absolute path of the program
    rules      those of further programs whose rules are added
    constants  values for its constants
    instance   one board as facts, or None
    options    those of the task, as JSON
    seconds    the time limit, and
    memory     the limit for the memory, in MiB: who asks kills the worker when
               they are reached; it keeps to them itself if nobody looks
    """

    command: str
    program: str
    rules: tuple[str, ...] = ()
    constants: Mapping[str, str] = MappingProxyType({})
    instance: Instance | None = None
    options: Mapping[str, Any] = MappingProxyType({})
    seconds: float | None = None
    memory: int | None = None

    @classmethod
    def of(cls, task: Task, problem: Problem, options: Mapping[str, Any], limits: Limits) -> "Request":
        """Give the request for a task with a problem."""
        program, given = problem.program, (limits.seconds, limits.memory)
        plain = {name: _option(task, name).write(value) for name, value in options.items()}
        return cls(task.__name__, program.path, program.added, problem.asked, problem.instance, plain, *given)

    def options_of(self, task: Task) -> dict[str, Any]:
        """Give the options as the task takes them; raises what reading those does that cannot be."""
        return {name: _option(task, name).read(value) for name, value in self.options.items()}


def _option(task: Task, name: str) -> Form:
    """How an option of a task is written: by its annotation."""
    return form(task.__annotations__.get(name, Any))

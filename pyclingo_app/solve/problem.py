"""What is grounded: a program with an instance and values for its constants."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from clingo import Symbol

from ..facts.instance import Instance
from ..program.program import Program


class Problem(NamedTuple):
    """A program with an instance, and the constants that were asked for.

    Values that the instance sets itself, such as the number of stars in a
    URL, hold where no others are asked for.
    """

    program: Program
    instance: Instance | None = None
    asked: Mapping[str, str] = MappingProxyType({})

    @property
    def constants(self) -> dict[str, str]:
        """The constants that have other values than the program gives them, or may have."""
        given = dict(self.instance.constants) if self.instance else {}
        return {**{n: v for n, v in given.items() if self.program.takes(n)}, **self.asked}

    @property
    def settings(self) -> dict[str, str]:
        """All constants with their values."""
        return {**self.program.defaults, **self.constants}

    @property
    def facts(self) -> tuple[Symbol, ...]:
        """The facts of the instance."""
        return self.instance.facts if self.instance else ()

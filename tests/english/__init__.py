"""What sentences and marks mean in English, found by the name of the genre: ``NAME.py`` beside this file.

Written from the words that players read, never from the rules in ASP: each
sentence with its values becomes conditions on what its words speak of, and
what the board shows is understood.  So it can be asked whether something
follows from sentences as they are worded.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from genres import Cell, Facts, cells_of, size_of
from pysat.card import CardEnc, EncType
from pysat.formula import IDPool
from pysat.solvers import Solver

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))

Clause = list[int]
# What a look at a whole answer objects to: conditions that it breaks.
Look = Callable[[set[int]], Iterable[Clause]]


def says(*texts: str) -> Callable[[Any], Any]:
    """The method says what such sentences mean; values stand in braces."""
    return _worded("sentences", texts)


def means(present: str, absent: str) -> Callable[[Any], Any]:
    """The method gives the variable for which a mark stands, worded so when it is there and so when it is not."""
    return _worded("marks", (present, absent))


def _worded(kind: str, texts: tuple[str, ...]) -> Callable[[Any], Any]:
    def decorate(method: Any) -> Any:
        method.worded = kind, [_pattern(text) for text in texts]
        return method

    return decorate


def _pattern(text: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", text)
    return re.compile("".join(f"(?P<{part}>-?\\w+)" if k % 2 else re.escape(part) for k, part in enumerate(parts)))


class English:
    """A board, and what is said of it."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.height, self.width = size_of(facts)
        self.cells = cells_of(facts)
        self._methods = [
            getattr(self, name) for name in dir(type(self)) if hasattr(getattr(type(self), name), "worded")
        ]
        self._pool = IDPool()
        self._clauses: list[Clause] = []
        self._looks: list[Look] = []
        self._said: dict[frozenset[str], tuple[Solver, list[Look]]] = {}

    def understood(self) -> None:
        """State what the board shows, and what words for marks mean."""

    def var(self, *name: Any) -> int:
        """Give the variable of a name."""
        number: int = self._pool.id(name)
        return number

    def clause(self, *literals: int) -> None:
        """State that one of some literals holds."""
        self._clauses.append([*literals])

    def at_most(self, number: int, literals: Iterable[int]) -> None:
        """State that at most so many hold."""
        if number < 0:
            self.clause()
        else:
            encoding = CardEnc.atmost([*literals], number, vpool=self._pool, encoding=EncType.seqcounter)
            self._clauses += encoding.clauses

    def exactly(self, number: int, literals: Iterable[int]) -> None:
        """State that so many hold, no more and no fewer."""
        literals = [*literals]
        self.at_most(number, literals)
        self.at_most(len(literals) - number, [-literal for literal in literals])

    def look(self, look: Look) -> None:
        """State what has to be looked for in a whole answer."""
        self._looks.append(look)

    def together(self, literals: Mapping[int, Cell]) -> None:
        """State that the cells of the literals that hold hang together by their sides."""

        def look(true: set[int]) -> Iterator[Clause]:
            there = {cell: literal for literal, cell in literals.items() if literal in true}
            found = [*parts(there, lambda cell: self.neighbours(*cell))]
            for part in found if len(found) > 1 else ():
                other = next(cell for cell in there if cell not in part)
                around = {cell for member in part for cell in self.neighbours(*member)} - part
                ways = [literal for literal, cell in literals.items() if cell in around]
                yield [-there[min(part)], -there[other], *ways]

        self.look(look)

    def literal(self, text: str) -> int:
        """Give the meaning of a mark."""
        ((method, place, values),) = self._read("marks", text)
        return method(**values) * (-1 if place else 1)

    def possible(self, sentences: Collection[str], literals: Iterable[int]) -> bool:
        """Whether sentences as worded and some literals can hold together."""
        key = frozenset(sentences)
        if key not in self._said:
            self._clauses, self._looks = [], []
            self.understood()
            for text in key:
                ((method, _, values),) = self._read("sentences", text)
                method(**values)
            self._said[key] = Solver("minisat22", bootstrap_with=self._clauses), self._looks
        solver, looks = self._said[key]
        literals = [*literals]
        while solver.solve(assumptions=literals):
            true = {literal for literal in solver.get_model() if literal > 0}
            objections = [clause for look in looks for clause in look(true)]
            if not objections:
                return True
            solver.append_formula(objections)
        return False

    def _read(self, kind: str, text: str) -> list[tuple[Any, int, dict[str, Any]]]:
        found = []
        for method in self._methods:
            of, patterns = method.worded
            for place, pattern in enumerate(patterns):
                match = pattern.fullmatch(text)
                if match and of == kind:
                    values = {k: int(v) if v.lstrip("-").isdigit() else v for k, v in match.groupdict().items()}
                    found.append((method, place, values))
        assert len(found) == 1, f"{len(found)} meanings of: {text}"
        return found

    def neighbours(self, r: int, c: int) -> list[Cell]:
        """The cells that share a side with one."""
        near = (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)
        return [(x, y) for x, y in near if 1 <= x <= self.height and 1 <= y <= self.width]


def parts(members: Collection[Any], near: Callable[[Any], Iterable[Any]]) -> Iterator[set[Any]]:
    """The parts of a set that hang together."""
    left = {*members}
    while left:
        todo = [left.pop()]
        part = {*todo}
        while todo:
            new = left & {*near(todo.pop())}
            left -= new
            part |= new
            todo += new
        yield part


class Lines(English, ABC):
    """A board with lines between places."""

    @abstractmethod
    def lines(self) -> dict[int, tuple[Cell, Cell]]:
        """Give the variable of each possible line with its ends."""

    def hang_together(self) -> None:
        """State that there are lines, and that they hang together."""
        lines = self.lines()
        self.clause(*lines)

        def look(true: set[int]) -> Iterator[Clause]:
            drawn = {line: {*ends} for line, ends in lines.items() if line in true}
            found = [*parts(drawn, lambda line: (other for other in drawn if drawn[line] & drawn[other]))]
            for part in found if len(found) > 1 else ():
                places = {place for line in part for place in drawn[line]}
                ways = [line for line, ends in lines.items() if len({*ends} & places) == 1]
                yield [-min(part), -next(line for line in drawn if line not in part), *ways]

        self.look(look)


def find(name: str) -> type[English]:
    """Give the model of a genre."""
    model: type[English] = import_module(f"english.{name}").Board
    return model

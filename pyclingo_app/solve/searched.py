"""What a small program gives by a search, where the ways in which its marks can stand are too many to be listed."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

import clingo

from .ground import Rule
from .oracle import Answer, few, numbers

# A list has at most so many rows, of so many marks.
ROWS, MARKS = 200, 60
# A question may take so many conflicts.
_CONFLICTS = 2_000
# So many of the last models are kept: they tell of most marks that nothing of them follows.
_KEPT = 500
# So often literals are looked for that can fail together.
_CORES = 4
# Thousands of small questions: each goes on where the one before was, and what was learned is soon of no use.
_OPTIONS = (
    "--project=project",
    "--warn=none",
    f"--solve-limit={_CONFLICTS}",
    "--configuration=frumpy",
    "--save-progress=1",
    "--forget-on-step=lemmas",
)


class Searched:
    """A small program, in which atom 1 is false, about some marks."""

    def __init__(self, rules: Collection[Rule], marks: Collection[int]) -> None:
        self._control = clingo.Control([str(ROWS + 1), *_OPTIONS])
        self.size = sum(len(rule.body) + 1 for rule in rules)
        # The marks have symbols: to read those of a model, by their hashes, is faster than to ask for each mark.
        names = {mark: name_of(place) for place, mark in enumerate(marks, 1)}
        self._bits = {hash(names[mark]): 1 << place for place, mark in enumerate(marks, 1)}
        # The last models that were met, each with its number, and for each mark the set of those in which it is true.
        self._met: dict[int, int] = {}
        self._true = [0] * (len(marks) + 1)
        atoms = [0]
        with self._control.backend() as backend:

            def atom(number: int) -> int:
                while len(atoms) <= number:
                    atoms.append(backend.add_atom(names.get(len(atoms))))
                return atoms[number]

            for rule in rules:
                heads = [atom(number) for number in rule.head]
                literals = [atom(literal) if literal > 0 else -atom(-literal) for literal in rule.body]
                if rule.bound is None:
                    backend.add_rule(heads, literals, rule.choice)
                else:
                    terms = [*zip(literals, rule.weights, strict=True)]
                    backend.add_weight_rule(heads, rule.bound, terms, rule.choice)
            backend.add_rule([], [atom(1)])
            backend.add_project([atom(number) for number in marks])
        self._literals = [atoms[number] for number in marks]
        self._places = {literal: place for place, literal in enumerate(self._literals, 1)}

    def rows(self) -> list[int] | None:
        """Enumerate the ways in which the marks can stand; None if they are many."""
        # To count them first, without a look at any, is fast.
        if len(self._literals) <= MARKS and self._control.solve().exhausted:
            rows: list[int] = []
            self._control.solve(on_model=lambda model: rows.append(self._read(model) >> 1))
            return sorted(rows)
        settings: Any = self._control.configuration.solve
        settings.models, settings.project = 0, "no"
        return None

    def follow(self, literals: list[int]) -> list[int] | None:
        """Give the literals of marks that follow from some, None if they contradict each other.

        The models that were met before tell of most marks that nothing of them follows.
        """
        agreeing = self._agreeing(literals)
        if not agreeing:
            answer = self.ask(literals)
            if answer.model is None:
                return [] if answer.core is None else None
            agreeing = 1 << self._met[answer.model]
        given = {0, *map(abs, literals)}
        often = [(place, met & agreeing) for place, met in enumerate(self._true) if place not in given]
        likely = [place if there else -place for place, there in often if not there or there == agreeing]
        return self._always(literals, self._doubtful(literals, likely))

    def _agreeing(self, literals: Iterable[int]) -> int:
        """The models met before in which some literals hold, as a set of their numbers."""
        found = (1 << len(self._met)) - 1
        for literal in literals:
            found &= self._true[literal] if literal > 0 else ~self._true[-literal]
            if not found:
                break
        return found

    def _doubtful(self, literals: list[int], likely: list[int]) -> list[int]:
        """Those of some likely literals that do not fail all in one model: fast where few hold whenever others do.

        Where many do the rest is left open soon.
        """
        doubtful: list[int] = []
        for _ in range(_CORES):
            if not likely:
                break
            row, core = self.ask([*literals, *(-one for one in likely)])
            if row is not None:
                return [one for one in doubtful if (row >> abs(one) & 1) == (one > 0)]
            those = {-one for one in core or ()} & {*likely} or {*likely}
            doubtful += those
            likely = [one for one in likely if one not in those]
        return [*doubtful, *likely]

    def _always(self, literals: list[int], likely: list[int]) -> list[int]:
        """Those of some likely literals that hold whenever others do.

        One after another model is asked for in which one more of them does not hold, until there is none: that is
        fast where most of them hold.
        """
        if not likely:
            return []
        left = likely

        def take(model: clingo.Model) -> bool:
            nonlocal left
            row = self._read(model)
            self._meet(row)
            left = [one for one in left if (row >> abs(one) & 1) == (one > 0)]
            model.context.add_clause([-one for one in self._given(left)])
            return bool(left)

        exhausted = self._control.solve(self._given(literals), take).exhausted
        return left if exhausted or not left else few(lambda more: self.ask([*literals, *more]), left)

    def _given(self, literals: list[int]) -> list[int]:
        """Literals of marks, by their places, as the solver calls them."""
        return [self._literals[n - 1] if n > 0 else -self._literals[-n - 1] for n in literals]

    def holds(self, literals: list[int]) -> bool:
        """Whether some literals do not contradict each other, or that is hard to say."""
        return bool(self._agreeing(literals)) or self.ask(literals).core is None

    def core(self, literals: list[int]) -> list[int] | None:
        """Give some of the literals that contradict each other, None if they do not or that is hard to say."""
        return None if self._agreeing(literals) else self.ask(literals).core

    def ask(self, literals: list[int]) -> Answer:
        """Ask whether the marks can stand so that some of them, by their places from 1 on, do as they are said to."""
        row: int | None = None
        core: list[int] | None = None

        def take(model: clingo.Model) -> bool:
            nonlocal row
            row = self._read(model)
            self._meet(row)
            return False

        def refuse(literals: Sequence[int]) -> None:
            nonlocal core
            core = [self._places[c] if c > 0 else -self._places[-c] for c in literals]

        # With callbacks a small question takes half of the time that a handle takes.
        self._control.solve(self._given(literals), take, on_core=refuse)
        return Answer(row, core)

    def _meet(self, row: int) -> None:
        """Keep a model, and no more of them than the last ones."""
        if row in self._met:
            return
        number, before = len(self._met), 0
        if number == _KEPT:
            before = next(iter(self._met))
            number = self._met.pop(before)
        self._met[row] = number
        for place in numbers(row ^ before):
            self._true[place] ^= 1 << number

    def _read(self, model: clingo.Model) -> int:
        return sum(map(self._bits.__getitem__, map(hash, model.symbols(atoms=True))))


@lru_cache(1_000)
def name_of(place: int) -> clingo.Symbol:
    """The symbol of a mark, by its place."""
    return clingo.Function("mark", [clingo.Number(place)])

"""The small program that a sentence says with its definitions, cut out of the ground program.

Sentences that say the same of other marks have one form.  What is cut out is about as large as the table that is
made of it takes long: how much a sentence depends on is told without it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from itertools import islice, repeat
from operator import or_
from typing import NamedTuple

from .ground import Rule, connected
from .oracle import Oracle

# A small program has at most so many rules, and is about so many marks, if it takes a search.
_RULES, NEAR = 3_000, 128
# With what depends on itself it is about so many times as many marks at most.
_FARTHER = 6

# Atoms, and those of them that are taken as free.
_Cone = tuple[list[int], set[int]]
# A small program, in which atoms are called by their places, and those of the marks.
Form = tuple[tuple["Plain", ...], tuple[int, ...]]
# A rule as a plain tuple, of which many are made for few forms.
Plain = tuple[bool, tuple[int, ...], tuple[int, ...], int | None, tuple[int, ...]]


class Shape(NamedTuple):
    """How many ``rules`` there are for all on which a sentence depends, and the set of the ``marks`` among that, but
    for what lies behind what depends on itself; and whether some of them are ``hidden`` there."""

    rules: int
    marks: int
    hidden: bool


class Formed(NamedTuple):
    """The form of a sentence, with the marks that it is about; whether some are ``hidden`` behind what depends on
    itself, and whether the form is all there is to the sentence."""

    form: Form
    marks: tuple[int, ...]
    hidden: bool
    exact: bool


class Forms:
    """The forms of the sentences of an oracle.

    together   the components of the atoms that depend on others that depend on them: one of these comes after the one
               that depends on it
    recursive  these atoms with the places of their components
    """

    def __init__(self, oracle: Oracle, sentences: Iterable[int], marks: Collection[int]) -> None:
        self._rules = oracle.program.by_head
        self._numbers = {oracle.literal(mark): mark for mark in marks}
        self._bits = {atom: 1 << mark for atom, mark in self._numbers.items()}
        rules = self._rules
        # On each circle there is an atom that comes before one on which it depends.
        roots: set[int] = set()
        self._alternatives: set[int] = set()
        for choice, head, body, _, _ in oracle.program.rules:
            if body and (most := max(body)) > 0:
                for atom in head:
                    if most > atom:
                        roots.add(atom)
            if not choice and len(head) > 1:
                self._alternatives.update(head)

        def uses(atom: int) -> list[int]:
            return [literal for rule in rules.get(atom, ()) for literal in rule.body if literal > 0]

        self.together = [atoms for atoms in connected(sorted(roots), uses) if len(atoms) > 1]
        self.recursive = {atom: place for place, atoms in enumerate(self.together) for atom in atoms}
        self._above: dict[int, list[int]] | None = None
        self._shapes: dict[int, Shape] = {}
        self._sentences = {sentence: oracle.literal(sentence) for sentence in sentences}

    def shape(self, sentence: int) -> Shape:
        """Give the shape of a sentence, which takes little beside its form."""
        if sentence not in self._shapes:
            order: list[int] = []
            self._add_cone([self._sentences[sentence]], order, set(), whole=False)
            hidden = not self.recursive.keys().isdisjoint(order)
            rules = sum(map(len, map(self._rules.__getitem__, order)))
            self._shapes[sentence] = Shape(rules, self._marks(order), hidden)
        return self._shapes[sentence]

    def span(self, sentence: int) -> int:
        """The marks on which a sentence depends, and those that are defined by what is hidden in between.

        None at all if they depend on too much.
        """
        order: list[int] = []
        broken = self._sentences[sentence]
        whole = self._add_cone([broken], order, set(), whole=True) and self._add_defined(broken, order, set(), True)
        return self._marks(order) if whole else 0

    def form(self, sentence: int, loose: bool) -> Formed | None:
        """Give the form of a sentence, in which what depends on itself is taken as free if it is ``loose``; None if it
        is too large, or no simple one."""
        cone = self._cone(sentence, whole=False)
        if not loose and not (cone and self.recursive.keys().isdisjoint(cone[0])):
            # What depends on itself is taken, too, where it does not lead far.
            whole = self._cone(sentence, whole=True)
            most = min(NEAR, _FARTHER * self._breadth(cone[0])) if cone else NEAR
            if whole and self._breadth(whole[0]) <= most:
                cone = whole
        if not cone:
            return None
        order, free = cone
        marks = [atom for atom in order if atom in self._numbers]
        place = {atom: k for k, atom in enumerate(order, 1)}
        form = (self._local(place, free), tuple(map(place.__getitem__, marks)))
        hidden = not self.recursive.keys().isdisjoint(order)
        return Formed(form, tuple([self._numbers[atom] for atom in marks]), hidden, not free)

    def _marks(self, order: Iterable[int]) -> int:
        """The set of the marks among some atoms."""
        return reduce(or_, map(self._bits.get, order, repeat(0)), 0)

    def _cone(self, sentence: int, whole: bool) -> _Cone | None:
        """The atoms on which a sentence depends, and those of them that are taken as free; None if they or their rules
        are too many, or these no simple ones."""
        broken = self._sentences[sentence]
        cone: _Cone = [], set()
        order, free = cone
        if not (self._add_cone([broken], order, free, whole) and self._add_defined(broken, order, free, whole)):
            return None
        defined = [atom for atom in order if atom not in free] if free else order
        if not self._alternatives.isdisjoint(defined):
            return None
        number = len(free) + sum(map(len, map(self._rules.__getitem__, defined)))
        return cone if 0 < number <= _RULES and not self._numbers.keys().isdisjoint(order) else None

    def _add_defined(self, broken: int, order: list[int], free: set[int], whole: bool) -> bool:
        """Add the marks that are defined by what lies between a sentence and its marks; tell as :meth:`_add_cone`."""
        hidden = {atom for atom in order if atom not in self._numbers and atom != broken}
        above = sorted({mark for atom in hidden for mark in self._dependents(atom)})
        return not above or self._add_cone(above, order, free, whole)

    def _breadth(self, order: Collection[int]) -> int:
        """The number of the marks among some atoms."""
        return len(self._numbers.keys() & order)

    def _local(self, place: Mapping[int, int], free: set[int]) -> tuple[Plain, ...]:
        """The rules for some atoms, which are called by their places."""
        called = {**place, **{-atom: -k for atom, k in place.items()}}.__getitem__
        rules: list[Plain] = []
        for atom, k in place.items():
            head = (k,)
            if atom in free:
                rules.append((True, head, (), None, ()))
                continue
            for choice, _, body, bound, weights in self._rules[atom]:
                rules.append((choice, head, tuple(map(called, body)) if body else (), bound, weights))
        return tuple(rules)

    def _add_cone(self, starts: Iterable[int], order: list[int], free: set[int], whole: bool) -> bool:
        """Add atoms, and those on which they depend, in an order of their own; tell whether they are not too many.

        Into what depends on itself is looked no farther than into the rules of its marks, but for the ``whole``.
        """
        seen = {*order}
        place = len(order)
        order += [start for start in starts if start not in seen]
        seen |= {*order}
        rules, recursive = self._rules, () if whole else self.recursive
        # It grows on the way.
        for atom in islice(order, place, None):
            if len(order) > _RULES:
                return False
            inside = atom in recursive
            if inside and atom not in self._numbers:
                free.add(atom)
            if atom in free:
                continue
            for rule in rules[atom]:
                for literal in rule.body:
                    below = literal if literal > 0 else -literal
                    if below not in seen:
                        seen.add(below)
                        order.append(below)
                        if inside and below in recursive:
                            free.add(below)
        return True

    def _dependents(self, atom: int) -> list[int]:
        """The atoms of marks that are defined by an atom that is none, directly or by others that are none."""
        if self._above is None:
            self._above = defaultdict(list)
            for mark in self._numbers:
                if mark not in self.recursive and self._rules[mark]:
                    seen, pending = {mark}, [mark]
                    while pending:
                        for rule in self._rules[pending.pop()]:
                            for literal in rule.body:
                                below = abs(literal)
                                if below not in seen and below not in self._numbers:
                                    seen.add(below)
                                    self._above[below].append(mark)
                                    if below not in self.recursive:
                                        pending.append(below)
        return self._above[atom]


def rules_of(form: Form) -> list[Rule]:
    """The rules of a form."""
    return [Rule(*rule) for rule in form[0]]

"""Sentences that say that something is reached: what they ask for, and which ways are open with what is known.

What is reached is told by atoms of the ground program that depend on themselves: each of their rules leads from another
such atom, or from the ground.  A sentence asks for some of them, as ``:- shaded(R, C), not reached(R, C)`` does.

What is known shows literals of the ground program: of each of these it is told which marks show it, each of them alone.
What takes several marks together is shown by none of them, so that nothing is said to shut a way but what does.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from ..solve.ground import Rule, connected
from .about import below
from .flows import GROUND, Arc
from .scope import Scope
from .sets import Known, Literal, Marks, SentenceId

# Marks each of which alone shows something.
Shown = frozenset[Literal]
NONE: Shown = frozenset()
# It takes none: a mark that is no mark stands for all of them.
ALWAYS: Shown = frozenset((Literal(0),))


class Asked(NamedTuple):
    """Atoms one of which has to be reached, and what shows that."""

    atoms: tuple[int, ...]
    why: Shown


class Reaching:
    """A sentence that may ask for atoms that depend on themselves; the ``component`` are these, with all that depend on
    each other with one of them.  It is empty where a sentence asks for none."""

    def __init__(self, scope: Scope, sentence: SentenceId) -> None:
        self._marks = scope.mark_of
        self._rules = scope.oracle.program.by_head
        self._recursive = scope.forms.recursive
        self._broken = scope.oracle.literal(sentence)
        self._demands = [*self._asks()]
        parts = dict.fromkeys(self._recursive[atom] for atoms, _ in self._demands for atom in atoms)
        self.component = frozenset(atom for part in parts for atom in scope.forms.together[part])

    @cached_property
    def own(self) -> Marks:
        """The marks on which the sentence depends, but for such as depend on themselves."""
        return Marks.of(self._marks[atom] for atom in self._order if atom in self._marks)

    @cached_property
    def marks(self) -> Marks:
        """The marks on which the sentence depends; none if some of them depend on themselves, or it asks for none."""
        return self.own if self.component and self.component.isdisjoint(self._marks) else Marks()

    def _asks(self) -> Iterator[tuple[tuple[int, ...], list[int]]]:
        """For which atoms the sentence asks, one of some at a time, and under which literals."""
        for rule in self._rules[self._broken]:
            for literal in rule.body:
                if literal < 0 and (atoms := self._one_of(-literal)):
                    yield atoms, [other for other in rule.body if other != literal]

    def _one_of(self, atom: int) -> tuple[int, ...]:
        """The atoms that depend on themselves one of which an atom says to hold, maybe with more than that."""
        if atom in self._recursive:
            return (atom,)
        if atom in self._marks:
            return ()
        inner = [[b for b in rule.body if b in self._recursive] for rule in self._rules[atom]]
        return tuple(body[0] for body in inner) if all(len(body) == 1 for body in inner) else ()

    @cached_property
    def _order(self) -> list[int]:
        """The atoms on which the sentence and the component depend, each behind those on which it depends; what depends
        on itself, and what is below marks, is left out."""
        heads = (self._broken, *self.component)
        begun = sorted({atom for head in heads for atom in below(self._rules, head)})
        ends = self._recursive.keys() | self._marks.keys()
        order = connected(begun, lambda atom: () if atom in ends else below(self._rules, atom))
        return [atom for (atom,) in order if atom not in self._recursive]

    def shown(self, known: Known) -> dict[int, Shown]:
        """Give the literals of the ground program that what is known shows, with what shows each of them."""
        shown: dict[int, Shown] = {}
        for atom in self._order:
            if atom in self._marks:
                for literal in (Literal(self._marks[atom]), Literal(-self._marks[atom])):
                    if known.has(literal):
                        shown[atom if literal > 0 else -atom] = frozenset((literal,))
                continue
            rules = self._rules[atom]
            held = [_every(shown[b] for b in rule.body if b in shown) for rule in rules if _holds(rule, shown)]
            if held:
                shown[atom] = _any(held)
            elif all(rule.bound is None and any(-literal in shown for literal in rule.body) for rule in rules):
                shown[-atom] = _every(_shut(rule, shown) for rule in rules)
        return shown

    def asked(self, shown: Mapping[int, Shown]) -> list[Asked]:
        """Give what has to be reached."""
        return [
            Asked(atoms, _every(shown[literal] for literal in rest))
            for atoms, rest in self._demands
            if all(literal in shown for literal in rest)
        ]

    def arcs(self, shown: Mapping[int, Shown]) -> list[Arc]:
        """Give the rules that lead from the ground and between atoms of the component, but for those that are shut
        whatever is known, and those from what is never reached."""
        arcs = []
        for atom in sorted(self.component):
            for rule in self._rules[atom]:
                shut = _shut(rule, shown)
                if shut != ALWAYS:
                    arcs.append(Arc(next((b for b in rule.body if b in self.component), GROUND), atom, shut))
        # A mark that shuts all ways to an atom shuts those from it, too.
        before: dict[int, Shown] = {GROUND: NONE}
        for arc in arcs:
            before[arc.target] = before.get(arc.target, arc.shut) & arc.shut
        return [Arc(source, target, shut | before[source]) for source, target, shut in arcs if source in before]


def _every(sets: Iterable[Shown]) -> Shown:
    """What shows several things: the marks that show each of them."""
    some = [one for one in sets if one != ALWAYS]
    return frozenset.intersection(*some) if some else ALWAYS


def _any(sets: Collection[Shown]) -> Shown:
    """What shows any of several things."""
    return ALWAYS if ALWAYS in sets else NONE.union(*sets)


def _holds(rule: Rule, shown: Collection[int]) -> bool:
    """Whether the head of a rule holds with what is shown."""
    return not rule.choice and rule.bound is None and all(literal in shown for literal in rule.body)


def _shut(rule: Rule, shown: Mapping[int, Shown]) -> Shown:
    """What shows that the body of a rule does not hold; of what counts nothing is said."""
    return _any([shown[-literal] for literal in rule.body if -literal in shown and rule.bound is None])

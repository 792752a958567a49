"""The walk that all explanations share: the easiest deduction, what is seen with it, learnt, and on.

What a player sees in one thought is one step: the same on other cells, and what a mark that was just found then gives
alone, sentence after sentence.  Nothing here knows a puzzle: deductions are alike where sentences of the same rules
take and give marks that say the same, in whatever cells.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, partial

from ..solve.tables import counts
from .because import Because, Deduction
from .effort import PLAYER, Effort
from .follow import Follower
from .minimal import shrink
from .sets import NOTHING, Known, Literal, MarkId, Marks, Sentences, opposite
from .singles import Singles
from .strategies.added import Added
from .strategies.alone import Alone, deduced
from .strategies.chain import Chain
from .strategies.reason import Reason
from .sums import Sums
from .view import Strategy, View

# What is seen in one thought, in its order.
Thought = tuple[Deduction, ...]
# How something is seen with what was found: it has in other words what is new in a cell, one of the leading marks gives
# it alone, or it goes on with what the leading deduction does.
_AGAIN, _ALONE, _ONWARD = 1, 2, 3


class Walk:
    """A path that is walked thought by thought, from what is known to all that is forced.

    ``solution`` gives a solution; it is not asked for what a sentence gives alone by its table.
    """

    def __init__(
        self, singles: Singles, solution: Callable[[], Marks], known: Known = NOTHING, effort: Effort = PLAYER
    ) -> None:
        self.scope = singles.scope
        self.singles = singles
        self.view = View(self.scope, known)
        self._solution = solution
        self.alone = Alone(singles, effort)
        self.effort = effort

    @cached_property
    def follower(self) -> Follower:
        """Follows sentences and argues: for that all sentences have to be ready."""
        table = self.singles.tables.table
        sums = Sums({sentence: counts(table(sentence)) for sentence in self.singles.light}, self.effort)
        return Follower(self.singles, sums, self.effort)

    @cached_property
    def ladder(self) -> list[Strategy]:
        """The strategies, the easiest first."""
        return [Added(self.follower), Chain(self.follower, self.wrong), Reason(self.follower, self.wrong)]

    @cached_property
    def model(self) -> Marks:
        """A solution: what it has not is what may be supposed to no end."""
        return self._solution()

    def wrong(self, mark: MarkId) -> Literal:
        """The literal of a mark that does not hold in a solution."""
        return Literal(-mark if mark in self.model else mark)

    def thoughts(self, alone: bool = False) -> Iterator[Thought]:
        """Give what is found, thought by thought, until nothing more is forced; or until no sentence gives anything
        ``alone`` that is told by its table."""
        while self.view.open:
            rung: Strategy = self.alone
            found = self._defined() or self.alone.find(self.view, asking=not alone)
            if not found and alone:
                return
            for rung in () if found else self.ladder:
                if found := rung.find(self.view):
                    break
            if not found:
                return
            yield tuple(self._thought(found, rung))

    def look_everywhere(self) -> None:
        """Go on with what is easiest, as if nothing had been found lately."""
        self.view.recent = Marks()

    def _defined(self) -> Deduction | None:
        """What follows from what is known without any sentence, by the rules that make marks of others."""
        view, oracle = self.view, self.scope.oracle
        if not (self.scope.tied and view.known):
            return None
        known = view.known.literals
        found = [*oracle.consequences(known, [opposite(self.wrong(mark)) for mark in view.open])]
        if not found:
            return None
        uses = Known.of(map(Literal, shrink([*known], partial(oracle.core, (-found[0],)))))
        same = oracle.consequences(uses.literals, found)
        return deduced("defined", Because(Sentences(), uses, Known.of(map(Literal, same))))

    def _thought(self, leading: Deduction, rung: Strategy) -> Iterator[Deduction]:
        """What is found, with all that is seen with it: the same elsewhere, and what each mark then gives alone."""
        view = self.view
        alike = rung.alike(view, leading) if leading.sentences else []
        news = leads = Known()
        following = [(_ONWARD, one) for one in (leading, *alike)]
        while following:
            found = Known()
            for how, one in following:
                gives = one.gives - (found | news)
                if gives:
                    one = one.giving(gives)
                    yield one
                    found |= gives
                    # What a note says in other words leads as the note does.
                    if how == _ONWARD or (how == _AGAIN and not one.uses.marks.meets(self.scope.marks)):
                        leads |= gives
            news |= found
            self._learn(found)
            self.alone.look(view)
            seen = [
                (how, one) for one in self.alone.found.values() for how in self._seen_with(one, leading, news, leads)
            ]
            first = min((how for how, _ in seen), default=0)
            those = [(how, deduced("alone", one)) for how, one in seen if how == first]
            following = sorted(those, key=lambda entry: (-entry[1].gives.size, entry[1].gives, self._aside(entry[1])))
        view.recent = news.marks

    def _learn(self, found: Known) -> None:
        self.view.learn(found)
        # The ladder is not made before more than single sentences has to be looked at.
        for rung in (self.alone, *self.__dict__.get("ladder", ())):
            rung.learn(self.view, found)

    def _seen_with(self, one: Because, leading: Deduction, news: Known, leads: Known) -> Iterator[int]:
        """How something is seen with others that gave the ``news``, some of them first, the ``leads``; if it is."""
        if not one.uses.marks.meets(news.marks):
            return
        (sentence,), scope = one.sentences, self.scope
        if self._in_other_words(one):
            yield _AGAIN
            return
        if not one.uses.marks.meets(leads.marks) or self.singles.walls.speaks(sentence):
            return
        # From one cell to the next one, as where each number is less than another one.
        pair = len(scope.about.cells(sentence)) == 2
        same = {scope.rules[s] for s in leading.sentences} == {scope.rules[sentence]}
        rules = one.uses.size < self.effort.few and same
        named = {*map(scope.named, one.gives.literals)} == {*map(scope.named, leading.gives.literals)}
        if rules and pair and named:
            yield _ONWARD
        elif one.uses.size == 1 and (pair or self.alone.at_once(one, self.view.known)):
            yield _ALONE
        elif rules and {*map(scope.kind, one.gives.literals)} == {*map(scope.kind, leading.gives.literals)}:
            yield _ONWARD

    def _aside(self, one: Deduction) -> bool:
        """Whether the sentence of what is seen speaks of another cell than that of the mark that it follows from."""
        (sentence,), named = one.sentences, self.scope.about.named
        return not {self.scope.cells[mark] for mark in one.uses.marks} & {*named(sentence)}

    def _in_other_words(self, one: Because) -> bool:
        """Whether all that is found follows from one mark of the same cell."""
        cells = {self.scope.cells[mark] for mark in (one.uses | one.gives).marks}
        return one.uses.size == 1 and len(cells) == 1

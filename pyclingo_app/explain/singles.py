"""What single sentences give, with what is known: read from their tables, shown by walls, or asked of the oracle."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from ..solve.forms import Forms
from ..solve.oracle import Answer, few
from ..solve.tables import Count, Tables, counted
from .because import Cut
from .minimal import shrink
from .scope import Scope
from .sets import Known, Literal, MarkId, Marks, SentenceId, Sentences, mark_of, opposite
from .walls import Walls

# How many models are kept: most questions are answered by one that was met before.
_MET = 1000
# A look at a sentence takes about so much work.
_LOOK = 45


class Line(NamedTuple):
    """What one sentence gives with what is known before; nothing new says that it cannot hold."""

    sentence: SentenceId
    before: Known
    new: Known


class Singles:
    """Reads sentences one at a time, in the scope of a problem.

    light   those that have a table
    slow    those of them that are searched
    vague   those whose table does not tell all, or that have none
    asked   those of them that are put to the oracle at every turn: without a table, or about what has to be reached
    ready   those of which this is known: all, or ``lazily`` those that :meth:`more` has got ready
    """

    def __init__(self, scope: Scope, lazily: bool = False) -> None:
        self.scope = scope
        self.oracle = scope.oracle
        self.walls = Walls(scope)
        self.tables = Tables(scope.oracle, scope.forms, lambda sentence: self.walls.speaks(SentenceId(sentence)))
        self.light = self.slow = self.vague = self.asked = self.ready = Sentences()
        self.looks = 0
        self._notes = Marks() if scope.oracle.free(scope.pencil) else scope.pencil
        self._touched: dict[int, int] = defaultdict(int)
        self._about: dict[SentenceId, Marks] = {}
        self._lots = _lots(scope.rules, self.tables.forms) if lazily else iter([[*scope.rules]])
        # The last models that were met, and what was found out.
        self._met: deque[int] = deque(maxlen=_MET)
        self._forced: dict[tuple[SentenceId, Known], Known | None] = {}
        if not lazily:
            self.more()

    @property
    def work(self) -> int:
        """How much work was done, as an oracle counts it."""
        return self.oracle.work + _LOOK * self.looks

    def more(self) -> Sentences:
        """Get the next sentences ready, those that say least first; give them, none in the end."""
        lot = next(self._lots, [])
        light = slow = vague = asked = 0
        for sentence in lot:
            table = self.tables.table(sentence)
            if table:
                light |= 1 << sentence
                slow |= self.tables.slow(sentence) << sentence
                for mark in Marks(table.scope):
                    self._touched[mark] |= 1 << sentence
            if not table or not (isinstance(table, Count) or table.exact):
                vague |= 1 << sentence
                if not table or self.walls.speaks(sentence):
                    asked |= 1 << sentence
        self.light |= Sentences(light)
        self.slow |= Sentences(slow)
        self.vague |= Sentences(vague)
        self.asked |= Sentences(asked)
        self.ready |= Sentences.of(lot)
        return Sentences.of(lot)

    def count(self, sentence: SentenceId) -> Count | None:
        """What a sentence says, if it only counts."""
        return self.tables.count(sentence)

    def counted(self, sentence: SentenceId) -> Count | None:
        """The same, and that one of two marks excludes the other, of one that is ready."""
        return counted(self.tables.table(sentence)) if sentence in self.ready else None

    def about(self, sentence: SentenceId) -> Marks:
        """The marks that a sentence itself is about, as far as they can be told from what definitions tie to them."""
        if sentence not in self._about:
            table = None if sentence in self.vague else self.tables.table(sentence)
            walled, span = self.walls.marks(sentence), self.tables.forms.span(sentence) if not table else 0
            found = Marks(table.scope if table else 0) or walled or Marks(span)
            self._about[sentence] = found or self.scope.about.reach(sentence)
        return self._about[sentence]

    def _span(self, sentence: SentenceId) -> Marks:
        """The marks that are put to the oracle together with a sentence: with what has to be reached all notes, as one
        may say where others come from, if any of them says something of others."""
        walled = self.walls.marks(sentence)
        return walled | self._notes if walled else self.scope.about.reach(sentence)

    def touched(self, marks: Marks) -> Sentences:
        """The sentences with a table that speak of any of some marks."""
        found, touched = 0, self._touched
        for mark in marks:
            found |= touched[mark]
        return Sentences(found)

    def follow(self, sentence: SentenceId, known: Known) -> Known | None:
        """Give what a sentence forces beyond what is known, None if it is broken."""
        if sentence not in self.light:
            return self.forced(sentence, known)
        found = self.tables.follow(sentence, known.true, known.false)
        return None if found is None else Known(*found)

    # What is asked

    def forced(self, sentence: SentenceId, known: Known) -> Known | None:
        """Give what the oracle says that a sentence alone forces of what it is about, None if it is broken."""
        key = sentence, known.among(self._span(sentence))
        if key not in self._forced:
            found = self._ask(sentence, key[1], self.about(sentence) | self._span(sentence))
            self._forced[key] = None if found is None else Known.of(found)
        return self._forced[key]

    def singly(self, known: Known, sentences: Sentences) -> Iterator[Line]:
        """Give what any of some sentences forces alone beyond what is known, as the oracle says.

        Of several that force the same it is the first one.
        """
        found = known
        for sentence in sentences:
            new = (self.forced(sentence, known) or Known()) - found
            if new:
                found |= new
                yield Line(sentence, known, new)

    def broken(self, sentences: Sentences, known: Known) -> SentenceId | None:
        """Give one of some sentences that is broken alone, as far as that is found easily."""
        return next((sentence for sentence in sentences if not self._holds(sentence, known)), None)

    def _holds(self, sentence: SentenceId, known: Known) -> bool:
        """Whether a sentence is not broken alone, or that is hard to say."""
        key = sentence, known.among(self._span(sentence))
        if key in self._forced:
            return self._forced[key] is not None
        if self._agreeing(*key):
            return True
        answer = self._question(*key, [])
        if answer.model is None:
            self._forced[key] = None if answer.core is not None else Known()
        return answer.core is None

    def _ask(self, sentence: SentenceId, asked: Known, among: Marks) -> list[Literal] | None:
        """What a sentence forces of some marks, of that in which the models that were met agree; None if broken."""
        agreeing = self._agreeing(sentence, asked)
        if not agreeing:
            answer = self._question(sentence, asked, [])
            if answer.model is None:
                return [] if answer.core is None else None
            agreeing = [answer.model]
        opened = asked.open(among).bits
        always, ever = reduce(and_, agreeing) & opened, reduce(or_, agreeing)
        likely = Known(always, opened & ~ever).literals
        return [*map(Literal, few(lambda more: self._question(sentence, asked, more), likely))]

    def _agreeing(self, sentence: SentenceId, asked: Known) -> list[int]:
        """The models met before in which a sentence holds and marks are as they are known to be."""
        true, either = asked.true, asked.true | asked.false | 1 << sentence
        return [model for model in self._met if model & either == true]

    def _question(self, sentence: SentenceId, asked: Known, more: list[int]) -> Answer:
        """Ask whether a sentence can hold with some marks, and more."""
        answer = self.oracle.glance([*asked.literals, -sentence, *more])
        if answer.model is not None:
            self._met.append(answer.model)
        return answer

    # Why

    def uses(
        self, sentence: SentenceId, known: Known, literal: Literal | None, late: Iterable[MarkId] = ()
    ) -> tuple[Known, Cut | None]:
        """Give few of the known marks with which a sentence forces a literal (None: is broken), and who is cut off.

        Those of ``late`` are left out first, in their order.
        """
        table = self.tables.table(sentence)
        if table and sentence not in self.vague and not known.among(Marks(table.scope)):
            # Its table tells all, and it says so by itself.
            return Known(), None
        state = known if literal is None else known.plus(opposite(literal))
        last = list(late)
        near = self.about(sentence) | Marks(table.scope if table else 0)
        marks = self.tables.why(sentence, state.true, state.false, [*self._leaving(state, near, last)])
        cut = None
        if marks is not None:
            kept = state.among(Marks(marks))
        else:
            cut = self.walls.cut(sentence, state)
            kept = cut.marks if cut else self._smallest(sentence, state, last)
            if not cut and self.walls.speaks(sentence):
                cut = self.walls.between(sentence, kept)
        return (kept if literal is None else kept.without(Marks.of((mark_of(literal),)))), cut

    def _smallest(self, sentence: SentenceId, state: Known, late: list[MarkId]) -> Known:
        """Marks that break a sentence, none of which can be left out; those of ``late`` go first.

        If that can be they are what it is about.  They do not depend on what the oracle was asked before, as cores do.
        """
        own = state.among(self.about(sentence)).marks
        near = state.among(self.scope.about.reach(sentence)).marks | own

        def breaks(marks: Marks) -> Marks | None:
            answer = self.oracle.glance([-sentence, *state.among(marks).literals])
            return None if answer.core is None else marks & Marks.of(MarkId(abs(number)) for number in answer.core)

        whole = own if breaks(own) is not None else near
        items = [mark for mark in self._leaving(state, near, late) if mark in whole]
        return state.among(Marks.of(shrink(items, lambda rest: breaks(Marks.of(rest)))))

    def _leaving(self, state: Known, near: Marks, late: list[MarkId]) -> list[MarkId]:
        """In which order marks are left out where others suffice: what stands on the board is told, rather than notes
        or what is not there; those of ``late`` go first."""
        rest = [mark for mark in state.among(near).marks if mark not in late]
        return [*late, *sorted(rest, key=lambda mark: (mark not in self.scope.pencil, state.true >> mark & 1))]


# Sentences of no more than so many rules beside one for each mark take little, however many they are.
_BESIDE = 6
# The others in a lot are made of about so many rules, or of as many as one of them.
_MANY = 500
# What depends on itself makes a sentence worth so many times as many rules.
_HIDDEN = 10


def _lots(sentences: Iterable[SentenceId], forms: Forms) -> Iterator[list[SentenceId]]:
    """Give sentences in lots, so that a hint need not get ready what says much: those that speak of marks, and then by
    how many rules each is made of, those with as many together, and some with more where they are few."""
    alike: dict[int, list[SentenceId]] = defaultdict(list)
    for sentence in sentences:
        shape = forms.shape(sentence)
        plain = not shape.hidden and shape.rules - shape.marks.bit_count() <= _BESIDE
        alike[0 if plain else shape.rules * (_HIDDEN if shape.hidden else 1)].append(sentence)
    lot: list[SentenceId] = []
    whole = 0
    for number, those in sorted(alike.items()):
        if lot and whole + number * len(those) > _MANY:
            yield lot
            lot, whole = [], 0
        lot += those
        whole += number * len(those)
    if lot:
        yield lot

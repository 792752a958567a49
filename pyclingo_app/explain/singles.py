"""What single sentences give, with what is known: read from their tables, shown by walls, or asked of the oracle."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from functools import reduce
from math import inf
from operator import and_, or_
from typing import NamedTuple

from ..solve.forms import Forms
from ..solve.oracle import Answer, few
from ..solve.tables import Count, Tables, counted
from .because import Cut
from .questions import minimal
from .scope import Scope
from .sets import Known, Literal, MarkId, Marks, SentenceId, Sentences, mark_of, opposite
from .walls import Walls

# How many of the models of a question are kept: most questions are answered by one that was met before.
_MET = 200
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
        self._touched: dict[int, int] = defaultdict(int)
        self._about: dict[SentenceId, Marks] = {}
        self._lots = _lots(scope.rules, self.tables.forms) if lazily else iter([[*scope.rules]])
        self._lot: list[SentenceId] = []
        # The last models that were met of some sentences, and those of which it is hard to say something together.
        self._met: dict[Sentences, deque[int]] = defaultdict(lambda: deque(maxlen=_MET))
        self._apart: set[Sentences] = set()
        self._asking = 0
        self._forced: dict[tuple[SentenceId, Known], Known | None] = {}
        if not lazily:
            self.more()

    @property
    def work(self) -> int:
        """How much work was done, as an oracle counts it."""
        return self.oracle.work + _LOOK * self.looks

    def more(self, most: float = inf) -> Sentences:
        """Get the next sentences ready, those that say least first; give them, none in the end.

        Those of more than ``most`` rules are left.
        """
        self._lot = self._lot or next(self._lots, [])
        if not self._lot or self.tables.forms.shape(self._lot[-1]).rules > most:
            return Sentences()
        lot, self._lot = self._lot, []
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
                    self._asking |= self._span(sentence).bits
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
        """The marks that are put to the oracle together with a sentence."""
        return self.walls.marks(sentence) or self.scope.about.reach(sentence)

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
        key = sentence, self._asked_of(known)
        if key not in self._forced:
            found = self._ask(Sentences.of((sentence,)), key[1], self.about(sentence))
            self._forced[key] = None if found is None else Known.of(found)
        return self._forced[key]

    def singly(self, known: Known, sentences: Sentences, among: Marks) -> Iterator[Line]:
        """Give what any of some sentences forces alone beyond what is known, of some marks, as the oracle says.

        They are asked together first, and then which of them it is.
        """
        if len(sentences) < 2 or sentences in self._apart:
            for sentence in sentences:
                found = (self.forced(sentence, known) or Known()) - known
                if found:
                    yield Line(sentence, known, found)
            return
        asked, among = self._asked_of(known), known.open(among)
        given: dict[SentenceId, list[Literal]] = defaultdict(list)
        for literal in self._ask(sentences, asked, among) or ():
            forcing = self._forcing(literal, asked, sentences, Sentences.of(given))
            if forcing is not None:
                given[forcing].append(literal)
        for sentence, those in given.items():
            yield Line(sentence, known, Known.of(those))

    def _forcing(self, literal: Literal, known: Known, sentences: Sentences, likely: Sentences) -> SentenceId | None:
        """Give one of some sentences that forces a literal alone, of the likely ones if it can be.

        It is broken wherever the literal does not hold: one look at how most of them can hold leaves few.
        What definitions force alone is told by the sentence about the fewest marks, this one among them.
        """
        fixed = [*known.plus(opposite(literal)).literals]
        model, core = self.oracle.maximal(fixed, [-s for s in sentences])
        if model is None and core is not None:
            about = (s for s in sentences if mark_of(literal) in self._span(s))
            return min(about, key=lambda s: (len(self._span(s)), s), default=None)
        left = sentences if model is None else sentences & Sentences(model)
        while left:
            sentence = next(iter(left & likely or left))
            answer = self.oracle.ask([*fixed, -sentence], bounded=True)
            if answer.core is not None:
                return sentence
            left -= Sentences.of((sentence,))
            if answer.model is not None:
                left &= Sentences(answer.model)
        return None

    def broken(self, sentences: Sentences, known: Known) -> SentenceId | None:
        """Give one of some sentences that is broken alone; most are not, so that they are asked together first."""
        asked = self._asked_of(known)
        if len(sentences) > 1 and sentences not in self._apart:
            answer = None if self._agreeing(sentences, asked) else self._question(sentences, asked, [])
            if not answer or answer.model is not None:
                return None
            if answer.core is not None:
                sentences &= Sentences.of(SentenceId(abs(n)) for n in answer.core)
        return next((s for s in sentences if not self._holds(s, asked)), None)

    def _holds(self, sentence: SentenceId, asked: Known) -> bool:
        """Whether a sentence is not broken alone, as far as that is found easily."""
        key, one = (sentence, asked), Sentences.of((sentence,))
        if key in self._forced:
            return self._forced[key] is not None
        if self._agreeing(one, asked):
            return True
        answer = self._question(one, asked, [])
        if answer.model is None:
            self._forced[key] = None if answer.core is not None else Known()
        return answer.core is None

    def _ask(self, sentences: Sentences, asked: Known, among: Marks) -> list[Literal] | None:
        """What some sentences force of some marks, of that in which the models that were met agree; None if broken."""
        agreeing = self._agreeing(sentences, asked)
        if not agreeing:
            answer = self._question(sentences, asked, [])
            if answer.model is None:
                return [] if answer.core is None else None
            agreeing = [answer.model]
        opened = asked.open(among).bits
        always, ever = reduce(and_, agreeing) & opened, reduce(or_, agreeing)
        likely = Known(always, opened & ~ever).literals
        return [*map(Literal, few(lambda more: self._question(sentences, asked, more), likely))]

    def _asked_of(self, known: Known) -> Known:
        """What is put to the oracle of what is known."""
        return known.among(Marks(self._asking))

    def _agreeing(self, sentences: Sentences, asked: Known) -> list[int]:
        """The models met before in which some sentences hold and marks are as they are known to be."""
        true, either = asked.true, asked.true | asked.false
        return [model for model in self._met[sentences] if model & either == true]

    def _question(self, sentences: Sentences, asked: Known, more: list[int]) -> Answer:
        """Ask whether some sentences can hold with some marks, and more."""
        answer = self.oracle.glance([*asked.literals, *(-s for s in sentences), *more])
        if answer.model is not None:
            self._met[sentences].append(answer.model)
        elif answer.core is None and len(sentences) > 1:
            self._apart.add(sentences)
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
        kept = minimal(whole, self._leaving(state, near, late), breaks)
        assert kept is not None
        return state.among(kept)

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

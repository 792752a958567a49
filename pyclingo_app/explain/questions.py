"""What is asked of an oracle about sets of sentences; what was met on the way answers most of it.

A model in which some sentences hold says that they do not refute what is otherwise in it than in all solutions; and
sentences that refute something do so with others, too.  So an answer does not depend on what was met before: only a
question that is given up for its length may have another one at another time.
"""

from collections import defaultdict
from collections.abc import Iterable

from ..solve.hitting import add_minimal, hitting_set
from ..solve.oracle import Answer, bits
from .scope import Scope
from .sets import Known, Literal, Marks, Sentences, mark_of, opposite

# A look at a set that is to be met takes about so much work.
_LOOK = 5


class Questions:
    """Asks whether sentences refute something, with what is known.

    known   what is known
    wanted  the literals of which it is asked, by their marks; they hold in all solutions

    What is supposed, to be refuted, is the opposite of one of them; or nothing, as None, where sentences are to
    contradict what is known.
    """

    def __init__(self, scope: Scope, known: Known, wanted: Iterable[Literal]) -> None:
        self.known = known
        self.wanted = {mark_of(literal): literal for literal in wanted}
        self._every = scope.sentences.bits
        self._switches = scope.switches
        self._oracle = scope.oracle
        self._scope = scope
        # The models met that agree with what is known, as bits: the marks that are there, and the sentences broken.
        self._models: list[int] = []
        # Those of them in which as many sentences hold as can, as far as that is found easily.
        self._grown: list[int] = []
        # Of what these break in which something holds: the least sets, and how many of the models were looked at.
        self._complements: dict[Literal | None, tuple[list[int], int]] = {}
        # The sets of sentences met that refute something.
        self._refuting: dict[Literal | None, list[int]] = defaultdict(list)
        # In how many conflicts it was not found out whether some do: that is not asked again before something is found
        # in a cell of which one of them speaks.
        self._given_up: dict[tuple[Literal | None, int], int] = {}

    def learn(self, found: Known) -> None:
        """Take into account what was found."""
        self.known |= found
        for mark in found.marks:
            literal = self.wanted.pop(mark, None)
            if literal is not None:
                self._refuting.pop(opposite(literal), None)
        self._models = [model for model in self._models if not (found.true & ~model or found.false & model)]
        self._grown = [model for model in self._grown if not (found.true & ~model or found.false & model)]
        self._complements.clear()
        for mark in found.marks if self._given_up else ():
            speaking = self._scope.about.near(self._scope.cells[mark], 0).bits
            self._given_up = {asked: many for asked, many in self._given_up.items() if not asked[1] & speaking}

    def refuting(self, supposed: Literal | None, sentences: Sentences, conflicts: int | None) -> Sentences | None:
        """Give those of some sentences that refute what is supposed.

        None if they do not, or if that is not found out in so many ``conflicts``.
        """
        if self._agreeing(supposed, sentences) is not None:
            return None
        met = self._refuting[supposed]
        for refuting in reversed(met):
            if not refuting & ~sentences.bits:
                return Sentences(refuting)
        question = supposed, sentences.bits
        if conflicts is not None and conflicts <= self._given_up.get(question, 0):
            return None
        assumptions = self.assumptions(sentences, supposed)
        oracle = self._oracle
        answer = oracle.ask(assumptions) if conflicts is None else oracle.glance(assumptions, conflicts)
        if answer.model is not None:
            self.meet(answer.model)
        elif answer.core is None and conflicts is not None:
            self._given_up[question] = conflicts
        if answer.core is None:
            return None
        met.append(bits(-literal for literal in answer.core if literal < 0) & sentences.bits)
        return Sentences(met[-1])

    def grow(self, supposed: Literal | None, sentences: Sentences) -> Answer:
        """Ask for a model in which some sentences hold, and what is supposed, and as many more as can, if that is easy.

        It is one of those whose complements reasons meet.
        """
        seen = self._agreeing(supposed, sentences)
        held = sentences if seen is None else Sentences(self._every & ~seen)
        assumptions = self.assumptions(held, supposed)
        answer = self._oracle.maximal(assumptions, self._switches)
        if answer == (None, None):
            answer = self._oracle.ask(assumptions, bounded=True)
        if answer.model is not None:
            self.meet(answer.model)
            self._grown.append(answer.model)
        return answer

    def hitting(self, supposed: Literal | None, size: int, end: int) -> tuple[Sentences | None, bool]:
        """Give so many sentences of which each model that was grown breaks one in which something holds.

        None if there are none; and whether that was found out before so much work was done in the ``end``.
        """
        sets, taken = self._complements.get(supposed, ([], 0))
        for model in self._grown[taken:]:
            if supposed is None or _holds(supposed, model):
                add_minimal(sets, model & self._every)
        self._complements[supposed] = sets, len(self._grown)

        def go_on(looks: int) -> bool:
            self._oracle.work += _LOOK * looks
            return self._oracle.work < end

        hitting, finished = hitting_set(sets, size, go_on)
        return (None if hitting is None else Sentences(hitting)), finished

    def undecided(self, sentences: Sentences, marks: Marks) -> list[Literal]:
        """Give the literals wanted of some marks that no model met refutes in which some sentences hold."""
        models = [model for model in self._models if not model & sentences.bits]
        wanted = (literal for mark, literal in self.wanted.items() if mark in marks)
        return [literal for literal in wanted if all(_holds(literal, model) for model in models)]

    def assumptions(self, sentences: Sentences, supposed: Literal | None = None) -> list[int]:
        """What is asked: that what is known, what is supposed and some sentences hold."""
        fixed: list[int] = [*self.known.literals, *([] if supposed is None else [supposed])]
        return fixed + [-sentence for sentence in sentences]

    def meet(self, shown: int) -> None:
        """Take a model into account, by what it shows."""
        self._models.append(shown)

    def _agreeing(self, supposed: Literal | None, sentences: Sentences) -> int | None:
        """A model met before in which some sentences hold, and what is supposed."""
        within = sentences.bits
        agree = (one for one in reversed(self._models) if not one & within)
        return next((one for one in agree if supposed is None or _holds(supposed, one)), None)


def _holds(literal: Literal, model: int) -> bool:
    return bool(model >> literal & 1 if literal > 0 else not model >> -literal & 1)

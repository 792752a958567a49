"""What is asked of an oracle about sets of sentences; what was met on the way answers most of it.

A model in which some sentences hold says that they do not refute what is otherwise in it than in all solutions; and
sentences that refute something do so with others, too.  So an answer does not depend on what was met before: only a
question that is given up for its length may have another one at another time.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from operator import or_

from ..solve.hitting import add_minimal, hitting_set, optimal_hitting_set
from ..solve.oracle import Answer, bits
from .scope import Scope
from .sets import Known, Literal, Marks, N, S, Sentences, mark_of, opposite

# While items are left out of a set one of so many parts of it is tried at once: that spares questions where most of a
# set is not needed, and what stays is the same.
_PARTS = 8


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
        # The models met that agree with what is known, as bits: the marks that are there, and the sentences broken.
        self._models: list[int] = []
        # Those of them in which as many sentences hold as can, as far as that is found easily.
        self._grown: list[int] = []
        # Of what these break in which something holds: the least sets, and how many of the models were looked at.
        self._complements: dict[Literal | None, tuple[list[int], int]] = {}
        # The sets of sentences met that refute something.
        self._refuting: dict[Literal | None, list[int]] = defaultdict(list)

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
        assumptions = self.assumptions(sentences, supposed)
        oracle = self._oracle
        answer = oracle.ask(assumptions) if conflicts is None else oracle.glance(assumptions, conflicts)
        if answer.model is not None:
            self.meet(answer.model)
        if answer.core is None:
            return None
        met.append(bits(-literal for literal in answer.core if literal < 0) & sentences.bits)
        return Sentences(met[-1])

    def fewest(self, supposed: Literal | None) -> int:
        """How many sentences refute what is supposed, as far as that was met: the fewest ones."""
        return min(map(int.bit_count, self._refuting[supposed]))

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

    def hitting(self, supposed: Literal | None, size: int) -> tuple[Sentences | None, bool]:
        """Give so many sentences of which each model that was grown breaks one in which something holds.

        None if there are none; and whether that was found out.
        """
        sets, taken = self._complements.get(supposed, ([], 0))
        for model in self._grown[taken:]:
            if supposed is None or _holds(supposed, model):
                add_minimal(sets, model & self._every)
        self._complements[supposed] = sets, len(self._grown)
        hitting, finished = hitting_set(sets, size, size + 1)
        if not finished:
            self._oracle.work += sum(map(int.bit_count, sets))
            hitting, finished = optimal_hitting_set(sets, size + 1)
        return (Sentences(hitting), True) if hitting is not None and finished else (None, finished)

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


def minimal(whole: S, order: Sequence[N], core: Callable[[S], S | None], most: int | None = None) -> S | None:
    """Leave members out of a set that suffices, in some order, as long as the rest does; perhaps it is not smallest.

    Give None if more than ``most`` stay.  ``core`` gives members of a set that suffice, or None if the set does not.
    It only spares questions: a member stays if and only if without it those that stay and all that come after it do not
    suffice.

    >>> def core(rest):
    ...     return rest if 3 in rest and (1 in rest or 2 in rest) else None
    >>> whole = Marks.of([1, 2, 3, 4])
    >>> minimal(whole, [1, 2, 3, 4], core), minimal(whole, [1, 2, 3, 4], core, most=1)
    (Marks.of([2, 3]), None)
    """
    kind, stay = type(whole), 0
    items: list[N] = [member for member in order if member in whole]
    # What comes after each of them, and those of them that are not known to be needless.
    later = [0, *accumulate((1 << member for member in reversed(items)), or_)][-2::-1]
    left = [*range(len(items))]
    step = len(left) // _PARTS
    while left:
        step = max(1, step)
        place = left[step - 1]
        found = core(kind(stay | later[place]))
        if found is not None:
            left = [number for number in range(place + 1, len(items)) if items[number] in found]
            step = len(left) // _PARTS
        elif step > 1:
            step //= 2
        else:
            stay |= 1 << items[left.pop(0)]
            if most is not None and stay.bit_count() > most:
                return None
    return kind(stay)

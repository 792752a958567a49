"""The path as a player walks it: first what one sentence gives, then what a short argument does, then the rest.

Where no sentence alone gives anything, each mark is supposed to be otherwise, and
what follows, one sentence at a time, is looked at until it comes to a
contradiction; the argument with the fewest sentences is told.  Where there is
none, a short reason is searched for, and told with two cases.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..solve.oracle import bits, numbers
from .proofs import LINES, SPLITS, Prover, argued
from .propagation import Line, Proof, Propagation
from .reasons import Reasons
from .scope import Scope
from .state import State, literals, state_of, with_literal
from .terms import Case, Inference, Mark, Step, Wall

# How many of the shortest arguments are made shorter still, to take the shortest.
_SHORTENED = 4


class Found(NamedTuple):
    """A step in numbers: literals that are found, from which known marks, by which sentences, and how that is shown."""

    sentences: int
    found: tuple[int, ...]
    earlier: int
    proofs: tuple[Proof, ...]


class Walk:
    """A path that is walked step by step, from what is known to all that is forced."""

    def __init__(self, scope: Scope, model: int, given: Iterable[int] = ()) -> None:
        self.scope = scope
        self.oracle = scope.oracle
        self._known: State = state_of(given)
        self._model = model
        self.propagation = Propagation(scope)
        self.cuts = self.propagation.cuts
        self._prover = Prover(self.propagation)
        self._marks = bits(scope.cells)
        self._shown = bits(scope.marks)
        self._reasons: Reasons | None = None
        # Sentences with a table to be looked at, and what single sentences give.
        self._pending = self.propagation.light
        self._single: dict[int, Found] = {}
        self._asked = False
        # For each mark its shortest argument, the sentences that were looked at, and what was learned since.
        self._chains: dict[int, tuple[Proof | None, int]] = {}
        self._recent = 0

    @property
    def known(self) -> int:
        """The marks that are known."""
        return self._known[0] | self._known[1]

    def finds(self) -> Iterator[Found]:
        """Give the steps until nothing more is forced."""
        while self._shown & ~self.known:
            found = self._alone() or self._chain() or self._hard()
            if found is None:
                return
            yield found
            self._learn(found.found)

    def _learn(self, found: Iterable[int]) -> None:
        new = state_of(found)
        marks = new[0] | new[1]
        touched = self.propagation.touched(marks)
        self._known = self._known[0] | new[0], self._known[1] | new[1]
        self._recent = marks
        self._pending |= touched
        self._asked = False
        for sentence, one in list(self._single.items()):
            if touched >> sentence & 1 or any(marks >> abs(literal) & 1 for literal in one.found):
                del self._single[sentence]
                self._pending |= 1 << sentence & self.propagation.light
        for mark, (_, looked) in list(self._chains.items()):
            if marks >> mark & 1 or looked & touched:
                del self._chains[mark]
        if self._reasons:
            self._reasons.learn([literal for literal in found if abs(literal) in self._reasons.unknown])

    def _alone(self) -> Found | None:
        """What a single sentence gives: continued where the last step was, from few marks."""
        for sentence in numbers(self._pending):
            given = self.propagation.follow(sentence, self._known)
            if given and (given[0] | given[1]):
                self._single[sentence] = self._singly(Line(sentence, self._known, given))
        self._pending = 0
        if not self._single and not self._asked:
            self._asked = True
            opened = self._marks & ~self.known
            for line in self.propagation.singly(self._known, self.propagation.asked, opened):
                self._single[line.sentence] = self._singly(line)
        if not self._single:
            return None
        return self._single[min(self._single, key=self._ease)]

    def _ease(self, sentence: int) -> tuple[object, ...]:
        one = self._single[sentence]
        apart = self._recent and not one.earlier & self._recent
        return bool(apart), one.earlier.bit_count(), -len(one.found), len(self.scope.sentence(sentence).cells), sentence

    def _singly(self, line: Line) -> Found:
        """What a sentence gives, of what cuts give that which one of them does."""
        found = sorted(literals(line.new), key=abs)
        sentence = line.sentence
        if self.cuts.speaks_of_cuts(sentence):
            walls = {}
            for literal in found:
                cut = self.cuts.cut(sentence, self._near(sentence, -literal))
                walls[literal] = frozenset(cut.wall) - {-literal} if cut else None
            least = min(walls.values(), key=lambda wall: 1_000 if wall is None else len(wall))
            found = [literal for literal in found if walls[literal] == least]
        earlier = 0
        for literal in found:
            state = self.propagation.used(sentence, self._known, literal, ())
            earlier |= state[0] | state[1]
        ends = tuple(Proof((Line(sentence, with_literal(self._known, -literal), (0, 0)),)) for literal in found)
        return Found(1 << sentence, tuple(found), earlier, ends)

    def _near(self, sentence: int, literal: int) -> State:
        return with_literal(self._known, literal)

    def _chain(self) -> Found | None:
        """What follows when the shortest argument of all is found."""
        every = self.scope.every
        best: list[tuple[tuple[int, ...], int, Proof]] = []
        for mark in numbers(self._marks & ~self.known):
            literal = self._opposite(mark)
            if mark not in self._chains:
                start = with_literal(self._known, literal)
                proof = self._prover.refute(self._known, literal, every)
                lines, _ = self.propagation.propagate(start, self.propagation.touched(1 << mark), every)
                looked = self.propagation.touched(1 << mark)
                for line in lines:
                    looked |= self.propagation.touched(line.new[0] | line.new[1])
                self._chains[mark] = proof, looked
            found, _ = self._chains[mark]
            if argued(found):
                assert found
                best.append((self._weight(found), mark, found))
        best.sort(key=lambda entry: entry[:2])
        shorter = []
        for _, mark, proof in best[:_SHORTENED]:
            proof = self._prover.shorten(proof, self._known, self._opposite(mark), 0)
            self._chains[mark] = proof, self._chains[mark][1]
            shorter.append((self._weight(proof), mark, proof))
        if not shorter:
            return None
        _, mark, proof = min(shorter, key=lambda entry: entry[:2])
        return self._told(-self._opposite(mark), proof)

    def _weight(self, proof: Proof) -> tuple[int, ...]:
        needed = self._prover.needed(proof)
        return proof.sentences().bit_count(), proof.length(), (needed & self.known).bit_count()

    def _opposite(self, mark: int) -> int:
        return -mark if self._model >> mark & 1 else mark

    def _told(self, literal: int, proof: Proof) -> Found:
        """A step from an argument, with what the same sentences give in the same way."""
        found, proofs = [literal], [proof]
        earlier = self._prover.needed(proof)
        sentences = proof.sentences()
        scopes = self._prover.open(self._known, sentences)
        for mark in scopes:
            other = -self._opposite(mark)
            if other == literal or proof.cases:
                continue
            same = self._prover.refute(self._known, -other, sentences)
            if same and argued(same) and same.sentences() == sentences:
                found.append(other)
                proofs.append(same)
                earlier |= self._prover.needed(same)
        return Found(sentences, tuple(found), earlier & self.known, tuple(proofs))

    def _hard(self) -> Found | None:
        """What follows from a short reason, with cases if need be; None if nothing more is forced."""
        if self._reasons is None:
            unknown = [-self._opposite(mark) for mark in numbers(self._marks & ~self.known)]
            fixed = literals(self._known)
            forced = set(self.oracle.consequences([*self.scope.switches, *fixed], unknown))
            self._reasons = Reasons(self.scope, fixed, [literal for literal in unknown if literal in forced])
        reasons = self._reasons
        if not any(self._shown >> mark & 1 for mark in reasons.unknown):
            return None
        mark, reason = reasons.short()
        literal = reasons.unknown[mark]
        sentences = bits(reason)
        if len(reason) > 1:
            proof = None
            if len(reason) <= LINES:
                proof = self._prover.refute(self._known, -literal, sentences, SPLITS, thorough=True)
            if not argued(proof):
                proof = self._prover.refute(self._known, -literal, self.scope.every, 1)
            if argued(proof):
                assert proof
                return self._told(literal, proof)
        earlier = reasons.earlier(reason, [literal])
        return Found(sentences, (literal,), bits(map(abs, earlier)), ())


class Teller:
    """Puts what a walk finds into words."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.scope = walk.scope

    def step(self, found: Found, known: State) -> Step:
        """Tell a step."""
        scope = self.scope
        reason = list(numbers(found.sentences))
        arguments = [self.argument(proof, -literal) for proof, literal in zip(found.proofs, found.found, strict=False)]
        whole = (Inference(tuple(scope.sentence(s) for s in scope.chain(reason)), ()),)
        suppositions = scope.said(-literal for literal in found.found)
        alone = len(reason) == 1
        return Step(
            tuple(scope.sentence(s) for s in reason),
            scope.said(self._signed(found.earlier, known)),
            scope.said(found.found),
            len(reason) <= 2,
            suppositions[0],
            arguments[0] if arguments else whole,
            () if alone else tuple(map(Case, suppositions[1:], arguments[1:])),
        )

    def argument(self, proof: Proof, supposed: int) -> tuple[Inference, ...]:
        """Tell a proof that something supposed (0: nothing) is impossible."""
        return self._argument(proof, [1 << abs(supposed)] if supposed else [])

    def _argument(self, proof: Proof, derived: list[int]) -> tuple[Inference, ...]:
        told = []
        later = [*derived, *(line.new[0] | line.new[1] for line in proof.lines)]
        for line in proof.lines:
            uses = self.walk._prover.uses(line, later)
            new = sorted(literals(line.new), key=abs)
            wall = self._wall(line, new[0] if new else 0)
            used = self.scope.said(self._signed(uses, line.before))
            told.append(Inference((self.scope.sentence(line.sentence),), self.scope.said(new), used, wall))
        if proof.cases:
            cases = []
            for literal, case in proof.cases:
                (mark,) = self.scope.said([literal])
                cases.append(Case(mark, self._argument(case, [*later, 1 << abs(literal)])))
            told.append(Inference((), (), (), None, tuple(cases)))
        return tuple(told)

    def _wall(self, line: Line, literal: int) -> Wall | None:
        state = with_literal(line.before, -literal) if literal else line.before
        table = self.walk.propagation.tables.table(line.sentence)
        if table and self.walk.propagation.tables.follow(line.sentence, *state) is None:
            return None
        cut = self.walk.cuts.cut(line.sentence, state)
        if cut is None:
            return None
        said = self.scope.said
        cells = self.walk.cuts.cells(cut)
        return Wall(said(cut.apart), cells, said(cut.wall), said(cut.witness))

    @staticmethod
    def _signed(marks: int, state: State) -> list[int]:
        return [mark if state[0] >> mark & 1 else -mark for mark in numbers(marks)]


def told(scope: Scope, model: int, given: Iterable[int] = ()) -> Iterator[tuple[tuple[int, ...], Step]]:
    """Give the steps of a walk, each with the literals that it finds."""
    walk = Walk(scope, model, given)
    teller = Teller(walk)
    for found in walk.finds():
        yield found.found, teller.step(found, walk._known)


def marks_of(steps: Iterable[Step]) -> list[Mark]:
    """All that some steps find."""
    return [mark for step in steps for mark in step.found]

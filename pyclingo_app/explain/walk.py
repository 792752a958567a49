"""The path as a player walks it: first what one sentence gives, then what a short argument does, then the rest.

Where no sentence alone gives anything, each mark is supposed to be otherwise, and
what follows, one sentence at a time, is looked at until it comes to a
contradiction; the argument with the fewest sentences is told.  Where there is
none, two cases are looked for, then longer arguments, then a split in another
one; at last a short reason is searched for, and told with cases if that can be.
If it cannot, cases are tried in all ways; and of long reasons, which nobody sees,
that is told which leads on most.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property, partial, reduce
from math import inf
from operator import or_

from ..solve.oracle import bits, numbers
from .away import Away
from .chains import Chains
from .confined import within
from .glances import Glances
from .looks import cells_in
from .minimal import shrink
from .pairs import Pairs
from .proofs import LINES, SPLITS, Prover, argued
from .propagation import Line, Proof, Propagation
from .reasons import ENOUGH, Reasons
from .splits import Splits
from .state import State, literals, state_of, with_literal
from .thoughts import AGAIN, ONWARD, Found, Thoughts

# Among how many marks, the nearest ones, two cases are looked for.
_CASES = 250
# How many rounds an argument may have, in which each sentence takes what those before gave.
_ROUNDS = (2, 4, 8)
# Up to how many of them arguments are looked for that end in a note, for how many of the nearest ones.
_NOTED, _NOTES = 4, 150
# A sentence about more marks is looked at when nothing else gives more.
_WIDE = 80
# From how many marks at most something is easily seen to follow: else places go before candidates, and more sentences
# are looked at, of up to how many rules.
_SEVERAL, _SOON = 4, 200
# For how many marks, the nearest ones, the same argument is tried.
_LIKELY = 100


class Walk:
    """A path that is walked step by step, from what is known to all that is forced.

    ``solution`` gives a solution; it is not asked for what a sentence gives alone by its table.
    """

    def __init__(self, propagation: Propagation, solution: Callable[[], int], given: Iterable[int] = ()) -> None:
        self.scope = scope = propagation.scope
        self.oracle = scope.oracle
        self._known: State = state_of(given)
        self._solution = solution
        self.propagation = propagation
        self.propagation.readings.learn(self._known)
        self.cuts = self.propagation.cuts
        self.prover = Prover(self.propagation)
        self._marks = bits(scope.cells)
        self._shown = bits(scope.marks)
        self._reasons: Reasons | None = None
        # Sentences to be looked at, and what single sentences give.
        self._pending = 0
        self._single: dict[int, Found] = {}
        self._asked = False
        self._glances = Glances(self.prover)
        self._chains = Chains(self.prover, self._opposite)
        self._splits = Splits(self.prover, self._opposite)
        self._pairs = Pairs(self.propagation)
        self._recent = 0
        self._away = Away(scope.cells)
        self._thoughts = Thoughts(self.propagation)
        # What these give takes long to find, and is hardly seen with what a mark gives.
        self._wide, self._late = 0, self.propagation.read
        self._take(self.propagation.ready)
        self._noted = bits(scope.noted)

    @property
    def known(self) -> int:
        """The marks that are known."""
        return self._known[0] | self._known[1]

    def finds(self, alone: bool = False) -> Iterator[tuple[Found, ...]]:
        """Give what is found, thought by thought, until nothing more is forced; or until no sentence gives anything
        ``alone`` that is told by its table."""
        while self._shown & ~self.known:
            found = self._defined() or self._alone(asking=not alone)
            if not found and alone:
                return
            if not found and not self.propagation.read:
                found = self._beside_pairs() or self._chain() or self._split()
            # Where much is seen at once, reasons are short.
            found = found or self._hard()
            if found is None:
                return
            yield tuple(self._thought(found))

    def _defined(self) -> Found | None:
        """What follows from what is known without any sentence, by the rules that make marks of others."""
        unknown = self._shown & ~self.known if self.scope.tied and self.known else 0
        known, likely = literals(self._known), [-self._opposite(mark) for mark in numbers(unknown)]
        found = [*self.oracle.consequences(known, likely)] if likely else []
        takes = [shrink(known, partial(self.oracle.core, (-one,))) for one in found]
        return Found(0, self._known, tuple(found), tuple(bits(map(abs, each)) for each in takes), ()) if found else None

    def look_everywhere(self) -> None:
        """Go on with what is easiest, as if nothing had been found lately."""
        self._recent = 0

    def _thought(self, leading: Found) -> Iterator[Found]:
        """What is found, with all that is seen with it: the same elsewhere, and what each mark then gives alone."""
        news = leads = 0
        following = [(ONWARD, one) for one in (leading, *self._alike(leading))]
        while following:
            found: list[int] = []
            for how, one in following:
                one = one.without(bits(map(abs, found)))
                if one.found:
                    yield one
                    found += one.found
                    # What a note says in other words leads as the note does.
                    leads |= one.gives() if how == ONWARD or (how == AGAIN and not one.takes() & self._shown) else 0
            news |= bits(map(abs, found))
            self._learn(found)
            self._look(self._late)
            found_next = (self._thoughts.seen_with(one, leading, news, leads) for one in self._single.values())
            seen = [entry for entry in found_next if entry]
            first = min((how for how, _ in seen), default=0)
            those = (entry for entry in seen if entry[0] == first)
            following = sorted(those, key=lambda e: (-len(e[1].found), self._elsewhere(e[1]), e[1].found))
        self._recent = news

    def _alike(self, leading: Found) -> list[Found]:
        """The same on other cells."""
        if leading.sentences in (1 << sentence for sentence in self._single):
            others = sorted(self._single.items())
            return [one for _, one in others if one is not leading and self._thoughts.alike(leading, one)]
        if not leading.proofs or leading.proofs[0].splits() or leading.sentences & self._wide:
            return []
        named = self._thoughts.named(leading.found[0])
        marks = self._marks & ~(self.known | leading.gives())
        likely = [mark for mark in numbers(marks) if self._thoughts.named(-self._opposite(mark)) == named]
        # To the same end by sentences about the mark that is supposed, or elsewhere, always by the same rules.
        *lines, last = (line.sentence for line in leading.proofs[0].lines)
        near, elsewhere = (self._of_same_rules(sentences) for sentences in (lines, [*lines, last]))
        # What is easier then goes before what is elsewhere.
        if any(self._pairs.needed(reduce(with_literal, leading.found, self._known))):
            elsewhere = 0
        alike: dict[int, Found] = {}
        for mark in sorted(likely, key=self._distance)[:_LIKELY]:
            literal = -self._opposite(mark)
            for sentences in (self.propagation.touched(1 << mark) & near | 1 << last, elsewhere):
                proof = self.prover.refute(self._known, -literal, sentences, rounds=len(lines) + 1)
                if proof and proof.length() > len(lines) + 1:
                    proof = self.prover.shorten(proof, self._known, -literal, 0)
                if proof and self._thoughts.same_argument(leading, proof, literal):
                    one = Found(proof.sentences(), self._known, (literal,), (proof.needed() & self.known,), (proof,))
                    alike[one.sentences] = alike[one.sentences].also(one) if one.sentences in alike else one
                    break
        return [self._all_forced(one) for one in alike.values()]

    def _of_same_rules(self, sentences: Iterable[int]) -> int:
        """All sentences of the rules of some."""
        rules = {self.scope.rules[sentence] for sentence in sentences}
        return bits(sentence for sentence, rule in self.scope.rules.items() if rule in rules)

    def _learn(self, found: Collection[int]) -> None:
        new = state_of(found)
        marks = new[0] | new[1]
        touched = self.propagation.touched(marks)
        self._known = self._known[0] | new[0], self._known[1] | new[1]
        self.propagation.readings.learn(self._known)
        self._recent = marks
        self._pending |= touched
        self._asked = False
        for sentence, one in list(self._single.items()):
            if touched >> sentence & 1 or any(marks >> abs(literal) & 1 for literal in one.found):
                del self._single[sentence]
                self._pending |= 1 << sentence & self.propagation.light
        self._chains.learn(marks, touched)
        self._splits.learn(marks, touched)
        if self._reasons:
            self._reasons.learn(found)

    def _take(self, sentences: int) -> int:
        """Take sentences into account that are ready; give them."""
        self._pending |= sentences & self.propagation.light
        self._wide |= bits(s for s in numbers(sentences) if self.propagation.marks(s).bit_count() > _WIDE)
        self._late |= self._wide
        return sentences

    def _alone(self, asking: bool = True) -> Found | None:
        """What a single sentence gives: continued where the last step was, from few marks; by ``asking`` the oracle."""
        read = self.propagation.read
        self._look(read)
        # What takes many marks may be seen by fewer in what is soon ready.
        while all(one.takes().bit_count() > _SEVERAL for one in self._single.values()):
            if not self._take(self.propagation.more(_SOON if self._single else inf)):
                break
            self._look(read)
        if not self._single:
            self._look(0)
        if not self._single and not self._asked and not read and asking:
            self._asked = True
            opened = self._marks & ~self.known
            for line in self.propagation.singly(self._known, self.propagation.vague, opened):
                tell = self._singly if self.cuts.speaks_of_cuts(line.sentence) else self._readily
                self._single[line.sentence] = tell(line)
        if not self._single:
            return None
        easiest = self._easiest(self._single)
        easiest = self._easiest(self._by_fewer(self._single[easiest]) or [easiest])
        counts = self._counts(self._single[easiest])
        return self._single[self._easiest(counts or [easiest])]._replace(known=self._known)

    def _by_fewer(self, one: Found) -> list[int]:
        """The sentences that give from few marks some of what is found from many."""
        if one.takes().bit_count() <= _SEVERAL:
            return []
        few = (s for s, other in self._single.items() if other.takes().bit_count() <= _SEVERAL)
        return [s for s in few if not {*one.found}.isdisjoint(self._single[s].found)]

    def _counts(self, one: Found) -> list[int]:
        """The sentences that only count and give some of what is noted, from hardly more marks."""
        if not self._noted & one.sentences & ~self.propagation.read:
            return []
        count, found, takes = self.propagation.tables.count, {*one.found}, one.takes().bit_count()
        those = (s for s, other in self._single.items() if other.takes().bit_count() <= takes + 1)
        return [s for s in those if count(s) and not found.isdisjoint(self._single[s].found)]

    def _look(self, later: int) -> None:
        """Look at the sentences that may give something more, but for those that are looked at later."""
        for sentence in numbers(self._pending & ~later):
            given = self.propagation.follow(sentence, self._known)
            if given and (given[0] | given[1]):
                tell = self._readily if self._late >> sentence & 1 else self._singly
                self._single[sentence] = tell(Line(sentence, self._known, given))
        self._pending &= later

    def _readily(self, line: Line) -> Found:
        """What a sentence gives, first for the answer, and what else the same marks give."""
        sentence = line.sentence
        found = sorted(literals(line.new), key=lambda one: (not self._shown >> abs(one) & 1, self._distance(abs(one))))
        true, false = self.propagation.used(sentence, self._known, found[0], ())
        given = {*literals(self.propagation.follow(sentence, (true, false)) or (0, 0))}
        same = [found[0], *(literal for literal in found[1:] if literal in given)]
        used = true | false
        proofs = (
            Proof((Line(sentence, with_literal(self._known, -literal), (0, 0), used | 1 << abs(literal)),))
            for literal in same
        )
        return Found(1 << sentence, self._known, tuple(same), (used,) * len(same), tuple(proofs))

    def _easiest(self, sentences: Collection[int]) -> int:
        """Of some sentences that give something the easiest; of those that are as easy one about the fewest cells."""
        ease = {sentence: self._ease(sentence) for sentence in sentences}
        least = min(ease.values())
        tied = [sentence for sentence in sentences if ease[sentence] == least]
        return min(tied, key=lambda s: (*self._tie(s), s)) if tied[1:] else tied[0]

    def _tie(self, sentence: int) -> tuple[int, ...]:
        """How hard a sentence is to see among others that are as easy, by the cells that it is about.

        The last cells of a row are seen before the only place in a box, that before the only place in a row, and all of
        them before what is left for a cell.
        """
        one, cells = self._single[sentence], self.scope.spoken(sentence)
        many, left = self._places_by_many(one), self._open_cells(sentence)
        last = min(left, _SEVERAL) if many else _SEVERAL
        # Of notes what only speaks of these.
        noted = self._noted >> sentence & 1 and not any(self._shown >> abs(literal) & 1 for literal in one.found)
        sides = [max(side) - min(side) for side in zip(*cells, strict=True)]
        wide = left, len(cells), max(sides, default=0)
        return many and len(cells) == 1, last, self._elsewhere(one), not noted, *wide

    def _places_by_many(self, one: Found) -> bool:
        """Whether something is placed by many marks, as the last number of a row is."""
        return one.found[0] > 0 and one.takes().bit_count() > _SEVERAL

    def _is_last(self, sentence: int) -> bool:
        """Whether a sentence fills the last of several cells, such as those of a row: that is seen wherever it is."""
        if not self._places_by_many(self._single[sentence]) or not self.propagation.tables.count(sentence):
            return False
        return self._open_cells(sentence) == 1 < len(self.scope.spoken(sentence))

    def _open_cells(self, sentence: int) -> int:
        """About how many cells that are open a sentence is."""
        opened = self._shown & ~self.known
        return sum(bool(self.scope.marks_in[cell] & opened) for cell in self.scope.spoken(sentence))

    def _ease(self, sentence: int) -> tuple[int, ...]:
        one = self._single[sentence]
        takes = one.takes()
        apart = self._recent and not takes & self._recent and not self._is_last(sentence)
        # What is on the board goes before notes, and what the clues give before what follows from it.
        noted = not any(self._shown >> abs(literal) & 1 for literal in one.found), bool(takes & ~self._shown)
        # Of clues what is said of the board alone is seen before what is said of notes, too.
        also_noted = not takes and bool(self.propagation.marks(sentence) & ~self._shown)
        return *noted, bool(takes), bool(apart), takes.bit_count(), also_noted, -len(one.found)

    def _elsewhere(self, one: Found) -> bool:
        """Whether a sentence names no cell of the marks that it takes, from which it would be seen."""
        told = self.scope.text(one.sentences.bit_length() - 1)
        return not {self.scope.cells[mark] for mark in numbers(one.takes())} & {*cells_in(told.text)}

    def _singly(self, line: Line) -> Found:
        """What a sentence gives, of what cuts give that which one of them does."""
        found = sorted(literals(line.new), key=abs)
        sentence = line.sentence
        if self.cuts.speaks_of_cuts(sentence):
            cuts = {literal: self.propagation.cut(sentence, with_literal(self._known, -literal)) for literal in found}
            walls = {literal: frozenset(cut.wall) - {-literal} if cut else None for literal, cut in cuts.items()}
            # A wall of marks alone is seen before one with chains, whichever way they go.
            chains = {one for one, cut in cuts.items() if cut and not self.scope.pencil.isdisjoint(cut.wall)}
            least = min(found, key=lambda one: (walls[one] is None, one in chains, len(walls[one] or ())))
            found = [literal for literal in found if walls[literal] == walls[least]]
        used = [reduce(or_, self.propagation.used(sentence, self._known, literal, ())) for literal in found]
        proofs = []
        for literal, marks in zip(found, used, strict=True):
            before = with_literal(self._known, -literal)
            proofs.append(Proof((Line(sentence, before, (0, 0), marks | 1 << abs(literal)),)))
        return Found(1 << sentence, self._known, tuple(found), tuple(used), tuple(proofs))

    def _beside_pairs(self) -> Found | None:
        """What a count needs beside pairs of which only one each can be, by the fewest of them, the nearest first."""
        ways = sorted(
            self._pairs.needed(self._known),
            key=lambda way: (way[0].bit_count(), min(map(self._distance, numbers(way[1])))),
        )
        for sentences, marks, takes in ways:
            proofs = {mark: self.prover.refute(self._known, -mark, sentences, SPLITS) for mark in numbers(marks)}
            found = {mark: proof for mark, proof in proofs.items() if argued(proof)}
            if found:
                return Found(sentences, self._known, (*found,), (takes,) * len(found), (*found.values(),))
        return None

    def _chain(self) -> Found | None:
        """What follows by the shortest argument of all those of as few rounds as can be, first for the answer."""
        marks = sorted(numbers(self._marks & ~self.known), key=self._distance)
        shown = [mark for mark in marks if mark not in self.scope.pencil]
        notes = [mark for mark in marks if mark in self.scope.pencil][:_NOTES]
        for rounds in _ROUNDS:
            for group in (shown, notes) if rounds <= _NOTED else (shown,):
                if found := self._chains.shortest(self._known, group, rounds):
                    return self._told(*found)
        return None

    def _split(self) -> Found | None:
        """What follows from two cases, by a longer argument, or by two splits, for one of the nearest marks."""
        splits, known, marks = self._splits, self._known, self._open()[:_CASES]
        deeper = [mark for mark in marks if not self._chains.ended(mark)]
        found = splits.cases(known, marks) or splits.deep(known, deeper) or splits.nested(known, marks)
        return self._told(*found) if found else None

    def _open(self) -> list[int]:
        """The marks of an answer that are not known, the nearest to the last step first."""
        return sorted(numbers(self._shown & ~self.known), key=self._distance)

    def _distance(self, mark: int) -> tuple[int, int]:
        """How far a mark is from where the last step was."""
        return self._away(mark, self._recent), mark

    @cached_property
    def _model(self) -> int:
        return self._solution()

    def _opposite(self, mark: int) -> int:
        return -mark if self._model >> mark & 1 else mark

    def _told(self, literal: int, proof: Proof) -> Found:
        """A step from an argument, with what the same sentences give in the same way."""
        sentences = proof.sentences()
        # It may have been found when less was known.
        anew = None if proof.splits() else self.prover.refute(self._known, -literal, sentences)
        proof = anew if anew and anew.sentences() == sentences and argued(anew) else proof
        found = {literal: proof}
        leading = Found(sentences, self._known, (literal,), (proof.needed() & self.known,), (proof,))
        near = self.prover.open(self._known, sentences & ~self.propagation.read)
        for mark in near if not proof.splits() else ():
            other = -self._opposite(mark)
            if other == literal or self._thoughts.named(other) != self._thoughts.named(literal):
                continue
            same = self.prover.refute(self._known, -other, sentences)
            if same and same.sentences() == sentences and self._thoughts.same_argument(leading, same, other):
                found[other] = same
        takes = tuple(each.needed() & self.known for each in found.values())
        return self._all_forced(Found(sentences, self._known, tuple(found), takes, tuple(found.values())))

    def _all_forced(self, found: Found) -> Found:
        """The same, with all that the counts of its sentences force as they do what is found."""
        counts = within(found, self.propagation.tables)
        takes, sign = found.takes(), 1 if found.found[0] > 0 else -1
        for mark in numbers(counts.forced & ~(self.known | found.gives())) if counts else ():
            proof = self.prover.refute(self._known, -sign * mark, found.sentences, SPLITS)
            if argued(proof) and not proof.needed() & self.known & ~takes:
                found = found.also(found._replace(found=(sign * mark,), earlier=(takes,), proofs=(proof,)))
        return found

    def _hard(self) -> Found | None:
        """What follows from a short reason, with cases if need be; None if nothing more is forced."""
        opposites = [*map(self._opposite, self._open())] if self.propagation.read else []
        seen = self._glances.argument(self._known, opposites) or self._glances.cases(self._known, opposites)
        if seen:
            return self._told(-seen[0], seen[1])
        if self._reasons is None:
            unknown = [-self._opposite(mark) for mark in numbers(self._shown & ~self.known)]
            fixed = literals(self._known)
            forced = self.scope.forced(fixed, unknown)
            self._reasons = Reasons(self.scope, fixed, filter(forced.__contains__, unknown), self.propagation.wide())
        reasons = self._reasons
        if not reasons.unknown:
            return None
        if self.propagation.read:
            return self._searched(reasons, self._glances.likely(opposites))
        mark, reason = reasons.short()
        if len(reason) > LINES:
            # It is hard anyway: then what leads on most.
            mark, reason = reasons.short(max(reasons.found, key=lambda one: self._splits.leads(self._known, one)))
        literal, sentences = reasons.unknown[mark], bits(reason)
        brief = 1 < len(reason) <= LINES
        for splits in (1, SPLITS):
            proof = self.prover.refute(self._known, -literal, sentences, splits, thorough=True) if brief else None
            if argued(proof):
                return self._told(literal, proof)
            # Two cases for another mark before splits in each other for this one, which take longer.
            found = self._splits.last(self._known, self._open()[:_CASES], mark) if splits == 1 else None
            if found:
                return self._told(*found)
        earlier = reasons.earlier(reason, [literal])
        return Found(sentences, self._known, (literal,), (bits(map(abs, earlier)),), ())

    def _searched(self, reasons: Reasons, likely: list[int]) -> Found:
        """What follows from a short reason where much is read, told with cases or by a long argument if that can be."""
        mark, reason = reasons.short(*filter(reasons.unknown.__contains__, map(abs, likely)))
        literal = reasons.unknown[mark]
        if 1 < len(reason) <= LINES:
            proof = self.prover.refute(self._known, -literal, bits(reason), 1, thorough=True)
            if argued(proof) or (proof := self._glances.split(self._known, -literal)):
                return self._told(literal, proof)
        if not 0 < len(reason) <= ENOUGH and (seen := self._glances.argument(self._known, likely, LINES)):
            return self._told(-seen[0], seen[1])
        if not reason:
            return Found(self.scope.every, self._known, (self._glances.leading(reasons.unknown.values()),), (0,), ())
        found = self._forced(reasons, reason, literal)
        for one in found.found if len(reason) > ENOUGH else ():
            if fewer := reasons.fewer(reason, one):
                return self._forced(reasons, fewer, one)
        return found

    def _forced(self, reasons: Reasons, reason: tuple[int, ...], literal: int) -> Found:
        """What a reason forces by the known marks by which it does one."""
        earlier = reasons.earlier(reason, [literal])
        alike = self._glances.apart(self._known, [literal, *reasons.alike(literal, reason, earlier)])
        return Found(bits(reason), self._known, tuple(alike), (bits(map(abs, earlier)),) * len(alike), ())

"""What a walk finds, in words."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby, takewhile
from operator import or_
from typing import NamedTuple

from ..solve.oracle import bits, numbers
from .arguments import Arguments
from .confined import Within, within
from .fillings import Fillings
from .proofs import Prover
from .propagation import Line, Proof
from .scope import Scope
from .sights import Sights
from .stages import Stages
from .state import State, literals, signed, with_literal
from .technique import COMPLETE, CONFINED, LOCKED, ONLY_CANDIDATE, ONLY_PLACE, OVERLAP, Techniques
from .terms import Amount, Case, Confined, Inference, Mark, Sentence, Share, Step, weakest
from .thoughts import Found

# To how many ends the arguments of one thought may come that are steps of their own.
_ENDS = 4
# Of more marks that are absent it is told what rules them out.
_ABSENT = 8


class Reason(NamedTuple):
    """What is to be told as a step or a part of one: with the ``ways`` that are left, if it takes a look at all and
    they are few; whether it is ``aside``; and what is ruled ``out`` by then."""

    found: Found
    ways: tuple[State, ...]
    aside: bool
    out: int


class Teller:
    """Tells steps; of what is noted beside an answer no more than is used, when it is."""

    def __init__(self, scope: Scope, prover: Prover) -> None:
        self.scope = scope
        self._prover = prover
        self._techniques = Techniques(scope, prover.propagation.tables)
        self._stages = Stages(prover)
        self._sights = Sights(prover.propagation)
        self._fillings = Fillings(prover.propagation)
        self.arguments = Arguments(prover.propagation, self._stages, self._sights, self._fillings)
        self._pencil = bits(scope.pencil)
        # What was ruled out in the steps that were told, and what is there.
        self._out = self._there = 0
        # The literals that only have in other words what another one says, and are not told, with that one.
        self._words: dict[int, int] = {}
        self._meant: dict[tuple[int, int], bool] = {}
        # The notes that are found and not told yet, each with where it is found.
        self._noted: dict[int, Found] = {}

    def told(self, reasons: Iterable[Reason]) -> Step:
        """Tell the reasons of a step."""
        every = [*reasons]
        step = joined([self._part(reason) for reason in every])
        new = {literal for reason in every if not reason.aside for literal in reason.found.found}
        for found in (reason.found for reason in every if reason.aside and reason.found.takes().bit_count() == 1):
            (source,) = signed(found.takes(), found.known)
            # What is there is told with what is new, and what a note that is new rules out in an answer.
            noted = self._pencil >> abs(source) & 1
            told = [one for one in found.found if one > 0 or (noted and not self._pencil >> abs(one) & 1)]
            silent = [literal for literal in found.found if source not in new or literal not in told]
            self._words |= dict.fromkeys(silent, self._words.get(source, source))
        return step

    def steps(
        self, thoughts: Iterable[tuple[Found, ...]], end: int = 0, known: State = (0, 0)
    ) -> Iterator[list[Reason]]:
        """Give the reasons of the steps that are to be told of thoughts, as they are found.

        What is taken at the ``end``, of all that is known then, is told as well.
        """
        for thought in thoughts:
            reasons: list[Found] = []
            news = 0
            for found in thought:
                notes = [literal for literal in found.found if self._pencil >> abs(literal) & 1]
                if len(notes) < len(found.found):
                    # What is noted because it is there is told with the rest.
                    notes = [literal for literal in notes if literal < 0]
                    rest = found.only(literal for literal in found.found if literal not in notes)
                    before, with_it, said = [], [], news
                    for one in self._wanted(rest.takes(), rest.known):
                        if (one.gives() | one.takes()) & said or self._in_other_words(one):
                            with_it.append(one)
                            said |= one.gives()
                        else:
                            before.append(one)
                    yield from self._alone(before)
                    reasons += [*with_it, rest]
                self._noted.update((abs(literal), found) for literal in notes)
                news |= found.gives()
            if reasons:
                yield from self._steps(reasons)
        yield from self._alone(self._wanted(end, known))

    def _wanted(self, takes: int, known: State) -> list[Found]:
        """The notes that are taken, and are not told yet, each after those that it takes itself."""
        wanted: list[Found] = []
        self._want(takes, known, ~bits(self._noted), wanted)
        return wanted

    def _want(self, takes: int, known: State, told: int, wanted: list[Found]) -> None:
        """Add the notes that are taken; nothing is taken for them that is known, but neither told nor among them."""
        while missing := [mark for mark in numbers(takes & self._pencil) if mark in self._noted]:
            source = self._noted[missing[0]]
            notes = [literal for literal in source.found if abs(literal) in missing and abs(literal) in self._noted]
            # What is there says what is not.
            cells = {self.scope.cells[-literal] for literal in notes if literal < 0}
            there = [
                mark for mark in self._noted if self.scope.cells[mark] in cells and mark in self._noted[mark].found
            ]
            there = [mark for mark in there if self._noted[mark].takes().bit_count() <= source.takes().bit_count()]
            source, notes = (self._noted[there[0]], there[:1]) if there else (source, notes)
            now = reduce(or_, (one.gives() for one in wanted), told)
            state = known[0] & now, known[1] & now
            plainly = [one for literal in notes if (one := self._plainly(source, literal, state))]
            plainly = plainly or [
                one for literal in notes[:1] if (one := self._sights.complete(source, literal, state, self._noted))
            ]
            given = reduce(or_, (one.gives() for one in plainly), 0)
            found = source.only(self._sights.with_notes(source, notes, state, self._noted)).without(given)
            for mark in numbers(found.gives() | given):
                del self._noted[mark]
            wanted += plainly
            if found.found:
                self._want(found.takes(), known, told, wanted)
                wanted.append(found)

    def _plainly(self, source: Found, literal: int, known: State) -> Found | None:
        """A note by what is now known of its cell alone, if it was found in another way."""
        propagation, cells = self._prover.propagation, self.scope.cells
        near = [*numbers(known[0] & self._pencil)]
        if source.takes().bit_count() > 1:
            near += numbers((known[0] | known[1]) & ~self._pencil)
        light = propagation.light & ~propagation.read & propagation.touched(1 << abs(literal))
        for mark in near:
            if cells[mark] == cells[abs(literal)]:
                state = known[0] & 1 << mark, known[1] & 1 << mark
                same = 0 if source.gives() >> mark & 1 else source.sentences
                for sentence in (*numbers(same), *numbers(light & propagation.touched(1 << mark) & ~same)):
                    given = propagation.follow(sentence, state)
                    if given and given[literal < 0] >> abs(literal) & 1:
                        line = Line(sentence, with_literal(known, -literal), (0, 0), 1 << mark | 1 << abs(literal))
                        return Found(1 << sentence, known, (literal,), (1 << mark,), (Proof((line,)),))
        return None

    def _in_other_words(self, found: Found) -> bool:
        """Whether it only has in other words what another mark says of a cell: a note, or what else could be in it."""
        takes, gives, cells = found.takes(), found.gives(), self.scope.cells
        if takes.bit_count() != 1 or {cells[takes.bit_length() - 1]} != {cells[mark] for mark in numbers(gives)}:
            return False
        notes = not gives & ~self._pencil
        # It is not the same that what a note does not say leaves one thing for a cell.
        if takes & self._pencil and takes & found.known[1] and any(literal > 0 for literal in found.found):
            return False
        if notes:
            (source,) = signed(takes, found.known)
            return all(self._means(source, literal) for literal in found.found)
        if takes & self._pencil:
            # What is at a border of the cell is not what is in it.
            return not any(self._sights.at_border(mark) for mark in numbers(gives))
        filled = takes & found.known[0] or (takes | gives) in self._fillings.sets
        return bool(filled) and self._fillings.at_most_one(takes | gives)

    def _means(self, source: int, literal: int) -> bool:
        """Whether a literal follows from one of the same cell as the definitions say, or as both fill the cell."""
        both = 1 << abs(source) | 1 << abs(literal)
        if self._fillings.at_most_one(both):
            return True
        if source > 0 > literal and self._prover.propagation.readings.excludes(source, -literal):
            return True
        if (source, literal) not in self._meant:
            self._meant[source, literal] = self.scope.oracle.glance([source, -literal]).core is not None
        return self._meant[source, literal]

    def _filled(self, found: Found) -> list[Found]:
        """What is found, and apart from it what else is then known not to be in a cell."""
        others = []
        absent = [literal for literal in found.found if literal < 0]
        for literal in (literal for literal in found.found if absent and literal > 0):
            for one in self._fillings.sets:
                if one >> literal & 1:
                    others += [other for other in absent if one >> -other & 1]
        if not others:
            return [found]
        return [found.without(bits(map(abs, others))), found.only(dict.fromkeys(others))]

    def _alone(self, notes: Iterable[Found]) -> Iterator[list[Reason]]:
        """Tell notes before what takes them, those by sentences of the same rules together."""
        for _, same in groupby(notes, key=self._rules):
            yield from self._steps(list(same))

    def _rules(self, found: Found) -> set[int]:
        return {self.scope.rules[sentence] for sentence in numbers(found.sentences)}

    def _steps(self, found: list[Found]) -> Iterator[list[Reason]]:
        """Put what is found into one step, or what is argued for anew, or to another end, into steps of their own."""
        if not found[0].sentences:
            yield [self._reason(found[0], False)]
            return
        parts: list[Reason] = []
        sights = self._sights
        led = (one for whole in found for one in sights.led(sights.plainly(whole)))
        for each in (part for one in led for part in sights.briefly(one)):
            whole, *others = self._filled(each)
            # Nothing is taken that is noted, but not told.
            told = ~bits(self._noted)
            known = whole.known[0] & told, whole.known[1] & told
            for stage in self._stages.told(self._in_its_cell(whole._replace(known=known))):
                if stage.argued and any(not part.aside for part in parts):
                    yield from map(_alone_if_one, _ends(parts))
                    parts = []
                parts += (self._reason(one, self._in_other_words(one), stage.ways) for one in stage.reasons)
            parts += (self._reason(other, True) for other in others)
        yield from map(_alone_if_one, _ends(parts))

    def _in_its_cell(self, found: Found) -> Found:
        """The same, by one note that was told where that suffices for another that does not hold: in its cell, or in
        one from which marks are taken."""
        sentence, read = found.sentences.bit_length() - 1, self._prover.propagation.read
        if found.sentences.bit_count() > 1 or read >> sentence & 1:
            return found
        for place, literal in enumerate(found.found):
            takes = found.earlier[place]
            note = literal < 0 and self._pencil >> -literal & 1 and takes.bit_count() > 1
            cells = dict.fromkeys(self.scope.cells[mark] for mark in (-literal, *numbers(takes))) if note else {}
            near = (mark for cell in cells for mark in numbers(self.scope.marks_in[cell] & self._there & self._pencil))
            for mark in near:
                if self.scope.oracle.unsatisfiable([-sentence, mark, -literal], bounded=True):
                    found = self._by(found, place, mark)
                    break
        return found

    def _by(self, found: Found, place: int, mark: int) -> Found:
        """The same by one mark that is there, for one of the literals that are found."""
        known = found.known[0] | 1 << mark, found.known[1]
        literal, earlier = found.found[place], [*found.earlier]
        earlier[place] = 1 << mark
        proofs = [*found.proofs]
        line = Line(
            found.sentences.bit_length() - 1, with_literal(known, -literal), (0, 0), 1 << mark | 1 << abs(literal)
        )
        proofs[place] = Proof((line,))
        return found._replace(known=known, earlier=tuple(earlier), proofs=tuple(proofs))

    def _reason(self, found: Found, aside: bool, ways: Iterable[State] = ()) -> Reason:
        self._out |= bits(-literal for literal in found.found if literal < 0)
        self._there |= bits(literal for literal in found.found if literal > 0)
        return Reason(found, tuple(ways), aside, found.known[1] | self._out)

    def obvious(self, reason: Reason) -> bool:
        """Whether a reason only has what a clue says is there, or what a mark that is there rules out."""
        found = reason.found
        takes = found.takes()
        there = takes & found.known[0] if takes else found.found[0] > 0
        if not there or takes.bit_count() > 1 or found.sentences.bit_count() != 1:
            return False
        lines = found.proofs[0].lines if found.proofs else ()
        # Of what is cut off there may be more to see than one mark.
        cut = self._prover.propagation.cuts.speaks_of_cuts(found.sentences.bit_length() - 1)
        return (len(lines) == 1 and not cut) or self._part(reason).effort == 1

    def _part(self, reason: Reason) -> Step:
        """Tell a reason of a step."""
        step = self._step(reason)
        left = [self.scope.said(sorted(literals((there, 0 if there else out)))) for there, out in reason.ways]
        argument = (*step.argument[:-1], step.argument[-1]._replace(ways=tuple(left)))
        return step._replace(argument=argument, aside=reason.aside)

    def defined(self, earlier: Sequence[int], found: Sequence[int]) -> Step:
        """A step to what follows without any sentence: what is told are the rules that make marks of others."""
        rules, taken = self.scope.tying([*earlier, *found]), self.scope.said(earlier)
        (supposed,) = self.scope.said([-found[0]])
        return Step(
            rules, taken, self.scope.said(found), None, supposed, (Inference(rules[:1], (), (*taken, supposed)),)
        )

    def _step(self, reason: Reason) -> Step:
        if not reason.found.sentences:
            return self.defined(signed(reason.found.takes(), reason.found.known), reason.found.found)
        found, scope = self._stages.counted(reason.found), self.scope
        sentences = list(numbers(found.sentences))
        suppositions = scope.said(-literal for literal in found.found)
        confined = within(found, self._prover.propagation.tables)
        # Of one sentence it is told what is there and what is not.
        known = None if confined or len(sentences) == 1 else found.known
        arguments = [self.arguments.told(proof, known=known) for proof in found.proofs]
        amount = weakest(map(self._amount, found.found, found.proofs, arguments))
        amount = amount and self._stages.whole(found, amount)
        # Of what is told in one line how much it would be at least, or at most, whichever mark is meant.
        arguments = [(*rest, last if rest else last._replace(amount=amount)) for *rest, last in arguments]
        earlier = scope.said(signed(found.takes(), found.known))
        technique = self._technique(found, arguments[0], confined) if arguments else None
        step = Step(
            tuple(scope.sentence(s) for s in sentences),
            earlier,
            scope.said(found.found),
            True if len(sentences) == 1 else None,
            suppositions[0],
            arguments[0] if arguments else self.arguments.together(sentences, (*earlier, suppositions[0])),
            tuple(map(Case, suppositions[1:], arguments[1:])) if len(sentences) > 1 or _walled(arguments) else (),
            technique,
            self._others(found) if len(sentences) == 1 else (),
            left=scope.said(self._fillings.left(found, reason.out)),
            standing=scope.said(self._fillings.standing(found)),
            words=self._other_words(found),
            confined=confined and self._confined(confined),
        )
        return self._ruled_out(step, found)

    def _ruled_out(self, step: Step, found: Found) -> Step:
        """A step with what rules out what it takes as absent, if that is much, or to be seen at once."""
        implied = bits(filter(None, (self.scope.oracle.number(mark.atom) for mark in step.implied)))
        absent, at_once = found.takes() & found.known[1] & ~implied, step.technique in (ONLY_PLACE, ONLY_CANDIDATE)
        if not (absent.bit_count() > _ABSENT or step.confined or at_once):
            return step
        candidate = step.technique == ONLY_CANDIDATE
        sources, deduced = self._fillings.sources(found, absent, candidate)
        if not at_once and 2 * deduced.bit_count() >= absent.bit_count():
            return step
        return step._replace(
            sources=self.scope.said(dict.fromkeys(source for source, _ in sources)),
            excluding=tuple(self.scope.sentence(s) for _, s in sources) if candidate else (),
            deduced=self.scope.said(-mark for mark in numbers(deduced)),
        )

    def _confined(self, within: Within) -> Confined:
        """In words why counts leave no choice."""
        sentence, said = self.scope.sentence, self.scope.said
        needs, limits = (
            tuple(Share(sentence(one.sentence), said(numbers(one.marks)), one.many, one.more) for one in shares)
            for shares in (within.needs, within.limits)
        )
        return Confined(needs, limits, within.inside)

    def _technique(self, found: Found, argument: Sequence[Inference], confined: Within | None) -> str | None:
        """The name of what is done: of what several sentences that are read complete if they do so all."""
        if confined:
            return OVERLAP if not confined.inside else CONFINED if len(confined.needs) == 1 else LOCKED
        proof = found.proofs[0]
        if len(proof.lines) == 1 and not proof.cases and self._sights.completed(proof.lines[0]):
            return COMPLETE
        return self._techniques.name(proof, argument, found.found)

    def _other_words(self, found: Found) -> tuple[tuple[Mark, Mark], ...]:
        """What a reason takes that was not told, with what was told of which it says the same."""
        return self.other_words(signed(found.takes(), found.known))

    def other_words(self, literals: Iterable[int]) -> tuple[tuple[Mark, Mark], ...]:
        """Those of some literals that were not told, with what was told of which each says the same."""
        taken = [literal for literal in literals if literal in self._words]
        return tuple(zip(self.scope.said(taken), self.scope.said(map(self._words.__getitem__, taken)), strict=True))

    def _amount(self, literal: int, proof: Proof, argument: Sequence[Inference]) -> Amount | None:
        """How much there would be in the end of an argument, and of a single line what it leaves no place for."""
        amount = argument[-1].amount
        if not amount or len(argument) > 1 or amount.much or amount.number is None:
            return amount
        so = self.scope.said(self._stages.so(proof.lines[-1], literal))
        return amount._replace(out=self._stages.out(proof.lines[-1], literal), so=so)

    def _others(self, found: Found) -> tuple[Sentence, ...]:
        """The other sentences each of which gives the first of what one sentence gives."""
        propagation, literal = self._prover.propagation, found.found[0]
        near = propagation.touched(1 << abs(literal)) & propagation.light & ~propagation.read & ~found.sentences
        given = ((s, propagation.tables.follow(s, *found.known)) for s in numbers(near))
        return tuple(self.scope.sentence(s) for s, state in given if state and state[literal < 0] >> abs(literal) & 1)


def _walled(arguments: Iterable[tuple[Inference, ...]]) -> bool:
    """Whether something is cut off in a line."""
    return any(line.wall for argument in arguments for line in argument)


def _alone_if_one(reasons: list[Reason]) -> list[Reason]:
    """The reasons of a step: one alone is not aside of others."""
    return [reasons[0]._replace(aside=False)] if len(reasons) == 1 else reasons


def _ends(reasons: list[Reason]) -> Iterable[list[Reason]]:
    """Part the arguments of one thought by the sentences in which they end, each with what follows from it, if they
    are few: all of many are seen at once."""
    ended: dict[int, list[Reason]] = {}
    given: dict[int, int] = defaultdict(int)
    # What is told in other words goes with what takes it.
    first = [*takewhile(lambda reason: reason.aside, reasons)]
    for reason in reasons[len(first) :]:
        proof = reason.found.proofs[0] if reason.found.proofs else None
        if proof and len(proof.lines) + bool(proof.cases) > 1:
            place = 0 if proof.cases else proof.lines[-1].sentence
        else:
            # What is told behind all that it takes.
            takes = reason.found.takes()
            places = [place for place, marks in given.items() if marks & takes]
            place = (places or [*ended] or [0])[-1]
        ended.setdefault(place, []).append(reason)
        given[place] |= reason.found.gives()
    parts = [*ended.values()] if 0 < len(ended) <= _ENDS else [reasons[len(first) :]]
    return [[*first, *parts[0]], *parts[1:]]


def joined(parts: Sequence[Step]) -> Step:
    """Put the reasons that belong to one thought into one step."""
    if len(parts) == 1:
        return parts[0]._replace(aside=False)
    new = {mark for part in parts for mark in part.found}
    return parts[0]._replace(
        sentences=tuple(dict.fromkeys(sentence for part in parts for sentence in part.sentences)),
        earlier=tuple(dict.fromkeys(mark for part in parts for mark in part.earlier if mark not in new)),
        found=tuple(mark for part in parts for mark in part.found),
        proved=True if all(part.proved for part in parts) else None,
        technique=next((part.technique for part in parts if not part.aside), None),
        aside=False,
        parts=tuple(parts),
    )

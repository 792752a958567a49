"""Counts together: what some need is all that others allow for, whether they are nested, disjoint or overlapping.

A sum takes counts that need so many of their open marks, and covers these by parts of which others allow for so many.
Where the parts, and the marks in none of them, come to no more than is needed, all of it is needed: what lies in no
part is there, and what others count beyond is not.  Where they come to less there is no way.  That is what linear
programming takes as proof for bounds, with each of them taken once.  Marks that exclude each other two by two are a
part, too: one of them is there at most.  Said of the marks that are not there, the same tells what a count allows for
of which others need all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import combinations, islice
from operator import or_
from typing import NamedTuple

from ..solve.oracle import bits, numbers
from ..solve.tables import Count
from .because import Because, Share, Sum
from .covers import Part, cliques, covers
from .effort import Effort
from .sets import Known, Marks, SentenceId, Sentences


class _Bound(NamedTuple):
    """Of the marks in ``scope`` from ``low`` to ``high`` are there, as a sentence says."""

    sentence: int
    scope: int
    low: int
    high: int

    @property
    def turned(self) -> "_Bound":
        """The same of the marks that are not there."""
        size = self.scope.bit_count()
        return _Bound(self.sentence, self.scope, size - self.high, size - self.low)


class _Needing(NamedTuple):
    """Bounds, by their places, that share no open mark, and ``need`` so many of what is open of them; and how many of
    these marks each other bound counts that counts some, the ``widths``."""

    places: tuple[int, ...]
    opened: int
    need: int
    widths: Mapping[int, int]

    def joined(self, other: "_Needing") -> "_Needing":
        """Both together."""
        widths = {**self.widths}
        for place, width in other.widths.items():
            widths[place] = widths.get(place, 0) + width
        return _Needing(self.places + other.places, self.opened | other.opened, self.need + other.need, widths)


class _Side(NamedTuple):
    """Bounds of marks that are there; or, all of them ``turned``, of marks that are not.

    of         for each mark the places of the bounds that count it
    needing    for each sentence the places of its bounds from which sums start
    excluding  the sentences by which two marks exclude each other
    apart      for each mark those that it excludes
    """

    turned: bool
    bounds: Sequence[_Bound]
    of: Mapping[int, Sequence[int]]
    needing: Mapping[int, Sequence[int]]
    excluding: Mapping[tuple[int, int], int]
    apart: Mapping[int, int]


class Sums:
    """Finds sums of what sentences count, each of them maybe several things.

    What follows from one sentence alone is to be known before.
    """

    def __init__(self, counts: Mapping[SentenceId, Sequence[Count]], effort: Effort) -> None:
        self._effort = effort
        self._counts = counts
        self.sentences = Sentences.of(sentence for sentence, those in counts.items() if those)

    @cached_property
    def _sides(self) -> "tuple[_Side, _Side]":
        """What is counted of marks that are there, and of those that are not: made when sums are first asked for."""
        bounds = [_Bound(sentence, *count) for sentence, those in sorted(self._counts.items()) for count in those]
        return _side(False, bounds), _side(True, [bound.turned for bound in bounds])

    @cached_property
    def _near(self) -> Mapping[int, int]:
        """For each sentence those that count a mark that it counts, as a set."""
        near: dict[int, int] = defaultdict(int)
        for places in self._sides[0].of.values():
            together = bits(self._sides[0].bounds[place].sentence for place in places)
            for sentence in numbers(together):
                near[sentence] |= together
        return near

    def find(
        self, known: Known, touched: Sentences, among: Sentences, together: int | None = None
    ) -> Iterator[Because]:
        """What sums of some sentences give that have to do with those that are touched: the smallest first.

        On one side are so many ``together`` at most, as many as the effort says without it.
        """
        near = reduce(or_, (self._near[sentence] for sentence in touched & self.sentences), 0) & among.bits
        states = known, Known(known.false, known.true)
        searches = [_Search(*one, near, among.bits, self._effort) for one in zip(self._sides, states, strict=True)]
        told: list[Sentences] = []
        for size in range(1, (together or self._effort.together) + 1):
            # Of several counts it is the same whether they need what others allow for, or allow for what others need.
            found = [because for search in searches[: 2 if size == 1 else 1] for because in search.find(size)]
            for because in sorted(found, key=lambda one: (bool(one.gives), len(one.sentences), one.uses.size)):
                # With more sentences it comes to what was told before, and to more besides.
                if not any(fewer.within(because.sentences) for fewer in told):
                    told.append(because.sentences)
                    yield because


class _Search:
    """A side with some marks that are known, and sums of some sentences, one of which is near."""

    def __init__(self, side: _Side, state: Known, near: int, among: int, effort: Effort) -> None:
        self._side, self._state, self._among, self._effort = side, state, among, effort
        self._known = state.true | state.false
        # Of how many more marks bounds allow for.
        self._rooms: dict[int, int] = {}
        self._alone: dict[int, _Needing | None] = {}
        self._near: dict[tuple[int, int], list[int]] = {}
        starts = (place for sentence in numbers(near) for place in side.needing.get(sentence, ()))
        self._starts = [one for place in starts if (one := self._needing(place)) and one.need > side.turned]

    def find(self, size: int) -> Iterator[Because]:
        """Sums in which so many bounds need something."""
        seen: set[int] = set()
        joined = (those for one in self._starts for those in self._joined(one, size, seen))
        for needing in islice(joined, self._effort.joined) if size > 1 else joined:
            if self._coverable(needing, size):
                found = covers(needing.opened, needing.need, self._parts(needing), self._effort.covers)
                told = [one for one in found if one[0] < needing.need or self._given(needing, one[1])]
                if told:
                    yield self._because(needing, *min(told, key=lambda one: (one[0], len(one[1]))))

    def _needing(self, place: int) -> _Needing | None:
        """A bound that needs some of its open marks, and not all."""
        if place not in self._alone:
            bound = self._side.bounds[place]
            opened = bound.scope & ~self._known
            need = bound.low - (bound.scope & self._state.true).bit_count()
            wanting = self._among >> bound.sentence & 1 and 0 < need < opened.bit_count()
            self._alone[place] = _Needing((place,), opened, need, self._widths(place, opened)) if wanting else None
        return self._alone[place]

    def _widths(self, place: int, opened: int) -> Mapping[int, int]:
        """How many of the open marks of a bound others count."""
        widths = Counter(other for mark in numbers(opened) for other in self._side.of[mark])
        del widths[place]
        for other in widths.keys() - self._rooms.keys():
            bound = self._side.bounds[other]
            room = bound.high - (bound.scope & self._state.true).bit_count()
            # What is not asked is no cover: there is room for all.
            self._rooms[other] = room if room >= 0 and self._among >> bound.sentence & 1 else bound.scope.bit_count()
        return widths

    def _joined(self, those: _Needing, size: int, seen: set[int]) -> Iterator[_Needing]:
        """Bounds with others, so many in all, that share no open mark; few others can cover them."""
        if len(those.places) == size:
            yield those
        elif self._coverable(those, size):
            for place in dict.fromkeys(near for one in those.places for near in self._beside(one, size)):
                other = self._needing(place)
                places = bits((*those.places, place))
                if other and not other.opened & those.opened and places not in seen:
                    seen.add(places)
                    yield from self._joined(those.joined(other), size, seen)

    def _beside(self, place: int, size: int) -> list[int]:
        """The bounds that may be among so many that need something with this one: some bound counts marks of both."""
        if (place, size) not in self._near:
            bounds, of = self._side.bounds, self._side.of
            between = dict.fromkeys(k for mark in numbers(bounds[place].scope & ~self._known) for k in of[mark])
            marks = numbers(reduce(or_, (bounds[k].scope for k in between)) & ~self._known)
            others = [self._needing(k) for k in dict.fromkeys(k for mark in marks for k in of[mark])]
            found = [one.places[0] for one in others if one and self._coverable(one, size)]
            self._near[place, size] = found
        return self._near[place, size]

    def _coverable(self, needing: _Needing, size: int) -> bool:
        """Whether it might be that parts cover what is needed, and come to no more than that and what others need with
        which it makes so many: each as much as these do."""
        apart, most = self._side.apart, needing.need * size // len(needing.places)
        gains = [width - self._rooms[place] for place, width in needing.widths.items()]
        gains += [(apart[mark] & needing.opened).bit_count() for mark in numbers(needing.opened) if mark in apart]
        best = sorted(gain for gain in gains if gain > 0)[-most:]
        return sum(best) >= needing.opened.bit_count() - most

    def _parts(self, needing: _Needing) -> list[Part]:
        """The parts of what is needed of which not all can be there, by other sentences."""
        own = {self._side.bounds[place].sentence for place in needing.places}
        found = [Part(marks, 1, None) for marks in self._cliques(needing)]
        for place, width in needing.widths.items():
            bound = self._side.bounds[place]
            # Two marks that exclude each other are among those of which more may do so.
            if self._rooms[place] < width and bound.scope.bit_count() > 2 and bound.sentence not in own:
                found.append(Part(bound.scope & needing.opened, self._rooms[place], place))
        return found

    def _cliques(self, needing: _Needing) -> Iterator[int]:
        """The open marks that exclude each other two by two, by other sentences."""
        side, opened = self._side, needing.opened
        among = self._among & ~bits(side.bounds[place].sentence for place in needing.places)
        apart = {mark: near for mark in numbers(opened) if (near := side.apart.get(mark, 0) & opened)}
        return cliques({m: bits(o for o in numbers(near) if side.excluding[m, o] & among) for m, near in apart.items()})

    def _scope(self, part: Part) -> int:
        """All marks of a part."""
        return part.marks if part.place is None else self._side.bounds[part.place].scope

    def _given(self, needing: _Needing, parts: Sequence[Part]) -> Known:
        """What is there, and is not, as all of what parts that cover it allow for is needed."""
        once = twice = 0
        for scope in map(self._scope, parts):
            twice |= once & scope
            once |= scope
        return Known(needing.opened & ~once, (once & ~needing.opened | twice) & ~self._known)

    def _uses(self, needing: _Needing, parts: Sequence[Part], spare: int) -> int:
        """The marks that are known without which it is no sum.

        They count for less than if they were open: they are there and are counted more often by the parts, or are not
        there and are counted more often by what is needed.  What is ``spare`` can be left out.
        """
        weights = Counter[int]()
        scopes = [(self._side.bounds[place].scope, 1) for place in needing.places]
        for scope, sign in (*scopes, *((self._scope(part), -1) for part in parts)):
            for mark in numbers(scope & self._known):
                weights[mark] += sign
        uses = 0
        for mark, weight in sorted(weights.items()):
            if weight and (weight < 0) == self._state.true >> mark & 1:
                uses |= (abs(weight) > spare) << mark
                spare -= abs(weight) if abs(weight) <= spare else 0
        return uses

    def _saying(self, marks: int, told: int) -> int:
        """Few sentences by which some marks exclude each other two by two, of those that are told if that can be."""
        said, pairs = 0, [*combinations(numbers(marks), 2)]
        while pairs:
            saying = Counter(s for pair in pairs for s in numbers(self._side.excluding[pair] & self._among))
            best = max(saying, key=lambda sentence: (saying[sentence], told >> sentence & 1, -sentence))
            said |= 1 << best
            pairs = [pair for pair in pairs if not self._side.excluding[pair] >> best & 1]
        return said

    def _because(self, needing: _Needing, most: int, parts: Sequence[Part]) -> Because:
        """Tell a sum."""
        side, told = self._side, 0
        used = self._turned(self._state.among(Marks(self._uses(needing, parts, needing.need - most - 1))))
        absent = self._turned(self._state).absent

        def share(sentences: int, scope: int, bound: int) -> Share:
            there = (scope & used.true).bit_count()
            many = (scope.bit_count() - bound if side.turned else bound) - there
            return Share(Sentences(sentences), Marks(scope) - used.marks - absent, many, there > 0)

        own = tuple(
            share(1 << sentence, scope, low) for sentence, scope, low, _ in map(side.bounds.__getitem__, needing.places)
        )
        others = []
        for part in parts:
            if part.place is None:
                sentences, high = self._saying(part.marks, told), 1
            else:
                sentences, high = 1 << side.bounds[part.place].sentence, side.bounds[part.place].high
            told |= sentences
            others.append(share(sentences, self._scope(part), high))
        need, allow = (tuple(others), own) if side.turned else (own, tuple(others))
        # What is left for what is needed is told: what is not is taken, too.
        scopes = map(self._scope, parts) if side.turned else (side.bounds[place].scope for place in needing.places)
        used |= Known(0, absent.bits & reduce(or_, scopes, 0))
        left = reduce(or_, (one.marks for one in need))
        gives = Known() if most < needing.need else self._turned(self._given(needing, parts))
        every = reduce(or_, (one.sentences for one in (*need, *allow)))
        return Because(every, used, gives, Sum(need, tuple(one._replace(marks=one.marks & left) for one in allow)))

    def _turned(self, known: Known) -> Known:
        """What is known on this side as it is known of the marks, or the other way round."""
        return Known(known.false, known.true) if self._side.turned else known


def _side(turned: bool, bounds: Sequence[_Bound]) -> _Side:
    """A side with some bounds."""
    of: dict[int, list[int]] = defaultdict(list)
    needing: dict[int, list[int]] = defaultdict(list)
    excluding: dict[tuple[int, int], int] = defaultdict(int)
    apart: dict[int, int] = defaultdict(int)
    for place, bound in enumerate(bounds):
        marks = [*numbers(bound.scope)]
        for mark in marks:
            of[mark].append(place)
        # Where one count allows for what one other needs, that is told from the one that needs it.
        if bound.low > turned:
            needing[bound.sentence].append(place)
        if len(marks) == 2 and bound.high == 1:
            for one, other in (marks, marks[::-1]):
                excluding[one, other] |= 1 << bound.sentence
                apart[one] |= 1 << other
    return _Side(turned, bounds, of, needing, excluding, apart)

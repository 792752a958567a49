"""Counts together: what some need is all that others allow for, whether they are nested, disjoint or overlapping.

A sum takes counts that need so many of their open marks, and covers these by parts of which others allow for so many.
Where the parts, and the marks in none of them, come to no more than is needed, all of it is needed: what lies in no
part is there, and what others count beyond is not.  Where they come to less there is no way.  That is what linear
programming takes as proof for bounds, with each of them taken once.  Marks that exclude each other two by two are a
part, too: one of them is there at most.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
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


class Sums:
    """Finds sums of what sentences count, each of them maybe several things.

    What follows from one sentence alone is to be known before.

    scopes     for each sentence all marks that it counts
    needing    for each mark the bounds that need some of what they count, it among them, as bits
    allowing   for each mark the bounds that do not allow for all of what they count, it among them
    beside     for each mark all that these count
    apart      for each mark those that it excludes
    excluding  the sentences by which two marks exclude each other
    most       how many marks that exclude each other two by two there are with a mark, at most
    """

    def __init__(self, counts: Mapping[SentenceId, Sequence[Count]], effort: Effort) -> None:
        self.effort = effort
        self.bounds = [_Bound(sentence, *count) for sentence, those in sorted(counts.items()) for count in those]
        self.scopes: dict[int, int] = defaultdict(int)
        self.needing: dict[int, int] = defaultdict(int)
        self.allowing: dict[int, list[int]] = defaultdict(list)
        self.beside: dict[int, int] = defaultdict(int)
        self.apart: dict[int, int] = defaultdict(int)
        self.excluding: dict[tuple[int, int], int] = defaultdict(int)
        for place, bound in enumerate(self.bounds):
            self.scopes[bound.sentence] |= bound.scope
            marks = [*numbers(bound.scope)]
            for mark in marks:
                self.needing[mark] |= (bound.low > 0) << place
                if bound.high < len(marks):
                    self.beside[mark] |= bound.scope
                    # Two marks that exclude each other are among those of which more may do so.
                    if len(marks) > 2:
                        self.allowing[mark].append(place)
            if len(marks) == 2 and bound.high == 1:
                for one, other in (marks, marks[::-1]):
                    self.apart[one] |= 1 << other
                    self.excluding[one, other] |= 1 << bound.sentence
        self.most = {
            mark: 2 + max((self.apart[other] & those).bit_count() for other in numbers(those))
            for mark, those in self.apart.items()
        }

    def find(self, known: Known, touched: Sentences, among: Sentences, together: int) -> Because | None:
        """The smallest sum of some sentences near those that are touched, with so many ``together`` on one side at
        most; None if there is none."""
        search = _Search(self, known, touched.bits, among.bits)
        return next(filter(None, map(search.smallest, range(1, together + 1))), None)


class _Search:
    """Sums of some sentences with some marks that are known, from counts of open marks that touched ones count, too."""

    def __init__(self, sums: Sums, known: Known, touched: int, among: int) -> None:
        self._sums, self._state, self._among = sums, known, among
        self._known = known.true | known.false
        # Of how many more marks bounds allow for.
        self._rooms: dict[int, int] = {}
        self._alone: dict[int, _Needing | None] = {}
        self._able: dict[tuple[int, int], bool] = {}
        near = reduce(or_, (sums.scopes.get(sentence, 0) for sentence in numbers(touched)), 0) & ~self._known
        starts = reduce(or_, (sums.needing[mark] for mark in numbers(near)), 0)
        self._starts = [one for place in numbers(starts) if (one := self._needing(place))]

    def smallest(self, size: int) -> Because | None:
        """The sum of the fewest sentences in which so many bounds need something; of nothing, if there is no way."""
        found = []
        seen: set[int] = set()
        for needing in (those for one in self._starts for those in self._joined(one, size, seen)):
            if self._coverable(needing, size):
                ways = covers(needing.opened, needing.need, self._parts(needing), self._sums.effort.covers)
                told = [one for one in ways if one[0] < needing.need or self._given(needing, one[1])]
                if told:
                    found.append(self._because(needing, *min(told, key=lambda one: (one[0], len(one[1])))))
        return min(found, key=lambda one: (bool(one.gives), len(one.sentences), one.uses.size), default=None)

    def _needing(self, place: int) -> _Needing | None:
        """A bound that needs some of its open marks, and not all."""
        if place not in self._alone:
            bound = self._sums.bounds[place]
            opened = bound.scope & ~self._known
            need = bound.low - (bound.scope & self._state.true).bit_count()
            wanting = self._among >> bound.sentence & 1 and 0 < need < opened.bit_count()
            self._alone[place] = _Needing((place,), opened, need, self._widths(place, opened)) if wanting else None
        return self._alone[place]

    def _widths(self, place: int, opened: int) -> Mapping[int, int]:
        """How many of the open marks of a bound others count."""
        widths = Counter(other for mark in numbers(opened) for other in self._sums.allowing[mark])
        del widths[place]
        for other in widths.keys() - self._rooms.keys():
            bound = self._sums.bounds[other]
            room = bound.high - (bound.scope & self._state.true).bit_count()
            # What is not asked is no cover: there is room for all.
            self._rooms[other] = room if room >= 0 and self._among >> bound.sentence & 1 else bound.scope.bit_count()
        return widths

    def _joined(self, those: _Needing, size: int, seen: set[int]) -> Iterator[_Needing]:
        """Bounds with others, so many in all, that share no open mark; few others can cover them."""
        if len(those.places) == size:
            yield those
        elif self._coverable(those, size):
            for place in dict.fromkeys(near for one in those.places for near in numbers(self._beside(one))):
                other = self._needing(place)
                places = bits((*those.places, place))
                if other and not other.opened & those.opened and places not in seen and self._helps(other, size):
                    seen.add(places)
                    yield from self._joined(those.joined(other), size, seen)

    def _beside(self, place: int) -> int:
        """The bounds that may need something together with this one: some bound that does not allow for all of what it
        counts counts open marks of both."""
        sums, opened = self._sums, self._sums.bounds[place].scope & ~self._known
        marks = reduce(or_, (sums.beside[mark] for mark in numbers(opened))) & ~self._known & ~opened
        return reduce(or_, (sums.needing[mark] for mark in numbers(marks)), 0)

    def _helps(self, needing: _Needing, size: int) -> bool:
        """Whether a bound may be covered as one of so many."""
        key = needing.places[0], size
        if key not in self._able:
            self._able[key] = self._coverable(needing, size)
        return self._able[key]

    def _coverable(self, needing: _Needing, size: int) -> bool:
        """Whether it might be that parts cover what is needed, and come to no more than that and what others need with
        which it makes so many: each as much as these do."""
        apart, most = self._sums.apart, needing.need * size // len(needing.places)
        gains = [width - self._rooms[place] for place, width in needing.widths.items() if width > self._rooms[place]]
        for mark in numbers(needing.opened):
            if mark in apart:
                near = (apart[mark] & needing.opened).bit_count()
                gains.append(min(near, self._sums.most[mark] - 1))
        return sum(sorted(gains)[-most:]) >= needing.opened.bit_count() - most

    def _parts(self, needing: _Needing) -> list[Part]:
        """The parts of what is needed of which not all can be there, by other sentences."""
        own = {self._sums.bounds[place].sentence for place in needing.places}
        found = [Part(marks, 1, None) for marks in self._cliques(needing)]
        for place, width in needing.widths.items():
            bound = self._sums.bounds[place]
            if self._rooms[place] < width and bound.sentence not in own:
                found.append(Part(bound.scope & needing.opened, self._rooms[place], place))
        return found

    def _cliques(self, needing: _Needing) -> Iterator[int]:
        """The open marks that exclude each other two by two, by other sentences."""
        sums, opened = self._sums, needing.opened
        among = self._among & ~bits(sums.bounds[place].sentence for place in needing.places)
        apart = {mark: near for mark in numbers(opened) if (near := sums.apart.get(mark, 0) & opened)}
        return cliques({m: bits(o for o in numbers(near) if sums.excluding[m, o] & among) for m, near in apart.items()})

    def _scope(self, part: Part) -> int:
        """All marks of a part."""
        return part.marks if part.place is None else self._sums.bounds[part.place].scope

    def _given(self, needing: _Needing, parts: Sequence[Part]) -> Known:
        """What is there, and is not, as all of what parts that cover it allow for is needed."""
        once = twice = 0
        for scope in map(self._scope, parts):
            twice |= once & scope
            once |= scope
        return Known(needing.opened & ~once, (once & ~needing.opened | twice) & ~self._known)

    def _uses(self, needing: _Needing, parts: Sequence[Part], spare: int) -> Known:
        """What is known without which it is no sum.

        It counts for less than if it were open: it is there and is counted more often by the parts, or is not there and
        is counted more often by what is needed.  What is ``spare`` can be left out.
        """
        weights = Counter[int]()
        scopes = [(self._sums.bounds[place].scope, 1) for place in needing.places]
        for scope, sign in (*scopes, *((self._scope(part), -1) for part in parts)):
            for mark in numbers(scope & self._known):
                weights[mark] += sign
        uses = 0
        for mark, weight in sorted(weights.items()):
            if weight and (weight < 0) == self._state.true >> mark & 1:
                uses |= (abs(weight) > spare) << mark
                spare -= abs(weight) if abs(weight) <= spare else 0
        return self._state.among(Marks(uses))

    def _saying(self, marks: int, told: int) -> int:
        """Few sentences by which some marks exclude each other two by two, of those that are told if that can be."""
        said, pairs = 0, [*combinations(numbers(marks), 2)]
        while pairs:
            saying = Counter(s for pair in pairs for s in numbers(self._sums.excluding[pair] & self._among))
            best = max(saying, key=lambda sentence: (saying[sentence], told >> sentence & 1, -sentence))
            said |= 1 << best
            pairs = [pair for pair in pairs if not self._sums.excluding[pair] >> best & 1]
        return said

    def _because(self, needing: _Needing, most: int, parts: Sequence[Part]) -> Because:
        """Tell a sum."""
        used = self._uses(needing, parts, needing.need - most - 1)

        def share(sentences: int, scope: int, bound: int) -> Share:
            there = (scope & used.true).bit_count()
            left = Marks(scope & ~self._state.false) - used.marks
            return Share(Sentences(sentences), left, bound - there, there > 0)

        bounds = [self._sums.bounds[place] for place in needing.places]
        need = [share(1 << bound.sentence, bound.scope, bound.low) for bound in bounds]
        left = reduce(or_, (one.marks for one in need))
        told, allow = 0, []
        for part in parts:
            if part.place is None:
                sentences, high = self._saying(part.marks, told), 1
            else:
                sentences, high = 1 << self._sums.bounds[part.place].sentence, self._sums.bounds[part.place].high
            told |= sentences
            one = share(sentences, self._scope(part), high)
            allow.append(one._replace(marks=one.marks & left))
        # What is left for what is needed is told: what is not is taken, too.
        used |= Known(0, self._state.false & reduce(or_, (bound.scope for bound in bounds)))
        gives = Known() if most < needing.need else self._given(needing, parts)
        every = reduce(or_, (one.sentences for one in (*need, *allow)))
        return Because(every, used, gives, Sum(tuple(need), tuple(allow)))

"""Sums of counts against all ways in which few marks can stand, and the classics that players count."""

import random
from itertools import product

import pytest

from pyclingo_app.explain.covers import Part, cliques, covers
from pyclingo_app.explain.effort import Effort
from pyclingo_app.explain.sets import Known, Sentences
from pyclingo_app.explain.sums import Sums
from pyclingo_app.solve.tables import Count


def bits(marks):
    return sum(1 << mark for mark in marks)


def counts(*bounds):
    """Counts by sentences from 100 on, each from its marks and bounds."""
    return {100 + k: [Count(bits(marks), low, high)] for k, (marks, low, high) in enumerate(bounds)}


def found(counts, known=(), touched=None, among=None):
    """The sum that is found, of some sentences or of all."""
    every = Sentences.of(counts)
    touched, among = every if touched is None else Sentences.of(touched), every if among is None else among
    return Sums(counts, Effort()).find(Known.of(known), touched, among, Effort().together)


def systems(seed, number):
    """Random counts with the marks, what is known, and a sum that is found."""
    for those, marks, known in drawn(seed, number):
        if because := found(those, known.literals):
            yield those, marks, known, because


def ways(counts, marks, sentences, known):
    """All ways in which marks can stand with what is known so that some sentences hold, as sets of those there."""
    for values in product((0, 1), repeat=len(marks)):
        there = sum(value << mark for mark, value in zip(marks, values, strict=True))
        if there & known.true == known.true and not there & known.false:
            every = [count for sentence in sentences for count in counts[sentence]]
            if all(count.low <= (there & count.scope).bit_count() <= count.high for count in every):
                yield there


def follows(counts, marks, sentences, uses, gives):
    """Whether something follows from some sentences and marks; nothing does if there is no way."""
    those = [*ways(counts, marks, sentences, uses)]
    if not gives:
        return not those
    return bool(those) and all(way & gives.true == gives.true and not way & gives.false for way in those)


def settled(counts, known):
    """What is known with all that single counts give; None if one of them is broken."""
    while True:
        before = known
        for those in counts.values():
            for scope, low, high in those:
                there = (scope & known.true).bit_count()
                opened = scope & ~(known.true | known.false)
                if there > high or there + opened.bit_count() < low:
                    return None
                if there == high:
                    known |= Known(0, opened)
                elif there + opened.bit_count() == low:
                    known |= Known(opened, 0)
        if known == before:
            return known


def drawn(seed, systems, most=9):
    """Random counts over few marks, most of which can hold, with what single ones give of some known marks."""
    chance = random.Random(seed)
    for _ in range(systems):
        marks = range(1, chance.randint(5, most) + 1)
        answer = {mark: chance.random() < 0.4 for mark in marks}
        fair = chance.random() < 0.8
        bounds = []
        for _ in range(chance.randint(3, 9)):
            scope = chance.sample(marks, min(len(marks), chance.choice((2, 2, 2, 3, 3, 4, 5))))
            many = sum(answer[mark] for mark in scope) if fair else chance.randint(0, len(scope))
            slack = [chance.choice((0, 0, 1, 9)) for _ in range(2)]
            bounds.append((scope, max(0, many - slack[0]), min(len(scope), many + slack[1])))
        known = settled(
            those := counts(*bounds), Known.of(m if answer[m] else -m for m in marks if chance.random() < 0.2)
        )
        if known is not None:
            yield those, marks, known


def test_what_is_found_follows_and_takes_all_that_it_names():
    """None of the sentences and of the marks that it uses can be left out, and what is given was not known."""
    told = impossible = large = 0
    for those, marks, known, because in systems(42, 1200):
        told += 1
        impossible += not because.gives
        large += len(because.sentences) > 2
        assert not because.uses - known
        assert not because.gives.marks.meets(known.marks)
        assert follows(those, marks, because.sentences, because.uses, because.gives)
        for sentence in because.sentences:
            fewer = because.sentences - Sentences.of([sentence])
            assert not follows(those, marks, fewer, because.uses, because.gives)
        # What is absent of what is needed is taken as it is told what is left.
        for literal in (one for one in because.uses.literals if one > 0):
            less = because.uses - Known.of([literal])
            assert not follows(those, marks, because.sentences, less, because.gives)
    assert told > 50
    assert impossible
    assert large


def test_shares_are_what_the_counts_say():
    """Of the marks of a share, in all ways in which its sentences hold with what is used, there are so many at least,
    or at most; and what all need together is no less than what others, and marks in none of them, allow for."""
    for those, marks, known, because in systems(7, 300):
        absent = because.uses | Known(0, known.false)
        for shares, least in ((because.sum.need, True), (because.sum.allow, False)):
            for share in shares:
                there = [(way & share.marks.bits).bit_count() for way in ways(those, marks, share.sentences, absent)]
                assert all(number >= share.many if least else number <= share.many for number in there)
                assert share.marks.bits & known.false == 0
        need = sum(share.many for share in because.sum.need)
        covered = bits({mark for share in because.sum.allow for mark in share.marks})
        rest = sum((share.marks.bits & ~covered).bit_count() for share in because.sum.need)
        total = sum(share.many for share in because.sum.allow) + rest
        assert total == need if because.gives else total < need


# Of two cells, 1 and 2, the candidates are 11 and 12, and 21 and 22; further ones of the row are 31, 32, 33.
PAIR = [((11, 12), 1, 1), ((21, 22), 1, 1), ((31, 32, 33), 1, 1), ((11, 21, 31), 1, 1), ((12, 22, 32), 1, 1)]
# All candidates for a digit: four rows, in two of which it can be in the same two columns only.
ROWS = {row: [10 * row + column for column in range(1, 5)] for row in range(1, 5)}
WING = [
    *((ROWS[row], 1, 1) for row in ROWS),
    *(([10 * row + column for row in ROWS], 1, 1) for column in range(1, 5)),
]


@pytest.mark.parametrize(
    ("bounds", "known", "gives"),
    [
        pytest.param(PAIR, [], [-31, -32], id="naked pair"),
        pytest.param([((1, 2, 3), 1, 1), ((1, 2, 4, 5), 1, 1)], [-3], [-4, -5], id="pointing"),
        pytest.param(WING, [-13, -14, -33, -34], [-21, -41, -22, -42], id="x-wing"),
        pytest.param(
            [((1, 2, 3, 7), 1, 1), ((4, 5, 6, 8), 1, 1), ((1, 4, 2, 5), 1, 1), ((3, 6), 1, 1)],
            [],
            [-7, -8],
            id="two rows against two regions",
        ),
        # A clue of 3 beside five cells in a row, of which neighbours exclude each other.
        pytest.param(
            [((1, 2, 3, 4, 5), 3, 3), *(((k, k + 1), 0, 1) for k in range(1, 5))], [], [1, 3, 5], id="row of 3"
        ),
        # Heyawake: a block at the left holds one at most, one at the right does, too; with one cell more that is 3 < 4.
        pytest.param([((1, 2, 3, 4, 5), 4, 4), ((1, 2), 0, 1), ((3, 4), 0, 1)], [], [], id="too few in two blocks"),
        # Of four cells that touch each other two by two one holds a star at most.
        pytest.param(
            [((1, 2, 3, 4, 5), 2, 2), *(((i, j), 0, 1) for i in range(1, 5) for j in range(i + 1, 5))],
            [],
            [5],
            id="square",
        ),
        # Minesweeper: a 2 sees the two of a 1, and one cell besides.
        pytest.param([((1, 2, 3), 2, 2), ((1, 2, 4), 1, 1)], [], [3, -4], id="2 beside 1"),
        # A row allows for two, and two places beside each other need one each.
        pytest.param(
            [((1, 2, 3, 4, 5), 0, 2), ((1, 2), 1, 2), ((3, 4), 1, 2)], [], [-5], id="all that a row allows for"
        ),
        # There are two of three in the row: a third place takes what is left of it.
        pytest.param([((1, 2, 3, 4, 5), 3, 3), ((1, 2), 1, 2)], [3, 4], [-5], id="the rest of a row"),
    ],
)
def test_classics(bounds, known, gives):
    """What is found is known for the next sums, with what single counts then give."""
    those = counts(*bounds)
    state = settled(those, Known.of(known))
    while because := found(those, state.literals):
        if not because.gives:
            assert not gives
            return
        state = settled(those, state | because.gives)
    assert gives
    assert {*gives} <= {*state.literals}


def test_only_what_is_touched_and_asked():
    """A sum is found from any of its sentences, and from those that count something with them; not without one."""
    those = counts(*PAIR)
    for sentence in (100, 101, 103, 104):
        assert found(those, touched=[sentence])
    every = Sentences.of(those)
    for sentence in (100, 101, 103, 104):
        left = every - Sentences.of([sentence])
        because = found(those, among=left)
        assert because is None or (because.sentences.within(left) and because.gives != Known.of([-31, -32]))
    apart = {**those, **{200 + k: [Count(those[k][0].scope << 40, *those[k][0][1:])] for k in those}}
    assert max(found(apart, touched=[100]).sentences) < 200 <= min(found(apart, touched=[300]).sentences)


def test_the_order_of_the_counts_makes_no_difference():
    for those, _, known, because in systems(11, 100):
        assert because == found(dict(reversed(those.items())), known.literals)


def test_covers_come_to_no_more_than_all_of_them_say():
    chance = random.Random(5)
    for _ in range(200):
        parts = [Part(bits(chance.sample(range(6), chance.randint(2, 4))), chance.randint(0, 2), k) for k in range(4)]
        least = min(
            sum(part.many for part in chosen) + (0b111111 & ~union(chosen)).bit_count() for chosen in subsets(parts)
        )
        found = [*covers(0b111111, 6, parts, 10_000)]
        assert min(many for many, _ in found) == least
        for many, chosen in found:
            assert many == sum(part.many for part in chosen) + (0b111111 & ~union(chosen)).bit_count()


def subsets(parts):
    for chosen in product((0, 1), repeat=len(parts)):
        yield [part for part, take in zip(parts, chosen, strict=True) if take]


def union(parts):
    marks = 0
    for part in parts:
        marks |= part.marks
    return marks


def test_cliques_are_largest_ones_and_all_pairs_are_in_one():
    chance = random.Random(6)
    for _ in range(100):
        pairs = {(i, j) for i in range(7) for j in range(i) if chance.random() < 0.5}
        apart = {i: bits(j for j in range(7) if (i, j) in pairs or (j, i) in pairs) for i in range(7)}
        full = [s for s in range(1 << 7) if all(s & ~apart[i] == 1 << i for i in range(7) if s >> i & 1)]
        largest = {s for s in full if s.bit_count() > 1 and not any(s != t and s & t == s for t in full)}
        told = [*cliques(apart)]
        assert {*told} <= largest
        assert all(any(one >> i & one >> j & 1 for one in told) for i, j in pairs)

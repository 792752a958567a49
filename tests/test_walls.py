"""Walls against floods: plain walks over small boards tell what is cut off, and all sets of marks how few do it."""

import random
from itertools import combinations, product

import pytest
from english.slitherlink import ends

from pyclingo_app.explain.inside import Inside
from pyclingo_app.explain.minimal import shrink
from pyclingo_app.explain.scope import Scope
from pyclingo_app.explain.sets import Known, Literal, opposite
from pyclingo_app.explain.singles import Singles
from pyclingo_app.explain.walls import Walls
from pyclingo_app.facts.reader import parse_facts
from pyclingo_app.puzzle import load

STEPS = {"right": (0, 1), "down": (1, 0)}


def scope_of(name, facts):
    puzzle = load(name)
    return Scope(puzzle.problem(parse_facts(facts)))


def speaking(scope, words):
    """The sentence with some words that says that something has to be reached."""
    walls = Walls(scope)
    (sentence,) = [s for s in scope.sentences if walls.speaks(s) and words in scope.text(s).text]
    return walls, sentence


def symbol(scope, literal):
    return scope.oracle.symbols[abs(literal)]


def states(scope, tried, seed):
    """Random states, in most of which much is known."""
    chance = random.Random(seed)
    for _ in range(tried):
        share, there = max(chance.random(), chance.random()), chance.random()
        yield Known.of(
            Literal(mark if chance.random() < there else -mark) for mark in scope.marks if chance.random() < share
        )


def joined(one, other, edges):
    """Whether some edges lead from one node to another."""
    found = [one]
    for node in found:
        found += {end for edge in edges if node in edge for end in edge if end not in found}
    return other in found


def neighbours(cells):
    """The pairs of cells that share a side."""
    return [((r, c), (r + i, c + j)) for r, c in cells for i, j in STEPS.values() if (r + i, c + j) in cells]


def fewest(candidates, parted):
    """How many of some candidates suffice to part something, by all sets of them; None if all of them do not."""
    if not parted(candidates):
        return None
    return next(n for n in range(len(candidates) + 1) if any(map(parted, combinations(candidates, n))))


def checked(walls, sentence, known):
    """A cut with what it takes, none of it unknown, and with which the sentence cannot hold."""
    cut = walls.cut(sentence, known)
    if cut:
        assert all(known.has(literal) for literal in (*cut.wall, *cut.witness, *cut.apart))
        assert walls._scope.oracle.unsatisfiable([*cut.wall, *cut.witness, -sentence])
    return cut


@pytest.mark.parametrize("size", [(3, 4), (4, 3), (2, 6), (4, 4)])
def test_shaded_cells_part_white_ones_by_a_smallest_wall(size):
    height, width = size
    scope = scope_of("kurodoko", f"size({height},{width}).")
    walls, sentence = speaking(scope, "white cells are connected")
    cells = {(r, c) for r in range(1, height + 1) for c in range(1, width + 1)}
    found = 0
    for known in states(scope, 100, str(size)):
        shaded = [scope.cells[mark] for mark in known.there]
        white = [scope.cells[mark] for mark in known.absent]

        def parted(wall, white=white):
            edges = neighbours(cells - {*wall})
            return any(not joined(white[0], other, edges) for other in white[1:])

        least = fewest(shaded, parted)
        cut = checked(walls, sentence, known)
        assert bool(cut) == (least is not None)
        if cut:
            # A white cell on either side shows that there is something to be parted.
            assert len(cut.wall) + len(cut.witness) == least + 2
            assert {*walls.cells(cut)} == {scope.cells[-literal] for literal in cut.apart}
            assert not walls.closed(cut, known)
            found += 1
    assert found > 10


def test_white_cells_part_shaded_ones_from_the_edge():
    scope = scope_of("cave", "size(3,4).")
    walls, sentence = speaking(scope, "edge of the board")
    cells = {(r, c) for r in range(5) for c in range(6)}
    inner = {(2, 2), (2, 3)}
    found = 0
    for known in states(scope, 200, "edge"):
        shaded = [scope.cells[mark] for mark in known.there if scope.cells[mark] in inner]
        white = [scope.cells[mark] for mark in known.absent]

        def parted(wall, shaded=shaded):
            return any(not joined(cell, (0, 0), neighbours(cells - {*wall})) for cell in shaded)

        least = fewest(white, parted)
        cut = checked(walls, sentence, known)
        assert bool(cut) == (least is not None)
        assert not cut or len(cut.wall) + len(cut.witness) == least + 1
        found += bool(cut)
    assert found > 3


def dots(scope, mark):
    """The ends of a side of a cell."""
    return ends(*scope.cells[mark], symbol(scope, mark).arguments[2].name)


def centres(scope, mark):
    """The cells that a link joins."""
    (r, c), (i, j) = scope.cells[mark], STEPS[symbol(scope, mark).arguments[2].name]
    return (r, c), (r + i, c + j)


LOOPS = [
    ("slitherlink", "size(2,2).", "belong to one loop", dots),
    ("slitherlink", "size(1,4).", "belong to one loop", dots),
    ("masyu", "size(3,3).", "belong to one loop", centres),
    ("masyu", "size(2,5).", "belong to one loop", centres),
]


@pytest.mark.parametrize(("name", "facts", "words", "of_line"), LOOPS)
def test_lines_are_parted_by_a_smallest_wall(name, facts, words, of_line):
    scope = scope_of(name, facts)
    walls, sentence = speaking(scope, words)
    of_mark = {mark: of_line(scope, mark) for mark in scope.marks}
    found = 0
    for known in states(scope, 120, facts):
        lines = [of_mark[mark] for mark in known.there]

        def parted(wall, lines=lines):
            edges = [ends for mark, ends in of_mark.items() if mark not in wall]
            return any(not joined(lines[0][0], other[0], edges) for other in lines[1:])

        least = fewest([*known.absent], parted)
        cut = checked(walls, sentence, known)
        if least is not None:
            assert cut
            assert len(cut.wall) + len(cut.witness) <= least + 2
        if cut and len(cut.witness) == 2:
            assert least == len(cut.wall)
            found += 1
    assert found > 5


@pytest.mark.parametrize(("name", "facts", "words", "of_line"), LOOPS)
def test_rings_are_where_a_walk_along_lines_comes_back(name, facts, words, of_line):
    """Some of the lines around four corners or cells are there, others beside them are not, and some are elsewhere."""
    scope = scope_of(name, facts)
    walls, sentence = speaking(scope, words)
    of_mark = {mark: of_line(scope, mark) for mark in scope.marks}
    closed = {True: 0, False: 0}
    chance = random.Random(facts)
    every = {end for ends in of_mark.values() for end in ends}
    squares = [{(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} for r, c in sorted(every)]
    squares = [square for square in squares if square <= every]
    for _ in range(150):
        square = chance.choice(squares)
        ring = {mark for mark, ends in of_mark.items() if square.issuperset(ends) and chance.random() < 0.9}
        beside = {mark for mark, ends in of_mark.items() if square.intersection(ends)} - ring
        lines = ring | {mark for mark in of_mark if mark not in beside and chance.random() < 0.3}
        known = Known.of(Literal(mark if mark in lines else -mark) for mark in sorted(lines | beside))
        cut = checked(walls, sentence, known)
        if cut:
            inside = {end for mark in map(abs, cut.apart) for end in of_mark[mark]}
            lines = [{*of_mark[mark]} for mark in known.there if inside.issuperset(of_mark[mark])]
            assert walls.closed(cut, known) == comes_back(lines, inside)
            closed[walls.closed(cut, known)] += 1
    assert min(closed.values()) > 3


def comes_back(lines, every):
    """Whether one who walks along lines, never back at once, is where he began after all that there is, never in doubt
    where to go."""
    if any(sum(end in line for line in lines) != 2 for end in every):
        return False
    begin = min(every)
    before, place, passed = None, begin, set()
    while place not in passed:
        passed.add(place)
        line = next(line for line in lines if place in line and line is not before)
        (place,), before = line - {place}, line
    return place == begin and passed == every


def test_two_rings_are_no_ring():
    """In a row of cells there are lines around the first, the third, and the last four; some of those around the second
    may be there, too."""
    scope = scope_of("slitherlink", "size(1,8).")
    walls, sentence = speaking(scope, "belong to one loop")
    of_mark = {mark: {*dots(scope, mark)} for mark in scope.marks}
    around = [{(r, c) for r in (0, 1) for c in those} for those in ((0, 1), (2, 3), (4, 5, 6, 7, 8))]
    inner = [{(0, c), (1, c)} for c in (5, 6, 7)]
    lines = {mark for mark, ends in of_mark.items() if any(ends <= one for one in around) and ends not in inner}
    absent = {mark for mark, ends in of_mark.items() if ends in inner or {c for _, c in ends} == {3, 4}}
    cut = checked(walls, sentence, Known.of(Literal(mark if mark in lines else -mark) for mark in lines | absent))
    assert {end for mark in map(abs, cut.apart) for end in of_mark[mark]} == around[0] | around[1]
    assert not walls.closed(cut, Known.of(map(Literal, lines)))


def test_shaded_cells_are_no_ring():
    """Each of four cells lies beside two others, but nothing joins these two and no more."""
    scope = scope_of("cave", "size(4,4).")
    walls, sentence = speaking(scope, "edge of the board")
    inner = {*product((2, 3), repeat=2)}
    known = Known.of(Literal(mark if scope.cells[mark] in inner else -mark) for mark in scope.marks)
    cut = checked(walls, sentence, known)
    assert {*walls.cells(cut)} == inner
    assert not walls.closed(cut, known)


def test_islands_are_parted_by_the_fewest_bridges():
    scope = scope_of("hashi", 'size(5,5). number((1; 3; 5), (1; 3; 5), "?").')
    walls, sentence = speaking(scope, "islands are joined")
    bridges = {
        mark: ((r, c), (r + 2 * i, c + 2 * j))
        for mark, (r, c) in scope.cells.items()
        if symbol(scope, mark).name == "bridge"
        for i, j in [STEPS[symbol(scope, mark).arguments[2].name]]
    }
    islands = [*product((1, 3, 5), repeat=2)]
    found = 0
    for known in states(scope, 60, "bridges"):

        def parted(wall):
            edges = [ends for mark, ends in bridges.items() if mark not in wall]
            return any(not joined((1, 1), island, edges) for island in islands)

        least = fewest([mark for mark in known.absent if mark in bridges], parted)
        cut = checked(walls, sentence, known)
        assert (len(cut.wall) if cut else None) == least
        if cut:
            edges = [ends for mark, ends in bridges.items() if opposite(Literal(mark)) not in cut.wall]
            assert not cut.witness
            assert walls.cells(cut)
            assert not any(joined((1, 1), cell, edges) for cell in walls.cells(cut))
            found += 1
    assert found > 10


def test_corners_are_no_cells():
    """Of what is cut off at corners no cells are told, though most of these are called as cells are."""
    scope = scope_of("slitherlink", "size(2,2).")
    walls, sentence = speaking(scope, "belong to one loop")
    cuts = [cut for known in states(scope, 40, "corners") if (cut := walls.cut(sentence, known))]
    assert cuts
    assert not any(map(walls.cells, cuts))


def test_cuts_do_not_depend_on_what_was_asked_before():
    scope = scope_of("kurodoko", "size(4,4).")
    walls, sentence = speaking(scope, "white cells are connected")
    asked = [*states(scope, 30, "again")]
    cuts = [walls.cut(sentence, known) for known in asked]
    assert any(cuts)
    assert cuts == [Walls(scope).cut(sentence, known) for known in asked]
    again = Walls(scope)
    assert cuts == [again.cut(sentence, known) for known in reversed(asked)][::-1]


def test_a_sentence_is_about_the_marks_on_which_it_depends():
    scope = scope_of("cave", "size(3,3). number(2,2,3).")
    walls = Walls(scope)
    whole = [s for s in scope.sentences if walls.speaks(s)]
    assert {scope.text(s).text.split(" ")[1] for s in whole} == {"white", "shaded"}
    for sentence in whole:
        assert walls.marks(sentence) == scope.marks
    others = [s for s in scope.sentences if s not in whole]
    assert others
    assert [walls.cut(s, Known(scope.marks.bits, 0)) for s in others] == [None] * len(others)


def test_what_suffices_is_made_minimal():
    """Of numbers that add up to enough none is left that can be missed."""
    chance = random.Random(1)
    for _ in range(50):
        items = [chance.randint(1, 9) + 10 * k for k in range(chance.randint(1, 20))]
        need = chance.randint(1, sum(one % 10 for one in items))
        kept = shrink(items, lambda rest, need=need: rest if sum(one % 10 for one in rest) >= need else None)
        assert sum(one % 10 for one in kept) >= need
        assert all(sum(one % 10 for one in kept if one != gone) < need for gone in kept)


def test_what_a_cell_sees_is_off_by_as_much_as_a_walk_tells():
    """A cell sees no more cells than up to the next shaded one, and no fewer than up to one that may be."""
    scope = scope_of("kurodoko", "size(4,5). number(2,3,5).")
    (sentence,) = [s for s in scope.sentences if "sees 5 white cells" in scope.text(s).text]
    inside = Inside(Singles(scope).tables)
    found = set()
    for known in states(scope, 300, "sight"):
        shaded = {scope.cells[mark] for mark in known.there}
        white = {scope.cells[mark] for mark in known.absent}

        def seen(stops):
            number = 1
            for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                r, c = 2 + i, 3 + j
                while r in range(1, 5) and c in range(1, 6) and not stops((r, c)):
                    number, r, c = number + 1, r + i, c + j
            return number

        most, least = (
            seen(lambda cell, shaded=shaded: cell in shaded),
            seen(lambda cell, white=white: cell not in white),
        )
        off = 5 - most if most < 5 else min(5 - least, 0)
        assert inside.amiss(sentence, known) == off
        found.add(off)
    assert found >= {-1, 0, 1, 2}

"""What library files give, each against a rule in plain Python, on many small boards."""

from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise, product
from random import Random
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import clingo
import pytest
from test_lib import ALL_AROUND, Cell, answers, grown, images, reached

WAYS = {"right": (0, 1), "left": (0, -1), "down": (1, 0), "up": (-1, 0)}
Side = tuple[int, int, str]  # of a cell, right or down
Loops = list[tuple[dict[Cell, set[str]], set[str]]]


def of(answer: set[str], name: str) -> set[tuple[Any, ...]]:
    """Give the arguments of the atoms of a name, numbers as such and all else as text."""
    found = map(clingo.parse_term, answer)
    return {
        tuple(x.number if x.type == clingo.SymbolType.Number else str(x) for x in atom.arguments)
        for atom in found
        if atom.name == name
    }


def board(height: int, width: int) -> list[Cell]:
    """Give the cells of a board."""
    return list(product(range(1, height + 1), range(1, width + 1)))


def ahead(cell: Cell, way: str, cells: set[Cell]) -> Iterator[Cell]:
    """Give the cells in a direction, one after the other, as long as they are among some."""
    i, j = WAYS[way]
    r, c = cell
    while (r + i, c + j) in cells:
        r, c = r + i, c + j
        yield r, c


def test_sight() -> None:
    """The cells in each direction, as far as one looks, and not beyond the edge."""
    random = Random(1)
    for height, width in [(1, 1), (1, 5), (4, 3)]:
        cells = board(height, width)
        looks = {(*cell, way): random.randint(0, 4) for cell in cells for way in WAYS}
        text = f"size({height},{width}). " + " ".join(f"look({r},{c},{d},{n})." for (r, c, d), n in looks.items())
        expected = {
            (r, c, d, k, *cell)
            for (r, c, d), n in looks.items()
            for k, cell in enumerate(ahead((r, c), d, set(cells)), 1)
            if k <= n
        }
        assert of(answers(["grid", "sight"], text, "sight/6")[0], "sight") == expected


@pytest.fixture(scope="module")
def loops() -> Loops:
    """All loops on a board of 4x4: the directions in which lines go from each cell, and what library files give."""
    text = (
        "size(4,4). way(R,C) :- cell(R,C). anchor(R,C) :- cell(R,C). look(R,C,D,2) :- cell(R,C), direction(D,_,_)."
        "#show straight/2. #show turns/2. #show ray/4. #show inside/2. #show outside/2."
    )
    found = answers(["grid", "line", "loop", "turns", "sight", "ray", "inside"], text, "arm/3")
    loops = []
    for answer in found:
        arms: dict[Cell, set[str]] = {cell: set() for cell in board(4, 4)}
        for r, c, way in of(answer, "arm"):
            arms[r, c].add(way)
        loops.append((arms, answer))
    return loops


def test_turns_and_rays(loops: Loops) -> None:
    """Where each loop goes straight on or turns, and how far it goes straight on, up to where one looks."""
    assert len(loops) == 213  # OEIS A140517
    for arms, answer in loops:
        straight = {cell for cell, ways in arms.items() if ways in ({"left", "right"}, {"up", "down"})}
        assert of(answer, "straight") == straight
        assert of(answer, "turns") == {cell for cell, ways in arms.items() if ways} - straight
        rays = set()
        for cell, way in product(arms, WAYS):
            last = cell
            for k, following in enumerate(ahead(cell, way, set(arms)), 1):
                if way not in arms[last] or k > 2:
                    break
                rays.add((*cell, way, k))
                last = following
        assert of(answer, "ray") == rays


def test_inside(loops: Loops) -> None:
    """Outside is what is reached from the edge without crossing a line, on a board with the points between cells."""
    for arms, answer in loops:
        line = {(2 * r, 2 * c) for (r, c), ways in arms.items() if ways}
        line |= {(2 * r + WAYS[way][0], 2 * c + WAYS[way][1]) for (r, c), ways in arms.items() for way in ways}
        away = reached((1, 1), set(product(range(1, 10), range(1, 10))) - line)
        free = {cell for cell, ways in arms.items() if not ways}
        outside = {(r, c) for r, c in free if (2 * r, 2 * c) in away}
        assert of(answer, "outside") == outside
        assert of(answer, "inside") == free - outside


@pytest.mark.parametrize(("height", "width"), [(1, 1), (2, 3), (4, 1)])
def test_dots(height: int, width: int) -> None:
    """Each side of a cell has one name, and ends at two dots of its own: those that are one step apart."""
    text = f"size({height},{width}). :- end(R,C,D,_,_), not line(R,C,D). #show around/5. #show end/5. #show dot/2."
    (answer,) = answers(["grid", "dots"], text, "line/3")
    ends: dict[tuple[Any, ...], set[Cell]] = {}
    for r, c, way, *dot in of(answer, "end"):
        ends.setdefault((r, c, way), set()).add(tuple(dot))
    dots = set(product(range(height + 1), range(width + 1)))
    sides = {
        frozenset({(p, q), (p + i, q + j)}) for p, q in dots for i, j in ((0, 1), (1, 0)) if (p + i, q + j) in dots
    }
    assert of(answer, "dot") == dots
    assert of(answer, "line") == set(ends)
    assert sorted(map(sorted, ends.values())) == sorted(map(sorted, sides))
    around: dict[Cell, set[frozenset[Cell]]] = {}
    for r, c, *line in of(answer, "around"):
        around.setdefault((r, c), set()).add(frozenset(ends[tuple(line)]))
    assert around == {
        (r, c): {side for side in sides if side <= set(product((r - 1, r), (c - 1, c)))}
        for r, c in board(height, width)
    }


def test_zones() -> None:
    """Walls and cells that are no way divide random boards, and gates are at both sides of walls."""
    random = Random(1)
    for _ in range(30):
        height, width = random.randint(1, 4), random.randint(1, 5)
        cells = {cell for cell in board(height, width) if random.random() < 0.8}
        steps = {(r, c, d) for r, c in board(height, width) for d in ("right", "down")}
        edges = {(r, c, d): cell for r, c, d in steps if (r, c) in cells for cell in [*ahead((r, c), d, cells)][:1]}
        walls = {edge for edge in edges if random.random() < 0.5}
        first = {cell: cell for cell in cells}
        for _ in cells:
            for (r, c, d), cell in edges.items():
                if (r, c, d) not in walls:
                    first[r, c] = first[cell] = min(first[r, c], first[cell])
        text = f"size({height},{width})." + "".join(f"way({r},{c})." for r, c in cells)
        text += "".join(f"barrier({r},{c},{d})." for r, c, d in walls) + "#show zone/4."
        answer = answers(["grid", "beside", "line", "zones"], text, "gate/5")[0]
        assert of(answer, "zone") == {(*first[cell], *cell) for cell in cells}
        assert of(answer, "gate") == {
            gate
            for (r, c, d), cell in edges.items()
            if (r, c, d) in walls
            for gate in ((*first[r, c], r, c, d), (*first[cell], *cell, {"right": "left", "down": "up"}[d]))
        }


def test_exits() -> None:
    """Lines cross from region to region between neighbours of two, and each leaves one and enters the other."""
    random = Random(1)
    for _ in range(10):
        region = {cell: random.choice("abc") for cell in board(3, 4)}
        way = {cell for cell in region if random.random() < 0.8}
        text = "size(3,4). #show crosses/5." + "".join(f"region({r},{c},{x})." for (r, c), x in region.items())
        answer = answers(
            ["grid", "region", "line", "exits"], text + "".join(f"way({r},{c})." for r, c in way), "exit/4", models=1
        )[0]
        crossed = {
            (r, c, d, *cell)
            for (r, c), d in product(way, ("right", "down"))
            for cell in [*ahead((r, c), d, way)][:1]
            if region[cell] != region[r, c]
        }
        assert of(answer, "crosses") == crossed
        assert of(answer, "exit") == {
            (x, r, c, d) for r, c, d, *cell in crossed for x in (region[r, c], region[cell[0], cell[1]])
        }


def test_group() -> None:
    """Of all sets of cells those are found whose cells in each region are connected, and which regions have some."""
    cells = board(2, 3)
    region = dict(zip(cells, "abbaab", strict=True))
    text = "size(2,3). { shaded(R,C) } :- cell(R,C). #show some/1." + "".join(
        f"region({r},{c},{name})." for (r, c), name in region.items()
    )
    expected = []
    for chosen in product((False, True), repeat=len(cells)):
        shaded = {cell for cell, is_in in zip(cells, chosen, strict=True) if is_in}
        parts = [part for name in "ab" if (part := {cell for cell in shaded if region[cell] == name})]
        if all(reached(min(part), part) == part for part in parts):
            expected.append((sorted(shaded), sorted({(region[cell],) for cell in shaded})))
    found = answers(["grid", "region", "group"], text, "shaded/2")
    assert sorted((sorted(of(answer, "shaded")), sorted(of(answer, "some"))) for answer in found) == sorted(expected)


def test_division() -> None:
    """All ways to divide a board into the areas of one or both of two cells are found."""
    cells = board(2, 3)
    roots = ((1, 1), (2, 2))
    text = "size(2,3). field(R,C) :- cell(R,C). root(1,1; 2,2). may(R,C,X,Y) :- root(R,C), cell(X,Y)."
    expected = []
    for chosen in product(roots, repeat=len(cells)):
        area = dict(zip(cells, chosen, strict=True))
        held = {root: {cell for cell in cells if area[cell] == root} for root in set(chosen)}
        if all(root in part and reached(root, part) == part for root, part in held.items()):
            expected.append(sorted((*area[cell], *cell) for cell in cells))
    found = answers(["grid", "division"], text + "#show belongs/3.", "part/4")
    assert sorted(sorted(of(answer, "part")) for answer in found) == sorted(expected)
    for answer in found:
        assert of(answer, "belongs") == {(x, y, f"({r},{c})") for r, c, x, y in of(answer, "part")}


def test_fields() -> None:
    """What is missing is no field, and no border parts it from another cell."""
    text = "size(2,2). missing(1,2). #show field/2. #show beside/5."
    (answer,) = answers(["grid", "fields", "beside"], text, "field/2")
    assert of(answer, "field") == {(1, 1), (2, 1), (2, 2)}
    assert of(answer, "beside") == {(1, 1, "down", 2, 1), (2, 1, "right", 2, 2)}


def test_tiling() -> None:
    """A line of five cells is two and three of them, or three and two, and each cell knows its shape."""
    text = "size(1,5). field(R,C) :- cell(R,C). shape(two,0,0..1). shape(three,0,0..2). #show shaped/3. #show open/5."
    text += ":- field(R,C), not shaped(R,C,_)."
    found = answers(["grid", "beside", "border", "polyomino", "tiling"], text, "border/3")
    expected = [(2, ["two", "two", "three", "three", "three"]), (3, ["three", "three", "three", "two", "two"])]
    for column, shapes in expected:
        shaped = {(1, c, shape) for c, shape in enumerate(shapes, 1)}
        assert [of(a, "shaped") for a in found if of(a, "border") == {(1, column, "right")}] == [shaped]
        joined = {(1, c, "right", 1, c + 1) for c in range(1, 5) if c != column}
        joined |= {(1, c + 1, "left", 1, c) for c in range(1, 5) if c != column}
        assert [of(a, "open") for a in found if of(a, "border") == {(1, column, "right")}] == [joined]
    assert len(found) == len(expected)


def test_rectangles() -> None:
    """The areas between borders are rectangles, and all are found; their extents are counted as far as one looks."""
    text = "size(2,3). look(R,C,D,2) :- cell(R,C), direction(D,_,_). #show extent/4."
    found = answers(["grid", "beside", "border", "sight", "rectangles"], text, "border/3")
    cells, expected = board(2, 3), set()
    sides = [(r, c, d) for r, c in cells for d in ("right", "down") if [*ahead((r, c), d, set(cells))]]
    for chosen in product((False, True), repeat=len(sides)):
        borders = frozenset(side for side, is_in in zip(sides, chosen, strict=True) if is_in)
        extents = measured(cells, sides, borders)
        if extents is not None:
            expected.add((borders, frozenset(extents)))
    assert {(frozenset(of(a, "border")), frozenset(of(a, "extent"))) for a in found} == expected


def measured(cells: list[Cell], sides: list[Side], borders: Iterable[Side]) -> set[tuple[int, int, str, int]] | None:
    """Give the width and the height of the rectangle of each cell, or None if an area is none or has borders inside."""
    first = {cell: cell for cell in cells}
    pairs = {side: (side[:2], next(ahead(side[:2], side[2], set(cells)))) for side in sides}
    for _ in cells:
        for side, (one, other) in pairs.items():
            if side not in borders:
                first[one] = first[other] = min(first[one], first[other])
    extents = set()
    for r, c in cells:
        area = {cell for cell in cells if first[cell] == first[r, c]}
        rows, columns = ({cell[k] for cell in area} for k in (0, 1))
        if len(area) != len(rows) * len(columns) or any({*pairs[side]} <= area for side in borders):
            return None
        extents |= {(r, c, "row", len(columns)), (r, c, "column", len(rows))}
    return extents


def test_pentominoes() -> None:
    """They are the twelve free shapes of five cells, each once."""
    shapes = {((0, 0),)}
    for _ in range(4):
        shapes = grown(shapes)
    named: dict[str, set[Cell]] = {}
    for name, i, j in of(answers(["pentominoes"], "", "shape/3")[0], "shape"):
        named.setdefault(name, set()).add((i, j))
    assert {name: len(cells) for name, cells in named.items()} == {f'"{x}"': 5 for x in "FILNPTUVWXYZ"}
    assert {min(images(cells)) for cells in named.values()} == shapes


def test_alphabet() -> None:
    """All letters, each once and with one number: capitals first."""
    letters = [f'"{x}"' for x in ascii_uppercase + ascii_lowercase]
    assert sorted(of(answers(["alphabet"], "", "alphabet/2")[0], "alphabet")) == list(enumerate(letters, 1))


def test_around() -> None:
    """A cell is touched by all others at most one row and one column away, on boards of all small sizes."""
    for height, width in product((1, 2, 3, 4), (1, 2, 4)):
        cells = board(height, width)
        expected = {(*a, *b) for a in cells for b in cells if a != b and abs(a[0] - b[0]) < 2 and abs(a[1] - b[1]) < 2}
        assert of(answers(["grid", "around"], f"size({height},{width}).", "touches/4")[0], "touches") == expected


def test_tetrominoes() -> None:
    """They are the five free shapes of four cells, each once."""
    shapes = {((0, 0),)}
    for _ in range(3):
        shapes = grown(shapes)
    named: dict[str, set[Cell]] = {}
    for name, i, j in of(answers(["tetrominoes"], "", "shape/3")[0], "shape"):
        named.setdefault(name, set()).add((i, j))
    assert set(named) == {f'"{x}"' for x in "ILOST"}
    assert sorted(min(images(cells)) for cells in named.values()) == sorted(shapes)


@pytest.mark.parametrize(("height", "width"), [(2, 2), (3, 4), (4, 4), (3, 5)])
def test_rings(height: int, width: int) -> None:
    """All sets of rectangles without a line of two, whose corners no other line passes, and just these."""
    corners = [(*a, *b) for a, b in product(board(height, width), board(height, width)) if a[0] < b[0] and a[1] < b[1]]
    sets: list[tuple[set[Side], set[Cell], set[Cell]]] = [(set(), set(), set())]
    for top, left, bottom, right in corners:
        lines = {(r, c, "right") for r in (top, bottom) for c in range(left, right)}
        lines |= {(r, c, "down") for c in (left, right) for r in range(top, bottom)}
        cells = set(product(range(top, bottom + 1), (left, right))) | set(product((top, bottom), range(left, right)))
        bends = set(product((top, bottom), (left, right)))
        sets += [
            (drawn | lines, passed | cells, turned | bends)
            for drawn, passed, turned in sets
            if not drawn & lines and not turned & cells and not passed & bends
        ]
    text = f"size({height},{width}). way(R,C) :- cell(R,C)."
    found = [of(answer, "link") for answer in answers(["grid", "line", "rings"], text, "link/3")]
    assert sorted(map(sorted, found)) == sorted(sorted(drawn) for drawn, _, _ in sets)


def test_moves() -> None:
    """Of all sets of lines those are found that are ways of single objects; where these are at last, and what of."""
    cells = board(2, 3)
    steps = {(r, c, d): cell for r, c in cells for d in ("right", "down") for cell in [*ahead((r, c), d, {*cells})][:1]}
    for objects in ({(1, 1)}, {(1, 1), (1, 3)}, {(1, 2), (2, 1), (2, 3)}):
        text = "size(2,3). way(R,C) :- cell(R,C). load(1,1,x) :- object(1,1). #show rests/2. #show carried/3."
        text += "".join(f"object({r},{c})." for r, c in objects)
        expected = set()
        for chosen in product((False, True), repeat=len(steps)):
            links = {step for step, is_in in zip(steps, chosen, strict=True) if is_in}
            pairs = [{link[:2], steps[link]} for link in links]
            ways = [moved(cell, pairs) for cell in sorted(objects)]
            if None in ways or sum(len(way) - 1 for way in ways if way) != len(links):
                continue
            passed = [cell for way in ways if way for cell in way]
            if len(passed) == len(set(passed)):
                carried = frozenset((*cell, "x") for way in ways if way and way[0] == (1, 1) for cell in way)
                expected.add((frozenset(links), frozenset(way[-1] for way in ways if way), carried))
        found = answers(["grid", "line", "moves"], text, "link/3")
        assert {
            (frozenset(of(a, "link")), frozenset(of(a, "rests")), frozenset(of(a, "carried"))) for a in found
        } == expected


def test_slides() -> None:
    """Of all sets of lines those are found that are straight ways of single objects; where these are at last."""
    cells = board(3, 3)
    steps = {(r, c, d): cell for r, c in cells for d in ("right", "down") for cell in [*ahead((r, c), d, {*cells})][:1]}
    for objects in ({(1, 1)}, {(1, 2), (2, 1)}, {(1, 3), (2, 1), (2, 3)}):
        text = "size(3,3). way(R,C) :- cell(R,C). #show rests/2. #show slid/4."
        text += "".join(f"object({r},{c})." for r, c in objects)
        expected = set()
        for ways in product(*([[*slides(cell, objects, cells)] for cell in sorted(objects)])):
            passed = [cell for way in ways for cell in way]
            if len(passed) == len(set(passed)):
                pairs = [{*pair} for way in ways for pair in pairwise(way)]
                links = frozenset(step for step, other in steps.items() if {step[:2], other} in pairs)
                far = frozenset((way[0], k) for way in ways for k in range(1, len(way)))
                expected.add((links, frozenset(way[-1] for way in ways), far))
        found = answers(["grid", "line", "slides"], text, "link/3")
        assert {
            (
                frozenset(of(a, "link")),
                frozenset(of(a, "rests")),
                frozenset(((r, c), k) for r, c, _, k in of(a, "slid")),
            )
            for a in found
        } == expected


def slides(start: Cell, objects: set[Cell], cells: Collection[Cell]) -> Iterator[list[Cell]]:
    """Give all straight ways of an object that do not come to another one, also that of no cell."""
    yield [start]
    for direction in ("right", "down", "left", "up"):
        way = [start]
        for cell in ahead(start, direction, {*cells} - objects):
            way = [*way, cell]
            yield way


def moved(start: Cell, pairs: list[set[Cell]]) -> list[Cell] | None:
    """Give the cells of a line from a cell to its end, or None if it branches."""
    way, last = [start], {start}
    while True:
        following = [other for pair in pairs if way[-1] in pair for other in pair - {way[-1]} - last]
        if not following:
            return way
        if len(following) > 1 or following[0] in way:
            return None
        last = {way[-1]}
        way += following


def test_chain() -> None:
    """Of all sets of cells those are found whose blocks have the two shapes, touch no equal ones, and hang together."""
    cells = board(3, 4)
    sizes = {2: "i", 3: "l"}
    text = "size(3,4). { shaded(R,C) } :- cell(R,C). shape(i,0,0..1). shape(l,0,0..1). shape(l,1,0). #show shaped/3."
    expected = set()
    for chosen in product((False, True), repeat=len(cells)):
        shaded = {cell for cell, is_in in zip(cells, chosen, strict=True) if is_in}
        block = {cell: frozenset(reached(cell, shaded)) for cell in shaded}
        if shaded and reached(min(shaded), shaded, ALL_AROUND) != shaded:
            continue
        straight = any(
            len({*axis}) == 1 for part in block.values() if len(part) == 3 for axis in zip(*part, strict=True)
        )
        if straight or any(len(part) not in sizes for part in block.values()):
            continue
        near = [(a, b) for a, b in product(shaded, shaded) if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1]
        if all(block[a] == block[b] or len(block[a]) != len(block[b]) for a, b in near):
            expected.add(frozenset((*cell, sizes[len(part)]) for cell, part in block.items()))
    found = answers(["grid", "polyomino", "around", "joined", "chain"], text, "shaded/2")
    assert {frozenset(of(answer, "shaped")) for answer in found} == expected
    assert len(found) == len(expected)


def test_twins() -> None:
    """Two blocks are twins if one of them, turned or mirrored, is the other: all pairs of the shapes of five cells."""
    shapes = {((0, 0),)}
    for _ in range(4):
        shapes = grown(shapes)
    assert len(shapes) == 12
    random = Random(1)
    blocks = [random.choice(sorted(images(set(shape)))) for shape in sorted(shapes) for _ in range(3)]
    text = "".join(f"block({k},0,{r + k},{c})." for k, shape in enumerate(blocks) for r, c in shape)
    text += "pair(X,0,Y,0) :- block(X,0,_,_), block(Y,0,_,_), X < Y."
    twins = {(x, 0, y, 0) for x, y in product(range(len(blocks)), repeat=2) if x < y and x // 3 == y // 3}
    assert of(answers(["twins"], text, "twins/4")[0], "twins") == twins

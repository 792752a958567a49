"""Two lines that do not cross: along the outline of what is left open their ends do not alternate.

A sentence says of two things that each hangs together, as ``:- on(R, C, X), not route(R, C, X).`` does of
two colours X.  Where all that joins them goes from a cell to its neighbour, the board is a plane graph: of
each of its faces the outline is walked.  If cells of the one and of the other alternate there, the two would
have to cross.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby, takewhile
from typing import NamedTuple

from ..draw.board import DIRECTIONS, OPPOSITE, Cell, place_of
from ..solve.oracle import bits, numbers
from .scope import Scope
from .state import State, state_of

# From where a link leads where: a cell, and a side of it.
Link = tuple[Cell, str]
# The sides in turn, as they are met when a wall is followed.
_TURN = ("up", "right", "down", "left")
# For how many states the outlines are kept.
_KEPT = 4_000


class Thread(NamedTuple):
    """What hangs together, in cells: those that hold it anyway, and those that do with a mark; and its links."""

    fixed: frozenset[Cell]
    held: dict[int, Cell]
    links: dict[int, Link]


class Crossed(NamedTuple):
    """That two threads would have to cross: literals by which that is shown, and the cells in which they alternate."""

    shown: tuple[int, ...]
    turns: tuple[Cell, ...]


class Threads:
    """Finds threads in the ground program: atoms that say of one that it does not hang together."""

    def __init__(self, scope: Scope, literal: Callable[[int], int | None]) -> None:
        """``literal`` gives the mark that stands for a literal of the ground program."""
        self._scope = scope
        self._literal = literal
        self._rules = scope.oracle.program.by_head
        self._leading: dict[int, Link | None] = {}

    def torn(self, broken: int) -> frozenset[int]:
        """The atoms either of which breaks a sentence, if it says that of two."""
        bodies = [rule.body for rule in self._rules[broken] if rule.bound is None]
        return frozenset(body[0] for body in bodies if len(body) == 1) if len(bodies) == 2 else frozenset()

    def thread(self, torn: int) -> Thread | None:
        """What an atom says that it does not hang together, if that goes from cells to their neighbours."""
        asks: dict[int, int | None] = {}
        for rule in self._rules[torn]:
            asked = [-literal for literal in rule.body if self._literal(literal) is None]
            own = [mark for literal in rule.body if (mark := self._literal(literal))]
            if rule.choice or rule.bound is not None or len(asked) > 1 or len(own) > 1 or not self._cell(*own):
                return None
            if asked and asked[0] < 0:
                return None
            # Where nothing is asked for, no way leads to the cell.
            asks.update((atom, own[0] if own else None) for atom in asked)
        held = {mark: cell for mark in asks.values() if mark and (cell := self._scope.cells[mark])}
        fixed: set[Cell] = set()
        links: dict[int, Link] = {}
        for atom, mark in asks.items():
            for rule in self._rules[atom]:
                sources = [literal for literal in rule.body if literal in asks]
                marks = [self._literal(literal) for literal in rule.body if literal not in sources]
                joining = [one for one in marks if one != mark]
                link = self._link(joining[0]) if len(joining) == 1 and rule.bound is None else None
                known = {held[one] for other in (atom, *sources) if (one := asks[other])}
                if (
                    rule.choice
                    or len(sources) > 1
                    or not link
                    or (mark and mark not in marks)
                    or not known <= {*ends(link)}
                ):
                    return None
                # From where no atom leads, and where one is asked for in any case, it is anyway.
                fixed |= {*ends(link)} - known
                links[joining[0] or 0] = link
        return Thread(frozenset(fixed), held, links) if links else None

    def _cell(self, mark: int = 0) -> bool:
        """Whether a mark lies in a cell, if there is one."""
        return not mark or self._scope.cells.get(mark) is not None

    def _link(self, mark: int | None) -> Link | None:
        """From where a link leads where."""
        if not mark or mark < 0:
            return None
        if mark not in self._leading:
            place = place_of(self._scope.cells[mark], self._scope.oracle.symbols[mark])
            self._leading[mark] = (place[:2], place[2]) if place and len(place) == 3 else None
        return self._leading[mark]


def ends(link: Link) -> tuple[Cell, Cell]:
    """The cells that a link joins."""
    (row, column), side = link
    down, right = DIRECTIONS[side]
    return (row, column), (row + down, column + right)


class Plane:
    """The cells of a board with the links between neighbours, and the threads in it."""

    def __init__(self, threads: Mapping[int, Thread]) -> None:
        self._links: dict[int, Link] = {}
        self._fixed: dict[Cell, int] = {}
        self._held: dict[int, tuple[Cell, int]] = {}
        for name, thread in threads.items():
            self._links.update(thread.links)
            self._fixed.update(dict.fromkeys(thread.fixed, name))
            self._held.update((mark, (cell, name)) for mark, cell in thread.held.items())
        self._shutting, self._holding = bits(self._links), bits(self._held)
        # Each link can be passed in two ways, of which the numbers differ in the last bit: for each way there is the
        # mark of the link, and where it leads.
        self._ways: list[tuple[int, Cell]] = []
        leaving: dict[Cell, list[tuple[int, int]]] = defaultdict(list)
        for mark, (cell, side) in self._links.items():
            cell, other = ends((cell, side))
            for one, towards, there in ((cell, side, other), (other, OPPOSITE[side], cell)):
                leaving[one].append((_TURN.index(towards), len(self._ways)))
                self._ways.append((mark, there))
        # Cell by cell, in turn; and for each way those that are met after it where it leads, the one back at last.
        self._order: list[int] = []
        self._after: list[tuple[int, ...]] = [()] * len(self._ways)
        for turns in leaving.values():
            around = [way for _, way in sorted(turns)]
            self._order += around
            for place, back in enumerate(around, 1):
                self._after[back ^ 1] = *around[place:], *around[:place]
        self._found: OrderedDict[tuple[int, int], dict[frozenset[int], Crossed]] = OrderedDict()

    @property
    def scope(self) -> int:
        """The marks that tell what is open, and what is where."""
        return self._shutting | self._holding

    def crossed(self, state: State) -> dict[frozenset[int], Crossed]:
        """The threads two of which would have to cross, with what shows it."""
        key = state[0] & self._holding, state[1] & self._shutting
        if key not in self._found:
            self._found[key] = self._crossed(*key)
            if len(self._found) > _KEPT:
                self._found.popitem(last=False)
        return self._found[key]

    def _crossed(self, held: int, shut: int) -> dict[frozenset[int], Crossed]:
        where: dict[Cell, tuple[int, int]] = {cell: (name, 0) for cell, name in self._fixed.items()}
        for mark in numbers(held):
            cell, name = self._held[mark]
            where.setdefault(cell, (name, mark))
        opened = bytearray(not shut >> mark & 1 for mark, _ in self._ways)

        def is_shut(way: int) -> bool:
            return not opened[way]

        found: dict[frozenset[int], Crossed] = {}
        for outline in self._outlines(opened):
            met = [(*where[cell], cell) for way in outline if (cell := self._ways[way][1]) in where]
            if len({name for name, *_ in met}) < 2:
                continue
            for pair, turns in _alternating(met).items():
                if pair not in found:
                    passed = (turn for way in outline for turn in takewhile(is_shut, self._after[way]))
                    walls = {-self._ways[turn][0] for turn in passed}
                    shown = *(mark for mark, _ in turns if mark), *sorted(walls, reverse=True)
                    found[pair] = Crossed(shown, tuple(cell for _, cell in turns))
        return found

    def _outlines(self, opened: bytearray) -> Iterator[list[int]]:
        """The faces: for each the ways along it, of those that are open."""
        left, is_open = opened[:], opened.__getitem__
        for start in self._order:
            if left[start]:
                outline, way = [], start
                while left[way]:
                    left[way] = False
                    outline.append(way)
                    # Of those after the one by which a cell is entered the first that is open leads on.
                    way = next(filter(is_open, self._after[way]))
                yield outline


class Crossing:
    """That two threads of a plane do not cross, read like other sentences."""

    def __init__(self, plane: Plane, pair: frozenset[int]) -> None:
        self._plane = plane
        self._pair = pair
        self.scope = plane.scope
        self.demands = ()
        self.size = 1

    def learn(self, state: State) -> None:
        """Take what is known: there is nothing to be done."""

    def part(self, state: State) -> State:
        """The part of a state that tells something."""
        return state[0] & self.scope, state[1] & self.scope

    def follow(self, state: State) -> State | None:
        """Nothing is forced, as far as it is read; None if the threads would have to cross."""
        return None if self._pair in self._plane.crossed(state) else (0, 0)

    def plainly(self, state: State) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
        """Nothing is forced mark by mark."""
        return {}, ()

    def led(self, state: State) -> dict[int, tuple[int, ...]]:
        """Nothing follows."""
        return {}

    def turns(self, state: State) -> tuple[Cell, ...]:
        """The cells in which the two alternate, if they would have to cross."""
        crossed = self._plane.crossed(state).get(self._pair)
        return crossed.turns if crossed else ()

    def core(self, given: list[int]) -> list[int] | None:
        """Give some of the literals that are given with which the sentence is broken, None if it is not."""
        crossed = self._plane.crossed(state_of(given)).get(self._pair)
        return crossed and [literal for literal in given if literal in crossed.shown]


class Crossings:
    """Sentences each of which says of two threads of a plane that they do not cross."""

    def __init__(self, plane: Plane, pairs: Mapping[int, frozenset[int]]) -> None:
        """``pairs`` are the threads of which the sentences speak."""
        self._plane = plane
        self._sentences = {pair: sentence for sentence, pair in pairs.items()}
        self.every = bits(pairs)
        self.readings = {sentence: Crossing(plane, pair) for sentence, pair in pairs.items()}

    def broken(self, state: State) -> int:
        """The set of those that a state breaks."""
        return bits(self._sentences[pair] for pair in self._plane.crossed(state) if pair in self._sentences)


def crossings(threads: Threads, sentences: Mapping[int, int], excluded: Mapping[int, int]) -> Crossings | None:
    """Those of some sentences, each with the atom that says that it is broken, that say of two threads that they hang
    together, None if there are none; ``excluded`` are for each mark those that cannot be beside it."""
    found: dict[int, Thread | None] = {}
    pairs: dict[int, frozenset[int]] = {}
    for sentence, broken in sentences.items():
        torn = threads.torn(broken)
        for atom in torn:
            if atom not in found:
                found[atom] = threads.thread(atom)
        both = [thread for atom in torn if (thread := found[atom])]
        if len(both) == 2 and _apart(both[0], both[1], excluded):
            pairs[sentence] = torn
    links = {mark: link for thread in found.values() if thread for mark, link in thread.links.items()}
    if len({frozenset(ends(link)) for link in links.values()}) < len(links):
        # Of two links between the same cells one may be open when the other one is shut.
        return None
    plane = Plane({atom: thread for atom, thread in found.items() if thread})
    return Crossings(plane, pairs) if pairs else None


def _apart(one: Thread, other: Thread, excluded: Mapping[int, int]) -> bool:
    """Whether no cell can hold two threads."""
    marks = {cell: mark for mark, cell in other.held.items()}
    both = all(excluded.get(mark, 0) >> marks[cell] & 1 for mark, cell in one.held.items() if cell in marks)
    fixed = one.fixed & other.fixed or one.fixed & marks.keys() or other.fixed & {*one.held.values()}
    return both and not fixed


def _alternating(met: list[tuple[int, int, Cell]]) -> dict[frozenset[int], list[tuple[int, Cell]]]:
    """The names that alternate in a round, by two, each with the marks and cells of four places where they do."""
    found = {}
    names = {name for name, *_ in met}
    for one in names:
        for other in names:
            if one < other:
                turns = [next(those) for _, those in groupby((e for e in met if e[0] in (one, other)), lambda e: e[0])]
                if len(turns) > 3:
                    found[frozenset((one, other))] = [(mark, cell) for _, mark, cell in turns[:4]]
    return found

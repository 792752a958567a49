"""Tables of sentences: the few ways in which the marks that a sentence speaks of can stand.

What one sentence says with its definitions is a small program of its own, cut out
of the ground program.  It is enumerated once for each form of sentence; what the
sentence gives, with some marks, is then read from the rows that agree with them.

Atoms that depend on themselves, such as the cells that a path reaches, often reach
over the whole board.  Where they are too many a table takes them as free, but for the
rules of marks among them of which the sentence speaks, and is then not exact: what it
gives is right, but there may be more.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from .forms import NEAR, Form, Formed, Forms, rules_of
from .ground import Rule, connected
from .oracle import Oracle, bits, numbers
from .searched import MARKS, ROWS, Searched
from .trace import much, room
from .truth import listed, truth
from .units import Units
from .ways import Ways, ways

# A search among more marks is slow.
_SLOW = 40


class Table(NamedTuple):
    """The ways in which the marks in ``scope`` can stand so that a sentence holds: each the set of those that are
    true.  ``exact`` says that these are all that there is to it."""

    scope: int
    rows: tuple[int, ...]
    exact: bool


class Count(NamedTuple):
    """What a sentence says that only counts: of the marks in ``scope`` from ``low`` to ``high`` are true."""

    scope: int
    low: int
    high: int


class Local(NamedTuple):
    """A small program with too many rows: the marks by their places in it, also each as a set, and whether it is all
    there is to it."""

    scope: int
    marks: tuple[int, ...]
    each: tuple[int, ...]
    program: Searched | Units | Ways
    exact: bool


Kind = Table | Count | Local
# The ways in which its marks can stand: of each which are true, as places in the list of the marks.
_Rows = list[tuple[int, ...]]


def counted(table: Kind | None) -> Count | None:
    """What a sentence says, by its table, if it only counts: that one of two marks excludes the other, too."""
    if isinstance(table, Table) and table.exact and table.scope.bit_count() == 2:
        marks = [1 << mark for mark in numbers(table.scope)]
        return Count(table.scope, 0, 1) if {*table.rows} == {0, *marks} else None
    return table if isinstance(table, Count) else None


def counts(table: Kind | None) -> list[Count]:
    """Give what a sentence that does more than count says by its table, too: which two of its marks exclude each other;
    or all that it says, if it only counts.

    It is read from the rows, or found by what ways and clauses give; a search is not asked.
    """
    if count := counted(table):
        return [count]
    excluded: dict[int, int] = {}
    if isinstance(table, Table):
        ever = reduce(or_, table.rows, 0)
        for mark in numbers(ever):
            excluded[mark] = ever & ~reduce(or_, (row for row in table.rows if row >> mark & 1))
    elif isinstance(table, Local) and not isinstance(table.program, Searched):
        for place, mark in enumerate(table.marks, 1):
            found = table.program.follow([place]) or ()
            excluded[mark] = bits(table.marks[-literal - 1] for literal in found if literal < 0)
    return [Count(1 << one | 1 << other, 0, 1) for one in excluded for other in numbers(excluded[one]) if one < other]


class Tables:
    """The tables of the sentences of an oracle, made when they are asked for; ``forms`` are the forms of these.

    Those of ``loose`` sentences always take as free what depends on itself.
    """

    def __init__(
        self,
        oracle: Oracle,
        forms: Forms,
        loose: Callable[[int], bool] = lambda sentence: False,
    ) -> None:
        self._oracle = oracle
        self._loose = loose
        self.forms = forms
        self._tables: dict[int, Kind | None] = {}
        # The forms by their numbers: to hash one takes as long as to make it.
        self._kinds: dict[Form, int] = {}
        self._rows: dict[int, _Rows | Searched | Units | Ways | None] = {}
        self._counts: dict[int, tuple[int, int] | None] = {}
        # What was read from tables before.
        self._known: dict[tuple[int, int, int], tuple[int, int] | None] = {}

    def table(self, sentence: int) -> Kind | None:
        """Give the table of a sentence, what it counts, or the small program that it is; None if it is a large one."""
        if sentence not in self._tables:
            self._tables[sentence] = self._make(sentence)
        return self._tables[sentence]

    def count(self, sentence: int) -> Count | None:
        """Give what a sentence counts, if it only counts; no table is made to find that out."""
        if sentence in self._tables:
            table = self._tables[sentence]
            return table if isinstance(table, Count) else None
        found = self.forms.form(sentence, self._loose(sentence))
        return self._count_of(found, self._kind(found)) if found else None

    def slow(self, sentence: int) -> bool:
        """Whether what follows from a sentence takes a search among many marks."""
        table = self.table(sentence)
        return isinstance(table, Local) and isinstance(table.program, Searched) and len(table.marks) > _SLOW

    def holds(self, sentence: int, true: int, false: int) -> bool:
        """Whether a sentence that takes a search is not broken by some marks that are true and some that are false."""
        local = self._tables[sentence]
        assert isinstance(local, Local)
        assert isinstance(local.program, Searched)
        key = sentence, true & local.scope, false & local.scope
        if key in self._known:
            return self._known[key] is not None
        if local.program.holds(_placed(local, true, false)):
            return True
        self._known[key] = None
        return False

    def plain(self, sentence: int) -> bool:
        """Whether all that follows from a sentence does so rule by rule, with what is supposed: by ways or clauses."""
        table = self.table(sentence)
        return isinstance(table, Local) and not isinstance(table.program, Searched)

    def follow(self, sentence: int, true: int, false: int) -> tuple[int, int] | None:
        """Give the marks that a sentence forces to be true and to be false with some that are, None if it is broken."""
        table = self._tables[sentence]
        assert table
        if isinstance(table, Count):
            return _counted(table, true, false)
        scope = table.scope
        key = sentence, true & scope, false & scope
        if key not in self._known and isinstance(table, Local):
            self._known[key] = self._solved(table, _placed(table, true, false))
        if key not in self._known:
            assert isinstance(table, Table)
            rows = agreeing(table, true, false)
            self._oracle.work += len(table.rows)
            self._known[key] = (reduce(and_, rows) & ~true, scope & ~(reduce(or_, rows) | false)) if rows else None
        return self._known[key]

    def why(self, sentence: int, true: int, false: int, order: list[int]) -> int | None:
        """Give few of some marks with which a sentence is broken; the first in an order are left out first.

        None if its table does not show that it is broken.
        """
        table = self.table(sentence)
        if table is None:
            return None
        if isinstance(table, Count):
            return _uncounted(table, true, false, order)
        if isinstance(table, Local):
            return self._core(table, true, false, order)
        if agreeing(table, true, false):
            return None
        self._oracle.work += len(table.rows)
        known = (true | false) & table.scope
        return _hitting({(row ^ true) & known for row in table.rows}, order)

    def _solved(self, local: Local, literals: list[int]) -> tuple[int, int] | None:
        """What a small program forces with literals, None if it has no model."""
        self._oracle.work += local.program.size
        found = local.program.follow(literals)
        if found is None:
            return None
        sides = (
            [local.marks[abs(literal) - 1] for literal in found if (literal > 0) == side] for side in (True, False)
        )
        there, absent = map(bits, sides)
        return there, absent

    def _core(self, local: Local, true: int, false: int, order: list[int]) -> int | None:
        place = {mark: k for k, mark in enumerate(local.marks, 1)}
        given = [mark for mark in order if mark in place and (true | false) >> mark & 1]
        known = [place[mark] if true >> mark & 1 else -place[mark] for mark in given]
        # Where as few do, what is there is plainer than what is not.
        there = [literal for literal in known if literal > 0]
        starts = map(local.program.core, (there, known) if there != known else (known,))
        cores = [self._shrunk(local, known, rest) for rest in starts if rest is not None]
        return bits(local.marks[abs(literal) - 1] for literal in min(cores, key=len)) if cores else None

    def _shrunk(self, local: Local, known: list[int], rest: Collection[int]) -> Collection[int]:
        """Of literals with which a small program has no model those that are needed; the first of what is known are
        left out first."""
        for literal in [literal for literal in known if literal in rest]:
            if literal in rest and len(rest) > 1:
                self._oracle.work += local.program.size
                rest = local.program.core([other for other in rest if other != literal]) or rest
        return rest

    def _make(self, sentence: int) -> Kind | None:
        found = self.forms.form(sentence, self._loose(sentence))
        if found is None:
            return None
        kind = self._kind(found)
        if count := self._count_of(found, kind):
            return count
        form, own, hidden, exact = found
        if kind not in self._rows:
            rules = rules_of(form)
            self._rows[kind] = None if not exact and _idle(rules, form[1]) else _compiled(rules, form[1], hidden)
        rows, each = self._rows[kind], tuple(1 << mark for mark in own)
        if rows is None:
            return None
        if isinstance(rows, Units):
            return Local(bits(own), own, each, rows.again(), exact)
        if not isinstance(rows, list):
            return Local(bits(own), own, each, rows, exact)
        full = tuple([sum(map(each.__getitem__, row)) for row in rows])
        return Table(bits(own), full, exact)

    def _kind(self, found: Formed) -> int:
        return self._kinds.setdefault(found.form, len(self._kinds))

    def _count_of(self, found: Formed, kind: int) -> Count | None:
        """What a form of a kind counts."""
        form, own, hidden, _ = found
        if hidden:
            return None
        if kind not in self._counts:
            self._counts[kind] = _bounds(rules_of(form), form[1])
        bounds = self._counts[kind]
        return Count(bits(own), *bounds) if bounds else None


def _placed(local: Local, true: int, false: int) -> list[int]:
    """Marks that are true and that are false as literals of a small program."""
    known = true | false
    return [place if true & mark else -place for place, mark in enumerate(local.each, 1) if known & mark]


def _counted(count: Count, true: int, false: int) -> tuple[int, int] | None:
    """What a sentence that counts forces with marks that are true and that are false, None if it is broken."""
    open_marks = count.scope & ~(true | false)
    there = (count.scope & true).bit_count()
    most = there + open_marks.bit_count()
    if there > count.high or most < count.low:
        return None
    return (open_marks if most == count.low else 0), (open_marks if there == count.high else 0)


def _uncounted(count: Count, true: int, false: int, order: list[int]) -> int | None:
    """Few marks with which a sentence that counts is broken."""
    many, few = true & count.scope, false & count.scope
    ways = []
    for marks, number in ((many, count.high + 1), (few, count.scope.bit_count() - count.low + 1)):
        if marks.bit_count() >= number:
            ways.append([mark for mark in reversed(order) if marks >> mark & 1][:number])
    if not ways:
        return None
    place = {mark: k for k, mark in enumerate(order)}
    return bits(max(ways, key=lambda way: min((place[mark] for mark in way), default=0)))


def _bounds(rules: Collection[Rule], marks: Collection[int]) -> tuple[int, int] | None:
    """How many marks may be true so that atom 1 is not, in a program that only counts them; None for others."""
    counted = frozenset(marks)
    defined: dict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        body, own = set(rule.body), {literal for literal in rule.body if abs(literal) in counted}
        if rule.head[0] in counted:
            continue
        # That all are there, or none is, or so many of either: of all of them.
        whole = own == body and own in (counted, {-mark for mark in counted})
        if own and (not whole or len({*rule.weights}) > 1):
            return None
        if rule.choice or (not own and any(abs(literal) <= rule.head[0] for literal in body)):
            return None
        defined[rule.head[0]].append(rule)
    allowed = []
    for number in range(len(counted) + 1):
        true = {*sorted(counted)[:number]}
        for atom in sorted(defined, reverse=True):
            if any(_body_holds(rule, true) for rule in defined[atom]):
                true.add(atom)
        if 1 not in true:
            allowed.append(number)
    if not allowed or len(allowed) != allowed[-1] - allowed[0] + 1:
        return None
    return allowed[0], allowed[-1]


def _idle(rules: Collection[Rule], marks: Collection[int]) -> bool:
    """Whether a program says nothing of marks that are free: however they stand atom 1 fails, if all else that is free
    holds, as what depends on itself is taken to."""
    own: dict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        own[rule.head[0]].append(rule)
    free = {atom for atom, those in own.items() if those[0].choice and not those[0].body}
    if not free.issuperset(marks):
        return False
    # The literals that hold for sure, each behind those on which it depends.
    sure = free.difference(marks)
    for (atom,) in connected([1], lambda atom: [abs(literal) for rule in own[atom] for literal in rule.body]):
        if any(not rule.choice and much(rule, sure) >= rule.need for rule in own[atom]):
            sure.add(atom)
        elif all(room(rule, sure) < rule.need for rule in own[atom]):
            sure.add(-atom)
    return -1 in sure


def _body_holds(rule: Rule, true: Collection[int]) -> bool:
    held = (weight for weight, literal in rule.terms() if (literal in true if literal > 0 else -literal not in true))
    return sum(held) >= rule.need


def _hitting(sets: set[int], order: list[int]) -> int:
    """A set that meets all of some sets, from which no element can be left out: the first in an order are, if they can.

    >>> _hitting({0b011, 0b110}, [0, 1, 2]), _hitting({0b011, 0b110}, [1, 0, 2])
    (2, 5)
    """
    chosen = 0
    for s in sets:
        chosen |= s
    for element in order:
        rest = chosen & ~(1 << element)
        if rest != chosen and all(s & rest for s in sets):
            chosen = rest
    return chosen


def agreeing(table: Table, true: int, false: int) -> list[int]:
    """The rows of a table that agree with some marks that are true and some that are false."""
    wanted = true & table.scope
    mask = (true | false) & table.scope
    return [row for row in table.rows if row & mask == wanted]


def _compiled(rules: Collection[Rule], marks: Sequence[int], hidden: bool) -> "_Rows | Searched | Units | Ways | None":
    """The rows of a small program, or if they are many what tells what follows: ways or clauses, if it has no weights
    and nothing depends on itself, however many marks there are; else None if they are too many for a search."""
    free = {rule.head[0] for rule in rules if rule.choice}
    clauses = all(rule.bound is None for rule in rules) and not hidden and free <= {*marks}
    if clauses and len(marks) > MARKS:
        return _clausal(rules, marks)
    if len(marks) > NEAR:
        return None
    found = truth(rules, marks) if len(marks) <= MARKS else None
    rows = listed(found, marks, ROWS) if found else None
    if rows is None and found and clauses:
        return _clausal(rules, marks)
    if rows is not None:
        return rows
    program = Searched(rules, marks)
    searched = program.rows()
    if searched is not None:
        return [tuple(numbers(row)) for row in searched]
    return _clausal(rules, marks) if clauses else program


def _clausal(rules: Collection[Rule], marks: Sequence[int]) -> Units | Ways:
    """Ways, or clauses where these are many."""
    found = ways(rules, marks)
    return Units(rules, marks) if found is None else Ways(found)

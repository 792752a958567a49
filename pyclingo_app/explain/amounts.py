"""How much there would be of what a sentence counts: why it is broken, where it only counts.

A sentence counts if its ground rules compare one set of atoms with a bound, whatever else they say.  What of them
holds with some marks, and what cannot, is read off the ground rules; the number that
the sentence says is told with it where the bound goes along with it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

from clingo import Symbol

from ..draw.board import Cell
from ..solve.forms import Forms
from ..solve.ground import Rule
from ..solve.oracle import numbers
from .below import Below
from .looks import without_cells
from .scope import Scope
from .state import State, with_literal
from .terms import Amount

# Literals that are counted, and how many of them hold at least and at most.
_Bounds = tuple[tuple[int, ...], int | None, int | None]
# In how many ways other marks may stand of which it is looked at how much there would be.
_WAYS = 100


class Amounts:
    """Counts what sentences count.

    ``forms`` are those of the sentences, and ``cell`` gives the cell of an atom that depends on itself, or is called
    like one that does.
    """

    def __init__(self, scope: Scope, forms: Forms, cell: Callable[[int], Cell | None]) -> None:
        self._scope = scope
        self._cell = cell
        self._recursive = forms.recursive
        self._together = forms.together
        self._marks = scope.mark_of
        self._rules = scope.oracle.program.by_head
        self._more: dict[int, int | None] = {}
        self._plains: dict[int, list[Rule]] = {}
        self._counts: dict[int, _Bounds | None] = {}
        self._leading: dict[int, Mapping[int, list[int]]] = {}

    def breaks(self, sentence: int, state: State) -> bool:
        """Whether some marks break a sentence that counts, without a word about how much there would be."""
        return self.amount(sentence, state, told=False) is not None

    def amount(self, sentence: int, state: State, alone: bool = False, told: bool = True) -> Amount | None:
        """What some marks break a sentence with that counts: too much, or too little; None if it is something else.

        What the sentence says besides is taken, too, unless it is to be the count ``alone``.
        """
        bounds = self._bounds(sentence)
        if bounds is None:
            return None
        counted, low, high = bounds
        found: Amount | None = None
        while True:
            values: dict[int, bool | None] = {}
            if self._broken_besides(sentence, state, values):
                return found
            held = [self._value(literal, state, values) for literal in counted]
            least, most = held.count(True), len(held) - held.count(False)
            if high is not None and least > high:
                some = [one for one, value in zip(counted, held, strict=True) if value]
                found = self._told(sentence, True, some) if told else Amount(True, None)
            elif low is not None and most < low:
                left = [one for one, value in zip(counted, held, strict=True) if value is not False]
                found = self._told(sentence, False, left) if told else Amount(False, None)
            more = 0 if alone or (found and not told) else self._besides(sentence, state, values)
            if not more:
                return found
            state = with_literal(state, more)

    def however(self, sentence: int, state: State, once: Iterable[int]) -> Amount | None:
        """The same, however the other marks stand that make a difference: of some sets of marks ``once`` exactly one.

        None if there are many ways, or if there would be too much in one of them and too little in another one.
        """
        bounds = self._bounds(sentence)
        if bounds is None:
            return None
        counted, low, high = bounds
        # What depends on itself may spread in many ways.
        if any(abs(literal) in self._recursive for literal in counted):
            return None
        ends: list[tuple[bool, int]] = []
        # It grows on the way.
        states = [state]
        for state in islice(states, _WAYS):
            values: dict[int, bool | None] = {}
            if self._broken_besides(sentence, state, values):
                continue
            held = [self._value(literal, state, values) for literal in counted]
            least, most = held.count(True), len(held) - held.count(False)
            if high is not None and least > high:
                ends.append((True, least))
            elif low is not None and most < low:
                ends.append((False, most))
            else:
                left = (abs(one) for one, value in zip(counted, held, strict=True) if value is None)
                # What depends on the fewest marks tells most of others.
                atom = min(left, key=lambda one: (self._under(one).bit_count(), one), default=0)
                if not (mark := self._opened(atom, values)):
                    return None
                states += _split(state, mark, once)
        if len({much for much, _ in ends}) != 1 or len(states) > _WAYS:
            return None
        much = ends[0][0]
        return Amount(much, self._said(sentence, (min if much else max)(number for _, number in ends)))

    @cached_property
    def _under(self) -> Below:
        """The marks on which an atom depends."""
        return Below(self._rules, {atom: 1 << mark for atom, mark in self._marks.items()})

    def _opened(self, atom: int, values: Mapping[int, bool | None]) -> int:
        """A mark that is open as an atom is that follows from it; 0 if none is found readily."""
        seen: set[int] = set()
        while atom and atom not in self._marks:
            seen.add(atom)
            body = (abs(literal) for rule in self._rules[atom] for literal in rule.body)
            atom = next((one for one in body if one not in seen and values.get(one, True) is None), 0)
        return self._marks.get(atom, 0)

    def shown(self, sentence: int, state: State) -> bool:
        """Whether some marks break a sentence as its definitions are followed, without another mark."""
        return bool(self._value(self._scope.oracle.literal(sentence), state, {}))

    def besides(self, sentence: int, state: State) -> bool:
        """Whether some marks break what a sentence says besides what it counts."""
        return self._broken_besides(sentence, state, {})

    def _broken_besides(self, sentence: int, state: State, values: dict[int, bool | None]) -> bool:
        return any(self._holds(rule, state, values) for rule in self._plain(self._scope.oracle.literal(sentence)))

    def _besides(self, sentence: int, state: State, values: dict[int, bool | None]) -> int:
        """A mark that must hold, or not, by what a sentence says besides what it counts, or as nothing may follow that
        does not hold; 0 if there is none."""
        broken = self._scope.oracle.literal(sentence)
        absent = (self._scope.oracle.literal(mark) for mark in numbers(state[1]))
        atoms = (broken, *absent) if self._plain(broken) else ()
        for rule in (rule for atom in atoms for rule in self._plain(atom)):
            opened = [literal for literal in rule.body if not self._value(literal, state, values)]
            mark = self._marks.get(abs(opened[0]), 0) if len(opened) == 1 else 0
            if mark and values[abs(opened[0])] is None:
                return -mark if opened[0] > 0 else mark
        return 0

    def _plain(self, atom: int) -> list[Rule]:
        """The rules for an atom that say that others hold together, or do not, and compare nothing."""
        if atom not in self._plains:
            self._plains[atom] = [
                rule
                for rule in self._rules[atom]
                if not rule.choice and rule.bound is None and not any(self._compared(one) for one in rule.body)
            ]
        return self._plains[atom]

    def _bounds(self, sentence: int) -> _Bounds | None:
        """What a sentence counts, and how many may hold; None if it counts nothing, or several things."""
        if sentence not in self._counts:
            self._counts[sentence] = self._counted(sentence)
        return self._counts[sentence]

    def _counted(self, sentence: int) -> _Bounds | None:
        rules = self._rules[self._scope.oracle.literal(sentence)]
        found: list[tuple[bool, Rule]] = []
        for rule in rules:
            if rule.bound is None and len(rule.body) == 1:
                found += self._compared(rule.body[0]) or ()
        bodies = {rule.terms() for _, rule in found}
        if len(bodies) != 1 or len(found) > 2:
            return None
        (body,) = bodies
        if any(weight != 1 for weight, _ in body):
            return None
        over = [rule.bound for above, rule in found if above and rule.bound is not None]
        under = [rule.bound for above, rule in found if not above]
        return tuple(literal for _, literal in body), under[0] if under else None, over[0] - 1 if over else None

    def _compared(self, literal: int) -> list[tuple[bool, Rule]] | None:
        """The rules with a bound one of which makes a literal true, each with whether it does by what it reaches."""
        rules = self._rules[abs(literal)]
        if abs(literal) in self._recursive or abs(literal) in self._marks or any(rule.choice for rule in rules):
            return None
        if len(rules) == 1 and rules[0].bound is not None:
            return [(literal > 0, rules[0])]
        if any(rule.bound is not None or len(rule.body) != 1 for rule in rules) or (literal < 0 and len(rules) != 1):
            return None
        found: list[tuple[bool, Rule]] = []
        for rule in rules:
            inner = rule.body[0]
            one = self._compared(inner if literal > 0 else -inner)
            if one is None:
                return None
            found += one
        return found

    def _value(self, literal: int, state: State, values: dict[int, bool | None]) -> bool | None:
        """Whether a literal holds with some marks; None if that is open."""
        atom = abs(literal)
        if atom not in values:
            mark = self._marks.get(atom, 0)
            if mark and (state[0] | state[1]) >> mark & 1:
                values[atom] = bool(state[0] >> mark & 1)
            elif atom in self._recursive:
                self._spread(self._recursive[atom], state, values)
            else:
                values[atom] = self._derived(atom, state, values)
        value = values[atom]
        return value if literal > 0 or value is None else not value

    def _spread(self, component: int, state: State, values: dict[int, bool | None]) -> None:
        """Find out which atoms that depend on themselves hold, and which cannot: what no rule leads to does not."""
        atoms = self._together[component]
        leads = self._leads(component)
        # Those that surely hold are found first, and then those that may.
        for sure in (True, False):
            values |= dict.fromkeys((atom for atom in atoms if values.get(atom) is None), False)
            opened: list[int] = []
            for atom in atoms:
                mark = self._marks.get(atom, 0)
                if mark and state[0] >> mark & 1:
                    values[atom] = True
                elif not (mark and state[1] >> mark & 1):
                    opened.append(atom)
            due = opened
            while due:
                new: set[int] = set()
                for atom in due:
                    if values[atom] is False:
                        value = self._derived(atom, state, values)
                        if value or (not sure and value is None):
                            values[atom] = True if sure else None
                            new.update(leads[atom])
                due = [atom for atom in opened if atom in new]

    def _leads(self, component: int) -> Mapping[int, list[int]]:
        """The atoms that depend on themselves by what they lead to: only those are looked at again."""
        if component not in self._leading:
            atoms = self._together[component]
            leads: dict[int, list[int]] = {atom: [] for atom in atoms}
            for atom in atoms:
                for other in {abs(literal) for rule in self._rules[atom] for literal in rule.body}:
                    if other in leads:
                        leads[other].append(atom)
            self._leading[component] = leads
        return self._leading[component]

    def _derived(self, atom: int, state: State, values: dict[int, bool | None]) -> bool | None:
        """Whether an atom is derived by its rules."""
        found: bool | None = False
        for rule in self._rules[atom]:
            holds = self._holds(rule, state, values)
            if holds and not rule.choice:
                return True
            if holds is not False:
                found = None
        return found

    def _holds(self, rule: Rule, state: State, values: dict[int, bool | None]) -> bool | None:
        """Whether the body of a rule holds."""
        if rule.bound is None:
            # Most bodies have a literal that does not hold: the others are not looked at.
            found: bool | None = True
            for literal in rule.body:
                value = values[literal] if literal in values else self._value(literal, state, values)
                if value is False:
                    return False
                found = found and value
            return found
        held = [(weight, self._value(literal, state, values)) for weight, literal in rule.terms()]
        if sum(weight for weight, value in held if value) >= rule.bound:
            return True
        return None if sum(weight for weight, value in held if value is not False) >= rule.bound else False

    def open(self, sentence: int, state: State) -> frozenset[Cell]:
        """The cells of what a sentence counts that some marks allow for, by what it says besides, too."""
        counted = (self._bounds(sentence) or ((), None, None))[0]
        while True:
            values: dict[int, bool | None] = {}
            left = [one for one in counted if self._value(one, state, values) is not False]
            more = self._besides(sentence, state, values)
            if not more:
                return frozenset(cell for one in left for cell in self._cells(one, counted))
            state = with_literal(state, more)

    def out(self, sentence: int, state: State) -> list[int]:
        """The marks of what a sentence counts that cannot be by what it says besides, one after another."""
        counted = (self._bounds(sentence) or ((), None, None))[0]
        found: list[int] = []
        while True:
            values: dict[int, bool | None] = {}
            more = 0 if self._broken_besides(sentence, state, values) else self._besides(sentence, state, values)
            if not more:
                return [one for one in found if one < 0 and self._scope.oracle.literal(-one) in counted]
            found.append(more)
            state = with_literal(state, more)

    def _told(self, sentence: int, much: bool, held: Sequence[int]) -> Amount:
        """So much of what is counted, with its cells where all are known."""
        counted = (self._bounds(sentence) or ((), None, None))[0]
        number = self._said(sentence, len(held))
        cells = {cell for one in held for cell in self._cells(one, counted)}
        return Amount(much, number, tuple(sorted(cells)) if len(cells) == number else ())

    def _cells(self, literal: int, counted: Sequence[int]) -> set[Cell]:
        """The cell of a mark that is counted; of what holds anyway those of the facts that are like the others."""
        oracle, cells = self._scope.oracle, self._scope.cells
        mark = self._marks.get(literal, 0)
        if mark:
            cell = cells[mark]
            return {cell} if cell and self._scope.in_cell(mark) else set()
        if not self._recursive.keys().isdisjoint(counted) and (cell := self._cell(literal)):
            return {cell}
        if self._value(literal, (0, 0), {}) is not True:
            return set()
        like = {self._about(oracle.symbols[mark]) for one in counted if (mark := self._marks.get(one, 0))}
        return {cell for about in like for cell in self._facts.get(about, ())}

    @cached_property
    def _facts(self) -> dict[object, set[Cell]]:
        """The cells of the atoms that hold anyway, by what these are about."""
        oracle, place = self._scope.oracle, self._scope.paper.cell
        cells: dict[object, set[Cell]] = {}
        for symbol in (symbol for number, symbol in oracle.symbols.items() if oracle.facts >> number & 1):
            if cell := place(symbol):
                cells.setdefault(self._about(symbol), set()).add(cell)
        return cells

    def _about(self, symbol: Symbol) -> tuple[object, ...]:
        """An atom whatever its cell."""
        columns = self._scope.paper.cell.columns(symbol)
        return symbol.name, *(argument for k, argument in enumerate(symbol.arguments) if k not in columns)

    def _said(self, sentence: int, count: int) -> int | None:
        """A count as the sentence says numbers: it may count more than the program does, such as a cell itself."""
        rule = self._scope.rules[sentence]
        if rule not in self._more:
            self._more[rule] = self._offset(rule)
        more = self._more[rule]
        return None if more is None else count + more

    def _offset(self, rule: int) -> int | None:
        """How much more a number in the sentences of a rule is than what is counted; None if there is no such one."""
        rows = []
        for sentence in (number for number, other in self._scope.rules.items() if other == rule):
            bounds = self._bounds(sentence)
            if bounds is None:
                continue
            _, low, high = bounds
            bound = low if high is None else high
            said = map(int, re.findall(r"\d+", without_cells(self._scope.text(sentence).text)))
            rows.append([(number, number - bound) for number in said if bound is not None])
        offsets: list[int] = []
        for column in zip(*rows, strict=False):
            more = {offset for _, offset in column}
            # A number that is always the same goes along with a bound that is, too, by chance.
            if len(more) == 1 and (more == {0} or len({number for number, _ in column}) > 1):
                offsets += more
        return offsets[0] if offsets else None


def _split(state: State, mark: int, once: Iterable[int]) -> Iterator[State]:
    """The ways in which a mark can stand that is open, with those of which exactly one is true with it."""
    alone = next((one for one in once if one >> mark & 1), 0)
    if not alone:
        yield from (with_literal(state, mark), with_literal(state, -mark))
        return
    there = alone & state[0]
    for one in numbers(there or alone & ~state[1]):
        if not there & ~(1 << one):
            yield state[0] | 1 << one, state[1] | alone & ~(1 << one)

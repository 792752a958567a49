"""What is seen with a mark by a sentence that is read: what else the same marks rule out, and what follows then."""

from collections.abc import Collection, Iterable
from functools import cached_property, reduce
from operator import or_

from ..draw.board import DIRECTIONS, Cell, place_of
from ..solve.oracle import bits, numbers
from ..solve.tables import Count
from .crossing import ends
from .cuts import Cut
from .looks import without_cells
from .minimal import shrink
from .propagation import Line, Proof, Propagation
from .reading import leading
from .state import State, state_of, with_literal
from .thoughts import Found

# Of how many cells it is told that no way leads out of them.
_POCKET = 8


class Sights:
    """Finds what is told together of sentences that are read."""

    def __init__(self, propagation: Propagation) -> None:
        self.scope = propagation.scope
        self._propagation = propagation
        self._pencil = bits(self.scope.pencil)
        self._forms: dict[int, str] = {}
        # For a sentence and marks that are there the notes that these leave open.
        self._opened: dict[tuple[int, int], int] = {}
        self._cells: tuple[State, set[Cell]] | None = None

    def plainly(self, found: Found) -> Found:
        """The same by a sentence that is read and about no other marks, if one gives it; but a count is plain."""
        propagation, sentence = self._propagation, found.sentences.bit_length() - 1
        if found.sentences != 1 << sentence or not found.proofs or found.sentences & propagation.read:
            return found
        takes, marks, table = found.takes(), propagation.marks(sentence), propagation.tables.table(sentence)
        if isinstance(table, Count) and marks.bit_count() > 1:
            return found
        states = [with_literal((found.known[0] & takes, found.known[1] & takes), -one) for one in found.found]
        for other in numbers(propagation.touched(1 << abs(found.found[0])) & propagation.read):
            brief = not propagation.marks(other) & ~marks
            if brief and all(propagation.follow(other, state) is None for state in states):
                return self._by(found._replace(earlier=(takes,) * len(found.found)), other)
        return found

    def with_notes(self, source: Found, notes: list[int], known: State, untold: Collection[int]) -> list[int]:
        """Some notes, with what else the same marks rule out in the same words by a sentence that is read."""
        if not source.sentences & self._propagation.read:
            return notes
        takes = {source.earlier[source.found.index(literal)] for literal in notes if literal < 0}
        found = [one for one, used in zip(source.found, source.earlier, strict=True) if one < 0 and used in takes]
        return list(dict.fromkeys([*notes, *self._alike(found, notes, known, untold)]))

    def _alike(self, found: Iterable[int], notes: Collection[int], known: State, untold: Collection[int]) -> list[int]:
        """Those of some literals that are not told yet, and say in other cells what some notes do: of these, and where
        not all is known of an answer."""
        cells, opened = self.scope.cells, self._unknown(known)
        forms = set(map(self._form, notes))
        new = [one for one in found if abs(one) in untold and (one in notes or cells[abs(one)] in opened)]
        return [one for one in new if self._form(one) in forms]

    def _unknown(self, known: State) -> set[Cell]:
        """The cells where not all is known of an answer."""
        if self._cells is None or self._cells[0] != known:
            known_marks, at = known[0] | known[1], self._places
            cells = {cell for mark in self.scope.marks if not known_marks >> mark & 1 for cell in at[mark]}
            self._cells = known, cells
        return self._cells[1]

    @cached_property
    def _places(self) -> dict[int, Collection[Cell]]:
        """The cells that each mark of an answer is about."""
        return {mark: self._at(mark) for mark in self.scope.marks}

    def _form(self, literal: int) -> str:
        """What a literal says, whatever its cells."""
        if literal not in self._forms:
            self._forms[literal] = without_cells(self.scope.said([literal])[0].text)
        return self._forms[literal]

    def at_border(self, mark: int) -> bool:
        """Whether a mark is about a border of cells."""
        return len(self._at(mark)) > 1

    def _at(self, mark: int) -> Collection[Cell]:
        """The cells that a mark is about: one, or the two on either side of a border."""
        cell = self.scope.cells[mark]
        place = place_of(cell, self.scope.oracle.symbols[mark])
        return ends((cell, place[2])) if cell and place and len(place) == 3 else [cell] if cell else []

    def complete(self, source: Found, literal: int, known: State, untold: Collection[int]) -> Found | None:
        """All that a sentence that is read rules out with a note, if marks that are there leave nothing of that open,
        as all links of a path do: by those of them that are needed, and what follows from these."""
        propagation, sentence = self._propagation, source.sentences.bit_length() - 1
        if literal > 0 or not propagation.read >> sentence & 1:
            return None

        def gives(there: int) -> State:
            return propagation.follow(sentence, (there, 0)) or (0, 0)

        marks = known[0] & ~self._pencil & propagation.marks(sentence)
        there, ruled_out = gives(marks)
        found = self._alike((-mark for mark in numbers(ruled_out)), [literal], known, untold)
        left = numbers(propagation.marks(sentence) & self._pencil & ~(there | ruled_out))
        if literal not in found or any(self._form(-mark) == self._form(literal) for mark in left):
            return None
        out = bits(map(abs, found))
        needed = bits(shrink([*numbers(marks)], lambda rest: None if out & ~gives(bits(rest))[1] else rest))
        takes = needed | gives(needed)[0] & marks
        for mark in numbers(needed):
            there, ruled_out = gives(takes & ~(1 << mark))
            # What does not belong to the others is not needed with them.
            takes &= ~(0 if out & ~ruled_out or there >> mark & 1 else 1 << mark)
        known = known[0], known[1] & ~out
        lines = (Line(sentence, with_literal(known, -one), (0, 0), takes | 1 << -one) for one in found)
        return Found(
            source.sentences, known, tuple(found), (takes,) * len(found), tuple(Proof((one,)) for one in lines)
        )

    def completed(self, line: Line) -> bool:
        """Whether a line of a sentence that is read supposes a note where marks that are there leave nothing of such
        notes open, as all links of a path do."""
        propagation, sentence = self._propagation, line.sentence
        notes = line.before[0] & line.used & self._pencil
        key = sentence, line.before[0] & line.used & ~notes
        if line.used & line.before[1] or notes.bit_count() != 1 or not key[1]:
            return False
        if not propagation.read >> sentence & 1 or not propagation.cuts.speaks_of_cuts(sentence):
            return False
        if key not in self._opened:
            there, ruled_out = propagation.follow(sentence, (key[1], 0)) or (0, 0)
            self._opened[key] = propagation.marks(sentence) & self._pencil & ~(there | ruled_out)
        forms = {*map(self._form, numbers(notes))}
        left = {self.scope.cells[mark] for mark in numbers(self._opened[key]) if self._form(mark) in forms}
        return not left or left.isdisjoint(self._unknown(line.before))

    def cut(self, sentence: int, state: State, alone: bool) -> Cut | None:
        """Who is cut off by what, by a sentence that is read: by some marks ``alone``, or by what follows from them."""
        propagation = self._propagation
        values, clash = propagation.readings.plainly(sentence, state)
        if clash:
            # What contradicts itself mark by mark is seen without a wall.
            return None
        cut = propagation.cuts.cut(sentence, state)
        if cut or alone:
            return cut
        cut = propagation.cuts.cut(sentence, state_of(values))
        if not cut:
            return None
        wall, witness = ({one for one in leading(values, ends) if not values[one]} for ends in (cut.wall, cut.witness))
        # Of what has to be reached only what lies where something is told.
        near = {cell for one in (*wall, *witness) for cell in self._at(abs(one))}
        inside = tuple(atom for atom in cut.inside if propagation.cuts.cell(atom) in near)
        apart = tuple(one for one in cut.apart if self.scope.cells[abs(one)] in near)
        if not (inside or apart) or wall <= witness:
            # Who is cut off by what lies elsewhere: it is not told.
            return None
        shut, seen = (tuple(sorted(those, key=abs)) for those in (wall - witness, witness))
        return Cut(inside, apart, shut, seen, cut.pocket)

    def pocket(self, cut: Cut) -> tuple[Cell, ...]:
        """The cells on the smaller side of a wall if they are few, and clues shut them in as well as its marks; none
        if all are named anyway."""
        cuts, pocket = self._propagation.cuts, self._propagation.cuts.pocket(cut)
        named = {*cuts.cells(cut)}.union(*(self._at(abs(one)) for one in (*cut.apart, *cut.witness)))
        if len(pocket) > _POCKET or named.issuperset(pocket):
            return ()
        outside = {*self.scope.cells.values()} - {*pocket}
        beside = [((r, c), (r + down, c + right)) for r, c in pocket for down, right in DIRECTIONS.values()]
        walls = [{*self._at(abs(one))} for one in cut.wall]
        shut = (any(wall <= {*pair} for wall in walls) for pair in beside if pair[1] in outside)
        return () if all(shut) else pocket

    def brief(self, sentence: int, taken: State, literal: int) -> int | None:
        """A sentence about fewer marks than one that is read, which forces a literal (0: is broken) with the same."""
        propagation = self._propagation
        near = propagation.touched(1 << abs(literal) if literal else taken[0] | taken[1])
        near &= propagation.light & ~propagation.read & ~propagation.asked
        few = propagation.marks(sentence).bit_count() if near else 0
        best: tuple[int, int] | None = None
        for other in numbers(near):
            size = propagation.marks(other).bit_count()
            if size < few and (best is None or (size, other) < best):
                given = propagation.follow(other, taken)
                if given[literal < 0] >> abs(literal) & 1 if given and literal else given is None and not literal:
                    best = size, other
        return best and best[1]

    def briefly(self, found: Found) -> list[Found]:
        """What is found, each by a sentence about fewer marks where one that is read gave it and the same marks do by
        that one, too; or else where something would be cut off by the marks that do it."""
        propagation, sentence = self._propagation, found.sentences.bit_length() - 1
        if found.sentences & ~propagation.read or found.sentences.bit_count() > 1:
            return [found]
        parts: dict[int | None, list[int]] = {}
        for literal, takes in zip(found.found, found.earlier, strict=True):
            taken = found.known[0] & takes, found.known[1] & takes
            parts.setdefault(self.brief(sentence, taken, literal), []).append(literal)
        told = ((found.only(those), other) for other, those in parts.items())
        return [self._walled(one) if other is None else self._by(one, other) for one, other in told]

    def _by(self, found: Found, other: int) -> Found:
        """The same by another sentence, which takes some of the same marks."""
        earlier, proofs = [], []
        for literal, takes in zip(found.found, found.earlier, strict=True):
            before = with_literal((found.known[0] & takes, found.known[1] & takes), -literal)
            used = reduce(or_, self._propagation.used(other, before, 0, ()))
            earlier.append(used & takes)
            proofs.append(Proof((Line(other, with_literal(found.known, -literal), (0, 0), used),)))
        return found._replace(sentences=1 << other, earlier=tuple(earlier), proofs=tuple(proofs))

    def _walled(self, found: Found) -> Found:
        """The same with no other marks than those of the walls, and what these part, where they suffice."""
        earlier, proofs = [*found.earlier], [*found.proofs]
        for place, proof in enumerate(proofs):
            line = proof.lines[0]
            # What a path rules out that is complete takes all of it.
            cut = None if self.completed(line) else self.cut(line.sentence, line.taken, False)
            used = bits(map(abs, (*cut.wall, *cut.witness, found.found[place]))) if cut else line.used
            state = line.before[0] & used, line.before[1] & used
            if used != line.used and not used & ~line.used and self._propagation.follow(line.sentence, state) is None:
                proofs[place] = Proof((line._replace(used=used),))
                earlier[place] &= used
        return found._replace(earlier=tuple(earlier), proofs=tuple(proofs))

    def led(self, found: Found) -> list[Found]:
        """What is found, and apart from it what a sentence that is read forces mark by mark when one of it is there."""
        propagation, sentence = self._propagation, found.sentences.bit_length() - 1
        if found.sentences & ~propagation.read or found.sentences.bit_count() > 1:
            return [found]
        there = list(numbers(found.known[0] & ~self._pencil))
        ways = {
            one: propagation.readings.plainly(sentence, state_of([one, *there]))[0] for one in found.found if one > 0
        }
        lead = max(ways, key=lambda one: sum(other in ways[one] for other in found.found), default=0)
        parts = [found.only(one for one in found.found if one == lead or one not in ways.get(lead, ()))]
        for one in (one for one in found.found if one not in parts[0].found):
            takes = bits(other for other in leading(ways[lead], [one]) if not ways[lead][other])
            line = Line(sentence, with_literal(with_literal(found.known, lead), -one), (0, 0), takes | 1 << abs(one))
            parts.append(Found(found.sentences, with_literal(found.known, lead), (one,), (takes,), (Proof((line,)),)))
        return parts

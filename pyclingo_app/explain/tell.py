"""What a walk finds, in words."""

from collections.abc import Iterable, Iterator

from ..solve.oracle import bits, numbers
from .cuts import Cut
from .proofs import Prover
from .propagation import Line, Proof
from .scope import Scope
from .state import State, literals, with_literal
from .technique import Techniques
from .terms import Case, Inference, Mark, Sentence, Step, Wall
from .walk import Found


class Teller:
    """Tells steps; of what is noted beside an answer no more than is used, when it is."""

    def __init__(self, scope: Scope, prover: Prover) -> None:
        self.scope = scope
        self._prover = prover
        self._techniques = Techniques(scope, prover.propagation.tables)
        self._pencil = bits(scope.pencil)
        # The notes that are found and not told yet, each with where it is found.
        self._noted: dict[int, Found] = {}

    def tell(self, finds: Iterable[Found]) -> Iterator[Step]:
        """Tell steps as they are found."""
        for found in finds:
            notes = [literal for literal in found.found if self._pencil >> abs(literal) & 1]
            if len(notes) < len(found.found):
                # What is noted because it is there is told with the rest.
                notes = [literal for literal in notes if literal < 0]
                yield from self._tell(found.only(literal for literal in found.found if literal not in notes))
            self._noted.update((abs(literal), found) for literal in notes)

    def _tell(self, found: Found) -> Iterator[Step]:
        """Tell a step after the notes that it takes."""
        missing = found.takes() & self._pencil
        while wanted := [mark for mark in numbers(missing) if mark in self._noted]:
            source = self._noted[wanted[0]]
            notes = [literal for literal in source.found if abs(literal) in wanted and abs(literal) in self._noted]
            for literal in notes:
                del self._noted[abs(literal)]
            yield from self._tell(source.only(notes))
        yield self.step(found)

    def step(self, found: Found) -> Step:
        """Tell a step."""
        scope = self.scope
        reason = list(numbers(found.sentences))
        suppositions = scope.said(-literal for literal in found.found)
        arguments = [self.argument(proof) for proof in found.proofs]
        earlier = scope.said(_signed(found.takes(), found.known))
        technique = self._techniques.name(found.proofs[0], arguments[0], found.found) if arguments else None
        return Step(
            tuple(scope.sentence(s) for s in reason),
            earlier,
            scope.said(found.found),
            True if len(reason) == 1 else None,
            suppositions[0],
            arguments[0] if arguments else self.together(reason, (*earlier, suppositions[0])),
            tuple(map(Case, suppositions[1:], arguments[1:])) if len(reason) > 1 or _walled(arguments) else (),
            technique,
            self._others(found) if len(reason) == 1 else (),
        )

    def _others(self, found: Found) -> tuple[Sentence, ...]:
        """The other sentences each of which gives the first of what one sentence gives."""
        propagation, literal = self._prover.propagation, found.found[0]
        near = propagation.touched(1 << abs(literal)) & propagation.light & ~propagation.read & ~found.sentences
        given = ((s, propagation.tables.follow(s, *found.known)) for s in numbers(near))
        return tuple(self.scope.sentence(s) for s, state in given if state and state[literal < 0] >> abs(literal) & 1)

    def together(self, reason: Iterable[int], used: Iterable[Mark] = ()) -> tuple[Inference, ...]:
        """Say only that some sentences are together impossible, with some marks."""
        return (Inference(tuple(map(self.scope.sentence, self.scope.chain([*reason]))), (), tuple(used)),)

    def argument(self, proof: Proof, shown: State | None = None) -> tuple[Inference, ...]:
        """Tell a proof that something is impossible, and what is ``shown`` before it, if less than all that follows."""
        told = []
        for line in proof.lines:
            shown = shown or line.before
            new = sorted(literals(line.new), key=abs)
            used = self.scope.said(_signed(line.used, line.before))
            wall = self._wall(line, shown, new[0] if new else 0)
            shown = shown[0] | line.new[0], shown[1] | line.new[1]
            told.append(Inference((self.scope.sentence(line.sentence),), self.scope.said(new), used, wall))
        if proof.cases:
            cases = []
            for literal, case in proof.cases:
                (mark,) = self.scope.said([literal])
                cases.append(Case(mark, self.argument(case, shown and with_literal(shown, literal))))
            told.append(Inference((), (), cases=tuple(cases)))
        return tuple(told)

    def _wall(self, line: Line, shown: State, literal: int) -> Wall | None:
        """What is cut off in a line, if it is about that; a literal is shown by its opposite."""
        propagation, said = self._prover.propagation, self.scope.said
        state = with_literal(line.before, -literal) if literal else line.before
        if propagation.read >> line.sentence & 1:
            marks = line.used | 1 << abs(literal)
            state = state[0] & marks, state[1] & marks
        elif propagation.light >> line.sentence & 1 and propagation.tables.follow(line.sentence, *state) is None:
            return None
        cut: Cut | None = propagation.cuts.cut(line.sentence, state)
        if cut is None:
            return None
        closed = propagation.cuts.closed(cut, with_literal(shown, -literal) if literal else shown)
        return Wall(said(cut.apart), propagation.cuts.cells(cut), said(cut.wall), said(cut.witness), closed)


def _walled(arguments: Iterable[tuple[Inference, ...]]) -> bool:
    """Whether something is cut off in a line."""
    return any(line.wall for argument in arguments for line in argument)


def _signed(marks: int, state: State) -> list[int]:
    return [mark if state[0] >> mark & 1 else -mark for mark in numbers(marks)]

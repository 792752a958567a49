"""What is to be said of an answer."""

from collections.abc import Callable, Collection, Iterable

from clingo import Symbol

from ..draw.board import Board, Place
from ..solve.oracle import Oracle
from ..solve.paper import Paper
from ..solve.problem import Problem
from ..solve.search import completed
from ..words import counted
from .answer import Answer
from .minimal import shrink
from .reasons import Reasons
from .scope import Scope
from .sets import Known, Literal, SentenceId, Sentences, opposite
from .terms import Check, Mark, Sentence


def check(
    problem: Problem,
    answer: Iterable[Symbol],
    final: bool,
    draw: bool,
    cells: bool = True,
    stop: Callable[[], None] = lambda: None,
) -> Check:
    """Check an answer: atoms of the shown predicates; ``-p(..)`` says that p(..) is not in it.

    ``final`` takes it as complete: what it does not say is not in it.  Without ``cells`` sentences that
    are only not fulfilled yet are given without the cells that they speak of, which is sooner.

    Raises UsageError for an atom of another predicate, and for one that is given both ways.
    """
    given = list(answer)
    unfulfilled = None if final else _unfulfilled(problem, given, draw, stop)
    if unfulfilled is None:
        return wrong(problem, given, final, draw, stop)
    found, broken = unfulfilled
    if found.right or not cells:
        return found
    scope = Scope(problem, stop, observed=False)
    numbers = filter(None, map(scope.oracle.number, broken))
    return found._replace(broken=tuple(scope.sentence(SentenceId(number)) for number in numbers))


def wrong(problem: Problem, answer: Iterable[Symbol], final: bool, draw: bool, stop: Callable[[], None]) -> Check:
    """Check an answer that agrees with no solution, or is ``final``; raises what :func:`check` does."""
    return _Checked(Answer(Scope(problem, stop, observed=False), answer)).check(final, draw)


def _unfulfilled(
    problem: Problem, answer: Collection[Symbol], draw: bool, stop: Callable[[], None]
) -> tuple[Check, list[Symbol]] | None:
    """Say which sentences an answer does not fulfil yet, without their cells, and as symbols, which are the same with
    all cells; None if it agrees with no solution.

    They are grounded with the atoms of the answer alone if that can be, which takes much less than with all.
    """
    # What follows from what is chosen is another thing where there is less to choose from.
    among = None if problem.program.follows else [atom for atom in answer if atom.positive]
    scope = Scope(problem, stop, observed=False, among=among)
    own = Answer(scope, answer)
    given = {mark.atom: mark.present for mark in own.marks}
    if completed(problem, problem.program.base, given, stop) is None:
        return None
    whole = scope.oracle.fewest(scope.rules, own.complete)
    # Without what follows from the answer it may be none.
    model = scope.oracle.fewest(scope.rules, own.literals) if whole is None else whole
    broken = scope.sentences & Sentences(model or 0)
    symbols = [scope.oracle.symbols[sentence] for sentence in broken]
    texts = tuple(map(scope.text, broken))
    found = Check(whole is not None and not texts, texts, (), True, (), warnings=scope.warnings)
    if not (draw and texts):
        return found, symbols
    oracle = Oracle(problem, check=stop)
    paper = Paper(oracle, [symbol for number, symbol in oracle.symbols.items() if not oracle.facts >> number & 1])
    return found._replace(board=paper.draw(given)), symbols


class _Checked:
    """An answer that is to be checked."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.scope = answer.scope
        self.oracle = answer.scope.oracle

    def check(self, final: bool, draw: bool) -> Check:
        """Say what is wrong about the answer, which ``final`` takes as complete; else it agrees with no solution."""
        answer, scope = self.answer, self.scope
        if final and answer.right():
            return Check(True, (), (), True, (), warnings=scope.warnings)
        given = answer.complete if final else answer.literals
        # Helper choices of the program take the values that break the fewest sentences.
        model = self.oracle.fewest(scope.rules, answer.complete)
        broken = Sentences() if model is None else scope.sentences & Sentences(model)
        so_far = broken if final else Sentences()
        wrong = Known() if final else self._wrong()
        conflict: tuple[Sentence, ...] = ()
        blamed: list[int] = []
        if (contradiction := self.oracle.core([], given)) is not None:
            so_far = Sentences()
            blamed = shrink(contradiction, lambda rest: self.oracle.core([], rest))
            conflict = scope.tying(map(Literal, blamed))
        elif not final:
            candidates = scope.sentences if model is None else broken
            alone = Sentences.of(s for s in candidates if self.oracle.unsatisfiable([*given, -s]))
            so_far = alone | Sentences.of(s for s in broken - alone if self._broken_for_good(s, broken))
            # One that the answer breaks alone is the shortest contradiction.
            if not (alone or answer.impossible) and (wrong or not so_far):
                reason = self._conflict(wrong)
                conflict = self._said(reason)
                switches = [-s for s in reason]
                blamed = shrink([*given], lambda rest: self.oracle.core(switches, rest))
        found = Check(
            False,
            self._said(broken),
            self._said(so_far),
            False,
            tuple(answer.impossible),
            conflict,
            scope.said(map(Literal, blamed)),
            self._domains(),
            None,
            scope.warnings,
            scope.said(wrong.literals),
        )
        return found._replace(board=self._drawn(found, so_far)) if draw else found

    def _wrong(self) -> Known:
        """What the answer says that is in no solution at all, where there is one."""
        scope, known = self.scope, self.answer.known
        model = scope.solution([])
        if model is None:
            return Known()
        likely = (known - Known.split(model, scope.every - model)).literals
        forced = scope.forced([], map(opposite, likely)) if likely else ()
        return Known.of(one for one in likely if opposite(one) in forced)

    def _conflict(self, wrong: Known) -> Sentences:
        """Few sentences that cannot all hold with the answer: of what is wrong with the mark that has the shortest."""
        known = self.answer.known
        if not wrong:
            return Reasons(self.scope, known, ()).contradiction()
        reasons = Reasons(self.scope, known - wrong, map(opposite, wrong.literals))
        return reasons.short()[1]

    def _broken_for_good(self, sentence: SentenceId, broken: Sentences) -> bool:
        """Whether one of the sentences that are ``broken`` when the answer is complete is so for good.

        The answer and the sentence alone can hold.  Where one is broken by what helper choices may be, as when a path
        joins two colours, it takes further sentences of its rule to show it.
        """
        oracle, scope, answer = self.oracle, self.scope, self.answer
        if oracle.unsatisfiable([*(-mark for mark in scope.marks), -sentence]):
            return False
        held = scope.sentences - broken
        same = [-s for s in held if scope.rules[s] == scope.rules[sentence]]
        together = oracle.core([*answer.complete, -sentence], same)
        if together is None:
            return False
        together = shrink(together, lambda rest: oracle.core([*answer.complete, -sentence], rest))
        forbidding = (-s for s in held & scope.about.forbidding)
        return oracle.unsatisfiable([*answer.literals, -sentence, *together, *forbidding])

    def _domains(self) -> tuple[Sentence, ...]:
        """Why marks are impossible: they lie outside the board, or are none of what may be chosen."""
        found: dict[Sentence, None] = {}
        board = self.scope.draw((), {})
        for mark in self.answer.impossible:
            cell = mark.cell
            inside = cell and board.holds(*cell)
            if cell and not inside and board.height:
                size = f"{counted(board.height, 'row')} and {counted(board.width, 'column')}"
                texts = [f"{cell} is outside the board, which has {size}."]
            else:
                texts = self._domain(mark)
            cells = frozenset([cell] if cell and inside else ())
            found |= {Sentence(text, cells, cells): None for text in texts}
        return tuple(found)

    def _domain(self, mark: Mark) -> list[str]:
        """What a sentence says of what may be chosen where a mark is, or else the rules that say it."""
        atom, program = mark.atom, self.scope.problem.program
        signature = atom.name, len(atom.arguments)
        domains = [domain for domain in program.domains if domain.signature == signature]
        said = next(filter(None, (domain.fill(map(str, atom.arguments)) for domain in domains)), "")
        return [said] if said else program.definitions([signature])

    def _said(self, sentences: Sentences) -> tuple[Sentence, ...]:
        return tuple(map(self.scope.sentence, sentences))

    def _drawn(self, found: Check, so_far: Sentences) -> Board:
        """The board with the answer, pointing at what is there and breaks a rule; where nothing does, at its cells.

        A border that breaks a rule is seen with the cell of which the rule says so.
        """
        focus: dict[Place, str] = {}
        for number in so_far:
            sentence, reach = self.scope.sentence(number), self.scope.about.reach(number)
            there = self.answer.known.there & reach
            marks = self.scope.said(map(Literal, there))
            places = {mark.place for mark in marks if mark.place and mark.cell in sentence.cells}
            if any(len(place) == 3 for place in places):
                focus = {**dict.fromkeys(sentence.shown, "reason"), **focus}
            focus |= dict.fromkeys(places or sentence.shown, "fault")
        blamed = [mark.place for mark in (*found.blamed, *found.impossible) if mark.place]
        if any(len(place) == 3 for place in blamed):
            focus |= {cell: "reason" for sentence in found.conflict for cell in sentence.shown}
        focus |= dict.fromkeys(blamed, "fault")
        return self.scope.draw(self.answer.marks, focus)

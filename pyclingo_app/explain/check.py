"""What is to be said of an answer, and of what comes next."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import islice

from clingo import Symbol

from ..draw.board import Board, Place
from ..solve.oracle import FEW, Oracle, bits
from ..solve.paper import Paper
from ..solve.problem import Problem
from ..solve.search import completed
from ..words import counted
from .fillings import Fillings
from .minimal import shrink
from .path import pointed
from .propagation import Propagation
from .reasons import Reasons
from .scope import Scope
from .shown import Shown
from .state import literals
from .tell import Reason, Teller
from .terms import Check, Hint, Mark, Sentence, Step
from .walk import Walk

# Where only one step is looked for, to ground the program again takes as long as so many conflicts.
_CONFLICTS = 600


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
    found = None if final else _unfulfilled(problem, given, draw, stop)
    if found is None:
        return _wrong(problem, given, final, draw, stop)
    if found.right or not cells:
        return found
    scope = Scope(problem, stop, observed=False)
    numbers = {scope.text(number).text: number for number in scope.rules}
    return found._replace(broken=tuple(scope.sentence(numbers[sentence.text]) for sentence in found.broken))


def _wrong(problem: Problem, answer: Iterable[Symbol], final: bool, draw: bool, stop: Callable[[], None]) -> Check:
    """Check an answer that agrees with no solution, or is final."""
    return _Answer(Scope(problem, stop, observed=False), answer).check(final, draw)


def _unfulfilled(problem: Problem, answer: Collection[Symbol], draw: bool, stop: Callable[[], None]) -> Check | None:
    """Say which sentences an answer does not fulfil yet, without their cells; None if it agrees with no solution.

    They are grounded with the atoms of the answer alone if that can be, which takes much less than with all.
    """
    # What follows from what is chosen is another thing where there is less to choose from.
    among = None if problem.program.follows else [atom for atom in answer if atom.positive]
    scope = Scope(problem, stop, observed=False, among=among)
    own = _Answer(scope, answer)
    given = {mark.atom: mark.present for mark in own.marks}
    if completed(problem, problem.program.base, given, stop) is None:
        return None
    whole = scope.oracle.fewest(scope.rules, own.complete)
    # Without what follows from the answer it may be none.
    model = scope.oracle.fewest(scope.rules, own.literals) if whole is None else whole
    broken = tuple(scope.text(sentence) for sentence in scope.rules if (model or 0) >> sentence & 1)
    found = Check(whole is not None and not broken, broken, (), True, (), warnings=scope.warnings)
    if not (draw and broken):
        return found
    oracle = Oracle(problem, check=stop)
    paper = Paper(oracle, [symbol for number, symbol in oracle.symbols.items() if not oracle.facts >> number & 1])
    return found._replace(board=paper.draw(given))


def hint(problem: Problem, given: Iterable[Symbol], draw: bool, stop: Callable[[], None], rules: Scope) -> Hint:
    """Give the next deduction, or why there is none; raises what :func:`check` does.

    What a sentence alone gives is looked for among the ``rules`` first, the scope without notes, and with those of the
    part pencil, of which much is grounded, only if none does.
    """
    given = list(given)
    notes = bool(problem.program.notes)
    for alone in (True, False) if notes else (False,):
        early = alone or not notes
        scope = rules if early else Scope(problem, stop)
        answer = _Answer(scope, given, lazily=early)
        news = _News(answer, alone)
        if answer.completed(news.begin) is None:
            if not answer.marks or scope.solution([]) is None:
                return Hint("unsatisfiable", warnings=scope.warnings)
            found = _wrong(problem, given, False, draw, stop)
            return Hint("wrong", None, found, found.board, scope.warnings)
        if answer.right():
            return Hint("complete", warnings=scope.warnings)
        step = next(news, None)
        if step:
            marks = [*answer.marks, *_drawn(step.found)]
            step = step._replace(board=pointed(scope, marks, step) if draw else None)
            return Hint("step", step, None, step.board, scope.warnings)
    return Hint("open", board=scope.draw(answer.marks, {}) if draw else None, warnings=scope.warnings)


def onward(problem: Problem, given: Iterable[Symbol], stop: Callable[[], None] = lambda: None) -> list[Step]:
    """Give the steps from what is given up to the first one that sets something: before it what is noted for it.

    The last one has its board.  There are none where nothing more follows, or nothing fits what is given.
    """
    scope = Scope(problem, stop)
    answer = _Answer(scope, given)
    news, found = _News(answer), []
    for step in news if answer.completed(news.begin) is not None else ():
        found.append(step)
        if not all(mark.pencil for mark in step.found):
            break
    if found:
        marks = [*answer.marks, *_drawn(found[-1].found)]
        found[-1] = found[-1]._replace(board=pointed(scope, marks, found[-1]))
    return found


class _UnsolvedError(Exception):
    """A solution is needed before it was found."""


class _News(Iterator[Step]):
    """The steps from an answer on, of each what first finds something, and nothing that the board shows.

    ``alone`` there is only what a sentence gives by its table.
    """

    def __init__(self, answer: "_Answer", alone: bool = False) -> None:
        self._answer = answer
        self._alone = alone
        # The first step, if it was told while a solution was looked for, or what it finds, if one is needed to tell it.
        self._early: list[Step] = []
        self._left: list[Reason] = []

    def begin(self) -> None:
        """Find the first step while a solution is looked for, as far as none is needed for it."""
        if self._alone:
            with suppress(_UnsolvedError):
                self._early = [*islice(self, 1)]
        else:
            _ = self._answer.propagation

    def __next__(self) -> Step:
        if self._early:
            return self._early.pop()
        while True:
            self._left = step = self._left or next(self._found)
            told = None if self._shown.whole(step) else self._teller.told(self._shown.beyond(step))
            self._left = []
            self._shown.learn(step)
            if told:
                return told
            self._walk.look_everywhere()

    @cached_property
    def _found(self) -> Iterator[list[Reason]]:
        return self._teller.steps(self._walk.finds(self._alone))

    @cached_property
    def _walk(self) -> Walk:
        answer = self._answer
        there = bits(literal for literal in answer.literals if literal > 0)
        # What else a cell could hold in which something is, nobody has to be told.
        beside = Fillings(answer.propagation).beside(there) if there else 0
        more = literals((0, beside & ~bits(map(abs, answer.literals))))
        return Walk(answer.propagation, answer.solution, [*answer.literals, *more])

    @cached_property
    def _teller(self) -> Teller:
        return Teller(self._answer.scope, self._walk.prover)

    @cached_property
    def _shown(self) -> Shown:
        answer = self._answer
        known = {mark.atom: mark.present for mark in answer.marks}
        return Shown(self._teller, answer.propagation, known, answer.solution)


def _drawn(found: Iterable[Mark]) -> list[Mark]:
    """Those marks that are part of an answer."""
    return [mark for mark in found if not mark.pencil]


class _Answer:
    """An answer, perhaps not a complete one, to the problem of a scope.

    marks       what it says
    literals    what it says of atoms that may be in a solution or not
    impossible  what it says of others, and is wrong
    """

    def __init__(self, scope: Scope, answer: Iterable[Symbol], lazily: bool = False) -> None:
        self.scope = scope
        self._lazily = lazily
        self._solution: int | None = None
        self.oracle = scope.oracle
        self.marks = scope.answer(answer)
        self.literals, self.impossible = scope.literals(self.marks)
        present = {literal for literal in self.literals if literal > 0}
        self.complete = [mark if mark in present else -mark for mark in scope.marks]

    def completed(self, meanwhile: Callable[[], object]) -> int | None:
        """Find a solution that agrees with the answer, if there is one; where that takes a while, do something else
        ``meanwhile``."""
        if self.impossible:
            return None
        conflicts = _CONFLICTS if self._lazily else FEW
        self._solution = self.scope.solution(self.literals, meanwhile, conflicts)
        return self._solution

    def solution(self) -> int:
        """The solution that was found; raises _UnsolvedError before."""
        if self._solution is None:
            raise _UnsolvedError
        return self._solution

    @cached_property
    def propagation(self) -> Propagation:
        """Finds what follows one sentence at a time."""
        return Propagation(self.scope, self._lazily)

    def right(self) -> bool:
        """Whether the answer is a solution when it is taken as complete."""
        return not (self.impossible or self.oracle.unsatisfiable([*self.complete, *self.scope.switches]))

    def check(self, final: bool, draw: bool) -> Check:
        """Say what is wrong about the answer, which ``final`` takes as complete; else it agrees with no solution."""
        if final and self.right():
            return Check(True, (), (), True, (), warnings=self.scope.warnings)
        given = self.complete if final else self.literals
        # Helper choices of the program take the values that break the fewest sentences.
        model = self.oracle.fewest(self.scope.rules, self.complete)
        broken = [s for s in self.scope.rules if model is not None and model >> s & 1]
        so_far = broken if final else []
        conflict: tuple[int, ...] = ()
        blamed: list[int] = []
        tied: tuple[Sentence, ...] = ()
        if (contradiction := self.oracle.core([], given)) is not None:
            so_far = []
            blamed = shrink(contradiction, lambda rest: self.oracle.core([], rest))
            tied = self.scope.tying(blamed)
        elif not final:
            candidates = self.scope.rules if model is None else broken
            so_far = [s for s in candidates if self._broken_for_good(s, broken)]
            if not (so_far or self.impossible):
                conflict = Reasons(self.scope, self.literals, ()).contradiction()
                switches = [-s for s in conflict]
                blamed = shrink(self.literals, lambda rest: self.oracle.core(switches, rest))
        found = Check(
            False,
            self._sentences(broken),
            self._sentences(so_far),
            False,
            tuple(self.impossible),
            tied or self._sentences(conflict),
            self.scope.said(blamed),
            self._domains(),
            None,
            self.scope.warnings,
        )
        return found._replace(board=self._drawn(found, so_far)) if draw else found

    def _broken_for_good(self, sentence: int, broken: Collection[int]) -> bool:
        """Whether a sentence is broken by the answer as ``Check.so_far`` says.

        ``broken`` are those that are when the answer is complete.  Where one of
        them is so for what helper choices may be, as when a path joins two
        colours, it takes further sentences of its rule to show it.
        """
        oracle, scope = self.oracle, self.scope
        if oracle.unsatisfiable([*self.literals, -sentence]):
            return True
        if sentence not in broken or oracle.unsatisfiable([*(-mark for mark in scope.marks), -sentence]):
            return False
        held = [s for s in scope.rules if s not in broken]
        same = [-s for s in held if scope.rules[s] == scope.rules[sentence]]
        together = oracle.core([*self.complete, -sentence], same)
        if together is None:
            return False
        together = shrink(together, lambda rest: oracle.core([*self.complete, -sentence], rest))
        forbidding = (-s for s in held if s in scope.forbidding)
        return oracle.unsatisfiable([*self.literals, -sentence, *together, *forbidding])

    def _domains(self) -> tuple[Sentence, ...]:
        """Why marks are impossible: they lie outside the board, or are none of what may be chosen."""
        found: dict[Sentence, None] = {}
        board = self.scope.draw((), {})
        for mark in self.impossible:
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

    def _sentences(self, numbers: Iterable[int]) -> tuple[Sentence, ...]:
        return tuple(self.scope.sentence(number) for number in numbers)

    def _drawn(self, found: Check, so_far: Iterable[int]) -> Board:
        """The board with the answer, pointing at what is there and breaks a rule; where nothing does, at its cells.

        A border that breaks a rule is seen with the cell of which the rule says so.
        """
        focus: dict[Place, str] = {}
        for number in so_far:
            sentence, reach = self.scope.sentence(number), self.scope.reach(number)
            present = (mark for mark in self.marks if mark.present and reach >> (self.scope.literal(mark) or 0) & 1)
            places = {mark.place for mark in present if mark.place and mark.cell in sentence.cells}
            if any(len(place) == 3 for place in places):
                focus = {**dict.fromkeys(sentence.shown, "reason"), **focus}
            focus |= dict.fromkeys(places or sentence.shown, "fault")
        blamed = [mark.place for mark in (*found.blamed, *found.impossible) if mark.place]
        if any(len(place) == 3 for place in blamed):
            focus |= {cell: "reason" for sentence in found.conflict for cell in sentence.shown}
        focus |= dict.fromkeys(blamed, "fault")
        return self.scope.draw(self.marks, focus)

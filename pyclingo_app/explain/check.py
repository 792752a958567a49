"""What is to be said of an answer."""

from collections.abc import Callable, Collection, Iterable

from clingo import Symbol

from ..draw.board import Board, Place
from ..program.program import Program
from ..solve.oracle import Oracle
from ..solve.paper import Paper
from ..solve.problem import Problem
from ..solve.search import completed
from ..words import counted
from .answer import Answer
from .minimal import shrink
from .reasons import Reasons
from .scope import Scope
from .sets import Known, Literal, SentenceId, Sentences, mark_of, opposite
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
    return _said(Answer(Scope(problem, stop, observed=False), answer), final, draw)


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


def _said(answer: Answer, final: bool, draw: bool) -> Check:
    """Say what is wrong about the answer, which ``final`` takes as complete; else it agrees with no solution."""
    scope, oracle = answer.scope, answer.scope.oracle
    if final and answer.right():
        return Check(True, (), (), True, (), warnings=scope.warnings)
    given = answer.complete if final else answer.literals
    # Helper choices of the program take the values that break the fewest sentences.
    model = oracle.fewest(scope.rules, answer.complete)
    broken = Sentences() if model is None else scope.sentences & Sentences(model)
    so_far = broken if final else Sentences()
    wrong = Known() if final else _wrong(answer)
    conflict: tuple[Sentence, ...] = ()
    blamed: list[Literal] = []
    if (contradiction := oracle.core([], given)) is not None:
        so_far = Sentences()
        blamed = scope.blamed([*map(Literal, contradiction)])
        conflict = scope.tying(blamed)
    elif not final:
        candidates = scope.sentences if model is None else broken
        alone = Sentences.of(s for s in candidates if oracle.unsatisfiable([*given, -s]))
        so_far = alone | Sentences.of(s for s in broken - alone if _broken_for_good(answer, s, broken))
        # One that the answer breaks alone is the shortest contradiction.
        if not (alone or answer.impossible) and (wrong or not so_far):
            reason = _conflict(answer, wrong)
            conflict = scope.told(reason)
            blamed = scope.blamed(answer.literals, reason)
    found = Check(
        False,
        scope.told(broken),
        scope.told(so_far),
        False,
        tuple(answer.impossible),
        conflict,
        scope.said(blamed),
        _domains(answer),
        None,
        scope.warnings,
        scope.said(wrong.literals),
    )
    return found._replace(board=_drawn(answer, found, so_far)) if draw else found


def _wrong(answer: Answer) -> Known:
    """What the answer says that is in no solution at all, where there is one."""
    scope, known = answer.scope, answer.known
    model = scope.solution([])
    if model is None:
        return Known()
    likely = [one for one in known.literals if (one > 0) != (mark_of(one) in model)]
    forced = scope.forced([], map(opposite, likely)) if likely else ()
    return Known.of(one for one in likely if opposite(one) in forced)


def _conflict(answer: Answer, wrong: Known) -> Sentences:
    """Few sentences that cannot all hold with the answer: of what is wrong with the mark that has the shortest."""
    scope, effort = answer.scope, answer.effort
    if not wrong:
        return Reasons(scope, answer.known, (), effort).contradiction()
    return Reasons(scope, answer.known - wrong, map(opposite, wrong.literals), effort).short()[1]


def _broken_for_good(answer: Answer, sentence: SentenceId, broken: Sentences) -> bool:
    """Whether one of the sentences that are ``broken`` when the answer is complete is so for good.

    The answer and the sentence alone can hold.  Where one is broken by what helper choices may be, as when a path
    joins two colours, it takes further sentences of its rule to show it.
    """
    oracle, scope = answer.scope.oracle, answer.scope
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


def _domains(answer: Answer) -> tuple[Sentence, ...]:
    """Why marks are impossible: they lie outside the board, or are none of what may be chosen."""
    found: dict[Sentence, None] = {}
    board = answer.scope.draw((), {})
    for mark in answer.impossible:
        cell = mark.cell
        inside = cell and board.holds(*cell)
        if cell and not inside and board.height:
            size = f"{counted(board.height, 'row')} and {counted(board.width, 'column')}"
            texts = [f"{cell} is outside the board, which has {size}."]
        else:
            texts = _domain(answer.scope.problem.program, mark)
        cells = frozenset([cell] if cell and inside else ())
        found |= {Sentence(text, cells, cells): None for text in texts}
    return tuple(found)


def _domain(program: Program, mark: Mark) -> list[str]:
    """What a sentence says of what may be chosen where a mark is, or else the rules that say it."""
    atom = mark.atom
    signature = atom.name, len(atom.arguments)
    domains = [domain for domain in program.domains if domain.signature == signature]
    said = next(filter(None, (domain.fill(map(str, atom.arguments)) for domain in domains)), "")
    return [said] if said else program.definitions([signature])


def _drawn(answer: Answer, found: Check, so_far: Sentences) -> Board:
    """The board with the answer, pointing at what is there and breaks a rule; where nothing does, at its cells.

    A border that breaks a rule is seen with the cell of which the rule says so.
    """
    scope = answer.scope
    focus: dict[Place, str] = {}
    for number in so_far:
        sentence, reach = scope.sentence(number), scope.about.reach(number)
        there = answer.known.there & reach
        marks = scope.said(map(Literal, there))
        places = {mark.place for mark in marks if mark.place and mark.cell in sentence.cells}
        if any(len(place) == 3 for place in places):
            focus = {**dict.fromkeys(sentence.shown, "reason"), **focus}
        focus |= dict.fromkeys(places or sentence.shown, "fault")
    blamed = [mark.place for mark in (*found.blamed, *found.impossible) if mark.place]
    if any(len(place) == 3 for place in blamed):
        focus |= {cell: "reason" for sentence in found.conflict for cell in sentence.shown}
    focus |= dict.fromkeys(blamed, "fault")
    return scope.draw(answer.marks, focus)

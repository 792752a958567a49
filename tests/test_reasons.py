"""Short reasons and smallest ones: every one is checked by a control of its own, and by trying all that is smaller."""

import random
from itertools import combinations

import pytest
from explaining import TINY, UNSOLVABLE, problem_of, solutions

from pyclingo_app.explain.effort import PLAYER
from pyclingo_app.explain.minimal import shrink
from pyclingo_app.explain.questions import Questions
from pyclingo_app.explain.reasons import Reasons
from pyclingo_app.explain.scope import Scope
from pyclingo_app.explain.sets import Known, mark_of, opposite
from pyclingo_app.explain.smallest import smallest
from pyclingo_app.program.source import Log
from pyclingo_app.program.transform import switchable
from pyclingo_app.solve.control import ground, make_control
from pyclingo_app.solve.hitting import add_minimal, hitting_set
from pyclingo_app.solve.oracle import bits

SMALL = [
    ("tents", "6x6"),
    ("tents", "5x5-a"),
    ("norinori", "6x6-a"),
    ("starbattle", "6x6-a"),
    ("tetravex", "3x3-a"),
    ("shimaguni", "6x6-a"),
    ("heyawake", "6x6-a"),
    ("snake", "6x6-a"),
    ("countryroad", "6x6-a"),
    ("slitherlink", "5x5-a"),
]


class Referee:
    """Says whether sentences and marks of a scope can hold together, with a control of its own."""

    def __init__(self, scope):
        self.symbols = scope.oracle.symbols
        statements, _ = switchable(scope.problem.program, False)
        self.control = make_control([], scope.problem, Log(), statements)
        ground(self.control, scope.problem, Log())

    def possible(self, sentences, literals):
        atoms = self.control.symbolic_atoms
        literal = {number: atoms[self.symbols[abs(number)]].literal for number in (*sentences, *literals)}
        assumed = [-literal[s] for s in sentences] + [literal[n] if n > 0 else -literal[n] for n in literals]
        return bool(self.control.solve(assumptions=assumed).satisfiable)


def board(name, facts):
    """The scope of a board, a referee, and what all solutions have in common, as literals."""
    problem = problem_of(name, facts)
    scope = Scope(problem, observed=False)
    found = solutions(problem)
    symbols = scope.oracle.symbols
    there = [mark for mark in scope.marks if all(symbols[mark] in each for each in found)]
    absent = [-mark for mark in scope.marks if not any(symbols[mark] in each for each in found)]
    return scope, Referee(scope), sorted(there + absent, key=abs) if found else []


def verify_minimal(referee, reason, known, found):
    """A reason, with what is known, forces each literal found, or is a contradiction; with one less it does not."""
    for wrong in [[-literal] for literal in found] or [[]]:
        assert not referee.possible(reason, [*known, *wrong])
        for sentence in reason:
            assert referee.possible([other for other in reason if other != sentence], [*known, *wrong])


def verify_uses(referee, reason, known, uses, found):
    """A reason forces all that it found by some known marks, and not without one of them."""
    assert {*uses} <= {*known}
    assert not any(referee.possible(reason, [*uses, -literal]) for literal in found)
    for literal in uses:
        rest = [other for other in uses if other != literal]
        assert any(referee.possible(reason, [*rest, -one]) for one in found)


@pytest.mark.some(6)
@pytest.mark.parametrize(("name", "facts"), [*TINY[:-1], *SMALL])
def test_a_short_reason_is_one_and_nothing_of_it_can_be_left_out(name, facts):
    """For each mark from the start, and from half of all that is forced."""
    scope, referee, forced = board(name, facts)
    for known in ([], forced[::2]):
        left = [literal for literal in forced if literal not in known]
        reasons = Reasons(scope, Known.of(known), left, PLAYER)
        assert reasons.wanted == left
        for literal in left if "(" in facts else left[:12]:
            found, reason = reasons.short(mark_of(literal))
            assert found == literal
            verify_minimal(referee, reason, known, [literal])
            verify_uses(referee, reason, known, reasons.uses(reason, [literal]).literals, [literal])
            assert literal in reasons.consequences(reason)


@pytest.mark.some(2)
@pytest.mark.parametrize(("name", "facts"), SMALL)
def test_a_short_reason_does_not_depend_on_what_was_asked_before(name, facts):
    """On a path all of short reasons, each is what a search finds that begins there; it ends at all that is forced."""
    scope, referee, forced = board(name, facts)
    reasons, known = Reasons(scope, Known(), forced, PLAYER), []
    while reasons.wanted:
        literal, reason = reasons.short()
        left = [one for one in forced if one not in known]
        assert Reasons(scope, Known.of(known), left, PLAYER).short() == (literal, reason)
        found = reasons.consequences(reason)
        assert literal in found
        assert not any(referee.possible(reason, [*known, -one]) for one in found)
        reasons.learn(Known.of(found))
        known += found
    assert {*known} == {*forced}


@pytest.mark.parametrize(("name", "facts"), [*UNSOLVABLE, TINY[-1]])
def test_a_contradiction_is_one_and_the_better_one_is_smallest(name, facts):
    scope, referee, _ = board(name, facts)
    reasons = Reasons(scope, Known(), (), PLAYER)
    reason = reasons.contradiction()
    verify_minimal(referee, reason, [], [])
    better, proved = reasons.better(reason, of_any=False)
    assert proved
    assert len(better) <= len(reason)
    verify_minimal(referee, better, [], [])
    for size in range(min(len(better), 4)):
        for fewer in combinations(scope.sentences, size):
            assert referee.possible(fewer, [])


@pytest.mark.some(5)
@pytest.mark.parametrize(("name", "facts"), [*TINY[:-1], *SMALL[:5]])
def test_every_step_of_the_path_of_smallest_reasons_is_smallest(name, facts):
    """On tiny boards all smaller sets of sentences are tried, on all marks that are left."""
    scope, referee, forced = board(name, facts)
    known = []
    for step in smallest(scope, scope.solution([]), Known(), PLAYER):
        assert step.proved
        verify_minimal(referee, step.sentences, known, step.found)
        verify_uses(referee, step.sentences, known, step.uses.literals, step.found)
        for size in range(1, min(len(step.sentences), 4)) if "(" in facts else ():
            for fewer in combinations(scope.sentences, size):
                for literal in {*forced} - {*known}:
                    assert referee.possible(fewer, [*known, opposite(literal)])
        assert {*step.found}.isdisjoint(known)
        known += step.found
    assert {*known} == {*forced}


def test_of_what_is_said_to_be_likely_a_mark_is_taken():
    scope, _, forced = board("snake", "6x6-a")
    reasons = Reasons(scope, Known(), forced, PLAYER)
    likely = forced[3:9]
    literal, _ = reasons.short(*map(mark_of, likely))
    assert literal in likely


def test_what_is_given_up_is_not_asked_again_before_something_is_found_near():
    """Of sentences that do not refute a mark in one conflict: by whether the oracle works."""
    scope, referee, forced = board("kurotto", "6x6-a")
    questions, about = Questions(scope, Known(), forced), scope.about

    def asked(literal, sentences, conflicts=1):
        before = scope.oracle.work
        refuting = questions.refuting(opposite(literal), sentences, conflicts)
        possible = referee.possible(sentences, [*questions.known.literals, opposite(literal)])
        assert refuting is None or not possible
        return refuting is None and not possible, scope.oracle.work > before

    near = {literal: about.near(scope.cells[mark_of(literal)], 3) for literal in forced}
    hard = next(literal for literal in forced if asked(literal, near[literal])[0])
    speaks = {one: near[hard].meets(about.near(scope.cells[mark_of(one)], 0)) for one in forced if one != hard}
    assert {*speaks.values()} == {True, False}
    for beside in (False, True):
        assert asked(hard, near[hard]) == (True, False)
        questions.learn(Known.of([next(one for one in speaks if speaks[one] == beside)]))
        assert asked(hard, near[hard])[1] == beside
    # What is asked with more work has an answer.
    assert asked(hard, near[hard], None) == (False, True)
    assert asked(hard, near[hard]) == (False, False)


def test_what_stays_depends_on_the_order_alone():
    """Of random sets some of which suffice: each item is asked for in its order, whatever the answers point at."""
    chance = random.Random(1)
    for _ in range(500):
        items = chance.sample(range(1, 40), chance.randrange(1, 30))
        enough = [{*chance.sample(items, chance.randrange(1, len(items) + 1))} for _ in range(chance.randrange(1, 5))]

        def core(rest, enough=enough):
            within = [one for one in enough if one <= {*rest}]
            return {*chance.choice(within)} | {*chance.sample(rest, len(rest) // 4)} if within else None

        stay, later = set(), [*items]
        for item in items:
            later.remove(item)
            if not any(one <= stay | {*later} for one in enough):
                stay.add(item)
        kept = [item for item in items if item in stay]
        assert shrink(items, core) == shrink(items, core, len(kept)) == kept
        assert shrink(items, core, len(kept) - 1) == kept
        assert shrink(items, core, 0) == kept[:1]


@pytest.mark.parametrize(
    ("sets", "size"),
    [([], 0), ([{1}], 1), ([{1, 2}, {2, 3}], 1), ([{1, 2}, {3, 4}], 2), ([{1, 2}, {2, 3}, {3, 1}], 2)],
)
def test_smallest_hitting_set(sets, size):
    met = [bits(s) for s in sets]
    found, finished = hitting_set(met, size, lambda looks: True)
    assert finished
    assert found.bit_count() == size
    assert all(found & s for s in met)
    assert not size or hitting_set(met, size - 1, lambda looks: True) == (None, True)


def test_a_search_for_a_hitting_set_ends_when_it_is_told_to():
    met = [bits({2 * n, 2 * n + 1}) for n in range(6)]
    looks = []
    assert hitting_set(met, 6, lambda many: len(looks) < 3 and not looks.append(many)) == (None, False)
    assert looks == [6, 5, 4]


def test_hitting_sets_are_what_trying_all_gives():
    chance = random.Random(1)
    for _ in range(200):
        sets = [bits(chance.sample(range(8), chance.randrange(1, 5))) for _ in range(chance.randrange(1, 9))]
        kept = []
        for s in sets:
            add_minimal(kept, s)
        assert not any(a != b and a & b == a for a in kept for b in kept)
        size = min(hitting.bit_count() for hitting in range(256) if all(hitting & s for s in sets))
        found, finished = hitting_set(kept, size, lambda looks: True)
        assert finished
        assert found.bit_count() == size
        assert all(found & s for s in sets)
        assert hitting_set(kept, size - 1, lambda looks: True) == (None, True)

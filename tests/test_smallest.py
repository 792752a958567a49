"""Smallest reasons and contradictions: nothing can be left out of them, and none are smaller."""

import random
from itertools import combinations, product

import pytest
from test_explain import SOLVABLE, TINY, UNSOLVABLE, Referee, answers, explained, given, pairs

from pyclingo_app.explain.minimal import shrink
from pyclingo_app.solve.hitting import add_minimal, hitting_set, optimal_hitting_set, some_hitting_set
from pyclingo_app.solve.oracle import bits


@pytest.mark.parametrize(("name", "board"), SOLVABLE)
def test_every_smallest_step_follows_from_its_reason_and_from_no_less(name, board):
    referee = Referee(name, board, observed=False)
    (solution,) = answers(name, board)
    puzzle, instance = given(name, board)
    known = {}
    for step in puzzle.explain(instance, order="smallest"):
        assert step.proved
        assert step.found
        texts = [sentence.text for sentence in step.sentences]
        earlier = pairs(step.earlier)
        assert all(known.get(atom) == present for atom, present in earlier)
        for mark in step.found:
            opposite = [(mark.atom, not mark.present)]
            assert not referee.possible(texts, earlier + opposite), mark.text
            for text in texts:
                rest = [other for other in texts if other != text]
                assert referee.possible(rest, [*known.items(), *opposite]), (mark.text, text)
        first = step.found[0]
        assert (step.supposed.atom, step.supposed.present) == (first.atom, not first.present)
        assert referee.follows(step.argument, step.sentences, [*earlier, *pairs([step.supposed])])
        for left in range(len(earlier)):
            rest = earlier[:left] + earlier[left + 1 :]
            opposites = [[(mark.atom, not mark.present)] for mark in step.found]
            assert any(referee.possible(texts, rest + opposite) for opposite in opposites)
        for mark in step.found:
            assert mark.atom not in known
            known[mark.atom] = mark.present
    assert known.keys() == set(referee.marks)
    assert {atom for atom, present in known.items() if present} | referee.facts == solution


@pytest.mark.parametrize(("name", "facts"), TINY)
def test_no_deduction_has_a_smaller_reason(name, facts):
    """At every step, all smaller sets of sentences are tried on all marks that are left."""
    referee = Referee(name, facts, observed=False)
    known = {}
    path = explained(name, facts, order="smallest").steps
    forced = {m.atom: m.present for step in path for m in step.found}
    for step in path:
        for size in range(1, min(len(step.sentences), 4)):
            for texts in combinations(sorted(referee.literals), size):
                for atom, present in forced.items():
                    if atom not in known:
                        assert referee.possible(texts, [*known.items(), (atom, not present)]), (texts, str(atom))
        known |= dict(pairs(step.found))


@pytest.mark.parametrize(("name", "facts"), UNSOLVABLE)
def test_conflict_is_smallest(name, facts):
    path = explained(name, facts)
    referee = Referee(name, facts)
    assert not answers(name, facts)
    puzzle, instance = given(name, facts)
    assert path.rating == puzzle.rate(instance)
    assert not path.rating.satisfiable
    assert puzzle.hint(instance).status == "unsatisfiable"
    conflict = path.conflict
    assert conflict.proved
    assert path.board == conflict.board
    on_board = {(r, c) for r in range(1, path.board.height + 1) for c in range(1, path.board.width + 1)}
    cells = set().union(*(sentence.shown for sentence in conflict.sentences)) & on_board
    texts = [sentence.text for sentence in conflict.sentences]
    assert not referee.possible(texts, [])
    if not path.steps:
        assert path.board.focus == dict.fromkeys(cells, "fault")
        assert referee.follows(conflict.argument, conflict.sentences, [])
    for text in texts:
        assert referee.possible([other for other in texts if other != text], [])
    if len(texts) <= 4:
        for size in range(1, len(texts)):
            for fewer in combinations(sorted(referee.literals), size):
                assert referee.possible(fewer, [])


@pytest.mark.parametrize("board", ["8x8-none-a", "4x4-matching-b"])
def test_conflict_of_a_larger_board(board):
    conflict = explained("tents", board).conflict
    referee = Referee("tents", board)
    texts = [sentence.text for sentence in conflict.sentences]
    assert not referee.possible(texts, [])
    for text in texts:
        assert referee.possible([other for other in texts if other != text], [])


@pytest.mark.parametrize("needed", [{3}, {1, 8, 13}, {0, 1, 2, 3}, {2, 5, 7, 11, 14}])
def test_what_cannot_be_left_out_of_a_reason_stays(needed):
    """Of sixteen sentences; with fewer at most than are needed it ends early, and nothing that is needed is gone."""
    asked = []

    def core(rest):
        asked.append(rest)
        return rest if needed <= {*rest} else None

    assert {*shrink([*range(16)], core)} == needed
    for most, soon in product(range(1, 7), (False, True)):
        asked.clear()
        left = shrink([*range(16)], core, most, soon)
        assert needed <= {*left}
        assert {*left} == needed if len(needed) < most else len(left) >= most
        # By twos and one by one.
        assert not soon or sum(not needed <= {*rest} for rest in asked) <= 2 * most


@pytest.mark.parametrize(
    ("sets", "size"),
    [([], 0), ([{1}], 1), ([{1, 2}, {2, 3}], 1), ([{1, 2}, {3, 4}], 2), ([{1, 2}, {2, 3}, {3, 1}], 2)],
)
def test_smallest_hitting_set(sets, size):
    met = [bits(s) for s in sets]
    for found, finished in (hitting_set(met, 0, 9), *([optimal_hitting_set(met, 9)] if met else [])):
        assert finished
        assert found.bit_count() == size
        assert all(found & s for s in met)
    assert hitting_set(met, 0, size) == (None, True)
    assert all(some_hitting_set(met) & s for s in met)


def test_hitting_sets_are_what_trying_all_gives():
    chance = random.Random(1)
    for _ in range(200):
        sets = [bits(chance.sample(range(8), chance.randrange(1, 5))) for _ in range(chance.randrange(1, 9))]
        kept = []
        for s in sets:
            add_minimal(kept, s)
        assert not any(a != b and a & b == a for a in kept for b in kept)
        size = min(hitting.bit_count() for hitting in range(256) if all(hitting & s for s in sets))
        for found in (hitting_set(kept, 0, 9)[0], optimal_hitting_set(kept, 9)[0]):
            assert found.bit_count() == size
            assert all(found & s for s in sets)

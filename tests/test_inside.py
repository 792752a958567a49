"""What is seen inside one sentence is what clingo says of it alone; what runs can hold is what sums of digits say."""

import random
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from pyclingo_app.explain.inside import Inside
from pyclingo_app.explain.scope import Scope
from pyclingo_app.explain.sets import Known, Literal, Marks
from pyclingo_app.puzzle import load
from pyclingo_app.solve.ground import Rule
from pyclingo_app.solve.tables import Count, Table, Tables, counts
from pyclingo_app.solve.trace import Course, Program

INSTANCES = Path(__file__).parent.parent / "instances"
BOARDS = [
    ("fillomino", "5x5-a"),
    ("skyscrapers", "5x5-a"),
    ("kakuro", "6x6-a"),
    ("flow", "5x5-a"),
    ("tapa", "5x5-a"),
    ("nurikabe", "5x5-a"),
    ("masyu", "6x6-a"),
    ("norinori", "6x6-a"),
]


@cache
def scope_of(name, board):
    puzzle = load(name)
    return Scope(puzzle.problem(puzzle.read(str(INSTANCES / name / f"{board}.lp"))))


@cache
def inside(name, board):
    """A board, its tables, and what looks into them."""
    scope = scope_of(name, board)
    tables = Tables(scope.oracle, scope.forms)
    return scope, tables, Inside(tables)


def questions(name, board, tried):
    """Sentences that are more than a count, each with what may be known of its marks."""
    scope, tables, within = inside(name, board)
    chance = random.Random(42)
    sentences = [s for s in scope.sentences if tables.table(s) and not isinstance(tables.table(s), Count)]
    answer = scope.oracle.model([-sentence for sentence in scope.sentences])
    for sentence in chance.sample(sentences, min(len(sentences), tried)):
        for _ in range(4):
            share, wrong = chance.random(), chance.choice((0.02, 0.1, 0.5))
            known = Known()
            for mark in Marks(tables.table(sentence).scope):
                if chance.random() < share:
                    there = bool(answer >> mark & 1) != (chance.random() < wrong)
                    known = known.plus(Literal(mark if there else -mark))
            yield scope, within, sentence, known


@pytest.mark.parametrize(("name", "board"), BOARDS)
def test_what_is_seen_to_be_broken_is(name, board):
    """As clingo says of the sentence alone; some of what is broken is seen."""
    broken = seen = 0
    for scope, within, sentence, known in questions(name, board, 15):
        impossible = scope.oracle.unsatisfiable([*known.literals, -sentence])
        told = within.seen(sentence, known)
        assert impossible or not told
        broken += impossible
        seen += told
    assert broken
    assert seen


def test_a_small_program():
    """What reaches itself alone does not hold, and a weight that cannot be left out does."""
    rules = [
        *(Rule(True, (atom,), ()) for atom in (2, 3)),
        Rule(False, (4,), (2,)),
        Rule(False, (4,), (5,)),
        Rule(False, (5,), (4,)),
        Rule(False, (6,), (3, 5), 5, (4, 2)),
        Rule(False, (1,), (-6,)),
    ]
    # That the sentence, atom 1, is not broken takes atom 6.
    course = Course(Program(rules), [-1])
    assert {3, 4, 5} <= course.holds
    assert not course.broken
    assert Course(Program(rules), [-1, -2]).broken
    assert 1 in Course(Program(rules), [-2]).holds


@pytest.mark.parametrize(("name", "board"), [*BOARDS, ("heyawake", "6x6-a"), ("yajilin", "6x6-a")])
def test_what_sentences_count_besides(name, board):
    """Two marks exclude each other by a sentence where clingo says so."""
    scope, tables, _ = inside(name, board)
    chance = random.Random(4)
    told = 0
    sentences = [s for s in scope.sentences if tables.table(s) and not isinstance(tables.table(s), Count)]
    for sentence in chance.sample(sentences, min(len(sentences), 20)):
        found = {count.scope for count in counts(tables.table(sentence))}
        marks = [m for m in Marks(tables.table(sentence).scope) if not scope.oracle.unsatisfiable([m, -sentence])]
        pairs = [*combinations(marks, 2)]
        for one, other in chance.sample(pairs, min(len(pairs), 40)):
            excluding = 1 << one | 1 << other in found
            told += excluding
            impossible = scope.oracle.unsatisfiable([one, other, -sentence])
            assert impossible or not excluding
            if isinstance(tables.table(sentence), Table) and tables.table(sentence).exact:
                assert excluding or not impossible
    assert told or name not in ("heyawake", "kakuro", "yajilin")

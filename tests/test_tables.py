"""What tables, counts and clauses give is what clingo says of the sentence alone."""

import random

import clingo
import pytest
from explaining import Referee, given

from pyclingo_app.explain.scope import Scope
from pyclingo_app.explain.sets import Known
from pyclingo_app.solve.ground import Rule
from pyclingo_app.solve.oracle import numbers
from pyclingo_app.solve.searched import name_of
from pyclingo_app.solve.tables import Count, Local, Tables, _idle
from pyclingo_app.solve.truth import listed, truth
from pyclingo_app.solve.units import Units
from pyclingo_app.solve.ways import Ways, ways

BOARDS = [
    ("tents", "6x6"),
    ("norinori", "6x6-a"),
    ("flow", "5x5-a"),
    ("starbattle", "6x6-a"),
    ("tetravex", "3x3-a"),
    ("nurikabe", "5x5-a"),
    ("slitherlink", "5x5-a"),
    ("masyu", "6x6-a"),
    ("kakuro", "4x4-a"),
    ("nonogram", "5x5-a"),
    ("kurotto", "5x5-a"),
    ("shimaguni", "5x5-a"),
]


@pytest.mark.parametrize(("name", "board"), BOARDS)
def test_tables_say_what_the_sentence_says(name, board):
    """With marks drawn at random; an exact table misses nothing, and no table says too much."""
    puzzle, instance = given(name, board)
    scope = Scope(puzzle.problem(instance))
    tables = Tables(scope.oracle, scope.forms)
    referee = Referee(name, board)
    draw = random.Random(7)
    kinds = set()
    sentences = [s for s in scope.rules if len(referee.literals[scope.sentence(s).text]) == 1]
    for sentence in draw.sample(sentences, min(25, len(sentences))):
        table = tables.table(sentence)
        if table is None:
            continue
        text = [scope.sentence(sentence).text]
        clauses = isinstance(table, Local) and isinstance(table.program, Units)
        near = list(numbers(table.scope))
        for _ in range(6):
            chosen = draw.sample(near, draw.randint(0, len(near)))
            state = [0, 0]
            for mark in chosen:
                state[draw.random() < 0.6] |= 1 << mark
            said = [(scope.oracle.symbols[abs(n)], n > 0) for n in Known(*state).literals]
            found = tables.follow(sentence, *state)
            complete = isinstance(table, Count) or (table.exact and not clauses)
            kinds.add(complete)
            possible = referee.possible(text, said)
            if found is None:
                assert not possible
                why = tables.why(sentence, *state, near)
                assert why is not None
                few = [(scope.oracle.symbols[abs(n)], n > 0) for n in Known(state[0] & why, state[1] & why).literals]
                assert not referee.possible(text, few)
                continue
            assert possible or not complete
            for mark in near:
                for side, present in ((0, True), (1, False)):
                    if mark not in chosen and (found[side] >> mark & 1 or complete):
                        forced = not referee.possible(text, [*said, (scope.oracle.symbols[mark], not present)])
                        assert forced == bool(found[side] >> mark & 1)
    assert True in kinds


def test_groups_are_small_programs_that_tell_all():
    puzzle, instance = given("kurotto", "6x6-a")
    scope = Scope(puzzle.problem(instance))
    tables = Tables(scope.oracle, scope.forms)
    for sentence in scope.rules:
        table = tables.table(sentence)
        assert isinstance(table, Count) or (table is not None and table.exact), scope.sentence(sentence).text


def test_sentences_that_count_are_not_listed():
    puzzle, instance = given("starbattle", "6x6-a")
    scope = Scope(puzzle.problem(instance))
    tables = Tables(scope.oracle, scope.forms)
    counts = {scope.sentence(s).text: tables.table(s) for s in scope.rules}
    row = counts["The number of stars in row 1 is 1."]
    assert isinstance(row, Count)
    assert (row.low, row.high, row.scope.bit_count()) == (1, 1, 6)


def test_many_rows_become_clauses():
    puzzle, instance = given("tetravex", "5x5-a")
    scope = Scope(puzzle.problem(instance))
    tables = Tables(scope.oracle, scope.forms)
    locals_ = [table for s in scope.rules if isinstance(table := tables.table(s), Local)]
    assert locals_
    assert all(isinstance(local.program, Units) for local in locals_)


def test_clauses_give_the_same_whatever_was_asked_before():
    puzzle, instance = given("tetrochain", "5x5-a")
    scope = Scope(puzzle.problem(instance))
    tables = Tables(scope.oracle, scope.forms)
    locals_ = [table for s in scope.rules if isinstance(table := tables.table(s), Local)]
    clauses = [local for local in locals_ if isinstance(local.program, Units)][:4]
    assert clauses
    chance = random.Random(1)
    for local in clauses:
        program, places, known = local.program, range(1, len(local.marks) + 1), []
        for _ in range(60):
            more = [place * chance.choice((1, -1)) for place in chance.sample(places, 3)]
            asked = [*{abs(literal): literal for literal in (*known, *more)}.values()]
            found = program.follow(asked)
            assert found == program.again().follow(asked)
            known = asked if found is not None and chance.random() < 0.5 else known[: chance.randrange(4)]


def written(rule):
    """A rule as clingo reads it."""
    body = [f"{'not ' if literal < 0 else ''}a({abs(literal)})" for literal in rule.body]
    if rule.bound is not None:
        terms = (f"{weight},{k} : {text}" for k, ((weight, _), text) in enumerate(zip(rule.terms(), body, strict=True)))
        body = [f"{rule.bound} <= #sum {{ {'; '.join(terms)} }}"]
    head = f"{{ a({rule.head[0]}) }}" if rule.choice else f"a({rule.head[0]})"
    return f"{head} :- {', '.join(body) or '#true'}."


def test_truth_tables_are_the_answer_sets():
    """Of programs drawn at random, in which each atom depends on those after it."""
    many = 0
    for seed in range(150):
        draw = random.Random(seed)
        rules = [Rule(True, (atom,), ()) for atom in range(6, 10) if draw.random() < 0.8]
        for _ in range(draw.randint(3, 12)):
            head = draw.randint(1, 7)
            body = tuple(draw.choice((1, -1)) * draw.randint(head + 1, 10) for _ in range(draw.randint(1, 4)))
            bound = draw.choice((None, None, draw.randint(-1, 6)))
            weights = () if bound is None else tuple(draw.randint(1, 3) for _ in body)
            rules.append(Rule(draw.random() < 0.2, (head,), body, bound, weights))
        marks = draw.sample(range(2, 11), draw.randint(1, 6))
        control = clingo.Control(["0", "--warn=none"])
        control.add("".join(map(written, rules)) + ":- a(1).")
        control.ground()
        ways = set()
        with control.solve(yield_=True) as handle:
            for model in handle:
                true = {symbol.arguments[0].number for symbol in model.symbols(atoms=True)}
                ways.add(tuple(place for place, mark in enumerate(marks) if mark in true))
        found = truth(rules, marks)
        rows = listed(found, marks, 12)
        many += len(ways) > 12
        assert rows is None if len(ways) > 12 else sorted(rows) == sorted(ways)
        assert rows == (rows and sorted(rows, key=lambda row: sum(1 << place for place in row)))
    assert 0 < many < 100


def rows_by_clingo(rules, marks):
    """The sets of marks with which atom 1 of a small program can be false, as places from 1 on."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("".join(map(written, rules)) + ":- a(1).")
    control.ground()
    with control.solve(yield_=True) as handle:
        found = [{symbol.arguments[0].number for symbol in model.symbols(atoms=True)} for model in handle]
    return {frozenset(place for place, mark in enumerate(marks, 1) if mark in true) for true in found}


def drawn_clauses(draw, free):
    """Rules without weights over atoms of which some are free, each of which depends on those after it."""
    rules = [Rule(True, (atom,), ()) for atom in free]
    for _ in range(draw.randint(3, 10)):
        head = draw.randint(1, min(free) - 1)
        body = tuple(draw.choice((1, -1)) * draw.randint(head + 1, max(free)) for _ in range(draw.randint(1, 3)))
        rules.append(Rule(False, (head,), body))
    return rules


def test_ways_give_all_that_follows():
    """From marks drawn at random, in programs drawn at random."""
    kept = 0
    for seed in range(120):
        draw = random.Random(seed)
        marks = [5, 6, 7, 8]
        rules = drawn_clauses(draw, marks)
        found = ways(rules, marks)
        if found is None:
            continue
        kept += 1
        rows = rows_by_clingo(rules, marks)
        for _ in range(6):
            given = [place * draw.choice((1, -1)) for place in draw.sample(range(1, 5), draw.randint(0, 3))]
            left = [row for row in rows if all((abs(literal) in row) == (literal > 0) for literal in given)]
            follows = [
                literal
                for place in range(1, 5)
                for literal in (place, -place)
                if literal not in given and all((place in row) == (literal > 0) for row in left)
            ]
            said = Ways(found).follow(given)
            assert (said and sorted(said)) == (sorted(follows) if left else None)
            assert (Ways(found).core(given) is None) == bool(left)
    assert kept > 60


def test_what_is_called_idle_says_nothing():
    """Of programs drawn at random, in which other atoms than the marks are free, too."""
    idle = 0
    for seed in range(150):
        draw = random.Random(seed)
        marks, rules = [5, 6, 7], drawn_clauses(draw, [5, 6, 7, 8, 9])
        if _idle(rules, marks):
            idle += 1
            assert len(rows_by_clingo(rules, marks)) == 8
    assert 10 < idle < 140


def test_what_depends_on_itself_has_no_truth_table():
    rules = [Rule(False, (1,), (2,)), Rule(False, (2,), (3,)), Rule(True, (3,), (2,))]
    assert truth(rules, [3]) is None


def test_marks_of_small_programs_are_told_apart_by_their_hashes():
    assert len({hash(name_of(place)) for place in range(10_000)}) == 10_000

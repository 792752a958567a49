"""Explanations: every step, line and conflict is held to what follows from it, by clingo alone and by brute force."""

import json
import random
import re
from functools import cache
from itertools import product

import clingo
import pytest
from conftest import ROOT
from english.slitherlink import ends as english_ends
from genres import by_cell, facts_of, flow

from pyclingo_app import Instance, ProgramError, UsageError, load, parse_facts
from pyclingo_app.draw.symbols import GLYPHS
from pyclingo_app.explain.general import general_sentences
from pyclingo_app.program.rules import fill
from pyclingo_app.program.source import Log
from pyclingo_app.program.transform import switchable
from pyclingo_app.solve.control import ground, make_control
from pyclingo_app.solve.oracle import Oracle
from pyclingo_app.solve.paper import Paper
from pyclingo_app.write.steps import lit

SOLVABLE = [
    *(("tents", board) for board in ("6x6", "5x5-a", "8x8-a", "4x4-matching-a")),
    *(("norinori", board) for board in ("5x5-a", "6x6-a")),
    ("queens", "8x8-given-unique"),
    *(("flow", board) for board in ("5x5-a", "5x5-touch-a")),
    *(("tetravex", board) for board in ("2x2-example-a", "3x3-a")),
    *(("starbattle", board) for board in ("5x5-a", "6x6-a")),
]
# Boards with longer arguments, and with cases in them.
LONGER = [
    *(("nurikabe", board) for board in ("5x5-a", "6x6-a", "8x8-a")),
    *(("slitherlink", board) for board in ("5x5-a", "7x7-a")),
    *(("masyu", board) for board in ("6x6-a", "8x8-a")),
    *(("kakuro", board) for board in ("4x4-a", "10x10-a")),
    *(("skyscrapers", board) for board in ("6x6-a", "7x7-a")),
    *((name, "6x6-a") for name in ("sudoku", "shimaguni", "countryroad", "fillomino", "yajilin")),
    *((name, "8x8-a") for name in ("shakashaka", "galaxies", "cave", "norinori")),
    ("nonogram", "5x5-a"),
    ("flow", "6x6-loop-a"),
    ("kurodoko", "6x9-a"),
]
TINY = [
    ("tents", "size(3,3). tree(1,1). tree(3,2). tent_row(1,1). tent_column(3,0). tent_row(3,1)."),
    ("tents", "size(2,3). tree(1,1). tree(2,3). tent_row(1,1). tent_column(1,1)."),
    ("norinori", "size(3,3). region(1,1..3,1). region(2,1..2,1). region(2,3,2). region(3,1..3,2)."),
    ("norinori", "size(1,5). region(1,1..3,1). region(1,4..5,2)."),
    ("queens", "size(4,4). given(1,2)."),
    ("flow", "size(3,3). terminal(1,1,1). terminal(3,3,1). terminal(1,2,2). terminal(2,2,2)."),
    ("tetravex", "size(1,2). tile(a,1,2,3,4). tile(b,5,6,4,0)."),
    ("starbattle", "size(4,4). region(1,1..2,1). region(1,3..4,2). region(2..4,1..2,3). region(2..4,3..4,4)."),
]


UNSOLVABLE = [
    ("tents", "size(2,2). tree(1,1). tent_row(1,1). tent_row(2,1)."),
    ("tents", "size(3,3). tree(2,2). tree(2,3). tent_row(1,0). tent_row(3,0)."),
    ("tents", "size(2,2). tree(1,1). tree(2,2)."),
    ("norinori", "size(2,2). region(1,1..2,1). region(2,1..2,2)."),
    ("norinori", "size(1,4). region(1,1,1). region(1,2..4,2)."),
    ("norinori", "size(1,3). region(1,1,1). region(1,2..3,2)."),
    ("queens", "size(2,2)."),
    ("queens", "size(3,3)."),
    ("queens", "size(4,4). given(1,1)."),
    ("flow", "size(2,2). terminal(1,1,1). terminal(2,2,1). terminal(1,2,2). terminal(2,1,2)."),
    ("flow", "size(1,3). terminal(1,1,1). terminal(1,2,1)."),
    ("flow", "size(2,2). terminal(1,1,1). terminal(2,2,1)."),
    ("tetravex", "size(1,2). tile(a,1,2,3,4). tile(b,5,6,7,0)."),
    ("tetravex", "size(1,2). tile(a,1,2,3,4). tile(b,5,6,4,0). fixed(b,1,1)."),
    ("tetravex", "size(2,1). tile(a,1,2,3,4). tile(b,3,6,4,0)."),
    ("starbattle", "size(2,2). region(1,1..2,1). region(2,1..2,2)."),
    ("starbattle", "size(3,3). region(1,1..3,1). region(2,1..3,2). region(3,1..3,3)."),
    ("starbattle", "size(4,4). region(1,1..2,1). region(2,1..2,2). region(1..2,3..4,3). region(3..4,1..4,4)."),
]


def given(name, facts):
    puzzle = load(name)
    return puzzle, puzzle.read(facts) if "(" not in facts else Instance("test", parse_facts(facts))


@cache
def explained(name, facts, **options):
    puzzle, instance = given(name, facts)
    explanation = puzzle.explain(instance, **options)
    list(explanation)
    return explanation


def reasons_of(name, board):
    """The reasons of all steps of a path."""
    return [reason for step in explained(name, board).steps for reason in step.reasons]


def checked(name, facts, answer, **options):
    puzzle, instance = given(name, facts)
    return puzzle.check(instance, parse_facts(answer) if isinstance(answer, str) else answer, **options)


def answers(name, facts):
    """All solutions, from stock clingo, as sets of shown atoms."""
    puzzle, instance = given(name, facts)
    control = clingo.Control(["0", "--project=show", "--warn=none"])
    control.load(puzzle.program.path)
    control.add("base", [], "".join(f"{fact}." for fact in instance.facts))
    control.ground([("base", [])])
    found = set()
    control.solve(on_model=lambda model: found.add(frozenset(model.symbols(shown=True))))
    return found


class Referee:
    """Answers whether sentences and marks can hold together, with a control of its own."""

    def __init__(self, name, facts, observed=True):
        puzzle, instance = given(name, facts)
        problem = puzzle.problem(instance)
        statements, texts = switchable(problem.program, observed)
        self.control = make_control([], problem, Log(), statements)
        ground(self.control, problem, Log())
        self.literals = {}
        for atom in self.control.symbolic_atoms.by_signature("_broken", 2):
            number, values = atom.symbol.arguments
            sentence, names = texts[number.number]
            text = fill(sentence, dict(zip(names, map(str, values.arguments), strict=True)))
            self.literals.setdefault(text, []).append(atom.literal)
        self.shown = problem.program.shown
        shown = [atom for p, n in self.shown for atom in self.control.symbolic_atoms.by_signature(p, n)]
        self.facts = {atom.symbol for atom in shown if atom.is_fact}
        self.marks = [atom.symbol for atom in shown if not atom.is_fact]

    def possible(self, sentences, marks):
        assumptions = [-literal for text in sentences for literal in self.literals[text]]
        for atom, present in marks:
            literal = self.control.symbolic_atoms[atom].literal
            assumptions.append(literal if present else -literal)
        return self.control.solve(assumptions=assumptions).satisfiable

    def forces(self, sentences, marks, found):
        """Whether some marks follow, each alone; or that some sentences cannot hold, if nothing is to follow."""
        texts = [sentence.text for sentence in sentences]
        opposites = [[(atom, not present)] for atom, present in found] or [[]]
        return not any(self.possible(texts, [*marks, *opposite]) for opposite in opposites)

    def used(self, argument, marks):
        """Follow an argument from some marks to a contradiction, line by line; give the texts of its sentences.

        Each line follows from marks that are given or stand above it, by one sentence alone, or by counts that are
        added; what is cut off is cut off by the wall that is told.
        """
        marks, found = list(marks), set()
        for number, line in enumerate(argument, 1):
            assert (number == len(argument)) == (not line.marks)
            if line.cases:
                first, second = (case.supposed for case in line.cases)
                assert (first.atom, first.present) == (second.atom, not second.present)
                for case in line.cases:
                    found |= self.used(case.argument, [*marks, *pairs([case.supposed])])
                continue
            assert len(line.sentences) == 1 or line.quantity.added
            found |= {sentence.text for sentence in line.sentences}
            assert {*pairs(line.used)} <= {*marks}, line
            assert self.forces(line.sentences, pairs(line.used), pairs(line.marks)), line
            if line.wall:
                named = pairs([*line.wall.wall, *line.wall.witness])
                assert {*named} <= {*marks, *opposites(line.marks)}
                assert self.forces(line.sentences, named, [])
            marks += pairs(line.marks)
        return found

    def follows(self, argument, sentences, marks):
        """Whether an argument goes from some marks to a contradiction, by these sentences and no others."""
        if len(argument) == 1 and len(argument[0].sentences) > 1 and not argument[0].quantity:
            return self.forces(sentences, list(marks), [])
        return self.used(argument, marks) == {sentence.text for sentence in sentences}


def pairs(marks):
    return [(mark.atom, mark.present) for mark in marks]


def opposites(marks):
    return [(mark.atom, not mark.present) for mark in marks]


def verify_reason(referee, reason, known):
    """All that a reason finds follows from its sentences and from what it takes of what is known; where it is argued,
    line by line."""
    earlier = pairs(reason.earlier)
    assert reason.found
    assert reason.sentences
    assert {*earlier} <= known.items()
    assert pairs([reason.supposed]) == opposites(reason.found[:1])
    assert referee.forces(reason.sentences, earlier, pairs(reason.found)), reason
    if reason.argued:
        assert reason.direct or len(reason.found) == 1
        taken = referee.used(reason.argument, [*earlier, *pairs([reason.supposed])])
        assert taken == {sentence.text for sentence in reason.sentences}


# Some of them on which there are lines with cases, sums and walls.
LINES = [("norinori", "8x8-a"), ("starbattle", "5x5-a"), ("nurikabe", "6x6-a")]


@pytest.mark.parametrize(("name", "board"), [*SOLVABLE, *LONGER])
def test_every_step_follows_line_by_line_and_all_is_found(name, board):
    referee = Referee(name, board)
    (solution,) = answers(name, board)
    known = {}
    for step in explained(name, board).steps:
        assert {*pairs(step.earlier)} <= known.items()
        assert [*step.found] == [mark for reason in step.reasons for mark in reason.found]
        for reason in step.reasons:
            verify_reason(referee, reason, known)
            assert not known.keys() & {mark.atom for mark in reason.found}
            known |= dict(pairs(reason.found))
    shown = {atom for atom in known if (atom.name, len(atom.arguments)) in referee.shown}
    assert shown == {*referee.marks}
    assert {atom for atom in shown if known[atom]} | referee.facts == solution


def test_lines_with_cases_sums_and_walls_are_among_them():
    lines = [line for board in LINES for reason in reasons_of(*board) for line in reason.lines]
    assert any(line.cases for line in lines)
    assert any(line.quantity and line.quantity.added for line in lines)
    assert any(line.wall for line in lines)


def lines_of(argument):
    """The lines of an argument, also of its cases."""
    return [one for line in argument for one in line.every]


STEPS = {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0)}
# How the place of a side is said.
PLACES = {"right": "right of", "down": "below", "left": "left of", "up": "above"}


@pytest.mark.parametrize(("name", "board"), [("slitherlink", "5x5-a"), ("masyu", "6x6-a"), ("simpleloop", "5x5-a")])
def test_a_border_has_a_name_on_either_side(name, board):
    """The other cell lies where the direction says, and from there it is the opposite one."""
    marks = {mark for step in explained(name, board).steps for mark in step.found}
    for mark in marks:
        row, column, direction = mark.atom.arguments
        (r, c), way = (row.number, column.number), STEPS[direction.name]
        opposite = next(word for word, step in STEPS.items() if step == (-way[0], -way[1]))
        there = f"({r + way[0]}, {c + way[1]})"
        if mark.beyond:
            names = PLACES if name == "slitherlink" else dict(zip(STEPS, STEPS, strict=True))
            said = mark.text.replace(f"({r}, {c})", there).replace(names[direction.name], names[opposite])
            assert mark.beyond == said
    assert sum(bool(mark.beyond) for mark in marks) > len(marks) / 2


def test_the_article_needs_one_sentence_at_every_step():
    path = explained("tents", "6x6")
    assert path.conflict is None
    assert {len(reason.sentences) for reason in reasons_of("tents", "6x6")} == {1}
    assert sum(not mark.pencil for step in path.steps for mark in step.found) == 28
    rating = path.rating
    puzzle, instance = given("tents", "6x6")
    assert puzzle.rate(instance) == rating
    assert (rating.largest, rating.mean, rating.grade, rating.complete) == (1, 1.0, "easy", True)


SMALLEST = [
    ("tents", "6x6"),
    ("tents", "4x4-matching-a"),
    ("norinori", "5x5-a"),
    ("flow", "5x5-a"),
    ("queens", "8x8-given-unique"),
]


@pytest.mark.parametrize(("name", "board"), SMALLEST)
def test_every_smallest_step_follows_from_its_reason_and_from_no_less(name, board):
    referee = Referee(name, board, observed=False)
    (solution,) = answers(name, board)
    known = {}
    for step in explained(name, board, order="smallest").steps:
        earlier, found = pairs(step.earlier), pairs(step.found)
        assert step.proved
        assert {*earlier} <= known.items()
        assert not known.keys() & {atom for atom, _ in found}
        assert pairs([step.supposed]) == opposites(step.found[:1])
        assert referee.forces(step.sentences, earlier, found)
        assert referee.follows(step.argument, step.sentences, [*earlier, *pairs([step.supposed])])
        for one, mark in product(step.sentences, found):
            assert not referee.forces([other for other in step.sentences if other != one], known.items(), [mark])
        for one in earlier:
            assert not referee.forces(step.sentences, [other for other in earlier if other != one], found)
        known |= dict(found)
    assert known.keys() == {*referee.marks}
    assert {atom for atom, present in known.items() if present} | referee.facts == solution


@pytest.mark.parametrize(("name", "facts"), UNSOLVABLE)
def test_a_conflict_is_one_and_is_pointed_at(name, facts):
    assert not answers(name, facts)
    path = explained(name, facts)
    verify_contradiction(Referee(name, facts), path, {})
    puzzle, instance = given(name, facts)
    assert path.rating == puzzle.rate(instance)
    assert not path.rating.satisfiable
    assert puzzle.hint(instance).status == "unsatisfiable"
    assert path.conflict.proved
    assert path.board == path.conflict.board
    if not path.steps:
        on_board = {(r, c) for r in range(1, path.board.height + 1) for c in range(1, path.board.width + 1)}
        cells = {cell for sentence in path.conflict.sentences for cell in sentence.shown} & on_board
        assert path.board.focus == dict.fromkeys(cells, "fault")


# Boards without a solution whose smallest contradictions have no short argument.
STEPWISE = [
    ("binairo", "6x6-none-a"),
    ("cave", "6x6-none-a"),
    ("kakuro", "6x6-none-a"),
    ("masyu", "6x6-none-a"),
    ("nurimisaki", "6x6-none-a"),
    ("queens", "10x10-none-a"),
    ("slant", "6x6-none-a"),
    ("slitherlink", "6x6-none-a"),
    ("tents", "8x8-none-a"),
]


def verify_contradiction(referee, path, given):
    """Sentences and marks cannot hold together, and less can; steps lead there, each of which follows, and all that is
    taken was given or found before; nearly all that is found is taken."""
    conflict, blamed = path.conflict, pairs(path.conflict.blamed)
    assert {*blamed} <= given.items()
    texts = [sentence.text for sentence in conflict.sentences]
    assert not referee.possible(texts, blamed)
    for text in texts:
        assert referee.possible([other for other in texts if other != text], given.items())
    for mark in blamed:
        assert referee.possible(texts, [other for other in blamed if other != mark])
    known, taken = dict(blamed), {*blamed, *pairs(conflict.earlier)}
    for reason in (reason for step in path.steps for reason in step.reasons):
        verify_reason(referee, reason, known)
        known |= dict(pairs(reason.found))
        taken |= {*pairs(reason.earlier)}
    assert taken <= known.items()
    assert len(known) - len(taken) <= len(known) / 8
    if path.steps:
        assert referee.used(conflict.argument, pairs(conflict.earlier))
    else:
        assert referee.follows(conflict.argument, conflict.sentences, blamed)


@pytest.mark.parametrize(("name", "board"), STEPWISE)
def test_steps_lead_to_a_contradiction(name, board):
    path = explained(name, board)
    assert path.steps or len(path.conflict.argument) > 1
    verify_contradiction(Referee(name, board), path, {})
    assert path.rating == load(name).rate(board)
    puzzle, instance = given(name, board)
    smallest = puzzle.explain(instance, order="smallest")
    assert [*smallest] == []
    # In the order of size nothing is taken of what the part pencil says.
    assert puzzle.program.pencil or smallest.conflict.sentences == path.conflict.sentences


# What fits no solution though no rule is broken yet.
MISTAKES = [
    ("masyu", "6x6-a", "link(5, 5, down). link(1, 3, right)."),
    ("slitherlink", "6x6-a", "line(1, 1, down). -line(1, 5, down)."),
    ("starbattle", "8x8-a", "star(1, 1). star(3, 7)."),
    ("sudoku", "4x4-a", "number(1, 2, 1). number(4, 4, 1)."),
    ("tents", "8x8-a", "tent(3, 8). -tent(1, 1)."),
]


@pytest.mark.parametrize(("name", "board", "answer"), MISTAKES)
def test_steps_lead_from_a_mistake_to_a_contradiction(name, board, answer):
    puzzle, instance = given(name, board)
    marks = {clingo.Function(atom.name, atom.arguments): atom.positive for atom in parse_facts(answer)}
    path = puzzle.explain(instance, given=parse_facts(answer))
    list(path)
    assert answers(name, board)
    assert path.conflict.blamed
    verify_contradiction(Referee(name, board), path, marks)


def test_a_path_goes_on_from_what_is_given():
    puzzle, instance = given("tents", "6x6")
    (solution,) = answers("tents", "6x6")
    tent = next(atom for atom in sorted(solution) if atom.name == "tent")
    path = puzzle.explain(instance, given=[tent], boards=True)
    found = {mark.atom: mark.present for step in path for mark in step.found if not mark.pencil}
    assert tent not in found
    assert {atom for atom, present in found.items() if present} | {tent} == {a for a in solution if a.name == "tent"}
    assert path.rating.complete
    assert path.board == explained("tents", "6x6", boards=True).board == path.steps[-1].board._replace(focus={})
    absent = [clingo.Function(atom.name, atom.arguments, False) for atom, present in found.items() if not present]
    everything = puzzle.explain(instance, given=[*solution, *absent])
    assert [*everything] == []
    assert str(everything).endswith("nothing is left to find")


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("tent(9, 9).", "not possible on this board: a tent at (9, 9)"),
        ("tree(1, 1).", "tree(1,1) is not part of an answer"),
        ("tent(1, 1). -tent(1, 1).", "the answer contradicts itself: a tent at (1, 1); no tent at (1, 1)"),
    ],
)
def test_what_is_no_part_of_an_answer_is_not_explained(answer, error):
    puzzle, instance = given("tents", "6x6")
    with pytest.raises(UsageError, match=re.escape(error)):
        list(puzzle.explain(instance, given=parse_facts(answer)))


def test_what_queens_attack_is_one_step():
    """The givens and all cells in line with them, and no more, stand in the first step."""
    step, *_ = explained("queens", "8x8-given-unique").steps
    given = {(4, 3), (5, 8)}
    cells = {(r, c) for r in range(1, 9) for c in range(1, 9)}
    attacked = {(r, c) for r, c in cells - given for a, b in given if r == a or c == b or abs(r - a) == abs(c - b)}
    assert {mark.cell for mark in step.found if mark.present} == given
    assert {mark.cell for mark in step.found if not mark.present} == attacked


def test_each_step_of_a_sudoku_of_singles_fills_a_cell():
    """The givens are one step, and then each step fills one cell: what else could be in it is no step of its own."""
    givens, *steps = explained("sudoku", "6x6-a").steps
    facts = given("sudoku", "6x6-a")[1].facts
    filled = {cell_of(fact) for fact in facts if fact.name == "given"}
    assert {mark.cell for mark in givens.found if mark.present} == filled
    assert [sum(mark.present for mark in step.found) for step in steps] == [1] * (36 - len(filled))


def test_a_region_in_a_row_empties_the_rest_of_it_in_one_step():
    """It takes the star of row 1: that is one line of two counts, the region's and the row's."""
    regions = by_cell(facts_of(given("starbattle", "5x5-a")[1].facts), "region")
    inside = {cell for cell, region in regions.items() if region == regions[1, 4]}
    assert {r for r, _ in inside} == {1}
    step, *_ = explained("starbattle", "5x5-a").steps
    assert {mark.cell for mark in step.found} == {(1, c) for c in range(1, 6)} - inside
    ((need,), (allow,)) = step.argument[0].quantity
    assert {mark.cell for mark in need.marks} == inside
    assert (need.many, allow.many) == (1, 1)


def walls(name, board):
    """What is cut off by what in the lines of a path."""
    return [line.wall for reason in reasons_of(name, board) for line in reason.lines if line.wall]


def test_what_is_said_of_the_whole_board_points_at_what_it_takes_and_gives():
    """Such as that a tile lies in one of all cells."""
    cells = {*product((1, 2, 3), repeat=2)}
    lines = [line for reason in reasons_of("tetravex", "3x3-a") for line in reason.argument]
    wide = [line for line in lines if [one.cells for one in line.sentences] == [cells]]
    assert wide
    for line in wide:
        assert line.places == {mark.cell for mark in (*line.used, *line.marks)}


def test_cut_points_at_what_it_names_and_not_at_the_whole_board():
    path = explained("hitori", "6x6-a", boards=True)
    steps = [step for step in path.steps if step.technique == "cut off" and len(step.argument) == 1 and not step.parts]
    assert steps
    for step in steps:
        wall = step.argument[-1].wall
        named = {mark.cell for part in (wall.apart, wall.wall, wall.witness) for mark in part}
        assert step.board.focus.keys() == named | {mark.cell for mark in (*step.found, *step.earlier)}


def rings(name, board):
    """The walls of lines that are said to be closed, each with the lines that are there."""
    known = []
    for step in reasons_of(name, board):
        before = [*known, step.supposed]
        for line in step.argument:
            if line.wall and line.wall.closed:
                # What a line finds is shown by its opposite.
                yield line.wall, [*(mark for mark in before if mark.present), *line.marks[:1]]
            before += line.marks
        known += step.found


RINGS = [("masyu", "10x10-a"), ("slitherlink", "6x6-a"), ("nurikabe", "8x8-a")]


@pytest.mark.parametrize(("name", "board"), RINGS)
def test_loops_that_would_close_are_rings(name, board):
    """Each end of a line of a ring is an end of two; shaded cells, which no lines join, are no ring."""
    found = list(rings(name, board))
    assert bool(found) == (name != "nurikabe")
    of_line = sides if name == "slitherlink" else ends
    for wall, marks in found:
        lines = {frozenset(of_line(mark)) for mark in marks if len(mark.atom.arguments) == 3}
        ring = flooded(of_line(wall.apart[0]), lines)
        assert all(sum(end in line for line in lines) == 2 for end in ring)


def flooded(starts, edges):
    """The nodes that are joined to some."""
    reached, todo = set(starts), list(starts)
    while todo:
        node = todo.pop()
        new = {other for edge in edges if node in edge for other in edge} - reached
        reached |= new
        todo += new
    return reached


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("nurikabe", "6x6-a"),
        ("nurikabe", "8x8-a"),
        ("shimaguni", "6x6-a"),
        ("shimaguni", "8x8-a"),
        ("nurimisaki", "8x8-a"),
        ("nurimisaki", "10x10-a"),
        ("cave", "8x8-a"),
        ("cave", "10x10-a"),
        ("tapa", "8x8-a"),
        ("yinyang", "8x8-a"),
        ("hitori", "8x8-a"),
        ("heyawake", "8x8-a"),
    ],
)
def test_a_flood_does_not_pass_the_wall_that_is_told(name, board):
    """Cells of one colour hang together: no way is left past the cells of the wall alone and, where a mark follows,
    past its cell, with nothing else known; nor may what a line goes on to say be what it takes."""
    facts = given(name, board)[1].facts
    ((height, width),) = [[n.number for n in fact.arguments] for fact in facts if fact.name == "size"]
    board_cells = {(r, c) for r in range(1, height + 1) for c in range(1, width + 1)}
    told = 0
    for line in (line for reason in reasons_of(name, board) for line in reason.lines if line.wall):
        wall = line.wall
        if wall.closed or {mark.atom.name for mark in wall.wall} != {"shaded"} or not wall.witness:
            continue
        # What is said of a region stays in it.
        inside = {*line.sentences[0].cells} or board_cells
        following = {mark.atom for mark in line.marks}
        for cell in [mark.cell for mark in line.marks] or [None]:
            free = inside - {mark.cell for mark in wall.wall if mark.atom not in following} - {cell}
            edges = {(a, b) for a in free for b in free if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1}
            reached = flooded([mark.cell for mark in wall.apart if mark.cell != cell], edges)
            outside = [mark.cell for mark in wall.witness if mark not in wall.apart]
            edge = [(r, c) for r, c in board_cells if r in (1, height) or c in (1, width)]
            # What has nothing of its own outside has to come to the edge, as in a cave.
            assert wall.apart and not reached.issuperset(outside) if outside else reached.isdisjoint(edge)
        told += 1
    assert told


@pytest.mark.parametrize("board", ["6x6-a", "10x10-a"])
def test_walls_part_the_loop_of_masyu(board):
    facts = given("masyu", board)[1].facts
    ((height, width),) = [[n.number for n in fact.arguments] for fact in facts if fact.name == "size"]
    cells = {(r, c) for r in range(1, height + 1) for c in range(1, width + 1)}
    links = {(a, b) for a in cells for b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) if b in cells}
    found = list(walls("masyu", board))
    assert found
    for wall in found:
        assert not any(mark.present for mark in wall.wall if mark not in wall.apart)
        edges = links - {ends(mark) for mark in wall.wall if not mark.present}
        inside = flooded({cell for mark in wall.apart for cell in ends(mark)}, edges)
        circles = {cell_of(fact) for fact in facts if fact.name in ("black", "white")}
        outside = [mark for mark in wall.witness if not set(ends(mark)) & inside]
        # The loop passes all circles, so that a circle outside says as much as a line.
        assert outside or circles - inside


def cell_of(atom):
    return atom.arguments[0].number, atom.arguments[1].number


def ends(mark):
    row, column = cell_of(mark.atom)
    down = mark.atom.arguments[2].name == "down"
    return (row, column), (row + down, column + (not down))


def sides(mark):
    return english_ends(*cell_of(mark.atom), mark.atom.arguments[2].name)


def test_hint_builds_on_what_is_given():
    known = [mark for step in explained("tents", "6x6").steps[:4] for mark in step.found if not mark.pencil]
    puzzle, instance = given("tents", "6x6")
    atoms = [clingo.Function(mark.atom.name, mark.atom.arguments, mark.present) for mark in known]
    hint = puzzle.hint(instance, atoms)
    assert hint.status == "step"
    assert {mark.atom for mark in hint.step.found}.isdisjoint(mark.atom for mark in known)
    assert {len(reason.sentences) for reason in hint.step.reasons} == {1}


@pytest.mark.parametrize(("name", "board"), [("sudoku", "6x6-a"), ("futoshiki", "4x4-a"), ("suguru", "6x6-a")])
def test_hint_is_about_something_new(name, board):
    """Nothing of givens, of cells that are filled, and of the other numbers of the cell that it fills."""
    puzzle, instance = given(name, board)
    (solution,) = answers(name, board)
    filled = {cell_of(fact): fact for fact in instance.facts if fact.name == "given"}
    marks = []
    for _ in range(3):
        step = puzzle.hint(instance, marks).step
        assert not {mark.cell for mark in step.found} & filled.keys()
        assert len({mark.cell for mark in step.found if mark.present}) <= 1
        placed = {mark.cell for mark in step.found if mark.present}
        assert not [mark for mark in step.found if not mark.present and mark.cell in placed]
        marks += [clingo.Function(mark.atom.name, mark.atom.arguments, mark.present) for mark in step.found]
        right = next(atom for atom in sorted(solution) if cell_of(atom) not in filled)
        marks.append(right)
        filled[cell_of(right)] = right


def test_path_stops_where_several_solutions_differ():
    path = explained("tents", "6x6-many-a")
    solutions = answers("tents", "6x6-many-a")
    found = {mark.atom: mark.present for step in path.steps for mark in step.found}
    for atom in Referee("tents", "6x6-many-a").marks:
        values = {atom in solution for solution in solutions}
        assert found.get(atom) == (values.pop() if len(values) == 1 else None)
    assert not path.rating.complete


def test_same_path_every_time():
    assert explained("norinori", "6x6-a").steps == explained("norinori", "6x6-a").steps


@pytest.mark.parametrize(
    ("name", "board"),
    [("norinori", "6x6-a"), ("queens", "8x8-given-unique"), ("flow", "6x6-loop-a"), ("tetravex", "3x3-a"),
     ("starbattle", "6x6-a"), ("tents", "8x8-a"), ("tents", "8x8-none-a")],
)  # fmt: skip
def test_same_path_whatever_the_order_of_sets_of_texts(name, board, run):
    first, second = (run("explain", name, board, "-f", "json", env={"PYTHONHASHSEED": seed}) for seed in "01")
    assert first.stdout == second.stdout
    assert first.stdout


OWN = """% Own - a program of a stranger.
#defined size/2.
cell(R, C) :- size(H, W), R = 1..H, C = 1..W.
% Row R holds one or two stones.
1 { stone(R, C) : cell(R, C) } 2 :- cell(R, 1).
% In row R, as many stones as N.
N = M :- target(R, N), M = #count { C : stone(R, C) }.
#defined target/2.
% Redundant: not more than two stones at the left.
:- stone(1, 1), stone(2, 1), stone(3, 1).

:- stone(R, C), stone(R, C+1).
#show stone/2.
"""


def test_comparisons_choices_redundant_rules_and_rules_without_a_sentence(tmp_path):
    path = tmp_path / "own.lp"
    path.write_text(OWN)
    puzzle = load(str(path))
    steps = list(puzzle.explain(Instance("test", parse_facts("size(1,3). target(1,2)."))))
    assert {str(m.atom): m.present for step in steps for m in step.found} == {
        "stone(1,1)": True,
        "stone(1,2)": False,
        "stone(1,3)": True,
    }
    texts = {sentence.text for step in steps for sentence in step.sentences}
    assert "In row 1, as many stones as 2." in texts
    assert any("own.lp:12: " in text for text in texts)
    assert not any("Redundant" in text for text in texts)
    assert steps[0].found[0].text in ("stone(1,1)", "not stone(1,2)", "stone(1,3)")
    none = puzzle.explain(Instance("test", parse_facts("size(1,3). target(1,3).")))
    assert list(none) == []
    assert len(none.conflict.sentences) == 2


def test_program_without_rules_has_nothing_to_explain(tmp_path):
    path = tmp_path / "none.lp"
    path.write_text("% None - no rules.\n{ a }.\n#show a/0.\n")
    with pytest.raises(ProgramError, match="no rules"):
        load(str(path)).explain()


def test_every_puzzle_says_its_answer_in_words():
    for path in (ROOT / "asp").glob("*.lp"):
        puzzle = load(str(path))
        entries = {entry.name: entry for entry in puzzle.program.table("Output")}
        for name, _ in puzzle.program.shown:
            for sign in ("", "-"):
                entry = entries[sign + name]
                assert all(argument in entry.text for argument in entry.arguments)


@pytest.mark.parametrize(
    ("name", "board"),
    [("tents", "6x6-many-a"), ("flow", "4x4-many-a"), ("tetravex", "3x3-equal-b"), ("norinori", "5x5-many-a")],
)
def test_clingo_itself_agrees_on_the_transformation(name, board):
    """With all sentences switched on, the models are the solutions."""
    referee = Referee(name, board)
    control = referee.control
    control.configuration.solve.models = 0
    found = set()
    control.solve(
        assumptions=[-literal for literals in referee.literals.values() for literal in literals],
        on_model=lambda model: found.add(
            frozenset(a for a in model.symbols(shown=True) if (a.name, len(a.arguments)) in referee.shown)
        ),
    )
    assert found == answers(name, board)


def test_paths_that_are_known_to_be_absent_are_borders_not_crossed():
    def barred(name, facts, answer):
        puzzle, instance = given(name, facts)
        oracle = Oracle(puzzle.problem(instance))
        known = {clingo.Function(a.name, a.arguments): a.positive for a in parse_facts(answer)}
        return Paper(oracle, oracle.symbols.values()).draw(known).barred

    facts = "size(2,2). terminal(1,1..2,1). terminal(2,1..2,2)."
    assert barred("flow", facts, "link(1,1,right). -link(1,1,down).") == {(1, 1, "down"), (2, 1, "up")}
    assert barred("flow", facts, "") == set()
    assert barred("flow", facts, "link(1,1,right). -link(1,1,down). -link(1,2,down). link(2,1,right).") == set()
    assert barred("tents", "6x6", "-tent(1,1).") == set()


def test_boards_of_a_path_are_drawn_from_a_step_on(run):
    whole, late = (run("explain", "tents", "6x6", *more).stdout for more in ([], ["--boards", "--begin", "6"]))
    parts = late.split("\n\n")
    legend, key = parts[0].splitlines()
    assert legend == whole.split("\n\n")[0]
    assert "[ ]" in key
    steps = [part for part in parts if part.lstrip()[:3] in ("6. ", "7. ")]
    assert len(steps) == 2
    assert all(step.strip("\n") in whole for step in steps)
    drawn = parts[parts.index(steps[0]) + 1]
    found = [mark for step in explained("tents", "6x6").steps[:6] for mark in step.found if not mark.pencil]
    assert drawn.count("▲") == sum(mark.present for mark in found)
    assert drawn.count("[") == 1
    before = parts[1]
    assert before.count("▲") == drawn.count("▲") - 1
    for board in (before, drawn):
        numbers, _, *rows = board.splitlines()
        assert numbers.split() == list("123456")
        assert [row[0] for row in rows] == list("123456")
    assert run("explain", "tents", "6x6", "--begin", "0").returncode == 2


def test_a_line_is_pointed_at_where_it_is():
    """A wrong line is red itself, and so is what is found; the clue that says so is the reason, and no other cell."""
    facts = "size(3,3). number(2,2,0). number(1,1,2)."
    puzzle, instance = given("slitherlink", facts)
    board = puzzle.check(instance, "line(1,2,down). line(3,3,right).").board
    assert (board.edges, board.focus) == ({(1, 2, "down"): "fault"}, {(2, 2): "reason"})
    facts = "size(3,3). number(1,1,3). number(2,2,0)."
    board = puzzle.check(given("slitherlink", facts)[1], "-line(1,1,up).").board
    assert board.edges == {(1, 1, "up"): "fault"}
    assert set(board.focus) <= {(1, 1), (2, 2)}
    board = puzzle.hint(instance).board
    around = {(1, 2, "down"), (2, 2, "down"), (2, 1, "right"), (2, 2, "right")}
    assert (board.edges, board.focus) == (dict.fromkeys(around, "found"), {(2, 2): "reason"})


@pytest.mark.parametrize(("name", "board"), [("norinori", "6x6-a"), ("slitherlink", "6x6-a")])
def test_what_is_supposed_has_a_mark_of_its_own(name, board):
    """In each line of an argument, also where all around it is lit."""
    told = 0
    for step in explained(name, board).steps:
        begin = step.reasons[0]
        for focus, lines, marks in lit(step) if begin.argued and not begin.direct else ():
            assert begin.supposed.text in lines[0]
            assert [place for place, kind in focus.items() if kind == "supposed"] == [begin.supposed.place]
            assert marks[0] == begin.supposed
            assert {place for place, kind in focus.items() if kind == "found"} <= {mark.place for mark in marks[1:]}
            told += 1
    assert told


def test_the_page_of_a_line_has_what_is_supposed_on_its_board(tmp_path, run):
    """A tent that is supposed, and those that would follow, are drawn while it is told why they cannot be."""
    path = tmp_path / "path.html"
    run("explain", "tents", "8x8-a", "-o", str(path))
    pages = json.loads(re.search(r"const steps = (.*);", path.read_text())[1])
    by_label = {page["label"]: page["board"].count(GLYPHS["tent"].svg) for page in pages}
    steps = explained("tents", "8x8-a").steps
    before, told = 0, 0
    for number, step in enumerate(steps, 1):
        for line, (_, _, marks) in enumerate(lit(step), 1):
            label = f"{number}.{line}"
            if label in by_label:
                supposed = {mark.atom for mark in marks if mark.present and not mark.pencil}
                assert by_label[label] == before + len(supposed)
                told += bool(supposed)
        before += sum(mark.present and not mark.pencil for mark in step.found)
        assert by_label[str(number)] == before
    assert told


def test_sentences_have_words_in_the_place_of_variables_for_words():
    """So "a X" is "a tent"; numbers and letters, of which a rule speaks one by one, stay variables."""
    told = [general_sentences(load(name).problem(load(name).read(board))) for name, board in GENERAL]
    assert told[0] == {
        "The cells (R, C) and (R', C') touch, so at most one of them holds a X.":
        "The cells (R, C) and (R', C') touch, so at most one of them holds a tent."
    }  # fmt: skip
    assert list(told[1].values()) == ["At the lower or upper left or right corner of (R, C) two lines meet, or none."]
    assert "Row R holds X exactly once." not in told[2]


GENERAL = [("tents", "6x6"), ("slitherlink", "6x6-a"), ("easyasabc", "6x6-a")]
FLOW = [{}, {"fill": "0"}, {"touch": "0"}, {"pairs": "0"}]
PENCIL = [
    *(("flow", board, fact) for board in ("4x4-many-a", "5x5-a", "6x6-loop-a") for fact in FLOW),
    ("queens", "4x4-a", {}),
    ("queens", "6x6-a", {}),
    ("queens", "8x8-given-e", {}),
    *(("snake", board, {}) for board in ("5x5-a", "8x8-many-a")),
    *(("tetravex", board, {}) for board in ("2x2-example-a", "3x4-equal-a", "4x4-many-a", "4x4-fixed-a")),
]


def solutions(name, facts, part, constants):
    """The number of solutions by clingo alone, with a part of the program beside the rules; 400 are enough."""
    options = [f"-c{constant}={value}" for constant, value in constants.items()]
    control = clingo.Control(["400", "--warn=none", "--project=show", *options])
    control.load(str(ROOT / "asp" / f"{name}.lp"))
    control.add("base", [], facts)
    control.ground([("base", []), (part, [])])
    with control.solve(yield_=True) as handle:
        return sum(1 for _ in handle)


@pytest.mark.parametrize(("name", "instance", "constants"), PENCIL, ids=str)
def test_what_the_part_pencil_forbids_is_in_no_solution(name, instance, constants):
    facts = (ROOT / "instances" / name / f"{instance}.lp").read_text()
    assert solutions(name, facts, "pencil", constants) == solutions(name, facts, "base", constants)


@pytest.mark.parametrize("constants", [{}, {"fill": "0"}], ids=str)
def test_what_the_part_pencil_forbids_is_in_no_solution_of_tiny_boards(constants):
    """Where terminals stand on the border by chance, and where two paths of a colour have one of another between."""
    chance, counts = random.Random(4), []
    boards = ["".join(f"{name}({','.join(map(str, args))})." for name, *args in flow.board(chance)) for _ in range(80)]
    for facts in boards:
        counts.append(solutions("flow", facts, "base", constants))
        assert solutions("flow", facts, "pencil", constants) == counts[-1], facts
    assert sum(map(bool, counts)) > 20
    facts = "size(3,3). terminal(1,(1;3),1). terminal(3,(1;3),1). terminal((1;3),2,2)."
    assert solutions("flow", facts, "base", {"pairs": "0"}) == solutions("flow", facts, "pencil", {"pairs": "0"}) == 1


def test_paths_do_not_alternate_along_the_border():
    """That is seen at once, where the sentence about one path would have to be followed to the end."""
    explanation = explained("flow", "size(4,4). terminal(1,2,1). terminal(4,2,1). terminal(2,1,2). terminal(2,4,2).")
    (sentence,) = explanation.conflict.sentences
    pairs = [sorted((one, other)) for one in ("(1, 2)", "(4, 2)") for other in ("(2, 1)", "(2, 4)")]
    begin = tuple(f"The paths from {one} and {other} do not cross" for one, other in pairs)
    assert sentence.text.startswith(begin)


def test_a_cell_is_empty_where_nothing_is_in_it_whatever_passes_it():
    """In Yajilin a cell that is not shaded; of a loop no cell is, though no line goes on right or down from it."""

    def empty(name, facts, answer, focus=None):
        puzzle, instance = given(name, facts)
        oracle = Oracle(puzzle.problem(instance))
        known = {clingo.Function(a.name, a.arguments): a.positive for a in parse_facts(answer)}
        return Paper(oracle, oracle.symbols.values()).draw(known, focus).empty

    lines = "-link(1,1,right). -link(1,1,down)."
    assert empty("yajilin", "size(3, 3).", "-shaded(1,1).") == {(1, 1)}
    assert empty("yajilin", "size(3, 3).", lines) == set()
    assert empty("simpleloop", "size(3, 3).", lines) == set()
    assert empty("nurikabe", "size(1, 2). number(1, 1, 1).", "-shaded(1,1). shaded(1,2).") == set()
    assert (1, 1) in empty("nurikabe", "size(1, 2). number(1, 1, 1).", "-shaded(1,1). shaded(1,2).", {(1, 2): "found"})

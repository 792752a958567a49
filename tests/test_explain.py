"""Explanations: every step, conflict and check is verified by other means."""

import json
import os
import random
import re
import subprocess
import sys
from collections import defaultdict
from itertools import combinations, islice, permutations, product, takewhile
from pathlib import Path

import clingo
import pytest
from english.slitherlink import ends as english_ends
from genres import by_cell, facts_of, flow
from pyclingo_app.explain.propagation import Propagation
from pyclingo_app.explain.reading import Readings

from pyclingo_app import Instance, ProgramError, UsageError, load, parse_facts
from pyclingo_app.draw.symbols import GLYPHS
from pyclingo_app.explain import reasons
from pyclingo_app.explain.general import general_sentences
from pyclingo_app.explain.scope import Scope
from pyclingo_app.program.rules import fill
from pyclingo_app.program.source import Log
from pyclingo_app.program.transform import switchable
from pyclingo_app.solve.control import ground, make_control
from pyclingo_app.solve.hitting import add_minimal, hitting_set, optimal_hitting_set, some_hitting_set
from pyclingo_app.solve.oracle import Oracle, bits, numbers
from pyclingo_app.solve.paper import Paper
from pyclingo_app.write.explanations import argued
from pyclingo_app.write.steps import first, lit, step_lines

ROOT = Path(__file__).parent.parent

SOLVABLE = [
    ("tents", "6x6"),
    ("tents", "5x5-a"),
    ("tents", "8x8-a"),
    ("tents", "4x4-matching-a"),
    ("norinori", "5x5-a"),
    ("norinori", "6x6-a"),
    ("queens", "8x8-given-unique"),
    ("flow", "5x5-a"),
    ("flow", "5x5-touch-a"),
    ("tetravex", "2x2-example-a"),
    ("tetravex", "3x3-a"),
    ("starbattle", "5x5-a"),
    ("starbattle", "6x6-a"),
]
ARGUED = [
    ("nurikabe", "5x5-a"),
    ("nurikabe", "6x6-a"),
    ("slitherlink", "5x5-a"),
    ("masyu", "6x6-a"),
    ("flow", "6x6-loop-a"),
    ("sudoku", "6x6-a"),
    ("kakuro", "4x4-a"),
    ("nonogram", "5x5-a"),
    ("shimaguni", "6x6-a"),
    ("countryroad", "6x6-a"),
    ("slitherlink", "7x7-a"),
    ("skyscrapers", "6x6-a"),
    ("shakashaka", "8x8-a"),
    ("galaxies", "8x8-a"),
    ("cave", "8x8-a"),
    ("kakuro", "10x10-a"),
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


def explained(name, facts, **options):
    puzzle, instance = given(name, facts)
    explanation = puzzle.explain(instance, **options)
    list(explanation)
    return explanation


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

    def used(self, argument, marks):
        """Follow an argument from some marks to a contradiction, line by line; give the texts of its sentences.

        Each line follows from marks that are given or stand above it, by one sentence alone.
        """
        marks = list(marks)
        found = set()
        for number, line in enumerate(argument, 1):
            assert (number == len(argument)) == (not line.marks)
            if line.cases:
                first, second = (case.supposed for case in line.cases)
                assert (first.atom, first.present) == (second.atom, not second.present)
                for case in line.cases:
                    found |= self.used(case.argument, [*marks, *pairs([case.supposed])])
                continue
            (sentence,) = line.sentences
            found.add(sentence.text)
            assert {*pairs(line.used)} <= {*marks}, sentence.text
            for mark in line.marks:
                assert not self.possible([sentence.text], [*pairs(line.used), (mark.atom, not mark.present)]), mark.text
            assert line.marks or not self.possible([sentence.text], pairs(line.used)), sentence.text
            for briefer, those in line.briefer:
                for taken in [[(mark.atom, not mark.present)] for mark in those] or [[]]:
                    assert not self.possible([briefer.text], [*pairs(line.used), *taken]), briefer.text
            if line.wall:
                named = pairs([*line.wall.wall, *line.wall.witness])
                opposite = [(mark.atom, not mark.present) for mark in line.marks]
                assert {*named} <= {*marks, *opposite}
                assert not self.possible([sentence.text], named)
            marks += pairs(line.marks)
        return found

    def follows(self, argument, sentences, marks):
        """Whether an argument goes from some marks to a contradiction, by these sentences and no others."""
        texts = {sentence.text for sentence in sentences}
        if len(argument) == 1 and len(argument[0].sentences) > 1:
            return not self.possible(texts, list(marks))
        return self.used(argument, marks) == texts


def pairs(marks):
    return [(mark.atom, mark.present) for mark in marks]


def opposites(marks):
    return [(mark.atom, not mark.present) for mark in marks]


def splits(argument):
    """How many lines an argument has as it is told, and how often it has two cases."""
    inner = [splits(case.argument) for line in argument for case in line.cases]
    told = [line for line in argued(argument) if not line.lstrip().startswith(("Either ", "Or "))]
    return len(told), sum(cases for _, cases in inner) + bool(inner)


def verify_reason(referee, reason, known):
    """A reason has an argument for each mark that it finds, with what is known before it."""
    assert reason.found
    assert reason.argued
    assert set(pairs(reason.earlier)) <= known.items()
    texts = [sentence.text for sentence in reason.sentences]
    assert pairs([reason.supposed]) == opposites(reason.found[:1])
    if len(texts) == 1:
        for opposite in opposites(reason.found):
            assert not referee.possible(texts, [*pairs(reason.earlier), opposite])
    if len(texts) > 1 or reason.argument[0].wall:
        assert opposites(case.supposed for case in reason.likewise) == pairs(reason.found[1:])
        for supposed, argument in [(reason.supposed, reason.argument), *reason.likewise]:
            start = [*pairs(reason.earlier), *pairs([supposed])]
            assert referee.used(argument, start) == set(texts)
            lines, cases = splits(argument)
            assert lines <= 12
            assert cases <= 2


@pytest.mark.parametrize(("name", "board"), [*SOLVABLE, *ARGUED])
def test_every_step_is_argued_line_by_line(name, board):
    """Each line needs one sentence only, each mark that is found has an argument, and all is found."""
    referee = Referee(name, board)
    (solution,) = answers(name, board)
    puzzle, instance = given(name, board)
    known = {}
    for step in puzzle.explain(instance):
        texts = [sentence.text for sentence in step.sentences]
        assert set(pairs(step.earlier)) <= known.items()
        for opposite in opposites(step.found):
            assert not referee.possible(texts, [*pairs(step.earlier), opposite])
        assert [*step.found] == [mark for reason in step.reasons for mark in reason.found]
        for reason in step.reasons:
            verify_reason(referee, reason, known)
            for mark in reason.found:
                assert mark.atom not in known
                known[mark.atom] = mark.present
    shown = {atom for atom in known if (atom.name, len(atom.arguments)) in puzzle.program.shown}
    assert shown == set(referee.marks)
    assert {atom for atom in shown if known[atom]} | referee.facts == solution


def test_what_is_seen_at_one_look_is_one_line():
    """The ways on that a loop has along a border, and what a queen attacks; each mark stands in it."""
    along = "Two lines meet at (7, 5), or none, and so on at (8, 5), (8, 6), (8, 7), (8, 8), (7, 8): "
    attacked = (
        "Row 5 holds exactly one queen. Column 9 holds exactly one queen. At most one queen stands on the diagonal "
    )
    for name, board, begin in [("masyu", "8x8-a", along), ("queens", "10x10-blocked-unique", attacked)]:
        steps = (reason for step in explained(name, board).steps for reason in step.reasons)
        arguments = [step.argument for step in steps if any(begin in line for line in argued(step.argument))]
        assert arguments
        for argument in arguments:
            for line in lines_of(argument):
                assert all(told_cells(mark) & {*re.findall(CELL, " ".join(argued(argument)))} for mark in line.marks)


CELL = r"\(\d+, \d+\)"


def told_cells(mark):
    """The cells of a mark as a text may name it: of a border that on either side."""
    return {*re.findall(CELL, mark.text), *re.findall(CELL, mark.beyond or "")}


def lines_of(argument):
    """The lines of an argument, also of its cases."""
    return [one for line in argument for one in (line, *(x for case in line.cases for x in lines_of(case.argument)))]


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


def test_a_border_has_one_name_on_a_path():
    """Wherever it is found and used; each one inside the board is named, in the end."""
    names = {}
    for text in (line for step in explained("slitherlink", "6x6-a").steps for line in step_lines(step)):
        for places, cells in re.findall(rf"line ((?:[a-z ]+(?:, )?)+) ((?:{CELL}(?:, )?)+)", text):
            for place, cell in product(places.split(", "), re.findall(CELL, cells)):
                side = next(side for side, word in PLACES.items() if word == place)
                border = english_ends(*map(int, re.findall(r"\d+", cell)), side)
                assert names.setdefault(border, (place, cell)) == (place, cell)
    assert len(names) == 2 * 6 * 7


@pytest.mark.parametrize("board", ["5x5-a", "6x6-a"])
def test_how_much_a_number_would_see_is_so_however_the_rest_is_shaded(board):
    """At least, or at most, as many cells as said, in all shadings of its row and column that agree with the marks."""
    size = int(board[0])
    told = 0
    for reason in (reason for step in explained("kurodoko", board).steps for reason in step.reasons):
        amount = reason.argument[0].amount
        if amount is None:
            continue
        told += 1
        ((r, c),) = (tuple(map(int, cell)) for cell in re.findall(r"\((\d+), (\d+)\)", reason.sentences[0].text))
        number = int(re.search(r"sees (\d+)", reason.sentences[0].text)[1])
        assert number < amount.number if amount.much else amount.number < number
        shaded = {mark.cell: mark.present for mark in (*reason.earlier, reason.supposed)}
        cross = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1) if (x == r) != (y == c)]
        free = [cell for cell in cross if cell not in shaded]
        for some in (combination for k in range(len(free) + 1) for combination in combinations(free, k)):
            white = {cell for cell in cross if not shaded.get(cell, cell in some)}
            seen = 1 + sum(
                len([*takewhile(white.__contains__, ((r + k * down, c + k * right) for k in range(1, size)))])
                for down, right in STEPS.values()
            )
            assert seen >= amount.number if amount.much else seen <= amount.number
    assert told


@pytest.mark.parametrize("board", ["6x6-a", "8x8-a"])
def test_what_is_placed_is_struck_before_many_marks_make_a_sum(board):
    """Where a step takes many marks for the sum of a run, no open cell of it may still hold what another one does."""
    digits: dict[tuple[int, int], dict[int, bool]] = {}
    told = 0
    for step in explained("kakuro", board).steps:
        reason = step.reasons[0]
        sums = [sentence.cells for sentence in reason.sentences if "their sum is" in sentence.text]
        if len(sums) == 1 and len(reason.earlier) > 4:
            told += 1
            (run,) = (dict.fromkeys(cells) for cells in sums)
            placed = {digit for cell in run for digit, there in digits.get(cell, {}).items() if there}
            for cell in run:
                if True not in digits.get(cell, {}).values():
                    assert placed <= {*digits.get(cell, {})}
        for mark in (mark for part in step.reasons for mark in part.found):
            r, c, digit = (argument.number for argument in mark.atom.arguments)
            digits.setdefault((r, c), {})[digit] = mark.present
    assert told


@pytest.mark.parametrize(
    ("name", "board", "only"), [("kakuro", "6x6-a", r"only ([\d, ]+) at"), ("kropki", "5x5-a", None)]
)
def test_what_is_left_is_what_was_not_ruled_out(name, board, only):
    """The candidates that are left in a cell are all but those that were found not to be in it, this step's too."""
    digits = {*range(1, 10)} if name == "kakuro" else {*range(1, 6)}
    out, told = set(), 0
    for step in explained(name, board).steps:
        for reason in step.reasons:
            out |= {tuple(a.number for a in mark.atom.arguments) for mark in reason.found if not mark.present}
            left = {tuple(a.number for a in mark.atom.arguments) for mark in reason.left}
            for r, c in {(r, c) for r, c, _ in left}:
                assert {n for x, y, n in left if (x, y) == (r, c)} == {n for n in digits if (r, c, n) not in out}
        for line in step_lines(step) if only else ():
            for clause in re.findall(rf"{only}((?:,? {CELL})+)", line):
                numbers = {int(number) for number in clause[0].split(", ")}
                for cell in re.findall(r"(\d+), (\d+)", clause[1]):
                    assert numbers == {n for n in digits if (*map(int, cell), n) not in out}
                    told += 1
    assert told or not only


@pytest.mark.parametrize(
    ("name", "board"), [("tetravex", "4x4-fixed-a"), ("kropki", "5x5-a"), ("skyscrapers", "5x5-a")]
)
def test_of_a_filled_cell_it_is_said_what_stands_there(name, board):
    """It is known, and one sentence says that nothing else is there; what else is known of the cell is not said."""
    referee, known, told = Referee(name, board), set(), 0
    for step in explained(name, board).steps:
        filled = {str(cell_of(atom)) for atom, present in known if present}
        for line in step_lines(step):
            for clause in line.removeprefix("known: ").split("; ") if line.startswith("known: ") else ():
                cells = {*re.findall(CELL, clause)}
                assert cells <= filled or cells.isdisjoint(filled)
                assert (cells <= filled) == (re.search(r"\bnot?\b", clause) is None)
                told += cells <= filled
        for reason in step.reasons:
            for mark in reason.standing:
                assert (mark.atom, mark.present) in known
                beside = [other for other in reason.earlier if other.cell == mark.cell]
                assert beside
                for other in beside:
                    both = [(mark.atom, True), (other.atom, True)]
                    assert any(not referee.possible([text], both) for text in referee.literals if "exactly one" in text)
            known |= {*pairs(reason.found)}
    assert told


@pytest.mark.parametrize(("name", "board"), [("sudoku", "6x6-a"), ("starbattle", "8x8-a"), ("rippleeffect", "6x6-a")])
def test_what_rules_out_the_other_places_is_known_and_does(name, board):
    """Each place or candidate that is absent, where nothing stands, cannot be beside one of the sources, by a rule,
    which is told of candidates."""
    referee, known, told = Referee(name, board), set(), 0
    rules = [text for text in referee.literals if re.search(r"\b(exactly once|at most one|is 1|away)\b", text)]
    for reason in (reason for step in explained(name, board).steps for reason in step.reasons):
        sources = [(mark.atom, True) for mark in reason.sources]
        assert {*sources} <= known
        filled = {cell_of(atom) for atom, present in known if present}
        for mark in reason.earlier if sources else ():
            if mark in reason.deduced:
                assert (mark.atom, False) in known
            elif not mark.present and mark.cell not in filled:
                pairs_ = [[source, (mark.atom, True)] for source in sources]
                assert any(not referee.possible([text], pair) for pair in pairs_ for text in rules)
                said = [sentence.text for sentence in reason.excluding]
                assert bool(said) == (reason.technique == "only candidate")
                assert not said or any(not referee.possible([text], pair) for pair in pairs_ for text in said)
                told += 1
        known |= {*pairs(reason.found)}
    assert told


@pytest.mark.parametrize("board", ["6x6-a", "8x8-a"])
def test_how_many_cells_an_island_could_have_is_what_a_flood_reaches(board):
    """From its number, past no shaded cell and none beside another number or a white cell of another island, in as many
    steps as it has cells; the cells that are named are those that it reaches."""
    height, width = map(int, re.findall(r"\d+", board))
    numbers = {cell_of(fact) for fact in given("nurikabe", board)[1].facts if fact.name == "number"}
    cells = {(r, c) for r in range(1, height + 1) for c in range(1, width + 1)}

    def around(cells):
        return {(r + a, c + b) for r, c in cells for a, b in STEPS.values()}

    def flood(number, steps, taken):
        reached = {number}
        for _ in range(steps):
            reached |= around(reached) & cells - taken
        return reached

    known, told, wholes = [], 0, set()
    for reason in (reason for step in explained("nurikabe", board).steps for reason in step.reasons):
        for line in lines_of(reason.argument):
            island = re.search(r"island of \((\d+), (\d+)\) is (\d+)", " ".join(s.text for s in line.sentences))
            if line.amount and island:
                r, c, number = map(int, island.groups())
                others = numbers - {(r, c)}
                taken = others | around(others) | {m.cell for m in line.used if m.atom.name == "land" and not m.present}
                far = cells - flood((r, c), number - 1, others | around(others))
                white = {m.cell for m in line.used if m.atom.name == "shaded" and not m.present}
                taken |= around(white & (taken | far))
                taken |= {m.cell for m in line.used if m.atom.name == "shaded" and m.present}
                reached = flood((r, c), number - 1, taken)
                assert line.amount.much or len(reached) <= line.amount.number < number
                assert line.amount.much or {*line.amount.cells} in (set(), reached)
                told += not line.amount.much and bool(line.amount.cells)
                if line.amount.whole:
                    out = {m.cell for m in known if not m.present and f"island of ({r}, {c}) " in m.text}
                    out |= others | around(others) | {m.cell for m in known if m.present and m.atom.name == "shaded"}
                    assert {*line.amount.whole} == flood((r, c), number - 1, out)
                    assert len(line.amount.whole) == number
                    wholes.add((r, c))
        known += reason.found
    assert told
    assert wholes


@pytest.mark.parametrize("board", ["6x6-a", "8x8-a", "10x10-a"])
def test_how_many_cells_there_would_be_is_told_by_all_that_is_known(board):
    """A flood past no cell that is known to be shaded, or is then, reaches no fewer cells than a line says."""
    height, width = map(int, re.findall(r"\d+", board))
    cells = {(r, c) for r in range(1, height + 1) for c in range(1, width + 1)}
    known, told = set(), 0
    for whole in explained("nurikabe", board).steps:
        for reason in whole.reasons:
            for argument in (case.argument for case in (reason, *reason.likewise) if not case.argument[-1].cases):
                amount = argument[-1].amount
                if amount and not amount.much and amount.cells:
                    mine = {
                        tuple(map(int, cell))
                        for cell in re.findall(r"\((\d+), (\d+)\)", argument[-1].sentences[0].text)
                    }
                    then = {mark for line in argument for mark in (*line.used, *line.marks)}
                    shut = {m.cell for m in known | then if m.atom.name == "shaded" and m.present}
                    assert shut.isdisjoint(amount.cells)
                    edges = {
                        (a, b)
                        for a in {*amount.cells}
                        for b in amount.cells
                        if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
                    }
                    assert flooded(mine, edges) == {*amount.cells} <= cells
                    told += 1
            known |= {*reason.found}
    assert told


@pytest.mark.parametrize("board", ["6x6-a", "8x8-a"])
def test_what_two_islands_would_touch_is_told_before_what_is_counted(board):
    """A cell beside two numbers is a reason for how far islands can come, never told behind that."""
    numbers = {cell_of(fact) for fact in given("nurikabe", board)[1].facts if fact.name == "number"}
    told = 0
    for step in explained("nurikabe", board).steps:
        lines = step_lines(step)
        first = next((k for k, line in enumerate(lines) if " at most " in line or " at least " in line), len(lines))
        for number, line in enumerate(lines):
            shaded = line.rpartition("a shaded cell at ")[2] if "a shaded cell at " in line else ""
            for r, c in (map(int, cell) for cell in re.findall(r"\((\d+), (\d+)\)", shaded)):
                between = numbers & {(r + a, c + b) for a, b in STEPS.values()}
                if len(between) > 1 and any(mark.cell == (r, c) for mark in step.found):
                    assert number <= first
                    told += 1
    assert told


def test_how_many_cells_groups_at_a_circle_could_have_is_what_a_flood_reaches():
    """From the cells beside it, past no circle and none that is not shaded: not its own cell, either."""
    circles = {cell_of(fact) for fact in given("kurotto", "6x6-a")[1].facts if fact.name == "number"}
    cells = {(r, c) for r in range(1, 7) for c in range(1, 7)} - circles
    told = 0
    for reason in (reason for step in explained("kurotto", "6x6-a").steps for reason in step.reasons):
        for line in lines_of(reason.argument):
            text = " ".join(sentence.text for sentence in line.sentences)
            groups = re.search(r"touch \((\d+), (\d+)\) by a side have (\d+)", text)
            if not groups or not line.amount or line.amount.much:
                continue
            r, c, number = map(int, groups.groups())
            shut = {mark.cell for mark in line.used if not mark.present}
            reached = {(r, c)}
            for _ in range(number):
                reached |= {(r + a, c + b) for r, c in reached for a, b in STEPS.values()} & cells - shut
            assert len(reached) - 1 == line.amount.number < number
            assert line.amount.cells in ((), tuple(sorted(reached - {(r, c)})))
            told += 1
    assert told > 5


def test_what_takes_a_look_at_all_ways_is_argued_by_smaller_sentences():
    """Rows in which buildings are seen are filled cell by cell, until too many or too few are seen."""
    reasons = [reason for step in explained("skyscrapers", "6x6-a").steps for reason in step.reasons]
    assert not any(reason.argument[0].hidden for reason in reasons if not reason.aside)
    long = [reason for reason in reasons if len(reason.sentences) > 2]
    assert any("seen" in reason.argument[-1].sentences[0].text for reason in long)


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("kurodoko", "6x9-a"),
        ("fillomino", "6x6-a"),
        ("nurikabe", "6x6-a"),
        *(("flow", board) for board in ("6x6-loop-a", "6x12-a", "7x7-many-a")),
    ],
)
def test_no_step_only_says_that_it_takes_a_look_at_all_ways(name, board):
    """What would is argued line by line, each by one sentence alone, is shown by what is there, or is a wall."""
    referee = Referee(name, board)
    known = {}
    for reason in (reason for step in explained(name, board).steps for reason in step.reasons):
        verify_reason(referee, reason, known)
        known |= {mark.atom: mark.present for mark in reason.found}
    told = [line for step in explained(name, board).steps for line in step_lines(step)]
    assert not any("all ways that are left" in line for line in told)


@pytest.mark.parametrize("name", ["suguru", "rippleeffect"])
def test_a_line_names_the_cell_that_acts(name):
    """Of two cells that exclude each other a sentence names the one that is filled, not the one that is to be."""
    told = 0
    for reason in (reason for step in explained(name, "6x6-a").steps for reason in step.reasons):
        for line in lines_of(reason.argument):
            acting = re.match(rf"If \d is at ({CELL})", line.sentences[0].text if line.sentences else "")
            if acting and line.marks:
                assert acting[1] in {str(mark.cell) for mark in line.used if mark.present}
                assert acting[1] not in {str(mark.cell) for mark in line.marks}
                told += 1
    assert told


def test_what_one_sentence_gives_is_told_in_stages():
    """First that one cell more would be too many, and then, with that, that one fewer would be too few."""
    steps = explained("cave", "6x6-a").steps
    (step,) = [s for s in steps if "The cell (5, 3) sees 7" in s.sentences[0].text and len(s.reasons) > 1]
    stages = [reason for reason in step.reasons if reason.sentences == step.reasons[0].sentences]
    assert [reason.argument[0].amount.much for reason in stages] == [True, False]
    assert {*stages[1].earlier} & {*stages[0].found}


@pytest.mark.parametrize("board", ["6x6-a", "10x10-a"])
def test_the_ways_that_are_left_of_a_run_are_all_that_have_its_sum(board):
    """Different digits for its open cells that agree with the known marks, told from the numbers of the board alone."""
    facts = given("kakuro", board)[1].facts
    (size,) = {tuple(a.number for a in fact.arguments) for fact in facts if fact.name == "size"}
    black = {cell_of(fact) for fact in facts if fact.name == "black"}
    sums = {fact.name: {} for fact in facts}
    for fact in facts:
        if fact.name.endswith("_sum"):
            *where, total = (argument.number for argument in fact.arguments)
            sums[fact.name][tuple(where)] = total
    told = 0
    for step in (step for whole in explained("kakuro", board).steps for step in whole.reasons):
        ways = [{mark.cell: mark.atom.arguments[2].number for mark in way} for way in step.argument[0].ways]
        if not ways:
            continue
        told += 1
        way, *begin = re.search(r"run (\w+) from \((\d+), (\d+)\)", step.sentences[0].text).groups()
        r, c = map(int, begin)
        total = sums["row_sum"][r, c - 1] if way == "across" else sums["column_sum"][r - 1, c]
        line = [(r, c + k) if way == "across" else (r + k, c) for k in range(max(size))]
        run = [*takewhile(lambda cell: cell not in black and cell[0] <= size[0] and cell[1] <= size[1], line)]
        known = {(mark.cell, mark.atom.arguments[2].number): mark.present for mark in step.earlier}
        filled = {cell for (cell, _), present in known.items() if present}
        digits = [[n for n in range(1, 10) if known.get((cell, n), cell not in filled)] for cell in run]
        possible = {some for some in product(*digits) if len({*some}) == len(run) and sum(some) == total}
        left = {tuple((cell, n) for cell, n in zip(run, some, strict=True) if cell in ways[0]) for some in possible}
        assert left == {tuple((cell, way[cell]) for cell in run if cell in way) for way in ways}
    assert told


def test_numbers_that_are_no_count_are_not_said():
    """A row has a number too: "in row 3 is 3" counts tents, and "in row 4 is 0" has no place for one more."""
    lines = [line for step in explained("tents", "8x8-a").steps for line in step_lines(step)]
    ends = re.compile(r"is (\d+)(?: \(.*\))?: impossible, (?:at (least|most) (\d+)|none is left)")
    told = [*map(ends.search, lines)]
    assert any(told)
    for number, bound, count in (match.groups("0") for match in told if match):
        assert (int(count) > int(number)) == (bound == "least")


@pytest.mark.parametrize(("name", "board"), [("masyu", "8x8-a"), ("masyu", "10x10-a"), ("queens", "6x6-a")])
def test_long_arguments_are_told_in_few_looks(name, board):
    """Also those of more lines than a short one has follow line by line."""
    referee, known, longest = Referee(name, board), {}, 0
    for step in explained(name, board).steps:
        for reason in step.reasons:
            if reason.argued:
                verify_reason(referee, reason, known)
                longest = max(longest, sum(bool(line.sentences) for line in lines_of(reason.argument)))
            known |= dict(pairs(reason.found))
    assert 12 < longest <= 24


@pytest.mark.parametrize("board", ["6x6-many-a", "10x10-a"])
def test_every_step_of_nurikabe_has_a_sentence(board):
    """Also one that follows from what an island is: no way to a cell leads past another."""
    referee = Referee("nurikabe", board)
    for reason in (reason for step in explained("nurikabe", board).steps for reason in step.reasons):
        texts = [sentence.text for sentence in reason.sentences]
        assert texts
        for opposite in opposites(reason.found):
            assert not referee.possible(texts, [*pairs(reason.earlier), opposite])


def test_a_split_may_lie_in_another_one():
    referee = Referee("norinori", "8x8-a")
    known, deepest = {}, 0
    for step in explained("norinori", "8x8-a").steps:
        for reason in step.reasons:
            if reason.argued:
                verify_reason(referee, reason, known)
                deepest = max(deepest, splits(reason.argument)[1])
            known |= dict(pairs(reason.found))
    assert deepest == 2


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


def test_the_article_needs_one_sentence_at_every_step():
    path = explained("tents", "6x6")
    assert {len(reason.sentences) for step in path.steps for reason in step.reasons} == {1}
    assert sum(not mark.pencil for step in path.steps for mark in step.found) == 28
    rating = path.rating
    puzzle, instance = given("tents", "6x6")
    assert puzzle.rate(instance) == rating
    assert (rating.largest, rating.mean, rating.grade, rating.complete) == (1, 1.0, "easy", True)


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


# Boards without a solution whose smallest contradictions have no short argument.
STEPWISE = [
    ("binairo", "6x6-none-a"),
    ("cave", "6x6-none-a"),
    ("flow", "8x8-none-a"),
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
    assert referee.used(conflict.argument, pairs(conflict.earlier))


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


@pytest.mark.parametrize("board", ["8x8-none-a", "4x4-matching-b"])
def test_conflict_of_a_larger_board(board):
    conflict = explained("tents", board).conflict
    referee = Referee("tents", board)
    texts = [sentence.text for sentence in conflict.sentences]
    assert not referee.possible(texts, [])
    for text in texts:
        assert referee.possible([other for other in texts if other != text], [])


def test_argument_is_told_in_order():
    steps = explained("norinori", "6x6-a").steps
    step = next(step for step in steps if step.supposed.text == "no shaded cell at (1, 1)")
    assert step_lines(step) == [
        "known: a shaded cell at (1, 4)",
        "Suppose no shaded cell at (1, 1).",
        "The region of (1, 1) holds exactly two shaded cells: a shaded cell at (1, 2), (1, 3).",
        "If (1, 3) is shaded, exactly one of its neighbours is shaded, "
        "but a shaded cell at (1, 2), (1, 3), (1, 4): impossible.",
        "so: a shaded cell at (1, 1)",
    ]


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
    assert not any(step_lines(step)[0].startswith("1 is given") for step in steps)


def test_same_argument_elsewhere_is_told_once():
    """A region that lies in row 1 takes its star: one step empties the other cells of the row."""
    regions = by_cell(facts_of(given("starbattle", "5x5-a")[1].facts), "region")
    inside = {cell for cell, region in regions.items() if region == regions[1, 4]}
    assert {r for r, _ in inside} == {1}
    step, *_ = explained("starbattle", "5x5-a").steps
    assert {mark.cell for mark in step.found} == {(1, c) for c in range(1, 6)} - inside
    ((need, left, *_),), ((limit, *_),), _ = step.confined
    assert {mark.cell for mark in left} == inside
    assert step_lines(step)[:2] == [
        f"{need.text.removesuffix('.')}; left: a star at {' or '.join(map(str, sorted(inside)))}.",
        f"{limit.text.removesuffix('.')}: whichever it is, it counts here, too, so there can be no other.",
    ]


def test_steps_are_told_alike_whatever_the_hashes():
    """Marks of one cell, too, in the same order: of (2, 3) in step 49."""
    command = [sys.executable, "-m", "pyclingo_app", "explain", "kakuro", "10x10-a", "--begin", "49"]
    told = {
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("1", "2", "3", "4")
    }
    assert len(told) == 1


def test_all_that_is_cut_off_is_argued():
    """Each cell that a step about a cut finds has a wall of its own."""
    step = next(s for s in explained("hitori", "6x6-a").steps if any(m.cell == (1, 6) for m in s.found))
    lines = [line for line in step_lines(step) if "no way would be left from" in line]
    assert len(step.found) == len(lines) == 2
    assert all(str(mark.cell) in line for mark, line in zip(step.found, lines, strict=True))


def walls(name, board):
    """What is cut off by what in the lines of a path."""
    reasons = [reason for step in explained(name, board).steps for reason in step.reasons]
    todo = [reason.argument for reason in reasons]
    todo += [case.argument for reason in reasons for case in reason.likewise]
    while todo:
        for line in todo.pop():
            todo += [case.argument for case in line.cases]
            if line.wall:
                yield line.wall


def test_what_is_said_of_the_whole_board_points_at_what_it_takes_and_gives():
    tetravex = load("tetravex")
    steps = islice(tetravex.explain(tetravex.read("3x5-a")), 6)
    wide = "lies in exactly one cell"
    lines = [line for step in steps for line in step.argument if [wide in one.text for one in line.sentences] == [True]]
    assert {cell for line in lines for cell in line.sentences[0].cells} == {*product((1, 2, 3), (1, 2, 3, 4, 5))}
    for line in lines:
        assert line.places == {mark.cell for mark in (*line.used, *line.marks)}
        assert len(line.places) < 4


def test_cut_points_at_what_it_names_and_not_at_the_whole_board():
    steps = [step for step in explained("hitori", "6x6-a", boards=True).steps if step.technique == "cut off"]
    assert steps
    for step in steps:
        every = [step.argument[-1].wall, *(case.argument[-1].wall for case in step.likewise)]
        named = {mark.cell for wall in every for part in (wall.apart, wall.wall, wall.witness) for mark in part}
        assert step.board.focus.keys() == named | {mark.cell for mark in (*step.found, *step.earlier)}


def rings(name, board):
    """The walls of lines that are said to be closed, each with the lines that are there."""
    known = []
    for step in (reason for whole in explained(name, board).steps for reason in whole.reasons):
        for supposed, argument in [(step.supposed, step.argument), *step.likewise]:
            before = [*known, supposed]
            for line in argument:
                if line.wall and line.wall.closed:
                    # What a line finds is shown by its opposite.
                    yield line.wall, [*(mark for mark in before if mark.present), *line.marks[:1]]
                before += line.marks
        known += step.found


@pytest.mark.parametrize(("name", "board"), [("masyu", "10x10-a"), ("slitherlink", "6x6-a"), ("nurikabe", "8x8-a")])
def test_loops_that_would_close_are_rings(name, board):
    """Each end of a line of a ring is an end of two; shaded cells, which no lines join, are no ring."""
    found = list(rings(name, board))
    assert bool(found) == (name != "nurikabe")
    of_line = {"masyu": ends, "slitherlink": sides}.get(name)
    for wall, marks in found:
        lines = {frozenset(of_line(mark)) for mark in marks}
        ring = flooded(of_line(wall.apart[0]), lines)
        assert all(sum(end in line for line in lines) == 2 for end in ring)


def both_ends(link):
    """The cells that a link joins."""
    r, c = link.cell
    down, right = STEPS[link.atom.arguments[2].name]
    return [(r, c), (r + down, c + right)]


def test_the_end_of_a_path_that_is_cut_off_is_named():
    """What a path is cut off from is one of its ends, or a cell that it is known to pass, or that links lead to."""
    walls = 0
    for step in explained("flow", "6x6-loop-a").steps:
        for reason in step.reasons:
            taken = [*reason.earlier, reason.supposed]
            passed = {mark.cell for mark in taken if mark.atom.name == "on"}
            passed |= {cell for mark in taken if mark.atom.name == "link" for cell in both_ends(mark)}
            for line in lines_of(reason.argument):
                if line.wall and "from end to end" in line.sentences[0].text:
                    ends = {tuple(map(int, cell)) for cell in re.findall(r"(\d+), (\d+)", line.sentences[0].text)}
                    assert {*line.wall.cells} <= ends | passed
                    walls += 1
    assert walls


def flooded(starts, edges):
    """The nodes that are joined to some."""
    reached, todo = set(starts), list(starts)
    while todo:
        node = todo.pop()
        new = {other for edge in edges if node in edge for other in edge} - reached
        reached |= new
        todo += new
    return reached


def islands(way, end, count, free):
    """All ways on which an island of so many cells can come to a cell, past free cells alone."""
    if way[-1] == end:
        yield way
    elif len(way) < count:
        for a, b in STEPS.values():
            cell = way[-1][0] + a, way[-1][1] + b
            if cell in free and cell not in way:
                yield from islands([*way, cell], end, count, free)


@pytest.mark.parametrize(("board", "islanded"), [("6x6-a", True), ("8x8-a", False)])
def test_walls_part_the_sea_of_nurikabe(board, islanded):
    """A flood from what is cut off does not come to the other side, whatever way the islands of a wall take: of board
    and wall it knows nothing else.  No island is taken where cells that are known to be white do."""
    facts = given("nurikabe", board)[1].facts
    numbers = {cell_of(fact): fact.arguments[2].number for fact in facts if fact.name == "number"}
    ((height, width),) = [[n.number for n in fact.arguments] for fact in facts if fact.name == "size"]
    board_cells = {(r, c) for r in range(1, height + 1) for c in range(1, width + 1)}
    found = [wall for wall in walls("nurikabe", board) if wall.witness and wall.wall]
    found = [wall for wall in found if not any(mark.present and mark.atom.name == "shaded" for mark in wall.wall)]
    chained = 0
    for wall in found:
        sea = {mark.cell for mark in (*wall.apart, *wall.witness)}
        white = {mark.cell for mark in wall.wall if mark.atom.name == "shaded"}
        ways = []
        for mark in (mark for mark in wall.wall if mark.atom.name == "land"):
            assert mark.present
            number = cell_of(mark.atom)
            beside = {(r + a, c + b) for r, c in {*numbers} - {number} for a, b in STEPS.values()}
            ways.append([*islands([number], mark.cell, numbers[number], board_cells - sea - beside - {*numbers})])
            chained += 1
        for way in product(*ways):
            free = board_cells - {*numbers} - white.union(*way)
            edges = {(a, b) for a in free for b in free if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1}
            inside = flooded([mark.cell for mark in wall.apart], edges)
            assert any(mark.cell not in inside for mark in wall.witness)
        assert all(mark.present for mark in (*wall.apart, *wall.witness))
    assert len(found) > chained
    assert bool(chained) == islanded


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
    reasons = [reason for step in explained(name, board).steps for reason in step.reasons]
    arguments = [case.argument for reason in reasons for case in (reason, *reason.likewise)]
    told = 0
    for line in (line for argument in arguments for line in lines_of(argument) if line.wall):
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


@pytest.mark.parametrize("board", ["6x6-loop-a", "5x5-touch-a"])
def test_no_step_leads_out_of_a_pocket_but_past_its_wall_and_terminals(board):
    facts = given("flow", board)[1].facts
    ((height, width),) = [[n.number for n in fact.arguments] for fact in facts if fact.name == "size"]
    terminals = {cell_of(fact) for fact in facts if fact.name == "terminal"}
    cells = {(r, c) for r in range(1, height + 1) for c in range(1, width + 1)}
    pockets = [wall for wall in walls("flow", board) if wall.pocket]
    assert pockets
    for wall in pockets:
        shut = [set(ends(mark)) if mark.atom.name == "link" else {cell_of(mark.atom)} for mark in wall.wall]
        steps = [
            {a, b} for a in cells - terminals for b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) if b in cells - terminals
        ]
        opened = [step for step in steps if not any(one <= step for one in shut)]
        assert flooded({*wall.pocket}, opened) == {*wall.pocket}
        # Without the terminals beside it more would be reached: the marks alone do not shut it in.
        beside = {(r + x, c + y) for r, c in wall.pocket for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        assert beside & terminals


def cell_of(atom):
    return atom.arguments[0].number, atom.arguments[1].number


def ends(mark):
    row, column = cell_of(mark.atom)
    down = mark.atom.arguments[2].name == "down"
    return (row, column), (row + down, column + (not down))


def sides(mark):
    return english_ends(*cell_of(mark.atom), mark.atom.arguments[2].name)


def test_no_conflict_where_there_is_a_solution():
    assert explained("tents", "6x6").conflict is None


RIGHT = {
    "tents": ("size(3,3). tree(1,1). tree(3,2). tent_row(1,1). tent_row(3,1).", "tent(1,2). tent(3,3)."),
    "norinori": (
        "size(1,5). region(1,1..3,1). region(1,4..5,2).",
        "shaded(1,1). shaded(1,2). shaded(1,4). shaded(1,5).",
    ),
    "queens": ("size(4,4). given(1,2). blocked(1,1).", "queen(1,2). queen(2,4). queen(3,1). queen(4,3)."),
    "tetravex": ("size(1,2). tile(a,1,2,3,4). tile(b,5,6,4,0).", "place(1,1,a). place(1,2,b)."),
    "starbattle": (
        "size(4,4). region(1,1..2,1). region(1..2,3..4,2). region(2..4,1..2,3). region(3..4,3..4,4).",
        "star(1,2). star(2,4). star(3,1). star(4,3).",
    ),
}
WRONG = [
    (
        "tents",
        "tent(1,2). tent(3,3). tent(2,1).",
        {
            "The cells (1, 2) and (2, 1) touch, so at most one of them holds a tent.",
            "The tent at (2, 1) belongs to exactly one tree.",
        },
    ),
    (
        "tents",
        "tent(1,3). tent(3,3).",
        {"Tents stand only beside trees.", "The tree at (1, 1) has exactly one tent of its own beside it."},
    ),
    ("tents", "tent(2,1). tent(3,3).", {"The number of tents in row 1 is 1."}),
    (
        "tents",
        "tent(1,2).",
        {"The tree at (3, 2) has exactly one tent of its own beside it.", "The number of tents in row 3 is 1."},
    ),
    ("norinori", "shaded(1,1). shaded(1,2).", {"The region of (1, 4) holds exactly two shaded cells."}),
    (
        "norinori",
        "shaded(1,2). shaded(1,3). shaded(1,4). shaded(1,5).",
        {
            "If (1, 3) is shaded, exactly one of its neighbours is shaded.",
            "If (1, 4) is shaded, exactly one of its neighbours is shaded.",
        },
    ),
    (
        "queens",
        "queen(1,2). queen(2,4). queen(3,1).",
        {"Row 4 holds exactly one queen.", "Column 3 holds exactly one queen."},
    ),
    (
        "queens",
        "queen(1,1). queen(2,4). queen(3,2). queen(4,3).",
        {
            "A queen is given at (1, 2).",
            "The cell (1, 1) is blocked.",
            "At most one queen stands on the diagonal from (2, 1) to (4, 3).",
        },
    ),
    (
        "tetravex",
        "place(1,1,b). place(1,2,a).",
        {"The tiles at (1, 1) and (1, 2) show the same number where they meet."},
    ),
    (
        "starbattle",
        "star(1,2). star(2,4). star(3,1).",
        {
            "The number of stars in row 4 is 1.",
            "The number of stars in column 3 is 1.",
            "The number of stars in the region of (3, 3) is 1.",
        },
    ),
]


@pytest.mark.parametrize("name", RIGHT)
def test_check_of_a_right_answer(name):
    facts, answer = RIGHT[name]
    result = checked(name, facts, answer)
    assert result.right
    assert not result.broken
    assert result.completable


@pytest.mark.parametrize(("name", "answer", "expected"), WRONG)
def test_check_names_just_the_broken_rules(name, answer, expected):
    result = checked(name, RIGHT[name][0], answer)
    assert not result.right
    broken = {sentence.text for sentence in result.broken}
    assert broken == expected


def test_check_names_touching_tents_alone():
    result = checked("tents", "size(2,3). tree(1,1). tree(2,3).", "tent(1,2). tent(2,2).")
    assert [s.text for s in result.broken] == [
        "The cells (1, 2) and (2, 2) touch, so at most one of them holds a tent."
    ]
    assert result.broken == result.so_far
    assert result.broken[0].cells == {(1, 2), (2, 2)}


def test_check_of_partial_answers():
    result = checked("tents", "6x6", "tent(1,2). -tent(1,1).")
    assert (result.right, result.so_far, result.completable) == (False, (), True)
    result = checked("tents", "6x6", "tent(1,1). tent(1,2).")
    assert {s.text for s in result.so_far} == {
        "Tents stand only beside trees.",
        "The cells (1, 1) and (1, 2) touch, so at most one of them holds a tent.",
    }
    assert not result.completable
    result = checked("tents", "6x6", "-tent(1,2). -tent(1,5).")
    assert not result.completable
    result = checked("tents", "6x6", "tent(2,2).")
    assert [mark.text for mark in result.impossible] == ["a tent at (2, 2)"]
    with pytest.raises(UsageError, match="not part of an answer"):
        checked("tents", "6x6", "tree(1,1).")


# Wrong answers with the verdict of pzprjs on them: its test/script/numlin.js and arukone.js (MIT licence), each
# as its lines to the right, row by row, and its lines down; and the rule that is broken here.
PZPRJS = [
    ("numlin", "lnBranch", "0000/1110/0000/0000/0000/00000/01000/01000/00000", "joined to at most two neighbours"),
    ("numlin", "lnCross", "1000/1110/0000/0000/0000/01000/01000/01000/00000", "joined to at most two neighbours"),
    ("numlin", "lcTripleNum", "1111/1110/0000/0000/0000/10001/00001/00001/00001", "joined to exactly one neighbour"),
    ("numlin", "nmConnDiff", "1100/0000/0000/0011/0000/00100/00100/00100/00000", "on the same path"),
    ("numlin", "lcOnNum", "0000/0000/0000/0011/0000/00101/00101/00101/00000", "joined to exactly one neighbour"),
    ("numlin", "lnDeadEnd", "1000/0000/0000/0000/0001/01000/01010/00010/00010", "leaves it again"),
    ("numlin", "lcIsolate", "1000/0000/0010/0000/0010/01000/01000/01110/00110", "not round in a loop"),
    ("numlin", "nmNoLine", "1000/0000/0000/0000/0001/01000/01010/01010/00010", "joined to exactly one neighbour"),
    ("numlin", None, "1011/0000/0000/0000/1101/01101/11111/11111/10110", ""),
    ("arukone", "lnBranch", "1100/0000/0000/0000/0000/01000/00000/00000/00000", "joined to at most two neighbours"),
    ("arukone", "lnCross", "1100/0000/0110/0100/0000/00100/00100/00100/00000", "joined to at most two neighbours"),
    ("arukone", "lcTripleNum", "1100/0000/0100/0000/0000/00100/00100/01000/00000", "joined to exactly one neighbour"),
    ("arukone", "nmConnDiff", "1100/0000/0100/0000/0000/00100/00100/00000/00000", "on the same path"),
    ("arukone", "lcOnNum", "1100/0000/0000/1100/1110/00100/00100/00100/10000", "joined to exactly one neighbour"),
    ("arukone", "lnDeadEnd", "1100/0000/0000/0000/0000/00100/00100/00100/00000", "leaves it again"),
    ("arukone", "lcIsolate", "0100/1000/0000/0000/1100/01100/10100/10100/10100", "not round in a loop"),
    ("arukone", "nmNoLine", "1111/0000/0000/0111/0000/00001/00001/00001/00000", "joined to exactly one neighbour"),
    ("arukone", "ceNoLine", "0000/0001/0110/1000/0000/10000/10001/10001/00001", "joined to at least two neighbours"),
    ("arukone", None, "1111/1110/0110/0111/1111/00001/10001/10001/10000", ""),
]
PZPRJS_BOARDS = {"numlin": "numlin/5/5/1j2h3m1h2j3", "arukone": "arukone/5/5/1m2h3g3h1m2"}
# Verdicts on what is not drawn yet, so that more lines may mend it.
UNFINISHED = {"lnDeadEnd", "nmNoLine", "ceNoLine"}


def test_check_of_a_few_links_of_a_solution_takes_no_longer_than_solving():
    """With its sentences as switches alone this board took half a minute."""
    flow = load("flow")
    board = flow.read("https://puzz.link/p?numlin/10/10/m5g1v3l4zi1r2o3m2g5k4i")
    (solution,) = flow.solve(board)
    for number in (5, 20):
        check = flow.check(board, solution.atoms[:number], draw=False, time_limit=20)
        assert (check.right, check.completable, check.so_far) == (False, True, ())
    assert flow.hint(board, solution.atoms[:5], draw=False, time_limit=20).status == "step"


@pytest.mark.parametrize(("genre", "code", "drawn", "rule"), PZPRJS, ids=lambda value: str(value)[:12])
def test_check_agrees_with_pzprjs(genre, code, drawn, rule):
    # ceNoLine is the verdict where all cells have to be passed, the others are on boards where they need not.
    empty = genre == "arukone" and code not in (None, "ceNoLine")
    puzzle = load("flow", constants={"fill": "0"} if empty else {})
    board = puzzle.read(f"https://puzz.link/p?{PZPRJS_BOARDS[genre]}")
    rows = drawn.split("/")
    links = [(k, c) for k, row in enumerate(rows) for c, sign in enumerate(row, 1) if sign == "1"]
    answer = parse_facts("".join(f"link({k % 5 + 1},{c},{'right' if k < 5 else 'down'})." for k, c in links))
    partial, final = puzzle.check(board, answer), puzzle.check(board, answer, final=True)
    assert partial.right == final.right == final.completable == (code is None)
    assert final.broken == final.so_far
    # Where two colours are joined, which of the joints is to blame is free: the fewest are.
    assert len(final.broken) == len(partial.broken)
    assert bool(final.broken) == (code is not None)
    assert any(rule in sentence.text for sentence in final.broken) == (code is not None)
    assert set(partial.so_far) <= set(partial.broken)
    assert any(rule in sentence.text for sentence in partial.so_far) == (code not in {None, *UNFINISHED})


@pytest.mark.parametrize("answer", ["shaded((1;3),1..3). shaded(2,(1;3)).", "shaded(2..3,2..3).", ""])
def test_a_ring_lacks_a_head_and_a_tail(answer):
    check = load("snake").check(Instance("x", parse_facts("size(4,4).")), parse_facts(answer), final=True, draw=False)
    assert [sentence.text for sentence in check.broken] == ["The snake has a head and a tail."]


@pytest.mark.parametrize(("name", "facts"), TINY)
def test_check_agrees_with_all_solutions(name, facts):
    """Partial answers, some of them near a solution: which can be completed, and what is said of the others."""
    referee = Referee(name, facts)
    solutions = [solution - referee.facts for solution in sorted(answers(name, facts), key=sorted)]
    atoms = referee.marks
    chance = random.Random(name + facts)
    said = set()
    for _ in range(25):
        likely = chance.choice(solutions) if solutions and chance.random() < 0.8 else set(chance.sample(atoms, 2))
        marks = {atom: (atom in likely) != (chance.random() < 0.1) for atom in atoms if chance.random() < 0.5}
        answer = [clingo.Function(a.name, a.arguments, present) for a, present in marks.items()]
        present = {atom for atom, there in marks.items() if there}
        partial, final = checked(name, facts, answer), checked(name, facts, answer, final=True)
        assert final.right == partial.right == (present in solutions)
        assert bool(final.so_far) == (present not in solutions)
        completable = any(present <= s and not (s & (marks.keys() - present)) for s in solutions)
        assert partial.completable == completable
        assert [completable, bool(partial.so_far), bool(partial.conflict)].count(True) == 1
        assert set(partial.so_far) <= set(partial.broken)
        said |= {"right" if partial.right else "open" if completable else "conflict" if partial.conflict else "broken"}
    assert len(said) > 1


def test_check_says_the_same_with_the_cells_and_without_them():
    """Of partial answers, right and wrong ones; without the cells sentences are grounded with the answer alone."""
    chance = random.Random(7)
    kinds = set()
    for name, board in (("tents", "6x6"), ("sudoku", "4x4-a"), ("nurikabe", "5x5-a"), ("yajilin", "5x5-a")):
        puzzle = load(name)
        instance = puzzle.read(board)
        atoms = list(next(iter(puzzle.solve(instance))).atoms)
        for size in (0, 1, len(atoms) // 2, len(atoms) - 1, len(atoms)):
            answer = chance.sample(atoms, size)
            for more in ([], [clingo.Function(atoms[0].name, atoms[0].arguments, False)]):
                given = [atom for atom in answer if not more or atom != atoms[0]] + more
                with_cells, without = (puzzle.check(instance, given, cells=cells) for cells in (True, False))
                assert with_cells._replace(broken=()) == without._replace(broken=())
                assert [s.text for s in with_cells.broken] == [s.text for s in without.broken]
                assert any(s.cells for s in with_cells.broken) or with_cells.right
                kinds.add((with_cells.right, with_cells.completable))
    assert kinds == {(True, True), (False, True), (False, False)}


def test_loop_that_is_closed_is_broken_for_good_and_an_open_end_is_not():
    """In a 3x3 board without walls each loop of four cells is closed; three of its lines are not."""
    facts = "size(3,3). terminal(1,3,1). terminal(3,1,1)."
    lines = ["link(1,1,right)", "link(1,1,down)", "link(1,2,down)", "link(2,1,right)"]
    closed = checked("flow", facts, ". ".join(lines) + ".")
    cells = [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert [s.text for s in closed.so_far] == [
        f"A path through {cell} must lead to a terminal, not round in a loop." for cell in cells
    ]
    for line in lines:
        result = checked("flow", facts, ". ".join(other for other in lines if other != line) + ".")
        assert not result.so_far
        assert any("not round in a loop" in s.text for s in result.broken)


@pytest.mark.parametrize(("name", "board", "number"), [("yajilin", "6x6-a", 2), ("masyu", "8x8-a", 1)])
def test_lines_that_would_close_a_loop_are_joined_and_what_is_not_in_it_is_elsewhere(name, board, number):
    def ends(mark):
        row, column, direction = re.fullmatch(r"\w+\((\d+),(\d+),(\w+)\)", str(mark.atom)).groups()
        end = (int(row), int(column) + 1) if direction == "right" else (int(row) + 1, int(column))
        return (int(row), int(column)), end

    def piece(line, lines):
        """The cells of the lines that are joined to one."""
        cells, more = set(), {*ends(line)}
        while more:
            cells |= more
            more = {end for other in lines for end in ends(other) if cells & {*ends(other)}} - cells
        return cells

    known, walls = set(), 0
    for step in load(name).explain(board):
        for part in step.parts or (step,):
            lines = known | ({part.supposed} if part.supposed and part.supposed.present else set())
            for line in part.argument:
                lines |= {mark for mark in line.marks if mark.present}
                if line.wall and line.wall.closed:
                    loop = piece(line.wall.apart[0], lines)
                    assert all(ends(mark)[0] in loop for mark in line.wall.apart)
                    assert not any(ends(mark)[0] in loop for mark in {*line.wall.witness} - {*line.wall.apart})
                    walls += 1
        known |= {mark for mark in step.found if mark.present and mark.text.startswith("the loop goes")}
    assert walls == number


def test_what_a_line_takes_is_told_before_it():
    """The 0 at the corner of (1, 3) makes that cell rise, without which the 3 below it says nothing."""
    begin = " ".join(step_lines(next(iter(load("slant").explain("6x6-a")))))
    assert begin.index("a rising diagonal in (1, 3)") < begin.index("(2, 4) is 3: a rising diagonal in (1, 4), (2, 3)")


def spoken(text):
    """The marks of a text that names several together, each in words: the cells, and the words that differ."""
    found = set()
    for part in text.split("; "):
        words, cells = re.fullmatch(r"(.*?)((?:\(\d+, \d+\)(?:, )?)*)", part).groups()
        several = re.search(r"(?<![\d(])[^\s(),]+(?: of)?(?:, [^\s(),]+(?: of)?)+", words)
        heads = [words.replace(several[0], one) for one in several[0].split(", ")] if several else [words]
        found |= {head + cell for head in heads for cell in re.findall(r"\(\d+, \d+\)", cells) or [""]}
    return found


TOLD = [
    *(("flow", board) for board in ("5x5-a", "6x6-loop-a", "8x8-a", "7x7-many-a")),
    *((name, "6x6-a") for name in ("nurikabe", "galaxies", "shimaguni", "lits", "snake", "slitherlink", "masyu")),
    *((name, "8x8-a") for name in ("nurikabe", "tents", "starbattle")),
]


@pytest.mark.parametrize(("name", "board"), TOLD)
def test_what_is_said_to_be_known_was_told(name, board):
    """Each mark that a step takes was printed in one before it, or what it only has in other words."""
    told = set()
    for step in load(name).explain(board):
        lines = step_lines(step)
        place = next(k for k, line in enumerate(lines) if line.startswith("so: "))
        for line in lines[: place + 1]:
            known, _, by = line.removeprefix("known: ").partition("what is ruled out by ")
            known = "; ".join(filter(None, [known.removesuffix("; "), by.replace("), a", "); a")]))
            assert not line.startswith("known: ") or spoken(known) <= told
        told |= spoken(re.sub(r" \[[a-z ]+\]$", "", lines[place]).removeprefix("so: "))
        for line in lines[place + 1 :]:
            known = re.search(r" \(known: (.*)\): ", line)
            assert not known or spoken(known[1]) <= told
            told |= spoken(line.rpartition(": ")[2].removesuffix("."))
        words = {mark: source for reason in step.reasons for mark, source in reason.words}
        assert {words.get(mark, mark).text for mark in step.earlier} <= told
    assert told


@pytest.mark.parametrize(("name", "board"), [("flow", board) for board in ("5x5-a", "6x6-loop-a", "6x12-a")])
def test_no_step_says_again_what_another_one_says(name, board):
    """What a path that is complete rules out was told cell by cell, each time by the same sentences and marks."""
    above = [
        tuple(takewhile(lambda line: not line.startswith("so: "), step_lines(step)))
        for step in explained(name, board).steps
    ]
    assert len({*above}) == len(above)


def test_what_a_line_takes_from_afar_is_named():
    """That (1, 5) lies in a pocket that is closed but for (1, 4), and that a terminal of another colour."""
    facts = (ROOT / "instances" / "flow" / "6x6-loop-a.lp").read_text()
    assert "terminal(1, 4, 1)" in facts
    told = [line for step in explained("flow", "6x6-loop-a").steps for line in step_lines(step)]
    (line,) = [line for line in told if line.startswith("(1, 4) and (1, 5) are joined only if")]
    pocket = {"no path goes right from (2, 4)", "no path goes down from (2, 5)", "no path goes down from (2, 6)"}
    assert spoken(re.search(r"else \(1, 5\) would be cut off \((.*)\)\.$", line)[1]) == pocket
    # With the terminals and the border round it these are all cells beside the pocket.
    cells = {(1, 5), (1, 6), (2, 5), (2, 6)}
    beside = {(r + y, c + x) for r, c in cells for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))} - cells
    assert {(r, c) for r, c in beside if r > 0 and c < 7} == {(1, 4), (2, 4), (3, 5), (3, 6)}


def test_what_a_cell_or_a_terminal_shows_is_said_beside_the_path():
    """A terminal with one link has no other one, and a cell with two; (3, 5) is a terminal, (6, 2) none."""
    facts = {str(fact) for fact in given("flow", "6x6-loop-a")[1].facts}
    assert "terminal(3,5,4)" in facts
    assert not any(fact.startswith("terminal(6,2,") for fact in facts)
    told = " ".join(line for step in explained("flow", "6x6-loop-a").steps for line in step_lines(step))
    assert "no path goes right from (3, 5) (the terminal at (3, 5) is joined to exactly one neighbour)" in told
    assert "no path goes right from (6, 2) (the cell (6, 2) is joined to at most two neighbours)" in told


def test_queens_that_are_left_all_attack_each_other():
    """Each cell that is told to be left of the one line is in line with each of the other, or with a queen there."""
    told = 0
    path = explained("queens", "10x10-none-a")
    for line in lines_of([line for step in path.steps for reason in step.reasons for line in reason.argument]):
        told_of = " ".join(sentence.text for sentence in line.sentences)
        lines = re.match(r"The queens in (rows|columns) (\d+) and (\d+) do not", told_of)
        if not lines or line.marks or not line.left:
            continue
        place = lines[1] == "columns"
        halves = []
        for number in map(int, lines.groups()[1:]):
            there = [mark.cell for mark in line.used if mark.present and mark.cell[place] == number]
            halves.append(there or [mark.cell for mark in line.left if mark.cell[place] == number])
        for (r, c), (x, y) in product(*halves):
            assert r == x or c == y or abs(r - x) == abs(c - y)
        told += 1
    assert told > 10


@pytest.mark.parametrize("board", ["6x6-a", "6x6-b", "7x7-a"])
def test_how_many_buildings_would_be_seen_is_so_however_the_row_is_filled(board):
    """Tried with all rows of different heights that agree with what the line takes."""
    size = next(fact.arguments[0].number for fact in given("skyscrapers", board)[1].facts if fact.name == "size")
    told = 0
    for reason in (reason for step in explained("skyscrapers", board).steps for reason in step.reasons):
        for line in lines_of(reason.argument):
            words = r"The number of buildings seen from the (\w+) in (row|column) (\d+) is (\d+)\."
            seen = re.fullmatch(words, " ".join(sentence.text for sentence in line.sentences))
            if not seen or line.marks or not line.amount:
                continue
            side, way, number = seen[1], seen[2] == "column", int(seen[3])
            cells = [(k, number) if way else (number, k) for k in range(1, size + 1)]
            cells = cells[::-1] if side in ("right", "bottom") else cells
            known = {(mark.cell, mark.atom.arguments[2].number): mark.present for mark in line.used}
            counts = set()
            for heights in permutations(range(1, size + 1)):
                row = dict(zip(cells, heights, strict=True))
                if all((row.get(cell, height) == height) == there for (cell, height), there in known.items()):
                    counts.add(sum(height > max(heights[:k], default=0) for k, height in enumerate(heights)))
            assert all(n >= line.amount.number if line.amount.much else n <= line.amount.number for n in counts)
            assert int(seen[4]) not in counts
            told += 1
    assert told > 2


def test_what_goes_on_follows_from_what_stands_before_it():
    """Of one sentence first what follows from what is known, then what does from that: no part takes a later one."""
    referee, path = Referee("flow", "6x6-loop-a"), explained("flow", "6x6-loop-a")
    told = 0
    for reason in (reason for step in path.steps for reason in step.reasons):
        lines = lines_of(reason.argument)
        for place, line in enumerate(lines):
            if line.then:
                before = lines[place - 1]
                assert line.sentences == before.sentences
                assert {*line.used} & {*before.marks}
                for mark in line.marks:
                    opposite = (mark.atom, not mark.present)
                    assert not referee.possible([line.sentences[0].text], [*pairs(line.used), opposite])
                told += 1
    assert told > 5
    (step,) = [step for step in path.steps if step.supposed.text == "a path goes down from (5, 2)"]
    assert step_lines(step)[2].count(" Then ") == 5


def test_paths_that_would_cross_alternate_where_it_is_told():
    """The first and the third place are on one of the two paths, the others on the other: terminals, or as is known."""
    path, facts = explained("flow", "8x8-none-a"), given("flow", "8x8-none-a")[1].facts
    colours = {cell_of(fact): str(fact.arguments[2]) for fact in facts if fact.name == "terminal"}
    told = 0
    arguments = [*(reason.argument for step in path.steps for reason in step.reasons), path.conflict.argument]
    for line in lines_of([line for argument in arguments for line in argument]):
        if line.turns:
            on = {mark.cell: str(mark.atom.arguments[2]) for mark in line.used if mark.pencil and mark.present}
            one, other, *again = [colours.get(cell) or on[cell] for cell in line.turns]
            assert again == [one, other]
            named = [colours[int(r), int(c)] for r, c in re.findall(r"\((\d+), (\d+)\)", line.sentences[0].text)]
            assert {one, other} == {*named}
            told += 1
    assert told


def test_a_path_is_complete_where_links_join_its_ends():
    facts = given("flow", "6x6-loop-a")[1].facts
    terminals = {cell_of(fact): str(fact.arguments[2]) for fact in facts if fact.name == "terminal"}
    beside = defaultdict(set)
    told = 0
    for reason in (reason for step in explained("flow", "6x6-loop-a").steps for reason in step.reasons):
        if reason.technique == "complete":
            one, end = (cell for cell in terminals if str(cell) in reason.sentences[0].text)
            reached = {one}
            for _ in range(36):
                reached |= {other for cell in reached for other in beside[cell]}
            assert end in reached
            assert {str(mark.atom.arguments[2]) for mark in reason.found} == {terminals[end]}
            assert not any(mark.present or mark.cell in reached for mark in reason.found)
            told += 1
        for mark in (mark for mark in reason.found if mark.atom.name == "link" and mark.present):
            one, other = both_ends(mark)
            beside[one].add(other)
            beside[other].add(one)
    assert told > 2


@pytest.mark.parametrize("board", ["6x6-a", "8x8-a"])
def test_what_falls_out_of_an_island_would_touch_another_one(board):
    """A cell that is told not to be of an island is beside, or is, the cell that would be white."""
    told = 0
    for reason in (reason for step in explained("nurikabe", board).steps for reason in step.reasons):
        for amount in (line.amount for line in reason.argument if line.amount and line.amount.so):
            supposed, known = {reason.supposed.cell}, {mark.cell for mark in reason.argument[0].used}
            for mark in amount.so:
                r, c = mark.cell
                assert not mark.present
                assert {(r, c), *((r + a, c + b) for a, b in STEPS.values())} & (supposed | known)
                assert mark.cell not in amount.cells
            told += 1
    assert told


def test_joined_colours_and_closed_loops_are_what_a_walk_along_the_lines_finds():
    terminals = {(1, 1): 1, (4, 4): 1, (1, 4): 2, (3, 2): 2, (4, 1): 3, (2, 2): 3}
    facts = "size(4,4)." + "".join(f"terminal({r},{c},{x})." for (r, c), x in terminals.items())
    marks = Referee("flow", facts).marks
    chance = random.Random(4)
    found = []
    for _ in range(100):
        r, c = chance.randrange(1, 4), chance.randrange(1, 4)
        square = f"link({r},{c},right). link({r},{c},down). link({r},{c + 1},down). link({r + 1},{c},right)."
        links = {*parse_facts(square), *chance.sample(marks, chance.randrange(10))}
        beside = {(r, c): [] for r in range(1, 5) for c in range(1, 5)}
        for link in links:
            r, c = (argument.number for argument in link.arguments[:2])
            end = (r, c + 1) if link.arguments[2].name == "right" else (r + 1, c)
            beside[r, c].append(end)
            beside[end].append((r, c))
        networks, left = [], {cell for cell in beside if beside[cell]}
        while left:
            network, pending = set(), [left.pop()]
            while pending:
                network.add(place := pending.pop())
                pending += set(beside[place]) - network
            networks.append(network)
            left -= network
        texts = {sentence.text for sentence in checked("flow", facts, links).so_far}
        colours = [{terminals[cell] for cell in network if cell in terminals} for network in networks]
        joined = any(len(several) > 1 for several in colours)
        assert any(text.endswith("joined only if they are on the same path.") for text in texts) == joined
        loops = {cell: f"A path through {cell} must lead to a terminal, not round in a loop." for cell in beside}
        for network, several in zip(networks, colours, strict=True):
            told = {loops[cell] for cell in network} & texts
            assert not (several and told)
            if not several and all(len(beside[cell]) > 1 for cell in network):
                assert len(told) == len(network)
                found.append("loop")
        found += ["joined"] * joined
    assert found.count("joined") > 5
    assert found.count("loop") > 5


def test_rule_that_lacks_something_is_no_broken_rule():
    """No tile that is left fits between a and b: but as long as that cell is empty, nothing is broken there."""
    facts = "size(1,3). tile(a,1,2,3,4). tile(b,5,6,4,0). tile(c,5,6,7,3)."
    result = checked("tetravex", facts, "place(1,1,a). place(1,3,b).")
    assert (result.completable, result.so_far) == (False, ())
    texts = [sentence.text for sentence in result.conflict]
    assert any("show the same number where they meet" in text for text in texts)
    assert not Referee("tetravex", facts).possible(texts, pairs(result.blamed))
    assert {mark.text for mark in result.blamed} <= {"tile a at (1, 1)", "tile b at (1, 3)"}


PAIRED = """% Paired - stones, and what follows from them.
#defined size/2.
cell(C) :- size(_, W), C = 1..W.
{ stone(C) } :- cell(C).
pair(C) :- stone(C), stone(C+1).
% Cell C holds a stone.
:- cell(C), not stone(C).
#show stone/1.
#show pair/1.
"""


def test_marks_that_contradict_each_other_name_the_rule_that_ties_them(run, tmp_path):
    (tmp_path / "paired.lp").write_text(PAIRED)
    (tmp_path / "board.lp").write_text("size(1, 3).")
    for answer, options in (("stone(1). stone(2). -pair(1).", ()), ("stone(1). stone(2).", ("--final",))):
        told = run("check", "./paired.lp", "board.lp", "-", *options, stdin=answer).stdout.splitlines()
        assert told[1].startswith("  paired.lp:5: pair(C) :- stone(C)")
        assert {*told[2].removeprefix("  known: ").split("; ")} == {"stone(1)", "stone(2)", "not pair(1)"}
        assert told[-1] == ("The answer is wrong." if options else "It cannot be completed to a solution.")
    result = run("check", "./paired.lp", "board.lp", "-", stdin="stone(1). stone(2). -stone(3).")
    assert result.stdout.startswith("These rules are broken:\n  Cell 3 holds a stone.\n\n")


def test_marks_name_the_choice_that_ties_them(run, tmp_path):
    program = "cell(1..2). { stone(C) } :- cell(C). { flag(C) } :- stone(C). #show stone/1. #show flag/1."
    (tmp_path / "flags.lp").write_text(f"{program}\n:- not stone(2).")
    told = run("check", "./flags.lp", "-", stdin="flag(1). -stone(1).").stdout
    assert "{ flag(C) } :- stone(C)." in told


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


def test_hint_in_a_cell_says_the_number_alone(run):
    given = "number(1,2,2)."
    told = run("hint", "sudoku", "6x6-a", "--given", "-", "--level", "2", stdin=given).stdout.splitlines()[0]
    assert told == "4 at (2, 1)"


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


@pytest.mark.parametrize(
    ("name", "instance", "answer", "text"),
    [
        ("tents", "6x6", "tent(9, 9).", "a tent at (9, 9)"),
        ("tents", "6x6", "tent(1, 0).", "a tent at (1, 0)"),
        ("tents", "6x6", "tent(a, 1).", "a tent at (a, 1)"),
        ("queens", "4x4-a", "queen(0, 5).", "a queen at (0, 5)"),
        ("flow", "5x5-a", "link(1, 1, round).", "a path goes round from (1, 1)"),
        ("flow", "5x5-a", "link(9, 5, right).", "a path goes right from (9, 5)"),
        ("tetravex", "3x3-a", "place(1, 1, 77).", "tile 77 at (1, 1)"),
        ("tetravex", "3x3-a", "place(4, 1, 1).", "tile 1 at (4, 1)"),
        ("norinori", "5x5-a", 'shaded("a", 6).', 'a shaded cell at ("a", 6)'),
        ("starbattle", "5x5-a", "star(6, 6).", "a star at (6, 6)"),
    ],
)
@pytest.mark.parametrize("command", ["check", "hint"])
def test_atom_that_is_not_of_the_board_is_told(command, name, instance, answer, text, run):
    arguments = [command, name, instance, *(["--given"] if command == "hint" else []), "-"]
    result = run(*arguments, stdin=answer)
    assert (result.returncode, result.stderr) == (1, "")
    assert result.stdout.startswith(f"Not possible on this board: {text}.\n")
    assert result.stdout.endswith("It cannot be completed to a solution.\n")


@pytest.mark.parametrize(
    ("name", "instance", "answer", "sentence"),
    [
        ("tents", "6x6", "tent(7, 1).", "(7, 1) is outside the board, which has 6 rows and 6 columns."),
        ("tents", "6x6", "tent(1, 4).", "Tents stand in cells without a tree."),
        ("flow", "5x5-a", "link(1, 5, right).", "Lines go right or down"),
        ("akari", "6x6-a", "bulb(1, 0).", "(1, 0) is outside the board"),
        ("shikaku", "5x5-a", "border(1, 5, right).", "Borders lie between two cells"),
        ("tetravex", "3x3-a", "place(1, 1, 77).", "The cell (1, 1) holds exactly one tile."),
    ],
)
def test_what_is_not_possible_breaks_a_rule_that_is_named(name, instance, answer, sentence, run):
    result = run("check", name, instance, "-", stdin=answer)
    assert result.returncode == 1
    assert result.stdout.splitlines()[1].startswith(f"  {sentence}")


def test_what_is_not_possible_names_the_choice_where_it_has_no_sentence(run, tmp_path):
    (tmp_path / "stones.lp").write_text(
        "cell(1,1..3).\n{ stone(R,C) } :- cell(R,C), C != 2.\n#show stone/2.\n:- stone(1,1).\n"
    )
    told = run("check", "./stones.lp", "-", stdin="stone(1,2).").stdout.splitlines()
    assert told[0] == "Not possible on this board: stone(1,2)."
    assert told[1].startswith("  stones.lp:2: { stone(R,C) }")


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


@pytest.mark.parametrize(("name", "board"), [("starbattle", "8x8-a"), ("slitherlink", "6x6-a")])
def test_what_is_supposed_has_a_mark_of_its_own(name, board):
    """In each line of an argument, also where all around it is lit."""
    told = 0
    for step in explained(name, board).steps:
        begin = first(step)
        for focus, lines, marks in lit(step) if begin.confined else ():
            left = {mark.cell for share in begin.confined.needs for mark in share.marks}
            assert {place for place, kind in focus.items() if kind == "supposed"} == left
            assert {place for place, kind in focus.items() if kind == "found"} in (set(), {m.cell for m in begin.found})
            assert {mark.cell for mark in marks} == {cell for cell, kind in focus.items() if kind == "found"}
            told += lines == step_lines(step)[:2]
        for focus, lines, marks in lit(step) if len(begin.argument) > 1 and not begin.confined else ():
            assert lines[0] == f"Suppose {begin.supposed.text}."
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


def test_of_a_broken_count_only_what_is_too_much_is_red():
    puzzle, instance = given("tents", "size(2,4). tree(1,1). tent_row(2,1).")
    board = puzzle.check(instance, "tent(2,1). tent(2,3).").board
    assert board.focus == {(2, 1): "fault", (2, 3): "fault"}


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
    pairs = [sorted((one, other)) for one in ("(1, 2)", "(4, 2)") for other in ("(2, 1)", "(2, 4)")]
    (sentence,) = explanation.conflict.sentences
    assert sentence.text in [
        f"The paths from {one} and {other} do not cross, so they do not alternate along the border."
        for one, other in pairs
    ]


@pytest.mark.parametrize("facts", ["5x5-a", "6x6-loop-a", "size(1,4). terminal(1,1,1). terminal(1,4,1)."])
def test_what_is_read_follows_from_its_sentence_alone(facts):
    """From parts of solutions and from other marks, against a control of its own."""
    puzzle, instance = given("flow", facts)
    referee = Referee("flow", facts)
    scope = Scope(puzzle.problem(instance))
    propagation = Propagation(scope)
    readings = propagation.readings
    assert readings.sentences == bits(scope.noted) != 0
    solution = scope.oracle.model(scope.switches)
    chance = random.Random(5)
    marks = sorted(scope.cells)
    said = {mark: scope.oracle.symbols[mark] for mark in marks}
    broken = forced = 0
    for _ in range(120):
        some = chance.sample(marks, min(len(marks), chance.randrange(1, 40)))
        true = bits(mark for mark in some if (solution >> mark & 1) != (chance.random() < 0.05))
        state = true, bits(some) & ~true
        for sentence in chance.sample(scope.noted, min(4, len(scope.noted))):
            texts = [scope.sentence(sentence).text]
            known = [(said[mark], bool(true >> mark & 1)) for mark in some]
            found = readings.follow(sentence, state)
            if found is None:
                broken += 1
                why = readings.why(sentence, state, some)
                assert not referee.possible(texts, [(said[m], bool(true >> m & 1)) for m in some if why >> m & 1])
                continue
            for mark in (mark for mark in marks if (found[0] | found[1]) >> mark & 1):
                forced += 1
                assert not referee.possible(texts, [*known, (said[mark], not found[0] >> mark & 1)])
    assert forced > 10
    assert broken


@pytest.mark.parametrize("facts", ["5x5-a", "6x6-loop-a", "7x7-many-a"])
def test_what_is_read_is_the_same_however_much_was_looked_at_before(facts):
    """What follows from more by way of what followed from less is what follows at once; nothing that is true breaks."""
    puzzle, instance = given("flow", facts)
    scope = Scope(puzzle.problem(instance))
    solution = scope.oracle.model(scope.switches)
    chance, forced = random.Random(7), 0
    for _ in range(4):
        marks = sorted(scope.cells)
        chance.shuffle(marks)
        learned = Readings(scope, scope.noted)
        for size in range(0, len(marks), 5):
            known = bits(marks[:size])
            state = known & solution, known & ~solution
            if size % 3 == 0:
                learned.learn(state)
            at_once = Readings(scope, scope.noted) if size % 20 == 0 else None
            for sentence in scope.noted:
                found = learned.follow(sentence, state)
                assert found is not None
                assert not (found[0] & ~solution | found[1] & solution)
                if at_once:
                    assert at_once.follow(sentence, state) == found
                    forced += (found[0] | found[1]).bit_count()
    assert forced > 100


def test_a_path_ends_where_no_few_sentences_are_found_that_suffice(monkeypatch):
    """It tells what all sentences force together, and says that this takes a search; no step is wrong."""
    before = explained("flow", "7x7-many-a")
    assert max(len(step.sentences) for step in before.steps) < 10
    monkeypatch.setattr(reasons, "_FAILS", 0)
    explanation = explained("flow", "7x7-many-a")
    puzzle, instance = given("flow", "7x7-many-a")
    every = len(Scope(puzzle.problem(instance)).rules)
    (searched,) = (step for step in explanation.steps if len(step.sentences) > 100)
    assert len(searched.sentences) == every
    assert not searched.argued
    assert not searched.earlier
    text = (
        f"Suppose {searched.supposed.text}. Why not takes a search: all {every} sentences together, no few were found."
    )
    assert step_lines(searched)[0] == text
    solutions = answers("flow", "7x7-many-a")
    found = [mark for step in explanation.steps for mark in step.found if not mark.pencil]
    assert {mark.text for mark in found} == {m.text for step in before.steps for m in step.found if not m.pencil}
    assert all((mark.atom in solution) == mark.present for mark in found for solution in solutions)


@pytest.mark.parametrize("needed", [{3}, {1, 8, 13}, {0, 1, 2, 3}, {2, 5, 7, 11, 14}])
def test_what_cannot_be_left_out_of_a_reason_stays(needed):
    """Of sixteen sentences; with fewer at most than are needed it ends early, and nothing that is needed is gone."""
    asked = []

    def core(rest):
        asked.append(rest)
        return rest if needed <= {*rest} else None

    assert {*reasons.shrink([*range(16)], core)} == needed
    for most, soon in product(range(1, 7), (False, True)):
        asked.clear()
        left = reasons.shrink([*range(16)], core, most, soon)
        assert needed <= {*left}
        assert {*left} == needed if len(needed) < most else len(left) >= most
        # By twos and one by one.
        assert not soon or sum(not needed <= {*rest} for rest in asked) <= 2 * most


def test_what_else_a_reason_that_takes_a_search_forces_is_told_with_it():
    """By the same sentences and known marks, as a control of its own says; none follows from another one at sight."""
    referee, said = Referee("flow", "10x8-a"), []
    for step in (reason for whole in explained("flow", "10x8-a").steps for reason in whole.reasons):
        if not step.argued:
            texts = [sentence.text for sentence in step.sentences]
            for mark in step.found:
                assert not referee.possible(texts, [*pairs(step.earlier), (mark.atom, not mark.present)]), mark.text
            same = [line for line in step_lines(step) if line.strip().startswith("In the same way: ")]
            assert len(same) == (len(step.found) > 1)
            said.append(len(step.found))
    assert max(said) > 1


@pytest.mark.parametrize("facts", ["5x5-a", "6x6-loop-a", "8x8-a"])
def test_few_sentences_in_place_of_many_suffice_and_none_can_be_left_out(facts):
    """Asked of a control of its own: with what is known they force the mark, and without one of them they do not."""
    puzzle, instance = given("flow", facts)
    referee, scope = Referee("flow", facts), Scope(puzzle.problem(instance))
    wide, solution, chance = Propagation(scope).wide(), scope.oracle.model(scope.switches), random.Random(3)
    literals = [mark if solution >> mark & 1 else -mark for mark in sorted(scope.marks)]
    sizes = []
    for _ in range(4):
        known = chance.sample(literals, len(literals) // 4)
        search = reasons.Reasons(scope, known, [one for one in literals if one not in known], wide)
        before = [(scope.oracle.symbols[abs(one)], one > 0) for one in known]
        for one in chance.sample(sorted(search.unknown.values()), 12):
            fewer = search.fewer(numbers(wide), one)
            texts = [scope.sentence(sentence).text for sentence in fewer]
            opposite = [*before, (scope.oracle.symbols[abs(one)], one < 0)]
            for left in (texts, *(texts[:k] + texts[k + 1 :] for k in range(len(texts)))):
                assert referee.possible(left, opposite) == (left is not texts)
            sizes.append(len(fewer))
    assert 1 < max(sizes) <= reasons.ENOUGH


@pytest.mark.parametrize("facts", ["4x4-many-a", "5x5-a", "6x6-loop-a"])
def test_paths_that_would_have_to_cross_do_so_by_their_sentence_alone(facts):
    """From links that are not there, and cells of paths, against a control of its own; none in a part of a solution."""
    puzzle, instance = given("flow", facts)
    referee, scope = Referee("flow", facts), Scope(puzzle.problem(instance))
    readings = Propagation(scope).readings
    texts = {sentence: scope.sentence(sentence).text for sentence in scope.noted}
    crossing = [sentence for sentence, text in texts.items() if text.endswith("do not cross.")]
    solution = scope.oracle.model(scope.switches)
    chance, said = random.Random(6), scope.oracle.symbols
    broken = 0
    for _ in range(300):
        absent = [mark for mark in scope.marks if chance.random() < 0.4]
        held = chance.sample(sorted(scope.pencil), min(len(scope.pencil), 4))
        for sentence in crossing:
            assert readings.follow(sentence, (bits(held) & solution, bits(absent) & ~solution)) is not None
            if readings.follow(sentence, (bits(held), bits(absent))) is None:
                why = readings.why(sentence, (bits(held), bits(absent)), [*absent, *held])
                known = [(said[mark], mark in held) for mark in [*absent, *held] if why >> mark & 1]
                assert not referee.possible([texts[sentence]], known)
                broken += 1
    assert broken > 20


@pytest.mark.parametrize(
    ("name", "largest"), [("5x5-a", 1), ("6x6-loop-a", 3), ("7x7-many-a", 5), ("8x8-a", 1), ("8x8-none-a", 10)]
)
def test_reasons_of_paths_are_short(name, largest):
    """What a player sees at once is one sentence: without those of the part pencil there were 71 and 102."""
    explanation = explained("flow", name)
    reasons = [reason.sentences for step in explanation.steps for reason in step.reasons]
    reasons = reasons or [explanation.conflict.sentences]
    assert max(map(len, reasons)) <= largest


def test_sentences_that_are_not_fulfilled_yet_are_the_same_without_their_cells():
    tents = load("tents")
    with_cells, without = (tents.check("6x6", "tent(1, 2).", cells=cells) for cells in (True, False))
    assert [s.text for s in with_cells.broken] == [s.text for s in without.broken] != []
    assert all(s.cells for s in with_cells.broken)
    assert not any(s.cells for s in without.broken)
    # What is broken has its cells in any case: they are pointed at.
    wrong = tents.check("6x6", "tent(1, 1).", cells=False)
    assert wrong.so_far
    assert all(s.cells for s in wrong.so_far)


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

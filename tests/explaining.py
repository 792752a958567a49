"""What tests of explanations share: boards, their paths and all their solutions, and a judge of what is said."""

from functools import cache
from pathlib import Path

import clingo
from judge import Judge, plainly, stock

from pyclingo_app import Instance, load, parse_facts
from pyclingo_app.write.objects import fields

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
    """A puzzle, and a board of it: one by its name, or one of facts."""
    puzzle = load(name)
    return puzzle, puzzle.read(facts) if "(" not in facts else Instance("test", parse_facts(facts))


def problem_of(name, facts):
    """A board with its puzzle."""
    puzzle, instance = given(name, facts)
    return puzzle.problem(instance)


def path_of(name, facts, **options):
    """The whole path of a board."""
    puzzle, instance = given(name, facts)
    explanation = puzzle.explain(instance, **options)
    list(explanation)
    return explanation


explained = cache(path_of)


def reasons_of(name, board):
    """The reasons of all steps of a path."""
    return [reason for step in explained(name, board).steps for reason in step.reasons]


def lines_of(argument):
    """The lines of an argument, also of its cases."""
    return [one for line in argument for one in line.every]


def checked(name, facts, answer, **options):
    """What is said of an answer, marks or a text."""
    puzzle, instance = given(name, facts)
    return puzzle.check(instance, parse_facts(answer) if isinstance(answer, str) else answer, **options)


def solutions(problem):
    """All solutions, from stock clingo, as sets of shown atoms."""
    control = stock(problem)
    control.ground([("base", [])])
    found = set()
    control.solve(on_model=lambda model: found.add(frozenset(model.symbols(shown=True))))
    return found


def answers(name, facts):
    """All solutions of a board."""
    return solutions(problem_of(name, facts))


def pairs(marks):
    return [(mark.atom, mark.present) for mark in marks]


def opposites(marks):
    return [(mark.atom, not mark.present) for mark in marks]


class Referee(Judge):
    """A judge of a board that is known by its name or its facts, perhaps with an answer, as marks or as a text.

    ``marks`` are the atoms of an answer that may be there or not, ``facts`` those that are there in any case.
    """

    def __init__(self, name, facts, answer=()):
        puzzle, instance = given(name, facts)
        marks = parse_facts(answer) if isinstance(answer, str) else answer
        said = [(str(clingo.Function(mark.name, mark.arguments)), mark.positive) for mark in marks]
        constants = [f"#const {name} = {value}." for name, value in instance.constants]
        board = "".join([*constants, *(f"{fact}." for fact in instance.facts)])
        super().__init__(Path(puzzle.program.path), board, said)
        self.shown = puzzle.program.shown
        self.marks = sorted(map(clingo.parse_term, self.possible_atoms))
        self.facts = {clingo.parse_term(atom) for atom in self.solution - self.possible_atoms}


def told(path):
    """What ``puzzasp explain -f json`` writes of a path, for a judge."""
    conflict = fields(path.conflict) if path.conflict else None
    return plainly({"steps": [*map(fields, path.steps)], "conflict": conflict})


def verify_reason(referee, reason, known):
    """All that a reason finds follows from its sentences and from what it takes of what is known; where it is argued,
    line by line."""
    begin = len(referee.faults)
    referee.reason(plainly(fields(reason)), {(str(atom), present) for atom, present in known.items()})
    assert referee.faults[begin:] == []

"""The JSON form of results: valid by the schemas in docs/schema, and read back as the same data."""

import json
import math

import jsonschema
import pytest
from clingo import Function, Number
from conftest import ROOT
from referencing import Registry, Resource

from pyclingo_app import InstanceError, LimitError, ProgramError, UsageError, load
from pyclingo_app.errors import InternalError, PuzzaspError
from pyclingo_app.explain.terms import (
    Case,
    Conflict,
    Hint,
    Inference,
    Mark,
    Quantity,
    Sentence,
    Share,
    Step,
    Wall,
    joined,
)
from pyclingo_app.facts.reader import parse_facts
from pyclingo_app.formats import GenreError
from pyclingo_app.jobs.codec import drawn
from pyclingo_app.jobs.events import KINDS, decode, encode

FILES = (ROOT / "docs" / "schema").glob("*.json")
SCHEMAS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FILES}
REGISTRY = Registry().with_resources((f"{name}.json", Resource.from_contents(s)) for name, s in SCHEMAS.items())


def valid(event):
    """Write an event as a line of JSON, validate it against its schema, and give it as it is read."""
    event = json.loads(json.dumps(event, allow_nan=False))
    assert event["schema"] == 2
    jsonschema.Draft202012Validator(SCHEMAS[event["event"]], registry=REGISTRY).validate(event)
    return event


def same(result):
    """Encode a result, validate it, and assert that decoding gives it again."""
    event = valid(encode(result))
    again = decode(event)
    assert type(again) is type(result)
    assert again == result
    return event


def test_there_is_a_schema_for_each_kind_and_each_is_one():
    assert set(SCHEMAS) == {*KINDS, "terms"}
    for schema in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize(
    ("puzzle", "instance"),
    [("tents", "6x6"), ("flow", "5x5-a"), ("norinori", "5x5-a"), ("tetravex", "3x3-a"), ("starbattle", "6x6-a")],
)
def test_solutions_boards_and_outcomes(puzzle, instance):
    puzzle = load(puzzle)
    board = puzzle.read(instance)
    assert same(board)["facts"]
    search = puzzle.solve(board, models=2, stats=True)
    (solution,) = search
    event = valid(encode(solution) | drawn(solution.board))
    again = decode(event)
    assert again.atoms == solution.atoms
    assert again.facts == solution.facts
    assert again.board == solution.board
    assert event["atoms"] == [fact.removesuffix(".") for fact in solution.facts.split(". ")]
    with pytest.raises(ValueError, match="without its board"):
        decode(valid(encode(solution))).board  # noqa: B018
    event = same(search.outcome)
    assert (event["status"], event["count"], event["complete"]) == ("satisfiable", 1, True)
    assert event["statistics"]["problem"]["lp"]["rules"] > 0
    event = same(solution.board)
    assert len(event["board"]) >= event["drawing"]["height"]
    same(puzzle.draw(board))


def test_an_outcome_that_contradicts_itself_is_not_valid():
    search = load("queens").solve(models=2)
    assert len(list(search)) == 2
    event = same(search.outcome)
    assert event["stopped"] == "models"
    with pytest.raises(jsonschema.ValidationError):
        valid({**event, "complete": True})


@pytest.mark.parametrize(("puzzle", "instance"), [("tents", "6x6"), ("starbattle", "6x6-a"), ("flow", "5x5-a")])
def test_steps_and_ratings(puzzle, instance):
    puzzle = load(puzzle)
    explanation = puzzle.explain(puzzle.read(instance))
    steps = list(explanation)
    same(explanation.start)
    for step in steps:
        event = same(step)
        assert [one["text"] for one in event["sentences"]] == [sentence.text for sentence in step.sentences]
    drawn_step = steps[0]._replace(board=puzzle.draw(puzzle.read(instance))._replace(focus={(1, 1): "found"}))
    assert same(drawn_step)["drawing"]["focus"] == [[1, 1, "found"]]
    assert same(explanation.rating)["steps"] == len(steps)
    same(Hint("step", steps[-1], None, drawn_step.board))
    same(Hint("open"))


def mark(column, present=True):
    atom = Function("star", [Number(1), Number(column)])
    return Mark(atom, present, f"{'a' if present else 'no'} star at (1, {column})", (1, column))


ROW = Sentence("The number of stars in row 1 is 1.", frozenset({(1, 1), (1, 2)}), frozenset({(1, 1)}))
NEED = Share((ROW,), (mark(1), mark(2)), 1, True)
# A line of each kind: plain, what is needed, what there is enough of, counts that are added, a wall, and two cases.
LINES = (
    Inference((ROW,), (mark(2),), (mark(1, False),)),
    Inference((ROW,), (mark(2),), (mark(1, False),), quantity=Quantity((NEED,))),
    Inference(
        (ROW,),
        (),
        (mark(1), mark(2), mark(3, False)),
        quantity=Quantity((), (Share((ROW,), (mark(1), mark(2)), 1, False),)),
    ),
    Inference((ROW, ROW), (mark(3, False),), quantity=Quantity((NEED, NEED), (Share((ROW,), (mark(1),), 1, False),))),
    Inference((ROW,), (), (mark(1),), Wall((mark(1),), ((1, 2),), (mark(2),), (mark(3, False),), True)),
    Inference(
        (), (), (), cases=tuple(Case(one, (Inference((ROW,), (), (one,), hidden=True),)) for one in map(mark, (1, 2)))
    ),
)


def test_every_kind_of_line():
    step = Step((mark(1),), (mark(2, False),), Case(mark(1, False), LINES), "cut off", True)
    event = same(step)
    argument = event["case"]["argument"]
    said = [{**line, **line["quantity"]} for line in argument]
    assert [[bool(line[kind]) for kind in ("need", "allow", "wall", "cases")] for line in said] == [
        [False] * 4, [True, False, False, False], [False, True, False, False], [True, True, False, False],
        [False, False, True, False], [False, False, False, True],
    ]  # fmt: skip
    assert event["sentences"] == [{"text": ROW.text, "cells": [[1, 1], [1, 2]], "shown": [[1, 1]]}]
    same(joined([step, step._replace(found=(mark(3),), case=Case(mark(3, False), LINES[2:4]))]))
    same(Conflict((ROW,), False, LINES, (mark(1),), (mark(2),)))


@pytest.mark.parametrize("instance", ["6x6-many-a", "6x6"])
def test_what_is_forced(instance):
    tents = load("tents")
    same(tents.forced(tents.read(instance)))


def test_boards_that_are_made():
    made, tally = list(load("queens").trials((5, 5), 1, seed=1, graded=True))[-2:]
    assert same(made)["grade"]
    assert same(tally)["finished"]


def test_conflicts_and_checks():
    tetravex = load("tetravex")
    explanation = tetravex.explain(tetravex.read("2x2-example-b"))
    assert list(explanation) == []
    same(explanation.conflict)
    tents = load("tents")
    board = tents.read("6x6")
    answers = ["tent(1,1). tent(1,2).", "tent(9,9).", "tent(1,2).", "tent(6,6). -tent(1,2).", ""]
    for text in answers:
        check = tents.check(board, parse_facts(text, "answer", {("tent", 2), ("-tent", 2)}))
        event = same(check)
        assert [one["text"] for one in event["broken"]] == [sentence.text for sentence in check.broken]
        same(Hint("wrong", None, check))


@pytest.mark.parametrize(
    "error",
    [
        PuzzaspError("here", "do this"),
        InstanceError("file.lp:2:1: wrong", "Correct it."),
        ProgramError("no"),
        UsageError("there is no puzzle x", "Puzzles: y."),
        LimitError("stopped by the time limit", "time"),
    ],
)
def test_errors(error):
    again = decode(valid(encode(error)))
    assert type(again) is type(error)
    assert (again.message, again.hint, str(again)) == (error.message, error.hint, str(error))
    assert getattr(again, "reason", None) == getattr(error, "reason", None)


def test_errors_of_other_kinds():
    assert type(decode(valid(encode(GenreError("tents", "lits"))))) is InstanceError
    assert decode(valid(encode(MemoryError()))).reason == "memory"
    try:
        math.sqrt(-1)
    except ValueError as error:
        again = decode(valid(encode(error)))
    assert type(again) is InternalError
    assert "math domain error" in str(again)


@pytest.mark.parametrize("event", [{}, {"event": "solution", "atoms": []}, {"schema": 2, "event": "nothing"}])
def test_what_is_no_event(event):
    with pytest.raises(ValueError, match="no event of schema 2"):
        decode(event)


def test_what_has_no_json_form():
    with pytest.raises(TypeError, match="object has no JSON form"):
        encode(object())

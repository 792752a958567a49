"""The contract of puzzle programs: every packaged program keeps it, and each breach of it is found."""

import re
from itertools import pairwise
from pathlib import Path

import clingo
import pytest

from pyclingo_app import InstanceError, Library, load
from pyclingo_app.lint import faults, instance_faults
from pyclingo_app.lint.values import strangers
from pyclingo_app.program.syntax import derived

ROOT = Path(__file__).parent.parent
TEMPLATE = ROOT / "pyclingo_app" / "template" / "puzzle.lp"
PROGRAMS = [*sorted((ROOT / "asp").glob("*.lp")), TEMPLATE]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_program_keeps_to_the_contract(path):
    assert faults(load(str(path)).program) == []


@pytest.mark.parametrize("path", sorted((ROOT / "asp" / "lib").glob("*.lp")), ids=lambda path: path.stem)
def test_library_states_what_it_takes_and_gives(path):
    text = path.read_text()
    assert text.startswith("% ")
    assert "% Input\n" in text
    program = load(str(path)).program
    gives = {one for statement in program.base for one in derived(statement)} - {("input_error", 0)}
    assert ("% Output\n" in text) == bool(gives)


def test_every_puzzle_has_enough_instances_of_each_sort():
    """Eight or more, and a lesson, which is over in a few minutes, four."""
    for name in Library().names():
        puzzle = load(name)
        paths = list(puzzle.instances().values())
        assert len(paths) >= (4 if puzzle.program.kind == "lesson" else 8), name
        first = [Path(path).read_text().partition("\n")[0] for path in paths]
        assert any(" 0 solutions" in line for line in first), name
        assert any(" 1 solution" in line for line in first), name
        assert any(int(word) > 1 for line in first for word in _counts(line)), name


def _counts(line):
    words = line.replace(",", "").split()
    return [before for before, word in pairwise(words) if word.startswith("solution")]


BREACHES = {
    "title": ("% Template - put", "% Template: put", "first line"),
    "input table": ("%   wall(R, C)     no stone", "%   walls(R, C)     no stone", "not in the table 'Input'"),
    "output table": ("%   stone(R, C)    a", "%   pebble(R, C)    a", "not both shown and in the table 'Output'"),
    "search": (
        "#program display.",
        '#program search.\none("--time-limit=1").\n#program display.',
        'the part search holds one("--time-limit=1").',
    ),
    "search behind display": (
        "grey)  : wall(R, C).",
        'grey)  : wall(R, C).\n#program search.\none("--configuration=handy").',
        "PZ122 the part display stands above the end of search",
    ),
    "unwritten rule": (
        "{ stone(R, C) } :- cell(R, C).",
        "{ put(R, C) } :- cell(R, C).\nlaid(R, C) :- put(R, C).\nstone(R, C) :- laid(R, C).",
        "PZ167 stone/2 is derived from a choice that is not shown",
    ),
    "pencil without a rule": ("\n\n#include", "\n% Pencil\n%   near(R, C)  near\n\n#include", "PZ168"),
    "pencil without a sentence": ("#program display.", "#program pencil.\n:- not a.\n#program display.", "PZ169"),
    "choice in pencil": ("#program display.", "#program pencil.\n{ a }.\n#program display.", "PZ169"),
    "undeclared input": ("#defined wall/2.\n", "", "neither derived nor declared"),
    "misspelt predicate": (":- wall(R, C), stone(R, C).", ":- wal(R, C), stone(R, C).", "wal/2 is neither derived"),
    "no sentence": ("% Row R holds exactly one stone.\n", "", "has no sentence"),
    "sentence apart": ("exactly one stone.\n", "exactly one stone.\n\n", "has no sentence"),
    "no full stop": ("exactly one stone.", "exactly one stone", "full stop"),
    "unknown variable": ("% Row R holds", "% Row X holds", "X in the sentence is no variable"),
    "local variable": ("% Row R holds exactly", "% Row R holds in C exactly", "only inside an aggregate"),
    "order of sections": ("% Generate\n", "% Test\n", "not in the order"),
    "heading not set off": ("% Generate\n\n", "% Generate\n", "set off by blank lines"),
    "show before rules": ("% Test\n", "#show stone/2.\n\n% Test\n", "stands too late"),
    "display not last": ("#show stone/2.\n", "", "not both shown"),
    "shown term in base": (
        "#show stone/2.",
        "#show stone/2.\n#show ok : stone(1, 1).",
        "terms belong to the display part",
    ),
    "hidden name": (
        "#show stone/2.",
        "_stone(R, C) :- stone(R, C).\n\n#show stone/2.\n#show _stone/2.",
        "begin with _",
    ),
    "drawing term": ("mark(R, C, black)", "dot(R, C, black)", "dot/3 is no drawing term"),
    "choice in display": ("#program display.\n", "#program display.\n{ a }.\n", "definitions and #show only"),
    "no display": ("#program display.", "", "terms belong to the display part"),
    "function": ("{ stone(R, C) } :- cell(R, C).", "{ stone(R, C) } :- cell(R, @f(C)).", "@functions"),
    "input_error used": ("% Generate\n", "% Generate\n\nx :- input_error.\n", "no rule may depend on it"),
    "undocumented constant": ("#defined wall/2.", "#const k = 1.\n#defined wall/2.", "the constant k"),
    "one blank in a table": (
        "%   wall(R, C)     no",
        "%   wall(R, C) no",
        "broken.lp:8: PZ111 'wall(R, C) no stone may",
    ),
    "three blanks before": ("%   wall(R, C)  ", "%    wall(R, C) ", "broken.lp:8: PZ111 'wall(R, C)    "),
    "no blanks before": ("%   wall(R, C)  ", "% wall(R, C)   ", "broken.lp:8: PZ111 'wall(R, C)    "),
    "tab before": ("%   wall(R, C)  ", "%\twall(R, C)   ", "broken.lp:8: PZ111 'wall(R, C)    "),
    "first line of a table": (
        "%   size(H, W)     H rows",
        "%   size(H, W): H rows",
        "broken.lp:7: PZ111 'size(H, W): H",
    ),
    "misspelt heading": (
        "\n\n#include",
        "\n% Serch\n%   one  --configuration=handy\n\n#include",
        "broken.lp:12: PZ111 'Serch' is no line of a table",
    ),
    "lower case in a constraint": (
        ":- wall(R, C), stone(R, C).",
        ":- wall(r, c), stone(r, c).",
        "broken.lp:29: PZ141 nothing gives the values r, c: a variable begins with a capital letter",
    ),
    "one in lower case": (":- wall(R, C), stone(R, C).", ":- wall(R, C), stone(R, c).", "nothing gives the value c:"),
    "lower case in a choice": ("{ stone(R, C) } :- cell(R, C).", "{ stone(r, c) : cell(r, c) }.", "the values r, c:"),
    "lower case in an aggregate": ("{ stone(R, C) } > 1", "{ stone(r, C) } > 1", "nothing gives the value r:"),
    "lower case in a calculation": (
        "{ stone(R, C) } :- cell(R, C)",
        "{ stone(R, C) } :- cell(R, C), R = r+1",
        "the value r:",
    ),
    "words of another thing": (":- wall(R, C), stone", ":- wall(row, column), stone", "the values row, column:"),
    "lower case in display": ("black)  : stone(R, C)", "black)  : stone(r, c)", "nothing gives the values r, c:"),
    "misspelt in display": ("black)  : stone(R, C)", "black)  : stoone(R, C)", "stoone/2 is neither derived"),
    "lower case in formats": (
        "grey)  : wall(R, C).",
        "grey)  : wall(R, C).\n#program formats.\nwall(R, C) :- mark(r, C, black).",
        "nothing gives the value r:",
    ),
    "value that is not admitted": (
        "%   size(H, W)     H rows",
        '%   known(R, C, N)  "?" is any number\n%   size(H, W)     H rows',
        'PZ113 the words of known/3 speak of "?", which it does not admit: say which argument may be that',
    ),
    "late constant": ("% Test\n", "#const k = 1.\n\n% Test\n", "stands too late"),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_breach_is_found(breach, tmp_path):
    old, new, message = BREACHES[breach]
    text = TEMPLATE.read_text()
    assert old in text
    path = tmp_path / "broken.lp"
    path.write_text(text.replace(old, new, 1))
    assert any(message in fault for fault in map(str, faults(load(str(path)).program))), faults(load(str(path)).program)


def test_redundant_constraint_needs_no_sentence(tmp_path):
    path = tmp_path / "fast.lp"
    path.write_text(
        TEMPLATE.read_text().replace(
            "#show stone/2.", "% Redundant: fewer conflicts.\n:- stone(1, 1), stone(1, 2).\n\n#show stone/2.", 1
        )
    )
    puzzle = load(str(path))
    assert faults(puzzle.program) == []
    assert not any("Redundant" in rule.sentence for rule in puzzle.program.rules)


def test_template_instance_has_its_number_of_solutions(tmp_path):
    (tmp_path / "stones.lp").write_text(TEMPLATE.read_text())
    folder = tmp_path / "instances" / "stones"
    folder.mkdir(parents=True)
    (folder / "3x4.lp").write_text(TEMPLATE.with_name("3x4.lp").read_text())
    (folder / "wrong.lp").write_text("% Stones, 5 solutions.\nsize(1, 1).")
    (folder / "none.lp").write_text("size(1, 1).")
    (folder / "faulty.lp").write_text("% Stones, 1 solution.\nsize(1, 1). wall(2, 2).")
    result = dict(instance_faults(load(str(tmp_path / "stones.lp")).program))
    assert result["3x4"] == ""
    assert "states 5 solutions, but there is 1" in result["wrong"]
    assert "states no number" in result["none"]
    assert "outside the board" in result["faulty"]


VALUES = """
#include "lib/grid.lp".
#const mode = rook.
#defined size/2.
#defined arrow/4.
#defined kind/3.
direction(up, -1, 0; (down, 1, 0)).
direction(left, 0, -1).
direction(D, 0, 1) :- D = right.
opposite((left, right); (right, left)).
ahead(R, C, up, R-1, C) :- arrow(R, C, up, N), N != "?".
ahead(R, C, D, R, C+1)  :- arrow(R, C, D, _), D = (left; right), direction(D, _, _), not opposite((D, up)).
marked(R, C, black) :- arrow(R, C, D, _), D != none.
marked(R, C, black) :- kind(R, C, knight), mode = bishop.
seen(R, C) :- marked(R, C, black), direction(up, _, _), 1 #sum { 1, tag : marked(R, C, black) }.
last(R, C) :- (R, C, D) = #max { (R', C', D') : ahead(R', C', D', _, _) }, D != left.
"""


def strange(tmp_path, rule="", header="", instance=""):
    """The constants that nothing gives in a program of values, with one more rule."""
    table = "%   arrow(R, C, D, N)  N in direction D, or none\n%   mode = rook        rook or bishop\n"
    program = tmp_path / "values.lp"
    program.write_text(f"% Values - a test.\n%\n% Input\n{table}{header}{VALUES}{rule}\n")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "grid.lp").write_text((ROOT / "asp" / "lib" / "grid.lp").read_text())
    folder = tmp_path / "instances" / "values"
    folder.mkdir(parents=True)
    (folder / "one.lp").write_text(f"size(2, 2). {instance}")
    return [name for _, names in strangers(load(str(program)).program) for name in names]


def test_values_of_facts_heads_constants_instances_and_the_table_are_no_fault(tmp_path):
    assert strange(tmp_path, instance="kind(1, 1, knight).") == []


def test_value_that_only_a_rule_asks_for_is_a_fault(tmp_path):
    assert strange(tmp_path) == ["knight"]


def test_value_of_an_input_can_stand_in_the_table(tmp_path):
    assert strange(tmp_path, header="%   kind(R, C, K)      K is a knight or\n%                      a bishop\n") == []


@pytest.mark.parametrize(
    ("rule", "names"),
    [
        (":- seen(r, c), not kind(r, c, knight).", ["r", "c"]),
        (":- direction(rihgt, _, _).", ["rihgt"]),  # misspelt
        (":- direction(black, _, _).", ["black"]),  # a value elsewhere
        (":- direction(_, up, _).", ["up"]),
        (":- ahead(R, C, d, R', C'), not ahead(R', C', d, _, _).", ["d"]),
        ("seen(r, c) :- kind(r, c, K), not opposite(K, K).", ["r", "c"]),
        (":- arrow(R, C, D, n), { seen(r, C) : cell(r, C) } != n.", ["n", "r"]),
        (":- mode != queen.", ["queen"]),
    ],
)
def test_value_that_cannot_be_there_is_a_fault(rule, names, tmp_path):
    assert strange(tmp_path, rule, instance="kind(1, 1, knight).") == names


def test_every_rule_of_tents_in_lower_case_is_a_fault(tmp_path):
    lines = (ROOT / "asp" / "tents.lp").read_text().splitlines(keepends=True)
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "grid.lp").write_text((ROOT / "asp" / "lib" / "grid.lp").read_text())
    path = tmp_path / "tents.lp"
    changed = 0
    for number, line in enumerate(lines[: lines.index("#program generate.\n")]):
        if not line.startswith("%") and re.search(r"[(, ][A-Z]", line):
            lower = re.sub(r"(?<=[(, ])[A-Z]", lambda match: match[0].lower(), line)
            path.write_text("".join([*lines[:number], lower, *lines[number + 1 :]]))
            found = [statement.location.begin.line for statement, _ in strangers(load(str(path)).program)]
            assert found == [number + 1], line
            changed += 1
    assert changed > 15  # rules


TYPED = """% Typed - a test.
%
% Input
%   size(H, W)         H rows and W columns
%   arrow(R, C, D, N)  N = 0..4 stones in direction D; "?" says nothing
%   ray(R, C, Way)     a ray
%   seen(Side, C)      column C is seen from Side
% Output
%   stone(R, C)        a stone at (R, C)

#include "lib/grid.lp".
#include "lib/beside.lp".
#include "lib/hook.lp".
#defined arrow/4.
#defined ray/3.
#defined seen/2.

% Generate

{ stone(R, C) } :- cell(R, C).

% Test

% No stone lies behind the wall at (R, C).
:- open(R, C, R', C'), stone(R, C), stone(R', C').

#show stone/2.

#program display.
sign(D, D) :- arrow(_, _, D, _).
#show mark(R, C, 1, N)  : arrow(R, C, D, N).
#show mark(R, C, 2, D)  : arrow(R, C, D, N).
#show mark(R, C, 3, D)  : ray(R, C, D).
#show clue(D, C, 1)     : seen(D, C).
#show shade(R, C, grey) : stone(R, C).
"""
HOOK = """% Hook - a library file whose user may give a predicate, or not.
barrier(R, C, D) :- beside(R, C, D, _, _), #false.
open(R, C, R', C') :- beside(R, C, D, R', C'), not barrier(R, C, D).

#program display.
#show wall(R, C, D) : barrier(R, C, D).
"""


@pytest.fixture
def with_hook(tmp_path):
    """Write the program with its library, some of its text replaced; give its path."""
    (tmp_path / "lib").mkdir()
    for name in ("grid", "beside"):
        (tmp_path / "lib" / f"{name}.lp").write_text((ROOT / "asp" / "lib" / f"{name}.lp").read_text())
    (tmp_path / "lib" / "hook.lp").write_text(HOOK)

    def write(old="", new=""):
        assert old in TYPED
        (tmp_path / "typed.lp").write_text(TYPED.replace(old, new, 1) if old else TYPED)
        return str(tmp_path / "typed.lp")

    return write


# Sets of cells without neighbours: of a ring of four cells 7, of four in a row 8.
GIVEN = [
    ("", "", "size(2, 2).", 7),
    ("% Test", "% Test\n\nbarrier(R, C, D) :- arrow(R, C, D, _).", "size(2, 2). arrow(1, 1, right, 0).", 8),
    ("#defined ray/3.", "#defined ray/3.\n#defined barrier/3.", "size(2, 2). barrier(1, 1, right).", 8),
]


@pytest.mark.parametrize(("old", "new", "board", "number"), GIVEN, ids=["not given", "derived", "an input"])
def test_library_takes_what_its_user_may_leave_out(old, new, board, number, with_hook):
    path = with_hook(old, new)
    if "#defined" in new:
        Path(path).write_text(Path(path).read_text().replace("%   ray", "%   barrier(R, C, D)   a wall\n%   ray"))
    puzzle = load(path)
    assert faults(puzzle.program) == []
    assert puzzle.count(board) == number
    assert (("barrier", 3) in puzzle.program.inputs) == ("#defined" in new)
    messages = []
    control = clingo.Control(["--warn=all"], logger=lambda _, message: messages.append(message))
    control.load(path)
    control.ground()
    assert messages == []


def test_values_of_types_are_known_and_others_are_faults(with_hook):
    rule = ":- open(R, C, R', C'), stone(R, C), stone(R', C')."
    right = ":- arrow(R, C, up, N), ray(R, C, northeast), seen(bottom, C), stone(R, C)."
    assert faults(load(with_hook(rule, right)).program) == []
    wrong = ":- arrow(R, C, north, N), ray(R, C, below), seen(up, C), stone(R, C)."
    assert [name for _, names in strangers(load(with_hook(rule, wrong)).program) for name in names] == [
        "north", "below", "up",
    ]  # fmt: skip


def test_facts_are_of_their_types(with_hook):
    puzzle = load(with_hook())
    assert puzzle.count('size(1, 1). arrow(1, 1, up, "?"). ray(1, 1, southwest). seen(top, 1).') == 2
    for fact, what in (
        ('arrow(1, 1, up, "x")', 'N must be from 0 to 4 or "?"|N must be a whole number or "?"'),
        ("arrow(1, 1, northeast, 1)", "D must be one of up, down, left, right, not northeast"),
        ("ray(1, 1, north)", "Way must be one of up, down, left, right, northeast, northwest, southeast, southwest"),
    ):
        with pytest.raises(InstanceError, match=what):
            puzzle.count(f"size(1, 1). {fact}.")


def test_remarks_of_clingo_on_an_instance_are_found(with_hook, tmp_path):
    rule = ":- open(R, C, R', C'), stone(R, C), stone(R', C')."
    path = with_hook(rule, ':- arrow(R, C, D, N), N != "?", { stone(R, C) } > 4-N.')
    folder = tmp_path / "instances" / "typed"
    folder.mkdir(parents=True)
    (folder / "a.lp").write_text("% Typed, 2 solutions.\nsize(1, 1). arrow(1, 1, up, 1).")
    (folder / "b.lp").write_text('% Typed, 2 solutions.\nsize(1, 1). arrow(1, 1, up, "?").')
    found = dict(instance_faults(load(path).program))
    assert "PZ142" not in found["a"]
    assert found["b"].startswith("PZ142 clingo remarks: ")
    assert "operation undefined" in found["b"]

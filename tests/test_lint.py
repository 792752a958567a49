"""The contract of puzzle programs: every packaged program keeps it, and each breach of it is found."""

from itertools import pairwise
from pathlib import Path

import pytest

from pyclingo_app import Library, load
from pyclingo_app.lint import faults, instance_faults

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
    assert "% Output\n" in text


def test_every_puzzle_has_at_least_eight_instances_of_each_sort():
    for name in Library().names():
        paths = list(load(name).instances().values())
        assert len(paths) >= 8, name
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
        "\n\n#defined size",
        "\n% Search\n%   one  --time-limit=1\n\n#defined size",
        "the table Search holds one --time-limit=1",
    ),
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
    "function": ("row(1..H) :- size(H, _).", "row(1..@f(H)) :- size(H, _).", "@functions"),
    "input_error used": ("% Generate\n", "% Generate\n\nx :- input_error.\n", "no rule may depend on it"),
    "undocumented constant": ("#defined size/2.", "#const k = 1.\n#defined size/2.", "the constant k"),
    "late constant": ("% Test\n", "#const k = 1.\n\n% Test\n", "stands too late"),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_breach_is_found(breach, tmp_path):
    old, new, message = BREACHES[breach]
    text = TEMPLATE.read_text()
    assert old in text
    path = tmp_path / "broken.lp"
    path.write_text(text.replace(old, new, 1))
    assert any(message in fault for fault in faults(load(str(path)).program)), faults(load(str(path)).program)


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

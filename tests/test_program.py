"""Programs and what they include: found wherever the process works, by any number of libraries at once."""

import os
import threading

import pytest

from pyclingo_app import Instance, InstanceError, Library, ProgramError, load, parse_facts
from pyclingo_app.program.program import read_program

GRID = "row(1..2).\ncolumn(1..2).\ncell(R, C) :- row(R), column(C).\n"


def write(folder, **files):
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.lp"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture
def shadowed(tmp_path, monkeypatch):
    """A program with a library of its own, seen from a directory with another library of the same name."""
    write(tmp_path / "own", p='a.\n#include "lib/x.lp".\n{ b(X) : x(X) } = 1.\n#show b/1.\n', lib__x="x(1..3).\n")
    monkeypatch.chdir(write(tmp_path / "elsewhere", lib__x="x(1..5).\n"))
    return tmp_path / "own" / "p.lp"


def test_working_directory_does_not_shadow_includes(shadowed):
    puzzle = load(str(shadowed))
    assert puzzle.count() == 3
    assert [os.path.basename(file) for file in puzzle.program.files] == ["p.lp", "x.lp"]


def test_includes_mean_the_same_wherever_the_process_works(shadowed, monkeypatch):
    """Files that are parsed one by one and joined give the tree that clingo makes of them, places included."""
    joined = read_program(str(shadowed))
    monkeypatch.chdir(shadowed.parent.parent)
    parsed = read_program(str(shadowed))

    def tree(program):
        return [(str(s), s.location.begin, s.location.end) for s in (*program.base, *program.comments)]

    assert tree(joined) == tree(parsed)
    assert len(tree(joined)) > 4


def test_included_part_and_the_part_behind_it(tmp_path, monkeypatch):
    """As with clingo: an included file is in the part that includes it, and behind it the part is base."""
    text = '#program display.\n#include "d.lp".\nbase(1).\n#program formats.\nf(1).\n'
    write(tmp_path / "own", p=text, d="shown(1).\n")
    trees = []
    for place in (tmp_path, write(tmp_path / "elsewhere", d="other(1).\n")):
        monkeypatch.chdir(place)
        program = read_program(str(tmp_path / "own" / "p.lp"))
        trees.append([list(map(str, part)) for part in (program.base, program.display, program.formats)])
    assert trees[0] == trees[1]
    assert "base(1)." in trees[0][0]
    assert "shown(1)." in trees[0][1]


def test_error_in_a_joined_file_has_its_place(shadowed):
    (shadowed.parent / "lib" / "x.lp").write_text("x(1).\n\nx(2) x(3).\n")
    with pytest.raises(ProgramError, match=r"x\.lp:3:6: unexpected 'x'"):
        load(str(shadowed))


def test_packaged_library_is_looked_up_last(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = '#include "lib/grid.lp".\n#defined size/2.\n{ a(R, C) : cell(R, C) } = 1.\n#show a/2.\n'
    puzzle = load(str(write(tmp_path / "own", p=text) / "p.lp"))
    (tmp_path / "i.lp").write_text("size(2, 3).")
    assert puzzle.count(puzzle.read("i.lp")) == 6
    write(tmp_path / "own", lib__grid="cell(1, 1..2).\n")
    assert load(str(tmp_path / "own" / "p.lp")).count() == 2


def test_loading_leaves_the_working_directory_alone(tmp_path, monkeypatch, shadowed):
    """Another thread opens a relative file all the while."""
    (shadowed.parent.parent / "elsewhere" / "here.txt").write_text("here")
    failed = []
    stop = threading.Event()

    def opener():
        while not stop.is_set():
            try:
                open("here.txt").close()
            except OSError as error:
                failed.append(error)

    thread = threading.Thread(target=opener)
    thread.start()
    try:
        for _ in range(20):
            load(str(shadowed))
            load("tents")
    finally:
        stop.set()
        thread.join()
    assert failed == []


def test_constants_may_be_numbers():
    assert load("queens", constants={"n": 6}).count() == 4


@pytest.mark.parametrize(
    ("above", "sentences"),
    [
        ("% No a, ever.\n%:- a(1).\n:- b(1).\n", {4: "No a, ever."}),
        ("% No a, ever.\n:- a(1).\n%:- a(2),\n%   b(2).\n:- b(1).\n", {3: "No a, ever.", 6: "No a, ever."}),
        ("% No a, ever.\n%:- a(1).\n% No b, ever.\n:- b(1).\n", {5: "No b, ever."}),
        ("% { a(X) } = 1.\n:- b(1).\n", {3: ""}),
        ("% Of a(1) and b(1): one.\n:- b(1).\n", {3: "Of a(1) and b(1): one."}),
        ("% No (a) :- so to say.\n:- b(1).\n", {3: "No (a) :- so to say."}),
    ],
)
def test_a_rule_that_was_made_a_comment_is_no_sentence(tmp_path, above, sentences):
    path = write(tmp_path, p=f"{{ a(1..2); b(1..2) }}.\n{above}#show a/1.\n") / "p.lp"
    assert {rule.line: rule.sentence for rule in read_program(str(path)).rules} == sentences


def test_arguments_of_one_name_are_equal(tmp_path):
    table = "% Pairs - of numbers.\n%\n% Input\n%   p(N, N)   N = 0..5\n\n#defined p/2.\n{ q }.\n#show q/0.\n"
    puzzle = load(str(write(tmp_path, pairs=table) / "pairs.lp"))
    assert puzzle.count(Instance("", parse_facts("p(1, 1). p(2, 2)."))) == 2
    with pytest.raises(InstanceError, match=r"p\(1,2\): the two N must be equal"):
        puzzle.count(Instance("", parse_facts("p(1, 1). p(1, 2). p(2, 2).")))


STONES = """% Stones - one stone in each row.
%
% Also: pebbles, big stones, two-stones (number = 2),
%   stones-2-far (number = 2, far = 1)
%
% Input
%   size(H, W)    H rows and W columns
%   number = 1    stones in each row (0..W)
%   far = 0       1 for none in neighbouring rows of a column (0..1)
% Output
%   stone(R, C)   a stone at (R, C)

#include "lib/grid.lp".
#const number = 1.
#const far = 0.

% Generate

{ stone(R, C) } :- cell(R, C).

% Test

% The number of stones in row R is N.
:- row(R), N = number, { stone(R, C) } != N.

% No stone lies below (R, C).
:- far = 1, stone(R, C), stone(R+1, C).

#show stone/2.

#program display.
#show size(H, W)           : size(H, W).
#show mark(R, C, black)    : stone(R, C).

#program formats.
puzzlink(stonez, "", ()).
"""


@pytest.fixture
def stones(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "stones.lp").write_text(STONES)
    (tmp_path / "board.lp").write_text("size(2, 4).")
    return Library([str(tmp_path / "own")])


def test_other_name_stands_for_values_of_constants(stones, run, tmp_path):
    """Two rows of four: 4 * 4 boards with a stone in each row, 6 * 6 with two, and 6 where none lie below others."""
    from pyclingo_app.lint import faults

    board = "size(2, 4)."
    assert faults(load("stones", library=stones).program) == []
    assert load("two-stones", library=stones).count(board) == 36
    assert load("stones-2-far", library=stones).count(board) == 6
    assert load("stones-2-far", library=stones, constants={"number": 1}).count(board) == 12
    for name, number in (("stones", 16), ("two-stones", 36), ("stones-2-far", 6)):
        assert run("--asp", "own", name, "board.lp", "--count").stdout == f"{number}\n"
        assert f"  {name} " in run("--asp", "own", "list").stdout
        told = run("--asp", "own", "batch", "count", name, "board.lp")
        assert f'"count": {number}' in told.stdout
    assert run("--asp", "own", "stones-2-far", "board.lp", "--count", "-c", "far=0").stdout == "36\n"
    assert "Did you mean two-stones?" in run("--asp", "own", "two-stone").stderr
    assert run("--asp", "own", "Big-Stones", "board.lp", "--count").stdout == "16\n"
    assert "The number of stones in row R is N." in run("--asp", "own", "two-stones", "--help").stdout


def test_names_are_completed(stones, run):
    words = {"COMP_WORDS": "puzzasp --asp own ston", "COMP_CWORD": "3", "_PUZZASP_COMPLETE": "complete_bash"}
    assert run(env=words).stdout.split() == ["stones", "stones-2-far"]
    assert run(env=words | {"COMP_WORDS": "puzzasp --asp own conv"}).stdout.split() == ["convert"]


def test_addresses_of_other_names(stones, run):
    for genre, number in (("stonez", 16), ("bigstones", 16), ("two-stones", 36)):
        for name in ((), ("stones",)):
            assert run("--asp", "own", *name, f"https://puzz.link/p?{genre}/4/2/", "--count").stdout == f"{number}\n"


def test_puzzle_of_an_address_is_found_without_reading_all_programs(stones, tmp_path, monkeypatch):
    """Declared in a pool, by a variable or in an included file, too."""
    from pyclingo_app import formats

    texts = {
        "pooled": 'puzzlink((pool; "pool-x"), "", ()).',
        "varied": 'kind(vary). puzzlink(G, "", ()) :- kind(G).',
        "apart": '#include "apart.inc".',
    }
    for name, text in texts.items():
        (tmp_path / "own" / f"{name}.lp").write_text(STONES.replace('puzzlink(stonez, "", ()).', text))
    (tmp_path / "own" / "apart.inc").write_text('puzzlink(aside, "", ()).')
    read = []
    program = Library.program
    monkeypatch.setattr(Library, "program", lambda self, name: read.append(name) or program(self, name))
    for genre, name in {"pool": "pooled", "pool-x": "pooled", "vary": "varied", "aside": "apart"}.items():
        assert formats.puzzle_of(stones, f"https://puzz.link/p?{genre}/4/2/") == name
    read.clear()
    assert formats.puzzle_of(stones, "https://puzz.link/p?tents/4/2/") == "tents"
    assert read == ["apart", "tents"]  # in order of their names
    with pytest.raises(InstanceError, match="which no puzzle here reads"):
        formats.puzzle_of(stones, "https://puzz.link/p?sone/4/2/")

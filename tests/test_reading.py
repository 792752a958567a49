"""What is drawn is read again: display read backwards, over stored boards of every program, in each style."""

import re
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import genres
import pytest
from budget import SEED
from clingo import Function, parse_term
from conftest import ROOT

from pyclingo_app import Instance, InstanceError, formats, load, parse_facts
from pyclingo_app.draw.board import DIRECTIONS, border, make_board
from pyclingo_app.draw.text import render_text
from pyclingo_app.formats import _differences as differences
from pyclingo_app.formats.backwards import clashes, invert
from pyclingo_app.formats.text import read_board
from pyclingo_app.formats.tokens import Line
from pyclingo_app.lint import faults
from pyclingo_app.program.source import Log
from pyclingo_app.solve.control import ground, make_control
from pyclingo_app.solve.drawing import draw_atoms, draw_unsolved, proved_atoms

STYLES = ("ascii", "unicode", "emoji")
# Our programs, and small ones that draw what these do not: their rules are left out.
PROGRAMS = {
    path.stem: str(path) for folder in ("tests/programs", "asp") for path in sorted((ROOT / folder).glob("*.lp"))
}
# The largest board, in facts, that is tried solved and half solved.
LARGEST = 150
# The CPU seconds that the boards of a program may take in an ordinary run.
SECONDS = 0.1


@cache
def puzzle_of(name):
    return load(PROGRAMS[name])


# An ordinary run draws some of the genres.
each_program = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.some] * (name in genres.NAMES)) for name in PROGRAMS]
)


def same(puzzle, facts, back, text):
    """Whether facts are the same, but for names that a drawing does not show."""
    notes = differences(puzzle.program, facts, back, "text")
    assert all("numbered anew" in note for note in notes), f"{notes}\n{text}"


@each_program
def test_unsolved_boards_are_read_again(name, draw):
    puzzle = puzzle_of(name)
    for path in draw(puzzle.instances(), SECONDS):
        instance = puzzle.read(path)
        board = draw_unsolved(puzzle.problem(instance))
        for style in STYLES:
            for text in (render_text(board, style), render_text(board, style, colour=True) + "\n\n1 solution shown\n"):
                same(puzzle, instance.facts, formats.read(puzzle.problem(), text, "FILE", "text").facts, text)


class Drawn:
    """A board with some atoms of an answer on it, and what a text of it says: these, and the crosses that are seen."""

    def __init__(self, puzzle, problem, proved, possible, known):
        self.present = {atom for atom, there in known.items() if there}
        absent, unknown = known.keys() - self.present, possible - known.keys()
        self.doubtful = possible - absent
        cells = {entry.name: entry.arguments for entry in puzzle.program.table("Output")}

        def cell(atom):
            return tuple(atom.arguments[cells[atom.name].index(name)].number for name in ("R", "C"))

        def sides(atom):
            return {(*cell(atom), str(argument)) for argument in atom.arguments if str(argument) in DIRECTIONS}

        board = draw_atoms(problem, proved, self.present)
        others = self.present | unknown
        empty = {cell(atom) for atom in absent} - {cell(atom) for atom in others} if unknown else set()
        bars = set().union(*map(sides, absent)) - set().union(*map(sides, others)) if unknown else set()
        barred = frozenset().union(*(border(*bar) for bar in bars))
        self.board = board._replace(empty=frozenset(empty), barred=barred)
        # A mark, a line, a wall or what stands on a border is seen before a cross.
        seen = empty - board.marks.keys() - board.lines.keys() - board.sides.keys()
        bars -= board.walls | board.between.keys()
        self.absent = {atom for atom in absent if cell(atom) in seen or sides(atom) & bars}


def drawn_boards(puzzle, instance, random):
    """A solved board, and one that is half solved; small programs without their rules have some at random."""
    problem, ours = puzzle.problem(instance), Path(puzzle.program.path).parent.name == "asp"
    options = [] if ours else ["--rand-freq=1", "--sign-def=rnd", f"--seed={random.randrange(10**6)}"]
    log = Log()
    control = make_control(options, problem, log, puzzle.program.base)
    ground(control, problem, log)
    atoms = [a for shown in puzzle.program.shown for a in control.symbolic_atoms.by_signature(*shown)]
    possible = {atom.symbol for atom in atoms}
    proved = proved_atoms(control, puzzle.program)
    answers = []
    control.solve(on_model=lambda model: answers.append(set(model.symbols(shown=True))))
    for answer in answers:
        yield Drawn(puzzle, problem, proved, possible, {atom: atom in answer for atom in possible})
        some = {a.symbol for a in atoms if a.is_fact or random.random() < 0.6}
        yield Drawn(puzzle, problem, proved, possible, {atom: atom in answer for atom in sorted(some)})


def alike(program):
    """The inputs that are drawn as outputs are: what is found is then taken for given."""
    # The variables of a line, but for those of its places, have its number behind them.
    lines = {line: re.sub(r"_\d+\b", "", line.written()) for line in invert(program).lines}
    found = {term for line, term in lines.items() if line.about and line.about <= program.shown}
    return {one for line, term in lines.items() if line.about <= program.inputs and term in found for one in line.about}


@each_program
def test_solved_and_half_solved_boards_are_read_again(name, draw):
    puzzle = puzzle_of(name)
    genre = genres.find(name) if name in genres.NAMES else None
    instances = {path: puzzle.read(path) for path in puzzle.instances()}
    for path in draw([path for path in instances if len(instances[path].facts) <= LARGEST], SECONDS):
        instance = instances[path]
        problem = puzzle.problem(instance)
        unsolved = render_text(draw_unsolved(problem), "unicode")
        try:
            given = {atom for atom in formats.read_answer(problem, unsolved, "FILE") if atom.positive}
        except InstanceError:
            given = set()  # nothing is
        for drawn in drawn_boards(puzzle, instance, Random(path)):
            for style in STYLES:
                text = render_text(drawn.board, style)
                try:
                    answer = set(formats.read_answer(problem, text, "FILE"))
                except InstanceError:
                    # A cross that looks like a letter, or does not tell which of two things is not there.
                    assert "x" in text or "×" in text or not drawn.present, text
                    continue
                present = {atom for atom in answer if atom.positive}
                absent = {Function(atom.name, atom.arguments) for atom in answer - present}
                if genre and genre.twins:
                    same_picture(problem, drawn.board, present, style)
                else:
                    assert present == drawn.present | given, text
                assert absent & drawn.absent == drawn.absent, text
                assert not absent & drawn.doubtful, text
                if genre is None or genre.redrawn:
                    # Crosses are marks of an answer, which a board has none of.
                    text = render_text(drawn.board._replace(empty=frozenset(), barred=frozenset()), style)
                    back = formats.read(puzzle.problem(), text, "FILE", "text").facts
                    more = alike(puzzle.program)
                    facts = set(instance.facts)
                    back = [f for f in back if f in facts or (f.name, len(f.arguments)) not in more]
                    same(puzzle, instance.facts, back, text)


def same_picture(problem, board, atoms, style):
    """Whether atoms are drawn as a board is, of which crosses are left out."""
    assert render_text(draw_unsolved(problem, atoms), style) == render_text(
        board._replace(empty=frozenset(), barred=frozenset()), style
    )


# --- what becomes of the lines of display ---

HEADER = """% Boxes - a test.
%
% Input
%   size(H, W)        H rows and W columns
%   box(R, C, X)      a box X, red or blue, at row R, column C
%   count(R, C, N)    N = 0..9 or "?" beside row R, column C
%   wind(R, C, D, N)  the wind blows with N in direction D at row R, column C
%   pole(R, C)        a pole at row R, column C
% Output
%   put(R, C)         a thing at (R, C)
#defined size/2. #defined box/3. #defined count/3. #defined wind/4. #defined pole/2.
{ put(R, C) } :- size(H, W), R = 1..H, C = 1..W.
#show put/2.
#program display.
#show size(H, W) : size(H, W).
"""


def program(tmp_path, text, name="boxes"):
    (tmp_path / f"{name}.lp").write_text(text)
    return load(str(tmp_path / f"{name}.lp"))


def read(puzzle, text, **more):
    return {str(fact) for fact in formats.read(puzzle.problem(), text, "FILE", "text", **more).facts}


ALL = """
kind(red, star; blue, tree).
sign(up, arrow_up; left, arrow_left).
#show mark(R, C, Y)          : box(R, C, X), kind(X, Y).
#show clue(left, R, N+1)     : count(R, 0, N).
#show clue(top, C, N)        : count(0, C, N), not pole(1, C).
#show mark(R, C, N)          : wind(R, C, D, N).
#show mark(R, C, X)          : wind(R, C, D, N), sign(D, X).
#show shade(R, C, black)     : pole(R, C), R > 1.
#show shade(1, C, grey)      : pole(1, C).
#show mark(R, C, tent)       : put(R, C), not pole(R, C).
#show shade(R, C, yellow)    : R = 1..2, C = 1..2, (R+C) \\ 2 = 1.
"""


def test_lines_are_inverted(tmp_path):
    """By kept conditions, arithmetic, joined lines, lines of their own for some, and with conditions left out."""
    puzzle = program(tmp_path, HEADER + ALL)
    text = """
+---------------+
|  *   yT   3^  |
|  .   10<   A  |
|  #    .    x  |
+---------------+"""
    with pytest.raises(InstanceError, match="FILE:5:14: 'x' is a cross, which stands in answers only"):
        read(puzzle, text)
    assert read(puzzle, text.replace("x", ".")) == {
        "size(3,3)", "box(1,1,red)", "box(1,2,blue)", "wind(1,3,up,3)", "wind(2,2,left,10)", "pole(3,1)",
    }  # fmt: skip
    answer = formats.read_answer(puzzle.problem(), text, "FILE")
    assert set(map(str, answer)) == {"put(2,3)", "-put(3,3)"}
    assert read(puzzle, "  4 ?\n3 % .\n. .") == {
        "size(2,2)",
        "pole(1,1)",
        "count(0,1,4)",
        'count(0,2,"?")',
        "count(1,0,2)",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (". .\n. %", "FILE:2:3: '%' means nothing in boxes"),  # no pole is drawn so in row 2
        (". .\n# #\ny .", "FILE:3:1: 'y' means nothing in boxes"),  # beyond what is yellow besides
        ("+-----+\n| . 3 |\n+-----+", "FILE:2:5: '3' means nothing in boxes"),  # a wind without its direction
        ("+---+\n| 3^> |\n+---+", "FILE:2:3: expected"),
        (". Q", r"FILE:1:3: expected a blank .*, found 'Q'"),
        (". [", r"FILE:1:3: expected a blank .*, found '\['"),
    ],
)
def test_what_no_line_draws_is_an_error_with_its_position(text, message, tmp_path):
    puzzle = program(
        tmp_path, HEADER + ALL.replace("clue(left, R, N+1)", "mark(R, 9, N)").replace("clue(top", "clue(left")
    )
    with pytest.raises(InstanceError, match=message):
        read(puzzle, text)


CLASHES = {
    "two inputs": ("mark(R, C, star) : box(R, C, X), X = red", "mark(R, C, star) : pole(R, C)", False),
    "one input, for two values": ("mark(R, C, star) : box(R, C, red)", "mark(R, C, star) : box(R, C, blue)", True),
    "a name and one of a table": ("mark(R, C, X) : box(R, C, X), kind(X)", "mark(R, C, blue) : pole(R, C)", True),
    "two variables": ("mark(R, C, X) : box(R, C, X)", "mark(R, C, N) : count(R, C, N)", True),
    "a side and any side": ("clue(left, R, N) : count(R, 0, N)", "clue(D, C, N) : wind(0, C, D, N)", True),
    "a variable and a name": ("mark(R, C, X) : box(R, C, X)", "mark(R, C, star) : pole(R, C)", False),
    "no common value": ("mark(R, C, X) : box(R, C, X), kind(X)", "mark(R, C, star) : pole(R, C)", False),
    "an input and an output": ("mark(R, C, star) : pole(R, C)", "mark(R, C, star) : put(R, C)", False),
    "mark and shade": ("mark(R, C, black) : pole(R, C)", "shade(R, C, black) : put(R, C)", False),
    "two places": ("between(R, C, right, X) : box(R, C, X)", "between(R, C, down, N) : count(R, C, N)", False),
}  # fmt: skip


@pytest.mark.parametrize("case", CLASHES)
def test_lines_that_draw_the_same_are_found(case, tmp_path):
    one, other, clash = CLASHES[case]
    puzzle = program(tmp_path, f"{HEADER}kind(red; blue).\n#show {one}.\n#show {other}.\n")
    assert bool(list(clashes(puzzle.program))) == clash
    assert any(fault.code == "PZ174" for fault in faults(puzzle.program)) == clash


def test_input_that_is_not_drawn_is_told_and_texts_are_refused(tmp_path):
    drawn = HEADER + ALL
    assert not [fault for fault in faults(program(tmp_path, drawn).program) if fault.code == "PZ175"]
    for line in (
        "#show mark(R, C, X)          : wind(R, C, D, N), sign(D, X).\n",
        "#show mark(R, C, Y)          : box(R, C, X), kind(X, Y).\n",
    ):
        assert line in drawn
        puzzle = program(tmp_path, drawn.replace(line, ""), "less")
        name = "wind/4" if "wind" in line else "box/3"
        (fault,) = (fault for fault in faults(puzzle.program) if fault.code == "PZ175")
        assert f"says all of {name}" in fault.text
        with pytest.raises(InstanceError, match=f"FILE: a drawing of less does not show {name}"):
            read(puzzle, ". .")
        # The answer is drawn, and read.
        assert list(map(str, formats.read_answer(puzzle.problem(), "A .", "FILE"))) == ["put(1,1)"]
    puzzle = program(tmp_path, drawn.replace("#show mark(R, C, tent)       : put(R, C), not pole(R, C).\n", ""), "none")
    with pytest.raises(InstanceError, match="a drawing of none does not show put/2"):
        formats.read_answer(puzzle.problem(), "* .", "FILE")


def test_names_that_the_linter_forbids(tmp_path):
    """An input called like a drawing term would hold all that is drawn; a constant takes the place of a genre."""
    text = HEADER.replace("pole", "wall").replace("wall(R, C) ", "wall(R, C, X)").replace("wall/2", "wall/3")
    found = faults(program(tmp_path, text + "#show wall(R, C, X) : wall(R, C, X).\n").program)
    assert [fault.text[:34] for fault in found if fault.code == "PZ176"] == ["wall/3 is called like a term of dr"]
    constants = "#const mines = 3. #const star = 1.\n"
    text = (
        HEADER.replace("#defined", constants + "#defined", 1) + '#program formats.\npuzzlink(mines, "", (numbers,)).\n'
    )
    found = faults(program(tmp_path, text).program)
    assert [fault.text[:18] for fault in found if fault.code == "PZ184"] == ["the constant mines", "the constant star "]


# --- texts that people write, and some that may be two boards ---


def test_sudoku_on_one_line():
    puzzle = puzzle_of("sudoku")
    expected = {"size(4,4)", "given(1,1,1)", "given(2,4,3)", "given(4,4,2)"}
    for text in (
        "1......3.......2",
        "1000000300000002",
        "1···\n···3\n····\n···2",
        "1 . . .\n. . . 3\n. . . .\n. . . 2",
    ):
        assert read(puzzle, text) == expected
    nine = "." * 80 + "9"
    assert read(puzzle, nine) == {"size(9,9)", "given(9,9,9)"}
    with pytest.raises(InstanceError, match="FILE:1:15: q may be a region, but not all cells have one"):
        read(puzzle, "1......3......q2")


def test_clues_that_are_not_known():
    assert read(puzzle_of("slitherlink"), "? . 3\n. 0 .") == {
        "size(2,3)", 'number(1,1,"?")', "number(1,3,3)", "number(2,2,0)",
    }  # fmt: skip
    assert read(puzzle_of("tapa"), "?1 .\n. 10,?") == {
        "size(2,2)", 'group(1,1,1,"?")', "group(1,1,2,1)", "group(2,2,1,10)", 'group(2,2,2,"?")',
    }  # fmt: skip
    with pytest.raises(InstanceError, match=r"FILE:1:1: expected .*found '\?'"):
        read(puzzle_of("akari"), "? .")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("skyscrapers", "1 . .\n. 2 3\n. . .", None),  # as many rows as columns: all are inside
        ("skyscrapers", "  1\n1 . .\n  . .", None),
        ("skyscrapers", ". 1 .\n2 . . .\n. . .", "numbers may stand in cells and around them"),
        ("kakuro", "6 #\n2 .", "may stand in a cell or beside the board"),
        ("flow", "A-A", "may stand in a cell or between two cells"),
        ("flow", "A---A\n|x  |\nB---B", "FILE:2:1: expected one line from cell to cell, found '.x'"),
        ("slitherlink", "+---+   +\n| 1\n+   +   + 3", "FILE:3:11: nothing can stand beside a line of borders"),
        ("flow", "+-A x\n| x  \n+-A .", "x may be a cross or a letter"),
        ("letters", "A x\nB C", "x may be a cross or a letter"),
        ("letters", "A X\nB C", None),
        ("tents", "2 2 . T\n. .", "this line has a number already"),
        ("norinori", "+---+\n| A |\n+---+", "expected a blank"),  # walls tell the regions
        ("nonogram", "1 2\n. .", None),
        ("mines", "+---+---+\n| 1 : q |\n+---+---+", "FILE:2:7: expected .*found 'q'"),
    ],
)
def test_text_that_may_be_two_boards_is_refused(name, text, message):
    puzzle = puzzle_of(name)
    if message is None:
        assert read(puzzle, text)
    else:
        with pytest.raises(InstanceError, match=message):
            read(puzzle, text)


def test_board_that_is_too_large_is_refused_before_anything_is_grounded(monkeypatch):
    puzzle = puzzle_of("norinori")
    huge = Instance("x", parse_facts("size(100000, 100000)."))
    monkeypatch.setattr("pyclingo_app.solve.drawing.ground", lambda *_: pytest.fail("grounded"))
    with pytest.raises(InstanceError, match="url cannot hold a board of 100000 rows and 100000 columns"):
        formats.convert(puzzle.problem(huge), "url")


# --- cages ---


def numbered(cages):
    """The cages of cells, numbered in reading order; one that is not connected is several."""
    found = {}
    for cell in sorted(cages):
        pending = [] if cell in found else [cell]
        number = max(found.values(), default=0) + 1
        while pending:
            r, c = pending.pop()
            found[r, c] = number
            near = ((r + down, c + right) for down, right in DIRECTIONS.values())
            pending += [n for n in near if n not in found and cages.get(n) == cages[r, c]]
    return found


@pytest.mark.parametrize("style", STYLES)
def test_cages_of_all_forms_are_read_again(style):
    """Around each other, around cells in none, and at the edges; all of a small board, some of a larger one."""
    chance = Random(f"{SEED} {style}")
    cells = {2: [(r, c) for r in (1, 2) for c in (1, 2)], 4: [(r, c) for r in range(1, 5) for c in range(1, 6)]}
    boards = [dict(zip(cells[2], names, strict=True)) for names in product(".ab", repeat=4)]
    boards += [{cell: chance.choice("..aaabb") for cell in cells[4]} for _ in range(60)]
    legend = formats.declarations(puzzle_of("killer").problem()).legend
    legend = legend._replace(kinds=legend.kinds | {"hole"})
    for names in boards:
        holes = [cell for cell in names if chance.random() < 0.1] if len(names) > 4 else []
        cages = {cell: name for cell, name in names.items() if name != "." and cell not in holes}
        walls = [f"wall({r}, {c}, {side})" for r, c in names for side in ("right", "down") if chance.random() < 0.2]
        height, width = max(names)
        terms = [f"size({height}, {width})", *walls, *(f"cage({r}, {c}, {name})" for (r, c), name in cages.items())]
        terms += [f"hole({r}, {c})" for r, c in holes]
        text = render_text(make_board(map(parse_term, terms)), style)
        lines = [Line(k, line) for k, line in enumerate(text.split("\n"), 1)]
        found = [term.arguments for term in read_board("FILE", lines, legend).terms if term.name == "cage"]
        assert {(r.number, c.number): k.number for r, c, k in found} == numbered(cages), text


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ("| . ! . | . |", "FILE:2:5"),
        ("| . ; . | . |", "FILE:2:5"),
        ("% . | . | . |", "FILE:2:1"),
        ("! . | . | . |", "FILE:2:1"),
    ],
)
def test_outline_of_a_cage_that_is_open_is_an_error(row, place):
    with pytest.raises(InstanceError, match=f"{place}: the outline of a cage does not fit here"):
        read(puzzle_of("killer"), f"+---+---+---+\n{row}\n|   |   |   |\n| . | . | . |\n+---+---+---+")


# --- holes ---

HOLES = ROOT / "tests" / "programs" / "magnets.lp"


def test_holes_that_people_type():
    found = read(load(str(HOLES)), "_ _ .\n. _ .")
    assert {fact for fact in found if fact[0] == "m"} == {"missing(1,1)", "missing(1,2)", "missing(2,2)"}
    with pytest.raises(InstanceError, match=r"FILE:1:5: expected a blank .*, a hole ._., .*found '!'"):
        read(load(str(HOLES)), "_ _ !\n. _ .")


def test_holes_of_addresses_are_written_again():
    magnets = load(str(HOLES))
    for text in ("url", "text"):
        board = Instance("x", parse_facts("size(2, 2). missing(1, 2). region(1..2, 1, a). region(2, 2, a)."))
        back = formats.read(magnets.problem(), magnets.convert(board, text)[0], "FILE")
        assert {str(fact) for fact in back.facts if fact.name == "missing"} == {"missing(1,2)"}


# --- programs that say less ---


def test_program_of_two_lines(tmp_path):
    """Without #defined every fact is taken, and without display its atoms are drawn."""
    puzzle = program(tmp_path, "{ put(C, R) : spot(R, C) } = 1.\n#show put/2.\n", "two")
    instance = Instance("x", parse_facts("spot(1, 2). other(3). spot(2, 1).", known=puzzle.program.declared))
    assert puzzle.count(instance) == 2
    assert render_text(puzzle.draw(instance), "ascii") == " .   spot\nspot  ."
    (tmp_path / "facts.lp").write_text("spot(1, 2). whatever(a).")
    assert len(puzzle.read(str(tmp_path / "facts.lp")).facts) == 2
    assert len(formats.read(puzzle.problem(), '["spot(1, 2)", "x(1)"]', "FILE").facts) == 2
    assert len(formats.read(puzzle.problem(), '{"spot": [[1, 2]], "x": 1}', "FILE").facts) == 2
    with pytest.raises(InstanceError, match="reads no boards as text: it has no display part"):
        read(puzzle, ". .")


def test_program_without_declarations_reads_what_it_draws(tmp_path):
    text = "{ put(R, C) : spot(R, C) } = 1.\n#show put/2.\n#program display.\n"
    lines = "#show mark(R, C, star) : put(R, C).\n#show mark(R, C, tree) : spot(R, C), not put(R, C).\n"
    puzzle = program(tmp_path, text + lines, "bare")
    assert read(puzzle, "T .\n. T") == {"spot(1,1)", "spot(2,2)"}
    assert set(map(str, formats.read_answer(puzzle.problem(), "T *\nx .", "FILE"))) == {"put(1,2)", "-put(2,1)"}

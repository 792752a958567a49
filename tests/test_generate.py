"""Boards that are made: of one solution by checkers that know no ASP, the same ones from a seed, fair to look at."""

import json
import re
import subprocess
from collections import Counter
from functools import cache, partial

import jsonschema
import pytest
from conftest import COMMAND, ROOT, environment, limited
from genres import by_cell, cells_of, facts_of, find, named, packaged, size_of
from test_json import valid as valid_command

from pyclingo_app import Instance, InstanceError, Library, LimitError, UsageError, load, parse_facts
from pyclingo_app.generate import making
from pyclingo_app.generate.alike import form
from pyclingo_app.generate.grade import NAMES
from pyclingo_app.generate.part import makes
from pyclingo_app.generate.tally import Made

MAKERS = [name for name in Library().names() if makes(packaged(name).program)]
SEEDS = range(1, 3)


def smallest(name):
    """The smaller one of the sizes in which boards of a puzzle are made here."""
    return find(name).made[0] or find(name).made[1]


@pytest.fixture(scope="module")
def boards():
    """Boards as facts, with the solution that the solver gives, by the name of the puzzle and seeds."""

    @cache
    def one(name, seed):
        puzzle = load(name)
        instance = puzzle.generate(find(name).made[1], seed=seed)
        (solution,) = puzzle.solve(instance, models=2)
        return facts_of(instance.facts), facts_of(solution.atoms)

    return lambda name, seeds=SEEDS: [one(name, seed) for seed in seeds]


def test_most_puzzles_make_boards():
    assert len(MAKERS) >= 28


@pytest.mark.some
@pytest.mark.parametrize("name", [name for name in MAKERS if find(name).brute and find(name).made[0]])
def test_tiny_boards_have_one_solution_among_all_answers(name, draw):
    puzzle = load(name)
    for seed in draw(range(1, 5), 0.15):
        assert find(name).brute(facts_of(puzzle.generate(find(name).made[0], seed=seed).facts)) == 1


# Clues of boards that are made, by their share of the cells.
SHARES = {
    "akari": ("black", 0.18, 0.2), "aquarium": ("row_count column_count", 0.06, 0.25), "cave": ("number", 0.15, 0.45),
    "countryroad": ("visit", 0.02, 0.2), "easyasabc": ("first given", 0.15, 0.5), "fillomino": ("given", 0.2, 0.5),
    "futoshiki": ("given less", 0.2, 0.55), "galaxies": ("dot", 0.12, 0.45), "hashi": ("number", 0.1, 0.35),
    "hitori": ("number", 1, 1), "kropki": ("dot", 0.3, 1.4), "kurodoko": ("number", 0.08, 0.3),
    "kurotto": ("number", 0.1, 0.4), "minesweeper": ("number", 0.2, 0.5), "nurimisaki": ("number", 0.08, 0.35),
    "rippleeffect": ("given", 0.05, 0.45), "shakashaka": ("black", 0.18, 0.2), "shikaku": ("number", 0.1, 0.35),
    "shimaguni": ("holds", 0.02, 0.25), "simpleloop": ("black", 0.18, 0.22), "skyscrapers": ("seen given", 0.15, 0.5),
    "slant": ("ends", 0.3, 0.75), "snake": ("black white row_count column_count", 0.08, 0.35),
    "suguru": ("given", 0.15, 0.55), "tapa": ("group", 0.2, 0.5), "tetravex": ("tile", 1, 1),
    "yajilin": ("arrow", 0.15, 0.25), "yinyang": ("given", 0.1, 0.4),
}  # fmt: skip


@pytest.mark.some
@pytest.mark.parametrize("name", MAKERS)
def test_solutions_are_right_by_the_rules_in_python_and_clues_neither_few_nor_many(name, boards, draw):
    names, least, most = SHARES.get(name, ("", 0, 0))
    for facts, solution in boards(name, draw(SEEDS, 0.1)):
        assert find(name).check is None or find(name).check(facts, solution) == []
        assert size_of(facts) == find(name).made[1]
        assert least <= sum(fact[0] in names.split() for fact in facts) / len(cells_of(facts)) <= most


@pytest.mark.parametrize("constants", [{}, {"strict": "0"}])
def test_boards_are_made_that_the_format_holds(constants):
    """Kropki: an address holds dots, and no given numbers, which some boards need."""
    kropki = load("kropki", constants=constants)
    for size in ("3x3", "4x4", "5x5"):
        made = list(kropki.make(size, 2, seed=701, form="url"))
        assert len(made) == 2
        for each in made:
            assert kropki.count(kropki.convert(each.instance, "url").text) == 1


MAKE = """
import json, sys
from pyclingo_app import load
for name, size in json.load(sys.stdin):
    print(json.dumps([str(fact) for fact in load(name).generate(tuple(size), seed=5).facts]))
"""


def test_a_seed_gives_the_same_board_in_any_process(few):
    """Whatever the order of its sets of texts; another seed gives another board."""
    names = few(MAKERS, 4)
    asked = json.dumps([(name, smallest(name)) for name in names])
    options = {"input": asked, "encoding": "utf-8", "env": environment(PYTHONHASHSEED="1"), "check": True}
    told = subprocess.run([COMMAND[0], "-c", MAKE], stdout=subprocess.PIPE, **options).stdout.splitlines()
    for name, line in zip(names, told, strict=True):
        # There are few boards as small as these.
        first, *others = (partial(load(name).generate, smallest(name), seed=seed) for seed in range(5, 10))
        facts = [str(fact) for fact in first().facts]
        assert facts == json.loads(line), name
        assert any([str(fact) for fact in other().facts] != facts for other in others), name


# Boards that setters would call fair.


def patches(cells):
    """The sizes of the connected parts of some cells."""
    left, sizes = set(cells), []
    while left:
        pending, size = [left.pop()], 0
        while pending:
            row, column = pending.pop()
            size += 1
            for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if cell in left:
                    left.remove(cell)
                    pending.append(cell)
        sizes.append(size)
    return sizes


def squares(facts, side=2):
    """All squares of cells."""
    height, width = size_of(facts)
    for row in range(1, height - side + 2):
        for column in range(1, width - side + 2):
            yield [(row + i, column + j) for i in range(side) for j in range(side)]


def test_tents_have_trees_in_a_fifth_of_the_cells_and_something_in_each_line(boards):
    for facts, tents in boards("tents"):
        things = named(facts, "tree") + named(tents, "tent")
        assert len(named(facts, "tree")) == 13
        assert {row for row, _ in things} == {column for _, column in things} == set(range(1, 9))
        assert len(named(facts, "tent_row")) == len(named(facts, "tent_column")) == 8


@pytest.mark.some(3)
@pytest.mark.parametrize(
    "name",
    ["norinori", "starbattle", "heyawake", "aquarium", "countryroad", "lits", "rippleeffect", "shimaguni", "suguru"],
)
def test_regions_are_connected_and_neither_tiny_nor_huge(name, boards):
    for facts, _ in boards(name):
        region = by_cell(facts, "region")
        average = len(region) / len(set(region.values()))
        for one in set(region.values()):
            (size,) = patches(cell for cell in region if region[cell] == one)
            assert average / 4 <= size <= 3 * average + 3
            if name == "heyawake":
                rows, columns = ({cell[k] for cell in region if region[cell] == one} for k in (0, 1))
                assert len(rows) * len(columns) == size


def test_slitherlinks_wander_and_show_from_a_fifth_to_the_half_of_the_numbers(boards):
    for facts, lines in boards("slitherlink"):
        numbers = by_cell(facts, "number")
        assert 0.2 <= len(numbers) / 64 <= 0.5
        inside = inner(facts, lines)
        for square in squares(facts, 3):
            assert 0 < len(inside.intersection(square)) < 9


def inner(facts, lines):
    """The cells inside a loop along their sides: from the left edge each line crossed changes the side."""
    sides = set(named(lines, "line"))
    inside = set()
    for row, column in cells_of(facts):
        crossed = sum((row, c, "right") in sides for c in range(1, column)) + ((row, 1, "left") in sides)
        if crossed % 2:
            inside.add((row, column))
    return inside


def test_masyu_loops_come_close_to_every_cell(boards):
    for facts, links in boards("masyu"):
        steps = {"right": (0, 1), "down": (1, 0)}
        passed = {(row + i * k, column + j * k) for row, column, d in named(links, "link") for k in (0, 1)
                  for i, j in [steps[d]]}  # fmt: skip
        assert all(passed.intersection(square) for square in squares(facts))
        assert 4 <= len(named(facts, "black")) + len(named(facts, "white")) <= 32


def test_flow_has_as_many_paths_as_columns_and_none_turns_back_at_once(boards):
    for facts, links in boards("flow"):
        ends = Counter(name for _, _, name in named(facts, "terminal"))
        assert len(ends) == 8
        assert set(ends.values()) == {2}
        there = set(named(links, "link"))
        for (row, column), *_ in squares(facts):
            across, down = ({(row + k, column, "right"), (row, column + k, "down")} for k in (0, 1))
            around = across | down
            assert len(around & there) <= 2


@pytest.mark.some(1)
@pytest.mark.parametrize(("name", "least", "most"), [("sudoku", 22, 34), ("queens", 1, 6), ("binairo", 8, 28)])
def test_few_clues_are_left_and_none_can_be_left_out(name, least, most, boards):
    puzzle = load(name)
    for facts, _ in boards(name):
        assert least <= len(named(facts, "given")) <= most
    height, width = smallest(name)
    instance = puzzle.generate(find(name).made[0], seed=3, symmetry="none")
    given = [fact for fact in instance.facts if fact.name == "given"]
    for fact in given:
        less = Instance("", tuple(other for other in instance.facts if other != fact))
        assert find(name).brute(facts_of(less.facts)) > 1
    assert height * width > len(given)


@pytest.mark.some(1)
@pytest.mark.parametrize(("name", "late"), [("futoshiki", "less"), ("skyscrapers", "seen"), ("easyasabc", "first")])
def test_late_clues_stay_where_others_can_be_left_out(name, late, boards):
    """More clues are late than given, and at most one of ten cells is given."""
    given = total = 0
    for facts, _ in boards(name):
        own = [fact for fact in facts if fact[0] == "given"]
        assert len(own) < len(named(facts, late))
        given, total = given + len(own), total + len(cells_of(facts))
    assert given <= total / 10


def test_a_board_that_the_plain_program_does_not_solve_soon_is_given_up(monkeypatch):
    monkeypatch.setattr(making, "solutions", lambda *_: None)
    with pytest.raises(LimitError, match="of 20 boards drawn 20 came to nothing"):
        load("tents").generate((5, 5), seed=1)


def test_sudokus_are_symmetric_by_rotation_if_nothing_else_is_asked(boards):
    for facts, _ in boards("sudoku"):
        given = set(by_cell(facts, "given"))
        assert given == {(10 - row, 10 - column) for row, column in given}
    mirrored = load("sudoku").generate((9, 9), seed=1, symmetry="mirror")
    given = set(by_cell(facts_of(mirrored.facts), "given"))
    assert given == {(row, 10 - column) for row, column in given}


def test_nurikabe_islands_have_six_cells_at_most(boards):
    for facts, shaded in boards("nurikabe"):
        numbers = [n for _, _, n in named(facts, "number")]
        white = set(cells_of(facts)) - set(named(shaded, "shaded"))
        assert sorted(patches(white)) == sorted(numbers)
        assert max(numbers) <= 6
        assert 0.25 <= len(white) / 36 <= 0.65


def test_kakuro_is_symmetric_connected_and_without_short_runs(boards):
    for facts, digits in boards("kakuro"):
        height, width = find("kakuro").made[1]
        black = set(named(facts, "black"))
        white = {(row, column) for row, column, _ in named(digits, "digit")}
        assert black == {(height + 1 - row, width + 1 - column) for row, column in black}
        assert len(patches(white)) == 1
        assert all(not black.issuperset(square) for square in squares(facts))
        for row, column in white:
            assert white & {(row, column - 1), (row, column + 1)}
            assert white & {(row - 1, column), (row + 1, column)}


def test_nonograms_are_patches_without_empty_lines(boards):
    for facts, solution in boards("nonogram"):
        shaded = set(named(solution, "shaded"))
        white = set(cells_of(facts)) - shaded
        assert 1 not in patches(shaded) + patches(white)
        assert {row for row, _ in shaded} == {column for _, column in shaded} == set(range(1, 9))


@pytest.mark.some(2)
@pytest.mark.parametrize("name", ["cave", "kakuro", "shakashaka", "simpleloop"])
def test_black_cells_fill_no_line_and_no_square(name, boards):
    for facts, answer in boards(name):
        height, width = size_of(facts)
        black = set(named(answer, "shaded") if name == "cave" else named(facts, "black"))
        for row in range(1, height + 1):
            assert not black.issuperset((row, column) for column in range(1, width + 1))
        for column in range(1, width + 1):
            assert not black.issuperset((row, column) for row in range(1, height + 1))
        if name != "cave":
            assert all(not black.issuperset(square) for square in squares(facts))
        else:
            assert 0.2 <= 1 - len(black) / (height * width) <= 0.6


# What can be wanted.


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("name", "size", "grade"),
    [("tents", 7, "easy"), ("tents", 7, "hard"), ("starbattle", 5, "medium")],
)
def test_boards_have_the_grade_that_is_wanted(name, size, grade):
    puzzle = load(name)
    board = puzzle.generate((size, size), seed=2, difficulty=grade)
    assert puzzle.rate(board).grade == grade
    assert board.text.partition("\n")[0].endswith(f", seed 2. Grade: {grade}.")


def test_clues_are_put_back_until_a_board_is_easy():
    slitherlink = load("slitherlink")
    easy, hardest = (slitherlink.generate((5, 5), seed=2, difficulty=grade) for grade in ("easy", None))
    assert slitherlink.rate(easy).grade == "easy"
    assert NAMES.index(slitherlink.rate(hardest).grade) >= 1
    assert set(hardest.facts) < set(easy.facts)


def test_as_many_clues_are_left_as_are_wanted():
    queens = load("queens")
    board = queens.generate((8, 8), seed=1, clues=6)
    assert sum(fact.name == "given" for fact in board.facts) == 6
    assert queens.count(board) == 1


def test_a_board_that_is_begun_is_completed():
    tents = load("tents")
    begun = Instance("begun", parse_facts("size(7,7). tree(1,1). tree(4,4). tent_row(4,1)."))
    board = tents.generate(begun=begun, seed=1)
    assert set(begun.facts) < set(board.facts)
    assert tents.count(board) == 1
    sudoku = load("sudoku")
    begun = Instance("begun", parse_facts("size(4,4). given(1,1,3). given(2,3,3)."))
    assert set(begun.facts) <= set(sudoku.generate(begun=begun, seed=1).facts)
    nurikabe = load("nurikabe")  # whose part gives each island a number somewhere
    begun = Instance("begun", parse_facts("size(6,6). number(2,2,4). number(5,5,5)."))
    board = nurikabe.generate(begun=begun, seed=3)
    assert set(begun.facts) < set(board.facts)
    assert nurikabe.count(board) == 1
    with pytest.raises(LimitError, match="20 came to nothing"):  # an island as large as none is made
        nurikabe.generate(begun=Instance("begun", parse_facts("size(6,6). number(2,2,4). number(5,5,12).")))
    with pytest.raises(UsageError, match="has the size 7x7, not 6x6"):
        tents.generate((6, 6), begun=Instance("begun", parse_facts("size(7,7).")))
    with pytest.raises(InstanceError, match=r"begun: tree\(9,9\) is outside the board"):
        tents.generate(begun=Instance("begun", parse_facts("size(7,7). tree(9,9).")))


def test_constants_hold_for_boards_and_for_their_making():
    starbattle = load("starbattle", constants={"stars": 2})
    board = starbattle.generate((8, 8), seed=1)
    assert "8x8, 1 solution with -c stars=2. Made by" in board.text
    (solution,) = starbattle.solve(board, models=2)
    assert len(solution.atoms) == 16
    few = load("tents", constants={"trees": 10}).generate((10, 10), seed=1)
    assert sum(fact.name == "tree" for fact in few.facts) == 10


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("name", "clue"), [("slitherlink", "number"), ("minesweeper", "number"), ("binairo", "given"), ("slant", "ends")]
)
def test_clues_are_left_all_over_the_board(name, clue):
    # Once the lowest row had none: proofs prefer what they are asked first.
    puzzle, upper, lower = load(name), 0, 0
    for seed in range(1, 13):
        facts = facts_of(puzzle.generate((6, 6), seed=seed).facts)
        rows = [row for row, *_ in named(facts, clue)]
        upper += sum(row == 1 for row in rows)
        lower += sum(row == 6 for row in rows)
    assert upper / 3 < lower < 3 * upper


# Which argument of a fact is a name that says nothing.
NAMED = {"region": 3, "tile": 1, "place": 3}


def turned(name, facts, width):
    """A board or its solution as it looks rotated, reflected, and with other names of its regions or tiles."""
    genre = find(name)
    mirrored = [genre.reflected(fact, width) for fact in facts]
    other = [genre.transposed(fact) for fact in mirrored]
    return [(*fact[:k], 99 - fact[k], *fact[k + 1 :]) if (k := NAMED.get(fact[0])) else fact for fact in other]


@pytest.mark.parametrize(
    "name", ["tents", "norinori", "starbattle", "queens", "flow", "slitherlink", "nonogram", "masyu", "tetravex"]
)
def test_boards_that_are_the_same_in_a_mirror_or_on_their_side_are_alike(name, boards):
    puzzle = load(name)

    def look(*texts):
        facts, solution = (
            parse_facts("".join(f"{fact[0]}({','.join(map(str, fact[1:]))})." for fact in text)) for text in texts
        )
        return form(puzzle.problem(Instance("", facts)), solution)

    looks = [look(*board) for board in boards(name)]
    assert len(set(looks)) == len(SEEDS)
    images = [[turned(name, text, size_of(board[0])[1]) for text in board] for board in boards(name)]
    assert [look(*image) for image in images] == looks


def test_a_batch_holds_no_two_boards_that_are_alike():
    tally = None
    made = []
    for result in load("queens").trials((5, 5), 8, seed=1):
        if isinstance(result, Made):
            made.append(result.instance)
        else:
            tally = result
    given = [frozenset((r, c) for r, c in named(facts_of(board.facts), "given")) for board in made]
    assert tally.made == len(made)
    assert tally.alike > 0
    for k, one in enumerate(given):
        images = set()
        for _ in range(4):
            one = frozenset((c, 6 - r) for r, c in one)
            images |= {one, frozenset((r, 6 - c) for r, c in one)}
        assert not images & set(given[:k])


# The command.


def test_what_is_made_is_solved_in_a_pipe(run):
    made = run("generate", "tents", "--size", "6x6", "--seed", "1")
    assert (made.returncode, made.stderr) == (0, "")
    first = made.stdout.partition("\n")[0]
    assert first.startswith("% Tents 6x6, 1 solution. Made by puzzasp ")
    assert first.endswith("), seed 1.")
    solved = run("tents", "-", stdin=made.stdout)
    assert (solved.returncode, solved.stdout.splitlines()[-1]) == (0, "1 solution, the only one")
    other = run("generate", "tents", "--size", "6x6")
    assert other.stdout != made.stdout


def test_each_board_goes_into_a_file_of_a_directory(run, tmp_path):
    result = run("generate", "norinori", "--size", "5x5", "--seed", "3", "-n", "3", "-o", "boards", "--grade")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    for k in (1, 2, 3):
        text = (tmp_path / "boards" / f"norinori-{k}.lp").read_text()
        assert f"seed 3, board {k}. Grade: " in text.partition("\n")[0]
        assert run("norinori", f"boards/norinori-{k}.lp", "--count").stdout == "1\n"
    run("generate", "tents", "--size", "5x5", "-o", "one.svg")
    assert (tmp_path / "one.svg").read_text().startswith("<svg")


def test_other_formats_of_boards(run):
    options = ["--size", "5x5", "--seed", "1", "-n", "2"]
    urls = run("generate", "tents", *options, "--to", "url").stdout.splitlines()
    assert len(urls) == 2
    for url in urls:
        assert run("tents", url, "--count").stdout == "1\n"
    drawn = run("generate", "tents", *options, "-f", "ascii").stdout
    assert drawn.count("\n\n") == 1
    assert run("generate", "tents", *options, "-f", "html").stdout.startswith("<!DOCTYPE html>")
    data = valid_command(run("generate", "tents", *options, "-f", "json").stdout, "commands/generate")
    assert (data["made"], data["finished"], data["seed"], len(data["boards"])) == (2, True, 1, 2)
    lines = run("generate", "tents", *options, "-f", "jsonl", "--to", "url").stdout.splitlines()
    again = [valid_command(line, "commands/generate-board") for line in lines]
    assert [board["facts"] for board in again] == [board["facts"] for board in data["boards"]]
    assert [board["text"] for board in again] == [f"{url}\n" for url in urls]
    with pytest.raises(jsonschema.ValidationError):
        valid_command(lines[0].replace('"number": 1', '"number": 0'), "commands/generate-board")


def test_what_cannot_be_had_is_said(run):
    options = ["--size", "2x2", "--seed", "1", "--difficulty", "extreme"]
    none = limited(run, " easy", "generate", "tetravex", *options)
    assert (none.returncode, none.stdout) == (3, "")
    assert re.match(r"no extreme board in \S+ s: of .* easy", none.stderr)
    few = limited(run, "needed more clues", "generate", "sudoku", "--size", "4x4", "--clues", "3")
    assert (few.returncode, few.stdout) == (3, "")
    assert few.stderr.endswith(" needed more clues.\n")
    small = run("generate", "tents", "--size", "1x1", "--seed", "1")
    assert (small.returncode, small.stderr) == (3, "no board: of 20 boards drawn 20 came to nothing.\n")


WRONG = {
    "no such grade": (["tents", "--difficulty", "heavy"], "there is no grade heavy"),
    "no such symmetry": (["sudoku", "--symmetry", "circle"], "there is no symmetry circle"),
    "no clues": (["tents", "--clues", "3"], "tents has no clues that could be left out, as --clues asks"),
    "no symmetric clues": (
        ["flow", "--symmetry", "mirror"],
        "flow has no clues that could be left out, as --symmetry asks",
    ),
    "few clues": (["sudoku", "--clues", "-1"], "a board cannot have -1 clues"),
    "no size": (["tents", "--size", "8"], "cannot use the size '8'"),
    "a size too large": (["tents", "--size", "2000x2000"], "is too large"),
    "not square": (["sudoku", "--size", "4x5"], "the two N must be equal"),
    "none wanted": (["tents", "-n", "0"], "cannot make 0 boards"),
    "no such constant": (["tents", "-c", "tree=3"], "Did you mean trees?"),
    "two formats": (["tents", "--to", "url", "-f", "svg"], "not both"),
    "no format": (["queens", "--size", "4x4", "--to", "url"], "queens cannot be written as url"),
    "no begun board": (["tents", "--from", "nowhere.lp"], "nowhere"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_wanted_is_refused(case, run):
    arguments, message = WRONG[case]
    result = run("generate", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_program_without_a_part_says_so(run, tmp_path):
    (tmp_path / "plain.lp").write_text("{ a }. #show a/0.")
    result = run("generate", "plain.lp")
    assert (result.returncode, "plain has no part that makes boards" in result.stderr) == (2, True)


def test_what_was_made_stays_when_it_is_interrupted(interrupt):
    status, output, errors = interrupt("generate", "tents", "--size", "5x5", "-n", "100000", "-f", "json", after=1)
    assert (status, errors) == (130, "interrupted\n")
    data = valid_command(output, "commands/generate")
    assert len(data["boards"]) == data["made"] > 0


def test_what_the_part_forbids_does_not_make_a_solution_the_only_one(run, tmp_path):
    """The program alone says how many solutions there are."""
    text = "% Free - mark any cells.\n#defined size/2.\n{ x(1..N) } :- size(N, _).\n#show x/1.\n"
    (tmp_path / "free.lp").write_text(text + "#program generate.\n:- x(1).\n{ y }.\n")
    result = run("generate", "free.lp", "--size", "2x2", "--seed", "1")
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == "no board: of 1000 boards drawn 1000 had several solutions.\n"


def test_rules_are_left_out_while_a_board_is_drawn_and_at_no_other_time(tmp_path):
    """Whoever may not be slow is not, and an instance cannot say so."""
    path = tmp_path / "one.lp"
    path.write_text(
        "% One - mark one cell.\n#defined size/2.\n#defined clue/1.\n#defined making/0.\n"
        "{ x(1..N) } = 1 :- size(N, _).\n:- clue(K), not x(K).\nslow :- not making.\n#show x/1. #show slow/0.\n"
        "#program generate.\nclue(K) :- x(K).\n:- slow.\n"
    )
    puzzle = load(str(path))
    board = puzzle.generate((5, 5), seed=1)
    (clue,) = (fact for fact in facts_of(board.facts) if fact[0] == "clue")
    (solution,) = puzzle.solve(board, models=0)
    assert facts_of(solution.atoms) == [("slow",), ("x", clue[1])]
    assert puzzle.program.inputs == {("size", 2), ("clue", 1)}
    with pytest.raises(InstanceError, match="unknown fact making/0"):
        puzzle.count("size(2, 2). making.")


DARK = """% Dark - cells with a dot may be dark, and each row has one that is.
%
% Input
%   size(H, W)   H rows and W columns
%   dot(R, C)    a dot at row R, column C
% Output
%   dark(R, C)   (R, C) is dark

#include "lib/grid.lp".
#defined dot/2.

% Generate

{ dark(R, C) } :- cell(R, C).

% Test

% Row R has exactly one dark cell.
:- row(R), { dark(R, C) } != 1.

% Without a dot at (R, C) it is not dark.
:- dark(R, C), not dot(R, C).

#show dark/2.

#program display.
#show size(H, W) : size(H, W).
#show mark(R, C, black) : dot(R, C).
#show shade(R, C, grey) : dark(R, C).

#program generate.
dot(R, C) :- dark(R, C).
removable(dot(R, C)) :- dot(R, C).
"""


def test_what_the_answer_needs_is_never_left_out(tmp_path):
    """Without the dots of its dark cells a board has no solution, which is no second one either."""
    (tmp_path / "dark.lp").write_text(DARK)
    puzzle = load(str(tmp_path / "dark.lp"))
    for seed in range(5):
        board = puzzle.generate("3x4", seed=seed)
        (solution,) = puzzle.solve(board, models=0)
        dots = {tuple(fact.arguments) for fact in board.facts if fact.match("dot", 2)}
        assert dots == {tuple(atom.arguments) for atom in solution.atoms}  # one in each row


def test_draws_are_spread():
    """The solutions that are drawn are as different as those of a fair draw: no board is drawn twice as often."""
    queens = load("queens")
    drawn = Counter()
    for seed in range(60):
        board = queens.generate((4, 4), seed=seed)
        (solution,) = queens.solve(board)
        drawn[solution.facts] += 1
    assert len(drawn) == 2
    assert min(drawn.values()) >= 20


def test_a_worker_makes_the_same_board():
    tents = load("tents")
    assert tents.generate((7, 7), seed=4, time_limit=200).text == tents.generate((7, 7), seed=4).text


def test_the_page_shows_the_part_of_tents_and_what_it_makes(run):
    page = (ROOT / "docs" / "generate.md").read_text()
    (part,) = re.findall(r"```prolog\n(.*?)```", page, re.DOTALL)
    assert (ROOT / "asp" / "tents.lp").read_text().endswith(part)
    (drawn,) = re.findall(r"```console\n\$ .*?\n(.*?)```", page, re.DOTALL)
    made = run("generate", "tents", "--size", "6x6", "--seed", "1")
    assert run("tents", "-", stdin=made.stdout).stdout == drawn

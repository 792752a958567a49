"""What explanations say of boards: paths, conflicts and hints, by what is known of the boards; and their pictures.

That each step and line is true is asked on boards of all genres by the tests of the judge.
"""

import json
import re
from itertools import product

import clingo
import pytest
from conftest import ROOT
from explaining import UNSOLVABLE, Referee, answers, explained, given, pairs, path_of, reasons_of, told
from genres import by_cell, facts_of

from pyclingo_app import Instance, ProgramError, UsageError, load, parse_facts
from pyclingo_app.draw.symbols import GLYPHS
from pyclingo_app.solve.general import general_sentences, idle_sentences
from pyclingo_app.solve.oracle import Oracle
from pyclingo_app.solve.paper import Paper
from pyclingo_app.write.steps import lit

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


@pytest.mark.parametrize(("name", "board"), [("tents", "4x4-matching-a"), ("norinori", "5x5-a"), ("flow", "5x5-a")])
def test_a_path_of_smallest_reasons_is_true(name, board):
    """That they are smallest is asked by the tests of reasons."""
    path = explained(name, board, order="smallest")
    assert all(step.proved for step in path.steps)
    assert Referee(name, board).path(told(path)) == []


@pytest.mark.some(6)
@pytest.mark.parametrize(("name", "facts"), UNSOLVABLE)
def test_a_conflict_is_one_and_is_pointed_at(name, facts):
    assert not answers(name, facts)
    path = explained(name, facts)
    verify_contradiction(Referee(name, facts), path)
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
    ("slant", "6x6-none-a"),
    ("tents", "8x8-none-a"),
]


def verify_contradiction(referee, path):
    """It is true, and less than its sentences and marks can hold together; nearly all that is found is taken."""
    assert referee.path(told(path)) == []
    conflict, blamed = path.conflict, pairs(path.conflict.blamed)
    texts = [sentence.text for sentence in conflict.sentences]
    for text in texts:
        assert referee.possible([other for other in texts if other != text], referee.given)
    for mark in blamed:
        assert referee.possible(texts, [other for other in blamed if other != mark])
    reasons = [reason for step in path.steps for reason in step.reasons]
    known = {*blamed, *(pair for reason in reasons for pair in pairs(reason.found))}
    taken = {*blamed, *pairs(conflict.earlier), *(pair for reason in reasons for pair in pairs(reason.earlier))}
    assert len(known - taken) <= len(known) / 8


@pytest.mark.some(3)
@pytest.mark.parametrize(("name", "board"), STEPWISE)
def test_steps_lead_to_a_contradiction(name, board):
    path = explained(name, board)
    assert path.steps or len(path.conflict.argument) > 1
    verify_contradiction(Referee(name, board), path)
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


@pytest.mark.some(2)
@pytest.mark.parametrize(("name", "board", "answer"), MISTAKES)
def test_steps_lead_from_a_mistake_to_a_contradiction(name, board, answer):
    path = path_of(name, board, given=parse_facts(answer))
    assert answers(name, board)
    assert path.conflict.blamed
    verify_contradiction(Referee(name, board, answer), path)


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
    ((need,), (allow,), _) = step.argument[0].quantity
    assert {mark.cell for mark in need.marks} == inside
    assert (need.many, allow.many) == (1, 1)


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
    [("nurikabe", "6x6-a"), ("shimaguni", "6x6-a"), ("cave", "5x5-a"), ("tapa", "6x6-a"), ("heyawake", "6x6-a")],
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


def cell_of(atom):
    return atom.arguments[0].number, atom.arguments[1].number


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


def test_what_was_noted_is_told_once():
    """Of notes that one wall gave together some are used before others."""
    found = [mark.atom for step in explained("nurikabe", "6x6-many-a").steps for mark in step.found]
    assert len(found) == len(set(found))


def test_path_stops_where_several_solutions_differ():
    path = explained("tents", "6x6-many-a")
    solutions = answers("tents", "6x6-many-a")
    found = {mark.atom: mark.present for step in path.steps for mark in step.found}
    for atom in Referee("tents", "6x6-many-a").marks:
        values = {atom in solution for solution in solutions}
        assert found.get(atom) == (values.pop() if len(values) == 1 else None)
    assert not path.rating.complete


@pytest.mark.parametrize(
    ("name", "board"),
    [("norinori", "6x6-a"), ("queens", "8x8-given-unique"), ("flow", "4x4-many-a"), ("tents", "4x4-matching-b")],
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
        assumptions=[literal for literals in referee.literals.values() for literal in literals],
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


def test_sentences_of_a_variant_count_with_its_constants_only():
    def idle(**constants):
        slitherlink = load("slitherlink", constants=constants)
        return idle_sentences(slitherlink.problem(slitherlink.read("6x6-a")))

    passes = "The loop passes the V U corner of (R, C)."
    around = "The number of lines around (R, C) is N."
    corners = "The number of corners of (R, C) that the loop passes is N."
    assert {passes, corners} < set(idle())
    assert around not in idle()
    assert passes not in idle(full="1")
    assert around in idle(counts="1")
    assert corners not in idle(counts="1")
    assert not idle_sentences(load("tents").problem())


GENERAL = [("tents", "6x6"), ("slitherlink", "6x6-a"), ("easyasabc", "6x6-a")]


def test_paths_do_not_alternate_along_the_border():
    """That is seen at once, where the sentence about one path would have to be followed to the end."""
    explanation = explained("flow", "size(4,4). terminal(1,2,1). terminal(4,2,1). terminal(2,1,2). terminal(2,4,2).")
    (sentence,) = explanation.conflict.sentences
    pairs = [sorted((one, other)) for one in ("(1, 2)", "(4, 2)") for other in ("(2, 1)", "(2, 4)")]
    begin = tuple(f"The paths from {one} and {other} do not cross" for one, other in pairs)
    assert sentence.text.startswith(begin)


def test_paths_of_one_colour_may_have_another_between_them():
    """Two pairs of it stand on either side of the other colour's path."""
    facts = "size(3,3). terminal(1,(1;3),1). terminal(3,(1;3),1). terminal((1;3),2,2)."
    path = load("flow", constants={"pairs": "0"}).explain(parse_facts(facts))
    assert list(path)
    assert path.rating.complete


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

"""Checks of answers: held to all solutions of a board, to another program, and to rules whose breach is plain."""

import random

import clingo
import pytest
from explaining import TINY, Referee, answers, checked, given, pairs

from pyclingo_app import Instance, UsageError, load, parse_facts

RIGHT = {
    "tents": ("size(3,3). tree(1,1). tree(3,2). tent_row(1,1). tent_row(3,1).", "tent(1,2). tent(3,3)."),
    "norinori": ("size(1,5). region(1,1..3,1). region(1,4..5,2).", "shaded(1,(1;2;4;5))."),
    "queens": ("size(4,4). given(1,2). blocked(1,1).", "queen(1,2). queen(2,4). queen(3,1). queen(4,3)."),
    "tetravex": ("size(1,2). tile(a,1,2,3,4). tile(b,5,6,4,0).", "place(1,1,a). place(1,2,b)."),
    "starbattle": (
        "size(4,4). region(1,1..2,1). region(1..2,3..4,2). region(2..4,1..2,3). region(3..4,3..4,4).",
        "star(1,2). star(2,4). star(3,1). star(4,3).",
    ),
}
# Wrong answers to the same, and what they break, a sentence each.
WRONG = [
    ("tents", "tent(1,2). tent(3,3). tent(2,1).", """
        The cells (1, 2) and (2, 1) touch, so at most one of them holds a tent.
        The tent at (2, 1) belongs to exactly one tree."""),
    ("tents", "tent(1,3). tent(3,3).", """
        Tents stand only beside trees.
        The tree at (1, 1) has exactly one tent of its own beside it."""),
    ("tents", "tent(2,1). tent(3,3).", """
        The number of tents in row 1 is 1."""),
    ("tents", "tent(1,2).", """
        The tree at (3, 2) has exactly one tent of its own beside it.
        The number of tents in row 3 is 1."""),
    ("norinori", "shaded(1,1). shaded(1,2).", """
        The region of (1, 4) holds exactly two shaded cells."""),
    ("norinori", "shaded(1,2..5).", """
        If (1, 3) is shaded, exactly one of its neighbours is shaded.
        If (1, 4) is shaded, exactly one of its neighbours is shaded."""),
    ("queens", "queen(1,2). queen(2,4). queen(3,1).", """
        Row 4 holds exactly one queen.
        Column 3 holds exactly one queen."""),
    ("queens", "queen(1,1). queen(2,4). queen(3,2). queen(4,3).", """
        A queen is given at (1, 2).
        The cell (1, 1) is blocked.
        At most one queen stands on the diagonal from (2, 1) to (4, 3)."""),
    ("tetravex", "place(1,1,b). place(1,2,a).", """
        The tiles at (1, 1) and (1, 2) show the same number where they meet."""),
    ("starbattle", "star(1,2). star(2,4). star(3,1).", """
        The number of stars in row 4 is 1.
        The number of stars in column 3 is 1.
        The number of stars in the region of (3, 3) is 1."""),
]  # fmt: skip


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
    assert {sentence.text for sentence in result.broken} == {*map(str.strip, expected.strip().splitlines())}


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


@pytest.mark.some
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


@pytest.mark.some(2)
@pytest.mark.parametrize(("name", "facts"), TINY)
def test_check_agrees_with_all_solutions(name, facts):
    """Partial answers, some of them near a solution: which can be completed, and what is said of the others."""
    referee = Referee(name, facts)
    solutions = [solution - referee.facts for solution in sorted(answers(name, facts), key=sorted)]
    atoms = referee.marks
    chance = random.Random(name + facts)
    said = set()
    for _ in range(15):
        likely = chance.choice(solutions) if solutions and chance.random() < 0.8 else set(chance.sample(atoms, 2))
        marks = {atom: (atom in likely) != (chance.random() < 0.1) for atom in atoms if chance.random() < 0.5}
        answer = [clingo.Function(a.name, a.arguments, present) for a, present in marks.items()]
        present = {atom for atom, there in marks.items() if there}
        partial, final = checked(name, facts, answer), checked(name, facts, answer, final=True)
        assert final.right == partial.right == (present in solutions)
        assert bool(final.so_far) == (present not in solutions)
        completable = any(present <= s and not (s & (marks.keys() - present)) for s in solutions)
        assert partial.completable == completable
        assert completable == (not partial.so_far and not partial.conflict)
        wrong = {atom for atom, there in marks.items() if solutions and all((atom in s) != there for s in solutions)}
        assert {mark.atom for mark in partial.wrong} == wrong
        # Beside a rule that is broken already it is only said what is wrong.
        assert wrong or not (partial.so_far and partial.conflict)
        assert not partial.conflict or not referee.possible([s.text for s in partial.conflict], pairs(partial.blamed))
        assert set(partial.so_far) <= set(partial.broken)
        said |= {"right" if partial.right else "open" if completable else "conflict" if partial.conflict else "broken"}
    assert len(said) > 1


def test_check_says_the_same_with_the_cells_and_without_them(few):
    """Of partial answers, right and wrong ones; without the cells sentences are grounded with the answer alone."""
    chance = random.Random(7)
    kinds = set()
    boards = [("tents", "6x6"), ("sudoku", "4x4-a"), ("nurikabe", "5x5-a"), ("yajilin", "5x5-a")]
    for name, board in few(boards, 2):
        puzzle = load(name)
        instance = puzzle.read(board)
        atoms = list(next(iter(puzzle.solve(instance))).atoms)
        for size in (0, len(atoms) // 2, len(atoms) - 1, len(atoms)):
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


def test_joined_colours_and_closed_loops_are_what_a_walk_along_the_lines_finds():
    terminals = {(1, 1): 1, (4, 4): 1, (1, 4): 2, (3, 2): 2, (4, 1): 3, (2, 2): 3}
    facts = "size(4,4)." + "".join(f"terminal({r},{c},{x})." for (r, c), x in terminals.items())
    marks = Referee("flow", facts).marks
    chance = random.Random(4)
    found = []
    for _ in range(24):
        # The only square without a terminal, or any.
        r, c = chance.choice([(2, 3), (chance.randrange(1, 4), chance.randrange(1, 4))])
        square = f"link({r},{c},right). link({r},{c},down). link({r},{c + 1},down). link({r + 1},{c},right)."
        links = {*parse_facts(square), *chance.sample(marks, chance.randrange(6))}
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
    assert found.count("joined") >= 5
    assert found.count("loop") >= 5


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
        (known,) = (line for line in told if line.startswith("  known: "))
        assert {*known.removeprefix("  known: ").split("; ")} == {"stone(1)", "stone(2)", "not pair(1)"}
        assert told[told.index(known) - 1].startswith("  paired.lp:5: pair(C) :- stone(C)")
        assert ("Wrong: not pair(1)." in told) == (not options)
        assert told[-1] == ("The answer is wrong." if options else "It cannot be completed to a solution.")
    result = run("check", "./paired.lp", "board.lp", "-", stdin="stone(1). stone(2). -stone(3).")
    assert result.stdout.startswith("These rules are broken:\n  Cell 3 holds a stone.\nWrong: not stone(3).\n\n")


def test_marks_name_the_choice_that_ties_them(run, tmp_path):
    program = "cell(1..2). { stone(C) } :- cell(C). { flag(C) } :- stone(C). #show stone/1. #show flag/1."
    (tmp_path / "flags.lp").write_text(f"{program}\n:- not stone(2).")
    told = run("check", "./flags.lp", "-", stdin="flag(1). -stone(1).").stdout
    assert "{ flag(C) } :- stone(C)." in told


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


def test_of_a_broken_count_only_what_is_too_much_is_red():
    puzzle, instance = given("tents", "size(2,4). tree(1,1). tent_row(2,1).")
    board = puzzle.check(instance, "tent(2,1). tent(2,3).").board
    assert board.focus == {(2, 1): "fault", (2, 3): "fault"}

"""The programs against the rules: counts, wrong answers, mutations and symmetry."""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import cache
from inspect import getsource
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from checkers import (
    Cell,
    Fact,
    Facts,
    beside,
    brute_flow,
    brute_norinori,
    brute_queens,
    brute_starbattle,
    brute_tents,
    brute_tetravex,
    cells_of,
    check_flow,
    check_norinori,
    check_queens,
    check_starbattle,
    check_tents,
    check_tetravex,
    facts_of,
    named,
    size_of,
    star_rows,
)
from hypothesis import given, settings
from hypothesis import strategies as st

import pyclingo_app as puzzasp

ROOT = Path(__file__).parent.parent
CHECKS: dict[str, Callable[..., list[str]]] = {
    "tents": check_tents,
    "norinori": check_norinori,
    "queens": check_queens,
    "flow": check_flow,
    "tetravex": check_tetravex,
    "starbattle": check_starbattle,
}
NAMES = tuple(CHECKS)
MODES: dict[str, list[dict[str, int]]] = {
    **{name: [{}] for name in NAMES},
    "flow": [{}, {"touch": 0}, {"fill": 0}, {"touch": 0, "fill": 0}],
    "starbattle": [{}, {"stars": 2}],
}
OEIS_A000170 = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]


@cache
def packaged(name: str, **constants: int) -> puzzasp.Puzzle:
    """Load one of the programs, once."""
    return puzzasp.load(str(ROOT / "asp" / f"{name}.lp"), constants={key: str(n) for key, n in constants.items()})


def instance(facts: Facts | str) -> puzzasp.Instance:
    """Make an instance of tuples or of text."""
    text = facts if isinstance(facts, str) else "".join(f"{fact[0]}{fact[1:]}.\n" for fact in facts)
    return puzzasp.Instance("test", puzzasp.parse_facts(text))


def tuples(text: str) -> list[Fact]:
    """Read facts as tuples."""
    return facts_of(puzzasp.parse_facts(text))


def answers(puzzle: puzzasp.Puzzle, board: puzzasp.Instance, models: int = 0) -> list[list[Fact]]:
    """Give solutions of a board."""
    return [facts_of(solution.atoms) for solution in puzzle.solve(board, models=models)]


# Tiny random boards; half of them are made from a solution


def tents_board(random: Random) -> list[Fact]:
    """Make a board of up to 4x4 cells with up to four trees and some numbers."""
    facts: list[Fact] = [("size", random.randint(1, 4), random.randint(1, 4))]
    cells = cells_of(facts)
    trees: list[Cell] = []
    tents: list[Cell] = []
    if random.random() < 0.5:
        for tree, tent in random.sample(list(product(cells, cells)), len(cells) ** 2):
            near = any(max(abs(tent[0] - other[0]), abs(tent[1] - other[1])) <= 1 for other in tents)
            free = not near and tent not in trees and tree not in trees + tents
            if beside(tree, tent) and free and len(trees) < 4:
                trees.append(tree)
                tents.append(tent)
    else:
        trees = random.sample(cells, random.randint(0, min(4, len(cells))))
        tents = random.sample(cells, random.randint(0, min(4, len(cells))))
    facts += [("tree", *tree) for tree in trees]
    for axis, name in enumerate(("tent_row", "tent_column")):
        lines = range(1, facts[0][axis + 1] + 1)
        facts += [(name, i, sum(t[axis] == i for t in tents)) for i in lines if random.random() < 0.4]
    return facts


def norinori_board(random: Random) -> list[Fact]:
    """Make a board of up to 4x4 cells with regions that need not be connected."""
    facts: list[Fact] = [("size", random.randint(1, 4), random.randint(1, 4))]
    cells = cells_of(facts)
    shaded: list[Cell] = []
    if random.random() < 0.5:
        for domino in random.sample(list(product(cells, cells)), len(cells) ** 2):
            if beside(*domino) and not any(c == s or beside(c, s) for c in domino for s in shaded):
                shaded += domino
        random.shuffle(shaded)
    regions = max(len(shaded) // 2, 1) if shaded else random.randint(1, max(len(cells) // 3, 1))
    number = {cell: place // 2 for place, cell in enumerate(shaded)}
    return facts + [("region", *cell, number.get(cell, random.randrange(regions))) for cell in cells]


def queens_board(random: Random) -> list[Fact]:
    """Make a board of up to 6x6 cells with some queens given and some cells blocked."""
    n = random.randint(1, 6)
    facts: list[Fact] = [("size", n, n)]
    cells = cells_of(facts)
    columns = [order for order in permutations(range(1, n + 1)) if not check_queens(facts, queens_in(order))]
    if columns and random.random() < 0.5:
        queens = named(queens_in(random.choice(columns)), "queen")
        some, others = random.sample(queens, min(n, 2)), [cell for cell in cells if cell not in queens]
    else:
        some, others = random.sample(cells, min(n, 2)), cells
    facts += [("given", *cell) for cell in some if random.random() < 0.4]
    return facts + [("blocked", *cell) for cell in random.sample(others, random.randint(0, len(others) // 2))]


def queens_in(columns: Iterable[int]) -> list[Fact]:
    """Put a queen into each row, in the columns given."""
    return [("queen", row, column) for row, column in enumerate(columns, 1)]


def flow_board(random: Random) -> list[Fact]:
    """Make a board of up to twelve cells."""
    facts: list[Fact] = [random.choice([("size", h, w) for h in range(1, 7) for w in range(1, 7) if h * w <= 12])]
    cells = cells_of(facts)
    ends: list[Cell] = []
    if random.random() < 0.5:
        while cells:
            path = [random.choice(cells)]
            while steps := [cell for cell in cells if cell not in path and beside(cell, path[-1])]:
                path.append(random.choice(steps))
                if len(path) > 2 and random.random() < 0.15:
                    break
            cells = [cell for cell in cells if cell not in path]
            if len(path) > 1:
                ends += [path[0], path[-1]]
    else:
        ends = random.sample(cells, random.randint(0, min(len(cells) // 2, 4)) * 2)
    return facts + [("terminal", *cell, place // 2 + 1) for place, cell in enumerate(ends)]


def tetravex_board(random: Random) -> list[Fact]:
    """Make a board of up to nine cells, often with equal tiles, some of them fixed."""
    size = random.choice([(1, 1), (1, 2), (3, 1), (1, 4), (2, 2), (2, 3), (3, 2), (5, 1), (2, 4), (3, 3)])
    facts: list[Fact] = [("size", *size)]
    cells, colours = cells_of(facts), random.randint(1, 3)
    flat = {(r, c): random.randrange(colours) for r in range(5) for c in range(6)}
    upright = {(r, c): random.randrange(colours) for r in range(5) for c in range(7)}
    names = random.sample(range(len(cells)), len(cells))
    fair = random.random() < 0.7
    for name, (r, c) in zip(names, cells, strict=True):
        sides = [flat[r - 1, c - 1], flat[r % 5, c - 1], upright[r - 1, c - 1], upright[r - 1, c]]
        facts.append(("tile", name, *(sides if fair else [random.randrange(colours) for _ in sides])))
    for place in random.sample(range(len(cells)), random.choice([0, 0, 1, min(2, len(cells))])):
        facts.append(("fixed", names[place] if random.random() < 0.8 else names[0], *cells[place]))
    return facts


def starbattle_board(random: Random) -> list[Fact]:
    """Make a board of 2x2 to 6x6 cells, or one of 8x8 for two stars; regions need not be connected."""
    n = random.choice([2, 3, 4, 5, 6, 8])
    facts: list[Fact] = [("size", n, n)]
    cells, stars = cells_of(facts), 2 if n == 8 else 1
    right = list(star_rows(n, stars)) if random.random() < 0.7 else []
    placed = named(random.choice(right), "star") if right else random.sample(cells, n * stars)
    number = {cell: place // stars for place, cell in enumerate(random.sample(placed, n * stars))}
    return facts + [("region", *cell, number.get(cell, random.randrange(n))) for cell in cells]


BOARDS: dict[str, Callable[[Random], list[Fact]]] = {
    "tents": tents_board,
    "norinori": norinori_board,
    "queens": queens_board,
    "flow": flow_board,
    "tetravex": tetravex_board,
    "starbattle": starbattle_board,
}
BRUTES: dict[str, Callable[..., int]] = {
    "tents": brute_tents,
    "norinori": brute_norinori,
    "queens": brute_queens,
    "flow": brute_flow,
    "tetravex": brute_tetravex,
    "starbattle": brute_starbattle,
}


@pytest.mark.parametrize("name", NAMES)
def test_random_boards(name: str) -> None:
    """Trying all answers finds as many solutions, and each one is right."""

    @settings(max_examples=120, deadline=None, derandomize=True)
    @given(random=st.randoms(use_true_random=False), mode=st.sampled_from(MODES[name]))
    def check(random: Random, mode: dict[str, int]) -> None:
        facts = BOARDS[name](random)
        found = answers(packaged(name, **mode), instance(facts))
        assert len(found) == BRUTES[name](facts, **mode), facts
        assert [CHECKS[name](facts, answer, **mode) for answer in found] == [[]] * len(found), facts

    check()


# Packaged boards


def packaged_boards() -> list[tuple[str, Path]]:
    """Give the name of the puzzle and the path of every packaged board."""
    paths = sorted((ROOT / "instances").glob("**/*.lp"))
    return [(path.read_text(encoding="utf-8").split()[1].lower(), path) for path in paths]


def promised(line: str, *, touch: int) -> int | None:
    """Give the number of solutions in the first line of a board, None if it is unknown."""
    head, _, tail = line.partition("Without self-touch:")
    text = head if touch else tail
    if "unknown number of solutions" in text:
        return None
    (number,) = re.findall(r"(\d+) solutions?\b", text)
    return int(number)


@pytest.mark.parametrize(("name", "path"), packaged_boards(), ids=lambda value: getattr(value, "stem", value))
def test_packaged_board(name: str, path: Path) -> None:
    """The first line tells the number of solutions, and they are right."""
    line = path.read_text(encoding="utf-8").splitlines()[0]
    assert path.parent.name in (name, "instances")
    for mode in ({}, {"touch": 0}) if name == "flow" else ({},):
        puzzle = packaged(name, **mode)
        board = puzzle.read(str(path))
        number = promised(line, touch=mode.get("touch", 1))
        if number is not None:
            assert puzzle.count(board) == number
        found = answers(puzzle, board, 200)
        assert len(found) == min(number, 200) if number is not None else found
        facts = facts_of(board.facts)
        assert [CHECKS[name](facts, answer, **mode) for answer in found] == [[]] * len(found)


# Published numbers and boards


@pytest.mark.parametrize(("n", "number"), list(enumerate(OEIS_A000170, 1)))
def test_queens_numbers(n: int, number: int) -> None:
    """The empty board has as many solutions as OEIS A000170 says."""
    assert packaged("queens", n=n).count() == number
    assert packaged("queens").count(instance([("size", n, n)])) == number


def test_tents_of_the_article() -> None:
    """The board of the article has the one solution that it shows."""
    puzzle = packaged("tents")
    found = answers(puzzle, puzzle.read(str(ROOT / "instances" / "6x6.lp")))
    cells = [(1, 2), (1, 5), (3, 2), (3, 4), (3, 6), (5, 1), (5, 4), (6, 6)]
    assert [sorted(answer) for answer in found] == [[("tent", *cell) for cell in cells]]


def test_tetravex_examples() -> None:
    """One board of four tiles has one solution, tile 0 to tile 3 in reading order; another has none."""
    tiles = "size(2,2). tile(0,1,2,1,2). tile(1,1,2,2,3). tile(2,2,3,1,2). tile(3,2,3,2,3)."
    (answer,) = answers(packaged("tetravex"), instance(tiles))
    assert sorted(answer) == [("place", 1, 1, 0), ("place", 1, 2, 1), ("place", 2, 1, 2), ("place", 2, 2, 3)]
    tiles = "size(2,2). tile(0,1,2,3,4). tile(1,1,3,4,2). tile(2,2,4,3,1). tile(3,3,1,2,4)."
    assert packaged("tetravex").count(instance(tiles)) == 0


def test_tents_matching() -> None:
    """Only that each tree has a tent of its own rules out the one filling of 4x4:bgd_,0,1,0,2,2,0,1,0."""
    facts = tuples(
        "size(4,4). tree(1,3). tree(3,3). tree(4,4)."
        "tent_column(1,0). tent_column(2,1). tent_column(3,0). tent_column(4,2)."
        "tent_row(1,2). tent_row(2,0). tent_row(3,1). tent_row(4,0)."
    )
    assert packaged("tents").count(instance(facts)) == brute_tents(facts) == 0
    filling = tuples("tent(1,2). tent(1,4). tent(3,4).")
    assert check_tents(facts, filling) == ["matching"]


# Wrong answers


class Wrong(NamedTuple):
    """A board, a right answer, and another one that breaks the rules named."""

    name: str
    rules: list[str]
    board: str
    right: str
    wrong: str
    mode: dict[str, int] = {}  # noqa: RUF012


TENTS = "size(2,6). tree(1,2). tree(1,5). "
TENTS_RIGHT = "tent(1,1). tent(1,4)."
NORINORI = "size(2,4). region(1..2,1..2,1). region(1..2,3..4,2)."
NORINORI_RIGHT = "shaded(1..2,1). shaded(1..2,4)."
QUEENS_RIGHT = "queen(2,1). queen(4,2). queen(1,3). queen(3,4)."
QUEENS_MIRRORED = "queen(2,4). queen(4,3). queen(1,2). queen(3,1)."
QUEENS_FALLING = "queen(1,1). queen(2,4). queen(3,2). queen(4,3)."
QUEENS_RISING = "queen(1,4). queen(2,1). queen(3,3). queen(4,2)."
FLOW_PAIR = "size(1,2). terminal(1,1..2,1)."
FLOW_LOOP = "size(2,3). terminal(1..2,1,1)."
FLOW_AROUND = "link(1,1..2,right). link(2,1..2,right). link(1,3,down)."
FLOW_TOP = "size(2,4). terminal(1,(1;4),1)."
FLOW_LINE = "link(1,1..3,right)."
FLOW_RING = "link(1,2..3,right). link(2,1..3,right). link(1,(1;4),down)."
TETRAVEX = "size(1,2). tile(1,0,0,1,2). tile(2,0,0,2,3)."
TETRAVEX_EQUAL = "size(1,2). tile(1,0,0,1,1). tile(2,0,0,1,1)."
TETRAVEX_RIGHT = "place(1,1,1). place(1,2,2)."
STARS = (
    "size(4,4). region(1,2,1). region(1,(1;3;4),2). region(2,4,2). region(2,1..3,3)."
    "region(3..4,1..2,3). region(3..4,3..4,4)."
)
STARS_RIGHT = "star(1,2). star(2,4). star(3,1). star(4,3)."

WRONG = [
    Wrong("tents", ["outside"], TENTS, TENTS_RIGHT, "tent(0,2). tent(1,4)."),
    # A tent on a tree touches the tent of that tree, so this rule is never the only one broken.
    Wrong(
        "tents",
        ["on tree", "touch"],
        "size(2,4). tree(1,2). tree(1,3).",
        "tent(1,1). tent(1,4).",
        "tent(1,3). tent(2,3).",
    ),
    Wrong("tents", ["matching"], TENTS, TENTS_RIGHT, "tent(1,1)."),
    Wrong("tents", ["matching"], TENTS, TENTS_RIGHT, "tent(1,1). tent(1,3). tent(1,6)."),
    Wrong("tents", ["matching"], TENTS, TENTS_RIGHT, "tent(1,1). tent(2,4)."),
    Wrong("tents", ["matching"], "size(2,3). tree(1,(1;3)).", "tent(2,(1;3)).", "tent(1,2)."),
    Wrong("tents", ["touch"], TENTS, TENTS_RIGHT, "tent(1,3). tent(1,4)."),
    Wrong("tents", ["touch"], "size(2,4). tree(1,2). tree(2,3).", "tent(1,1). tent(2,4).", "tent(2,2). tent(1,3)."),
    Wrong("tents", ["row count"], TENTS + "tent_row(2,0).", TENTS_RIGHT, "tent(2,2). tent(1,4)."),
    Wrong("tents", ["row count"], TENTS + "tent_row(1,2).", TENTS_RIGHT, "tent(2,2). tent(1,4)."),
    Wrong("tents", ["column count"], TENTS + "tent_column(1,1).", TENTS_RIGHT, "tent(1,3). tent(1,6)."),
    Wrong("norinori", ["outside"], NORINORI, NORINORI_RIGHT, NORINORI_RIGHT + "shaded(1..2,6)."),
    Wrong("norinori", ["region"], NORINORI, NORINORI_RIGHT, "shaded(1..2,1)."),
    Wrong("norinori", ["region"], "size(2,4). region(1..2,1..4,1).", "shaded(1..2,1).", NORINORI_RIGHT),
    Wrong("norinori", ["domino"], NORINORI, NORINORI_RIGHT, "shaded(1,1). shaded(2,2). shaded(1..2,4)."),
    Wrong("norinori", ["domino"], NORINORI, NORINORI_RIGHT, "shaded(1..2,2..3)."),
    Wrong("queens", ["row"], "size(4,4).", QUEENS_RIGHT, "queen(1,1..4)."),
    Wrong("queens", ["column"], "size(4,4).", QUEENS_RIGHT, "queen(1..4,1)."),
    Wrong("queens", ["row", "column"], "size(4,4).", QUEENS_RIGHT, "queen(2,1). queen(4,2). queen(1,3)."),
    Wrong("queens", ["falling diagonal"], "size(4,4).", QUEENS_RIGHT, QUEENS_FALLING),
    Wrong("queens", ["rising diagonal"], "size(4,4).", QUEENS_RIGHT, QUEENS_RISING),
    Wrong("queens", ["given"], "size(4,4). given(1,3).", QUEENS_RIGHT, QUEENS_MIRRORED),
    Wrong("queens", ["blocked"], "size(4,4). blocked(1,2).", QUEENS_RIGHT, QUEENS_MIRRORED),
    Wrong("flow", ["outside"], FLOW_PAIR, "link(1,1,right).", "link(0,1,down). link(1,2,right)."),
    Wrong("flow", ["terminal"], FLOW_PAIR, "link(1,1,right).", ""),
    Wrong("flow", ["terminal"], "size(2,2). terminal((1;2),1,1).", "link(1..2,1,right). link(1,2,down).",
          "link(1..2,1,right). link(1,1..2,down)."),
    Wrong("flow", ["fill"], "size(2,2). terminal(1,1..2,1).", "link(1,1..2,down). link(2,1,right).",
          "link(1,1,right)."),
    Wrong("flow", ["branch"], FLOW_TOP, FLOW_LINE, FLOW_LINE + "link(1,2..3,down). link(2,2,right).", {"fill": 0}),
    Wrong("flow", ["branch"], "size(2,4). terminal(1,1..2,1).", FLOW_RING, FLOW_RING + "link(1,3,down)."),
    Wrong("flow", ["dead end"], FLOW_TOP, FLOW_LINE, "link(1,(1;3),right).", {"fill": 0}),
    Wrong("flow", ["dead end"], "size(1,4). terminal(1,(1;4),1).", FLOW_LINE, "link(1,(1;3),right)."),
    Wrong("flow", ["colour"], "size(2,2). terminal(1..2,1,1). terminal(1..2,2,2).", "link(1,1..2,down).",
          "link(1..2,1,right)."),
    Wrong("flow", ["loop"], FLOW_LOOP, FLOW_AROUND, "link(1,1..3,down). link(1..2,2,right)."),
    Wrong("flow", ["touch"], FLOW_LOOP, "link(1,1,down).", FLOW_AROUND, {"touch": 0, "fill": 0}),
    Wrong("tetravex", ["cell"], TETRAVEX_EQUAL, TETRAVEX_RIGHT, "place(1,1,1..2)."),
    Wrong("tetravex", ["tile"], TETRAVEX_EQUAL, TETRAVEX_RIGHT, "place(1,1..2,1)."),
    Wrong("tetravex", ["across"], TETRAVEX, TETRAVEX_RIGHT, "place(1,1,2). place(1,2,1)."),
    Wrong("tetravex", ["below"], "size(2,1). tile(1,1,2,0,0). tile(2,2,3,0,0).", "place(1,1,1). place(2,1,2).",
          "place(1,1,2). place(2,1,1)."),
    Wrong("tetravex", ["fixed"], "size(1,2). tile(1,0,0,1,2). tile(2,0,0,2,1). fixed(1,1,1).", TETRAVEX_RIGHT,
          "place(1,1,2). place(1,2,1)."),
    Wrong("starbattle", ["outside"], STARS, STARS_RIGHT, STARS_RIGHT + "star(6,6)."),
    Wrong("starbattle", ["row"], STARS, STARS_RIGHT, "star(1,(2;4)). star(3,(1;3))."),
    Wrong("starbattle", ["column"], STARS, STARS_RIGHT, "star(1,2). star((2;4),4). star(3,1)."),
    Wrong("starbattle", ["region"], STARS, STARS_RIGHT, "star(1,3). star(2,1). star(3,4). star(4,2)."),
    Wrong("starbattle", ["touch"], STARS, STARS_RIGHT, "star(1,2). star(2,4). star(3,3). star(4,1)."),
]  # fmt: skip


def test_each_rule_has_a_wrong_answer() -> None:
    """No rule of the checkers is without a wrong answer."""
    for name, check in CHECKS.items():
        rules = {word.replace("_", " ") for word in re.findall(r"^ {8}(\w+)=", getsource(check), re.MULTILINE)}
        assert rules == {rule for wrong in WRONG if wrong.name == name for rule in wrong.rules}


@pytest.mark.parametrize("case", WRONG, ids=lambda case: f"{case.name} {' '.join(case.rules)}")
def test_wrong_answer(case: Wrong, tmp_path: Path) -> None:
    """A wrong answer is none to the program and the checker; the right one is the answer to both."""
    board, right, wrong = tuples(case.board), tuples(case.right), tuples(case.wrong)
    assert CHECKS[case.name](board, wrong, **case.mode) == case.rules
    assert CHECKS[case.name](board, right, **case.mode) == []
    assert exactly(case.name, case.mode, board, wrong, tmp_path) == 0
    assert exactly(case.name, case.mode, board, right, tmp_path) == 1


def exactly(name: str, mode: dict[str, int], board: Facts, answer: Facts, folder: Path) -> int:
    """Count the solutions of a board that have just the atoms of an answer."""
    ((shown, arity),) = packaged(name).program.shown
    variables = ",".join("ABC"[:arity])
    terms = [",".join(map(str, atom[1:])) for atom in answer]
    lines = [f":- not {shown}({term})." for term in terms]
    lines.append(f":- {', '.join([f'{shown}({variables})', *(f'({variables}) != ({term})' for term in terms)])}.")
    rules = folder / "answer.lp"
    rules.write_text("\n".join(lines), encoding="utf-8")
    constants = {key: str(value) for key, value in mode.items()}
    puzzle = puzzasp.load(str(ROOT / "asp" / f"{name}.lp"), constants=constants, rules=[str(rules)])
    return puzzle.count(instance(board))


def test_equal_tiles(tmp_path: Path) -> None:
    """Of two answers with the same picture only one is counted."""
    board = tuples(TETRAVEX_EQUAL)
    found = [tuples(TETRAVEX_RIGHT), tuples("place(1,1,2). place(1,2,1).")]
    assert [check_tetravex(board, answer) for answer in found] == [[], []]
    assert sorted(exactly("tetravex", {}, board, answer, tmp_path) for answer in found) == [0, 1]


# Mutations

CAP = 50
# A rule that follows from others is needed as soon as those are dropped: a tile beside an empty
# cell has no neighbour to agree with, and as many tiles as cells in no empty cell are one in each.
IMPLIED_BY = {
    ("tetravex", "The cell (R, C) holds exactly one tile."): (
        "The tiles at (R, C) and (R, C') show the same number where they meet.",
        "The tiles at (R, C) and (R', C) show the same number where they meet.",
    ),
}


def mutant(name: str, mode: dict[str, int], sentences: Collection[str]) -> puzzasp.Puzzle:
    """Load a program without the rules of some sentences; choices lose their bounds only."""
    puzzle = puzzasp.load(packaged(name).program.path, constants={key: str(value) for key, value in mode.items()})
    statements = list(puzzle.program.base)
    for rule in puzzle.program.rules:
        if rule.kind != "input" and rule.sentence in sentences:
            place = next(i for i, statement in enumerate(statements) if statement is rule.statement)
            if rule.kind == "choice":
                head = rule.statement.head.update(left_guard=None, right_guard=None)
                statements[place] = rule.statement.update(head=head)
            else:
                statements[place : place + 1] = []
    return puzzasp.Puzzle(replace(puzzle.program, base=tuple(statements)), puzzle.constants)


@cache
def mutation_boards(name: str) -> list[puzzasp.Instance]:
    """Give random boards, and the small ones of the package."""
    small = [puzzasp.read_instance(str(path)) for puzzle, path in packaged_boards() if puzzle == name]
    return [board for board in small if len(board.facts) <= 40] + [
        instance(BOARDS[name](Random(number))) for number in range(100)
    ]


@cache
def capped_counts(name: str, mode: tuple[tuple[str, int], ...], dropped: tuple[str, ...]) -> list[int]:
    """Count the solutions of the boards, up to a bound, without the rules of some sentences."""
    puzzle = mutant(name, dict(mode), dropped)
    return [len(list(puzzle.solve(board, models=CAP))) for board in mutation_boards(name)]


SENTENCES = sorted({(name, r.sentence) for name in NAMES for r in packaged(name).program.rules if r.kind != "input"})


@pytest.mark.parametrize(("name", "sentence"), SENTENCES)
def test_mutation(name: str, sentence: str) -> None:
    """Without the rule some board has another number of solutions."""
    others = IMPLIED_BY.get((name, sentence), ())
    assert set(others) <= {other for _, other in SENTENCES}
    for mode in MODES[name]:
        puzzle = mutant(name, mode, {sentence, *others})
        expected = capped_counts(name, tuple(mode.items()), others)
        for board, number in zip(mutation_boards(name), expected, strict=True):
            if len(list(puzzle.solve(board, models=CAP))) != number:
                return
    pytest.fail(f"no board needs the rule: {sentence}")


@pytest.mark.parametrize(("name", "sentence"), IMPLIED_BY)
def test_implied_rule(name: str, sentence: str) -> None:
    """No board needs a rule that follows from others."""
    puzzle = mutant(name, {}, {sentence})
    found = [len(list(puzzle.solve(board, models=CAP))) for board in mutation_boards(name)]
    assert found == capped_counts(name, (), ())


# Symmetry

SIDES_TRANSPOSED = (2, 3, 0, 1)
SIDES_REFLECTED = (0, 1, 3, 2)


def transposed(fact: Fact) -> Fact:
    """Exchange rows and columns."""
    name, *values = fact
    if name == "tile":
        return (name, values[0], *(values[1 + side] for side in SIDES_TRANSPOSED))
    if name == "fixed":
        return (name, values[0], values[2], values[1])
    if name in ("tent_row", "tent_column"):
        return ("tent_column" if name == "tent_row" else "tent_row", *values)
    return (name, values[1], values[0], *values[2:])


def reflected(fact: Fact, width: int) -> Fact:
    """Exchange left and right."""
    name, *values = fact
    if name == "tile":
        return (name, values[0], *(values[1 + side] for side in SIDES_REFLECTED))
    if name == "fixed":
        return (name, values[0], values[1], width + 1 - values[2])
    if name == "tent_column":
        return (name, width + 1 - values[0], values[1])
    if name in ("size", "tent_row"):
        return fact
    return (name, values[0], width + 1 - values[1], *values[2:])


@pytest.mark.parametrize(("name", "path"), packaged_boards(), ids=lambda value: getattr(value, "stem", value))
def test_symmetry(name: str, path: Path) -> None:
    """A board on its side, or in a mirror, has as many solutions."""
    facts = facts_of(puzzasp.read_instance(str(path)).facts)
    width = size_of(facts)[1]
    images = [[transposed(fact) for fact in facts], [reflected(fact, width) for fact in facts]]
    for mode in MODES[name]:
        puzzle = packaged(name, **mode)
        found = [len(list(puzzle.solve(instance(board), models=2000))) for board in (facts, *images)]
        assert len(set(found)) == 1

"""What a first lesson would write, benchmarks/naive, beside ours: equal answers, and more ground rules; no times."""

from pathlib import Path

import clingo
import pytest

from pyclingo_app import load

ROOT = Path(__file__).parent.parent

# The last ones are large boards, whose numbers of solutions are counted so, too.
SMALL = {
    "tents": "6x6 4x4-matching-a 4x4-matching-b 6x6-many-a 8x8-none-a 8x12-a",
    "norinori": "4x4-many 5x5-many-a 6x9-a 8x8-none-a",
    "queens": "3x3-a 6x6-a 8x8-mixed-a 8x8-none-b",
    "flow": "4x4-many-a 5x5-touch-a 6x6-loop-a 7x7-many-a 8x8-none-a",
    "tetravex": "2x2-example-a 3x3-equal-b 3x4-equal-a 4x4-fixed-a 4x4-none-a",
    "slitherlink": "3x3-many-a 5x5-unknown-a 6x6-none-a 8x5-a",
    "masyu": "4x4-many-a 6x6-none-a 6x9-a 8x8-many-a",
    "nurikabe": "5x5-a 6x6-many-a 6x6-none-a 6x9-a",
    "kakuro": "4x4-a 6x6-none-a 8x8-many-a",
    "nonogram": "4x4-many-a 5x5-zero-a 6x6-none-a 11x14-many-a",
    "sudoku": "4x4-many-a 9x9-many-a 9x9-none-a",
    "countryroad": "20x20-a",
    "shakashaka": "20x20-a",
    "simpleloop": "20x20-a",
    "snake": "20x20-a",
    "yajilin": "20x20-a",
}


def answers(program, instance, *constants):
    """The solutions of a program under stock clingo, as sets of shown atoms."""
    options = [option for constant in constants for option in ("-c", constant)]
    control = clingo.Control(["0", "--project=show", "--warn=none", *options])
    control.load(str(ROOT / program))
    control.load(str(instance))
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda model: found.append(frozenset(map(str, model.symbols(shown=True)))))
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.parametrize(("puzzle", "name"), [(one, name) for one, names in SMALL.items() for name in names.split()])
def test_naive_programs_have_the_same_solutions(puzzle, name):
    instance = load(puzzle).instances()[name]
    for constants in [("touch=1",), ("touch=0",)] if puzzle == "flow" else [()]:
        ours = answers(f"asp/{puzzle}.lp", instance, *constants)
        assert ours == answers(f"benchmarks/naive/{puzzle}.lp", instance, *constants)


@pytest.mark.parametrize(("n", "number"), [(4, 2), (6, 4), (8, 92)])
def test_naive_queens_without_an_instance(n, number):
    assert len(answers("benchmarks/naive/queens.lp", "/dev/null", f"n={n}")) == number


def count_rules(files, constants=()):
    """The ground rules of a program with an instance, as clingo counts them in the translated program."""
    control = clingo.Control([*(option for constant in constants for option in ("-c", constant)), "--solve-limit=0"])
    for file in files:
        control.load(str(file))
    control.ground([("base", [])])
    control.solve()
    return int(control.statistics["problem"]["lp"]["rules"])


def naive_queens_rules(n):
    """The rules of naive/queens.lp, which take long to ground: a million for n = 100.

    The board, a choice with its bounds for each row, the pairs of squares in each
    column, and the pairs on the diagonals of both directions.
    """
    diagonal = sum((n - distance) ** 2 for distance in range(1, n))
    return n * n + 1 + 7 * n + n * (n * (n - 1) // 2) + 2 * diagonal


@pytest.mark.parametrize(
    ("puzzle", "instance", "bar"),
    [
        ("tents", "instances/tents/20x20-a.lp", 0.6),
        ("tetravex", "instances/tetravex/6x6-fixed-a.lp", 0.15),
        ("flow", "instances/flow/14x14-a.lp", 0.5),
        ("slitherlink", "instances/slitherlink/20x20-a.lp", 0.2),
        ("masyu", "instances/masyu/20x20-a.lp", 0.25),
        ("nurikabe", "instances/nurikabe/12x12-a.lp", 0.02),
        ("nonogram", "instances/nonogram/30x30-a.lp", 0.3),
        ("sudoku", "instances/sudoku/16x16-a.lp", 0.15),
    ],
)
def test_ground_rules(puzzle, instance, bar):
    ours, naive = (
        count_rules([ROOT / f"{place}/{puzzle}.lp", ROOT / instance]) for place in ("asp", "benchmarks/naive")
    )
    assert ours <= bar * naive, f"{ours} rules, naive {naive}"


def test_ground_rules_of_queens():
    for n in (4, 9, 20):
        assert count_rules([ROOT / "benchmarks/naive/queens.lp"], [f"n={n}"]) == naive_queens_rules(n)
    assert count_rules([ROOT / "asp/queens.lp"], ["n=100"]) <= 0.01 * naive_queens_rules(100)

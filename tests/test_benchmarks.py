"""What the benchmark compares: equal answers, and the sizes of ground programs; no times."""

import importlib.util
import random
import subprocess
import sys
from pathlib import Path

import clingo
import genres
import pytest

from pyclingo_app import load

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import boards  # noqa: E402
from ground import count_rules, naive_queens_rules  # noqa: E402

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
PEERS = [
    ("cpsat", "ortools", ("tents", "norinori", "queens", "flow", "tetravex")),
    ("cadical", "pysat", ("norinori", "queens", "flow", "tetravex")),
    ("grilops_z3", "grilops", ("flow",)),
]


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


@pytest.mark.parametrize(
    ("puzzle", "instance", "bar"),
    [
        ("tents", "instances/tents/20x20-a.lp", 0.6),
        ("tetravex", "benchmarks/boards/tetravex/7x7-a.lp", 0.1),
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


@pytest.mark.parametrize(("peer", "module", "puzzles"), PEERS)
def test_peers_give_right_answers(peer, module, puzzles):
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    boards = {"tents": "6x6", "queens": "queens/8x8-mixed-a", "flow": "flow/5x5-touch-a", "norinori": "norinori/5x5-a"}
    for puzzle in puzzles:
        path = ROOT / "instances" / f"{boards.get(puzzle, 'tetravex/3x3-equal-b')}.lp"
        script = str(ROOT / "benchmarks" / "peers" / f"{peer}.py")
        done = subprocess.run([sys.executable, script, puzzle, str(path)], capture_output=True, text=True, check=False)
        assert done.returncode == 10, done.stderr
        facts, answer = (genres.facts_of(symbols(text)) for text in (path.read_text(encoding="utf-8"), done.stdout))
        assert answer
        assert genres.find(puzzle).check(facts, answer) == []


def symbols(text):
    """The facts of a text."""
    control = clingo.Control()
    control.add("base", [], text)
    control.ground([("base", [])])
    return [atom.symbol for atom in control.symbolic_atoms]


@pytest.mark.parametrize(("genre", "n"), [("tents", 8), ("norinori", 8), ("flow", 7), ("tetravex", 4), ("queens", 5)])
def test_generated_boards_have_solutions(genre, n, tmp_path):
    for seed in (1, 2, 3):
        text = boards.board(genre, n, seed)
        assert text == boards.board(genre, n, seed)
        path = tmp_path / f"{seed}.lp"
        path.write_text(text, encoding="utf-8")
        control = clingo.Control(["--warn=none"])
        control.load(str(ROOT / "asp" / f"{genre}.lp"))
        control.load(str(path))
        control.ground([("base", [])])
        assert control.solve().satisfiable


def test_generated_flow_covers_the_board():
    """Terminals are ends of paths of at least four cells, two of each colour."""
    for n in (4, 9, 12):
        facts = list(boards.flow(n, random.Random(n)))
        assert len({fact[1:3] for fact in facts}) == len(facts)
        assert sorted(fact[3] for fact in facts) == sorted([*range(1, len(facts) // 2 + 1)] * 2)
        assert len(facts) // 2 <= n * n // 4

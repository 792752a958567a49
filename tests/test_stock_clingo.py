"""Every program runs under the stock clingo command, in silence, with the same answers."""

import subprocess
import sys
from pathlib import Path

import pytest

from pyclingo_app import Library, load

ROOT = Path(__file__).parent.parent
CASES = [
    (name, path)
    for name in Library().names()
    for path in sorted(load(name).instances().values(), key=lambda path: Path(path).stat().st_size)[:4]
]


@pytest.mark.parametrize(("name", "path"), CASES, ids=lambda value: Path(value).stem)
def test_stock_clingo_gives_the_same_answers(name, path):
    puzzle = load(name)
    search = puzzle.solve(puzzle.read(path), models=300)
    ours = {frozenset(map(str, solution.atoms)) for solution in search}
    result = subprocess.run(
        [sys.executable, "-m", "clingo", "--warn=all", "--project=show", "--models=300", "--verbose=0", "--stats=0",
         str(ROOT / "asp" / f"{name}.lp"), path],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.stderr == ""
    status = result.stdout.splitlines()[-1]
    theirs = {frozenset(line.split()) for line in result.stdout.splitlines()[:-1]}
    assert status == ("SATISFIABLE" if ours else "UNSATISFIABLE")
    assert len(theirs) == len(ours)
    if search.outcome.complete:
        assert theirs == ours
    assert {atom.split("(")[0] for answer in theirs for atom in answer} <= {n for n, _ in puzzle.program.shown}

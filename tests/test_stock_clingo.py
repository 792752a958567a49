"""Every program runs under the stock clingo command, in silence, with the same answers."""

import subprocess
import sys
from pathlib import Path

from budget import some_genres

from pyclingo_app import load


@some_genres
def test_stock_clingo_gives_the_same_answers(genre, draw):
    puzzle = load(genre.name)
    for path in draw(sorted(puzzle.instances().values(), key=lambda path: Path(path).stat().st_size)[:4], 0.1):
        same_answers(puzzle, path)


def same_answers(puzzle, path):
    search = puzzle.solve(puzzle.read(path), models=300)
    ours = {frozenset(map(str, solution.atoms)) for solution in search}
    result = subprocess.run(
        [sys.executable, "-m", "clingo", "--warn=all", "--project=show", "--models=300", "--verbose=0", "--stats=0",
         "--out-ifs=\t", puzzle.program.path, path],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.stderr == ""
    status = result.stdout.splitlines()[-1]
    theirs = {frozenset(line.split("\t")) for line in result.stdout.splitlines()[:-1]}
    assert status == ("SATISFIABLE" if ours else "UNSATISFIABLE")
    assert len(theirs) == len(ours)
    if search.outcome.complete:
        assert theirs == ours
    assert {atom.split("(")[0] for answer in theirs for atom in answer} <= {n for n, _ in puzzle.program.shown}

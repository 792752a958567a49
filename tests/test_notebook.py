"""The package as people use it: in a notebook, at a prompt, typed, with whatever they have at hand."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from conftest import ROOT
from nbclient import NotebookClient

import puzzasp
import pyclingo_app

# What is typed into the cells of a notebook, what the output is, and what stands in it.
CELLS = [
    ("import puzzasp\ntents = puzzasp.load('tents')\ntents", "text/plain", ["Tents - pitch one tent"]),
    ("tents.read('6x6')", "text/plain", ["6x6.lp: 21 facts"]),
    ("tents.read('6x6')", "image/svg+xml", ["<svg"]),
    ("tents.draw('6x6')", "image/svg+xml", ["<svg"]),
    ("tents.generate('4x4', seed=1)", "image/svg+xml", ["<svg"]),
    ("boards = tents.make('4x4', seed=1, graded=True)\nnext(boards)",
     "text/html", ["<div>tents-1, easy</div>", "<svg"]),
    ("print(tents.read('6x6'))", "stream", ["3 · · ♣ · ♣ ·"]),
    ("search = tents.solve('6x6', models=0)\nsearch", "text/plain", ["a search that is not begun"]),
    ("(solution,) = search\nsolution", "image/svg+xml", ["<svg"]),
    ("search", "text/plain", ["1 solution, the only one"]),
    ("tents.check('6x6', 'tent(1, 1).')", "text/html", ["<div>These rules are broken:</div>", "<svg"]),
    ("tents.check('6x6', solution)", "text/html", ["<div>The answer is right and complete.</div>"]),
    ("tents.hint('6x6')", "text/html", ["<div>Tents stand only beside trees.</div>", "<svg"]),
    ("path = tents.explain('6x6', boards=True)\nnext(iter(path))", "text/html", ["no tent at (1, 1)", "<svg"]),
    ("tents.explain('6x6')", "text/html", ["<div>7. ", "7 steps to the only solution: easy", "<svg"]),
    ("tents.explain('4x4-matching-b')", "text/html", ["these 5 sentences cannot all hold", "<svg"]),
    ("tents.forced('6x6-many-a')", "text/html", ["<div>2 in all solutions, 17 in none, 10 in some</div>", "<svg"]),
    ("tents.rate('6x6')", "text/plain", ["7 steps: easy"]),
    ("for step in tents.explain('6x6'):\n    print(step)\n    break", "stream", ["Tents stand only beside trees."]),
    ("puzzasp.load('{ q(1..2, 1..2) } = 1.').solve().draw()", "image/svg+xml", ["<svg"]),
    ("%load_ext puzzasp\npuzzasp.load('tents', rules=[':- tent(1, C).']).count('6x6')", "text/plain", ["0"]),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_notebook_shows_pictures_and_words(tmp_path):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source, *_ in CELLS])
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    for cell, (source, kind, fragments) in zip(notebook.cells, CELLS, strict=True):
        (output,) = cell.outputs
        shown = output.text if kind == "stream" else output.data[kind]
        for fragment in fragments:
            assert fragment in shown, source


MAGIC = [
    ("%%puzzasp -n 0 -c n=2\n{ q(1..n, 1..n) } = 1.\n#show q/2.", 4, "4 solutions, all of them\n"),
    ("%%puzzasp tents 6x6\n:- tent(1, C).", 0, "no solution\n"),
    ("%%puzzasp queens -c n=4 -n 0\n:- queen(1, 2).", 1, "1 solution, the only one\n"),
    ("%%puzzasp nosuch 6x6\n:- tent(1, C).", 0, "UsageError: there is no puzzle nosuch"),
]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_cell_is_a_program_or_rules_of_a_puzzle(tmp_path):
    sources = ["%load_ext puzzasp", *(source for source, *_ in MAGIC)]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    resources = {"metadata": {"path": tmp_path}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources, allow_errors=True).execute()
    for found, (source, pictures, last) in zip(notebook.cells[1:], MAGIC, strict=True):
        shown = [output for output in found.outputs if "image/svg+xml" in output.get("data", {})]
        assert len(shown) == pictures, source
        told = [output.get("text") or "\n".join(output.get("traceback", ())) for output in found.outputs]
        assert last in told[-1], source


def test_a_search_is_a_table():
    queens = puzzasp.load("queens", constants={"n": 4})
    rows = list(queens.solve(models=0).rows())
    assert len(rows) == 8
    assert {row["solution"] for row in rows} == {1, 2}
    assert sorted((row["R"], row["C"]) for row in rows if row["solution"] == 1) in (
        [(1, 2), (2, 4), (3, 1), (4, 3)], [(1, 3), (2, 1), (3, 4), (4, 2)],
    )  # fmt: skip
    unnamed = puzzasp.load("{ q(1..2, a) } = 2.").solve().rows()
    assert [list(row.values()) for row in unnamed] == [[1, "q", 1, "a"], [1, "q", 2, "a"]]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_errors_in_a_notebook_are_short(tmp_path):
    source = "import puzzasp\ntents = puzzasp.load('tents')\ntents.count('7x6')"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    resources = {"metadata": {"path": tmp_path}}
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources, allow_errors=True)
    client.execute()
    ((output,),) = (cell.outputs for cell in notebook.cells)
    assert output.traceback[0] == "line 3: tents.count('7x6')"
    assert output.traceback[1].startswith("UsageError: tents has no instance 7x6")
    assert len(output.traceback) == 2


def test_both_names_give_the_same():
    assert puzzasp.__all__ == pyclingo_app.__all__
    for name in puzzasp.__all__:
        assert getattr(puzzasp, name) is getattr(pyclingo_app, name), name


def test_package_is_typed(tmp_path, pytestconfig):
    if not pytestconfig.option.full:
        pytest.skip("a quarter of a minute; --full asks it")
    (tmp_path / "use.py").write_text(
        "import puzzasp\n"
        "tents = puzzasp.load('tents')\n"
        "grade: str = tents.rate('6x6').grade\n"
        "check: puzzasp.Check = tents.check('6x6', 'tent(1, 1).')\n"
        "reveal_type(tents.hint(['a']))\n"
    )
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "use.py"],
        cwd=tmp_path, env={"MYPYPATH": str(ROOT), "PATH": ""}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "fallback=pyclingo_app.explain.terms.Hint" in result.stdout
    assert 'List item 0 has incompatible type "str"; expected "Symbol"' in result.stdout
    assert result.stdout.count("error:") == 1, result.stdout


BOARD = "size(4, 4). tree(1, 2). tree(3, 3)."


def given(tmp_path):
    """One board in all the ways in which people pass one."""
    path = tmp_path / "board.lp"
    path.write_text(BOARD)
    drawn = ". T . .\n. . . .\n. . T .\n. . . ."
    (tmp_path / "board.txt").write_text(drawn)
    json = '{"size": [4, 4], "tree": [[1, 2], [3, 3]]}'
    return [BOARD, path, str(path), tmp_path / "board.txt", drawn, json, puzzasp.parse_facts(BOARD)]


def test_board_is_taken_as_people_have_it(tmp_path):
    tents = puzzasp.load("tents")
    facts = {frozenset(tents.board(board).facts) for board in given(tmp_path)}
    assert facts == {frozenset(puzzasp.parse_facts(BOARD))}
    counts = {tents.count(board) for board in given(tmp_path)}
    assert len(counts) == 1
    assert tents.board(None) is None


def test_answer_is_taken_as_people_have_it(tmp_path):
    tents = puzzasp.load("tents")
    (solution,) = tents.solve("6x6")
    text = str(solution)
    path = tmp_path / "answer.txt"
    path.write_text(text)
    for answer in (solution, solution.facts, solution.atoms, text, path, str(path)):
        assert tents.check("6x6", answer).right, answer
        assert tents.hint("6x6", answer).status == "complete"
    assert not tents.check("6x6", "").right
    assert not tents.check("6x6", ()).right
    assert tents.hint("6x6", "").status == "step"
    with pytest.raises(puzzasp.InstanceError, match="no such file"):
        tents.check("6x6", Path("none"))


def test_search_gives_its_solutions_one_by_one():
    tents = puzzasp.load("tents")
    with pytest.raises(puzzasp.UsageError, match="next"):
        tents.solve("6x6")[0]
    search = tents.solve("6x6-many-a", models=0)
    first = next(search)
    others = list(search)
    assert {solution.facts for solution in [first, *others]} == {s.facts for s in tents.solve("6x6-many-a", models=0)}
    assert (len(others), search.outcome.count, search.outcome.complete) == (3, 4, True)


def test_picture_of_one_board():
    board = puzzasp.load("tents").draw("6x6")
    assert puzzasp.render_svg(board) == puzzasp.render_svg([board])


def test_what_was_assumed_of_a_board_is_a_warning():
    """Told for the line that passes the board."""
    shakashaka = puzzasp.load("shakashaka")
    address = "https://puzz.link/p?shakashaka/6/6/kcjaz"  # a published board without its last character, c
    with pytest.warns(UserWarning, match="ends after 35 of 36 cells: the last one is taken as empty") as caught:
        shakashaka.draw(address)
    assert caught[0].filename == __file__
    assert shakashaka.read(address).warnings == (str(caught[0].message),)

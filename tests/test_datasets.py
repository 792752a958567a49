"""Data sets of boards: what a recipe asks for, the same again, no board twice, read by what people read them with."""

import shutil
import subprocess
from collections import Counter

import pytest
from conftest import COMMAND, environment, started
from genres import facts_of, find
from processes import until
from test_batch import grown, lines

from pyclingo_app import Instance, Library, load, parse_facts
from pyclingo_app.batches.recipe import DataSet, Kind, Recipe, read_recipe

RECIPE = """seed = 7
grade = true
path = true

[[boards]]
puzzle = "tents"
sizes = ["4x4"]
share = 1.5

[[boards]]
puzzle = "starbattle"
sizes = ["5x5"]
grades = ["medium", "hard"]
constants = {stars = 1}
share = 1.5

[[boards]]
puzzle = "queens"
sizes = ["5x5"]

[[boards]]
puzzle = "tents"
sizes = ["5x5"]
"""
SPLIT = ["batch", "generate", "--recipe", "recipe.toml", "-n", "10", "--split", "80,10,10", "-o", "data"]


@pytest.fixture
def recipe(tmp_path):
    (tmp_path / "recipe.toml").write_text(RECIPE)
    return tmp_path


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A folder with a recipe, and in its folder ``data`` what was made by it, in three files."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "recipe.toml").write_text(RECIPE)
    subprocess.run([*COMMAND, *SPLIT], cwd=folder, env=environment(), check=True)
    return folder


def made(path):
    return lines(path, "commands/batch-generate")


def test_a_data_set_is_what_its_recipe_asks_for(run, recipe):
    result = run("batch", "generate", "--recipe", "recipe.toml", "-n", "10", "-o", "one.jsonl", "-j", "2")
    assert result.returncode == 0, result.stderr
    found = made(recipe / "one.jsonl")
    kinds = Counter((line["puzzle"], line["size"]) for line in found)
    shares = {("tents", "4x4"): 3, ("starbattle", "5x5"): 3, ("queens", "5x5"): 2, ("tents", "5x5"): 2}
    assert kinds.keys() == shares.keys()
    assert all(abs(kinds[kind] - share) < 1 for kind, share in shares.items())
    # The beginning is mixed as the whole.
    assert {line["puzzle"] for line in found[:5]} == {"tents", "queens", "starbattle"}
    for line in found:
        genre, board = find(line["puzzle"]), facts_of(parse_facts(line["board"]))
        answer = parse_facts("".join(f"{atom}." for atom in line["solution"]))
        assert genre.check(board, facts_of(answer), **line["constants"] and {"stars": 1}) == []
        if line["size"] == "4x4":
            assert genre.brute(board) == 1
        puzzle = load(line["puzzle"], constants=line["constants"])
        rating = puzzle.rate(Instance("", parse_facts(line["board"])))
        assert (line["grade"], line["steps"]) == (rating.grade, len(line["path"])) == (rating.grade, rating.steps)
    grades = Counter(line["grade"] for line in found if line["puzzle"] == "starbattle")
    assert grades.keys() == {"medium", "hard"}
    assert abs(grades["medium"] - grades["hard"]) <= 1
    assert len({line["form"] for line in found}) == 10
    # The seed of a line makes its board alone.
    line = next(line for line in found if line["puzzle"] == "queens")
    alone = run("generate", "queens", "--size", "5x5", "--seed", line["seed"])
    assert set(parse_facts(alone.stdout)) == set(parse_facts(line["board"]))
    # The same again with other workers, also when it was ended in the midst.
    command = [*COMMAND, "batch", "generate", "--recipe", "recipe.toml", "-n", "10", "-o", "two.jsonl", "-j", "1"]
    with started(command, cwd=recipe, env=environment()) as process:
        until(grown(recipe / "two.jsonl", 4))
        process.kill()
    assert run(*command[len(COMMAND) :], "--resume").returncode == 0
    assert (recipe / "two.jsonl").read_bytes() == (recipe / "one.jsonl").read_bytes()


def test_a_board_that_was_there_before_is_made_anew():
    """There are twelve ways to put two queens on a 4x4 board, but for rotation and reflection two solutions."""
    recipe = Recipe([Kind("queens", (5, 5))], 1)
    data = DataSet(recipe, 3, [1.0])
    first, second, third = data.items()
    from pyclingo_app.jobs.verdict import Verdict

    def told(item, form):
        return Verdict(item.id, item.puzzle, "made", more={"form": form})

    assert data.revise(first, told(first, "0a")) == told(first, "0a")
    other = data.revise(second, told(second, "0a"))
    assert (other.id, other.options["seed"] != second.options["seed"]) == (second.id, True)
    assert data.revise(other, told(other, "0b")) == told(second, "0b")
    for _ in range(60):
        other = data.revise(third, told(third, "0b"))
        if isinstance(other, Verdict):
            break
    assert (other.status, other.stopped) == ("unknown", "work")


def test_boards_that_there_are_not_are_told_and_left_out(run, tmp_path):
    result = run("batch", "generate", "queens", "--size", "4x4", "-n", "4", "-o", "few.jsonl")
    assert result.returncode == 3
    assert 1 <= len(made(tmp_path / "few.jsonl")) < 4
    assert "not made: a board like one of those before" in result.stderr


def test_splits_have_no_board_in_common(run, data, tmp_path):
    recipe = shutil.copytree(data, tmp_path / "copy")
    splits = {name: made(recipe / "data" / f"{name}.jsonl") for name in ("train", "validation", "test")}
    assert [len(split) for split in splits.values()] == [8, 1, 1]
    forms = [{line["form"] for line in split} for split in splits.values()]
    assert len(set.union(*forms)) == 10
    before = {path.name: path.read_bytes() for path in (recipe / "data").iterdir()}
    lines_of_train = before["train.jsonl"].splitlines(keepends=True)
    (recipe / "data" / "train.jsonl").write_bytes(b"".join(lines_of_train[:5]))
    (recipe / "data" / "test.jsonl").unlink()
    assert run(*SPLIT, "--resume", cwd=recipe).returncode == 0
    assert {path.name: path.read_bytes() for path in (recipe / "data").iterdir()} == before


@pytest.mark.parametrize(
    ("recipe", "fault"),
    [
        ("boards = 1", "boards cannot be 1"),
        ("seed = 1", "no boards are asked for"),
        ("x = ", "this is no TOML"),
        ("[[boards]]\nsizes = []", "of which puzzle?"),
        ("[[boards]]\npuzzle = 'tnets'", "Did you mean tents?"),
        ("[[boards]]\npuzzle = 'tents'\nsize = '6x6'", "size is not known"),
        ("[[boards]]\npuzzle = 'tents'\nsizes = ['6']", "the size '6'"),
        ("[[boards]]\npuzzle = 'tents'\ngrades = ['eas']", "Did you mean easy?"),
        ("[[boards]]\npuzzle = 'tents'\nshare = 0", "no share of 0"),
        ("[[boards]]\npuzzle = 'tents'\nsymmetry = 'x'", "no symmetry x"),
        ("[[boards]]\npuzzle = 'tents'\n[[boards]]\npuzzle = 'tents'", "tents is asked for twice"),
        ("[[boards]]\npuzzle = 'tents'\nconstants = {k = 1}", "constant"),
        ("seed = true\n[[boards]]\npuzzle = 'tents'", "seed cannot be true"),
    ],
)
def test_recipes_that_cannot_be(recipe, fault, run, tmp_path):
    (tmp_path / "recipe.toml").write_text(recipe)
    result = run("batch", "generate", "--recipe", "recipe.toml", "-n", "3")
    assert (result.returncode, result.stdout) == (2, "")
    assert fault in result.stderr


def test_all_puzzles_that_make_boards_can_be_in_a_recipe(tmp_path):
    from pyclingo_app.generate.part import makes

    names = [name for name in Library().names() if makes(load(name).program)]
    (tmp_path / "all.toml").write_text("".join(f'[[boards]]\npuzzle = "{name}"\n' for name in names))
    recipe = read_recipe(str(tmp_path / "all.toml"), 5)
    items = list(DataSet(recipe, 2 * len(names), [1]).items())
    assert Counter(item.puzzle for item in items) == dict.fromkeys(names, 2)
    assert len({item.options["seed"] for item in items}) == len(items)


# What people read them with


def test_pandas_and_datasets_read_them_as_they_are(data, tmp_path, monkeypatch):
    pandas = pytest.importorskip("pandas")
    train = made(data / "data" / "train.jsonl")
    frame = pandas.read_json(data / "data" / "train.jsonl", lines=True)
    assert list(frame["board"]) == [line["board"] for line in train]
    assert list(frame["solution"].map(list)) == [line["solution"] for line in train]
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    datasets = pytest.importorskip("datasets")
    files = {name: str(data / "data" / f"{name}.jsonl") for name in ("train", "validation", "test")}
    loaded = datasets.load_dataset("json", data_files=files, cache_dir=str(tmp_path))
    assert {name: len(split) for name, split in loaded.items()} == {"train": 8, "validation": 1, "test": 1}
    for row, line in zip(loaded["train"], train, strict=True):
        assert (row["board"], row["path"], row["grade"]) == (line["board"], line["path"], line["grade"])

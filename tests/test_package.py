"""The wheel: built, installed into a fresh environment elsewhere, and run there."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder / "venv")
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    (wheel,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", python]
    subprocess.run([*pip, "install", "-q", "--no-compile", wheel], check=True, capture_output=True)
    return python


def run(python, *arguments, cwd):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHONPATH", "PUZZASP"))}
    environment["PYTHONIOENCODING"] = "utf-8"
    return subprocess.run(
        [python.with_name("puzzasp"), *arguments],
        cwd=cwd, env=environment, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


def test_installed_command_solves_lists_and_copies(installed, tmp_path):
    result = run(installed, "tents", "6x6", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.endswith("1 solution, the only one\n")
    listed = run(installed, "list", cwd=tmp_path).stdout
    for path in (ROOT / "asp").glob("*.lp"):
        assert path.stem in listed
    assert run(installed, "queens", "-c", "n=8", "--count", cwd=tmp_path).stdout == "92\n"
    assert run(installed, "new", "mine", "--asp", "own", cwd=tmp_path).returncode == 0
    assert run(installed, "--asp", "own", "mine", "3x4", "--count", cwd=tmp_path).stdout == "14\n"
    assert run(installed, "copy", "flow", "copied", cwd=tmp_path).returncode == 0
    assert (tmp_path / "copied" / "lib" / "grid.lp").exists()
    assert run(installed, "--asp", "copied", "flow", "5x5-a", "--count", cwd=tmp_path).stdout == "1\n"
    assert run(installed, "explain", "queens", "6x6-a", "-o", "path.html", cwd=tmp_path).returncode == 0
    assert run(installed, "queens", "6x6-a", "-o", "boards.html", cwd=tmp_path).returncode == 0
    assert "puzzasp" in run(installed, "--version", cwd=tmp_path).stdout
    assert (installed.parent.parent / "share" / "man" / "man1" / "puzzasp.1").is_file()


def test_typed_package_is_marked(installed):
    code = "import pyclingo_app, pathlib; print((pathlib.Path(pyclingo_app.__file__).parent / 'py.typed').exists())"
    result = subprocess.run([installed, "-c", code], cwd="/", capture_output=True, text=True, check=True)
    assert result.stdout == "True\n"


def test_wheel_holds_the_page_and_says_what_it_needs(built, installed, tmp_path):
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    static = ROOT / "pyclingo_app" / "web" / "static"
    assert {path.relative_to(ROOT).as_posix() for path in static.iterdir()} <= held
    result = run(installed, "web", "tents", "--no-browser", cwd=tmp_path)
    assert result.returncode == 2
    assert "python -m pip install 'puzzasp[web]'" in result.stderr


def test_source_distribution_holds_what_the_wheel_needs(built):
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert {"asp/tents.lp", "asp/lib/grid.lp", "instances/6x6.lp", "tests/test_package.py", "README.md"} <= names

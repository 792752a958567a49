"""The page as files for a web space: what is written; and in a browser, with Pyodide, that it does as the server's.

What runs Pyodide is skipped where ``PUZZASP_PYODIDE`` names no folder with it (CONTRIBUTING.md says how it is made),
or where there is no chromium.
"""

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile

import pytest
from browsing import CHROMIUM, TENTS, add, answer, begin_puzzle, choose, click, idle, program, said, set_rules
from conftest import HUNG, ROOT, environment
from distribution import distribution
from files import space
from processes import until
from serving import ENDLESS

from pyclingo_app import Library, load
from pyclingo_app.errors import UsageError
from pyclingo_app.web import publish
from pyclingo_app.web.operations import handle
from pyclingo_app.web.session import Session

PYODIDE = os.environ.get("PUZZASP_PYODIDE")
RUNS = pytest.mark.skipif(
    not PYODIDE or not os.path.exists(CHROMIUM), reason="PUZZASP_PYODIDE names no Pyodide, or there is no chromium"
)
# Of each kind: other, number, path, loop in cells and along their sides, shading, regions; and with two sorts of marks.
GENRES = ["tents", "sudoku", "hashi", "masyu", "slitherlink", "nurikabe", "galaxies", "yajilin"]


def sha(content, name="sha384"):
    return f"{name}-{base64.b64encode(hashlib.new(name, content).digest()).decode()}"


# What is written


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """What stands for a copy of Pyodide where none is run."""
    folder = tmp_path_factory.mktemp("pyodide")
    packages = {name: {"depends": [], "file_name": f"{name}.whl"} for name in ("clingo", "cffi", "wcwidth")}
    packages["clingo"]["depends"] = ["cffi"]
    for name, about in packages.items():
        (folder / f"{name}.whl").write_text(name)
        about["sha256"] = hashlib.sha256(name.encode()).hexdigest()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        (folder / name).write_text(name)
    (folder / "pyodide-lock.json").write_text(json.dumps({"packages": packages}))
    return folder


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A folder with a puzzle that somebody has made, with a board beside it."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "camps.lp").write_text(TENTS.replace("% Tents -", "% Camps -", 1), encoding="utf-8")
    (folder / "instances" / "camps").mkdir(parents=True)
    shutil.copy(load("tents").instances()["6x6"], folder / "instances" / "camps" / "6x6.lp")
    return folder


@pytest.fixture(scope="module")
def written(tmp_path_factory, copy, own):
    """The page as files, with Pyodide beside it, and the puzzle in the other folder."""
    folder = tmp_path_factory.mktemp("written")
    publish.publish(Library([str(own)]), {"puzzle": "camps"}, str(folder), str(copy))
    return folder


def test_all_that_the_page_loads_is_written_with_its_hash(written):
    index = json.loads((written / "index.json").read_text())
    assert index["start"] == {"puzzle": "camps"}
    there = {path.relative_to(written).as_posix() for path in written.rglob("*") if path.is_file()}
    assert there - {"index.json", "service.js", "_headers"} == set(index["files"]) - {"./"}
    for name, integrity in index["files"].items():
        assert sha((written / (name if name != "./" else "index.html")).read_bytes()) == integrity, name
    # In any folder of any web space: nothing is looked for at its root, and nothing asks a server.
    for path in [*(written / "static").glob("*.js"), written / "index.html", written / "service.js"]:
        if path.name != "codemirror.js":
            assert not re.search(r"""["'`]/(static|api)|x-puzzasp""", path.read_text(encoding="utf-8")), path
    policy = dict(part.strip().split(" ", 1) for part in index["policy"].split(";"))
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert policy["connect-src"] == policy["worker-src"] == "'self'"
    assert policy["default-src"] == "'none'"
    assert index["policy"] in (written / "index.html").read_text(encoding="utf-8")


def test_what_is_written_has_all_puzzles_and_answers_as_here(written, own, tmp_path):
    catalogue = json.loads((written / "catalogue.json").read_text())[0]
    names = [puzzle["name"] for kind in catalogue["kinds"] for puzzle in kind["puzzles"]]
    assert sorted(names) == sorted([*Library().names(), "camps"])
    assert sorted(json.loads((written / "pictures.json").read_text())) == sorted(names)
    with zipfile.ZipFile(written / "puzzasp.zip") as archive:
        archive.extractall(tmp_path)
    folders = [str(tmp_path / "own/0/asp")]
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from pyclingo_app.web import inside\n"
        f"assert inside.__file__.startswith({str(tmp_path)!r})\n"
        "assert set(inside.json.loads(inside.TOLD)) == {'time', 'memory'}\n"
        f"answer = inside.begin({folders!r})\n"
        "for line in sys.stdin: answer(line, print)\n"
    )
    asked = [
        {"op": "hint", "puzzle": "camps", "stored": "6x6"},
        {"op": "generate", "puzzle": "norinori", "size": [4, 4], "seed": 1},
        {"op": "open", "puzzle": "sudoku", "stored": "4x4-a"},
        {"op": "rules", "puzzle": "camps", "program": TENTS},
        {"op": "template"},
        {"op": "fly"},
    ]
    lines = "".join(f"{json.dumps(request)}\n" for request in asked)
    done = subprocess.run(
        [sys.executable, "-c", code], input=lines, capture_output=True, text=True, timeout=HUNG, check=True,
        env=environment(PYTHONPATH=""), cwd=tmp_path,
    )  # fmt: skip
    session = Session(Library([str(own)]), str(tmp_path))
    expected = [json.loads(json.dumps(event)) for request in asked for event in handle(session, request)]
    assert list(map(json.loads, done.stdout.splitlines())) == expected


def test_a_page_is_written_over_an_older_one_but_over_nothing_else(written, copy, tmp_path):
    (tmp_path / "letter.txt").write_text("Dear")
    with pytest.raises(UsageError, match="holds other files than a page"):
        publish.publish(Library(), {}, str(tmp_path), str(copy))
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_what_is_no_copy_of_pyodide_is_refused(copy, tmp_path):
    folder = shutil.copytree(copy, tmp_path / "copy")
    (folder / "cffi.whl").write_text("another one")
    with pytest.raises(UsageError, match=r"cffi\.whl in .* is not the one that pyodide-lock.json names"):
        publish.publish(Library(), {}, str(tmp_path / "page"), str(folder))
    (folder / "cffi.whl").unlink()
    with pytest.raises(UsageError, match=r"is no whole copy of Pyodide: .*cffi\.whl"):
        publish.publish(Library(), {}, str(tmp_path / "page"), str(folder))
    assert not (tmp_path / "page").exists()


def test_pyodide_on_the_web_is_one_version_with_its_hashes():
    """Those of the files that are run here, where there are such; of packages those that their makers name."""
    known = json.loads((ROOT / "pyclingo_app" / "web" / "standalone" / "pyodide.json").read_text())
    assert known["version"] in known["runtime"]["address"]
    assert known["version"] in known["packages"]["address"]
    if PYODIDE:
        for name, integrity in known["runtime"]["files"].items():
            with open(os.path.join(PYODIDE, name), "rb") as file:
                assert sha(file.read()) == integrity, name
        with open(os.path.join(PYODIDE, "pyodide-lock.json"), encoding="utf-8") as file:
            packages = json.load(file)["packages"]
        digests = {about["file_name"]: bytes.fromhex(about["sha256"]) for about in packages.values()}
        for name, integrity in known["packages"]["files"].items():
            assert integrity == f"sha256-{base64.b64encode(digests[name]).decode()}"


# In a browser


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory):
    return distribution(PYODIDE, tmp_path_factory.mktemp("distribution"))


@pytest.fixture(scope="module")
def published(pyodide, tmp_path_factory):
    """The address of a page that was written, with Pyodide beside it, and its folder."""
    folder = tmp_path_factory.mktemp("published")
    publish.publish(Library(), {}, str(folder), str(pyodide))
    with space(folder) as address:
        yield address, folder


@pytest.fixture
def enter(browser):
    """Open a page that was written; nothing may be wrong on its console."""
    contexts, faults = [], []

    def open_page(address, context=None, wrong=False, **options):
        if context is None:
            context = browser.new_context(viewport={"width": 1280, "height": 950}, **options)
            contexts.append(context)
        context.set_default_timeout(1000 * HUNG)
        page = context.new_page()
        page.on("console", lambda told: told.type in ("error", "warning") and not wrong and faults.append(told.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{address}/")
        page.wait_for_selector("body[data-ready]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture(scope="module")
def inside(browser, published):
    """A page that was written, for requests alone."""
    page = browser.new_page()
    page.set_default_timeout(1000 * HUNG)
    page.goto(published[0])
    page.wait_for_selector("body[data-ready]")
    yield page
    page.close()


ASK = """async request => {
    const { run } = await import(new URL("static/api.js", location.href));
    const events = [];
    await run(request, event => events.push(event), "test");
    return events;
}"""


def workers(page, number):
    """Wait until so many workers have nothing to do."""
    free = "async () => (await import(new URL('static/workers.js', location.href))).free()"
    until(lambda: page.evaluate(free) == number)


def alike(events):
    """Events as JSON has them, without the clingo that made a board."""
    return json.loads(re.sub(r"\(clingo [\d.]+\)", "", json.dumps(events)))


@RUNS
@pytest.mark.some(3)
@pytest.mark.parametrize("name", Library().names())
def test_each_operation_answers_as_the_server_does(inside, name, tmp_path):
    session = Session(Library(), str(tmp_path))

    def ask(op, **request):
        request = {"op": op, "puzzle": name, **request}
        native, found = list(handle(session, request)), inside.evaluate(ASK, request)
        assert not [event for event in native if event["event"] == "error"]
        assert alike(found) == alike(native), op
        return native

    ask("rules")
    ask("template")
    ask("pictures")
    (about,) = (one for one in catalogue(session) if one["name"] == name)
    board, moves = ask("open", stored=about["begin"])
    given = {"board": board["facts"], "form": "facts", "constants": board["constants"]}
    for op in (
        "words",
        "hint",
        "forced",
        "solve",
        "rate",
        "explain",
        "export",
        "check",
        "compare",
        "setting",
        "sketch",
        "state",
    ):
        ask(op, **given)
    ask("play", check=True, **given)
    atom = moves["moves"][0]["atom"]
    ask("why", atom=atom, **given)
    ask("answer", text=f"{atom}.", **given)
    if board["makes"]:
        size = [int(side) for side in board["makes"]["size"]]
        ask("generate", size=size, seed=1, constants=board["constants"])


def catalogue(session):
    return [one for kind in next(handle(session, {"op": "catalogue"}))["kinds"] for one in kind["puzzles"]]


@RUNS
@pytest.mark.some(2)
@pytest.mark.parametrize("name", GENRES)
def test_a_player_plays_asks_and_changes_rules(published, enter, name):
    page = enter(published[0])
    choose(page, name)
    board = page.input_value("#boards")
    for ask, expected in (("hint", "Look at "), ("explain", " to the only solution: "), ("all", "the only one")):
        page.click(f"#{ask}")
        said(page, expected)
    page.click("#hint")
    page.click("#actions button:has-text('Put it on my board')")
    idle(page)
    assert answer(page, "static/game.js")
    program(page)
    text = (ROOT / "asp" / f"{name}.lp").read_text(encoding="utf-8")
    set_rules(page, text.replace("#show", "% Nothing is possible.\n:- size(_, _).\n\n#show", 1))
    page.click("#solve")
    said(page, "no solution")
    page.click("#reset")
    idle(page)
    page.click("#to-new")
    page.fill("#seed", "1")
    page.click("#make")
    said(page, "seed 1")
    page.select_option("#boards", board)
    idle(page)


@RUNS
def test_a_setter_makes_a_board(published, enter):
    page = enter(published[0])
    choose(page, "tents")
    page.click("#to-new")
    page.fill("#rows", "3")
    page.fill("#columns", "3")
    page.click("#make-empty")
    page.wait_for_selector("#table[data-edit]")
    click(page, 1, 1)
    page.wait_for_selector("#standing:has-text('Several solutions: 2 cells are open.')")
    page.click("#fill")
    page.wait_for_selector("#standing:has-text('Exactly one solution.')")


@RUNS
def test_an_author_begins_a_puzzle(published, enter):
    page = enter(published[0])
    begin_puzzle(page, "Stones")
    add(page, "No stone lies at (1, 2).", ":- stone(1, 2).")
    page.wait_for_selector("#effect:has-text('lost')")
    page.click("#keep-rules")
    page.wait_for_selector("#keep-rules:disabled")
    page.click("#all")
    said(page, "all of them")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    idle(page)
    assert page.inner_text("#where") == "Stones"
    page.click("#hint")
    said(page, "Look at ")


@RUNS
def test_stop_and_limits_end_a_worker_and_the_next_answer_comes(published, enter):
    page = enter(published[0])
    choose(page, "tents")
    workers(page, 2)
    asked = {"op": "solve", "puzzle": "tents", "stored": "6x6", "program": TENTS + ENDLESS}
    start = "async request => { (await import(new URL('static/api.js', location.href))).run(request, () => {}); }"
    page.evaluate(start, asked)
    workers(page, 1)
    begun = time.monotonic()
    page.click("#stop")
    said(page, "stopped")
    page.click("#check")
    said(page, "Right so far")
    print(f"from Stop to the next answer: {time.monotonic() - begun:.1f} s")
    workers(page, 2)  # another one has taken its place
    (event,) = page.evaluate(ASK, {**asked, "seconds": 1})
    assert (event["event"], event["reason"]) == ("error", "time")
    click(page, 1, 2)
    idle(page)
    assert answer(page, "static/game.js") == {"tent(1,2)": True}


@RUNS
def test_it_opens_again_without_a_network(pyodide, enter, tmp_path):
    publish.publish(Library(), {"puzzle": "tents"}, str(tmp_path), str(pyodide))
    with space(tmp_path) as address:
        page = enter(address)
        idle(page)
        context = page.context
        page.close()
    page = enter(address, context)  # where nothing answers any more
    idle(page)
    page.click("#hint")
    said(page, "Look at ")


@RUNS
def test_pyodide_from_elsewhere_is_verified(pyodide, enter, tmp_path, monkeypatch):
    with space(pyodide) as elsewhere:
        found = publish._beside(str(pyodide))
        files = {name.replace("pyodide", elsewhere, 1): integrity for name, integrity in found.files.items()}
        there = publish.Pyodide(f"{elsewhere}/", f"{elsewhere}/", files)
        monkeypatch.setattr(publish, "_on_the_web", lambda: there)
        publish.publish(Library(), {"puzzle": "tents"}, str(tmp_path / "a"), None)
        wrong = {**files, f"{elsewhere}/pyodide.mjs": sha(b"another one")}
        monkeypatch.setattr(publish, "_on_the_web", lambda: there._replace(files=wrong))
        publish.publish(Library(), {"puzzle": "tents"}, str(tmp_path / "b"), None)
        with space(tmp_path / "a") as address:
            page = enter(address)
            page.click("#hint")
            said(page, "Look at ")
        with space(tmp_path / "b") as address:
            page = enter(address, wrong=True)
            said(page, "a file that this page needs could not be had, or is not what it should be")


@RUNS
def test_a_link_of_the_server_opens_in_it(published, enter, visit):
    page = visit()
    choose(page, "tents")
    click(page, 1, 2)
    idle(page)
    page.click("#to-give")
    page.select_option("#form", "marked")
    link = page.input_value("#given")
    other = enter(published[0])
    other.evaluate("hash => { location.hash = hash; }", link.partition("#")[2])
    other.wait_for_function("() => document.querySelector('#where').textContent === 'Tents'")
    idle(other)
    assert answer(other, "static/game.js") == {"tent(1,2)": True}


@RUNS
def test_nothing_serious_keeps_anyone_out(published, enter):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = enter(published[0])
    seen = [axe.run(page)]
    choose(page, "tents")
    page.click("#hint")
    said(page, "Look at ")
    seen.append(axe.run(page))
    serious = [
        (fault["id"], fault["nodes"][0]["html"])
        for found in seen
        for fault in found.response["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
    assert serious == []

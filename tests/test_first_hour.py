"""What people type in their first hour, and what they get."""

import json
import subprocess
import sys

import pytest
from conftest import ROOT, limited
from genres import flow

from pyclingo_app import Library, ProgramError, load
from pyclingo_app.formats import puzzlink

TENTS = "https://puzz.link/p?tents/6/6/120212203021k33214381"
GAME_ID = "6x6:cccbadcha,1,2,0,2,1,2,2,0,3,0,2,1"


@pytest.mark.parametrize(
    ("command", "board"),
    [
        *((command, TENTS) for command in ("", "hint", "show", "explain", "rate", "forced")),
        ("", " " + TENTS + " "),
        ("", GAME_ID),
        ("hint", GAME_ID),
    ],
)
def test_board_needs_no_name(command, board, run):
    words = [command] if command else []
    result = run(*words, board)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == run(*words, "tents", ROOT / "instances" / "6x6.lp").stdout


def test_answer_to_an_address_alone_is_checked(run):
    assert run("check", TENTS, "-", stdin=run(TENTS, "-f", "ascii").stdout).returncode == 0


# Ways in which one address is sent around.
SENT = [
    "https://puzz.link/p?m+norinori/5/5/cag4ocjo",
    "https://puzz.link/p?norinori%2F5%2F5%2Fcag4ocjo",
    "https://puzz.link/p?norinori/5/5/cag4ocjo#x",
    "https://opt-pan.github.io/penpa-edit/?p=https://puzz.link/p?norinori/5/5/cag4ocjo",
    "https://swaroopg92.github.io/penpa-edit/?p=https%3A%2F%2Fpuzz.link%2Fp%3Fnorinori%2F5%2F5%2Fcag4ocjo",
    "  https://puzz.link/p?norinori/5/5/cag4ocjo\n",
    "<https://puzz.link/p?norinori/5/5/cag4ocjo>",
    '"https://puzz.link/p?norinori/5/5/cag4ocjo"',
    "(https://puzz.link/p?norinori/5/5/cag4ocjo)",
    "https://puzz.link/p?norinori/5/5/cag4ocjo.",
    "https://puzz.link/p?norinori/5/5/cag4ocjo,",
    "http://pzv.jp/p.html?norinori/5/5/cag4ocjo",
]


@pytest.mark.parametrize("address", SENT)
def test_address_is_read_as_it_was_sent(address):
    norinori = load("norinori")
    assert set(norinori.read(address).facts) == set(norinori.read("https://puzz.link/p?norinori/5/5/cag4ocjo").facts)
    assert puzzlink.puzzle_of(Library(), puzzlink.parse(address, "URL").genre) == "norinori"


def test_address_that_is_written_otherwise_is_noted(run):
    """One region lies on both sides of a wall, which says nothing, and is not written."""
    given = "https://puzz.link/p?norinori/2/2/g0"
    result = run("convert", "norinori", given, "--to", "url")
    assert result.stdout != given + "\n"
    assert "note: The address given says the same in other characters." in result.stderr
    assert run("convert", "tents", TENTS, "--to", "url").stderr == ""


WORDS = {
    ("help", "tents"): ("tents", "--help"),
    ("help", "hint"): ("hint", "--help"),
    ("help",): ("--help",),
    ("solve", "tents", "6x6"): ("tents", "6x6"),
    ("version",): ("--version",),
    ("-V",): ("--version",),
}


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_words_that_many_commands_know(words, run):
    result = run(*words)
    assert (result.returncode, result.stdout) == (0, run(*WORDS[words]).stdout)


def test_names_that_others_use(run):
    """However they are written, with the values of constants for which some stand."""
    for words in (["Numberlink"], ["number-link"], ["flow"]):
        assert run(*words, "5x5-a", "--count").stdout == "1\n"
    assert run("hint", "numberlink", "5x5-a").stdout == run("hint", "flow", "5x5-a").stdout != ""
    assert run("killer sudoku", "9x9-killer-a", "--count").stdout == "1\n"
    assert run("AntiKnight", "9x9-a").stdout == run("sudoku", "9x9-a", "-c", "knight=1").stdout != ""
    assert run("TENTS", "6x6").stdout == run("tents", "6x6").stdout != ""
    assert run("moon OR sun", "6x6-a", "--count").stdout == run("moonsun", "6x6-a", "--count").stdout == "1\n"
    assert "there is no puzzle" in run("numberlinked").stderr


MEANT = {
    "a letter too few": (["TENT", "6x6"], "Did you mean tents?"),
    "a board for an answer": (["check", TENTS], "Give a file with the answer"),
    "an address for a name": (["generate", TENTS], "That is the address of a board: the name of a puzzle is wanted"),
    "a file": (["board.txt"], "That is a file: put the name of its puzzle before it."),
    "an option": (["tents", "6x6", "--cuont"], "Did you mean --count?"),
}


@pytest.mark.parametrize("case", MEANT)
def test_error_says_what_is_meant(case, run, tmp_path):
    (tmp_path / "board.txt").write_text("1 . T\n")
    words, hint = MEANT[case]
    result = run(*words)
    assert (result.returncode, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("error: ")
    assert hint in lines[1]


@pytest.mark.parametrize("words", [["xyzzy"], ["tents", "6x6", "--list"], ["tents", "-n"], ["hint"]], ids=" ".join)
def test_nothing_far_fetched_is_suggested(words, run):
    result = run(*words)
    assert result.returncode == 2
    assert result.stderr.startswith("error: ")
    assert "mean" not in result.stderr


@pytest.mark.parametrize(
    "command", [["tents", "6x6"], ["hint", "tents", "6x6"], ["forced", "tents", "6x6"]], ids=" ".join
)
def test_pictures_as_pdf(command, run, tmp_path):
    assert run(*command, "-o", "board.pdf").returncode == 0
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF-")


def test_answer_of_a_puzzle_that_needs_no_board(run):
    assert run("check", "queens", "-", "-c", "n=4", stdin="R = 1").returncode == 2
    right = run("check", "queens", "-", "-c", "n=4", stdin=". R . .\n. . . R\nR . . .\n. . R .\n")
    assert (right.returncode, right.stdout) == (0, "The answer is right and complete.\n")


def test_board_is_typed_with_the_signs_of_others(run):
    """As in the article that the tents come from, where a herb is an empty cell."""
    drawn = run("show", "tents", "-", stdin="⛺🌳🌿\n🌿🌿🌿\n")
    assert (drawn.returncode, drawn.stdout) == (0, run("show", "tents", "-", stdin=". T .\n. . .\n").stdout)


FORMS = {"1 . T\n": "a drawn board", '{"size": [1, 2]}': "JSON", TENTS: "an address", GAME_ID: "a game ID"}


@pytest.mark.parametrize("text", FORMS, ids=FORMS.values())
def test_file_is_not_what_its_name_says(text, run, tmp_path):
    (tmp_path / "board.lp").write_text(text)
    result = run("tents", "board.lp")
    assert result.returncode == 2
    assert f"This looks like {FORMS[text]}: call it .txt, or say --from" in result.stderr


def test_result_of_a_solver_without_its_letter(run, tmp_path):
    run("cnf", "queens", "-c", "n=4", "-o", "out.cnf")
    values = "v -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0\n"
    results = [
        run("decode", "queens", "-c", "n=4", "out.cnf", "-", stdin=f"{status}\n{values}")
        for status in ("SATISFIABLE", "s SATISFIABLE")
    ]
    assert results[0].returncode == 0
    assert results[0].stdout == results[1].stdout
    assert run("decode", "queens", "-c", "n=4", "out.cnf", "-", stdin="UNSATISFIABLE\n").returncode == 1


# From Penpa-edit's TESTING.md; each number stands four or six times.
PAIRS = "https://puzz.link/p?numlin/10/10/j48315g977k512g2g48s3g66j6i22j55g9m76g49g93g1g188g4j7g44k3h"
# Published boards with empty cells, 13x13 and 14x14.
EMPTY = [
    "https://puzz.link/p?numlin/13/13/k3x6i7x1i2l4w5zl7j3i1u6p4m2z5",
    "https://puzz.link/p?numlin/14/14/u3p2u1o5k4k6u4k7h2zi9p7i6h8gahazh3n95m1w8",
]


def test_numbers_may_stand_more_than_twice_where_a_site_has_them_so(run):
    result = run(PAIRS, "--count")
    assert (result.returncode, result.stdout) == (0, "1\n")
    assert run("convert", "flow", PAIRS, "--to", "url").stdout == PAIRS + "\n"
    board = "size(2, 4). terminal(1, 1, 1). terminal(1, 2, 1). terminal(2, 4, 1). terminal(1, 4, 1)."
    assert "Colour 1 has more than two terminals." in run("flow", "-", stdin=board).stderr
    # 1-1 . 1 and . . . 1: the left pair beside itself or around below, the right one straight or around.
    assert run("flow", "-", "-c", "pairs=0", "-c", "fill=0", "--count", stdin=board).stdout == f"{joined()}\n"
    odd = run("flow", "-", "-c", "pairs=0", stdin=board.replace(" terminal(1, 4, 1).", ""))
    assert "The terminals of colour 1 cannot be joined in pairs: their number is odd." in odd.stderr


def joined():
    """Count by brute force the sets of links on a board of 2 rows and 4 columns that join its terminals in pairs."""
    ends = {(1, 1), (1, 2), (1, 4), (2, 4)}
    edges = [((r, c), (r, c + 1)) for r in (1, 2) for c in (1, 2, 3)] + [((1, c), (2, c)) for c in (1, 2, 3, 4)]
    found = 0
    for number in range(2 ** len(edges)):
        links = [edge for k, edge in enumerate(edges) if number >> k & 1]
        degree = {cell: sum(cell in edge for edge in links) for edge in edges for cell in edge}
        paths = flow.components(list(degree), links)
        loops = any(len(path) > 1 and not ends & set(path) for path in paths)
        found += not loops and all(d == 1 if cell in ends else d in (0, 2) for cell, d in degree.items())
    return found


@pytest.mark.parametrize("address", EMPTY, ids=["13x13", "14x14"])
def test_first_solution_with_empty_cells_is_right(address):
    puzzle = load("flow")
    board = puzzle.read(address)
    solution = next(iter(puzzle.solve(board, time_limit=60)))
    facts, answer = ({(a.name, *(x.number if str(x).isdigit() else str(x) for x in a.arguments)) for a in atoms}
                     for atoms in (board.facts, solution.atoms))  # fmt: skip
    assert flow.check(facts, answer, fill=False) == []


def test_time_limit_names_the_constants(run):
    result = limited(run, "solved with", EMPTY[0], "--count")
    assert result.returncode == 3
    assert "solved with touch=1, fill=0 (set by the board), pairs=1;" in result.stderr


def test_page_of_an_address_is_titled_by_its_size(run, tmp_path):
    run("explain", TENTS, "-o", "path.html")
    page = (tmp_path / "path.html").read_text()
    assert "<h1>Tents 6x6</h1>" in page
    assert "prefers-color-scheme: dark" in page


def test_module_puzzasp_runs_as_the_command_does():
    code = "import puzzasp; print(puzzasp.load('tents').count('6x6'))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout == "1\n"


def test_search_depends_on_a_constant(tmp_path):
    path = tmp_path / "k.lp"
    text = '% K - a test.\n#const k = 0.\n{ a }.\n#show a/0.\n#program search.\none("--sign-def=pos") :- k = 1.\n'
    path.write_text(text)
    shown = {k: str(next(iter(load(str(path), constants={"k": k}).solve())).facts) for k in (0, 1)}
    assert shown == {0: "", 1: "a."}
    path.write_text(text.replace("k = 1.", "j = 1."))
    with pytest.raises(ProgramError, match="the part search holds"):
        load(str(path)).count()


def test_what_the_page_shares_is_a_board_with_marks(run, tmp_path):
    board = (ROOT / "instances" / "6x6.lp").read_text()
    marks = "tent(1, 2). -tent(1, 1)."
    told = {"puzzasp": 1, "puzzle": "tents", "constants": {}, "board": board, "marks": marks, "rules": None}
    (tmp_path / "mine.json").write_text(json.dumps(told))
    (tmp_path / "mine.lp").write_text(board)
    (tmp_path / "marks.lp").write_text(marks)
    for shared, parts in (
        (["mine.json"], ["tents", "mine.lp"]),
        (["explain", "mine.json"], ["explain", "tents", "mine.lp"]),
        (["check", "mine.json"], ["check", "tents", "mine.lp", "marks.lp"]),
        (["hint", "tents", "mine.json"], ["hint", "tents", "mine.lp", "--given", "marks.lp"]),
    ):
        result, wanted = run(*shared), run(*parts)
        assert (result.returncode, result.stdout) == (wanted.returncode, wanted.stdout)
        assert not result.stderr
    six = {"puzzasp": 1, "puzzle": "queens", "constants": {"n": 6}, "board": "", "marks": "queen(1, 2).", "rules": None}
    (tmp_path / "six.json").write_text(json.dumps(six))
    assert run("six.json", "--count").stdout == "4\n"
    assert '"count": 4' in run("batch", "count", "six.json").stdout


@pytest.mark.parametrize(
    ("changes", "words", "said"),
    [
        ({"rules": "{ tent(1, 1) }. #show tent/2."}, ["mine.json"], ["changed rules", "puzzasp web mine.json"]),
        ({}, ["queens", "mine.json"], ["a board of tents, not of queens", "puzzasp tents mine.json"]),
        ({"board": "size(1, 2). tree(1"}, ["mine.json"], ["mine.json: board:1:19"]),
        ({"marks": "tnet(1, 2)."}, ["check", "mine.json"], ["mine.json: marks:1:1", "Did you mean tent?"]),
        ({"puzzle": "tnets"}, ["mine.json"], ["tnets", "Did you mean tents?"]),
    ],
)
def test_what_was_shared_otherwise_is_refused(changes, words, said, run, tmp_path):
    told = {"puzzasp": 1, "puzzle": "tents", "constants": {}, "board": "size(1, 2). tree(1, 1).", "marks": ""}
    (tmp_path / "mine.json").write_text(json.dumps(told | changes))
    result = run(*words)
    assert result.returncode == 2
    assert all(part in result.stderr for part in said), result.stderr


def test_pictures_of_an_explanation_are_on_a_page(run):
    result = run("explain", "tents", "6x6", "-o", "path.svg")
    assert result.returncode == 2
    assert "html is a page with pictures" in result.stderr


def test_batch_tells_what_was_assumed(run):
    result = run("batch", "count", "-", stdin="https://puzz.link/p?shakashaka/6/6/kcjaz\n")
    told = json.loads(result.stdout)
    assert (told["status"], told["count"]) == ("satisfiable", 2)
    assert "ends after 35 of 36 cells: the last one is taken as empty" in told["warnings"][0]

"""Boards as people have them: texts, files and addresses of other programs, each against the same board as facts."""

import pytest

from pyclingo_app import InstanceError, formats, load
from pyclingo_app.formats import sites
from pyclingo_app.program.library import Library

ROWS = ["1 . . . . . 7 . .", ". 2 . . . . 5 . .", "6 . . 3 8 . . . .", ". 7 8 . . . . . .", ". . . 6 . 9 . . .",
        ". . . . . . 1 4 .", ". . . . 2 5 . . 9", ". . 3 . . . . 6 .", ". . 4 . . . . . 2"]  # fmt: skip
SIGNS = "".join(ROWS).replace(" ", "")
BANDS = [[".".join(row.split(".")).replace(" ", "") for row in ROWS[k : k + 3]] for k in (0, 3, 6)]


def grouped(parted, between):
    return between.join("\n".join(parted.join((r[:3], r[3:6], r[6:])) for r in band) for band in BANDS)


def listed(empty):
    return "[" + ",\n ".join("[" + ", ".join(row.replace(".", empty).split()) + "]" for row in ROWS) + "]"


BOX = "+---+---+---+\n"
SUDOKUS = {
    **{f"empty {sign}": "\n".join(ROWS).replace(".", sign) for sign in "_-*?x0X"},
    "blocks": grouped(" ", "\n\n"),
    "zeros": grouped(" ", "\n\n").replace(".", "0"),
    "bars": grouped("|", "\n-----------\n"),
    "box": BOX + "\n".join(f"|{line}|" for line in grouped("|", f"\n{BOX.strip()}\n").splitlines()).replace("|+", "+"),
    "frame": "┌───┬───┐\n" + "\n".join(f"│{'│'.join(row.split()).replace('.', ' ')}│" for row in ROWS),
    "csv": "\n".join(row.replace(" ", ",").replace(".", "") for row in ROWS),
    "semicolons": "\n".join(row.replace(" ", ";").replace(".", "0") for row in ROWS),
    "list": listed("0"),
    "list of Python": listed("None"),
    "one line and a rating": f"{SIGNS}  # rated 4.5, by hand",
    "solutions, too": f"quizzes,solutions\n{SIGNS.replace('.', '0')},{SIGNS.replace('.', '5')}",
    ".sdk": "#AA setter\n#DNot easy\n" + "\n".join(row.replace(" ", "") for row in ROWS),
    "opensudoku": f'<?xml version="1.0"?>\n<opensudoku>\n<game data="{SIGNS.replace(".", "0")}" />\n</opensudoku>\n',
    "comments": "// mine\n" + "\n".join(ROWS),
    "size": "9 9\n" + "\n".join(ROWS),
}


def facts(name, text, choice=None):
    return {str(fact) for fact in formats.read(load(name).problem(), text, "FILE", None, choice).facts}


@pytest.mark.parametrize("kind", SUDOKUS)
def test_a_sudoku_is_read_in_each_way_that_people_write_it(kind):
    found = formats.read(load("sudoku").problem(), SUDOKUS[kind], "FILE")
    assert set(found.facts) == set(formats.read(load("sudoku").problem(), "\n".join(ROWS), "FILE").facts), found
    silent = ("empty _", "opensudoku")
    assert kind in silent or any(warning.startswith("FILE: ") for warning in found.warnings)


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("hashi", "2-2\n---\n1-1", ". ".join(["2 . 2"]) + "\n. . .\n1 . 1"),
        ("hashi", "202\n000\n101", "2 . 2\n. . .\n1 . 1"),
        ("hashi", "3 3\n2 . 2\n. . .\n1 . 1", "2 . 2\n. . .\n1 . 1"),
        ("hashi", "# my board\n2 . 2\n. . .\n1 . 1", "2 . 2\n. . .\n1 . 1"),
        ("minesweeper", "-2 -2 1\n1 2 -2", ". . 1\n1 2 ."),
        ("binairo", "_ 1 0 _\n_ _ _ 1", ". # o .\n. . . #"),
        ("binairo", "B.W.\n...B", "# . o .\n. . . #"),
        ("kakuro", "| x  |17\\ |24\\ |\n|  \\16| - | - |\n|  \\23| - | - |",
         "+-------------+\n| #  17\\  24\\ |\n| \\16 .  . |\n| \\23 . . |\n+-------------+"),
        ("futoshiki", "1 < 2   .\n        ^\n.   .   .\nv\n.   .   .",
         "+-----------+\n| 1 < 2   . |\n|         ^ |\n| .   .   . |\n| v         |\n| .   .   . |\n+-----------+"),
        ("suguru", "aab\nabb\nccc\n\n1..\n...\n..3",
         "+---+---+---+\n| 1   . | . |\n+   +---+   +\n| . | .   . |\n+---+---+---+\n| .   .   3 |\n+---+---+---+"),
    ],
)  # fmt: skip
def test_texts_of_others_are_read_as_ours(name, text, wanted):
    found = formats.read(load(name).problem(), text, "FILE")
    assert found.warnings
    assert set(map(str, found.facts)) == facts(name, wanted)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("hashi", "2 . 2\n\n1 . 1", "there are 2 boards in it"),  # and not one of two rows
        ("hashi", "2 . 2\n. § .", "found '§'"),
        ("hashi", "2 . 2\n- . 1", "found '-'"),  # a dot is an empty cell here, so another sign is none
        ("tents", ". X\nT .", "'X' is a cross"),
        ("sudoku", "[[1, 2], [3]]", "FILE:"),
    ],
)
def test_what_may_be_a_mistake_is_no_other_way_to_write(name, text, message):
    with pytest.raises(InstanceError, match=message):
        facts(name, text)


def test_a_file_holds_one_square_board_on_each_line():
    text = f"{SIGNS}\n{SIGNS[::-1]}\n"
    with pytest.raises(InstanceError, match="there are 2 boards in it"):
        facts("sudoku", text)
    assert facts("sudoku", text, 2) == facts("sudoku", SIGNS[::-1])
    assert facts("sudoku", text.replace(".", "0"), 1) == facts("sudoku", SIGNS)


SAVED = (
    "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :5:Tents\nPARAMS  :5:4x4de\n"
    "DESC    :20:bgd_,0,1,0,2,2,0,1,0\nNSTATES :1:1\n"
)
NON = 'title "plus"\nwidth 3\nheight 2\n\nrows\n1\n3\n\ncolumns\n1\n2\n1\n\ngoal "010111"\n'
XML = (
    '<?xml version="1.0"?>\n<puzzleset><puzzle type="grid"><clues type="columns"><line><count>1</count></line><line>'
    '<count>2</count></line><line><count>1</count></line></clues><clues type="rows"><line><count>1</count></line>'
    "<line><count>3</count></line></clues></puzzle></puzzleset>\n"
)


def test_files_of_other_programs(run, tmp_path):
    plus = "  1 2 1\n1 . . .\n3 . . .\n"
    assert facts("nonogram", NON) == facts("nonogram", XML) == facts("nonogram", plus)
    assert facts("tents", SAVED) == facts("tents", "4x4:bgd_,0,1,0,2,2,0,1,0")
    with pytest.raises(InstanceError, match="no PARAMS and DESC"):
        facts("tents", SAVED.replace("DESC", "DISC"))
    with pytest.raises(InstanceError, match="expected the numbers of all rows and columns"):
        facts("nonogram", XML.replace('"rows"', '"row"'))
    for name, text, puzzle in (("a.non", NON, "nonogram"), ("a.xml", XML, "nonogram"), ("a.sav", SAVED, "tents"),
                               ("a.sdm", SIGNS, "sudoku"), ("a.txt", "https://puzz.link/p?tents/2/2/hh", "tents"),
                               ("b.txt", "1 . .", None)):  # fmt: skip
        (tmp_path / name).write_text(text)
        assert formats.puzzle_in(Library(), str(tmp_path / name)) == puzzle
    done = run(str(tmp_path / "a.non"))
    assert (done.returncode, "1 solution, the only one" in done.stdout) == (0, True)


def test_a_board_without_a_solution_is_shown_as_it_was_read(run, tmp_path):
    (tmp_path / "a.txt").write_text("2 . 2\n. . .\n2 . .\n")
    done = run("hashi", str(tmp_path / "a.txt"))
    assert done.stdout == "2 · 2\n· · ·\n2 · ·\n\nno solution\n"
    assert run("hashi", "-", stdin="size(1,2). number(1,1,2).").stdout == "no solution\n"


def test_a_booklet_has_the_rules_the_boards_and_their_solutions_behind_them(run, tmp_path):
    done = run("generate", "tents", "4x4", "-n", "2", "--seed", "1", "--solutions", "-o", "booklet.html")
    page = (tmp_path / "booklet.html").read_text()
    boards, _, solutions = page.partition("<h2>Solutions</h2>")
    assert (done.returncode, boards.count("<svg"), solutions.count("<svg")) == (0, 2, 2)
    assert "<p>Each tree has a tent of its own" in boards
    assert "break-before: page" in boards
    assert all(f"<title>Tents, solution {k}</title>" in solutions for k in (1, 2))
    assert "<title>Tents, board 2</title>" in boards
    assert "on pages only" in run("generate", "tents", "4x4", "--solutions").stderr


def test_addresses_of_other_sites():
    page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/tents.html#4x4:bgd_,0,1,0,2,2,0,1,0"
    assert facts("tents", page) == facts("tents", "4x4:bgd_,0,1,0,2,2,0,1,0")
    wiki = f"https://www.sudokuwiki.org/sudoku.htm?bd={SIGNS.replace('.', '0')}"
    assert facts("sudoku", wiki) == facts("sudoku", SIGNS)
    assert [formats.puzzle_of(Library(), address) for address in (page, wiki)] == ["tents", "sudoku"]
    for site in ("f-puzzles.com", "www.f-puzzles.com", "sudokupad.app", "tinyurl.com", "www.puzzle-nurikabe.com"):
        for read in (lambda text: facts("sudoku", text), lambda text: formats.puzzle_of(Library(), text)):
            with pytest.raises(InstanceError, match=f"boards of {site} are not read") as caught:
                read(f"https://{site}/?a=b")
            assert caught.value.hint.endswith(".")
    sites.check("https://puzz.link/p?tents", "FILE")


def test_a_file_that_puzz_link_saves_is_named(tmp_path, run):
    saved = tmp_path / "saved.txt"
    saved.write_text("pzprv3\nslither\n2\n2\n3 . \n. . \n0 0 0 \n")
    for command in ((saved,), ("slitherlink", saved), ("check", "slitherlink", "7x7-a", saved)):
        done = run(*command)
        assert done.returncode == 2
        assert "saved.txt: files that puzz.link saves are not read" in done.stderr
        assert "Export URL" in done.stderr

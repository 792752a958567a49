"""Habits that people bring from clingo: several files in any order, constants that a program only uses."""

import pytest

from pyclingo_app import UsageError, load

CHOICE = "{ queen(R, C) : col(C) } = 1 :- row(R).\n#show queen/2.\n"
BOARD = "row(1..n). col(1..n).\n:- queen(R, C), queen(S, C), R < S.\n"
DIAGONAL = ":- queen(R, C), queen(S, D), R < S, |R - S| = |C - D|.\n"


@pytest.fixture
def files(tmp_path):
    texts = {
        "a": CHOICE, "b": BOARD, "c": DIAGONAL, "n": "#const n = 6.", "one": "queen(1, 2).",
        "ban": ":- tent(1, C).",
        "small": "size(1, 2). tree(1, 1).", "more": "tree(1, 4).", "line": "size(1, 5). tree(1, 1).",
    }  # fmt: skip
    for name, text in texts.items():
        (tmp_path / f"{name}.lp").write_text(text)
    return tmp_path


def test_files_with_rules_are_one_program(files, run):
    # 4! placements of rooks, 2 of queens on 4x4, 4 on 6x6.
    assert run("a.lp", "b.lp", "-c", "n=4", "--count").stdout == "24\n"
    assert run("c.lp", "a.lp", "b.lp", "-c", "n=4", "--count").stdout == "2\n"
    for order in (("a.lp", "b.lp", "c.lp", "n.lp"), ("n.lp", "b.lp", "a.lp", "c.lp"), ("a.lp", "n.lp", "b.lp", "c.lp")):
        assert run(*order, "--count").stdout == "4\n"
    assert run("show", "a.lp", "b.lp", "-c", "n=2").stdout == "· ·\n· ·\n"
    assert run("convert", "a.lp", "b.lp", "n.lp", "--to", "facts").stdout == "#const n = 6. [override]\n"
    # The answer stays the last file, though it holds facts.
    checked = run("check", "a.lp", "b.lp", "n.lp", "one.lp")
    assert checked.stdout.endswith("The answer is not complete, and can be completed.\n")


def test_behind_a_name_rules_are_told_from_facts(files, run):
    for words in (["line.lp", "ban.lp"], ["ban.lp", "line.lp"]):
        result = run("tents", *words)
        assert (result.returncode, result.stdout) == (1, "no solution\n")
        assert "note: the rules of ban.lp are added to those of tents\n" in result.stderr
        assert result.stderr.endswith("Why: puzzasp explain tents line.lp --with ban.lp\n")
    # Two files of facts are one board, as long as one of them alone is a whole one.
    assert run("tents", "more.lp", "line.lp", "--count").stdout == run("tents", "line.lp", "more.lp", "--count").stdout
    facts = run("convert", "tents", "line.lp", "more.lp", "--to", "facts").stdout
    assert facts.split() == ["size(1,5).", "tree(1,1).", "tree(1,4)."]
    two = run("tents", "small.lp", "line.lp")
    assert (two.returncode, two.stdout) == (2, "")
    assert two.stderr.startswith("error: small.lp and line.lp are boards of their own\n")
    assert "puzzasp batch" in two.stderr
    assert run("tents", "6x6", "ban.lp").returncode == 1
    missing = run("tents", "ban.lp", "nosuch.lp")
    assert "error: nosuch.lp: no such file" in missing.stderr


def test_a_constant_that_rules_only_use_can_be_given(files, run, tmp_path):
    (tmp_path / "rooks.lp").write_text("{ rook(1..n, 1..n) } = n.\n:- rook(R, C), rook(R, D), C < D.\n#show rook/2.\n")
    unset = run("rooks.lp")
    assert "interval undefined: n has no value, which -c or #const gives\n" in unset.stderr
    # n places in n rows with one each: 3 * 3 * 3.
    assert run("rooks.lp", "-c", "n=3", "--count").stdout == "27\n"
    assert load(str(tmp_path / "rooks.lp"), constants={"n": 2}).count() == 4
    (tmp_path / "two.lp").write_text("#const n = 2.")
    assert run("rooks.lp", "two.lp", "--count").stdout == "4\n"
    assert run("rooks.lp", "two.lp", "-c", "n=3", "--count").stdout == "27\n"
    with pytest.raises(UsageError, match="rooks has no constant m"):
        load(str(tmp_path / "rooks.lp"), constants={"m": 2})
    board = run("rooks.lp", "n.lp", "--count", "--time-limit", "20")
    assert board.stdout == f"{6**6}\n"


def test_a_program_is_begun_from_another_with_the_lines_that_draw_it(run, tmp_path):
    (tmp_path / "mine.lp").write_text(
        "#const rows = 2.\ncol(C) :- top(C, _).\n{ dot(R, C) : R = 1..rows } = N :- top(C, N).\n"
        ":- dot(R, C), hole(R, C).\n#show dot/2.\n"
    )
    (tmp_path / "board.lp").write_text("top(1, 1). top(2, 2). hole(1, 1).")
    before = run("mine.lp", "board.lp").stdout
    assert before.startswith(" 1    2\nhole dot\ndot  dot\n")
    begun = run("new", "dots", "--asp", "own", "--from", "mine.lp")
    assert begun.stdout == "own/dots.lp\nRun it: puzzasp --asp own dots\n"
    text = (tmp_path / "own" / "dots.lp").read_text()
    assert text.startswith((tmp_path / "mine.lp").read_text())
    assert text.endswith(
        "#program display.\n#show mark(R, C, hole) : hole(R, C).\n#show clue(top, I, N) : top(I, N).\n"
        "#show mark(R, C, dot) : dot(R, C).\n"
    )
    assert run("--asp", "own", "dots", "board.lp").stdout == before
    again = run("new", "more", "--asp", "own", "--from", "own/dots.lp")
    assert (again.returncode, "has a display part already" in again.stderr) == (2, True)
    assert "Leave out .lp: puzzasp new dots" in run("new", "dots.lp", "--asp", "own").stderr


def test_a_copy_draws_what_an_answer_says_of_an_input_once(run, tmp_path):
    (tmp_path / "mine.lp").write_text(
        '1 { at(R, C, "⛺"); at(R, C, "🌿") } 1 :- R = 1..2, C = 1..2, not tree(R, C).\n'
        'at(R, C, "🌳") :- tree(R, C).\n:- #count { R, C : at(R, C, "⛺") } != 1.\n:- at(1, C, "⛺").\n'
        ':- at(R, 2, "⛺").\n#show at/3.\n'
    )
    (tmp_path / "board.lp").write_text("tree(1, 1).")
    run("new", "camp", "--asp", "own", "--from", "mine.lp")
    assert run("--asp", "own", "camp", "board.lp").stdout == run("mine.lp", "board.lp").stdout
    assert "🌳 🌿\n⛺ 🌿\n" in run("--asp", "own", "camp", "board.lp").stdout
    assert "♣" in run("--asp", "own", "show", "camp", "board.lp").stdout


def test_a_format_that_cannot_hold_such_a_constant_says_so(run, tmp_path):
    (tmp_path / "few.lp").write_text(
        "#defined size/2.\n#defined hole/2.\n{ dot(R, C) : R = 1..H, C = 1..n } = 1 :- size(H, _).\n"
        ":- hole(R, C), dot(R, C).\n#show dot/2.\n#program display.\n#show size(H, W) : size(H, W).\n"
        "#show mark(R, C, black) : dot(R, C).\n#show mark(R, C, blocked) : hole(R, C).\n"
    )
    (tmp_path / "one.lp").write_text("#const n = 2.\nsize(2, 3). hole(1, 1).")
    assert run("few.lp", "one.lp", "--count").stdout == "3\n"
    written = run("convert", "few.lp", "one.lp", "--to", "text")
    assert (written.returncode, written.stdout) == (0, "x . .\n. . .\n")
    assert written.stderr.endswith("note: text does not hold -c n=2: give it again.\n")

"""Boards of other tools: read into the same facts, written as those tools write them, and every fault told."""

import json
import re
import string
import sys
from random import Random

import genres
import pytest
from budget import SEED, some_genres, some_of
from clingo import Function, Number, String
from conftest import ROOT
from genres import facts_of, packaged
from hypothesis import given, settings
from hypothesis import strategies as st

from pyclingo_app import (
    Instance,
    InstanceError,
    Library,
    ProgramError,
    PuzzaspError,
    UsageError,
    formats,
    load,
    parse_facts,
)
from pyclingo_app.draw.symbols import GLYPHS, SHADES
from pyclingo_app.draw.text import render_text
from pyclingo_app.formats.text import read_board
from pyclingo_app.formats.tokens import Line
from pyclingo_app.lint import faults

TEMPLATE = ROOT / "pyclingo_app" / "template" / "puzzle.lp"

URLS = {name: genres.find(name).addresses for name in genres.NAMES}
with_game_ids = some_of([name for name in genres.NAMES if genres.find(name).game_ids])
GAME_ID = genres.find("tents").game_ids[0]


def read(name, text, **more):
    return formats.read(packaged(name).problem(), text, "FILE", **more)


def facts(name, text, **more):
    return {str(fact) for fact in read(name, text, **more).facts}


@some_genres
def test_published_addresses_are_written_the_same(genre, draw):
    """Letter by letter, or it is said that the letters are others; those that stand in no data have one solution."""
    puzzle = packaged(genre.name)
    for url in draw(genre.addresses, 0.15):
        instance = puzzle.read(url)
        text, notes = puzzle.convert(instance, "url")
        (known, *body), (written, *rest) = (address.strip().partition("?")[2].split("/") for address in (url, text))
        assert url not in genre.urls or puzzle.count(instance) == 1, url
        assert set(puzzle.read(text).facts) == set(instance.facts), url
        assert all(formats.puzzlink.reads(puzzle.problem(), name) for name in (written, known))
        # The flag b of yajilin, about how a board looks, is not written; no other flag may go.
        same = rest == [part for part in body if part != "b"]
        assert notes == ([] if same else ["The address given says the same in other characters."]), url


@with_game_ids
def test_published_game_ids_have_one_solution_and_are_written_the_same(genre, draw):
    puzzle = packaged(genre.name)
    for gameid in draw(genre.game_ids, 0.1):
        instance = puzzle.read(gameid)
        assert puzzle.count(instance) == 1, gameid
        assert puzzle.convert(instance, "gameid") == (gameid + "\n", [])


@some_of([name for name in genres.NAMES if genres.find(name).texts])
def test_published_texts_have_one_solution(genre, draw):
    puzzle = packaged(genre.name)
    for text in draw(genre.texts, 0.1):
        assert puzzle.count(read(genre.name, text)) == 1, text
        if formats.declarations(puzzle.problem()).legend.cells.letter:
            height = text.count("\n")
            assert facts(genre.name, f"{height} {height}\n{text}") == facts(genre.name, text)


@with_game_ids
def test_game_ids_that_are_cut_or_too_long_are_told_with_the_position(genre, draw):
    """They may be cut in their last number; the last line, a piece that may follow, and dots may be cut off."""
    for gameid in draw(genre.game_ids, 0):
        declared = formats.declarations(packaged(genre.name).problem()).gameids
        pieces = next(p for _, p in declared if p[0].name != "optional")
        short = len(gameid.rstrip("0123456789"))
        needed = {"dots": 0, "lists": gameid.rfind("/"), "optional": gameid.rfind("/")}.get(pieces[-1].name, short)
        cut = [gameid[:end] for end in range(gameid.index(":") + 1, min(needed + 1, len(gameid)))]
        for text in [*draw(cut, 0.05), gameid + ",1", *([gameid.replace(",", "a,", 1)] if "," in gameid else [])]:
            with pytest.raises(InstanceError, match=r"character \d+: "):
                read(genre.name, text)


def test_matching_of_trees_and_tents_is_a_rule():
    """From FORMATS: the counts have one filling, but not every tree its own tent."""
    assert packaged("tents").count(read("tents", "4x4:bgd_,0,1,0,2,2,0,1,0")) == 0


def test_example_of_the_format_of_tents():
    found = read("tents", "https://puzz.link/p?tents/5/5/2g0h1i1j82323").facts
    cells = sorted((a.arguments[0].number - 1) * 5 + a.arguments[1].number for a in found if a.name == "tree")
    assert cells == [3, 12, 15, 19, 22]
    clues = {str(fact) for fact in found if fact.name.startswith("tent_")}
    assert clues == {"tent_column(1,2)", "tent_column(3,0)", "tent_row(1,1)", "tent_row(5,1)"}


@pytest.mark.parametrize(
    "url",
    [
        "https://puzz.link/p?tents/5/5/2g0h1i1j82323/",
        "http://pzv.jp/p.html?tents/5/5/2g0h1i1j82323",
        "https://pzplus.tck.mn/p?type=editor&tents/5/5/2g0h1i1j82323",
        "https://puzz.link/p?tents_edit/5/5/2g0h1i1j82323",
        "puzz.link/p?tents_play/5/5/2g0h1i1j82323",
        " https://puzz.link/p?tents/5/5/2g0h1i1j82323\n",
    ],
)
def test_quirks_of_addresses(url):
    assert facts("tents", url) == facts("tents", "https://puzz.link/p?tents/5/5/2g0h1i1j82323")


def test_unknown_number_beside_a_row_says_nothing():
    assert facts("tents", "https://puzz.link/p?tents/2/2/.12.0k") == {
        "size(2,2)", "tent_column(2,1)", "tent_row(1,2)", "tree(1,1)",
    }  # fmt: skip


def test_aliases_and_constants_of_addresses():
    assert read("flow", "https://puzz.link/p?numberlink/5/5/1j2h3m1h2j3").constants == (("fill", "0"),)
    # The value that the program gives.
    assert read("flow", "https://puzz.link/p?arukone/5/5/1m2h3g3h1m2").constants == ()
    assert read("flow", "https://puzz.link/p?arukone/e/5/5/1m2h3g3h1m2").constants == (("fill", "0"),)
    assert read("starbattle", "https://puzz.link/p?starbattle/6/6/2/4ilbhgdnmhou").constants == (("stars", "2"),)


# Addresses with a flag for a rule, and the constant that it sets; without the flag it is 0, as the program says.
FLAGS = [
    ("slitherlink", "slither/f/3/2/l", {"full": "1"}),
    ("masyu", "masyu/f/3/2/00", {"full": "1"}),
    ("fillomino", "fillomino/t/3/3/126626666", {"most": "3"}),
    ("countryroad", "country/e/2/2/o0h", {"empty": "1"}),
    ("yajilin", "yajilin/o/5/5/m32j10", {"outside": "1"}),
    ("aquarium", "aquarium/r/4/4/bu8i90/i3213g", {"whole": "1"}),
]


@pytest.mark.parametrize(("name", "address", "constants"), FLAGS)
def test_a_flag_of_an_address_is_a_constant_and_comes_back(name, address, constants):
    url = f"https://puzz.link/p?{address}"
    assert dict(read(name, url).constants) == constants
    assert packaged(name).convert(url, "url") == (f"{url}\n", [])
    genre, _, body = address.split("/", 2)
    plain = read(name, f"https://puzz.link/p?{genre}/{body}")
    values = {**packaged(name).problem().program.defaults, **dict(plain.constants)}
    assert {constant: values[constant] for constant in constants} == dict.fromkeys(constants, "0")
    # The constant alone, without any address, writes the flag, too.
    puzzle = load(name, constants=constants)
    assert puzzle.convert(Instance("x", plain.facts), "url") == (f"{url}\n", [])


def test_flags_of_yajilin_may_stand_together():
    board = "https://puzz.link/p?yajilin/ob/5/5/m32j10"
    assert dict(read("yajilin", board).constants) == {"outside": "1"}
    assert dict(read("yajilin", board.replace("/ob", "/b")).constants) == {}


def test_a_constant_that_has_no_flag_is_told():
    text, notes = load("fillomino", constants={"most": "5"}).convert("https://puzz.link/p?fillomino/3/3/o", "url")
    assert text == "https://puzz.link/p?fillomino/3/3/o\n"
    assert notes == ["url does not hold -c most=5: give it again."]


def test_beside_an_empty_line_of_a_nonogram_an_address_has_nothing():
    lines = "size(2,3). row_run(2,1..2,1). column_run((1;3),1,1)."
    zeros = "row_run(1,1,0). column_run(2,1,0)."
    whole = Instance("x", parse_facts(lines + zeros))
    text, notes = packaged("nonogram").convert(whole, "url")
    assert (text, notes) == ("https://puzz.link/p?nonogram/3/2/1g1h11\n", [])
    assert set(read("nonogram", text).facts) == set(whole.facts)
    again, notes = packaged("nonogram").convert(Instance("x", parse_facts(lines)), "url")
    assert (again, len(notes)) == (text, 1)
    assert "it has also: column_run(2,1,0), row_run(1,1,0)" in notes[0]


def test_regions_are_numbered_anew_in_any_order():
    board = "size(1,3). region(1,1,2). region(1,2,3). region(1,3,1). visit(3,1)."
    text, notes = packaged("countryroad").convert(Instance("x", parse_facts(board)), "url")
    assert text == "https://puzz.link/p?country/3/1/og1g\n"
    assert notes == [f"url holds no names: argument {k} is numbered anew." for k in ("3 of region/3", "1 of visit/2")]


def test_a_number_is_never_taken_for_a_name():
    """Were it, a 5 that becomes "?" would be told as a name that is numbered anew."""
    one, five = (parse_facts(f"size(1,2). group(1,1,1,{n}).") for n in ('"?"', 5))
    with pytest.raises(InstanceError, match=r"1 fact would be lost: group\(1,1,1,5\)"):
        formats._differences(packaged("tapa").program, five, one, "url")


def test_constants_of_an_address_yield_to_others():
    url = URLS["starbattle"][2]
    puzzle = packaged("starbattle")
    instance = puzzle.read(url)
    assert puzzle.count(instance) == 1
    assert load("starbattle", constants={"stars": "1"}).problem(instance).constants == {"stars": "1"}
    assert puzzle.problem(instance).constants == {"stars": "2"}
    assert puzzle.problem(Instance("x", instance.facts)).constants == {}


@pytest.mark.parametrize("genre", ["arukone", "numlin"])
def test_url_of_flow_keeps_its_constants(genre):
    for fill in "01":
        puzzle = load("flow", constants={"fill": fill})
        text, notes = puzzle.convert(puzzle.read("5x5-a"), "url")
        assert notes == []
        assert {"fill": "1", **dict(read("flow", text).constants)} == {"fill": fill}
    puzzle = load("flow", constants={"touch": "0"})
    assert "touch=0" in puzzle.convert(puzzle.read("5x5-a"), "url")[1][0]


@some_genres
def test_instances_come_back_from_every_format(genre, draw):
    puzzle = packaged(genre.name)
    unheld = {"url": "^$" if genre.addresses else "cannot be written as url",
              "gameid": r"(here, not|no sign for the number) \?" if genre.game_ids else "cannot be written",
              "penpa": "^$", "fpuzzles": "never written"} | genre.unheld  # fmt: skip
    for path in draw(puzzle.instances().values(), 0.1):
        instance = puzzle.read(path)
        written = 0
        for form in formats.FORMATS:
            try:
                text, notes = puzzle.convert(instance, form)
            except PuzzaspError as error:
                assert re.search(unheld[form], error.message), path
                continue
            written += 1
            assert formats.recognise(text) == form
            back = formats.read(puzzle.problem(), text, "FILE")
            known = ("numbered anew", "it has also", *["does not hold -c"] * bool(instance.constants))
            assert all(any(words in note for words in known) for note in notes), path
            if not notes:
                assert set(back.facts) == set(instance.facts), path
            assert genre.unnamed(facts_of(back.facts)) == genre.unnamed(facts_of(instance.facts)), path
        assert written >= 2


@some_genres
def test_a_solution_is_written_beside_a_board_of_penpa_edit(genre, tmp_path):
    puzzle = load(genre.name)
    if "penpa" in genre.unheld:
        return
    path = min((path for name, path in puzzle.instances().items() if "none" not in name), key=len)
    board = puzzle.read(path)
    solution = next(iter(puzzle.solve(board)))
    (tmp_path / "answer.txt").write_text(puzzle.convert(board, "penpa", solution)[0])
    answer = puzzle.read_answer(str(tmp_path / "answer.txt"), board)
    assert {atom for atom in answer if atom.positive} == set(solution.atoms)


def test_only_penpa_edit_holds_a_solution_beside_a_board(run):
    assert "there is no solution to write" in run("convert", "hashi", "-", "--to", "penpa", "--solution",
                                                  stdin="size(1,2). number(1,1,2).").stderr  # fmt: skip
    assert "url holds no solution beside a board" in run("convert", "tents", "6x6", "--to", "url", "--solution").stderr
    drawn = run("convert", "tents", "6x6", "--to", "penpa", "--solution").stdout
    assert run("check", "tents", "6x6", "-", stdin=drawn).stdout == "The answer is right and complete.\n"


@pytest.mark.parametrize("text", ["1---+---0\n| . : . |\n0---+---1\n", "1━━━┯━━━0\n┃ · │ · ┃\n0━━━┷━━━1\n"])
def test_numbers_may_stand_at_the_corners_of_the_board(text):
    assert facts("slant", text) == {"size(1,2)", "ends(0,0,1)", "ends(0,2,0)", "ends(1,0,0)", "ends(1,2,1)"}


def test_clues_are_aligned_or_complete():
    board = "  1     2\n2 . . T .\n  . T . .\n? . . . T 1\n- . . . .\n10 T . . .\n       3\n"
    assert facts("tents", board) == {
        "size(5,4)", "tree(1,3)", "tree(2,2)", "tree(3,4)", "tree(5,1)",
        "tent_row(1,2)", "tent_row(3,1)", "tent_row(5,10)",
        "tent_column(1,1)", "tent_column(4,2)", "tent_column(3,3)",
    }  # fmt: skip
    assert facts("tents", " 1 0\n1 T.\n0 ..") == facts("tents", "1 0\n1 T .\n0 . .")
    assert facts("tents", "1 0\r\n1 T .\r\n0 . .\r\n") == facts("tents", "1 0\n1 T .\n0 . .")
    assert facts("tents", "\t1\t0\n1\tT\t.\n0\t.\t.") == facts("tents", "1 0\n1 T .\n0 . .")
    assert facts("tents", "🌳⬜\n⬜⛺") == {"size(2,2)", "tree(1,1)"}


@pytest.mark.parametrize(
    "text",
    [
        "  1 0 2\n1 . . T\n2 T . .\n",  # as it is drawn
        " 102\n1..T\n2T..\n",
        "102\n1..T\n2T..\n",
        "102\n..T1\nT..2\n",
        "  102\n1 ..T\n2 T..\n",
        "102\n1 . . T\n2 T . .\n",
        "1 ..T\n2 T..\n  102\n",
        "% The first board of mine\n\n  1 0 2\n1 . . T\n%% its second row\n2 T . .\n",
    ],
)
def test_digits_may_stand_without_blanks(text):
    assert facts("tents", text) == {
        "size(2,3)", "tree(1,3)", "tree(2,1)", "tent_row(1,1)", "tent_row(2,2)",
        "tent_column(1,1)", "tent_column(2,0)", "tent_column(3,2)",
    }  # fmt: skip


def test_number_of_several_digits_at_one_column():
    assert facts("tents", "10\n. T\n. .") >= {"tent_column(1,10)"}
    assert facts("tents", "  10\n. T\n. .") >= {"tent_column(2,10)"}
    assert facts("tents", "10\n.T\n..") >= {"tent_column(1,1)", "tent_column(2,0)"}
    assert facts("tents", "100\n.   T   .\n.   .   .") >= {"tent_column(1,100)"}
    assert facts("tents", "1-?\n.T.\n...") >= {"tent_column(1,1)"}


def test_one_number_announces_a_square_board():
    board = "1..\n2.1\n2..\n"
    assert facts("flow", "3\n" + board) == facts("flow", "3 3\n" + board) == facts("flow", board)
    assert facts("flow", "2\nAA\nBB\n2\nCC\n..\n0", choice=2) == facts("flow", "CC\n..")
    assert facts("flow", "1\n.\n1") >= {"size(3,1)"}


def test_letters_are_regions_and_colours():
    assert facts("norinori", "AAB\nCCB") == facts("norinori", "A A B\nC C B")
    assert 'region(2,3,"B")' in facts("norinori", "AAB\nCCB")
    assert facts("starbattle", "112\n332\n332") >= {"region(1,1,1)", "region(3,3,2)"}
    assert facts("flow", "R-\nG*\nRG") == {
        "size(3,2)", 'terminal(1,1,"R")', 'terminal(2,1,"G")', 'terminal(3,1,"R")', 'terminal(3,2,"G")',
    }  # fmt: skip
    assert facts("flow", "1 10\n0 -\n10 1") == {
        "size(3,2)", "terminal(1,1,1)", "terminal(1,2,10)", "terminal(3,1,10)", "terminal(3,2,1)",
    }  # fmt: skip
    assert facts("queens", "Q.\n.x") == {"size(2,2)", "given(1,1)", "blocked(2,2)"}
    assert facts("queens", "G.\n.x") == {"size(2,2)", "given(1,1)", "blocked(2,2)"}


# A board in the format of github.com/thomasahle/numberlink, in whose README letters and digits are
# sources and "." is an empty square. Ours: the pairs lie in rows and columns of their own.
NUMBERLINK = "5 4\n0...0\n.1.1.\n.a.a.\nB...B\n"


def test_zero_is_a_terminal_where_a_dot_is_an_empty_cell(run):
    expected = {"terminal(1,1,0)", "terminal(1,5,0)"}
    assert facts("flow", NUMBERLINK) >= expected
    assert facts("flow", NUMBERLINK.partition("\n")[2].replace(".", "·")) >= expected
    assert "terminal(1,1,0)" in facts("flow", "0 A\n. A\n. 0")
    assert facts("flow", "0A\n0A") == facts("flow", "-A\n-A") == facts("flow", "_A\n_A")
    # All that is drawn shows the terminals called 0, so that it can be read again.
    drawn = run("flow", "-", "-f", "unicode", "-c", "fill=0", stdin=NUMBERLINK).stdout
    assert drawn.startswith("0───────0\n")
    assert facts("flow", drawn) == facts("flow", NUMBERLINK)
    # Each pair parts the other one: there is no solution, unless 0 is an empty cell.
    crossing = "..1..\n.....\n0...0\n.....\n..1..\n"
    read_as = crossing.replace(".", "·").replace("", " ").replace(" \n ", "\n").strip()
    assert run("flow", "-", "-c", "fill=0", stdin=crossing).stdout == f"{read_as}\n\nno solution\n"
    assert run("flow", "-", "-c", "fill=0", stdin=crossing.replace("0", ".")).returncode == 0


def test_other_signs_are_told_where_a_dot_is_an_empty_cell():
    for sign in "-_*[#":
        with pytest.raises(InstanceError, match=r"FILE:1:2: expected a blank \(\.\), a letter or a number"):
            read("flow", f"A{sign}A\n...")
        assert facts("flow", f"A{sign}A\n{sign}00") == {"size(2,3)", 'terminal(1,1,"A")', 'terminal(1,3,"A")'}


# With an outline: an empty line between the rows would part two boards.
TWO_LINES = "+-----------+\n| A-------A |\n|           |\n| B-------B |\n+-----------+\n"


def test_comments_above_lines_of_width_and_height():
    second = '# 2\n#\n## (the second one: "all" of it)\n3 2\nA.A\nB.B\n'
    for first in ("# Author: puzzasp, instances/6x6 {ours}\n\n", "  # Two boards\n# of ours\n", "% Two boards\n", ""):
        for end in ("", "0 0\n", "# The end\n"):
            text = f"{first}{NUMBERLINK}\n{second}{end}"
            for choice, board in ((1, NUMBERLINK), (2, "3 2\nA.A\nB.B\n")):
                assert facts("flow", text, choice=choice) == facts("flow", board)
            for choice, fault in ((3, "it holds 2"), (None, "there are 2 boards in it")):
                with pytest.raises(InstanceError, match=fault):
                    facts("flow", text, choice=choice)


def test_row_that_begins_with_a_sign_for_black_is_no_comment():
    drawn = "# # B\n# A B\n# # B\n"
    answer = formats.read_answer(packaged("norinori").problem(), drawn, "FILE")
    assert {str(atom) for atom in answer} == {f"shaded({r},{c})" for r, c in ((1, 1), (1, 2), (2, 1), (3, 1), (3, 2))}
    assert facts("flow", "# #\n2 2\n1 1\n") == {
        "size(3,2)", "terminal(2,1,2)", "terminal(2,2,2)", "terminal(3,1,1)", "terminal(3,2,1)",
    }  # fmt: skip
    assert facts("tents", "# A board of tents\nT .\n. .") == {"size(2,2)", "tree(1,1)"}


HITORI = """% Hitori - shade cells so that no number is twice in a row.
%
% Input
%   size(H, W)      H rows and W columns
%   number(R, C, N) the number N at row R, column C
% Output
%   shaded(R, C)    row R, column C is shaded
#include "lib/grid.lp".
#defined size/2.
#defined number/3.

% Domain

% Generate

{ shaded(R, C) } :- number(R, C, _).

% Test

% The number N is once in row R.
:- number(R, C, N), number(R, C', N), C < C', not shaded(R, C), not shaded(R, C').

#show shaded/2.

#program display.
#show size(H, W)         : size(H, W).
#show mark(R, C, N)      : number(R, C, N).
#show shade(R, C, black) : shaded(R, C).
"""


def drawing(tmp_path, *shown):
    """The legend of a program that draws some symbols and colours, each for an input of its own."""
    lines = "".join(f"#defined p{k}/2.\n" for k in range(len(shown))) + "#program display.\n"
    lines += "".join(f"#show {term}(R, C, {name}) : p{k}(R, C).\n" for k, (term, name) in enumerate(shown))
    (tmp_path / f"{len(shown)}.lp").write_text(lines)
    return formats.declarations(load(str(tmp_path / f"{len(shown)}.lp")).problem()).legend


SHOWN = [*(("mark", name) for name in sorted(GLYPHS)), *(("shade", name) for name in sorted(SHADES))]


@pytest.fixture(scope="module")
def all_together(tmp_path_factory):
    """The legend of a program that draws all."""
    return drawing(tmp_path_factory.mktemp("legend"), *SHOWN)


@pytest.mark.parametrize(("term", "name"), SHOWN)
def test_every_name_of_a_legend_is_read_in_each_style(term, name, tmp_path, all_together):
    def read_alone(text, legend):
        return list(map(str, read_board("FILE", [Line(1, f"{text} .")], legend).terms))

    alone = drawing(tmp_path, (term, name))
    looks = (GLYPHS if term == "mark" else SHADES)[name][:3]
    for look in looks:
        expected = ["size(1,2)", f"{term}(1,1,{name})"]
        assert read_alone(look, alone) == (expected[:1] if look in ".·" else expected)
        try:
            assert expected[-1] in read_alone(look, all_together) or look in ".·"
        except InstanceError as error:
            assert re.search(rf"FILE:1:1: {look} may be .*\b{name}\b", error.message)


@pytest.mark.parametrize("style", ["ascii", "unicode", "emoji"])
def test_shaded_numbers_are_drawn_and_read(style, tmp_path):
    lib = tmp_path / "lib"
    lib.mkdir()
    (lib / "grid.lp").write_text((ROOT / "asp" / "lib" / "grid.lp").read_text())
    (tmp_path / "hitori.lp").write_text(HITORI)
    puzzle = load(str(tmp_path / "hitori.lp"))
    instance = formats.read(puzzle.problem(), "5 5 12\n7 7 1\n", "FILE")
    drawn = set()
    for solution in puzzle.solve(instance, models=0):
        text = render_text(solution.board, style)
        drawn.add(text)
        assert set(formats.read_answer(puzzle.problem(instance), text, "FILE")) == set(solution.atoms)
        assert formats.read(puzzle.problem(), text, "FILE").facts == instance.facts
    assert len(drawn) == puzzle.count(instance) == 36
    with pytest.raises(InstanceError, match="expected a blank"):
        formats.read(puzzle.problem(), "5 5 12\n7 7 " + "#" * 9999 + "1", "FILE")


def test_one_of_several_boards_is_chosen(run, tmp_path):
    (tmp_path / "many.txt").write_text("2 2\nAA\nBB\n3 2\nA.A\nB.B\n0 0\nnothing read here")
    result = run("flow", "many.txt")
    assert result.returncode == 2
    assert "there are 2 boards in it (at the lines 2, 5)" in result.stderr
    assert "many.txt#1" in result.stderr
    assert run("flow", "many.txt#2", "-f", "ascii").stdout.startswith(TWO_LINES)
    assert "there is no board 3" in run("flow", "many.txt#3").stderr
    drawn = run("queens", "-c", "n=4", "-n", "0", "-f", "ascii").stdout
    assert "there are 2 boards" in run("queens", "-", stdin=drawn).stderr
    (tmp_path / "drawn.txt").write_text(drawn)
    assert run("queens", "drawn.txt#2", "--count").stdout == "1\n"
    (tmp_path / "four.lp").write_text("size(4, 4).")
    assert run("check", "queens", "four.lp", "drawn.txt#2").returncode == 0
    assert "there are 2 boards" in run("check", "queens", "four.lp", "drawn.txt").stderr


TILES = [(1, 2, 1, 2), (1, 2, 2, 3), (2, 3, 1, 2), (2, 1, 2, 4)]


@pytest.mark.parametrize(
    ("keys", "listed"), [(("haut", "bas", "gauche", "droite"), "tuiles"), (("top", "bottom", "left", "right"), "tiles")]
)
def test_tiles_in_json(keys, listed):
    tiles = [{"id": k, **dict(zip(keys, tile, strict=True))} for k, tile in enumerate(TILES)]
    found = facts("tetravex", json.dumps({"n": 2, listed: tiles}))
    assert found == {"size(2,2)", *(f"tile({k},{a},{b},{c},{d})" for k, (a, b, c, d) in enumerate(TILES))}


def test_misspelt_key_is_told_with_the_right_one():
    with pytest.raises(InstanceError) as caught:
        read("tetravex", '{"n": 1, "tilez": [{"id": 1, "top": 1, "bottom": 1, "left": 1, "right": 1}]}')
    assert caught.value.hint.startswith("Did you mean tiles? Expected are the keys bas, bottom, droite, ")
    tile = {"id": 1, "top": 1, "bottom": 1, "left": 1, "right": 1, "colour": "red"}
    assert "size(1,1)" in facts("tetravex", json.dumps({"title": "Mine", "n": 1, "tiles": [tile]}))


def test_facts_in_json():
    expected = {"size(2,2)", "tree(1,1)", "tent_row(1,1)"}
    assert facts("tents", '{"size": [2, 2], "tree": [[1, 1]], "tent_row": [[1, 1]]}') == expected
    assert facts("tents", '["size(2, 2)", "tree(1,1).", "tent_row(1..1, 1)"]') == expected
    puzzle = packaged("tents")
    solution = json.dumps({"solutions": [{"atoms": ["tent(1,2)"], "board": []}], "count": 1})
    assert list(map(str, formats.read_answer(puzzle.problem(None), solution, "FILE"))) == ["tent(1,2)"]
    assert list(map(str, formats.read_answer(puzzle.problem(None), '{"-tent": [[1, 2]]}', "FILE"))) == ["-tent(1,2)"]
    odd = Instance("x", (Function("region", [Number(1), Number(1), Function("f", [String("a")])]),))
    text, _ = packaged("norinori").convert(odd, "json")
    assert read("norinori", text).facts == odd.facts


# --- faults ---

BAD = {
    "bad character": ("tents", "https://puzz.link/p?tents/5/5/2g0h1i1j8!323", "character 40: unexpected character '!'"),
    "no digit of a border": ("norinori", "https://puzz.link/p?norinori/5/5/cagzocjo", "character 37: .*'z'"),
    "too long": ("norinori", "https://puzz.link/p?norinori/5/5/cag4ocjo00", "character 42: expected the end"),
    "skips too far": ("flow", "https://puzz.link/p?numlin/2/2/1z", "character 33: 'z' skips beyond the last of 4"),
    "cut number": ("flow", "https://puzz.link/p?numlin/2/2/-1", "character 33: expected 2 hexadecimal digits"),
    "cut marks": ("tents", "https://puzz.link/p?tents/2/2/jh", "character 32: 'h' leads beyond the last of 4 cells"),
    "unknown name": ("flow", "https://puzz.link/p?numlin/2/2/1.", "character 33: unexpected character '.'"),
    "no size": ("tents", "https://puzz.link/p?tents/", "expected the number of columns, found ''"),
    "no rows": ("tents", "https://puzz.link/p?tents/5/x/1", "expected the number of rows, found 'x'"),
    "huge": ("tents", "https://puzz.link/p?tents/1000000000/5/1", "expected the number of columns"),
    "large": ("tents", "https://puzz.link/p?tents/9999999/9999999/1", "rows and 9999999 columns is too large"),
    "zero": ("tents", "https://puzz.link/p?tents/0/5/1", "expected the number of columns, found '0'"),
    "no stars": ("starbattle", "https://puzz.link/p?starbattle/6/6/x/4ilb", "character 36: expected a number and a sl"),
    "other genre": ("tents", URLS["norinori"][0], "a board of norinori, not of tents"),
    "alias of another genre": ("tents", "https://puzz.link/p?numberlink/2/2/1", "a board of numberlink, not of tents"),
    "unknown genre": ("tents", "https://puzz.link/p?nosuch/5/5/1", "a board of nosuch, which no puzzle here reads"),
    "another site": ("tents", "https://example.org/tents/5/5", "character 1: this is no address of a puzzle"),
    "no genre": ("tents", "https://puzz.link/p?", "character 21: '' is no name of a genre"),
    "game ID of another puzzle": ("flow", GAME_ID, "flow reads no game IDs"),
    "short grid": ("tents", "4x4:bgd,0,1,0,2,2,0,1,0", "character 8: expected a letter or _, found ','"),
    "long grid": ("tents", "4x4:bgdz,0,1,0,2,2,0,1,0", "character 8: 'z' leads beyond the last of 17 places"),
    "few numbers": ("tents", "4x4:bgd_,0,1,0,2", "character 17: expected ',', found the end"),
    "no number": (
        "tents",
        "4x4:bgd_,0,1,0,2,2,x,1,0",
        "character 20: expected a number of up to seven digits, found 'x'",
    ),
    "letter of a grid": ("tents", "4x4:bgD_,0,1,0,2,2,0,1,0", "character 7: expected a letter or _, found 'D'"),
    "answer before the grid": ("tents", "4x4:!bgd_,0,1,0,2,2,0,1,0", "character 5: there is no place before '!'"),
    "cages": ("sudoku", "3x3k:zzzc,___a", r"expected RxC\[x\]: or Nj\[x\]: as in game IDs of sudoku, found '3x3k:'"),
    "neighbours that differ by one": ("futoshiki", "5a:0RD,", "expected N: as in game IDs of futoshiki, found '5a:'"),
    "another grid": ("slitherlink", "5x5t1:a", "expected WxHt0: as in game IDs of slitherlink, found '5x5t1:'"),
    "three bridges": ("hashi", "7x7m3:5e3a1", "expected WxHm2: as in game IDs of hashi, found '7x7m3:'"),
    "number of a game ID": ("shikaku", "2x2:4_c", "character 7: expected a number after _, found 'c'"),
    "sign out of the board": ("futoshiki", "2:0U,0,0,0,", "character 4: 'U' leads out of the board"),
    "huge game ID": ("tents", "99999999x9:a,1", "a board of this size cannot be"),
    "unknown character": ("tents", "1 0\n1 T q\n0 . .", "FILE:2:5: expected a blank .*tree .T ♣.*found 'q'"),
    "short row": ("tents", ". T\n.", "FILE:2:1: this row has 1 cells, but the first one has 2"),
    "clue beside no column": ("tents", "        1\n. T\n. .", "FILE:1:9: this number stands above or below no column"),
    "row below": ("tents", ". T\n1 1\n. .", "FILE:3:1: a row of the board below"),
    "too few digits": ("tents", "12\n.T.\n...", "FILE:1:1: the number 12 stands above or below several columns"),
    "digits with more": ("tents", "1-2 1 1\n. T .\n. . .", "FILE:1:1: expected a number, . or -, found '1-2'"),
    "comment and words": ("tents", "% of Tents\nsize 2 2", "FILE:2:1: expected a blank"),
    "empty": ("tents", " \n", "FILE: is empty"),
    "large clue": ("tents", "99999999999 . T\n. .", "FILE:1:1: the number 99999999999 is too large"),
    "only clues": ("tents", "1 1\n", "there is no row of a board"),
    "walls cut": ("norinori", "+---+---+\n| .   . |\n", "FILE:2:1: expected a line of borders above and below"),
    "walls askew": ("norinori", "+---+---+\n| .   . |\n+---+\n", "FILE:3:1: this line takes 5 columns, .* 9"),
    "cells askew": ("norinori", "+---+\n|. .|\n+---+\n| . |\n+---+\n", "FILE:4:[0-9]: expected 2 cells of equal width"),
    "announced row": ("flow", "3 2\nA.A\nB.\n", "FILE:3:1: expected a row of 3 cells, found 'B.'"),
    "announced rows": ("flow", "3 3\nA.A\n", "FILE:1:1: a board of 3 rows is announced, but 1 follow"),
    "announced size": ("flow", "1 1\nA\nB\n", "FILE:3:1: expected a line with width and height"),
    "tile cut": ("tetravex", "+---+\n|\\1/|\n|2X |\n|/1\\|\n+---+\n", "FILE:3:2: expected line 2 of a tile"),
    "no tiles": ("tetravex", ". . .\n", "FILE:1:1: expected a drawing of tiles"),
    "json cut": ("tetravex", '{"n": 2,\n "tuiles": [', "FILE:2:13: not JSON"),
    "json with a fraction": ("tetravex", '{"n": 2.5}', "FILE: n: expected a whole number"),
    "json with a large number": ("tetravex", '{"n": 99999999999}', "FILE: n: expected a whole number"),
    "json with a huge number": ("tetravex", '{"n": ' + "9" * 5000 + "}", "does not fit in 32 bits|whole number"),
    "json that is deep": ("tetravex", "[" * 100_000, "FILE.*(nested too deep|not JSON)"),
    "json with a misspelt list": ("tetravex", '{"n": 2, "tilez": []}', "FILE: unknown key 'tilez'"),
    "json with a misspelt side": ("tetravex", '{"n": 1, "tiles": [{"id": 1, "botom": 1}]}', "unknown key 'botom'"),
    "json with a misspelt fact": ("tents", '{"sizee": [[2, 2]], "tree": []}', "FILE: unknown key 'sizee'"),
    "json nested": ("tetravex", '{"a":' * 80 + "1" + "}" * 80, "nothing in this json is a fact of tetravex"),
    "json without a side": (
        "tetravex",
        '{"n": 1, "tiles": [{"id": 1, "top": 1, "left": 1, "right": 1}]}',
        r"FILE: tiles\[1\] has no bottom",
    ),
    "json without a list": ("tetravex", '{"n": 1, "tiles": 3}', "FILE: tiles: expected a list, found 3"),
    "json with another fact": ("tents", '["size(2, 2)", "treee(1, 1)"]', r"\[2\]:1:1: unknown fact treee/2"),
    "json with another arity": ("tents", '{"tree": [[1, 1, 1]]}', r"tree\[1\]: 3 values, but tree takes 2"),
    "json of something else": ("tents", '{"name": "x"}', "nothing in this json is a fact of tents"),
    "solutions as an instance": ("tents", '{"solutions": []}', "there are 0 solutions in it"),
}


@pytest.mark.parametrize("case", BAD)
def test_fault_is_told_with_its_position(case):
    name, text, message = BAD[case]
    form = None if formats.recognise(text) != "facts" else "text"
    with pytest.raises(InstanceError) as caught:
        packaged(name).read(text) if formats.is_literal(text) else read(name, text, form=form)
    assert re.search(message, caught.value.message), caught.value.message


@pytest.mark.parametrize(
    "text",
    ["size(2, 2). tree(1, 1", "tree(1 1).", "size(2,2)\n:- a.", "% of Tents\na. % b", "tree.", "\ufeff1 T",
     "#const n = 3.", "a.\0", "", "% comment\n", "{a}.", "%* open", '"a".'],
)  # fmt: skip
def test_faulty_facts_are_told_by_their_reader(text):
    assert formats.recognise(text) == "facts"


def test_shaded_cells_are_no_comments():
    """Without all that is behind % this would be facts without arguments, ``o. o.``."""
    assert formats.recognise("o  .  %% .\no  .  %# o\n") == "text"


def test_file_of_facts_by_its_name_is_never_a_board(run, tmp_path):
    (tmp_path / "x.lp").write_text("1 0\n0 T .\n1 . .")
    result = run("tents", "x.lp")
    assert "x.lp:1:1: expected a fact" in result.stderr
    assert run("tents", "x.lp", "--from", "text", "--count").stdout == "1\n"


def test_unknown_formats():
    puzzle = packaged("tents")
    with pytest.raises(UsageError, match="no format xml"):
        puzzle.read("6x6", "xml")
    with pytest.raises(UsageError, match="no format xml"):
        puzzle.convert(puzzle.read("6x6"), "xml")
    with pytest.raises(InstanceError, match="only a text can hold several"):
        puzzle.read("6x6#1")


# --- anything at all ---

URL_CHARACTERS = string.digits + string.ascii_lowercase + "-+=%.*$/?"
DRAWN = [" .\n12TA?-", " \n+-|.#A", "/\\X123|+- \n", "─│┌┐└┘ 12\n", '{}[]",:123an ']
ALPHABETS = st.sampled_from([string.printable, URL_CHARACTERS, *DRAWN])
# What each program says of formats takes a while to read.
NAMES = Random(SEED).sample(Library().names(), 12)


@given(st.sampled_from(NAMES), st.one_of(st.text(max_size=60), ALPHABETS.flatmap(lambda a: st.text(a, max_size=80))),
       st.sampled_from([None, *formats.FORMATS]), st.sampled_from(["", "https://puzz.link/p?", "4x4:"]))  # fmt: skip
@settings(max_examples=600, deadline=None, derandomize=True)
def test_any_text_is_read_or_refused(name, text, form, start):
    text = start + text
    try:
        formats.read(packaged(name).problem(), text, "FILE", form)
    except InstanceError as error:
        assert error.message


KEYS = [
    "size", "tree", "solutions", "atoms", "term", "n", "tiles", "tuiles", "id", "top", "bas", "json", "-tent", "tent",
]  # fmt: skip
VALUES = st.one_of(
    st.integers(-3, 3), st.none(), st.booleans(), st.floats(), st.text(max_size=3), st.integers(),
    st.sampled_from(["tree(1,1)", "1..0", "1,2", "f(x", "size(2, 2)."]),
)  # fmt: skip
OBJECTS = st.recursive(
    VALUES, lambda v: st.one_of(st.lists(v, max_size=3), st.dictionaries(st.sampled_from(KEYS), v, max_size=3))
)


@given(st.sampled_from(["tents", "tetravex", "queens"]), OBJECTS)
@settings(max_examples=400, deadline=None, derandomize=True)
def test_any_json_is_read_or_refused(name, value):
    text = json.dumps(value)
    for read_text in (formats.read, formats.read_answer):
        try:
            read_text(packaged(name).problem(), text, "FILE")
        except InstanceError as error:
            assert error.message


# --- the commands ---


def test_url_is_solved_without_a_parser_and_with_one(run):
    url = URLS["tents"][0]
    assert run("tents", url).stdout == run("tents", url, "-f", "unicode").stdout
    assert run("tents", url).stdout.endswith("1 solution, the only one\n")
    assert run("tents", "-", stdin=url + "\n").stdout == run("tents", url).stdout
    result = run("norinori", url)
    assert (result.returncode, result.stdout) == (2, "")
    assert f"puzzasp tents '{url}'" in result.stderr


def test_constants_of_a_url_hold_in_every_command(run):
    url = "https://puzz.link/p?arukone/e/2/2/1h1"
    assert run("flow", url, "--count").stdout == "2\n"
    assert run("flow", url, "--count", "-c", "fill=1").stdout == "0\n"
    assert "several solutions" in run("rate", "flow", url).stdout
    assert "no solution" in run("hint", "flow", url, "-c", "fill=1").stdout


def test_drawn_board_is_an_answer(run, tmp_path):
    drawn = run("tents", "6x6", "-f", "ascii").stdout
    (tmp_path / "drawn.txt").write_text(drawn)
    result = run("check", "tents", "6x6", "drawn.txt")
    assert (result.returncode, result.stdout) == (0, "The answer is right and complete.\n")
    assert run("check", "tents", "drawn.txt", "drawn.txt").returncode == 0
    (tmp_path / "wrong.txt").write_text(drawn.replace("2 . A", "2 A .", 1))
    result = run("check", "tents", "6x6", "wrong.txt")
    assert result.returncode == 1
    assert "Tents stand only beside trees." in result.stdout
    (tmp_path / "begun.txt").write_text(drawn.replace("A", ".", 3))
    assert "so: a tent" in run("hint", "tents", "6x6", "--given", "begun.txt").stdout.replace("no tent", "a tent")
    crossed = "xx.T..\n.T...T\n..T.T.\n...T..\n.T....\n....T.\n"
    answer = formats.read_answer(packaged("tents").problem(None), crossed, "FILE")
    assert set(map(str, answer)) == {"-tent(1,1)", "-tent(1,2)"}


def test_drawn_tiles_are_an_answer_whatever_they_are_called(run):
    for name in ("4x4-fixed-a", "3x3-equal-b", "3x4-equal-a"):
        drawn = run("tetravex", name, "-f", "emoji").stdout
        assert run("check", "tetravex", name, "-", stdin=drawn).returncode == 0


def test_convert(run, tmp_path):
    result = run("convert", "tents", URLS["tents"][0], "--to", "text")
    assert (result.stdout, result.stderr) == (
        "  2   0\n1 . . T . .\n  . . . . .\n  . T . . T\n  . . . T .\n1 . T . . .\n", "",
    )  # fmt: skip
    result = run("convert", "starbattle", "8x8-a", "--to", "url", "-o", "x.url")
    assert result.returncode == 0
    assert "argument 3 of region/3 is numbered anew" in result.stderr
    assert run("starbattle", "x.url", "--count").stdout == "1\n"
    result = run("convert", "tetravex", "4x4-fixed-a", "--to", "json")
    assert (result.returncode, result.stdout) == (2, "")
    assert "2 facts would be lost: fixed(2,1,4), fixed(16,3,2)" in result.stderr
    result = run("convert", "starbattle", "8x8-a", "--to", "facts", "-c", "stars=2")
    assert (result.stdout.partition("\n")[0], result.stderr) == ("#const stars = 2. [override]", "")
    assert run("convert", "tents", "6x6").returncode == 2


@pytest.mark.parametrize(
    "text",
    ["size(100000, 100000).", "size(0, -1).", "size(a, b).", "tree(1, 1).", "size(2, 2). tent_row(a, 1).",
     "size(2, 2). tree(f(1), 1).", "size(2, 2). tree(3, 1).", "size(2, 2). tent_row(1, 300).",
     "size(2, 2). size(3, 3).", "size(2, 2). tent_row(1, -1)."],
)  # fmt: skip
def test_board_that_cannot_be_is_written_as_facts_only(text):
    puzzle = packaged("tents")
    instance = Instance("x", parse_facts(text))
    assert set(parse_facts(puzzle.convert(instance, "facts")[0])) == set(instance.facts)
    for form in ("url", "gameid"):
        with pytest.raises(InstanceError):
            puzzle.convert(instance, form)


TEXT = TEMPLATE.read_text().replace("shade(R, C, grey) ", "mark(R, C, 1)     ")
OWN = """
#program formats.
puzzlink(boxes, "", (fours,)).
"""


def test_program_of_ones_own_reads_its_own_boards(run, tmp_path):
    (tmp_path / "boxes.lp").write_text(TEXT + OWN)
    puzzle = load(str(tmp_path / "boxes.lp"))
    assert faults(puzzle.program) == []
    instance = formats.read(puzzle.problem(), "1...\n..1.\n....", "FILE")
    assert set(map(str, instance.facts)) == {"size(3,4)", "wall(1,1)", "wall(2,3)"}
    url, notes = puzzle.convert(instance, "url")
    assert notes == []
    assert url.startswith("https://puzz.link/p?boxes/4/3/")
    assert set(formats.read(puzzle.problem(), url, "FILE").facts) == set(instance.facts)
    found = run("--asp", tmp_path, "boxes", "-", "--count", stdin="1...\n..1.\n....\n")
    assert found.stdout == "14\n"
    assert "boxes" in run("--asp", tmp_path, "tents", url.strip()).stderr


def test_program_without_the_part_reads_what_it_draws(tmp_path):
    (tmp_path / "plain.lp").write_text(TEXT)
    puzzle = load(str(tmp_path / "plain.lp"))
    assert set(map(str, formats.read(puzzle.problem(), "1 .\n. #", "FILE").facts)) == {"size(2,2)", "wall(1,1)"}
    with pytest.raises(UsageError, match="cannot be written as url"):
        puzzle.convert(Instance("x", ()), "url")


def test_program_that_draws_nothing_reads_no_text(tmp_path):
    (tmp_path / "plain.lp").write_text(TEXT.split("#program display.")[0])
    puzzle = load(str(tmp_path / "plain.lp"))
    with pytest.raises(InstanceError, match="plain reads no boards as text: it has no display part"):
        formats.read(puzzle.problem(), ". .\n. .", "FILE")
    with pytest.raises(UsageError, match="cannot be written as text"):
        puzzle.convert(Instance("x", ()), "text")


BREACHES = {
    "unknown term": ("puzzlink(", "wall(R, C) :- marks(R, C).\npuzzlink(", "marks/2 is no fact"),
    "unknown piece": ("(fours,)", "(fives,)", "fives is no piece of a URL"),
    "no tuple": ("(fours,)", "fours", "fours is no tuple"),
    "piece of a game ID": ("puzzlink(", "gameid((size,), (fours,)).\npuzzlink(", "fours is no piece of a game ID"),
    "head of a game ID": (
        "puzzlink(",
        "gameid((cells,), (digits,)).\npuzzlink(",
        "cells is no part of a game ID's head",
    ),
    "legend": ("puzzlink(", "legend(black).\npuzzlink(", "black in the legend is not known"),
    "choice": ("puzzlink(", "{ wall(1, 1) }.\npuzzlink(", "definitions only"),
    "show": ("puzzlink(", "#show wall/2.\npuzzlink(", "definitions only"),
    "function": ("puzzlink(", "size(@f, 1) :- answer.\npuzzlink(", "@functions"),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_breach_of_the_contract_is_found(breach, tmp_path):
    old, new, message = BREACHES[breach]
    text = TEXT + OWN
    assert old in text
    (tmp_path / "boxes.lp").write_text(text.replace(old, new, 1))
    found = faults(load(str(tmp_path / "boxes.lp")).program)
    assert any(message in str(fault) for fault in found), found


def test_part_that_cannot_be_grounded_is_told(tmp_path):
    (tmp_path / "boxes.lp").write_text(TEXT + OWN + "wall(R, C) :- answer.")
    with pytest.raises(ProgramError, match="unsafe"):
        formats.read(load(str(tmp_path / "boxes.lp")).problem(), "..", "FILE", "text")


def test_large_board_is_read_and_written_in_linear_time():
    """Four times as many cells are four times the work, counted in the lines of Python that run."""
    puzzle = packaged("tents")

    def work(side):
        text = "\n".join(["  " + " ".join("5" * side), *["5 " + " ".join("..T." * (side // 4))] * side])
        lines = 0

        def count(frame, event, argument):
            nonlocal lines
            lines += 1
            return count

        traced = sys.gettrace()
        sys.settrace(count)
        try:
            instance = formats.read(puzzle.problem(), text, "FILE")
            url = puzzle.convert(instance, "url")[0]
            again = formats.read(puzzle.problem(), url, "FILE")
        finally:
            sys.settrace(traced)
        assert len(instance.facts) == 1 + side * side // 4 + 2 * side
        assert set(again.facts) == set(instance.facts)
        return lines

    assert work(80) < 4.5 * work(40)

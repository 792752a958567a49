"""What the package offers to Python programs."""

import xml.etree.ElementTree as ET

import pytest

import pyclingo_app
from pyclingo_app import PuzzaspError, UsageError, batch, load, parse_facts, read_instance


def test_every_name_that_is_offered_is_there():
    for name in pyclingo_app.__all__:
        assert getattr(pyclingo_app, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pyclingo_app.nothing  # noqa: B018


def test_results_are_shown_as_people_read_them():
    queens = load("queens", constants={"n": 2})
    assert str(queens.draw()) == "· ░\n░ ·"
    search = load("queens", constants={"n": 1}).solve(models=2)
    (solution,) = search
    assert str(solution) == f"{solution}" == "♛"
    assert str(search.outcome) == "1 solution, the only one"
    assert repr(search.outcome).startswith("Outcome(count=1")
    for drawn in (solution, solution.board):
        assert ET.fromstring(drawn._repr_svg_()).tag.endswith("svg")


def test_constants_are_texts_or_numbers():
    assert load("queens", constants={"n": 6}).count() == load("queens", constants={"n": "6"}).count() == 4
    with pytest.raises(UsageError, match="must be a whole number"):
        load("queens", constants={"n": "six"})


def test_a_board_is_drawn_with_some_atoms_on_it():
    tents = load("tents")
    board = tents.draw(tents.read("6x6"), parse_facts("tent(1, 2)."))
    assert str(board).splitlines()[1] == "2 · ▲ · ♣ · ·"


def test_answers_and_boards_convert_and_decode(tmp_path):
    tents = load("tents")
    board = tents.read("6x6")
    text, notes = tents.convert(board, "url")
    assert tents.read(text.strip()).facts
    assert notes == []
    answer = tmp_path / "answer.txt"
    (solution,) = tents.solve(board)
    answer.write_text(str(solution))
    for limits in ({}, {"time_limit": 100}):
        assert tents.check(board, tents.read_answer(str(answer), board), **limits).right
    answer.write_text("SAT\n-1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0\n")
    queens = load("queens", constants={"n": 4})
    assert queens.cnf() == queens.cnf(time_limit=100)
    assert queens.cnf(linear=True, time_limit=100).text.startswith("* #variable= 16 #constraint= ")
    (tmp_path / "out.cnf").write_text(queens.cnf().text)
    for limits in ({}, {"time_limit": 100}):
        found, outcome = queens.decode(None, str(tmp_path / "out.cnf"), str(answer), **limits)
        assert found.facts == "queen(1,2). queen(2,4). queen(3,1). queen(4,3)."
        assert str(found).startswith("· ♛ · ░\n")
        assert (outcome.count, outcome.complete) == (1, False)


@pytest.mark.parametrize("count", [4, 5])
def test_tests_of_a_program(count, tmp_path):
    folder = tmp_path / "instances" / "own"
    folder.mkdir(parents=True)
    (tmp_path / "own.lp").write_text("{ x(1..2, 1) }.\n#show x/2.\n")
    (folder / "a.lp").write_text(f"% Own, {count} solutions.\n")
    (folder / "b.lp").write_text("% Own.\n")
    faults = load(str(tmp_path / "own.lp")).test()
    assert any("the first line is not" in fault for fault in faults.program)
    assert faults.instances.keys() == {"a", "b"}
    assert faults.instances["a"] == ("" if count == 4 else "PZ202 the first line states 5 solutions, but there are 4")
    assert "states no number" in faults.instances["b"]


def test_tests_of_a_program_end_at_the_limit(tmp_path):
    folder = tmp_path / "instances" / "own"
    folder.mkdir(parents=True)
    (tmp_path / "own.lp").write_text("q(1..3000, 1..3000, 1..3000).\n#show p/0.\np.\n")
    (folder / "a.lp").write_text("% Own, 1 solution.\n")
    assert load(str(tmp_path / "own.lp")).test(0.5).instances == {"a": "PZ203 not counted within 0.5 seconds"}


def test_what_a_person_passes_is_taken_or_refused_in_words():
    tents = load("tents")
    assert tents.generate("5x4", seed=1) == tents.generate((5, 4), seed=1)
    for wrong, said in (
        (lambda: tents.generate("5z4"), "cannot use the size '5z4'"),
        (lambda: tents.generate((5,)), "cannot use the size"),
        (lambda: tents.solve("6x6", constants={}), "no option constants"),
        (lambda: tents.check("6x6", "", level=1), "no option level"),
        (lambda: load("https://puzz.link/p?norinori/5/5/cag4ocjo"), "the address of a board"),
    ):
        with pytest.raises(UsageError, match=said):
            wrong()


TENTS = load("tents")


@pytest.mark.parametrize(
    "call",
    [
        lambda: load(7),
        lambda: load("tents", constants=[1]),
        lambda: load("tents", rules=[1]),
        lambda: TENTS.count(b"tree(1,1)."),
        lambda: TENTS.count("6x6", memory_limit=900.5),
        lambda: TENTS.count("6x6", memory_limit=10**30),
        lambda: TENTS.count("6x6", time_limit="1"),
        lambda: TENTS.count("6x6", time_limit=10**400),
        lambda: TENTS.count("6x6", cancel=1),
        lambda: TENTS.solve("6x6", models="2"),
        lambda: TENTS.solve("6x6", seed=1.5),
        lambda: TENTS.check("6x6", [1]),
        lambda: TENTS.convert("6x6", []),
        lambda: TENTS.generate(difficulty=[]),
        lambda: TENTS.generate(size=7.5),
        lambda: TENTS.read(1),
        lambda: parse_facts(b"a."),
        lambda: next(batch([1])),
        lambda: batch([], workers="2"),
    ],
)
def test_arguments_of_wrong_types_are_told(call):
    with pytest.raises(UsageError) as caught:
        call()
    assert len(str(caught.value)) < 200


def test_arguments_of_wider_types_are_taken(tmp_path):
    (tmp_path / "board.lp").write_text("size(1,2). tree(1,1).")
    assert TENTS.count(tmp_path / "board.lp", time_limit=60) == 1
    assert read_instance(tmp_path / "board.lp").facts == parse_facts("size(1,2). tree(1,1).")
    assert TENTS.generate([4, 4], seed=1).facts == TENTS.generate((4, 4), seed=1).facts


def test_a_message_has_two_kilobytes_at_most():
    """Also where it quotes what is as long as a board."""
    for wrong in ("https://puzz.link/p?tents/6/100000/" + "h" * 30_000, "tree(" + "é" * 30_000, "x" * 30_000):
        with pytest.raises(PuzzaspError) as caught:
            TENTS.count(wrong)
        assert 0 < len(str(caught.value).encode()) <= 2048

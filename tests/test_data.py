"""The programs against facts from outside: ``genres/NAME.json``, in which tools/README.md says what each key is."""

from collections.abc import Callable, Iterable, Iterator

import genres
import pytest
from budget import each_known
from genres import Genre, packaged

import pyclingo_app as puzzasp
from pyclingo_app.facts.reader import parse_facts
from pyclingo_app.formats import _differences as differences
from pyclingo_app.solve.verify import Checker
from tools.sentences import named

Draw = Callable[[Iterable, float], Iterator]
# The CPU seconds that each kind of data of a genre may take in an ordinary run.
SECONDS = 0.04


@pytest.fixture
def puzzle(genre: Genre) -> puzzasp.Puzzle:
    """The program of a genre, read once."""
    return packaged(genre.name)


@each_known
@pytest.mark.parametrize("key", ["published", "counts"])
def test_numbers_of_solutions(genre: Genre, key: str, puzzle: puzzasp.Puzzle, draw: Draw) -> None:
    """A board has as many as others say, a tiny one as many as another program accepts of all answers."""
    assert_counts(puzzle, draw(genres.data(genre.name)[key], SECONDS))


def assert_counts(puzzle: puzzasp.Puzzle, boards: Iterable[tuple[str, int]]) -> None:
    """Hold that boards have as many solutions as is said."""
    for board, number, *_ in boards:
        assert len(list(puzzle.solve(board, models=number + 1))) == number, board


@each_known
def test_boards_on_which_programs_disagree(genre: Genre, puzzle: puzzasp.Puzzle, draw: Draw) -> None:
    """We say what we said when somebody looked, of all solutions or of one answer, and why is written down."""
    for board, ours, theirs, reason, *answer in draw(genres.data(genre.name)["disagree"], SECONDS):
        assert ours != theirs, board
        assert reason, board
        if ours is None:
            with pytest.raises(puzzasp.PuzzaspError):
                puzzle.count(board)
        elif answer:
            assert fulfils(puzzle, board, *answer) == bool(ours), board
        else:
            assert_counts(puzzle, [(board, ours)])


@each_known
def test_refused_boards(genre: Genre, puzzle: puzzasp.Puzzle, draw: Draw) -> None:
    """What is no board of the genre is told."""
    for board, _ in draw(genres.data(genre.name)["refused"], SECONDS):
        with pytest.raises(puzzasp.PuzzaspError):
            puzzle.count(board)


@each_known
def test_boards_are_written_and_come_back(genre: Genre, puzzle: puzzasp.Puzzle, draw: Draw) -> None:
    """A board of facts has an address, and that is the same board, but for names of regions."""
    for text, address in draw(genres.data(genre.name)["back"], SECONDS):
        facts = parse_facts(text)
        assert puzzle.convert(puzzasp.Instance("board", facts), "url").text.strip() == address
        notes = differences(puzzle.program, facts, puzzle.read(address).facts, "url")
        assert all("numbered anew" in note for note in notes), (address, notes)


@each_known
def test_solved_boards(genre: Genre, puzzle: puzzasp.Puzzle, draw: Draw) -> None:
    """What another program takes as solved is a solution."""
    for board, answer, *_ in draw(genres.data(genre.name)["solved"], SECONDS):
        assert fulfils(puzzle, board, answer), board


def fulfils(puzzle: puzzasp.Puzzle, board: str, answer: str) -> bool:
    """Whether an answer is a solution."""
    return Checker().fulfils(puzzle.problem(board), parse_facts(answer))


@each_known
def test_wrong_answers(genre: Genre, puzzle: puzzasp.Puzzle, draw: Draw) -> None:
    """What another program refuses is none, and the sentence is named that says what that says, if it is one."""
    data = genres.data(genre.name)
    for board, answer, code, *_ in draw(data["wrong"], SECONDS):
        sentence = data["names"][code]
        if sentence:
            assert sentence in broken(puzzle, board, answer), (board, answer)
        else:
            assert not fulfils(puzzle, board, answer), (board, answer)


@each_known
def test_answers_that_break_one_sentence(genre: Genre, puzzle: puzzasp.Puzzle, draw: Draw) -> None:
    """Just that one is named."""
    for board, answer, _, sentence in draw(genres.data(genre.name)["alone"], SECONDS):
        assert broken(puzzle, board, answer) == [sentence], (board, answer)


def broken(puzzle: puzzasp.Puzzle, board: str, answer: str) -> list[str]:
    """The sentences that a wrong answer breaks, with their variables, or what else is said of it."""
    check = puzzle.check(board, answer, final=True, draw=False)
    assert not check.right, (board, answer)
    return named(puzzle, check)

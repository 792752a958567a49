"""The programs against the rules, genre by genre: counts, wrong answers, mutations and symmetry.

What is known of a genre stands in ``genres/NAME.json``, and in ``genres/NAME.py`` where its rules are once more.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from inspect import getsource
from itertools import chain, product
from pathlib import Path
from random import Random
from statistics import median

import genres
import pytest
from budget import SEED, each_checked, each_genre, some_of
from clingo import ast
from genres import Fact, Facts, Genre, Mode, facts_of, packaged, size_of
from mutants import counted, from_data, instance, term, tiny_boards

import pyclingo_app as puzzasp
from pyclingo_app.facts.reader import parse_facts
from pyclingo_app.solve.verify import Checker, fulfilling
from tools.sentences import rules_of, without

ROOT = Path(__file__).parent.parent
Draw = Callable[[Iterable, float], Iterator]


def test_each_program_has_a_file_of_its_genre() -> None:
    """A program cannot be added without facts from outside: data, or its rules once more with a brute force."""
    assert sorted(path.stem for path in (ROOT / "asp").glob("*.lp")) == genres.NAMES
    assert [genres.find(name).name for name in genres.NAMES] == genres.NAMES


def test_programs_are_of_a_size_that_is_read() -> None:
    """As CONTRIBUTING.md says: lines from the first that is no header on, and characters in a line."""
    lengths = {}
    for path in (*(ROOT / "asp").glob("*.lp"), *(ROOT / "asp" / "lib").glob("*.lp")):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if len(line) > 100] == [], path.name
        if path.parent.name == "asp":
            lengths[path.stem] = len(lines) - next(k for k, line in enumerate(lines) if line.startswith("#"))
    assert {name: length for name, length in lengths.items() if length > 85} == {}
    assert median(lengths.values()) <= 55


def tuples(text: str) -> list[Fact]:
    """Read facts as tuples."""
    return facts_of(puzzasp.parse_facts(text))


def answers(puzzle: puzzasp.Puzzle, board: puzzasp.Instance | None, models: int = 0) -> list[list[Fact]]:
    """Give solutions of a board."""
    return [facts_of(solution.atoms) for solution in puzzle.solve(board, models=models)]


@each_checked
def test_random_boards(genre: Genre, draw: Draw) -> None:
    """Trying all answers finds as many solutions, and each one is right."""
    for number in draw(range(300), 0.1):
        random = Random(f"{SEED} {genre} {number}")
        facts, mode = genre.board(random), random.choice(genre.modes)
        found = answers(packaged(genre.name, **mode), instance(facts))
        assert len(found) == genre.brute(facts, **mode), (facts, mode)
        assert [genre.check(facts, answer, **mode) for answer in found] == [[]] * len(found), (facts, mode)


# Packaged boards


def boards_of(genre: Genre) -> list[Path]:
    """Give the packaged boards of a genre."""
    return [Path(path) for path in packaged(genre.name).instances().values()]


def test_each_packaged_board_is_of_a_genre() -> None:
    """The first words of a board are the title of its genre, whose name is that of its directory."""
    titles = {name: packaged(name).program.title for name in genres.NAMES}
    paths = sorted((ROOT / "instances").glob("**/*.lp"))
    for path in paths:
        title = re.match(r"% (.+?) \d+x\d+", path.read_text(encoding="utf-8"))[1]
        assert title == titles.get(path.parent.name, title), path
        assert title in titles.values(), path
    assert paths == sorted(path for name in genres.NAMES for path in boards_of(genres.find(name)))


def promised(line: str, genre: Genre) -> Iterator[tuple[Mode, int | None]]:
    """Give the numbers of solutions in the first line of a board, None if unknown, and the constants they are for."""
    for phrase, mode in genre.stated.items():
        line, _, tail = line.partition(phrase)
        yield mode, None if "unknown number of solutions" in tail else int(*re.findall(r"(\d+) solutions?\b", tail))
    yield {}, None if "unknown number of solutions" in line else int(*re.findall(r"(\d+) solutions?\b", line))


@each_genre
def test_packaged_boards(genre: Genre, draw: Draw, pytestconfig: pytest.Config) -> None:
    """The first line tells the number of solutions, and they are right; the two largest, which may take seconds, are
    tried with --full."""
    boards = sorted(boards_of(genre), key=lambda path: path.stat().st_size)
    for path in draw(boards if pytestconfig.option.full else boards[:-2], 0.08):
        for mode, number in promised(path.read_text(encoding="utf-8").splitlines()[0], genre):
            puzzle = packaged(genre.name, **mode)
            board = puzzle.read(str(path))
            found = answers(puzzle, board, 200)
            assert len(found) == min(number, 200) if number is not None else found, (path.stem, mode)
            assert len(found) < 200 or number is None or puzzle.count(board) == number, (path.stem, mode)
            facts = facts_of(board.facts)
            told = {name: int(str(value)) for name, value in board.constants} | mode
            for answer in found if genre.check else ():
                assert genre.check(facts, answer, **told) == [], (path.stem, told)


@each_checked
def test_published_boards(genre: Genre, draw: Draw) -> None:
    """A board has as many solutions as others found, or just the one that they show."""
    for board, number, solution, mode in draw(genre.published, 0.04):
        puzzle = packaged(genre.name, **mode)
        read = (instance(board) if "(" in board else puzzle.read(board)) if board else None
        assert puzzle.count(read) == number, board
        if solution:
            assert [sorted(answer) for answer in answers(puzzle, read)] == [sorted(tuples(solution))], board


# Wrong answers


@each_checked
def test_each_rule_has_a_wrong_answer(genre: Genre) -> None:
    """No rule of the checker is without a wrong answer."""
    rules = {word.replace("_", " ") for word in re.findall(r"^ {8}(\w+)=", getsource(genre.check), re.MULTILINE)}
    assert rules == {rule for wrong in genre.wrong for rule in wrong.rules}


@each_checked
def test_wrong_answers(genre: Genre, draw: Draw) -> None:
    """A wrong answer is none to the program and the checker; the right one is the answer to both."""
    for rules, text, right, wrong, mode in draw(genre.wrong, 0.06):
        board, puzzle = tuples(text), packaged(genre.name, **mode)
        assert genre.check(board, tuples(wrong), **mode) == rules
        if right is None:
            assert puzzle.count(instance(board)) == genre.brute(board, **mode) == 0
        else:
            assert genre.check(board, tuples(right), **mode) == []
        # Each alone, the second of a board that is known, and both together.
        problem, checker = puzzle.problem(instance(board)), Checker()
        answers = [parse_facts(answer) for answer in (wrong, right) if answer is not None]
        found = [checker.fulfils(problem, answer) for answer in answers]
        assert found == [False, True][: len(answers)], (rules, wrong)
        assert fulfilling([problem] * len(answers), answers) == {*range(1, len(answers))}, (rules, wrong)


@each_checked
def test_answers_that_look_the_same(genre: Genre, tmp_path: Path) -> None:
    """Of two answers with the same picture only one is counted."""
    for text, *pair in genre.twins:
        board, found = tuples(text), [tuples(answer) for answer in pair]
        assert [genre.check(board, answer) for answer in found] == [[], []]
        assert sorted(exactly(genre, board, answer, tmp_path) for answer in found) == [0, 1]


def exactly(genre: Genre, board: Facts, answer: Facts, folder: Path) -> int:
    """Count the solutions of a board that have just the atoms of an answer."""
    lines = []
    for shown, arity in packaged(genre.name).program.shown:
        variables = ",".join("ABCDEFGH"[:arity])
        terms = [",".join(map(term, atom[1:])) for atom in answer if atom[0] == shown]
        lines += [f":- not {shown}({term})." for term in terms]
        lines.append(f":- {', '.join([f'{shown}({variables})', *(f'({variables}) != ({term})' for term in terms)])}.")
    rules = folder / "answer.lp"
    rules.write_text("\n".join(lines), encoding="utf-8")
    return puzzasp.load(genre.name, rules=[str(rules)]).count(instance(board))


# Mutations


@each_genre
def test_what_players_see_at_once_follows_from_the_rules(genre: Genre, draw: Draw) -> None:
    """With what the part pencil forbids no board has another number of solutions."""
    program = packaged(genre.name).program
    pencil = tuple(one for one in program.pencil if one.ast_type == ast.ASTType.Rule)
    observed = program._replace(base=(*program.base, *pencil))
    for board in draw(tiny_boards(genre), 0.04) if program.observations else ():
        assert all(witness.holds(observed) for witness in counted(program, [board])), board


@each_genre
def test_each_rule_is_needed(genre: Genre, draw: Draw) -> None:
    """Without its sentence something is otherwise: what the data say, or the number of solutions of some board."""
    puzzle = packaged(genre.name)
    rules = rules_of(puzzle.program)
    assert set(genre.implied).union(*genre.implied.values()) <= rules.keys()
    for sentence in draw(sorted(rules.keys() - {""}), 0.08):
        # One that follows from others is needed without these.
        others = [rule for other in genre.implied.get(sentence, ()) for rule in rules[other]]
        base, less = (without(puzzle.program, [*others, *more]) for more in ((), rules[sentence]))
        known = () if others else from_data(puzzle, sentence)
        witnesses = chain(known, counted(base, tiny_boards(genre)))
        assert any(not one.holds(less) for one in witnesses), f"no board needs the rule: {sentence}"


@each_genre
def test_implied_rules(genre: Genre, draw: Draw) -> None:
    """No board needs a rule that follows from others."""
    program = packaged(genre.name).program
    for sentence in genre.implied:
        less = without(program, rules_of(program)[sentence])
        for board in draw(tiny_boards(genre), 0.04):
            assert all(witness.holds(less) for witness in counted(program, [board])), board


# Symmetry


@some_of(genres.CHECKED)
def test_symmetry(genre: Genre, draw: Draw) -> None:
    """A board on its side, or in a mirror, has as many solutions."""
    for path, mode in draw(product(boards_of(genre), genre.modes), 0.15):
        facts = facts_of(puzzasp.read_instance(str(path)).facts)
        width = size_of(facts)[1]
        images = [[genre.transposed(fact) for fact in facts], [genre.reflected(fact, width) for fact in facts]]
        puzzle = packaged(genre.name, **mode)
        found = [len(list(puzzle.solve(instance(board), models=2000))) for board in (facts, *images)]
        assert len(set(found)) == 1, (path.stem, mode)

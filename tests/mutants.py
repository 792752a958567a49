"""Programs with a rule less, or another comparison, and what is known of boards that may notice it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import genres
from clingo import Symbol, ast
from genres import Facts, Genre, Mode

import pyclingo_app as puzzasp
from pyclingo_app.facts.reader import parse_facts
from pyclingo_app.program.program import Program
from pyclingo_app.program.source import Log
from pyclingo_app.program.syntax import asked, supporting
from pyclingo_app.solve.control import ground, make_control
from pyclingo_app.solve.problem import Problem
from pyclingo_app.solve.verify import Checker
from tools.sentences import changed, rules_of, without

# So many conflicts a search may have: a rule that is missed can make a board that was easy a hard one.
CONFLICTS = 20_000
# So many tiny boards are made by each genre that has rules in Python.
TINY = 100
# A packaged board of so few bytes is small, and so many solutions of a tiny board are too many to be counted.
SMALL, MOST = 600, 50
# What may stand instead of a comparison.  One with "?" tells numbers from it, and might as well be another one.
_OTHERS = {"!=": ("<", ">"), "=": ("<=", ">="), ">": (">=",), "<": ("<=",)}
_COMPARISON = re.compile(r' (!=) (?!"\?")| (=) (?=\d)| ([=<>]) (?=\{)|(?<=\}) ([=<>]) ')

# What gives a tiny board, and the constants that it is tried with.
Tiny = tuple[Callable[[], puzzasp.Instance], Mode]


class Witness(NamedTuple):
    """What is known of a board: how many solutions it has, or whether an answer is one; ``kind`` is where from."""

    kind: str
    board: puzzasp.Instance
    number: int
    answer: tuple[Symbol, ...] | None = None
    constants: Mapping[str, str] = {}

    def holds(self, program: Program) -> bool:
        """Whether it is so by a program, or not known not to be; raises ProgramError for one that cannot be run."""
        problem = Problem(program, self.board, self.constants)
        if self.answer is not None:
            return Checker().fulfils(problem, self.answer) == bool(self.number)
        found, stopped = count(problem, self.number + 1)
        return found == self.number or (stopped and found < self.number)


class Mutant(NamedTuple):
    """A program that lacks something; ``kind`` is "sentence", "rule", "definition" or "comparison"."""

    kind: str
    what: str
    program: Program


def count(problem: Problem, most: int) -> tuple[int, bool]:
    """Count the solutions of a board, up to a number, and say whether the search has had its conflicts before."""
    control = make_control(["--project=show", f"--models={most}", f"--solve-limit={CONFLICTS}"], problem, Log(),
                           problem.program.base)  # fmt: skip
    ground(control, problem, Log())
    found = 0
    with control.solve(yield_=True) as handle:
        for _ in handle:
            found += 1
        return found, found < most and not handle.get().exhausted


def instance(facts: Facts | str) -> puzzasp.Instance:
    """Make an instance of tuples or of text; what is no number and no name in lower case is a string."""
    if not isinstance(facts, str):
        facts = "".join(f"{name}({','.join(map(term, values))}).\n" for name, *values in facts)
    return puzzasp.Instance("test", parse_facts(facts))


def term(value: int | str) -> str:
    """Write a number, a name or a string."""
    is_name = isinstance(value, str) and value.isidentifier() and value[0].islower()
    return str(value) if is_name or isinstance(value, int) else f'"{value}"'


# Programs


def mutants(program: Program) -> Iterator[Mutant]:
    """Programs without a sentence, one of its rules, or a rule that defines something, and with another comparison."""
    rules = rules_of(program)
    for sentence in sorted(rules.keys() - {""}):
        yield Mutant("sentence", sentence, without(program, rules[sentence]))
    for sentence, alike in rules.items():
        for rule in alike if len(alike) > 1 or not sentence else ():
            yield Mutant("rule", str(rule.statement), without(program, [rule]))
    for statement in definitions(program):
        yield Mutant("definition", str(statement), changed(program, {id(statement): []}))
    for rule in (rule for alike in rules.values() for rule in alike):
        for text in compared(str(rule.statement)):
            parsed: list[ast.AST] = []
            ast.parse_string(text, parsed.append)
            yield Mutant("comparison", text, changed(program, {id(rule.statement): parsed[-1:]}))


def definitions(program: Program) -> list[ast.AST]:
    """The rules on which those of the game and what is shown depend, such as what is connected; no facts or choices."""
    statements = [one for one in program.base if one.ast_type == ast.ASTType.Rule]
    wanted = set(program.shown).union(*(asked(rule.statement) for rule in program.rules if rule.kind != "input"))
    game = {id(rule.statement) for rule in program.rules}
    return [
        one
        for one in supporting(statements, wanted)
        if id(one) not in game and one.body and one.head.ast_type == ast.ASTType.Literal
    ]


def compared(rule: str) -> Iterator[str]:
    """A rule with another comparison at one place, one after the other."""
    for match in _COMPARISON.finditer(rule):
        begin, end = match.span(match.lastindex or 0)
        for other in _OTHERS[rule[begin:end]]:
            yield rule[:begin] + other + rule[end:]


# Witnesses

# The key of data, an address, its number of solutions or whether an answer is one, that answer, the sentence it breaks.
Said = tuple[str, str, int, str | None, str | None]


def from_data(puzzle: puzzasp.Puzzle, sentence: str | None = None) -> Iterator[Witness]:
    """What the data of a genre say of boards: first of answers that break a sentence, then what is asked soon.

    That is an answer, or few solutions, of a small board.  The boards are read when they are asked for.
    """

    def order(said: Said) -> tuple[bool, bool, int, int]:
        _, url, number, answer, broken = said
        return broken != sentence, answer is None, len(url), number

    data = genres.data(puzzle.program.name)
    said: list[Said] = [(key, url, n, None, None) for key in ("counts", "published") for url, n, *_ in data[key]]
    for key in ("alone", "wrong", "solved"):
        for url, answer, *more in data[key]:
            broken = more[1] if key == "alone" else data["names"][more[0]] if key == "wrong" else ""
            said.append((key, url, key == "solved", answer, broken))
    for key, url, number, answer, _ in sorted(said, key=order):
        yield Witness(key, puzzle.board(url), number, None if answer is None else parse_facts(answer))


def from_checker(genre: Genre, program: Program) -> Iterator[Witness]:
    """What the rules of a genre in Python say: of wrong answers, right ones, addresses, and of boards that are made."""
    for _, board, right, wrong, mode in genre.wrong:
        for answer, number in ((wrong, 0), (right, 1)) if right is not None else ((wrong, 0),):
            yield Witness("table", instance(board), number, parse_facts(answer), _texts(mode))
    for url in genre.urls:
        yield Witness("address", puzzasp.load(program.path).read(url), 1)
    yield from counted(program, tiny_boards(genre))


def counted(program: Program, boards: Iterable[Tiny]) -> Iterator[Witness]:
    """Boards with the numbers of solutions that a program gives them; those with many are left out.

    That these are right is what the tests of the rules say.
    """
    for board, mode in boards:
        number, stopped = count(Problem(program, board(), _texts(mode)), MOST)
        if number < MOST and not stopped:
            yield Witness("tiny", board(), number, constants=_texts(mode))


@cache
def tiny_boards(genre: Genre) -> list[Tiny]:
    """The tiny boards of the data, the small ones that are packaged, and those that are made, with each mode.

    They are read and made when they are asked for, once.
    """
    puzzle = genres.packaged(genre.name)
    read = cache(puzzle.read)
    boards = [partial(read, url) for url, *_ in genres.data(genre.name)["counts"]]
    boards += [partial(read, path) for path in puzzle.instances().values() if Path(path).stat().st_size < SMALL]
    boards += [partial(_made, genre, number) for number in range(TINY if genre.board else 0)]
    return [*product(boards, genre.modes)]


@cache
def _made(genre: Genre, number: int) -> puzzasp.Instance:
    return instance(genre.board(Random(number)) if genre.board else ())


def _texts(mode: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in mode.items()}


def notices(mutant: Mutant, witnesses: Iterable[Witness]) -> Witness | None:
    """The first witness that is not so by a mutant, None if there is none."""
    return next((one for one in witnesses if not one.holds(mutant.program)), None)

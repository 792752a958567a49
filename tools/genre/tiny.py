"""Tiny boards: their numbers of answers by pzprjs, answers that break one sentence alone, and their addresses."""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import cycle, islice
from math import prod
from random import Random
from typing import Any

import pyclingo_app as puzzasp
from pyclingo_app.formats.meaning import declarations
from pyclingo_app.program.rules import Rule

from ..sentences import named, rules_of, without
from . import layout as layouts
from .pzpr import Count
from .subject import Subject, domain_of, flag_of, text_of
from .tables import SHAPES, SQUARES, boards, is_square

# So many answers of a tiny board are judged, and of all tiny boards together.
ASSIGNMENTS, NUMBERS, WORK = 10_000, 45_000, 120_000
# So many boards are looked at for a genre, and a board has so many solutions at most.
CANDIDATES, SOLUTIONS = 120, 300
# So many boards of a shape are cut at once, and so many boards of the table in a row may be none.
CUT, ROW = 3, 40
# Answers that break one sentence alone are to boards of so many cells at most.
SMALL = 64
# So many boards are made, in so many seconds each; boards of a size are left after so many that are too large,
# and making boards after so many that failed.
MADE, SECONDS, LARGE = 16, 3, 2
# So many boards of a kind: those without a solution, of which there would be too many, and others that are listed.
NONE, FEW = 8, 4
MORE = "we disagree on more boards, such as"
CANNOT = "cannot be drawn"  # as judge.js says
NOTE = "nothing is drawn in one more than pzprjs takes"


class Mutant:
    """The puzzle without one sentence, or one rule of several with a sentence."""

    def __init__(self, puzzle: puzzasp.Puzzle, what: str, rules: list[Rule]) -> None:
        self.what = what
        self.puzzle = _less(puzzle, rules)

    def differs(self, board: puzzasp.Instance, number: int) -> bool:
        """Whether a board has another number of solutions without it."""
        try:
            return len(list(self.puzzle.solve(board, models=number + 1))) != number
        except (puzzasp.PuzzaspError, RuntimeError):
            return True


def _less(puzzle: puzzasp.Puzzle, rules: Collection[Rule]) -> puzzasp.Puzzle:
    """The puzzle without some of its rules."""
    return puzzasp.Puzzle(without(puzzle.program, rules), puzzle.constants)


def mutants(puzzle: puzzasp.Puzzle) -> list[Mutant]:
    """The puzzle without each sentence, and without each rule of those that are several rules."""
    found = []
    for sentence, rules in rules_of(puzzle.program).items():
        found.append(Mutant(puzzle, sentence, rules))
        found += [Mutant(puzzle, str(rule.statement), [rule]) for rule in rules if len(rules) > 1]
    return found


def candidates(subject: Subject) -> Iterator[str]:
    """Addresses of tiny boards, by turns cut out of boards of the script, of the table, and made by the program."""
    sources = [_cut(subject), _by_table(subject), _made(subject)]
    seen = set()
    while sources:
        for source in list(sources):
            url = next(source, None)
            if url is None:
                sources.remove(source)
            elif url not in seen:
                seen.add(url)
                yield url
                others = _by_other_rules(subject, url) if len(seen) % 2 else []
                yield from others[len(seen) // 2 % len(others) :][:1] if others else []


def _by_other_rules(subject: Subject, url: str) -> list[str]:
    """The same board by other genres and flags that the program declares, as far as pzprjs knows them."""
    body = url.partition("?")[2].split("/", 2 if flag_of(url) else 1)[-1]
    found = []
    for genre, flags, _ in declarations(puzzasp.Problem(subject.puzzle.program)).urls:
        other = f"https://puzz.link/p?{genre}/{flags + '/' if flags else ''}{body}"
        try:
            if other != url and subject.judge.same(other).rstrip("/") == other.rstrip("/"):
                found.append(other)
        except ValueError:
            continue
    return found


def _cut(subject: Subject) -> Iterator[str]:
    """Windows of boards of the script, of each shape by turns."""
    square = is_square(subject.puzzle.program)
    shapes = list(dict.fromkeys(SQUARES if square else [*SHAPES, (1, 4), (2, 5), (4, 4)]))
    if "number" in subject.layout and not square:
        shapes = [(2, 2), (1, 4), (2, 3), (1, 5), (3, 3)]  # numbers are many
    elif "double" in subject.layout:
        shapes += [(4, 5), (5, 5)]  # lines from number to number are few
    seeds = list(dict.fromkeys([*(drawn.url for drawn in subject.boards), subject.url]))
    seed = sum(map(ord, subject.puzzle.name))
    for _ in range(CANDIDATES // CUT):
        for shape in shapes:
            seed += 1
            yield from subject.judge.cut(seeds, shape, seed, CUT, square)


def _by_table(subject: Subject) -> Iterator[str]:
    """Boards of the table that have an address; some of them are data that must come back."""
    random, failed = Random(subject.puzzle.name), 0
    for text in boards(subject.puzzle, random):
        failed += 1
        if failed > ROW:
            return
        try:
            number = len(list(subject.puzzle.solve(text, models=2)))
            if not number and random.random() < 0.7:
                continue  # most random boards have no solution
            url = subject.puzzle.convert(text, "url").text.split()[0]
        except puzzasp.PuzzaspError:
            continue
        _back(subject, text, url)
        failed = 0
        yield url


def _back(subject: Subject, text: str, url: str) -> None:
    """Add a board that comes back from its address as it was; regions do if they are numbered in reading order."""
    if len(subject.all("back")) >= FEW or subject.has("back", text):
        return
    theirs = subject.judge.same(url)
    # A genre may have two names there, and a "/" at the end says nothing.
    one, other = (address.rstrip("/").partition("?")[2].partition("/")[2] for address in (theirs, url))
    if one != other:
        subject.told.append(f"pzprjs writes {theirs} for {url}")
    elif set(subject.board(url).facts) == set(puzzasp.parse_facts(text)):
        subject.new["back"].append([text, url])


def _made(subject: Subject) -> Iterator[str]:
    """Boards with one solution that the program makes: few boards by chance have any where clues are dense."""
    sizes = ["2x2", "3x3"] if is_square(subject.puzzle.program) else ["2x2", "2x3", "2x2", "3x3"]
    failed = 0
    for seed, size in islice(enumerate(cycle(sizes)), MADE):
        try:
            made = subject.puzzle.generate(size, seed=seed, time_limit=SECONDS)
            yield subject.puzzle.convert(made, "url").text.split()[0]
        except puzzasp.PuzzaspError:
            failed += 1
            if failed == LARGE:
                return


def counts(subject: Subject, wanted: int) -> None:
    """Add tiny boards until there are ``wanted``, and more while they notice the loss of a rule that none does."""
    puzzle, domain = subject.puzzle, domain_of(subject)
    unnoticed, work = mutants(puzzle), 0
    too_large: Counter[str] = Counter()
    for url, number, *_ in subject.old["counts"]:
        unnoticed = _left(unnoticed, subject.board(url), number)
    limit = NUMBERS if "number" in subject.layout else ASSIGNMENTS
    for url in islice(candidates(subject), CANDIDATES):
        wants = len(subject.all("counts")) < wanted
        if work > WORK or not (wants or unnoticed):
            break
        size = "/".join(part for part in url.split("/") if part.isdecimal())
        if subject.has("counts", url) or too_large[size] >= LARGE:
            continue
        board, ours = _ours(subject, url)
        left = _left(unnoticed, board, ours) if board else unnoticed
        more = wants and (ours or _without_any(subject) < NONE)
        if board and (ours > SOLUTIONS or not (more or len(left) < len(unnoticed))):
            continue
        try:
            theirs = subject.judge.count(url, domain, limit if board else ASSIGNMENTS)
        except ValueError as error:
            subject.told.append(f"{url}: {error}")
            continue
        if theirs.right is None:
            too_large[size] += 1
            continue
        work += theirs.looked
        if board is None or ours not in (theirs.right, theirs.right + theirs.nothing):
            _differ(subject, url, ours if board else None, theirs)
        else:
            subject.new["counts"].append([url, ours, *([NOTE] if ours != theirs.right else [])])
            unnoticed = left
    subject.told += [f"no board notices the loss of: {mutant.what}" for mutant in unnoticed]


def _without_any(subject: Subject) -> int:
    return sum(datum[1] == 0 for datum in subject.all("counts"))


def _left(some: list[Mutant], board: puzzasp.Instance, number: int) -> list[Mutant]:
    """Those of which the board does not notice the loss."""
    return [mutant for mutant in some if not mutant.differs(board, number)]


def _ours(subject: Subject, url: str) -> tuple[puzzasp.Instance | None, int]:
    """The board of an address and the number of its solutions; None and 0 where it is an error."""
    try:
        board = subject.board(url)
        return board, len(list(subject.puzzle.solve(board, models=SOLUTIONS + 1)))
    except puzzasp.PuzzaspError:
        return None, 0


def _differ(subject: Subject, url: str, ours: int | None, theirs: Count) -> None:
    """Add a board that is an error for us and has no answer there either, or a disagreement."""
    if ours is None and not theirs.right:
        if len(subject.all("refused")) < FEW and not subject.has("refused", url):
            subject.new["refused"].append([url, "it has no answer"])
    else:
        _disagree(subject, [url, ours, theirs.right, ""])


def _disagree(subject: Subject, datum: list[Any]) -> None:
    """List a board on which we and pzprjs disagree, if there are few, and else tell it."""
    if len(subject.all("disagree")) < FEW:
        subject.new["disagree"].append(datum)
    elif not subject.has("disagree", datum[0]) and not any(text.startswith(MORE) for text in subject.told):
        subject.told.append(f"{MORE}: {datum}")


def alone(subject: Subject, each: int = 2) -> None:
    """Add answers that break one sentence only, and are refused by pzprjs, too."""
    puzzle = subject.puzzle
    ordered = sorted(subject.all("counts"), key=lambda datum: not datum[1])
    read = {datum[0]: subject.board(datum[0]) for datum in (*ordered, *subject.all("published"))}
    urls = [url for url, board in read.items() if prod(layouts.extent(board)) <= SMALL]
    for sentence, rules in rules_of(puzzle.program).items():
        found = [datum for datum in subject.old["alone"] if datum[3] == sentence]
        mutant = _less(puzzle, rules)
        for url in urls:
            if len(found) >= each:
                break
            datum = _one_alone(subject, mutant, sentence, url, read[url])
            if datum:
                found.append(datum)
                subject.new["alone"].append(datum)
        if not found:
            subject.told.append(f"no answer breaks alone: {sentence}")


def _one_alone(
    subject: Subject, mutant: puzzasp.Puzzle, sentence: str, url: str, board: puzzasp.Instance
) -> list[Any] | None:
    """An answer to a board that breaks just one sentence, which the mutant lacks."""
    puzzle = subject.puzzle
    try:
        answers = [solution.atoms for solution in mutant.solve(board, models=12, seed=1)]
    except (puzzasp.PuzzaspError, RuntimeError):
        return None
    for atoms in answers:
        if layouts.fulfils(puzzle, board, atoms):
            continue
        code = subject.judge.judge(url, layouts.marks_of(puzzle, board, atoms, subject.layout))
        if code is None and not layouts.is_drawn(puzzle, board, atoms):
            code = CANNOT
        elif code is None:
            _disagree(subject, [url, 0, 1, "", text_of(atoms)])
            return None
        said = named(puzzle, puzzle.check(board, atoms, final=True, draw=False, cells=False))
        if said == [sentence]:
            return [url, text_of(atoms), code, sentence]
    return None

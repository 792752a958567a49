"""Random boards judged by another solver: how often cspuz_core finds as many solutions as we do, none, one or more.

    python -m tools.beside PROGRAM [NAME ...] [--boards N] [--cells N] [--seed N]

PROGRAM is ``run_solver`` of semiexp/cspuz_core.  A board is an instance of which a clue or two are left out, say
another number, or stand elsewhere; both get the address of puzz.link.  Left out are boards that are refused, that the
address does not hold, on which time runs out, and genres that it does not know.
"""

import argparse
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

from clingo import Function, Number, Symbol, SymbolType

from pyclingo_app import Instance, PuzzaspError, Puzzle, load
from pyclingo_app.facts.instance import instance_of

ROOT = Path(__file__).parent.parent
SECONDS = 10.0
FOUND = {"Unique": 1, "Not unique": 2}
STRANGE = 4  # so many boards that it does not read, and the genre is none of its


def size_of(board: Instance) -> tuple[int, int]:
    """The rows and columns of a board."""
    (size,) = (fact.arguments for fact in board.facts if fact.name == "size")
    return size[0].number, size[-1].number


def changed(facts: list[Symbol], size: tuple[int, int], random: Random) -> list[Symbol]:
    """Change one clue; what all cells have, such as regions, stays."""
    often = Counter(fact.name for fact in facts)
    clues = [fact for fact in facts if often[fact.name] < 0.8 * size[0] * size[1] and fact.name != "size"]
    if not clues:
        return facts
    clue = random.choice(clues)
    way, arguments = random.choice(["drop", "number", "place"]), list(clue.arguments)
    if way == "number" and arguments[-1].type == SymbolType.Number:
        arguments[-1] = Number(max(0, arguments[-1].number + random.choice([-2, -1, 1, 2])))
    elif way == "place" and [argument.type for argument in arguments[:2]] == [SymbolType.Number] * 2:
        arguments[:2] = [Number(random.randint(1, most)) for most in size]
    else:
        return [fact for fact in facts if fact != clue]
    return [Function(clue.name, arguments) if fact == clue else fact for fact in facts]


def boards(puzzle: Puzzle, most: int, random: Random) -> Iterator[Instance]:
    """Give boards of at most so many cells, each with a clue or two that are changed."""
    given = [puzzle.read(path) for path in puzzle.instances().values()]
    given = [board for board in given if not board.constants and size_of(board)[0] * size_of(board)[1] <= most]
    while given:
        board = random.choice(given)
        facts = list(board.facts)
        for _ in range(random.randint(1, 2)):
            facts = changed(facts, size_of(board), random)
        with suppress(PuzzaspError):
            yield instance_of(" ".join(f"{fact}." for fact in facts), "random", puzzle.program.declared)


def ours(puzzle: Puzzle, board: Instance) -> int:
    """How many solutions we find, up to two; raises PuzzaspError if the board is refused, or time runs out."""
    return len(list(puzzle.solve(board, models=2, time_limit=SECONDS)))


def theirs(program: str, address: str) -> int | None:
    """How many solutions cspuz_core finds, up to two; None if it says nothing."""
    with suppress(subprocess.TimeoutExpired):
        run = subprocess.run([program, address], capture_output=True, text=True, timeout=SECONDS, check=False)
        told = re.search(r"Answer Status: (.*)", run.stdout)
        return FOUND.get(told[1], 0) if told else None
    return None


def main() -> None:
    """Print where both disagree, and how many boards of each genre were judged."""
    parser = argparse.ArgumentParser(prog="python -m tools.beside", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("program", metavar="PROGRAM", help="run_solver of cspuz_core")
    parser.add_argument("names", nargs="*", metavar="NAME", help="genres; all, if none is named")
    parser.add_argument("--boards", type=int, default=20, metavar="N", help="tries for each genre")
    parser.add_argument("--cells", type=int, default=64, metavar="N", help="the largest board")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of what is drawn")
    options = parser.parse_args()
    same = other = 0
    for name in options.names or sorted(path.stem for path in (ROOT / "asp").glob("*.lp")):
        puzzle, judged, strange = load(str(ROOT / "asp" / f"{name}.lp")), 0, 0
        random = Random(f"{options.seed} {name}")
        for board in islice(boards(puzzle, options.cells, random), options.boards):
            try:
                found = ours(puzzle, board)
                address = puzzle.convert(board, "url").text.split()[0]
            except PuzzaspError:
                continue
            told = theirs(options.program, address)
            if told is None:
                strange += 1
                if strange == STRANGE and not judged:
                    break
                continue
            judged += 1
            if told != found:
                other += 1
                print(f"{name}: {found} of ours, {told} of theirs (2 is more than one): {address}", flush=True)
        same += judged
        if judged:
            print(f"{name}: {judged} boards", flush=True)
    print(f"{same} boards, {other} of which have another number of solutions")


if __name__ == "__main__":
    main()

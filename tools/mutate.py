"""Say of a genre which of its rules nothing would miss: neither its data nor, if asked, its rules in Python.

    python -m tools.mutate NAME ... [--checkers]

A sentence is dropped with all its rules, then each of several rules under one sentence, each rule that defines
something, and each comparison becomes another one.  What is left is asked what is known of boards, cheap things
first, until something is otherwise; a search ends after some conflicts.  Sentences that follow from others, as
tests/genres/NAME.py says, are told as such.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from pyclingo_app import PuzzaspError, load

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import genres  # noqa: E402
from mutants import Mutant, Witness, from_checker, from_data, mutants, notices  # noqa: E402


def main() -> None:
    """Print what is not noticed of each genre, and how much is noticed."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="genres; all, if none is named")
    parser.add_argument("--checkers", action="store_true", help="ask what tests/genres/NAME.py says, too")
    options = parser.parse_args()
    noticed, tried = Counter[str](), Counter[str]()
    for name in options.names or genres.NAMES:
        puzzle, genre = load(str(ROOT / "asp" / f"{name}.lp")), genres.find(name)
        more = from_checker(genre, puzzle.program) if options.checkers else ()
        for mutant, found in judged(mutants(puzzle.program), Remembered(chain(from_data(puzzle), more))):
            tried[mutant.kind] += 1
            noticed[mutant.kind] += found
            if not found:
                follows = " (follows from others)" if mutant.what in genre.implied else ""
                print(f"{name}: {mutant.kind} not missed{follows}: {mutant.what}", flush=True)
    for kind, number in tried.items():
        print(f"{kind}: {noticed[kind]} of {number} are noticed, {noticed[kind] / number:.1%}")


class Remembered:
    """Witnesses that are made when they are asked for, once, as most mutants are noticed by the first."""

    def __init__(self, witnesses: Iterator[Witness]) -> None:
        self._left, self._made = witnesses, list[Witness]()

    def __iter__(self) -> Iterator[Witness]:
        yield from self._made
        for witness in self._left:
            self._made.append(witness)
            yield witness


def judged(programs: Iterator[Mutant], witnesses: Iterable[Witness]) -> Iterator[tuple[Mutant, bool]]:
    """Give each program with whether a witness notices it; one that cannot be run is none."""
    for mutant in programs:
        try:
            found = notices(mutant, witnesses)
        except PuzzaspError:
            continue
        yield mutant, found is not None


if __name__ == "__main__":
    main()

"""How long new boards take: large ones, ordinary ones, and those of a grade.

    python benchmarks/making.py [--seeds N] [--only NAME ...] [--against PUZZASP]

Seconds of CPU of whole processes, seeds 1 to N, with 20 s for a board and 30 s for one of a grade.  With another
``puzzasp`` both make boards in turn.  Writes MAKING.md, but with ``--only``.
"""

import argparse
import statistics
import sys

from common import PUZZASP, measure, report, scratch, table, verdict

# Puzzles and sizes, a grade where one is wanted, and constants.
LARGE = ["masyu 20x20", "nurikabe 14x14", "heyawake 14x14", "yajilin 14x14", "countryroad 14x14", "slitherlink 30x30"]
GRADED = ["sudoku 9x9 hard", "slitherlink 8x8 hard", "starbattle 8x8 hard", "tents 8x8 hard"]
ORDINARY = [
    "akari 10x10", "fillomino 8x8", "flow 10x10", "heyawake 10x10", "kakuro 8x8", "kurotto 8x8", "lits 8x8",
    "masyu 10x10", "nonogram 20x20", "norinori 10x10", "nurikabe 10x10", "shimaguni 8x8", "slitherlink 20x20",
    "starbattle 10x10", "sudoku 16x16", "tapa 8x8", "tents 30x30", "yajilin 10x10",
]  # fmt: skip
SHARE, LIMIT, GRADE_LIMIT = 0.8, 20.0, 30.0


def make(puzzasp: str, wanted: str, seed: int) -> tuple[float, bool]:
    """Make a board: seconds of CPU, no more than the limit, and whether it was made."""
    name, size, *grade = wanted.split()
    limit = GRADE_LIMIT if grade else LIMIT
    options = ["--difficulty", *grade] if grade else []
    run = measure([puzzasp, "generate", name, "--size", size, "--seed", str(seed), *options], limit)
    return min(run.cpu, limit), run.status == 0


def row(wanted: str, results: list[tuple[float, bool]]) -> list[str]:
    """What came of some seeds."""
    seconds = [time for time, made in results if made]
    times = [f"{statistics.median(seconds):.2f}", f"{max(seconds):.2f}"] if seconds else ["", ""]
    return [wanted, f"{len(seconds)} of {len(results)}", *times]


def main() -> None:
    """Make all boards, and write MAKING.md."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="boards of each kind (10)")
    parser.add_argument("--only", nargs="*", default=(), metavar="NAME", help="these puzzles only")
    parser.add_argument("--against", metavar="PUZZASP", help="the command of another version")
    given = parser.parse_args()
    commands = [PUZZASP, given.against] if given.against else [PUZZASP]
    rows, bars = [["board", "made", "median s", "largest s"] + ["made before", "median s", "largest s"] * bool(
        given.against)], dict[str, bool]()  # fmt: skip
    with scratch(*commands):
        for wanted in [*LARGE, *GRADED, *ORDINARY]:
            if given.only and wanted.split()[0] not in given.only:
                continue
            found: list[list[tuple[float, bool]]] = [[] for _ in commands]
            for seed in range(1, given.seeds + 1):
                for results, command in zip(found, commands, strict=True):
                    results.append(make(command, wanted, seed))
            cells = [row(wanted, results) for results in found]
            rows.append([*cells[0], *(cell for other in cells[1:] for cell in other[1:])])
            if wanted not in ORDINARY:
                bars[wanted] = sum(made for _, made in found[0]) >= SHARE * given.seeds
            print(*rows[-1], file=sys.stderr, flush=True)
    parts = [
        f"Seconds of CPU of whole processes, {given.seeds} seeds, of those that were made: within {LIMIT:g} s, and "
        f"{GRADE_LIMIT:g} s where a grade was wanted.",
        table(rows),
        "\n".join(
            f"- {what} in {SHARE:.0%} of the tries: {verdict(not short)}{': ' if short else ''}{', '.join(short)}."
            for what, several in (("Large boards", LARGE), ("Boards of a grade", GRADED))
            for short in [[one for one in several if not bars.get(one, True)]]
        ),
    ]
    report(__file__, "How long new boards take", parts, not given.only)


if __name__ == "__main__":
    main()

"""Whether explanations are true: the judge of tests/judge.py reads whole paths, and is tried with planted faults.

    python benchmarks/truth.py [--puzzasp PUZZASP] [--programs DIR] [--only PUZZLE ...] [--side N] [--plant N]

The boards are those of paths.py, stored ones of at most N rows and columns (8), and
made ones.  Another command is judged by its own programs, in DIR.  Each fault is
printed with its board, step and line; so are planted ones that are not noticed, which
perhaps are none: what is dropped may not be needed.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import paths
from common import PUZZASP, ROOT
from judge import Judge, planted


def main() -> None:
    """Judge all paths, and print how many steps and lines there are, and how many faults."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--puzzasp", default=PUZZASP, metavar="PUZZASP", help="the command that is judged (ours)")
    parser.add_argument("--programs", type=Path, default=ROOT / "asp", metavar="DIR", help="its programs (ours)")
    parser.add_argument("--only", nargs="*", default=(), metavar="PUZZLE", help="these puzzles only")
    parser.add_argument(
        "--side", type=int, default=8, metavar="N", help="stored boards of so many rows and columns (8)"
    )
    parser.add_argument(
        "--plant", type=int, default=1, metavar="N", help="faults to plant in each path, of each kind (1)"
    )
    given = parser.parse_args()
    total, caught, sown, seconds = Counter[str](), Counter[str](), Counter[str](), 0.0
    with paths.scratch() as folder:
        for board in (*paths.stored(given.side, given.only), *paths.made(folder, given.only, given.puzzasp)):
            told = paths.ask(given.puzzasp, "explain", board.puzzle, board.path)[1]
            if not told:
                total["boards not done"] += 1
                continue
            begin = time.process_time()
            judge = Judge(given.programs / f"{board.puzzle}.lp", board.path.read_text(encoding="utf-8"))
            for fault in judge.path(told):
                print(f"{board.puzzle} {board.name}: {fault}", flush=True)
            seconds += time.process_time() - begin
            total += Counter(boards=1, steps=len(told["steps"]), lines=judge.judged, faults=len(judge.faults))
            print(board.puzzle, board.name, file=sys.stderr, flush=True)
            for kind, place, changed in planted(told, Random(f"{board.puzzle} {board.name}"), given.plant):
                sown[kind] += 1
                if judge.path(changed):
                    caught[kind] += 1
                else:
                    print(f"{board.puzzle} {board.name}: not noticed: {kind}, {place}", flush=True)
    kinds = ("boards", "boards not done", "steps", "lines", "faults")
    print(", ".join(f"{total[what]} {what}" for what in kinds), f"in {seconds:.0f} s of CPU")
    print("Planted and noticed:", ", ".join(f"{kind} {caught[kind]} of {sown[kind]}" for kind in sorted(sown)))


if __name__ == "__main__":
    main()

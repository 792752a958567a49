"""Where hints lead a player who writes down only what he places, and whether they name a mark that is wrong.

    python benchmarks/hints.py [--puzzasp PUZZASP] [--programs DIR] [--only PUZZLE ...] [--halves N] [--wrong N]

On a board of each of some puzzles, from the empty one on, all that a hint places is
kept, and nothing else: how many steps are there to the next placement?  A hint that
places nothing would be the same again; there the steps are those of ``hint --place``
or, where the command has no such option, of ``explain --given``.  The same where half
of the solution is there, for N halves; and N half-solved boards of as many puzzles
with one wrong mark that no sentence alone forbids.
"""

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))

import paths
from run import PUZZASP, ROOT, table, verdict

sys.path.insert(0, str(ROOT / "tests"))

from judge import Judge

BOARDS = {
    "tapa": "8x8-a", "tents": "8x8-a", "nurikabe": "8x8-a", "akari": "8x8-a", "starbattle": "8x8-a",
    "heyawake": "8x8-a", "lits": "8x8-a", "yajilin": "8x8-a", "masyu": "8x8-a", "slitherlink": "8x5-a",
    "kakuro": "8x8-a", "flow": "5x5-a",
}  # fmt: skip
# Within so many steps, in the median of the turns, something is to be placed, in so many of the puzzles.
STEPS, PUZZLES = 5, 9


class Turn(NamedTuple):
    """What is to be placed next, the steps to it, and whether the first hint does not place anything."""

    placed: set[str]
    steps: int
    stuck: bool


class Player:
    """Asks a command about a board, in a folder for files of what is known."""

    def __init__(self, puzzasp: str, board: paths.Board, folder: Path) -> None:
        self.board, self._puzzasp, self._file = board, puzzasp, folder / "given.lp"
        helped = subprocess.run([puzzasp, "hint", "--help"], capture_output=True, text=True, check=True).stdout
        self._place = "--place" in helped

    def hint(self, given: Iterable[str], *options: str) -> dict[str, Any]:
        """Ask for a hint with some atoms."""
        self._file.write_text("".join(f"{atom}. " for atom in sorted(given)), encoding="utf-8")
        given_file = ("--given", str(self._file))
        return paths.ask(self._puzzasp, "hint", self.board.puzzle, self.board.path, *given_file, *options)[1]

    def turn(self, given: set[str]) -> Turn | None:
        """Go to the next placement; None if nothing more follows."""
        told = self.hint(given)
        if told["status"] != "step":
            return None
        placed = placements(told["step"])
        if placed:
            return Turn(placed, 1, False)
        for number, step in enumerate(self._onward(given), 1):
            if placements(step):
                return Turn(placements(step), number, True)
        return None

    def _onward(self, given: set[str]) -> Iterable[dict[str, Any]]:
        if self._place:
            told = self.hint(given, "--place")
            yield from filter(None, (*told["before"], told["step"]))
            return
        command = [self._puzzasp, "explain", self.board.puzzle, str(self.board.path), "--given", str(self._file)]
        with subprocess.Popen([*command, "-f", "jsonl"], stdout=subprocess.PIPE, text=True) as process:
            try:
                for line in process.stdout or ():
                    told = json.loads(line)
                    if told["event"] == "step":
                        yield told
            finally:
                process.kill()


def placements(step: dict[str, Any]) -> set[str]:
    """The atoms that a step puts down."""
    return {mark["atom"] for mark in step["found"] if mark["present"] and not mark["pencil"]}


def half(judge: Judge, name: str, number: int) -> list[str]:
    """A half of the marks that are there in the solution."""
    there = sorted(judge.solution & judge.possible_atoms)
    return Random(f"{name} {number}").sample(there, len(there) // 2)


def play(player: Player, judge: Judge, halves: int) -> tuple[list[Turn], list[Turn]]:
    """Play a board to its end, and take one turn from each half."""
    given, turns = set[str](), []
    while turn := player.turn(given):
        assert turn.placed <= judge.solution
        turns.append(turn)
        given |= turn.placed
    halfway = [player.turn({*half(judge, player.board.puzzle, number)}) for number in range(halves)]
    return turns, [turn for turn in halfway if turn]


def wrong_mark(judge: Judge, given: list[str], random: Random) -> str | None:
    """An atom that is wrong though no sentence alone forbids it; None if there is none."""
    candidates = sorted(judge.possible_atoms - judge.solution)
    random.shuffle(candidates)
    known = [(atom, True) for atom in given]
    return next((atom for atom in candidates if not any(judge.broken([*known, (atom, True)]))), None)


def named(told: dict[str, Any], wrong: str) -> tuple[bool, bool, int]:
    """Whether a mark is noticed, and named alone, and how many sentences are listed."""
    check = told["check"] or {}
    blamed = check.get("wrong") or check.get("blamed", ())
    return told["status"] == "wrong", [mark["atom"] for mark in blamed] == [wrong], len(check.get("conflict", ()))


def led(boards: Iterable[tuple[Player, Judge]], halves: int) -> str:
    """Play boards to their ends and from halves, and give a table."""
    rows = [["puzzle", "turns", "hints that place", "median steps", "most steps", f"turns over {STEPS}", "from halves"]]
    good, always = [], []
    for player, judge in boards:
        turns, halfway = play(player, judge, halves)
        steps, after = [turn.steps for turn in turns], [turn.steps for turn in halfway]
        placing, over = sum(not turn.stuck for turn in turns), sum(number > STEPS for number in steps)
        numbers = len(turns), placing, f"{statistics.median(steps):g}", max(steps), over
        name = f"{player.board.puzzle} {player.board.name}"
        rows.append([name, *map(str, numbers), " ".join(map(str, sorted(after)))])
        good += [name] if statistics.median(steps) <= STEPS else []
        always += [name] if max(*steps, *after) <= STEPS else []
        print(name, file=sys.stderr, flush=True)
    met = f"{len(good)} ({', '.join(good)}; bar {PUZZLES}): {verdict(len(good) >= PUZZLES)}"
    return f"{table(rows)}\nWithin {STEPS} steps in the median: {met}; always: {len(always)} ({', '.join(always)})."


def tried(boards: Iterable[tuple[Player, Judge]], number: int) -> str:
    """Try a wrong mark on so many half-solved boards, and say how often it is named."""
    found = []
    for player, judge in boards:
        if len(found) == number:
            break
        kept = half(judge, player.board.puzzle, 0)
        wrong = wrong_mark(judge, kept, Random(player.board.puzzle)) if judge.unique else None
        if wrong:
            found.append(named(player.hint([*kept, wrong]), wrong))
            what = f"{'named' if found[-1][1] else 'not named'}, {found[-1][2]} sentences"
            print(player.board.puzzle, player.board.name, wrong, what, file=sys.stderr, flush=True)
    noticed, alone, listed = map(sum, zip(*found, strict=True))
    all_named = verdict(alone == len(found))
    return f"Wrong marks: {noticed} of {len(found)} noticed, {listed} sentences listed; {alone} named: {all_named}."


def main() -> None:
    """Play the boards, try wrong marks, and print both."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--puzzasp", default=PUZZASP, metavar="PUZZASP", help="the command that is asked (ours)")
    parser.add_argument("--programs", type=Path, default=ROOT / "asp", metavar="DIR", help="its programs (ours)")
    parser.add_argument("--only", nargs="*", default=(), metavar="PUZZLE", help="these puzzles only")
    parser.add_argument("--halves", type=int, default=5, metavar="N", help="half-solved boards of each puzzle (5)")
    parser.add_argument("--wrong", type=int, default=30, metavar="N", help="boards with a wrong mark (30)")
    given = parser.parse_args()
    stored = {(board.puzzle, board.name): board for board in paths.stored(8, given.only)}
    # The largest board of each puzzle that has no other name.
    largest = {
        puzzle: board for (puzzle, name), board in stored.items() if name.endswith("-a") and name.count("-") == 1
    }
    with paths.scratch(given.puzzasp) as folder:

        def asked(board: paths.Board) -> tuple[Player, Judge]:
            program = given.programs / f"{board.puzzle}.lp"
            return Player(given.puzzasp, board, folder), Judge(program, board.path.read_text(encoding="utf-8"))

        print(led((asked(stored[one]) for one in BOARDS.items() if one in stored), given.halves), flush=True)
        print(tried((asked(board) for board in largest.values()), given.wrong))


if __name__ == "__main__":
    main()

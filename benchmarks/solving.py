"""Hard boards beside peers: every published board of 81 cells or more, by us, by noqx and by cspuz_core.

    python benchmarks/solving.py --noqx DIR [--cspuz PROGRAM] [--cspuz-source DIR] [--pzpr DIR] [--only NAME ...]

The boards are those of tests/genres, of the scripts of pzprjs and of the examples of both peers, where their
checkouts are given (T0nyX1ang/noqx, semiexp/cspuz_core, robx/pzprjs).  Times are seconds of CPU of whole processes:
ours finds the first two solutions of an address; noqx' program, written to a file before, is ground and solved
by clingo for two, with its options; ``run_solver`` of cspuz_core decides each cell.  A board counts where one of two
takes 0.3 s; it is run three times in turn, and the least counts.  Writes SOLVING.md, but with ``--only``.
"""

import argparse
import json
import math
import re
import statistics
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from common import PUZZASP, ROOT, Run, measure, report, scratch, table

from pyclingo_app import Library, PuzzaspError, load
from pyclingo_app.formats import puzzle_of

CELLS, LEAST, LIMIT, WORST = 81, 0.3, 10.0, 2.0
BAD_INPUT, REFUSED = 2, -2
PENPA = "https://swaroopg92.github.io/penpa-edit/#"
# What noqx' own command does with a board, but for solving it.
PREPARE = """
import json, sys
from noqx.manager import generate_program, load_solver, modules, prepare_puzzle
name, data, settings = sys.argv[1:]
load_solver("solver", name)
params = {key: str(value["default"]) if str(value["default"]).isdigit() else value["default"]
          for key, value in modules[name].parameters.items()}
print(generate_program(prepare_puzzle(name, data, params | json.loads(settings))))
"""
# What noqx' usual settings ask and our rules do not: such a board would be an easier one there.
SETTINGS = {"flow fill = 0": {"visit_all": False, "no_2x2": False}, "flow": {"no_2x2": False}}


class Board(NamedTuple):
    """A board with its addresses, the constants that its own sets, and where it is from."""

    name: str
    constants: tuple[tuple[str, str], ...]
    size: str
    source: str
    address: str
    url: str
    penpa: str


class Found(NamedTuple):
    """Seconds, whether the time ran out, and how many solutions there are up to two, -1 if that is not known."""

    seconds: float
    late: bool
    number: int


def addresses(given: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    """Give all addresses, each with the name of the file that has it, and its source."""
    for path in sorted((ROOT / "tests" / "genres").glob("*.json")):
        for address, *_ in json.loads(path.read_text(encoding="utf-8")).get("published", []):
            yield path.stem, address, "published"
    if given.pzpr:
        for path in sorted((given.pzpr / "test" / "script").glob("*.js")):
            text = path.read_text(encoding="utf-8")
            for genre, rest in re.findall(r'addDebugData\("(\w+)",\s*\{\s*url:\s*"([^"]+)"', text):
                yield genre, f"https://puzz.link/p?{genre}/{rest}", "pzprjs"
    examples = ((given.noqx, "solver/*.py", "noqx"), (given.cspuz_source, "**/puzzles/*.rs", "cspuz_core"))
    for folder, files, source in examples:
        for path in sorted(folder.glob(files)) if folder else ():
            for text in re.findall(r'"((?:https?://|m=edit)[^"\s]+)"', path.read_text(encoding="utf-8")):
                yield path.stem, PENPA + text if text.startswith("m=edit") else text, source


def boards(given: argparse.Namespace) -> Iterator[Board]:
    """Read all addresses that a puzzle here reads, each board once."""
    library, seen = Library(), set[tuple[object, ...]]()
    for file, address, source in addresses(given):
        try:
            # An address of Penpa-edit may name no genre.
            puzzle = load(file if address.startswith(PENPA) else puzzle_of(library, address))
            name = puzzle.name
            if given.only and name not in given.only:
                continue
            board = puzzle.read(address)
            (size,) = (fact.arguments for fact in board.facts if fact.name == "size")
            height, width = (argument.number for argument in size)
            key = (name, *sorted(map(str, board.facts)))
            if height * width < CELLS or key in seen:
                continue
            seen.add(key)
            texts = {"url": "", "penpa": ""}
            for form in texts:
                with suppress(PuzzaspError):  # there is no such address, or it loses something
                    texts[form] = puzzle.convert(board, form).text.strip()
        except (PuzzaspError, ValueError):
            continue
        own = address if address.startswith(PENPA) else texts["penpa"]
        url = texts["url"] if address.startswith(PENPA) else address
        yield Board(name, board.constants, f"{height}x{width}", source, address, url, own)


def found(run: Run, number: int) -> Found:
    """What a run tells."""
    return Found(min(run.cpu, LIMIT), run.late or run.cpu >= LIMIT, -1 if run.late else number)


def ours(board: Board) -> Found:
    """Solve a board; one that is refused takes no time."""
    run = measure([PUZZASP, board.name, board.address, "-n", "2", "-f", "facts"], LIMIT)
    if run.status == BAD_INPUT:
        return Found(0, False, REFUSED)
    return found(run, sum(map(bool, run.output.splitlines())))


class Noqx:
    """The programs of noqx, by the names that its solvers have."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.folder, self._scratch = folder, scratch
        self._names: dict[str, str] = {}
        for path in sorted(folder.glob("solver/*.py"), reverse=True):
            aliases = re.search(r"aliases = \[(.*?)\]", path.read_text(encoding="utf-8"), re.DOTALL)
            for name in (*re.findall(r'"([\w-]+)"', aliases[1] if aliases else ""), path.stem):
                self._names[name] = path.stem

    def program(self, board: Board) -> str | None:
        """Write the program of a board to a file; None if there is none."""
        genre = re.search(r"\?([\w-]+)/", board.url)
        name = self._names.get(board.name) or (self._names.get(genre[1]) if genre else None)
        if not name or not board.penpa:
            return None
        data = board.penpa.partition("#")[2]
        rules = " ".join((board.name, *(f"{constant} = {value}" for constant, value in board.constants)))
        settings = json.dumps(SETTINGS.get(rules, {}))
        run = measure([sys.executable, "-c", PREPARE, name, data, settings], 60, self.folder)
        if run.status:
            return None
        path = self._scratch / "program.lp"
        path.write_text(run.output, encoding="utf-8")
        return str(path)

    @staticmethod
    def solve(program: str) -> Found:
        """Ground and solve a program, with the options of noqx."""
        options = ("--trans-ext=dynamic", "--eq=1", "--warn=none", "2")
        run = measure([sys.executable, "-m", "clingo", program, *options], LIMIT)
        answers = {" ".join(sorted(text.split())) for text in re.findall(r"^Answer: \d+.*\n(.*)$", run.output, re.M)}
        return found(run, len(answers))


def cspuz(program: str, board: Board) -> Found | None:
    """Solve a board by cspuz_core; None if it does not know the genre."""
    run = measure([program, re.sub(r"^.*?\?", "https://puzz.link/p?", board.url)], LIMIT)
    told = re.search(r"Answer Status: (.*)", run.output)
    if not told and not run.late:
        return None
    return found(run, {"Unique": 1, "Not unique": 2}.get(told[1], 0) if told else -1)


def best(runs: Iterable[Found]) -> Found:
    """The least of some runs."""
    return min(runs)


def beside(board: Board, given: argparse.Namespace, noqx: Noqx | None) -> dict[str, Found]:
    """Measure a board by all; a second and third time where it counts."""
    program = noqx.program(board) if noqx else None
    times: dict[str, list[Found]] = {}

    def turn() -> None:
        times.setdefault("ours", []).append(ours(board))
        if program:
            times.setdefault("noqx", []).append(Noqx.solve(program))
        if given.cspuz and board.url and (other := cspuz(given.cspuz, board)):
            times.setdefault("cspuz_core", []).append(other)

    turn()
    slow = max(one[0].seconds for one in times.values()) >= LEAST
    for _ in range(2 if slow and not all(one[0].late for one in times.values()) else 0):
        turn()
    return {who: best(runs) for who, runs in times.items()}


def summed(peer: str, rows: list[tuple[Board, dict[str, Found]]]) -> str:
    """Say how a peer fares: the mean ratio, and the boards that take us much longer."""
    pairs = [(board, times["ours"], times[peer]) for board, times in rows if peer in times]
    same = [(board, one, other) for board, one, other in pairs if min(one.number, other.number) < 0 or
            one.number == other.number]  # fmt: skip
    counted = [pair for pair in same if max(pair[1].seconds, pair[2].seconds) >= LEAST]
    timed = [pair for pair in counted if not (pair[1].late and pair[2].late)]
    ratios = [(one.seconds / other.seconds, f"{board.name} {board.size}") for board, one, other in timed]
    worse = [f"{name} {ratio:.1f}" for ratio, name in sorted(ratios, reverse=True) if ratio > WORST]
    others = sorted({f"{board.name} {board.size}" for board, one, other in pairs} - {
        f"{board.name} {board.size}" for board, *_ in same})  # fmt: skip
    mean = math.exp(statistics.fmean(math.log(ratio) for ratio, _ in ratios)) if ratios else math.nan
    text = (
        f"- **{peer}** has {len(pairs)} of the boards. One of both takes {LEAST} s on {len(counted)}; geometric mean "
        f"of ours over theirs {mean:.2f}, both out of time {len(counted) - len(timed)}. "
        f"Above {WORST:g} times: {', '.join(worse) or 'none'}."
    )
    return text + (f" Left out, as it has another number of solutions: {', '.join(others)}." if others else "")


def shown(time: Found | None) -> str:
    """Seconds in a table."""
    return "" if time is None else f"> {LIMIT:g}" if time.late else f"{time.seconds:.2f}"


def main() -> None:
    """Measure all boards, and write SOLVING.md."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--noqx", type=Path, metavar="DIR", help="a checkout of noqx")
    parser.add_argument("--cspuz", metavar="PROGRAM", help="run_solver of cspuz_core")
    parser.add_argument("--cspuz-source", type=Path, metavar="DIR", help="a checkout of cspuz_core, for its examples")
    parser.add_argument("--pzpr", type=Path, metavar="DIR", help="a checkout of pzprjs, for its boards")
    parser.add_argument("--only", nargs="*", default=(), metavar="NAME", help="these puzzles only")
    given = parser.parse_args()
    rows: list[tuple[Board, dict[str, Found]]] = []
    refused: list[str] = []
    with scratch(PUZZASP) as folder:
        noqx = Noqx(given.noqx.resolve(), folder) if given.noqx else None
        for board in boards(given):
            times = beside(board, given, noqx)
            if times["ours"].number == REFUSED:
                refused.append(f"{board.name} {board.size}")
                continue
            rows.append((board, times))
            told = {who: f"{shown(one)} ({one.number})" for who, one in rows[-1][1].items()}
            print(board.name, board.size, board.source, told, board.address, file=sys.stderr, flush=True)
    peers = [peer for peer in ("noqx", "cspuz_core") if any(peer in times for _, times in rows)]
    slow = [(board, times) for board, times in rows if max(one.seconds for one in times.values()) >= LEAST]
    slow.sort(key=lambda row: (row[0].name, row[0].size))
    lines = [["board", "ours", *peers]]
    lines += [[f"{b.name} {b.size}", *(shown(times.get(who)) for who in ("ours", *peers))] for b, times in slow]
    parts = [
        f"{len(rows)} published boards of {CELLS} cells or more; seconds of CPU of whole processes, at most {LIMIT:g}. "
        "Ours and noqx look for two solutions, cspuz_core decides each cell. The table has the "
        f"{len(slow)} on which one takes {LEAST} s. Read and then refused: {', '.join(refused) or 'none'}.",
        "\n".join(summed(peer, rows) for peer in peers),
        table(lines),
    ]
    report(__file__, "Hard boards beside peers", parts, not given.only)


if __name__ == "__main__":
    main()

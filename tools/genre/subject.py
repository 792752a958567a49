"""A genre that data are written of: the program, what pzprjs has of it, and what was found so far."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from typing import Any

import pyclingo_app as puzzasp
from pyclingo_app.formats.meaning import declarations
from pyclingo_app.solve.drawing import unsolved_terms

from . import layout as layouts
from .data import LISTS, Data
from .layout import Atoms, Layout
from .pzpr import Drawn, Pzpr

# A board takes part with so many cells at most, so that the test stays quick.
MOST_CELLS = 100


def text_of(atoms: Atoms) -> str:
    """An answer as a text of facts."""
    return " ".join(f"{atom}." for atom in sorted(atoms))


def flag_of(url: str) -> str:
    """The flags of an address."""
    part = url.partition("?")[2].split("/")[1]
    return "" if part.isdecimal() else part


@dataclass
class Subject:
    """A genre while its data are gathered: ``old`` are those of its file, ``new`` what is found now.

    url, boards  the script of pzprjs: the address that it begins with, and its boards
    told         sentences for the person who called the tool
    """

    puzzle: puzzasp.Puzzle
    judge: Pzpr
    old: Data
    url: str
    boards: list[Drawn]
    new: Data = field(default_factory=lambda: {"names": {}, "layout": {}, **{key: [] for key in LISTS}})
    told: list[str] = field(default_factory=list)

    @property
    def layout(self) -> Layout:
        """The layout: that of the file, or the one that was found."""
        found: Layout = self.old["layout"] or self.new["layout"]
        return found

    @property
    def solved(self) -> list[Drawn]:
        """The boards of the script that are solved."""
        return [board for board in self.boards if board.code is None]

    def has(self, key: str, url: str) -> bool:
        """Whether a datum about an address is there, in the file or anew."""
        return any(datum[0] == url for data in (self.old, self.new) for datum in data[key])

    def all(self, key: str) -> list[list[Any]]:
        """The data of a key, those of the file first."""
        return [*self.old[key], *self.new[key]]

    def board(self, url: str) -> puzzasp.Instance:
        """The board of an address; raises PuzzaspError."""
        board = self.puzzle.board(url)
        assert board is not None
        return board


def begin(puzzle: puzzasp.Puzzle, judge: Pzpr, old: Data) -> Subject | None:
    """Begin with the genre of a program; None if pzprjs has no script for its addresses."""
    urls = declarations(puzzasp.Problem(puzzle.program)).urls
    script = next((s for genre, _, _ in urls for s in [judge.script_of(genre)] if s), None)
    if script is None:
        return None
    url, boards = judge.script(script)
    subject = Subject(puzzle, judge, old, url, [])
    subject.new |= {"name": puzzle.name, "source": f"robx/pzprjs test/script/{script}.js, MIT"}
    flags = {"", *(flags for _, flags, _ in urls)}
    for other in dict.fromkeys(board.url for board in boards if flag_of(board.url) not in flags):
        if flag_of(other) not in {flag_of(datum[0]) for datum in subject.new["refused"]}:
            subject.new["refused"].append([other, f"{flag_of(other)} says another rule"])
    subject.boards = [board for board in boards if flag_of(board.url) in flags]
    return subject


def find_layout(subject: Subject) -> None:
    """Find the layout by the solved boards of the script, there and back; tell what does not come back."""
    puzzle, judge, solved = subject.puzzle, subject.judge, subject.solved
    found = subject.layout or layouts.find(puzzle, solved)
    if not found:
        subject.told.append(f"no layout of {', '.join(layouts.drawn(puzzle.program))} makes a solved board right")
        return

    def back(layout: Layout) -> bool:
        """Whether pzprjs takes what becomes of its own solved boards."""
        for board, atoms in read(subject, layout):
            if layouts.fulfils(puzzle, board[1], atoms):
                return judge.judge(board[0].url, layouts.marks_of(puzzle, board[1], atoms, layout)) is None
        return True

    ways = [found]
    if "rest" not in found:
        ways += [{**found, "rest": rest} for rest in layouts.rests(found, solved)]
    good = next(filter(back, ways), None)
    if good is None:
        subject.told.append("pzprjs does not take the solved boards back: no sentence alone")
    subject.new["layout"] = good or found


def read(
    subject: Subject, layout: Layout, wrong: bool = False
) -> Iterator[tuple[tuple[Drawn, puzzasp.Instance], Atoms]]:
    """The boards of the script that are solved, or wrong, as far as they are read, and their answers."""
    for drawn in subject.boards:
        if (drawn.code is None) == wrong:
            continue
        try:
            board = subject.board(drawn.url)
            yield (drawn, board), layouts.answer_of(subject.puzzle, board, drawn.marks, layout)
        except puzzasp.PuzzaspError as error:
            subject.told.append(f"not read: {drawn.url} ({drawn.code}): {error}")


def domain_of(subject: Subject) -> dict[str, Any]:
    """What may be filled in on tiny boards: the values of each kind of mark, as in the solved boards."""
    solved, layout = subject.solved, subject.layout
    marks = layouts.all_marks(solved)
    blank = any(_has_blank(subject, drawn) for drawn in solved) or _leaves_blank(subject)
    domain: dict[str, Any] = {}
    for thing, (key, value) in layouts.places(layout):
        if thing == "number":
            domain[key] = "numbers?" if blank or len(layout) > 1 else "numbers"
        else:
            domain.setdefault(key, []).append(int(value))
    for key, own in domain.items():
        if isinstance(own, str):
            continue
        # What else is in the answers of pzprjs, such as the white circles of a program that shows the black ones.
        found = {*own, *(mark.value for mark in marks if mark.key == key)}
        if key.startswith("border") or blank or len(own) == 1:
            found.add(-1 if key.endswith("anum") else 0)
        domain[key] = sorted(found)
    # Borders at the edge are no answer, unless they are in a solved board.
    edges = any(mark.side in ("left", "up") for mark in marks)
    return {"values": domain, "edges": edges, "segments": "double" in layout}


def _leaves_blank(subject: Subject) -> bool:
    """Whether a cell of a small board that the program makes has nothing in its solution."""
    puzzle = subject.puzzle
    for seed in range(3):
        try:
            board = puzzle.generate("3x3", seed=seed, time_limit=3)
            terms = unsolved_terms(puzzle.problem(board), next(iter(puzzle.solve(board))).atoms)
        except (puzzasp.PuzzaspError, StopIteration):
            continue
        inked = [term for term in terms if term.name in ("mark", "small", "shade", "hole")]
        if len({tuple(map(str, term.arguments[:2])) for term in inked}) < prod(layouts.extent(board)):
            return True
    return False


def _has_blank(subject: Subject, drawn: Drawn) -> bool:
    """Whether there is a cell in a solved board of the script without anything."""
    keys = {"cell.qnum", "cell.ques", *(place.key for _, place in layouts.places(subject.layout))}
    try:
        height, width = layouts.extent(subject.board(drawn.url))
    except puzzasp.PuzzaspError:
        return False
    filled = {(mark.row, mark.column) for mark in drawn.marks if mark.group == "cell" and mark.key in keys}
    return len(filled) < height * width

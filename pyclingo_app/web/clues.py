"""What a setter can put on a board: the inputs of a program, each with the places where its display draws them.

A line such as ``#show clue(left, R, N) : tent_row(R, N).`` says that a fact ``tent_row`` stands left of a row: it is
taken as :mod:`..formats.backwards` reads it.  What is said neither there nor in the table ``Input`` the stored boards
show: the values of arguments without a type, and which facts stand in one cell together.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from clingo import Symbol

from ..draw.board import PLACES, SIDES, Board
from ..draw.svg import render_svg
from ..draw.symbols import GLYPHS
from ..errors import PuzzaspError
from ..facts.instance import Instance
from ..formats.backwards import Line, invert
from ..program import types
from ..program.program import Entry, Program
from ..program.syntax import atoms, derived
from ..puzzle import Puzzle
from .events import Event

# The arguments of drawing terms that say where something stands; what else is there says what.
_FORMS = {"mark": "cell", "small": "cell", "shade": "cell", "hole": "cell", "clue": "beside", "between": "border",
          "wall": "border", "line": "border"}  # fmt: skip
_WHERE = {"cell": ("row", "column"), "beside": ("side", "line"), "border": ("row", "column", "side")}
_SUM = re.compile(r"\(?(V\d+)(?:([+-])(\d+))?\)?")
# What words say of a value: "of colour X, black or white", "X is black or white".
_LISTED = r"\b{}(?:,|,? which)?(?: is)? ((?:\"[^\"]+\"|\w+)(?:, (?:\"[^\"]+\"|\w+))*(?: or (?:\"[^\"]+\"|\w+)))"
# So many values at most are offered one by one; so many boards, of so many characters, are looked at.
_OFFERED, _BOARDS, _LONG = 40, 30, 20_000
# As many facts of a kind show what always stands with them.
_ENOUGH = 3


def find_clues(puzzle: Puzzle, instance: Instance | None) -> Event:
    """Give the clues and the areas that a board can have, and which size it takes."""
    program = puzzle.program
    boards = [*_stored(puzzle)]
    facts = [fact for board in boards for fact in board]
    areas = dict(_areas(program))
    entries = {entry.name: entry for entry in program.table("Input") if entry.arguments}
    values = _Values(puzzle, instance, facts)
    found: dict[tuple[Any, ...], Event] = {}
    for line in invert(program).lines:
        if line.target is None or not line.about <= program.inputs or line.term.name not in _FORMS:
            continue
        if line.target.symbol.name in areas:
            continue
        entry = entries.get(line.target.symbol.name)
        clue = entry and _clue(line, entry, areas, program, values)
        if entry and clue:
            key = (str(line.target), clue["form"], str(clue["at"]))
            old = found.setdefault(key, clue)
            old["pictures"] |= clue["pictures"]
    clues = [clue for clue in found.values() if not _said_twice(clue, found.values())]
    company = _Company(boards, clues)
    size = entries.get("size")
    always = {name for name in areas if boards and all(any(f.name == name for f in board) for board in boards)}
    return {
        "clues": [{**clue, **company.of(clue)} for clue in clues],
        "others": sorted(entries.keys() - {"size", *areas, *(clue["name"] for clue in clues)}),
        "areas": [{"name": name, "kind": kind, "whole": name in always} for name, kind in areas.items()],
        "size": bool(size),
        "square": bool(size and size.arguments and len(set(size.arguments)) == 1),
        "fewer": sorted(removable(program) & {clue["name"] for clue in clues}),
    }


def _said_twice(clue: Event, clues: Iterable[Event]) -> bool:
    """Whether a clue is one of the values that another one offers: a line of its own draws it."""
    fixed = {each[1] for each in clue["at"] if each[0] == "is"}
    same = [other for other in clues if all(other[what] == clue[what] for what in ("name", "form"))]
    return any(fixed & {*(slot["values"] or ())} for other in same if other is not clue for slot in other["slots"])


def removable(program: Program) -> set[str]:
    """Give the inputs whose facts may be left out; where the program makes no boards all but its areas."""
    said = set(re.findall(r"removable\((\w+)\(", " ".join(map(str, program.generate))))
    return said or {name for name, _ in program.inputs} - {"size", *dict(_areas(program))}


def _stored(puzzle: Puzzle) -> Iterator[tuple[Symbol, ...]]:
    for path in [*puzzle.instances().values()][:_BOARDS]:
        try:
            board = puzzle.read(path)
        except PuzzaspError:
            continue
        if len(board.text) <= _LONG:
            yield board.facts


def _areas(program: Program) -> Iterator[tuple[str, str]]:
    """The inputs that divide the board: into areas between walls, or into cages."""
    for rule in program.formats:
        asked = {atom.name for atom in atoms(rule) if atom.signature in (("area", 3), ("cage", 3))}
        yield from (
            (name, asked.pop()) for name, arity in program.inputs.intersection(derived(rule)) if asked and arity == 3
        )
    for line in invert(program).lines:
        if line.target and line.signature == ("cage", 3) and line.about <= program.inputs:
            yield line.target.symbol.name, "cage"


def _clue(line: Line, entry: Entry, areas: Mapping[str, str], program: Program, values: "_Values") -> Event | None:
    """Give what a line of display says of an input: where it stands, and how its arguments follow from that place.

    ``at`` has for each argument ``["row", 1]``, the row and 1 more, the same for columns, lines and sides;
    ``["is", text]``; ``["area", name]``, the area of the cell; ``["count"]``, which of several; or ``["slot", k]``.
    """
    form = _FORMS[line.term.name]
    places = dict(zip(_WHERE[form], line.term.arguments, strict=False))
    bound: dict[str, list[Any]] = {}
    side = None
    for name, argument in places.items():
        match = _SUM.fullmatch(str(argument))
        if match:
            bound[match[1]] = [name, -int((match[2] or "+") + (match[3] or "0"))]
        elif name == "side":
            side = str(argument)
    counts = {str(argument) for role, argument in line.roles if role == "k"}
    at: list[list[Any]] = []
    slots: list[Event] = []
    for k, argument in enumerate(line.target.symbol.arguments if line.target else ()):
        match = _SUM.fullmatch(text := str(argument))
        if not match:
            at.append(["is", text])
        elif match[1] in bound:
            name, offset = bound[match[1]]
            at.append([name, offset + int((match[2] or "+") + (match[3] or "0"))])
        elif area := _area_of(line, match[1], [str(places.get(each)) for each in ("row", "column")], areas, program):
            at.append(["area", area])
        elif text in counts:
            at.append(["count"])
        else:
            at.append(["slot", len(slots)])
            slots.append(values(entry, k))
    needed = {"cell": {"row", "column"}, "beside": {"line"}, "border": {"row", "column"}}[form]
    if not (needed <= {each[0] for each in at} or any(each[0] == "area" for each in at)):
        return None
    sides = [side] if side else []
    if not sides and ["side", 0] in at:
        offered = values(entry, at.index(["side", 0]))["values"]
        sides = [
            each for each in offered or PLACES if form != "border" or line.term.name != "between" or each in PLACES
        ]
    return {"name": entry.name, "text": entry.text, "form": form, "sides": sides, "at": at, "slots": slots,
            "pictures": _pictures(line, slots)}  # fmt: skip


def _area_of(line: Line, name: str, cell: list[str], areas: Mapping[str, str], program: Program) -> str | None:
    """The input with the areas of which a variable is the name, as the line speaks of the first cell of one."""
    for literal in line.kept:
        for atom in atoms(literal):
            if [str(argument) for argument in atom.arguments] != [*cell, name]:
                continue
            if atom.name in areas:
                return str(atom.name)
            for rule in program.formats:
                heads = {head for head, _ in derived(rule)}
                asked = [other.name for literal in getattr(rule, "body", ()) for other in atoms(literal)]
                if atom.name in heads and asked:
                    return asked[0] if asked[0] in areas else next((n for n, k in areas.items() if k == asked[0]), None)
    return None


def _pictures(line: Line, slots: list[Event]) -> dict[str, str]:
    """Pictures of what a line draws in a cell: "" is the one of what it draws always."""
    drawn = str(line.drawn)
    if line.drawn is not None and not re.match(r"V\d|\w+_\d+$", drawn):
        name = drawn.strip('"')
        shades = {(1, 1): name} if line.term.name == "shade" else {}
        return {"": _picture({} if shades else {(1, 1): [name]}, shades)}
    offered = [value for slot in slots for value in slot["values"] or ()]
    return {value: _picture({(1, 1): [value]}, {}) for value in offered if value in GLYPHS}


def _picture(marks: dict[tuple[int, int], list[str]], shades: dict[tuple[int, int], str]) -> str:
    return render_svg([Board(1, 1, marks, {}, shades, set(), {}, {side: {} for side in SIDES}, frame="none")], "")


class _Values:
    """What arguments can be: by their types, by the words beside them, or as in stored boards."""

    def __init__(self, puzzle: Puzzle, instance: Instance | None, facts: Iterable[Symbol]) -> None:
        self._facts = facts
        problem = puzzle.problem(instance)
        sizes = [fact for fact in problem.facts if fact.match("size", 2)]
        extent = dict(zip("HW", map(str, sizes[0].arguments), strict=True)) if sizes else {}
        self._known = {**problem.settings, **extent}

    def __call__(self, entry: Entry, k: int) -> Event:
        """The values of an argument that are offered, and the numbers from and to which it can be."""
        argument = types.arguments(entry.name, entry.arguments or (), entry.text)[k]
        special = sorted(argument.special)
        if argument.kind in types.WORDS:
            words = types.WORDS[argument.kind]
            named = [word for word in words if re.search(rf"\b{word}\b", entry.text)]
            return {"name": argument.name, "values": [*(named or words), *special], "number": None}
        if argument.kind:
            low, high = (types.value(bound, self._known) for bound in (argument.low, argument.high))
            return {"name": argument.name, "values": special or None, "number": [low if low is not None else 0, high]}
        listed = re.search(_LISTED.format(re.escape(argument.name)), entry.text)
        said = re.split(r", | or ", listed[1]) if listed else []
        seen = {
            f.arguments[k]
            for f in self._facts
            if f.name == entry.name and len(f.arguments) == len(entry.arguments or ())
        }
        texts = [*said, *(text for text in map(str, sorted(seen)) if text not in said)]
        number = [1, None] if texts and all(text.isdecimal() for text in texts) else None
        return {"name": argument.name, "values": None if number else texts[:_OFFERED], "number": number}


class _Company:
    """Which facts stand in one cell together, in the boards that are stored."""

    def __init__(self, boards: Iterable[Iterable[Symbol]], clues: Iterable[Event]) -> None:
        columns = {}
        for clue in clues:
            where = [each[0] for each in clue["at"]]
            if clue["form"] == "cell" and {"row", "column"} <= {*where}:
                columns[clue["name"], len(where)] = where.index("row"), where.index("column")
        cells: dict[object, set[str]] = {}
        for number, board in enumerate(boards):
            for fact in board:
                if place := columns.get((fact.name, len(fact.arguments))):
                    cell = (number, *(fact.arguments[k] for k in place))
                    cells.setdefault(cell, set()).add(fact.name)
        self._cells = [*cells.values()]

    def of(self, clue: Event) -> Event:
        """The inputs that always stand in a cell with one, and those that may."""
        there = [names for names in self._cells if clue["name"] in names]
        always = set.intersection(*there) if len(there) >= _ENOUGH else set()
        return {"with": sorted(always - {clue["name"]}), "beside": sorted(set().union(*there) - {clue["name"]})}

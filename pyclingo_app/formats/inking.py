"""Drawing terms written as the layers of a board of Penpa-edit, which :mod:`.layers` reads."""

import json
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from clingo import Symbol, SymbolType

from ..draw.board import BEARINGS, text_of
from ..draw.symbols import GLYPHS
from .backwards import CROSS
from .layers import PARTS
from .legend import Legend
from .pieces import Drawn
from .strokes import BORDERS, PIECES
from .symbols import PENPA_ARROWS, PENPA_BLACK, PENPA_COLOURS, PENPA_CROSS, PENPA_SHAPES, PENPA_SYMBOLS, drawn_by

_SIZE = 38  # of a cell, in pixels
_COLOURS = drawn_by({str(k): name for k, name in PENPA_COLOURS.items()}) | {"grey": "8", "light": "3"}
# A capital letter is one, and no flag.
_SYMBOLS = {ours: theirs for ours, theirs in drawn_by(PENPA_SYMBOLS).items() if not ours.isupper()}
_CROSSES = {name for name, look in GLYPHS.items() if look.unicode == GLYPHS[CROSS].unicode}
_SYMBOLS |= dict.fromkeys(_CROSSES, _SYMBOLS[CROSS])
_ARROWS = drawn_by(PENPA_ARROWS)
_CROSS = {name: k for k, name in PENPA_CROSS.items()}
# The colours of what a setter draws, and of an answer; edges and lines have the same numbers, texts have others.
_GIVEN, _FOUND = 2, 3
_TEXT, _WHITE, _ON_DISC, _IN_CIRCLE = {_GIVEN: 1, _FOUND: 2}, 4, 5, 6
_PLACES = {"corner": 1, "down": 2, "right": 3}
_SIDES = {"right": 4 + 1, "bottom": 4 + 2, "top": 8, "left": 8 + 2}
_SIDES |= {"north": 8, "east": 8 + 1, "west": 8 + 2, "south": 8 + 3}
_FRAMES = {"dots": '["3","1","2"]', "none": '["3","2","2"]'}
_MODE = (
    "{zM:zS,zS:[\"\",1],zL:[\"1\",%d],zE:[\"1\",%d],zW:[\"\",2],zC:[\"1\",10],zN:[\"1\",1],zY:[\"circle_L\",1],"
    "zP:[zT,\"\"],zB:[\"\",\"\"],\"move\":[\"1\",\"\"],\"combi\":[\"battleship\",\"\"],\"sudoku\":[\"1\",1]}"
)  # fmt: skip


def sheet(drawn: Drawn, genre: Sequence[str], legend: Legend, solution: Iterable[Symbol] = ()) -> list[str]:
    """Give the lines of a board, with the drawing terms of a solution in its answer layer, what is given left out.

    ``genre`` are its tags; ``legend`` says what the puzzle may draw.
    """
    found: dict[str, list[Sequence[Symbol]]] = {}
    for term in solution:
        if term.arguments not in drawn.terms.get(term.name, ()):
            found.setdefault(term.name, []).append(term.arguments)
    ink = _Ink(drawn, legend)
    rows, columns = ink.rows, ink.columns
    # The middle of a sheet is a cell, a corner or a border.
    middle = (0, 3, 2, 1)[2 * (rows % 2 == 0) + (columns % 2 == 0)]
    centre = middle * (rows + 4) * (columns + 4) + (rows + 3) // 2 * (columns + 4) + (columns + 3) // 2
    header = f"square,{columns},{rows},{_SIZE},0,1,1,{(columns + 1) * _SIZE},{(rows + 1) * _SIZE},{centre},{centre}"
    holes = {(r.number, c.number) for r, c in drawn.named("hole", 2)}
    there = [
        int(ink.at(r, c)) for r in range(1, drawn.height + 1) for c in range(1, drawn.width + 1) if (r, c) not in holes
    ]
    grid = _FRAMES.get(ink.frame, '["1","2","1"]')
    mode = f"{{z9:zA,zG:{grid},zQ:{_MODE % (_GIVEN, _GIVEN)},zA:{_MODE % (_FOUND, _FOUND)}}}"
    return [
        f"{header},0,0,0,0,Title: ,Author: ,,,OFF,false", json.dumps(ink.margins, separators=(",", ":")), mode,
        ink.layer(drawn.terms, _GIVEN), ink.layer(found, _FOUND),
        json.dumps([*there[:1], *(b - a for a, b in pairwise(there))], separators=(",", ":")),
        '["Surface","Number Normal","Shape","Line Normal","Edge Normal"]', "{}", '"x"', '"x"', "[3,1,4]", mode, '"x"',
        "0", ink.layer({}, _GIVEN), ink.layer({}, _FOUND), "{}", json.dumps(genre).replace("z", "zZ"), "",
    ]  # fmt: skip


class _Ink:
    """What writes terms to places of a sheet, whose margins hold as many clues as a line has."""

    def __init__(self, drawn: Drawn, legend: Legend) -> None:
        self.drawn = drawn
        self.counts: dict[tuple[str, str], int] = {}
        for side, line, *more in drawn.terms.get("clue", ()):
            key = text_of(side), text_of(line)
            self.counts[key] = max(_order(more), self.counts.get(key, 0))
        self.margins = [
            max((n for (of, _), n in self.counts.items() if of == side), default=0)
            for side in ("top", "bottom", "left", "right")
        ]
        # Dots on borders and corners are small, and so are those in cells beside them.
        dotted = any(
            _SYMBOLS.get(text_of(shown), "").startswith("circle") for *_, shown in drawn.terms.get("between", ())
        )
        # Lines are drawn past large circles.
        self.size = "_SS" if dotted else "_L" if "line" in legend.kinds else "_M"
        shown = {text_of(shown) for some in legend.cells.texts.values() for _, shown in some}
        self.looks = _SYMBOLS | (PENPA_SHAPES if shown >= PENPA_SHAPES.keys() else {})
        marks = {text_of(more[-1]) for _, _, *more in drawn.terms.get("mark", ())}
        self.piped = any(len(mark) > 1 for mark in marks & PIECES.keys())
        self.frame = next((text_of(style) for (style,) in drawn.named("frame", 1)), "")
        self.outline = set() if self.frame else _outline(drawn)
        top, bottom, left, right = self.margins
        self.rows, self.columns = drawn.height + top + bottom, drawn.width + left + right

    def at(self, r: int, c: int, kind: int = 0) -> str:
        """Give the index of a place, by its row and column inside the margins."""
        top, _, left, _ = self.margins
        place = (r + 1 + top) * (self.columns + 4) + c + 1 + left
        return str(kind * (self.rows + 4) * (self.columns + 4) + place)

    def layer(self, terms: Any, colour: int) -> str:
        """Write one layer."""
        self.parts: dict[str, Any] = {key: [] if key in PARTS[1] else {} for key in PARTS[0]}
        self.several: dict[str, list[str]] = {}
        for name in ("shade", "mark", "small", "between", "wall", "line", "clue", "cage", "thermometer", "long_arrow"):
            write = getattr(self, name, None) or partial(self.chain, "T" if name == "thermometer" else "3")
            for arguments in sorted(terms.get(name, ()), key=_last_of_cell):
                write(colour, *arguments)
        for place, texts in self.several.items():
            self.parts["N"][place] = ["".join(texts), 1, "4"]
        said = (
            f"z{key}:{json.dumps(part, separators=(',', ':')).replace('z', 'zZ')}" for key, part in self.parts.items()
        )
        return "{zR:{z_:[]},zU:{z_:[]},z8:{z_:[]}," + ",".join(said) + "}"

    def shade(self, _: int, r: Symbol, c: Symbol, name: Symbol) -> None:
        """Write the colour of a cell."""
        if colour := _COLOURS.get(text_of(name)):
            self.parts["S"][self.at(r.number, c.number)] = int(colour)

    def ink(self, place: str, colour: int) -> int:
        """The colour of a text: white where a cell is black, or half of it, or the circle in it."""
        style, name, _ = self.parts["Y"].get(place, (0, "", 0))
        symbol = name == "tri" or (name.startswith("circle") and style == 2)
        return _WHITE if symbol or self.parts["S"].get(place) == PENPA_BLACK else _TEXT[colour]

    def put(self, place: str, shown: Symbol, colour: int, holder: int = 0) -> None:
        """Write a symbol or a text, beside an arrow that is there; a number may have a ``holder``, above all lines."""
        name = text_of(shown)
        look = GLYPHS[name].unicode if shown.type == SymbolType.Function and name in GLYPHS else name
        numbers, symbols, ink = self.parts["N"], self.parts["Y"], self.ink(place, colour)
        there = numbers.get(place)
        if name in _ARROWS and there:
            numbers[place] = [f"{there[0]}_{_ARROWS[name]}", ink, "2"]
        elif shown.type != SymbolType.Number and name in self.looks:
            kind, style = self.looks[name].replace("_M", self.size).split()
            kind = kind.replace("_N_B", "_N_W") if ink == _WHITE else kind
            symbols[place] = [int(style), kind, 2 if holder else 1]
        elif place in symbols and symbols[place][1].startswith("arrow"):
            ours = PENPA_SYMBOLS[f"{symbols[place][1]} {symbols.pop(place)[0]}"]
            numbers[place] = [f"{name}_{_ARROWS[ours]}" if ours in _ARROWS else name, ink, "2"]
        else:
            numbers[place] = [look, (colour == _GIVEN and holder) or ink, "1"]

    def mark(self, colour: int, r: Symbol, c: Symbol, *more: Symbol) -> None:
        """Write what stands in a cell: alone, as one of several, or at a side."""
        place = self.at(r.number, c.number)
        diagonals = {"falling": (-1, -1, 0, 0), "rising": (-1, 0, 0, -1)}
        if len(more) == 2 and text_of(more[0]) in _SIDES:
            kind, corner = divmod(_SIDES[text_of(more[0])], 4)
            where = 4 * int(self.at(r.number, c.number, kind)) + corner
            self.parts["1"][str(where)] = [text_of(more[1]), self.ink(place, colour)]
            if text_of(more[0]) in BEARINGS:
                self.parts["Y"][place] = [1, "compass", 1]
        elif len(more) == 2 and text_of(more[1]) in _CROSS:
            ways = self.parts["Y"].setdefault(place, [[0] * 8, "arrow_cross", 1])[0]
            ways[_CROSS[text_of(more[1])]] = 1
        elif len(more) == 2:
            self.several.setdefault(place, []).append(text_of(more[1]))
        elif text_of(more[0]) in diagonals:
            dy, dx, y, x = diagonals[text_of(more[0])]
            ends = self.at(r.number + dy, c.number + dx, 1), self.at(r.number + y, c.number + x, 1)
            self.parts["E"][",".join(ends)] = colour
        elif self.piped and text_of(more[0]) in PIECES:
            for kind, dy, dx in map(BORDERS.__getitem__, PIECES[text_of(more[0])]):
                self.parts["L"][f"{place},{self.at(r.number + dy, c.number + dx, kind)}"] = colour
        else:
            self.put(place, more[0], colour, _IN_CIRCLE * (self.frame == "none"))

    def small(self, colour: int, r: Symbol, c: Symbol, *more: Symbol) -> None:
        """Write the small number in the upper left of a cell, of several one behind the other."""
        place = str(4 * int(self.at(r.number, c.number, 1)))
        before = self.parts["1"].get(place, [""])[0] if len(more) == 2 else ""
        self.parts["1"][place] = [before + text_of(more[-1]), self.ink(self.at(r.number, c.number), colour)]

    def between(self, colour: int, r: Symbol, c: Symbol, place: Symbol, shown: Symbol) -> None:
        """Write what stands on a border or a corner."""
        where = self.at(r.number, c.number, _PLACES[text_of(place)])
        if text_of(shown) == CROSS and colour == _FOUND:
            self.parts["L"][where] = 98
        else:
            self.put(where, shown, colour, _IN_CIRCLE if shown.type == SymbolType.Number else _ON_DISC)

    def wall(self, colour: int, r: Symbol, c: Symbol, side: Symbol) -> None:
        """Write a border that is a wall."""
        y, x = r.number, c.number
        if (y, x, text_of(side)) in self.outline:
            return
        ends = {"right": (y - 1, x, y, x), "left": (y - 1, x - 1, y, x - 1), "down": (y, x - 1, y, x)}
        top, left, bottom, right = ends.get(text_of(side), (y - 1, x - 1, y - 1, x))
        self.parts["E"][f"{self.at(top, left, 1)},{self.at(bottom, right, 1)}"] = colour

    def line(self, colour: int, r: Symbol, c: Symbol, way: Symbol, _: Symbol, double: Symbol | None = None) -> None:
        """Write a line from cell to cell."""
        dy, dx = {"right": (0, 1), "left": (0, -1), "up": (-1, 0)}.get(text_of(way), (1, 0))
        ends = sorted(int(self.at(r.number + k * dy, c.number + k * dx)) for k in (0, 1))
        self.parts["L"]["{},{}".format(*ends)] = 30 if double else colour

    def clue(self, colour: int, side: Symbol, line: Symbol, *more: Symbol) -> None:
        """Write what stands beside a line; several end at the board."""
        name, k = text_of(side), line.number
        number = _order(more)
        back = number - self.counts[name, text_of(line)]
        places = {"top": (back, k), "left": (k, back), "bottom": (self.drawn.height + number, k)}
        self.put(self.at(*places.get(name, (k, self.drawn.width + number))), more[-1], colour)

    def cage(self, _: int, r: Symbol, c: Symbol, name: Symbol) -> None:
        """Write the outline of a cell's cage inside it, and the cell in the list of its cage."""
        caged = {(y.number, x.number): text_of(k) for y, x, k in self.drawn.terms["cage"]}
        beside = [(-1, 0, (0, 1)), (1, 0, (2, 3)), (0, -1, (0, 2)), (0, 1, (1, 3))]
        place = 4 * int(self.at(r.number, c.number, 1))
        for down, right, ends in beside:
            if caged.get((r.number + down, c.number + right)) != text_of(name):
                self.parts["C"][",".join(str(place + end) for end in ends)] = 10

    def chain(self, key: str, _: int, number: Symbol, k: Symbol, r: Symbol, c: Symbol) -> None:
        """Write a cell of what goes from cell to cell; its cells come in order."""
        chains = self.parts[key]
        if k.number == 1 or not chains:
            chains.append([])
        chains[-1].append(int(self.at(r.number, c.number)))


def _outline(drawn: Drawn) -> set[tuple[int, int, str]]:
    """The walls around a board, which Penpa-edit draws itself, if all are there.

    None where there are no others: then they say that the board is one region.
    """
    rows, columns = range(1, drawn.height + 1), range(1, drawn.width + 1)
    outline = {(r, c, side) for r in rows for c, side in ((1, "left"), (drawn.width, "right"))}
    outline |= {(r, c, side) for c in columns for r, side in ((1, "up"), (drawn.height, "down"))}
    walls = {(r.number, c.number, text_of(side)) for r, c, side in drawn.terms.get("wall", ())}
    return outline if outline < walls else set()


def _last_of_cell(found: Sequence[Symbol]) -> tuple[bool, Sequence[Symbol]]:
    """The order in which terms are written: numbers in a cell, or at its sides, behind what they may stand on."""
    return len(found) > 3 or found[-1].type == SymbolType.Number, found


def _order(more: Sequence[Symbol]) -> int:
    """Which of several beside a line something is, by what follows the line in its term."""
    return more[0].number if len(more) == 2 and more[0].type == SymbolType.Number else 1

"""Boards as text: characters in cells, numbers around them, walls, lines and tiles.

What people type and what ``render.text`` draws, in any of its styles, becomes
the terms that are also used for drawing: ``size(H, W)``, ``mark(R, C, X)``,
``mark(R, C, Side, X)``, ``clue(Side, I, X)``, ``line(R, C, D)`` and, for cells
between walls, ``area(R, C, I)``.
"""

import re
from collections.abc import Collection
from itertools import accumulate, dropwhile, groupby, islice
from typing import NoReturn

from clingo import Symbol

from ..draw.symbols import GLYPHS, SHADES
from ..draw.text import render_text
from ..errors import InstanceError
from ..solve.drawing import draw_unsolved
from ..solve.problem import Problem
from .terms import KINDS, MAX_CELLS, Cell, Content, Source, areas, declarations, number_in, symbol_of, term
from .tokens import CLUE, Line, Token, columns_of, digits, parted, split, tokens_of

_BLANKS = frozenset(".·⬜_")
# Where a legend has other signs, these are the signs for an empty cell, the cross of what is known to be empty too.
_EMPTY = frozenset(".·⬜×")
_COLOUR_CODE = re.compile(r"\x1b\[[\d;]*m")
# The last line of a search that was drawn.
_SUMMARY = re.compile(r"^(?:no|\d+) solutions?\b.*$", re.MULTILINE)
# A line of a board that is a comment, and one that is a comment above a line of width and height.
_COMMENT = re.compile(r"^[ \t]*%+[ \t].*[A-Za-z]{2}.*$", re.MULTILINE)
_NOTE = re.compile(r"^[ \t]*#+[ \t].*[A-Za-z]{2}.*$", re.MULTILINE)
# What only facts have.
_WORD = re.compile(r"[({]|:-|\"|^[ \t]*(?:%.*[A-Za-z]{2}|#[a-z]{3}|%\*)", re.MULTILINE)
_BARE = re.compile(r"(\s*-?_*[a-z]\w*\s*\.)+\s*")
_DASHES = "-─━"
_BARS = "|│┃"
_DOWN = "|╷│┐┤┌├┬┼"
_UP = "|╵│┘┤└├┴┼"
_LINES = _DOWN + _UP + "-─╴╶+●"
_BORDERS = "+-|" + "".join(map(chr, range(0x2500, 0x2580)))

_NAMES: dict[str, list[str]] = {}
for _table in (GLYPHS, SHADES):
    for _name, _look in _table.items():
        for _text in (_look.ascii, _look.unicode, _look.emoji):
            if _name not in _NAMES.setdefault(_text, []):
                _NAMES[_text].append(_name)


def matches(text: str) -> bool:
    """Whether a text is a board, and not facts.

    A text in which anything looks like a fact is facts, so that their reader
    tells what is wrong with it, and so is one of comments alone.
    """
    board = _NOTE.sub("", _COMMENT.sub("", text))
    bare = _BARE.fullmatch(re.sub("%.*", "", text))
    if not board.strip() or bare or "\0" in text or text.startswith("\ufeff"):
        return False
    return not _WORD.search(_SUMMARY.sub("", board))


def read(source: Source) -> Content:
    """Read one of the boards in a text; raises InstanceError with the position of the first fault."""
    name, choice = source.name, source.choice
    legend = declarations(source.problem).legend
    if not legend:
        program = source.problem.program.name
        message = f"{name}: {program} reads no boards as text: its program has no legend"
        raise InstanceError(message, "To read it as facts: --from facts.")
    parts = boards(source.text, name, legend)
    if not parts:
        raise InstanceError(f"{name}:1:1: there is no board in it")
    if choice is None and len(parts) > 1:
        lines = ", ".join(str(part[0].number) for part in parts[:5]) + (", ..." if len(parts) > 5 else "")
        hint = f"Choose one: {name}#1." if name != "standard input" else "Save it as a file, and choose FILE#1."
        raise InstanceError(f"{name}: there are {len(parts)} boards in it (at the lines {lines})", hint)
    if choice is not None and not 1 <= choice <= len(parts):
        raise InstanceError(f"{name}: there is no board {choice}: it holds {len(parts)}")
    return source.meaning(TextBoard(name, parts[(choice or 1) - 1], legend).read())


def write(problem: Problem) -> list[str]:
    """Draw the unsolved board."""
    return [render_text(draw_unsolved(problem), "ascii") + "\n"] if declarations(problem).legend else []


class TextBoard:
    """The reader of one board; ``legend`` holds what a piece may be, as docs/puzzle-programs.md lists it."""

    def __init__(self, name: str, lines: list[Line], legend: Collection[str]) -> None:
        self.name = name
        self.lines = lines
        self.legend = legend
        self.facts: list[Symbol] = []
        self.blanks = _EMPTY if "other" in legend else _BLANKS
        # Whether 0 and all that is neither letter nor number is an empty cell, too.
        self.others = False

    def read(self) -> list[Symbol]:
        """Read the board into facts; raises InstanceError with the position of the first fault."""
        texts = [line.text for line in self.lines]
        first = texts[0].strip()
        if "sides" in self.legend:
            self._tiles()
        elif "area" in self.legend and len(first) > 2 and set(first) <= set(_BORDERS):
            self._walls()
        elif "line" in self.legend and any(
            set(text) & set("─│┌┐└┘") or (set(text) <= set(" |") and "|" in text) for text in texts
        ):
            self._lines()
        else:
            self._plain()
        return self.facts

    def fail(self, line: int, column: int, message: str, hint: str = "") -> NoReturn:
        hint = hint or "docs/formats.md says how boards are typed. To read it as facts: --from facts."
        raise InstanceError(f"{self.name}:{line}:{column}: {message}", hint)

    def add(self, name: str, *arguments: int | str | Symbol) -> None:
        """Add a fact; texts stand for constants."""
        self.facts.append(term(name, *arguments))

    def size(self, height: int, width: int) -> None:
        """Add the size, unless it is larger than any board."""
        if height * width > MAX_CELLS:
            self.fail(self.lines[0].number, 1, f"a board of {height} rows and {width} columns is too large")
        self.add("size", height, width)

    def piece(self, text: str, r: int, c: int, line: int, column: int) -> None:
        """Add what a text in a cell means."""
        if text in self.blanks or not text:
            return
        for look in (text, text.upper(), text.lower()):
            names = [name for name in _NAMES.get(look, ()) if name in self.legend]
            if len(names) > 1:
                message = f"{text} may be {' or '.join(names)}"
                self.fail(line, column, message, "Write it as in ASCII, Unicode or emoji: see docs/formats.md.")
            if names:
                self.add("mark", r, c, names[0])
                return
        number = number_in(text)
        symbol = symbol_of(text if number is None else number)
        letter = len(text) == 1 and text.isalpha()
        if self.others and (number == 0 or (number is None and not letter and len(text) == 1)):
            return
        if ("number" in self.legend and number is not None) or ("letter" in self.legend and letter):
            self.add("mark", r, c, symbol)
        elif "area" in self.legend and (letter or number is not None):
            self.add("area", r, c, symbol)
        elif (shade := self.shade(text)) and (not text.strip(text[0]) or not self.shade(text[1:])):
            # A cell that the colour fills, or the colour and the mark on it.
            self.add("mark", r, c, shade)
            if text.strip(text[0]):
                self.piece(text[1:], r, c, line, column + 1)
        else:
            self.fail(line, column, f"expected {self.expected()}, found {text[:20]!r}")

    def shade(self, text: str) -> str | None:
        """Give the colour that the first of several characters in a cell stands for."""
        known = (name for name in _NAMES.get(text[0], ()) if name in SHADES and name in self.legend)
        return next(known, None) if len(text) > 1 else None

    def expected(self) -> str:
        """Say what may stand in a cell."""
        kinds = {"letter": "a letter", "number": "a number", "area": "the letter of a region"}
        pieces = ["a blank (.)", *(text for kind, text in kinds.items() if kind in self.legend)]
        for name in sorted(set(self.legend) - set(KINDS)):
            look = GLYPHS.get(name) or SHADES.get(name)
            if look:
                pieces.append(f"{name} ({' '.join(t for t in look[:2] if t not in _BLANKS)})")
        return " or ".join((", ".join(pieces[:-1]), pieces[-1])) if len(pieces) > 1 else pieces[0]

    def _plain(self) -> None:
        """Characters with or without blanks between them, and numbers around them."""
        clues = "clue" in self.legend
        self.others = "other" in self.legend and not any(self.blanks & set(line.text) for line in self.lines)
        rows: list[tuple[list[Token], list[Token], list[Token]]] = []
        outside: dict[str, list[list[Token]]] = {"top": [], "bottom": []}
        # Numbers may stand directly beside the cells, unless cells may hold numbers, too.
        beside = clues and not {"number", "area"} & set(self.legend)
        for line in self.lines:
            tokens = [part for token in tokens_of(line) for part in (parted(token) if beside else [token])]
            inside = [k for k, token in enumerate(tokens) if not (clues and CLUE.fullmatch(token.text))]
            if not inside:
                outside["bottom" if rows else "top"].append(tokens)
                continue
            if outside["bottom"]:
                self.fail(line.number, tokens[0].start, "a row of the board below the numbers under it")
            rows.append((tokens[: inside[0]], tokens[inside[0] : inside[-1] + 1], tokens[inside[-1] + 1 :]))
        if not rows:
            self.fail(self.lines[0].number, 1, "there is no row of a board")
        if any(len(cells) == 1 and len(cells[0].text) > 1 for _, cells, _ in rows):
            rows = [(left, [part for token in cells for part in split(token)], right) for left, cells, right in rows]
        width = len(rows[0][1])
        self.size(len(rows), width)
        for r, (left, cells, right) in enumerate(rows, 1):
            if len(cells) != width:
                end = cells[min(width, len(cells) - 1)]
                message = f"this row has {len(cells)} cells, but the first one has {width}"
                self.fail(end.line, end.start, message, "Write one character for each cell, . where it is empty.")
            for c, token in enumerate(cells, 1):
                self.piece(token.text, r, c, token.line, token.start)
            for side, tokens in (("left", left), ("right", right)):
                for token in tokens:
                    self._clue(side, r, token)
        for (side, lines), nearest in zip(outside.items(), (rows[0], rows[-1]), strict=True):
            for line_tokens in lines:
                tokens = digits(line_tokens, nearest[1])
                for c, token in zip(self._columns(tokens, nearest[1]), tokens, strict=True):
                    self._clue(side, c, token)

    def _columns(self, tokens: list[Token], cells: list[Token]) -> list[int]:
        """Give the columns that the numbers above or below a board belong to."""
        if len(tokens) == len(cells):
            return list(range(1, len(cells) + 1))
        columns, c = [], 0
        for token in tokens:
            while c < len(cells) and cells[c].right <= token.left:
                c += 1
            if c == len(cells) or token.right <= cells[c].left:
                self.fail(token.line, token.start, "this number stands above or below no column", "Align it with one.")
            if c + 1 < len(cells) and cells[c + 1].left < token.right:
                message = f"the number {token.text[:20]} stands above or below several columns"
                self.fail(
                    token.line, token.start, message, "Write blanks between the numbers, or one digit per column."
                )
            columns.append(c + 1)
            c += 1
        return columns

    def _clue(self, side: str, index: int, token: Token) -> None:
        number = number_in(token.text)
        if number is not None:
            self.add("clue", side, index, number)
        elif token.text.isdigit():
            self.fail(token.line, token.start, f"the number {token.text[:20]} is too large")
        elif token.text not in ("?", "-"):
            self.fail(token.line, token.start, f"expected a number, ? or -, found {token.text[:20]!r}")

    def _walls(self) -> None:
        """Cells between walls; cells that no wall parts are one area."""
        if len(self.lines) % 2 == 0:
            self.fail(self.lines[-1].number, 1, "expected a line of walls above and below each row")
        spread = [columns_of(line.text) for line in self.lines]
        margin = len(spread[0]) - len("".join(spread[0]).lstrip())
        spread = [columns[margin:] for columns in spread]
        height = len(self.lines) // 2
        width = len(re.findall(rf"[^\s{_BARS}]+", self.lines[1].text))
        length = len(spread[0])
        if not width or (length - 1) % width:
            self.fail(self.lines[1].number, 1, f"expected cells of equal width, found {width} in {length} columns")
        pitch = (length - 1) // width
        self.size(height, width)
        walled: set[tuple[int, int, str]] = set()
        for r in range(1, height + 1):
            border, row = spread[2 * r], spread[2 * r - 1]
            number = self.lines[2 * r - 1].number
            for line, columns in ((number, row), (number + 1, border)):
                if len(columns) != length:
                    self.fail(line, 1, f"this line takes {len(columns)} columns, but the first one {length}")
            offsets = list(accumulate(map(len, row), initial=margin))
            for c in range(1, width + 1):
                inside = "".join(row[(c - 1) * pitch + 1 : c * pitch])
                text = inside.strip()
                column = offsets[(c - 1) * pitch + 1] + len(inside) - len(inside.lstrip()) + 1
                if len(set(text)) == 1 and not text.isdigit():
                    text = text[0]
                self.piece(text, r, c, number, column)
                if row[c * pitch] in _BARS:
                    walled.add((r, c, "right"))
                elif row[c * pitch] != " ":
                    self.fail(number, column, f"expected {width} cells of equal width in this row, as in the first")
                if border[(c - 1) * pitch + pitch // 2] in _DASHES:
                    walled.add((r, c, "down"))
        for (r, c), index in areas(height, width, walled).items():
            self.add("area", r, c, index)

    def _lines(self) -> None:
        """Lines from cell to cell, with joints between the rows in ASCII."""
        joints = any(set(line.text) & set("|+") for line in self.lines)
        if joints and len(self.lines) % 2 == 0:
            self.fail(self.lines[-1].number, 1, "expected a line of joints between each two rows")
        columns = [columns_of(line.text) for line in self.lines]
        step = 2 if joints else 1
        rows = columns[::step]
        length = max(map(len, rows))
        rows = [row + [" "] * (length - len(row)) for row in rows]
        pitch = _pitch(rows, length)
        width = (length + 1) // pitch
        self.size(len(rows), width)
        drawn: dict[Cell, str] = {}
        joined: set[Cell] = set()

        def join(one: Cell, other: Cell, direction: str) -> None:
            self.add("line", *one, direction)
            joined.update((one, other))

        for r, (row, line) in enumerate(zip(rows, self.lines[::step], strict=True), 1):
            offsets = list(accumulate(map(len, row), initial=0))
            for c in range(1, width + 1):
                start, end = (c - 1) * pitch, c * pitch - 1
                inside = "".join(row[start:end])
                text = drawn[r, c] = inside.strip(" " + _DASHES)
                if text not in _LINES:
                    self.piece(text, r, c, line.number, offsets[start] + inside.index(text) + 1)
                if c < width and row[end] in _DASHES:
                    join((r, c), (r, c + 1), "right")
        for r, c in drawn:
            below = drawn.get((r + 1, c))
            if below is None:
                continue
            seen = "|" in columns[2 * r - 1][(c - 1) * pitch : c * pitch - 1] if joints else _leads(drawn[r, c], below)
            if seen:
                join((r, c), (r + 1, c), "down")
        if joined and not joints:
            # A line between two marks, one above the other, is not seen.
            for (r, c), text in drawn.items():
                alone = text not in _LINES and not joined & {(r, c), (r + 1, c)}
                if alone and drawn.get((r + 1, c)) == text:
                    self.add("line", r, c, "down")

    def _tiles(self) -> None:
        """Tiles with numbers at their sides; those beyond an empty column do not lie on the board."""
        texts = [line.text for line in self.lines]
        corner = next(filter(None, (re.search(r"[\\╲]\s*\d+\s*[/╱]", text) for text in texts[1::4])), None)
        if corner is None or len(texts) % 4 != 1:
            message = "expected a drawing of tiles, with four lines for each row and one below"
            self.fail(self.lines[0].number, 1, message, "The first row of a tile is like \\1/, its second like 4X2.")
        pitch = corner.end() - corner.start() + 1
        longest = max(map(len, texts))
        height, count = len(texts) // 4, (longest - 1) // pitch
        cells = [texts[0][c * pitch + 1 : (c + 1) * pitch].strip() for c in range(count)]
        self.size(height, cells.index("") if "" in cells else count)
        sides = {
            1: re.compile(r"[\\╲]\s*(?P<top>\d+)\s*[/╱]"),
            2: re.compile(r"\s*(?P<left>\d+)\s*\D\s*(?P<right>\d+)\s*"),
            3: re.compile(r"[/╱]\s*(?P<bottom>\d+)\s*[\\╲]"),
        }
        for r in range(1, height + 1):
            for c in range(1, count + 1):
                start = (c - 1) * pitch + 1
                parts = {k: texts[4 * r - 4 + k][start : start + pitch - 1] for k in sides}
                if not "".join(parts.values()).strip():
                    continue
                for k, pattern in sides.items():
                    line = self.lines[4 * r - 4 + k].number
                    match = pattern.fullmatch(parts[k])
                    if match is None:
                        self.fail(line, start + 1, f"expected line {k} of a tile, found {parts[k]!r}")
                    for side, text in match.groupdict().items():
                        number = number_in(text)
                        if number is None:
                            self.fail(line, start + 1, f"the number {text[:20]} is too large")
                        self.add("mark", r, c, side, number)


def boards(text: str, name: str, legend: Collection[str]) -> list[list[Line]]:
    """Part a file into its boards, each as its lines.

    Boards are parted by empty lines, or each is announced by a line ``W H`` (or
    ``W`` if it is square); ``0 0`` ends the file then, and lines above such a
    line that begin with ``#`` are comments: no row of a board can stand there.
    Terminal colours, comments and the last line of a search are left out.

    Raises InstanceError for a board that is not as large as announced.
    """
    lines = [
        Line(k, _COLOUR_CODE.sub("", line).replace("\ufe0f", "").rstrip())
        for k, line in enumerate(text.split("\n"), 1)
        if not _COMMENT.match(line)
    ]
    filled = list(dropwhile(lambda line: _NOTE.match(line.text), (line for line in lines if line.text.strip())))
    if "letter" in legend and len(filled) > 1:
        announced, row = _announced(filled[0].text), filled[1].text.split()
        if announced and not _announced(filled[1].text) and len(row) in (1, announced[0]):
            # One number alone could be a cell of a board of one column.
            alone = len(filled[0].text.split()) == 1
            if not alone or 1 < announced[0] == len(row[0] if len(row) == 1 else row):
                return _announced_boards(filled, name)
    groups = groupby(lines, lambda line: bool(line.text.strip()))
    found = [[line for line in group if not _SUMMARY.match(line.text)] for any_text, group in groups if any_text]
    return [board for board in found if board]


def _announced(text: str) -> tuple[int, int] | None:
    match = re.fullmatch(r"\s*([0-9]{1,6})(?:\s+([0-9]{1,6}))?\s*", text)
    return (int(match[1]), int(match[2] or match[1])) if match else None


def _announced_boards(lines: list[Line], name: str) -> list[list[Line]]:
    found: list[list[Line]] = []
    rest = iter(lines)
    for where, text in rest:
        if text.lstrip().startswith("#"):
            continue
        announced = _announced(text)
        if announced is None:
            raise InstanceError(f"{name}:{where}:1: expected a line with width and height, found {text[:20]!r}")
        width, height = announced
        if announced == (0, 0):
            break
        board = list(islice(rest, height))
        if len(board) < height or not height:
            raise InstanceError(f"{name}:{where}:1: a board of {height} rows is announced, but {len(board)} follow")
        for line in board:
            cells = line.text.split()
            if len(cells[0] if len(cells) == 1 else cells) != width:
                message = f"expected a row of {width} cells, found {line.text[:20]!r}"
                raise InstanceError(f"{name}:{line.number}:1: {message}", "The line above the board is WIDTH HEIGHT.")
        found.append(board)
    return found


def _pitch(rows: list[list[str]], length: int) -> int:
    """Give the distance of cells between which nothing but lines stands."""
    gaps = set(f" {_DASHES}")
    fits = (p for p in range(2, length + 2) if (length + 1) % p == 0)
    return next(p for p in fits if all(gaps.issuperset(row[p - 1 :: p]) for row in rows))


def _leads(text: str, below: str) -> bool:
    """Whether a line leads from a cell to the one below it, by its shape in one of them."""
    return bool(text and text in _DOWN) or bool(below and below in _UP)

"""One board in a text: its lines, what may stand in it, and the drawing terms that it is read into."""

import re
from collections.abc import Sequence
from typing import NoReturn

from clingo import Function, Symbol

from ..draw.board import BEARINGS, text_of
from ..draw.pen import HOLE
from ..draw.symbols import GLYPHS, SHADES
from ..errors import InstanceError
from .backwards import CROSS
from .legend import Legend, Shown, Signs
from .terms import MAX_CELLS, Cell, number_in, symbol_in, symbol_of, term
from .tokens import Line, Token

_SPLIT = re.compile(r"([0-9?]*)[\\╲]([0-9?]*)")
_RUNS = re.compile(r"[0-9?]+|[^0-9?]+")
_NUMBERED = re.compile(r"([0-9]+|\?)(\D+)|(\D+)([0-9]+|\?)")
_BEARING = re.compile(r"(\D)(\d+|\?)")
_POINTING = {sign: to for to, arrow in BEARINGS.items() for sign in GLYPHS[arrow][:3]}
_OPPOSITE = {"right": "left", "left": "right", "bottom": "top", "top": "bottom"}
_CROSS, _BLACK = Function(CROSS), Function("black")
# Signs for an empty cell; where others have no meaning, the underscore is one of these.
_BLANKS = frozenset(".·⬜🌿")


class DoubtError(InstanceError):
    """A text that may be two boards, neither of which is the likelier one."""


class Sheet:
    """The lines of a board, and the terms that are read from them, each with the token that it was.

    ``drawn`` says that the lines show a drawing, and not a board that someone typed; ``walled`` that walls tell
    regions, and no letters; ``others`` that 0 and signs without a meaning are empty cells; ``words`` that words
    may stand where letters may.
    """

    def __init__(self, name: str, lines: list[Line], legend: Legend) -> None:
        self.name = name
        self.lines = lines
        self.legend = legend
        self.terms: dict[Symbol, Token | None] = {}
        self.drawn = False
        self.walled = False
        self.others = False
        # Where a cell is missing; a grid with such holes has no outline around all of it.
        self.holes: set[Cell] = set()
        self.holed = "hole" in legend.kinds and any(HOLE in line.text for line in lines)
        self.words = False

    def fail(self, line: int, column: int, message: str, hint: str = "") -> NoReturn:
        """Raise InstanceError for what stands in a line and column."""
        hint = hint or "Boards are typed as puzzasp show draws them with -f ascii. To read it as facts: --from facts."
        raise InstanceError(f"{self.name}:{line}:{column}: {message}", hint)

    def refuse(self, token: Token, message: str, hint: str = "") -> NoReturn:
        """Raise InstanceError for a token."""
        self.fail(token.line, token.start, message, hint)

    def doubt(self, token: Token, message: str, hint: str = "") -> NoReturn:
        """Raise DoubtError for a token that may be two things."""
        raise DoubtError(f"{self.name}:{token.line}:{token.start}: {message}", hint)

    def places(self) -> dict[Symbol, str]:
        """Say where each term stands, and as what."""
        found = ((symbol, token) for symbol, token in self.terms.items() if token)
        return {symbol: f"{self.name}:{token.line}:{token.start}: {token.text[:20]!r}" for symbol, token in found}

    def add(self, token: Token | None, name: str, *arguments: int | str | Symbol) -> None:
        """Add a term that a token was read into; texts stand for constants."""
        self.terms.setdefault(term(name, *arguments), token)

    def size(self, height: int, width: int) -> None:
        """Add the size, unless it is larger than any board."""
        if height * width > MAX_CELLS:
            self.fail(self.lines[0].number, 1, f"a board of {height} rows and {width} columns is too large")
        self.add(None, "size", height, width)

    def check_regions(self, answer: bool) -> None:
        """Raise InstanceError for the letter of a region on a board of which other cells have none.

        In an answer shaded cells may hide letters, but x is rather a cross that says nothing there.
        """
        (size,) = (symbol for symbol in self.terms if symbol.name == "size")
        regions = [(symbol, token) for symbol, token in self.terms.items() if symbol.name == "area" and token]
        cells = size.arguments[0].number * size.arguments[1].number - sum(s.name == "hole" for s in self.terms)
        if answer:
            regions = [(symbol, token) for symbol, token in regions if token.text == "x"]
        if regions and len(regions) < cells:
            self.refuse(regions[0][1], f"{regions[0][1].text} may be a region, but not all cells have one")

    def is_blank(self, text: str) -> bool:
        """Whether a text is a sign for an empty cell."""
        return text in _BLANKS or (text == HOLE and self.legend.kinds.isdisjoint({"other", "hole"}))

    def holds(self, text: str) -> bool:
        """Whether a text may stand in a cell, as far as its signs tell."""
        if any(self.legend.small):
            text = text.partition(":")[2] if ":" in text else text
        signs = self.legend.listed if "several" in self.legend.kinds else self.legend.cells
        marks = ",\\╲" + HOLE * self.holed + "".join(_POINTING) * ("bearings" in self.legend.kinds)
        return all(
            self.is_blank(sign) or self.legend.cells.holds(sign) or signs.holds(sign) or sign in marks for sign in text
        )

    # What stands in a place

    def cell(self, token: Token, r: int, c: int) -> None:
        """Add what a text in a cell shows; small texts stand before a colon."""
        text = token.text
        if ":" in text and any(self.legend.small):
            before, _, text = text.partition(":")
            self._small(token._replace(text=before), r, c)
            token = token._replace(text=text, start=token.start + len(before) + 1)
        if not text or self.is_blank(text):
            return
        if text == HOLE and self.holed:
            self.add(token, "hole", r, c)
            return
        if len(set(text)) == 1 and self._is_shade(text[0]):
            text = text[0]  # the sign of a colour fills its cell
        if "several" in self.legend.kinds and self._list(token, r, c):
            return
        shown = self._shown(token, text, self.legend.cells)
        for name, symbol in shown:
            self.add(token, name, r, c, symbol)
        if shown or (self.others and _is_other(text)):
            return
        if not any(read(token, r, c) for read in (self._split, self._bearings, self._area, self._mixed)):
            self.refuse(token, f"expected {self.expected()}, found {token.text[:20]!r}")

    def border(self, token: Token, r: int, c: int, place: str) -> None:
        """Add what a text on a border or a corner shows."""
        shown = self._shown(token, token.text, self.legend.borders)
        if not shown:
            self.refuse(token, f"{token.text[:20]!r} cannot stand between cells")
        for _, symbol in shown:
            self.add(token, "between", r, c, place, symbol)

    def clues(self, side: str, index: int, tokens: Sequence[Token]) -> None:
        """Add what stands beside a line, the first one of several that are read first."""
        if side not in self.legend.sides:
            side = _OPPOSITE[side]
        if "clues" not in self.legend.kinds:
            for token in tokens[1:]:
                self.refuse(token, "this line has a number already", "Write one number for each line.")
        for k, token in enumerate(tokens, 1):
            shown = self._shown(token, token.text, self.legend.around)
            if not shown and token.text not in ("?", "-"):
                what = "the number %s is too large" if token.text.isdigit() else "expected a number, ? or -, found %r"
                self.refuse(token, what % token.text[:20])
            for _, symbol in shown:
                self.add(token, "clue", side, index, *([k] if "clues" in self.legend.kinds else []), symbol)

    def expected(self) -> str:
        """Say what may stand in a cell."""
        cells, pieces = self.legend.cells, ["a blank (.)"]
        pieces += ["a letter"] * cells.letter + ["a number"] * (cells.number or "several" in self.legend.kinds)
        pieces += ["numbers behind arrows (^1v2)"] * ("bearings" in self.legend.kinds)
        pieces += [f"a hole ({HOLE})"] * ("hole" in self.legend.kinds)
        pieces += ["the letter of a region"] * ("area" in self.legend.kinds)
        for name, symbol in sorted({shown for several in cells.texts.values() for shown in several}):
            look = (SHADES if name == "shade" else GLYPHS).get(text_of(symbol))
            if look is None:
                pieces.append(text_of(symbol))
            elif symbol != _CROSS or not cells.letter:
                pieces.append(f"{symbol} ({' '.join(text for text in look[:2] if text not in _BLANKS)})")
        return " or ".join((", ".join(pieces[:-1]), pieces[-1])) if len(pieces) > 1 else pieces[0]

    def _shown(self, token: Token, text: str, signs: Signs) -> tuple[Shown, ...]:
        """Give what a text shows as a whole, if it shows one thing."""
        named = signs.named(text)
        letter = len(text) == 1 and text.isalpha()
        if text == "x" and letter and signs is self.legend.cells and self._may_be_crossed():
            self.doubt(token, "x may be a cross or a letter", "Write a letter as X, or the board in Unicode.")
        clear = [shown for shown in named if shown[1] != _CROSS]
        if len(clear) > 1:
            names = " or ".join(str(symbol) for _, symbol in clear)
            self.doubt(token, f"{text} may be {names}", "Write it as in another style: see docs/formats.md.")
        if named and (clear or not letter or not signs.letter):
            return named
        number = number_in(text)
        if number is None and (letter or self.words) and signs.letter:
            return (("mark", symbol_of(text)),)
        if number is not None and signs.number and not (self.others and number == 0):
            return (("mark", symbol_of(number)),)
        return ()

    def _may_be_crossed(self) -> bool:
        """Whether a letter x may be a cross: in a drawing, if letters are found or cells crossed, in ASCII."""
        cells, kinds = self.legend.cells, self.legend.kinds
        crossed = any(symbol == _CROSS for _, symbol in cells.named("x"))
        found = cells.letter and (self.drawn or "found" in kinds or crossed)
        return found and all(line.text.isascii() for line in self.lines)

    def _is_shade(self, text: str) -> bool:
        return any(name == "shade" for name, _ in self.legend.cells.named(text))

    def _list(self, token: Token, r: int, c: int) -> bool:
        """Add several marks of a cell, which stand side by side or are parted by commas."""
        parts = token.text.removesuffix(",").split(",") if "," in token.text else list(token.text)
        found = [self._shown(token, part, self.legend.listed) for part in parts]
        if all(found):
            for k, ((_, symbol), *_) in enumerate(found, 1):
                self.add(token, "mark", r, c, k, symbol)
        return all(found)

    def _small(self, token: Token, r: int, c: int) -> None:
        """Add the small text of a cell, or several: a number and what is none side by side, commas part others."""
        several = "small" in self.legend.kinds
        parts = token.text.split(",") if several else []
        for k, text in enumerate([text for part in parts for text in _RUNS.findall(part)] or [token.text], 1):
            shown = self._shown(token, text, self.legend.small)
            if not shown:
                self.refuse(token, f"{token.text[:20]!r} is no small text that may stand here before a colon")
            for _, symbol in shown:
                self.add(token, "small", r, c, *([k] if several else []), symbol)

    def _split(self, token: Token, r: int, c: int) -> bool:
        """Add the numbers of a cell that a diagonal splits; it is black."""
        match = _SPLIT.fullmatch(token.text) if "split" in self.legend.kinds else None
        if match is None or not any(match.groups()):
            return False
        for side, text in zip(("bottom", "right"), match.groups(), strict=True):
            if text:
                self.add(token, "mark", r, c, side, symbol_in(text))
        if any(shown == ("shade", _BLACK) for several in self.legend.cells.texts.values() for shown in several):
            self.add(token, "shade", r, c, _BLACK)
        return True

    def _bearings(self, token: Token, r: int, c: int) -> bool:
        """Add the numbers of a cell to which arrows point, one for each arrow."""
        found = _BEARING.findall(token.text) if "bearings" in self.legend.kinds else []
        ways = [_POINTING.get(sign, "") for sign, _ in found]
        if "".join(map("".join, found)) != token.text or not all(ways) or len({*ways}) < len(ways):
            return False
        for way, (_, text) in zip(ways, found, strict=True):
            self.add(token, "mark", r, c, way, symbol_in(text))
        return True

    def _area(self, token: Token, r: int, c: int) -> bool:
        """Add the region that a letter or a number tells."""
        named = number_in(token.text) is not None or (len(token.text) == 1 and token.text.isalpha())
        if "area" not in self.legend.kinds or self.walled or not named:
            return False
        self.add(token, "area", r, c, symbol_in(token.text))
        return True

    def _mixed(self, token: Token, r: int, c: int) -> bool:
        """Add a colour and the mark on it, or a number and a sign beside it."""
        text = token.text
        if len(text) > 1 and self._is_shade(text[0]) and not self._is_shade(text[1]):
            self.cell(token._replace(text=text[0]), r, c)
            self.cell(token._replace(text=text[1:], start=token.start + 1), r, c)
            return True
        match = _NUMBERED.fullmatch(text)
        parts = [self._shown(token, part, self.legend.cells) for part in match.groups() if part] if match else []
        for name, symbol in (shown for part in parts for shown in part if all(parts)):
            self.add(token, name, r, c, symbol)
        return bool(parts) and all(parts)


def _is_other(text: str) -> bool:
    """Whether a text is 0, or a sign that is neither letter nor number."""
    return number_in(text) == 0 or (len(text) == 1 and not text.isalnum())
